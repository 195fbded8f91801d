"""A ghost that plays sensibly."""

from __future__ import annotations

from typing import Any

from piecepack_nb.core.game import Game, Pick

__all__ = ["greedy"]


def greedy(game: Game[Any, Any, Any], state: Any, seat: str, pick: Pick) -> Any:
    """The first legal move (a first version; the real one follows)."""
    return next(iter(game.moves(state)))
