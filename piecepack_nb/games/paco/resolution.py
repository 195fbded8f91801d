"""The resolution of a turn: orders carried out by priority, harm, and points.

Vocabulary
    claim     an order to enter a cell that its counter allows the player to enter
    contest   two claims or more for one cell; each contender rolls a die
    entering  the cell that a seat was ordered to move or jump to, whether it gets there or not
    block     a white counter; it is on nothing, or on a black counter ("stacked")
    carried   the players that a block pushes in front of it, the nearest one first
    harm      a player was stunned, fell down a hole, or was pushed off the board
    by        the seats that caused a harm (PA-41)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.steps import Event, MoveLog
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.paco.orders import CELL_NAMES, OrderResult, Resolution
from piecepack_nb.games.paco.rules import PacoRules
from piecepack_nb.games.paco.squares import AHEAD, HEADING_NAMES, left, right
from piecepack_nb.games.paco.state import BLOCKS, Order, Player, State, names

Cells = FrozenDict[str, str]
Claims = Mapping[str, list[str]]
"""For each cell, the seats that claim it, in seat order."""


# --- The ledger of a turn ------------------------------------------------------------------------


TIMES = {1: "", 2: "twice"}


class Harm(NamedTuple):
    """A harm done to a player: ``kind`` is "stunned", "fell" or "off"."""

    seat: str
    kind: str
    square: str
    by: tuple[str, ...]
    pushed: bool


class Failure(NamedTuple):
    """A claim that fails: by which clause, why, where, and who caused it."""

    clause: str
    text: str
    squares: tuple[str, ...] = ()
    by: tuple[str, ...] = ()


Failures = dict[str, Failure]


class Ledger:
    """The notes of one turn: its log, results of orders, and harm done to players."""

    def __init__(
        self, rules: PacoRules, state: State, faces: Mapping[str, str], log: MoveLog
    ) -> None:
        self.rules = rules
        self.log = log
        self.orders = state.orders
        self.dice = {seat: int(face) for seat, face in faces.items()}
        self.entering = {seat: state.players[seat].ahead for seat in self.seats("forward", "jump")}
        self.lost = tuple(seat for seat, player in state.players.items() if player.stunned)
        """The seats that lose this turn by a stun of an earlier one (PA-34)."""
        self.lifted: dict[str, list[str]] = {}
        """The seats that lifted the block on each square in this turn."""
        self.harms: list[Harm] = []
        self.results: dict[str, OrderResult] = {}

    def seats(self, *kinds: str) -> list[str]:
        """Return the seats that ordered one of these kinds, in seat order."""
        return [seat for seat, order in self.orders.items() if order.kind in kinds]

    def done(
        self, state: State, seat: str, clause: str, kind: str, template: str, data: dict[str, Any]
    ) -> None:
        """Note that a seat's order was carried out; add the step."""
        data = {"seat": seat, **data}
        self.log.add(state, clause, kind, template, data)
        text = Event(clause, kind, template, data).text.rstrip(".")
        squares = tuple(dict.fromkeys(data[name] for name in ("square", "to") if name in data))
        words = self.orders[seat].words
        self.results[seat] = OrderResult(seat, words, True, clause, text, squares)

    def failed(self, state: State, seat: str, clause: str, why: str, *squares: str) -> None:
        """Note that a seat's order failed; add the step that says why (PA-21)."""
        self.note_failure(seat, clause, why, *squares)
        data = {"seat": seat, "order": self.orders[seat].words, "reason": why,
                "squares": list(squares)}  # fmt: skip
        self.log.add(
            state, clause, "order fails", "{Seat}'s order, {order}, fails: {reason}.", data
        )

    def note_failure(self, seat: str, clause: str, why: str, *squares: str) -> None:
        """Note that a seat's order failed."""
        words = self.orders[seat].words
        text = f"{names(seat)}'s order, {words}, fails: {why}"
        self.results[seat] = OrderResult(seat, words, False, clause, text, squares)

    def prevented(self, seat: str) -> str:
        """Return which harm keeps a seat from carrying out its order; "" if none (PA-21)."""
        for harm in self.harms:
            if harm.seat == seat:
                return {
                    "stunned": f"{names(seat)} was stunned on {harm.square}",
                    "fell": f"{names(seat)} fell down the hole at {harm.square}",
                    "off": f"{names(seat)} was pushed off the board",
                }[harm.kind] + " before their order was due"
        return ""

    def resolution(self, state: State) -> Resolution:
        """Return a result for every seat, also for those that had no order."""
        every = (self.results.get(seat) or self._no_order(seat) for seat in state.players)
        return Resolution(state.turn, tuple(every))

    def _no_order(self, seat: str) -> OrderResult:
        stunned = seat in self.lost
        clause, where = ("PA-34", "stunned") if stunned else ("PA-43", "off the board")
        return OrderResult(seat, "", False, clause, f"{names(seat)} is {where} and has no order")


# --- Turns ---------------------------------------------------------------------------------------


def turn_players(state: State, ledger: Ledger) -> State:
    """Make quarter turns to the left (PA-10) and to the right (PA-11)."""
    for seat in ledger.seats("left", "right"):
        player, side = state.players[seat], ledger.orders[seat].kind
        if state.airborne(seat):
            continue  # it falls when moves are carried out (PA-13)
        if prevented := ledger.prevented(seat):
            ledger.failed(state, seat, "PA-21", prevented)
            continue
        heading = left(player.heading) if side == "left" else right(player.heading)
        data = {"side": side, "from": player.heading, "heading": heading, "square": player.square}
        state = state.put(seat, player._replace(heading=heading))
        clause = "PA-10" if side == "left" else "PA-11"
        text = "{Seat} turns {side} on {square}, from {from} to {heading}."
        ledger.done(state, seat, clause, "turns", text, data)
    return state


# --- Moves ---------------------------------------------------------------------------------------


def move_players(state: State, ledger: Ledger) -> State:
    """Move players onto black counters (PA-12), landings among them (PA-24)."""
    state = _drop_jumpers(state, ledger)
    able = [seat for seat in ledger.seats("forward") if not ledger.prevented(seat)]
    failures, claims = _claims(ledger.rules, state, able)
    going = _winners(state, ledger, claims, failures)
    going = _unblocked(state, going, failures) if ledger.rules.follow else going
    state = _walk(state, ledger, going)
    for seat in ledger.seats("forward"):
        if seat in going:
            continue
        if prevented := ledger.prevented(seat):
            ledger.failed(state, seat, "PA-21", prevented)
            continue
        clause, text, squares, by = failures[seat]
        if state.airborne(seat):
            state = _fall(state, ledger, seat, text, by, "PA-24")
        else:
            ledger.failed(state, seat, clause, text, *squares)
    return state


def _drop_jumpers(state: State, ledger: Ledger) -> State:
    """Let everyone fall who is in the air and wrote anything but forward (PA-13)."""
    for seat in ledger.seats("left", "right", "lift", "push"):
        if state.airborne(seat) and not ledger.prevented(seat):
            words = ledger.orders[seat].words
            text = f"{names(seat)} is in the air and their order is {words}, not forward"
            state = _fall(state, ledger, seat, text, (), "PA-13")
    return state


def _claims(
    rules: PacoRules, state: State, seats: list[str]
) -> tuple[Failures, dict[str, list[str]]]:
    """Return who may not enter the cell in front, and by cell who may (PA-12, PA-16, PA-22)."""
    failures: Failures = {}
    claims: dict[str, list[str]] = {}
    for seat in seats:
        player = state.players[seat]
        ahead, by = player.ahead, player.foiled_by
        cell, occupant = state.cells.get(ahead or ""), state.on(ahead)
        if ahead is None:
            failures[seat] = Failure("PA-12", f"{names(seat)} faces off the board")
        elif cell is None:
            failures[seat] = Failure("PA-12", f"{ahead} is a hole", (ahead,), by)
        elif cell != "black":
            failures[seat] = Failure("PA-16", f"on {ahead} is {CELL_NAMES[cell]}", (ahead,), by)
        elif occupant and not (rules.follow and _may_leave(state, seats, seat, occupant)):
            text = f"{names(occupant)} is on {ahead}"
            failures[seat] = Failure("PA-22", text, (ahead,), (occupant,))
        else:
            claims.setdefault(ahead, []).append(seat)
    return failures, claims


def _may_leave(state: State, seats: list[str], seat: str, occupant: str) -> bool:
    """Return whether the occupant is ordered forward, and not onto the cell of ``seat`` (PA-22)."""
    return occupant in seats and state.players[occupant].ahead != state.players[seat].square


def contenders(rules: PacoRules, state: State) -> tuple[str, ...]:
    """Return the seats that roll a die in this turn, in seat order (PA-23, PA-24)."""
    forward = [seat for seat, order in state.orders.items() if order.kind == "forward"]
    cells = list(_claims(rules, state, forward)[1].values())
    cells += _hole_claims(state, [s for s, o in state.orders.items() if o.kind == "jump"]).values()
    rolling = {seat for claim in cells if len(claim) > 1 for seat in claim}
    return tuple(seat for seat in state.players if seat in rolling)


def _winners(state: State, ledger: Ledger, claims: Claims, failures: Failures) -> set[str]:
    """Return who enters a cell: its only claimant, or whose die is highest (PA-23, PA-24)."""
    going = set()
    for square, seats in claims.items():
        if len(seats) == 1:
            going.add(seats[0])
            continue
        shown = {seat: ledger.dice.get(seat, 0) for seat in seats}
        for seat, die in shown.items():
            against = list(_others(seats, seat))
            data = {"seat": seat, "die": die, "square": square, "against": against}
            clause = "PA-24" if state.airborne(seat) else "PA-23"
            ledger.log.add(state, clause, "die", "{Seat} rolls {die} for {square}.", data)
        best = [seat for seat in seats if shown[seat] == max(shown.values())]
        rolled = ", ".join(f"{names(seat)} {die}" for seat, die in shown.items())
        if ledger.rules.crowd_roll == "none" and len(seats) > 2:
            best, text = seats, f"{names(*seats)} all want {square}, and of three or more nobody "
            text += "moves"
        elif len(best) == 1:
            going.add(best[0])
            text = f"the dice show {rolled}: {names(*best)} goes to {square}"
        else:
            text = f"the dice show {rolled}: nobody goes to {square}"
        for seat in seats:
            if seat not in going:
                failures[seat] = Failure("PA-23", text, (square,), _others(best, seat))
    return going


def _others(seats: list[str], seat: str) -> tuple[str, ...]:
    return tuple(other for other in seats if other != seat)


def _unblocked(state: State, going: set[str], failures: Failures) -> set[str]:
    """Return who still goes, where a player ahead stays after all (option ``follow``)."""
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
            text = f"{names(occupant)} stays on {ahead}"
            failures[seat] = Failure("PA-22", text, (ahead,), (occupant,))
        going = going - kept.keys()


def _walk(state: State, ledger: Ledger, going: set[str]) -> State:
    """Move everyone who goes; a player who leaves a cell goes before one who follows onto it."""
    waiting = [seat for seat in ledger.seats("forward") if seat in going]
    while waiting:
        free = (s for s in waiting if state.on(state.players[s].ahead) not in waiting)
        seat = next(free, waiting[0])
        waiting.remove(seat)
        player, landing = state.players[seat], state.airborne(seat)
        state = state.put(seat, player._replace(square=player.ahead, foiled_by=()))
        data = {"from": player.square, "to": player.ahead, "heading": player.heading}
        if landing:
            text = "{Seat} lands on {to}, from over the hole at {from}."
            ledger.done(state, seat, "PA-13", "lands", text, data)
        else:
            text = "{Seat} moves from {from} to {to}."
            ledger.done(state, seat, "PA-12", "moves", text, data)
    return state


# --- Jumps ---------------------------------------------------------------------------------------


def _hole_claims(state: State, seats: list[str]) -> dict[str, list[str]]:
    """Return who may jump over the hole in front, by hole (PA-13)."""
    claims: dict[str, list[str]] = {}
    for seat in seats:
        ahead = state.players[seat].ahead
        if ahead and ahead not in state.cells:
            claims.setdefault(ahead, []).append(seat)
    return claims


def make_jumps(state: State, ledger: Ledger) -> State:
    """Jump into the air over a hole (PA-13); two for one hole roll as for a cell (PA-23)."""
    able = [seat for seat in ledger.seats("jump") if not ledger.prevented(seat)]
    failures: Failures = {}
    claims = _hole_claims(state, able)
    for square in [square for square in claims if state.on(square)]:
        for seat in claims.pop(square):
            text = f"{names(state.on(square) or '')} is over {square}"
            failures[seat] = Failure("PA-22", text, (square,))
    going = _winners(state, ledger, claims, failures)
    for seat in ledger.seats("jump"):
        player, then = state.players[seat], ledger.orders[seat].then
        if seat in going:
            state = state.put(seat, player._replace(square=player.ahead, then=then, foiled_by=()))
            data = {"from": player.square, "to": player.ahead, "heading": player.heading,
                    "then": then}  # fmt: skip
            text = "{Seat} jumps from {from} into the air over the hole at {to}."
            ledger.done(state, seat, "PA-13", "jumps", text, data)
            continue
        no_hole = Failure("PA-21", f"there is no hole in front of {names(seat)}")
        clause, text, squares, _ = failures.get(seat, no_hole)
        if seat in able and ledger.rules.spoilt_jump == "kept":
            state = state.put(seat, player._replace(then=then))
        ledger.failed(state, seat, clause, ledger.prevented(seat) or text, *squares)
    return state


# --- Lifts ---------------------------------------------------------------------------------------


def lift_counters(state: State, ledger: Ledger) -> State:
    """Turn black counters in front into white blocks (PA-14), but under no player (PA-25)."""
    before = state
    for seat in ledger.seats("lift"):
        if seat in ledger.results:
            continue  # it fell
        square = state.players[seat].ahead
        prevented = ledger.prevented(seat)
        failure = ("PA-21", prevented) if prevented else _lift_failure(before, ledger, square)
        if failure:
            ledger.failed(state, seat, *failure, *([square] if square else []))
            continue
        assert square is not None
        lifters = ledger.lifted.setdefault(square, [])
        data = {"square": square, "with": list(lifters)}
        lifters.append(seat)
        if len(lifters) > 1:
            text = "{Seat} lifts the block on {square} as well: it is lifted once."
            ledger.done(state, seat, "PA-25", "lifts too", text, data)
            continue
        state = state._replace(cells=state.cells.put(square, "white"))
        text = "{Seat} lifts the counter on {square}: it is a white block now."
        ledger.done(state, seat, "PA-14", "lifts", text, data)
    for seat, player in state.players.items():  # a jumper's landing cell was lifted (PA-41)
        if state.airborne(seat) and player.ahead in ledger.lifted:
            state = state.put(seat, player._replace(foiled_by=tuple(ledger.lifted[player.ahead])))
    return state


def _lift_failure(before: State, ledger: Ledger, square: str | None) -> tuple[str, str] | None:
    """Return why the counter on a square can't be lifted; None if it can (PA-14, PA-25)."""
    if square is None:
        return "PA-21", "there is nothing in front but the edge of the board"
    cell = before.cells.get(square)
    if cell != "black":
        return "PA-21", f"on {square} is {CELL_NAMES[cell]}, no black counter"
    if occupant := before.on(square):
        return "PA-25", f"{names(occupant)} is on {square}"
    ordered = [seat for seat, to in ledger.entering.items() if to == square]
    if not ordered:
        return None
    verb = "was" if len(ordered) == 1 else "were"
    return "PA-25", f"{names(*ordered)} {verb} ordered to {square}: the move takes precedence"


# --- Pushes --------------------------------------------------------------------------------------


def push_order(rules: PacoRules, state: State) -> list[str]:
    """Return the seats in the order of this turn's pushes and returns (PA-27).

    Seats are counted from 0; the one whose number is the turn modulo the players begins.
    """
    seats = list(state.players)
    first = state.turn % len(seats) if rules.push_order == "rotating" else 0
    return seats[first:] + seats[:first]


def push_blocks(state: State, ledger: Ledger) -> State:
    """Push white blocks in front (PA-15): first what cancels out, then seat by seat."""
    pushing = [seat for seat in ledger.seats("push") if seat not in ledger.results]
    pushers = [seat for seat in push_order(ledger.rules, state) if seat in pushing]
    cancelled = _cancelled_pushes(state, ledger, pushers)
    for seat in pushers:
        if seat in cancelled:
            ledger.failed(state, seat, "PA-26", *cancelled[seat])
    for seat in pushers:
        if seat not in cancelled:
            state = _push(state, ledger, seat)
    return state


def _cancelled_pushes(
    state: State, ledger: Ledger, pushers: list[str]
) -> dict[str, tuple[str, str]]:
    """Return the pushes that others push or hold against, with reason and block (PA-26)."""
    cancelled = {}
    blocks = {s: p.ahead for s, p in state.players.items() if s in pushers and p.ahead}
    for seat, square in blocks.items():
        if ledger.prevented(seat) or state.cells.get(square) not in BLOCKS:
            continue
        others = [other for other, at in blocks.items() if at == square and other != seat]
        holder = _holder(state, ledger, square, state.players[seat].heading)
        if others:
            verb = "pushes" if len(others) == 1 else "push"
            text = f"{names(*others)} {verb} the block on {square} too: they cancel out"
            cancelled[seat] = text, square
        elif holder:
            text = f"{names(holder)} has just lifted the block on {square} and is behind it"
            cancelled[seat] = text, square
    return cancelled


def _holder(state: State, ledger: Ledger, square: str, heading: str) -> str:
    """Return who lifted the block in this turn and is behind it, seen that way; or "" (PA-26)."""
    behind = AHEAD[heading][square]
    lifters = ledger.lifted.get(square, ())
    return next((seat for seat in lifters if state.players[seat].square == behind), "")


def _push(state: State, ledger: Ledger, seat: str) -> State:
    """Make one push, until a block has left the board or stops (PA-30 to PA-35)."""
    before, player = state, state.players[seat]
    prevented, square = ledger.prevented(seat), player.ahead
    if prevented or square is None:
        why = prevented or f"{names(seat)} faces off the board"
        ledger.failed(state, seat, "PA-21", why)
        return state
    cell = state.cells.get(square)
    if cell not in BLOCKS:
        why = f"in front, on {square}, is {CELL_NAMES[cell]}, no white block"
        ledger.failed(state, seat, "PA-21", why, square)
        return state
    data = {"square": square, "heading": player.heading, "to": square,
            "side": HEADING_NAMES[player.heading]}  # fmt: skip
    text = "{Seat} pushes the block on {square} to the {side}."
    ledger.done(state, seat, "PA-15", "pushes", text, data)
    block: str | None = square
    while block:
        state, block = _slide(state, ledger, seat, block, player.heading)
    return _note_foilers(before, state, seat)


def _slide(
    state: State, ledger: Ledger, by: str, block: str, heading: str
) -> tuple[State, str | None]:
    """Slide a block until it meets a block or leaves the board; return the block met (PA-30).

    Players in the way go in front of it (PA-33), off the board (PA-35) or are stunned (PA-34).
    """
    carried: list[str] = []
    before, start = state, block
    while True:
        front = state.players[carried[-1]].square if carried else block
        assert front is not None
        ahead = AHEAD[heading][front]
        if ahead is None:
            if not carried:
                state = _leave(state, by, block, ledger.log)
                return state, None
            state = _push_off(state, ledger, carried.pop(), by)
        elif state.cells.get(ahead) in BLOCKS:
            if carried:
                against = f"the block on {ahead}"
                state = _stun_first(before, state, ledger, carried, by, against)
            state = _stop(state, ledger, by, start, block, ahead)
            data = {"square": ahead, "seat": by, "heading": heading}
            holder = _holder(state, ledger, ahead, heading)
            if holder and ledger.rules.held == "met":
                text = "{Holder} has just lifted the block on {square} and holds it."
                ledger.log.add(state, "PA-26", "held", text, {**data, "holder": holder})
                return state, None
            clause = "PA-34" if carried else "PA-32"
            ledger.log.add(state, clause, "goes on", "The block on {square} goes on.", data)
            return state, ahead
        elif (met := state.on(ahead)) and carried and ledger.rules.in_a_row == "stops":
            against = f"{names(met)} on {ahead}"
            state = _stun_first(before, state, ledger, carried, by, against)
            state = _stop(state, ledger, by, start, block, "")
            return state, None
        elif met:
            carried.append(met)
        elif carried:
            state, block = _shove(state, carried, by, block, heading, ledger.log)
        else:
            state, block = _run(state, by, block, heading, ledger.log)


def _run(state: State, by: str, block: str, heading: str, log: MoveLog) -> tuple[State, str]:
    """Slide a block freely, and return where it is; holes don't stop it (PA-30, PA-31)."""
    path = [block]
    while (to := AHEAD[heading][path[-1]]) and state.cells.get(to) not in BLOCKS:
        if state.on(to):
            break
        path.append(to)
    holes = [square for square in path[1:-1] if square not in state.cells]
    over = f", over the hole{'s' * (len(holes) > 1)} at {join_list(holes)}" if holes else ""
    state = state._replace(cells=_shifted(state.cells, block, path[-1]))
    data = {"seat": by, "from": block, "to": path[-1], "path": path, "holes": holes,
            "heading": heading, "over": over}  # fmt: skip
    log.add(state, "PA-30", "slides", "The block slides from {from} to {to}{over}.", data)
    return state, path[-1]


def _shove(
    state: State, carried: list[str], by: str, block: str, heading: str, log: MoveLog
) -> tuple[State, str]:
    """Move a block and the players in front of it on by one cell; return where it is (PA-33)."""
    moved: list[dict[str, str]] = []
    for seat in reversed(carried):
        player = state.players[seat]
        to = AHEAD[heading][player.square or ""]
        moved.append({"seat": seat, "from": player.square or "", "to": to or ""})
        state = state.put(seat, player._replace(square=to))
    to = AHEAD[heading][block]
    assert to is not None
    state = state._replace(cells=_shifted(state.cells, block, to))
    pushed = join_list(f"{names(each['seat'])} to {each['to']}" for each in reversed(moved))
    data = {"seat": by, "moved": moved, "names": pushed, "from": block, "to": to,
            "heading": heading}  # fmt: skip
    log.add(state, "PA-33", "shoves", "The block pushes {names}.", data)
    return state, to


def _stop(state: State, ledger: Ledger, by: str, start: str, block: str, ahead: str) -> State:
    """Let a block rest: on a black counter (PA-30), or in a hole, which it seals (PA-31)."""
    cells, clause, beside = state.cells, "PA-31", state.beside
    if block == start:
        kind, text = "stays", "The block stays on {square}: it has no room to move."
    elif cells[block] == "white" and ledger.rules.seal_holes:
        cells = cells.put(block, "black")
        kind, text = "seals", "The block falls into the hole at {square} and seals it."
    elif cells[block] == "white":
        cells, beside = cells.drop(block), beside + 1
        kind, text = "falls through", "The block falls through the hole at {square}."
    elif ledger.rules.stop_on_floor == "replace":
        cells, beside, clause, kind = cells.put(block, "white"), beside + 1, "PA-30", "stops"
        text = "The block stops on {square} and takes the place of the black counter there."
    else:
        clause, kind = "PA-30", "stops"
        text = "The block stops on {square}, on the black counter there."
    state = state._replace(cells=cells, beside=beside)
    data = {"seat": by, "square": block, "ahead": ahead, "heading": ""}
    ledger.log.add(state, clause, kind, text, data)
    return state


def _leave(state: State, by: str, block: str, log: MoveLog) -> State:
    """Take a block off the board (PA-30, PA-32)."""
    state = state._replace(cells=_without_block(state.cells, block), beside=state.beside + 1)
    text = "The block leaves the board at {square}."
    log.add(state, "PA-30", "leaves", text, {"seat": by, "square": block})
    return state


def _shifted(cells: Cells, start: str, end: str) -> Cells:
    """Return the cells with the block of ``start`` on ``end``, a counter or a hole (PA-30)."""
    cells = _without_block(cells, start)
    return cells.put(end, "stacked" if end in cells else "white")


def _without_block(cells: Cells, square: str) -> Cells:
    """Return the cells without a block: its floor goes with it, or the counter stays (PA-30)."""
    return cells.put(square, "black") if cells[square] == "stacked" else cells.drop(square)


def _note_foilers(before: State, after: State, by: str) -> State:
    """Note on jumpers in the air that ``by`` took their landing cell, or gave it back (PA-41)."""
    for seat, player in after.players.items():
        if not after.airborne(seat) or player.ahead is None:
            continue
        was, now = before.cells.get(player.ahead), after.cells.get(player.ahead)
        if now == "black" and player.foiled_by:
            after = after.put(seat, player._replace(foiled_by=()))
        elif was == "black" != now:
            after = after.put(seat, player._replace(foiled_by=(by,)))
    return after


# --- Harm ----------------------------------------------------------------------------------------


def _take_off(
    state: State, ledger: Ledger, harm: Harm, clause: str, text: str, reason: str = ""
) -> State:
    """Take a player off the board, who keeps only the points, and note the harm."""
    seat, kind = harm.seat, "pushed off" if harm.kind == "off" else "falls"
    ledger.harms.append(harm)
    state = state.put(seat, Player(points=state.players[seat].points, out=state.turn))
    data = {"seat": seat, "square": harm.square, "by": list(harm.by)}
    ledger.log.add(state, clause, kind, text, data | ({"reason": reason} if reason else {}))
    return state


def _fall(
    state: State, ledger: Ledger, seat: str, why: str, by: tuple[str, ...], clause: str
) -> State:
    """Let a jumper fall who can't land (PA-24) or didn't write forward (PA-13)."""
    square = state.players[seat].square or ""
    ledger.note_failure(seat, clause, why, square)
    harm = Harm(seat, "fell", square, tuple(other for other in by if other != seat), False)
    text = "{Seat} falls down the hole at {square}: {reason}."
    return _take_off(state, ledger, harm, clause, text, why)


def _push_off(state: State, ledger: Ledger, seat: str, by: str) -> State:
    """Push a player off the board who meets nothing (PA-35)."""
    harm = Harm(seat, "off", state.players[seat].square or "", (by,), True)
    text = "{Seat} is pushed off the board at {square}."
    return _take_off(state, ledger, harm, "PA-35", text)


def _stun_first(
    before: State, state: State, ledger: Ledger, carried: list[str], by: str, against: str
) -> State:
    """Stun the player in front (PA-34); over a hole it falls, and so do others (PA-33).

    A jumper behind it who is where it was ``before`` stays in the air.
    """
    seat = carried[-1]
    player = state.players[seat]
    ledger.harms.append(Harm(seat, "stunned", player.square or "", (by,), True))
    state = state.put(seat, player._replace(stunned=ledger.rules.stun_turns, then=""))
    data = {"seat": seat, "square": player.square or "", "against": against, "by": [by]}
    text = "{Seat} is pushed against {against} and stunned on {square}."
    ledger.log.add(state, "PA-34", "stunned", text, data)
    for each in reversed(carried):
        moved = state.players[each].square != before.players[each].square
        if state.airborne(each) and (moved or each == seat):
            clause = "PA-34" if each == seat else "PA-33"
            harm = Harm(each, "fell", state.players[each].square or "", (by,), True)
            text = "{Seat} falls through the hole at {square}."
            state = _take_off(state, ledger, harm, clause, text)
    return state


# --- Points --------------------------------------------------------------------------------------


def add_points(state: State, seat: str, points: int) -> State:
    """Return the state with points added to a player's; they may go below zero (PA-43)."""
    player = state.players[seat]
    return state.put(seat, player._replace(points=player.points + points))


def score_turn(state: State, ledger: Ledger) -> State:
    """Score harm, causing it, and being on the board; then the stunned recover."""
    state = _score_losses(state, ledger)
    state = _score_gains(state, ledger)
    state = _score_survivors(state, ledger)
    state = _recover(state, ledger)
    for seat, player in state.players.items():
        if player.then and ledger.rules.spoilt_jump == "void" and not state.airborne(seat):
            state = state.put(seat, player._replace(then="", foiled_by=()))
    return state


def _score_losses(state: State, ledger: Ledger) -> State:
    """Take points for being stunned, falling and being pushed off (PA-40)."""
    rules = ledger.rules
    costs = {"stunned": rules.stun_points, "fell": rules.fall_points, "off": rules.off_points}
    for seat in state.players:
        harms = [harm for harm in ledger.harms if harm.seat == seat]
        points = sum(costs[harm.kind] for harm in harms)
        if points:
            state = add_points(state, seat, -points)
            data = _points_data(state, seat, -points, _harms_text(harms, "were"), [])
            text = "{Seat} loses {points}: they {reason}."
            ledger.log.add(state, "PA-40", "points lost", text, data)
    return state


def _score_gains(state: State, ledger: Ledger) -> State:
    """Give points for causing harm to other players (PA-41)."""
    rules = ledger.rules
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
                reason = f"{names(seat)} {_harms_text(harms, 'was')}"
                data = _points_data(state, by, points, reason, [seat])
                text = "{Seat} gains {points}: {reason}."
                ledger.log.add(state, "PA-41", "points gained", text, data)
    return state


def _harms_text(harms: list[Harm], be: str) -> str:
    """Return harms in words after a name ("was") or a pronoun ("were")."""
    texts = {"stunned": f"{be} stunned", "fell": "fell down a hole",
             "off": f"{be} pushed off the board"}  # fmt: skip
    times = Counter(texts[harm.kind] for harm in harms)
    return join_list(
        f"{text} {TIMES.get(count, f'{count} times')}".rstrip() for text, count in times.items()
    )


def _points_data(
    state: State, seat: str, change: int, reason: str, others: list[str]
) -> dict[str, Any]:
    return {"seat": seat, "points": count_noun(abs(change), "point"), "change": change,
            "reason": reason, "total": state.players[seat].points, "others": others}  # fmt: skip


def _score_survivors(state: State, ledger: Ledger) -> State:
    """Give points to everyone on the board who isn't stunned (PA-42)."""
    points = ledger.rules.survive_points
    stunned = {harm.seat for harm in ledger.harms if harm.kind == "stunned"}
    if not ledger.rules.lost_turn_scores:
        stunned.update(ledger.lost)
    seats = [seat for seat, each in state.players.items() if each.square and seat not in stunned]
    return give_survivors(state, seats, points, ledger.log)


def give_survivors(state: State, seats: list[str], points: int, log: MoveLog) -> State:
    """Give points to players for being on the board at the end of the turn (PA-42)."""
    if not seats or not points:
        return state
    for seat in seats:
        state = add_points(state, seat, points)
    many = len(seats) > 1
    data = {"seats": seats, "names": names(*seats), "each": " each" if many else "",
            "points": count_noun(points, "point"), "change": points,
            "verb": "are" if many else "is", "gain": "gain" if many else "gains"}  # fmt: skip
    text = "{names} {verb} on the board at the end of the turn and {gain} {points}{each}."
    log.add(state, "PA-42", "points survived", text, data)
    return state


def _recover(state: State, ledger: Ledger) -> State:
    """End the lost turn of stunned players (PA-34), unless they were stunned only now."""
    now = {harm.seat for harm in ledger.harms}
    for seat in ledger.lost:
        player = state.players[seat]
        if seat in now:
            continue
        state = state.put(seat, player._replace(stunned=player.stunned - 1))
        if player.stunned == 1:
            data = {"seat": seat, "square": player.square}
            text = "{Seat} on {square} is no longer stunned."
            ledger.log.add(state, "PA-34", "recovers", text, data)
    return state


# --- The whole turn ------------------------------------------------------------------------------


BY_KIND: Mapping[str, Callable[[State, Ledger], State]] = {
    "turns": turn_players, "moves": move_players, "jumps": make_jumps, "lifts": lift_counters,
    "pushes": push_blocks,
}  # fmt: skip


def reveal(state: State) -> State:
    """Return the state with every order open, those written with a jump too (PA-13, PA-20)."""
    orders = {}
    for seat, player in state.players.items():
        if player.then and player.square:
            orders[seat] = Order(seat, player.then)
            state = state.put(seat, player._replace(then=""))
        elif seat in state.orders:
            orders[seat] = state.orders[seat]
    return state._replace(phase="dice", orders=FrozenDict(orders))


def resolve(rules: PacoRules, state: State, faces: Mapping[str, str], log: MoveLog) -> State:
    """Carry out the orders by their priority (PA-20), and give points (PA-40 to PA-42)."""
    state = state._replace(dice=FrozenDict(faces))
    ledger = Ledger(rules, state, faces, log)
    for phase in rules.phases:
        state = BY_KIND[phase](state, ledger)
    resolution = ledger.resolution(state)
    ordered = [each for each in resolution.results if each.order]
    data = {"done": [each.seat for each in ordered if each.done],
            "failed": [each.seat for each in ordered if not each.done]}  # fmt: skip
    text = "Results of the orders: {why}"
    log.add(state, "PA-20", "resolution", text, data, resolution)
    return score_turn(state, ledger)


# --- After the turn ------------------------------------------------------------------------------


def ask_returns(rules: PacoRules, state: State) -> State:
    """Return the state in which those who left in an earlier turn may come back (PA-43).

    They decide in the order of the pushes. Without any, the phase stays as it is.
    """
    if not rules.respawn:
        return state
    off = tuple(
        seat
        for seat in push_order(rules, state)
        if state.players[seat].square is None and state.players[seat].out < state.turn
    )
    return state._replace(phase="return" if off else state.phase, returning=off)


def next_turn(state: State) -> State:
    """Return the state at the start of the next turn."""
    return State("orders", state.turn + 1, state.cells, state.players, beside=state.beside)


def is_over(rules: PacoRules, state: State) -> bool:
    """Return whether this is the end of the last turn (PA-44)."""
    return nobody_left(rules, state) or state.turn >= rules.turn_limit


def nobody_left(rules: PacoRules, state: State) -> bool:
    """Return whether no legal order is left, now or later (PA-44).

    A player on the board can always turn, so an order is left as long as one is there. Nobody comes
    back where that isn't allowed, or where everybody stayed off who could have tried in this turn.
    """
    players = state.players.values()
    if any(player.square for player in players):
        return False
    return not rules.respawn or all(player.out < state.turn for player in players)
