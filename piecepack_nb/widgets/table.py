"""The table: a match to play on, with the board and all that stands round it.

Games come and go at it; none that was begun is lost.
"""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets

from piecepack_nb.core.dice import Seeded, Typed, is_typed
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.journal import Journal
from piecepack_nb.core.match import Match
from piecepack_nb.core.rules import Rules
from piecepack_nb.core.seats import still_seated
from piecepack_nb.scene import View
from piecepack_nb.widgets.controls import Controls
from piecepack_nb.widgets.playing import Playing, shown
from piecepack_nb.widgets.shelf import Shelf

__all__ = ["BACK", "Table"]

BACK = "'Back to the game before' brings it back"


class Table(Playing):
    """A match being played, with its controls below the board.

    ``journal`` is written before each move counts. Games that were put aside for others are on
    the ``shelf``.
    """

    def __init__(self, match: Match, view: View, journal: Journal | None = None) -> None:
        self.shelf = Shelf(journal)
        super().__init__(match, view)

    def __repr__(self) -> str:
        return f"<Table: {self.match!r}>"

    @property
    def journal(self) -> Journal | None:
        """What each move is written to before it counts."""
        return self.shelf.journal

    def around(self) -> list[widgets.Widget]:
        """The controls."""
        self.controls = Controls(self)
        return self.controls.parts

    def follow(self) -> None:
        """Bring the controls up to where the match is."""
        self.controls.refresh()

    def ask_for_dice(self) -> None:
        """Put the cursor where real dice are typed in."""
        self.controls.line.focus()

    @shown
    def undo(self) -> None:
        """Take back the last move of a person, or the change of rules that came after it."""
        match = self.match
        if match.position == 0 and match.earlier is not None:
            self.shelf.replace(before := match.earlier.branch(match.earlier.position))
            told = "; ".join(before.game.rules.differences(match.game.rules).values())
            self._sit(before, f"The rules are as they were: {told}.", goes_on=False)
        else:
            match.undo()
            self.show()

    @shown
    def redo(self) -> None:
        """Make an undone move again."""
        self.match.redo()
        self.show()

    @shown
    def use(self, match: Match, remark: str = "") -> None:
        """Play another match at this table; the one that was there is put aside, and said to be."""
        kept = len(self.shelf)
        self.shelf.change(self.match, match)
        aside = f" The game before is kept: {BACK}." if len(self.shelf) > kept else ""
        self._sit(match, f"{remark}{aside}".strip())

    @shown
    def back(self) -> None:
        """Go back to the game that was put aside for another one; that is put aside in turn."""
        match = self.shelf.back(self.match)
        where = f"turn {match.turn}" if match.turn else "its set-up"
        self._sit(match, f"This is the game before, at {where}; its seed is {match.seed}.")

    def _sit(self, match: Match, remark: str, *, goes_on: bool = True) -> None:
        self.match = match
        self.show()
        if goes_on:
            self.go_on()
        if remark and match.result is None:
            self.tell(remark, kind="info")

    @shown
    def new_game(self, seed: int | None = None) -> None:
        """Begin anew, with the same rules and players; the game that was played is put aside."""
        self._anew(self.match.game, seed, "A new game")

    @shown
    def new_game_under(self, rules: Rules) -> None:
        """Begin anew under these rules; the game that was played is put aside."""
        told = "; ".join(rules.differences().values()) or "the printed rules"
        self._anew(self.match.game.under(**rules.to_json()), None, f"A new game under {told}")

    def _anew(self, game: Any, seed: int | None, what: str) -> None:
        old = self.match
        dice = "typed" if is_typed(old.dice) else None
        match = Match(game, seed=seed, dice=dice, seats=still_seated(old.seats, game))
        self.use(match, f"{what}; its seed is {match.seed}.")

    @shown
    def go_on_under(self, rules: Rules) -> None:
        """Go on from here under these rules; the moves up to here stay in the record.

        Raises BadInput, shown on the board, where the table can't be as it is under them.
        """
        match = self.match
        told = "; ".join(rules.differences(match.game.rules).values())
        if not told:
            raise BadInput("The game is played by these rules already.")
        if match.result is not None:
            raise BadInput("The game is over: begin a new one with these rules.")
        if match.earlier is not None and not match.steps:  # nothing was done under the last change
            match = match.earlier
        if rules == match.game.rules:
            onward = match.branch(match.position)
        else:
            onward = match.onward(match.position, **rules.to_json())
        self.shelf.replace(onward)
        self._sit(onward, f"From here on: {told}. Undo takes it back.")

    @shown
    def seat(self, seat: str, player: str) -> None:
        """Give a seat to a person or a bot."""
        self.match.seats[seat] = player
        self._note_terms()
        self.go_on()

    @shown
    def use_dice(self, real: bool) -> None:
        """Let the computer roll the dice, or have real ones typed in, from here on."""
        if real != is_typed(self.match.dice):
            seed = self.match.seed
            self.match.dice = Typed(seed) if real else Seeded(seed)
            self._note_terms()
            self.show()

    def _note_terms(self) -> None:
        if self.shelf.journal is not None:
            self.shelf.journal.begin()
