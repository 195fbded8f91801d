"""Pig with one die, in a page: the skeleton to copy for a game of one's own.

A seat rolls as often as it likes and heaps up the points; "hold" puts the heap into its bank, but
a 1 takes the heap away. Who has enough in the bank wins.

Vocabulary
    bank  the points that each seat has for good
    heap  the points of this turn, which a 1 takes away
    due   what comes next: "roll", "choice" or "nothing"
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Actor, Chance, Die, Roll, Seat
from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import Game, RandomChoice
from piecepack_nb.core.registry import register
from piecepack_nb.core.rules import Rules, option
from piecepack_nb.core.steps import Event, Refusal, Result, Step

DIE = Die("die", ("1", "2", "3", "4", "5", "6"))
SEATS = ("ann", "ben")


@dataclass(frozen=True)
class PigRules(Rules):
    """The rules that a reader can change."""

    goal: int = option(15, "How many points win.", "PIG-5", low=2, high=100)
    least: int = option(2, "How small a heap may be held.", "PIG-3", low=2, high=20)
    first: str = option("ann", "Who begins.", "PIG-1", reading=True, choices=SEATS)
    harsh: bool = option(False, "Does a 1 take the bank as well?", "PIG-4")


class State(NamedTuple):
    """The table."""

    turn: int
    seat: str
    bank: FrozenDict[str, int]
    heap: int = 0
    due: str = "roll"


class Choice(NamedTuple):
    """What a seat says: "hold" or "go on"."""

    word: str

    def __str__(self) -> str:
        return self.word


HOLD, GO_ON = Choice("hold"), Choice("go on")


class Pig(Game[PigRules, State, "Roll | Choice"]):
    """The game: who acts, what may be done, what then happens."""

    name = "pig"
    title = "Pig"
    rules_class = PigRules

    @property
    def seats(self) -> tuple[str, ...]:
        """Two of them."""
        return SEATS

    def initial_state(self) -> State:
        """Nobody has anything (PIG-1)."""
        return State(1, self.rules.first, FrozenDict(dict.fromkeys(SEATS, 0)))

    def turn(self, state: State) -> int:
        """The number of the turn."""
        return state.turn

    def to_act(self, state: State) -> Actor | None:
        """The die first, then the seat, over and over."""
        if state.due == "roll":
            return Chance("roll", state.turn, (DIE,), "PIG-2")
        return Seat(state.seat) if state.due == "choice" else None

    def moves(self, state: State) -> list[Choice]:
        """A small heap can't be held yet (PIG-3)."""
        if state.due != "choice":
            return []
        return [HOLD, GO_ON] if state.heap >= self.rules.least else [GO_ON]

    def refusal(self, state: State, move: Roll | Choice) -> Refusal | None:
        """Why a move may not be made."""
        actor = self.to_act(state)
        if isinstance(actor, Chance):
            due = Refusal("PIG-2", f"{state.seat} has to roll the die first")
            return move.refusal(actor) if isinstance(move, Roll) else due
        if actor is None:
            return Refusal("PIG-5", f"{state.seat} has won already")
        if move not in (HOLD, GO_ON):
            return Refusal("PIG-3", f"{state.seat} can only hold or go on")
        if move == HOLD and state.heap < self.rules.least:
            text = f"{state.seat}'s heap of {state.heap} is under {self.rules.least}"
            return Refusal("PIG-3", text)
        return None

    def apply_move(self, state: State, move: Roll | Choice) -> Generator[Step, None, State]:
        """What a legal move does."""
        if isinstance(move, Roll):
            return self._rolled(state, int(move.faces["die"]))
        return self._held(state) if move == HOLD else self._goes_on(state)

    def _rolled(self, state: State, points: int) -> Generator[Step, None, State]:
        """The points go on the heap (PIG-2), but a 1 takes it away (PIG-4)."""
        data = {"seat": state.seat, "points": points}
        state = state._replace(heap=state.heap + points, due="choice")
        yield Step(Event("PIG-2", "roll", "{seat} rolls a {points}.", data), state)
        if points > 1:
            return state
        bank = state.bank.put(state.seat, 0) if self.rules.harsh else state.bank
        state = state._replace(bank=bank, heap=0)
        yield Step(Event("PIG-4", "loss", "{seat} loses the heap.", data), state)
        return _next(state)

    def _goes_on(self, state: State) -> Generator[Step, None, State]:
        """Another roll (PIG-3)."""
        state = state._replace(due="roll")
        yield Step(Event("PIG-3", "go on", "{seat} goes on.", {"seat": state.seat}), state)
        return state

    def _held(self, state: State) -> Generator[Step, None, State]:
        """The heap goes into the bank (PIG-3); enough there wins (PIG-5)."""
        bank = state.bank.put(state.seat, state.bank[state.seat] + state.heap)
        data = {"seat": state.seat, "heap": state.heap, "bank": bank[state.seat]}
        won = bank[state.seat] >= self.rules.goal
        state = state._replace(bank=bank, heap=0, due="nothing" if won else "choice")
        text = "{seat} puts {heap} into the bank, which has {bank}."
        yield Step(Event("PIG-3", "hold", text, data), state)
        return state if won else _next(state)

    def result(self, state: State) -> Result | None:
        """Who won (PIG-5)."""
        if state.due != "nothing":
            return None
        return Result((state.seat,), "PIG-5", f"{state.seat} wins.", state.bank)

    def parse_move(self, state: State, text: str) -> Roll | Choice:
        """ "hold", "go on", or "roll die 4"."""
        if text.split()[:1] == ["roll"]:
            return Roll.read(text, (DIE,))
        if text not in ("hold", "go on"):
            raise invalid("the move", text, "'hold', 'go on', or 'roll die 4'")
        return Choice(text)

    def to_json(self, state: State) -> dict[str, Any]:
        """The table as plain values."""
        return {**state._asdict(), "bank": dict(state.bank)}

    def from_json(self, data: object) -> State:
        """The table again, every entry checked."""
        if not isinstance(data, dict) or data.keys() != set(State._fields):
            raise invalid("the position", data, "an object with " + ", ".join(State._fields))
        for name in ("turn", "heap"):
            _number(name, data[name])
        if data["seat"] not in SEATS or not isinstance(data["bank"], dict):
            raise BadInput("seat or bank is wrong; accepted: ann or ben, and a number for each")
        if data["due"] not in ("roll", "choice", "nothing"):
            raise invalid("due", data["due"], "roll, choice, nothing")
        bank = {seat: _number(f"bank.{seat}", data["bank"].get(seat)) for seat in SEATS}
        won = bank[data["seat"]] >= self.rules.goal
        if data["bank"].keys() != set(SEATS) or won != (data["due"] == "nothing"):
            raise invalid("bank", data["bank"], "points of ann and ben that fit what is due")
        return State(data["turn"], data["seat"], FrozenDict(bank), data["heap"], data["due"])


def _next(state: State) -> State:
    """The other seat's turn."""
    other = SEATS[1 - SEATS.index(state.seat)]
    return state._replace(turn=state.turn + 1, seat=other, due="roll")


def _number(what: str, value: object) -> int:
    if type(value) is not int or not 0 <= value <= 1000:
        raise invalid(what, value, "a whole number from 0 to 1000")
    return value


def bold(game: Game[Any, Any, Any], state: State, seat: str, pick: RandomChoice) -> Choice:
    """Holds from a heap of 6 on."""
    return HOLD if state.heap >= max(6, game.rules.least) else GO_ON


register(Pig, bots={"bold": bold})
