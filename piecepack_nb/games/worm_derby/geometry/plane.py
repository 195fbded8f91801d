"""Points, discs and square tiles on a plane: where they are, and how far apart.

Vocabulary
    point      (x, y) in inches, x to the right and y upward from the table's lower left corner
    angle      in degrees, anticlockwise, 0 to the right
    disc       a coin; it is known by its middle, all have one radius
    tile       a square by its middle and the angle by which it is turned. Its four sides look
               alike, so that angles go from 0 up to 90
    way        the straight line along which the middle of a disc slides
    tolerance  how far two things may seem to overlap, or two discs that touch seem to be apart

Every point on the table is rounded to DECIMALS, so that text and JSON keep it exactly. That is two
thousand times finer than the TOLERANCE, and each disc is laid by where its neighbour really lies:
errors don't add up along a worm, however far it goes. A thousandth of a thousandth of an inch is
far below what anybody could see or lay by hand, and far above what the arithmetic gets wrong.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from piecepack_nb.games.worm_derby.geometry.circle import turned

TOLERANCE = 1e-6
"""Inches. Two things overlap when they do so by more; two discs touch when they miss it by less."""
DECIMALS = 9
"""Places are rounded to a thousand-millionth of an inch."""
ANGLE_DECIMALS = 6
"""Angles are rounded so too: at the rim of the largest coin that is about 2e-8 inches."""


class Point(NamedTuple):
    """A place on the table."""

    x: float
    y: float

    def __str__(self) -> str:
        return f"({self.x:.2f}, {self.y:.2f})"


class Tile(NamedTuple):
    """A square tile: its middle, and how it is turned."""

    x: float
    y: float
    angle: float = 0.0

    @classmethod
    def at(cls, x: float, y: float, angle: float) -> Tile:
        """The tile there, rounded, its angle from 0 up to 90.

        >>> Tile.at(20, 12.5, 135)
        Tile(x=20.0, y=12.5, angle=45.0)
        """
        upright = round(angle % 90.0, ANGLE_DECIMALS) % 90.0 + 0.0
        return cls(round(float(x), DECIMALS), round(float(y), DECIMALS), upright)

    @property
    def middle(self) -> Point:
        """Where its middle lies."""
        return Point(self.x, self.y)


def number(value: float) -> str:
    """A number as a person writes it, with no more decimals than it needs.

    >>> number(45.0), number(0.125), number(1e-9), number(-0.0)
    ('45', '0.125', '0.000000001', '0')
    """
    return f"{value + 0.0:.{DECIMALS}f}".rstrip("0").rstrip(".")


def clean(angle: float) -> float:
    """An angle from 0 up to 360, rounded.

    >>> clean(-45), clean(359.99999999)
    (315.0, 0.0)
    """
    return turned(round(turned(angle), ANGLE_DECIMALS))


def beside(point: Point, angle: float, step: float) -> Point:
    """The place that is ``step`` from ``point`` in the direction ``angle``, rounded.

    >>> beside(Point(10, 10), 90, 0.75)
    Point(x=10.0, y=10.75)
    """
    turn = math.radians(clean(angle))
    x, y = point.x + step * math.cos(turn), point.y + step * math.sin(turn)
    return Point(round(x, DECIMALS), round(y, DECIMALS))


def bearing(point: Point, to: Point) -> float:
    """The angle of the direction from one point to another."""
    return turned(math.degrees(math.atan2(to.y - point.y, to.x - point.x)))


def apart(one: Point, other: Point) -> float:
    """How far two points are apart."""
    return math.hypot(other.x - one.x, other.y - one.y)


# --- tiles --------------------------------------------------------------------------------------


def _within(tile: Tile, point: Point) -> tuple[float, float]:
    """A point as a tile sees it that lies straight at the origin."""
    turn = math.radians(tile.angle)
    cos, sin = math.cos(turn), math.sin(turn)
    dx, dy = point.x - tile.x, point.y - tile.y
    return dx * cos + dy * sin, dy * cos - dx * sin


def corners(tile: Tile, half: float) -> tuple[Point, ...]:
    """The four corners of a tile that measures twice ``half``, anticlockwise."""
    turn = math.radians(tile.angle)
    cos, sin = half * math.cos(turn), half * math.sin(turn)
    x, y = tile.x, tile.y
    return (
        Point(x + cos - sin, y + sin + cos),
        Point(x - cos - sin, y - sin + cos),
        Point(x - cos + sin, y - sin - cos),
        Point(x + cos + sin, y + sin - cos),
    )


def to_tile(point: Point, tile: Tile, half: float) -> float:
    """How far a point is from a tile; 0 inside it."""
    x, y = _within(tile, point)
    return math.hypot(max(0.0, abs(x) - half), max(0.0, abs(y) - half))


def heights(x: float, tile: Tile, half: float, reach: float) -> tuple[float, float] | None:
    """Between which heights a point that is ``x`` to the right is within ``reach`` of a tile.

    There the line up the table leaves the circles round the corners, and the sides moved out.
    """
    around, ys = corners(tile, half), []
    for number, (one, other) in enumerate(zip(around, (*around[1:], around[0]), strict=True)):
        if (off := abs(one.x - x)) < reach:
            far = math.sqrt(reach * reach - off * off)
            ys += [one.y - far, one.y + far]
        outward = math.radians(tile.angle + 90 * (number + 1))
        start, end = one.x + reach * math.cos(outward), other.x + reach * math.cos(outward)
        if min(start, end) <= x <= max(start, end) and start != end:
            along = (x - start) / (end - start)
            ys.append(one.y + along * (other.y - one.y) + reach * math.sin(outward))
    return (min(ys), max(ys)) if ys else None


def tiles_apart(one: Tile, other: Tile, half: float) -> float:
    """How far two tiles of a size are apart; below 0 where they overlap, by how much.

    Two squares that don't overlap leave a strip between them along a side of one; where they
    overlap, the narrowest such strip is the least way that parts them. Apart from each other, they
    are nearest at a corner of one.
    """
    first, second = corners(one, half), corners(other, half)
    gap = max(_strip(one, second, half), _strip(other, first, half))
    if gap <= 0:
        return gap
    return min(
        *(to_tile(corner, other, half) for corner in first),
        *(to_tile(corner, one, half) for corner in second),
    )


def _strip(tile: Tile, points: tuple[Point, ...], half: float) -> float:
    """The widest gap that there is between the sides of a tile and some points beyond one."""
    places = [_within(tile, point) for point in points]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return max(min(xs) - half, -half - max(xs), min(ys) - half, -half - max(ys))


# --- a disc that slides -------------------------------------------------------------------------


def way_to_point(start: Point, end: Point, point: Point) -> float:
    """How near the way from ``start`` to ``end`` comes to a point."""
    dx, dy = end.x - start.x, end.y - start.y
    square = dx * dx + dy * dy
    along = ((point.x - start.x) * dx + (point.y - start.y) * dy) / square if square else 0.0
    part = min(1.0, max(0.0, along))
    return math.hypot(start.x + part * dx - point.x, start.y + part * dy - point.y)


def way_to_tile(start: Point, end: Point, tile: Tile, half: float) -> float:
    """How near the way from ``start`` to ``end`` comes to a tile; 0 where it goes through."""
    if _goes_through(_within(tile, start), _within(tile, end), half):
        return 0.0
    return min(
        to_tile(start, tile, half),
        to_tile(end, tile, half),
        *(way_to_point(start, end, corner) for corner in corners(tile, half)),
    )


def _goes_through(start: tuple[float, float], end: tuple[float, float], half: float) -> bool:
    """Does the way, as the tile sees it, go through the tile? (Liang and Barsky's clipping)"""
    enters, leaves = 0.0, 1.0
    for a, b in zip(start, end, strict=True):
        if a == b:
            if abs(a) >= half:
                return False
            continue
        one, other = (-half - a) / (b - a), (half - a) / (b - a)
        enters, leaves = max(enters, min(one, other)), min(leaves, max(one, other))
    return enters < leaves
