"""A turn of P.A.C.O. by two persons at one screen of a real JupyterLab: mouse, then keys alone."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.browser.lab import Notebook

MINUTE = 60_000
CELL = """import piecepack_nb as pp
place = {"suns": "c4 E", "moons": "f4 W", "board": {"d4": "white", "f3": "hole"}}
game = pp.game("paco", players=2)
table = pp.play(game, position=place, journal=False)
table.speed = 4.0
table"""


def seated(open_notebook: Callable[..., Notebook]) -> tuple[Notebook, Locator]:
    notebook = open_notebook([CELL], wait_for=".ppnb-board")
    board = notebook.page.locator(".ppnb-board").first
    expect(board.locator(".ppnb-caption")).to_contain_text("Who is at the screen?", timeout=MINUTE)
    return notebook, board


def expect_caption(board: Locator, text: str) -> None:
    expect(board.locator(".ppnb-caption")).to_contain_text(text, timeout=MINUTE)


def rests(board: Locator, text: str) -> None:
    """Wait until the board shows this caption and nothing moves."""
    expect_caption(board, text)
    expect(board).not_to_have_attribute("data-playing", "yes", timeout=MINUTE)


def test_two_persons_write_and_hand_over_by_mouse(
    open_notebook: Callable[..., Notebook],
) -> None:
    notebook, board = seated(open_notebook)
    board.get_by_role("button", name="I am Suns: write my order").click()
    expect_caption(board, "Suns on c4, facing east: choose your order")
    board.locator('[data-spot="lift"]').click()
    expect(notebook.page.locator(".ppnb-bubble").first).to_contain_text("PA-14", timeout=MINUTE)
    board.locator('[data-spot="d4"]').click()
    expect_caption(board, "push. Pick it again to write it")
    board.locator('[data-spot="write"]').click()
    rests(board, "Moons still has to write a secret order")
    shown = board.inner_html()
    assert "card-push" not in shown
    assert notebook.kernel_eval("'push' in str(table.get_state()['snapshot'])") is False
    expect(board.locator('[data-spot="row:suns"]')).to_have_accessible_name(
        "Suns: on c4, facing east, 0 points, order written"
    )
    board.get_by_role("button", name="I am Moons: write my order").click()
    board.locator('[data-spot="f3"]').click()
    expect_caption(board, "Pick it again to write it")
    board.locator('[data-spot="write"]').click()
    notebook.wait_for_kernel("table.match.turn == 2")
    expect_caption(board, "Turn 2: Suns still has to write a secret order")
    assert notebook.kernel_eval("table.match.state.players['moons'].heading") == "S"
    listing = board.locator("summary", has_text="Turn 1: results of the orders")
    listing.click()
    expect(board.locator("table").first).to_contain_text("Suns pushes the block on d4")


def test_two_persons_write_and_hand_over_by_keyboard(
    open_notebook: Callable[..., Notebook],
) -> None:
    notebook, board = seated(open_notebook)
    page = notebook.page
    board.locator('[data-spot="a8"]').focus()
    page.keyboard.press("1")
    expect_caption(board, "Suns on c4, facing east: choose your order")
    page.keyboard.press("Escape")
    expect_caption(board, "Who is at the screen?")
    page.keyboard.press("1")
    expect_caption(board, "Suns on c4")
    page.keyboard.press("6")
    expect_caption(board, "push. Pick it again to write it")
    page.keyboard.press("w")
    rests(board, "Moons still has to write a secret order")
    page.keyboard.press("1")
    expect_caption(board, "Moons on f4, facing west: choose your order")
    page.keyboard.press("1")
    expect_caption(board, "left. Pick it again to write it")
    page.keyboard.press("1")
    notebook.wait_for_kernel("table.match.turn == 2")
    expect_caption(board, "Turn 2: Suns still has to write a secret order")
    assert notebook.kernel_eval("[str(each.move) for each in table.match.record]") == [
        "suns push", "moons left",
    ]  # fmt: skip
    assert page.locator(".jp-Cell").count() == 1, "a key reached JupyterLab"
