"""What the activators do to the board (AC-23 to AC-25), and where they may go (AC-20 to AC-22)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from piecepack_nb.core.steps import Refusal
from piecepack_nb.games.activator.geometry import (
    SQUARES,
    crossings,
    in_line,
    steps_between,
)
from piecepack_nb.games.activator.rules import ActivatorRules
from piecepack_nb.games.activator.state import Stack, State, named, other

# --- what they do -------------------------------------------------------------------------------


def frozen_squares(rules: ActivatorRules, state: State) -> tuple[str, ...]:
    """Where the activators' lines cross: nothing that stands there moves (AC-24)."""
    if not rules.freezing:
        return ()
    return crossings(state.activators["red"], state.activators["blue"])


def attack_squares(rules: ActivatorRules, state: State, seat: str) -> tuple[str, ...]:
    """The squares that a seat may attack from: its own activator's rank and file (AC-23)."""
    if rules.attack_line == "anywhere":
        return SQUARES
    return tuple(square for square in SQUARES if in_line(square, state.activators[seat]))


def immune_squares(rules: ActivatorRules, state: State) -> tuple[str, ...]:
    """Where nothing can be captured, for an activator stands on it (AC-25)."""
    return tuple(state.activators.values()) if rules.immunity else ()


def frozen_refusal(rules: ActivatorRules, state: State, start: str) -> Refusal | None:
    """What stands where the activators' lines cross may not move (AC-24)."""
    if start not in frozen_squares(rules, state):
        return None
    red, blue = state.activators["red"], state.activators["blue"]
    where = f"Red's activator on {red} and Blue's on {blue}"
    text = f"{start} is frozen: the rank and the file of {where} cross there"
    return Refusal("AC-24", text, (start, red, blue))


def attack_refusal(rules: ActivatorRules, state: State, start: str, end: str) -> Refusal | None:
    """Who attacks stands in line with its own activator (AC-23), and not against one (AC-25)."""
    seat = state.to_move
    own = state.activators[seat]
    if rules.attack_line == "rank or file" and not in_line(start, own):
        text = (
            f"{start} is neither on the rank nor on the file of {seat.title()}'s activator "
            f"on {own}, so nothing attacks {end} from there"
        )
        return Refusal("AC-23", text, (start, own, end))
    if end in immune_squares(rules, state):
        rider, stack = state.carried(end) or seat, state.squares[end]
        text = (
            f"{stack.owner.title()}'s {named(stack.letters)} on {end} carries "
            f"{rider.title()}'s activator and can't be captured"
        )
        return Refusal("AC-25", text, (end,))
    return None


# --- where they may go --------------------------------------------------------------------------


def within_reach(rules: ActivatorRules, start: str, end: str) -> bool:
    """Can an activator get there? Nothing blocks it, and its way may turn (AC-21)."""
    straight = rules.activator_may_turn or in_line(start, end)
    return straight and steps_between(start, end) <= rules.activator_reach


def activator_targets(
    rules: ActivatorRules, squares: Mapping[str, Stack], seat: str, start: str
) -> Iterator[str]:
    """Where a seat's activator may go, once its piece has moved (AC-20 to AC-22).

    The other activator stands on one of the seat's own pieces, so that AC-22 needs no look here.
    """
    for square in SQUARES:
        stack = squares.get(square)
        enemy = stack is not None and stack.owner != seat
        if enemy and square != start and within_reach(rules, start, square):
            yield square


def activator_refusal(
    rules: ActivatorRules, state: State, taken: str | None, to: str
) -> Refusal | None:
    """Why the activator may not go there after the piece has moved; ``taken``: what it captured.

    It ends on another enemy piece (AC-20), never on the other activator (AC-22), and gets no
    farther than its reach (AC-21). ``state`` is the table after the piece has moved.
    """
    seat = state.to_move
    start, whose = state.activators[seat], f"{seat.title()}'s activator"
    stack = state.squares.get(to)
    if to == start:
        return Refusal("AC-21", f"{whose} stands on {to} already", (to,))
    if to == state.activators[other(seat)]:
        text = f"{other(seat).title()}'s activator stands on {to}: {whose} can't go on top of it"
        return Refusal("AC-22", text, (to,))
    if stack is None or stack.owner == seat:
        why = _nothing_to_stand_on(state, to, stack, taken)
        return Refusal("AC-20", f"{whose} must stand on an enemy piece: {why}", (to,))
    if within_reach(rules, start, to):
        return None
    steps, reach = steps_between(start, to), rules.activator_reach
    if steps <= reach:
        text = f"{whose} on {start} moves in a straight line, and {to} is not on its rank or file"
    else:
        text = f"{whose} moves up to {reach} orthogonally, but from {start} to {to} it is {steps}"
    return Refusal("AC-21", text, (start, to))


def _nothing_to_stand_on(state: State, to: str, stack: Stack | None, taken: str | None) -> str:
    if stack is not None and to == taken:
        return f"what stood on {to} has just been captured"
    if stack is not None:
        return f"{stack.owner.title()}'s own {named(stack.letters)} stands on {to}"
    return f"{to} is empty"
