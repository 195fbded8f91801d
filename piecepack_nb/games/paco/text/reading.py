"""Moves as a person writes them: capitals and spaces as one likes, seats in short."""

from __future__ import annotations

from collections.abc import Sequence

from piecepack_nb.core.actors import Die, Roll, example
from piecepack_nb.core.errors import BadInput, brief_repr, did_you_mean, shorten
from piecepack_nb.core.piecepack import suit_of
from piecepack_nb.core.wording import join_list
from piecepack_nb.games.paco.moves import KINDS, THEN, Face, Move, Order, Return, Stop
from piecepack_nb.games.paco.orders import writers
from piecepack_nb.games.paco.squares import HEADINGS
from piecepack_nb.games.paco.state import SEATS, State

PLAIN = {"turns": "turn", "forwards": "forward", "jumps": "jump", "lifts": "lift",
         "pushes": "push", "moves": "move", "goes": "go", "agrees": "agree", "stops": "stop",
         "plays": "play", "returns": "return", "stays": "stay", "faces": "face"}  # fmt: skip
"""The verbs as the game prints them, and as an order says them."""


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


def parse_move(state: State, text: str, dice: Sequence[Die] = ()) -> Move:
    """The move that a person means; ``dice`` are those that are due now.

    Where only one seat can mean it, its name may be left out. Raises BadInput where the text can't
    be read, with the forms that fit the phase.
    """
    plain = text.replace(",", " ").replace(":", " ").strip().rstrip(".")
    words = plain.split()
    if dice and words and (words[0].lower() == "roll" or words[0] in dice[0].faces):
        return Roll.read(plain if words[0].lower() == "roll" else f"roll {plain}", dice)
    if words and words[0].lower() == "roll" and len(words) > 1:
        return _roll_too_early(state, text, plain)
    seat = _named(tuple(state.players), words[0]) if words else None
    said = [PLAIN.get(word.lower(), word.lower()) for word in (words[1:] if seat else words)]
    someone = seat or _only_seat(state)
    move = _said(someone, said) if someone else None
    if move is None or not seat:
        _check_seat(state, words, said)
    if move is None:
        hint = "" if _said("", said) else did_you_mean(" ".join(said), SAYINGS)
        raise BadInput(f"the move is {brief_repr(text)}{hint}; accepted: {forms(state, dice)}")
    return move


def _named(seats: Sequence[str], word: str) -> str | None:
    """The seat of a name, a beginning of one, or a piecepack colour such as "red"."""
    seat = seat_of(seats, word)
    unclear = any(seat.startswith(word.lower()) for seat in seats)
    suit = None if seat or unclear else suit_of(word)
    return suit if suit in seats else seat


def _check_seat(state: State, words: Sequence[str], said: list[str]) -> None:
    """Raise BadInput where a move is written for somebody who doesn't play."""
    seats = tuple(state.players)
    if not words or _said("", said) or _named(seats, words[0]):
        return
    if any(seat.startswith(words[0].lower()) for seat in seats):
        return
    suit = seat_of(SEATS, words[0]) or suit_of(words[0])
    if suit or _said("", said[1:]):
        name = shorten(suit or words[0])
        raise BadInput(f"{name} does not play here; the seats are {join_list(seats)}")


def _roll_too_early(state: State, text: str, plain: str) -> Roll:
    """A roll that says which dice it means, to be refused in its turn; else BadInput."""
    try:
        return Roll.read(plain)
    except BadInput:
        said = f"the move is {brief_repr(text)}, but no dice are to be rolled now"
        raise BadInput(f"{said}; accepted: {forms(state)}") from None


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
    """The move in these words, verbs in their plain form."""
    match words:
        case ["go" | "move"]:
            return Order(seat, "forward")
        case ["jump"]:
            return Order(seat, "jump", "forward")
        case ["jump", then] | ["jump", "then" | "and", then] | ["jump", "and", "then", then] if (
            then in THEN or then == "jump"
        ):
            return Order(seat, "jump", then)
        case [kind] | ["turn" | "move" | "go", kind] if kind in KINDS:
            return Order(seat, kind)
        case ["agree", "to", "stop"] | ["stop"]:
            return Stop(seat)
        case ["play", "on"]:
            return Stop(seat, False)
        case ["return"]:
            return Return(seat)
        case ["stay", "off"]:
            return Return(seat, False)
        case ["face", heading] if heading.upper() in HEADINGS:
            return Face(seat, heading.upper())
    return None


SAYINGS = (*KINDS, *(f"jump then {then}" for then in THEN), "agrees to stop", "plays on",
           "returns", "stays off")  # fmt: skip
"""What is likely meant by a word that can't be read."""


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
