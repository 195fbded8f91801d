"""A diary of versions: none is lost, reading runs nothing, and damaged files are refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core import registry
from piecepack_nb.core.errors import BadInput
from piecepack_nb.design.program import Program

FIRST = """
import piecepack_nb as pp
from piecepack_nb.design import Board, ready

@pp.register
class Hill(Board):
    places = Board.squares(3, 3)
    def why_not(self, table, place):
        return ready.on_empty(table, place)
    def move(self, table, place):
        table[place] = table.seat
    def winner(self, table):
        return ready.line_of(table, 3) or ready.full(table)
"""


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    before = dict(registry._registered), dict(registry._earlier)
    yield
    for kept, was in zip((registry._registered, registry._earlier), before, strict=True):
        kept.clear()  # type: ignore[attr-defined]
        kept.update(was)  # type: ignore[attr-defined]


def test_versions_are_kept_and_compared(tmp_path: Path) -> None:
    old = Program(FIRST).run()
    made = pp.diary(old, "the first try", where=tmp_path)
    assert made.versions == (1,)
    assert made.notes[0].program
    new = Program(FIRST.replace("squares(3, 3)", "squares(4, 4)")).run()
    # A class whose name another one has now is still that class.
    assert len(pp.game(old).design.places) == 9
    assert len(pp.game("hill").design.places) == 16
    assert pp.Match(old).game.design_class is old
    found = pp.difference(old, new, games=6, seats="random", keep=False)
    made = pp.diary("hill", "a larger board", seen="nobody blocked", measured=found, where=tmp_path)
    again = pp.diary("hill", seen="they laughed", where=tmp_path)
    assert [note.version for note in again.notes] == [1, 2, 2]
    assert "nobody blocked" in str(again)
    assert found.verdict() in str(again)
    assert "-    places = Board.squares(3, 3)" in again.changes(1, 2).splitlines()
    later: Any = type("Hill", (new,), {"length": 4})
    assert pp.diary(later, "not registered", where=tmp_path / "later").name == "hill"
    first = again.run(1)
    assert len(pp.game(first).design.places) == 9
    assert len(pp.game("hill").design.places) == 16
    assert "<th scope=" in again._repr_html_()
    assert pp.diary("hill", where=tmp_path).notes == again.notes
    with pytest.raises(BadInput, match="the version is 3; expected one of 1, 2"):
        again.program(3)
    with pytest.raises(BadInput, match="seen is"):
        pp.diary("hill", seen=7, where=tmp_path)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: [],
        lambda data: data | {"game": "other"},
        lambda data: data | {"notes": 7},
        lambda data: data | {"notes": [{"version": "1"}]},
        lambda data: data | {"notes": [data["notes"][0] | {"why": ["x"]}]},
    ],
)
def test_damaged_diaries_are_refused(tmp_path: Path, damage: Any) -> None:
    game = Program(FIRST).run()
    made = pp.diary(game, "x", where=tmp_path)
    made.path.write_text(json.dumps(damage(json.loads(made.path.read_text()))))
    with pytest.raises(BadInput):
        pp.diary(game, where=tmp_path)
