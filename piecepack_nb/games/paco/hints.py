"""Hints in plain words: which order to write, or how to decide, and why."""

from __future__ import annotations

from collections.abc import Iterator

from piecepack_nb.core.lattice import HEADING_NAMES
from piecepack_nb.core.wording import capitalise, count_noun, join_list
from piecepack_nb.games.paco.board import (
    AHEAD_KINDS,
    carried_out_alone,
    landing_words,
    order_previews,
    order_tip,
)
from piecepack_nb.games.paco.bots import find_plan
from piecepack_nb.games.paco.game import Paco
from piecepack_nb.games.paco.orders import writable_orders
from piecepack_nb.games.paco.pieces import at
from piecepack_nb.games.paco.squares import INNER
from piecepack_nb.games.paco.state import Face, Move, Order, Return, State, Stop, names
from piecepack_nb.scene.game_view import Draft
from piecepack_nb.scene.hints import Hint, sentences
from piecepack_nb.scene.model import Mark

HARMS = {"stunned": "stuns", "falls": "sends", "pushed off": "pushes"}
WHERE = {"stunned": "", "falls": " down a hole", "pushed off": " off the board"}
"""A block's effect on a player in its way, by the kind of event, and where to."""


def hint(game: Paco, state: State, _draft: Draft, move: Move, _why: object) -> Hint:
    """Return a recommended decision in plain words; the reasons are read from the board."""
    match move:
        case Order(seat, kind):
            marks = order_previews(game, state, seat).get(kind, ())
            words = sentences(_order_words(game, state, move))
            tip = "" if kind in ("left", "right") else order_tip(state, move)
            return Hint(f"Write {_order_name(move)}.", f"{tip} {words}".strip(), marks)
        case Return(seat, True):
            return Hint("Come back on the board.", sentences(_return_words(game, state)))
        case Return(seat, False):
            return Hint("Stay off the board.", sentences(_return_words(game, state)))
        case Stop(seat, agrees):
            do = "Agree to stop." if agrees else "Play on."
            return Hint(do, sentences(_stop_words(state, seat)))
        case Face(seat, heading):
            facing = _facing(state, seat, heading)
            why = sentences(_plan_words(state, facing, seat))
            here = state.players[seat].square
            marks = (Mark("here", *at(here), suit=seat),) if here else ()
            do = f"Face {HEADING_NAMES[heading]}."
            return Hint(do, why or sentences(_room_words(game, facing, seat)), marks)
    return Hint(f"Play {move}.")


# --- Orders ---------------------------------------------------------------------------------------


def _order_name(order: Order) -> str:
    """Return the order in the words of its buttons."""
    then = f" and then {_quoted(order.then)}" if order.then else ""
    return f"{_quoted(order.kind)}{then}"


def _quoted(kind: str) -> str:
    return f'"{capitalise(kind)}"'


def _order_words(game: Paco, state: State, order: Order) -> Iterator[str]:
    """Yield what an order brings: harm to others, safety, or a push that comes nearer."""
    if order.kind == "push":
        yield from _push_words(game, state, order)
        return
    jumps = order.kind == "jump"
    if jumps:
        yield landing_words(game, state, order)
    after = state if jumps else carried_out_alone(game, state, order)[0]
    escapes = sorted(_threats(state, order.seat) - _threats(after, order.seat))
    if escapes:
        yield f"{names(*escapes)} can push a block at you now: you are out of its way then"
    found = [*_plan_words(state, after, order.seat)]
    yield from found
    if not escapes and not found and not jumps:
        yield "against what the others are likely to write, no other order does better"


def _push_words(game: Paco, state: State, order: Order) -> Iterator[str]:
    """Yield whom the block harms if nobody moves out of its way, and the points for it."""
    harms = [
        f"{HARMS[step.event.kind]} {names(step.event.data['seat'])}{WHERE[step.event.kind]}"
        for step in carried_out_alone(game, state, order)[1]
        if step.event.kind in HARMS and step.event.data["seat"] != order.seat
    ]
    if not harms:
        yield "it slides away, and whoever comes into its way is hit"
        return
    points = count_noun(game.rules.cause_points * len(harms), "point")
    gain = f", and you gain {points}" if game.rules.cause_points else ""
    yield f"unless they step aside, the block {join_list(harms)}{gain}"


def _facing(state: State, seat: str, heading: str) -> State:
    return state.put(seat, state.players[seat]._replace(heading=heading))


def _room_words(game: Paco, state: State, seat: str) -> Iterator[str]:
    """Yield the orders that a seat could write for the cell in front."""
    kinds = {each.kind: None for each in writable_orders(game.rules, state, seat)}
    if ahead := [kind for kind in kinds if kind in AHEAD_KINDS]:
        yield f"you can then write {join_list(map(_quoted, ahead), 'or')}"


def _threats(state: State, seat: str) -> set[str]:
    """Return the others who can push a block at a seat now."""
    found = set[str]()
    for other, player in state.players.items():
        if other != seat and player.square and player.heading and not player.stunned:
            plan = find_plan(state, other)
            if plan is not None and plan.turns == 1 and seat in plan.targets:
                found.add(other)
    return found


def _plan_words(before: State, after: State, seat: str) -> Iterator[str]:
    """Yield whom the seat can push a block at soon, if that has come nearer."""
    old = find_plan(before, seat) if before.players[seat].heading else None
    new = find_plan(after, seat)
    if new is None or (old is not None and new.turns >= old.turns):
        return
    when = "next turn" if new.turns == 1 else f"in {new.turns} turns"
    staying = [each for each in new.targets if not before.airborne(each)]  # others land or fall
    if staying:
        yield f"{when} you can push a block at {names(*staying)}, if nobody moves"


# --- Other decisions ------------------------------------------------------------------------------


def _return_words(game: Paco, state: State) -> Iterator[str]:
    """Yield the turns that are left, and what they bring and cost (PA-42, PA-43)."""
    rules, turns = game.rules, game.rules.turn_limit - state.turn
    gain, cost = count_noun(rules.survive_points, "point"), count_noun(rules.return_points, "point")
    left_over = f"{count_noun(turns, 'turn')} {'is' if turns == 1 else 'are'} left"
    yield f"{left_over}, and each on the board brings {gain}; coming back costs {cost}"
    holes = sum(square not in state.cells for square in INNER)
    if holes and rules.hole_points:
        lost = count_noun(rules.hole_points, "point")
        yield f"the dice may name one of the {count_noun(holes, 'hole')}, which costs {lost}"


def _stop_words(state: State, seat: str) -> Iterator[str]:
    """Yield who is ahead (PA-44)."""
    points = {each: player.points for each, player in state.players.items()}
    own = points.pop(seat)
    best = [each for each, number in points.items() if number == max(points.values())]
    rival = f"{names(*best)} {'has' if len(best) == 1 else 'have'} {max(points.values())}"
    yield f"you have {count_noun(own, 'point')} and {rival}"
    yield (
        "you win if it ends now"
        if own > max(points.values())
        else "you can still win if it goes on"
    )
