"""A real Chromium for the tests in this folder: alone with a widget, or with a real JupyterLab.

A missing browser fails the tests that need it, in one line; it never skips them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from piecepack_nb.widgets import table
from tests.browser.blank import BlankPage
from tests.browser.lab import SECONDS, LabPages, Notebook, Server, copy_in
from tests.browser.pages import Pages
from tools.chromium import SHELLS, NoChromium, find

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]

# Playwright's 5 seconds would judge a busy machine, not the page; a test that passes doesn't wait.
expect.set_options(timeout=SECONDS * 1000)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser; open pages of it by way of `blank_page` or `open_notebook`."""
    path, problem = "", ""
    try:
        path = find(*SHELLS)
    except NoChromium as error:
        problem = str(error)
    if problem:
        pytest.fail(problem, pytrace=False)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def pages(chromium: Browser) -> Pages:
    """The blank pages of the whole run, each used by many tests."""
    return Pages(chromium)


@pytest.fixture(autouse=True)
def not_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game is a first one: tables don't wait, unless a test says so."""
    monkeypatch.setattr(table, "is_first_game", lambda _name: False)


@pytest.fixture
def blank_page(pages: Pages) -> Iterator[Callable[..., BlankPage]]:
    """Opens a blank page to mount a widget's module in: `blank_page(width=320)`.

    Takes Playwright's options of a context too: `color_scheme="dark"`, `reduced_motion="reduce"`,
    `has_touch=True`. A test fails when its page raised or logged an error; a test that expects one
    takes it out of `.errors`.
    """
    opened: list[BlankPage] = []
    with ExitStack() as stack:

        def open_page(width: int = 800, height: int = 900, **options: Any) -> BlankPage:
            page = stack.enter_context(pages.page(width, height, **options))
            opened.append(stack.enter_context(BlankPage(page)))
            return opened[-1]

        yield open_page
        errors = [error for blank in opened for error in blank.errors]
    assert not errors, errors


@pytest.fixture(scope="session")
def jupyterlab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One JupyterLab server for the whole run."""
    with Server(tmp_path_factory.mktemp("jupyterlab")) as server:
        yield server


@pytest.fixture(scope="session")
def lab_pages(chromium: Browser) -> LabPages:
    """The pages with JupyterLab of the whole run, each used by many tests."""
    return LabPages(chromium)


@pytest.fixture(scope="module")
def same_notebook(lab_pages: LabPages, jupyterlab: Server) -> Iterator[Callable[..., Notebook]]:
    """Opens a notebook once for a whole file: `same_notebook(cells, wait_for=".ppnb-board")`.

    Each test begins with every output cleared and every cell run again, in the same kernel and the
    same page, which takes a fraction of the time that another notebook takes; `before` is code that
    the kernel runs first. The notebook is a list of cells or a file; another one than the test
    before had takes its place. For files whose tests neither end the kernel nor use
    `open_notebook` too.
    """
    with ExitStack() as stack:
        stack.callback(end_others, jupyterlab, lab_pages)
        opened: dict[str, Notebook] = {}

        def open_again(path: Path | list[str], wait_for: str = "", before: str = "") -> Notebook:
            key = repr(path)
            if key in opened:
                opened[key].clear()
            elif opened:
                (_, notebook) = opened.popitem()
                opened[key] = notebook.swap(copy_in(jupyterlab, path))
            else:
                page, kept = stack.enter_context(lab_pages.page(1280, 1000))
                opened[key] = Notebook(jupyterlab, page, copy_in(jupyterlab, path))
                opened[key].open_beside(kept)
            opened[key].kernel_eval(before)
            opened[key].run_all(wait_for)
            return opened[key]

        yield open_again


@pytest.fixture
def open_notebook(lab_pages: LabPages, jupyterlab: Server) -> Iterator[Callable[..., Notebook]]:
    """Opens a notebook in JupyterLab and runs it: `open_notebook(path, wait_for=".ppnb-board")`.

    `path` is a notebook file (a copy is opened) or a list of cells. Its kernel may have served
    another test, with whose names and widgets it has nothing left. `run=False` only opens it.
    `fresh=True` loads JupyterLab anew, as a test must that changes the server's settings, and
    starts a kernel. Takes Playwright's options of a context too, such as `color_scheme="dark"`.
    """
    with ExitStack() as stack:
        stack.callback(end_others, jupyterlab, lab_pages)

        def open_one(
            path: str | Path | list[str],
            wait_for: str = "",
            *,
            run: bool = True,
            width: int = 1280,
            height: int = 1000,
            fresh: bool = False,
            **options: Any,
        ) -> Notebook:
            page, kept = stack.enter_context(lab_pages.page(width, height, fresh=fresh, **options))
            notebook = Notebook(jupyterlab, page, copy_in(jupyterlab, path))
            notebook.open_beside(kept)
            if run:
                notebook.run_all(wait_for)
            return notebook

        yield open_one


def end_others(server: Server, pages: LabPages) -> None:
    """End all kernels but that of the notebook which stays open."""
    server.end_sessions(*pages.free.values())
