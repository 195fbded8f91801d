"""Playtests with people: thinking times, undone moves, refused tries."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.lab import playtest, read_playtest
from tests.effort import ticking
from tests.lab.cells import from_cell


def test_people_are_noted_and_bots_are_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[playtest.__module__], "monotonic", ticking(1))
    match = pp.Match(from_cell("tic_tac_toe"), seats={"moons": "random"}, seed=1)
    noted = playtest(match, tmp_path / "notes.jsonl")
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
    assert noted.thinking("suns") == [1, 1]
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
    "line",
    [
        "",
        "{}",
        "[1]",
        '{"kind": "nap", "seat": "a", "turn": 1, "seconds": 2}',
        '{"kind": "move", "seat": "a", "turn": 1, "seconds": NaN}',
        '{"kind": "move", "seat": "a", "turn": 1, "seconds": 1e999}',
        '{"kind": "move", "seat": "a", "turn": true, "seconds": 2}',
        '{"kind": "move", "seat": "a", "turn": -1, "seconds": 2}',
        '{"kind": "move", "seat": ["a"], "turn": 1, "seconds": 2}',
        '{"kind": "move", "seat": "a", "turn": 1, "seconds": 1' + "0" * 4000 + "}",
        '{"kind": "move", "seat": "a", "turn": 1, "seconds": 1' + "0" * 5000 + "}",
        '{"kind": "answer", "seat": "a", "turn": 1, "seconds": 0, "text": "' + "x" * 2001 + '"}',
        '{"kind": "move", "seat": "a", "turn": 1, "seconds": 0, "who": "ann"}',
        "[" * 100_000,
        '{"format": "piecepack_nb playtest", "version": 2}',
        '{"format": "piecepack_nb playtest", "version": 1, "game": 3}',
        '{"format": "piecepack_nb playtest", "version": 1, "rules": [1]}',
        '{"format": "piecepack_nb playtest", "version": 1, "goes_on": "yes"}',
    ],
)
def test_a_damaged_file_names_its_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "notes.jsonl"
    good = '{"kind": "move", "seat": "suns", "turn": 1, "seconds": 2.5, "clause": ""}'
    path.write_text(f"{good}\n{line}\n{good}\n", encoding="utf-8")
    with pytest.raises(BadInput, match="line 2 is "):
        read_playtest(path)
    with pytest.raises(BadInput, match="can't be read"):
        read_playtest(tmp_path / "none")
    with pytest.raises(BadInput, match=r"expected a file; pp\.playtests reads a folder"):
        read_playtest(tmp_path)
    report = pp.playtests(tmp_path, games=0)
    assert len(report.records()) == 2
    assert len(report.left_out) == 1
    assert "notes.jsonl: line 2 is " in report.left_out[0]
    assert "Left out: notes.jsonl: line 2 is " in str(report)
    with pytest.raises(BadInput, match=r"such as table\.match"):
        playtest("a match")  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="path is 3; expected the path of a file"):
        read_playtest(3)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="path is 3; expected the path of a file, or None"):
        playtest(pp.Match(pp.game("activator")), 3)  # type: ignore[arg-type]


# --- Many playtests ------------------------------------------------------------------------------


def played(folder: Path, seed: int, answers: tuple[str, str] = ("", ""), tries: int = 1) -> Path:
    """Play a game of people with some tries of a taken square, and answer for the suns."""
    match = pp.Match(from_cell("tic_tac_toe"), seed=seed)
    path = folder / f"game {seed}.jsonl"
    noted = playtest(match, path, ("What did you not understand?", "Again?"))
    match.play("a1")
    for _ in range(tries):
        with pytest.raises(pp.IllegalMove):
            match.play("a1")
    match.play("b1")
    if tries:
        with pytest.raises(pp.IllegalMove):
            match.play("b1")
    for move in ("a2", "b2", "a3"):
        match.play(move)
    noted.note_end()
    noted.note_end()  # once
    assert noted.to_ask == ("suns", "moons")
    noted.answer("suns", answers)
    assert noted.to_ask == ("moons",)
    noted.stop()
    return path


def test_one_report_of_many_games(tmp_path: Path) -> None:
    for seed in range(3):
        played(tmp_path, seed, ("When is it a draw?", "yes"), tries=seed)
    (tmp_path / "more").mkdir()
    played(tmp_path / "more", 9, ("=1+1 \u202e", ""), tries=0)
    report = pp.playtests(tmp_path, games=0)
    (game,) = report.games
    (stumble,) = game.stumbles
    assert (stumble.name, stumble.tries, stumble.games, stumble.of) == ("TTT-1 Place", 5, 2, 4)
    assert stumble.reasons == (("a1 is taken", 5),)  # also where it was b1
    assert stumble.bots is None
    text = str(report)
    assert "4 games by people in 8 seats, 4 played to the end" in text
    assert "5.00 turns" in text
    share = "5 of 5 refused tries, in 2 of 4 games: 50.0 % (95 %: 15.0 to 85.0)"
    assert f"{share}; “a1 is taken” (5)" in text
    assert "4 of 4 players answered. “When is it a draw?” (3) “=1+1" in text
    assert "3 of 4 players answered. “yes” (3)" in text
    assert "\u202e" not in text
    assert "'=1+1" in report.to_csv()  # no formula of a spreadsheet
    assert len(report.to_frame()) == len(report.records()) == 4 * (5 + 1 + 2) + 5
    drawn = report._repr_mimebundle_()["image/svg+xml"]
    assert "TTT-1 Place" in drawn
    assert "When is it a draw?" in drawn
    assert repr(report) == "<Playtests of Tic tac toe: 4 games; 0 left out>"


def test_the_bots_of_the_same_rules_are_beside(tmp_path: Path) -> None:
    match = pp.Match(pp.game("piecepackman", quarter_turn_cost=0), seed=7)
    noted = playtest(match, tmp_path / "a.jsonl")
    match.run()
    with pytest.raises(pp.IllegalMove):
        match.play("order suns suns moons crowns")
    noted.stop()
    report = pp.playtests(tmp_path, games=2)
    bots = report.games[0].bots
    assert bots is not None
    assert bots.games.game is not None
    assert bots.games.game.rules.changed() == {"quarter_turn_cost": 0}
    assert "under quarter_turn_cost=0" in report.title
    assert "2 games by bots" in str(report)
    assert re.search(r"1 of 1 refused try \(bots: \d+ %\), in 1 of 1 game", str(report))


def test_a_game_that_is_not_known_here_has_no_bots(tmp_path: Path) -> None:
    played(tmp_path, 1)
    report = pp.playtests(tmp_path)
    assert report.games[0].bots is None
    assert "No bots play Tic tac toe, which isn't known here: run the cell of its class." in str(
        report
    )


def test_games_under_other_rules_are_apart(tmp_path: Path) -> None:
    for number, options in enumerate(({}, {"quarter_turn_cost": 0}, {})):
        match = pp.Match(pp.game("piecepackman", **options), seed=number)
        noted = playtest(match, tmp_path / f"{number}.jsonl")
        match.run()
        match.play(next(iter(match.moves())))
        noted.stop()
    report = pp.playtests(tmp_path, games=0)
    assert [len(game.played) for game in report.games] == [2, 1]
    assert "nothing was refused" in report._repr_mimebundle_()["image/svg+xml"]


def test_a_match_that_goes_on_is_one_game(tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl"
    match = pp.Match(from_cell("tic_tac_toe"))
    first = playtest(match, path)
    match.play("a1")
    first.stop()
    path.write_bytes(path.read_bytes()[:-1])  # an unfinished line
    second = playtest(match, path)
    match.play("b1")
    second.stop()
    other = playtest(pp.Match(from_cell("tic_tac_toe")), path)
    other.stop()
    (game,) = pp.playtests(path, games=0).games
    assert [len(each.notes) for each in game.played] == [2]


def test_hostile_folders_cost_no_report(tmp_path: Path) -> None:
    played(tmp_path, 1)
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "binary.jsonl").write_bytes(bytes(range(256)) * 9)
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "nowhere")
    (tmp_path / "long.jsonl").write_text("\n" * 50_010, encoding="utf-8")
    report = pp.playtests(tmp_path, games=0)
    assert len(report.played) == 1
    assert any("it has 50010 lines" in each for each in report.left_out)
    assert len(str(report)) < 3000
    assert report._repr_mimebundle_()["image/svg+xml"]
    with pytest.raises(BadInput, match="holds no notes of a playtest"):
        pp.playtests(tmp_path / "folder.jsonl")
    with pytest.raises(BadInput, match=r"^there is no file or folder .*nowhere; expected one with"):
        pp.playtests(tmp_path / "nowhere", games=0)
    with pytest.raises(BadInput, match=r"the folder is 3; expected"):
        pp.playtests(3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("seat", "answers"),
    [("ann", ["", ""]), ("suns", [""]), ("suns", ["", "", ""]), ("suns", ["", 3]),
     ("suns", ["", "x" * 1001]), ("suns", "ab")],
)  # fmt: skip
def test_answers_are_checked(seat: str, answers: Any) -> None:
    noted = playtest(pp.Match(from_cell("tic_tac_toe")), None, ("a?", "b?"))
    before = list(noted.notes)
    with pytest.raises(BadInput):
        noted.answer(seat, answers)
    assert noted.notes == before
