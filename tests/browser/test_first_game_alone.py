"""First games in a blank page: played to their end by mouse, and by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

import piecepack_nb as pp
from piecepack_nb.scene import MakeMove, ShowMessage
from piecepack_nb.widgets.table import TableWidget
from tests.browser.blank import BlankPage
from tests.browser.board_table import LiveTable, assert_accessible, ground, overflow

GAMES = ("activator", "paco", "pacman", "piecepackman", "worm_derby")
PICKED = ("move", "select", "action", "choice")
MOST_PICKS = 4


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saved games go to a folder of the test's own."""
    monkeypatch.chdir(tmp_path)


SOLVED: dict[tuple[str, str], list[str]] = {}
"""The picks that solve a task, by its game and title."""


def picks_that_solve(table: TableWidget) -> list[str]:
    """Return the fewest spots whose picks solve the task, found by trying them once."""
    assert table._first is not None
    task = table.match.game.name, table._first.task.title
    if task not in SOLVED:
        SOLVED[task] = _tried(table)
    return SOLVED[task]


def _tried(table: TableWidget) -> list[str]:
    game, state, first = table.match.game, table.match.state, table._first
    assert first is not None
    here: dict[tuple[str, ...], list[str]] = {table.draft: []}
    seen = set(here)
    for _ in range(MOST_PICKS):
        following: dict[tuple[str, ...], list[str]] = {}
        for draft, picks in here.items():
            for spot in table.view.spots(game, state, draft):
                if spot.role not in PICKED:
                    continue
                found = table.view.pick(game, state, draft, spot.id, None, False)
                if isinstance(found, MakeMove):
                    if found.move and first.task.refusal(first.match, found.move) is None:
                        return [*picks, spot.id]
                elif not isinstance(found, ShowMessage) and found not in seen:
                    seen.add(found)
                    following[found] = [*picks, spot.id]
        here = following
    raise AssertionError(f"no picks solve {first.task.title}")


Live = Callable[..., LiveTable]


@pytest.fixture
def live(blank_page: Callable[..., BlankPage]) -> Live:
    def opened(
        name: str, *, theme: str = "light", first_game: bool = True, **options: int
    ) -> LiveTable:
        table = pp.play(name, seed=7, journal=False, first_game=first_game)
        return LiveTable(blank_page(**options), table, host=ground(theme))

    return opened


def table_of(shown: LiveTable) -> TableWidget:
    assert isinstance(shown.board, TableWidget)
    return shown.board


@pytest.mark.parametrize("name", GAMES)
def test_a_first_game_is_played_by_mouse_from_the_table(live: Live, name: str) -> None:
    shown = live(name, first_game=False, width=1366, height=768)
    shown.press("First game")
    card = shown.view.get_by_role("region", name="First game")
    for number in (1, 2, 3):
        expect(card).to_contain_text(f"{number}/3")
        for spot in picks_that_solve(table_of(shown)):
            shown.choose(spot)
        expect(card).to_contain_text("✓")
        expect(
            shown.view.locator(".ppnb-spot:is([data-role=action], [data-role=move])")
        ).to_have_count(0)
        shown.press("Next task" if number < 3 else "Play a real game")
    expect(card).to_have_count(0)
    assert table_of(shown)._first is None


@pytest.mark.parametrize("name", GAMES)
def test_a_first_game_is_played_by_keyboard_on_a_phone(live: Live, name: str) -> None:
    shown = live(name, theme="dark", width=360, height=740, color_scheme="dark")
    card = shown.view.get_by_role("region", name="First game")
    live_region = shown.view.locator(".ppnb-board [role=status]").first
    keyboard = shown.page.keyboard
    for number in (1, 2, 3):
        expect(live_region).to_contain_text(f"Task {number} of 3.")
        for spot in picks_that_solve(table_of(shown)):
            shown.spot(spot).focus()
            keyboard.press("Enter")
            shown.relay()
        expect(card).to_contain_text("✓")
        expect(live_region).to_contain_text("Done.")
        assert overflow(shown) <= 0
        card.get_by_role("button").first.focus()
        keyboard.press("Enter")
        shown.relay()
    expect(card).to_have_count(0)


def test_a_wrong_move_is_refused_at_the_board(live: Live) -> None:
    shown = live("activator", width=1000)
    shown.choose("c1")
    shown.choose("d1")
    shown.choose("leave")
    expect(shown.view.locator(".ppnb-bubble")).to_contain_text("That makes no stack.")
    expect(shown.view.get_by_role("region", name="First game")).to_contain_text("1/3")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_card_is_accessible_and_can_be_left(live: Live, theme: str) -> None:
    shown = live("pacman", theme=theme, width=1000, color_scheme=theme)
    assert_accessible(shown.page, theme)
    shown.press("Leave the first game")
    expect(shown.view.get_by_role("region", name="First game")).to_have_count(0)
    shown.press("How to play")
    shown.press("Play a first game")
    expect(shown.view.get_by_role("region", name="First game")).to_contain_text("1/3")
