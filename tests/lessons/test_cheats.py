"""No cheat of the corpus passes where grading counts; no right answer is refused for its form."""

from __future__ import annotations

import os

import pytest

from piecepack_nb import lessons
from piecepack_nb.lessons import functions, handed_in
from piecepack_nb.lessons.handed_in import Call, Handed, check_calls
from tests.conftest import sampled
from tests.lessons.cheats import (
    ARGUMENTS,
    CHEATS,
    CLASS_TASKS,
    FALSE_DATA,
    LOOPS,
    NEARLY,
    POSIX_ONLY,
    RIGHT,
    TASK,
    WRONG_ANSWER,
    looping,
)


def pairs(answers: dict) -> list:
    return [(task, n) for task, found in answers.items() for n in range(len(found))]


@pytest.fixture(autouse=True)
def in_little_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons.answers, "OWN", "-")  # the corpus uses the checks' own functions
    monkeypatch.setattr(lessons.answers, "MOST_OPERATIONS", 400_000)
    monkeypatch.setattr(functions, "GAMES", 12)


def in_another_process(*cells: str, task: str = TASK, arguments: str = ARGUMENTS) -> Handed:
    (found,) = check_calls(cells, [Call(task, arguments, len(cells) - 1)])
    return found


@pytest.mark.parametrize("cheat", sampled(list(CHEATS)))
def test_no_cheat_passes_in_another_process(cheat: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.name == "nt" and cheat in POSIX_ONLY:
        pytest.skip("forks or sends signals")
    if "without an end" in cheat or "catches" in cheat or "holds" in cheat:
        monkeypatch.setattr(handed_in, "SECONDS", 2)
    task, result = in_another_process(WRONG_ANSWER, CHEATS[cheat])
    assert task == TASK
    assert type(result) is lessons.TaskResult
    assert result.right is False
    assert result.text.isprintable()


@pytest.mark.parametrize("task", FALSE_DATA)
def test_no_changed_check_of_data_or_classes_passes(task: str) -> None:
    arguments = "mine, quarter_turn_cost=1" if task == "one rule" else "mine"
    assert not in_another_process(FALSE_DATA[task], task=task, arguments=arguments).result


@pytest.mark.parametrize(("task", "number"), sampled(pairs(NEARLY), 3))
def test_algorithms_that_are_right_in_many_cases_are_refused(task: str, number: int) -> None:
    result = lessons.check(task, NEARLY[task][number])
    assert not result
    assert "\n" not in result.text


@pytest.mark.parametrize(("task", "number"), sampled(pairs(RIGHT), 3))
def test_right_answers_pass_in_any_form(task: str, number: int) -> None:
    result = lessons.check(task, RIGHT[task][number])
    assert result, result.text


@pytest.mark.parametrize("task", CLASS_TASKS)
@pytest.mark.parametrize("loop", sampled(list(LOOPS), 4))
def test_a_loop_without_an_end_in_a_class_is_named(task: str, loop: str) -> None:
    result = lessons.check(task, looping(task, LOOPS[loop]))
    assert not result
    expected = "a bare 'except:'" if loop == "in a handler" else "it doesn't end; which loop never"
    assert expected in result.text
    assert "line" in result.text


def test_there_are_sixty_cheats() -> None:
    assert len(CHEATS) + len(FALSE_DATA) + sum(map(len, NEARLY.values())) >= 60
