"""Mixed strategies of a game in which one side wins what the other loses, found by regret.

Vocabulary
    payoffs   ``payoffs[i][j]``: what the row player gets from the column player
    mix       how often a player should play each row, or each column; they add up to 1
    regret    how much better a player would have done so far with another choice, all along
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from piecepack_nb.core.errors import invalid

Mix = tuple[float, ...]


class Equilibrium(NamedTuple):
    """How both should mix their choices, and what that is worth to the row player."""

    rows: Mix
    columns: Mix
    value: float
    gap: float
    """What either could gain at most by leaving its mix; 0 where the solution is exact."""


def solve(payoffs: Sequence[Sequence[float]], rounds: int = 2000) -> Equilibrium:
    """The equilibrium of a table of payoffs, by regret matching over so many rounds.

    Each plays what it regrets not to have played; the average of what they played approaches an
    equilibrium. Where one choice of each is best at once, that is the answer, exactly. Raises
    BadInput for a table without rows, or with rows of unequal length.
    """
    if not payoffs or not payoffs[0] or len({len(row) for row in payoffs}) != 1:
        raise invalid("payoffs", list(map(len, payoffs)), "rows of equal length, at least one each")
    columns = [list(column) for column in zip(*payoffs, strict=True)]
    return _saddle(payoffs, columns) or _mixed(payoffs, columns, rounds)


def _mixed(
    payoffs: Sequence[Sequence[float]], columns: Sequence[Sequence[float]], rounds: int
) -> Equilibrium:
    """Regret matching; later rounds count for more, for the first ones know little."""
    regret, other_regret = [0.0] * len(payoffs), [0.0] * len(columns)
    total, other_total = [0.0] * len(payoffs), [0.0] * len(columns)
    for number in range(1, rounds + 1):
        mix, other = _share(regret), _share(other_regret)
        gains = [_dot(row, other) for row in payoffs]
        regret = _regretted(regret, gains, _dot(gains, mix))
        mix = _share(regret)
        losses = [-_dot(column, mix) for column in columns]
        other_regret = _regretted(other_regret, losses, _dot(losses, other))
        total = [sum_ + number * part for sum_, part in zip(total, mix, strict=True)]
        other_total = [s + number * part for s, part in zip(other_total, other, strict=True)]
    return _judged(payoffs, columns, _share(total), _share(other_total))


def _regretted(regret: list[float], gains: list[float], got: float) -> list[float]:
    return [max(0.0, old + gain - got) for old, gain in zip(regret, gains, strict=True)]


def _share(weights: Sequence[float]) -> Mix:
    """The weights as parts of 1; equal parts where there are none."""
    total = sum(weights)
    return tuple(weight / total if total else 1 / len(weights) for weight in weights)


def _dot(one: Sequence[float], two: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, two, strict=True))


def _judged(
    payoffs: Sequence[Sequence[float]], columns: Sequence[Sequence[float]], mix: Mix, other: Mix
) -> Equilibrium:
    """The value of two mixes, and what the best answers to them would gain."""
    gains = [_dot(row, other) for row in payoffs]
    losses = [_dot(column, mix) for column in columns]
    return Equilibrium(mix, other, _dot(gains, mix), max(gains) - min(losses))


def _saddle(
    payoffs: Sequence[Sequence[float]], columns: Sequence[Sequence[float]]
) -> Equilibrium | None:
    """The pair of choices from which neither would depart, if there is one.

    Of several the one that does best against whatever else the other may choose.
    """
    found = [
        (sum(row) - sum(columns[j]), i, j)
        for i, row in enumerate(payoffs)
        for j, value in enumerate(row)
        if value == min(row) and value == max(columns[j])
    ]
    if not found:
        return None
    _, i, j = max(found, key=lambda each: each[0])
    mix = tuple(float(n == i) for n in range(len(payoffs)))
    other = tuple(float(n == j) for n in range(len(columns)))
    return Equilibrium(mix, other, float(payoffs[i][j]), 0.0)
