"""Matches as JSON files, and the journal of a match that is being played.

A file holds the moves, not the tables: loading plays them again by the engine, and compares a
check value after every move. Nothing in a file is believed before it was checked.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from piecepack_nb.core.dice import Scripted, Typed
from piecepack_nb.core.errors import BadInput, wrong
from piecepack_nb.core.game import Game
from piecepack_nb.core.match import PERSON, Match

__all__ = ["Journal", "MakeGame", "from_record", "load", "resume", "save", "to_record"]

FORMAT = "piecepack_nb match"
VERSION = 1
ENTRIES = {
    "format",
    "version",
    "game",
    "rules",
    "seed",
    "dice",
    "seats",
    "start",
    "moves",
}
LARGEST_FILE = 16 * 2**20  # bytes; a long match takes about a hundredth of it
MOST_MOVES = 100_000

MakeGame = Callable[[str, dict[str, Any]], Game[Any, Any, Any]]
"""``make(name, rules)`` gives the game; raises BadInput for what is unknown."""


def to_record(match: Match) -> dict[str, Any]:
    """The match as plain JSON values. A function that plays a seat is recorded as a person."""
    return {
        **_header(match),
        "moves": [_entry(match, played) for played in match.record],
    }


def _header(match: Match) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": match.game.name,
        "rules": match.game.rules.to_json(),
        "seed": match.seed,
        "dice": _dice_json(match.dice),
        "seats": {
            seat: player if isinstance(player, str) else PERSON
            for seat, player in match.seats.items()
        },
        "start": match.game.to_json(match.start) if match.from_position else None,
    }


def _dice_json(dice: object) -> Any:
    if isinstance(dice, Typed):
        return "typed"
    if isinstance(dice, Scripted):
        return [
            roll if roll is None or isinstance(roll, str) else dict(roll) for roll in dice.rolls
        ]
    return None


def _entry(match: Match, played: Any) -> dict[str, Any]:
    check = match.game.check(played.steps[-1].state)
    return {"turn": played.turn, "move": str(played.move), "check": check}


def from_record(data: object, make: MakeGame) -> Match:
    """The match that a record tells; raises BadInput for the first thing that is wrong in it."""
    match = _from_header(data, make)
    assert isinstance(data, dict)
    moves = data.get("moves")
    if not isinstance(moves, list) or len(moves) > MOST_MOVES:
        raise wrong("moves", moves, f"a list of at most {MOST_MOVES} moves")
    for number, entry in enumerate(moves):
        _replay(match, entry, f"moves[{number}]")
    return match


def _from_header(data: object, make: MakeGame) -> Match:
    head = _object("the file", data)
    if head.get("format") != FORMAT:
        raise wrong("format", head.get("format"), repr(FORMAT))
    if type(head.get("version")) is not int or head["version"] != VERSION:
        raise wrong("version", head.get("version"), str(VERSION))
    if unknown := set(head) - ENTRIES:
        raise BadInput(f"the file has an entry {min(unknown)!r} that this version doesn't know")
    if type(head.get("seed")) is not int:
        raise wrong("seed", head.get("seed"), "a whole number")
    game = make(_text("game", head.get("game")), _object("rules", head.get("rules")))
    return Match(
        game,
        seed=head["seed"],
        dice=head.get("dice"),
        seats=_object("seats", head.get("seats")),
        position=None if head.get("start") is None else game.from_json(head["start"]),
    )


def _replay(match: Match, entry: object, where: str) -> None:
    """Play one recorded move, and see that the table is the one that was recorded."""
    record = _object(where, entry)
    move = _text(f"{where}.move", record.get("move"))
    if record.get("turn") != match.turn or type(record.get("turn")) is not int:
        raise wrong(f"{where}.turn", record.get("turn"), f"{match.turn}, the turn it is then")
    try:
        match.play(move)
    except ValueError as error:
        raise BadInput(f"{where}: {error}") from None
    check = match.game.check(match.state)
    if record.get("check") != check:
        raise wrong(f"{where}.check", record.get("check"), f"{check!r}: the table differs")


def _object(what: str, value: object) -> dict[str, Any]:
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise wrong(what, value, "a JSON object")
    return value


def _text(what: str, value: object) -> str:
    if not isinstance(value, str):
        raise wrong(what, value, "a text")
    return value


# --- files ------------------------------------------------------------------------------------


def save(match: Match, path: str | Path) -> Path:
    """Write the match to ``path``, whole or not at all; the path written."""
    target = Path(path)
    text = json.dumps(to_record(match), indent=1, ensure_ascii=False)
    try:
        with tempfile.NamedTemporaryFile(
            "w", dir=target.parent, suffix=".part", delete=False, encoding="utf-8"
        ) as part:
            part.write(text)
        os.replace(part.name, target)
    except OSError as error:
        raise BadInput(f"{path} can't be written: {error.strerror}") from None
    return target


def load(path: str | Path, make: MakeGame) -> Match:
    """The match in the file at ``path``; raises BadInput for a file that is not a whole match."""
    return from_record(parse(read(path), str(path)), make)


def read(path: str | Path) -> bytes:
    """What is in a file, if it is small enough to be a record."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise BadInput(f"{path} can't be read: {error.strerror}") from None
    if len(content) > LARGEST_FILE:
        raise BadInput(f"{path} has over {LARGEST_FILE} bytes; accepted: a saved match")
    return content


def parse(content: bytes | str, name: str) -> Any:
    """JSON that may come from anywhere; raises BadInput in one line."""
    try:
        return json.loads(content, parse_constant=_no_constant, object_pairs_hook=_no_twice)
    except BadInput as error:
        raise BadInput(f"{name} is no saved match: {error}") from None
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{name} is no saved match: {str(error) or 'nested too deep'}") from None


def _no_constant(name: str) -> Any:
    raise BadInput(f"{name} is no JSON number")


def _no_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        raise BadInput("an entry stands twice: " + max(names, key=names.count)[:40])
    return dict(pairs)


# --- the journal ------------------------------------------------------------------------------


class Journal:
    """A file that every change of a match is written to before it counts.

    The first line is the record's head, then a line a change: a move, or a jump in time.
    """

    def __init__(self, match: Match, path: str | Path) -> None:
        self.path = Path(path)
        self.match = match
        lines = [
            _header(match),
            *({"move": str(played.move)} for played in match.record),
        ]
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
        except OSError as error:
            raise BadInput(f"{path} can't be written: {error.strerror}") from None
        match.watch(self._note)

    def _note(self, what: str, value: Any) -> None:
        change = {"move": str(value)} if what == "play" else {"goto": value}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(change) + "\n")
            file.flush()
            os.fsync(file.fileno())


def resume(path: str | Path, make: MakeGame) -> Match:
    """The match in a journal, as far as it is whole: a last line cut short is left out.

    Raises BadInput where the journal is damaged before that.
    """
    head, *changes = read(path).decode("utf-8", "replace").split("\n")
    match = _from_header(parse(head, str(path)), make)
    for number, line in enumerate(changes[:-1], start=2):  # what follows the last newline is cut
        change = _object(f"line {number}", parse(line, f"{path}, line {number}"))
        try:
            if "move" in change:
                match.play(_text("move", change["move"]))
            else:
                match.goto(change.get("goto"))  # type: ignore[arg-type]
        except ValueError as error:
            raise BadInput(f"{path}, line {number}: {error}") from None
    return match
