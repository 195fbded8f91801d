"""Players that need to know nothing of a game. A game's own bots live in its folder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from piecepack_nb.core.game import Bot, Game, Pick

__all__ = ["GENERAL", "random"]


def random(game: Game[Any, Any, Any], state: Any, seat: str, pick: Pick) -> Any:
    """Any of the moves that may be made, each equally likely."""
    moves = game.moves(state)
    return pick("move", moves if isinstance(moves, Sequence) else list(moves))


GENERAL: dict[str, Bot] = {"random": random}
"""The bots that play every game, by name."""
