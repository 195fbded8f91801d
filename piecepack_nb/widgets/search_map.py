"""The costs of a search as a heat map on a canvas, as a static picture and as a table."""

from __future__ import annotations

import html
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise

from piecepack_nb.scene import Layout, Mark, Piece, Scene, Shape, TextTable, shape
from piecepack_nb.scene.layout import segments
from piecepack_nb.search import HEADINGS, Node, SearchProblem, SearchRun
from piecepack_nb.search.problem import named
from piecepack_nb.widgets.canvas import CanvasPainter, mixed, readable

Point = tuple[float, float]
AHEAD = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
ROOM = 0.5  # beside and below the squares, for their names
EDGE = 1 / 9  # on the other sides: a whole number of pixels, so that no seams show


def wedge(place: Point, heading: str, half: float = 0.47) -> tuple[Point, Point, Point]:
    """Return the corners of a wedge of the square at ``place``, the square's middle first."""
    x, y = place
    right, down = AHEAD[heading]
    side = (x + half * (right - down), y + half * (down + right))
    other = (x + half * (right + down), y + half * (down - right))
    return place, side, other


class HeatMap:
    """The places of a problem's squares, the ``pieces`` on them, and the scale of heat."""

    def __init__(self, problem: SearchProblem, pieces: Iterable[Piece] = ()) -> None:
        self.problem = problem
        self.places = problem.places
        self.pieces = self._pieces(pieces)
        self.top = 1
        """The cost with the strongest heat."""
        self.cool()

    def cool(self) -> None:
        """Set the strongest heat for the start of a search: the nearest goal, or the last node."""
        nearest = self.problem.search.cost
        self.top = max(1, max(self.problem.cheapest.values()) if nearest is None else nearest)

    def warm(self, cost: int) -> bool:
        """Extend the scale to a cost; return True if that changes all tints."""
        if cost <= self.top:
            return False
        self.top = max(cost, self.top * 3 // 2)
        return True

    def share(self, cost: int) -> float:
        """Return the share of the hot colour in a cost's tint, as in the board's heat marks."""
        return 0.08 + 0.72 * min(cost / self.top, 1.0)

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """The left, top, width and height of the map."""
        xs, ys = zip(*self.places.values(), strict=True)
        left, top = min(xs) - 0.5 - ROOM, min(ys) - 0.5 - EDGE
        return left, top, max(xs) + 0.5 + EDGE - left, max(ys) + 0.5 + ROOM - top

    @cached_property
    def at(self) -> dict[Point, str]:
        """The square at each place."""
        return {place: square for square, place in self.places.items()}

    def beside(self, square: str, heading: str) -> str | None:
        """Return the next square in that direction on the map, even if no step leads there."""
        (x, y), (right, down) = self.places[square], AHEAD[heading]
        return self.at.get((round(x + right, 2), round(y + down, 2)))

    def _pieces(self, pieces: Iterable[Piece]) -> dict[str, list[Piece]]:
        """Return the pieces on each square."""
        found: dict[str, list[Piece]] = defaultdict(list)
        for piece in pieces:
            for square, (x, y) in self.places.items():
                if abs(piece.x - x) <= 0.4 and abs(piece.y - y) <= 0.4:
                    found[square].append(piece)
        return found

    def path(self, run: SearchRun) -> tuple[Node, ...]:
        """Return the path to show: none before the end, then the game's path or the one found."""
        if not run.ended:
            return ()
        taken = self.problem.path
        return taken.nodes if run.is_engine and taken is not None else run.path

    def changed_by(self, run: SearchRun, node: Node) -> set[str]:
        """Return the squares that change when ``node`` is settled."""
        changed = {node[0], *(there[0] for there, _ in self.problem.successors(node))}
        before = run.came_from.get(node)
        if before is not None:
            changed.add(before[0])
        if len(run.order) > 1:  # no longer marked as the last one
            changed.add(run.order[-2][0][0])
        return changed


# --- On a canvas ---------------------------------------------------------------------------------


BACK = {"N": "S", "E": "W", "S": "N", "W": "E"}
DEGREES = {"E": 0, "S": 90, "W": 180, "N": 270}
CORNERS = ((-0.3, -0.33), (0.3, -0.33), (-0.3, 0.33), (0.3, 0.33))


class HeatPainter:
    """A painter of a map and the costs of a search; ``wrong`` is a node to mark."""

    def __init__(
        self,
        painter: CanvasPainter,
        colour: Mapping[str, str],
        heat: HeatMap,
        run: SearchRun,
        wrong: Node | None = None,
    ) -> None:
        self.painter, self.colour = painter, colour
        self.heat, self.run, self.wrong = heat, run, wrong
        self.search = heat.problem.search
        self.path = heat.path(run)
        self.crossed = {each for step in pairwise(self.path) for each in _crossed(*step)}

    def whole(self) -> None:
        """Paint the whole map."""
        left, top, width, height = self.heat.box
        self.painter.rect(left, top, width, height, self.colour["paper"])
        self._names()
        self.squares(self.heat.places)

    def _names(self) -> None:
        """Paint file letters below and rank numbers at the left, as on the board."""
        left, top, _width, height = self.heat.box
        places, soft = self.heat.places.items(), self.colour["soft"]
        for x, letter in {place[0]: square[0] for square, place in places}.items():
            self.painter.words(letter, x, top + height - ROOM * 0.55, 0.28, soft)
        for y, number in {place[1]: square[1:] for square, place in places}.items():
            self.painter.words(number, left + ROOM * 0.55, y, 0.28, soft)

    def squares(self, squares: Iterable[str]) -> None:
        """Paint some squares, each from the bottom up."""
        for square in squares:
            x, y = self.heat.places[square]
            with self.painter.within(x - 0.5, y - 0.5, 1, 1):
                self._ground(square, x, y)
                self._wedges(square)
                self._trails(square)
                self._path(square, x, y)
                self._marked(square)
                self._costs(square, x, y)
                self._contents(square, x, y)
                self._walls(square, x, y)

    def _ground(self, square: str, x: float, y: float) -> None:
        colour, open_ = self.colour, self._can_enter(square)
        ground = colour["mat"] if open_ else mixed(colour["accent"], colour["paper"], 0.2)
        self.painter.rect(x - 0.5, y - 0.5, 1, 1, colour["mat-edge"])
        self.painter.rect(x - 0.48, y - 0.48, 0.96, 0.96, ground)

    def _wedges(self, square: str) -> None:
        place, run = self.heat.places[square], self.run
        for heading in HEADINGS:
            node = square, heading
            corners = wedge(place, heading)
            if node in run:
                self.painter.area(corners, self._tint(run[node]))
                self.painter.line(corners, self.colour["mat"], 0.02, closed=True)
            elif node in run.frontier:
                inside = wedge(place, heading, 0.43)
                dashed, accent = (0.07, 0.07), self.colour["accent"]
                self.painter.line(inside, accent, 0.035, closed=True, dashes=dashed)

    def _tint(self, cost: int) -> str:
        """Return the tint of a cost on the ground."""
        return mixed(self.colour["hot"], self.colour["mat"], self.heat.share(cost))

    def _trails(self, square: str) -> None:
        """Paint the arrow to each node in this square, and in those next to it."""
        near = [other for heading in HEADINGS if (other := self.heat.beside(square, heading))]
        for here in (square, *near):
            for heading in HEADINGS:
                before = self.run.came_from.get((here, heading))
                if before is not None and square in (here, before[0]):
                    self._trail(before, (here, heading))

    def _trail(self, before: Node, node: Node) -> None:
        ink, places = self.colour["ink"], self.heat.places
        if before[0] == node[0]:
            turn = sorted((DEGREES[before[1]], DEGREES[node[1]]))
            ends = (turn[0], turn[1]) if turn[1] - turn[0] == 90 else (turn[1], turn[0] + 360)
            self.painter.arc(*places[node[0]], 0.22, ends, ink + "88", 0.035)
            return
        # Arrows in both directions cross an edge: each keeps to the right.
        right, down = AHEAD[node[1]]
        for square, side in ((before[0], 0.5), (node[0], -0.5)):
            x, y = places[square]
            x, y = x + side * right - 0.15 * down, y + side * down + 0.15 * right
            tip, foot = (x + 0.1 * right, y + 0.1 * down), (x - 0.07 * right, y - 0.07 * down)
            sides = [(foot[0] + s * down, foot[1] - s * right) for s in (-0.075, 0.075)]
            self.painter.area([tip, *sides], ink)

    def _path(self, square: str, x: float, y: float) -> None:
        """Paint the part of the path to the goal in this square."""
        for (before, _), (there, heading) in pairwise(self.path):
            right, down = AHEAD[heading]
            for side, end in ((1, before), (-1, there)):
                if before != there and end == square:
                    out = (x + 0.5 * side * right, y + 0.5 * side * down)
                    self.painter.line([(x, y), out], self.colour["accent"] + "bb", 0.13)

    def _marked(self, square: str) -> None:
        """Outline the last node, and a wrong one in another colour."""
        order, place = self.run.order, self.heat.places[square]
        last = order[-1][0] if order and not self.run.ended else None
        for node, look in ((last, "ink"), (self.wrong, "danger")):
            if node is not None and node[0] == square:
                outline = wedge(place, node[1], 0.45)
                self.painter.line(outline, self.colour[look], 0.07, closed=True)

    def _costs(self, square: str, x: float, y: float) -> None:
        """Paint each wedge's cost, and the lowest in the middle."""
        run, accent = self.run, self.colour["accent"]
        for heading in HEADINGS:
            node = square, heading
            right, down = AHEAD[heading]
            middle = (x + 0.36 * right, y + 0.36 * down)
            if node in run:
                tint = accent if node in self.crossed else self._tint(run[node])
                self.painter.words(str(run[node]), *middle, 0.2, readable(tint))
            elif node in run.frontier:
                ink = readable(accent) if node in self.crossed else accent
                self.painter.words(str(run.frontier[node]), *middle, 0.18, ink)
        lowest = run.lowest(square)
        if lowest is not None and square != self.search.start[0]:
            self.painter.disc(x, y, 0.17, self.colour["paper"])
            self.painter.words(str(lowest), x, y, 0.24, self.colour["ink"], bold=True)

    def _contents(self, square: str, x: float, y: float) -> None:
        """Paint a goal's frame, a blocked square's cross, the start, and pieces in corners."""
        painter, colour = self.painter, self.colour
        if square in self.search.blocked:
            for turn in (-1, 1):
                ends = [(x - 0.36, y - 0.36 * turn), (x + 0.36, y + 0.36 * turn)]
                painter.line(ends, colour["danger"], 0.08)
        if square in self.search.targets:
            frame = [(x - 0.44, y - 0.44), (x + 0.44, y - 0.44), (x + 0.44, y + 0.44)]
            painter.line([*frame, (x - 0.44, y + 0.44)], colour["accent"], 0.06, closed=True)
        if square == self.search.start[0]:
            turn = DEGREES[self.search.start[1]]
            painter.pie(x, y, 0.23, 0, turn, colour["gold-edge"])
            painter.pie(x, y, 0.21, 70, turn, colour["gold-1"])
        pieces = [piece for piece in self.heat.pieces.get(square, ()) if piece.suit]
        for piece, (right, down) in zip(pieces, CORNERS, strict=False):
            self._small(piece, x + right, y + down)

    def _small(self, piece: Piece, x: float, y: float) -> None:
        """Paint a piece as a sign in its suit's colour, with the suit's letter."""
        fill = self.colour[piece.suit]
        if piece.sprite == "pawn":
            self.painter.disc(x, y - 0.04, 0.12, fill)
            self.painter.rect(x - 0.12, y - 0.04, 0.24, 0.17, fill)
        elif piece.sprite.startswith("coin"):
            self.painter.disc(x, y, 0.13, fill)
        else:
            self.painter.rect(x - 0.11, y - 0.11, 0.22, 0.22, fill)
        self.painter.words(piece.suit[0].upper(), x, y, 0.18, self.colour["ivory-1"], bold=True)

    def _walls(self, square: str, x: float, y: float) -> None:
        """Paint a line at each wall, and an arrow at each portal."""
        exits = self.search.grid.exits.get(square, {})
        for heading, (right, down) in AHEAD.items():
            other = self.heat.beside(square, heading)
            if heading in exits:
                if exits[heading] != other:
                    tip = (x + 0.49 * right, y + 0.49 * down)
                    foot = (x + 0.4 * right, y + 0.4 * down)
                    sides = [(foot[0] + s * down, foot[1] + s * right) for s in (-0.13, 0.13)]
                    self.painter.area([tip, *sides], self.colour["accent"])
            elif other is None or self._can_enter(square) or self._can_enter(other):
                ends = [
                    (x + 0.5 * (right - turn * down), y + 0.5 * (down + turn * right))
                    for turn in (-1, 1)
                ]
                self.painter.line(ends, self.colour["ink"], 0.11)

    def _can_enter(self, square: str) -> bool:
        return square in self.search.grid.index


def _crossed(before: Node, node: Node) -> tuple[Node, ...]:
    """Return the wedges that a step of the path crosses; none for a turn."""
    if before[0] == node[0]:
        return ()
    return (before[0], node[1]), (node[0], BACK[node[1]])


# --- Tables and scenes ---------------------------------------------------------------------------


HEAD = ("Square", "Lowest cost", *(f"Facing {heading}" for heading in HEADINGS), "Came from")

WEDGES_PER_SHAPE = 100  # the texts of a scene are limited


class NotebookTable(TextTable):
    """A table of text that a notebook shows as such."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        def line(tag: str, texts: tuple[str, ...]) -> str:
            return "".join(f"<{tag}>{html.escape(text)}</{tag}>" for text in texts)

        rows = "".join(f"<tr>{line('td', row)}</tr>" for row in self.rows)
        return (
            f"<table><caption>{html.escape(self.title)}</caption><thead><tr>"
            f"{line('th', self.head)}</tr></thead><tbody>{rows}</tbody></table>"
        )

    def __str__(self) -> str:
        widths = [max(map(len, column)) for column in zip(self.head, *self.rows, strict=True)]
        lines = [
            "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
            for row in (self.head, *self.rows)
        ]
        return "\n".join((self.title, *lines))


def cost_table(run: SearchRun) -> NotebookTable:
    """Return a table of the squares reached, the cheapest first, with their costs and origins."""
    squares = {square for square, _ in run}
    ordered = sorted(squares, key=lambda square: (run.lowest(square), square))
    rows = tuple(_row(run, square) for square in ordered)
    return NotebookTable(f"{run.name}, square by square", HEAD, rows)


def _row(run: SearchRun, square: str) -> tuple[str, ...]:
    lowest = run.lowest(square)
    nodes = [(square, heading) for heading in HEADINGS]
    costs = (str(run.get(node, "")) for node in nodes)
    first = next(node for node in run if node[0] == square and run[node] == lowest)
    return square, str(lowest), *costs, origin(run, first)


def origin(run: SearchRun, node: Node) -> str:
    """Return the name of the node before."""
    before = run.came_from[node]
    if before is not None:
        return named(before)
    return "the start" if node == run.problem.start else "no path has that cost"


def heat_scene(heat: HeatMap, scene: Scene, run: SearchRun) -> Scene:
    """Return the board of ``scene`` with the costs found, without trays."""
    board = next(area for area in scene.areas if area.id == "board")
    costs = (*_tints(heat, run), _numbers(heat, run))
    listing = cost_table(run)
    return Scene(
        (board._replace(backdrop=(*board.backdrop, *costs)),),
        (Layout(0, board.width, board.height, {"board": (0, 0)}),),
        tuple(piece for piece in scene.pieces if piece.area == "board"),
        tuple(_marks(heat, run)),
        caption=f"{run.name}: {run.text}.",
        alt=scene.alt,
        listings=(TextTable(*listing),) if listing.rows else (),
    )


def _tints(heat: HeatMap, run: SearchRun) -> Iterator[Shape]:
    """Yield the wedges of each cost in its heat, on pale ground so that numbers are readable."""
    alike: dict[int, list[str]] = {}
    for (square, heading), cost in run.items():
        corners = wedge(heat.places[square], heading)
        line = "L".join(f"{x * 100:.0f} {y * 100:.0f}" for x, y in corners)
        alike.setdefault(cost, []).append(f"M{line}Z")
    for cost, wedges in alike.items():
        hot = round(heat.share(cost), 2)
        for first in range(0, len(wedges), WEDGES_PER_SHAPE):
            lines = "".join(wedges[first : first + WEDGES_PER_SHAPE])
            for look, share in (("f-ivory", 0.6), ("heat", hot)):
                yield shape("path", d=lines, class_=f"ppnb-{look}", fill_opacity=share)


def _numbers(heat: HeatMap, run: SearchRun) -> Shape:
    """Return each wedge's cost."""

    def number(node: Node, cost: int) -> Shape:
        (x, y), (right, down) = heat.places[node[0]], AHEAD[node[1]]
        left, top = round(100 * (x + 0.38 * right)), round(100 * (y + 0.38 * down) + 6)
        return shape("text", text=str(cost), x=left, y=top)

    texts = (number(node, cost) for node, cost in run.items())
    return shape("g", *texts, font_size=17, text_anchor="middle", class_="ppnb-f-ink")


def _marks(heat: HeatMap, run: SearchRun) -> Iterator[Mark]:
    """Yield the lowest cost of each square, the targets, the blocked squares and the path."""
    for square in sorted({square for square, _ in run}):
        x, y = heat.places[square]
        if not heat.pieces.get(square):
            yield Mark("text", x, y, label=str(run.lowest(square)))
    search = heat.problem.search
    for kind, squares in (("blocked", sorted(search.blocked)), ("target", search.targets)):
        for square in squares:
            yield Mark(kind, *heat.places[square])
    path = heat.path(run)
    steps = (*path[:1], *(node for before, node in pairwise(path) if node[0] != before[0]))
    for line in segments(steps, lambda before, node: heat.beside(before[0], node[1]) != node[0]):
        yield Mark("path", points=tuple(heat.places[square] for square, _ in line))
    if path:
        x, y = heat.places[path[-1][0]]
        label = str(run.lowest(path[-1][0]))
        yield Mark("cost", round(x + 0.32, 2), round(y - 0.32, 2), label=label)
