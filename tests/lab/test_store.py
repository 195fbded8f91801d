"""Kept results: never old ones for new rules, never somebody else's, never at the cost of games."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.steps import Result
from piecepack_nb.lab import difference, simulate, sweep, tournament
from piecepack_nb.lab import store as store_module
from piecepack_nb.lab.fingerprint import fingerprint
from piecepack_nb.lab.playing import GameSummary, Limits
from piecepack_nb.lab.simulation import Simulation
from piecepack_nb.lab.store import TABLE, Store, secret
from piecepack_nb.lab.workers import Job
from tests.conftest import sampled
from tests.lab.cells import ROOT, from_cell
from tests.lab.ways import CHANCE, UNKNOWN, WAYS, Notebook

READ = "not played but read from"


@pytest.fixture(autouse=True)
def own_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests sign with a secret of their own."""
    monkeypatch.setattr(store_module, "secret_file", lambda: tmp_path / "account" / "secret")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of a store."""
    return tmp_path / "folder" / "kept.sqlite"


def run(path: Path | str, game: Any = None, games: int = 3, **given: Any) -> Simulation:
    given = {"seats": "random", "keep": path, **given}
    return simulate(from_cell("nim") if game is None else game, games, **given)


def is_read(found: Any) -> bool:
    return any(READ in remark for remark in found.remarks)


# --- changed rules -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sampled(list(WAYS), 12))
def test_a_changed_rule_is_noticed_or_its_results_are_not_kept(
    name: str, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "REPLAYED", 0)  # the fingerprint alone must notice it
    monkeypatch.setattr(sys, "path", list(sys.path))
    notebook = Notebook(WAYS[name], tmp_path)
    before = run(path, notebook.game)
    again = run(path, notebook.game)
    notebook.change()
    after = run(path, notebook.game)
    played = simulate(notebook.game, 3, seats="random")
    notebook.close()
    assert not is_read(before)
    assert not is_read(after)
    assert "edited" in name or is_read(again) == (name not in UNKNOWN)
    assert is_read(again) or before.remarks or name in CHANCE
    if name not in CHANCE:
        assert after.outcomes == played.outcomes
        assert (after.turns != before.turns) == (not WAYS[name].unchanged), before.turns


def test_a_result_says_where_it_comes_from_in_every_form(path: Path) -> None:
    first, again = run(path), run(path, games=5)
    assert first.remarks == ()
    assert again.remarks == (
        (f"3 games were not played but read from {path}; a sample, played again, ended the same."),
    )
    assert again.outcomes == run(path, keep=False, games=5).outcomes
    shown = again._repr_mimebundle_()
    for text in (str(again), repr(again), shown["text/plain"], again._noted().words()):
        assert again.remarks[0] in text
    assert "not played but read from" in shown["image/svg+xml"]


def test_another_kernel_has_the_same_key() -> None:
    """Whatever the order of its sets, and whatever it has played before."""
    code = """
from piecepack_nb.lab.fingerprint import fingerprint
from piecepack_nb.lab.playing import Limits
from piecepack_nb.lab import simulate
import piecepack_nb as pp
from tests.lab.cells import from_cell
for game in (from_cell("pig"), pp.game("paco")):
    if simulate(game, 1, seats="random"):
        print(fingerprint(game, dict.fromkeys(game.seats, game.bots["random"]), Limits()).key)
"""
    keys = []
    for seed in "12":
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [
            sys.executable,
            "-c",
            code if seed == "1" else code.replace("1, seats", "3, seats"),
        ]
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        )
        keys.append(done.stdout.split())
    assert keys[0] == keys[1]
    assert len(set(keys[0])) == 2


def test_what_is_not_kept_is_said_with_its_reason(path: Path) -> None:
    game = Notebook(WAYS["live: a file"], path.parent.parent).game
    found = run(path, game)
    assert found.remarks == (
        "The results aren't kept: Tally.winner uses open, and what that returns can't be known.",
    )
    assert not path.exists()


@pytest.mark.thorough
def test_all_findings_say_it(path: Path) -> None:
    game = from_cell("nim")
    other = game.under(most=2)
    given: dict[str, Any] = {"games": 2, "keep": path}
    for find in (
        lambda: difference(game, other, seats="random", **given),
        lambda: difference(game, bots=("random", "clever"), seats="random", **given),
        lambda: sweep(game, seats="random", most=(1, 2), **given),
        lambda: tournament(game, ["random", "clever"], **given),
        lambda: pp.measures(game, 2, seats="random", keep=path),
    ):
        path.unlink(missing_ok=True)
        assert not is_read(find())
        assert is_read(find())


# --- files that aren't believed ------------------------------------------------------------------


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as base, base:
        for each in statements:
            base.execute(each)


def everybody_wins(text: str) -> str:
    seed, result, *others = json.loads(text)
    return json.dumps([seed, [["ann", "ben", "cat"], *result[1:]], *others])


def test_an_edited_result_is_not_believed(path: Path) -> None:
    played = run(path)
    with closing(sqlite3.connect(path)) as base, base:
        for seed, text in base.execute("SELECT seed, summary FROM results").fetchall():
            if seed < 2:
                given = (everybody_wins(text), seed)
                base.execute("UPDATE results SET summary = ? WHERE seed = ?", given)
    again = run(path)
    assert again.outcomes == played.outcomes
    assert again.remarks[1] == f"2 results in {path} were not written by you, and aren't used."
    assert run(path).remarks[1:] == (), "they were replaced"


@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE results SET seed = 2 - seed WHERE seed != 1",
        "UPDATE results SET signature = NULL",
        "UPDATE results SET summary = NULL",
        "UPDATE results SET summary = zeroblob(100)",
        "UPDATE results SET signature = x'ff'",
        "UPDATE results SET seed = seed || 'x'",
    ],
)
def test_results_of_other_seeds_and_of_other_kinds_are_not_believed(edit: str, path: Path) -> None:
    played = run(path)
    edit = edit.replace("2 - seed", "12 - seed")
    change(path, edit, "UPDATE results SET seed = seed - 10 WHERE seed > 9")
    assert run(path).outcomes == played.outcomes


def test_a_file_of_another_account_is_not_believed(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = run(path)
    monkeypatch.setattr(store_module, "secret_file", lambda: tmp_path / "other" / "secret")
    again = run(path)
    assert again.remarks == (f"3 results in {path} were not written by you, and aren't used.",)
    assert again.outcomes == played.outcomes


def test_a_kept_game_that_ends_otherwise_when_it_is_played_again_ends_the_use_of_all(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if the key had missed a change."""
    run(path)
    other = from_cell("nim", most=1)
    bots = dict.fromkeys(other.seats, other.bots["random"])
    key = fingerprint(from_cell("nim"), bots, Limits())
    monkeypatch.setattr(store_module, "fingerprint", lambda *_: key)
    again = run(path, other)
    assert not is_read(again)
    assert again.remarks[0].startswith("The kept results aren't used: the game with seed ")
    assert again.outcomes == run(path, other, keep=False).outcomes


def test_the_secret_is_the_readers_alone_and_damage_to_it_is_said(path: Path) -> None:
    found = secret()
    file = store_module.secret_file()
    assert (len(found), secret()) == (32, found)
    assert os.name != "posix" or file.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in file.parent.iterdir()] == ["secret"]
    file.write_bytes(b"short")
    remarks = run(path).remarks
    assert remarks == (
        f"Results can't be kept: the secret that signs them: {file} is damaged; delete it.",
    )


# --- files that are damaged or hostile -----------------------------------------------------------


ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
TURNS = f"UPDATE results SET seed = (SELECT * FROM ({ENDLESS}))"
HOSTILE = {
    "a view": ["DROP TABLE results", f"CREATE VIEW results AS {ENDLESS}"],
    "a trigger": [
        f"CREATE TRIGGER t AFTER INSERT ON results BEGIN {TURNS}; END"
    ],
    "a generated column": ["DROP TABLE results", "CREATE TABLE results (job, summary AS (1))"],
    "a check": ["DROP TABLE results", TABLE.replace("summary TEXT", "summary TEXT CHECK (1)")],
    "an index on an expression": ["CREATE INDEX i ON results (abs(seed))"],
    "another table": ["CREATE TABLE more (n)"],
    "many tables": [f"CREATE TABLE more{n} (n)" for n in range(50)],
    "a virtual table": ["CREATE VIRTUAL TABLE v USING fts5(a)"],
    "none of ours": ["DROP TABLE results", "CREATE TABLE games (n)"],
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_file_that_defines_more_is_no_store(name: str, path: Path) -> None:
    played = run(path)
    change(path, *HOSTILE[name])
    again = run(path)
    assert again.outcomes == played.outcomes
    assert again.remarks == (
        f"{path} can't read results: it isn't a store of results.",
        f"{path} can't keep results: it isn't a store of results.",
    )


def test_a_statement_without_end_is_ended(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a file could get past the check of what it defines."""
    run(path)
    rows = ENDLESS.replace("count(*)", "i || '' job, i seed, 1 summary, 1 signature")
    view = f"CREATE VIEW results AS {rows}"
    change(path, "DROP TABLE results", view)
    monkeypatch.setattr(store_module, "SCHEMA", [("view", "results", view)])
    monkeypatch.setattr(store_module, "PATIENCE", 0.2)
    assert run(path).remarks[0] == f"{path} can't read results: interrupted."


def damaged(path: Path) -> Iterator[None]:
    """Damage the file in one way after the other."""
    whole = path.read_bytes()
    for content in (b"", b"nonsense" * 500, whole[:-3000], whole[:100] + b"\0" * 4000, whole[:50]):
        path.write_bytes(content)
        yield
    for start in range(0, len(whole), 700):
        path.write_bytes(whole[:start] + b"\xff" * 90 + whole[start + 90 :])
        yield
    path.unlink()
    path.mkdir()
    yield


@pytest.mark.thorough
def test_damage_costs_no_game(path: Path) -> None:
    played = run(path)
    for _ in damaged(path):
        again = run(path)
        assert again.outcomes == played.outcomes
        assert len("".join(again.remarks).splitlines()) <= 1
    assert again.remarks == (
        f"{path} can't read results: it is no file.", f"{path} can't keep results: it is no file.",
    )  # fmt: skip


def test_a_locked_file_costs_no_game(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "WAIT", 0.05)
    run(path)
    with closing(sqlite3.connect(path)) as base:
        base.execute("BEGIN EXCLUSIVE")
        again = run(path, games=4)
    assert len(again) == 4
    assert again.remarks == (
        f"{path} can't read results: database is locked.",
        f"{path} can't keep results: database is locked.",
    )


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such limits")
def test_a_full_disk_costs_no_game(path: Path) -> None:
    """In a process whose files can't grow beyond some bytes."""
    code = f"""
import resource
import piecepack_nb as pp
from piecepack_nb.lab.store import secret
from tests.lab.cells import from_cell
game = from_cell("nim")
secret()
resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))
found = pp.simulate(game, 300, seats="random", keep={str(path)!r})
print(len(found), found.remarks)
"""
    path.parent.mkdir()
    environment = {**os.environ, "XDG_DATA_HOME": str(path.parent)}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith(f"300 (\"{path} can't keep results: "), done.stdout


@pytest.mark.parametrize("folder", ["\0", "/dev/null/folder", "/proc/folder"])
def test_a_place_that_cannot_be_written_costs_no_game(folder: str) -> None:
    found = run(f"{folder}/kept.sqlite")
    assert len(found) == 3
    assert len(found.remarks) in (1, 2)
    assert "can't keep results: " in found.remarks[-1]


def test_a_result_that_json_cannot_hold_is_not_kept(path: Path) -> None:
    game = from_cell("nim")
    store = Store(Job(game, dict.fromkeys(game.seats, game.bots["random"]), Limits()), path)
    for seed, score in enumerate((Fraction(1, 2), (1, 2), float("nan"))):
        scores: Any = {"ann": score}
        store.keep([GameSummary(seed, Result(("ann",), "NI-1", "", scores), 3, 3, {})])
    assert len(store.kept.remarks()) == 3
    assert store.kept.remarks()[0] == (
        "The game with seed 0 isn't kept: its result has parts that JSON can't hold."
    )
    assert not path.exists()


def test_an_interrupt_while_results_are_kept_arrives_after_that(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside: list[str] = []
    is_store = store_module._is_store

    def interrupted(base: Any, mode: str) -> bool:
        if mode == "mode=rwc" and not inside:
            inside.append(mode)
            signal.raise_signal(signal.SIGINT)  # at once, in this thread
        return is_store(base, mode)

    monkeypatch.setattr(store_module, "_is_store", interrupted)
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may ignore it
    try:
        found = run(path, games=4)
    finally:
        signal.signal(signal.SIGINT, handler)
    assert "interrupted" in found.title
    assert len(found) == 4
    assert is_read(run(path, games=4))
