"""A search run node by node: the engine's, or your own function.

Your function is called as ``function(start, successors, goals)``:

    start       the start node: ("f5", "W")
    successors  successors(node) returns the nodes one action away: [(node, price), ...]
    goals       the squares to find; settling one is enough

and yields ``node, cost`` for each node that it settles (or returns a dictionary of costs):

>>> from heapq import heappop, heappush
>>> def my_search(start, successors, goals):
...     frontier, costs = [(0, start)], {start: 0}
...     while frontier:
...         cost, node = heappop(frontier)
...         if cost > costs[node]:
...             continue
...         yield node, cost
...         if node[0] in goals:
...             return
...         for there, price in successors(node):
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

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from numbers import Real
from typing import Any

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.limits import at_most
from piecepack_nb.core.validate import takes, whole_number
from piecepack_nb.core.wording import count_noun
from piecepack_nb.search.grid import HEADINGS, Node
from piecepack_nb.search.problem import SearchProblem, Successors, named

SearchAlgorithm = Callable[[Node, Callable[[Node], Successors], frozenset[str]], Any]

# The limits at which a search counts as endless:
MAX_ROUNDS = 6  # nodes settled, or expanded, in multiples of all nodes
MAX_TIMES = 12  # how often one node is settled
MAX_OPERATIONS = 5_000_000  # operations of Python run without settling a node
MAX_COST = 1_000_000
A_NODE = 'a node and its cost, the node first, such as (("f5", "W"), 0)'
A_RESULT = "yield node, cost for each node that is settled, or return a dictionary of costs"


class Endless(BadInput):
    """The error of a search stopped because it doesn't end."""


class SearchRun(Mapping[Node, int]):
    """A search in progress; as a mapping, the costs of the nodes settled so far.

    Without a ``function`` it is the engine's. ``step`` settles the next node; it raises what the
    function raises, and keeps the nodes settled before. Raises BadInput for anything but a function
    of three parameters.
    """

    def __init__(self, problem: SearchProblem, function: SearchAlgorithm | None = None) -> None:
        if function is not None and not takes(function, 3):
            raise invalid("the search", function, "a function of (start, successors, goals)")
        self.problem = problem
        self.name = str(getattr(function, "__name__", "a search")) if function else "The engine"
        self.order: list[tuple[Node, int]] = []
        """The settled nodes and their costs, in order; a node settled twice is in it twice."""
        self.came_from: dict[Node, Node | None] = {}
        """The node before each settled one on the path of that cost; None for no such path."""
        self.frontier: dict[Node, int] = {}
        """The nodes one action beyond the settled ones, with costs, in the order of discovery."""
        self.ended = False
        self.exhaustive = False
        """True if the function returned all costs at once, in a dictionary."""
        self._function = function
        self._costs: dict[Node, int] = {}
        self._offers: dict[Node, list[tuple[Node, int]]] = {}
        self._times: Counter[Node] = Counter()
        self._expansions = 0
        self._most = MAX_ROUNDS * 4 * len(problem.squares)
        self._pairs: Iterator[Any] | None = None

    def __getitem__(self, node: Node) -> int:
        return self._costs[node]

    def __iter__(self) -> Iterator[Node]:
        return iter(self._costs)

    def __len__(self) -> int:
        return len(self._costs)

    def __repr__(self) -> str:
        return f"<{self.name}: {self.text}>"

    @property
    def text(self) -> str:
        """The progress so far, in a few words."""
        parts = [f"{count_noun(len(self), 'node')} settled"]
        if self.goal is not None:
            parts.append(f"{self.goal[0]} at cost {self[self.goal]}")
        elif self.problem.goals:
            parts.append("no goal reached")
        return ", ".join(parts) + ("" if self.ended else " so far")

    @property
    def goal(self) -> Node | None:
        """The first node settled on a goal; None if none is."""
        return next((node for node in self if node[0] in self.problem.goals), None)

    @property
    def is_engine(self) -> bool:
        """True for the engine's search, False for a reader's function."""
        return self._function is None

    @property
    def path(self) -> tuple[Node, ...]:
        """The nodes from the start to ``goal``, as far as the costs show; empty before it is found.

        Of equally cheap paths it is the one settled first.
        """
        nodes: list[Node] = []
        node = self.goal
        while node is not None and node not in nodes:
            nodes.append(node)
            node = self.came_from[node]
        return tuple(reversed(nodes))

    def lowest(self, square: str) -> int | None:
        """Return the lowest cost settled on a square, with any heading; None if none is."""
        nodes = [(square, heading) for heading in HEADINGS]
        return min((self[node] for node in nodes if node in self), default=None)

    # --- steps ------------------------------------------------------------------------------

    def step(self) -> Node | None:
        """Settle the next node and return it; return None once the search has ended.

        Raises BadInput for anything but a node and its cost, Endless (a BadInput) for a search that
        doesn't end, and whatever the function itself raises.
        """
        if self.ended:
            return None
        self.ended = True  # any error from here on ends the search
        with at_most(MAX_OPERATIONS, self._endless):
            if self._pairs is None:
                self._pairs = self._start()
            pair = next(self._pairs, None)
        if pair is None:
            return None
        node, cost = self._checked(pair)
        if len(self.order) >= self._most or self._times[node] >= MAX_TIMES:
            raise self._endless()
        self._settle(node, cost)
        self.ended = False
        return node

    def finish(self) -> SearchRun:
        """Run to the end; return the run itself."""
        while self.step() is not None:
            pass
        return self

    def _start(self) -> Iterator[Any]:
        """Call the function; return what it yields, or a dictionary's entries in order of cost."""
        if self._function is None:
            return self._engine()
        found = self._function(self.problem.start, self._successors, self.problem.goals)
        if isinstance(found, Mapping):
            self.exhaustive = True
            pairs = [self._checked(pair) for pair in found.items()]
            return iter(sorted(pairs, key=lambda pair: pair[1]))
        if not isinstance(found, Iterator):
            raise invalid(f"the result of {self.name}", found, A_RESULT)
        return found

    def _engine(self) -> Iterator[tuple[Node, int]]:
        for event in self.problem.solve(exhaustive=False, trace=True).trace:
            if event.kind == "settled":
                yield (event.square, event.heading), event.cost

    def _successors(self, node: Node) -> Successors:
        """Return a node's successors to the function, counting the calls to stop endless ones."""
        self._expansions += 1
        if self._expansions > self._most:
            raise self._endless()
        return self.problem.successors(node)

    def _checked(self, pair: Any) -> tuple[Node, int]:
        """Return a node and its cost, checked.

        Raises BadInput inside the function, so that the traceback points at its ``yield``.
        """
        is_pair = isinstance(pair, tuple | list) and len(pair) == 2
        try:
            if not is_pair or (isinstance(pair[0], int) and isinstance(pair[1], tuple)):
                raise invalid(f"what {self.name} settled", pair, A_NODE)
            node = self.problem.node(f"a node that {self.name} settled", pair[0])
            what = f"the cost of {named(node)} that {self.name} settled"
            return node, whole_number(what, _as_int(pair[1]), 0, MAX_COST)
        except BadInput as error:
            throw = getattr(self._pairs, "throw", None)
            if throw is not None:
                throw(error.with_traceback(None))
            raise

    def _settle(self, node: Node, cost: int) -> None:
        self.order.append((node, cost))
        self._times[node] += 1
        self._costs[node] = cost
        self.frontier.pop(node, None)
        offers = self._offers.get(node, ())
        self.came_from[node] = next((before for before, paid in offers if paid == cost), None)
        for there, price in self.problem.successors(node):
            self._offers.setdefault(there, []).append((node, cost + price))
            if there not in self._costs:
                paid = self.frontier.get(there, cost + price)
                self.frontier[there] = min(paid, cost + price)

    def _endless(self) -> Endless:
        """Return the error for a search that doesn't end, with counts of what it did."""
        text = (
            f"{self.name} doesn't end: {count_noun(len(self.order), 'node')} settled, "
            f"{count_noun(self._expansions, 'call')} of successors"
        )
        for node, times in self._times.most_common(1):
            text += f", {named(node)} settled {times} times" if times > 1 else ""
        accepted = f"one that ends; there are {4 * len(self.problem.search.grid.squares)} nodes"
        return Endless(f"{text}; expected {accepted}")


def _as_int(cost: object) -> object:
    """Return a whole cost of another kind, such as 3.0 or a Fraction, as an int."""
    other = isinstance(cost, Real) and not isinstance(cost, int)
    return int(cost) if other and cost == cost // 1 else cost  # type: ignore[operator]
