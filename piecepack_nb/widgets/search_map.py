"""The costs of a search as a heat map on a canvas, as a static picture and as a table."""

from __future__ import annotations

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
CORNERS = ((-0.3, -0.3), (0.3, -0.3), (-0.3, 0.3), (0.3, 0.3))
AHEAD = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
COVER = "c8"  # the opacity of heat over the board's art, as two hexadecimal digits
HALF = 0.425  # of a wedge's side: the matchsticks between squares stay in sight
SMALL = 0.5  # the scale of a piece in a corner of its square, beside the costs


def wedge(place: Point, heading: str, half: float = HALF) -> tuple[Point, Point, Point]:
    """Return the corners of a wedge of the square at ``place``, the square's middle first."""
    x, y = place
    right, down = AHEAD[heading]
    side = (x + half * (right - down), y + half * (down + right))
    other = (x + half * (right + down), y + half * (down - right))
    return place, side, other


class HeatMap:
    """The places of a problem's squares on the board of ``scene``, and the scale of heat."""

    def __init__(self, problem: SearchProblem, scene: Scene) -> None:
        self.problem = problem
        self.places = problem.places
        self.board = next(area for area in scene.areas if area.id == "board")
        self.pieces = self._pieces(piece for piece in scene.pieces if piece.area == "board")
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

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The left, top, width and height of the map: the whole board."""
        return 0.0, 0.0, self.board.width, self.board.height

    def art(self) -> Scene:
        """Return the board with its pieces in the corners of their squares, beside the costs."""
        return Scene(
            (self.board,),
            (Layout(0, self.board.width, self.board.height, {"board": (0, 0)}),),
            tuple(self._small()),
            tuple(self._goals()),
        )

    def _small(self) -> Iterator[Piece]:
        """Yield the pieces, all but that at the start small and in a corner."""
        for square, pieces in self.pieces.items():
            x, y = self.places[square]
            moved = [piece for piece in pieces if piece.suit]
            if square == self.problem.search.start[0]:
                yield from (piece for piece in pieces if not piece.suit)
            for piece, (right, down) in zip(moved, CORNERS, strict=False):
                there = round(x + right, 2), round(y + down, 2)
                yield piece._replace(x=there[0], y=there[1], scale=piece.scale * SMALL)

    def _goals(self) -> Iterator[Mark]:
        """Yield the marks of the targets and of the blocked squares."""
        search = self.problem.search
        for kind, squares in (("blocked", sorted(search.blocked)), ("selected", search.targets)):
            for square in squares:
                yield Mark(kind, *self.places[square])

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


class HeatPainter:
    """A painter of the costs of a search over a board's art; ``wrong`` is a node to mark."""

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
        self.squares(self.heat.places)

    def squares(self, squares: Iterable[str]) -> None:
        """Paint some squares, each from the bottom up."""
        for square in squares:
            x, y = self.heat.places[square]
            with self.painter.within(x - 0.5, y - 0.5, 1, 1):
                self.painter.clear(x - 0.5, y - 0.5, 1, 1)
                self._wedges(square)
                self._trails(square)
                self._path(square, x, y)
                self._marked(square)
                self._costs(square, x, y)

    def _wedges(self, square: str) -> None:
        place, run = self.heat.places[square], self.run
        for heading in HEADINGS:
            node = square, heading
            corners = wedge(place, heading)
            if node in run:
                self.painter.area(corners, self._tint(run[node]) + COVER)
                self.painter.line(corners, self.colour["mat"], 0.02, closed=True)
            elif node in run.frontier:
                inside = wedge(place, heading, 0.4)
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
                outline = wedge(place, node[1], 0.41)
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


def _crossed(before: Node, node: Node) -> tuple[Node, ...]:
    """Return the wedges that a step of the path crosses; none for a turn."""
    if before[0] == node[0]:
        return ()
    return (before[0], node[1]), (node[0], BACK[node[1]])


# --- Tables and scenes ---------------------------------------------------------------------------


HEAD = ("Square", "Lowest cost", *(f"Facing {heading}" for heading in HEADINGS), "Came from")

WEDGES_PER_SHAPE = 100  # the texts of a scene are limited


def cost_table(run: SearchRun) -> TextTable:
    """Return a table of the squares reached, the cheapest first, with their costs and origins."""
    squares = {square for square, _ in run}
    ordered = sorted(squares, key=lambda square: (run.lowest(square), square))
    rows = tuple(_row(run, square) for square in ordered)
    return TextTable(f"{run.name}, square by square", HEAD, rows)


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
    board, art = heat.board, heat.art()
    costs = (*_tints(heat, run), _numbers(heat, run))
    listing = cost_table(run)
    return art._replace(
        areas=(board._replace(backdrop=(*board.backdrop, *costs)),),
        marks=(*art.marks, *_marks(heat, run)),
        caption=f"{run.name}: {run.text}.",
        alt=scene.alt,
        listings=(TextTable(listing.title, listing.head, listing.rows),) if listing.rows else (),
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
    """Yield the lowest cost of each square, and the path."""
    for square in sorted({square for square, _ in run}):
        if square != heat.problem.search.start[0]:
            yield Mark("text", *heat.places[square], label=str(run.lowest(square)))
    path = heat.path(run)
    steps = (*path[:1], *(node for before, node in pairwise(path) if node[0] != before[0]))
    for line in segments(steps, lambda before, node: heat.beside(before[0], node[1]) != node[0]):
        yield Mark("path", points=tuple(heat.places[square] for square, _ in line))
    if path:
        x, y = heat.places[path[-1][0]]
        label = str(run.lowest(path[-1][0]))
        yield Mark("cost", round(x + 0.32, 2), round(y - 0.32, 2), label=label)
