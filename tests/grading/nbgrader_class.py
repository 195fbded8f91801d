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

from tools.grading import write_course

ROOT = Path(__file__).parents[2]
BIN = ROOT / "build" / "nbgrader" / ("Scripts" if os.name == "nt" else "bin")
LESSON, CELL = "02_how_he_finds_his_way", "my-search"
RIGHT = """
def my_search(start, ways, goals):
    frontier, done = [(0, start)], set()
    while frontier:
        cost, node = heappop(frontier)
        if node not in done:
            done.add(node)
            yield node, cost
            for there, price in ways(node):
                heappush(frontier, (cost + price, there))
"""
NO_RELOAD = """
import importlib
my_search = 14
pp.lessons.check = lambda *given: True
importlib.reload = lambda module: module
"""
PATCHED_TASK = """
my_search = 14
tasks = pp.lessons.TASKS
tasks["search"] = tasks["search"]._replace(take=repr, check=repr)
"""
PATCHED_KERNEL = """
my_search = 14
pp.lessons.check = lambda *given: True
from IPython import get_ipython
if shell := get_ipython():
    shell.input_transformers_post.append(lambda lines: [x for x in lines if "raise" not in x])
"""
CLASS: dict[str, tuple[str | None, bool, bool]] = {
    "ada": (RIGHT, True, True),
    "bob": (RIGHT.replace("cost + price", "cost + 1"), False, False),
    "cyd": ("def my_search(*given):\n    yield ('f7', 'E'), 14", False, False),
    "dee": (None, False, False),
    "eve": ("my_search = 14\npp.lessons.check = lambda *given: True", True, False),
    "fay": ("my_search = 14\npp.lessons.TaskResult.__bool__ = lambda _: True", True, False),
    "gil": (NO_RELOAD, True, False),
    "hal": (PATCHED_TASK, True, False),
    "ida": (PATCHED_KERNEL, True, False),
}
"""Of each student: the answer (None for the lesson's own gaps), whether it passes the visible test,
and whether it gets the points: right, every action at the same cost, the printed answer, nothing,
a check that was replaced, results that are true, no reload, a check of the task that was replaced,
and a kernel that leaves lines out."""


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a course, release the lesson, and let the class hand it in."""
    folder = tmp_path_factory.mktemp("course")
    write_course(folder)
    nbgrader(folder, "generate_assignment", LESSON)
    for student, (answer, *_) in CLASS.items():
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
    assert "heappop(frontier)" not in text
    assert "# gap 1" in text


@pytest.mark.parametrize("student", ["ada", "dee", "eve"])
def test_validate_says_what_the_visible_test_says(course: Path, student: str) -> None:
    path = course / "submitted" / student / LESSON / f"{LESSON}.ipynb"
    _, visible, _ = CLASS[student]
    failed = "check('search', my_search)" in nbgrader(course, "validate", str(path))
    assert failed == (not visible)


def test_only_the_right_answer_gets_the_points(course: Path) -> None:
    nbgrader(course, "autograde", LESSON)
    nbgrader(course, "export")
    rows = csv.DictReader((course / "grades.csv").read_text(encoding="utf-8").splitlines())
    points = {row["student_id"]: float(row["raw_score"]) for row in rows}
    assert points == {student: 10.0 * right for student, (_, _, right) in CLASS.items()}
