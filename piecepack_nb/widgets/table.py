"""The table: a match to play on, with the board and all that stands round it.

It knows no game: the match tells what is legal and what happens, the game's view how it looks and
what a pick comes to.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import ipywidgets as widgets

from piecepack_nb.core.actors import Chance
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.journal import Journal
from piecepack_nb.core.match import Match
from piecepack_nb.core.steps import IllegalMove, Refusal, Step
from piecepack_nb.scene import NOTHING, Draft, Made, Scene, View, svg
from piecepack_nb.widgets.board import Board, Pick
from piecepack_nb.widgets.controls import Controls

__all__ = ["Table"]

F = TypeVar("F", bound=Callable[..., Any])


def shown(method: F) -> F:
    """What the method raises is shown on the board: notebooks hide what callbacks raise.

    One at a time: what another thread does at this table is waited for.
    """

    @functools.wraps(method)
    def guarded(self: Table, *args: Any) -> Any:
        with self.board.lock:
            try:
                return method(self, *args)
            except IllegalMove as illegal:
                self.refuse(illegal.refusal)
            except BadInput as bad:
                self.board.say(str(bad))
            except Exception as failed:  # noqa: BLE001
                self.board.say(f"{type(failed).__name__}: {failed}", kind="error")
            return None

    return guarded  # type: ignore[return-value]


class Table(widgets.VBox):  # type: ignore[misc]
    """A match being played: ``match`` is what the board shows, whoever moves.

    ``journal`` is written before each move counts; ``view`` is the game's.
    """

    def __init__(self, match: Match, view: View, journal: Journal | None = None) -> None:
        self.match = match
        self.view = view
        self.journal = journal
        self.draft: Draft = NOTHING
        self.rolls_by_itself = False
        self.board = Board(
            self._final(None), label=match.game.title, clauses=match.game.rulebook.to_json()
        )
        self.controls = Controls(self)
        self.board.on_pick(self._picked)
        self.board.on_cancel(self._cancelled)
        super().__init__([self.board, *self.controls.parts])
        self.add_class("ppnb-table")
        self.go_on()

    def __repr__(self) -> str:
        return f"<Table: {self.match!r}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The live table, and a picture of its board for where there is no kernel."""
        bundle = super()._repr_mimebundle_(**kwargs)
        return bundle and bundle | {"image/svg+xml": str(svg(self.board.scene))}

    # --- what happens --------------------------------------------------------------------------

    @shown
    def _picked(self, pick: Pick) -> None:
        """A pick in the page: a move, or a part of one."""
        match = self.match
        outcome = self.view.pick(
            match.game, match.state, self.draft, pick.spot, pick.to, pick.shift
        )
        if isinstance(outcome, Made):
            self.make(outcome)
        else:
            self.draft = outcome
            self.board.show(self._final(self.board.scene))

    @shown
    def _cancelled(self) -> None:
        self.draft = NOTHING
        self.board.show(self._final(self.board.scene))

    def make(self, made: Made) -> None:
        """Make a move, or let the dice fall; then bots go on. A refusal is shown at its squares."""
        if made.move is None:
            steps = self._roll()
        else:
            refusal = self.match.refusal(made.move)
            if refusal is not None:
                self.refuse(refusal)
                return
            steps = self.match.play(made.move)
            if made.roll and isinstance(self.match.to_act, Chance):
                steps += self.match.roll()
        self.go_on(steps)

    def _roll(self) -> list[Step]:
        steps = self.match.roll()
        if not steps:
            raise BadInput("real dice: write below what they show, such as 'roll suns 5 moons ace'")
        return steps

    @shown
    def play(self, text: str) -> None:
        """Make the move that ``text`` names, as a person would write it."""
        self.go_on(self.match.play(text))

    @shown
    def go_on(self, steps: Iterable[Step] = ()) -> None:
        """Let dice that are due by themselves and bots go on; then show all that happened."""
        happened = list(steps)
        self.draft = NOTHING
        try:
            self._by_themselves(happened)
        finally:  # a bot that fails hides nothing of what came before
            self._show_steps(happened)

    def _show_steps(self, happened: list[Step]) -> None:
        frames: list[Scene] = []
        for step in happened:
            before = frames[-1] if frames else self.board.scene
            frames.append(self.view.scene(self.match.game, step.state, step.event, before))
        self.board.animate(frames, self._final(frames[-1] if frames else self.board.scene))
        self.controls.refresh()

    def _by_themselves(self, steps: list[Step]) -> None:
        while (actor := self.match.to_act) is not None:
            if isinstance(actor, Chance):
                more = self.match.roll() if self.rolls_by_itself or not actor.dice else []
            else:
                move = self.match.bot_move()
                more = [] if move is None else self.match.play(move)
            if not more:
                break
            steps += more

    def refuse(self, refusal: Refusal) -> None:
        """Say on the board why a move is refused, and point at the squares."""
        places = self.view.places(self.match.game, refusal.squares)
        text = refusal.text[:1].upper() + refusal.text[1:] + "."
        self.board.say(text, refusal.clause, places)

    # --- what is shown -------------------------------------------------------------------------

    def show(self) -> None:
        """Show where the match is now, at once."""
        self.draft = NOTHING
        self.board.show(self._final(self.board.scene))
        self.controls.refresh()

    def _final(self, before: Scene | None) -> Scene:
        """The scene that waits for a pick."""
        game, state, draft = self.match.game, self.match.state, self.draft
        scene = self.view.scene(game, state, None, before, draft)
        caption, clause = self.view.prompt(game, state, draft)
        over = self.match.result is not None
        return scene._replace(
            caption=caption,
            clause=clause,
            marks=(*scene.marks, *self.view.marks(game, state, draft)),
            spots=() if over else self.view.spots(game, state, draft),
        )

    # --- the controls' doing -------------------------------------------------------------------

    @shown
    def undo(self) -> None:
        """Take back the last move of a person."""
        self.match.undo()
        self.show()

    @shown
    def redo(self) -> None:
        """Make an undone move again."""
        self.match.redo()
        self.show()

    @shown
    def use(self, match: Match) -> None:
        """Play another match at this table: a new one, or one that was loaded."""
        self.match = match
        if self.journal is not None:
            self.journal = self.journal.instead(match)
        self.show()
        self.go_on()

    @shown
    def new_game(self, seed: int | None = None) -> None:
        """Begin anew, with the same rules and players."""
        old = self.match
        dice = "typed" if self.controls.typed else None
        self.use(Match(old.game, seed=seed, dice=dice, seats=old.seats))

    @shown
    def seat(self, seat: str, player: str) -> None:
        """Give a seat to a person or a bot."""
        self.match.seats[seat] = player
        if self.journal is not None:
            self.journal.begin()
        self.go_on()
