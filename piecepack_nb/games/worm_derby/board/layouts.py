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
from piecepack_nb.games.worm_derby.ruleset import Ruleset
from piecepack_nb.scene import Layout

ZOOM = 1.25
"""How much larger than a square the window's squares are: a disc is easily picked then."""
NEAR_WIDE, NEAR_HIGH = WIDE * ZOOM, HIGH * ZOOM
"""The window on the board, in squares."""
FAR_HIGH = 5.2
"""The most that the whole table takes up beside the window, in height."""


@lru_cache(maxsize=64)
def layouts(ruleset: Ruleset) -> tuple[Layout, ...]:
    """From a phone, with one part below the other, to all beside the window."""
    race = _race_high(ruleset, LIST_ZOOM)
    return _phone(ruleset), _below(ruleset, race), _column(ruleset, race)


def _column(ruleset: Ruleset, race: float) -> Layout:
    """All beside the window, one below the other: what a screen that is not high has room for."""
    small, right = _fitted(ruleset, DESK_WIDE, FAR_HIGH), NEAR_WIDE + 0.15
    desk = round(small * ruleset.size[1] + 0.12, 2)
    low = round(desk + DESK_HIGH + 0.08, 2)
    places = {"board": (0, 0, ZOOM), "table": (right, 0, small), "desk": (right, desk),
              "race": (right, low, LIST_ZOOM)}  # fmt: skip
    tall = round(max(NEAR_HIGH, low + race), 2)
    return Layout(640, right + DESK_WIDE, tall, FrozenDict(places))


def _below(ruleset: Ruleset, race: float) -> Layout:
    room = NEAR_WIDE - DESK_WIDE - 0.12
    small = _fitted(ruleset, room, 2 * FAR_HIGH)
    top = NEAR_HIGH + 0.12
    right = round(room + 0.12, 2)
    second = round(top + DESK_HIGH + 0.1, 2)
    low = round(top + small * ruleset.size[1] + 0.12, 2)
    aside = low <= second and room >= DESK_WIDE  # the list fits below the whole table
    places = {"board": (0, 0, ZOOM), "table": (0, top, small), "desk": (right, top),
              "race": (*((0, low) if aside else (right, second)), LIST_ZOOM)}  # fmt: skip
    tall = max(low, second, low + race if aside else second + race)
    return Layout(480, NEAR_WIDE, round(tall, 2), FrozenDict(places))


def _phone(ruleset: Ruleset) -> Layout:
    small, zoom = _fitted(ruleset, NEAR_WIDE, 2 * FAR_HIGH), round(NEAR_WIDE / DESK_WIDE, 3)
    desk = NEAR_HIGH + 0.15
    far = round(desk + DESK_HIGH * zoom + 0.15, 2)
    low = round(far + small * ruleset.size[1] + 0.15, 2)
    larger = round(LIST_ZOOM * zoom, 3)
    places = {"board": (0, 0, ZOOM), "desk": (0, desk, zoom), "table": (0, far, small),
              "race": (0, low, larger)}  # fmt: skip
    return Layout(0, NEAR_WIDE, round(low + _race_high(ruleset, larger), 2), FrozenDict(places))


def _fitted(ruleset: Ruleset, wide: float, high: float) -> float:
    return math.floor(min(wide / ruleset.size[0], high / ruleset.size[1]) * 1000) / 1000


def _race_high(ruleset: Ruleset, zoom: float) -> float:
    return round(race_size(ruleset)[1] * zoom, 2)
