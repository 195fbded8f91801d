"""What stays put on the table: the board of holes, the dice's tray, the players' rows.

Vocabulary
    track   the groove between two spaces that lie side by side with no barrier between them
    rim     the wood round the outermost spaces, on which the arrows are
    row     a player's part of the tray "players": name, count, privileges, marbles
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from piecepack_nb.core.lattice import STEPS, beyond, edge, file_of, rank_of, square_at
from piecepack_nb.games.pacman.mazes import Board
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

LEFT, TOP, RIM = 1.02, 0.6, 0.46
"""Where the spaces begin on the board area, and how wide the rim is, in squares."""
TRAY = 5.4
"""How wide the trays are, in squares."""
DICE = 3.62
"""How high the dice's tray is."""
BUTTONS, HIGH = (2.22, 3.06), 0.74
"""The y of the rows of buttons in it, and how high a button is."""
ICON, NAME = 0.62, 1.2
"""The x of a player's sign in its row, and at which the name begins."""
ROW, PER_LINE = 1.32, 24
ANGLES = {"E": 0, "S": 90, "W": 180, "N": -90}
"""How far what looks east is turned clockwise for a heading."""


# --- places ---------------------------------------------------------------------------------------


def at(board: Board, square: str) -> tuple[float, float]:
    """The middle of a space, on the board area."""
    return beside(board, square, "", 0)


def beside(board: Board, square: str, heading: str, far: float) -> tuple[float, float]:
    """A place that far from the middle of a space, to one side of it."""
    right, up = STEPS.get(heading, (0, 0))
    x = LEFT + file_of(square) - 0.5 + far * right
    return round(x, 2), round(TOP + board.ranks - rank_of(square) + 0.5 - far * up, 2)


def outside(board: Board, square: str) -> tuple[float, float]:
    """Where a Pac-Man is that has gone off the board at the arrow of a hole (PC-9)."""
    return beside(board, square, board.arrows[square], 0.8)


def reading_order(board: Board) -> tuple[str, ...]:
    """The spaces line by line from the top, as one reads."""
    return tuple(sorted(board.squares, key=lambda each: (-rank_of(each), file_of(each))))


def row(number: int) -> float:
    """The y of a player's name."""
    return round(0.95 + ROW * number, 2)


def marble_place(number: int, of: int) -> tuple[float, float]:
    """Where the marble of this number lies in the row of player number ``of``."""
    line, column = divmod(number, PER_LINE)
    return round(0.38 + 0.2 * column, 2), round(row(of) + 0.52 + 0.19 * line, 2)


def die_place(number: int) -> tuple[float, float]:
    """Where the first or the second die lies in its tray."""
    return round(0.85 + 1.35 * number, 2), 1.02


# --- areas ----------------------------------------------------------------------------------------


def size(board: Board) -> tuple[float, float]:
    """How large the board area is, in squares."""
    return round(LEFT + board.files + RIM + 0.12, 2), round(TOP + board.ranks + RIM + 0.6, 2)


def heights(seats: int) -> dict[str, float]:
    """How high each tray is, in the order in which they stand."""
    return {"dice": DICE, "players": round(row(seats) - 0.28, 2)}


@lru_cache(maxsize=16)
def areas(board: Board, seats: tuple[str, ...]) -> tuple[Area, ...]:
    """The board, the dice's tray and the players' rows."""
    dice = Area("dice", TRAY, DICE, "Dice", (mat(TRAY, DICE, "tray"),))
    return _board(board), dice, _players(seats)


@lru_cache(maxsize=16)
def layouts(board: Board, seats: int) -> tuple[Layout, ...]:
    """Trays beside the board where there is room, else below it."""
    return layouts_with_trays(size(board), TRAY, heights(seats), ("dice",), (560, 720))


def _players(seats: tuple[str, ...]) -> Area:
    high = heights(len(seats))["players"]
    drawn = [part for number, seat in enumerate(seats) for part in _row(number, seat)]
    return Area("players", TRAY, high, "Players", (mat(TRAY, high, "tray"), *drawn))


def _row(number: int, seat: str) -> Iterator[Shape]:
    """A small Pac-Man with the seat's letter, and its name."""
    y = round(row(number) * 100)
    yield use("pac", round(ICON * 100), y, scale=0.7, suit=seat)
    yield use("pac-letter", round(ICON * 100), y, scale=0.7, suit=seat)
    yield text_shape(seat.capitalize(), NAME, row(number), 30, "start")


# --- the board ------------------------------------------------------------------------------------


def _board(board: Board) -> Area:
    width, height = size(board)
    files = [square_at(number + 1, 1)[0] for number in range(board.files)]
    ranks = [str(rank) for rank in range(board.ranks, 0, -1)]
    names = coordinates(files, ranks, LEFT, TOP, RIM + 0.27)
    wood = shape(
        "rect", x=round((LEFT - RIM) * 100), y=round((TOP - RIM) * 100),
        width=round((board.files + 2 * RIM) * 100), height=round((board.ranks + 2 * RIM) * 100),
        rx=30, class_="ppnb-ground",
    )  # fmt: skip
    drawn = (*_tracks(board), *_spaces(board), *_walls(board), *_arrows(board))
    return Area("board", width, height, "", (mat(width, height), *names, wood, *drawn))


def _line(ends: tuple[tuple[float, float], tuple[float, float]]) -> str:
    (x0, y0), (x1, y1) = ends
    across, down = round((x1 - x0) * 100), round((y1 - y0) * 100)
    return f"M{round(x0 * 100)} {round(y0 * 100)}" + (f"h{across}" if across else f"v{down}")


def _tracks(board: Board) -> Iterator[Shape]:
    """The grooves along which pieces move (PC-4), out to the arrows (PC-9)."""
    lines = [
        _line((at(board, square), at(board, to)))
        for square, near in board.next_to.items()
        for heading, to in near.items()
        if heading in "NE"
    ]
    lines += [
        _line((at(board, square), beside(board, square, heading, 0.4 + RIM)))
        for square, heading in board.arrows.items()
    ]
    yield shape("path", d="".join(lines), class_="ppnb-track")


def _spaces(board: Board) -> Iterator[Shape]:
    """Holes, some with a ring, homes, and the centre (PC-1)."""
    homes = {home: seat for seat, home in board.homes.items()}
    for square in board.squares:
        x, y = (round(place * 100) for place in at(board, square))
        if square in homes:
            yield use("marble-home", x, y, suit=homes[square])
        elif square == board.centre:
            yield use("marble-den", x, y)
        else:
            yield use("marble-ringed" if square in board.ringed else "marble-hole", x, y)


def _walls(board: Board) -> Iterator[Shape]:
    """The barriers (PC-7), and the same round the outside, open where the arrows are."""
    known, drawn = frozenset(board.squares), []
    for square in board.squares:
        for heading in STEPS:
            inside = beyond(square, heading) in known
            closed = edge(square, heading) in board.barriers if inside else (
                board.arrows.get(square) != heading
            )  # fmt: skip
            if closed and not (inside and heading in "SW"):  # each barrier once
                drawn.append(_side(board, square, heading))
    d = "".join(sorted(drawn))
    for look in ("barrier-cast", "barrier", "barrier-lit"):
        yield shape("path", d=d, class_=f"ppnb-{look}")


def _side(board: Board, square: str, heading: str) -> str:
    """The line along one side of a space."""
    x, y = beside(board, square, heading, 0.5)
    if heading in "NS":
        return _line(((x - 0.5, y), (x + 0.5, y)))
    return _line(((x, y - 0.5), (x, y + 0.5)))


def _arrows(board: Board) -> Iterator[Shape]:
    """The white arrows, pointing off the board (PC-9)."""
    for square, heading in board.arrows.items():
        x, y = beside(board, square, heading, 0.5 + RIM / 2)
        yield use("marble-exit", round(x * 100), round(y * 100), angle=ANGLES[heading], scale=0.8)
