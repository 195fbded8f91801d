"""What can be got wrong in a search for the cheapest paths, each mistake with the costs it gives.

The engine itself searches again where a mistake can be put to it as another question (turns for
nothing, blocked squares entered, other ground); else Dijkstra's algorithm does, in plain form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from heapq import heappop, heappush
from typing import NamedTuple

from piecepack_nb.search.costs import Costs
from piecepack_nb.search.grid import HEADINGS, Node
from piecepack_nb.search.quest import Quest, Ways

__all__ = ["Mistake", "mistakes", "spread"]


class Mistake(NamedTuple):
    """Something got wrong, and the costs that come of it."""

    kind: str
    text: str
    """What one does who makes it, to follow the word "if"."""
    costs: Mapping[Node, int]


def mistakes(quest: Quest, found: Mapping[Node, int]) -> Iterator[Mistake]:
    """Every mistake that would show on this ground; ``found`` are the costs to be explained."""
    yield from _in_prices(quest)
    yield from _on_the_ground(quest, found)
    yield from _in_the_search(quest, found)


def _in_prices(quest: Quest) -> Iterator[Mistake]:
    step, turn = quest.search.costs.step, quest.search.costs.quarter_turn
    if turn:
        text = f"a quarter turn costs nothing; here it costs {turn}"
        yield Mistake("free turns", text, quest.asked(costs=Costs(step, 0)).distances())
    if step:
        text = f"a step costs nothing; here it costs {step}"
        yield Mistake("free steps", text, quest.asked(costs=Costs(0, turn)).distances())
    if step and turn:
        text = "the price of an action is left out, so that every way costs nothing"
        yield Mistake("no price", text, quest.asked(costs=Costs(0, 0)).distances())
    if (step, turn) != (1, 1):
        text = f"every action costs 1; here a step costs {step} and a quarter turn {turn}"
        yield Mistake("one price", text, quest.asked(costs=Costs(1, 1)).distances())
    if turn:
        text = f"turning back costs {turn}; it takes two quarter turns, which cost {2 * turn}"
        yield Mistake("u-turn", text, spread(quest, _with_u_turns(quest)))


def _on_the_ground(quest: Quest, found: Mapping[Node, int]) -> Iterator[Mistake]:
    blocked = quest.search.blocked
    if blocked:
        entered = [square for square, _ in found if square in blocked][:1] or sorted(blocked)
        text = f"blocked squares are entered, such as {entered[0]}"
        yield Mistake("blocked", text, quest.asked(heedless=True).distances())
    for kind, (text, grid) in quest.misreadings.items():
        yield Mistake(kind, text, quest.asked(grid=grid).distances())


def _in_the_search(quest: Quest, found: Mapping[Node, int]) -> Iterator[Mistake]:
    extra = found.get(quest.start, 0)
    if extra:
        text = f"the start itself costs {extra}; nothing is paid for standing there"
        dearer = {node: cost + extra for node, cost in quest.cheapest.items()}
        yield Mistake("start cost", text, dearer)
    text = "a node keeps the first way seen to it; a cheaper one may come into view later"
    yield Mistake("first way kept", text, spread(quest, keeps_first=True))
    text = "only the last action counts; what was paid before comes on top"
    yield Mistake("not added", text, _last_prices(quest, found))


def _with_u_turns(quest: Quest) -> Callable[[Node], Ways]:
    def ways(node: Node) -> Ways:
        back = node[0], HEADINGS[(HEADINGS.index(node[1]) + 2) % 4]
        return [*quest.ways(node), (back, quest.search.costs.quarter_turn)]

    return ways


def _last_prices(quest: Quest, found: Mapping[Node, int]) -> dict[Node, int]:
    """The price of a single action that leads to each node: the one found, if it is one."""
    prices = {quest.start: {0}}
    for node in quest.cheapest:
        for there, price in quest.ways(node):
            prices.setdefault(there, set()).add(price)
    return {
        node: found[node] if found.get(node) in paid else min(paid) for node, paid in prices.items()
    }


def spread(
    quest: Quest,
    ways: Callable[[Node], Ways] | None = None,
    *,
    by_square: bool = False,
    keeps_first: bool = False,
) -> dict[Node, int]:
    """Dijkstra's algorithm in plain form; with ``ways`` of somebody's own, or with a mistake.

    ``by_square`` forgets the headings: a square is settled once. ``keeps_first`` gives a node the
    cost of the first way that is seen to it.
    """
    settled: dict[Node, int] = {}
    done: set[object] = set()
    seen = {quest.start}
    frontier = [(0, quest.start)]
    while frontier:
        cost, node = heappop(frontier)
        known = node[0] if by_square else node
        if known in done:
            continue
        done.add(known)
        settled[node] = cost
        for there, price in (ways or quest.ways)(node):
            if not (keeps_first and there in seen):
                heappush(frontier, (cost + price, there))
                seen.add(there)
    return settled
