"""Drawings of squares with walls between them, for any game."""

from __future__ import annotations

import pytest

from piecepack_nb.core import ascii_map
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.lattice import BACK, beyond, edge, file_of, rank_of
from tests.core.damage import one_line

FORM = ascii_map.MapFormat(
    "park", ("title",), {"", "A", "BB", ascii_map.NOWHERE}, "A, BB or blanks", "see one there",
    (ascii_map.WALL, ascii_map.OPEN, " ^ "), (ascii_map.UPRIGHT, " ", "<"),
)  # fmt: skip
DRAWING = """
title: A park
# nobody reads this
  +---+ ^ +
2 | A   BB|
  +   +---+
1 <   |###
  +---+   +
    a   b
"""


def read(text: str) -> ascii_map.AsciiMap:
    headers, lines = ascii_map.split_headers(ascii_map.numbered(text, FORM.what), FORM)
    assert headers == {"title": "A park"}
    return ascii_map.read(lines, FORM)


def test_a_map_is_parsed_into_squares_walls_and_marks() -> None:
    park = read(DRAWING)
    assert (park.files, park.ranks) == (2, 2)
    assert list(park.squares()) == ["a1", "a2", "b2"]
    assert park.tokens == {"a2": "A", "b2": "BB", "a1": "", "b1": "###"}
    assert park.marks == {("b2", "N"): "^", ("`1", "E"): "<"}
    assert ("b1", "N") in park.walls
    assert ("a1", "N") not in park.walls
    assert park.rows == {2: 5, 1: 7}
    assert park.only({"A"}, "A (the gate)") == "a2"


def test_a_map_is_rendered_as_it_was_parsed() -> None:
    park = read(DRAWING)

    def side(square: str, heading: str) -> str:
        if (square, heading) in park.walls:
            return ascii_map.WALL if heading == "N" else ascii_map.UPRIGHT
        mark = park.marks.get((square, heading), " ")
        return f" {mark} " if heading == "N" else mark

    lines = ascii_map.render(2, 2, lambda square: park.tokens[square], side)
    assert list(lines) == DRAWING.splitlines()[3:]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("| A ", "| C ", "line 5 of the park, square a2 is 'C'; expected A, BB or blanks"),
        ("<   ", ">   ", "line 7 of the park, column 3, is '>'; expected '|' or ' ' or '<'"),
        ("+   +---+", "+ v +---+", "line 6 of the park, column 4, is ' v '; expected '---' or"),
        ("title:", "name:", "line 2 of the park is 'name: A park'; expected title: once each"),
        ("    a   b", "", "the park's drawing ends after line 8; expected a wall line"),
    ],
)
def test_unreadable_lines_are_named(old: str, new: str, words: str) -> None:
    with pytest.raises(BadInput) as caught:
        read(DRAWING.replace(old, new, 1))
    one_line(caught.value)
    assert words in str(caught.value)


def test_a_repeated_or_missing_token_is_refused() -> None:
    park = read(DRAWING.replace("BB|", " A|"))
    with pytest.raises(BadInput, match=r"A \(the gate\) is on a2 b2 of the park"):
        park.only({"A"}, "A (the gate)")
    with pytest.raises(BadInput, match="B is on no square of the park"):
        park.only({"BB"}, "B")


def test_each_edge_has_one_name() -> None:
    assert edge("b2", "S") == edge("b1", "N") == ("b1", "N")
    assert beyond("b2", "W") == "a2"
    assert (file_of("c12"), rank_of("c12")) == (3, 12)
    for heading, back in BACK.items():
        assert beyond(beyond("d4", heading), back) == "d4"
