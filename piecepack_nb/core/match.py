"""A match: one game as it is played. It keeps every move and die, and can go anywhere in time."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import RLock
from typing import Any

from piecepack_nb.core.actors import Actor, Chance, Seat, Simultaneous
from piecepack_nb.core.dice import Dice, RecordedDice, dice_from
from piecepack_nb.core.divergence import Divergence, find_divergence
from piecepack_nb.core.errors import BadInput, invalid, shorten
from piecepack_nb.core.game import Bot, BotMove, Game
from piecepack_nb.core.locking import synchronized
from piecepack_nb.core.match_base import (
    MatchBase,
    PlayedMove,
    Timeline,
    assign_players,
    choose_move,
    keep_players,
)
from piecepack_nb.core.record import save
from piecepack_nb.core.steps import IllegalMove, Step, echoed, reasoned


def parse_initial(game: Game[Any, Any, Any], position: object) -> Any:
    """The table that a caller gives, as a state or in writing, checked by the game."""
    if isinstance(position, type(game.initial_state())):
        position = game.to_json(position)
    return game.position(position)


def continue_from(earlier: Match, position: object) -> tuple[Match, Any]:
    """A copy of a match to go on from, so that it stays as it is, and the table at its end."""
    if position is not None:
        raise BadInput(
            "a match that goes on from an earlier one begins where that stands: give no position"
        )
    if not earlier.between_moves:
        raise BadInput("the earlier match stands in the middle of a move: goto the end of one")
    copy = earlier.branch(earlier.cursor)
    return copy, copy.state


AnyGame = Game[Any, Any, Any]


class Match(MatchBase):
    """A game that is being played, from its set-up or from a position written by hand.

    ``seed`` decides the dice (drawn afresh when None). ``dice`` may instead be a list of rolls (a
    script; the seed gives the rest) or "typed" (real dice, typed in). ``seats`` names who plays
    what: "person" (the default), a bot of the game by name, or a function that is one.
    ``position`` is a state, or whatever ``game.position`` reads. ``earlier`` is a match, perhaps
    under other rules, that this one goes on from where it stands.
    """

    earlier: Match | None

    def __init__(
        self,
        game: AnyGame,
        *,
        seed: int | None = None,
        dice: object = None,
        seats: Mapping[str, str | Bot] | None = None,
        position: object = None,
        earlier: Match | None = None,
    ) -> None:
        if not isinstance(game, Game):
            raise invalid("game", game, "what pp.game(name) gives")
        if earlier is not None:
            earlier, position = continue_from(earlier, position)
        self.game = game
        self.seed = secrets.randbelow(2**31) if seed is None else seed
        self.dice: Dice = dice_from(dice, self.seed)
        self.seats = assign_players(game, seats or {})
        self.initial_state = (
            game.initial_state() if position is None else parse_initial(game, position)
        )
        self.from_position = position is not None
        self.earlier = earlier
        self.divergence: Divergence | None = None
        """Where and why this match parts from the one it replays under other rules."""
        self._timeline = Timeline(earlier._timeline.whole if earlier else ())
        self._lock = RLock()
        self._watchers: list[Callable[[str, Any], None]] = []

    # --- playing ------------------------------------------------------------------------------

    @synchronized
    def play(self, move: Any) -> list[Step]:
        """Make ``move`` (a move or its text); its steps. What had been undone is forgotten.

        A move that a bot has Chosen brings its reason, which its first step carries then. Raises
        IllegalMove, with the refusal, or BadInput for a text that can't be read; then nothing has
        changed.
        """
        self._timeline.must_be_between_moves()
        state, actor = self.state, self.to_act
        if actor is None:
            raise BadInput(f"{shorten(str(move))}: the game is over: {self.game.result(state)}")
        move, why = move if isinstance(move, BotMove) else (move, None)
        read = self._read(move)
        try:
            steps = reasoned(tuple(self.game.play(state, read)), why)
        except IllegalMove as refused:
            if not isinstance(move, str):
                raise
            raise IllegalMove(move, echoed(refused.refusal, read, move)) from None
        if isinstance(actor, Simultaneous):
            actor = Seat(read.seat)
        self._notify("play", read)
        time = self._timeline
        rolls = time.rolls + (isinstance(actor, Chance) and bool(actor.dice))
        place = time.move_key(self.turn, actor)
        time.add(PlayedMove(place[0], actor, read, time.cursor, steps, rolls, place))
        return list(steps)

    @synchronized
    def roll(self) -> list[Step]:
        """Let the dice make chance's move; its steps, none where real dice must be typed in."""
        actor = self.to_act
        if not isinstance(actor, Chance):
            raise BadInput(f"no dice are due now: {_whose_turn(actor)} to move")
        # Dice that are rolled again in a turn are other dice ("roll", "roll 2", ...).
        numbered = actor._replace(purpose=self.move_key[1])
        move = self.dice.draw(self.game, self.state, numbered, self._timeline.rolls)
        return [] if move is None else self.play(move)

    def bot_move(self) -> BotMove | None:
        """What the bot that is to act chooses, and why; None where a person is, or nobody."""
        actor = self.to_act
        if actor is None:
            return None
        number = len(self._timeline.past) + self._timeline.done
        return choose_move(self.game, self.state, actor, self._bots(), self.seed, number)

    def run(self, moves: int = 100_000) -> list[Step]:
        """Bots and dice play on until a person must act, or the game is over; the steps.

        ``moves`` bounds how many moves are made, for games that two stubborn bots could prolong
        for ever.
        """
        steps: list[Step] = []
        for _ in range(moves):
            done = self._move_by_itself()
            if not done:
                break
            steps += done
        return steps

    @synchronized
    def _move_by_itself(self) -> list[Step]:
        """A move of the dice or of a bot; no steps where a person must act, or nobody."""
        if isinstance(self.to_act, Chance):
            return self.roll()
        move = self.bot_move()
        return [] if move is None else self.play(move)

    # --- moving in time -----------------------------------------------------------------------

    @synchronized
    def undo(self) -> None:
        """Take back the last move that a person made, and all that followed from it.

        Where no person has moved yet, the last move of all. Raises BadInput at the beginning.
        """
        if self.cursor == 0:
            raise BadInput("there is no move to undo: this is the beginning of the match")
        record = [each for each in self._timeline.moves if each.first < self.cursor]
        own = [played for played in record if self._by_person(played)]
        self._move_to((own or record)[-1].first)

    @synchronized
    def redo(self) -> None:
        """Make the next undone move again, and what followed up to the next one of a person.

        One move where no person plays. Raises BadInput where nothing was undone.
        """
        if not self.undone:
            raise BadInput("there is no move to redo: nothing was undone")
        first, *rest = self.undone
        end = first.end
        persons = any(self._by_person(played) for played in self._timeline.moves)
        for played in rest:
            if self._by_person(played) or not persons:
                break
            end = played.end
        self._move_to(end)

    @synchronized
    def goto(self, step: int) -> None:
        """Show the table after ``step`` steps (0 is the start, -1 the end); nothing is lost.

        Play may go on from there where a move ends; that forgets what lay ahead.
        """
        self._move_to(self._timeline.step(step))

    @synchronized
    def branch(self, step: int) -> Match:
        """A second match that has this one's moves up to ``step`` (whole moves only)."""
        until = self._timeline.step(step)
        other = self.restarted(self.game, self.dice)
        other._timeline = self._timeline.up_to(until)
        return other

    def restarted(self, game: AnyGame, dice: object) -> Match:
        """A match of ``game`` with this one's start, seed and players, and no move made."""
        other = type(self)(
            game,
            seed=self.seed,
            dice=dice,
            seats=keep_players(self.seats, game),
            position=self.initial_state if self.from_position else None,
        )
        other.earlier = self.earlier
        other._timeline = Timeline(self._timeline.past)
        return other

    def under(self, **changes: Any) -> Match:
        """The same dice and moves under other rules; ``parting`` of it says where they part.

        The replay goes on as long as the same seats' same moves are legal. Raises BadInput for a
        change that is no rule option.
        """
        return replay_under(self, changes)

    def onward(self, step: int, /, **changes: Any) -> Match:
        """This match up to ``step`` (whole moves only), then its dice and moves under other rules.

        What it was up to there is the ``earlier`` match of the answer. ``parting`` says where the
        two part, its step counted in this match. Raises BadInput for a change that is no rule
        option, or where the table there can't be under the changed rules.
        """
        return replay_from(self, self._timeline.step(step), changes)

    # --- files ----------------------------------------------------------------------------------

    def save(self, path: str | Path) -> Path:
        """Write the match to a JSON file; ``pp.load`` reads it back. The path written."""
        return save(self, path)

    def on_change(self, watcher: Callable[[str, Any], None]) -> None:
        """Call ``watcher(what, value)`` before a change counts: ("play", move), ("goto", step)."""
        self._watchers.append(watcher)

    # --- inside ---------------------------------------------------------------------------------

    def _move_to(self, position: int) -> None:
        self._notify("goto", position)
        self._timeline.cursor = position

    def _notify(self, what: str, value: Any) -> None:
        for watcher in self._watchers:
            watcher(what, value)


def _whose_turn(actor: Actor | None) -> str:
    return "nobody is" if actor is None else f"it is for {' or '.join(actor.seats)}"


# --- The same dice and moves under other rules ---------------------------------------------------


Places = Mapping[tuple[int, str], Any]
"""The moves of a match by where in the game they were made."""


def replay_under(match: Match, changes: Mapping[str, Any]) -> Match:
    """The match under changed rules, up to the first move that is refused or that it never had."""
    with match.locked():
        record = match.record
        other = match.restarted(match.game.under(**changes), _recorded(record, match.dice))
    return _followed(other, match, record, match.initial_state)


def replay_from(
    match: Match, step: int, changes: Mapping[str, Any], moves: int | None = None
) -> Match:
    """A match that goes on from the last move that ends at ``step`` or before, under changed rules.

    It makes the moves that follow there in the record, all of them or the next ``moves``.
    """
    with match.locked():
        earlier = match.branch(step)
        rest = [played for played in match.record if played.first >= earlier.cursor]
        dice = match.dice
    game, dice = match.game.under(**changes), _recorded(rest, dice)
    if earlier.record:
        seats = keep_players(match.seats, game)
        try:
            other = type(match)(game, seed=match.seed, dice=dice, seats=seats, earlier=earlier)
        except BadInput as trouble:
            there = f"the table at step {earlier.cursor} can't be under these rules"
            raise BadInput(f"{there}: {trouble}") from None
    else:  # nothing was done up to there
        other = match.restarted(game, dice)
    limited = rest if moves is None else rest[:moves]
    return _followed(other, match, limited, earlier.state, earlier.cursor, most=moves)


def _recorded(record: Sequence[PlayedMove], dice: Dice) -> Dice:
    """The dice of a record, then those that the match has."""
    rolled = [(*played.move_key, played.move) for played in record]
    return RecordedDice(rolled, dice) if rolled else dice


def _followed(
    other: Match,
    match: Match,
    record: Sequence[PlayedMove],
    start: Any,
    before: int = 0,
    most: int | None = None,
) -> Match:
    """The other match when it made the moves of a record.

    The record begins after ``before`` steps, with the table ``start``.
    """
    ours = [step for played in record for step in played.steps]
    refused = _follow(other, {played.move_key: played.move for played in record}, ours, most)
    starts = start, other.initial_state
    other.divergence = find_divergence(
        ours, other.steps, match.game, other.game, refused, before, starts
    )
    return other


def _follow(other: Match, places: Places, ours: list[Step], most: int | None) -> IllegalMove | None:
    """Play the moves by their place, until one is refused (that refusal) or missing."""
    last = max((turn for turn, _ in places), default=-1)
    order = {place: number for number, place in enumerate(places)}
    while (actor := other.to_act) is not None and len(other.record) != most:
        # Of seats that may commit in any order, the one that did so first.
        place = min(other.move_keys, key=lambda place: order.get(place, len(order)))
        try:
            if isinstance(actor, Chance):
                # A roll that the first match never needed, in a turn that it went through.
                due = place in places or other.turn < last or _parted(other, ours)
                if not due or other.turn > last or not other.roll():
                    return None
            elif place in places:
                other.play(places[place])
            else:
                return None
        except IllegalMove as refused:
            return refused
    return None


def _parted(other: Match, ours: list[Step]) -> bool:
    """Is the table another one than the first match's at this position, or was it before?"""
    pairs = zip(other.steps, ours, strict=False)
    return other.cursor > len(ours) or any(one.state != two.state for one, two in pairs)
