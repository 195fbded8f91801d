"""The moves as values, each with the short text that a person would write.

A turn is two moves in the record: a Pac-Man's and a ghost's, each with one of the two dice, in
either order (PC-3). A move names its way, space by space, for there may be several to the same
end. After a ghost was gobbled there may be two small choices: where the yellow marble goes back,
and whose marbles are taken (PC-20).
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from piecepack_nb.core.actors import Roll
from piecepack_nb.games.pacman.mazes.board import hop

SPACE = re.compile(r"[a-z][1-9][0-9]?")

Path = tuple[str, ...]
"""The spaces of a way, from the one where the piece stands."""


def is_space(value: object) -> bool:
    """Is it written as a space is, whether or not a board has that one?

    >>> is_space("a2"), is_space("2a")
    (True, False)
    """
    return isinstance(value, str) and SPACE.fullmatch(value) is not None


def written(path: Path) -> str:
    """A way in writing; where it goes off the board and on again there is a wave.

    >>> written(("b5", "a5", "i5", "h5"))
    'b5-a5~i5-h5'
    """
    parts = [str(path[0])] if path else []
    for here, to in pairwise(path):
        leaves = is_space(here) and is_space(to) and hop(here, to)
        parts.append(f"{'~' if leaves else '-'}{to}")
    return "".join(parts)


class Way(NamedTuple):
    """One's Pac-Man ("pac") or a ghost ("ghost1") goes a way, by one of the dice.

    >>> str(Way("pac", 3, ("b5", "a5", "i5", "h5"))), str(Way("ghost1", 1, ("e5", "e6")))
    ('pac 3 b5-a5~i5-h5', 'ghost1 1 e5-e6')
    """

    piece: str
    die: int
    path: Path

    def __str__(self) -> str:
        return f"{self.piece} {self.die} {written(self.path)}"


class Stay(NamedTuple):
    """One's Pac-Man ("pac"), or every ghost ("ghosts"), can't use this die and stays.

    >>> str(Stay("pac", 5)), str(Stay("ghosts", 6))
    ('pac 5 stays', 'ghosts 6 stay')
    """

    piece: str
    die: int

    def __str__(self) -> str:
        return f"{self.piece} {self.die} {'stays' if self.piece == 'pac' else 'stay'}"


class Put(NamedTuple):
    """The yellow marble goes back into this ringed hole."""

    square: str

    def __str__(self) -> str:
        return f"marble {self.square}"


class Take(NamedTuple):
    """Marbles are taken from this seat, for a ghost that was gobbled."""

    seat: str

    def __str__(self) -> str:
        return f"take {self.seat}"


Move = Roll | Way | Stay | Put | Take
