"""A match played on a board, and the input for typed moves."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping
from time import monotonic
from typing import Any, NamedTuple, TypeVar

import anywidget
import ipywidgets as widgets
import traitlets

from piecepack_nb.core.actors import Chance, Die, Seat, Simultaneous, example
from piecepack_nb.core.dice import is_manual
from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.match import Match
from piecepack_nb.core.steps import IllegalMove, Refusal, Step
from piecepack_nb.core.wording import count_noun
from piecepack_nb.scene import (
    EMPTY_DRAFT,
    AnyView,
    Draft,
    MakeMove,
    Mark,
    Scene,
    ShowMessage,
    Spot,
    TextTable,
    in_brief,
    last_move,
    svg,
)
from piecepack_nb.widgets.board import Board, Pick
from piecepack_nb.widgets.outputs import Output
from piecepack_nb.widgets.page import KINDS, page_source, themed_css

MOST_MOVES = 1000
"""The most moves that bots and dice make without a person's move or a press of "Play on"."""
SECONDS, ROUND = 2.0, 40
"""The time after which they pause; where a person plays too, they make a ROUND of moves first."""


class Message(NamedTuple):
    """A message shown on the board; ``kind`` is "refusal", "info" or "error"."""

    text: str
    clause: str
    kind: str


PLAY_ON = "Press 'Play on' to continue."
F = TypeVar("F", bound=Callable[..., Any])


def shown(method: F) -> F:
    """Hold the board's lock while the method runs, and show on the board what it raises.

    Notebooks hide the exceptions of callbacks.
    """

    @functools.wraps(method)
    def guarded(self: PlayWidget, *args: Any) -> Any:
        with self.board.lock:
            try:
                return method(self, *args)
            except IllegalMove as illegal:
                self.refuse(illegal.refusal)
            except BadInput as bad:
                self.say(re.sub("^the ", "The ", str(bad)))
            except Exception as failed:  # noqa: BLE001
                self.say(f"{type(failed).__name__}: {failed}", kind="error")
            return None

    return guarded  # type: ignore[return-value]


class PlayWidget(Output, widgets.VBox):  # type: ignore[misc]
    """A ``match`` played on its ``board``, drawn by the game's ``view``.

    Subclasses add controls. With ``auto_roll`` dice roll without a pick.
    """

    def __init__(self, match: Match, view: AnyView) -> None:
        self.match = match
        self.view = view
        self.message: Message | None = None
        """The last message on the board."""
        self.draft: Draft = EMPTY_DRAFT
        self.auto_roll = False
        self.paused = ""
        """Why bots and dice made no further move, in a sentence; "" if they had none to make."""
        self._reasons: tuple[TextTable, ...] = ()  # of the last decision
        self.board = Board(
            self._final(None),
            label=match.game.title,
            clauses=match.game.rulebook.to_json(),
            trusted=view.trusted,
        )
        self.board.on_pick(self._picked)
        self.board.on_cancel(self._cancelled)
        super().__init__([self.board, *self.make_controls()])
        self.add_class("ppnb-table")
        self.advance()

    def make_controls(self) -> list[widgets.Widget]:
        """Return the widgets below the board."""
        return []

    def update_controls(self) -> None:
        """Show the match's current position in the controls."""

    @property
    def warning(self) -> str:
        """A sentence that stays in the board's caption, such as that the game isn't saved."""
        return ""

    def focus_dice_input(self) -> None:
        """Put the cursor where the reader types the result of real dice."""

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the live table, and a picture of its board for pages without a kernel."""
        bundle = super()._repr_mimebundle_(**kwargs)
        return bundle and bundle | {"image/svg+xml": str(svg(self.board.scene))}

    # --- moves -----------------------------------------------------------------------------------

    @shown
    def _picked(self, pick: Pick) -> None:
        """Use a pick in the page as a move, or as a part of one."""
        match = self.match
        outcome = self.view.pick(
            match.game, match.state, self.draft, pick.spot, pick.to, pick.shift
        )
        if isinstance(outcome, MakeMove):
            self.make(outcome)
        elif isinstance(outcome, ShowMessage):
            self.refuse(outcome.message, outcome.kind)
        else:
            self._show_draft(outcome)

    @shown
    def _cancelled(self) -> None:
        self._show_draft(self.view.step_back(self.draft) or self._first_draft)

    @shown
    def play(self, text: str) -> None:
        """Make the move that ``text`` describes; "roll" rolls the dice."""
        rolls = text.strip().lower() == "roll" and isinstance(self.match.to_act, Chance)
        self.advance(self._roll() if rolls else self._commit(text))

    def make(self, made: MakeMove) -> None:
        """Make a move or roll the dice, then advance; show a refusal at its squares."""
        if made.move is None:
            if self.dice_to_enter:
                self.say(f"{self._dice_prompt()}.", kind="info")
                self.focus_dice_input()
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
        self.advance(steps)

    def _commit(self, move: Any) -> list[Step]:
        """Play a move; before a secret one, remove the draft from the page."""
        secret = isinstance(self.match.to_act, Simultaneous)
        if secret and self.draft and self.match.refusal(move) is None:
            self._show_draft(EMPTY_DRAFT)
        return self.match.play(move)

    @shown
    def advance(self, steps: Iterable[Step] = ()) -> None:
        """Let bots and automatic dice play on, then show these and the given steps.

        After many moves, and when the kernel is interrupted, they pause until the next call.
        """
        played = list(steps)
        self.paused = ""
        try:
            self._play_automatic(played)
        except KeyboardInterrupt:
            self.paused = f"Interrupted. {PLAY_ON}"
        finally:  # the steps before a bot's failure are shown
            self.board.busy = False
            self.draft = self._first_draft
            self._show_steps(played)

    def _play_automatic(self, steps: list[Step]) -> None:
        began = shown_at = monotonic()
        least = ROUND if self.match.persons else 1
        moves = 0
        while more := self._automatic_move():
            steps += more
            moves += 1
            now = monotonic()
            if moves >= MOST_MOVES or (moves >= least and now - began > SECONDS):
                if self.plays_itself:
                    made = count_noun(moves, "move")
                    self.paused = f"Bots and dice have made {made} and wait. {PLAY_ON}"
                break
            if now - shown_at > 1:
                shown_at = now
                self.board.busy = True
                self.say(f"Bots and dice play: {count_noun(moves, 'move')} so far.", kind="info")

    def _automatic_move(self) -> list[Step]:
        """Let a bot or automatic dice make a move; return no steps where neither is to act."""
        actor = self.match.to_act
        if isinstance(actor, Chance):
            return self.match.roll() if self.auto_roll or not actor.dice else []
        move = self.match.bot_move()
        return [] if move is None else self.match.play(move)

    @property
    def plays_itself(self) -> bool:
        """True if a bot or automatic dice make the next move."""
        actor = self.match.to_act
        if isinstance(actor, Chance):
            return not self.dice_to_enter and (self.auto_roll or not actor.dice)
        return actor is not None and not set(actor.seats) & set(self.match.persons)

    # --- dice ------------------------------------------------------------------------------------

    def _roll(self) -> list[Step]:
        if self.dice_to_enter:
            raise BadInput(f"{self._dice_prompt()}.")
        return self.match.roll()

    def _roll_on(self) -> list[Step]:
        """Roll as long as dice are due in this turn."""
        match, turn = self.match, self.match.turn
        steps = self._roll()
        while isinstance(match.to_act, Chance) and match.turn == turn:
            more = match.roll()
            if not more:
                break  # real dice
            steps += more
        return steps

    @property
    def dice_to_enter(self) -> tuple[Die, ...]:
        """The real dice whose result the reader must type now."""
        actor = self.match.to_act
        return actor.dice if isinstance(actor, Chance) and is_manual(self.match.dice) else ()

    def _dice_prompt(self) -> str:
        dice = ", ".join(die.name for die in self.dice_to_enter)
        result = f"such as '{example(self.dice_to_enter)}' for {dice}"
        return f"You are using real dice. Type the result below, {result}"

    # --- messages --------------------------------------------------------------------------------

    def say(
        self, text: str, clause: str = "", squares: tuple[str, ...] = (), kind: str = "refusal"
    ) -> None:
        """Show a message on the board, at its squares, and keep it in ``message``."""
        self.message = Message(text, clause, kind)
        places = self.view.locate(self.match.game, squares)
        places += self.view.locate_pieces(self.board.scene, squares)
        self.board.say(text, clause, places, kind)

    def refuse(self, refusal: Refusal, kind: str = "refusal") -> None:
        """Show on the board, at the squares, why a move is refused."""
        text = refusal.text[:1].upper() + refusal.text[1:] + "."
        self.say(text, refusal.clause, refusal.squares, kind)

    def message_from(self, act: Callable[[], object]) -> Message | None:
        """Call ``act`` and return its message, if it shows one."""
        self.message = None
        act()
        return self.message

    # --- scenes ----------------------------------------------------------------------------------

    @property
    def _first_draft(self) -> Draft:
        """The draft at the start of a move: for a secret move its seat, otherwise empty.

        With several persons it is empty too: each first picks a seat, and sees only its move.
        """
        persons = self.match.persons
        secret = isinstance(self.match.to_act, Simultaneous)
        return persons if secret and len(persons) == 1 else EMPTY_DRAFT

    def _show_draft(self, draft: Draft) -> None:
        self.draft = draft
        self.board.show(self._final(self.board.scene))

    def show(self) -> None:
        """Show the match's current position without animation."""
        self._reasons = ()
        self.paused = ""
        self._show_draft(self._first_draft)
        self._position_shown()

    def _show_steps(self, played: list[Step]) -> None:
        """Animate the last steps of the match."""
        frames: list[Scene] = []
        all_steps = self.match.steps[: self.match.cursor]
        shown_steps = self.view.shown_steps(self.match.game, all_steps)
        for step in shown_steps[len(all_steps) - len(played) :]:
            before = frames[-1] if frames else self.board.scene
            frames.append(self.view.draw(self.match.game, step.state, step.event, before))
            if step.event.why is not None:
                self._reasons = frames[-1].listings
        final = self._final(frames[-1] if frames else self.board.scene)
        self.board.animate(in_brief(self.board.scene, frames), final)
        self._position_shown()

    def _position_shown(self) -> None:
        """Update the controls; at the end of the game, show the result."""
        self.update_controls()
        if self.match.result is not None and self.match.between_moves:
            caption, clause = self.view.prompt(self.match.game, self.match.state, EMPTY_DRAFT)
            options = "To continue: Undo, New game, or pp.replay(table.match)."
            self.say(f"{caption}\n{options}", clause, kind="info")

    def _final(self, before: Scene | None) -> Scene:
        """Return the scene that waits for a pick."""
        game, state, draft = self.match.game, self.match.state, self.draft
        scene = self.view.scene(game, state, None, before, draft)
        caption, clause = self.view.prompt(game, state, draft)
        if self.dice_to_enter:
            caption = f"{caption} {self._dice_prompt()}."
        if self.paused:
            caption = self.paused
        caption = f"{caption} {self.warning}".rstrip()
        own = {listing.title for listing in scene.listings}
        reasons = (listing for listing in self._reasons if listing.title not in own)
        return scene._replace(
            caption=caption,
            clause=clause,
            listings=(*scene.listings, *reasons),
            marks=(*self._last_marks(scene), *scene.marks, *self.view.marks(game, state, draft)),
            spots=tuple(map(self._named, self.view.spots(game, state, draft))),
        )

    def _last_marks(self, scene: Scene) -> tuple[Mark, ...]:
        """Return marks for what others and the dice have moved since the player's own move.

        What a team has agreed moves nothing; what seats have committed in secret moves after the
        last one's own move.
        """
        match, actor = self.match, self.match.to_act
        mine = set(match.persons)
        if actor is not None and actor.seats and not match.game.cooperative:
            mine &= set(actor.seats)
        since = 0
        for played in reversed(match.record):
            if isinstance(played.actor, Seat) and played.actor.name in mine:
                secret = isinstance(match.game.to_act(self._state_at(played.first)), Simultaneous)
                since = played.first if secret else played.end
                break
        if since == match.cursor:
            return ()
        before = self.view.scene(match.game, self._state_at(since), None, scene)
        return last_move(before, scene)

    def _state_at(self, cursor: int) -> Any:
        """Return the state after so many steps."""
        return self.match.steps[cursor - 1].state if cursor else self.match.initial_state

    def _named(self, spot: Spot) -> Spot:
        """Return the spot; with real dice the roll button leads to the input and says so."""
        entering = spot.role == "action" and self.dice_to_enter
        return spot._replace(name="Type the dice") if entering else spot


# --- The input for moves -------------------------------------------------------------------------


LONGEST_INPUT = 4000  # characters


class MoveInput(anywidget.AnyWidget):
    """A labelled input line; Enter submits the text, the arrow keys recall earlier ones."""

    _esm = page_source("move_input.js")
    _css = themed_css("ppnb-move-input", "move_input.css")
    label = traitlets.Unicode().tag(sync=True)
    placeholder = traitlets.Unicode().tag(sync=True)
    message = traitlets.Dict(read_only=True).tag(sync=True)
    """The reply to the last text: number, text, clause, kind."""

    def __init__(self, label: str, placeholder: str = "") -> None:
        self._submitted: list[Callable[[str], object]] = []
        self._number = 0
        super().__init__(label=label, placeholder=placeholder)
        self.on_msg(self._received)

    def on_submit(self, callback: Callable[[str], object]) -> Callable[[], None]:
        """Call ``callback(text)`` for each submitted text; return a function that ends it."""
        self._submitted.append(callback)
        return lambda: self._submitted.remove(callback)

    def say(self, text: str = "", clause: str = "", kind: str = "info") -> None:
        """Show a reply below the line, or none for "".

        A "refusal" or "error" keeps the submitted text, selected, for correction; "info" clears it.
        """
        if kind not in KINDS:
            raise invalid("kind", kind, "info, refusal or error")
        self._number += 1
        reply = {"number": self._number, "text": text, "clause": clause, "kind": kind}
        self.set_trait("message", reply)

    def focus(self) -> None:
        """Put the cursor on the line."""
        self.send({"kind": "focus"})

    def _received(self, _widget: object, content: Any, _buffers: object) -> None:
        """Handle a message from the page; reply to an invalid one."""
        text = content.get("submit") if isinstance(content, Mapping) else None
        if not isinstance(text, str) or set(content) != {"submit"} or len(text) > LONGEST_INPUT:
            most = f"a line of at most {LONGEST_INPUT} characters"
            self.say(str(invalid("the page's message", content, most)), kind="refusal")
        elif text.strip():
            for submitted in tuple(self._submitted):
                submitted(text.strip())

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Ignore state from the page, which sends messages instead."""

    def __repr__(self) -> str:
        return f"<MoveInput {self.label!r}>"
