"""The parts of the scene: the board, the players' rows, the desk, and the pieces on them.

Until all orders are in, a card shows its back, whatever the order is.

Vocabulary
    row     a player's line in the tray "players": figure, points, order card
    desk    the tray where orders are written and dice are rolled
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from piecepack_nb.core.lattice import ANGLES
from piecepack_nb.core.steps import Event
from piecepack_nb.games.paco.squares import FILES, SQUARES
from piecepack_nb.games.paco.state import BLOCKS, Player, State, names
from piecepack_nb.scene import (
    Area,
    Layout,
    Piece,
    Scene,
    Shape,
    coordinates,
    layouts_with_trays,
    mat,
    shape,
    text_shape,
    tray,
    use,
)

SIZE = 8
BOARD_LEFT, BOARD_TOP = 0.62, 0.42
"""Where the cells begin on the board, in squares."""
BOARD = SIZE + 1.0, SIZE + 0.95
TRAY = 5.2
"""The width of the trays, in squares: with the board 14.4, which makes whole pixels of a cell in a
picture of the usual size, so that its file is small."""
DESK = 3.6
"""The height of the desk."""
FIGURE, POINTS, CARD, NEXT_CARD, STATUS = 0.5, 2.4, 3.15, 3.73, 4.58
"""The x of the things in a row."""
ROW = 0.86
RISE = 0.17
"""The rise of a block drawn on a black counter, or of a figure in the air."""
BY_RANK = sorted(SQUARES, key=lambda square: (-int(square[1]), square[0]))
"""The squares from the top rank down: a nearer piece is drawn over a farther one."""


def at(square: str) -> tuple[float, float]:
    """Return the middle of a cell, on the board area."""
    return _place(FILES.index(square[0]), int(square[1]) - 1)


def beyond(square: str) -> tuple[float, float]:
    """Return the place outside the board beside a cell on the edge."""
    right = {"a": -0.8, "h": 0.8}.get(square[0], 0.0)
    up = {"1": -0.8, "8": 0.8}.get(square[1], 0.0)
    return _place(FILES.index(square[0]) + right, int(square[1]) - 1 + up)


def _place(x: float, y: float) -> tuple[float, float]:
    return round(BOARD_LEFT + x + 0.5, 2), round(BOARD_TOP + SIZE - y - 0.5, 2)


def row_y(number: int) -> float:
    """Return the y of a player's row."""
    return round(1.02 + ROW * number, 2)


def revealed(state: State) -> bool:
    """Return True if the orders of this turn are open on the table."""
    return state.phase not in ("orders", "stop")


# --- Areas ---------------------------------------------------------------------------------------


def _heights(players: int) -> dict[str, float]:
    """Return the height of each tray, the upper one first."""
    return {"desk": DESK, "players": round(row_y(players) - 0.32, 2)}


@lru_cache(maxsize=8)
def areas(seats: tuple[str, ...]) -> tuple[Area, ...]:
    """Return the board, the desk and the players' rows."""
    return _board_area(), tray("desk", TRAY, DESK, "Orders"), _players_area(seats)


@lru_cache(maxsize=8)
def layouts(players: int) -> tuple[Layout, ...]:
    """Return layouts with the trays beside the board where there is room, else below it."""
    return layouts_with_trays(BOARD, TRAY, _heights(players), ("desk",), (520, 580))


def _board_area() -> Area:
    """Return the board with a hole in every cell, which counters cover (PA-1)."""
    ranks = [str(rank) for rank in range(SIZE, 0, -1)]
    coords = coordinates(FILES, ranks, BOARD_LEFT, BOARD_TOP, 0.26)
    ground = shape("rect", x=round(BOARD_LEFT * 100) - 6, y=round(BOARD_TOP * 100) - 6,
                   width=SIZE * 100 + 12, height=SIZE * 100 + 12, rx=14,
                   class_="ppnb-ground")  # fmt: skip
    holes = (use("hole", *(round(each * 100) for each in at(square))) for square in SQUARES)
    return Area("board", *BOARD, "", (mat(*BOARD), *coords, ground, *holes))


def _players_area(seats: tuple[str, ...]) -> Area:
    high = _heights(len(seats))["players"]
    heads = (
        text_shape("points", POINTS, 0.32, 21),
        text_shape("order", CARD, 0.32, 21),
        text_shape("last turn", STATUS, 0.32, 21),
    )
    rows = [part for number, seat in enumerate(seats) for part in _row_shapes(number, seat)]
    return tray("players", TRAY, high, "Players", *heads, *rows)


def _row_shapes(number: int, seat: str) -> Iterator[Shape]:
    """Yield a player's symbol and name, and the slot for the order card."""
    y = row_y(number)
    yield use("figure-head", round(FIGURE * 100), round(y * 100), suit=seat)
    yield text_shape(names(seat), 0.95, y, 27, "start")
    yield shape("rect", x=round(CARD * 100) - 25, y=round(y * 100) - 34, width=50, height=68, rx=7,
                class_="ppnb-slip-slot")  # fmt: skip


# --- Pieces --------------------------------------------------------------------------------------


def pieces(state: State) -> Iterator[Piece]:
    """Yield everything on the table."""
    yield from _counters(state)
    for number, (seat, player) in enumerate(state.players.items()):
        yield from _figure(state, number, seat, player)
        yield from _row_pieces(state, number, seat, player)
    yield from _cards(state)
    for number, (seat, face) in enumerate(state.dice.items()):  # PA-23, PA-24
        x = round(TRAY / 2 + 0.84 * (number - (len(state.dice) - 1) / 2), 2)
        yield Piece(f"die-{seat}", "die", x, 1.05, "desk", suit=seat, face=face)


def _counters(state: State) -> Iterator[Piece]:
    """Yield floor and blocks (PA-1); a block on a black counter is drawn on it (PA-30)."""
    for square in BY_RANK:
        cell = state.cells.get(square)
        if cell is None:
            continue
        x, y = at(square)
        if cell != "white":
            yield Piece("counter*", "counter-floor", x, y, z=-1)
        if cell in BLOCKS:
            up, scale = (RISE, 0.93) if cell == "stacked" else (0.0, 1.0)
            yield Piece("counter*", "counter-block", x, round(y - up, 2), scale=scale, z=4)


def _figure(state: State, number: int, seat: str, player: Player) -> Iterator[Piece]:
    """Yield a player's figure: a body that turns with the heading, and an upright head."""
    airborne = state.airborne(seat)
    if player.square is None:
        place, area, scale = (FIGURE, row_y(number)), "players", 0.78
    else:
        x, y = at(player.square)
        place, area = (x, round(y - RISE, 2) if airborne else y), "board"
        scale = 1.1 if airborne else 0.96
    if player.heading or not player.square:
        angle = ANGLES[player.heading or "N"]
        yield Piece(f"figure-{seat}", "figure", *place, area, angle, scale, seat, z=6)
    yield Piece(f"head-{seat}", "figure-head", *place, area, 0, scale, seat, z=8)
    if airborne:
        yield Piece(f"wings-{seat}", "airborne", *place, suit=seat, scale=1.1, z=7)
    if player.stunned and player.square:
        yield Piece(f"stars-{seat}", "stunned", *at(player.square), z=9)


def _row_pieces(state: State, number: int, seat: str, player: Player) -> Iterator[Piece]:
    """Yield points (PA-40 to PA-43), and a word for a player who can't write an order."""
    y = row_y(number)
    yield Piece(f"points-{seat}", "words", POINTS, y, "players", label=str(player.points),
                scale=1.3)  # fmt: skip
    if status := player_status(state, seat, player):
        yield Piece(f"sign-{seat}", "words", STATUS, y, "players", label=status, scale=0.72)


def player_status(state: State, seat: str, player: Player) -> str:
    """Return a word for a player who can't write an order, or agrees to stop; "" for none."""
    if state.phase == "stop" and seat in state.answers:
        return "agrees"  # to stop: the word fits the column
    if player.square is None:
        return "off" if state.phase != "setup" else ""
    if player.stunned:
        return "stunned"
    return "in the air" if state.airborne(seat) else ""


def _cards(state: State) -> Iterator[Piece]:
    """Yield each player's order of this turn, and the second order of a jumper (PA-13).

    A card that waits for the next turn keeps its id when that comes, and so moves up.
    """
    this, other = state.turn % 2, (state.turn + 1) % 2
    for number, (seat, player) in enumerate(state.players.items()):
        order = state.orders.get(seat)
        place = CARD, row_y(number), "players"
        if order is not None:
            kind = order.kind if revealed(state) else "back"
            yield Piece(f"card-{seat}-{this}", f"card-{kind}", *place, suit=seat)
            if order.then and revealed(state):
                place = NEXT_CARD, *place[1:]
                yield Piece(f"card-{seat}-{other}", f"card-{order.then}", *place, suit=seat)
        elif player.then:  # it was shown with the jump
            yield Piece(f"card-{seat}-{this}", f"card-{player.then}", *place, suit=seat)


# --- Effects -------------------------------------------------------------------------------------


LINGER = {
    "orders shown": 0.8, "order fails": 0.7, "die": 0.5, "stunned": 0.6, "falls": 0.6,
    "pushed off": 0.6, "seals": 0.3, "falls through": 0.3, "leaves": 0.2, "stops": 0.2,
    "stays": 0.2, "jumps": 0.2, "lands": 0.2, "turns": 0.15, "moves": 0.15, "lifts": 0.2,
    "lifts too": 0.3, "pushes": 0.15, "resolution": 0.6,
}  # fmt: skip
"""The seconds for which an event is shown before the next."""


def with_effects(
    pieces: Iterable[Piece], event: Event | None, before: Scene | None
) -> Iterator[Piece]:
    """Yield the pieces, and things that the event took off the board as they go.

    The state after the event doesn't have them any more; the next scene lets them go.
    """
    gone = _players_gone(event, before)
    for piece in pieces:
        yield gone.get(piece.id, piece)
    if event is not None and event.kind in ("leaves", "falls through"):
        square = event.data["square"]
        leaves = event.kind == "leaves"
        place, scale, z = (beyond(square), 0.8, 4) if leaves else (at(square), 0.4, 1)
        yield Piece("counter*", "counter-block", *place, scale=scale, z=z, faded=True)


def _players_gone(event: Event | None, before: Scene | None) -> dict[str, Piece]:
    """Return the figure that just fell down a hole (PA-24) or went over the edge (PA-35)."""
    if event is None or event.kind not in ("falls", "pushed off"):
        return {}
    seat, square = event.data["seat"], event.data["square"]
    x, y = at(square) if event.kind == "falls" else beyond(square)
    was = {piece.id: piece for piece in before.pieces} if before else {}
    found = {}
    for part, sprite, z in (("figure", "figure", 6), ("head", "figure-head", 8)):
        id_ = f"{part}-{seat}"
        angle = was[id_].angle if id_ in was else 0.0
        scale = 0.4 if event.kind == "falls" else 0.96
        found[id_] = Piece(id_, sprite, x, y, angle=angle, scale=scale, suit=seat, z=z)
    return found
