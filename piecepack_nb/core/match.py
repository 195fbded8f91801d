"""A match: one game as it is played. It keeps every move and die, and can go anywhere in time.

Vocabulary
    move       what a seat, or chance, does; the unit that is recorded
    step       one event of a move, with the state after it; step 0 is before the first event
    position   the number of steps that lie before what ``state`` shows
"""

from __future__ import annotations

import secrets
from bisect import bisect_right
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Actor, Chance
from piecepack_nb.core.dice import Dice, Recorded, dice_from, seeded_pick
from piecepack_nb.core.errors import BadInput, short, wrong
from piecepack_nb.core.game import Bot, Game
from piecepack_nb.core.parting import Parting, parting
from piecepack_nb.core.steps import IllegalMove, Refusal, Result, Step

__all__ = ["PERSON", "Match", "Played"]

PERSON = "person"
AnyGame = Game[Any, Any, Any]
Refused = IllegalMove | None


class Played(NamedTuple):
    """A move of the record: who made it in which turn, and the steps that it took."""

    turn: int
    actor: Actor
    move: Any
    first: int
    """The position before its first step."""
    steps: tuple[Step, ...]
    rolls: int
    """How many rolls of dice the match had seen when it was done."""
    place: tuple[int, str]
    """Where in the game it was made, whatever the rules: the turn, and who acted in it."""

    @property
    def end(self) -> int:
        """The position after its last step."""
        return self.first + len(self.steps)


class Match:
    """A game that is being played, from its set-up or from a position written by hand.

    ``seed`` decides the dice (drawn afresh when None). ``dice`` may instead be a list of rolls (a
    script; the seed gives the rest) or "typed" (real dice, typed in). ``seats`` names who plays
    what: "person" (the default), a bot of the game by name, or a function that is one.
    ``position`` is a state, or whatever ``game.position`` reads.
    """

    def __init__(
        self,
        game: AnyGame,
        *,
        seed: int | None = None,
        dice: object = None,
        seats: Mapping[str, str | Bot] | None = None,
        position: object = None,
    ) -> None:
        if not isinstance(game, Game):
            raise wrong("game", game, "what pp.game(name) gives")
        self.game = game
        self.seed = secrets.randbelow(2**31) if seed is None else seed
        self.dice: Dice = dice_from(dice, self.seed)
        self.seats = _seats(game, seats or {})
        self.start: Any = game.start() if position is None else _position(game, position)
        self.from_position = position is not None
        self.parting: Parting | None = None
        """Where and why this match parts from the one it replays under other rules."""
        self._moves: list[Played] = []
        self._ends: list[int] = []  # where each move ends, to find moves by position
        self._steps: list[Step] = []
        self._at = 0
        self._watchers: list[Callable[[str, Any], None]] = []

    def __repr__(self) -> str:
        over = f", over: {self.result.text}" if self.result else ""
        return f"<Match of {self.game!r}, turn {self.turn}, step {self.position}{over}>"

    # --- what is on the table ---------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The table at this position."""
        return self.start if self._at == 0 else self._steps[self._at - 1].state

    @property
    def position(self) -> int:
        """How many steps lie before what is shown."""
        return self._at

    @property
    def steps(self) -> list[Step]:
        """Every step of the record, those that were undone and can be redone included."""
        return list(self._steps)

    @property
    def turn(self) -> int:
        """The number of the turn, from 1 (0 during set-up)."""
        return self.game.turn(self.state)

    @property
    def record(self) -> tuple[Played, ...]:
        """The moves up to this position, dice included."""
        return tuple(self._moves[: self._done])

    @property
    def undone(self) -> tuple[Played, ...]:
        """The moves that lie ahead, to be redone."""
        return tuple(self._moves[self._done :])

    @property
    def between_moves(self) -> bool:
        """False while the position lies in the middle of a move (``goto`` can lead there)."""
        return self._at == 0 or self._ends[self._done - 1] == self._at

    @property
    def to_act(self) -> Actor | None:
        """Who makes the next move; None when the game is over or in the middle of a move."""
        return self.game.to_act(self.state) if self.between_moves else None

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        return self.game.result(self.state)

    def moves(self) -> Collection[Any]:
        """The moves that may be made now."""
        return self.game.moves(self.state) if self.to_act else ()

    def refusal(self, move: Any) -> Refusal | None:
        """Why ``move`` (a move or its text) may not be made now; None if it may."""
        self._must_be_between_moves()
        return self.game.refusal(self.state, self._read(move))

    # --- playing ------------------------------------------------------------------------------

    def play(self, move: Any) -> list[Step]:
        """Make ``move`` (a move or its text); its steps. What had been undone is forgotten.

        Raises IllegalMove, with the refusal, or BadInput for a text that can't be read; then
        nothing has changed.
        """
        self._must_be_between_moves()
        state = self.state
        read = self._read(move)
        actor = self.game.to_act(state)
        if actor is None:
            raise BadInput(f"{short(str(move))}: the game is over: {self.game.result(state)}")
        steps = tuple(self.game.play(state, read))
        self._tell("play", read)
        self._forget_undone()
        rolls = self._rolls + (isinstance(actor, Chance) and bool(actor.dice))
        place = self._place(actor)
        self._add(Played(place[0], actor, read, self._at, steps, rolls, place))
        self._at += len(steps)
        return list(steps)

    def roll(self) -> list[Step]:
        """Let the dice make chance's move; its steps, none where real dice must be typed in."""
        actor = self.to_act
        if not isinstance(actor, Chance):
            raise BadInput(f"no dice are due now: {_whose_turn(actor)} to move")
        # Dice that are rolled again in a turn are other dice ("roll", "roll 2", ...).
        numbered = actor._replace(purpose=self._place(actor)[1])
        move = self.dice.draw(self.game, self.state, numbered, self._rolls)
        return [] if move is None else self.play(move)

    def bot_move(self) -> Any | None:
        """The move of the bot that is to act; None where a person is, or nobody."""
        actor = self.to_act
        if actor is None or isinstance(actor, Chance):
            return None
        bots = [self._bot(seat) for seat in actor.seats]
        if any(bot is None for bot in bots):
            return None
        pick = seeded_pick(self.seed, "bot", self._done, actor.place)
        assert bots[0] is not None
        return bots[0](self.game, self.state, actor.seats[0], pick)

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

    def _move_by_itself(self) -> list[Step]:
        """A move of the dice or of a bot; no steps where a person must act, or nobody."""
        if isinstance(self.to_act, Chance):
            return self.roll()
        move = self.bot_move()
        return [] if move is None else self.play(move)

    # --- moving in time -----------------------------------------------------------------------

    def undo(self) -> None:
        """Take back the last move that a person made, and all that followed from it.

        Where no person has moved yet, the last move of all. Raises BadInput at the beginning.
        """
        if self._at == 0:
            raise BadInput("there is no move to undo: this is the beginning of the match")
        record = [played for played in self._moves if played.first < self._at]
        own = [played for played in record if self._by_person(played)]
        self._move_to((own or record)[-1].first)

    def redo(self) -> None:
        """Make the next undone move again, and what followed up to the next one of a person.

        One move where no person plays. Raises BadInput where nothing was undone.
        """
        if not self.undone:
            raise BadInput("there is no move to redo: nothing was undone")
        first, *rest = self.undone
        end = first.end
        persons = any(self._by_person(played) for played in self._moves)
        for played in rest:
            if self._by_person(played) or not persons:
                break
            end = played.end
        self._move_to(end)

    def goto(self, step: int) -> None:
        """Show the table after ``step`` steps (0 is the start, -1 the end); nothing is lost.

        Play may go on from there where a move ends; that forgets what lay ahead.
        """
        self._move_to(self._step(step))

    def branch(self, step: int) -> Match:
        """A second match that has this one's moves up to ``step`` (whole moves only)."""
        until = self._step(step)
        other = type(self)(
            self.game,
            seed=self.seed,
            dice=self.dice,
            seats=self.seats,
            position=self.start if self.from_position else None,
        )
        for played in self._moves[: bisect_right(self._ends, until)]:
            other._add(played)
        other._at = len(other._steps)
        return other

    def under(self, **changes: Any) -> Match:
        """The same dice and moves under other rules; ``parting`` of it says where they part.

        The replay goes on as long as the same seats' same moves are legal. Raises BadInput for a
        change that is no rule option.
        """
        record = self.record
        places = {played.place: played.move for played in record}
        rolled = [(*place, move) for place, move in places.items()]
        game = self.game.under(**changes)
        other = type(self)(
            game,
            seed=self.seed,
            dice=Recorded(rolled, self.dice),
            seats=self.seats,
            position=self.start if self.from_position else None,
        )
        ours = [step for played in record for step in played.steps]
        refused = other._follow(places, ours)
        other.parting = parting(ours, other.steps, self.game, game, refused)
        return other

    def _follow(self, places: Mapping[tuple[int, str], Any], ours: list[Step]) -> Refused:
        """Play the moves of another match, by their place, until one is refused or missing."""
        last = max((turn for turn, _ in places), default=-1)
        while (actor := self.to_act) is not None:
            place = self._place(actor)
            try:
                if isinstance(actor, Chance):
                    # A roll that the other match never needed, in a turn that it went through.
                    due = place in places or self.turn < last or self._parted(ours)
                    if not due or self.turn > last or not self.roll():
                        return None
                elif place in places:
                    self.play(places[place])
                else:
                    return None
            except IllegalMove as refused:
                return refused
        return None

    def _parted(self, ours: list[Step]) -> bool:
        """Is the table another one than another match's at this position, or was it before?"""
        pairs = zip(self._steps, ours, strict=False)
        return self._at > len(ours) or any(one.state != two.state for one, two in pairs)

    # --- files ----------------------------------------------------------------------------------

    def save(self, path: str | Path) -> Path:
        """Write the match to a JSON file; ``pp.load`` reads it back. The path written."""
        from piecepack_nb.core.record import save

        return save(self, path)

    def watch(self, watcher: Callable[[str, Any], None]) -> None:
        """Call ``watcher(what, value)`` before a change counts: ("play", move), ("goto", step)."""
        self._watchers.append(watcher)

    # --- inside ---------------------------------------------------------------------------------

    @property
    def _done(self) -> int:
        """How many moves lie wholly before this position."""
        return bisect_right(self._ends, self._at)

    @property
    def _rolls(self) -> int:
        return self._moves[self._done - 1].rolls if self._done else 0

    def _place(self, actor: Actor) -> tuple[int, str]:
        """The turn, and who acts in it: the second time "ann 2", and so on."""
        turn, times = self.turn, 1
        for number in range(self._done - 1, -1, -1):
            if self._moves[number].turn != turn:
                break
            times += self._moves[number].actor.place == actor.place
        return turn, actor.place if times == 1 else f"{actor.place} {times}"

    def _add(self, played: Played) -> None:
        self._moves.append(played)
        self._steps.extend(played.steps)
        self._ends.append(played.end)

    def _forget_undone(self) -> None:
        del self._moves[self._done :], self._steps[self._at :], self._ends[self._done :]

    def _read(self, move: Any) -> Any:
        return self.game.read_move(self.state, move) if isinstance(move, str) else move

    def _must_be_between_moves(self) -> None:
        if not self.between_moves:
            raise BadInput(
                f"step {self._at} is in the middle of a move: goto the end of a move, or branch"
            )

    def _step(self, step: object) -> int:
        end = len(self._steps)
        if type(step) is not int or not -1 <= step <= end:
            raise wrong("step", step, f"a whole number from 0 to {end}, or -1 for the end")
        return end if step == -1 else step

    def _move_to(self, position: int) -> None:
        self._tell("goto", position)
        self._at = position

    def _tell(self, what: str, value: Any) -> None:
        for watcher in self._watchers:
            watcher(what, value)

    def _bot(self, seat: str) -> Bot | None:
        player = self.seats[seat]
        return self.game.bots.get(player) if isinstance(player, str) else player

    def _by_person(self, played: Played) -> bool:
        return any(self._bot(seat) is None for seat in played.actor.seats)


def _seats(game: AnyGame, seats: Mapping[str, str | Bot]) -> dict[str, str | Bot]:
    """Every seat with who plays it; raises BadInput for an unknown seat or player."""
    if not isinstance(seats, Mapping):
        raise wrong("seats", seats, "a mapping from seat to player, such as {'suns': 'greedy'}")
    for seat, player in seats.items():
        if seat not in game.seats:
            raise wrong("seats", seat, "one of " + ", ".join(game.seats))
        if not (callable(player) or player in (PERSON, *game.bots)):
            known = ", ".join(map(repr, (PERSON, *game.bots)))
            raise wrong(f"seats[{seat!r}]", player, f"one of {known}, or a function")
    return {seat: seats.get(seat, PERSON) for seat in game.seats}


def _position(game: AnyGame, position: object) -> Any:
    if isinstance(position, type(game.start())):
        position = game.to_json(position)
    return game.position(position)


def _whose_turn(actor: Actor | None) -> str:
    return "nobody is" if actor is None else f"it is for {' or '.join(actor.seats)}"
