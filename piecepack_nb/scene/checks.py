"""The checks of single entries: each gives the value back, or raises BadInput naming the entry."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from piecepack_nb.core.errors import wrong
from piecepack_nb.core.frozen import FrozenDict

__all__ = [
    "ANGLE",
    "PLACE",
    "SCALE",
    "Check",
    "a_flag",
    "a_key",
    "a_list",
    "a_name",
    "a_number",
    "a_text",
    "a_whole_number",
    "angles",
    "one_of",
    "places",
    "points",
    "rows",
    "texts",
]

Check = Callable[[str, Any], Any]
"""Takes the entry's name and its value."""
LONGEST, MOST = 4000, 5000  # characters of a text; entries of a list


def a_name(where: str, value: Any) -> str:
    """An id: short and printable."""
    if not isinstance(value, str) or not 0 < len(value) <= 80 or not value.isprintable():
        raise wrong(where, value, "a name of 1 to 80 printable characters")
    return value


def a_text(where: str, value: Any) -> str:
    """A text that a person reads."""
    if not isinstance(value, str) or len(value) > LONGEST:
        raise wrong(where, value, f"a text of at most {LONGEST} characters")
    return value


def a_number(low: float, high: float) -> Check:
    """The check for a finite number from ``low`` to ``high``; True and False are no numbers."""

    def check_number(where: str, value: Any) -> float:
        if type(value) not in (int, float) or not math.isfinite(value) or not low <= value <= high:
            raise wrong(where, value, f"a number from {low:g} to {high:g}")
        return value  # type: ignore[no-any-return]

    return check_number


def a_whole_number(where: str, value: Any) -> int:
    """A whole number of a size that a table can have."""
    if type(value) is not int or not -10_000 <= value <= 10_000:
        raise wrong(where, value, "a whole number from -10000 to 10000")
    return value


def a_flag(where: str, value: Any) -> bool:
    """True or False."""
    if not isinstance(value, bool):
        raise wrong(where, value, "True or False")
    return value


def one_of(choices: Iterable[str]) -> Check:
    """The check for one of a few words."""
    accepted = tuple(choices)

    def check_choice(where: str, value: Any) -> str:
        if value not in accepted or not isinstance(value, str):
            raise wrong(where, value, "one of " + ", ".join(repr(name) for name in accepted))
        return value

    return check_choice


def a_list(where: str, value: Any) -> list[Any]:
    """A list that is not endless; its entries are checked by the caller."""
    if not isinstance(value, list | tuple) or len(value) > MOST:
        raise wrong(where, value, f"a list of at most {MOST} entries")
    return list(value)


def a_key(where: str, value: Any) -> str:
    """A key of the keyboard as one small letter, or "" for none."""
    if not isinstance(value, str) or len(value) > 1 or (value and not value.isprintable()):
        raise wrong(where, value, "one character, or nothing")
    return value.lower()


def a_point(where: str, value: Any) -> tuple[float, float]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise wrong(where, value, "two numbers, x and y")
    return PLACE(where, value[0]), PLACE(where, value[1])


def points(where: str, value: Any) -> tuple[tuple[float, float], ...]:
    """Pairs of numbers."""
    return tuple(a_point(f"{where}[{i}]", point) for i, point in enumerate(a_list(where, value)))


def angles(where: str, value: Any) -> tuple[float, ...]:
    """Degrees, each one once."""
    taken = tuple(ANGLE(f"{where}[{i}]", angle) for i, angle in enumerate(a_list(where, value)))
    if len({angle % 360 for angle in taken}) < len(taken):
        raise wrong(where, list(taken), "different angles")
    return taken


def texts(where: str, value: Any) -> tuple[str, ...]:
    """Texts that a person reads, such as a row of a table."""
    return tuple(a_text(f"{where}[{i}]", text) for i, text in enumerate(a_list(where, value)))


def rows(where: str, value: Any) -> tuple[tuple[str, ...], ...]:
    """The rows of a table."""
    return tuple(texts(f"{where}[{i}]", row) for i, row in enumerate(a_list(where, value)))


def _place(where: str, value: Any) -> tuple[float, ...]:
    if not isinstance(value, list | tuple) or len(value) not in (2, 3):
        raise wrong(where, value, "x, y and perhaps a scale")
    return *a_point(where, value[:2]), *(SCALE(where, scale) for scale in value[2:])


def places(where: str, value: Any) -> FrozenDict[str, tuple[float, ...]]:
    """Where a layout puts each area."""
    if not isinstance(value, Mapping):
        raise wrong(where, value, "a mapping from areas to places")
    return FrozenDict(
        {a_name(where, area): _place(f"{where}[{area!r}]", at) for area, at in value.items()}
    )


PLACE = a_number(-1000, 1000)
ANGLE = a_number(-36_000, 36_000)
SCALE = a_number(0, 100)
