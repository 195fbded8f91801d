"""A table that takes notes of a playtest: it says so, ends them, and asks after the game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ipywidgets import Widget

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.lab.playtest import QUESTIONS, read_playtest
from piecepack_nb.widgets.table import TableWidget
from tests.lab.cells import from_cell


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Notes go to a folder of the test's own; its tables don't follow the next test's game."""
    monkeypatch.chdir(tmp_path)
    had = set(Widget.widgets)
    yield
    for id in set(Widget.widgets) - had:  # not the one that all canvases share
        if id in Widget.widgets:  # closing one may close others
            Widget.widgets[id].close()


def table(**named: Any) -> TableWidget:
    return pp.play(from_cell("tic_tac_toe"), journal=False, **{"notes": True, **named})


def do(at: TableWidget, name: str, **fields: Any) -> None:
    """Send what a page would send for a button."""
    at._received(at, {"kind": "do", "name": name, **fields}, [])


def play(at: TableWidget, *moves: str) -> None:
    for move in moves:
        do(at, "move", text=move)


WON = ("a1", "b1", "a2", "b2", "a3")


def test_a_table_takes_no_notes_unless_they_are_wanted() -> None:
    at = table(notes=False)
    play(at, *WON)
    assert at.notes_card == {}
    assert not list(Path().iterdir())


def test_a_table_says_what_it_notes_and_asks_each_player_at_the_end() -> None:
    at = table()
    assert "thinking times, undone moves and refused tries" in at.notes_card["text"]
    assert at.notes_card["ask"] == []
    play(at, "a1", "a1")
    do(at, "undo")
    play(at, *WON)
    assert at.notes_card["ask"] == ["suns", "moons"]
    assert at.notes_card["questions"] == list(QUESTIONS)
    do(at, "answer", seat="moons", texts=["The draw.", ""])
    assert at.notes_card["ask"] == ["suns"]
    (path,) = Path("playtests").glob("*.jsonl")
    kinds = [note.kind for note in read_playtest(path).notes]
    assert kinds == ["move", "refused", "undo", *["move"] * 5, "end", "answer", "answer"]
    assert "The draw." in str(pp.playtests(games=0))


def test_answers_of_a_page_are_checked() -> None:
    at = table()
    do(at, "answer", seat="suns", texts=["", ""])
    assert "the game isn't over" in at.notice["text"]
    play(at, *WON)
    for texts in ([""], ["", 1], ["", "x" * 1001]):
        do(at, "answer", seat="suns", texts=texts)
        assert "answer" in at.notice["text"]
    do(at, "answer", seat="suns", texts="ab")
    assert at.notes_card["ask"] == ["suns", "moons"]


def test_a_player_may_end_the_notes() -> None:
    at = table(notes=["Was it fun?"])
    play(at, "a1")
    do(at, "end_notes")
    play(at, "b1")
    assert at.notes_card == {}
    assert [note.kind for note in pp.playtests(games=0).played[0].notes] == ["move"]


def test_each_game_of_a_table_has_its_notes() -> None:
    at = table(seed=1)
    play(at, *WON)
    do(at, "new", seed="2")
    assert at.notes_card["ask"] == []
    play(at, "a1")
    report = pp.playtests(games=0)
    assert sorted(len(each.notes) for each in report.played) == [1, 6]


def test_bots_are_neither_noted_nor_asked() -> None:
    at = table(seats={"moons": "random"}, seed=3)
    while at.match.result is None:
        play(at, next(map(str, at.match.moves())))
    assert at.notes_card["ask"] == ["suns"]
    assert {note.seat for note in pp.playtests(games=0).played[0].notes} == {"suns", ""}


def test_a_folder_that_cannot_be_written_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("playtests").write_text("a file", encoding="utf-8")
    at = table()
    assert "can't be written" in at.notes_card["warning"]
    play(at, *WON)
    assert at.match.result is not None


@pytest.mark.parametrize("notes", [1, "why?", ["a", 3], [""], ["a"] * 6, ["x" * 201]])
def test_notes_are_true_false_or_questions(notes: Any) -> None:
    with pytest.raises(BadInput, match="expected"):
        table(notes=notes)
