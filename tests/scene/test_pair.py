"""Two scenes as one."""

from __future__ import annotations

from itertools import combinations

import pytest

from piecepack_nb.scene import (
    Area,
    Layer,
    Layout,
    Mark,
    Scene,
    TextTable,
    check_scene,
    choose_layout,
    delta,
    svg,
)
from piecepack_nb.scene.pair import DIFFER, pair, pairs
from tests.scene.showcase import at, showcase

TITLES = ("printed rules", "quarter_turn_cost 0")
HERE, THERE = showcase("f4", 180), showcase("g4", 0)._replace(caption="He steps.", clause="PM-15")


def both() -> Scene:
    return pair(HERE, THERE, TITLES)


def boxes(scene: Scene, layout: Layout) -> dict[str, tuple[float, float, float, float]]:
    """Return left, top, right and bottom of each area of the layout."""
    sizes = {area.id: (area.width, area.height) for area in scene.areas}
    found = {}
    for area, place in layout.places.items():
        x, y, zoom = (*place, 1)[:3]
        found[area] = (x, y, x + sizes[area][0] * zoom, y + sizes[area][1] * zoom)
    return found


def test_a_board_can_draw_a_pair() -> None:
    assert check_scene(both()) == both()
    picture = svg(both(), 1200)
    assert all(f">{title}</text>" in picture for title in TITLES)


def test_a_pair_keeps_everything_of_both_halves_on_its_side() -> None:
    scene = both()
    for side, half in (("left", HERE), ("right", THERE)):
        mine = [piece for piece in scene.pieces if piece.id.startswith(f"{side}:")]
        assert [piece._replace(id=piece.id.split(":")[1], area=piece.area.split(":")[1])
                for piece in mine] == list(half.pieces)  # fmt: skip
        assert all(piece.area.startswith(f"{side}:") for piece in mine)
    assert len(scene.pieces) == len(HERE.pieces) + len(THERE.pieces)
    assert len(scene.spots) == len(HERE.spots) + len(THERE.spots)


def test_spots_name_their_half_and_share_no_key() -> None:
    scene = both()
    named = {spot.id: spot for spot in scene.spots}
    assert named["left:f5"].name == "printed rules: f5"
    assert named["right:c6"].preview == (
        Mark("path", points=(at("c5"), at("c6")), suit="arms", area="right:board"),
    )
    assert not any(spot.key for spot in scene.spots)


@pytest.mark.parametrize("width", [320, 640, 800, 1200])
def test_areas_never_overlap_and_stay_within_the_picture(width: int) -> None:
    scene = both()
    layout = choose_layout(scene, width)
    found = boxes(scene, layout)
    for (one, a), (two, b) in combinations(found.items(), 2):
        apart = a[2] <= b[0] + 0.01 or b[2] <= a[0] + 0.01 or a[3] <= b[1] + 0.01
        assert apart or b[3] <= a[1] + 0.01, (one, two)
    for area, (left, top, right, bottom) in found.items():
        assert min(left, top) >= 0, area
        assert right <= layout.width + 0.01, area
        assert bottom <= layout.height + 0.01, area


def test_boards_are_side_by_side_when_wide_and_stacked_when_narrow() -> None:
    scene = both()
    wide, narrow = (boxes(scene, choose_layout(scene, width)) for width in (1000, 360))
    assert wide["left:board"][2] < wide["right:board"][0]
    assert wide["left:board"][1] == wide["right:board"][1]
    assert narrow["left:board"][0] == narrow["right:board"][0]
    between = narrow["right:board"][1] - narrow["left:board"][3]
    assert between < 2, "no tray between the boards"
    assert narrow["left:dice"][1] > narrow["right:board"][3]
    assert narrow["left:more"][1] < narrow["left:dice"][1] < narrow["right:more"][1]


def test_captions_name_their_half_and_cite_their_clauses() -> None:
    assert both().caption == (
        f"printed rules: {HERE.caption} (PM-32)\nquarter_turn_cost 0: He steps. (PM-15)"
    )
    assert both().clause == ""


def test_captions_that_agree_appear_once() -> None:
    scene = pair(HERE, HERE, TITLES)
    assert (scene.caption, scene.clause) == (HERE.caption, HERE.clause)
    again = pair(HERE, HERE._replace(caption="Else."), TITLES)
    assert again.clause == "PM-32"
    assert "PM-32" not in again.caption


def test_differences_are_framed_on_both_boards() -> None:
    scene = both()
    framed = [(m.area, m.x, m.y) for m in scene.marks if m.layer == DIFFER.id]
    assert framed == [("left:board", *at("f4")), ("right:board", *at("g4"))]
    assert DIFFER in scene.layers
    turned = pair(HERE, showcase("f4", 90))
    assert [m.area for m in turned.marks if m.layer] == ["left:board", "right:board"]
    assert not pair(HERE, HERE).layers


def test_layers_are_shared_and_tables_titled() -> None:
    ways = Layer("ways", "Ways")
    tables = (TextTable("Costs", ("square", "cost"), (("f4", "1"),)),)
    one, two = (half._replace(layers=(ways,), listings=tables) for half in (HERE, THERE))
    scene = pair(one, two, TITLES)
    assert scene.layers == (ways, DIFFER)
    assert [listing.title for listing in scene.listings] == [f"{t}: Costs" for t in TITLES]


def test_a_layer_with_another_title_in_each_half_has_both() -> None:
    one, two = (
        half._replace(layers=(Layer("ties", f"Equally cheap paths ({more} more)"),))
        for half, more in ((HERE, 1), (THERE, 3))
    )
    scene = check_scene(pair(one, two, TITLES))
    titles = [layer.title for layer in scene.layers if layer.id == "ties"]
    assert titles == ["Equally cheap paths (1 more) | Equally cheap paths (3 more)"]


def test_unchanged_parts_are_not_sent_again() -> None:
    one, two = pairs([(HERE, HERE), (HERE, THERE)], TITLES)
    assert one.areas is two.areas
    assert one.layouts is two.layouts
    assert set(delta(one, two)) == {"set", "marks", "caption", "clause", "layers"}


def test_changed_areas_are_noticed() -> None:
    other = HERE._replace(areas=(HERE.areas[0]._replace(title="Else"), *HERE.areas[1:]))
    one, two = pairs([(HERE, HERE), (HERE, other)])
    assert "Else" not in {area.title for area in one.areas}
    assert "Else" in {area.title for area in two.areas}


def test_long_texts_and_titles_can_still_be_drawn() -> None:
    wordy = HERE._replace(caption="very " * 790, alt="long " * 790)
    scene = pair(wordy, THERE, ("T" * 300, "B"))
    assert check_scene(scene) == scene
    assert scene.caption.endswith("…")


def test_a_scene_with_one_layout_is_enough() -> None:
    small = Scene((Area("board", 3, 3),), (Layout(0, 3, 3, {"board": (0, 0)}),))
    scene = check_scene(pair(small, small, TITLES))
    assert [layout.min_width for layout in scene.layouts] == [0, 800]
