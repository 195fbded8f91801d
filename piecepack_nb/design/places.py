"""Boards as places: their names, where they are in the picture, and the lines between them.

Vocabulary
    place  a square, hexagon, point or pit, by its name: "b3"
    ray    the places from one place on, in one direction, to the edge or a wall
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import dist, isfinite

from piecepack_nb.core.errors import BadInput, did_you_mean, invalid
from piecepack_nb.core.lattice import square_at
from piecepack_nb.core.validate import whole_number

Point = tuple[float, float]
Rays = Mapping[str, tuple[tuple[str, ...], ...]]

NAME = re.compile(r"[A-Za-z0-9_]{1,20}")
MARGIN = 0.55  # squares round a board, for its coordinates
INSIDE = 0.5  # squares from the middle of an added place to the picture's left and top edges
BEYOND = 0.6  # and to the right and bottom ones
APART, POINTS_APART = 0.95, 0.3  # squares from an added place to the next; and to a point
EDGE = 0.95  # from a picture's edge to the first points of a board of tiles
STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
HEXAGONAL = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
HEX_WIDE, HEX_HIGH = 1.1, 0.953  # the distances of two hexagons in a row, and of two rows


@dataclass(frozen=True, eq=False)
class Places:
    """The places of a board. ``Board.squares`` and its siblings make them."""

    kind: str
    """"squares", "hexagons", "points", "track", "pits" or "none"."""
    at: Mapping[str, Point]
    """The middle of each place, in squares from the top left corner of the picture."""
    width: float
    height: float
    straight: Rays
    """The rays from each place along files and ranks, lines or rows."""
    diagonal: Rays = field(default_factory=dict)
    walls: tuple[tuple[str, str], ...] = ()
    links: Mapping[str, str] = field(default_factory=dict)
    """Places that lead to another one, such as ladders."""
    lines: tuple[tuple[str, ...], ...] = ()
    """The lines of a board of points."""
    shaded: frozenset[str] = frozenset()
    added: tuple[str, ...] = ()
    """The places beside the grid, that ``add`` put there."""

    @cached_property
    def grid(self) -> Mapping[str, Point]:
        """The middle of each place but those that were added."""
        return {name: point for name, point in self.at.items() if name not in self.added}

    @property
    def high(self) -> float:
        """The height of the grid, from its top row to its bottom one."""
        ys = [y for _, y in self.grid.values()]
        return round(max(ys) - min(ys), 3) + 1

    tiles: tuple[Point, ...] = ()
    """The middles of the piecepack tiles that the board is laid of."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All places, in reading order."""
        return tuple(self.at)

    def __iter__(self) -> Iterator[str]:
        return iter(self.at)

    def __len__(self) -> int:
        return len(self.at)

    def __contains__(self, place: object) -> bool:
        return place in self.at

    def check(self, place: object) -> str:
        """Return ``place``; raise BadInput if it is no place of this board."""
        if place not in self.at:
            names = sorted(self.names, key=_file_and_rank)
            some = f"a place from {names[0]} to {names[-1]}" if names else "a board with places"
            raise invalid("the place", place, some + did_you_mean(place, names))
        assert isinstance(place, str)
        return place

    def rays(self, place: str, diagonal: bool | None = None) -> tuple[tuple[str, ...], ...]:
        """Return the rays from a place: straight ones, diagonal ones, or (None) both."""
        self.check(place)
        if diagonal is None:
            return self._all_rays[place]
        return (self.diagonal if diagonal else self.straight).get(place, ())

    @cached_property
    def _all_rays(self) -> Rays:
        return {
            place: (*self.straight.get(place, ()), *self.diagonal.get(place, ()))
            for place in self.at
        }

    def way(self, start: str, end: str, diagonal: bool | None = None) -> list[str] | None:
        """Return the places after ``start`` up to ``end`` if one ray has them, else None."""
        self.check(end)
        for ray in self.rays(start, diagonal):
            if end in ray:
                return list(ray[: ray.index(end) + 1])
        return None

    def neighbours(self, place: str, diagonal: bool | None = False) -> list[str]:
        """Return the places next to one."""
        return [ray[0] for ray in self.rays(place, diagonal)]

    def rows(self, length: int) -> tuple[tuple[str, ...], ...]:
        """Return every row of ``length`` places in a line, each once."""
        if length not in self._rows:
            found: dict[frozenset[str], tuple[str, ...]] = {}
            for place in self.at:
                for ray in self.rays(place):
                    if len(ray) >= length - 1:
                        row = (place, *ray[: length - 1])
                        found.setdefault(frozenset(row), row)
            self._rows[length] = tuple(found.values())
        return self._rows[length]

    @cached_property
    def _rows(self) -> dict[int, tuple[tuple[str, ...], ...]]:
        return {}

    @cached_property
    def files(self) -> Mapping[str, list[str]]:
        """The squares of each file, from rank 1 up."""
        found: dict[str, list[str]] = {}
        for place in sorted(self.grid, key=lambda each: _file_and_rank(each)[1]):
            found.setdefault(place[0], []).append(place)
        return found

    def edge(self, side: str) -> list[str]:
        """Return the places on the "left", "right", "top" or "bottom" edge."""
        if side not in self._edges:
            self._edges[side] = self._edge(side)
        return list(self._edges[side])

    @cached_property
    def _edges(self) -> dict[str, list[str]]:
        return {}

    def _edge(self, side: str) -> list[str]:
        axis, pick = {"left": (0, min), "right": (0, max), "top": (1, min), "bottom": (1, max)}[
            side
        ]
        if self.kind == "hexagons" and axis == 0:
            ends = {}
            for place in sorted(
                self.grid, key=lambda each: self.at[each][0], reverse=side == "left"
            ):
                ends[self.at[place][1]] = place
            return list(ends.values())
        limit = pick(point[axis] for point in self.grid.values())
        return [place for place, point in self.grid.items() if abs(point[axis] - limit) < 0.01]

    def add(self, **points: Point) -> Places:
        """Return these places and ``points``: x, y in squares from the picture's top left.

        The picture grows, also to the left and the top, where a point is outside it. Raises
        BadInput for a board without places, for a name that is there already, and for a point that
        is none or would cover another place.
        """
        if not self.at:
            raise BadInput("a board without places has no picture; expected Board.points(…, at=…)")
        at = dict(self.at)
        for name, point in points.items():
            if name in at:
                raise invalid("a place to add", name, "a name that the board doesn't have yet")
            at[_name(name)] = self._free(name, point, at)
        left, top = (max(0, INSIDE - min(point[axis] for point in at.values())) for axis in (0, 1))
        width, height = (
            max([size, *(at[name][axis] + BEYOND for name in points)]) + shift
            for axis, size, shift in ((0, self.width, left), (1, self.height, top))
        )
        moved = {name: (round(x + left, 3), round(y + top, 3)) for name, (x, y) in at.items()}
        tiles = tuple((round(x + left, 3), round(y + top, 3)) for x, y in self.tiles)
        return replace(
            self, at=moved, width=width, height=height, added=(*self.added, *points), tiles=tiles
        )

    def _free(self, name: str, point: object, at: Mapping[str, Point]) -> Point:
        """Return a point that covers no place; raise BadInput for others."""
        if not (
            isinstance(point, list | tuple)
            and len(point) == 2
            and all(type(each) in (int, float) and isfinite(each) for each in point)
        ):
            raise invalid(f"the point of {name}", point, "two numbers: (x, y), in squares")
        x, y = point
        near = min(at, key=lambda each: dist(at[each], (x, y)))
        apart = POINTS_APART if self.kind == "points" else APART
        if dist(at[near], (x, y)) < apart:
            there = tuple(round(each, 2) for each in at[near])
            expected = f"a point at least {apart} squares from {near}, which is at {there}"
            raise invalid(f"the point of {name}", point, expected)
        return x, y

    def shade(self, names: str | Iterable[str]) -> Places:
        """Return these places, some of them in a darker wood."""
        chosen = names.split() if isinstance(names, str) else names
        return replace(self, shaded=frozenset(map(self.check, chosen)))


NO_PLACES = Places("none", {}, 0, 0, {})
"""The board of a game that has none."""


def squares(files: int, ranks: int, walls: str = "", without: str | Iterable[str] = ()) -> Places:
    """Return a grid of squares, a1 at the bottom left.

    ``walls`` are pairs such as "a1-a2 b1-c1" that nobody can pass; ``without`` names squares to
    leave out.
    """
    whole_number("files", files, 1, 26)
    whole_number("ranks", ranks, 1, 26)
    whole = {
        (file, rank): square_at(file, rank)
        for rank in range(ranks, 0, -1)
        for file in range(1, files + 1)
    }
    out = without.split() if isinstance(without, str) else list(without)
    for name in out:
        if name not in whole.values():
            some = f"squares from a1 to {square_at(files, ranks)}"
            raise invalid("a square of without", name, some + did_you_mean(name, whole.values()))
    grid = {where: name for where, name in whole.items() if name not in out}
    at = {
        name: (file - 0.5 + MARGIN, ranks - rank + 0.5 + MARGIN / 2)
        for (file, rank), name in grid.items()
    }
    pairs = _walls(walls, at)
    blocked = frozenset(pairs) | {(two, one) for one, two in pairs}
    return Places(
        "squares", at, files + 1.5 * MARGIN, ranks + 1.5 * MARGIN,
        _rays(grid, STRAIGHT, blocked), _rays(grid, DIAGONAL), pairs,
    )  # fmt: skip


def tiles(
    columns: int, rows: int, points: bool = False, diagonals: bool = False, without: str = ""
) -> Places:
    """Return a board laid of piecepack tiles, face down, each with four squares; a1 bottom left.

    With ``points`` the places are where the tiles' lines cross: their corners, the middles of their
    sides, and their middles; ``diagonals`` then joins each tile's middle and corners. ``without``
    names tiles to leave out: "b2" is the second tile from the left in the second row from below.
    """
    whole_number("columns", columns, 1, 12)
    whole_number("rows", rows, 1, 12)
    laid = {
        (column, row): square_at(column + 1, row + 1)
        for row in range(rows)
        for column in range(columns)
    }
    out = without.split()
    for name in out:
        if name not in laid.values():
            some = f"tiles from a1 to {square_at(columns, rows)}"
            raise invalid("a tile of without", name, some + did_you_mean(name, laid.values()))
    kept = [where for where, name in laid.items() if name not in out]
    make = _crossings if points else _tile_squares
    return make(columns, rows, kept, diagonals)


def _tile_squares(columns: int, rows: int, kept: Sequence[tuple[int, int]], _: bool) -> Places:
    """Return the squares of some tiles."""
    on = {(2 * x + dx, 2 * y + dy) for x, y in kept for dx in (1, 2) for dy in (1, 2)}
    whole = {(x, y) for x in range(1, 2 * columns + 1) for y in range(1, 2 * rows + 1)}
    board = squares(2 * columns, 2 * rows, without=[square_at(*each) for each in whole - on])
    at = [(2 * x + 1 + MARGIN, 2 * (rows - y) - 1 + MARGIN / 2) for x, y in kept]
    return replace(board, tiles=tuple(at))


def _crossings(columns: int, rows: int, kept: Sequence[tuple[int, int]], diagonals: bool) -> Places:
    """Return the points where the lines of some tiles cross."""
    on = {(2 * x + dx, 2 * y + dy) for x, y in kept for dx in range(3) for dy in range(3)}
    grid = {
        (x, y): square_at(x + 1, y + 1)
        for y in range(2 * rows, -1, -1)
        for x in range(2 * columns + 1)
        if (x, y) in on
    }
    at = {name: (x + EDGE, 2 * rows - y + EDGE - MARGIN / 2) for (x, y), name in grid.items()}
    joined = {where: name for where, name in grid.items() if where[0] % 2 == where[1] % 2}
    middles = tuple((2 * x + 1 + EDGE, 2 * (rows - y) - 1 + EDGE - MARGIN / 2) for x, y in kept)
    return Places(
        "points", at, 2 * columns + EDGE + 0.6, 2 * rows + EDGE + 0.6, _rays(grid, STRAIGHT),
        _rays(joined, DIAGONAL) if diagonals else {}, tiles=middles,
    )  # fmt: skip


def hexagons(files: int, ranks: int) -> Places:
    """Return a rhombus of hexagons, a1 at the bottom left; each rank is half a hexagon further."""
    whole_number("files", files, 1, 26)
    whole_number("ranks", ranks, 1, 26)
    grid = {
        (file, rank): square_at(file, rank)
        for rank in range(ranks, 0, -1)
        for file in range(1, files + 1)
    }
    at = {
        name: (
            round((file - 0.5 + (ranks - rank) / 2) * HEX_WIDE + MARGIN, 3),
            round((ranks - rank) * HEX_HIGH + 0.6 + MARGIN / 2, 3),
        )
        for (file, rank), name in grid.items()
    }
    width = (files + (ranks - 1) / 2) * HEX_WIDE + 1.5 * MARGIN
    slanted = {(file, -rank): name for (file, rank), name in grid.items()}
    height = (ranks - 1) * HEX_HIGH + 1.2 + 1.5 * MARGIN
    return Places("hexagons", at, width, height, _rays(slanted, HEXAGONAL))


def points(lines: str | Iterable[str], at: Mapping[str, Point] | None = None) -> Places:
    """Return points and the lines between them.

    A line is a text such as "a1 b1 c1": a piece goes from each point to the next. Lines are on
    lines of their own, or have commas between. ``at`` has each point's place, x to the right and y
    down, in squares; without it points are named by file and rank, a1 at the bottom left.
    """
    rows = [tuple(part.split()) for line in _lines(lines) for part in line.split(",")]
    if at is None:
        at = {name: _by_name(name) for row in rows for name in row}
    for name in [name for row in rows for name in row]:
        if name not in at:
            raise invalid("a point of a line", name, "one that at= has" + did_you_mean(name, at))
    left, top = (min(point[axis] for point in at.values()) for axis in (0, 1))
    placed = {name: (x - left + 0.75, y - top + 0.75) for name, (x, y) in at.items()}
    for name in placed:
        _name(name)
    right, bottom = (max(point[axis] for point in placed.values()) for axis in (0, 1))
    return Places(
        "points", placed, right + 0.75, bottom + 0.75, _line_rays(rows, placed), lines=tuple(rows)
    )


def track(length: int, columns: int = 10, links: Mapping[int, int] | None = None) -> Places:
    """Return a track of numbered squares, 1 at the bottom left, back and forth upwards.

    ``links`` lead from a square to another: ladders up, snakes down.
    """
    whole_number("length", length, 2, 200)
    whole_number("columns", columns, 1, 20)
    rows = -(-length // columns)
    at = {}
    for number in range(length):
        row, column = divmod(number, columns)
        across = columns - 1 - column if row % 2 else column
        at[str(number + 1)] = (across + 0.5 + 0.2, rows - row - 0.5 + 0.2)
    names = list(at)
    rays = {
        name: tuple(ray for ray in (tuple(names[n + 1 :]), tuple(names[:n][::-1])) if ray)
        for n, name in enumerate(names)
    }
    led = {str(start): str(end) for start, end in (links or {}).items()}
    for name in (*led, *led.values()):
        if name not in at:
            raise invalid("a link's square", name, f"a number from 1 to {length}")
    wide = min(columns, length)
    return Places("track", at, wide + 0.4, rows + 0.4, rays, links=led)


def pits(columns: int, rows: int = 2, stores: bool = True) -> Places:
    """Return rows of pits, a1 at the bottom left, and a store at each end ("left", "right")."""
    whole_number("columns", columns, 1, 26)
    whole_number("rows", rows, 1, 10)
    shift = 1.2 if stores else 0.2
    at = {
        square_at(column, row): (column - 0.5 + shift, rows - row + 0.5 + 0.2)
        for row in range(rows, 0, -1)
        for column in range(1, columns + 1)
    }
    grid = {
        (column, row): square_at(column, row)
        for row in range(1, rows + 1)
        for column in range(1, columns + 1)
    }
    if stores:
        at |= {"left": (0.7, rows / 2 + 0.2), "right": (columns + 1.7, rows / 2 + 0.2)}
    return Places("pits", at, columns + 2 * shift, rows + 0.4, _rays(grid, STRAIGHT))


# --- Helpers -------------------------------------------------------------------------------------


def _rays(
    grid: Mapping[tuple[int, int], str],
    directions: Sequence[tuple[int, int]],
    blocked: frozenset[tuple[str, str]] = frozenset(),
) -> Rays:
    """Return the rays of a grid in some directions; a ray ends at a gap or a blocked border."""
    return {
        name: tuple(ray for step in directions if (ray := tuple(_ray(grid, place, step, blocked))))
        for place, name in grid.items()
    }


def _ray(
    grid: Mapping[tuple[int, int], str],
    place: tuple[int, int],
    step: tuple[int, int],
    blocked: frozenset[tuple[str, str]],
) -> Iterator[str]:
    here = grid[place]
    while (place := (place[0] + step[0], place[1] + step[1])) in grid:
        if (here, grid[place]) in blocked:
            return
        here = grid[place]
        yield here


def _line_rays(lines: Sequence[tuple[str, ...]], at: Mapping[str, Point]) -> Rays:
    """Return the rays along lines, in both directions."""
    rays: dict[str, list[tuple[str, ...]]] = {name: [] for name in at}
    for line in lines:
        for number, name in enumerate(line):
            rays[name] += [ray for ray in (line[number + 1 :], line[:number][::-1]) if ray]
    return {name: tuple(found) for name, found in rays.items()}


def _by_name(name: str) -> Point:
    """Return the place of a point that is named by file and rank."""
    if not re.fullmatch(r"[a-z][1-9][0-9]?", name):
        raise invalid("a point of a line", name, "a file and a rank such as a1, or at=")
    return ord(name[0]) - ord("a"), -int(name[1:])


def _lines(lines: str | Iterable[str]) -> list[str]:
    written = lines.splitlines() if isinstance(lines, str) else list(lines)
    return [line for line in written if line.strip()]


def _walls(walls: str, at: Mapping[str, Point]) -> tuple[tuple[str, str], ...]:
    pairs = []
    for wall in walls.split():
        one, _, two = wall.partition("-")
        if one not in at or two not in at or not 0.9 < dist(at[one], at[two]) < 1.1:
            raise invalid("a wall", wall, "two squares side by side, such as a1-a2")
        pairs.append((one, two))
    return tuple(pairs)


def _file_and_rank(name: str) -> tuple[str, int]:
    """Return the letters and the number of a place's name.

    >>> _file_and_rank("b12"), _file_and_rank("left")
    (('b', 12), ('left', 0))
    """
    return re.sub(r"\d", "", name), int(re.sub(r"\D", "", name) or 0)


def _name(name: object) -> str:
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise invalid("the name of a place", name, "letters, digits and _")
    return name
