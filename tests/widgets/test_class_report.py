"""Thirty hand-ins, ten of them broken or hostile: read as data, checked and marked."""

from __future__ import annotations

import csv
import io
import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core import errors, registry
from piecepack_nb.core.errors import BadInput
from piecepack_nb.design.program import Program
from piecepack_nb.widgets import class_report
from piecepack_nb.widgets.hand_in import KINDS
from tests.widgets import hand_ins

GAME = '''
import piecepack_nb as pp
from piecepack_nb.design import Board, ready

@pp.register
class {name}(Board):
    """{about}"""
    places = Board.squares({wide}, 3)
    def why_not(self, table, place):
        return ready.on_empty(table, place)
    def move(self, table, place):
        table[place] = table.seat
    def winner(self, table):
        return ready.line_of(table, 3) or ready.full(table)
'''
OWN = """
    def begin(self, table):
        table.score[table.seat] += {n}
        table.note_{n} = [table.turn, {n}, "{name}"] * {n}
    def score(self, table):
        return {{"suns": table.score["suns"] + {n}, "moons": len(table.note_{n})}}
    def evaluate(self, table, seat):
        return sum(table.owner(place) == seat for place in table.places) / {n}{n}
"""
NAMES = ("Hill", "Dale", "Moor", "Fen")


def program(n: int) -> str:
    return GAME.format(name=NAMES[n % 4], about=f"Game {n}.", wide=3) + OWN.format(
        n=n + 2, name=n
    ) * (n > 1)


def content(name: str = "", **kinds: Any) -> dict[str, Any]:
    return {
        "format": "piecepack_nb hand-in", "version": 1, "name": name,
        **{kind: {} for kind in KINDS}, **kinds,
    }  # fmt: skip


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    before = dict(registry._registered), dict(registry._earlier)
    monkeypatch.chdir(tmp_path)
    for name in [registry.find(each).name for each in registry.own_games()]:  # of other tests
        registry._registered.pop(name, None)
    yield
    for kept, was in zip((registry._registered, registry._earlier), before, strict=True):
        kept.clear()  # type: ignore[attr-defined]
        kept.update(was)  # type: ignore[attr-defined]


def test_a_student_packs_what_there_is(tmp_path: Path) -> None:
    game = Program(program(0)).run()
    pp.diary(game, "the first")
    Path("playtests").mkdir()
    Path("playtests", "hill.jsonl").write_text("{}\n")
    quiz = pp.predict("piecepackman", seed=7)
    quiz.guess(quiz.scene.spots[0].id)
    cell = {"cell_type": "code", "source": ["x = 1"]}
    Path("02.ipynb").write_text(json.dumps({"cells": [cell]}))
    found = pp.simulate(game, 4, seats="random", keep=False)
    path = pp.hand_in("ann", answers={"1": "b"}, notebooks=["02.ipynb"], measures=[found])
    data = json.loads(path.read_text())
    assert path.name == "ann.handin.json"
    assert repr(path) == (
        "ann.handin.json is written, with 1 answer, 1 prediction, 1 game, 1 notebook, 1 file of "
        "playtests, 1 diary and 1 table of measures. Hand in this one file."
    )
    assert (str(path), repr(path.parent)) == ("ann.handin.json", repr(Path()))
    assert data["answers"] == {"1": "b"}
    assert "class Hill" in data["games"]["hill"]
    assert "HI-0 Turns." in data["rulebooks"]["hill"]
    assert data["diaries"].keys() == {"hill.json"}
    assert data["notes"] == {"hill.jsonl": "{}\n"}
    assert json.loads(data["notebooks"]["02.ipynb"]) == ["x = 1"]
    assert found.table() in data["measures"].values()
    assert '"piecepackman"' in data["predictions"]["predictions.jsonl"]
    (row,) = pp.class_report(".").records()
    assert (row["who"], row["predictions"], row["games"]) == ("ann", 1, "hill")
    unnamed = pp.hand_in(games=())
    assert json.loads(unnamed.read_text())["name"] == ""
    assert "ann" not in unnamed.name
    for wrong, said in [
        ({"name": "../ann"}, "the name is"), ({"answers": {"1": 7}}, "answers is"),
        ({"answers": {"1": "x" * 500_000}}, "answers in"),
        ({"notebooks": ["no.ipynb"]}, "no.ipynb"),
    ]:  # fmt: skip
        with pytest.raises(BadInput, match=said):
            pp.hand_in(**wrong)
    with pytest.raises(BadInput, match="holds no hand-in"):
        pp.class_report(tmp_path / "playtests")


@pytest.mark.thorough
def test_thirty_hand_ins_ten_of_them_hostile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "class"
    folder.mkdir()
    mark = tmp_path / "ran"
    long = (
        "The first player wins too often, since nobody can block two lines at the same time here. "
    )
    for n in range(20):
        text = long * 2 if n in (3, 4) else f"Answer of student {n}: " + f"word{n} " * 20
        data = content(f"s{n}", answers={"1": text}, games={NAMES[n % 4].lower(): program(n)})
        (folder / f"s{n:02}.handin.json").write_text(json.dumps(data))
    runs = f"import pathlib\npathlib.Path({str(mark)!r}).write_text('x')\nclass Bad: pass\n"
    hostile: dict[str, Any] = {
        "text": "no json", "deep": "[" * 100_000, "list": "[]",
        "other": json.dumps({"format": "x"}),
        "later": json.dumps(content() | {"version": 2}),
        "kinds": json.dumps(content(games=[1])),
        "values": json.dumps(content(answers={"1": ["x"]})),
        "large": json.dumps(content(games={"g": "x" * 200_000})),
        "runs": json.dumps(content(games={
            "bad": runs, "=cmd": "import os\nclass A: pass\nos._exit(0)",
            "deep": "-" * 90_000 + "1", "attributes": "a" + ".a" * 40_000,
        })),
        "<b>": json.dumps(content("x", answers={"=1+1": "<script>alert(1)</script>"},
                                  predictions={"p": "\0{}"}, notebooks={"n": "[[["})),
    }  # fmt: skip
    for name, text in hostile.items():
        (folder / f"{name}.handin.json").write_text(text)
    report = pp.class_report(folder)
    assert len(report.entries) == 30
    bad = {entry.who: entry.problem for entry in report.entries if entry.handed is None}
    assert len(bad) == 8, bad
    assert bad["list"] == "list.handin.json is no hand-in; expected a file that pp.hand_in wrote"
    two, ten = folder / "s2.handin.json", folder / "s10.handin.json"
    assert class_report._numbers_in_order(two) < class_report._numbers_in_order(ten)
    assert not mark.exists()
    shown = report._repr_html_()
    assert "<script" not in shown
    assert "<b>" not in shown
    # The first two games differ in names and docstrings alone; two answers are the same.
    alike = {(each.one, each.two, each.what.split()[0]) for each in report.copies}
    assert ("s03", "s04", "answer") in alike
    assert ("s00", "s01", "game") in alike
    assert len(alike) <= 4, alike
    monkeypatch.setattr(class_report, "SECONDS", 40)
    kept = {"s00", "s05", "runs", "<b>"}
    report = class_report.ClassReport(folder, [e for e in report.entries if e.who in kept]).check()
    assert mark.exists()  # it ran, elsewhere, when check was called
    assert report.sound["s00", "hill"][0]
    assert report.sound["s05", "dale"][0]
    assert not report.sound["runs", "bad"][0]
    assert not report.sound["runs", "=cmd"][0]
    rows = list(csv.DictReader(io.StringIO(report.to_csv(tmp_path / "marks.csv"))))
    assert {row["who"]: row["games sound"] for row in rows} == {
        "s00": "1", "s05": "1", "runs": "0", "<b>": "",
    }  # fmt: skip
    assert (tmp_path / "marks.csv").exists()
    assert "=cmd: It ended its process." in {row["who"]: row["not sound"] for row in rows}["runs"]
    assert "s00" in str(report)
    with pytest.raises(BadInput, match="did you mean"):
        report["s0"]
    with pytest.raises(BadInput, match="the game of s00"):
        report.play("s00", "chess")
    with pytest.raises(BadInput, match=r"no class|no Python"):
        report.play("runs", "deep")
    table = report.play("s00")
    try:
        with urllib.request.urlopen(table.link, timeout=20) as page:
            assert page.status == 200
        assert table.link in table._repr_html_()
    finally:
        table.close()
    with monkeypatch.context() as bare:
        bare.setattr(errors, "find_spec", lambda _name: None)
        with pytest.raises(BadInput, match=r"^a student's table needs tornado and segno: pip inst"):
            report.play("s00")
    monkeypatch.setattr(class_report, "STARTING", 15)
    with pytest.raises(BadInput, match="doesn't start"):
        report.play("runs", "=cmd")


def test_a_copy_with_other_names_is_found_among_thirty_hand_ins(tmp_path: Path) -> None:
    hand_ins.write(tmp_path)
    report = pp.class_report(tmp_path)
    assert len(report.entries) == 30
    unread = {entry.who for entry in report.entries if entry.handed is None}
    assert unread == {"binary", "bomb", "deep", "later", "numbers"}
    assert [(each.one, each.two) for each in report.copies] == [("renamed", "s03")]
    assert not (tmp_path / "ran").exists()
    assert "'=cmd()" in report.to_csv()
