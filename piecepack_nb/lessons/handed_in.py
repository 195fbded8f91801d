"""Checks of handed-in notebooks, whose code runs in a process of its own.

The check compares in this process, in which no line of the notebook runs: it asks the other one
for the answer's results, and believes nothing but that these are its results. That process has
limits of time and, where the system can, of memory. It isn't a sandbox: it may read and write what
its user may.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.load import read
from piecepack_nb.lessons import TASKS, TaskResult, result_of
from piecepack_nb.lessons.answers import Other, Wrong

SECONDS = 60
"""The most that a cell may take, and a question to an answer."""
LONGEST_CHECK = 300
"""Seconds of a check, with the cells before it."""
MEGABYTES = 3000
"""The most memory of the other process, and the largest file that it may write."""
LONGEST = 2**20
"""The most characters of a reply."""
SAID = 1000
"""The most characters of a sentence on what is wrong."""
DEEPEST = 20
Reply = Any


class Call(NamedTuple):
    """A call of ``pp.lessons.check`` in a notebook."""

    task: str
    arguments: str
    """The arguments after the task, in Python."""
    cell: int
    """The number of the code cell, from 0."""


class Handed(NamedTuple):
    """The result of a task in a handed-in notebook."""

    task: str
    result: TaskResult


OF_SEVERAL = {"own game"}
"""Tasks of several lessons: the course has one of lesson 10, too."""
MISSING = TaskResult(False, "No answer is checked.")


def calls_in(source: str, cell: int = 0) -> Iterator[Call]:
    """Yield the calls of ``pp.lessons.check`` in a cell; none if it is no Python."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        task = node.args[0]
        checks = ast.unparse(node.func) in ("pp.lessons.check", "lessons.check", "check")
        if checks and isinstance(task, ast.Constant) and task.value in TASKS:
            rest = [ast.unparse(each) for each in (*node.args[1:], *node.keywords)]
            yield Call(str(task.value), ", ".join(rest), cell)


def code_cells(path: Path) -> list[str]:
    """Return the sources of a notebook's code cells; raise BadInput for anything but a notebook."""
    try:
        cells = json.loads(read(path))["cells"]
        code = [each["source"] for each in cells if each["cell_type"] == "code"]
        return ["".join(source) for source in code]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"{path} is no notebook; expected a file that Jupyter has saved") from None


def check_notebook(path: Path, files: Path | None = None) -> list[Handed]:
    """Check the answer of each task in a notebook, at its last call of ``pp.lessons.check``.

    The notebook's code runs in another process, in a copy of the folder ``files`` if it needs one.
    Raises BadInput for anything but a notebook, and where no process can be started.
    """
    cells = code_cells(path)
    found = [call for number, source in enumerate(cells) for call in calls_in(source, number)]
    last = {call.task: call for call in found}
    return check_calls(cells, sorted(last.values(), key=lambda call: call.cell), files)


def check_class(where: Path) -> Iterator[tuple[str, Handed]]:
    """Yield the file and the result of each task, for a notebook or for all in a folder.

    A task of the same lesson that a notebook doesn't check is wrong, and so is a notebook that
    checks nothing, or a file that is no notebook: none keeps the others from being checked. A
    folder below ``where`` is one student's, whose notebooks may read its files. Raises BadInput
    where there is no notebook.
    """
    if not where.is_dir():
        yield from ((where.name, each) for each in _with_missing(check_notebook(where)))
        return
    found = sorted(where.rglob("*.ipynb"))
    paths = [path for path in found if not path.parent.name.startswith(".")]
    if not paths:
        raise BadInput(f"{where} holds no notebook; expected handed-in lessons, such as 02.ipynb")
    for path in paths:
        try:
            results = check_notebook(path, None if path.parent == where else path.parent)
        except BadInput as error:
            results = [Handed("", TaskResult(False, f"{error}."))]
        name = path.relative_to(where).as_posix()
        yield from ((name, each) for each in _with_missing(results))


def _with_missing(results: list[Handed]) -> list[Handed]:
    """Return results with those of the same lesson's tasks that the notebook doesn't check.

    A notebook that checks nothing has one such result, so that nobody is left out.
    """
    known = {each.task for each in results if each.task}
    lessons = {TASKS[task].lesson for task in known - OF_SEVERAL}
    missing = [task for task in TASKS if TASKS[task].lesson in lessons and task not in known]
    return [*results, *(Handed(task, MISSING) for task in missing)] or [Handed("", MISSING)]


def check_points(
    cells: Sequence[tuple[str, str]], files: Path | None = None
) -> dict[str, TaskResult]:
    """Check the answers of an assignment; return the result by the name of the points.

    ``cells`` are the code cells, each with the name of its points, "" for a cell without.
    """
    code: list[str] = []
    points: dict[str, Call] = {}
    for name, source in cells:
        call = next(calls_in(source, len(code) - 1), None) if name else None
        if call is None:
            code.append(source)
        else:
            points[name] = call
    found = check_calls(code, list(points.values()), files)
    return {name: each.result for name, each in zip(points, found, strict=True)}


def check_calls(
    cells: Sequence[str], calls: Sequence[Call], files: Path | None = None
) -> list[Handed]:
    """Check answers of a notebook, each after the cell of its call; see ``check_notebook``."""
    results = []
    process: _Process | None = None
    try:
        for call in calls:
            process = process or _Process(files)
            results.append(Handed(call.task, _checked(process, cells, call)))
            if process.ended:
                process.close()
                process = None
    finally:
        if process is not None:
            process.close()
    return results


def _checked(process: _Process, cells: Sequence[str], call: Call) -> TaskResult:
    process.end = monotonic() + LONGEST_CHECK
    try:
        for source in cells[process.cells : call.cell + 1]:
            process.run(source)
        taken = process.ask("take", call.task, call.arguments)
    except Wrong as wrong:
        return TaskResult(False, str(wrong))
    asked = _Asked(process) if taken is None else taken
    try:
        return result_of(call.task, asked)
    except (TypeError, ValueError, AttributeError, LookupError, RecursionError):
        return TaskResult(False, "The notebook's process gave an impossible reply.")


class _Asked:
    """An answer in another process: each of its methods is a question to it."""

    def __init__(self, process: _Process) -> None:
        self._process = process

    def __getattr__(self, question: str) -> Callable[..., Any]:
        return lambda *case: self._process.ask("ask", question, *case)


class _Process:
    """A process that runs a notebook's cells and answers questions about what they define."""

    def __init__(self, files: Path | None) -> None:
        self.cells = 0
        """The number of cells that ran."""
        self.ended = False
        self._stuck = False
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        where = Path(self._folder.name, "notebook")
        if files is None:
            where.mkdir()
        else:
            shutil.copytree(files, where, symlinks=True)
        self.end = monotonic()
        """When the check that goes on must be over."""
        start = "from piecepack_nb.lessons.worker import main; main()"
        try:
            self._popen = subprocess.Popen(  # noqa: S603 - this Python, and no text of a notebook
                [sys.executable, "-c", start, str(MEGABYTES), str(SECONDS)],
                cwd=where,
                env=environment(self._folder.name),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:  # JupyterLite, for one, has no processes
            self._folder.cleanup()
            raise BadInput(
                f"no process can be started here ({error}); expected Python outside the browser"
            ) from None

    def run(self, source: str) -> None:
        """Run the next cell; raise Wrong if that ends the process."""
        self.cells += 1
        try:
            self.ask("run", source)
        except Wrong as wrong:
            raise Wrong(f"Code cell {self.cells}: {wrong}") from None

    def ask(self, method: str, *arguments: Any) -> Reply:
        """Return the reply to a request; raise Wrong if it is a refusal, or none comes."""
        line = self._replied(f"{(method, *arguments)!r}\n".encode())
        try:
            ((kind, value),) = json.loads(line).items()
            reply = _decoded(value)
        except (ValueError, TypeError, AttributeError, RecursionError):
            self._kill()
            raise Wrong("The notebook's process gave an impossible reply.") from None
        if kind == "wrong":
            raise Wrong(_sentence(reply))
        return reply

    def _replied(self, request: bytes) -> bytes:
        """Return the reply, which a thread reads: a child of the process may keep the pipe open."""
        found: list[bytes] = []
        seconds = min(2 * SECONDS, max(0, self.end - monotonic()))
        exchange = Thread(target=self._exchange, args=(request, found), daemon=True)
        exchange.start()
        exchange.join(seconds)
        self._stuck = exchange.is_alive()
        if self._stuck or not found or not found[0].endswith(b"\n"):
            self._kill()
            why = f"it took more than {seconds:.0f} seconds" if self._stuck else (
                f"it ended itself, wrote too much, or needed more than {MEGABYTES} MB"
            )  # fmt: skip
            raise Wrong(f"The notebook's process was ended: {why}.")
        return found[0]

    def _exchange(self, request: bytes, found: list[bytes]) -> None:
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        with suppress(OSError, ValueError):
            self._popen.stdin.write(request)
            self._popen.stdin.flush()
            found.append(self._popen.stdout.readline(LONGEST))

    def _kill(self) -> None:
        """End the process, and those that it started, where the system can."""
        self.ended = True
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._popen.pid, signal.SIGKILL)
            self._popen.kill()

    def close(self) -> None:
        """End the process, and delete its folder."""
        self._kill()
        self._popen.wait()
        for pipe in (self._popen.stdin, self._popen.stdout):
            if pipe is not None and not self._stuck:
                with suppress(OSError):
                    pipe.close()
        self._folder.cleanup()


def environment(folder: str) -> dict[str, str]:
    """Return the variables of the other process: none of this one's secrets, and its own home."""
    kept = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "SYSTEMDRIVE")
    known = {name: os.environ[name] for name in kept if name in os.environ}
    homes = dict.fromkeys(("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP", "IPYTHONDIR"), folder)
    path = os.pathsep.join(str(Path(each).resolve()) for each in sys.path if each)
    return {**known, **homes, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8", "MPLBACKEND": "Agg"}


def _decoded(value: Any, deep: int = 0) -> Any:
    """Return a reply as ``worker.encoded`` had it; raise ValueError for anything else."""
    if deep > DEEPEST:
        raise invalid("the reply", "…", f"at most {DEEPEST} lists in each other")
    if isinstance(value, list):
        return [_decoded(each, deep + 1) for each in value]
    if isinstance(value, dict):
        ((kind, inside),) = value.items()
        if kind == "tuple":
            return tuple(_decoded(each, deep + 1) for each in inside)
        if kind == "dict":
            return {name: _decoded(each, deep + 1) for name, each in inside.items()}
        return Other(_sentence(inside))
    return value


def _sentence(text: object) -> str:
    """Return a sentence of the other process, in one line that every terminal and page can show."""
    words = " ".join(str(text)[:SAID].split())
    return "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in words)
