"""Points, discs and square tiles on a plane, sets of angles, and the angles that a thing forbids.

Vocabulary
    point      (x, y) in inches, x to the right and y upward from the table's lower left corner
    angle      in degrees, anticlockwise, 0 to the right; any number, counted modulo 360
    disc       a coin; it is known by its middle, all have one radius
    tile       a square by its middle and the angle by which it is turned. Its four sides look
               alike, so that angles go from 0 up to 90
    slide      the straight line along which the middle of a disc gets to its place
    tolerance  how far two things may seem to overlap, or two discs that touch seem to be apart
    span       one arc, from its start anticlockwise to its end; 0 <= start < 360, and the end may
               lie beyond 360 where the arc goes through 0
    arcs       a set of angles: spans that don't touch, in order. A single angle is no arc: sets
               that differ by single angles alone are one and the same here

Every point on the table is rounded to DECIMALS, so that text and JSON keep it exactly. That is two
thousand times finer than the TOLERANCE, and each disc is laid by where its neighbour really lies:
errors don't add up along a worm, however far it goes. A thousandth of a thousandth of an inch is
far below what anybody could see or lay by hand, and far above what the arithmetic gets wrong.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

# --- Sets of angles -------------------------------------------------------------------------------

FULL = 360.0
ANGLE_HAIR = 1e-9
"""Degrees: what is no wider is rounding, not an arc, and not a gap between two."""
Span = tuple[float, float]


def normalize_angle(angle: float) -> float:
    """Return the angle from 0 up to 360.

    >>> normalize_angle(-90), normalize_angle(720.5), normalize_angle(-1e-20)
    (270.0, 0.5, 0.0)
    """
    turned = angle % FULL
    return 0.0 if turned >= FULL else turned + 0.0


@dataclass(frozen=True)
class Arcs:
    """A set of angles. Equal sets have equal spans.

    >>> Arcs.of((-30, 30)) | Arcs.of((20, 90))
    Arcs(spans=((330.0, 450.0),))
    >>> ~Arcs.of((-30, 90))
    Arcs(spans=((90.0, 330.0),))
    """

    spans: tuple[Span, ...] = ()

    @classmethod
    def of(cls, *spans: Span) -> Arcs:
        """Return the angles of all ``spans``, each from a start to an end not below it."""
        return cls(_round(_joined(piece for span in spans for piece in _pieces(*span))))

    @classmethod
    def about(cls, middle: float, half: float) -> Arcs:
        """Return the angles that are at most ``half`` from ``middle``.

        >>> Arcs.about(0, 10)
        Arcs(spans=((350.0, 370.0),))
        """
        return cls.of((middle - half, middle + half))

    @property
    def width(self) -> float:
        """The sum of its spans, in degrees."""
        return sum(end - start for start, end in self.spans)

    @property
    def middles(self) -> tuple[float, ...]:
        """The middle of each span."""
        return tuple(normalize_angle((start + end) / 2) for start, end in self.spans)

    def __contains__(self, angle: float) -> bool:
        angle = normalize_angle(angle)
        return any(start <= angle <= end or angle + FULL <= end for start, end in self.spans)

    def __iter__(self) -> Iterator[Span]:
        return iter(self.spans)

    def __bool__(self) -> bool:
        return bool(self.spans)

    def __or__(self, other: Arcs) -> Arcs:
        """Return the angles that are in one or the other."""
        if not (self.spans and other.spans):
            return self if self.spans else other
        return Arcs(_round(_joined((*self._line(), *other._line()))))

    def __and__(self, other: Arcs) -> Arcs:
        """Return the angles that are in both."""
        if not (self.spans and other.spans):
            return NONE
        both = [
            (max(start, other_start), min(end, other_end))
            for start, end in self._line()
            for other_start, other_end in other._line()
        ]
        return Arcs(_round(_joined(both)))

    def __invert__(self) -> Arcs:
        """Return the angles that are not in it."""
        line = _joined(self._line())
        ends = [0.0, *(end for _, end in line)]
        starts = [*(start for start, _ in line), FULL]
        return Arcs(_round(_joined(zip(ends, starts, strict=True))))

    def __sub__(self, other: Arcs) -> Arcs:
        """Return the angles that are in this one and not in the other."""
        return self & ~other if self.spans and other.spans else self

    def nearest(self, angle: float) -> float:
        """Return the angle of the set that is nearest to ``angle``; the set must not be empty."""
        if angle in self:
            return normalize_angle(angle)
        ends = [normalize_angle(end) for span in self.spans for end in span]
        return min(ends, key=lambda end: (abs((end - angle + 180) % FULL - 180), end))

    def _line(self) -> Iterator[Span]:
        """Yield the spans, cut at 0."""
        for start, end in self.spans:
            yield from _pieces(start, end)


def _pieces(start: float, end: float) -> tuple[Span, ...]:
    """Return a span cut at 0, each piece from 0 to 360."""
    wide = end - start
    if wide >= FULL:
        return ((0.0, FULL),)
    start = normalize_angle(start)
    # where it was cut it must end exactly there, whatever rounding does
    end = end if end - start == wide else start + wide
    return ((start, end),) if end <= FULL else ((start, FULL), (0.0, end - FULL))


def _joined(pieces: Iterable[Span]) -> list[Span]:
    """Return pieces from 0 to 360 in order, joined where they meet, without those of no width."""
    joined: list[Span] = []
    for start, end in sorted(piece for piece in pieces if piece[1] - piece[0] > ANGLE_HAIR):
        if joined and start - joined[-1][1] <= ANGLE_HAIR:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined


def _round(line: list[Span]) -> tuple[Span, ...]:
    """Return joined pieces as spans of a circle: last and first are one if they meet at 0."""
    if len(line) > 1 and line[0][0] == 0.0 and line[-1][1] == FULL:
        first, *middle, last = line
        return (*middle, (last[0], FULL + first[1]))
    return tuple(line)


NONE = Arcs()
ALL = Arcs(((0.0, FULL),))


# --- Points ---------------------------------------------------------------------------------------

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
        """Return the tile there, rounded, its angle from 0 up to 90.

        >>> Tile.at(20, 12.5, 135)
        Tile(x=20.0, y=12.5, angle=45.0)
        """
        upright = round(angle % 90.0, ANGLE_DECIMALS) % 90.0 + 0.0
        return cls(round(float(x), DECIMALS), round(float(y), DECIMALS), upright)

    @property
    def middle(self) -> Point:
        """The place of its middle."""
        return Point(self.x, self.y)


def format_number(value: float) -> str:
    """Return a number as a person writes it, with no more decimals than it needs.

    >>> [format_number(each) for each in (45.0, 0.125, 1e-9, -0.0)]
    ['45', '0.125', '0.000000001', '0']
    """
    return f"{value + 0.0:.{DECIMALS}f}".rstrip("0").rstrip(".")


def round_angle(angle: float) -> float:
    """Return an angle from 0 up to 360, rounded.

    >>> round_angle(-45), round_angle(359.99999999)
    (315.0, 0.0)
    """
    return normalize_angle(round(normalize_angle(angle), ANGLE_DECIMALS))


def beside(point: Point, angle: float, step: float) -> Point:
    """Return the place that is ``step`` from ``point`` in the direction ``angle``, rounded.

    >>> beside(Point(10, 10), 90, 0.75)
    Point(x=10.0, y=10.75)
    """
    right, up = _shift(angle, step)
    return Point(round(point.x + right, DECIMALS), round(point.y + up, DECIMALS))


@lru_cache(maxsize=1024)
def _shift(angle: float, step: float) -> tuple[float, float]:
    """Return how far right and up a step leads; a search makes the same ones again and again."""
    turn = math.radians(round_angle(angle))
    return step * math.cos(turn), step * math.sin(turn)


def bearing(point: Point, to: Point) -> float:
    """Return the angle of the direction from one point to another."""
    return normalize_angle(math.degrees(math.atan2(to.y - point.y, to.x - point.x)))


def distance(one: Point | Tile, other: Point | Tile) -> float:
    """Return how far two points, or the middles of tiles, are apart."""
    return math.hypot(other.x - one.x, other.y - one.y)


# --- Tiles ----------------------------------------------------------------------------------------


def _as_tile_sees(tile: Tile, point: Point) -> tuple[float, float]:
    """Return a point's place relative to a tile, along and across its sides."""
    turn = math.radians(tile.angle)
    cos, sin = math.cos(turn), math.sin(turn)
    dx, dy = point.x - tile.x, point.y - tile.y
    return dx * cos + dy * sin, dy * cos - dx * sin


def corners(tile: Tile, half: float) -> tuple[Point, ...]:
    """Return the four corners of a tile that measures twice ``half``, anticlockwise."""
    turn = math.radians(tile.angle)
    cos, sin = half * math.cos(turn), half * math.sin(turn)
    x, y = tile.x, tile.y
    return (
        Point(x + cos - sin, y + sin + cos),
        Point(x - cos - sin, y - sin + cos),
        Point(x - cos + sin, y - sin - cos),
        Point(x + cos + sin, y + sin - cos),
    )


def distance_to_tile(point: Point, tile: Tile, half: float) -> float:
    """Return how far a point is from a tile; below 0 inside it, by the way out to the next side.

    >>> [distance_to_tile(Point(x, 10), Tile(10, 10), 1) for x in (13, 10.5)]
    [2.0, -0.5]
    """
    x, y = _as_tile_sees(tile, point)
    beyond_x, beyond_y = abs(x) - half, abs(y) - half
    if beyond_x < 0 and beyond_y < 0:
        return max(beyond_x, beyond_y)
    return math.hypot(max(0.0, beyond_x), max(0.0, beyond_y))


def heights(x: float, tile: Tile, half: float, reach: float) -> tuple[float, float] | None:
    """Return the heights between which a point at ``x`` is within ``reach`` of a tile.

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


def distance_between_tiles(one: Tile, other: Tile, half: float) -> float:
    """Return how far two tiles of a size are apart; below 0 by how much they overlap.

    Two squares that don't overlap leave a strip between them along a side of one; where they
    overlap, the narrowest such strip is the least way that parts them. Apart from each other, they
    are nearest at a corner of one.
    """
    first, second = corners(one, half), corners(other, half)
    gap = max(_strip(one, second, half), _strip(other, first, half))
    if gap <= 0:
        return gap
    return min(
        *(distance_to_tile(corner, other, half) for corner in first),
        *(distance_to_tile(corner, one, half) for corner in second),
    )


def _strip(tile: Tile, points: tuple[Point, ...], half: float) -> float:
    """Return the widest gap between the sides of a tile and some points beyond one."""
    places = [_as_tile_sees(tile, point) for point in points]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return max(min(xs) - half, -half - max(xs), min(ys) - half, -half - max(ys))


# --- A disc that slides ---------------------------------------------------------------------------


def slide_to_point(start: Point, end: Point, point: Point) -> float:
    """Return the least distance of the slide from ``start`` to ``end`` to a point."""
    dx, dy = end.x - start.x, end.y - start.y
    square = dx * dx + dy * dy
    along = ((point.x - start.x) * dx + (point.y - start.y) * dy) / square if square else 0.0
    part = min(1.0, max(0.0, along))
    return math.hypot(start.x + part * dx - point.x, start.y + part * dy - point.y)


def slide_to_tile(start: Point, end: Point, tile: Tile, half: float) -> float:
    """Return the least distance of the slide to a tile; 0 if it goes through."""
    box = (-half, -half), (half, half)
    if clip(_as_tile_sees(tile, start), _as_tile_sees(tile, end), *box):
        return 0.0
    return min(
        distance_to_tile(start, tile, half),
        distance_to_tile(end, tile, half),
        *(slide_to_point(start, end, corner) for corner in corners(tile, half)),
    )


def clip(
    start: Sequence[float], end: Sequence[float], low: Sequence[float], high: Sequence[float]
) -> tuple[float, float] | None:
    """Return the parts, from 0 to 1, at which a line enters and leaves a box (Liang and Barsky).

    >>> clip((0, 1), (4, 1), (1, 0), (3, 2)), clip((0, 3), (4, 3), (1, 0), (3, 2))
    ((0.25, 0.75), None)
    """
    enters, leaves = 0.0, 1.0
    for a, b, lowest, highest in zip(start, end, low, high, strict=True):
        if a == b:
            if not lowest < a < highest:
                return None
            continue
        one, other = (lowest - a) / (b - a), (highest - a) / (b - a)
        enters, leaves = max(enters, min(one, other)), min(leaves, max(one, other))
    return (enters, leaves) if enters < leaves else None


# --- The angles at which a disc laid beside another would not lie free ----------------------------
#
# The disc's middle lies on a ring: a circle with the length of a ``step`` about the middle
# of the disc that it touches. It lies free of a thing when its middle keeps a certain ``reach``
# from it: its radius from a tile, its diameter from another disc. Each function returns the angles
# on the ring that don't, exactly, as arcs. "Overlap" is the place alone; "slide" the straight way
# from the touched disc to it (WD-5). An ``offset`` leads from the middle of the ring to the thing.
#
# A disc beside a turned tile keeps its middle out of a rounded rectangle: the tile, its sides moved
# out by the reach, its corners rounded. That is two rectangles across each other and a circle at
# each corner, so its arcs are the arcs of these together; a rectangle is what four straight lines
# have in common.

Offset = tuple[float, float]


def disc_overlap_arcs(step: float, offset: Offset, reach: float) -> Arcs:
    """Return where the ring comes within reach of a point: by the law of cosines."""
    far = math.hypot(*offset)
    if reach <= 0 or abs(far - step) >= reach:
        return ALL if reach >= far + step else NONE
    cosine = (far * far + step * step - reach * reach) / (2 * far * step) if far * step else -1.0
    return Arcs.about(_offset_angle(offset), math.degrees(math.acos(max(-1.0, min(1.0, cosine)))))


def disc_slide_arcs(step: float, offset: Offset, reach: float) -> Arcs:
    """Return where the slide comes within reach of a point: as far as its tangents."""
    far = math.hypot(*offset)
    if reach <= 0 or far >= step + reach:
        return NONE
    if far * far - reach * reach > step * step:
        return disc_overlap_arcs(step, offset, reach)
    return Arcs.about(_offset_angle(offset), math.degrees(math.asin(min(1.0, reach / far))))


def beyond_line_arcs(step: float, normal: float, far: float) -> Arcs:
    """Return where the ring lies beyond a line, ``far`` away in the direction ``normal``."""
    if abs(far) >= step:
        return NONE if far > 0 else ALL
    return Arcs.about(normal, math.degrees(math.acos(far / step)))


def _line_arcs(step: float, normal: float, far: float, low: float, high: float) -> Arcs:
    """Return where the slide crosses a part of a line: from ``low`` to ``high``, leftward on it.

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


def wall_arcs(step: float, offset: Offset, toward: float, length: float, slack: float) -> Arcs:
    """Return where the slide crosses a wall without thickness.

    The wall leads from the offset for ``length`` in the direction ``toward``, and counts as nearer
    by ``slack``.
    """
    turn = math.radians(toward)
    cos, sin = math.cos(turn), math.sin(turn)
    along, across = offset[0] * cos + offset[1] * sin, offset[1] * cos - offset[0] * sin
    near = max(0.0, abs(across) - slack)
    if across >= 0:  # the wall is to the left of its direction: leftward from it is backward
        return _line_arcs(step, toward + 90, near, -along - length, -along)
    return _line_arcs(step, toward - 90, near, along, along + length)


def tile_overlap_arcs(step: float, centre: Point, tile: Tile, half: float, reach: float) -> Arcs:
    """Return where the ring comes within reach of a tile that measures twice ``half``."""
    offset = (tile.x - centre.x, tile.y - centre.y)
    arcs = _box_arcs(step, offset, tile.angle, (half + reach, half))
    arcs |= _box_arcs(step, offset, tile.angle, (half, half + reach))
    for corner in corners(tile, half):
        arcs |= disc_overlap_arcs(step, (corner.x - centre.x, corner.y - centre.y), reach)
    return arcs


def _box_arcs(step: float, offset: Offset, angle: float, halves: tuple[float, float]) -> Arcs:
    """Return where the ring lies within a turned rectangle: on the inner side of its four lines."""
    arcs = ALL
    for number in range(4):
        normal = angle + 90 * number
        far = _offset_along(offset, normal) + halves[number % 2]
        arcs &= ~beyond_line_arcs(step, normal, far)
    return arcs


def tile_slide_arcs(step: float, centre: Point, tile: Tile, half: float, reach: float) -> Arcs:
    """Return where the slide comes within reach of a tile's corners.

    Who slides straight and is clear of a tile before and after has come nearest to it at a corner;
    to get across it, or across a side, a step is too short (at most one and a half discs, where a
    tile is two wide). Only the corners are given here: the rest is ``lies_at_tile``.
    """
    arcs = NONE
    for corner in corners(tile, half):
        arcs |= disc_slide_arcs(step, (corner.x - centre.x, corner.y - centre.y), reach)
    return arcs


def _offset_along(offset: Offset, angle: float) -> float:
    """Return how far an offset leads in a direction."""
    turn = math.radians(angle)
    return offset[0] * math.cos(turn) + offset[1] * math.sin(turn)


def _offset_angle(offset: Offset) -> float:
    return math.degrees(math.atan2(offset[1], offset[0]))
