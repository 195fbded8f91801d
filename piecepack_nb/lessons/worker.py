"""A handed-in notebook in a process of its own: it runs cells, and answers a check's questions.

The check is in another process (see :mod:`.handed_in`). It writes requests as Python literals, a
line each; the replies are lines of JSON. What runs here may be hostile, so the check believes
nothing but that these are the notebook's answers.
"""

from __future__ import annotations

import ast
import json
import linecache
import os
import re
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, TextIO

from piecepack_nb.core.errors import BadInput
from piecepack_nb.lessons import take
from piecepack_nb.lessons.answers import Wrong, plain

MAGIC = re.compile(r"^[%!].*$", re.MULTILINE)
"""Lines for IPython alone, such as "%time"; they are left out."""


class Worker:
    """The notebook's names, and the answer that is being checked."""

    def __init__(self, seconds: int) -> None:
        self.names: dict[str, Any] = sys.modules["__main__"].__dict__
        self.names["display"] = lambda *_, **__: None
        self.seconds = seconds
        self.cells = 0
        self.error = ""
        """The message of the last cell that failed."""
        self.answer: Any = None

    def run(self, source: str) -> None:
        """Run a cell; an error in it ends the cell, as in a notebook."""
        self.cells += 1
        name = f"<cell {self.cells}>"
        try:
            ast.parse(source)
        except SyntaxError:
            source = MAGIC.sub("pass", source)
        linecache.cache[name] = len(source), None, source.splitlines(keepends=True), name
        try:
            with _interrupted(self.seconds):
                exec(compile(source, name, "exec"), self.names)  # noqa: S102 - what this is for
        except (Exception, SystemExit, KeyboardInterrupt) as error:  # noqa: BLE001
            self.error = f" Code cell {self.cells}: {type(error).__name__}: {error}."

    def take(self, task: str, arguments: str) -> Any:
        """Take an answer, the arguments of a call of ``check``; return it if it is plain data."""
        try:
            given, options = eval(f"_given({arguments})", {**self.names, "_given": _given})  # noqa: S307
        except Exception as error:  # noqa: BLE001 - whatever a student's code raises
            raise Wrong(f"{type(error).__name__}: {error}.{self.error}") from None
        taken = take(task, *given, **options)
        known = (str, list, tuple, dict)
        self.answer = None if isinstance(taken, known) else taken
        return taken if isinstance(taken, known) else None

    def ask(self, question: str, *case: Any) -> Any:
        """Return what the answer's method of this name returns."""
        return getattr(self.answer, question)(*case)


def _given(*answer: Any, **options: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    return answer, options


@contextmanager
def _interrupted(seconds: int) -> Iterator[None]:
    """Raise KeyboardInterrupt in the body after so many seconds, where the system can."""
    if not hasattr(signal, "setitimer"):  # Windows: the check ends the process later
        yield
        return
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def encoded(value: Any) -> Any:
    """Return plain data as JSON has it: a tuple as {"tuple": [...]}, anything else as its text."""
    if isinstance(value, tuple) and type(value) is tuple:
        return {"tuple": [encoded(each) for each in value]}
    if isinstance(value, list):
        return [encoded(each) for each in value]
    if isinstance(value, Mapping):
        return {"dict": {str(name): encoded(each) for name, each in value.items()}}
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return {"text": str(plain(value))}


def limit(megabytes: int) -> None:
    """Limit this process's memory and the size of its files, where the system can (not Windows)."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        size = megabytes * 2**20
        for what in (resource.RLIMIT_AS, resource.RLIMIT_FSIZE):
            resource.setrlimit(what, (size, size))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def serve(requests: TextIO, replies: TextIO, worker: Worker) -> None:
    """Answer requests, one a line, until there are no more."""
    for line in requests:
        method, *arguments = ast.literal_eval(line)
        try:
            reply = {"is": encoded(getattr(worker, method)(*arguments))}
        except (Wrong, BadInput) as wrong:
            reply = {"wrong": str(wrong)}
        replies.write(f"{json.dumps(reply)}\n")
        replies.flush()


def main() -> None:
    """Serve the process that started this one, by pipes to which the notebook doesn't print."""
    megabytes, seconds = map(int, sys.argv[1:])
    requests, replies = os.fdopen(os.dup(0), "r", encoding="utf-8"), os.fdopen(os.dup(1), "w")
    nothing = os.open(os.devnull, os.O_RDWR)
    for each in (0, 1, 2):
        os.dup2(nothing, each)
    limit(megabytes)
    serve(requests, replies, Worker(seconds))
