"""Areas that lie askew and that a reader may turn: the values, their JSON form, the picture."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piecepack_nb.core.errors import BadInput
from piecepack_nb.scene import (
    Area,
    Layout,
    Mark,
    Piece,
    Scene,
    Spot,
    from_json,
    mat,
    svg,
    text_shape,
    to_json,
)
from piecepack_nb.scene.model import turned
from piecepack_nb.scene.pair import pair

BACK = (mat(6, 6), text_shape("a", 1.5, 5.3))
CORNER = math.sqrt(2)


def askew(*turns: float, **more: Any) -> Scene:
    """Return a 6 by 6 area at the first angle of ``turns``."""
    scene = Scene((Area("board", 6, 6, "", BACK, turns),), (Layout(0, 6, 6, {"board": (0, 0)}),))
    return scene._replace(**more)


def drawn(scene: Scene) -> str:
    return svg(scene).split("</defs>")[1]


def places(picture: str) -> list[tuple[float, float]]:
    """Return the places of everything but backdrops, in squares."""
    found = re.findall(r'transform="translate\((\S+) (\S+)\)', picture)
    return [(float(x) / 100, float(y) / 100) for x, y in found if (x, y) != ("0", "0")]


@given(
    st.floats(-10, 10), st.floats(-10, 10), st.floats(0.1, 20), st.floats(0.1, 20),
    st.sampled_from([-90, -45, 30, 180, 270]),
)  # fmt: skip
def test_turning_keeps_the_distance_from_the_middle(
    x: float, y: float, width: float, height: float, angle: float
) -> None:
    area = Area("board", width, height)
    there = turned(area, x, y, angle)
    far = math.dist((x, y), (width / 2, height / 2))
    assert math.dist(there, (width / 2, height / 2)) == pytest.approx(far, abs=1e-4)
    assert turned(area, *there, -angle) == pytest.approx((x, y), abs=1e-4)


def test_a_quarter_turn_clockwise_brings_the_left_upper_corner_to_the_right() -> None:
    area = Area("board", 4, 4)
    assert turned(area, 0, 0, 90) == (4, 0)
    assert turned(area, 4, 0, 90) == (4, 4)
    assert turned(area, 0.5, 1, 0) == (0.5, 1)


def test_turns_survive_json_and_are_omitted_when_empty() -> None:
    scene = askew(-45, 45.0, pieces=(Piece("p", "pawn", 1, 1, turns=True),))
    assert from_json(to_json(scene)) == scene
    assert to_json(scene)["areas"][0]["turns"] == [-45, 45.0]
    assert "turns" not in to_json(askew())["areas"][0]


@pytest.mark.parametrize(
    ("turns", "message"),
    [
        (45, "turns is 45; expected a list"),
        ([math.nan], "turns[0] is nan"),
        (["45"], "turns[0] is '45'"),
        ([0, 360], "different angles"),
        ([True], "turns[0] is True"),
    ],
)
def test_invalid_turns_are_refused_in_one_line(turns: Any, message: str) -> None:
    data = to_json(askew())
    data["areas"][0]["turns"] = turns
    with pytest.raises(BadInput) as caught:
        from_json(data)
    assert message in str(caught.value)


def test_the_picture_shows_the_first_angle() -> None:
    """A piece one square to the right of the middle, on a board turned to the left by an eighth."""
    piece = Piece("p", "pawn", 4, 3)
    assert places(drawn(askew(-45, 0, pieces=(piece,)))) == [
        pytest.approx((3 + 1 / CORNER, 3 - 1 / CORNER), abs=0.01)
    ]
    assert places(drawn(askew(0, -45, pieces=(piece,)))) == [(4, 3)]


def test_marks_and_the_points_of_paths_turn_with_the_board() -> None:
    marks = (Mark("here", 4, 3), Mark("path", points=((3, 3), (5, 3))))
    picture = drawn(askew(90, marks=marks))
    assert places(picture)[0] == pytest.approx((3, 4))
    assert re.search(r'points="300,300 300,4\d\d(\.\d+)?"', picture)  # straight down
    spot = drawn(askew(90, spots=(Spot("a", 4, 3, role="move"),)))
    assert places(spot) == [pytest.approx((3, 4))]


def test_pieces_stay_upright_unless_they_turn_with_the_board() -> None:
    def angle(**more: Any) -> str:
        picture = drawn(askew(-45, pieces=(Piece("p", "piecepackman", 3, 3, **more),)))
        found = re.search(r"translate\(300 300\)( rotate\(\S+\))?", picture)
        assert found
        return (found[1] or "").strip()

    assert angle() == ""
    assert angle(angle=90) == "rotate(90)"
    assert angle(turns=True) == "rotate(-45)"
    assert angle(angle=90, turns=True) == "rotate(45)"


def test_the_backdrop_turns_and_its_text_stays_upright() -> None:
    picture = svg(askew(-45))
    assert 'transform="rotate(-45 300 300)"' in picture
    assert 'style="--ppnb-turn:-45deg"' in picture
    assert ".ppnb-turned .ppnb-coord{" in picture
    assert "ppnb-turned" not in drawn(askew())


def test_flat_marks_turn_with_their_square() -> None:
    """Frames turn by way of a property, so that labels and badges in the same mark do not."""
    for kind, flat in (("selected", True), ("target", True), ("heat", True), ("cost", False)):
        picture = svg(askew(-45, marks=(Mark(kind, 2, 2, label="7"),)))
        mark = picture.split("</defs>")[1].split('style="--ppnb-turn:-45deg"')
        assert len(mark) == 3, "the backdrop and the mark"
        assert ("ppnb-flat" in picture.split("<defs>")[1]) is flat
    assert "--ppnb-turn" not in drawn(askew(marks=(Mark("selected", 2, 2),)))


def test_an_area_that_is_scaled_turns_about_its_own_middle() -> None:
    tray = askew(180, pieces=(Piece("p", "pawn", 5, 1),))._replace(
        layouts=(Layout(0, 20, 20, {"board": (2, 4, 2)}),)
    )
    assert places(drawn(tray))[-1] == pytest.approx((2 + 1 * 2, 4 + 5 * 2))


def test_a_pair_keeps_how_each_half_may_be_turned() -> None:
    both = pair(askew(-45, 0), askew(90))
    turns = {area.id: area.turns for area in both.areas}
    assert turns["left:board"] == (-45, 0)
    assert turns["right:board"] == (90,)
