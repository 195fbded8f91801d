"""Sheets to print and cut: true sizes, all pieces and cards, and refusals."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import piecepack_nb as pp
from piecepack_nb.bots import GENERAL
from piecepack_nb.core.errors import BadInput
from piecepack_nb.design import Board, Table, Tile, ready
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
    assert sheet.to_html(tmp_path / "sheet.html").stat().st_size > 1000
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


class Rails(Board):
    """Tiles with edges from a bag, beside one that lies there, and a rider on each."""

    places = Board.growing("squares")
    tiles = {"bend": Tile("rail rail - field"), "cross": Tile("rail rail rail rail")}  # noqa: RUF012
    bag = Board.bag(bend=5, cross=2)

    def setup(self, table: Table) -> None:
        table["0,0"] = table.tile("cross")

    def begin(self, table: Table) -> None:
        table.drawn = table.draw("bag") or ""

    def why_not(self, table: Table, place: str) -> str | None:
        return ready.beside_a_tile(table, place)

    def move(self, table: Table, place: str) -> None:
        table[place] = table.drawn.turned(90)
        table.lay_on(place, table.seat)
        if not table.bag:
            table.end(None)


def test_tiles_are_printed_whole_and_as_many_as_there_are() -> None:
    pages = pp.print_sheets(Rails.as_game()(bots=GENERAL)).pages
    titles = [re.search("<desc>(.*?)</desc>", each)[1] for each in pages]
    assert titles[0] == "8 tiles to cut"
    assert titles[1].endswith("pieces to cut, 2 of each to spare")
    assert all("playtest" in each for each in titles[2:])  # no board that grows, and no cards
    ground, band = 'x="-48" y="-48" width="96"', 'height="48"'
    drawn = pages[0].split("<defs>")[1:]
    assert [each.count(ground) for each in drawn] == [1] * 8
    # Each band has a rim: the cross of the set-up and two in the bag, then five bends.
    assert sorted(each.count(band) for each in drawn) == [4] * 5 + [8] * 3
    assert not re.search(f"{ground}|{band}", pages[1])
    poker = pp.print_sheets(from_cell("kuhn_poker")).pages
    assert not any("<desc>board" in each for each in poker)
