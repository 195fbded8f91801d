"""How far it is home from anywhere on the table, for a disc: a chart made once, then read off.

The table is covered with a lattice of points. A disc can be on a point that is clear of tiles and
edges, and go from there to the eight points around. How far it is from each point to the finish,
with the pylon still to be rounded, is found by Dijkstra's algorithm, backward from the finish.

``piecepack_nb.search`` walks squares and headings, where quarter turns cost; here distances are
what counts, and the same place lies on several sheets.

Vocabulary
    pitch   from one point of the lattice to the next, in inches
    sheet   how many laps a disc there has wound: the same place before and after the far side is a
            place on another sheet, and only the far line leads from one to the other
    left    inches to go
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from typing import Any, NamedTuple

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import BotMove
from piecepack_nb.games.worm_derby.geometry.plane import (
    Arcs,
    Point,
    Tile,
    beside,
    distance,
    distance_to_tile,
    round_angle,
    slide_to_point,
    slide_to_tile,
)
from piecepack_nb.games.worm_derby.geometry.reach import GRAIN, check_reach
from piecepack_nb.games.worm_derby.geometry.ring import after_step, ring, rings_of
from piecepack_nb.games.worm_derby.geometry.winding import crosses_far_line, direction, laps_at
from piecepack_nb.games.worm_derby.moves import Move, Stay, Steps
from piecepack_nb.games.worm_derby.rules import WormDerbyRules
from piecepack_nb.games.worm_derby.ruleset import Ruleset, Wall
from piecepack_nb.games.worm_derby.state import State, Worm

# --- The chart -----------------------------------------------------------------------------------


PITCH = 0.5
CLEARANCE = 0.02
"""Inches that a disc keeps clear, beyond its radius, so that it has some play."""
BESIDE = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
Link = tuple[tuple[int, int], tuple[int, int]]
"""Two points side by side."""
Node = tuple[int, int, int]
"""Column, row and sheet."""
Stage = tuple[Point, bool]
"""A place on a way, and whether that is the way back."""


@lru_cache(maxsize=16)
def chart_of(rules: WormDerbyRules, tiles: tuple[Tile, ...], colours: tuple[str, ...]) -> Chart:
    """The chart for these tiles, no worm looked at."""
    return Chart(Ruleset(rules), tiles, colours)


def chart_with_worms(rules: WormDerbyRules, state: State, seat: str) -> Chart:
    """The chart for the tiles and the other worms where they lie now."""
    discs = tuple(
        disc for other, worm in state.worms.items() if other != seat for disc in worm.discs
    )
    return Chart(Ruleset(rules), state.tiles, state.colours, discs)


class Chart:
    """How far it is home from anywhere, given what lies on the table."""

    def __init__(
        self,
        ruleset: Ruleset,
        tiles: tuple[Tile, ...],
        colours: tuple[str, ...] = (),
        discs: tuple[Point, ...] = (),
    ) -> None:
        self.ruleset = ruleset
        self.tiles = (*ruleset.fixed.values(), *tiles)
        self.discs = discs
        self.laps = ruleset.rules.laps
        self.columns, self.rows = (int(length / PITCH) + 1 for length in ruleset.size)
        empty = State(1, "roll", ruleset.seats[0], FrozenDict(), tiles, colours)
        self._walls = list(ruleset.walls(empty)) if colours else []
        self._walls_after: dict[int, list[Wall]] = {}  # by the column to their left
        for wall in self._walls:
            self._walls_after.setdefault(int(wall.start.x // PITCH), []).append(wall)
        self._free = self._clear_points()
        self._barred = self._barred_links()
        self._around = {at: tuple(self._ways_out(*at)) for at in self._free}
        self._left = self._spread()

    def place(self, column: int, row: int) -> Point:
        """Where a point of the lattice lies."""
        return Point(column * PITCH, row * PITCH)

    # --- making it -------------------------------------------------------------------------------

    def _clear_points(self) -> set[tuple[int, int]]:
        """The points where a disc lies clear of edges, tiles and discs."""
        radius, (wide, high) = self.ruleset.radius + CLEARANCE, self.ruleset.size
        free = {
            (column, row)
            for column in range(self.columns)
            for row in range(self.rows)
            if radius <= column * PITCH <= wide - radius and radius <= row * PITCH <= high - radius
        }
        half = self.ruleset.half
        for tile in self.tiles:
            near = self._near(tile.middle, 1.5 * half + radius)
            free -= {at for at in near if distance_to_tile(self.place(*at), tile, half) < radius}
        for disc in self.discs:
            near = self._near(disc, 2 * radius)
            free -= {at for at in near if distance(self.place(*at), disc) < 2 * radius}
        return free

    def _barred_links(self) -> set[Link]:
        """Points side by side between which a disc can't slide, past a corner or another disc."""
        barred: set[Link] = set()
        radius, half = self.ruleset.radius, self.ruleset.half
        for tile in self.tiles:
            for one, other in self._links(tile.middle, 1.5 * half + radius + PITCH):
                if slide_to_tile(self.place(*one), self.place(*other), tile, half) < radius:
                    barred |= {(one, other), (other, one)}
        for disc in self.discs:
            for one, other in self._links(disc, 2 * radius + PITCH):
                if slide_to_point(self.place(*one), self.place(*other), disc) < 2 * radius:
                    barred |= {(one, other), (other, one)}
        return barred

    def _links(self, place: Point, reach: float) -> Iterator[Link]:
        """The links between clear points about a place, each once."""
        for column, row in self._near(place, reach):
            for dx, dy in BESIDE[4:]:
                one, other = (column, row), (column + dx, row + dy)
                if one in self._free and other in self._free:
                    yield one, other

    def _near(self, place: Point, reach: float) -> Iterator[tuple[int, int]]:
        """The points of the lattice in a square about a place."""
        low_x, high_x = (int((place.x + by) // PITCH) for by in (-reach, reach + PITCH))
        low_y, high_y = (int((place.y + by) // PITCH) for by in (-reach, reach + PITCH))
        return ((x, y) for x in range(low_x, high_x + 1) for y in range(low_y, high_y + 1))

    def _spread(self) -> dict[Node, float]:
        """How far it is home from each point on each sheet, nearest first (WD-22)."""
        left: dict[Node, float] = {}
        waiting = [(0.0, goal) for goal in self._goals()]
        while waiting:
            far, node = heappop(waiting)
            if node in left:
                continue
            left[node] = far
            for there, step in self._beside(node):
                if there not in left:
                    heappush(waiting, (far + step, there))
        return left

    def _goals(self) -> Iterator[Node]:
        """The finish, on the sheets where the pylon has been rounded (WD-22)."""
        for column, row in sorted(self._free):
            if self.ruleset.between_tiles(self.place(column, row)):
                yield column, row, self.laps
                yield column, row, -self.laps

    def _beside(self, node: Node) -> Iterator[tuple[Node, float]]:
        """The points around a point, on their sheets, and how far they are."""
        column, row, sheet = node
        for (to_column, to_row), change, step in self._around[column, row]:
            there = to_column, to_row, sheet + change
            if abs(there[2]) <= self.laps and not self._walled(node, there):
                yield there, step

    def _ways_out(self, column: int, row: int) -> Iterator[tuple[tuple[int, int], int, float]]:
        """The points around a point, how many sheets further they are, and how far."""
        for dx, dy in BESIDE:
            at = column + dx, row + dy
            if at in self._free and ((column, row), at) not in self._barred:
                yield at, self._change(column, row, *at), PITCH * math.hypot(dx, dy)

    def _change(self, column: int, row: int, to_column: int, to_row: int) -> int:
        """1 where the far line is crossed anticlockwise on the way to a point, -1 back."""
        pylon = self.ruleset.pylon
        if row == to_row or column * PITCH < pylon.x or abs(row * PITCH - pylon.y) > 2 * PITCH:
            return 0
        return crosses_far_line(pylon, self.place(column, row), self.place(to_column, to_row))

    def _walled(self, node: Node, there: Node) -> bool:
        """Is the way between two points barred by a slalom tile's wrong side? (WD-30)"""
        walls = self._walls_after.get(min(node[0], there[0]), ())
        if not walls or node[0] == there[0]:
            return False
        one, other = self.place(*node[:2]), self.place(*there[:2])
        back = self._back(one, node[2])
        return any(wall.back == back and _wall_bars(wall, one, other) for wall in walls)

    # --- reading it ------------------------------------------------------------------------------

    def left(self, place: Point, sheet: int) -> float:
        """How far it is home from a place on a sheet, by the points around it; inf for no way."""
        best = math.inf
        x, y = int(place.x / PITCH), int(place.y / PITCH)
        for column, row in ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)):
            point = self.place(column, row)
            there = sheet + crosses_far_line(self.ruleset.pylon, place, point)
            far = self._left.get((column, row, there))
            if far is not None:
                best = min(best, far + distance(place, point))
        return best

    def way(self, place: Point, sheet: int) -> tuple[Point, ...]:
        """The way home from a place, as a few straight lines from corner to corner; () for none."""
        node = self._entry(place, sheet)
        if node is None:
            return ()
        points = [(place, self._back(place, sheet))]
        while node is not None:
            there = self.place(*node[:2])
            points.append((there, self._back(there, node[2])))
            node = self._next(node)
        return self._pulled(points)

    def _back(self, place: Point, sheet: int) -> bool:
        """Is a disc there on its way back? (WD-30)"""
        return self.ruleset.been_round(direction(self.ruleset.pylon, place) + 360 * sheet)

    def _entry(self, place: Point, sheet: int) -> Node | None:
        """The point of the lattice from which the way is shortest."""
        found = []
        for column, row in self._near(place, PITCH):
            point = self.place(column, row)
            node = (column, row, sheet + crosses_far_line(self.ruleset.pylon, place, point))
            if node in self._left:
                back = self._back(point, node[2])
                shut = not self._open((place, back), (point, back))
                found.append((shut, self._left[node] + distance(place, point), node))
        return min(found)[2] if found else None

    def _next(self, node: Node) -> Node | None:
        """The next point on the way home; None at the finish."""
        if not self._left[node]:
            return None
        return min(
            ((self._left[there] + step, there) for there, step in self._beside(node)
             if there in self._left),
        )[1]  # fmt: skip

    def _pulled(self, points: list[Stage]) -> tuple[Point, ...]:
        """The way pulled straight: from each corner to the furthest point that can be gone to."""
        corners, here = [points[0][0]], 0
        while here < len(points) - 1:
            ahead = here + 1
            while ahead + 1 < len(points) and self._open(points[here], points[ahead + 1]):
                ahead += 1
            corners.append(points[ahead][0])
            here = ahead
        return tuple(corners)

    def _open(self, one: Stage, other: Stage) -> bool:
        """Can a disc slide straight from one place to the other?"""
        (start, back), (end, back_then) = one, other
        radius, half = self.ruleset.radius, self.ruleset.half
        clear = radius + 1.5 * half  # a tile whose middle is further off is not in the way
        left, right = min(start.x, end.x) - clear, max(start.x, end.x) + clear
        low, high = min(start.y, end.y) - clear, max(start.y, end.y) + clear
        return (
            all(
                slide_to_point(start, end, tile.middle) >= clear
                or slide_to_tile(start, end, tile, half) >= radius
                for tile in self.tiles
                if left < tile.x < right and low < tile.y < high
            )
            and all(slide_to_point(start, end, disc) >= 2 * radius for disc in self.discs)
            and not any(
                wall.back in (back, back_then) and _wall_bars(wall, start, end)
                for wall in self._walls
            )
        )


def _wall_bars(wall: Wall, one: Point, other: Point) -> bool:
    """Does the straight way between two places cross a wall?"""
    line = wall.start.x
    if (one.x <= line) == (other.x <= line):
        return False
    y = one.y + (other.y - one.y) * (line - one.x) / (other.x - one.x)
    return (y > wall.start.y) == wall.up


# --- A turn --------------------------------------------------------------------------------------


BEAM = 6
TRY_EVERY = 15.0
"""Degrees between the angles that are tried inside an arc."""
BEAM_APART = 0.1
"""Inches: two turns of the beam end at least so far from each other."""
SLOW = 0.4
"""A turn that brings it nearer by less than this part of its steps is held up by other worms."""


class RacePlan:
    """Why a racer moves as it does: the way that it has planned, and what is left of it."""

    def __init__(self, chart: Chart, seat: str, start: Point, sheet: int, before: float,
                 left: float) -> None:  # fmt: skip
        self._chart = chart
        self._start = start
        self._sheet = sheet
        self.seat = seat
        self.before = before
        """Inches to go before the turn."""
        self.left = left
        """Inches to go after it."""

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """The way planned, from the end that moves to the finish, corner by corner."""
        return self._chart.way(self._start, self._sheet)

    @property
    def text(self) -> str:
        """The plan in a sentence."""
        if math.isinf(self.left):
            return "there is no way home now"
        past = " past the other worms" if self._chart.discs else ""
        return f"its way home{past} is {self.before:.1f} inches long; {self.left:.1f} are left then"

    def to_json(self) -> dict[str, Any]:
        """The plan as plain data."""
        far = [None if math.isinf(each) else round(each, 3) for each in (self.before, self.left)]
        return {
            "seat": self.seat, "way": [list(point) for point in self.points],
            "before": far[0], "left": far[1],
        }  # fmt: skip


class _PlannedTurn(NamedTuple):
    """A turn as far as it was thought out."""

    left: float
    angles: tuple[float, ...]
    state: State
    done: bool = False
    """Can or need it not go on?"""


# --- a turn -------------------------------------------------------------------------------------


def plan_turn(ruleset: Ruleset, state: State, seat: str) -> BotMove:
    """The best turn on the chart; where other worms hold it up, on a chart with them on it."""
    chart = chart_of(ruleset.rules, state.tiles, state.colours)
    chosen = _best_turn(ruleset, chart, state, seat)
    why = chosen.why
    if isinstance(why, RacePlan) and why.before - why.left < SLOW * state.steps * ruleset.coin:
        round_them = chart_with_worms(ruleset.rules, state, seat)
        again = _best_turn(ruleset, round_them, state, seat)
        if isinstance(again.why, RacePlan) and not math.isinf(again.why.left):
            return again
    return chosen


def _best_turn(ruleset: Ruleset, chart: Chart, state: State, seat: str) -> BotMove:
    """The turn, of those that either end can make, that leaves least to go."""
    found: list[tuple[float, str, _PlannedTurn]] = []
    for to in rings_of(ruleset, state, seat):
        line = _plan_at_end(ruleset, chart, state, seat, to)
        if line.angles:
            found.append((line.left, to, line))
    if not found:
        return BotMove(_any_move(ruleset, state, seat))
    left, to, line = min(found, key=lambda each: (each[0], each[1] != "head"))
    worm = state.worms[seat]
    before, sheet = inches_left(ruleset, chart, worm, to), laps_at(ruleset.pylon, worm, to)
    why = RacePlan(chart, seat, worm.end(to), sheet, before, max(0.0, left))
    return BotMove(Steps(seat, to, line.angles), why)


def _any_move(ruleset: Ruleset, state: State, seat: str) -> Move:
    """A step that eats, where no other is possible (WD-40); or none."""
    for to, found in rings_of(ruleset, state, seat).items():
        for bite in found.bites:
            return Steps(seat, to, (round_angle(bite.arcs.middles[0]),))
    return Stay(seat)


def _plan_at_end(ruleset: Ruleset, chart: Chart, state: State, seat: str, to: str) -> _PlannedTurn:
    """The best turn with discs laid at one end, by a beam of turns that go on step by step."""
    beam = [_PlannedTurn(math.inf, (), state)]
    for _ in range(state.steps):
        lines = [each for line in beam for each in _one_step_longer(ruleset, chart, line, seat, to)]
        beam = _best_few(sorted(lines, key=lambda line: (line.left, line.angles)), seat, to)
    return beam[0]


def _one_step_longer(
    ruleset: Ruleset, chart: Chart, line: _PlannedTurn, seat: str, to: str
) -> Iterator[_PlannedTurn]:
    """A turn gone on with by one step, in the directions that leave least to go."""
    if line.done:
        yield line
        return
    state = line.state
    worm = state.worms[seat]
    sheet, centre = laps_at(ruleset.pylon, worm, to), worm.end(to)
    angles = _angles_to_try(ring(ruleset, state, seat, to).allowed)
    if not angles:
        yield line._replace(done=True)
        return
    judged = sorted((_left_at(ruleset, chart, centre, sheet, angle), angle) for angle in angles)
    for left, angle in judged[:BEAM]:
        new = after_step(ruleset, state, seat, to, angle)
        home = bool(ruleset.home_end(new.worms[seat]))
        yield _PlannedTurn(-1.0 if home else left, (*line.angles, angle), new, home)


def _left_at(ruleset: Ruleset, chart: Chart, centre: Point, sheet: int, angle: float) -> float:
    place = beside(centre, angle, ruleset.coin)
    return chart.left(place, sheet + crosses_far_line(ruleset.pylon, centre, place))


def _angles_to_try(allowed: Arcs) -> list[float]:
    """The ends of the arcs, and angles at even distances inside them."""
    angles = []
    for start, end in allowed:
        parts = max(1, math.ceil((end - start) / TRY_EVERY))
        angles += [round_angle(start + (end - start) * part / parts) for part in range(parts + 1)]
    return list(dict.fromkeys(angles))


def _best_few(lines: list[_PlannedTurn], seat: str, to: str) -> list[_PlannedTurn]:
    """The best few, no two of which end at about the same place."""
    kept: list[_PlannedTurn] = []
    for line in lines:
        end = line.state.worms[seat].end(to)
        if all(math.dist(end, other.state.worms[seat].end(to)) > BEAM_APART for other in kept):
            kept.append(line)
        if len(kept) == BEAM:
            break
    return kept


def inches_left(ruleset: Ruleset, chart: Chart, worm: Worm, to: str) -> float:
    """Return how far an end of a worm is from home."""
    return chart.left(worm.end(to), laps_at(ruleset.pylon, worm, to))


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


def compare_cheat(ruleset: Ruleset, state: State, seat: str, gap: float, to: str = "head") -> Cheat:
    """How much sooner a cheater is home who leaves gaps (WD-3 forbids it: discs touch exactly).

    Raises BadInput for a worm that isn't there or a gap that would be seen at once.
    """
    check_reach(ruleset, state, seat, 1, to, GRAIN, gap)
    worm = state.worms[seat]
    chart = chart_of(ruleset.rules, state.tiles, state.colours)
    left = chart.left(worm.end(to), laps_at(ruleset.pylon, worm, to))
    return Cheat(gap, left, left / ruleset.coin, left / (ruleset.coin + gap))
