"""Questions in words: a prediction that is judged by a choice or a number.

Those of the lessons are in files beside this one, so that no cell of a lesson tells their answers.
"""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import inf
from typing import Any, NamedTuple
from unicodedata import normalize

from piecepack_nb.core.errors import BadInput, did_you_mean, invalid

FILES = "course.toml", "library.toml"
"""The questions of the course, and those of the lessons on games."""
WORDS = {
    "none": Fraction(0), "nothing": Fraction(0), "nobody": Fraction(0), "never": Fraction(0),
    "zero": Fraction(0), "one": Fraction(1), "two": Fraction(2), "three": Fraction(3),
    "four": Fraction(4), "five": Fraction(5), "six": Fraction(6), "seven": Fraction(7),
    "eight": Fraction(8), "nine": Fraction(9), "ten": Fraction(10), "eleven": Fraction(11),
    "twelve": Fraction(12), "fifteen": Fraction(15), "twenty": Fraction(20),
    "thirty": Fraction(30), "forty": Fraction(40), "fifty": Fraction(50), "sixty": Fraction(60),
    "seventy": Fraction(70), "eighty": Fraction(80), "ninety": Fraction(90),
    "hundred": Fraction(100), "half": Fraction(1, 2), "third": Fraction(1, 3),
    "quarter": Fraction(1, 4),
}  # fmt: skip
"""Numbers in words; of several, such as "four and a half", none is taken for the whole."""
NUMBER = re.compile(
    r"(?P<sign>[-\u2212]?)(?:(?:(?P<whole>\d+)\s+)?(?P<part>\d+)\s*/\s*(?P<of>0*[1-9]\d*)"
    rf"|(?P<decimal>\d*[.,]\d+|\d+)|\b(?P<word>{'|'.join(WORDS)})\b)",
    re.IGNORECASE,
)
"""A number in figures or a word: "-2", "1.3", "1,3", ".5", "8/6", "1 1/3", "none"."""
LARGEST = 10**12
SIGNS = re.compile(r"([\u00bc-\u00be\u2150-\u215e])")
"""Fractions of one sign, such as that of a half."""


class WordQuestion(NamedTuple):
    """A question with its answer, which stays sealed until somebody has predicted it."""

    text: str
    right: str | tuple[float, float]
    """The right one of the choices, or the least and the most of a number."""
    because: str
    """The answer and its reason, shown after the prediction."""
    choices: tuple[str, ...] = ()
    """The choices; empty for a number."""
    idea: str = ""
    """The topic, in a few words."""
    within: tuple[float, float] = (-inf, inf)
    """The least and the most number that the question leaves possible: of ten, 0 and 10."""

    def judge(self, guess: str) -> bool:
        """Return True for a right guess.

        Raises BadInput for one that is no choice, not one number, or a number that can't be.
        """
        if self.choices:
            if guess not in self.choices:
                raise invalid("the prediction", guess, f"one of: {', '.join(self.choices)}")
            return guess == self.right
        number = float(number_in(guess))
        least, most = self.within
        if not least <= number <= most:
            expected = (
                f"{least:g} or more" if most == inf else f"a number from {least:g} to {most:g}"
            )
            raise invalid("the prediction", guess, expected)
        low, high = (float(each) for each in self.right)
        return low <= number <= high


def number_in(guess: str) -> Fraction:
    """Return the number of a guess; raise BadInput for none, and for several.

    >>> [str(number_in(each)) for each in ("1.3", "1,3", "8/6", "1 1/3", "about -4 %", "none")]
    ['13/10', '13/10', '4/3', '4/3', '-4', '0']
    """
    text = normalize("NFKC", SIGNS.sub(r" \1", guess)).replace("\u2044", "/")
    found = list(map(_value, NUMBER.finditer(text)))
    if len(found) != 1 or abs(found[0]) > LARGEST:
        raise invalid("the prediction", guess, "one number, such as 2.5 or 5/2")
    return found[0]


def _value(found: re.Match[str]) -> Fraction:
    if found["word"]:
        size = WORDS[found["word"].lower()]
    elif found["decimal"]:
        size = Fraction(found["decimal"].replace(",", "."))
    else:
        size = Fraction(int(found["part"]), int(found["of"])) + int(found["whole"] or 0)
    return -size if found["sign"] else size


@cache
def lesson_questions() -> dict[str, WordQuestion]:
    """Return the questions of the lessons by name."""
    texts = [files(__package__).joinpath(each).read_text(encoding="utf-8") for each in FILES]
    entries = [entry for text in texts for entry in tomllib.loads(text).items()]
    return {name: _question(entry) for name, entry in entries}


def _question(entry: dict[str, Any]) -> WordQuestion:
    lists = {name: tuple(each) for name, each in entry.items() if isinstance(each, list)}
    return WordQuestion(**(entry | lists))


def lesson_question(name: str) -> WordQuestion:
    """Return a question of a lesson; raise BadInput for another name."""
    known = lesson_questions()
    if name not in known:
        hint = did_you_mean(name, known)
        raise invalid(
            "the question",
            name,
            f"a lesson's, such as {next(iter(known))!r}, or right= for your own{hint}",
        )
    return known[name]


def own_question(text: str, right: Any, because: str, choices: Any, idea: str) -> WordQuestion:
    """Return a question of a reader's own; raise BadInput for an answer that can't be right."""
    options = tuple(choices)
    if options and right not in options:
        raise invalid("right", right, f"one of the choices: {', '.join(map(str, options))}")
    if options:
        return WordQuestion(text, str(right), because, options, idea)
    try:
        low, high = right if isinstance(right, tuple) else (right, right)
        return WordQuestion(text, (float(low), float(high)), because, (), idea)
    except (TypeError, ValueError):
        raise BadInput(f"right is {right!r}; expected a number, two of them, or choices") from None
