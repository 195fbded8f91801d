"""Pig with one die: a game in one page, to copy for your own.

A seat rolls as often as it likes and adds up the points in a heap; "hold" puts the heap into its
bank, but a 1 takes the heap away. The first seat with enough points in its bank wins.

Vocabulary
    bank  the points that a seat keeps
    heap  the points of this turn, which a 1 takes away
    due   the next decision: "roll", "choice" or "nothing"
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from piecepack_nb.core import forms
from piecepack_nb.core.actors import Actor, Chance, Die, Roll, Seat
from piecepack_nb.core.errors import invalid
from piecepack_nb.core.forms import Form
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import Game, RandomChoice
from piecepack_nb.core.registry import register
from piecepack_nb.core.rules import Rules, option
from piecepack_nb.core.steps import MoveLog, Refusal, Result

DIE = Die("die", ("1", "2", "3", "4", "5", "6"))
SEATS = ("ann", "ben")


@dataclass(frozen=True)
class PigRules(Rules):
    """The rules that a player can change."""

    goal: int = option(15, "How many points win.", "PIG-5", low=2, high=100)
    least: int = option(2, "How small a heap may be held.", "PIG-3", low=2, high=20)
    first: str = option("ann", "Who begins.", "PIG-1", reading=True, choices=SEATS)
    harsh: bool = option(False, "Does a 1 take the bank as well?", "PIG-4")


class State(NamedTuple):
    """The state: whose turn it is, the banks, the heap, and what is due."""

    turn: int
    seat: str
    bank: FrozenDict[str, int]
    heap: int = 0
    due: str = "roll"


class Choice(NamedTuple):
    """A seat's decision: "hold" or "go on"."""

    word: str

    def __str__(self) -> str:
        return self.word


HOLD, GO_ON = Choice("hold"), Choice("go on")


class Pig(Game[PigRules, State, "Roll | Choice"]):
    """The game: who acts, the legal moves, their effects."""

    name = "pig"
    title = "Pig"
    rules_class = PigRules
    seats = SEATS

    def initial_state(self) -> State:
        """Return the state with empty banks (PIG-1)."""
        return State(1, self.rules.first, FrozenDict(dict.fromkeys(SEATS, 0)))

    def to_act(self, state: State) -> Actor | None:
        """Return the die (PIG-2) or the seat, in turn; None when a seat has won."""
        if state.due == "roll":
            return Chance("roll", state.turn, (DIE,), "PIG-2")
        return Seat(state.seat) if state.due == "choice" else None

    def moves(self, state: State) -> list[Choice]:
        """Return what the seat may do; it can't hold a small heap (PIG-3)."""
        if state.due != "choice":
            return []
        return [HOLD, GO_ON] if state.heap >= self.rules.least else [GO_ON]

    def refusal(self, state: State, move: Roll | Choice) -> Refusal | None:
        """Return why a move is illegal; None for a legal move."""
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

    def apply_move(self, state: State, move: Roll | Choice, log: MoveLog) -> State:
        """Make a legal move; add its events to the log."""
        if isinstance(move, Roll):
            return self._roll(state, int(move.faces["die"]), log)
        return self._hold(state, log) if move == HOLD else self._go_on(state, log)

    def _roll(self, state: State, points: int, log: MoveLog) -> State:
        """Add the points to the heap (PIG-2); a 1 takes it away (PIG-4)."""
        data = {"seat": state.seat, "points": points}
        state = state._replace(heap=state.heap + points, due="choice")
        log.add(state, "PIG-2", "roll", "{seat} rolls a {points}.", data)
        if points > 1:
            return state
        bank = state.bank.put(state.seat, 0) if self.rules.harsh else state.bank
        state = state._replace(bank=bank, heap=0)
        log.add(state, "PIG-4", "loss", "{seat} loses the heap.", data)
        return _next(state)

    def _go_on(self, state: State, log: MoveLog) -> State:
        """Make another roll due (PIG-3)."""
        state = state._replace(due="roll")
        log.add(state, "PIG-3", "go on", "{seat} goes on.", {"seat": state.seat})
        return state

    def _hold(self, state: State, log: MoveLog) -> State:
        """Put the heap into the bank (PIG-3); enough points there win (PIG-5)."""
        bank = state.bank.put(state.seat, state.bank[state.seat] + state.heap)
        data = {"seat": state.seat, "heap": state.heap, "bank": bank[state.seat]}
        won = bank[state.seat] >= self.rules.goal
        state = state._replace(bank=bank, heap=0, due="nothing" if won else "choice")
        text = "{seat} puts {heap} into the bank, which has {bank}."
        log.add(state, "PIG-3", "hold", text, data)
        return state if won else _next(state)

    def result(self, state: State) -> Result | None:
        """Return who won (PIG-5); None while the game continues."""
        if state.due != "nothing":
            return None
        return Result((state.seat,), "PIG-5", f"{state.seat} wins.", state.bank)

    def _parse_move(self, state: State, text: str) -> Roll | Choice:
        """Return the move of "hold", "go on" or "roll die 4"; raise BadInput for other texts."""
        if text.split()[:1] == ["roll"]:
            return Roll.read(text, (DIE,))
        if text not in ("hold", "go on"):
            raise invalid("the move", text, "'hold', 'go on', or 'roll die 4'")
        return Choice(text)

    @cached_property
    def form(self) -> Form[State]:
        """How states are written as JSON."""
        number = forms.whole(0, 1000)
        return forms.record(
            State,
            turn=number,
            seat=forms.word(SEATS),
            bank=forms.table(dict.fromkeys(SEATS, number), every=True),
            heap=number,
            due=forms.word(("roll", "choice", "nothing")),
        ).checked(self._check_bank)

    def _check_bank(self, state: State) -> None:
        """Raise BadInput for a bank that doesn't fit what is due."""
        won = state.bank[state.seat] >= self.rules.goal
        if won != (state.due == "nothing"):
            raise invalid("bank", state.bank, "points of ann and ben that fit what is due")


def _next(state: State) -> State:
    """Return the state at the start of the other seat's turn."""
    other = SEATS[1 - SEATS.index(state.seat)]
    return state._replace(turn=state.turn + 1, seat=other, due="roll")


def bold(game: Game[Any, Any, Any], state: State, seat: str, pick: RandomChoice) -> Choice:
    """Hold a heap of 6 or more."""
    return HOLD if state.heap >= max(6, game.rules.least) else GO_ON


register(Pig, bots={"bold": bold})
