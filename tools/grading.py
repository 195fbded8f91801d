"""The lessons as assignments of nbgrader.

python tools/grading.py DIR     write a course with every lesson that has points into DIR

The lessons themselves have nothing of nbgrader in them. In the course, the cell in which students
write a function is a solution, whose answer comes from the teacher's notebook, and a cell after it
gives the points: by a test that students see, and by hidden ones.
"""

from __future__ import annotations

import ast
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import nbformat
from nbformat import NotebookNode

ROOT = Path(__file__).resolve().parents[1]
LESSONS = ROOT / "notebooks"
SECONDS = 300
CONFIG = f"""c = get_config()
c.CourseDirectory.course_id = "piecepack_nb"
c.ClearSolutions.code_stub = {{"python": "# Write your answer above."}}
c.ExecutePreprocessor.timeout = {SECONDS}
c.Execute.timeout = {SECONDS}
"""


class Graded(NamedTuple):
    """A function that students write in a lesson, and what it is worth."""

    lesson: str
    cell: str
    """The id of the cell in the lesson."""
    function: str
    points: int
    shown: str
    """The test that students see."""
    hidden: str
    """The tests that they don't see."""

    @property
    def path(self) -> Path:
        """The path of the lesson."""
        return LESSONS / f"{self.lesson}.ipynb"


GRADED = (
    Graded(
        "02_how_he_finds_his_way",
        "my-search",
        "my_search",
        10,
        """
        def search_check(him, cube, price=1):
            rules = pp.game("piecepackman", quarter_turn_cost=price)
            match = pp.Match(rules, position={"piecepackman": him, "cubes": f"suns {cube}"})
            match.play("roll ace 3 null 2")
            return pp.watch(match).check(my_search)
        assert search_check("c10 E", "f7"), search_check("c10 E", "f7")
        """,
        """
        for him, cube, price in ("a2 N", "j9", 2), ("e1 N", "b3", 0), ("h3 S", "c8", 3):
            assert search_check(him, cube, price), search_check(him, cube, price)
        """,
    ),
    Graded(
        "04_how_a_bot_thinks",
        "worth",
        "worth",
        10,
        """
        start = pp.game("activator").initial_state()
        assert worth(game, start, "red") == -worth(game, start, "blue")
        """,
        """
        def expected_worth(state, seat):
            points = 0
            for square, stack in state.squares.items():
                own = state.activators[stack.owner]
                attacks = square[0] == own[0] or square[1] == own[1]
                value = 10 * len(stack.letters) + 6 + 3 * attacks
                points += value if stack.owner == seat else -value
            return points
        for seed in range(5):
            hidden = pp.Match(pp.game("activator"), seed=seed, seats="random")
            hidden.run(5 + 4 * seed)
            for seat in "red", "blue":
                found = worth(game, hidden.state, seat)
                assert found == expected_worth(hidden.state, seat), (found, seat)
        """,
    ),
    Graded(
        "06_bluff",
        "my-play",
        "fictitious_play",
        10,
        """
        mine, theirs = fictitious_play([[1, 0], [0, 1]], 4000)
        assert abs(mine[0] - 0.5) < 0.05 and abs(theirs[0] - 0.5) < 0.05, (mine, theirs)
        """,
        """
        for payoffs, rows, columns in (
            ([[2, -1], [-1, 1]], 0.4, 0.4),
            ([[3, -1], [-2, 0]], 1 / 3, 1 / 6),
            ([[3, 1], [0, 0]], 1, 0),
        ):
            mine, theirs = fictitious_play(payoffs, 20000)
            assert abs(mine[0] - rows) < 0.05, (payoffs, mine)
            assert abs(theirs[0] - columns) < 0.05, (payoffs, theirs)
        """,
    ),
)
"""What students write that a test can judge; the teacher's pages have a rubric for the rest."""


def write_course(folder: Path) -> list[Path]:
    """Write the course's settings and assignments into a folder; return the assignments."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "nbgrader_config.py").write_text(CONFIG, encoding="utf-8")
    found = []
    for lesson in dict.fromkeys(graded.lesson for graded in GRADED):
        path = folder / "source" / lesson / f"{lesson}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(assignment(lesson), path)
        found.append(path)
    return found


def assignment(lesson: str) -> NotebookNode:
    """Return a lesson as an assignment: without outputs, with answers and points."""
    document = nbformat.read(LESSONS / f"{lesson}.ipynb", as_version=4)
    graded = {each.cell: each for each in GRADED if each.lesson == lesson}
    document.cells = [made for cell in document.cells for made in _cells(cell, graded)]
    missing = graded.keys() - {cell.id for cell in document.cells}
    if missing:
        raise ValueError(f"{lesson} has no cell {', '.join(missing)}; expected those of GRADED")
    nbformat.validate(document)
    return document


def _cells(cell: NotebookNode, graded: dict[str, Graded]) -> Iterator[NotebookNode]:
    """Yield a cell of a lesson, and for one with an answer also the cell of its points."""
    if cell.cell_type == "code":
        cell.outputs, cell.execution_count = [], None
    yield cell
    if cell.id in graded:
        each = graded[cell.id]
        cell.source += _region("SOLUTION", solution(each))
        cell.metadata.nbgrader = _nbgrader(cell.id, solution=True)
        tests = f"# {each.points} points\n{_lines(each.shown)}"
        tests += _region("HIDDEN TESTS", each.hidden)
        points = nbformat.v4.new_code_cell(tests, id=f"{cell.id}-points")
        points.metadata.nbgrader = _nbgrader(points.id, grade=True, locked=True, points=each.points)
        yield points


def solution(graded: Graded) -> str:
    """Return the function as the teacher's notebook has it."""
    document = nbformat.read(LESSONS / "teacher" / graded.path.name, as_version=4)
    for cell in document.cells:
        if cell.cell_type == "code":
            for node in ast.parse(cell.source).body:
                if isinstance(node, ast.FunctionDef) and node.name == graded.function:
                    return str(ast.get_source_segment(cell.source, node))
    raise ValueError(f"the teacher's {graded.path.name} has no function {graded.function}")


def _region(name: str, text: str) -> str:
    return f"\n### BEGIN {name}\n{_lines(text)}\n### END {name}"


def _lines(text: str) -> str:
    return textwrap.dedent(text).strip("\n")


def _nbgrader(name: str, **values: object) -> NotebookNode:
    """Return the metadata of a cell; nbgrader wants every entry."""
    plain = {"grade": False, "locked": False, "solution": False, "task": False}
    return NotebookNode({"grade_id": name, "schema_version": 3, **plain, **values})


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    for written in write_course(Path(sys.argv[1])):
        print(written)
