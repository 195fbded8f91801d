"""The journal of a match that is being played, so that a restarted kernel goes on with it."""

from __future__ import annotations

import glob
import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.load import as_object, as_text, from_header, only, parse, read
from piecepack_nb.core.match import Match
from piecepack_nb.core.record import header, why, write

BEFORE = ".before"
"""How the suffix of a match that was put aside begins; a number follows."""


class Journal:
    """A file that every change of a match is written to before it counts.

    The first line is the record's head, then a line a change: a move, or a jump in time.
    """

    def __init__(self, match: Match, path: str | Path) -> None:
        self.path = Path(path).absolute()
        self.match = match
        self.closed = False
        """True once another table, or another match, writes to the same place."""
        self.begin()
        match.on_change(self._note)
        earlier = _OPEN.get(self.path)
        if earlier is not None:
            earlier.closed = True
        _OPEN[self.path] = self

    def put_aside(self) -> Path:
        """Close the journal and keep its file beside its place, for another match comes there.

        The file's new path; ``kept`` lists it, ``resume`` reads it. Raises BadInput where it can't
        be kept, and then nothing has changed.
        """
        aside = put_aside(self.path)
        self.closed = True
        return aside

    def begin(self) -> None:
        """Write everything that there is so far; call it when other players sit down."""
        played = (*self.match.record, *self.match.undone)
        lines: list[dict[str, Any]] = [header(self.match)]
        lines += [{"move": str(each.move)} for each in played]
        lines.append({"goto": self.match.cursor})
        with suppress(OSError, ValueError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
        write(self.path, "".join(json.dumps(line) + "\n" for line in lines))

    def _note(self, what: str, value: Any) -> None:
        """Write one change; raises BadInput where that fails, and then it doesn't count."""
        if self.closed:
            raise BadInput("this match is closed: its journal is another table's now")
        change = {"move": str(value)} if what == "play" else {"goto": value}
        if not self.path.exists():  # somebody took it away: what was played must not be lost
            self.begin()
        whole = self.path.stat().st_size
        try:
            with self.path.open("ab") as file:
                file.write(json.dumps(change).encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            with suppress(OSError):
                os.truncate(self.path, whole)  # half a line would spoil the next one
            raise BadInput(f"{self.path} can't be written: {why(error)}") from None


def put_aside(path: Path) -> Path:
    """Move a journal's file out of the way; its new path. Raises BadInput where that fails."""
    number = _number(kept(path)[-1]) + 1 if kept(path) else 1
    aside = path.with_suffix(f"{BEFORE}{number}")
    try:
        os.replace(path, aside)
    except OSError as error:
        raise BadInput(f"{path} can't be kept as {aside.name}: {why(error)}") from None
    return aside


def kept(path: Path) -> list[Path]:
    """The files of the matches that were put aside from this place, the oldest first."""
    found = path.parent.glob(f"{glob.escape(path.stem)}{BEFORE}*")
    return sorted((each for each in found if _number(each)), key=_number)


def _number(aside: Path) -> int:
    number = aside.suffix.removeprefix(BEFORE)
    return int(number) if number.isdecimal() and number.isascii() else 0


_OPEN: WeakValueDictionary[Path, Journal] = WeakValueDictionary()
"""The journals that are written to, so that no two matches share one."""


def resume(path: str | Path) -> Match:
    """The match in a journal, as far as it is whole: a last line cut short is left out.

    Raises BadInput where the journal is damaged before that.
    """
    head, *changes = read(path).decode("utf-8", "replace").split("\n")
    match = from_header(parse(head, str(path)))
    for number, line in enumerate(changes[:-1], start=2):  # what follows the last newline is cut
        try:
            change = as_object("the line", parse(line, "the line"))
            only("the line", change, {"move"} if "move" in change else {"goto"})
            if "move" in change:
                match.play(as_text("move", change["move"]))
            else:
                match.goto(change.get("goto"))  # type: ignore[arg-type]
        except ValueError as error:
            raise BadInput(f"{path}, line {number}: {error}") from None
    return match
