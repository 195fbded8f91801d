"""The lessons as assignments: what students get, and what the points are for.

``make nbgrader`` runs nbgrader itself, in nbgrader_class.py.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest

from piecepack_nb import lessons as package
from piecepack_nb.lessons.handed_in import check_points
from tests.conftest import sampled
from tests.grading.nbgrader_class import CLASS
from tools import grading

REGION = re.compile(r"\n### BEGIN ([A-Z ]+)\n(.*?)\n### END \1", re.DOTALL)
NAMES = grading.lessons()
EACH = pytest.mark.parametrize("lesson", NAMES)


def lesson_cells(lesson: str) -> list[Any]:
    cells: list[Any] = grading.read(grading.notebook(lesson)).cells
    return cells


def test_every_check_of_a_lesson_has_points() -> None:
    for lesson in grading.lessons():
        code = [cell.source for cell in lesson_cells(lesson) if cell.cell_type == "code"]
        calls = sum(source.count("pp.lessons.check(") for source in code)
        found = grading.checks(lesson_cells(lesson))
        assert len(found) == calls > 0
        assert {check.task for check in found} <= set(package.TASKS)


@EACH
def test_students_get_their_own_cells(lesson: str) -> None:
    made = [cell for cell in grading.assignment(lesson).cells if not cell.id.endswith("-points")]
    assert [REGION.sub("", cell.source) for cell in made] == [
        cell.source for cell in lesson_cells(lesson)
    ]
    assert not any(cell.get("outputs") for cell in made)


@EACH
def test_the_metadata_has_what_nbgrader_wants(lesson: str) -> None:
    cells = [c for c in grading.assignment(lesson).cells if "nbgrader" in c.metadata]
    marks = [cell.metadata["nbgrader"] for cell in cells]
    assert len({mark["grade_id"] for mark in marks}) == len(marks)
    for cell, mark in zip(cells, marks, strict=True):
        points = cell.id.endswith("-points")
        assert (mark["solution"], mark["grade"], mark["locked"]) == (not points, points, points)
        assert mark.get("points") == (grading.POINTS if points else None)
        assert REGION.findall(cell.source)[0][0] == ("HIDDEN TESTS" if points else "SOLUTION")


@pytest.mark.parametrize("student", sampled(list(CLASS)))
def test_only_the_right_answer_gets_the_points(student: str) -> None:
    """The same as nbgrader finds, from the lesson's first cell, the answer and the points."""
    answer, visible, right = CLASS[student]
    cells = {cell.id: cell.source for cell in grading.assignment("02_how_he_finds_his_way").cells}
    code = [cells["opening"], answer or REGION.sub("", cells["my-search"])]
    points = cells["search-points"]
    assert passes([*code, REGION.sub("", points)]) == visible
    results = check_points([*(("", source) for source in code), ("search-points", points)])
    assert {name: result.right for name, result in results.items()} == {"search-points": right}


def passes(code: list[str]) -> bool:
    """Return True if code runs without an error, in a process that it may change."""
    done = subprocess.run([sys.executable, "-c", "\n".join(code)], capture_output=True, check=False)
    return done.returncode == 0


def test_without_the_courses_settings_nobody_gets_points() -> None:
    hidden = [text for name in grading.lessons() for text in hidden_tests(name)]
    assert len(hidden) >= len(grading.lessons())
    for text in hidden:
        with pytest.raises(AssertionError, match=r"graded by the nbgrader_config\.py"):
            exec(text)


def hidden_tests(lesson: str) -> list[str]:
    sources = [cell.source for cell in grading.assignment(lesson).cells]
    found = [region for source in sources for region in REGION.findall(source)]
    return [text for name, text in found if name == "HIDDEN TESTS"]


def test_the_teachers_answer_is_the_solution() -> None:
    source = {c.id: c.source for c in grading.assignment("02_how_he_finds_his_way").cells}
    ((name, text),) = REGION.findall(source["my-search"])
    names: dict[str, Any] = {}
    exec(source["opening"], names)
    exec(text, names)
    assert name == "SOLUTION"
    assert package.check("search", names["my_search"])


def test_a_check_without_an_answer_is_refused() -> None:
    cell = nbformat.v4.new_code_cell("print(pp.lessons.check('search', nobody))")
    with pytest.raises(ValueError, match="the check of 'search' has no answer"):
        grading.checks([cell])


def test_the_lessons_themselves_have_nothing_of_nbgrader() -> None:
    for path in grading.LESSONS.rglob("*.ipynb"):
        assert "nbgrader" not in path.read_text(encoding="utf-8"), path


def test_a_course_has_settings_and_assignments(tmp_path: Path) -> None:
    written = grading.write_course(tmp_path / "course")
    assert [path.stem for path in written] == grading.lessons()
    for path in written:
        nbformat.validate(grading.read(path))
    assert "code_stub" in (tmp_path / "course" / "nbgrader_config.py").read_text("utf-8")


COURSE = [name for name in NAMES if name.startswith("course_")]


@pytest.mark.thorough
@pytest.mark.parametrize("lesson", sampled(COURSE, 4))
def test_the_answers_in_the_notes_of_the_course_pass(lesson: str) -> None:
    """From the lesson's own imports and classes, in another process, as nbgrader runs them."""
    cells = grading.assignment(lesson).cells
    code = [cell.source for cell in cells if cell.cell_type == "code"]
    last = max(n for n, cell in enumerate(cells) if cell.id.endswith("-points"))
    answer = cells[last - 1].source
    assert grading.NO_SOLUTION not in answer
    kept = [_classes(source) for source in code[: code.index(answer)]]
    solved = REGION.findall(answer)[0][1]
    points = cells[last].id
    named = [*(("", source) for source in kept), ("", solved), (points, cells[last].source)]
    (result,) = check_points(named).values()
    assert result, result.text


def _classes(source: str) -> str:
    """Return what a cell imports and defines, without what it plays and measures."""
    kept = (ast.Import, ast.ImportFrom, ast.ClassDef)
    return "\n".join(ast.unparse(node) for node in ast.parse(source).body if isinstance(node, kept))
