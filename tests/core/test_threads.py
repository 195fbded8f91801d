"""One move at a time, whichever threads ask: a notebook's kernel answers a page in several."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from threading import Barrier, Thread
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.load import from_record
from piecepack_nb.core.record import to_record
from piecepack_nb.widgets import play_widget

SUITS = ("suns", "moons", "crowns", "arms")


@pytest.fixture(autouse=True)
def busy_threads() -> Iterator[None]:
    """Threads that take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def at_once(*acts: Any) -> list[BaseException]:
    """Do all of it at the same time; what was raised."""
    raised: list[BaseException] = []
    start = Barrier(len(acts))

    def do(act: Any) -> None:
        start.wait()
        try:
            act()
        except Exception as error:  # noqa: BLE001
            raised.append(error)

    threads = [Thread(target=do, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return raised


@pytest.mark.parametrize("seed", range(3))
def test_two_runs_of_one_match_leave_one_game(seed: int) -> None:
    game = pp.game("piecepackman")
    match = pp.Match(game, seed=seed, seats=dict.fromkeys(SUITS, "random"))
    assert not at_once(match.run, match.run)
    assert match.result is not None
    assert from_record(to_record(match)).state == match.state


@pytest.mark.parametrize("seed", range(3))
def test_a_table_that_two_threads_drive_can_be_saved_and_loaded(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play_widget, "SECONDS", 300)  # a busy machine stops no bot
    table = pp.play("piecepackman", seed=seed, seats=dict.fromkeys(SUITS[:3], "random"),
                    journal=False)  # fmt: skip
    table.auto_roll = True
    table.advance()
    assert not at_once(
        lambda: table.seat("arms", "random"), table.advance, lambda: table.seat("moons", "random")
    )
    assert table.match.result is not None
    assert from_record(to_record(table.match)).state == table.match.state
    assert {spot.role for spot in table.scene.spots} <= {"inert"}, "nothing to do any more"
