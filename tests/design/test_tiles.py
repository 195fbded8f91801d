"""Boards laid of piecepack tiles: ``Board.tiles``."""

from __future__ import annotations

from typing import Any

import pytest

from piecepack_nb.core.errors import BadInput
from piecepack_nb.design import Board
from piecepack_nb.design.backdrops import backdrop
from piecepack_nb.scene.svg import svg
from tests.design.test_ready import game_on


def test_a_tile_has_four_squares() -> None:
    board = Board.tiles(3, 2)
    plain = Board.squares(6, 4)
    assert board.names == plain.names
    assert board.at == plain.at
    assert board.straight == plain.straight
    assert board.diagonal == plain.diagonal
    assert len(board.tiles) == 6


def test_tiles_left_out_leave_a_hole() -> None:
    board = Board.tiles(3, 3, without="b2")
    assert len(board) == 32
    assert not {"c3", "c4", "d3", "d4"} & {*board}
    assert board.neighbours("c2") == ["d2", "c1", "b2"]
    assert len(board.tiles) == 8


def test_each_tile_lies_under_its_squares() -> None:
    board = Board.tiles(2, 2, without="a2")
    for x, y in board.tiles:
        under = [name for name, at in board.at.items() if abs(at[0] - x) < 1 > abs(at[1] - y)]
        assert len(under) == 4
    assert len({*board.tiles}) == 3


def test_tiles_move_with_the_board_where_a_place_is_added_to_the_left() -> None:
    board = Board.tiles(1, 1).add(home=(-0.5, 1.0))
    assert board.tiles[0][0] == Board.tiles(1, 1).tiles[0][0] + 1
    assert board.at["b1"][0] - board.tiles[0][0] == 0.5


def test_points_are_where_the_lines_cross() -> None:
    board = Board.tiles(2, 1, points=True)
    assert len(board) == 15
    assert board.neighbours("c2") == ["c3", "d2", "c1", "b2"]
    assert board.neighbours("c2", True) == []
    assert Board.tiles(2, 1, points=True, without="b1").names == tuple(
        file + rank for rank in "321" for file in "abc"
    )


def test_diagonals_join_middles_and_corners() -> None:
    board = Board.tiles(2, 2, points=True, diagonals=True)
    assert board.rays("a1", True) == (("b2", "c3", "d4", "e5"),)
    assert board.neighbours("b2", True) == ["c3", "c1", "a1", "a3"]
    assert board.rays("b1", True) == ()


def test_it_is_drawn_of_tiles_with_its_lines() -> None:
    for board, lines in ((Board.tiles(2, 2), 0), (Board.tiles(2, 2, points=True), 1)):
        game = game_on(board)
        shapes = [str(shape) for shape in backdrop(board)]
        assert sum("tile-line" in shape for shape in shapes) == lines
        assert sum(shape.tag == "use" for shape in backdrop(board)) == 4
        assert svg(game.view.scene(game, game.initial_state())).startswith("<svg")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((0, 2), {}), "columns is 0; expected a whole number from 1 to 12"),
        (((2, 13), {}), "rows is 13; expected a whole number from 1 to 12"),
        (((2, 2), {"without": "c1"}), "a tile of without is 'c1'; expected tiles from a1 to b2"),
    ],
)
def test_wrong_boards_are_refused_in_a_line(arguments: Any, message: str) -> None:
    given, named = arguments
    with pytest.raises(BadInput, match=message):
        Board.tiles(*given, **named)
