"""Likely courses of a value that is known only from a few random playouts after each turn.

With 8 playouts, an even game looks as if another side led after every second turn. What is counted
in such courses, as changes of the lead, is counted instead in courses drawn from all that are
likely, given the noise and how much the values of all games change from turn to turn. Such draws
are known as plausible values: Mislevy (1991), Randomization-based inference about latent variables
from complex samples, Psychometrika 56, 177-196.

The model is a local level: each turn changes the values of the sides by a normal amount of the same
variance, and the playouts add noise. A Kalman filter goes through each game, and a simulation
smoother comes back and draws; see Durbin and Koopman (2012), Time series analysis by state space
methods, Oxford University Press, chapters 2 and 4.

Vocabulary
    course  the values of a game to each side, after each turn
    change  the variance by which a turn changes a value
    gain    how much of what is new in a turn's playouts is believed: 0 nothing, 1 all
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log, sqrt
from random import Random
from statistics import fmean

SETS = 8
"""The number of sets of courses that are drawn."""
FITTED = 200
"""The games by which the change of a turn is fitted."""
CHANGES = (0.0, *(2.0**power for power in range(-12, 7)))
"""The changes of a turn that are tried, in parts of the noise."""

Values = Sequence[float]
ValueCourse = Sequence[Values]
Model = tuple[list[float], list[float], list[float]]
"""By turn: the gains, and the variances of a new value before and of the true one after it."""


def plausible(courses: Sequence[ValueCourse], noise: float) -> list[Sequence[ValueCourse]]:
    """Return sets of likely courses, each with a course for each game; for no noise, the given one.

    ``noise`` is the variance of each value.
    """
    if noise <= 0 or not courses:
        return [courses]
    start = [fmean(values) for values in zip(*(course[0] for course in courses), strict=True)]
    longest = max(map(len, courses))
    change = max(
        (noise * part for part in CHANGES),
        key=lambda change: _likelihood(courses[:FITTED], start, _model(longest, noise, change)),
    )
    model = _model(longest, noise, change)
    filtered = [_filtered(course, start, model[0])[0] for course in courses]
    random = Random(0)
    return [[_drawn(each, model[2], change, random) for each in filtered] for _ in range(SETS)]


def _model(turns: int, noise: float, change: float) -> Model:
    """Return the Kalman filter's gains and variances, which are the same for all games."""
    gains, before, after = [], [], []
    known = 0.0  # all games start alike
    for _ in range(turns):
        before.append(known + change + noise)
        gains.append((known + change) / before[-1])
        known = noise * gains[-1]
        after.append(known)
    return gains, before, after


def _filtered(
    course: ValueCourse, start: Values, gains: Values
) -> tuple[list[Values], list[float]]:
    """Return the likeliest values after each turn, by what is known then, and the squared news."""
    values = start
    found: list[Values] = []
    news: list[float] = []
    for seen, gain in zip(course, gains, strict=False):
        new = [a - b for a, b in zip(seen, values, strict=True)]
        values = [b + gain * each for b, each in zip(values, new, strict=True)]
        found.append(values)
        news.append(sum(each * each for each in new))
    return found, news


def _likelihood(courses: Sequence[ValueCourse], start: Values, model: Model) -> float:
    """Return the logarithm of the likelihood of the courses; values are free but for their sum."""
    gains, before, _ = model
    free = 1 - 1 / len(start)
    logs = [len(start) * free * log(each) if each else -inf for each in before]
    total = 0.0
    for course in courses:
        _, news = _filtered(course, start, gains)
        for new, variance, size in zip(news, before, logs, strict=False):
            total -= free * new / variance + size
    return total


def _drawn(filtered: ValueCourse, after: Values, change: float, random: Random) -> ValueCourse:
    """Return a course that is drawn from the likely ones, from its last turn to its first."""
    last = len(filtered) - 1
    course = [_noisy(filtered[last], after[last], random)]
    for turn in range(last - 1, -1, -1):
        back = after[turn] / (after[turn] + change) if after[turn] else 0.0
        middle = [a + back * (b - a) for a, b in zip(filtered[turn], course[-1], strict=True)]
        course.append(_noisy(middle, after[turn] * (1 - back), random))
    return course[::-1]


def _noisy(values: Values, variance: float, random: Random) -> Values:
    """Return the values with normal noise of this variance, which doesn't change their sum."""
    sides = len(values)
    drawn = [random.gauss(0.0, sqrt(variance * sides / (sides - 1))) for _ in values]
    middle = fmean(drawn)
    return [value + each - middle for value, each in zip(values, drawn, strict=True)]
