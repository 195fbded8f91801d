"""The racer: a bot that plans its path home and lays each disc where least is left to go."""

from __future__ import annotations

from piecepack_nb.core.game import BotMove, RandomChoice
from piecepack_nb.games.worm_derby.game import WormDerby
from piecepack_nb.games.worm_derby.geometry.ring import after_step
from piecepack_nb.games.worm_derby.moves import Revive, Stay
from piecepack_nb.games.worm_derby.race_plan import chart_of, inches_left, plan_turn
from piecepack_nb.games.worm_derby.state import ENDS, State


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


LEAD = 6.0  # inches that are a clear lead, for bots that play any game
LOST = 200.0  # inches that a worm without a path home counts as


def lead(game: WormDerby, state: State, seat: str) -> float:
    """Return how many inches a seat is ahead of the best of the others."""
    left = {each: _inches(game, state, each) for each in game.seats}
    return (min(far for each, far in left.items() if each != seat) - left[seat]) / LEAD


def _inches(game: WormDerby, state: State, seat: str) -> float:
    """Return how far a seat's nearer end is from home, if nothing were in the way.

    A chart with the obstacles is slow to make, and a look ahead that moves them needs many.
    """
    if seat in state.home:
        return 0.0
    worm, ruleset = state.worms.get(seat), game.ruleset
    if worm is None:
        return LOST
    chart = chart_of(ruleset.rules, (), ())
    return min(LOST, *(inches_left(ruleset, chart, worm, end) for end in ENDS))
