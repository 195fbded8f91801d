"""Live rules in a real JupyterLab: by keyboard, by mouse, for a screen reader, and at a table."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, expect

import piecepack_nb as pp
from tests.browser.lab import Notebook

CELL = """
import piecepack_nb as pp
suits = ("suns", "moons", "crowns", "arms")
match = pp.Match(pp.game("piecepackman"), seed=7, seats=dict.fromkeys(suits, "greedy"))
_ = match.run(12)
match.goto(4)
explore = pp.explore(match)
explore
"""
TABLE = """
import piecepack_nb as pp
table = pp.play("piecepackman", seed=7, journal=False)
table
"""
MINUTE = 60_000
TURN = "quarter_turn_cost"
TITLES = {option.name: option.title for option in pp.game("piecepackman").rules.options()}
NAME = TITLES[TURN]


@pytest.fixture
def notebook(same_notebook: Callable[..., Notebook]) -> Notebook:
    return same_notebook([CELL], wait_for=".ppnb-board")


def panel_of(notebook: Notebook) -> Locator:
    panel = notebook.page.locator(".ppnb-rules")
    expect(panel).to_have_count(1)
    toggle = notebook.page.locator(".ppnb-explore-toggle")
    if toggle.is_visible() and toggle.get_attribute("aria-expanded") == "false":
        toggle.click()  # in a narrow window the rules are folded
    return panel


def caption(notebook: Notebook) -> Locator:
    return notebook.page.locator(".ppnb-caption")


def drawn(notebook: Notebook) -> str:
    """Return the marks on the board as the page draws them: paths, costs, targets."""
    marks = notebook.page.locator(".ppnb-stage svg [data-mark]")
    return str(marks.evaluate_all("all => all.map(each => each.outerHTML).sort().join('')"))


def changes(panel: Locator) -> Locator:
    return panel.get_by_role("list", name="Changed rules").get_by_role("listitem")


def test_a_rule_changed_by_keyboard_redraws_his_path_and_its_cost(notebook: Notebook) -> None:
    page, panel = notebook.page, panel_of(notebook)
    expect(caption(notebook)).to_contain_text("at cost 5, with 2 quarter turns")
    expect(panel.get_by_text("Printed rules")).to_be_visible()
    before, cells = drawn(notebook), page.locator(".jp-Cell").count()
    slider = panel.get_by_role("slider", name=NAME)
    slider.focus()
    begun = time.monotonic()
    page.keyboard.press("ArrowLeft")
    expect(caption(notebook)).to_contain_text("at cost 3, with 2 quarter turns")
    print(f"from the key to the board: {1000 * (time.monotonic() - begun):.0f} ms")
    after = drawn(notebook)
    assert after != before
    assert ">3<" in after, "the badge on his goal"
    expect(changes(panel)).to_have_text([f"{NAME}: 1 → 0 (PM-15)"])
    expect(panel.get_by_role("status").first).to_contain_text(
        "Now: He heads for the suns cube on i4, at"
    )
    expect(slider).to_be_focused()
    page.keyboard.press("x")  # in JupyterLab's command mode it would cut the cell
    page.keyboard.press("b")
    page.keyboard.press("Tab")  # to what stands beside a changed rule
    reset = panel.get_by_role("button", name=f"Reset {NAME} to 1, printed")
    expect(reset).to_be_focused()
    page.keyboard.press("Enter")
    expect(caption(notebook)).to_contain_text("at cost 5, with 2 quarter turns")
    expect(panel.get_by_text("Printed rules")).to_be_visible()
    expect(slider).to_be_focused()
    assert drawn(notebook) == before
    assert page.locator(".jp-Cell").count() == cells


def test_a_rule_changed_by_mouse_leads_to_the_divergence(notebook: Notebook) -> None:
    page, panel = notebook.page, panel_of(notebook)
    panel.get_by_text("the whole game", exact=True).click()
    slider = panel.get_by_role("slider", name=NAME)
    box = slider.bounding_box()
    assert box is not None
    slider.click(position={"x": 2, "y": box["height"] / 2})
    status = panel.get_by_role("status").first
    expect(status).to_contain_text(
        "Turn 1, step 2: As played: He heads for the suns cube", timeout=MINUTE
    )
    expect(status).to_contain_text("PM-15")
    assert notebook.kernel_eval("explore.divergence.step") == 4
    panel.get_by_role("button", name="Show the difference").click()
    expect(caption(notebook)).to_contain_text("at cost 3, with 2 quarter turns")
    panel.get_by_role("button", name="Reset all").click()
    expect(caption(notebook)).to_contain_text("at cost 5, with 2 quarter turns")
    expect(status).to_be_hidden()
    page.get_by_role("button", name="Play").first.click()  # the timeline of the printed rules
    notebook.wait_for_kernel("explore.frame >= 4")
    panel.get_by_text("the rest of the game", exact=True).click()
    slider.click(position={"x": 2, "y": box["height"] / 2})
    notebook.wait_for_kernel("explore.other is not None and explore.other.earlier is not None")
    assert notebook.kernel_eval("explore.panel.last_error") == ""
    expect(page.locator(".ppnb-film")).to_contain_text("Turn 1, step")


def test_side_by_side_waits_for_a_change(notebook: Notebook) -> None:
    panel = panel_of(notebook)
    panel.get_by_text("side by side", exact=True).click()
    expect(panel.get_by_role("status").first).to_contain_text("No rule is changed yet.")
    notebook.kernel_eval("explore.panel.set(quarter_turn_cost=0)")
    expect(caption(notebook)).to_contain_text("as played: He heads", timeout=MINUTE)
    expect(caption(notebook)).to_contain_text(f"{TURN} 0: He heads")
    stage = notebook.page.locator(".ppnb-stage")
    pieces = stage.locator('[data-piece^="left:"]').count()
    assert pieces > 30
    expect(stage.locator('[data-piece^="right:"]')).to_have_count(pieces)


def test_refused_text_is_kept_with_its_reason_beside_it(
    notebook: Notebook,
) -> None:
    panel = panel_of(notebook)
    panel.locator(".ppnb-panel-title", has_text="Set-up").click()
    maze = panel.get_by_role("combobox", name=TITLES["maze"])
    maze.select_option(label="your own …")
    area = panel.get_by_role("textbox", name=f"{TITLES['maze']}: your own text")
    expect(area).to_be_focused()
    area.fill("no\nmaze")
    panel.get_by_role("button", name="Use it").click()
    note = panel.get_by_role("alert")
    expect(note).to_contain_text("maze")
    expect(area).to_have_value("no\nmaze")
    assert notebook.kernel_eval("explore.rules.maze") == "roundabout"
    maze.select_option(label="winding")
    notebook.wait_for_kernel("explore.rules.maze == 'winding'")
    expect(note).to_be_hidden()
    expect(area).to_be_hidden()


def test_rules_are_found_by_words_by_change_and_by_the_move(notebook: Notebook) -> None:
    panel = panel_of(notebook)
    rules = panel.locator(".ppnb-rules-option:visible .ppnb-rules-name")
    panel.get_by_role("searchbox", name="Find a rule").fill("quarter turn")
    expect(rules).to_have_text([TURN, "hunger_turn_cost"])
    panel.get_by_role("searchbox").fill("no such thing")
    expect(panel.get_by_text("No rule found.")).to_be_visible()
    panel.get_by_role("searchbox").fill("")
    show = panel.get_by_role("group", name="Show")
    show.get_by_text("this move", exact=True).click()
    expect(rules.filter(has_text="step_cost")).to_have_count(1)
    expect(rules.filter(has_text="cubes_per_suit")).to_have_count(0)
    notebook.kernel_eval("explore.panel.set(ace_lives=2)")
    show.get_by_text("changed", exact=True).click()
    expect(rules).to_have_text(["ace_lives"])


def test_help_and_clauses_are_named_and_reached_by_keyboard(notebook: Notebook) -> None:
    page, panel = notebook.page, panel_of(notebook)
    slider = panel.get_by_role("slider", name=NAME)
    expect(slider).to_have_accessible_description("Points that a quarter turn costs him.")
    ties = panel.get_by_role("combobox", name=TITLES["tie_break"])
    expect(ties).to_have_accessible_description(
        "The choice of suit if dice, costs and turns are all equal. ◇ our reading"
    )
    chip = panel.locator(f'[data-option="{TURN}"]').get_by_role("button", name="PM-15")
    expect(chip).to_have_accessible_description(
        "PM-15 Cost of moving. A step forward costs 1 point and a quarter turn costs 1. He "
        "takes the cheapest path there is. ◇ Our reading: Of equally cheap paths he takes the one "
        "with fewer quarter turns; then the one that goes straight on for longest; then the one "
        "that turns left first."
    )
    slider.focus()
    page.keyboard.press("Tab")
    expect(chip).to_be_focused()
    text = panel.get_by_role("tooltip").filter(has_text="Cost of moving")
    expect(text).to_be_visible()
    page.keyboard.press("Escape")
    expect(text).to_be_hidden()
    page.keyboard.press("Enter")
    expect(chip).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Tab")
    expect(text).to_be_visible()
    chip.click()
    page.keyboard.press("Shift+Tab")
    expect(text).to_be_hidden()
    slider.hover()
    chip.hover()
    expect(text).to_be_visible()


def test_the_keyboard_walks_through_the_panel_and_out_of_it(notebook: Notebook) -> None:
    page, panel = notebook.page, panel_of(notebook)
    notebook.kernel_eval("explore.panel.set(quarter_turn_cost=0)")
    expect(changes(panel)).to_have_count(1)
    panel.locator("details").evaluate_all("all => all.forEach(each => (each.open = true))")
    panel.get_by_role("button", name="Reset all").focus()
    names: list[str] = []
    inside = """e => { const at = document.activeElement;
      return e.contains(at) ? at.labels?.[0]?.textContent || at.getAttribute('aria-label')
        || at.textContent || at.tagName : ''; }"""
    while name := str(panel.evaluate(inside)):
        names.append(name)
        assert len(names) < 200, f"no way out: {names[-5:]}"
        page.keyboard.press("Tab")
    wanted = notebook.kernel_eval("[option.title for option in explore.rules.options()]")
    assert [name for name in names if name in wanted] == [
        each["title"] for each in notebook.kernel_eval("explore.rules_about['options']")
    ]
    assert {"this move", "alone", "Show the difference", "Find a rule", "all"} <= set(names)
    page.keyboard.press("Shift+Tab")
    assert panel.evaluate(inside) == names[-1]


def test_axe_finds_nothing_wrong_with_the_panel(notebook: Notebook) -> None:
    panel = panel_of(notebook)
    notebook.kernel_eval("explore.panel.set(quarter_turn_cost=0, maze='slip')")
    expect(changes(panel)).to_have_count(2)
    panel.locator("details").evaluate_all("all => all.forEach(each => (each.open = true))")
    panel.get_by_role("combobox", name=TITLES["maze"]).select_option(label="your own …")
    panel.get_by_role("button", name="Use it").click()
    expect(panel.get_by_role("alert")).to_be_visible()
    found = Axe().run(notebook.page, context=".ppnb-explore").response
    assert found["passes"]
    assert found["violations"] == [], [
        (each["id"], [node["html"][:200] for node in each["nodes"]]) for each in found["violations"]
    ]
    unnamed = panel.locator("button, select, input, textarea, summary").evaluate_all(
        "all => all.filter(e => !(e.labels?.length || e.textContent.trim() || e.ariaLabel)).length"
    )
    assert unnamed == 0


def test_at_a_table_rules_wait_for_a_button_and_can_be_undone(
    same_notebook: Callable[..., Notebook],
) -> None:
    notebook = same_notebook([TABLE], wait_for=".ppnb-board")
    notebook.page.locator("summary", has_text=re.compile("^Rules")).press("Enter")
    panel = panel_of(notebook)
    notebook.kernel_eval("table.play('roll suns 5 moons 5 crowns null arms null')")
    state = notebook.kernel_eval("table.match.game.to_json(table.match.state)")
    expect(notebook.page.locator("[data-playing]")).to_have_count(0)  # the log grows till then
    panel.get_by_text("The ghosts' turn").click()
    panel.get_by_role("slider", name=TITLES["ghost_ace"]).focus()
    notebook.page.keyboard.press("End")
    status = panel.get_by_role("status").first
    expect(status).to_contain_text(f"Not in force yet: {TITLES['ghost_ace']}: 1 → 6 (PM-31).")
    assert notebook.kernel_eval("table.match.game.rules.ghost_ace") == 1
    panel.get_by_role("button", name="Continue with these rules").click()
    notebook.wait_for_kernel("table.match.game.rules.ghost_ace == 6")
    expect(status).to_contain_text(f"From now on: {TITLES['ghost_ace']}: 1 → 6")
    assert notebook.kernel_eval("table.match.game.to_json(table.match.state)") == state
    notebook.page.get_by_role("button", name="Undo").click()
    notebook.wait_for_kernel("table.match.game.rules.ghost_ace == 1")
    expect(panel.get_by_role("slider", name=TITLES["ghost_ace"])).to_have_value("1")
    assert notebook.kernel_eval("table.match.game.to_json(table.match.state)") == state
