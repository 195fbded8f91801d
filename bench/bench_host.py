"""Measure a hosted session: python -m bench.bench_host (a minute; needs Chromium).

Real pages join and play; the other devices are WebSockets of one process that read all they get.
Times are in milliseconds, as best, median and worst of the moves.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

import piecepack_nb as pp
from piecepack_nb.hosting.tables import TableSession
from tests.hosting.clients import sat
from tools.chromium import SHELLS, find

MOVES = 20
"""The moves of a measurement."""
PHONE: Any = {"width": 360, "height": 740}
CHANGED = """() => {
  window.changed = new Promise((done) => new MutationObserver((_, observer) => {
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(Date.now())));
  }).observe(document.querySelector(".ppnb-board"), { subtree: true, childList: true,
    attributes: true, characterData: true }));
}"""
"""Notes when the next change of the board is painted."""
ENTER = """() => {
  const field = document.querySelector(".ppnb-move-input-field");
  const now = Date.now();
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  field.form?.requestSubmit();
  return now;
}"""


def times(found: list[float]) -> str:
    """Return the best, the median and the worst of some seconds."""
    each = (min(found), statistics.median(found), max(found))
    return " / ".join(f"{1000 * one:.0f}" for one in each) + " ms"


def join(page: Page, link: str) -> None:
    """Join as a person does: open the link, take any seat, wait for the board."""
    page.goto(link)
    page.get_by_role("button", name="free").first.click()
    page.locator(".ppnb-board").wait_for()


def read_all(session: TableSession, places: list[tuple[int, str]]) -> None:
    """Seat devices, no seat for a watcher, each in a thread of its own that reads all it gets."""

    def read(place: tuple[int, str], seated: threading.Event) -> None:
        client = sat(session, place[0], *filter(None, place[1:]))
        seated.set()
        with suppress(Exception):  # until the session has ended
            while client.read():
                client.texts.clear()

    for place in places:
        seated = threading.Event()
        threading.Thread(target=read, args=[place, seated], daemon=True).start()
        seated.wait()


def six_phones(browser: Browser) -> None:
    """Measure the time from the call to the sixth phone with its board."""
    with ExitStack() as stack:
        pages = [browser.new_context(viewport=PHONE).new_page() for _ in range(6)]
        start = time.perf_counter()
        session = pp.host("paco", players=6, journal=False)
        stack.callback(session.close)
        opened = time.perf_counter() - start
        for page in pages:
            join(page, session.link())
        print(f"from the call to its link {opened:.2f} s, to the sixth phone at its seat "
              f"{time.perf_counter() - start:.2f} s, one after the other")  # fmt: skip
        for page in pages:
            page.context.close()


def click_to_paint(browser: Browser, devices: int) -> None:
    """Measure from a typed move on one page to the changed picture on another."""
    session = pp.host("activator", journal=False, seed=1)
    assert isinstance(session, TableSession)
    session.start()
    red, blue = (browser.new_context(viewport=PHONE).new_page() for _ in range(2))
    for page in (red, blue):
        join(page, session.link())
    read_all(session, [(1, "")] * (devices - 2))
    match, random, found = session.rooms[0].table.match, Random(1), []
    pages = {"red": red, "blue": blue}
    while len(found) < MOVES and match.result is None:
        seat = match.to_act.seats[0]
        mover, other = pages[seat], pages["blue" if seat == "red" else "red"]
        field = mover.locator(".ppnb-move-input-field")
        field.fill(str(random.choice([*match.moves()])))
        other.evaluate(CHANGED)
        start = mover.evaluate(ENTER)
        found.append((other.evaluate("window.changed") - start) / 1000)
        for page in pages.values():
            page.locator("[data-playing]").wait_for(state="detached")
    print(f"click to paint on another device, {devices} devices: {times(found)}")
    for page in pages.values():
        page.context.close()
    session.close()


def eight_tables() -> None:
    """Measure memory and processor time of eight tables with 30 devices that play."""
    before = resource.getrusage(resource.RUSAGE_SELF)
    session = pp.host("paco", tables=8, players=4, journal=False, seed=3)
    assert isinstance(session, TableSession)
    while len(session.rooms) < 8:
        session.open_room()
    session.start()
    seats = [(room.number, seat) for room in session.rooms for seat in room.seats][:30]
    read_all(session, seats)
    start, made = time.perf_counter(), 0
    used = time.process_time()
    random = Random(2)
    while time.perf_counter() - start < 10:
        for room in session.rooms:
            match = room.table.match
            moves = [*match.moves()] if match.result is None else []
            if moves:
                match.play(random.choice(moves))
                made += 1
        time.sleep(1)
    seconds = time.perf_counter() - start
    busy = (time.process_time() - used) / seconds
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before.ru_maxrss
    memory = f"{grown / 1024:.0f} MB more with its clients"
    print(f"8 tables, 30 devices: {memory}, {made / seconds:.0f} moves/s take {busy:.0%} of a core")
    session.close()


@contextmanager
def command(folder: str) -> Iterator[tuple[list[str], subprocess.Popen[str]]]:
    """Run the terminal's host in a folder; yield its links and its process."""
    call = [sys.executable, "-m", "piecepack_nb", "host", "activator", "--no-browser"]
    path = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    running = subprocess.Popen(call, cwd=folder, env=path, stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    lines = [running.stdout.readline() for _ in range(3)]
    links = [word for line in lines for word in line.split() if word.startswith("http")]
    yield links, running


def recovery(browser: Browser) -> None:
    """Measure how long a phone is away after a reload, and after kill -9 and the same call."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        links, running = stack.enter_context(command(folder))
        pages = [browser.new_context(viewport=PHONE).new_page() for _ in range(2)]
        host = browser.new_context().new_page()
        joined = next(link for link in links if link_is(host, link, "Choose a seat"))
        for page in pages:
            join(page, joined)
        start = time.perf_counter()
        pages[0].reload()
        pages[0].locator(".ppnb-board").wait_for()
        print(f"a reloaded phone is back after {time.perf_counter() - start:.2f} s")
        running.kill()
        running.wait()
        for page in pages:
            page.locator("#status", has_text="lost").wait_for()
        start = time.perf_counter()
        _, again = stack.enter_context(command(folder))
        up = time.perf_counter() - start
        for page in pages:
            page.locator("body[data-connected=yes]").wait_for()
        print(f"after kill -9 the same call answers after {up:.2f} s, and both phones are back "
              f"after {time.perf_counter() - start:.2f} s")  # fmt: skip
        again.kill()
        again.wait()


def link_is(page: Page, link: str, text: str) -> bool:
    """Return True if a link's page has a text."""
    page.goto("about:blank")
    page.goto(link)
    page.locator("body[data-connected=yes]").wait_for()
    return text in page.locator("body").inner_text()


def main() -> None:
    """Print all measurements."""
    eight_tables()
    with sync_playwright() as playwright:
        path = find(*SHELLS)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        six_phones(browser)
        for devices in (2, 10, 30):
            click_to_paint(browser, devices)
        recovery(browser)
        browser.close()


if __name__ == "__main__":
    main()
