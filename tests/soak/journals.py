"""Campaigns against journals: damaged files, kills, interrupts, bad disks, two kernels."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import piecepack_nb as pp
from piecepack_nb.bots import GENERAL
from piecepack_nb.core.journal import Journal, resume
from piecepack_nb.core.match import Match
from piecepack_nb.core.record import to_record
from piecepack_nb.widgets.table import TableWidget, has_started, resume_match
from tests.conftest import GAMES
from tests.core.accidents import full_disk, interrupted, no_locks, read_only
from tests.core.pig import Pig
from tests.soak.campaigns import Different, Lost, Row, campaign

PIG = Pig(bots=GENERAL)


@contextmanager
def folder() -> Iterator[Path]:
    """An empty folder for the block."""
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


# --- damaged files --------------------------------------------------------------------------------


def written(path: Path, game: Any, seed: int) -> Match:
    """A match of random bots with its journal at ``path``: played, undone, and partly redone."""
    match = Match(game, seed=seed, seats=dict.fromkeys(game.seats, "random"))
    Journal(match, path)
    match.run(12)
    match.undo()
    match.undo()
    match.redo()
    return match


def damaged(content: bytes, random: Random) -> bytes:
    """The content with a byte changed, a part removed, or lines removed, repeated or moved."""
    at = random.randrange(len(content))
    lines = content.splitlines(keepends=True)
    line = random.randrange(len(lines))
    match random.randrange(6):
        case 0:
            byte = content[at] ^ 1 << random.randrange(8)
            return content[:at] + bytes([byte]) + content[at + 1 :]
        case 1:
            return content[:at] + bytes([random.randrange(256)]) + content[at + 1 :]
        case 2:
            return content[:at] + content[at + random.randrange(1, 9) :]
        case 3:
            del lines[line]
        case 4:
            lines.insert(line, lines[line])
        case _:
            random.shuffle(lines)
    return b"".join(lines)


@campaign("journals with damage")
def damaged_journals(size: int, row: Row, random: Random) -> None:
    """A damaged journal is refused, or gives a position that the match has had."""
    with folder() as here:
        games = [PIG, *map(pp.game, GAMES)]
        paths = [here / f"journal {number}" for number in range(3 * len(games))]
        matches = [
            written(path, games[number % len(games)], number) for number, path in enumerate(paths)
        ]
        for number in range(size):
            which = random.randrange(len(paths))
            (here / "damaged").write_bytes(damaged(paths[which].read_bytes(), random))
            with row.attempt(f"{matches[which].game.name}, damage {number}"):
                again = resume(here / "damaged")
                now, then = to_record(again), to_record(matches[which])
                part = then["moves"][: len(now["moves"])]
                if now != {**then, "moves": part, "position": now["position"]}:
                    raise Different(f"resumed as {again!r}, seed {again.seed}")


# --- processes that are killed or interrupted -----------------------------------------------------


def change(match: Match, number: int) -> None:
    """Make the change of this number: a move of a bot, or an undo or redo now and then."""
    if number % 11 == 7 and match.cursor:
        match.undo()
    elif number % 11 == 9 and match.undone:
        match.redo()
    elif match.result is not None:
        match.goto(0)
    else:
        match.run(1)


def new_match(seed: int) -> Match:
    """The match that the other processes play."""
    return Match(PIG, seed=seed, seats={"ann": "bold", "ben": "random"})


def play_on(path: str, seed: int) -> None:
    """Make changes for ever, printing the number of each when it is made (in a process)."""
    Journal(match := new_match(seed), path)
    number = 0
    while True:
        print(number, flush=True)
        change(match, number)
        number += 1


def play_through_interrupts(path: str, seed: int) -> None:
    """Print after each interrupt if the journal has the match as it is (in a process)."""
    Journal(match := new_match(seed), path)
    number = 0
    print("ready", flush=True)
    while True:
        try:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
            while True:
                change(match, number)
                number += 1
        except KeyboardInterrupt:
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # the next may come at once
            same = to_record(resume(path)) == to_record(match)
            print("same" if same else "different", flush=True)


def process(act: Callable[..., None], *args: object, **named: Any) -> subprocess.Popen[str]:
    """A Python process that calls a function of this module."""
    # A job in the background of a shell ignores SIGINT, and so would its processes.
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
        f"from tests.soak.journals import {act.__name__} as act; act(*{args!r})"
    )
    command = [sys.executable, "-c", code]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **named)


def line_of(child: subprocess.Popen[str]) -> str:
    assert child.stdout is not None
    return child.stdout.readline().strip()


@campaign("kill -9 while playing", share=0.01)
def kills(size: int, row: Row, random: Random) -> None:
    """Every move that was made is in the journal, which can be continued at once."""
    for number in range(size):
        seed = random.randrange(1000)
        with folder() as here, row.attempt(f"kill {number}, seed {seed}", limit=10):
            path = here / "journal"
            with process(play_on, str(path), seed) as child:
                line_of(child)  # the first change is due
                time.sleep(random.uniform(0, 0.05))
                child.kill()
                assert child.stdout is not None
                last = ["0", *child.stdout.read().split("\n")[:-1]][-1]
            match, again = new_match(seed), resume(path)
            for each in range(int(last)):
                change(match, each)
            before = to_record(match)
            change(match, int(last))
            if to_record(again) not in (before, to_record(match)):
                raise Lost(f"{again!r} is neither before nor after change {last}")
            Journal(again, path)


@campaign("SIGINT while playing", share=0.01, posix=True)
def interrupts(size: int, row: Row, random: Random) -> None:
    """After an interrupt the journal has the match as it is, and both go on."""
    with folder() as here, process(play_through_interrupts, str(here / "journal"), 5) as child:
        assert line_of(child) == "ready"
        for number in range(size):
            with row.attempt(f"interrupt {number}"):
                time.sleep(random.uniform(0, 0.05))
                child.send_signal(signal.SIGINT)
                if (said := line_of(child)) != "same":
                    raise Lost(f"the journal is {said or 'gone with the process'}")
        child.kill()


# --- tables on bad disks, and interrupted ---------------------------------------------------------

ACTS: dict[str, Callable[[TableWidget, Random], object]] = {
    "move": lambda at, random: at.play(str(random.choice([*at.match.moves()]))),
    "undo": lambda at, _: at.undo(),
    "redo": lambda at, _: at.redo(),
    "new game": lambda at, random: at.new_game(random.randrange(10**9)),
    "previous game": lambda at, _: at.previous_game(),
    "player": lambda at, _: at.seat("blue", "person"),
}


@contextmanager
def file_limit(room: int, path: Path) -> Iterator[None]:
    """A disk that is full after a few more bytes of a file, in the middle of a line."""
    import resource

    before, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + room, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (before, hard))
        signal.signal(signal.SIGXFSZ, handler)


def act_once(at: TableWidget, random: Random) -> str:
    """Do something that a player may do now; return its name."""
    played = at.match.result is None
    name = random.choice([name for name in ACTS if name != "move" or played] + ["move"] * played)
    ACTS[name](at, random)
    return name


def games_of(at: TableWidget) -> dict[int, Any]:
    """The record of each game of the table that has started, by its seed."""
    archived = (
        each if isinstance(each, Match) else resume_match(each, at.match)
        for each in at.archive.games
    )
    return {each.seed: to_record(each) for each in (at.match, *archived) if has_started(each)}


def must_be_kept(at: TableWidget, before: dict[int, Any]) -> None:
    """Raise Lost unless the table has all games, the one that was played perhaps changed."""
    for seed, record in before.items():
        now = games_of(at).get(seed)
        if now != record and seed != at.match.seed:
            raise Lost(f"game {seed} is {'gone' if now is None else 'another'}")


def must_be_journalled_or_say_so(at: TableWidget) -> None:
    """Raise Lost unless the journal has the match, or the board says that it doesn't."""
    if not at.warning:
        assert at.journal is not None
        if to_record(resume(at.journal.path)) != to_record(at.match):
            raise Lost("the journal differs, and the board doesn't say so")
    elif at.warning not in at.scene.caption:
        raise Lost(f"the board doesn't say: {at.warning}")


def table_in(here: Path, seed: int) -> TableWidget:
    return pp.play("activator", seed=seed, journal=here / "game.jsonl")


@campaign("full and read-only disks", share=0.1, posix=True)
def bad_disks(size: int, row: Row, random: Random) -> None:
    """Whatever fails, the game goes on, no game is lost, and a good disk gets all of it."""
    for start in range(0, size, 20):
        with folder() as here:
            at = table_in(here, start)
            at.play("b2-b3")
            for number in range(start, min(start + 20, size)):
                limit = partial(file_limit, random.randrange(120), here / "game.jsonl")
                disks: list[Callable[[], Any]] = [full_disk, read_only, limit, nullcontext]
                disk = random.choice(disks)
                with row.attempt(f"disk {number}, {getattr(disk, '__name__', 'limit')}"):
                    before = games_of(at)
                    with disk() if (here / "game.jsonl").exists() else nullcontext():
                        act_once(at, random)
                        must_be_journalled_or_say_so(at)
                    must_be_kept(at, before)
                    at.seat("blue", "person")  # on a good disk
                    must_be_journalled_or_say_so(at)


@campaign("interrupts at a random line of a table", share=0.1)
def interrupted_tables(size: int, row: Row, random: Random) -> None:
    """After an interrupt the table can be played, and no game is lost."""
    files = ("table.py", "journal.py", "match.py", "locking.py", "record.py", "contextlib.py")
    for start in range(0, size, 20):
        with folder() as here:
            at = table_in(here, start)
            at.play("b2-b3")
            for number in range(start, min(start + 20, size)):
                with row.attempt(f"interrupt {number}"):
                    before = games_of(at)
                    line = random.randrange(random.choice([60, 600]))
                    interrupted(partial(act_once, at, random), line, files)
                    must_be_journalled_or_say_so(at)
                    must_be_kept(at, before)


# --- two kernels ----------------------------------------------------------------------------------


def open_and_play(seed: int, moves: int, locks: bool) -> None:
    """Open a table in this folder at the same time as others, and play (in a process)."""
    if not locks:
        no_locks().__enter__()
    print("ready", flush=True)
    sys.stdin.readline()
    at = pp.play("activator", seed=7)
    random = Random(seed)
    for _ in range(moves):
        if at.match.result is None:
            ACTS["move"](at, random)
    assert at.journal is not None
    saved = at.match.save(f"{os.getpid()}.json")
    print(at.journal.path, saved, flush=True)
    sys.stdin.read()


@campaign("two kernels, one folder, the same call", share=0.005)
def two_kernels(size: int, row: Row, random: Random) -> None:
    """Each has a journal of its own with all its moves."""
    _play_in_pairs(size, row, random, locks=True)


@campaign("two kernels where locks fail", share=0.005, posix=True)
def two_kernels_without_locks(size: int, row: Row, random: Random) -> None:
    """The same on a drive without locks, as some network homes are."""
    _play_in_pairs(size, row, random, locks=False)


def _play_in_pairs(size: int, row: Row, random: Random, *, locks: bool) -> None:
    path = os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")])
    for number in range(size):
        with folder() as here, row.attempt(f"pair {number}", limit=20):
            start = partial(
                process, cwd=here, stdin=subprocess.PIPE, env={**os.environ, "PYTHONPATH": path}
            )
            moves = random.randrange(1, 20)
            pair = [start(open_and_play, random.randrange(1000), moves, locks) for _ in range(2)]
            for each in pair:
                line_of(each)
            for each in pair:
                each.stdin.write("go\n")  # type: ignore[union-attr]
                each.stdin.flush()  # type: ignore[union-attr]
            said = [line_of(each).split() for each in pair]
            for each in pair:
                each.kill()
                each.communicate()
            if len({journal for journal, _ in said}) < 2:
                raise Lost("both have the same journal")
            for journal, saved in said:
                if to_record(resume(journal)) != to_record(pp.load(here / saved)):
                    raise Lost(f"{Path(journal).name} is not the game that was played")
