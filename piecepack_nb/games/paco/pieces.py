"""What stays put on P.A.C.O.'s table: the board with its holes, the players' rows, the desk.

Vocabulary
    row     a player's line in the tray "players": figure, points, order
    slot    where a player's order card lies in its row
    desk    the tray where orders are written and dice are rolled
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from piecepack_nb.core.steps import Event
from piecepack_nb.games.paco.squares import FILES, SQUARES
from piecepack_nb.games.paco.state import BLOCKS, Player, State
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
    use,
)

SIZE = 8
BOARD_LEFT, BOARD_TOP = 0.62, 0.42
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
    return round(BOARD_LEFT + x + 0.5, 2), round(BOARD_TOP + SIZE - y - 0.5, 2)


def row_y(number: int) -> float:
    """The y of a player's row."""
    return round(1.02 + ROW * number, 2)


def heights(players: int) -> dict[str, float]:
    """How high each tray is, in the order in which they stand."""
    return {"desk": DESK, "players": round(row_y(players) - 0.32, 2)}


@lru_cache(maxsize=8)
def areas(seats: tuple[str, ...]) -> tuple[Area, ...]:
    """The board, the desk and the players' rows."""
    return _board_area(), _desk_area(), _players_area(seats)


@lru_cache(maxsize=8)
def layouts(players: int) -> tuple[Layout, ...]:
    """Trays beside the board where there is room, else below it."""
    return layouts_with_trays(BOARD, TRAY, heights(players), ("desk",), (520, 700))


def _board_area() -> Area:
    """A hole in every cell, which counters cover (PA-1)."""
    ranks = [str(rank) for rank in range(SIZE, 0, -1)]
    names = coordinates(FILES, ranks, BOARD_LEFT, BOARD_TOP, 0.26)
    ground = shape("rect", x=round(BOARD_LEFT * 100) - 6, y=round(BOARD_TOP * 100) - 6,
                   width=SIZE * 100 + 12,
                   height=SIZE * 100 + 12, rx=14, class_="ppnb-ground")  # fmt: skip
    return Area("board", *BOARD, "", (mat(*BOARD), *names, ground, *_hole_shapes()))


def _hole_shapes() -> Iterator[Shape]:
    for square in SQUARES:
        x, y = at(square)
        yield use("hole", round(x * 100), round(y * 100))


def _players_area(seats: tuple[str, ...]) -> Area:
    high = heights(len(seats))["players"]
    heads = (text_shape("points", POINTS, 0.32, 21), text_shape("order", CARD, 0.32, 21))
    rows = [part for number, seat in enumerate(seats) for part in _row_shapes(number, seat)]
    return Area("players", TRAY, high, "Players", (mat(TRAY, high, "tray"), *heads, *rows))


def _row_shapes(number: int, seat: str) -> Iterator[Shape]:
    """A player's symbol and name, and the slot for its order."""
    y = row_y(number)
    yield use("figure-head", round(FIGURE * 100), round(y * 100), suit=seat)
    yield text_shape(seat, 0.95, y, 27, "start")
    yield shape("rect", x=round(CARD * 100) - 25, y=round(y * 100) - 34, width=50, height=68, rx=7,
                class_="ppnb-slip-slot")  # fmt: skip


def _desk_area() -> Area:
    return Area("desk", TRAY, DESK, "Orders", (mat(TRAY, DESK, "tray"),))


RISE = 0.17
"""How far up a block is drawn that stands on a black counter, or a figure in the air."""
BY_RANK = sorted(SQUARES, key=lambda square: (-int(square[1]), square[0]))
"""The squares from the top rank down: what is nearer to the reader lies over what is behind."""
HIDDEN_IN = ("orders", "stop")
"""The phases in which orders that were written are secret."""


def revealed(state: State) -> bool:
    """Are the orders of this turn open on the table?"""
    return state.phase not in HIDDEN_IN


def pieces(state: State) -> Iterator[Piece]:
    """Everything on the table."""
    yield from _counters(state)
    for number, (seat, player) in enumerate(state.players.items()):
        yield from _figure(state, number, seat, player)
        yield from _row_pieces(state, number, seat, player)
    yield from _cards(state)
    yield from _dice(state)


def _counters(state: State) -> Iterator[Piece]:
    """Floor and blocks (PA-1); a block on a black counter is seen to stand on it (PA-30)."""
    for square in BY_RANK:
        kind = state.cells.get(square)
        if kind is None:
            continue
        x, y = at(square)
        if kind != "white":
            yield Piece("counter*", "counter-floor", x, y, z=-1)
        if kind in BLOCKS:
            up, scale = (RISE, 0.93) if kind == "stacked" else (0.0, 1.0)
            yield Piece("counter*", "counter-block", x, round(y - up, 2), scale=scale, z=4)


# --- players -------------------------------------------------------------------------------------


def figure(
    seat: str, player: Player, place: tuple[float, float], area: str = "board", scale: float = 1.0,
) -> Iterator[Piece]:  # fmt: skip
    """A player's figure: a body that turns with its heading, and an upright head."""
    body, head = f"figure-{seat}", f"head-{seat}"
    if player.heading or not player.square:
        yield Piece(body, "figure", *place, area, ANGLES[player.heading], scale, seat, z=6)
    yield Piece(head, "figure-head", *place, area, 0, scale, seat, z=8)


def _figure(state: State, number: int, seat: str, player: Player) -> Iterator[Piece]:
    if player.square is None:
        yield from figure(seat, player, (FIGURE, row_y(number)), "players", 0.78)
        return
    x, y = at(player.square)
    airborne = state.airborne(seat)
    place = (x, round(y - RISE, 2)) if airborne else (x, y)
    yield from figure(seat, player, place, scale=1.1 if airborne else 0.96)
    if airborne:
        yield Piece(f"wings-{seat}", "airborne", *place, suit=seat, scale=1.1, z=7)
    if player.stunned:
        yield Piece(f"stars-{seat}", "stunned", x, y, z=9)


def _row_pieces(state: State, number: int, seat: str, player: Player) -> Iterator[Piece]:
    """Points (PA-40 to PA-43), and in a word what keeps the player from writing an order."""
    y = row_y(number)
    yield Piece(f"points-{seat}", "words", POINTS, y, "players", label=str(player.points),
                scale=1.3)  # fmt: skip
    sign = _status(state, seat, player)
    if sign:
        yield Piece(f"sign-{seat}", "words", SIGN, y, "players", label=sign, scale=0.72)


def _status(state: State, seat: str, player: Player) -> str:
    if state.phase == "stop" and seat in state.answers:
        return "would stop"
    if player.square is None:
        return "off" if state.phase != "setup" else ""
    if player.stunned:
        return "stunned"
    return "in the air" if state.airborne(seat) else ""


# --- cards and dice ------------------------------------------------------------------------------


def _cards(state: State) -> Iterator[Piece]:
    """Each player's order of this turn, and the order for the next that a jumper wrote (PA-13).

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


def _dice(state: State) -> Iterator[Piece]:
    """What the contests' dice showed (PA-23, PA-24)."""
    for number, (seat, face) in enumerate(state.dice.items()):
        x = round(TRAY / 2 + 0.84 * (number - (len(state.dice) - 1) / 2), 2)
        yield Piece(f"die-{seat}", "die", x, 1.05, "desk", suit=seat, face=face)


LINGER = {
    "orders shown": 1.6, "order fails": 1.3, "die": 0.9, "stunned": 1.1, "falls": 1.1,
    "pushed off": 1.1, "seals": 0.5, "falls through": 0.5, "leaves": 0.4, "stops": 0.4,
    "stays": 0.5, "jumps": 0.5, "lands": 0.5, "turns": 0.35, "moves": 0.35, "lifts": 0.5,
    "lifts too": 0.6, "pushes": 0.3, "resolution": 2.0,
}  # fmt: skip
"""Seconds that an event is looked at before the next."""


def with_effects(
    pieces: Iterable[Piece], event: Event | None, before: Scene | None
) -> Iterator[Piece]:
    """The pieces, and what the event took off the board as it goes."""
    gone = _players_gone(event, before)
    for piece in pieces:
        yield gone.get(piece.id, piece)
    if event is not None and event.kind == "leaves":
        yield Piece("counter*", "counter-block", *beyond(event.data["square"]), scale=0.8, z=4,
                    faded=True)  # fmt: skip
    elif event is not None and event.kind == "falls through":
        yield Piece("counter*", "counter-block", *at(event.data["square"]), scale=0.4, z=1,
                    faded=True)  # fmt: skip


def _players_gone(event: Event | None, before: Scene | None) -> dict[str, Piece]:
    """The figure that just fell down a hole (PA-24) or went over the edge (PA-35)."""
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
