"""Predict before reveal in a real JupyterLab: by mouse, and by keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.lab import Notebook

CELL = """
import piecepack_nb as pp
game = pp.game("piecepackman")
match = pp.Match(game, seed=1, position='''
    piecepackman: f4 W
    cubes: crowns d4 g4 a4, moons a3
''')
match.play("roll suns null moons null crowns 4 arms null")
match.goto(1)
quiz = pp.predict(match)
quiz
"""
MINUTE = 60_000


@pytest.fixture
def quiz_notebook(same_notebook: Callable[..., Notebook]) -> Notebook:
    return same_notebook([CELL], wait_for=".ppnb-board")


def caption(board: Locator) -> Locator:
    return board.locator(".ppnb-caption")


def count(board: Locator) -> Locator:
    return board.get_by_role("status").filter(has_text="predict")


def square(board: Locator, name: str) -> Locator:
    return board.get_by_role("button", name=re.compile(f"^{name}: "))


def ready(board: Locator, caption_has: str) -> None:
    """Wait until the board has this caption and rests, so that a key picks and doesn't skip."""
    expect(caption(board)).to_contain_text(caption_has, timeout=MINUTE)
    expect(board.locator('[data-spot][aria-disabled="true"]')).to_have_count(0, timeout=MINUTE)


def test_a_wrong_guess_then_a_right_one_with_the_mouse(quiz_notebook: Notebook) -> None:
    board = quiz_notebook.page.locator(".ppnb-quiz")
    expect(caption(board)).to_contain_text("He has 4 points.")
    expect(board.locator('[data-mark="path"], [data-mark="cost"]')).to_have_count(0)
    square(board, "g4").click()
    quiz_notebook.wait_for_kernel("quiz.score == (0, 1)")
    expect(caption(board)).to_contain_text("Overlooked: each quarter turn costs 1", timeout=MINUTE)
    expect(count(board)).to_have_text("0 of 1 predicted")
    expect(board.locator('[data-mark="guess"]')).to_have_count(1)
    expect(board.locator('[data-mark="answer"]')).to_have_count(1)
    expect(board.locator('[data-mark="path"]')).not_to_have_count(0)
    expect(board.locator('[data-mark="trail"]')).not_to_have_count(0)
    board.get_by_role("button", name="Next question").click()
    expect(caption(board)).to_contain_text("He has 2 points left.", timeout=MINUTE)
    square(board, "a4").click()
    quiz_notebook.wait_for_kernel("quiz.score == (1, 2)")
    board.get_by_role("button", name="Next question").click()
    quiz_notebook.wait_for_kernel("quiz._current is not None")
    answer = quiz_notebook.kernel_eval(
        "quiz._asked.steps[0].event.why.target or quiz._current.key.decision.state.square"
    )
    expect(caption(board)).to_contain_text(re.compile(r"He has \d points?\. Which"), timeout=MINUTE)
    square(board, answer).click()
    quiz_notebook.wait_for_kernel("quiz.score == (2, 3)")
    expect(count(board)).to_have_text("2 of 3 predicted", timeout=MINUTE)


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''"))


def test_a_guess_with_the_keyboard(quiz_notebook: Notebook) -> None:
    page, board = quiz_notebook.page, quiz_notebook.page.locator(".ppnb-quiz")
    cells = page.locator(".jp-Cell").count()
    stops = board.locator('[data-spot][tabindex="0"]')
    assert stops.count() == 1, "one tab stop for all that can be guessed"
    stops.focus()
    page.keyboard.press("Control+Home")
    assert focused(page).startswith("a10: ")
    for _ in range(4):  # a6 and a5 are no squares
        page.keyboard.press("ArrowDown")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert re.match("d4: crowns cube", focused(page)), focused(page)
    page.keyboard.press("Enter")
    quiz_notebook.wait_for_kernel("quiz.score == (1, 1)")
    ready(board, "Right. He heads for the crowns cube")
    page.keyboard.press("n")
    ready(board, "He has 2 points left.")
    expect(stops).to_be_focused(timeout=MINUTE)  # a moment after the board rests
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    quiz_notebook.wait_for_kernel("quiz.guesses == 2")
    assert page.locator(".jp-Cell").count() == cells, "a key reached JupyterLab"


def test_a_number_of_the_answer_explains_itself(quiz_notebook: Notebook) -> None:
    board = quiz_notebook.page.locator(".ppnb-quiz")
    square(board, "d4").click()
    expect(caption(board)).to_contain_text("Right.", timeout=MINUTE)
    board.get_by_role("button", name=re.compile("^g4, crowns cube, costs 3")).click()
    expect(board).to_contain_text("3 points: 2 × left turn 1, forward 1.")
    assert quiz_notebook.kernel_eval("quiz.score") == [1, 1], "asking why is no guess"
