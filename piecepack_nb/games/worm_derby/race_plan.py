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
from collections.abc import Collection, Iterator
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from itertools import chain, pairwise
from statistics import fmean
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
)
from piecepack_nb.games.worm_derby.geometry.reach import GRAIN, check_reach
from piecepack_nb.games.worm_derby.geometry.ring import (
    Bite,
    after_step,
    ring,
    rings_of,
    thing_text,
    tile_move_refusal,
)
from piecepack_nb.games.worm_derby.geometry.winding import crosses_far_line, direction, laps_at
from piecepack_nb.games.worm_derby.moves import Move, Put, Stay, Steps
from piecepack_nb.games.worm_derby.rules import WormDerbyRules
from piecepack_nb.games.worm_derby.ruleset import Ruleset, Wall
from piecepack_nb.games.worm_derby.state import ENDS, State, Worm

# --- The chart ------------------------------------------------------------------------------------

PITCH = 0.5
CLEARANCE = 0.02
"""Inches that a disc keeps clear, beyond its radius, so that it has some play."""
CLOSED = -1.0
"""The distance home of a node where no disc may be: less than any other."""
BESIDE = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
PointPair = tuple[int, int]
"""Two points of the lattice side by side, the lower number first."""
Stage = tuple[Point, bool]
"""A place on a path, and True on the way back."""


class Lattice:
    """The points on an empty table, numbered, with the links between them.

    A node is a point on a sheet; its number is the point's plus that of all points for each sheet
    from ``-laps`` on.
    """

    def __init__(self, size: tuple[float, float], radius: float, pylon: Point, laps: int) -> None:
        self.pylon, self.laps = pylon, laps
        self.columns, self.rows = (int(length / PITCH) + 1 for length in size)
        self.number = self.columns * self.rows
        self.places = [
            Point(column * PITCH, row * PITCH)
            for column in range(self.columns)
            for row in range(self.rows)
        ]
        radius, (wide, high) = radius + CLEARANCE, size
        self.clear = bytearray(
            radius <= x <= wide - radius and radius <= y <= high - radius for x, y in self.places
        )
        """1 for each point where a disc is clear of the edges."""
        inside = tuple((dx * self.rows + dy, PITCH * math.hypot(dx, dy)) for dx, dy in BESIDE)
        self.links = [
            inside if self._is_inside(point) else tuple(self._links_of(point))
            for point in range(self.number)
        ]
        """For each point how many nodes on those around it are, and how many inches off."""

    def _is_inside(self, point: int) -> bool:
        """Return True for a point with others all around it, on the same sheet."""
        column, row = divmod(point, self.rows)
        edge = column in (0, self.columns - 1) or row in (0, self.rows - 1)
        return not edge and not self._is_by_far_line(self.places[point])

    def _is_by_far_line(self, place: Point) -> bool:
        return place.x >= self.pylon.x and abs(place.y - self.pylon.y) <= 2 * PITCH

    def _links_of(self, point: int) -> Iterator[tuple[int, float]]:
        """Yield how many nodes on a point's neighbours are, and how many inches off (WD-22)."""
        column, row = divmod(point, self.rows)
        for dx, dy in BESIDE:
            if 0 <= column + dx < self.columns and 0 <= row + dy < self.rows:
                to = point + dx * self.rows + dy
                yield to - point + self._change(point, to) * self.number, PITCH * math.hypot(dx, dy)

    def _change(self, point: int, to: int) -> int:
        """Return 1 where the way to a point crosses the far line anticlockwise, -1 back."""
        one = self.places[point]
        if not self._is_by_far_line(one):
            return 0
        return crosses_far_line(self.pylon, one, self.places[to])

    def point(self, column: int, row: int) -> int | None:
        """Return the number of a point; None off the table."""
        inside = 0 <= column < self.columns and 0 <= row < self.rows
        return column * self.rows + row if inside else None

    def node(self, point: int, sheet: int) -> int | None:
        """Return the number of a point on a sheet; None on one that no path needs."""
        return point + (sheet + self.laps) * self.number if abs(sheet) <= self.laps else None

    def near(self, place: Point, reach: float) -> Iterator[int]:
        """Yield the points of the lattice in a square about a place."""
        low_x, high_x = (int((place.x + by) // PITCH) for by in (-reach, reach + PITCH))
        low_y, high_y = (int((place.y + by) // PITCH) for by in (-reach, reach + PITCH))
        for column in range(max(0, low_x), min(self.columns, high_x + 1)):
            for row in range(max(0, low_y), min(self.rows, high_y + 1)):
                yield column * self.rows + row

    def links_between(self, points: Collection[int]) -> Iterator[PointPair]:
        """Yield the links between these points, each once."""
        for one in points:
            for further, _ in self.links[one]:
                to = (one + further) % self.number
                if to > one and to in points:
                    yield one, to


class Shadow(NamedTuple):
    """The points that a tile or a disc covers for discs, and the links that it bars beside them."""

    covered: frozenset[int]
    barred: frozenset[PointPair]


_lattice = lru_cache(maxsize=8)(Lattice)


def lattice_of(ruleset: Ruleset) -> Lattice:
    """Return the lattice for these rules: one for all that have the same table."""
    return _lattice(ruleset.size, ruleset.radius, ruleset.pylon, ruleset.rules.laps)


@lru_cache(maxsize=512)
def _shadow(rules: WormDerbyRules, thing: Tile | Point) -> Shadow:
    """Return where a tile or a disc lets no disc lie, and between which points it lets none pass.

    What is further off than half a link more than it needs bars no link.
    """
    ruleset = Ruleset(rules)
    lattice = lattice_of(ruleset)
    places = lattice.places
    around = 1.5 * ruleset.half if isinstance(thing, Tile) else ruleset.radius
    points = lattice.near(Point(thing.x, thing.y), around + ruleset.radius + PITCH)
    rooms = {at: ruleset.room_beside(thing, places[at]) for at in points}
    spare = CLEARANCE if isinstance(thing, Tile) else 2 * CLEARANCE
    covered = frozenset(at for at, room in rooms.items() if room < spare)
    near = {at for at, room in rooms.items() if room < 2 * PITCH and at not in covered}
    barred = frozenset(
        (one, other)
        for one, other in lattice.links_between(near)
        if min(rooms[one], rooms[other]) < PITCH * math.sqrt(0.5)
        and ruleset.step_room(thing, places[one], places[other]) < 0
    )
    return Shadow(covered, barred)


@lru_cache(maxsize=64)
def chart_of(rules: WormDerbyRules, tiles: tuple[Tile, ...], colours: tuple[str, ...]) -> HomeMap:
    """Return the chart for these tiles, without worms."""
    return HomeMap(rules, tiles, colours)


class HomeMap:
    """The distance home from anywhere, given what is on the table."""

    def __init__(
        self,
        rules: WormDerbyRules,
        tiles: tuple[Tile, ...],
        colours: tuple[str, ...] = (),
        discs: tuple[Point, ...] = (),
    ) -> None:
        self.ruleset = ruleset = Ruleset(rules)
        self.lattice = lattice = lattice_of(ruleset)
        self.discs = discs
        self._things: tuple[Tile | Point, ...] = (*ruleset.fixed.values(), *tiles, *discs)
        empty = State(1, "roll", ruleset.seats[0], FrozenDict(), tiles, colours)
        self._walls = list(ruleset.walls(empty)) if colours else []
        self._walls_after: dict[int, list[Wall]] = {}  # by the column to their left
        for wall in self._walls:
            self._walls_after.setdefault(int(wall.start.x // PITCH), []).append(wall)
        shadows = [_shadow(rules, thing) for thing in self._things]
        self._clear = lattice.clear.copy()
        for at in frozenset[int]().union(*(shadow.covered for shadow in shadows)):
            self._clear[at] = 0
        self._barred = frozenset[PointPair]().union(*(shadow.barred for shadow in shadows))
        self._far = self._distances_home()

    def _distances_home(self) -> list[float]:
        """Return how far it is home from each node, inf without a path (WD-22)."""
        links, number, laps = self.lattice.links, self.lattice.number, self.lattice.laps
        beyond, beside = [CLOSED] * number, self._beside_bars()
        free = [math.inf if clear else CLOSED for clear in self._clear] * (2 * laps + 1)
        far = [*beyond, *free, *beyond]  # from one sheet below the lowest to one above the highest
        waiting = [
            (0.0, point + sheet * number)
            for point in self._finish()
            if self._clear[point]
            for sheet in (1, 2 * laps + 1)
        ]
        for _, node in waiting:
            far[node] = 0.0
        while waiting:
            here, node = heappop(waiting)
            if here > far[node]:
                continue
            point = node % number
            steps = self._open_links(node - number) if point in beside else links[point]
            for further, step in steps:
                there = node + further
                if here + step < far[there]:
                    far[there] = here + step
                    heappush(waiting, (here + step, there))
        return [math.inf if each == CLOSED else each for each in far[number:-number]]

    def _finish(self) -> list[int]:
        """Return the points between the start tiles (WD-22)."""
        reach, places = max(self.ruleset.half, self.ruleset.gap / 2), self.lattice.places
        near = self.lattice.near(self.ruleset.start, reach)
        return [point for point in near if self.ruleset.between_tiles(places[point])]

    def _beside_bars(self) -> set[int]:
        """Return the points from which something on the table may bar a link."""
        rows = self.lattice.rows
        walled = (range(column * rows, (column + 2) * rows) for column in self._walls_after)
        return {*chain(*self._barred, *walled)}

    def _open_links(self, node: int) -> Iterator[tuple[int, float]]:
        """Yield the links of a node that nothing on the table bars."""
        number = self.lattice.number
        point = node % number
        for further, step in self.lattice.links[point]:
            to = (point + further) % number
            link = (point, to) if point < to else (to, point)
            if self._clear[to] and link not in self._barred and not self._is_walled(node, to):
                yield further, step

    def _beside(self, node: int) -> Iterator[tuple[int, float]]:
        """Yield the nodes around a node with a path home, and how far they are."""
        for further, step in self._open_links(node):
            if 0 <= node + further < len(self._far):
                yield node + further, step

    def _place(self, node: int) -> Point:
        return self.lattice.places[node % self.lattice.number]

    def _sheet(self, node: int) -> int:
        return node // self.lattice.number - self.lattice.laps

    def _is_walled(self, node: int, to: int) -> bool:
        """Return True if a slalom tile's wrong side bars the way to a point (WD-30)."""
        point, rows = node % self.lattice.number, self.lattice.rows
        walls = self._walls_after.get(min(point, to) // rows, ())
        if not walls or point // rows == to // rows:
            return False
        one, other = self._place(node), self._place(to)
        back = self._is_back(one, self._sheet(node))
        return any(wall.back == back and wall.bars(one, other) for wall in walls)

    # --- reading it ------------------------------------------------------------------------------

    def left(self, place: Point, sheet: int) -> float:
        """Return how far it is home from a place on a sheet, in inches; inf if there is no path."""
        best = math.inf
        x, y = int(place.x / PITCH), int(place.y / PITCH)
        for column, row in ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)):
            at = self.lattice.point(column, row)
            node = None if at is None else self._node_beside(place, sheet, at)
            if node is not None:
                best = min(best, self._far[node] + distance(place, self._place(node)))
        return best

    def _node_beside(self, place: Point, sheet: int, at: int) -> int | None:
        """Return the node of a point beside a place on a sheet; None if no path needs it."""
        across = crosses_far_line(self.ruleset.pylon, place, self.lattice.places[at])
        return self.lattice.node(at, sheet + across)

    def path(self, place: Point, sheet: int) -> tuple[Point, ...]:
        """Return the path home from a place, as straight lines between corners; () for none."""
        node = self._entry(place, sheet)
        if node is None:
            return ()
        points = [(place, self._is_back(place, sheet))]
        while node is not None:
            there = self._place(node)
            points.append((there, self._is_back(there, self._sheet(node))))
            node = self._next(node)
        return self._straighten(points)

    def _is_back(self, place: Point, sheet: int) -> bool:
        """Return True for a disc there on its way back (WD-30)."""
        return self.ruleset.been_round(direction(self.ruleset.pylon, place) + 360 * sheet)

    def _entry(self, place: Point, sheet: int) -> int | None:
        """Return the node from which the path is shortest."""
        found = []
        for at in self.lattice.near(place, PITCH):
            node = self._node_beside(place, sheet, at)
            if node is not None and not math.isinf(self._far[node]):
                point = self._place(node)
                back = self._is_back(point, self._sheet(node))
                shut = not self._is_open((place, back), (point, back))
                found.append((shut, self._far[node] + distance(place, point), node))
        return min(found)[2] if found else None

    def _next(self, node: int) -> int | None:
        """Return the next node on the path home; None at the finish."""
        if not self._far[node]:
            return None
        return min((self._far[there] + step, there) for there, step in self._beside(node))[1]

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
        return all(
            self.ruleset.slide_room(thing, start, end) >= 0 for thing in self._near(start, end)
        ) and not any(
            wall.back in (back, back_then) and wall.bars(start, end) for wall in self._walls
        )

    def _near(self, start: Point, end: Point) -> Iterator[Tile | Point]:
        """Yield the tiles and discs that may be in the way of a slide."""
        clear = self.ruleset.radius + 1.5 * self.ruleset.half
        left, right = min(start.x, end.x) - clear, max(start.x, end.x) + clear
        low, high = min(start.y, end.y) - clear, max(start.y, end.y) + clear
        for thing in self._things:
            x, y = thing[:2]
            if (
                left < x < right
                and low < y < high
                and slide_to_point(start, end, Point(x, y)) < clear
            ):
                yield thing


def inches_left(ruleset: Ruleset, chart: HomeMap, worm: Worm, to: str) -> float:
    """Return how far an end of a worm is from home."""
    return chart.left(worm.end(to), laps_at(ruleset.pylon, worm, to))


# --- The best turn --------------------------------------------------------------------------------

BEAM = 6
EVERY = 15.0
"""Degrees between the angles that are tried inside an arc."""
APART = 0.1
"""Inches: two turns of the beam end at least so far from each other."""
OUT = 24.0
"""Inches that a worm is behind which only an ace helps."""
SLOW = 0.4
"""A turn that brings it nearer by less than this part of its steps is held up by other worms."""


class RacePlan:
    """The reason for a racer's turn: the path that it plans, and what is left of it."""

    def __init__(
        self,
        chart: HomeMap,
        seat: str,
        start: Point,
        sheet: int,
        before: float,
        left: float,
        bite: str = "",
    ) -> None:
        self._chart = chart
        self._start = start
        self._sheet = sheet
        self.seat = seat
        self.before = before
        """Inches to go before the turn."""
        self.left = left
        """Inches to go after it."""
        self.bite = bite
        """The disc that the turn eats, in words; "" for none."""

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
        if self.bite:
            left += f", which eats {self.bite}"
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
    gain: float = 0.0
    """The worth of a bite at its end, in inches."""
    bite: str = ""
    """The disc that it eats, in words."""

    @property
    def cost(self) -> float:
        """The inches left to go, less the worth of a bite."""
        return self.left - self.gain


def plan_turn(ruleset: Ruleset, state: State, seat: str, bites: bool = True) -> BotMove:
    """Return the best turn on the chart; if other worms hold it up, on a chart with them on it.

    With ``bites`` it eats another worm's end when that pays (WD-40).
    """
    plain = chart_of(ruleset.rules, state.tiles, state.colours)
    chosen = _best_turn(ruleset, plain, state, seat, bites)
    why, expected = chosen.why, state.steps * ruleset.coin
    if isinstance(why, RacePlan) and not why.bite and why.before - why.left < SLOW * expected:
        discs = tuple(disc.place for disc in state.discs() if disc.seat != seat)
        chart = HomeMap(ruleset.rules, state.tiles, state.colours, discs)
        again = _best_turn(ruleset, chart, state, seat, bites)
        if isinstance(again.why, RacePlan) and not math.isinf(again.why.left):
            return again
    return chosen


def _best_turn(ruleset: Ruleset, chart: HomeMap, state: State, seat: str, bites: bool) -> BotMove:
    """Return the turn, of those that either end can make, that leaves least to go."""
    turns = [
        (to, _turn_at(ruleset, chart, state, seat, to, bites))
        for to in rings_of(ruleset, state, seat)
    ]
    turns = [(to, turn) for to, turn in turns if turn.angles]
    if not turns:
        return BotMove(_any_move(ruleset, state, seat))
    to, turn = min(turns, key=lambda each: (each[1].cost, each[0] != "head"))
    worm = state.worms[seat]
    before, sheet = inches_left(ruleset, chart, worm, to), laps_at(ruleset.pylon, worm, to)
    left = max(0.0, turn.left)
    plan = RacePlan(chart, seat, worm.end(to), sheet, before, left, turn.bite)
    return BotMove(Steps(seat, to, turn.angles), plan)


def _any_move(ruleset: Ruleset, state: State, seat: str) -> Move:
    """Return a step that eats, where no other is possible (WD-40); or none."""
    for to, found in rings_of(ruleset, state, seat).items():
        for bite in found.bites:
            return Steps(seat, to, (round_angle(bite.arcs.middles[0]),))
    return Stay(seat)


def _turn_at(
    ruleset: Ruleset, chart: HomeMap, state: State, seat: str, to: str, bites: bool
) -> _Turn:
    """Return the best turn with discs laid at one end, by a beam of turns, step by step.

    Turns that eat end there, so they are kept beside the beam.
    """
    beam, eating = [_Turn(math.inf, (), state)], list[_Turn]()
    for _ in range(state.steps):
        if bites and ruleset.rules.cannibal:
            eating += [each for turn in beam for each in _eat(ruleset, chart, turn, seat, to)]
        turns = [each for turn in beam for each in _continue(ruleset, chart, turn, seat, to)]
        beam = _best_few(sorted(turns, key=lambda turn: (turn.left, turn.angles)), seat, to)
    return min(beam[:1] + eating, key=lambda turn: turn.cost)


def _eat(ruleset: Ruleset, chart: HomeMap, turn: _Turn, seat: str, to: str) -> Iterator[_Turn]:
    """Yield a turn with one step more that eats, where it leaves least to go (WD-40)."""
    if turn.done:
        return
    for bite in ring(ruleset, turn.state, seat, to).bites:
        angles = [round_angle(middle) for middle in bite.arcs.middles]
        states = [after_step(ruleset, turn.state, seat, to, angle) for angle in angles]
        left = [inches_left(ruleset, chart, each.worms[seat], to) for each in states]
        best = left.index(min(left))
        gain = _bite_gain(ruleset, chart, turn.state, bite)
        angles_so_far = (*turn.angles, angles[best])
        yield _Turn(left[best], angles_so_far, states[best], True, gain, thing_text(bite.thing))


def _bite_gain(ruleset: Ruleset, chart: HomeMap, state: State, bite: Bite) -> float:
    """Return what a bite is worth: the inches that it costs the eaten worm, for each rival.

    A shorter worm makes fewer steps (WD-42); one eaten in front goes back in its next turn
    (WD-41); one of a single disc goes nowhere (WD-43).
    """
    worm, rules = state.worms[bite.seat], ruleset.rules
    discs, rivals = len(worm.discs), len(ruleset.racing(state)) - 1
    left = {end: inches_left(ruleset, chart, worm, end) for end in ENDS}
    nearest = min(ENDS, key=lambda end: left[end])
    if math.isinf(left[nearest]):
        return 0.0
    if discs - 1 < 2:
        return (left[nearest] + OUT) / rivals
    slower = left[nearest] * (_pace(ruleset, discs) / _pace(ruleset, discs - 1) - 1)
    back = 2 * _pace(ruleset, discs - 1) * ruleset.coin
    return (slower + back * (rules.flee and bite.end == nearest)) / rivals


def _pace(ruleset: Ruleset, discs: int) -> float:
    """Return the steps that a roll gives a worm of so many discs on average (WD-20, WD-42)."""
    return fmean(ruleset.limited(steps, discs) for steps in ruleset.rolls)


def _continue(ruleset: Ruleset, chart: HomeMap, turn: _Turn, seat: str, to: str) -> Iterator[_Turn]:
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


# --- An ace (WD-20) -------------------------------------------------------------------------------

WORTH = 0.25
"""Inches that a tile's move must be worth."""
MOST_TILES, MOST_PLACES = 4, 3
"""The tiles that are lifted to see what they cost, and the places that are tried on a chart."""
BLOCK = 1.0
"""Inches that a tile in a rival's way is expected to cost it."""
SIDES = tuple(math.radians(angle) for angle in range(0, 360, 30))


class TileMove(NamedTuple):
    """A move of an obstacle by an ace, and the inches that it saves its seat, and costs a rival."""

    seat: str
    move: Put
    saves: float
    rival: str = ""
    costs: float = 0.0

    @property
    def worth(self) -> float:
        """The worth of the move, in inches."""
        return self.saves + self.costs

    @property
    def text(self) -> str:
        """The reason in a sentence."""
        parts = []
        if abs(self.saves) >= SHOWN:
            verb = "shortens" if self.saves > 0 else "lengthens"
            parts.append(f"{verb} its path home by {abs(self.saves):.1f} inches")
        if self.rival and abs(self.costs) >= SHOWN:
            verb = "lengthens" if self.costs > 0 else "shortens"
            parts.append(f"{verb} that of {self.rival.title()} by {abs(self.costs):.1f} inches")
        return f"moving tile {self.move.number} {' and '.join(parts)}"

    def to_json(self) -> dict[str, Any]:
        """Return the reason as plain data."""
        return {**self._asdict(), "move": str(self.move)}


SHOWN = 0.05
"""Inches that are worth a word."""
Racer = tuple[str, Point, int, float]
"""A seat, where its end nearest home is, on which sheet, and its inches to go."""


def plan_ace(ruleset: Ruleset, state: State, seat: str) -> TileMove | None:
    """Return the obstacle's move that helps most; None if none does.

    Each tile beside the seat's path, or its nearest rival's, is lifted to see what it costs. Of
    its new places, those are tried that leave the seat's new path free.
    """
    if not ruleset.can_move_tile(state) or seat not in state.worms:
        return None
    chart = chart_of(ruleset.rules, state.tiles, ())
    racers = [_racer(ruleset, chart, state, each) for each in ruleset.racing(state)
              if each in state.worms]  # fmt: skip
    me = next(each for each in racers if each[0] == seat)
    rivals = [each for each in racers if each[0] != seat and not math.isinf(each[3])]
    rival = min(rivals, key=lambda each: each[3], default=None)
    placed = [
        found
        for number in _tiles_beside(chart, state, [each for each in (me, rival) if each])
        for found in _placings(ruleset, state, number, me, rival)
    ]
    placed.sort(key=lambda each: -each.worth)
    tried = [_tried(ruleset, state, each.move, me, rival) for each in placed[:MOST_PLACES]]
    best = max(tried, key=lambda each: each.worth, default=None)
    return best if best and best.worth >= WORTH else None


def _racer(ruleset: Ruleset, chart: HomeMap, state: State, seat: str) -> Racer:
    worm = state.worms[seat]
    left = {to: inches_left(ruleset, chart, worm, to) for to in ENDS}
    to = min(ENDS, key=lambda end: left[end])
    return seat, worm.end(to), laps_at(ruleset.pylon, worm, to), left[to]


def _tiles_beside(chart: HomeMap, state: State, racers: list[Racer]) -> list[int]:
    """Return the obstacles nearest to the paths, each by its number; first what bends them."""
    ruleset = chart.ruleset
    near: dict[int, float] = {}
    for _, place, sheet, _ in racers:
        corners = chart.path(place, sheet) or (place,)
        for number, tile in enumerate(state.tiles, 1):
            far = min(distance_to_tile(corner, tile, ruleset.half) for corner in corners)
            if far < ruleset.tile_reach + ruleset.radius:
                near[number] = min(far, near.get(number, far))
    return sorted(near, key=lambda number: near[number])[:MOST_TILES]


def _placings(
    ruleset: Ruleset, state: State, number: int, me: Racer, rival: Racer | None
) -> Iterator[TileMove]:
    """Yield moves of a tile, with estimates of their worth, that leave the seat's path free."""
    rest = (*state.tiles[: number - 1], *state.tiles[number:])
    chart = chart_of(ruleset.rules, rest, ())
    saves = _saved(chart, me)
    mine = chart.path(*me[1:3])
    its = chart.path(*rival[1:3]) if rival else ()
    if not mine:
        return
    before = state.tiles[number - 1]
    for side in SIDES:
        for turned in (0.0, 45.0):
            x = before.x + ruleset.tile_reach * math.cos(side)
            y = before.y + ruleset.tile_reach * math.sin(side)
            tile = Tile.at(x, y, before.angle + turned)
            if _bars(ruleset, tile, mine) or tile_move_refusal(ruleset, state, number, tile):
                continue
            costs = 0.0
            if rival:
                costs = BLOCK if _bars(ruleset, tile, its) else -_saved(chart, rival)
            yield TileMove(me[0], Put(number, tile), saves, rival[0] if rival else "", costs)


def _bars(ruleset: Ruleset, tile: Tile, path: tuple[Point, ...]) -> bool:
    """Return True if a tile is in the way of a disc on a path."""
    return any(ruleset.slide_room(tile, one, other) < CLEARANCE for one, other in pairwise(path))


def _saved(chart: HomeMap, racer: Racer) -> float:
    """Return how many inches shorter its path home is on a chart."""
    _, place, sheet, before = racer
    after = chart.left(place, sheet)
    if math.isinf(before) or math.isinf(after):
        return 0.0 if before == after else math.copysign(OUT, before - after)
    return before - after


def _tried(ruleset: Ruleset, state: State, move: Put, me: Racer, rival: Racer | None) -> TileMove:
    """Return a tile's move with its worth on a chart of its own."""
    tiles = list(state.tiles)
    tiles[move.number - 1] = move.tile
    chart = chart_of(ruleset.rules, tuple(tiles), ())
    if rival is None:
        return TileMove(me[0], move, _saved(chart, me))
    rivals = len(ruleset.racing(state)) - 1
    return TileMove(me[0], move, _saved(chart, me), rival[0], -_saved(chart, rival) / rivals)


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
