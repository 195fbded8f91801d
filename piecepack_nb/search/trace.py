"""What a search did, in order: what it settled, where it looked, and what came of it.

The search keeps only its waves, as node numbers. Everything else is read off them here, when
somebody wants to see it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property
from typing import Any, Final, NamedTuple

from piecepack_nb.search.grid import ACTIONS, Costs, Grid, Node

Wave = tuple[int, list[int], list[int], list[int]]
"""One wave of a search: its rank, its nodes, and the nodes that got their best way so far by a step
and by a turn from it, all in the order in which that happened."""

KINDS: Final = ("settled", "improved", "not better", "blocked", "wall", "passed over")
"""What can happen in a search.

settled      the cost of a node is final; the search looks on from here
improved     looked at a node: the cheapest way to it so far
not better   looked at a node: a way as good is known already
blocked      looked at a square that must not be entered
wall         nothing is straight ahead
passed over  the node had been settled already, by a better way
"""


class TraceEvent(NamedTuple):
    """One thing that a search did.

    ``square`` and ``heading`` say what it is about: the node settled or looked at (for a wall, the
    node that faces it). ``cost`` and ``quarter_turns`` are those of the way just tried. ``action``
    and ``origin`` tell from where the search looked; both are None where it settled a node.
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
        """The same in one sentence."""
        here = f"{self.square} facing {self.heading}"
        if self.origin is None:
            return _ARRIVED[self.kind].format(here=here, cost=self.cost)
        look = f"{self.action} from {self.origin[0]} facing {self.origin[1]}"
        return _LOOKED[self.kind].format(
            look=look[0].upper() + look[1:], here=here, square=self.square, cost=self.cost
        )

    def to_json(self) -> dict[str, Any]:
        """The event as plain data."""
        return {**self._asdict(), "origin": list(self.origin) if self.origin else None}

    def __str__(self) -> str:
        return self.text


_ARRIVED = {
    "settled": "{here} is settled at cost {cost}.",
    "passed over": "{here} at cost {cost} is passed over: a better way to it was settled before.",
}
_LOOKED = {
    "improved": "{look}: {here} for {cost}, the best way to it so far.",
    "not better": "{look}: {here} for {cost}, no better than the way known.",
    "blocked": "{look}: {square} is blocked.",
    "wall": "{look}: a wall.",
}


class Trace:
    """Everything a search did, in order; iterating gives its events, made as they are asked for."""

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

    @property
    def events(self) -> Iterator[TraceEvent]:
        """What happened, from the first to the last; each use begins anew."""
        return iter(self)

    def __iter__(self) -> Iterator[TraceEvent]:
        for wave in self._waves:
            yield from self._told(wave)

    @cached_property
    def _names(self) -> list[Node]:
        """The square and heading of each node."""
        return [self.grid.node(node) for node in range(self.grid.wall)]

    @cached_property
    def _added(self) -> tuple[int, int, int]:
        """What each action adds to a rank."""
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

    def _told(self, wave: Wave) -> Iterator[TraceEvent]:
        """One wave, event by event.

        A look improved a node exactly if that node comes next among those improved: a look that
        fails leaves a rank as good, which no later look of the same wave and kind betters.
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
                sort = min(action, 1)  # a step or a turn
                better = there == due[sort]
                if better:
                    due[sort] = next(gains[sort])
                yield self._look(node, rank, action, there, better)

    def _look(self, node: int, rank: int, action: int, there: int, better: bool) -> TraceEvent:
        """One look from ``node``, settled at ``rank``, and what came of it."""
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
        """The whole trace as plain data, for a picture or a file."""
        return {
            "start": list(self.grid.node(self._start)),
            "costs": {"step": self.costs.step, "quarter_turn": self.costs.quarter_turn},
            "blocked": sorted({self.grid.squares[square] for square in self._closed}),
            "events": [event.to_json() for event in self],
        }
