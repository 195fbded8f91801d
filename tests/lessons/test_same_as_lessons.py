"""The checks' own copies of the lessons' games, beside the cells that show them."""

from __future__ import annotations

from typing import Any

import pytest

from piecepack_nb.bots import random as random_bot
from piecepack_nb.design.board import Board
from piecepack_nb.lessons import measured
from piecepack_nb.lessons.games import Played, played
from tests.lessons.given import classes

COPIES: dict[str, list[tuple[str, type[Board], list[dict[str, Any]]]]] = {
    "06_who_begins": [
        ("Line", measured.Begins, [{"remedy": "steal"}, {"remedy": "two pawns"}]),
        ("Fairer", measured.Fairer, []),
    ],
    "07_the_runaway_leader": [
        ("Climb", measured.Climb, [{"catch": 1}, {"catch": 6}, {"snow": 3}]),
        ("Mine", measured.Behind, []),
    ],
    "08_luck_or_skill": [("Luck", measured.Luck, [{"luck": 0}, {"luck": 3}])],
    "11_did_my_change_matter": [("Closed", measured.Closed, [{"closed": 5}, {"closed": 9}])],
}
"""The classes of each lesson, those of the checks, and options beside the usual ones."""


def games(version: type[Board], **options: Any) -> list[Played]:
    game = version.as_game()().under(**options)
    return [played(game, seed, dict.fromkeys(game.seats, random_bot), 4) for seed in range(8)]


@pytest.mark.parametrize("lesson", COPIES)
def test_the_checks_compare_with_the_games_that_the_lesson_shows(lesson: str) -> None:
    shown = classes(f"course/{lesson}")
    for name, copy, several in COPIES[lesson]:
        for options in ({}, *several):
            assert games(shown[name], **options) == games(copy, **options), (name, options)
