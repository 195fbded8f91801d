"""Playing Worm Derby by picking: discs laid one by one round an end, tiles moved and turned.

A place round an end can be clicked, or the disc at the other end is dragged there. What was laid
last can be turned by single degrees; nothing counts until the whole turn is confirmed.
"""

from __future__ import annotations

from typing import Any

from piecepack_nb.games.worm_derby.board import tiling
from piecepack_nb.games.worm_derby.board.drafts import (
    held,
    laying,
)
from piecepack_nb.games.worm_derby.board.window import Window, needed, window
from piecepack_nb.games.worm_derby.state import State
from piecepack_nb.scene import Draft, Scene

__all__ = ["marks", "pick", "seen_from", "spots"]

_SEEN: dict[int, Window] = {}


# --- what is seen -------------------------------------------------------------------------------


def seen_from(game: Any, state: State, draft: Draft, before: Scene | None = None) -> Window:
    """The window on a table while a move is put together."""
    tile = held(draft)
    if tile is not None:
        return window(game.table, tiling.around(game.table, tile[1]), before)
    laid = laying(game.table, state, draft).state
    return window(game.table, needed(game, laid), before)
