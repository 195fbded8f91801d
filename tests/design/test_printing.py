"""Sheets to print and cut: true sizes, all pieces and cards, and refusals."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.design import Board
from tests.lab.cells import from_cell


def test_boards_pieces_cards_and_forms(tmp_path: Path) -> None:
    game = from_cell("tic_tac_toe")
    sheet = pp.print_sheets(game)
    assert [re.search("<desc>(.*?)</desc>", each)[1].partition(",")[0] for each in sheet.pages] == [
        "board", "12 pieces to cut", "playtest", "playtest",
    ]  # fmt: skip
    # A square of the drawing, 100 units, is an inch.
    assert "scale(0.25400)" in sheet.pages[0]
    assert sheet.to_pdf(tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
    assert sheet.save(tmp_path / "sheet.html").stat().st_size > 1000
    boards = {
        "squares": Board.squares(5, 5), "wide": Board.squares(12, 3),
        "large": Board.squares(14, 14),
        "hexagons": Board.hexagons(5, 5), "track": Board.track(30), "pits": Board.pits(6),
    }  # fmt: skip
    pages = {name: pp.print_sheets(each).pages for name, each in boards.items()}
    assert len(pages["squares"]) == 1
    assert len(pages["large"]) > 3
    assert pp.handout(Board.squares(5, 5)).pages == pages["squares"]
    for each in (each for some in pages.values() for each in some):
        ElementTree.fromstring(each)
    small = pp.print_sheets(boards["large"], paper="Letter", square=12)
    assert len(small.pages) == 1
    assert "scale(0.12000)" in small.pages[0]
    cards = pp.print_sheets(from_cell("kuhn_poker")).pages
    assert any("cards to cut" in each for each in cards)
    for wrong, said in [({"square": 1}, "square is 1"), ({"paper": "A9"}, "paper is 'A9'")]:
        with pytest.raises(BadInput, match=said):
            pp.print_sheets(game, **wrong)
    with pytest.raises(BadInput, match="the game is 7"):
        pp.print_sheets(7)  # type: ignore[arg-type]
