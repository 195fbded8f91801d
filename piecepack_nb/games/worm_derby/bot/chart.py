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
from functools import lru_cache
from heapq import heappop, heappush

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.games.worm_derby.geometry.plane import (
    Point,
    Tile,
    apart,
    to_tile,
    way_to_point,
    way_to_tile,
)
from piecepack_nb.games.worm_derby.geometry.winding import crossed, direction
from piecepack_nb.games.worm_derby.rules import WormDerbyRules
from piecepack_nb.games.worm_derby.ruleset import Ruleset, Wall
from piecepack_nb.games.worm_derby.state import State

PITCH = 0.5
SPARE = 0.02
"""Inches that a disc keeps clear, beyond its radius, so that it has some play."""
BESIDE = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
Link = tuple[tuple[int, int], tuple[int, int]]
"""Two points side by side."""
Node = tuple[int, int, int]
"""Column, row and sheet."""
Stage = tuple[Point, bool]
"""A place on a way, and whether that is the way back."""


@lru_cache(maxsize=16)
def charted(rules: WormDerbyRules, tiles: tuple[Tile, ...], colours: tuple[str, ...]) -> Chart:
    """The chart for these tiles, no worm looked at."""
    return Chart(Ruleset(rules), tiles, colours)


def charted_round(rules: WormDerbyRules, state: State, seat: str) -> Chart:
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
        radius, (wide, high) = self.ruleset.radius + SPARE, self.ruleset.size
        free = {
            (column, row)
            for column in range(self.columns)
            for row in range(self.rows)
            if radius <= column * PITCH <= wide - radius and radius <= row * PITCH <= high - radius
        }
        half = self.ruleset.half
        for tile in self.tiles:
            near = self._near(tile.middle, 1.5 * half + radius)
            free -= {at for at in near if to_tile(self.place(*at), tile, half) < radius}
        for disc in self.discs:
            near = self._near(disc, 2 * radius)
            free -= {at for at in near if apart(self.place(*at), disc) < 2 * radius}
        return free

    def _barred_links(self) -> set[Link]:
        """Points side by side between which a disc can't slide, past a corner or another disc."""
        barred: set[Link] = set()
        radius, half = self.ruleset.radius, self.ruleset.half
        for tile in self.tiles:
            for one, other in self._links(tile.middle, 1.5 * half + radius + PITCH):
                if way_to_tile(self.place(*one), self.place(*other), tile, half) < radius:
                    barred |= {(one, other), (other, one)}
        for disc in self.discs:
            for one, other in self._links(disc, 2 * radius + PITCH):
                if way_to_point(self.place(*one), self.place(*other), disc) < 2 * radius:
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
        return crossed(pylon, self.place(column, row), self.place(to_column, to_row))

    def _walled(self, node: Node, there: Node) -> bool:
        """Is the way between two points barred by a slalom tile's wrong side? (WD-30)"""
        walls = self._walls_after.get(min(node[0], there[0]), ())
        if not walls or node[0] == there[0]:
            return False
        one, other = self.place(*node[:2]), self.place(*there[:2])
        back = self._back(one, node[2])
        return any(wall.back == back and _bars(wall, one, other) for wall in walls)

    # --- reading it ------------------------------------------------------------------------------

    def left(self, place: Point, sheet: int) -> float:
        """How far it is home from a place on a sheet, by the points around it; inf for no way."""
        best = math.inf
        x, y = int(place.x / PITCH), int(place.y / PITCH)
        for column, row in ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)):
            point = self.place(column, row)
            there = sheet + crossed(self.ruleset.pylon, place, point)
            far = self._left.get((column, row, there))
            if far is not None:
                best = min(best, far + apart(place, point))
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
            node = (column, row, sheet + crossed(self.ruleset.pylon, place, point))
            if node in self._left:
                back = self._back(point, node[2])
                shut = not self._open((place, back), (point, back))
                found.append((shut, self._left[node] + apart(place, point), node))
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
                way_to_point(start, end, tile.middle) >= clear
                or way_to_tile(start, end, tile, half) >= radius
                for tile in self.tiles
                if left < tile.x < right and low < tile.y < high
            )
            and all(way_to_point(start, end, disc) >= 2 * radius for disc in self.discs)
            and not any(
                wall.back in (back, back_then) and _bars(wall, start, end) for wall in self._walls
            )
        )


def _bars(wall: Wall, one: Point, other: Point) -> bool:
    """Does the straight way between two places cross a wall?"""
    line = wall.start.x
    if (one.x <= line) == (other.x <= line):
        return False
    y = one.y + (other.y - one.y) * (line - one.x) / (other.x - one.x)
    return (y > wall.start.y) == wall.up
