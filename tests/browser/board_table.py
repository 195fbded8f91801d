"""A board in a blank page, for the tests of its page side: what Python syncs is carried by hand."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from piecepack_nb.scene import Area, Layout, Mark, Piece, Scene, Spot, mat
from piecepack_nb.widgets.board import BoardWidget
from piecepack_nb.widgets.page import STATIC
from piecepack_nb.widgets.play_widget import PlayWidget
from tests.browser.blank import BlankPage

TRAITS = (
    "_sheet", "ground", "keyframe", "snapshot", "notice", "label", "busy", "speed", "clauses",
    "film", "frame", "toggled_layers", "rotation",
)  # fmt: skip
HOST_TRAITS = ("layout", "tabbable", "tooltip")
LONG = 20.0  # seconds that a frame rests where a test must catch the board while it plays


def small(x: float = 0.5, *, caption: str = "Choose.", **more: Any) -> Scene:
    """Return a 4 by 3 board: a pawn to drag on a1, legal c1 and c2, b1 to be refused, and a key."""
    spots = (
        Spot("a1", 0.5, 0.5, name="a1, blue pawn", role="select", drag=True),
        Spot("b1", 1.5, 0.5, name="b1", drop=True),
        Spot("c1", 2.5, 0.5, name="c1", role="move", drop=True, tip="To c1 for 2.",
             preview=(Mark("path", points=((0.5, 0.5), (2.5, 0.5))),)),
        Spot("a2", 0.5, 1.5, name="a2"),
        Spot("c2", 2.5, 1.5, name="c2", role="move", drop=True),
        Spot("roll", 2, 2.5, name="Roll", w=2, h=0.6, role="action", key="r"),
    )  # fmt: skip
    scene = Scene(
        (Area("board", 4, 3, "", (mat(4, 3),)),),
        (Layout(0, 4, 3, {"board": (0, 0)}),),
        (Piece("pawn", "pawn", x, 0.5, suit="arms"),),
        spots=spots,
        caption=caption,
        clause="PM-32",
        alt="A blue pawn.",
    )
    return scene._replace(**more)


class BoardPage:
    """A board in Python whose traits are carried to a blank page by hand."""

    def __init__(
        self, blank: BlankPage, scene: Scene, *, board: BoardWidget | None = None, **mounting: Any
    ) -> None:
        self.blank, self.page = blank, blank.page
        self.board = board or BoardWidget(scene, label="Test board")
        state = self.board.get_state()
        css = str(state["_css"])
        chosen = {name: state[name] for name in TRAITS}
        self.view = self.page.locator(blank.mount(STATIC / "widgets.js", css, chosen, **mounting))

    def carry(self) -> None:
        """Send Python's changes to the page."""
        state = self.board.get_state()
        self.blank.update(**{name: state[name] for name in TRAITS if name != "_sheet"})

    def spot(self, name: str) -> Locator:
        return self.view.locator(f'[data-spot="{name}"]')

    def piece(self, name: str) -> Locator:
        return self.view.locator(f'[data-piece="{name}"]')

    def where(self, name: str) -> tuple[float, float]:
        """Return the place of a piece in the picture, in squares."""
        transform = self.piece(name).get_attribute("transform") or ""
        x, y = transform.split("(")[1].split(")")[0].split()
        return float(x) / 100, float(y) / 100

    @property
    def focus(self) -> str | None:
        """The spot that has the focus."""
        return self.page.evaluate("document.activeElement?.dataset.spot ?? null")  # type: ignore[no-any-return]


class GameTable(BoardPage):
    """A game's table in a blank page, with what a person has picked so far."""

    def __init__(self, blank: BlankPage, playing: PlayWidget, theme: str = "light") -> None:
        self.playing = playing
        super().__init__(blank, playing.scene, board=playing, host=ground(theme))

    def pick(self, *draft: str) -> None:
        """Return the board after some picks of a person."""
        self.playing.draft = draft
        self.board.show(self.playing._final(self.board.scene))
        self.carry()

    def press(self, *keys: str) -> None:
        """Press keys one after the other, each when nothing plays; Python answers what is sent."""
        for key in keys:
            expect(self.view.locator("[data-playing]")).to_have_count(0)
            before = len(self.blank.sent)
            self.page.keyboard.press(key)
            self.page.evaluate("() => new Promise(requestAnimationFrame)")
            for content in self.blank.sent[before:]:
                self.board._received(self.board, content, [])
                self.carry()
                self.blank.receive({"kind": "ack", "serial": self.board.serial,
                                    "to": content["serial"]})  # fmt: skip

    def targets(self, which: str = "[data-spot]") -> list[float]:
        """Return the smaller side of each spot that can be picked, in CSS pixels."""
        boxes = [spot.bounding_box() for spot in self.view.locator(which).all()]
        return [min(box["width"], box["height"]) for box in boxes if box]


PLAYED = """() => new Promise((ended) => {
  const board = document.querySelector('.ppnb-board');
  let began = 0;
  new MutationObserver(() => {
    if (board.dataset.playing) began ||= performance.now();
    else ended((performance.now() - began) / 1000);
  }).observe(board, {attributes: true, attributeFilter: ['data-playing']});
  setTimeout(() => ended(Infinity), 15000);
})"""


def stop_the_clock(page: Page) -> None:
    """Stop a page's clock; time passes only by ``page.clock.run_for``."""
    page.clock.install(time=0)
    page.clock.pause_at(3600)


def seconds(shown: BoardPage) -> float:
    """Send what was played to the page; return how long it plays by the page's clock, stopped.

    So a busy machine, which draws fewer frames in this time, makes it no longer.
    """
    stop_the_clock(shown.page)
    measured = shown.page.evaluate_handle(f"() => ({{ time: ({PLAYED})() }})")
    shown.carry()
    shown.page.clock.run_for(15_000)
    return float(measured.evaluate("({ time }) => time"))


class LiveTable(BoardPage):
    """A whole table in a blank page; what the page sends reaches Python, and back."""

    board: PlayWidget

    def __init__(self, blank: BlankPage, table: PlayWidget, **mounting: Any) -> None:
        self.blank, self.page, self.board = blank, blank.page, table
        self._sent: list[Any] = []
        self._heard = 0
        table.send = lambda content, buffers=None: self._sent.append(content)  # type: ignore[method-assign]
        css = str(table.get_state("_css")["_css"])
        self.view = self.page.locator(
            blank.mount(STATIC / "widgets.js", css, self._state(), **mounting)
        )

    def _state(self) -> dict[str, Any]:
        """Return the synced traits of the table; the snapshot follows what it depends on."""
        state = self.board.get_state()
        names = [name for name in state if not name.startswith("_") and name not in HOST_TRAITS]
        names = ["_sheet", "_view", *sorted(names, key=lambda name: name == "snapshot")]
        return {name: state[name] for name in names}

    def carry(self) -> None:
        state = self._state()
        self.blank.update(**{name: state[name] for name in state if name != "_sheet"})

    def relay(self) -> None:
        """Hand what the page has sent to Python, and what Python has sent to the page."""
        new = self.blank.sent[self._heard :]
        self._heard += len(new)
        for content in new:
            self.board._received(self.board, content, [])
            assert not self.board.last_error, self.board.last_error
            self.carry()
            for answer in self._sent:
                self.blank.receive(answer)
            self._sent.clear()

    def press(self, name: str | re.Pattern[str], role: Any = "button") -> None:
        """Click a button of the page, and relay."""
        self.view.get_by_role(role, name=name, exact=isinstance(name, str)).first.click()
        self.relay()

    def choose(self, spot: str) -> None:
        """Click a spot, relay, and end the animation."""
        self.spot(spot).click()
        self.relay()
        skip = self.view.get_by_role("button", name="Skip")  # it may go meanwhile
        skip.evaluate_all("all => all.forEach((each) => each.click())")


Opener = Callable[..., BoardPage]


def opener(blank_page: Callable[..., BlankPage]) -> Opener:
    """Return a function that opens a board; test files make their fixture `table` of it."""

    def open_table(
        scene: Scene | None = None, *, mounting: Any = None, **options: Any
    ) -> BoardPage:
        return BoardPage(blank_page(**options), scene or small(), **(mounting or {}))

    return open_table


def ground(theme: str) -> dict[str, str]:
    """Return the element round a board, for BoardPage's ``host``."""
    return {"style": f"background: {'#fff' if theme == 'light' else '#111'}"}


COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules of axe on which a theme bears."""


def assert_accessible(page: Page, theme: str = "light") -> None:
    """Assert that axe finds no fault in the views, placed in a region as in a notebook.

    In the dark theme it looks at the colours only: give it the theme where the same test checks
    the same parts in the light theme too, in full.
    """
    options: dict[str, Any] = {"rules": {"region": {"enabled": False}}}
    if theme == "dark":
        options = {"runOnly": COLOURS}
    options["resultTypes"] = ["violations"]  # in half the time of all results
    loaded = page.evaluate("() => Boolean(globalThis.axe)")  # by an earlier check of this page
    found = (Axe("") if loaded else Axe()).run(page, context="#views", options=options)
    assert found.violations_count == 0, found.generate_report()


def overflow(table: BoardPage) -> int:
    """Return the CSS pixels by which the page is wider than its window."""
    return int(table.page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def picks(table: BoardPage) -> list[dict[str, Any]]:
    return [message for message in table.blank.sent if message["kind"] == "pick"]


def answer(table: BoardPage) -> None:
    table.blank.receive({"kind": "ack", "serial": 1})


def play(table: BoardPage, *xs: float, linger: float = LONG) -> None:
    frames = [small(x, caption=f"At {x}.", linger=linger) for x in xs]
    table.board.animate(frames, small(xs[-1], caption="Done."))
    table.carry()
