"""A game in play: moves, dice, undo, branches, and replays under other rules.

``Match`` adds to ``match_base.MatchBase`` all that changes a match or makes another one of it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

from piecepack_nb.core.actors import Chance, Seat, Simultaneous
from piecepack_nb.core.dice import Dice, RecordedDice, dice_from
from piecepack_nb.core.divergence import Divergence, find_divergence
from piecepack_nb.core.errors import BadInput, invalid, shorten
from piecepack_nb.core.game import AnyGame, Bot, BotMove, Game
from piecepack_nb.core.locking import synchronized, uninterrupted
from piecepack_nb.core.match_base import (
    MatchBase,
    MoveKey,
    PlayedMove,
    Timeline,
    assign_players,
    choose_move,
    keep_players,
)
from piecepack_nb.core.owner import register_match
from piecepack_nb.core.progress import counted
from piecepack_nb.core.record import save
from piecepack_nb.core.registry import make_game, new_version
from piecepack_nb.core.steps import IllegalMove, Refusal, Step, as_written, with_reason

Watcher = Callable[[str, Any], Callable[[], None] | None]
"""A function of a change, called before it is made; it may return one that takes it back."""

MAX_MOVES = 100_000
"""The most moves of a match, with those of the matches that it continues."""
MAX_EARLIER = 1000
"""The most matches that a match continues, one for each change of rules."""


class Match(MatchBase):
    """A game in play, from its set-up or from a position written by hand.

    ``game`` may also be the name or the class of a registered game. ``seed`` decides the dice; None
    draws a new seed. ``dice`` may be a list of rolls (the seed gives the rest) or "typed" (real
    dice, entered by hand). ``seats`` maps seats to players: "person" (the default), the name of one
    of the game's bots, or a bot function; one player alone plays for all seats. ``position`` is a
    state, or anything that ``game.position`` accepts. ``earlier`` is a match, perhaps under other
    rules, that this one continues from its cursor. Raises BadInput for a wrong argument.
    """

    earlier: Match | None

    def __init__(
        self,
        game: AnyGame | str | type,
        *,
        seed: int | None = None,
        dice: object = None,
        seats: Mapping[str, str | Bot] | str | Bot | None = None,
        position: object = None,
        earlier: Match | None = None,
    ) -> None:
        if isinstance(game, str | type):
            game = make_game(game, {})
        if not isinstance(game, Game):
            raise invalid("game", game, "a game, as pp.game(name) returns it")
        if earlier is not None:
            earlier, position = continue_from(earlier, position)
        self.game: AnyGame = game
        self.seed = secrets.randbelow(2**31) if seed is None else seed
        self.dice: Dice = dice_from(dice, self.seed)
        self.seats = assign_players(game, seats or {})
        self.initial_state = (
            game.initial_state() if position is None else parse_initial(game, position)
        )
        self.from_position = position is not None
        self.earlier = earlier
        self.divergence: Divergence | None = None
        """Where and why a replay first differs from the match it replays; None if it doesn't."""
        self._timeline = Timeline(earlier._timeline.whole if earlier else ())
        self._lock = RLock()
        self._watchers: list[Watcher] = []
        self._refusal_watchers: list[Callable[[Refusal], object]] = []
        register_match(self)

    # --- playing ------------------------------------------------------------------------------

    @synchronized
    def play(self, move: Any) -> list[Step]:
        """Play ``move`` (a move, its text or a BotMove); return its steps. Discards undone moves.

        Raises IllegalMove, with the refusal, or BadInput for a text that can't be parsed; the match
        is then unchanged.
        """
        self._timeline.must_be_between_moves()
        state, actor = self.state, self.to_act
        if actor is None:
            raise BadInput(f"{shorten(str(move))}: the game is over: {self.game.result(state)}")
        if len(self._timeline) >= MAX_MOVES:
            raise BadInput(f"this match has {MAX_MOVES} moves, the most that a match can have")
        move, why = move if isinstance(move, BotMove) else (move, None)
        parsed = self._parsed(move)
        try:
            steps = with_reason(tuple(self.game.play(state, parsed)), why)
        except IllegalMove as illegal:
            for tell in self._refusal_watchers:
                tell(illegal.refusal)
            if not isinstance(move, str):
                raise
            raise IllegalMove(move, as_written(illegal.refusal, parsed, move)) from None
        if isinstance(actor, Simultaneous):
            actor = Seat(parsed.seat)
        timeline = self._timeline
        rolls = timeline.rolls + (isinstance(actor, Chance) and bool(actor.dice))
        key = timeline.move_key(self.turn, actor)
        played = PlayedMove(key[0], actor, parsed, timeline.cursor, steps, rolls, key)
        with self._change("play", parsed):
            timeline.add(played)
        return list(steps)

    @synchronized
    def play_all(self, moves: Iterable[Any]) -> list[Step]:
        """Play several moves one after the other; return all their steps.

        Raises what ``play`` raises for the first move that can't be played; those before it stay.
        """
        return [step for move in moves for step in self.play(move)]

    @synchronized
    def roll(self) -> list[Step]:
        """Roll the dice; return the steps, none where real dice must be typed in.

        Raises BadInput where chance isn't to act.
        """
        actor = self.to_act
        if not isinstance(actor, Chance):
            turn = "the game is over" if actor is None else f"{' or '.join(actor.seats)} must move"
            raise BadInput(f"no dice are due now: {turn}")
        # A second roll in a turn needs dice of its own: the key numbers it "roll 2".
        numbered = actor._replace(purpose=self.move_key[1])
        move = self.dice.draw(self.game, self.state, numbered, self._timeline.rolls)
        return [] if move is None else self.play(move)

    def bot_move(self) -> BotMove | None:
        """Return the move of the bot to act, with its reason; None where no bot is to act."""
        actor = self.to_act
        if actor is None:
            return None
        number = len(self._timeline)
        return choose_move(self.game, self.state, actor, self._bots(), self.seed, number)

    def run(self, moves: int = MAX_MOVES) -> list[Step]:
        """Let bots and dice play until a human must act or the game is over; return the steps.

        ``moves`` limits the number of moves, for games that two bots could play for ever: an
        interrupt keeps the moves made. Raises BadInput for a match that has MAX_MOVES.
        """
        steps: list[Step] = []
        for _ in counted(moves, "moves at most"):
            played = self._play_automatically()
            if not played:
                break
            steps += played
        return steps

    @synchronized
    def _play_automatically(self) -> list[Step]:
        """Play a move of the dice or of a bot; return no steps where neither is to act."""
        if isinstance(self.to_act, Chance):
            return self.roll()
        move = self.bot_move()
        return [] if move is None else self.play(move)

    # --- undo, redo, branches ------------------------------------------------------------------

    @synchronized
    def undo(self) -> None:
        """Go back to before the last human move, or the last move if no human has moved.

        Raises BadInput at the beginning of the match.
        """
        if self.cursor == 0:
            raise BadInput("there is no move to undo: this is the beginning of the match")
        moves = [played for played in self._timeline.moves if played.first < self.cursor]
        human = self._by_persons(moves)
        self._move_to((human or moves)[-1].first)

    @synchronized
    def redo(self) -> None:
        """Redo the next undone move, and all moves after it up to the next human one.

        Redoes one move where only bots play. Raises BadInput where nothing was undone.
        """
        if not self.undone:
            raise BadInput("there is no move to redo: nothing was undone")
        ahead = self.undone
        human = self._by_persons(ahead[1:])
        if human:
            self._move_to(human[0].first)
        else:
            self._move_to(ahead[-1 if self._by_persons(self._timeline.moves) else 0].end)

    @synchronized
    def goto(self, step: int) -> None:
        """Move the cursor to ``step`` (0 is the start, -1 the end), which may be inside a move.

        Playing from there, at the end of a move, discards the moves ahead. Raises BadInput for a
        step out of range.
        """
        self._move_to(self._timeline.step(step))

    @synchronized
    def branch(self, step: int) -> Match:
        """Return a second match with this one's moves that end at ``step`` or before.

        Raises BadInput for a step out of range.
        """
        last = self._timeline.step(step)
        other = self.restarted(self.game, self.dice)
        other._timeline = self._timeline.up_to(last)
        return other

    def restarted(self, game: AnyGame, dice: object) -> Match:
        """Return a match of ``game`` with this one's start, seed and players, before any move."""
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

    def under(self, version: object = None, /, **changes: Any) -> Match:
        """Return a replay of the same dice and moves under other rules.

        ``version`` is the class of another version of the game, such as a changed cell's. The
        replay ends at the first of its moves that is illegal or that this match never made; its
        ``divergence`` says where the two first differ. Raises BadInput for an unknown option or a
        value out of range, and for anything but a game's class.
        """
        return replay_under(self, version, changes)

    def onward(self, step: int, /, **changes: Any) -> Match:
        """Return a match that continues this one from ``step`` under other rules.

        Its ``earlier`` match is this one, up to the last move that ends at ``step`` or before; then
        it replays the same dice and moves. ``divergence`` counts its step in this match. Raises
        BadInput for an unknown option or a value out of range, and where the changed rules don't
        allow the state.
        """
        return replay_from(self, self._timeline.step(step), changes)

    # --- files ----------------------------------------------------------------------------------

    def save(self, path: str | Path) -> Path:
        """Write the match to a JSON file for ``pp.load``; return its path.

        Raises BadInput if the file can't be written.
        """
        return save(self, path)

    def on_change(self, watcher: Watcher) -> Callable[[], None]:
        """Call ``watcher`` before each change, with ("play", move) or ("goto", step).

        A watcher that raises an error prevents the change. The function that it may return is
        called if the change isn't made after all. Returns a function that ends the calls.
        """
        self._watchers.append(watcher)
        return lambda: self._watchers.remove(watcher)

    def on_refusal(self, watcher: Callable[[Refusal], object]) -> Callable[[], None]:
        """Call ``watcher`` with the reason whenever an illegal move is tried.

        Returns a function that ends the calls.
        """
        self._refusal_watchers.append(watcher)
        return lambda: self._refusal_watchers.remove(watcher)

    # --- inside ---------------------------------------------------------------------------------

    def _move_to(self, step: int) -> None:
        with self._change("goto", step):
            self._timeline.cursor = step

    @contextmanager
    def _change(self, what: str, value: Any) -> Iterator[None]:
        """Tell the watchers of a change and make it in the block: both, or neither."""
        with uninterrupted(), ExitStack() as undo:
            for watcher in self._watchers:
                take_back = watcher(what, value)
                if callable(take_back):
                    undo.callback(take_back)
            yield
            undo.pop_all()


def parse_initial(game: AnyGame, position: object) -> Any:
    """Return the initial state for ``position``, a state or a written position.

    Raises BadInput for a position that the game doesn't allow.
    """
    if isinstance(position, type(game.initial_state())):
        position = game.to_json(position)
    return game.position(position)


def continue_from(earlier: Match, position: object) -> tuple[Match, Any]:
    """Return a copy of the match to continue, and the state at its cursor.

    Raises BadInput if a position is given too, or in the middle of a move.
    """
    if position is not None:
        raise BadInput("a match that continues an earlier one starts at its end: give no position")
    if not earlier.between_moves:
        raise BadInput("the earlier match is in the middle of a move: goto the end of one")
    if len(earlier.parts) > MAX_EARLIER:
        raise BadInput(f"this match has changed its rules {MAX_EARLIER} times, the most possible")
    copy = earlier.branch(earlier.cursor)
    return copy, copy.state


# --- The same dice and moves under other rules ---------------------------------------------------


def replay_under(match: Match, version: object, changes: Mapping[str, Any]) -> Match:
    """Return a replay of the match under changed rules or code; see ``Match.under``."""
    game = match.game if version is None else new_version(match.game, version)
    with match.locked():
        record = match.record
        other = match.restarted(game.under(**changes), _recorded_dice(record, match.dice))
    return _replayed(other, match, record, match.initial_state)


def replay_from(
    match: Match, step: int, changes: Mapping[str, Any], moves: int | None = None
) -> Match:
    """Return a match that continues from ``step`` under changed rules; see ``Match.onward``.

    It replays the rest of the record, or only its next ``moves``.
    """
    with match.locked():
        earlier = match.branch(step)
        rest = [played for played in match.record if played.first >= earlier.cursor]
        dice = match.dice
    game, dice = match.game.under(**changes), _recorded_dice(rest, dice)
    if earlier.record:
        seats = keep_players(match.seats, game)
        try:
            other = type(match)(game, seed=match.seed, dice=dice, seats=seats, earlier=earlier)
        except BadInput as error:
            where = f"these rules don't allow the state at step {earlier.cursor}"
            raise BadInput(f"{where}: {error}") from None
    else:
        other = match.restarted(game, dice)
    limited = rest if moves is None else rest[:moves]
    return _replayed(other, match, limited, earlier.state, earlier.cursor, moves)


def _recorded_dice(record: Sequence[PlayedMove], dice: Dice) -> Dice:
    """Return the dice of a record, followed by ``dice``."""
    rolled = [(*played.move_key, played.move) for played in record]
    return RecordedDice(rolled, dice) if rolled else dice


def _replayed(
    other: Match,
    match: Match,
    record: Sequence[PlayedMove],
    start: Any,
    before: int = 0,
    limit: int | None = None,
) -> Match:
    """Replay ``record`` in ``other`` and set its divergence; return it.

    The record starts after ``before`` steps of ``match``, in the state ``start``.
    """
    ours = [step for played in record for step in played.steps]
    moves = {played.move_key: played.move for played in record}
    if type(other.game) is not type(match.game):  # another version may parse the text otherwise
        moves = {key: str(move) for key, move in moves.items()}
    refused = _replay(other, moves, ours, limit)
    starts = start, other.initial_state
    found = find_divergence(ours, other.steps, match.game, other.game, refused, before, starts)
    turns = (played.turn for played in record if found and played.end >= found.step)
    other.divergence = found and found._replace(turn=next(turns, found.turn))
    return other


def _replay(
    other: Match, moves: Mapping[MoveKey, Any], ours: list[Step], limit: int | None
) -> IllegalMove | None:
    """Play the moves of these keys until one is missing or illegal; return that refusal."""
    last_turn = max((turn for turn, _ in moves), default=-1)
    order = {key: number for number, key in enumerate(moves)}
    while (actor := other.to_act) is not None and len(other.record) != limit:
        # Seats that commit in any order do so in the record's order.
        key = min(other.move_keys, key=lambda key: order.get(key, len(order)))
        try:
            if isinstance(actor, Chance):
                # Other rules may need a roll that the record doesn't have, in a turn that it has.
                due = key in moves or other.turn < last_turn or _diverged(other, ours)
                if not due or other.turn > last_turn or not other.roll():
                    return None
            elif key in moves:
                other.play(moves[key])
            else:
                return None
        except IllegalMove as refused:
            return refused
        except BadInput as unread:
            return IllegalMove(moves[key], Refusal("", str(unread)))
    return None


def _diverged(other: Match, ours: list[Step]) -> bool:
    """Return True if the replay has had a state that differs from the record's."""
    pairs = zip(other.steps, ours, strict=False)
    return other.cursor > len(ours) or any(one.state != two.state for one, two in pairs)
