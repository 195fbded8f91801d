"""A turn of the PAC-MAN board game in a real JupyterLab: by mouse, and by keys alone."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.browser.lab import Notebook

MINUTE = 60_000
CELL = """import piecepack_nb as pp
game = pp.game("pacman", first="red")
place = "red: b5, 3 marbles\\nghosts: d4 g5\\ndice: 3 1\\nwhite: i5 c9 b4 f6"
table = pp.play(game, seats={"blue": "greedy"}, seed=2, position=place, journal=False)
table.board.speed = 4.0
table"""


def seated(same_notebook: Callable[..., Notebook]) -> tuple[Notebook, Locator]:
    notebook = same_notebook([CELL], wait_for=".ppnb-board")
    board = notebook.page.locator(".ppnb-board").first
    rests(board, "Red is to move its Pac-Man and a ghost")
    return notebook, board


def rests(board: Locator, text: str) -> None:
    """It says so, and nothing moves any more."""
    expect(board.locator(".ppnb-caption")).to_contain_text(text, timeout=MINUTE)
    expect(board).not_to_have_attribute("data-playing", "yes", timeout=MINUTE)
    expect(board.locator('[data-spot][aria-disabled="true"]')).to_have_count(0, timeout=MINUTE)


def space(board: Locator, name: str) -> Locator:
    return board.locator(f'[data-spot="{name}"]')


def made(notebook: Notebook, number: int) -> str:
    """A move of the record, as text."""
    return str(notebook.kernel_eval(f"str(table.match.record[{number}].move)"))


def test_a_whole_turn_by_mouse(same_notebook: Callable[..., Notebook]) -> None:
    notebook, board = seated(same_notebook)
    bubble = notebook.page.locator(".ppnb-bubble").first
    space(board, "b5").click()
    rests(board, "red's Pac-Man, by 1 or 3")
    space(board, "f9").click()
    expect(bubble).to_contain_text("this way takes", timeout=MINUTE)
    space(board, "h5").click()
    rests(board, "ghost, with 1")
    assert made(notebook, 0) == "pac 3 b5-a5~i5-h5"
    space(board, "g5").click()
    rests(board, "ghost 2, by 1")
    space(board, "f5").click()
    rests(board, "Turn 2: Blue is to roll")
    assert made(notebook, 1) == "ghost2 1 g5-f5"


def test_a_whole_turn_by_keys_alone(same_notebook: Callable[..., Notebook]) -> None:
    notebook, board = seated(same_notebook)
    page, cells = notebook.page, notebook.page.locator(".jp-Cell").count()
    stops = board.locator('[data-spot][tabindex="0"]')
    assert stops.count() == 1, "one tab stop for the whole board"
    stops.focus()
    page.keyboard.press("2")
    rests(board, "ghost 2, by 1 or 3")
    page.keyboard.press("f")
    rests(board, "ghost 2, by 1")
    walk(notebook, "f5")
    page.keyboard.press("Enter")
    rests(board, "red's Pac-Man, by 3")
    walk(notebook, "h5")
    page.keyboard.press("Enter")
    rests(board, "Turn 2: Blue is to roll")
    assert [made(notebook, 0), made(notebook, 1)] == ["ghost2 1 g5-f5", "pac 3 b5-a5~i5-h5"]
    assert page.locator(".jp-Cell").count() == cells, "a key reached JupyterLab"


def focused(notebook: Notebook) -> str:
    return str(notebook.page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''"))


def walk(notebook: Notebook, name: str) -> None:
    """On to a space, along the board's own order."""
    for _ in range(60):
        if focused(notebook).startswith(f"{name}: "):
            return
        notebook.page.keyboard.press("n")
    raise AssertionError(f"n never led to {name}, but to {focused(notebook)}")
