"""The costs of a search as a heat map: on a canvas, as a static picture and as a table."""

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
EDGE = 1 / 9  # on the other sides: whole pixels, so that no seams show


def wedge(place: Point, heading: str, half: float = 0.47) -> tuple[Point, Point, Point]:
    """The corners of a wedge of the square at ``place``, the square's middle first."""
    x, y = place
    right, down = AHEAD[heading]
    side = (x + half * (right - down), y + half * (down + right))
    other = (x + half * (right + down), y + half * (down - right))
    return place, side, other


class HeatMap:
    """Where a quest's squares lie, what is on them, and which cost is drawn hottest.

    ``pieces`` lie on the squares.
    """

    def __init__(self, problem: SearchProblem, pieces: Iterable[Piece] = ()) -> None:
        self.problem = problem
        self.places = problem.places
        self.things = self._things(pieces)
        self.top = 1
        """The cost that is drawn hottest."""
        self.cool()

    def cool(self) -> None:
        """Before a search the hottest is what it goes to: the nearest goal, or the last node."""
        nearest = self.problem.search.cost
        self.top = max(1, max(self.problem.cheapest.values()) if nearest is None else nearest)

    def warm(self, cost: int) -> bool:
        """Make room for a cost; True where all that is drawn gets another tint by it."""
        if cost <= self.top:
            return False
        self.top = max(cost, self.top * 3 // 2)
        return True

    def share(self, cost: int) -> float:
        """How much of the hot colour a cost's tint has, as the board's marks of heat have it."""
        return 0.08 + 0.72 * min(cost / self.top, 1.0)

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """What the map takes up: left, top, width and height."""
        xs, ys = zip(*self.places.values(), strict=True)
        left, top = min(xs) - 0.5 - ROOM, min(ys) - 0.5 - EDGE
        return left, top, max(xs) + 0.5 + EDGE - left, max(ys) + 0.5 + ROOM - top

    @cached_property
    def at(self) -> dict[Point, str]:
        """The square at each place."""
        return {place: square for square, place in self.places.items()}

    def beside(self, square: str, heading: str) -> str | None:
        """The square that lies there on the map, whether or not one can walk to it."""
        (x, y), (right, down) = self.places[square], AHEAD[heading]
        return self.at.get((round(x + right, 2), round(y + down, 2)))

    def _things(self, pieces: Iterable[Piece]) -> dict[str, list[Piece]]:
        """What lies on each square, in few pieces."""
        things: dict[str, list[Piece]] = defaultdict(list)
        for piece in pieces:
            for square, (x, y) in self.places.items():
                if abs(piece.x - x) <= 0.4 and abs(piece.y - y) <= 0.4:
                    things[square].append(piece)
        return things

    def way(self, attempt: SearchRun) -> tuple[Node, ...]:
        """The way to show: none before the end, then the one taken, or the one that was found."""
        if not attempt.ended:
            return ()
        taken = self.problem.path
        return taken.nodes if attempt.is_engine and taken is not None else attempt.path

    def changed_by(self, attempt: SearchRun, node: Node) -> set[str]:
        """The squares that look different once ``node`` was settled."""
        changed = {node[0], *(there[0] for there, _ in self.problem.successors(node))}
        before = attempt.came_from.get(node)
        if before is not None:
            changed.add(before[0])
        if len(attempt.order) > 1:  # it was marked as the last one
            changed.add(attempt.order[-2][0][0])
        return changed


# --- On a canvas ---------------------------------------------------------------------------------


BACK = {"N": "S", "E": "W", "S": "N", "W": "E"}
DEGREES = {"E": 0, "S": 90, "W": 180, "N": 270}
CORNERS = ((-0.3, -0.33), (0.3, -0.33), (-0.3, 0.33), (0.3, 0.33))


class HeatPainter:
    """Paints a map and what an attempt has found on it; ``wrong`` is a node to point at."""

    def __init__(
        self,
        brush: CanvasPainter,
        colour: Mapping[str, str],
        heat: HeatMap,
        attempt: SearchRun,
        wrong: Node | None = None,
    ) -> None:
        self.brush, self.colour = brush, colour
        self.heat, self.attempt, self.wrong = heat, attempt, wrong
        self.search = heat.problem.search
        self.way = heat.way(attempt)
        self.crossed = {each for step in pairwise(self.way) for each in _crossed(*step)}

    def whole(self) -> None:
        """Paint the whole map."""
        left, top, width, height = self.heat.box
        self.brush.rect(left, top, width, height, self.colour["paper"])
        self._names()
        self.squares(self.heat.places)

    def _names(self) -> None:
        """File letters below, rank numbers at the left, as on the board."""
        left, top, _width, height = self.heat.box
        places, soft = self.heat.places.items(), self.colour["soft"]
        for x, letter in {place[0]: square[0] for square, place in places}.items():
            self.brush.words(letter, x, top + height - ROOM * 0.55, 0.28, soft)
        for y, number in {place[1]: square[1:] for square, place in places}.items():
            self.brush.words(number, left + ROOM * 0.55, y, 0.28, soft)

    def squares(self, squares: Iterable[str]) -> None:
        """Paint some squares, each from below."""
        for square in squares:
            x, y = self.heat.places[square]
            with self.brush.within(x - 0.5, y - 0.5, 1, 1):
                self._ground(square, x, y)
                self._wedges(square)
                self._trails(square)
                self._way(square, x, y)
                self._marked(square)
                self._costs(square, x, y)
                self._things(square, x, y)
                self._walls(square, x, y)

    def _ground(self, square: str, x: float, y: float) -> None:
        colour, open_ = self.colour, self._can_enter(square)
        ground = colour["mat"] if open_ else mixed(colour["accent"], colour["paper"], 0.2)
        self.brush.rect(x - 0.5, y - 0.5, 1, 1, colour["mat-edge"])
        self.brush.rect(x - 0.48, y - 0.48, 0.96, 0.96, ground)

    def _wedges(self, square: str) -> None:
        place, attempt = self.heat.places[square], self.attempt
        for heading in HEADINGS:
            node = square, heading
            corners = wedge(place, heading)
            if node in attempt:
                self.brush.area(corners, self._tint(attempt[node]))
                self.brush.line(corners, self.colour["mat"], 0.02, closed=True)
            elif node in attempt.frontier:
                inside = wedge(place, heading, 0.43)
                dashed, accent = (0.07, 0.07), self.colour["accent"]
                self.brush.line(inside, accent, 0.035, closed=True, dashes=dashed)

    def _tint(self, cost: int) -> str:
        """The board's heat, on the ground."""
        return mixed(self.colour["hot"], self.colour["mat"], self.heat.share(cost))

    def _trails(self, square: str) -> None:
        """From each node here, and each one next to here, to the node before it."""
        near = [other for heading in HEADINGS if (other := self.heat.beside(square, heading))]
        for here in (square, *near):
            for heading in HEADINGS:
                before = self.attempt.came_from.get((here, heading))
                if before is not None and square in (here, before[0]):
                    self._trail(before, (here, heading))

    def _trail(self, before: Node, node: Node) -> None:
        ink, places = self.colour["ink"], self.heat.places
        if before[0] == node[0]:
            turn = sorted((DEGREES[before[1]], DEGREES[node[1]]))
            ends = (turn[0], turn[1]) if turn[1] - turn[0] == 90 else (turn[1], turn[0] + 360)
            self.brush.arc(*places[node[0]], 0.22, ends, ink + "88", 0.035)
            return
        # Ways in both directions cross an edge: each keeps to the right of it.
        right, down = AHEAD[node[1]]
        for square, side in ((before[0], 0.5), (node[0], -0.5)):
            x, y = places[square]
            x, y = x + side * right - 0.15 * down, y + side * down + 0.15 * right
            tip, foot = (x + 0.1 * right, y + 0.1 * down), (x - 0.07 * right, y - 0.07 * down)
            sides = [(foot[0] + s * down, foot[1] - s * right) for s in (-0.075, 0.075)]
            self.brush.area([tip, *sides], ink)

    def _way(self, square: str, x: float, y: float) -> None:
        """The part of the way to the goal that lies here."""
        for (before, _), (there, heading) in pairwise(self.way):
            right, down = AHEAD[heading]
            for side, end in ((1, before), (-1, there)):
                if before != there and end == square:
                    out = (x + 0.5 * side * right, y + 0.5 * side * down)
                    self.brush.line([(x, y), out], self.colour["accent"] + "bb", 0.13)

    def _marked(self, square: str) -> None:
        """The last node outlined, and a wrong one in another colour."""
        order, place = self.attempt.order, self.heat.places[square]
        last = order[-1][0] if order and not self.attempt.ended else None
        for node, look in ((last, "ink"), (self.wrong, "danger")):
            if node is not None and node[0] == square:
                outline = wedge(place, node[1], 0.45)
                self.brush.line(outline, self.colour[look], 0.07, closed=True)

    def _costs(self, square: str, x: float, y: float) -> None:
        """Each wedge's cost, and the lowest in the middle."""
        attempt, accent = self.attempt, self.colour["accent"]
        for heading in HEADINGS:
            node = square, heading
            right, down = AHEAD[heading]
            middle = (x + 0.36 * right, y + 0.36 * down)
            if node in attempt:
                tint = accent if node in self.crossed else self._tint(attempt[node])
                self.brush.words(str(attempt[node]), *middle, 0.2, readable(tint))
            elif node in attempt.frontier:
                ink = readable(accent) if node in self.crossed else accent
                self.brush.words(str(attempt.frontier[node]), *middle, 0.18, ink)
        lowest = attempt.lowest(square)
        if lowest is not None and square != self.search.start[0]:
            self.brush.disc(x, y, 0.17, self.colour["paper"])
            self.brush.words(str(lowest), x, y, 0.24, self.colour["ink"], bold=True)

    def _things(self, square: str, x: float, y: float) -> None:
        """Goals framed, shut squares crossed; he in the middle, all else small in corners."""
        brush, colour = self.brush, self.colour
        if square in self.search.blocked:
            for turn in (-1, 1):
                ends = [(x - 0.36, y - 0.36 * turn), (x + 0.36, y + 0.36 * turn)]
                brush.line(ends, colour["danger"], 0.08)
        if square in self.search.targets:
            frame = [(x - 0.44, y - 0.44), (x + 0.44, y - 0.44), (x + 0.44, y + 0.44)]
            brush.line([*frame, (x - 0.44, y + 0.44)], colour["accent"], 0.06, closed=True)
        if square == self.search.start[0]:
            turn = DEGREES[self.search.start[1]]
            brush.pie(x, y, 0.23, 0, turn, colour["gold-edge"])
            brush.pie(x, y, 0.21, 70, turn, colour["gold-1"])
        things = [thing for thing in self.heat.things.get(square, ()) if thing.suit]
        for thing, (right, down) in zip(things, CORNERS, strict=False):
            self._small(thing, x + right, y + down)

    def _small(self, piece: Piece, x: float, y: float) -> None:
        """A piece as a sign in its suit's colour, with the suit's letter."""
        fill = self.colour[piece.suit]
        if piece.sprite == "pawn":
            self.brush.disc(x, y - 0.04, 0.12, fill)
            self.brush.rect(x - 0.12, y - 0.04, 0.24, 0.17, fill)
        elif piece.sprite.startswith("coin"):
            self.brush.disc(x, y, 0.13, fill)
        else:
            self.brush.rect(x - 0.11, y - 0.11, 0.22, 0.22, fill)
        self.brush.words(piece.suit[0].upper(), x, y, 0.18, self.colour["ivory-1"], bold=True)

    def _walls(self, square: str, x: float, y: float) -> None:
        """A line where there is no way on; an arrow where a portal leads away."""
        exits = self.search.grid.exits.get(square, {})
        for heading, (right, down) in AHEAD.items():
            other = self.heat.beside(square, heading)
            if heading in exits:
                if exits[heading] != other:
                    tip = (x + 0.49 * right, y + 0.49 * down)
                    foot = (x + 0.4 * right, y + 0.4 * down)
                    sides = [(foot[0] + s * down, foot[1] + s * right) for s in (-0.13, 0.13)]
                    self.brush.area([tip, *sides], self.colour["accent"])
            elif other is None or self._can_enter(square) or self._can_enter(other):
                ends = [
                    (x + 0.5 * (right - turn * down), y + 0.5 * (down + turn * right))
                    for turn in (-1, 1)
                ]
                self.brush.line(ends, self.colour["ink"], 0.11)

    def _can_enter(self, square: str) -> bool:
        return square in self.search.grid.index


def _crossed(before: Node, node: Node) -> tuple[Node, ...]:
    """The wedges that a step of the way lies on; none for a turn."""
    if before[0] == node[0]:
        return ()
    return (before[0], node[1]), (node[0], BACK[node[1]])


# --- As a scene and a table ----------------------------------------------------------------------


HEAD = ("Square", "Lowest cost", *(f"Facing {heading}" for heading in HEADINGS), "Came from")

FEW = 100  # wedges a path: a scene takes no endless texts


class Tabled(TextTable):
    """A listing that a notebook shows as a table."""

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


def listing_of(attempt: SearchRun) -> Tabled:
    """Every square reached with its costs, the cheapest first, and where its lowest came from."""
    squares = {square for square, _ in attempt}
    ordered = sorted(squares, key=lambda square: (attempt.lowest(square), square))
    rows = tuple(_row(attempt, square) for square in ordered)
    return Tabled(f"{attempt.name}, square by square", HEAD, rows)


def _row(attempt: SearchRun, square: str) -> tuple[str, ...]:
    lowest = attempt.lowest(square)
    nodes = [(square, heading) for heading in HEADINGS]
    costs = (str(attempt.get(node, "")) for node in nodes)
    first = next(node for node in attempt if node[0] == square and attempt[node] == lowest)
    return square, str(lowest), *costs, origin(attempt, first)


def origin(attempt: SearchRun, node: Node) -> str:
    """The node before, in words."""
    before = attempt.came_from[node]
    if before is not None:
        return named(before)
    return "the start" if node == attempt.problem.start else "no way costs that"


def heat_scene(heat: HeatMap, table: Scene, attempt: SearchRun) -> Scene:
    """The board of ``table`` with the costs that were found, and no trays beside it."""
    board = next(area for area in table.areas if area.id == "board")
    costs = (*_tints(heat, attempt), _numbers(heat, attempt))
    listing = listing_of(attempt)
    return Scene(
        (board._replace(backdrop=(*board.backdrop, *costs)),),
        (Layout(0, board.width, board.height, {"board": (0, 0)}),),
        tuple(piece for piece in table.pieces if piece.area == "board"),
        tuple(_marks(heat, attempt)),
        caption=f"{attempt.name}: {attempt.text}.",
        alt=table.alt,
        listings=(TextTable(*listing),) if listing.rows else (),
    )


def _tints(heat: HeatMap, attempt: SearchRun) -> Iterator[Shape]:
    """The wedges of each cost in its heat, on pale ground: numbers can't be read on dark wood."""
    alike: dict[int, list[str]] = {}
    for (square, heading), cost in attempt.items():
        corners = wedge(heat.places[square], heading)
        line = "L".join(f"{x * 100:.0f} {y * 100:.0f}" for x, y in corners)
        alike.setdefault(cost, []).append(f"M{line}Z")
    for cost, wedges in alike.items():
        hot = round(heat.share(cost), 2)
        for first in range(0, len(wedges), FEW):
            lines = "".join(wedges[first : first + FEW])
            for look, share in (("f-ivory", 0.6), ("heat", hot)):
                yield shape("path", d=lines, class_=f"ppnb-{look}", fill_opacity=share)


def _numbers(heat: HeatMap, attempt: SearchRun) -> Shape:
    """Each wedge's cost."""

    def number(node: Node, cost: int) -> Shape:
        (x, y), (right, down) = heat.places[node[0]], AHEAD[node[1]]
        left, top = round(100 * (x + 0.38 * right)), round(100 * (y + 0.38 * down) + 6)
        return shape("text", text=str(cost), x=left, y=top)

    texts = (number(node, cost) for node, cost in attempt.items())
    return shape("g", *texts, font_size=17, text_anchor="middle", class_="ppnb-f-ink")


def _marks(heat: HeatMap, attempt: SearchRun) -> Iterator[Mark]:
    """The lowest cost of each square, what is looked for and shut, and the way."""
    for square in sorted({square for square, _ in attempt}):
        x, y = heat.places[square]
        if not heat.things.get(square):
            yield Mark("text", x, y, label=str(attempt.lowest(square)))
    search = heat.problem.search
    for kind, squares in (("blocked", sorted(search.blocked)), ("target", search.targets)):
        for square in squares:
            yield Mark(kind, *heat.places[square])
    way = heat.way(attempt)
    steps = (*way[:1], *(node for before, node in pairwise(way) if node[0] != before[0]))
    for line in segments(steps, lambda before, node: heat.beside(before[0], node[1]) != node[0]):
        yield Mark("path", points=tuple(heat.places[square] for square, _ in line))
    if way:
        x, y = heat.places[way[-1][0]]
        label = str(attempt.lowest(way[-1][0]))
        yield Mark("cost", round(x + 0.32, 2), round(y - 0.32, 2), label=label)
