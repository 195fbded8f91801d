"""Activator's board alone in Chromium: for all who use it at every width, and its stacks moving."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import piecepack_nb as pp
from piecepack_nb.games.activator.layers import at
from piecepack_nb.scene import film_match
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.scene.model import turned
from piecepack_nb.widgets.play_widget import PlayWidget
from tests.browser.blank import BlankPage
from tests.browser.board_table import (
    BoardPage,
    GameTable,
    assert_accessible,
    ground,
    overflow,
    seconds,
)
from tests.browser.film_table import FilmTable

BAIT = "4 . . Ca e\n3 c . d EDB\n2 F dA . .\n1 . . . ."
"""Red's triple on d3 is in danger; the bot that looks two moves ahead takes it out of reach."""
POSITION = """
    4  d   .   .   fb
    3  .   .   cA  ec
    2  .   FED .   .
    1  FBa .   ED  f"""
"""Frozen: a3 and c1, where Red's ED stands. The triple on b2 may go far."""


def playing() -> PlayWidget:
    return PlayWidget(
        pp.Match(pp.game("activator"), position=POSITION), view_of(pp.game("activator"))
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1200])
def test_axe_finds_nothing_during_a_turn(
    blank_page: Callable[..., BlankPage], theme: str, width: int
) -> None:
    table = playing()
    shown = GameTable(blank_page(width=width), table, theme)
    for draft, text in (
        ((), "Red, choose a piece"),
        (("b2", "2"), "double ED on b2"),
        (("b2", "0", "b4"), "move your activator from c3"),
    ):
        shown.pick(*draft)
        expect(shown.view.locator(".ppnb-caption")).to_contain_text(text)
        assert_accessible(shown.page, theme)
    assert overflow(shown) <= 0


def test_every_square_and_button_is_large_enough_on_a_phone(
    blank_page: Callable[..., BlankPage],
) -> None:
    table = playing()
    shown = GameTable(blank_page(width=320), table)
    shown.pick("b2", "0")
    expect(shown.view.locator('[data-role="choice"]')).to_have_count(3)
    assert len(shown.targets()) == 21
    assert min(shown.targets()) >= 24


def test_a_move_is_shown_in_less_than_a_second(blank_page: Callable[..., BlankPage]) -> None:
    table = PlayWidget(pp.Match(pp.game("activator")), view_of(pp.game("activator")))
    shown = GameTable(blank_page(width=1100), table)
    table.play("b2-b3")
    assert seconds(shown) < 0.9  # at most 0.8, and a frame or two of the browser


def test_a_whole_turn_by_keyboard(blank_page: Callable[..., BlankPage]) -> None:
    """The focus begins at a piece that can move; n goes on to the next place, Enter picks."""
    table = PlayWidget(pp.Match(pp.game("activator")), view_of(pp.game("activator")))
    shown = GameTable(blank_page(width=800, reduced_motion="reduce"), table)
    while not shown.focus:
        shown.page.keyboard.press("Tab")
    starts = {move.start for move in table.match.moves()}
    assert shown.focus in starts
    shown.spot("b2").focus()
    shown.press("Enter", "ArrowUp")
    assert shown.focus == "b3"
    shown.press("Enter", "l")
    assert [str(played.move) for played in table.match.record] == ["b2-b3"]
    assert shown.focus


def letters(shown: BoardPage) -> list[float]:
    """Return the heights of the pieces' letters on the board, in CSS pixels."""
    return shown.page.evaluate(  # type: ignore[no-any-return]
        """() => [...document.querySelectorAll('[data-piece] text')]
        .filter(text => /^[B-F]$/.test(text.textContent))
        .map(text => text.getBoundingClientRect().height)"""
    )


def test_the_letters_of_every_level_can_be_read_on_a_phone(
    blank_page: Callable[..., BlankPage],
) -> None:
    shown = GameTable(blank_page(width=320), playing())
    found = letters(shown)
    on_the_board = sorted(found)[-14:]
    assert min(on_the_board) >= 11, "the line of a letter; its capitals are seven tenths of it"


@pytest.mark.parametrize("times", [0, 1, 2])
def test_a_stack_is_upright_at_every_angle_of_the_board(
    blank_page: Callable[..., BlankPage], times: int
) -> None:
    """As Red sees it, squared up, as Blue sees it: the levels above a1, one over the other."""
    table = playing()
    shown = GameTable(blank_page(width=900, reduced_motion="reduce"), table)
    for _ in range(times):
        shown.view.get_by_role("button", name="Turn the board").click()
    board = table.scene.areas[0]
    x, y = turned(board, *at("a1"), board.turns[times])
    tower = [p for p in table.scene.pieces if (p.x, p.y) == at("a1") and p.suit]
    assert [piece.sprite for piece in tower] == ["pyramid-F", "pyramid-B", "activator"]
    for piece in tower:
        expect(shown.piece(piece.id)).to_be_attached()
        assert shown.where(piece.id) == pytest.approx((x, y - piece.lift), abs=0.02)


def test_a_turn_plays_and_ends_at_its_last_position(blank_page: Callable[..., BlankPage]) -> None:
    table = playing()
    table.speed = 4.0
    shown = GameTable(blank_page(width=1200, reduced_motion="no-preference"), table)
    table.play("b2-b4 A-d4")
    shown.carry()
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("Turn 2: Blue", timeout=60_000)
    expect(shown.view.locator("[data-playing]")).to_have_count(0)
    scene = table.scene
    expect(shown.view.locator("[data-piece]")).to_have_count(len(scene.pieces))
    x, y = turned(scene.areas[0], *at("b4"), -45)
    for piece in scene.pieces:
        if (piece.x, piece.y) == at("b4") and piece.suit:
            assert shown.where(piece.id) == pytest.approx((x, y - piece.lift), abs=0.01)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_bots_reasons_explain_themselves_and_its_search_can_be_stepped(
    blank_page: Callable[..., BlankPage], theme: str
) -> None:
    match = pp.Match(pp.game("activator"), seed=2, position=BAIT, seats={"red": "quick"})
    thought = match.run(1)[0].event.why
    film = film_match(match, view_of(pp.game("activator")))
    clauses = match.game.rulebook.to_json()
    shown = FilmTable(blank_page(width=700), film, at=1, clauses=clauses, host=ground(theme))
    caption = shown.view.locator(".ppnb-caption")
    expect(caption).to_contain_text(f"Red chooses {thought.move}: ")
    expect(shown.view.locator('[data-mark="cost"]')).to_have_count(len(thought.line))
    shown.spot("why rival 1").click()
    bubble = shown.view.locator(".ppnb-bubble")
    expect(bubble).to_contain_text(f"{thought.rivals[0].moves[0]} is worth ")
    assert_accessible(shown.page, theme)
    shown.view.get_by_role("button", name="What else it weighed").click()
    expect(shown.view.locator('[data-mark="cost"]')).to_have_count(len(thought.line))
    shown.finer("Next step").click()
    expect(caption).to_contain_text("First move 1 of ")
    expect(caption).to_contain_text("Blue's answer ")
