"""A canvas, and the panel below it, alone in a page: commands; names, keys, themes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from piecepack_nb.widgets.page import MODULE, STYLES
from tests.browser.blank import BlankPage
from tests.browser.lab import until

STATE: dict[str, Any] = {
    "_view": "canvas-panel",
    "theme": "light",
    "delay": 40,
    "label": "The search from f4",
    "words": "3: e4 facing W is settled.",
    "message": "",
    "busy": "",
    "_how_to_stop": "interrupt the kernel",
    "_buttons": [
        ["run", "Run", "Search to the end"],
        ["step", "Step", "The next node"],
        ["stop", "Stop", "Stop here"],
    ],
    "_listing": {"title": "Found", "head": ["Square", "Cost"], "rows": [["f4", "0"], ["e4", "1"]]},
}
IN_A_BOX = """() => {
  const view = document.querySelector('#view-0');
  const box = document.createElement('div');
  box.className = 'ppnb-canvas';
  const canvas = document.createElement('canvas');
  canvas.tabIndex = 0;
  view.before(box);
  box.append(canvas, view);
}"""
NO_REGION = {"rules": {"region": {"enabled": False}}, "resultTypes": ["violations"]}
Open = Callable[..., BlankPage]


def mounted(blank_page: Open, host: dict[str, str] | None = None, **changes: Any) -> BlankPage:
    blank = blank_page()
    blank.mount(
        MODULE,
        STYLES,
        STATE | changes,
        host=host,
    )
    return blank


def test_the_canvas_takes_no_focus_and_no_pointer_events(blank_page: Open) -> None:
    blank = mounted(blank_page)
    blank.page.evaluate(IN_A_BOX)
    blank.page.set_viewport_size({"width": 500, "height": 900})
    canvas = blank.page.get_by_role("img", name="The search from f4")
    expect(canvas).not_to_have_attribute("tabindex", "0")
    expect(canvas).to_have_css("pointer-events", "none")
    blank.page.evaluate("""() => {
      const late = document.createElement('canvas');
      late.tabIndex = 0;
      document.querySelector('.ppnb-canvas').prepend(late);
    }""")
    expect(blank.page.locator("canvas[tabindex]")).to_have_count(0)
    blank.update(label="Another")
    expect(blank.page.get_by_role("img", name="Another")).to_have_count(2)


def test_cells_are_inspected_by_pointer_and_by_keys(blank_page: Open) -> None:
    cells = {"across": 10, "down": 5, "wide": 0.1, "high": 0.1}  # five rows of a key below
    blank = mounted(blank_page, _cells=cells)
    blank.page.evaluate(IN_A_BOX)
    blank.page.set_viewport_size({"width": 500, "height": 900})
    lens = blank.page.get_by_role("application")
    expect(lens).to_have_accessible_name(re.compile("^The search from f4: .*arrow keys"))
    canvas = blank.page.locator("canvas")
    until(lambda: lens.bounding_box() == canvas.bounding_box(), "the lens to lie over the canvas")
    box = canvas.bounding_box()
    assert box is not None
    blank.page.mouse.click(box["x"] + 0.35 * box["width"], box["y"] + 0.25 * box["height"])
    for key in ("ArrowRight", "ArrowUp", "Shift+ArrowRight", "Shift+ArrowDown", "Shift+ArrowRight"):
        blank.page.keyboard.press(key)
    inspected = [[3, 2], [4, 2], [4, 1], [9, 1], [9, 4], [9, 4]]
    assert blank.sent == [{"inspect": cell} for cell in inspected]
    frame = blank.page.locator(".ppnb-canvas-panel-frame")
    expect(frame).to_be_visible()
    blank.page.keyboard.press("Escape")
    expect(frame).to_be_hidden()
    assert blank.sent[-1] == {"inspect": []}


def test_buttons_send_their_names_when_enabled(blank_page: Open) -> None:
    blank = mounted(blank_page)
    press = {
        name: blank.page.get_by_role("button", name=name, exact=True)
        for name in ("Run", "Step", "Stop")
    }
    press["Step"].focus()
    blank.page.keyboard.press("Enter")
    press["Stop"].click(force=True)  # nothing runs
    assert blank.sent == [{"button": "step"}]
    blank.update(busy="button")
    press["Run"].click(force=True)
    press["Stop"].click()
    assert blank.sent == [{"button": "step"}, {"button": "stop"}]
    blank.update(busy="cell")
    for button in press.values():
        button.click(force=True)
    assert len(blank.sent) == 2
    expect(blank.page.locator(".ppnb-canvas-panel-note")).to_contain_text("interrupt the kernel")


def test_text_is_shown_and_only_announcements_are_read_out(blank_page: Open) -> None:
    blank = mounted(blank_page)
    blank.update(words="<b>4</b>")
    expect(blank.page.locator(".ppnb-canvas-panel-words")).to_have_text("<b>4</b>")
    expect(blank.page.get_by_role("status")).to_have_text("")
    blank.update(message="The end.")
    expect(blank.page.get_by_role("status")).to_have_text("The end.")


def test_the_table_opens_by_the_keyboard(blank_page: Open) -> None:
    blank = mounted(blank_page)
    table = blank.page.locator(".ppnb-canvas-panel-grid")
    expect(table).to_be_hidden()
    blank.page.locator("summary").focus()
    blank.page.keyboard.press("Enter")
    expect(table.get_by_role("row", name="e4 1")).to_be_visible()
    blank.update(_listing=STATE["_listing"] | {"rows": [["<i>", "7"]]})
    expect(table.get_by_role("rowheader")).to_have_text("<i>")
    blank.update(_listing=STATE["_listing"] | {"rows": []})
    expect(blank.page.locator(".ppnb-canvas-panel-table")).to_be_hidden()


def test_the_slider_sets_the_pause(blank_page: Open) -> None:
    blank = mounted(blank_page)
    slider = blank.page.get_by_role("slider", name="Pause between two steps")
    expect(slider).to_have_value("40")
    slider.focus()
    blank.page.keyboard.press("ArrowRight")
    assert blank.saved == [{"delay": 50}]
    blank.update(delay=200)
    expect(slider).to_have_value("200")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_python_is_sent_the_pages_theme_and_axe_finds_nothing(blank_page: Open, theme: str) -> None:
    host = {"data-jp-theme-light": "true" if theme == "light" else "false"}
    cells = {"across": 10, "down": 5, "wide": 0.1, "high": 0.1}
    blank = mounted(blank_page, host, busy="cell", message="The end.", _cells=cells)
    ground = {"light": "#ffffff", "dark": "#111111"}[theme]
    blank.page.evaluate("colour => document.body.style.background = colour", ground)
    blank.page.evaluate("document.querySelector('details').open = true")
    expect(blank.page.locator(".ppnb-canvas-panel")).to_have_attribute("data-ppnb-theme", theme)
    assert blank.get("theme") == theme
    assert blank.saved == ([{"theme": "dark"}] if theme == "dark" else [])
    found = Axe().run(blank.page, context="#views", options=NO_REGION).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []


def test_a_closed_panel_leaves_nothing_behind(blank_page: Open) -> None:
    blank = mounted(blank_page)
    blank.remove_view()
    until(lambda: blank.listening == 0, "the panel to stop listening")


# --- the canvas ----------------------------------------------------------------------------------

PIXELS = """view => {
  const at = document.querySelector(view + ' canvas').getContext('2d');
  return [[1, 1], [8, 8]].map((place) => [...at.getImageData(...place, 1, 1).data].join());
}"""
RED, BLUE, BLANK = "255,0,0,255", "0,0,255,255", "0,0,0,0"


def test_every_view_of_a_canvas_shows_all_that_was_drawn(blank_page: Open) -> None:
    blank = blank_page()
    first = blank.mount(MODULE, STYLES, {"_view": "canvas", "width": 10, "height": 10})
    assert blank.sent == [{"ready": True}]
    red = [["set", "fillStyle", "#ff0000"], ["fillRect", 0, 0, 5, 5]]
    blank.receive({"commands": red})
    second = blank.add_view()
    blank.receive({"commands": [["set", "fillStyle", "#0000ff"], ["fillRect", 5, 5, 5, 5]]})
    for view in (first, second):
        assert blank.page.evaluate(PIXELS, view) == [RED, BLUE]
    blank.remove_view(0)
    blank.receive({"commands": [["clearRect", 0, 0, 5, 5]]})
    assert blank.page.evaluate(PIXELS, second) == [BLANK, BLUE]
    assert blank.sent == [{"ready": True}]


def test_a_canvas_ignores_what_is_no_command(blank_page: Open) -> None:
    blank = blank_page()
    view = blank.mount(MODULE, STYLES, {"_view": "canvas", "width": 10, "height": 10})
    harmless: list[Any] = [
        ["constructor"], ["drawImage", "x", 0, 0], ["canvas"], [], ["fillRect"], ["scale", 0, 0],
        ["set", "filter", "url(http://example.org)"], ["set", "canvas", 1], ["set"], [["fill"]],
        ["set", "fillStyle", {}], ["arc", 5, 5, -1, 0, 1], ["setLineDash", "x"], 7, None,
    ]  # fmt: skip
    blank.receive(
        {"commands": [*harmless, ["set", "fillStyle", "#ff0000"], ["fillRect", 0, 0, 10, 10]]}
    )
    assert blank.page.evaluate(PIXELS, view) == [RED, RED]
    blank.receive({"commands": None})
    blank.receive({})
    assert blank.page.evaluate(PIXELS, view) == [RED, RED]
