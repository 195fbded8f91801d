"""What a turn comes to while it is carried out: verdicts on orders, and harm done to players.

Vocabulary
    harm     a player was stunned, fell down a hole, or was pushed off the board
    by       the seats that caused it (PA-41)
    entering where each seat was ordered to move or jump, whether it got there or not
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any, NamedTuple

from piecepack_nb.core.steps import Event, Step
from piecepack_nb.games.paco.rules import PacoRules
from piecepack_nb.games.paco.state import State
from piecepack_nb.games.paco.verdicts import Resolution, Verdict

Telling = Generator[Step, None, State]


def tell(state: State, clause: str, kind: str, template: str, data: Mapping[str, Any]) -> Step:
    """A step: what happened, by which clause, and the table after it."""
    return Step(Event(clause, kind, template, data), state)


class Harm(NamedTuple):
    """What befell a player: ``kind`` is "stunned", "fell" or "off"."""

    seat: str
    kind: str
    square: str
    by: tuple[str, ...]
    pushed: bool


class Ledger:
    """The notes of one turn."""

    def __init__(self, rules: PacoRules, state: State, faces: Mapping[str, str]) -> None:
        self.rules = rules
        self.orders = state.orders
        self.dice = {seat: int(face) for seat, face in faces.items()}
        self.entering = {
            seat: state.players[seat].ahead
            for seat, order in state.orders.items()
            if order.kind in ("forward", "jump")
        }
        self.lost = tuple(seat for seat, player in state.players.items() if player.stunned)
        """The seats that a stun of an earlier turn costs this one (PA-34)."""
        self.lifted: dict[str, list[str]] = {}
        """Who lifted the block on each square in this turn."""
        self.harms: list[Harm] = []
        self.verdicts: dict[str, Verdict] = {}

    def of(self, *kinds: str) -> list[str]:
        """The seats that ordered one of these kinds, in seat order."""
        return [seat for seat, order in self.orders.items() if order.kind in kinds]

    def done(
        self, state: State, seat: str, clause: str, kind: str, template: str, data: dict[str, Any]
    ) -> Step:
        """The order of a seat is carried out: the step that tells so."""
        step = tell(state, clause, kind, template, {"seat": seat, **data})
        text = step.event.text.rstrip(".")
        squares = tuple(dict.fromkeys(data[name] for name in ("square", "to") if name in data))
        self.verdicts[seat] = Verdict(seat, self.orders[seat].words, True, clause, text, squares)
        return step

    def fails(self, state: State, seat: str, clause: str, why: str, *squares: str) -> Step:
        """The order of a seat fails: the step that tells why (PA-21)."""
        data = {"seat": seat, "order": self.orders[seat].words, "reason": why,
                "squares": list(squares)}  # fmt: skip
        self.judge(seat, clause, why, *squares)
        text = "The order of {seat}, {order}, fails: {reason}."
        return tell(state, clause, "order fails", text, data)

    def judge(self, seat: str, clause: str, why: str, *squares: str) -> None:
        """Note that the order of a seat failed."""
        words = self.orders[seat].words
        text = f"the order of {seat}, {words}, fails: {why}"
        self.verdicts[seat] = Verdict(seat, words, False, clause, text, squares)

    def unable(self, state: State, seat: str) -> str:
        """Why a seat can't carry out its order any more in this turn; "" if it can (PA-21)."""
        for harm in self.harms:
            if harm.seat == seat:
                return {
                    "stunned": f"{seat} was stunned on {harm.square} before its order was due",
                    "fell": f"{seat} fell down the hole at {harm.square} before its order was due",
                    "off": f"{seat} was pushed off the board before its order was due",
                }[harm.kind]
        return ""

    def resolution(self, state: State) -> Resolution:
        """A verdict for every seat, those that had no order too."""
        every = (self.verdicts.get(seat) or self._none(state, seat) for seat in state.players)
        return Resolution(state.turn, tuple(every))

    def _none(self, state: State, seat: str) -> Verdict:
        if seat in self.lost:
            return Verdict(seat, "", False, "PA-34", f"{seat} is stunned and has no order")
        return Verdict(seat, "", False, "PA-43", f"{seat} is off the board and has no order")
