"""Moves of Activator from their texts."""

from __future__ import annotations

import re

from piecepack_nb.core.errors import BadInput, invalid, shorten
from piecepack_nb.games.activator.geometry import SQUARES
from piecepack_nb.games.activator.moves import Move
from piecepack_nb.games.activator.state import State

FORM = re.compile(
    r"(?P<start>[a-z]\d)(?::(?P<part>[1-9]))?[- ]+(?P<end>[a-z]\d)"
    r"(?:[ ,]+(?P<letter>a) ?-? ?(?:(?P<own>[a-z]\d)[- ]+)?(?P<to>[a-z]\d))?",
    re.IGNORECASE,
)
FORMS = "'b1-b2', 'b1:1-b2' for the top piece alone, 'b1-b2 A-c3' where the activator goes too"


def parse_move(state: State, text: str) -> Move:
    """The move that a person means; raises BadInput where it can't be read.

    As many pieces as stand there are all of them: "b1:2-b3" on a double is "b1-b3".
    """
    found = FORM.fullmatch(text.strip())
    if found is None:
        raise invalid("the move", text, FORMS)
    start, end, own, to = (
        _square(text, found[name] or "") for name in ("start", "end", "own", "to")
    )
    _check_activator(state, text, found["letter"], own)
    return Move(start, end, _part(state, start, int(found["part"] or 0)), to)


def _square(text: str, written: str) -> str:
    """A square in small letters; "" where none is written."""
    square = written.lower()
    if square and square not in SQUARES:
        raise invalid(f"in {shorten(text)!r}, the square", square, "a1 to d4")
    return square


def _check_activator(state: State, text: str, letter: str | None, square: str) -> None:
    """It is the mover's own: "A" for whoever moves, or "a" as in drawings for Blue."""
    seat = state.to_move
    if letter == "a" and seat == "red":
        raise BadInput(f"in {shorten(text)!r}, a is Blue's activator; accepted: A, Red's own")
    own = state.activators[seat]
    if square not in ("", own):
        raise BadInput(
            f"in {shorten(text)!r}, the activator is on {square}; accepted: {own}, "
            f"where {seat.title()}'s stands"
        )


def _part(state: State, start: str, part: int) -> int:
    stack = state.squares.get(start)
    return 0 if stack is not None and part == stack.height else part
