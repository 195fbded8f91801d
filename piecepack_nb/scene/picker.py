"""A move picker: what can be picked next, from the legal moves written as sequences of picks.

A game cuts each legal move into picks; the picker finds from them what can be picked next, the
longer draft or the move that a pick makes, and the spots of a path's squares. For a part that may
be left out, the move is cut twice, with the part and without it.

Vocabulary
    picks   a move as the spots to pick in order: a start and an end, or the squares of a path
    draft   the first picks of one move or more
    path    a move of which only the end must be picked, and any square on the way before it
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar

from piecepack_nb.core.steps import Refusal
from piecepack_nb.scene.game_view import EMPTY_DRAFT, Draft, MakeMove, ShowMessage
from piecepack_nb.scene.model import Spot

M = TypeVar("M")
SHIFT_TIP = "Shift+click also passes squares where the move can end."
"""The end of the tip of a square to pass: no prompt says it, since phones have no Shift."""


class Attempt(NamedTuple):
    """Picks that no legal move begins with: the game says why, or refuses the move they make."""

    picks: Draft


class Picker(Generic[M]):
    """The legal moves that begin with a draft; the best come first, so ``moves`` is in that order.

    >>> paths = {("a1", "b1", "c1"): "by b1", ("a1", "a2", "c1"): "by a2", ("a1", "a2"): "short"}
    >>> picker = Picker(paths.items(), ("a1",))
    >>> picker.next(), picker.ends()
    ({'b1': 'by b1', 'a2': 'by a2'}, {'c1': 'by b1', 'a2': 'short'})
    >>> picker.pick("a2"), picker.at(("a1", "a2")).pick("c1"), picker.pick("c1")
    (('a1', 'a2'), MakeMove(move='by a2', roll=False), None)
    >>> picker.picked("b1"), picker.picked("a1"), picker.picked("a1", "c1")
    (('a1', 'b1'), (), Attempt(picks=('a1', 'c1')))
    >>> picker.passed(), picker.pass_by("b1"), picker.pass_by("c1")
    ({'b1'}, ('a1', 'b1'), None)
    >>> picker.walk("c1"), picker.walk("b1"), picker.walk("a2", shift=True), picker.walk("d4")
    (MakeMove(move='by b1', roll=False), ('a1', 'b1'), ('a1', 'a2'), None)
    """

    def __init__(self, moves: Iterable[tuple[Draft, M]], draft: Draft = EMPTY_DRAFT) -> None:
        self.known = tuple(moves)
        self.draft = draft
        self.moves = [(picks, move) for picks, move in self.known if picks[: len(draft)] == draft]

    def at(self, draft: Draft) -> Picker[M]:
        """Return the picker of the same moves after another draft."""
        return self if draft == self.draft else type(self)(self.known, draft)

    # --- picks in order --------------------------------------------------------------------------

    def next(self) -> dict[str, M]:
        """Return each pick that continues the draft, with the best move through it."""
        size = len(self.draft)
        return _firsts((picks[size], move) for picks, move in self.moves if len(picks) > size)

    def complete(self) -> MakeMove | None:
        """Return the move whose picks are all in the draft; None if every move needs more."""
        made = (MakeMove(move) for picks, move in self.moves if picks == self.draft)
        return next(made, None)

    def pick(self, spot: str) -> Draft | MakeMove | None:
        """Return the draft with this pick, or the move that it completes; None for neither."""
        longer = (*self.draft, spot)
        fitting = [each for each in self.moves if each[0][: len(longer)] == longer]
        if any(len(picks) > len(longer) for picks, _ in fitting):
            return longer
        return MakeMove(fitting[0][1]) if fitting else None

    def picked(self, spot: str, to: str | None = None) -> Draft | MakeMove | Attempt:
        """Return the result of picking a spot, or of dragging it ``to`` another.

        The last pick, picked again, continues the draft where a move has it twice; elsewhere it
        makes the move that the draft is, or else is undone. A pick that doesn't continue the draft
        begins another one, if it can.
        """
        if to is not None and to != spot:
            wanted = (*(self.draft if spot in self.draft else (spot,)), to)
        elif self.draft[-1:] == (spot,):
            return self.pick(spot) or self.complete() or self.draft[:-1]
        else:
            wanted = (*self.draft, spot)
        found = self.at(wanted[:-1]).pick(wanted[-1])
        if found is None and self.draft:
            found = self.at(EMPTY_DRAFT).pick(wanted[-1])
        return Attempt(wanted) if found is None else found

    # --- paths, of which only the end and some squares are picked -------------------------------

    def ends(self) -> dict[str, M]:
        """Return each last pick, with the best move to it."""
        return _firsts((picks[-1], move) for picks, move in self.moves)

    def far_ends(self) -> dict[str, M]:
        """Return each last pick that a single move has, if it doesn't continue the draft itself.

        >>> Picker([(("a1", "a3", "c3"), 1), (("a1", "a3", "a5"), 2)], ("a1",)).far_ends()
        {'c3': 1, 'a5': 2}
        """
        near, times = self.next(), Counter(picks[-1] for picks, _ in self.moves)
        longer = {end: move for end, move in self.ends().items() if end not in (*near, *self.draft)}
        return {end: move for end, move in longer.items() if times[end] == 1}

    def passed(self) -> set[str]:
        """Return the squares that paths only pass: no move begins or ends there."""
        inside = {square for picks, _ in self.moves for square in picks[len(self.draft) : -1]}
        return inside - {picks[end] for picks, _ in self.moves for end in (0, -1)}

    def pass_by(self, square: str) -> Draft | None:
        """Return the draft and the shortest way on to a square; None if no path passes it."""
        size = max(len(self.draft), 1)  # the first square is where the path begins
        passing = [picks for picks, _ in self.moves if square in picks[size:-1]]
        stretches = (picks[: picks.index(square, size) + 1] for picks in passing)
        return min(stretches, key=len, default=None)

    def walk(self, square: str, shift: bool = False) -> Draft | MakeMove | None:
        """Return the best move that ends on a square, or the draft that passes it; or None.

        Shift passes a square on which a path can end, too.
        """
        ends = self.ends()
        if square in ends and not shift:
            return MakeMove(ends[square])
        return self.pass_by(square) if shift or square in self.passed() else None

    def stray(self, square: str, clause: str, no_path: str) -> ShowMessage:
        """Return the message for a square that no path reaches; ``no_path`` begins its sentence."""
        text = f"{no_path} to {square}; Escape to undo"
        if square in self.ends():
            text = f"a path can end on {square}, but none passes it: choose it without Shift"
        return ShowMessage(Refusal(clause, text, (square,)))

    def spots(
        self, idle: Iterable[Spot], end: Callable[[Spot, M], Spot], passing: str = "Pass"
    ) -> Iterator[Spot]:
        """Yield the spots of squares: ``end`` makes those on which a path can end."""
        ends, passed = self.ends(), self.passed()
        for spot in idle:
            if spot.id in ends:
                yield end(spot, ends[spot.id])
            elif spot.id in passed:
                yield spot._replace(role="via", tip=f"{passing} {spot.id}. {SHIFT_TIP}")
            else:
                yield spot


def _firsts(pairs: Iterable[tuple[str, M]]) -> dict[str, M]:
    """Return the first value of each key."""
    found: dict[str, M] = {}
    for key, value in pairs:
        found.setdefault(key, value)
    return found
