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
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.lattice import HEADING_NAMES
from piecepack_nb.core.steps import Event, Reason
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.paco.events import EventKind, MoveLog
from piecepack_nb.games.paco.orders import CELL_NAMES, OrderResult, Resolution
from piecepack_nb.games.paco.rules import PacoRules
from piecepack_nb.games.paco.squares import AHEAD, turned
from piecepack_nb.games.paco.state import BLOCKS, Order, Player, State, names

Cells = FrozenDict[str, str]
Claims = Mapping[str, list[str]]
"""For each cell, the seats that claim it, in seat order."""
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


class Resolver:
    """The orders of a turn as they are carried out: the state so far, the log, and notes.

    Its methods change ``state``; each adds its events to the log as they happen.
    """

    def __init__(
        self, rules: PacoRules, state: State, faces: Mapping[str, str], log: MoveLog
    ) -> None:
        self.rules = rules
        self.state = state
        self.log = log
        self.orders = state.orders
        self.dice = {seat: int(face) for seat, face in faces.items()}
        self.entering = {seat: state.players[seat].ahead for seat in self._seats("forward", "jump")}
        self.lost = tuple(seat for seat, player in state.players.items() if player.stunned)
        """The seats that lose this turn by a stun of an earlier one (PA-34)."""
        self.lifted: dict[str, list[str]] = {}
        """The seats that lifted the block on each square in this turn."""
        self.harms: list[Harm] = []
        self.results: dict[str, OrderResult] = {}

    def carry_out(self) -> None:
        """Carry out the orders by their priority (PA-20), and give points (PA-40 to PA-42)."""
        for phase in self.rules.phases:
            BY_KIND[phase](self)
        pushed_first = [seat for seat in self.orders if seat not in self.results]
        for seat in pushed_first:  # in the air, before it could fall
            out = f"a block pushed {names(seat)} out of the air before their order was due"
            self._fail(seat, "PA-21", self._prevented(seat) or out)
        every = (self.results.get(seat) or self._no_order(seat) for seat in self.state.players)
        resolution = Resolution(self.state.turn, tuple(every))
        ordered = [each for each in resolution.results if each.order]
        data = {"done": [each.seat for each in ordered if each.done],
                "failed": [each.seat for each in ordered if not each.done]}  # fmt: skip
        self._add("PA-20", "resolution", "Results of the orders: {why}", data, resolution)
        self._score()

    def _no_order(self, seat: str) -> OrderResult:
        stunned = seat in self.lost
        clause, where = ("PA-34", "stunned") if stunned else ("PA-43", "off the board")
        return OrderResult(seat, "", False, clause, f"{names(seat)} is {where} and has no order")

    # --- Steps and notes ---------------------------------------------------------------------

    def _seats(self, *kinds: str) -> list[str]:
        """Return the seats that ordered one of these kinds, in seat order."""
        return [seat for seat, order in self.orders.items() if order.kind in kinds]

    def _change(self, seat: str, **changes: Any) -> None:
        """Change a player."""
        self.state = self.state.put(seat, self.state.players[seat]._replace(**changes))

    def _add(
        self,
        clause: str,
        kind: EventKind,
        text: str,
        data: Mapping[str, Any],
        why: Reason | None = None,
    ) -> None:
        """Add an event, with the state as it is now."""
        self.log.add(self.state, clause, kind, text, data, why)

    def _done(
        self, seat: str, clause: str, kind: EventKind, text: str, data: dict[str, Any]
    ) -> None:
        """Add the event of an order that is carried out, and note it."""
        data = {"seat": seat, **data}
        self._add(clause, kind, text, data)
        text = Event(clause, kind, text, data).text.rstrip(".")
        words = self.orders[seat].words
        squares = tuple(dict.fromkeys(data[name] for name in ("square", "to") if name in data))
        self.results[seat] = OrderResult(seat, words, True, clause, text, squares)

    def _fail(self, seat: str, clause: str, why: str, *squares: str) -> None:
        """Add the event that says why a seat's order failed, and note it (PA-21)."""
        self._note_failure(seat, clause, why, *squares)
        data = {"seat": seat, "order": self.orders[seat].words, "reason": why,
                "squares": list(squares)}  # fmt: skip
        self._add(clause, "order fails", "{Seat}'s order, {order}, fails: {reason}.", data)

    def _note_failure(self, seat: str, clause: str, why: str, *squares: str) -> None:
        """Note that a seat's order failed."""
        words = self.orders[seat].words
        text = f"{names(seat)}'s order, {words}, fails: {why}"
        self.results[seat] = OrderResult(seat, words, False, clause, text, squares)

    def _prevented(self, seat: str) -> str:
        """Return which harm keeps a seat from carrying out its order; "" if none (PA-21)."""
        for harm in self.harms:
            if harm.seat == seat:
                return {
                    "stunned": f"{names(seat)} was stunned on {harm.square}",
                    "fell": f"{names(seat)} fell down the hole at {harm.square}",
                    "off": f"{names(seat)} was pushed off the board",
                }[harm.kind] + " before their order was due"
        return ""

    def _ready(self, seats: Iterable[str]) -> Iterator[str]:
        """Yield those of the seats that no harm prevents; the orders of the others fail (PA-21)."""
        for seat in seats:
            if prevented := self._prevented(seat):
                self._fail(seat, "PA-21", prevented)
            else:
                yield seat

    # --- Turns -------------------------------------------------------------------------------

    def turn_players(self) -> None:
        """Make quarter turns to the left (PA-10) and to the right (PA-11)."""
        seats = [seat for seat in self._seats("left", "right") if seat not in self.results]
        # Who is in the air falls when moves are carried out (PA-13), or fell then.
        for seat in self._ready(seat for seat in seats if not self.state.airborne(seat)):
            player, side = self.state.players[seat], self.orders[seat].kind
            heading = turned(player.heading, side)
            data = {"side": side, "from": player.heading, "heading": heading,
                    "square": player.square}  # fmt: skip
            self._change(seat, heading=heading)
            clause = "PA-10" if side == "left" else "PA-11"
            text = "{Seat} turns {side} on {square}, from {from} to {heading}."
            self._done(seat, clause, "turns", text, data)

    # --- Moves -------------------------------------------------------------------------------

    def move_players(self) -> None:
        """Move players onto black counters (PA-12), landings among them (PA-24)."""
        self._drop_jumpers()
        able = [seat for seat in self._seats("forward") if not self._prevented(seat)]
        failures, claims = _claims(self.rules, self.state, able)
        going = self._winners(claims, failures)
        if self.rules.follow:
            going = _unblocked(self.state, going, failures)
        self._walk(going)
        for seat in self._ready(seat for seat in self._seats("forward") if seat not in going):
            clause, text, squares, by = failures[seat]
            if self.state.airborne(seat):
                self._fall(seat, text, by, "PA-24")
            else:
                self._fail(seat, clause, text, *squares)

    def _drop_jumpers(self) -> None:
        """Let everyone fall who is in the air and wrote anything but forward (PA-13)."""
        for seat in self._seats("left", "right", "lift", "push"):
            if self.state.airborne(seat) and not self._prevented(seat):
                words = self.orders[seat].words
                text = f"{names(seat)} is in the air and their order is {words}, not forward"
                self._fall(seat, text, (), "PA-13")

    def _winners(self, claims: Claims, failures: Failures) -> set[str]:
        """Return who enters a cell: its only claimant, or whose die is highest (PA-23, PA-24)."""
        going = set()
        for square, seats in claims.items():
            if len(seats) == 1:
                going.add(seats[0])
                continue
            shown = {seat: self.dice.get(seat, 0) for seat in seats}
            for seat, die in shown.items():
                against = list(_others(seats, seat))
                data = {"seat": seat, "die": die, "square": square, "against": against}
                clause = "PA-24" if self.state.airborne(seat) else "PA-23"
                self._add(clause, "die", "{Seat} rolls {die} for {square}.", data)
            best = [seat for seat in seats if shown[seat] == max(shown.values())]
            rolled = ", ".join(f"{names(seat)} {die}" for seat, die in shown.items())
            if self.rules.crowd_roll == "none" and len(seats) > 2:
                best, text = seats, f"{names(*seats)} all want {square}, and of three or more "
                text += "nobody moves"
            elif len(best) == 1:
                going.add(best[0])
                text = f"the dice show {rolled}: {names(*best)} goes to {square}"
            else:
                text = f"the dice show {rolled}: nobody goes to {square}"
            for seat in seats:
                if seat not in going:
                    failures[seat] = Failure("PA-23", text, (square,), _others(best, seat))
        return going

    def _walk(self, going: set[str]) -> None:
        """Move everyone who goes; a player who leaves a cell goes before one who follows."""
        waiting = [seat for seat in self._seats("forward") if seat in going]
        while waiting:
            state = self.state
            free = (s for s in waiting if state.on(state.players[s].ahead) not in waiting)
            seat = next(free, waiting[0])
            waiting.remove(seat)
            player, landing = state.players[seat], state.airborne(seat)
            self._change(seat, square=player.ahead, foiled_by=())
            data = {"from": player.square, "to": player.ahead, "heading": player.heading}
            if landing:
                text = "{Seat} lands on {to}, from over the hole at {from}."
                self._done(seat, "PA-13", "lands", text, data)
            else:
                self._done(seat, "PA-12", "moves", "{Seat} moves from {from} to {to}.", data)

    # --- Jumps -------------------------------------------------------------------------------

    def make_jumps(self) -> None:
        """Jump into the air over a hole (PA-13); two for one hole roll as for a cell (PA-23)."""
        able = [seat for seat in self._seats("jump") if not self._prevented(seat)]
        failures: Failures = {}
        claims = _hole_claims(self.state, able)
        for square in [square for square in claims if self.state.on(square)]:
            for seat in claims.pop(square):
                text = f"{names(self.state.on(square) or '')} is over {square}"
                failures[seat] = Failure("PA-22", text, (square,))
        going = self._winners(claims, failures)
        for seat in self._ready(self._seats("jump")):
            player, then = self.state.players[seat], self.orders[seat].then
            if seat in going:
                self._change(seat, square=player.ahead, then=then, foiled_by=())
                data = {"from": player.square, "to": player.ahead, "heading": player.heading,
                        "then": then}  # fmt: skip
                text = "{Seat} jumps from {from} into the air over the hole at {to}."
                self._done(seat, "PA-13", "jumps", text, data)
                continue
            no_hole = Failure("PA-21", f"there is no hole in front of {names(seat)}")
            clause, text, squares, _ = failures.get(seat, no_hole)
            if self.rules.spoilt_jump == "kept":
                self._change(seat, then=then)
            self._fail(seat, clause, text, *squares)

    # --- Lifts -------------------------------------------------------------------------------

    def lift_counters(self) -> None:
        """Turn black counters in front into white blocks (PA-14), but under no player (PA-25)."""
        before = self.state
        standing = [seat for seat in self._seats("lift") if seat not in self.results]  # none fell
        for seat in self._ready(standing):
            square = self.state.players[seat].ahead
            if square is None:
                self._fail(seat, "PA-21", "there is nothing in front but the edge of the board")
                continue
            if failure := self._lift_failure(before, square):
                self._fail(seat, *failure, square)
                continue
            lifters = self.lifted.setdefault(square, [])
            data = {"square": square, "with": list(lifters)}
            lifters.append(seat)
            if len(lifters) > 1:
                text = "{Seat} lifts the block on {square} as well: it is lifted once."
                self._done(seat, "PA-25", "lifts too", text, data)
                continue
            self.state = self.state._replace(cells=self.state.cells.put(square, "white"))
            text = "{Seat} lifts the counter on {square}: it is a white block now."
            self._done(seat, "PA-14", "lifts", text, data)
        for seat, player in self.state.players.items():  # its landing cell was lifted (PA-41)
            if self.state.airborne(seat) and player.ahead in self.lifted:
                self._change(seat, foiled_by=tuple(self.lifted[player.ahead]))

    def _lift_failure(self, before: State, square: str) -> tuple[str, str] | None:
        """Return why the counter on a square can't be lifted; None if it can (PA-14, PA-25)."""
        cell = before.cells.get(square)
        if cell != "black":
            return "PA-21", f"on {square} is {CELL_NAMES[cell]}, no black counter"
        if occupant := before.on(square):
            return "PA-25", f"{names(occupant)} is on {square}"
        ordered = [seat for seat, to in self.entering.items() if to == square]
        if not ordered:
            return None
        verb = "was" if len(ordered) == 1 else "were"
        return "PA-25", f"{names(*ordered)} {verb} ordered to {square}: the move takes precedence"

    # --- Pushes ------------------------------------------------------------------------------

    def push_blocks(self) -> None:
        """Push white blocks in front (PA-15): first what cancels out, then seat by seat."""
        pushing = [seat for seat in self._seats("push") if seat not in self.results]
        pushers = [seat for seat in push_order(self.rules, self.state) if seat in pushing]
        cancelled = self._cancelled_pushes(pushers)
        for seat in pushers:
            if seat in cancelled:
                self._fail(seat, "PA-26", *cancelled[seat])
        for seat in self._ready(seat for seat in pushers if seat not in cancelled):
            self._push(seat)

    def _cancelled_pushes(self, pushers: list[str]) -> dict[str, tuple[str, str]]:
        """Return the pushes that others push or hold against, with reason and block (PA-26)."""
        cancelled, players = {}, self.state.players
        blocks = {s: p.ahead for s, p in players.items() if s in pushers and p.ahead}
        for seat, square in blocks.items():
            if self._prevented(seat) or self.state.cells.get(square) not in BLOCKS:
                continue
            others = [other for other, at in blocks.items() if at == square and other != seat]
            holder = self._holder(square, players[seat].heading)
            if others:
                verb = "pushes" if len(others) == 1 else "push"
                text = f"{names(*others)} {verb} the block on {square} too: they cancel out"
                cancelled[seat] = text, square
            elif holder:
                text = f"{names(holder)} has just lifted the block on {square} and is behind it"
                cancelled[seat] = text, square
        return cancelled

    def _holder(self, square: str, heading: str) -> str:
        """Return who lifted the block in this turn and is behind it; "" for nobody (PA-26)."""
        behind, players = AHEAD[heading][square], self.state.players
        return next((s for s in self.lifted.get(square, ()) if players[s].square == behind), "")

    def _push(self, seat: str) -> None:
        """Make one push, until a block has left the board or stops (PA-30 to PA-35)."""
        before, player = self.state, self.state.players[seat]
        if (square := player.ahead) is None:
            self._fail(seat, "PA-21", f"{names(seat)} faces off the board")
            return
        cell = self.state.cells.get(square)
        if cell not in BLOCKS:
            why = f"in front, on {square}, is {CELL_NAMES[cell]}, no white block"
            self._fail(seat, "PA-21", why, square)
            return
        data = {"square": square, "heading": player.heading, "to": square,
                "side": HEADING_NAMES[player.heading]}  # fmt: skip
        text = "{Seat} pushes the block on {square} to the {side}."
        self._done(seat, "PA-15", "pushes", text, data)
        block: str | None = square
        while block:
            block = self._slide(seat, block, player.heading)
        self._note_foilers(before, seat)

    def _slide(self, by: str, block: str, heading: str) -> str | None:
        """Slide a block until it meets a block or leaves the board; return the block met (PA-30).

        Players in the way go in front of it (PA-33), off the board (PA-35) or are stunned (PA-34).
        """
        carried: list[str] = []
        before, start = self.state, block
        while True:
            front = self.state.players[carried[-1]].square if carried else block
            assert front is not None
            ahead = AHEAD[heading][front]
            if ahead is None:
                if not carried:
                    self._leave(by, block)
                    return None
                self._push_off(carried.pop(), by)
            elif self.state.cells.get(ahead) in BLOCKS:
                if carried:
                    self._stun_first(before, carried, by, f"the block on {ahead}")
                self._stop(by, start, block, ahead)
                return self._hand_on(by, ahead, heading, "PA-34" if carried else "PA-32")
            elif (met := self.state.on(ahead)) and carried and self.rules.in_a_row == "stops":
                self._stun_first(before, carried, by, f"{names(met)} on {ahead}")
                self._stop(by, start, block, "")
                return None
            elif met:
                carried.append(met)
            elif carried:
                block = self._shove(carried, by, block, heading)
            else:
                block = self._slide_freely(by, block, heading)

    def _hand_on(self, by: str, block: str, heading: str, clause: str) -> str | None:
        """Return a block that is met, which goes on (PA-32, PA-34), unless it is held (PA-26)."""
        data = {"square": block, "seat": by, "heading": heading}
        holder = self._holder(block, heading)
        if holder and self.rules.held == "met":
            text = "{Holder} has just lifted the block on {square} and holds it."
            self._add("PA-26", "held", text, {**data, "holder": holder})
            return None
        self._add(clause, "goes on", "The block on {square} goes on.", data)
        return block

    def _slide_freely(self, by: str, block: str, heading: str) -> str:
        """Slide a block with nothing in its way, and return where it is now (PA-30).

        Holes don't stop it (PA-31).
        """
        state, path = self.state, [block]
        while (to := AHEAD[heading][path[-1]]) and state.cells.get(to) not in BLOCKS:
            if state.on(to):
                break
            path.append(to)
        holes = [square for square in path[1:-1] if square not in state.cells]
        over = f", over the hole{'s' * (len(holes) > 1)} at {join_list(holes)}" if holes else ""
        self.state = state._replace(cells=_shifted(state.cells, block, path[-1]))
        data = {"seat": by, "from": block, "to": path[-1], "path": path, "holes": holes,
                "heading": heading, "over": over}  # fmt: skip
        self._add("PA-30", "slides", "The block slides from {from} to {to}{over}.", data)
        return path[-1]

    def _shove(self, carried: list[str], by: str, block: str, heading: str) -> str:
        """Move a block and the players in front of it on by one cell; return its cell (PA-33)."""
        moved: list[dict[str, str]] = []
        for seat in reversed(carried):
            here = self.state.players[seat].square or ""
            to = AHEAD[heading][here]
            moved.append({"seat": seat, "from": here, "to": to or ""})
            self._change(seat, square=to)
        to = AHEAD[heading][block]
        assert to is not None
        self.state = self.state._replace(cells=_shifted(self.state.cells, block, to))
        pushed = join_list(f"{names(each['seat'])} to {each['to']}" for each in reversed(moved))
        data = {"seat": by, "moved": moved, "names": pushed, "from": block, "to": to,
                "heading": heading}  # fmt: skip
        self._add("PA-33", "shoves", "The block pushes {names}.", data)
        return to

    def _stop(self, by: str, start: str, block: str, ahead: str) -> None:
        """Let a block rest: on a black counter (PA-30), or in a hole, which it seals (PA-31)."""
        cells, clause, beside = self.state.cells, "PA-31", self.state.beside
        kind: EventKind
        if block == start:
            kind, text = "stays", "The block stays on {square}: it has no room to move."
        elif cells[block] == "white" and self.rules.seal_holes:
            cells = cells.put(block, "black")
            kind, text = "seals", "The block falls into the hole at {square} and seals it."
        elif cells[block] == "white":
            cells, beside = cells.drop(block), beside + 1
            kind, text = "falls through", "The block falls through the hole at {square}."
        elif self.rules.stop_on_floor == "replace":
            cells, beside, clause, kind = cells.put(block, "white"), beside + 1, "PA-30", "stops"
            text = "The block stops on {square} and takes the place of the black counter there."
        else:
            clause, kind = "PA-30", "stops"
            text = "The block stops on {square}, on the black counter there."
        self.state = self.state._replace(cells=cells, beside=beside)
        data = {"seat": by, "square": block, "ahead": ahead, "heading": ""}
        self._add(clause, kind, text, data)

    def _leave(self, by: str, block: str) -> None:
        """Take a block off the board (PA-30, PA-32)."""
        cells = _without_block(self.state.cells, block)
        self.state = self.state._replace(cells=cells, beside=self.state.beside + 1)
        text = "The block leaves the board at {square}."
        self._add("PA-30", "leaves", text, {"seat": by, "square": block})

    def _note_foilers(self, before: State, by: str) -> None:
        """Note on jumpers that ``by`` took their landing cell, or gave it back (PA-41)."""
        for seat, player in self.state.players.items():
            if not self.state.airborne(seat) or player.ahead is None:
                continue
            was, now = before.cells.get(player.ahead), self.state.cells.get(player.ahead)
            if now == "black" and player.foiled_by:
                self._change(seat, foiled_by=())
            elif was == "black" != now:
                self._change(seat, foiled_by=(by,))

    # --- Harm --------------------------------------------------------------------------------

    def _take_off(self, harm: Harm, clause: str, text: str, **reason: str) -> None:
        """Take a player off the board, who keeps only the points, and note the harm."""
        seat = harm.seat
        kind: EventKind = "pushed off" if harm.kind == "off" else "falls"
        self.harms.append(harm)
        points = self.state.players[seat].points
        self.state = self.state.put(seat, Player(points=points, out=self.state.turn))
        data = {"seat": seat, "square": harm.square, "by": list(harm.by), **reason}
        self._add(clause, kind, text, data)

    def _fall(self, seat: str, why: str, by: tuple[str, ...], clause: str) -> None:
        """Let a jumper fall who can't land (PA-24) or didn't write forward (PA-13)."""
        square = self.state.players[seat].square or ""
        self._note_failure(seat, clause, why, square)
        harm = Harm(seat, "fell", square, tuple(other for other in by if other != seat), False)
        text = "{Seat} falls down the hole at {square}: {reason}."
        self._take_off(harm, clause, text, reason=why)

    def _push_off(self, seat: str, by: str) -> None:
        """Push a player off the board who meets nothing (PA-35)."""
        harm = Harm(seat, "off", self.state.players[seat].square or "", (by,), True)
        self._take_off(harm, "PA-35", "{Seat} is pushed off the board at {square}.")

    def _stun_first(self, before: State, carried: list[str], by: str, against: str) -> None:
        """Stun the player in front (PA-34); over a hole it falls, and so do others (PA-33).

        A jumper behind it who is where it was ``before`` stays in the air.
        """
        seat = carried[-1]
        square = self.state.players[seat].square or ""
        self.harms.append(Harm(seat, "stunned", square, (by,), True))
        self._change(seat, stunned=self.rules.stun_turns, then="")
        data = {"seat": seat, "square": square, "against": against, "by": [by]}
        text = "{Seat} is pushed against {against} and stunned on {square}."
        self._add("PA-34", "stunned", text, data)
        for each in reversed(carried):
            here = self.state.players[each].square
            if self.state.airborne(each) and (each == seat or here != before.players[each].square):
                clause = "PA-34" if each == seat else "PA-33"
                harm = Harm(each, "fell", here or "", (by,), True)
                self._take_off(harm, clause, "{Seat} falls through the hole at {square}.")

    # --- Points ------------------------------------------------------------------------------

    def _score(self) -> None:
        """Score harm, causing it, and being on the board; then the stunned recover."""
        self._score_losses()
        self._score_gains()
        self._score_survivors()
        self._recover()
        for seat, player in self.state.players.items():
            if player.then and self.rules.spoilt_jump == "void" and not self.state.airborne(seat):
                self._change(seat, then="", foiled_by=())

    def _give_points(
        self, seat: str, change: int, reason: str, others: list[str], clause: str
    ) -> None:
        """Give a player points, or take them, for a reason (PA-40, PA-41)."""
        self.state = add_points(self.state, seat, change)
        data = {"seat": seat, "points": count_noun(abs(change), "point"), "change": change,
                "reason": reason, "total": self.state.players[seat].points,
                "others": others}  # fmt: skip
        if change < 0:
            self._add(clause, "points lost", "{Seat} loses {points}: they {reason}.", data)
        else:
            self._add(clause, "points gained", "{Seat} gains {points}: {reason}.", data)

    def _score_losses(self) -> None:
        """Take points for being stunned, falling and being pushed off (PA-40)."""
        rules = self.rules
        costs = {"stunned": rules.stun_points, "fell": rules.fall_points, "off": rules.off_points}
        for seat in self.state.players:
            harms = [harm for harm in self.harms if harm.seat == seat]
            points = sum(costs[harm.kind] for harm in harms)
            if points:
                self._give_points(seat, -points, _harms_text(harms, "were"), [], "PA-40")

    def _score_gains(self) -> None:
        """Give points for causing harm to other players (PA-41)."""
        rules = self.rules
        counted = [harm for harm in self.harms if harm.pushed or rules.causes == "any"]
        for by in self.state.players:
            for seat in self.state.players:
                harms = [harm for harm in counted if harm.seat == seat != by and by in harm.by]
                if points := rules.cause_points * len(harms):
                    reason = f"{names(seat)} {_harms_text(harms, 'was')}"
                    self._give_points(by, points, reason, [seat], "PA-41")

    def _score_survivors(self) -> None:
        """Give points to everyone on the board who isn't stunned (PA-42)."""
        stunned = {harm.seat for harm in self.harms if harm.kind == "stunned"}
        if not self.rules.lost_turn_scores:
            stunned.update(self.lost)
        players = self.state.players.items()
        seats = [seat for seat, each in players if each.square and seat not in stunned]
        points = self.rules.survive_points
        self.state = give_survivors(self.state, seats, points, self.log)

    def _recover(self) -> None:
        """End the lost turn of stunned players (PA-34), unless they were stunned only now."""
        now = {harm.seat for harm in self.harms}
        for seat in self.lost:
            player = self.state.players[seat]
            if seat in now:
                continue
            self._change(seat, stunned=player.stunned - 1)
            if player.stunned == 1:
                data = {"seat": seat, "square": player.square}
                text = "{Seat} on {square} is no longer stunned."
                self._add("PA-34", "recovers", text, data)


BY_KIND: Mapping[str, Callable[[Resolver], None]] = {
    "turns": Resolver.turn_players, "moves": Resolver.move_players, "jumps": Resolver.make_jumps,
    "lifts": Resolver.lift_counters, "pushes": Resolver.push_blocks,
}  # fmt: skip


def resolve(rules: PacoRules, state: State, faces: Mapping[str, str], log: MoveLog) -> State:
    """Carry out the orders by these dice; return the state (PA-20, PA-40 to PA-42)."""
    resolver = Resolver(rules, state._replace(dice=FrozenDict(faces)), faces, log)
    resolver.carry_out()
    return resolver.state


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


# --- Claims and contests -------------------------------------------------------------------------


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
    """Return True if the occupant is ordered forward, and not onto the cell of ``seat`` (PA-22)."""
    return occupant in seats and state.players[occupant].ahead != state.players[seat].square


def contenders(rules: PacoRules, state: State) -> tuple[str, ...]:
    """Return the seats that roll a die in this turn, in seat order (PA-23, PA-24)."""
    forward = [seat for seat, order in state.orders.items() if order.kind == "forward"]
    cells = list(_claims(rules, state, forward)[1].values())
    cells += _hole_claims(state, [s for s, o in state.orders.items() if o.kind == "jump"]).values()
    rolling = {seat for claim in cells if len(claim) > 1 for seat in claim}
    return tuple(seat for seat in state.players if seat in rolling)


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


def _hole_claims(state: State, seats: list[str]) -> dict[str, list[str]]:
    """Return who may jump over the hole in front, by hole (PA-13)."""
    claims: dict[str, list[str]] = {}
    for seat in seats:
        ahead = state.players[seat].ahead
        if ahead and ahead not in state.cells:
            claims.setdefault(ahead, []).append(seat)
    return claims


# --- Blocks, harm and points ---------------------------------------------------------------------


def push_order(rules: PacoRules, state: State) -> list[str]:
    """Return the seats in the order of this turn's pushes and returns (PA-27).

    Seats are counted from 0; the one whose number is the turn modulo the players begins.
    """
    seats = list(state.players)
    first = state.turn % len(seats) if rules.push_order == "rotating" else 0
    return seats[first:] + seats[:first]


def _shifted(cells: Cells, start: str, end: str) -> Cells:
    """Return the cells with the block of ``start`` on ``end``, a counter or a hole (PA-30)."""
    cells = _without_block(cells, start)
    return cells.put(end, "stacked" if end in cells else "white")


def _without_block(cells: Cells, square: str) -> Cells:
    """Return the cells without a block: its floor goes with it, or the counter stays (PA-30)."""
    return cells.put(square, "black") if cells[square] == "stacked" else cells.drop(square)


def _harms_text(harms: list[Harm], be: str) -> str:
    """Return harms in words after a name ("was") or a pronoun ("were")."""
    texts = {"stunned": f"{be} stunned", "fell": "fell down a hole",
             "off": f"{be} pushed off the board"}  # fmt: skip
    times = Counter(texts[harm.kind] for harm in harms)
    return join_list(
        f"{text} {TIMES.get(count, f'{count} times')}".rstrip() for text, count in times.items()
    )


def add_points(state: State, seat: str, points: int) -> State:
    """Return the state with points added to a player's; they may go below zero (PA-43)."""
    player = state.players[seat]
    return state.put(seat, player._replace(points=player.points + points))


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
    """Return True if this is the end of the last turn (PA-44)."""
    return nobody_left(rules, state) or state.turn >= rules.turn_limit


def nobody_left(rules: PacoRules, state: State) -> bool:
    """Return True if no legal order is left, now or later (PA-44).

    A player on the board can always turn, so an order is left as long as one is there. Nobody comes
    back where that isn't allowed, or where everybody stayed off who could have tried in this turn.
    """
    players = state.players.values()
    if any(player.square for player in players):
        return False
    return not rules.respawn or all(player.out < state.turn for player in players)
