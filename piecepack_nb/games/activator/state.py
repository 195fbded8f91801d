"""The state of a game of Activator, and its moves.

Vocabulary
    seat       "red" or "blue"
    piece      a pyramid by its letter, B the smallest to F the largest
    stack      all pieces on a square, even a single one: ``letters`` from bottom to top, "FB"
    activator  a seat's A pyramid; it is on top of an enemy stack, and is no piece
    word       a stack as drawings show it: red in capitals, blue in small letters, with the enemy
               activator on top: "FBa" is Red's F with B on it and Blue's activator on that
    occupied   for a seat that is on the other's home: how many of the other's turns it must still
               outlast there (AC-30)
"""

from __future__ import annotations

from typing import NamedTuple

from piecepack_nb.core.frozen import FrozenDict, quick_replace
from piecepack_nb.core.owner import state_picture
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.activator.geometry import FILES, RANKS, SQUARES

SEATS = ("red", "blue")
LETTERS = "BCDEF"
HOMES = FrozenDict(red="a1", blue="d4")
"""Each seat's home square (AC-1)."""
COUNTS = FrozenDict(B=1, C=2, D=2, E=2, F=2)
"""The number of pieces of each letter that a seat has (AC-2)."""
ACTIVATORS = FrozenDict(red="A", blue="a")
FROM_THE_TOP = tuple(tuple(file + rank for file in FILES) for rank in RANKS[::-1])
"""The squares of each rank, the highest first."""
SIZES = ("", "single", "double", "triple")


class Move(NamedTuple):
    """A turn: all that is on ``start``, or the top ``part`` of it, moves to ``end`` (AC-4).

    >>> [str(Move("c1", "c3")), str(Move("b1", "b2", 1)), str(Move("c1", "c2", 0, "d3"))]
    ['c1-c3', 'b1:1-b2', 'c1-c2 A-d3']
    """

    start: str
    end: str
    part: int = 0
    """The number of pieces that move, from the top; 0 for all."""
    activator: str = ""
    """Where the player's activator moves afterwards; "" if it stays."""

    def __str__(self) -> str:
        part = f":{self.part}" if self.part else ""
        activator = f" A-{self.activator}" if self.activator else ""
        return f"{self.start}{part}-{self.end}{activator}"


class Stack(NamedTuple):
    """The pieces on a square: one, or several of one seat."""

    owner: str
    letters: str

    @property
    def height(self) -> int:
        """The number of pieces."""
        return len(self.letters)

    @property
    def name(self) -> str:
        """Owner, size and letters: "Red's double FB"."""
        return f"{self.owner.title()}'s {size_name(self.letters)}"

    def __str__(self) -> str:
        return f"{self.owner} {self.letters}"


class Outcome(NamedTuple):
    """The end of a game: the winner ("" in a draw), and the reason."""

    winner: str
    how: str
    """"home", "reduced", "no move" or "repetition"."""


@quick_replace
class State(NamedTuple):
    """Everything a photograph of the board would show, whose turn it is, and earlier positions.

    In the middle of a move (in the state of a step) an activator may be on a square whose piece
    was just taken; between moves it is always on an enemy stack.
    """

    turn: int
    to_move: str
    squares: FrozenDict[str, Stack]
    """The stack on each square that isn't empty."""
    activators: FrozenDict[str, str]
    """The square of each seat's activator."""
    occupied: FrozenDict[str, int] = FrozenDict()
    earlier: tuple[str, ...] = ()
    """The ``position_key`` of each position since the last capture, with this one (AC-32)."""
    outcome: Outcome | None = None
    """The end of the game; None while it goes on."""

    def held(self, seat: str) -> list[str]:
        """Return the squares with a seat's pieces, in the board's order."""
        squares = self.squares
        return [each for each in SQUARES if each in squares and squares[each].owner == seat]

    def holds(self, seat: str, square: str) -> bool:
        """Tell if a seat's pieces are on a square."""
        stack = self.squares.get(square)
        return stack is not None and stack.owner == seat

    def carried(self, square: str) -> str | None:
        """Return the seat whose activator is on a square, or None."""
        return next((seat for seat, place in self.activators.items() if place == square), None)

    def __str__(self) -> str:
        """Return the drawing that ``game.position`` reads."""
        words = {square: word(self, square) for square in SQUARES}
        width = max(map(len, words.values()))
        rows = [(rank, [words[file + rank] for file in FILES]) for rank in RANKS[::-1]]
        lines = [
            f"{head}  " + "  ".join(f"{each:{width}}" for each in row).rstrip()
            for head, row in (*rows, (" ", FILES))
        ]
        lines.append(f"turn {self.turn}, {self.to_move} to move")
        lines += [
            f"{seat} on {HOMES[other(seat)]}: {count_noun(turns, 'turn')}"
            for seat, turns in self.occupied.items()
        ]
        return "\n".join(lines)

    def _repr_svg_(self) -> str | None:
        return state_picture(self)


def other(seat: str) -> str:
    """Return the opponent.

    >>> other("red")
    'blue'
    """
    return "blue" if seat == "red" else "red"


def size_name(letters: str) -> str:
    """Return the name of a stack or part, from its letters from bottom to top.

    >>> size_name("D"), size_name("FB"), size_name("FDB")
    ('single D', 'double FB', 'triple FDB')
    """
    size = SIZES[len(letters)] if len(letters) < len(SIZES) else f"stack of {len(letters)}"
    return f"{size} {letters}"


def word(state: State, square: str) -> str:
    """Return the word for a square; "." for an empty one."""
    stack = state.squares.get(square)
    if stack is None:
        return "."
    letters = stack.letters if stack.owner == "red" else stack.letters.lower()
    if square not in state.activators.values():
        return letters
    return letters + "".join(ACTIVATORS[seat] for seat in SEATS if state.activators[seat] == square)


def position_key(state: State) -> str:
    """Return the position in a line, equal for equal positions.

    The ranks from the top, who moves, and which home is occupied, for how many more turns.
    """
    ranks = "/".join([" ".join([word(state, each) for each in rank]) for rank in FROM_THE_TOP])
    waits = "".join(f" {seat} {state.occupied[seat]}" for seat in SEATS if seat in state.occupied)
    return f"{ranks} {state.to_move}{waits}"
