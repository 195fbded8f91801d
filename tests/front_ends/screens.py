"""The browsers of the matrix: Chromium by Playwright, Firefox by WebDriver BiDi.

Playwright can't drive Debian's Firefox, which lacks a command of its (as of Firefox ESR 153).
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import websocket
from playwright.sync_api import Page, sync_playwright

from tests.browser.pages import DONT_WAIT
from tests.front_ends.robot import Point, Screen
from tools.chromium import find

WIDTH, HEIGHT = 1366, 1000
SECONDS = 240
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
PREFERENCES = {
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.disable_beforeunload": True,
    "focusmanager.testmode": True,  # a window without a screen has the focus
    "remote.active-protocols": 1,  # WebDriver BiDi
    "toolkit.telemetry.enabled": False,
}


class ChromiumScreen:
    """A page of Playwright's."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, address: str) -> None:
        """Load an address."""
        self.page.goto(address, wait_until="commit")

    def evaluate(self, function: str, argument: Any = None) -> Any:
        """Return what a JavaScript function returns, through JSON."""
        return self.page.evaluate(function, argument)

    def drag(self, *points: Point) -> None:
        """Press the mouse at the first point, and release it at the last one."""
        mouse = self.page.mouse
        mouse.move(*points[0])
        mouse.down()
        for point in points[1:]:
            mouse.move(*point, steps=5)
        mouse.up()


class FirefoxScreen:
    """A page of Firefox, over its WebDriver BiDi connection."""

    def __init__(self, address: str) -> None:
        self._socket = websocket.create_connection(
            f"{address}/session", timeout=SECONDS, suppress_origin=True
        )
        self._last = 0
        self._ask("session.new", capabilities={})
        # A new tab has the focus, without which JupyterLab knows no current notebook; the first
        # page of a headless Firefox never gets it.
        self._page = self._ask("browsingContext.create", type="tab")["context"]
        window = {"width": WIDTH, "height": HEIGHT}
        self._ask("browsingContext.setViewport", context=self._page, viewport=window)

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Return the answer to a command; raise RuntimeError with Firefox's message."""
        self._last += 1
        self._socket.send(json.dumps({"id": self._last, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv())
            if answer.get("id") == self._last:
                break
        if answer["type"] == "error":
            raise RuntimeError(f"{method}: {answer['message']}")
        return dict(answer["result"])

    def open(self, address: str) -> None:
        """Load an address."""
        self._ask("browsingContext.navigate", context=self._page, url=address, wait="none")

    def evaluate(self, function: str, argument: Any = None) -> Any:
        """Return what a JavaScript function returns, through JSON."""
        call = f"Promise.resolve(({function})({json.dumps(argument)}))"
        answer = self._ask(
            "script.evaluate",
            expression=f"{call}.then((value) => JSON.stringify(value ?? null))",
            target={"context": self._page},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def drag(self, *points: Point) -> None:
        """Press the mouse at the first point, and release it at the last one."""

        def move(point: Point, milliseconds: int) -> dict[str, Any]:
            x, y = map(round, point)
            return {"type": "pointerMove", "x": x, "y": y, "duration": milliseconds}

        first, *others = points
        steps = [move(first, 0), {"type": "pointerDown", "button": 0}]
        steps += [move(point, 100) for point in others] + [{"type": "pointerUp", "button": 0}]
        mouse = {"type": "pointer", "id": "mouse", "actions": steps}
        self._ask("input.performActions", context=self._page, actions=[mouse])


Route = Callable[[Any], None]


@contextmanager
def chromium(route: Route | None = None) -> Iterator[Screen]:
    """A new Chromium with one page; ``route`` answers what the page asks of other hosts."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=ARGUMENTS)
        context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT})
        context.add_init_script(DONT_WAIT)
        page = context.new_page()
        if route:
            page.route(re.compile(r"^https://"), route)
        yield ChromiumScreen(page)
        browser.close()


@contextmanager
def firefox() -> Iterator[Screen]:
    """A new Firefox with one page and an empty profile."""
    found = shutil.which("firefox-esr") or shutil.which("firefox")
    assert found, "no Firefox found; install it, or leave its rows out"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        lines = (f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in PREFERENCES.items())
        Path(folder, "user.js").write_text("\n".join(lines), encoding="utf-8")
        command = [found, "--headless", "--remote-debugging-port=0", "--profile", folder]
        running = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        try:
            yield FirefoxScreen(_address(running))
        finally:
            running.terminate()
            running.wait(20)


def _address(running: subprocess.Popen[str]) -> str:
    """Return the address that Firefox prints; go on reading, so that it can go on printing."""
    assert running.stderr
    for line in running.stderr:
        if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", line):
            threading.Thread(target=running.stderr.read, daemon=True).start()
            return found[1]
    raise AssertionError("Firefox ended before it listened")


BROWSERS = {"Chromium": chromium, "Firefox": firefox}
