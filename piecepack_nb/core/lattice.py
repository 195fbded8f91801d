"""Squares in files and ranks, and the borders between them.

Vocabulary
    square   "f4": file and rank; a1 is at the bottom left
    heading  N, E, S or W
    border   the line between two squares, named after its south or west one: ("f4", "N")
"""

from __future__ import annotations

Border = tuple[str, str]
"""(square, "N") or (square, "E")."""

STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
"""Files to the right and ranks up of one step in each heading."""
BACK = {"N": "S", "E": "W", "S": "N", "W": "E"}
"""The opposite of each heading."""
HEADING_NAMES = {"N": "north", "E": "east", "S": "south", "W": "west"}
ARROWS = {"N": "^", "E": ">", "S": "v", "W": "<"}
"""The sign of each heading in a drawing."""
ANGLES = {"E": 0, "S": 90, "W": 180, "N": -90}
"""The clockwise turn from east to each heading, in degrees."""


def square_at(file: int, rank: int) -> str:
    """Return the square of file 1, 2, 3... (a, b, c...) and a rank.

    >>> square_at(6, 4)
    'f4'
    """
    return f"{chr(ord('a') + file - 1)}{rank}"


def file_of(square: str) -> int:
    """Return the number of a square's file; a is 1."""
    return ord(square[0]) - ord("a") + 1


def rank_of(square: str) -> int:
    """Return a square's rank."""
    return int(square[1:])


def beyond(square: str, heading: str) -> str:
    """Return the next square in a heading, which may be off the board."""
    right, up = STEPS[heading]
    return square_at(file_of(square) + right, rank_of(square) + up)


def adjacent(one: str, other: str) -> bool:
    """Return whether two squares share a side.

    >>> adjacent("f4", "e4"), adjacent("f4", "e5")
    (True, False)
    """
    return abs(file_of(one) - file_of(other)) + abs(rank_of(one) - rank_of(other)) == 1


def edge(square: str, heading: str) -> Border:
    """Return the border on one side of a square, under its one name.

    >>> edge("f4", "W"), edge("f4", "N")
    (('e4', 'E'), ('f4', 'N'))
    """
    if heading in "NE":
        return square, heading
    return beyond(square, heading), BACK[heading]


def edge_between(one: str, two: str) -> Border:
    """Return the border between two neighbours.

    >>> edge_between("f4", "e4")
    ('e4', 'E')
    """
    return next(edge(one, heading) for heading in STEPS if beyond(one, heading) == two)
