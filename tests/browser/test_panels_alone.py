"""Explore, compare and predict in a blank page: they fit, can be reached, and keep their place."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import piecepack_nb as pp
from piecepack_nb.widgets import measuring
from piecepack_nb.widgets.board import BoardWidget
from tests.browser.blank import BlankPage
from tests.browser.board_table import assert_accessible, ground
from tests.browser.lab import until
from tests.games.piecepackman.helpers import played

NOT_SYNCED = ("_esm", "_css", "layout", "tabbable", "tooltip")
PHONE, WINDOW = (360, 740), (1366, 768)


def explored() -> BoardWidget:
    match = played(7, moves=12)
    match.goto(4)
    return pp.explore(match, quarter_turn_cost=0)


def side_by_side() -> BoardWidget:
    explore = explored()
    explore.panel.choose("board", "both")  # type: ignore[attr-defined]
    return explore


def compared() -> BoardWidget:
    return pp.compare(played(7, moves=12), quarter_turn_cost=0)


def predicted() -> BoardWidget:
    quiz = pp.predict("piecepackman", seed=1, keep=False)
    quiz.guess("a1")
    return quiz


MADE = {"explore": explored, "both": side_by_side, "compare": compared, "predict": predicted}


class Shown:
    """A widget in Python whose traits and messages are carried to a page by hand."""

    def __init__(self, blank: BlankPage, widget: Any, **mounting: Any) -> None:
        self.blank, self.page, self.widget = blank, blank.page, widget
        widget.send = lambda content, buffers=None: blank.receive(content)
        self.heard = 0
        state = {
            name: value
            for name, value in widget.get_state().items()
            if name not in NOT_SYNCED and not name.startswith(("_model_", "_view_", "_dom"))
        }
        self.traits = list(state)
        esm, css = str(widget._esm), str(widget._css)
        self.view = self.page.locator(blank.mount(esm, css, state, **mounting))

    def answer(self) -> None:
        """Give Python what the page has sent and saved, and the page what changed."""
        for changes in self.blank.saved:
            self.widget.set_state(changes)
        for content in self.blank.sent[self.heard :]:
            self.heard += 1
            self.widget._handle_custom_msg(content, [])
        state = self.widget.get_state()
        self.blank.update(**{name: state[name] for name in self.traits if name != "_sheet"})


Opener = Callable[..., Shown]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep predictions out of the working folder."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def show(blank_page: Callable[..., BlankPage]) -> Opener:
    def open_widget(
        widget: Any, size: tuple[int, int] = WINDOW, theme: str = "light", **mounting: Any
    ) -> Shown:
        blank = blank_page(*size, reduced_motion="reduce")
        return Shown(blank, widget, host=ground(theme), **mounting)

    return open_widget


def bottom(part: Locator) -> float:
    box = part.bounding_box()
    assert box
    return box["y"] + box["height"]


def where(part: Locator) -> list[float]:
    """Return the place and size of a part in the page."""
    script = "e => (({x, y, width, height}) => [x, y + scrollY, width, height])"
    return list(part.first.evaluate(f"{script}(e.getBoundingClientRect())"))


@pytest.mark.parametrize("name", MADE)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(show: Opener, name: str, theme: str) -> None:
    shown = show(MADE[name](), WINDOW, theme)
    toggle = shown.view.locator(".ppnb-explore-toggle")
    for width, height in (WINDOW, PHONE):
        shown.page.set_viewport_size({"width": width, "height": height})
        if toggle.count() and (width, height) == PHONE:
            toggle.click()
        assert_accessible(shown.page, theme)
        unnamed = shown.view.locator("button, select, input, textarea, summary, [tabindex='0']")
        named = "e.labels?.length || e.textContent.trim() || e.ariaLabel"
        script = f"all => all.filter(e => e.checkVisibility() && !({named})).map(e => e.outerHTML)"
        assert unnamed.evaluate_all(script) == []


@pytest.mark.parametrize("name", MADE)
def test_it_fits_a_phone_and_a_window(show: Opener, name: str) -> None:
    phone = show(MADE[name](), PHONE)
    expect(phone.view.locator(".ppnb-stage svg").first).to_be_visible()
    assert phone.page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
    buttons = phone.view.locator(".ppnb-button:visible, .ppnb-rules-face:visible")
    small = [box for each in buttons.all() if (box := each.bounding_box()) and box["height"] < 44]
    assert small == []
    window = show(MADE[name](), WINDOW)
    for part in ("[data-piece$='him']", ".ppnb-transport .ppnb-play, .ppnb-quiz-next"):
        assert bottom(window.view.locator(part).first) < WINDOW[1], part


def test_the_rules_are_beside_the_board_or_folded_above_it(show: Opener) -> None:
    shown = show(explored(), WINDOW)
    rules, board = shown.view.locator(".ppnb-rules"), shown.view.locator(".ppnb-stage")
    left, right = board.bounding_box(), rules.bounding_box()
    assert left
    assert right
    assert right["x"] > left["x"] + left["width"]
    phone = show(explored(), PHONE)
    rules, toggle = (
        phone.view.locator(".ppnb-rules"),
        phone.view.get_by_role("button", name="Rules"),
    )
    expect(rules).to_be_hidden()
    expect(toggle).to_have_text("Rules: 1 changed")
    toggle.press("Enter")
    expect(toggle).to_have_attribute("aria-expanded", "true")
    expect(rules).to_be_visible()


def test_a_rule_is_named_in_words_and_set_by_key(show: Opener) -> None:
    shown = show(explored())
    option = next(each for each in shown.widget.rules.options() if each.name == "step_cost")
    slider = shown.view.get_by_role("slider", name=option.title, exact=True)
    expect(shown.view.locator('[data-option="step_cost"] code')).to_have_text("step_cost")
    slider.press("ArrowRight")
    expect(slider).to_have_value("2")
    shown.page.wait_for_function("ppnb.model.sent.some(m => m.content.kind === 'rules')")
    expect(shown.view.locator(".ppnb-rules")).to_have_attribute("aria-busy", "true")
    slider.press("ArrowRight")  # waits for the reply to the first one
    assert len([each for each in shown.blank.sent if each["kind"] == "rules"]) == 1
    shown.answer()
    assert shown.widget.rules.step_cost == 2
    shown.page.wait_for_function(
        "ppnb.model.sent.filter(m => m.content.kind === 'rules').length > 1"
    )
    shown.answer()
    assert shown.widget.rules.step_cost == 3
    expect(slider).to_have_value("3")
    expect(shown.view.locator('[data-change="step_cost"]')).to_have_text(
        f"{option.title}: 1 → 3 (PM-15, PM-22)"
    )
    expect(shown.view.locator(".ppnb-rules")).not_to_have_attribute("aria-busy", "true")


def test_two_views_have_controls_of_their_own(show: Opener) -> None:
    shown = show(explored(), shadow=True)
    shown.blank.add_view()
    ids = shown.page.locator(".ppnb-rules [id]").evaluate_all("all => all.map(e => e.id)")
    assert len(ids) == len(set(ids)) > 40
    for index in (0, 1):
        shown.blank.remove_view(index)
    # Preact cleans effects up after the next frame.
    shown.page.wait_for_function("() => ppnb.model.listening() === 0")


def test_an_answer_moves_no_control(show: Opener) -> None:
    for size in (WINDOW, PHONE):
        shown = show(pp.predict("piecepackman", seed=1), size)
        following = shown.view.get_by_role("button", name="Next question")
        expect(following).to_have_attribute("aria-disabled", "true")
        following.click(force=True)
        assert shown.blank.sent == [], "nothing was guessed yet"
        parts = (".ppnb-quiz-next", ".ppnb-speed", ".ppnb-stage")
        before = [where(shown.view.locator(part)) for part in parts]
        shown.view.locator('[data-spot="a10"]').click()
        shown.answer()
        shown.view.get_by_role("button", name="Skip").click()
        expect(shown.view.locator('[data-mark="guess"]')).to_have_count(1)
        expect(shown.view.get_by_role("status").filter(has_text="0 of 1")).to_be_visible()
        assert [where(shown.view.locator(part)) for part in parts] == before
        look = "e => getComputedStyle(e.querySelector('rect')).stroke"
        colours = {
            shown.view.locator(f'[data-mark="{kind}"]').evaluate(look)
            for kind in ("guess", "answer")
        }
        assert len(colours) == 2
        following.press("n")
        shown.answer()
        expect(following).to_have_attribute("aria-disabled", "true")
        expect(shown.view.locator('[data-mark="guess"]')).to_have_count(0)


def test_compare_counts_steps_as_its_timeline_does(show: Opener) -> None:
    shown = show(compared())
    caption = shown.view.locator(".ppnb-caption")
    place = shown.view.locator(".ppnb-bar .ppnb-progress").text_content() or ""
    expect(caption).to_contain_text(f"The games diverge here, {place.partition(' of ')[0]}")
    shown.view.get_by_role("button", name="Go to the start", exact=True).click()
    expect(caption).not_to_contain_text("diverge")


def test_a_change_is_measured_while_the_reader_waits(
    show: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "background", lambda: None)
    shown = show(explored(), PHONE)
    shown.view.locator(".ppnb-explore-toggle").click()
    part = shown.view.get_by_role("region", name="Measurement")
    part.get_by_role("combobox", name="Played by").select_option("random")
    part.get_by_role("button", name="Measure this change").click()
    shown.answer()
    expect(part.get_by_role("button", name="Stop measuring")).to_be_focused()
    expect(part.get_by_role("status")).to_have_text("The first games are being played.")
    until(lambda: shown.answer() or part.get_by_role("listitem").count() > 0, "a measurement")
    won = part.get_by_role("listitem").first
    expect(won).to_contain_text("Won by the players")
    expect(won).to_contain_text(re.compile(r"(more|less|not settled): [+-].* points \(95 %: "))
    expect(part.get_by_role("status")).to_have_text("The first games are being played.")
    assert_accessible(shown.page)
    part.get_by_role("button", name="Stop measuring").click()
    shown.answer()
    expect(part.get_by_role("status")).to_contain_text(" games so far. ")
    expect(part.get_by_role("button", name="Continue measuring")).to_be_focused()
    assert shown.page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
    span, dot = part.locator(".ppnb-measure-span").first, part.locator(".ppnb-measure-dot").first
    left, _, width, _ = where(span)
    at, _, size, _ = where(dot)
    assert left <= at + size / 2 <= left + width
    shown.view.get_by_role("button", name="Reset all").click()
    shown.answer()
    expect(part).to_have_count(0)
