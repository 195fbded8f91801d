"""Players of Activator that look ahead: "quick" by two moves, "thinker" by up to four.

A thinker with an evaluation of one's own::

    def mine(game, state, seat):  # squares that the seat holds, less those that the other does
        return 2 * len(state.held(seat)) - len(state.squares)

    match = pp.Match(game, seats={"red": game.thinker(mine, depth=2), "blue": "quick"})
"""

from __future__ import annotations

from typing import Any

from piecepack_nb.core.game import Bot, BotMove, Game, RandomChoice
from piecepack_nb.games.activator.bot.evaluation import Weights
from piecepack_nb.games.activator.bot.thinking import Evaluate, check, think

ORDERS = range(1, 1 << 16)


def thinker(
    evaluate: Evaluate | None = None,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    weights: Weights | None = None,
) -> Bot:
    """A bot that looks ahead; see ``Activator.thinker``.

    Among moves that are worth the same it takes any, by its match's seed.
    """
    check(evaluate, depth, nodes, seconds)

    def bot(game: Game[Any, Any, Any], state: Any, seat: str, pick: RandomChoice) -> BotMove:
        thought = think(
            game,  # type: ignore[arg-type]
            state,
            depth=depth,
            nodes=nodes,
            seconds=seconds,
            rivals=1,
            evaluate=evaluate,
            weights=weights,
            shuffle=pick("order", ORDERS),
        )
        return BotMove(thought.move, thought)

    bot.__name__ = getattr(evaluate, "__name__", "thinker")
    return bot


quick = thinker(depth=2)
quick.__name__ = "quick"
