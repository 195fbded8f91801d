"""The line to write on, in a blank page: what is sent, and what an answer does to it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from piecepack_nb.widgets.page import STATIC
from tests.browser.blank import BlankPage


@pytest.fixture
def blank(blank_page: Callable[..., BlankPage]) -> BlankPage:
    blank = blank_page(width=600)
    state = {"label": "Move", "placeholder": "or write it here: roll", "message": {}}
    blank.mount(STATIC / "move_input.js", STATIC / "move_input.css", state)
    return blank


def line(blank: BlankPage) -> Locator:
    return blank.page.get_by_role("textbox", name="Move")


def selected(blank: BlankPage) -> str:
    return str(blank.page.evaluate("getSelection().toString()"))


def test_enter_sends_the_text(blank: BlankPage) -> None:
    expect(line(blank)).to_have_attribute("placeholder", "or write it here: roll")
    line(blank).fill("  suns f5-f6 ")
    line(blank).press("Enter")
    line(blank).fill("   ")
    line(blank).press("Enter")
    assert blank.sent == [{"submit": "suns f5-f6"}]


def test_refused_text_stays_selected_with_its_reason_below(blank: BlankPage) -> None:
    line(blank).fill("suns j1")
    line(blank).press("Enter")
    message = {
        "number": 1,
        "text": "This <b>way</b> takes 9.",
        "clause": "PM-32",
        "kind": "refusal",
    }
    blank.update(message=message)
    expect(line(blank)).to_have_value("suns j1")
    expect(line(blank)).to_have_attribute("aria-invalid", "true")
    expect(line(blank)).to_have_accessible_description("PM-32 This <b>way</b> takes 9.")
    assert selected(blank) == "suns j1"
    blank.page.keyboard.type("suns f6")  # it takes the place of what was wrong
    expect(line(blank)).to_have_value("suns f6")
    line(blank).press("Enter")
    blank.update(message={"number": 2, "text": "", "clause": "", "kind": "info"})
    expect(line(blank)).to_have_value("")
    expect(line(blank)).not_to_have_attribute("aria-invalid", "true")
    expect(blank.page.locator(".ppnb-move-input-reply")).to_be_empty()


def test_a_reply_keeps_text_that_was_typed_meanwhile(blank: BlankPage) -> None:
    line(blank).fill("roll")
    line(blank).press("Enter")
    line(blank).fill("order suns")
    blank.update(message={"number": 1, "text": "", "clause": "", "kind": "info"})
    expect(line(blank)).to_have_value("order suns")


def test_the_arrow_keys_recall_earlier_text(blank: BlankPage) -> None:
    for text in ("roll", "order suns moons crowns arms"):
        line(blank).fill(text)
        line(blank).press("Enter")
    line(blank).fill("")
    line(blank).press("ArrowUp")
    expect(line(blank)).to_have_value("order suns moons crowns arms")
    line(blank).press("ArrowUp")
    expect(line(blank)).to_have_value("roll")
    line(blank).press("ArrowDown")
    expect(line(blank)).to_have_value("order suns moons crowns arms")


def test_python_can_focus_the_input(blank: BlankPage) -> None:
    blank.update(label="Dice")
    blank.receive({"kind": "focus"})
    expect(blank.page.get_by_role("textbox", name="Dice")).to_be_focused()


def test_the_input_is_dark_in_a_dark_notebook(blank_page: Callable[..., BlankPage]) -> None:
    blank = blank_page()
    dark = {"data-jp-theme-light": "false"}
    blank.mount(STATIC / "move_input.js", STATIC / "move_input.css", {"label": "Move"}, host=dark)
    expect(blank.page.locator(".ppnb-move-input")).to_have_attribute("data-ppnb-theme", "dark")


def test_a_closed_input_has_no_listeners(blank: BlankPage) -> None:
    assert blank.listening > 0
    blank.remove_view()
    assert blank.listening == 0
