"""The board of four by four squares: paths, lines and distances.

Vocabulary
    path       the squares of a move after its start, in order, the end included
    direction  a step as (files, ranks); orthogonal ones first, then diagonal ones
"""

from __future__ import annotations

from functools import cache

FILES, RANKS = "abcd", "1234"
SQUARES = tuple(file + rank for rank in RANKS for file in FILES)
"""a1, b1, … d4, rank by rank (AC-1)."""
ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
Path = tuple[str, ...]


def _offset(start: str, end: str) -> tuple[int, int]:
    """Return the signed number of files and ranks from ``start`` to ``end``."""
    return ord(end[0]) - ord(start[0]), ord(end[1]) - ord(start[1])


@cache
def steps_between(start: str, end: str) -> int:
    """Return the number of orthogonal steps from one square to another.

    >>> steps_between("a1", "c2")
    3
    """
    files, ranks = _offset(start, end)
    return abs(files) + abs(ranks)


@cache
def in_line(one: str, other: str) -> bool:
    """Return True if two squares are on one rank or one file."""
    return one[0] == other[0] or one[1] == other[1]


@cache
def lines(square: str) -> tuple[str, ...]:
    """Return the squares on the rank and the file of a square, itself included."""
    return tuple(other for other in SQUARES if in_line(square, other))


def crossings(one: str, other: str) -> tuple[str, str]:
    """Return where the file of each square meets the rank of the other.

    >>> crossings("d4", "a1")
    ('d1', 'a4')
    """
    return one[0] + other[1], other[0] + one[1]


@cache
def straight_path(start: str, end: str) -> Path | None:
    """Return the straight path between two squares, or None if they are in no straight line.

    >>> straight_path("a1", "a3"), straight_path("b1", "d3"), straight_path("a1", "b3")
    (('a2', 'a3'), ('c2', 'd3'), None)
    """
    files, ranks = _offset(start, end)
    length = max(abs(files), abs(ranks))
    if not length or (files and ranks and abs(files) != abs(ranks)):
        return None
    step = files // length, ranks // length
    squares = (neighbour(start, (step[0] * each, step[1] * each)) for each in range(1, length + 1))
    return tuple(square for square in squares if square)


@cache
def ray(start: str, direction: tuple[int, int], length: int) -> tuple[str, ...]:
    """Return the next squares in a direction, up to a number of them or the board's edge."""
    ahead = neighbour(start, direction)
    if ahead is None or not length:
        return ()
    return (ahead, *ray(ahead, direction, length - 1))


def neighbour(square: str, direction: tuple[int, int]) -> str | None:
    """Return the square in a direction, or None beyond the board's edge."""
    to = chr(ord(square[0]) + direction[0]) + chr(ord(square[1]) + direction[1])
    return to if to in SQUARES else None


def opposite(square: str) -> str:
    """Return the square's reflection through the middle of the board.

    >>> opposite("a1"), opposite("c1")
    ('d4', 'b4')
    """
    return FILES[3 - FILES.index(square[0])] + RANKS[3 - RANKS.index(square[1])]
