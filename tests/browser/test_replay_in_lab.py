"""A replay in a real JupyterLab: reloaded, shown twice, scrolled away, and with its kernel gone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, expect

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
TABLE = """
import piecepack_nb as pp
table = pp.play(seed=7, journal=False)
table
"""

pytestmark = pytest.mark.xdist_group("jupyterlab")


def board_of(notebook: Notebook, number: int = 0) -> Locator:
    return notebook.page.locator(".ppnb-board").nth(number)


def caption(notebook: Notebook, frame: int) -> str:
    return str(notebook.kernel_eval(f"replay._film.frames[{frame}].caption"))


def forward(board: Locator) -> None:
    board.get_by_role("button", name="Next step", exact=True).first.click()


def says(board: Locator, text: str) -> None:
    expect(board.locator(".ppnb-caption")).to_contain_text(text, timeout=MINUTE)


def save(notebook: Notebook) -> str:
    """Ctrl+S, and wait until the whole document is on the disk; its text."""
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


@pytest.fixture
def saved_state(jupyterlab: Server) -> Iterator[None]:
    """The state of widgets is saved with the notebook."""
    with setting(jupyterlab, "@jupyter-widgets/jupyterlab-manager/plugin", '{"saveState": true}'):
        yield


def test_the_reader_and_python_both_move_it(open_notebook: Callable[..., Notebook]) -> None:
    notebook = open_notebook(SHOWN, wait_for=".ppnb-film", reduced_motion="reduce")
    board = board_of(notebook)
    says(board, caption(notebook, 0))
    # JupyterLab has a style for every button, which must not win over the board's own
    expect(board.get_by_role("button", name="Play", exact=True)).to_have_css("border-radius", "50%")
    expect(board.locator("button.ppnb-chip").first).to_have_css("border-radius", "9px")
    forward(board)
    forward(board)
    says(board, caption(notebook, 2))
    notebook.wait_for_kernel("replay.frame == 2")
    notebook.kernel_eval("replay.goto(5)")
    says(board, caption(notebook, 5))


def end_kernel(notebook: Notebook) -> None:
    """End the kernel for good, and wait until the page knows."""
    notebook.server.end_sessions()
    gone = '.jp-Notebook-ExecutionIndicator[data-status="disconnected"]'
    notebook.page.locator(gone).first.wait_for(timeout=MINUTE)


def test_shown_twice_each_reader_goes_their_own_way_and_python_moves_both(
    open_notebook: Callable[..., Notebook],
) -> None:
    notebook = open_notebook([*SHOWN, "replay"], wait_for=".ppnb-board", reduced_motion="reduce")
    one, two = board_of(notebook), board_of(notebook, 1)
    says(two, caption(notebook, 0))
    forward(one)
    forward(one)
    notebook.wait_for_kernel("replay.frame == 2")
    says(one, caption(notebook, 2))
    says(two, caption(notebook, 0))
    forward(two)
    notebook.wait_for_kernel("replay.frame == 1")
    says(two, caption(notebook, 1))
    notebook.kernel_eval("replay.goto(5)")
    says(one, caption(notebook, 5))
    says(two, caption(notebook, 5))


def test_scrolled_out_of_view_and_back(
    open_notebook: Callable[..., Notebook], full_windowing: None
) -> None:
    tall = "print('\\n' * 60)"
    notebook = open_notebook(
        [*SHOWN, *[tall] * 12], ".ppnb-board", fresh=True, reduced_motion="reduce"
    )
    page, board = notebook.page, board_of(notebook)
    board.scroll_into_view_if_needed()
    forward(board)
    says(board, caption(notebook, 1))
    notebook.wait_for_kernel("replay.frame == 1")
    scrolled = page.locator(".jp-Notebook .jp-WindowedPanel-outer").first
    scrolled.evaluate("panel => { panel.scrollTop = panel.scrollHeight; }")
    expect(board).not_to_be_in_viewport()
    notebook.kernel_eval("replay.goto(4)")
    scrolled.evaluate("panel => { panel.scrollTop = 0; }")
    expect(board).to_be_in_viewport()
    says(board, caption(notebook, 4))
    forward(board)
    says(board, caption(notebook, 5))
    expect(page.locator(".ppnb-board")).to_have_count(1)


def test_after_a_reload_of_the_page_it_stands_where_it_stood(
    open_notebook: Callable[..., Notebook],
) -> None:
    notebook = open_notebook(SHOWN, wait_for=".ppnb-board", reduced_motion="reduce")
    board = board_of(notebook)
    forward(board)
    forward(board)
    notebook.wait_for_kernel("replay.frame == 2")
    save(notebook)
    notebook.open()
    says(board, caption(notebook, 2))
    forward(board)
    says(board, caption(notebook, 3))
    notebook.wait_for_kernel("replay.frame == 3")


def test_when_the_kernel_has_ended_it_scrubs_on_and_a_table_says_so(
    open_notebook: Callable[..., Notebook],
) -> None:
    notebook = open_notebook([*SHOWN, TABLE], ".ppnb-table .ppnb-board", reduced_motion="reduce")
    board, table = board_of(notebook), board_of(notebook, 1)
    second, last = caption(notebook, 1), caption(notebook, -1)
    says(board, caption(notebook, 0))
    end_kernel(notebook)
    forward(board)
    says(board, second)
    board.get_by_role("slider", name="Whole game").focus()
    notebook.page.keyboard.press("End")
    says(board, last)
    roll = table.get_by_role("button", name="Roll for Piecepackman")
    roll.click()
    expect(table.locator(".ppnb-bubble")).to_contain_text("The kernel has stopped")
    expect(table).not_to_have_attribute("data-waiting", "yes")
    expect(roll).to_be_enabled()


def test_after_a_restart_of_the_kernel_nothing_need_be_run_to_scrub(
    open_notebook: Callable[..., Notebook], jupyterlab: Server
) -> None:
    notebook = open_notebook([*SHOWN, TABLE], ".ppnb-table .ppnb-board", reduced_motion="reduce")
    board, table = board_of(notebook), board_of(notebook, 1)
    second = caption(notebook, 1)
    says(board, caption(notebook, 0))
    jupyterlab.ask("POST", f"/api/kernels/{notebook.kernel_id}/restart")
    notebook.wait_for_kernel("'replay' not in globals()")
    forward(board)
    says(board, second)
    table.get_by_role("button", name="Roll for Piecepackman").click()
    bubble = table.locator(".ppnb-bubble")
    expect(bubble).to_contain_text("No answer from Python yet", timeout=20_000)
    expect(bubble).to_contain_text("run the cell again")
    notebook.run_all(".ppnb-table .ppnb-board")
    says(board, caption(notebook, 0))
    forward(board)
    notebook.wait_for_kernel("replay.frame == 1")


def test_saved_with_its_state_or_as_a_page_it_needs_no_kernel(
    open_notebook: Callable[..., Notebook], saved_state: None
) -> None:
    notebook = open_notebook(
        [*SHOWN, "replay.page()"], "iframe", fresh=True, reduced_motion="reduce"
    )
    page, board = notebook.page, board_of(notebook)
    inside = page.frame_locator(".jp-Notebook iframe").locator(".ppnb-board")
    texts = [caption(notebook, frame) for frame in range(3)]
    says(board, texts[0])
    says(inside, texts[0])
    assert '"application/vnd.jupyter.widget-state+json"' in save(notebook)
    notebook.server.end_sessions()
    notebook.open()  # with another kernel, which knows of no board
    assert not notebook.kernel_eval("'replay' in globals()")
    for shown in (board, inside):
        says(shown, texts[0])
        forward(shown)
        forward(shown)
        says(shown, texts[2])
