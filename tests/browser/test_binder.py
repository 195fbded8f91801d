"""What Binder would serve, built from ``binder/`` alone: the start notebook's board is played on.

The environment is made as tests/binder.py says, which takes half a minute.
"""

from __future__ import annotations

import re
import shutil
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.binder import Environment, canonical, pins
from tests.browser.lab import Notebook, Server, browser_page

START = "notebooks/00_start_here.ipynb"
MINUTE = 60_000


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    environment = Environment(tmp_path_factory.mktemp("binder"))
    if environment.remark:
        warnings.warn(environment.remark, stacklevel=1)
    environment.build()
    return environment


@pytest.fixture(scope="module")
def serving(built: Environment, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server"), built.python, built.repository) as server:
        yield server


@pytest.fixture
def binder(built: Environment, serving: Server) -> Iterator[Server]:
    """The server, with no game begun and no kernel running."""
    shutil.rmtree(built.repository / "notebooks" / ".piecepack_nb", ignore_errors=True)
    yield serving
    serving.end_sessions()


def rolled(board: Locator) -> Locator:
    """Wait until Piecepackman has moved and the button to agree on an order shows."""
    return board.get_by_role("button", name=re.compile("Agree, and roll"))


def roll(board: Locator) -> None:
    """Roll for Piecepackman, and wait for his move."""
    board.get_by_role("button", name="Roll for Piecepackman").click()
    expect(rolled(board)).to_be_visible(timeout=MINUTE)


def agree(board: Locator) -> None:
    """Agree on the ghosts' order, and wait for the first ghost's squares."""
    rolled(board).click()
    legal = board.get_by_role("button", name=re.compile(", legal"))
    expect(legal.first).to_be_visible(timeout=MINUTE)


def test_the_build_adds_its_pins_without_node_or_compiler(
    built: Environment,
) -> None:
    base = {canonical(name): version for name, version in built.plan.base.items()}
    kept = {name: version for name, version in built.came_with_base.items() if name in base}
    assert {**kept, "pip": base["pip"]} == {name: base[name] for name in kept}
    now = built.installed()
    pinned = pins((built.repository / "binder/requirements.txt").read_text(encoding="utf-8"))
    assert pinned.items() <= now.items()
    assert {name for name in now if now[name] != built.came_with_base.get(name)} <= pinned.keys()
    assert not built.called


def test_the_board_is_playable_in_binders_jupyterlab(
    built: Environment, binder: Server, chromium: Browser
) -> None:
    """That JupyterLab takes what is scrolled out of sight off the page; a board comes back."""
    with browser_page(chromium, 1280, 1000) as page:
        notebook = Notebook(binder, page, START)
        notebook.open()
        page.locator(".jp-CodeCell .cm-content").first.click()
        page.keyboard.press("Control+Enter")
        board = page.locator(".ppnb-board").first
        expect(board).to_be_visible(timeout=MINUTE)
        version = "__import__('importlib.metadata').metadata.version('jupyterlab')"
        assert notebook.kernel_eval(version) == built.plan.base["jupyterlab"]
        home = Path(notebook.kernel_eval("str(pp.__file__)"))
        assert home.is_relative_to(built.repository), "the package is the checkout's own"
        roll(board)
        notebook.wait_for_kernel("table.match.state.phase == 'order'")
        notebook.run_all()
        expect(board).to_be_hidden(timeout=MINUTE)
        page.locator(".jp-NotebookPanel .jp-WindowedPanel-outer").evaluate("e => e.scrollTo(0, 0)")
        expect(rolled(board)).to_be_visible(timeout=MINUTE)
        agree(board)
        moves = notebook.kernel_eval(
            "[str(played.move).split()[0] for played in table.match.record]"
        )
        assert moves == ["setup", "roll", "order", "roll"]


def test_the_board_is_playable_in_voila(binder: Server, chromium: Browser) -> None:
    with browser_page(chromium, 1280, 1000) as page:
        address = f"{binder.url}/voila/render/{START}?token={binder.token}"
        page.goto(address, wait_until="commit", timeout=2 * MINUTE)
        board = page.locator(".ppnb-board").first
        expect(board).to_be_visible(timeout=2 * MINUTE)  # it runs the whole notebook first
        roll(board)
        agree(board)


def test_readers_are_asked_nothing_about_news(binder: Server) -> None:
    settings = binder.ask("GET", "/lab/api/settings/@jupyterlab/apputils-extension:notification")
    assert settings["schema"]["properties"]["fetchNews"]["default"] == "false"
    assert settings["schema"]["properties"]["checkForUpdates"]["default"] is False
