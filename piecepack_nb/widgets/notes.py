"""A table that takes notes of a playtest: it says so, ends them if a player wants, and asks.

How somebody thinks is theirs to share. So notes are taken only where they are wanted, the table
says what is noted while it is, and after the game each player may answer the designer's questions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import traitlets

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.journal import Journal
from piecepack_nb.core.match import Match
from piecepack_nb.lab.playtest import QUESTIONS, Playtest, checked_questions, take_notes

WHAT = (
    "This table takes notes for the game's designer: thinking times, undone moves and refused "
    "tries. No names."
)


def wanted_questions(notes: object) -> tuple[str, ...] | None:
    """Return the questions after the game; None for a table without notes.

    ``notes`` is False, True for the usual questions, or the questions. Raises BadInput for anything
    else.
    """
    if notes is False:
        return None
    if notes is True:
        return QUESTIONS
    if isinstance(notes, str) or not isinstance(notes, Iterable):
        raise invalid("notes", notes, "True, False, or a list of questions to the players")
    return checked_questions(notes)


class TakesNotes(traitlets.HasTraits):
    """A mixin for a table of ``match``; ``take_notes`` begins, ``end_notes`` ends."""

    notes_card = traitlets.Dict(read_only=True).tag(sync=True)
    """The notes, and after the game the questions, and the seats that they are for; or {}."""
    playtest: Playtest | None = None
    """The notes of the current match, if any are taken."""
    notes_thanks = "Thank you: the designer has your answers."
    """The sentence after the last answer."""
    _asked_early: Playtest | None = None
    """The notes of a match that its players leave before its end."""
    _questions: tuple[str, ...] | None = None

    if TYPE_CHECKING:
        match: Match

        @property
        def here(self) -> tuple[str, ...]:
            """The seats whose persons look at this table."""

        @property
        def journal(self) -> Journal | None:
            """The journal of the match, if it has one."""

    def take_notes(self, questions: Iterable[str] = QUESTIONS) -> None:
        """Take notes of this match and of those that follow it, in the folder ``playtests``.

        Raises BadInput for questions that aren't a few texts.
        """
        self._questions = checked_questions(questions)
        self.follow_notes(self.match)

    def end_notes(self) -> None:
        """Take no more notes; those made are kept."""
        if self.playtest is not None:
            self.playtest.stop()
        self.playtest, self._questions = None, None
        self.set_trait("notes_card", {})

    def ask_now(self) -> None:
        """Ask the players now, who leave the match before its end."""
        self._asked_early = self.playtest
        self.follow_notes(self.match)

    def _asks(self, made: Playtest) -> bool:
        """Return True if the questions of these notes are asked now."""
        return made.is_over or made is self._asked_early

    def follow_notes(self, match: Match) -> None:
        """Take notes of the match on the table from now on, and show what is noted and asked."""
        if self._questions is None:
            return
        made = self.playtest
        if made is None or not made.is_of(match):
            if made is not None:
                made.stop()
            name = self.journal.path.name if self.journal is not None else ""
            self.playtest = made = take_notes(match, self._questions, name)
        made.note_end()
        self.show_notes(made)

    def show_notes(self, made: Playtest) -> None:
        """Show that notes are taken, and at the end the questions to the seats that are here.

        Those who have answered are not asked again.
        """
        asks, here = self._asks(made), self.here
        card: dict[str, Any] = {
            "text": WHAT,
            "file": "" if made.path is None else made.path.as_posix(),
            "warning": made.warning,
            "questions": list(made.questions),
            "ask": [seat for seat in made.to_ask if asks and seat in here],
            "thanks": self.notes_thanks if asks and made.questions and here else "",
        }
        self.set_trait("notes_card", card)

    def _do_answer(self, seat: str, texts: list[Any]) -> None:
        """Note the answers of a player, to all questions in order."""
        if self.playtest is None or not self._asks(self.playtest):
            raise BadInput("Nothing is asked now: the game isn't over, or no notes are taken.")
        self.playtest.answer(seat, texts)
        self.follow_notes(self.match)

    def _do_end_notes(self) -> None:
        self.end_notes()
