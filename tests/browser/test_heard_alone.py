"""A turn of each game by the live region alone: it says each sentence once, and all of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import piecepack_nb as pp
from piecepack_nb.core.actors import Chance
from tests.browser.blank import BlankPage
from tests.browser.board_table import LiveTable
from tests.sentences.test_heard import laid_out, listener_of

LIVE = """() => { const said = [];
  for (const at of document.querySelectorAll('[role=status]'))
    new MutationObserver(() => said.push(at.textContent))
      .observe(at, {childList: true, characterData: true, subtree: true});
  return said; }"""
SEATS: dict[str, dict[str, str]] = {
    "piecepackman": {"moons": "greedy", "crowns": "greedy", "arms": "greedy"},
    "activator": {"blue": "random"},
    "pacman": {"blue": "greedy"},
    "paco": {"moons": "random", "crowns": "random", "arms": "random"},
    "worm_derby": {"moons": "racer"},
}
"""The bots of each game; a person plays the first seat."""
MOVES = 6
"""The moves and rolls of the person."""


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saved games go to a folder of the test's own."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", SEATS)
def test_the_live_region_says_each_sentence_of_a_turn_once(
    name: str, blank_page: Callable[..., BlankPage]
) -> None:
    table = pp.play(name, seed=7, journal=False, seats=SEATS[name])
    table.waits = False
    match, listener = table.match, listener_of(name)
    shown = LiveTable(blank_page(width=1000), table)
    for _ in range(MOVES):
        announced = shown.page.evaluate_handle(LIVE)
        start = match.cursor
        before = match.state
        table.play(first_move(match))
        assert match.cursor > start, table.message
        shown.carry()
        finished(shown)
        text = "\n".join(announced.json_value())
        for played in match.record:
            if played.first >= start:
                heard = [taken(text, step.sentence) for step in played.steps if step.sentence]
                after = played.steps[-1].state
                if not laid_out(before, played.actor):
                    assert not listener.check(match.game, before, heard, after), heard
                before = after


def first_move(match: Any) -> str:
    """Return the text of the person's first legal move, or "roll"."""
    if isinstance(match.to_act, Chance):
        return "roll"
    return str(next(iter(match.game.moves_for(match.state, match.persons[0]))))


def finished(shown: LiveTable) -> None:
    """Wait until the table has told everything."""
    skip = shown.view.get_by_role("button", name="Skip")
    skip.evaluate_all("all => all.forEach((each) => each.click())")  # it may go meanwhile
    expect(shown.view.locator(".ppnb-report")).to_have_attribute("data-state", "now")


def taken(text: str, sentence: Any) -> str:
    """Return a sentence that was announced, once."""
    assert text.count(sentence.text) == 1, (
        sentence,
        text,
    )  # ghosts that move at once share a clause
    return str(sentence.text)


def test_a_refusal_is_announced_in_one_place(blank_page: Callable[..., BlankPage]) -> None:
    table = pp.play("activator", seed=7, journal=False)
    shown = LiveTable(blank_page(width=1000), table)
    announced = shown.page.evaluate_handle(LIVE)
    field = shown.view.locator(".ppnb-move-input-field")
    field.fill("a1-d4")
    field.press("Enter")
    shown.relay()
    expect(shown.view.locator(".ppnb-move-input-reply")).to_contain_text("diagonally")
    assert sum("diagonally" in said for said in announced.json_value()) == 1
