"""Ways as lines on the board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from piecepack_nb.games.pacman.board.furniture import at, outside
from piecepack_nb.games.pacman.mazes import Board
from piecepack_nb.games.pacman.mazes.board import hop
from piecepack_nb.games.pacman.moves import Path
from piecepack_nb.scene import Mark

Line = tuple[tuple[float, float], ...]


def over(path: Path) -> bool:
    """Does a way go off the board at one arrow and on at another (PC-9)?

    >>> over(("b5", "a5", "i5")), over(("b5", "a5", "a6"))
    (True, False)
    """
    return any(hop(here, to) for here, to in pairwise(path))


def way_marks(board: Board, path: Path, kind: str = "path", layer: str = "") -> Iterator[Mark]:
    """A way as a line; two where it goes off the board at an arrow and on at another (PC-9).

    A space alone is no line. No line has a player's colour: blue would look like a barrier.
    """
    for line in _lines(board, path):
        yield Mark(kind, points=line, layer=layer)


def _lines(board: Board, path: Path) -> Iterator[Line]:
    line = [at(board, path[0])]
    for here, to in pairwise(path):
        if hop(here, to):
            yield (*line, outside(board, here))
            line = [outside(board, to)]
        line.append(at(board, to))
    if len(line) > 1:
        yield tuple(line)
