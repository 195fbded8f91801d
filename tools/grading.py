"""The lessons as assignments of nbgrader.

python tools/grading.py DIR     write a course with every lesson that checks an answer into DIR

The lessons themselves have nothing of nbgrader in them. Where a lesson calls `pp.lessons.check`,
the course has a cell with points after it, and the cell with the answer is a solution; its region
has the answer of that name from the teacher's notebook or notes, if there is one. Students see the
check, and can change it; the points are given for another one, which the course's settings make
nbgrader run in a process of its own.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import nbformat

ROOT = Path(__file__).resolve().parents[1]
LESSONS = ROOT / "notebooks"
COURSE = "course"
"""The folder of the course's lessons, and what the names of their assignments begin with."""
NOTES = ROOT / "docs" / COURSE
FENCED = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
POINTS = 10
"""For each answer; change them in nbgrader, task by task."""
SECONDS = 300
CONFIG = f'''"""The settings of a course of piecepack_nb's lessons."""

from pathlib import Path

from nbformat.v4 import new_output
from nbgrader.converters import Autograde
from nbgrader.preprocessors import Execute
from nbgrader.utils import is_grade

from piecepack_nb.lessons.handed_in import check_points


class ExecuteAndCheck(Execute):
    """Gives points for the check in another process; what the notebook's kernel says gives none."""

    def preprocess(self, nb, resources):
        """Check the answers, run the notebook, and put the results below the cells with points."""
        code = [cell for cell in nb.cells if cell.cell_type == "code"]
        names = [cell.metadata.nbgrader.grade_id if is_grade(cell) else "" for cell in code]
        sources = [cell.source for cell in code]
        folder = Path(resources["metadata"]["path"])
        results = check_points(list(zip(names, sources)), folder)
        nb, resources = super().preprocess(nb, resources)
        for cell in nb.cells:
            name = cell.metadata.nbgrader.grade_id if is_grade(cell) else ""
            if name in results:
                cell.outputs = _outputs(results[name])
        return nb, resources


def _outputs(result):
    """Return no output for a right answer, and an error for a wrong one."""
    wrong = dict(ename="Wrong", evalue=result.text, traceback=[result.text])
    return [] if result.right else [new_output("error", **wrong)]


c = get_config()
c.CourseDirectory.course_id = "piecepack_nb"
c.ClearSolutions.code_stub = {{"python": "# Your answer goes above."}}
c.Execute.timeout = {SECONDS}
steps = Autograde.autograde_preprocessors.default()
c.Autograde.autograde_preprocessors = [ExecuteAndCheck if e is Execute else e for e in steps]
'''
UNGRADED = "This cell is graded by the nbgrader_config.py that 'make grading' writes: use that one."
NO_SOLUTION = "# See the teacher's notes."


class Check(NamedTuple):
    """A call of `pp.lessons.check` in a lesson."""

    task: str
    arguments: str
    """The arguments in Python."""
    answer: str
    """The name that the student binds."""
    cell: int
    """The number of the cell with the call."""
    answer_cell: int

    @property
    def name(self) -> str:
        """The name that nbgrader knows the points by."""
        return self.task.replace(" ", "-")


def lessons() -> list[str]:
    """Return the names of the lessons that check an answer, those of the course last."""
    found = [*sorted(LESSONS.glob("*.ipynb")), *sorted((LESSONS / COURSE).glob("*.ipynb"))]
    names = ("_".join(path.relative_to(LESSONS).with_suffix("").parts) for path in found)
    return [name for name in names if checks(read(notebook(name)).cells)]


def notebook(lesson: str) -> Path:
    """Return the notebook of a lesson, such as "course_06_who_begins"."""
    name = lesson.removeprefix(f"{COURSE}_")
    return (LESSONS if name == lesson else LESSONS / COURSE) / f"{name}.ipynb"


def answers(lesson: str) -> list[str]:
    """Return the code in the teacher's notebook of a lesson, or in the notes of the course."""
    name = lesson.removeprefix(f"{COURSE}_")
    if name != lesson:
        return FENCED.findall((NOTES / f"{name}.md").read_text(encoding="utf-8"))
    cells = read(LESSONS / "teacher" / f"{name}.ipynb").cells
    return [cell.source for cell in cells if cell.cell_type == "code"]


def read(path: Path) -> Any:
    """Return a notebook."""
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def checks(cells: list[Any]) -> list[Check]:
    """Return the checks of a lesson, in order; raise ValueError for one without an answer."""
    bound: dict[str, int] = {}
    found = []
    for number, cell in enumerate(cells):
        tree = _tree(cell)
        bound |= dict.fromkeys(_bound(tree), number)
        for call in _calls(tree):
            task = ast.literal_eval(call.args[0])
            given = [ast.unparse(each) for each in (*call.args, *call.keywords)]
            used = [n.id for each in call.args[1:] for n in ast.walk(each) if type(n) is ast.Name]
            answer = next((name for name in used if name in bound), None)
            if answer is None:
                raise ValueError(f"the check of {task!r} has no answer; expected a name before it")
            found.append(Check(task, ", ".join(given), answer, number, bound[answer]))
    return found


def _tree(cell: Any) -> ast.Module:
    return ast.parse(cell.source if cell.cell_type == "code" else "")


def _bound(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a cell binds at its top level."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                yield from (each.id for each in ast.walk(target) if isinstance(each, ast.Name))


def _calls(tree: ast.Module) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pp.lessons.check":
            yield node


def assignment(lesson: str) -> Any:
    """Return a lesson as an assignment: without outputs, with solutions and points."""
    document, known = read(notebook(lesson)), answers(lesson)
    found = checks(document.cells)
    cells = []
    for number, cell in enumerate(document.cells):
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
        here = [each for each in found if each.answer_cell == number]
        if here:
            cell.source += _region("SOLUTION", *dict.fromkeys(solution(known, e) for e in here))
            cell.metadata["nbgrader"] = _nbgrader(here[0].name, solution=True)
        cells += [cell, *(_points(each) for each in found if each.cell == number)]
    document.cells = cells
    nbformat.validate(document)
    return document


def solution(known: list[str], check: Check) -> str:
    """Return what the teacher's code binds to the names of an answer; NO_SOLUTION if nothing."""
    wanted = {each.id for each in ast.walk(ast.parse(f"f({check.arguments})", mode="eval"))
              if isinstance(each, ast.Name)}  # fmt: skip
    for source in known:
        found = [
            str(ast.get_source_segment(source, node))
            for node in ast.parse(source).body
            if wanted & {*_bound(ast.Module([node], []))}
        ]
        if found:
            return "\n".join(found)
    return NO_SOLUTION


def _points(check: Check) -> Any:
    """Return the cell with the points of a check, which students can't change."""
    name = f"{check.name}-points"
    source = f"result = pp.lessons.check({check.arguments})  # {POINTS} points"
    source += "\nassert result, result"
    source += _region("HIDDEN TESTS", f"raise AssertionError({UNGRADED!r})")
    cell = nbformat.v4.new_code_cell(source, id=name)  # type: ignore[no-untyped-call]
    cell.metadata["nbgrader"] = _nbgrader(name, grade=True, locked=True, points=POINTS)
    return cell


def _region(name: str, *lines: str) -> str:
    return "\n".join(["", f"### BEGIN {name}", *lines, f"### END {name}"])


def _nbgrader(name: str, **values: object) -> dict[str, object]:
    """Return the metadata of a cell; nbgrader wants every entry."""
    plain = {"grade": False, "locked": False, "solution": False, "task": False}
    return {"grade_id": name, "schema_version": 3, **plain, **values}


def write_course(folder: Path) -> list[Path]:
    """Write the course's settings and assignments into a folder; return the assignments."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "nbgrader_config.py").write_text(CONFIG, encoding="utf-8")
    found = []
    for lesson in lessons():
        path = folder / "source" / lesson / f"{lesson}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(assignment(lesson), path)  # type: ignore[no-untyped-call]
        found.append(path)
    return found


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    for written in write_course(Path(sys.argv[1])):
        print(written)
