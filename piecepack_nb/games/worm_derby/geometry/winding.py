"""The winding of a worm round the pylon, exact even when it turns back (WD-22).

Seen from the pylon's middle, each disc of a worm lies in some direction; 0 degrees is toward the
start line. From a disc to the next one that direction changes by less than half a turn, since a
disc can't lie on the pylon. So the directions can be counted along the worm, beyond 180 and
360 degrees, and on to each disc that is laid. Nothing has to be summed up: the
angle is where the disc lies, and a whole number of laps. A worm that turns back takes the same
angles off again, by whatever path.

Vocabulary
    direction  of a place, from the pylon, from above -180 to 180 degrees; 0 toward the start
    winding    of a disc: its direction with the laps counted, positive anticlockwise
    lap        360 degrees; one more whenever the far line is crossed anticlockwise
"""

from __future__ import annotations

import math
from itertools import pairwise

from piecepack_nb.games.worm_derby.geometry.plane import Point
from piecepack_nb.games.worm_derby.state import Worm


def direction(pylon: Point, place: Point) -> float:
    """Return the direction of a place, seen from the pylon; 0 is toward the start, to the left.

    >>> direction(Point(40, 18), Point(10, 18)), direction(Point(40, 18), Point(40, 12))
    (0.0, 90.0)
    """
    return math.degrees(math.atan2(pylon.y - place.y, pylon.x - place.x))


def crosses_far_line(pylon: Point, start: Point, end: Point) -> int:
    """Return 1 if the way to a place crosses the far line anticlockwise, -1 back, else 0.

    Who goes from below the pylon's height to above it crosses the far line, or passes the pylon on
    the side of the start: the cross product decides by its sign. A place on the line is before it.

    >>> pylon = Point(40, 18)
    >>> crosses_far_line(pylon, Point(42, 17), Point(42, 19))
    1
    >>> crosses_far_line(pylon, Point(38, 17), Point(38, 19))
    0
    """
    y, to_y = start.y - pylon.y, end.y - pylon.y
    if (y > 0) == (to_y > 0):
        return 0
    product = (start.x - pylon.x) * to_y - y * (end.x - pylon.x)
    return int(product > 0) if to_y > 0 else -int(product < 0)


def _laps_along(pylon: Point, worm: Worm) -> tuple[int, ...]:
    """Return the laps of each disc, tail to head: the head's, counted back along the worm."""
    laps = [worm.laps]
    for here, behind in pairwise(reversed(worm.discs)):
        laps.append(laps[-1] + crosses_far_line(pylon, here, behind))
    return tuple(reversed(laps))


def laps_at(pylon: Point, worm: Worm, end: str) -> int:
    """Return how many laps the disc at an end has wound (WD-22)."""
    return worm.laps if end == "head" else _laps_along(pylon, worm)[0]


def windings(pylon: Point, worm: Worm) -> tuple[float, ...]:
    """Return the winding of each disc, from the tail to the head (WD-22)."""
    along = zip(worm.discs, _laps_along(pylon, worm), strict=True)
    return tuple(direction(pylon, disc) + 360 * laps for disc, laps in along)


def winding(pylon: Point, worm: Worm, end: str) -> float:
    """Return the winding of the disc at an end (WD-22)."""
    return direction(pylon, worm.end(end)) + 360 * laps_at(pylon, worm, end)


def extend_worm(pylon: Point, worm: Worm, to: str, place: Point, pick_up: bool = True) -> Worm:
    """Return the worm with a disc laid at the end ``to``, that at the other end picked up."""
    if to == "head":
        kept = worm.discs[1:] if pick_up else worm.discs
        laps = worm.laps + crosses_far_line(pylon, worm.discs[-1], place)
        return worm._replace(discs=(*kept, place), laps=laps)
    kept = worm.discs[:-1] if pick_up else worm.discs
    laps = _laps_without_head(pylon, worm) if pick_up else worm.laps
    return worm._replace(discs=(place, *kept), laps=laps)


def shorten_worm(pylon: Point, worm: Worm, end: str) -> Worm:
    """Return the worm without the disc at an end, which was eaten there (WD-41)."""
    if end == "tail":
        return worm._replace(discs=worm.discs[1:], eaten_at=end)
    laps = _laps_without_head(pylon, worm)
    return worm._replace(discs=worm.discs[:-1], laps=laps, eaten_at=end)


def _laps_without_head(pylon: Point, worm: Worm) -> int:
    """Return the laps of the disc behind the head."""
    if len(worm.discs) < 2:
        return worm.laps
    return worm.laps + crosses_far_line(pylon, worm.discs[-1], worm.discs[-2])


def winding_text(wound: float) -> str:
    """Return a winding as sentences have it: either way round the pylon counts alike (WD-22).

    >>> winding_text(-3.2), winding_text(181.0)
    ('3°', '181°')
    """
    return f"{abs(wound):.0f}°"


def winding_needed(laps: int) -> float:
    """Return the winding of so many laps: the last one counts from half way round (WD-22).

    >>> winding_needed(1), winding_needed(2)
    (180, 540)
    """
    return 360 * laps - 180
