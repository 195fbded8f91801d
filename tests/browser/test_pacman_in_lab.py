"""A turn of the PAC-MAN board game in a real JupyterLab: by mouse, and by keys alone."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.browser.lab import Notebook
from tests.browser.table_in_lab import MINUTE, made, rests

CELL = """import piecepack_nb as pp
game = pp.game("pacman", first="red")
place = "red: b5, 3 marbles\\nghosts: d4 g5\\ndice: 3 1\\nwhite: i5 c9 b4 f6"
table = pp.play(game, seats={"blue": "greedy"}, seed=2, position=place, journal=False)
table.speed = 4.0
table"""

HUNT = """import piecepack_nb as pp
game = pp.game("pacman", players=3, first="red")
place = "red: c4, 34 marbles, 1 yellow\\nblue: i8, 31 marbles, 1 yellow\\ngreen: b8, 5 marbles\\n"
place += "ghosts: d4 g6\\nrings: c3 g3\\ndice: 1 3\\nwhite: i7 b4"
table = pp.play(game, position=place, journal=False)
table.speed = 4.0
table"""


def seated(same_notebook: Callable[..., Notebook]) -> tuple[Notebook, Locator]:
    notebook = same_notebook([CELL], wait_for=".ppnb-board")
    board = notebook.page.locator(".ppnb-board").first
    rests(board, "Red must move their Pac-Man and a ghost")
    return notebook, board


def space(board: Locator, name: str) -> Locator:
    return board.locator(f'[data-spot="{name}"]')


def test_a_whole_turn_by_mouse(same_notebook: Callable[..., Notebook]) -> None:
    notebook, board = seated(same_notebook)
    bubble = notebook.page.locator(".ppnb-bubble").first
    space(board, "b5").click()
    rests(board, "Red's Pac-Man by 1 or 3")
    space(board, "f9").click()
    expect(bubble).to_contain_text("this path takes", timeout=MINUTE)
    space(board, "h5").click()
    rests(board, "ghost, with 1")
    assert made(notebook, 0) == "pac 3 b5-a5~i5-h5"
    space(board, "g5").click()
    rests(board, "ghost 2 by 1")
    space(board, "f5").click()
    rests(board, "Turn 3: Red must roll")
    assert made(notebook, 1) == "ghost2 1 g5-f5"


def test_a_whole_turn_by_keyboard(same_notebook: Callable[..., Notebook]) -> None:
    notebook, board = seated(same_notebook)
    page, cells = notebook.page, notebook.page.locator(".jp-Cell").count()
    stops = board.locator('[data-spot][tabindex="0"]')
    assert stops.count() == 1, "one tab stop for the whole board"
    stops.focus()
    page.keyboard.press("2")
    rests(board, "ghost 2 by 1 or 3")
    page.keyboard.press("f")
    rests(board, "ghost 2 by 1")
    walk(notebook, "f5")
    page.keyboard.press("Enter")
    rests(board, "Red's Pac-Man by 3")
    walk(notebook, "h5")
    page.keyboard.press("Enter")
    rests(board, "Turn 3: Red must roll")
    assert [made(notebook, 0), made(notebook, 1)] == ["ghost2 1 g5-f5", "pac 3 b5-a5~i5-h5"]
    assert page.locator(".jp-Cell").count() == cells, "a key reached JupyterLab"


def test_a_ghost_is_gobbled_by_mouse_and_the_payer_is_chosen(
    same_notebook: Callable[..., Notebook],
) -> None:
    notebook = same_notebook([HUNT], wait_for=".ppnb-board")
    board = notebook.page.locator(".ppnb-board").first
    rests(board, "Red must move their Pac-Man and a ghost")
    space(board, "c4").click()
    rests(board, "Red's Pac-Man by 1 or 3")
    expect(board.locator('[data-mark="via"]')).to_have_count(0)
    space(board, "d4").click()
    rests(board, "1 and 3 both lead to d4: pick the die")
    space(board, "die:1").click()
    rests(board, "Red must put a yellow marble back, on c7 or g7")
    space(board, "c3").click()
    bubble = notebook.page.locator(".ppnb-bubble").first
    expect(bubble).to_contain_text("c3 has a yellow marble in it", timeout=MINUTE)
    space(board, "g7").click()
    rests(board, "Red must take marbles from Green or Blue")
    board.get_by_role("button", name="Blue", exact=True).click()
    rests(board, "Red must move a ghost, with 3")
    assert [made(notebook, each) for each in range(3)] == ["pac 1 c4-d4", "marble g7", "take blue"]
    notebook.page.get_by_role("button", name="Undo").first.click()
    rests(board, "Red must take marbles from Green or Blue")


def focused(notebook: Notebook) -> str:
    return str(notebook.page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''"))


def walk(notebook: Notebook, name: str) -> None:
    """Move the focus to a space, along the board's own order."""
    # A moment after the board rests.
    expect(notebook.page.locator("[data-spot]:focus")).to_have_count(1)
    for _ in range(60):
        if focused(notebook).startswith(f"{name}: "):
            return
        notebook.page.keyboard.press("n")
    raise AssertionError(f"n never led to {name}, but to {focused(notebook)}")
