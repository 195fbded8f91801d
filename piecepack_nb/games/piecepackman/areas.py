"""Areas."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.games.piecepackman.maze import Maze
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

LEFT, TOP = 0.62, 0.38
"""Where the squares begin on the board, in squares."""
TRAY = 5.4
"""How wide the trays are, in squares."""
ROWS = ("piecepackman", *SUITS)
"""Whose cubes lie in which row of the stash tray."""
ANGLES = {"E": 0, "S": 90, "W": 180, "N": -90}
"""How far a piece that faces east is turned clockwise for a heading."""
OUT = {"E": (1, 0), "S": (0, 1), "W": (-1, 0), "N": (0, -1)}
HEIGHTS = {"dice": 2.75, "order": 1.85, "stash": 4.3, "lives": 1.8}


def ranks(maze: Maze) -> int:
    """How many ranks the maze's drawing has."""
    return max(int(square[1:]) for square in maze.squares)


def files(maze: Maze) -> int:
    """How many files the maze's drawing has."""
    return max(ord(square[0]) for square in maze.squares) - ord("a") + 1


def at(maze: Maze, square: str) -> tuple[float, float]:
    """The middle of a square, on the board area."""
    return _middles(maze)[square]


@lru_cache(maxsize=64)
def _middles(maze: Maze) -> dict[str, tuple[float, float]]:
    top = TOP + ranks(maze) + 0.5
    return {
        square: (
            round(LEFT + ord(square[0]) - ord("a") + 0.5, 2),
            round(top - int(square[1:]), 2),
        )
        for square in maze.squares
    }


def slot(number: int) -> float:
    """The x of one of four places in a tray."""
    return round(0.75 + 1.3 * number, 2)


def stash_row(owner: str) -> float:
    """The y of somebody's row in the stash tray."""
    return round(0.95 + 0.72 * ROWS.index(owner), 2)


@lru_cache(maxsize=8)
def areas(maze: Maze) -> tuple[Area, ...]:
    """The board with its tiles and sticks (PM-1, PM-6), and the trays."""
    return (_board_area(maze), _dice_area(), _order_area(), _stash_area(), _lives_area())


@lru_cache(maxsize=8)
def layouts(maze: Maze) -> tuple[Layout, ...]:
    """Trays beside the board where there is room, else below it; on a phone one below the other."""
    board = files(maze) + 1, ranks(maze) + 0.9
    return layouts_with_trays(board, TRAY, HEIGHTS, ("dice", "order", "lives"))


# --- the board ----------------------------------------------------------------------------------


def _board_area(maze: Maze) -> Area:
    width, height = files(maze) + 1, ranks(maze) + 0.9
    letters = "abcdefghijklmnopqrstuvwxyz"[: files(maze)]
    names = coordinates(letters, [str(r) for r in range(ranks(maze), 0, -1)], LEFT, TOP, 0.26)
    tiles = (*_tiles(maze), *_house(maze), *_sticks(maze))
    drawn = (mat(width, height), *names, *tiles, *_portals(maze))
    return Area("board", width, height, "", drawn)


def _tiles(maze: Maze) -> Iterator[Shape]:
    """Tiles face down; where four squares make none, the squares alone."""
    for number, tile in enumerate(maze.tiles):
        places = [at(maze, square) for square in tile]
        x = sum(place[0] for place in places) / len(places)
        y = sum(place[1] for place in places) / len(places)
        if len(tile) == 4:
            yield use("tile", round(x * 100), round(y * 100), angle=90 * (number * 7 % 4))
            continue
        for left, top in places:
            yield use("tile", round(left * 100), round(top * 100), scale=0.5)


def _house(maze: Maze) -> Iterator[Shape]:
    """A tint on the ghost house (PM-5)."""
    for square in sorted(maze.house):
        x, y = at(maze, square)
        yield shape(
            "rect", x=round(x * 100 - 50), y=round(y * 100 - 50), width=100, height=100,
            class_="ppnb-house",
        )  # fmt: skip


def _sticks(maze: Maze) -> Iterator[Shape]:
    """The matchsticks on their edges; an ace-stick covers one, a three-stick two (PM-6)."""
    for number, stick in enumerate(maze.sticks):
        ends = [_edge_middle(maze, square, side) for square, side in stick.edges]
        x = round(100 * sum(x for x, _ in ends) / len(ends))
        y = round(100 * sum(y for _, y in ends) / len(ends))
        angle = 90 if stick.edges[0][1] == "E" else 0
        yield use(f"stick-{stick.kind}", x, y, angle=angle, suit=SUITS[number % 4])


def _portals(maze: Maze) -> Iterator[Shape]:
    """A sign at either end of a portal, pointing out through the gap (PM-22)."""
    for square, heading in sorted(maze.portals):
        x, y = at(maze, square)
        right, down = OUT[heading]
        yield use("portal", round(x * 100 + 50 * right), round(y * 100 + 50 * down),
                  angle=ANGLES[heading], scale=0.8)  # fmt: skip


def _edge_middle(maze: Maze, square: str, side: str) -> tuple[float, float]:
    x, y = at(maze, square)
    return (x + 0.5, y) if side == "E" else (x, y - 0.5)


# --- the trays ----------------------------------------------------------------------------------


def _dice_area() -> Area:
    return Area("dice", TRAY, HEIGHTS["dice"], "Dice", (mat(TRAY, HEIGHTS["dice"], "tray"),))


def _order_area() -> Area:
    height = HEIGHTS["order"]
    names = ("1st", "2nd", "3rd", "4th")
    places = (text_shape(name, slot(number), 1.59, 25) for number, name in enumerate(names))
    return Area("order", TRAY, height, "Ghosts' order", (mat(TRAY, height, "tray"), *places))


def _stash_area() -> Area:
    height = HEIGHTS["stash"]
    him = use("piecepackman", 45, round(stash_row("piecepackman") * 100), scale=0.6)
    owners = [him]
    owners += [use("pawn", 45, round(stash_row(s) * 100), scale=0.62, suit=s) for s in SUITS]
    return Area("stash", TRAY, height, "Energy cubes taken", (mat(TRAY, height, "tray"), *owners))


def _lives_area() -> Area:
    height = HEIGHTS["lives"]
    return Area("lives", TRAY, height, "Extra lives, power coins", (mat(TRAY, height, "tray"),))
