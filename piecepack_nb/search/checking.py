"""A check of a search against the engine's: the first wrong cost and the likely mistake."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any, Final, NamedTuple

from piecepack_nb.core.wording import count_noun
from piecepack_nb.search.grid import HEADINGS, Costs, Node
from piecepack_nb.search.problem import SearchProblem, Successors, named
from piecepack_nb.search.result import SearchResult
from piecepack_nb.search.run import Endless, SearchRun


class SearchMistake(NamedTuple):
    """A mistake in a search, and the costs that it gives."""

    kind: str
    text: str
    """The mistake in words, to follow "if"."""
    costs: Mapping[Node, int]


def mistakes(problem: SearchProblem, found: Mapping[Node, int]) -> Iterator[SearchMistake]:
    """Yield every mistake that shows in this problem; ``found`` are the costs to explain."""
    yield from _price_mistakes(problem)
    yield from _grid_mistakes(problem, found)
    yield from _algorithm_mistakes(problem, found)


def _price_mistakes(problem: SearchProblem) -> Iterator[SearchMistake]:
    step, turn = problem.search.costs.step, problem.search.costs.quarter_turn
    if turn:
        text = f"a quarter turn costs nothing; here it costs {turn}"
        yield SearchMistake("free turns", text, problem.solve(costs=Costs(step, 0)).distances())
    if step:
        text = f"a step costs nothing; here it costs {step}"
        yield SearchMistake("free steps", text, problem.solve(costs=Costs(0, turn)).distances())
    if step and turn:
        text = "the price of an action is left out, so that every path costs nothing"
        yield SearchMistake("no price", text, problem.solve(costs=Costs(0, 0)).distances())
    if (step, turn) != (1, 1):
        text = f"every action costs 1; here a step costs {step} and a quarter turn {turn}"
        yield SearchMistake("one price", text, problem.solve(costs=Costs(1, 1)).distances())
    if turn:
        text = f"turning back costs {turn}; it takes two quarter turns, which cost {2 * turn}"
        yield SearchMistake("u-turn", text, dijkstra(problem, _with_u_turns(problem)))


def _grid_mistakes(problem: SearchProblem, found: Mapping[Node, int]) -> Iterator[SearchMistake]:
    blocked = problem.search.blocked
    if blocked:
        entered = [square for square, _ in found if square in blocked][:1] or sorted(blocked)
        text = f"blocked squares are entered, such as {entered[0]}"
        yield SearchMistake("blocked", text, problem.solve(ignore_blocked=True).distances())
    for kind, (text, grid) in problem.misreadings.items():
        yield SearchMistake(kind, text, problem.solve(grid=grid).distances())


def _algorithm_mistakes(
    problem: SearchProblem, found: Mapping[Node, int]
) -> Iterator[SearchMistake]:
    extra = found.get(problem.start, 0)
    if extra:
        text = f"the start itself costs {extra}; it must cost 0"
        higher = {node: cost + extra for node, cost in problem.cheapest.items()}
        yield SearchMistake("start cost", text, higher)
    text = "a node keeps the first path found to it; a cheaper one may be found later"
    yield SearchMistake("first way kept", text, dijkstra(problem, keeps_first=True))
    text = "only the last action counts; the cost so far must be added"
    yield SearchMistake("not added", text, _last_prices(problem, found))


def _with_u_turns(problem: SearchProblem) -> Callable[[Node], Successors]:
    def successors(node: Node) -> Successors:
        back = node[0], HEADINGS[(HEADINGS.index(node[1]) + 2) % 4]
        return [*problem.successors(node), (back, problem.search.costs.quarter_turn)]

    return successors


def _last_prices(problem: SearchProblem, found: Mapping[Node, int]) -> dict[Node, int]:
    """Return for each node the price of an action that leads to it: the one found, if possible."""
    prices = {problem.start: {0}}
    for node in problem.cheapest:
        for there, price in problem.successors(node):
            prices.setdefault(there, set()).add(price)
    return {
        node: found[node] if found.get(node) in paid else min(paid) for node, paid in prices.items()
    }


def dijkstra(
    problem: SearchProblem,
    successors: Callable[[Node], Successors] | None = None,
    *,
    by_square: bool = False,
    keeps_first: bool = False,
) -> dict[Node, int]:
    """Return the lowest costs by Dijkstra's algorithm in plain form, or with a mistake.

    ``successors`` replaces the problem's. ``by_square`` settles a square once, ignoring headings.
    ``keeps_first`` gives a node the cost of the first path found to it.
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
        for there, price in (successors or problem.successors)(node):
            if not (keeps_first and there in seen):
                heappush(frontier, (cost + price, there))
                seen.add(there)
    return settled


# --- The comparison ------------------------------------------------------------------------------


KINDS: Final = {
    "right": "every cost is the lowest, and the search ends in time",
    "too late": "right, but it continues after the nearest goal is settled",
    "free turns": "a quarter turn is counted as nothing",
    "free steps": "a step is counted as nothing",
    "no price": "prices are left out",
    "one price": "every action is counted as 1",
    "u-turn": "turning back is counted as one quarter turn instead of two",
    "blocked": "a blocked square is entered",
    "start cost": "the start has a cost of its own",
    "first way kept": "a node keeps the first path found to it",
    "not added": "the cost so far isn't added",
    "headings": "a square counts as settled whatever the heading",
    "order": "a node is settled before a cheaper one",
    "twice": "a node is settled more than once",
    "too early": "it ends before a goal is settled",
    "skipped": "a goal is settled, and a cheaper node never is",
    "endless": "it doesn't end",
    "unknown": "a cost is wrong, and no known mistake explains it",
}
"""The kinds of result of ``check``, besides the problem's own misreadings ("walls", ...)."""

MIN_SHARE = 0.8  # the share of the costs found that a named mistake must explain


class CheckResult(NamedTuple):
    """The result of ``check``; true if the search is right."""

    kind: str
    """One of KINDS, or the name of one of the problem's misreadings."""
    text: str
    settled: int
    """The number of nodes settled, each counted once."""
    node: Node | None = None
    """The node of the first wrong cost."""
    yours: int | None = None
    cheapest: int | None = None

    def __bool__(self) -> bool:
        return self.kind in ("right", "too late")

    def __repr__(self) -> str:
        return self.text


def check(problem: SearchProblem | SearchResult, function: Any) -> CheckResult:
    """Check that ``function`` (see :mod:`.run`) finds the lowest costs; name the mistake if not.

    Raises BadInput if the function settles anything but a node and a cost, and whatever the
    function itself raises.
    """
    if not isinstance(problem, SearchProblem):
        problem = SearchProblem(problem)
    return check_run(SearchRun(problem, function))


def check_run(run: SearchRun) -> CheckResult:
    """Finish a search and check it."""
    try:
        run.finish()
    except Endless as endless:
        return CheckResult("endless", f"{endless}.", len(run))
    found: dict[Node, int] = {}
    for node, cost in run.order:
        found.setdefault(node, cost)
    wrong = _first_wrong(run, found)
    if wrong is None:
        return _all_lowest(run)
    kind, why = _why(run, found)
    yours, lowest = found[wrong], run.problem.cheapest.get(wrong)
    should = "but it can't be reached" if lowest is None else f"cheapest {lowest}"
    text = f"{named(wrong)}: yours {yours}, {should}. {why}"
    return CheckResult(kind, text, len(run), wrong, yours, lowest)


def _first_wrong(run: SearchRun, found: Mapping[Node, int]) -> Node | None:
    """Return the first node with a wrong cost; None if all are right.

    A returned dictionary may have costs that are not final: those no lower than the goal's count as
    wrong only if they are too low.
    """
    lowest, goal = run.problem.cheapest, run.goal
    end = found[goal] if run.exhaustive and goal is not None else None
    for node, cost in found.items():
        final = end is None or cost < end or node == goal
        if cost != lowest.get(node) and (final or cost < lowest.get(node, cost + 1)):
            return node
    return None


# --- when no cost is wrong --------------------------------------------------------------------


def _all_lowest(run: SearchRun) -> CheckResult:
    """Return the result for right costs; the search may still end early or settle twice."""
    missing = _missing(run)
    if missing is not None:
        kind, why = _ends_early(run, missing)
        lowest = run.problem.cheapest[missing]
        text = f"{named(missing)}: never settled, cheapest {lowest}. {why}"
        return CheckResult(kind, text, len(run), missing, None, lowest)
    again = _again(run)
    if again is not None:
        text = _twice(*again)
        lowest = run.problem.cheapest[again[0]]
        return CheckResult("twice", text, len(run), again[0], again[1], lowest)
    unsure = _out_of_order(run)
    return _right(run) if unsure is None else unsure


def _out_of_order(run: SearchRun) -> CheckResult | None:
    """Return the result for right costs that a search can't know yet; None if it can.

    A goal's cost is sure only when every cheaper node is settled. A returned dictionary has no
    order.
    """
    goal, lowest = run.goal, run.problem.cheapest
    if goal is not None:
        cheaper = [node for node in lowest if lowest[node] < run[goal] and node not in run]
        if cheaper:
            first = min(cheaper, key=lowest.__getitem__)
            are = "is" if len(cheaper) == 1 else "are"
            text = (
                f"{named(goal)}: {run[goal]} is the lowest cost, but "
                f"{count_noun(len(cheaper), 'cheaper node')} {are} never settled, such as "
                f"{named(first)} at {lowest[first]}. Only after those is it sure that no cheaper "
                "path is left."
            )
            return CheckResult("skipped", text, len(run), first, None, lowest[first])
    drop = None if run.exhaustive else _drop(run)
    if drop is not None:
        return CheckResult("order", f"Every cost is right, but {drop}", len(run))
    return None


def _right(run: SearchRun) -> CheckResult:
    count, goal = len(run), run.goal
    text = f"Right: {count} nodes settled, each at its lowest cost"
    if goal is None:
        none = "no goal can be reached" if run.problem.goals else "there was no goal to find"
        return CheckResult("right", f"{text}; {none}.", count)
    end = run[goal]
    text += f"; {goal[0]} is reached at cost {end}."
    late = 0 if run.exhaustive else sum(cost > end for cost in run.values())
    if not late:
        return CheckResult("right", text, count)
    text += f" It continues after that: {late} of the nodes cost more than {end}."
    hint = "To find the nearest goal it may end as soon as it settles one."
    return CheckResult("too late", f"{text} {hint}", count)


def _missing(run: SearchRun) -> Node | None:
    """Return the cheapest node that should have been settled and wasn't; None if none is missing.

    If a goal can be reached, settling one of the nearest is enough.
    """
    problem, lowest = run.problem, run.problem.cheapest
    goals = [node for node in lowest if node[0] in problem.goals]
    least = min((lowest[node] for node in goals), default=None)
    if any(node in run and lowest[node] == least for node in goals):
        return None
    missing = [node for node in lowest if node not in run]
    return min(missing, key=lowest.__getitem__, default=None)


def _ends_early(run: SearchRun, missing: Node) -> tuple[str, str]:
    """Return the kind of mistake by which a search misses ``missing``, and its text."""
    if run and set(run) == set(dijkstra(run.problem, by_square=True)):
        return "headings", (
            f"{missing[0]} counts as settled whatever the heading, so the search never turns "
            "there: a node is a square and a heading together."
        )
    seen = sorted(node[0] for node in run.frontier if node[0] in run.problem.goals)
    if seen:
        return "too early", (
            f"It ends when {seen[0]} enters the frontier: its cost is final only once settled."
        )
    left = len(run.problem.cheapest) - len(run)
    end = ", and no goal among those that were" if run.problem.goals else ""
    return "too early", f"It ends with {left} nodes never settled{end}."


def _again(run: SearchRun) -> tuple[Node, int] | None:
    """Return the first node that was settled a second time, and its second cost."""
    seen: set[Node] = set()
    for node, cost in run.order:
        if node in seen:
            return node, cost
        seen.add(node)
    return None


def _twice(node: Node, cost: int) -> str:
    return (
        f"{named(node)} is settled again, at {cost}. The frontier may hold a node more than once: "
        "skip an entry that costs more than the node's known cost."
    )


# --- when a cost is wrong ---------------------------------------------------------------------


def _why(run: SearchRun, found: Mapping[Node, int]) -> tuple[str, str]:
    """Return the kind of mistake that explains the wrong costs, and its text."""
    known = list(mistakes(run.problem, found))
    for kind, text, costs in known:
        if all(costs.get(node) == cost for node, cost in found.items()):
            return kind, f"Yours are exactly the costs you get if {text}."
    if (drop := _drop(run)) is not None:
        return "order", drop
    right = sum(run.problem.cheapest.get(node) == cost for node, cost in found.items())
    for kind, text, costs in known:
        alike = sum(costs.get(node) == cost for node, cost in found.items())
        if alike > right and alike >= MIN_SHARE * len(found):
            return kind, f"{alike} of your {len(found)} costs are those you get if {text}."
    if (again := _again(run)) is not None:
        return "twice", _twice(*again)
    return "unknown", "No known mistake gives your costs: follow this node by hand."


def _drop(run: SearchRun) -> str | None:
    """Return a sentence on the first node settled before a cheaper one; None if in order."""
    for (before, higher), (node, cost) in pairwise(run.order):
        if cost < higher:
            return (
                f"{named(before)} was settled at {higher}, and only then {named(node)} at {cost}: "
                "take the cheapest node from the frontier each time (heappop), not the oldest (a "
                "queue) or the newest (a stack)."
            )
    return None
