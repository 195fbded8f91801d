"""The geometry of the board: 64 squares, four headings, and the square ahead.

Vocabulary
    square   "a1" (bottom left) to "h8"; the edge is files a and h, ranks 1 and 8
    inner    the 6x6 squares inside the edge; the rule document counts them (1,1) to (6,6), column
             first, so that its (x, y) is file x + 1 and rank y + 1
    heading  "N" is up the ranks
"""

from __future__ import annotations

from collections.abc import Mapping

from piecepack_nb.core.lattice import beyond

FILES = "abcdefgh"
HEADINGS = ("N", "E", "S", "W")
SQUARES = tuple(f"{file}{rank}" for rank in range(1, 9) for file in FILES)
EDGE = tuple(square for square in SQUARES if square[0] in "ah" or square[1] in "18")
INNER = tuple(square for square in SQUARES if square not in EDGE)


AHEAD: Mapping[str, Mapping[str, str | None]] = {
    heading: {
        here: beyond(here, heading) if beyond(here, heading) in SQUARES else None
        for here in SQUARES
    }
    for heading in HEADINGS
}
"""``AHEAD[heading][square]``: the next square that way; None off the board."""
NEIGHBOURS: Mapping[str, tuple[str, ...]] = {
    square: tuple(to for heading in HEADINGS if (to := AHEAD[heading][square]))
    for square in SQUARES
}
"""The squares that share a side with a square (PA-16)."""


def inner(column: int, row: int) -> str:
    """Return the square of an inner cell as the rule document counts it, from 1.

    >>> inner(3, 1), inner(1, 4)
    ('d2', 'b5')
    """
    return f"{FILES[column]}{row + 1}"


def turned(heading: str, side: str) -> str:
    """Return the heading after a quarter turn to the left (PA-10) or to the right (PA-11).

    >>> turned("N", "left"), turned("N", "right")
    ('W', 'E')
    """
    step = 1 if side == "right" else -1
    return HEADINGS[(HEADINGS.index(heading) + step) % len(HEADINGS)]
