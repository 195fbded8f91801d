"""Animations on a board alone in a page: moments of a move, and the order of drawing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from piecepack_nb.scene import Area, Layout, Mark, Piece, Scene, Spot, mat
from tests.browser.blank import BlankPage
from tests.browser.board_table import BoardPage, Opener, opener, overflow, picks

STILL = """() => { window.now = 1000; window.ticks = []; performance.now = () => now;
    window.requestAnimationFrame = (call) => ticks.push(call); }"""  # frames are drawn by hand
TICK = "(ms) => { now += ms; for (const call of ticks.splice(0)) call(now); }"


@pytest.fixture
def table(blank_page: Callable[..., BlankPage]) -> Opener:
    return opener(blank_page)


def board(*pieces: Piece, turns: tuple[float, ...] = (), **more: Any) -> Scene:
    scene = Scene(
        (Area("board", 8, 8, "", (mat(8, 8),), turns),),
        (Layout(0, 8, 8, {"board": (0, 0)}),),
        pieces,
        caption="Watch.",
    )
    return scene._replace(**more)


def begin(table: Opener, before: Scene, *after: Scene) -> BoardPage:
    """Start the animation from one scene to the next, with the clock stopped."""
    shown = table(before)
    shown.page.evaluate(STILL)
    shown.board.animate(after[:-1], after[-1])
    shown.carry()
    return shown


def tick(shown: BoardPage, ms: float) -> None:
    shown.page.evaluate(TICK, ms)


def scale(shown: BoardPage, piece: str) -> float:
    transform = shown.piece(piece).get_attribute("transform") or ""
    return float(transform.split("scale(")[1].rstrip(")"))


def opacity(shown: BoardPage, piece: str) -> float:
    return float(shown.piece(piece).get_attribute("opacity") or 1)


def order(shown: BoardPage) -> list[str]:
    """Return the pieces in the order of drawing, the lowest first."""
    found: list[str] = shown.view.locator("[data-piece]").evaluate_all(
        "all => all.map((el) => el.dataset.piece)"
    )
    return found


def counter(number: int, x: float, y: float, **more: Any) -> Piece:
    return Piece(f"c{number}", "marker", x, y, **more)


def test_the_pieces_of_a_chain_move_together(table: Opener) -> None:
    chain = [counter(i, 1.5 + i, 2.5) for i in range(4)]
    moved = [piece._replace(x=piece.x + 1) for piece in chain]
    shown = begin(table, board(*chain), board(*moved))
    tick(shown, 92.5)  # half of the time that a move of one square takes
    assert [shown.where(f"c{i}") for i in range(4)] == [(2 + i, 2.5) for i in range(4)]
    tick(shown, 200)
    assert [shown.where(f"c{i}") for i in range(4)] == [(2.5 + i, 2.5) for i in range(4)]


def test_a_falling_piece_shrinks_and_fades_and_then_leaves(table: Opener) -> None:
    there = counter(1, 2.5, 2.5)
    fallen = there._replace(scale=0.3, faded=True)
    shown = begin(table, board(there), board(fallen, linger=0.01), board(caption="It fell."))
    seen = [(scale(shown, "c1"), opacity(shown, "c1"))]
    for _ in range(3):
        tick(shown, 80)
        seen.append((scale(shown, "c1"), opacity(shown, "c1")))
    assert len(set(seen)) == 4
    assert seen == sorted(seen, reverse=True)
    tick(shown, 80)
    assert (scale(shown, "c1"), opacity(shown, "c1")) == (0.3, 0.42)
    expect(shown.view.locator(".ppnb-caption")).to_have_text("It fell.")
    tick(shown, 80)
    assert 0 < opacity(shown, "c1") < 0.42
    tick(shown, 500)
    expect(shown.piece("c1")).to_have_count(0)


def test_moving_pieces_are_drawn_above_the_rest_in_their_order(table: Opener) -> None:
    low, high = counter(1, 1.5, 1.5, z=1), counter(2, 1.5, 1.5, z=2, lift=0.3)
    tower = counter(3, 3.5, 1.5, z=9)
    end = board(low._replace(x=5.5), high._replace(x=5.5), tower)
    shown = begin(table, board(low, high, tower), end)
    tick(shown, 100)
    assert order(shown) == ["c3", "c1", "c2"]
    tick(shown, 600)
    assert order(shown) == ["c1", "c2", "c3"]


def test_nearer_pieces_hide_farther_ones_at_every_angle(table: Opener) -> None:
    pieces = counter(1, 4, 6), counter(2, 4, 2), counter(3, 4, 4, z=1)
    shown = table(board(*pieces, turns=(0, 180)), reduced_motion="reduce")
    assert order(shown) == ["c3", "c2", "c1"]
    shown.view.get_by_role("button", name="Turn the board").click()
    assert order(shown) == ["c3", "c1", "c2"]


def test_moving_sixty_pieces_redraws_only_their_positions(table: Opener) -> None:
    pieces = [counter(i, 0.5 + i % 8, 0.5 + i // 8, label=str(i)) for i in range(60)]
    moved = [piece._replace(x=7.5 - piece.x + 0.5) for piece in pieces]
    shown = begin(table, board(*pieces), board(*moved))
    shown.page.evaluate("""() => {
        window.changed = new Set();
        new MutationObserver((all) => { for (const { type, attributeName } of all)
            changed.add(attributeName ?? type); }).observe(
                document.querySelector('svg.ppnb-drawing'),
                { attributes: true, childList: true, characterData: true, subtree: true }); }""")
    for _ in range(5):
        tick(shown, 40)
    assert shown.page.evaluate("Promise.resolve().then(() => [...changed])") == ["transform"]


@pytest.mark.parametrize("kind", ["path", "trail", "lost"])
def test_every_line_is_drawn_through_its_points_with_an_arrow(table: Opener, kind: str) -> None:
    shown = table(board(marks=(Mark(kind, points=((1, 1), (3, 1), (3, 4))),)))
    mark = shown.view.locator(f'[data-mark="{kind}"]')
    expect(mark).to_have_class(f"ppnb-line-{kind}")
    points = [line.get_attribute("points") for line in mark.locator("polyline").all()]
    assert points == ["100,100 300,100 300,366"] * 2  # it ends before the last place
    expect(mark.locator(".ppnb-arrow")).to_have_count(1)
    expect(mark.locator("g").last).to_be_visible()


def test_a_lane_has_its_suit_at_both_ends_and_no_arrow(table: Opener) -> None:
    shown = table(board(marks=(Mark("lane", points=((1, 1), (3, 1)), suit="suns"),)))
    mark = shown.view.locator('[data-mark="lane"]')
    expect(mark.locator("polyline.ppnb-lane")).to_have_attribute("points", "100,100 300,100")
    expect(mark.locator(".ppnb-lane-disc")).to_have_count(2)
    expect(mark.locator(".ppnb-arrow")).to_have_count(0)


def test_a_stack_is_dragged_whole_and_its_neighbour_stays(table: Opener) -> None:
    stack = [counter(i, 2.5, 2.5, lift=0.3 * i, z=3 + i) for i in range(3)]
    beside = counter(9, 2.5, 2.7, z=2)
    spots = (Spot("from", 2.5, 2.5, drag=True), Spot("to", 5.5, 2.5, drop=True))
    shown = table(board(*stack, beside, spots=spots))
    before = {piece: shown.where(piece) for piece in order(shown)}
    x, y, width, height = (shown.spot("to").bounding_box() or {}).values()
    shown.spot("from").hover()
    shown.page.mouse.down()
    shown.page.mouse.move(x + width / 2, y + height / 2, steps=3)
    for piece, (left, top) in before.items():
        right = left if piece == "c9" else left + 3
        assert shown.where(piece) == pytest.approx((right, top), abs=0.03)
    assert order(shown)[-3:] == ["c0", "c1", "c2"]
    shown.page.mouse.up()
    assert [(pick["spot"], pick["to"]) for pick in picks(shown)] == [("from", "to")]


@pytest.mark.parametrize("width", [320, 1200])
def test_eight_buttons_hold_their_labels(table: Opener, width: int) -> None:
    names = ["Left", "Right", "Forward", "Jump", "Lift", "Push", "Agree to stop", "Write my order"]
    spots = [
        Spot(name, 1 + 2 * (i % 4), 6.5 + i // 4, w=1.85, h=0.85, name=name, role="action")
        for i, name in enumerate(names)
    ]
    shown = table(board(spots=tuple(spots)), width=width)
    for name in names:
        button = shown.view.get_by_role("button", name=name, exact=True)
        inside = "el => el.scrollWidth <= el.clientWidth && el.scrollHeight <= el.clientHeight"
        assert button.evaluate(inside), name
        size = float(button.evaluate("el => parseFloat(getComputedStyle(el).fontSize)"))
        assert 10 <= size <= 16
    assert overflow(shown) <= 0


def test_an_unlit_button_looks_and_sounds_so_and_still_can_be_picked(table: Opener) -> None:
    roles = {"Bet": "action", "Call": "unlit", "Fold": "action"}
    spots = [
        Spot(name.lower(), 1 + 2 * i, 6.5, w=1.85, h=0.85, name=name, role=role)
        for i, (name, role) in enumerate(roles.items())
    ]
    shown = table(board(spots=tuple(spots)))
    names = [shown.spot(spot.id).get_attribute("aria-label") for spot in spots]
    assert names == [None, "Call, not now", None]
    grounds = [
        shown.spot(spot.id).evaluate("el => getComputedStyle(el).backgroundColor") for spot in spots
    ]
    assert grounds[0] == grounds[2] != grounds[1]
    for name in roles:
        expect(shown.view.get_by_text(name, exact=True)).to_be_visible()
    shown.spot("bet").focus()
    shown.page.keyboard.press("n")  # to the next lit one
    expect(shown.spot("fold")).to_be_focused()
    shown.spot("call").click()
    assert [pick["spot"] for pick in picks(shown)] == ["call"]
