"""The board in a real JupyterLab: the live widget shows, not the static picture beside it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.lab import Notebook

CELL = """
from piecepack_nb.scene import Area, Layout, Piece, Scene, Spot, mat
from piecepack_nb.widgets.board import BoardWidget
scene = Scene(
    (Area("board", 3, 1, "", (mat(3, 1),)),), (Layout(0, 3, 1, {"board": (0, 0)}),),
    (Piece("pawn", "pawn", 0.5, 0.5, suit="arms"),),
    spots=(Spot("a1", 0.5, 0.5, name="a1"), Spot("c1", 2.5, 0.5, name="c1", role="move")),
)
board = BoardWidget(scene)
picks = []
def picked(pick):
    picks.append(tuple(pick))
    if pick.spot == "a1":
        raise RuntimeError("seen on the board")
    moved = scene._replace(pieces=(scene.pieces[0]._replace(x=2.5),), caption="Moved.")
    board.animate([moved], moved)
board.on_pick(picked)
board
"""


def test_a_pick_reaches_python_and_its_animation_is_shown(
    same_notebook: Callable[..., Notebook],
) -> None:
    notebook = same_notebook([CELL], wait_for=".ppnb-board")
    board = notebook.page.locator(".ppnb-board")
    expect(board).to_have_count(1)
    expect(notebook.page.locator(".jp-RenderedSVG")).to_have_count(0)
    board.locator('[data-spot="c1"]').click()
    notebook.wait_for_kernel("picks == [('c1', 'click', None, False)]")
    expect(board.locator(".ppnb-caption")).to_contain_text("Moved.")
    expect(board.locator("[data-piece]")).to_have_attribute(
        "transform", "translate(250 50) rotate(0) scale(1)"
    )


@pytest.mark.parametrize("where", ['[data-spot="c1"]', ".ppnb-speed"])
def test_letters_typed_on_the_board_do_nothing_to_the_notebook(
    same_notebook: Callable[..., Notebook], where: str
) -> None:
    """In command mode x cuts the cell, a and b add one, m turns it into text, and so on."""
    notebook = same_notebook([CELL], wait_for=".ppnb-board")
    focused = notebook.page.locator(".ppnb-board").locator(where)
    focused.focus()
    for key in "xabcvmyrdd":
        notebook.page.keyboard.press(key)
        # one key at a time: a key that adds a cell and one that cuts it would cancel out
        expect(notebook.page.locator(".jp-Notebook .jp-Cell")).to_have_count(1)
        expect(notebook.page.locator(".jp-Notebook .jp-CodeCell")).to_have_count(1)
        expect(focused).to_be_focused()


def test_the_keyboard_plays_and_a_failing_callback_is_seen(
    same_notebook: Callable[..., Notebook],
) -> None:
    notebook = same_notebook([CELL], wait_for=".ppnb-board")
    board = notebook.page.locator(".ppnb-board")
    board.locator('[data-spot="c1"]').focus()
    notebook.page.keyboard.press("ArrowLeft")
    expect(board.locator('[data-spot="a1"]')).to_be_focused()
    notebook.page.keyboard.press("Enter")
    expect(board.locator(".ppnb-bubble")).to_contain_text("RuntimeError: seen on the board")
    assert notebook.kernel_eval("list(picks[0])") == ["a1", "key", None, False]
