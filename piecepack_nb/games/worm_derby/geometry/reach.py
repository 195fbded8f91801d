"""Where the end of a worm can be after some steps, and how much further a cheater gets.

Each step is spread from every place that was reached: in directions at even distances, as far as
the arcs of the ring allow them, and to the very ends of the arcs, so that the region is as large
as it can be. The table is divided into small cells for it.

Vocabulary
    cell  a small square of the table, (column, row), ``grain`` inches wide
    ways  how many turns were found that lead into a cell. Of the worms that get into one cell the
          first is kept to go on from, and the others are taken to go on like it: so each place that
          is shown can be reached, by a turn that was really tried, and the numbers of ways are
          estimates
    gap   what a cheater leaves between discs, in inches (an honest player's gap is 0)
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from piecepack_nb.core.errors import wrong
from piecepack_nb.games.worm_derby.bot.chart import charted
from piecepack_nb.games.worm_derby.geometry.plane import Point, apart, beside, clean
from piecepack_nb.games.worm_derby.geometry.ring import ring
from piecepack_nb.games.worm_derby.geometry.winding import direction, laid, winding
from piecepack_nb.games.worm_derby.state import ENDS, State
from piecepack_nb.games.worm_derby.table import Table

__all__ = ["Cell", "Cheat", "Spread", "cell_of", "cheat", "furthest", "reach", "region"]

MOST_STEPS = 12
EVERY = 10.0
GRAIN = 0.25
Cell = tuple[int, int]


class Spread(NamedTuple):
    """What was reached from one place, by one step more."""

    step: int
    """The number of the step, from 1."""
    start: Point
    """The end of the worm that it was spread from."""
    ways: int
    """How many ways led there."""
    places: tuple[Point, ...]
    """Where the next disc can lie."""


def cell_of(place: Point, grain: float = GRAIN) -> Cell:
    """The cell that a place lies in.

    >>> cell_of(Point(10.3, 5.9), 0.25)
    (41, 23)
    """
    return math.floor(place.x / grain), math.floor(place.y / grain)


def reach(
    table: Table,
    state: State,
    seat: str,
    steps: int,
    to: str = "head",
    *,
    grain: float = GRAIN,
    gap: float = 0.0,
) -> Iterator[Spread]:
    """Where a worm's end ``to`` can be after up to ``steps`` steps, as it is found out.

    The same table always gives the same; ``region`` has the sums. Raises BadInput for a worm that
    isn't there or can't move, and for numbers out of range.
    """
    _check(table, state, seat, steps, to, grain, gap)
    return _spread(table, state, seat, steps, to, grain, table.coin + gap)


def _spread(
    table: Table, state: State, seat: str, steps: int, to: str, grain: float, step: float
) -> Iterator[Spread]:
    reached: dict[Cell, tuple[int, State]] = {cell_of(state.worms[seat].end(to), grain): (1, state)}
    for number in range(1, steps + 1):
        beyond: dict[Cell, tuple[int, State]] = {}
        for ways, here in reached.values():
            worm = here.worms[seat]
            centre = worm.end(to)
            places = tuple(
                beside(centre, angle, step) for angle in _directions(table, here, seat, to, step)
            )
            for place in places:
                cell = cell_of(place, grain)
                if cell in beyond:
                    before, kept = beyond[cell]
                    beyond[cell] = before + ways, kept
                else:
                    beyond[cell] = ways, here.put(seat, laid(table.pylon, worm, to, place))
            yield Spread(number, centre, ways, places)
        reached = beyond


def _directions(table: Table, state: State, seat: str, to: str, step: float) -> list[float]:
    """Even directions that are allowed, and the ends of the arcs."""
    allowed = ring(table, state, seat, to, step=step).allowed
    even = [EVERY * at for at in range(int(360 / EVERY)) if EVERY * at in allowed]
    ends = [clean(end) for span in allowed for end in span] if allowed.width < 360 else []
    return list(dict.fromkeys((*even, *ends)))


def region(spreads: Iterator[Spread], grain: float = GRAIN) -> dict[int, dict[Cell, int]]:
    """For each step the cells that were reached with it, and in how many ways."""
    found: dict[int, dict[Cell, int]] = {}
    for spread in spreads:
        cells = found.setdefault(spread.step, {})
        for place in spread.places:
            cell = cell_of(place, grain)
            cells[cell] = cells.get(cell, 0) + spread.ways
    return found


def furthest(spreads: Iterator[Spread], start: Point) -> Mapping[int, float]:
    """For each step how far from ``start`` the furthest place is, in inches."""
    found: dict[int, float] = {}
    for spread in spreads:
        far = max((apart(start, place) for place in spread.places), default=0.0)
        found[spread.step] = max(found.get(spread.step, 0.0), far)
    return found


def _check(
    table: Table, state: State, seat: str, steps: int, to: str, grain: float, gap: float
) -> None:
    if seat not in state.worms or len(state.worms[seat].discs) < 2:
        there = [each for each, worm in state.worms.items() if len(worm.discs) > 1]
        raise wrong("seat", seat, "a worm that can move: " + (", ".join(there) or "there is none"))
    if type(steps) is not int or not 1 <= steps <= MOST_STEPS:
        raise wrong("steps", steps, f"a whole number from 1 to {MOST_STEPS}")
    if to not in ENDS:
        raise wrong("to", to, "'head' or 'tail'")
    if not 0.05 <= grain <= 2:
        raise wrong("grain", grain, "inches from 0.05 to 2")
    _check_gap(table, gap)


def _check_gap(table: Table, gap: float) -> None:
    if not 0 <= gap <= table.radius:
        raise wrong("gap", gap, f"inches from 0 to {table.radius:g}, half a coin")


# --- the cheater --------------------------------------------------------------------------------


class Cheat(NamedTuple):
    """What it comes to when a gap is left at each disc."""

    gap: float
    left: float
    """How far the way home is, in inches."""
    steps: float
    """How many steps that takes an honest worm."""
    cheated: float
    """How many steps it takes with the gaps."""

    @property
    def text(self) -> str:
        """It in a sentence."""
        return (
            f"with gaps of {self.gap:g} inches the {self.left:.1f} inches home take "
            f"{self.cheated:.1f} steps instead of {self.steps:.1f}"
        )


def cheat(table: Table, state: State, seat: str, gap: float, to: str = "head") -> Cheat:
    """How much sooner a cheater is home who leaves gaps (WD-3 forbids it: discs touch exactly).

    Raises BadInput for a worm that isn't there or a gap that would be seen at once.
    """
    _check(table, state, seat, 1, to, GRAIN, gap)
    worm = state.worms[seat]
    place = worm.end(to)
    sheet = round((winding(table.pylon, worm, to) - direction(table.pylon, place)) / 360)
    left = charted(table.rules, state.tiles, state.colours).left(place, sheet)
    return Cheat(gap, left, left / table.coin, left / (table.coin + gap))
