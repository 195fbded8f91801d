"""A search that can be watched node by node: the engine's own, or a function that somebody wrote.

A function of one's own is called as ``function(start, ways, goals)``:

    start   the node to start from: ("f5", "W")
    ways    ways(node) lists where one action leads from there: [(node, price), ...]
    goals   the squares to find; one that is settled is enough

and yields ``node, cost`` for each node that it settles (or gives back a dictionary of costs):

>>> from heapq import heappop, heappush
>>> def my_search(start, ways, goals):
...     frontier, costs = [(0, start)], {start: 0}
...     while frontier:
...         cost, node = heappop(frontier)
...         if cost > costs[node]:
...             continue
...         yield node, cost
...         if node[0] in goals:
...             return
...         for there, price in ways(node):
...             if cost + price < costs.get(there, cost + price + 1):
...                 costs[there] = cost + price
...                 heappush(frontier, (cost + price, there))
>>> from piecepack_nb.search import Grid, cheapest
>>> from piecepack_nb.search.problem import SearchProblem
>>> grid = Grid({"a1": {"N": "a2"}, "a2": {"S": "a1", "E": "b2"}, "b2": {"W": "a2"}})
>>> SearchRun(SearchProblem(cheapest(grid, "a1", "N", ["b2"])), my_search).finish()
<my_search: 9 nodes settled, b2 at cost 3>
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Any

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.validate import takes
from piecepack_nb.search.grid import HEADINGS, Node
from piecepack_nb.search.problem import SearchProblem, Successors, named

Function = Callable[[Node, Callable[[Node], Successors], frozenset[str]], Any]

ROUNDS = 6  # a search that settles, or looks on from, more than so many times all nodes is endless
AGAIN = 12  # and one that settles a single node more often than that
DEAREST = 1_000_000  # no walk over any ground costs as much
LINES = 1_000_000  # how many lines of Python may be run without settling anything
A_NODE = 'a node and its cost, the node first, such as (("f5", "W"), 0)'
A_RESULT = "yield node, cost for each node that is settled, or give back a dictionary of costs"


class Endless(BadInput):
    """A search that was stopped because it would have gone on for ever."""


class SearchRun(Mapping[Node, int]):
    """A search under way; as a mapping, the costs of the nodes settled so far.

    Without a ``function`` it is the engine's own. ``step`` goes on to the next node. What the
    function raises comes out of ``step``, and what was settled before stays. Raises BadInput for
    what is no function.
    """

    def __init__(self, problem: SearchProblem, function: Function | None = None) -> None:
        if function is not None and not takes(function, 3):
            raise invalid("the search", function, "a function of (start, ways, goals)")
        self.problem = problem
        self.name = str(getattr(function, "__name__", "a search")) if function else "The engine"
        self.order: list[tuple[Node, int]] = []
        """What was settled, in order; a node that was settled twice stands there twice."""
        self.came_from: dict[Node, Node | None] = {}
        """The node before, on the way that the cost comes from; None where there is none."""
        self.frontier: dict[Node, int] = {}
        """What lies one action beyond, with its cost; in the order in which it came into view."""
        self.ended = False
        self.exhaustive = False
        """Whether the costs were given back all at once, in a dictionary."""
        self._function = function
        self._found: dict[Node, int] = {}
        self._offers: dict[Node, list[tuple[Node, int]]] = {}
        self._times: Counter[Node] = Counter()
        self._looks = 0
        self._most = ROUNDS * 4 * len(problem.squares)
        self._pairs: Iterator[Any] | None = None

    def __getitem__(self, node: Node) -> int:
        return self._found[node]

    def __iter__(self) -> Iterator[Node]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __repr__(self) -> str:
        return f"<{self.name}: {self.text}>"

    @property
    def text(self) -> str:
        """What it came to so far, in a few words."""
        parts = [f"{len(self)} node{'' if len(self) == 1 else 's'} settled"]
        if self.goal is not None:
            parts.append(f"{self.goal[0]} at cost {self[self.goal]}")
        elif self.problem.goals:
            parts.append("no goal reached")
        return ", ".join(parts) + ("" if self.ended else " so far")

    @property
    def goal(self) -> Node | None:
        """The first node settled on a square that was looked for."""
        return next((node for node in self if node[0] in self.problem.goals), None)

    @property
    def is_engine(self) -> bool:
        """Whether it is the engine's own search, not somebody's function."""
        return self._function is None

    @property
    def path(self) -> tuple[Node, ...]:
        """The nodes from the start to ``goal``, as far as the costs tell; none before it is found.

        Where several ways cost the same it is the one that was settled first.
        """
        nodes: list[Node] = []
        node = self.goal
        while node is not None and node not in nodes:
            nodes.append(node)
            node = self.came_from[node]
        return tuple(reversed(nodes))

    def lowest(self, square: str) -> int | None:
        """The lowest cost settled on a square, whatever the heading."""
        nodes = [(square, heading) for heading in HEADINGS]
        return min((self[node] for node in nodes if node in self), default=None)

    # --- going on ---------------------------------------------------------------------------

    def step(self) -> Node | None:
        """The next node that is settled; None once the search has ended.

        Raises BadInput for a pair that is no node and cost, Endless (a BadInput) for a search that
        doesn't end, and whatever the function itself raises.
        """
        if self.ended:
            return None
        self.ended = True  # whatever is raised from here on ends it
        with at_most(LINES, self._too_long):
            if self._pairs is None:
                self._pairs = self._begun()
            pair = next(self._pairs, None)
        if pair is None:
            return None
        node, cost = self._checked(pair)
        if len(self.order) >= self._most or self._times[node] >= AGAIN:
            raise self._too_long()
        self._settle(node, cost)
        self.ended = False
        return node

    def finish(self) -> SearchRun:
        """Go on to the end; itself."""
        while self.step() is not None:
            pass
        return self

    def _begun(self) -> Iterator[Any]:
        """What the function yields; a dictionary is taken in the order of cost."""
        if self._function is None:
            return self._ours()
        found = self._function(self.problem.start, self._ways, self.problem.goals)
        if isinstance(found, Mapping):
            self.exhaustive = True
            pairs = [self._checked(pair) for pair in found.items()]
            return iter(sorted(pairs, key=lambda pair: pair[1]))
        if not isinstance(found, Iterator):
            raise invalid(f"what {self.name} gave back", found, A_RESULT)
        return found

    def _ours(self) -> Iterator[tuple[Node, int]]:
        for event in self.problem.solve(exhaustive=False, trace=True).trace:
            if event.kind == "settled":
                yield (event.square, event.heading), event.cost

    def _ways(self, node: Node) -> Successors:
        """The ways from a node, for the function: counted, for it may ask for ever."""
        self._looks += 1
        if self._looks > self._most:
            raise self._too_long()
        return self.problem.successors(node)

    def _checked(self, pair: Any) -> tuple[Node, int]:
        """A node and its cost; BadInput is raised where the function yields, to point at it."""
        try:
            if not isinstance(pair, tuple | list) or len(pair) != 2:
                raise invalid(f"what {self.name} settled", pair, A_NODE)
            if isinstance(pair[0], int) and isinstance(pair[1], tuple):
                raise invalid(f"what {self.name} settled", pair, A_NODE)
            node = self.problem.node(f"a node that {self.name} settled", pair[0])
            cost = pair[1]
            if not isinstance(cost, int) or isinstance(cost, bool) or not 0 <= cost <= DEAREST:
                what = f"the cost of {named(node)} that {self.name} settled"
                raise invalid(what, cost, f"a whole number from 0 to {DEAREST}")
        except BadInput as bad:
            throw = getattr(self._pairs, "throw", None)
            if throw is not None:
                throw(bad.with_traceback(None))
            raise
        return node, cost

    def _settle(self, node: Node, cost: int) -> None:
        self.order.append((node, cost))
        self._times[node] += 1
        self._found[node] = cost
        self.frontier.pop(node, None)
        offers = self._offers.get(node, ())
        self.came_from[node] = next((before for before, paid in offers if paid == cost), None)
        for there, price in self.problem.successors(node):
            self._offers.setdefault(there, []).append((node, cost + price))
            if there not in self._found:
                paid = self.frontier.get(there, cost + price)
                self.frontier[there] = min(paid, cost + price)

    def _too_long(self) -> Endless:
        """The error for a search that doesn't end; it tells what it did most."""
        nodes = f"{len(self.order)} node{'' if len(self.order) == 1 else 's'}"
        text = f"{self.name} goes on for ever: {nodes} settled, {self._looks} times asked for ways"
        for node, times in self._times.most_common(1):
            text += f", {named(node)} settled {times} times" if times > 1 else ""
        accepted = f"one that ends; there are {4 * len(self.problem.search.grid.squares)} nodes"
        return Endless(f"{text}; expected {accepted}")


@contextmanager
def at_most(lines: int, error: Callable[[], Exception]) -> Iterator[None]:
    """What runs inside raises ``error`` after so many lines of Python.

    Where somebody traces already (a debugger) nothing is counted.
    """
    left = lines

    def count(_frame: FrameType, event: str, _value: Any) -> Any:
        nonlocal left
        left -= event == "line"
        if left < 0:
            raise error()
        return count

    if sys.gettrace() is not None:
        yield
        return
    sys.settrace(count)
    try:
        yield
    finally:
        sys.settrace(None)
