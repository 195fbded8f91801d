"""Boards as places: their names, where they are in the picture, and the lines between them.

Vocabulary
    place  a square, hexagon, point, pit, edge or step of a track, by its name: "b3"
    ray    the places from one place on, in one direction, to the edge or a wall
    edge   the place between two squares, where a wall or a bridge can lie: "b3|b4"
    reach  how far from the first tile a board that grows can go
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from math import atan2, dist, isfinite, pi
from typing import TYPE_CHECKING, Any

from piecepack_nb.core.errors import BadInput, did_you_mean, invalid
from piecepack_nb.core.lattice import square_at
from piecepack_nb.core.validate import one_of, whole_number

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
EDGED = 1.25  # the distance of two squares with an edge between them
EDGE_SIZE = 0.5  # how large a piece on an edge is drawn that is no wall
LEAST_SEEN = 5  # a board that grows is drawn at least so many places wide and high
NAMED_HIGH = 0.5  # squares above a seat's board, for its name
TRACK_HEAD, TRACK_FOOT = 0.4, 0.15  # squares above a track, for its name, and below it
GROWING = ("squares", "hexagons")
Grid = Mapping[tuple[int, int], str]


@dataclass(frozen=True, eq=False)
class Places:
    """The places of a board. ``Board.squares`` and similar functions make them."""

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
    left: float = 0.0
    """The offset to the right at which the seen part begins: 0 for a board that doesn't grow."""
    top: float = 0.0
    reach: int = 0
    """The places from the first one that a board that grows can go in each direction; 0 for other
    boards, and for the part of it that a state has."""
    grows: bool = False
    """True for a board that grows, and for the part of it that a state has."""
    beside: frozenset[str] = frozenset()
    """The empty places of a board that grows."""
    corners: bool = False
    """True if a board that grows does so round corners, too."""
    edges: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """The edges between squares, each with its two squares, the one to the left or below first."""
    bridged: bool = False
    """True if a piece on an edge is a bridge, without which nobody passes; else it is a wall."""
    tracks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The places of each track beside the board."""
    sizes: Mapping[str, float] = field(default_factory=dict)
    """The sizes of the places of tracks."""
    boards: Mapping[str, Places] = field(default_factory=dict)
    """The board of each seat, where each has one."""
    owner: str = ""
    """The seat whose board this is; "" for a board that all share."""
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

    if not TYPE_CHECKING:  # type checkers know what a board has

        def __getattr__(self, name: str) -> Any:
            """Raise AttributeError for what a board hasn't, with the nearest name that it has."""
            known = [] if name[0] == "_" else [n for n in dir(type(self)) if n[0] != "_"]
            raise AttributeError(f"the board has no {name!r}{did_you_mean(name, known)}")

    def check(self, place: object) -> str:
        """Return ``place``; raise BadInput if it is no place of this board."""
        if place not in self.at:
            raise invalid("the place", place, self._expected + did_you_mean(place, self.names))
        assert isinstance(place, str)
        return place

    @property
    def _expected(self) -> str:
        """The places of this board in words."""
        if self.reach:
            return f"a place such as '0,0' or '1,-1', at most {self.reach} from '0,0'"
        if self.grows:
            return "a place with a piece, or one beside it"
        names = sorted(self.names, key=_file_and_rank)
        return f"a place from {names[0]} to {names[-1]}" if names else "a board with places"

    def rays(self, place: str, diagonal: bool | None = None) -> tuple[tuple[str, ...], ...]:
        """Return the rays from a place, each as the places after it, the nearest first.

        ``diagonal`` is False for straight rays, True for diagonal ones, None for both. Raises
        BadInput for no place.
        """
        self.check(place)
        if diagonal is None:
            return self._all_rays[place]
        return (self.diagonal if diagonal else self.straight).get(place, ())

    @cached_property
    def _all_rays(self) -> Rays:
        return _LazyRays(self._both)

    def _both(self, place: str) -> tuple[tuple[str, ...], ...]:
        return (*self.straight.get(place, ()), *self.diagonal.get(place, ()))

    def way(self, start: str, end: str, diagonal: bool | None = None) -> list[str] | None:
        """Return the places after ``start`` up to ``end``, or None if no ray from ``start`` has it.

        ``diagonal`` is that of ``rays``. Raises BadInput for no place.
        """
        self.check(end)
        key = start, diagonal
        if key not in self._ways:
            ways: dict[str, tuple[str, ...]] = {}
            for ray in self.rays(start, diagonal):
                for number, there in enumerate(ray, 1):
                    ways.setdefault(there, ray[:number])
            self._ways[key] = ways
        way = self._ways[key].get(end)
        return None if way is None else list(way)

    @cached_property
    def _ways(self) -> dict[tuple[str, bool | None], dict[str, tuple[str, ...]]]:
        return {}

    def neighbours(self, place: str, diagonal: bool | None = False) -> list[str]:
        """Return the places next to one, by default not diagonally; ``diagonal`` as in ``rays``.

        Raises BadInput for no place.
        """
        key = place, diagonal
        if key not in self._near:
            self._near[key] = tuple(ray[0] for ray in self.rays(place, diagonal))
        return list(self._near[key])

    @cached_property
    def _near(self) -> dict[tuple[str, bool | None], tuple[str, ...]]:
        return {}

    def rows(self, length: int) -> tuple[tuple[str, ...], ...]:
        """Return every row of ``length`` places in a line, each once."""
        if length not in self._rows:
            found: dict[frozenset[str], tuple[str, ...]] = {}
            for place in self.cells:
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
        """The squares of each file, from rank 1 up; the file of "ann b3" is "ann b"."""
        found: dict[str, list[str]] = {}
        for place in sorted(self.grid, key=_rank):
            found.setdefault(_file(place), []).append(place)
        return found

    def edge(self, side: str) -> list[str]:
        """Return the places on the "left", "right", "top" or "bottom" edge.

        Raises BadInput for another side.
        """
        if side not in self._edges:
            one_of("the edge", side, ("left", "right", "top", "bottom"))
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
        limit = pick(self.at[place][axis] for place in self.grid)
        return [place for place in self.grid if abs(self.at[place][axis] - limit) < 0.01]

    def file_of(self, place: str) -> list[str]:
        """Return the squares of a place's file, from rank 1 up."""
        return self.files[_file(self.check(place))]

    # --- parts of a board ---------------------------------------------------------------------

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """The places of the board itself: all but edges and the steps of tracks."""
        return tuple(each for each in self.at if each not in self.edges and each not in self.sizes)

    @cached_property
    def grid(self) -> Mapping[str, Point]:
        """The middle of each place of the board itself, also without those that were added."""
        return {name: self.at[name] for name in self.cells if name not in self.added}

    @property
    def high(self) -> float:
        """The height of the grid in squares, from its top row to its bottom one."""
        ys = [y for _, y in self.grid.values()]
        return round(max(ys) - min(ys), 3) + 1

    def in_order(self, names: Collection[str]) -> list[str]:
        """Return those of some names that are places, in reading order."""
        if not self.reach:
            return [place for place in self.at if place in names]
        return sorted((each for each in names if each in self.at), key=self._reading)

    def _reading(self, place: str) -> tuple[float, float]:
        x, y = self.at[place]
        return y, x

    @property
    def frame(self) -> tuple[float, float]:
        """The top and the height of the board, without its name above and tracks below.

        Both are in squares.
        """
        top = NAMED_HIGH if self.owner or self.boards else 0.0
        tracks = [TRACK_HEAD + self.sizes[steps[0]] + TRACK_FOOT for steps in self.tracks.values()]
        return top, self.height - top - sum(tracks)

    @cached_property
    def spacing(self) -> float:
        """The size of pieces and spots: 1, or less where places lie close together."""
        board = next(iter(self.boards.values()), self)
        spots = [] if self.reach else [board.at[place] for place in board.cells]
        near = (
            dist(one, other)
            for number, one in enumerate(spots)
            for other in spots[number + 1 :]
            if abs(one[0] - other[0]) < 1 and abs(one[1] - other[1]) < 1
        )
        return min(1.0, *near, 1.0)

    def size(self, place: str) -> float:
        """Return the size at which pieces on a place are drawn; 1 is that on a square."""
        return EDGE_SIZE if place in self.edges else self.sizes.get(place, self.spacing)

    def spot_size(self, place: str) -> tuple[float, float]:
        """Return the width and height in squares of the part of the picture that picks a place."""
        if place in self.edges:
            long, thick = 0.8, 0.36
            return (long, thick) if self._lies(place) else (thick, long)
        size = round(self.size(place) * (0.86 if self.edges else 0.98), 2)
        store = self.kind == "pits" and self.label(place).rpartition(" ")[2] in ("left", "right")
        return size, self.high - 0.2 if store else size

    def sides(self, place: str) -> tuple[str | None, ...]:
        """Return the place at each side, clockwise from the top; None where there is none.

        A square has four sides, up, right, down and left; a hexagon six, from the upper right.
        """
        count = 6 if self.kind == "hexagons" else 4
        found: list[str | None] = [None] * count
        x, y = self.at[self.check(place)]
        for ray in self.straight.get(place, ()):
            right, down = self.at[ray[0]][0] - x, self.at[ray[0]][1] - y
            turn = (atan2(right, -down) / (2 * pi)) % 1  # clockwise from the top, as a part of 1
            found[round(turn * count - (count == 6) / 2) % count] = ray[0]
        return tuple(found)

    # --- boards that grow ---------------------------------------------------------------------

    def grown(self, occupied: Iterable[str]) -> Places:
        """Return a growing board with these places occupied: they, and those beside them.

        Any other board stays as it is. The first place of all is "0,0".
        """
        return _grown(self, frozenset(occupied)) if self.reach else self

    # --- edges --------------------------------------------------------------------------------

    @cached_property
    def borders(self) -> Mapping[tuple[str, str], str]:
        """The edge between each two neighbours, in both orders."""
        pairs = self.edges.items()
        return {(a, b): edge for edge, (one, two) in pairs for a, b in ((one, two), (two, one))}

    def crossings(
        self, place: str, diagonal: bool | None = False
    ) -> tuple[tuple[str, str | None], ...]:
        """Return the places next to one, each with the edge before it; None where none is."""
        key = place, diagonal
        if key not in self._crossings:
            near = self.neighbours(place, diagonal)
            self._crossings[key] = tuple((each, self.borders.get((place, each))) for each in near)
        return self._crossings[key]

    @cached_property
    def _crossings(
        self,
    ) -> dict[tuple[str, bool | None], tuple[tuple[str, str | None], ...]]:
        return {}

    def beyond(self, edge: str) -> str | None:
        """Return the edge in line with one, to the right of it or above it; None at the rim."""
        across = 1 if self._lies(edge) else 0
        return self._edge_by(*(self.sides(square)[across] for square in self.edges[edge]))

    def crossing(self, edge: str) -> str | None:
        """Return the edge whose line crosses one's line where it meets ``beyond(edge)``.

        A wall over ``edge`` and ``beyond(edge)`` crosses one over ``crossing(edge)`` and the edge
        beyond that. None at the rim.
        """
        one, _ = self.edges[edge]
        return self._edge_by(one, self.sides(one)[1 if self._lies(edge) else 0])

    def _lies(self, edge: str) -> bool:
        """Return True for an edge between a square and the one above it; check the name."""
        if edge not in self.edges:
            raise invalid("the edge", edge, f"one such as {next(iter(self.edges), 'a1|a2')!r}")
        (_, y), (_, y2) = (self.at[square] for square in self.edges[edge])
        return y != y2

    def angle(self, place: str) -> float:
        """Return the angle of a wall on an edge, in degrees; 0 for other places."""
        return 90.0 if place in self.edges and not self._lies(place) else 0.0

    def _edge_by(self, one: str | None, two: str | None) -> str | None:
        return self.borders.get((one, two)) if one and two else None

    def area(self, place: str) -> str:
        """Return the area of the picture in which a place is drawn."""
        return f"board {place.partition(' ')[0]}" if self.boards else "board"

    # --- a board for each seat ----------------------------------------------------------------

    def each(self, seats: Sequence[str]) -> Places:
        """Return a board such as this one for each seat: its b3 is "ann b3".

        Raises BadInput for a board that grows, and for seats that are no names.
        """
        if self.reach or self.boards or not self.at:
            raise BadInput(
                "each(seats) needs a board that doesn't grow, such as Board.squares(5, 5)"
            )
        names = list(seats) if isinstance(seats, list | tuple) else []
        if (
            not names
            or len({*names}) < len(names)
            or not all(isinstance(name, str) and NAME.fullmatch(name) for name in names)
        ):
            raise invalid("the seats of each(…)", seats, "different names, such as ('ann', 'ben')")
        boards = {seat: self._of(seat) for seat in names}
        return replace(_together(list(boards.values())), boards=boards)

    def _of(self, seat: str) -> Places:
        """Return this board under the names of a seat, with room for the seat's name above it."""

        def own(place: str) -> str:
            return f"{seat} {place}"

        def rays(rays: Rays) -> Rays:
            return {own(at): tuple(tuple(map(own, r)) for r in found) for at, found in rays.items()}

        return replace(
            self,
            owner=seat,
            at={own(place): (x, y + NAMED_HIGH) for place, (x, y) in self.at.items()},
            height=self.height + NAMED_HIGH,
            straight=rays(self.straight),
            diagonal=rays(self.diagonal),
            walls=tuple((own(one), own(two)) for one, two in self.walls),
            links={own(start): own(end) for start, end in self.links.items()},
            lines=tuple(tuple(map(own, line)) for line in self.lines),
            shaded=frozenset(map(own, self.shaded)),
            added=tuple(map(own, self.added)),
            edges={own(edge): (own(one), own(two)) for edge, (one, two) in self.edges.items()},
            tracks={own(name): tuple(map(own, steps)) for name, steps in self.tracks.items()},
            sizes={own(place): size for place, size in self.sizes.items()},
        )

    def of(self, seat: str) -> Places:
        """Return the board of a seat; raise BadInput where seats have no boards of their own."""
        if seat not in self.boards:
            some = ", ".join(self.boards) or "a seat of a board made by each(seats)"
            raise invalid("the seat of a board", seat, some + did_you_mean(seat, self.boards))
        return self.boards[seat]

    def seat_of(self, place: str) -> str | None:
        """Return the seat on whose board a place is; None where all share one board."""
        self.check(place)
        return place.partition(" ")[0] if self.boards else None

    def between(self, start: str, end: str, diagonal: bool | None = False) -> list[str] | None:
        """Return the places of a line from ``start`` to ``end``, with both; None for no line.

        ``diagonal`` is False for files and ranks, True for diagonals, None for both.
        """
        if start == end:
            return [self.check(start)]
        way = self.way(start, end, diagonal)
        return None if way is None else [start, *way]

    def label(self, place: str) -> str:
        """Return a place's name on its own board: "b3" for "ann b3"."""
        return place.removeprefix(f"{self.owner} ")

    # --- more of a board ----------------------------------------------------------------------

    def add(self, **points: Point) -> Places:
        """Return these places and ``points``: x, y in squares from the picture's top left.

        The picture grows, also to the left and the top, where a point is outside it. Raises
        BadInput for a board without places, for a name that is there already, and for a point that
        is none or would cover another place.
        """
        if not self.at:
            raise BadInput("a board without places has no picture; expected Board.points(…, at=…)")
        if self.grows or self.boards:
            raise BadInput("add needs a board that doesn't grow, and comes before each(seats)")
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

    def add_track(self, name: str, steps: int | str) -> Places:
        """Return these places and a track below the board: "votes 0", "votes 1" and so on.

        ``steps`` is the last number, or the names of the steps: "dry fair wet". Raises BadInput for
        names that can't be, and for a board that grows or that seats have each.
        """
        if self.reach or self.boards or not self.at:
            raise BadInput(
                "add_track needs places on a board that doesn't grow, and comes before each(seats)"
            )
        if isinstance(steps, int):
            whole_number("steps", steps, 1, 100)
        labels = steps.split() if isinstance(steps, str) else [str(n) for n in range(steps + 1)]
        names = tuple(f"{_name(name)} {_name(label)}" for label in labels)
        if len({*names}) < 2 or len({*names}) < len(names) or {*names} & {*self.at}:
            raise invalid("steps", steps, "a number, or different names such as 'dry fair wet'")
        size = min(1.0, (self.width - 0.4) / len(names))
        left, y = (self.width - size * len(names)) / 2, self.height + TRACK_HEAD + size / 2
        at = {each: (left + size * (n + 0.5), y) for n, each in enumerate(names)}
        return replace(
            self,
            at={**self.at, **at},
            height=self.height + TRACK_HEAD + size + TRACK_FOOT,
            straight={**self.straight, **_line_rays([names], at)},
            tracks={**self.tracks, name: names},
            sizes={**self.sizes, **dict.fromkeys(names, size)},
        )


NO_PLACES = Places("none", {}, 0, 0, {})
"""The board of a game that has none."""


def squares(
    files: int,
    ranks: int,
    walls: str = "",
    without: str | Iterable[str] = (),
    edges: bool | str = False,
) -> Places:
    """Return a grid of squares, a1 at the bottom left.

    ``walls`` are pairs such as "a1-a2 b1-c1" that nobody can pass; ``without`` names squares to
    leave out. With ``edges=True`` the edges between squares are places, too, such as "a1|b1" and
    "a1|a2": a piece there is a wall, which nobody can pass. With ``edges="bridges"`` it is a
    bridge, without which nobody can pass. Raises BadInput for other numbers of ``files`` and
    ``ranks`` than 1 to 26, and for squares that aren't there.
    """
    whole_number("files", files, 1, 26)
    whole_number("ranks", ranks, 1, 26)
    if edges not in (False, True, "walls", "bridges"):
        raise invalid("edges", edges, "True, 'walls' or 'bridges'")
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
    pairs = _walls(walls, {name: where for where, name in grid.items()})
    blocked = frozenset(pairs) | {(two, one) for one, two in pairs}
    apart = EDGED if edges else 1.0
    at = {
        name: ((file - 1) * apart + 0.5 + MARGIN, (ranks - rank) * apart + 0.5 + MARGIN / 2)
        for (file, rank), name in grid.items()
    }
    between = _edges(grid, blocked) if edges else {}
    for edge, (one, two) in between.items():
        (x, y), (x2, y2) = at[one], at[two]
        at[edge] = ((x + x2) / 2, (y + y2) / 2)
    return Places(
        "squares", at,
        (files - 1) * apart + 1 + 1.5 * MARGIN, (ranks - 1) * apart + 1 + 1.5 * MARGIN,
        _rays(grid, STRAIGHT, blocked), _rays(grid, DIAGONAL), pairs,
        edges=between, bridged=edges == "bridges",
    )  # fmt: skip


def tiles(
    columns: int, rows: int, points: bool = False, diagonals: bool = False, without: str = ""
) -> Places:
    """Return a board laid of piecepack tiles, face down, each with four squares; a1 bottom left.

    With ``points`` the places are where the tiles' lines cross: their corners, the middles of their
    sides, and their middles; ``diagonals`` then joins each tile's middle and corners. ``without``
    names tiles to leave out: "b2" is the second tile from the left in the second row from below.
    Raises BadInput for other numbers than 1 to 12, and for tiles that aren't there.
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


def _edges(grid: Grid, blocked: frozenset[tuple[str, str]]) -> dict[str, tuple[str, str]]:
    """Return the edges of squares by name, each with its two squares."""
    found = {}
    for (file, rank), name in grid.items():
        for there in ((file + 1, rank), (file, rank + 1)):
            if there in grid and (name, grid[there]) not in blocked:
                found[f"{name}|{grid[there]}"] = name, grid[there]
    return found


def hexagons(files: int, ranks: int) -> Places:
    """Return a rhombus of hexagons, a1 at the bottom left; each rank is half a hexagon further.

    Raises BadInput for other numbers than 1 to 26.
    """
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


def growing(kind: str = "squares", reach: int = 20, corners: bool = False) -> Places:
    """Return a board that grows from its first place, "0,0", with each piece that is put on it.

    Places are named by files to the right and ranks up, such as "1,0" and "0,-1"; for hexagons each
    rank is half a hexagon further to the left. The places that have a piece, and those beside them
    (with ``corners`` also those at their corners), are the board; it goes at most ``reach`` places
    from the first one, 1 to 40, in each direction. ``kind`` is "squares" or "hexagons"; anything
    else raises BadInput.
    """
    if kind not in GROWING:
        raise invalid("the kind of a growing board", kind, "'squares' or 'hexagons'")
    whole_number("reach", reach, 1, 40)
    numbers = range(-reach, reach + 1)
    lines = [(f"{file},{rank}", file, rank) for rank in reversed(numbers) for file in numbers]
    if kind == "hexagons":
        at = {
            name: (round((file - rank / 2 + 1.5 * reach + 1) * HEX_WIDE, 3),
                   round((reach - rank + 1) * HEX_HIGH, 3))
            for name, file, rank in lines
        }  # fmt: skip
    else:
        at = {name: (file + reach + 1.0, reach - rank + 1.0) for name, file, rank in lines}
    return Places(kind, at, 0, 0, {}, reach=reach, grows=True, corners=corners)


@lru_cache(maxsize=512)
def _grown(whole: Places, occupied: frozenset[str]) -> Places:
    """Return the part of a growing board that pieces on these places make."""
    steps = (*_straight(whole), *(_diagonal(whole) if whole.corners else ()))
    found = set(occupied) or {"0,0"}
    for place in occupied:
        file, rank = _numbers(place)
        found.update(f"{file + right},{rank + up}" for right, up in steps)
    at = {place: whole.at[place] for place in whole.in_order(found)}
    grid = {_numbers(place): place for place in at}
    half = 0.65 if whole.kind == "hexagons" else 0.5
    left, right = _seen([x for x, _ in at.values()], half)
    top, bottom = _seen([y for _, y in at.values()], half)
    return replace(
        whole, at=at, left=left - MARGIN, top=top - MARGIN / 2, width=right - left + 1.5 * MARGIN,
        height=bottom - top + 1.5 * MARGIN, reach=0,
        beside=frozenset(found - occupied),
        straight=_LazyRays(partial(_rays_from, grid, _straight(whole))),
        diagonal=_LazyRays(partial(_rays_from, grid, _diagonal(whole))),
    )  # fmt: skip


def _straight(places: Places) -> Sequence[tuple[int, int]]:
    """Return the straight steps of a growing board in files and ranks."""
    if places.kind == "squares":
        return STRAIGHT
    return [(right, -down) for right, down in HEXAGONAL]


def _diagonal(places: Places) -> Sequence[tuple[int, int]]:
    return DIAGONAL if places.kind == "squares" else ()


def _seen(along: list[float], half: float) -> tuple[float, float]:
    """Return from where to where a growing board is seen, along one direction."""
    low, high = min(along) - half, max(along) + half
    more = max(0.0, LEAST_SEEN - (high - low)) / 2
    return low - more, high + more


def _numbers(place: str) -> tuple[int, int]:
    """Return the file and the rank of a place of a growing board."""
    file, _, rank = place.partition(",")
    return int(file), int(rank)


class _LazyRays(dict[str, tuple[tuple[str, ...], ...]]):
    """The rays of each place of a growing board, found when they are asked for."""

    def __init__(self, find: Callable[[str], tuple[tuple[str, ...], ...]]) -> None:
        super().__init__()
        self.find = find

    def get(self, place: str, default: object = None) -> Any:
        """Return the rays of a place."""
        if place not in self:
            self[place] = self.find(place)
        return self[place]

    def __missing__(self, place: str) -> tuple[tuple[str, ...], ...]:
        found: tuple[tuple[str, ...], ...] = self.get(place)
        return found


def _rays_from(
    grid: Grid, steps: Sequence[tuple[int, int]], place: str
) -> tuple[tuple[str, ...], ...]:
    start = _numbers(place)
    rays = [tuple(_ray(grid, start, step, frozenset())) for step in steps]
    return tuple(ray for ray in rays if ray)


def points(lines: str | Iterable[str], at: Mapping[str, Point] | None = None) -> Places:
    """Return points and the lines between them.

    A line is a text such as "a1 b1 c1": a piece goes from each point to the next. Lines are on
    lines of their own, or have commas between. ``at`` has each point's place, x to the right and y
    down, in squares; without it points are named by file and rank, a1 at the bottom left. Raises
    BadInput for a point without a place.
    """
    rows = [tuple(part.split()) for line in _lines(lines) for part in line.split(",")]
    if at is None:
        at = {name: _by_name(name) for row in rows for name in row}
    for name in [name for row in rows for name in row]:
        if name not in at:
            raise invalid(
                "a point of a line", name, "a point that at names" + did_you_mean(name, at)
            )
    left, top = (min(point[axis] for point in at.values()) for axis in (0, 1))
    placed = {name: (x - left + 0.75, y - top + 0.75) for name, (x, y) in at.items()}
    for name in placed:
        _name(name)
    right, bottom = (max(point[axis] for point in placed.values()) for axis in (0, 1))
    below = 0.75 if rows else 0.9  # without lines, the names are below their points
    return Places(
        "points", placed, right + 0.75, bottom + below, _line_rays(rows, placed), lines=tuple(rows)
    )


def track(length: int, columns: int = 10, links: Mapping[int, int] | None = None) -> Places:
    """Return a track of numbered squares, 1 at the bottom left, back and forth upwards.

    ``links`` lead from a square to another: ladders up, snakes down. Raises BadInput for a
    ``length`` other than 2 to 200, ``columns`` other than 1 to 20, and links to squares that aren't
    there.
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
    """Return rows of pits, a1 at the bottom left, and a store at each end ("left", "right").

    Raises BadInput for ``columns`` other than 1 to 26, and ``rows`` other than 1 to 10.
    """
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


def _together(boards: Sequence[Places]) -> Places:
    """Return boards of the same size as one, with the places of all."""
    first = boards[0]
    return replace(
        first,
        owner="",
        at={place: point for board in boards for place, point in board.at.items()},
        straight={place: rays for board in boards for place, rays in board.straight.items()},
        diagonal={place: rays for board in boards for place, rays in board.diagonal.items()},
        walls=tuple(pair for board in boards for pair in board.walls),
        links={start: end for board in boards for start, end in board.links.items()},
        lines=tuple(line for board in boards for line in board.lines),
        shaded=frozenset(place for board in boards for place in board.shaded),
        added=tuple(place for board in boards for place in board.added),
        edges={edge: pair for board in boards for edge, pair in board.edges.items()},
        tracks={name: steps for board in boards for name, steps in board.tracks.items()},
        sizes={place: size for board in boards for place, size in board.sizes.items()},
    )


def _rays(
    grid: Grid,
    directions: Sequence[tuple[int, int]],
    blocked: frozenset[tuple[str, str]] = frozenset(),
) -> Rays:
    """Return the rays of a grid in some directions; a ray ends at a gap or a blocked border."""
    return {
        name: tuple(ray for step in directions if (ray := tuple(_ray(grid, place, step, blocked))))
        for place, name in grid.items()
    }


def _ray(
    grid: Grid,
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


def _walls(walls: str, at: Mapping[str, tuple[int, int]]) -> tuple[tuple[str, str], ...]:
    pairs = []
    for wall in walls.split():
        one, _, two = wall.partition("-")
        if one not in at or two not in at or dist(at[one], at[two]) != 1:
            raise invalid("a wall", wall, "two squares side by side, such as a1-a2")
        pairs.append((one, two))
    return tuple(pairs)


def _file_and_rank(name: str) -> tuple[str, int]:
    """Return the letters and the number of a place's name.

    >>> _file_and_rank("b12"), _file_and_rank("ann b2"), _file_and_rank("left")
    (('b', 12), ('ann b', 2), ('left', 0))
    """
    return re.sub(r"\d+$", "", name), _rank(name)


def _rank(name: str) -> int:
    return int(re.sub(r"\D", "", name.rpartition(" ")[2]) or 0)


def _file(name: str) -> str:
    """Return the file of a place: "b" of "b12", "ann b" of "ann b2"."""
    return name[: name.rfind(" ") + 2]


def _name(name: object) -> str:
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise invalid("the name of a place", name, "letters, digits and _")
    return name
