"""Where a match begins that doesn't begin with its game's set-up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.game import Game

if TYPE_CHECKING:
    from piecepack_nb.core.match import Match

__all__ = ["gone_on_from", "written"]


def written(game: Game[Any, Any, Any], position: object) -> Any:
    """The table that a caller gives, as a state or in writing, checked by the game."""
    if isinstance(position, type(game.start())):
        position = game.to_json(position)
    return game.position(position)


def gone_on_from(earlier: Match, position: object) -> tuple[Match, Any]:
    """A copy of a match to go on from, so that it stays as it is, and the table at its end."""
    if position is not None:
        raise BadInput(
            "a match that goes on from an earlier one begins where that stands: give no position"
        )
    if not earlier.between_moves:
        raise BadInput("the earlier match stands in the middle of a move: goto the end of one")
    copy = earlier.branch(earlier.position)
    return copy, copy.state
