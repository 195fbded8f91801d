"""What lies on P.A.C.O.'s table: counters, figures, points, cards and dice.

Until all orders are in, a card shows its back, whatever is written on it.
"""

from __future__ import annotations

from collections.abc import Iterator

from piecepack_nb.games.paco.board.furniture import (
    ANGLES,
    CARD,
    FIGURE,
    NEXT_CARD,
    POINTS,
    SIGN,
    TRAY,
    at,
    row,
)
from piecepack_nb.games.paco.squares import SQUARES
from piecepack_nb.games.paco.state import BLOCKS, Player, State
from piecepack_nb.scene import Piece

RISE = 0.17
"""How far up a block is drawn that stands on a black counter, or a figure in the air."""
READING = sorted(SQUARES, key=lambda square: (-int(square[1]), square[0]))
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
        yield from _in_the_row(state, number, seat, player)
    yield from _cards(state)
    yield from _dice(state)


def _counters(state: State) -> Iterator[Piece]:
    """Floor and blocks (PA-1); a block on a black counter is seen to stand on it (PA-30)."""
    for square in READING:
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
        yield from figure(seat, player, (FIGURE, row(number)), "players", 0.78)
        return
    x, y = at(player.square)
    airborne = state.airborne(seat)
    place = (x, round(y - RISE, 2)) if airborne else (x, y)
    yield from figure(seat, player, place, scale=1.1 if airborne else 0.96)
    if airborne:
        yield Piece(f"wings-{seat}", "airborne", *place, suit=seat, scale=1.1, z=7)
    if player.stunned:
        yield Piece(f"stars-{seat}", "stunned", x, y, z=9)


def _in_the_row(state: State, number: int, seat: str, player: Player) -> Iterator[Piece]:
    """Points (PA-40 to PA-43), and in a word what keeps the player from writing an order."""
    y = row(number)
    yield Piece(f"points-{seat}", "words", POINTS, y, "players", label=str(player.points),
                scale=1.3)  # fmt: skip
    sign = _sign(state, seat, player)
    if sign:
        yield Piece(f"sign-{seat}", "words", SIGN, y, "players", label=sign, scale=0.72)


def _sign(state: State, seat: str, player: Player) -> str:
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
        place = CARD, row(number), "players"
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
