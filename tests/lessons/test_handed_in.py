"""Handed-in notebooks: what runs in the other process, a class's report, and no processes."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from piecepack_nb import lessons
from piecepack_nb.__main__ import main
from piecepack_nb.core.errors import BadInput
from piecepack_nb.lessons import TASKS, handed_in
from piecepack_nb.lessons.handed_in import Call, calls_in, check_calls, check_notebook
from tests.lessons.answers import HONEST

GAP = "def smallest_gap(inches):\n    return inches / (inches / 0.75 - 2.8) - 0.75"
CHECK = "print(pp.lessons.check('smallest gap', smallest_gap))"
NO_GAP = "def smallest_gap(inches): return 0"
OWN_GAME = "lessons.check('own game', 1)"
ONE_GAP = Call("smallest gap", "smallest_gap", 0)


def notebook(path: str, *cells: str) -> Path:
    code = [{"cell_type": "code", "source": cell.splitlines(keepends=True)} for cell in cells]
    made = {"cells": [{"cell_type": "markdown", "source": "pp.lessons.check('x')"}, *code]}
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(json.dumps(made), encoding="utf-8")
    return Path(path)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def result(*cells: str, **options: Any) -> handed_in.TaskResult:
    call = ONE_GAP._replace(cell=len(cells) - 1)
    ((_, found),) = check_calls(cells, [call], **options)
    return found


def test_a_class_is_reported_line_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    start = "import piecepack_nb as pp"
    notebook("class/ann/09.ipynb", start, GAP, CHECK)
    notebook("class/bob.ipynb", start, CHECK, NO_GAP, CHECK)
    notebook("class/.ipynb_checkpoints/bob.ipynb", start, GAP, CHECK)
    Path("class/cyd.ipynb").write_text("no notebook", encoding="utf-8")
    notebook("class/dee.ipynb", start, "x = 1")
    notebook("class/eve/course_03.ipynb", "from piecepack_nb import lessons", OWN_GAME)
    assert main(["check", "class"]) == 0
    ann, no_arc, bob, bobs_arc, cyd, dee, eve = capsys.readouterr().out.splitlines()
    assert ann == "ann/09.ipynb  smallest gap: Right. 6 paths of other lengths."
    assert no_arc == "ann/09.ipynb  arc: No answer is checked."
    assert bob.startswith("bob.ipynb  smallest gap: smallest_gap(69.6) returned 0, which is too")
    assert bobs_arc.startswith("bob.ipynb  arc: ")
    assert cyd.startswith("cyd.ipynb  -: ")
    assert dee == "dee.ipynb  -: No answer is checked."
    assert eve.startswith("eve/course_03.ipynb  own game: The answer is 1; ")


def test_the_last_call_of_a_check_counts() -> None:
    path = notebook("ann.ipynb", "import piecepack_nb as pp", NO_GAP, CHECK, GAP, CHECK)
    ((task, found),) = check_notebook(path)
    assert (task, found.right) == ("smallest gap", True)


def test_calls_are_found_in_the_code_alone() -> None:
    text = 'x = "pp.lessons.check(1)"'
    source = f"{text}\nif pp.lessons.check('arc', arc, a=1): check('no')"
    assert list(calls_in(source, 3)) == [Call("arc", "arc, a=1", 3)]
    assert list(calls_in("this is no Python")) == []


@pytest.mark.parametrize("cell", ["%time 1 + 1", "!ls", "1 / 0", "import sys; sys.exit()", "(", ""])
def test_another_cell_spoils_nothing(cell: str) -> None:
    assert result(GAP, cell)


def test_a_missing_answer_is_named_with_the_cell_that_failed() -> None:
    found = result("1 / 0", "x = 1")
    assert not found
    assert "NameError: name 'smallest_gap' is not defined. Code cell 1: Zero" in found.text


def test_a_student_may_use_any_name() -> None:
    names = "Worker = take = plain = encoded = serve = limit = json = sys = None"
    assert result(names, GAP)


def test_after_the_end_of_a_process_the_next_answer_has_a_new_one() -> None:
    ends = "import os\ndef smallest_gap(inches): os._exit(1)"
    calls = [ONE_GAP._replace(cell=0), ONE_GAP._replace(cell=1)]
    ended, right = check_calls([ends, GAP], calls)
    assert "process was ended: it ended itself" in ended.result.text
    assert right.result


def test_the_other_process_has_its_own_folder_and_no_secrets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MY_TOKEN", "secret")
    Path("files").mkdir()
    Path("files/gap.txt").write_text("1", encoding="utf-8")
    look = (
        "import os\nassert 'MY_TOKEN' not in os.environ\nassert open('gap.txt').read() == '1'\n"
        "open('gap.txt', 'w').write('2')\nopen('more.txt', 'w').close()\n"
    ) + GAP
    assert result(look, files=Path("files"))
    assert Path("files/gap.txt").read_text(encoding="utf-8") == "1"
    assert [path.name for path in Path("files").iterdir()] == ["gap.txt"]
    assert list(Path().iterdir()) == [Path("files")]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limit")
def test_memory_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handed_in, "MEGABYTES", 1000)
    much = "def smallest_gap(inches):\n    return len(bytearray(2 * 10**9))"
    assert "it fills the memory" in result(much).text


def test_an_answer_without_an_end_is_stopped() -> None:
    assert "it doesn't end" in result("def smallest_gap(inches):\n    while True: pass").text


def test_where_there_are_no_processes_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError("emscripten does not support processes.")

    monkeypatch.setattr(subprocess, "Popen", refused)
    with pytest.raises(
        BadInput, match=r"no process can be started here .*; expected Python outside"
    ):
        result(GAP)


BESIDE = """
import piecepack_nb.lessons
from tests.lessons.answers import HONEST
from tests.lessons.test_lessons import made, rolled
piecepack_nb.lessons.answers.OWN = "-"  # the corpus uses the checks' own functions
"""


@pytest.mark.thorough
def test_honest_answers_to_every_task_pass_in_another_process() -> None:
    """They are data, classes and functions with arguments of every kind.

    The tasks that play many games are of these kinds, too: ``course_answers`` tries them.
    """
    calls = [
        Call(
            task,
            "rolled(), dangerous='equal'" if task == "one rule" else f"made(HONEST[{task!r}][-1])",
            0,
        )
        for task in TASKS
        if task == "one rule" or task in HONEST
    ]
    found = check_calls([BESIDE], calls)
    assert [each.task for each in found if not each.result] == []
    assert len(found) == len(calls) == len(HONEST) + 1


def test_a_right_result_says_where_it_was_checked() -> None:
    names: dict[str, Any] = {}
    exec(GAP, names)
    here = lessons.check("smallest gap", names["smallest_gap"])
    assert here.text == "Right. 6 paths of other lengths. Checked in this notebook."
    assert result(GAP).text == "Right. 6 paths of other lengths."
