"""Hints: a recommended move in plain words, what to do and why in the terms of the game.

The numbers of the search are no part of a hint; a table shows them on demand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from piecepack_nb.core.move_reason import MoveReason
from piecepack_nb.core.wording import capitalise
from piecepack_nb.scene.model import Mark, Place
from piecepack_nb.scene.reasons import squares_of

Locate = Callable[[tuple[str, ...]], list[Place]]
"""``locate(squares)``: the places of those that the board knows."""


class Hint(NamedTuple):
    """A recommended move in plain words."""

    do: str
    """The recommendation, a sentence: "Move the suns ghost to g6."."""
    why: str = ""
    """The reasons, in sentences: "It takes 2 cubes. He can't reach it next turn."."""
    marks: tuple[Mark, ...] = ()
    """The move on the board."""

    @property
    def text(self) -> str:
        """The whole hint."""
        return f"{self.do} {self.why}".rstrip()


def sentences(parts: Iterable[str]) -> str:
    """Return the parts as sentences; empty ones are left out.

    >>> sentences(["it takes 1 cube", "", "he can't reach it"])
    "It takes 1 cube. He can't reach it."
    """
    return " ".join(f"{capitalise(each)}." for each in parts if each)


def move_marks(move: Any, locate: Locate) -> tuple[Mark, ...]:
    """Return the squares in a move's text as an arrow, or a single one as a ring."""
    places = squares_of(move, locate)
    areas = {area for area, _, _ in places}
    if len(places) > 1 and len(areas) == 1:
        return (Mark("path", area=areas.pop(), points=tuple((x, y) for _, x, y in places)),)
    return tuple(Mark("here", x, y, area) for area, x, y in places)


def plain_reason(why: object) -> str:
    """Return the reason of a bot that plays any game, without its numbers; "" for another."""
    if not isinstance(why, MoveReason):
        return ""
    best = why.candidates[0]
    if len(why.candidates) == 1:
        return "It is the only move."
    if why.secret:
        return "Such a choice is best made at random, so that nobody can guess it."
    if best.value_text.startswith("won"):
        return "It wins, whatever the others do."
    if best.value_text.startswith("lost"):
        return "Every move loses if the others play well; this one holds out longest."
    if best.visits:
        return "Of the games that were played out from here, most were won after this move."
    return "A few moves later you stand better than after any other move."
