"""The games, one folder each. They know core, search and scene, and nothing of each other.

``pp.games()`` lists them: the package is a folder and a function at once, because importing any
game sets the name ``games`` in ``piecepack_nb`` to this module.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from piecepack_nb.core.errors import BadInput, did_you_mean, invalid, shorten
from piecepack_nb.core.game import Game
from piecepack_nb.scene.game_view import GameView
from piecepack_nb.scene.reachability import ReachProblem
from piecepack_nb.search.problem import SearchProblem

__all__ = ["find", "names", "puzzles", "quest", "spreading", "view"]

_CLASSES = {
    "piecepackman": "Piecepackman",
    "activator": "Activator",
    "paco": "Paco",
    "pacman": "PacMan",
    "worm_derby": "WormDerby",
}
"""Each game's class, in ``play.py`` of the folder of its name."""


def names() -> tuple[str, ...]:
    """The names of the games."""
    return tuple(_CLASSES)


def _listed() -> str:
    return " or ".join(map(repr, _CLASSES))


def find(name: object) -> type[Game[Any, Any, Any]]:
    """The class of the game of this name; raises BadInput for an unknown one."""
    if not isinstance(name, str) or name not in _CLASSES:
        plain = re.sub(r"\W", "_", str(name).lower())
        raise invalid("the game", name, _listed() + did_you_mean(plain, _CLASSES))
    found: type[Game[Any, Any, Any]] = getattr(
        import_module(f"piecepack_nb.games.{name}.play"), _CLASSES[name]
    )
    return found


def view(name: str) -> GameView:
    """How the game of this name is seen and touched; raises BadInput for one without a board."""
    if name not in _CLASSES:
        raise BadInput(f"the game {shorten(name)!r} has no board; accepted: {_listed()}")
    found: GameView = import_module(f"piecepack_nb.games.{name}.view").VIEW
    return found


def quest(name: str) -> Callable[..., tuple[Any, SearchProblem]]:
    """What a search of the game of this name is asked; raises BadInput for one that has none.

    ``quest(name)(game, state, steps=(), targets=None)`` gives the state and the question.
    """
    found = find(name)
    home = f"piecepack_nb.games.{name}.quest"
    if find_spec(home) is None:
        raise invalid("the game", name, f"one with a search to watch; {found.title} has none")
    asking: Callable[..., tuple[Any, SearchProblem]] = import_module(home).quest
    return asking


def spreading(name: str) -> Callable[..., ReachProblem] | None:
    """What tells where things of the game of this name can be some steps on; None for no such.

    ``spreading(name)(game, state)`` gives what is to be worked out.
    """
    find(name)
    home = f"piecepack_nb.games.{name}.spreading"
    if find_spec(home) is None:
        return None
    telling: Callable[..., ReachProblem] = import_module(home).spreading
    return telling


def puzzles(name: str) -> Callable[..., list[Any]]:
    """What finds positions of a game that mislead; raises BadInput for one that has none.

    ``puzzles(name)(game, kind=None, count=5, seed=0, question="objective")`` gives things with a
    ``match`` each.
    """
    found = find(name)
    home = f"piecepack_nb.games.{name}.puzzles"
    if find_spec(home) is None:
        raise invalid("the game", name, f"one with puzzles; {found.title} has none")
    finding: Callable[..., list[Any]] = import_module(home).puzzles
    return finding


class _Games(ModuleType):
    def __call__(self) -> tuple[str, ...]:
        """The names of the games."""
        return names()


sys.modules[__name__].__class__ = _Games
