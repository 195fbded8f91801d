"""Scenes as JSON: round trips, and refusals of invalid scenes."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piecepack_nb.core.errors import BadInput
from piecepack_nb.design import looks
from piecepack_nb.scene import (
    MARKS,
    Area,
    Layout,
    Mark,
    Piece,
    Scene,
    Spot,
    check_scene,
    choose_layout,
    from_json,
    mat,
    shape,
    to_json,
    use,
)
from piecepack_nb.scene.scene_json import sheet_to_json
from piecepack_nb.scene.sprites import DEFS, LINES, SPRITES, UNDER, add_sheet
from tests.scene.showcase import showcase

TINY = Scene((Area("board", 2, 2),), (Layout(0, 2, 2, {"board": (0, 0)}),))


def test_a_rich_scene_survives_json() -> None:
    scene = showcase()
    assert from_json(json.loads(json.dumps(to_json(scene)))) == scene


def test_defaults_are_left_out_of_the_json() -> None:
    assert to_json(TINY._replace(pieces=(Piece("a", "cube", 1, 2),)))["pieces"] == [
        {"id": "a", "sprite": "cube", "x": 1, "y": 2}
    ]


def test_check_gives_an_equal_scene() -> None:
    assert check_scene(showcase()) == showcase()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"pieces": [{"id": "a", "sprite": "dragon", "x": 1, "y": 1}]}, "sprite is 'dragon'"),
        ({"pieces": [{"id": "a", "sprite": "cube", "x": math.nan, "y": 1}]}, "pieces[0].x is nan"),
        ({"pieces": [{"id": "a", "sprite": "cube", "x": True, "y": 1}]}, "x is True"),
        ({"pieces": [{"id": "a", "sprite": "cube", "x": 1e9, "y": 1}]}, "-1000 to 1000"),
        ({"pieces": [{"id": "a", "sprite": "cube", "x": 1}]}, "with 'y'"),
        ({"pieces": [{"id": "a", "sprite": "cube", "x": 1, "y": 1, "q": 1}]}, "entry is 'q'"),
        ({"pieces": [{"id": "a", "sprite": "cube", "x": 1, "y": 1, "area": "moon"}]}, "'moon'"),
        ({"pieces": [{"id": "a", "sprite": "cube", "x": 1, "y": 1, "suit": "hearts"}]}, "hearts"),
        ({"pieces": [{"id": "a", "sprite": "cube", "x": 1, "y": 1}] * 2}, "each one once"),
        ({"pieces": "many"}, "a list"),
        ({"marks": [{"kind": "skull"}]}, "kind is 'skull'"),
        ({"marks": [{"kind": "path", "points": [[1, 2, 3]]}]}, "two numbers"),
        ({"marks": [{"kind": "heat", "value": 2}]}, "a number from 0 to 1"),
        ({"spots": [{"id": "", "x": 1, "y": 1}]}, "a name of 1 to 80"),
        ({"spots": [{"id": "a", "x": 1, "y": 1, "key": "ab"}]}, "one character"),
        ({"spots": [{"id": "a", "x": 1, "y": 1, "role": "king"}]}, "role is 'king'"),
        ({"spots": [{"id": "a", "x": 1, "y": 1, "drag": 1}]}, "True or False"),
        ({"caption": 5}, "scene.caption is 5"),
        ({"caption": "x" * 5000}, "at most 4000"),
        ({"layouts": []}, "no areas or no layouts"),
        ({"layouts": [{"min_width": 0, "width": 1, "height": 1, "places": {"x": [0, 0]}}]}, "'x'"),
        ({"areas": [{"id": "board", "width": 0, "height": 1}]}, "width is 0"),
        ({"bogus": 1}, "scene entry is 'bogus'"),
        ({"marks": [{"kind": "cost", "layer": "way"}]}, "layer is 'way'"),
        ({"layers": [{"id": "way", "title": "Way"}] * 2}, "each one once"),
        ({"layers": [{"id": "way"}]}, "with 'title'"),
        ({"listings": [{"title": "Costs", "head": "square", "rows": []}]}, "a list"),
        ({"listings": [{"title": "Costs", "head": ["square"], "rows": [[1]]}]}, "rows[0][0] is 1"),
    ],
)  # fmt: skip
def test_a_damaged_scene_gets_one_line(change: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput) as caught:
        from_json(to_json(TINY) | change)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("data", [None, 5, [], "scene", {}, {"areas": []}])
def test_invalid_scene_is_refused(data: Any) -> None:
    with pytest.raises(BadInput):
        from_json(data)


@pytest.mark.parametrize(
    "drawn",
    [
        shape("script", text="alert(1)"),
        shape("foreignObject"),
        shape("image", href="http://example.org/x.png"),
        shape("rect", onclick="alert(1)"),
        shape("rect", style="x"),
        shape("rect", fill="url(http://example.org)"),
        shape("rect", fill="u\\72l(http://example.org)"),
        shape("rect", class_="other-widget"),
        use("dragon"),
        ["rect"],
        ["rect", 5],
        "rect",
    ],
)
def test_hostile_shapes_are_refused(drawn: Any) -> None:
    with pytest.raises(BadInput):
        check_scene(TINY._replace(areas=(Area("board", 2, 2, "", (drawn,)),)))


def test_shapes_nested_without_end_are_refused() -> None:
    deep = shape("g")
    for _ in range(200):
        deep = shape("g", deep)
    with pytest.raises(BadInput, match="a shape"):
        check_scene(TINY._replace(areas=(Area("board", 2, 2, "", (deep,)),)))


def test_check_refuses_values_that_are_not_scenes() -> None:
    with pytest.raises(BadInput, match=r"a piecepack_nb\.scene\.Scene"):
        check_scene({"areas": []})  # type: ignore[arg-type]


def test_the_layout_is_the_widest_that_fits() -> None:
    scene = showcase()
    assert choose_layout(scene, 320).min_width == 0
    assert choose_layout(scene, 639).min_width == 0
    assert choose_layout(scene, 2000).min_width == 640
    only_wide = scene._replace(layouts=scene.layouts[1:])
    assert choose_layout(only_wide, 320).min_width == 640


def test_every_mark_kind_can_be_drawn() -> None:
    assert {f"mark-{kind}" for kind in set(MARKS) - set(LINES)} <= set(SPRITES)
    assert "mark-arrow" in SPRITES
    assert set(LINES) <= set(UNDER) <= set(MARKS)


def test_the_sheet_for_the_page_is_json_and_small() -> None:
    """The sheet of the five games and of games of one's own; it is sent once to each page."""
    add_sheet(looks.SHEET)
    text = json.dumps(sheet_to_json())
    assert len(text) < 60_000
    assert len(sheet_to_json()["defs"]) == len(DEFS)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([*Scene._fields, "x"]), JSON))
def test_any_json_is_a_scene_or_bad_input(change: dict[str, Any]) -> None:
    message = ""
    try:
        scene = from_json(to_json(TINY) | change)
    except BadInput as refused:
        message = str(refused)
    else:
        assert from_json(to_json(scene)) == scene
    assert "\n" not in message


def test_mat_and_marks_are_plain_values() -> None:
    assert mat(2, 3) == mat(2, 3)
    assert Mark("here", 1, 1) == Mark("here", 1, 1)
    assert hash(Spot("a", 1, 1)) == hash(Spot("a", 1, 1))
