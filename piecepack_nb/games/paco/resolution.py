"""What a turn comes to while it is carried out: verdicts on orders, and harm done to players.

Vocabulary
    harm     a player was stunned, fell down a hole, or was pushed off the board
    by       the seats that caused it (PA-41)
    entering where each seat was ordered to move or jump, whether it got there or not
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import Any, NamedTuple

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.steps import Event, Step
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.paco.orders import CELL_NAMES, OrderResult, Resolution
from piecepack_nb.games.paco.rules import PacoRules
from piecepack_nb.games.paco.squares import AHEAD, left, right
from piecepack_nb.games.paco.state import BLOCKS, Order, Player, State

Steps = Generator[Step, None, State]


def make_step(state: State, clause: str, kind: str, template: str, data: Mapping[str, Any]) -> Step:
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
        self.verdicts: dict[str, OrderResult] = {}

    def of(self, *kinds: str) -> list[str]:
        """The seats that ordered one of these kinds, in seat order."""
        return [seat for seat, order in self.orders.items() if order.kind in kinds]

    def done(
        self, state: State, seat: str, clause: str, kind: str, template: str, data: dict[str, Any]
    ) -> Step:
        """The order of a seat is carried out: the step that tells so."""
        step = make_step(state, clause, kind, template, {"seat": seat, **data})
        text = step.event.text.rstrip(".")
        squares = tuple(dict.fromkeys(data[name] for name in ("square", "to") if name in data))
        self.verdicts[seat] = OrderResult(
            seat, self.orders[seat].words, True, clause, text, squares
        )
        return step

    def fails(self, state: State, seat: str, clause: str, why: str, *squares: str) -> Step:
        """The order of a seat fails: the step that tells why (PA-21)."""
        data = {"seat": seat, "order": self.orders[seat].words, "reason": why,
                "squares": list(squares)}  # fmt: skip
        self.judge(seat, clause, why, *squares)
        text = "The order of {seat}, {order}, fails: {reason}."
        return make_step(state, clause, "order fails", text, data)

    def judge(self, seat: str, clause: str, why: str, *squares: str) -> None:
        """Note that the order of a seat failed."""
        words = self.orders[seat].words
        text = f"the order of {seat}, {words}, fails: {why}"
        self.verdicts[seat] = OrderResult(seat, words, False, clause, text, squares)

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

    def _none(self, state: State, seat: str) -> OrderResult:
        if seat in self.lost:
            return OrderResult(seat, "", False, "PA-34", f"{seat} is stunned and has no order")
        return OrderResult(seat, "", False, "PA-43", f"{seat} is off the board and has no order")


def _off_board(state: State, seat: str) -> Player:
    """A player off the board keeps its points alone."""
    return Player(points=state.players[seat].points, out=state.turn)


def fall(
    state: State, ledger: Ledger, seat: str, why: str, by: tuple[str, ...], clause: str
) -> Steps:
    """A jumper that can't land (PA-24) or didn't write forward (PA-13) falls down the hole."""
    square = state.players[seat].square or ""
    by = tuple(other for other in by if other != seat)
    ledger.judge(seat, clause, why, square)
    ledger.harms.append(Harm(seat, "fell", square, by, False))
    state = state.put(seat, _off_board(state, seat))
    data = {"seat": seat, "square": square, "reason": why, "by": list(by)}
    yield make_step(
        state, clause, "falls", "{seat} falls down the hole at {square}: {reason}.", data
    )
    return state


def stun(state: State, ledger: Ledger, seat: str, by: str, against: str) -> Steps:
    """A player pushed against ``against`` is stunned; over a hole it falls through (PA-34)."""
    player = state.players[seat]
    square = player.square or ""
    ledger.harms.append(Harm(seat, "stunned", square, (by,), True))
    state = state.put(seat, player._replace(stunned=ledger.rules.stun_turns, then=""))
    data = {"seat": seat, "square": square, "against": against, "by": [by]}
    text = "{seat} is pushed against {against} and stunned on {square}."
    yield make_step(state, "PA-34", "stunned", text, data)
    return (yield from fall_through(state, ledger, seat, by, "PA-34"))


def fall_through(state: State, ledger: Ledger, seat: str, by: str, clause: str) -> Steps:
    """A pushed player that comes to rest over a hole falls through (PA-34)."""
    if not state.airborne(seat):
        return state
    square = state.players[seat].square or ""
    ledger.harms.append(Harm(seat, "fell", square, (by,), True))
    state = state.put(seat, _off_board(state, seat))
    data = {"seat": seat, "square": square, "by": [by]}
    yield make_step(state, clause, "falls", "{seat} falls through the hole at {square}.", data)
    return state


def push_off(state: State, ledger: Ledger, seat: str, by: str) -> Steps:
    """A player that meets nothing is pushed off the board (PA-35)."""
    square = state.players[seat].square or ""
    ledger.harms.append(Harm(seat, "off", square, (by,), True))
    state = state.put(seat, _off_board(state, seat))
    data = {"seat": seat, "square": square, "by": [by]}
    yield make_step(
        state, "PA-35", "pushed off", "{seat} is pushed off the board at {square}.", data
    )
    return state


def note_foilers(before: State, after: State, by: tuple[str, ...]) -> State:
    """Note on jumpers in the air who took their landing place away, or gave it back (PA-41)."""
    for seat, player in after.players.items():
        if not after.airborne(seat) or player.ahead is None:
            continue
        was, now = before.cells.get(player.ahead), after.cells.get(player.ahead)
        if now == "black" and player.foiled_by:
            after = after.put(seat, player._replace(foiled_by=()))
        elif was == "black" != now:
            after = after.put(seat, player._replace(foiled_by=by))
    return after


# --- Turns, moves and jumps ----------------------------------------------------------------------


Claims = Mapping[str, list[str]]
"""For each cell, the seats that claim it, in seat order."""


def turn_players(rules: PacoRules, state: State, ledger: Ledger) -> Steps:
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


def move_players(rules: PacoRules, state: State, ledger: Ledger) -> Steps:
    """Moves onto black counters (PA-12), landings among them (PA-24)."""
    state = yield from _drop_jumpers(state, ledger)
    able = [seat for seat in ledger.of("forward") if not ledger.unable(state, seat)]
    why, claims = _claims(rules, state, able)
    going = yield from _winners(rules, state, ledger, claims, why)
    going = _unblocked(state, going, why) if rules.follow else going
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


Failures = dict[str, tuple[str, str, tuple[str, ...], tuple[str, ...]]]
"""For a seat that doesn't get where it was ordered: clause, sentence, squares, and by whom."""


def _drop_jumpers(state: State, ledger: Ledger) -> Steps:
    """Who is in the air and wrote anything but forward falls (PA-13)."""
    for seat in ledger.of("left", "right", "lift", "push"):
        if state.airborne(seat) and not ledger.unable(state, seat):
            words = ledger.orders[seat].words
            text = f"{seat} is in the air and its order is {words}, not forward"
            state = yield from fall(state, ledger, seat, text, (), "PA-13")
    return state


def _claims(
    rules: PacoRules, state: State, seats: list[str]
) -> tuple[Failures, dict[str, list[str]]]:
    """Who may enter the cell in front, by cell; why others may not (PA-12, PA-16, PA-22)."""
    why: Failures = {}
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
            why[seat] = "PA-16", f"on {ahead} is {CELL_NAMES[cell]}", (ahead,), by
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
    rules: PacoRules, state: State, ledger: Ledger, claims: Claims, why: Failures
) -> Generator[Step, None, set[str]]:
    """Who enters each cell: the only claimant, or whose die is highest (PA-23)."""
    going = set()
    for square, seats in claims.items():
        if len(seats) == 1:
            going.add(seats[0])
            continue
        shown = {seat: ledger.dice.get(seat, 0) for seat in seats}
        for seat, die in shown.items():
            data = {
                "seat": seat,
                "die": die,
                "square": square,
                "against": list(_others(seats, seat)),
            }
            clause = "PA-24" if state.airborne(seat) else "PA-23"
            yield make_step(state, clause, "die", "{seat} rolls {die} for {square}.", data)
        highest = max(shown.values())
        best = [seat for seat in seats if shown[seat] == highest]
        if rules.crowd_roll == "none" and len(seats) > 2:
            text = f"{join_list(seats)} all want {square}, and of three or more nobody moves"
            why.update({s: ("PA-23", text, (square,), _others(seats, s)) for s in seats})
            continue
        if len(best) == 1:
            going.add(best[0])
        rolled = ", ".join(f"{seat} {die}" for seat, die in shown.items())
        result = f"{best[0]} goes to {square}" if len(best) == 1 else f"nobody goes to {square}"
        for seat in seats:
            if seat not in going:
                others = _others(best, seat)
                why[seat] = "PA-23", f"the dice show {rolled}: {result}", (square,), others
    return going


def _others(seats: list[str], seat: str) -> tuple[str, ...]:
    return tuple(other for other in seats if other != seat)


def _unblocked(state: State, going: set[str], why: Failures) -> set[str]:
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


def _walk(state: State, ledger: Ledger, going: set[str]) -> Steps:
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


def make_jumps(rules: PacoRules, state: State, ledger: Ledger) -> Steps:
    """Jumps into the air over a hole (PA-13); two for one hole roll as for a cell (PA-23)."""
    able = [seat for seat in ledger.of("jump") if not ledger.unable(state, seat)]
    why: Failures = {}
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


# --- Lifts and pushes ----------------------------------------------------------------------------


Cells = FrozenDict[str, str]
HEADING_NAMES = {"N": "north", "E": "east", "S": "south", "W": "west"}


# --- lifts ----------------------------------------------------------------------------------------


def lift_counters(rules: PacoRules, state: State, ledger: Ledger) -> Steps:
    """Black counters in front become white blocks (PA-14), unless someone is there (PA-25)."""
    before = state
    for seat in ledger.of("lift"):
        if ledger.verdicts.get(seat):
            continue  # it fell
        square = state.players[seat].ahead
        late = ledger.unable(state, seat)
        why = ("PA-21", late) if late else _lift_failure(before, ledger, square)
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
    return _note_lifters(state, ledger)


def _note_lifters(state: State, ledger: Ledger) -> State:
    """Note on jumpers in the air who lifted their landing place (PA-41)."""
    for seat, player in state.players.items():
        if state.airborne(seat) and player.ahead in ledger.lifted:
            by = tuple(ledger.lifted[player.ahead])
            state = state.put(seat, player._replace(foiled_by=by))
    return state


def _lift_failure(before: State, ledger: Ledger, square: str | None) -> tuple[str, str] | None:
    """Why the counter on a square can't be lifted; None if it can (PA-14, PA-25)."""
    if square is None:
        return "PA-21", "there is nothing in front but the edge of the board"
    cell = before.cells.get(square)
    if cell != "black":
        return "PA-21", f"on {square} is {CELL_NAMES[cell] if cell else 'a hole'}, no black counter"
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


def push_order(rules: PacoRules, state: State) -> list[str]:
    """The seats in the order of this turn's pushes and returns (PA-27).

    Seats are counted from 0; the one whose number is the turn modulo the players begins.
    """
    seats = list(state.players)
    first = state.turn % len(seats) if rules.push_order == "rotating" else 0
    return seats[first:] + seats[:first]


def push_blocks(rules: PacoRules, state: State, ledger: Ledger) -> Steps:
    """White blocks in front are pushed (PA-15): first what cancels out, then seat by seat."""
    pushers = [seat for seat in push_order(rules, state) if seat in ledger.of("push")]
    pushers = [seat for seat in pushers if seat not in ledger.verdicts]
    spoilt = _cancelled_pushes(state, ledger, pushers)
    for seat in pushers:
        if seat in spoilt:
            why, square = spoilt[seat]
            yield ledger.fails(state, seat, "PA-26", why, square)
    for seat in pushers:
        if seat not in spoilt:
            state = yield from _push(rules, state, ledger, seat)
    return state


def _cancelled_pushes(
    state: State, ledger: Ledger, pushers: list[str]
) -> dict[str, tuple[str, str]]:
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


def _push(rules: PacoRules, state: State, ledger: Ledger, seat: str) -> Steps:
    """One push, until a block has left the board or come to rest (PA-30 to PA-35)."""
    before, player = state, state.players[seat]
    late, square = ledger.unable(state, seat), player.ahead
    if late or square is None:
        yield ledger.fails(state, seat, "PA-21", late or f"{seat} looks off the board")
        return state
    cell = state.cells.get(square)
    if cell not in BLOCKS:
        found = CELL_NAMES[cell] if cell else "a hole"
        why = f"in front, on {square}, is {found}, no white block"
        yield ledger.fails(state, seat, "PA-21", why, square)
        return state
    data = {"square": square, "heading": player.heading, "to": square,
            "side": HEADING_NAMES[player.heading]}  # fmt: skip
    text = "{seat} pushes the block on {square} to the {side}."
    yield ledger.done(state, seat, "PA-15", "pushes", text, data)
    block: str | None = square
    while block:
        state, block = yield from _slide(rules, state, ledger, seat, block, player.heading)
    return note_foilers(before, state, (seat,))


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
            state = yield from push_off(state, ledger, carried.pop(), by)
        elif state.cells.get(ahead) in BLOCKS:
            if carried:
                what = f"the block on {ahead}"
                state = yield from _stun_first(state, ledger, carried, by, what)
            state = yield from _stops(rules, state, by, start, block, ahead)
            data = {"square": ahead, "seat": by, "heading": heading}
            holder = _holder(state, ledger, ahead, heading)
            if holder and rules.held == "met":
                text = "{holder} has just lifted the block on {square} and holds it."
                yield make_step(state, "PA-26", "held", text, {**data, "holder": holder})
                return state, None
            clause = "PA-34" if carried else "PA-32"
            yield make_step(state, clause, "goes on", "The block on {square} goes on.", data)
            return state, ahead
        elif (met := state.on(ahead)) and carried and rules.in_a_row == "stops":
            state = yield from _stun_first(state, ledger, carried, by, f"{met} on {ahead}")
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
    yield make_step(state, "PA-30", "slides", "The block slides from {from} to {to}{over}.", data)
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
    yield make_step(state, "PA-33", "shoves", "The block pushes {names}.", data)
    return state, to


def _stun_first(state: State, ledger: Ledger, carried: list[str], by: str, what: str) -> Steps:
    """The player in front is stunned (PA-34); others over a hole fall, too (PA-33)."""
    state = yield from stun(state, ledger, carried[-1], by, what)
    for seat in reversed(carried[:-1]):
        state = yield from fall_through(state, ledger, seat, by, "PA-33")
    return state


def _stops(rules: PacoRules, state: State, by: str, start: str, block: str, ahead: str) -> Steps:
    """A block comes to rest: on a black counter (PA-30), or in a hole, which it seals (PA-31)."""
    data: dict[str, Any] = {"seat": by, "square": block, "ahead": ahead, "heading": ""}
    if block == start:
        text = "The block stays on {square}: it has no room to move."
        yield make_step(state, "PA-31", "stays", text, data)
    elif state.cells[block] == "white" and rules.seal_holes:
        state = state._replace(cells=state.cells.put(block, "black"))
        text = "The block falls into the hole at {square} and seals it."
        yield make_step(state, "PA-31", "seals", text, data)
    elif state.cells[block] == "white":
        state = state._replace(cells=state.cells.drop(block), beside=state.beside + 1)
        text = "The block falls through the hole at {square}."
        yield make_step(state, "PA-31", "falls through", text, data)
    elif rules.stop_on_floor == "replace":
        state = state._replace(cells=state.cells.put(block, "white"), beside=state.beside + 1)
        text = "The block stops on {square} and takes the place of the black counter there."
        yield make_step(state, "PA-30", "stops", text, data)
    else:
        text = "The block stops on {square}, on the black counter there."
        yield make_step(state, "PA-30", "stops", text, data)
    return state


def _leaves(state: State, by: str, block: str) -> Steps:
    """A block leaves the board (PA-30, PA-32)."""
    cells = _taken(state.cells, block)
    state = state._replace(cells=cells, beside=state.beside + 1)
    text = "The block leaves the board at {square}."
    yield make_step(state, "PA-30", "leaves", text, {"seat": by, "square": block})
    return state


def _shifted(cells: Cells, start: str, end: str) -> Cells:
    """The cells when the block on ``start`` is on ``end``, on a counter or over a hole (PA-30)."""
    cells = _taken(cells, start)
    return cells.put(end, "stacked" if end in cells else "white")


def _taken(cells: Cells, square: str) -> Cells:
    """The cells without the block on a square: its floor goes with it, or is left (PA-30)."""
    return cells.put(square, "black") if cells[square] == "stacked" else cells.drop(square)


# --- Points --------------------------------------------------------------------------------------


HARMS = {
    "stunned": "was stunned",
    "fell": "fell down a hole",
    "off": "was pushed off the board",
}


def add_points(state: State, seat: str, points: int) -> State:
    """The table with points added to a player's; they may go below zero (PA-43)."""
    player = state.players[seat]
    return state.put(seat, player._replace(points=player.points + points))


def score_turn(rules: PacoRules, state: State, ledger: Ledger) -> Steps:
    """Points for harm, for causing it, and for being on the board; then the stunned recover."""
    state = yield from _losses(rules, state, ledger)
    state = yield from _gains(rules, state, ledger)
    state = yield from _survivors(rules, state, ledger)
    state = yield from _recover(state, ledger)
    for seat, player in state.players.items():
        if player.then and rules.spoilt_jump == "void" and not state.airborne(seat):
            state = state.put(seat, player._replace(then="", foiled_by=()))
    return state


def _losses(rules: PacoRules, state: State, ledger: Ledger) -> Steps:
    """A player loses for being stunned, for falling and for being pushed off (PA-40)."""
    costs = {"stunned": rules.stun_points, "fell": rules.fall_points, "off": rules.off_points}
    for seat in state.players:
        harms = [harm for harm in ledger.harms if harm.seat == seat]
        points = sum(costs[harm.kind] for harm in harms)
        if points:
            state = add_points(state, seat, -points)
            text = "{seat} loses {points}: it {reason}."
            yield _points_step(
                state, "PA-40", "points lost", text, seat, -points, _harms_text(harms), []
            )
    return state


def _harms_text(harms: list[Harm]) -> str:
    return join_list(HARMS[harm.kind] for harm in harms)


def _points_step(
    state: State,
    clause: str,
    kind: str,
    text: str,
    seat: str,
    points: int,
    reason: str,
    others: list[str],
) -> Step:
    data = {"seat": seat, "points": count_noun(abs(points), "point"), "change": points,
            "reason": reason, "total": state.players[seat].points, "others": others}  # fmt: skip
    return make_step(state, clause, kind, text, data)


def _gains(rules: PacoRules, state: State, ledger: Ledger) -> Steps:
    """Who causes it gains for each harm done to another player (PA-41)."""
    for by in state.players:
        for seat in state.players:
            harms = [
                harm
                for harm in ledger.harms
                if harm.seat == seat != by and by in harm.by
                if harm.pushed or rules.causes == "any"
            ]
            points = rules.cause_points * len(harms)
            if points:
                state = add_points(state, by, points)
                reason = f"{seat} {_harms_text(harms)}"
                yield _points_step(state, "PA-41", "points gained",
                              "{seat} gains {points}: {reason}.",
                              by, points, reason, [seat])  # fmt: skip
    return state


def _survivors(rules: PacoRules, state: State, ledger: Ledger) -> Steps:
    """Who is on the board and not stunned gains (PA-42)."""
    stunned = {harm.seat for harm in ledger.harms if harm.kind == "stunned"}
    if not rules.lost_turn_scores:
        stunned.update(ledger.lost)
    seats = [
        seat for seat, player in state.players.items() if player.square and seat not in stunned
    ]
    if not seats or not rules.survive_points:
        return state
    for seat in seats:
        state = add_points(state, seat, rules.survive_points)
    data = {"seats": seats, "names": join_list(seats), "each": " each" if len(seats) > 1 else "",
            "points": count_noun(rules.survive_points, "point"), "change": rules.survive_points,
            "verb": "are" if len(seats) > 1 else "is",
            "gain": "gain" if len(seats) > 1 else "gains"}  # fmt: skip
    text = "{names} {verb} on the board at the end of the turn and {gain} {points}{each}."
    yield make_step(state, "PA-42", "points survived", text, data)
    return state


def _recover(state: State, ledger: Ledger) -> Steps:
    """A stunned player has lost a turn (PA-34), unless it was stunned only now."""
    now = {harm.seat for harm in ledger.harms}
    for seat in ledger.lost:
        player = state.players[seat]
        if seat in now:
            continue
        state = state.put(seat, player._replace(stunned=player.stunned - 1))
        if player.stunned == 1:
            data = {"seat": seat, "square": player.square}
            text = "{seat} on {square} is no longer stunned."
            yield make_step(state, "PA-34", "recovers", text, data)
    return state


BY_KIND: Mapping[str, Callable[[PacoRules, State, Ledger], Steps]] = {
    "turns": turn_players, "moves": move_players, "jumps": make_jumps, "lifts": lift_counters,
    "pushes": push_blocks,
}  # fmt: skip


def next_turn(state: State) -> State:
    """The table at the start of the next turn."""
    return state._replace(
        phase="orders", turn=state.turn + 1, orders=FrozenDict(), declined="", answers=(),
        dice=FrozenDict(), returning=(),
    )  # fmt: skip


def reveal(state: State) -> State:
    """The table with every order in sight, those that were written with a jump too (PA-13)."""
    orders = {}
    for seat, player in state.players.items():
        if player.then and player.square:
            orders[seat] = Order(seat, player.then)
            state = state.put(seat, player._replace(then=""))
        elif seat in state.orders:
            orders[seat] = state.orders[seat]
    return state._replace(phase="dice", orders=FrozenDict(orders))  # no secret any more


def resolve(rules: PacoRules, state: State, faces: Mapping[str, str]) -> Steps:
    """The orders are carried out by their priority (PA-20), and points are given."""
    state = state._replace(dice=FrozenDict(faces))
    ledger = Ledger(rules, state, faces)
    for phase in rules.phases:
        state = yield from BY_KIND[phase](rules, state, ledger)
    resolution = ledger.resolution(state)
    done = [each for each in resolution.verdicts if each.order]
    data = {"done": [each.seat for each in done if each.done],
            "failed": [each.seat for each in done if not each.done]}  # fmt: skip
    event = Event("PA-20", "resolution", "What became of the orders: {why}", data, resolution)
    yield Step(event, state)
    return (yield from score_turn(rules, state, ledger))


def is_over(rules: PacoRules, state: State) -> bool:
    """Is this the end of the last turn? (PA-44)"""
    return nobody_left(rules, state) or state.turn >= rules.turn_limit


def nobody_left(rules: PacoRules, state: State) -> bool:
    """Is no legal order left, now or later? (PA-44)

    A player on the board can always turn, so an order is left as long as one is there. Nobody comes
    back where that isn't allowed, or where everybody stayed off who could have tried in this turn.
    """
    players = state.players.values()
    if any(player.square for player in players):
        return False
    return not rules.respawn or all(player.out < state.turn for player in players)


def ask_returns(rules: PacoRules, state: State) -> State:
    """Who left the board in an earlier turn may try now, in the order of the pushes (PA-43)."""
    if not rules.respawn:
        return state
    off = tuple(
        seat
        for seat in push_order(rules, state)
        if state.players[seat].square is None and state.players[seat].out < state.turn
    )
    return state._replace(phase="return" if off else state.phase, returning=off)
