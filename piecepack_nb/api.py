"""What notebooks, scripts and lessons type; everything here stands in ``piecepack_nb`` itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from piecepack_nb import games
from piecepack_nb.bots import GENERAL
from piecepack_nb.core import record
from piecepack_nb.core.game import Game
from piecepack_nb.core.match import Match

__all__ = ["game", "load"]


def game(name: str, **options: Any) -> Game[Any, Any, Any]:
    """The game of this name, under its printed rules but for the ``options``.

    Raises BadInput for an unknown game or option, or a value that the option doesn't accept.

    >>> game("piecepackman", quarter_turn_cost=0)
    <Piecepackman 'piecepackman', quarter_turn_cost=0>
    """
    found = games.find(name)
    return found(found.rules_class.make(options), GENERAL)


def load(path: str | Path) -> Match:
    """The match that was saved at ``path``.

    Every move is played again and every table compared with what was saved. Raises BadInput, in
    one line, for a file that is damaged, of another version, or no saved match at all.
    """
    return record.load(path, make)


def make(name: str, options: dict[str, Any]) -> Game[Any, Any, Any]:
    """The game that a record names."""
    return game(name, **options)
