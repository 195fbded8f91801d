"""The static picture: valid, self-contained, the same for the same scene."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.piecepack import FACES
from piecepack_nb.scene import (
    MARKS,
    Area,
    Layer,
    Layout,
    Mark,
    Piece,
    Scene,
    Spot,
    mat,
    svg,
    text_shape,
    use,
)
from piecepack_nb.scene.drawing import SYMBOLS
from piecepack_nb.scene.sprites import SPRITES
from piecepack_nb.scene.style import PIECES, BoardLook
from tests.scene.showcase import showcase

NS = "{http://www.w3.org/2000/svg}"
OF_A_SUIT = ("symbol", "home-sign")
"""The sprites that are a suit's sign and nothing else."""


def scene(**more: object) -> Scene:
    tiny = Scene((Area("board", 4, 4, "", (mat(4, 4),)),), (Layout(0, 4, 4, {"board": (0, 0)}),))
    return tiny._replace(**more)  # type: ignore[arg-type]


def parsed(picture: str) -> ET.Element:
    return ET.fromstring(picture)


def texts(picture: str) -> list[str]:
    return ["".join(node.itertext()) for node in parsed(picture).iter(f"{NS}text")]


@pytest.mark.parametrize("width", [320, 700, 1200])
def test_a_rich_scene_is_valid_xml_and_small(width: int) -> None:
    picture = svg(showcase(), width)
    assert parsed(picture).get("width") == str(width)
    assert len(picture.encode()) < 40_000


def test_every_reference_has_its_own_id_and_ids_are_unique() -> None:
    for other in (320, 1200):
        picture = svg(showcase(), other)
        ids = re.findall(r'\bid="([^"]+)"', picture)
        assert len(ids) == len(set(ids))
        used = re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', picture)
        assert {a or b for a, b in used} <= set(ids)
    shared = set(re.findall(r'\bid="([^"]+)"', svg(showcase(), 320))) & set(ids)
    assert not shared


def test_an_svg_is_self_contained_and_has_no_script() -> None:
    picture = svg(showcase())
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"<script|javascript:|\son\w+=|@import", picture)
    assert "prefers-color-scheme:dark" in picture


def test_an_svg_has_a_title_and_a_description() -> None:
    root = parsed(svg(showcase()))
    assert root.get("role") == "img"
    named = {node.get("id"): node.text for node in root if node.tag in (f"{NS}title", f"{NS}desc")}
    labels = [named[i] for i in (root.get("aria-labelledby") or "").split()]
    assert labels == [showcase().caption, showcase().alt]


def test_the_same_scene_gives_the_same_text() -> None:
    assert svg(showcase()) == svg(showcase())


def test_a_notebook_shows_it_as_a_picture() -> None:
    assert svg(showcase())._repr_svg_() == str(svg(showcase()))


@pytest.mark.parametrize("sprite", SPRITES)
def test_every_sprite_draws_something(sprite: str) -> None:
    """With every suit and face, all in one picture."""
    suits = SYMBOLS if sprite in OF_A_SUIT else ["", *SYMBOLS]
    kinds = list(product(suits, (*FACES, "1", "6")))
    pieces = tuple(
        Piece(f"{suit} {face}", sprite, 1, 1, suit=suit, face=face, label="7")
        for suit, face in kinds
    )
    root = parsed(svg(scene(pieces=pieces)))
    symbols = {node.get("id"): node for node in root.findall(f"{NS}defs/*")}
    _mat, *drawn = root.findall(f"{NS}g")
    assert len(drawn) == len(kinds)
    empty = [kind for kind, each in zip(kinds, drawn, strict=True) if not shapes(each, symbols)]
    assert empty == []


def shapes(drawn: ET.Element, symbols: Mapping[str | None, ET.Element]) -> int:
    """Return how many shapes are drawn, those of the symbols that are used among them."""
    used = [symbols[(node.get("href") or "")[1:]] for node in drawn.iter(f"{NS}use")]
    own = [node for node in drawn.iter() if node.tag not in (f"{NS}g", f"{NS}use")]
    return len(own) + sum(shapes(each, symbols) for each in used)


@pytest.mark.parametrize("kind", MARKS)
def test_every_mark_draws_something(kind: str) -> None:
    mark = Mark(kind, 1, 1, points=((1, 1), (2, 1)), label="7", value=0.5, suit="arms")
    assert len(svg(scene(marks=(mark,)))) > len(svg(scene())) + 40


def test_spots_that_can_be_picked_are_marked() -> None:
    with_spot = svg(scene(spots=(Spot("a", 1, 1, role="move"),)))
    assert "ppnb-target" in with_spot.split("</style>")[1]
    assert "ppnb-target" not in svg(scene(spots=(Spot("a", 1, 1),))).split("</style>")[1]


def test_floor_pieces_are_drawn_under_the_marks() -> None:
    floor, pawn = Piece("a", "cube", 1, 1, z=-1), Piece("b", "pawn", 1, 1, z=0)
    drawn = svg(scene(pieces=(pawn, floor), marks=(Mark("here", 1, 1),)))
    body = drawn[drawn.index("</defs>") :]
    uses = re.findall(r'<use href="#(\S+)"/>', body)
    defs = dict(re.findall(r'<g id="(\S+?)">(.*?)</g>', drawn))
    looks = ["ppnb-here" in defs[use] for use in uses]
    assert looks == [False, True, False]


def test_pieces_are_drawn_in_order_of_z() -> None:
    low, high = Piece("low", "cube", 1, 1, z=1), Piece("high", "pawn", 1, 1, z=5)
    order = re.findall(r'<g class="ppnb-suit-" transform="translate\(100 100\)"><use href="#(\S+)"',
                       svg(scene(pieces=(high, low))))  # fmt: skip
    assert order == sorted(order)
    assert len(order) == 2


def test_an_area_that_the_layout_leaves_out_is_not_drawn() -> None:
    tray = Area("tray", 2, 2, "Tray")
    hidden = scene(
        areas=(*scene().areas, tray), pieces=(Piece("a", "words", 1, 1, "tray", label="x"),)
    )
    assert texts(svg(hidden)) == []
    shown = hidden._replace(layouts=(Layout(0, 4, 8, {"board": (0, 0), "tray": (0, 4, 2)}),))
    picture = svg(shown)
    assert texts(picture) == ["Tray", "x"] or texts(picture) == ["x", "Tray"]
    assert "translate(200 600) scale(2)" in picture


def test_a_long_caption_is_wrapped_and_can_be_left_out() -> None:
    talk = scene(caption="a word or two " * 40, clause="PM-1")
    assert 2 <= len(texts(svg(talk))) <= 4
    assert texts(svg(talk, caption=False)) == []
    assert texts(svg(scene(caption="Short.", clause="PM-1"))) == ["Short. (PM-1)"]


@given(st.text(max_size=30))
def test_any_text_stays_text(text: str) -> None:
    hostile = "<script>alert(1)</script>]]>&amp;" + text
    area = Area("board", 4, 4, hostile, (text_shape(hostile, 1, 1),))
    picture = svg(
        scene(
            areas=(area,), caption=hostile, clause=hostile, alt=hostile,
            pieces=(Piece("a", "words", 1, 1, label=hostile),),
            marks=(Mark("text", 1, 1, label=hostile),), spots=(Spot("a", 1, 1, name=hostile),),
        )
    )  # fmt: skip
    root = parsed(picture)
    assert not list(root.iter(f"{NS}script"))
    assert sum("<script>alert(1)</script>" in line for line in texts(picture)) >= 4


def test_a_label_is_never_formatted_with_other_fields() -> None:
    piece = Piece("a", "words", 1, 1, suit="arms", label="{suit} {label}")
    assert texts(svg(scene(pieces=(piece,)))) == ["{suit} {label}"]


def test_a_backdrop_uses_sprites_with_suit_angle_and_scale() -> None:
    area = Area("board", 4, 4, "", (use("stick-ace", 100, 50, angle=90, scale=2, suit="arms"),))
    picture = svg(scene(areas=(area,)))
    assert 'class="ppnb-suit-arms" transform="translate(100 50) rotate(90) scale(2)"' in picture


def test_a_scene_that_can_not_be_drawn_is_refused() -> None:
    with pytest.raises(BadInput):
        svg(scene(pieces=(Piece("a", "dragon", 1, 1),)))


def test_a_layer_that_is_off_by_default_is_not_drawn() -> None:
    marks = (
        Mark("cost", 1, 1, label="41", layer="shown"),
        Mark("cost", 1, 1, label="42", layer="no"),
    )
    layers = (Layer("shown", "Shown"), Layer("no", "Not shown", on=False))
    drawn = svg(showcase()._replace(marks=marks, layers=layers))
    assert "41" in texts(drawn)
    assert "42" not in texts(drawn)


def test_a_picture_defines_only_the_styles_that_it_uses() -> None:
    """So that a new game's looks change no other game's pictures."""
    shown = svg(scene(marks=(Mark("path", points=((0.5, 0.5), (2.5, 0.5))),)))
    for needed in (".ppnb-drawing{", ".ppnb-mat{", ".ppnb-way{", ".ppnb-arrow{"):
        assert needed in shown
    for other in (".ppnb-worm-eye{", ".ppnb-frost{", ".ppnb-line-trail .ppnb-way{"):
        assert other not in shown
    trail = svg(scene(marks=(Mark("trail", points=((0.5, 0.5), (2.5, 0.5))),)))
    assert ".ppnb-line-trail .ppnb-way{" in trail


@pytest.mark.parametrize("risk", ["danger", "attack"])
def test_a_spot_s_risk_has_a_sign_in_its_corner_above_the_pieces(risk: str) -> None:
    plain = scene(spots=(Spot("here", 2, 2, role="move"),), marks=())
    risky = scene(spots=(Spot("here", 2, 2, role="move", risk=risk),), marks=())
    sign = f"ppnb-risk ppnb-{risk}-sign"
    assert sign not in str(svg(plain))
    picture = str(svg(risky))
    assert sign in picture
    assert picture.count("<use") == str(svg(plain)).count("<use") + 1


def test_a_picture_is_drawn_with_the_look_that_is_asked_for() -> None:
    drawn = showcase()
    usual = svg(drawn)
    assert svg(drawn, board="wood", pieces="usual") == usual
    plain, large = svg(drawn, board="plain"), svg(drawn, board="high contrast", pieces="large")
    assert BoardLook("plain").properties[0] in plain
    assert BoardLook("high contrast").properties[1] in large
    assert PIECES["large"] in large
    for text in (plain, large):
        assert ET.fromstring(text).tag.endswith("svg")
    with pytest.raises(BadInput, match="board is 'iron'; expected 'wood' or 'plain'"):
        svg(drawn, board="iron")
    with pytest.raises(BadInput, match="pieces is 'tiny'; expected 'usual' or 'large'"):
        svg(drawn, pieces="tiny")
