"""The checks of the lessons' tasks: honest answers pass, each wrong one gets its sentence."""

from __future__ import annotations

import re
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import atan2, degrees

import pytest

import piecepack_nb as pp
from piecepack_nb import lessons
from piecepack_nb.games.piecepackman.maze import read_maze
from piecepack_nb.lessons import functions
from piecepack_nb.lessons.positions import detours_from, hint
from piecepack_nb.search.checking import dijkstra
from piecepack_nb.search.zerosum import solve
from tests.conftest import sampled
from tests.lessons.answers import HONEST, WRONG, far
from tests.lessons.course_answers import HONEST as COURSE


def made(answer: object) -> object:
    return (
        answer() if isinstance(answer, partial) and answer.func.__name__ == "retitled" else answer
    )


def pairs(answers: dict) -> list:
    return [(task, n) for task, found in answers.items() for n in range(len(found))]


@pytest.mark.parametrize(("task", "number"), sampled(pairs(HONEST)))
def test_honest_answers_pass(task: str, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(functions, "GAMES", 12)
    monkeypatch.setattr(lessons.answers, "OWN", "-")  # the corpus uses the checks' own functions
    result = lessons.check(task, made(HONEST[task][number]))
    assert result, result.text
    assert result.text.startswith("Right. ")


@pytest.mark.parametrize(("task", "number"), sampled(pairs(WRONG), 3))
def test_wrong_answers_are_refused_by_a_sentence_that_helps(
    task: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(functions, "GAMES", 4)
    monkeypatch.setattr(lessons.answers, "OWN", "-")
    monkeypatch.setattr(lessons.answers, "MOST_OPERATIONS", 400_000)
    answer, sentence = WRONG[task][number]
    result = lessons.check(task, answer)
    assert not result
    assert sentence in result.text
    assert "\n" not in result.text
    assert result.text.endswith((".", "?", ")")), result.text


# --- answers that don't solve the task ----------------------------------------------------------

REFERENCES = {
    "evaluation": functions.worth,
    "fictitious play": functions.fictitious,
    "better die": functions.better_of_two,
    "reroll": functions.with_reroll,
    "arc": functions.arc,
    "smallest gap": functions.smallest_gap,
}


@pytest.mark.parametrize("task", REFERENCES)
@pytest.mark.parametrize("way", ["itself", "called", "in a thread"])
def test_the_functions_of_the_checks_are_refused(task: str, way: str) -> None:
    right = REFERENCES[task]

    def in_a_thread(*case: object) -> object:
        with ThreadPoolExecutor() as pool:
            return pool.submit(right, *case).result()

    ways = {"itself": right, "called": lambda *case: right(*case), "in a thread": in_a_thread}
    result = lessons.check(task, ways[way])
    assert not result
    assert right.__name__ in result.text
    assert result.text.endswith("write the steps yourself.")


def by_the_result(start, ways, goals):
    return ways.__self__.problem.search.distances()


def by_the_costs(start, ways, goals):
    return ways.__self__.problem.cheapest


def by_the_check(start, ways, goals):
    return dijkstra(ways.__self__.problem)


def without_a_limit(start, ways, goals):
    sys.settrace(None)
    return ways.__self__.problem.cheapest


@pytest.mark.parametrize("cheat", [by_the_result, by_the_costs, by_the_check, without_a_limit])
def test_a_search_that_asks_the_engine_is_refused(cheat: object) -> None:
    result = lessons.check("search", cheat)
    assert not result
    assert "lets the engine's" in result.text or "sys.settrace was called" in result.text


def in_a_handler(payoffs, rounds):
    try:
        return solve(payoffs)
    except (ValueError, BaseException):  # noqa: BLE001 - what is tested
        return [0.5, 0.5], [0.5, 0.5]


def test_handlers_that_would_catch_the_limit_are_refused() -> None:
    result = lessons.check("fictitious play", in_a_handler)
    assert "a bare 'except:' hides every error" in result.text


class Equal(float):
    """A number whose differences are all nothing."""

    def __sub__(self, other: float) -> float:
        return 0.0


@pytest.mark.parametrize("task", ["arc", "smallest gap", "better die", "evaluation"])
def test_numbers_of_ones_own_class_are_compared_as_numbers(task: str) -> None:
    answer = Equal(0), Equal(0)
    result = lessons.check(task, lambda *case: answer if task == "arc" else answer[0])
    assert not result


def test_more_or_fewer_answers_are_refused_in_one_line() -> None:
    for task, answer in ("one rule", ()), ("arc", (functions.arc, 1)):
        with pytest.raises(pp.BadInput, match=r"check got [01-9no]+ answers?; expected check\("):
            lessons.check(task, *answer)


def test_every_task_has_answers() -> None:
    assert set(HONEST) == set(WRONG) == set(lessons.TASKS) - {"one rule"} - set(COURSE)
    assert min(map(len, (*HONEST.values(), *COURSE.values()))) >= 3


MINE = {
    "piecepackman": "e7 N",
    "ghosts": "moons d7 1 cube",
    "stash": "moons 1",
    "cubes": "suns c7 h7, arms j2",
}


def rolled() -> pp.Match:
    match = pp.Match("piecepackman", dice=["roll 5 2 3 null"], position=MINE)
    match.run(1)
    return match


@pytest.mark.parametrize("change", [{"dangerous": "equal"}])
def test_one_rule_that_changes_his_move(change: dict) -> None:
    assert lessons.check("one rule", rolled(), **change)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({}, "You change 0 rules; expected one"),
        ({"maze": "slip"}, "maze changes the game, not one rule of his move"),
        ({"mode": "against"}, "mode changes the game"),
        ({"dangerous": "equal", "quarter_turn_cost": 0}, "You change 2 rules; expected one"),
        ({"dangerous": "more"}, "dangerous is 'more' already: that is the printed rule"),
        ({"dangerous": "never"}, "dangerous is 'never'; expected"),
        ({"ghost_backtrack": False}, "he still ends on"),
        ({"dangeros": "equal"}, "dangeros"),
    ],
)
def test_other_changes_are_refused(change: dict, sentence: str) -> None:
    result = lessons.check("one rule", rolled(), **change)
    assert not result
    assert sentence in result.text


FIRST_TRIES = [
    ("f4 N", "e3"), ("a1 N", "j10"), ("d3 W", "d2"), ("g9 E", "g10"),
    ("b8 E", "c8"), ("f4 W", "a4"), ("j10 W", "j1"), ("e8 N", "e7"),
]  # fmt: skip
"""A student's first tries: the lesson's, across the board, behind him, along a row."""
CHOICE = re.compile(r"From (\S+) facing ([NESW]) one of (\S+), (\S+) and (\S+) would\.$")


@pytest.mark.parametrize(("him", "cube"), FIRST_TRIES)
def test_a_student_finds_a_detour_in_five_tries(him: str, cube: str) -> None:
    """Whoever follows the refusals needs the first try and at most three squares of a choice."""
    result = lessons.check("detour", far(him, cube))
    assert not result
    found = CHOICE.search(result.text)
    assert found, result.text
    start, heading, *choice = found.groups()
    right = [lessons.check("detour", far(f"{start} {heading}", each)) for each in choice]
    assert sum(map(bool, right)) == 1
    assert not any("lesson's position" in each.text for each in right)


def test_each_place_has_a_choice_with_one_right_square() -> None:
    exits = read_maze("roundabout").his_exits
    places = [(start, heading) for start in exits for heading in "NESW"]
    assert sum(bool(detours_from(*place)) for place in places) > 200
    for start, heading in places:
        found = CHOICE.search(hint(start, heading))
        assert found
        there, turned, *choice = found.groups()
        assert len({*choice} & {*detours_from(there, turned)}) == 1


def test_an_unknown_task_is_named() -> None:
    with pytest.raises(pp.BadInput, match=r"the task is 'serch'; expected .*did you mean 'search'"):
        lessons.check("serch", None)


def test_the_forbidden_arcs_are_the_engines() -> None:
    game = pp.game("worm_derby")
    for x, y, other_x, other_y in functions.arc_cases():
        found = functions.arc(x, y, other_x, other_y)
        ahead = f"{degrees(atan2(other_y - y, other_x - x)):.4f}"
        back = f"{float(ahead) + 180:.4f}"
        worms = f"suns {x} {y}:{f' {back}' * 5}\nmoons {other_x} {other_y}:{f' {ahead}' * 5}"
        ring = game.ring(game.position(worms), "suns", "head")
        things = [each for each in ring.forbidden if each.clause == "WD-4" and each.arcs]
        arcs = [each.arcs for each in things if each.thing == "moons 1"]
        assert len(arcs) == (found is not None)
        assert not arcs or functions._arcs_alike(next(iter(arcs[0])), found)


def test_a_check_leaves_no_trace_behind() -> None:
    import sys

    lessons.check("search", functions.worth)
    assert sys.gettrace() is None
