"""A game's table in a real JupyterLab: what its tests wait for, and what they ask the kernel."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.lab import Notebook

MINUTE = 60_000


def rests(board: Locator, text: str) -> None:
    """Wait until the board shows this caption and nothing moves."""
    expect(board.locator(".ppnb-caption")).to_contain_text(text, timeout=MINUTE)
    expect(board).not_to_have_attribute("data-playing", "yes", timeout=MINUTE)
    expect(board.locator('[data-spot][aria-disabled="true"]')).to_have_count(0, timeout=MINUTE)


def made(notebook: Notebook, number: int = 0) -> str:
    """Return a move of the record of ``table``, as text."""
    return str(notebook.kernel_eval(f"str(table.match.record[{number}].move)"))
