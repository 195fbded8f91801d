"""Exact odds of dice, compared with a count of all outcomes and with known figures."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.design import Board
from piecepack_nb.lab.odds import Odds
from tests.lab.cells import from_cell

D6 = Board.die("123456", 2)


@pytest.mark.parametrize(
    "value", [sum, max, min, lambda roll: roll[0] - roll[1], lambda roll: [*roll]]
)
def test_they_are_those_of_all_outcomes(value: Any) -> None:
    counts = Counter(
        tuple(found) if isinstance(found := value(roll), list) else found
        for roll in product(range(1, 7), repeat=2)
    )
    odds = pp.odds(D6, value)
    assert odds.shares == {each: Fraction(count, 36) for each, count in counts.items()}
    assert sum(odds.shares.values()) == 1
    assert list(odds.shares) == sorted(odds.shares)


def test_known_figures() -> None:
    assert pp.odds(D6).chance(7) == Fraction(1, 6)
    assert pp.odds(D6).mean == 7
    assert pp.odds(2).mean == 5  # null, ace, 2, 3, 4, 5
    assert float(pp.odds(Board.die("123456", 3), max).mean) == pytest.approx(4.9583, abs=1e-4)
    yahtzee = pp.odds(Board.die("123456", 5), lambda roll: len(set(roll)))
    assert yahtzee.chance(1) == Fraction(6, 6**5)


def test_a_reroll_is_counted_exactly() -> None:
    """The best rule for one more roll of a die: roll 1, 2 and 3 again, worth 4.25."""
    one = Board.die("123456")
    low = pp.odds(one, reroll=lambda roll: [0] if roll[0] < 4 else [])
    assert low.mean == 4.25
    twice = pp.odds(one, reroll=lambda roll: [0] if roll[0] < 5 else [], rerolls=2)
    kept_at_once = Fraction(1, 3) * Fraction(11, 2)  # a 5 or a 6
    in_the_end = kept_at_once + Fraction(2, 3) * (kept_at_once + Fraction(2, 3) * Fraction(7, 2))
    assert twice.mean == float(in_the_end)
    assert pp.odds(one, reroll=lambda _roll: [0], rerolls=0).mean == 3.5
    ones = pp.odds(D6, max, reroll=lambda roll: [n for n, each in enumerate(roll) if each == 1])
    by_hand = Counter[int]()
    for first in product(range(1, 7), repeat=2):
        for second in product(range(1, 7), repeat=2):
            by_hand[max(b if a == 1 else a for a, b in zip(first, second, strict=True))] += 1
    assert ones.shares == {each: Fraction(count, 6**4) for each, count in by_hand.items()}


def test_faces_may_repeat() -> None:
    coin = pp.odds(Board.die("001"))
    assert coin.shares == {0: Fraction(2, 3), 1: Fraction(1, 3)}


def test_rolls_come_near_and_repeat() -> None:
    odds = pp.odds(D6)
    rolled = odds.rolled(3000, seed=4)
    assert rolled.shares == odds.rolled(3000, seed=4).shares != odds.rolled(3000, seed=5).shares
    outside = [
        row for row in rolled.records()
        if not row["low"] - 0.02 <= odds.shares[row["value"]] <= row["high"] + 0.02
    ]  # fmt: skip
    assert not outside
    assert rolled.rolls == 3000


def test_the_dice_of_a_game_and_of_a_match() -> None:
    game = from_cell("ur")
    assert pp.odds(game).mean == pytest.approx(2)
    match = pp.Match("pacman", seed=1)
    match.roll()
    assert isinstance(pp.odds(match, max), Odds)


def test_it_is_shown_as_other_findings() -> None:
    odds = pp.odds(D6)
    assert odds.table().splitlines()[:2] == ["Odds of 2 dice", "  2               2.8 % (1/36)"]
    assert odds.rows()[-1] == ("expected value", "7.00")
    assert odds.to_csv().startswith("value,probability\n2,0.02777")
    bundle = odds._repr_mimebundle_()
    assert "<svg" in bundle["image/svg+xml"]
    assert repr(pp.odds(1, lambda roll: "low" if roll[0] < 3 else "high")) == (
        "<Odds of 1 die: high: 50.0 % (1/2); low: 50.0 % (1/2)>"
    )


def test_words_have_no_mean() -> None:
    with pytest.raises(BadInput, match=r"^the values of the rolls are no numbers"):
        _ = pp.odds(1, str).mean


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        (
            lambda: pp.odds(0),
            "the first argument is 0; expected 1 to 10 dice, Board.die(…), a game whose",
        ),
        (lambda: pp.odds(True), "the first argument is True; expected 1 to 10 dice"),
        (lambda: pp.odds("activator"), "the first argument is 'activator'; expected 1 to 10 dice"),
        (lambda: pp.odds("nim?"), "the game is 'nim?'; expected"),
        (lambda: pp.odds(pp.Match("activator")), "the first argument is <Match of "),
        (lambda: pp.odds((1, 2)), "the first argument is (1, 2); expected 1 to 10 dice"),
        (lambda: pp.odds(10), "the dice have 60,466,176 outcomes; expected at most 300,000"),
        (lambda: pp.odds(1, 3), "the value is 3; expected a function of the points"),
        (lambda: pp.odds(1, dict.fromkeys), "the value of a roll is {"),
        (lambda: pp.odds(1, reroll=3), "reroll is 3; expected a function of the points"),
        (lambda: pp.odds(1, rerolls=-1), "rerolls is -1; expected a whole number from 0 to 20"),
        (lambda: pp.odds(1, reroll=lambda _roll: [3]), "what reroll returns for (0,) is [3]; "),
        (lambda: pp.odds(1, reroll=lambda _roll: None), "what reroll returns for (0,) is None; "),
        (lambda: pp.odds(1).rolled(0), "rolls is 0; expected a whole number from 1 to 1,000,000"),
    ],
)
def test_a_wrong_argument_is_named(call: Any, problem: str) -> None:
    with pytest.raises(BadInput) as refused:
        call()
    assert str(refused.value).startswith(problem)
