"""A search drawn by a real kernel on an ipycanvas in a real JupyterLab."""

from __future__ import annotations

from collections.abc import Callable
from inspect import getsource

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lab import Notebook, until
from tests.search.students import right

CELL = """
import piecepack_nb as pp
game = pp.game("piecepackman")
view = pp.watch(game.position("piecepackman: f4 W\\ncubes: suns i4"), of=game, targets=["i4"])
view
"""
MINE = f"""
from heapq import heappop, heappush
{getsource(right).replace("right", "my_search", 1)}
def broken(start, ways, goals):
    yield start, 0
    yield ways(start)[0][0], 1
    raise KeyError("mine")
"""
RUNS = "view.run(my_search, delay=0.2)"
RUNS_AT_ONCE = "view.run(my_search, delay=0)"
READY = ".ppnb-canvas-panel-button"


def drawn(page: Page, nth: int = 0) -> str:
    """Return the canvas's whole picture."""
    return str(page.locator("canvas").nth(nth).evaluate("canvas => canvas.toDataURL()"))


def words(page: Page) -> str:
    return str(page.locator(".ppnb-canvas-panel-words").first.text_content())


def expect_text(page: Page, text: str) -> None:
    """Wait until the words below the canvas hold ``text``."""
    until(lambda: text in words(page), f"{text!r} below the canvas, where stands {words(page)!r}")


def run_cell(page: Page, number: int) -> None:
    """Run one cell, and wait until that has begun."""
    prompt = page.locator(".jp-CodeCell").nth(number).locator(".jp-InputPrompt")
    before = prompt.inner_text()
    prompt.click()
    page.keyboard.press("Control+Enter")
    until(lambda: prompt.inner_text() != before, f"cell {number} to begin")


def test_a_students_search_is_drawn_while_it_runs(open_notebook: Callable[..., Notebook]) -> None:
    notebook = open_notebook([CELL, MINE, RUNS], wait_for=READY, run=False)
    page = notebook.page
    run_cell(page, 0)
    page.locator(READY).first.wait_for()
    page.locator(".ppnb-canvas-panel-under svg").wait_for()  # the board's art, under the canvas
    empty = drawn(page)
    run_cell(page, 1)
    run_cell(page, 2)
    seen, said = {empty}, {words(page)}
    until(
        lambda: said.add(words(page)) or seen.add(drawn(page)) or len(seen) > 3,
        "the picture to change again and again",
    )
    assert any("is settled at cost" in each for each in said)
    notebook.wait_idle()
    notebook.wait_for_kernel("view.search_run.ended")
    settled, cost = notebook.kernel_eval("[len(view.search_run), view.search_run.lowest('i4')]")
    expect_text(page, f"my_search: {settled} nodes settled, i4 at cost {cost}.")
    expect(page.locator(".jp-OutputArea-executeResult").last).to_contain_text("<my_search: ")
    assert drawn(page) != empty
    expect(page.locator(".ppnb-canvas-panel-table summary")).to_contain_text("square by square")
    expect(page.locator(".ppnb-canvas-panel-grid tbody tr").first).to_have_text(
        "f40121" + "0the start"
    )


def test_after_an_exception_the_canvas_can_be_drawn_on(
    open_notebook: Callable[..., Notebook],
) -> None:
    notebook = open_notebook([CELL, MINE, "view.run(broken)", RUNS_AT_ONCE], run=False)
    page = notebook.page
    for number in (0, 1, 2):
        run_cell(page, number)
    failed = page.locator('[data-mime-type="application/vnd.jupyter.stderr"]')
    failed.first.wait_for()
    expect(failed).to_contain_text("KeyError: 'mine'")
    expect(failed).to_contain_text("broken(start, ways, goals)")  # the student's own line
    expect_text(page, "broken stopped after 2 nodes by KeyError: 'mine'")
    before = drawn(page)
    run_cell(page, 3)
    expect_text(page, "i4 at cost")
    until(lambda: drawn(page) != before, "the second run to be drawn")
    first = drawn(page)
    notebook.kernel_eval("view.run(my_search, delay=0) and 0")
    until(lambda: drawn(page) == first, "a third run to look the same")


def test_buttons_step_run_stop_and_restart(open_notebook: Callable[..., Notebook]) -> None:
    notebook = open_notebook([CELL], wait_for=READY)
    page = notebook.page

    def press(name: str) -> None:
        page.get_by_role("button", name=name, exact=True).click()

    expect_text(page, "From f4 facing W to the nearest of: i4.")
    press("Step")
    expect_text(page, "1: f4 facing W is settled at cost 0; the start.")
    press("Step")
    expect_text(page, "2: ")
    notebook.kernel_eval("setattr(view, 'delay', 0.5)")  # else it may end before Stop is pressed
    press("Run")
    expect(page.locator("[data-button=run]")).to_have_attribute("aria-disabled", "true")
    notebook.wait_for_kernel("len(view.search_run) > 5")  # the kernel answers while it goes on
    press("Stop")
    expect_text(page, "no goal reached so far")
    count = notebook.kernel_eval("len(view.search_run)")
    press("Step")
    notebook.wait_for_kernel(f"len(view.search_run) == {count} + 1")
    press("Restart")
    notebook.wait_for_kernel("len(view.search_run) == 0")
    notebook.kernel_eval("setattr(view, 'delay', 0)")
    press("Run")
    expect_text(page, "The engine: 46 nodes settled, i4 at cost 5.")


def test_a_cell_that_draws_can_be_interrupted(open_notebook: Callable[..., Notebook]) -> None:
    notebook = open_notebook([CELL, MINE, "view.run(my_search, delay=0.5)"], run=False)
    page = notebook.page
    for number in (0, 1, 2):
        run_cell(page, number)
    expect_text(page, "3: ")
    expect(page.locator(".ppnb-canvas-panel-note")).to_contain_text("interrupt the kernel")
    for button in page.locator(".ppnb-canvas-panel-button").all():
        expect(button).to_have_attribute("aria-disabled", "true")
    page.get_by_role("menuitem", name="Kernel", exact=True).click()
    page.get_by_role("menuitem", name="Interrupt Kernel").click()
    expect_text(page, "so far.")
    expect(page.locator(".ppnb-canvas-panel-note")).to_be_hidden()
    notebook.wait_idle()
    count = notebook.kernel_eval("len(view.search_run)")
    page.get_by_role("button", name="Step", exact=True).click()
    expect_text(page, f"{count + 1}: ")
    notebook.kernel_eval("view.run(my_search, delay=0) and 0")
    expect_text(page, "i4 at cost 5.")


def test_tab_and_the_wheel_pass_over_the_canvas(open_notebook: Callable[..., Notebook]) -> None:
    notebook = open_notebook([CELL, *["1"] * 12], wait_for=READY, height=700)
    page = notebook.page
    canvas = page.locator("canvas").first
    canvas.scroll_into_view_if_needed()
    assert canvas.evaluate("canvas => canvas.tabIndex") == -1
    expect(canvas).to_have_attribute("role", "img")
    expect(canvas).to_have_attribute("aria-label", "Piecepackman: the search from f4 facing W")
    reached = []
    page.locator("[data-button=run]").focus()
    for _ in range(4):
        reached.append(page.evaluate("document.activeElement.textContent"))
        page.keyboard.press("Tab")
    assert reached[:2] == ["Run", "Step"]
    page.locator("[data-button=run]").focus()
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.tagName") != "CANVAS"
    box = canvas.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 200, box["y"] + 200)
    page.mouse.wheel(0, 240)
    until(lambda: (canvas.bounding_box() or box)["y"] < box["y"] - 100, "the notebook to scroll")


def test_letters_on_its_controls_do_nothing_to_the_notebook(
    open_notebook: Callable[..., Notebook],
) -> None:
    notebook = open_notebook([CELL, MINE], wait_for=READY)
    page = notebook.page
    page.get_by_role("button", name="Step", exact=True).click()
    expect(page.locator(".ppnb-canvas-panel-summary")).to_be_visible()
    for place in ("[data-button=step]", ".ppnb-canvas-panel-slider", ".ppnb-canvas-panel-summary"):
        page.locator(place).focus()
        for key in "xabcvmyrdd":
            page.keyboard.press(key)
            expect(page.locator(".jp-Notebook .jp-CodeCell")).to_have_count(2)


def test_a_page_loaded_again_shows_what_was_drawn(open_notebook: Callable[..., Notebook]) -> None:
    notebook = open_notebook([CELL, MINE, RUNS_AT_ONCE], wait_for=READY)
    page = notebook.page
    expect_text(page, "i4 at cost")
    before = drawn(page)
    page.keyboard.press("Control+s")
    page.locator(".jp-mod-dirty").first.wait_for(state="detached")
    notebook.open()
    page.locator(READY).first.wait_for()
    until(lambda: drawn(page) == before, "the same picture in the page loaded again")
    notebook.kernel_eval("view.again()")
    until(lambda: drawn(page) != before, "it to be drawn on again")


def test_a_second_view_shows_the_same(open_notebook: Callable[..., Notebook]) -> None:
    notebook = open_notebook([CELL, MINE, RUNS_AT_ONCE, "view"], wait_for=READY)
    page = notebook.page
    expect(page.locator("canvas")).to_have_count(2)
    until(lambda: drawn(page) == drawn(page, 1), "both views to show the same")
    assert page.locator("canvas").nth(1).evaluate("canvas => canvas.tabIndex") == -1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_canvas_follows_the_notebooks_theme(
    open_notebook: Callable[..., Notebook], scheme: str
) -> None:
    """Of JupyterLab, not of the system: that has the other one here."""
    notebook = open_notebook(
        [CELL], run=False, color_scheme="light" if scheme == "dark" else "dark"
    )
    page = notebook.page
    if scheme == "dark":
        page.get_by_role("menuitem", name="Settings", exact=True).click()
        page.get_by_text("Theme", exact=True).hover()
        page.get_by_role("menuitem", name="JupyterLab Dark", exact=True).click()
        page.locator('body[data-jp-theme-light="false"]').wait_for(state="attached")
    notebook.run_all(READY)
    notebook.wait_for_kernel(f"view.panel.theme == '{scheme}'")
    expect(page.locator(".ppnb-canvas-panel")).to_have_attribute("data-ppnb-theme", scheme)


def test_without_ipycanvas_the_picture_is_the_same_to_the_pixel(
    open_notebook: Callable[..., Notebook],
) -> None:
    ours = f"""
import piecepack_nb.widgets.canvas as module
kept, module.ipycanvas = module.ipycanvas, None
{CELL}"""
    cells = [
        CELL,
        "view.run(delay=0)",
        ours,
        "view.run(delay=0)",
        "module.ipycanvas = kept",
        "view",
    ]
    notebook = open_notebook(cells)
    page = notebook.page
    canvas = page.locator("canvas")
    expect(canvas).to_have_count(3)  # an ipycanvas, and one of ours in two views
    until(lambda: drawn(page) == drawn(page, 1) == drawn(page, 2), "three equal pictures")
    colours = canvas.nth(1).evaluate(
        "canvas => new Set(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)"
        ".data).size"
    )
    assert colours > 50
    sizes = [
        each.evaluate("canvas => [canvas.clientWidth, canvas.clientHeight]")
        for each in canvas.all()
    ]
    assert sizes[0] == sizes[1] == sizes[2]
    expect(canvas.nth(2)).to_have_attribute("role", "img")
    before = drawn(page, 1)
    page.keyboard.press("Control+s")
    page.locator(".jp-mod-dirty").first.wait_for(state="detached")
    notebook.open()
    until(lambda: canvas.count() == 3 and drawn(page, 1) == before, "the same after a reload")
    page.get_by_role("button", name="Restart", exact=True).nth(1).click()
    until(lambda: drawn(page, 1) == drawn(page, 2) != before, "both views to be drawn on again")
