"""Choices along a match, compared with a full search, and how often leaders win."""

from __future__ import annotations

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from tests.lab.cells import from_cell


def test_choices_of_a_solved_game_are_exact_and_others_are_estimates() -> None:
    game = from_cell("tic_tac_toe")
    match = pp.Match(game, seed=1)
    for place in ("b2", "a2", "a1", "a3", "c3"):  # the second move loses, and no reply saves it
        match.play(place)
    found = pp.choices(match, playouts=4)
    assert [each.move for each in found.choices] == ["b2", "a2", "a1", "a3", "c3"]
    by_move = {each.move: each for each in found.choices}
    assert by_move["b2"].exact
    assert by_move["b2"].moves == 9
    assert by_move["b2"].worth.value == 0
    assert by_move["b2"].kind == "boring"
    assert by_move["a2"].kind == "dominated"
    assert by_move["a2"].cost.value == 0.5
    assert by_move["a2"].best in ("a1", "a3", "c1", "c3")
    assert by_move["c3"].cost.value == 0
    assert by_move["c3"].best != by_move["c3"].second
    assert found.of_kind("dominated") == [by_move["a2"]]
    assert "in 1 the player missed a better move" in str(found)
    assert len(found.records()) == 5
    assert "image/svg+xml" in found._repr_mimebundle_()
    assert [each.seat for each in pp.choices(match, "moons", playouts=2).choices] == ["moons"] * 2
    for wrong, said in [((game,), "the match is"), ((match, "eve"), "one of suns, moons")]:
        with pytest.raises(BadInput, match=said):
            pp.choices(*wrong)
    with pytest.raises(BadInput, match="'boring' or 'dominated'"):
        found.of_kind("good")
    hidden = pp.Match(from_cell("kuhn_poker"), seed=2, seats="random")
    hidden.run()
    guessed = pp.choices(hidden, playouts=8)
    assert all(each.worth.low <= each.worth.value <= each.worth.high for each in guessed.choices)


@pytest.mark.thorough
def test_who_leads_wins_more_often_the_more_it_leads() -> None:
    measures = pp.measures(from_cell("tic_tac_toe"), 60, seats="random", playouts=8, keep=False)
    found = measures.win_by_lead(2)
    assert {turn % 2 for turn, _ in found.shares} == {0}
    late = [share.share for (turn, lead), share in found.shares.items() if lead == "0.5 or more"]
    assert late[-1] > 0.5
    assert sum(found.games.values()) <= 60 * 4
    assert len(found.rows()) == len(found.records())
    assert found.drawing().rows[0]["short"].isdecimal()
