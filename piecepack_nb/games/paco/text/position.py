"""The table as plain JSON values, and back: every entry is checked on the way in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.steps import Refusal
from piecepack_nb.core.validate import mapping, one_of, position_of, sequence, whole_number
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.paco import orders
from piecepack_nb.games.paco.moves import KINDS, THEN, Order
from piecepack_nb.games.paco.phases import ending, setup
from piecepack_nb.games.paco.phases.moving import contenders
from piecepack_nb.games.paco.rules import PacoRules
from piecepack_nb.games.paco.squares import HEADINGS, SQUARES
from piecepack_nb.games.paco.state import BLOCKS, CELLS, PHASES, SEATS, Player, State

SQUARE = "a square from a1 to h8"
MOST = 10**6  # a turn number or count above this is no game


def to_json(state: State) -> dict[str, Any]:
    """The table as plain JSON values."""
    return {
        "phase": state.phase,
        "turn": state.turn,
        "cells": dict(sorted(state.cells.items())),
        "players": {
            seat: {**player._asdict(), "foiled_by": list(player.foiled_by)}
            for seat, player in state.players.items()
        },
        "orders": {seat: order.words for seat, order in state.orders.items()},
        "beside": state.beside,
        "answers": list(state.answers),
        "declined": state.declined,
        "returning": list(state.returning),
        "dice": dict(state.dice),
    }


def from_json(rules: PacoRules, data: object) -> State:
    """The table that ``to_json`` gave; raises BadInput naming the first entry that is wrong."""
    entries = position_of(data, State._fields)
    seats = SEATS[: rules.players]
    state = State(
        phase=one_of("phase", entries["phase"], PHASES),
        turn=whole_number("turn", entries["turn"], 0, MOST),
        cells=_cells(entries["cells"]),
        players=_players(seats, entries["players"]),
        orders=_orders(seats, entries["orders"]),
        beside=whole_number("beside", entries["beside"], 0, MOST),
        answers=_seats("answers", entries["answers"], seats),
        declined=one_of("declined", entries["declined"], ("", *seats)),
        returning=_seats("returning", entries["returning"], seats),
        dice=_dice(seats, entries["dice"]),
    )
    return checked(rules, state)


# --- entries ----------------------------------------------------------------------------------


def _seats(what: str, value: object, seats: Sequence[str]) -> tuple[str, ...]:
    given = sequence(what, value, len(seats), "seats")
    found = tuple(one_of(f"a seat in {what}", seat, seats) for seat in given)
    if len(set(found)) < len(found):
        raise invalid(what, value, "each seat once")
    return found


def _cells(value: object) -> FrozenDict[str, str]:
    cells = mapping("cells", value)
    return FrozenDict(
        (
            one_of("a square of cells", square, SQUARES, SQUARE),
            one_of(f"cells.{square[:9]}", cell, CELLS),
        )
        for square, cell in sorted(cells.items())
    )


def _players(seats: Sequence[str], value: object) -> FrozenDict[str, Player]:
    given = mapping("players", value)
    if len(given) != len(seats) and tuple(given) == SEATS[: len(given)]:
        accepted = f"{len(seats)}, for the option players is {len(seats)}"
        raise BadInput(f"the position has {count_noun(len(given), 'player')}; accepted: {accepted}")
    for seat in given:
        one_of("a player", seat, seats)
    return FrozenDict((seat, _player(seats, seat, given.get(seat))) for seat in seats)


def _player(seats: Sequence[str], seat: str, value: object) -> Player:
    what = f"players.{seat}"
    entry = mapping(what, value)
    for name in entry:
        one_of(f"an entry of {what}", name, Player._fields)
    for name in Player._fields:
        if name not in entry:
            raise BadInput(f"{what} has no entry {name!r}")
    square = entry["square"]
    return Player(
        None if square is None else one_of(f"{what}.square", square, SQUARES, SQUARE),
        one_of(f"{what}.heading", entry["heading"], (*HEADINGS, "")),
        whole_number(f"{what}.points", entry["points"], -MOST, MOST),
        whole_number(f"{what}.stunned", entry["stunned"], 0, 3),
        one_of(f"{what}.then", entry["then"], ("", *THEN)),
        _seats(f"{what}.foiled_by", entry["foiled_by"], seats),
        whole_number(f"{what}.out", entry["out"], 0, MOST),
    )


def _orders(seats: Sequence[str], value: object) -> FrozenDict[str, Order]:
    given = mapping("orders", value)
    for seat, words in given.items():
        one_of("a seat in orders", seat, seats)
        kind, _, then = str(words).partition(" then ")
        fits = kind in KINDS and (then in THEN if then or kind == "jump" else True)
        if not isinstance(words, str) or not fits or (then and kind != "jump"):
            raise invalid(f"orders.{seat}", words, f"one of {', '.join(KINDS[:3])}, jump then "
                        f"forward, {', '.join(KINDS[4:])}")  # fmt: skip
    made = ((seat, given[seat].partition(" then ")) for seat in seats if seat in given)
    return FrozenDict((seat, Order(seat, kind, then)) for seat, (kind, _, then) in made)


def _dice(seats: Sequence[str], value: object) -> FrozenDict[str, str]:
    dice = mapping("dice", value)
    return FrozenDict(
        (one_of("a die", seat, seats), one_of(f"dice.{seat}", face, setup.NUMBERS))
        for seat, face in dice.items()
    )


# --- the whole --------------------------------------------------------------------------------


def checked(rules: PacoRules, state: State) -> State:
    """The state, if such a table can be; raises BadInput naming the entry that is wrong."""
    taken: dict[str, str] = {}
    for seat, player in state.players.items():
        _check_player(rules, state, seat)
        if player.square in taken:
            other = taken[player.square]
            what = f"players.{seat}.square is {player.square}, where {other} stands"
            raise BadInput(f"{what}; accepted: a cell for each (PA-22)")
        if player.square:
            taken[player.square] = seat
    _check_phase(rules, state)
    return state


def _check_player(rules: PacoRules, state: State, seat: str) -> None:
    """A player stands on black, or is in the air over a hole with an order to come (PA-13)."""
    player, what = state.players[seat], f"players.{seat}"
    if player.square is None:
        if (player.heading, player.stunned, player.then, player.foiled_by) != ("", 0, "", ()):
            raise invalid(what, player._asdict(), "points and out alone, off the board")
        if player.out > state.turn:
            raise invalid(f"{what}.out", player.out, f"a turn up to now, {state.turn}")
        return
    if state.cells.get(player.square) in BLOCKS:
        raise invalid(
            f"{what}.square", player.square, "a black counter, or a hole in a jump (PA-16)"
        )
    if player.out:
        raise invalid(f"{what}.out", player.out, "0 on the board")
    if player.stunned > rules.stun_turns:
        raise invalid(f"{what}.stunned", player.stunned, f"at most {rules.stun_turns} (PA-34)")
    choosing = state.phase in ("setup", "headings")
    if not player.heading and not choosing:
        raise invalid(f"{what}.heading", "", ", ".join(HEADINGS))
    bound = player.then or (state.phase == "dice" and seat in state.orders)
    if state.airborne(seat) and (not bound or player.stunned):
        accepted = "over a hole: the order that was written with the jump, and no stun (PA-13)"
        raise invalid(f"{what}.then", player.then, accepted)
    if player.then and not state.airborne(seat) and rules.spoilt_jump == "void":
        raise invalid(f"{what}.then", player.then, "'' unless over a hole (PA-13)")
    if player.foiled_by and not state.airborne(seat):
        raise invalid(f"{what}.foiled_by", list(player.foiled_by), "[] unless over a hole (PA-41)")


def _check_phase(rules: PacoRules, state: State) -> None:
    """What is noted fits the phase."""
    CHECKS[state.phase](rules, state)
    if state.answers and state.phase not in ("stop", "over"):
        raise invalid("answers", list(state.answers), f"none in phase {state.phase!r} (PA-44)")
    if state.declined and not rules.agreement:
        raise invalid("declined", state.declined, "'' where nobody may agree to stop (PA-44)")
    if state.returning and state.phase not in ("return", "landing", "headings"):
        raise invalid("returning", list(state.returning), f"none in phase {state.phase!r} (PA-43)")
    if state.phase != "setup" and state.turn == 0 and state.phase != "headings":
        raise invalid("turn", 0, "at least 1 after the set-up")
    if state.turn > rules.turn_limit:
        raise invalid("turn", state.turn, f"at most {rules.turn_limit}, the turn_limit (PA-44)")


def _check_setup(rules: PacoRules, state: State) -> None:
    """Nothing has happened yet but what dice set (PA-1 to PA-4)."""
    first = setup.before(rules)
    made = first.cells.keys() - state.cells.keys()
    fits = (
        state._replace(cells=first.cells, players=first.players) == first
        and state.cells.items() <= first.cells.items()
        and len(made) <= (0 if rules.start == "figure" else rules.hole_count)
        and all(first.cells[square] == "black" for square in made)
        and all(player == Player(*player[:2]) for player in state.players.values())
    )
    if not fits:
        raise invalid("phase", "setup", "another phase, for something was moved already")
    placed = [seat for seat, player in state.players.items() if player.square]
    if setup.next_hole(rules, state) and placed and rules.start != "figure":
        raise invalid("players", placed, "nobody on the board before all holes are made (PA-2)")
    if setup.is_done(rules, state):
        raise invalid("phase", "setup", "'orders' or 'headings': all is rolled")


def _check_headings(rules: PacoRules, state: State) -> None:
    """Somebody on the board has no heading yet (PA-3)."""
    if all(player.heading for player in state.players.values() if player.square):
        raise invalid("phase", "headings", "another phase, for every player has a heading")
    if rules.headings != "chosen":
        raise invalid("phase", "headings", "another phase, for headings are rolled (PA-3)")
    if state.turn == 0 and not all(player.square for player in state.players.values()):
        raise invalid("phase", "headings", "'setup' before every player is on the board")


def _check_orders(rules: PacoRules, state: State) -> None:
    """Those who wrote may do so, and somebody is still to write (PA-20)."""
    for seat, order in state.orders.items():
        others = state._replace(orders=state.orders.drop(seat))
        refused = orders.refusal(rules, others, order)
        if refused:
            raise _refused(f"orders.{seat}", order, refused)
    if not orders.writers(state) and not state.orders:
        text = "nobody in the position writes an order in this turn or may come back"
        accepted = "somebody on the board, not stunned nor in the air (PA-20)"
        raise BadInput(f"{text}; accepted: {accepted}")
    if not orders.writers(state):
        raise invalid("orders", _words(state), "an order less: somebody is still to write one")


def _check_stop(rules: PacoRules, state: State) -> None:
    """Somebody asked, and somebody has not answered (PA-44)."""
    _check_orders(rules, state)
    if not rules.agreement or not 0 < len(state.answers) < len(state.players) or state.declined:
        raise invalid(
            "answers", list(state.answers), "some seats, not all, in phase 'stop' (PA-44)"
        )


def _check_dice(rules: PacoRules, state: State) -> None:
    """All orders are in, and there is a contest (PA-23)."""
    bare = state._replace(orders=FrozenDict())
    for seat, order in state.orders.items():
        bound = state.airborne(seat) or rules.spoilt_jump == "kept"
        with_jump = bound and state.players[seat].square and order.kind in THEN
        refused = orders.refusal(rules, bare, order)
        if state.airborne(seat) and not with_jump:
            raise invalid(f"orders.{seat}", order.words, "the order written with the jump (PA-13)")
        if refused and not with_jump:
            raise _refused(f"orders.{seat}", order, refused)
    if orders.writers(state):
        raise invalid(
            "orders", _words(state), f"an order of {orders.writers(state)[0]} too (PA-20)"
        )
    if not contenders(rules, state):
        raise invalid("phase", "dice", "another phase, for no two players want one cell (PA-23)")


def _check_return(rules: PacoRules, state: State) -> None:
    """Somebody off the board may come back (PA-43)."""
    fits = state.returning and rules.respawn and all(
        state.players[seat].square is None and state.players[seat].out < state.turn
        for seat in state.returning
    )  # fmt: skip
    if not fits:
        accepted = f"seats that left the board before this turn, in phase {state.phase!r} (PA-43)"
        raise invalid("returning", list(state.returning), accepted)


def _check_over(rules: PacoRules, state: State) -> None:
    """All have agreed, or it is the end of the last turn (PA-44)."""
    agreed = rules.agreement and len(state.answers) == len(state.players)
    if not agreed and not ending.is_over(rules, state):
        raise invalid("phase", "over", "another phase, for an order is left (PA-44)")
    if state.orders or (state.answers and not agreed):
        raise invalid("orders", _words(state), "none in phase 'over'")


CHECKS = {
    "setup": _check_setup, "headings": _check_headings, "orders": _check_orders,
    "stop": _check_stop, "dice": _check_dice, "return": _check_return, "landing": _check_return,
    "over": _check_over,
}  # fmt: skip


def _words(state: State) -> dict[str, str]:
    return {seat: order.words for seat, order in state.orders.items()}


def _refused(what: str, order: Order, refused: Refusal) -> BadInput:
    return invalid(what, order.words, f"an order that may be written: {refused.text}")
