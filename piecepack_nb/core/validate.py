"""Checks of plain data: each returns the value it was given, or raises BadInput.

The error names the entry (``what``), its value, and what is expected.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from inspect import signature
from typing import Any, TypeGuard

from piecepack_nb.core.errors import BadInput, invalid

MAX_LISTED = 8  # words that an error lists


def mapping(what: str, value: object) -> Mapping[str, Any]:
    """Return a mapping whose keys are texts."""
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        raise invalid(what, value, "a mapping of its entries by name")
    return value


def known_entries(what: str, entries: Iterable[str], names: Collection[str]) -> None:
    """Raise BadInput for an entry of ``what`` that is not among ``names``."""
    for name in entries:
        if name not in names:
            raise invalid(f"an entry of {what}", name, "one of " + ", ".join(names))


def all_entries(what: str, value: object, names: Collection[str]) -> Mapping[str, Any]:
    """Return a mapping with an entry of each name, and no other.

    >>> all_entries("players.suns", {"square": "c3"}, ["square", "heading"])
    Traceback (most recent call last):
    piecepack_nb.core.errors.BadInput: players.suns has no entry 'heading'
    """
    entries = mapping(what, value)
    known_entries(what, entries, names)
    for name in names:
        if name not in entries:
            raise BadInput(f"{what} has no entry {name!r}")
    return entries


def one_of(what: str, value: object, accepted: Sequence[str], else_: str = "") -> str:
    """Return one of the accepted words; ``else_`` describes them if they are too many to list."""
    if not isinstance(value, str) or value not in accepted:
        few = ", ".join(word or "''" for word in accepted[:MAX_LISTED])
        short = len(accepted) <= MAX_LISTED
        raise invalid(what, value, few if short else else_ or f"such as {few}")
    return value


def whole_number(what: str, value: object, low: int, high: int) -> int:
    """Return a whole number from ``low`` to ``high``."""
    if type(value) is not int or not low <= value <= high:
        raise invalid(what, value, f"a whole number from {low} to {high}")
    return value


def flag(what: str, value: object) -> bool:
    """Return True or False."""
    if not isinstance(value, bool):
        raise invalid(what, value, "True or False")
    return value


def sequence(what: str, value: object, most: int, of: str = "") -> list[Any]:
    """Return a list of at most ``most`` items; ``of`` names the items in the error."""
    if not isinstance(value, list | tuple) or len(value) > most:
        raise invalid(what, value, f"a list of at most {most}{of and ' ' + of}")
    return list(value)


def takes(what: object, count: int) -> TypeGuard[Callable[..., Any]]:
    """Return True for a function that can be called with ``count`` arguments.

    >>> takes(len, 1), takes(lambda game, state: None, 4), takes("greedy", 4)
    (True, False, False)
    """
    if not callable(what):
        return False
    try:
        signature(what).bind(*range(count))
    except TypeError:
        return False
    except ValueError:  # some built-in functions have no signature
        return True
    return True
