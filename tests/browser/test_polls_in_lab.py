"""A class predicts from a notebook in a real JupyterLab: the cell has the host's buttons."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Browser, expect

from tests.browser.lab import Notebook

CELL = """
import piecepack_nb as pp
poll = pp.host(pp.puzzles("piecepackman", "turns", count=1), journal=False, keep=False)
print("LINK", poll.link())
poll
"""


def test_the_host_goes_on_in_the_notebook_and_a_phone_follows(
    same_notebook: Callable[..., Notebook], chromium: Browser
) -> None:
    notebook = same_notebook([CELL], wait_for=".ppnb-poll")
    host = notebook.page.locator(".ppnb-poll")
    expect(host).to_contain_text("Nobody has joined yet")
    link = notebook.page.get_by_text("LINK http").inner_text().split("LINK ")[1].split()[0]
    context = chromium.new_context(viewport={"width": 360, "height": 740})
    phone = context.new_page()
    phone.goto(link)
    expect(host).to_contain_text("0 of 1 have voted")
    phone.locator('.ppnb-spot[data-spot="a10"]').click()
    expect(host).to_contain_text("1 of 1 have voted")
    host.get_by_role("button", name="Show the votes").click()
    expect(phone.locator(".ppnb-poll-words")).to_contain_text("What the class chose")
    host.get_by_role("button", name="Show the answer").click()
    expect(phone.locator(".ppnb-poll-words")).to_contain_text("Your vote was wrong.")
    context.close()
