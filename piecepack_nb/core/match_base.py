"""What can be read of a match: its timeline, its players and where it stands.

Vocabulary
    move    what a seat, or chance, does; the unit that is recorded
    step    one event of a move, with the state after it; step 0 is before the first event
    cursor  the number of steps before the state that is shown
    ahead   the moves after the cursor: undone, and kept for redo
    past    the moves of an earlier match that this one continues
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from threading import RLock
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Actor, Seat, Simultaneous
from piecepack_nb.core.dice import Dice, seeded_pick
from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.game import Bot, BotMove, Game
from piecepack_nb.core.steps import Refusal, Result, Step, echoed
from piecepack_nb.core.validate import takes


class PlayedMove(NamedTuple):
    """A move of the record: who made it in which turn, and the steps that it took."""

    turn: int
    actor: Actor
    move: Any
    first: int
    """The position before its first step."""
    steps: tuple[Step, ...]
    rolls: int
    """How many rolls of dice the match had seen when it was done."""
    move_key: tuple[int, str]
    """Where in the game it was made, whatever the rules: the turn, and who acted in it."""

    @property
    def end(self) -> int:
        """The position after its last step."""
        return self.first + len(self.steps)


class Timeline:
    """Every move of a match with its steps, and a position among them.

    Moves of the ``past`` count where moves and rolls are numbered, but can't be gone back to.
    """

    def __init__(self, past: Sequence[PlayedMove] = ()) -> None:
        self.past = tuple(past)
        self.moves: list[PlayedMove] = []
        self.steps: list[Step] = []
        self.cursor = 0
        self._ends: list[int] = []  # where each move ends, to find moves by position

    @property
    def done(self) -> int:
        """How many moves lie wholly before this position."""
        return bisect_right(self._ends, self.cursor)

    @property
    def record(self) -> tuple[PlayedMove, ...]:
        """The moves that lie wholly before this position."""
        return tuple(self.moves[: self.done])

    @property
    def whole(self) -> tuple[PlayedMove, ...]:
        """The past, and the moves that lie wholly before this position."""
        return (*self.past, *self.record)

    @property
    def ahead(self) -> tuple[PlayedMove, ...]:
        """The moves that don't."""
        return tuple(self.moves[self.done :])

    @property
    def rolls(self) -> int:
        """How many rolls of dice lie before this position."""
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
        """A position as a caller names it, -1 the end; raises BadInput where there is none."""
        end = len(self.steps)
        if type(number) is not int or not -1 <= number <= end:
            raise invalid("step", number, f"a whole number from 0 to {end}, or -1 for the end")
        return end if number == -1 else number

    def move_key(self, turn: int, actor: Actor) -> tuple[int, str]:
        """The turn, and who acts in it: the second time "ann 2", and so on."""
        times = 1
        done = (self.moves[number] for number in range(self.done - 1, -1, -1))
        for played in chain(done, reversed(self.past)):
            if played.turn != turn:
                break
            times += played.actor.label == actor.label
        return turn, actor.label if times == 1 else f"{actor.label} {times}"

    def add(self, played: PlayedMove) -> None:
        """Put a move here, in place of all that lies ahead, and go to its end."""
        done = self.done
        del self.moves[done:], self.steps[self.cursor :], self._ends[done:]
        self.moves.append(played)
        self.steps.extend(played.steps)
        self._ends.append(played.end)
        self.cursor = played.end

    def up_to(self, position: int) -> Timeline:
        """A timeline with the moves that end at ``position`` or before."""
        part = Timeline(self.past)
        for played in self.moves[: bisect_right(self._ends, position)]:
            part.add(played)
        return part


# --- Who plays what ------------------------------------------------------------------------------


PERSON = "person"
BOT = "of (game, state, seat, pick)"


def assign_players(game: Game[Any, Any, Any], seats: object) -> dict[str, str | Bot]:
    """Every seat with who plays it; raises BadInput for an unknown seat or player."""
    if not isinstance(seats, Mapping):
        example = {game.seats[0]: next(iter(game.bots), PERSON)}
        raise invalid("seats", seats, f"a mapping from seat to player, such as {example}")
    for seat, player in seats.items():
        if seat not in game.seats:
            raise invalid("seats", seat, "one of " + ", ".join(game.seats))
        if not (takes(player, 4) or player in (PERSON, *game.bots)):
            known = ", ".join(map(repr, (PERSON, *game.bots)))
            raise invalid(f"seats[{seat!r}]", player, f"one of {known}, or a function {BOT}")
    return {seat: seats.get(seat, PERSON) for seat in game.seats}


def keep_players(seats: Mapping[str, str | Bot], game: Game[Any, Any, Any]) -> dict[str, str | Bot]:
    """Who plays what, of the seats that a game under other rules has."""
    return {seat: player for seat, player in seats.items() if seat in game.seats}


def bot_for(game: Game[Any, Any, Any], player: str | Bot) -> Bot | None:
    """The bot that a player is; None for a person."""
    return game.bots.get(player) if isinstance(player, str) else player


def choose_move(
    game: Game[Any, Any, Any],
    state: Any,
    actor: Actor,
    bots: Mapping[str, Bot | None],
    seed: int,
    number: int,
) -> BotMove | None:
    """What the bot that is to act chooses; None where a person has a say.

    ``number`` is how many moves were made before. Where seats commit in secret, bots do so before
    any person.
    """
    bot = {seat: bots[seat] for seat in actor.seats}
    secret = isinstance(actor, Simultaneous)
    if not (any if secret else all)(bot.values()) or not bot:
        return None
    seat = next(seat for seat in actor.seats if bot[seat])
    pick = seeded_pick(seed, "bot", number, seat if secret else actor.label)
    told = bot[seat](game, game.observation(state, seat), seat, pick)  # type: ignore[misc]
    chosen = told if isinstance(told, BotMove) else BotMove(told)
    if isinstance(chosen.move, str):
        chosen = chosen._replace(move=game.parse_move(state, chosen.move))
    if chosen.move is None or (secret and getattr(chosen.move, "seat", None) != seat):
        move = None if chosen.move is None else str(chosen.move)
        raise invalid(f"the move of {seat}'s bot", move, f"a move of {seat}")
    return chosen


# --- A match at a point in time ------------------------------------------------------------------


class MatchBase:
    """A game with the moves that were made in it, and a position among them."""

    game: Game[Any, Any, Any]
    initial_state: Any
    """The table before the first move."""
    seats: dict[str, str | Bot]
    """Who plays what."""
    seed: int
    dice: Dice
    from_position: bool
    """Was the initial state given, instead of the game's own?"""
    earlier: MatchBase | None
    """The match that this one continues (a copy); None for one that began by itself."""
    _lock: RLock
    _acting: tuple[Any, Actor | None] | None = None
    """The state that ``to_act`` was asked of last, and the answer."""
    _timeline: Timeline

    def __repr__(self) -> str:
        over = f", over: {self.result.text}" if self.result else ""
        return f"<Match of {self.game!r}, turn {self.turn}, step {self.cursor}{over}>"

    def _repr_svg_(self) -> str | None:
        at = self._timeline.cursor
        return self.game.picture(self.state, self._timeline.steps[at - 1].event if at else None)

    @property
    def parts(self) -> tuple[MatchBase, ...]:
        """The matches that it continues, the first one first, and itself."""
        parts: list[MatchBase] = [self]
        while parts[-1].earlier is not None:
            parts.append(parts[-1].earlier)
        return tuple(reversed(parts))

    def locked(self) -> RLock:
        """``with match.locked():`` nobody else changes the match meanwhile."""
        return self._lock

    @property
    def state(self) -> Any:
        """The table at this position."""
        at = self._timeline.cursor
        return self._timeline.steps[at - 1].state if at else self.initial_state

    @property
    def cursor(self) -> int:
        """How many steps lie before what is shown."""
        return self._timeline.cursor

    @property
    def steps(self) -> list[Step]:
        """Every step of the record, those that were undone and can be redone included."""
        return list(self._timeline.steps)

    @property
    def turn(self) -> int:
        """The number of the turn, from 1 (0 during set-up)."""
        return self.game.turn(self.state)

    @property
    def record(self) -> tuple[PlayedMove, ...]:
        """The moves up to this position, dice included."""
        return self._timeline.record

    @property
    def undone(self) -> tuple[PlayedMove, ...]:
        """The moves that lie ahead, to be redone."""
        return self._timeline.ahead

    @property
    def between_moves(self) -> bool:
        """False while the position lies in the middle of a move (``goto`` can lead there)."""
        return self._timeline.between_moves

    @property
    def to_act(self) -> Actor | None:
        """Who makes the next move; None when the game is over or in the middle of a move."""
        if not self.between_moves:
            return None
        state = self.state
        if self._acting is None or self._acting[0] is not state:  # asked many times a move
            self._acting = state, self.game.to_act(state)
        return self._acting[1]

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        return self.game.result(self.state)

    @property
    def move_key(self) -> tuple[int, str]:
        """Where in the game the next move is made, whatever the rules: turn, and who acts in it.

        Where several seats may commit in secret, it is the first one's.
        """
        return self.move_keys[0]

    @property
    def move_keys(self) -> tuple[tuple[int, str], ...]:
        """Where in the game the next move may be made: of each seat that may commit in secret."""
        actor = self.to_act
        if actor is None:
            raise BadInput("nobody is to act here")
        each = map(Seat, actor.seats) if isinstance(actor, Simultaneous) else (actor,)
        return tuple(self._timeline.move_key(self.turn, one) for one in each)

    @property
    def persons(self) -> tuple[str, ...]:
        """The seats that persons play."""
        return tuple(seat for seat, bot in self._bots().items() if bot is None)

    def moves(self) -> Collection[Any]:
        """The moves that may be made now."""
        return self.game.moves(self.state) if self.to_act else ()

    def refusal(self, move: Any) -> Refusal | None:
        """Why ``move`` (a move or its text) may not be made now; None if it may.

        Raises BadInput for a text that can't be read as a move.
        """
        self._timeline.must_be_between_moves()
        read = self._read(move)
        refusal = self.game.refusal(self.state, read)
        return refusal and echoed(refusal, read, move)

    # --- inside ---------------------------------------------------------------------------------

    def _read(self, move: Any) -> Any:
        return self.game.parse_move(self.state, move) if isinstance(move, str) else move

    def _bots(self) -> dict[str, Bot | None]:
        """The bot of each seat, None for a person."""
        return {seat: bot_for(self.game, player) for seat, player in self.seats.items()}

    def _by_person(self, played: PlayedMove) -> bool:
        return any(seat in self.persons for seat in played.actor.seats)
