"""The reader's choices in this browser: what boards are made of, larger pieces, and sounds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import piecepack_nb as pp
from piecepack_nb.core.actors import Chance
from piecepack_nb.widgets.table import TableWidget
from tests.browser.blank import BlankPage
from tests.browser.board_table import LiveTable, assert_accessible, ground

Opener = Callable[..., BlankPage]
GAMES = ("activator", "paco", "pacman", "piecepackman", "worm_derby")
EAR = """() => {
  window.heard = [];
  const param = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
  const node = () => ({ connect: (to) => to, gain: param });
  window.AudioContext = class {
    currentTime = 0;
    resume() {}
    createGain() { return node(); }
    createOscillator() {
      const frequency = { value: 0 };
      return { ...node(), frequency, start: () => heard.push(frequency.value), stop() {} };
    }
  };
}"""
"""Notes the frequencies that the page plays."""
MOVE, CAPTURE, REFUSAL, TURN = [330], [330, 196], [130], [523, 784]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saved games go to a folder of the test's own."""
    monkeypatch.chdir(tmp_path)


def play(game: Any = "activator", **options: Any) -> TableWidget:
    return pp.play(game, **{"seed": 7, "journal": False, **options})


def live(blank: BlankPage, table: TableWidget | None = None, theme: str = "light") -> LiveTable:
    return LiveTable(blank, table or play(), host=ground(theme))


def choose(shown: LiveTable, label: str, value: str) -> None:
    menu = shown.view.get_by_role("combobox", name=label, exact=True)
    if not menu.is_visible():
        shown.view.get_by_text("Looks and sounds").click()
    menu.select_option(value)
    for change in shown.blank.saved:
        shown.board.set_state(change)


def colour(shown: LiveTable) -> str:
    name = (
        "getComputedStyle(document.querySelector('.ppnb-board')).getPropertyValue('--ppnb-wood-1')"
    )
    return str(shown.page.evaluate(name))


def width(shown: LiveTable, piece: str) -> float:
    return float(shown.piece(piece).evaluate("el => el.getBoundingClientRect().width"))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_the_high_contrast_board_has_contrast(blank_page: Opener, game: str, theme: str) -> None:
    table = play(game)
    table.board_look = "high contrast"
    shown = live(blank_page(width=1000, color_scheme=theme), table, theme)
    assert colour(shown) == ("#ffffff" if theme == "light" else "#000000")
    assert_accessible(shown.page, theme)


def test_a_look_is_chosen_in_the_tables_menu_and_remembered(blank_page: Opener) -> None:
    blank = blank_page(width=1000)
    shown = live(blank, play("piecepackman"))
    wood, small = colour(shown), width(shown, "ghost-suns")
    choose(shown, "Board", "plain")
    choose(shown, "Pieces", "large")
    assert colour(shown) != wood
    assert 1.1 < width(shown, "ghost-suns") / small < 1.25
    assert shown.board.chosen_look == ("plain", "large")
    again = live(blank, play("pacman"))
    assert colour(again) != wood
    expect(again.view.get_by_role("combobox", name="Pieces", include_hidden=True)).to_have_value(
        "large"
    )
    choose(again, "Board", "wood")
    assert colour(again) == wood


def hear(blank: BlankPage, table: TableWidget | None = None) -> LiveTable:
    shown = live(blank, table)
    shown.page.evaluate(EAR)
    return shown


def heard(shown: LiveTable) -> list[float]:
    found: list[float] = shown.page.evaluate("heard.splice(0)")
    return found


def test_sounds_are_off_until_somebody_asks_for_them_and_then_remembered(
    blank_page: Opener,
) -> None:
    blank = blank_page(width=1000, reduced_motion="reduce")
    shown = hear(blank)
    shown.choose("b2")
    shown.choose("b3")
    assert heard(shown) == []
    choose(shown, "Sounds", "on")
    assert heard(shown) == TURN, "an example"
    shown = hear(blank)
    expect(shown.view.get_by_role("combobox", name="Sounds", include_hidden=True)).to_have_value(
        "on"
    )
    choose(shown, "Sounds", "off")
    assert heard(shown) == []


def test_a_move_a_capture_a_refusal_and_ones_turn_are_heard(blank_page: Opener) -> None:
    table = play()
    shown = hear(blank_page(width=1000), table)
    choose(shown, "Sounds", "on")
    heard(shown)
    shown.spot("d4").click()
    shown.relay()
    expect(shown.view.locator(".ppnb-bubble")).to_be_visible()
    assert heard(shown) == REFUSAL
    table.match.seats["blue"] = "random"
    move = next(each for each in table.match.moves() if not each.activator)
    shown.spot(move.start).click()
    shown.relay()
    shown.spot(move.end).click()
    shown.relay()
    if any(spot.id == "leave" for spot in table.scene.spots):
        shown.spot("leave").click()
        shown.relay()
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("Turn 3: Red")
    expect(shown.view.locator("[data-playing]")).to_have_count(0)
    notes = heard(shown)
    assert notes[:1] == MOVE
    assert notes[-2:] == TURN


def test_what_a_move_takes_is_heard(blank_page: Opener) -> None:
    table = play("pacman")
    while isinstance(table.match.to_act, Chance):
        table.match.roll()
    table.show()
    shown = hear(blank_page(width=1000), table)
    choose(shown, "Sounds", "on")
    heard(shown)
    shown.choose("piece:pac")
    shown.spot("e1").click()
    shown.relay()
    assert len(table.match.record) > 2
    expect(shown.view.locator("[data-playing]")).to_have_count(0)
    assert heard(shown)[:2] == CAPTURE


def test_a_page_out_of_sight_is_silent(blank_page: Opener) -> None:
    shown = hear(blank_page(width=1000))
    choose(shown, "Sounds", "on")
    heard(shown)
    shown.page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    shown.spot("d4").click()
    shown.relay()
    expect(shown.view.locator(".ppnb-bubble")).to_be_visible()
    assert heard(shown) == []


def test_nothing_sounds_before_the_first_gesture(blank_page: Opener) -> None:
    blank = blank_page(width=1000)
    table = play()
    blank.page.add_init_script("try { localStorage.setItem('ppnb-sounds', 'on'); } catch {}")
    shown = hear(blank, table)
    shown.page.evaluate(
        "Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } })"
    )
    table.say("This is refused.")
    shown.carry()
    expect(shown.view.locator(".ppnb-bubble")).to_be_visible()
    assert heard(shown) == []
