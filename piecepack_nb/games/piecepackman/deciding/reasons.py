"""A decision of Piecepackman's in words: what he does, and why he does nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, islice
from typing import TYPE_CHECKING, NamedTuple

from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.search import Path

if TYPE_CHECKING:
    from piecepack_nb.games.piecepackman.deciding.decision import Candidate, Decision, Way

LOOKED_AT = 200  # of the equally cheap ways, when it is told why one of them isn't taken
LONG = 3  # so many equal actions in a row are told together


class Why(NamedTuple):
    """A reason in words, and the clause that it goes by."""

    text: str
    clause: str


# --- the whole decision ---------------------------------------------------------------------


def sentences(decision: Decision) -> Iterator[str]:
    """The decision, a sentence at a time."""
    way = decision.way
    yield from _out_of_reach(decision)
    if way is None:
        yield "Nothing that he could go for can be reached: he stays."
        return
    yield f"{_goes_for(decision, way)}: it costs {way.path.cost}, {_turning(way.path)}."
    if way.cut_off:
        free = f"The cheapest way, to {way.free.target} for {way.free.cost}"
        yield f"{free}, is cut off by {barred_by(decision, way.free)}."
    if way.path.decided_by != "only one":
        yield f"Among equally cheap ways: {way.path.decided_by}."
    for rival in decision.rivals:
        if rival is not way:
            yield f"The {_called(decision, rival)} would cost {rival.path.cost}."
    if decision.settled_by not in ("only one", "cost"):
        decides = "decide" if decision.settled_by == "quarter turns" else "decides"
        yield f"Costs are equal: {decision.settled_by} {decides}."


def _out_of_reach(decision: Decision) -> Iterator[str]:
    """That what comes first can't be reached (PM-24, PM-65), where he does something else."""
    if decision.way is None or not decision.unreachable:
        return
    if decision.state.hungry:
        yield "No Vulnerable ghost can be reached (PM-65)."
        return
    suits = {aim.objective.suit for aim in decision.unreachable if aim.objective}
    if suits and decision.way.aim.clause == "PM-24":
        yield f"Nothing of {join_list(sorted(suits), 'or')} can be reached (PM-24)."


def _goes_for(decision: Decision, way: Way) -> str:
    """What he goes for, and that it is an objective from before (PM-21)."""
    goes = f"goes for the {_called(decision, way)}"
    if way.aim.clause != "PM-21" or way.aim.objective is None:
        return f"He {goes}"
    suit, coin = way.aim.objective
    if coin and way.path.target not in way.aim.targets:
        return f"He keeps his objective from before (PM-21), the {suit} power coin, and {goes}"
    return f"He keeps his objective from before (PM-21) and {goes}"


def _turning(path: Path) -> str:
    turns = path.quarter_turns
    return f"with {count_noun(turns, 'quarter turn')}" if turns else "without a quarter turn"


def _called(decision: Decision, way: Way) -> str:
    target = way.path.target
    return f"{decision.what_lies_on(target)} on {target}"


def barred_by(decision: Decision, path: Path) -> str:
    """The Dangerous ghosts on a path, in words (PM-16)."""
    return join_list(
        f"the Dangerous {suit} ghost on {square}"
        for square, suit in decision.dangers.items()
        if square in path.squares
    )


# --- one candidate ----------------------------------------------------------------------------


def why_this(decision: Decision, candidate: Candidate) -> Why:
    """Why he goes for this candidate, or why not."""
    if candidate.chosen:
        return Why("he goes for it", decision.clause)
    path = decision.way_to(candidate.square)
    if path is None:
        return Why("no way leads there", "PM-24")
    if candidate.cost is None:
        return Why(f"{barred_by(decision, path)} cuts it off", "PM-16")
    chosen = decision.path
    if chosen is None:
        return Why("he stays", decision.clause)
    first = "PM-63" if decision.state.hungry else "PM-12"
    if not decision.aimed_at(candidate.square):
        return Why("it counts only when nothing that comes first can be reached", "PM-24")
    dearer = candidate.cost - chosen.cost
    if dearer > 0:
        more = f"{count_noun(dearer, 'point')} more than {chosen.target}"
        return Why(more + _but_for_ghosts(decision, candidate), first)
    return _at_equal_cost(decision, candidate, chosen)


def _but_for_ghosts(decision: Decision, candidate: Candidate) -> str:
    """What Dangerous ghosts add to the cost of a candidate (PM-16)."""
    if candidate.free_cost == candidate.cost:
        return ""
    free = decision.free.path(candidate.square)
    return f"; {candidate.free_cost} but for {barred_by(decision, free)}"


def _at_equal_cost(decision: Decision, candidate: Candidate, chosen: Path) -> Why:
    way = decision.way
    assert way is not None
    more = (candidate.quarter_turns or 0) - chosen.quarter_turns
    ties = "PM-61" if decision.state.hungry else "PM-15"
    if candidate.square not in way.targets:  # another suit's (PM-14)
        if more > 0:
            return Why(f"as cheap, but with {count_noun(more, 'more quarter turn')}", "PM-14")
        return Why(f"as cheap, but {decision.settled_by} decides", "PM-14")
    if chosen.target in way.aim.first and candidate.square not in way.aim.first:
        return Why("as cheap, but cubes come before coins", "PM-12")
    path = decision.way_to(candidate.square)
    assert path is not None
    return Why(f"as cheap, but {passed_over(chosen, path)}", ties)


def passed_over(chosen: Path, other: Path) -> str:
    """Why the tie rule takes ``chosen`` and not an equally cheap ``other`` (PM-15)."""
    more = other.quarter_turns - chosen.quarter_turns
    if more > 0:
        return f"with {count_noun(more, 'more quarter turn')}"
    for mine, its in zip(chosen.actions, other.actions, strict=False):
        if mine != its:
            if mine == "forward":
                return "it turns sooner: straight longest comes first"
            return "it turns right: left comes first"
    return "it is the same way"


def ways_as_cheap(decision: Decision) -> tuple[int, list[Path]]:
    """How many other ways are as cheap as the one taken, and the first of them (PM-15)."""
    if decision.path is None:
        return 0, []
    graph = decision.search().graph()
    taken = decision.path.nodes
    return graph.count - 1, [path for path in islice(graph, LOOKED_AT) if path.nodes != taken]


def told(path: Path) -> str:
    """A path's cost and its actions: "3 points: right turn 1, forward 1, forward 1"."""
    return f"{count_noun(path.cost, 'point')}: {', '.join(_actions(path))}"


def _actions(path: Path) -> Iterator[str]:
    """What he does on a path, with what each action costs; many in a row are told together."""
    for action, run in groupby(path.actions):
        name = "forward" if action == "forward" else f"{action} turn"
        number, each = len(list(run)), f"{name} {path.costs.of(action)}"
        yield from [each] * number if number < LONG else [f"{number} × {each}"]
