"""A board with a film in a blank page: a small game of three turns, made for the tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import JSHandle, Locator, expect

from piecepack_nb.scene import (
    Film,
    Layer,
    Mark,
    NestedFilm,
    Piece,
    Scene,
    Spot,
    TextTable,
    TurnStart,
)
from piecepack_nb.widgets.board import BoardWidget
from tests.browser.blank import BlankPage
from tests.browser.board_table import BoardPage, small

CLAUSES = {
    "PM-32": ("A step", "A ghost moves to the next square.", "A wall stops it."),
    "PM-33": ("No passing", "Ghosts do not pass through each other.", ""),
}
TURNS = (
    TurnStart("Set-up", 0),
    TurnStart("Turn 1", 1),
    TurnStart("Turn 2", 6),
    TurnStart("Turn 3", 9),
)
FRAMES = 12
COSTS = Layer("costs", "Costs")
AIMS = Layer("aims", "Aims", on=False)
WHY = Spot("b2", 1.5, 1.5, name="b2", role="why", tip="It costs 3 to b2.", clause="PM-32",
           preview=(Mark("path", points=((0.5, 0.5), (1.5, 0.5), (1.5, 1.5))),))  # fmt: skip


NAMES = """(button) => {
  const names = [];
  new MutationObserver(() => names.push(button.ariaLabel))
    .observe(button, {attributes: true, attributeFilter: ['aria-label']});
  return names;
}"""


def where(i: int) -> float:
    """Return the pawn's place in a frame, in squares."""
    return 0.5 + (i % 4)


def frame(i: int, linger: float = 0.0) -> Scene:
    """Return frame i: 2 explains itself, 3 and 4 have layers and a table."""
    scene = small(where(i), caption=f"Frame {i}.", linger=linger, spots=())
    if i == 2:
        scene = scene._replace(spots=(WHY, Spot("c2", 2.5, 1.5, name="c2")))
    if i in (3, 4):
        marks = (
            Mark("cost", 1.5, 1.5, label=str(i), layer="costs"),
            Mark("here", 2.5, 1.5, layer="aims"),
            Mark("danger", 3.5, 1.5),
        )
        table = TextTable("Costs", ("Square", "Cost"), (("b2", str(i)), ("c2", "7")))
        scene = scene._replace(marks=marks, layers=(COSTS, AIMS), listings=(table,))
    return scene


def search() -> NestedFilm:
    """Return the search of frame 4, with five scenes."""
    scenes = (small(where(4), caption=f"Looked at {n}.", spots=(),
                    pieces=(*frame(4).pieces, Piece("look", "cube", n - 0.5, 2.5, suit="suns")))
              for n in range(1, 6))  # fmt: skip
    return NestedFilm("The search", tuple(scenes))


def film(linger: float = 0.0, frames: int = FRAMES, **more: Any) -> Film:
    made = Film(
        "A small game",
        tuple(frame(i, linger) for i in range(frames)),
        tuple(turn for turn in TURNS if turn.at < frames),
        {4: search()} if frames > 4 else {},
    )
    return made._replace(**more)


class FilmTable(BoardPage):
    """A board in Python with a film, carried to a blank page by hand."""

    def __init__(
        self,
        blank: BlankPage,
        shown: Film,
        *,
        at: int = 0,
        clauses: Mapping[str, Any] = CLAUSES,
        **mounting: Any,
    ) -> None:
        board = BoardWidget(shown.frames[0], label="Test board", clauses=clauses)
        board.run_film(shown, at)
        self.heard = 0
        super().__init__(blank, shown.frames[0], board=board, **mounting)
        expect(self.view.locator(".ppnb-board[data-film]")).to_have_count(1)

    def hear(self) -> None:
        """Send the page's saved changes to Python."""
        for change in self.blank.saved[self.heard :]:
            self.board.set_state(change)
            self.heard += 1

    def carry(self) -> None:
        self.hear()
        super().carry()

    @property
    def whole(self) -> Locator:
        return self.view.get_by_role("slider", name="Whole game")

    @property
    def steps(self) -> Locator:
        return self.view.get_by_role("slider", name="Steps of the turn")

    @property
    def search(self) -> Locator:
        return self.view.get_by_role("slider", name="The search")

    def button(self, name: str) -> Locator:
        return self.view.locator(".ppnb-bar").get_by_role("button", name=name, exact=True)

    def finer(self, name: str) -> Locator:
        return self.view.locator(".ppnb-nestedbar").get_by_role("button", name=name, exact=True)

    def names_of(self, button: Locator) -> JSHandle:
        """Begin to note the names that a button has from now on."""
        return button.evaluate_handle(NAMES)

    def stands_at(self, i: int) -> None:
        """Wait until the timeline rests at frame i."""
        expect(self.view.locator(".ppnb-caption")).to_contain_text(f"Frame {i}.")
        expect(self.view.locator("[data-playing]")).to_have_count(0)
        expect(self.piece("pawn")).to_have_attribute("transform", at_rest(where(i)))

    def saved_at(self, i: int) -> None:
        """Wait until the page has sent frame i to Python."""
        self.page.wait_for_function("i => ppnb.model.saved.at(-1)?.frame === i", arg=i)

    def middle(self, groove: Locator, part: float) -> tuple[float, float]:
        """Return the point in the page at a part of a slider."""
        box = groove.bounding_box()
        assert box
        return box["x"] + box["width"] * part, box["y"] + box["height"] / 2


def at_rest(x: float) -> str:
    return f"translate({round(x * 100)} 50) rotate(0) scale(1)"


FilmOpener = Callable[..., FilmTable]


def film_opener(blank_page: Callable[..., BlankPage]) -> FilmOpener:
    """Return a function that opens a board with a film, for each file's fixture `table`."""

    def open_film(
        shown: Film | None = None,
        *,
        at: int = 0,
        clauses: Mapping[str, Any] = CLAUSES,
        mounting: Any = None,
        **options: Any,
    ) -> FilmTable:
        blank = blank_page(**options)
        return FilmTable(blank, shown or film(), at=at, clauses=clauses, **(mounting or {}))

    return open_film
