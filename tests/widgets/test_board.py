"""The board's Python side, with no page: what it syncs, and what it makes of messages."""

from __future__ import annotations

import gzip
import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piecepack_nb.core.errors import BadInput
from piecepack_nb.scene import (
    Area,
    Film,
    Layout,
    Piece,
    Scene,
    Spot,
    TurnStart,
    from_json,
)
from piecepack_nb.widgets.board import GESTURES, BoardWidget, Pick, read_message
from piecepack_nb.widgets.page import STATIC
from tests.scene.film_reader import apply, unpack

SPOTS = (
    Spot("a1", 0.5, 0.5, name="a1", role="move", drop=True),
    Spot("b1", 1.5, 0.5, name="b1", drag=True),
)
SCENE = Scene(
    (Area("board", 2, 2),),
    (Layout(0, 2, 2, {"board": (0, 0)}),),
    (Piece("p", "pawn", 1.5, 0.5, suit="arms"),),
    spots=SPOTS,
    caption="Choose.",
)


class Spy(BoardWidget):
    """A board that keeps what it sends to its page."""

    def send(self, content: Any, buffers: Any = None) -> None:
        self.__dict__.setdefault("sent", []).append(content)


@pytest.fixture
def board() -> Iterator[Spy]:
    made = Spy(SCENE)
    yield made
    made.close()


def picked(board: Spy) -> list[Pick]:
    picks: list[Pick] = []
    board.on_pick(picks.append)
    return picks


def message(**more: Any) -> dict[str, Any]:
    return {"kind": "pick", "serial": 1, "spot": "a1", "gesture": "click"} | more


def sent(board: BoardWidget) -> Scene:
    """Return the scene that the traits of a board hold."""
    state = json.loads(json.dumps([board.ground, board.keyframe, board.snapshot]))
    ground, keyframe, snapshot = state
    assert keyframe["key"] == snapshot["key"]
    return apply(from_json(ground | keyframe["scene"]), snapshot["last"])


def test_the_whole_scene_is_sent_again_only_when_much_has_changed() -> None:
    squares = tuple(Piece(f"p{i}", "cube", i % 4 + 0.5, 0.5) for i in range(40))
    scene = SCENE._replace(pieces=squares)
    board = BoardWidget(scene)
    first = board.keyframe
    for moved in (1, 2, 40):
        turned = {"y": 1.5, "angle": 90.0, "suit": "arms", "label": "moved"}
        now = tuple(p._replace(**turned) if i < moved else p for i, p in enumerate(squares))
        board.show(scene._replace(pieces=now))
        assert sent(board) == board.scene
        assert (board.keyframe is first) == (moved < 40)
    board.new_keyframe()
    board.show(scene)
    assert board.snapshot["last"] == {}
    assert sent(board) == scene


def test_a_new_board_shows_its_scene(board: Spy) -> None:
    assert board.scene == SCENE
    assert board.snapshot["serial"] == board.serial == 1
    assert board.snapshot["after"] is None
    assert sent(board) == SCENE


def test_unknown_keywords_raise() -> None:
    with pytest.raises(TypeError, match="sped"):
        BoardWidget(SCENE, sped=2)  # type: ignore[call-arg]


@pytest.mark.parametrize("speed", [0, 3, "fast"])
def test_a_speed_that_is_not_offered_is_refused(speed: Any) -> None:
    with pytest.raises(BadInput, match=r"one of 0\.5, 1\.0, 2\.0, 4\.0"):
        BoardWidget(SCENE, speed=speed)


def test_a_scene_that_can_not_be_drawn_changes_nothing(board: Spy) -> None:
    with pytest.raises(BadInput):
        board.show(SCENE._replace(pieces=(Piece("p", "dragon", 1, 1),)))
    with pytest.raises(BadInput):
        board.animate([SCENE._replace(caption=5)], SCENE)  # type: ignore[arg-type]
    assert (board.scene, board.serial) == (SCENE, 1)


def test_showing_the_same_scene_again_still_reaches_the_page(board: Spy) -> None:
    before = board.snapshot
    board.show(SCENE)
    assert board.snapshot != before
    assert board.snapshot["serial"] == 2


def test_an_animation_is_a_run_of_differences_that_ends_in_the_final_scene(board: Spy) -> None:
    steps = [
        SCENE._replace(pieces=(SCENE.pieces[0]._replace(x=x),), caption=str(x)) for x in (1, 0.5)
    ]
    final = steps[-1]._replace(caption="Done.", spots=SPOTS[:1])
    board.animate(iter(steps), final)
    position = json.loads(json.dumps(board.snapshot))
    assert (position["serial"], position["after"]) == (2, 1)
    shown = SCENE._replace(spots=())
    for step, frame in zip(steps, position["frames"], strict=True):
        shown = apply(shown, frame)
        assert shown == step._replace(spots=())
    assert sent(board) == final == board.scene


def test_a_pick_calls_the_callback(board: Spy) -> None:
    picks = picked(board)
    board._received(board, message(shift=True), [])
    board._received(board, message(spot="b1", gesture="drag", to="a1"), [])
    board._received(board, message(gesture="key"), [])
    assert picks == [
        Pick("a1", "click", None, True),
        Pick("b1", "drag", "a1"),
        Pick("a1", "key"),
    ]
    assert board.notice == {}
    assert board.__dict__["sent"] == [{"kind": "ack", "serial": 1, "to": 1}] * 3


def test_escape_calls_the_callback(board: Spy) -> None:
    cancelled: list[int] = []
    stop = board.on_cancel(lambda: cancelled.append(1))
    board._received(board, {"kind": "cancel", "serial": 1}, [])
    stop()
    board._received(board, {"kind": "cancel", "serial": 1}, [])
    assert cancelled == [1]


def test_a_callback_can_be_removed(board: Spy) -> None:
    picks: list[Pick] = []
    stop = board.on_pick(picks.append)
    stop()
    board._received(board, message(), [])
    assert picks == []


HOSTILE: list[Any] = [
    None, 5, "pick", [], {}, {"kind": "pick"}, {"kind": "eval", "serial": 1},
    message(serial="1"), message(serial=True), message(serial=1.0), message(serial=None),
    message(serial=0), message(serial=2), message(spot="c9"), message(spot=None),
    message(spot=["a1"]), message(spot={"a": 1}), message(gesture="shout"), message(gesture=None),
    message(gesture=["click"]), message(shift="yes"), message(shift=1), message(to="a1"),
    message(gesture="drag"), message(gesture="drag", to="a1"),
    message(spot="b1", gesture="drag", to="b1"), message(spot="b1", gesture="drag", to="zz"),
    message(spot="b1", gesture="drag", to=None), message(extra=1), message(spot="__class__"),
    message(spot="a1" * 10_000), {"kind": ["pick"], "serial": 1}, {1: 2, "kind": "pick"},
]  # fmt: skip


@pytest.mark.parametrize("content", HOSTILE)
def test_other_messages_are_refused_with_a_notice(board: Spy, content: Any) -> None:
    picks = picked(board)
    board._received(board, content, [])
    assert picks == []
    assert board.notice["kind"] == "refusal"
    assert "\n" not in board.notice["text"]
    assert len(board.notice["text"]) < 300
    assert (board.scene, board.serial) == (SCENE, 1)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["a1", "b1", *GESTURES]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(), inner, max_size=2),
    max_leaves=4,
)  # fmt: skip


@given(st.dictionaries(st.sampled_from(["kind", "serial", "spot", "gesture", "to", "shift"]), JSON))
def test_any_message_is_a_pick_a_cancel_or_bad_input(content: dict[str, Any]) -> None:
    content = {"kind": "pick", "serial": 1} | content
    try:
        pick = read_message(content, SCENE, 1)
    except BadInput:
        return
    if pick is not None:
        assert pick.spot in {"a1", "b1"}
        assert (pick.to is None) == (pick.gesture != "drag")


def test_while_python_is_at_work_picks_wait(board: Spy) -> None:
    picks = picked(board)
    board.busy = True
    board._received(board, message(), [])
    assert picks == []
    assert "still working" in board.notice["text"]


def test_a_failing_callback_is_reported(board: Spy) -> None:
    board.on_pick(lambda pick: 1 / 0)
    board._received(board, message(), [])
    assert board.notice["kind"] == "error"
    assert board.notice["text"] == "ZeroDivisionError: division by zero"
    assert "test_board.py" in board.last_error
    assert board.__dict__["sent"] == [{"kind": "ack", "serial": 1, "to": 1}]


def test_a_refusal_that_a_callback_raises_is_shown_verbatim(board: Spy) -> None:
    def refuse(_pick: Pick) -> None:
        raise BadInput("the blue ghost stands on d4")

    board.on_pick(refuse)
    board._received(board, message(), [])
    assert board.notice["kind"] == "refusal"
    assert board.notice["text"] == "the blue ghost stands on d4"


def test_a_repeated_message_is_a_new_notice(board: Spy) -> None:
    board.say("No.", "PM-33", at=[("board", 0.5, 0.5)])
    first = board.notice
    board.say("No.", "PM-33", at=[("board", 0.5, 0.5)])
    assert board.notice != first
    assert board.notice | {"number": 1} == first
    assert first["at"] == [["board", 0.5, 0.5]]


def test_an_unknown_kind_of_notice_is_refused(board: Spy) -> None:
    with pytest.raises(BadInput, match="kind is 'shout'"):
        board.say("x", kind="shout")


def test_the_page_can_change_only_the_speed(board: Spy) -> None:
    before = board.snapshot
    board.set_state({"speed": 2.0, "snapshot": {}, "notice": {"text": "x"}, "_esm": "evil",
                     "label": "evil", "busy": True, "_sheet": {}})  # fmt: skip
    assert board.speed == 2.0
    assert board.snapshot == before
    assert (board.notice, board.label, board.busy) == ({}, "Board", False)
    board.set_state({"speed": "fast"})
    assert board.speed == 2.0
    assert "speed is 'fast'" in board.notice["text"]


def test_the_page_can_turn_the_board(board: Spy) -> None:
    board.set_state({"rotation": 3})
    assert board.rotation == 3
    for wrong in (-1, 2.5, True, "once", 10**9):
        board.set_state({"rotation": wrong})
        assert board.rotation == 3
        assert f"the turns is {wrong!r}" in board.notice["text"]


def test_the_repr_is_stable(board: Spy) -> None:
    assert repr(board) == "BoardWidget(position 1, 1 pieces)"


def test_a_static_picture_is_included(board: Spy) -> None:
    data, _metadata = board._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["text/plain"] == repr(board)
    assert ET.fromstring(data["image/svg+xml"]).tag.endswith("svg")


def test_the_bundle_is_small() -> None:
    packed = {file.name: len(gzip.compress(file.read_bytes())) for file in STATIC.iterdir()}
    assert packed["page.js"] < 28_000
    once = packed["widgets.js"] + packed["widgets.css"]  # in each notebook with a board
    assert packed["host.js"] + packed["host.css"] < 15_000
    assert once < 60_000


def test_synced_traits_are_json(board: Spy) -> None:
    state = board.get_state()
    names = [
        "_sheet",
        "snapshot",
        "notice",
        "label",
        "busy",
        "speed",
        "clauses",
        "frame",
        "toggled_layers",
    ]
    assert json.loads(json.dumps({name: state[name] for name in names})) is not None


def short_film() -> Film:
    scenes = tuple(SCENE._replace(caption=f"frame {number}") for number in range(5))
    return Film("A game", scenes, (TurnStart("Turn 1", 0),))


def test_a_film_is_sent_packed_and_opens_at_the_given_frame(board: Spy) -> None:
    board.run_film(short_film(), 3)
    assert unpack(board.film) == short_film()
    assert (board.frame, board.scene.caption) == (3, "frame 3")
    board.frame = 1
    assert board.scene.caption == "frame 1"
    with pytest.raises(BadInput, match="the frame is 5; expected a whole number from 0 to 4"):
        board.run_film(short_film(), 5)


@pytest.mark.parametrize("at", [-1, 5, "2", None, True, 1.0])
def test_the_page_can_only_stop_at_existing_frames(board: Spy, at: Any) -> None:
    board.run_film(short_film(), 2)
    board.set_state({"frame": 4, "toggled_layers": ["way"]})
    assert (board.frame, board.scene.caption, board.toggled_layers) == (4, "frame 4", ["way"])
    board.set_state({"frame": at, "toggled_layers": ["ties"]})
    assert (board.frame, board.toggled_layers) == (4, ["way"])
    assert "the frame is" in board.notice["text"]


def test_layers_from_the_page_are_names(board: Spy) -> None:
    board.set_state({"toggled_layers": [{"evil": 1}]})
    assert board.toggled_layers == []
    assert "the layers" in board.notice["text"]


def test_an_explaining_spot_is_not_a_pick(board: Spy) -> None:
    board.show(SCENE._replace(spots=(Spot("c", 1, 1, role="why", tip="3 points"),)))
    picks = []
    board.on_pick(picks.append)
    board._received(
        board, {"kind": "pick", "serial": board.serial, "spot": "c", "gesture": "click"}, []
    )
    assert not picks
    assert "the page's spot is 'c'" in board.notice["text"]
