"""Predict before reveal: where a die leads, what it is worth, what a bot does; puzzles."""

from __future__ import annotations

import pytest

import piecepack_nb as pp
from piecepack_nb.games.pacman.lessons import KINDS, asked_die, ends
from tests.conftest import sampled
from tests.games.pacman.helpers import table

ARROWS = "red: b5\nghosts: d4 g5\ndice: 3 1\nwhite: i5 c9"
WORTH = "red: a4\nwhite: a3 b5 b4\nghosts: e5 g5\ndice: 1 3"


def quiz(position: str, question: str):
    match = table(position)
    return pp.predict(match.state, question, of=match.game, keep=False)


@pytest.mark.clause("PC-5", "PC-9")
def test_the_quiz_asks_for_an_end_of_a_die() -> None:
    question = quiz(ARROWS, "end")
    assert question.scene.caption == (
        "Red has rolled 3 and 1. Pick a space where their Pac-Man can end by the 3."
    )
    right = question.guess("h5")
    assert right.right
    assert right.clause == "PC-9"
    assert right.text == (
        "Right: b5-a5~i5-h5 takes 3, off the board at one arrow and on again at another."
    )
    wrong = quiz(ARROWS, "end").guess("a5")
    assert not wrong.right
    assert wrong.text.startswith("No: you must move the full 3; this path takes 1")


def test_every_space_can_be_guessed_and_only_the_ends_are_right() -> None:
    match = table(ARROWS)
    asked = quiz(ARROWS, "end")
    names = [spot.id for spot in asked.scene.spots]
    assert len(names) == 82
    for name in names:
        judged = asked.questions.spec.grade(match.game, asked._current, name)
        assert judged.right == (name in ends(match.game, match.state)), judged.text
        assert judged.clause
        assert judged.text.endswith(".")


def test_the_ends_are_those_of_the_legal_moves() -> None:
    match = table(ARROWS)
    die = asked_die(match.state)
    legal = {m.path[-1] for m in match.moves() if m.piece == "pac" and m.die == die}
    assert set(ends(match.game, match.state)) == legal


@pytest.mark.clause("PC-3")
def test_the_quiz_asks_for_the_better_die() -> None:
    question = quiz(WORTH, "best")
    assert [spot.id for spot in question.scene.spots] == ["1", "3"]
    assert not question.scene.layers
    assert not question.scene.listings
    wrong = question.guess("1")
    assert not wrong.right
    assert wrong.text.startswith("No. By 3, ")
    assert "together 2.86" in wrong.text
    assert any(layer.id == "worth" and layer.on for layer in question.scene.layers)
    assert quiz(WORTH, "best").guess("3").right


def test_the_quiz_asks_for_a_bots_move() -> None:
    seats = {"red": "greedy", "blue": "greedy"}
    match = pp.Match(pp.game("pacman"), seed=4, seats=seats)
    question = pp.predict(match, "bot", keep=False)
    first, other = (spot.id for spot in question.scene.spots)
    judged = question.guess(first)
    again = pp.predict(match, "bot", keep=False).guess(other)
    assert judged.right != again.right
    assert "weighs" in judged.text
    played = match.branch(-1)
    played.run(6)
    pac = next(m.move for m in played.record if getattr(m.move, "piece", "") == "pac")
    assert {first: judged.right, other: again.right}[str(pac.die)]


def test_one_question_follows_another() -> None:
    match = pp.Match(pp.game("pacman"), seed=4, seats={"red": "greedy", "blue": "random"})
    question = pp.predict(match, "end", keep=False)
    for _ in range(4):
        before = question.scene.caption
        question.guess("e1")
        question.next()
        assert question.scene.caption != before
    assert question.score[1] == 4


@pytest.mark.parametrize("kind", sampled(list(KINDS), 2))
def test_puzzles_are_found_by_playing(kind: str) -> None:
    found = pp.puzzles("pacman", kind, count=2, seed=3)
    assert [puzzle.kind for puzzle in found] == [kind, kind]
    for puzzle in found:
        question = pp.predict(puzzle.match, puzzle.question, keep=False)
        assert question.scene.caption in puzzle.text
    again = pp.puzzles("pacman", kind, count=2, seed=3)
    assert [puzzle.text for puzzle in again] == [puzzle.text for puzzle in found]


@pytest.mark.parametrize("question", ["end", "best"])
def test_puzzles_of_a_question_are_of_the_kinds_that_ask_it(question: str) -> None:
    found = pp.puzzles("pacman", count=2, seed=3, question=question)
    assert [puzzle.question for puzzle in found] == [question, question]
    assert {puzzle.kind for puzzle in found} <= {
        name for name, kind in KINDS.items() if kind.question == question
    }
