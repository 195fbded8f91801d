"""Lifts and pushes: what blocks meet and whom they push (PA-25 to PA-27, PA-30 to PA-35).

Vocabulary
    block    a white counter; it stands on nothing, or on a black counter ("stacked")
    carried  the players that a block pushes in front of it, the nearest one first
    met      the block that a block, or a player in front of it, runs into; it goes on
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.steps import Step
from piecepack_nb.core.wording import join_list
from piecepack_nb.games.paco.orders import NAMES
from piecepack_nb.games.paco.phases.harm import drop, foiled, off, stun
from piecepack_nb.games.paco.phases.ledger import Ledger, Telling, tell
from piecepack_nb.games.paco.rules import PacoRules
from piecepack_nb.games.paco.squares import AHEAD
from piecepack_nb.games.paco.state import BLOCKS, State

Cells = FrozenDict[str, str]
WORDS = {"N": "north", "E": "east", "S": "south", "W": "west"}


# --- lifts ----------------------------------------------------------------------------------------


def lifts(rules: PacoRules, state: State, ledger: Ledger) -> Telling:
    """Black counters in front become white blocks (PA-14), unless someone is there (PA-25)."""
    before = state
    for seat in ledger.of("lift"):
        if ledger.verdicts.get(seat):
            continue  # it fell
        square = state.players[seat].ahead
        late = ledger.unable(state, seat)
        why = ("PA-21", late) if late else _no_lift(before, ledger, square)
        if why:
            yield ledger.fails(state, seat, *why, *([square] if square else []))
            continue
        assert square is not None
        others = ledger.lifted.setdefault(square, [])
        others.append(seat)
        data = {"square": square, "with": others[:-1]}
        if len(others) > 1:
            text = "{seat} lifts the block on {square} as well: it is lifted once."
            yield ledger.done(state, seat, "PA-25", "lifts too", text, data)
            continue
        state = state._replace(cells=state.cells.put(square, "white"))
        text = "{seat} lifts the counter on {square}: it is a white block now."
        yield ledger.done(state, seat, "PA-14", "lifts", text, data)
    return _blamed(state, ledger)


def _blamed(state: State, ledger: Ledger) -> State:
    """Note on jumpers in the air who lifted their landing place (PA-41)."""
    for seat, player in state.players.items():
        if state.airborne(seat) and player.ahead in ledger.lifted:
            by = tuple(ledger.lifted[player.ahead])
            state = state.put(seat, player._replace(foiled_by=by))
    return state


def _no_lift(before: State, ledger: Ledger, square: str | None) -> tuple[str, str] | None:
    """Why the counter on a square can't be lifted; None if it can (PA-14, PA-25)."""
    if square is None:
        return "PA-21", "there is nothing in front but the edge of the board"
    cell = before.cells.get(square)
    if cell != "black":
        return "PA-21", f"on {square} is {NAMES[cell] if cell else 'a hole'}, no black counter"
    occupant = before.on(square)
    if occupant:
        return "PA-25", f"{occupant} stands on {square}"
    ordered = [seat for seat, to in ledger.entering.items() if to == square]
    if ordered:
        verb = "was" if len(ordered) == 1 else "were"
        return (
            "PA-25",
            f"{join_list(ordered)} {verb} ordered to {square}: the move takes precedence",
        )
    return None


# --- pushes ---------------------------------------------------------------------------------------


def in_turn(rules: PacoRules, state: State) -> list[str]:
    """The seats in the order of this turn's pushes and returns (PA-27).

    Seats are counted from 0; the one whose number is the turn modulo the players begins.
    """
    seats = list(state.players)
    first = state.turn % len(seats) if rules.push_order == "rotating" else 0
    return seats[first:] + seats[:first]


def pushes(rules: PacoRules, state: State, ledger: Ledger) -> Telling:
    """White blocks in front are pushed (PA-15): first what cancels out, then seat by seat."""
    pushers = [seat for seat in in_turn(rules, state) if seat in ledger.of("push")]
    pushers = [seat for seat in pushers if seat not in ledger.verdicts]
    spoilt = _cancelled(state, ledger, pushers)
    for seat in pushers:
        if seat in spoilt:
            why, square = spoilt[seat]
            yield ledger.fails(state, seat, "PA-26", why, square)
    for seat in pushers:
        if seat not in spoilt:
            state = yield from _push(rules, state, ledger, seat)
    return state


def _cancelled(state: State, ledger: Ledger, pushers: list[str]) -> dict[str, tuple[str, str]]:
    """The pushes that others push or hold against, with the reason and the block (PA-26)."""
    spoilt = {}
    blocks = {s: p.ahead for s, p in state.players.items() if s in pushers and p.ahead}
    for seat, square in blocks.items():
        if ledger.unable(state, seat) or state.cells.get(square) not in BLOCKS:
            continue
        others = [s for s, at in blocks.items() if at == square and s != seat]
        holder = _holder(state, ledger, square, state.players[seat].heading)
        if others:
            also = f"{join_list(others)} {'pushes' if len(others) == 1 else 'push'}"
            spoilt[seat] = f"{also} the block on {square} too: they cancel out", square
        elif holder:
            why = f"{holder} has just lifted the block on {square} and stands behind it"
            spoilt[seat] = why, square
    return spoilt


def _holder(state: State, ledger: Ledger, square: str, heading: str) -> str:
    """Who lifted the block on a square in this turn and stands behind it, seen that way (PA-26)."""
    behind = AHEAD[heading][square]
    lifters = ledger.lifted.get(square, ())
    return next((seat for seat in lifters if state.players[seat].square == behind), "")


def _push(rules: PacoRules, state: State, ledger: Ledger, seat: str) -> Telling:
    """One push, until a block has left the board or come to rest (PA-30 to PA-35)."""
    before, player = state, state.players[seat]
    late, square = ledger.unable(state, seat), player.ahead
    if late or square is None:
        yield ledger.fails(state, seat, "PA-21", late or f"{seat} looks off the board")
        return state
    cell = state.cells.get(square)
    if cell not in BLOCKS:
        found = NAMES[cell] if cell else "a hole"
        why = f"in front, on {square}, is {found}, no white block"
        yield ledger.fails(state, seat, "PA-21", why, square)
        return state
    data = {"square": square, "heading": player.heading, "to": square,
            "side": WORDS[player.heading]}  # fmt: skip
    text = "{seat} pushes the block on {square} to the {side}."
    yield ledger.done(state, seat, "PA-15", "pushes", text, data)
    block: str | None = square
    while block:
        state, block = yield from _slide(rules, state, ledger, seat, block, player.heading)
    return foiled(before, state, (seat,))


Slide = Generator[Step, None, tuple[State, str | None]]
Slid = Generator[Step, None, tuple[State, str]]


def _slide(
    rules: PacoRules, state: State, ledger: Ledger, by: str, block: str, heading: str
) -> Slide:
    """A block slides until it meets a block or leaves the board (PA-30); the block that goes on.

    Players in the way go in front of it (PA-33), off the board (PA-35) or are stunned (PA-34).
    """
    carried: list[str] = []
    start = block
    while True:
        front = state.players[carried[-1]].square if carried else block
        assert front is not None
        ahead = AHEAD[heading][front]
        if ahead is None:
            if not carried:
                state = yield from _leaves(state, by, block)
                return state, None
            state = yield from off(state, ledger, carried.pop(), by)
        elif state.cells.get(ahead) in BLOCKS:
            if carried:
                what = f"the block on {ahead}"
                state = yield from _stunned(state, ledger, carried, by, what)
            state = yield from _stops(rules, state, by, start, block, ahead)
            data = {"square": ahead, "seat": by, "heading": heading}
            holder = _holder(state, ledger, ahead, heading)
            if holder and rules.held == "met":
                text = "{holder} has just lifted the block on {square} and holds it."
                yield tell(state, "PA-26", "held", text, {**data, "holder": holder})
                return state, None
            clause = "PA-34" if carried else "PA-32"
            yield tell(state, clause, "goes on", "The block on {square} goes on.", data)
            return state, ahead
        elif (met := state.on(ahead)) and carried and rules.in_a_row == "stops":
            state = yield from _stunned(state, ledger, carried, by, f"{met} on {ahead}")
            state = yield from _stops(rules, state, by, start, block, "")
            return state, None
        elif met:
            carried.append(met)
        elif carried:
            state, block = yield from _shoves(state, carried, by, block, heading)
        else:
            state, block = yield from _runs(state, by, block, heading)


def _runs(state: State, by: str, block: str, heading: str) -> Slid:
    """A block slides freely; holes don't stop it (PA-30, PA-31)."""
    way = [block]
    while (to := AHEAD[heading][way[-1]]) and state.cells.get(to) not in BLOCKS:
        if state.on(to):
            break
        way.append(to)
    holes = [square for square in way[1:-1] if square not in state.cells]
    over = f", over the hole at {join_list(holes)}" if holes else ""
    state = state._replace(cells=_shifted(state.cells, block, way[-1]))
    data = {"seat": by, "from": block, "to": way[-1], "path": way, "holes": holes}
    data |= {"heading": heading, "over": over}
    yield tell(state, "PA-30", "slides", "The block slides from {from} to {to}{over}.", data)
    return state, way[-1]


def _shoves(state: State, carried: list[str], by: str, block: str, heading: str) -> Slid:
    """A block and the players in front of it go on by one cell (PA-33)."""
    moved: list[dict[str, str]] = []
    for seat in reversed(carried):
        player = state.players[seat]
        to = AHEAD[heading][player.square or ""]
        moved.append({"seat": seat, "from": player.square or "", "to": to or ""})
        state = state.put(seat, player._replace(square=to))
    to = AHEAD[heading][block]
    assert to is not None
    state = state._replace(cells=_shifted(state.cells, block, to))
    names = join_list(f"{each['seat']} to {each['to']}" for each in reversed(moved))
    data = {"seat": by, "moved": moved, "names": names, "from": block, "to": to, "heading": heading}
    yield tell(state, "PA-33", "shoves", "The block pushes {names}.", data)
    return state, to


def _stunned(state: State, ledger: Ledger, carried: list[str], by: str, what: str) -> Telling:
    """The player in front is stunned (PA-34); others over a hole fall, too (PA-33)."""
    state = yield from stun(state, ledger, carried[-1], by, what)
    for seat in reversed(carried[:-1]):
        state = yield from drop(state, ledger, seat, by, "PA-33")
    return state


def _stops(rules: PacoRules, state: State, by: str, start: str, block: str, ahead: str) -> Telling:
    """A block comes to rest: on a black counter (PA-30), or in a hole, which it seals (PA-31)."""
    data: dict[str, Any] = {"seat": by, "square": block, "ahead": ahead, "heading": ""}
    if block == start:
        text = "The block stays on {square}: it has no room to move."
        yield tell(state, "PA-31", "stays", text, data)
    elif state.cells[block] == "white" and rules.seal_holes:
        state = state._replace(cells=state.cells.put(block, "black"))
        text = "The block falls into the hole at {square} and seals it."
        yield tell(state, "PA-31", "seals", text, data)
    elif state.cells[block] == "white":
        state = state._replace(cells=state.cells.drop(block), beside=state.beside + 1)
        text = "The block falls through the hole at {square}."
        yield tell(state, "PA-31", "falls through", text, data)
    elif rules.stop_on_floor == "replace":
        state = state._replace(cells=state.cells.put(block, "white"), beside=state.beside + 1)
        text = "The block stops on {square} and takes the place of the black counter there."
        yield tell(state, "PA-30", "stops", text, data)
    else:
        text = "The block stops on {square}, on the black counter there."
        yield tell(state, "PA-30", "stops", text, data)
    return state


def _leaves(state: State, by: str, block: str) -> Telling:
    """A block leaves the board (PA-30, PA-32)."""
    cells = _taken(state.cells, block)
    state = state._replace(cells=cells, beside=state.beside + 1)
    text = "The block leaves the board at {square}."
    yield tell(state, "PA-30", "leaves", text, {"seat": by, "square": block})
    return state


def _shifted(cells: Cells, start: str, end: str) -> Cells:
    """The cells when the block on ``start`` is on ``end``, on a counter or over a hole (PA-30)."""
    cells = _taken(cells, start)
    return cells.put(end, "stacked" if end in cells else "white")


def _taken(cells: Cells, square: str) -> Cells:
    """The cells without the block on a square: its floor goes with it, or is left (PA-30)."""
    return cells.put(square, "black") if cells[square] == "stacked" else cells.drop(square)
