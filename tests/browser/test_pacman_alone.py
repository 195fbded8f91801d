"""The PAC-MAN board alone in Chromium: for all who use it, at every width; its moves played."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import piecepack_nb as pp
from piecepack_nb.games.pacman.areas import at
from piecepack_nb.scene import film_match
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.widgets.play_widget import PlayWidget
from tests.browser.blank import BlankPage
from tests.browser.board_table import GameTable, LiveTable, assert_accessible, ground, overflow
from tests.browser.film_table import FilmTable

POSITION = "red: b5, 3 marbles\nghosts: d4 g5\ndice: 3 1\nwhite: i5 c9 b4 f6"


def playing(position: str = POSITION, **options: object) -> PlayWidget:
    game = pp.game("pacman", **options)
    return PlayWidget(pp.Match(game, seed=1, position=position), view_of(pp.game("pacman")))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1200])
def test_axe_finds_nothing_during_a_move(
    blank_page: Callable[..., BlankPage], theme: str, width: int
) -> None:
    table = playing()
    shown = GameTable(blank_page(width=width), table, theme)
    for draft, text in (
        ((), "Pick the piece"),
        (("pac", "", ""), "move Red's Pac-Man by 1 or 3"),
        (("pac", "3", "", "b5", "a5"), "b5-a5: choose the next space"),
    ):
        shown.pick(*draft)
        expect(shown.view.locator(".ppnb-caption")).to_contain_text(text)
        assert_accessible(shown.page, theme)
    assert overflow(shown) <= 0


def test_every_space_and_button_is_large_enough_on_a_phone(
    blank_page: Callable[..., BlankPage],
) -> None:
    table = playing()
    shown = GameTable(blank_page(width=320), table)
    expect(shown.view.locator('[data-role="choice"]')).to_have_count(3)
    assert len(shown.targets()) == 81 + 2 + 3 + 2
    assert min(shown.targets()) >= 24


@pytest.mark.parametrize("width", [320, 1000])
def test_every_button_shows_its_whole_name(
    blank_page: Callable[..., BlankPage], width: int
) -> None:
    """Even with three ghosts, and a tick before the one that is picked."""
    table = playing("ghosts: d4 g5 e5\ndice: 3 1\nred: b5\nwhite: i5 c9", ghosts=3)
    shown = GameTable(blank_page(width=width), table)
    buttons = shown.view.locator('[data-role="choice"]')
    for piece, name in (("pac", "Pac\u2011Man"), ("ghost3", "Ghost 3")):
        shown.pick(piece, "", "")
        expect(buttons.filter(has_text=f"✓\u00a0{name}")).to_have_count(1)
        expect(buttons).to_have_count(4)
        cut = "each => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight"
        assert not [button.inner_text() for button in buttons.all() if button.evaluate(cut)]


def test_a_pac_man_that_leaves_the_board_returns_elsewhere(
    blank_page: Callable[..., BlankPage],
) -> None:
    table = playing()
    table.speed = 4.0
    shown = GameTable(blank_page(width=1000, reduced_motion="no-preference"), table)
    expect(shown.piece("pac-red-0")).to_be_attached()
    table.play("pac 3 b5-a5~i5-h5")
    shown.carry()
    expect(shown.piece("pac-red-1")).to_be_attached(timeout=60_000)
    expect(shown.piece("pac-red-0")).to_have_count(0, timeout=60_000)
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("a ghost, with 1", timeout=60_000)
    expect(shown.view.locator("[data-playing]")).to_have_count(0)
    board = table.match.game.board
    assert shown.where("pac-red-1") == pytest.approx(at(board, "h5"), abs=0.02)
    marbles = [p for p in table.scene.pieces if p.sprite == "marble-white"]
    expect(shown.view.locator('[data-piece^="white-"]')).to_have_count(len(marbles))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_bots_choice_explains_itself(blank_page: Callable[..., BlankPage], theme: str) -> None:
    match = pp.Match(pp.game("pacman"), seed=4, seats={"red": "greedy", "blue": "greedy"})
    match.run(3)
    film = film_match(match, view_of(pp.game("pacman")))
    first = next(number for number, step in enumerate(match.steps, 1) if step.event.why)
    why = match.steps[first - 1].event.why
    clauses = match.game.rulebook.to_json()
    shown = FilmTable(blank_page(width=760), film, at=first, clauses=clauses, host=ground(theme))
    shown.spot("why 0").click()
    expect(shown.view.locator(".ppnb-bubble")).to_contain_text(f"weighs {why.chosen.move}")
    assert_accessible(shown.page, theme)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_players_row_says_where_its_marbles_come_from(
    blank_page: Callable[..., BlankPage], theme: str
) -> None:
    """By mouse and by keyboard; both dice still are picked by a click, and explained by Shift."""
    table = playing()
    table.play("pac 1 b5-b4")
    shown = LiveTable(blank_page(width=760), table, host=ground(theme))
    bubble = shown.view.locator(".ppnb-bubble")
    shown.choose("row:red")
    expect(bubble).to_contain_text("4 = 3 at the start, +1 in turn 1 (b4) [PC-10]")
    assert_accessible(shown.page, theme)
    shown.page.keyboard.press("Escape")
    expect(bubble).to_be_hidden()
    shown.page.keyboard.press("ArrowDown")
    assert shown.focus == "row:blue"
    shown.page.keyboard.press("Enter")
    shown.relay()
    expect(bubble).to_contain_text("Blue's white marbles: 65, as at the start")
