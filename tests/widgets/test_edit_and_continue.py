"""A changed cell runs again: the game on the table goes on under the changed code."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core import registry
from piecepack_nb.core.errors import BadInput
from piecepack_nb.design import Board, option, ready
from piecepack_nb.widgets.table import TableWidget


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Forget the games that a test registers."""
    before = dict(registry._registered)
    yield
    registry._registered.clear()
    registry._registered.update(before)


def three_in_a_row(taken: str = "TR-1 {place} is taken", corner: bool = True, **more: Any) -> type:
    """Register a version of a small game; return its class."""

    class ThreeInARow(Board):
        places = Board.squares(3, 3)
        length = option(3, "How many in a line win.", "TR-2", low=2, high=3)
        rulebook = """
            TR-1 Move. Take an empty square.
            TR-2 End. Three in a line win.
            """

        def why_not(self, table: Any, place: str) -> str | None:
            if not corner and place == "a1":
                return "TR-1 a1 is out of bounds"
            return taken.format(place=place) if table[place] else None

        def move(self, table: Any, place: str) -> None:
            table[place] = table.seat

        def winner(self, table: Any) -> Any:
            return ready.line_of(table, self.length, clause="TR-2")

    for name, value in more.items():
        setattr(ThreeInARow, name, value)
    return pp.register(ThreeInARow)


def table_at(*moves: str, **options: Any) -> TableWidget:
    table = pp.play("three_in_a_row", seed=1, **options)
    for move in moves:
        table.play(move)
    return table


def test_the_table_plays_on_under_the_changed_rule(tmp_path: Path) -> None:
    three_in_a_row()
    table = table_at("b2", "c3", journal=tmp_path / "j.jsonl")
    three_in_a_row(corner=False)
    assert [str(played.move) for played in table.match.record] == ["b2", "c3"]
    assert table.message is not None
    assert table.message.text == "The changed Three in a row applies: all moves are replayed."
    table.play("a1")
    assert table.message.text == "a1 is out of bounds."
    assert table.message.clause == "TR-1"
    again = pp.play("three_in_a_row", seed=1, journal=tmp_path / "j.jsonl")
    assert [str(played.move) for played in again.match.record] == ["b2", "c3"]


def test_where_a_move_is_refused_now_the_replay_ends_and_nothing_is_lost() -> None:
    three_in_a_row()
    table = table_at("b2", "a1", "c3", journal=False)
    three_in_a_row(corner=False)
    assert [str(played.move) for played in table.match.record] == ["b2"]
    assert table.message is not None
    assert table.message.text == (
        "The changed Three in a row applies. The games diverge at step 2 (turn 2): the move a1 is "
        "refused: a1 is out of bounds [TR-1]. The replay ends there; 2 moves can't be replayed, "
        "and 'Previous game' returns to it. Undo the change of the code, and all is back."
    )
    table.previous_game()
    assert [str(played.move) for played in table.match.record] == ["b2", "a1", "c3"]


def test_the_controls_show_the_options_of_the_changed_game() -> None:
    three_in_a_row()
    table = table_at("b2", journal=False, length=2)
    three_in_a_row(wild=option(False, "Is anything allowed?", "TR-1"))
    assert table.match.game.rules.to_json() == {"length": 2, "wild": False}
    assert "wild" in {each.name for each in table.panel.rules.options()}


def test_a_closed_table_and_other_games_stay_as_they_are() -> None:
    three_in_a_row()
    closed, other = table_at("b2", journal=False), pp.play("activator", seed=1, journal=False)
    closed.close()
    match, others = closed.match, other.match
    three_in_a_row(corner=False)
    assert closed.match is match
    assert other.match is others


def test_two_versions_are_compared() -> None:
    first = three_in_a_row()
    match = pp.Match(pp.game("three_in_a_row"), seed=1)
    for move in ("b2", "a1", "c3"):
        match.play(move)
    second = three_in_a_row(corner=False)
    shown = pp.compare(match, second)
    assert str(shown.divergence) == (
        "step 2 (turn 2): the move a1 is refused: a1 is out of bounds [TR-1]"
    )
    assert "the first version" in shown.title
    assert match.under(first).divergence is None
    with pytest.raises(BadInput, match="expected a class made from Board or Game"):
        pp.compare(match, int)
    with pytest.raises(BadInput, match="no_such_option"):
        match.under(second, no_such_option=1)


def test_a_version_with_other_parts_in_its_moves_is_refused_in_one_line() -> None:
    three_in_a_row()
    match = pp.Match(pp.game("three_in_a_row"), seed=1)
    match.play("b2")

    def why_not(self: Any, table: Any, start: str, end: str) -> str | None:
        return None

    def move(self: Any, table: Any, start: str, end: str) -> None:
        table[end] = table.seat

    replay = match.under(three_in_a_row(why_not=why_not, move=move, winner=lambda *_: None))
    assert replay.record == ()
    assert replay.divergence is not None
    assert "b2" in replay.divergence.text
    assert "\n" not in replay.divergence.text
