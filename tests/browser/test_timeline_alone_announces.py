"""The timeline alone in Chromium: searches, layers, tables, clauses and announcements."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from piecepack_nb.scene import Layer, Mark
from tests.browser.blank import BlankPage
from tests.browser.board_table import (
    assert_accessible,
    ground,
    overflow,
    small,
    stop_the_clock,
)
from tests.browser.film_table import FilmOpener, FilmTable, film, film_opener, frame


@pytest.fixture
def table(blank_page: Callable[..., BlankPage]) -> FilmOpener:
    return film_opener(blank_page)


def looked(shown: FilmTable, n: int) -> None:
    """Wait until the search shows its n-th scene; 0 is the frame itself."""
    text = f"Looked at {n}." if n else "Frame 4."
    expect(shown.view.locator(".ppnb-caption")).to_contain_text(text)
    expect(shown.view.locator("[data-playing]")).to_have_count(0)
    expect(shown.piece("look")).to_have_count(1 if n else 0)


def test_a_frame_with_a_search_has_a_button_for_it(table: FilmOpener) -> None:
    shown = table(at=3)
    finer = shown.view.locator(".ppnb-nestedbar")
    expect(finer).to_be_hidden()
    shown.button("Next step").click()
    expect(finer.locator(".ppnb-progress")).to_have_text("The search: 5 steps")
    expect(shown.finer("Close")).to_be_hidden()
    shown.finer("Next step").click()
    looked(shown, 1)
    expect(finer.locator(".ppnb-progress")).to_have_text("The search: 1 of 5")
    shown.finer("Next step").click()
    looked(shown, 2)
    shown.finer("Previous step").click()
    looked(shown, 1)
    shown.finer("Previous step").click()
    looked(shown, 0)
    assert shown.blank.sent == []


def test_a_search_plays_to_its_end(table: FilmOpener) -> None:
    shown = table(at=4)
    names = shown.names_of(shown.finer("Play"))
    others = shown.names_of(shown.button("Play"))
    shown.finer("Play").click()
    looked(shown, 5)
    expect(shown.finer("Play")).to_be_visible()
    assert names.json_value() == ["Pause", "Play"]
    assert "Pause" not in others.json_value()
    shown.saved_at(4) if shown.blank.saved else None
    assert all(change == {"frame": 4} for change in shown.blank.saved)


def test_a_search_by_keys(table: FilmOpener) -> None:
    shown = table(at=4)
    shown.search.focus()
    for key, to in (("ArrowRight", 1), ("PageUp", 2), ("End", 5), ("Home", 1), (".", 2), (",", 1)):
        shown.page.keyboard.press(key)
        looked(shown, to)
    expect(shown.search).to_have_attribute("aria-valuetext", "The search: 1 of 5: Looked at 1.")
    assert [shown.search.get_attribute(f"aria-value{n}") for n in ("min", "now", "max")] == [
        "0", "1", "5"]  # fmt: skip


def test_a_search_is_scrubbed(table: FilmOpener) -> None:
    shown = table(at=4)
    shown.page.mouse.move(*shown.middle(shown.search, 0.4))
    shown.page.mouse.down()
    looked(shown, 2)
    shown.page.mouse.move(*shown.middle(shown.search, 0.8), steps=4)
    looked(shown, 4)
    shown.page.mouse.up()


@pytest.mark.parametrize("way", ["Escape", "Close", "Python", "Next step", "Previous step"])
def test_a_search_is_left(table: FilmOpener, way: str) -> None:
    shown = table(at=4)
    shown.search.focus()
    shown.page.keyboard.press("End")
    looked(shown, 5)
    to = 4
    if way == "Escape":
        shown.page.keyboard.press("Escape")
    elif way == "Close":
        shown.finer("Close").click()
    elif way == "Python":
        shown.board.frame = to = 7
        shown.carry()
    else:
        shown.button(way).click()
        to = 5 if way == "Next step" else 4
    shown.stands_at(to)
    expect(shown.view.locator("[data-inside]")).to_have_count(0)
    if way == "Python":
        expect(shown.whole).to_be_focused()  # its groove has gone
    elif way != "Next step":
        expect(shown.finer("Close")).to_be_hidden()
        assert shown.page.evaluate("document.activeElement !== document.body")


def test_layers_keep_their_setting_from_frame_to_frame(table: FilmOpener) -> None:
    shown = table(at=3)
    costs, aims = (shown.view.get_by_role("button", name=name) for name in ("Costs", "Aims"))
    cost, aim = (shown.view.locator(f'[data-mark="{kind}"]') for kind in ("cost", "here"))
    expect(costs).to_have_attribute("aria-pressed", "true")
    expect(aims).to_have_attribute("aria-pressed", "false")
    expect(cost).to_have_count(1)
    expect(aim).to_have_count(0)
    costs.click()
    aims.click()
    expect(cost).to_have_count(0)
    expect(aim).to_have_count(1)
    expect(shown.view.locator('[data-mark="danger"]')).to_have_count(1)
    shown.button("Next step").click()
    shown.stands_at(4)
    expect(costs).to_have_attribute("aria-pressed", "false")
    expect(aims).to_have_attribute("aria-pressed", "true")
    expect(cost).to_have_count(0)
    expect(aim).to_have_count(1)
    shown.hear()
    assert shown.board.toggled_layers == ["costs", "aims"]
    costs.click()
    expect(cost).to_have_count(1)
    shown.button("Next step").click()
    shown.stands_at(5)
    expect(costs).to_be_hidden()


def test_layers_work_on_a_live_board_too(table: FilmOpener) -> None:
    shown = table(at=0)
    shown.board.set_trait("film", b"")
    shown.board.show(small(layers=(Layer("l", "Ways"),), marks=(Mark("here", 1, 1, layer="l"),)))
    shown.carry()
    shown.view.get_by_role("button", name="Ways").click()
    expect(shown.view.locator('[data-mark="here"]')).to_have_count(0)
    assert shown.blank.saved[-1] == {"toggled_layers": ["l"]}


def test_a_text_table_follows_the_frame_and_stays_open(table: FilmOpener) -> None:
    shown = table(at=3)
    rows = shown.view.get_by_role("table", name="Costs").get_by_role("row")
    expect(rows).to_have_count(0)
    shown.view.locator("summary").click()
    expect(rows).to_have_text(["SquareCost", "b23", "c27"])
    expect(shown.view.locator("thead th[scope=col]")).to_have_count(2)
    expect(shown.view.locator("tbody th[scope=row]")).to_have_count(2)
    shown.button("Next step").click()
    expect(rows).to_have_text(["SquareCost", "b24", "c27"])
    shown.button("Next step").click()
    expect(rows).to_have_count(0)
    shown.button("Previous step").click()
    expect(rows).to_have_text(["SquareCost", "b24", "c27"])


def card(shown: FilmTable) -> Locator:
    return shown.view.get_by_role("dialog", name="PM-32 · A step")


@pytest.mark.parametrize("way", ["Escape", "beside", "again"])
def test_a_clause_opens_its_text_and_gives_the_focus_back(table: FilmOpener, way: str) -> None:
    shown = table(at=3)
    chip = shown.view.get_by_role("button", name="PM-32: A step")
    expect(chip).to_have_attribute("aria-expanded", "false")
    chip.click()
    expect(card(shown)).to_contain_text("A ghost moves to the next square.")
    expect(card(shown)).to_contain_text("Our reading: A wall stops it.")
    expect(card(shown)).to_be_focused()
    expect(chip).to_have_attribute("aria-expanded", "true")
    if way == "Escape":
        shown.page.keyboard.press("Escape")
        expect(chip).to_be_focused()
    elif way == "again":
        chip.click()
    else:
        shown.page.mouse.click(700, 880)
    expect(card(shown)).to_be_hidden()
    expect(chip).to_have_attribute("aria-expanded", "false")
    shown.stands_at(3)


def test_a_card_stays_beside_its_clause_while_the_page_scrolls(table: FilmOpener) -> None:
    shown = table(at=3, height=500)
    shown.view.get_by_role("button", name="PM-32: A step").click()
    before = card(shown).bounding_box()
    shown.page.mouse.wheel(0, 20)
    shown.page.wait_for_function("scrollY === 20")
    shown.page.evaluate("() => new Promise(requestAnimationFrame)")
    after = card(shown).bounding_box()
    assert before
    assert after
    assert after["y"] == pytest.approx(before["y"] - 20, abs=1)


def test_a_clause_opens_by_key_while_a_search_is_shown(table: FilmOpener) -> None:
    shown = table(at=4)
    shown.search.focus()
    shown.page.keyboard.press("End")
    looked(shown, 5)
    shown.view.get_by_role("button", name="PM-32: A step").focus()
    shown.page.keyboard.press("Enter")
    expect(card(shown)).to_be_visible()
    shown.page.keyboard.press("Escape")
    expect(card(shown)).to_be_hidden()
    looked(shown, 5)


def test_an_unknown_clause_is_not_a_button(table: FilmOpener) -> None:
    shown = table(clauses={})
    expect(shown.view.locator(".ppnb-caption .ppnb-chip")).to_have_text("PM-32")
    expect(shown.view.get_by_role("button", name=re.compile("PM-32"))).to_have_count(0)


def test_a_chip_keeps_the_focus_from_frame_to_frame(table: FilmOpener) -> None:
    shown = table(at=6)
    chip = shown.view.get_by_role("button", name="PM-32: A step")
    chip.focus()
    shown.page.keyboard.press(".")
    shown.stands_at(7)
    expect(chip).to_be_focused()


def test_the_keys_are_listed(table: FilmOpener) -> None:
    shown = table()
    shown.view.get_by_role("button", name="Keys").click()
    expect(shown.view.get_by_role("dialog", name="Keys")).to_contain_text("Previous step")
    shown.page.keyboard.press("Escape")
    expect(shown.view.get_by_role("dialog")).to_be_hidden()


def test_an_explaining_spot_shows_its_overlay_on_hover(table: FilmOpener) -> None:
    shown = table(at=2)
    tip, path = shown.view.locator(".ppnb-tip"), shown.view.locator('[data-mark="path"]')
    shown.spot("b2").hover()
    expect(tip).to_have_text("It costs 3 to b2. PM-32")
    expect(path).to_have_count(1)
    expect(shown.view.locator('[data-mark="target"]')).to_have_count(0)
    shown.spot("c2").hover()
    expect(path).to_have_count(0)
    shown.spot("b2").focus()
    expect(shown.spot("b2")).to_have_accessible_name("b2, explains")
    expect(shown.spot("b2")).to_have_accessible_description("It costs 3 to b2. PM-32")


@pytest.mark.parametrize("way", ["click", "tap", "Enter", "Space"])
def test_an_explaining_spot_pins_its_overlay_without_python(table: FilmOpener, way: str) -> None:
    shown = table(at=2, has_touch=way == "tap")
    bubble, path = shown.view.locator(".ppnb-bubble"), shown.view.locator('[data-mark="path"]')

    def pick() -> None:
        if way == "click":
            shown.spot("b2").click()
        elif way == "tap":
            shown.spot("b2").tap()
        else:
            shown.spot("b2").focus()
            shown.page.keyboard.press(way)

    pick()
    expect(bubble).to_contain_text("It costs 3 to b2.")
    expect(bubble.get_by_role("button", name="PM-32: A step")).to_be_visible()
    expect(shown.view.get_by_role("status")).to_contain_text("It costs 3 to b2.")
    shown.page.mouse.move(5, 5)
    expect(path.first).to_be_attached()
    pick()
    expect(bubble).to_be_hidden()
    pick()
    expect(bubble).to_be_visible()
    shown.button("Next step").click()
    expect(bubble).to_be_hidden()
    expect(path).to_have_count(0)
    assert shown.blank.sent == []


def test_a_bubble_that_is_pinned_closes_by_escape_and_beside(table: FilmOpener) -> None:
    shown = table(at=2)
    bubble = shown.view.locator(".ppnb-bubble")
    shown.spot("b2").click()
    expect(bubble).to_be_visible()
    shown.page.keyboard.press("Escape")
    expect(bubble).to_be_hidden()
    shown.spot("b2").click()
    shown.view.locator(".ppnb-stage svg").first.click(position={"x": 5, "y": 5})
    expect(bubble).to_be_hidden()
    assert shown.blank.sent == []


def test_other_spots_of_a_film_are_picked_at_their_frame(table: FilmOpener) -> None:
    shown = table()
    shown.whole.focus()
    shown.page.keyboard.press("PageUp")
    shown.page.keyboard.press("ArrowRight")
    shown.stands_at(2)
    shown.spot("c2").click()
    assert shown.blank.saved[-1] == {"frame": 2}
    pick = shown.blank.sent[-1]
    assert (pick["spot"], pick["serial"]) == ("c2", shown.board.serial)
    taken: list[str] = []
    shown.board.on_pick(lambda pick: taken.append(pick.spot))
    shown.hear()
    shown.board._received(shown.board, pick, [])
    assert taken == ["c2"]


LIVE = """() => { const said = [], at = document.querySelector('[role=status]');
  new MutationObserver(() => said.push(at.textContent)).observe(at, {childList: true});
  return said; }"""


def test_a_step_is_announced_at_once_and_a_scrub_when_it_rests(table: FilmOpener) -> None:
    shown = table()
    stop_the_clock(shown.page)
    announced = shown.page.evaluate_handle(LIVE)
    shown.button("Next step").focus()
    shown.page.keyboard.press("Enter")
    assert announced.json_value() == ["Frame 1. PM-32"]
    shown.page.clock.run_for(2000)
    shown.page.mouse.move(*shown.middle(shown.whole, 0.1))
    shown.page.mouse.down()
    for n in range(2, 9):
        shown.page.mouse.move(*shown.middle(shown.whole, n / 10))
        shown.page.clock.run_for(40)
    shown.page.mouse.up()
    shown.page.clock.run_for(300)
    assert announced.json_value() == ["Frame 1. PM-32"]
    shown.page.clock.run_for(400)
    assert announced.json_value() == ["Frame 1. PM-32"]  # its slider has the focus and announces it
    expect(shown.whole).to_have_attribute("aria-valuetext", "Turn 3, step 1 of 3: Frame 9.")


def test_quick_playing_is_not_announced_frame_by_frame(table: FilmOpener) -> None:
    shown = table()
    shown.blank.update(speed=4)
    stop_the_clock(shown.page)  # a frame that is drawn late would rest long enough to be announced
    announced = shown.page.evaluate_handle(LIVE)
    shown.button("Play").click()
    shown.page.clock.run_for(5000)
    shown.stands_at(11)
    expect(shown.view.get_by_role("status")).to_have_text("Frame 11. PM-32")
    assert len(announced.json_value()) < 6


@pytest.mark.parametrize(("width", "theme"), [(320, "dark"), (1200, "light")])
def test_axe_finds_nothing(table: FilmOpener, width: int, theme: str) -> None:
    shown = table(at=4, width=width, mounting={"host": ground(theme)})
    shown.search.focus()
    shown.page.keyboard.press("ArrowRight")
    looked(shown, 1)
    for opened in ("search", "table", "clause"):
        if opened == "table":
            shown.page.keyboard.press("Escape")
            shown.view.locator("summary").click()
            expect(shown.view.get_by_role("table")).to_be_visible()
        elif opened == "clause":
            shown.view.get_by_role("button", name="PM-32: A step").click()
            expect(card(shown)).to_be_visible()
        assert_accessible(shown.page)


@pytest.mark.parametrize("width", [320, 360, 700, 1200])
def test_the_timeline_fits_and_its_targets_suit_fingers(table: FilmOpener, width: int) -> None:
    shown = table(at=4, width=width)
    shown.view.locator("summary").click()
    assert overflow(shown) <= 0
    small_ones = shown.page.evaluate(
        """() => [...document.querySelectorAll('.ppnb-film :is(button, [role=slider]),'
          + '.ppnb-layers button, summary')].filter(e => e.checkVisibility())
        .map(e => [e.ariaLabel || e.textContent, e.getBoundingClientRect()])
        .filter(([, box]) => box.width < 24 || box.height < 24).map(([name]) => name)"""
    )
    assert small_ones == []


def test_everything_that_takes_the_focus_has_a_name_and_is_reached_by_tab(
    table: FilmOpener,
) -> None:
    shown = table(at=4)
    shown.view.locator("summary").click()
    shown.finer("Next step").click()
    looked(shown, 1)
    names = shown.page.evaluate(
        """() => [...document.querySelectorAll('#views :is(button, summary, [tabindex="0"])')]
        .filter(e => e.checkVisibility() && e.tabIndex === 0)
        .map(e => (e.ariaLabel || e.textContent).trim())"""
    )
    assert all(names)
    shown.view.get_by_role("button", name="PM-32: A step").focus()
    seen = ["PM-32: A step"]
    for _ in names[1:]:
        shown.page.keyboard.press("Tab")
        seen.append(
            shown.page.evaluate(
                "document.activeElement.ariaLabel || document.activeElement.textContent"
            ).strip()
        )
    assert sorted(seen) == sorted(names)
    open_to_shortcuts = shown.view.locator(
        ':is(button, summary, [tabindex]):not([data-lm-suppress-shortcuts="true"])'
    )
    expect(open_to_shortcuts).to_have_count(0)


def test_captions_of_several_lines_do_not_move_the_board(table: FilmOpener) -> None:
    scenes = [frame(i)._replace(caption=f"Frame {i}. " + "Words. " * (40 if i == 1 else 1))
              for i in range(12)]  # fmt: skip
    shown = table(film()._replace(frames=tuple(scenes)), width=360)
    tops = []
    for _ in range(3):
        box = shown.view.locator(".ppnb-stage").bounding_box()
        assert box
        tops.append(box["y"])
        shown.button("Next step").click()
        expect(shown.view.locator("[data-playing]")).to_have_count(0)
    assert tops[1] > tops[0]
    assert tops[2] == pytest.approx(tops[1], abs=0.5)
