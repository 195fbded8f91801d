"""P.A.C.O., the game: who acts, the legal moves, their effects, and the refusals.

A turn: all write an order in secret, the orders are revealed and carried out together
(``resolution``), points are given, and players off the board may try to come back.

    orders -> [dice] -> carried out -> points -> [return, landing, headings ...] -> orders
    orders -> stop -> orders, or over                        any -> over
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from piecepack_nb.core.actors import Actor, Chance, Die, Roll, Rolls, Seat, Simultaneous
from piecepack_nb.core.errors import invalid
from piecepack_nb.core.forms import Form
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import Game, RandomChoice
from piecepack_nb.core.owner import register_position
from piecepack_nb.core.steps import Refusal, Result, Sentence, Step, must_wait
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.paco import notation, setup
from piecepack_nb.games.paco.events import EVENT_KINDS, EventKind, MoveLog
from piecepack_nb.games.paco.orders import order_refusal, writable_orders, writers, writing_refusal
from piecepack_nb.games.paco.payoffs import payoff_cells, payoffs
from piecepack_nb.games.paco.resolution import (
    add_points,
    ask_returns,
    contenders,
    give_survivors,
    is_over,
    next_turn,
    nobody_left,
    resolve,
    reveal,
)
from piecepack_nb.games.paco.rules import PacoRules
from piecepack_nb.games.paco.sentences import sentences
from piecepack_nb.games.paco.squares import HEADINGS, inner
from piecepack_nb.games.paco.state import (
    BLOCKS,
    HIDDEN,
    KINDS,
    SEATS,
    Face,
    Move,
    Order,
    Return,
    State,
    Stop,
    names,
)


class Paco(Game[PacoRules, State, Move]):
    """Push Avoid Combat Oppose, by Mike Reddy: two to six players write their orders in secret."""

    name = "paco"
    title = "P.A.C.O."
    rules_class = PacoRules
    rulebook_path = Path(__file__).with_name("rulebook.toml")
    event_kinds = EVENT_KINDS
    secret = True
    playout_moves = 4

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats by name (PA-3)."""
        return SEATS[: self.rules.players]

    @property
    def move_words(self) -> tuple[str, ...]:
        """The seats, the orders, the answers and the headings."""
        answers = "agrees to stop plays on returns stays off faces"
        return (*self.seats, *KINDS, "then", answers, *HEADINGS)

    def initial_state(self) -> State:
        """Return the counters laid out, nothing rolled yet (PA-1)."""
        return setup.initial_state(self.rules)

    def observation(self, state: State, seat: str) -> State:
        """Return the state as a seat may know it: who has written an order, not which (PA-20).

        The seat "" knows what everybody knows. Raises BadInput for a seat that doesn't play.
        """
        if seat and seat not in self.seats:
            raise invalid("the seat", seat, ", ".join(self.seats))
        if state.phase not in ("orders", "stop"):
            return state
        known = ((s, o if s == seat else Order(s, HIDDEN)) for s, o in state.orders.items())
        return state._replace(orders=FrozenDict(known))

    def determinize(self, state: State, seat: str, pick: RandomChoice) -> State:
        """Return an observation as a state to go on from: the hidden orders are still to write."""
        written = ((s, order) for s, order in state.orders.items() if order.kind != HIDDEN)
        return state._replace(orders=FrozenDict(written))

    # --- Who acts ----------------------------------------------------------------------------

    def to_act(self, state: State) -> Actor | None:
        """Return chance for set-up, contests and landings; all writers at once; else a seat."""
        match state.phase:
            case "over":
                return None
            case "setup":
                return setup.next_roll(self.rules, state)
            case "orders":
                return Simultaneous("orders", writers(state), "PA-20")
            case "dice":
                dice = tuple(Die(seat, setup.NUMBERS) for seat in contenders(self.rules, state))
                return Chance("contest", state.turn, dice, "PA-23")
            case "landing":
                purpose = f"return {state.returning_seat}"
                return Chance(purpose, state.turn, setup.cell_dice(self.rules), "PA-43")
        return Seat(state.deciding)

    def moves(self, state: State) -> Collection[Move]:
        """Return the legal moves of every seat that may act."""
        actor = self.to_act(state)
        if actor is None:
            return ()
        if isinstance(actor, Chance):
            return Rolls(actor)
        if isinstance(actor, Simultaneous):
            return [move for seat in actor.seats for move in self._writable(state, seat)]
        seat = actor.seats[0]
        match state.phase:
            case "stop":
                return [Stop(seat), Stop(seat, False)]
            case "return":
                return [Return(seat), Return(seat, False)]
        return [Face(seat, heading) for heading in HEADINGS]

    def moves_for(self, state: State, seat: str) -> Collection[Move]:
        """Return the legal moves of one seat: its own orders, while all write theirs (PA-20)."""
        if state.phase != "orders":
            return super().moves_for(state, seat)
        return self._writable(state, seat) if seat in writers(state) else ()

    def _writable(self, state: State, seat: str) -> list[Move]:
        asks = [Stop(seat)] if self.rules.agreement and not state.declined else []
        return [*writable_orders(self.rules, state, seat), *asks]

    # --- Refusals ----------------------------------------------------------------------------

    def refusal(self, state: State, move: Move) -> Refusal | None:
        """Return why a move may not be made, by the first clause that it breaks; or None."""
        if result := self.result(state):
            return result.refusal
        if isinstance(move, Return) and (square := self._square(state, move.seat)):
            text = f"{names(move.seat)} is on the board, on {square}: only players off it may "
            return Refusal("PA-43", text + "come back", (square,))
        actor = self.to_act(state)
        if isinstance(actor, Chance) and isinstance(move, Roll):
            return move.refusal(actor)
        match state.phase, move:
            case "orders", Order():
                return order_refusal(self.rules, state, move)
            case "orders", Stop(agrees=True):
                return self._asking_refusal(state, move)
            case ("stop", Stop(seat=seat)) | ("return", Return(seat=seat)) if (
                seat == state.deciding
            ):
                return None
            case "headings", Face(seat=seat, heading=to) if seat == state.deciding:
                if to in HEADINGS:
                    return None
        return must_wait(move, Move, self.next_action(state))

    @staticmethod
    def _square(state: State, seat: object) -> str | None:
        """Return the square of a seat; None off the board, and for what is no seat."""
        player = state.players.get(seat) if isinstance(seat, str) else None
        return player.square if player else None

    def _asking_refusal(self, state: State, move: Stop) -> Refusal | None:
        """Let only a writer ask whether all would stop, and one seat a turn (PA-44)."""
        if not self.rules.agreement:
            return Refusal("PA-44", "under these rules the players can't agree to stop")
        if state.declined:
            text = f"{names(state.declined)} plays on, so nobody may ask again before the next turn"
            return Refusal("PA-44", text)
        refusal = writing_refusal(self.rules, state, move.seat, "PA-44")
        if refusal is None or refusal.clause == "PA-44":
            return refusal
        return Refusal("PA-44", f"only players who must write may ask: {refusal.text}")

    def next_action(self, state: State) -> Refusal:
        """Return what must be done now, and by which clause."""
        match self.to_act(state):
            case Chance(purpose, clause=clause, dice=dice):
                shown, what = join_list(die.name for die in dice), setup.roll_purpose(purpose)
                return Refusal(clause, f"the dice of {shown} must be rolled first, {what}")
            case Simultaneous(seats=seats):
                return Refusal("PA-20", f"{names(*seats)} must write an order")
        name = names(state.deciding)
        match state.phase:
            case "stop":
                return Refusal("PA-44", f"{name} must say whether they agree to stop")
            case "return":
                return Refusal("PA-43", f"{name} must say whether they try to come back")
        return Refusal("PA-3", f"{name} must choose a heading: N, E, S or W")

    # --- Effects -----------------------------------------------------------------------------

    def apply_move(self, state: State, move: Move, log: MoveLog) -> State:
        """Make a legal move; add its events to the log."""
        match move:
            case Order():
                return self._write(state, move, log)
            case Stop():
                return self._answer_stop(state, move, log)
            case Return():
                return self._decide_return(state, move, log)
            case Face():
                return self._face(state, move, log)
        match state.phase:
            case "setup":
                return setup.apply_roll(self.rules, state, move.faces, log)
            case "dice":
                return self._carry_out(state, move.faces, log)
        return self._land(state, move.faces, log)

    def _face(self, state: State, move: Face, log: MoveLog) -> State:
        """Let a player choose a heading; after the last one the game goes on (PA-3)."""
        state = state.put(move.seat, state.players[move.seat]._replace(heading=move.heading))
        if not state.without_heading:
            phase = "orders" if state.turn == 0 else "return"
            state = state._replace(phase=phase, turn=state.turn or 1)
        data = {"seat": move.seat, "heading": move.heading}
        log.add(state, "PA-3", "faces", "{Seat} faces {heading}.", data)
        return self._after_return(state, log)

    # --- Orders: PA-20 -----------------------------------------------------------------------

    def _write(self, state: State, order: Order, log: MoveLog) -> State:
        """Note a seat's order; nobody sees it before all are in (PA-20)."""
        orders = {**state.orders, order.seat: order}
        # In seat order, so that the order in which they were written leaves no trace.
        seats = (seat for seat in state.players if seat in orders)
        state = state._replace(orders=FrozenDict((seat, orders[seat]) for seat in seats))
        data = {"seat": order.seat}
        log.add(state, "PA-20", "order written", "{Seat} has written an order.", data)
        return state if writers(state) else self._reveal(state, log)

    def _reveal(self, state: State, log: MoveLog) -> State:
        """Show all orders, those written with a jump too (PA-13); contests need dice (PA-23)."""
        state = reveal(state)
        orders = state.orders
        each = [f"{names(seat)} {order.words}" for seat, order in orders.items()]
        shown = join_list(each) if each else "nobody has one"
        data = {"orders": {seat: order.words for seat, order in orders.items()}, "names": shown}
        log.add(state, "PA-20", "orders shown", "All orders are shown: {names}.", data)
        if contenders(self.rules, state):
            return state
        return self._carry_out(state, {}, log)

    def _carry_out(self, state: State, faces: Mapping[str, str], log: MoveLog) -> State:
        """Carry out the orders, then ask for returns (PA-43), or begin the next turn."""
        state = resolve(self.rules, state, faces, log)
        state = ask_returns(self.rules, state)
        return state if state.returning else self._begin_turn(state, log)

    def _begin_turn(self, state: State, log: MoveLog) -> State:
        """Begin the next turn, or end the game (PA-44)."""
        if is_over(self.rules, state):
            return state._replace(phase="over", orders=FrozenDict())
        state = next_turn(state)
        return state if writers(state) else self._reveal(state, log)

    # --- Coming back: PA-43 ------------------------------------------------------------------

    def _decide_return(self, state: State, move: Return, log: MoveLog) -> State:
        """Let the next seat try to come back, or stay off this time (PA-43)."""
        data = {"seat": move.seat}
        if move.returns:
            state = state._replace(phase="landing")
            log.add(state, "PA-43", "tries to return", "{Seat} tries to come back.", data)
            return state
        state = state._replace(returning=state.returning[1:])
        log.add(state, "PA-43", "stays off", "{Seat} stays off the board.", data)
        return self._after_return(state, log)

    def _land(self, state: State, faces: Mapping[str, str], log: MoveLog) -> State:
        """Try to come back: taken or white costs nothing, a hole does, black succeeds (PA-43)."""
        rules, seat = self.rules, state.returning_seat
        square = inner(int(faces["column"]), int(faces["row"]))
        player = state.players[seat]._replace(out=state.turn)
        state = state.put(seat, player)._replace(phase="return", returning=state.returning[1:])
        occupant, cell = state.on(square), state.cells.get(square)
        data: dict[str, Any] = {
            "seat": seat, "square": square, "row": faces["row"], "column": faces["column"]
        }  # fmt: skip
        kind: EventKind = "return fails"
        if occupant or cell in BLOCKS:
            reason = f"where {names(occupant)} is" if occupant else "a white block"
            data |= {"reason": reason, "change": 0}
            text = "{Seat} rolls {square}, {reason}: they don't come back, at no cost."
        elif cell is None:
            state = add_points(state, seat, -rules.hole_points)
            cost = f" and lose {count_noun(rules.hole_points, 'point')}"
            data |= {"reason": "a hole", "change": -rules.hole_points,
                     "cost": cost if rules.hole_points else ", at no cost"}  # fmt: skip
            text = "{Seat} rolls {square}, a hole: they don't come back{cost}."
        else:
            heading = faces.get("heading", "")
            state = state.put(seat, player._replace(square=square, heading=heading, out=0))
            state = add_points(state, seat, -rules.return_points)
            state = state if heading else state._replace(phase="headings")
            cost = f" and pays {count_noun(rules.return_points, 'point')}"
            data |= {"heading": heading, "change": -rules.return_points, "to": square,
                     "cost": cost if rules.return_points else ", at no cost"}  # fmt: skip
            kind, text = "returns", "{Seat} comes back on {square}{cost}."
        log.add(state, "PA-43", kind, text, data)
        if kind == "returns" and rules.return_scores:
            state = give_survivors(state, [seat], rules.survive_points, log)
        return self._after_return(state, log)

    def _after_return(self, state: State, log: MoveLog) -> State:
        """Go on to the next seat that may come back, or to the next turn."""
        if state.phase != "return" or state.returning:
            return state
        return self._begin_turn(state, log)

    # --- The end: PA-44 ----------------------------------------------------------------------

    def _answer_stop(self, state: State, move: Stop, log: MoveLog) -> State:
        """Let a seat agree to stop, or play on; when all have agreed, the game is over (PA-44)."""
        seat, data = move.seat, {"seat": move.seat}
        if not move.agrees:
            state = state._replace(phase="orders", answers=(), declined=seat)
            text = "{Seat} plays on, so the game goes on."
            log.add(state, "PA-44", "plays on", text, data)
            return state
        asks = not state.answers
        state = state._replace(phase="stop", answers=(*state.answers, seat))
        if len(state.answers) == len(state.players):
            state = state._replace(phase="over", orders=FrozenDict())
        text = (
            "{Seat} agrees to stop, and asks whether all do." if asks else "{Seat} agrees to stop."
        )
        log.add(state, "PA-44", "agrees to stop", text, data)
        return state

    def result(self, state: State) -> Result | None:
        """Return who has the most points; equal points share the win (PA-44)."""
        if state.phase != "over":
            return None
        scores = FrozenDict((seat, player.points) for seat, player in state.players.items())
        best = max(scores.values())
        winners = tuple(seat for seat, points in scores.items() if points == best)
        won = "wins" if len(winners) == 1 else "share the win"
        text = f"{self._end_reason(state)}: {names(*winners)} {won} with "
        return Result(winners, "PA-44", f"{text}{count_noun(best, 'point')}.", scores)

    def _end_reason(self, state: State) -> str:
        if len(state.answers) == len(state.players):
            return "All agreed to stop"
        if nobody_left(self.rules, state):
            return "No order is left"
        return f"Turn {state.turn} was the last"

    # --- Analysis and notation ---------------------------------------------------------------

    payoffs = payoffs
    payoff_cells = payoff_cells

    def sentences(self, before: State, steps: Sequence[Step]) -> Sequence[Sentence]:
        """Return the sentences of a finished move."""
        return sentences(steps)

    def _parse_move(self, state: State, text: str) -> Move:
        """Return a move from its text, such as "suns forward" or "roll 3 5 N"."""
        return notation.parse_move(state, text, self.due_dice(state))

    @cached_property
    def form(self) -> Form[State]:
        """The form of states as JSON."""
        return notation.position_form(self.rules)

    def position(self, written: object) -> State:
        """Return the state that a person wrote, at the start of a turn.

        Lines, a line for a player: "suns c3 N, 2 points", "moons d5 W, stunned", "crowns off,
        out 2"; then, where they matter, "turn 4", "beside 1", and the board as ``print(state)``
        draws it (ranks 8 to 1: # white, . black, _ a hole, % white on black). Or a mapping of the
        same: ``{"suns": "c3 N", "board": {"d4": "white", "e4": "hole"}}``; or "figure N E S W"; or
        the JSON of ``to_json``. Raises BadInput naming the entry that is wrong.
        """
        return register_position(self, notation.parse_position(self.rules, self.form, written))
