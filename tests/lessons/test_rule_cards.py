"""Tic-tac-toe with rule cards: each card changes one rule, alone and with the others."""

from __future__ import annotations

from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core import registry
from piecepack_nb.core.errors import BadInput
from piecepack_nb.design import Board, option, ready
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
    assert str(taken.steps[-1]) == "Suns takes b1. [TC-11]"
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


def test_any_class_gets_the_cards_that_fit_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))

    @pp.register
    class Row(Board):
        places = Board.squares(3, 3)
        draws = option(True, "The class has an option of this name.")

        def why_not(self, table: Any, place: Any) -> Any:
            return ready.on_empty(table, place)

        def move(self, table: Any, place: Any) -> None:
            table[place] = table.seat
            if place == "c3":
                table.end(table.seat, f"{table.seat} is on c3.")

        def winner(self, table: Any) -> Any:
            return ready.line_of(table, 3) or ready.full(table)

    @pp.register
    class Walk(Row):
        mine = ready.draws_card("suns")

        def why_not(self, table: Any, start: Any, end: Any) -> Any:
            return ready.step(table, start, end) or ready.on_empty(table, end)

        def move(self, table: Any, start: Any, end: Any) -> None:
            table.end(None)

    cards = {"lose": True, "closed": True, "fall": True}
    game = pp.rule_cards("row", journal=False, **cards).match.game
    assert game.rules.changed() == cards
    assert pp.rule_cards(Walk, journal=False).match.game.name == "walk_cards"
    whole = pp.Match(game, seed=1)
    clauses = {clause.title: id for id, clause in game.rulebook.clauses.items()}
    refused = {place: str(whole.refusal(place)) for place in ("a2", "b2", "a1")}
    assert refused == {
        "a2": f"a piece falls to a1, which is empty [{clauses['Falling']}]",
        "b2": f"b2 is closed [{clauses['Closed']}]",
        "a1": "None",
    }
    whole.play_all(["a1", "c1", "a2", "c2", "a3"])
    assert (whole.result.winners, whole.result.clause) == (("moons",), clauses["Winners lose"])
    assert "Suns has a1 a2 a3 in a line, which loses." in str(whole.steps[-1])
    ended = pp.Match(pp.game("row_cards", lose=True), seed=1)
    ended.play("c3")
    assert ended.result.winners == ("moons",)
    drawn = pp.Match(pp.game(Walk, mine=True), position={"pieces": {"a1": "suns"}})
    drawn.play("a1-a2")
    assert (drawn.result.winners, drawn.result.text) == (
        ("suns",), "It is a draw, which suns wins.",
    )  # fmt: skip
    assert pp.simulate("row_cards", 20, seats="random", keep=False, **cards).won_by("suns")
    with pytest.raises(BadInput, match="the game is 'paco'; expected a class made from Board"):
        pp.rule_cards("paco")
