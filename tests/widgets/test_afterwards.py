"""Afterwards at the table, without a page: the review, playing on from a moment, the rematch."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.dice import is_manual
from piecepack_nb.core.match import Match
from piecepack_nb.lab.levels import NOT_MEASURED
from piecepack_nb.widgets import afterwards
from piecepack_nb.widgets.table import TableWidget

QUICK = 4  # playouts


@pytest.fixture(autouse=True)
def few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(afterwards, "PLAYOUTS", QUICK)


BOTS = {"red": "random", "blue": "quick"}


def finished(seats: Any = None) -> TableWidget:
    """Return the table of a finished game of Activator."""
    table = pp.play("activator", seed=4, seats=BOTS, journal=False)
    assert table.match.result is not None
    if seats is not None:
        table.match.seats = {**table.match.seats, **seats}
        table.show()
    return table


def ask(table: TableWidget, name: str, **fields: Any) -> None:
    table._received(table, {"kind": "do", "name": name, **fields}, [])
    assert not table.last_error


def reviewed(table: TableWidget) -> dict[str, Any]:
    ask(table, "review", on=True)
    thread = table.reviewer.thread
    assert thread is not None
    thread.join()
    assert table.review["state"] == "done"
    return dict(table.review)


def test_a_game_that_goes_on_has_no_review() -> None:
    table = pp.play("activator", seed=7, journal=False)
    assert table.review == {}
    ask(table, "review", on=True)
    assert table.reply["text"] == "The game isn't over yet. Look back at it afterwards."


def test_a_review_leads_to_lines_of_the_log() -> None:
    table = finished()
    assert table.review == {"state": "none"}
    found = reviewed(table)
    assert found["sides"] == ["Red", "Blue"]
    first, *_, last = found["points"]
    assert first[:2] == ["Start", -1]
    assert last[1] == len(table.match.record) - 1
    assert found["verdict"]
    for _, line, figures, words in found["points"][1:]:
        ask(table, "look", line=line, step=-1)
        assert table.controls["looking"] == [line, -1]
        assert all(0 <= low <= value <= high <= 1 for value, low, high in figures)
        assert "Red" in words
    for worst in found["worst"]:
        assert str(worst["text"]) == table.match.record[worst["line"]].sentence.text


def test_it_is_the_review_of_pp_review() -> None:
    table = finished({"red": "person"})
    found = reviewed(table)
    direct = pp.review(table.match, playouts=QUICK)
    assert [each["better"] for each in found["worst"]] == [x.better_text for x in direct.worst]
    assert {each["seat"] for each in found["worst"]} <= {"Red"}


def test_the_start_can_be_looked_at() -> None:
    table = finished()
    ask(table, "look", line=-1, step=-1)
    assert table.controls["looking"] == [-1, -1]
    assert table.match.result is not None
    ask(table, "now")
    assert table.controls["looking"] is None


def test_a_review_can_be_stopped_and_begun_again() -> None:
    table = finished()
    ask(table, "review", on=True)
    ask(table, "review", on=False)
    assert table.review["state"] in ("stopped", "done")
    thread = table.reviewer.thread
    assert thread is not None
    thread.join()
    assert reviewed(table)["part"] == 1


def test_another_game_has_another_review_and_the_old_one_is_kept() -> None:
    table = finished()
    found = reviewed(table)
    table.match.seats = dict.fromkeys(table.match.seats, "person")
    ask(table, "new", seed="3")
    assert table.review == {}
    ask(table, "previous")
    assert table.review == found


def test_a_failure_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    table = finished()

    def fails(self: Any) -> Any:
        raise ZeroDivisionError("of the evaluation")
        yield

    monkeypatch.setattr(afterwards.Reviewing, "run", fails)
    ask(table, "review", on=True)
    thread = table.reviewer.thread
    assert thread is not None
    thread.join()
    assert table.review["problem"] == "ZeroDivisionError: of the evaluation"
    assert table.review["state"] == "stopped"


def test_where_there_are_no_threads_the_event_loop_works(monkeypatch: pytest.MonkeyPatch) -> None:
    table = finished()
    monkeypatch.setattr(sys, "platform", "emscripten")

    async def kernel() -> int:
        others = 0
        table.look_back()
        while table.reviewer.runs:
            await asyncio.sleep(0)
            others += 1
        return others

    assert asyncio.run(kernel()) > 1
    assert table.review["state"] == "done"
    assert table.reviewer.thread is None


# --- Another game --------------------------------------------------------------------------------


def test_one_plays_on_from_a_moment_and_the_old_game_is_kept() -> None:
    table = finished({"red": "person", "blue": "person"})
    old = table.match
    ask(table, "play_from", line=4)
    assert table.match is not old
    assert [str(each.move) for each in table.match.record] == [
        str(each.move) for each in old.record[:5]
    ]
    assert table.message is not None
    assert table.message.text.startswith(f"Played on from turn {old.record[4].turn}, as a new")
    ask(table, "previous")
    assert table.match.result is not None
    ask(table, "play_from", line=-1)
    assert not table.match.record


def test_nobody_plays_on_after_the_end() -> None:
    table = finished()
    ask(table, "play_from", line=len(table.match.record) - 1)
    assert "The game is over there" in table.reply["text"]
    ask(table, "play_from", line=10_000)
    assert "he line is 10000" in table.reply["text"]


def test_it_plays_on_under_the_rules_of_that_moment() -> None:
    match = Match("piecepackman", seed=4, seats="random")
    match.run(30)
    table = pp.play(match, journal=False)
    onward = table.match.onward(10, quarter_turn_cost=0)
    onward.run(20)
    table.use(onward)
    start, where = afterwards.moment_of(table.match, 0)
    assert start.game.rules.quarter_turn_cost == 1  # type: ignore[attr-defined]
    assert where in ("the set-up", "turn 1")
    change = next(
        n for n, each in enumerate(afterwards.entries(table.match)) if each.played is None
    )
    changed, where = afterwards.moment_of(table.match, change)
    assert where == "the change of rules"
    assert changed.game.rules.quarter_turn_cost == 0  # type: ignore[attr-defined]


def test_in_a_rematch_each_player_takes_the_next_seat() -> None:
    table = finished({"red": "person", "blue": "quick"})
    ask(table, "rematch")
    assert table.match.seats == {"red": "quick", "blue": "person"}
    assert table.message is not None
    assert table.message.text.startswith("Rematch: You play Blue now. Its seed is")
    ask(table, "previous")
    assert table.match.seats == {"red": "person", "blue": "quick"}


def test_a_rematch_among_persons_says_who_changes() -> None:
    table = finished({"red": "person", "blue": "person"})
    ask(table, "rematch")
    assert table.message is not None
    assert "who played Red plays Blue now" in table.message.text


def test_a_rematch_keeps_rules_and_real_dice() -> None:
    table = pp.play("pacman", seed=4, dice="typed", journal=False)
    ask(table, "rematch")
    assert is_manual(table.match.dice)
    assert table.match.game.rules == Match("pacman").game.rules


# --- Levels --------------------------------------------------------------------------------------


def test_each_bot_has_a_level_or_is_not_measured() -> None:
    levels = pp.play("pacman", seed=4, journal=False).players["levels"]
    assert set(levels) == set(Match("pacman").game.bots)
    assert "beats random moves in" in levels["greedy"]
    assert NOT_MEASURED in levels.values()
