"""The map of a search for rules with a real kernel in a real JupyterLab."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.lab import Notebook

CELL = """
import piecepack_nb as pp
from piecepack_nb.design import Board, option, ready

@pp.register
class Line(Board):
    places = Board.squares(3, 3)
    length = option(3, "How many in a line win.", low=2, high=3)

    def why_not(self, table, place):
        return ready.on_empty(table, place)

    def move(self, table, place):
        table[place] = table.seat

    def winner(self, table):
        return ready.line_of(table, self.length) or ready.full(table)

found = pp.search("line", {"length": "<6"}, "random", games=40, confirm=20)
found
"""


def test_a_setting_is_played_below_the_map(open_notebook: Callable[..., Notebook]) -> None:
    notebook = open_notebook([CELL], wait_for=".ppnb-design-spot")
    page = notebook.page
    expect(page.locator(".ppnb-design-spot")).to_have_count(2)
    page.get_by_role("button", name="Play with length 2").click()
    table = page.locator(".ppnb-played .ppnb-table")
    expect(table.locator('[data-spot="b2"]')).to_be_visible()
    table.locator('[data-spot="b2"]').click()
    expect(table.locator(".ppnb-log")).to_contain_text("b2")
    assert notebook.kernel_eval("found.game(1).rules.length == 2")
