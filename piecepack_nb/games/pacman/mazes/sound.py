"""Whether a board can be played on; each check says what is wrong, where, and what is accepted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.lattice import beyond, file_of, rank_of, square_at
from piecepack_nb.games.pacman.mazes.board import Board, hop

WHITE_MARBLES, RINGS = 72, 4
"""How many marbles of each kind the game has (PC-1)."""

Place = tuple[int, int]
Turn = Callable[[int, int, int, int], Place]
SYMMETRIES: Mapping[str, Turn] = {
    "quarter turn": lambda x, y, files, ranks: (y, files + 1 - x),
    "half turn": lambda x, y, files, ranks: (files + 1 - x, ranks + 1 - y),
    "left-right": lambda x, y, files, ranks: (files + 1 - x, y),
    "up-down": lambda x, y, files, ranks: (x, ranks + 1 - y),
}
"""Where each puts the place of a file and a rank, on a board of so many of them."""


def checked(board: Board, rows: Mapping[int, int]) -> Board:
    """The board, if it can be played on; ``rows`` has the line on which each rank is drawn."""

    def at(square: str) -> str:
        return f"{square} (line {rows[rank_of(square)]} of the board)"

    for complaint in _complaints(board, at):
        raise BadInput(complaint)
    return board


def _complaints(board: Board, at: Callable[[str], str]) -> Iterator[str]:
    yield from _counts(board)
    yield from _arrows(board, at)
    yield from _homes(board, at)
    yield from _reached(board, at)
    yield from _dead_ends(board, at)
    for claimed in board.symmetry:
        yield from _symmetric(board, claimed, at)


def _counts(board: Board) -> Iterator[str]:
    """There are 72 white and 4 yellow marbles (PC-1); a smaller board leaves some in the box."""
    for what, number, most in (
        ("holes without a ring", len(board.white), WHITE_MARBLES),
        ("ringed holes", len(board.ringed), RINGS),
    ):
        if not 1 <= number <= most:
            accepted = f"1 to {most}, for there are {most} marbles for them (PC-1)"
            yield str(invalid(f"the board's number of {what}", number, accepted))


def _arrows(board: Board, at: Callable[[str], str]) -> Iterator[str]:
    """Who goes off at an arrow comes on at another one (PC-9)."""
    if len(board.arrows) == 1:
        (square,) = board.arrows
        yield f"the arrow on {at(square)} leads to no other; accepted: none, or two and more"
    spaces = {
        board.centre: "the centre",
        **{s: f"{seat}'s home" for seat, s in board.homes.items()},
    }
    for square in board.arrows:
        if square in spaces:
            yield f"the arrow on {at(square)} is on {spaces[square]}; accepted: arrows on holes"
        for other in board.arrows:
            if not hop(square, other) and other != square:
                yield (
                    f"the arrows on {at(square)} and {at(other)} are next to each other; "
                    "accepted: at least one space between arrows"
                )


def _homes(board: Board, at: Callable[[str], str]) -> Iterator[str]:
    """Each home stands by itself, so that ways from one are counted in holes (PC-6)."""
    for seat, home in board.homes.items():
        for other, there in board.homes.items():
            if there in board.next_to[home].values():
                yield (
                    f"the homes of {seat}, {at(home)}, and {other}, {at(there)}, are next to each "
                    "other; accepted: a hole or a barrier between homes"
                )


def _reached(board: Board, at: Callable[[str], str]) -> Iterator[str]:
    """Pac-Men come to every hole without crossing the centre, ghosts without homes and arrows."""
    first = board.homes["red"]
    pac = board.reach(first, {board.centre}, arrows=True)
    homes = frozenset(board.homes.values())
    ghost = board.reach(board.centre, homes, arrows=False)
    for square in board.squares:
        if square not in pac and square != board.centre:
            yield f"{at(square)} can't be reached from {first}, red's home; accepted: a way there"
        if square not in ghost and square not in homes:
            yield (
                f"{at(square)} can't be reached by ghosts from {board.centre}, the centre, past "
                "all homes; accepted: a way there"
            )


def _dead_ends(board: Board, at: Callable[[str], str]) -> Iterator[str]:
    """Nobody turns back, so every space has two ways for whoever comes there (PC-5, PC-12)."""
    homes = frozenset(board.homes.values())
    for square in board.squares:
        near = frozenset(board.next_to[square].values())
        if square != board.centre and len(near - {board.centre}) + (square in board.arrows) < 2:
            yield f"{at(square)} is a dead end for Pac-Men; accepted: two ways and more"
        if square not in homes and len(near - homes) < 2:
            yield f"{at(square)} is a dead end for ghosts; accepted: two ways and more"


def _symmetric(board: Board, claimed: str, at: Callable[[str], str]) -> Iterator[str]:
    """Turned or mirrored as it claims, the board looks the same, whoever's the homes are."""
    turn, files, ranks = SYMMETRIES[claimed], board.files, board.ranks
    if claimed == "quarter turn" and files != ranks:
        size = f"{files} files and {ranks} ranks"
        yield f"symmetry is {claimed!r} on {size}; accepted: as many files as ranks for that"
        return

    def image(square: str) -> str:
        return square_at(*turn(file_of(square), rank_of(square), files, ranks))

    def differ(square: str, what: str) -> str:
        return (
            f"symmetry is {claimed!r}, but {at(square)} and {image(square)} differ in {what}; "
            "accepted: the same there, or no such claim"
        )

    for square in board.squares:  # first, for the barriers beside it follow from it
        if image(square) not in board.next_to:
            yield differ(square, "being a space")
            return
    for square in board.squares:
        for what in _differences(board, square, image):
            yield differ(square, what)


def _differences(board: Board, square: str, image: Callable[[str], str]) -> Iterator[str]:
    """In what a space and the one that it is turned onto are not alike."""
    other = image(square)
    homes = frozenset(board.homes.values())
    for what, places in (("rings", board.ringed), ("homes", homes), ("the centre", [board.centre])):
        if (square in places) != (other in places):
            yield what
    if {image(to) for to in board.next_to[square].values()} != {*board.next_to[other].values()}:
        yield "barriers"
    arrows = [image(beyond(s, way)) for s, way in board.arrows.items() if s == square]
    if arrows != [beyond(s, way) for s, way in board.arrows.items() if s == other]:
        yield "arrows"
