"""The region of a worm, drawn and inspected with a real kernel in a real JupyterLab."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.lab import Notebook, until

CELL = """
import piecepack_nb as pp
game = pp.game("worm_derby")
lying = "suns 20 20: 180 180 150 120 100\\nmoons 22 21.5: 60 60 30 0 0\\ntile 22 18.5 30\\n"
state = game.position(lying + "suns to move, 3 steps")
view = pp.watch(state, of=game, grain=0.25, delay=0)
view
"""
READY = ".ppnb-canvas-panel-button"


def drawn(page: Page) -> str:
    return str(page.locator("canvas").first.evaluate("canvas => canvas.toDataURL()"))


def words(page: Page) -> str:
    return str(page.locator(".ppnb-canvas-panel-words").first.text_content())


def expect_text(page: Page, text: str) -> None:
    until(lambda: text in words(page), f"{text!r} below the canvas, where stands {words(page)!r}")


def test_the_region_is_computed_and_inspected_by_pointer_and_keys(
    open_notebook: Callable[..., Notebook],
) -> None:
    notebook = open_notebook([CELL], wait_for=READY)
    page = notebook.page
    expect_text(page, "Nothing is computed yet.")
    empty = drawn(page)
    page.get_by_role("button", name="Step", exact=True).focus()
    page.keyboard.press("Enter")
    expect_text(page, "After 1 step: ")
    until(lambda: drawn(page) != empty, "the first step to be drawn")
    page.get_by_role("button", name="Run", exact=True).click()
    notebook.wait_for_kernel("view._next is None")
    expect_text(page, "After 3 steps: ")
    summed = words(page)
    expect(page.locator(".ppnb-canvas-panel-grid tbody tr")).to_have_count(3)

    lens, whole = page.get_by_role("application"), drawn(page)
    canvas = page.locator("canvas").first
    until(lambda: lens.bounding_box() == canvas.bounding_box(), "the lens to lie over the canvas")
    size = canvas.bounding_box()
    assert size is not None
    lens.click(position={"x": size["width"] * 0.65, "y": size["height"] * 0.4})
    expect_text(page, "paths of 3 steps end there")
    assert re.search(r"One path: suns tail>head \d+(\.\d)?( \d+(\.\d)?){2}\.$", words(page))
    until(lambda: drawn(page) != whole, "the way to be drawn")
    assert notebook.kernel_eval("view.cell in view.region.steps[3]")

    column, row = notebook.kernel_eval("list(view.cell)")
    lens.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    notebook.wait_for_kernel(f"view.cell == ({column + 1}, {row - 1})")
    for _ in range(8):
        page.keyboard.press("Shift+ArrowRight")
    expect_text(page, "is not reached: ")
    for key in "xabdd":  # no letter does anything to the notebook
        page.keyboard.press(key)
    expect(page.locator(".jp-Notebook .jp-CodeCell")).to_have_count(1)
    page.keyboard.press("Escape")
    expect_text(page, summed)
    until(lambda: drawn(page) == whole, "the region alone to be drawn")
    expect(page.locator(".ppnb-canvas-panel-frame")).to_be_hidden()
    page.get_by_role("button", name="Restart", exact=True).click()
    until(lambda: drawn(page) == empty, "nothing to be drawn again")


def test_a_run_started_by_a_button_can_be_stopped(open_notebook: Callable[..., Notebook]) -> None:
    # The third step must not come before Stop is pressed.
    notebook = open_notebook([CELL.replace("delay=0", "delay=2")], wait_for=READY)
    page = notebook.page
    page.get_by_role("button", name="Run", exact=True).click()
    expect_text(page, "After 2 steps: ")
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.locator("[data-button=stop]")).to_have_attribute("aria-disabled", "true")
    notebook.wait_for_kernel("view._next is not None and view._stop.is_set()")
    page.get_by_role("button", name="Step", exact=True).click()
    notebook.wait_for_kernel("view.region.step in (2, 3)")
