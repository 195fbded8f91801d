"""Measure the site: python -m bench.bench_site (two minutes; needs make site, and Chromium).

The site is served from this machine, uncompressed, so that times are of the browser's work and not
of a network. Times are best, median and worst, of visits with an empty cache, of later ones, and of
changes of a program until the changed board is painted, without the pause that the page waits.
"""

from __future__ import annotations

import gzip
import os
import statistics
import threading
import time
from pathlib import Path
from urllib.parse import unquote, urlsplit

from playwright.sync_api import Browser, Page, sync_playwright

from tools import site
from tools.chromium import SHELLS, find

VISITS, EDITS = 5, 6
"""The visits, and the changes at each of them."""
PAUSE = 400  # milliseconds, as in src/site/make.js
MINUTES = 4 * 60_000
FILM = "() => document.images[0].complete && document.images[0].naturalWidth > 0"
LOADED = """() => performance.getEntriesByType("resource").concat(
  performance.getEntriesByType("navigation")).map((each) => each.name)"""
NOW = "() => performance.timeOrigin + performance.now()"
PAINTED = """(before) => new Promise((done) => {
  const look = () => document.querySelectorAll(".ppnb-spot").length === before
    ? requestAnimationFrame(look)
    : requestAnimationFrame(() => done(performance.timeOrigin + performance.now()));
  look();
})"""
"""Returns when a board with another number of spots is painted."""


def main() -> None:
    """Print all figures."""
    if not (site.SITE / "index.html").exists():
        print("build/site is missing; run make site first")
        return
    with site.server() as serving, sync_playwright() as playwright:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{serving.server_address[1]}/"
        browser = playwright.chromium.launch(executable_path=find(*SHELLS), args=["--no-sandbox"])
        visits = [visit(browser, address, show=number == 0) for number in range(VISITS)]
        first, later, edits = ([each[name] for each in visits] for name in range(3))
        print(f"first visit to the board: {times(first)}, later: {times(later)}")
        changes = [one for each in edits for one in each]
        print(f"edit to the painted board, after the pause: {times(changes, 1000, 'ms')}")
        load = " / ".join(f"{each:.1f}" for each in os.getloadavg())
        print(f"the machine's load, over 1, 5 and 15 minutes: {load}; {os.cpu_count()} processors")
        browser.close()
        serving.shutdown()


def visit(browser: Browser, address: str, show: bool) -> tuple[float, float, list[float]]:
    """Return the seconds of a first visit, of a later one, and of edits; print its bytes."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    page = context.new_page()
    if show:
        page.goto(address)
        page.wait_for_function(FILM)
        page.wait_for_timeout(2000)
        print(f"the gallery's first view: {loaded(page)}")
    first, later = (opened(page, f"{address}make/?game=tic_tac_toe") for _ in range(2))
    if show:
        print(f"the page to write games on: {loaded(page)}")
    edits = [edited(page, number) for number in range(EDITS)]
    context.close()
    return first, later, edits


def opened(page: Page, address: str) -> float:
    """Return the seconds until the board of a game is there."""
    begun = time.perf_counter()
    page.goto(address)
    page.wait_for_selector("body[data-ready]", timeout=MINUTES)
    taken = time.perf_counter() - begun
    page.wait_for_timeout(3000)
    return taken


def edited(page: Page, number: int) -> float:
    """Return the seconds from a change of the program to the changed board, without the pause."""
    was, now = ("3", "4")[:: 1 if number % 2 == 0 else -1]
    frame = page.frames[1]
    before = frame.locator(".ppnb-spot").count()
    page.locator(".cm-line", has_text=f"squares(3, {was})").click()
    for key in ("End", "ArrowLeft", "Backspace"):
        page.keyboard.press(key)
    page.keyboard.insert_text(now)
    begun = page.evaluate(NOW)
    painted = frame.evaluate(PAINTED, before)
    page.wait_for_timeout(2500)  # the check that follows is over
    return float(painted - begun - PAUSE) / 1000


def loaded(page: Page) -> str:
    """Return how much a page has loaded, as files and as a host compresses them."""
    names = {unquote(urlsplit(each).path).lstrip("/") for each in page.evaluate(LOADED)}
    paths = [site.SITE / name for name in names]
    files = [path / "index.html" if path.is_dir() else path for path in paths]
    found = [file.read_bytes() for file in files if file.is_file()]
    packed = sum(len(gzip.compress(each, 6)) for each in found)
    films = sum(Path(name).parent.name == "films" for name in names)
    size = f"{sum(map(len, found)) / 1e6:.2f} MB in {len(found)} files ({films} of them films)"
    return f"{size}, {packed / 1e6:.2f} MB compressed"


def times(found: list[float], scale: int = 1, unit: str = "s") -> str:
    """Return the best, the median and the worst of some seconds."""
    each = (min(found), statistics.median(found), max(found))
    return " / ".join(f"{scale * one:.{1 if scale == 1 else 0}f}" for one in each) + f" {unit}"


if __name__ == "__main__":
    main()
