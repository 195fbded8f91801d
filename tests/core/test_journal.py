"""The journal: every change is on the disk before it counts, and a crash loses nothing."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from piecepack_nb.bots import GENERAL
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.journal import Journal, archived, resume
from piecepack_nb.core.match import Match
from tests.core.pig import Pig

PIG = Pig(bots=GENERAL)


def noted(path: Path, *, watcher: Callable[[Match], None] | None = None, **named: Any) -> Match:
    """Return a match with a journal, with many kinds of moves."""
    match = Match(PIG, seed=5, **named)
    Journal(match, path)
    if watcher is not None:
        match.on_change(lambda *_: watcher(match))
    match.run()
    match.play("go on")
    match.run()
    match.undo()
    match.redo()
    match.play("hold")
    match.run()
    return match


def same(one: Match, two: Match) -> bool:
    return (
        one.steps == two.steps
        and one.cursor == two.cursor
        and one.seats == two.seats
        and one.seed == two.seed
        and one.game.rules == two.game.rules
        and one.initial_state == two.initial_state
        and [each[:3] for each in one.record] == [each[:3] for each in two.record]
    )


def test_a_journal_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "journal.jsonl"
    match = noted(path, seats={"ben": "bold"})
    again = resume(path)
    assert same(again, match)
    assert again.run() == match.run()  # the same dice and bots go on


def test_a_move_is_saved_before_it_is_played(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    match = Match(PIG, seed=5)
    Journal(match, path)
    seen = []
    match.on_change(lambda what, _: seen.append((what, len(match.steps), path.read_text("utf-8"))))
    match.run()
    match.undo()
    (play, steps, then), (goto, _, later) = seen
    assert (play, steps, goto) == ("play", 0, "goto")
    assert json.loads(then.splitlines()[-1])["move"].startswith("roll die")
    assert json.loads(later.splitlines()[-1]) == {"goto": 0}


def test_a_crash_at_any_byte_loses_no_whole_line(tmp_path: Path) -> None:
    """Cut anywhere, the file gives the match as it was then, or one line that says why not."""
    path = tmp_path / "journal"
    history: list[tuple[Any, ...]] = []  # the match before each change
    match = noted(path, watcher=lambda match: history.append((match.steps, match.cursor)))
    history.append((match.steps, match.cursor))
    whole = path.read_bytes()
    assert whole.count(b"\n") == len(history) + 1 > 8  # the head and the place where it began
    cut = tmp_path / "cut"
    for size in range(len(whole) + 1):
        cut.write_bytes(whole[:size])
        lines = whole[:size].count(b"\n")
        if size < whole.index(b"\n"):
            with pytest.raises(BadInput, match="cut is no saved match: ") as caught:
                resume(cut)
            assert len(str(caught.value).splitlines()) == 1
        else:
            again = resume(cut)
            assert (again.steps, again.cursor) == history[max(lines - 2, 0)]
    assert same(resume(path), match)


def test_a_resumed_match_can_continue_the_same_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    match = noted(path)
    path.write_bytes(path.read_bytes() + b'{"move": "hol')  # the crash
    again = resume(path)
    Journal(again, path)
    assert same(resume(path), match)
    again.play("go on" if again.to_act == match.to_act and again.to_act.seats else "roll die 2")
    assert same(resume(path), again)


def test_undone_moves_can_be_redone_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    match = noted(path)
    for _ in range(2):
        match.undo()
        again = resume(path)
        assert same(again, match)
        assert again.undone
        Journal(again, tmp_path / "second")
        assert same(resume(tmp_path / "second"), match)


def test_a_journal_can_start_in_the_middle_of_a_match(tmp_path: Path) -> None:
    state = PIG.initial_state()._replace(seat="ben", heap=7, due="choice", turn=4)
    match = Match(PIG, seed=1, dice=[{"die": "1"}, None, "roll die 3"], position=state)
    match.play("hold")
    match.run()  # a 1: two steps
    match.run()
    match.goto(2)  # in the middle of a move
    Journal(match, tmp_path / "journal")
    again = resume(tmp_path / "journal")
    assert same(again, match)
    assert not again.between_moves
    assert again.dice.rolls == match.dice.rolls  # type: ignore[attr-defined]


def test_a_full_disk_stops_the_move_and_keeps_the_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal"
    match = noted(path)
    before, content = (match.steps, match.cursor, match.undone), path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(BadInput, match="can't be written: No space left on device"):
            match.undo()
        with pytest.raises(BadInput, match="No space"):
            Journal(Match(PIG), tmp_path / "other")
    assert (match.steps, match.cursor, match.undone) == before
    assert path.read_bytes() == content
    assert sorted(each.name for each in tmp_path.iterdir()) == ["journal"]
    match.undo()
    assert same(resume(path), match)


def test_a_deleted_journal_is_started_again(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    match = noted(path)
    path.unlink()
    match.undo()
    assert same(resume(path), match)


def test_a_second_match_in_the_same_file_closes_the_first(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    first = noted(path)
    before = first.steps
    second = Match(PIG, seed=8)
    keep = Journal(second, path)
    second.run()
    with pytest.raises(BadInput, match="closed"):
        first.undo()
    assert first.steps == before
    assert same(resume(path), second)
    assert keep.match is second


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('{"move": "hold"', "Expecting ',' delimiter"),
        ('{"move": "jump"}', "the move is 'jump'"),
        ('{"move": "roll die 4"}', "can only hold or go on"),
        ('{"move": 4}', "the move is 4|move is 4; expected a text"),
        ('{"goto": 99}', "step is 99"),
        ('{"goto": null}', "step is None"),
        ('{"goto": true}', "step is True"),
        ('{"goto": 1, "move": "hold"}', "an entry of the line is 'goto'"),
        ('{"jump": 1}', "an entry of the line is 'jump'"),
        ("{}", "step is None"),
        ("[]", r"the line is \[\]; expected a JSON object"),
        ("", "Expecting value"),
        ("NaN", "NaN is no JSON number"),
        ("\0", "Expecting value"),
    ],
)
def test_a_damaged_line_is_named(tmp_path: Path, line: str, expected: str) -> None:
    path = tmp_path / "journal"
    Journal(match := Match(PIG, seed=5), path)
    match.run()
    number = len(path.read_text("utf-8").splitlines()) + 1
    path.write_text(f"{path.read_text('utf-8')}{line}\n", "utf-8")
    with pytest.raises(BadInput, match=f"journal, line {number}: .*({expected})") as caught:
        resume(path)
    assert len(str(caught.value).splitlines()) == 1


def test_a_journal_that_can_not_be_read_or_written(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing" / "file", "a\0b"):
        with pytest.raises(BadInput, match="can't be read"):
            resume(path)
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="can't be written"):
        Journal(Match(PIG), tmp_path / "file" / "journal")
    with pytest.raises(BadInput, match="no saved match"):
        resume(tmp_path / "file")


def test_archived_matches_are_listed_in_order(tmp_path: Path) -> None:
    path = tmp_path / "game [1].jsonl"
    matches = []
    for seed in range(12):
        match = Match(PIG, seed=seed)
        journal = Journal(match, path)
        match.run()
        assert not matches or resume(archived(path)[-1]).seed == seed - 1
        journal.archive()
        matches.append(match)
        with pytest.raises(BadInput, match="closed"):
            match.undo()
    assert not path.exists()
    files = archived(path)
    assert all(same(resume(each), match) for each, match in zip(files, matches, strict=True))
    (tmp_path / "game [1].before").write_text("of an older version", "utf-8")
    (tmp_path / "game 1.before1").write_text("of another game", "utf-8")
    assert len(archived(path)) == 12


def test_a_match_that_can_not_be_archived_stays_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal"
    journal = Journal(match := Match(PIG, seed=5), path)

    def fails(*_: object) -> None:
        raise OSError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", fails)
        with pytest.raises(BadInput, match=r"can't be kept as journal\.before1: Permission denied"):
            journal.archive()
    match.run()
    assert same(resume(path), match)
