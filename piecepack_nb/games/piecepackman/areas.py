"""The fixed parts of the board: the maze, the trays beside it, and the game's sprites."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from piecepack_nb.core.lattice import ANGLES, Border, file_of, rank_of
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
    tray,
    use,
)
from piecepack_nb.scene.drawing import disc
from piecepack_nb.scene.sprites import SpriteSheet

LEFT, TOP = 0.62, 0.38
"""The left and top edge of the squares on the board, in squares."""
TRAY = 5.4
"""The width of the trays, in squares."""
ROWS = ("piecepackman", *SUITS)
"""The owners of the rows of the stash tray."""
OUT = {"E": (1, 0), "S": (0, 1), "W": (-1, 0), "N": (0, -1)}
"""The way right and down to the next square, by heading."""
HEIGHTS = {"dice": 2.75, "order": 1.85, "stash": 4.3, "lives": 1.8}

POWERS_HEIGHT = 2.55
"""The height of the ghosts' order with their powers (PM-73)."""


def at(maze: Maze, square: str) -> tuple[float, float]:
    """Return the centre of a square on the board area, in squares."""
    return _centres(maze)[square]


@lru_cache(maxsize=64)
def _centres(maze: Maze) -> dict[str, tuple[float, float]]:
    top = TOP + maze.ranks + 0.5
    return {
        square: (round(LEFT + file_of(square) - 0.5, 2), round(top - rank_of(square), 2))
        for square in maze.squares
    }


def slot(number: int) -> float:
    """Return the x of one of four places in a tray."""
    return round(0.75 + 1.3 * number, 2)


def stash_row(owner: str) -> float:
    """Return the y of an owner's row in the stash tray."""
    return round(0.95 + 0.72 * ROWS.index(owner), 2)


@lru_cache(maxsize=8)
def areas(maze: Maze, powers: bool = False) -> tuple[Area, ...]:
    """Return the board with its tiles and sticks (PM-1, PM-6), and the trays."""
    dice = tray("dice", TRAY, HEIGHTS["dice"], "Dice")
    lives = tray("lives", TRAY, HEIGHTS["lives"], "Extra lives, power coins")
    return board_area(maze), dice, _order_area(powers), _stash_area(), lives


@lru_cache(maxsize=8)
def layouts(maze: Maze, powers: bool = False) -> tuple[Layout, ...]:
    """Return layouts: trays beside the board, below it, or on a phone one below the other."""
    board = maze.files + 1, maze.ranks + 0.9
    heights = {**HEIGHTS, "order": POWERS_HEIGHT} if powers else HEIGHTS
    return layouts_with_trays(board, TRAY, heights, ("dice", "order", "lives"))


# --- the board ----------------------------------------------------------------------------------


def board_area(maze: Maze) -> Area:
    """Return the board: tiles, house, sticks and portals, with the names of files and ranks."""
    width, height = maze.files + 1, maze.ranks + 0.9
    letters = "abcdefghijklmnopqrstuvwxyz"[: maze.files]
    names = coordinates(letters, [str(r) for r in range(maze.ranks, 0, -1)], LEFT, TOP, 0.26)
    tiles = (*_tiles(maze), *_house(maze), *_sticks(maze))
    drawn = (mat(width, height), *names, *tiles, *_portals(maze))
    return Area("board", width, height, "", drawn)


def _tiles(maze: Maze) -> Iterator[Shape]:
    """Yield tiles face down, or single squares where four make no tile."""
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
    """Yield a tint for the ghost house (PM-5)."""
    for square in sorted(maze.house):
        x, y = at(maze, square)
        yield shape(
            "rect", x=round(x * 100 - 50), y=round(y * 100 - 50), width=100, height=100,
            class_="ppnb-house",
        )  # fmt: skip


def _sticks(maze: Maze) -> Iterator[Shape]:
    """Yield the matchsticks on their edges; an ace-stick covers one, a three-stick two (PM-6)."""
    for stick, suit in zip(maze.sticks, maze.stick_suits, strict=True):
        ends = [edge_middle(maze, side) for side in stick.edges]
        x = round(100 * sum(x for x, _ in ends) / len(ends))
        y = round(100 * sum(y for _, y in ends) / len(ends))
        angle = 90 if stick.edges[0][1] == "E" else 0
        yield use(f"stick-{stick.kind}", x, y, angle=angle, suit=suit)


def _portals(maze: Maze) -> Iterator[Shape]:
    """Yield a sign at either end of a portal, pointing out through the gap (PM-22)."""
    for square, heading in sorted(maze.portals):
        x, y = edge_middle(maze, (square, heading))
        yield use("portal", round(x * 100), round(y * 100), angle=ANGLES[heading], scale=0.8)


def edge_middle(maze: Maze, side: Border) -> tuple[float, float]:
    """Return the middle of a side of a square."""
    x, y = at(maze, side[0])
    right, down = OUT[side[1]]
    return round(x + right / 2, 2), round(y + down / 2, 2)


# --- the trays ----------------------------------------------------------------------------------


def _order_area(powers: bool) -> Area:
    names = ("1st", "2nd", "3rd", "4th")
    places = (text_shape(name, slot(number), 1.59, 25) for number, name in enumerate(names))
    height = POWERS_HEIGHT if powers else HEIGHTS["order"]
    title = "Ghosts' order and powers" if powers else "Ghosts' order"
    return tray("order", TRAY, height, title, *places)


def _stash_area() -> Area:
    him = use("piecepackman", 45, round(stash_row("piecepackman") * 100), scale=0.6)
    ghosts = (use("pawn", 45, round(stash_row(s) * 100), scale=0.62, suit=s) for s in SUITS)
    return tray("stash", TRAY, HEIGHTS["stash"], "Energy cubes taken", him, *ghosts)


# --- Sprites: himself, and in Ghost Hunger ------------------------------------------------------


def _packman(half_gape: float, radius: float = 38) -> str:
    """Return the outline of a coin with a mouth to the east, ``half_gape`` high at the rim."""
    x = (radius**2 - half_gape**2) ** 0.5
    far = f"{x:.1f} {half_gape}"
    return f"M-7 0L{x:.1f}-{half_gape}A{radius} {radius} 0 1 0 {far}Z"


def _piecepackman(gape: float) -> tuple[Shape, ...]:
    return (
        shape("path", d=_packman(gape), class_="ppnb-f-cast", transform="scale(1.1)"),
        shape("path", d=_packman(gape), fill="@gold", class_="ppnb-gold-edge"),
        shape("path", d=_packman(gape - 4, 31), class_="ppnb-gold-rim"),
    )


PIECEPACKMAN = _piecepackman(23)
HUNGRY = (
    disc(47, "hungry-glow"),
    *_piecepackman(31),
    shape("path", d="M20.5-28.5L16-19.5L11-21ZM20.5 28.5L16 19.5L11 21Z", class_="ppnb-f-ivory"),
)

SHEET = SpriteSheet({"piecepackman": PIECEPACKMAN, "piecepackman-hungry": HUNGRY})
