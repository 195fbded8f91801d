"""Worm Derby's board alone in Chromium: a disc snaps as it is dragged, and a turn laid by keys."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import piecepack_nb as pp
from piecepack_nb.games.worm_derby.window import ZOOM
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.widgets.play_widget import PlayWidget
from tests.browser.blank import BlankPage
from tests.browser.board_table import GameTable, assert_accessible, overflow, seconds
from tests.games.worm_derby.board_helpers import TIGHT
from tests.games.worm_derby.helpers import due, straight


def playing(now: str = "3 steps") -> PlayWidget:
    game = pp.game("worm_derby")
    return PlayWidget(
        pp.Match(game, position=TIGHT.format(now=now)), view_of(pp.game("worm_derby"))
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 700, 1200])
def test_axe_finds_nothing_during_a_turn(
    blank_page: Callable[..., BlankPage], theme: str, width: int
) -> None:
    table = playing()
    shown = GameTable(blank_page(width=width), table, theme)
    for draft, text in (
        ((), "Suns: make 3 steps"),
        (("steps", "tail", "105"), "disc 1 of 3 at 105°"),
        (("steps", "tail", "105", "120", "135"), "Confirm with Enter"),
    ):
        shown.pick(*draft)
        expect(shown.view.locator(".ppnb-caption")).to_contain_text(text)
        assert_accessible(shown.page, theme)
    assert overflow(shown) <= 0


def test_a_dragged_disc_snaps_to_the_nearest_place(blank_page: Callable[..., BlankPage]) -> None:
    table = playing()
    shown = GameTable(blank_page(width=1200, reduced_motion="reduce"), table)
    disc = next(
        piece
        for piece in table.scene.pieces
        if piece.sprite == "disc" and _on(table, piece, "suns 1")
    )
    place = next(spot for spot in table.scene.spots if spot.id == "tail 135")
    begin, end = (shown.spot(name).bounding_box() for name in ("suns 1", "tail 135"))
    assert begin
    assert end
    mouse = shown.page.mouse
    mouse.move(begin["x"] + begin["width"] / 2, begin["y"] + begin["height"] / 2)
    mouse.down()
    mouse.move(end["x"] + end["width"] / 2 - 4, end["y"] + end["height"] / 2 - 4, steps=5)
    expect(shown.view.locator("[data-dragging]")).to_have_count(1)
    assert shown.where(disc.id) == pytest.approx((place.x * ZOOM, place.y * ZOOM), abs=0.02)
    mouse.up()
    expect(shown.view.locator("[data-dragging]")).to_have_count(0)


def _on(table: PlayWidget, piece: object, name: str) -> bool:
    spot = next(each for each in table.scene.spots if each.id == name)
    return (piece.area, piece.x, piece.y) == ("board", spot.x, spot.y)  # type: ignore[attr-defined]


def test_one_drag_lays_and_confirms_a_whole_roll(blank_page: Callable[..., BlankPage]) -> None:
    table = playing("5 steps")
    shown = GameTable(blank_page(width=1200, reduced_motion="reduce"), table)
    whole = next(spot for spot in table.scene.spots if spot.id.startswith("all tail"))
    begin, end = (shown.spot(name).bounding_box() for name in ("suns 1", whole.id))
    assert begin
    assert end
    mouse = shown.page.mouse
    mouse.move(begin["x"] + begin["width"] / 2, begin["y"] + begin["height"] / 2)
    mouse.down()
    mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=8)
    mouse.up()
    shown.board._received(shown.board, shown.blank.sent[-1], [])
    assert str(table.match.record[-1].move).split()[2:] == whole.id.split()[2:]


def test_a_whole_roll_is_shown_in_one_motion(blank_page: Callable[..., BlankPage]) -> None:
    game, state = due(straight(20, 18), 5)
    match = pp.Match(game, position=game.from_json(game.to_json(state)))
    table = PlayWidget(match, view_of(game))
    shown = GameTable(blank_page(width=1100), table)
    table.play("suns tail>head 0 0 0 0 0")
    assert len(match.record) == 1, table.notice
    assert seconds(shown) < 1.4  # one motion of 0.6, then the window goes to the other worm


def test_a_whole_roll_is_laid_by_two_keys(blank_page: Callable[..., BlankPage]) -> None:
    """The focus begins where the longest way is made; Enter lays all discs there."""
    table = playing("5 steps")
    shown = GameTable(blank_page(width=1200, reduced_motion="reduce"), table)
    shown.page.keyboard.press("Tab")
    while not shown.focus:
        shown.page.keyboard.press("Tab")
    assert str(shown.focus).startswith("all ")
    assert table.match.record == ()
    shown.press("Enter")
    assert [len(played.move.angles) for played in table.match.record] == [5]


def test_a_turn_is_laid_disc_by_disc_with_enter_alone(
    blank_page: Callable[..., BlankPage],
) -> None:
    """Each further Enter lays a disc straight on; after the last one it confirms."""
    table = playing("3 steps")
    shown = GameTable(blank_page(width=1200, reduced_motion="reduce"), table)
    shown.spot("tail 135").focus()
    for _ in range(3):
        assert shown.focus == "tail 135"
        shown.press("Enter")
    assert table.draft == ("steps", "tail", "135", "135", "135")
    assert shown.focus == "suns 6"
    shown.press("Enter")
    assert [played.move.angles for played in table.match.record] == [(135, 135, 135)]


def test_forbidden_arcs_are_drawn_and_each_names_its_reason(
    blank_page: Callable[..., BlankPage],
) -> None:
    table = playing()
    shown = GameTable(blank_page(width=1200), table)
    expect(shown.view.locator(".ppnb-open")).not_to_have_count(0)
    expect(shown.view.locator(".ppnb-barred")).not_to_have_count(0)
    why = next(spot for spot in table.scene.spots if spot.id.startswith("why head"))
    shown.spot(why.id).hover()
    expect(shown.view).to_contain_text(why.tip.rstrip("."))


@pytest.mark.parametrize("width", [320, 700])
def test_a_click_between_places_picks_the_nearest(
    blank_page: Callable[..., BlankPage], width: int
) -> None:
    """Places are smaller than a finger: each can be hit 11 pixels off, and the nearest is meant."""
    table = playing()
    shown = GameTable(blank_page(width=width, reduced_motion="reduce"), table)
    view = shown.spot("tail 135").bounding_box()
    assert view
    middle = [view["x"] + view["width"] / 2, view["y"] + view["height"] / 2]
    shown.page.mouse.move(middle[0] - 8, middle[1] - 8)  # straight away from the disc
    expect(shown.view.locator(".ppnb-tip")).to_contain_text("135°")
    shown.page.mouse.down()
    shown.page.mouse.up()
    picked = [message for message in shown.blank.sent if message.get("kind") == "pick"]
    assert [each["spot"] for each in picked] == ["tail 135"]


def test_between_two_places_the_preview_follows_the_pointer(
    blank_page: Callable[..., BlankPage],
) -> None:
    table = playing()
    shown = GameTable(blank_page(width=700, reduced_motion="reduce"), table)
    found = []
    for name in ("tail 140", "tail 145", "tail 155"):
        box = shown.spot(name).bounding_box()
        assert box
        shown.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(shown.view.locator(".ppnb-tip")).to_contain_text(f"{name[5:]}°")
        found.append(shown.view.locator('[data-mark="here"]').count())
    assert min(found) > 0
