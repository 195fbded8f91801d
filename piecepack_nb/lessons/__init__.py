"""Checks of what students make in the lessons: ``pp.lessons.check("search", my_search)``.

An answer is tried on hidden cases: other starts, goals, tables and positions than the lesson shows.
The result is true for a right answer; a wrong one is refused by a sentence that helps. ``check``
runs beside the answer; ``piecepack_nb.lessons.handed_in`` asks it in another process, to grade.

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
    BotFunction,
    SearchFunction,
    check_arc,
    check_better_of_two,
    check_fictitious_play,
    check_pacman_bot,
    check_reroll,
    check_search,
    check_smallest_gap,
    check_worth,
    take_arc,
    take_better_of_two,
    take_fictitious_play,
    take_reroll,
    take_smallest_gap,
    take_worth,
)
from piecepack_nb.lessons.games import (
    Design,
    check_closed_corners,
    check_line_bot,
    check_line_loses,
    check_one_change,
    check_own_game,
)
from piecepack_nb.lessons.glossary import word
from piecepack_nb.lessons.measured import (
    check_choices,
    check_fairer,
    check_lead,
    check_middle,
    check_plan,
    check_secret,
    take_plan,
)
from piecepack_nb.lessons.positions import (
    check_detour,
    check_mixed,
    check_one_arc,
    check_one_rule,
    check_own_maze,
    check_stick,
    check_trap,
    check_two_frozen,
    take_maze,
    take_one_rule,
    take_position,
)

__all__ = ["TASKS", "Task", "TaskResult", "check", "word"]


def _class(example: str) -> Callable[[Any], Design]:
    """Return the function that takes a class, which is called ``example`` in the lesson."""

    def take_class(design: Any) -> Design:
        return Design(design, example)

    return take_class


class Task(NamedTuple):
    """Something that a lesson asks the student to make."""

    lesson: str
    """The number of the notebook, such as "02"."""
    text: str
    """The answer that is expected, in words."""
    take: Callable[..., Any]
    """Returns the answer as the check asks about it: as plain data, or by questions with plain
    answers. Runs where the student's code does; raises Wrong for an answer of the wrong kind."""
    check: Callable[[Any], str]
    """Returns what a right answer has shown; raises Wrong. Runs none of the student's code."""


TASKS = {
    "one rule": Task(
        "01", "a match and one rule that changes his move", take_one_rule, check_one_rule
    ),
    "search": Task("02", "a function that finds the lowest costs", SearchFunction, check_search),
    "detour": Task(
        "02", "a position whose cheapest path isn't the shortest", take_position, check_detour
    ),
    "two frozen": Task(
        "03", "a drawing with two frozen red pieces", take_position, check_two_frozen
    ),
    "evaluation": Task("04", "a function with both gaps filled", take_worth, check_worth),
    "trap": Task("05", "a position in which Moons loses two points", take_position, check_trap),
    "fictitious play": Task(
        "06", "a function with both gaps filled", take_fictitious_play, check_fictitious_play
    ),
    "mixed strategy": Task(
        "06", "a position that needs a random choice", take_position, check_mixed
    ),
    "better die": Task(
        "07", "a function of the marbles for each die", take_better_of_two, check_better_of_two
    ),
    "bot": Task("07", "a bot that beats the lesson's", BotFunction, check_pacman_bot),
    "one arc": Task("08", "a position with one narrow legal arc", take_position, check_one_arc),
    "arc": Task(
        "09", "a function of two places that returns the forbidden angles", take_arc, check_arc
    ),
    "smallest gap": Task(
        "09", "a function of the length of a path", take_smallest_gap, check_smallest_gap
    ),
    "closed corners": Task(
        "10", "a class that closes the corners", _class("Closed"), check_closed_corners
    ),
    "line loses": Task(
        "10", "a class in which three in a line lose", _class("Swapped"), check_line_loses
    ),
    "line bot": Task(
        "10", "a class with a bot that completes lines", _class("Smart"), check_line_bot
    ),
    "own game": Task("10", "a class with rules of your own", _class("Mine"), check_own_game),
    "one stick": Task("11", "the workshop, with one more stick in it", take_maze, check_stick),
    "own maze": Task("11", "a maze that keeps every rule", take_maze, check_own_maze),
    "one change": Task(
        "course 01",
        "a class that changes one rule of tic-tac-toe",
        _class("Mine"),
        check_one_change,
    ),
    "reroll": Task("course 04", "a function of the faces of a die", take_reroll, check_reroll),
    "choices": Task(
        "course 05", "a mine in which no choice is dominated", _class("Better"), check_choices
    ),
    "fairer": Task(
        "course 06", "a class with a remedy for who begins", _class("Fairer"), check_fairer
    ),
    "lead": Task(
        "course 07", "a class in which a lead is worth 60 to 70", _class("Mine"), check_lead
    ),
    "middle": Task("course 08", "a class between luck and skill", _class("Middle"), check_middle),
    "secret": Task("course 09", "a class with a choice in secret", _class("Mine"), check_secret),
    "plan": Task("course 11", "a plan, and what you know now", take_plan, check_plan),
}
"""The tasks by their names."""


HERE = "Checked in this notebook."
"""The end of a right result of ``check``."""


def check(task: str, *answer: Any, **options: Any) -> TaskResult:
    """Check the answer to a task of a lesson on hidden cases; the result is true if it is right.

    The check runs here, beside the answer, also in JupyterLite: it helps whoever writes the answer,
    and proves nothing to others, for code in the same notebook can change it; the result says so.
    To grade, run ``python -m piecepack_nb check`` on the notebook: it asks the answer in another
    process.

    ``task`` is one of ``TASKS``. Raises BadInput for another name, and for more or fewer answers.
    """
    if task not in TASKS:
        known = ", ".join(TASKS)
        raise invalid("the task", task, f"one of: {known}{did_you_mean(task, TASKS)}")
    try:
        right, text = result_of(task, take(task, *answer, **options))
    except Wrong as wrong:
        return TaskResult(False, str(wrong))
    return TaskResult(right, f"{text} {HERE}" if right else text)


def take(task: str, *answer: Any, **options: Any) -> Any:
    """Return an answer as the check of its task asks about it.

    Raises Wrong for one of the wrong kind, and BadInput for more or fewer answers.
    """
    try:
        inspect.signature(TASKS[task].take).bind(*answer, **options)
    except TypeError:
        got, text = count_noun(len(answer), "answer"), TASKS[task].text
        raise BadInput(f'check got {got}; expected check("{task}", answer): {text}') from None
    return TASKS[task].take(*answer, **options)


def result_of(task: str, taken: Any) -> TaskResult:
    """Return the result of a check of what ``take`` returns."""
    try:
        return TaskResult(True, f"Right. {TASKS[task].check(taken)}")
    except Wrong as wrong:
        return TaskResult(False, str(wrong))
