"""Moves of Activator from their texts."""

from __future__ import annotations

import re

from piecepack_nb.core.errors import BadInput, short, wrong
from piecepack_nb.games.activator.geometry import SQUARES
from piecepack_nb.games.activator.moves import Move
from piecepack_nb.games.activator.state import State

__all__ = ["read_move"]

FORM = re.compile(
    r"(?P<start>[a-z]\d)(?::(?P<part>[1-9]))?[- ]+(?P<end>[a-z]\d)"
    r"(?:[ ,]+a ?-? ?(?:(?P<own>[a-z]\d)[- ]+)?(?P<to>[a-z]\d))?"
)
FORMS = "'b1-b2', 'b1:1-b2' for the top piece alone, 'b1-b2 A-c3' where the activator goes too"


def read_move(state: State, text: str) -> Move:
    """The move that a person means; raises BadInput where it can't be read.

    As many pieces as stand there are all of them: "b1:2-b3" on a double is "b1-b3".
    """
    found = FORM.fullmatch(text.strip().lower())
    if found is None:
        raise wrong("the move", text, FORMS)
    for name in ("start", "end", "own", "to"):
        if found[name] and found[name] not in SQUARES:
            raise wrong(f"in {short(text)!r}, the square", found[name], "a1 to d4")
    own = state.activators[state.to_move]
    if found["own"] not in (None, own):
        raise BadInput(
            f"in {short(text)!r}, the activator is on {found['own']}; accepted: {own}, "
            f"where {state.to_move.title()}'s stands"
        )
    return Move(found["start"], found["end"], _part(state, found), found["to"] or "")


def _part(state: State, found: re.Match[str]) -> int:
    part, stack = int(found["part"] or 0), state.squares.get(found["start"])
    return 0 if stack is not None and part == stack.height else part
