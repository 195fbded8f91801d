"""Questions in words: a prediction that is judged by a choice or a number.

Those of the lessons are in files beside this one, so that no cell of a lesson tells their answers.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, did_you_mean, invalid

FILES = "course.toml", "library.toml"
"""The questions of the course, and those of the lessons on games."""
NUMBER = re.compile(r"[-\u2212]?\d+(?:[.,]\d+)?")


class WordQuestion(NamedTuple):
    """A question with its answer, which stays sealed until somebody has predicted it."""

    text: str
    right: str | tuple[float, float]
    """The right one of the choices, or the least and the most of a number."""
    because: str
    """What is so, and why: shown after the prediction."""
    choices: tuple[str, ...] = ()
    """What can be chosen; empty for a number."""
    idea: str = ""
    """What the question is about, in a few words."""

    def judge(self, guess: str) -> bool:
        """Return True for a right guess; raise BadInput for one that is no choice or number."""
        if self.choices:
            if guess not in self.choices:
                raise invalid("the prediction", guess, f"one of: {', '.join(self.choices)}")
            return guess == self.right
        found = NUMBER.search(guess)
        if found is None:
            raise invalid("the prediction", guess, "a number")
        low, high = (float(each) for each in self.right)
        return low <= float(found[0].replace("\u2212", "-").replace(",", ".")) <= high


@cache
def lesson_questions() -> dict[str, WordQuestion]:
    """Return the questions of the lessons by name."""
    texts = [files(__package__).joinpath(each).read_text(encoding="utf-8") for each in FILES]
    entries = [entry for text in texts for entry in tomllib.loads(text).items()]
    return {name: _question(entry) for name, entry in entries}


def _question(entry: dict[str, Any]) -> WordQuestion:
    right = entry["right"] if isinstance(entry["right"], str) else tuple(entry["right"])
    return WordQuestion(
        entry["text"], right, entry["because"], tuple(entry.get("choices", ())), entry["idea"]
    )


def lesson_question(name: str) -> WordQuestion:
    """Return a question of a lesson; raise BadInput for another name."""
    known = lesson_questions()
    if name not in known:
        hint = did_you_mean(name, known)
        raise invalid(
            "the question", name, f"one of the lessons', such as {next(iter(known))}{hint}"
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
