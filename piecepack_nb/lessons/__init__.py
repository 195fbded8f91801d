"""Checks of what students make in the lessons: ``pp.lessons.check("search", my_search)``.

An answer is tried on hidden cases: other starts, goals, tables and positions than the lesson shows.
The result is true for a right answer; a wrong one is refused by a sentence that helps.

>>> from piecepack_nb import lessons
>>> lessons.check("smallest gap", 0.05)
The answer is 0.05; expected the function itself, without parentheses: smallest_gap(inches).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, did_you_mean, invalid
from piecepack_nb.core.wording import count_noun
from piecepack_nb.lessons.answers import TaskResult, Wrong
from piecepack_nb.lessons.functions import (
    check_arc,
    check_better_of_two,
    check_fictitious_play,
    check_pacman_bot,
    check_search,
    check_smallest_gap,
    check_worth,
)
from piecepack_nb.lessons.games import (
    check_closed_corners,
    check_line_bot,
    check_line_loses,
    check_own_game,
)
from piecepack_nb.lessons.glossary import word
from piecepack_nb.lessons.positions import (
    check_detour,
    check_mixed,
    check_one_arc,
    check_one_rule,
    check_own_maze,
    check_stick,
    check_trap,
    check_two_frozen,
)

__all__ = ["TASKS", "Task", "TaskResult", "check", "word"]


class Task(NamedTuple):
    """Something that a lesson asks the student to make."""

    lesson: str
    """The number of the notebook, such as "02"."""
    text: str
    """The answer that is expected, in words."""
    check: Callable[..., str]


TASKS = {
    "one rule": Task("01", "a match and one rule that changes his move", check_one_rule),
    "search": Task("02", "a function that finds the lowest costs", check_search),
    "detour": Task("02", "a position whose cheapest path isn't the shortest", check_detour),
    "two frozen": Task("03", "a drawing with two frozen red pieces", check_two_frozen),
    "evaluation": Task("04", "a function with both gaps filled", check_worth),
    "trap": Task("05", "a position in which Moons loses two points", check_trap),
    "fictitious play": Task("06", "a function with both gaps filled", check_fictitious_play),
    "mixed strategy": Task("06", "a position that needs a random choice", check_mixed),
    "better die": Task("07", "a function of the marbles for each die", check_better_of_two),
    "bot": Task("07", "a bot that beats the lesson's", check_pacman_bot),
    "one arc": Task("08", "a position with one narrow legal arc", check_one_arc),
    "arc": Task("09", "a function of two places that returns the forbidden angles", check_arc),
    "smallest gap": Task("09", "a function of the length of a path", check_smallest_gap),
    "closed corners": Task("10", "a class that closes the corners", check_closed_corners),
    "line loses": Task("10", "a class in which three in a line lose", check_line_loses),
    "line bot": Task("10", "a class with a bot that completes lines", check_line_bot),
    "own game": Task("10", "a class with rules of your own", check_own_game),
    "one stick": Task("11", "the workshop, with one more stick in it", check_stick),
    "own maze": Task("11", "a maze that keeps every rule", check_own_maze),
}
"""The tasks by their names."""


def check(task: str, *answer: Any, **options: Any) -> TaskResult:
    """Check the answer to a task of a lesson on hidden cases; the result is true if it is right.

    ``task`` is one of ``TASKS``. Raises BadInput for another name, and for more or fewer answers.
    """
    if task not in TASKS:
        known = ", ".join(TASKS)
        raise invalid("the task", task, f"one of: {known}{did_you_mean(task, TASKS)}")
    try:
        inspect.signature(TASKS[task].check).bind(*answer, **options)
    except TypeError:
        got, text = count_noun(len(answer), "answer"), TASKS[task].text
        raise BadInput(f'check got {got}; expected check("{task}", answer): {text}') from None
    try:
        return TaskResult(True, f"Right. {TASKS[task].check(*answer, **options)}")
    except Wrong as wrong:
        return TaskResult(False, str(wrong))
