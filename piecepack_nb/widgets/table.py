"""The table: a match to play on, with the board and all that stands round it.

It knows no game: the match tells what is legal and what happens, the game's view how it looks and
what a pick comes to.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

import ipywidgets as widgets

from piecepack_nb.core.actors import Chance, Die, example
from piecepack_nb.core.dice import Seeded, Typed, is_typed
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.journal import Journal
from piecepack_nb.core.match import Match
from piecepack_nb.core.rules import Rules
from piecepack_nb.core.steps import IllegalMove, Refusal, Step
from piecepack_nb.scene import NOTHING, Draft, Made, Scene, Spot, Told, View, svg
from piecepack_nb.widgets.board import Board, Pick
from piecepack_nb.widgets.controls import Controls
from piecepack_nb.widgets.shelf import Shelf

__all__ = ["BACK", "Said", "Table"]

BACK = "'Back to the game before' brings it back"


class Said(NamedTuple):
    """What was said on the board: ``kind`` is "refusal", "info" or "error"."""

    text: str
    clause: str
    kind: str


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
                self.tell(re.sub("^the ", "The ", str(bad)))
            except Exception as failed:  # noqa: BLE001
                self.tell(f"{type(failed).__name__}: {failed}", kind="error")
            return None

    return guarded  # type: ignore[return-value]


class Table(widgets.VBox):  # type: ignore[misc]
    """A match being played: ``match`` is what the board shows, whoever moves.

    ``journal`` is written before each move counts; ``view`` is the game's. Games that were put
    aside for others are on the ``shelf``.
    """

    def __init__(self, match: Match, view: View, journal: Journal | None = None) -> None:
        self.match = match
        self.view = view
        self.shelf = Shelf(journal)
        self.said: Said | None = None
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

    @property
    def journal(self) -> Journal | None:
        """What each move is written to before it counts."""
        return self.shelf.journal

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
        elif isinstance(outcome, Told):
            self.refuse(outcome.said, outcome.kind)
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
            if self.to_type:
                self.tell(f"The dice are real ones: {self._what_to_type()}.", kind="info")
                self.controls.line.focus()
                return
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
        if self.to_type:
            raise BadInput(f"The dice are real ones: {self._what_to_type()}.")
        return self.match.roll()

    @property
    def to_type(self) -> tuple[Die, ...]:
        """The dice that are due and that somebody has to type in, for they are real ones."""
        actor = self.match.to_act
        real = isinstance(actor, Chance) and is_typed(self.match.dice)
        return actor.dice if real and isinstance(actor, Chance) else ()

    def _what_to_type(self) -> str:
        dice = ", ".join(die.name for die in self.to_type)
        return f"write below what they show, such as '{example(self.to_type)}' for {dice}"

    @shown
    def play(self, text: str) -> None:
        """Make the move that ``text`` names, as a person would write it; "roll" lets dice fall."""
        rolls = text.strip().lower() == "roll" and isinstance(self.match.to_act, Chance)
        self.go_on(self._roll() if rolls else self.match.play(text))

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
        self._shown()

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

    def refuse(self, refusal: Refusal, kind: str = "refusal") -> None:
        """Say on the board why a move is refused, and point at the squares."""
        text = refusal.text[:1].upper() + refusal.text[1:] + "."
        self.tell(text, refusal.clause, refusal.squares, kind)

    def asked(self, act: Callable[[], object]) -> Said | None:
        """Do what somebody asked for; what was said to it, if anything was."""
        self.said = None
        act()
        return self.said

    def tell(
        self, text: str, clause: str = "", squares: tuple[str, ...] = (), kind: str = "refusal"
    ) -> None:
        """Say something on the board, at its squares; ``said`` remembers it."""
        self.said = Said(text, clause, kind)
        self.board.say(text, clause, self.view.places(self.match.game, squares), kind)

    # --- what is shown -------------------------------------------------------------------------

    def show(self) -> None:
        """Show where the match is now, at once."""
        self.draft = NOTHING
        self.board.show(self._final(self.board.scene))
        self._shown()

    def _shown(self) -> None:
        """The controls follow the board; how the game ended is said where it did."""
        self.controls.refresh()
        result = self.match.result
        if result is not None and self.match.between_moves:
            text = (
                f"The game is over. {result.text}\nUndo takes the last move back, New game sets "
                "the table anew, pp.replay(table.match) shows the whole game."
            )
            self.tell(text, result.clause, kind="info")

    def _final(self, before: Scene | None) -> Scene:
        """The scene that waits for a pick."""
        game, state, draft = self.match.game, self.match.state, self.draft
        scene = self.view.scene(game, state, None, before, draft)
        caption, clause = self.view.prompt(game, state, draft)
        if self.to_type:
            caption = f"{caption} The dice are real ones: {self._what_to_type()}."
        return scene._replace(
            caption=caption,
            clause=clause,
            marks=(*scene.marks, *self.view.marks(game, state, draft)),
            spots=tuple(map(self._named, self.view.spots(game, state, draft))),
        )

    def _named(self, spot: Spot) -> Spot:
        """Real dice aren't rolled by a button: it leads to where they are typed in."""
        typing = spot.role == "action" and self.to_type
        return spot._replace(name="Write what the dice show") if typing else spot

    # --- the controls' doing -------------------------------------------------------------------

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
        match = Match(game, seed=seed, dice=dice, seats=old.players(game))
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
