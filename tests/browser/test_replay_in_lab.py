"""A replay in a real JupyterLab: reloaded, shown twice, scrolled away, and with its kernel gone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.lab import Notebook, Server, until

MINUTE = 60_000
SETUP = """
import piecepack_nb as pp
bots = dict.fromkeys(("suns", "moons", "crowns", "arms"), "greedy")
match = pp.Match(pp.game("piecepackman"), seed=7, seats=bots)
steps = match.run(moves=12)
replay = pp.replay(match)
replay.goto(0)
"""
SHOWN = [SETUP, "replay"]
SAVE_STATE = "@jupyter-widgets/jupyterlab-manager:saveWidgetState"
TOGGLE = "command => jupyterapp.commands.execute(command).then(() => null)"
TOGGLED = "([command, wanted]) => jupyterapp.commands.isToggled(command) === wanted"
TABLE = """
import piecepack_nb as pp
table = pp.play(seed=7, journal=False)
table
"""


def board_of(notebook: Notebook, number: int = 0) -> Locator:
    return notebook.page.locator(".ppnb-board").nth(number)


def caption(notebook: Notebook, frame: int) -> str:
    return str(notebook.kernel_eval(f"replay._film.frames[{frame}].caption"))


def forward(board: Locator) -> None:
    board.get_by_role("button", name="Next step", exact=True).first.click()


def expect_caption(board: Locator, text: str) -> None:
    expect(board.locator(".ppnb-caption")).to_contain_text(text, timeout=MINUTE)


def open_saved(notebook: Notebook) -> None:
    """Load the page until it shows a board that is saved in the notebook.

    While a kernel is slow to answer, JupyterLab may give up on saved widgets (ipywidgets issue
    4026): a reader, too, then loads the page again.
    """
    lost = notebook.page.get_by_text("Error displaying widget: model not found")
    for _ in range(3):
        notebook.open()
        expect(board_of(notebook).or_(lost).first).to_be_visible(timeout=MINUTE)
        if not lost.is_visible():
            return


def save(notebook: Notebook) -> str:
    """Press Ctrl+S, wait until the whole document is on the disk, and return its text."""
    path = notebook.server.root / notebook.path
    before = path.stat().st_mtime_ns
    notebook.page.locator(".jp-Notebook .jp-InputPrompt").first.click()
    notebook.page.keyboard.press("Control+s")

    def saved() -> bool:
        text = path.read_text(encoding="utf-8")
        return path.stat().st_mtime_ns != before and text.endswith("}\n")

    until(saved, "the notebook to be saved")
    return path.read_text(encoding="utf-8")


@contextmanager
def setting(server: Server, plugin: str, value: str) -> Iterator[None]:
    """A setting of the user's, as JSON, for notebooks that are opened meanwhile."""
    file = server.log.parent / "settings" / f"{plugin}.jupyterlab-settings"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(value, encoding="utf-8")
    yield
    file.unlink()


@pytest.fixture
def full_windowing(jupyterlab: Server) -> Iterator[None]:
    """JupyterLab renders only cells near the view; it hides or detaches the others."""
    with setting(jupyterlab, "@jupyterlab/notebook-extension/tracker", '{"windowingMode": "full"}'):
        yield


@contextmanager
def saved_state(page: Page) -> Iterator[None]:
    """The state of widgets is saved with the notebook, as that setting of the menu says."""
    assert page.evaluate(TOGGLED, [SAVE_STATE, False])
    page.evaluate(TOGGLE, SAVE_STATE)
    page.wait_for_function(TOGGLED, arg=[SAVE_STATE, True], timeout=MINUTE)
    try:
        yield
    finally:
        page.evaluate(TOGGLE, SAVE_STATE)
        page.wait_for_function(TOGGLED, arg=[SAVE_STATE, False], timeout=MINUTE)


def test_the_reader_and_python_both_move_the_replay(open_notebook: Callable[..., Notebook]) -> None:
    notebook = open_notebook(SHOWN, wait_for=".ppnb-film", reduced_motion="reduce")
    board = board_of(notebook)
    expect_caption(board, caption(notebook, 0))
    # JupyterLab has a style for every button, which must not win over the board's own
    expect(board.get_by_role("button", name="Play", exact=True)).to_have_css("border-radius", "8px")
    expect(board.locator("button.ppnb-chip").first).to_have_css("border-radius", "9px")
    forward(board)
    forward(board)
    expect_caption(board, caption(notebook, 2))
    notebook.wait_for_kernel("replay.frame == 2")
    notebook.kernel_eval("replay.goto(5)")
    expect_caption(board, caption(notebook, 5))


def end_kernel(notebook: Notebook) -> None:
    """End the kernel, and wait until the page shows that."""
    notebook.server.end_sessions()
    for status in ("idle", "busy", "connecting"):  # "unknown", too, where its sessions tell first
        alive = f'.jp-Notebook-ExecutionIndicator[data-status="{status}"]'
        expect(notebook.page.locator(alive)).to_have_count(0, timeout=MINUTE)


def test_two_views_of_a_replay_move_independently_and_python_moves_both(
    open_notebook: Callable[..., Notebook],
) -> None:
    notebook = open_notebook([*SHOWN, "replay"], wait_for=".ppnb-board", reduced_motion="reduce")
    one, two = board_of(notebook), board_of(notebook, 1)
    expect_caption(two, caption(notebook, 0))
    forward(one)
    forward(one)
    notebook.wait_for_kernel("replay.frame == 2")
    expect_caption(one, caption(notebook, 2))
    expect_caption(two, caption(notebook, 0))
    forward(two)
    notebook.wait_for_kernel("replay.frame == 1")
    expect_caption(two, caption(notebook, 1))
    notebook.kernel_eval("replay.goto(5)")
    expect_caption(one, caption(notebook, 5))
    expect_caption(two, caption(notebook, 5))


def test_a_replay_survives_scrolling_out_of_view(
    open_notebook: Callable[..., Notebook], full_windowing: None
) -> None:
    tall = "print('\\n' * 60)"
    notebook = open_notebook(
        [*SHOWN, *[tall] * 12], ".ppnb-board", fresh=True, reduced_motion="reduce"
    )
    page, board = notebook.page, board_of(notebook)
    board.scroll_into_view_if_needed()
    forward(board)
    expect_caption(board, caption(notebook, 1))
    notebook.wait_for_kernel("replay.frame == 1")
    scrolled = page.locator(".jp-Notebook .jp-WindowedPanel-outer").first
    scrolled.evaluate("panel => { panel.scrollTop = panel.scrollHeight; }")
    expect(board).not_to_be_in_viewport()
    notebook.kernel_eval("replay.goto(4)")
    scrolled.evaluate("panel => { panel.scrollTop = 0; }")
    expect(board).to_be_in_viewport()
    expect_caption(board, caption(notebook, 4))
    forward(board)
    expect_caption(board, caption(notebook, 5))
    expect(page.locator(".ppnb-board")).to_have_count(1)
    printed = page.locator(".jp-OutputArea-output pre").first
    expect(printed).to_have_css("word-break", "normal")  # JupyterLab breaks within words


def test_a_replay_keeps_its_frame_after_a_page_reload(
    open_notebook: Callable[..., Notebook],
) -> None:
    notebook = open_notebook(SHOWN, wait_for=".ppnb-board", reduced_motion="reduce")
    board = board_of(notebook)
    forward(board)
    forward(board)
    notebook.wait_for_kernel("replay.frame == 2")
    save(notebook)
    notebook.open()
    expect_caption(board, caption(notebook, 2))
    forward(board)
    expect_caption(board, caption(notebook, 3))
    notebook.wait_for_kernel("replay.frame == 3")


def test_without_a_kernel_a_replay_scrubs_and_a_table_reports_it(
    open_notebook: Callable[..., Notebook],
) -> None:
    notebook = open_notebook([*SHOWN, TABLE], ".ppnb-table .ppnb-board", reduced_motion="reduce")
    board, table = board_of(notebook), board_of(notebook, 1)
    second, last = caption(notebook, 1), caption(notebook, -1)
    expect_caption(board, caption(notebook, 0))
    end_kernel(notebook)
    forward(board)
    expect_caption(board, second)
    board.get_by_role("slider", name="Whole game").focus()
    notebook.page.keyboard.press("End")
    expect_caption(board, last)
    roll = table.get_by_role("button", name="Roll for Piecepackman")
    roll.click()
    expect(table.locator(".ppnb-bubble")).to_contain_text("This board's kernel has ended: run the")
    expect(table).not_to_have_attribute("data-waiting", "yes")
    expect(roll).to_be_enabled()


def test_after_a_kernel_restart_a_replay_scrubs_without_running_a_cell(
    open_notebook: Callable[..., Notebook], jupyterlab: Server
) -> None:
    notebook = open_notebook([*SHOWN, TABLE], ".ppnb-table .ppnb-board", reduced_motion="reduce")
    board, table = board_of(notebook), board_of(notebook, 1)
    second = caption(notebook, 1)
    expect_caption(board, caption(notebook, 0))
    jupyterlab.ask("POST", f"/api/kernels/{notebook.kernel_id}/restart")
    notebook.wait_for_kernel("'replay' not in globals()")
    forward(board)
    expect_caption(board, second)
    table.get_by_role("button", name="Roll for Piecepackman").click()
    bubble = table.locator(".ppnb-bubble")
    expect(bubble).to_contain_text("No answer from Python yet", timeout=20_000)
    expect(bubble).to_contain_text("run the cells above and this one again")
    notebook.run_all(".ppnb-table .ppnb-board")
    expect_caption(board, caption(notebook, 0))
    forward(board)
    notebook.wait_for_kernel("replay.frame == 1")


def test_a_saved_replay_needs_no_kernel(open_notebook: Callable[..., Notebook]) -> None:
    notebook = open_notebook([*SHOWN, "replay.page()"], "iframe", reduced_motion="reduce")
    page, board = notebook.page, board_of(notebook)
    inside = page.frame_locator(".jp-Notebook iframe").locator(".ppnb-board")
    texts = [caption(notebook, frame) for frame in range(3)]
    expect_caption(board, texts[0])
    expect_caption(inside, texts[0])
    with saved_state(page):
        assert '"application/vnd.jupyter.widget-state+json"' in save(notebook)
    notebook.server.end_sessions()
    notebook.server.start_session(notebook.path)
    assert not notebook.kernel_eval("'replay' in globals()")  # another one, which knows no board
    open_saved(notebook)
    for shown in (board, inside):
        expect_caption(shown, texts[0])
        forward(shown)
        forward(shown)
        expect_caption(shown, texts[2])
