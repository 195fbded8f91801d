"""The equally cheap paths, as a graph and one by one, and the tie rule that chooses one.

The graph has an edge where an action joins two settled nodes and the costs fit: cost before + price
of the action = cost after. If steps and turns both have a price, these are all cheapest paths. Free
actions could form cycles, so a free action is kept only if the whole rank fits (see ``cheapest``):
no path to its target is as cheap with fewer turns, or with as many turns and fewer steps. The graph
thus has no cycles and its paths can be counted. It leaves out paths with more free actions than
needed; if only turns are free, it has every cheapest path with the fewest turns.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import accumulate
from typing import Final, NamedTuple

from piecepack_nb.search.grid import ACTIONS, HEADINGS, Costs, Grid, Node

TIE_RULE: Final = ("only one", "fewer quarter turns", "straight longest", "left before right")
"""The stages of choosing a cheapest path; ``Path.decided_by`` is the last stage needed.

Fewest quarter turns; then straight longest (forward before turning, at the first difference); then
left before right.
"""

Outs = dict[int, list[tuple[int, int]]]  # node -> the (action number, node after) on some path


class Edge(NamedTuple):
    """One action of a path, from one (square, heading) to the next."""

    source: Node
    action: str
    target: Node


@dataclass(frozen=True)
class Path:
    """A path: its nodes, actions and costs."""

    nodes: tuple[Node, ...]
    """Every (square, heading) in order, the start included."""
    actions: tuple[str, ...]
    """"forward", "left" and "right", in order."""
    costs: Costs
    graph: Callable[[], PathGraph] | None = field(default=None, compare=False, repr=False)
    """Returns all paths that TIE_RULE chose it from; None for a path that was not chosen."""

    @cached_property
    def decided_by(self) -> str | None:
        """The stage of TIE_RULE that singled it out; None for a path that was not chosen."""
        return None if self.graph is None else self.graph().stage(self)

    @cached_property
    def squares(self) -> tuple[str, ...]:
        """The start, then each square entered."""
        entered = zip(self.actions, self.nodes[1:], strict=True)
        return (
            self.nodes[0][0],
            *(square for action, (square, _) in entered if action == "forward"),
        )

    @property
    def target(self) -> str:
        """The square it ends on."""
        return self.nodes[-1][0]

    @cached_property
    def running(self) -> tuple[int, ...]:
        """The cost so far after each action."""
        return tuple(accumulate(map(self.costs.of, self.actions)))

    @cached_property
    def cost(self) -> int:
        """The total cost."""
        return sum(map(self.costs.of, self.actions))

    @cached_property
    def quarter_turns(self) -> int:
        """The number of turns left or right."""
        return len(self.actions) - self.actions.count("forward")

    def __str__(self) -> str:
        return "-".join(self.squares)


def path_of(
    grid: Grid,
    costs: Costs,
    nodes: Collection[int],
    actions: Collection[int],
    graph: Callable[[], PathGraph] | None = None,
) -> Path:
    """Return the path with these node and action numbers."""
    names = tuple([ACTIONS[action] for action in actions])
    return Path(tuple([grid.nodes[node] for node in nodes]), names, costs, graph)


class PathGraph:
    """All equally cheap paths from a start into some squares; iteration yields each path.

    There can be very many: ``count`` doesn't enumerate them, and iteration is lazy, with forward
    before left before right.
    """

    def __init__(
        self,
        grid: Grid,
        costs: Costs,
        start: int,
        squares: Collection[int],
        ranks: list[int],
        end: int,
    ) -> None:
        self.grid = grid
        self.costs = costs
        self.start = start
        self._squares = frozenset(squares)
        self._ranks = ranks
        self._known = end
        step, turn = costs.ranks(grid.bits)
        self._added = (step, turn, turn)  # the rank of each action
        self.ends = self._arrivals()

    @cached_property
    def outs(self) -> Outs:
        """The actions on some path, by the node that they start from."""
        return self._back_from(self.ends, 2 * self.grid.bits)

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """Every (square, heading) on some path, ordered by cost, quarter turns, steps."""
        return tuple(map(self.grid.node, self._counts))

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """Every action on some path, in the order of the nodes they start from."""
        name = self.grid.node
        return tuple(
            Edge(name(node), ACTIONS[action], name(there))
            for node in self._counts
            for action, there in sorted(self.outs.get(node, ()))
        )

    @cached_property
    def count(self) -> int:
        """The number of paths."""
        return sum(self._counts.get(node, 0) for node in self.ends)

    def __iter__(self) -> Iterator[Path]:
        todo: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        if self._counts:
            todo.append(((self.start,), ()))
        while todo:
            nodes, actions = todo.pop()
            if nodes[-1] in self.ends:
                yield path_of(self.grid, self.costs, nodes, actions)
            for action, there in sorted(self.outs.get(nodes[-1], ()), reverse=True):
                todo.append(((*nodes, there), (*actions, action)))

    def __bool__(self) -> bool:
        return bool(self._counts)

    def __repr__(self) -> str:
        return f"<PathGraph of {self.count} paths>"

    def stage(self, path: Path) -> str:
        """Return the stage of TIE_RULE that chooses a path among all."""
        grid, last = self.grid, 0
        for (square, heading), action in zip(path.nodes, path.actions, strict=False):
            node = 4 * grid.index[square] + HEADINGS.index(heading)
            options = self.with_fewest_turns.get(node, [])
            last = max(last, _stage(len(self.outs[node]), action, len(options)))
        return TIE_RULE[last]

    @cached_property
    def with_fewest_turns(self) -> Outs:
        """The part of ``outs`` on paths with the fewest quarter turns."""
        bits = self.grid.bits
        fewest = min(self._ranks[node] >> bits for node in self.ends)
        ends = [node for node in self.ends if self._ranks[node] >> bits == fewest]
        return self._back_from(ends, bits)

    def _arrivals(self) -> frozenset[int]:
        """Return the squares' nodes of lowest cost; the start itself if it is on one of them."""
        if self.start >> 2 in self._squares:
            return frozenset((self.start,))
        ranks, shift = self._ranks, 2 * self.grid.bits
        nodes = [4 * square + facing for square in self._squares for facing in range(4)]
        known = [node for node in nodes if 0 <= ranks[node] < self._known]
        lowest = min((ranks[node] >> shift for node in known), default=0)
        return frozenset(
            node for node in known if ranks[node] >> shift == lowest and self._before(node, shift)
        )

    def _back_from(self, ends: Collection[int], precision: int) -> Outs:
        """Return the actions on cheapest paths to ``ends``; see ``_before`` for ``precision``."""
        outs: Outs = {}
        seen = set(ends)
        todo = list(ends)
        while todo:
            there = todo.pop()
            for action, node in self._before(there, precision):
                outs.setdefault(node, []).append((action, there))
                if node not in seen:
                    seen.add(node)
                    todo.append(node)
        return outs

    def _before(self, there: int, precision: int) -> list[tuple[int, int]]:
        """Return the (action number, node before) of each cheapest path to a node.

        Ranks are compared without their last ``precision`` bits, by cost alone or by cost and
        quarter turns; for a free action the whole rank counts. Paths end at their target.
        """
        ranks, squares, after = self._ranks, self._squares, self._ranks[there]
        fitting = []
        for action, node in self.grid.ways_in[there]:
            added = self._added[action]
            shift = precision if added >> 2 * self.grid.bits else 0
            fits = after >> shift == (ranks[node] >> shift) + (added >> shift)
            if fits and ranks[node] >= 0 and node >> 2 not in squares:
                fitting.append((action, node))
        return fitting

    @cached_property
    def _counts(self) -> dict[int, int]:
        """The number of paths from the start to each node, lowest rank first."""
        if self.start not in self.outs and self.start not in self.ends:
            return {}
        counts = {self.start: 1}
        ahead = {there for outs in self.outs.values() for _, there in outs}
        for node in sorted({self.start, *ahead}, key=self._ranks.__getitem__):
            for _, there in self.outs.get(node, ()) if node in counts else ():
                counts[there] = counts.get(there, 0) + counts[node]
        return dict(sorted(counts.items(), key=lambda item: self._ranks[item[0]]))


def choose(graph: PathGraph) -> Path:
    """Return the path that TIE_RULE chooses; the graph must not be empty."""
    node = graph.start
    nodes, actions = [node], []
    while node not in graph.ends:
        action, node = min(graph.with_fewest_turns[node])
        nodes.append(node)
        actions.append(action)
    return path_of(graph.grid, graph.costs, nodes, actions, partial(_itself, graph))


def _itself(graph: PathGraph) -> PathGraph:
    return graph


def _stage(count: int, action: str, least: int) -> int:
    """Return the stage of TIE_RULE that decides for an action.

    ``count`` actions are possible, ``least`` of them on paths with the fewest quarter turns.
    """
    if count == 1:
        return 0
    if least == 1:
        return 1
    return 2 if action == "forward" else 3
