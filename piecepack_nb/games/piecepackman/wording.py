"""Small words that sentences about the game share: numbers with their nouns, lists, ways."""

from __future__ import annotations

from collections.abc import Iterable

from piecepack_nb.search import Path

__all__ = ["actions_in_words", "listed", "many"]


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


def actions_in_words(path: Path) -> str:
    """What he does on a path, with what each action costs: "right turn 1, forward 1"."""
    return ", ".join(
        f"{action if action == 'forward' else f'{action} turn'} {path.costs.of(action)}"
        for action in path.actions
    )
