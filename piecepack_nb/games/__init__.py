"""The games: ``pp.games()`` returns their names, those that you registered last.

A folder here is a game: its ``__init__`` registers the game with its board and its bots. Games know
core, search and scene, and nothing of each other.
"""

from __future__ import annotations

import sys
from types import ModuleType

from piecepack_nb.core.registry import names


# ``pp.games()`` lists the games, but Python sets ``pp.games`` to this package as soon as a game is
# imported. A function of that name would be gone then, so the package itself can be called.
class _Games(ModuleType):
    def __call__(self) -> tuple[str, ...]:
        """Return the names of the games."""
        return names()


sys.modules[__name__].__class__ = _Games
