"""The board alone in Chromium: animations, and how they end."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from piecepack_nb.scene import Piece, in_brief
from tests.browser.blank import BlankPage
from tests.browser.board_table import Opener, opener, picks, play, seconds, small


@pytest.fixture
def table(blank_page: Callable[..., BlankPage]) -> Opener:
    return opener(blank_page)


def test_an_animation_plays_its_frames_and_ends_exactly(table: Opener) -> None:
    shown = table()
    captions = shown.page.evaluate_handle(
        """() => { const said = [], at = document.querySelector('.ppnb-caption');
        new MutationObserver(() => said.push(at.textContent)).observe(at, {childList: true});
        return said; }"""
    )
    play(shown, 1.5, 2.5, 3.5, linger=0.01)
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("Done.")
    expect(shown.view.locator("[data-playing]")).to_have_count(0)
    assert shown.where("pawn") == (3.5, 0.5)
    texts = [text.removeprefix("PM-32 ") for text in captions.json_value()]
    assert texts == ["At 1.5.", "At 2.5.", "At 3.5.", "Done."]


def test_a_piece_glides_and_turns_the_short_way(table: Opener) -> None:
    shown = table(small(pieces=(Piece("pawn", "pawn", 0.5, 0.5, angle=-90),)))
    seen = shown.page.evaluate_handle(
        """() => { const seen = [], at = document.querySelector('[data-piece]');
        new MutationObserver(() => seen.push(at.getAttribute('transform')))
          .observe(at, {attributes: true, attributeFilter: ['transform']});
        return seen; }"""
    )
    final = small(pieces=(Piece("pawn", "pawn", 3.5, 0.5, angle=180),))
    shown.board.animate([final], final)
    shown.carry()
    expect(shown.piece("pawn")).to_have_attribute(
        "transform", "translate(350 50) rotate(180) scale(1)"
    )
    moves = [text.replace("(", " ").replace(")", " ").split() for text in seen.json_value()]
    between = [(float(move[1]), float(move[4])) for move in moves]
    assert any(60 < x < 340 for x, _angle in between)
    assert all(-180.01 <= angle <= -89.99 or angle == 180 for _x, angle in between)


@pytest.mark.parametrize("way", ["click", "Escape", "Enter", "Skip"])
def test_an_animation_can_be_finished_at_once(table: Opener, way: str) -> None:
    shown = table()
    shown.spot("c1").focus()
    play(shown, 1.5, 2.5)
    expect(shown.view.locator("[data-playing]")).to_have_count(1)
    if way == "click":
        shown.spot("c1").click(force=True)
    elif way == "Skip":
        shown.view.get_by_role("button", name="Skip").click()
    else:
        shown.page.keyboard.press(way)
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("Done.")
    assert shown.where("pawn") == (2.5, 0.5)
    assert [pick["spot"] for pick in picks(shown)] == ["c1"] * (way == "click")  # it can be picked
    expect(shown.view.get_by_role("button", name="Skip")).to_be_hidden()
    if way != "Skip":
        assert shown.focus == "c1"


def test_animations_queue_and_a_show_ends_them(table: Opener) -> None:
    shown = table()
    play(shown, 1.5)
    play(shown, 2.5)
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("At 1.5.")
    shown.board.show(small(3.5, caption="Now."))
    shown.carry()
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("Now.")
    assert shown.where("pawn") == (3.5, 0.5)
    shown.spot("c1").click()
    assert picks(shown)[-1]["serial"] == 4


def test_a_long_turn_is_played_faster(table: Opener) -> None:
    """Eight moves with a rest of a second after each would play for more than 9 seconds."""
    shown = table()
    scenes = [small(x, caption=f"At {x}.", linger=1) for x in (1.5, 2.5) * 4]
    shown.board.animate(scenes, small(2.5, caption="Done."))
    assert 5 < seconds(shown) < 9


def test_a_view_that_missed_positions_shows_the_last_one(table: Opener) -> None:
    shown = table()
    shown.board.show(small(1.5))
    play(shown, 2.5, 3.5)  # the page never heard of the position before
    assert shown.where("pawn") == (3.5, 0.5)
    expect(shown.view.locator("[data-playing]")).to_have_count(0)


def test_pieces_come_and_go(table: Opener) -> None:
    shown = table()
    two = (*small().pieces, Piece("cube", "cube", 2.5, 1.5, suit="suns"))
    shown.board.animate([], small(pieces=two))
    shown.carry()
    expect(shown.piece("cube")).to_have_attribute(
        "transform", "translate(250 150) rotate(0) scale(1)"
    )
    shown.board.animate([], small())
    shown.carry()
    expect(shown.piece("cube")).to_have_count(0)


def test_with_reduced_motion_frames_are_shown_without_gliding(table: Opener) -> None:
    shown = table(reduced_motion="reduce")
    seen = shown.page.evaluate_handle(
        """() => { const seen = [], at = document.querySelector('[data-piece]');
        new MutationObserver(() => seen.push(at.getAttribute('transform')))
          .observe(at, {attributes: true, attributeFilter: ['transform']});
        return seen; }"""
    )
    play(shown, 1.5, 2.5, linger=0.01)
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("Done.")
    places = {text.split("(")[1].split()[0] for text in seen.json_value()}
    assert places <= {"50", "150", "250"}
    assert "150" in places


def test_the_speed_is_kept_in_the_model(table: Opener) -> None:
    shown = table()
    faster = shown.view.get_by_role("button", name="Animation speed 1×")
    faster.click()
    assert shown.blank.saved == [{"speed": 2}]
    shown.board.set_state({"speed": 2})
    assert shown.board.speed == 2
    expect(shown.view.get_by_role("button", name="Animation speed 2×")).to_be_visible()


def test_no_spot_is_marked_legal_while_an_animation_plays(table: Opener) -> None:
    shown = table()
    legal = shown.view.get_by_role("button", name=", legal")
    expect(legal).to_have_count(2)
    play(shown, 1.5, 2.5)
    expect(legal).to_have_count(0)
    expect(shown.spot("c1")).to_be_disabled()
    shown.view.get_by_role("button", name="Skip").click()
    expect(legal).to_have_count(2)
    expect(shown.spot("c1")).to_be_enabled()


def test_a_button_on_the_board_is_ignored_while_an_animation_plays(table: Opener) -> None:
    shown = table()
    play(shown, 1.5)
    expect(shown.view.locator("[data-playing]")).to_have_count(1)
    expect(shown.spot("roll")).to_have_css("opacity", "0")
    shown.spot("roll").focus()
    expect(shown.spot("roll")).to_have_css("font-size", "0px")
    shown.view.get_by_role("button", name="Skip").click()
    expect(shown.spot("roll")).to_have_css("opacity", "1")


@pytest.mark.parametrize("where", [".ppnb-caption", ".ppnb-tip", ".ppnb-stage"])
def test_a_click_anywhere_skips_and_picks_nothing(table: Opener, where: str) -> None:
    shown = table()
    play(shown, 1.5, 2.5)
    expect(shown.view.locator("[data-playing]")).to_have_count(1)
    shown.view.locator(where).click(position={"x": 5, "y": 5})
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("Done.")
    assert picks(shown) == []


def test_a_click_on_what_can_be_picked_skips_and_picks_it(table: Opener) -> None:
    shown = table()
    box = shown.spot("c1").bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    play(shown, 1.5, 2.5)
    expect(shown.view.locator("[data-playing]")).to_have_count(1)
    shown.page.mouse.click(*middle)
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("Done.")
    assert [pick["spot"] for pick in picks(shown)] == ["c1"]


def test_the_second_click_of_a_double_click_picks_nothing(table: Opener) -> None:
    shown = table()
    box = shown.spot("c1").bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    play(shown, 1.5, 2.5)
    expect(shown.view.locator("[data-playing]")).to_have_count(1)
    shown.page.mouse.move(*middle)
    shown.page.mouse.down(click_count=2)
    shown.page.mouse.up(click_count=2)
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("Done.")
    assert picks(shown) == []


@pytest.mark.parametrize("key", ["x", "Enter", "r", "ArrowRight"])
def test_any_key_on_the_board_skips_and_picks_nothing(table: Opener, key: str) -> None:
    shown = table()
    shown.spot("b1").focus()
    play(shown, *(1.5, 2.5) * 4)  # longer than a busy machine takes for two keys
    shown.page.keyboard.press("Tab")
    shown.page.keyboard.press("Shift+Tab")
    expect(shown.view.locator("[data-playing]")).to_have_count(1)
    shown.page.keyboard.press(key)
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("Done.")
    assert picks(shown) == []


def test_a_walk_is_one_motion_whose_steps_say_nothing(table: Opener) -> None:
    shown = table()
    said = shown.page.evaluate_handle(
        """() => { const said = [], caption = document.querySelector('.ppnb-caption');
        new MutationObserver(() => said.push(caption.textContent))
          .observe(caption, {childList: true});
        return said; }"""
    )
    steps = [small(x, caption=f"A step to {x}.") for x in (1.5, 2.5, 3.5)]
    down = small(3.5, caption="A step down.")
    down = down._replace(pieces=(down.pieces[0]._replace(y=1.5),))
    brief = in_brief(shown.board.scene, [*steps, down])
    assert [frame.pieces[0].x for frame in brief] == [3.5, 3.5]
    shown.board.animate(brief, down._replace(caption="Done."))
    shown.carry()
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("Done.")
    assert said.json_value() == ["PM-32 Done."]
