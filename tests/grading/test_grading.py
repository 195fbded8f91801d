"""The lessons as assignments: what students get, and what the tests accept and refuse.

``make nbgrader`` runs nbgrader itself, in nbgrader_class.py.
"""

from __future__ import annotations

import re
from typing import Any

import nbformat
import pytest

from tests.grading.answers import WRONG
from tools.grading import GRADED, LESSONS, Graded, assignment, solution, write_course

REGION = re.compile(r"\n### BEGIN ([A-Z ]+)\n(.*?)\n### END \1", re.DOTALL)
EACH = pytest.mark.parametrize("graded", GRADED, ids=lambda graded: graded.function)


def cells(graded: Graded) -> dict[str, Any]:
    return {cell.id: cell for cell in assignment(graded.lesson).cells}


def run(graded: Graded, answer: str) -> None:
    """Run the lesson's first cell, an answer, and the cell with the points."""
    found = cells(graded)
    names: dict[str, Any] = {}
    for code in (found["opening"].source, answer, found[f"{graded.cell}-points"].source):
        exec(compile(code, "<cell>", "exec"), names)


@EACH
def test_students_get_their_own_cell_and_a_visible_test(graded: Graded) -> None:
    lesson = nbformat.read(graded.path, as_version=4)
    (source,) = (cell.source for cell in lesson.cells if cell.id == graded.cell)
    found = cells(graded)
    assert REGION.sub("", found[graded.cell].source) == source
    shown = REGION.sub("", found[f"{graded.cell}-points"].source)
    assert "assert" in shown
    regions = [match[1] for name in found for match in REGION.finditer(found[name].source)]
    own = [each for each in GRADED if each.lesson == graded.lesson]
    assert sorted(regions) == sorted(["SOLUTION", "HIDDEN TESTS"] * len(own))


@EACH
def test_the_metadata_has_what_nbgrader_wants(graded: Graded) -> None:
    found = cells(graded)
    answer = found[graded.cell].metadata.nbgrader
    points = found[f"{graded.cell}-points"].metadata.nbgrader
    assert (answer.solution, answer.grade, answer.locked) == (True, False, False)
    assert (points.solution, points.grade, points.locked) == (False, True, True)
    assert points.points == graded.points
    assert answer.grade_id != points.grade_id


@EACH
def test_the_teachers_answer_gets_the_points(graded: Graded) -> None:
    run(graded, solution(graded))


@EACH
def test_the_lessons_own_gaps_get_none(graded: Graded) -> None:
    with pytest.raises(AssertionError):
        run(graded, REGION.sub("", cells(graded)[graded.cell].source))


@pytest.mark.parametrize(("function", "what"), [(f, what) for f in WRONG for what in WRONG[f]])
def test_a_wrong_answer_gets_none(function: str, what: str) -> None:
    (graded,) = (each for each in GRADED if each.function == function)
    with pytest.raises(AssertionError):
        run(graded, WRONG[function][what])


def test_the_lessons_themselves_have_nothing_of_nbgrader() -> None:
    for path in LESSONS.rglob("*.ipynb"):
        assert "nbgrader" not in path.read_text(encoding="utf-8"), path


def test_a_course_has_settings_and_assignments(tmp_path: Any) -> None:
    written = write_course(tmp_path / "course")
    assert {path.stem for path in written} == {graded.lesson for graded in GRADED}
    for path in written:
        document = nbformat.read(path, as_version=4)
        nbformat.validate(document)
        assert not any(cell.get("outputs") for cell in document.cells)
    assert "code_stub" in (tmp_path / "course" / "nbgrader_config.py").read_text("utf-8")
