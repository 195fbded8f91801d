"""Ratings of players by the results of their games: the Bradley-Terry model.

Each player has a strength; the difference of two strengths is the logarithm of the odds that one
beats the other. A draw counts as half a win for each. One draw against an average player is added
for each, a weak prior with which the strength of a player that always wins is finite.

Sources
    Bradley and Terry (1952), Rank analysis of incomplete block designs, Biometrika 39, 324-345
    Venzon and Moolgavkar (1988), A method for computing profile-likelihood-based confidence
    intervals, Appl. Stat. 37, 87-94
    Steiger and Fouladi (1997), Noncentrality interval estimation and the evaluation of statistical
    models, in Harlow et al., What if there were no significance tests?, 221-257
    Sankaran (1963), Approximations to the non-central chi-square distribution, Biometrika 50,
    199-204
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from math import exp, log, log1p, sqrt
from statistics import NormalDist, pstdev

from piecepack_nb.lab.interval import ERROR, z_point

PRIOR = 0.5
"""The wins, and the losses, of each player against an average one before any game was played."""
STEPS = 100
"""The most steps of Newton's method to the strengths; ten are usual."""
HALVINGS = 30
"""The steps of a bisection."""
RIDGE = 1e-6
"""Added to the curvature, which is next to nothing far from the best fit."""
LONGEST = 4.0
"""The greatest change of a strength in a step."""
CLOSE = 1e-9
"""A step of a strength so short is the last one."""
FARTHEST = 20.0
"""The greatest difference of strengths: a player so much stronger loses 2 of 10**9 games."""

Met = Mapping[tuple[int, int], tuple[float, float]]
"""By two players: the wins of the first and those of the second."""


class Ratings:
    """The strengths of players, 0 on average, that fit the results of their games best."""

    def __init__(self, players: int, met: Met) -> None:
        self.players = players
        self.met = met

    @cached_property
    def strengths(self) -> list[float]:
        """The strength of each player."""
        return self._fitted([0.0] * self.players)

    def bounds(self, player: int) -> tuple[float, float]:
        """Return the bounds of a player's strength, by the profile likelihood.

        They are the strengths with which the results are just likely enough, if those of the other
        players fit as well as they can.
        """
        own = self.strengths[player]
        least = self._likelihood(self.strengths) - z_point(ERROR) ** 2 / 2

        def likely(strength: float) -> bool:
            others = [-strength / (self.players - 1)] * self.players
            others[player] = strength
            return self._likelihood(self._fitted(others, player)) >= least

        low = _last(lambda far: likely(own - far), FARTHEST)
        return own - low, own + _last(lambda far: likely(own + far), FARTHEST)

    @cached_property
    def skill(self) -> tuple[float, float, float]:
        """How often a player beats one that is a standard deviation weaker, with its bounds.

        Chance alone makes strengths differ. Twice the logarithm of the likelihood ratio between
        these and equal strengths has a noncentral chi-squared distribution; its noncentrality tells
        how much they truly differ. It has an unbiased estimate and an interval, which for equal
        players starts at 0, that is at a half, 97.5 % of the time.
        """
        free = self.players - 1
        ratio = max(0.0, 2 * (self._results(self.strengths) - self._results([0.0] * self.players)))
        low = _last(lambda far: 1 - _noncentral(ratio, free, far) < ERROR / 2, 2 * ratio)
        # A ratio that is low by chance must not make the interval short.
        most = max(ratio, float(free))
        reach = 4 * (most + z_point(ERROR) ** 2)
        high = _last(lambda far: _noncentral(most, free, far) >= ERROR / 2, reach)
        value, low, high = (self._chance(each) for each in (ratio - free, low, high))
        return min(max(value, low), high), low, high

    # --- inside ----------------------------------------------------------------------------------

    def _chance(self, noncentrality: float) -> float:
        """Return the skill of strengths that differ in proportion, and by so much."""
        if noncentrality <= 0:
            return 0.5
        spread = self.strengths
        if pstdev(spread) < CLOSE:
            spread = [each - (self.players - 1) / 2 for each in range(self.players)]
        unit = pstdev(spread)
        scale = _last(lambda far: self._differing(spread, far / unit) < noncentrality, FARTHEST)
        return 1.0 if scale == FARTHEST else 1 / (1 + exp(-scale))

    def _differing(self, strengths: Sequence[float], scale: float) -> float:
        """Return the noncentrality of strengths, times ``scale``."""
        total = 0.0
        for (one, other), wins in self.met.items():
            edge = scale * (strengths[one] - strengths[other])
            share = 1 / (1 + exp(-edge))
            found = share * _log_chance(edge) + (1 - share) * _log_chance(-edge)
            total += 2 * sum(wins) * (found + log(2))
        return total

    def _results(self, strengths: Sequence[float]) -> float:
        """Return the logarithm of the results' likelihood."""
        total = 0.0
        for (one, other), (won, lost) in self.met.items():
            edge = strengths[one] - strengths[other]
            total += won * _log_chance(edge) + lost * _log_chance(-edge)
        return total

    def _likelihood(self, strengths: Sequence[float]) -> float:
        """Return the logarithm of the likelihood of the results and of the prior's draws."""
        prior = sum(_log_chance(each) + _log_chance(-each) for each in strengths)
        return self._results(strengths) + PRIOR * prior

    def _fitted(self, strengths: list[float], fixed: int | None = None) -> list[float]:
        """Return the strengths that fit best, by Newton's method from those given.

        Their sum stays the same, and so does that of the player who is ``fixed``.
        """
        likelihood = self._likelihood(strengths)
        for _ in range(STEPS):
            step = self._step(strengths, fixed)
            while max(map(abs, step)) > CLOSE:
                new = [a + b for a, b in zip(strengths, step, strict=True)]
                likelier = self._likelihood(new)
                if likelier >= likelihood:
                    strengths, likelihood = new, likelier
                    break
                step = [each / 2 for each in step]
            else:
                break
        return strengths

    def _step(self, strengths: Sequence[float], fixed: int | None) -> list[float]:
        """Return Newton's step, with a Lagrange multiplier for each sum that must stay."""
        size = self.players
        matrix = [[0.0] * (size + 2) for _ in range(size + 1)]
        for one, strength in enumerate(strengths):
            share = 1 / (1 + exp(-strength))
            matrix[one][one] += 2 * PRIOR * share * (1 - share) + RIDGE
            matrix[one][-1] += PRIOR * (1 - 2 * share)
            matrix[one][size] = matrix[size][one] = 1.0
        for (one, other), (won, lost) in self.met.items():
            share = 1 / (1 + exp(strengths[other] - strengths[one]))
            weight = (won + lost) * share * (1 - share)
            for row, column in ((one, other), (other, one)):
                matrix[row][row] += weight
                matrix[row][column] -= weight
            matrix[one][-1] += won * (1 - share) - lost * share
            matrix[other][-1] -= won * (1 - share) - lost * share
        if fixed is not None:
            matrix[fixed] = [float(column == fixed) for column in range(size + 2)]
        step = _solution(matrix)[:size]
        part = min(1.0, LONGEST / max(CLOSE, *map(abs, step)))
        return [part * each for each in step]


def _log_chance(edge: float) -> float:
    """Return the logarithm of the chance to beat a player who is weaker by ``edge``."""
    return min(edge, 0.0) - log1p(exp(-abs(edge)))


def _solution(rows: list[list[float]]) -> list[float]:
    """Return the solution of linear equations, by Gauss's elimination; they have one."""
    size = len(rows)
    for place in range(size):
        best = max(range(place, size), key=lambda row: abs(rows[row][place]))
        rows[place], rows[best] = rows[best], rows[place]
        for row in range(size):
            if row != place and rows[row][place]:
                factor = rows[row][place] / rows[place][place]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[place], strict=True)]
    return [row[-1] / row[place] for place, row in enumerate(rows)]


def _last(holds: Callable[[float], bool], most: float) -> float:
    """Return the last number from 0 to ``most`` up to which a condition holds."""
    if holds(most):
        return most
    low, high = 0.0, most
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def _noncentral(value: float, freedom: int, noncentrality: float) -> float:
    """Return the probability that a noncentral chi-squared value is lower, by Sankaran."""
    mean, twice = freedom + noncentrality, freedom + 2 * noncentrality
    power = 1 - 2 * mean * (freedom + 3 * noncentrality) / (3 * twice * twice)
    spread = twice / mean**2
    skew = (power - 1) * (1 - 3 * power)
    middle = 1 + power * spread * (power - 1 - (2 - power) * skew * spread / 2)
    deviation = power * sqrt(2 * spread) * (1 + skew * spread / 2)
    return NormalDist().cdf(((value / mean) ** power - middle) / deviation)
