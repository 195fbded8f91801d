"""The maze workshop with a real kernel in a real JupyterLab."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.browser.lab import Notebook

CELL = """
import piecepack_nb as pp
shop = pp.maze("roundabout")
shop
"""
WINDOW = ".jp-WindowedPanel-outer"


def height(part: Locator) -> float:
    box = part.bounding_box()
    assert box
    return box["height"]


def test_sticks_findings_and_play_reach_the_kernel(open_notebook: Callable[..., Notebook]) -> None:
    notebook = open_notebook([CELL], wait_for=".ppnb-maze-side")
    page = notebook.page
    page.locator('[data-spot="c2N"]').click()
    notebook.wait_for_kernel("len(shop.findings) == 1")
    expect(page.get_by_title("Show where")).to_contain_text("b2-c2-b3-c3")
    page.locator('[data-spot="c2N"]').focus()
    page.keyboard.press("z")  # no shortcut of JupyterLab's: the stick comes back
    notebook.wait_for_kernel("shop.findings == []")
    expect(page.get_by_text("The maze keeps every constraint.")).to_be_visible()
    expect(page.locator(".jp-Notebook .jp-CodeCell")).to_have_count(1)
    page.get_by_text("Save, play, print").click()
    stage, window = (page.locator(f"{each} >> nth=0") for each in (".ppnb-stage", WINDOW))
    assert height(stage) < height(window), "the whole board can be in sight"
    page.get_by_role("button", name="Play in it").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("pp.play(maze=pp.mazes.load('my_maze.txt').text())")).to_be_visible()
    assert notebook.kernel_eval("pp.mazes.load('my_maze.txt') == shop.maze")
    table = page.locator(".ppnb-played .ppnb-table")
    expect(table.get_by_role("button", name="Roll for Piecepackman")).to_be_focused()
    page.keyboard.press("Enter")
    expect(table.locator(".ppnb-log")).to_contain_text("Piecepackman goes")
    changes = notebook.kernel_eval("[shop.take('c2N'), shop.maze.text()][1]")
    table.locator('[data-spot="a1"]').focus()
    page.keyboard.press("z")  # undoes at the workshop, not at its table
    page.keyboard.press("u")
    expect(table.locator(".ppnb-log")).not_to_contain_text("Piecepackman goes")
    assert notebook.kernel_eval("shop.maze.text()") == changes
