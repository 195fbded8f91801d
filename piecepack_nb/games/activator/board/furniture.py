"""What stays put on Activator's table: the tiles with the two homes, and a tray for each side."""

from __future__ import annotations

from collections.abc import Iterator

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.games.activator.geometry import FILES, RANKS
from piecepack_nb.games.activator.state import HOMES, SEATS
from piecepack_nb.scene import Area, Piece, Shape, layouts_with_trays, mat, shape, use

SUITS = FrozenDict(red="suns", blue="arms")
"""The suit of each side's pyramids."""
SIDE = 6.2
MIDDLE = SIDE / 2
RADIUS = 3.08
TRAY = 4.6
"""How wide a tray is, in squares."""
HEIGHTS = FrozenDict(blue=2.95, red=2.95)
BUTTONS = 2.35
"""The y of the buttons in a tray."""
READING_ORDER = tuple(file + rank for rank in RANKS[::-1] for file in FILES)
"""The squares as one reads them, from the far rank on."""
TURNS = (-45, 0, 135)
"""As Red sees the board, squared up, and as Blue sees it (AC-1)."""
FACING = FrozenDict(red=45, blue=-135)
"""How far a home's sign is turned, so that its player sees it upright."""


def at(square: str) -> tuple[float, float]:
    """The middle of a square, on the board area as it is squared up."""
    return _place(FILES.index(square[0]), RANKS.index(square[1]))


def _place(file: float, rank: float) -> tuple[float, float]:
    return round(MIDDLE - 1.5 + file, 2), round(MIDDLE + 1.5 - rank, 2)


def lanes(square: str) -> tuple[tuple[tuple[float, float], ...], ...]:
    """The square's rank and its file, each from the nearer rim to the farther one."""
    file, rank = FILES.index(square[0]), RANKS.index(square[1])
    along = [_place(end, rank) for end in _ends(file)]
    across = [_place(file, end) for end in _ends(rank)]
    return tuple(along), tuple(across)


def _ends(number: int) -> tuple[float, float]:
    return (-0.38, 3.38) if number < 2 else (3.38, -0.38)


def slot(number: int) -> float:
    """The x of the next place for what was captured, in a tray."""
    return round(0.5 + 0.45 * number, 2)


def _board() -> Area:
    """Four tiles grid up on a round mat (AC-1), so that it can be turned."""
    drawn = (
        shape("circle", cx=MIDDLE * 100, cy=MIDDLE * 100, r=RADIUS * 100, class_="ppnb-mat"),
        *_tiles(),
        *_homes(),
    )
    return Area("board", SIDE, SIDE, "", drawn, turns=TURNS)


def _tiles() -> Iterator[Shape]:
    for number, (x, y) in enumerate(((-1, -1), (1, -1), (-1, 1), (1, 1))):
        middle = (MIDDLE + x) * 100, (MIDDLE + y) * 100
        yield use("tile", *middle, angle=90 * (number * 7 % 4))


def _homes() -> Iterator[Shape]:
    """Each side's home in its colour, with its sign (AC-1)."""
    for seat, square in HOMES.items():
        x, y = (round(each * 100) for each in at(square))
        yield use("home", x, y, suit=SUITS[seat])
        yield use("home-sign", x, y, angle=FACING[seat], suit=SUITS[seat])


def _names() -> Iterator[Piece]:
    """The letters of the files and the numbers of the ranks, on both sides, for they turn."""
    for end, far in (("low", -0.76), ("high", 3.76)):
        for number, (file, rank) in enumerate(zip(FILES, RANKS, strict=True)):
            yield _name(f"file-{file}-{end}", file, number, far)
            yield _name(f"rank-{rank}-{end}", rank, far, number)


def _name(id: str, name: str, file: float, rank: float) -> Piece:
    return Piece(id, "words", *_place(file, rank), scale=0.9, label=name, z=1)


def _tray(seat: str) -> Area:
    return Area(seat, TRAY, HEIGHTS[seat], "", (mat(TRAY, HEIGHTS[seat], "tray"),))


AREAS = (_board(), *(_tray(seat) for seat in SEATS))
"""The board, and what each side has lost."""
LAYOUTS = layouts_with_trays((SIDE, SIDE), TRAY, HEIGHTS, ("red",), (480, 560))
"""The trays beside the board, each near its home; below it where there is less room."""
NAMES = tuple(_names())
