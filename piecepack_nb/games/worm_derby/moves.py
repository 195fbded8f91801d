"""The moves of Worm Derby: values that print as a person writes them, and a sample of legal ones.

A turn is one move: all steps of a worm together. Angles are in degrees, anticlockwise, 0 to the
right; places in inches from the table's lower left corner.

A worm's turn is a continuum, so only a sample of it is listed: for each direction the ends and
middles of the arcs in which the first disc may lie, and angles between; from each of these the rest
of the turn in a few manners (straight on, bending, hugging what lies to one side). ``refusal``
decides about all other moves. The same table always has the same sample.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Roll
from piecepack_nb.core.caching import cached_method
from piecepack_nb.core.steps import Refusal
from piecepack_nb.games.worm_derby.geometry.plane import (
    DECIMALS,
    NONE,
    Arcs,
    Tile,
    format_number,
    normalize_angle,
    round_angle,
)
from piecepack_nb.games.worm_derby.geometry.ring import (
    Ring,
    after_step,
    disc_refusal,
    find_eaten,
    free_lanes,
    further_step,
    obstacle_refusal,
    ring,
    rings_of,
    tile_move_refusal,
)
from piecepack_nb.games.worm_derby.ruleset import Ruleset
from piecepack_nb.games.worm_derby.state import ENDS, State, other_end, tile_numbers


class Steps(NamedTuple):
    """A worm's steps of a turn: discs go from one end ``to`` the other, each at an angle.

    >>> str(Steps("suns", "head", (45.2, 50.0)))
    'suns tail>head 45.2 50'
    """

    seat: str
    to: str
    """The end at which the discs are laid."""
    angles: tuple[float, ...]
    """For each disc the direction from the disc that it touches."""

    def __str__(self) -> str:
        angles = " ".join(format_number(round_angle(angle)) for angle in self.angles)
        return f"{self.seat} {other_end(self.to)}>{self.to} {angles}".rstrip()


class Stay(NamedTuple):
    """A worm makes no step, or an ace is not used.

    >>> str(Stay("suns"))
    'suns stays'
    """

    seat: str

    def __str__(self) -> str:
        return f"{self.seat} stays"


class Put(NamedTuple):
    """An obstacle goes somewhere: it is placed at the start, or moved by an ace.

    >>> str(Put(7, Tile.at(20.5, 12, 30)))
    'tile 7 to 20.5 12 30'
    """

    number: int
    tile: Tile

    def __str__(self) -> str:
        return f"tile {self.number} to {tile_numbers(self.tile)}"


class Revive(NamedTuple):
    """An ace brings an eaten disc back to an end of its worm.

    >>> str(Revive("suns", "head", 90.0))
    'suns adds head 90'
    """

    seat: str
    end: str
    angle: float

    def __str__(self) -> str:
        return f"{self.seat} adds {self.end} {format_number(round_angle(self.angle))}"


class Build(NamedTuple):
    """A worm is built straight behind the start line, ``y`` inches up the table.

    >>> str(Build("suns", 17.5))
    'suns at 17.5'
    """

    seat: str
    y: float

    def __str__(self) -> str:
        return f"{self.seat} at {format_number(self.y)}"


class SetUp(NamedTuple):
    """All obstacles at once, as chance lays them out.

    >>> str(SetUp((Tile.at(20, 12, 30), Tile.at(30, 16, 0)), ("red", "blue")))
    'set up red 20 12 30, blue 30 16 0'
    """

    tiles: tuple[Tile, ...]
    colours: tuple[str, ...] = ()

    def __str__(self) -> str:
        colours = [f"{colour} " for colour in self.colours] or [""] * len(self.tiles)
        pairs = zip(colours, self.tiles, strict=False)
        return "set up " + ", ".join(f"{colour}{tile_numbers(tile)}" for colour, tile in pairs)


Move = Steps | Stay | Put | Revive | Build | SetUp | Roll


# --- a sample of the legal moves ------------------------------------------------------------------

EVERY = 30.0
"""Degrees between the sampled angles in the middle of an arc."""
MANNERS: tuple[Callable[[float], float], ...] = (
    lambda heading: heading,
    lambda heading: heading + 30,
    lambda heading: heading - 30,
    lambda heading: heading + 100,
    lambda heading: heading - 100,
)
"""The direction of a turn's next step after ``heading``: straight, bending, hugging.

An angle that isn't allowed becomes the nearest one that is; so a worm that wants to turn sharply
goes as close as it can along what lies there.
"""
TILE_PLACES = 24
LANES = 5


class MoveSample(Sequence[Any]):
    """Some of the legal moves, each computed when it is read; ``in`` asks ``refusal``."""

    def __init__(
        self, number: int, make: Callable[[int], Any], refusal: Callable[[Any], Refusal | None]
    ) -> None:
        self._number = number
        self._make = make
        self._refusal = refusal

    def __len__(self) -> int:
        return self._number

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return [self[number] for number in range(*at.indices(self._number))]
        if not -self._number <= at < self._number:
            raise IndexError(at)
        return self._make(at % self._number)

    def __contains__(self, move: object) -> bool:
        return self._refusal(move) is None

    def __repr__(self) -> str:
        return f"<a sample of {self._number} moves>"


def sample_moves(
    ruleset: Ruleset, state: State, refusal: Callable[[Any], Refusal | None]
) -> MoveSample:
    """Return a sample of a seat's moves; ``refusal`` decides what else is ``in`` it."""
    moves: list[Any] = []
    match state.phase:
        case "tiles":
            moves = _placings(ruleset, state)
        case "worms":
            moves = _lanes(ruleset, state)
        case "ace":
            moves = [Stay(state.to_move), *_revivals(ruleset, state), *_tile_moves(ruleset, state)]
        case "move":
            turns = _Turns(ruleset, state)
            return MoveSample(len(turns), turns.make, refusal)
    return MoveSample(len(moves), moves.__getitem__, refusal)


def _sample_angles(found: Ring) -> list[float]:
    """Return the sampled angles of a ring: ends, middles, some between; a bite's middle (WD-40)."""
    angles = [angle for span in found.allowed for angle in _spread(*span)]
    angles += [middle for bite in found.bites for middle in bite.arcs.middles]
    return [round_angle(angle) for angle in angles]


def _spread(start: float, end: float) -> Iterator[float]:
    """Yield the ends of an arc, its middle, and round angles well between these."""
    middle = (start + end) / 2
    if end - start < 1e-3:
        yield middle
        return
    yield from (start, end, middle) if end - start < 360 else (middle,)
    for number in range(int(start // EVERY) + 1, int(end // EVERY) + 1):
        angle = EVERY * number
        if min(angle - start, end - angle, abs(angle - middle)) > 5:
            yield angle


class _Turns:
    """The sampled turns, by number: direction and first angle, then the manner of the rest."""

    def __init__(self, ruleset: Ruleset, state: State) -> None:
        self.ruleset = ruleset
        self.state = state
        self.seat = state.to_move
        self.rings = rings_of(ruleset, state, self.seat)
        self.firsts = [
            (to, angle) for to, found in self.rings.items() for angle in _sample_angles(found)
        ]
        self.manners = MANNERS if state.steps > 1 else MANNERS[:1]

    @cached_property
    def may_stay(self) -> bool:
        """True if no step is a legal move, too (WD-21)."""
        return self.ruleset.rules.must_step == "anywhere" or not any(
            further_step(self.ruleset, self.state, self.seat, to) is not None for to in self.rings
        )

    def __len__(self) -> int:
        return len(self.firsts) * len(self.manners) + self.may_stay

    def make(self, at: int) -> Move:
        """Return the turn of this number."""
        number, manner = divmod(at, len(self.manners))
        if number == len(self.firsts):
            return Stay(self.seat)
        return self._complete(*self.firsts[number], self.manners[manner])

    def _complete(self, to: str, angle: float, manner: Callable[[float], float]) -> Steps:
        angles: tuple[float, ...] = (angle,)
        while len(angles) < self.state.steps and (allowed := self._onward(to, angles)):
            angle = round_angle(allowed.nearest(normalize_angle(manner(angle))))
            angles = *angles, angle
        return Steps(self.seat, to, angles)

    @cached_method()
    def _onward(self, to: str, angles: tuple[float, ...]) -> Arcs:
        """Return the angles of one more step after some; none where the turn ends with them."""
        ruleset, seat, before = self.ruleset, self.seat, self._after(to, angles[:-1])
        if find_eaten(ruleset, before, seat, to, angles[-1]):
            return NONE
        state = self._after(to, angles)
        return (
            NONE if ruleset.home_end(state.worms[seat]) else ring(ruleset, state, seat, to).allowed
        )

    @cached_method()
    def _after(self, to: str, angles: tuple[float, ...]) -> State:
        if not angles:
            return self.state
        before = self._after(to, angles[:-1])
        return after_step(self.ruleset, before, self.seat, to, angles[-1])


def _random_for(state: State) -> Random:
    """Return choices that depend on nothing but the table."""
    return Random(f"{state.turn} {state.phase} {state.to_move} {state.tiles}")


def _placings(ruleset: Ruleset, state: State) -> list[Put]:
    """Return places for the next obstacle (WD-12)."""
    choose, number = _random_for(state), len(state.tiles) + 1
    found: list[Put] = []
    while len(found) < TILE_PLACES:
        x = choose.uniform(ruleset.start.x, ruleset.pylon.x)
        y = choose.uniform(0.0, ruleset.size[1])
        tile = Tile.at(round(x, 2), round(y, 2), choose.randrange(90))
        if obstacle_refusal(ruleset, state, tile) is None:
            found.append(Put(number, tile))
    return found


def _lanes(ruleset: Ruleset, state: State) -> list[Build | Stay]:
    """Return starts for a worm (WD-13); it waits where there is no room."""
    seat = state.to_move
    ys = {
        round(low + (high - low) * part / (LANES - 1), DECIMALS)
        for low, high in free_lanes(ruleset, state)
        for part in range(LANES)
    }
    return [Build(seat, y) for y in sorted(ys)] or [Stay(seat)]


def _tile_moves(ruleset: Ruleset, state: State) -> list[Put]:
    """Return moves of obstacles in some direction, as far as may be or less, and turned (WD-20)."""
    if not ruleset.can_move_tile(state):
        return []
    choose, reach, found = _random_for(state), ruleset.tile_reach, []
    for _ in range(2 * TILE_PLACES):
        number = choose.randrange(len(state.tiles)) + 1
        tile = state.tiles[number - 1]
        dx, dy = choose.uniform(-0.7, 0.7) * reach, choose.uniform(-0.7, 0.7) * reach
        to = Tile.at(round(tile.x + dx, 2), round(tile.y + dy, 2), choose.randrange(90))
        if tile_move_refusal(ruleset, state, number, to) is None:
            found.append(Put(number, to))
            if len(found) == TILE_PLACES:
                break
    return found


def _revivals(ruleset: Ruleset, state: State) -> list[Revive]:
    """Return places where an eaten disc may come back (WD-43)."""
    if not ruleset.can_revive(state):
        return []
    seat = state.to_move
    return [
        Revive(seat, end, angle)
        for end in ENDS
        for angle in _sample_angles(ring(ruleset, state, seat, end, adding=True))
        if disc_refusal(ruleset, state, seat, end, angle, adding=True) is None
    ]
