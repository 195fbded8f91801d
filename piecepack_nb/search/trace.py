"""The trace of a search: its events in order, derived from its waves on demand."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property
from typing import Any, Final, NamedTuple

from piecepack_nb.core.wording import capitalise
from piecepack_nb.search.grid import ACTIONS, Costs, Grid, Node

Wave = tuple[int, list[int], list[int], list[int]]
"""One wave of a search, in order: its rank, its nodes, and the nodes whose best path so far ends
with a step and with a turn from it."""

KINDS: Final = ("settled", "improved", "not better", "blocked", "wall", "passed over")
"""The kinds of event.

settled      the cost of a node is final; the search expands it
improved     a successor gets its cheapest path so far
not better   a successor has a path as good already
blocked      a successor is on a blocked square
wall         there is a wall straight ahead
passed over  the node is already settled, by a better path
"""


class TraceEvent(NamedTuple):
    """One event of a search.

    ``square`` and ``heading`` are the node settled or tried (at a wall, the node that faces it).
    ``cost`` and ``quarter_turns`` are those of the path tried. ``action`` and ``origin`` are the
    action tried and the node before it; both are None for a settled node.
    """

    kind: str
    square: str
    heading: str
    cost: int
    quarter_turns: int
    action: str | None = None
    origin: Node | None = None

    @property
    def text(self) -> str:
        """The event in one sentence."""
        here = f"{self.square} facing {self.heading}"
        if self.origin is None:
            return _NODE_TEXTS[self.kind].format(here=here, cost=self.cost)
        action = f"{self.action} from {self.origin[0]} facing {self.origin[1]}"
        return _ACTION_TEXTS[self.kind].format(
            action=capitalise(action), here=here, square=self.square, cost=self.cost
        )

    def to_json(self) -> dict[str, Any]:
        """Return the event as plain data."""
        return {**self._asdict(), "origin": list(self.origin) if self.origin else None}

    def __str__(self) -> str:
        return self.text


_NODE_TEXTS = {
    "settled": "{here} is settled at cost {cost}.",
    "passed over": "{here} at cost {cost} is passed over: it is already settled at a lower cost.",
}
_ACTION_TEXTS = {
    "improved": "{action}: {here} at cost {cost}, the best path to it so far.",
    "not better": "{action}: {here} at cost {cost}, no better than the known path.",
    "blocked": "{action}: {square} is blocked.",
    "wall": "{action}: a wall.",
}


class Trace:
    """The events of a search, in order; iteration makes them lazily."""

    def __init__(
        self,
        grid: Grid,
        costs: Costs,
        start: int,
        closed: Collection[int],
        ranks: list[int],
        end: int,
        waves: list[Wave],
    ) -> None:
        self.grid = grid
        self.costs = costs
        self._start = start
        self._closed = closed
        self._ranks = ranks
        self._end = end
        self._waves = waves

    def __iter__(self) -> Iterator[TraceEvent]:
        for wave in self._waves:
            yield from self._wave_events(wave)

    @cached_property
    def _names(self) -> list[Node]:
        """The square and heading of each node."""
        return [self.grid.node(node) for node in range(self.grid.wall)]

    @cached_property
    def _added(self) -> tuple[int, int, int]:
        """The rank of each action."""
        step, turn = self.costs.ranks(self.grid.bits)
        return step, turn, turn

    def __len__(self) -> int:
        return self._length

    @cached_property
    def _length(self) -> int:
        looks = 1 + len(ACTIONS)  # a node is settled, then looks ahead, left and right
        return sum(
            looks if self._ranks[node] == rank else 1
            for rank, nodes, _, _ in self._waves
            for node in nodes
        )

    def _wave_events(self, wave: Wave) -> Iterator[TraceEvent]:
        """Yield the events of one wave.

        The wave lists the nodes that it improved, in order. So an action improved its node if that
        node is the next in the list: where it failed, no later action of this wave can succeed.
        """
        rank, nodes, stepped, turned = wave
        gains = (iter([*stepped, None]), iter([*turned, None]))
        due = [next(gains[0]), next(gains[1])]
        for node in nodes:
            if self._ranks[node] != rank:
                yield self._event("passed over", node, rank)
                continue
            yield self._event("settled", node, rank)
            for action, there in enumerate(self.grid.moves[node]):
                step_or_turn = min(action, 1)
                better = there == due[step_or_turn]
                if better:
                    due[step_or_turn] = next(gains[step_or_turn])
                yield self._try(node, rank, action, there, better)

    def _try(self, node: int, rank: int, action: int, there: int, better: bool) -> TraceEvent:
        """Return the event of trying an action from ``node``, settled at ``rank``."""
        kind = "improved" if better else "not better"
        if there == self.grid.wall:
            kind, there = "wall", node
        elif self._ranks[there] < 0:
            kind = "blocked"
        tried = rank + self._added[action]
        return self._event(kind, there, tried, ACTIONS[action], self._names[node])

    def _event(
        self,
        kind: str,
        node: int,
        rank: int,
        action: str | None = None,
        origin: Node | None = None,
    ) -> TraceEvent:
        bits = self.grid.bits
        turns = rank >> bits & (1 << bits) - 1
        square, heading = self._names[node]
        return TraceEvent(kind, square, heading, rank >> 2 * bits, turns, action, origin)

    def to_json(self) -> dict[str, Any]:
        """Return the whole trace as plain data."""
        return {
            "start": list(self.grid.node(self._start)),
            "costs": {"step": self.costs.step, "quarter_turn": self.costs.quarter_turn},
            "blocked": sorted({self.grid.squares[square] for square in self._closed}),
            "events": [event.to_json() for event in self],
        }
