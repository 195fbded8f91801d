"""The board alone in Chromium: clicks and drags."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.blank import BlankPage
from tests.browser.board_table import BoardPage, Opener, answer, opener, picks, small


@pytest.fixture
def table(blank_page: Callable[..., BlankPage]) -> Opener:
    return opener(blank_page)


def test_a_click_is_a_pick(table: Opener) -> None:
    shown = table()
    shown.spot("c1").click()
    answer(shown)
    shown.spot("b1").click(modifiers=["Shift"])
    assert picks(shown) == [
        {"kind": "pick", "serial": 1, "spot": "c1", "gesture": "click", "shift": False},
        {"kind": "pick", "serial": 1, "spot": "b1", "gesture": "click", "shift": True},
    ]


def test_a_second_click_waits_for_the_answer(table: Opener) -> None:
    shown = table()
    shown.spot("c1").dblclick(force=True)
    assert len(picks(shown)) == 1
    answer(shown)
    shown.spot("c1").click()
    assert len(picks(shown)) == 2


def test_a_late_reply_does_not_release_a_later_pick(table: Opener) -> None:
    """A new position comes before the answer to the pick that brought it about."""
    shown = table()
    shown.spot("c1").click()
    shown.board.show(small(caption="And on."))
    shown.carry()
    shown.spot("c1").click()
    shown.blank.receive({"kind": "ack", "serial": 2, "to": 1})
    shown.spot("c1").click(force=True)
    assert [each["serial"] for each in picks(shown)] == [1, 2]
    shown.blank.receive({"kind": "ack", "serial": 2, "to": 2})
    shown.spot("c1").click()
    assert [each["serial"] for each in picks(shown)] == [1, 2, 2]


def test_while_python_is_busy_nothing_is_sent(table: Opener) -> None:
    shown = table()
    shown.board.busy = True
    shown.carry()
    expect(shown.spot("c1")).to_be_disabled()
    shown.spot("c1").click(force=True)
    assert picks(shown) == []
    expect(shown.view.locator(".ppnb-spots")).to_have_attribute("aria-busy", "true")


def test_python_accepts_the_pick_that_the_page_sent(table: Opener) -> None:
    shown = table()
    taken: list[Any] = []
    shown.board.on_pick(taken.append)
    shown.spot("c2").click()
    shown.board._received(shown.board, picks(shown)[0], [])
    assert [(pick.spot, pick.gesture) for pick in taken] == [("c2", "click")]
    assert shown.board.notice == {}


def drag(table: BoardPage, start: str, to: tuple[float, float], *, release: bool = True) -> None:
    box = table.spot(start).bounding_box()
    stage = table.view.locator(".ppnb-stage").bounding_box()
    assert box
    assert stage
    unit = stage["width"] / 4
    table.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    table.page.mouse.down()
    table.page.mouse.move(stage["x"] + to[0] * unit, stage["y"] + to[1] * unit, steps=5)
    if release:
        table.page.mouse.up()


def test_a_piece_is_dragged_to_a_spot(table: Opener) -> None:
    shown = table()
    drag(shown, "a1", (2.6, 1.4), release=False)
    assert shown.where("pawn") == pytest.approx((2.6, 1.4), abs=0.05)
    shown.page.mouse.up()
    assert picks(shown) == [
        {"kind": "pick", "serial": 1, "spot": "a1", "gesture": "drag", "to": "c2"}
    ]


def test_a_piece_dropped_off_every_spot_returns_without_a_pick(table: Opener) -> None:
    shown = table()
    drag(shown, "a1", (0.5, 2.6))
    assert shown.where("pawn") == (0.5, 0.5)
    assert picks(shown) == []


def test_a_refused_drag_goes_back(table: Opener) -> None:
    shown = table()
    drag(shown, "a1", (1.5, 0.5))
    assert [pick["to"] for pick in picks(shown)] == ["b1"]
    shown.board.say("b1 is taken.", at=[("board", 1.5, 0.5)])
    shown.carry()
    answer(shown)
    assert shown.where("pawn") == (0.5, 0.5)
    expect(shown.view.locator(".ppnb-bubble")).to_be_visible()


def test_a_drag_hides_the_message_over_the_piece_at_once(table: Opener) -> None:
    shown = table()
    shown.board.say("The pawn can't go there.", at=[("board", 0.5, 0.5)])
    shown.carry()
    bubble = shown.view.locator(".ppnb-bubble")
    cross = shown.view.locator('[data-mark="blocked"]')
    expect(bubble).to_be_visible()
    expect(cross).to_have_count(1)
    drag(shown, "a1", (1.6, 1.4), release=False)
    expect(bubble).to_be_hidden()
    expect(cross).to_have_count(0)
    shown.page.mouse.up()


def test_a_piece_that_cannot_be_dragged_sends_no_drag(table: Opener) -> None:
    shown = table()
    drag(shown, "b1", (2.5, 0.5))
    assert [pick for pick in picks(shown) if pick["gesture"] == "drag"] == []


def test_no_spot_is_marked_legal_until_python_answers(table: Opener) -> None:
    shown = table()
    legal = shown.view.get_by_role("button", name=", legal")
    shown.spot("c1").click()
    expect(legal).to_have_count(0)
    answer(shown)
    expect(legal).to_have_count(2)
    shown.board.busy = True
    shown.carry()
    expect(legal).to_have_count(0)
    shown.board.show(small())
    shown.carry()
    expect(legal).to_have_count(0)
    shown.board.busy = False
    shown.carry()
    expect(legal).to_have_count(2)
