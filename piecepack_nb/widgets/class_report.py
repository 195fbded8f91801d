"""A class's hand-ins in one table: predictions, tasks, games that are sound, near copies, marks.

Files are read as data. Nothing of a student's runs before ``check`` or ``play`` is called; then
each game runs in a process of its own, with limits of time and memory and in an empty folder. That
process isn't a sandbox: it may read and write what its user may.

Vocabulary
    who    the student, named by the file
    copy   two texts of different students that are alike once comments, layout, names of variables
           and what most of the class has are left out
"""

from __future__ import annotations

import ast
import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, check_installed, did_you_mean, invalid, printable
from piecepack_nb.core.progress import progress
from piecepack_nb.core.record import write
from piecepack_nb.core.wording import count_noun
from piecepack_nb.design.program import Program
from piecepack_nb.lab.finding import cell
from piecepack_nb.lessons.handed_in import calls_in, check_calls, environment
from piecepack_nb.scene.svg import clean
from piecepack_nb.widgets.hand_in import ENDING, HandIn, read_hand_in
from piecepack_nb.widgets.predictions import Predictions, predictions_in

SECONDS = 60
"""The most that the check of a game may take."""
STARTING = 30
"""The seconds in which a game to play must be there."""
REPLY = 10_000
ALIKE = 0.8
"""The part of two texts' pieces that near copies share."""
PIECE, LEAST = 5, 12
"""The words of a piece of a text, and the pieces that a text must have to be compared."""
FEW = 5
"""The students that may share a piece, in a small class, which isn't taken for the lesson's."""
WORD = re.compile(r"\w+|[^\w\s]")
LINK = re.compile(r"http://(?:127\.0\.0\.1|localhost):\d{2,5}/\S*")
"""A link to this machine: a program could print another one."""


class ClassEntry(NamedTuple):
    """A file of the folder."""

    who: str
    handed: HandIn | None
    """None for a file that can't be read."""
    problem: str = ""


class NearCopy(NamedTuple):
    """Two students' texts that are alike."""

    one: str
    two: str
    what: str
    """Such as "game hill" or "answer 3"."""
    share: float
    """The share of both that is the same; 1 for the same text."""

    def __str__(self) -> str:
        how = "the same" if self.share == 1 else f"{100 * self.share:.0f} % alike"
        return f"{self.one} and {self.two}: {self.what} is {how}"


class ClassReport:
    """The hand-ins of a class; ``pp.class_report`` makes it."""

    def __init__(self, where: Path, entries: Sequence[ClassEntry]) -> None:
        self.where = where
        self.entries = tuple(entries)
        self.copies = tuple(_copies([each for each in entries if each.handed]))
        """Texts of two students that are alike."""
        self.sound: dict[tuple[str, str], tuple[bool, str]] = {}
        """By student and game: whether ``check`` found it sound, and what it said."""
        self.tasks: dict[str, tuple[int, int]] = {}
        """By student: the tasks of notebooks that ``check`` found right, and all."""

    def __getitem__(self, who: str) -> HandIn:
        """Return a student's hand-in; raise BadInput for none, or one that can't be read."""
        known = {each.who: each for each in self.entries}
        if who not in known:
            hint = did_you_mean(who, known)
            raise invalid("the student", who, f"one of {', '.join(known)}{hint}")
        if (handed := known[who].handed) is None:
            raise BadInput(f"the file of {who} can't be read: {known[who].problem}")
        return handed

    def predictions(self) -> Predictions:
        """Return the class's predictions; raise BadInput where there are none."""
        with tempfile.TemporaryDirectory() as folder:
            for each in self.entries:
                lines = each.handed.predictions.values() if each.handed else ()
                if text := "\n".join(lines):
                    Path(folder, f"{each.who}.jsonl").write_text(text, encoding="utf-8")
            return predictions_in(folder)

    def check(self) -> ClassReport:
        """Run each game and the checks of each notebook, each in a process of its own; return self.

        A game that takes over a minute, or ends its process, isn't sound.
        """
        read = [(each.who, each.handed) for each in self.entries if each.handed]
        with progress(max(1, len(read)), "hand-ins") as show:
            for done, (who, handed) in enumerate(read, 1):
                for name, program in handed.games.items():
                    self.sound[who, name] = _sound(program)
                if handed.notebooks:
                    self.tasks[who] = _tasks(handed)
                show(done)
        return self

    def play(self, who: str, game: str | None = None) -> StudentTable:
        """Open a table with a student's game in a process of its own; return its link.

        Without ``game`` it is the first one. It runs the student's program. Raises BadInput for a
        game that isn't there, and where it doesn't start. Needs tornado and segno.
        """
        games = self[who].games
        name = next(iter(games), "") if game is None else game
        if not games.get(name):
            known = ", ".join(games) or "none"
            raise invalid(f"the game of {who}", name, f"one with a program: {known}")
        return StudentTable(f"{who}: {name}", games[name])

    # --- marks -----------------------------------------------------------------------------------

    def records(self) -> list[dict[str, Any]]:
        """Return a row for each file: what was handed in, and what is known of it."""
        right = self._predicted()
        return [self._record(each, right) for each in self.entries]

    def _record(self, entry: ClassEntry, right: Mapping[str, tuple[int, int]]) -> dict[str, Any]:
        handed, who = entry.handed, entry.who
        row: dict[str, Any] = {"who": who, "problem": entry.problem}
        if handed is None:
            return row
        games = list(handed.games)
        checked = [self.sound[who, name][0] for name in games if (who, name) in self.sound]
        return row | {
            "answers": len(handed.answers),
            "predictions": right.get(who, (0, 0))[1],
            "predictions right": right.get(who, (0, 0))[0],
            "games": ", ".join(games),
            "games sound": sum(checked) if checked else "",
            "not sound": "; ".join(self._why_not_sound(who)),
            "tasks": self.tasks[who][1] if who in self.tasks else "",
            "tasks right": self.tasks[who][0] if who in self.tasks else "",
            "playtests": len(handed.notes),
            "diaries": len(handed.diaries),
            "alike": "; ".join(str(each) for each in self.copies if who in each[:2]),
        }

    def _why_not_sound(self, who: str) -> Iterator[str]:
        """Yield the first thing that is wrong with each game of a student that isn't sound."""
        for (student, name), (right, text) in self.sound.items():
            if student == who and not right:
                yield f"{name}: {printable(text.rpartition('wrong: ')[2][:MOST_SAID])}"

    def _predicted(self) -> dict[str, tuple[int, int]]:
        """Return by student how many predictions were right, and how many there are."""
        try:
            made = self.predictions()
        except BadInput:
            return {}
        found: dict[str, tuple[int, int]] = {}
        for each in made:
            right, all_ = found.get(each.who, (0, 0))
            found[each.who] = right + (each.right), all_ + 1
        return found

    def to_csv(self, path: str | Path | None = None) -> str:
        """Return the marks as the text of a CSV file, and write it to ``path`` if one is given."""
        records = self.records()
        names = list(dict.fromkeys(name for record in records for name in record))
        text = io.StringIO()
        writer = csv.DictWriter(text, names, lineterminator="\n")
        writer.writeheader()
        writer.writerows({key: cell(value) for key, value in each.items()} for each in records)
        if path is not None:
            write(path, text.getvalue())
        return text.getvalue()

    def __str__(self) -> str:
        lines = [f"{each['who']}: {_summary(each)}" for each in self.records()]
        return "\n".join([repr(self)[1:-1], *lines, *map(str, self.copies)])

    def __repr__(self) -> str:
        bad = sum(each.handed is None for each in self.entries)
        return (
            f"<{count_noun(len(self.entries), 'hand-in')} of {self.where.name}: {bad} can't be "
            f"read, {count_noun(len(self.copies), 'pair')} of texts alike>"
        )

    def _repr_html_(self) -> str:
        records = self.records()
        names = list(dict.fromkeys(name for record in records for name in record))
        # A column in which nobody has anything stays in the CSV alone: the page may be narrow.
        names = [name for name in names if any(record.get(name, "") != "" for record in records)]
        head = "".join(
            f'<th scope="col" style="text-align:left">{clean(name)}</th>' for name in names
        )
        rows = "".join(
            "<tr>"
            + "".join(
                f'<td style="text-align:left;min-width:{WIDE.get(name, 0)}em">'
                f"{clean(str(record.get(name, '')))}</td>"
                for name in names
            )
            + "</tr>"
            for record in records
        )
        caption = clean(repr(self)[1:-1])
        return (
            f"<table><caption>{caption}</caption><thead><tr>{head}</tr></thead>"
            f"<tbody>{rows}</tbody></table>"
        )


WIDE = {"alike": 14, "problem": 14}
"""The least widths of columns with sentences."""
MOST_SAID = 300
"""The characters of what is wrong with a game."""


def _summary(record: Mapping[str, Any]) -> str:
    """Return a row in words."""
    if record["problem"]:
        return str(record["problem"])
    shown = (f"{name} {value}" for name, value in record.items() if value not in ("", 0))
    return ", ".join(list(shown)[1:]) or "nothing"


def class_report(where: str | Path) -> ClassReport:
    """Return the report on a folder of hand-ins, one a student; nothing of theirs runs.

    See ``pp.class_report``.
    """
    top = Path(where)
    found = sorted(top.rglob(f"*{ENDING}"), key=_numbers_in_order) if top.is_dir() else []
    paths = [path for path in found if path.is_file()]
    if not paths:
        raise BadInput(f"{top} holds no hand-in; expected files such as ann{ENDING}")
    return ClassReport(top, [_entry(top, path) for path in paths])


def _numbers_in_order(path: Path) -> list[tuple[int, str]]:
    """Return a key that sorts "student2" before "student10"."""
    parts = re.split(r"([0-9]+)", str(path))
    return [(int(part) if place % 2 else 0, part) for place, part in enumerate(parts)]


def _entry(top: Path, path: Path) -> ClassEntry:
    """Return a file's content, or why it can't be read."""
    parts = path.relative_to(top).parts
    who = "-".join([*parts[:-1], path.name.removesuffix(ENDING)])
    try:
        return ClassEntry(who, read_hand_in(path))
    except BadInput as error:
        return ClassEntry(who, None, str(error))


# --- Copies --------------------------------------------------------------------------------------


def _copies(entries: Sequence[ClassEntry]) -> Iterator[NearCopy]:
    """Yield the texts of two students that are alike, beyond what most of the class has.

    What over half of a class shares comes from the lesson; only whole texts that are the same count
    with it.
    """
    pieces = [(each.who, dict(_texts_of(each.handed))) for each in entries if each.handed]
    shared = Counter(
        piece for _, texts in pieces for piece in {p for t in texts.values() for p in t}
    )
    least = max(FEW, len(pieces) / 2)
    common = frozenset(piece for piece, count in shared.items() if count > least)
    for (one, mine), (two, theirs) in combinations(pieces, 2):
        for what in mine:
            others = theirs if what.startswith("game") else {what: theirs.get(what, frozenset())}
            share = max((_alike(mine[what], other, common) for name, other in others.items()
                         if name.split()[0] == what.split()[0]), default=0.0)  # fmt: skip
            if share >= ALIKE:
                yield NearCopy(one, two, what, share)


def _texts_of(handed: HandIn) -> Iterator[tuple[str, frozenset[tuple[str, ...]]]]:
    """Yield the pieces of each text that is compared, by what it is."""
    for name, text in handed.games.items():
        yield f"game {name}", _pieces(_plain(text))
    for name, text in handed.answers.items():
        yield f"answer {name}", _pieces(text.lower())


def _plain(program: str) -> str:
    """Return a program without comments, docstrings, layout and names of its own, or other text."""
    try:
        return ast.unparse(_Renamed().visit(ast.parse(program)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return program


def _drop_docstring(node: ast.ClassDef | ast.FunctionDef) -> None:
    if ast.get_docstring(node, clean=False) is not None:
        node.body = node.body[1:] or [ast.Pass()]


class _Renamed(ast.NodeTransformer):
    """Gives the parameters and variables of functions, and classes, one name each."""

    def __init__(self) -> None:
        self.own: frozenset[str] = frozenset()

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.name = "Own"
        _drop_docstring(node)
        return self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        before = self.own
        _drop_docstring(node)
        names = (each.id for each in ast.walk(node)
                 if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store))  # fmt: skip
        arguments = (each.arg for each in ast.walk(node) if isinstance(each, ast.arg))
        self.own |= {*names, *arguments}
        renamed = self.generic_visit(node)
        self.own = before
        return renamed

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = "own" if node.id in self.own else node.id
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.arg = "own"
        return node


def _pieces(text: str) -> frozenset[tuple[str, ...]]:
    words = WORD.findall(text)
    return frozenset(zip(*(words[n:] for n in range(PIECE)), strict=False))


def _alike(one: frozenset[Any], two: frozenset[Any], common: frozenset[Any]) -> float:
    """Return the part of the pieces that two texts share; 0 for short ones."""
    if min(len(one), len(two)) < LEAST:
        return 0.0
    if one == two:
        return 1.0
    one, two = one - common, two - common
    return len(one & two) / len(one | two) if min(len(one), len(two)) >= LEAST else 0.0


# --- Processes -----------------------------------------------------------------------------------


def _tasks(handed: HandIn) -> tuple[int, int]:
    """Return how many tasks of the notebooks are right, and how many there are."""
    right = found = 0
    for text in handed.notebooks.values():
        try:
            cells = json.loads(text)
        except (ValueError, RecursionError):
            continue
        if not isinstance(cells, list) or not all(isinstance(each, str) for each in cells):
            continue
        calls = [call for n, source in enumerate(cells) for call in calls_in(source, n)]
        last = {call.task: call for call in calls}
        results = check_calls(cells, sorted(last.values(), key=lambda call: call.cell))
        right += sum(each.result.right for each in results)
        found += len(results)
    return right, found


def _sound(program: str) -> tuple[bool, str]:
    """Return whether a game is sound, and what was said of it; it runs in another process."""
    if not program:
        return False, "Its program isn't there."
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        reply = Path(folder, "reply")
        place = Path(folder, "game")
        place.mkdir()
        with reply.open("wb") as out:
            started = _start(["-c", "from piecepack_nb.lessons.sound import main; main()"],
                             place, stdin=subprocess.PIPE, stdout=out)  # fmt: skip
            try:
                with suppress(OSError):
                    started.communicate(program.encode(errors="replace"), timeout=SECONDS)
            except subprocess.TimeoutExpired:
                return False, f"It took more than {SECONDS} seconds."
            finally:
                _end(started)
        with reply.open("rb") as file:
            content = file.read(REPLY)
    try:
        said = json.loads(content)
        return said["sound"] is True, str(said["text"])[:REPLY]
    except (ValueError, TypeError, KeyError, RecursionError):
        return False, "It ended its process."


def _start(arguments: list[str], folder: Path, **pipes: Any) -> subprocess.Popen[bytes]:
    """Start Python in a folder, without this process's secrets; raise BadInput where none can be.

    JupyterLite, for one, has no processes.
    """
    try:
        return subprocess.Popen(  # noqa: S603 - this Python, and no text of a student
            [sys.executable, *arguments],
            cwd=folder,
            env=environment(str(folder)),
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            **pipes,
        )
    except OSError as error:
        raise BadInput(
            f"no process can be started here ({error}); expected Python outside the browser"
        ) from None


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process, and those that it started, where the system can."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
    with suppress(subprocess.TimeoutExpired):
        process.wait(5)


HOST = (
    "from piecepack_nb.lessons.worker import limit; from piecepack_nb.__main__ import main; "
    "limit({}); main()"
)
"""The program of the process of a game to play: the command host, with a limit of memory."""


class StudentTable:
    """A table with a student's game, served by a process of its own until ``close``."""

    def __init__(self, title: str, program: str) -> None:
        from piecepack_nb.lessons.handed_in import MEGABYTES

        self.title = title
        Program(program)  # raises BadInput for what is none
        check_installed("a student's table", "tornado", "segno")  # no fault of the game's
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        place = Path(self._folder.name)
        file = place / "game.py"
        file.write_text(program, encoding="utf-8")
        self._process = _start(
            ["-c", HOST.format(MEGABYTES), "host", str(file), "--no-browser"],
            place, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        )  # fmt: skip
        self.link = ""
        """The address of the lobby, on this machine."""
        reader = Thread(target=self._read, daemon=True)
        reader.start()
        end = monotonic() + STARTING
        while not self.link and reader.is_alive() and monotonic() < end:
            sleep(0.05)
        if not self.link:
            self.close()
            raise BadInput(f"{title} doesn't start; expected a game that pp.check finds sound")

    def _read(self) -> None:
        """Find the link to the lobby in what the process prints; at most a few lines."""
        assert self._process.stdout is not None
        for _ in range(20):
            line = self._process.stdout.readline(1000).decode(errors="replace")
            if not line:
                return
            if "lobby" in line and (found := LINK.search(line)):
                self.link = found[0]
                return

    def close(self) -> None:
        """End the process, and delete its folder."""
        _end(self._process)
        self._folder.cleanup()

    def __repr__(self) -> str:
        return f"<{self.title}, at {self.link}>"

    def _repr_html_(self) -> str:
        return (
            f'<p><a href="{clean(self.link)}" target="_blank" rel="noopener noreferrer">'
            f"Play {clean(self.title)}</a></p>"
        )
