"""Odds and evens: a game in one page whose seats commit in secret.

Each of three seats shows one or two fingers, all at once. A seat that differs from both others
scores a point; after three rounds the most points win.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Actor, Simultaneous
from piecepack_nb.core.errors import invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import BotMove, Game, RandomChoice
from piecepack_nb.core.registry import register
from piecepack_nb.core.rules import Rules, option
from piecepack_nb.core.steps import MoveLog, Refusal, Result

SEATS = ("ann", "ben", "cat")
WORDS = ("one", "two")


@dataclass(frozen=True)
class FingerRules(Rules):
    """The rules that a player can change."""

    worth: int = option(1, "The score for being alone.", "ODD-2", low=1, high=9)


class Shows(NamedTuple):
    """A seat's move: the number of fingers it will show."""

    seat: str
    word: str

    def __str__(self) -> str:
        return f"{self.seat} {self.word}"


class State(NamedTuple):
    """The state: the points, and the moves committed in this round."""

    turn: int = 1
    points: FrozenDict[str, int] = FrozenDict(dict.fromkeys(SEATS, 0))
    hidden: FrozenDict[str, str] = FrozenDict()


class Hunch(NamedTuple):
    """A bot's reason for its move."""

    text: str

    def to_json(self) -> dict[str, Any]:
        """Return the hunch as plain data."""
        return {"text": self.text}


class Fingers(Game[FingerRules, State, Shows]):
    """The game: all seats commit, then all moves are shown."""

    name = "fingers"
    title = "Odds and evens"
    rules_class = FingerRules
    seats = SEATS

    def initial_state(self) -> State:
        """Return the state before the first round."""
        return State()

    def to_act(self, state: State) -> Actor | None:
        """Return the seats that haven't committed; None after three rounds."""
        missing = tuple(seat for seat in SEATS if seat not in state.hidden)
        return Simultaneous("fingers", missing, "ODD-1") if state.turn <= 3 else None

    def moves(self, state: State) -> list[Shows]:
        """Return one and two fingers for each seat that hasn't committed."""
        actor = self.to_act(state)
        return [Shows(seat, word) for seat in (actor.seats if actor else ()) for word in WORDS]

    def refusal(self, state: State, move: Shows) -> Refusal | None:
        """Return the refusal of a seat that has committed; None for any other."""
        if move in self.moves(state):
            return None
        return Refusal("ODD-1", f"{move.seat} has committed already")

    def observation(self, state: State, seat: str) -> State:
        """Return the state without the other seats' commitments."""
        own = {one: word for one, word in state.hidden.items() if one == seat}
        return state._replace(hidden=FrozenDict(own))

    def apply_move(self, state: State, move: Shows, log: MoveLog) -> State:
        """Commit a seat's move (ODD-1); after the last one, reveal all moves (ODD-2)."""
        state = state._replace(hidden=state.hidden.put(move.seat, move.word))
        data = {"seat": move.seat}
        log.add(state, "ODD-1", "committed", "{seat} has chosen.", data)
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
        log.add(state, "ODD-2", "shown", "{text}.", {"text": text})
        return state

    def result(self, state: State) -> Result | None:
        """Return the seats with the most points; None before the end (ODD-3)."""
        if state.turn <= 3:
            return None
        best = max(state.points.values())
        winners = tuple(seat for seat in SEATS if state.points[seat] == best)
        return Result(winners, "ODD-3", f"{' and '.join(winners)} won.", state.points)

    def _parse_move(self, state: State, text: str) -> Shows:
        """Return the move of a text such as "ann one"; raise BadInput for other texts."""
        seat, _, word = text.partition(" ")
        if seat not in SEATS or word not in WORDS:
            raise invalid("the move", text, "a seat and one or two, such as 'ann one'")
        return Shows(seat, word)

    def to_json(self, state: State) -> dict[str, Any]:
        """Return the state as plain JSON values."""
        return {
            "turn": state.turn, "points": dict(state.points),
            "hidden": {seat: state.hidden[seat] for seat in SEATS if seat in state.hidden},
        }  # fmt: skip

    def from_json(self, data: object) -> State:
        """Return the state of ``to_json``'s data, unchecked: the tests pass nothing else."""
        assert isinstance(data, dict)
        return State(data["turn"], FrozenDict(data["points"]), FrozenDict(data["hidden"]))


def two(game: Game[Any, Any, Any], state: State, seat: str, pick: RandomChoice) -> BotMove:
    """Show two, with a reason."""
    return BotMove(Shows(seat, "two"), Hunch(f"{seat} likes two"))


def spy(game: Game[Any, Any, Any], state: State, seat: str, pick: RandomChoice) -> Shows:
    """Show two if the observation has another seat's move, which it must not."""
    return Shows(seat, "two" if set(state.hidden) - {seat} else "one")


register(Fingers, bots={"two": two, "spy": spy})
