"""A board as its drawing, the very one that ``text.parse`` reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from piecepack_nb.core import ascii_map
from piecepack_nb.core.lattice import BACK, beyond, edge
from piecepack_nb.games.pacman.mazes import text as form
from piecepack_nb.games.pacman.mazes.board import Board


def drawn(board: Board) -> str:
    """The board's text, in the one way that the package writes it."""
    return "".join(f"{line}\n" for line in (*_headers(board), *lines(board, partial(_cell, board))))


def lines(board: Board, cell: Callable[[str], str]) -> Iterator[str]:
    """The lines of the drawing, with ``cell(square)`` in each space."""

    def filled(square: str) -> str:
        return cell(square) if square in board.next_to else ascii_map.NOWHERE

    return ascii_map.render(board.files, board.ranks, filled, partial(_side, board))


def _headers(board: Board) -> Iterator[str]:
    yield f"title: {board.title}"
    if board.note:
        yield f"note: {board.note}"
    if board.symmetry:
        yield f"symmetry: {', '.join(board.symmetry)}"


def _side(board: Board, here: str, heading: str) -> str:
    """What stands on the north or east side of a place: a barrier, an arrow, blanks."""
    there, known = beyond(here, heading), board.next_to
    if here in known and there in known:
        closed, arrow = edge(here, heading) in board.barriers, ""
    else:
        inside, way = (here, heading) if here in known else (there, BACK[heading])
        arrow = form.ARROWS[way] if board.arrows.get(inside) == way else ""
        closed = inside in known and not arrow
    if heading == "N":
        return ascii_map.WALL if closed else f" {arrow or ' '} "
    return ascii_map.UPRIGHT if closed else arrow or " "


def _cell(board: Board, square: str) -> str:
    if square in board.ringed:
        return form.RINGED
    if square == board.centre:
        return form.CENTRE
    return next((form.HOMES[seat] for seat, home in board.homes.items() if home == square), "")
