"""Predictions of a number: figures, fractions and words are read, and never half of a guess."""

from __future__ import annotations

import re
from fractions import Fraction
from math import inf

import pytest

from piecepack_nb.core.errors import BadInput
from piecepack_nb.lessons.asked import (
    lesson_question,
    lesson_questions,
    number_in,
    own_question,
)

READ = {
    "1.3": "1.3", "1,3": "1.3", "8/6": "4/3", "4 / 3": "4/3", "1 1/3": "4/3", "161/36": "161/36",
    "4½": "4.5", "½": "0.5", "-1/3": "-1/3", "−3": "-3", "about 12 %": "12", "3.": "3",
    "None": "0", "zero of them": "0", "I take three": "3", "ninety": "90", "half": "0.5",
    ".7": "0.7", "-,5": "-0.5",
}  # fmt: skip
REFUSED = [
    "",
    "someone",
    "1 of 9",
    "7-9",
    "8/0",
    "5/2/3",
    "four and a half",
    "twenty-five",
    "9" * 400,
]


def test_a_guess_is_one_number_in_figures_or_words() -> None:
    assert {guess: str(number_in(guess)) for guess in READ} == {
        guess: str(Fraction(number)) for guess, number in READ.items()
    }
    for guess in REFUSED:
        with pytest.raises(BadInput, match=r"expected one number, such as 2\.5 or 5/2"):
            number_in(guess)


def test_fractions_and_words_are_right_where_their_decimals_are() -> None:
    for guess in ("8/6", "4/3", "1 1/3", "1.33"):
        assert lesson_question("heap of 12").judge(guess), guess
    assert not lesson_question("heap of 12").judge("8")
    assert lesson_question("better of two").judge("161/36")
    assert lesson_question("stranger: questions").judge("none")
    assert own_question("A tenth?", 0.1, "So.", (), "").judge("1/10")


def test_a_number_that_the_question_leaves_no_room_for_is_refused() -> None:
    refused = r"the prediction is '90'; expected a number from 0 to 10$"
    with pytest.raises(BadInput, match=refused):
        lesson_question("penalty: mixture").judge("90")
    with pytest.raises(BadInput, match=r"the prediction is 'none'; expected 1 or more$"):
        lesson_question("paper: eight ranks").judge("none")
    numbers = {name: each for name, each in lesson_questions().items() if not each.choices}
    for name, question in numbers.items():
        least, most = question.within
        low, high = map(float, question.right)
        assert least <= low <= high <= most, name
        for end, outside in (least, least - 1), (most, most + 1):
            if abs(end) < inf:
                question.judge(f"{end:g}")
                with pytest.raises(BadInput, match=f"is '{outside:g}'; expected"):
                    question.judge(f"{outside:g}")
        for many in re.findall(r"[oO]f (?:a )?(hundred|ten|\d+)(?= [a-z])", question.text):
            assert most == number_in(many), f"{name}: of {many}, no more can be"
    unbounded = {name for name, each in numbers.items() if each.within == (-inf, inf)}
    assert unbounded == {"heap of 12", "payoff: push"}
