"""The boards: two to play on, and any of one's own as text (PC-1, PC-7, PC-9).

>>> load("reconstruction").homes["red"]
'a1'
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from piecepack_nb.core.errors import invalid
from piecepack_nb.games.pacman.mazes.board import SEATS, Board
from piecepack_nb.games.pacman.mazes.text import SEE_ONE, parse

__all__ = ["SEATS", "Board", "load", "names", "parse", "read"]

_SHIPPED = ("reconstruction", "octagon")


def names() -> tuple[str, ...]:
    """The names of the boards that come with the package."""
    return _SHIPPED


def load(name: str) -> Board:
    """The board of that name; BadInput where the package has none."""
    if name not in _SHIPPED:
        begins = "that begins with a rim such as '  +---+---+'"
        accepted = f"{', '.join(_SHIPPED)}, or a drawing of several lines {begins}; {SEE_ONE}"
        raise invalid("board", name, accepted)
    return _loaded(name)


@lru_cache
def _loaded(name: str) -> Board:
    text = (files(__name__) / f"{name}.txt").read_text(encoding="utf-8")
    return parse(text, name)


def read(name_or_text: str) -> Board:
    """A shipped board by its name, or a board of one's own from its drawing."""
    return _own(name_or_text) if _is_drawing(name_or_text) else load(name_or_text)


def _is_drawing(value: object) -> bool:
    return isinstance(value, str) and ("\n" in value or "\r" in value)


@lru_cache(maxsize=32)
def _own(text: str) -> Board:
    return parse(text)
