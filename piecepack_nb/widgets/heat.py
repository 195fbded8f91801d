"""The ground of a search and how hot its costs are drawn, for the canvas and for its picture.

Vocabulary
    wedge   the quarter of a square that lies towards a heading: it shows the node's own cost
    heat    how dear a node is: the tint of its wedge
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property

from piecepack_nb.scene import Piece
from piecepack_nb.search import Attempt, Node, Quest

__all__ = ["AHEAD", "ROOM", "HeatMap", "wedge"]

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

    def way(self, attempt: Attempt) -> tuple[Node, ...]:
        """The way to show: none before the end, then the one taken, or the one that was found."""
        if not attempt.ended:
            return ()
        taken = self.quest.path
        return taken.nodes if attempt.own and taken is not None else attempt.path

    def changed_by(self, attempt: Attempt, node: Node) -> set[str]:
        """The squares that look different once ``node`` was settled."""
        changed = {node[0], *(there[0] for there, _ in self.quest.ways(node))}
        before = attempt.came_from.get(node)
        if before is not None:
            changed.add(before[0])
        if len(attempt.order) > 1:  # it was marked as the last one
            changed.add(attempt.order[-2][0][0])
        return changed
