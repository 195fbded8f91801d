"""The games: ``pp.games()`` lists their names.

A folder here is a game: its ``__init__`` registers the game with its board and its bots. Games know
core, search and scene, and nothing of each other. The package is a folder and a function at once, because importing
any game sets the name ``games`` in ``piecepack_nb`` to this module.
"""

from __future__ import annotations

import sys
from types import ModuleType

from piecepack_nb.core.registry import names


class _Games(ModuleType):
    def __call__(self) -> tuple[str, ...]:
        """Return the names of the games."""
        return names()


sys.modules[__name__].__class__ = _Games
