"""A table that takes notes, in a blank page: what it says, and its questions after the game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

import piecepack_nb as pp
from tests.browser.blank import BlankPage
from tests.browser.board_table import LiveTable, assert_accessible, ground, overflow
from tests.lab.cells import from_cell


@pytest.mark.parametrize(("theme", "width"), [("light", 1366), ("dark", 360)])
def test_players_are_told_of_the_notes_and_asked_afterwards(
    blank_page: Callable[..., BlankPage],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    theme: str,
    width: int,
) -> None:
    monkeypatch.chdir(tmp_path)
    table = pp.play(from_cell("tic_tac_toe"), journal=False, notes=True)
    shown = LiveTable(blank_page(width=width), table, host=ground(theme))
    said = shown.view.get_by_role("region", name="Notes")
    expect(said).to_contain_text("takes notes for the game's designer")
    assert (said.bounding_box() or {"y": 999})["y"] < 200, "in sight above the board"
    form = shown.view.get_by_role("form")
    expect(form).to_have_count(0)
    for move in ("a1", "b1", "a2", "b2", "a3"):
        table.play(move)
    shown.carry()
    expect(form).to_contain_text("The designer asks Suns")
    assert overflow(shown) <= 0
    form.get_by_label("What did you not understand?").fill("When it is a draw. u")
    assert_accessible(shown.page)
    form.get_by_role("button", name="Send").click()
    shown.relay()
    expect(form).to_contain_text("The designer asks Moons")
    form.get_by_role("button", name="Skip").click()
    shown.relay()
    expect(shown.view.get_by_role("status").get_by_text("Thank you")).to_be_visible()
    (answer, *_) = pp.playtests(games=0).games[0].answers["What did you not understand?"]
    assert (answer.seat, answer.text) == ("suns", "When it is a draw. u")
    shown.press("Stop the notes")
    expect(said).to_have_count(0)
