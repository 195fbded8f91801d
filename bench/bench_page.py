"""Time to open a long game in a page and to scrub through it, in a real Chromium.

The turns of one game are repeated up to 300 turns (no real game is as long), with every search
included. The page's own clock measures the times.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import sync_playwright

if __name__ == "__main__":  # so that the script runs from a clone that is not installed
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import piecepack_nb as pp
from piecepack_nb.scene import Film, TurnStart, film_match
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.widgets.replay import Replay
from tools.chromium import find

TURNS = 300
SCRUB = """async () => {
  const groove = document.querySelector('.ppnb-whole'), box = groove.getBoundingClientRect();
  const point = (kind, part) => groove.dispatchEvent(new PointerEvent(kind, {pointerId: 1,
    button: 0, buttons: 1, clientX: box.left + part * box.width, clientY: box.top + 9}));
  groove.setPointerCapture = () => {};
  const took = [];
  point('pointerdown', 0);
  for (let i = 0; i <= 60; i++) {
    await new Promise(requestAnimationFrame);
    const before = performance.now();
    point('pointermove', i / 60);
    await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
    took.push(performance.now() - before);
  }
  point('pointerup', 1);
  return took;
}"""


def long_film() -> Film:
    """Return the film of 300 turns, searches included."""
    game = pp.game("piecepackman", extra_lives=9, goal="cubes")
    match = pp.Match(game, seed=17, seats=dict.fromkeys(game.seats, "random"))
    match.run()
    once = film_match(match, view_of(game))
    times = -(-TURNS // len(once.turns))
    each = range(0, times * len(once.frames), len(once.frames))
    turns = tuple(TurnStart(turn.title, turn.at + first) for first in each for turn in once.turns)
    nested = {at + first: inner for first in each for at, inner in once.nested.items()}
    return Film(once.title, once.frames * times, turns, nested)


def rows() -> list[dict[str, Any]]:
    """Return bytes a step, milliseconds until the timeline shows, and milliseconds a frame."""
    film = long_film()
    replay = Replay(film, 0)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = replay.to_html(Path(folder) / "long.html")
        browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1000, "height": 1100})
        page.goto(path.as_uri())
        page.locator(".ppnb-whole svg *").first.wait_for(state="attached")
        opened = page.evaluate("performance.now()")
        took = page.evaluate(SCRUB)
        browser.close()
    sizes = {"turns": film.turns, "frames": film.frames, "searches": film.nested}
    return [
        {
            "what": ", ".join(f"{len(each)} {name}" for name, each in sizes.items()),
            "bytes_a_step": round(len(replay.film) / len(film.frames)),
            "page_kB": round(len(replay.page()) / 1000),
            "opens_ms": round(opened),
            "scrub_best_ms": round(min(took), 1),
            "scrub_median_ms": round(statistics.median(took), 1),
        }
    ]


if __name__ == "__main__":
    for row in rows():
        print("   ".join(f"{name} {value}" for name, value in row.items()))
