"""The changes that `make mutants` makes in the games' rules."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.conftest import GAMES
from tools.mutants import ROOT, Change, Results, changes, chosen, games, with_change

SOURCE = '''"""A text with 1 number and True."""
def f(a: int | None = 3) -> bool:
    """Return a < b."""
    if not a and max(a, 2) < 5:
        raise ValueError(f"{a + 1}")
    for each in a:
        break
    return a is b
'''


def changed_line(change: Change) -> str:
    return with_change(SOURCE.encode(), change).decode().splitlines()[change.line - 1].strip()


@pytest.mark.parametrize(
    "line",
    [
        "if (not a or max(a, 2) < 5):",
        "if (a) and max(a, 2) < 5:",
        "if not a and (max(a, 2) <= 5):",
        "if not a and min(a, 2) < 5:",
        "if not a and max(a, 3) < 5:",
        "if not a and max(a, 2) < 6:",
        "def f(a: int | None = 4) -> bool:",
        "continue",
        "return None",
        "return (a is not b)",
    ],
)
def test_a_place_is_changed(line: str) -> None:
    assert line in [changed_line(each) for each in changes("x.py", SOURCE)]


def test_texts_types_and_errors_stay() -> None:
    found = list(changes("x.py", SOURCE))
    assert len(found) == 10
    for each in found:
        ast.parse(with_change(SOURCE.encode(), each))


def test_lines_are_drawn_from_the_rules_of_every_game() -> None:
    drawn = chosen(ROOT, games(ROOT), 60, seed=1)
    assert drawn == chosen(ROOT, games(ROOT), 60, seed=1)
    assert {each.game for each in drawn} == set(GAMES)
    assert len({(each.file, each.line) for each in drawn}) == 60
    for each in drawn:
        compile(with_change((ROOT / each.file).read_bytes(), each), each.file, "exec")


def test_results_are_kept(tmp_path: Path) -> None:
    change = next(changes("piecepack_nb/games/paco/x.py", SOURCE))
    results = Results(tmp_path / "found.json")
    results.keep(change, "old", {"by": "test_x"})
    Results(results.path).keep(change, "new", {"by": ""})
    again = Results(results.path)
    assert again.of(change, "old") == {"by": "test_x"}
    assert again.of(change, "other") is None
    assert "paco             1 of    1 caught" in again.table([change], "old")
    assert f"survived: {change}" in again.table([change], "new")
