"""What just happened: its place, its pace, stepping back, and panels that follow the board."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import piecepack_nb as pp
from piecepack_nb.core import registry
from piecepack_nb.core.actors import Chance
from piecepack_nb.design import Board, Table, ready
from piecepack_nb.widgets.table import TableWidget
from tests.browser.blank import BlankPage
from tests.browser.board_table import LiveTable, assert_accessible, ground
from tests.core.pig_board import BoardPig

BOTS = {"moons": "greedy", "crowns": "greedy", "arms": "greedy"}


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saved games go to a folder of the test's own."""
    monkeypatch.chdir(tmp_path)


Live = Callable[..., LiveTable]


@pytest.fixture
def live(blank_page: Callable[..., BlankPage]) -> Live:
    def opened(
        waits: bool, table: TableWidget | None = None, *, theme: str = "light", **options: Any
    ) -> LiveTable:
        table = table or pp.play("piecepackman", seed=7, journal=False, seats=BOTS)
        table.waits = waits
        return LiveTable(blank_page(**{"width": 1000, **options}), table, host=ground(theme))

    return opened


def report(shown: LiveTable) -> Locator:
    return shown.view.locator(".ppnb-report")


def words(shown: LiveTable) -> Locator:
    return shown.view.locator(".ppnb-report-words")


def button(shown: LiveTable, name: str) -> Locator:
    return shown.view.get_by_role("button", name=name, exact=True)


def sentences(shown: LiveTable) -> list[str]:
    return [sentence.text for _, sentence in shown.board.match.sentences()]


def waits(shown: LiveTable) -> None:
    expect(report(shown)).to_have_attribute("data-state", "waiting")


def at_rest(shown: LiveTable) -> None:
    expect(report(shown)).to_have_attribute("data-state", "now")


def roll(shown: LiveTable) -> None:
    """Roll for Piecepackman; his reason is one sentence, what he did another."""
    shown.spot("dice").click()
    shown.relay()


# --- pace ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["click", "Enter", "Space", "."])
def test_a_table_that_waits_goes_on_when_the_reader_does(live: Live, way: str) -> None:
    shown = live(True)
    roll(shown)
    waits(shown)
    why, done = sentences(shown)[-2:]
    expect(words(shown)).to_contain_text(why)
    expect(shown.view.locator(".ppnb-caption")).to_be_hidden()
    if way == "click":
        button(shown, "Continue").click()
    else:
        shown.page.keyboard.press(way)
    at_rest(shown)
    expect(words(shown)).to_contain_text(done)
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("agree on an order")
    expect(button(shown, "Continue")).to_be_hidden()


def test_a_click_on_a_number_says_why_while_its_moment_is_shown(live: Live) -> None:
    shown = live(True)
    roll(shown)
    waits(shown)
    bubble = shown.view.locator(".ppnb-bubble")
    numbers = shown.view.locator('[data-mark="cost"]:visible')

    def ask_all() -> list[str]:
        boxes = [box for each in numbers.all() if (box := each.bounding_box())]
        said = []
        for box in boxes:
            shown.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            said.append(bubble.inner_text())
        return said

    said = ask_all()
    assert len(said) > 1, "he weighs several objectives"
    assert all(" point" in each for each in said), said
    waits(shown)
    button(shown, "Continue").click()
    at_rest(shown)
    button(shown, "Previous sentence").click()
    assert ask_all() == said
    expect(report(shown)).to_have_attribute("data-state", "past")


def test_the_keyboard_stays_on_the_board_through_a_wait(live: Live) -> None:
    shown = live(True)
    shown.spot("dice").focus()
    shown.page.keyboard.press("r")
    shown.relay()
    waits(shown)
    expect(button(shown, "Continue")).to_be_focused()
    shown.page.keyboard.press("Enter")
    at_rest(shown)
    assert shown.focus


def test_a_table_that_does_not_wait_ends_by_itself(live: Live) -> None:
    shown = live(False)
    roll(shown)
    at_rest(shown)
    expect(button(shown, "Continue")).to_be_hidden()
    for text in sentences(shown)[-2:]:  # both can be read, as neither was waited for
        expect(words(shown)).to_contain_text(text)


def test_a_table_that_does_not_wait_shows_the_others_dice_with_their_moves(live: Live) -> None:
    table = pp.play("pacman", seed=7, journal=False, seats={"blue": "greedy"})
    shown = live(False, table)
    match = table.match
    while not any(played.turn and played.actor.seats == ("blue",) for played in match.record):
        made = len(match.sentences())
        rolls = isinstance(match.to_act, Chance)
        moves = iter(() if rolls else match.game.moves_for(match.state, "red"))
        table.play("roll" if rolls else str(next(moves)))
        shown.carry()
    at_rest(shown)
    others = [sentence.text for _, sentence in match.sentences()[made + 1 :]]
    assert len(others) > 1, "a roll and a move at least"
    for text in others[:2]:
        expect(words(shown)).to_contain_text(text)


def test_a_click_keeps_what_is_still_to_be_read(live: Live) -> None:
    shown = live(True)
    roll(shown)
    waits(shown)
    why, done = sentences(shown)[-2:]
    box = shown.view.locator(".ppnb-stage").bounding_box()
    assert box
    for across in (0.2, 0.5, 0.8):  # squares and numbers of his candidates
        shown.page.mouse.click(box["x"] + across * box["width"], box["y"] + box["height"] / 2)
    shown.spot("order:suns").click(force=True)
    waits(shown)
    expect(words(shown)).to_contain_text(why)
    button(shown, "Continue").click()
    at_rest(shown)
    expect(words(shown)).to_contain_text(done)
    assert len(shown.blank.sent) == 1


def test_escape_ends_the_wait(live: Live) -> None:
    shown = live(True)
    roll(shown)
    waits(shown)
    shown.page.keyboard.press("Escape")
    at_rest(shown)
    assert len(shown.blank.sent) == 1


def test_the_choice_to_wait_is_remembered(live: Live) -> None:
    shown = live(False)
    button(shown, "Wait for me").click()
    expect(button(shown, "Wait for me")).to_have_attribute("aria-pressed", "true")
    assert shown.blank.saved[-1] == {"waits": True}
    page = shown.blank
    page.mount(*(page._files[name][1] for name in ("/widget.js", "/widget.css")),
               shown._state() | {"waits": False})  # fmt: skip
    page.page.wait_for_function("() => ppnb.model.get('waits')")


# --- stepping back -------------------------------------------------------------------------------


def test_the_reader_steps_back_and_the_board_shows_the_moment(live: Live) -> None:
    shown = live(False)
    roll(shown)
    at_rest(shown)
    after = shown.where("him")
    why, done = sentences(shown)[-2:]
    button(shown, "Previous sentence").click()
    expect(words(shown)).to_have_text(f"{shown.board.match.sentences()[-1][1].clause} {done}")
    shown.page.keyboard.press(",")
    expect(words(shown)).to_contain_text(why)
    expect(report(shown)).to_have_attribute("data-state", "past")
    assert shown.where("him") != after
    assert len(shown.blank.sent) == 1  # no question to the kernel
    button(shown, "Back to now").click()
    at_rest(shown)
    assert shown.where("him") == after
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("agree on an order")


def test_the_panels_show_what_the_board_shows(live: Live) -> None:
    table = pp.play("piecepackman", seed=7, journal=False, seats=BOTS)
    shown = live(True, table)
    his = shown.view.locator(".ppnb-score-entry").filter(has_text="his cubes")
    log = shown.view.locator(".ppnb-log-line")
    before = his.inner_text(), log.count()
    roll(shown)
    waits(shown)
    assert (his.inner_text(), log.count()) == before
    button(shown, "Continue").click()
    at_rest(shown)
    expect(log).to_have_count(before[1] + 1)
    after = his.inner_text()
    assert after != before[0]
    shown.page.keyboard.press(",")
    expect(his).to_have_text(before[0])
    expect(shown.view.locator(".ppnb-log-line[data-later]")).to_have_count(1)
    button(shown, "Back to now").click()
    expect(his).to_have_text(after)


def test_an_undone_move_is_no_longer_what_just_happened(live: Live) -> None:
    shown = live(False)
    roll(shown)
    at_rest(shown)
    shown.press("Undo")
    expect(words(shown)).to_contain_text(sentences(shown)[-1])
    expect(button(shown, "Previous sentence")).to_have_attribute("aria-disabled", "true")


# --- what is heard -------------------------------------------------------------------------------

HEARD = """() => { const heard = window.heard = [];
  const live = document.querySelector('.ppnb-board > [role="status"]');
  new MutationObserver(() => heard.push(live.textContent))
    .observe(live, {childList: true, characterData: true, subtree: true}); }"""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
@pytest.mark.parametrize("end", ["Continue", "Skip"])
def test_each_sentence_is_heard_once_then_the_prompt(live: Live, motion: str, end: str) -> None:
    shown = live(True, reduced_motion=motion)
    shown.page.evaluate(HEARD)
    roll(shown)
    waits(shown)
    button(shown, end).click()
    at_rest(shown)
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("agree on an order")
    heard = " ".join(shown.page.evaluate("heard")).replace("\u00a0", "")
    said = [f"{each.text} {each.clause}" for _, each in shown.board.match.sentences()[-2:]]
    assert [heard.count(each) for each in said] == [1, 1]
    assert heard.index(said[0]) < heard.index(said[1]) < heard.index("agree on an order")
    assert heard.count("agree on an order") == 1


# --- its place -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "theme"), [(360, "dark"), (768, "light"), (1366, "dark")])
def test_nothing_that_is_said_moves_the_board(live: Live, width: int, theme: str) -> None:
    shown = live(True, width=width, theme=theme)
    stage = shown.view.locator(".ppnb-stage")
    top = """box => box.getBoundingClientRect().top
        - box.closest('.ppnb-board').getBoundingClientRect().top"""  # the toolbar has its own tests
    before = stage.evaluate(top)
    roll(shown)
    waits(shown)
    assert stage.evaluate(top) == before
    assert_accessible(shown.page)
    assert width == 360 or words(shown).get_attribute("data-long") is None, "his whole reason"
    button(shown, "Continue").click()
    at_rest(shown)
    assert stage.evaluate(top) == before
    scrolls = """el => [el.scrollHeight > el.clientHeight + 2,
        getComputedStyle(el).overflowY === 'auto']"""
    too_long, scrolled = shown.view.locator(".ppnb-caption").evaluate(scrolls)
    assert too_long == scrolled == (width == 360), "no bar beside a prompt that fits"
    shown.page.keyboard.press(",")
    assert stage.evaluate(top) == before
    reach = words(shown).evaluate(
        "box => [...box.children].every((each) => each.offsetTop >= 0)"
        " && (box.scrollHeight <= box.clientHeight + 2 || box.tabIndex === 0)"
    )
    assert reach


# --- the end -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [{}, {"ann": "random", "ben": "random"}])
def test_a_result_is_celebrated_only_where_a_person_wins(live: Live, seats: Any) -> None:
    table = pp.play(BoardPig, seed=7, journal=False, seats=seats)
    table.auto_roll = bool(seats)
    while table.match.result is None:
        rolls = isinstance(table.match.to_act, Chance)
        table.advance() if seats else table.play("roll" if rolls else "hold")
    shown = live(False, table)
    expect(shown.view.get_by_role("region", name="Result")).to_be_visible()
    expect(shown.view.locator(".ppnb-confetti")).to_have_count(int(not seats))


class Filled(Board):
    """Over after three moves, of which bots make two."""

    seats = ("suns", "moons", "crowns")
    places = Board.squares(3, 1)

    def why_not(self, table: Table, place: str) -> Any:
        return ready.on_empty(table, place)

    def move(self, table: Table, place: str) -> None:
        table[place] = table.seat

    def winner(self, table: Table) -> Any:
        return ready.full(table)


def test_nothing_says_that_the_game_is_over_before_its_last_moves_are_shown(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))
    pp.register(Filled)
    table = pp.play(Filled, seed=7, journal=False, seats={"moons": "random", "crowns": "random"})
    shown = live(True, table)
    shown.spot("b1").click()
    shown.relay()
    assert table.match.result
    after = shown.view.get_by_role("region", name=re.compile("Afterwards|Result"))
    waits(shown)
    expect(after).to_have_count(0)
    button(shown, "Skip").click()
    at_rest(shown)
    expect(after).to_have_count(2)


def test_a_long_report_opens_over_the_board_of_a_phone(live: Live) -> None:
    shown = live(False, width=360, height=740)
    told = "He takes two cubes, and no ghost reaches him before his next turn. " * 6
    shown.board.say(told, kind="info")
    shown.carry()
    text = words(shown)
    expect(text).to_have_text(told.strip())
    board = shown.view.locator(".ppnb-spot").first
    before, closed = board.bounding_box(), text.bounding_box()
    text.click()
    expect(text).to_be_focused()
    opened = text.bounding_box()
    assert opened
    assert closed
    assert opened["height"] > 2 * closed["height"]
    assert board.bounding_box() == before
    shown.view.get_by_role("button", name="Hint").focus()
    assert text.bounding_box() == closed
    expect(shown.view.locator(".ppnb-report-words[data-long]")).to_have_count(1)


@pytest.mark.parametrize(("width", "told"), [(1000, 365), (1300, 520), (390, 78)])
def test_lines_that_fill_the_report_stay_off_its_edges(live: Live, width: int, told: int) -> None:
    shown = live(False, width=width)
    sentence = "He takes two cubes, and no ghost reaches him before his next turn. "
    shown.board.say((sentence * 8)[:told], kind="info")
    shown.carry()
    expect(words(shown)).not_to_have_attribute("data-long", "true")
    text = words(shown).locator(".ppnb-report-sentence").bounding_box()
    around = report(shown).bounding_box()
    assert text
    assert around
    assert text["height"] > around["height"] - 28  # another line doesn't fit
    assert text["y"] - around["y"] > 2
    assert around["y"] + around["height"] - text["y"] - text["height"] > 2
