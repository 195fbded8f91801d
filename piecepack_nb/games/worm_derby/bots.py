"""TODO."""

from __future__ import annotations

from typing import Any

from piecepack_nb.core.game import BotMove, Game, RandomChoice
from piecepack_nb.games.worm_derby.geometry.ring import after_step
from piecepack_nb.games.worm_derby.moves import Revive, Stay
from piecepack_nb.games.worm_derby.race_plan import Chart, chart_of, inches_left, plan_turn
from piecepack_nb.games.worm_derby.ruleset import Ruleset
from piecepack_nb.games.worm_derby.state import State


def racer(game: Game[Any, Any, Any], state: State, seat: str, pick: RandomChoice) -> BotMove:
    """The move that leaves least to go, and the way that it plans."""
    ruleset: Ruleset = game.ruleset  # type: ignore[attr-defined]
    if state.phase == "move":
        return plan_turn(ruleset, state, seat)
    if state.phase == "ace":
        return _use_ace(ruleset, state, seat, game)
    moves = list(game.moves(state))
    return BotMove(moves[len(moves) // 2] if state.phase == "worms" else pick("move", moves))


# --- an ace -------------------------------------------------------------------------------------


def _use_ace(ruleset: Ruleset, state: State, seat: str, game: Game[Any, Any, Any]) -> BotMove:
    """An eaten disc comes back where it brings the worm on most; obstacles are left alone."""
    chart = chart_of(ruleset.rules, state.tiles, state.colours)
    moves = list(game.moves(state))
    revivals = [move for move in moves if isinstance(move, Revive)]
    if revivals:
        return BotMove(
            min(
                revivals,
                key=lambda move: (_left_when_revived(ruleset, chart, state, move), str(move)),
            )
        )
    return BotMove(Stay(seat))


def _left_when_revived(ruleset: Ruleset, chart: Chart, state: State, move: Revive) -> float:
    new = after_step(ruleset, state, move.seat, move.end, move.angle, adding=True)
    return inches_left(ruleset, chart, new.worms[move.seat], move.end)
