"""Errors that a reader can act on: one line with what is wrong, its value, and what is accepted."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

LONGEST = 80  # characters of a refused value that are quoted back


class BadInput(ValueError):
    """Something handed to the package can't be used; the message is one line."""


def brief_repr(value: object) -> str:
    """``value`` as one short line, whatever a caller or a file handed in."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**LONGEST:
        return f"a whole number of {value.bit_length()} bits"
    return shorten(repr(value))


def shorten(text: str) -> str:
    """``text`` as one line, cut where it gets long."""
    line = " ".join(text[: 20 * LONGEST].split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def invalid(what: str, value: object, accepted: str) -> BadInput:
    """The error for the entry ``what`` whose ``value`` is not one of the ``accepted``.

    >>> str(invalid("quarter_turn_cost", -1, "a whole number from 0 to 6"))
    'quarter_turn_cost is -1; accepted: a whole number from 0 to 6'
    """
    return BadInput(f"{what} is {brief_repr(value)}; accepted: {accepted}")


def join_names(names: Iterable[str]) -> str:
    """Return names in quotes, for the end of an error.

    >>> join_names(["chess", "go"])
    "'chess' or 'go'"
    """
    return " or ".join(map(repr, names))


def did_you_mean(word: object, names: Iterable[str]) -> str:
    """The hint for a mistyped word: which of the names was likely meant; "" where none is close.

    >>> did_you_mean("foward", ["left", "forward"])
    " (did you mean 'forward'?)"
    """
    close = difflib.get_close_matches(str(word)[:LONGEST], list(names), n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""
