"""Where the parts of the board go: on a wide screen, a narrow one, a phone."""

from __future__ import annotations

import math
from functools import lru_cache

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.games.worm_derby.board.furniture import (
    DESK_HIGH,
    DESK_WIDE,
    LIST_ZOOM,
    race_size,
)
from piecepack_nb.games.worm_derby.board.window import HIGH, WIDE
from piecepack_nb.games.worm_derby.table import Table
from piecepack_nb.scene import Layout

__all__ = ["ZOOM", "layouts"]

ZOOM = 1.25
"""How much larger than a square the window's squares are: a disc is easily picked then."""
NEAR_WIDE, NEAR_HIGH = WIDE * ZOOM, HIGH * ZOOM
"""The window on the board, in squares."""
FAR_HIGH = 5.2
"""The most that the whole table takes up beside the window, in height."""


@lru_cache(maxsize=64)
def layouts(table: Table) -> tuple[Layout, ...]:
    """From a phone, with one part below the other, to all beside the window."""
    race = _race_high(table, LIST_ZOOM)
    return _phone(table), _below(table, race), _column(table, race)


def _column(table: Table, race: float) -> Layout:
    """All beside the window, one below the other: what a screen that is not high has room for."""
    small, right = _fitted(table, DESK_WIDE, FAR_HIGH), NEAR_WIDE + 0.15
    desk = round(small * table.size[1] + 0.12, 2)
    low = round(desk + DESK_HIGH + 0.08, 2)
    places = {"board": (0, 0, ZOOM), "table": (right, 0, small), "desk": (right, desk),
              "race": (right, low, LIST_ZOOM)}  # fmt: skip
    tall = round(max(NEAR_HIGH, low + race), 2)
    return Layout(640, right + DESK_WIDE, tall, FrozenDict(places))


def _below(table: Table, race: float) -> Layout:
    room = NEAR_WIDE - DESK_WIDE - 0.12
    small = _fitted(table, room, 2 * FAR_HIGH)
    top = NEAR_HIGH + 0.12
    right = round(room + 0.12, 2)
    second = round(top + DESK_HIGH + 0.1, 2)
    low = round(top + small * table.size[1] + 0.12, 2)
    aside = low <= second and room >= DESK_WIDE  # the list fits below the whole table
    places = {"board": (0, 0, ZOOM), "table": (0, top, small), "desk": (right, top),
              "race": (*((0, low) if aside else (right, second)), LIST_ZOOM)}  # fmt: skip
    tall = max(low, second, low + race if aside else second + race)
    return Layout(480, NEAR_WIDE, round(tall, 2), FrozenDict(places))


def _phone(table: Table) -> Layout:
    small, zoom = _fitted(table, NEAR_WIDE, 2 * FAR_HIGH), round(NEAR_WIDE / DESK_WIDE, 3)
    desk = NEAR_HIGH + 0.15
    far = round(desk + DESK_HIGH * zoom + 0.15, 2)
    low = round(far + small * table.size[1] + 0.15, 2)
    larger = round(LIST_ZOOM * zoom, 3)
    places = {"board": (0, 0, ZOOM), "desk": (0, desk, zoom), "table": (0, far, small),
              "race": (0, low, larger)}  # fmt: skip
    return Layout(0, NEAR_WIDE, round(low + _race_high(table, larger), 2), FrozenDict(places))


def _fitted(table: Table, wide: float, high: float) -> float:
    return math.floor(min(wide / table.size[0], high / table.size[1]) * 1000) / 1000


def _race_high(table: Table, zoom: float) -> float:
    return round(race_size(table)[1] * zoom, 2)
