"""Entries of plain data, read one by one: each check gives the value back, or says what is wrong.

All raise BadInput with the entry's name, its value, and what is accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from inspect import signature
from typing import Any, TypeGuard

from piecepack_nb.core.errors import BadInput, invalid

FEW = 8  # words that an error lists


def mapping(what: str, value: object) -> Mapping[str, Any]:
    """A mapping whose keys are texts."""
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        raise invalid(what, value, "a mapping of its entries by name")
    return value


def position_of(data: object, names: Collection[str]) -> Mapping[str, Any]:
    """A position's entries: exactly those of these names.

    >>> position_of({"turn": 1}, ["turn", "cells"])
    Traceback (most recent call last):
    piecepack_nb.core.errors.BadInput: the position has no entry 'cells'
    """
    entries = mapping("the position", data)
    for name in entries:
        if name not in names:
            raise invalid("an entry of the position", name, "one of " + ", ".join(names))
    for name in names:
        if name not in entries:
            raise BadInput(f"the position has no entry {name!r}")
    return entries


def one_of(what: str, value: object, accepted: Sequence[str], else_: str = "") -> str:
    """One of some words; ``else_`` says what they are where there are too many to list."""
    if not isinstance(value, str) or value not in accepted:
        few = ", ".join(word or "''" for word in accepted[:FEW])
        raise invalid(what, value, few if len(accepted) <= FEW else else_ or f"such as {few}")
    return value


def whole_number(what: str, value: object, low: int, high: int) -> int:
    """A whole number within bounds."""
    if type(value) is not int or not low <= value <= high:
        raise invalid(what, value, f"a whole number from {low} to {high}")
    return value


def flag(what: str, value: object) -> bool:
    """True or False."""
    if not isinstance(value, bool):
        raise invalid(what, value, "True or False")
    return value


def sequence(what: str, value: object, most: int, of: str = "") -> list[Any]:
    """A list of at most so many things; ``of`` says what they are."""
    if not isinstance(value, list | tuple) or len(value) > most:
        raise invalid(what, value, f"a list of at most {most}{of and ' ' + of}")
    return list(value)


def takes(what: object, count: int) -> TypeGuard[Callable[..., Any]]:
    """Whether it is a function that can be called with so many values.

    >>> takes(len, 1), takes(lambda game, state: None, 4), takes("greedy", 4)
    (True, False, False)
    """
    if not callable(what):
        return False
    try:
        signature(what).bind(*range(count))
    except TypeError:
        return False
    except ValueError:  # some that are built in don't say what they take
        return True
    return True
