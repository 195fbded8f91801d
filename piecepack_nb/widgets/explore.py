"""A match explored under other rules: the effect on each move, or the divergence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

import traitlets

from piecepack_nb.core.actors import Chance
from piecepack_nb.core.dice import RecordedDice, drawn_again
from piecepack_nb.core.divergence import (
    Divergence,
    both_texts,
    changed_options,
    changed_rule,
    cited_clause,
    join_sentences,
)
from piecepack_nb.core.errors import BadInput, shorten
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.match import Match, replay_from
from piecepack_nb.core.match_base import PlayedMove
from piecepack_nb.core.rules import Rules
from piecepack_nb.core.steps import IllegalMove, Step
from piecepack_nb.interop.link import Link, link_of
from piecepack_nb.scene import Scene
from piecepack_nb.scene.film import frame_name
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.scene.match_film import FilmedMove, MatchFilm, StepRef, match_film
from piecepack_nb.scene.pair import align_frames, match_moves, side_by_side
from piecepack_nb.widgets.linking import match_at
from piecepack_nb.widgets.page import Button
from piecepack_nb.widgets.replay import Replay, credits
from piecepack_nb.widgets.rules_panel import HasRulesPanel, PanelChoice, RulesPanel

# --- Effects of other rules ----------------------------------------------------------------------


AS_PLAYED = "As played"


class RuleEffect(NamedTuple):
    """The effect of other rules on a move, in a line; ``into`` is the index of its step."""

    text: str
    clause: str = ""
    kind: str = "info"
    into: int | None = None


def effects_of(
    old: FilmedMove, move: PlayedMove, game: AnyGame, dice: Any
) -> tuple[FilmedMove, RuleEffect]:
    """Return a move under other rules, or as it was played if they refuse it; and the effect."""
    rules = game.rules, old.game.rules
    try:
        new, drawn = _again(old, move, game, dice)
    except IllegalMove as refused:
        why = f"Under these rules this move is refused: {refused.refusal.text}."
        return old, _by_cause(RuleEffect(why, kind="refusal"), [refused.refusal.clause], *rules)
    except BadInput as impossible:
        return old, RuleEffect(
            f"Under these rules this position is impossible: {impossible}.", kind="refusal"
        )
    if not new.steps:
        effect = RuleEffect("Under these rules another move is due here.", kind="refusal")
        return old, _by_cause(effect, [], *rules)
    effect, clauses = _compare(old.steps, new.steps)
    if not clauses:
        return new, effect
    effect = effect._replace(text=join_sentences(effect.text, drawn))
    return new, _by_cause(effect, clauses, *rules)


def _by_cause(effect: RuleEffect, clauses: Sequence[str], rules: Rules, since: Rules) -> RuleEffect:
    """Return the effect with the clause of a changed rule, which it names if ``clauses`` don't."""
    causes = changed_options(rules, since)
    clause = cited_clause(causes, clauses)
    named = "" if clause in clauses else changed_rule(causes, clause, rules, since)
    return effect._replace(text=join_sentences(effect.text, named), clause=clause)


def _again(old: FilmedMove, played: PlayedMove, game: AnyGame, dice: Any) -> tuple[FilmedMove, str]:
    """Return a move of the record, made again in ``game``, and why chance was drawn again.

    It is made from the state before it, and has no steps if another move is due there. Raises
    BadInput if that state is impossible in this game, IllegalMove if the move is refused.
    """
    first = old.before == old.game.initial_state()
    state = game.initial_state() if first else game.position(old.game.to_json(old.before))
    actor, move, again = game.to_act(state), played.move, ""
    if actor is None or actor.label != played.actor.label:
        return FilmedMove(game, old.move_key, state, ()), ""
    if isinstance(actor, Chance):
        turn, purpose = played.move_key
        rolled = RecordedDice([(turn, purpose, move)], dice)
        numbered = actor._replace(purpose=purpose, turn=turn)
        move = rolled.draw(game, state, numbered, max(played.rolls - 1, 0))
        again = "" if move is None else drawn_again(game, state, move, played.move)
    steps = () if move is None else tuple(game.play(state, move))
    return FilmedMove(game, old.move_key, state, steps), again


def _compare(old: tuple[Step, ...], new: tuple[Step, ...]) -> tuple[RuleEffect, list[str]]:
    """Return the first difference in a move, another text or another state, and its clauses."""
    pairs = list(zip_longest(old, new))
    for number, (one, two) in enumerate(pairs):
        clauses = [step.event.clause for pair in pairs[number:] for step in reversed(pair) if step]
        if one is None or two is None:
            step, who = (one, AS_PLAYED) if two is None else (two, "Now")
            assert step is not None
            effect = RuleEffect(f"{who} it continues: {step.event.text}")
            return effect._replace(into=number - (two is None)), clauses
        if one.event.text != two.event.text or one.state != two.state:
            same = one.event.text == two.event.text
            text = (
                f"{two.event.text} Then the positions differ."
                if same
                else both_texts(one, two, AS_PLAYED, "Now")
            )
            return RuleEffect(text, into=number), clauses
    return RuleEffect("These rules change nothing in this move."), []


def divergence_text(found: Divergence) -> str:
    """Return why the match under other rules diverges from the match as played."""
    ours, theirs = found.ours, found.theirs
    if ours and theirs and ours.event.text != theirs.event.text:
        return join_sentences(both_texts(ours, theirs, AS_PLAYED, "Now"), found.note)
    if ours and not theirs and ours.event.text not in found.text:  # a refusal
        return f"under these rules {found.text}."
    if ours and theirs:
        return found.text.replace("here: ", "as played: ").replace(" There: ", " Now: ")
    if ours is None and theirs is None:
        return found.text
    step, who = (ours, "as played") if ours else (theirs, "now")
    assert step is not None
    return join_sentences(f"only {who} the game continues: {step.event.text}", found.note)


# --- The widget ----------------------------------------------------------------------------------


SCOPES = PanelChoice(
    "scope",
    "Apply changes to",
    (
        Button("move", "this move", "Each move alone, from the position as played"),
        Button("onward", "the rest of the game", "As played up to here, then under these rules"),
        Button("start", "the whole game", "The same dice and moves under these rules"),
    ),
)
SIDES = PanelChoice(
    "board",
    "Board",
    (
        Button("one", "alone", "The game under these rules"),
        Button("both", "side by side", "Beside the game as played"),
    ),
)
SHOW = Button("parting", "Show the difference")
NO_CHANGE = RuleEffect(
    "No rule is changed yet. Change one to see both games side by side: as played, and under the "
    "new rules."
)


class Explore(HasRulesPanel, Replay):
    """A replay of ``match`` with a ``panel`` of its rules beside the board.

    ``other`` is the match under the current rules, or None if these are its own or apply to single
    moves.
    """

    _view = traitlets.Unicode("explore").tag(sync=True)

    def __init__(self, match: Match) -> None:
        with match.locked():
            self.match = match.branch(-1)
            behind = len(self.match.steps) - match.cursor
        self.view = view_of(match.game)
        self.played = self.current = match_film(self.match)
        self.played_scenes = self.scenes = self.played.frames(self.view)
        self.other: Match | None = None
        self.effects: dict[int, RuleEffect] = {}
        """The effect of the current rules on each move, by its number."""
        self._pairs: list[tuple[int, int]] = []
        self._moving = False
        at = self.played.last - behind
        self._wanted = self.played.ref(at)
        film = self._played_film = self.played.film(self.view, self.played_scenes)
        self.panel = RulesPanel(match.game, self, choices=(SCOPES, SIDES))
        self._report()
        super().__init__(film, at, clauses=self._clauses(), credits=credits(match.game))
        self.panel.lock = self.panel.measuring.lock = self.lock
        self._packed = self.film
        self.panel.on_change(self._changed)
        self.panel.on_press(self._pressed)
        self.observe(self._moved, "frame")

    def release(self) -> None:
        """Free the films, and stop measuring."""
        self.panel.measuring.stop()
        super().release()
        del self.played_scenes, self.scenes, self._played_film, self._packed

    def _received(self, widget: object, content: Any, buffers: object) -> None:
        if isinstance(content, Mapping) and content.get("kind") == "rules":
            self.send(self.panel.handle(content))
        else:
            super()._received(widget, content, buffers)

    @property
    def rules(self) -> Rules:
        """The current rules."""
        return self.panel.rules

    @property
    def divergence(self) -> Divergence | None:
        """The divergence of ``other`` from the match as played."""
        return self.other.divergence if self.other is not None else None

    @property
    def ref(self) -> StepRef:
        """The current step."""
        return self.current.ref(self._pairs[self.frame][1] if self._pairs else self.frame)

    # --- changes of the rules --------------------------------------------------------------------

    def _changed(self, rules: Rules) -> None:
        """Show the match under other rules, or under the same rules in another scope."""
        other: Match | None = None
        effects: dict[int, RuleEffect] = {}
        try:
            if rules == self.match.game.rules:
                current = self.played
            elif self.panel.chosen["scope"] == "move":
                current, effects = self._each_move(rules)
            else:
                other = self._replayed(rules)
                current = match_film(other)
        except BadInput as impossible:
            self.panel.say(f"{impossible}. The board is unchanged.", kind="refusal")
            return
        self.other, self.effects = other, effects
        self._run(current)

    def _replayed(self, rules: Rules) -> Match:
        if self.panel.chosen["scope"] == "start":
            return self.match.under(**rules.to_json())
        return replay_from(self.match, self._first(), rules.to_json())

    def _first(self) -> int:
        """Return the match's step before the current move; 0 if that is in an earlier match."""
        span = self.played.span(self._wanted.move_key)
        earlier = self.played.last - len(self.match.steps)
        return max(span.start - 1 - earlier, 0) if span else 0

    def _each_move(self, rules: Rules) -> tuple[MatchFilm, dict[int, RuleEffect]]:
        """Return every move under these rules, if they allow it, and the effect on each."""
        game, record = self.match.game.under(**rules.to_json()), self.match.record
        moves, effects = list(self.played.moves), {}
        for number, played in enumerate(record, start=len(moves) - len(record)):
            moves[number], effects[number] = effects_of(
                moves[number], played, game, self.match.dice
            )
        changed = moves and moves[0].game is game
        start = moves[0].before if changed else self.played.initial_state
        return MatchFilm(game, start, moves), effects

    def _run(self, current: MatchFilm) -> None:
        """Show other moves, at the same step."""
        self.current = current
        self.scenes = self._frames(current)
        self._pairs, packed = [], b""
        if current is self.played:
            film, packed = self._played_film, self._packed
        else:
            number = current.numbers.get(self._wanted.move_key)
            film = current.film(self.view, self.scenes, () if number is None else (number,))
            if self.panel.chosen["board"] == "both":
                self._pairs = align_frames(self.played, current, match_moves)
                film = side_by_side(
                    (self.played, current),
                    (self.played_scenes, self.scenes),
                    self._pairs,
                    ("as played", self._title()),
                )
        self._moving = True
        try:
            self.show_game(self.label, self._clauses())
            self.run_film(film, self._at(current.frame(self._wanted)), packed)
        finally:
            self._moving = False
        self._report()

    def _clauses(self) -> dict[str, list[str]]:
        """Return the clauses as they are in force on the board; as printed beside two games."""
        book = self.match.game.rulebook
        both = self.panel.chosen["board"] == "both"
        return book.to_json() if both else book.in_force(self.rules)

    def _frames(self, current: MatchFilm) -> tuple[Scene, ...]:
        if current is self.played:
            return self.played_scenes
        same = 0
        for one, two in zip(self.played.moves, current.moves, strict=False):
            if one.game is not two.game or one.steps is not two.steps:
                break
            same += len(one.steps)
        known = self.played_scenes[: same + 1] if same else ()
        return current.frames(self.view, known)

    def _title(self) -> str:
        old = self.match.game.rules.to_json()
        new = {name: value for name, value in self.rules.to_json().items() if value != old[name]}
        return shorten(", ".join(f"{name} {shorten(str(value))}" for name, value in new.items()))

    def _at(self, frame: int) -> int:
        """Return the board's frame for a frame of the current moves."""
        if not self._pairs:
            return frame
        return next(at for at, (_, shown) in enumerate(self._pairs) if shown == frame)

    def _make_link(self) -> tuple[Link, str]:
        """Return the link of the match under the rules shown."""
        if self.current is not self.played and self.other is None:
            raise BadInput(
                "A link holds one game. Apply the changes to the rest of the game or to the whole "
                "game, not to this move."
            )
        shown = self.match if self.other is None else self.other
        at = match_at(shown, self.current.frame(self.ref))
        rules = "under the changed rules, " if self.other else ""
        return link_of(at), f"The link opens this match {rules}at this moment."

    # --- changes of the frame ---------------------------------------------------------------------

    def _moved(self, _change: Any) -> None:
        """Show the effect of the rules at the frame that the reader, or code, went to."""
        with self.lock:
            if not self._moving:
                self._wanted = self.ref
                self._report()

    def _pressed(self, _button: str) -> None:
        """Go to the difference."""
        at = self._difference_at()
        if at is not None:
            self.goto(self._at(min(at, self.current.last)))

    def _difference_at(self) -> int | None:
        """Return the frame of the difference in the current moves."""
        if self.other is None:
            effect = self._effect()
            span = self.current.span(self._wanted.move_key)
            return span[min(effect.into, len(span) - 1)] if effect.into is not None else None
        found = self.other.divergence
        return self.played.last - len(self.match.steps) + found.step if found else None

    def _effect(self) -> RuleEffect:
        number = self.played.numbers.get(self._wanted.move_key, -1)
        none = RuleEffect("" if self.current is self.played else "No move is made here.")
        return self.effects.get(number, none)

    def _report(self) -> None:
        """Show the effect of the rules, and the clauses of the current move."""
        number = self.played.numbers.get(self._wanted.move_key)
        steps = () if number is None else self.played.moves[number].steps
        self.panel.current_clauses = dict.fromkeys(step.event.clause for step in steps)
        effect = self._effect() if self.other is None else self._overall(self.other.divergence)
        if self.current is self.played and self.panel.chosen["board"] == "both":
            effect = NO_CHANGE
        button = None if self._difference_at() is None else SHOW
        self.panel.say(effect.text, effect.clause, effect.kind, button)

    def _overall(self, found: Divergence | None) -> RuleEffect:
        """Return the step and the reason of the divergence."""
        if found is None:
            return RuleEffect("The same dice and moves have the same results.")
        at = self.played.last - len(self.match.steps) + found.step
        return RuleEffect(f"{self._where(at)}: {divergence_text(found)}", found.clause)

    def _where(self, frame: int) -> str:
        """Return a frame's name on the timeline."""
        moves = self.current if frame <= self.current.last else self.played
        return frame_name(moves.turns(), frame)

    # --- in a notebook ---------------------------------------------------------------------------

    def __repr__(self) -> str:
        rules = "; ".join(self.rules.differences().values()) or "printed rules"
        return f"<Explore {self.match.game.title}: {rules}; frame {self.frame}>"


def explored(match: Match, changes: dict[str, Any]) -> Explore:
    """Return a match to explore, with some rules changed already."""
    made = Explore(match)
    if changes:
        made.panel.set(**changes)
    return made
