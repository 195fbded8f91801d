"""Differences between scenes, applied to the first, give the second."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.scene import Area, Layout, Mark, Piece, Scene, Spot, delta, mat
from tests.scene.film_reader import apply
from tests.scene.showcase import at, showcase

NUMBER = st.integers(-20, 20) | st.floats(-20, 20, allow_nan=False)
NAME = st.sampled_from("abcdefg")


# Functions of our own to build: given a NamedTuple, Hypothesis makes up the defaults too.
def a_piece(name: str, sprite: str, x: float, y: float, angle: float, suit: str, z: int) -> Piece:
    return Piece(name, sprite, x, y, angle=angle, suit=suit, z=z, faded=z > 5)


def a_mark(kind: str, x: float, points: list[tuple[float, float]], label: str) -> Mark:
    return Mark(kind, x, 0, points=tuple(points), label=label)


def a_spot(name: str, x: float, preview: list[Mark]) -> Spot:
    return Spot(name, x, 1, preview=tuple(preview))


def a_scene(
    title: str, pieces: list[Piece], marks: list[Mark], spots: list[Spot], words: tuple[str, ...]
) -> Scene:
    area = Area("board", 2, 2, title, (mat(2, 2),))
    layout = Layout(0, 2, 2, {"board": (0, 0)})
    return Scene((area,), (layout,), tuple(pieces), tuple(marks), tuple(spots), *words, len(title))


PIECE = st.builds(
    a_piece,
    NAME,
    st.sampled_from(["cube", "pawn"]),
    NUMBER,
    NUMBER,
    NUMBER,
    st.sampled_from(["", *SUITS]),
    st.integers(0, 9),
)
MARK = st.builds(
    a_mark,
    st.sampled_from(["path", "here"]),
    NUMBER,
    st.lists(st.tuples(NUMBER, NUMBER), max_size=3),
    st.text(max_size=3),
)
SPOT = st.builds(a_spot, NAME, NUMBER, st.lists(MARK, max_size=1))


def unlike(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
    return st.lists(strategy, max_size=6, unique_by=lambda part: part.id)


SCENE = st.builds(
    a_scene,
    st.text(max_size=3),
    unlike(PIECE),
    st.lists(MARK, max_size=3),
    unlike(SPOT),
    st.tuples(*[st.text(max_size=5)] * 3),
)


@given(SCENE, SCENE)
def test_applying_a_delta_gives_the_new_scene(before: Scene, after: Scene) -> None:
    changes = json.loads(json.dumps(delta(before, after)))
    assert apply(before, changes) == after


@given(SCENE)
def test_no_change_is_an_empty_delta(scene: Scene) -> None:
    assert delta(scene, scene) == {}
    assert apply(scene, {}) == scene


def test_a_step_of_a_rich_scene_is_a_few_bytes() -> None:
    step = delta(showcase("f4", 180), showcase("g4", 0)._replace(caption="He steps to g4."))
    assert step == {
        "set": [{"id": "packman", "x": at("g4")[0], "angle": 0}],
        "caption": "He steps to g4.",
    }


def test_the_delta_of_a_growing_list_has_only_the_new_entries() -> None:
    marks = tuple(Mark("heat", x, 0) for x in range(20))
    before = showcase()._replace(marks=marks)
    after = before._replace(marks=(*marks[:3], *marks[4:], Mark("cost", 1, 1, label="2")))
    changes = delta(before, after)
    assert changes == {
        "marks": {"off": [3], "on": [{"kind": "cost", "x": 1, "y": 1, "label": "2"}]}
    }
    assert apply(before, changes) == after
