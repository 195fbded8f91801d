"""The bots of Activator: "quick" looks two moves ahead, "thinker" up to four.

A thinker with your own evaluation::

    def mine(game, state, seat):  # squares that the seat holds, less those that the other does
        return 2 * len(state.held(seat)) - len(state.squares)

    match = pp.Match(game, seats={"red": game.thinker(mine, depth=2), "blue": "quick"})
"""

from __future__ import annotations

from collections.abc import Mapping

from piecepack_nb.core.game import Bot
from piecepack_nb.games.activator.thinking import thinker

quick = thinker(depth=2)
quick.__name__ = "quick"
BOTS: Mapping[str, Bot] = {"quick": quick, "thinker": thinker()}
