"""A table whose journal is locked, damaged, foreign, read-only or on a full disk."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import filelock
import pytest

import piecepack_nb as pp
from piecepack_nb.core.journal import is_own, resume
from piecepack_nb.core.record import to_record
from piecepack_nb.widgets.table import TableWidget
from tests.core.accidents import full_disk, interrupted, no_locks, read_only

ROOT = Path(__file__).parents[2]
UNSAVED = "This game's journal can't be written: "


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Journals go to a folder of the test's own."""
    monkeypatch.chdir(tmp_path)


def table(**named: Any) -> TableWidget:
    return pp.play("activator", **{"seed": 7, **named})


def move(at: TableWidget) -> None:
    """Play the first legal move on the table."""
    before = at.match.cursor
    at.play(str(next(iter(at.match.moves()))))
    assert at.match.cursor > before, at.message


def saved(at: TableWidget) -> bool:
    """Return whether the journal has the match on the table."""
    assert at.journal is not None
    return to_record(resume(at.journal.path)) == to_record(at.match)


def said(at: TableWidget) -> str:
    assert at.message is not None
    assert len(at.message.text.splitlines()) == 1
    return at.message.text


# --- full disks -----------------------------------------------------------------------------------


def test_on_a_full_disk_the_game_continues_and_the_board_says_that_it_is_not_saved() -> None:
    at = table()
    move(at)
    with full_disk():
        for _ in range(2):
            move(at)
            assert at.scene.caption.endswith(f"{UNSAVED}No space left on device.")
            assert not at.controls["saved"]
        at.undo()
        assert UNSAVED in at.scene.caption
    assert not saved(at)
    move(at)
    assert UNSAVED not in at.scene.caption
    assert saved(at)
    assert at.controls["saved"]


def test_a_new_game_on_a_full_disk_can_be_played_and_the_old_one_returns() -> None:
    at = table()
    move(at)
    old = to_record(at.match)
    with full_disk():
        at.new_game(8)
        assert at.match.seed == 8
        assert UNSAVED in at.scene.caption
        move(at)
        at.previous_game()
        assert to_record(at.match) == old
        move(at)
        at.previous_game()
        assert at.match.seed == 8
        assert at.match.record
    for _ in range(3):
        move(at)
        assert saved(at)
        at.previous_game()
        assert len(at.archive) == 1
    assert UNSAVED not in at.scene.caption


def test_players_and_rules_can_be_changed_on_a_full_disk() -> None:
    at = table()
    move(at)
    with full_disk():
        at.seat("blue", "random")
        at.continue_under(at.match.game.under(**other_rules(at)).rules)
        assert at.match.earlier is not None
        assert UNSAVED in at.scene.caption
    at.seat("blue", "person")
    assert saved(at)


def other_rules(at: TableWidget) -> dict[str, Any]:
    name, value = next(
        (name, value) for name, value in at.match.game.rules.to_json().items() if value is True
    )
    return {name: not value}


def test_an_unfinished_copy_on_the_disk_is_not_the_archived_game() -> None:
    """The moves that a full disk didn't take are kept in the kernel."""
    at = table()
    move(at)
    with full_disk():
        move(at)
        record = to_record(at.match)
        at.new_game(8)
    move(at)
    at.previous_game()
    assert to_record(at.match) == record
    assert saved(at)


def test_moves_that_a_full_disk_did_not_take_stay_on_their_table() -> None:
    at = table()
    move(at)
    with full_disk():
        move(at)
        record = to_record(at.match)
        again = table()
        assert to_record(again.match) != record
        assert to_record(at.match) == record
    move(at)
    assert UNSAVED in at.scene.caption
    move(again)
    assert saved(again)


# --- interrupts -----------------------------------------------------------------------------------


@pytest.mark.thorough
@pytest.mark.parametrize("act", [lambda at: at.new_game(8), TableWidget.previous_game])
def test_an_interrupt_anywhere_leaves_a_table_that_can_be_played(
    act: Callable[[TableWidget], object], tmp_path: Path
) -> None:
    number, more = 0, True
    while more:
        (tmp_path / str(number)).mkdir()
        at = table(journal=str(tmp_path / str(number) / "game.jsonl"))
        move(at)
        at.new_game(3)
        move(at)
        games = {at.match.seed, 7}
        more = interrupted(lambda at=at: act(at), number, ("table.py", "journal.py", "locking.py"))
        assert saved(at), f"interrupted at line {number}"
        move(at)
        assert saved(at), f"interrupted at line {number}"
        kept = [resume(each).seed for each in Path(str(number)).glob("*.before*")]
        assert {*kept, at.match.seed} >= games, f"lost by an interrupt at line {number}"
        number += 11
    assert number > 60


# --- two kernels ----------------------------------------------------------------------------------

OTHER = """
import sys
import piecepack_nb as pp
from tests.core.accidents import no_locks
if sys.argv[1:]:
    no_locks().__enter__()
at = pp.play("activator", seed=7)
print(at.journal.path.name, flush=True)
for line in sys.stdin:
    at.play(str(next(iter(at.match.moves()))))
    print(at.match.cursor, flush=True)
"""


@contextmanager
def other_kernel(*args: str) -> Iterator[subprocess.Popen[str]]:
    """A kernel in another process, in which the same game was opened; it dies by kill -9."""
    with subprocess.Popen(
        [sys.executable, "-c", OTHER, *args], env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as child:  # fmt: skip
        assert child.stdout is not None
        child.name = child.stdout.readline().strip()  # type: ignore[attr-defined]
        try:
            yield child
        finally:
            child.kill()


def plays(child: subprocess.Popen[str]) -> int:
    """Make the other kernel play a move; return its cursor."""
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write("move\n")
    child.stdin.flush()
    return int(child.stdout.readline())


def test_two_kernels_with_the_same_call_play_a_game_each() -> None:
    with other_kernel() as child:
        assert plays(child) > 0
        at = table()
        assert at.journal is not None
        first, own = child.name, at.journal.path.name  # type: ignore[attr-defined]
        assert own == first.replace(".jsonl", "-2.jsonl")
        assert said(at) == (
            f"Another notebook or program has the game in {first} open. "
            f"This is a game of its own, in {own}."
        )
        for _ in range(3):
            move(at)
            cursor = plays(child)
        assert saved(at)
    again = table()
    assert again.journal is not None
    assert again.journal.path.name == first, "a dead kernel has no lock"
    assert again.match.cursor == cursor
    assert to_record(resume(Path(".piecepack_nb") / own)) == to_record(at.match)


def test_a_kernel_of_its_own_journal_resumes_it_while_the_other_one_lives() -> None:
    with other_kernel():
        at = table()
        move(at)
        again = table()
        assert to_record(again.match) == to_record(at.match)
        assert "Resumed at turn" in said(again)
        assert "Another notebook or program has" in said(again)


# --- drives without locks -------------------------------------------------------------------------

posix = pytest.mark.skipif(os.name != "posix", reason="locks files in another way")


@posix
@pytest.mark.parametrize("number", [errno.ENOLCK, errno.EIO, errno.ENOSYS, errno.ELOOP])
@pytest.mark.parametrize("journal", [True, "game.jsonl"])
def test_where_locks_fail_a_game_has_a_file_of_this_kernel_and_the_board_says_so(
    number: int, journal: Any
) -> None:
    with no_locks(number):
        at = table(journal=journal)
        assert at.journal is not None
        own = at.journal.path
        assert is_own(own)
        assert (
            said(at)
            == f"No file can be locked in this folder: this kernel's journal is {own.name}."
        )
        move(at)
        again = table(journal=journal)
        assert saved(again)
    assert to_record(again.match) == to_record(at.match)
    assert said(again).startswith("Resumed at turn")
    assert [own] == [*own.parent.glob("*.jsonl")]


@posix
def test_without_locks_two_kernels_have_a_file_each_and_a_restart_resumes_the_last() -> None:
    with other_kernel("no locks") as child, no_locks():
        cursor = plays(child)
        at = table()
        assert at.match.cursor == cursor, "it goes on where the game was left"
        assert at.journal is not None
        assert at.journal.path.name != child.name  # type: ignore[attr-defined]
        for _ in range(3):
            move(at)
            cursor = plays(child)
        assert saved(at)
        other = Path(".piecepack_nb") / child.name  # type: ignore[attr-defined]
        assert resume(other).cursor == cursor
        at.new_game(3)
        move(at)
        at.previous_game()
        assert saved(at)
        assert resume(other).cursor == cursor, "it is another kernel's, and alive"


@posix
def test_without_locks_a_new_kernel_finds_the_games_of_the_ones_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with no_locks():
        at = table()
        move(at)
        at.new_game(3)
        move(at)
        for mark in ("0" * 8, "1" * 8):  # as after restarts
            monkeypatch.setattr("piecepack_nb.core.journal.KERNEL", mark)
            at = table()
    games = [each if isinstance(each, pp.Match) else resume(each) for each in at.archive.games]
    assert {each.seed for each in games} == {7, 3}


def test_where_every_lock_is_taken_a_table_opens_and_says_that_it_is_not_saved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As with versions of filelock that take a failing lock for another kernel's."""

    def taken(lock: Any, *_: Any, **__: Any) -> None:
        raise filelock.Timeout(lock.lock_file)

    monkeypatch.setattr(filelock.FileLock, "acquire", taken)
    at = table()
    assert at.journal is None
    assert "all journals are locked by other kernels" in said(at)
    move(at)


@pytest.mark.skipif(os.name != "posix", reason="making links needs rights")
def test_a_planted_link_in_place_of_a_lock_empties_nothing() -> None:
    Path("diary").write_text("Dear diary")
    Path(".game.jsonl.lock").symlink_to("diary")
    at = table(journal="game.jsonl")
    assert Path("diary").read_text() == "Dear diary"
    assert "can be locked" in said(at)
    move(at)
    assert saved(at)


# --- what else is at the journal's path -----------------------------------------------------------


def table_of_a_match(**named: Any) -> TableWidget:
    return pp.play(pp.Match(pp.game("activator"), seed=7), **named)


@pytest.mark.parametrize("call", [table, table_of_a_match])
@pytest.mark.parametrize("kind", ["folder", "diary", "saved match", "bytes"])
def test_what_is_no_journal_is_left_alone(call: Any, kind: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    if kind == "folder":
        path.mkdir()
        (path / "file").write_text("in it")
    elif kind == "saved match":
        table(journal=False).match.save(path)
    else:
        path.write_bytes(b"\x00\xff\n" * 9 if kind == "bytes" else b"Dear diary\n")
    content = None if kind == "folder" else path.read_bytes()
    with pytest.raises(pp.BadInput, match="expected a journal or a new file") as caught:
        call(journal=path)
    assert len(str(caught.value).splitlines()) == 1
    assert [each.name for each in tmp_path.iterdir()] == ["mine.txt"]
    assert path.is_dir() if content is None else path.read_bytes() == content


def test_a_match_on_a_table_does_not_overwrite_the_game_that_was_there(tmp_path: Path) -> None:
    old = table(journal=tmp_path / "game.jsonl")
    move(old)
    match = pp.Match(pp.game("activator"), seed=9)
    at = pp.play(match, journal=tmp_path / "game.jsonl")
    move(at)
    again = pp.play(match, journal=tmp_path / "game.jsonl")
    move(again)
    assert saved(again)
    assert len(again.archive) == 1, "the same match is not archived"
    again.previous_game()
    assert to_record(again.match) == to_record(old.match)


def test_damaged_journals_are_numbered_and_never_overwritten() -> None:
    for number in (1, 2, 3):
        at = table(journal="game.jsonl")
        move(at)
        with Path("game.jsonl").open("a") as file:
            file.write(f"nonsense {number}\n")
        again = table(journal="game.jsonl")
        assert "New game: the journal of the previous one is damaged." in said(again)
        assert saved(again)
        kept = [Path(f"game.damaged{each}") for each in range(1, number + 1)]
        assert [int(each.read_text().split()[-1]) for each in kept] == [*range(1, number + 1)]


def test_a_damaged_journal_of_the_packages_own_folder_is_kept() -> None:
    at = table()
    assert at.journal is not None
    path = at.journal.path
    path.write_text("nonsense\n", encoding="utf-8")
    again = table()
    assert "damaged" in said(again)
    assert path.with_suffix(".damaged1").read_text(encoding="utf-8") == "nonsense\n"


# --- read-only folders ----------------------------------------------------------------------------


def restarted(path: Path) -> None:
    """Forget the table of a journal, as a new kernel has."""
    from piecepack_nb.core import journal

    journal._OPEN.pop(path, None)
    journal._LOCKS.pop(path, None)


@pytest.mark.parametrize("journal", [True, "game.jsonl"])
def test_in_a_read_only_folder_the_game_is_read_and_shown(journal: Any) -> None:
    at = table(journal=journal)
    move(at)
    assert at.journal is not None
    path, record = at.journal.path, to_record(at.match)
    content = path.read_bytes()
    restarted(path)
    with read_only():
        again = table(journal=journal)
        assert to_record(again.match) == record
        assert "Resumed at turn" in said(again)
        for _ in range(2):
            assert "it is read-only (Read-only file system)" in again.scene.caption
            move(again)
        again.new_game(8)
        assert again.match.seed == 8
        move(again)
        assert "it is read-only" in again.scene.caption
        again.previous_game()
        assert again.match.seed == 7
    assert path.read_bytes() == content
    move(again)
    assert path.read_bytes() == content or saved(again)


@pytest.mark.parametrize("journal", [True, "game.jsonl"])
def test_a_damaged_journal_in_a_read_only_folder_stays_and_a_new_game_can_be_played(
    journal: Any,
) -> None:
    at = table(journal=journal)
    move(at)
    assert at.journal is not None
    path = at.journal.path
    with path.open("a", encoding="utf-8") as file:
        file.write("nonsense\n")
    content = path.read_bytes()
    restarted(path)
    with read_only():
        again = table(journal=journal)
        assert "damaged" in said(again)
        assert "Read-only file system" in again.scene.caption
        move(again)
    move(again)
    assert path.read_bytes() == content


def test_a_game_in_a_read_only_folder_that_is_over_can_be_shown() -> None:
    bots = {"red": "random", "blue": "random"}
    at = table(journal=True, seats=bots)
    assert at.journal is not None
    record, path = to_record(at.match), at.journal.path
    content = path.read_bytes()
    assert at.match.result is not None
    restarted(path)
    with read_only():
        again = table(journal=True, seats=bots)
        assert "the previous one is over" in said(again)
        assert again.controls["previous"]
        again.previous_game()
        assert to_record(again.match) == record
        again.previous_game()
    assert path.read_bytes() == content


def test_a_folder_without_rights_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, **_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(self))

    monkeypatch.setattr(Path, "stat", refuse)
    with pytest.raises(pp.BadInput, match="Permission denied"):
        table(journal="folder/game.jsonl")


def test_json_of_a_journal_is_one_line_a_change() -> None:
    at = table(journal="game.jsonl")
    move(at)
    head, *lines = Path("game.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(head)["game"] == "activator"
    assert [sorted(json.loads(line)) for line in lines] == [
        ["check", "goto", "state"],
        ["by", "check", "move", "state", "steps", "turn"],
    ]
