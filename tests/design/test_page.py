"""The pages on own games: complete, accurate, and their code runs and makes their pictures."""

from __future__ import annotations

import ast
import doctest
import inspect
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import piecepack_nb as pp
from piecepack_nb import design
from piecepack_nb.core import registry
from piecepack_nb.design import Board, Places, Table, board, ready
from piecepack_nb.design.backdrops import DRAWINGS
from piecepack_nb.design.checking import check
from piecepack_nb.design.hooks import HOOKS
from piecepack_nb.design.looks import COLOURS, COMPONENTS
from tests.conftest import sampled
from tools.page_pictures import BLOCK, PAGE, PAGES

TEXT = "\n".join(each.read_text(encoding="utf-8") for each in PAGES)
MORE = (PAGE.with_name("your_own_experiment.md"), PAGE.with_name("your_own_lesson.md"))
"""The pages that have some of what a class can use; other tests run their examples."""
BLOCKS = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
REFERENCE = BLOCKS.sub("", TEXT)
PROSE = "\n".join([REFERENCE, *(BLOCKS.sub("", each.read_text(encoding="utf-8")) for each in MORE)])
FOLDER = Path(inspect.getfile(design)).parent
CODE = re.findall(r"`([^`\n]+)`", REFERENCE)
HEADS: dict[str, Any] = {"table": Table, "ready": ready, "Board": Board, "places": Places, "pp": pp}
"""What the names before a dot on the page mean."""
NOTES = {"heap", "plan", "deck", "hand"}
"""Notes and piles that the pages keep on a table, as examples."""


@pytest.fixture
def space() -> Iterator[dict[str, Any]]:
    """The names that the page's code makes; its games are registered meanwhile."""
    before = dict(registry._registered)
    found: dict[str, Any] = {"__name__": "your_own_game"}
    for code, _, _ in BLOCK.findall(TEXT):
        if not code.startswith(">>>"):
            exec(compile(code, str(PAGE), "exec"), found)
    yield found
    registry._registered.clear()
    registry._registered.update(before)


def test_its_code_runs_and_its_examples_show_what_they_say(space: dict[str, Any]) -> None:
    blocks = [code for code, _, _ in BLOCK.findall(TEXT) if code.startswith(">>>")]
    assert blocks
    for code in blocks:
        example = doctest.DocTestParser().get_doctest(code, space, "the page", str(PAGE), 0)
        assert doctest.DocTestRunner(verbose=False).run(example).failed == 0


def test_its_games_have_no_faults(space: dict[str, Any]) -> None:
    classes = [each for each in space.values() if inspect.isclass(each) and issubclass(each, Board)]
    classes.remove(Board)
    assert len(classes) >= len(DRAWINGS)
    for each in classes:
        assert check(each, games=len(sampled(range(10), 4))).problems == ()


def test_its_pictures_are_those_that_its_code_makes(tmp_path: Path) -> None:
    """In a process of its own, for the styles of other games that were imported join an SVG."""
    command = [sys.executable, "-m", "tools.page_pictures", str(tmp_path)]
    subprocess.run(command, cwd=PAGE.parents[1], check=True, capture_output=True)
    drawn = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    committed = {
        path.name: path.read_text(encoding="utf-8")
        for path in (PAGE.parent / "pictures").glob("*.svg")
    }
    assert len(drawn) > len(DRAWINGS)
    assert drawn == committed, "run 'python -m tools.page_pictures' and commit what it writes"
    assert all("prefers-color-scheme:dark" in each for each in drawn.values())


def test_it_names_every_hook_with_its_parameters() -> None:
    hook = re.compile(r"^    (\w+)\((table[^)]*)\)  ", re.MULTILINE)
    described = dict(hook.findall(inspect.getdoc(board) or ""))
    assert set(described) >= set(HOOKS)
    rows = dict(re.findall(r"^\| `(\w+)\(self, ([^)]*)\)` \|", PROSE, re.MULTILINE))
    source = "".join(file.read_text(encoding="utf-8") for file in FOLDER.glob("*.py"))
    calls = r'(?:\b(?:hook_of|call|hasattr)\([\w.]*design, |\.hook\()"(\w+)"'
    called = re.findall(calls, source)
    assert {"look", "prompt", "why_not"} <= set(called) <= set(rows)
    for example, named in (("bot_hungry", "bot_NAME"), ("ask_fork", "ask_NAME"),
                           ("reason_fork", "reason_NAME")):  # fmt: skip
        assert rows[example] == described.pop(named)
    for name, parameters in described.items():
        assert rows[name] == parameters or parameters.endswith("…")


@pytest.mark.parametrize(
    ("head", "names"),
    [
        ("table", [name for name in dir(Table) if name[0] != "_" and name != "state"]),
        ("ready", [name for name, each in vars(ready).items()
                   if name[0] != "_" and getattr(each, "__module__", "") == ready.__name__
                   and inspect.isfunction(each)]),
        ("Board", [*DRAWINGS, "die", "make_game", "make_view"]),
        ("places", ["shade", "add", "names", "rows", "files", "edge", "links"]),
    ],
)  # fmt: skip
def test_it_names_everything_of(head: str, names: list[str]) -> None:
    assert len(names) > 5
    assert not [name for name in names if not re.search(rf"\b{head}\.{name}\b", PROSE)]


def test_it_names_every_part_of_a_class_and_every_public_name() -> None:
    parts = [name for name in get_type_hints(Board) if name not in ("rules", "known_tiles")]
    assert len(parts) > 7
    names = [*parts, *design.__all__]
    assert not [name for name in names if not re.search(rf"`[^`\n]*\b{name}\b", PROSE)]


def test_it_names_every_look() -> None:
    section = PROSE.partition("## Pieces")[2].partition("\n## ")[0]
    assert not [word for word in (*COMPONENTS, *COLOURS) if not re.search(rf"\b{word}\b", section)]


class Heap(Board):
    def move(self, table: Any, place: str) -> None:
        self.heap = place


class Truth(Board):
    def why_not(self, table: Any, place: str) -> bool:
        return True

    def move(self, table: Any, place: str) -> None:
        table[place] = table.seat


class Missing(Truth):
    def why_not(self, table: Any, place: str) -> Any:
        return "CH-9 not here"


class Endless(Truth):
    def why_not(self, table: Any, place: str) -> Any:
        return None


class Stuck(Endless):
    def why_not(self, table: Any, start: str) -> Any:
        return None


class Both(Endless):
    def moves(self, table: Any) -> list[str]:
        return ["a1"]

    def why_not(self, table: Any, place: str) -> Any:
        return "no"


class Chancy(Endless):
    def move(self, table: Any, place: str) -> None:
        table.note = random.random()


@pytest.mark.parametrize("wrong", [Heap, Truth, Missing, Endless, Stuck, Both, Chancy])
def test_it_quotes_messages_as_they_are(wrong: type[Board]) -> None:
    wrong.places = Board.squares(2, 2)
    wrong.rulebook = "CH-1 Move. Play. CH-2 End. None."
    (problem,) = check(wrong, games=1).problems
    rows = re.findall(r"^\| ([^|`]+) \|", PROSE.partition("## When something")[2], re.MULTILINE)
    quoted = [[part.strip() for part in row.split("…") if part.strip()] for row in rows]
    assert any(parts and all(part in problem for part in parts) for parts in quoted), problem


def test_its_calls_have_the_parameters_that_there_are() -> None:
    wrong = [trouble for text in CODE for trouble in faults(text)]
    assert not wrong, "\n".join(wrong)


def faults(text: str) -> Iterator[str]:
    """Yield what is wrong with the names and calls in a piece of code of the page."""
    try:
        nodes = list(ast.walk(ast.parse(text)))
    except SyntaxError:
        return
    for node in nodes:
        if isinstance(node, ast.Attribute) and (owner := owner_of(node)) is not None:
            fields = getattr(owner, "__annotations__", {})
            if not hasattr(owner, node.attr) and node.attr not in (*fields, *NOTES):
                yield f"{text}: no {node.attr}"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield from call_faults(text, node, node.func)


def owner_of(node: ast.Attribute) -> Any:
    """Return what an attribute is looked up in; None for what the page's reader makes."""
    return HEADS.get(node.value.id) if isinstance(node.value, ast.Name) else None


def call_faults(text: str, node: ast.Call, called: ast.Attribute) -> Iterator[str]:
    """Yield the arguments that a function hasn't; names are parameters, constants defaults."""
    function = getattr(owner_of(called), called.attr, None)
    if function is None:
        return
    parameters = inspect.signature(function).parameters
    if any(each.kind is each.VAR_KEYWORD for each in parameters.values()):
        return
    names = [name for name in parameters if name != "self"]
    given = [each.id for each in node.args if isinstance(each, ast.Name)]
    if given and owner_of(called) is not pp and given != names[: len(given)]:
        yield f"{text}: the parameters are {', '.join(names)}"
    for keyword in node.keywords:
        if keyword.arg not in names:
            yield f"{text}: no parameter {keyword.arg}"
        elif given and owner_of(called) is not pp and isinstance(keyword.value, ast.Constant):
            default = parameters[keyword.arg].default
            if keyword.value.value != default:
                yield f"{text}: {keyword.arg} is {default} by default"


def test_a_fault_is_found() -> None:
    assert list(faults("ready.cake(table)")) == ["ready.cake(table): no cake"]
    assert list(faults("ready.slide(table, end)")) == [
        "ready.slide(table, end): the parameters are table, start, end, diagonal"
    ]
    assert list(faults("Board.pits(4, cakes=1)")) == ["Board.pits(4, cakes=1): no parameter cakes"]
    assert list(faults("ready.slide(table, start, end, diagonal=True)")) == [
        "ready.slide(table, start, end, diagonal=True): diagonal is False by default"
    ]
