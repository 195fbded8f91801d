"""The kinds of event: each game's are declared, explained and spelt alike everywhere."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, get_args

import pytest

import piecepack_nb as pp
from piecepack_nb.core.registry import find
from piecepack_nb.design import Board
from piecepack_nb.search import trace
from tests.conftest import GAMES
from tools.options import event_table, with_table

FOLDERS = Path(pp.__file__).parent / "games"
LITERAL = [name for name in GAMES if (FOLDERS / name / "events.py").exists()]


def trees(game: str) -> Iterator[ast.Module]:
    """Yield the parsed modules of a game, without its events.py."""
    for path in sorted((FOLDERS / game).rglob("*.py")):
        if path.name != "events.py":
            yield ast.parse(path.read_text(encoding="utf-8"), str(path))


def strings(node: ast.AST | None) -> set[str]:
    """Return the strings of a literal; of a mapping, those of its keys."""
    found = [node] if not isinstance(node, ast.Dict) else [key for key in node.keys if key]
    return {
        each.value
        for part in found
        if part is not None
        for each in ast.walk(part)
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
    }


def is_kind(node: ast.AST) -> bool:
    """Return True for ``event.kind``, also of ``step.event`` and of one in ``before``."""
    owner = node.value if isinstance(node, ast.Attribute) and node.attr == "kind" else None
    return (isinstance(owner, ast.Name) and owner.id == "event") or (
        isinstance(owner, ast.Attribute) and owner.attr == "event"
    )


def read_kinds(game: str) -> set[str]:
    """Return the kinds that a game's modules compare with ``event.kind`` or look up by it."""
    found: set[str] = set()
    for tree in trees(game):
        tables: set[str] = set()
        for node in ast.walk(tree):
            parts: list[ast.expr] = []
            if isinstance(node, ast.Compare) and any(map(is_kind, [node.left, *node.comparators])):
                parts = [node.left, *node.comparators]
            elif isinstance(node, ast.Subscript) and is_kind(node.slice):
                parts = [node.value]
            elif isinstance(node, ast.Call) and node.args and is_kind(node.args[0]):
                parts = [node.func.value] if isinstance(node.func, ast.Attribute) else []
            elif isinstance(node, ast.Match) and is_kind(node.subject):
                patterns = [each for case in node.cases for each in ast.walk(case.pattern)]
                parts = [each.value for each in patterns if isinstance(each, ast.MatchValue)]
            for part in parts:
                found |= strings(part)
                tables |= {each.id for each in ast.walk(part) if isinstance(each, ast.Name)}
        for node in tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                found |= strings(node.value) if node.targets[0].id in tables else set()
    return found


@pytest.mark.parametrize("name", LITERAL)
def test_each_kind_that_is_declared_is_explained_and_used(name: str) -> None:
    module: Any = import_module(f"piecepack_nb.games.{name}.events")
    kinds = get_args(module.EventKind)
    assert list(module.EVENT_KINDS) == list(kinds)
    assert all(text.endswith(".") for text in module.EVENT_KINDS.values())
    used = set().union(*map(strings, trees(name)))
    assert [kind for kind in kinds if kind not in used] == []


@pytest.mark.parametrize("name", GAMES)
def test_the_readme_lists_the_kinds(name: str) -> None:
    text = (FOLDERS / name / "README.md").read_text(encoding="utf-8")
    assert with_table(text, "event", event_table(name)) == text
    assert event_table(name) in text


@pytest.mark.parametrize("name", LITERAL)
def test_each_kind_that_is_asked_for_is_declared(name: str) -> None:
    found = read_kinds(name)
    assert found, "the test finds the places that ask"
    assert found - {*find(name).event_kinds, *trace.KINDS} == set()


def test_a_misspelt_kind_of_a_readers_game_is_found() -> None:
    class Fork(Board):
        places = Board.squares(2, 1)
        event_kinds: ClassVar = {"fork": "A seat threatens two."}
        rulebook = "FO-1 Place. Put a piece anywhere. FO-2 End. A full board ends the game."
        kind = "fork"

        def why_not(self, table: Any, place: Any) -> Any:
            return "taken" if table[place] else None

        def move(self, table: Any, place: Any) -> None:
            table[place] = "pawn"
            table.say("FO-1 it is put.", self.kind)

        def winner(self, table: Any) -> Any:
            return (None, "it is full") if all(table[each] for each in table.places) else None

    class Misspelt(Fork):
        kind = "forc"

    assert pp.check(Fork, games=3)
    checked = pp.check(Misspelt, games=3)
    assert not checked
    assert "names the kind 'forc' (did you mean 'fork'?)" in str(checked)
