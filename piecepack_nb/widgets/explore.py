"""What other rules make of a game that was played, in words: move by move, or where it parts."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import Any, NamedTuple

import ipywidgets as widgets

from piecepack_nb.core.actors import Chance
from piecepack_nb.core.dice import RecordedDice
from piecepack_nb.core.divergence import Divergence
from piecepack_nb.core.errors import BadInput, shorten
from piecepack_nb.core.match import Match, replay_from
from piecepack_nb.core.match_base import PlayedMove
from piecepack_nb.core.rules import Rules
from piecepack_nb.core.steps import IllegalMove, Step
from piecepack_nb.scene import Scene, svg
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.scene.match_film import FilmedMove, MatchFilm, StepRef, match_film
from piecepack_nb.scene.pair import align_frames, match_moves, side_by_side
from piecepack_nb.widgets.replay import Replay, credits
from piecepack_nb.widgets.rules_panel import Button, Choice, RulesPanel

# --- What other rules change ---------------------------------------------------------------------


AS_PLAYED = "As played"
SENTENCE = re.compile(r"(?<=\.) (?=[A-Z])")


class RuleEffect(NamedTuple):
    """What came of a move under other rules, in a line; ``into`` is the step that it is about."""

    text: str
    clause: str = ""
    kind: str = "info"
    into: int | None = None


def effects_of(
    old: FilmedMove, move: PlayedMove, game: Any, dice: Any
) -> tuple[FilmedMove, RuleEffect]:
    """A move under other rules; as it was played where they don't let it be made."""
    try:
        new = _again(old, move, game, dice)
    except IllegalMove as refused:
        text = f"Under these rules this move is refused: {refused.refusal.text}."
        return old, RuleEffect(text, refused.refusal.clause, "refusal")
    except BadInput as impossible:
        return old, RuleEffect(
            f"Under these rules the table can't stand so: {impossible}.", kind="refusal"
        )
    if not new.steps:
        return old, RuleEffect("Under these rules another move is due here.", kind="refusal")
    return new, _compared(old.steps, new.steps)


def _again(stretch: FilmedMove, played: PlayedMove, game: Any, dice: Any) -> FilmedMove:
    """A move of the record, made again in ``game`` from the table before it.

    It has no steps where another move is due there. Raises BadInput where that table can't be in
    this game, IllegalMove where the move is refused.
    """
    begins = stretch.before == stretch.game.initial_state()
    state = game.initial_state() if begins else game.position(stretch.game.to_json(stretch.before))
    actor, move = game.to_act(state), played.move
    if actor is None or actor.label != played.actor.label:
        return FilmedMove(game, stretch.move_key, state, ())
    if isinstance(actor, Chance):
        turn, purpose = played.move_key
        rolled = RecordedDice([(turn, purpose, move)], dice)
        numbered = actor._replace(purpose=purpose, turn=turn)
        move = rolled.draw(game, state, numbered, max(played.rolls - 1, 0))
    steps = () if move is None else tuple(game.play(state, move))
    return FilmedMove(game, stretch.move_key, state, steps)


def _compared(old: tuple[Step, ...], new: tuple[Step, ...]) -> RuleEffect:
    """What differs in a move: the first step that is told otherwise, or leads elsewhere."""
    for number, (one, two) in enumerate(zip(old, new, strict=False)):
        if one.event.text != two.event.text or one.state != two.state:
            same = one.event.text == two.event.text
            text = f"{two.event.text} Then the tables differ." if same else _both(one, two)
            return RuleEffect(text, two.event.clause, into=number)
    if len(old) == len(new):
        return RuleEffect("These rules change nothing in this move.")
    longer = old if len(old) > len(new) else new
    step = longer[min(len(old), len(new))]
    who = AS_PLAYED if longer is old else "Now"
    text = f"{who} it goes on: {step.event.text}"
    return RuleEffect(text, step.event.clause, into=min(len(old), len(new)) - (longer is old))


def _both(ours: Step, theirs: Step) -> str:
    """What two steps tell, from the first sentence on that differs, a sentence each."""
    one, two = (SENTENCE.split(step.event.text) for step in (ours, theirs))
    differ = (pair for pair in zip_longest(one, two, fillvalue="") if pair[0] != pair[1])
    played, now = next(differ)
    told = ((AS_PLAYED, played), ("Now", now))
    return " ".join(f"{name}: {sentence}" for name, sentence in told if sentence)


def divergence_text(found: Divergence) -> str:
    """Why two games part, where the one is the game as played."""
    ours, theirs = found.ours, found.theirs
    if ours and theirs and ours.event.text != theirs.event.text:
        return _both(ours, theirs)
    if ours and not theirs and ours.event.text not in found.text:  # a refusal
        return f"under these rules {found.text}."
    if ours and theirs:
        return found.text.replace("here: ", "as played: ").replace(" There: ", " Now: ")
    step, who = (ours, "as played") if ours else (theirs, "now")
    assert step is not None
    return f"only {who} the game goes on: {step.event.text}"


# --- The widget ----------------------------------------------------------------------------------


SCOPES = Choice(
    "scope",
    "Changes take hold",
    (
        Button("move", "this move", "Each move again, from the table as it was played"),
        Button("onward", "from here on", "As played up to this move, then under these rules"),
        Button("start", "from the start", "The same dice and moves under these rules"),
    ),
)
SIDES = Choice(
    "board",
    "Board",
    (
        Button("one", "alone", "The game under these rules"),
        Button("both", "side by side", "Beside the game as it was played"),
    ),
)
SHOW = Button("parting", "Show where")
ALONE, BOTH = "3 1 540px", "1 1 100%"  # of the width: two boards take it all


class Explore(widgets.VBox):  # type: ignore[misc]
    """A replay of ``match`` and its rules: ``board``, ``panel``, and ``other``, the match under
    the rules as they are set (None where they are its own, or hold for single moves).
    """

    def __init__(self, match: Match) -> None:
        with match.locked():
            self.match = match.branch(-1)
            behind = len(self.match.steps) - match.cursor
        self.view = view_of(match.game)
        self.played = self.course = match_film(self.match)
        self.played_frames = self.played.frames(self.view)
        self.frames = self.played_frames
        self.other: Match | None = None
        self.remarks: dict[int, RuleEffect] = {}
        self._pairs: list[tuple[int, int]] = []
        self._moving = False
        at = self.played.last - behind
        self._wanted = self.played.ref(at)
        film = self._played_film = self.played.film(self.view, self.played_frames)
        book = match.game.rulebook
        self.board = Replay(film, at, clauses=book.to_json(), credits=credits(match.game))
        self._packed = self.board.film
        self.panel = RulesPanel(match.game, choices=(SCOPES, SIDES), lock=self.board.lock)
        self._tell()
        self.panel.on_change(self._changed)
        self.panel.on_press(self._pressed)
        self.board.observe(self._moved, "frame")
        self.board.layout.flex, self.board.layout.min_width = ALONE, "0"
        self.panel.layout.flex, self.panel.layout.min_width = "1 1 300px", "0"
        super().__init__([self.board, self.panel])
        self.layout.flex_flow = "row wrap"
        self.layout.align_items = "flex-start"

    @property
    def rules(self) -> Rules:
        """The rules as they are set."""
        return self.panel.rules

    @property
    def divergence(self) -> Divergence | None:
        """Where the match under these rules parts from the one that was played."""
        return self.other.divergence if self.other is not None else None

    @property
    def ref(self) -> StepRef:
        """The move that is shown, by its place in the game, and the steps into it."""
        at = self.board.frame
        return self.course.ref(self._pairs[at][1] if self._pairs else at)

    # --- what changes ---------------------------------------------------------------------------

    def _changed(self, rules: Rules) -> None:
        """The rules, or what they take hold of, are others now."""
        other: Match | None = None
        remarks: dict[int, RuleEffect] = {}
        try:
            if rules == self.match.game.rules:
                course = self.played
            elif self.panel.chosen["scope"] == "move":
                course, remarks = self._each_move(rules)
            else:
                other = self._match(rules)
                course = match_film(other)
        except BadInput as impossible:
            self.panel.say(f"{impossible}. The board is left as it was.", kind="refusal")
            return
        self.other, self.remarks = other, remarks
        self._run(course)

    def _match(self, rules: Rules) -> Match:
        if self.panel.chosen["scope"] == "start":
            return self.match.under(**rules.to_json())
        return replay_from(self.match, self._first(), rules.to_json())

    def _first(self) -> int:
        """The step of the match before the move that is shown; 0 where that lies before it."""
        span = self.played.span(self._wanted.move_key)
        earlier = self.played.last - len(self.match.steps)
        return max(span.start - 1 - earlier, 0) if span else 0

    def _each_move(self, rules: Rules) -> tuple[MatchFilm, dict[int, RuleEffect]]:
        """Every move as these rules make it, where they can, and what came of each."""
        game, record = self.match.game.under(**rules.to_json()), self.match.record
        stretches, remarks = list(self.played.moves), {}
        for number, move in enumerate(record, start=len(stretches) - len(record)):
            old = stretches[number]
            stretches[number], remarks[number] = effects_of(old, move, game, self.match.dice)
        changed = stretches and stretches[0].game is game
        start = stretches[0].before if changed else self.played.initial_state
        return MatchFilm(game, start, stretches), remarks

    def _run(self, course: MatchFilm) -> None:
        """Show another course, at the place that the reader looks at."""
        self.course = course
        self.frames = self._frames(course)
        self._pairs, packed = [], b""
        if course is self.played:
            film, packed = self._played_film, self._packed
        else:
            number = course.numbers.get(self._wanted.move_key)
            film = course.film(self.view, self.frames, () if number is None else (number,))
            if self.panel.chosen["board"] == "both":
                self._pairs = align_frames(self.played, course, match_moves)
                film = side_by_side(
                    (self.played, course),
                    (self.played_frames, self.frames),
                    self._pairs,
                    ("as played", self._title()),
                )
        self.board.layout.flex = BOTH if self._pairs else ALONE
        self._moving = True
        try:
            self.board.run_film(film, self._at(course.frame(self._wanted)), packed)
        finally:
            self._moving = False
        self._tell()

    def _frames(self, course: MatchFilm) -> tuple[Scene, ...]:
        if course is self.played:
            return self.played_frames
        same = 0
        for one, two in zip(self.played.moves, course.moves, strict=False):
            if one.game is not two.game or one.steps is not two.steps:
                break
            same += len(one.steps)
        known = self.played_frames[: same + 1] if same else ()
        return course.frames(self.view, known)

    def _title(self) -> str:
        old = self.match.game.rules.to_json()
        new = {name: value for name, value in self.rules.to_json().items() if value != old[name]}
        return shorten(", ".join(f"{name} {shorten(str(value))}" for name, value in new.items()))

    def _at(self, frame: int) -> int:
        """The board's frame that shows a frame of the course."""
        if not self._pairs:
            return frame
        return next(at for at, (_, shown) in enumerate(self._pairs) if shown == frame)

    # --- where the reader is --------------------------------------------------------------------

    def _moved(self, _change: Any) -> None:
        """The reader, or somebody's code, went to another frame."""
        with self.board.lock:
            if not self._moving:
                self._wanted = self.ref
                self._tell()

    def _pressed(self, _button: str) -> None:
        """Go to where the games part."""
        at = self._parts_at()
        if at is not None:
            self.board.goto(self._at(min(at, self.course.last)))

    def _parts_at(self) -> int | None:
        """The frame of the course with what the line is about."""
        if self.other is None:
            remark = self._remark()
            span = self.course.span(self._wanted.move_key)
            return span[min(remark.into, len(span) - 1)] if remark.into is not None else None
        found = self.other.divergence
        return self.played.last - len(self.match.steps) + found.step if found else None

    def _remark(self) -> RuleEffect:
        number = self.played.numbers.get(self._wanted.move_key, -1)
        none = RuleEffect("" if self.course is self.played else "No move is made here.")
        return self.remarks.get(number, none)

    def _tell(self) -> None:
        """Say what the rules come to, and which clauses are at work in the move that is shown."""
        stretch = self.played.numbers.get(self._wanted.move_key)
        steps = () if stretch is None else self.played.moves[stretch].steps
        self.panel.current_clauses = list(dict.fromkeys(step.event.clause for step in steps))
        remark = self._remark() if self.other is None else self._parted(self.other.divergence)
        at = self._parts_at()
        button = SHOW if at is not None else None
        self.panel.say(remark.text, remark.clause, remark.kind, button)

    def _parted(self, found: Divergence | None) -> RuleEffect:
        """Where the two games part, and why."""
        if found is None:
            return RuleEffect("The same dice and moves: nothing comes out differently.")
        at = self.played.last - len(self.match.steps) + found.step
        return RuleEffect(f"{self._where(at)}: {divergence_text(found)}", found.clause)

    def _where(self, frame: int) -> str:
        """A frame as the timeline names it."""
        course = self.course if frame <= self.course.last else self.played
        turns = [turn for turn in course.turns() if turn.at <= frame]
        return f"{turns[-1].title}, step {frame - turns[-1].at + 1}"

    # --- shown elsewhere ------------------------------------------------------------------------

    def __repr__(self) -> str:
        rules = "; ".join(self.rules.differences().values()) or "printed rules"
        return f"<Explore {self.match.game.title}: {rules}; frame {self.board.frame}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The live board and panel, and a picture of the board for where there is no kernel."""
        bundle = super()._repr_mimebundle_(**kwargs)
        return bundle and bundle | {"image/svg+xml": str(svg(self.board.scene))}


def explored(match: Match, changes: dict[str, Any]) -> Explore:
    """A match to explore, with some rules changed already."""
    made = Explore(match)
    if changes:
        made.panel.set(**changes)
    return made
