"""The equally cheap paths, as a graph and one by one, and the rule that picks one of them.

The graph has an edge where an action leads from one settled node to the next and the costs fit:
cost here + cost of the action = cost there. Where steps and turns both cost something, that is
every cheapest path. An action that costs nothing could also lead round in a ring, so it is kept
only where the whole rank fits (see ``cheapest``): where no way to the node it leads to is as cheap
with fewer turns, or with as many turns and fewer steps. So there are no rings and the paths can be
counted. A walk that takes more free actions to some node than it needs is left out, even if it goes
by other squares; where only turns are free, every cheapest path with the fewest turns is there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Final, NamedTuple

from piecepack_nb.search.grid import ACTIONS, Costs, Grid, Node

TIE_RULE: Final = ("only one", "fewer quarter turns", "straight longest", "left before right")
"""Which of the cheapest paths is taken, by stages; ``Path.decided_by`` names the last one needed.

Of the cheapest paths those with the fewest quarter turns; of these the one that goes straight
longest (at the first place where two part, forward comes before turning); then left before right.
"""

FORWARD = 0  # the number of that action
Outs = dict[int, list[tuple[int, int]]]  # node -> its (number of the action, node it leads to)


class Edge(NamedTuple):
    """One action of a path: from one (square, heading) to the next."""

    source: Node
    action: str
    target: Node


@dataclass(frozen=True, slots=True)
class Path:
    """A walk: where it goes, what it does, what it costs."""

    nodes: tuple[Node, ...]
    """Every (square, heading) on it, the start first: one more than there are actions."""
    actions: tuple[str, ...]
    """"forward", "left" and "right", in order."""
    costs: Costs
    decided_by: str | None = None
    """The stage of TIE_RULE that singled it out; None for a path that was not chosen."""

    @property
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

    @property
    def running(self) -> tuple[int, ...]:
        """The cost so far after each action."""
        return tuple(accumulate(map(self.costs.of, self.actions)))

    @property
    def cost(self) -> int:
        """What it costs in all."""
        return sum(map(self.costs.of, self.actions))

    @property
    def quarter_turns(self) -> int:
        """How often it turns left or right."""
        return len(self.actions) - self.actions.count("forward")

    def __str__(self) -> str:
        return "-".join(self.squares)


class PathGraph:
    """All equally cheap paths from a start into some squares; iterating gives them one by one.

    There can be very many, so ``count`` doesn't walk them, and iteration makes each as it is asked
    for: at each parting first what goes forward, then left, then right.
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
        self._added = (step, turn, turn)  # what each action adds to a rank
        self.ends = self._arrivals()
        self.outs = self._back_from(self.ends, 2 * grid.bits)

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """Every (square, heading) on some path, in the order of cost, quarter turns, steps."""
        return tuple(map(self.grid.node, self._ways))

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """Every action on some path, in the order of the nodes they start from."""
        name = self.grid.node
        return tuple(
            Edge(name(node), ACTIONS[action], name(there))
            for node in self._ways
            for action, there in sorted(self.outs.get(node, ()))
        )

    @cached_property
    def count(self) -> int:
        """How many paths there are."""
        return sum(self._ways.get(node, 0) for node in self.ends)

    def __iter__(self) -> Iterator[Path]:
        begun = [((self.start,), ())] if self._ways else []
        todo: list[tuple[tuple[int, ...], tuple[int, ...]]] = list(begun)
        while todo:
            nodes, actions = todo.pop()
            if nodes[-1] in self.ends:
                yield self.named(nodes, actions)
            for action, there in sorted(self.outs.get(nodes[-1], ()), reverse=True):
                todo.append(((*nodes, there), (*actions, action)))

    def __bool__(self) -> bool:
        return bool(self._ways)

    def __repr__(self) -> str:
        return f"<PathGraph of {self.count} paths>"

    def named(
        self, nodes: Collection[int], actions: Collection[int], decided_by: str | None = None
    ) -> Path:
        """A path of node and action numbers as one of squares, headings and words."""
        return Path(
            tuple(map(self.grid.node, nodes)),
            tuple(ACTIONS[action] for action in actions),
            self.costs,
            decided_by,
        )

    def with_fewest_turns(self) -> Outs:
        """The part of ``outs`` that leads on to an end with the fewest quarter turns."""
        bits = self.grid.bits
        fewest = min(self._ranks[node] >> bits for node in self.ends)
        ends = [node for node in self.ends if self._ranks[node] >> bits == fewest]
        return self._back_from(ends, bits)

    def _arrivals(self) -> frozenset[int]:
        """The nodes with which the squares are entered at the lowest cost; or the start itself."""
        if self.start >> 2 in self._squares:
            return frozenset((self.start,))
        ranks, shift = self._ranks, 2 * self.grid.bits
        nodes = [4 * square + facing for square in self._squares for facing in range(4)]
        known = [node for node in nodes if 0 <= ranks[node] < self._known]
        lowest = min((ranks[node] >> shift for node in known), default=0)
        return frozenset(
            node for node in known if ranks[node] >> shift == lowest and self._ways_to(node, shift)
        )

    def _back_from(self, ends: Collection[int], precision: int) -> Outs:
        """The actions that fit, to ``precision``, and lead on to ``ends``."""
        outs: Outs = {}
        seen = set(ends)
        todo = list(ends)
        while todo:
            there = todo.pop()
            for action, node in self._ways_to(there, precision):
                outs.setdefault(node, []).append((action, there))
                if node not in seen:
                    seen.add(node)
                    todo.append(node)
        return outs

    def _ways_to(self, there: int, precision: int) -> list[tuple[int, int]]:
        """The (number of the action, node it comes from) with which a cheapest path gets there.

        The ranks are compared without their last ``precision`` binary digits: all but the cost, or
        all but cost and quarter turns; the whole rank where the action costs nothing. A path ends
        at its target, so nothing leads on from there.
        """
        ranks, squares, after = self._ranks, self._squares, self._ranks[there]
        fitting = []
        for action, node in self.grid.ways_in[there]:
            added = self._added[action]
            digits = precision if added >> 2 * self.grid.bits else 0
            fits = after >> digits == (ranks[node] >> digits) + (added >> digits)
            if fits and ranks[node] >= 0 and node >> 2 not in squares:
                fitting.append((action, node))
        return fitting

    @cached_property
    def _ways(self) -> dict[int, int]:
        """For each node on a path, lowest rank first, the number of ways from the start to it."""
        if self.start not in self.outs and self.start not in self.ends:
            return {}
        ways = {self.start: 1}
        ahead = {there for outs in self.outs.values() for _, there in outs}
        for node in sorted({self.start, *ahead}, key=self._ranks.__getitem__):
            for _, there in self.outs.get(node, ()) if node in ways else ():
                ways[there] = ways.get(there, 0) + ways[node]
        return dict(sorted(ways.items(), key=lambda item: self._ranks[item[0]]))


def choose(graph: PathGraph) -> Path:
    """The path of ``graph`` that TIE_RULE picks; the graph must not be empty."""
    lone = all(len(ways) == 1 for ways in graph.outs.values())
    fewest = graph.outs if lone else graph.with_fewest_turns()
    node = graph.start
    nodes, actions, stage = [node], [], 0
    while node not in graph.ends:
        options = sorted(fewest[node])
        stage = max(stage, _stage(len(graph.outs[node]), options))
        action, node = options[0]
        nodes.append(node)
        actions.append(action)
    return graph.named(nodes, actions, TIE_RULE[stage])


def _stage(ways: int, options: list[tuple[int, int]]) -> int:
    """The stage of TIE_RULE that a parting needs: ``ways`` lead on, ``options`` turn least."""
    if ways == 1:
        return 0
    if len(options) == 1:
        return 1
    return 2 if options[0][0] == FORWARD else 3
