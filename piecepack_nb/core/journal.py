"""The journal of a match in play, from which a restarted kernel resumes the match."""

from __future__ import annotations

import functools
import glob
import hashlib
import json
import os
import secrets
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from errno import EACCES, EPERM, EROFS
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from piecepack_nb.core.errors import BadInput, brief_repr, invalid
from piecepack_nb.core.load import (
    as_object,
    as_text,
    brought_back,
    from_header,
    from_record,
    is_record,
    parse,
    read,
    replay_edited,
)
from piecepack_nb.core.match import MAX_MOVES, Match
from piecepack_nb.core.match_base import PlayedMove
from piecepack_nb.core.record import (
    header,
    kept_entries,
    move_entry,
    os_reason,
    table_check,
    to_keep,
    unwritable,
    write,
)
from piecepack_nb.core.validate import known_entries, whole_number

FOLDER = ".piecepack_nb"
"""The folder of a reader's files, in the kernel's working folder."""
BEFORE = ".before"
"""The suffix of an archived match's file, before its number."""
DAMAGED = ".damaged"
"""The suffix of a damaged journal that was set aside, before its number."""
MOST_BESIDE = 99
"""The most journals beside each other, one for each kernel with the same match."""
KERNEL = secrets.token_hex(4)
"""The mark of this kernel in its journals' names where files can't be locked."""


class JournalLocked(BadInput):
    """The error of a journal that another kernel writes."""


class LocksFail(BadInput):
    """The error of a folder that can be written to, but where no file can be locked."""


class Journal:
    """A file that records every change of a match before the change is made.

    The first line is the record's header; each further line is a change: a move or a goto, with the
    state after it as a checksum, and a check value of the file so far. So a damaged file is told
    from a game whose code has changed since.

    A change that can't be written is prevented by BadInput. If not ``strict``, it is made all the
    same: ``warning`` says so, and the next change tries to write the whole match. Raises BadInput,
    if ``strict``, where it can't write: JournalLocked while another kernel writes to the file.
    """

    def __init__(self, match: Match, path: str | Path, *, strict: bool = True) -> None:
        self.path = Path(path).absolute()
        self.match = match
        self.strict = strict
        self.closed = False
        """True once the match is archived, or another table writes to the same file."""
        self.failure = ""
        """The reason why the file lacks the last changes; "" if it is complete."""
        self._moved = ""
        self._lock: object = None
        self._size = _size(self.path)
        self._check = ""
        self._kept: dict[str, Any] = {}
        """The part of the file's first line on kept records."""
        self._end: Callable[[], None] | None = None
        self.begin()
        earlier = _OPEN.get(self.path)
        if earlier is not None and (earlier.match is match or earlier.failure):
            earlier.leave()  # only its match has the moves that couldn't be written
        elif earlier is not None:
            earlier.closed = True
        self._end = match.on_change(self._note)
        _OPEN[self.path] = self

    @property
    def warning(self) -> str:
        """A sentence for the players if the file is incomplete or not where they expect it."""
        return f"This game's journal {self.failure}." if self.failure else self._moved

    def leave(self) -> None:
        """End the journal; its match continues without."""
        if self._end is not None:
            self._end()
        self._end = None

    def archive(self) -> Path | None:
        """Close the journal and move its file out of the way of the next match; return its path.

        ``archived`` lists the file and ``resume`` reads it. Returns None if the file is incomplete.
        Raises BadInput if it can't be moved; the journal then stays open.
        """
        if self.failure:
            self.begin()
        moved = set_aside(self.path) if self.path.exists() else None
        if self.failure:
            self.leave()
            return None
        self.closed = True
        return moved

    def begin(self) -> None:
        """Write the whole match, replacing the file; needed after its players change."""
        try:
            self._write()
        except BadInput as error:
            self._failed(error)

    def _failed(self, error: BadInput) -> None:
        if self.strict:
            raise error
        self.failure = str(error).removeprefix(f"{self.path} ")

    def _write(self) -> None:
        with suppress(OSError, ValueError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(LocksFail):  # whoever chose the path knows, or has chosen it for one kernel
            self._lock = self._lock or lock(self.path)
        if _size(self.path) not in (self._size, None):
            self._leave_to_others()
        kept = kept_entries(self.match)
        lines = [json.dumps({**header(self.match), **kept})]
        check = _digest(lines[0])
        for change in _history(self.match):
            line, check = _checked(check, change)
            lines.append(line)
        text = "".join(f"{line}\n" for line in lines)
        write(self.path, text)
        self._size, self._check, self.failure = len(text), check, ""  # all of it is ASCII
        self._kept = kept

    def _leave_to_others(self) -> None:
        """Continue in another file, as another program has written to this one."""
        old = self.path
        self.path, self._lock = unlocked(path for path in beside(old) if not path.exists())
        self._moved = f"Another program changed {old.name}; this game is now in {self.path.name}."
        if _OPEN.get(old) is self:
            _OPEN[self.path] = _OPEN.pop(old)

    def _note(self, what: str, value: Any) -> Callable[[], None] | None:
        """Append a change; return a function that takes it back. Raises what prevents it."""
        if self.closed:
            raise BadInput("this match is closed: its journal is another table's now")
        try:
            kept = kept_entries(self.match)
            if self.failure or _size(self.path) != self._size or kept != self._kept:
                self._write()  # a deleted journal must not lose the moves so far
            made = self.match.making
            return self._append(
                _goto(self.match, value) if made is None else _move(self.match, made)
            )
        except BadInput as error:
            self._failed(error)
            return None

    def _append(self, change: dict[str, Any]) -> Callable[[], None]:
        before = self._size or 0, self._check
        line, check = _checked(self._check, change)
        try:
            with self.path.open("ab") as file:
                file.write(f"{line}\n".encode())
                file.flush()
                os.fsync(file.fileno())
        except BaseException as error:
            self._cut(*before)  # a partial line would damage the next one
            if isinstance(error, OSError):
                raise unwritable(self.path, error) from None
            raise
        self._size, self._check = before[0] + len(line) + 1, check
        return functools.partial(self._cut, *before)

    def _cut(self, size: int, check: str) -> None:
        """Remove what was written after ``size`` bytes."""
        self._size, self._check = size, check
        try:
            os.truncate(self.path, size)
        except OSError as error:
            self._size = _size(self.path)
            self.failure = f"can't be written: {os_reason(error)}"


def _size(path: Path) -> int | None:
    try:
        return path.stat().st_size
    except (OSError, ValueError):
        return None


def _history(match: Match) -> Iterator[dict[str, Any]]:
    """Yield the changes that lead to the match as it is."""
    for played in (*match.record, *match.undone):
        yield _move(match, played)
    yield _goto(match, match.cursor)


def _move(match: Match, played: PlayedMove) -> dict[str, Any]:
    return {**move_entry(played), "state": table_check(match.game, played.steps[-1].state)}


def _goto(match: Match, step: int) -> dict[str, Any]:
    state = match.steps[step - 1].state if step else match.initial_state
    return {"goto": step, "state": table_check(match.game, state)}


def _checked(check: str, change: dict[str, Any], state: str = "") -> tuple[str, str]:
    """Return the line of a change and its check value.

    That follows from the check value of the line before, the change and, in journals of older
    versions, the checksum of the state before it.
    """
    check = _digest(f"{check} {json.dumps(change)} {state}")
    return json.dumps({**change, "check": check}), check


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()


# --- Several kernels and several files -----------------------------------------------------------


def lock(path: Path) -> object:
    """Return this kernel's lock on a journal, which lasts as long as the object.

    Returns None where no lock is needed or possible: for a file of this kernel alone, in a browser,
    in a read-only folder, without the filelock package. Raises JournalLocked while another kernel
    has the lock (a dead one has none), and LocksFail where locks fail, as on some network drives.
    """
    if path in _LOCKS or sys.platform == "emscripten" or is_own(path):
        return _LOCKS.get(path)
    try:
        from filelock import FileLock, Timeout
    except ImportError:
        return None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        name = path.with_name(f".{path.name}.lock")
        # Without a soft lock, which a killed kernel keeps.
        ours = FileLock(name, timeout=0, thread_local=False, fallback_to_soft=False)
        ours.acquire()
    except Timeout:
        raise JournalLocked(f"{path} is locked by another kernel") from None
    except OSError as error:
        if error.errno in (EACCES, EPERM, EROFS):
            return None
        raise LocksFail(f"{path} can't be locked: {os_reason(error)}") from None
    except ValueError:  # a path with a null character
        return None
    _LOCKS[path] = ours
    return ours


_LOCKS: WeakValueDictionary[Path, Any] = WeakValueDictionary()
"""The locks of this kernel."""

_OPEN: WeakValueDictionary[Path, Journal] = WeakValueDictionary()
"""The open journals, so that no two matches write to one file."""


def beside(path: Path) -> Iterator[Path]:
    """Yield the path, then numbered ones for other kernels: game.jsonl, game-2.jsonl and so on."""
    yield path
    for number in range(2, MOST_BESIDE + 1):
        yield path.with_name(f"{path.stem}-{number}{path.suffix}")


def unlocked(paths: Iterable[Path]) -> tuple[Path, object]:
    """Return the first path whose journal no other kernel has, and the lock on it.

    Where locks fail it is a path for this kernel alone, without a lock. Raises JournalLocked if
    other kernels have all of them.
    """
    for path in paths:
        try:
            return path, lock(path)
        except JournalLocked:
            continue
        except LocksFail:
            return path.with_name(f"{path.stem}-{KERNEL}{path.suffix}"), None
    raise JournalLocked("all journals are locked by other kernels")


def is_own(path: Path) -> bool:
    """Return True for a journal that only this kernel writes, as files can't be locked there."""
    return f"-{KERNEL}" in path.stem


def of_kernels(path: Path) -> list[Path]:
    """Return this journal and those beside it of single kernels, the last that was written first.

    They are read, but written by no other kernel.
    """
    marks = f"-{'[0-9a-f]' * len(KERNEL)}"
    found = [path, *path.parent.glob(f"{glob.escape(path.stem)}{marks}{glob.escape(path.suffix)}")]
    times = {each: each.stat().st_mtime_ns for each in found if each.is_file()}
    return sorted(times, key=lambda each: times[each], reverse=True)


def keep_out_of_git(folder: Path) -> None:
    """Make the folder of a reader's files, and make git ignore it."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        ignore = folder / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n", encoding="utf-8")


def _free(path: Path, suffix: str) -> Path:
    """Return the path with the next free suffix of this kind."""
    earlier = archived(path, suffix)
    number = _number(earlier[-1], suffix) + 1 if earlier else 1
    return path.with_suffix(f"{suffix}{number}")


def keep_record(path: Path, record: dict[str, Any]) -> Path:
    """Write a record among the matches archived from a journal, as the last one; return its path.

    Raises BadInput if that fails.
    """
    return write(_free(path, BEFORE), f"{json.dumps(record)}\n")


def set_aside(path: Path, suffix: str = BEFORE) -> Path:
    """Rename a journal to the next free name with this suffix; return its path.

    Raises BadInput if that fails.
    """
    target = _free(path, suffix)
    try:
        os.replace(path, target)
    except OSError as error:
        raise BadInput(f"{path} can't be kept as {target.name}: {os_reason(error)}") from None
    return target


def archived(path: Path, suffix: str = BEFORE) -> list[Path]:
    """Return the files of the matches archived from ``path``, oldest first."""
    found = path.parent.glob(f"{glob.escape(path.stem)}{suffix}*")
    number = functools.partial(_number, suffix=suffix)
    return sorted((each for each in found if number(each)), key=number)


def _number(path: Path, suffix: str) -> int:
    """Return the number of a file that was set aside; 0 for any other file."""
    number = path.suffix.removeprefix(suffix)
    return int(number) if number.isdecimal() and number.isascii() else 0


# --- Reading -------------------------------------------------------------------------------------


def is_new(path: Path) -> bool:
    """Return True if there is nothing at ``path``, or an empty file."""
    return not path.exists() or (path.is_file() and not _size(path))


def must_be_free(path: Path) -> None:
    """Raise BadInput if there is anything at ``path`` but a journal, which may be damaged."""
    if found := _other_kind(path):
        where = brief_repr(str(path))
        raise BadInput(f"journal is {where}, {found}; expected a journal or a new file")


def is_free(path: Path) -> bool:
    """Return True if there is nothing at ``path`` but perhaps a journal, which may be damaged."""
    return not _other_kind(path)


def _other_kind(path: Path) -> str:
    """Return what is at ``path`` in two or three words; "" for a journal or nothing."""
    if is_new(path):
        return ""
    if not path.is_file():
        return "a folder" if path.is_dir() else "not a file"
    content = read(path)
    for part in (content, content.partition(b"\n")[0]):
        with suppress(BadInput):
            data = parse(part, str(path))
            if is_record(data):
                return "a saved match" if "moves" in data else ""
    return "not a journal"


def resume(path: str | Path) -> Match:
    """Return the match of a journal, without an incomplete last line.

    If the code of its game has changed since, it is as much of the match as that code allows, and
    keeps the record; see ``load.replay_edited``. Raises BadInput for a journal damaged before its
    last line. Journals of older versions have no states or no checks, so that such a change can't
    be told from damage. A file of ``keep_record`` is read, too.
    """
    head, *lines = read(path).decode("utf-8", "replace").split("\n")
    data = parse(head, str(path))
    if is_record(data) and "moves" in data:
        return from_record(data)
    lines = lines[:-1]  # the last one has no newline yet
    with_states = '"state":' in "".join(lines[:1])
    if with_states:
        _must_be_whole(path, data, lines)
    try:
        if with_states and data.get("replayed"):
            with suppress(BadInput):
                return brought_back(data)
        return _strictly(path, data, lines)
    except Exception:  # the changed code of a reader's game may raise anything
        if not with_states:
            raise
    return replay_edited(_record(data, lines))


def _must_be_whole(path: str | Path, head: object, lines: Sequence[str]) -> None:
    """Raise BadInput for the first line that doesn't follow from the one before."""
    as_object(str(path), head)
    check = _digest(json.dumps(head))
    for number, line in enumerate(lines, start=2):
        try:
            change = as_object("the line", parse(line, "the line"))
            given = change.pop("check", None)
            _, check = _checked(check, change)
            if given != check:
                raise invalid("check", given, f"{check!r}: the file differs")
            known_entries("the line", change, MOVE if "move" in change else GOTO)
        except ValueError as error:
            raise BadInput(f"{path}, line {number}: {error}") from None


def _strictly(path: str | Path, head: object, lines: Sequence[str]) -> Match:
    """Return the match of a journal whose game has the same code; raise BadInput for another."""
    match = from_header(head)
    check = _digest(json.dumps(head)) if '"check":' in "".join(lines[:1]) else ""
    for number, line in enumerate(lines, start=2):
        try:
            change = as_object("the line", parse(line, "the line"))
            given = change.pop("check", None)
            if check and "state" not in change:  # of an older version
                _, check = _checked(check, change, match.game.checksum(match.state))
                if given != check:
                    raise invalid("check", given, f"{check!r}: the file or the state differs")
            elif given is not None and not check:
                raise invalid("check", given, "none, as in the lines before")
            _make(match, change)
        except ValueError as error:
            raise BadInput(f"{path}, line {number}: {error}") from None
    return match


def _make(match: Match, change: dict[str, Any]) -> None:
    """Make a change of a journal; raise BadInput for a wrong one."""
    known_entries("the line", change, MOVE if "move" in change else GOTO)
    if "move" in change:
        match.play(as_text("move", change["move"]))
    else:
        match.goto(change.get("goto"))  # type: ignore[arg-type]
    made = _move(match, match.record[-1]) if "move" in change else _goto(match, match.cursor)
    for name, value in change.items():
        if value != made[name] or type(value) is not type(made[name]):
            raise invalid(name, value, f"{made[name]!r}: the state differs")


MOVE = ("move", "by", "turn", "steps", "state")
GOTO = ("goto", "state")


def _record(head: dict[str, Any], lines: Sequence[str]) -> dict[str, Any]:
    """Return the record of a whole journal's match, without playing its moves."""
    moves, ends = list[dict[str, Any]](), list[int]()
    position = 0
    for number, line in enumerate(lines, start=2):
        change = json.loads(line)
        if "move" in change:
            del moves[bisect_right(ends, position) :], ends[len(moves) :]
            position += whole_number(f"steps of line {number}", change.get("steps"), 1, MAX_MOVES)
            moves.append({name: change.get(name) for name in MOVE[:-1]})
            moves[-1]["check"] = change.get("state")
            ends.append(position)
        else:
            end = ends[-1] if ends else 0
            position = whole_number(f"goto of line {number}", change.get("goto"), 0, end)
    return to_keep({**head, "moves": moves, "position": position})
