"""95 % confidence intervals of shares, means and paired differences.

There are two kinds. An interval for a number of games that was fixed beforehand is the shorter:
``wilson``, ``mean_interval`` and ``paired_shares``. An interval that holds at any time, however
often one looks and whenever one stops, is wider: ``any_time_share`` and ``any_time_mean``. Such
intervals, one for each number of games, are a confidence sequence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import ceil, exp, inf, log, log1p, sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from piecepack_nb.core.errors import invalid
from piecepack_nb.core.wording import fixed

Z95 = 1.959964  # 95 % of a normal distribution is within so many standard deviations
POWER = 0.841621  # 80 % of a normal distribution is below so many standard deviations
ERROR = 0.05
"""The greatest probability that an interval misses the true value."""
BETS = tuple(0.999 * 2 ** (-step / 2) for step in range(21))
"""The parts of the capital that ``any_time_share`` bets, from nearly all to a thousandth."""
TUNED = 500  # games, for which any_time_mean is shortest
SCALES = {"%": 100, "points": 100}
"""By unit, what a value is multiplied with when it is printed."""


class Interval(NamedTuple):
    """A counted share between 0 and 1, with the bounds of the true one."""

    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} % (95 %: {100 * self.low:.1f} to {100 * self.high:.1f})"


class Estimate(NamedTuple):
    """A value with the bounds of the true one.

    Its ``unit`` is "%" for a share, "points" for a difference of shares in percentage points, or
    what is counted, such as "turns". Shares and their differences are between -1 and 1.

    >>> print(Estimate(-0.03, -0.05, -0.01, "points"))
    −3.0 points (95 %: −5.0 to −1.0)
    """

    value: float
    low: float
    high: float
    unit: str = ""

    @property
    def half_width(self) -> float:
        """Half the distance between the bounds."""
        return (self.high - self.low) / 2

    @property
    def settled(self) -> bool:
        """True for a difference whose interval excludes 0: its sign is known."""
        return self.low > 0 or self.high < 0

    def __str__(self) -> str:
        scale = SCALES.get(self.unit, 1)
        value, low, high = (fixed(scale * each, 2 - (scale > 1)) for each in self[:3])
        return f"{value}{self.unit and ' '}{self.unit} (95 %: {low} to {high})"


# --- A number of games that was fixed beforehand -------------------------------------------------


def wilson(hits: int, of: int) -> Interval:
    """Return the 95 % Wilson interval of ``hits`` out of ``of``.

    Unlike the normal approximation it stays between 0 and 1, and has a width even if all or none
    are hits. Raises BadInput unless 0 <= hits <= of and of >= 1.

    >>> print(wilson(30, 100))
    30.0 % (95 %: 21.9 to 39.6)
    """
    if type(of) is not int or of < 1:
        raise invalid("of", of, "a whole number, at least 1")
    if type(hits) is not int or not 0 <= hits <= of:
        raise invalid("hits", hits, f"a whole number from 0 to {of}")
    share, spread = hits / of, Z95 * Z95 / of
    middle = share + spread / 2
    margin = Z95 * sqrt(share * (1 - share) / of + spread / of / 4)
    low, high = (middle - margin) / (1 + spread), (middle + margin) / (1 + spread)
    # Rounding must not leave a counted 0 or 1 outside its own interval.
    return Interval(share, min(share, max(0.0, low)), max(share, min(1.0, high)))


def mean_interval(values: Sequence[float], unit: str = "") -> Estimate:
    """Return the mean with Student's t interval; without bounds for a single value."""
    mean = fmean(values)
    if len(values) < 2:
        return Estimate(mean, -inf, inf, unit)
    margin = t95(len(values) - 1) * stdev(values) / sqrt(len(values))
    return Estimate(mean, mean - margin, mean + margin, unit)


def paired_shares(differences: Sequence[float]) -> Estimate:
    """Return the mean of paired differences between shares, each from -1 to 1.

    The interval is Agresti and Min's (2005): half a pair is added to each cell of the table of
    pairs, so that it has a width even if no pair differs.
    """
    size = len(differences) + 2
    total = sum(differences)
    squares = sum(value * value for value in differences) + 1
    middle = total / size
    margin = Z95 * sqrt((squares - total * total / size) / size / size)
    mean = total / len(differences)
    low, high = max(-1.0, middle - margin), min(1.0, middle + margin)
    return Estimate(mean, min(mean, low), max(mean, high), "points")


def t95(freedom: int) -> float:
    """Return the 97.5 % point of Student's t.

    From 3 degrees of freedom on by the series in 1 / ``freedom`` of Abramowitz and Stegun (1964),
    26.7.5, which is right to 0.005.

    >>> [round(t95(each), 2) for each in (1, 2, 5, 30)]
    [12.71, 4.3, 2.57, 2.04]
    """
    if freedom < 3:
        return (12.7062, 4.3027)[freedom - 1]
    z = Z95
    terms: tuple[float, ...] = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, start=1))


# --- At any time ---------------------------------------------------------------------------------


def any_time_share(
    values: Iterable[float] | Counter[float], low: float = 0.0, high: float = 1.0
) -> Estimate:
    """Return the mean of values from ``low`` to ``high`` with an interval that holds at any time.

    Instead of the values, their numbers may be given, as a Counter.

    A gambler bets on each game that the mean is higher than m, another that it is lower. If m is
    the true mean their bets are fair, and the probability that one's capital ever grows 40-fold is
    at most 2.5 %. The interval has each m at which neither's has. Each spreads its capital over
    many sizes of bets, since the best one depends on the unknown mean. See Waudby-Smith and Ramdas
    (2024), Estimating means of bounded random variables by betting, J. R. Stat. Soc. B 86, 1-27.
    """
    counted = values if isinstance(values, Counter) else Counter(values)
    counts = Counter({(value - low) / (high - low): n for value, n in counted.items()})
    mean = sum(value * times for value, times in counts.items()) / counts.total()
    mirrored = Counter({1 - value: times for value, times in counts.items()})
    below, above = _lower(counts, mean), 1 - _lower(mirrored, 1 - mean)
    span = high - low
    return Estimate(low + span * mean, low + span * below, low + span * above)


def _lower(counts: Counter[float], mean: float) -> float:
    """Return the smallest m at which the capital of the bets on more has not grown enough."""
    bounds = [0.0, mean]
    for _ in range(40):
        middle = sum(bounds) / 2
        bounds[_capital(counts, middle) < log(2 / ERROR)] = middle
    return bounds[0]


def _capital(counts: Counter[float], m: float) -> float:
    """Return the logarithm of the capital, from 1, of bets that the mean is higher than ``m``."""
    if m <= 0:
        return inf
    grown = [
        sum(times * log1p(bet * (value / m - 1)) for value, times in counts.items()) for bet in BETS
    ]
    most = max(grown)
    return most + log(sum(exp(each - most) for each in grown) / len(BETS))


def any_time_mean(values: Sequence[float], unit: str = "") -> Estimate:
    """Return the mean of values without known bounds, with an interval that holds at any time.

    It is asymptotic: right for many games, as Student's t is. See Waudby-Smith, Arbour, Sinha,
    Kennedy and Ramdas (2024), Time-uniform central limit theory and asymptotic confidence
    sequences, Ann. Stat. 52, 2613-2640.
    """
    mean, size = fmean(values), len(values)
    if size < 2:
        return Estimate(mean, -inf, inf, unit)
    margin = stdev(values) * _any_time_margin(size)
    return Estimate(mean, mean - margin, mean + margin, unit)


def _any_time_margin(size: float) -> float:
    """Return half the width of the interval of ``any_time_mean``, in standard deviations."""
    tuning = (-2 * log(ERROR) + log(1 - 2 * log(ERROR))) / TUNED
    grown = size * tuning + 1
    return sqrt(2 * grown / (size * size * tuning) * log(sqrt(grown) / ERROR))


def size_to_settle(mean: float, deviation: float, *, any_time: bool) -> int:
    """Return how many values settle that their mean isn't 0, 4 times in 5.

    For a number that is fixed beforehand by the usual formula (Cohen, 1988), else by the margin of
    ``any_time_mean``, with which ``any_time_share`` nearly agrees. Raises BadInput for a mean of 0.
    """
    if mean == 0:
        raise invalid("mean", mean, "a number other than 0")
    standardised = deviation / abs(mean)
    if not any_time:
        return ceil((Z95 + POWER) ** 2 * standardised**2)
    low, high = 0.5, 1.0
    while standardised * (_any_time_margin(high) + POWER / sqrt(high)) > 1:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) / 2
        if standardised * (_any_time_margin(middle) + POWER / sqrt(middle)) > 1:
            low = middle
        else:
            high = middle
    return ceil(high)


Estimator = Callable[[Sequence[float]], Estimate]


def estimator(unit: str, *, any_time: bool) -> Estimator:
    """Return the function that estimates the mean of values of a unit: "%", "points" or another."""
    if unit == "%":
        return _any_time_share if any_time else _share
    if unit == "points":
        return _any_time_difference if any_time else paired_shares
    return lambda values: (any_time_mean if any_time else mean_interval)(values, unit)


def _share(values: Sequence[float]) -> Estimate:
    return Estimate(*wilson(round(sum(values)), len(values)), "%")


def _any_time_share(values: Sequence[float]) -> Estimate:
    return any_time_share(values)._replace(unit="%")


def _any_time_difference(values: Sequence[float]) -> Estimate:
    return any_time_share(values, -1, 1)._replace(unit="points")
