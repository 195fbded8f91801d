"""A robot that plays the start notebook in any page: it looks, clicks and drags as a reader does.

It knows a notebook's widgets by their own classes and names only, looks inside shadow roots, and
scrolls until it sees what it looks for; so one check serves every front end and every browser.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

Point = tuple[float, float]
"""A place in the window, in CSS pixels."""
SECONDS = 60.0
PATIENCE = 30
"""The looks in vain after which the robot scrolls."""
LOOK = """
({ view, selector, text, part }) => {
  const deep = (wanted, root) => [
    ...root.querySelectorAll(wanted),
    ...[...root.querySelectorAll("*")]
      .flatMap((el) => el.shadowRoot ? deep(wanted, el.shadowRoot) : []),
  ];
  const up = (el) => el.parentElement ?? el.getRootNode().host ?? null;
  const around = (el, holds) => {
    while (el && !holds(el)) el = up(el);
    return el;
  };
  const visible = (el) => el.getClientRects().length > 0;
  // JupyterLab keeps cells outside the window at no height, transparent, with all in them
  const shown = (el) => visible(el) && el.checkVisibility({ opacityProperty: true });
  const name = (el) => [
    el.getAttribute("aria-label"),
    el.textContent,
    ...[...(el.labels ?? [])].map((label) => label.textContent),
  ].join(" ");
  const reached = (x, y, root = document) => {
    const el = root.elementFromPoint(x, y);
    return el?.shadowRoot && el.shadowRoot !== root ? reached(x, y, el.shadowRoot) ?? el : el;
  };

  const { root, without, parts } = view;
  const widget = deep(root, document).find((el) =>
    shown(el) && !(without && around(el, (each) => each.matches(without)))
    && parts.every((each) => deep(each, el).some(visible)));
  if (!widget) return null;
  const all = selector ? deep(selector, widget) : [widget];
  const found = all.filter((el) => name(el).includes(text));
  if (part === "count") return found.length;
  if (part === "state") {
    const state = (el) => el.getAttribute("transform") ?? el.textContent;
    return found.map((el) => `${el.dataset.piece} ${state(el)}`).sort();
  }
  if (part === "drawing") return found.map((el) => el.toDataURL());
  const usable = (el) => visible(el) && !el.disabled && el.ariaDisabled !== "true";
  const place = (el) => {
    const { left, top, width, height } = el.getBoundingClientRect();
    const topmost = reached(left + width / 2, top + height / 2);
    return around(topmost, (each) => each === el) && [left, top, width, height];
  };
  const candidates = found.filter(usable);
  for (const el of candidates) if (place(el)) return place(el);
  for (const el of candidates) {
    el.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    if (place(el)) return place(el);
  }
  return null;
}
"""
"""Looks at a widget in the page and the elements in it that have a text in their name."""
SCROLL = """
() => {
  const high = [document.scrollingElement, ...document.querySelectorAll("*")].filter((el) =>
    el && el.scrollHeight > el.clientHeight + 100 && el.clientHeight > 300 && el.clientWidth > 300
    && (el === document.scrollingElement || /auto|scroll/.test(getComputedStyle(el).overflowY)));
  const page = high.sort((a, b) => b.scrollHeight - a.scrollHeight)[0];
  if (!page) return;
  const end = page.scrollTop + page.clientHeight >= page.scrollHeight - 4;
  page.scrollTo({ top: end ? 0 : page.scrollTop + page.clientHeight * 0.6, behavior: "instant" });
}
"""
"""Scrolls the page on by half a window; from its end to its start."""


class View(NamedTuple):
    """A widget in a page, by selectors."""

    root: str
    without: str = ""
    """What it must not be in."""
    parts: tuple[str, ...] = ()
    """What it must show."""


OF_THE_GAME = "[role=group][aria-label=Piecepackman]"
TABLE = View(".ppnb-table", parts=(OF_THE_GAME,))
QUIZ = View(".ppnb-quiz")
EXPLORE = View(".ppnb-explore")
NOT_THE_REPLAY = ".ppnb-table, .ppnb-quiz, .ppnb-explore"
REPLAY = View(
    ".ppnb-board",
    ".ppnb-table, .ppnb-quiz, .ppnb-explore",
    (OF_THE_GAME, "[aria-label='Whole game']"),
)
WATCH = View(".ppnb-canvas", parts=("canvas", ".ppnb-canvas-panel"))
PIECES, CAPTION, SPOT = "[data-piece]", ".ppnb-caption", ".ppnb-spot"
BUSY = ".ppnb-board[data-playing], .ppnb-board[data-waiting]"
WATCHED = """\
import piecepack_nb as pp

watched = pp.Match(pp.game("piecepackman"), seed=7)
watched.run()
pp.watch(watched)"""


class Screen(Protocol):
    """A browser's page."""

    def open(self, address: str) -> None:
        """Load an address."""

    def evaluate(self, function: str, argument: Any = None) -> Any:
        """Return what a JavaScript function returns, through JSON."""

    def drag(self, *points: Point) -> None:
        """Press the mouse at the first point, and release it at the last one."""


class Robot:
    """Plays in a screen; each method raises AssertionError with what it waited for in vain."""

    def __init__(self, screen: Screen, seconds: float = SECONDS) -> None:
        self.screen = screen
        self.seconds = seconds

    def look(self, view: View, selector: str = "", text: str = "", part: str = "") -> Any:
        """Return what the page shows now: a place, a "count", the "state" or the "drawing"."""
        asked = {"view": view._asdict(), "selector": selector, "text": text, "part": part}
        return self.screen.evaluate(LOOK, asked)

    def until(self, condition: Callable[[], Any], what: str, seconds: float = 0) -> Any:
        """Return the condition's value as soon as it is true."""
        end = time.monotonic() + (seconds or self.seconds)
        while not (value := condition()):
            assert time.monotonic() < end, f"waited in vain for {what}"
            time.sleep(0.1)
        return value

    def find(self, view: View) -> None:
        """Scroll until the widget is in the window."""

        def found() -> bool:
            if self.look(view, part="count"):
                return True
            self.screen.evaluate(SCROLL)
            time.sleep(0.4)
            return False

        self.until(found, view.root)

    def wait(self, view: View, selector: str, text: str = "") -> list[float]:
        """Return the box of an element that can be clicked and rests: left, top, width, height."""
        seen: list[Any] = [None]

        def rests() -> Any:
            seen.append(self.look(view, selector, text))
            if len(seen) % PATIENCE == 0 and not seen[-1]:
                self.screen.evaluate(SCROLL)  # a notebook that shows parts of itself has lost it
            return seen[-1] if seen[-1] == seen[-2] else None

        return list(self.until(rests, f"{text or selector} in {view.root}"))

    def click(self, view: View, selector: str, text: str = "", across: float = 0.5) -> None:
        """Click an element, in its middle or at another part of its width."""
        left, top, width, height = self.wait(view, selector, text)
        self.screen.drag((left + min(max(across * width, 2), width - 2), top + height / 2))

    def state(self, view: View, selector: str) -> Any:
        """Return the state of a widget's elements when nothing moves."""
        self.until(lambda: not self.look(view, BUSY, part="count"), f"{view.root} to rest")
        return self.look(view, selector, part="state")

    def changed(self, view: View, selector: str, before: Any) -> Any:
        """Wait until the elements' state is another one; return it."""
        return self.until(
            lambda: (now := self.state(view, selector)) != before and now,
            f"{selector} in {view.root} to change",
        )

    # --- the checks, in the order of a reader's hour ---------------------------------------------

    def see_the_board(self) -> None:
        """The board of ``pp.play`` is there, with its pieces and the first prompt."""
        self.find(TABLE)
        self.wait(TABLE, SPOT, "Roll for Piecepackman")
        assert self.look(TABLE, PIECES, part="count") > 20

    def roll(self) -> None:
        """Roll for Piecepackman: he moves, and the ghosts' order is asked."""
        before = self.state(TABLE, PIECES)
        self.click(TABLE, SPOT, "Roll for Piecepackman")
        self.wait(TABLE, SPOT, "Agree, and roll")
        self.changed(TABLE, PIECES, before)

    def move(self) -> None:
        """Agree on the order, then move the first ghost to a legal square."""
        self.click(TABLE, SPOT, "Agree, and roll")
        self.wait(TABLE, f"{SPOT}[data-role=move]", ", legal")
        before = self.state(TABLE, PIECES)
        self.click(TABLE, f"{SPOT}[data-role=move]", ", legal")
        self.changed(TABLE, PIECES, before)
        self.before_move = before

    def undo(self) -> None:
        """Undo that move: every piece is where it was."""
        self.click(TABLE, "button", "Undo")
        self.until(lambda: self.state(TABLE, PIECES) == self.before_move, "every piece to be back")

    def predict(self) -> None:
        """Answer a question of ``pp.predict``: the count says whether it was right."""
        self.find(QUIZ)
        self.click(QUIZ, f"{SPOT}:is([data-role=move], [data-role=select])")
        self.until(
            lambda: self.look(QUIZ, ".ppnb-quiz-count", "of 1 predicted", "count"), "the grade"
        )

    def change_a_rule(self) -> None:
        """Make quarter turns free in ``pp.explore``: it says what his path costs now."""
        self.find(EXPLORE)
        if self.look(EXPLORE, ".ppnb-explore-toggle"):
            self.click(EXPLORE, ".ppnb-explore-toggle")  # where the window is narrow
        self.click(EXPLORE, ".ppnb-rules-slider", "uarter turn", across=0)
        self.until(
            lambda: self.look(EXPLORE, "[role=status]", "Now: He heads for", "count"),
            "his path under the new rule",
        )

    def scrub(self) -> None:
        """Drag the slider of ``pp.replay`` through the whole game: another step is shown."""
        self.find(REPLAY)
        before = self.state(REPLAY, CAPTION)
        left, top, width, height = self.wait(REPLAY, "[aria-label='Whole game']")
        y = top + height / 2
        self.screen.drag((left + 3, y), (left + width / 2, y), (left + width - 3, y))
        self.changed(REPLAY, CAPTION, before)

    def draw(self) -> None:
        """Run the search of ``pp.watch``: the canvas shows its heat."""
        self.find(WATCH)
        before = self.look(WATCH, "canvas", part="drawing")
        self.click(WATCH, "button", "Run")
        self.until(
            lambda: self.look(WATCH, ".ppnb-canvas-panel-words", "nodes settled", "count"),
            "the search to end",
        )
        self.until(
            lambda: self.look(WATCH, "canvas", part="drawing") != before, "the canvas to change"
        )

    def return_to_the_board(self) -> None:
        """Scroll back: the table is as the robot left it, and moves again."""
        self.find(TABLE)
        assert self.state(TABLE, PIECES) == self.before_move
        self.click(TABLE, f"{SPOT}[data-role=move]", ", legal")
        self.changed(TABLE, PIECES, self.before_move)


CHECKS: dict[str, Callable[[Robot], None]] = {
    "seen": Robot.see_the_board,
    "rolled": Robot.roll,
    "moved": Robot.move,
    "undone": Robot.undo,
    "predicted": Robot.predict,
    "rule changed": Robot.change_a_rule,
    "scrubbed": Robot.scrub,
    "drawn": Robot.draw,
    "found again": Robot.return_to_the_board,
}
"""The abilities of a front end, each with its check."""
