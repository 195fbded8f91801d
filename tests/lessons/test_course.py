"""The lessons of the course: their form, their sealed questions and their minutes."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.lessons.asked import lesson_questions
from piecepack_nb.widgets.predictions import own_predictions
from tools.lessons import (
    BESIDE,
    COURSE_PAGES,
    SHOWN_ONLY,
    STUDENTS,
    course,
    course_plan,
    lessons,
    readers_copy,
)

LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
every_lesson = pytest.mark.parametrize("path", course(), ids=lambda path: path.stem)


def cells(path: Path) -> list[dict[str, Any]]:
    return json.loads(path.read_text(encoding="utf-8"))["cells"]


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def asked(path: Path) -> list[tuple[int, str]]:
    """Return the place and the name of each question that a lesson asks."""
    code = [(n, source(cell)) for n, cell in enumerate(cells(path)) if cell["cell_type"] == "code"]
    return [
        (n, name)
        for n, text in code
        for name in re.findall(r"^pp\.ask\(\"(.+?)\"\)$", text, re.MULTILINE)
    ]


@every_lesson
def test_a_lesson_has_the_courses_form(path: Path) -> None:
    shown = cells(path)
    prose = "\n".join(source(cell) for cell in shown if cell["cell_type"] == "markdown")
    code = [source(cell) for cell in shown if cell["cell_type"] == "code"]
    assert code[0].startswith("import piecepack_nb as pp\n")
    later = "\n".join(code[1:])
    assert "import piecepack_nb" not in later, "the package is imported in the first cell"
    assert prose.count(SHOWN_ONLY) == 1
    for part in "**Predict", "**Investigate", "**Modify", "## Make", "## Your own game, step":
        assert part in prose, part
    assert "| | not yet | good | very good |" in prose
    assert "**A good one" in prose
    assert "**A weak one" in prose
    assert f'pp.hand_in("ann", notebooks=["{path.name}"])' in prose
    for link in LINK.findall(prose):
        assert (path.parent / link).exists(), link


@every_lesson
def test_a_lesson_fits_90_minutes_and_its_cut_45(path: Path) -> None:
    parts = course_plan(path)
    assert 80 <= sum(all for _, all, _ in parts) <= 90
    assert 35 <= sum(cut for *_, cut in parts) <= 45
    assert all(cut <= all for _, all, cut in parts)


@every_lesson
def test_each_question_is_asked_before_it_is_answered(path: Path) -> None:
    shown, questions = cells(path), asked(path)
    assert len(questions) >= 3
    copy = readers_copy({"cells": shown})["cells"]
    text = "\n".join(map(source, copy))
    assert not re.search("|".join(map(re.escape, BESIDE)), text), "links of a copy lead beside it"
    for n, name in questions:
        question = lesson_questions()[name]
        assert "**Predict**" in source(shown[n - 1]), name
        assert question.because not in text, name
        assert question.choices == () or question.right in question.choices
        answer = question.right if question.choices else str(question.right[0])
        assert question.judge(answer)


def test_the_lessons_ask_each_of_their_questions_once() -> None:
    names = [name for path in (*course(), *lessons()) for _, name in asked(path)]
    assert sorted(names) == sorted(lesson_questions())
    assert all(each.idea and each.because for each in lesson_questions().values())


def test_the_pages_of_the_course_lead_somewhere() -> None:
    for page in COURSE_PAGES.glob("*.md"):
        for link in LINK.findall(page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"
    assert all((COURSE_PAGES / page).exists() for page in STUDENTS)


# --- questions in words --------------------------------------------------------------------------


def test_a_prediction_in_words_is_sealed_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = {"because": "It is <b>fair</b>.", "idea": "A fair coin"}
    quiz = pp.ask("Heads in 100 tosses?", (40, 60), **told)
    assert "fair" not in json.dumps([str(each.get_state()) for each in quiz.children])
    quiz._button.click()
    assert "Predict first" in quiz._answer.value
    with pytest.raises(pp.BadInput, match=r"the prediction is 'many'; expected one number"):
        quiz.guess("many")
    quiz._field.value, quiz._reason.value = "about 70", "I <i>feel</i> lucky"
    quiz._button.click()
    assert "It is &lt;b&gt;fair&lt;/b&gt;." in quiz._answer.value
    assert "&lt;i&gt;feel" in quiz._answer.value
    assert all(each.disabled for each in (quiz._field, quiz._reason, quiz._button))
    with pytest.raises(pp.BadInput, match="your prediction is sealed: about 70, because"):
        quiz.guess(50)
    again = pp.ask("Heads in 100 tosses?", (40, 60), **told)
    assert again.made == quiz.made, "the first prediction stands"
    assert pp.ask("Who?", "Suns", choices=("Suns", "Moons"), keep=False).guess("Suns")
    (kept,) = own_predictions()
    assert (kept.kind, kept.right, kept.rule) == ("words", False, "A fair coin")
    with pytest.raises(
        pp.BadInput, match="no rule misleads you now; expected a wrong prediction on"
    ):
        pp.predictions().again()
    (tmp_path / "class").mkdir()
    for name in "ann", "ben":
        pp.predictions().save(tmp_path / "class" / f"{name}.jsonl")
    (joined,) = pp.predictions("class").answers
    assert joined.rule == "A fair coin"
    assert joined.grades == [False, False]


def test_questions_that_cannot_be_answered_are_refused() -> None:
    with pytest.raises(pp.BadInput, match=r"right is 'Stars'; expected one of the choices"):
        pp.ask("Who?", "Stars", choices=("Suns", "Moons"))
    with pytest.raises(pp.BadInput, match="right is 'many'; expected a number, two of them"):
        pp.ask("How many?", "many")
    with pytest.raises(pp.BadInput, match=r"the question is 'loses: same move'.*did you mean"):
        pp.ask("loses: same move")


def test_cells_of_the_course_can_be_typed() -> None:
    """A student types them: short lines, and no name that isn't in the lesson or a cell above."""
    for path in course():
        for cell in cells(path):
            if cell["cell_type"] == "code":
                ast.parse(source(cell))
                assert max(map(len, source(cell).splitlines())) <= 100, cell["id"]
