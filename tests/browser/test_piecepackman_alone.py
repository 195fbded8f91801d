"""The Piecepackman board alone in Chromium: its pace, and fingers on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import piecepack_nb as pp
from piecepack_nb.games.piecepackman import VIEW
from piecepack_nb.widgets.play_widget import PlayWidget
from tests.browser.blank import BlankPage
from tests.browser.board_table import (
    GameTable,
    LiveTable,
    assert_accessible,
    ground,
    overflow,
    picks,
    seconds,
)

Opened = Callable[..., BlankPage]
NEAR_HIM = """piecepackman: d7 N
phase: ghosts
ghosts: suns b7
cubes: moons c7
dice: suns 2, moons 2, crowns 2, arms 2"""


def arms_rolled_5() -> PlayWidget:
    """Return a table on which the arms ghost moves 5 steps from e5."""
    table = PlayWidget(pp.Match(pp.game("piecepackman"), seed=11), VIEW)
    for move in ("roll", "order crowns suns moons arms", "roll"):
        table.play(move)
    return table


def at(position: str) -> PlayWidget:
    return PlayWidget(pp.Match(pp.game("piecepackman"), seed=1, position=position), VIEW)


def tap(shown: GameTable, spot: str, dx: float = 0, dy: float = 0) -> None:
    """Touch a spot, so many CSS pixels beside its middle."""
    box = shown.spot(spot).bounding_box()
    assert box
    shown.page.touchscreen.tap(box["x"] + box["width"] / 2 + dx, box["y"] + box["height"] / 2 + dy)


def picked(shown: GameTable) -> list[str]:
    return [message["spot"] for message in picks(shown)]


def on_a_phone(blank_page: Opened, table: PlayWidget) -> GameTable:
    shown = GameTable(blank_page(width=360, height=740, has_touch=True), table)
    box = shown.spot("e4").bounding_box()
    assert box
    assert 24 < box["width"] < 34
    return shown


# --- pace ----------------------------------------------------------------------------------------


def test_a_turn_with_four_bots_takes_less_than_six_seconds(blank_page: Opened) -> None:
    game = pp.game("piecepackman")
    match = pp.Match(game, seed=7, seats=dict.fromkeys(game.seats, "greedy"))
    match.run(1)
    table = PlayWidget(match, VIEW)
    shown = GameTable(blank_page(width=1100), table)
    table.advance([step for _ in range(7) if match.turn == 1 for step in match.run(1)])
    assert match.turn == 2
    assert seconds(shown) < 6


def test_a_move_of_one_s_own_is_shown_in_less_than_a_second(blank_page: Opened) -> None:
    table = arms_rolled_5()
    shown = GameTable(blank_page(width=1100), table)
    table.play("arms g4")
    assert seconds(shown) < 0.9  # at most 0.8, and a frame or two of the browser


# --- fingers -------------------------------------------------------------------------------------


def test_a_finger_on_the_middle_of_a_square_picks_it(blank_page: Opened) -> None:
    shown = on_a_phone(blank_page, arms_rolled_5())
    tap(shown, "b5")
    assert picked(shown) == ["b5"]


def test_a_finger_beside_a_legal_square_picks_it(blank_page: Opened) -> None:
    """Its target is 44 pixels wide, more than a square."""
    shown = on_a_phone(blank_page, arms_rolled_5())
    tap(shown, "g4", dx=21)  # on h4, which is too far
    assert picked(shown) == ["g4"]


def test_a_finger_far_from_legal_squares_asks_why_the_square_is_not(blank_page: Opened) -> None:
    shown = on_a_phone(blank_page, arms_rolled_5())
    tap(shown, "e9")
    assert picked(shown) == ["e9"]


def test_a_finger_between_legal_squares_magnifies_them_first(blank_page: Opened) -> None:
    shown = on_a_phone(blank_page, arms_rolled_5())
    tap(shown, "a4", dx=15, dy=15)  # between a4, b4, a3 and b3
    assert picked(shown) == []
    expect(shown.view.locator("[data-magnified]")).to_have_count(1)
    near = [shown.spot(name).bounding_box() for name in ("a4", "b3", "b4")]
    assert all(min(box["width"], box["height"]) >= 43.9 for box in near if box)
    tap(shown, "b3", dx=15, dy=15)
    assert picked(shown) == ["b3"]
    expect(shown.view.locator("[data-magnified]")).to_have_count(0)
    assert overflow(shown) <= 0


def test_a_click_with_a_mouse_never_magnifies(blank_page: Opened) -> None:
    shown = GameTable(blank_page(width=360, height=740), arms_rolled_5())
    shown.spot("a4").click(position={"x": 29, "y": 29})
    assert picked(shown) == ["a4"]


@pytest.mark.clause("PM-42")
def test_a_finger_is_warned_once_where_he_would_eat_the_ghost(blank_page: Opened) -> None:
    shown = on_a_phone(blank_page, at(NEAR_HIM))
    tap(shown, "d7")
    bubble = shown.view.locator(".ppnb-bubble")
    expect(bubble).to_contain_text("he would eat it. Touch it again to go there.")
    assert picked(shown) == []
    tap(shown, "d7")
    assert picked(shown) == ["d7"]


# --- looks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_risks_and_the_last_move_are_drawn_and_named(blank_page: Opened, theme: str) -> None:
    shown = GameTable(blank_page(width=900), arms_rolled_5(), theme)
    for kind in ("last-start", "last-end", "risk-danger"):
        expect(shown.view.locator(f'[data-mark="{kind}"]')).to_have_count(1)
    expect(shown.spot("d7")).to_have_attribute("aria-label", re.compile("legal, dangerous$"))
    assert_accessible(shown.page)


# --- other modes ---------------------------------------------------------------------------------

HIS_PATH = """piecepackman: c7 W
phase: move
points: 3
hunger: 2
ghosts: suns b9, moons d3 2 cubes
cubes: moons b7, crowns c2"""


def live(blank: BlankPage, position: str, **options: object) -> LiveTable:
    """Return a whole table on which a game of another mode goes on from a position."""
    game = pp.game("piecepackman", **options)
    return LiveTable(blank, pp.play(game, seed=1, position=position, journal=False))


@pytest.mark.clause("PM-74")
def test_his_player_moves_him_by_keys_and_chooses_where_he_faces(blank_page: Opened) -> None:
    shown = live(blank_page(width=900), HIS_PATH, mode="against")
    table = shown.board
    shown.spot("a8").focus()
    shown.page.keyboard.press("Enter")
    shown.relay()
    assert table.draft == ("c7", "b7", "a7", "a8")
    assert "3 of 3 points spent" in shown.view.locator(".ppnb-caption").inner_text()
    shown.choose("face E")
    assert str(table.match.record[-1].move) == "piecepackman c7-b7-a7-a8 E"


@pytest.mark.clause("PM-73m")
def test_a_ghost_uses_its_power_by_mouse(blank_page: Opened) -> None:
    position = "phase: ghosts\nghosts: suns a9 1 cube uses 1\ndice: suns ace\nto_move: suns"
    position += "\ncubes: moons j9"
    shown = live(blank_page(width=900), position, powers="chosen", suns_power="drop")
    for spot in ("power", "a8", "d4"):
        shown.choose(spot)
    assert str(shown.board.match.record[-1].move) == "suns! a9-a8 drop suns d4"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_stash_says_where_its_cubes_come_from(
    blank_page: Callable[..., BlankPage], theme: str
) -> None:
    """By mouse and by keyboard; a pick of a coin or of the dice still is what it was."""
    game = pp.game("piecepackman")
    match = pp.Match(game, seed=1, seats=dict.fromkeys(game.seats, "random"))
    while not any(match.state.stash.values()) and match.run(1):
        pass
    shown = LiveTable(blank_page(width=760), PlayWidget(match, VIEW), host=ground(theme))
    bubble = shown.view.locator(".ppnb-bubble")
    suit = next(suit for suit, number in match.state.stash.items() if number)
    shown.choose(f"number:his:{suit}")
    expect(bubble).to_contain_text(
        re.compile(r"cubes in his stash: \d = \+\d in turn \d \(\w\d.*\[PM-18\]")
    )
    assert_accessible(shown.page, theme)
    shown.page.keyboard.press("ArrowDown")
    assert shown.focus == "number:ghost:suns"
    shown.page.keyboard.press("Enter")
    shown.relay()
    expect(bubble).to_contain_text("Cubes of the suns ghost:")
