"""Make a page of screenshots to look at: build/shots/index.html.

python -m tools.shots                 every table and panel
python -m tools.shots paco predict    those whose names contain one of these words

Each table is shown at the start, in the middle and at the end of a game of bots, and each panel
once, in light and dark, on three screens. A picture has what is in sight, without scrolling. The
widgets stand in a blank page with their real state; no kernel answers them.
"""

from __future__ import annotations

import html
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, sync_playwright

import piecepack_nb as pp
from piecepack_nb.core import registry
from piecepack_nb.core.match_base import PERSON
from tests.browser.blank import BlankPage
from tools.chromium import find

FOLDER = Path(__file__).resolve().parents[1] / "build" / "shots"
SCREENS = {360: 740, 768: 1024, 1366: 768}
"""The heights of the screens by their widths, in CSS pixels."""
GROUNDS = {"light": "#ffffff", "dark": "#111111"}
MOST_MOVES = 300
NOT_SENT = ("_esm", "_css", "layout", "tabbable", "tooltip")
NOT_OURS = ("_model_", "_view_", "_dom_")
STYLE = """body{font:15px/1.4 system-ui;margin:16px;background:#f4f1ea;color:#222}
section{display:flex;flex-wrap:wrap;gap:12px;align-items:flex-start}
figure{margin:0}img{height:420px;border:1px solid #999}figcaption{font-size:13px}"""


class Subject(NamedTuple):
    """Something to look at: a function that makes its widget, or an SVG."""

    name: str
    make: Callable[[], Any]


def subjects() -> Iterator[Subject]:
    """Yield the tables of all games at three moments, then the panels."""
    for name in registry.names():
        for moment in ("start", "middle", "end"):
            yield Subject(f"{name}-{moment}", partial(table, name, moment))
    match = played("piecepackman", 12)
    match.goto(4)
    yield Subject("explore", lambda: pp.explore(match, quarter_turn_cost=0))
    yield Subject("explore-side-by-side", lambda: side_by_side(match))
    yield Subject("compare", lambda: pp.compare(played("piecepackman", 12), quarter_turn_cost=0))
    yield Subject("predict", answered)
    yield Subject("watch", lambda: watched(played("piecepackman", 12)))


def played(name: str, moves: int = MOST_MOVES) -> pp.Match:
    """Return a match of a game's first bot."""
    game = pp.game(name)
    bot = next(iter([*game.built_in_bots, "random"]))
    match = pp.Match(game, seed=7, seats=bot)
    match.run(moves)
    return match


def table(name: str, moment: str) -> Any:
    """Return a table in a game that a person has begun, is in, or has ended."""
    if moment == "start":
        return pp.play(name, seed=7, journal=False)
    match = played(name)
    if moment == "middle":
        match = match.branch(len(match.steps) // 2)
        match.seats.update(dict.fromkeys(match.seats, PERSON))
    return pp.play(match, journal=False)


def side_by_side(match: pp.Match) -> Any:
    """Return two games in one exploration."""
    explore = pp.explore(match, quarter_turn_cost=0)
    explore.panel.choose("board", "both")
    return explore


def answered() -> Any:
    """Return a quiz with a wrong guess."""
    quiz = pp.predict("piecepackman", seed=1, keep=False)
    quiz.guess("a1")
    return quiz


def watched(match: pp.Match) -> str:
    """Return the picture of a search: its canvas needs a kernel."""
    view = pp.watch(match, delay=0)
    view.run()
    return str(view.picture())


def shoot(browser: Browser, made: Any, theme: str, width: int, file: Path) -> list[str]:
    """Write the picture of a widget or an SVG; return the errors of its page."""
    size = {"width": width, "height": SCREENS[width]}
    scheme: Any = theme
    with browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce") as tab:  # type: ignore[arg-type]
        page = tab.new_page()
        ground = f"margin:0;padding:8px;background:{GROUNDS[theme]}"
        if isinstance(made, str):
            fitted = "<style>svg{max-width:100%;height:auto}</style>"
            page.set_content(f'<body style="{ground}">{fitted}{made}')
            page.screenshot(path=file)
            return []
        with BlankPage(page) as blank:
            view = blank.mount(made._esm, made._css, state_of(made), host={"style": ground})
            page.locator(f"{view} .ppnb-stage svg").first.wait_for()
            page.wait_for_function("!document.querySelector('[data-playing]')")
            page.screenshot(path=file)
            return blank.errors


def state_of(widget: Any) -> dict[str, Any]:
    """Return what a widget's page has of it."""
    state = widget.get_state()
    return {
        name: value
        for name, value in state.items()
        if name not in NOT_SENT and not name.startswith(NOT_OURS)
    }


def section(name: str) -> str:
    """Return a subject's pictures as HTML."""
    figures = (
        f'<figure><img src="{file}" alt="{file}" loading="lazy">'
        f"<figcaption>{theme}, {width} by {SCREENS[width]}</figcaption></figure>"
        for theme in GROUNDS
        for width in SCREENS
        for file in [html.escape(file_name(name, theme, width))]
    )
    return f"<h2>{html.escape(name)}</h2><section>{''.join(figures)}</section>"


def file_name(name: str, theme: str, width: int) -> str:
    """Return the name of a picture's file."""
    return f"{name}-{theme}-{width}.png"


def main(words: list[str]) -> int:
    """Write the pictures and their page; return 1 if a page had an error."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    chosen = [each for each in subjects() if not words or any(w in each.name for w in words)]
    failed = False
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        for name, make in chosen:
            made = make()
            for theme in GROUNDS:
                for width in SCREENS:
                    file = FOLDER / file_name(name, theme, width)
                    for error in shoot(browser, made, theme, width, file):
                        failed = True
                        print(f"{file.name}: {error}", file=sys.stderr)
        browser.close()
    index = FOLDER / "index.html"
    parts = "".join(section(each.name) for each in chosen)
    head = f"<!doctype html><meta charset=utf-8><title>Screenshots</title><style>{STYLE}</style>"
    index.write_text(f"{head}<h1>Screenshots</h1>{parts}", encoding="utf-8")
    print(index)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
