"""The journal: every change is on the disk before it counts, and a crash loses nothing."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from piecepack_nb.bots import GENERAL
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.journal import Journal, JournalLocked, archived, must_be_free, resume
from piecepack_nb.core.load import load
from piecepack_nb.core.match import Match
from piecepack_nb.core.record import header, to_record
from tests.core.accidents import full_disk, interrupted
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
    assert json.loads(later.splitlines()[-1])["goto"] == 0


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


def test_a_full_disk_stops_the_move_and_keeps_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    match = noted(path)
    before, content = (match.steps, match.cursor, match.undone), path.read_bytes()

    with full_disk():
        with pytest.raises(BadInput, match="can't be written: No space left on device"):
            match.undo()
        with pytest.raises(BadInput, match="No space"):
            Journal(Match(PIG), tmp_path / "other")
    assert (match.steps, match.cursor, match.undone) == before
    assert path.read_bytes() == content
    assert sorted(each.name for each in tmp_path.glob("[!.]*")) == ["journal"]
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
    text = without_checks(path.read_text("utf-8"))
    number = len(text.splitlines()) + 1
    path.write_text(f"{text}{line}\n", "utf-8")
    with pytest.raises(BadInput, match=f"journal, line {number}: .*({expected})") as caught:
        resume(path)
    assert len(str(caught.value).splitlines()) == 1


def without_checks(text: str) -> str:
    """A journal as older versions wrote it."""
    text = re.sub(r', "(check|state)": "[0-9a-f]{8}"', "", text)
    return re.sub(r'\{"turn": \d+, "by": "[^"]*", ("move": "[^"]*"), "steps": \d+', r"{\1", text)


def test_a_journal_of_an_older_version_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    match = noted(path)
    text = path.read_text("utf-8")
    path.write_text(without_checks(text), "utf-8")
    assert '"check"' not in path.read_text("utf-8")
    again = resume(path)
    assert same(again, match)
    del match
    Journal(again, path)
    assert path.read_text("utf-8").count('"check"') == path.read_text("utf-8").count("\n") - 1


OLD = Path(__file__).parent / "old_saves"
"""A journal and a file as they were before moves had their actor and the state after them."""


def test_a_journal_with_checks_of_an_older_version_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    text = (OLD / "pig.jsonl").read_text("utf-8")
    path.write_text(text, "utf-8")
    match = resume(path)
    assert same(match, load(OLD / "pig.json"))
    assert match.undone
    path.write_text(text.replace('"move": "hold"', '"move": "go on"', 1), "utf-8")
    with pytest.raises(BadInput, match=r"line 8: check is .*: the file or the state differs"):
        resume(path)


def test_a_damaged_journal_is_never_another_game(tmp_path: Path) -> None:
    """Any line changed, removed, repeated or swapped is found, and so is a changed header."""
    path = tmp_path / "journal"
    noted(path, seats={"ben": "bold"})
    lines = path.read_text("utf-8").splitlines(keepends=True)
    header = lines[0]
    changed = [
        [header.replace('"seed": 5', '"seed": 6'), *lines[1:]],
        [header.replace('"ben": "bold"', '"ben": "random"'), *lines[1:]],
        [header.replace('"goal": 15', '"goal": 16'), *lines[1:]],
    ]
    for number in range(1, len(lines) - 1):
        changed.append([*lines[:number], *lines[number + 1 :]])
        changed.append([*lines[: number + 1], *lines[number:]])
        swapped = [*lines[:number], lines[number + 1], lines[number], *lines[number + 2 :]]
        changed.append(swapped)
        changed.append([*lines[:number], without_checks(lines[number]), *lines[number + 1 :]])
        if '"goto"' in lines[number]:
            other = re.sub(r'"goto": \d+', '"goto": 0', lines[number])
            changed.append([*lines[:number], other, *lines[number + 1 :]])
    for each in changed:
        if each == lines:
            continue
        path.write_text("".join(each), "utf-8")
        with pytest.raises(BadInput, match=r"journal, line \d+: .*check is") as caught:
            resume(path)
        assert len(str(caught.value).splitlines()) == 1


# --- interrupts -----------------------------------------------------------------------------------

FILES = ("journal.py", "match.py", "match_base.py", "locking.py", "record.py", "contextlib.py")


def at_every_line(tmp_path: Path, act: Callable[[Match], object]) -> int:
    """Interrupt ``act`` at every line; each time the journal must have the match as it is."""
    for number in range(10_000):
        path = tmp_path / f"journal {number}"
        Journal(match := Match(PIG, seed=5, seats={"ben": "bold"}), path)
        match.run()
        left = not interrupted(lambda act=act, match=match: act(match), number, FILES)
        again = resume(path)
        assert same(again, match), f"interrupted at line {number}"
        match.run()
        match.play("hold")
        assert same(resume(path), match), f"played on after an interrupt at line {number}"
        if left:
            return number
    raise AssertionError("it has no end")


def test_an_interrupt_anywhere_leaves_the_move_made_and_noted_or_neither(tmp_path: Path) -> None:
    assert at_every_line(tmp_path, lambda match: match.play("go on")) > 50


def test_an_interrupt_anywhere_in_an_undo_leaves_it_made_and_noted_or_neither(
    tmp_path: Path,
) -> None:
    def undo_and_redo(match: Match) -> None:
        match.undo()
        match.redo()

    assert at_every_line(tmp_path, undo_and_redo) > 50


def test_an_error_after_the_write_takes_the_move_out_of_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    match = noted(path)
    content, steps = path.read_bytes(), match.steps

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    end = match.on_change(interrupt)
    with pytest.raises(KeyboardInterrupt):
        match.undo()
    assert (path.read_bytes(), match.steps) == (content, steps)
    end()
    match.undo()
    assert same(resume(path), match)


PLAYS = """
import gc, signal, sys
from pathlib import Path
from tests.core.test_journal import PIG, Journal, Match, resume, same
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in a background job of a shell
gc.disable()  # an interrupt in a finaliser would only be a warning
path = Path(sys.argv[1])
match = Match(PIG, seed=5, seats={"ann": "bold", "ben": "bold"})
Journal(match, path)
print("ready", flush=True)
interrupts = 0
while interrupts < 5:
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        while True:
            match.run(3)
            match.undo()
            match.undo() if match.cursor else None
    except KeyboardInterrupt:
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # the next may come at once
        interrupts += 1
    print("same" if same(resume(path), match) else "different", flush=True)
"""


def test_a_process_that_is_interrupted_at_random_has_its_match_in_the_journal(
    tmp_path: Path,
) -> None:
    command = [sys.executable, "-c", PLAYS, str(tmp_path / "journal")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        for number in range(5):
            time.sleep(0.02 + 0.0137 * number)
            child.send_signal(signal.SIGINT)
            assert child.stdout.readline() == "same\n"
    assert child.returncode == 0


# --- other kernels, other files -------------------------------------------------------------------

HOLDS = """
import sys
from tests.core.test_journal import PIG, Journal, Match
match = Match(PIG, seed=6)
Journal(match, sys.argv[1])
match.run()
print("ready", flush=True)
sys.stdin.read()
"""


def test_a_journal_is_locked_while_its_kernel_lives(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    command = [sys.executable, "-c", HOLDS, str(path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        content = path.read_bytes()
        with pytest.raises(JournalLocked, match=r"journal is locked by another kernel$"):
            Journal(Match(PIG, seed=5), path)
        assert path.read_bytes() == content
        child.kill()
    again = resume(path)
    assert again.seed == 6
    Journal(again, path)


def test_a_file_that_another_program_changed_is_left_to_it(tmp_path: Path) -> None:
    """As in a browser, whose kernels can't lock a file."""
    path = tmp_path / "journal.jsonl"
    match = Match(PIG, seed=5)
    journal = Journal(match, path)
    other = Match(PIG, seed=6)
    content = "".join(f"{json.dumps(line)}\n" for line in (header(other), {"goto": 0}))
    path.write_text(content, "utf-8")
    match.run()
    assert path.read_text("utf-8") == content
    assert journal.path == tmp_path / "journal-2.jsonl"
    assert "this game is now in journal-2.jsonl" in journal.warning
    assert same(resume(journal.path), match)


def test_a_journal_stays_in_its_file_where_lines_end_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Windows a file opened for text writes "\r\n", unless it is told not to."""
    opened = Path.open

    def windows(path: Path, mode: str = "r", *rest: Any, **named: Any) -> Any:
        if "b" not in mode and "r" not in mode and named.get("newline") is None:
            named["newline"] = "\r\n"
        return opened(path, mode, *rest, **named)

    monkeypatch.setattr(Path, "open", windows)
    match = noted(tmp_path / "game.jsonl")
    assert same(resume(tmp_path / "game.jsonl"), match)
    assert not (tmp_path / "game-2.jsonl").exists(), "another program has not changed it"


def test_without_the_package_of_the_locks_a_journal_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "filelock", None)
    path = tmp_path / "folder" / "journal"
    match = noted(path)
    assert same(resume(path), match)
    assert [each.name for each in path.parent.iterdir()] == ["journal"]


def test_a_journal_that_need_not_be_written_says_so_and_catches_up(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    match = Match(PIG, seed=5)
    journal = Journal(match, path, strict=False)
    assert not journal.warning
    with full_disk():
        match.run()
        assert journal.warning == "This game's journal can't be written: No space left on device."
        match.play("go on")
    assert len(match.record) == 2
    assert not resume(path).record
    match.run()
    assert not journal.warning
    assert same(resume(path), match)


@pytest.mark.parametrize(
    ("make", "found"),
    [
        (Path.mkdir, "a folder"),
        (lambda path: path.write_text("Dear diary\nJune\n"), "not a journal"),
        (lambda path: path.write_bytes(b"\xff\x7f" * 99), "not a journal"),
        (lambda path: path.write_text('{"format": "of another program"}'), "not a journal"),
        (lambda path: Match(PIG, seed=5).save(path), "a saved match"),
        (lambda path: path.write_text(json.dumps(to_record(Match(PIG)))), "a saved match"),
        *([(os.mkfifo, "not a file")] if hasattr(os, "mkfifo") else []),
    ],
)
def test_what_is_no_journal_is_refused_in_one_line(
    tmp_path: Path, make: Callable[[Path], object], found: str
) -> None:
    make(path := tmp_path / "it")
    with pytest.raises(BadInput, match=f"journal is .*it', {found}; expected a journal or a new"):
        must_be_free(path)
    noted(tmp_path / "journal")
    for free in (tmp_path / "journal", tmp_path / "nothing", tmp_path / "no" / "folder"):
        must_be_free(free)


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
