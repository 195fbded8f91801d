"""The checks of the course's tasks: honest answers pass, cheats get the sentence that helps."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest

from piecepack_nb import lessons
from piecepack_nb.lessons import TASKS, answers, games, measured
from piecepack_nb.lessons.games import GIVEN, Played
from piecepack_nb.lessons.handed_in import Call, check_calls
from tests.conftest import sampled
from tests.lessons.answers import HONEST as OTHERS
from tests.lessons.answers import TicTacToe
from tests.lessons.course_answers import CHEATS, HONEST, but, forgets_what_is_taken
from tests.lessons.given import given


@pytest.fixture(autouse=True)
def untraced(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit of operations is tested with the other answers, and makes many games slow."""
    monkeypatch.setattr(answers, "at_most", lambda *_: contextlib.nullcontext())
    monkeypatch.setattr(answers, "OWN", "-")
    monkeypatch.setattr(games, "CHECKED", 5)


def checked(task: str, answer: Any) -> lessons.TaskResult:
    given = answer if isinstance(answer, tuple) else (answer,)
    return lessons.check(task, *given)


@pytest.mark.parametrize("task", sampled(list(CHEATS), 4))
def test_no_cheat_passes_and_each_is_told_why(task: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measured, "THINKERS", 20)
    for answer, sentence in sampled(CHEATS[task], 3):
        result = checked(task, answer)
        assert not result, result.text
        assert sentence in result.text
        assert result.text.endswith((".", "?", ")"))
        assert "\n" not in result.text


@pytest.mark.parametrize("task", sampled(list(HONEST), 3))
def test_honest_answers_to_the_course_pass(task: str) -> None:
    for answer in HONEST[task][:1]:  # all of them: python -m tests.lessons.course_answers
        result = checked(task, answer)
        assert result, result.text


def test_there_are_sixty_cheats_for_all_tasks_of_the_course() -> None:
    of_course = {name for name, task in TASKS.items() if task.lesson.startswith("course")}
    assert of_course | {"own game"} == set(CHEATS)
    assert of_course <= {*HONEST, *OTHERS}
    assert sum(map(len, CHEATS.values())) + len(GIVEN) >= 60


@pytest.mark.thorough
def test_the_games_that_the_lessons_give_are_no_answers() -> None:
    found = list(given())
    assert {mark: where for mark, where, _ in found} == GIVEN, "run 'python -m tests.lessons.given'"
    _, where, design = found[-1]
    result = lessons.check("own game", design)
    assert f"This is still the game that {where} gives you" in result.text


def test_a_taken_square_that_is_open_is_pointed_out() -> None:
    right = lessons.check("one change", but(TicTacToe, why_not=forgets_what_is_taken))
    assert "You change why_not. A taken square is no longer refused: did you mean" in right.text


def test_who_falls_far_behind_must_not_gain_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Invented games: small leads hold, and large ones are lost."""

    def invented(number: int) -> tuple[Any, ...]:
        lead = 9 if number % 3 == 0 else 2
        first = number % 10 < (3 if lead == 9 else 8)
        won = {"suns": 40, "moons": 30} if first else {"suns": 30, "moons": 40}
        return tuple(Played([], [max(won, key=won.__getitem__)], 22,
                            {"suns": 10 + lead, "moons": 10}, dict(won)))  # fmt: skip

    class Invented:
        def played(self, games: int, turn: int, thinker: str) -> list[tuple[Any, ...]]:
            return [invented(number) for number in range(games)]

        def self_test(self) -> tuple[bool, str]:
            return True, ""

    with pytest.raises(answers.Wrong, match=r"Who leads by more than 2 wins only 3. of 100"):
        measured.check_lead(Invented())  # type: ignore[arg-type]


IMPORTS = (
    "import piecepack_nb as pp\nfrom piecepack_nb.design import Board, one_of, option, ready\n"
)
SECRET = """
class Mine(Board):
    rulebook = "MI-1 Round. Both choose in secret."
    seats, secret, hand = ("ann", "ben"), True, one_of("rock", "paper", "scissors")
    def reveal(self, table, hand):
        beats = {"rock": "scissors", "scissors": "paper", "paper": "rock"}
        for seat, other in (("ann", "ben"), ("ben", "ann")):
            if beats[hand[seat]] == hand[other]:
                table.score[seat] += 5 if hand[seat] == "rock" else 1
    def winner(self, table):
        return ready.most_points(table) if table.turn == 5 else None
"""


@pytest.mark.thorough
def test_handed_in_answers_are_checked_in_another_process() -> None:
    plan = 'plan = {"closed": 3, "measure": "won by suns", "pairs": 100, "guess": "less"}'
    calls = [
        Call("secret", "Mine", 1), Call("plan", "plan, 'more'", 2), Call("fairer", "Mine", 1),
    ]  # fmt: skip
    right, wrong, other = (each.result for each in check_calls([IMPORTS, SECRET, plan], calls))
    assert right, right.text
    assert "You say 'more', and 100 pairs say" in wrong.text
    assert not other
