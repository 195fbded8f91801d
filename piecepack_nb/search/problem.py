"""What a search is asked, and on what ground: for those who watch one or write one of their own.

Vocabulary
    way    what one action comes to: the node that it leads to, and its price
    price  what a single action costs
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from piecepack_nb.core.errors import invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.search.cheapest import cheapest
from piecepack_nb.search.grid import HEADINGS, Costs, Grid, Node
from piecepack_nb.search.paths import Path
from piecepack_nb.search.result import SearchResult

Successors = list[tuple[Node, int]]
"""Where one can go from a node, each with its price."""


class WrongGrid(NamedTuple):
    """A way to get the ground wrong."""

    text: str
    """What somebody does who gets it wrong: "the walls are walked through"."""
    grid: Grid


@dataclass(frozen=True)
class SearchProblem:
    """A question to a search: from where, to which squares, over what ground, at what costs.

    >>> grid = Grid({"a1": {"N": "a2"}, "a2": {"S": "a1"}})
    >>> problem = Quest(cheapest(grid, "a1", "N", ["a2"]))
    >>> problem.start, problem.successors(problem.start)
    (('a1', 'N'), [(('a2', 'N'), 1), (('a1', 'W'), 1), (('a1', 'E'), 1)])
    """

    search: SearchResult
    """The search that put the question; its grid, start, targets, costs and blocked squares."""
    places: Mapping[str, tuple[float, float]] = FrozenDict()
    """Where squares lie in a picture, those too that can't be entered; counted in squares."""
    misreadings: Mapping[str, WrongGrid] = FrozenDict()
    """How this ground could be got wrong, by short names such as "walls"."""
    path: Path | None = None
    """The path that was taken, where one was."""

    @property
    def start(self) -> Node:
        """The square and heading to start from."""
        return self.search.start

    @cached_property
    def goals(self) -> frozenset[str]:
        """The squares to find; the nearest is enough."""
        return frozenset(self.search.targets)

    @cached_property
    def squares(self) -> frozenset[str]:
        """Every square that has a name here, whether or not it can be entered."""
        return frozenset((*self.search.grid.squares, *self.places))

    def successors(self, node: Node) -> Successors:
        """Where one action leads from ``node``: forward if that is open, left and right.

        Raises BadInput for what is no node.
        """
        grid, costs = self.search.grid, self.search.costs
        square, heading = self.node("node", node)
        if square not in grid.index:
            return []
        turn = HEADINGS.index(heading)
        ahead = grid.exits[square].get(heading)
        ways: Successors = [
            ((square, HEADINGS[(turn - 1) % 4]), costs.quarter_turn),
            ((square, HEADINGS[(turn + 1) % 4]), costs.quarter_turn),
        ]
        if ahead is not None and ahead not in self.search.blocked:
            ways.insert(0, ((ahead, heading), costs.step))
        return ways

    def node(self, what: str, value: object) -> Node:
        """``value`` as a node; raises BadInput, naming ``what``, for anything else."""
        if isinstance(value, tuple | list) and len(value) == 2:
            square, heading = value
            known = isinstance(square, str) and square in self.squares
            if known and isinstance(heading, str) and heading in HEADINGS:
                return square, heading
        like = f"one of the {len(self.squares)} squares with N, E, S or W, such as {self.start}"
        raise invalid(what, value, like)

    def solve(
        self,
        *,
        grid: Grid | None = None,
        costs: Costs | None = None,
        heedless: bool = False,
        exhaustive: bool = True,
        trace: bool = False,
    ) -> SearchResult:
        """The engine's answer, over the whole ground; or to a question that is a little different.

        ``heedless`` enters blocked squares too.
        """
        search = self.search
        square, heading = search.start
        blocked = () if heedless else search.blocked
        ground = grid or search.grid
        goals = [square for square in search.targets if square in ground.index]
        prices = costs or search.costs
        return cheapest(
            ground, square, heading, goals, prices, blocked, exhaustive=exhaustive, trace=trace
        )

    @cached_property
    def cheapest(self) -> Mapping[Node, int]:
        """The lowest cost of every node that can be reached, from the engine."""
        return self.solve().distances()


def named(node: Node) -> str:
    """A node in words: "f5 facing W"."""
    return f"{node[0]} facing {node[1]}"
