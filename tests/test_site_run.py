"""The Python side of the site's safe frame, without a browser: what links and questions open."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import comm
import pytest

import piecepack_nb as pp
from piecepack_nb.core import registry
from piecepack_nb.widgets.quiz import Quiz
from piecepack_nb.widgets.table import TableWidget

ROOT = Path(__file__).parents[1]
SITE = ROOT / "docs" / "site"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The module as Pyodide loads it."""
    ffi = ModuleType("pyodide.ffi")
    vars(ffi)["to_js"] = lambda value: value
    monkeypatch.setitem(sys.modules, "pyodide", ModuleType("pyodide"))
    monkeypatch.setitem(sys.modules, "pyodide.ffi", ffi)
    monkeypatch.setattr(comm, "create_comm", comm.create_comm)
    for folder in (SITE, SITE / "run"):
        monkeypatch.syspath_prepend(str(folder))
    before = dict(registry._registered)
    module = importlib.import_module("run")
    module.start(lambda _text, _buffers: None)
    yield module
    module.STATE["table"].close()
    for name in ("run", "play"):
        sys.modules.pop(name)
    registry._registered.clear()
    registry._registered.update(before)


def ask(run: Any, what: str, **values: Any) -> Any:
    return json.loads(run.ask(json.dumps({"what": what, **values})))


def test_each_kind_of_link_is_shown(run: Any) -> None:
    match = pp.Match("piecepackman", seed=7)
    match.run()
    maze = pp.mazes.generate(3)
    shown: dict[str, Any] = {}
    for name, link in {
        "match": pp.link(match), "tried": pp.link(match, tried="suns a1"),
        "legal": pp.link(match, tried="order suns moons crowns arms"),
        "question": pp.link(match, question="objective"), "maze": pp.link(maze),
    }.items():  # fmt: skip
        assert ask(run, "opened", link=str(link)) == {"title": "Piecepackman"}
        shown[name] = run.STATE["table"]
        assert ask(run, "rules")["clauses"][0][0] == "PM-1"
        if name == "question":
            with pytest.raises(pp.BadInput, match=r"^a question's link is made by the button"):
                ask(run, "link")
    assert isinstance(shown["question"], Quiz)
    assert shown["tried"].notice["text"].startswith("Suns a1 must wait")
    for name in ("match", "tried", "legal"):
        assert isinstance(shown[name], TableWidget)
        assert shown[name].match.state == match.state, name
    assert shown["maze"].match.game.rules.maze == maze.text()


def test_a_program_takes_the_place_of_a_question(run: Any) -> None:
    match = pp.Match("piecepackman", seed=7)
    match.run()
    ask(run, "opened", link=str(pp.link(match, question="objective")))
    program = (ROOT / "examples/games/nim.py").read_text(encoding="utf-8")
    assert ask(run, "run", text=program)["fresh"]
    assert ask(run, "run", text=program + "\n# again\n")["said"]
    opened = pp.open(ask(run, "link")["link"])
    assert opened.title == "Nim"  # type: ignore[union-attr]
    assert ask(run, "run", text="def x(:\n")["findings"][0]["line"] == 1
