"""The read-only half of a match: its timeline, its players, and the state at the cursor.

``match.Match`` adds all that changes it; ``record`` needs only this half to write a file.

Vocabulary
    move    one decision of a seat or of chance; the unit that is recorded
    step    one event of a move, with the state after it; step 0 is before the first event
    cursor  the number of steps before the state that is shown
    ahead   the moves after the cursor: undone, and kept for redo
    past    the moves of the earlier matches that this one continues
    key     where in the game a move is made, under any rules: the turn, and who acts in it
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, takewhile
from threading import RLock
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from piecepack_nb.core.actors import Actor, Chance, Seat, Simultaneous
from piecepack_nb.core.dice import Dice, is_manual, seeded_pick
from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.game import AnyGame, Bot, BotMove
from piecepack_nb.core.steps import (
    Refusal,
    Result,
    Sentence,
    Step,
    as_written,
    whole_sentence,
    with_sentences,
)
from piecepack_nb.core.validate import takes

MAX_KEPT = 100
"""The most records that a match keeps, one for each change of its game's code that it survived."""
MoveKey = tuple[int, str]
"""The turn and the actor's label; the second time in a turn it is "ann 2", and so on."""


class PlayedMove(NamedTuple):
    """A move of the record, with its turn, its actor and its steps."""

    turn: int
    actor: Actor
    move: Any
    first: int
    """The cursor before its first step."""
    steps: tuple[Step, ...]
    rolls: int
    """The number of dice rolls in the match up to its end."""
    move_key: MoveKey

    @property
    def end(self) -> int:
        """The cursor after its last step."""
        return self.first + len(self.steps)

    @property
    def sentence(self) -> Sentence:
        """The whole move in words, with the clause that explains it best."""
        return whole_sentence(self.steps)


class Source(NamedTuple):
    """The record that a match is a replay of, by other code of its game."""

    record: dict[str, Any]
    differs: bool
    """True if the replay has other moves or tables, or ends earlier."""


class Timeline:
    """The moves of a match with their steps, and a cursor among the steps.

    Moves of the ``past`` count in the numbers of moves and rolls; the cursor can't reach them.
    """

    def __init__(self, past: Sequence[PlayedMove] = ()) -> None:
        self.past = tuple(past)
        self.moves: list[PlayedMove] = []
        self.steps: list[Step] = []
        self.cursor = 0
        self._ends: list[int] = []  # the cursor at each move's end, sorted for bisect

    def __len__(self) -> int:
        """Return the number of moves before the cursor, the past's included."""
        return len(self.past) + self.done

    @property
    def done(self) -> int:
        """The number of moves that end at the cursor or before."""
        return bisect_right(self._ends, self.cursor)

    @property
    def record(self) -> tuple[PlayedMove, ...]:
        """The moves that end at the cursor or before."""
        return tuple(self.moves[: self.done])

    @property
    def whole(self) -> tuple[PlayedMove, ...]:
        """The past and the record."""
        return (*self.past, *self.record)

    @property
    def ahead(self) -> tuple[PlayedMove, ...]:
        """The moves that end after the cursor."""
        return tuple(self.moves[self.done :])

    @property
    def rolls(self) -> int:
        """The number of dice rolls before the cursor, the past's included."""
        if self.done:
            return self.moves[self.done - 1].rolls
        return self.past[-1].rolls if self.past else 0

    @property
    def between_moves(self) -> bool:
        """False in the middle of a move."""
        return self.cursor == 0 or self._ends[self.done - 1] == self.cursor

    def must_be_between_moves(self) -> None:
        """Raise BadInput in the middle of a move."""
        if not self.between_moves:
            raise BadInput(
                f"step {self.cursor} is in the middle of a move: goto the end of a move, or branch"
            )

    def step(self, number: object) -> int:
        """Return the cursor for a step number, -1 for the end; raise BadInput if out of range."""
        end = len(self.steps)
        if type(number) is not int or not -1 <= number <= end:
            raise invalid("step", number, f"a whole number from 0 to {end}, or -1 for the end")
        return end if number == -1 else number

    def move_key(self, turn: int, actor: Actor) -> MoveKey:
        """Return the key of the actor's next move in this turn."""
        times = 1
        done = (self.moves[number] for number in range(self.done - 1, -1, -1))
        for played in chain(done, reversed(self.past)):
            if played.turn != turn:
                break
            times += played.actor.label == actor.label
        return turn, actor.label if times == 1 else f"{actor.label} {times}"

    def add(self, played: PlayedMove) -> None:
        """Add a move at the cursor, discard all moves ahead, and go to the move's end."""
        done = self.done
        del self.moves[done:], self.steps[self.cursor :], self._ends[done:]
        self.moves.append(played)
        self.steps.extend(played.steps)
        self._ends.append(played.end)
        self.cursor = played.end

    def up_to(self, step: int) -> Timeline:
        """Return a timeline of the moves that end at ``step`` or before."""
        part = Timeline(self.past)
        for played in self.moves[: bisect_right(self._ends, step)]:
            part.add(played)
        return part


# --- Players -------------------------------------------------------------------------------------


PERSON = "person"
BOT_FUNCTION = "a function of (game, state, seat, pick), such as pp.bots.mcts(playouts=10)"
"""The things that a player may be, in errors, besides a name."""


def assign_players(game: AnyGame, seats: object) -> dict[str, str | Bot]:
    """Return the player of every seat; one player alone plays for all seats.

    Raises BadInput for an unknown seat or player.
    """
    known = (PERSON, *game.bots)
    if takes(seats, 4) or (isinstance(seats, str) and seats in known):
        seats = dict.fromkeys(game.seats, seats)
    if not isinstance(seats, Mapping):
        example = {game.seats[0]: next(iter(game.bots), PERSON)}
        one = f"one of {', '.join(map(repr, known))} for all seats"
        raise invalid("seats", seats, f"a mapping from seat to player, such as {example}, or {one}")
    for seat, player in seats.items():
        if seat not in game.seats:
            raise invalid("seats", seat, "one of " + ", ".join(game.seats))
        if not (takes(player, 4) or player in known):
            expected = f"one of {', '.join(map(repr, known))}, or {BOT_FUNCTION}"
            raise invalid(f"seats[{seat!r}]", player, expected)
    return {seat: seats.get(seat, PERSON) for seat in game.seats}


def keep_players(seats: Mapping[str, str | Bot], game: AnyGame) -> dict[str, str | Bot]:
    """Return the players of the seats that ``game`` has; other rules or code may have fewer.

    A renamed seat keeps its player, and a bot that ``game`` hasn't becomes a person.
    """
    names = renamed_seats(seats, game)
    found = {names.get(seat, seat): player for seat, player in seats.items()}
    return {
        seat: player
        for seat, player in found.items()
        if seat in game.seats and (player == PERSON or bot_for(game, player) is not None)
    }


def renamed_seats(before: Collection[str], game: AnyGame) -> dict[str, str]:
    """Return the new names of seats that another version of a game calls something else.

    As many seats have a new name as have lost one; they are matched in their order.
    """
    lost = [seat for seat in before if seat not in game.seats]
    found = [seat for seat in game.seats if seat not in before]
    return dict(zip(lost, found, strict=True)) if len(lost) == len(found) else {}


def renamed_label(label: str, names: Mapping[str, str]) -> str:
    """Return the label of a move's actor under the new names of the seats.

    >>> renamed_label("suns 2", {"suns": "red"})
    'red 2'
    """
    seat, space, times = label.partition(" ")
    return f"{names.get(seat, seat)}{space}{times}"


def bot_for(game: AnyGame, player: str | Bot) -> Bot | None:
    """Return the bot of a player; None for a person."""
    return game.bots.get(player) if isinstance(player, str) else player


def choose_move(
    game: AnyGame,
    state: Any,
    actor: Actor,
    bots: Mapping[str, Bot | None],
    seed: int,
    number: int,
) -> BotMove | None:
    """Return the bot's move, or None if a human decides.

    ``number`` is the number of moves before this one. Of seats that commit in secret, the bots
    commit first. Raises BadInput for a bot that returns no move of its own seat.
    """
    secret = isinstance(actor, Simultaneous)
    played = [(seat, bot) for seat in actor.seats if (bot := bots[seat])]
    if not played or not (secret or len(played) == len(actor.seats)):
        return None
    seat, bot = played[0]
    pick = seeded_pick(seed, "bot", number, seat if secret else actor.label)
    returned = bot(game, game.observation(state, seat), seat, pick)
    chosen = returned if isinstance(returned, BotMove) else BotMove(returned)
    if isinstance(chosen.move, str):
        chosen = chosen._replace(move=game.parse_move(state, chosen.move))
    if chosen.move is None or (secret and getattr(chosen.move, "seat", None) != seat):
        if chosen.move is None and not game.moves_for(state, seat):
            raise BadInput(f"{seat} has no legal move here; expected one, or the end of the game")
        move = None if chosen.move is None else str(chosen.move)
        raise invalid(f"the move of {seat}'s bot", move, f"a move of {seat}")
    return chosen


# --- The match at its cursor ---------------------------------------------------------------------


class MatchBase:
    """A game, its players and its timeline."""

    game: AnyGame
    initial_state: Any
    """The state before the first move."""
    seats: dict[str, str | Bot]
    """The player of each seat."""
    seed: int
    dice: Dice
    from_position: bool
    """True if the initial state was given, not the game's own."""
    earlier: MatchBase | None
    """A copy of the match that this one continues; None for a match of its own."""
    _lock: RLock
    _earlier_records: tuple[dict[str, Any], ...] = ()
    """The beginning of ``kept``."""
    _source: Source | None = None
    """The record that the match replays, until a person plays on."""
    _last_to_act: tuple[Any, Actor | None] | None = None
    """The last state that ``to_act`` was computed for, and the actor."""
    _timeline: Timeline

    def __repr__(self) -> str:
        over = f", over: {self.result.text}" if self.result else ""
        return f"<Match of {self.game!r}, turn {self.turn}, step {self.cursor}{over}>"

    def _repr_svg_(self) -> str | None:
        seen = self.for_reader()
        event = seen._timeline.steps[seen.cursor - 1].event if seen.cursor else None
        return self.game.picture(seen.state, event)

    @property
    def parts(self) -> tuple[MatchBase, ...]:
        """The matches that it continues, oldest first, then the match itself."""
        parts: list[MatchBase] = [self]
        while parts[-1].earlier is not None:
            parts.append(parts[-1].earlier)
        return tuple(reversed(parts))

    @property
    def kept(self) -> tuple[dict[str, Any], ...]:
        """The records of which this match has replayed only a part, or with other results.

        The code of its game has changed since they were made. Each is a saved match, which
        ``pp.load`` takes as it takes a file; the match saves them with its own moves.
        """
        source = self._source
        return self._earlier_records if source is None else (*self._earlier_records, source.record)

    @property
    def is_replay(self) -> bool:
        """True until a person plays on in a match that replays the last record of ``kept``."""
        return self._source is not None

    @property
    def lost(self) -> int:
        """The number of moves of the replayed record that couldn't be played; 0 without one."""
        if self._source is None:
            return 0
        record = self._source.record
        saved = sum(len(part["moves"]) for part in (*record.get("earlier", ()), record))
        return max(0, saved - sum(len(part.record) + len(part.undone) for part in self.parts))

    def keep(self, record: dict[str, Any], differs: bool) -> None:
        """Note that this match is a replay of a record; ``differs`` says whether it is another."""
        self._source = Source(record, differs)

    def keep_earlier(self, records: Iterable[dict[str, Any]]) -> None:
        """Keep records that this match is no replay of; of too many, the oldest are left out."""
        self._earlier_records = tuple(records)[-MAX_KEPT:]

    def _play_on(self, actor: Actor) -> None:
        """Note that ``actor`` plays on: a person's move or roll makes another match of a replay."""
        typed = isinstance(actor, Chance) and bool(actor.dice) and is_manual(self.dice)
        if self._source is not None and (typed or not set(self.persons).isdisjoint(actor.seats)):
            if self._source.differs:
                self.keep_earlier(self.kept)
            self._source = None

    def seen_by(self, seat: str) -> MatchBase:
        """Return the match as a seat sees it now, for boards and films; "" sees what all see.

        Its states, events and moves leave out what that seat doesn't know: ``pp.show`` and
        ``pp.replay`` take it. Where all see the same, it is the match itself. Raises BadInput for
        a seat that the game doesn't have.
        """
        if seat not in (*self.game.seats, ""):
            raise invalid("the seat", seat, "one of " + ", ".join(self.game.seats))
        return SeenMatch(self, seat) if self.game.views_differ else self

    @property
    def reader(self) -> str:
        """The seat of the one person who plays against bots while something is kept from it.

        "" for everybody else: in a game without secrets, after its end, for bots alone, and for
        several persons, of whom nobody knows who reads.
        """
        persons = self.persons
        alone = len(persons) == 1 < len(self.game.seats)
        kept = alone and self.game.views_differ and self.result is None
        return persons[0] if kept else ""

    def for_reader(self, whole: bool = False) -> MatchBase:
        """Return the match as whoever runs the notebook may see it: what a picture of it shows.

        While one person plays it against bots, that is what their seat sees; otherwise, and if
        ``whole``, it is the match itself. The functions of ``pp`` that show a match show this, and
        have the argument ``whole``. Those that play it on or again, which would show more, refuse
        it instead; see ``whole_match``. The match's own ``state``, ``steps``, ``record`` and saved
        files are for programs, and have all of it.
        """
        return self if whole or not self.reader else self.seen_by(self.reader)

    def locked(self) -> RLock:
        """Return the match's lock; ``with match.locked():`` keeps other threads out."""
        return self._lock

    @property
    def state(self) -> Any:
        """The state at the cursor."""
        return self._timeline.steps[self.cursor - 1].state if self.cursor else self.initial_state

    @property
    def cursor(self) -> int:
        """The number of steps before the state that is shown."""
        return self._timeline.cursor

    @property
    def steps(self) -> list[Step]:
        """All steps, including the undone ones."""
        return list(self._timeline.steps)

    def sentences(self) -> list[tuple[int, Sentence]]:
        """Return the sentences of the moves up to the cursor, each with the step after it."""
        done = enumerate(self._timeline.steps[: self.cursor], 1)
        return [(number, step.sentence) for number, step in done if step.sentence is not None]

    @property
    def turn(self) -> int:
        """The number of the turn, from 1 (0 during set-up)."""
        return self.game.turn(self.state)

    @property
    def record(self) -> tuple[PlayedMove, ...]:
        """The moves up to the cursor, chance's included."""
        return self._timeline.record

    @property
    def undone(self) -> tuple[PlayedMove, ...]:
        """The moves after the cursor, which ``redo`` makes again."""
        return self._timeline.ahead

    @property
    def between_moves(self) -> bool:
        """False if the cursor is in the middle of a move (after a ``goto``)."""
        return self._timeline.between_moves

    @property
    def to_act(self) -> Actor | None:
        """The actor of the next move; None when the game is over or in the middle of a move."""
        if not self.between_moves:
            return None
        state = self.state
        if self._last_to_act is None or self._last_to_act[0] is not state:
            self._last_to_act = state, self.game.to_act(state)
        return self._last_to_act[1]

    @property
    def result(self) -> Result | None:
        """The result of the game; None while it continues."""
        return self.game.result(self.state)

    @property
    def decision(self) -> Any:
        """The last decision up to the cursor, the game's or a bot's; None before the first one.

        It has what was considered, and what decided: ``event.why`` of the step that shows it.
        """
        reasons = (step.event.why for step in reversed(self.steps[: self.cursor]))
        return next((why for why in reasons if why is not None), None)

    @property
    def move_key(self) -> MoveKey:
        """The key of the next move; of seats that commit in secret, the first one's.

        Raises BadInput when nobody is to act.
        """
        return self.move_keys[0]

    @property
    def move_keys(self) -> tuple[MoveKey, ...]:
        """The key of the next move, one for each seat that may commit in secret.

        Raises BadInput when nobody is to act.
        """
        actor = self.to_act
        if actor is None:
            raise BadInput("nobody can move here")
        actors = map(Seat, actor.seats) if isinstance(actor, Simultaneous) else (actor,)
        return tuple(self._timeline.move_key(self.turn, each) for each in actors)

    @property
    def persons(self) -> tuple[str, ...]:
        """The seats that humans play."""
        return tuple(seat for seat, bot in self._bots().items() if bot is None)

    def moves(self) -> Collection[Any]:
        """Return the legal moves."""
        return self.game.moves(self.state) if self.to_act else ()

    def refusal(self, move: Any) -> Refusal | None:
        """Return why ``move`` (a move or its text) is illegal; None for a legal move.

        Raises BadInput for a text that can't be parsed, and in the middle of a move.
        """
        self._timeline.must_be_between_moves()
        parsed = self._parsed(move)
        refusal = self.game.refusal(self.state, parsed)
        return refusal and as_written(refusal, parsed, move)

    # --- inside ---------------------------------------------------------------------------------

    def _parsed(self, move: Any) -> Any:
        """Return the move of a text; a move as it is."""
        return self.game.parse_move(self.state, move) if isinstance(move, str) else move

    def _bots(self) -> dict[str, Bot | None]:
        """Return the bot of each seat, None for a person."""
        return {seat: bot_for(self.game, player) for seat, player in self.seats.items()}

    def _by_persons(self, moves: Iterable[PlayedMove]) -> list[PlayedMove]:
        """Return the moves of persons."""
        persons = set(self.persons)
        return [played for played in moves if not persons.isdisjoint(played.actor.seats)]


# --- The match as a seat sees it -----------------------------------------------------------------


class HiddenMove(NamedTuple):
    """A move of which a seat only learns that it was made."""

    seat: str

    def __str__(self) -> str:
        return "a move in secret"


class SeenMatch(MatchBase):
    """A match as a seat sees it when this object is made."""

    def __init__(self, match: MatchBase, seat: str) -> None:
        self.game, self.seats, self.seed, self.dice = (
            match.game,
            match.seats,
            match.seed,
            match.dice,
        )
        self.from_position, self._lock = match.from_position, match._lock
        self.viewer = seat
        self.initial_state = match.game.observation(match.initial_state, seat)
        self.earlier = None if match.earlier is None else SeenMatch(match.earlier, seat)
        with match.locked():
            self._timeline = Timeline(match._timeline.past)
            for played in self._observed(match):
                self._timeline.add(played)
            self._timeline.cursor = match.cursor

    @property
    def reader(self) -> str:
        """No seat: nothing of a view is kept from its reader."""
        return ""

    def _observed(self, match: MatchBase) -> list[PlayedMove]:
        """Return the moves as the seat sees them, undone ones too; those seen before are kept."""
        kept = _SEEN.setdefault(match, {}).setdefault(self.viewer, [])
        moves = match._timeline.moves
        pairs = zip(moves, kept, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1][0], pairs))
        del kept[same:]
        for played in moves[same:]:
            before = moves[len(kept) - 1].steps[-1].state if kept else match.initial_state
            kept.append((played, self._seen(before, played)))
        return [seen for _, seen in kept]

    def _seen(self, before: Any, played: PlayedMove) -> PlayedMove:
        game, seat = self.game, self.viewer
        observed = [
            Step(game.observed_event(step.event, seat), game.observation(step.state, seat))
            for step in played.steps
        ]
        steps = tuple(with_sentences(game, game.observation(before, seat), observed))
        move = game.observed_move(before, played.move, seat)
        label = played.actor.label
        return played._replace(move=HiddenMove(label) if move is None else move, steps=steps)


_SEEN: WeakKeyDictionary[MatchBase, dict[str, list[tuple[PlayedMove, PlayedMove]]]] = (
    WeakKeyDictionary()
)
"""The moves of matches as seats have seen them, each beside the move itself."""
