"""The search on a canvas, with no page: what is drawn, said and listed, and what becomes of errors.

A wire takes the place of the connection to the page and keeps every drawing command.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest
from ipycanvas import canvas as ipycanvas

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.scene import Mark, check_scene
from piecepack_nb.scene.scene_json import from_json
from piecepack_nb.search.run import Endless
from piecepack_nb.widgets import canvas
from piecepack_nb.widgets.canvas import (
    THEMES,
    CanvasPainter,
    PageCanvas,
    Panel,
    colours,
    contrast,
    mixed,
    readable,
)
from piecepack_nb.widgets.search_map import COVER
from piecepack_nb.widgets.watch import Watch
from tests.search import students

AT_F4 = "piecepackman: f4 W\ncubes: suns i4 j9, moons c3\nghosts: suns d4 3 cubes, moons e4"
Command = tuple[str, list[Any]]


class Wire:
    """The commands sent to the page: one batch a message."""

    def __init__(self) -> None:
        self.batches: list[list[Command]] = []

    def send(self, metadata: Any, buffers: Any = None) -> None:
        commands = json.loads(bytes(buffers[0]))
        if not isinstance(commands[0], list):
            commands = [commands]
        names = ipycanvas._CMD_LIST
        self.batches.append(
            [(names[each[0]], each[1] if len(each) > 1 else []) for each in commands]
        )

    @property
    def last(self) -> list[Command]:
        return self.batches[-1]

    def texts(self, batch: list[Command]) -> list[str]:
        return [command[1][0] for command in batch if command[0] == "fillText"]

    def colours(self, batch: list[Command]) -> set[str]:
        return {value[1] for name, value in batch if name == "set" and value[0] in (0, 1)}


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    made = Wire()
    monkeypatch.setattr(ipycanvas._CANVAS_MANAGER, "send", made.send)
    monkeypatch.setattr(Panel, "last_theme", "light")
    return made


@pytest.fixture
def view(wire: Wire) -> Iterator[Watch]:
    made = watch()
    yield made
    made.close()


def watch(written: str = AT_F4, targets: tuple[str, ...] = ("i4",), **more: Any) -> Watch:
    game = pp.game("piecepackman")
    return pp.watch(game.position(written), of=game, targets=targets, **{"delay": 0, **more})


def line_of(view: Watch) -> str:
    """Return the text below the canvas; a screen reader gets the same at rest."""
    assert view.panel.message == view.panel.words
    return str(view.panel.words)


# --- drawing --------------------------------------------------------------------------------------


def test_the_board_is_its_own_art_under_and_over_an_empty_canvas(view: Watch, wire: Wire) -> None:
    assert wire.texts(wire.batches[0]) == []
    art = from_json(view.panel._art)
    drawn = next(area for area in view._scene.areas if area.id == "board")
    assert art.areas == (drawn,)
    assert [piece.sprite for piece in art.pieces if piece.suit == "suns"].count("cube") == 2
    shape = view.canvas.width / view.canvas.height
    assert shape == pytest.approx(drawn.width / drawn.height, abs=0.01)
    assert {look for look, _ in view.panel._legend} >= {"heat", "frontier", "path", "lowest"}
    assert line_of(view) == "From f4 facing W to the nearest of: i4."
    names = [name for name, _ in wire.batches[0]]
    assert "fillRect" not in names
    assert names.count("save") == names.count("restore") == len(view.problem.places)


def test_every_batch_names_its_canvas(view: Watch, wire: Wire) -> None:
    """A page that was loaded again doesn't know which one was drawn on last."""
    view.run(students.right)
    assert {batch[0][0] for batch in wire.batches} == {"switchCanvas"}


def test_a_node_is_drawn_when_it_is_settled_and_nothing_else_is(view: Watch, wire: Wire) -> None:
    before = len(wire.batches)
    assert view.step() == ("f4", "W")
    assert len(wire.batches) == before + 1
    clips = [value for name, value in wire.last if name == "rect"]
    assert len(clips) == 2  # f4, and e4 that can be reached from it now
    assert wire.texts(wire.last).count("0") == 1
    assert view.panel.words == "1: f4 facing W is settled at cost 0; the start."
    assert line_of(view)


def _used(name: str, now: dict[Any, Any]) -> list[Any]:
    """Return the settings that a command draws with."""
    numbers = {"fill": [0], "fillRect": [0], "fillArc": [0], "fillText": [0, 3, 4, 5]}
    return [now.get(each) for each in numbers.get(name, [1, 8, 9, 10, "setLineDash"])]


def test_drawing_step_by_step_gives_the_same_picture(view: Watch, wire: Wire) -> None:
    """The squares drawn last by the steps are what a drawing of everything draws."""

    def squares(batch: list[Command]) -> dict[str, list[Any]]:
        """Return the drawing on each square, and the canvas's settings then."""
        found: dict[str, list[Any]] = {}
        now: dict[Any, Any] = {}
        square = ""
        for name, value in batch:
            if name == "save":
                before = dict(now)
            elif name == "restore":
                now, square = before, ""
            elif name == "rect":
                square = str(value)
                found[square] = []
            elif name in ("set", "setLineDash"):
                now[value[0] if name == "set" else name] = value[-1]
            elif square:
                found[square].append((name, value, _used(name, now)))
        return found

    seen = squares(wire.last)
    for _ in range(30):
        view.step()
        seen |= squares(wire.last)
    view.redraw()
    assert squares(wire.last) == seen


def test_a_run_draws_every_node_automatically(view: Watch, wire: Wire) -> None:
    view.again()
    before = len(wire.batches)
    found = view.run(students.right)
    drawn = wire.batches[before:]
    assert len(drawn) == len(found) + 2  # the empty ground first, and all with the way at the end
    assert colours("light")["accent"] + "bb" in wire.colours(drawn[-1])  # the way
    assert line_of(view) == f"right: {len(found)} nodes settled, i4 at cost 5."
    assert found[("i4", "E")] == 5
    assert found is view.search_run


def test_the_canvas_and_the_board_use_the_same_colours(view: Watch, wire: Wire) -> None:
    view.run()
    light = colours("light")
    for cost in range(6):
        tint = mixed(light["hot"], light["mat"], 0.08 + 0.72 * cost / 5)
        assert tint + COVER in wire.colours(wire.last)


def test_costs_above_the_goals_extend_the_scale(view: Watch) -> None:
    assert view.heat.top == 5
    view.run(lambda *arguments: islice(students.goes_on(*arguments), 70))
    assert view.heat.top >= max(view.search_run.values()) > 5
    view.run()
    assert view.heat.top == 5


def test_colours_follow_the_page(view: Watch, wire: Wire) -> None:
    view.run()
    assert colours("light")["paper"] in wire.colours(wire.last)
    view.panel.set_state({"theme": "dark"})
    assert colours("dark")["paper"] in wire.colours(wire.last)
    assert not {colours("light")["paper"], colours("light")["ink"]} & wire.colours(wire.last)
    other = watch()  # the next one begins as this one is
    assert other.panel.theme == "dark"
    other.close()


@pytest.mark.parametrize("theme", THEMES)
def test_numbers_can_be_read_on_every_heat(theme: str) -> None:
    colour = colours(theme)

    for share in range(9):
        ground = mixed(colour["hot"], colour["mat"], 0.08 + 0.09 * share)
        assert contrast(ground, readable(ground)) > 4.5
    assert contrast("#000000", "#ffffff") == contrast("#ffffff", "#000000") == pytest.approx(21)


def test_the_canvas_has_more_pixels_than_its_size_in_the_page(wire: Wire) -> None:
    fine, plain = watch(scale=3), watch(scale=1)
    assert abs(fine.canvas.width - 3 * plain.canvas.width) <= 3
    assert fine.canvas.layout.width == plain.canvas.layout.width == f"{plain.canvas.width}px"
    for view in (fine, plain):
        view.close()


def test_a_new_page_gets_everything_again(view: Watch, wire: Wire) -> None:
    view.run(students.right)
    before = wire.last
    view.canvas._handle_frontend_event(None, {"event": "client_ready"}, [])
    assert wire.last == before
    view.redraw()
    assert wire.last == before


# --- without ipycanvas ----------------------------------------------------------------------------


def commands_of(batch: list[Command]) -> list[list[Any]]:
    """Return the commands of an ipycanvas as the page knows them."""
    settings = {number: name for name, number in ipycanvas.Canvas.ATTRS.items()}
    found = []
    for name, values in batch:
        if name == "set":
            words = settings[values[0]].split("_")
            found.append([name, words[0] + "".join(map(str.title, words[1:])), values[1]])
        elif name != "switchCanvas":
            defaults = {"fill": 0, "arc": 5}  # the number of values that a PageCanvas is sent
            found.append([name, *values[: defaults.get(name)]])
    return found


@pytest.fixture
def page_batches(monkeypatch: pytest.MonkeyPatch) -> list[list[Any]]:
    """The batches sent to canvases of our own, which are used from now on."""
    sent: list[list[Any]] = []

    def keep(_canvas: PageCanvas, content: Any) -> None:
        sent.append(json.loads(json.dumps(content["commands"])))

    monkeypatch.setattr(canvas, "ipycanvas", None)
    monkeypatch.setattr(PageCanvas, "send", keep)
    return sent


def use_a_search() -> Watch:
    view = watch()
    view.step()
    view.check(students.turns_are_free)
    view.panel.set_state({"theme": "dark"})
    view.run(students.right)
    return view


def use_a_region() -> Any:
    game = pp.game("worm_derby")
    worms = "suns 20 20: 180 180 150 120 100\nmoons 22 21.5: 60 60 30 0 0\n"
    view = pp.watch(game.position(worms + "suns to move, 2 steps"), of=game, delay=0, grain=0.5)
    view.step()
    view.run()
    view.ask(19.5, 20.5)
    return view


@pytest.mark.parametrize("use", [use_a_search, use_a_region])
def test_a_page_canvas_is_sent_what_an_ipycanvas_is_sent(
    wire: Wire, use: Callable[[], Any], request: pytest.FixtureRequest
) -> None:
    use().close()
    batches: list[list[Any]] = request.getfixturevalue("page_batches")
    Panel.last_theme = "light"
    view = use()
    assert isinstance(view.canvas, PageCanvas)
    assert len(batches) > 5
    assert batches == [commands_of(batch) for batch in wire.batches]
    view.close()


def test_a_page_that_has_loaded_the_canvas_gets_everything_again(
    page_batches: list[list[Any]],
) -> None:
    view = watch()
    view.run()
    before, number = page_batches[-1], len(page_batches)
    for content in ({"ready": True}, {"ready": "no"}, "ready", None):
        view.canvas._handle_custom_msg(content, [])
    assert page_batches[number:] == [before]
    view.canvas.set_state({"width": 10**6, "_esm": "alert(1)"})
    assert view.canvas.width < 2000
    assert view.canvas._esm == PageCanvas._esm
    view.close()


def test_a_watch_needs_only_the_packages_of_a_plain_install() -> None:
    code = """
import sys
sys.modules |= dict.fromkeys(("ipycanvas", "numpy", "PIL"))
import piecepack_nb as pp
match = pp.Match(pp.game("piecepackman"), seed=7)
match.run()
print(pp.watch(match, delay=0).run())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "<The engine: 46 nodes settled, i4 at cost 5>\n"


# --- what can go wrong ----------------------------------------------------------------------------


def test_after_an_exception_the_canvas_still_works(view: Watch, wire: Wire) -> None:
    def broken(start: Any, ways: Any, goals: Any) -> Any:
        yield start, 0
        yield {}["costs"], 1

    with pytest.raises(KeyError, match="costs"):
        view.run(broken)
    assert line_of(view) == "broken stopped after 1 node by KeyError: 'costs'"
    assert view.panel.busy == ""
    assert not ipycanvas._CANVAS_MANAGER._caching
    assert dict(view.search_run) == {("f4", "W"): 0}
    assert len(view.table().rows) == 1
    before = len(wire.batches)
    view.run(students.right)
    assert len(wire.batches) > before + 20


def test_an_exception_while_drawing_does_not_block_later_drawing(view: Watch, wire: Wire) -> None:
    def half(painter: CanvasPainter, _colour: Any) -> None:
        painter.clear_all()
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        view.draw(half)
    assert wire.last[-1] == ("clearRect", [0, 0, view.canvas.width, view.canvas.height])
    assert not ipycanvas._CANVAS_MANAGER._caching


@pytest.mark.parametrize(
    ("search", "error", "words"),
    [
        (students.never_takes_anything_out, Endless, "doesn't end: "),
        (students.only_counts, Endless, "doesn't end: 0 nodes"),
        (lambda *_: iter([(("z9", "N"), 0)]), BadInput, "a node that <lambda> settled is ('z9'"),
        (lambda *_: iter([(("f4", "N"), None)]), BadInput, "the cost of f4 facing N that"),
        (lambda *_: None, BadInput, "the result of <lambda> is None; expected yield node, cost"),
    ],
)
def test_a_value_that_is_not_a_search_is_refused_in_one_line(
    view: Watch, search: Any, error: type[Exception], words: str
) -> None:
    with pytest.raises(error) as caught:
        view.run(search)
    assert words in str(caught.value)
    assert line_of(view) == str(caught.value)
    assert "\n" not in line_of(view)
    assert len(view.run()) == 30


def test_an_interrupted_run_can_continue(view: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_seconds: float) -> bool:
        if len(view.search_run) == 7:
            raise KeyboardInterrupt
        return False

    monkeypatch.setattr(view._stop, "wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        view.run(students.right)
    assert line_of(view) == "right: 7 nodes settled, no goal reached so far."
    assert view.panel.busy == ""
    while not view.search_run.ended:
        view.step()
    assert view.search_run.goal == ("i4", "E")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"delay": -1}, "delay is -1; expected a number from 0 to 2"),
        ({"delay": None}, "delay is None; expected a number from 0 to 2"),
        ({"scale": 9}, "scale is 9; expected a number from 1 to 4"),
        ({"scale": float("nan")}, "scale is nan; expected"),
        ({"targets": "i4"}, "targets is 'i4'; expected such as"),
        ({"targets": ["z9"]}, "a target is 'z9'; expected"),
        ({"targets": None}, "he has nothing to decide here, without dice"),
    ],
)
def test_arguments_are_checked(more: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput) as caught:
        watch(**more)
    assert str(caught.value).startswith(words)


def test_only_a_match_or_a_state_can_be_watched() -> None:
    with pytest.raises(BadInput, match=r"^the first argument is 'piecepackman'; expected a match"):
        pp.watch("piecepackman")


# --- running, stopping, checking ------------------------------------------------------------------


def test_watch_shows_the_last_decision_of_a_match(wire: Wire) -> None:
    match = pp.Match(pp.game("piecepackman"), seed=7)
    with pytest.raises(BadInput, match="he has nothing to decide here"):
        pp.watch(match)
    match.run()
    view = pp.watch(match, delay=0)
    found = view.run()
    assert view.heat.path(found) == view.problem.path.nodes
    assert view.problem.path.target == "i4"
    crowns = [
        piece["sprite"] for piece in view.panel._art["pieces"] if piece.get("suit") == "crowns"
    ]
    assert len(crowns) == 8, "six cubes, a coin, and a ghost at home"
    view.close()


def test_step_begins_again_after_the_end(view: Watch) -> None:
    view.run(students.right)
    assert view.step() == ("f4", "W")
    assert view.search_run.name == "right"
    assert len(view.search_run) == 1
    view.run(students.gives_up)
    assert view.search_run.step() is None
    view.again()
    while view.step() is not None:
        pass
    assert line_of(view) == f"gives_up: {len(view.search_run)} nodes settled, no goal reached."


def test_the_buttons_run_and_stop_while_the_kernel_is_free(view: Watch) -> None:
    async def session() -> None:
        view.run(students.right)
        view.delay = 0.001
        press("run")
        assert view.panel.busy == ""  # it has been asked for, and begins when this rests
        while len(view.search_run) < 9:
            await asyncio.sleep(0)
        assert view.panel.busy == "button"
        press("stop")
        while view.panel.busy:
            await asyncio.sleep(0)
        stopped = len(view.search_run)
        assert "so far" in line_of(view)
        press("step")
        assert len(view.search_run) == stopped + 1
        press("run")
        while not view.search_run.ended:
            await asyncio.sleep(0)
        assert view.search_run.name == "right"
        press("again")
        assert len(view.search_run) == 0

    def press(button: str) -> None:
        view.panel._received(view.panel, {"button": button}, [])

    asyncio.run(session())


def test_a_new_run_replaces_a_running_one(view: Watch) -> None:
    async def session() -> None:
        view.delay = 0.001
        view.pressed("run")
        while len(view.search_run) < 5:
            await asyncio.sleep(0)
        found = view.run(students.right, delay=0)
        assert found.ended
        await asyncio.sleep(0.05)
        assert view.search_run is found
        assert view.panel.busy == ""

    asyncio.run(session())


def test_an_exception_in_a_run_by_the_button_is_reported(view: Watch) -> None:
    def broken(start: Any, ways: Any, goals: Any) -> Any:
        yield start, 0
        raise RuntimeError("mine")

    with pytest.raises(RuntimeError):
        view.run(broken)

    async def session() -> None:
        view.pressed("run")
        assert view._task is not None
        await view._task

    asyncio.run(session())
    assert line_of(view) == "broken stopped after 1 node by RuntimeError: mine"


@pytest.mark.parametrize(
    "message", [None, "run", {"button": "format"}, {"button": ["run"]}, {}, {"button": {}}]
)
def test_messages_that_press_no_button_are_refused(view: Watch, message: Any) -> None:
    view.panel._received(view.panel, message, [])
    assert line_of(view).startswith("a message from the page is ")
    assert "\n" not in line_of(view)


@pytest.mark.parametrize(
    "state", [{"theme": "pink"}, {"theme": 3}, {"delay": -5}, {"delay": 10**9}, {"delay": "slow"},
              {"words": "hacked"}, {"busy": "cell"}, {"_buttons": []}, {"delay": True}],
)  # fmt: skip
def test_the_page_can_set_no_other_trait(view: Watch, state: dict[str, Any]) -> None:
    before = {name: getattr(view.panel, name) for name in ("theme", "delay", "words", "busy")}
    view.panel.set_state(state)
    assert before == {name: getattr(view.panel, name) for name in before}
    assert len(view.panel._buttons) == 4


def test_the_reader_sets_the_pace(view: Watch) -> None:
    view.panel.set_state({"delay": 250})
    assert view.delay == 0.25


def test_a_check_reports_the_mistake_and_marks_its_node(view: Watch, wire: Wire) -> None:
    verdict = view.check(students.turns_are_free)
    assert (verdict.kind, view.wrong) == ("free turns", verdict.node)
    assert line_of(view) == verdict.text == repr(verdict)
    assert colours("light")["danger"] in wire.colours(wire.last)
    right = view.check(students.right)
    assert right.kind == "right"
    assert view.wrong is None
    assert view.check() == right  # the one that was looked at last
    assert view.check(students.only_counts).kind == "endless"
    with pytest.raises(BadInput):
        view.check(lambda *_: 3)
    assert line_of(view).startswith("the result of <lambda> is 3")


# --- in words, and as a picture -------------------------------------------------------------------


def test_the_text_table_has_the_same_costs(view: Watch) -> None:
    view.run()
    table = view.table()
    assert table.head[:3] == ("Square", "Lowest cost", "Facing N")
    assert table.rows[0] == ("f4", "0", "1", "2", "1", "0", "the start")
    rows = {row[0]: row for row in table.rows}
    assert rows["i4"][1:] == ("5", "", "5", "", "", "h4 facing E")
    assert {row[0] for row in table.rows} == {square for square, _ in view.search_run}
    for square, lowest, *costs, _ in table.rows:
        assert (
            min(int(cost) for cost in costs if cost)
            == int(lowest)
            == view.search_run.lowest(square)
        )
    assert view.panel._listing["rows"] == [list(row) for row in table.rows]
    assert "<td>h4 facing E</td>" in table._repr_html_()
    assert str(table).splitlines()[1].startswith("Square  Lowest cost")


def test_names_are_text_in_the_table(view: Watch) -> None:
    def odd(start: Any, ways: Any, goals: Any) -> Any:
        yield start, 0

    odd.__name__ = "<b>odd</b>"
    view.run(odd)
    assert "&lt;b&gt;odd" in view.table()._repr_html_()


@pytest.mark.parametrize("nodes", [0, 5, 999])
def test_the_picture_is_a_board_with_the_costs(view: Watch, nodes: int) -> None:
    for _ in range(nodes):
        if view.step() is None:
            break
    scene = check_scene(view.scene())
    picture = view.picture()
    ET.fromstring(picture)
    assert picture._repr_svg_() == view._repr_mimebundle_()["image/svg+xml"]
    settled = len(view.search_run)
    drawn = re.findall(r'<path d="([^"]*)" class="ppnb-heat"', picture)
    assert sum(path.count("M") for path in drawn) == settled
    assert len(drawn) == len(set(view.search_run.values()))
    assert [area.id for area in scene.areas] == ["board"]
    shown = {mark.kind for mark in scene.marks}
    assert {"selected", "blocked"} <= shown
    assert ("path" in shown) == (nodes == 999)
    assert Mark("blocked", *view.problem.places["d4"]) in scene.marks
    assert [listing.title for listing in scene.listings] == (
        ["The engine, square by square"] if settled else []
    )
    assert scene.caption == f"The engine: {view.search_run.text}."


@pytest.mark.parametrize("search", [students.leaves_out_the_price, students.from_a_stack])
def test_wrong_costs_have_a_picture_too(view: Watch, search: Any) -> None:
    assert not view.check(lambda start, ways, goals: search(start, ways, ()))
    assert len(view.search_run) > 300
    ET.fromstring(view.picture())
    assert len(view.picture()) < 100_000


def test_a_path_through_a_portal_is_drawn_in_two_parts(wire: Wire) -> None:
    view = watch("piecepackman: c6 W\ncubes: suns h6", ("h6",))
    view.run()
    paths = [mark.points for mark in view.scene().marks if mark.kind == "path"]
    at = view.problem.places
    assert paths == [(at["c6"], at["b6"]), (at["i6"], at["h6"])]
    view.close()


def test_nothing_heavy_is_loaded_before_it_is_used() -> None:
    code = """
import sys, piecepack_nb as pp
pp.watch
print(sorted({"ipycanvas", "numpy", "ipywidgets", "anywidget"} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
