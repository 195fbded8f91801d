"""A game in one cell, played, changed and played on in a real JupyterLab."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.lab import Notebook

GAME = '''
import piecepack_nb as pp
from piecepack_nb.design import Board, ready

@pp.register
class TicTacToe(Board):
    places = Board.squares(3, 3)
    rulebook = """
        TTT-1 Move. Take an empty square.
        TTT-2 Corners. The first move takes no corner.
        TTT-3 End. Three in a line win.
        """
    def why_not(self, table, place):
        if CORNERS and table.turn == 1 and place in ("a1", "a3", "c1", "c3"):
            return f"TTT-2 {place} is a corner"
        return ready.on_empty(table, place, clause="TTT-1")
    def move(self, table, place):
        table[place] = table.seat
    def winner(self, table):
        return ready.line_of(table, 3, clause="TTT-3") or ready.full(table, clause="TTT-3")
'''
PLAY = """
table = pp.play("tic_tac_toe", seed=1, seats={"moons": "random"}, journal=False)
table
"""


def test_a_game_in_a_cell_is_played_and_goes_on_after_its_cell_changes(
    open_notebook: Callable[..., Notebook],
) -> None:
    notebook = open_notebook([f"CORNERS = False\n{GAME}", PLAY], wait_for=".ppnb-board")
    page, board = notebook.page, notebook.page.locator(".ppnb-board").first
    board.locator('[data-spot="a1"]').click()
    notebook.wait_for_kernel("len(table.match.record) == 2")  # the bot has answered
    taken = notebook.kernel_eval("str(table.match.record[1].move)")
    expect(board.locator('[data-spot][aria-disabled="true"]')).to_have_count(0)
    board.locator(f'[data-spot="{taken}"]').focus()
    page.keyboard.press("Enter")
    expect(board).to_contain_text(f"{taken} is taken")
    screenshot(notebook, "refused")
    notebook.kernel_eval(f"CORNERS = True\n{GAME}")
    expect(board).to_contain_text("The games diverge at step 1 (turn 1): the move a1 is refused")
    screenshot(notebook, "diverged")
    board.locator('[data-spot="b2"]').click()
    notebook.wait_for_kernel("str(table.match.record[0].move) == 'b2'")


def screenshot(notebook: Notebook, name: str) -> None:
    """Keep a picture of the page, where PPNB_SCREENSHOTS names a folder."""
    if folder := os.environ.get("PPNB_SCREENSHOTS"):
        notebook.page.screenshot(path=Path(folder) / f"{name}.png")
