"""Limits: hostile files are refused at once, and no loop between bots runs for ever."""

from __future__ import annotations

import io
import json
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest
import tqdm.auto
import tqdm.notebook

import piecepack_nb as pp
from piecepack_nb.bots import GENERAL
from piecepack_nb.core import match as match_module
from piecepack_nb.core import progress
from piecepack_nb.core.errors import BadInput, brief_repr, shorten
from piecepack_nb.core.limits import within
from piecepack_nb.core.load import MAX_BYTES, from_record, parse
from piecepack_nb.core.match import MAX_EARLIER, Match
from piecepack_nb.core.record import to_record
from tests.core.pig import Pig
from tests.effort import at_most
from tests.games.piecepackman.test_mazes import large

QUICK = 1_500_000  # calls; the slowest makes 400,000

PIG = Pig(bots=GENERAL)
RECORD = to_record(Match(pp.game("piecepackman"), seed=1))
SETUP = {name: RECORD[name] for name in ("rules", "seed", "dice", "seats", "start")}
MAZE = large(26, 99)


def text(**changes: Any) -> str:
    return json.dumps({**RECORD, **changes})


def many(item: str, count: int) -> str:
    """A save whose dice are a list of this item, written without making the list."""
    return json.dumps(RECORD).replace('"dice": null', f'"dice": [{(item + ",") * count}{item}]')


def mazes(count: int) -> list[dict[str, Any]]:
    """Earlier matches, each in a large maze of its own."""
    drawn = [{**RECORD["rules"], "maze": f"note: {number}\n{MAZE}"} for number in range(count)]
    return [{**SETUP, "rules": rules, "moves": [], "position": 0} for rules in drawn]


@pytest.mark.parametrize(
    ("hostile", "says"),
    [
        (lambda: text(moves=[{"turn": 0, "move": "x" * 15_000_000, "check": "a"}]), "long texts"),
        (lambda: text(game="x" * 15_000_000), "long texts have 15000000 characters"),
        (lambda: text(rules={"maze": "+--\n" * 3_000_000}), "long texts"),
        (lambda: many("{}", 3_900_000), "commas, colons and brackets"),
        (lambda: many("[]", 3_900_000), "commas, colons and brackets"),
        (lambda: many("null", 3_000_000), "commas, colons and brackets"),
        (lambda: many("null", 100_001), "dice has 100002 rolls; expected at most 100000"),
        (lambda: text(rules={f"r{n}": 1 for n in range(100_000)}), "100000 entries"),
        (lambda: text(dice=json.loads("[" * 900 + "]" * 900)), "nested too deep"),
        (lambda: text(earlier=mazes(200)), "long texts"),
        (lambda: text(earlier=[SETUP] * (MAX_EARLIER + 1)), "a list of 1 to 1000 matches"),
        (lambda: text(moves=[{"turn": 0, "move": "x" * 5000, "check": "a"}]), "5000 characters"),
    ],
    ids=range(12),
)  # fmt: skip
def test_a_hostile_save_is_refused_at_once(hostile: Callable[[], str], says: str) -> None:
    content = hostile().encode()
    assert len(content) <= MAX_BYTES
    with at_most(QUICK), pytest.raises(BadInput, match=says) as caught:
        from_record(parse(content, "the file"))
    assert len(str(caught.value)) < 1000
    assert "\n" not in str(caught.value)


def test_a_save_within_the_limits_is_loaded() -> None:
    match = Match(PIG, seed=1, seats=dict.fromkeys(PIG.seats, "bold"))
    match.run()
    record = to_record(match)
    earlier = [{**SETUP, **{name: record[name] for name in SETUP}, "moves": [], "position": 0}]
    again = from_record(parse(json.dumps({**record, "earlier": earlier * MAX_EARLIER}), "it"))
    assert len(again.parts) == MAX_EARLIER + 1
    with pytest.raises(BadInput, match="changed its rules 1000 times, the most possible"):
        Match(PIG, seed=1, earlier=again)


@pytest.mark.parametrize(
    "value",
    [
        [],
        {},
        [1, "a", {"b": [None, True]}],
        {"a": 1, "b": [2.5]},
        "it's \x7f",
        [[[]]],
        (1,),
        3,
        {1},
    ],
    ids=repr,
)
def test_a_short_value_is_quoted_whole(value: object) -> None:
    assert brief_repr(value) == shorten(repr(value))


def test_only_the_start_of_a_huge_value_is_written() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    values = ["x" * 10**8, [{}] * 10**7, {str(n): [n] for n in range(10**5)}, deep]
    with at_most(100_000):
        texts = list(map(brief_repr, values))
    assert all(len(each) == 80 and each.endswith("…") for each in texts[:3])
    assert texts[3].startswith("[[[[")
    assert len(texts[3]) <= 80


# --- loops ---------------------------------------------------------------------------------------


def goes_on(*_: Any) -> str:
    """A bot that never holds: between two of them nobody ever wins."""
    return "go on"


def test_a_match_has_a_most_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_module, "MAX_MOVES", 50)
    match = Match(PIG, seed=1, seats=dict.fromkeys(PIG.seats, goes_on))
    with pytest.raises(BadInput, match="this match has 50 moves, the most that a match can have"):
        match.run()
    assert len(match.record) == 50
    onward = Match(PIG, seed=1, seats=match.seats, earlier=match)
    with pytest.raises(BadInput, match="has 50 moves"):
        onward.run()
    assert from_record(to_record(match)).state == match.state


def test_an_interrupt_keeps_the_moves_that_were_made() -> None:
    def stops(game: Any, state: Any, seat: str, pick: Any) -> str:
        if len(match.record) > 20:
            raise KeyboardInterrupt
        return "go on"

    match = Match(PIG, seed=1, seats=dict.fromkeys(PIG.seats, stops))
    with pytest.raises(KeyboardInterrupt):
        match.run()
    assert len(match.record) > 20
    assert from_record(to_record(match)).state == match.state


class Late(BaseException):
    """The time of a block is over."""


def is_stopped(*_: object) -> bool:
    """Return True once a limit has stopped a loop that never ends."""
    try:
        with within(0.01, Late):
            while True:
                pass
    except Late:
        return True


def test_blocks_under_limits_are_stopped_one_within_another_in_threads_and_in_a_fork() -> None:
    with within(3600, Late):
        assert is_stopped()
    with ThreadPoolExecutor(3) as threads:
        assert all(threads.map(is_stopped, range(3)))
    before = threading.active_count()
    with ProcessPoolExecutor(1, get_context("fork" if sys.platform == "linux" else None)) as child:
        assert child.submit(is_stopped).result()
    for _ in range(100):
        with within(3600, Late):
            pass
    assert threading.active_count() <= before, "one thread watches all blocks"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_an_unfinished_bar_is_gone_from_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []

    class InNotebook(tqdm.notebook.tqdm):  # type: ignore[misc]
        def __init__(self, **named: Any) -> None:
            made.append(self)
            super().__init__(display=False, **named)

    monkeypatch.setattr(progress, "FIRST", 0.0)
    monkeypatch.setattr(progress, "_is_watched", lambda: True)
    monkeypatch.setattr(tqdm.auto, "tqdm", InNotebook)
    with progress.progress(30, "games") as show:
        show(26)
    (bar,) = made
    _, drawn, _ = bar.container.children
    assert drawn.bar_style != "danger"
    assert bar.container.comm is None


def test_a_long_loop_shows_its_progress_and_removes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(progress.QUIET, raising=False)
    monkeypatch.setattr(progress, "FIRST", 0.0)
    monkeypatch.setattr(progress, "EVERY", 0.0)
    monkeypatch.setattr(sys, "stderr", bar := Terminal())
    assert list(progress.counted(3, "games")) == [0, 1, 2]
    assert "0/3 [00:00" in bar.getvalue()
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    monkeypatch.setattr(sys, "stderr", screen := Terminal())
    assert list(progress.counted(3, "games")) == [0, 1, 2]
    lines = screen.getvalue().strip("\r").replace("\r\r", "\r").split("\r")
    assert lines == ["1 of 3 games", "2 of 3 games", "3 of 3 games", " " * 12]
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)  # of another test
    clock = [0.0]
    monkeypatch.setattr(progress, "monotonic", lambda: clock[0])
    monkeypatch.setattr(progress, "_bar", lambda *_: None)
    monkeypatch.setattr(sys, "stderr", screen := Terminal())
    with progress.progress(100, "games", keeps=True) as show:
        for clock[0], done in ((4, 0), (60, 20), (285, 95)):
            show(done)
    lines = [each.rstrip() for each in screen.getvalue().strip("\r").split("\r\r")]
    assert lines == [
        "0 of 100 games. More than 7 minutes left (Ctrl+C stops and keeps these)",
        "20 of 100 games. About 4 minutes left (Ctrl+C stops and keeps these)",
        "95 of 100 games",
        "",
    ]
    monkeypatch.setenv(progress.QUIET, "1")
    monkeypatch.setattr(sys, "stderr", quiet := Terminal())
    assert list(progress.counted(3, "games")) == [0, 1, 2]
    assert quiet.getvalue() == ""
