"""Predictions that are kept: the file, what a reader knew, new positions, a class."""

from __future__ import annotations

import csv
import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.widgets.predictions import Prediction, Predictions
from piecepack_nb.widgets.quiz import Quiz

FILE = Path(".piecepack_nb/predictions.jsonl")
BEHIND = {"piecepackman": "f4 W", "cubes": "crowns d4 g4, moons a3"}
HOSTILE = "</text><script>alert(1)</script>"
MADE = Prediction(
    "01_rules", "piecepackman", {}, "objective", "Cost", "PM-15", "Which?", "g4", False, "No.", "1a"
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JPY_SESSION_NAME", "/course/01_rules.ipynb")
    return tmp_path


def quiz(**options: Any) -> Quiz:
    """Return a quiz in which g4 overlooks the cost of turns, and d4 is right."""
    match = pp.Match(pp.game("piecepackman"), position=BEHIND, dice=["roll 2 null 4 3"])
    return pp.predict(match, **options)


def guess(at: Quiz, *spots: str) -> None:
    """Guess on the board as a page does, going on between guesses."""
    for number, spot in enumerate(spots):
        if number:
            at.next()
        message = {"kind": "pick", "serial": at.serial, "spot": spot, "gesture": "click"}
        at._received(at, message, [])
        assert not at.last_error, at.last_error


def lines() -> list[dict[str, Any]]:
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def save(path: str | Path, *made: Prediction) -> Path:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    return Predictions(made).save(path)


def test_a_guess_on_the_board_is_kept_with_the_rule_it_overlooks() -> None:
    assert len(pp.predictions()) == 0
    guess(quiz(), "g4")
    head, made = lines()
    assert head == {"format": "piecepack_nb predictions", "version": 1}
    assert (made["lesson"], made["game"], made["kind"]) == ("01_rules", "piecepackman", "objective")
    assert (made["clause"], made["right"], made["rules"]) == ("PM-15", False, {})
    assert made["guess"].startswith("g4")
    assert made["text"].startswith("No: he heads for the crowns cube on d4")
    assert "ann" not in FILE.read_text(encoding="utf-8"), "no name"
    assert (FILE.parent / ".gitignore").read_text(encoding="utf-8") == "*\n"
    guess(quiz(), "d4")
    assert [each.right for each in pp.predictions()] == [False, True]


def test_a_guess_from_code_is_kept_as_a_click_is() -> None:
    found = quiz().guess("g4")
    (made,) = pp.predictions()
    assert (made.right, made.clause, made.text) == (False, "PM-15", found.text)
    guess(quiz(), "d4")
    assert pp.predictions().score == (0, 1), "a click after it has seen the answer"


def test_nothing_is_kept_if_that_is_asked_for() -> None:
    quiz(keep=False).guess("g4")
    guess(quiz(keep=False), "g4")
    assert not FILE.parent.exists()


def test_where_nothing_can_be_written_one_line_says_so() -> None:
    FILE.parent.write_text("a file is in the way", encoding="utf-8")
    at = quiz()
    guess(at, "g4")
    assert at.score == (0, 1), "the game goes on"
    text = f"Predictions on this board aren't kept: {FILE} can't be written"
    assert at.notice["text"].startswith(text)
    number = at.notice["number"]
    at.next()
    at.guess(at.scene.spots[0].id)
    assert at.notice["number"] == number, "it is said once"


def test_only_the_first_guess_at_a_question_counts() -> None:
    for spot in "g4", "d4":
        guess(quiz(), spot)
    known = pp.predictions()
    assert len(known) == 2
    assert known.score == (0, 1)
    title = known.first[0].title
    assert known.rows() == [(f"PM-15 {title}", "0 of 1 right")]
    assert repr(known) == "<Predictions: 0 of 1 first prediction right>"


def test_another_notebook_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    guess(quiz(), "g4")
    monkeypatch.setenv("JPY_SESSION_NAME", "02_search.ipynb")
    assert len(pp.predictions()) == 0
    monkeypatch.delenv("JPY_SESSION_NAME")
    assert len(pp.predictions()) == 1, "where the name is unknown, all are shown"
    pp.predictions().delete()
    assert not FILE.exists()


def test_the_picture_has_a_row_for_each_rule_and_says_it_in_words() -> None:
    made = [
        MADE._replace(position=str(n), right=n > 1, clause=clause, title=title)
        for n, (clause, title) in enumerate(
            [("PM-15", HOSTILE)] * 4 + [("", "What is frozen?")] * 30
        )
    ]
    picture = ET.fromstring(str(Predictions(made).svg()))
    space = "{http://www.w3.org/2000/svg}"
    described = picture.findtext(f"{space}desc") or ""
    assert f"PM-15 {HOSTILE}: 2 of 4 right" in described
    assert "What is frozen?: 30 of 30 right" in described
    assert not list(picture.iter(f"{space}script"))
    signs = [each.get("class") for each in picture.iter(f"{space}path")]
    assert signs == ["tick", "cross", "cross", "cross", "tick", "tick"], "30 grades are a bar"
    assert "No predictions yet" in str(Predictions([]).svg())


def test_a_damaged_file_is_refused_and_an_unfinished_line_left_out() -> None:
    save(FILE, MADE, MADE._replace(position="2b"))
    whole = FILE.read_text(encoding="utf-8")
    FILE.write_text(whole[:-9], encoding="utf-8")
    assert len(pp.predictions()) == 1
    for wrong, problem in (
        ('"right": 1', "right is 1"),
        ('"right": false, "more": 2', "'more'"),
        ('"right": [', "no JSON"),
    ):
        FILE.write_text(whole.replace('"right": false', wrong), encoding="utf-8")
        with pytest.raises(ValueError, match=r"predictions.jsonl, line 2: .*") as refused:
            pp.predictions()
        assert problem in str(refused.value)
        assert "\n" not in str(refused.value)
    FILE.write_text(whole.replace('"version": 1', '"version": 2'), encoding="utf-8")
    with pytest.raises(ValueError, match="version is 2; expected 1"):
        pp.predictions()


def test_a_guess_after_an_unfinished_line_damages_nothing() -> None:
    save(FILE, MADE)
    FILE.write_bytes(FILE.read_bytes() + b'{"lesson": "01_ru')
    guess(quiz(), "g4")
    assert [each.position == MADE.position for each in pp.predictions()] == [True, False]
    FILE.write_bytes(b'{"format": ')
    guess(quiz(), "g4")
    assert len(pp.predictions()) == 1
    assert b"\r" not in FILE.read_bytes()


def test_a_teacher_joins_the_files_of_a_class(tmp_path: Path) -> None:
    save("class/ann.jsonl", MADE)
    save("class/bob/01_rules/.piecepack_nb/predictions.jsonl", MADE._replace(right=True))
    Path("class/bob/game.jsonl").write_text('{"format": "piecepack_nb match"}\n', encoding="utf-8")
    joined = pp.predictions("class")
    assert joined.readers == ["ann", "bob"]
    assert joined.score == (1, 2)
    assert joined.rows() == [
        ("01_rules 1: Which?", "1 of 2 right; answer by PM-15 Cost; overlooked: PM-15 Cost (1)")
    ]
    assert joined.text().startswith("1 of 2 first predictions right by 2 readers")
    with pytest.raises(ValueError, match="these predictions are of a class"):
        joined.delete()
    again = pp.predictions(joined.save("all.jsonl"))
    assert list(again) == list(joined)
    formula = Predictions([MADE._replace(guess="=1+1")]).to_csv(tmp_path / "table.csv")
    with formula.open(encoding="utf-8", newline="") as file:
        (row,) = csv.DictReader(file)
    assert (row["guess"], row["clause"], row["right"]) == ("'=1+1", "PM-15", "False")
    with pytest.raises(ValueError, match="holds no predictions"):
        pp.predictions("class/bob/game.jsonl")
    with pytest.raises(ValueError, match="there is no folder clas; expected the one with the fil"):
        pp.predictions("clas")


def test_a_class_is_shown_by_question_with_the_rule_of_the_answer_and_what_misled() -> None:
    Path("class").mkdir()
    for spot in "g4", "d4":
        guess(quiz(), spot)
        known = pp.predictions()
        known.save(f"class/{spot}.jsonl")
        known.delete()
    guess(quiz(), "a3")
    pp.predictions().save("class/third.jsonl")
    joined = pp.predictions("class")
    (answers,) = joined.answers
    assert sorted(answers.grades) == [False, False, True]
    assert answers.rule.startswith("PM-12 ")
    assert {rule[:5] for rule in answers.misled} > {"PM-15"}
    assert sum(answers.misled.values()) == 2
    described = str(joined.svg())
    assert "1 of 3 right; answer by PM-12" in described
    assert "overlooked: PM-15" in described
    assert "this rule was overlooked" not in described
    missed = next(each for each in joined if each.guess.startswith("g4"))
    assert missed.answer_rule == answers.rule, "known where nobody was right, too"


def test_each_prediction_of_a_class_counts_once() -> None:
    second, third = MADE._replace(position="2b"), MADE._replace(position="3c", right=True)
    save("class/ann.jsonl", MADE)
    save("class/ann (1).jsonl", MADE, second)
    save("class/ann - Copy.jsonl", MADE)
    save("class/bob.jsonl", MADE)
    save("class/bob (1).jsonl", third)
    for name in "predictions", "predictions (1)":
        save(f"class/{name}.jsonl", MADE)
    joined = pp.predictions("class")
    assert joined.readers == ["ann", "bob", "bob (1)", "predictions", "predictions (1)"]
    assert len(joined) == 6
    joined.save("class/all.jsonl")
    assert list(pp.predictions("class")) == list(joined), "the joined file adds nothing"


def test_no_file_of_a_class_speaks_for_another_reader() -> None:
    named = MADE._replace(who="bob", right=True)
    save("class/ann.jsonl", named, named._replace(position="2b"))
    save("class/bob.jsonl", MADE)
    save("class/cyd/predictions.jsonl", MADE._replace(position="3c"), named)
    joined = pp.predictions("class")
    assert [(each.who, each.right) for each in joined] == [("bob", False), ("cyd", False)]
    own = "with a reader's name; expected those of the file's own reader, without a name"
    assert joined.left_out == (
        f"class/ann.jsonl: 2 lines {own}",
        f"class/cyd/predictions.jsonl: 1 line {own}",
    )
    assert "Left out: class/ann.jsonl: 2 lines with a reader's name" in joined.text()


@pytest.mark.parametrize(
    ("broken", "problem"),
    [
        (b'{"lesson": "01_ru\n', "line 4: the line is no "),
        (b'{"lesson": 7}\n', "line 4: "),
        (b"\xff\xfe\x00\n", "line 4: the line is no "),
        (b"[" * 9000 + b"\n", "line 4: "),
        (b"null\n", "line 4: "),
    ],
)
def test_a_broken_line_blocks_nobody(broken: bytes, problem: str) -> None:
    good, later = MADE._replace(position="2b"), MADE._replace(position="3c")
    save("class/ann.jsonl", MADE)
    path = save("class/bob.jsonl", MADE, good)
    last = save("other.jsonl", later).read_bytes().partition(b"\n")[2]
    path.write_bytes(path.read_bytes() + broken + last)
    joined = pp.predictions("class")
    assert [each.position for each in joined] == ["1a", "1a", "2b", "3c"]
    (left_out,) = joined.left_out
    assert left_out.startswith(f"class/bob.jsonl, {problem}")
    assert "\n" not in left_out
    assert "Left out: class/bob.jsonl, line 4" in joined.note()
    assert "Left out" in str(joined.svg())


def test_a_broken_file_blocks_nobody() -> None:
    save("class/ann.jsonl", MADE)
    whole = save("class/bob.jsonl", MADE).read_text("utf-8")
    for name, text in {
        "bob": whole.replace('"version": 1', '"version": 2'),
        "cyd": whole.partition("\n")[2],
        "dee": whole.replace('"version": 1', '"version": '),
        "eve": "x" * 17 * 2**20,
        "game": '{"format": "piecepack_nb match"}\n',
    }.items():
        Path(f"class/{name}.jsonl").write_text(text, encoding="utf-8")
    joined = pp.predictions("class")
    assert joined.readers == ["ann"]
    assert [each.partition(".jsonl")[0] for each in joined.left_out] == [
        "class/bob", "class/cyd", "class/dee", "class/eve"
    ]  # fmt: skip
    assert "And 1 more: see .left_out" in joined.note()
    with pytest.raises(ValueError, match=r"cyd.jsonl, line 1: its heading is missing"):
        pp.predictions("class/cyd.jsonl")


def test_one_file_renames_no_question_of_a_class() -> None:
    save("class/ann.jsonl", MADE._replace(question="Give up?", lesson="99", right=True,
                                          answer_rule="XX-1 None"))  # fmt: skip
    for name in "bob", "cyd", "dee":
        save(f"class/{name}.jsonl", MADE._replace(right=True, answer_rule="PM-12 Objective"))
    (answers,) = pp.predictions("class").answers
    assert answers.question == "01_rules 1: Which?"
    assert answers.rule == "PM-12 Objective"


def test_files_of_before_the_rule_of_the_answer_was_kept_are_read() -> None:
    path = save("class/ann.jsonl", MADE)
    path.write_text(path.read_text("utf-8").replace(', "answer_rule": ""', ""), encoding="utf-8")
    assert [each.answer_rule for each in pp.predictions("class")] == [""]


def test_again_asks_about_new_positions_where_the_same_rule_decides() -> None:
    guess(quiz(), "g4")
    known = pp.predictions()
    at = known.again(2)
    asked = list(at.questions)
    assert len({each.question.scene for each in asked}) == 2
    for each in asked:
        found = at.questions.feedbacks(each).values()
        wrong = [feedback for feedback in found if feedback.clause == "PM-15"]
        assert wrong
        assert len(wrong) < len(found) / 3, "a rule that most squares break decides nothing"
    assert known.again(1).scene == asked[0].question.scene, "a seed repeats them"
    right = next(id for id, each in at.questions.feedbacks(asked[0]).items() if each.right)
    guess(at, right)
    assert len(pp.predictions()) == 2, "they are kept, too"


def test_again_says_when_nothing_misled() -> None:
    with pytest.raises(ValueError, match="no rule misleads you now"):
        Predictions([MADE, MADE._replace(right=True, position="2b")]).again()
    with pytest.raises(ValueError, match="count is 0"):
        Predictions([MADE]).again(0)
