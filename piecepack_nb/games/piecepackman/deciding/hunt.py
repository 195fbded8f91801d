"""How Piecepackman chooses: the nearest of what he may go for, past Dangerous ghosts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.games.piecepackman.deciding import aims
from piecepack_nb.games.piecepackman.deciding.aims import Aim
from piecepack_nb.games.piecepackman.deciding.decision import Decision, Way, look
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.state import State
from piecepack_nb.search import Path

Tiers = Callable[[Ruleset, State, str | None], Iterable[list[Aim]]]


def decide(
    ruleset: Ruleset, state: State, suit: str | None = None, tiers: Tiers = aims.tiers
) -> Decision:
    """What Piecepackman goes for now, by the dice that lie on the table.

    ``suit`` is that of an objective that he reached in this very movement (PM-20). Another
    ``tiers`` asks what he would do if his aims were others.
    """
    out_of_reach: list[Aim] = []
    for tier in tiers(ruleset, state, suit):
        found = [(aim, _way(ruleset, state, aim)) for aim in tier]
        ways = [way for _, way in found if way is not None]
        out_of_reach += [aim for aim, way in found if way is None]
        if ways:
            chosen = _choose(ruleset, state, ways)
            return replace(chosen, unreachable=tuple(out_of_reach), suit=suit)
    clause = "PM-65" if state.hungry else "PM-24"
    return Decision(ruleset, state, clause, None, unreachable=tuple(out_of_reach), suit=suit)


# --- the way to one aim ---------------------------------------------------------------------


def _way(ruleset: Ruleset, state: State, aim: Aim) -> Way | None:
    """The cheapest path; if a Dangerous ghost is on it, the cheapest that avoids it (PM-16)."""
    free = _free_way(ruleset, state, aim)
    if free is None:
        return None
    if ruleset.dangers(state).keys().isdisjoint(free.squares):
        return Way(aim, free, free)
    barred = _clear_path(ruleset, state, aim.targets | aim.instead, aim.first)
    return None if barred is None else Way(aim, barred, free)


def _free_way(ruleset: Ruleset, state: State, aim: Aim) -> Path | None:
    """What ``_clear_path`` finds when no ghost is in the way, from what the table keeps."""
    costs = ruleset.costs_for(state)
    search = ruleset.free_search(state.square, state.heading, costs)
    reached = {
        square: cost for square in aim.targets if (cost := search.cost_to(square)) is not None
    }
    if not reached:
        return None
    lowest = min(reached.values())
    nearest = [square for square in reached if reached[square] == lowest]
    squares = [square for square in nearest if square in aim.first] or nearest
    return ruleset.free_path(state.square, state.heading, costs, *sorted(squares))


def _clear_path(
    ruleset: Ruleset, state: State, targets: frozenset[str], first: frozenset[str]
) -> Path | None:
    """The path past Dangerous ghosts to the nearest target; at equal cost to one of the ``first``
    (PM-12). Of equally cheap ones the search's tie rule takes one (PM-15).
    """
    search = look(ruleset, state, targets, dangers=True)
    if not search.reached:
        return None
    preferred = first.intersection(search.nearest)
    if preferred and len(preferred) < len(search.nearest):
        search = look(ruleset, state, preferred, dangers=True)
    return search.path()


# --- which of them ---------------------------------------------------------------------------


def _choose(ruleset: Ruleset, state: State, ways: list[Way]) -> Decision:
    """The cheapest way; at equal cost fewer quarter turns, then suit order or chance (PM-14)."""
    best, settled_by = ways[0], "only one"
    if len(ways) > 1:
        ranked = sorted(ways, key=lambda way: _rank(ruleset, state, way))
        best, second = ranked[:2]
        settled_by = _difference(ruleset, best, second)
    clause = _clause(best, ways)
    return Decision(ruleset, state, clause, best, tuple(ways), settled_by)


def _rank(ruleset: Ruleset, state: State, way: Way) -> tuple[int, int, int]:
    suit = way.aim.objective.suit if way.aim.objective else SUITS[0]
    order = state.dice.get("tie", "") if ruleset.rules.tie_break == "random" else ""
    place = order.split("-").index(suit) if order else SUITS.index(suit)
    return way.path.cost, way.path.quarter_turns, place


def _difference(ruleset: Ruleset, best: Way, second: Way) -> str:
    if best.path.cost != second.path.cost:
        return "cost"
    if best.path.quarter_turns != second.path.quarter_turns:
        return "quarter turns"
    return "suit order" if ruleset.rules.tie_break == "suit-order" else "chance"


def _clause(best: Way, ways: list[Way]) -> str:
    """The clause that a decision goes under: the most particular one that had a part in it."""
    aim = best.aim
    if best.cut_off and aim.objective is not None:  # in hunger PM-63 and PM-65 say it themselves
        return "PM-16"
    if aim.clause == "PM-12" and len(ways) > 1:
        return "PM-14"
    if aim.clause == "PM-12" and aim.objective and aim.objective.coin:
        return "PM-13"
    return aim.clause
