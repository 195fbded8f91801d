"""The notebooks as they are committed: readable on GitHub, to be run in any order of cells.

That each cell still shows what it showed is nbval's part of `make test`; that nbval, called as the
Makefile calls it, would notice is tested here.
"""

from __future__ import annotations

import base64
import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat import NotebookNode
from PIL import Image

from tests.conftest import sampled
from tests.shell import run_in_shell
from tools.notebooks import (
    ADDRESS,
    FOLDER,
    PNG,
    ROOT,
    SKIPPED,
    UNSTABLE,
    code_cells,
    copy_to,
    executed,
    main,
    notebooks,
    saved,
    tags,
)

NAMES = [path.relative_to(FOLDER).as_posix() for path in notebooks()]
MOST_LINES = 9
WHOLE = "whole-function"
"""The tag of a cell with a whole search or a whole game, which needs more lines."""
MOST_LINES_OF_WHOLE = 15
MOST_BYTES = 500_000
THIS_MACHINE = re.compile(r"/(?:work|root|home|Users|tmp)/\w|Users\\|localhost|127\.0\.0\.1")
MANY = re.compile(r"(\b(?:games|confirm|playouts|playout_moves)=|\brange\(|[\")], )\d{2,}(?=[,):])")
"""How many games an experiment or a bot plays, as the notebooks say it."""
FEW, FEW_OF_SEARCH = 5, 40
"""How many are played here; a search for rules has a least number."""
BRIEF_CHECKS = f"""
def shorten():
    from contextlib import nullcontext
    from piecepack_nb.lessons import answers, games, measured
    answers.at_most = lambda *_: nullcontext()
    games.CHECKED = measured.GAMES = measured.THINKERS = {FEW}
shorten()
del shorten
"""
"""The cell before all others: checks of answers play few games, and count no operations."""
every_notebook = pytest.mark.parametrize("name", NAMES)


def read(name: str) -> NotebookNode:
    return nbformat.read(FOLDER / name, as_version=4)


def pictures(cell: NotebookNode) -> list[NotebookNode]:
    return [output for output in cell.outputs if PNG in output.get("data", {})]


# What is committed


def test_the_start_notebook_exists() -> None:
    assert NAMES[0] == "00_start_here.ipynb"


@every_notebook
def test_a_notebook_is_saved_as_the_tool_saves_a_run_from_top_to_bottom(name: str) -> None:
    """With what nbval compares, the tool would write the same file again."""
    document = read(name)
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert saved(document, known={}) == text, "run 'make notebooks' and commit what it writes"
    run_cells = [cell for cell in code_cells(document) if SKIPPED not in tags(cell)]
    counts = [cell.execution_count for cell in run_cells]
    assert counts == list(range(1, len(counts) + 1))
    for cell in run_cells:
        for output in cell.outputs:
            assert output.get("execution_count", cell.execution_count) == cell.execution_count
            assert output.get("metadata", {}).keys() <= output.get("data", {}).keys() & {PNG}


@every_notebook
def test_a_notebook_opens_with_a_board(name: str) -> None:
    document = read(name)
    first = code_cells(document)[0]
    assert document.cells.index(first) <= 2, "a title, a sentence, then the board"
    assert pictures(first), "the first code cell shows a board"


@every_notebook
def test_cells_are_short_and_have_been_run(name: str) -> None:
    for cell in code_cells(read(name)):
        lines = [line for line in cell.source.splitlines() if line.strip()]
        most = MOST_LINES_OF_WHOLE if WHOLE in tags(cell) else MOST_LINES
        assert 1 <= len(lines) <= most, f"{cell.id}: {len(lines)} lines"
        assert (cell.execution_count is None) == (SKIPPED in tags(cell)), cell.id


@every_notebook
def test_a_notebook_is_small_and_names_no_machine(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert len(text.encode()) < MOST_BYTES
    assert not THIS_MACHINE.findall(text)
    assert not ADDRESS.findall(text)


@every_notebook
def test_pictures_have_text_alternatives(name: str) -> None:
    document = read(name)
    for cell in code_cells(document):
        for picture in pictures(cell):
            assert len(picture.metadata[PNG]["alt"]) > 20, cell.id
            assert base64.b64decode(picture.data[PNG]).startswith(b"\x89PNG"), cell.id
    prose = "\n".join(cell.source for cell in document.cells if cell.cell_type == "markdown")
    assert not re.search(r"!\[\s*\]\(|<img(?![^>]*\balt=.\S)", prose)


@pytest.mark.parametrize("name", sampled(NAMES, 18))
def test_cells_run_in_any_order_after_the_first(name: str) -> None:
    """Backwards in a fresh shell, so that none needs one before it.

    nbval runs them forwards, in kernels; here, where outputs aren't compared, experiments and
    checks of answers have fewer games. In `make check` those of some notebooks run.
    """
    first, *rest = [cell for cell in code_cells(read(name)) if SKIPPED not in tags(cell)]
    cells = [with_few_games(cell.source) for cell in (first, *reversed(rest))]
    run_in_shell([BRIEF_CHECKS, *cells])


def with_few_games(source: str) -> str:
    """Return a cell that plays fewer games."""
    return MANY.sub(rf"\g<1>{FEW_OF_SEARCH if 'pp.search(' in source else FEW}", source)


# The tool that writes them


def written(folder: Path, *cells: str | NotebookNode) -> Path:
    """Return a notebook file with these code cells."""
    made = [nbformat.v4.new_code_cell(cell) if isinstance(cell, str) else cell for cell in cells]
    for number, cell in enumerate(made):
        cell.id = f"cell-{number}"
    path = folder / "made.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=made), path)
    return path


def test_a_run_keeps_only_pictures_and_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    boom = nbformat.v4.new_code_cell("1 / 0", metadata={"tags": ["raises-exception"]})
    noisy = nbformat.v4.new_code_cell(
        "import time\ntime.perf_counter()", metadata={"tags": [UNSTABLE], "ExecuteTime": {"a": 1}}
    )
    skipped = nbformat.v4.new_code_cell("undefined", metadata={"tags": [SKIPPED]})
    board = "import piecepack_nb as pp\npp.play('piecepackman', seed=3)"
    path = written(tmp_path, board, boom, noisy, skipped)
    text = executed(path)
    shown, failed, dropped, unrun = json.loads(text)["cells"]
    assert set(shown["outputs"][0]["data"]) == {PNG, "text/plain"}
    assert "Piecepackman on f4" in shown["outputs"][0]["metadata"][PNG]["alt"]
    drawn = Image.open(io.BytesIO(base64.b64decode(shown["outputs"][0]["data"][PNG])))
    assert drawn.width == 720
    assert len(drawn.getcolors()) > 30, "a board in colour, not black rectangles"
    assert failed["outputs"][0]["traceback"] == ["ZeroDivisionError: division by zero"]
    assert dropped["outputs"] == []
    assert dropped["execution_count"] == 3
    assert dropped["metadata"] == {"tags": [UNSTABLE]}
    assert unrun["execution_count"] is None
    assert sorted(json.loads(text)["metadata"]) == ["kernelspec", "language_info"]
    assert [each.name for each in tmp_path.iterdir()] == ["made.ipynb"], "no journal is left"
    path.write_text(text, encoding="utf-8")
    # on a machine without a browser: what looks as before keeps its picture
    monkeypatch.setattr("tools.pictures.find", lambda: pytest.fail("drawn again"))
    assert executed(path) == text


@pytest.mark.parametrize(
    ("cell", "complaint"),
    [
        ("object()", "cell cell-0: shows a memory address, 0x"),
        ("import sys; print('mind', file=sys.stderr)", "cell cell-0: writes to stderr: 'mind'"),
        ("nonsense", "name 'nonsense' is not defined"),
    ],
)
def test_an_invalid_notebook_is_left_unchanged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], cell: str, complaint: str
) -> None:
    path = written(tmp_path, cell)
    before = path.read_bytes()
    assert main([str(path)]) == 1
    assert complaint in capsys.readouterr().err
    assert path.read_bytes() == before


def test_copies_omit_journals(tmp_path: Path) -> None:
    (tmp_path / "old" / ".piecepack_nb").mkdir(parents=True)
    copy_to(tmp_path / "old")
    files = [path for path in (tmp_path / "old").rglob("*") if path.is_file()]
    assert sorted(path.relative_to(tmp_path / "old").as_posix() for path in files) == NAMES


# nbval, as `make test` calls it


def nbval(path: Path) -> dict[str, Any]:
    """Return the numbers of cells that pass and fail, and the output."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (flags,) = re.findall(r"^NBVAL +:= (.*)$", makefile, re.MULTILINE)
    plain = ["-q", "--color=no", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", *plain, *flags.split(), str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    counts = re.findall(r"(\d+) (passed|failed)", done.stdout.splitlines()[-1])
    return {"text": done.stdout, **{word: int(number) for number, word in counts}}


@pytest.mark.thorough
def test_nbval_reports_changed_outputs_and_errors(tmp_path: Path) -> None:
    board = "pp.show(pp.Match(pp.game('piecepackman'), seed=3))"
    begun = "import piecepack_nb as pp\n1 + 1"
    path = written(tmp_path, begun, "print('two')", board, "[3]", board, board, "print(4)\n5")
    path.write_text(executed(path), encoding="utf-8")
    document = nbformat.read(path, as_version=4)
    cells = document.cells
    cells[0].source = "import piecepack_nb as pp\n1 + 2"
    cells[1].source = "print('three')"
    cells[2].source = "'no board'"
    cells[3].source = "[3][4]"
    cells[5].outputs[0].metadata[PNG]["of"] = "another drawing"
    cells[6].source = "display(5)\nprint(4)"
    nbformat.write(document, path)
    found = nbval(path)
    assert (found["passed"], found["failed"]) == (1, 6)
    for text in ("'2' == '3'", "'two\\n' == 'three\\n'", "no board", "IndexError", "'metadata'"):
        assert text in found["text"]
