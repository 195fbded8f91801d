"""The part of the table that is seen from near, and where things lie in it.

The table is some hundred discs long: a picture of all of it can't show where a disc touches. So
the scene shows a window on it, which follows the worm that moves, and the whole table small.

Vocabulary
    near    the window: the area "board"
    far     the whole table: the area "table", an inch to a square
    unit    how many of the board's squares are an inch: a disc is always as large in the window,
            unless more has to be seen than it has room for
    need    places on the table that have to be seen
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from piecepack_nb.games.worm_derby.geometry.plane import Point
from piecepack_nb.games.worm_derby.ruleset import Ruleset
from piecepack_nb.games.worm_derby.state import State
from piecepack_nb.scene import Scene

if TYPE_CHECKING:
    from piecepack_nb.games.worm_derby.play import WormDerby

WIDE, HIGH = 8.0, 6.4
"""The window, in squares: a straight worm and the places round its ends fit in."""
DISC = 0.75
"""A disc, in squares."""
BESIDE = 0.55
"""Inches of the floor that may be seen beside the table."""
ROOM = 1.7
"""How far what is needed stays off a new window's edge, in discs."""
KEEP = 1.2
"""How far it must stay off the edge of a window that is kept: places round it are still seen."""
STEP = 1.2
"""From one window to the next, in squares."""
AHEAD = 2.0
"""How far the window looks ahead of a worm, where there is room, in squares."""
EDGE = 0.06
"""What is drawn stays so far off the window's edge, in squares."""
FRAME = "window"
"""The id of the piece that shows, on the whole table, where the window is."""


class Window(NamedTuple):
    """Which part of the table is seen from near."""

    x: float
    """The inches of its middle, from the table's left."""
    y: float
    """From the table's lower edge."""
    unit: float

    def at(self, place: tuple[float, ...]) -> tuple[float, float]:
        """Where a place of the table lies on the area "board"."""
        x, y = place[0] - self.x, self.y - place[1]
        return round(x * self.unit + WIDE / 2, 3), round(y * self.unit + HIGH / 2, 3)

    def holds(self, place: tuple[float, ...], off: float = 0.0) -> bool:
        """Does it lie in the window, so many squares off its edge?"""
        x, y = self.at(place)
        return off <= x <= WIDE - off and off <= y <= HIGH - off


def inside(place: tuple[float, float]) -> tuple[float, float]:
    """The place in the window that is nearest to one beside it."""
    return min(max(place[0], EDGE), WIDE - EDGE), min(max(place[1], EDGE), HIGH - EDGE)


def far(ruleset: Ruleset, place: tuple[float, ...]) -> tuple[float, float]:
    """Where a place of the table lies on the area "table"."""
    return round(place[0], 3), round(ruleset.size[1] - place[1], 3)


def window_of(ruleset: Ruleset, scene: Scene | None) -> Window | None:
    """The window of a scene, by the frame that stands for it on the whole table."""
    for piece in scene.pieces if scene is not None else ():
        if piece.id == FRAME:
            return Window(piece.x, round(ruleset.size[1] - piece.y, 3), round(1 / piece.scale, 6))
    return None


def window(
    ruleset: Ruleset,
    need: Iterable[tuple[float, ...]],
    old: Window | None = None,
    toward: Point | None = None,
) -> Window:
    """A window that shows all that is needed: the ``old`` one, where that will do.

    New ones look ahead ``toward`` a place as far as there is room, and are some way apart from each
    other, so that the picture doesn't move at every step.
    """
    places = list(need)
    there = [[place[axis] for place in places or [ruleset.start]] for axis in (0, 1)]
    unit = round(DISC / ruleset.coin, 6)
    for needed, seen in zip(there, (WIDE, HIGH), strict=True):
        far = max(needed) - min(needed)
        unit = min(unit, round((seen - 2 * ROOM * DISC) / far, 6)) if far else unit
    kept = old is not None and (old.unit == unit or not places)
    if old is not None and kept and all(old.holds(place, KEEP * DISC) for place in places):
        return old
    middle = Point(*((min(each) + max(each)) / 2 for each in there))
    ahead = _ahead(middle, toward, AHEAD / unit) if toward else (0.0, 0.0)
    x, y = (
        _middle(needed, by, seen / unit, length, unit)
        for needed, by, seen, length in zip(there, ahead, (WIDE, HIGH), ruleset.size, strict=True)
    )
    return Window(x, y, unit)


def _ahead(middle: Point, toward: Point, most: float) -> tuple[float, float]:
    """So far toward a place, at most."""
    far = max(most, math.dist(middle, toward))
    return most * (toward.x - middle.x) / far, most * (toward.y - middle.y) / far


def _middle(needed: list[float], ahead: float, seen: float, length: float, unit: float) -> float:
    """The middle of what is seen along one axis, in inches; little beside the table is."""
    low, high = min(needed), max(needed)
    middle = round(((low + high) / 2 + ahead) * unit / STEP) * STEP / unit
    room = ROOM * DISC / unit
    middle = _between(middle, high + room - seen / 2, low - room + seen / 2, (low + high) / 2)
    return round(_between(middle, seen / 2 - BESIDE, length - seen / 2 + BESIDE, length / 2), 2)


def _between(middle: float, low: float, high: float, otherwise: float) -> float:
    return otherwise if low > high else min(max(middle, low), high)


def goal(game: WormDerby, state: State) -> Point | None:
    """Where the worm to move goes: to the pylon, or home (WD-22)."""
    ruleset: Ruleset = game.ruleset
    worm = state.worms.get(state.to_move)
    if worm is None:
        return None
    return ruleset.start if ruleset.been_round(ruleset.wound(worm)) else ruleset.pylon


def needed(game: WormDerby, state: State) -> tuple[Point, ...]:
    """What has to be seen of a table: the worm to move, or where worms are built."""
    ruleset: Ruleset = game.ruleset
    worm = state.worms.get(state.to_move)
    if worm is not None:
        return worm.discs
    if state.phase == "tiles":
        last = state.tiles[-1] if state.tiles else Point((ruleset.start.x + ruleset.pylon.x) / 2,
                                                         ruleset.start.y)  # fmt: skip
        return (Point(last.x, last.y),)
    if state.phase == "worms":
        ends = (ruleset.start.y - ruleset.gap / 2, ruleset.start.y + ruleset.gap / 2)
        return tuple(disc for y in ends for disc in ruleset.built(y).discs)
    return ()
