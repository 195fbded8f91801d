"""Mixed strategies by regret matching, beside those of a linear program."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from piecepack_nb.core.errors import BadInput
from piecepack_nb.search.zerosum import best_answer, solve


def value_by_linear_program(payoffs: Sequence[Sequence[float]]) -> float:
    """Return the most that the row player can guarantee, by linear programming."""
    table = np.array(payoffs, float)
    rows, columns = table.shape
    from scipy.optimize import linprog  # slow to import, for each process of the tests

    done = linprog(
        c=[*[0] * rows, -1],
        A_ub=np.hstack([-table.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[*[1] * rows, 0]],
        b_eq=[1],
        bounds=[*[(0, None)] * rows, (None, None)],
    )
    assert done.success
    return float(-done.fun)


PENNIES = [[1, -1], [-1, 1]]
SCISSORS = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]


def test_matching_pennies() -> None:
    found = solve(PENNIES)
    assert found.rows == pytest.approx((0.5, 0.5), abs=0.001)
    assert found.columns == pytest.approx((0.5, 0.5), abs=0.001)
    assert found.value == pytest.approx(0, abs=0.001)
    assert found.gap < 0.002


def test_the_best_answer_to_columns_that_are_equally_likely() -> None:
    found = best_answer([[4, -9], [1, 1], [0, 1.5]])
    assert found == ((0, 1, 0), (0.5, 0.5), 1, 0)
    assert best_answer([[4, -4], [1, 2]]).gap == 0.5
    with pytest.raises(BadInput, match="payoffs is "):
        best_answer([[1], []])


def test_rock_paper_scissors_with_unequal_stakes() -> None:
    table = [[0, -1, 2], [1, 0, -1], [-2, 1, 0]]
    found = solve(table)
    assert found.rows == pytest.approx((0.25, 0.5, 0.25), abs=0.005)
    assert found.value == pytest.approx(value_by_linear_program(table), abs=0.002)


def test_a_saddle_is_exact() -> None:
    found = solve([[1, 2], [0, 5]])
    assert found == ((1.0, 0.0), (1.0, 0.0), 1.0, 0.0)


def test_among_equal_saddles_the_one_that_punishes_mistakes_is_chosen() -> None:
    found = solve([[0, 0], [0, 3]])
    assert found.rows == (0.0, 1.0)
    assert found.columns == (1.0, 0.0)


TABLES = st.integers(1, 6).flatmap(
    lambda width: st.lists(
        st.lists(st.integers(-4, 4), min_size=width, max_size=width), min_size=1, max_size=6
    )
)


@settings(max_examples=60, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(TABLES)
def test_the_value_agrees_with_a_linear_program(payoffs: list[list[int]]) -> None:
    found = solve(payoffs, rounds=1500)
    assert sum(found.rows) == pytest.approx(1)
    assert sum(found.columns) == pytest.approx(1)
    assert min(found.rows) >= 0 <= min(found.columns)
    best = value_by_linear_program(payoffs)
    assert found.gap < 0.05
    assert abs(found.value - best) <= found.gap + 1e-9


@settings(max_examples=30, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(TABLES)
def test_the_gap_is_the_gain_of_the_best_deviation(payoffs: list[list[int]]) -> None:
    found = solve(payoffs, rounds=50)
    table = np.array(payoffs, float)
    rows = table @ np.array(found.columns)
    columns = np.array(found.rows) @ table
    assert found.gap == pytest.approx(rows.max() - columns.min())
    assert columns.min() - 1e-9 <= found.value <= rows.max() + 1e-9


def test_more_rounds_narrow_the_gap() -> None:
    gaps = [solve([*SCISSORS[:2], [-3, 1, 0]], rounds).gap for rounds in (20, 200, 2000)]
    assert gaps[0] > gaps[1] > gaps[2]


@pytest.mark.parametrize("payoffs", [[], [[]], [[1, 2], [3]]])
def test_an_invalid_payoff_table_is_refused(payoffs: list[list[int]]) -> None:
    with pytest.raises(BadInput, match="payoffs is"):
        solve(payoffs)
