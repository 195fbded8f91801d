"""P.A.C.O.: who acts, what may be done, and what then happens.

A turn: all write an order in secret, the orders are shown and carried out together (``phases.turn``
has the way), points are given, and who is off the board may try to come back.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from piecepack_nb.core.actors import Actor, Chance, Die, Roll, Rolls, Seat, Simultaneous
from piecepack_nb.core.errors import brief_repr, invalid, shorten
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import Game
from piecepack_nb.core.match import Match
from piecepack_nb.core.steps import Refusal, Result
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.paco.notation import from_json, parse_move, parse_position, to_json
from piecepack_nb.games.paco.orders import order_refusal, writable_orders, writers, writing_refusal
from piecepack_nb.games.paco.payoffs import Payoffs, payoffs
from piecepack_nb.games.paco.resolution import (
    Steps,
    add_points,
    ask_returns,
    contenders,
    is_over,
    make_step,
    next_turn,
    nobody_left,
    resolve,
    reveal,
)
from piecepack_nb.games.paco.rules import PacoRules
from piecepack_nb.games.paco.setup import (
    NUMBERS,
    apply_setup_roll,
    cell_dice,
    initial_state,
    next_roll,
    roll_purpose,
)
from piecepack_nb.games.paco.squares import HEADINGS, inner
from piecepack_nb.games.paco.state import (
    BLOCKS,
    HIDDEN,
    SEATS,
    Face,
    Move,
    Order,
    Return,
    State,
    Stop,
)


class Paco(Game[PacoRules, State, Move]):
    """Push Avoid Combat Oppose, by Mike Reddy: two to six players write their orders in secret."""

    name = "paco"
    title = "P.A.C.O."
    rules_class = PacoRules
    rulebook_path = Path(__file__).with_name("rulebook.toml")

    @property
    def seats(self) -> tuple[str, ...]:
        """Who plays (PA-3)."""
        return SEATS[: self.rules.players]

    def initial_state(self) -> State:
        """The counters laid out, nothing rolled yet (PA-1)."""
        return initial_state(self.rules)

    def turn(self, state: State) -> int:
        """The number of the turn."""
        return state.turn

    def result(self, state: State) -> Result | None:
        """Who won (PA-44)."""
        return game_result(self.rules, state)

    def observation(self, state: State, seat: str) -> State:
        """The table as a seat may know it: who else has written an order, but not which (PA-20).

        Raises BadInput for a seat that doesn't play.
        """
        if seat not in self.seats:
            raise invalid("the seat", seat, ", ".join(self.seats))
        if state.phase not in ("orders", "stop"):
            return state
        known = ((s, o if s == seat else Order(s, HIDDEN)) for s, o in state.orders.items())
        return state._replace(orders=FrozenDict(known))

    # --- who acts, and what may be done ------------------------------------------------------

    def to_act(self, state: State) -> Actor | None:
        """Chance for set-up, contests and landings; all in secret for orders; else a seat."""
        match state.phase:
            case "over":
                return None
            case "setup":
                return next_roll(self.rules, state)
            case "orders":
                return Simultaneous("orders", writers(state), "PA-20")
            case "dice":
                return self._contest(state)
            case "landing":
                dice = cell_dice(self.rules)
                return Chance(f"return {state.returning_seat}", state.turn, dice, "PA-43")
        return Seat(self._deciding(state))

    def _deciding(self, state: State) -> str:
        """The one seat that decides something in the open."""
        if state.phase == "return":
            return state.returning_seat
        if state.phase == "stop":
            return next(seat for seat in state.players if seat not in state.answers)
        return next(
            s for s, player in state.players.items() if player.square and not player.heading
        )

    def _contest(self, state: State) -> Chance:
        """A die for each contender (PA-23, PA-24)."""
        seats = contenders(self.rules, state)
        return Chance("contest", state.turn, tuple(Die(seat, NUMBERS) for seat in seats), "PA-23")

    def moves(self, state: State) -> Collection[Move]:
        """What may be done now, by every seat that may do something."""
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

    def _writable(self, state: State, seat: str) -> list[Move]:
        asks = [Stop(seat)] if self.rules.agreement and not state.declined else []
        return [*writable_orders(self.rules, state, seat), *asks]

    def refusal(self, state: State, move: Move) -> Refusal | None:
        """Why a move may not be made, by the first clause that it breaks."""
        if state.phase == "over":
            why = self.result(state)
            assert why is not None
            return Refusal("PA-44", f"the game is over: {why.text.rstrip('.')}")
        if isinstance(move, Return) and (square := self._square(state, move.seat)):
            text = f"{move.seat} is on the board, on {square}: only who is off it may come back"
            return Refusal("PA-43", text, (square,))
        actor = self.to_act(state)
        if isinstance(actor, Chance):
            return move.refusal(actor) if isinstance(move, Roll) else self._due(state, move)
        match state.phase, move:
            case "orders", Order():
                return order_refusal(self.rules, state, move)
            case "orders", Stop(agrees=True):
                return self._asking(state, move)
            case ("stop", Stop()) | ("return", Return()):
                return self._not_now(state, move)
            case "headings", Face(heading=heading) if heading in HEADINGS:
                return self._not_now(state, move)
        return self._due(state, move)

    @staticmethod
    def _square(state: State, seat: object) -> str | None:
        """Where a seat stands; None off the board, and for what is no seat."""
        player = state.players.get(seat) if isinstance(seat, str) else None
        return player.square if player else None

    def _not_now(self, state: State, move: Any) -> Refusal | None:
        return None if move.seat == self._deciding(state) else self._due(state, move)

    def _asking(self, state: State, move: Stop) -> Refusal | None:
        """A seat that is to write may first ask whether all would stop, once a turn (PA-44)."""
        if not self.rules.agreement:
            return Refusal("PA-44", "in this game nobody may agree to stop")
        if state.declined:
            text = f"{state.declined} plays on, so nobody may ask again before the next turn"
            return Refusal("PA-44", text)
        if move.seat in state.players:
            said = writing_refusal(state, move.seat)
            return said and Refusal("PA-44", f"only who is to write an order may ask: {said.text}")
        text = f"there is no seat {brief_repr(move.seat)}; they are {join_list(state.players)}"
        return Refusal("PA-44", text)

    def _due(self, state: State, move: object) -> Refusal:
        """What has to be done first, said to a move that must wait."""
        clause, due = self.due(state)
        if not isinstance(move, Order | Stop | Return | Face | Roll):
            return Refusal(clause, f"{brief_repr(move)} is no move of this game: {due}")
        return Refusal(clause, f"{shorten(str(move))} must wait: {due}")

    def due(self, state: State) -> tuple[str, str]:
        """The clause and the sentence that say what is to be done now."""
        actor = self.to_act(state)
        match actor:
            case None:
                return "PA-44", "the game is over"
            case Chance(purpose, clause=clause):
                names = join_list(die.name for die in actor.dice)
                return clause, f"the dice of {names} are rolled first, {roll_purpose(purpose)}"
            case Simultaneous(seats=seats):
                return "PA-20", f"{join_list(seats)} {'is' if len(seats) == 1 else 'are'} to write"
        seat = self._deciding(state)
        match state.phase:
            case "stop":
                return "PA-44", f"{seat} is to say whether it agrees to stop"
            case "return":
                return "PA-43", f"{seat} is to say whether it tries to come back"
        return "PA-3", f"{seat} is to choose its heading, N, E, S or W"

    # --- what happens ------------------------------------------------------------------------

    def apply_move(self, state: State, move: Move) -> Steps:
        """The steps of a legal move."""
        match move:
            case Order():
                return write_order(self.rules, state, move)
            case Stop():
                return answer_stop(self.rules, state, move)
            case Return():
                return decide_return(self.rules, state, move)
            case Face():
                return self._faces(state, move)
        return self._rolled(state, move.faces)

    def _rolled(self, state: State, faces: Mapping[str, str]) -> Steps:
        """What the dice do in this phase."""
        if state.phase == "setup":
            return (yield from apply_setup_roll(self.rules, state, faces))
        if state.phase == "dice":
            return (yield from carry_out(self.rules, state, faces))
        state = yield from apply_return_roll(self.rules, state, faces)
        return (yield from after_return(self.rules, state))

    def _faces(self, state: State, move: Face) -> Steps:
        """A player chooses its heading (PA-3)."""
        state = state.put(move.seat, state.players[move.seat]._replace(heading=move.heading))
        data = {"seat": move.seat, "heading": move.heading}
        missing = any(p.square and not p.heading for p in state.players.values())
        if not missing:
            setting = state.turn == 0
            state = state._replace(phase="orders" if setting else "return", turn=state.turn or 1)
            yield make_step(state, "PA-3", "faces", "{seat} looks {heading}.", data)
            return state if setting else (yield from after_return(self.rules, state))
        yield make_step(state, "PA-3", "faces", "{seat} looks {heading}.", data)
        return state

    def payoffs(
        self,
        state: State | Match,
        seats: Sequence[str] | None = None,
        turns: int = 1,
        others: Mapping[str, str] | None = None,
    ) -> Payoffs:
        """What each order of one seat earns against each of another, exact over the dice.

        ``state`` is a table in phase "orders", or a match that stands there. ``seats`` are the two
        whose orders are compared; left out, they are the only two that are to write. ``others``
        gives the order of everybody else who is to write: ``{"crowns": "forward"}``. ``turns`` is
        how far to look, 1 to 3 turns; above 1 both must be alone on the board. The table prints,
        ``table["push", "left"]`` is one of its cells, ``table.solve()`` how both should mix.
        Raises BadInput for what doesn't fit.
        """
        return payoffs(self, state, seats, turns, others)

    # --- in writing --------------------------------------------------------------------------

    def _parse_move(self, state: State, text: str) -> Move:
        """A move from its text, such as "suns forward" or "roll 3 5 N"."""
        actor = self.to_act(state)
        return parse_move(state, text, actor.dice if isinstance(actor, Chance) else ())

    def to_json(self, state: State) -> dict[str, Any]:
        """The table as plain JSON values."""
        return to_json(state)

    def from_json(self, data: object) -> State:
        """The table that ``to_json`` gave; raises BadInput naming the entry that is wrong."""
        return from_json(self.rules, data)

    def position(self, written: object) -> State:
        """The table that a person wrote, at the start of a turn.

        Lines, a line for a player: "suns c3 N, 2 points", "moons d5 W, stunned", "crowns off,
        out 2"; then, where they matter, "turn 4", "beside 1", and the board as ``print(state)``
        draws it (ranks 8 to 1: # white, . black, _ a hole, % white on black). Or a mapping of the
        same: ``{"suns": "c3 N", "board": {"d4": "white", "e4": "hole"}}``; or "figure N E S W"; or
        what ``to_json`` gave. Raises BadInput naming the entry that is wrong.
        """
        return parse_position(self.rules, written)


def begin_turn(rules: PacoRules, state: State) -> Steps:
    """The next turn begins, or the game is over (PA-44)."""
    if is_over(rules, state):
        return state._replace(phase="over", orders=FrozenDict())
    state = next_turn(state)
    if writers(state):
        return state
    return (yield from show_orders(rules, state))


def write_order(rules: PacoRules, state: State, order: Order) -> Steps:
    """A seat has written its order; nobody sees it before all are in (PA-20)."""
    orders = {**state.orders, order.seat: order}
    # In seat order, so that the order in which they were written leaves no trace.
    seats = (seat for seat in state.players if seat in orders)
    state = state._replace(orders=FrozenDict((seat, orders[seat]) for seat in seats))
    data = {"seat": order.seat}
    yield make_step(state, "PA-20", "order written", "{seat} has written an order.", data)
    if writers(state):
        return state
    return (yield from show_orders(rules, state))


def show_orders(rules: PacoRules, state: State) -> Steps:
    """All orders are shown, those written with a jump too (PA-13); contests need dice (PA-23)."""
    state = reveal(state)
    orders = state.orders
    names = join_list(map(str, orders.values())) if orders else "nobody has one"
    data = {"orders": {seat: order.words for seat, order in orders.items()}, "names": names}
    yield make_step(state, "PA-20", "orders shown", "All orders are shown: {names}.", data)
    if contenders(rules, state):
        return state
    return (yield from carry_out(rules, state, {}))


def carry_out(rules: PacoRules, state: State, faces: Mapping[str, str]) -> Steps:
    """The orders are carried out, then returns are asked for (PA-43), or the next turn begins."""
    state = yield from resolve(rules, state, faces)
    state = ask_returns(rules, state)
    return state if state.returning else (yield from begin_turn(rules, state))


def decide_return(rules: PacoRules, state: State, move: Return) -> Steps:
    """What a seat off the board decides; then the next one, or the next turn (PA-43)."""
    state = yield from _try_return(rules, state, move)
    return (yield from after_return(rules, state))


def after_return(rules: PacoRules, state: State) -> Steps:
    """After a return: the next seat that may come back, or the next turn."""
    if state.phase != "return" or state.returning:
        return state
    return (yield from begin_turn(rules, state))


def _try_return(rules: PacoRules, state: State, move: Return) -> Steps:
    """The next seat tries to come back, or stays off this time (PA-43)."""
    data = {"seat": move.seat}
    if move.returns:
        state = state._replace(phase="landing")
        yield make_step(state, "PA-43", "tries to return", "{seat} tries to come back.", data)
        return state
    state = state._replace(returning=state.returning[1:])
    yield make_step(state, "PA-43", "stays off", "{seat} stays off the board.", data)
    return state


def apply_return_roll(rules: PacoRules, state: State, faces: Mapping[str, str]) -> Steps:
    """The dice name the cell: taken or white costs nothing, a hole does, on black it is (PA-43)."""
    seat = state.returning[0]
    square = inner(int(faces["column"]), int(faces["row"]))
    player = state.players[seat]._replace(out=state.turn)
    state = state.put(seat, player)._replace(phase="return", returning=state.returning[1:])
    occupant, cell = state.on(square), state.cells.get(square)
    data: dict[str, Any] = {
        "seat": seat,
        "square": square,
        "row": faces["row"],
        "column": faces["column"],
    }
    if occupant or cell in BLOCKS:
        found = f"where {occupant} is" if occupant else "a white block"
        data |= {"reason": found, "change": 0}
        text = "{seat} rolls {square}, {reason}: it doesn't come back, at no cost."
        yield make_step(state, "PA-43", "return fails", text, data)
        return state
    if cell is None:
        state = add_points(state, seat, -rules.hole_points)
        data |= {"reason": "a hole", "change": -rules.hole_points,
                 "points": count_noun(rules.hole_points, "point")}  # fmt: skip
        text = "{seat} rolls {square}, a hole: it doesn't come back and loses {points}."
        yield make_step(state, "PA-43", "return fails", text, data)
        return state
    state = state.put(seat, player._replace(square=square, heading=faces.get("heading", ""), out=0))
    change = (rules.survive_points if rules.return_scores else 0) - rules.return_points
    state = add_points(state, seat, change)
    if not state.players[seat].heading:
        state = state._replace(phase="headings")
    data |= {"heading": faces.get("heading", ""), "change": change, "to": square,
             "points": count_noun(rules.return_points, "point")}  # fmt: skip
    text = "{seat} comes back on {square} and pays {points}."
    yield make_step(state, "PA-43", "returns", text, data)
    return state


def answer_stop(rules: PacoRules, state: State, move: Stop) -> Steps:
    """A seat agrees to stop, or plays on; when all have agreed, the game is over (PA-44)."""
    seat, data = move.seat, {"seat": move.seat}
    if not move.agrees:
        state = state._replace(phase="orders", answers=(), declined=seat)
        yield make_step(state, "PA-44", "plays on", "{seat} plays on, so the game goes on.", data)
        return state
    state = state._replace(phase="stop", answers=(*state.answers, seat))
    asks = len(state.answers) == 1
    if len(state.answers) == len(state.players):
        state = state._replace(phase="over", orders=FrozenDict())
    text = "{seat} agrees to stop, and asks whether all do." if asks else "{seat} agrees to stop."
    yield make_step(state, "PA-44", "agrees to stop", text, data)
    return state


def game_result(rules: PacoRules, state: State) -> Result | None:
    """Who has the most points; equal points share the win (PA-44). None while it goes on."""
    if state.phase != "over":
        return None
    scores = FrozenDict((seat, player.points) for seat, player in state.players.items())
    best = max(scores.values())
    winners = tuple(seat for seat, points in scores.items() if points == best)
    won = "wins" if len(winners) == 1 else "share the win"
    text = (
        f"{_end_reason(rules, state)}: {join_list(winners)} {won} with {count_noun(best, 'point')}."
    )
    return Result(winners, "PA-44", text, scores)


def _end_reason(rules: PacoRules, state: State) -> str:
    if len(state.answers) == len(state.players):
        return "All agreed to stop"
    if nobody_left(rules, state):
        return "No order is left"
    return f"Turn {state.turn} was the last"
