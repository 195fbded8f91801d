"""Changed rules measured in the background: the figures, stopping, failures, other kernels."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import Any

import pytest
from jupyter_client.manager import start_new_kernel

import piecepack_nb as pp
from piecepack_nb.lab import difference, playing
from piecepack_nb.lab.interval import FEWEST
from piecepack_nb.lab.playing import Limits
from piecepack_nb.lab.workers import _background, background
from piecepack_nb.widgets import measuring
from piecepack_nb.widgets.explore import Explore
from piecepack_nb.widgets.rules_panel import HasRulesPanel, RulesPanel
from tests.effort import ticking
from tests.lab.cells import ROOT, from_cell
from tests.widgets.test_rules_panel import Host, page

SUITS = ("suns", "moons", "crowns", "arms")
SECONDS = 60


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are played in this process, unless a test says otherwise."""
    monkeypatch.setattr(measuring, "background", lambda: None)
    monkeypatch.setattr(measuring, "EVERY", 0.05)


@pytest.fixture
def panel() -> Iterator[RulesPanel]:
    """A game of dice to 20 or another number, whose length the goal decides."""
    made = RulesPanel(from_cell("pig"), Host())
    yield made
    made.measuring.stop()


def figures(panel: RulesPanel) -> dict[str, Any]:
    assert not panel.last_error, panel.last_error
    host: HasRulesPanel = panel._host
    return dict(host.rules_measured)


def wait(panel: RulesPanel, until: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """Return the figures as soon as they are so."""
    end = time.monotonic() + SECONDS
    while not until(figures(panel)):
        assert time.monotonic() < end, figures(panel)
        time.sleep(0.01)
    return figures(panel)


def games(found: dict[str, Any]) -> int:
    assert not found["failed"], found["line"]
    return int(found["line"].partition(" ")[0].replace(",", "")) if found["rows"] else 0


def test_a_change_can_be_measured_as_soon_as_there_is_one(panel: RulesPanel) -> None:
    assert figures(panel) == {}
    page(panel, "measure", bot="random")
    assert panel.message["text"] == "No rule is changed: there is nothing to measure."
    page(panel, "set", name="goal", value=30)
    found = figures(panel)
    assert (found["change"], found["bot"], found["begun"]) == (
        ["Goal: 20 → 30 (PIG-3)"],
        "random",
        False,
    )
    assert found["bots"] == list(panel.game.bots)
    page(panel, "measure", bot="a person")
    assert panel.message["text"].startswith("the bot is 'a person'; expected one of ")
    page(panel, "reset")
    assert figures(panel) == {}


def test_the_present_rules_are_measured_against_the_printed_ones() -> None:
    panel = RulesPanel(from_cell("pig", goal=30), Host())
    assert figures(panel)["change"] == ["Goal: 20 → 30 (PIG-3)"]
    panel.set(goal=40)
    assert figures(panel)["change"] == ["Goal: 30 → 40 (PIG-3)"]
    panel.game = panel.game.under(goal=25)
    assert figures(panel)["change"] == ["Goal: 20 → 25 (PIG-3)"]


def test_rules_that_a_cell_changes_meanwhile_are_measured_anew(
    panel: RulesPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel.set(goal=30)
    page(panel, "measure", bot="random")
    wait(panel, lambda found: games(found) >= 8)
    page(panel, "stop")
    first = panel.measuring.current
    page(panel, "measure", bot="random")
    assert panel.measuring.current is first
    page(panel, "stop")
    design: Any = type(panel.game.design)
    before = design.winner
    monkeypatch.setattr(design, "winner", lambda self, table: before(self, table))
    page(panel, "measure", bot="random")
    page(panel, "stop")
    assert panel.measuring.current is not first


@pytest.mark.thorough
def test_the_figures_are_those_of_the_lab_and_narrow(panel: RulesPanel) -> None:
    panel.set(goal=30)
    page(panel, "measure", bot="bold")
    early = wait(panel, lambda found: games(found) >= 2 * FEWEST)
    page(panel, "stop")
    page(panel, "measure", bot="bold")
    wait(panel, lambda found: games(found) > 2 * games(early))
    page(panel, "stop")
    measured = panel.measuring.current
    assert measured is not None
    assert measured.thread is not None
    measured.thread.join()
    late = figures(panel)
    assert measured.found is not None
    pairs = len(measured.found)
    assert games(late) == 2 * pairs
    assert not late["runs"]
    both = difference(panel.game, panel.game.under(goal=30), pairs, seats="bold")
    assert measured.found.a.outcomes == both.a.outcomes
    assert measured.found.b.outcomes == both.b.outcomes
    turns = {found["line"]: found["rows"][-1] for found in (early, late)}
    narrow = [row["reach"] * (row["at"][2] - row["at"][1]) for row in turns.values()]
    assert narrow[1] < narrow[0]
    row = late["rows"][-1]
    assert (row["name"], row["sign"]) == ("Turns", "more")
    estimate = both.of("turns")
    assert row["text"].startswith(f"{estimate.value:+.1f} turns (95 %: +")
    assert row["sides"] == " → ".join(
        f"{sum(g.turns for g in s) / pairs:.1f}" for s in (both.a, both.b)
    )


def test_it_ends_when_it_is_settled_and_continues_if_asked() -> None:
    panel = RulesPanel(from_cell("nim"), Host())
    panel.set(most=1, last_loses=True)  # 15 turns: who begins took the last one and won
    page(panel, "measure", bot="clever")
    found = wait(panel, lambda found: found["begun"] and not found["runs"])
    assert "Settled: the rules differ in who wins." in found["line"]
    assert found["said"] == found["line"]
    assert found["rows"][0]["sign"] == "less"
    page(panel, "measure", bot="clever")
    wait(panel, lambda more: games(more) > games(found))
    page(panel, "stop")
    assert not figures(panel)["runs"]


def test_the_kernel_answers_while_it_runs_and_another_change_ends_it(panel: RulesPanel) -> None:
    panel.set(goal=30)
    page(panel, "measure", bot="mcts")
    wait(panel, lambda found: found["runs"])
    first = panel.measuring.current
    page(panel, "set", name="goal", value=35)
    assert first is not None
    assert not first.runs
    assert figures(panel)["change"] == ["Goal: 20 → 35 (PIG-3)"]
    assert not figures(panel)["begun"]
    panel.set(goal=30)
    assert figures(panel)["begun"], "what was measured is kept"


def test_a_failure_is_one_line_and_can_be_tried_again(panel: RulesPanel) -> None:
    def fails(game: Any, _state: Any, _seat: str, _pick: Any) -> Any:
        raise KeyError("a mistake\nin two lines")

    panel.game.bots = {**panel.game.bots, "fails": fails}
    panel.set(goal=30)
    page(panel, "measure", bot="fails")
    found = wait(panel, lambda found: not found["runs"])
    assert found["failed"]
    assert len(found["line"].splitlines()) == 1
    assert found["line"].startswith("KeyError: ")
    assert "the game with seed 0" in found["line"]
    page(panel, "measure", bot="fails")
    assert figures(panel)["begun"]


def test_games_that_cannot_be_sent_to_workers_are_played_here(
    panel: RulesPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Nobody:
        def submit(self, *_: object) -> None:
            raise AssertionError("it can't be packed")

    lock = threading.Lock()

    def locked(game: Any, state: Any, seat: str, pick: Any) -> Any:
        with lock:
            return pick("move", list(game.moves_for(state, seat)))

    monkeypatch.setattr(measuring, "background", Nobody)
    panel.game.bots = {**panel.game.bots, "locked": locked}
    panel.set(goal=30)
    page(panel, "measure", bot="locked")
    wait(panel, lambda found: games(found) > 8)


def test_workers_play_games_of_a_notebook(
    panel: RulesPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "background", background)
    panel.set(goal=30)
    page(panel, "measure", bot="bold")
    wait(panel, lambda found: games(found) > 8)
    assert len(_background) == 1
    with pytest.raises(BrokenExecutor):  # a worker that is killed is replaced
        _background[0].submit(os._exit, 1).result()
    before = games(figures(panel))
    wait(panel, lambda found: games(found) > before + 8)


STUCK = """
import time
import piecepack_nb as pp
from piecepack_nb.lab.playing import Limits
from piecepack_nb.widgets import measuring
from tests.lab.cells import ROOT, from_cell
from tests.widgets.test_measuring import never
from tests.widgets.test_rules_panel import Host
from piecepack_nb.widgets.rules_panel import RulesPanel
measuring.LIMITS = Limits()
if __name__ == "__main__":
    panel = RulesPanel(from_cell("pig"), Host())
    panel.game.bots = {**panel.game.bots, "never": never(FOLDER)}
    panel.set(goal=30)
    panel.measuring.start("never")
    while not any(FOLDER.iterdir()):
        time.sleep(0.01)
"""


def never(folder: Path) -> Any:
    """Return a bot that thinks for ever, and leaves a file where it does."""
    name = str(folder)

    def bot(_game: Any, _state: Any, _seat: str, _pick: Any) -> Any:
        Path(name, str(os.getpid())).touch()
        while True:
            pass

    return bot


def test_stop_ends_a_long_game_of_a_worker_and_lets_the_next_measurement_begin(
    panel: RulesPanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "background", background)
    monkeypatch.setattr(measuring, "LIMITS", Limits())
    panel.game.bots = {**panel.game.bots, "never": never(tmp_path)}
    panel.set(goal=30)
    page(panel, "measure", bot="never")
    wait(panel, lambda _found: any(tmp_path.iterdir()))
    first = panel.measuring.current
    page(panel, "set", name="goal", value=35)
    page(panel, "measure", bot="bold")
    assert first is not None
    assert first.thread is not None
    first.thread.join(SECONDS)
    assert not first.thread.is_alive()
    assert not first.problem
    wait(panel, lambda found: games(found) > 8)


@pytest.mark.thorough
def test_a_kernel_ends_while_a_worker_is_in_a_long_game(tmp_path: Path) -> None:
    """Python's end doesn't wait for the game; a worker that goes on would take two minutes."""
    code = STUCK.replace("FOLDER", f"__import__('pathlib').Path({str(tmp_path)!r})")
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=SECONDS + 30)
    assert any(tmp_path.iterdir())


def test_a_browsers_kernel_plays_on_the_event_loop(
    panel: RulesPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.setattr(measuring, "Thread", None)  # no thread can be started there
    monkeypatch.setattr(playing, "monotonic", ticking(measuring.SLICE))
    turns = 0

    async def kernel() -> None:
        nonlocal turns
        panel.set(goal=30)
        page(panel, "measure", bot="random")
        end = time.monotonic() + SECONDS
        while games(figures(panel)) < 8 and time.monotonic() < end:
            await asyncio.sleep(0)
            turns += 1  # the kernel's other work has its turn
        page(panel, "stop")
        await asyncio.sleep(0.1)

    asyncio.run(kernel())
    assert games(figures(panel)) >= 8
    assert turns > 8


def test_a_closed_widget_stops_measuring() -> None:
    match = pp.Match(pp.game("piecepackman"), seed=7, seats=dict.fromkeys(SUITS, "random"))
    match.run(4)
    for opened in (Explore(match), pp.play("piecepackman", seed=7, journal=False)):
        opened.panel.set(ghost_ace=3)
        page(opened.panel, "measure", bot="random")
        measured = opened.panel.measuring.current
        assert measured is not None
        assert measured.runs
        opened.close()
        assert not measured.runs


CELL = """
import piecepack_nb as pp
from piecepack_nb.widgets import measuring
table = pp.play("piecepackman", seed=7, journal=False)
table.panel.set(ghost_ace=3)
measure = {"kind": "measure", "bot": "greedy"}
table._handle_custom_msg({"kind": "rules", "ask": measure, "number": 1}, [])
"""


@pytest.mark.thorough
def test_a_kernel_stays_usable_and_its_interrupt_stops_measuring() -> None:
    kernel, client = start_new_kernel(kernel_name="python3")

    def value(expression: str) -> str:
        asked = {"value": f"table.panel.measuring.current.{expression}"}
        reply = client.execute_interactive("", user_expressions=asked, timeout=SECONDS)["content"]
        if reply["status"] == "aborted":  # an interrupt ends what waits
            return value(expression)
        return str(reply["user_expressions"]["value"]["data"]["text/plain"])

    def begins() -> None:
        client.execute_interactive(CELL, timeout=60)
        assert value("runs") == "True"

    def ends() -> None:
        end = time.monotonic() + SECONDS
        while value("runs") == "True":
            assert time.monotonic() < end  # hangs

    try:
        begins()
        assert value("bot") == "'greedy'"  # the kernel answers
        time.sleep(0.2)  # no cell runs
        kernel.interrupt_kernel()
        ends()
        begins()
        client.execute("import time; time.sleep(60)")
        time.sleep(0.5)
        kernel.interrupt_kernel()
        ends()
    finally:
        client.stop_channels()
        kernel.shutdown_kernel(now=True)
