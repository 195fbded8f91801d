"""A diary of a game's versions: why each was made, what was seen, what was measured.

It is a file in the folder ``diary`` beside the notebook, with the program of each version, so that
none is lost when the class is changed. Reading it runs nothing.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.load import parse_texts, read
from piecepack_nb.core.record import write
from piecepack_nb.core.registry import find, register, registered
from piecepack_nb.core.wording import count_noun
from piecepack_nb.design.program import Program, program_of
from piecepack_nb.lab.finding import Finding
from piecepack_nb.scene.svg import clean

FOLDER = "diary"
FORMAT, VERSION = "piecepack_nb diary", 1
MOST_ENTRIES, LONGEST = 500, 20_000
TEXTS = ("program", "why", "seen", "measured", "date")
"""The entries of a note that are texts."""


class DiaryNote(NamedTuple):
    """A note on a version."""

    version: int
    """Its number, from 1; a version whose program is the same has the same number."""
    program: str
    """The class with all that it uses; "" where it isn't known."""
    why: str = ""
    seen: str = ""
    measured: str = ""
    date: str = ""

    def __str__(self) -> str:
        named = (("why", self.why), ("seen", self.seen), ("measured", self.measured))
        lines = [f"  {name}: {text}" for name, text in named if text]
        return "\n".join([f"Version {self.version}, {self.date}", *lines])


class Diary:
    """The notes on a game's versions, oldest first; ``pp.diary`` makes and keeps it."""

    def __init__(self, name: str, path: Path, notes: list[DiaryNote]) -> None:
        self.name, self.path = name, path
        self.notes = tuple(notes)

    @property
    def versions(self) -> tuple[int, ...]:
        """The numbers of the versions."""
        return tuple(dict.fromkeys(note.version for note in self.notes))

    def program(self, version: int) -> Program:
        """Return the program of a version; nothing of it runs.

        Raises BadInput for a version that isn't there, or whose text isn't known.
        """
        found = [note.program for note in self.notes if note.version == version]
        if not found:
            known = ", ".join(map(str, self.versions)) or "none yet"
            raise invalid("the version", version, f"one of {known}")
        if not found[-1]:
            raise BadInput(f"the program of version {version} isn't known; keep its class instead")
        return Program(found[-1])

    def run(self, version: int) -> type:
        """Run the program of a version; return its class. The game's name keeps its present class.

        ``pp.difference(diary.run(1), Hill)`` compares two versions. Don't run a stranger's diary.
        Raises BadInput as ``program`` does, and whatever the program raises.
        """
        program = self.program(version)
        now = find(self.name)
        try:
            return program.run()
        finally:
            register(getattr(now, "design_class", now))

    def changes(self, before: int, after: int) -> str:
        """Return the lines that differ between the programs of two versions."""
        one, two = (self.program(each).text.splitlines() for each in (before, after))
        names = f"version {before}", f"version {after}"
        return "\n".join(difflib.unified_diff(one, two, *names, lineterm=""))

    def to_json(self) -> dict[str, Any]:
        """Return the diary as plain data."""
        notes = [note._asdict() for note in self.notes]
        return {"format": FORMAT, "version": VERSION, "game": self.name, "notes": notes}

    def __str__(self) -> str:
        head = f"{self.name}: {count_noun(len(self.versions), 'version')}"
        return "\n".join([head, *map(str, self.notes)])

    def __repr__(self) -> str:
        return f"<Diary of {self.name}: {count_noun(len(self.versions), 'version')}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f'<tr><th scope="row">{note.version}</th>'
            + "".join(
                f'<td style="text-align:left;white-space:pre-wrap">{clean(text)}</td>'
                for text in (note.date, note.why, note.seen, note.measured)
            )
            + "</tr>"
            for note in self.notes
        )
        head = "".join(
            f'<th scope="col" style="text-align:left">{word}</th>'
            for word in ("version", "day", "why", "seen", "measured")
        )
        return (
            f"<table><caption>{clean(self.name)}</caption>"
            f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        )


def diary(
    what: str | type,
    why: str = "",
    *,
    seen: str = "",
    measured: object = "",
    where: str | Path = FOLDER,
) -> Diary:
    """Return the diary of a game's versions, with a note on the present one if there is a text.

    See ``pp.diary``.
    """
    game = _game_of(what)
    path = Path(where) / f"{game.name}.json"
    notes = _read(path, game.name) if path.exists() else []
    texts = {"why": why, "seen": seen, "measured": _said(measured)}
    for name, text in texts.items():
        given: object = text
        if not isinstance(given, str) or len(given) > LONGEST:
            raise invalid(name, given, f"a text of at most {LONGEST} characters")
    if any(texts.values()):
        notes.append(_note(notes, getattr(game, "design_class", game), texts))
    made = Diary(game.name, path, notes[-MOST_ENTRIES:])
    if any(texts.values()):
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, json.dumps(made.to_json(), ensure_ascii=False, indent=1))
    return made


def _game_of(what: str | type) -> type[AnyGame]:
    """Return a game by its name or class; a version that isn't registered counts by its name."""
    made: Any = what
    if isinstance(what, type) and registered(what) is None and hasattr(made, "as_game"):
        game: type[AnyGame] = made.as_game()
        return game
    return find(what)


def _said(measured: object) -> str:
    """Return what was measured as text: a finding's table, or its verdict."""
    if isinstance(measured, Finding):
        verdict = getattr(measured, "verdict", None)
        return f"{measured.title}: {verdict()}" if callable(verdict) else measured.table()
    return str(measured)


def _note(notes: list[DiaryNote], game: type, texts: Mapping[str, str]) -> DiaryNote:
    """Return a note on a class: a new version if its program is another than the last one's."""
    try:
        program = program_of(game)
    except (BadInput, KeyError, OSError):
        program = ""
    number = notes[-1].version if notes else 1
    if notes and notes[-1].program != program:
        number = max(note.version for note in notes) + 1
    return DiaryNote(number, program, **texts, date=date.today().isoformat())  # noqa: DTZ011


def _read(path: Path, name: str) -> list[DiaryNote]:
    """Return the notes of a file; raise BadInput for anything but a diary of this game."""
    expected = f"a diary of {name}, as pp.diary writes it"
    data = parse_texts(read(path), str(path), expected)
    if not isinstance(data, dict) or data.get("format") != FORMAT or data.get("game") != name:
        raise invalid(str(path), "another file", expected)
    found = data.get("notes")
    if not isinstance(found, list) or len(found) > MOST_ENTRIES:
        raise invalid("notes", found, f"a list of at most {MOST_ENTRIES}")
    return [_checked(each, expected) for each in found]


def _checked(note: object, expected: str) -> DiaryNote:
    if not isinstance(note, dict) or {*note} != {"version", *TEXTS}:
        raise invalid("a note", note, expected)
    if type(note["version"]) is not int or not all(isinstance(note[each], str) for each in TEXTS):
        raise invalid("a note", note, expected)
    return DiaryNote(**note)
