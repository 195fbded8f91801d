"""A whole turn of the start notebook in a real JupyterLab: by mouse, and by keyboard alone."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.lab import Notebook, Server
from tests.browser.table_in_lab import drag

START = Path(__file__).parents[2] / "notebooks" / "00_start_here.ipynb"
TURN_1 = "(table.match.turn, table.match.state.phase)"
MINUTE = 60_000


@pytest.fixture
def forgotten(jupyterlab: Server) -> None:
    """No game of another test is gone on with."""
    shutil.rmtree(jupyterlab.root / ".piecepack_nb", ignore_errors=True)


@pytest.fixture
def whole(same_notebook: Callable[..., Notebook], forgotten: None) -> Notebook:
    """The notebook, with every cell run."""
    return same_notebook(START, wait_for=".ppnb-board")


@pytest.fixture
def start(same_notebook: Callable[..., Notebook], forgotten: None) -> Notebook:
    """Its first cell, with the table of which all tests here are."""
    cells = json.loads(START.read_text(encoding="utf-8"))["cells"]
    first = next(cell for cell in cells if cell["cell_type"] == "code")
    return same_notebook(["".join(first["source"])], wait_for=".ppnb-board")


def board_of(notebook: Notebook) -> Locator:
    board = notebook.page.locator(".ppnb-board").first
    board.scroll_into_view_if_needed()
    return board


def phase(notebook: Notebook) -> str:
    return str(notebook.kernel_eval("table.match.state.phase"))


def settled(notebook: Notebook, board: Locator) -> None:
    """Wait until the animation ends and the table shows its next prompt."""
    caption = str(notebook.kernel_eval("table.scene.caption"))
    expect(board.locator(".ppnb-caption")).to_contain_text(caption, timeout=MINUTE)
    expect(board).not_to_have_attribute("data-playing", "yes", timeout=MINUTE)
    expect(board.locator('[data-spot][aria-disabled="true"]')).to_have_count(0)


def legal(board: Locator) -> Locator:
    return board.get_by_role("button", name=re.compile(", legal"))


def test_a_turn_with_the_mouse(whole: Notebook) -> None:
    start, board = whole, board_of(whole)
    board.get_by_role("button", name="Roll for Piecepackman").click()
    start.wait_for_kernel("table.match.state.phase == 'order'")
    agree = board.get_by_role("button", name=re.compile("Agree, and roll"))
    settled(start, board)
    one = board.get_by_role("button", name=re.compile("suns ghost moves first"))
    two = board.get_by_role("button", name=re.compile("arms ghost moves fourth"))
    drag(one, two)
    expect(board.get_by_role("button", name=re.compile("suns ghost moves fourth"))).to_be_visible()
    agree.click()
    start.wait_for_kernel("table.match.state.order == ('moons', 'crowns', 'arms', 'suns')")
    chosen = []
    while phase(start) == "ghosts":
        settled(start, board)
        walker, position = start.kernel_eval("[table.match.to_act.name, table.match.cursor]")
        target = legal(board).last
        square = str(target.get_attribute("aria-label"))[:2]
        target.click()
        start.wait_for_kernel(f"table.match.cursor > {position}")
        chosen.append((walker, square))
    assert chosen
    moved = start.kernel_eval(
        "[(p.move.suit, p.move.path[-1]) for p in table.match.record if hasattr(p.move, 'path')]"
    )
    assert [tuple(each) for each in moved] == chosen
    assert start.kernel_eval(TURN_1) == [2, "roll"]
    expect(board.get_by_role("button", name="Roll for Piecepackman")).to_be_visible(timeout=MINUTE)


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''"))


def walk_to_a_legal_square(page: Page) -> str:
    """Move the focus over the board by arrow keys, then to the next legal square."""
    expect(page.locator("[data-spot]:focus")).to_have_count(1)  # a moment after the board rests
    page.keyboard.press("Home")
    first = focused(page)
    page.keyboard.press("ArrowDown")
    assert focused(page) != first, "an arrow key moves the focus"
    page.keyboard.press("n")
    assert ", legal" in focused(page)
    return focused(page)[:2]


def test_a_turn_with_the_keyboard(start: Notebook) -> None:
    page, board = start.page, board_of(start)
    cells = start.page.locator(".jp-Cell").count()
    stops = board.locator('button[data-spot][tabindex="0"], [data-spot][tabindex="0"]')
    assert stops.count() == 1, "one tab stop for all that can be picked"
    stops.focus()
    page.keyboard.press("r")
    start.wait_for_kernel("table.match.state.phase == 'order'")
    settled(start, board)
    page.keyboard.press("1")
    start.wait_for_kernel("table.draft")
    settled(start, board)
    page.keyboard.press("2")
    expect(board.get_by_role("button", name=re.compile("moons ghost moves first"))).to_be_visible()
    page.keyboard.press("r")
    start.wait_for_kernel("table.match.state.order == ('moons', 'suns', 'crowns', 'arms')")
    chosen = []
    while phase(start) == "ghosts":
        settled(start, board)
        position = start.kernel_eval("table.match.cursor")
        chosen.append(walk_to_a_legal_square(page))
        page.keyboard.press("Enter")
        start.wait_for_kernel(f"table.match.cursor > {position}")
    moved = start.kernel_eval(
        "[p.move.path[-1] for p in table.match.record if hasattr(p.move, 'path')]"
    )
    assert moved == chosen
    assert start.kernel_eval(TURN_1) == [2, "roll"]
    assert start.page.locator(".jp-Cell").count() == cells, "a key reached JupyterLab"


def test_an_illegal_square_shows_its_reason_on_the_board(start: Notebook) -> None:
    board = board_of(start)
    board.get_by_role("button", name=re.compile("^j1:")).click()
    bubble = board.get_by_text("Piecepackman's dice must be rolled first")
    expect(bubble.first).to_be_visible(timeout=MINUTE)
    assert start.kernel_eval(TURN_1) == [1, "roll"]


def test_the_board_returns_after_a_page_reload(start: Notebook) -> None:
    board = board_of(start)
    board.get_by_role("button", name="Roll for Piecepackman").click()
    start.wait_for_kernel("table.match.state.phase == 'order'")
    start.kernel_eval("None")
    start.open()
    position = start.kernel_eval("table.match.cursor")
    start.run_all(".ppnb-board")
    assert start.kernel_eval("table.match.cursor") == position, "the journal goes on"
    expect(board_of(start).get_by_role("button", name=re.compile("Agree, and roll"))).to_be_visible(
        timeout=MINUTE
    )
