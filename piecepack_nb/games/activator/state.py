"""The state of a game of Activator, and its moves.

Vocabulary
    seat       "red" or "blue"; a side is its number, 0 for Red and 1 for Blue
    place      a square by its number: a1 is 0, b1 is 1, d4 is 15
    piece      a pyramid by its letter, B the smallest to F the largest
    stack      all pieces on a square, even a single one: its letters from bottom to top, "FB"
    activator  a seat's A pyramid; it is on top of an enemy stack, and is no piece
    word       the pieces on a place: Red's in capitals, Blue's in small letters, "" for none
    waits      for a seat that is on the other's home: how many of the other's turns it must still
               outlast there (AC-30)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, Self

from piecepack_nb.core.frozen import FrozenDict, quick_replace
from piecepack_nb.core.owner import state_picture
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.activator.events import EventKind
from piecepack_nb.games.activator.geometry import FILES, RANKS, SQUARES

SEATS = ("red", "blue")
LETTERS = "BCDEF"
HOMES = FrozenDict(red="a1", blue="d4")
"""Each seat's home square (AC-1)."""
COUNTS = FrozenDict(B=1, C=2, D=2, E=2, F=2)
"""The number of pieces of each letter that a seat has (AC-2)."""
ACTIVATORS = FrozenDict(red="A", blue="a")
SIZES = ("", "single", "double", "triple")
PLACE = {square: place for place, square in enumerate(SQUARES)}
HOME = tuple(PLACE[HOMES[seat]] for seat in SEATS)
"""The place of each side's home (AC-1)."""
NOWHERE = -1


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

    @property
    def word(self) -> str:
        """The letters, Red's in capitals and Blue's in small letters."""
        return self.letters if self.owner == "red" else self.letters.lower()

    def __str__(self) -> str:
        return f"{self.owner} {self.letters}"


class Outcome(NamedTuple):
    """The end of a game: the winner ("" in a draw), and the reason."""

    winner: str
    how: EventKind
    """"home", "reduced", "no move" or "repetition"."""


class Position(NamedTuple):
    """All that a photograph of the board shows, who moves, and how long a home was held.

    Equal positions count as repeated (AC-32). The search plays on positions: their parts are
    numbers and short texts, so that they are made and compared quickly.
    """

    words: tuple[str, ...]
    """The word of each place."""
    activators: tuple[int, int]
    """The place of each side's activator."""
    side: int
    """The side to move."""
    waits: tuple[int, int] = (NOWHERE, NOWHERE)
    """The turns that each side must still outlast on the other's home; NOWHERE if not there."""

    def with_word(self, place: int, word: str) -> Self:
        """Return the position with other pieces on a place."""
        return self._replace(words=(*self.words[:place], word, *self.words[place + 1 :]))

    def off_home(self, seat: str) -> Self:
        """Return the position in which a seat is no longer on the other's home."""
        red, blue = self.waits
        return self._replace(waits=(NOWHERE, blue) if seat == "red" else (red, NOWHERE))

    def with_activator(self, side: int, place: int) -> Self:
        """Return the position with a side's activator on another place."""
        red, blue = self.activators
        return self._replace(activators=(red, place) if side else (place, blue))


@quick_replace
class State(NamedTuple):
    """A position, its turn, the earlier positions and the end of the game.

    In the middle of a move (in the state of a step) an activator may be on a square whose piece
    was just taken; between moves it is always on an enemy stack.
    """

    turn: int
    position: Position
    earlier: tuple[Position, ...] = ()
    """Each position since the last capture, with this one (AC-32)."""
    outcome: Outcome | None = None
    """The end of the game; None while it goes on."""

    @classmethod
    def of(
        cls,
        turn: int,
        to_move: str,
        squares: Mapping[str, Stack],
        activators: Mapping[str, str],
        occupied: Mapping[str, int],
    ) -> State:
        """Return the state with these parts, and without earlier positions."""
        words = tuple(squares[each].word if each in squares else "" for each in SQUARES)
        red, blue = (PLACE[activators[seat]] for seat in SEATS)
        waits = occupied.get("red", NOWHERE), occupied.get("blue", NOWHERE)
        return cls(turn, Position(words, (red, blue), SEATS.index(to_move), waits))

    @property
    def to_move(self) -> str:
        """The seat whose turn it is."""
        return SEATS[self.position.side]

    @property
    def squares(self) -> FrozenDict[str, Stack]:
        """The stack on each square that isn't empty."""
        words = self.position.words
        return FrozenDict(
            (square, stack_of(word)) for square, word in zip(SQUARES, words, strict=True) if word
        )

    @property
    def activators(self) -> FrozenDict[str, str]:
        """The square of each seat's activator."""
        red, blue = self.position.activators
        return FrozenDict(red=SQUARES[red], blue=SQUARES[blue])

    @property
    def occupied(self) -> FrozenDict[str, int]:
        """For each seat that is on the other's home, the turns that it must still outlast."""
        waits = zip(SEATS, self.position.waits, strict=True)
        return FrozenDict((seat, turns) for seat, turns in waits if turns != NOWHERE)

    def held(self, seat: str) -> list[str]:
        """Return the squares with a seat's pieces, in the board's order."""
        words = zip(SQUARES, self.position.words, strict=True)
        return [square for square, word in words if word and stack_of(word).owner == seat]

    def holds(self, seat: str, square: str) -> bool:
        """Return True if a seat's pieces are on a square."""
        word = self.position.words[PLACE[square]]
        return bool(word) and stack_of(word).owner == seat

    def carried(self, square: str) -> str | None:
        """Return the seat whose activator is on a square, or None."""
        return next((seat for seat, place in self.activators.items() if place == square), None)

    def with_turn_of(self, seat: str) -> State:
        """Return the state with a seat to move."""
        return self._replace(position=self.position._replace(side=SEATS.index(seat)))

    def with_activator(self, seat: str, square: str) -> State:
        """Return the state with a seat's activator on another square."""
        after = self.position.with_activator(SEATS.index(seat), PLACE[square])
        return self._replace(position=after)

    def __str__(self) -> str:
        """Return the drawing that ``game.position`` reads."""
        words = shown_words(self.position)
        width = max(map(len, words))
        rows = [(rank, words[4 * n : 4 * n + 4]) for n, rank in enumerate(RANKS)][::-1]
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


@lru_cache(maxsize=1024)
def stack_of(word: str) -> Stack:
    """Return the stack of a word.

    >>> stack_of("fb")
    Stack(owner='blue', letters='FB')
    """
    return Stack("red" if word.isupper() else "blue", word.upper())


def size_name(letters: str) -> str:
    """Return the name of a stack or part, from its letters from bottom to top.

    >>> size_name("D"), size_name("FB"), size_name("FDB")
    ('single D', 'double FB', 'triple FDB')
    """
    size = SIZES[len(letters)] if len(letters) < len(SIZES) else f"stack of {len(letters)}"
    return f"{size} {letters}"


def shown_words(position: Position) -> list[str]:
    """Return each place's word with the activators on top, as drawings show it; "." for none.

    "FBa" is Red's F with B on it and Blue's activator on that.
    """
    tops = [""] * len(SQUARES)
    for seat, place in zip(SEATS, position.activators, strict=True):
        tops[place] += ACTIVATORS[seat]
    return [word + top if word else "." for word, top in zip(position.words, tops, strict=True)]


@lru_cache(maxsize=4096)
def position_key(position: Position) -> str:
    """Return the position in a line, equal for equal positions.

    The ranks from the top, who moves, and which home is occupied, for how many more turns.
    """
    words = shown_words(position)
    ranks = "/".join(" ".join(words[n : n + 4]) for n in (12, 8, 4, 0))
    waits = zip(SEATS, position.waits, strict=True)
    held = "".join(f" {seat} {turns}" for seat, turns in waits if turns != NOWHERE)
    return f"{ranks} {SEATS[position.side]}{held}"
