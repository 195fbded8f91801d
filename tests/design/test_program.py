"""A reader's game as a program that runs alone, and a stranger's program before it runs."""

from __future__ import annotations

import builtins
import linecache
import re
import sys
from collections.abc import Iterator
from itertools import count
from types import ModuleType
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.bots import GENERAL
from piecepack_nb.core import registry
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.registry import find
from piecepack_nb.design import Board
from piecepack_nb.design.program import MAX_PROGRAM, Program, program_of
from tests.design.examples import FOLDER, NAMES, example_class

IMPORTS = "import piecepack_nb as pp\nfrom piecepack_nb.design import Board, one_of, ready\n"
GAME = """
@pp.register
class Hill(Board):
    places = Board.squares(3, 3)
    def why_not(self, table, place):
        return ready.on_empty(table, place)
    def move(self, table, place):
        table[place] = table.seat
    def winner(self, table):
        return ready.full(table)
"""
_cells = count(1)


class Notebook:
    """A notebook's kernel: cells run one after another in one module."""

    def __init__(self) -> None:
        self.module = ModuleType(f"notebook_{next(_cells)}")
        sys.modules[self.module.__name__] = self.module

    def run(self, source: str) -> None:
        name = f"/tmp/ipykernel_7/{next(_cells)}.py"
        linecache.cache[name] = len(source), None, source.splitlines(keepends=True), name
        exec(compile(source, name, "exec"), vars(self.module))

    def __getitem__(self, name: str) -> Any:
        return vars(self.module)[name]


@pytest.fixture
def notebook() -> Iterator[Notebook]:
    before = dict(registry._registered)
    notebook = Notebook()
    yield notebook
    registry._registered.clear()
    registry._registered.update(before)
    for name in [name for name in linecache.cache if "/ipykernel_7/" in name]:
        del linecache.cache[name]


@pytest.fixture
def _registry() -> Iterator[None]:
    before = dict(registry._registered)
    yield
    registry._registered.clear()
    registry._registered.update(before)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.usefixtures("_registry")
def test_the_program_of_an_example_plays_the_same_game(name: str) -> None:
    written = example_class(name)
    program = Program(program_of(written.design_class))
    assert program.name == name
    assert program.title == written.title
    made = find(program.run())
    assert made is not written
    match, other = (
        pp.Match(game(bots=GENERAL), seed=4, seats="random") for game in (written, made)
    )
    for each in (match, other):
        each.run(12)
    assert [str(step) for step in match.steps] == [str(step) for step in other.steps]
    assert match.steps


@pytest.mark.usefixtures("_registry")
def test_the_program_of_a_program_is_the_same() -> None:
    text = (FOLDER / "hex.py").read_text(encoding="utf-8")
    again = program_of(Program(text).run())
    assert program_of(Program(again).run()) == again


def test_what_a_class_uses_from_other_cells_comes_with_it(notebook: Notebook) -> None:
    notebook.run(IMPORTS)
    notebook.run(
        "import random\nSIZE = 3\nunused = SIZE + 1\ndef free(table, place):\n"
        "    return ready.on_empty(table, place)\n"
    )
    notebook.run("class Base(Board):\n    places = Board.squares(SIZE, 3)\n")
    notebook.run(
        "@pp.register\nclass Mine(Base):\n"
        "    def why_not(self, table, place):\n        return free(table, place)\n"
        "    def move(self, table, place):\n        table[place] = table.seat  # a comment stays\n"
        "    def winner(self, table):\n        return ready.full(table)\n"
    )
    text = program_of(notebook["Mine"])
    assert text.startswith("import piecepack_nb as pp\nfrom piecepack_nb.design import Board\n")
    found = re.findall(r"^(?:class|def|SIZE) ?[^(\n]*", text, re.MULTILINE)
    assert found == ["SIZE = 3", "class Base", "def free", "class Mine"]
    assert "# a comment stays" in text
    assert "random" not in text
    assert "unused" not in text
    assert "one_of" not in text


def test_the_newest_cell_counts(notebook: Notebook) -> None:
    notebook.run(IMPORTS)
    notebook.run(GAME)
    first = notebook["Hill"]
    notebook.run(GAME.replace("3, 3", "4, 4"))
    assert "squares(4, 4)" in program_of(notebook["Hill"])
    assert "squares(3, 3)" in program_of(first)


def test_a_cell_that_is_no_python_is_passed_over(notebook: Notebook) -> None:
    notebook.run(IMPORTS)
    linecache.cache["/tmp/ipykernel_7/magic.py"] = 9, None, ["%timeit 1\n"], "magic"
    notebook.run(GAME)
    assert "class Hill" in program_of(notebook["Hill"])


def test_names_of_a_star_import_and_of_modules_are_imported(notebook: Notebook) -> None:
    notebook.run("from piecepack_nb.design import *\n")
    vars(notebook.module)["pp"] = pp  # as a start-up file of a kernel does
    notebook.run(GAME)
    text = program_of(notebook["Hill"])
    assert "import piecepack_nb as pp" in text
    assert "import Board" in text
    assert find(Program(text).run()).name == "hill"


def test_a_class_that_is_registered_by_a_call_is_registered_in_its_program(
    notebook: Notebook,
) -> None:
    notebook.run(IMPORTS)
    notebook.run(GAME.replace("@pp.register", "") + "pp.register(Hill)\n")
    assert find(Program(program_of(notebook["Hill"])).run()).name == "hill"


def test_what_no_cell_defines_is_named(notebook: Notebook) -> None:
    notebook.run(IMPORTS)
    vars(notebook.module)["helper"] = object()
    notebook.run(GAME.replace("ready.full(table)", "helper"))
    with pytest.raises(BadInput, match=r"^the program of helper isn't known; expected it in the"):
        program_of(notebook["Hill"])


def test_a_class_typed_at_a_prompt_is_refused_with_the_mend(notebook: Notebook) -> None:
    exec(IMPORTS + GAME, vars(notebook.module))  # Python's prompt keeps no text
    with pytest.raises(BadInput, match=r"^the program of Hill isn't known; expected it in the"):
        program_of(notebook["Hill"])


def test_nothing_of_a_program_runs_before_it_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []
    monkeypatch.setattr(builtins, "ran", ran.append, raising=False)
    program = Program(f"ran('yes')\n{IMPORTS}{GAME}")
    assert (program.name, program.title, program.author) == ("hill", "Hill", "")
    assert (program.rules, len(program.word)) == ("", 6)
    assert ran == []


def test_what_a_program_claims_is_read_from_its_class() -> None:
    claims = (
        '    name = "the_hill"\n    title = "The hill"\n    author = "Ann"\n'
        '    rulebook = """\n        HI-1 End. Full."""\n    places'
    )
    program = Program(IMPORTS + GAME.replace("    places", claims))
    assert (program.name, program.title, program.author, program.rules) == (
        "the_hill", "The hill", "Ann", "HI-1 End. Full.",
    )  # fmt: skip


@pytest.mark.parametrize(
    "claim", ["title = str(1)", "title = 3", "title: str", "title, other = 'a', 'b'"]
)
def test_a_claim_that_would_have_to_run_is_none(claim: str) -> None:
    assert Program(IMPORTS + GAME.replace("    places", f"    {claim}\n    places")).title == "Hill"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("def f(:\n", "the program is no Python: invalid syntax (<unknown>, line 1)"),
        ("a\0b", "the program is no Python: source code string cannot contain null bytes"),
        ("(" * 5000, "the program is no Python: too many nested parentheses (<unknown>, line 1)"),
        ("-" * 90_000 + "1", "the program is no Python: nested too deep"),
        ("x = 1\n", "the program has no class; expected a game's class"),
        ("#" * (MAX_PROGRAM + 1), "the program has 100001 characters; expected at most 100000"),
    ],
)
def test_a_text_that_is_no_program_is_refused(text: str, problem: str) -> None:
    with pytest.raises(BadInput) as refused:
        Program(text)
    assert str(refused.value) == problem


def test_a_program_that_registers_nothing_says_so() -> None:
    with pytest.raises(BadInput, match=r"^the program registers no game; expected @pp.register"):
        Program("class A:\n    pass\n").run()


@pytest.mark.usefixtures("_registry")
def test_an_error_of_a_program_names_its_line() -> None:
    program = Program(IMPORTS + GAME.replace("ready.full(table)", "1 / 0"))
    match = pp.Match(program.run())
    with pytest.raises(BadInput, match="line 12, 'return 1 / 0"):
        match.play("a1")


def test_a_class_made_in_a_function_is_refused_with_the_mend() -> None:
    class Local(Board):
        places = Board.squares(2, 2)

    with pytest.raises(BadInput, match=r"^the program of Local isn't known; expected it in the fi"):
        program_of(Local)
