"""The board of four by four squares: lines, ways and distances.

Vocabulary
    way        the squares of a move after its start, one by one, the end included
    direction  a step as (files, ranks); orthogonal ones first, then diagonal ones
"""

from __future__ import annotations

from functools import cache

FILES, RANKS = "abcd", "1234"
SQUARES = tuple(file + rank for rank in RANKS for file in FILES)
"""a1, b1, … d4, rank by rank (AC-1)."""
ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
Way = tuple[str, ...]


def _apart(start: str, end: str) -> tuple[int, int]:
    """How many files and ranks lie between two squares, with their signs."""
    return ord(end[0]) - ord(start[0]), ord(end[1]) - ord(start[1])


@cache
def steps_between(start: str, end: str) -> int:
    """How many orthogonal steps lead from one square to another.

    >>> steps_between("a1", "c2")
    3
    """
    files, ranks = _apart(start, end)
    return abs(files) + abs(ranks)


@cache
def in_line(one: str, other: str) -> bool:
    """Are two squares on one rank or one file?"""
    return one[0] == other[0] or one[1] == other[1]


def crossings(one: str, other: str) -> tuple[str, str]:
    """Where the rank of each of two squares meets the file of the other.

    >>> crossings("d4", "a1")
    ('d1', 'a4')
    """
    return one[0] + other[1], other[0] + one[1]


@cache
def way(start: str, end: str) -> Way | None:
    """The straight way between two squares; None where no straight line joins them.

    >>> way("a1", "a3"), way("b1", "d3"), way("a1", "b3")
    (('a2', 'a3'), ('c2', 'd3'), None)
    """
    files, ranks = _apart(start, end)
    length = max(abs(files), abs(ranks))
    if not length or (files and ranks and abs(files) != abs(ranks)):
        return None
    step = files // length, ranks // length
    squares = (neighbour(start, (step[0] * each, step[1] * each)) for each in range(1, length + 1))
    return tuple(square for square in squares if square)


def is_diagonal(start: str, end: str) -> bool:
    """Are the two squares on different ranks and different files?"""
    return not in_line(start, end)


@cache
def neighbour(square: str, direction: tuple[int, int]) -> str | None:
    """The square in a direction; None beyond the rim."""
    to = chr(ord(square[0]) + direction[0]) + chr(ord(square[1]) + direction[1])
    return to if to in SQUARES else None
