"""95 % confidence intervals of shares, means and paired differences.

There are two kinds. An interval for a number of games that was fixed beforehand is the shorter:
``wilson``, ``mean_interval`` and ``paired_shares``. An interval that holds at any time, however
often one looks and whenever one stops, is wider: ``any_time_share`` and ``any_time_mean``. Such
intervals, one for each number of games, are a confidence sequence.

Their ``error`` is the greatest probability that an interval misses the true value. It is smaller
for each of several intervals that must hold together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import ceil, cos, exp, expm1, inf, isfinite, log, log1p, pi, sin, sqrt
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple

from piecepack_nb.core.errors import invalid
from piecepack_nb.core.wording import fixed

POWER = 0.841621  # 80 % of a normal distribution is below so many standard deviations
ERROR = 0.05
"""The error of an interval that is the only one."""
FEWEST = 50
"""The values without which ``any_time_mean`` has no bounds: from fewer it would miss too often."""
BETS = tuple(0.999 * 2 ** (-step / 2) for step in range(21))
"""The parts of the capital that ``any_time_share`` bets, from nearly all to a thousandth."""
TUNED = 500  # games, for which any_time_mean is shortest
SCALES = {"%": 100, "points": 100}
"""By unit, what a value is multiplied with when it is printed."""
DECIMALS = {"%": 1, "points": 1, "Elo": 0}
"""By unit, the decimals of a printed value; 2 for other units."""


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
    def figures(self) -> tuple[float, float, float]:
        """The value and the bounds of its interval."""
        return self.value, self.low, self.high

    @property
    def half_width(self) -> float:
        """Half the distance between the bounds."""
        return (self.high - self.low) / 2

    @property
    def settled(self) -> bool:
        """True for a difference whose interval excludes 0: its sign is known."""
        return self.low > 0 or self.high < 0

    def __str__(self) -> str:
        scale, decimals = SCALES.get(self.unit, 1), DECIMALS.get(self.unit, 2)
        value, low, high = (fixed(scale * each, decimals) for each in self.figures)
        known = isfinite(self.half_width)
        bounds = f"95 %: {low} to {high}" if known else "too few games for an interval"
        return f"{value}{self.unit and ' '}{self.unit} ({bounds})"


# --- A number of games that was fixed beforehand -------------------------------------------------


def wilson(hits: int, of: int, error: float = ERROR) -> Interval:
    """Return the Wilson interval of ``hits`` out of ``of``.

    Unlike the normal approximation it stays between 0 and 1, and has a width even if all or none
    are hits. Raises BadInput unless 0 <= hits <= of and of >= 1.

    >>> print(wilson(30, 100))
    30.0 % (95 %: 21.9 to 39.6)
    """
    if type(of) is not int or of < 1:
        raise invalid("of", of, "a whole number, at least 1")
    if type(hits) is not int or not 0 <= hits <= of:
        raise invalid("hits", hits, f"a whole number from 0 to {of}")
    z = z_point(error)
    share, spread = hits / of, z * z / of
    middle = share + spread / 2
    margin = z * sqrt(share * (1 - share) / of + spread / of / 4)
    low, high = (middle - margin) / (1 + spread), (middle + margin) / (1 + spread)
    # Rounding must not leave a counted 0 or 1 outside its own interval.
    return Interval(share, min(share, max(0.0, low)), max(share, min(1.0, high)))


def mean_interval(values: Sequence[float], unit: str = "", error: float = ERROR) -> Estimate:
    """Return the mean with Student's t interval; without bounds for a single value."""
    mean = fmean(values)
    if len(values) < 2:
        return Estimate(mean, -inf, inf, unit)
    margin = t_point(len(values) - 1, error) * stdev(values) / sqrt(len(values))
    return Estimate(mean, mean - margin, mean + margin, unit)


def paired_shares(differences: Sequence[float], error: float = ERROR) -> Estimate:
    """Return the mean of paired differences between shares, each from -1 to 1.

    The interval is Agresti and Min's (2005): half a pair is added to each cell of the table of
    pairs, so that it has a width even if no pair differs.
    """
    size = len(differences) + 2
    total = sum(differences)
    squares = sum(value * value for value in differences) + 1
    middle = total / size
    margin = z_point(error) * sqrt((squares - total * total / size) / size / size)
    mean = total / len(differences)
    low, high = max(-1.0, middle - margin), min(1.0, middle + margin)
    return Estimate(mean, min(mean, low), max(mean, high), "points")


def z_point(error: float = ERROR) -> float:
    """Return what a standard normal value exceeds on either side with probability ``error``."""
    return NormalDist().inv_cdf(1 - error / 2)


def t_point(freedom: int, error: float = ERROR) -> float:
    """Return what Student's t exceeds on either side with probability ``error``.

    From 3 degrees of freedom on by Hill (1970), Algorithm 396: Student's t-quantiles, Commun. ACM
    13, 619-620, which is right to 5 digits.

    >>> [round(t_point(each), 2) for each in (1, 2, 5, 30)]
    [12.71, 4.3, 2.57, 2.04]
    """
    n = float(freedom)
    if freedom == 1:
        return cos(error * pi / 2) / sin(error * pi / 2)
    if freedom == 2:
        return sqrt(2 / (error * (2 - error)) - 2)
    a = 1 / (n - 0.5)
    b = 48 / a**2
    c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    d = ((94.5 / (b + c) - 3) / b + 1) * sqrt(a * pi / 2) * n
    y = (d * error) ** (2 / n)
    if y <= a + 0.05:
        y = (
            (1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)) * y - 1
        ) * (n + 1) / (n + 2) + 1 / y
        return sqrt(n * y)
    x = -z_point(error)
    if freedom < 5:
        c += 0.3 * (n - 4.5) * (x + 0.6)
    c += (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b
    y = x * x
    y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
    return sqrt(n * expm1(a * y * y))


# --- At any time ---------------------------------------------------------------------------------


def any_time_share(
    values: Iterable[float] | Counter[float],
    low: float = 0.0,
    high: float = 1.0,
    error: float = ERROR,
) -> Estimate:
    """Return the mean of values from ``low`` to ``high`` with an interval that holds at any time.

    Instead of the values, their numbers may be given, as a Counter.

    A gambler bets on each game that the mean is higher than m, another that it is lower. If m is
    the true mean their bets are fair, and the probability that one's capital ever grows 40-fold,
    2 / ``error``-fold, is at most 2.5 %. The interval has each m at which neither's has. Each
    spreads its capital over many sizes of bets, since the best one depends on the unknown mean. See
    Waudby-Smith and Ramdas (2024), Estimating means of bounded random variables by betting, J. R.
    Stat. Soc. B 86, 1-27.
    """
    counted = values if isinstance(values, Counter) else Counter(values)
    counts = Counter({(value - low) / (high - low): n for value, n in counted.items()})
    mean = sum(value * times for value, times in counts.items()) / counts.total()
    mirrored = Counter({1 - value: times for value, times in counts.items()})
    below, above = _lower(counts, mean, error), 1 - _lower(mirrored, 1 - mean, error)
    span = high - low
    return Estimate(low + span * mean, low + span * below, low + span * above)


def _lower(counts: Counter[float], mean: float, error: float) -> float:
    """Return the smallest m at which the capital of the bets on more has not grown enough."""
    bounds = [0.0, mean]
    for _ in range(40):
        middle = sum(bounds) / 2
        bounds[_capital(counts, middle) < log(2 / error)] = middle
    return bounds[0]


def _capital(counts: Counter[float], m: float) -> float:
    """Return the logarithm of the capital, from 1, of bets that the mean is higher than ``m``."""
    if m <= 0:
        return inf
    gains = [(value / m - 1, times) for value, times in counts.items()]
    by_value = [[times * log1p(bet * gain) for bet in BETS] for gain, times in gains]
    grown = list(map(sum, zip(*by_value, strict=True)))  # by bet
    most = max(grown)
    return most + log(sum([exp(each - most) for each in grown]) / len(BETS))


def any_time_mean(values: Sequence[float], unit: str = "", error: float = ERROR) -> Estimate:
    """Return the mean of values without known bounds, with an interval that holds at any time.

    It is asymptotic: right for many games, as Student's t is, and later for values of which few are
    large, such as the numbers of a rare event. So it has bounds from 50 values on. See
    Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024), Time-uniform central limit theory and
    asymptotic confidence sequences, Ann. Stat. 52, 2613-2640.
    """
    mean, size = fmean(values), len(values)
    if size < FEWEST:
        return Estimate(mean, -inf, inf, unit)
    margin = stdev(values) * any_time_margin(size, error)
    return Estimate(mean, mean - margin, mean + margin, unit)


def any_time_margin(size: float, error: float) -> float:
    """Return half the width of the interval of ``any_time_mean``, in standard deviations."""
    tuning = (-2 * log(error) + log(1 - 2 * log(error))) / TUNED
    grown = size * tuning + 1
    return sqrt(2 * grown / (size * size * tuning) * log(sqrt(grown) / error))


def size_to_settle(mean: float, deviation: float, *, any_time: bool, error: float = ERROR) -> int:
    """Return how many values settle that their mean isn't 0, 4 times in 5.

    For a number that is fixed beforehand by the usual formula (Cohen, 1988), else by the margin of
    ``any_time_mean``, with which ``any_time_share`` nearly agrees. Raises BadInput for a mean of 0.
    """
    if mean == 0:
        raise invalid("mean", mean, "a number other than 0")
    standardised = deviation / abs(mean)
    if not any_time:
        return ceil((z_point(error) + POWER) ** 2 * standardised**2)

    def too_few(size: float) -> bool:
        return standardised * (any_time_margin(size, error) + POWER / sqrt(size)) > 1

    low, high = 0.5, 1.0
    while too_few(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) / 2
        if too_few(middle):
            low = middle
        else:
            high = middle
    return ceil(high)


Estimator = Callable[[Sequence[float]], Estimate]


def estimator(unit: str, *, any_time: bool, error: float = ERROR) -> Estimator:
    """Return the function that estimates the mean of values of a unit: "%", "points" or another."""
    if unit == "%":
        return lambda values: _share(values, any_time, error)
    if unit == "points":
        return lambda values: _difference(values, any_time, error)
    return lambda values: (any_time_mean if any_time else mean_interval)(values, unit, error)


def _share(values: Sequence[float], any_time: bool, error: float) -> Estimate:
    if any_time:
        return any_time_share(values, error=error)._replace(unit="%")
    return Estimate(*wilson(round(sum(values)), len(values), error), "%")


def _difference(values: Sequence[float], any_time: bool, error: float) -> Estimate:
    if any_time:
        return any_time_share(values, -1, 1, error)._replace(unit="points")
    return paired_shares(values, error)
