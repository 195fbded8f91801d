"""What stands on Activator's table.

Vocabulary
    seat       "red" or "blue"
    piece      a pyramid by its letter, B the smallest to F the largest
    stack      what stands on a square, a single piece too: ``letters`` from bottom to top, "FB"
    activator  a seat's A pyramid; it stands on top of an enemy stack, and is no piece
    word       a stack as a drawing shows it: red in capitals, blue in small letters, with the
               enemy activator on top: "FBa" is Red's F with B on it and Blue's activator on that
    occupied   for a seat that stands on the other's home: how many of the other's turns it has
               still to outlast there (AC-30)
"""

from __future__ import annotations

from typing import NamedTuple

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.activator.geometry import FILES, RANKS, SQUARES

SEATS = ("red", "blue")
LETTERS = "BCDEF"
HOMES = FrozenDict(red="a1", blue="d4")
"""Each seat's home square (AC-1)."""
COUNTS = FrozenDict(B=1, C=2, D=2, E=2, F=2)
"""How many pieces of each letter a seat has (AC-2)."""
ACTIVATORS = FrozenDict(red="A", blue="a")
SIZES = ("", "single", "double", "triple")


class Stack(NamedTuple):
    """What stands on a square: one piece, or several of one seat."""

    owner: str
    letters: str

    @property
    def height(self) -> int:
        """How many pieces it has."""
        return len(self.letters)

    def __str__(self) -> str:
        return f"{self.owner} {self.letters}"


class Outcome(NamedTuple):
    """How the game ended: the winner ("" in a draw), and how."""

    winner: str
    how: str
    """"home", "reduced", "no move" or "repetition"."""


class State(NamedTuple):
    """The table: everything that a photograph would show, whose turn it is, and what was before.

    In the middle of a move (in the state of a step) an activator may stand on a square whose piece
    was just taken; between moves it is always on an enemy stack.
    """

    turn: int
    to_move: str
    squares: FrozenDict[str, Stack]
    """What stands on each square that isn't empty."""
    activators: FrozenDict[str, str]
    """The square of each seat's activator."""
    occupied: FrozenDict[str, int] = FrozenDict()
    earlier: tuple[str, ...] = ()
    """The ``key`` of each position since the last capture, this one included (AC-32)."""
    outcome: Outcome | None = None
    """How it ended; None while the game goes on."""

    def held(self, seat: str) -> list[str]:
        """The squares that a seat's pieces stand on, in the board's order."""
        squares = self.squares
        return [each for each in SQUARES if each in squares and squares[each].owner == seat]

    def __str__(self) -> str:
        return drawing(self)

    def carried(self, square: str) -> str | None:
        """The seat whose activator stands on a square; None for neither."""
        for seat, place in self.activators.items():
            if place == square:
                return seat
        return None


def other(seat: str) -> str:
    """The opponent.

    >>> other("red")
    'blue'
    """
    return "blue" if seat == "red" else "red"


def named(letters: str) -> str:
    """A stack or a part of one in words, its letters from bottom to top.

    >>> named("D"), named("FB"), named("FDB")
    ('single D', 'double FB', 'triple FDB')
    """
    size = SIZES[len(letters)] if len(letters) < len(SIZES) else f"stack of {len(letters)}"
    return f"{size} {letters}"


def word(state: State, square: str) -> str:
    """What stands on a square, as drawings write it; "." for nothing."""
    stack = state.squares.get(square)
    if stack is None:
        return "."
    riding = "".join(ACTIVATORS[seat] for seat in SEATS if state.activators[seat] == square)
    return (stack.letters if stack.owner == "red" else stack.letters.lower()) + riding


def key(state: State) -> str:
    """The position in a line, equal for equal positions: the ranks from the top, who moves.

    Where a home is occupied, by whom and for how many more turns.
    """
    ranks = "/".join(" ".join(word(state, file + rank) for file in FILES) for rank in RANKS[::-1])
    waits = "".join(f" {seat} {state.occupied[seat]}" for seat in SEATS if seat in state.occupied)
    return f"{ranks} {state.to_move}{waits}"


def drawing(state: State) -> str:
    """The table as text, to look at, to change and to read back with ``game.position``."""
    wide = max(len(word(state, square)) for square in SQUARES)
    lines = [
        f"{rank}  " + "  ".join(f"{word(state, file + rank):{wide}}" for file in FILES).rstrip()
        for rank in RANKS[::-1]
    ]
    lines.append("   " + "  ".join(f"{file:{wide}}" for file in FILES).rstrip())
    lines.append(f"turn {state.turn}, {state.to_move} to move")
    lines += [
        f"{seat} on {HOMES[other(seat)]}: {count_noun(turns, 'turn')}"
        for seat, turns in state.occupied.items()
    ]
    return "\n".join(lines)
