"""Worker processes play the code that the kernel has, however it was changed since they began."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from piecepack_nb.core.errors import BadInput
from piecepack_nb.design import ready
from piecepack_nb.design.table import Table
from piecepack_nb.lab import simulate
from piecepack_nb.lab import workers as workers_module
from tests.lab.ways import AFTER, BEFORE, CELL, HELPER, LIVE, RELOAD, Notebook, Way


def turns(game: Any, **given: Any) -> tuple[float, float]:
    """Return the mean numbers of turns here and in workers."""
    given = {"seats": "random", "workers": 2, **given}
    return simulate(game, 3, seats="random").turns, simulate(game, 3, **given).turns


SHARED = [
    "a global number", "a class method of the class", "a base class's function", "an enum",
    "a helper module's constant", "a helper module that is loaded again",
    "a helper module, by a name made at play", "a function from a helper module",
]  # fmt: skip


@pytest.mark.parametrize("name", SHARED)
def test_workers_play_a_changed_rule(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    notebook = Notebook(LIVE[name], tmp_path)
    assert turns(notebook.game) == (3, 3)
    notebook.change()
    assert turns(notebook.game) == (30, 30)


def test_workers_play_a_module_of_the_readers_that_is_loaded_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its class is known to them by its name."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    text = CELL.format(**{**Way()._asdict(), "rule": "§"}).replace("\n", "\\n").replace('"', '\\"')
    game = "\ngame = pp.game('tally')"
    before = HELPER.format(text) + "import piecepack_nb as pp\nimport ways_helper"
    notebook = Notebook(Way(), tmp_path)
    notebook.run(before + game, BEFORE)
    assert turns(notebook.cells["game"]) == (3, 3)
    notebook.run(RELOAD.format(text) + game, AFTER)
    assert turns(notebook.cells["game"]) == (30, 30)


def test_workers_forget_what_was_deleted(tmp_path: Path) -> None:
    notebook = Notebook(
        Way(rule="(1 if hasattr(self, 'short') else 3)", body="short = 1"), tmp_path
    )
    assert turns(notebook.game) == (1, 1)
    notebook.run("del Tally.short", "")
    assert turns(notebook.game) == (3, 3)


@pytest.mark.thorough
def test_a_patch_of_the_package_is_played_or_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """New workers read the package from its files."""
    way = Way("from piecepack_nb.design import ready", "3 + ready.more()")
    monkeypatch.setattr(ready, "more", lambda: 0, raising=False)
    notebook = Notebook(way, tmp_path)
    with pytest.raises(BadInput, match="have another piecepack_nb in memory than this kernel"):
        turns(notebook.game)
    monkeypatch.undo()
    plain = Notebook(LIVE["a global number"], tmp_path)
    assert turns(plain.game) == (3, 3)
    monkeypatch.setattr(Table, "again", lambda self: None)
    with pytest.raises(BadInput, match="workers=1"):
        turns(plain.game)
    monkeypatch.undo()
    assert turns(plain.game) == (3, 3)


@pytest.mark.thorough
def test_workers_with_an_earlier_package_are_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after the package was edited and loaded again: those that begin now have its new code."""
    plain = Notebook(LIVE["a global number"], tmp_path)
    assert turns(plain.game) == (3, 3)
    executor: Any = workers_module._executor(2)
    pids = set(executor._processes)
    for _ in range(8):
        assert executor.submit(_patch).result() in pids
    assert turns(plain.game) == (3, 3)
    assert not pids & set(workers_module._executor(2)._processes)  # type: ignore[attr-defined]


def _patch() -> int:
    ready.more = 3  # type: ignore[attr-defined]
    return os.getpid()


def test_an_executor_of_the_readers_that_has_other_code_is_refused(tmp_path: Path) -> None:
    plain = Notebook(LIVE["a global number"], tmp_path)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        assert turns(plain.game, workers=executor) == (3, 3)
        executor.submit(_patch).result()
        plain.change()
        with pytest.raises(BadInput, match="restart it and them"):
            turns(plain.game, workers=executor)
