"""The board's page side alone in a real Chromium, with a stand-in for the model."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, expect

from piecepack_nb.scene import Area, Layout, Mark, Piece, Scene, Spot, mat, use, words
from piecepack_nb.widgets.board import STATIC, Board
from tests.browser.blank import BlankPage
from tests.scene.showcase import SQUARES, at, showcase

TRAITS = ("_sheet", "position", "notice", "label", "busy", "speed")
HOSTILE = "<script>window.hacked=1</script><img src=x onerror='window.hacked=1'>"
LONG = 20.0  # seconds that a frame rests where a test must catch the board while it plays


def small(x: float = 0.5, *, caption: str = "Choose.", **more: Any) -> Scene:
    """A 4 by 3 board: a pawn to drag on a1, legal c1 and c2, b1 to be refused, and a key."""
    spots = (
        Spot("a1", 0.5, 0.5, name="a1, blue pawn", role="select", drag=True),
        Spot("b1", 1.5, 0.5, name="b1", drop=True),
        Spot("c1", 2.5, 0.5, name="c1", role="move", drop=True, tip="To c1 for 2.",
             preview=(Mark("path", points=((0.5, 0.5), (2.5, 0.5))),)),
        Spot("a2", 0.5, 1.5, name="a2"),
        Spot("c2", 2.5, 1.5, name="c2", role="move", drop=True),
        Spot("roll", 2, 2.5, name="Roll", w=2, h=0.6, role="action", key="r"),
    )  # fmt: skip
    scene = Scene(
        (Area("board", 4, 3, "", (mat(4, 3),)),),
        (Layout(0, 4, 3, {"board": (0, 0)}),),
        (Piece("pawn", "pawn", x, 0.5, suit="arms"),),
        spots=spots,
        caption=caption,
        clause="PM-32",
        alt="A blue pawn.",
    )
    return scene._replace(**more)


class Table:
    """A board in Python whose traits are carried to a blank page by hand."""

    def __init__(self, blank: BlankPage, scene: Scene, **mounting: Any) -> None:
        self.blank, self.page = blank, blank.page
        self.board = Board(scene, label="Test board")
        state = self.board.get_state()
        css = str(state["_css"])
        chosen = {name: state[name] for name in TRAITS}
        self.view = self.page.locator(blank.mount(STATIC / "board.js", css, chosen, **mounting))

    def carry(self) -> None:
        """Bring what changed in Python to the page."""
        state = self.board.get_state()
        self.blank.update(**{name: state[name] for name in TRAITS if name != "_sheet"})

    def spot(self, name: str) -> Locator:
        return self.view.locator(f'[data-spot="{name}"]')

    def piece(self, name: str) -> Locator:
        return self.view.locator(f'[data-piece="{name}"]')

    def where(self, name: str) -> tuple[float, float]:
        """Where a piece is drawn, in squares."""
        transform = self.piece(name).get_attribute("transform") or ""
        x, y = transform.split("(")[1].split(")")[0].split()
        return float(x) / 100, float(y) / 100

    @property
    def focus(self) -> str | None:
        """The spot that has the focus."""
        return self.page.evaluate("document.activeElement?.dataset.spot ?? null")  # type: ignore[no-any-return]


Opener = Callable[..., Table]


@pytest.fixture
def table(blank_page: Callable[..., BlankPage]) -> Opener:
    def open_table(scene: Scene | None = None, *, mounting: Any = None, **options: Any) -> Table:
        return Table(blank_page(**options), scene or small(), **(mounting or {}))

    return open_table


def overflow(table: Table) -> int:
    """CSS pixels by which the page is wider than its window."""
    return int(table.page.evaluate("document.documentElement.scrollWidth - innerWidth"))


# What it draws


@pytest.mark.parametrize("width", [320, 700, 1200])
def test_it_draws_a_rich_scene_at_every_width(table: Opener, width: int) -> None:
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


def test_buttons_lie_on_what_they_name(table: Opener) -> None:
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
        areas=(Area("board", 4, 3, HOSTILE, (words(HOSTILE, 1, 1),)),),
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


def test_shapes_that_python_would_refuse_are_not_built_either(table: Opener) -> None:
    shown = table()
    position = shown.board.position
    drawn = [
        ["script", {}, "window.hacked=1"],
        ["foreignObject", {}],
        ["rect", {"onclick": "window.hacked=1", "fill": "url(http://example.org/x)", "width": 9}],
    ]
    area = {"id": "board", "width": 4, "height": 3, "backdrop": drawn}
    scene = position["scene"] | {"areas": [area]}
    shown.blank.update(position=position | {"serial": 2, "scene": scene})
    ground = shown.view.locator(".ppnb-stage svg > g").first
    expect(ground.locator("rect")).to_have_attribute("fill", "")
    assert ground.locator("script, foreignObject").count() == 0
    assert ground.locator("rect").get_attribute("onclick") is None


# Picking


def picks(table: Table) -> list[dict[str, Any]]:
    return [message for message in table.blank.sent if message["kind"] == "pick"]


def answer(table: Table) -> None:
    table.blank.receive({"kind": "answered", "serial": 1})


def test_a_click_is_a_pick(table: Opener) -> None:
    shown = table()
    shown.spot("c1").click()
    answer(shown)
    shown.spot("b1").click(modifiers=["Shift"])
    assert picks(shown) == [
        {"kind": "pick", "serial": 1, "spot": "c1", "gesture": "click", "shift": False},
        {"kind": "pick", "serial": 1, "spot": "b1", "gesture": "click", "shift": True},
    ]


def test_a_second_click_waits_for_the_answer(table: Opener) -> None:
    shown = table()
    shown.spot("c1").dblclick()
    assert len(picks(shown)) == 1
    answer(shown)
    shown.spot("c1").click()
    assert len(picks(shown)) == 2


def test_while_python_is_busy_nothing_is_sent(table: Opener) -> None:
    shown = table()
    shown.board.busy = True
    shown.carry()
    shown.spot("c1").click()
    assert picks(shown) == []
    expect(shown.view.locator(".ppnb-spots")).to_have_attribute("aria-busy", "true")


def test_a_pick_that_python_takes_is_one_that_the_page_sent(table: Opener) -> None:
    shown = table()
    taken: list[Any] = []
    shown.board.on_pick(taken.append)
    shown.spot("c2").click()
    shown.board._received(shown.board, picks(shown)[0], [])
    assert [(pick.spot, pick.gesture) for pick in taken] == [("c2", "click")]
    assert shown.board.notice == {}


def drag(table: Table, start: str, to: tuple[float, float], *, release: bool = True) -> None:
    box = table.spot(start).bounding_box()
    stage = table.view.locator(".ppnb-stage").bounding_box()
    assert box
    assert stage
    unit = stage["width"] / 4
    table.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    table.page.mouse.down()
    table.page.mouse.move(stage["x"] + to[0] * unit, stage["y"] + to[1] * unit, steps=5)
    if release:
        table.page.mouse.up()


def test_a_piece_is_dragged_to_a_spot(table: Opener) -> None:
    shown = table()
    drag(shown, "a1", (2.6, 1.4), release=False)
    assert shown.where("pawn") == pytest.approx((2.6, 1.4), abs=0.05)
    shown.page.mouse.up()
    assert picks(shown) == [
        {"kind": "pick", "serial": 1, "spot": "a1", "gesture": "drag", "to": "c2"}
    ]


def test_a_piece_dropped_nowhere_goes_back_and_is_no_pick(table: Opener) -> None:
    shown = table()
    drag(shown, "a1", (0.5, 2.6))
    assert shown.where("pawn") == (0.5, 0.5)
    assert picks(shown) == []


def test_a_refused_drag_goes_back(table: Opener) -> None:
    shown = table()
    drag(shown, "a1", (1.5, 0.5))
    assert [pick["to"] for pick in picks(shown)] == ["b1"]
    shown.board.say("b1 is taken.", at=[("board", 1.5, 0.5)])
    shown.carry()
    answer(shown)
    assert shown.where("pawn") == (0.5, 0.5)
    expect(shown.view.locator(".ppnb-bubble")).to_be_visible()


def test_what_can_not_be_dragged_stays(table: Opener) -> None:
    shown = table()
    drag(shown, "b1", (2.5, 0.5))
    assert [pick for pick in picks(shown) if pick["gesture"] == "drag"] == []


# Keyboard


def test_there_is_one_tab_stop_and_tab_is_not_taken(table: Opener) -> None:
    shown = table()
    assert shown.view.locator('[data-spot][tabindex="0"]').count() == 1
    tabs = [shown.page.keyboard.press("Tab") or shown.focus for _ in range(3)]
    assert sum(name is not None for name in tabs) == 1


def test_the_whole_board_can_be_walked(table: Opener) -> None:
    shown = table()
    shown.spot("a1").focus()
    seen = []
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "End", "Home",
                "ArrowLeft", "Control+End", "Control+Home"):  # fmt: skip
        shown.page.keyboard.press(key)
        seen.append(shown.focus)
    assert seen == ["b1", "c1", "c2", "a2", "a1", "c1", "a1", "a1", "roll", "a1"]


def test_every_spot_of_a_rich_board_is_reached_by_arrows(table: Opener) -> None:
    shown = table(showcase(), width=1000)
    shown.spot("a1").focus()
    reached = {shown.focus}
    for rank in range(1, 11):
        shown.spot(f"c{rank}").focus()
        shown.page.keyboard.press("Home")
        for _ in range(12):
            reached.add(shown.focus)
            shown.page.keyboard.press("ArrowRight")
            reached.add(shown.focus)
    assert reached >= set(SQUARES)
    assert "roll" in reached


def test_n_and_p_go_through_what_is_legal(table: Opener) -> None:
    shown = table()
    shown.spot("b1").focus()
    seen = [shown.page.keyboard.press(key) or shown.focus for key in "nnnnpp"]
    assert seen == ["c1", "c2", "roll", "a1", "roll", "c2"]


def test_enter_and_space_pick_with_shift_too(table: Opener) -> None:
    shown = table()
    for key in ("Enter", "Space", "Shift+Enter"):
        shown.spot("c1").focus()
        shown.page.keyboard.press(key)
        answer(shown)
    made = [(pick["gesture"], pick["shift"]) for pick in picks(shown)]
    assert made == [("key", False), ("key", False), ("key", True)]


def test_a_piece_is_dragged_by_keyboard(table: Opener) -> None:
    shown = table()
    shown.spot("a1").focus()
    shown.page.keyboard.press("Space")
    expect(shown.view.get_by_role("status")).to_contain_text("a1, blue pawn lifted")
    shown.page.keyboard.press("ArrowRight")
    assert shown.focus == "b1"
    shown.page.keyboard.press("ArrowRight")
    shown.page.keyboard.press("ArrowDown")
    shown.page.keyboard.press("Enter")
    assert picks(shown) == [
        {"kind": "pick", "serial": 1, "spot": "a1", "gesture": "drag", "to": "c2"}
    ]


def test_a_lifted_piece_is_put_back_by_escape(table: Opener) -> None:
    shown = table()
    shown.spot("a1").focus()
    shown.page.keyboard.press("Space")
    shown.page.keyboard.press("Escape")
    expect(shown.view.get_by_role("status")).to_contain_text("Put back")
    assert shown.blank.sent == []


def test_escape_cancels(table: Opener) -> None:
    shown = table()
    shown.spot("a1").focus()
    shown.page.keyboard.press("Escape")
    assert shown.blank.sent == [{"kind": "cancel", "serial": 1}]


def test_a_spots_own_key_works_only_inside_the_board(table: Opener) -> None:
    shown = table()
    shown.page.keyboard.press("r")
    assert shown.blank.sent == []
    shown.spot("a1").focus()
    shown.page.keyboard.press("r")
    assert [pick["spot"] for pick in picks(shown)] == ["roll"]


def test_only_keys_that_are_handled_stop_here(table: Opener) -> None:
    shown = table()
    shown.page.evaluate("window.passed = []; addEventListener('keydown', e => passed.push(e.key))")
    shown.spot("a1").focus()
    for key in ("ArrowRight", "x", "Control+s", "Tab"):
        shown.page.keyboard.press(key)
    passed = shown.page.evaluate("passed")
    assert "ArrowRight" not in passed
    assert {"x", "s", "Tab"} <= set(passed)


def test_the_focus_stays_where_it_was(table: Opener) -> None:
    shown = table()
    shown.spot("c1").focus()
    shown.board.show(small(2.5, caption="Next."))
    shown.carry()
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("Next.")
    assert shown.focus == "c1"


def test_the_focus_goes_to_the_nearest_spot_when_its_own_is_gone(table: Opener) -> None:
    shown = table()
    shown.spot("c2").focus()
    left = tuple(spot for spot in small().spots if spot.id in ("a1", "c1"))
    shown.board.show(small(spots=left))
    shown.carry()
    expect(shown.view.locator("[data-spot]")).to_have_count(2)
    assert shown.focus == "c1"


def test_a_board_without_the_focus_does_not_take_it(table: Opener) -> None:
    shown = table()
    shown.board.show(small(1.5))
    shown.carry()
    expect(shown.piece("pawn")).to_have_attribute(
        "transform", "translate(150 50) rotate(0) scale(1)"
    )
    assert shown.focus is None


# What it says


def test_a_refusal_shows_where_and_why_and_goes_with_the_next_position(table: Opener) -> None:
    shown = table()
    shown.board.say("The red pawn stands here.", "PM-33", [("board", 1.5, 0.5)])
    shown.carry()
    bubble = shown.view.locator(".ppnb-bubble")
    expect(bubble).to_contain_text("The red pawn stands here.")
    expect(bubble).to_contain_text("PM-33")
    expect(shown.view.locator('[data-mark="blocked"]')).to_have_count(1)
    expect(shown.view.get_by_role("status")).to_contain_text("The red pawn stands here.")
    shown.board.show(small())
    shown.carry()
    expect(bubble).to_be_hidden()
    expect(shown.view.locator('[data-mark="blocked"]')).to_have_count(0)


@pytest.mark.parametrize("way", ["Escape", "button", "click"])
def test_a_bubble_can_be_closed(table: Opener, way: str) -> None:
    shown = table()
    shown.board.say("No.")
    shown.carry()
    bubble = shown.view.locator(".ppnb-bubble")
    if way == "Escape":
        shown.spot("a1").focus()
        shown.page.keyboard.press("Escape")
    elif way == "button":
        bubble.get_by_role("button", name="Close").click()
    else:
        bubble.click(position={"x": 20, "y": 10})
    expect(bubble).to_be_hidden()
    assert shown.blank.sent == []


def test_what_is_said_twice_is_announced_twice(table: Opener) -> None:
    shown = table()
    heard = []
    for _ in range(2):
        shown.board.say("No.")
        shown.carry()
        heard.append(shown.view.get_by_role("status").text_content())
    assert heard[0] != heard[1]
    assert [text.strip("\u00a0") for text in heard if text] == ["No.", "No."]


@pytest.mark.parametrize("place", [(0.1, 0.1), (3.9, 0.1), (0.1, 2.9), (3.9, 2.9)])
def test_a_bubble_stays_on_the_board(table: Opener, place: tuple[float, float]) -> None:
    shown = table(width=320)
    shown.board.say(
        "A sentence that is long enough to be wrapped once.", "PM-33", [("board", *place)]
    )
    shown.carry()
    box = shown.view.locator(".ppnb-bubble").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
    assert overflow(shown) <= 0


def test_a_spot_shows_its_preview_and_tip(table: Opener) -> None:
    shown = table()
    path, tip = shown.view.locator('[data-mark="path"]'), shown.view.locator(".ppnb-tip")
    shown.spot("c1").hover()
    expect(path).to_have_count(1)
    expect(tip).to_have_text("To c1 for 2.")
    shown.spot("b1").hover()
    expect(path).to_have_count(0)
    expect(tip).to_have_text("")
    shown.spot("c1").focus()
    expect(path).to_have_count(1)
    expect(shown.spot("c1")).to_have_accessible_description("To c1 for 2.")


def test_a_kernel_that_does_not_answer_is_said(table: Opener) -> None:
    shown = table()
    shown.page.clock.install()
    shown.spot("c1").click()
    shown.page.clock.run_for(7000)
    expect(shown.view.locator(".ppnb-bubble")).to_contain_text("No answer from Python")
    shown.view.get_by_role("button", name="Close").click()
    shown.spot("c1").click()
    assert len(picks(shown)) == 2


# Animation


def play(table: Table, *xs: float, linger: float = LONG) -> None:
    frames = [small(x, caption=f"At {x}.", linger=linger) for x in xs]
    table.board.animate(frames, small(xs[-1], caption="Done."))
    table.carry()


def test_an_animation_plays_its_frames_and_ends_exactly(table: Opener) -> None:
    shown = table()
    said = shown.page.evaluate_handle(
        """() => { const said = [], at = document.querySelector('.ppnb-caption');
        new MutationObserver(() => said.push(at.textContent)).observe(at, {childList: true});
        return said; }"""
    )
    play(shown, 1.5, 2.5, 3.5, linger=0)
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("Done.")
    expect(shown.view.locator("[data-playing]")).to_have_count(0)
    assert shown.where("pawn") == (3.5, 0.5)
    texts = [text.removeprefix("PM-32 ") for text in said.json_value()]
    assert texts == ["At 1.5.", "At 2.5.", "At 3.5.", "Done."]


def test_a_piece_glides_and_turns_the_short_way(table: Opener) -> None:
    shown = table(small(pieces=(Piece("pawn", "pawn", 0.5, 0.5, angle=-90),)))
    seen = shown.page.evaluate_handle(
        """() => { const seen = [], at = document.querySelector('[data-piece]');
        new MutationObserver(() => seen.push(at.getAttribute('transform')))
          .observe(at, {attributes: true, attributeFilter: ['transform']});
        return seen; }"""
    )
    final = small(pieces=(Piece("pawn", "pawn", 3.5, 0.5, angle=180),))
    shown.board.animate([final], final)
    shown.carry()
    expect(shown.piece("pawn")).to_have_attribute(
        "transform", "translate(350 50) rotate(180) scale(1)"
    )
    moves = [text.replace("(", " ").replace(")", " ").split() for text in seen.json_value()]
    between = [(float(move[1]), float(move[4])) for move in moves]
    assert any(60 < x < 340 for x, _angle in between)
    assert all(-180.01 <= angle <= -89.99 or angle == 180 for _x, angle in between)


@pytest.mark.parametrize("way", ["click", "Escape", "Enter", "Skip"])
def test_an_animation_can_be_finished_at_once(table: Opener, way: str) -> None:
    shown = table()
    shown.spot("c1").focus()
    play(shown, 1.5, 2.5)
    expect(shown.view.locator("[data-playing]")).to_have_count(1)
    if way == "click":
        shown.spot("c1").click()
    elif way == "Skip":
        shown.view.get_by_role("button", name="Skip").click()
    else:
        shown.page.keyboard.press(way)
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("Done.")
    assert shown.where("pawn") == (2.5, 0.5)
    assert shown.blank.sent == []
    expect(shown.view.get_by_role("button", name="Skip")).to_be_hidden()
    if way != "Skip":
        assert shown.focus == "c1"


def test_animations_queue_and_a_show_ends_them(table: Opener) -> None:
    shown = table()
    play(shown, 1.5)
    play(shown, 2.5)
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("At 1.5.")
    shown.board.show(small(3.5, caption="Now."))
    shown.carry()
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("Now.")
    assert shown.where("pawn") == (3.5, 0.5)
    shown.spot("c1").click()
    assert picks(shown)[-1]["serial"] == 4


def test_a_view_that_missed_positions_shows_the_last_one(table: Opener) -> None:
    shown = table()
    shown.board.show(small(1.5))
    play(shown, 2.5, 3.5)  # the page never heard of the position before
    assert shown.where("pawn") == (3.5, 0.5)
    expect(shown.view.locator("[data-playing]")).to_have_count(0)


def test_pieces_come_and_go(table: Opener) -> None:
    shown = table()
    two = (*small().pieces, Piece("cube", "cube", 2.5, 1.5, suit="suns"))
    shown.board.animate([], small(pieces=two))
    shown.carry()
    expect(shown.piece("cube")).to_have_attribute(
        "transform", "translate(250 150) rotate(0) scale(1)"
    )
    shown.board.animate([], small())
    shown.carry()
    expect(shown.piece("cube")).to_have_count(0)


def test_without_motion_frames_stand_still_one_after_the_other(table: Opener) -> None:
    shown = table(reduced_motion="reduce")
    seen = shown.page.evaluate_handle(
        """() => { const seen = [], at = document.querySelector('[data-piece]');
        new MutationObserver(() => seen.push(at.getAttribute('transform')))
          .observe(at, {attributes: true, attributeFilter: ['transform']});
        return seen; }"""
    )
    play(shown, 1.5, 2.5, linger=0)
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("Done.")
    places = {text.split("(")[1].split()[0] for text in seen.json_value()}
    assert places <= {"50", "150", "250"}
    assert "150" in places


def test_the_speed_is_kept_in_the_model(table: Opener) -> None:
    shown = table()
    faster = shown.view.get_by_role("button", name="Animation speed 1×")
    faster.click()
    assert shown.blank.saved == [{"speed": 2}]
    shown.board.set_state({"speed": 2})
    assert shown.board.speed == 2
    expect(shown.view.get_by_role("button", name="Animation speed 2×")).to_be_visible()


# Views, themes, access


def test_two_views_of_one_model_show_the_same_and_share_no_id(table: Opener) -> None:
    shown = table()
    second = shown.page.locator(shown.blank.add_view())
    ids = shown.page.evaluate("[...document.querySelectorAll('#views [id]')].map(e => e.id)")
    assert len(ids) == len(set(ids))
    shown.board.show(small(3.5, caption="Both."))
    shown.carry()
    for view in (shown.view, second):
        expect(view.locator(".ppnb-caption")).to_contain_text("Both.")
    second.locator('[data-spot="c1"]').click()
    assert len(picks(shown)) == 1


def test_a_closed_view_leaves_nothing_behind(table: Opener) -> None:
    shown = table()
    shown.blank.add_view()
    play(shown, 1.5, 2.5)
    shown.blank.remove_view(0)
    shown.blank.remove_view(1)
    assert shown.blank.listening == 0
    assert shown.page.locator(".ppnb-board").count() == 0
    shown.board.show(small(3.5))
    shown.carry()


def test_a_view_that_is_taken_out_and_put_back_goes_on(table: Opener) -> None:
    shown = table()
    shown.page.evaluate("window.kept = document.querySelector('#view-0'); kept.remove()")
    shown.board.show(small(3.5, caption="Meanwhile."))
    shown.carry()
    shown.page.evaluate("document.querySelector('#views').append(kept)")
    expect(shown.view.locator(".ppnb-caption")).to_contain_text("Meanwhile.")
    assert shown.where("pawn") == (3.5, 0.5)
    shown.spot("c1").click()
    assert len(picks(shown)) == 1


def test_it_works_in_a_shadow_root(table: Opener) -> None:
    shown = table(mounting={"shadow": True})
    shown.spot("a1").focus()
    shown.page.keyboard.press("ArrowRight")
    shown.page.keyboard.press("Enter")
    assert [pick["spot"] for pick in picks(shown)] == ["b1"]


THEMES = [
    ({"data-jp-theme-light": "false"}, "light", "dark"),
    ({"data-jp-theme-light": "true"}, "dark", "light"),
    ({"data-theme": "dark"}, "light", "dark"),
    ({"data-theme": "light"}, "dark", "light"),
    ({"style": "color-scheme: dark"}, "light", "dark"),
    ({"style": "background: #111"}, "light", "dark"),
    ({}, "dark", "light"),
    ({"style": "color-scheme: light dark"}, "dark", "dark"),
    ({"style": "color-scheme: light dark"}, "light", "light"),
]


@pytest.mark.parametrize(("host", "system", "theme"), THEMES)
def test_the_theme_is_that_of_the_notebook(
    table: Opener, host: dict[str, str], system: str, theme: str
) -> None:
    shown = table(mounting={"host": host}, color_scheme=system)
    expect(shown.view.locator(".ppnb-board")).to_have_attribute("data-ppnb-theme", theme)


@pytest.mark.parametrize("shadow", [False, True])
def test_the_theme_changes_while_the_board_is_open(table: Opener, shadow: bool) -> None:
    shown = table(mounting={"host": {"data-jp-theme-light": "true"}, "shadow": shadow})
    board = shown.view.locator(".ppnb-board")
    expect(board).to_have_attribute("data-ppnb-theme", "light")
    light = board.evaluate("el => getComputedStyle(el).color")
    shown.page.evaluate("document.body.setAttribute('data-jp-theme-light', 'false')")
    expect(board).to_have_attribute("data-ppnb-theme", "dark")
    assert board.evaluate("el => getComputedStyle(el).color") != light


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1200])
def test_axe_finds_nothing(table: Opener, theme: str, width: int) -> None:
    ground = {"style": f"background: {'#fff' if theme == 'light' else '#111'}"}
    shown = table(showcase(), width=width, mounting={"host": ground})
    shown.board.say("The blue ghost stands on c5.", "PM-33", [("board", *at("c5"))])
    shown.carry()
    shown.spot("c4").focus()
    expect(shown.view.locator(".ppnb-bubble")).to_be_visible()
    found = Axe().run(
        shown.page, context="#views", options={"rules": {"region": {"enabled": False}}}
    )
    assert found.violations_count == 0, found.generate_report()


def test_everything_that_takes_the_focus_has_a_name(table: Opener) -> None:
    shown = table(showcase())
    names = shown.page.evaluate(
        """() => [...document.querySelectorAll('#views button, #views [tabindex]')]
        .map(e => (e.getAttribute('aria-label') || e.textContent || '').trim())"""
    )
    assert len(names) > len(SQUARES)
    assert all(names)
    expect(shown.view.get_by_role("group", name="Test board")).to_have_accessible_description(
        showcase().alt
    )
    expect(shown.view.get_by_role("button", name="c4, legal", exact=False)).to_have_count(1)
    expect(shown.view.locator(".ppnb-stage svg")).to_have_attribute("aria-hidden", "true")


def test_the_focus_can_be_seen(table: Opener) -> None:
    shown = table()
    shown.spot("a1").focus()
    shown.page.keyboard.press("ArrowRight")
    style = shown.spot("b1").evaluate(
        "el => [getComputedStyle(el).outlineStyle, getComputedStyle(el).outlineWidth]"
    )
    assert style == ["solid", "3px"]


def test_jupyterlab_is_told_to_keep_its_shortcuts_away(table: Opener) -> None:
    shown = table()
    host = shown.view.locator(".ppnb-board")
    expect(host).to_have_attribute("data-lm-suppress-shortcuts", "true")


def test_every_sprite_is_built_in_the_page(table: Opener) -> None:
    from piecepack_nb.scene.sprites import SPRITES

    drawn = tuple(use(name, 100, 100, suit="arms", face="3", label="7") for name in SPRITES)
    shown = table(small(areas=(Area("board", 4, 3, "", drawn),)))
    empty = shown.view.locator(".ppnb-stage svg > g").first.evaluate(
        "ground => [...ground.firstElementChild.children].filter("
        "g => !g.querySelector('path,rect,circle,ellipse,polygon,text')).length"
    )
    assert empty == 0
