"""Moves as a person writes them: capitals and spaces as one likes, seats in short."""

from __future__ import annotations

from collections.abc import Sequence

from piecepack_nb.core.actors import Die, Roll, example
from piecepack_nb.core.errors import wrong
from piecepack_nb.games.paco.moves import KINDS, THEN, Face, Move, Order, Return, Stop
from piecepack_nb.games.paco.orders import writers
from piecepack_nb.games.paco.squares import HEADINGS
from piecepack_nb.games.paco.state import State

__all__ = ["forms", "read_move", "seat_of"]


def seat_of(seats: Sequence[str], word: str) -> str | None:
    """The seat that a person means: its name, or a beginning that fits no other seat.

    >>> seat_of(("suns", "moons"), "Moon"), seat_of(("suns", "stars"), "s")
    ('moons', None)
    """
    word = word.lower()
    if word in seats:
        return word
    found = [seat for seat in seats if word and seat.startswith(word)]
    return found[0] if len(found) == 1 else None


def read_move(state: State, text: str, dice: Sequence[Die] = ()) -> Move:
    """The move that a person means; ``dice`` are those that are due now.

    Where only one seat can mean it, its name may be left out. Raises BadInput where the text can't
    be read, with the forms that fit the phase.
    """
    words = text.replace(",", " ").split()
    if dice and words and (words[0].lower() == "roll" or words[0] in dice[0].faces):
        return Roll.read(text if words[0].lower() == "roll" else f"roll {text}", dice)
    if words and words[0].lower() == "roll" and len(words) > 1:
        return Roll.read(text, dice)
    seat = seat_of(tuple(state.players), words[0]) if words else None
    said = [word.lower() for word in (words[1:] if seat else words)]
    seat = seat or _only_seat(state)
    move = _said(seat, said) if seat else None
    if move is None:
        raise wrong("the move", text, forms(state, dice))
    return move


def _only_seat(state: State) -> str | None:
    """The seat that is meant where none is named."""
    if state.phase == "orders":
        left = writers(state)
        return left[0] if len(left) == 1 else None
    if state.phase == "return":
        return state.returning[0]
    if state.phase == "stop":
        return next(seat for seat in state.players if seat not in state.answers)
    if state.phase == "headings":
        return next(s for s, p in state.players.items() if p.square and not p.heading)
    return None


def _said(seat: str, words: list[str]) -> Move | None:
    match words:
        case ["jump"]:
            return Order(seat, "jump", "forward")
        case ["jump", then] | ["jump", "then", then] if then in THEN or then == "jump":
            return Order(seat, "jump", then)
        case [kind] | ["turn" | "turns" | "move" | "moves", kind] if kind in KINDS:
            return Order(seat, kind)
        case ["agrees" | "agree", "to", "stop"] | ["stop" | "stops"]:
            return Stop(seat)
        case ["plays" | "play", "on"]:
            return Stop(seat, False)
        case ["returns" | "return"]:
            return Return(seat)
        case ["stays" | "stay", "off"]:
            return Return(seat, False)
        case ["faces" | "face", heading] if heading.upper() in HEADINGS:
            return Face(seat, heading.upper())
    return None


def forms(state: State, dice: Sequence[Die] = ()) -> str:
    """How the move that is due now may be written."""
    if dice:
        names = ", ".join(die.name for die in dice)
        return f"{example(dice)!r}, what the dice show ({names})"
    seat = _only_seat(state) or next(iter(writers(state)), next(iter(state.players)))
    match state.phase:
        case "orders":
            jump = f"'{seat} jump then forward'"
            return f"'{seat}' and one of {', '.join(KINDS)}; {jump}; or '{Stop(seat)}'"
        case "stop":
            return f"'{Stop(seat)}' or '{Stop(seat, False)}'"
        case "return":
            return f"'{Return(seat)}' or '{Return(seat, False)}'"
        case "headings":
            return f"'{Face(seat, 'N')}', or E, S, W"
    return "none, for the game is over"
