"""Places beside a board's grid: they lie on the picture and cover nothing."""

from __future__ import annotations

import math
import re
from itertools import combinations

import pytest

from piecepack_nb.core.errors import BadInput
from piecepack_nb.design import Board, Places
from piecepack_nb.design.view import board_alone
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.scene.svg import svg

# mypy: disable-error-code="no-untyped-def,no-untyped-call"


def picture(board: Places) -> str:
    return str(svg(board_alone(board)))


BOARDS = {
    "squares": Board.squares(4, 4),
    "odd squares": Board.squares(3, 5, without="a1"),
    "hexagons": Board.hexagons(4, 4),
    "points": Board.points("a1 b1 c1"),
    "track": Board.track(12, columns=4, links={3: 8}),
    "pits": Board.pits(4),
}


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_the_picture_grows_round_added_places(board: Places) -> None:
    far = board.width + 2, board.height + 1
    more = board.add(home=(-1, -0.5), out=far)
    assert set(more) == {*board, "home", "out"}
    for x, y in more.at.values():
        assert 0.5 <= x <= more.width - 0.5
        assert 0.5 <= y <= more.height - 0.5
    for one, two in combinations(board, 2):  # the others stay where they are to each other
        assert math.dist(more.at[one], more.at[two]) == pytest.approx(
            math.dist(board.at[one], board.at[two])
        )
    assert {">home</text>", ">out</text>"} <= set(re.findall(r">\w+</text>", picture(more)))


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_an_added_place_may_cover_no_other(board: Places) -> None:
    x, y = next(iter(board.at.values()))
    with pytest.raises(BadInput, match=r"the point of home is .*; expected a point at least"):
        board.add(home=(x + 0.2, y))
    with pytest.raises(BadInput, match=r"expected a point at least .* from home"):
        board.add(home=(x, y - 3), away=(x + 0.1, y - 3))


@pytest.mark.parametrize("point", ["a1", (1,), (1, "2"), (1, math.nan), None, (1, 2, 3)])
def test_an_added_place_is_at_two_numbers(point) -> None:
    with pytest.raises(BadInput, match=r"the point of home is .*; expected two numbers"):
        Board.squares(2, 2).add(home=point)


def test_an_added_place_has_a_name_of_its_own() -> None:
    with pytest.raises(BadInput, match=r"a place to add is 'a1'; expected a name"):
        Board.squares(2, 2).add(a1=(5, 5))
    with pytest.raises(BadInput, match=r"expected Board\.points"):
        Board.places.add(home=(1, 1))


def test_files_edges_and_coordinates_are_those_of_the_grid() -> None:
    board, more = Board.squares(8, 8), Board.squares(8, 8).add(home=(-1, -1), hut=(12, 12))
    assert more.files == board.files
    for side in ("left", "right", "top", "bottom"):
        assert more.edge(side) == board.edge(side)
    assert picture(more).count(">h</text>") == picture(board).count(">h</text>") == 1


def test_a_map_of_squares_leaves_added_places_out() -> None:
    class Yard(Board):
        places = Board.squares(2, 2).add(home=(3.5, 1))

        def move(self, table, place):
            table[place] = table.seat

    game = Yard.as_game()()
    assert dict(game.position("suns .\n. moons").pieces) == {"a2": "suns", "b1": "moons"}


def test_a_store_keeps_its_height_beside_an_added_place() -> None:
    def tall(places_: Places) -> float:
        class Pits(Board):
            places = places_

            def move(self, table, pit):
                table[pit] = 0

        game = Pits.as_game()()
        spots = view_of(game).spots(game, game.initial_state(), ())
        return next(spot.h for spot in spots if spot.id == "left")

    assert tall(Board.pits(4)) == tall(Board.pits(4).add(home=(3, 5)))
