"""Predict before reveal: the questions about Activator, and the grade of each guess."""

from __future__ import annotations

import pytest

import piecepack_nb as pp
from piecepack_nb.games.activator import VIEW
from piecepack_nb.games.activator.layers import at
from piecepack_nb.games.activator.lessons import QUIZ, winning_move
from tests.games.activator.test_board import match_at

LINES = {
    "a1": "red FED", "c1": "red C", "b2": "red D", "d2": "red E",
    "d4": "blue FB", "c3": "blue E", "d1": "blue D", "c2": "blue F",
    "activators": {"red": "c3", "blue": "a1"}, "to_move": "red",
}  # fmt: skip
"""Frozen: c1 (and a3, which is empty). Red attacks from file c and rank 3: only c1 is there."""


def ask(question, position=LINES, **options):
    match = match_at(position, **options)
    return pp.predict(match.state, question, of=match.game, keep=False)


def verdict(question, guess, position=LINES):
    return ask(question, position).guess(guess)


def answers(game, state, question):
    return tuple(QUIZ.kinds[question].right(game, state))


@pytest.mark.clause("AC-24")
def test_the_quiz_asks_for_frozen_squares():
    quiz = ask("frozen")
    assert quiz.scene.caption == "Red's activator is on c3, Blue's on a1. What is frozen?"
    wrong = quiz.guess("c3")
    assert not wrong.right
    assert "Right is c1. [AC-24]>" in repr(wrong)
    assert [mark.kind for mark in wrong.marks if mark.layer == "guess"] == ["answer", "guess"]
    assert wrong.text == (
        "No: the lines of Red's activator on c3 and Blue's on a1 cross on c1 and a3; "
        "the activator on c3 doesn't freeze its carrier. Right is c1."
    )
    assert ask("frozen").guess("a3").text == "a3 is frozen, but empty. Right is c1."
    right = ask("frozen").guess("c1")
    assert right.right
    assert right.text.startswith("Right: c1 is frozen: the rank and the file of Red's")
    assert right.clause == "AC-24"


@pytest.mark.parametrize("question", ["frozen", "immune"])
def test_the_board_gives_no_answer_away_before_the_guess(question):
    quiz = ask(question)
    before = quiz.scene
    assert not before.layers
    assert not before.listings
    assert not {mark.kind for mark in before.marks} & {"frost", "frozen", "immune", "lane"}
    texts = [before.alt, *(spot.name for spot in before.spots)]
    assert not [text for text in texts if "rozen" in text or "mmune" in text]
    quiz.guess("d2")
    kinds = {mark.kind for mark in quiz.scene.marks}
    assert {"frost", "frozen", "immune", "lane", "guess"} <= kinds
    assert {layer.id for layer in quiz.scene.layers} >= {"guess", "frozen", "immune"}
    assert any(spot.role == "why" for spot in quiz.scene.spots)


@pytest.mark.clause("AC-25")
def test_the_quiz_asks_for_immune_stacks():
    assert verdict("immune", "c3").right
    assert "here on c3; and a1 is Red's own." in verdict("immune", "a1").text
    assert not verdict("immune", "d4").right


FREE = LINES | {"activators": {"red": "d1", "blue": "b2"}, "c1": "red C"}
"""Red may attack from file d and rank 1: c1 takes c2, but not d1 under Red's own activator."""


@pytest.mark.clause("AC-16", "AC-23", "AC-25")
def test_the_quiz_on_captures_agrees_with_the_legal_moves():
    match = match_at(FREE)
    found = {move.start for move in match.moves() if move.end in match.state.held("blue")}
    assert set(answers(match.game, match.state, "capture")) == found == {"c1"}
    for square in found:
        feedback = verdict("capture", square, FREE)
        assert feedback.right
        assert [mark.points for mark in feedback.marks if mark.kind == "path"] == [
            (at(square), at("c2"))
        ]
    assert verdict("capture", "b2", FREE).clause == "AC-23"
    assert verdict("capture", "d2", FREE).clause == "AC-24"
    assert not verdict("capture", "none", FREE).right


@pytest.mark.parametrize("question", ["frozen", "immune", "capture"])
def test_every_square_can_be_guessed_and_only_the_answers_are_right(question):
    quiz = ask(question, FREE)
    found = quiz.questions.feedbacks(quiz._asked)
    assert len(found) == 17
    match = match_at(FREE)
    right = {name for name, feedback in found.items() if feedback.right}
    assert right == set(answers(match.game, match.state, question))
    for feedback in found.values():
        assert feedback.clause
        assert feedback.text.endswith(".")


HOME = {
    "a1": "red F", "c1": "red FB", "d2": "red EC", "b1": "red D",
    "d1": "blue F", "a4": "blue D", "b4": "blue E",
    "activators": {"red": "a4", "blue": "a1"}, "to_move": "red",
}  # fmt: skip


@pytest.mark.clause("AC-30")
def test_the_quiz_asks_for_the_move_that_wins_the_home():
    match = match_at(HOME)
    assert answers(match.game, match.state, "home") == ("d2",)
    feedback = verdict("home", "d2", HOME)
    assert feedback.right
    match.play(winning_move(match.game, match.state, "d2"))
    assert not [move for move in match.moves() if move.end == "d4"]
    assert verdict("home", "b1", HOME).clause == "AC-10"


@pytest.mark.clause("AC-30")
def test_a_home_that_is_recaptured_is_not_a_win():
    position = HOME | {"c4": "blue C", "activators": {"red": "d1", "blue": "c1"}}
    match = match_at(position, freezing=False)
    assert not answers(match.game, match.state, "home")
    assert "d2-d4" in {str(move) for move in match.moves()}
    feedback = QUIZ.kinds["home"].grade(match.game, match.state, "d2")
    assert "Blue captures on d4 with c4-d4" in feedback.text


def test_without_an_answer_nothing_is_asked():
    with pytest.raises(pp.BadInput, match="nothing to predict"):
        ask("frozen", freezing=False)


def test_nothing_is_asked_in_the_middle_of_a_move():
    match = pp.Match(pp.game("activator"), seed=3, seats={"red": "random", "blue": "random"})
    match.run(12)
    state = match.initial_state
    for step in match.steps:
        scene = VIEW.scene(match.game, step.state)
        found = QUIZ.ask(match.game, "immune", step.state, scene, ())
        assert (found is not None) == (step.state.turn > state.turn), step
        state = step.state


@pytest.mark.parametrize("kind", ["frozen", "capture", "immune", "home"])
def test_puzzles_are_found_by_playing_and_asked(kind):
    found = pp.puzzles("activator", kind, 2, seed=1)
    again = pp.puzzles("activator", kind, 2, seed=1)
    assert [puzzle.kind for puzzle in found] == [kind, kind]
    assert [p.match.state for p in found] == [p.match.state for p in again]
    assert found[0].match.state != found[1].match.state
    for puzzle in found:
        game, state = puzzle.match.game, puzzle.match.state
        right = answers(game, state, kind)
        assert right
        assert pp.predict(state, kind, of=game, keep=False).guess(right[0]).right
    quiz = pp.predict(found, keep=False)
    assert quiz.question == kind
    assert quiz.guess("none").right is False


def test_invalid_arguments_are_refused_in_one_line():
    with pytest.raises(pp.BadInput, match="kind is 'tie'"):
        pp.puzzles("activator", "tie")
    with pytest.raises(pp.BadInput, match="'frozen' came up in"):
        pp.puzzles("activator", "frozen", freezing=False)


def test_puzzles_of_several_kinds_need_a_question():
    found = pp.puzzles("activator", count=4)
    assert [puzzle.kind for puzzle in found] == ["frozen", "capture", "immune", "home"]
    with pytest.raises(pp.BadInput, match="these puzzles ask"):
        pp.predict(found)


@pytest.fixture(scope="module")
def between_bots() -> pp.Match:
    match = pp.Match(pp.game("activator"), seed=4, seats={"red": "quick", "blue": "quick"})
    match.run(6)
    return match


def test_the_quiz_asks_for_the_piece_a_bot_moves(between_bots):
    match = between_bots.branch(0)
    for played in between_bots.record[:3]:
        quiz = pp.predict(match, "move", keep=False)
        feedback = quiz.guess(played.move.start)
        assert feedback.right
        assert f"chooses {played.move}: " in feedback.text
        match.play(played.move)


def test_a_wrong_guess_is_compared_with_the_bots_move(between_bots):
    match = between_bots.branch(0)
    feedback = pp.predict(between_bots_from(between_bots), "move", keep=False).guess("b2")
    assert not feedback.right
    assert feedback.text.startswith("No: Red chooses ")
    first = feedback.text.split("From b2 the best is ")[1].split(": ")[0]
    assert match.refusal(match.game.parse_move(match.state, first)) is None


def between_bots_from(match: pp.Match) -> pp.Match:
    copy = match.branch(-1)
    copy.goto(0)
    return copy


@pytest.mark.parametrize("guess", ["d4", "c2"])
def test_a_guess_without_a_legal_move_gives_the_reason(between_bots, guess):
    feedback = pp.predict(between_bots_from(between_bots), "move", keep=False).guess(guess)
    assert not feedback.right
    assert f"{guess} is" in feedback.text or f"not Blue's double FB on {guess}" in feedback.text


def test_the_answer_plays_the_whole_turn(between_bots):
    quiz = pp.predict(between_bots_from(between_bots), "move", keep=False)
    quiz.guess("b2")
    first = between_bots.record[0].steps[-1].state
    shown = {(piece.x, piece.y) for piece in quiz.scene.pieces if piece.id == "activator-red"}
    assert shown == {at(first.activators["red"])}
    assert {layer.id for layer in quiz.scene.layers} >= {"line", "rivals", "guess"}
    quiz.next()
    assert "Blue is a bot" in quiz.scene.caption
