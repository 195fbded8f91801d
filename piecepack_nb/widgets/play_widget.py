"""A line to write on: what was written is answered right below it, and kept where it was wrong."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import anywidget
import ipywidgets as widgets
import traitlets

from piecepack_nb.core.actors import Chance, Die, Simultaneous, example
from piecepack_nb.core.dice import is_manual
from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.match import Match
from piecepack_nb.core.steps import IllegalMove, Refusal, Step
from piecepack_nb.scene import (
    EMPTY_DRAFT,
    AnyView,
    Draft,
    MakeMove,
    Scene,
    ShowMessage,
    Spot,
    TextTable,
    svg,
)
from piecepack_nb.scene.style import DARK, LIGHT
from piecepack_nb.widgets.board import Board, Pick

# --- The line to write on ------------------------------------------------------------------------


STATIC = Path(__file__).with_name("static")
LONGEST_INPUT = 4000  # characters that may be written


def _style() -> str:
    line = (STATIC / "move_input.css").read_text(encoding="utf-8")
    themes = f'.ppnb-move-input{{{LIGHT}}}.ppnb-move-input[data-ppnb-theme="dark"]{{{DARK}}}'
    return themes.replace("\n", "") + line


class MoveInput(anywidget.AnyWidget):
    """A labelled line to write on; Enter hands over what was written, the arrows bring it back."""

    _esm = STATIC / "move_input.js"
    _css = _style()
    label = traitlets.Unicode().tag(sync=True)
    placeholder = traitlets.Unicode().tag(sync=True)
    message = traitlets.Dict(read_only=True).tag(sync=True)
    """The answer to what was written last: number, text, clause, kind."""

    def __init__(self, label: str, placeholder: str = "") -> None:
        self._written: list[Callable[[str], object]] = []
        self._number = 0
        super().__init__(label=label, placeholder=placeholder)
        self.on_msg(self._received)

    def on_written(self, callback: Callable[[str], object]) -> Callable[[], None]:
        """Call ``callback(text)`` for what is written; the answer is a function that ends it."""
        self._written.append(callback)
        return lambda: self._written.remove(callback)

    def answer(self, text: str = "", clause: str = "", kind: str = "info") -> None:
        """Answer below the line, "" for nothing to say.

        ``kind`` "refusal" or "error" keeps what was written, selected, to be put right; "info"
        takes it away.
        """
        if kind not in ("info", "refusal", "error"):
            raise invalid("kind", kind, "info, refusal or error")
        self._number += 1
        said = {"number": self._number, "text": text, "clause": clause, "kind": kind}
        self.set_trait("message", said)

    def focus(self) -> None:
        """Put the cursor on the line."""
        self.send({"kind": "focus"})

    def _received(self, _widget: object, content: Any, _buffers: object) -> None:
        """A message from the page; nothing that it holds may raise out of here."""
        text = content.get("submit") if isinstance(content, Mapping) else None
        if not isinstance(text, str) or set(content) != {"submit"} or len(text) > LONGEST_INPUT:
            said = invalid(
                "the page's message", content, f"a line of at most {LONGEST_INPUT} characters"
            )
            self.answer(str(said), kind="refusal")
        elif text.strip():
            for written in tuple(self._written):
                written(text.strip())

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """The page changes nothing by itself."""

    def __repr__(self) -> str:
        return f"<Line {self.label!r}>"


# --- Playing on the board ------------------------------------------------------------------------


class Message(NamedTuple):
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
    def guarded(self: PlayWidget, *args: Any) -> Any:
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


class PlayWidget(widgets.VBox):  # type: ignore[misc]
    """A match being played: ``match`` is what the ``board`` shows, whoever moves.

    ``view`` is the game's; what stands round the board is put there by a subclass.
    """

    def __init__(self, match: Match, view: AnyView) -> None:
        self.match = match
        self.view = view
        self.said: Message | None = None
        self.draft: Draft = EMPTY_DRAFT
        self._reasons: tuple[TextTable, ...] = ()  # of what was decided last
        self.rolls_by_itself = False
        self.board = Board(
            self._final(None),
            label=match.game.title,
            clauses=match.game.rulebook.to_json(),
            trusted=view.trusted,
        )
        self.board.on_pick(self._picked)
        self.board.on_cancel(self._cancelled)
        super().__init__([self.board, *self.around()])
        self.add_class("ppnb-table")
        self.go_on()

    def around(self) -> list[widgets.Widget]:
        """The widgets below the board."""
        return []

    def follow(self) -> None:
        """Bring what stands round the board up to where the match is."""

    def ask_for_dice(self) -> None:
        """Lead whoever plays to where real dice are typed in."""

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
        if isinstance(outcome, MakeMove):
            self.make(outcome)
        elif isinstance(outcome, ShowMessage):
            self.refuse(outcome.said, outcome.kind)
        else:
            self.draft = outcome
            self.board.show(self._final(self.board.scene))

    @shown
    def _cancelled(self) -> None:
        self.draft = self.view.step_back(self.draft) or self._first_draft
        self.board.show(self._final(self.board.scene))

    def make(self, made: MakeMove) -> None:
        """Make a move, or let the dice fall; then bots go on. A refusal is shown at its squares."""
        if made.move is None:
            if self.to_type:
                self.tell(f"The dice are real ones: {self._what_to_type()}.", kind="info")
                self.ask_for_dice()
                return
            steps = self._roll_on() if made.roll else self._roll()
        else:
            try:
                steps = self._commit(made.move)
            except IllegalMove as refused:
                self.refuse(refused.refusal)
                return
            if made.roll and isinstance(self.match.to_act, Chance):
                steps += self.match.roll()
        self.go_on(steps)

    def _commit(self, move: Any) -> list[Step]:
        """Make a move; of what was picked on the way to a secret one the page keeps no trace."""
        secret = isinstance(self.match.to_act, Simultaneous)
        if secret and self.draft and self.match.refusal(move) is None:
            self.draft = EMPTY_DRAFT
            self.board.show(self._final(self.board.scene))
        return self.match.play(move)

    def _roll_on(self) -> list[Step]:
        """Roll, and again as long as dice are due in this turn."""
        match, turn = self.match, self.match.turn
        steps = self._roll()
        while isinstance(match.to_act, Chance) and match.turn == turn:
            more = match.roll()
            if not more:
                break  # real dice, to be typed in
            steps += more
        return steps

    def _roll(self) -> list[Step]:
        if self.to_type:
            raise BadInput(f"The dice are real ones: {self._what_to_type()}.")
        return self.match.roll()

    @property
    def to_type(self) -> tuple[Die, ...]:
        """The dice that are due and that somebody has to type in, for they are real ones."""
        actor = self.match.to_act
        real = isinstance(actor, Chance) and is_manual(self.match.dice)
        return actor.dice if real and isinstance(actor, Chance) else ()

    def _what_to_type(self) -> str:
        dice = ", ".join(die.name for die in self.to_type)
        return f"write below what they show, such as '{example(self.to_type)}' for {dice}"

    @shown
    def play(self, text: str) -> None:
        """Make the move that ``text`` names, as a person would write it; "roll" lets dice fall."""
        rolls = text.strip().lower() == "roll" and isinstance(self.match.to_act, Chance)
        self.go_on(self._roll() if rolls else self._commit(text))

    @shown
    def go_on(self, steps: Iterable[Step] = ()) -> None:
        """Let dice that are due by themselves and bots go on; then show all that happened."""
        happened = list(steps)
        try:
            self._by_themselves(happened)
        finally:  # a bot that fails hides nothing of what came before
            self.draft = self._first_draft
            self._show_steps(happened)

    def _show_steps(self, happened: list[Step]) -> None:
        frames: list[Scene] = []
        whole = self.match.steps[: self.match.cursor]
        told = self.view.shown_steps(self.match.game, whole)[len(whole) - len(happened) :]
        for step in told:
            before = frames[-1] if frames else self.board.scene
            frames.append(self.view.scene(self.match.game, step.state, step.event, before))
            if step.event.why is not None:
                self._reasons = frames[-1].listings
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

    def asked(self, act: Callable[[], object]) -> Message | None:
        """Do what somebody asked for; what was said to it, if anything was."""
        self.said = None
        act()
        return self.said

    def tell(
        self, text: str, clause: str = "", squares: tuple[str, ...] = (), kind: str = "refusal"
    ) -> None:
        """Say something on the board, at its squares; ``said`` remembers it."""
        self.said = Message(text, clause, kind)
        places = self.view.locate(self.match.game, squares)
        places += self.view.locate_pieces(self.board.scene, squares)
        self.board.say(text, clause, places, kind)

    @property
    def _first_draft(self) -> Draft:
        """Where a move begins: with nothing, but for a secret one with the seat that writes it.

        Several persons say who it is, so that nobody sees another one's.
        """
        persons = self.match.persons
        secret = isinstance(self.match.to_act, Simultaneous)
        return persons if secret and len(persons) == 1 else EMPTY_DRAFT

    # --- what is shown -------------------------------------------------------------------------

    def show(self) -> None:
        """Show where the match is now, at once."""
        self.draft = self._first_draft
        self._reasons = ()
        self.board.show(self._final(self.board.scene))
        self._shown()

    def _shown(self) -> None:
        """The controls follow the board; how the game ended is said where it did."""
        self.follow()
        if self.match.result is not None and self.match.between_moves:
            caption, clause = self.view.prompt(self.match.game, self.match.state, EMPTY_DRAFT)
            ways = "Undo, New game, or pp.replay(table.match) to see it again."
            self.tell(f"{caption}\n{ways}", clause, kind="info")

    def _final(self, before: Scene | None) -> Scene:
        """The scene that waits for a pick."""
        game, state, draft = self.match.game, self.match.state, self.draft
        scene = self.view.scene(game, state, None, before, draft)
        caption, clause = self.view.prompt(game, state, draft)
        if self.to_type:
            caption = f"{caption} The dice are real ones: {self._what_to_type()}."
        own = {listing.title for listing in scene.listings}
        kept = (listing for listing in self._reasons if listing.title not in own)
        return scene._replace(
            caption=caption,
            clause=clause,
            listings=(*scene.listings, *kept),
            marks=(*scene.marks, *self.view.marks(game, state, draft)),
            spots=tuple(map(self._named, self.view.spots(game, state, draft))),
        )

    def _named(self, spot: Spot) -> Spot:
        """Real dice aren't rolled by a button: it leads to where they are typed in."""
        typing = spot.role == "action" and self.to_type
        return spot._replace(name="Write what the dice show") if typing else spot
