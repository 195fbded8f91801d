"""What an order would do if nobody else wrote any, as marks."""

from __future__ import annotations

from typing import Any

from piecepack_nb.games.paco.board.furniture import at
from piecepack_nb.games.paco.squares import AHEAD
from piecepack_nb.games.paco.state import State
from piecepack_nb.scene import Mark

__all__ = ["previews"]


def previews(game: Any, state: State, seat: str) -> dict[str, tuple[Mark, ...]]:
    """The marks for each kind of order."""
    player = state.players[seat]
    if player.square is None:
        return {}
    here = at(player.square)
    shown: dict[str, tuple[Mark, ...]] = {
        "left": (Mark("turn-left", *here),), "right": (Mark("turn-right", *here),),
    }  # fmt: skip
    if player.ahead is None:
        return shown
    there = at(player.ahead)
    shown["forward"] = (Mark("path", points=(here, there), suit=seat),)
    shown["jump"] = (*shown["forward"], Mark("danger", *there))
    shown["lift"] = (Mark("selected", *there, suit=seat),)
    line = []
    square: str | None = player.ahead
    while square:
        line.append(at(square))
        square = AHEAD[player.heading][square]
    shown["push"] = (Mark("path", points=tuple(line), suit=seat),)
    return shown
