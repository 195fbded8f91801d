"""The Python side of the site's safe frame, without a browser: what links and questions open."""

from __future__ import annotations

import importlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import comm
import pytest

import piecepack_nb as pp
from piecepack_nb.core import registry
from piecepack_nb.design.program import Program
from piecepack_nb.interop.link import LinkedGame, link_of_program
from piecepack_nb.widgets.quiz import Quiz
from piecepack_nb.widgets.table import TableWidget
from tools import doc_tries

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


def do(run: Any, name: str, **fields: Any) -> None:
    """Press a button of the table."""
    content = {"kind": "custom", "content": {"kind": "do", "name": name, **fields}}
    run.handle(json.dumps(content))


def test_a_guest_plays_and_the_notes_come_back_as_a_file(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    program = (ROOT / "examples/games/tic_tac_toe.py").read_text(encoding="utf-8")
    link = str(link_of_program(Program(program), ""))
    assert ask(run, "guest", link=link, others="easy", questions=["Was it fun?"]) == {
        "title": "Tic tac toe"
    }
    table = run.STATE["table"]
    assert dict(table.match.seats) == {"suns": "person", "moons": "easy"}
    assert "takes notes" in table.notes_card["text"]
    do(run, "move", text="b2")
    do(run, "move", text="b2")  # refused
    assert table.notes_card["ask"] == []
    early = ask(run, "notes")["text"]
    ask(run, "leave")  # before the end of the game
    assert table.notes_card["ask"] == ["suns"]
    do(run, "answer", seat="suns", texts=["Not yet."])
    assert table.notes_card["thanks"] == run.THANKS
    received = tmp_path / "received"
    received.mkdir()
    (received / "early.jsonl").write_text(early, encoding="utf-8")
    (received / "late.jsonl").write_text(ask(run, "notes")["text"], encoding="utf-8")
    report = pp.playtests(received, games=0)
    assert len(report.played) == 1, "notes that were saved twice count once"
    assert report.left_out == ()
    rows = dict(report.rows())
    assert rows["games"] == "1 game by people in 1 seat, 0 played to the end"
    assert rows["TTT-1 Place"].startswith("1 of 1 refused try")
    assert rows["Was it fun?"] == "1 of 1 player answered. “Not yet.”"
    played = pp.Match("piecepackman", seed=1, seats={"moons": "greedy"})
    ask(run, "guest", link=str(pp.link(played)))
    table = run.STATE["table"]
    assert (table.match.seats["moons"], table.notes_card) == ("greedy", {})
    assert ask(run, "notes")["text"].count('"format"') == 1, "the second game has no notes"
    with pytest.raises(pp.BadInput, match="holds no game"):
        ask(run, "guest", link=str(pp.link(pp.mazes.generate(3))))


def test_each_game_of_the_documentation_can_be_tried(run: Any) -> None:
    found = {
        page.stem: list(doc_tries.tries(page.read_text(encoding="utf-8")))
        for page in sorted((ROOT / "docs").rglob("*.md"))
    }
    numbers = [len(found[f"your_own_{page}"]) for page in ("game", "board", "cards")]
    assert numbers == [6, 6, 3]
    for page, games in found.items():
        for each in games:
            link = re.search(r'href="([^"]+)"', each.link("../"))
            assert link is not None
            opened = pp.open(link[1])
            assert isinstance(opened, LinkedGame)
            said = ask(run, "run", text=opened.text)
            assert said["ok"], (page, each.program.title, said)
            assert ask(run, "rules")["clauses"]
    first = found["your_own_lesson"][-1].program
    assert first.text.count("first_game = (") == 1
    assert "class Row(Board)" in first.text
    written = doc_tries.with_links("```python\nx = 1\n```\nWords.\n", "../")
    assert "Try it" not in written, "no game, no link"


def test_a_game_goes_on_where_it_was_left(run: Any) -> None:
    """The page keeps the link of the table's match; the program may have changed since."""
    program = (ROOT / "examples/games/nim.py").read_text(encoding="utf-8")
    ask(run, "run", text=program)
    run.STATE["table"].match.play(run.STATE["table"].match.moves()[0])
    link, state = ask(run, "link")["link"], run.STATE["table"].match.state
    assert ask(run, "run", text=program, kept="")["kept"] is False
    assert run.STATE["table"].match.record == ()
    for text in (program, f"{program}\n# a remark\n"):
        assert ask(run, "run", text=text, kept=link) == {
            "ok": True, "title": "Nim", "said": "", "fresh": True, "kept": True
        }  # fmt: skip
        assert run.STATE["table"].match.state == state
    other = (ROOT / "examples/games/hex.py").read_text(encoding="utf-8")
    assert ask(run, "run", text=other, kept=link)["kept"] is False
    assert ask(run, "opened", link=link) == {"title": "Nim"}
    assert "1 random game" in ask(run, "check", games=1, seconds=1)["text"]
