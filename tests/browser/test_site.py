"""The site in a real browser: a play page and JupyterLite, which ask no other host for anything."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tools import site

FRONTEND = Path(__file__).parents[2] / "piecepack_nb/widgets/frontend"
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
MINUTES = 4 * 60_000  # milliseconds; Python starts in the page, on a busy machine
RUN_ALL = "() => jupyterapp.commands.execute('notebook:run-all-cells').then(() => null)"
OPENED = "() => document.body.dataset.ready || document.body.dataset.failed"
HAS_NOTEBOOK = """() => globalThis.jupyterapp?.shell.currentWidget?.context?.isReady
  && jupyterapp.shell.currentWidget.sessionContext.session?.kernel?.status === "idle"
"""


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    """The address of the site, built now."""
    site.build()
    with site.server() as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_address[1]}/"
        serving.shutdown()


@pytest.fixture
def page(chromium: Browser, served: str) -> Iterator[Page]:
    """A page that may reach nothing but the site; what it asks elsewhere fails the test."""
    context = chromium.new_context(viewport={"width": 1366, "height": 768})
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    yield context.new_page()
    context.close()
    assert [url for url in asked if url.startswith("http") and not url.startswith(served)] == []


def rolled(page: Page) -> None:
    """Roll for Piecepackman, and wait until he has moved."""
    page.get_by_role("button", name="Roll for Piecepackman").click(timeout=MINUTES)
    agreed = page.get_by_role("button", name=re.compile("Agree, and roll"))
    expect(agreed).to_be_visible(timeout=MINUTES)


def test_a_play_page_opens_a_table_that_plays_offline_and_resumes(page: Page, served: str) -> None:
    page.goto(f"{served}play/piecepackman/")
    expect(page.locator(".still svg")).to_be_visible()
    page.wait_for_function(OPENED, timeout=MINUTES)
    assert page.locator("body[data-failed]").count() == 0, page.locator("#status").inner_text()
    rolled(page)
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)", timeout=MINUTES)
    page.context.set_offline(True)
    page.reload()
    agree = page.get_by_role("button", name=re.compile("Agree, and roll"))
    expect(agree).to_be_visible(timeout=MINUTES)  # where the game was left
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download my games").click()
    text = saved.value.path().read_text(encoding="utf-8")
    assert re.search(r'"piecepackman-\w+\.jsonl": "', text)


def test_every_game_has_a_page_with_its_picture(page: Page, served: str) -> None:
    page.goto(served)
    links = page.locator(".games h2 a")
    assert links.count() == 5
    for link in links.all():
        answer = page.request.get(served + str(link.get_attribute("href")))
        assert answer.ok
        assert "<svg" in answer.text()


def test_the_start_notebook_plays_in_jupyterlite(page: Page, served: str) -> None:
    page.goto(f"{served}lite/lab/index.html?path=00_start_here.ipynb")
    page.wait_for_function(HAS_NOTEBOOK, timeout=MINUTES)
    page.evaluate(RUN_ALL)
    rolled(page)


@pytest.mark.skipif(not FIREFOX, reason="needs Firefox, which .ci/run installs on Debian")
def test_a_whole_turn_of_piecepackman_in_firefox(served: str, tmp_path: Path) -> None:
    if not (FRONTEND / "node_modules/puppeteer-core").is_dir():
        subprocess.run(
            ["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=FRONTEND, check=True
        )
    play = ["node", "browsers/firefox.mjs", str(FIREFOX), f"{served}play/piecepackman/"]
    env = {**os.environ, "HOME": str(tmp_path)}
    done = subprocess.run(
        play, cwd=FRONTEND, env=env, capture_output=True, text=True, check=False, timeout=420
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("a whole turn is played\n")
