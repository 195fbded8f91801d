"""Errors in one line: the name of the wrong entry, its value, and what is expected."""

from __future__ import annotations

import difflib
import sysconfig
import traceback
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from itertools import islice
from pathlib import Path

LONGEST = 80  # characters of a wrong value that an error quotes
ROOM = 20 * LONGEST  # characters of it that are looked at
DEEPEST = 40  # levels of nesting that are looked at
NOT_THE_READERS = (
    str(Path(__file__).parents[1]), *map(sysconfig.get_path, ("stdlib", "purelib", "platlib")),
)  # fmt: skip
"""The folders of this package, of Python's library and of installed packages."""


class BadInput(ValueError):
    """An argument, a file or a message that can't be used; the error message is one line."""

    def __init__(self, message: str) -> None:
        super().__init__(printable(message))

    def _render_traceback_(self) -> list[str]:
        """Return what a notebook shows: the reader's own lines that led here, and the message.

        The lines between them are the package's, which a reader can't change.
        """
        lines = [
            f"{'' if _is_cell(frame.filename) else f'{Path(frame.filename).name}, '}"
            f"line {frame.lineno}: {frame.line}"
            for frame in traceback.extract_tb(self.__traceback__)
            if frame.line and not frame.filename.startswith(NOT_THE_READERS)
        ]
        return [*lines, f"{type(self).__name__}: {self}"]


def _is_cell(file: str) -> bool:
    """Return True for the name that IPython gives a cell's code."""
    return file.startswith("<") or "ipykernel_" in file


def brief_repr(value: object) -> str:
    """Return ``repr(value)`` as one short line, for any value from a caller or a file."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**LONGEST:
        return f"a whole number of {value.bit_length()} bits"
    return shorten("".join(islice(_repr_parts(value), ROOM)))


def _repr_parts(value: object, depth: int = 0) -> Iterator[str]:
    """Yield the parts of ``repr(value)``, so that only the start of a huge value is written."""
    if type(value) in (list, dict) and depth > DEEPEST:
        yield "…"
    elif type(value) is str:
        yield repr(value[:ROOM])
    elif type(value) is list:
        for number, item in enumerate(value):
            yield ", " if number else "["
            yield from _repr_parts(item, depth + 1)
        yield "]" if value else "[]"
    elif type(value) is dict:
        for number, (name, item) in enumerate(value.items()):
            yield ", " if number else "{"
            yield from _repr_parts(name)
            yield ": "
            yield from _repr_parts(item, depth + 1)
        yield "}" if value else "{}"
    else:
        yield repr(value)


def shorten(text: str) -> str:
    """Return ``text`` as one line of at most LONGEST characters."""
    line = printable(" ".join(text[:ROOM].split()))
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def printable(text: str) -> str:
    r"""Return the text with control characters, which could hide or reorder it, as escapes.

    >>> print(printable("a\x7fb"))
    a\x7fb
    """
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def invalid(what: str, value: object, expected: str) -> BadInput:
    """Return the error for the entry ``what`` whose ``value`` is not as expected.

    >>> str(invalid("quarter_turn_cost", -1, "a whole number from 0 to 6"))
    'quarter_turn_cost is -1; expected a whole number from 0 to 6'
    """
    return BadInput(f"{what} is {brief_repr(value)}; expected {expected}")


def needs(what: str, *packages: str) -> BadInput:
    """Return the error for ``what`` without packages that this one doesn't install by itself.

    >>> str(needs("pp.host", "tornado", "segno"))
    'pp.host needs tornado and segno: pip install tornado segno'
    """
    return BadInput(f"{what} needs {' and '.join(packages)}: pip install {' '.join(packages)}")


def check_installed(what: str, *packages: str) -> None:
    """Raise BadInput, saying what to install, if a package that ``what`` needs is missing.

    >>> check_installed("pp.host", "json")
    """
    if any(find_spec(name) is None for name in packages):
        raise needs(what, *packages)


def join_names(names: Iterable[str]) -> str:
    """Return names in quotes, for the end of an error.

    >>> join_names(["chess", "go"])
    "'chess' or 'go'"
    """
    return " or ".join(map(repr, names))


def did_you_mean(word: object, names: Iterable[str]) -> str:
    """Return a hint with the name closest to a mistyped word; "" if none is close.

    >>> did_you_mean("foward", ["left", "forward"])
    " (did you mean 'forward'?)"
    """
    close = difflib.get_close_matches(str(word)[:LONGEST], list(names), n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""
