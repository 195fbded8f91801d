"""Playtests with people: how long each player thinks, what they take back, what is refused.

Nothing is noted unless ``playtest`` is called for a match, or a table has ``notes``: how somebody
thinks is theirs to share, so the table says so, and players may end it. Only seats, seconds,
clauses and the answers that players write are noted, no names and no dates.

A file of notes has a line of JSON for each note. A heading before them says which game it was; a
file may hold several matches, each after its own heading.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from secrets import token_hex
from statistics import median
from time import monotonic
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Chance
from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.journal import keep_out_of_git
from piecepack_nb.core.load import as_object, parse, read
from piecepack_nb.core.match import Match
from piecepack_nb.core.record import unwritable
from piecepack_nb.core.steps import Refusal
from piecepack_nb.core.validate import known_entries, sequence
from piecepack_nb.core.wording import count_noun
from piecepack_nb.lab.chart import Chart
from piecepack_nb.lab.finding import Finding, Record

KINDS = ("move", "undo", "refused", "answer", "end")
FORMAT, VERSION = "piecepack_nb playtest", 1
FOLDER = "playtests"
"""The folder for the notes of tables, beside the notebook."""
QUESTIONS = ("What did you not understand?", "What would you change?")
"""The questions after the game, unless the designer has others."""
MOST_QUESTIONS, LONGEST_QUESTION, LONGEST_ANSWER = 5, 200, 1000
MOST_LINES = 50_000
"""The lines of a file that are read; a long game has some hundreds."""
LONGEST_TEXT = 2000
LONGEST_GAME = 1_000_000
"""The highest number of a turn, and the most seconds, that a note may have."""


class Note(NamedTuple):
    """One thing that a player did, or the end of the game."""

    kind: str
    """"move", "undo", "refused", "answer" or "end"."""
    seat: str
    """The seat, or several that move together or in secret: "suns and moons"."""
    turn: int
    seconds: float
    """The time since the last change of the position."""
    clause: str = ""
    """The clause that refused a move."""
    rule: str = ""
    """The title of that clause."""
    text: str = ""
    """The words of the refusal, of the answer or of the result."""
    question: str = ""
    """The question that was answered."""


@dataclass(frozen=True)
class Heading:
    """The game that notes are of."""

    game: str = ""
    """Its name; "" in files without a heading."""
    title: str = ""
    rules: Mapping[str, Any] | None = None
    """The rule options that differ from the printed rules."""
    goes_on: bool = False
    """True if the match of the notes before goes on, such as after a restart."""
    id: str = ""
    """Random, so that notes which somebody saves twice count once."""

    def to_json(self) -> dict[str, Any]:
        """Return the heading as the line of a file."""
        head = {"format": FORMAT, "version": VERSION}
        return {**head, **vars(self), "rules": dict(self.rules or {})}


class Playtest(Finding):
    """The notes on what people do in a match from now on; ``stop`` ends them.

    With a path, each note is also appended to that file, which ``read_playtest`` reads.
    """

    def __init__(
        self,
        title: str,
        notes: Iterable[Note] = (),
        path: Path | None = None,
        heading: Heading | None = None,
        questions: Sequence[str] = (),
    ) -> None:
        self.title = title
        self.notes = list(notes)
        self.path = path
        self.heading = heading or Heading()
        self.questions = tuple(questions)
        """The questions to each player after the game."""
        self.warning = ""
        """The reason why the notes are no longer written to the file; "" if they are."""
        self._ends: list[Callable[[], None]] = []
        self._match: Match | None = None

    def stop(self) -> None:
        """End the notes; those made are kept."""
        self.note_end()
        while self._ends:
            self._ends.pop()()

    @property
    def is_on(self) -> bool:
        """True while notes are taken."""
        return bool(self._ends)

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
                known = match.game.rulebook.clauses.get(refusal.clause)
                rule, text = known.title if known else "", refusal.text[:LONGEST_TEXT]
                tried = _seat(match), match.turn, clock.seconds()
                self._add(Note("refused", *tried, refusal.clause, rule, text))

        self._match = match
        self._ends = [match.on_change(changed), match.on_refusal(refused)]

    def note_end(self) -> None:
        """Note the end of the game, if it is over; once."""
        match = self._match
        ended = match.result if match is not None and self.is_on else None
        kinds = [note.kind for note in self.notes if note.kind != "answer"]
        if match is not None and ended is not None and kinds[-1:] != ["end"]:
            clause, text = ended.clause, ended.text[:LONGEST_TEXT]
            self._add(Note("end", "", match.turn, 0.0, clause, "", text))

    def is_of(self, match: Match) -> bool:
        """Return True if these are notes of the match."""
        return self._match is match

    @property
    def is_over(self) -> bool:
        """True if the match that is noted is at its end."""
        return self._match is not None and self._match.result is not None

    @property
    def to_ask(self) -> tuple[str, ...]:
        """The seats of people who have not answered the questions yet."""
        asked = {note.seat for note in self.notes if note.kind == "answer"}
        persons = self._match.persons if self._match else ()
        return tuple(seat for seat in persons if seat not in asked) if self.questions else ()

    def answer(self, seat: str, answers: Sequence[str]) -> None:
        """Note a player's answers to the questions, in order; "" for none.

        Raises BadInput for another seat than one to ask, and for answers that don't fit.
        """
        if seat not in self.to_ask:
            raise invalid("the seat", seat, f"one of {', '.join(self.to_ask) or 'none: all have'}")
        given = sequence("the answers", answers, len(self.questions), "texts")
        if len(given) < len(self.questions):
            raise invalid("the answers", answers, f"{len(self.questions)} texts")
        for text in given:
            if not isinstance(text, str) or len(text) > LONGEST_ANSWER:
                raise invalid("an answer", text, f"a text of at most {LONGEST_ANSWER} characters")
        turn = self._match.turn if self._match else 0
        for question, text in zip(self.questions, given, strict=True):
            note = Note("answer", seat, turn, 0.0, text=text.strip(), question=question)
            self._add(note)

    def _add(self, note: Note) -> None:
        self.notes.append(note)
        self._write(note._asdict())

    def _write(self, line: Mapping[str, Any]) -> None:
        if self.path is not None:
            try:
                with self.path.open("ab+") as file:
                    _end_line(file)
                    file.write(f"{json.dumps(line)}\n".encode())
            except OSError as error:  # a playtest must not stop the game
                self.warning = str(unwritable(self.path, error))
                self.path = None

    # --- figures --------------------------------------------------------------------------

    @property
    def seats(self) -> list[str]:
        """The seats that did something, in the order of their first note."""
        return list(dict.fromkeys(note.seat for note in self.notes if note.kind in KINDS[:3]))

    def thinking(self, seat: str) -> list[float]:
        """Return the seconds before each move of a seat."""
        return [note.seconds for note in self.of(seat, "move")]

    def of(self, seat: str, kind: str) -> list[Note]:
        """Return the notes of one kind of a seat."""
        return [note for note in self.notes if (note.seat, note.kind) == (seat, kind)]

    def all(self, kind: str) -> list[Note]:
        """Return the notes of one kind."""
        return [note for note in self.notes if note.kind == kind]

    @property
    def refused(self) -> dict[str, int]:
        """The number of refused tries by clause, most first: the rules that are hardest to keep."""
        return dict(Counter(note.clause for note in self.all("refused")).most_common())

    def rows(self) -> list[tuple[str, str]]:
        """Return a row for each seat, then the clauses that refused, then the answers."""
        found = []
        for seat in self.seats:
            moves, undone, tries = (self.of(seat, kind) for kind in KINDS[:3])
            times = [note.seconds for note in moves]
            refused = f"{len(tries)} refused {'try' if len(tries) == 1 else 'tries'}"
            counts = f"{count_noun(len(moves), 'move')}, {len(undone)} undone, {refused}"
            if times:
                counts += f"; thinks {median(times):.1f} s (median), {max(times):.1f} s at most"
            found.append((seat, counts))
        clauses = ", ".join(f"{clause} {number}" for clause, number in self.refused.items())
        answers = [
            (f"{each.seat}: {each.question}", each.text or "–") for each in self.all("answer")
        ]
        return [*found, ("refused by", clauses or "nothing"), *answers]

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


def playtest(
    match: Match, path: str | Path | None = None, questions: Iterable[str] = ()
) -> Playtest:
    """Note thinking times, undone moves and refused tries of a match from now on.

    Ask the players first. ``match`` may be that of a table, ``table.match``; ``pp.play(...,
    notes=True)`` does this for a table, and says so on it. With a path, the notes are appended to
    that file as well. ``questions`` are those to each player after the game. Raises BadInput for
    anything but a match, and for a file that can't be written.
    """
    if not isinstance(match, Match):
        raise invalid("the match of the playtest", match, "a match, such as table.match")
    if not isinstance(path, str | Path | None):
        raise invalid("path", path, "the path of a file, or None")
    made = Playtest(
        f"A playtest of {match.game.name}",
        path=None if path is None else Path(path),
        heading=_heading(match),
        questions=checked_questions(questions),
    )
    made._write(made.heading.to_json())
    if made.warning:
        raise BadInput(made.warning)
    made.watch(match)
    return made


def take_notes(match: Match, questions: Iterable[str] = QUESTIONS, journal: str = "") -> Playtest:
    """Note a table's match in a file of ``playtests/``, or without one if it can't be written.

    A table with a ``journal``, the name of its file, goes on in its file after a restart.
    """
    keep_out_of_git(Path(FOLDER))
    of = [match.game.name, match.game.rules.to_json(), match.seed, journal or token_hex(8)]
    mark = blake2b(json.dumps(of).encode(), digest_size=4).hexdigest()
    try:
        return playtest(match, Path(FOLDER, f"{match.game.name}-{mark}.jsonl"), questions)
    except BadInput as error:
        made = playtest(match, None, questions)
        made.warning = str(error)
        return made


def checked_questions(questions: Iterable[str]) -> tuple[str, ...]:
    """Return the designer's questions; raise BadInput for anything but a few texts."""
    some = f"up to {MOST_QUESTIONS} texts of at most {LONGEST_QUESTION} characters"
    found: list[Any] = [questions] if isinstance(questions, str) else [*questions]
    fit = all(isinstance(each, str) and 0 < len(each) <= LONGEST_QUESTION for each in found)
    if not fit or len(found) > MOST_QUESTIONS:
        raise invalid("the questions", found, some)
    return tuple(found)


def _heading(match: Match) -> Heading:
    game: AnyGame = match.game
    return Heading(game.name, game.title, game.rules.changed(), _goes_on(match), token_hex(6))


def _goes_on(match: Match) -> bool:
    """Return True if a person has moved already: the notes go on."""
    return any(set(played.actor.seats) & set(match.persons) for played in match.record)


def _end_line(file: Any) -> None:
    """End an unfinished last line, which would damage the next one."""
    if file.seek(0, 2):
        file.seek(-1, 2)
        if file.read(1) != b"\n":
            file.write(b"\n")


# --- Reading -------------------------------------------------------------------------------------


def read_playtest(path: str | Path) -> Playtest:
    """Return the notes of a file; raise BadInput for one that can't be read, with the line.

    ``pp.playtests`` reads many files, and leaves out what it can't read.
    """
    if not isinstance(path, str | Path):
        raise invalid("path", path, "the path of a file")
    if Path(path).is_dir():
        raise invalid("path", str(path), "a file; pp.playtests reads a folder")
    problems: list[str] = []
    found = playtests_in(Path(path), problems)
    if problems:
        raise BadInput(problems[0].partition(": ")[2])
    notes = [note for each in found for note in each.notes]
    heading = found[0].heading if found else None
    return Playtest(f"The playtest of {path}", notes, heading=heading)


def playtests_in(path: Path, left_out: list[str]) -> list[Playtest]:
    """Return the playtests in a file; add what can't be read to ``left_out``, line by line."""
    try:
        lines = read(path).decode("utf-8", "replace").split("\n")
    except BadInput as error:
        left_out.append(f"{path.name}: {error}")
        return []
    if lines[-1] == "":
        lines.pop()
    if len(lines) > MOST_LINES:
        left_out.append(f"{path.name}: it has {len(lines)} lines; expected at most {MOST_LINES}")
        lines = lines[:MOST_LINES]
    made: list[Playtest] = []
    for number, line in enumerate(lines, start=1):
        try:
            read_line = _read(number, line)
        except BadInput as error:
            left_out.append(f"{path.name}: {error}")
            continue
        if isinstance(read_line, Note):
            if not made:
                made.append(Playtest(path.stem))
            made[-1].notes.append(read_line)
        elif not (read_line.goes_on and made and made[-1].heading.game == read_line.game):
            made.append(Playtest(path.stem, heading=read_line))
    return made


def _read(number: int, line: str) -> Note | Heading:
    """Return the heading or the note of a line; raise BadInput for anything else."""
    try:
        data = as_object("the line", parse(line, "the line"))
        if data.get("format") == FORMAT:
            return _read_heading(data)
        known_entries("a note", data, Note._fields)
        note = Note(**data)
    except (BadInput, TypeError):
        raise invalid(f"line {number}", line, "a note of a playtest") from None
    if not _is_note(note):
        raise invalid(f"line {number}", line, "a note of a playtest")
    return note


def _is_note(note: Note) -> bool:
    return (
        note.kind in KINDS
        and _are_texts(note.seat, note.clause, note.rule, note.text, note.question)
        and type(note.turn) is int
        and 0 <= note.turn <= LONGEST_GAME
        and type(note.seconds) in (int, float)
        and 0 <= note.seconds <= LONGEST_GAME
    )


def _are_texts(*values: Any) -> bool:
    return all(isinstance(value, str) and len(value) <= LONGEST_TEXT for value in values)


def _read_heading(data: dict[str, Any]) -> Heading:
    """Return the heading of a line; raise BadInput for a wrong entry."""
    known_entries("the heading", data, ("format", "version", *Heading.__dataclass_fields__))
    if data.pop("version", None) != VERSION:
        raise invalid("version", data, str(VERSION))
    data.pop("format")
    heading = Heading(**data)
    if not _are_texts(heading.game, heading.title, heading.id):
        raise invalid("the heading", data, "the game's name and title, and an id")
    if type(heading.goes_on) is not bool:
        raise invalid("goes_on", heading.goes_on, "true or false")
    as_object("rules", heading.rules)
    return heading
