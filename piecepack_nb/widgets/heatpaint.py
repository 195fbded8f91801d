"""A search painted on a canvas: what every square and heading costs, square by square.

Vocabulary
    wedge   the quarter of a square that lies towards a heading: it shows the node's own cost
    trail   an arrow over the edge, or an arc round the middle: what a node was reached from
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from piecepack_nb.scene import Piece
from piecepack_nb.search import HEADINGS, Attempt, Node
from piecepack_nb.widgets.brush import Brush, mixed, readable
from piecepack_nb.widgets.heat import AHEAD, ROOM, HeatMap, wedge

__all__ = ["HeatPainter"]

BACK = {"N": "S", "E": "W", "S": "N", "W": "E"}
DEGREES = {"E": 0, "S": 90, "W": 180, "N": 270}
CORNERS = ((-0.3, -0.33), (0.3, -0.33), (-0.3, 0.33), (0.3, 0.33))


class HeatPainter:
    """Paints a map and what an attempt has found on it; ``wrong`` is a node to point at."""

    def __init__(
        self,
        brush: Brush,
        colour: Mapping[str, str],
        heat: HeatMap,
        attempt: Attempt,
        wrong: Node | None = None,
    ) -> None:
        self.brush, self.colour = brush, colour
        self.heat, self.attempt, self.wrong = heat, attempt, wrong
        self.search = heat.quest.search
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
