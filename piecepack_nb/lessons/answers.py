"""Calls of a student's function on hidden cases, and sentences on what is wrong with its results.

Vocabulary
    task     something that a lesson asks the student to write
    answer   what the student wrote: a function, a position, a maze
    case     the arguments of one call
    mistake  a function with a known mistake; where it gives what the student's gives, that is it
"""

from __future__ import annotations

import ast
import inspect
import linecache
import math
import textwrap
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from numbers import Integral, Number
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple, Protocol

from piecepack_nb.core.errors import BadInput, brief_repr, shorten
from piecepack_nb.core.limits import PACKAGE, at_most

MOST_OPERATIONS = 3_000_000
"""Operations of Python in a call: a second or two, at least three times what right answers need."""
MOST_SAID = 300
OWN = str(Path(__file__).parent)
"""The folder of the checks, whose functions have the right answers."""
Case = tuple[Any, ...]
Near = Callable[[Any, Any], bool]


class Wrong(Exception):
    """The refusal of an answer: a sentence or two that help."""


class TaskResult(NamedTuple):
    """The result of a lesson's check; true if the answer is right."""

    right: bool
    text: str

    def __bool__(self) -> bool:
        return self.right

    def __repr__(self) -> str:
        return self.text


class _Endless(BaseException):
    """Stops a function that doesn't end; no ``except Exception`` catches it."""


class _Banned(BaseException):
    """Stops a function that lets the engine solve the task."""


class Answer(Protocol):
    """A check's questions about a function: in plain data, for it may be in another process."""

    def name(self) -> str:
        """Return the function's name."""

    def call(self, *case: Any) -> Any:
        """Return the result, as ``plain`` does, for arguments made of ``case``; raise Wrong."""

    def called(self, *case: Any) -> str:
        """Return the call in words: "worth(game, state, 'red')"."""


class Function:
    """A student's function: called with copies, within a limit, without the engine's solution.

    ``banned`` are the engine's functions that solve the task; ``arguments`` makes those of a call
    from plain data. Raises Wrong for anything but a function of so many parameters, and for one
    with a bare ``except``.
    """

    def __init__(
        self,
        function: Any,
        example: str,
        count: int,
        *banned: Any,
        arguments: Callable[..., Case] | None = None,
    ) -> None:
        if not callable(function):
            raise Wrong(
                f"The answer is {brief_repr(function)}; expected the function itself, without "
                f"parentheses: {example}."
            )
        self.function, self._name = function, _name(function)
        self.arguments = arguments or _copies
        self.banned = {_where(each.__code__): each.__name__ for each in banned}
        if _code(function).co_filename.startswith(OWN):
            raise Wrong(f"{self._name} is the check's own function; write the steps yourself.")
        self.closed: tuple[str, ...] = (OWN,)
        self.open: set[tuple[str, int]] = set()
        try:
            inspect.signature(function).bind(*range(count))
        except (TypeError, ValueError):
            raise Wrong(f"{self._name} must take {count} arguments: {example}.") from None
        refuse_bare_excepts(self._name, function)

    def name(self) -> str:
        """Return the function's name."""
        return self._name

    def call(self, *case: Any) -> Any:
        """Return the result for arguments made of ``case``, a generator's items as a list."""
        given = self.arguments(*case)
        return self.within(case, lambda: plain(_drained(self.function(*given))))

    def within(self, case: Case, work: Callable[[], Any]) -> Any:
        """Return what ``work`` returns, which calls the function with ``case``; raise Wrong."""
        return limited(work, lambda: self.called(*case), MOST_OPERATIONS, self._entered)

    def close(self, folder: Path, *but: Any) -> None:
        """Ban what is in a folder of this package, but some functions, to the student's code."""
        self.closed += (str(folder),)
        self.open |= {_where(each.__code__) for each in but}

    def _entered(self, frame: FrameType) -> None:
        code, caller = frame.f_code, frame.f_back
        if _where(code) in self.banned:
            raise _Banned(self.banned[_where(code)])
        students = caller is None or not caller.f_code.co_filename.startswith(PACKAGE)
        if students and code.co_filename.startswith(self.closed) and _where(code) not in self.open:
            own, _, name = code.co_qualname.rpartition(".")
            raise _Banned(own if name.startswith("__") else name)

    def called(self, *case: Any) -> str:
        """Return a call in words: "worth(game, state, 'red')"."""
        given = self.arguments(*case)
        names = list(inspect.signature(self.function).parameters)
        names += ["…"] * (len(given) - len(names))
        shown = (_shown(each, name) for each, name in zip(given, names, strict=False))
        return f"{self._name}({shorten(', '.join(shown))})"


def limited(
    work: Callable[[], Any],
    called: Callable[[], str],
    operations: int,
    entered: Callable[[FrameType], object] | None = None,
) -> Any:
    """Return what ``work`` returns, which runs a student's code; raise Wrong for its errors.

    It may take so many ``operations`` (see ``at_most``); ``called`` returns the call in words.
    """
    try:
        with at_most(operations, _Endless, entered):
            return work()
    except Wrong:
        raise
    except _Endless as error:
        said = "it doesn't end; which loop never stops?"
        raise _failed(called(), error, said) from None
    except _Banned as error:
        said = f"it lets the engine's {error} solve the task; write the steps yourself"
        raise _failed(called(), error, said) from None
    except RecursionError as error:
        raise _failed(called(), error, "it calls itself without end") from None
    except MemoryError as error:
        raise _failed(called(), error, "it fills the memory") from None
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a student's code raises
        raise _failed(called(), error, _said(error)) from None


def _failed(called: str, error: BaseException, said: str) -> Wrong:
    """Return a refusal at the student's line."""
    return Wrong(f"{called}{_place(error)}: {said}{'' if said[-1:] == '?' else '.'}")


def wrong_kind(answer: Answer, case: Case, value: object, expected: str) -> Wrong:
    """Return the refusal of a result of the wrong kind."""
    text = f"{answer.called(*case)} returned {brief_repr(value)}; expected {expected}."
    if value is None:
        text += " Does a line with 'return' run in every case? (print doesn't return.)"
    return Wrong(text)


def compare_results(
    answer: Answer,
    cases: Sequence[Case],
    right: Callable[..., Any],
    mistakes: Iterable[tuple[str, Callable[..., Any]]] = (),
    *,
    near: Near,
    kind: Callable[[Any], bool],
    expected: str,
) -> None:
    """Raise Wrong unless the function's result is right in every case.

    ``kind`` tells a value of the right kind, which ``expected`` describes. The refusal names the
    first wrong case, and what explains the results of all cases.
    """
    values = []
    for case in cases:
        value = answer.call(*case)
        if not kind(value):
            raise wrong_kind(answer, case, value, expected)
        values.append(value)
    wanted = [right(*case) for case in cases]
    for case, value, want in zip(cases, values, wanted, strict=True):
        if not near(value, want):
            text = f"{answer.called(*case)} returned {_short(value)}, which is {_off(value, want)}."
            raise Wrong(f"{text} {explain(cases, values, wanted, mistakes, near)}".strip())


def explain(
    cases: Sequence[Case],
    values: list[Any],
    wanted: list[Any],
    mistakes: Iterable[tuple[str, Callable[..., Any]]],
    near: Near,
) -> str:
    """Return what explains all results, or how many are right; "" if nothing does."""
    for text, mistake in mistakes:
        if all(near(value, mistake(*case)) for case, value in zip(cases, values, strict=True)):
            return f"All your results are those you get if {text}."
    for number in range(len(cases[0])):
        if all(_same(value, case[number], near) for case, value in zip(cases, values, strict=True)):
            return "It returns one of its arguments unchanged."
    if all(_same(value, values[0], near) for value in values):
        return "It returns the same whatever the arguments are: compute it from them."
    numbers = all(_number(each) for each in (*values, *wanted))
    if numbers and all(near(-value, want) for value, want in zip(values, wanted, strict=True)):
        return "The number is right, the sign isn't."
    if numbers:
        off = values[0] - wanted[0]
        if all(near(value - off, want) for value, want in zip(values, wanted, strict=True)):
            return f"Every result is {abs(off):g} too {'large' if off > 0 else 'small'}."
    good = sum(map(near, values, wanted))
    return f"{good} of {len(values)} results are right." if good else ""


def _off(value: Any, want: Any) -> str:
    """Return how a result is wrong, without the right one: a table of those would pass."""
    if _number(value) and _number(want):
        return "too large" if value > want else "too small"
    return "wrong"


class Other(NamedTuple):
    """A result that is no plain data; only its text is known."""

    text: str

    def __repr__(self) -> str:
        return self.text


def plain(value: Any) -> Any:
    """Return a student's result as plain data: numbers, text, lists and tuples of these, and None.

    A number of any kind, such as a Fraction, becomes one with Python's arithmetic, and an array a
    list; an ``Other`` stands for anything else.
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        return int.__add__(value, 0)
    if isinstance(value, float):
        return float.__add__(value, 0.0)
    if isinstance(value, Number) and not isinstance(value, complex):
        return plain(int(value) if isinstance(value, Integral) else float(value))  # type: ignore[arg-type]
    if hasattr(value, "tolist"):  # an array
        return plain(value.tolist())
    if isinstance(value, list | tuple):
        return (tuple if isinstance(value, tuple) else list)(map(plain, value))
    return value if isinstance(value, Other) else Other(brief_repr(value))


def is_number(value: object) -> bool:
    """Return True for a finite number."""
    return _number(value) and math.isfinite(value)  # type: ignore[arg-type]


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _same(one: Any, other: Any, near: Near) -> bool:
    try:
        return bool(near(one, other))
    except (TypeError, ValueError, KeyError, IndexError, AttributeError):
        return False


def _short(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, tuple | list) and value:
        ends = "()" if isinstance(value, tuple) else "[]"
        return f"{ends[0]}{', '.join(map(_short, value))}{ends[1]}"
    return brief_repr(value)


def _shown(value: object, name: str) -> str:
    plain = type(value) in (str, int, float, bool, tuple, list, dict)
    return _short(value) if plain else name


def _copies(*case: Any) -> Case:
    return tuple(deepcopy(each) if isinstance(each, list | dict | set) else each for each in case)


def _drained(found: Any) -> Any:
    return list(found) if inspect.isgenerator(found) else found


def _name(function: Any) -> str:
    return str(getattr(function, "__name__", type(function).__name__))


def _said(error: BaseException) -> str:
    said = str(error) if isinstance(error, BadInput) else f"{type(error).__name__}: {error}"
    return " ".join(said.split())[:MOST_SAID].rstrip(".")


def _place(error: BaseException) -> str:
    """Return the last line that the student wrote: ", line 6, 'x = 1 / 0'"; "" if there is none."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [each for each in frames if not each.filename.startswith(PACKAGE) and each.lineno]
    if not own:
        return ""
    code = shorten(linecache.getline(own[-1].filename, own[-1].lineno or 0))
    return f", line {own[-1].lineno}" + (f", {code!r}" if code else "")


def refuse_bare_excepts(name: str, code: Any) -> None:
    """Raise Wrong for a handler in a function that would also catch the check's own limit."""
    for line in _bare_excepts(code):
        raise Wrong(
            f"{name}, line {line}: a bare 'except:' hides every error, also those that "
            "would help you. Name the error, such as 'except ValueError:'."
        )


def _bare_excepts(code: Any) -> Iterator[int]:
    try:
        lines, first = inspect.getsourcelines(code)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, TypeError, SyntaxError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and (node.type is None or _names_base(node.type)):
            yield first + node.lineno - 1


def _names_base(caught: ast.expr) -> bool:
    """Return True if an ``except`` catches BaseException, alone or among others."""
    names = [node.id for node in ast.walk(caught) if isinstance(node, ast.Name)]
    return "BaseException" in names


def _code(function: Any) -> CodeType:
    """Return the code that a function, or an object that is called like one, runs."""
    inner = inspect.unwrap(getattr(function, "func", function))
    code: CodeType = getattr(inner, "__code__", None) or type(inner).__call__.__code__
    return code


def _where(code: CodeType) -> tuple[str, int]:
    """Return where a function is written, which its copies share."""
    return code.co_filename, code.co_firstlineno
