"""A class predicts and plays from a notebook in a real JupyterLab, while its cells run, too."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect

from tests.browser.lab import Notebook

CELLS = [
    """
import time
import piecepack_nb as pp
poll = pp.host(pp.puzzles("piecepackman", "turns", count=1), journal=False, keep=False)
poll
""",
    """
tables = pp.host("activator", tables=2, seed=4, journal=False)
tables
""",
]
LONG = """
for _ in range(1200):
    time.sleep(0.05)
    if len(tables.rooms[0].table.match.record) == 2:
        break
"""
"""A cell that runs until phones have moved."""
START = """code => {
  jupyterapp.shell.currentWidget.sessionContext.session.kernel.requestExecute({ code });
}"""


def test_phones_go_on_while_a_cell_runs_and_the_host_in_the_notebook_catches_up(
    same_notebook: Callable[..., Notebook], chromium: Browser
) -> None:
    notebook = same_notebook(CELLS, wait_for=".ppnb-lobby")
    host, lobby = notebook.page.locator(".ppnb-poll"), notebook.page.locator(".ppnb-lobby")
    expect(host).to_contain_text("Nobody has joined yet")
    context = chromium.new_context(viewport={"width": 360, "height": 740})
    phone = context.new_page()
    phone.goto(notebook.kernel_eval("poll.link()"))
    expect(host).to_contain_text("0 of 1 have voted")
    phone.locator('.ppnb-spot[data-spot="a10"]').click()
    expect(host).to_contain_text("1 of 1 have voted")
    host.get_by_role("button", name="Show the votes").click()
    expect(phone.locator(".ppnb-poll-words")).to_contain_text("What the class chose")
    host.get_by_role("button", name="Show the answer").click()
    expect(phone.locator(".ppnb-poll-words")).to_contain_text("Your vote was wrong.")

    red, blue = context.new_page(), context.new_page()
    for page, seat in ((red, "Red"), (blue, "Blue")):
        page.goto(notebook.kernel_eval("tables.link()"))
        page.get_by_role("button", name=seat).first.click()
        expect(page.get_by_text(f"You are {seat}")).to_be_visible()
    # By key: what JupyterLab has just scrolled to moves once more as its cell becomes active.
    lobby.get_by_role("button", name="Start").press("Enter")
    expect(red.locator(".ppnb-room-stop")).to_have_count(0)
    notebook.page.evaluate(START, LONG)
    play(red, "a1:1-a2 A-c4")
    expect(blue.locator(".ppnb-log")).to_contain_text("c4")
    play(blue, "c3-b3 A-a3")
    expect(lobby).to_contain_text("Table 1: turn 3")
    lobby.get_by_role("button", name="Look here").click()
    expect(red.get_by_text("Look up: the host has stopped the game.")).to_be_visible()
    expect(lobby).to_contain_text("Table 1: paused")
    expect(lobby.get_by_role("button", name="Go on").first).to_be_visible()
    context.close()


def play(page: Page, move: str) -> None:
    """Type a move on a device."""
    field = page.locator(".ppnb-move-input-field")
    field.fill(move)
    field.press("Enter")
    expect(field).to_have_value("")
