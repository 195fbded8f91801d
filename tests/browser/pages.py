"""Blank pages that tests use one after the other.

A new page needs a new process of the browser, a second of processor time; a used one is emptied in
a tenth of that. One that can't be emptied wholly, such as a page with a stopped clock, is closed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Error, Page

FORGET = """() => {
  try { localStorage.clear(); sessionStorage.clear(); } catch {}  // about:blank has neither
}"""


DONT_WAIT = "try { localStorage.setItem('ppnb-wait', 'no'); } catch {}"
"""For an init script: tables don't wait for the reader after the others' moves."""


class Pages:
    """The blank pages of one browser; those that are free, by the options of their context."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.free: dict[str, list[Page]] = defaultdict(list)

    @contextmanager
    def page(self, width: int, height: int, **options: Any) -> Iterator[Page]:
        """A page as if it were new: no script, listener, route, cookie or storage of another test.

        Takes Playwright's options of a context too.
        """
        free = self.free[repr(sorted(options.items()))]
        if free:
            page = free.pop()
            page.set_viewport_size({"width": width, "height": height})
        else:
            context = self.browser.new_context(
                viewport={"width": width, "height": height}, **options
            )
            page = context.new_page()
        try:
            yield page
        finally:
            if emptied(page):
                free.append(page)
            else:
                page.context.close()


def emptied(page: Page) -> bool:
    """Empty the page; return False if something of the test remains."""
    try:
        page.mouse.up()
        page.mouse.move(-1, -1)
        page.evaluate(FORGET)
        page.goto("about:blank")
        page.unroute_all()
        page.context.clear_cookies()
        whole = page.evaluate("() => /native code/.test(setTimeout)")  # not Playwright's clock
    except Error:
        return False
    return bool(whole) and page.context.pages == [page]
