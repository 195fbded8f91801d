"""How Piecepackman chooses: the nearest of what he may go for, past Dangerous ghosts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.games.piecepackman.deciding import aims
from piecepack_nb.games.piecepackman.deciding.aims import Aim
from piecepack_nb.games.piecepackman.deciding.decision import Decision, Way, look
from piecepack_nb.games.piecepackman.state import State
from piecepack_nb.games.piecepackman.table import Table
from piecepack_nb.search import Path

__all__ = ["Tiers", "decide"]


Tiers = Callable[[Table, State, str | None], Iterable[list[Aim]]]


def decide(
    table: Table, state: State, suit: str | None = None, tiers: Tiers = aims.tiers
) -> Decision:
    """What Piecepackman goes for now, by the dice that lie on the table.

    ``suit`` is that of an objective that he reached in this very movement (PM-20). Another
    ``tiers`` asks what he would do if his aims were others.
    """
    out_of_reach: list[Aim] = []
    for tier in tiers(table, state, suit):
        found = [(aim, _way(table, state, aim)) for aim in tier]
        ways = [way for _, way in found if way is not None]
        out_of_reach += [aim for aim, way in found if way is None]
        if ways:
            chosen = _choose(table, state, ways)
            return replace(chosen, unreachable=tuple(out_of_reach), suit=suit)
    clause = "PM-65" if state.hungry else "PM-24"
    return Decision(table, state, clause, None, unreachable=tuple(out_of_reach), suit=suit)


# --- the way to one aim ---------------------------------------------------------------------


def _way(table: Table, state: State, aim: Aim) -> Way | None:
    """The cheapest path; if a Dangerous ghost is on it, the cheapest that avoids it (PM-16)."""
    free = _free_way(table, state, aim)
    if free is None:
        return None
    if table.dangers(state).keys().isdisjoint(free.squares):
        return Way(aim, free, free)
    barred = _clear_path(table, state, aim.targets | aim.instead, aim.first)
    return None if barred is None else Way(aim, barred, free)


def _free_way(table: Table, state: State, aim: Aim) -> Path | None:
    """What ``_clear_path`` finds when no ghost is in the way, from what the table keeps."""
    costs = table.costs_for(state)
    search = table.free_search(state.square, state.heading, costs)
    reached = {
        square: cost for square in aim.targets if (cost := search.cost_to(square)) is not None
    }
    if not reached:
        return None
    lowest = min(reached.values())
    nearest = [square for square in reached if reached[square] == lowest]
    squares = [square for square in nearest if square in aim.first] or nearest
    return table.free_path(state.square, state.heading, costs, *sorted(squares))


def _clear_path(
    table: Table, state: State, targets: frozenset[str], first: frozenset[str]
) -> Path | None:
    """The path past Dangerous ghosts to the nearest target; at equal cost to one of the ``first``
    (PM-12). Of equally cheap ones the search's tie rule takes one (PM-15).
    """
    search = look(table, state, targets, dangers=True)
    if not search.reached:
        return None
    preferred = first.intersection(search.nearest)
    if preferred and len(preferred) < len(search.nearest):
        search = look(table, state, preferred, dangers=True)
    return search.path()


# --- which of them ---------------------------------------------------------------------------


def _choose(table: Table, state: State, ways: list[Way]) -> Decision:
    """The cheapest way; at equal cost fewer quarter turns, then suit order or chance (PM-14)."""
    best, settled_by = ways[0], "only one"
    if len(ways) > 1:
        ranked = sorted(ways, key=lambda way: _rank(table, state, way))
        best, second = ranked[:2]
        settled_by = _difference(table, best, second)
    clause = _clause(best, ways)
    return Decision(table, state, clause, best, tuple(ways), settled_by)


def _rank(table: Table, state: State, way: Way) -> tuple[int, int, int]:
    suit = way.aim.objective.suit if way.aim.objective else SUITS[0]
    order = state.dice.get("tie", "") if table.rules.tie_break == "random" else ""
    place = order.split("-").index(suit) if order else SUITS.index(suit)
    return way.path.cost, way.path.quarter_turns, place


def _difference(table: Table, best: Way, second: Way) -> str:
    if best.path.cost != second.path.cost:
        return "cost"
    if best.path.quarter_turns != second.path.quarter_turns:
        return "quarter turns"
    return "suit order" if table.rules.tie_break == "suit-order" else "chance"


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
