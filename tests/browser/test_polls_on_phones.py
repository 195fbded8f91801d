"""A class predicts on real pages: two phones, a projector and the host through a whole question."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

import piecepack_nb as pp
from piecepack_nb.hosting.poll_session import PollSession

PHONE, WIDE = {"width": 360, "height": 740}, {"width": 1366, "height": 768}
Visit = Callable[..., Page]


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PollSession]:
    monkeypatch.chdir(tmp_path)
    made = pp.host(pp.puzzles("piecepackman", "turns", count=2), journal=False)
    assert isinstance(made, PollSession)
    yield made
    made.close()


@pytest.fixture
def visit(chromium: Browser, session: PollSession) -> Iterator[Visit]:
    """Return a function that opens the session's page on a device of its own."""
    with ExitStack() as contexts:

        def opened(may: str = "join", size: Any = PHONE, theme: str = "light") -> Page:
            context = chromium.new_context(
                viewport=size, color_scheme=theme, has_touch=size is PHONE
            )  # type: ignore[arg-type]
            contexts.callback(context.close)
            page = context.new_page()
            page.goto(session.link(may))
            page.locator(".ppnb-poll-words").wait_for()
            return page

        yield opened


def words(page: Page) -> Any:
    return page.locator(".ppnb-poll-words")


def vote(page: Page, spot: str) -> None:
    page.locator(f'.ppnb-spot[data-spot="{spot}"]').click()
    expect(words(page)).to_contain_text("Your vote")


def overflow(page: Page) -> int:
    found: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return found


def assert_page_accessible(page: Page) -> None:
    """Assert that axe finds no fault in the whole page."""
    options = {"rules": {"region": {"enabled": False}}, "resultTypes": ["violations"]}
    found = Axe().run(page, options=options)
    assert found.violations_count == 0, found.generate_report()


def shot(name: str, page: Page) -> None:
    """Save a picture where the environment asks for them."""
    if folder := os.environ.get("PPNB_SHOTS"):
        page.screenshot(path=Path(folder, f"{name}.png"))


def test_two_phones_and_a_projector_go_through_a_question(
    session: PollSession, visit: Visit
) -> None:
    poll = session.poll
    bad, good = next(id for id in poll._spots if id != poll.right), poll.right
    host, screen = visit("host", WIDE), visit("screen", WIDE, "dark")
    ann, bob = visit(), visit(theme="dark")
    expect(words(screen)).to_contain_text("0 of 2 have voted")
    shot("ask-phone-light", ann)
    shot("ask-screen-dark", screen)
    vote(ann, bad)
    vote(bob, good)
    shot("voted-phone-dark", bob)
    expect(words(screen)).to_contain_text("2 of 2 have voted")
    shot("ask-host-light", host)
    host.get_by_role("button", name="Show the votes").click()
    expect(words(screen)).to_contain_text("What the class chose: 2 votes")
    expect(words(ann)).to_contain_text("Talk with your neighbours")
    expect(screen.locator(".ppnb-stage")).to_be_visible()
    shot("shown-phone-light", ann)
    shot("shown-screen-dark", screen)
    host.get_by_role("button", name="Vote again").click()
    expect(words(ann)).to_contain_text("Vote again")
    vote(ann, good)
    host.get_by_role("button", name="Show the answer").click()
    expect(words(ann)).to_contain_text("Your vote was right after talking, and wrong before.")
    expect(words(bob)).to_contain_text("Your vote was right.")
    expect(words(screen)).to_contain_text("1 of 2 right at first, after talking 1 of 1 right")
    expect(ann.locator(".ppnb-caption")).to_contain_text("Right.")
    for name, page in (("phone-light", ann), ("phone-dark", bob), ("screen-dark", screen)):
        page.locator("[data-playing]").wait_for(state="detached")
        assert overflow(page) <= 0
        assert_page_accessible(page)
        shot(f"answer-{name}", page)
    shot("answer-host-light", host)
    ann.reload()
    expect(words(ann)).to_contain_text("Your vote was right after talking, and wrong before.")
    host.get_by_role("button", name="Next question").click()
    expect(words(ann)).to_contain_text("Question 2. Choose your answer")
    assert pp.predictions("class").score == (1, 2)
