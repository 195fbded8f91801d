"""Saved matches loaded: every move is replayed and every checksum compared.

Every entry is checked before use, so that a damaged or hostile file raises BadInput.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from piecepack_nb.core.errors import BadInput, brief_repr, invalid
from piecepack_nb.core.match import MAX_EARLIER, MAX_MOVES, Match
from piecepack_nb.core.progress import counted
from piecepack_nb.core.record import FORMAT, VERSION, os_reason
from piecepack_nb.core.registry import make_game
from piecepack_nb.core.validate import known_entries

SETUP = ("dice", "rules", "seats", "seed", "start")
PROGRESS = ("moves", "position")
ENTRIES = sorted(("format", "version", "game", "earlier", *SETUP, *PROGRESS))
MAX_BYTES = 16 * 2**20  # a hundred times a long match
MAX_MARKS = 15 * MAX_MOVES  # commas, colons and brackets of a file; a move has seven or more
MAX_TEXT = 100_000  # characters of all different texts of over LONG characters, such as mazes
LONG = 200
MAX_ENTRIES = 10_000  # of one object; the squares of a large position
MAX_DEPTH = 20  # lists and objects inside each other


def load(path: str | Path) -> Match:
    """Return the match saved at ``path``; raise BadInput for anything but a whole saved match."""
    return from_record(parse(read(path), str(path)))


def is_record(data: object) -> bool:
    """Return True for data marked as a saved match, which may still be damaged."""
    return isinstance(data, dict) and data.get("format") == FORMAT


def from_record(data: object) -> Match:
    """Return the match of a record; raise BadInput for the first wrong entry."""
    match = from_header(data)
    assert isinstance(data, dict)
    _play_moves(match, data)
    return match


def _play_moves(match: Match, record: dict[str, Any], where: str = "") -> None:
    """Play the moves of a record, then go to its position."""
    moves = record.get("moves")
    if not isinstance(moves, list) or len(moves) > MAX_MOVES:
        raise invalid(f"{where}moves", moves, f"a list of at most {MAX_MOVES} moves")
    for number, entry in zip(counted(len(moves), "moves"), moves, strict=True):
        _play_move(match, entry, f"{where}moves[{number}]")
    position = record.get("position", match.cursor)
    first = match.cursor if where else 0  # an earlier match ends where the next one starts
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
    known_entries("the file", head, ENTRIES)
    name = as_text("game", head.get("game"))
    match = None
    for number, record in enumerate(_earlier(head)):
        where = f"earlier[{number}]."
        known_entries(f"earlier[{number}]", record, sorted((*SETUP, *PROGRESS)))
        match = _new_match(name, record, match, where)
        _play_moves(match, record, where)
    return _new_match(name, head, match)


def _earlier(head: dict[str, Any]) -> list[dict[str, Any]]:
    records = head.get("earlier", [])
    fits = isinstance(records, list) and len(records) <= MAX_EARLIER
    if not fits or ("earlier" in head and not records):
        raise invalid("earlier", records, f"a list of 1 to {MAX_EARLIER} matches")
    return [as_object(f"earlier[{number}]", record) for number, record in enumerate(records)]


def _new_match(name: str, record: dict[str, Any], earlier: Match | None, where: str = "") -> Match:
    """Return the match of a record before its first move, continuing ``earlier`` if given."""
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


def _play_move(match: Match, entry: object, where: str) -> None:
    """Play one recorded move; raise BadInput if it is illegal or its turn or checksum differs."""
    record = as_object(where, entry)
    known_entries(where, record, ("check", "move", "turn"))
    move = as_text(f"{where}.move", record.get("move"))
    if record.get("turn") != match.turn or type(record.get("turn")) is not int:
        raise invalid(f"{where}.turn", record.get("turn"), f"{match.turn}, the turn it is then")
    try:
        match.play(move)
    except ValueError as error:
        raise BadInput(f"{where}: {error}") from None
    check = match.game.checksum(match.state)
    if record.get("check") != check:
        raise invalid(f"{where}.check", record.get("check"), f"{check!r}: the state differs")


def as_object(what: str, value: object) -> dict[str, Any]:
    """Return ``value`` if it is a JSON object; raise BadInput if not."""
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise invalid(what, value, "a JSON object")
    return value


def as_text(what: str, value: object) -> str:
    """Return ``value`` if it is a text; raise BadInput if not."""
    if not isinstance(value, str):
        raise invalid(what, value, "a text")
    return value


def read(path: str | Path) -> bytes:
    """Return the content of a file; raise BadInput if it is unreadable or too large."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise BadInput(f"{path!s} can't be read: {os_reason(error)}") from None
    if len(content) > MAX_BYTES:
        raise BadInput(f"{path} has over {MAX_BYTES} bytes; expected a saved match")
    return content


def parse(content: bytes | str, name: str) -> Any:
    """Return the parsed JSON; raise BadInput, naming the file ``name``, for anything else."""
    try:
        _limit_marks(content.encode(errors="replace") if isinstance(content, str) else content)
        data = json.loads(content, parse_constant=_no_constant, object_pairs_hook=_unique_entries)
        _limit_parts(data)
        return data
    except BadInput as error:
        raise BadInput(f"{name} is no saved match: {error}") from None
    except ValueError as error:
        raise BadInput(f"{name} is no saved match: it is no JSON ({error})") from None
    except RecursionError:
        raise BadInput(f"{name} is no saved match: nested too deep") from None


def _limit_marks(content: bytes) -> None:
    """Raise BadInput for JSON with too many values: all but one follow one of these marks."""
    marks = sum(map(content.count, (b",", b":", b"[", b"{")))
    if marks > MAX_MARKS:
        raise BadInput(f"it has {marks} commas, colons and brackets; expected at most {MAX_MARKS}")


def _limit_parts(data: object) -> None:
    """Raise BadInput for texts that are too long, or nesting that is too deep."""
    waiting, texts = [(data, 0)], set[str]()
    while waiting:
        value, depth = waiting.pop()
        if depth > MAX_DEPTH:
            raise BadInput("nested too deep")
        if isinstance(value, str):
            if len(value) > LONG:
                texts.add(value)
        elif isinstance(value, dict):
            waiting += [(each, depth + 1) for pair in value.items() for each in pair]
        elif isinstance(value, list):
            waiting += [(each, depth + 1) for each in value]
    size = sum(map(len, texts))
    if size > MAX_TEXT:
        raise BadInput(f"its long texts have {size} characters; expected at most {MAX_TEXT}")


def _no_constant(name: str) -> Any:
    raise BadInput(f"{name} is no JSON number")


def _unique_entries(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > MAX_ENTRIES:
        raise BadInput(f"an object has {len(pairs)} entries; expected at most {MAX_ENTRIES}")
    entries: dict[str, Any] = {}
    for name, value in pairs:
        if name in entries:
            raise BadInput(f"the entry {brief_repr(name)} occurs twice")
        entries[name] = value
    return entries
