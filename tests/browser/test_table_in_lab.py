"""The controls round the board in a real JupyterLab: typed moves, real dice, previous games."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.browser.lab import Notebook

MINUTE = 60_000


CELL = """
import piecepack_nb as pp
table = pp.play("piecepackman", **options)
table
"""


def seated(same_notebook: Callable[..., Notebook], **options: object) -> Notebook:
    """Return a table of its own, with no journal of another test's."""
    return same_notebook([CELL], wait_for=".ppnb-board", before=f"options = {options!r}")


def line(notebook: Notebook, label: str = "Move") -> Locator:
    return notebook.page.get_by_role("textbox", name=label, exact=True)


def button(notebook: Notebook, name: str) -> Locator:
    return notebook.page.get_by_role("button", name=name, exact=True)


def test_a_move_is_typed_corrected_and_played(same_notebook: Callable[..., Notebook]) -> None:
    notebook = seated(same_notebook, seed=7, journal=False)
    for text in ("roll", "order arms suns moons crowns", "roll"):
        line(notebook).fill(text)
        line(notebook).press("Enter")
        expect(line(notebook)).to_have_value("", timeout=MINUTE)
    notebook.wait_for_kernel("table.match.state.phase == 'ghosts'")
    before = notebook.kernel_eval("table.match.cursor")
    line(notebook).fill("arms e5-d8")
    line(notebook).press("Enter")
    reason = re.compile("From e5 to d8 is not one step; write 'arms d8' or 'arms e5-")
    expect(line(notebook)).to_have_accessible_description(reason, timeout=MINUTE)
    bubble = notebook.page.locator(".ppnb-bubble").first  # it waits for the pieces to rest
    expect(bubble).to_contain_text("not one step", timeout=MINUTE)
    assert notebook.kernel_eval("table.match.cursor") == before
    assert notebook.page.evaluate("getSelection().toString()") == "arms e5-d8"
    notebook.page.keyboard.type("Arms d8")
    notebook.page.keyboard.press("Enter")
    notebook.wait_for_kernel("table.match.state.ghosts['arms'].square == 'd8'")
    expect(line(notebook)).to_have_value("", timeout=MINUTE)
    assert notebook.page.locator(".jp-Cell").count() == 1, "a key reached JupyterLab"


def test_a_new_game_and_the_previous_game_take_one_click_each(
    same_notebook: Callable[..., Notebook],
) -> None:
    notebook = seated(same_notebook, seed=21)
    back = button(notebook, "Previous game")
    expect(back).to_be_hidden()
    notebook.page.locator('.ppnb-board [data-spot="dice"]').click()
    notebook.wait_for_kernel("table.match.state.phase == 'order'")
    button(notebook, "New game").click()
    kept = re.compile("New game; its seed is [0-9]+. The previous game is kept")
    expect(line(notebook)).to_have_accessible_description(kept, timeout=MINUTE)
    words = notebook.page.locator(".ppnb-report-words")
    expect(words).to_contain_text(kept, timeout=MINUTE)
    assert notebook.kernel_eval("table.match.seed") != 21
    back.click()
    notebook.wait_for_kernel("table.match.seed == 21 and table.match.state.phase == 'order'")
    expect(back).to_be_hidden()


def test_the_real_dice_button_leads_to_the_faces(same_notebook: Callable[..., Notebook]) -> None:
    notebook = seated(same_notebook, seed=7, dice="typed", journal=False)
    board = notebook.page.locator(".ppnb-board").first
    expect(board.locator(".ppnb-caption")).to_contain_text("'roll 5 4 3 2'", timeout=MINUTE)
    board.get_by_role("button", name="Enter the dice").click()
    die = notebook.page.get_by_role("group", name="The suns die")
    expect(die.get_by_role("button").first).to_be_focused(timeout=MINUTE)
    line(notebook, "Dice").fill("3, A, n, 2")
    notebook.page.keyboard.press("Enter")
    notebook.wait_for_kernel("table.match.state.phase == 'order'")
    faces = {"suns": "3", "moons": "ace", "crowns": "null", "arms": "2"}
    assert notebook.kernel_eval("dict(table.match.state.dice)") == faces


def test_the_result_is_shown_at_the_end(same_notebook: Callable[..., Notebook]) -> None:
    seats = dict.fromkeys(("suns", "moons", "crowns", "arms"), "random")
    notebook = seated(same_notebook, seed=3, seats=seats, cubes_per_suit=1, journal=False)
    button(notebook, "Auto-roll").click()
    notebook.wait_for_kernel("table.match.result is not None")
    notebook.page.locator(".ppnb-board button", has_text="Skip").first.click()
    card = notebook.page.get_by_role("region", name="Result")
    expect(card).to_be_visible(timeout=MINUTE)
    expect(card).to_contain_text(str(notebook.kernel_eval("table.match.result.text")))
    card.get_by_role("button", name="Replay", exact=True).click()
    expect(notebook.page.locator(".ppnb-board[data-film]")).to_be_visible(timeout=MINUTE)
    button(notebook, "Back to now").click()
    expect(notebook.page.locator(".ppnb-board[data-film]")).to_have_count(0, timeout=MINUTE)
    notebook.page.locator('.ppnb-board [data-spot="a1"]').first.click()
    bubble = notebook.page.locator(".ppnb-bubble").first
    expect(bubble).to_contain_text("PM-68", timeout=MINUTE)


def test_a_whole_turn_by_keyboard_leaves_the_notebook_alone(
    same_notebook: Callable[..., Notebook],
) -> None:
    notebook = seated(same_notebook, seed=7, journal=False)
    page = notebook.page
    board = page.locator(".ppnb-board").first
    page.locator(".jp-Cell .jp-InputArea-editor").first.click()
    for key in ("Escape", "Tab", "Tab", "ArrowDown"):  # the cell's own buttons, the table's bar
        page.keyboard.press(key)
    expect(board.locator('[data-spot="dice"]')).to_be_focused()
    while notebook.kernel_eval("table.match.turn") == 1:
        expect(board).not_to_have_attribute("data-playing", "yes", timeout=MINUTE)
        expect(board).not_to_have_attribute("data-waiting", "yes", timeout=MINUTE)
        before = notebook.kernel_eval("len(table.match.record)")
        if notebook.kernel_eval("table.match.state.phase") == "ghosts":
            page.keyboard.press("n")
            while "legal" not in str(
                page.evaluate("document.activeElement.getAttribute('aria-label')")
            ):
                page.keyboard.press("n")
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("r")
        notebook.wait_for_kernel(f"len(table.match.record) > {before}")
        page.keyboard.press("Escape")
    log = page.get_by_role("region", name="Log")
    expect(log.get_by_role("heading", name="Turn 1")).to_be_visible(timeout=MINUTE)
    assert page.locator(".jp-Cell").count() == 1, "a key reached JupyterLab"
    unsaved = "jupyterapp.shell.currentWidget.context.model.dirty"
    assert page.evaluate(unsaved)
    page.keyboard.press("Control+s")
    page.wait_for_function(f"!{unsaved}")
    expect(board.locator(":focus")).to_have_attribute("data-lm-suppress-shortcuts", "true")
    page.get_by_role("textbox", name="Move").fill("")
    page.evaluate(f"{unsaved} = true")
    page.keyboard.press("Control+s")
    page.wait_for_function(f"!{unsaved}")


def test_after_shift_enter_the_board_is_in_view(same_notebook: Callable[..., Notebook]) -> None:
    notebook = seated(same_notebook, seed=7, journal=False)
    page = notebook.page
    page.set_viewport_size({"width": 1366, "height": 768})
    page.locator(".jp-Cell .cm-content").first.click()
    page.keyboard.press("Shift+Enter")
    expect(page.locator(".jp-Cell")).to_have_count(2, timeout=MINUTE)
    expect(page.locator(".ppnb-stage svg")).to_be_in_viewport(ratio=0.98, timeout=MINUTE)
    expect(page.locator(".ppnb-caption")).to_be_in_viewport(timeout=MINUTE)


def test_a_cell_that_runs_again_closes_its_table(same_notebook: Callable[..., Notebook]) -> None:
    notebook = seated(same_notebook, seed=7, journal=False)
    count = "len(__import__('ipywidgets').widgets.widget._instances)"
    first = notebook.kernel_eval(count)
    notebook.kernel_eval("globals().update(first=table)")
    notebook.run_all(wait_for=".ppnb-board")
    expect(notebook.page.locator(".ppnb-board")).to_have_count(1, timeout=MINUTE)
    assert notebook.kernel_eval("(first is not table, first.comm)") == [True, None]
    assert notebook.kernel_eval(count) == first
    line(notebook).fill("roll")
    line(notebook).press("Enter")
    expect(line(notebook)).to_have_value("", timeout=MINUTE)
