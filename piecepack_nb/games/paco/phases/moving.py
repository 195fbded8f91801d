"""Turns, moves and jumps: who gets where, and who falls (PA-10 to PA-13, PA-22 to PA-24).

Vocabulary
    claim    a player's order to enter a cell that its counter allows it to enter
    contest  two claims or more for one cell; each contender rolls a die
"""

from __future__ import annotations

from collections.abc import Generator, Mapping

from piecepack_nb.core.steps import Step
from piecepack_nb.core.wording import join_list
from piecepack_nb.games.paco.orders import NAMES
from piecepack_nb.games.paco.phases.harm import fall
from piecepack_nb.games.paco.phases.ledger import Ledger, Telling, tell
from piecepack_nb.games.paco.rules import PacoRules
from piecepack_nb.games.paco.squares import left, right
from piecepack_nb.games.paco.state import State

Claims = Mapping[str, list[str]]
"""For each cell, the seats that claim it, in seat order."""


def turns(rules: PacoRules, state: State, ledger: Ledger) -> Telling:
    """Quarter turns to the left (PA-10) and to the right (PA-11)."""
    for seat in ledger.of("left", "right"):
        player, kind = state.players[seat], ledger.orders[seat].kind
        if state.airborne(seat):
            continue  # it falls when moves are carried out (PA-13)
        if late := ledger.unable(state, seat):
            yield ledger.fails(state, seat, "PA-21", late)
            continue
        heading = left(player.heading) if kind == "left" else right(player.heading)
        data = {"side": kind, "from": player.heading, "heading": heading, "square": player.square}
        state = state.put(seat, player._replace(heading=heading))
        clause = "PA-10" if kind == "left" else "PA-11"
        text = "{seat} turns {side} on {square}, from {from} to {heading}."
        yield ledger.done(state, seat, clause, "turns", text, data)
    return state


# --- moves ----------------------------------------------------------------------------------------


def moves(rules: PacoRules, state: State, ledger: Ledger) -> Telling:
    """Moves onto black counters (PA-12), landings among them (PA-24)."""
    state = yield from _drops(state, ledger)
    able = [seat for seat in ledger.of("forward") if not ledger.unable(state, seat)]
    why, claims = _claims(rules, state, able)
    going = yield from _winners(rules, state, ledger, claims, why)
    going = _leaving(state, going, why) if rules.follow else going
    state = yield from _walk(state, ledger, going)
    for seat in ledger.of("forward"):
        if seat in going:
            continue
        late = ledger.unable(state, seat)
        clause, text, squares, by = why.get(seat) or ("PA-21", late, (), ())
        if late:
            yield ledger.fails(state, seat, "PA-21", late)
        elif state.airborne(seat):
            state = yield from fall(state, ledger, seat, text, by, "PA-24")
        else:
            yield ledger.fails(state, seat, clause, text, *squares)
    return state


Why = dict[str, tuple[str, str, tuple[str, ...], tuple[str, ...]]]
"""For a seat that doesn't get where it was ordered: clause, sentence, squares, and by whom."""


def _drops(state: State, ledger: Ledger) -> Telling:
    """Who is in the air and wrote anything but forward falls (PA-13)."""
    for seat in ledger.of("left", "right", "lift", "push"):
        if state.airborne(seat) and not ledger.unable(state, seat):
            words = ledger.orders[seat].words
            text = f"{seat} is in the air and its order is {words}, not forward"
            state = yield from fall(state, ledger, seat, text, (), "PA-13")
    return state


def _claims(rules: PacoRules, state: State, seats: list[str]) -> tuple[Why, dict[str, list[str]]]:
    """Who may enter the cell in front, by cell; why others may not (PA-12, PA-16, PA-22)."""
    why: Why = {}
    claims: dict[str, list[str]] = {}
    for seat in seats:
        ahead = state.players[seat].ahead
        cell = state.cells.get(ahead or "")
        occupant = state.on(ahead)
        if ahead is None:
            why[seat] = "PA-12", f"{seat} looks off the board", (), ()
        elif cell is None:
            by = state.players[seat].foiled_by
            why[seat] = "PA-12", f"{ahead} is a hole", (ahead,), by
        elif cell != "black":
            by = state.players[seat].foiled_by
            why[seat] = "PA-16", f"on {ahead} is {NAMES[cell]}", (ahead,), by
        elif occupant and not (rules.follow and _may_leave(state, seats, seat, occupant)):
            why[seat] = "PA-22", f"{occupant} stands on {ahead}", (ahead,), (occupant,)
        else:
            claims.setdefault(ahead, []).append(seat)
    return why, claims


def _may_leave(state: State, seats: list[str], seat: str, occupant: str) -> bool:
    """Was the occupant ordered forward, and not onto the cell of ``seat``? (PA-22)"""
    return occupant in seats and state.players[occupant].ahead != state.players[seat].square


def contenders(rules: PacoRules, state: State) -> tuple[str, ...]:
    """The seats that roll a die in this turn, in seat order (PA-23, PA-24)."""
    forward = [seat for seat, order in state.orders.items() if order.kind == "forward"]
    cells = list(_claims(rules, state, forward)[1].values())
    cells += _hole_claims(state, [s for s, o in state.orders.items() if o.kind == "jump"]).values()
    rolling = {seat for claim in cells if len(claim) > 1 for seat in claim}
    return tuple(seat for seat in state.players if seat in rolling)


def _winners(
    rules: PacoRules, state: State, ledger: Ledger, claims: Claims, why: Why
) -> Generator[Step, None, set[str]]:
    """Who enters each cell: the only claimant, or whose die is highest (PA-23)."""
    going = set()
    for square, seats in claims.items():
        if len(seats) == 1:
            going.add(seats[0])
            continue
        shown = {seat: ledger.dice.get(seat, 0) for seat in seats}
        for seat, die in shown.items():
            data = {"seat": seat, "die": die, "square": square, "against": list(_but(seats, seat))}
            clause = "PA-24" if state.airborne(seat) else "PA-23"
            yield tell(state, clause, "die", "{seat} rolls {die} for {square}.", data)
        highest = max(shown.values())
        best = [seat for seat in seats if shown[seat] == highest]
        if rules.crowd_roll == "none" and len(seats) > 2:
            text = f"{join_list(seats)} all want {square}, and of three or more nobody moves"
            why.update({s: ("PA-23", text, (square,), _but(seats, s)) for s in seats})
            continue
        if len(best) == 1:
            going.add(best[0])
        rolled = ", ".join(f"{seat} {die}" for seat, die in shown.items())
        result = f"{best[0]} goes to {square}" if len(best) == 1 else f"nobody goes to {square}"
        for seat in seats:
            if seat not in going:
                others = _but(best, seat)
                why[seat] = "PA-23", f"the dice show {rolled}: {result}", (square,), others
    return going


def _but(seats: list[str], seat: str) -> tuple[str, ...]:
    return tuple(other for other in seats if other != seat)


def _leaving(state: State, going: set[str], why: Why) -> set[str]:
    """Of those who go, who isn't kept back by a player who stays after all (option ``follow``)."""
    while True:
        kept = {
            seat: occupant
            for seat in going
            if (occupant := state.on(state.players[seat].ahead)) and occupant not in going
        }
        if not kept:
            return going
        for seat, occupant in kept.items():
            ahead = state.players[seat].ahead or ""
            why[seat] = "PA-22", f"{occupant} stays on {ahead}", (ahead,), (occupant,)
        going = going - kept.keys()


def _walk(state: State, ledger: Ledger, going: set[str]) -> Telling:
    """All who move do so; who leaves a cell goes before who follows onto it."""
    waiting = [seat for seat in ledger.of("forward") if seat in going]
    while waiting:
        free = (s for s in waiting if state.on(state.players[s].ahead) not in waiting)
        seat = next(free, waiting[0])
        waiting.remove(seat)
        player, landing = state.players[seat], state.airborne(seat)
        to = player.ahead
        state = state.put(seat, player._replace(square=to, foiled_by=()))
        data = {"from": player.square, "to": to, "heading": player.heading}
        if landing:
            text = "{seat} lands on {to}, from over the hole at {from}."
            yield ledger.done(state, seat, "PA-13", "lands", text, data)
        else:
            text = "{seat} moves from {from} to {to}."
            yield ledger.done(state, seat, "PA-12", "moves", text, data)
    return state


# --- jumps ----------------------------------------------------------------------------------------


def _hole_claims(state: State, seats: list[str]) -> dict[str, list[str]]:
    """Who may jump over the hole in front, by hole (PA-13)."""
    claims: dict[str, list[str]] = {}
    for seat in seats:
        ahead = state.players[seat].ahead
        if ahead and ahead not in state.cells:
            claims.setdefault(ahead, []).append(seat)
    return claims


def jumps(rules: PacoRules, state: State, ledger: Ledger) -> Telling:
    """Jumps into the air over a hole (PA-13); two for one hole roll as for a cell (PA-23)."""
    able = [seat for seat in ledger.of("jump") if not ledger.unable(state, seat)]
    why: Why = {}
    claims = _hole_claims(state, able)
    for square in [square for square in claims if state.on(square)]:
        for seat in claims.pop(square):
            why[seat] = "PA-22", f"{state.on(square)} is over {square}", (square,), ()
    going = yield from _winners(rules, state, ledger, claims, why)
    for seat in ledger.of("jump"):
        player, order = state.players[seat], ledger.orders[seat]
        if seat in going:
            to = player.ahead
            jumped = player._replace(square=to, then=order.then, foiled_by=())
            state = state.put(seat, jumped)
            data = {"from": player.square, "to": to, "heading": player.heading, "then": order.then}
            text = "{seat} jumps from {from} into the air over the hole at {to}."
            yield ledger.done(state, seat, "PA-13", "jumps", text, data)
            continue
        no_hole = f"there is no hole in front of {seat}"
        clause, text, squares, _ = why.get(seat) or ("PA-21", no_hole, (), ())
        if seat in able and rules.spoilt_jump == "kept":
            state = state.put(seat, player._replace(then=order.then))
        late = ledger.unable(state, seat)
        yield ledger.fails(state, seat, clause, late or text, *squares)
    return state
