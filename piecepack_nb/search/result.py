"""The result of a search: costs, nearest targets and cheapest paths, computed on demand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property

from piecepack_nb.core.errors import invalid
from piecepack_nb.search.grid import Costs, Grid, Node
from piecepack_nb.search.paths import Path, PathGraph, choose
from piecepack_nb.search.trace import Trace, Wave


class SearchResult:
    """The result of :func:`~piecepack_nb.search.cheapest.cheapest`.

    Unless the search was ``exhaustive``, it knows only squares as near as its nearest target: for a
    square beyond, ``cost_to`` is None and ``path`` raises BadInput.
    """

    def __init__(
        self,
        grid: Grid,
        start: int,
        costs: Costs,
        wanted: Sequence[int],
        closed: Sequence[int],
        ranks: list[int],
        end: int,
        waves: list[Wave] | None,
    ) -> None:
        self.grid = grid
        self.costs = costs
        self._start = start
        self._wanted = wanted
        self._closed = closed
        self._ranks = ranks
        self._end = end
        self._waves = waves
        self._graphs: dict[str | None, PathGraph] = {}

    def toward(self, targets: Collection[str]) -> SearchResult:
        """Return the result of the same exhaustive search for other targets."""
        wanted = list(map(self._number, targets))
        found = self.grid, self._start, self.costs, wanted, self._closed, self._ranks, self._end
        return SearchResult(*found, self._waves)

    @property
    def start(self) -> Node:
        """The square and heading of the start."""
        return self.grid.node(self._start)

    @property
    def targets(self) -> tuple[str, ...]:
        """The targets, in the order of the grid."""
        return tuple(self.grid.squares[square] for square in sorted(set(self._wanted)))

    @property
    def blocked(self) -> frozenset[str]:
        """The squares that couldn't be entered."""
        return frozenset(self.grid.squares[square] for square in self._closed)

    @cached_property
    def cost(self) -> int | None:
        """The cost to the nearest target; None if no target can be reached."""
        ranks = [rank for rank in map(self._best, self._wanted) if rank is not None]
        return min(ranks) >> 2 * self.grid.bits if ranks else None

    @cached_property
    def nearest(self) -> tuple[str, ...]:
        """All targets at that cost, in the order of the grid."""
        if self.cost is None:
            return ()
        near = {square for square in self._wanted if self._cost(square) == self.cost}
        return tuple(self.grid.squares[square] for square in sorted(near))

    @property
    def reached(self) -> bool:
        """True if a target can be reached."""
        return self.cost is not None

    def cost_to(self, square: str) -> int | None:
        """Return the cost of entering ``square``; None if unreachable or not searched.

        Raises BadInput for a square that is not in the grid.
        """
        return self._cost(self._number(square))

    def turns_to(self, square: str) -> int | None:
        """Return the fewest quarter turns on a cheapest path into ``square``, or None."""
        best = self._best(self._number(square))
        return None if best is None else best >> self.grid.bits & self._mask

    def distances(self) -> dict[Node, int]:
        """Return the cost of every settled (square, heading)."""
        shift = 2 * self.grid.bits
        return {
            self.grid.node(node): rank >> shift
            for node, rank in enumerate(self._ranks[: self.grid.wall])
            if 0 <= rank < self._end
        }

    def graph(self, target: str | None = None) -> PathGraph:
        """Return all equally cheap paths to ``target``, or to the nearest targets, if any."""
        if target not in self._graphs:
            ends = self.nearest if target is None else (target,)
            self._graphs[target] = PathGraph(
                self.grid,
                self.costs,
                self._start,
                [self._number(square) for square in ends],
                self._ranks,
                self._end,
            )
        return self._graphs[target]

    def path(self, target: str | None = None) -> Path:
        """Return the path that the tie rule chooses to ``target``, or to the nearest targets.

        Raises BadInput if no path is known.
        """
        if target is None and not self.reached:
            raise invalid("targets", list(self.targets), "at least one that can be reached")
        if target is not None and self.cost_to(target) is None:
            raise invalid("target", target, "a square that this search has reached")
        return choose(self.graph(target))

    @cached_property
    def trace(self) -> Trace:
        """The events of the search, in order; raises BadInput for a search without ``trace``."""
        if self._waves is None:
            raise invalid("trace", False, "True in the call of cheapest")
        return Trace(
            self.grid, self.costs, self._start, self._closed, self._ranks, self._end, self._waves
        )

    def __repr__(self) -> str:
        square, heading = self.start
        found = f"{', '.join(self.nearest)} at cost {self.cost}" if self.reached else "no target"
        return f"<Search from {square} facing {heading}: {found}>"

    @property
    def _mask(self) -> int:
        return (1 << self.grid.bits) - 1

    def _number(self, square: str) -> int:
        """Return the number of a square; raise BadInput if the grid doesn't have it."""
        number = self.grid.number(square)
        if number is None:
            raise invalid("square", square, f"one of the {len(self.grid.squares)} of the grid")
        return number

    def _best(self, square: int) -> int | None:
        """Return the lowest final rank of a square's nodes; None if it has none."""
        best = min(self._ranks[4 * square : 4 * square + 4])
        return best if 0 <= best < self._end else None

    def _cost(self, square: int) -> int | None:
        best = self._best(square)
        return None if best is None else best >> 2 * self.grid.bits
