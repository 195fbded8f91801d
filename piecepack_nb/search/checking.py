"""A search of one's own, compared with the engine's: the first difference, and what it hints at.

A hint is never guessed from the code. The costs are worked out again with one mistake put in (see
:mod:`.mistakes`), and where those are the very costs that were found, the hint names it. What shows
in the order alone (a node settled twice, dear ones before cheap ones) is read off there.

>>> from piecepack_nb.search import Grid, cheapest
>>> grid = Grid({"a1": {"N": "a2"}, "a2": {"S": "a1", "E": "b2"}, "b2": {"W": "a2"}})
>>> check(cheapest(grid, "a1", "N", ["b2"]), lambda start, ways, goals: {start: 0})
a1 facing E: never settled, cheapest 1. It ends with 11 nodes never settled, and no goal among \
those that were.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final, NamedTuple

from piecepack_nb.search.attempt import Attempt, Endless
from piecepack_nb.search.found import Search
from piecepack_nb.search.grid import Node
from piecepack_nb.search.mistakes import mistakes, spread
from piecepack_nb.search.quest import Quest, named

__all__ = ["KINDS", "Verdict", "check", "verdict_on"]

KINDS: Final = {
    "right": "every cost is the lowest, and the search ends where it may",
    "too late": "right, but it goes on when the nearest goal is settled",
    "free turns": "a quarter turn is counted as nothing",
    "free steps": "a step is counted as nothing",
    "no price": "prices are left out",
    "one price": "every action is counted as 1",
    "u-turn": "turning back is counted as one quarter turn instead of two",
    "blocked": "a blocked square is entered",
    "start cost": "the start has a cost of its own",
    "first way kept": "a node keeps the first way that was seen to it",
    "not added": "what was paid before isn't added",
    "headings": "a square counts as done whatever the heading",
    "order": "a dear node is settled before a cheap one",
    "twice": "a node is settled more than once",
    "too early": "it ends before a goal is settled",
    "endless": "it doesn't end",
    "unknown": "a cost is wrong, and no mistake that is known here explains it",
}
"""What can come out of ``check``; a quest's own misreadings ("walls", ...) come on top."""

MOST = 0.8  # the share of the costs found that a mistake must explain to be named


class Verdict(NamedTuple):
    """What ``check`` found; true where the search is right."""

    kind: str
    """One of KINDS, or the name of one of the quest's misreadings."""
    text: str
    settled: int
    """How many nodes were settled, each counted once."""
    node: Node | None = None
    """Where the first difference is."""
    yours: int | None = None
    cheapest: int | None = None

    def __bool__(self) -> bool:
        return self.kind in ("right", "too late")

    def __repr__(self) -> str:
        return self.text


def check(quest: Quest | Search, function: Any) -> Verdict:
    """Whether ``function`` (see :mod:`.attempt`) finds the lowest costs, and if not, what is wrong.

    Raises BadInput for what settles something that is no node and cost; what the function itself
    raises comes out unchanged.
    """
    return verdict_on(Attempt(quest if isinstance(quest, Quest) else Quest(quest), function))


def verdict_on(attempt: Attempt) -> Verdict:
    """The verdict on a search, which goes on to its end for it."""
    try:
        attempt.finish()
    except Endless as endless:
        return Verdict("endless", f"{endless}.", len(attempt))
    found: dict[Node, int] = {}
    for node, cost in attempt.order:
        found.setdefault(node, cost)
    wrong = _first_wrong(attempt, found)
    if wrong is None:
        return _all_lowest(attempt)
    kind, why = _why(attempt, found)
    yours, lowest = found[wrong], attempt.quest.cheapest.get(wrong)
    should = "but it can't be reached" if lowest is None else f"cheapest {lowest}"
    text = f"{named(wrong)}: yours {yours}, {should}. {why}"
    return Verdict(kind, text, len(attempt), wrong, yours, lowest)


def _first_wrong(attempt: Attempt, found: Mapping[Node, int]) -> Node | None:
    """The first node with a wrong cost.

    A dictionary may hold costs that are not final yet: those as high as that of the goal it found,
    or higher, are looked at only where they are too low.
    """
    lowest, goal = attempt.quest.cheapest, attempt.goal
    end = found[goal] if attempt.whole and goal is not None else None
    for node, cost in found.items():
        final = end is None or cost < end or node == goal
        if cost != lowest.get(node) and (final or cost < lowest.get(node, cost + 1)):
            return node
    return None


# --- when no cost is wrong --------------------------------------------------------------------


def _all_lowest(attempt: Attempt) -> Verdict:
    """No cost is wrong; was that all?"""
    missing = _missing(attempt)
    if missing is not None:
        kind, why = _ends_early(attempt, missing)
        lowest = attempt.quest.cheapest[missing]
        text = f"{named(missing)}: never settled, cheapest {lowest}. {why}"
        return Verdict(kind, text, len(attempt), missing, None, lowest)
    again = _again(attempt)
    if again is not None:
        text = _twice(*again)
        lowest = attempt.quest.cheapest[again[0]]
        return Verdict("twice", text, len(attempt), again[0], again[1], lowest)
    return _right(attempt)


def _right(attempt: Attempt) -> Verdict:
    count, goal = len(attempt), attempt.goal
    text = f"Right: {count} nodes settled, each at its lowest cost"
    if goal is None:
        none = "no goal can be reached" if attempt.quest.goals else "there was no goal to find"
        return Verdict("right", f"{text}; {none}.", count)
    end = attempt[goal]
    text += f"; {goal[0]} is reached at cost {end}."
    late = 0 if attempt.whole else sum(cost > end for cost in attempt.values())
    if not late:
        return Verdict("right", text, count)
    text += f" It goes on after that: {late} of the nodes cost more than {end}."
    hint = "To find the nearest goal it may end as soon as it settles one."
    return Verdict("too late", f"{text} {hint}", count)


def _missing(attempt: Attempt) -> Node | None:
    """The cheapest node that should have been settled and was not; None when nothing is missing.

    With a goal that can be reached, it is enough to have settled one of the nearest.
    """
    quest, lowest = attempt.quest, attempt.quest.cheapest
    goals = [node for node in lowest if node[0] in quest.goals]
    least = min((lowest[node] for node in goals), default=None)
    if any(node in attempt and lowest[node] == least for node in goals):
        return None
    missing = [node for node in lowest if node not in attempt]
    return min(missing, key=lowest.__getitem__, default=None)


def _ends_early(attempt: Attempt, missing: Node) -> tuple[str, str]:
    """Why a search whose costs are all right misses ``missing``."""
    if attempt and set(attempt) == set(spread(attempt.quest, by_square=True)):
        return "headings", (
            f"{missing[0]} counts as done whatever the heading, and so is never turned on: what is "
            "settled is a square and a heading together."
        )
    seen = sorted(node[0] for node in attempt.frontier if node[0] in attempt.quest.goals)
    if seen:
        return "too early", (
            f"It ends when {seen[0]} comes into view: settle it first, only then is its cost final."
        )
    left = len(attempt.quest.cheapest) - len(attempt)
    end = ", and no goal among those that were" if attempt.quest.goals else ""
    return "too early", f"It ends with {left} nodes never settled{end}."


def _again(attempt: Attempt) -> tuple[Node, int] | None:
    """The first node that was settled a second time, and its cost then."""
    seen: set[Node] = set()
    for node, cost in attempt.order:
        if node in seen:
            return node, cost
        seen.add(node)
    return None


def _twice(node: Node, cost: int) -> str:
    return (
        f"{named(node)} is settled again, at {cost}. The frontier may hold a node more than once: "
        "leave out what costs more than is known by the time its turn comes."
    )


# --- when a cost is wrong ---------------------------------------------------------------------


def _why(attempt: Attempt, found: Mapping[Node, int]) -> tuple[str, str]:
    """The kind of mistake, and a sentence or two about it."""
    known = list(mistakes(attempt.quest, found))
    for kind, text, costs in known:
        if all(costs.get(node) == cost for node, cost in found.items()):
            return kind, f"Yours are the very costs that come out if {text}."
    if (drop := _drop(attempt)) is not None:
        return "order", drop
    right = sum(attempt.quest.cheapest.get(node) == cost for node, cost in found.items())
    for kind, text, costs in known:
        alike = sum(costs.get(node) == cost for node, cost in found.items())
        if alike > right and alike >= MOST * len(found):
            return kind, f"{alike} of your {len(found)} costs are those that come out if {text}."
    if (again := _again(attempt)) is not None:
        return "twice", _twice(*again)
    return "unknown", "No mistake that is known here gives your costs: follow this node by hand."


def _drop(attempt: Attempt) -> str | None:
    """Where a dear node was settled before a cheap one; None where that never happened."""
    for (before, dear), (node, cost) in pairwise(attempt.order):
        if cost < dear:
            return (
                f"{named(before)} was settled at {dear}, and only then {named(node)} at {cost}: "
                "take the cheapest from the frontier each time (heappop), not the oldest, as from "
                "a queue, or the newest, as from a stack."
            )
    return None
