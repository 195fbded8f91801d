"""Odds and evens, in a page: the skeleton of a game whose seats commit in secret.

Each of three seats shows one or two fingers, all at once. Who shows another number than both
others scores a point; after three rounds the most points win.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Actor, Simultaneous
from piecepack_nb.core.errors import invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import BotMove, Game, RandomChoice
from piecepack_nb.core.registry import register
from piecepack_nb.core.rules import Rules, option
from piecepack_nb.core.steps import Event, Refusal, Result, Step

SEATS = ("ann", "ben", "cat")
WORDS = ("one", "two")


@dataclass(frozen=True)
class FingerRules(Rules):
    """The rules that a reader can change."""

    worth: int = option(1, "What it scores to be alone.", "ODD-2", low=1, high=9)


class Shows(NamedTuple):
    """How many fingers a seat will show."""

    seat: str
    word: str

    def __str__(self) -> str:
        return f"{self.seat} {self.word}"


class State(NamedTuple):
    """The table, and what was committed for this round."""

    turn: int = 1
    points: FrozenDict[str, int] = FrozenDict(dict.fromkeys(SEATS, 0))
    hidden: FrozenDict[str, str] = FrozenDict()


class Hunch(NamedTuple):
    """Why a bot shows what it shows."""

    text: str

    def to_json(self) -> dict[str, Any]:
        """The hunch as plain data."""
        return {"text": self.text}


class Fingers(Game[FingerRules, State, Shows]):
    """The game: all commit, then all is shown."""

    name = "fingers"
    title = "Odds and evens"
    rules_class = FingerRules
    seats = SEATS

    def initial_state(self) -> State:
        """Nobody has anything."""
        return State()

    def turn(self, state: State) -> int:
        """The number of the round."""
        return state.turn

    def to_act(self, state: State) -> Actor | None:
        """Whoever hasn't committed."""
        missing = tuple(seat for seat in SEATS if seat not in state.hidden)
        return Simultaneous("fingers", missing, "ODD-1") if state.turn <= 3 else None

    def moves(self, state: State) -> list[Shows]:
        """One or two fingers of each seat that is due."""
        actor = self.to_act(state)
        return [Shows(seat, word) for seat in (actor.seats if actor else ()) for word in WORDS]

    def refusal(self, state: State, move: Shows) -> Refusal | None:
        """A seat commits once."""
        if move in self.moves(state):
            return None
        return Refusal("ODD-1", f"{move.seat} has committed already")

    def observation(self, state: State, seat: str) -> State:
        """Without what the others committed."""
        own = {one: word for one, word in state.hidden.items() if one == seat}
        return state._replace(hidden=FrozenDict(own))

    def apply_move(self, state: State, move: Shows) -> Generator[Step, None, State]:
        """A seat commits (ODD-1); the last one lets all be shown (ODD-2)."""
        state = state._replace(hidden=state.hidden.put(move.seat, move.word))
        data = {"seat": move.seat}
        yield Step(Event("ODD-1", "committed", "{seat} has chosen.", data), state)
        if len(state.hidden) < len(SEATS):
            return state
        shown = state.hidden
        words = list(shown.values())
        alone = [seat for seat in SEATS if words.count(shown[seat]) == 1]
        points = {
            seat: number + self.rules.worth * (seat in alone)
            for seat, number in state.points.items()
        }
        state = State(state.turn + 1, FrozenDict(points))
        text = ", ".join(f"{seat} {shown[seat]}" for seat in SEATS)
        yield Step(Event("ODD-2", "shown", "{text}.", {"text": text}), state)
        return state

    def result(self, state: State) -> Result | None:
        """The most points."""
        if state.turn <= 3:
            return None
        best = max(state.points.values())
        winners = tuple(seat for seat in SEATS if state.points[seat] == best)
        return Result(winners, "ODD-3", f"{' and '.join(winners)} won.", state.points)

    def parse_move(self, state: State, text: str) -> Shows:
        """ "ann one"."""
        seat, _, word = text.partition(" ")
        if seat not in SEATS or word not in WORDS:
            raise invalid("the move", text, "a seat and one or two, such as 'ann one'")
        return Shows(seat, word)

    def to_json(self, state: State) -> dict[str, Any]:
        """The table as plain values."""
        return {
            "turn": state.turn, "points": dict(state.points),
            "hidden": {seat: state.hidden[seat] for seat in SEATS if seat in state.hidden},
        }  # fmt: skip

    def from_json(self, data: object) -> State:
        """The table again; only what ``to_json`` gave, for these tests write no other."""
        assert isinstance(data, dict)
        return State(data["turn"], FrozenDict(data["points"]), FrozenDict(data["hidden"]))


def two(game: Game[Any, Any, Any], state: State, seat: str, pick: RandomChoice) -> BotMove:
    """Always two, with a reason."""
    return BotMove(Shows(seat, "two"), Hunch(f"{seat} likes two"))


def spy(game: Game[Any, Any, Any], state: State, seat: str, pick: RandomChoice) -> Shows:
    """Shows two as soon as it knows of another seat's choice."""
    return Shows(seat, "two" if set(state.hidden) - {seat} else "one")


register(Fingers, bots={"two": two, "spy": spy})
