"""What may be written as an order, and what not.

An order may be written where the counters on the board allow it, or where another player could make
them allow it before it is carried out. Moves and jumps come before anything that changes a counter,
and lifts before pushes (PA-20): so a move needs a black counter in front now, a jump a hole and a
lift a black counter; a push needs a white block, or a black counter that another player faces and
could lift in this turn. Where other players stand, or want to go, is no matter of writing: that is
for the conflicts (PA-22 to PA-26), and an order that they spoil fails then (PA-21).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from piecepack_nb.core.errors import brief_repr
from piecepack_nb.core.steps import Refusal
from piecepack_nb.core.wording import capitalise, join_list
from piecepack_nb.games.paco.rules import PacoRules
from piecepack_nb.games.paco.state import BLOCKS, KINDS, THEN, Order, State

CLAUSES = {"left": "PA-10", "right": "PA-11", "forward": "PA-12", "jump": "PA-13",
           "lift": "PA-14", "push": "PA-15"}  # fmt: skip
CELL_NAMES = {"black": "a black counter", "white": "a white block",
         "stacked": "a white block on a black counter"}  # fmt: skip


def may_write(state: State, seat: str) -> bool:
    """Is the seat on the board, neither stunned (PA-34) nor bound by a jump (PA-13)?"""
    player = state.players[seat]
    return player.square is not None and not player.stunned and not player.then


def writers(state: State) -> tuple[str, ...]:
    """The seats that are still to write an order in this turn."""
    return tuple(
        seat for seat in state.players if may_write(state, seat) and seat not in state.orders
    )


def writable_orders(rules: PacoRules, state: State, seat: str) -> list[Order]:
    """The orders that a seat may write (PA-10 to PA-15)."""
    kinds = [kind for kind in KINDS if _counters_refusal(rules, state, seat, kind) is None]
    seconds = THEN if rules.second_order == "any" else THEN[:1]
    return [
        Order(seat, kind, then)
        for kind in kinds
        for then in (seconds if kind == "jump" else ("",))
    ]  # fmt: skip


def order_refusal(rules: PacoRules, state: State, order: Order) -> Refusal | None:
    """Why an order may not be written; None if it may."""
    seat: object = order.seat
    if not isinstance(seat, str) or seat not in state.players:
        return Refusal(
            "PA-3", f"there is no seat {brief_repr(seat)}; they are {join_list(state.players)}"
        )
    return (
        writing_refusal(state, seat)
        or _kind_refusal(rules, order)
        or _counters_refusal(rules, state, seat, order.kind)
    )


def writing_refusal(state: State, seat: str) -> Refusal | None:
    """Why the seat writes no order now (PA-13, PA-20, PA-34, PA-43)."""
    player = state.players[seat]
    if player.square is None:
        text = f"{seat} is off the board and writes no order; it may try to come back when orders "
        return Refusal("PA-43", text + "were carried out")
    squares = (player.square,)
    if player.stunned:
        text = f"{seat} is stunned on {player.square} and loses this turn"
        return Refusal("PA-34", text, squares)
    if player.then:
        over = "in the air over the hole at" if state.airborne(seat) else "on"
        text = f"{seat} is {over} {player.square}: its order for this turn is {player.then}, "
        return Refusal("PA-13", text + "written with the jump", squares)
    if seat in state.orders:
        return Refusal("PA-20", f"{seat} has written its order for this turn already", squares)
    return None


def _kind_refusal(rules: PacoRules, order: Order) -> Refusal | None:
    """One of the six orders, and a second one with a jump and only with it (PA-13)."""
    kind: object = order.kind
    if kind not in KINDS:
        text = f"{brief_repr(kind)} is no order; the orders are {join_list(KINDS)}"
        return Refusal("PA-10", text)
    if order.kind != "jump":
        text = f"a second order is written with a jump alone, not with {order.kind}"
        return Refusal("PA-13", text) if order.then else None
    if order.then not in THEN:
        then: object = order.then
        said = f"not with {brief_repr(then)}" if then else "not alone"
        text = f"a jump is written with the order of the next turn, {said}"
        return Refusal("PA-13", f"{text}; accepted: {join_list(THEN, 'or')}")
    if order.then != "forward" and rules.second_order == "forward":
        return Refusal("PA-13", f"a jump is written with forward after it, not {order.then}")
    return None


def _counters_refusal(rules: PacoRules, state: State, seat: str, kind: str) -> Refusal | None:
    """Why the counter in front doesn't allow this kind of order (PA-12 to PA-16)."""
    if kind in ("left", "right"):
        return None
    player = state.players[seat]
    ahead, clause = player.ahead, CLAUSES[kind]
    if ahead is None:
        text = f"{seat} looks off the board from {player.square}: there is nothing to {_aim(kind)}"
        return Refusal(clause, text, (player.square or "",))
    cell = state.cells.get(ahead)
    wanted = "hole" if kind == "jump" else "white" if kind == "push" else "black"
    if cell is None:
        fits = wanted == "hole"
    elif wanted == "white":
        fits = cell in BLOCKS or (cell == "black" and _liftable(rules, state, seat, ahead))
    else:
        fits = cell == wanted
    return None if fits else _mismatch(state, seat, kind, ahead)


def _aim(kind: str) -> str:
    return {"forward": "move onto", "jump": "jump over"}.get(kind, kind)


def _liftable(rules: PacoRules, state: State, seat: str, square: str) -> bool:
    """Could another player lift the counter there before the pushes of this turn? (PA-20)"""
    phases = rules.phases
    return phases.index("lifts") < phases.index("pushes") and any(
        player.ahead == square and may_write(state, other)
        for other, player in state.players.items()
        if other != seat
    )


def _mismatch(state: State, seat: str, kind: str, ahead: str) -> Refusal:
    """The sentence for a counter that doesn't fit the order."""
    cell = state.cells.get(ahead)
    found = CELL_NAMES[cell] if cell else "a hole"
    front = f"in front of {seat}, on {ahead}, is {found}"
    squares = (ahead,)
    if kind == "forward" and cell:
        return Refusal("PA-16", f"{front}: nobody walks onto white", squares)
    if kind == "forward":
        return Refusal("PA-12", f"{front}: a move needs a black counter, a hole a jump", squares)
    if kind == "jump":
        return Refusal("PA-13", f"{front}: a jump needs a hole", squares)
    if kind == "lift":
        return Refusal("PA-14", f"{front}: a lift needs a black counter", squares)
    lifter = "" if cell is None else ", and nobody else faces it who could lift it in this turn"
    return Refusal("PA-15", f"{front}: a push needs a white block{lifter}", squares)


class OrderResult(NamedTuple):
    """One seat's order in a turn: carried out, or failed by a clause."""

    seat: str
    order: str
    """The order in words; "" for a seat that had none."""
    done: bool
    clause: str
    text: str
    """What it did, or why it failed."""
    squares: tuple[str, ...] = ()

    def __str__(self) -> str:
        said = f"{self.seat}: {self.order}" if self.order else self.seat
        return f"{said}: {'done' if self.done else 'no order' if not self.order else 'failed'}"


class Resolution(NamedTuple):
    """A turn's verdicts, one for each seat: the Reason that the event "resolution" carries."""

    turn: int
    verdicts: tuple[OrderResult, ...]

    def of(self, seat: str) -> OrderResult:
        """The verdict of a seat; raises a KeyError for an unknown one."""
        return {verdict.seat: verdict for verdict in self.verdicts}[seat]

    @property
    def text(self) -> str:
        """Every order with what became of it."""
        return " ".join(f"{capitalise(each.text)} [{each.clause}]." for each in self.verdicts)

    def to_json(self) -> dict[str, Any]:
        """The verdicts as plain data."""
        return {
            "turn": self.turn,
            "verdicts": [
                {**each._asdict(), "squares": list(each.squares)} for each in self.verdicts
            ],
        }
