"""The moves of Worm Derby as values, each with the short text that a person would write.

A turn is one move: all steps of a worm together. Angles are in degrees, anticlockwise, 0 to the
right; places in inches from the table's lower left corner.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Roll
from piecepack_nb.core.steps import Refusal
from piecepack_nb.games.worm_derby.geometry.plane import (
    DECIMALS,
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
from piecepack_nb.games.worm_derby.ruleset import Ruleset, can_revive
from piecepack_nb.games.worm_derby.state import ENDS, State, other_end

# --- The moves -----------------------------------------------------------------------------------


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
        return f"tile {self.number} to {_tile_numbers(self.tile)}"


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
        return "set up " + ", ".join(f"{colour}{_tile_numbers(tile)}" for colour, tile in pairs)


def _tile_numbers(tile: Tile) -> str:
    return " ".join(format_number(value) for value in tile)


Move = Steps | Stay | Put | Revive | Build | SetUp | Roll


# --- A sample of the legal moves -----------------------------------------------------------------


EVERY = 30.0
"""Degrees between the angles in the middle of an arc that are listed."""
MANNERS: tuple[Callable[[float], float], ...] = (
    lambda heading: heading,
    lambda heading: heading + 30,
    lambda heading: heading - 30,
    lambda heading: heading + 100,
    lambda heading: heading - 100,
)
"""How a turn goes on after a step in the direction ``heading``: straight, bending, hugging.

What isn't allowed becomes the nearest angle that is; so a worm that wants to turn sharply goes as
close as it can along what lies there.
"""
TILE_PLACES = 24
"""How many places for a tile are listed."""
LANES = 5


class MoveSample(Sequence[Any]):
    """Some of the moves that may be made, each worked out when it is asked for."""

    def __init__(
        self, number: int, make: Callable[[int], Any], legal: Callable[[Any], Refusal | None]
    ) -> None:
        self._number = number
        self._make = make
        self._legal = legal

    def __len__(self) -> int:
        return self._number

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return [self[number] for number in range(*at.indices(self._number))]
        if not -self._number <= at < self._number:
            raise IndexError(at)
        return self._make(at % self._number)

    def __contains__(self, move: object) -> bool:
        return self._legal(move) is None

    def __repr__(self) -> str:
        return f"<a sample of {self._number} moves>"


def sample_moves(
    ruleset: Ruleset, state: State, legal: Callable[[Any], Refusal | None]
) -> Sequence[Move]:
    """The moves listed for a seat; what is legal beside them, ``legal`` tells."""
    moves: list[Any]
    match state.phase:
        case "tiles":
            moves = _sample_placings(ruleset, state)
        case "worms":
            moves = _sample_lanes(ruleset, state)
        case "ace":
            moves = [
                Stay(state.to_move),
                *_sample_revivals(ruleset, state),
                *_sample_shifts(ruleset, state),
            ]
        case "move":
            turns = _TurnSample(ruleset, state)
            return MoveSample(len(turns), turns.make, legal)
        case _:
            moves = []
    return MoveSample(len(moves), moves.__getitem__, legal)


# --- a worm's turn ------------------------------------------------------------------------------


def sample_angles(found: Ring) -> list[float]:
    """The angles listed of a ring: ends, middles, some between; and a bite's middle (WD-40)."""
    angles = [angle for span in found.allowed for angle in _spread_angles(*span)]
    angles += [middle for bite in found.bites for middle in bite.arcs.middles]
    return [round_angle(angle) for angle in angles]


def _spread_angles(start: float, end: float) -> list[float]:
    """The ends of an arc, its middle, and round angles between."""
    if end - start < 1e-3:
        return [(start + end) / 2]
    round_ones = [
        EVERY * number for number in range(int(start // EVERY) + 1, int(end // EVERY) + 1)
    ]
    # what is next to an end or the middle adds nothing
    middle = (start + end) / 2
    inside = [
        angle for angle in round_ones if min(angle - start, end - angle, abs(angle - middle)) > 5
    ]
    ends = [start, end] if end - start < 360 else []
    return [*ends, middle, *inside]


class _TurnSample:
    """The turns listed, by number: direction and first angle, then the manner of the rest."""

    def __init__(self, ruleset: Ruleset, state: State) -> None:
        self.ruleset = ruleset
        self.state = state
        self.seat = state.to_move
        self.firsts = [
            (to, angle)
            for to, found in rings_of(ruleset, state, self.seat).items()
            for angle in sample_angles(found)
        ]
        self.manners = MANNERS if state.steps > 1 else MANNERS[:1]

    @cached_property
    def may_stay(self) -> bool:
        """Is no step a legal move, too? (WD-21)"""
        return self.ruleset.rules.must_step == "anywhere" or not any(
            further_step(self.ruleset, self.state, self.seat, to) is not None
            for to in rings_of(self.ruleset, self.state, self.seat)
        )

    def __len__(self) -> int:
        return len(self.firsts) * len(self.manners) + self.may_stay

    def make(self, at: int) -> Move:
        """The turn of this number."""
        number, manner = divmod(at, len(self.manners))
        if number == len(self.firsts):
            return Stay(self.seat)
        to, angle = self.firsts[number]
        return self._gone_on(to, angle, self.manners[manner])

    def _gone_on(self, to: str, angle: float, manner: Callable[[float], float]) -> Steps:
        ruleset, state, seat = self.ruleset, self.state, self.seat
        angles = [angle]
        for _ in range(state.steps - 1):
            if find_eaten(ruleset, state, seat, to, angle):
                break
            state = after_step(ruleset, state, seat, to, angle)
            if ruleset.home_end(state.worms[seat]):
                break
            allowed = ring(ruleset, state, seat, to).allowed
            if not allowed:
                break
            angle = _nearest_allowed(allowed, manner(angle))
            angles.append(angle)
        return Steps(seat, to, tuple(angles))


def _nearest_allowed(allowed: Arcs, wanted: float) -> float:
    return round_angle(allowed.nearest(normalize_angle(wanted)))


# --- tiles and worms ----------------------------------------------------------------------------


def _random_for(state: State) -> Random:
    """Choices that depend on nothing but the table."""
    return Random(f"{state.turn} {state.phase} {state.to_move} {state.tiles}")


def _sample_placings(ruleset: Ruleset, state: State) -> list[Put]:
    """Places for the next obstacle (WD-12)."""
    choose, number = _random_for(state), len(state.tiles) + 1
    found: list[Put] = []
    while len(found) < TILE_PLACES:
        x = choose.uniform(ruleset.start.x, ruleset.pylon.x)
        y = choose.uniform(0.0, ruleset.size[1])
        tile = Tile.at(round(x, 2), round(y, 2), choose.randrange(90))
        if obstacle_refusal(ruleset, state, tile) is None:
            found.append(Put(number, tile))
    return found


def _sample_lanes(ruleset: Ruleset, state: State) -> list[Build | Stay]:
    """Where a worm may be built (WD-13); it waits where there is no room."""
    seat = state.to_move
    ys = {
        round(low + (high - low) * part / (LANES - 1), DECIMALS)
        for low, high in free_lanes(ruleset, state)
        for part in range(LANES)
    }
    return [Build(seat, y) for y in sorted(ys)] or [Stay(seat)]


def _sample_shifts(ruleset: Ruleset, state: State) -> list[Put]:
    """Moves of obstacles: as far as may be in some direction, or less, and turned (WD-20)."""
    if ruleset.rules.ace != "tile" or state.colours:
        return []
    choose, reach = _random_for(state), ruleset.rules.tile_reach * ruleset.rules.tile
    found = []
    for _ in range(2 * TILE_PLACES):
        number = choose.randrange(len(state.tiles)) + 1 if state.tiles else 0
        if not number:
            break
        tile = state.tiles[number - 1]
        dx, dy = choose.uniform(-0.7, 0.7) * reach, choose.uniform(-0.7, 0.7) * reach
        to = Tile.at(round(tile.x + dx, 2), round(tile.y + dy, 2), choose.randrange(90))
        if tile_move_refusal(ruleset, state, number, to) is None:
            found.append(Put(number, to))
    return found[:TILE_PLACES]


def _sample_revivals(ruleset: Ruleset, state: State) -> list[Revive]:
    """Where an eaten disc may come back (WD-43)."""
    if not can_revive(ruleset, state):
        return []
    seat = state.to_move
    angles = [
        (end, angle)
        for end in ENDS
        for angle in sample_angles(ring(ruleset, state, seat, end, adding=True))
    ]
    return [
        Revive(seat, end, angle)
        for end, angle in angles
        if disc_refusal(ruleset, state, seat, end, angle, adding=True) is None
    ]
