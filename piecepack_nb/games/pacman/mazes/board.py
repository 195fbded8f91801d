"""A board as a frozen value: its spaces and barriers, and all that follows from them.

Vocabulary
    space    where a piece may stand: a hole, a home, or the centre; named as a square, "f4"
    hole     a space with a marble at the start: a yellow one in a ringed hole, else a white one
    home     the SAFE/HOME space of a seat
    centre   where the ghosts start
    barrier  an edge between two spaces that nobody crosses
    arrow    (hole, heading): there a Pac-Man goes off the board, and comes on at another arrow
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.lattice import STEPS, Border, beyond, edge, file_of, rank_of

SEATS = ("red", "green", "blue", "yellow")
"""The seats, clockwise: each has the next one at its left."""


@dataclass(frozen=True, eq=False)
class Board:
    """A board to play on; two boards are equal when their drawings are. Made by ``parse``."""

    name: str
    title: str
    note: str
    symmetry: tuple[str, ...]
    """How the board may be turned or mirrored and looks the same; what was claimed and checked."""
    squares: tuple[str, ...]
    """The spaces, rank by rank from the bottom: a1, b1, ..."""
    barriers: frozenset[Border]
    arrows: FrozenDict[str, str]
    """The heading of the arrow on each hole that has one."""
    homes: FrozenDict[str, str]
    """Each seat's home."""
    ringed: frozenset[str]
    centre: str

    @cached_property
    def white(self) -> frozenset[str]:
        """The holes that have a white marble at the start (PC-1)."""
        return frozenset(self.squares) - self.ringed - {*self.homes.values(), self.centre}

    @cached_property
    def next_to(self) -> FrozenDict[str, FrozenDict[str, str]]:
        """Where each heading leads from each space, on the board, barriers left out (PC-7)."""
        return FrozenDict((square, FrozenDict(self._ways(square))) for square in self.squares)

    def _ways(self, square: str) -> Iterator[tuple[str, str]]:
        known = frozenset(self.squares)
        for heading in STEPS:
            ahead = beyond(square, heading)
            if ahead in known and edge(square, heading) not in self.barriers:
                yield heading, ahead

    def beyond_arrow(self, square: str) -> tuple[str, ...]:
        """The holes where he comes on who goes off at a hole's arrow (PC-9); () without one."""
        if square not in self.arrows:
            return ()
        return tuple(other for other in self.arrows if other != square)

    def reach(self, start: str, without: Collection[str], arrows: bool) -> frozenset[str]:
        """The spaces that can be walked to, never entering those ``without``."""
        found, fringe = {start}, [start]
        while fringe:
            here = fringe.pop()
            ahead = (*self.next_to[here].values(), *(self.beyond_arrow(here) if arrows else ()))
            for to in ahead:
                if to not in found and to not in without:
                    found.add(to)
                    fringe.append(to)
        return frozenset(found)

    @cached_property
    def files(self) -> int:
        """How many files it has."""
        return max(map(file_of, self.squares))

    @cached_property
    def ranks(self) -> int:
        """How many ranks it has."""
        return max(map(rank_of, self.squares))

    @cached_property
    def _text(self) -> str:
        from piecepack_nb.games.pacman.mazes.drawing import drawn

        return drawn(self)

    def text(self) -> str:
        """The board as a drawing to type, paste and share; ``parse`` reads it."""
        return self._text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __repr__(self) -> str:
        return f"<Board {self.name!r}: {len(self.squares)} spaces, {len(self.arrows)} arrows>"


def hop(here: str, to: str) -> bool:
    """Does a step from one space to another go off the board and on again?

    No two arrows are on neighbours, so that the names alone tell.

    >>> hop("a5", "a6"), hop("a5", "i5")
    (False, True)
    """
    return abs(file_of(here) - file_of(to)) + abs(rank_of(here) - rank_of(to)) != 1
