"""A class hands in a lesson, and nbgrader grades it: ``make nbgrader``.

It takes a minute or two, in an environment of its own, so ``make test`` leaves it out.
"""

from __future__ import annotations

import csv
import os
import subprocess
from pathlib import Path

import nbformat
import pytest

from tests.grading.answers import RIGHT, WRONG
from tools.grading import write_course

ROOT = Path(__file__).parents[2]
BIN = ROOT / "build" / "nbgrader" / ("Scripts" if os.name == "nt" else "bin")
LESSON, CELL, FUNCTION = "06_bluff", "my-play", "fictitious_play"
CLASS = {
    "ada": RIGHT[FUNCTION],
    "bob": WRONG[FUNCTION]["max for min"],
    "cyd": WRONG[FUNCTION]["a constant"],
    "dee": None,  # hands in what she was given
}


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a course, release the lesson, and let the class hand it in."""
    folder = tmp_path_factory.mktemp("course")
    write_course(folder)
    nbgrader(folder, "generate_assignment", LESSON)
    for student, answer in CLASS.items():
        hand_in(folder, student, answer)
    return folder


def nbgrader(folder: Path, *arguments: str) -> str:
    """Run nbgrader in a course; return what it says."""
    path = os.pathsep.join([str(BIN), os.environ["PATH"]])
    done = subprocess.run(
        [str(BIN / "nbgrader"), *arguments],
        cwd=folder,
        env={**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def hand_in(folder: Path, student: str, answer: str | None) -> None:
    document = nbformat.read(folder / "release" / LESSON / f"{LESSON}.ipynb", as_version=4)
    for cell in document.cells:
        if cell.id == CELL and answer is not None:
            cell.source = answer
    path = folder / "submitted" / student / LESSON / f"{LESSON}.ipynb"
    path.parent.mkdir(parents=True)
    nbformat.write(document, path)


def test_students_see_no_answer_and_no_hidden_test(course: Path) -> None:
    text = (course / "release" / LESSON / f"{LESSON}.ipynb").read_text(encoding="utf-8")
    assert "SOLUTION" not in text
    assert "HIDDEN" not in text
    assert "gains.index" not in text
    assert "# gap 1" in text


@pytest.mark.parametrize(("student", "passes"), [("ada", True), ("cyd", True), ("dee", False)])
def test_validate_says_what_the_visible_test_says(course: Path, student: str, passes: bool) -> None:
    """A constant passes the visible test; only the hidden ones refuse it."""
    path = course / "submitted" / student / LESSON / f"{LESSON}.ipynb"
    assert ("Success!" in nbgrader(course, "validate", str(path))) == passes


def test_only_the_right_answer_gets_the_points(course: Path) -> None:
    nbgrader(course, "autograde", LESSON)
    nbgrader(course, "export")
    rows = csv.DictReader((course / "grades.csv").read_text(encoding="utf-8").splitlines())
    points = {row["student_id"]: float(row["raw_score"]) for row in rows}
    assert points == {"ada": 10, "bob": 0, "cyd": 0, "dee": 0}
