"""Sitting down to a game: its table, and the journal that it goes on from after a restart."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from piecepack_nb import games
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.journal import Journal, put_aside
from piecepack_nb.core.match import Match
from piecepack_nb.core.record import to_record
from piecepack_nb.widgets.shelf import begun, resumed
from piecepack_nb.widgets.table import BACK, Table

__all__ = ["FOLDER", "sit_down", "take_over"]

FOLDER = ".piecepack_nb"
"""Where journals lie, below the folder that the kernel works in."""


def take_over(match: Match, journal: bool | str | Path) -> Table:
    """A table for a match that somebody has; a journal only where a path is given."""
    noted = None if isinstance(journal, bool) else Journal(match, journal)
    return Table(match, games.view(match.game.name), noted)


def sit_down(match: Match, journal: bool | str | Path, *, fresh_seed: bool) -> Table:
    """A table for a new match, or for the one that its journal tells of, if it isn't over.

    A seed that was asked for is kept: a match with another one is put aside.
    """
    view = games.view(match.game.name)
    if journal is False:
        return Table(match, view)
    path = _path(match, fresh_seed) if journal is True else Path(journal)
    try:
        if journal is True:
            _keep_out_of_git(path.parent)
        found, remark = _found(path.absolute(), match, fresh_seed, own=journal is True)
        noted = Journal(found or match, path)
    except BadInput as error:  # a folder that can't be written to: the game is played all the same
        if journal is not True:
            raise
        table = Table(match, view)
        table.board.say(f"This game is not journalled: {error}", kind="info")
        return table
    table = Table(found or match, view, noted)
    if remark:
        table.tell(remark, kind="info")
    return table


def _path(match: Match, fresh_seed: bool) -> Path:
    """The journal's place: one for each way of calling ``pp.play``."""
    head: dict[str, Any] = {**to_record(match), "moves": []}
    if fresh_seed:
        head["seed"] = None
    text = json.dumps(head, sort_keys=True)
    mark = hashlib.blake2b(text.encode(), digest_size=4).hexdigest()
    return Path(FOLDER) / f"{match.game.name}-{mark}.jsonl"


def _keep_out_of_git(folder: Path) -> None:
    """Journals are the reader's own: git is told to leave their folder alone."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        ignore = folder / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n", encoding="utf-8")


def _found(path: Path, match: Match, fresh_seed: bool, *, own: bool) -> tuple[Match | None, str]:
    """The match in the journal, if there is one to go on with, and what to say about it.

    ``own``: the place is of the package's choosing, so that whatever lies there may be put aside.
    """
    if not path.exists():
        return None, ""
    try:
        found = resumed(path, match)
    except BadInput as error:
        path.replace(path.with_suffix(".damaged"))
        return None, f"A new game, for the journal of the old one is damaged: {error}"
    first = found.parts[0].game  # at a table the rules may have changed since
    same = first.name == match.game.name and first.rules == match.game.rules
    if not same and not own:
        raise BadInput(f"{path} is the journal of {found.game!r}; accepted: a path of its own")
    if not begun(found):
        return None, ""
    if same and found.result is None and (fresh_seed or found.seed == match.seed):
        where = f"turn {found.turn}" if found.turn else "the set-up"
        told = "; ".join(found.game.rules.differences(match.game.rules).values())
        rules = f" under changed rules ({told})" if told else ""
        seed = f"its seed is {found.seed}. New game sets the table anew."
        return found, f"Resumed at {where}{rules}; {seed}"
    put_aside(path)
    if found.result is not None and same:
        return None, f"A new game, for the last one is over. {BACK}."
    other = f"its seed is {found.seed}" if same else "it has other rules"
    return None, f"A new game with seed {match.seed}. On this table was another: {other}. {BACK}."
