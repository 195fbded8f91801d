"""A sample of what may be done, where there are more moves than anybody could list.

A worm's turn is a continuum. A sample of it is listed: for each direction the ends and middles of
the arcs in which the first disc may lie, and angles between; then from each of these the rest of
the turn in a few manners (straight on, bending, hugging what lies to one side). ``refusal`` decides
about all other moves, so that ``in`` asks it. The same table always has the same list.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random
from typing import Any

from piecepack_nb.core.steps import Refusal
from piecepack_nb.games.worm_derby.geometry.circle import Arcs, turned
from piecepack_nb.games.worm_derby.geometry.field import free_lanes, moved_refusal, placed_refusal
from piecepack_nb.games.worm_derby.geometry.placing import after, eats, obstruction
from piecepack_nb.games.worm_derby.geometry.plane import DECIMALS, Tile, clean
from piecepack_nb.games.worm_derby.geometry.ring import Ring, both, ring
from piecepack_nb.games.worm_derby.moves import Build, Move, Put, Revive, Stay, Steps
from piecepack_nb.games.worm_derby.phases import turn
from piecepack_nb.games.worm_derby.refusals import further_step
from piecepack_nb.games.worm_derby.ruleset import Ruleset
from piecepack_nb.games.worm_derby.state import ENDS, State

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
PLACES = 24
"""How many places for a tile are listed."""
LANES = 5


class Sample(Sequence[Any]):
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


def listed(
    ruleset: Ruleset, state: State, legal: Callable[[Any], Refusal | None]
) -> Sequence[Move]:
    """The moves listed for a seat; what is legal beside them, ``legal`` tells."""
    moves: list[Any]
    match state.phase:
        case "tiles":
            moves = _placings(ruleset, state)
        case "worms":
            moves = _lanes(ruleset, state)
        case "ace":
            moves = [Stay(state.to_move), *_revivals(ruleset, state), *_shifts(ruleset, state)]
        case "move":
            turns = _Turns(ruleset, state)
            return Sample(len(turns), turns.make, legal)
        case _:
            moves = []
    return Sample(len(moves), moves.__getitem__, legal)


# --- a worm's turn ------------------------------------------------------------------------------


def first_angles(found: Ring) -> list[float]:
    """The angles listed of a ring: ends, middles, some between; and a bite's middle (WD-40)."""
    angles = [angle for span in found.allowed for angle in _spread(*span)]
    angles += [middle for bite in found.bites for middle in bite.arcs.middles]
    return [clean(angle) for angle in angles]


def _spread(start: float, end: float) -> list[float]:
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


class _Turns:
    """The turns listed, by number: direction and first angle, then the manner of the rest."""

    def __init__(self, ruleset: Ruleset, state: State) -> None:
        self.ruleset = ruleset
        self.state = state
        self.seat = state.to_move
        self.firsts = [
            (to, angle)
            for to, found in both(ruleset, state, self.seat).items()
            for angle in first_angles(found)
        ]
        self.manners = MANNERS if state.steps > 1 else MANNERS[:1]

    @cached_property
    def may_stay(self) -> bool:
        """Is no step a legal move, too? (WD-21)"""
        return self.ruleset.rules.must_step == "anywhere" or not any(
            further_step(self.ruleset, self.state, self.seat, to) is not None
            for to in both(self.ruleset, self.state, self.seat)
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
            if eats(ruleset, state, seat, to, angle):
                break
            state = after(ruleset, state, seat, to, angle)
            if ruleset.home_end(state.worms[seat]):
                break
            allowed = ring(ruleset, state, seat, to).allowed
            if not allowed:
                break
            angle = _within(allowed, manner(angle))
            angles.append(angle)
        return Steps(seat, to, tuple(angles))


def _within(allowed: Arcs, wanted: float) -> float:
    return clean(allowed.nearest(turned(wanted)))


# --- tiles and worms ----------------------------------------------------------------------------


def _chooser(state: State) -> Random:
    """Choices that depend on nothing but the table."""
    return Random(f"{state.turn} {state.phase} {state.to_move} {state.tiles}")


def _placings(ruleset: Ruleset, state: State) -> list[Put]:
    """Places for the next obstacle (WD-12)."""
    choose, number = _chooser(state), len(state.tiles) + 1
    found: list[Put] = []
    while len(found) < PLACES:
        x = choose.uniform(ruleset.start.x, ruleset.pylon.x)
        y = choose.uniform(0.0, ruleset.size[1])
        tile = Tile.at(round(x, 2), round(y, 2), choose.randrange(90))
        if placed_refusal(ruleset, state, tile) is None:
            found.append(Put(number, tile))
    return found


def _lanes(ruleset: Ruleset, state: State) -> list[Build | Stay]:
    """Where a worm may be built (WD-13); it waits where there is no room."""
    seat = state.to_move
    ys = {
        round(low + (high - low) * part / (LANES - 1), DECIMALS)
        for low, high in free_lanes(ruleset, state)
        for part in range(LANES)
    }
    return [Build(seat, y) for y in sorted(ys)] or [Stay(seat)]


def _shifts(ruleset: Ruleset, state: State) -> list[Put]:
    """Moves of obstacles: as far as may be in some direction, or less, and turned (WD-20)."""
    if ruleset.rules.ace != "tile" or state.colours:
        return []
    choose, reach = _chooser(state), ruleset.rules.tile_reach * ruleset.rules.tile
    found = []
    for _ in range(2 * PLACES):
        number = choose.randrange(len(state.tiles)) + 1 if state.tiles else 0
        if not number:
            break
        tile = state.tiles[number - 1]
        dx, dy = choose.uniform(-0.7, 0.7) * reach, choose.uniform(-0.7, 0.7) * reach
        to = Tile.at(round(tile.x + dx, 2), round(tile.y + dy, 2), choose.randrange(90))
        if moved_refusal(ruleset, state, number, to) is None:
            found.append(Put(number, to))
    return found[:PLACES]


def _revivals(ruleset: Ruleset, state: State) -> list[Revive]:
    """Where an eaten disc may come back (WD-43)."""
    if not turn.can_revive(ruleset, state):
        return []
    seat = state.to_move
    angles = [
        (end, angle)
        for end in ENDS
        for angle in first_angles(ring(ruleset, state, seat, end, adding=True))
    ]
    return [
        Revive(seat, end, angle)
        for end, angle in angles
        if obstruction(ruleset, state, seat, end, angle, adding=True) is None
    ]
