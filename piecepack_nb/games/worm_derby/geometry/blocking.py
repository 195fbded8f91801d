"""The angles at which a disc that is laid beside another would not lie free, worked out exactly.

The disc's middle comes to lie on a ring: a circle with the length of a ``step`` about the middle of
the disc that it is to touch. It lies free of a thing when its middle keeps a certain ``reach`` from
it: its radius from a tile, its diameter from another disc. Each function gives the angles on the
ring that don't, as arcs that begin and end where the reach is kept to a hair.

Vocabulary
    step    from the disc that is touched to the one that is laid, middle to middle
    offset  (dx, dy): where a thing lies, as seen from the middle of the ring
    reach   how near to the thing the middle may not come
    lies    the arcs for the place alone; every place within the reach is forbidden
    passes  the arcs for the way there: the disc slides straight from the disc that it is to touch
            to its place, and comes within the reach before it gets there, or there (WD-5)

A disc beside a turned tile keeps its middle out of a rounded rectangle: the tile, its sides moved
out by the reach, its corners rounded. That is two rectangles across each other and a circle at each
corner, so its arcs are the arcs of these together; a rectangle is what four straight lines have in
common.
"""

from __future__ import annotations

import math

from piecepack_nb.games.worm_derby.geometry.circle import ALL, NONE, Arcs
from piecepack_nb.games.worm_derby.geometry.plane import Point, Tile, corners

Offset = tuple[float, float]


# --- a point to keep away from: the middle of a disc, or the corner of a tile -------------------


def lies_at_disc(step: float, offset: Offset, reach: float) -> Arcs:
    """Where the ring comes within reach of a point: by the law of cosines."""
    far = math.hypot(*offset)
    if reach <= 0 or abs(far - step) >= reach:
        return ALL if reach >= far + step else NONE
    cosine = (far * far + step * step - reach * reach) / (2 * far * step) if far * step else -1.0
    return Arcs.about(_angle(offset), math.degrees(math.acos(max(-1.0, min(1.0, cosine)))))


def passes_disc(step: float, offset: Offset, reach: float) -> Arcs:
    """Where the way comes within reach of a point: as far as the tangents, if they are reached."""
    far = math.hypot(*offset)
    if reach <= 0 or far >= step + reach:
        return NONE
    if far * far - reach * reach > step * step:
        return lies_at_disc(step, offset, reach)
    return Arcs.about(_angle(offset), math.degrees(math.asin(min(1.0, reach / far))))


# --- straight lines -----------------------------------------------------------------------------


def beyond_line(step: float, normal: float, far: float) -> Arcs:
    """Where the ring lies beyond a line, which is ``far`` away in the direction ``normal``."""
    if abs(far) >= step:
        return NONE if far > 0 else ALL
    return Arcs.about(normal, math.degrees(math.acos(far / step)))


def _crosses(step: float, normal: float, far: float, low: float, high: float) -> Arcs:
    """Where the way crosses a part of a line: from ``low`` to ``high``, leftward along it.

    The line is ``far`` away in the direction ``normal``; 0 is the point straight ahead.
    """
    if far >= step:
        return NONE
    most = math.sqrt(step * step - far * far)
    low, high = max(low, -most), min(high, most)
    if low >= high:
        return NONE
    first, last = (math.degrees(math.atan2(along, far)) for along in (low, high))
    return Arcs.of((normal + first, normal + last))


def crosses_wall(step: float, offset: Offset, toward: float, length: float, slack: float) -> Arcs:
    """Where the way crosses a wall without thickness.

    It begins at the offset and goes on for ``length`` in the direction ``toward``. The wall counts
    as nearer by ``slack``.
    """
    turn = math.radians(toward)
    cos, sin = math.cos(turn), math.sin(turn)
    along, across = offset[0] * cos + offset[1] * sin, offset[1] * cos - offset[0] * sin
    near = max(0.0, abs(across) - slack)
    if across >= 0:  # the wall is to the left of its direction: leftward from it is backward
        return _crosses(step, toward + 90, near, -along - length, -along)
    return _crosses(step, toward - 90, near, along, along + length)


# --- a tile -------------------------------------------------------------------------------------


def lies_at_tile(step: float, centre: Point, tile: Tile, half: float, reach: float) -> Arcs:
    """Where the ring comes within reach of a tile that measures twice ``half``."""
    offset = (tile.x - centre.x, tile.y - centre.y)
    arcs = _in_box(step, offset, tile.angle, (half + reach, half))
    arcs |= _in_box(step, offset, tile.angle, (half, half + reach))
    for corner in corners(tile, half):
        arcs |= lies_at_disc(step, (corner.x - centre.x, corner.y - centre.y), reach)
    return arcs


def _in_box(step: float, offset: Offset, angle: float, halves: tuple[float, float]) -> Arcs:
    """Where the ring lies within a turned rectangle: on the inner side of its four lines."""
    arcs = ALL
    for number in range(4):
        normal = angle + 90 * number
        far = _along(offset, normal) + halves[number % 2]
        arcs &= ~beyond_line(step, normal, far)
    return arcs


def passes_tile(step: float, centre: Point, tile: Tile, half: float, reach: float) -> Arcs:
    """Where the way comes within reach of a tile: past a corner, or the place itself lies so.

    Who slides straight and is clear of a tile before and after has come nearest to it at a corner;
    to get across it, or across a side, a step is too short (at most one and a half discs, where a
    tile is two wide). Only the corners are given here: the rest is ``lies_at_tile``.
    """
    arcs = NONE
    for corner in corners(tile, half):
        arcs |= passes_disc(step, (corner.x - centre.x, corner.y - centre.y), reach)
    return arcs


def _along(offset: Offset, angle: float) -> float:
    """How far an offset leads in a direction."""
    turn = math.radians(angle)
    return offset[0] * math.cos(turn) + offset[1] * math.sin(turn)


def _angle(offset: Offset) -> float:
    return math.degrees(math.atan2(offset[1], offset[0]))
