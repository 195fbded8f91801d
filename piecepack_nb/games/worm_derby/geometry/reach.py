"""The region that an end of a worm can reach in some steps.

Each step is spread from every place that was reached: in directions at even distances, as far as
the arcs of the ring allow them, and to the very ends of the arcs, so that the region is as large
as it can be. The table is divided into small cells for it.

Vocabulary
    cell   a small square of the table, (column, row), ``grain`` inches wide
    turns  how many turns were found that lead to a place. Worms that come into a cell from the same
           side (of four) are taken together: the one that is furthest from the start is kept, the
           others are taken to continue like it. So each place that is shown can be reached, by a
           turn that was really tried; the turns of up to three steps are counted, those of more are
           estimates
    gap    what a cheater leaves between discs, in inches (an honest player's gap is 0)
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeGuard

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.validate import one_of, whole_number
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
"""Turns from so few places are not taken together: those of the first two steps."""
Cell = tuple[int, int]


class ReachStep(NamedTuple):
    """The places reached from one place, by one step more."""

    step: int
    """The number of the step, from 1."""
    path: tuple[Point, ...]
    """The places of the worm's end before each step; the last is where this one was spread from."""
    turns: int
    """The number of turns that led there."""
    places: tuple[Point, ...]
    """The places of the next disc."""


@dataclass(slots=True)
class _Reached:
    """A worm from which the next step is spread."""

    turns: int
    before: State
    """The table before its last disc was laid."""
    path: tuple[Point, ...]


def cell_of(place: Point, grain: float = GRAIN) -> Cell:
    """Return the cell that a place lies in.

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
    """Return where a worm's end ``to`` can be after up to ``steps`` steps, as it is found out.

    The same table always gives the same. Raises BadInput for a worm that isn't there or can't
    move, and for numbers out of range.
    """
    check_reach(ruleset, state, seat, steps, to, grain, gap)
    return _spread(ruleset, state, seat, steps, to, grain, ruleset.coin + gap)


def _spread(
    ruleset: Ruleset, state: State, seat: str, steps: int, to: str, grain: float, step: float
) -> Iterator[ReachStep]:
    start = state.worms[seat].end(to)
    reached = [_Reached(1, state, (start,))]
    for number in range(1, steps + 1):
        beyond: dict[tuple[Cell, float], _Reached] = {}
        alone = len(reached) <= ALONE
        for worm in reached:
            path, here = worm.path, worm.before
            if len(path) > 1:
                last = extend_worm(ruleset.pylon, here.worms[seat], to, path[-1])
                here = here.put(seat, last)
            angles, ends = _directions(ruleset, here, seat, to, step)
            places = [beside(path[-1], angle, step) for angle in angles]
            for angle, place in zip(angles, places, strict=True):
                side = float(len(beyond)) if alone else angle // SIDES
                key = cell_of(place, grain), side
                kept = beyond.get(key)
                if kept is None:
                    beyond[key] = _Reached(worm.turns, here, (*path, place))
                    continue
                kept.turns += worm.turns
                if distance(start, place) > distance(start, kept.path[-1]) + TOLERANCE:
                    kept.before, kept.path = here, (*path, place)
            eaten = [beside(path[-1], angle, step) for angle in ends]
            yield ReachStep(number, path, worm.turns, (*places, *eaten))
        reached = list(beyond.values())


def _directions(
    ruleset: Ruleset, state: State, seat: str, to: str, step: float
) -> tuple[list[float], list[float]]:
    """Return even directions that are allowed, and the ends of the arcs; those that eat."""
    found = ring(ruleset, state, seat, to, step=step)
    allowed = found.allowed
    ends = [round_angle(end) for span in allowed for end in span] if allowed.width < 360 else []
    eating = list(dict.fromkeys(angle for bite in found.bites for angle in _even(bite.arcs)))
    return list(dict.fromkeys((*_even(allowed), *ends))), eating


def _even(arcs: Arcs) -> Iterator[float]:
    """Yield the directions at even distances that lie in the arcs."""
    for start, end in arcs:
        for at in range(math.ceil(start / EVERY), math.floor(end / EVERY) + 1):
            yield EVERY * at % 360


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
        raise BadInput("no worm is on the table yet; expected a match that has run to a roll")
    able = [each for each, worm in state.worms.items() if len(worm.discs) > 1]
    if seat not in able:
        names = ", ".join(able) or "there is none"
        raise invalid("seat", seat, f"a worm that can move: {names}")
    whole_number("steps", steps, 1, MOST_STEPS)
    one_of("to", to, ENDS)
    if not _is_number(grain) or not 0.05 <= grain <= 2:
        raise invalid("grain", grain, "inches from 0.05 to 2")
    if not _is_number(gap) or not 0 <= gap <= ruleset.radius:
        raise invalid("gap", gap, f"inches from 0 to {ruleset.radius:g}, half a coin")


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)
