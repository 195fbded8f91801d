"""Predict before reveal, without a page: questions, feedback and the next question."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import piecepack_nb as pp
from piecepack_nb.games.piecepackman.decision import Decision
from piecepack_nb.scene import Scene, check_scene, from_json
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.widgets.quiz import Quiz
from tests.conftest import sampled
from tests.core.pig import Pig
from tests.games.piecepackman.helpers import roll, table
from tests.scene.film_reader import apply

BEHIND = "piecepackman: f4 W\ncubes: crowns d4 g4, moons a3"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep predictions out of the working folder."""
    monkeypatch.chdir(tmp_path)


def quiz(written: str = BEHIND, question: str = "objective", **faces: object) -> Quiz:
    """Return a quiz on what he does after this roll."""
    match = table(written)
    roll(match, **(faces or {"crowns": 2}))
    match.goto(1)
    return pp.predict(match, question)


def pick(at: Quiz, spot: str, gesture: str = "click") -> dict[str, Any]:
    """Send a pick as a page does; return the board's reply."""
    before = at.notice
    message = {"kind": "pick", "serial": at.serial, "spot": spot, "gesture": gesture}
    at._received(at, message, [])
    assert not at.last_error, at.last_error
    return {} if at.notice == before else dict(at.notice)


def next_question(at: Quiz, serial: object = None) -> None:
    """Press the next button as a page does."""
    message = {"kind": "next", "serial": at.serial if serial is None else serial}
    at._received(at, message, [])
    assert not at.last_error, at.last_error


def test_the_count_and_what_comes_next_are_always_sent():
    at = quiz("piecepackman: f4 W\ncubes: suns e4 a4", suns=3)
    assert at.tally == {"grades": [], "then": "guess", "signs": []}
    next_question(at)
    assert at.tally["then"] == "guess", "nothing was guessed yet"
    at.guess("a4")
    assert at.tally == {"grades": [False], "then": "next", "signs": ["guess", "answer"]}
    answered = at.serial
    next_question(at)
    assert at.tally["then"] == "guess"
    at.guess("a4")
    next_question(at, answered)
    expected = {"grades": [False, True], "then": "next", "signs": ["answer"]}
    assert at.tally == expected, "a press for the answer before"
    next_question(at, "x")
    assert at.notice["text"].startswith("the page's position number is 'x'")


def test_the_quiz_shows_the_board_after_the_roll_and_asks():
    at = quiz()
    assert at.scene.caption.startswith(
        "He has 2 points. Which cube or power coin does he head for?"
    )
    assert at.scene.clause == "PM-12"
    assert {spot.role for spot in at.scene.spots} == {"select"}
    assert len(at.scene.spots) == 96, "any square can be guessed, and nothing else"
    assert not [mark for mark in at.scene.marks if mark.layer], "nothing is given away"
    assert at.scene.listings == ()
    assert [piece.face for piece in at.scene.pieces if piece.id == "die-crowns"] == ["2"]


def test_a_wrong_guess_is_drawn_with_its_path_and_cost_beside_his():
    at = quiz()
    assert not pick(at, "g4")
    assert at.score == (0, 1)
    scene = check_scene(at.scene)
    assert scene.caption.endswith("each quarter turn costs 1 (PM-15).")
    assert scene.clause == "PM-15"
    mine = [(mark.kind, mark.label) for mark in scene.marks if mark.layer == "guess"]
    assert mine == [
        ("trail", ""), ("turn-left", "1"), ("turn-left", "2"), ("answer", ""), ("guess", ""),
    ]  # fmt: skip
    assert {mark.suit for mark in scene.marks if mark.kind in ("trail", "turn-left")
            and mark.layer == "guess"} == {"guess"}, "in the colour of the guess"  # fmt: skip
    where = {mark.kind: (mark.x, mark.y) for mark in scene.marks if mark.layer == "guess"}
    squares = {spot.id: (spot.x, spot.y) for spot in scene.spots}
    assert (where["guess"], where["answer"]) == (squares["guess g4"], squares["way d4"])
    badges = [mark.label for mark in scene.marks if mark.layer == "candidates"]
    assert badges == ["3"], "what it costs stands there already, for it is a candidate"
    assert [layer.id for layer in scene.layers] == ["way", "candidates", "guess"]
    assert [mark.label for mark in scene.marks if mark.layer == "way"][-1] == "2"
    him = next(piece for piece in scene.pieces if piece.id == "him")
    assert (him.x, him.y) == next(
        (spot.x, spot.y) for spot in scene.spots if spot.id == "way d4"
    ), "he stands where he went"
    assert scene.listings[0].title == "Everything he could head for"
    assert len(at.snapshot["frames"]) == 4, "the decision, two steps, the cube; then all of it"


def test_a_right_guess_counts():
    at = quiz()
    judged = at.guess("d4")
    assert judged.right
    assert at.score == (1, 1)
    assert at.scene.caption.startswith("Right. He heads for the crowns cube on d4")
    assert repr(at) == "<Quiz of Piecepackman: 1 of 1 predicted>"


def test_every_number_of_the_answer_explains_itself():
    at = quiz()
    at.guess("g4")
    explained = {spot.id for spot in at.scene.spots if spot.role == "why"}
    assert {"way d4", "why g4", "guess g4"} <= explained
    assert [spot.id for spot in at.scene.spots if spot.role != "why"] == []


def test_the_quiz_asks_where_he_ends():
    at = quiz("piecepackman: f4 W\ncubes: suns e4 a4", "end", suns=3)
    assert at.scene.caption == "He has 3 points. On which square will he end this movement?"
    judged = at.guess("e4")
    assert not judged.right
    assert judged.clause == "PM-20"
    him = next(piece for piece in at.scene.pieces if piece.id == "him")
    place = view_of(pp.game("piecepackman")).locate(at.game, ("c4",))[0]
    assert (him.x, him.y) == place[1:]


def test_a_movement_that_ends_in_staying_shows_both_decisions():
    bars = "suns d4 1 cubes, moons g4 1 cubes, crowns f3 3 cubes, arms e3 1 cubes"
    at = quiz(f"piecepackman: f4 W\nghosts: {bars}\ncubes: crowns e4, moons a3", "end", crowns=4)
    kinds = [step.event.kind for step in at._asked.steps[: at._current.steps]]
    assert kinds == ["he heads for", "step", "cube taken", "he stays"]
    at.guess("a3")
    check_scene(at.scene)
    assert {"way", "candidates", "guess"} <= {layer.id for layer in at.scene.layers}


@pytest.mark.parametrize("question", ["objective", "end"])
@pytest.mark.parametrize("rules", sampled([{}, {"maze": "winding"}, {"players": 3}], 3, 1), ids=str)
def test_any_guess_in_any_game_can_be_shown(question, rules):
    at = pp.predict("piecepackman", question, seed=11, **rules)
    squares = at.game.ruleset.maze.squares
    for number in range(20):
        at.guess(squares[(37 * number) % len(squares)])
        at.next()
        if at._current is None:
            break
    assert at.guesses >= 15


def test_next_asks_about_the_points_left():
    at = quiz("piecepackman: f4 W\ncubes: suns e4 a4", suns=3)
    at.guess("e4")
    next_question(at)
    assert (
        at.scene.caption == "He has 2 points left. Which cube or power coin does he head for next?"
    )
    assert at.guess("a4").right
    assert at.score == (2, 2)


def test_past_the_record_bots_continue_and_the_match_is_unchanged():
    match = pp.Match(pp.game("piecepackman"), seed=7)
    at = pp.predict(match)
    for _ in range(4):
        target = at._asked.steps[0].event.data.get("target")
        answer = next(spot.id for spot in at.scene.spots if spot.id == target)
        assert at.guess(answer).right
        at.next()
    assert at.score == (4, 4)
    assert match.cursor == 0
    assert match.steps == []


def test_the_answers_are_those_of_the_match_itself():
    match = pp.Match(pp.game("piecepackman"), seed=3, seats=dict.fromkeys(
        ("suns", "moons", "crowns", "arms"), "random"))  # fmt: skip
    match.run(60)
    decisions = [why for step in match.steps if isinstance(why := step.event.why, Decision)]
    match.goto(0)
    at = pp.predict(match)
    for decision in decisions[:8]:
        assert at._current is not None
        asked = at._current.key.decision
        assert (asked.state, asked.suit) == (decision.state, decision.suit)
        assert at.guess(decision.target or decision.state.square).right
        at.next()


def test_the_quiz_reports_the_end_of_the_game():
    match = table("piecepackman: f4 W\nextra_lives: 0\ncubes: suns e4")
    at = pp.predict(match)
    while at._current is not None:
        at.guess("e4")
        if not at.questions.one_each and at.scene.caption.startswith("That was all"):
            break
        at.next()
    assert at.scene.caption == f"No more questions. You predicted {at.right} of {at.guesses}."
    assert at.scene.spots == ()
    with pytest.raises(pp.BadInput, match="there is no question now"):
        at.guess("e4")


def test_a_list_of_puzzles_is_asked_in_order():
    found = pp.puzzles(count=3)
    at = pp.predict(found)
    for puzzle in found:
        assert at._current is not None
        assert at._current.key.decision.state == puzzle.match.state
        at.guess("a1")
        at.next()
    assert at.scene.caption == "No more questions. You predicted 0 of 3."
    single = pp.predict(found[0])
    assert single._current.key.decision.state == found[0].match.state


def test_a_state_without_a_match_is_asked_about():
    match = table(BEHIND)
    steps = roll(match, crowns=2)
    at = pp.predict(steps[0].state, of=match.game)
    assert not at.guess("g4").right
    with pytest.raises(pp.BadInput, match="nothing to predict from here on"):
        pp.predict(table(BEHIND).state, of=match.game)


def test_a_game_is_given_by_name_with_its_rules():
    at = pp.predict("piecepackman", "end", seed=7, quarter_turn_cost=0)
    assert at.game.rules.quarter_turn_cost == 0
    assert "end this movement" in at.scene.caption


def test_boards_of_a_game_under_other_rules_say_so_in_the_clauses():
    game = pp.game("piecepackman", quarter_turn_cost=0)
    match = pp.Match(game, seed=7)
    for board in (pp.predict(match), pp.show(match), pp.maze(quarter_turn_cost=0)):
        changed = [id for id, text in game.rulebook.to_json().items() if text != board.clauses[id]]
        assert changed == ["PM-15"]
        text = board.clauses["PM-15"][1]
        assert text.endswith(" In this game: What a quarter turn costs: 0, not 1.")


def test_next_before_a_guess_is_refused():
    at = quiz()
    with pytest.raises(pp.BadInput, match="guess before you go to the next question"):
        at.next()
    for square in ("f4", "e5", "j10"):
        assert not quiz().guess(square).right


@pytest.mark.parametrize(
    ("what", "more", "line"),
    [
        (7, {}, "the first argument is 7; expected a game, a match, puzzles, or a state with of="),
        ([], {}, "the first argument is []; expected"),
        ("piecepackman", {"question": "why"}, "question is 'why'; expected 'objective' or 'end'"),
        ("chess", {}, "the game is 'chess'; expected"),
        ("piecepackman", {"turn_cost": 1}, "there is no rule option 'turn_cost'"),
    ],
)
def test_values_that_cannot_be_predicted_are_refused_in_one_line(what, more, line):
    with pytest.raises(pp.BadInput) as caught:
        pp.predict(what, **more)
    assert str(caught.value).startswith(line)
    assert "\n" not in str(caught.value)


def test_a_game_without_questions_is_refused():
    with pytest.raises(pp.BadInput):
        pp.predict(pp.Match(Pig(), seed=1))


# --- a page without a kernel ---------------------------------------------------------------------


class PageQuiz(NamedTuple):
    """A question of a page: its scene, the scenes to it and to its answer, the grades and ends."""

    scene: Scene
    lead: list[dict[str, Any]]
    frames: list[dict[str, Any]]
    ends: dict[str, tuple[bool, Scene]]


def page_questions(at: Quiz, count: int = 3) -> Iterator[PageQuiz]:
    """Yield what a page with the first questions would show, as its script puts it together."""
    (text,) = re.findall(r'id="ppnb-state">(.*?)</script>', at.page(count))
    data = json.loads(zlib.decompress(base64.b64decode(json.loads(text)["questions"])))
    scene = from_json(data["first"])
    for each in data["questions"]:
        scene = apply(scene, each["scene"])
        base = apply(scene, each["last"])
        ends = {spot: (right, apply(base, own)) for spot, (right, own) in each["guesses"].items()}
        yield PageQuiz(scene, each["lead"], each["frames"], ends)


def animated(before: Scene, frames: list[dict[str, Any]]) -> list[Scene]:
    return list(accumulate(frames, apply, initial=before._replace(spots=())))[1:]


@pytest.mark.parametrize("name", ["activator", "pacman", "paco", "piecepackman", "worm_derby"])
def test_a_page_judges_every_guess_as_the_notebook_does(name: str) -> None:
    at = pp.predict(name, seed=4)
    guess = at.scene.spots[-1].id
    at.guess(guess)
    asked = list(page_questions(at))  # begins at the first question all the same
    assert len(asked) == 3
    for number, (scene, lead, frames, ends) in enumerate(asked):
        if number:
            before = at.scene
            at.next()
            assert animated(before, lead) == animated(before, at.snapshot["frames"])
            assert scene == at.scene
            guess = scene.spots[number * 7 % len(scene.spots)].id
            at.guess(guess)
        assert ends.keys() == {spot.id for spot in scene.spots}
        assert animated(scene, frames) == animated(scene, at.snapshot["frames"])
        assert ends[guess] == (at._grades[-1], at.scene)


def test_a_page_has_the_questions_of_the_match_as_it_was() -> None:
    match = pp.Match(pp.game("piecepackman"), seed=4)
    asking = pp.predict(match)
    first = next(page_questions(asking)).scene
    match.run(8)
    assert next(page_questions(asking)).scene == first == asking.scene


def test_a_page_of_puzzles_asks_one_question_of_each(tmp_path: Path) -> None:
    puzzles = pp.puzzles("activator", "capture", count=3, seed=2)
    path = pp.predict(puzzles).to_html(tmp_path / "puzzles.html")
    assert "<title>Activator: What can capture?</title>" in path.read_text(encoding="utf-8")
    assert len(list(page_questions(pp.predict(puzzles), 100))) == 3


@pytest.mark.parametrize("count", [0, 101, True, "5"])
def test_a_page_has_1_to_100_questions(count: Any) -> None:
    with pytest.raises(ValueError, match=r"questions is .*; expected a whole number from 1 to 100"):
        quiz().page(count)
