"""Orders: which may be written, and the results of those that were.

An order may be written where the counters on the board allow it, or where another player could make
them allow it before it is carried out. Moves and jumps come before anything that changes a counter,
and lifts before pushes (PA-20): so a move needs a black counter in front now, a jump a hole and a
lift a black counter; a push needs a white block, or a black counter that another player faces and
could lift in this turn. Other players don't matter here: the conflicts deal with them (PA-22 to
PA-26), and an order that they spoil fails then (PA-21).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from piecepack_nb.core.errors import brief_repr
from piecepack_nb.core.steps import Refusal
from piecepack_nb.core.wording import capitalise, join_list
from piecepack_nb.games.paco.rules import PacoRules
from piecepack_nb.games.paco.state import BLOCKS, KINDS, THEN, Order, State, names

CLAUSES = {"left": "PA-10", "right": "PA-11", "forward": "PA-12", "jump": "PA-13",
           "lift": "PA-14", "push": "PA-15"}  # fmt: skip
NEEDS = {"forward": "black", "jump": None, "lift": "black", "push": "white"}
"""The cell that an order needs in front; None for a hole."""
CELL_NAMES = {None: "a hole", "black": "a black counter", "white": "a white block",
              "stacked": "a white block on a black counter"}  # fmt: skip


def may_write(state: State, seat: str) -> bool:
    """Return True if the seat is on the board, not stunned (PA-34) nor bound by a jump (PA-13)."""
    player = state.players[seat]
    return player.square is not None and not player.stunned and not player.then


def writers(state: State) -> tuple[str, ...]:
    """Return the seats that must still write an order in this turn."""
    orders = state.orders
    return tuple([each for each in state.players if each not in orders and may_write(state, each)])


def writable_orders(rules: PacoRules, state: State, seat: str) -> list[Order]:
    """Return the orders that a seat may write (PA-10 to PA-15)."""
    return [
        Order(seat, kind, then)
        for kind in KINDS
        if _counter_fits(rules, state, seat, kind)
        for then in (rules.second_orders if kind == "jump" else ("",))
    ]


def order_refusal(rules: PacoRules, state: State, order: Order) -> Refusal | None:
    """Return why an order may not be written; None if it may."""
    return (
        writing_refusal(rules, state, order.seat)
        or _kind_refusal(rules, order)
        or _counter_refusal(rules, state, order.seat, order.kind)
    )


def writing_refusal(
    rules: PacoRules, state: State, seat: object, clause: str = "PA-3"
) -> Refusal | None:
    """Return why a seat writes no order now (PA-13, PA-20, PA-34, PA-43); None if it does.

    ``clause`` is for what is no seat of this game.
    """
    if not isinstance(seat, str) or seat not in state.players:
        seats = join_list(state.players)
        return Refusal(clause, f"there is no seat {brief_repr(seat)}; the seats are {seats}")
    player, name = state.players[seat], names(seat)
    if player.square is None:
        back = "nobody may come back under these rules"
        if rules.respawn:
            back = "they may try to come back after the orders were carried out"
        return Refusal("PA-43", f"{name} is off the board and can't write an order; {back}")
    squares = (player.square,)
    if player.stunned:
        text = f"{name} is stunned on {player.square} and loses this turn"
        return Refusal("PA-34", text, squares)
    if player.then:
        over = "in the air over the hole at" if state.airborne(seat) else "on"
        text = f"{name} is {over} {player.square}: their order for this turn is {player.then}, "
        return Refusal("PA-13", text + "written with the jump", squares)
    if seat in state.orders:
        text = f"{name} has already written an order for this turn"
        return Refusal("PA-20", text, squares)
    return None


def _kind_refusal(rules: PacoRules, order: Order) -> Refusal | None:
    """Refuse all but the six orders, and a second order but with a jump (PA-13)."""
    kind: object = order.kind
    then: object = order.then
    if kind not in KINDS:
        text = f"{brief_repr(kind)} is no order; the orders are {join_list(KINDS)}"
        return Refusal("PA-10", text)
    if kind != "jump":
        text = f"only a jump is written with a second order, not {kind}"
        return Refusal("PA-13", text) if then else None
    if then not in THEN:
        given = f"not with {brief_repr(then)}" if then else "not alone"
        text = f"a jump must be written with the order of the next turn, {given}"
        return Refusal("PA-13", f"{text}; expected {join_list(THEN, 'or')}")
    if then not in rules.second_orders:
        return Refusal("PA-13", f"the order after a jump must be forward, not {then}")
    return None


def _counter_refusal(rules: PacoRules, state: State, seat: str, kind: str) -> Refusal | None:
    """Return why the cell in front doesn't allow this kind of order (PA-12 to PA-16)."""
    if _counter_fits(rules, state, seat, kind):
        return None
    player = state.players[seat]
    if player.ahead is not None:
        return _mismatch(rules, state, seat, kind, player.ahead)
    aim = {"forward": "move onto", "jump": "jump over"}.get(kind, kind)
    text = f"{names(seat)} faces off the board from {player.square}: there is nothing to {aim}"
    return Refusal(CLAUSES[kind], text, (player.square or "",))


def _counter_fits(rules: PacoRules, state: State, seat: str, kind: str) -> bool:
    """Return True if the cell in front allows this kind of order (PA-12 to PA-16)."""
    ahead = state.players[seat].ahead
    if ahead is None or kind not in NEEDS:
        return kind not in NEEDS
    cell = state.cells.get(ahead)
    if kind == "push":
        return cell in BLOCKS or (cell == "black" and _liftable(rules, state, seat, ahead))
    return cell == NEEDS[kind]


def _liftable(rules: PacoRules, state: State, seat: str, square: str) -> bool:
    """Return True if another player could lift the counter there before the pushes (PA-20)."""
    return _lifts_first(rules) and any(
        player.ahead == square and may_write(state, other)
        for other, player in state.players.items()
        if other != seat
    )


def _lifts_first(rules: PacoRules) -> bool:
    """Return True if lifts are carried out before pushes (PA-20)."""
    return rules.phases.index("lifts") < rules.phases.index("pushes")


def _mismatch(rules: PacoRules, state: State, seat: str, kind: str, ahead: str) -> Refusal:
    """Return the refusal of an order that the cell in front doesn't fit (PA-12 to PA-16)."""
    cell, clause = state.cells.get(ahead), CLAUSES[kind]
    if kind == "forward" and cell:
        clause, rule = "PA-16", "nobody can walk onto white"
    elif kind == "push" and cell:
        nobody = "nobody else faces it who could lift it in this turn"
        lifted = nobody if _lifts_first(rules) else "lifts come after pushes"
        rule = f"a push needs a white block, and {lifted}"
    else:
        rule = {
            "forward": "a move needs a black counter, a hole a jump",
            "jump": "a jump needs a hole",
            "lift": "a lift needs a black counter",
        }.get(kind, "a push needs a white block")
    text = f"in front of {names(seat)}, on {ahead}, is {CELL_NAMES[cell]}: {rule}"
    return Refusal(clause, text, (ahead,))


# --- Results -------------------------------------------------------------------------------------


class OrderResult(NamedTuple):
    """One seat's order in a turn: carried out, or failed by a clause."""

    seat: str
    order: str
    """The order in words; "" for a seat that had none."""
    done: bool
    clause: str
    text: str
    """The effect, or why the order failed."""
    squares: tuple[str, ...] = ()

    def __str__(self) -> str:
        if not self.order:
            return f"{names(self.seat)}: no order"
        return f"{names(self.seat)}: {self.order}: {'done' if self.done else 'failed'}"


class Resolution(NamedTuple):
    """The result of every seat's order in a turn: the Reason of the event "resolution"."""

    turn: int
    results: tuple[OrderResult, ...]

    def of(self, seat: str) -> OrderResult:
        """Return the result of a seat's order; raises a KeyError for an unknown seat."""
        return {result.seat: result for result in self.results}[seat]

    @property
    def text(self) -> str:
        """Every order with its result."""
        return " ".join(f"{capitalise(each.text)} [{each.clause}]." for each in self.results)

    def to_json(self) -> dict[str, Any]:
        """Return the results as plain data."""
        results = [{**each._asdict(), "squares": list(each.squares)} for each in self.results]
        return {"turn": self.turn, "results": results}
