"""One file to hand in: a student's answers, predictions, games, playtest notes and measures.

The file is JSON and only data: whoever reads it runs nothing of it, and believes nothing but that
its texts are texts.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.journal import FOLDER
from piecepack_nb.core.load import parse_texts, read
from piecepack_nb.core.record import write
from piecepack_nb.core.registry import find, own_games
from piecepack_nb.core.wording import join_list
from piecepack_nb.design.program import MAX_PROGRAM, program_of
from piecepack_nb.lab.finding import Finding
from piecepack_nb.lessons.handed_in import code_cells

FORMAT, VERSION = "piecepack_nb hand-in", 1
ENDING = ".handin.json"
LARGEST = 4_000_000
"""The most characters of a file."""
MOST, LONGEST = 100, 400_000
"""The most texts of a kind, and the most characters of one."""
NAME = re.compile(r"[\w][\w .'-]{0,59}")
KINDS = (
    "answers", "predictions", "games", "rulebooks", "notebooks", "notes", "diaries", "measures",
)  # fmt: skip
"""The contents of a file: texts by name, of a notebook the text of its code cells as JSON."""
COUNTED = {
    "answers": ("answer", "answers"),
    "predictions": ("prediction", "predictions"),
    "games": ("game", "games"),
    "notebooks": ("notebook", "notebooks"),
    "notes": ("file of playtests", "files of playtests"),
    "diaries": ("diary", "diaries"),
    "measures": ("table of measures", "tables of measures"),
}
"""The words for what is counted, one and several; a game's rulebook belongs to the game."""


class HandIn(NamedTuple):
    """A student's file: texts by name, of each kind."""

    name: str
    """The student's name, "" for none."""
    answers: Mapping[str, str]
    predictions: Mapping[str, str]
    """The lines of the file of predictions."""
    games: Mapping[str, str]
    """The programs of own games."""
    rulebooks: Mapping[str, str]
    notebooks: Mapping[str, str]
    notes: Mapping[str, str]
    """The files of playtests."""
    diaries: Mapping[str, str]
    measures: Mapping[str, str]

    def to_json(self) -> dict[str, Any]:
        """Return the file's content as plain data."""
        kinds = {kind: dict(getattr(self, kind)) for kind in KINDS}
        return {"format": FORMAT, "version": VERSION, "name": self.name, **kinds}

    def in_words(self) -> str:
        """Return how many of each kind the file holds, in words; "nothing yet" for none."""
        lines = sum(text.count('"guess": ') for text in self.predictions.values())
        counts = {kind: len(getattr(self, kind)) for kind in COUNTED} | {"predictions": lines}
        found = [
            f"{number} {COUNTED[kind][number > 1]}" for kind, number in counts.items() if number
        ]
        return join_list(found) if found else "nothing yet"


class HandInPath(type(Path()) if not TYPE_CHECKING else Path):  # type: ignore[misc]
    """The path of a file to hand in, which a cell shows as a sentence."""

    content = ""
    """The contents of the file, in words; "" if it isn't known, as of a path made from this one."""

    def __repr__(self) -> str:
        if not self.content:
            return repr(Path(self))
        return f"{self} is written, with {self.content}. Hand in this one file."


def hand_in(
    name: str = "",
    *,
    answers: Mapping[str, str] | None = None,
    games: Iterable[str | type] | None = None,
    notebooks: Iterable[str | Path] = (),
    measures: Iterable[Finding] = (),
    folder: str | Path = ".",
) -> Path:
    """Write a student's file; return its path. See ``pp.hand_in``."""
    given: object = name
    if not isinstance(given, str) or (given and not NAME.fullmatch(given)):
        raise invalid("the name", name, "a name such as 'ann', or nothing")
    top = Path(folder)
    chosen = own_games() if games is None else tuple(games)
    classes = {find(each).name: find(each) for each in chosen}
    made = HandIn(
        name,
        _texts("answers", answers or {}),
        _files(top / FOLDER, "predictions.jsonl"),
        {key: _program(each) for key, each in classes.items()},
        {
            key: "\n".join(f"{c.id} {c.title}. {c.text}" for c in each().rulebook)
            for key, each in classes.items()
        },
        {Path(each).name: json.dumps(code_cells(Path(each))) for each in notebooks},
        _files(top / "playtests", "*.jsonl"),
        _files(top / "diary", "*.json"),
        {each.title: each.table() for each in measures},
    )
    path = top / f"{name or f'anonymous-{secrets.token_hex(4)}'}{ENDING}"
    text = json.dumps(made.to_json(), ensure_ascii=False)
    _checked(json.loads(text), str(path))
    written = HandInPath(write(path, text))
    written.content = made.in_words()
    return written


def _program(game: Any) -> str:
    """Return the program of an own game; "" where it isn't known."""
    with suppress(BadInput, KeyError, OSError):
        return program_of(getattr(game, "design_class", game))
    return ""


def _texts(what: str, given: object) -> dict[str, str]:
    """Return texts by name; raise BadInput for anything else."""
    if not isinstance(given, Mapping) or not all(isinstance(each, str) for each in given.values()):
        raise invalid(what, given, "texts by name, such as {'1': 'They block too late.'}")
    return {str(name): text for name, text in given.items()}


def _files(folder: Path, pattern: str) -> dict[str, str]:
    """Return the texts of files of a folder, by their names."""
    found = sorted(folder.glob(pattern))[:MOST]
    return {path.name: path.read_text(encoding="utf-8", errors="replace") for path in found}


def read_hand_in(path: Path) -> HandIn:
    """Return the content of a file; raise BadInput for anything but a hand-in."""
    content = read(path)
    if len(content) > 2 * LARGEST:
        raise BadInput(f"{path.name} has {len(content)} bytes; expected at most {2 * LARGEST}")
    return _checked(parse_texts(content, path.name, "a hand-in"), path.name)


def _checked(data: object, where: str) -> HandIn:
    """Return checked data as a hand-in; raise BadInput for anything else."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadInput(f"{where} is no hand-in; expected a file that pp.hand_in wrote")
    if data.get("version") != VERSION:
        raise invalid(f"the version of {where}", data.get("version"), str(VERSION))
    name = data.get("name")
    if not isinstance(name, str) or (name and not NAME.fullmatch(name)):
        raise invalid(f"the name in {where}", name, "a name, or none")
    kinds = {kind: _kind(where, kind, data.get(kind)) for kind in KINDS}
    if sum(len(text) for texts in kinds.values() for text in texts.values()) > LARGEST:
        raise BadInput(f"{where} is too large; expected at most {LARGEST} characters")
    return HandIn(name, **kinds)


def _kind(where: str, kind: str, found: object) -> dict[str, str]:
    longest = MAX_PROGRAM if kind == "games" else LONGEST
    fits = isinstance(found, dict) and len(found) <= MOST and all(
        isinstance(text, str) and len(text) <= longest and len(key) <= 200
        for key, text in found.items()
    )  # fmt: skip
    if not fits:
        expected = f"at most {MOST} texts by name, of at most {longest} characters"
        raise invalid(f"{kind} in {where}", found, expected)
    assert isinstance(found, dict)
    return dict(found)
