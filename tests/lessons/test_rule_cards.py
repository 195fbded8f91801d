"""Tic-tac-toe with rule cards: each card changes one rule, alone and with the others."""

from __future__ import annotations

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.lessons.rule_cards import TicTacToeCards

NAMES = [each.name for each in pp.game(TicTacToeCards).rules.options()]


def played(moves: str, **cards: bool) -> pp.Match:
    match = pp.Match(pp.game(TicTacToeCards, **cards), seed=1)
    match.play_all(moves.split())
    return match


def test_each_card_does_what_its_clause_says() -> None:
    assert len(NAMES) == 10
    assert pp.check(TicTacToeCards)
    row = "a1 a2 b1 b2 c1"
    ends = {
        "": (row, ("suns",), "TC-2"),
        "lose": (row, ("moons",), "TC-4"),
        "wrap": ("b1 a2 c2 a1 a3", ("suns",), "TC-5"),
        "straight": ("a1 a2 b2 b3 c3 c1 b1 a3 c2", (), "TC-3"),
        "second": ("a1 b2 c3 b3 b1 c1 a3 a2 c2", ("moons",), "TC-13"),
        "hollow": ("a1 b1 c1 a2 c2 c3 b3 a3", (), "TC-3"),
    }
    for card, (moves, winners, clause) in ends.items():
        result = played(moves, **({card: True} if card else {})).result
        assert result is not None, card
        assert (result.winners, result.clause) == (winners, clause), card
    assert played("a1 a2 b1 b2 c1", big=True).result is None
    assert played("a1 a2 b1 b2 c1 c2 d1", big=True).result.winners == ("suns",)
    refused = {
        "fall": ("b2", "TC-9"), "hollow": ("b2", "TC-10"), "": ("a1-a2", "TC-1"),
    }  # fmt: skip
    for card, (move, clause) in refused.items():
        refusal = played("", **({card: True} if card else {})).refusal(move)
        assert refusal is not None
        assert refusal.clause == clause
    shift = played("a1 a2 b1 b3 c3 c2", shift=True)
    assert shift.refusal("a3").clause == "TC-6"
    assert shift.refusal("a2-a3").clause == "TC-6"
    shift.play("c3-c1")
    assert shift.result.winners == ("suns",)
    taken = played("a1 b1 c1", capture=True)
    assert str(taken.steps[-1]) == "Suns plays c1. Suns takes b1. [TC-1]"
    assert taken.steps[-1].event.clause == "TC-11"
    gone = played("a1 a2 b2 b3 c2 c1 b1", vanish=True)
    assert gone.state.pieces.keys() == {"a2", "b2", "b3", "c2", "c1", "b1"}


def test_cards_are_switched_on_in_the_middle_and_all_together() -> None:
    match = played("b2 a1 c3")
    for name in NAMES:
        onward = match.onward(match.cursor, **{name: True})
        assert onward.state.pieces.items() >= match.state.pieces.items()
        random = onward.branch(onward.cursor)
        random.seats = dict.fromkeys(random.game.seats, "random")
        random.run(60)
    every = pp.simulate(
        pp.game(TicTacToeCards, **dict.fromkeys(NAMES, True)), 20, seats="random", keep=False,
        moves=80, errors="keep",
    )  # fmt: skip
    assert len(every) == 20
    table = pp.rule_cards(lose=True, journal=False)
    assert table.match.game.rules.changed() == {"lose": True}
    assert len(table.rules_about["options"]) == 10
    with pytest.raises(BadInput, match="bigg"):
        pp.rule_cards(bigg=True, journal=False)


def test_a_taken_place_is_refused_by_its_own_clause_under_falling_too() -> None:
    match = pp.Match(pp.game(TicTacToeCards, fall=True))
    match.play("a1")
    assert [str(match.refusal(place))[-7:] for place in ("a1", "a3")] == [" [TC-1]", " [TC-9]"]
