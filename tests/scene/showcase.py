"""A rich scene for tests: a maze of tiles and sticks, cubes, coins, pawns, trays.

It knows the look of Piecepackman's table, not its rules.
"""

from __future__ import annotations

from piecepack_nb.scene import (
    Area,
    Layout,
    Mark,
    Piece,
    Scene,
    Shape,
    Spot,
    coordinates,
    mat,
    text_shape,
    use,
)

FILES, RANKS = "abcdefghij", range(10, 0, -1)
SUITS = ("suns", "moons", "crowns", "arms")
MISSING = {"a5", "a6", "j5", "j6"}
SQUARES = [f"{f}{r}" for r in range(1, 11) for f in FILES if f"{f}{r}" not in MISSING]
ACE_RIGHT = [(4, 6), (4, 8), (6, 8), (6, 5), (5, 2), (5, 3)]
ACE_ABOVE = [(3, 9), (8, 9), (5, 4), (6, 4), (3, 2), (8, 2)]
THREE_RIGHT = [(1, 2), (9, 2), (5, 8), (1, 8), (9, 8)]
THREE_ABOVE = [
    (3, 8), (4, 9), (6, 9), (7, 8), (5, 6), (2, 6), (2, 7), (8, 6), (8, 7), (2, 4), (2, 5), (8, 4),
    (8, 5), (3, 3), (7, 3), (4, 2), (6, 2), (3, 1), (7, 1),
]  # fmt: skip
LEFT, TOP = 0.62, 0.38


def at(square: str) -> tuple[float, float]:
    """Return the middle of a square on the board area."""
    return LEFT + FILES.index(square[0]) + 0.5, TOP + 10 - int(square[1:]) + 0.5


def corner(x: float, y: float) -> tuple[float, float]:
    """Return the right upper corner of square (x, y), both from 1, in hundredths."""
    return (LEFT + x) * 100, (TOP + 10 - y) * 100


def sticks() -> list[Shape]:
    drawn = []
    lists = [(ACE_RIGHT, "ace", "v"), (ACE_ABOVE, "ace", "h")]
    for i, (places, kind, way) in enumerate(
        [*lists, (THREE_RIGHT, "three", "v"), (THREE_ABOVE, "three", "h")]
    ):
        long = kind == "three"
        for j, (x, y) in enumerate(places):
            right, top = corner(x, y)
            suit = SUITS[(i + j) % 4]
            if way == "v":
                drawn.append(
                    use(f"stick-{kind}", right, top + (0 if long else 50), angle=90, suit=suit)
                )
            else:
                drawn.append(use(f"stick-{kind}", right + (0 if long else -50), top, suit=suit))
    return drawn


def board() -> Area:
    tiles = []
    for row, y in enumerate((9, 7, 5, 3, 1)):
        start = (1, 3, 5, 7, 9) if row != 2 else (2, 4, 6, 8)
        for n, x in enumerate(start):
            right, top = corner(x, y)
            tiles.append(use("tile", right, top, angle=90 * ((row + n) % 4)))
    names = coordinates(FILES, [str(r) for r in RANKS], LEFT, TOP, 0.26)
    return Area("board", 11, 10.9, "", (mat(11, 10.9), *names, *tiles, *sticks()))


def trays() -> tuple[Area, ...]:
    dice = Area("dice", 5.4, 2.2, "Dice", (mat(5.4, 2.2, "tray"),))
    stash = Area("stash", 5.4, 4.6, "Taken", (
        mat(5.4, 4.6, "tray"), *(text_shape(name, 0.35, 1.0 + 0.8 * i, 34, "start") for i, name in
                                 enumerate(("Piecepackman", "suns", "moons", "crowns", "arms"))),
    ))  # fmt: skip
    lives = Area("lives", 5.4, 2.2, "Lives and objective", (mat(5.4, 2.2, "tray"),))
    return dice, stash, lives


LAYOUTS = (
    Layout(
        0,
        11,
        16.7,
        {
            "board": (0, 0),
            "dice": (0, 11, 1.25),
            "lives": (0, 13.85, 1.25),
            "stash": (6.9, 11, 0.75),
        },
    ),
    Layout(
        640,
        16.6,
        10.9,
        {"board": (0, 0), "dice": (11.2, 0), "stash": (11.2, 2.4), "lives": (11.2, 7.2)},
    ),
)


def pieces(packman: str = "f4", heading: float = 180) -> tuple[Piece, ...]:
    spare = [square for square in SQUARES if square[0] not in "ef" or square[1:] not in ("5", "6")]
    cubes = spare[3::4][:23]
    made = [
        Piece(f"cube-{i}", "cube", *at(square), suit=SUITS[i % 4], z=2)
        for i, square in enumerate(cubes)
    ]
    made += [Piece("cube-23", "cube", 3.2, 1.8, "stash", suit="suns", z=2)]
    made += [
        Piece(f"coin-{suit}", "coin-hidden", *at(square), suit=suit, z=2)
        for suit, square in zip(SUITS, ("j1", "j10", "a10", "a1"), strict=True)
    ]
    for suit, square in zip(SUITS, ("f5", "e6", "f6", "c5"), strict=True):
        x, y = at(square)
        made.append(Piece(f"ghost-{suit}", "pawn", x, y - 0.06, suit=suit, z=5))
    made.append(Piece("saucer-arms", "saucer", *at("c5"), suit="arms", z=4))
    made.append(Piece("packman", "piecepackman", *at(packman), angle=heading, z=6))
    made += [
        Piece(f"die-{suit}", "die", 0.75 + 1.3 * i, 1.3, "dice", suit=suit, face=face)
        for i, (suit, face) in enumerate(zip(SUITS, ("ace", "3", "null", "5"), strict=True))
    ]
    made += [Piece(f"life-{i}", "piecepackman", 0.7 + 0.95 * i, 1.3, "lives") for i in range(3)]
    made += [
        Piece("objective", "coin-suit", 3.75, 1.3, "lives", suit="arms", angle=-90),
        Piece("hunger", "marker", 4.7, 1.3, "lives", label="3", suit="suns"),
    ]
    return tuple(made)


def spots() -> tuple[Spot, ...]:
    legal = {"c6", "d5", "d4", "c4"}
    made = []
    for square in SQUARES:
        x, y = at(square)
        role = "move" if square in legal else "select" if square in ("f5", "c5") else "inert"
        way = (Mark("path", points=(at("c5"), at(square)), suit="arms"),) if square in legal else ()
        made.append(Spot(square, x, y, name=f"{square}{', legal' if way else ''}", role=role,
                         drag=square == "c5", drop=square in legal, preview=way,
                         tip=f"The blue ghost goes to {square}." if way else ""))  # fmt: skip
    made.append(Spot("roll", 2.7, 1.3, "dice", 5.2, 1.2, "roll the dice", "select", key="r"))
    return tuple(made)


def showcase(packman: str = "f4", heading: float = 180) -> Scene:
    """Return the whole table, the blue ghost about to move."""
    marks = (
        Mark("here", *at("c5"), suit="arms"),
        Mark("path", points=(at("f4"), at("g4"), at("h4"), at("h3"))),
        Mark("cost", at("h3")[0] + 0.3, at("h3")[1] - 0.3, label="4"),
    )
    return Scene(
        (board(), *trays()), LAYOUTS, pieces(packman, heading), marks, spots(),
        caption="Blue ghost: the die shows 5. Choose where it ends; it may pass d5.",
        clause="PM-32", alt="Piecepackman on f4, heading west. The blue ghost stands on c5.",
    )  # fmt: skip
