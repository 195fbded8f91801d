"""The journal of a match that is being played, so that a restarted kernel goes on with it."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.match import Match
from piecepack_nb.core.record import (
    MakeGame,
    as_object,
    as_text,
    from_header,
    header,
    only,
    parse,
    read,
    why,
    write,
)

__all__ = ["Journal", "resume"]


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
        match.watch(self._note)
        earlier = _OPEN.get(self.path)
        if earlier is not None:
            earlier.closed = True
        _OPEN[self.path] = self

    def instead(self, match: Match) -> Journal:
        """A journal of another match at the same place; this one's file is kept as ``.before``."""
        self.closed = True
        with suppress(OSError):
            os.replace(self.path, self.path.with_suffix(".before"))
        return Journal(match, self.path)

    def begin(self) -> None:
        """Write everything that there is so far; call it when other players sit down."""
        played = (*self.match.record, *self.match.undone)
        lines: list[dict[str, Any]] = [header(self.match)]
        lines += [{"move": str(each.move)} for each in played]
        lines.append({"goto": self.match.position})
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


_OPEN: WeakValueDictionary[Path, Journal] = WeakValueDictionary()
"""The journals that are written to, so that no two matches share one."""


def resume(path: str | Path, make: MakeGame) -> Match:
    """The match in a journal, as far as it is whole: a last line cut short is left out.

    Raises BadInput where the journal is damaged before that.
    """
    head, *changes = read(path).decode("utf-8", "replace").split("\n")
    match = from_header(parse(head, str(path)), make)
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
