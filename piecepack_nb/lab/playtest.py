"""Playtests with people: how long each player thinks, what they take back, what is refused.

Nothing is noted unless ``playtest`` is called for a match: how somebody thinks is theirs to share,
so ask the players first. Only seats, seconds and clauses are noted, no names and no dates.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Chance
from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.match import Match
from piecepack_nb.core.steps import Refusal
from piecepack_nb.lab.chart import Chart
from piecepack_nb.lab.finding import Finding, Record

KINDS = ("move", "undo", "refused")


class Note(NamedTuple):
    """One thing that a player did."""

    kind: str
    """"move", "undo" or "refused"."""
    seat: str
    """The seat, or several that move together or in secret: "suns and moons"."""
    turn: int
    seconds: float
    """The time since the last change of the position."""
    clause: str = ""
    """The clause that refused a move."""


class Playtest(Finding):
    """What people did in a match, noted from now on; ``stop`` ends it.

    With a path, each note is also appended to that file, which ``read_playtest`` reads.
    """

    def __init__(self, title: str, notes: Iterable[Note] = (), path: Path | None = None) -> None:
        self.title = title
        self.notes = list(notes)
        self.path = path
        self._ends: list[Callable[[], None]] = []

    def stop(self) -> None:
        """End the notes; those made are kept."""
        while self._ends:
            self._ends.pop()()

    def watch(self, match: Match) -> None:
        """Note what people do in the match from now on."""
        clock = _Clock()

        def changed(what: str, value: Any) -> None:
            if what == "goto" and value < match.cursor:
                undone = [played for played in match.record if played.end > value]
                people = [p for p in undone if set(p.actor.seats) & set(match.persons)]
                if people:
                    seat, turn = " and ".join(people[-1].actor.seats), people[-1].turn
                    self._add(Note("undo", seat, turn, clock.seconds()))
            elif what == "play" and _is_person(match):
                self._add(Note("move", _seat(match, value), match.turn, clock.seconds()))
            clock.restart()

        def refused(refusal: Refusal) -> None:
            if _is_person(match):
                note = Note("refused", _seat(match), match.turn, clock.seconds(), refusal.clause)
                self._add(note)

        self._ends = [match.on_change(changed), match.on_refusal(refused)]

    def _add(self, note: Note) -> None:
        self.notes.append(note)
        if self.path is not None:
            try:
                with self.path.open("a", encoding="utf-8", newline="\n") as file:
                    file.write(json.dumps(note._asdict()) + "\n")
            except OSError:  # a playtest must not stop the game
                self.path = None

    # --- figures --------------------------------------------------------------------------

    @property
    def seats(self) -> list[str]:
        """The seats that did something, in the order of their first note."""
        return list(dict.fromkeys(note.seat for note in self.notes))

    def thinking(self, seat: str) -> list[float]:
        """Return the seconds before each move of a seat."""
        return [note.seconds for note in self.of(seat, "move")]

    def of(self, seat: str, kind: str) -> list[Note]:
        """Return the notes of one kind of a seat."""
        return [note for note in self.notes if (note.seat, note.kind) == (seat, kind)]

    @property
    def refused(self) -> dict[str, int]:
        """The number of refused tries by clause, most first: the rules that are hardest to keep."""
        counts = Counter(note.clause for note in self.notes if note.kind == "refused")
        return dict(counts.most_common())

    def rows(self) -> list[tuple[str, str]]:
        """Return a row for each seat, then the clauses that refused."""
        found = []
        for seat in self.seats:
            moves, undone, tries = (self.of(seat, kind) for kind in KINDS)
            times = [note.seconds for note in moves]
            counts = f"{len(moves)} moves, {len(undone)} undone, {len(tries)} refused tries"
            if times:
                counts += f"; thinks {median(times):.1f} s (median), {max(times):.1f} s at most"
            found.append((seat, counts))
        clauses = ", ".join(f"{clause} {number}" for clause, number in self.refused.items())
        return [*found, ("refused by", clauses or "nothing")]

    def records(self) -> list[Record]:
        """Return a row for each note."""
        return [note._asdict() for note in self.notes]

    def drawing(self) -> Chart:
        """Return each seat's thinking time from move to move."""
        rows = tuple(
            {"name": seat, "x": number, "value": seconds, "text": f"{seconds:.1f} s"}
            for seat in self.seats
            for number, seconds in enumerate(self.thinking(seat), start=1)
        )
        return Chart("lines", self.title, rows, "seconds", "move")

    def __repr__(self) -> str:
        return f"<{self.title}: {'; '.join(f'{seat}: {figure}' for seat, figure in self.rows())}>"


class _Clock:
    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Begin to count from now."""
        self.begun = monotonic()

    def seconds(self) -> float:
        """Return the seconds since the clock was restarted."""
        return round(monotonic() - self.begun, 2)


def _is_person(match: Match) -> bool:
    """Return True if a person must move, in one of the seats."""
    actor = match.to_act
    return (
        actor is not None
        and not isinstance(actor, Chance)
        and not set(actor.seats).isdisjoint(match.persons)
    )


def _seat(match: Match, move: Any = None) -> str:
    """Return who makes a move: the seat of a secret one, or all that may."""
    actor = match.to_act
    assert actor is not None
    own = getattr(move, "seat", None)
    return own if own in actor.seats else " and ".join(actor.seats)


def playtest(match: Match, path: str | Path | None = None) -> Playtest:
    """Note thinking times, undone moves and refused tries of a match from now on.

    Ask the players first. ``match`` may be that of a table, ``table.match``. With a path, the notes
    are appended to that file as well. Raises BadInput for anything but a match, and for a file that
    can't be written.
    """
    if not isinstance(match, Match):
        raise invalid("the match of the playtest", match, "a match, such as table.match")
    if not isinstance(path, str | Path | None):
        raise invalid("path", path, "the path of a file, or None")
    file = None if path is None else Path(path)
    if file is not None:
        try:
            file.touch()
        except OSError as error:
            raise BadInput(f"{file} can't be written: {error.strerror}") from None
    made = Playtest(f"A playtest of {match.game.name}", path=file)
    made.watch(match)
    return made


def read_playtest(path: str | Path) -> Playtest:
    """Return the notes of a file; raise BadInput for one that can't be read, with the line."""
    if not isinstance(path, str | Path):
        raise invalid("path", path, "the path of a file")
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} can't be read: {error}") from None
    return Playtest(f"The playtest of {path}", [_read(n, line) for n, line in enumerate(lines, 1)])


def _read(number: int, line: str) -> Note:
    try:
        data: dict[str, Any] = json.loads(line)
        note = Note(**data)
    except (TypeError, ValueError):
        raise invalid(f"line {number}", line, "a note of a playtest") from None
    types = {"kind": str, "seat": str, "turn": int, "seconds": int | float, "clause": str}
    if note.kind not in KINDS or not all(isinstance(data[name], types[name]) for name in data):
        raise invalid(f"line {number}", line, "a note of a playtest")
    return note
