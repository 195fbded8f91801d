"""Aims of a design: what its measures should be, and how far a setting is from them.

    {"starting": 0, "length": (20, 30), "drama": ">0.3", "draws": "<=10", "won by suns": "50 ± 3"}

A number stands for itself ± 5 hundredths, or ± a tenth of other units. Figures are those that
tables print: shares and differences of shares in hundredths.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import product
from math import exp, inf, isfinite, log, pi
from statistics import NormalDist
from typing import Any, NamedTuple

from piecepack_nb.core.errors import invalid
from piecepack_nb.lab.definitions import MEASURES, measure_named
from piecepack_nb.lab.interval import SCALES, Estimate, z_point

EXPECTED = "a number, (low, high), '>0.3', '<10' or '50 ± 3'"
NUMBER = r"([-−+]?\d+(?:\.\d+)?)"
OPEN = re.compile(rf"\s*([<>])=?\s*{NUMBER}\s*")
ABOUT = re.compile(rf"\s*{NUMBER}\s*(?:±|\+-|\+/-)\s*{NUMBER}\s*")
NEAR = 5.0
"""The tolerance of a share, in hundredths."""
TENTH = 0.1
FAR = 6.0
"""The standard deviations from which on a tail is computed by its approximation."""
FINEST = 1e-9


class Range(NamedTuple):
    """The values that a measure may have, in the unit that tables print."""

    low: float
    high: float

    @property
    def measure_of_a_miss(self) -> float:
        """The distance that counts as a miss of 1: half the range, or the bound of an open one."""
        if isfinite(self.low) and isfinite(self.high):
            return max((self.high - self.low) / 2, FINEST)
        return abs(self.low if isfinite(self.low) else self.high) or 1.0

    def miss(self, value: float) -> float:
        """Return how far a value is outside."""
        return max(self.low - value, value - self.high, 0.0)


class MeasureAim(NamedTuple):
    """The values that a measure should have."""

    measure: str
    low: float
    high: float
    about: float | None = None
    """The number that is aimed at, if its tolerance depends on the unit."""

    def range(self, unit: str) -> Range:
        """Return what the measure may be."""
        if self.about is None:
            return Range(self.low, self.high)
        hundredths = unit in SCALES or unit.startswith("%")
        near = NEAR if hundredths else max(TENTH * abs(self.about), TENTH)
        return Range(self.about - near, self.about + near)

    def chance(self, found: Estimate) -> float:
        """Return the logarithm of the chance that the aim is met, by what was found so far.

        As a normal distribution around the estimate has it.
        """
        if not isfinite(found.half_width):
            return -inf
        within, value, spread = self.range(found.unit), *_printed(found)
        above, below = (within.low - value) / spread, (within.high - value) / spread
        beyond = max(above, -below)
        if beyond > FAR:
            return -beyond * beyond / 2 - log(beyond) - log(2 * pi) / 2
        normal = NormalDist()
        return log(max(normal.cdf(below) - normal.cdf(above), exp(-FAR * FAR)))

    def miss(self, found: Estimate) -> float:
        """Return how far the figure is from the aim; 1 is half the accepted range."""
        within = self.range(found.unit)
        return within.miss(printed(found)[0]) / within.measure_of_a_miss

    def verdict(self, found: Estimate) -> str:
        """Return "met", "missed" or, where the interval has both, "open"."""
        if not isfinite(found.half_width):
            return "open"
        within, (_, low, high) = self.range(found.unit), printed(found)
        if low >= within.low and high <= within.high:
            return "met"
        return "missed" if high < within.low or low > within.high else "open"

    def gain(self, here: Estimate, there: Estimate, change: Estimate) -> float:
        """Return the least by which ``there`` is nearer to the aim than ``here``.

        By the intervals of both and of their difference; below 0 if it may be farther.
        """
        within = self.range(here.unit)
        worst = _greatest(within, printed(here)[1:], printed(there)[1:], printed(change)[1:])
        return -worst / within.measure_of_a_miss

    def words(self, unit: str) -> str:
        """Return the aim in words, such as "starting −5 to 5 points"."""
        low, high = self.range(unit)
        ends = [f"{each:g}".replace("-", "−") for each in (low, high)]
        named = f" {unit}" if unit else ""
        if not isfinite(high):
            return f"{self.measure} above {ends[0]}{named}"
        if not isfinite(low):
            return f"{self.measure} below {ends[1]}{named}"
        return f"{self.measure} {ends[0]} to {ends[1]}{named}"


def printed(found: Estimate) -> tuple[float, float, float]:
    """Return the figures of an estimate as tables print them."""
    scale = SCALES.get(found.unit, 1)
    value, low, high = (scale * each for each in found.figures)
    return value, low, high


def _printed(found: Estimate) -> tuple[float, float]:
    """Return the value and its standard deviation."""
    value, low, high = printed(found)
    return value, max((high - low) / 2 / z_point(), FINEST)


Bounds = tuple[float, ...]


def _greatest(within: Range, here: Bounds, there: Bounds, change: Bounds) -> float:
    """Return the greatest excess of the miss there over the miss here that the bounds allow.

    It is linear between the bounds and the ends of the range, so that it is greatest where two of
    these lines meet. Without a point that the bounds allow nothing is known.
    """
    ends = [each for each in within if isfinite(each)]
    xs, ys = [*here, *ends], [*there, *ends]
    points = [*product(xs, ys), *((x, x + each) for x in xs for each in change)]
    points += [(y - each, y) for y in ys for each in change]
    allowed = [
        within.miss(y) - within.miss(x)
        for x, y in points
        if _in(here, x) and _in(there, y) and _in(change, y - x)
    ]
    return max(allowed, default=inf)


def _in(bounds: Bounds, value: float) -> bool:
    return bounds[0] - FINEST <= value <= bounds[1] + FINEST


# --- as they are typed ---------------------------------------------------------------------------


def read_aims(aims: object) -> tuple[MeasureAim, ...]:
    """Return the aims of a mapping; raise BadInput for a wrong one."""
    if not isinstance(aims, Mapping) or not aims:
        raise invalid("aims", aims, 'a mapping such as {"starting": 0, "length": (20, 30)}')
    return tuple(_read(name, wish) for name, wish in aims.items())


def _read(name: object, wish: Any) -> MeasureAim:
    if not isinstance(name, str):
        raise invalid("the measure of an aim", name, "a name such as " + ", ".join(known()))
    if _is_number(wish):
        return MeasureAim(name, -inf, inf, float(wish))
    if isinstance(wish, str):
        return _worded(name, wish)
    ends = tuple(wish) if isinstance(wish, tuple | list) else ()
    if len(ends) == 2 and all(map(_is_number, ends)) and ends[0] <= ends[1]:
        return MeasureAim(name, float(ends[0]), float(ends[1]))
    raise invalid(f"the aim of {name!r}", wish, EXPECTED)


def _worded(name: str, wish: str) -> MeasureAim:
    if found := OPEN.fullmatch(wish):
        bound = _number(found[2])
        return MeasureAim(name, bound, inf) if found[1] == ">" else MeasureAim(name, -inf, bound)
    if found := ABOUT.fullmatch(wish):
        middle, near = _number(found[1]), abs(_number(found[2]))
        return MeasureAim(name, middle - near, middle + near)
    raise invalid(f"the aim of {name!r}", wish, EXPECTED)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _number(text: str) -> float:
    return float(text.replace("−", "-"))


def known() -> list[str]:
    """Return the names of the measures of a design as they are typed."""
    return [name.lower() for name in MEASURES if measure_named(name)]
