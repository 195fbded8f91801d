"""Matches written as JSON files.

A file holds the moves, not the states: ``load`` replays them and compares a checksum after each.
A checksum of the whole file tells damage from a game whose code has changed since.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from contextlib import suppress
from errno import EACCES, EPERM, EROFS
from pathlib import Path
from typing import Any

from piecepack_nb.core.dice import ManualDice, RecordedDice, ScriptedDice
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.match_base import PERSON, MatchBase, PlayedMove
from piecepack_nb.core.registry import is_built_in

FORMAT = "piecepack_nb match"
VERSION = 1


def to_record(match: MatchBase) -> dict[str, Any]:
    """Return the match as plain JSON values; a bot function is recorded as a person."""
    with match.locked():
        return {**header(match), **kept_entries(match), **_progress(match)}


def kept_entries(match: MatchBase) -> dict[str, Any]:
    """Return the entries of the records that a match keeps, which other code of its game made.

    "replayed" says that the moves are no more than a replay of the last one.
    """
    entries: dict[str, Any] = {"kept": list(match.kept)} if match.kept else {}
    return {**entries, "replayed": True} if match.is_replay else entries


def sealed(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record with a checksum of all other entries, for a file."""
    return {**record, "check": _checksum(record)}


def is_whole(record: dict[str, Any]) -> bool:
    """Return True if nothing was changed in a record since it was ``sealed``."""
    return record.get("check") == _checksum(record)


def _checksum(record: dict[str, Any]) -> str:
    entries = {name: value for name, value in record.items() if name != "check"}
    text = json.dumps(entries, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def to_keep(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record, sealed, without those that it keeps itself."""
    return sealed({name: record[name] for name in record if name not in ("kept", "replayed")})


def _progress(match: MatchBase) -> dict[str, Any]:
    return {
        "moves": [_entry(match, played) for played in (*match.record, *match.undone)],
        "position": match.cursor,
    }


def header(match: MatchBase) -> dict[str, Any]:
    """Return all but the moves; "earlier" has the matches it continues, oldest first."""
    *earlier, _ = match.parts
    head = {"format": FORMAT, "version": VERSION, "game": match.game.name, **_setup(match)}
    if earlier:
        head["earlier"] = [{**_setup(each), **_progress(each)} for each in earlier]
    return head


def _setup(match: MatchBase) -> dict[str, Any]:
    written = match.from_position and match.earlier is None
    rules = match.game.rules
    # Of a reader's own game, another default applies to the options that nobody has changed.
    changed = {} if is_built_in(match.game.name) else {"changed": sorted(rules.changed())}
    return {
        "rules": rules.to_json(),
        **changed,
        "seed": match.seed,
        "dice": _dice_json(match.dice),
        "seats": {
            seat: player if isinstance(player, str) else PERSON
            for seat, player in match.seats.items()
        },
        "start": match.game.to_json(match.initial_state) if written else None,
    }


def _dice_json(dice: object) -> Any:
    if isinstance(dice, RecordedDice):
        return _dice_json(dice.then)
    if isinstance(dice, ManualDice):
        return "typed"
    if isinstance(dice, ScriptedDice):
        return [
            roll if roll is None or isinstance(roll, str) else dict(roll) for roll in dice.rolls
        ]
    return None


def _entry(match: MatchBase, played: PlayedMove) -> dict[str, Any]:
    return {**move_entry(played), "check": table_check(match.game, played.steps[-1].state)}


def move_entry(played: PlayedMove) -> dict[str, Any]:
    """Return a move as JSON values, without the checksum of the state after it."""
    turn, by = played.move_key
    return {"turn": turn, "by": by, "move": str(played.move), "steps": len(played.steps)}


def table_check(game: AnyGame, state: Any) -> str:
    """Return a checksum of what of a state can be seen on a table.

    What changes nothing there, such as a note more in ``setup``, is no difference after an edit.
    """
    return game.checksum(game.visible_state(state))


# --- files ------------------------------------------------------------------------------------

_ONLY: list[Path] = []
"""The one folder of files that a page may name, if there is one."""


def keep_files_in(folder: str | Path) -> None:
    """Let pages name files in this folder only, as a server on a reader's machine should."""
    _ONLY[:] = [Path(folder).resolve()]


def named_in_page(name: str, example: str) -> Path:
    """Return the path of a file that a page names; raise BadInput for none, or one not allowed.

    ``example`` is a name to suggest. A relative path is of the working folder.
    """
    if not name.strip():
        raise BadInput(f"Enter a file name, such as {example}.")
    path = Path(name.strip())
    try:
        inside = all(path.resolve().is_relative_to(folder) for folder in _ONLY)
    except (OSError, ValueError, RuntimeError) as error:  # a loop of links, a null character
        raise BadInput(f"{path} can't be used: {os_reason(error)}.") from None
    if not inside:
        raise BadInput(f"{path} is not in {_ONLY[0]}. Enter a file name, such as {example}.")
    return path


def save(match: MatchBase, path: str | Path) -> Path:
    """Write the match to ``path``, whole or not at all; return the path.

    Raises BadInput if the file can't be written.
    """
    return write(path, json.dumps(sealed(to_record(match)), indent=1))


def write(path: str | Path, text: str) -> Path:
    """Write a file whole, or keep the old one and raise BadInput; return its path."""
    target = Path(path)
    part = target.with_name(f"{target.name}.{secrets.token_hex(4)}.part")
    try:
        with part.open("x", encoding="utf-8", newline="\n") as file:  # the same on every system
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, target)
    except BaseException as error:
        with suppress(OSError, ValueError):
            part.unlink(missing_ok=True)
        if isinstance(error, (OSError, ValueError)):  # ValueError: a path with a null character
            raise unwritable(path, error) from None
        raise
    return target


def unwritable(path: str | Path, error: Exception) -> BadInput:
    """Return the error for a file that can't be written, with the operating system's reason."""
    read_only = getattr(error, "errno", None) in (EACCES, EPERM, EROFS)
    shut = "read-only or open in another program" if hasattr(error, "winerror") else "read-only"
    reason = f"it is {shut} ({os_reason(error)})" if read_only else os_reason(error)
    return BadInput(f"{path!s} can't be written: {reason}")


def os_reason(error: Exception) -> str:
    """Return the operating system's reason for an error."""
    return getattr(error, "strerror", None) or str(error)
