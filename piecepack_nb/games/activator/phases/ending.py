"""How a game ends: a home occupied (AC-30), a side reduced (AC-31), or a standstill (AC-32)."""

from __future__ import annotations

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.steps import Result
from piecepack_nb.core.wording import join_list
from piecepack_nb.games.activator.phases.listing import each_move
from piecepack_nb.games.activator.rules import ActivatorRules
from piecepack_nb.games.activator.state import HOMES, SEATS, Outcome, State, other


def occupied_after(rules: ActivatorRules, state: State, mover: str) -> FrozenDict[str, int]:
    """Who stands on the other's home after a turn of ``mover``, and what is left to outlast.

    An occupier counts down with every turn of the other; it begins to when it gets there (AC-30).
    """
    waits = {}
    for seat in SEATS:
        stack = state.squares.get(HOMES[other(seat)])
        if stack is not None and stack.owner == seat:
            before = state.occupied.get(seat, rules.turns_to_survive)
            waits[seat] = max(0, before - (seat != mover and seat in state.occupied))
    return FrozenDict(waits)


def outcome(rules: ActivatorRules, state: State) -> Outcome | None:
    """How the game has ended, right after a turn (AC-30, AC-31, AC-32); None while it goes on.

    A side that is reduced comes first, for that ends the game at once.
    """
    loser = reduced(rules, state)
    if loser:
        return Outcome(other(loser), "reduced")
    for seat in SEATS:
        if state.occupied.get(seat) == 0:
            return Outcome(seat, "home")
    if next(each_move(rules, state), None) is None:
        winner = other(state.to_move) if rules.no_move == "lose" else ""
        return Outcome(winner, "no move")
    if rules.repetition and state.earlier.count(state.earlier[-1]) >= rules.repetition:
        return Outcome("", "repetition")
    return None


def reduced(rules: ActivatorRules, state: State) -> str:
    """The seat that is left with a single piece or stack, "" for neither (AC-31).

    Should both be, it is the one that has not just moved.
    """
    for seat in (state.to_move, other(state.to_move)):
        if len(state.held(seat)) <= rules.reduced_to:
            return seat
    return ""


def result(state: State) -> Result | None:
    """How the game ended, in words; the scores are the pieces that each has left."""
    if state.outcome is None:
        return None
    winner, how = state.outcome
    winners = (winner,) if winner else ()
    return Result(winners, CLAUSES[how], _told(winner, how, state), _pieces(state))


CLAUSES = {"home": "AC-30", "reduced": "AC-31", "no move": "AC-32", "repetition": "AC-32"}


def _told(winner: str, how: str, state: State) -> str:
    who, loser = winner.title(), other(winner).title()
    if how == "home":
        return f"{who} wins: it holds {loser}'s home {HOMES[other(winner)]}."
    if how == "reduced":
        left = join_list(sorted(state.held(other(winner))))
        return f"{who} wins: {loser} is left with what stands on {left}."
    if how == "repetition":
        return "A draw: the position has come back."
    return (
        f"{who} wins: {loser} can't move."
        if winner
        else f"A draw: {state.to_move.title()} can't move."
    )


def _pieces(state: State) -> FrozenDict[str, int]:
    return FrozenDict(
        (seat, sum(state.squares[square].height for square in state.held(seat))) for seat in SEATS
    )
