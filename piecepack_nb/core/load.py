"""Saved matches read back: every move is played again, and every state compared.

Nothing in a file is believed before it was checked.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from piecepack_nb.core.errors import BadInput, brief_repr, invalid
from piecepack_nb.core.match import Match
from piecepack_nb.core.record import FORMAT, VERSION, why
from piecepack_nb.core.registry import make_game

TERMS = {"rules", "seed", "dice", "seats", "start"}
COURSE = {"moves", "position"}
ENTRIES = {"format", "version", "game", "earlier"} | TERMS | COURSE
MOST_EARLIER = 1000
LARGEST_FILE = 16 * 2**20  # bytes; a long match takes about a hundredth of it
MOST_MOVES = 100_000


def is_record(data: object) -> bool:
    """Does this look like a saved match? What is in it may still be damaged."""
    return isinstance(data, dict) and data.get("format") == FORMAT


def from_record(data: object) -> Match:
    """The match that a record tells; raises BadInput for the first thing that is wrong in it."""
    match = from_header(data)
    assert isinstance(data, dict)
    _run(match, data)
    return match


def _run(match: Match, record: dict[str, Any], where: str = "") -> None:
    """Play the moves of a record, and go to its position."""
    moves = record.get("moves")
    if not isinstance(moves, list) or len(moves) > MOST_MOVES:
        raise invalid(f"{where}moves", moves, f"a list of at most {MOST_MOVES} moves")
    for number, entry in enumerate(moves):
        _replay(match, entry, f"{where}moves[{number}]")
    position = record.get("position", match.cursor)
    first = match.cursor if where else 0  # an earlier match ends where the next one begins
    if type(position) is not int or not first <= position <= match.cursor:
        raise invalid(f"{where}position", position, f"a step from {first} to {match.cursor}")
    match.goto(position)


def from_header(data: object) -> Match:
    """Return the match of a record before its first move; raise BadInput for a wrong entry."""
    head = as_object("the file", data)
    if head.get("format") != FORMAT:
        raise invalid("format", head.get("format"), repr(FORMAT))
    if type(head.get("version")) is not int or head["version"] != VERSION:
        raise invalid("version", head.get("version"), str(VERSION))
    only("the file", head, ENTRIES)
    name = as_text("game", head.get("game"))
    match = None
    for number, record in enumerate(_earlier(head)):
        where = f"earlier[{number}]."
        only(f"earlier[{number}]", record, TERMS | COURSE)
        match = _begun(name, record, match, where)
        _run(match, record, where)
    return _begun(name, head, match)


def _earlier(head: dict[str, Any]) -> list[dict[str, Any]]:
    records = head.get("earlier", [])
    fits = isinstance(records, list) and len(records) <= MOST_EARLIER
    if not fits or ("earlier" in head and not records):
        raise invalid("earlier", records, f"a list of 1 to {MOST_EARLIER} matches")
    return [as_object(f"earlier[{number}]", record) for number, record in enumerate(records)]


def _begun(name: str, record: dict[str, Any], earlier: Match | None, where: str = "") -> Match:
    """The match of a record before its first move, and after the ``earlier`` one."""
    if type(record.get("seed")) is not int:
        raise invalid(f"{where}seed", record.get("seed"), "a whole number")
    game = make_game(name, as_object(f"{where}rules", record.get("rules")))
    start = record.get("start")
    if earlier is not None and start is not None:
        raise invalid(f"{where}start", start, "null, for an earlier match ends there")
    try:
        return Match(
            game,
            seed=record["seed"],
            dice=record.get("dice"),
            seats=as_object(f"{where}seats", record.get("seats")),
            position=None if start is None else game.from_json(start),
            earlier=earlier,
        )
    except BadInput as error:
        raise BadInput(f"{where[:-1]}: {error}") if where else error from None


def _replay(match: Match, entry: object, where: str) -> None:
    """Play one recorded move, and see that the table is the one that was recorded."""
    record = as_object(where, entry)
    only(where, record, {"turn", "move", "check"})
    move = as_text(f"{where}.move", record.get("move"))
    if record.get("turn") != match.turn or type(record.get("turn")) is not int:
        raise invalid(f"{where}.turn", record.get("turn"), f"{match.turn}, the turn it is then")
    try:
        match.play(move)
    except ValueError as error:
        raise BadInput(f"{where}: {error}") from None
    check = match.game.checksum(match.state)
    if record.get("check") != check:
        raise invalid(f"{where}.check", record.get("check"), f"{check!r}: the table differs")


def as_object(what: str, value: object) -> dict[str, Any]:
    """Return a JSON object, or raise BadInput."""
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise invalid(what, value, "a JSON object")
    return value


def only(what: str, entries: dict[str, Any], known: set[str]) -> None:
    """Raise BadInput for an entry that this version doesn't know."""
    for name in entries:
        if name not in known:
            raise invalid(f"an entry of {what}", name, "one of " + ", ".join(sorted(known)))


def as_text(what: str, value: object) -> str:
    """Return a text, or raise BadInput."""
    if not isinstance(value, str):
        raise invalid(what, value, "a text")
    return value


def load(path: str | Path) -> Match:
    """The match in the file at ``path``; raises BadInput for a file that is not a whole match."""
    return from_record(parse(read(path), str(path)))


def read(path: str | Path) -> bytes:
    """What is in a file, if it is small enough to be a record."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise BadInput(f"{path!s} can't be read: {why(error)}") from None
    if len(content) > LARGEST_FILE:
        raise BadInput(f"{path} has over {LARGEST_FILE} bytes; accepted: a saved match")
    return content


def parse(content: bytes | str, name: str) -> Any:
    """JSON that may come from anywhere; raises BadInput in one line."""
    try:
        return json.loads(content, parse_constant=_no_constant, object_pairs_hook=_no_twice)
    except BadInput as error:
        raise BadInput(f"{name} is no saved match: {error}") from None
    except ValueError as error:
        raise BadInput(f"{name} is no saved match: it is no JSON ({error})") from None
    except RecursionError:
        raise BadInput(f"{name} is no saved match: nested too deep") from None


def _no_constant(name: str) -> Any:
    raise BadInput(f"{name} is no JSON number")


def _no_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entries: dict[str, Any] = {}
    for name, value in pairs:
        if name in entries:
            raise BadInput(f"the entry {brief_repr(name)} stands twice")
        entries[name] = value
    return entries
