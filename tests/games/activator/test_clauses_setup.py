"""The board, the pieces, where all begin and whose turn it is (AC-1 to AC-4)."""

from __future__ import annotations

from collections import Counter

import pytest

import piecepack_nb as pp
from piecepack_nb.games.activator.geometry import (
    SQUARES,
    crossings,
    in_line,
    steps_between,
    straight_path,
)
from piecepack_nb.games.activator.movement import attack_squares, frozen_squares, immune_squares
from tests.games.activator.helpers import allowed, refused, texts

START = """\
4  .    d    ec   fbA
3  D    .    f    ec
2  EC   F    .    d
1  FBa  EC   D    .
   a    b    c    d
turn 1, red to move"""


@pytest.fixture
def opening() -> pp.Match:
    return pp.Match(pp.game("activator"), seed=1)


@pytest.mark.clause("AC-1")
def test_the_board_has_sixteen_squares():
    assert tuple(file + rank for rank in "1234" for file in "abcd") == SQUARES
    assert straight_path("a1", "d4") == ("b2", "c3", "d4")
    assert straight_path("b3", "b1") == ("b2", "b1")
    assert straight_path("a1", "b3") is None
    assert straight_path("a1", "a1") is None
    assert steps_between("a1", "d4") == 6
    assert in_line("b1", "b4")
    assert not in_line("b1", "c2")
    assert set(crossings("b1", "d3")) == {"b3", "d1"}


@pytest.mark.clause("AC-2")
def test_each_side_has_nine_pieces_and_an_activator(opening):
    state = opening.state
    for seat in ("red", "blue"):
        letters = "".join(state.squares[square].letters for square in state.held(seat))
        assert Counter(letters) == {"B": 1, "C": 2, "D": 2, "E": 2, "F": 2}
    assert set(state.activators) == {"red", "blue"}


@pytest.mark.clause("AC-3")
def test_the_board_is_set_up_point_symmetrically(opening):
    assert str(opening.state) == START
    assert opening.state.activators == {"red": "d4", "blue": "a1"}
    assert sorted(set(SQUARES) - set(opening.state.squares)) == ["a4", "b3", "c2", "d1"]


@pytest.mark.clause("AC-3", "AC-24")
def test_at_the_start_nothing_is_frozen(opening):
    game, state = opening.game, opening.state
    assert set(frozen_squares(game.rules, state)) == {"a4", "d1"}
    assert not set(frozen_squares(game.rules, state)) & set(state.squares)


@pytest.mark.clause("AC-3", "AC-23", "AC-25")
def test_red_cannot_capture_on_the_first_move(opening):
    state = opening.state
    enemies = set(state.held("blue"))
    assert not [move for move in opening.moves() if move.end in enemies]
    assert not set(attack_squares(opening.game.rules, state, "red")) & set(state.held("red"))
    assert set(immune_squares(opening.game.rules, state)) == {"a1", "d4"}


@pytest.mark.clause("AC-4")
def test_red_begins_and_turns_alternate(opening):
    assert opening.game.seats == ("red", "blue")
    turns = [("red", "c1-c2"), ("blue", "b4-b3"), ("red", "c2-c1")]
    for turn, (seat, move) in enumerate(turns, 1):
        assert opening.to_act.name == opening.state.to_move == seat
        assert opening.turn == turn
        opening.play(move)


@pytest.mark.clause("AC-4")
def test_the_piece_moves_first_and_the_activator_is_optional(opening):
    allowed(opening, "c1-c2", "c1-c2 A-d3")
    assert texts(opening, "c1-c2 A-d3") == [
        "Red's single D goes from c1 to c2. [AC-10]",
        "Red's activator goes from d4 to d3, onto Blue's double EC. [AC-21]",
    ]
    assert opening.state.activators == {"red": "d3", "blue": "a1"}


@pytest.mark.clause("AC-4")
def test_by_option_blue_begins():
    match = pp.Match(pp.game("activator", first="blue"))
    assert match.game.seats == ("blue", "red")
    assert match.to_act.name == "blue"
    assert (
        refused(match, "c1-c2").text == "Blue must move their own pieces, not Red's single D on c1"
    )
    match.play("b4-b3")
    assert match.to_act.name == "red"


@pytest.mark.clause("AC-4")
def test_players_move_only_their_own_pieces(opening):
    refusal = refused(opening, "b4-b3")
    assert refusal.clause == "AC-4"
    assert refusal.text == "Red must move their own pieces, not Blue's single D on b4"
    assert refusal.squares == ("b4",)
    refusal = refused(opening, "c2-c3")
    assert refusal.text == "c2 is empty: Red has no piece there"
    assert refusal.squares == ("c2",)


@pytest.mark.clause("AC-4")
def test_a_different_first_player_is_a_divergence(opening: pp.Match):
    for move in ("c1-c2 A-d3", "d2-d1"):
        opening.play(move)
        parting = opening.under(first="blue").divergence
        assert str(parting) == (
            "step 1 (turn 1): blue moves, not red. "
            'The changed rule is "Who moves first: red → blue" [AC-4]'
        )
