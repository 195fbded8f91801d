"""The racer's planning: a chart of how far it is home from anywhere, and the best turn on it.

The table is covered with a lattice of points. A disc can be on a point that is clear of tiles and
edges, and go from there to the eight points around. The distance from each point to the finish,
with the pylon still to be rounded, is found by Dijkstra's algorithm, backward from the finish.

``piecepack_nb.search`` walks squares and headings, where quarter turns cost; here distances are
what counts, and the same place lies on several sheets.

Vocabulary
    pitch   from one point of the lattice to the next, in inches
    sheet   how many laps a disc there has wound: the same place before and after the far side is a
            place on another sheet, and only the far line leads from one to the other
    left    inches to go from the end that is moved, round the pylon and home
    beam    the turns that are continued: after each step the few that have least left
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

# --- The chart ------------------------------------------------------------------------------------

PITCH = 0.5
CLEARANCE = 0.02
"""Inches that a disc keeps clear, beyond its radius, so that it has some play."""
BESIDE = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
At = tuple[int, int]
"""Column and row of a point of the lattice."""
Node = tuple[int, int, int]
"""Column, row and sheet."""
Stage = tuple[Point, bool]
"""A place on a path, and True on the way back."""


@lru_cache(maxsize=16)
def chart_of(rules: WormDerbyRules, tiles: tuple[Tile, ...], colours: tuple[str, ...]) -> Chart:
    """Return the chart for these tiles, without worms."""
    return Chart(Ruleset(rules), tiles, colours)


class Chart:
    """The distance home from anywhere, given what lies on the table."""

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
        self._around = {at: tuple(self._links_of(*at)) for at in self._free}
        self._left = self._distances_home()

    def place(self, column: int, row: int) -> Point:
        """Return where a point of the lattice lies."""
        return Point(column * PITCH, row * PITCH)

    # --- making it -------------------------------------------------------------------------------

    def _clear_points(self) -> set[At]:
        """Return the points where a disc lies clear of edges, tiles and discs."""
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

    def _barred_links(self) -> set[tuple[At, At]]:
        """Return points side by side between which a disc can't slide, past a corner or a disc."""
        barred: set[tuple[At, At]] = set()
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

    def _links(self, place: Point, reach: float) -> Iterator[tuple[At, At]]:
        """Yield the links between clear points about a place, each once."""
        for column, row in self._near(place, reach):
            for dx, dy in BESIDE[4:]:
                one, other = (column, row), (column + dx, row + dy)
                if one in self._free and other in self._free:
                    yield one, other

    def _near(self, place: Point, reach: float) -> Iterator[At]:
        """Return the points of the lattice in a square about a place."""
        low_x, high_x = (int((place.x + by) // PITCH) for by in (-reach, reach + PITCH))
        low_y, high_y = (int((place.y + by) // PITCH) for by in (-reach, reach + PITCH))
        return ((x, y) for x in range(low_x, high_x + 1) for y in range(low_y, high_y + 1))

    def _distances_home(self) -> dict[Node, float]:
        """Return how far it is home from each point on each sheet, nearest first (WD-22)."""
        left: dict[Node, float] = {}
        waiting = [
            (0.0, (column, row, laps))
            for column, row in sorted(self._free)
            if self.ruleset.between_tiles(self.place(column, row))
            for laps in (self.laps, -self.laps)
        ]
        while waiting:
            far, node = heappop(waiting)
            if node in left:
                continue
            left[node] = far
            for there, step in self._beside(node):
                if there not in left:
                    heappush(waiting, (far + step, there))
        return left

    def _beside(self, node: Node) -> Iterator[tuple[Node, float]]:
        """Yield the points around a point, on their sheets, and how far they are."""
        column, row, sheet = node
        for (to_column, to_row), change, step in self._around[column, row]:
            there = to_column, to_row, sheet + change
            if abs(there[2]) <= self.laps and not self._is_walled(node, there):
                yield there, step

    def _links_of(self, column: int, row: int) -> Iterator[tuple[At, int, float]]:
        """Yield the points around a point, how many sheets further they are, and how far."""
        for dx, dy in BESIDE:
            at = column + dx, row + dy
            if at in self._free and ((column, row), at) not in self._barred:
                yield at, self._change(column, row, *at), PITCH * math.hypot(dx, dy)

    def _change(self, column: int, row: int, to_column: int, to_row: int) -> int:
        """Return 1 where the way to a point crosses the far line anticlockwise, -1 back."""
        pylon = self.ruleset.pylon
        if row == to_row or column * PITCH < pylon.x or abs(row * PITCH - pylon.y) > 2 * PITCH:
            return 0
        return crosses_far_line(pylon, self.place(column, row), self.place(to_column, to_row))

    def _is_walled(self, node: Node, there: Node) -> bool:
        """Return True if a slalom tile's wrong side bars the way between two points (WD-30)."""
        walls = self._walls_after.get(min(node[0], there[0]), ())
        if not walls or node[0] == there[0]:
            return False
        one, other = self.place(*node[:2]), self.place(*there[:2])
        back = self._is_back(one, node[2])
        return any(wall.back == back and wall.bars(one, other) for wall in walls)

    # --- reading it ------------------------------------------------------------------------------

    def left(self, place: Point, sheet: int) -> float:
        """Return how far it is home from a place on a sheet, in inches; inf if there is no path."""
        best = math.inf
        x, y = int(place.x / PITCH), int(place.y / PITCH)
        for column, row in ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)):
            point = self.place(column, row)
            there = sheet + crosses_far_line(self.ruleset.pylon, place, point)
            far = self._left.get((column, row, there))
            if far is not None:
                best = min(best, far + distance(place, point))
        return best

    def path(self, place: Point, sheet: int) -> tuple[Point, ...]:
        """Return the path home from a place, as straight lines between corners; () for none."""
        node = self._entry(place, sheet)
        if node is None:
            return ()
        points = [(place, self._is_back(place, sheet))]
        while node is not None:
            there = self.place(*node[:2])
            points.append((there, self._is_back(there, node[2])))
            node = self._next(node)
        return self._straighten(points)

    def _is_back(self, place: Point, sheet: int) -> bool:
        """Return True for a disc there on its way back (WD-30)."""
        return self.ruleset.been_round(direction(self.ruleset.pylon, place) + 360 * sheet)

    def _entry(self, place: Point, sheet: int) -> Node | None:
        """Return the point of the lattice from which the path is shortest."""
        found = []
        for column, row in self._near(place, PITCH):
            point = self.place(column, row)
            node = (column, row, sheet + crosses_far_line(self.ruleset.pylon, place, point))
            if node in self._left:
                back = self._is_back(point, node[2])
                shut = not self._is_open((place, back), (point, back))
                found.append((shut, self._left[node] + distance(place, point), node))
        return min(found)[2] if found else None

    def _next(self, node: Node) -> Node | None:
        """Return the next point on the path home; None at the finish."""
        if not self._left[node]:
            return None
        around = self._beside(node)
        return min((self._left[there] + step, there) for there, step in around
                   if there in self._left)[1]  # fmt: skip

    def _straighten(self, points: list[Stage]) -> tuple[Point, ...]:
        """Return the path pulled straight: from each corner to the furthest open point."""
        corners, here = [points[0][0]], 0
        while here < len(points) - 1:
            ahead = here + 1
            while ahead + 1 < len(points) and self._is_open(points[here], points[ahead + 1]):
                ahead += 1
            corners.append(points[ahead][0])
            here = ahead
        return tuple(corners)

    def _is_open(self, one: Stage, other: Stage) -> bool:
        """Return True if a disc can slide straight from one place to the other."""
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
                wall.back in (back, back_then) and wall.bars(start, end) for wall in self._walls
            )
        )


def inches_left(ruleset: Ruleset, chart: Chart, worm: Worm, to: str) -> float:
    """Return how far an end of a worm is from home."""
    return chart.left(worm.end(to), laps_at(ruleset.pylon, worm, to))


# --- The best turn --------------------------------------------------------------------------------

BEAM = 6
EVERY = 15.0
"""Degrees between the angles that are tried inside an arc."""
APART = 0.1
"""Inches: two turns of the beam end at least so far from each other."""
SLOW = 0.4
"""A turn that brings it nearer by less than this part of its steps is held up by other worms."""


class RacePlan:
    """The reason for a racer's turn: the path that it plans, and what is left of it."""

    def __init__(
        self, chart: Chart, seat: str, start: Point, sheet: int, before: float, left: float
    ) -> None:
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
        """The path planned, from the end that moves to the finish, corner by corner."""
        return self._chart.path(self._start, self._sheet)

    @property
    def text(self) -> str:
        """The plan in a sentence."""
        if math.isinf(self.left):
            return "there is no path home now"
        past = " past the other worms" if self._chart.discs else ""
        left = f"{self.left:.1f} are left after this turn"
        return f"its path home{past} is {self.before:.1f} inches long; {left}"

    def to_json(self) -> dict[str, Any]:
        """Return the plan as plain data."""
        far = [None if math.isinf(each) else round(each, 3) for each in (self.before, self.left)]
        return {
            "seat": self.seat, "way": [list(point) for point in self.points],
            "before": far[0], "left": far[1],
        }  # fmt: skip


class _Turn(NamedTuple):
    """A turn as far as it was planned."""

    left: float
    angles: tuple[float, ...]
    state: State
    done: bool = False


def plan_turn(ruleset: Ruleset, state: State, seat: str) -> BotMove:
    """Return the best turn on the chart; if other worms hold it up, on a chart with them on it."""
    chosen = _best_turn(ruleset, chart_of(ruleset.rules, state.tiles, state.colours), state, seat)
    why = chosen.why
    if isinstance(why, RacePlan) and why.before - why.left < SLOW * state.steps * ruleset.coin:
        discs = tuple(disc.place for disc in state.discs() if disc.seat != seat)
        chart = Chart(Ruleset(ruleset.rules), state.tiles, state.colours, discs)
        again = _best_turn(ruleset, chart, state, seat)
        if isinstance(again.why, RacePlan) and not math.isinf(again.why.left):
            return again
    return chosen


def _best_turn(ruleset: Ruleset, chart: Chart, state: State, seat: str) -> BotMove:
    """Return the turn, of those that either end can make, that leaves least to go."""
    turns = [
        (to, _turn_at(ruleset, chart, state, seat, to)) for to in rings_of(ruleset, state, seat)
    ]
    turns = [(to, turn) for to, turn in turns if turn.angles]
    if not turns:
        return BotMove(_any_move(ruleset, state, seat))
    to, turn = min(turns, key=lambda each: (each[1].left, each[0] != "head"))
    worm = state.worms[seat]
    before, sheet = inches_left(ruleset, chart, worm, to), laps_at(ruleset.pylon, worm, to)
    plan = RacePlan(chart, seat, worm.end(to), sheet, before, max(0.0, turn.left))
    return BotMove(Steps(seat, to, turn.angles), plan)


def _any_move(ruleset: Ruleset, state: State, seat: str) -> Move:
    """Return a step that eats, where no other is possible (WD-40); or none."""
    for to, found in rings_of(ruleset, state, seat).items():
        for bite in found.bites:
            return Steps(seat, to, (round_angle(bite.arcs.middles[0]),))
    return Stay(seat)


def _turn_at(ruleset: Ruleset, chart: Chart, state: State, seat: str, to: str) -> _Turn:
    """Return the best turn with discs laid at one end, by a beam of turns, step by step."""
    beam = [_Turn(math.inf, (), state)]
    for _ in range(state.steps):
        turns = [each for turn in beam for each in _continue(ruleset, chart, turn, seat, to)]
        beam = _best_few(sorted(turns, key=lambda turn: (turn.left, turn.angles)), seat, to)
    return beam[0]


def _continue(ruleset: Ruleset, chart: Chart, turn: _Turn, seat: str, to: str) -> Iterator[_Turn]:
    """Yield a turn with one step more, in the directions that leave least to go."""
    angles = [] if turn.done else _angles(ring(ruleset, turn.state, seat, to).allowed)
    if not angles:
        yield turn._replace(done=True)
        return
    worm = turn.state.worms[seat]
    sheet, centre = laps_at(ruleset.pylon, worm, to), worm.end(to)

    def left_at(angle: float) -> float:
        place = beside(centre, angle, ruleset.coin)
        return chart.left(place, sheet + crosses_far_line(ruleset.pylon, centre, place))

    for left, angle in sorted((left_at(angle), angle) for angle in angles)[:BEAM]:
        state = after_step(ruleset, turn.state, seat, to, angle)
        home = bool(ruleset.home_end(state.worms[seat]))
        yield _Turn(-1.0 if home else left, (*turn.angles, angle), state, home)


def _angles(allowed: Arcs) -> list[float]:
    """Return the ends of the arcs, and angles at even distances inside them."""
    angles = []
    for start, end in allowed:
        parts = max(1, math.ceil((end - start) / EVERY))
        angles += [round_angle(start + (end - start) * part / parts) for part in range(parts + 1)]
    return list(dict.fromkeys(angles))


def _best_few(turns: list[_Turn], seat: str, to: str) -> list[_Turn]:
    """Return the best turns, no two of which end at about the same place."""
    kept: list[_Turn] = []
    for turn in turns:
        end = turn.state.worms[seat].end(to)
        if all(math.dist(end, other.state.worms[seat].end(to)) > APART for other in kept):
            kept.append(turn)
        if len(kept) == BEAM:
            break
    return kept


# --- The cheater ----------------------------------------------------------------------------------


class Cheat(NamedTuple):
    """The steps home of a worm with a gap at each disc, and without."""

    gap: float
    left: float
    """The length of the path home, in inches."""
    steps: float
    """The steps that it takes an honest worm."""
    cheated: float
    """The steps that it takes with the gaps."""

    @property
    def text(self) -> str:
        """The comparison in a sentence."""
        return (
            f"with gaps of {self.gap:g} inches the {self.left:.1f} inches home take "
            f"{self.cheated:.1f} steps instead of {self.steps:.1f}"
        )


def compare_cheat(ruleset: Ruleset, state: State, seat: str, gap: float, to: str = "head") -> Cheat:
    """Return how much sooner a cheater is home who leaves gaps (WD-3: discs touch exactly).

    Raises BadInput for a worm that isn't there or a gap that would be seen at once.
    """
    check_reach(ruleset, state, seat, 1, to, GRAIN, gap)
    chart = chart_of(ruleset.rules, state.tiles, state.colours)
    left = inches_left(ruleset, chart, state.worms[seat], to)
    return Cheat(gap, left, left / ruleset.coin, left / (ruleset.coin + gap))
