"""Predict what becomes of open orders: questions, verdicts, and puzzles found by playing."""

from __future__ import annotations

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from tests.games.paco.helpers import table, turn


def quiz(match: pp.Match, question: str) -> pp.widgets.quiz.Quiz:  # type: ignore[name-defined]
    match.goto(0)
    return pp.predict(match, question, keep=False)


@pytest.mark.clause("PA-22", "PA-25")
def test_the_quiz_asks_whose_order_fails_and_by_which_rule() -> None:
    match = table("suns c3 E", "moons d3 N", "crowns g6 S")
    turn(match, suns="forward", moons="lift", crowns="lift")
    asks = quiz(match, "order")
    assert asks.scene.caption == "The orders are open. Choose a player whose order fails."
    assert {spot.id for spot in asks.scene.spots} == {"suns", "moons", "crowns", "nobody"}
    cards = {p.suit: p.sprite for p in asks.scene.pieces if p.id.startswith("card-")}
    assert cards["suns"] == "card-forward"
    feedback = asks.guess("suns")
    assert (feedback.right, feedback.clause) == (True, "PA-22")
    assert "Moons is on d3" in feedback.text
    wrong = quiz(match, "order").guess("crowns")
    assert not wrong.right
    assert "What fails: Suns's order" in wrong.text or "fails" in wrong.text
    nobody = quiz(match, "order").guess("nobody")
    assert (nobody.right, nobody.clause) == (False, "PA-22")


def test_nobody_is_the_right_answer_when_every_order_succeeds() -> None:
    match = table("suns c3 E", "moons g6 S")
    turn(match, suns="forward", moons="lift")
    assert quiz(match, "order").guess("nobody").right
    assert not quiz(match, "order").guess("suns").right


@pytest.mark.clause("PA-34")
def test_the_quiz_asks_where_a_pushed_player_ends() -> None:
    match = table("suns b4 E", "moons e4 N", c4="white")
    turn(match, suns="push")
    asks = quiz(match, "end")
    assert "Where will Moons be" in asks.scene.caption
    feedback = asks.guess("e4")
    assert (feedback.right, feedback.clause) == (False, "PA-34")
    assert "Moons ends on g4" in feedback.text
    assert "pushed against the block on h4" in feedback.text
    assert quiz(match, "end").guess("g4").right
    assert [mark.kind for mark in feedback.marks] == ["answer", "guess"]


@pytest.mark.clause("PA-31")
def test_the_quiz_asks_which_cell_changes() -> None:
    match = table("suns b4 E", "moons g7 N", c4="white", g4="hole")
    turn(match, suns="push")
    right, wrong = quiz(match, "counter").guess("g4"), quiz(match, "counter").guess("e4")
    assert (right.right, right.clause) == (True, "PA-31")
    assert "g4 was a hole and is a black counter" in right.text
    assert not wrong.right
    assert "e4 stays a black counter" in wrong.text
    assert "These cells change: c4, g4 and h4." in wrong.text
    assert not quiz(match, "counter").guess("nobody").right


@pytest.mark.clause("PA-23")
def test_a_contest_is_asked_after_its_dice() -> None:
    match = table("suns c3 E", "moons e3 W")
    turn(match, {"suns": 2, "moons": 5}, suns="forward", moons="forward")
    asks = quiz(match, "order")
    faces = {p.suit: p.face for p in asks.scene.pieces if p.sprite == "die"}
    assert faces == {"suns": "2", "moons": "5"}
    assert asks.guess("suns").right
    assert asks.scene.listings, "the answer comes with its reasons"


@pytest.mark.parametrize("kind", ["contest", "chain", "seal", "lift", "stun"])
def test_puzzles_of_every_kind_are_found_and_have_questions(kind: str) -> None:
    found = pp.puzzles("paco", kind, count=2, start="figure")
    assert [puzzle.kind for puzzle in found] == [kind, kind]
    for puzzle in found:
        asks = pp.predict(puzzle, keep=False)
        assert asks.question == puzzle.question
        assert asks.scene.caption.startswith("The orders are open.")
        judge, question = asks.questions.spec.grade, asks._current
        verdicts = {judge(asks.game, question, spot.id).right for spot in asks.scene.spots}
        assert verdicts == {True, False}
    again = pp.puzzles("paco", kind, count=2, start="figure")
    assert [str(p) for p in again] == [str(p) for p in found]


def test_kinds_come_in_turn_and_others_are_refused() -> None:
    found = pp.puzzles("paco", count=5, start="figure")
    assert [puzzle.kind for puzzle in found] == ["contest", "chain", "seal", "lift", "stun"]
    with pytest.raises(BadInput, match="kind is 'swim'"):
        pp.puzzles("paco", "swim")
    with pytest.raises(BadInput, match="question is 'objective'"):
        pp.puzzles("paco", question="objective")
