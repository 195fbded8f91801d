"""The board alone in Chromium: everything by keyboard."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.blank import BlankPage
from tests.browser.board_table import Opener, answer, opener, picks, play, small
from tests.scene.showcase import SQUARES, showcase


@pytest.fixture
def table(blank_page: Callable[..., BlankPage]) -> Opener:
    return opener(blank_page)


def test_the_board_has_one_tab_stop_and_does_not_catch_tab(table: Opener) -> None:
    shown = table()
    assert shown.view.locator('[data-spot][tabindex="0"]').count() == 1
    tabs = [shown.page.keyboard.press("Tab") or shown.focus for _ in range(3)]
    assert sum(name is not None for name in tabs) == 1


def test_arrows_reach_the_whole_board(table: Opener) -> None:
    shown = table()
    shown.spot("a1").focus()
    seen = []
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "End", "Home",
                "ArrowLeft", "Control+End", "Control+Home"):  # fmt: skip
        shown.page.keyboard.press(key)
        seen.append(shown.focus)
    assert seen == ["b1", "c1", "c2", "a2", "a1", "c1", "a1", "a1", "roll", "a1"]


def test_every_spot_of_a_rich_board_is_reached_by_arrows(table: Opener) -> None:
    shown = table(showcase(), width=1000)
    shown.spot("a1").focus()
    reached = {shown.focus}
    for rank in range(1, 11):
        shown.spot(f"c{rank}").focus()
        shown.page.keyboard.press("Home")
        for _ in range(12):
            reached.add(shown.focus)
            shown.page.keyboard.press("ArrowRight")
            reached.add(shown.focus)
    assert reached >= set(SQUARES)
    assert "roll" in reached


def test_n_and_p_go_through_the_legal_spots(table: Opener) -> None:
    shown = table()
    shown.spot("b1").focus()
    seen = [shown.page.keyboard.press(key) or shown.focus for key in "nnnnpp"]
    assert seen == ["c1", "c2", "roll", "a1", "roll", "c2"]


def test_enter_and_space_pick_with_shift_too(table: Opener) -> None:
    shown = table()
    for key in ("Enter", "Space", "Shift+Enter"):
        shown.spot("c1").focus()
        shown.page.keyboard.press(key)
        answer(shown)
    made = [(pick["gesture"], pick["shift"]) for pick in picks(shown)]
    assert made == [("key", False), ("key", False), ("key", True)]


def test_a_piece_is_dragged_by_keyboard(table: Opener) -> None:
    shown = table()
    shown.spot("a1").focus()
    shown.page.keyboard.press("Space")
    expect(shown.view.get_by_role("status")).to_contain_text("a1, blue pawn lifted")
    shown.page.keyboard.press("ArrowRight")
    assert shown.focus == "b1"
    shown.page.keyboard.press("ArrowRight")
    shown.page.keyboard.press("ArrowDown")
    shown.page.keyboard.press("Enter")
    assert picks(shown) == [
        {"kind": "pick", "serial": 1, "spot": "a1", "gesture": "drag", "to": "c2"}
    ]


def test_a_lifted_piece_is_put_back_by_escape(table: Opener) -> None:
    shown = table()
    shown.spot("a1").focus()
    shown.page.keyboard.press("Space")
    shown.page.keyboard.press("Escape")
    expect(shown.view.get_by_role("status")).to_contain_text("Put back")
    assert shown.blank.sent == []


def test_escape_cancels(table: Opener) -> None:
    shown = table()
    shown.spot("a1").focus()
    shown.page.keyboard.press("Escape")
    assert shown.blank.sent == [{"kind": "cancel", "serial": 1}]


def test_a_spots_own_key_works_only_inside_the_board(table: Opener) -> None:
    shown = table()
    shown.page.keyboard.press("r")
    assert shown.blank.sent == []
    shown.spot("a1").focus()
    shown.page.keyboard.press("r")
    assert [pick["spot"] for pick in picks(shown)] == ["roll"]


def test_a_held_key_loses_no_press_while_python_works(table: Opener) -> None:
    shown = table()
    shown.spot("a1").focus()
    for _ in range(4):
        shown.page.keyboard.down("r")  # from the second on, it repeats
    assert len(picks(shown)) == 1
    for number in (2, 3, 4):
        play(shown, number * 0.1 + 0.5)  # an answer with an animation
        shown.blank.receive({"kind": "ack", "serial": shown.board.serial, "to": number - 1})
        expect(shown.view.locator(".ppnb-board")).not_to_have_attribute("data-playing", "yes")
        assert [pick["serial"] for pick in picks(shown)] == list(range(1, number + 1))
    shown.page.keyboard.up("r")  # else it repeats in the next test that uses this page


def test_the_keys_are_listed_at_every_board(table: Opener) -> None:
    shown = table()
    shown.spot("a1").focus()
    shown.page.keyboard.press("?")
    card = shown.view.get_by_role("dialog", name="Keys")
    expect(card).to_contain_text("Roll")
    expect(card).to_contain_text("Escape")


def test_a_lifted_piece_has_a_visible_cancel(table: Opener) -> None:
    shown = table()
    cancel = shown.view.get_by_role("button", name="Cancel")
    expect(cancel).to_be_hidden()
    shown.spot("a1").focus()
    shown.page.keyboard.press(" ")
    cancel.click()
    expect(shown.spot("a1")).not_to_have_attribute("data-lifted", "yes")
    expect(cancel).to_be_hidden()
    assert not shown.blank.sent


def test_only_handled_keys_stop_at_the_board(table: Opener) -> None:
    shown = table()
    shown.page.evaluate("window.passed = []; addEventListener('keydown', e => passed.push(e.key))")
    shown.spot("a1").focus()
    for key in ("ArrowRight", "x", "Control+s", "Tab"):
        shown.page.keyboard.press(key)
    passed = shown.page.evaluate("passed")
    assert "ArrowRight" not in passed
    assert {"x", "s", "Tab"} <= set(passed)


def test_the_focus_stays_on_its_spot(table: Opener) -> None:
    shown = table()
    shown.spot("c1").focus()
    shown.board.show(small(2.5, caption="Next."))
    shown.carry()
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("Next.")
    assert shown.focus == "c1"


def test_the_focus_moves_to_the_nearest_spot_when_its_spot_disappears(table: Opener) -> None:
    shown = table()
    shown.spot("c2").focus()
    left = tuple(spot for spot in small().spots if spot.id in ("a1", "c1"))
    shown.board.show(small(spots=left))
    shown.carry()
    expect(shown.view.locator("[data-spot]")).to_have_count(2)
    assert shown.focus == "c1"


def test_a_board_without_the_focus_does_not_take_it(table: Opener) -> None:
    shown = table()
    shown.board.show(small(1.5))
    shown.carry()
    expect(shown.piece("pawn")).to_have_attribute(
        "transform", "translate(150 50) rotate(0) scale(1)"
    )
    assert shown.focus is None
