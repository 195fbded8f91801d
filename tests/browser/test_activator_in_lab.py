"""A turn of Activator in a real JupyterLab: by mouse, by dragging, and by keys alone."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.browser.lab import Notebook
from tests.browser.table_in_lab import MINUTE, drag, made, rests

CELL = """import piecepack_nb as pp
table = pp.play("activator", seats={"blue": "quick"}, seed=2, journal=False)
table.speed = 4.0
table"""


def seated(same_notebook: Callable[..., Notebook]) -> tuple[Notebook, Locator]:
    notebook = same_notebook([CELL], wait_for=".ppnb-board")
    board = notebook.page.locator(".ppnb-board").first
    rests(board, "Turn 1: Red, choose")
    return notebook, board


def square(board: Locator, name: str) -> Locator:
    return board.locator(f'[data-spot="{name}"]')


def test_a_whole_turn_by_mouse(same_notebook: Callable[..., Notebook]) -> None:
    notebook, board = seated(same_notebook)
    bubble = notebook.page.locator(".ppnb-bubble").first
    square(board, "d4").click()
    expect(bubble).to_contain_text("Red must move their own pieces", timeout=MINUTE)
    square(board, "b1").click()
    rests(board, "Red's double EC on b1")
    board.get_by_role("button", name="Top piece").click()
    rests(board, "Red's single C on b1")
    square(board, "d1").click()
    expect(bubble).to_contain_text("single such as C moves 1 square", timeout=MINUTE)
    square(board, "b2").click()
    rests(board, "move your activator from d4")
    square(board, "a1").click()
    expect(bubble).to_contain_text("AC-22", timeout=MINUTE)
    square(board, "c3").click()
    rests(board, "Turn 3: Red, choose")  # the bot has answered
    assert made(notebook) == "b1:1-b2 A-c3"
    assert notebook.kernel_eval("table.match.turn") == 3


def test_a_whole_stack_is_dragged_and_the_activator_stays(
    same_notebook: Callable[..., Notebook],
) -> None:
    notebook, board = seated(same_notebook)
    drag(square(board, "b2"), square(board, "b3"))
    rests(board, "move your activator from d4")
    board.get_by_role("button", name="Leave the activator").click()
    rests(board, "Turn 3: Red, choose")
    assert made(notebook) == "b2-b3"


def focused(notebook: Notebook) -> str:
    return str(notebook.page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''"))


def walk(notebook: Notebook, board: Locator, name: str) -> None:
    """Move the focus to a square, along the board's own order."""
    expect(board.locator("[data-spot]:focus")).to_have_count(1)  # a moment after the board rests
    for _ in range(40):
        if focused(notebook).startswith(f"{name}: "):
            return
        notebook.page.keyboard.press("n")
    raise AssertionError(f"n never led to {name}, but to {focused(notebook)}")


def test_a_whole_turn_by_keyboard(same_notebook: Callable[..., Notebook]) -> None:
    notebook, board = seated(same_notebook)
    page, cells = notebook.page, notebook.page.locator(".jp-Cell").count()
    stops = board.locator('[data-spot][tabindex="0"]')
    assert stops.count() == 1, "one tab stop for the whole board"
    stops.focus()
    walk(notebook, board, "a2")
    page.keyboard.press("Enter")
    rests(board, "Red's double EC on a2")
    page.keyboard.press("1")
    rests(board, "Red's single C on a2")
    walk(notebook, board, "a3")
    expect(board.locator(".ppnb-tip")).to_contain_text("makes a double DC")
    page.keyboard.press("Enter")
    rests(board, "move your activator from d4")
    page.keyboard.press("Escape")
    rests(board, "Red's single C on a2")
    walk(notebook, board, "a3")
    page.keyboard.press("Enter")
    rests(board, "move your activator from d4")
    page.keyboard.press("l")
    rests(board, "Turn 3: Red, choose")
    assert made(notebook) == "a2:1-a3"
    assert page.locator(".jp-Cell").count() == cells, "a key reached JupyterLab"
