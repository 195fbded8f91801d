"""A turn from the last order written to its end (PA-20).

orders -> [dice] -> carried out -> points -> [return, landing, headings ...] -> orders
orders -> stop -> orders, or over                        any -> over
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.steps import Event, Step
from piecepack_nb.core.wording import join_list
from piecepack_nb.games.paco.moves import Order, Return
from piecepack_nb.games.paco.orders import writers
from piecepack_nb.games.paco.phases import ending, returning
from piecepack_nb.games.paco.phases.ledger import Ledger, Telling, tell
from piecepack_nb.games.paco.phases.moving import contenders, jumps, moves, turns
from piecepack_nb.games.paco.phases.pushing import lifts, pushes
from piecepack_nb.games.paco.phases.scoring import end_of_turn
from piecepack_nb.games.paco.rules import PacoRules
from piecepack_nb.games.paco.state import State

PHASES: Mapping[str, Callable[[PacoRules, State, Ledger], Telling]] = {
    "turns": turns, "moves": moves, "jumps": jumps, "lifts": lifts, "pushes": pushes,
}  # fmt: skip


def begin(rules: PacoRules, state: State) -> Telling:
    """The next turn begins, or the game is over (PA-44)."""
    if ending.is_over(rules, state):
        return state._replace(phase="over", orders=FrozenDict())
    state = following(state)
    if writers(state):
        return state
    return (yield from shown(rules, state))


def following(state: State) -> State:
    """The table at the start of the next turn."""
    return state._replace(
        phase="orders", turn=state.turn + 1, orders=FrozenDict(), declined="", answers=(),
        dice=FrozenDict(), returning=(),
    )  # fmt: skip


def written(rules: PacoRules, state: State, order: Order) -> Telling:
    """A seat has written its order; nobody sees it before all are in (PA-20)."""
    orders = {**state.orders, order.seat: order}
    # In seat order, so that the order in which they were written leaves no trace.
    seats = (seat for seat in state.players if seat in orders)
    state = state._replace(orders=FrozenDict((seat, orders[seat]) for seat in seats))
    data = {"seat": order.seat}
    yield tell(state, "PA-20", "order written", "{seat} has written an order.", data)
    if writers(state):
        return state
    return (yield from shown(rules, state))


def shown(rules: PacoRules, state: State) -> Telling:
    """All orders are shown, those written with a jump too (PA-13); contests need dice (PA-23)."""
    state = with_bound(state)
    orders = state.orders
    names = join_list(map(str, orders.values())) if orders else "nobody has one"
    data = {"orders": {seat: order.words for seat, order in orders.items()}, "names": names}
    yield tell(state, "PA-20", "orders shown", "All orders are shown: {names}.", data)
    if contenders(rules, state):
        return state
    return (yield from carried_out(rules, state, {}))


def with_bound(state: State) -> State:
    """The table with every order in sight, those that were written with a jump too (PA-13)."""
    orders = {}
    for seat, player in state.players.items():
        if player.then and player.square:
            orders[seat] = Order(seat, player.then)
            state = state.put(seat, player._replace(then=""))
        elif seat in state.orders:
            orders[seat] = state.orders[seat]
    return state._replace(phase="dice", orders=FrozenDict(orders))  # no secret any more


def carried_out(rules: PacoRules, state: State, faces: Mapping[str, str]) -> Telling:
    """The orders are carried out, then returns are asked for (PA-43), or the next turn begins."""
    state = yield from resolved(rules, state, faces)
    state = returning.asked(rules, state)
    return state if state.returning else (yield from begin(rules, state))


def resolved(rules: PacoRules, state: State, faces: Mapping[str, str]) -> Telling:
    """The orders are carried out by their priority (PA-20), and points are given."""
    state = state._replace(dice=FrozenDict(faces))
    ledger = Ledger(rules, state, faces)
    for phase in rules.phases:
        state = yield from PHASES[phase](rules, state, ledger)
    resolution = ledger.resolution(state)
    done = [each for each in resolution.verdicts if each.order]
    data = {"done": [each.seat for each in done if each.done],
            "failed": [each.seat for each in done if not each.done]}  # fmt: skip
    event = Event("PA-20", "resolution", "What became of the orders: {why}", data, resolution)
    yield Step(event, state)
    return (yield from end_of_turn(rules, state, ledger))


def returned(rules: PacoRules, state: State, move: Return) -> Telling:
    """What a seat off the board decides; then the next one, or the next turn (PA-43)."""
    state = yield from returning.decided(rules, state, move)
    return (yield from onward(rules, state))


def onward(rules: PacoRules, state: State) -> Telling:
    """After a return: the next seat that may come back, or the next turn."""
    if state.phase != "return" or state.returning:
        return state
    return (yield from begin(rules, state))
