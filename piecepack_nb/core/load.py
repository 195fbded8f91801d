"""Saved matches loaded: every move is replayed and every checksum compared.

Every entry is checked before use, so that a damaged or hostile file raises BadInput. Where a file
is as it was written, but its moves have other results, the code of its game has changed: as much of
it as that code allows is replayed, and the match keeps the record.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from piecepack_nb.core.dice import HIGHEST_SEED, dice_from
from piecepack_nb.core.divergence import Divergence
from piecepack_nb.core.edited import SavedMove, SavedReplay, fitting_game
from piecepack_nb.core.errors import BadInput, brief_repr, invalid
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.match import MAX_EARLIER, MAX_MOVES, Match
from piecepack_nb.core.match_base import MAX_KEPT, keep_players
from piecepack_nb.core.progress import counted
from piecepack_nb.core.record import (
    FORMAT,
    VERSION,
    is_whole,
    move_entry,
    os_reason,
    table_check,
    to_keep,
    to_record,
)
from piecepack_nb.core.registry import find, make_game
from piecepack_nb.core.validate import known_entries, one_of, whole_number

SETUP = ("changed", "dice", "rules", "seats", "seed", "start")
PROGRESS = ("moves", "position")
MOVE = ("by", "check", "move", "steps", "turn")
KEPT = ("kept", "replayed")
ENTRIES = sorted(("format", "version", "game", "check", "earlier", *KEPT, *SETUP, *PROGRESS))
MAX_BYTES = 16 * 2**20  # a hundred times a long match
MAX_MARKS = 15 * MAX_MOVES  # commas, colons and brackets of a file; a move has seven or more
MAX_TEXT = 100_000  # characters of all different texts of over LONG characters, such as mazes
LONG = 200
MAX_ENTRIES = 10_000  # of one object; the squares of a large position
MAX_DEPTH = 20  # lists and objects inside each other


def load(what: str | Path | Mapping[str, Any]) -> Match:
    """Return the match saved at a path, or of a record, such as one that a match keeps.

    Raises BadInput, naming the file, for anything but a whole saved match.
    """
    if isinstance(what, Mapping):
        return from_record(dict(what))
    if not isinstance(what, str | Path):
        raise invalid("the match to load", what, "the path of a saved match, or a record")
    data = parse(read(what), str(what))
    try:
        return from_record(data)
    except BadInput as error:
        raise BadInput(f"{what}: {error}") from None


def is_record(data: object) -> bool:
    """Return True for data marked as a saved match, which may still be damaged."""
    return isinstance(data, dict) and data.get("format") == FORMAT


def from_record(data: object) -> Match:
    """Return the match of a record; raise BadInput for the first wrong entry.

    If nothing was changed in the record, so that only the code of its game can have changed, it is
    as much of the match as that code allows; see ``replay_edited``.
    """
    if isinstance(data, dict) and data.get("replayed") and "kept" in data:
        with suppress(BadInput):
            return brought_back(data)
    try:
        match = from_header(data)
        assert isinstance(data, dict)
        _play_moves(match, data)
    except Exception:  # the changed code of a reader's game may raise anything
        if not (isinstance(data, dict) and is_whole(data)):
            raise
        return replay_edited(data)
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
    head, name = _head(data)
    match = None
    for number, record in enumerate(_earlier(head)):
        where = f"earlier[{number}]."
        known_entries(f"earlier[{number}]", record, sorted((*SETUP, *PROGRESS)))
        match = _new_match(name, record, match, where)
        _play_moves(match, record, where)
    match = _new_match(name, head, match)
    match.keep_earlier(_kept(head))
    return match


def _head(data: object) -> tuple[dict[str, Any], str]:
    """Return the entries of a record, and its game; raise BadInput for a wrong one."""
    head = as_object("the file", data)
    if head.get("format") != FORMAT:
        raise invalid("format", head.get("format"), repr(FORMAT))
    if type(head.get("version")) is not int or head["version"] != VERSION:
        raise invalid("version", head.get("version"), str(VERSION))
    known_entries("the file", head, ENTRIES)
    if type(head.get("replayed", True)) is not bool:
        raise invalid("replayed", head["replayed"], "true or false")
    _kept(head)
    return head, as_text("game", head.get("game"))


def _kept(head: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the records that a record keeps; raise BadInput for anything else."""
    if "kept" not in head:
        return []
    records = head["kept"]
    if not isinstance(records, list) or not 0 < len(records) <= MAX_KEPT:
        raise invalid("kept", records, f"a list of 1 to {MAX_KEPT} saved matches")
    return [as_object(f"kept[{number}]", record) for number, record in enumerate(records)]


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
    game = make_game(name, _options(name, record, where))
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


def _options(name: str, record: dict[str, Any], where: str) -> dict[str, Any]:
    """Return the rule options of a record.

    Raises BadInput for an option that nobody has changed but that isn't as printed: the code of the
    game has changed, or the file.
    """
    rules = as_object(f"{where}rules", record.get("rules"))
    if "changed" in record:
        printed = make_game(name, rules).rules.changed()
        for option in printed.keys() - set(_changed_names(record, where)):
            expected = "as printed, or among the changed options"
            raise invalid(f"{where}rules.{option}", rules[option], expected)
    return rules


def _changed_names(record: dict[str, Any], where: str) -> list[str]:
    """Return the names of the options that aren't as printed; without the entry, all of them."""
    rules = list(as_object(f"{where}rules", record.get("rules")))
    names = record.get("changed", rules)
    if not isinstance(names, list):
        raise invalid(f"{where}changed", names, "a list of rule options")
    return [one_of(f"an entry of {where}changed", name, rules) for name in names]


def _play_move(match: Match, entry: object, where: str) -> None:
    """Play one recorded move; raise BadInput if it is illegal or its turn or checksum differs."""
    record = as_object(where, entry)
    known_entries(where, record, MOVE)
    move = as_text(f"{where}.move", record.get("move"))
    if record.get("turn") != match.turn or type(record.get("turn")) is not int:
        raise invalid(f"{where}.turn", record.get("turn"), f"{match.turn}, the turn it is then")
    try:
        match.play(move)
    except ValueError as error:
        raise BadInput(f"{where}: {error}") from None
    made = move_entry(match.record[-1])
    for name in ("by", "steps"):
        if record.get(name, made[name]) != made[name] or type(record.get(name)) is bool:
            raise invalid(f"{where}.{name}", record[name], repr(made[name]))
    check = table_check(match.game, match.state)
    if record.get("check") not in (check, match.game.checksum(match.state)):  # of older versions
        raise invalid(f"{where}.check", record.get("check"), f"{check!r}: the state differs")


# --- Records of games whose code has changed since -----------------------------------------------


def under_new_code(match: Match) -> Match:
    """Return a match under the code that its game is registered with now.

    Where that changes it, the new match keeps the record of this one; a replay of such a record is
    made again, from the record, so that all of it is back once the code is.
    """
    if match.is_replay or match.earlier is not None or match.undone:  # all of them are replayed
        return _from_record_of(match)
    new = match.under(find(match.game.name))
    if new.divergence is not None:
        new.keep(to_keep(to_record(match)), differs=True)
    return new


def _from_record_of(match: Match) -> Match:
    """Return the match of the record that a match replays, or else of its own, with its players."""
    kept = list(match.kept)
    record = kept.pop() if match.is_replay else to_keep(to_record(match))
    new = from_record(record)
    bots = {seat: player for seat, player in match.seats.items() if callable(player)}
    new.game.bots = {**match.game.bots, **new.game.bots}
    new.seats |= keep_players(match.seats | bots, new.game)
    new.keep_earlier(kept)
    return new


def brought_back(record: dict[str, Any]) -> Match:
    """Return the match that a record has replayed: as much of it as the game's code allows now.

    It has the record's players. Raises BadInput for a wrong entry.
    """
    _head(record)
    *earlier, source = _kept(record)
    match = from_record(to_keep(source) if is_whole(source) else source)
    match.seats |= keep_players(as_object("seats", record.get("seats")), match.game)
    match.keep_earlier(earlier)
    return match


def replay_edited(record: dict[str, Any]) -> Match:
    """Return as much of a record's match as the code of its game allows now.

    The match keeps the record, and its ``divergence`` says where it differs. Raises BadInput for a
    wrong entry, and where the game can't even begin.
    """
    head, name = _head(record)
    parts = [*_earlier(head), head]
    replay, found = None, None
    for number, part in enumerate(parts):
        _check_part(part, f"earlier[{number}]." if part is not head else "")
        other, refused = _edited_start(name, part, replay.other if replay else None)
        if other is None:
            found = found or refused
            break
        if replay is not None and found is not None:
            text = f"in the match that this one continues, at {found}"
            found = found._replace(step=0, clause="", text=text, theirs=None)
        replay = SavedReplay(other, [] if refused else _saved_moves(part), list(part["seats"]))
        replay.play_to(part.get("position", 0))
        found = found or refused or replay.divergence(part["rules"])
        if refused or not replay.complete:
            break
    assert replay is not None
    replay.other.divergence = found
    replay.other.keep_earlier(_kept(head))
    replay.other.keep(to_keep(record), found is not None)
    return replay.other


def _check_part(record: dict[str, Any], where: str) -> None:
    """Raise BadInput for an entry that no code of any game writes."""
    known_entries(where or "the file", record, ENTRIES if not where else (*SETUP, *PROGRESS))
    whole_number(f"{where}seed", record.get("seed"), 0, HIGHEST_SEED)
    dice_from(record.get("dice"), record["seed"])
    _changed_names(record, where)
    as_object(f"{where}seats", record.get("seats"))
    moves = record.get("moves")
    if not isinstance(moves, list) or len(moves) > MAX_MOVES:
        raise invalid(f"{where}moves", moves, f"a list of at most {MAX_MOVES} moves")
    for number, entry in enumerate(moves):
        what = f"{where}moves[{number}]"
        move = as_object(what, entry)
        known_entries(what, move, MOVE)
        for text in ("by", "check", "move"):
            as_text(f"{what}.{text}", move.get(text))
        whole_number(f"{what}.turn", move.get("turn"), 0, MAX_MOVES)
        whole_number(f"{what}.steps", move.get("steps"), 1, MAX_MOVES)
    whole_number(f"{where}position", record.get("position", 0), 0, MAX_MOVES**2)


def _saved_moves(record: dict[str, Any]) -> list[SavedMove]:
    return [
        SavedMove((each["turn"], each["by"]), each["move"], each["steps"], each["check"])
        for each in record["moves"]
    ]


def _edited_start(
    name: str, record: dict[str, Any], earlier: Match | None
) -> tuple[Match | None, Divergence | None]:
    """Return a match before its first move, and why it doesn't begin as the record's, if so.

    There is none that continues ``earlier`` where the rules don't allow its state.
    """
    rules = record["rules"]
    game = fitting_game(name, {each: rules[each] for each in _changed_names(record, "")})
    named: dict[str, Any] = {
        "seed": record["seed"],
        "dice": record.get("dice"),
        "seats": keep_players(record["seats"], game),
    }
    try:
        start = record.get("start")
        position = None if start is None else _position(game, start)
        return Match(game, **named, position=position, earlier=earlier), None
    except BadInput as error:
        if earlier is None and start is None:
            raise
        at, turn = (earlier.cursor, earlier.turn) if earlier else (0, 0)
        text = f"the position that the game continues from is refused: {error}"
        other = Match(game, **named) if earlier is None else None
        return other, Divergence(at, turn, "", text, None, None)


def _position(game: AnyGame, start: object) -> Any:
    """Return a state written by other code; entries that it hasn't are those of a new game."""
    with suppress(BadInput):
        return game.from_json(start)
    return game.position(start)


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


def parse_texts(content: bytes, name: str, expected: str) -> Any:
    """Return the parsed JSON of a file with long texts, for which a match's limits are too low.

    Raises BadInput, naming the file ``name`` and what is ``expected``, for anything else.
    """
    try:
        return json.loads(content)
    except ValueError as error:
        raise BadInput(f"{name} is no JSON ({error}); expected {expected}") from None
    except RecursionError:
        raise BadInput(f"{name} is nested too deep; expected {expected}") from None


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
