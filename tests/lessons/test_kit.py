"""The teacher's and the student's kit: slides, hand-outs, sheets for paper, and the cheat sheet."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from piecepack_nb.lessons.asked import lesson_questions
from piecepack_nb.scene.sheet import PAPERS
from tools import handouts, slides
from tools.lessons import course, course_plan

STEPS = re.compile(r"\*\*(Predict|Investigate|Modify)\b")


def test_slides_have_each_part_with_its_minutes_and_no_answer() -> None:
    answers = [each.because for each in lesson_questions().values()]
    for path in course():
        made = slides.page(path)
        assert made.count("<section>") == len(slides.slides_of(path)) >= 15
        for part, minutes, _ in course_plan(path)[1:]:
            assert re.search(rf"{minutes} minutes", made), part
        assert not any(answer in made for answer in answers)
        assert "http" not in re.sub(r'"data:[^"]*"', "", made).replace("https://www.w3", "")
        source = path.read_text(encoding="utf-8")
        assert len(STEPS.findall(source)) <= made.count("<strong>"), path.stem


@pytest.mark.parametrize("paper", PAPERS)
def test_paper_for_games_that_have_no_code_yet(paper: str) -> None:
    for kind, places in handouts.BLANK.items():
        (board,) = handouts._board(places, paper)
        assert len(board.pages) == 1, kind
    (sheets,) = (handouts.blank_sheets(paper),)
    assert "for who watches" in sheets.pages[-2]
    assert "for who plays" in sheets.pages[-1]


def test_a_lesson_of_the_course_prints_on_two_pages_with_answers_apart() -> None:
    path = next(path for path in course() if path.stem.startswith("04"))
    questions, answers = handouts.lesson_sheets(Path(path))
    assert len(questions.pages) == 2
    assert "4.25" in answers
    assert "4.25" not in questions
