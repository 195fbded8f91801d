"""Small words that sentences about the game share: numbers with their nouns, lists, ways."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from piecepack_nb.search import Path

__all__ = ["actions_in_words", "listed", "many", "sentence"]

LONG = 3  # so many equal actions in a row are told together


def many(number: int, noun: str) -> str:
    """A number with its noun.

    >>> many(1, "quarter turn"), many(3, "cube"), many(0, "point")
    ('1 quarter turn', '3 cubes', '0 points')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def listed(names: Iterable[str], last: str = "and") -> str:
    """Names in a row.

    >>> listed(["suns"]), listed(["suns", "moons", "arms"])
    ('suns', 'suns, moons and arms')
    """
    *first, final = names
    return f"{', '.join(first)} {last} {final}" if first else final


def sentence(text: str) -> str:
    """The text with a capital, unless it begins with a square.

    >>> sentence("he stays"), sentence("e4 is free")
    ('He stays', 'e4 is free')
    """
    return text if text[1:2].isdecimal() else text[:1].upper() + text[1:]


def actions_in_words(path: Path) -> str:
    """What he does on a path, with what each action costs: "right turn 1, 3 × forward 1"."""
    told = []
    for action, run in groupby(path.actions):
        name = "forward" if action == "forward" else f"{action} turn"
        number, each = len(list(run)), f"{name} {path.costs.of(action)}"
        told += [each] * number if number < LONG else [f"{number} × {each}"]
    return ", ".join(told)
