"""The levels for people: what they do, and that they are worth what their order says."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.bots.levels import AT_RANDOM, IN_WORDS, LEVELS, by_level, strongest
from piecepack_nb.core.match_base import choose_move
from piecepack_nb.lab.levels import PATH
from piecepack_nb.lab.playing import Limits, simulate_one
from tests.conftest import GAMES
from tests.design.examples import example_class
from tools.levels import PAGE, table


@pytest.mark.parametrize("name", [*GAMES, "tic_tac_toe", "battleship"])
def test_every_game_has_the_levels_first_in_its_menus(name: str) -> None:
    if name not in GAMES:
        pp.register(example_class(name).design_class)
    table = pp.play(name, journal=False)
    assert table.players["players"][:4] == ["person", *LEVELS]
    assert by_level(table.match.game) == table.players["players"][1:]
    for level in LEVELS:
        assert table.players["levels"][level].startswith(f"{IN_WORDS[level]}; ")


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_makes_its_share_of_moves_at_random(
    level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, asked = pp.game("pacman"), Counter[str]()
    best = strongest(game)

    def own(*given: Any) -> Any:
        asked["own"] += 1
        return best(*given)

    monkeypatch.setattr("piecepack_nb.bots.levels.strongest", lambda _game: own)
    match = pp.Match(game, seed=1)
    match.run()  # to a person's first decision
    actor = match.to_act
    assert actor is not None
    assert actor.seats
    for number in range(200):
        choose_move(game, match.state, actor, dict.fromkeys(game.seats, LEVELS[level]), 5, number)
    expected = 200 * (100 - AT_RANDOM[level]) / 100
    assert abs(asked["own"] - expected) < 30


def test_a_stronger_level_wins_more() -> None:
    game, limits = example_class("nim")(), Limits(100)
    for weaker, stronger in (("easy", "medium"), ("medium", "strong")):
        won = 0
        for seed in range(30):
            own = game.seats[seed % 2]
            bots = {seat: LEVELS[stronger if seat == own else weaker] for seat in game.seats}
            result = simulate_one(game, seed, bots, limits).result
            won += result is not None and own in result.winners
        assert won > 15, (weaker, stronger, won)


def test_the_page_has_the_measured_levels() -> None:
    measured = json.loads(PATH.read_text(encoding="utf-8"))
    assert table(measured) in PAGE.read_text(encoding="utf-8")


def test_hints_are_never_a_levels() -> None:
    for name in GAMES:
        game = pp.game(name)
        assert strongest(game) is not LEVELS["strong"]
        assert game.adviser not in LEVELS
    first, second = (pp.Match("pacman", seed=4, seats="easy") for _ in range(2))
    first.run(8), second.run(8)
    assert first.record == second.record
