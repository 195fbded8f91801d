"""A search on a canvas: what every square and heading costs, square by square.

Vocabulary
    wedge   the quarter of a square that lies towards a heading: it shows the node's own cost
    heat    how dear a node is, from 0 to 1: the tint of its wedge
    trail   an arrow over the edge, or an arc round the middle: what a node was reached from
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from itertools import pairwise

from piecepack_nb.scene import Piece
from piecepack_nb.search import HEADINGS, Attempt, Node, Quest
from piecepack_nb.widgets.brush import Brush, mixed, readable

__all__ = ["HeatMap", "heat_of", "wedge"]

Point = tuple[float, float]
AHEAD = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
BACK = {"N": "S", "E": "W", "S": "N", "W": "E"}
DEGREES = {"E": 0, "S": 90, "W": 180, "N": 270}
CORNERS = ((-0.3, -0.33), (0.3, -0.33), (-0.3, 0.33), (0.3, 0.33))
ROOM = 0.5  # beside and below the squares, for their names
EDGE = 1 / 9  # on the other sides: whole pixels, so that no seams show


def heat_of(cost: int, top: int) -> float:
    """How hot a cost is drawn, where ``top`` is the highest."""
    return min(cost / top, 1.0) if top else 0.0


def wedge(place: Point, heading: str, half: float = 0.47) -> tuple[Point, Point, Point]:
    """The corners of a wedge of the square at ``place``, the square's middle first."""
    x, y = place
    right, down = AHEAD[heading]
    side = (x + half * (right - down), y + half * (down + right))
    other = (x + half * (right + down), y + half * (down - right))
    return place, side, other


class HeatMap:
    """Draws a quest's ground and what a search has found on it; ``pieces`` lie on the squares."""

    def __init__(self, quest: Quest, pieces: Iterable[Piece] = ()) -> None:
        self.quest = quest
        self.places = quest.places
        self.things = self._things(pieces)
        self.top = 1
        """The cost that is drawn hottest."""
        self.cool()

    def cool(self) -> None:
        """Before a search the hottest is what it goes to: the nearest goal, or the last node."""
        nearest = self.quest.search.cost
        self.top = max(1, max(self.quest.cheapest.values()) if nearest is None else nearest)

    def warm(self, cost: int) -> bool:
        """Make room for a cost; True where all that is drawn gets another tint by it."""
        if cost <= self.top:
            return False
        self.top = max(cost, self.top * 3 // 2)
        return True

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

    def way(self, attempt: Attempt) -> tuple[Node, ...]:
        """The way to show: none before the end, then the one taken, or the one that was found."""
        if not attempt.ended:
            return ()
        taken = self.quest.path
        return taken.nodes if attempt.own and taken is not None else attempt.path

    # --- all of it, and what a step has changed ---------------------------------------------------

    def changed_by(self, attempt: Attempt, node: Node) -> set[str]:
        """The squares that look different once ``node`` was settled."""
        changed = {node[0], *(there[0] for there, _ in self.quest.ways(node))}
        before = attempt.came_from.get(node)
        if before is not None:
            changed.add(before[0])
        if len(attempt.order) > 1:  # it was marked as the last one
            changed.add(attempt.order[-2][0][0])
        return changed

    def paint(
        self,
        brush: Brush,
        colour: Mapping[str, str],
        attempt: Attempt,
        squares: Iterable[str] | None = None,
        wrong: Node | None = None,
    ) -> None:
        """Draw some squares, or the whole map; ``wrong`` is a node to point at."""
        if squares is None:
            left, top, width, height = self.box
            brush.rect(left, top, width, height, colour["paper"])
            self._names(brush, colour)
            squares = self.places
        way = self.way(attempt)
        crossed = {wedge for step in pairwise(way) for wedge in _crossed(*step)}
        for square in squares:
            x, y = self.places[square]
            with brush.within(x - 0.5, y - 0.5, 1, 1):
                self._ground(brush, colour, square)
                self._wedges(brush, colour, attempt, square)
                self._trails(brush, colour, attempt, square)
                self._way(brush, colour, way, square)
                self._marked(brush, colour, attempt, square, wrong)
                self._costs(brush, colour, attempt, square, crossed)
                self._things_on(brush, colour, attempt, square)
                self._walls(brush, colour, square)

    def _names(self, brush: Brush, colour: Mapping[str, str]) -> None:
        """File letters below, rank numbers at the left, as on the board."""
        left, top, _width, height = self.box
        for x, letter in {place[0]: square[0] for square, place in self.places.items()}.items():
            brush.words(letter, x, top + height - ROOM * 0.55, 0.28, colour["soft"])
        for y, number in {place[1]: square[1:] for square, place in self.places.items()}.items():
            brush.words(number, left + ROOM * 0.55, y, 0.28, colour["soft"])

    # --- one square, from below -------------------------------------------------------------------

    def _ground(self, brush: Brush, colour: Mapping[str, str], square: str) -> None:
        x, y = self.places[square]
        open_ = square in self.quest.search.grid.index
        ground = colour["mat"] if open_ else mixed(colour["accent"], colour["paper"], 0.2)
        brush.rect(x - 0.5, y - 0.5, 1, 1, colour["mat-edge"])
        brush.rect(x - 0.48, y - 0.48, 0.96, 0.96, ground)

    def _wedges(
        self, brush: Brush, colour: Mapping[str, str], attempt: Attempt, square: str
    ) -> None:
        place = self.places[square]
        for heading in HEADINGS:
            node = square, heading
            corners = wedge(place, heading)
            if node in attempt:
                brush.area(corners, self._tint(colour, attempt[node]))
                brush.line(corners, colour["mat"], 0.02, closed=True)
            elif node in attempt.frontier:
                inside = wedge(place, heading, 0.43)
                brush.line(inside, colour["accent"], 0.035, closed=True, dashes=(0.07, 0.07))

    def _tint(self, colour: Mapping[str, str], cost: int) -> str:
        """The board's heat, on the ground."""
        return mixed(colour["hot"], colour["mat"], 0.08 + 0.72 * heat_of(cost, self.top))

    def _trails(
        self, brush: Brush, colour: Mapping[str, str], attempt: Attempt, square: str
    ) -> None:
        """From each node here, and each one next to here, to the node before it."""
        near = [other for heading in HEADINGS if (other := self.beside(square, heading))]
        for here in (square, *near):
            for heading in HEADINGS:
                before = attempt.came_from.get((here, heading))
                if before is not None and square in (here, before[0]):
                    self._trail(brush, colour["ink"], before, (here, heading))

    def _trail(self, brush: Brush, colour: str, before: Node, node: Node) -> None:
        if before[0] == node[0]:
            turn = sorted((DEGREES[before[1]], DEGREES[node[1]]))
            ends = (turn[0], turn[1]) if turn[1] - turn[0] == 90 else (turn[1], turn[0] + 360)
            brush.arc(*self.places[node[0]], 0.22, ends, colour + "88", 0.035)
            return
        # Ways in both directions cross an edge: each keeps to the right of it.
        right, down = AHEAD[node[1]]
        for square, side in ((before[0], 0.5), (node[0], -0.5)):
            x, y = self.places[square]
            x, y = x + side * right - 0.15 * down, y + side * down + 0.15 * right
            tip, foot = (x + 0.1 * right, y + 0.1 * down), (x - 0.07 * right, y - 0.07 * down)
            sides = [(foot[0] + s * down, foot[1] - s * right) for s in (-0.075, 0.075)]
            brush.area([tip, *sides], colour)

    def _way(
        self, brush: Brush, colour: Mapping[str, str], way: tuple[Node, ...], square: str
    ) -> None:
        """The part of the way to the goal that lies here."""
        x, y = self.places[square]
        for (before, _), (there, heading) in pairwise(way):
            right, down = AHEAD[heading]
            for side, end in ((1, before), (-1, there)):
                if before != there and end == square:
                    out = (x + 0.5 * side * right, y + 0.5 * side * down)
                    brush.line([(x, y), out], colour["accent"] + "bb", 0.13)

    def _costs(
        self,
        brush: Brush,
        colour: Mapping[str, str],
        attempt: Attempt,
        square: str,
        crossed: Collection[Node],
    ) -> None:
        """Each wedge's cost, and the lowest in the middle."""
        x, y = self.places[square]
        for heading in HEADINGS:
            node = square, heading
            right, down = AHEAD[heading]
            middle = (x + 0.36 * right, y + 0.36 * down)
            if node in attempt:
                tint = colour["accent"] if node in crossed else self._tint(colour, attempt[node])
                brush.words(str(attempt[node]), *middle, 0.2, readable(tint))
            elif node in attempt.frontier:
                ink = readable(colour["accent"]) if node in crossed else colour["accent"]
                brush.words(str(attempt.frontier[node]), *middle, 0.18, ink)
        lowest = attempt.lowest(square)
        if lowest is not None and square != self.quest.start[0]:
            brush.disc(x, y, 0.17, colour["paper"])
            brush.words(str(lowest), x, y, 0.24, colour["ink"], bold=True)

    def _things_on(
        self, brush: Brush, colour: Mapping[str, str], attempt: Attempt, square: str
    ) -> None:
        """Goals framed, shut squares crossed; he in the middle, all else small in corners."""
        x, y = self.places[square]
        if square in self.quest.search.blocked:
            for turn in (-1, 1):
                ends = [(x - 0.36, y - 0.36 * turn), (x + 0.36, y + 0.36 * turn)]
                brush.line(ends, colour["danger"], 0.08)
        if square in self.quest.goals:
            frame = [(x - 0.44, y - 0.44), (x + 0.44, y - 0.44), (x + 0.44, y + 0.44)]
            brush.line([*frame, (x - 0.44, y + 0.44)], colour["accent"], 0.06, closed=True)
        if square == self.quest.start[0]:
            turn = DEGREES[self.quest.start[1]]
            brush.pie(x, y, 0.23, 0, turn, colour["gold-edge"])
            brush.pie(x, y, 0.21, 70, turn, colour["gold-1"])
        things = [thing for thing in self.things.get(square, ()) if thing.suit]
        for thing, (right, down) in zip(things, CORNERS, strict=False):
            _small(brush, colour, thing, x + right, y + down)

    def _walls(self, brush: Brush, colour: Mapping[str, str], square: str) -> None:
        """A line where there is no way on; an arrow where a portal leads away."""
        x, y = self.places[square]
        exits = self.quest.search.grid.exits.get(square, {})
        for heading, (right, down) in AHEAD.items():
            edge = [
                (x + 0.5 * (right - turn * down), y + 0.5 * (down + turn * right))
                for turn in (-1, 1)
            ]
            other = self.beside(square, heading)
            if heading in exits:
                if exits[heading] != other:
                    tip = (x + 0.49 * right, y + 0.49 * down)
                    foot = (x + 0.4 * right, y + 0.4 * down)
                    sides = [(foot[0] + s * down, foot[1] + s * right) for s in (-0.13, 0.13)]
                    brush.area([tip, *sides], colour["accent"])
            elif other is None or self._can_enter(square) or self._can_enter(other):
                brush.line(edge, colour["ink"], 0.11)

    def _can_enter(self, square: str) -> bool:
        return square in self.quest.search.grid.index

    def _marked(
        self,
        brush: Brush,
        colour: Mapping[str, str],
        attempt: Attempt,
        square: str,
        wrong: Node | None,
    ) -> None:
        """The last node outlined, and a wrong one in another colour."""
        x, y = self.places[square]
        last = attempt.order[-1][0] if attempt.order and not attempt.ended else None
        for node, look in ((last, "ink"), (wrong, "danger")):
            if node is not None and node[0] == square:
                brush.line(wedge((x, y), node[1], 0.45), colour[look], 0.07, closed=True)


def _crossed(before: Node, node: Node) -> tuple[Node, ...]:
    """The wedges that a step of the way lies on; none for a turn."""
    if before[0] == node[0]:
        return ()
    return (before[0], node[1]), (node[0], BACK[node[1]])


def _small(brush: Brush, colour: Mapping[str, str], piece: Piece, x: float, y: float) -> None:
    """A piece as a sign in its suit's colour, with the suit's letter."""
    fill = colour[piece.suit]
    if piece.sprite == "pawn":
        brush.disc(x, y - 0.04, 0.12, fill)
        brush.rect(x - 0.12, y - 0.04, 0.24, 0.17, fill)
    elif piece.sprite.startswith("coin"):
        brush.disc(x, y, 0.13, fill)
    else:
        brush.rect(x - 0.11, y - 0.11, 0.22, 0.22, fill)
    brush.words(piece.suit[0].upper(), x, y, 0.18, colour["ivory-1"], bold=True)
