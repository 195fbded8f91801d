"""A game in play: moves, dice, undo, branches, and replays under other rules.

``Match`` adds to ``match_base.MatchBase`` all that changes a match or makes another one of it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import RLock
from typing import Any

from piecepack_nb.core.actors import Actor, Chance, Roll, Seat, Simultaneous
from piecepack_nb.core.dice import Dice, RecordedDice, ScriptedDice, dice_from, drawn_again
from piecepack_nb.core.divergence import (
    Course,
    Divergence,
    changed_options,
    describe,
    first_difference,
)
from piecepack_nb.core.errors import BadInput, invalid, shorten
from piecepack_nb.core.game import AnyGame, Bot, BotMove, Game
from piecepack_nb.core.locking import synchronized, uninterrupted
from piecepack_nb.core.match_base import (
    MatchBase,
    MoveKey,
    PlayedMove,
    SeenMatch,
    Timeline,
    assign_players,
    choose_move,
    keep_players,
    renamed_label,
    renamed_seats,
)
from piecepack_nb.core.owner import register_match
from piecepack_nb.core.progress import counted
from piecepack_nb.core.record import save
from piecepack_nb.core.registry import make_game, new_version
from piecepack_nb.core.rules import Option
from piecepack_nb.core.steps import IllegalMove, Refusal, Step, as_written, with_reason
from piecepack_nb.core.wording import capitalise

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
        reached = earlier is not None and earlier.game.rules == game.rules
        self.game: AnyGame = game
        self.seed = secrets.randbelow(2**31) if seed is None else seed
        self.dice: Dice = dice_from(dice, self.seed)
        self.seats = assign_players(game, seats or {})
        if position is None:
            self.initial_state = game.initial_state()
        else:  # a state that was reached under the same rules needs no check
            self.initial_state = position if reached else parse_initial(game, position)
        self.from_position = position is not None
        self.earlier = earlier
        self.divergence: Divergence | None = None
        """Where and why a replay first differs from the match it replays; None if it doesn't.

        A loaded match is a replay, too, if the code of its game has changed since it was saved.
        """
        self.making: PlayedMove | None = None
        """The move that is being made while watchers are told of it, with its steps."""
        self._earlier_records = earlier.kept if earlier else ()
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
        self._play_on(actor)
        self.making = played
        try:
            with self._change("play", parsed):
                timeline.add(played)
        finally:
            self.making = None
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

        Raises BadInput if no dice are due.
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
        """Return the move of the bot to act, with its reason; None if no bot is to act."""
        actor = self.to_act
        if actor is None:
            return None
        number = len(self._timeline)
        return choose_move(self.game, self.state, actor, self._bots(), self.seed, number)

    def run(self, moves: int = MAX_MOVES) -> list[Step]:
        """Let bots and dice play until a human must act or the game is over; return the steps.

        ``moves`` is the most moves to play, for games that bots could play for ever. An interrupt
        keeps the moves made. Raises BadInput once the match has MAX_MOVES moves, and IllegalMove,
        which names the seat, for a bot's move that the game refuses.
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
        return self.roll() if isinstance(self.to_act, Chance) else self.play_bot()

    @synchronized
    def play_bot(self) -> list[Step]:
        """Play the move of the bot to act; return its steps, none if no bot is to act.

        Raises IllegalMove, which names the bot's seat, for a move that the game refuses.
        """
        actor, chosen = self.to_act, self.bot_move()
        if actor is None or chosen is None:
            return []
        try:
            return self.play(chosen)
        except IllegalMove as illegal:
            seat = getattr(chosen.move, "seat", actor.seats[0])
            raise IllegalMove(illegal.move, illegal.refusal, bot=seat) from None

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

        Redoes one move if only bots play. Raises BadInput if nothing was undone.
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
        """Return a second match, with the moves of this one that end at ``step`` or before.

        Raises BadInput for a step out of range.
        """
        last = self._timeline.step(step)
        other = self.restarted(self.game, self.dice)
        other._timeline = self._timeline.up_to(last)
        return other

    def restarted(self, game: AnyGame, dice: object) -> Match:
        """Return a match of ``game`` with this one's start, seed and players, before any move.

        ``dice`` are as for a new match.
        """
        other = type(self)(
            game,
            seed=self.seed,
            dice=dice,
            seats=keep_players(self.seats, game),
            position=self.initial_state if self.from_position else None,
        )
        other.earlier = self.earlier
        other.keep_earlier(self.kept)
        other._timeline = Timeline(self._timeline.past)
        return other

    def under(self, version: object = None, /, **changes: Any) -> Match:
        """Return a replay of the same dice and moves under other rules.

        ``version`` is the class of another version of the game, such as that of a changed cell. The
        replay ends at the first move that is illegal there, or that this match never made; its
        ``divergence`` says where the two first differ. Raises BadInput for an unknown option or a
        value out of range, and for anything but a game's class.
        """
        return replay_under(self, version, changes)

    def onward(self, step: int, /, **changes: Any) -> Match:
        """Return a match that continues this one from ``step`` under other rules.

        Its ``earlier`` match is this one, up to the last move that ends at ``step`` or before; then
        it replays the same dice and moves. The step of its ``divergence`` counts from the start of
        this match. Raises BadInput for an unknown option or a value out of range, and where the
        changed rules don't allow the state.
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

        A watcher that raises an error prevents the change. It may return a function, which is
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


def whole_match(what: object, function: str, whole: bool = False) -> Match:
    """Return a match for a ``function`` that plays it on or again, so that it shows all of it.

    Raises BadInput for anything but a match, for what a seat sees of one and, unless ``whole``,
    where that would show its reader what is hidden from them now; see ``Match.for_reader``.
    """
    if isinstance(what, SeenMatch):
        seen = f"what {capitalise(what.viewer or 'everybody')} sees of it"
        raise BadInput(f"{function} needs the whole match; expected the match itself, not {seen}")
    if not isinstance(what, Match):
        raise invalid("the match", what, "a match")
    if what.reader and not whole:
        who = capitalise(what.reader)
        raise BadInput(
            f"{who} plays this match against bots, and {function} would show what is hidden from "
            f"{who}; expected a match that is over, or whole=True to see all"
        )
    return what


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


def replay_under(
    match: Match, version: object, changes: Mapping[str, Any], moves: int | None = None
) -> Match:
    """Return a replay of the match under changed rules or code; see ``Match.under``.

    It replays the whole record, or only its first ``moves``.
    """
    game = match.game if version is None else new_version(match.game, version)
    game = game.under(**changes)
    with match.locked():
        record = match.record
        other = match.restarted(game, _recorded_dice(match.game, game, record, match.dice))
    replayed = _Replay(match, other, record, match.initial_state)
    replayed.play(moves)
    return replayed.with_divergence(lambda name, count: replay_under(match, None, name, count))


def replay_from(
    match: Match, step: int, changes: Mapping[str, Any], moves: int | None = None
) -> Match:
    """Return a match that continues from ``step`` under changed rules; see ``Match.onward``.

    It replays the rest of the record, or only its next ``moves``.
    """
    game = match.game.under(**changes)
    with match.locked():
        earlier = match.branch(step)
        rest = [played for played in match.record if played.first >= earlier.cursor]
        dice = _recorded_dice(match.game, game, rest, match.dice)
    other = _continued(match, game, earlier, dice)
    replayed = _Replay(match, other, rest, earlier.state, earlier.cursor)
    replayed.play(moves)
    return replayed.with_divergence(lambda name, count: replay_from(match, step, name, count))


def _continued(match: Match, game: AnyGame, earlier: Match, dice: Dice) -> Match:
    """Return a match of ``game`` that continues ``earlier``, or a new one before its first move."""
    if not earlier.record:
        return match.restarted(game, dice)
    seats = keep_players(match.seats, game)
    try:
        return type(match)(game, seed=match.seed, dice=dice, seats=seats, earlier=earlier)
    except BadInput as error:
        where = f"these rules don't allow the state at step {earlier.cursor}"
        raise BadInput(f"{where}: {error}") from None


def _recorded_dice(
    played: AnyGame, game: AnyGame, record: Sequence[PlayedMove], dice: Dice
) -> Dice:
    """Return the dice of a record, followed by ``dice``, for a game under other rules."""
    if not record and not isinstance(dice, ScriptedDice):
        return dice
    rolled = [(*each.move_key, _in_version(each.move, played, game)) for each in record]
    return RecordedDice(rolled, dice)


def renamed_move(key: MoveKey, move: Any, names: Mapping[str, str]) -> tuple[MoveKey, Any]:
    """Return a move and its key under the new names of the seats; a secret move's text has one."""
    seat, space, rest = move.partition(" ") if isinstance(move, str) else ("", "", "")
    if seat in names and key[1].startswith(seat):
        move = f"{names[seat]}{space}{rest}"
    return (key[0], renamed_label(key[1], names)), move


def _in_version(move: Any, played: AnyGame, game: AnyGame) -> Any:
    """Return a move as text, for another version of the game to parse; else as it is."""
    same = type(game) is type(played) or isinstance(move, Roll)
    return move if same else str(move)


class KeyedReplay:
    """A replay of moves in ``other``, each where its key is due again, and why it ended.

    ``moves`` has a move or its text for each key.
    """

    def __init__(self, other: Match, moves: dict[MoveKey, Any]) -> None:
        self.other = other
        self.moves = moves
        self.refused: IllegalMove | None = None

    def play(self, limit: int | None = None) -> None:
        """Play the moves until one is missing or illegal, at most ``limit`` of them."""
        if limit is not None:
            self.moves = dict(list(self.moves.items())[:limit])
        last_turn = max((turn for turn, _ in self.moves), default=-1)
        order = {key: number for number, key in enumerate(self.moves)}
        other = self.other
        while (actor := other.to_act) is not None and len(other.record) != limit:
            # Seats that commit in any order do so in the record's order.
            key = min(other.move_keys, key=lambda key: order.get(key, len(order)))
            try:
                if isinstance(actor, Chance):
                    # Other rules may need a roll that the record doesn't have, in a turn it has.
                    due = key in self.moves or other.turn < last_turn or self._differs()
                    if not due or other.turn > last_turn or not other.roll():
                        return
                elif key in self.moves:
                    other.play(self.moves[key])
                else:
                    return
            except IllegalMove as refused:
                self.refused = self._for_all(actor, key, refused)
                return
            except BadInput as unread:
                move = self.moves.get(key, key[1])
                self.refused = self._for_all(
                    actor, key, IllegalMove(move, Refusal("", str(unread)))
                )
                return

    def _for_all(self, actor: Actor, key: MoveKey, refused: IllegalMove) -> IllegalMove:
        """Return why a move is refused, for everybody: of a secret move without what it is."""
        game, move, seat = self.other.game, refused.move, key[1].partition(" ")[0]
        why = Refusal(refused.refusal.clause, "it was made in secret")
        with suppress(BadInput):
            state = self.other.state
            parsed = game.parse_move(state, move) if isinstance(move, str) else move
            shown = game.observed_move(state, parsed, "")
            if shown is not None:
                return refused if str(shown) == str(parsed) else IllegalMove(str(shown), why)
        if not isinstance(actor, Simultaneous) and not str(move).startswith(f"{seat} "):
            return refused
        return IllegalMove(f"of {seat}", why)

    def _differs(self) -> bool:
        """Return True if the replay has had a table that differs from the record's."""
        raise NotImplementedError


class _Replay(KeyedReplay):
    """A replay of ``record`` in ``other``, and where and why it differs.

    The record starts after ``before`` steps of ``match``, in the state ``start``.
    """

    def __init__(
        self, match: Match, other: Match, record: Sequence[PlayedMove], start: Any, before: int = 0
    ) -> None:
        names = renamed_seats(match.game.seats, other.game)
        super().__init__(
            other,
            dict(
                renamed_move(each.move_key, _in_version(each.move, match.game, other.game), names)
                for each in record
            ),
        )
        self.match, self.before = match, before
        self.record = record
        self.ours = Course(start, [(match.game, each.steps) for each in record], match.game)

    def play(self, limit: int | None = None) -> None:
        """Play the record's moves until one is missing or illegal, at most ``limit``."""
        if limit is not None:
            self.ours = self.ours._replace(moves=self.ours.moves[:limit])
        super().play(limit)

    def with_divergence(self, replay: Callable[[dict[str, Any], int], Match]) -> Match:
        """Set the divergence of the replay, and return it.

        ``replay`` replays so many moves of the record under some changes of the rules alone.
        """
        theirs = self._theirs()
        number = first_difference(self.ours, theirs)
        if number is not None:
            causes = self._causes(number, replay)
            again = self._drawn_again(number)
            found = describe(number, self.ours, theirs, causes, self.refused, again)
            step = self.before + number
            turns = (each.turn for each in self.record if each.end >= step)
            self.other.divergence = found._replace(step=step, turn=next(turns, found.turn))
        return self.other

    def _theirs(self) -> Course:
        other = self.other
        steps = [(other.game, played.steps) for played in other.record]
        return Course(other.initial_state, steps, other.game)

    def _differs(self) -> bool:
        """Return True if the replay has had a table that differs from the record's."""
        ours = [step.state for _, step in self.ours.steps()]
        pairs = zip(self.other.steps, ours, strict=False)
        return self.other.cursor > len(ours) or any(one.state != two for one, two in pairs)

    def _causes(
        self, number: int, replay: Callable[[dict[str, Any], int], Match]
    ) -> tuple[Option, ...]:
        """Return the changed options that make the difference: each alone makes it first."""
        rules = self.other.game.rules
        changed = changed_options(rules, self.match.game.rules)
        if len(changed) < 2:
            return changed
        step = self.before + number
        moves = sum(played.first < step for played in self.record)
        alone: dict[Option, int] = {}
        for option in changed:
            with suppress(BadInput):  # an option that can't be changed alone
                found = replay({option.name: getattr(rules, option.name)}, moves).divergence
                if found is not None and found.step <= step:
                    alone[option] = found.step
        first = min(alone.values(), default=step)
        return tuple(each for each in alone if alone[each] == first) or changed

    def _drawn_again(self, number: int) -> str:
        """Return why chance was drawn again in the move of a step; "" if it wasn't."""
        at = max(number - 1, 0)
        played = next((each for each in self.other.record if each.first <= at < each.end), None)
        recorded = None if played is None else self.moves.get(played.move_key)
        if played is None or recorded is None or not isinstance(played.actor, Chance):
            return ""
        state = self.other.branch(played.first).state
        return drawn_again(self.other.game, state, played.move, recorded)
