"""A turn of Worm Derby in a real JupyterLab: by mouse, by dragging, and by keys alone."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.browser.lab import Notebook
from tests.browser.table_in_lab import MINUTE, drag, made, middle, rests

CELL = """import piecepack_nb as pp
small = pp.game("worm_derby", pylon_distance=12, table_length=24, table_width=18, obstacles=0)
where = "suns 8 9: 180 180 180 180 180\\nmoons 8 6.5: 180 180 180 180 180\\nsuns to move, 2 steps"
table = pp.play(small, position=where, seats={"moons": "racer"}, seed=2, journal=False)
table.speed = 4.0
table"""


def seated(same_notebook: Callable[..., Notebook]) -> tuple[Notebook, Locator]:
    notebook = same_notebook([CELL], wait_for=".ppnb-board")
    board = notebook.page.locator(".ppnb-board").first
    rests(board, "Suns: make 2 steps")
    return notebook, board


def spot(board: Locator, name: str) -> Locator:
    return board.locator(f'[data-spot="{name}"]')


def press(board: Locator, name: str) -> None:
    """Click the middle of a spot: rings overlap, and the nearest one counts."""
    board.page.mouse.click(*middle(spot(board, name)))


def test_a_turn_is_placed_rotated_undone_and_confirmed_by_mouse(
    same_notebook: Callable[..., Notebook],
) -> None:
    notebook, board = seated(same_notebook)
    press(board, "head 45")
    rests(board, "disc 1 of 2 at 45°")
    board.get_by_role("button", name="\u21ba 5\u00b0").click()
    rests(board, "disc 1 of 2 at 50°")
    press(board, "head 30")
    rests(board, "disc 2 of 2 at 30°")
    board.get_by_role("button", name="Take back").click()
    rests(board, "disc 1 of 2 at 50°")
    press(board, "head 15")
    rests(board, "disc 2 of 2 at 15°")
    board.get_by_role("button", name="Confirm move").click()
    expect(board.locator(".ppnb-caption")).to_contain_text("Suns: roll the die",
                                                           timeout=MINUTE)  # fmt: skip
    assert made(notebook) == "suns tail>head 50 15"


def test_a_turn_is_placed_by_dragging(same_notebook: Callable[..., Notebook]) -> None:
    notebook, board = seated(same_notebook)
    drag(spot(board, "suns 6"), spot(board, "head 45"))
    rests(board, "disc 1 of 2 at 45°")
    drag(spot(board, "suns 6"), spot(board, "head 60"))
    rests(board, "disc 2 of 2 at 60°")
    board.get_by_role("button", name="Confirm move").click()
    expect(board.locator(".ppnb-caption")).not_to_contain_text("disc 2", timeout=MINUTE)
    assert made(notebook) == "suns tail>head 45 60"


def test_a_turn_by_keyboard(same_notebook: Callable[..., Notebook]) -> None:
    notebook, board = seated(same_notebook)
    spot(board, "head 45").focus()
    keys = notebook.page.keyboard
    keys.press("n")
    keys.press("Enter")
    rests(board, "disc 1 of 2 at 60°")
    keys.press(",")
    rests(board, "disc 1 of 2 at 61°")
    keys.press("Escape")
    rests(board, "Suns: make 2 steps")
    spot(board, "head 45").focus()
    keys.press("Enter")
    rests(board, "disc 1 of 2 at 45°")
    keys.press("Enter")
    rests(board, "disc 2 of 2 at 45°")
    keys.press("c")
    expect(board.locator(".ppnb-caption")).not_to_contain_text("disc 2", timeout=MINUTE)
    assert made(notebook) == "suns tail>head 45 45"
