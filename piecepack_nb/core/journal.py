"""The journal of a match in play, from which a restarted kernel resumes the match."""

from __future__ import annotations

import glob
import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.load import as_object, as_text, from_header, parse, read
from piecepack_nb.core.match import Match
from piecepack_nb.core.record import header, os_reason, write
from piecepack_nb.core.validate import known_entries

BEFORE = ".before"
"""The suffix of an archived match's file, before its number."""


class Journal:
    """A file that records every change of a match before the change is made.

    The first line is the record's header; each further line is a change: a move or a goto.
    """

    def __init__(self, match: Match, path: str | Path) -> None:
        self.path = Path(path).absolute()
        self.match = match
        self.closed = False
        """True once the match is archived, or another table writes to the same file."""
        self.begin()
        match.on_change(self._note)
        earlier = _OPEN.get(self.path)
        if earlier is not None:
            earlier.closed = True
        _OPEN[self.path] = self

    def archive(self) -> Path:
        """Close the journal and move its file out of the way of the next match; return its path.

        ``archived`` lists the file and ``resume`` reads it. Raises BadInput if it can't be moved;
        the journal then stays open.
        """
        moved = archive(self.path)
        self.closed = True
        return moved

    def begin(self) -> None:
        """Write the whole match, replacing the file; needed after its players change."""
        played = (*self.match.record, *self.match.undone)
        lines: list[dict[str, Any]] = [header(self.match)]
        lines += [{"move": str(each.move)} for each in played]
        lines.append({"goto": self.match.cursor})
        with suppress(OSError, ValueError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
        write(self.path, "".join(json.dumps(line) + "\n" for line in lines))

    def _note(self, what: str, value: Any) -> None:
        """Append one change; raise BadInput if that fails, which prevents the change."""
        if self.closed:
            raise BadInput("this match is closed: its journal is another table's now")
        change = {"move": str(value)} if what == "play" else {"goto": value}
        if not self.path.exists():  # a deleted journal must not lose the moves so far
            self.begin()
        size = self.path.stat().st_size
        try:
            with self.path.open("ab") as file:
                file.write(json.dumps(change).encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            with suppress(OSError):
                os.truncate(self.path, size)  # a partial line would damage the next one
            raise BadInput(f"{self.path} can't be written: {os_reason(error)}") from None


def archive(path: Path) -> Path:
    """Rename a journal to the next free archive name; return its path, or raise BadInput."""
    number = _number(archived(path)[-1]) + 1 if archived(path) else 1
    target = path.with_suffix(f"{BEFORE}{number}")
    try:
        os.replace(path, target)
    except OSError as error:
        raise BadInput(f"{path} can't be kept as {target.name}: {os_reason(error)}") from None
    return target


def archived(path: Path) -> list[Path]:
    """Return the files of the matches archived from ``path``, oldest first."""
    found = path.parent.glob(f"{glob.escape(path.stem)}{BEFORE}*")
    return sorted((each for each in found if _number(each)), key=_number)


def _number(path: Path) -> int:
    """Return the number of an archived match; 0 for any other file."""
    number = path.suffix.removeprefix(BEFORE)
    return int(number) if number.isdecimal() and number.isascii() else 0


_OPEN: WeakValueDictionary[Path, Journal] = WeakValueDictionary()
"""The open journals, so that no two matches write to one file."""


def resume(path: str | Path) -> Match:
    """Return the match of a journal, without an incomplete last line.

    Raises BadInput for a journal damaged before that.
    """
    head, *changes = read(path).decode("utf-8", "replace").split("\n")
    match = from_header(parse(head, str(path)))
    for number, line in enumerate(changes[:-1], start=2):  # the last one has no newline yet
        try:
            change = as_object("the line", parse(line, "the line"))
            known_entries("the line", change, ("move",) if "move" in change else ("goto",))
            if "move" in change:
                match.play(as_text("move", change["move"]))
            else:
                match.goto(change.get("goto"))  # type: ignore[arg-type]
        except ValueError as error:
            raise BadInput(f"{path}, line {number}: {error}") from None
    return match
