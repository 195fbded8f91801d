"""Two games in lockstep on one board, in a blank page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

import piecepack_nb as pp
from piecepack_nb.widgets.compare import Compare
from piecepack_nb.widgets.page import STATIC
from tests.browser.blank import BlankPage
from tests.browser.board_table import TRAITS
from tests.games.piecepackman.helpers import played
from tests.scene.film_reader import unpack

Opener = Callable[..., Locator]


@pytest.fixture(scope="module")
def board() -> Compare:
    match = played(7, moves=12)
    other = match.under(quarter_turn_cost=0)
    other.run(moves=6)
    return pp.compare(match, other)


@pytest.fixture
def shown(blank_page: Callable[..., BlankPage], board: Compare) -> Opener:
    def open_board(**options: object) -> Locator:
        blank = blank_page(reduced_motion="reduce", **options)
        state = board.get_state()
        chosen = {name: state[name] for name in TRAITS}
        mounted = blank.mount(STATIC / "widgets.js", str(state["_css"]), chosen)
        return blank.page.locator(mounted)

    return open_board


def box(view: Locator, piece: str) -> dict[str, float]:
    found = view.locator(f'[data-piece="{piece}"]').bounding_box()
    assert found
    return dict(found)


def test_both_boards_are_side_by_side_or_stacked(shown: Opener) -> None:
    wide = shown(width=1200)
    expect(wide.get_by_role("slider", name="Whole game")).to_be_visible()
    left, right = (box(wide, f"{side}:ghost-suns") for side in ("left", "right"))
    assert left["x"] + 300 < right["x"]
    assert left["y"] == pytest.approx(right["y"], abs=1)
    narrow = shown(width=400)
    expect(narrow.get_by_role("slider", name="Whole game")).to_be_visible()
    upper, lower = (box(narrow, f"{side}:ghost-suns") for side in ("left", "right"))
    assert upper["x"] == pytest.approx(lower["x"], abs=1)
    assert upper["y"] + 300 < lower["y"]


def test_the_comparison_opens_at_the_divergence_and_gives_the_reason(
    shown: Opener, board: Compare
) -> None:
    view = shown(width=1200)
    caption = view.locator(".ppnb-caption")
    assert board.divergence
    place = view.locator(".ppnb-progress").first.text_content() or ""
    expect(caption).to_contain_text(f"The games diverge here, {place.partition(' of ')[0]}: ")
    expect(caption).to_contain_text('The changed rule is "What a quarter turn costs: 1 → 0".')
    expect(caption.locator(".ppnb-chip")).to_have_text(board.divergence.clause)
    lines = caption.evaluate("e => getComputedStyle(e).whiteSpace")
    assert lines == "pre-line", "each game's words stand in a line of their own"


def test_one_timeline_moves_both(shown: Opener, board: Compare) -> None:
    view, film = shown(width=1200), unpack(board.film)
    expect(view.locator(".ppnb-caption")).to_contain_text("The games diverge here")
    forward = view.get_by_role("button", name="Next step", exact=True).first
    for frame in film.frames[board.frame + 1 : board.frame + 4]:
        forward.click()
        for line in frame.caption.splitlines():
            expect(view.locator(".ppnb-caption")).to_contain_text(line)
        for piece in frame.pieces:
            if piece.id.endswith(":him"):
                shown_at = view.locator(f'[data-piece="{piece.id}"]').get_attribute("transform")
                assert f"rotate({piece.angle:g})" in str(shown_at)


def test_the_differences_layer_can_be_hidden(shown: Opener, board: Compare) -> None:
    view, film = shown(width=1200), unpack(board.film)
    framed = [mark for mark in film.frames[-1].marks if mark.layer == "differ"]
    assert framed
    view.get_by_role("slider", name="Whole game").focus()
    view.page.keyboard.press("End")
    others = [mark for mark in film.frames[-1].marks if mark.kind == "selected" and not mark.layer]
    marks = view.locator('[data-mark="selected"]')
    expect(marks).to_have_count(len(framed) + len(others))
    view.get_by_text("What differs").click()
    expect(marks).to_have_count(len(others))
