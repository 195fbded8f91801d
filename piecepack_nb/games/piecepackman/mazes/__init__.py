"""The mazes of Piecepackman: three to play in, and any of one's own as text (PM-6, PM-72, PM-81).

>>> load("roundabout").exits["f4"]
FrozenDict({'E': 'g4', 'S': 'f3', 'W': 'e4'})
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from piecepack_nb.core.errors import invalid
from piecepack_nb.core.lattice import Border
from piecepack_nb.games.piecepackman.mazes.check import Finding, Report, check
from piecepack_nb.games.piecepackman.mazes.maze import Maze
from piecepack_nb.games.piecepackman.mazes.sticks import Stick
from piecepack_nb.games.piecepackman.mazes.text import SEE_ONE, parse

__all__ = [
    "Border",
    "Finding",
    "Maze",
    "Report",
    "Stick",
    "check",
    "load",
    "names",
    "parse",
    "read",
]

_SHIPPED = ("roundabout", "slip", "winding")


def names() -> tuple[str, ...]:
    """The names of the mazes that come with the package (PM-6)."""
    return _SHIPPED


def load(name: str) -> Maze:
    """The maze of that name (PM-6); BadInput where the package has none."""
    if name not in _SHIPPED:
        begins = "that begins with walls such as '  +---+---+'"
        accepted = f"{', '.join(_SHIPPED)}, or a drawing of several lines {begins}; {SEE_ONE}"
        raise invalid("maze", name, accepted)
    return _loaded(name)


@lru_cache
def _loaded(name: str) -> Maze:
    text = (files(__name__) / f"{name}.txt").read_text(encoding="utf-8")
    return parse(text, name)


def read(name_or_text: str) -> Maze:
    """A shipped maze by its name, or a maze of one's own from its drawing (PM-72, PM-81)."""
    return _own(name_or_text) if _is_drawing(name_or_text) else load(name_or_text)


def _is_drawing(value: object) -> bool:
    return isinstance(value, str) and ("\n" in value or "\r" in value)


@lru_cache(maxsize=32)
def _own(text: str) -> Maze:
    return parse(text)
