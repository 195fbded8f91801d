"""A game's table in a real JupyterLab: what its tests wait for, and what they ask the kernel."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.lab import Notebook

MINUTE = 60_000
STILL = """async (el) => {
  const middle = () => {
    const { x, y, width, height } = el.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  let before = middle();
  for (let frames = 0; frames < 10; frames++) {
    await new Promise(requestAnimationFrame);
    const now = middle();
    if (String(now) !== String(before)) [before, frames] = [now, 0];
  }
  return before;
}"""
"""The middle of an element, once it has stayed where it is for some frames."""


def rests(board: Locator, text: str) -> None:
    """Wait until the board shows this caption and nothing moves."""
    expect(board.locator(".ppnb-caption")).to_contain_text(text, timeout=MINUTE)
    expect(board).not_to_have_attribute("data-playing", "yes", timeout=MINUTE)
    expect(board.locator('[data-spot][aria-disabled="true"]')).to_have_count(0, timeout=MINUTE)


def middle(spot: Locator) -> tuple[float, float]:
    """Return the middle of a spot in the window, once JupyterLab doesn't scroll any more."""
    spot.scroll_into_view_if_needed()
    x, y = spot.evaluate(STILL)
    return x, y


def drag(spot: Locator, to: Locator) -> None:
    """Drag what is on a spot to another one, whose middle counts: it may lie under others."""
    mouse = spot.page.mouse
    to.scroll_into_view_if_needed()
    mouse.move(*middle(spot))
    mouse.down()  # JupyterLab may scroll to a cell that becomes active
    there = None
    while (now := to.evaluate(STILL)) != there:
        mouse.move(*now, steps=5)
        there = now
    mouse.up()


def made(notebook: Notebook, number: int = 0) -> str:
    """Return a move of the record of ``table``, as text, once it is made."""
    notebook.wait_for_kernel(f"len(table.match.record) > {number}")
    return str(notebook.kernel_eval(f"str(table.match.record[{number}].move)"))
