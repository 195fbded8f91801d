"""Distances to squares from everywhere on a grid: many searches of the same grid at once.

:func:`~piecepack_nb.search.cheapest.cheapest` searches from one start, around blocked squares, and
can be traced. ``Distances`` keeps one row of ranks for each target instead, so that any start can
look up its cost, and descend the ranks along the path that the tie rule chooses.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache, partial
from heapq import heappop, heappush

from piecepack_nb.search.cheapest import cheapest
from piecepack_nb.search.grid import HEADINGS, Costs, Grid
from piecepack_nb.search.paths import Path, PathGraph, path_of


class _Lowest:
    """The lowest rank of each node in several rows."""

    def __init__(self, rows: list[list[int]]) -> None:
        self._rows = rows

    def __getitem__(self, node: int) -> int:
        return min([row[node] for row in self._rows])


class Distances:
    """The cheapest costs and paths to every square of a grid without blocked squares."""

    def __init__(self, grid: Grid, costs: Costs) -> None:
        self.grid = grid
        self.costs = costs
        step, turn = costs.ranks(grid.bits)
        self._added = (step, turn, turn)  # the rank of each action
        self._rows: dict[str, list[int]] = {}
        self._far = (len(grid.moves) + 2) * (step + turn)  # higher than any path's rank

    def costs_from(self, square: str, heading: str) -> dict[str, int]:
        """Return the cost of entering each square that can be reached from a start."""
        node, shift = self._node(square, heading), 2 * self.grid.bits
        ranks = ((to, self._ranks_to(to)[node]) for to in self.grid.squares)
        return {to: rank >> shift for to, rank in ranks if rank < self._far}

    def path(self, square: str, heading: str, *targets: str) -> Path:
        """Return the path that the tie rule chooses to targets that are equally near.

        It must be possible to reach them, and a step must cost something.
        """
        rows, moves = list(map(self._ranks_to, targets)), self.grid.moves
        ranks = rows[0] if len(rows) == 1 else _Lowest(rows)
        node = self._node(square, heading)
        nodes, actions = [node], []
        step, turn, _ = self._added
        rank = ranks[node]
        while rank:
            # Ranks hold cost and quarter turns; of equal ones forward comes first, then left.
            forward, left, right = moves[node]
            if ranks[forward] + step == rank:
                action, node, rank = 0, forward, rank - step
            elif ranks[left] + turn == rank:
                action, node, rank = 1, left, rank - turn
            else:
                action, node, rank = 2, right, rank - turn
            actions.append(action)
            nodes.append(node)
        graph = partial(self._graph, square, heading, targets)
        return path_of(self.grid, self.costs, nodes, actions, graph)

    def _graph(self, square: str, heading: str, targets: Collection[str]) -> PathGraph:
        return cheapest(self.grid, square, heading, targets, self.costs).graph()

    def _node(self, square: str, heading: str) -> int:
        return 4 * self.grid.index[square] + HEADINGS.index(heading)

    def _ranks_to(self, target: str) -> list[int]:
        """Return the rank of the best path into the target from each node."""
        if target not in self._rows:
            self._rows[target] = self._search(target)
        return self._rows[target]

    def _search(self, target: str) -> list[int]:
        """Return the ranks by Dijkstra's algorithm, from the target backward."""
        end, ranks = 4 * self.grid.index[target], [self._far] * (self.grid.wall + 1)
        added, ways_in = self._added, self.grid.ways_in
        ranks[end : end + 4] = [0] * 4
        waiting = [(0, node) for node in range(end, end + 4)]
        while waiting:
            rank, node = heappop(waiting)
            if rank > ranks[node]:
                continue  # reached at less since it was put here
            for action, before in ways_in[node]:
                longer = rank + added[action]
                if longer < ranks[before]:
                    ranks[before] = longer
                    heappush(waiting, (longer, before))
        return ranks


@lru_cache(16)
def distances_on(grid: Grid, costs: Costs) -> Distances:
    """Return the costs and paths of a grid; all games of a maze share them, whatever their rules.

    >>> distances_on(Grid({"a1": {"N": "a2"}, "a2": {}}), Costs()).costs_from("a1", "E")
    {'a1': 0, 'a2': 2}
    """
    return Distances(grid, costs)
