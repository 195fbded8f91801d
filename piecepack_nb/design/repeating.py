"""Moves that have another result when they are made again, and the student's line that is to blame.

A game is saved as its moves, and bots try moves before they make them: so a move must do the same
to the same table, whenever it is made.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import zip_longest
from types import CodeType, FrameType
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, brief_repr
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.limits import PACKAGE
from piecepack_nb.design.hooks import codes_of, line_text
from piecepack_nb.design.table import State, Table

TRIES = 40  # pairs of runs in which a difference is looked for: a coin falls the same way in half
MOST_LINES = 20_000  # that are noted of a run
PLAIN = (str, int, float, complex, bool, bytes, type(None))


class CodeLine(NamedTuple):
    """A line that is about to run, and what its function knows then."""

    code: CodeType
    number: int
    known: tuple[Any, ...]


def unlike(
    game: AnyGame, design: type[Any], state: State, move: Any, one: State, two: State
) -> str:
    """Return what is wrong with a move that led from ``state`` to two different states.

    ``design`` is the student's class.
    """
    line = _line_to_blame(game, design, state, move)
    return (
        f"the move {move} does two different things to the same table: "
        f"{first_difference(one, two)}{line}; expected that functions use nothing "
        "but the table: no random, no time, no list of the class"
    )


def first_difference(one: State, two: State) -> str:
    """Return the first entry in which two states differ."""
    for name, first, second in zip(one._fields, one, two, strict=True):
        if first != second:
            return f"{name} is {brief_repr(first)}, then {brief_repr(second)}"
    return "its JSON is another state"


def _line_to_blame(game: AnyGame, design: type[Any], state: State, move: Any) -> str:
    """Return the line after which two runs of a move first differ, as ", by X.move, line 5, 'x'".

    It is "" where none is found, as while a debugger is tracing.
    """
    if sys.gettrace() is not None:
        return ""
    for _ in range(TRIES):
        runs = _lines(game, design, state, move), _lines(game, design, state, move)
        before = None
        for first, second in zip_longest(*runs):
            if first != second:
                return "" if before is None else _named(before)
            before = first
    return ""


def _named(line: CodeLine) -> str:
    name = line.code.co_qualname.rpartition("<locals>.")[2]
    return f", by {name}{line_text(line.code.co_filename, line.number)}"


def _lines(game: AnyGame, design: type[Any], state: State, move: Any) -> list[CodeLine]:
    """Return the lines of the student's class that a move runs, in a game without a memory."""
    files = {code.co_filename for code in codes_of(design)}
    lines: list[CodeLine] = []
    own = {file for file in files if not file.startswith(PACKAGE)}
    fresh = type(game)(game.rules, game.bots)
    with _tracing(own, lines), suppress(BadInput):  # of an error, the lines before it count
        fresh.next_state(state, move)
    return lines


@contextmanager
def _tracing(files: set[str], lines: list[CodeLine]) -> Iterator[None]:
    """Note the lines of these files that the block runs."""

    def trace(frame: FrameType, event: str, _value: Any) -> Any:
        if frame.f_code.co_filename not in files or len(lines) >= MOST_LINES:
            return None
        if event in ("line", "return"):
            known = tuple((name, _known(value)) for name, value in frame.f_locals.items())
            lines.append(CodeLine(frame.f_code, frame.f_lineno, known))
        return trace

    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(None)


def _known(value: Any) -> Any:
    """Return a value as what can be compared between two runs; of others, the type."""
    if isinstance(value, Table):
        try:
            return value.state()
        except BadInput:
            return Table
    if isinstance(value, PLAIN):
        return value
    if isinstance(value, list | tuple):
        return [_known(each) for each in value]
    if isinstance(value, dict):
        return [(_known(key), _known(each)) for key, each in value.items()]
    return sorted(map(repr, map(_known, value))) if isinstance(value, set) else type(value)
