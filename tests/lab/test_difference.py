"""Paired differences and sweeps, checked against answers that are known exactly."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from random import Random
from typing import Any

import pytest

import piecepack_nb as pp
from bench.bench_intervals import rows, sweep_rows
from piecepack_nb.bots import GENERAL
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.wording import approximate
from piecepack_nb.lab import simulate
from piecepack_nb.lab.difference import changed_rules, difference, sweep
from piecepack_nb.lab.interval import (
    any_time_mean,
    any_time_share,
    mean_interval,
    paired_shares,
    size_to_settle,
    t_point,
    wilson,
)
from piecepack_nb.lab.playing import Limits
from tests.design.examples import example_class
from tests.lab.cells import first_move, from_cell

GAME: Any = pp.game("piecepackman")


@pytest.fixture(scope="module")
def nim() -> Any:
    return from_cell("nim")


# --- intervals -----------------------------------------------------------------------------------


@pytest.mark.thorough
def test_student_t_has_its_tabulated_points() -> None:
    scipy_stats = pytest.importorskip("scipy.stats")
    for freedom in (1, 2, 3, 4, 7, 20, 500):
        assert t_point(freedom) == pytest.approx(scipy_stats.t.ppf(0.975, freedom), abs=0.005)
    values = [1.0, 4.0, 4.5, 7.0, 9.0]
    low, high = scipy_stats.t.interval(0.95, 4, 5.1, scipy_stats.sem(values))
    assert mean_interval(values)[:3] == pytest.approx((5.1, low, high), abs=0.005)


def test_paired_shares_are_agresti_and_mins() -> None:
    """With b and c discordant pairs of n: (c - b) / (n + 2), half a pair added to each cell."""
    found = paired_shares([1.0] * 20 + [-1.0] * 8 + [0.0] * 72)
    b, c, n = 8.5, 20.5, 102
    margin = 1.959964 * (b + c - (c - b) ** 2 / n) ** 0.5 / n
    assert found[:3] == pytest.approx((0.12, (c - b) / n - margin, (c - b) / n + margin))
    none = paired_shares([0.0] * 50)
    assert none.low < 0 < none.high


def test_the_any_time_interval_keeps_its_shape() -> None:
    share = any_time_share([1.0] * 30 + [0.0] * 70)
    assert share.low < wilson(30, 100).low < wilson(30, 100).high < share.high
    mirrored = any_time_share([1.0] * 70 + [0.0] * 30)
    assert (1 - mirrored.high, 1 - mirrored.low) == pytest.approx((share.low, share.high))
    wide = any_time_share([-1.0] * 70 + [1.0] * 30, -1, 1)
    assert (wide.low, wide.high) == pytest.approx((2 * share.low - 1, 2 * share.high - 1))
    assert any_time_share([1.0] * 9).high == pytest.approx(1)


@pytest.mark.thorough
def test_intervals_hold_as_often_as_they_say() -> None:
    """With 120 experiments, 88 % is 3.5 standard deviations below 95 %."""
    found = [row["percent"] for row in rows(120, 80)]
    for fixed, looked_at, any_time in zip(found[::3], found[1::3], found[2::3], strict=True):
        assert fixed >= 88
        assert any_time >= 88
        assert looked_at < fixed, "looking again and again spoils an interval"


def test_a_mean_at_any_time_has_bounds_from_enough_values_on() -> None:
    few, enough = any_time_mean([1.0, 2.0] * 24), any_time_mean([1.0, 2.0] * 25)
    assert str(few) == "1.50 (too few games for an interval)"
    assert enough.low < 1.5 < enough.high < 2


@pytest.mark.thorough
def test_the_best_and_the_worst_of_equal_values_are_not_settled() -> None:
    """Of 100 sweeps 95 % hold; 88 are 3 standard deviations fewer. Uncorrected 70 % or fewer do."""
    for row in sweep_rows(100, 40):
        assert row["held"] >= 88, row["what"]


# --- difference ----------------------------------------------------------------------------------


def test_a_difference_is_that_of_the_two_simulations() -> None:
    other = GAME.under(quarter_turn_cost=0)
    found = difference(GAME, other, 8, seed=3, seats="random", measure="turns")
    a, b = (simulate(game, 8, seed=3, seats="random") for game in (GAME, other))
    assert (found.a.outcomes, found.b.outcomes) == (a.outcomes, b.outcomes)
    assert found.estimate.value == pytest.approx(b.turns - a.turns)
    assert found.title == (
        "8 pairs of games of piecepackman: as it is (random) → quarter_turn_cost 1 → 0 (PM-15)"
    )


def test_a_rule_that_is_never_used_makes_no_difference() -> None:
    pig = from_cell("pig")
    found = difference(pig, pig.under(least=1), 20, seats="bold")  # bold holds 8 or more
    assert set(found.differences(found.measure)) == {0.0}
    assert found.more is None
    assert "no pair differs" in found.verdict()
    assert found.estimate.low < 0 < found.estimate.high


def test_nims_theory_settles_a_difference(nim: Any) -> None:
    """3, 5 and 7 are won by who begins: a perfect player first wins all, against another none."""
    found = difference(nim, bots=("clever", "random"), until="settled", seats="clever")
    assert found.settled
    assert len(found) < 100
    assert found.estimate.value < 0
    first = [game for game in found.a if game.seed % 2 == 0]
    assert all(game.result is not None and game.result.winners == ("ann",) for game in first)
    assert "settled" in found.verdict()
    match = found.a.match(1)
    assert match.seats == {"ann": "clever", "ben": "clever"}
    assert found.b.match(1).seats == {"ann": "clever", "ben": "random"}


def test_the_same_pair_again_is_no_evidence(nim: Any) -> None:
    """Neither side has chance: the winner of one loses the other."""
    found = difference(nim, nim.under(last_loses=True), 40, seats=first_move, until="settled")
    assert (len(found), len(found.counted)) == (30, 1)
    assert not found.settled
    assert found.more is None
    assert (
        found.title.endswith(
            "without dice or random choices: all the same, and so many pairs count"
        )
        is False
    )
    assert "More pairs would be the same" in found.verdict()


def test_versions_of_a_games_code_are_compared() -> None:
    pig = from_cell("pig")
    longer = from_cell("pig", lambda text: text.replace("option(20", "option(40"))
    found = difference(pig, longer, 15, seats="bold", measure="turns")
    assert found.settled
    assert found.labels == ("the first version (bold)", "the other version")


def test_more_pairs_are_asked_for_as_the_formula_says() -> None:
    other = GAME.under(quarter_turn_cost=2)
    found = difference(GAME, other, 12, seats="random", measure="turns")
    values = found.differences(found.measure)
    mean = sum(values) / 12
    variance = sum((value - mean) ** 2 for value in values) / 12
    if not found.settled:
        assert found.more == pytest.approx(
            (1.959964 + 0.841621) ** 2 * variance / mean**2 - 12, abs=1
        )
        assert f"about {approximate(found.more)} more pairs" in repr(found)


def test_a_number_of_more_pairs_has_two_digits_as_it_is_no_more_exact() -> None:
    given = [1, 9, 10, 99, 101, 208, 995, 15316, 1_449_999]
    said = ["1", "9", "10", "99", "100", "210", "1,000", "15,000", "1,400,000"]
    assert [approximate(number) for number in given] == said


@pytest.mark.parametrize(("more", "less"), [(0.25, 0.1), (0.3, 0.2)])
def test_the_pairs_that_an_interval_for_any_time_needs_are_those_that_it_takes(
    more: float, less: float
) -> None:
    mean = more - less
    needed = size_to_settle(mean, sqrt(more + less - mean * mean), any_time=True)
    taken = 0
    for seed in range(40):
        random, counts = Random(seed), Counter[float]()
        while not any_time_share(counts or Counter([0.0]), -1, 1).settled:
            for _ in range(needed // 20):
                counts[random.choices((1.0, -1.0, 0.0), (more, less, 1 - more - less))[0]] += 1
        taken += counts.total() <= 1.1 * needed
    assert 26 <= taken <= 39, "4 times in 5"


def test_pairs_stop_and_continue_in_slices_and_are_the_same() -> None:
    other = GAME.under(quarter_turn_cost=0)
    whole = difference(GAME, other, 4, seats="random")
    pairs = changed_rules(GAME, other, "random", Limits())
    pauses = 0
    for count in pairs.play_in_slices(0.001):
        pauses += 1
        if count == 2:
            break
    assert pauses > 4, "within the games too"
    for count in pairs.play():
        if count == 4:
            break
    found = pairs.difference()
    assert (found.a.outcomes, found.b.outcomes) == (whole.a.outcomes, whole.b.outcomes)
    assert found.any_time


@pytest.mark.parametrize(
    ("given_as", "complaint"),
    [
        ({}, "there is nothing to compare"),
        ({"b": "pacman"}, "b is 'pacman'; expected a game"),
        ({"bots": ("greedy",)}, "expected two bots of one game"),
        ({"bots": ("greedy", "gredy")}, "bots is 'gredy'"),
        ({"b": GAME, "until": "sure"}, "until is 'sure'"),
        ({"b": GAME, "measure": "luck", "games": 1, "seats": "random"}, "measure is 'luck'"),
        ({"b": GAME, "measure": ["won"]}, r"measure is \['won'\]; expected the name of a column"),
        ({"b": pp.game("activator")}, "b is 'activator'; expected a version of piecepackman"),
    ],
)
def test_wrong_comparisons_are_refused(given_as: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        difference(GAME, **given_as)


def test_the_name_of_another_game_is_no_version_of_a_game() -> None:
    complaint = "the second game is 'activator'; expected a version of paco"
    with pytest.raises(BadInput, match=complaint):
        pp.difference("paco", "activator")  # type: ignore[arg-type]


@pytest.mark.parametrize(("measure", "most"), [("turnes", 1), ("luck", 30)])
def test_an_unknown_measure_is_refused_long_before_all_games_are_played(
    nim: Any, measure: str, most: int
) -> None:
    """One that is nearly a column's name at once; a kind of event may be rare."""
    begun: list[object] = []

    def clever(game: Any, state: Any, seat: str, pick: Any) -> object:
        if state == game.initial_state():
            begun.append(state)
        return game.bots["clever"](game, state, seat, pick)

    def play(of: Any) -> None:
        begun.clear()
        with pytest.raises(BadInput, match=f"measure is '{measure}'; expected one of won"):
            of()
        assert len(begun) == most

    play(lambda: simulate(nim, 40, seats=clever, measure=measure))
    play(lambda: sweep(nim, 40, seats=clever, measure=measure, most=[3, 7]))
    most *= 2  # two sides
    play(lambda: difference(nim, nim, 40, seats=clever, measure=measure))


# --- sweep ---------------------------------------------------------------------------------------


def test_a_sweep_has_a_simulation_for_each_value(nim: Any) -> None:
    seen: list[int] = []
    found = sweep(
        nim, 6, seats="clever", most=[7, 3], last_loses=[False, True],
        show=lambda so_far: seen.append(len(so_far.cells)),
    )  # fmt: skip
    assert seen == [1, 2, 3, 4]
    assert found[7, False].won_by("ann").share == 1
    assert (
        found[3, True].outcomes
        == simulate(nim.under(most=3, last_loses=True), 6, seats="clever").outcomes
    )
    assert found.drawing().kind == "heat"
    assert "svg" in found._repr_mimebundle_()["image/svg+xml"]
    curve = sweep(nim, 4, seats="clever", most=(7, 2))
    assert curve.drawing().kind == "curve"
    assert [record["most"] for record in curve.records()] == [7, 2]
    with pytest.raises(BadInput, match="most is 5; expected one of 7; 2"):
        _ = curve[5]
    assert curve.difference(7, 2).estimate.value == pytest.approx(
        curve[2].won_by("ann").share - curve[7].won_by("ann").share
    )


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({}, "0 rule options are given; expected one or two"),
        ({"quarter_turn_cst": [1]}, "did you mean 'quarter_turn_cost'"),
        ({"quarter_turn_cost": 2}, "quarter_turn_cost is 2; expected several values"),
        ({"quarter_turn_cost": [1, 99]}, "quarter_turn_cost is 99; expected a whole number"),
        ({"quarter_turn_cost": []}, "the number of values is 0"),
        ({"quarter_turn_cost": [[1]]}, r"quarter_turn_cost is \[1\]; expected a whole number"),
        ({"quarter_turn_cost": [1], "show": 3}, "show is 3; expected a function"),
    ],
)
def test_wrong_sweeps_are_refused_before_a_game_is_played(
    options: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(BadInput, match=complaint):
        sweep(GAME, 2, **options)


def test_a_game_that_all_lose_together_is_not_called_drawn() -> None:
    game: Any = example_class("maze_chase")(bots=GENERAL)
    found = difference(game, game.under(speed=2), 12, seats="random", keep=False)
    assert [name for name, _ in found.rows()] == ["verdict", "pairs", "won", "turns"]
