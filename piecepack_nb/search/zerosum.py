"""Mixed equilibria of zero-sum games, by regret matching; best answers to chance.

Vocabulary
    payoffs   ``payoffs[i][j]``: what the column player pays the row player
    mix       a mixed strategy: the probability of each row, or of each column
    regret    how much more a player would have won so far by always making another choice
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from typing import NamedTuple

from piecepack_nb.core.errors import invalid

Mix = tuple[float, ...]


class Equilibrium(NamedTuple):
    """The mixed strategies of both players, and their value to the row player."""

    rows: Mix
    columns: Mix
    value: float
    gap: float
    """The most that the players together could gain by leaving their mixes; 0 if exact."""


def solve(payoffs: Sequence[Sequence[float]], rounds: int = 2000) -> Equilibrium:
    """Return the equilibrium of a table of payoffs, by regret matching.

    Each player plays in proportion to its regrets; the average over the rounds approaches an
    equilibrium. A saddle point is returned exactly. Raises BadInput for a table without rows, or
    with rows of unequal length.
    """
    columns = _columns(payoffs)
    return _saddle(payoffs, columns) or _mixed(payoffs, columns, rounds)


def best_answer(payoffs: Sequence[Sequence[float]]) -> Equilibrium:
    """Return the row that is best if all columns are equally likely.

    Raises BadInput as ``solve`` does.
    """
    columns = _columns(payoffs)
    equal = (1 / len(columns),) * len(columns)
    gains = [_dot(row, equal) for row in payoffs]
    best = gains.index(max(gains))
    return _evaluated(payoffs, columns, tuple(float(n == best) for n in range(len(gains))), equal)


def _columns(payoffs: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the columns; raise BadInput for a table without rows, or of unequal ones."""
    if not payoffs or not payoffs[0] or len({len(row) for row in payoffs}) != 1:
        raise invalid("payoffs", list(map(len, payoffs)), "rows of equal length, at least one each")
    return [list(column) for column in zip(*payoffs, strict=True)]


def _mixed(
    payoffs: Sequence[Sequence[float]], columns: Sequence[Sequence[float]], rounds: int
) -> Equilibrium:
    """Return the result of regret matching; later rounds have more weight and converge faster."""
    regret, other_regret = [0.0] * len(payoffs), [0.0] * len(columns)
    total, other_total = [0.0] * len(payoffs), [0.0] * len(columns)
    for number in range(1, rounds + 1):
        mix, other = _share(regret), _share(other_regret)
        gains = [_dot(row, other) for row in payoffs]
        regret = _regretted(regret, gains, _dot(gains, mix))
        mix = _share(regret)
        losses = [-_dot(column, mix) for column in columns]
        other_regret = _regretted(other_regret, losses, _dot(losses, other))
        total = [old + number * part for old, part in zip(total, mix, strict=True)]
        other_total = [old + number * part for old, part in zip(other_total, other, strict=True)]
    return _evaluated(payoffs, columns, _share(total), _share(other_total))


def _regretted(regret: list[float], gains: list[float], got: float) -> list[float]:
    return [
        more if (more := old + gain - got) > 0 else 0.0
        for old, gain in zip(regret, gains, strict=True)
    ]


def _share(weights: Sequence[float]) -> Mix:
    """Return the weights scaled to add up to 1; equal parts if all are 0."""
    total = sum(weights)
    if not total:
        return (1 / len(weights),) * len(weights)
    return tuple([weight / total for weight in weights])


def _dot(one: Sequence[float], two: Sequence[float]) -> float:
    product: float = sum(map(mul, one, two))
    return product


def _evaluated(
    payoffs: Sequence[Sequence[float]], columns: Sequence[Sequence[float]], mix: Mix, other: Mix
) -> Equilibrium:
    """Return two mixes with their value, and the gap between the best answers to them."""
    gains = [_dot(row, other) for row in payoffs]
    losses = [_dot(column, mix) for column in columns]
    return Equilibrium(mix, other, _dot(gains, mix), max(gains) - min(losses))


def _saddle(
    payoffs: Sequence[Sequence[float]], columns: Sequence[Sequence[float]]
) -> Equilibrium | None:
    """Return the saddle point, a pair of choices that neither player would leave, if there is one.

    Of several it is the one with the best average against all other choices.
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
