"""Afterwards at the table in a blank page: the graph, the worst moves, the log by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

import piecepack_nb as pp
from piecepack_nb.widgets import afterwards
from piecepack_nb.widgets.table import TableWidget
from tests.browser.blank import BlankPage
from tests.browser.board_table import LiveTable, assert_accessible, ground, overflow

BOTS = {"red": "random", "blue": "quick"}
Live = Callable[..., LiveTable]


@pytest.fixture
def live(
    blank_page: Callable[..., BlankPage], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Live:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(afterwards, "PLAYOUTS", 6)

    def opened(*, theme: str = "light", width: int = 1000) -> LiveTable:
        table = pp.play("activator", seed=4, seats=BOTS, journal=False)
        assert table.match.result is not None
        return LiveTable(blank_page(width=width), table, host=ground(theme))

    return opened


def looked_back(shown: LiveTable) -> TableWidget:
    """Press the button, wait for the review, and show it."""
    shown.press("Look back at the game")
    table = shown.board
    assert isinstance(table, TableWidget)
    thread = table.reviewer.thread
    assert thread is not None
    thread.join()
    shown.carry()
    return table


def graph(shown: LiveTable) -> Locator:
    return shown.view.get_by_role("slider", name="Chances by turn")


def looking(table: TableWidget) -> int:
    at: int = table.controls["looking"][0]
    return at


@pytest.mark.parametrize(("theme", "width"), [("light", 1366), ("dark", 360)])
def test_the_review_is_accessible_and_fits(live: Live, theme: str, width: int) -> None:
    shown = live(theme=theme, width=width)
    table = looked_back(shown)
    expect(graph(shown)).to_be_visible()
    assert overflow(shown) <= 0
    assert table.review["worst"], "the random player made a mistake"
    expect(shown.view.locator(".ppnb-worst > li")).to_have_count(len(table.review["worst"]))
    expect(shown.view.locator(".ppnb-graph-worst")).to_have_count(len(table.review["worst"]))
    assert_accessible(shown.page)
    targets = [
        box["height"]
        for button in shown.view.locator(".ppnb-afterwards button").all()
        if (box := button.bounding_box())
    ]
    assert min(targets) >= (44 if width == 360 else 32)
    shown.press("Show it")
    expect(shown.view.locator(".ppnb-report")).to_be_in_viewport(ratio=1)
    expect(shown.view.get_by_role("button", name="Back to now")).to_be_in_viewport()
    shown.press("Replay")
    expect(shown.view.locator(".ppnb-table-now")).not_to_have_css("position", "sticky")


def test_arrow_keys_on_the_graph_go_through_the_turns(live: Live) -> None:
    shown = live()
    table = looked_back(shown)
    points = table.review["points"]
    graph(shown).focus()
    for key, at in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
        shown.page.keyboard.press(key)
        shown.relay()
        assert looking(table) == points[at][1]
        expect(graph(shown)).to_have_attribute("aria-valuenow", str(at))
        text = f"{points[at][0]}: {points[at][3]}"
        expect(graph(shown)).to_have_attribute("aria-valuetext", text)
    shown.page.keyboard.press("End")
    shown.relay()
    assert looking(table) == points[-1][1]
    expect(graph(shown)).to_be_focused()


def test_a_click_on_the_graph_goes_to_that_turn(live: Live) -> None:
    shown = live()
    table = looked_back(shown)
    points = table.review["points"]
    box = graph(shown).bounding_box()
    assert box
    graph(shown).click(position={"x": box["width"] * 2 / (len(points) - 1), "y": 20})
    shown.relay()
    assert looking(table) == points[2][1]
    expect(shown.view.locator(".ppnb-log-line[data-looking]")).to_have_count(1)


def test_a_worst_move_is_shown_and_tried_again(live: Live) -> None:
    shown = live()
    table = looked_back(shown)
    worst, old = table.review["worst"][0], table.match
    item = shown.view.locator(".ppnb-worst > li").first
    expect(item).to_contain_text(worst["cost"])
    expect(item).to_contain_text(worst["better"])
    item.get_by_role("button", name="Show it").click()
    shown.relay()
    assert looking(table) == worst["line"]
    item.get_by_role("button", name="Try again from there").click()
    shown.relay()
    assert table.match is not old
    first = [str(each.move) for each in old.record[: worst["line"]]]
    assert [str(each.move) for each in table.match.record[: worst["line"]]] == first
    shown.press("Previous game")
    assert table.match is old
    expect(graph(shown)).to_be_visible()


def test_a_review_in_the_making_shows_its_progress_and_stops(live: Live) -> None:
    shown = live()
    running = {"state": "running", "part": 0.42, "doing": "better moves", "problem": "",
               "sides": ["Red", "Blue"], "unit": "%", "points": [], "worst": [], "verdict": "",
               "method": ""}  # fmt: skip
    shown.blank.update(review=running)
    expect(shown.view.get_by_text("42 %, better moves")).to_be_visible()
    expect(shown.view.get_by_role("progressbar", name="Looking back")).to_be_visible()
    shown.view.get_by_role("button", name="Stop").click()
    assert shown.blank.sent[-1] == {"kind": "do", "name": "review", "on": False}


def test_the_log_is_walked_by_keyboard_and_the_board_follows(live: Live) -> None:
    shown = live()
    table = shown.board
    assert isinstance(table, TableWidget)
    last = len(table.match.record) - 1
    log = shown.view.get_by_role("region", name="Log")
    log.focus()
    for key, at in (
        ("ArrowDown", last), ("ArrowDown", last - 1), ("ArrowDown", last - 2),
        ("ArrowUp", last - 1), ("End", 0), ("ArrowDown", 0), ("Home", last),
    ):  # fmt: skip
        shown.page.keyboard.press(key)
        shown.relay()
        assert looking(table) == at, key
    expect(log.locator(".ppnb-log-move").first).to_be_focused()
    shown.press("Play on from here")
    expect(shown.view.get_by_text("The game is over there").first).to_be_visible()
    log.locator(".ppnb-log-move").nth(3).click()
    shown.relay()
    shown.press("Play on from here")
    assert [str(each.move) for each in table.match.record[: last - 2]]


def test_a_rematch_is_one_press(live: Live) -> None:
    shown = live()
    shown.board.match.seats = {"red": "person", "blue": "quick"}
    shown.press("Rematch, seats changed")
    assert shown.board.match.seats == {"red": "quick", "blue": "person"}


def test_the_level_of_a_bot_stands_below_its_name(live: Live) -> None:
    shown = live()
    shown.view.locator("summary", has_text="Players and dice").click()
    expect(shown.view.get_by_text(re.compile("quick: .*beats random moves in"))).to_be_visible()
    expect(shown.view.get_by_text("random: moves at random.")).to_be_visible()
