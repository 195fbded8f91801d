"""The board alone in Chromium: what it draws."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from piecepack_nb.scene import Area, Mark, Piece, Spot, text_shape
from tests.browser.blank import BlankPage
from tests.browser.board_table import Opener, opener, overflow, small
from tests.scene.showcase import at, showcase

HOSTILE = "<script>window.hacked=1</script><img src=x onerror='window.hacked=1'>"


@pytest.fixture
def table(blank_page: Callable[..., BlankPage]) -> Opener:
    return opener(blank_page)


@pytest.mark.parametrize("width", [320, 700, 1200])
def test_a_rich_scene_is_drawn_at_every_width(table: Opener, width: int) -> None:
    scene = showcase()
    shown = table(scene, width=width)
    expect(shown.view.locator("[data-piece]")).to_have_count(len(scene.pieces))
    expect(shown.view.locator("[data-spot]")).to_have_count(len(scene.spots))
    assert overflow(shown) <= 0
    x, y = at("f4")
    assert shown.where("packman") == pytest.approx((x, y), abs=0.01)


def test_on_a_phone_the_board_fills_the_width(table: Opener) -> None:
    shown = table(showcase(), width=320)
    box = shown.view.locator(".ppnb-stage").bounding_box()
    first, last = (shown.spot(name).bounding_box() for name in ("a1", "j1"))
    assert box
    assert first
    assert last
    assert box["width"] == pytest.approx(320, abs=1)
    assert last["x"] + last["width"] - first["x"] > 285
    assert min(first["width"], first["height"]) >= 24  # wide enough for a finger (WCAG 2.5.8)


def test_a_resize_changes_the_layout(table: Opener) -> None:
    shown = table(showcase(), width=1200)
    stage = shown.view.locator(".ppnb-stage svg")
    wide = stage.get_attribute("viewBox")
    shown.page.set_viewport_size({"width": 400, "height": 900})
    expect(stage).not_to_have_attribute("viewBox", wide or "")
    assert overflow(shown) <= 0
    die, board = (shown.spot(name).bounding_box() for name in ("roll", "a1"))
    assert die
    assert board
    assert die["y"] > board["y"]


def test_buttons_cover_the_things_they_name(table: Opener) -> None:
    shown = table(showcase(), width=900)
    for name in ("a1", "f4", "j10"):
        box = shown.spot(name).bounding_box()
        mine = shown.page.evaluate(
            """([x, y]) => { const svg = document.querySelector('.ppnb-stage svg');
            const at = new DOMPoint(x * 100, y * 100).matrixTransform(svg.getScreenCTM());
            return [at.x, at.y]; }""",
            list(at(name)),
        )
        assert box
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert middle == pytest.approx(tuple(mine), abs=1)


def test_texts_stay_texts(table: Opener) -> None:
    scene = small(
        areas=(Area("board", 4, 3, HOSTILE, (text_shape(HOSTILE, 1, 1),)),),
        caption=HOSTILE,
        clause=HOSTILE,
        alt=HOSTILE,
        pieces=(Piece("pawn", "words", 1, 1, label=HOSTILE),),
        marks=(Mark("text", 1, 1, label=HOSTILE),),
        spots=(Spot("a1", 0.5, 0.5, name=HOSTILE, tip=HOSTILE, role="action"),),
    )
    shown = table(scene)
    shown.spot("a1").hover()
    shown.board.say(HOSTILE, HOSTILE, [("board", 1, 1)])
    shown.carry()
    expect(shown.view.locator(".ppnb-words")).to_have_text(HOSTILE)
    expect(shown.view.locator(".ppnb-tip")).to_have_text(HOSTILE)
    assert shown.page.locator("#views script, #views img").count() == 0
    assert shown.page.evaluate("window.hacked") is None


def test_shapes_that_python_refuses_are_not_built(table: Opener) -> None:
    shown = table()
    position = shown.board.snapshot
    drawn = [
        ["script", {}, "window.hacked=1"],
        ["foreignObject", {}],
        ["rect", {"onclick": "window.hacked=1", "fill": "url(http://example.org/x)", "width": 9}],
    ]
    area = {"id": "board", "width": 4, "height": 3, "backdrop": drawn}
    shown.blank.update(snapshot=position | {"serial": 2, "last": {"areas": [area]}})
    ground = shown.view.locator(".ppnb-stage svg > g").first
    expect(ground.locator("rect")).to_have_attribute("fill", "")
    assert ground.locator("script, foreignObject").count() == 0
    assert ground.locator("rect").get_attribute("onclick") is None
