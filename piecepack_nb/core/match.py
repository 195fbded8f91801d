"""A match: one game as it is played. It keeps every move and die, and can go anywhere in time.

What can be asked of it without changing it stands in ``standing``, with the vocabulary.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import RLock
from typing import Any

from piecepack_nb.core.actors import Actor, Chance, Seat, Secret
from piecepack_nb.core.alone import alone
from piecepack_nb.core.beginning import gone_on_from, written
from piecepack_nb.core.dice import Dice, dice_from
from piecepack_nb.core.errors import BadInput, short, wrong
from piecepack_nb.core.game import Bot, Chosen, Game
from piecepack_nb.core.parting import Parting
from piecepack_nb.core.seats import PERSON, choice, seated, still_seated
from piecepack_nb.core.standing import Standing
from piecepack_nb.core.steps import Step, reasoned
from piecepack_nb.core.timeline import Played, Timeline

__all__ = ["PERSON", "Match", "Played"]

AnyGame = Game[Any, Any, Any]


class Match(Standing):
    """A game that is being played, from its set-up or from a position written by hand.

    ``seed`` decides the dice (drawn afresh when None). ``dice`` may instead be a list of rolls (a
    script; the seed gives the rest) or "typed" (real dice, typed in). ``seats`` names who plays
    what: "person" (the default), a bot of the game by name, or a function that is one.
    ``position`` is a state, or whatever ``game.position`` reads. ``earlier`` is a match, perhaps
    under other rules, that this one goes on from where it stands.
    """

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
            raise wrong("game", game, "what pp.game(name) gives")
        if earlier is not None:
            earlier, position = gone_on_from(earlier, position)
        self.game = game
        self.seed = secrets.randbelow(2**31) if seed is None else seed
        self.dice: Dice = dice_from(dice, self.seed)
        self.seats = seated(game, seats or {})
        self.start = game.start() if position is None else written(game, position)
        self.from_position = position is not None
        self.earlier = earlier
        """The match that this one goes on from (a copy); None for one that began by itself."""
        self.parting: Parting | None = None
        """Where and why this match parts from the one it replays under other rules."""
        self._timeline = Timeline(earlier._timeline.whole if earlier else ())
        self._changing = RLock()
        self._watchers: list[Callable[[str, Any], None]] = []

    @property
    def parts(self) -> tuple[Match, ...]:
        """The matches that it goes on from, the first one first, and itself."""
        parts = [self]
        while parts[-1].earlier is not None:
            parts.append(parts[-1].earlier)
        return tuple(reversed(parts))

    # --- playing ------------------------------------------------------------------------------

    @alone
    def play(self, move: Any) -> list[Step]:
        """Make ``move`` (a move or its text); its steps. What had been undone is forgotten.

        A move that a bot has Chosen brings its reason, which its first step carries then. Raises
        IllegalMove, with the refusal, or BadInput for a text that can't be read; then nothing has
        changed.
        """
        self._timeline.must_be_between_moves()
        state = self.state
        actor = self.game.to_act(state)
        if actor is None:
            raise BadInput(f"{short(str(move))}: the game is over: {self.game.result(state)}")
        move, why = move if isinstance(move, Chosen) else (move, None)
        read = self._read(move)
        steps = reasoned(tuple(self.game.play(state, read)), why)
        if isinstance(actor, Secret):
            actor = Seat(read.seat)
        self._tell("play", read)
        time = self._timeline
        rolls = time.rolls + (isinstance(actor, Chance) and bool(actor.dice))
        place = time.place(self.turn, actor)
        time.add(Played(place[0], actor, read, time.at, steps, rolls, place))
        return list(steps)

    @alone
    def roll(self) -> list[Step]:
        """Let the dice make chance's move; its steps, none where real dice must be typed in."""
        actor = self.to_act
        if not isinstance(actor, Chance):
            raise BadInput(f"no dice are due now: {_whose_turn(actor)} to move")
        # Dice that are rolled again in a turn are other dice ("roll", "roll 2", ...).
        numbered = actor._replace(purpose=self.place[1])
        move = self.dice.draw(self.game, self.state, numbered, self._timeline.rolls)
        return [] if move is None else self.play(move)

    def bot_move(self) -> Chosen | None:
        """What the bot that is to act chooses, and why; None where a person is, or nobody."""
        actor = self.to_act
        if actor is None:
            return None
        number = len(self._timeline.past) + self._timeline.done
        return choice(self.game, self.state, actor, self._bots(), self.seed, number)

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

    @alone
    def _move_by_itself(self) -> list[Step]:
        """A move of the dice or of a bot; no steps where a person must act, or nobody."""
        if isinstance(self.to_act, Chance):
            return self.roll()
        move = self.bot_move()
        return [] if move is None else self.play(move)

    # --- moving in time -----------------------------------------------------------------------

    @alone
    def undo(self) -> None:
        """Take back the last move that a person made, and all that followed from it.

        Where no person has moved yet, the last move of all. Raises BadInput at the beginning.
        """
        if self.position == 0:
            raise BadInput("there is no move to undo: this is the beginning of the match")
        record = [each for each in self._timeline.moves if each.first < self.position]
        own = [played for played in record if self._by_person(played)]
        self._move_to((own or record)[-1].first)

    @alone
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

    @alone
    def goto(self, step: int) -> None:
        """Show the table after ``step`` steps (0 is the start, -1 the end); nothing is lost.

        Play may go on from there where a move ends; that forgets what lay ahead.
        """
        self._move_to(self._timeline.step(step))

    @alone
    def branch(self, step: int) -> Match:
        """A second match that has this one's moves up to ``step`` (whole moves only)."""
        until = self._timeline.step(step)
        other = self.begun_anew(self.game, self.dice)
        other._timeline = self._timeline.up_to(until)
        return other

    def begun_anew(self, game: AnyGame, dice: object) -> Match:
        """A match of ``game`` with this one's start, seed and players, and no move made."""
        other = type(self)(
            game,
            seed=self.seed,
            dice=dice,
            seats=still_seated(self.seats, game),
            position=self.start if self.from_position else None,
        )
        other.earlier = self.earlier
        other._timeline = Timeline(self._timeline.past)
        return other

    def under(self, **changes: Any) -> Match:
        """The same dice and moves under other rules; ``parting`` of it says where they part.

        The replay goes on as long as the same seats' same moves are legal. Raises BadInput for a
        change that is no rule option.
        """
        from piecepack_nb.core.replay import replayed

        return replayed(self, changes)

    def onward(self, step: int, /, **changes: Any) -> Match:
        """This match up to ``step`` (whole moves only), then its dice and moves under other rules.

        What it was up to there is the ``earlier`` match of the answer. ``parting`` says where the
        two part, its step counted in this match. Raises BadInput for a change that is no rule
        option, or where the table there can't be under the changed rules.
        """
        from piecepack_nb.core.replay import continued

        return continued(self, self._timeline.step(step), changes)

    # --- files ----------------------------------------------------------------------------------

    def save(self, path: str | Path) -> Path:
        """Write the match to a JSON file; ``pp.load`` reads it back. The path written."""
        from piecepack_nb.core.record import save

        return save(self, path)

    def unchanged(self) -> RLock:
        """``with match.unchanged():`` nobody else changes the match meanwhile."""
        return self._changing

    def watch(self, watcher: Callable[[str, Any], None]) -> None:
        """Call ``watcher(what, value)`` before a change counts: ("play", move), ("goto", step)."""
        self._watchers.append(watcher)

    # --- inside ---------------------------------------------------------------------------------

    def _move_to(self, position: int) -> None:
        self._tell("goto", position)
        self._timeline.at = position

    def _tell(self, what: str, value: Any) -> None:
        for watcher in self._watchers:
            watcher(what, value)


def _whose_turn(actor: Actor | None) -> str:
    return "nobody is" if actor is None else f"it is for {' or '.join(actor.seats)}"
