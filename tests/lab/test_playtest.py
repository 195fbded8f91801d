"""Playtests with people: thinking times, undone moves, refused tries."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.lab import playtest, read_playtest
from tests.lab.cells import from_cell


def test_people_are_noted_and_bots_are_not(tmp_path: Path) -> None:
    match = pp.Match(from_cell("tic_tac_toe"), seats={"moons": "random"}, seed=1)
    noted = playtest(match, tmp_path / "notes.jsonl")
    time.sleep(0.05)
    match.play("a1")
    match.run()
    taken = str(match.record[1].move)
    for wrong in (taken, taken):
        with pytest.raises(pp.IllegalMove):
            match.play(wrong)
    match.undo()
    match.play("b2")
    noted.stop()
    match.run()
    with pytest.raises(BadInput):
        match.play(taken)
    kinds = [(note.kind, note.seat, note.turn) for note in noted.notes]
    assert kinds == [
        ("move", "suns", 1),
        ("refused", "suns", 3),
        ("refused", "suns", 3),
        ("undo", "suns", 1),
        ("move", "suns", 1),
    ]
    assert 0.05 <= noted.thinking("suns")[0] < 5
    assert noted.refused == {"TTT-1": 2}
    assert "2 moves, 1 undone, 2 refused tries" in str(noted)
    assert read_playtest(tmp_path / "notes.jsonl").notes == noted.notes
    assert "svg" in noted._repr_mimebundle_()["image/svg+xml"]


def test_secret_and_common_moves_are_the_seats_that_make_them() -> None:
    match = pp.Match(from_cell("rock_paper_scissors"), seed=1)
    noted = playtest(match)
    moves = list(match.moves())
    match.play(moves[0])
    match.play(next(iter(match.moves())))
    assert {note.seat for note in noted.notes} == set(match.game.seats)
    ghosts = pp.Match(pp.game("piecepackman"), seed=7)
    noted = playtest(ghosts)
    ghosts.run()
    ghosts.play(next(iter(ghosts.moves())))
    assert noted.notes[-1].seat == "suns and moons and crowns and arms"


def test_nothing_is_noted_without_being_asked(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    match = pp.Match(from_cell("tic_tac_toe"))
    match.play("a1")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "line", ["", "{}", "[1]", '{"kind": "nap", "seat": "a", "turn": 1, "seconds": 2}']
)
def test_a_damaged_file_names_its_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "notes.jsonl"
    good = '{"kind": "move", "seat": "suns", "turn": 1, "seconds": 2.5, "clause": ""}'
    path.write_text(f"{good}\n{line}\n{good}\n", encoding="utf-8")
    with pytest.raises(BadInput, match="line 2 is "):
        read_playtest(path)
    with pytest.raises(BadInput, match="can't be read"):
        read_playtest(tmp_path / "none")
    with pytest.raises(BadInput, match=r"such as table\.match"):
        playtest("a match")  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="path is 3; expected the path of a file"):
        read_playtest(3)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="path is 3; expected the path of a file, or None"):
        playtest(pp.Match(pp.game("activator")), 3)  # type: ignore[arg-type]
