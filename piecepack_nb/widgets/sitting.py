"""Sitting down to a game: its table, and the journal that it goes on from after a restart."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from piecepack_nb import games
from piecepack_nb.api import make
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.journal import Journal, resume
from piecepack_nb.core.match import Match
from piecepack_nb.core.record import to_record
from piecepack_nb.widgets.controls import begun
from piecepack_nb.widgets.table import Table

__all__ = ["FOLDER", "sit_down", "take_over"]

FOLDER = ".piecepack_nb"
"""Where journals lie, below the folder that the kernel works in."""


def take_over(match: Match, journal: bool | str | Path) -> Table:
    """A table for a match that somebody has; a journal only where a path is given."""
    noted = None if isinstance(journal, bool) else Journal(match, journal)
    return Table(match, games.view(match.game.name), noted)


def sit_down(match: Match, journal: bool | str | Path, *, fresh_seed: bool) -> Table:
    """A table for a new match, or for the one that its journal tells of, if it isn't over."""
    view = games.view(match.game.name)
    if journal is False:
        return Table(match, view)
    path = _path(match, fresh_seed) if journal is True else Path(journal)
    found, remark = _found(path, match)
    try:
        noted = Journal(found or match, path)
    except BadInput as error:  # a folder that can't be written to: the game is played all the same
        if journal is not True:
            raise
        table = Table(match, view)
        table.board.say(f"This game is not journalled: {error}", kind="info")
        return table
    table = Table(found or match, view, noted)
    if remark:
        table.board.say(remark, kind="info")
    return table


def _path(match: Match, fresh_seed: bool) -> Path:
    """The journal's place: one for each way of calling ``pp.play``."""
    head: dict[str, Any] = {**to_record(match), "moves": []}
    if fresh_seed:
        head["seed"] = None
    text = json.dumps(head, sort_keys=True)
    mark = hashlib.blake2b(text.encode(), digest_size=4).hexdigest()
    return Path(FOLDER) / f"{match.game.name}-{mark}.jsonl"


def _found(path: Path, match: Match) -> tuple[Match | None, str]:
    """The match in the journal, if there is one to go on with, and what to say about it."""
    if not path.exists():
        return None, ""
    try:
        found = resume(path, make)
    except BadInput as error:
        path.replace(path.with_suffix(".damaged"))
        return None, f"A new game, for the journal of the old one is damaged: {error}"
    if found.game.name != match.game.name or found.game.rules != match.game.rules:
        raise BadInput(f"{path} is the journal of {found.game!r}; accepted: a path of its own")
    if found.result is not None or not begun(found):
        return None, ""
    # A bot that is a function can't stand in a file.
    found.seats.update({seat: bot for seat, bot in match.seats.items() if callable(bot)})
    where = f"turn {found.turn}" if found.turn else "the set-up"
    return found, f"Resumed at {where} from {path}. New game sets the table anew."
