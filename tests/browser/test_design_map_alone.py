"""The map of a search for rules in a blank page: what it shows, and the clicks that play."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache

import pytest
from playwright.sync_api import Locator, expect

import piecepack_nb as pp
from bench.bench_search_designs import OneThrow
from piecepack_nb.lab import DesignSearch, search
from piecepack_nb.widgets.design_map import DesignMap
from piecepack_nb.widgets.page import STATIC, STYLES
from tests.browser.blank import BlankPage
from tests.browser.board_table import assert_accessible, ground

Opener = Callable[..., BlankPage]
SHOTS = os.environ.get("PPNB_SHOTS", "")


@cache
def found() -> DesignSearch:
    """A search in a planted world whose fair setting is row 2, column 19."""
    game = pp.game(OneThrow, world=7)
    return search(game, {"starting": 0}, "random", row=range(4), column=(0, 17, 18, 19), games=80,
                  confirm=200, axes=("starting", "spread of the length"))  # fmt: skip


class MapPage:
    """A map in Python whose traits and messages are carried to and from a blank page."""

    def __init__(self, blank: BlankPage, theme: str = "light") -> None:
        self.blank, self.page = blank, blank.page
        self.map = DesignMap(found())
        state = {
            name: getattr(self.map, name) for name in ("_view", "design_map", "played", "reply")
        }
        shown = blank.mount(STATIC / "widgets.js", STYLES, state, host=ground(theme))
        self.view: Locator = self.page.locator(shown)

    def answer(self) -> None:
        """Let Python handle the last message, and send its changes to the page."""
        self.map._received(self.map, self.blank.sent[-1], ())
        self.blank.update(reply=self.map.reply, played=self.map.played)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_map_has_a_button_and_a_card_for_each_setting(blank_page: Opener, theme: str) -> None:
    shown = MapPage(blank_page(width=900), theme)
    expect(shown.view.locator(".ppnb-design-points circle")).not_to_have_count(0)
    expect(shown.view.locator(".ppnb-design-spot")).to_have_count(7)
    cards = shown.view.get_by_role("list", name="The best settings")
    expect(cards.locator(".ppnb-design-card").nth(1)).to_contain_text("row 2, column 19")
    expect(cards).to_contain_text("Row: 0 → 2")
    assert_accessible(shown.page, theme)
    if SHOTS:
        shown.page.screenshot(path=f"{SHOTS}/design_map_{theme}.png", full_page=True)


def test_a_click_on_the_map_and_the_enter_key_play(blank_page: Opener) -> None:
    shown = MapPage(blank_page(width=900))
    shown.view.get_by_role("button", name="Play row 2, column 19", exact=True).click()
    assert shown.blank.sent[-1] == {"kind": "play", "place": 1, "here": False}
    shown.answer()
    expect(shown.view.get_by_role("status")).to_contain_text("pp.play(found.game(1))")
    card = shown.view.get_by_role("button", name="Play with today's rules")
    card.focus()
    shown.page.keyboard.press("Enter")
    assert shown.blank.sent[-1]["place"] == 0


def test_the_map_fits_a_telephone(blank_page: Opener) -> None:
    shown = MapPage(blank_page(width=320))
    expect(shown.view.locator(".ppnb-design-card").first).to_be_visible()
    wide = shown.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    if SHOTS:
        shown.page.screenshot(path=f"{SHOTS}/design_map_small.png", full_page=True)
