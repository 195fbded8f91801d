"""Reports and hand-outs with hostile titles in a real browser: no script of theirs runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

import piecepack_nb as pp
from piecepack_nb.lab.measures import measures
from piecepack_nb.lab.report import Report
from tests.soak.injection import titled

HOSTILE = 'x" onload="top.hacked = 1"><script>top.hacked = 1</script>\u202e'
ADDED = "<script>top.hacked = 1</script><img src=x onerror='top.hacked = 1'>"


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context()
    yield context.new_page()
    context.close()


def shown() -> dict[str, tuple[str, str]]:
    """Return the output and the page of each kind."""
    game = titled(HOSTILE)
    report = Report(measures(game, 2, seats="random", playouts=1))
    sheet = pp.handout(game)
    return {
        "report": (report._repr_html_(), report.html),
        "hand-out": (sheet._repr_html_(), str(sheet)),
    }


@pytest.mark.parametrize("kind", ["report", "hand-out"])
def test_a_hostile_title_runs_no_script(page: Page, tmp_path: Path, kind: str) -> None:
    output, html = shown()[kind]
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.set_content(f"<!doctype html>{output}")
    frame = page.frame_locator("iframe")
    assert "\\u202e" in frame.locator("html").inner_text()
    assert page.locator("iframe").get_attribute("onload") is None
    assert page.evaluate("window.hacked") is None
    assert said == [], "its own styles are allowed"
    file = tmp_path / "page.html"
    file.write_text(html.replace("</body>", f"{ADDED}</body>"), encoding="utf-8")
    page.goto(file.as_uri())
    page.wait_for_function("document.images.length === 1 && document.images[0].complete")
    assert page.evaluate("window.hacked") is None
    assert any("Content Security Policy" in each for each in said), "what is added may not run"
