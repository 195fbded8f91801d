"""A match played on a board."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import takewhile
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from piecepack_nb.core.actors import Chance, Die, Draw, Seat, Simultaneous, example
from piecepack_nb.core.dice import is_manual
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.match import Match
from piecepack_nb.core.match_base import MatchBase
from piecepack_nb.core.steps import EventCounts, IllegalMove, Refusal, Step
from piecepack_nb.core.wording import capitalise, count_noun, full_stop
from piecepack_nb.scene import (
    EMPTY_DRAFT,
    HAND_OVER,
    AnyView,
    Draft,
    MakeMove,
    Mark,
    Place,
    Scene,
    ShowMessage,
    Spot,
    TextTable,
    brief_frames,
    together,
)
from piecepack_nb.scene.numbers import ONLY
from piecepack_nb.scene.numbers import TIP as NUMBERS_TIP
from piecepack_nb.widgets.board import BoardWidget, Pick

MOST_MOVES = 1000
"""The most moves that bots and dice make without a person's move or a press of "Play on"."""
SECONDS, ROUND = 2.0, 40
"""The time after which they pause; where a person plays too, they make a ROUND of moves first."""


TAKE = "take"
"""The spot that shows a person the view of its seat."""
MOST_ROLLS = 4
"""The rolls in sequence after which somebody decides."""


class Message(NamedTuple):
    """A message shown on the board; ``kind`` is "refusal", "info" or "error"."""

    text: str
    clause: str = ""
    kind: str = "info"


PLAY_ON = "Press 'Play on' to continue."
F = TypeVar("F", bound=Callable[..., Any])


def shown(method: F) -> F:
    """Hold the board's lock while the method runs, and show on the board what it raises.

    Notebooks hide the exceptions of callbacks.
    """

    @functools.wraps(method)
    def guarded(self: PlayWidget, *args: Any) -> Any:
        with self.lock:
            try:
                return method(self, *args)
            except IllegalMove as illegal:
                self.refuse(illegal.refusal)
            except BadInput as bad:
                self.say(re.sub("^the(se)? ", lambda first: first[0].capitalize(), str(bad)))
            except (Exception, SystemExit) as failed:  # noqa: BLE001 - sys.exit would end the kernel
                self.say(f"{type(failed).__name__}: {failed}", kind="error")
            return None

    return guarded  # type: ignore[return-value]


class PlayWidget(BoardWidget):
    """A board on which a ``match`` is played, drawn by the game's ``view``.

    With ``auto_roll`` dice roll without a pick.
    """

    def __init__(self, match: Match, view: AnyView) -> None:
        self.match = match
        self.view = view
        self.message: Message | None = None
        """The last message on the board."""
        self.draft: Draft = EMPTY_DRAFT
        self.auto_roll = False
        self.paused = ""
        """The reason why bots and dice moved no further, a sentence; "" if they had no move."""
        self._holder = ""
        """The seat whose person has the device, and has asked for its view."""
        decided = self._last_decision()
        self._reasons: tuple[TextTable, ...] = decided.listings if decided else ()
        super().__init__(
            self._final(decided),
            label=match.game.title,
            clauses=match.game.rulebook.in_force(match.game.rules),
            trusted=view.trusted,
        )

    def name_game(self) -> None:
        """Name the board after the game, whose clauses, as they are in force, its captions cite."""
        game = self.match.game
        self.show_game(game.title, game.rulebook.in_force(game.rules))

    def _prepare(self) -> None:
        self.on_pick(self._picked)
        self.on_cancel(self._cancelled)
        self.advance()

    def position_shown(self) -> None:
        """Do what a subclass does when the match's position is shown."""

    def frames_shown(self, steps: Sequence[Step], ends: Mapping[int, int]) -> None:
        """Do what a subclass does before it shows the frames of steps that were made just now.

        ``ends`` has, by the number of each step that finishes a sentence, the frame that it is
        finished in.
        """

    @property
    def warning(self) -> str:
        """A sentence that stays in the board's caption, such as that the game isn't saved."""
        return ""

    def focus_dice_input(self) -> None:
        """Put the cursor where the reader enters the result of real dice."""

    # --- whose view is shown ---------------------------------------------------------------------

    @property
    def here(self) -> tuple[str, ...]:
        """The seats whose persons look at this board: of all persons, unless others have theirs."""
        return self.match.persons

    @property
    def viewer(self) -> str | None:
        """The seat whose view is shown, "" for what everybody sees; None for the whole table.

        A table without secrets or persons is shown whole, and so is a finished game.
        """
        match = self.match
        persons = self.here
        if not match.game.views_differ or not persons or match.result is not None:
            return None
        if len(persons) == 1:
            return persons[0]
        actor = match.to_act
        if isinstance(actor, Simultaneous):
            return self.draft[0] if self.draft else ""
        if isinstance(actor, Seat) and actor.name in persons:
            return "" if self.handed_to else actor.name
        return self._holder

    @property
    def handed_to(self) -> str:
        """The seat whose person must get the device before its view is shown; "" for none."""
        match = self.match
        actor = match.to_act
        if not match.game.views_differ or not isinstance(actor, Seat) or len(match.persons) < 2:
            return ""
        if actor.name not in match.persons or actor.name == self._holder:
            return ""
        return actor.name if match.game.knows_more(match.state, actor.name) else ""

    @property
    def seen(self) -> MatchBase:
        """The match as it is shown: as the viewer sees it."""
        viewer = self.viewer
        return self.match if viewer is None else self.match.seen_by(viewer)

    def _take_device(self) -> None:
        """Show the view of the seat to move to its person, who has the device now."""
        self._holder = self.handed_to
        self.show()

    def _put_down(self) -> None:
        """Forget who has the device once another person moves."""
        actor, persons = self.match.to_act, self.match.persons
        if isinstance(actor, Seat) and actor.name in persons and actor.name != self._holder:
            self._holder = ""

    # --- moves -----------------------------------------------------------------------------------

    @shown
    def _picked(self, pick: Pick) -> None:
        """Use a pick in the page as a move, or as a part of one."""
        if self.handed_to:
            if pick.spot == TAKE:
                self._take_device()
            return
        match = self.seen
        asks = pick.shift or pick.spot.startswith(ONLY)
        if asks and (why := self._why_number(pick.spot)) is not None:
            self._tell(why)
            return
        outcome = self.view.pick(
            match.game, match.state, self.draft, pick.spot, pick.to, pick.shift
        )
        if isinstance(outcome, MakeMove):
            self.make(outcome)
        elif isinstance(outcome, ShowMessage):
            explains = any(s.id == pick.spot and s.tip == NUMBERS_TIP for s in self.scene.spots)
            if explains and (why := self._why_number(pick.spot)) is not None:
                self._tell(why)
            else:
                self.refuse(outcome.message, outcome.kind)
        else:
            self._show_draft(outcome or self._first_draft)

    def _why_number(self, spot: str) -> Refusal | None:
        """Return which steps led to the numbers that a spot of a tray shows, if it shows any."""
        match = self.seen
        steps = match.steps[: match.cursor]
        return self.view.why_number(match.game, spot, match.initial_state, steps)

    def _tell(self, why: Refusal) -> None:
        self.say(why.text, why.clause, why.squares, "info")

    @shown
    def _cancelled(self) -> None:
        self._show_draft(self.view.step_back(self.draft) or self._first_draft)

    @shown
    def play(self, text: str) -> None:
        """Make the move that ``text`` describes; "roll" rolls the dice."""
        if self.handed_to:
            raise BadInput(self._handing())
        chance = isinstance(self.match.to_act, Chance)
        try:
            steps = (
                self._roll() if chance and text.strip().lower() == "roll" else self._commit(text)
            )
        except BadInput as error:
            if chance and not self.dice_to_enter and not isinstance(error, IllegalMove):
                raise BadInput(f"{error}; or 'roll', to let the computer roll") from None
            raise
        self.advance(steps)

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
        others = len(self.here) > 1  # who may look at the page next
        if secret and others and self.draft and self.match.refusal(move) is None:
            self._show_draft(EMPTY_DRAFT)
        self.match.game.rehearse(self.match.state, move)
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
            self.busy = False
            self.draft = self._first_draft
            self._show_steps(played)
            if doubt := self._doubt(len(played)):
                self.say(doubt, kind="error")

    def _doubt(self, steps: int) -> str:
        """Return what is wrong with the first of the moves that made the last steps; or ""."""
        match = self.match
        start = match.cursor - steps
        made = list(takewhile(lambda each: each.end > start, reversed(match.record)))
        if not made:
            return ""
        before = match.steps[made[-1].first - 1].state if made[-1].first else match.initial_state
        return match.game.doubt(before, made[-1].move, made[-1].steps[-1].state)

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
                self.busy = True
                self.say(f"Bots and dice play: {count_noun(moves, 'move')} so far.", kind="info")

    def _automatic_move(self) -> list[Step]:
        """Let a bot or automatic dice make a move; return no steps where neither is to act."""
        actor = self.match.to_act
        if isinstance(actor, Chance):
            return self.match.roll() if self._rolls_automatically(actor) else []
        return self.match.play_bot()

    def _rolls_automatically(self, chance: Chance) -> bool:
        """Return True for shuffles and draws, with ``auto_roll``, and for a bot's dice."""
        if self.auto_roll or not chance.dice or chance.draws:
            return True
        mixed = 0 < len(self.match.persons) < len(self.match.seats)
        return mixed and not self.dice_to_enter and self._bot_is_next(chance)

    def _bot_is_next(self, chance: Chance) -> bool:
        """Return True if only bots act after the dice, tried with their first faces.

        The first face is often a null, which may end a bot's turn, so that another seat's dice
        follow: dice that aren't a person's, too, are tried with their last faces.
        """
        shared = any(die.name in self.match.persons for die in chance.dice)
        seats = () if shared else self._seats_after_dice(-1)
        seats = seats or self._seats_after_dice(0)
        return bool(seats) and not set(seats) & set(self.match.persons)

    def _seats_after_dice(self, face: int) -> tuple[str, ...]:
        """Return who acts after the dice, if each shows the face of this number; or nobody."""
        game, state = self.match.game, self.match.state
        events = EventCounts()
        for _ in range(MOST_ROLLS):
            if not isinstance(game.to_act(state), Chance):
                break
            roll = game.chance_move(state, lambda _name, faces: faces[face])
            state = game.apply_move(state, roll, events)
        return tuple(getattr(game.to_act(state), "seats", ()))

    @property
    def plays_itself(self) -> bool:
        """True if a bot or automatic dice make the next move."""
        actor = self.match.to_act
        if isinstance(actor, Chance):
            return not self.dice_to_enter and self._rolls_automatically(actor)
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

    @property
    def cards_to_enter(self) -> int:
        """The number of real cards that the reader must type now."""
        actor = self.match.to_act
        return len(self.dice_to_enter) if isinstance(actor, Chance) and actor.draws else 0

    def _dice_prompt(self) -> str:
        if number := self.cards_to_enter:
            such = f"such as '{self.example_of_cards()}'"
            return f"You are using real cards. Enter the {count_noun(number, 'card')} drawn, {such}"
        dice = ", ".join(die.name for die in self.dice_to_enter)
        result = f"such as '{example(self.dice_to_enter)}' for {dice}"
        return f"You are using real dice. Enter the result, {result}"

    def example_of_cards(self) -> str:
        """Return an example of the cards that are to be entered, as text."""
        actor = self.match.to_act
        assert isinstance(actor, Chance)
        return str(Draw.picked(actor, lambda _name, cards: cards[0])).removeprefix("draw ")

    # --- messages --------------------------------------------------------------------------------

    def say(
        self,
        text: str,
        clause: str = "",
        at: Iterable[Place | str] = (),
        kind: str = "refusal",
    ) -> None:
        """Show a message on the board, at its squares or places, and keep it in ``message``."""
        self.message = Message(text, clause, kind)
        super().say(text, clause, at, kind)

    def _places(self, at: Iterable[Place | str]) -> Iterable[Place]:
        given = tuple(at)
        names = tuple(name for name in given if isinstance(name, str))
        places = [place for place in given if not isinstance(place, str)]
        return [*places, *self.view.places(self.match.game, self.scene, names)]

    def refuse(self, refusal: Refusal, kind: str = "refusal") -> None:
        """Show on the board, at the squares, why a move is refused."""
        self.say(full_stop(capitalise(refusal.text)), refusal.clause, refusal.squares, kind)

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
        persons = self.here
        secret = isinstance(self.match.to_act, Simultaneous)
        return persons if secret and len(persons) == 1 else EMPTY_DRAFT

    def _show_draft(self, draft: Draft) -> None:
        self.draft = draft
        if self.match.game.views_differ:
            self.new_keyframe()  # the page must not keep a scene that another player saw
        super().show(self._final(self.scene))

    def show(self, scene: Scene | None = None) -> None:
        """Show the match's current position, or another scene, without animation."""
        if scene is not None:
            super().show(scene)
            return
        self._put_down()
        decided = self._last_decision()
        self._reasons = decided.listings if decided else ()
        self._scene = self.scene._replace(listings=self._reasons)  # not of what is undone
        self.paused = ""
        self._show_draft(self._first_draft)
        self.position_shown()

    def _last_decision(self) -> Scene | None:
        """Return the scene of the last decision up to the cursor, with the tables that it has.

        A scene may keep tables of the one before it: P.A.C.O. keeps those of the last turn.
        """
        game, cursor = self.match.game, self.match.cursor
        since = game.turn(self._state_at(cursor)) - 1
        steps = self.view.shown_steps(self.seen.steps[:cursor])
        recent = takewhile(lambda step: game.turn(step.state) >= since, reversed(steps))
        scene = None
        for step in [step for step in recent if step.event.why is not None][::-1]:
            scene = self.view.draw(game, step.state, step.event, scene)
        return scene

    def _show_steps(self, played: list[Step]) -> None:
        """Animate the last steps of the match."""
        frames: list[Scene] = []
        self._put_down()
        if self.match.game.views_differ:
            self.new_keyframe()
        all_steps = self.seen.steps[: self.match.cursor]
        shown_steps = self.view.shown_steps(all_steps)
        steps = shown_steps[len(all_steps) - len(played) :]
        for step in steps:
            before = frames[-1] if frames else self.scene
            frames.append(self.view.draw(self.match.game, step.state, step.event, before))
            if step.event.why is not None:
                self._reasons = frames[-1].listings
        final = self._final(frames[-1] if frames else self.scene)
        ends = [number for number, step in enumerate(steps) if step.sentence is not None]
        until, frames = self._frames_at_once(self.match.cursor - len(steps), frames)
        stops = [index for index, number in enumerate(until) if number in ends]
        brief = brief_frames(self.scene, frames, stops)
        last = [until[index] for index, _ in brief]
        at = {end: next(i for i, number in enumerate(last) if number >= end) for end in ends}
        self.frames_shown(steps, at)
        self.animate([frame for _, frame in brief], final)
        self.position_shown()

    def _frames_at_once(self, first: int, frames: list[Scene]) -> tuple[list[int], list[Scene]]:
        """Let the pieces of bots that move one after the other in a team move at once.

        ``frames`` are those of the steps from number ``first``. Return the number of the frame that
        each of the new frames leads to, and these.
        """
        until: list[int] = []
        shown: list[Scene] = []
        number = 0
        for run in self._bot_runs(first, frames):
            start, end = run[0][0], run[-1][1]
            until += range(number, start)
            shown += frames[number:start]
            before = frames[start - 1] if start else self.scene
            merged = together(before, [frames[a:b] for a, b in run])
            until += [start - 1] * (len(merged) - 1) + [end - 1]
            shown += merged
            number = end
        return [*until, *range(number, len(frames))], [*shown, *frames[number:]]

    def _bot_runs(self, first: int, frames: list[Scene]) -> list[list[tuple[int, int]]]:
        """Return the moves of bots in a row, each as its range of frames before any that rests."""
        runs: list[list[tuple[int, int]]] = [[]]
        if not self.match.game.cooperative or not self.match.persons or not self.moves_at_once:
            return []
        for played in self.match.record:
            start, end = played.first - first, played.end - first
            if start < 0:
                continue
            bot = isinstance(played.actor, Seat) and played.actor.name not in self.match.persons
            moving = list(takewhile(lambda frame: not frame.linger, frames[start:end]))
            if bot and moving:
                runs[-1].append((start, start + len(moving)))
            if not bot or start + len(moving) < end:  # what rests is shown by itself
                runs.append([])
        return [run for run in runs if len(run) > 1]

    @property
    def moves_at_once(self) -> bool:
        """True if bots of a team may move at once, as nobody wants to read of each alone."""
        return True

    def _final(self, before: Scene | None) -> Scene:
        """Return the scene that waits for a pick."""
        game, state, draft = self.match.game, self.seen.state, self.draft
        scene = self.view.scene(game, state, None, before, draft)
        if self.handed_to:
            taken = (_take_spot(scene, self.handed_to, self.view.take_at(game)),)
            return scene._replace(
                caption=self._handing(), marks=self._last_marks(scene), spots=taken
            )
        caption, clause = self.view.prompt(game, state, draft)
        caption = f"{caption} {self._one_screen()}".rstrip()
        if self.dice_to_enter:
            caption = f"{caption} {self._dice_prompt()}."
        if self.paused:
            caption = self.paused
        caption = f"{caption} {self.warning}".rstrip()
        spots = self.view.spots(game, state, draft)
        counted = self.view.numbers(game, state)
        if self._first_draft:  # nobody else looks at this screen
            spots = tuple(spot for spot in spots if spot.id != HAND_OVER)
        own = {listing.title for listing in scene.listings}
        reasons = (listing for listing in self._reasons if listing.title not in own)
        return scene._replace(
            caption=caption,
            clause=clause,
            listings=(*scene.listings, *reasons),
            marks=(*self._last_marks(scene), *scene.marks, *self.view.marks(game, state, draft)),
            spots=tuple(self._named(spot, spot.id in counted) for spot in spots),
        )

    def _last_marks(self, scene: Scene) -> tuple[Mark, ...]:
        """Return marks for what others and the dice have moved since the player's own move.

        What a team has agreed moves nothing; what seats have committed in secret moves after the
        last one's own move.
        """
        match, actor = self.seen, self.match.to_act
        mine = set(self.here)
        if actor is not None and not match.game.cooperative:
            mine = mine & set(actor.seats) or mine
        since = match.record[-1].first if match.record and not mine else 0  # only bots play
        for played in reversed(match.record):
            if isinstance(played.actor, Seat) and played.actor.name in mine:
                secret = isinstance(match.game.to_act(self._state_at(played.first)), Simultaneous)
                since = played.first if secret else played.end
                break
        if since == match.cursor:
            return ()
        before = self.view.scene(match.game, self._state_at(since), None, scene)
        return self.view.last_move(before, scene)

    def _state_at(self, cursor: int) -> Any:
        """Return the state after so many steps."""
        match = self.seen
        return match.steps[cursor - 1].state if cursor else match.initial_state

    def _handing(self) -> str:
        """Return what to do before the next person sees its view."""
        seat = capitalise(self.handed_to)
        return f"Hand the device to {seat}. {seat}: press the button when only you can look."

    def _one_screen(self) -> str:
        """Return what the others do while one of several persons here writes a secret move."""
        if len(self.here) < 2 or not isinstance(self.match.to_act, Simultaneous):
            return ""
        if not self.draft:
            return "Who is at the screen?"
        return "The others look away until it is written." if len(self.draft) == 1 else ""

    def _named(self, spot: Spot, counted: bool) -> Spot:
        """Return the spot; with real dice the roll button leads to the input and says so.

        A spot with numbers that can't be a move has a tip that a pick explains them.
        """
        if counted and spot.role == "inert" and not (spot.tip or spot.key):
            return spot._replace(tip=NUMBERS_TIP)
        entering = spot.role == "action" and self.dice_to_enter
        return spot._replace(name="Enter the dice") if entering else spot


def _take_spot(scene: Scene, seat: str, y: float) -> Spot:
    """Return the button with which a person takes the device, on the tray, so far below its top."""
    area = scene.areas[-1]
    name = f"I am {capitalise(seat)}"
    wide = min(area.width - 0.4, 0.8 + 0.22 * len(name))
    return Spot(TAKE, area.width / 2, y, area.id, wide, 0.75, name, "action", key="i")
