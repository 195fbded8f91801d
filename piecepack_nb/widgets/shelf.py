"""The games that were put aside at a table: none is lost when another one comes to it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from piecepack_nb.api import make
from piecepack_nb.core.actors import Chance
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.journal import Journal, kept, resume
from piecepack_nb.core.match import Match

__all__ = ["Shelf", "begun", "resumed"]


def begun(match: Match) -> bool:
    """Was anything done but setting the table, be it undone since?"""
    moves = (*match.record, *match.undone)
    return match.earlier is not None or any(
        not isinstance(each.actor, Chance) or each.actor.dice for each in moves
    )


def resumed(path: Path, like: Match) -> Match:
    """The match in a journal's file; bots that are functions, which no file holds, as in ``like``.

    Raises BadInput where the file is damaged.
    """
    match = resume(path, make)
    if match.game.name == like.game.name:
        match.game.bots = {**match.game.bots, **like.game.bots}
        bots = {seat: bot for seat, bot in like.seats.items() if callable(bot)}
        match.seats.update({seat: bot for seat, bot in bots.items() if seat in match.seats})
    return match


class Shelf:
    """Matches that were put aside, in the order in which ``back`` gives them, the next one last.

    With a ``journal`` they are files beside it, and are there again when the kernel was restarted.
    """

    def __init__(self, journal: Journal | None = None) -> None:
        self.journal = journal
        self.games: list[Match | Path] = [] if journal is None else [*kept(journal.path)]

    def __len__(self) -> int:
        return len(self.games)

    def change(self, old: Match, new: Match) -> None:
        """``new`` comes to the table: ``old`` is kept, if anything was done in it.

        Raises BadInput where it can't be kept; then it stays on the table.
        """
        self._change(old, new, len(self.games))

    def replace(self, new: Match) -> None:
        """``new`` is the match on the table under other rules; nothing is put aside for it."""
        if self.journal is not None:
            self.journal = Journal(new, self.journal.path)

    def back(self, old: Match) -> Match:
        """The match that was put aside last; ``old`` becomes the one that comes back last of all.

        So every match comes round. Raises BadInput where there is none, or its file is damaged.
        """
        if not self.games:
            raise BadInput("no game was put aside at this table")
        game = self.games.pop()
        found = resumed(game, old) if isinstance(game, Path) else game
        self._change(old, found, 0)
        if isinstance(game, Path):  # the journal has all of it now
            with suppress(OSError):
                game.unlink()
        return found

    def _change(self, old: Match, new: Match, place: int) -> None:
        aside: Iterable[Match | Path] = [old] if begun(old) else []
        if self.journal is not None:
            aside = [self.journal.put_aside()] if begun(old) else []
            self.journal = Journal(new, self.journal.path)
        self.games[place:place] = aside
