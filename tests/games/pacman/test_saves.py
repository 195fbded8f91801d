"""Saved matches: equal when loaded; damaged ones refused in one line, or true."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.load import from_record, parse
from piecepack_nb.core.record import to_record
from tests.games.pacman.helpers import CORRIDORS


def read(text: str) -> pp.Match:
    return from_record(parse(text, "the file"))


@cache
def records() -> tuple[dict[str, Any], ...]:
    """Return a match from its start, one from a position with a choice, one on an own board."""
    game = pp.game("pacman", players=3, marbles_lost=1)
    first = pp.Match(game, seed=3, seats=dict.fromkeys(game.seats, "random"))
    first.run(12)
    position = {
        "red": "a3, 2 yellow", "blue": "9 marbles", "green": "3 marbles", "ghosts": "a5 g5",
        "white": "a5 d1", "rings": "g3 g7", "dice": [5, 1],
    }  # fmt: skip
    second = pp.Match(pp.game("pacman", players=3), seed=4, position=position)
    for move in ("pac 5 a3-a4-a5", "marble c7", "take green", "ghost2 1 g5-f5"):
        second.play(move)
    third = pp.Match(pp.game("pacman", board=CORRIDORS), seed=5, seats={"blue": "greedy"})
    third.run()
    return to_record(first), to_record(second), to_record(third)


@pytest.mark.parametrize("number", range(3))
def test_a_record_is_read_back_whole(number: int) -> None:
    record = records()[number]
    again = read(json.dumps(record))
    assert to_record(again) == record
    again.run(3)


def test_moves_are_saved_as_a_person_writes_them() -> None:
    moves = [each["move"] for each in records()[1]["moves"]]
    assert moves == ["pac 5 a3-a4-a5", "marble c7", "take green", "ghost2 1 g5-f5"]


def test_a_record_with_an_illegal_move_is_refused() -> None:
    text = json.dumps(records()[1]).replace("pac 5 a3-a4-a5", "pac 5 a3-a4-a6")
    with pytest.raises(ValueError, match="from a4 to a6 is not one step") as caught:
        read(text)
    assert "\n" not in str(caught.value)


def test_a_rule_that_the_position_contradicts_is_named() -> None:
    match = pp.Match(pp.game("pacman"), seed=1, seats={"red": "greedy", "blue": "greedy"})
    match.run(30)
    with pytest.raises(BadInput, match=r"^these rules don't allow the state at step \d+: "):
        match.onward(5, board="octagon")
