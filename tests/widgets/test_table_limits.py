"""What bots and dice play at a table and in a quiz has an end, and can be stopped."""

from __future__ import annotations

from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.bots import GENERAL
from piecepack_nb.core.errors import BadInput
from piecepack_nb.lab import simulate
from piecepack_nb.scene import questions
from piecepack_nb.widgets import play_widget
from piecepack_nb.widgets.table import TableWidget
from tests.core.pig import Pig
from tests.effort import ticking
from tests.widgets.test_table import ask

SEATS = ("red", "blue")
RULES: Any = {"repetition": 0, "reduced_to": 0, "turns_to_survive": 3}


def bots_table(bot: Any = "random", **seats: Any) -> TableWidget:
    game = pp.game("activator", **RULES)
    players = {**dict.fromkeys(SEATS, bot), **seats}
    return pp.play(pp.Match(game, seed=1, seats=players), journal=False)


@pytest.fixture
def few_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_widget, "MOST_MOVES", 10)


def press_play_on(table: TableWidget) -> None:
    assert table.controls["play_on"]
    ask(table, "play_on")


@pytest.mark.usefixtures("few_moves")
def test_a_game_between_bots_pauses_and_says_how_to_go_on() -> None:
    table = bots_table()
    assert len(table.match.record) == 10
    says = "Bots and dice have made 10 moves and wait. Press 'Play on' to continue."
    assert (table.paused, table.scene.caption) == (says, says)
    press_play_on(table)
    assert len(table.match.record) == 20
    table.undo()
    assert table.paused == ""
    press_play_on(table)
    assert len(table.match.record) == 29


def test_a_pause_changes_nothing_in_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = bots_table()
    assert whole.match.result is not None
    assert not whole.controls["play_on"]
    monkeypatch.setattr(play_widget, "MOST_MOVES", 10)
    table = bots_table()
    while table.match.result is None:
        press_play_on(table)
    assert table.match.steps == whole.match.steps
    assert table.scene.caption == whole.scene.caption


@pytest.mark.usefixtures("few_moves")
def test_no_pause_where_a_person_is_to_act() -> None:
    table = bots_table(blue="person")
    assert table.paused == ""
    assert not table.controls["play_on"]


def test_slow_bots_pause_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_widget, "SECONDS", 0.2)
    monkeypatch.setattr(play_widget, "monotonic", ticking(0.05))
    table = bots_table("random")
    assert 2 <= len(table.match.record) < 10
    assert "Press 'Play on'" in table.scene.caption


def test_dice_that_roll_by_themselves_pause_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_widget, "MOST_MOVES", 10)
    match = pp.Match(
        pp.game("worm_derby"), seed=1, seats=dict.fromkeys(("suns", "moons"), "random")
    )
    table = pp.play(match, journal=False)
    moves = len(table.match.record)
    ask(table, "auto_roll", on=True)
    assert len(table.match.record) == moves + 10
    assert "Press 'Play on'" in table.scene.caption


def test_an_interrupt_leaves_the_table_with_the_moves_so_far() -> None:
    def stops(game: Any, state: Any, seat: str, pick: Any) -> Any:
        if state.turn == 6 and not stopped:
            stopped.append(True)
            raise KeyboardInterrupt
        return pick("move", game.moves(state))

    stopped: list[bool] = []
    table = bots_table(stops)
    assert len(table.match.record) == 5
    assert table.scene.caption == "Interrupted. Press 'Play on' to continue."
    assert not table.busy
    press_play_on(table)
    assert len(table.match.record) > 5


def test_a_long_run_shows_its_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(10**6))
    monkeypatch.setattr(play_widget, "monotonic", lambda: next(ticks))
    monkeypatch.setattr(play_widget, "SECONDS", 8)
    table = bots_table()
    assert table.message is not None
    assert table.message.text == "Bots and dice play: 8 moves so far."
    assert not table.busy


def test_an_interrupted_simulation_has_the_games_played_so_far() -> None:
    def stops(game: Any, state: Any, seat: str, pick: Any) -> str:
        calls.append(seat)
        if len(calls) > 200:
            raise KeyboardInterrupt
        return "hold" if state.heap >= game.rules.least else "go on"

    calls: list[str] = []
    game = Pig(bots=GENERAL)
    found = simulate(game, 1000, seed=3, seats=stops)
    assert 0 < len(found) < 100
    assert f"{len(found)} of 1000 games of pig, stops, interrupted" in found.title
    calls.clear()
    assert found.outcomes == simulate(game, len(found), seed=3, seats=stops).outcomes


def test_a_quiz_ends_where_bots_play_on_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "MOST_MOVES", 5)
    match = pp.Match(pp.game("piecepackman"), seed=1)
    asked = pp.predict(match, keep=False)

    def answer_all() -> None:
        while True:
            asked.guess(asked.scene.spots[0].id)
            asked.next()

    with pytest.raises(BadInput, match="played on for 5 moves: the quiz ends here"):
        answer_all()
