"""A reader's search compared with the engine's: the first difference, the likely mistake."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any, Final, NamedTuple

from piecepack_nb.search.grid import HEADINGS, Costs, Node
from piecepack_nb.search.problem import SearchProblem, Successors, named
from piecepack_nb.search.result import SearchResult
from piecepack_nb.search.run import Endless, SearchRun


class SearchMistake(NamedTuple):
    """Something got wrong, and the costs that come of it."""

    kind: str
    text: str
    """What one does who makes it, to follow the word "if"."""
    costs: Mapping[Node, int]


def mistakes(problem: SearchProblem, found: Mapping[Node, int]) -> Iterator[SearchMistake]:
    """Every mistake that would show on this ground; ``found`` are the costs to be explained."""
    yield from _in_prices(problem)
    yield from _on_the_ground(problem, found)
    yield from _in_the_search(problem, found)


def _in_prices(problem: SearchProblem) -> Iterator[SearchMistake]:
    step, turn = problem.search.costs.step, problem.search.costs.quarter_turn
    if turn:
        text = f"a quarter turn costs nothing; here it costs {turn}"
        yield SearchMistake("free turns", text, problem.solve(costs=Costs(step, 0)).distances())
    if step:
        text = f"a step costs nothing; here it costs {step}"
        yield SearchMistake("free steps", text, problem.solve(costs=Costs(0, turn)).distances())
    if step and turn:
        text = "the price of an action is left out, so that every way costs nothing"
        yield SearchMistake("no price", text, problem.solve(costs=Costs(0, 0)).distances())
    if (step, turn) != (1, 1):
        text = f"every action costs 1; here a step costs {step} and a quarter turn {turn}"
        yield SearchMistake("one price", text, problem.solve(costs=Costs(1, 1)).distances())
    if turn:
        text = f"turning back costs {turn}; it takes two quarter turns, which cost {2 * turn}"
        yield SearchMistake("u-turn", text, dijkstra(problem, _with_u_turns(problem)))


def _on_the_ground(problem: SearchProblem, found: Mapping[Node, int]) -> Iterator[SearchMistake]:
    blocked = problem.search.blocked
    if blocked:
        entered = [square for square, _ in found if square in blocked][:1] or sorted(blocked)
        text = f"blocked squares are entered, such as {entered[0]}"
        yield SearchMistake("blocked", text, problem.solve(heedless=True).distances())
    for kind, (text, grid) in problem.misreadings.items():
        yield SearchMistake(kind, text, problem.solve(grid=grid).distances())


def _in_the_search(problem: SearchProblem, found: Mapping[Node, int]) -> Iterator[SearchMistake]:
    extra = found.get(problem.start, 0)
    if extra:
        text = f"the start itself costs {extra}; nothing is paid for standing there"
        dearer = {node: cost + extra for node, cost in problem.cheapest.items()}
        yield SearchMistake("start cost", text, dearer)
    text = "a node keeps the first way seen to it; a cheaper one may come into view later"
    yield SearchMistake("first way kept", text, dijkstra(problem, keeps_first=True))
    text = "only the last action counts; what was paid before comes on top"
    yield SearchMistake("not added", text, _last_prices(problem, found))


def _with_u_turns(problem: SearchProblem) -> Callable[[Node], Successors]:
    def ways(node: Node) -> Successors:
        back = node[0], HEADINGS[(HEADINGS.index(node[1]) + 2) % 4]
        return [*problem.successors(node), (back, problem.search.costs.quarter_turn)]

    return ways


def _last_prices(problem: SearchProblem, found: Mapping[Node, int]) -> dict[Node, int]:
    """The price of a single action that leads to each node: the one found, if it is one."""
    prices = {problem.start: {0}}
    for node in problem.cheapest:
        for there, price in problem.successors(node):
            prices.setdefault(there, set()).add(price)
    return {
        node: found[node] if found.get(node) in paid else min(paid) for node, paid in prices.items()
    }


def dijkstra(
    problem: SearchProblem,
    ways: Callable[[Node], Successors] | None = None,
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
    seen = {problem.start}
    frontier = [(0, problem.start)]
    while frontier:
        cost, node = heappop(frontier)
        known = node[0] if by_square else node
        if known in done:
            continue
        done.add(known)
        settled[node] = cost
        for there, price in (ways or problem.successors)(node):
            if not (keeps_first and there in seen):
                heappush(frontier, (cost + price, there))
                seen.add(there)
    return settled


# --- The comparison ------------------------------------------------------------------------------


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


class CheckResult(NamedTuple):
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


def check(problem: SearchProblem | SearchResult, function: Any) -> CheckResult:
    """Whether ``function`` (see :mod:`.attempt`) finds the lowest costs, and if not, what is wrong.

    Raises BadInput for what settles something that is no node and cost; what the function itself
    raises comes out unchanged.
    """
    return verdict_on(
        SearchRun(
            problem if isinstance(problem, SearchProblem) else SearchProblem(problem), function
        )
    )


def verdict_on(attempt: SearchRun) -> CheckResult:
    """The verdict on a search, which goes on to its end for it."""
    try:
        attempt.finish()
    except Endless as endless:
        return CheckResult("endless", f"{endless}.", len(attempt))
    found: dict[Node, int] = {}
    for node, cost in attempt.order:
        found.setdefault(node, cost)
    wrong = _first_wrong(attempt, found)
    if wrong is None:
        return _all_lowest(attempt)
    kind, why = _why(attempt, found)
    yours, lowest = found[wrong], attempt.problem.cheapest.get(wrong)
    should = "but it can't be reached" if lowest is None else f"cheapest {lowest}"
    text = f"{named(wrong)}: yours {yours}, {should}. {why}"
    return CheckResult(kind, text, len(attempt), wrong, yours, lowest)


def _first_wrong(attempt: SearchRun, found: Mapping[Node, int]) -> Node | None:
    """The first node with a wrong cost.

    A dictionary may hold costs that are not final yet: those as high as that of the goal it found,
    or higher, are looked at only where they are too low.
    """
    lowest, goal = attempt.problem.cheapest, attempt.goal
    end = found[goal] if attempt.exhaustive and goal is not None else None
    for node, cost in found.items():
        final = end is None or cost < end or node == goal
        if cost != lowest.get(node) and (final or cost < lowest.get(node, cost + 1)):
            return node
    return None


# --- when no cost is wrong --------------------------------------------------------------------


def _all_lowest(attempt: SearchRun) -> CheckResult:
    """No cost is wrong; was that all?"""
    missing = _missing(attempt)
    if missing is not None:
        kind, why = _ends_early(attempt, missing)
        lowest = attempt.problem.cheapest[missing]
        text = f"{named(missing)}: never settled, cheapest {lowest}. {why}"
        return CheckResult(kind, text, len(attempt), missing, None, lowest)
    again = _again(attempt)
    if again is not None:
        text = _twice(*again)
        lowest = attempt.problem.cheapest[again[0]]
        return CheckResult("twice", text, len(attempt), again[0], again[1], lowest)
    return _right(attempt)


def _right(attempt: SearchRun) -> CheckResult:
    count, goal = len(attempt), attempt.goal
    text = f"Right: {count} nodes settled, each at its lowest cost"
    if goal is None:
        none = "no goal can be reached" if attempt.problem.goals else "there was no goal to find"
        return CheckResult("right", f"{text}; {none}.", count)
    end = attempt[goal]
    text += f"; {goal[0]} is reached at cost {end}."
    late = 0 if attempt.exhaustive else sum(cost > end for cost in attempt.values())
    if not late:
        return CheckResult("right", text, count)
    text += f" It goes on after that: {late} of the nodes cost more than {end}."
    hint = "To find the nearest goal it may end as soon as it settles one."
    return CheckResult("too late", f"{text} {hint}", count)


def _missing(attempt: SearchRun) -> Node | None:
    """The cheapest node that should have been settled and was not; None when nothing is missing.

    With a goal that can be reached, it is enough to have settled one of the nearest.
    """
    problem, lowest = attempt.problem, attempt.problem.cheapest
    goals = [node for node in lowest if node[0] in problem.goals]
    least = min((lowest[node] for node in goals), default=None)
    if any(node in attempt and lowest[node] == least for node in goals):
        return None
    missing = [node for node in lowest if node not in attempt]
    return min(missing, key=lowest.__getitem__, default=None)


def _ends_early(attempt: SearchRun, missing: Node) -> tuple[str, str]:
    """Why a search whose costs are all right misses ``missing``."""
    if attempt and set(attempt) == set(dijkstra(attempt.problem, by_square=True)):
        return "headings", (
            f"{missing[0]} counts as done whatever the heading, and so is never turned on: what is "
            "settled is a square and a heading together."
        )
    seen = sorted(node[0] for node in attempt.frontier if node[0] in attempt.problem.goals)
    if seen:
        return "too early", (
            f"It ends when {seen[0]} comes into view: settle it first, only then is its cost final."
        )
    left = len(attempt.problem.cheapest) - len(attempt)
    end = ", and no goal among those that were" if attempt.problem.goals else ""
    return "too early", f"It ends with {left} nodes never settled{end}."


def _again(attempt: SearchRun) -> tuple[Node, int] | None:
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


def _why(attempt: SearchRun, found: Mapping[Node, int]) -> tuple[str, str]:
    """The kind of mistake, and a sentence or two about it."""
    known = list(mistakes(attempt.problem, found))
    for kind, text, costs in known:
        if all(costs.get(node) == cost for node, cost in found.items()):
            return kind, f"Yours are the very costs that come out if {text}."
    if (drop := _drop(attempt)) is not None:
        return "order", drop
    right = sum(attempt.problem.cheapest.get(node) == cost for node, cost in found.items())
    for kind, text, costs in known:
        alike = sum(costs.get(node) == cost for node, cost in found.items())
        if alike > right and alike >= MOST * len(found):
            return kind, f"{alike} of your {len(found)} costs are those that come out if {text}."
    if (again := _again(attempt)) is not None:
        return "twice", _twice(*again)
    return "unknown", "No mistake that is known here gives your costs: follow this node by hand."


def _drop(attempt: SearchRun) -> str | None:
    """Where a dear node was settled before a cheap one; None where that never happened."""
    for (before, dear), (node, cost) in pairwise(attempt.order):
        if cost < dear:
            return (
                f"{named(before)} was settled at {dear}, and only then {named(node)} at {cost}: "
                "take the cheapest from the frontier each time (heappop), not the oldest, as from "
                "a queue, or the newest, as from a stack."
            )
    return None
