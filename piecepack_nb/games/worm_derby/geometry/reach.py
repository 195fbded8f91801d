"""Where the end of a worm can be after some steps, and how much further a cheater gets.

Each step is spread from every place that was reached: in directions at even distances, as far as
the arcs of the ring allow them, and to the very ends of the arcs, so that the region is as large
as it can be. The table is divided into small cells for it.

Vocabulary
    cell  a small square of the table, (column, row), ``grain`` inches wide
    ways  how many turns were found that lead into a cell. Worms that come into a cell from the same
          side (of four) are taken together: the one that is furthest from the start is kept to go
          on from, the others are taken to go on like it. So each place that is shown can be
          reached, by a turn that was really tried; the ways of up to three steps are counted, those
          of more are estimates
    gap   what a cheater leaves between discs, in inches (an honest player's gap is 0)
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeGuard

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.games.worm_derby.geometry.plane import (
    TOLERANCE,
    Arcs,
    Point,
    beside,
    distance,
    round_angle,
)
from piecepack_nb.games.worm_derby.geometry.ring import ring
from piecepack_nb.games.worm_derby.geometry.winding import extend_worm
from piecepack_nb.games.worm_derby.ruleset import Ruleset
from piecepack_nb.games.worm_derby.state import ENDS, State

MOST_STEPS = 12
EVERY = 5.0
"""Degrees from one direction to the next."""
GRAIN = 0.125
SIDES = 90.0
"""Degrees: what comes into a cell by directions of the same quarter is taken together."""
ALONE = 100
"""What is spread from so few places is not taken together: the first two steps."""
Cell = tuple[int, int]


class ReachStep(NamedTuple):
    """What was reached from one place, by one step more."""

    step: int
    """The number of the step, from 1."""
    way: tuple[Point, ...]
    """Where the end of the worm lay before each step, the last where it was spread from."""
    ways: int
    """How many ways led there."""
    places: tuple[Point, ...]
    """Where the next disc can lie."""

    @property
    def start(self) -> Point:
        """The end of the worm that it was spread from."""
        return self.way[-1]


@dataclass(slots=True)
class _ReachedWorm:
    """A worm that goes on."""

    ways: int
    before: State
    """The table before its last disc was laid."""
    way: tuple[Point, ...]


def cell_of(place: Point, grain: float = GRAIN) -> Cell:
    """The cell that a place lies in.

    >>> cell_of(Point(10.3, 5.9), 0.25)
    (41, 23)
    """
    return math.floor(place.x / grain), math.floor(place.y / grain)


def reach(
    ruleset: Ruleset,
    state: State,
    seat: str,
    steps: int,
    to: str = "head",
    *,
    grain: float = GRAIN,
    gap: float = 0.0,
) -> Iterator[ReachStep]:
    """Where a worm's end ``to`` can be after up to ``steps`` steps, as it is found out.

    The same table always gives the same; ``region`` has the sums. Raises BadInput for a worm that
    isn't there or can't move, and for numbers out of range.
    """
    check_reach(ruleset, state, seat, steps, to, grain, gap)
    return _reach_steps(ruleset, state, seat, steps, to, grain, ruleset.coin + gap)


def _reach_steps(
    ruleset: Ruleset, state: State, seat: str, steps: int, to: str, grain: float, step: float
) -> Iterator[ReachStep]:
    start = state.worms[seat].end(to)
    reached = [_ReachedWorm(1, state, (start,))]
    for number in range(1, steps + 1):
        beyond: dict[tuple[Cell, float], _ReachedWorm] = {}
        alone = len(reached) <= ALONE
        for worm in reached:
            way, ways = worm.way, worm.ways
            here = _with_last(ruleset, worm.before, seat, to, way)
            angles, ends = _directions(ruleset, here, seat, to, step)
            places = [beside(way[-1], angle, step) for angle in angles]
            for angle, place in zip(angles, places, strict=True):
                side = float(len(beyond)) if alone else angle // SIDES
                key = cell_of(place, grain), side
                kept = beyond.setdefault(key, _ReachedWorm(0, here, (*way, place)))
                kept.ways += ways
                if distance(start, place) > distance(start, kept.way[-1]) + TOLERANCE:
                    kept.before, kept.way = here, (*way, place)
            eaten = [beside(way[-1], angle, step) for angle in ends]
            yield ReachStep(number, way, ways, (*places, *eaten))
        reached = list(beyond.values())


def _with_last(ruleset: Ruleset, state: State, seat: str, to: str, way: tuple[Point, ...]) -> State:
    """The table with the last disc of a way laid, the others having been laid before."""
    if len(way) == 1:
        return state
    return state.put(seat, extend_worm(ruleset.pylon, state.worms[seat], to, way[-1]))


def _directions(
    ruleset: Ruleset, state: State, seat: str, to: str, step: float
) -> tuple[list[float], list[float]]:
    """Even directions that are allowed, and the ends of the arcs; those that eat, and so end it."""
    found = ring(ruleset, state, seat, to, step=step)
    allowed = found.allowed
    ends = [round_angle(end) for span in allowed for end in span] if allowed.width < 360 else []
    eating = list(dict.fromkeys(angle for bite in found.bites for angle in _even(bite.arcs)))
    return list(dict.fromkeys((*_even(allowed), *ends))), eating


def _even(arcs: Arcs) -> Iterator[float]:
    """The directions at even distances that lie in the arcs."""
    for start, end in arcs:
        for at in range(math.ceil(start / EVERY), math.floor(end / EVERY) + 1):
            yield EVERY * at % 360


def region(spreads: Iterator[ReachStep], grain: float = GRAIN) -> dict[int, dict[Cell, int]]:
    """For each step the cells that were reached with it, and in how many ways."""
    found: dict[int, dict[Cell, int]] = {}
    for spread in spreads:
        cells = found.setdefault(spread.step, {})
        for place in spread.places:
            cell = cell_of(place, grain)
            cells[cell] = cells.get(cell, 0) + spread.ways
    return found


def furthest(spreads: Iterator[ReachStep], start: Point) -> Mapping[int, float]:
    """For each step how far from ``start`` the furthest place is, in inches."""
    found: dict[int, float] = {}
    for spread in spreads:
        far = max((distance(start, place) for place in spread.places), default=0.0)
        found[spread.step] = max(found.get(spread.step, 0.0), far)
    return found


def check_reach(
    ruleset: Ruleset,
    state: State,
    seat: object,
    steps: object,
    to: object,
    grain: object,
    gap: object,
) -> None:
    """Raise BadInput for a worm that isn't there or can't move, and for numbers out of range."""
    if not state.worms:
        raise BadInput("no worm lies on the table yet; accepted: a match that has run to a roll")
    if not isinstance(seat, str) or seat not in state.worms or len(state.worms[seat].discs) < 2:
        there = [each for each, worm in state.worms.items() if len(worm.discs) > 1]
        raise invalid(
            "seat", seat, "a worm that can move: " + (", ".join(there) or "there is none")
        )
    if not isinstance(steps, int) or isinstance(steps, bool) or not 1 <= steps <= MOST_STEPS:
        raise invalid("steps", steps, f"a whole number from 1 to {MOST_STEPS}")
    if not isinstance(to, str) or to not in ENDS:
        raise invalid("to", to, "'head' or 'tail'")
    if not _is_number(grain) or not 0.05 <= grain <= 2:
        raise invalid("grain", grain, "inches from 0.05 to 2")
    _check_gap(ruleset, gap)


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _check_gap(ruleset: Ruleset, gap: object) -> None:
    if not _is_number(gap) or not 0 <= gap <= ruleset.radius:
        raise invalid("gap", gap, f"inches from 0 to {ruleset.radius:g}, half a coin")
