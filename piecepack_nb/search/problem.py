"""Search problems, to watch a search or to write your own.

Vocabulary
    successor  a node that one action leads to, with the action's price
    price      the cost of a single action
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
"""The nodes one action away, each with its price."""


class WrongGrid(NamedTuple):
    """The grid of a likely mistake."""

    text: str
    """The mistake, to follow "if": "the walls are walked through"."""
    grid: Grid


@dataclass(frozen=True)
class SearchProblem:
    """The start, goals, grid, costs and blocked squares of a search.

    >>> grid = Grid({"a1": {"N": "a2"}, "a2": {"S": "a1"}})
    >>> problem = SearchProblem(cheapest(grid, "a1", "N", ["a2"]))
    >>> problem.start, problem.successors(problem.start)
    (('a1', 'N'), [(('a2', 'N'), 1), (('a1', 'W'), 1), (('a1', 'E'), 1)])
    """

    search: SearchResult
    """The engine's search of this problem."""
    places: Mapping[str, tuple[float, float]] = FrozenDict()
    """The squares' centres in a picture, in squares, including squares that can't be entered."""
    misreadings: Mapping[str, WrongGrid] = FrozenDict()
    """The grids of likely mistakes, by short names such as "walls"."""
    path: Path | None = None
    """The path taken; None if none was."""

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
        """All named squares, including those that can't be entered."""
        return frozenset((*self.search.grid.squares, *self.places))

    def successors(self, node: Node) -> Successors:
        """Return the nodes one action from ``node``: forward, if open, then left and right.

        Raises BadInput for anything but a node.
        """
        grid, costs = self.search.grid, self.search.costs
        square, heading = self.node("node", node)
        if square not in grid.index:
            return []
        turn = HEADINGS.index(heading)
        ahead = grid.exits[square].get(heading)
        found: Successors = [
            ((square, HEADINGS[(turn - 1) % 4]), costs.quarter_turn),
            ((square, HEADINGS[(turn + 1) % 4]), costs.quarter_turn),
        ]
        if ahead is not None and ahead not in self.search.blocked:
            found.insert(0, ((ahead, heading), costs.step))
        return found

    def node(self, what: str, value: object) -> Node:
        """Return ``value`` as a node; raise BadInput, naming ``what``, for anything else."""
        if isinstance(value, tuple | list) and len(value) == 2:
            square, heading = value
            known = isinstance(square, str) and square in self.squares
            if known and isinstance(heading, str) and heading in HEADINGS:
                return square, heading
        accepted = f"one of the {len(self.squares)} squares with N, E, S or W, such as {self.start}"
        raise invalid(what, value, accepted)

    def solve(
        self,
        *,
        grid: Grid | None = None,
        costs: Costs | None = None,
        ignore_blocked: bool = False,
        exhaustive: bool = True,
        trace: bool = False,
    ) -> SearchResult:
        """Solve this problem, or a variant with another grid, other costs or no blocked squares.

        Raises BadInput as ``cheapest`` does.
        """
        search = self.search
        square, heading = search.start
        grid = grid or search.grid
        return cheapest(
            grid,
            square,
            heading,
            [target for target in search.targets if target in grid.index],
            costs or search.costs,
            () if ignore_blocked else search.blocked,
            exhaustive=exhaustive,
            trace=trace,
        )

    @cached_property
    def cheapest(self) -> Mapping[Node, int]:
        """The lowest cost of every reachable node, by the engine."""
        return self.solve().distances()


def named(node: Node) -> str:
    """Return a node in words: "f5 facing W"."""
    return f"{node[0]} facing {node[1]}"
