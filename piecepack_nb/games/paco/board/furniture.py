"""What stays put on P.A.C.O.'s table: the board with its holes, the players' rows, the desk.

Vocabulary
    row     a player's line in the tray "players": figure, points, order
    slot    where a player's order card lies in its row
    desk    the tray where orders are written and dice are rolled
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from piecepack_nb.games.paco.squares import FILES, SQUARES
from piecepack_nb.scene import (
    Area,
    Layout,
    Shape,
    coordinates,
    layouts_with_trays,
    mat,
    shape,
    text_shape,
    use,
)

SIZE = 8
LEFT, TOP = 0.62, 0.42
"""Where the cells begin on the board, in squares."""
BOARD = SIZE + 1.0, SIZE + 0.95
TRAY = 5.2
"""How wide the trays are, in squares: with the board 14.4, which makes whole pixels of a cell in a
picture of the usual size, so that its file is small."""
DESK = 3.6
"""How high the desk is."""
ANGLES = {"E": 0, "S": 90, "W": 180, "N": -90, "": -90}
"""How far a figure that looks east is turned clockwise for a heading."""
FIGURE, POINTS, CARD, NEXT_CARD, SIGN = 0.5, 2.4, 3.15, 3.73, 4.58
"""The x of what stands in a row."""
ROW = 0.86


def at(square: str) -> tuple[float, float]:
    """The middle of a cell, on the board area."""
    return _place(FILES.index(square[0]), int(square[1]) - 1)


def beyond(square: str) -> tuple[float, float]:
    """The place outside the board beside a cell on the edge."""
    right = {"a": -0.8, "h": 0.8}.get(square[0], 0.0)
    up = {"1": -0.8, "8": 0.8}.get(square[1], 0.0)
    return _place(FILES.index(square[0]) + right, int(square[1]) - 1 + up)


def _place(x: float, y: float) -> tuple[float, float]:
    return round(LEFT + x + 0.5, 2), round(TOP + SIZE - y - 0.5, 2)


def row(number: int) -> float:
    """The y of a player's row."""
    return round(1.02 + ROW * number, 2)


def heights(players: int) -> dict[str, float]:
    """How high each tray is, in the order in which they stand."""
    return {"desk": DESK, "players": round(row(players) - 0.32, 2)}


@lru_cache(maxsize=8)
def areas(seats: tuple[str, ...]) -> tuple[Area, ...]:
    """The board, the desk and the players' rows."""
    return _board(), _desk(), _players(seats)


@lru_cache(maxsize=8)
def layouts(players: int) -> tuple[Layout, ...]:
    """Trays beside the board where there is room, else below it."""
    return layouts_with_trays(BOARD, TRAY, heights(players), ("desk",), (520, 700))


def _board() -> Area:
    """A hole in every cell, which counters cover (PA-1)."""
    ranks = [str(rank) for rank in range(SIZE, 0, -1)]
    names = coordinates(FILES, ranks, LEFT, TOP, 0.26)
    ground = shape("rect", x=round(LEFT * 100) - 6, y=round(TOP * 100) - 6, width=SIZE * 100 + 12,
                   height=SIZE * 100 + 12, rx=14, class_="ppnb-ground")  # fmt: skip
    return Area("board", *BOARD, "", (mat(*BOARD), *names, ground, *_holes()))


def _holes() -> Iterator[Shape]:
    for square in SQUARES:
        x, y = at(square)
        yield use("hole", round(x * 100), round(y * 100))


def _players(seats: tuple[str, ...]) -> Area:
    high = heights(len(seats))["players"]
    heads = (text_shape("points", POINTS, 0.32, 21), text_shape("order", CARD, 0.32, 21))
    rows = [part for number, seat in enumerate(seats) for part in _row(number, seat)]
    return Area("players", TRAY, high, "Players", (mat(TRAY, high, "tray"), *heads, *rows))


def _row(number: int, seat: str) -> Iterator[Shape]:
    """A player's symbol and name, and the slot for its order."""
    y = row(number)
    yield use("figure-head", round(FIGURE * 100), round(y * 100), suit=seat)
    yield text_shape(seat, 0.95, y, 27, "start")
    yield shape("rect", x=round(CARD * 100) - 25, y=round(y * 100) - 34, width=50, height=68, rx=7,
                class_="ppnb-slip-slot")  # fmt: skip


def _desk() -> Area:
    return Area("desk", TRAY, DESK, "Orders", (mat(TRAY, DESK, "tray"),))
