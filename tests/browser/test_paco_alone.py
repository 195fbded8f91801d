"""P.A.C.O.'s board alone in Chromium: for all who use it, at every width, and moving."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import piecepack_nb as pp
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.widgets.play_widget import PlayWidget
from tests.browser.blank import BlankPage
from tests.browser.board_table import GameTable, assert_accessible, overflow
from tests.games.paco.helpers import table

LINES = ("suns c4 E", "moons e4 N", "crowns g6 S, stunned", "arms off, -1 point", "stars b2 N",
         "hands f3 W, then forward")  # fmt: skip
CELLS = {"d4": "white", "f3": "hole", "c6": "stacked", "b3": "hole"}


def playing() -> PlayWidget:
    """Return a table with everything on it; stars has written."""
    match = table(*LINES, **CELLS)
    match.play("stars jump then left")
    return PlayWidget(match, view_of(pp.game("paco")))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1200])
def test_axe_finds_nothing_while_orders_are_written(
    blank_page: Callable[..., BlankPage], theme: str, width: int
) -> None:
    at = playing()
    shown = GameTable(blank_page(width=width), at, theme)
    for draft in ((), ("suns",)):
        shown.pick(*draft)
        expect(shown.view.locator(".ppnb-caption")).to_contain_text(
            "your order" if draft else "Who is at the screen?"
        )
        assert_accessible(shown.page, theme)
    assert overflow(shown) <= 0
    buttons = shown.targets("[data-button]")
    assert len(buttons) == 5
    assert min(buttons) >= 24


def test_a_whole_turn_by_keyboard(blank_page: Callable[..., BlankPage]) -> None:
    """Two persons write and hand over; Enter picks an order and, once more, writes it."""
    at = PlayWidget(table("suns c4 E", "moons e4 N"), view_of(pp.game("paco")))
    shown = GameTable(blank_page(width=800, reduced_motion="reduce"), at)
    while not shown.focus:
        shown.page.keyboard.press("Tab")
    shown.press("1")
    assert at.draft == ("suns",)
    shown.press("1", "3")
    assert at.draft == ("suns", "order", "forward"), "another order replaces the first"
    shown.spot("forward").focus()
    shown.press("Enter")
    assert [str(each.move) for each in at.match.record] == ["suns forward"]
    shown.press("1", "2", "w")
    assert [str(each.move) for each in at.match.record][1:] == ["moons right"]
    assert at.match.turn == 2


def test_a_turn_plays_and_ends_at_its_last_frame(
    blank_page: Callable[..., BlankPage],
) -> None:
    at = playing()
    at.speed = 4.0
    shown = GameTable(blank_page(width=1200, reduced_motion="no-preference"), at)
    at.play("moons left")
    at.play("suns push")
    shown.carry()
    caption = shown.view.locator(".ppnb-caption")
    expect(caption).to_contain_text("Arms is off the board. Come back?", timeout=60_000)
    expect(shown.view.locator("[data-playing]")).to_have_count(0)
    scene = at.scene
    expect(shown.view.locator("[data-piece]")).to_have_count(len(scene.pieces))
    for seat in ("suns", "moons", "stars"):
        (body,) = [piece for piece in scene.pieces if piece.id == f"figure-{seat}"]
        area = (0, 0) if body.area == "board" else scene.layouts[-1].places[body.area]
        place = pytest.approx((body.x + area[0], body.y + area[1]), abs=0.01)
        assert shown.where(f"figure-{seat}") == place
