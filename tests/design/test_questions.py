"""Questions that a class asks itself, by its functions ``ask_NAME``."""

from __future__ import annotations

from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.design import Board, check, one_of, ready
from piecepack_nb.scene import check_scene


@pp.register
class AskingRow(Board):
    """Three in a line, with questions."""

    rulebook = """
        RO-1 Moves. Play on an empty square.
        RO-2 End. Three in a line win."""
    places = Board.squares(3, 3)

    def why_not(self, table: Any, place: str) -> Any:
        return ready.on_empty(table, place, clause="RO-1")

    def move(self, table: Any, place: str) -> None:
        table[place] = table.seat

    def winner(self, table: Any) -> Any:
        return ready.line_of(table, 3, clause="RO-2") or ready.full(table, clause="RO-2")

    def ask_win(self, table: Any) -> Any:
        """RO-2 Where can {seat} win at once?"""
        return [place for place in table.empty if self.wins(table, place)]

    def reason_win(self, table: Any, guess: str) -> Any:
        if table[guess] is None and self.wins(table, guess):
            return f"RO-2 {table.seat} has a line with {guess}"
        return None

    def wins(self, table: Any, place: str) -> bool:
        table[place] = table.seat
        line = ready.line_of(table, 3, clause="RO-2")
        del table[place]
        return bool(line)

    def ask_leader(self, table: Any) -> Any:
        """Who has more pieces?"""
        return "suns" if table.count("suns") > table.count("moons") else None


def ask(question: str, moves: str = "", design: type[Board] = AskingRow, **position: Any) -> Any:
    match = pp.Match(design.as_game()(), **position)
    for move in moves.split():
        match.play(move)
    return pp.predict(match.state, question, of=match.game, keep=False)


WIN = "b2 a1 b3 a2"


def test_a_question_has_the_words_and_the_clause_of_its_docstring() -> None:
    quiz = ask("win", WIN)
    assert (quiz.scene.caption, quiz.scene.clause) == ("Where can Suns win at once?", "RO-2")
    assert quiz.questions.title == "Where can the seat that moves win at once?"
    assert [spot.id for spot in quiz.scene.spots][-1] == "none"
    check_scene(quiz.scene)


def test_a_guess_is_graded_with_the_reason_or_else_the_refusal() -> None:
    right = ask("win", WIN).guess("b1")
    assert repr(right) == "<right: Right: suns has a line with b1. [RO-2]>"
    assert right.answer == ("b1",)
    wrong = ask("win", WIN).guess("a1")
    assert repr(wrong) == "<wrong: No: a1 is taken. Right is b1. [RO-1]>"
    assert [mark.kind for mark in wrong.marks if mark.layer == "guess"] == ["answer", "guess"]
    assert ask("win", WIN).guess("none").text == "No: right is b1."


def test_none_is_right_where_nothing_is() -> None:
    assert ask("win").guess("none").right
    assert ask("win").guess("a1").text == "No: there is none."


def test_a_question_about_the_next_move_is_answered_by_it() -> None:
    class Foretold(AskingRow):
        def ask_taken(self, table: Any, later: Any) -> Any:
            """RO-1 Which square will {seat} take?"""
            return [place for place in later if place not in table]

    match = pp.Match(Foretold.as_game()())
    match.play("b2")
    match.play("c3")
    match.goto(0)
    quiz = pp.predict(match, "taken", keep=False)
    assert quiz.scene.caption == "Which square will Suns take?"
    assert quiz.guess("b2").right
    assert quiz.scene.pieces != quiz.questions.view.scene(match.game, match.state).pieces
    quiz.next()
    assert quiz.guess("b2").text == "No: b2 is taken. Right is c3."
    with pytest.raises(pp.BadInput, match="nothing to predict"):
        pp.predict(match.state, "taken", of=match.game, keep=False)


def test_a_seat_can_be_the_answer_and_nothing_is_asked_without_one() -> None:
    quiz = ask("leader", "b2")
    assert [spot.id for spot in quiz.scene.spots] == ["suns", "moons", "none"]
    assert quiz.guess("moons").text == "No: right is suns."
    with pytest.raises(pp.BadInput, match="nothing to predict"):
        ask("leader")


def test_a_word_of_a_move_can_be_the_answer() -> None:
    class Pass(Board):
        how = one_of("stay", "go")

        def move(self, table: Any, how: str) -> None:
            pass

        def ask_best(self, table: Any) -> Any:
            """What is best?"""
            return {"go"}

    quiz = ask("best", design=Pass)
    assert [spot.id for spot in quiz.scene.spots] == ["stay", "go", "none"]
    assert quiz.guess("go").right


def test_puzzles_are_positions_in_which_a_question_has_an_answer() -> None:
    game = pp.game("asking_row")
    found = pp.puzzles(game, count=4)
    assert [puzzle.kind for puzzle in found] == ["leader", "win", "leader", "win"]
    assert [p.text for p in found] == [p.text for p in pp.puzzles(game, count=4)]
    for puzzle in found:
        assert pp.predict(puzzle, keep=False).questions.kind == puzzle.question == puzzle.kind
    with pytest.raises(pp.BadInput, match="question is 'legal'; expected 'leader' or 'win'"):
        pp.puzzles(game, question="legal")


@pytest.mark.parametrize(
    ("function", "wrong"),
    [
        (lambda self, table: ["a1"], "ask_it has no docstring; expected the question in words"),
        (lambda self, place: ["a1"], "ask_it takes (self, place); expected (self, table)"),
    ],
)
def test_a_question_that_cant_be_asked_is_named_at_once(function: Any, wrong: str) -> None:
    if "place" in wrong:
        function.__doc__ = "Where?"
    with pytest.raises(pp.BadInput) as caught:
        type("Own", (AskingRow,), {"ask_it": function}).as_game()
    assert wrong in str(caught.value)


def test_an_answer_that_is_nowhere_is_named_with_its_function() -> None:
    class Wrong(AskingRow):
        def ask_it(self, table: Any) -> Any:
            """Where?"""
            return "z9"

    expected = "returned 'z9'; expected None where there is nothing to ask, or what is right"
    with pytest.raises(pp.BadInput, match=expected):
        ask("it", design=Wrong)
    assert any(expected in each for each in check(Wrong, games=1).problems)


def test_the_usual_questions_mark_what_is_right() -> None:
    match = pp.Match(AskingRow.as_game()())
    for move in ("b2", "a1"):
        match.play(move)
    match.goto(1)
    found = pp.predict(match, "legal", keep=False).guess("b2")
    assert not found.right
    assert set(found.answer) == {"a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"}


def test_the_move_of_a_bot_is_graded_with_its_reason() -> None:
    match = pp.Match(pp.game("asking_row"), seed=1, seats="look_ahead")
    match.run(1)
    why = match.steps[0].event.why
    match.goto(0)
    place = str(why.move)
    right = pp.predict(match, keep=False).guess(place)
    assert right.text == f"Right: {place}. {why.choice}"
    other = "b2" if place != "b2" else "a1"
    wrong = pp.predict(match, keep=False).guess(other)
    assert wrong.text.endswith(f"is legal, too, but was not chosen. {why.choice}")
