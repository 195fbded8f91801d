"""Tables on small screens and in a notebook's styles: what is in sight, large, readable."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import piecepack_nb as pp
from piecepack_nb.core.actors import Chance
from piecepack_nb.widgets.table import TableWidget
from tests.browser.blank import BlankPage
from tests.browser.board_table import LiveTable

PHONE = {"width": 360, "height": 740}
JUPYTERLAB = ".notebook :is(dt, dd) {float: left; width: 20%; display: block}"
Opener = Callable[..., BlankPage]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saved games go to a folder of the test's own."""
    monkeypatch.chdir(tmp_path)


def live(blank: BlankPage, table: TableWidget | None = None, **host: str) -> LiveTable:
    return LiveTable(blank, table or play("activator"), host=host)


def play(game: Any, **options: Any) -> TableWidget:
    return pp.play(game, **{"seed": 7, "journal": False, **options})


def box(el: Locator) -> dict[str, float]:
    found: Any = el.bounding_box()
    assert found is not None
    return dict(found)


def font_size(el: Locator) -> float:
    return float(el.evaluate("el => parseFloat(getComputedStyle(el).fontSize)"))


def tab_to(page: Page, selector: str) -> int:
    """Press Tab until the focus is on such an element; return how many it took."""
    for number in range(1, 20):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return number
    raise AssertionError(f"no Tab led to {selector}")


def test_keys_and_their_meanings_stay_side_by_side_under_a_notebooks_styles(
    blank_page: Opener,
) -> None:
    shown = live(blank_page(width=1000), **{"class": "notebook"})
    shown.page.add_style_tag(content=JUPYTERLAB)
    shown.view.get_by_role("button", name="Keys").click()
    keys, meanings = (shown.view.locator(f".ppnb-help {tag}").all() for tag in ("dt", "dd"))
    assert len(keys) == len(meanings) > 8
    for key, meaning in zip(keys, meanings, strict=True):
        left, right = box(key), box(meaning)
        assert left["x"] + left["width"] <= right["x"]
        assert left["y"] == right["y"]


def test_a_phone_has_the_buttons_of_an_unfinished_move_in_sight(blank_page: Opener) -> None:
    shown = live(blank_page(**PHONE))
    move = next(each for each in shown.board.match.moves() if each.activator)
    shown.choose(move.start)
    assert box(shown.spot("part 0"))["y"] < 700
    shown.choose(move.end)
    leave = box(shown.spot("leave"))
    assert leave["y"] + leave["height"] < PHONE["height"]


def test_a_phone_has_the_die_of_worm_derby_in_sight_and_every_panel_a_title(
    blank_page: Opener,
) -> None:
    shown = live(blank_page(**PHONE), play("worm_derby"))
    roll = box(shown.view.get_by_role("button", name="Roll the suns die"))
    assert roll["y"] + roll["height"] < PHONE["height"]
    titles = [area.title for area in shown.board.scene.areas if area.id in ("desk", "race")]
    assert titles == ["The turn", "The race"]


def test_a_finger_on_a_far_tile_of_worm_derby_magnifies_the_tiles_apart(
    blank_page: Opener,
) -> None:
    table = play("worm_derby")
    table.match.roll()
    table.show()
    shown = live(blank_page(**PHONE, has_touch=True), table)
    tile = shown.spot("far tile 1")
    tile.scroll_into_view_if_needed()
    at = box(tile)
    shown.page.touchscreen.tap(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    expect(shown.view.locator("[data-magnified]")).to_have_count(1)
    tiles = [box(each) for each in shown.view.locator("[data-small]").all()]
    assert min(each["width"] for each in tiles) >= 24
    gaps = [math.dist((a["x"], a["y"]), (b["x"], b["y"])) for a, b in combinations(tiles, 2)]
    assert min(gaps) >= 24, "targets that don't overlap"


def test_a_phone_has_the_end_of_a_game_and_the_board_in_sight(blank_page: Opener) -> None:
    table = play("activator", seed=4, seats={"red": "random", "blue": "quick"})
    shown = live(blank_page(**PHONE), table)
    result = box(shown.view.get_by_role("region", name="Result"))
    assert result["y"] + result["height"] <= PHONE["height"]
    squares = [box(shown.spot(f + r)) for f in "abcd" for r in "1234"]
    assert max(each["y"] + each["height"] for each in squares) < result["y"]


def test_a_lifted_or_dragged_piece_shows_where_it_may_go(blank_page: Opener) -> None:
    shown = live(blank_page(width=1000))
    targets = shown.view.locator('[data-mark="target"]')
    expect(targets).to_have_count(0)
    at = box(shown.spot("b2"))
    x, y = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
    shown.page.mouse.move(x, y)
    count = targets.count()
    assert count > 0
    shown.page.mouse.down()
    shown.page.mouse.move(x + 60, y - 60, steps=5)
    expect(shown.view.locator("[data-dragging]")).to_have_count(1)
    expect(targets).to_have_count(count)
    shown.page.keyboard.press("Escape")
    shown.page.mouse.up()


def test_the_ring_of_the_focus_lies_under_the_pieces_of_a_turned_board(blank_page: Opener) -> None:
    shown = live(blank_page(width=1000))
    tab_to(shown.page, ".ppnb-spot")
    ring = shown.view.locator('[data-mark="focus"]')
    expect(ring).to_have_count(1)
    under = (
        "ring => Boolean(ring.compareDocumentPosition(document.querySelector('[data-piece]')) & 4)"
    )
    assert ring.evaluate(under), "drawn before the pieces"
    shown.page.keyboard.press("Space")
    shown.page.keyboard.press("ArrowUp")
    assert shown.view.locator('[data-mark="target"]').count() > 0, "of the lifted piece"


@pytest.mark.parametrize("width", [320, 360, 768, 933, 1366])
def test_the_faces_of_a_real_die_are_in_one_row(blank_page: Opener, width: int) -> None:
    shown = live(blank_page(width=width), play("piecepackman", dice="typed"))
    for die in shown.view.locator(".ppnb-die").all():
        faces = [box(face) for face in die.get_by_role("button").all()]
        assert len(faces) == 6
        assert len({face["y"] for face in faces}) == 1
        assert min(face["width"] for face in faces) >= 24


@pytest.mark.parametrize("width", [360, 768, 1366])
def test_orders_have_readable_buttons_of_which_one_is_the_next(
    blank_page: Opener, width: int
) -> None:
    table = play("paco")
    while isinstance(table.match.to_act, Chance):
        table.match.roll()
    table.show()
    shown = live(blank_page(width=width, height=900), table)
    shown.press("I am Suns: write my order")
    assert shown.view.locator('[data-role="action"]').count() == 0
    shown.choose("forward")
    assert shown.view.locator('[data-role="action"]').all_inner_texts() == ["Write: forward"]
    for button in shown.view.locator("[data-button]").all():
        assert font_size(button) >= 12
        assert button.evaluate("el => el.scrollHeight <= el.clientHeight + 1"), button.inner_text()


def test_the_symbols_of_how_to_play_fill_their_places(blank_page: Opener) -> None:
    for game in ("pacman", "worm_derby", "piecepackman"):
        shown = live(blank_page(**PHONE), play(game))
        shown.press("How to play")
        pictures = shown.view.locator(".ppnb-how-symbols svg").all()
        assert len(pictures) >= 3
        for picture in pictures:
            drawn = picture.evaluate(
                "svg => { const {width, height} = svg.firstElementChild.getBoundingClientRect();"
                " return Math.max(width, height); }"
            )
            assert 14 < drawn <= 31


def test_news_about_no_square_lies_over_no_square(blank_page: Opener) -> None:
    table = play("activator")
    table.say("Resumed at turn 3; its seed is 7.", kind="info")
    shown = live(blank_page(width=1000), table)
    expect(shown.view.locator(".ppnb-report-words")).to_have_text(
        "Resumed at turn 3; its seed is 7."
    )
    expect(shown.view.get_by_role("status").first).to_contain_text("Resumed at turn 3")
    expect(shown.view.locator(".ppnb-bubble")).to_be_hidden()


def test_few_tabs_lead_to_the_board_and_one_arrow_from_the_bar(blank_page: Opener) -> None:
    shown = live(blank_page(width=1000), play("piecepackman"))
    assert tab_to(shown.page, ".ppnb-spot") <= 6
    shown.view.get_by_role("button", name="Hint").focus()
    shown.page.keyboard.press("ArrowRight")
    assert shown.page.evaluate("document.activeElement.ariaLabel") == "How to play"
    shown.page.keyboard.press("Home")
    assert shown.page.evaluate("document.activeElement.ariaLabel") == "Auto-roll", (
        "the first in use"
    )
    shown.page.keyboard.press("ArrowDown")
    assert shown.focus is not None
    shown.page.keyboard.press("h")
    shown.relay()
    expect(shown.view.get_by_role("region", name="Hint")).to_be_visible()
    assert shown.focus is not None, "a hint by key leaves the focus on the board"
    shown.page.set_viewport_size({"width": 768, "height": 900})
    buttons = shown.view.locator(".ppnb-table-bar button:visible").all()
    assert len({box(button)["y"] for button in buttons}) == 1, "the bar stays in one line"


def test_a_narrow_table_says_that_the_window_has_a_larger_board(blank_page: Opener) -> None:
    shown = live(blank_page(**PHONE), style="padding-left: 110px")
    button = shown.view.get_by_role("button", name="Larger board")
    expect(button).to_contain_text("Larger board")
    shown.page.evaluate("document.body.style.paddingLeft = 0")
    expect(button).to_have_count(0)


def test_boards_side_by_side_are_in_sight_below_their_rules(blank_page: Opener) -> None:
    match = pp.Match("piecepackman", seed=7, seats="greedy")
    match.run(12)
    match.goto(4)
    explore = pp.explore(match, quarter_turn_cost=0)
    explore.panel.choose("board", "both")
    blank = blank_page(width=768, height=1024)
    view = blank.mount(explore._esm, explore._css, explore_state(explore))
    stage = blank.page.locator(f"{view} .ppnb-stage")
    expect(stage).to_be_visible()
    assert box(stage)["y"] < 512


def explore_state(explore: Any) -> dict[str, Any]:
    skipped = ("_esm", "_css", "layout", "tabbable", "tooltip")
    ours = ("_model_", "_view_", "_dom_")
    state = explore.get_state()
    return {
        name: value
        for name, value in state.items()
        if name not in skipped and not name.startswith(ours)
    }


def test_a_key_of_the_game_is_not_taken_for_looking_back(blank_page: Opener) -> None:
    """In Worm Derby "," turns a disc; elsewhere it shows the previous sentence."""
    where = "suns 8 9: 180 180 180 180 180\nmoons 8 6.5: 180 180 180 180 180\nsuns to move, 2 steps"
    small = pp.game("worm_derby", pylon_distance=12, table_length=24, table_width=18, obstacles=0)
    shown = live(blank_page(width=1000), play(small, position=where))
    shown.spot("head 45").focus()
    for key in ("Enter", ","):
        shown.page.keyboard.press(key)
        shown.relay()
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("disc 1 of 2 at 46°")
