"""The timeline alone in Chromium: steps, turns and ends, by button, key, mouse and finger."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.blank import BlankPage
from tests.browser.film_table import FRAMES, FilmOpener, FilmTable, film, film_opener, where

SEEN = """() => { const seen = [], at = document.querySelector('[data-piece=pawn]');
  new MutationObserver(() => seen.push(+at.getAttribute('transform').match(/[\\d.]+/)[0]))
    .observe(at, {attributes: true, attributeFilter: ['transform']});
  return seen; }"""


@pytest.fixture
def table(blank_page: Callable[..., BlankPage]) -> FilmOpener:
    return film_opener(blank_page)


def test_the_timeline_opens_at_the_frame_that_python_names(table: FilmOpener) -> None:
    shown = table(at=7)
    shown.stands_at(7)
    expect(shown.view.locator(".ppnb-bar .ppnb-progress")).to_have_text("Turn 2, step 2 of 3")
    value_text = shown.whole.get_attribute(
        "aria-valuetext"
    )  # at once, as a slider must have a value
    assert value_text == "Turn 2, step 2 of 3: Frame 7."
    assert shown.blank.sent == shown.blank.saved == []


def test_step_buttons_move_one_frame_and_glide_both_ways(table: FilmOpener) -> None:
    shown = table(at=5)
    for name, to in (("Next step", 6), ("Previous step", 5)):
        seen = shown.page.evaluate_handle(SEEN)
        shown.button(name).click()
        shown.stands_at(to)
        low, high = sorted((where(5) * 100, where(6) * 100))
        assert any(low < x < high for x in seen.json_value()), name
    assert shown.blank.sent == []


def test_turn_buttons_stop_at_the_same_frames_in_both_directions(table: FilmOpener) -> None:
    shown = table()
    on = (1, 6, 9, FRAMES - 1)
    for to in on:
        shown.button("Next turn").click()
        shown.stands_at(to)
    for to in (9, 6, 1, 0):
        shown.button("Previous turn").click()
        shown.stands_at(to)


def test_previous_turn_leads_from_within_a_turn_to_its_start(table: FilmOpener) -> None:
    shown = table(at=4)
    shown.button("Previous turn").click()
    shown.stands_at(1)


def test_at_either_end_the_timeline_stays(table: FilmOpener) -> None:
    shown = table(at=3)
    shown.button("Go to the end").click()
    shown.stands_at(FRAMES - 1)
    expect(shown.button("Next step")).to_be_disabled()
    shown.button("Next step").click(force=True)
    shown.stands_at(FRAMES - 1)
    shown.button("Go to the start").click()
    shown.stands_at(0)
    expect(shown.button("Previous turn")).to_be_disabled()
    shown.button("Previous step").click(force=True)
    shown.stands_at(0)


def test_the_turn_slider_moves_by_keys(table: FilmOpener) -> None:
    shown = table()
    shown.whole.focus()
    for key, to in (("ArrowRight", 1), ("ArrowUp", 2), ("PageUp", 6), ("ArrowLeft", 5),
                    ("PageDown", 1), ("ArrowDown", 0), ("End", 11), ("Home", 0)):  # fmt: skip
        shown.page.keyboard.press(key)
        shown.stands_at(to)
        expect(shown.whole).to_have_attribute("aria-valuenow", str(to))
    shown.page.keyboard.press("PageUp")
    shown.page.keyboard.press("ArrowRight")
    shown.page.keyboard.press("ArrowRight")
    expect(shown.whole).to_have_attribute("aria-valuetext", "Turn 1, step 3 of 5: Frame 3.")
    assert [shown.whole.get_attribute(f"aria-value{end}") for end in ("min", "max")] == ["0", "11"]


def test_the_step_slider_moves_by_keys(table: FilmOpener) -> None:
    shown = table(at=7)
    shown.steps.focus()
    for key, to in (("Home", 6), ("End", 8), ("ArrowRight", 9), ("ArrowLeft", 8)):
        shown.page.keyboard.press(key)
        shown.stands_at(to)
    ends = [shown.steps.get_attribute(f"aria-value{end}") for end in ("min", "now", "max")]
    assert ends == ["1", "3", "3"]


def test_timeline_keys_on_the_board_keep_the_focus_and_its_keys(table: FilmOpener) -> None:
    shown = table(at=2)
    shown.spot("b2").focus()
    shown.page.keyboard.press("ArrowRight")
    assert shown.focus == "c2"
    shown.page.keyboard.press("ArrowLeft")
    for key, to in ((".", 3), (",", 2), (">", 6), ("<", 1), (".", 2)):
        shown.page.keyboard.press(key)
        shown.stands_at(to)
    expect(shown.whole).to_be_focused()  # frame 3 has no spot to hold the focus
    assert shown.blank.sent == []


def test_the_focus_stays_on_a_spot_that_stays(table: FilmOpener) -> None:
    scenes = film().frames
    kept = tuple(scene._replace(spots=scenes[2].spots) for scene in scenes)
    shown = table(film(frames=FRAMES)._replace(frames=kept), at=2)
    shown.spot("b2").focus()
    for key in (".", ".", ","):
        shown.page.keyboard.press(key)
    shown.stands_at(3)
    assert shown.focus == "b2"


def test_other_keys_pass_to_the_page(table: FilmOpener) -> None:
    shown = table()
    shown.page.evaluate("window.passed = []; addEventListener('keydown', e => passed.push(e.key))")
    shown.whole.focus()
    for key in ("ArrowRight", ".", "Control+s", "x", "Shift+ArrowRight"):
        shown.page.keyboard.press(key)
    passed = set(shown.page.evaluate("passed"))
    assert {"s", "x"} <= passed
    assert "." not in passed


def press(shown: FilmTable, part: float, groove: str = "whole") -> None:
    shown.page.mouse.move(*shown.middle(getattr(shown, groove), part))
    shown.page.mouse.down()


def test_a_click_on_a_turn_goes_to_its_beginning(table: FilmOpener) -> None:
    shown = table()
    press(shown, 8.5 / FRAMES)
    shown.page.mouse.up()
    shown.stands_at(6)
    assert shown.page.evaluate("document.activeElement.role") == "slider"


def test_the_turn_slider_is_scrubbed_by_mouse(table: FilmOpener) -> None:
    shown = table()
    press(shown, 1.5 / FRAMES)
    for at in (3, 10, 5):
        shown.page.mouse.move(*shown.middle(shown.whole, (at + 0.5) / FRAMES), steps=3)
        shown.stands_at(at)
    shown.page.mouse.up()
    shown.stands_at(5)
    shown.saved_at(5)


def test_the_step_slider_is_scrubbed_by_mouse(table: FilmOpener) -> None:
    shown = table(at=1)
    press(shown, 0.5 / 5, "steps")
    for step in (2, 5, 4):
        shown.page.mouse.move(*shown.middle(shown.steps, (step - 0.5) / 5), steps=3)
        shown.stands_at(step)
    shown.page.mouse.move(*shown.middle(shown.steps, 1.4), steps=3)
    shown.stands_at(5)
    shown.page.mouse.up()


@pytest.mark.parametrize("groove", ["whole", "steps"])
def test_the_timeline_is_scrubbed_by_touch(table: FilmOpener, groove: str) -> None:
    shown = table(at=1, width=360, has_touch=True)
    touch = shown.page.context.new_cdp_session(shown.page)
    many, first = (FRAMES, 0) if groove == "whole" else (5, 1)

    def finger(kind: str, step: float) -> None:
        x, y = shown.middle(getattr(shown, groove), (step + 0.5) / many)
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    finger("touchStart", 1)
    for step in (1.5, 2, 2.5, 3, 3.5, 4):
        finger("touchMove", step)
    shown.stands_at(first + 4)
    finger("touchEnd", 4)
    shown.saved_at(first + 4)


def test_the_turn_under_the_pointer_is_named(table: FilmOpener) -> None:
    shown = table()
    flag = shown.view.locator(".ppnb-flag")
    expect(flag).to_be_hidden()
    for at, title in ((0, "Set-up"), (7, "Turn 2"), (11, "Turn 3")):
        shown.page.mouse.move(*shown.middle(shown.whole, (at + 0.5) / FRAMES))
        expect(flag).to_have_text(title)
    shown.page.mouse.move(5, 5)
    expect(flag).to_be_hidden()


THREE_STEPS = """() => {
  const groove = document.querySelector('.ppnb-whole');
  groove.focus();
  for (let i = 0; i < 3; i++)
    groove.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}));
}"""


def test_python_is_sent_only_the_frame_where_the_reader_stops(table: FilmOpener) -> None:
    shown = table()
    shown.page.evaluate(THREE_STEPS)  # in one task: however slow the machine, no rest between
    shown.saved_at(3)
    assert shown.blank.saved == [{"frame": 3}]
    shown.hear()
    assert shown.board.frame == 3
    assert shown.board.scene == film().frames[3]


def test_python_moves_the_timeline(table: FilmOpener) -> None:
    shown = table()
    shown.board.frame = 8
    shown.carry()
    shown.stands_at(8)
    shown.board.frame = 2
    shown.carry()
    shown.stands_at(2)
    assert shown.blank.saved == []


def test_a_late_echo_of_the_frame_changes_nothing(table: FilmOpener) -> None:
    shown = table()
    shown.button("Next step").click()
    shown.saved_at(1)
    shown.button("Next step").click()
    shown.stands_at(2)
    shown.page.evaluate("ppnb.model.emit('change:at')")  # marimo says equal values again
    shown.saved_at(2)
    shown.stands_at(2)
