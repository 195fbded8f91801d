"""How the game ends, and who has won it (PA-44)."""

from __future__ import annotations

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.steps import Result
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.paco.moves import Stop
from piecepack_nb.games.paco.phases.ledger import Telling, tell
from piecepack_nb.games.paco.rules import PacoRules
from piecepack_nb.games.paco.state import State


def is_over(rules: PacoRules, state: State) -> bool:
    """Is this the end of the last turn? (PA-44)"""
    return nobody_left(rules, state) or state.turn >= rules.turn_limit


def nobody_left(rules: PacoRules, state: State) -> bool:
    """Is no legal order left, now or later? (PA-44)

    A player on the board can always turn, so an order is left as long as one is there. Nobody comes
    back where that isn't allowed, or where everybody stayed off who could have tried in this turn.
    """
    players = state.players.values()
    if any(player.square for player in players):
        return False
    return not rules.respawn or all(player.out < state.turn for player in players)


def stopping(rules: PacoRules, state: State, move: Stop) -> Telling:
    """A seat agrees to stop, or plays on; when all have agreed, the game is over (PA-44)."""
    seat, data = move.seat, {"seat": move.seat}
    if not move.agrees:
        state = state._replace(phase="orders", answers=(), declined=seat)
        yield tell(state, "PA-44", "plays on", "{seat} plays on, so the game goes on.", data)
        return state
    state = state._replace(phase="stop", answers=(*state.answers, seat))
    asks = len(state.answers) == 1
    if len(state.answers) == len(state.players):
        state = state._replace(phase="over", orders=FrozenDict())
    text = "{seat} agrees to stop, and asks whether all do." if asks else "{seat} agrees to stop."
    yield tell(state, "PA-44", "agrees to stop", text, data)
    return state


def result(rules: PacoRules, state: State) -> Result | None:
    """Who has the most points; equal points share the win (PA-44). None while it goes on."""
    if state.phase != "over":
        return None
    scores = FrozenDict((seat, player.points) for seat, player in state.players.items())
    best = max(scores.values())
    winners = tuple(seat for seat, points in scores.items() if points == best)
    won = "wins" if len(winners) == 1 else "share the win"
    text = f"{_why(rules, state)}: {join_list(winners)} {won} with {count_noun(best, 'point')}."
    return Result(winners, "PA-44", text, scores)


def _why(rules: PacoRules, state: State) -> str:
    if len(state.answers) == len(state.players):
        return "All agreed to stop"
    if nobody_left(rules, state):
        return "No order is left"
    return f"Turn {state.turn} was the last"
