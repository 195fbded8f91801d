"""The racer: a bot that plans its path home and lays each disc where least is left to go."""

from __future__ import annotations

from piecepack_nb.core.game import BotMove, RandomChoice
from piecepack_nb.games.worm_derby.game import WormDerby
from piecepack_nb.games.worm_derby.geometry.ring import after_step
from piecepack_nb.games.worm_derby.moves import Revive, Stay
from piecepack_nb.games.worm_derby.race_plan import chart_of, inches_left, plan_turn
from piecepack_nb.games.worm_derby.state import State


def racer(game: WormDerby, state: State, seat: str, pick: RandomChoice) -> BotMove:
    """Return the move that leaves least to go, with the plan behind it."""
    if state.phase == "move":
        return plan_turn(game.ruleset, state, seat)
    if state.phase == "ace":
        return _use_ace(game, state, seat)
    moves = list(game.moves(state))
    return BotMove(moves[len(moves) // 2] if state.phase == "worms" else pick("move", moves))


def _use_ace(game: WormDerby, state: State, seat: str) -> BotMove:
    """Return the eaten disc that helps most when it comes back; obstacles are left alone."""
    ruleset = game.ruleset
    chart = chart_of(ruleset.rules, state.tiles, state.colours)

    def left(move: Revive) -> float:
        new = after_step(ruleset, state, seat, move.end, move.angle, adding=True)
        return inches_left(ruleset, chart, new.worms[seat], move.end)

    revivals = [move for move in game.moves(state) if isinstance(move, Revive)]
    return BotMove(min(revivals, key=lambda move: (left(move), str(move)), default=Stay(seat)))
