"""A move picker: what can be picked next, from the legal moves written as sequences of picks.

Vocabulary
    picks   a move as the spots to pick in order: a start and an end, or the squares of a path
    draft   the first picks of one move or more
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from piecepack_nb.scene.game_view import EMPTY_DRAFT, Draft, MakeMove

M = TypeVar("M")


class Picker(Generic[M]):
    """The legal moves that begin with a draft; the best come first, so ``moves`` is in that order.

    >>> paths = {("a1", "b1", "c1"): "by b1", ("a1", "a2", "c1"): "by a2", ("a1", "a2"): "short"}
    >>> picker = Picker(paths.items(), ("a1",))
    >>> picker.next(), picker.ends()
    ({'b1': 'by b1', 'a2': 'by a2'}, {'c1': 'by b1', 'a2': 'short'})
    >>> picker.pick("a2"), Picker(paths.items(), ("a1", "a2")).pick("c1"), picker.pick("c1")
    (('a1', 'a2'), MakeMove(move='by a2', roll=False), None)
    >>> picker.passed(), picker.pass_by("b1"), picker.pass_by("c1")
    ({'b1'}, ('a1', 'b1'), None)
    """

    def __init__(self, moves: Iterable[tuple[Draft, M]], draft: Draft = EMPTY_DRAFT) -> None:
        self.draft = draft
        self.moves = [(picks, move) for picks, move in moves if picks[: len(draft)] == draft]

    def next(self) -> dict[str, M]:
        """Return each pick that continues the draft, with the best move through it."""
        size = len(self.draft)
        return _firsts((picks[size], move) for picks, move in self.moves if len(picks) > size)

    def pick(self, spot: str) -> Draft | MakeMove | None:
        """Return the draft with this pick, or the move that it completes; None for neither."""
        longer = (*self.draft, spot)
        fitting = [each for each in self.moves if each[0][: len(longer)] == longer]
        if any(len(picks) > len(longer) for picks, _ in fitting):
            return longer
        return MakeMove(fitting[0][1]) if fitting else None

    # --- paths, of which only the end and some squares are picked -------------------------------

    def ends(self) -> dict[str, M]:
        """Return each last pick, with the best move to it."""
        return _firsts((picks[-1], move) for picks, move in self.moves)

    def passed(self) -> set[str]:
        """Return the squares after the draft on which no move begins or ends."""
        inside = {square for picks, _ in self.moves for square in picks[len(self.draft) : -1]}
        return inside - {picks[end] for picks, _ in self.moves for end in (0, -1)}

    def pass_by(self, square: str) -> Draft | None:
        """Return the draft continued to a square by the shortest stretch; None if none passes."""
        size = max(len(self.draft), 1)  # the first square is where the path begins
        passing = [picks for picks, _ in self.moves if square in picks[size:-1]]
        stretches = (picks[: picks.index(square, size) + 1] for picks in passing)
        return min(stretches, key=len, default=None)


def only_an_end(square: str) -> str:
    """Return why Shift can't choose a square: paths end there, and none passes it."""
    return f"a path can end on {square}, but none passes it: choose it without Shift"


def _firsts(pairs: Iterable[tuple[str, M]]) -> dict[str, M]:
    """Return the first value of each key."""
    found: dict[str, M] = {}
    for key, value in pairs:
        found.setdefault(key, value)
    return found
