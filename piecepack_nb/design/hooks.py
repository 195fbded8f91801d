"""Calls of a student's functions: an error there is reported in the student's words, at their line.

Vocabulary
    design  the student's object: an instance of their class, under some rules
    hook    one of its functions that the game calls, such as ``why_not``
"""

from __future__ import annotations

import dis
import inspect
import linecache
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice, zip_longest
from types import CodeType
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, brief_repr, shorten
from piecepack_nb.core.limits import within

HOOKS = (
    "setup", "rolled", "why_not", "tries", "moves", "move", "reveal", "stuck", "winner",
    "must_roll", "begin", "imagine",
)  # fmt: skip
"""The functions that make the rules; the rest of a class draws, speaks or plays."""
OTHERS = ("evaluate", "prompt", "look", "score", "marks")
"""The functions that think, speak and draw."""

PLAIN = (type(None), str, bool, tuple, list)
"""The usual types of what hooks return, which are no iterators: told apart in less time."""
MOST_SAID = 300  # characters of an error that are quoted
MOST_ITEMS = 100_000  # that a hook may yield


class DesignError(BadInput):
    """An error in a student's code; ``line`` is where."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line

    def _render_traceback_(self) -> list[str]:
        """Return what a notebook shows: the message, for the traceback leads through the engine."""
        return [f"{type(self).__name__}: {self}"]


SECONDS = 20
"""The time of all hooks that one move or drawing calls, after which one surely doesn't end."""


class TimeUp(BaseException):
    """Raised by a limit of time in a hook that doesn't end; ``call`` names its line."""


class EndlessError(DesignError):
    """The error for a hook that doesn't end."""


@contextmanager
def bounded(what: object) -> Iterator[None]:
    """Raise EndlessError in the block after SECONDS seconds; it says that ``what`` takes longer."""
    try:
        with within(SECONDS, TimeUp):
            yield
    except TimeUp:  # between two hooks
        raise EndlessError(f"{what} takes more than {SECONDS} seconds") from None


def hook_of(design: Any, name: str) -> Callable[..., Any] | None:
    """Return a hook; None where the class has none."""
    found = getattr(design, name, None)
    return found if callable(found) else None


def call(design: Any, hook: str, *args: Any) -> Any:
    """Return what a hook returns; the items of a generator or another iterator as a list.

    Raises DesignError, one line with the call, the line of code and what went wrong there; also for
    ``sys.exit``, and for an iterator without an end.
    """
    function = getattr(design, hook)
    try:
        found = function(*args)
        if type(found) in PLAIN or not isinstance(found, Iterator):
            return found
        items = list(islice(found, MOST_ITEMS + 1))
    except (Exception, SystemExit, TimeUp) as error:  # noqa: BLE001 - whatever a student's raises
        raise _report(design, hook, args, error) from None
    if len(items) > MOST_ITEMS:
        raise _too_many(design, hook, args, found)
    return items


def _too_many(design: Any, hook: str, args: tuple[Any, ...], found: Iterator[Any]) -> DesignError:
    """Return the error for an iterator without an end, at the line where a generator is."""
    frame = getattr(found, "gi_frame", None)
    code = frame.f_code if frame else _code(getattr(design, hook))
    line = frame.f_lineno if frame else code.co_firstlineno
    at = f"{_called(design, hook, args)}{line_text(code.co_filename, line)}"
    said = f"it yields more than {MOST_ITEMS} items; which loop never stops?"
    return DesignError(f"{at}: {said}", line)


def returned(
    design: Any, hook: str, args: tuple[Any, ...], value: object, wrong: str
) -> DesignError:
    """Return the error for a hook that returned a wrong value; ``wrong`` ends its sentence."""
    line = _code(getattr(design, hook)).co_firstlineno
    text = f"{_called(design, hook, args)} returned {brief_repr(value)}; {wrong}"
    return DesignError(f"{text} (its function begins in line {line})", line)


def _report(design: Any, hook: str, args: tuple[Any, ...], error: BaseException) -> DesignError:
    """Return the error at the last line that the student wrote."""
    if isinstance(error, DesignError):
        return error
    file = _code(getattr(design, hook)).co_filename
    frames = [each for each in traceback.extract_tb(error.__traceback__) if each.filename == file]
    said = " ".join(_said(error).split())[:MOST_SAID]
    if not frames or not frames[-1].lineno:
        return DesignError(f"{_called(design, hook, args)}: {said}")
    line = frames[-1].lineno
    kind = EndlessError if isinstance(error, TimeUp) else DesignError
    return kind(f"{_called(design, hook, args)}{line_text(file, line)}: {said}", line)


def _said(error: BaseException) -> str:
    """Return an error in words."""
    if isinstance(error, TimeUp):
        return "it doesn't end; which loop never stops?"
    if isinstance(error, SystemExit):
        return "it would end Python; expected table.end(…) to end a game"
    return str(error) if isinstance(error, BadInput) else f"{type(error).__name__}: {error}"


def line_text(file: str, line: int) -> str:
    """Return a line and its code in words."""
    code = shorten(linecache.getline(file, line))
    return f", line {line}, {code!r}" if code else f", line {line}"


def codes_of(cls: type[Any]) -> Iterator[CodeType]:
    """Yield the code of a class's functions, and that of the functions in them."""
    found = [getattr(each, "__code__", None) for _, each in inspect.getmembers(cls)]
    codes = [code for code in found if code is not None]
    for code in codes:
        yield code
        codes += [each for each in code.co_consts if isinstance(each, CodeType)]


class Lookup(NamedTuple):
    """A name that code looks up in something: ``table.again`` is "again" of "table"."""

    of: str
    name: str
    stored: bool
    """True if it is set, and not read."""
    dropped: bool
    """True if nothing is done with what is found: a call without its brackets."""


def lookups(code: CodeType) -> Iterator[Lookup]:
    """Yield the names that code looks up in variables, as in ``table.seat`` and ``self.goal``."""
    found = [each for each in dis.get_instructions(code) if each.opname != "CACHE"]
    for before, each, after in zip(found, found[1:], [*found[2:], found[-1]], strict=False):
        if each.opname in ("LOAD_ATTR", "LOAD_METHOD", "STORE_ATTR"):
            of = before.argval[-1:] if isinstance(before.argval, tuple) else [before.argval]
            stored = each.opname == "STORE_ATTR"
            yield Lookup(str(*of), each.argval, stored, not stored and after.opname == "POP_TOP")


USED_IN_BODY = "_used_in_body"
"""The attribute of a class with the names that its body uses, outside of its functions."""


def names_used(cls: type[Any]) -> set[str]:
    """Return the names that a class's body and functions use, without those of their tables."""
    found = {name for each in cls.__mro__ for name in vars(each).get(USED_IN_BODY, ())}
    for code in codes_of(cls):
        seen = list(lookups(code))
        of_tables = {each.name for each in seen if each.of == "table"}
        found |= {*code.co_names} - of_tables | {each.name for each in seen if each.of != "table"}
    return found


def hides_pieces(cls: type[Any], without: str = "") -> bool:
    """Return True for a class with a function that puts a piece which only some seats see.

    Perhaps only one that calls it ``without`` a parameter, such as the back that others see.
    """
    return any(
        isinstance(each, tuple)
        and "seen_by" in each
        and "put" in code.co_names
        and without not in each
        for code in codes_of(cls)
        for each in code.co_consts
    )


def _code(function: Callable[..., Any]) -> CodeType:
    """Return the code of a hook; of anything else that can be called, that of its ``__call__``."""
    plain = inspect.unwrap(function)
    code: CodeType = getattr(plain, "__code__", None) or type(plain).__call__.__code__
    return code


def _called(design: Any, hook: str, args: tuple[Any, ...]) -> str:
    """Return a call in words: "Skirmish.why_not(table, 'a1', 'a2')"."""
    names = list(inspect.signature(getattr(design, hook)).parameters)
    shown = [
        repr(each) if isinstance(each, str | int | tuple) else name
        for name, each in zip_longest(names[: len(args)], args, fillvalue="…")
    ]
    return f"{type(design).__name__}.{hook}({shorten(', '.join(shown))})"
