"""The board alone in Chromium: bubbles, tips, announcements."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.blank import BlankPage
from tests.browser.board_table import Opener, opener, overflow, picks, small


@pytest.fixture
def table(blank_page: Callable[..., BlankPage]) -> Opener:
    return opener(blank_page)


def test_a_refusal_shows_its_place_and_reason_until_the_next_position(table: Opener) -> None:
    shown = table()
    shown.board.say("The red pawn stands here.", "PM-33", [("board", 1.5, 0.5)])
    shown.carry()
    bubble = shown.view.locator(".ppnb-bubble")
    expect(bubble).to_contain_text("The red pawn stands here.")
    expect(bubble).to_contain_text("PM-33")
    expect(shown.view.locator('[data-mark="blocked"]')).to_have_count(1)
    expect(shown.view.get_by_role("status")).to_contain_text("The red pawn stands here.")
    shown.board.show(small())
    shown.carry()
    expect(bubble).to_be_hidden()
    expect(shown.view.locator('[data-mark="blocked"]')).to_have_count(0)


@pytest.mark.parametrize("way", ["Escape", "button", "beside"])
def test_a_bubble_can_be_closed(table: Opener, way: str) -> None:
    shown = table()
    shown.board.say("No.")
    shown.carry()
    bubble = shown.view.locator(".ppnb-bubble")
    if way == "Escape":
        shown.spot("a1").focus()
        shown.page.keyboard.press("Escape")
    elif way == "button":
        bubble.get_by_role("button", name="Close").click()
    else:
        shown.view.locator(".ppnb-stage svg").first.click(position={"x": 5, "y": 595})
    expect(bubble).to_be_hidden()
    assert shown.blank.sent == []


def test_a_click_passes_through_a_bubble_to_the_board(table: Opener) -> None:
    shown = table()
    shown.board.say("A sentence that is long enough to lie on b1.", at=[("board", 1.5, 1.5)])
    shown.carry()
    bubble = shown.view.locator(".ppnb-bubble")
    expect(bubble).to_be_visible()
    box, below = bubble.bounding_box(), shown.spot("b1").bounding_box()
    assert box
    assert below
    x, y = box["x"] + box["width"] / 2, box["y"] + 8
    assert below["x"] < x < below["x"] + below["width"]
    assert below["y"] < y < below["y"] + below["height"]
    shown.page.mouse.click(x, y)
    expect(bubble).to_be_hidden()
    assert [pick["spot"] for pick in picks(shown)] == ["b1"]


def test_the_focus_goes_back_to_the_board_when_a_bubble_is_closed_by_key(table: Opener) -> None:
    shown = table()
    shown.spot("c1").focus()
    shown.board.say("No.", at=[("board", 1.5, 1.5)])
    shown.carry()
    shown.view.get_by_role("button", name="Close").focus()
    shown.page.keyboard.press("Enter")
    assert shown.focus == "c1"


def test_a_repeated_message_is_announced_twice(table: Opener) -> None:
    shown = table()
    heard = []
    for _ in range(2):
        shown.board.say("No.")
        shown.carry()
        heard.append(shown.view.get_by_role("status").text_content())
    assert heard[0] != heard[1]
    assert [text.strip("\u00a0") for text in heard if text] == ["No.", "No."]


@pytest.mark.parametrize("place", [(0.1, 0.1), (3.9, 0.1), (0.1, 2.9), (3.9, 2.9)])
def test_a_bubble_stays_on_the_board(table: Opener, place: tuple[float, float]) -> None:
    shown = table(width=320)
    shown.board.say(
        "A sentence that is long enough to be wrapped once.", "PM-33", [("board", *place)]
    )
    shown.carry()
    box = shown.view.locator(".ppnb-bubble").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
    assert overflow(shown) <= 0


def test_a_spot_shows_its_preview_and_tip(table: Opener) -> None:
    shown = table()
    path, tip = shown.view.locator('[data-mark="path"]'), shown.view.locator(".ppnb-tip")
    shown.spot("c1").hover()
    expect(path).to_have_count(1)
    expect(tip).to_have_text("To c1 for 2.")
    shown.spot("b1").hover()
    expect(path).to_have_count(0)
    expect(tip).to_have_text("")
    shown.spot("c1").focus()
    expect(path).to_have_count(1)
    expect(shown.spot("c1")).to_have_accessible_description("To c1 for 2.")
    shown.spot("b1").click()
    shown.spot("c1").click()
    shown.board.show(small(caption="After a pick by mouse."))
    shown.carry()
    expect(tip).to_have_text("")  # the focus is there, but nobody points at it
    shown.page.keyboard.press("ArrowDown")
    shown.page.keyboard.press("ArrowUp")
    shown.board.show(small(caption="After keys."))
    shown.carry()
    expect(tip).to_have_text("To c1 for 2.")


def test_a_missing_reply_of_the_kernel_is_reported(table: Opener) -> None:
    shown = table()
    shown.page.clock.install()
    shown.spot("c1").click()
    shown.page.clock.run_for(7000)
    expect(shown.view.locator(".ppnb-bubble")).to_contain_text("No answer from Python")
    shown.view.get_by_role("button", name="Close").click()
    shown.spot("c1").click()
    assert len(picks(shown)) == 2
