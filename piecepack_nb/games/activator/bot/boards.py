"""Positions of Activator in numbers: what the search plays on.

Vocabulary
    place    a square by its number, a1 is 0 and d4 is 15
    word     what stands on a place, Red in capitals, Blue in small letters; "" for nothing
    side     0 for Red, 1 for Blue
    waits    for each side, how many turns it has to outlast on the other's home; -1 if not there
    leap     a move in numbers: (start, end, part, activator's place or -1)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from piecepack_nb.games.activator.geometry import ORTHOGONAL, SQUARES, neighbour
from piecepack_nb.games.activator.state import HOMES, SEATS

Leap = tuple[int, int, int, int]
PLACES = range(16)
PLACE = {square: place for place, square in enumerate(SQUARES)}
HOME = tuple(PLACE[HOMES[seat]] for seat in SEATS)
CROSSINGS = tuple(
    tuple(((one & 3) | (other & 12), (other & 3) | (one & 12)) for other in PLACES)
    for one in PLACES
)
"""Where the lines of two places cross (AC-24)."""
IN_LINE = tuple(
    tuple(one & 3 == other & 3 or one >> 2 == other >> 2 for other in PLACES) for one in PLACES
)
NEXT = tuple(
    tuple(PLACE[to] for way in ORTHOGONAL if (to := neighbour(square, way))) for square in SQUARES
)
NOTHING: Mapping[Any, int] = {}
NOBODY = (-1, -1)


class Board(NamedTuple):
    """A position in numbers, with what is needed to tell whether it comes back."""

    words: tuple[str, ...]
    activators: tuple[int, int]
    side: int
    waits: tuple[int, int]
    stacks: tuple[int, int]
    """On how many places each side stands."""
    seen: Mapping[Any, int]
    """How often each position was there before the search began, since the last capture."""
    above: Board | None
    """The position before it, back to the root or to the last capture."""

    @property
    def key(self) -> tuple[Any, ...]:
        """Equal for equal positions."""
        return self[:4]

    @property
    def repeated(self) -> int:
        """How often the position has been there, this time included (AC-32)."""
        key, count, board = self.key, 1 + self.seen.get(self.key, 0), self.above
        while board is not None and board.above is not None:
            board = board.above  # the same side moves every other time
            count += board.key == key
            board = board.above
        return count


def read(text: str) -> Board:
    """The board of a position from its ``key``."""
    tokens = text.replace("/", " ").split()
    words, activators = [""] * 16, [0, 0]
    for number, token in enumerate(tokens[:16]):
        place = 4 * (3 - number // 4) + number % 4
        words[place] = token.strip(".").rstrip("aA")
        if token[-1] in "Aa":
            activators["Aa".index(token[-1])] = place
    waits = [-1, -1]
    for seat, turns in zip(tokens[17::2], tokens[18::2], strict=True):
        waits[SEATS.index(seat)] = int(turns)
    stacks = sum(bool(word) and word < "a" for word in words)
    return Board(
        tuple(words),
        (activators[0], activators[1]),
        SEATS.index(tokens[16]),
        (waits[0], waits[1]),
        (stacks, sum(map(bool, words)) - stacks),
        NOTHING,
        None,
    )
