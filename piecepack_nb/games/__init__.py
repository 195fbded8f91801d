"""The games: ``pp.games()`` returns their names, yours after the package's.

``pp.games.shelf()`` returns the games of the piecepack shelf, each with its credits: others' games,
a page each, which ``pp.play``, ``pp.game`` and ``pp.Match`` know by their names.

A folder here is a game: its ``__init__`` registers the game with its board and its bots. Games know
core, search and scene, and nothing of each other.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import NamedTuple

from piecepack_nb.core import registry
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.registry import names


class OnShelf(NamedTuple):
    """A game of the piecepack shelf, with its credits."""

    name: str
    """The name for ``pp.play``, ``pp.game`` and ``pp.Match``."""
    title: str
    seats: int
    """The number of players."""
    author: str
    licence: str
    """The terms of its rule document; the rules here are in our own words."""
    source: str


def shelf() -> tuple[OnShelf, ...]:
    """Return the games of the piecepack shelf: others' games for its tiles, coins and pawns."""
    return tuple(_on_shelf(registry.find(name)()) for name in registry.shelf())


def _on_shelf(game: AnyGame) -> OnShelf:
    """Return what the shelf says of a game."""
    book = game.rulebook
    return OnShelf(game.name, game.title, len(game.seats), book.author, book.licence, book.source)


# ``pp.games()`` lists the games, but Python sets ``pp.games`` to this package as soon as a game is
# imported. A function of that name would be gone then, so the package itself can be called.
class _Games(ModuleType):
    def __call__(self) -> tuple[str, ...]:
        """Return the names of the games."""
        return names()


sys.modules[__name__].__class__ = _Games
