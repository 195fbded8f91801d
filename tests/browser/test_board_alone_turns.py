"""A board that a reader can turn on the table, alone in a page."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from piecepack_nb.scene import Area, Layout, Mark, Piece, Scene, Spot, mat, text_shape
from piecepack_nb.scene.model import turned
from tests.browser.blank import BlankPage
from tests.browser.board_table import (
    BoardPage,
    Opener,
    answer,
    assert_accessible,
    opener,
    overflow,
    picks,
)

FILES = "abcd"
AREA = Area("board", 6, 6, "", (mat(6, 6), text_shape("a", 1.5, 5.3)), (-45, 45, 90))
TRAY = Area("tray", 6, 1, "", (mat(6, 1, "tray"),))
HALF = math.sqrt(0.5)
WALKED = """() => {
    const spots = [...document.querySelectorAll('[data-spot]')];
    const reached = new Set([spots[0]]);
    for (const spot of reached) for (const way of ['Right', 'Up', 'Left', 'Down']) {
        spot.focus();
        spot.dispatchEvent(new KeyboardEvent('keydown', {key: `Arrow${way}`, bubbles: true}));
        reached.add(document.activeElement);
    }
    return [...reached].map((spot) => spot.dataset.spot); }"""
LEAN = """el => {
    const {a, b} = new DOMMatrix(getComputedStyle(el).transform); return Math.atan2(b, a); }"""
STILL = """() => { window.ticks = []; performance.now = () => 1000;
    window.requestAnimationFrame = (call) => ticks.push(call); }"""  # frames are drawn by hand


def at(square: str) -> tuple[float, float]:
    """Return the middle of a square of the 4 by 4 board in the middle of its area."""
    return 1.5 + FILES.index(square[0]), 5.5 - int(square[1])


def askew(hero: str = "a1", area: Area = AREA, **more: Any) -> Scene:
    """A board on its corner: a hero to drag, an arrow that turns with the board, a tray below."""
    squares = [
        Spot(f"{f}{r}", *at(f"{f}{r}"), name=f"{f}{r}", drag=f"{f}{r}" == hero, drop=True,
             role="move" if f"{f}{r}" in ("b1", "d4") else "inert")
        for r in (4, 3, 2, 1) for f in FILES
    ]  # fmt: skip
    stop = Spot("stop", 3, 0.5, "tray", w=2, h=0.6, name="Stop", role="action")
    scene = Scene(
        (area, TRAY),
        (Layout(0, 6, 7, {"board": (0, 0), "tray": (0, 6)}),),
        (
            Piece("hero", "pawn", *at(hero), suit="arms"),
            Piece("arrow", "coin-value", *at("d1"), turns=True),
            Piece("coin", "marker", 1, 0.5, "tray"),
        ),
        (
            Mark("path", points=(at("a1"), at("a4"))),
            Mark("selected", *at("b2")),
            Mark("cost", *at("c1"), label="3"),
        ),
        spots=(*squares, stop),
        caption="Choose.",
        alt="A board on its corner.",
    )  # fmt: skip
    return scene._replace(**more)


@pytest.fixture
def table(blank_page: Callable[..., BlankPage]) -> Opener:
    opening = opener(blank_page)

    def open_table(scene: Scene | None = None, **more: Any) -> BoardPage:
        return opening(scene or askew(), **more)

    return open_table


def button(shown: BoardPage) -> Locator:
    return shown.view.get_by_role("button", name="Turn the board")


def turn(shown: BoardPage, times: int = 1) -> None:
    """Turn the board, and wait until it rests."""
    for _ in range(times):
        button(shown).click()
    expect_turns(shown, int(shown.blank.get("rotation")))


def expect_turns(shown: BoardPage, times: int) -> None:
    angle = AREA.turns[times % len(AREA.turns)]
    expect(shown.view.locator(".ppnb-turned")).to_have_attribute(
        "transform", f"rotate({angle} 300 300)"
    )


def click_at(shown: BoardPage, x: float, y: float) -> None:
    shown.page.mouse.click(*on_page(shown, x, y))


def on_page(shown: BoardPage, x: float, y: float) -> tuple[float, float]:
    """Return the place in the page of a place on the board, in CSS pixels."""
    box = shown.view.locator(".ppnb-spots").bounding_box()
    assert box
    unit = box["width"] / 6
    return box["x"] + x * unit, box["y"] + y * unit


def seen(square: str, times: int = 0) -> tuple[float, float]:
    """Return the place of a square after so many quarter turns."""
    return turned(AREA, *at(square), AREA.turns[times % len(AREA.turns)])


def test_the_board_starts_at_the_first_angle_and_each_turn_shows_the_next(table: Opener) -> None:
    shown = table(reduced_motion="reduce")
    for times in (0, 1, 2, 3):
        assert shown.where("hero") == pytest.approx(seen("a1", times), abs=0.01)
        assert shown.where("coin") == (1, 6.5)  # the tray has no turns
        expect_turns(shown, times)
        button(shown).click()


def test_pieces_and_text_stay_upright_and_flat_things_turn(table: Opener) -> None:
    shown = table(reduced_motion="reduce")
    assert "rotate(0)" in str(shown.piece("hero").get_attribute("transform"))
    assert "rotate(-45)" in str(shown.piece("arrow").get_attribute("transform"))
    turn(shown)
    assert "rotate(0)" in str(shown.piece("hero").get_attribute("transform"))
    assert "rotate(45)" in str(shown.piece("arrow").get_attribute("transform"))
    word = shown.view.locator(".ppnb-turned text")
    assert math.degrees(word.evaluate(LEAN)) == pytest.approx(-45)
    frame, badge = (
        shown.view.locator(f'[data-mark="{kind}"] rect') for kind in ("selected", "cost")
    )
    assert math.degrees(frame.evaluate(LEAN)) == pytest.approx(45)
    assert badge.evaluate(LEAN) == 0


def test_the_points_of_a_path_turn_with_the_board(table: Opener) -> None:
    shown = table(reduced_motion="reduce")

    def first() -> list[float]:
        points = shown.view.locator('[data-mark="path"] .ppnb-way').get_attribute("points") or ""
        return [float(x) / 100 for x in points.split(" ")[0].split(",")]

    assert first() == pytest.approx(seen("a1"), abs=0.01)
    turn(shown, 2)
    assert first() == pytest.approx(seen("a1", 2), abs=0.01)


@pytest.mark.parametrize("times", [0, 1, 2])
def test_a_click_picks_the_square_seen_there(table: Opener, times: int) -> None:
    shown = table(reduced_motion="reduce")
    turn(shown, times)
    x, y = seen("b3", times)
    inside = [(0, 0), (HALF - 0.1, 0), (0, 0.1 - HALF)] if times < 2 else [(0, 0), (0.4, 0.4)]
    for dx, dy in inside:
        click_at(shown, x + dx, y + dy)
        answer(shown)
    assert [pick["spot"] for pick in picks(shown)] == ["b3"] * len(inside)


def test_a_dragged_piece_lands_on_the_square_seen_there(table: Opener) -> None:
    shown = table(reduced_motion="reduce")
    turn(shown)
    mouse = shown.page.mouse
    mouse.move(*on_page(shown, *seen("a1", 1)))
    mouse.down()
    x, y = seen("d4", 1)
    mouse.move(*on_page(shown, x - 0.05, y), steps=4)
    assert shown.where("hero") == pytest.approx((x - 0.05, y), abs=0.02)
    mouse.up()
    (pick,) = picks(shown)
    assert (pick["spot"], pick["gesture"], pick["to"]) == ("a1", "drag", "d4")


@pytest.mark.parametrize(
    ("times", "keys"),
    [(0, "Right Up Left Down"), (1, "Right Up Left Down"), (2, "Down Right Up Left")],
)
def test_arrows_follow_the_rows_as_seen(table: Opener, times: int, keys: str) -> None:
    """Files lead up to the right at -45 degrees, down to the right at 45, down at 90."""
    shown = table(reduced_motion="reduce")
    turn(shown, times)
    shown.spot("a1").focus()
    went = []
    for key in keys.split():
        shown.page.keyboard.press(f"Arrow{key}")
        went.append(shown.focus)
    assert went == ["b1", "b2", "a2", "a1"]


def test_every_square_can_be_reached_by_arrows_and_home_and_end_stay_in_the_row(
    table: Opener,
) -> None:
    shown = table(reduced_motion="reduce")
    for key, way in (("End", "d1"), ("Home", "a1")):
        shown.spot("b1").focus()
        shown.page.keyboard.press(key)
        assert shown.focus == way
    reached = set(shown.page.evaluate(WALKED))
    assert reached == {f"{f}{r}" for f in FILES for r in range(1, 5)} | {"stop"}


def test_the_angle_lasts_across_positions_and_views(table: Opener) -> None:
    shown = table(reduced_motion="reduce")
    turn(shown)
    assert shown.blank.saved == [{"rotation": 1}]
    shown.board.show(askew("b1"))
    shown.board.set_state({"rotation": 1})
    shown.carry()
    expect(shown.piece("hero")).to_have_count(1)
    assert shown.where("hero") == pytest.approx(seen("b1", 1), abs=0.01)
    shown.blank.add_view()
    shown.blank.remove_view(0)
    again = shown.page.locator('#view-1 [data-piece="hero"]').get_attribute("transform") or ""
    x, y = again.split("(")[1].split(")")[0].split()
    assert (float(x) / 100, float(y) / 100) == pytest.approx(seen("b1", 1), abs=0.01)


def test_the_board_turns_by_key_announces_it_and_keeps_the_focus(table: Opener) -> None:
    shown = table(reduced_motion="reduce")
    live = shown.view.locator("[aria-live]")
    shown.spot("b2").focus()
    texts = [
        "Turned by 90 degrees to the right.",
        "Turned by 135 degrees to the right.",
        "Turned back to the first angle.",
    ]
    for text in texts:
        shown.page.keyboard.press("t")
        expect(live).to_have_text(text)
        assert shown.focus == "b2"
    button(shown).focus()
    shown.page.keyboard.press("Enter")
    expect_turns(shown, 4)
    shown.page.keyboard.press("Control+t")
    assert shown.blank.get("rotation") == 4


def test_the_board_turns_smoothly_and_a_click_finishes_the_turn(table: Opener) -> None:
    shown = table()
    ground = shown.view.locator(".ppnb-turned")
    shown.page.evaluate(STILL)
    button(shown).click()
    shown.page.evaluate("ticks.splice(0).forEach((call) => call(1250))")
    expect(ground).to_have_attribute("transform", "rotate(0 300 300)")  # half way from -45 to 45
    assert shown.where("hero") == pytest.approx(at("a1"), abs=0.01)
    click_at(shown, *seen("b3"))
    expect_turns(shown, 1)
    assert picks(shown) == []
    click_at(shown, *seen("b3", 1))
    assert [pick["spot"] for pick in picks(shown)] == ["b3"]


def test_the_turn_button_appears_only_on_boards_that_turn(table: Opener) -> None:
    for turns in ((), (-45.0,)):
        fixed = table(askew(area=AREA._replace(turns=turns)), reduced_motion="reduce")
        expect(button(fixed)).to_have_count(0)
        fixed.spot("b2").focus()
        fixed.page.keyboard.press("t")
        assert fixed.blank.saved == []
    fixed.board.show(askew())
    fixed.carry()
    expect(button(fixed)).to_be_visible()


def test_axe_finds_nothing_and_nothing_overflows(table: Opener) -> None:
    shown = table(width=320, color_scheme="dark", reduced_motion="reduce")
    turn(shown)
    assert_accessible(shown.page)
    assert overflow(shown) <= 0
