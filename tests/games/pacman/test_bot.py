"""The bot: it beats random, sees what is there, and gives its reasons."""

from __future__ import annotations

import json
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.game import BotMove
from piecepack_nb.games.pacman.bots import BotReason, greedy, score_moves
from tests.games.pacman.helpers import table


def first(_name: str, options: Any) -> Any:
    return options[0]


def chosen(match: pp.Match) -> BotMove:
    return greedy(match.game, match.state, match.state.acts, first)


@pytest.mark.parametrize("players", [2, 4])
def test_greedy_beats_random(players: int) -> None:
    game = pp.game("pacman", players=players)
    won = 0
    for seed in range(4):
        seat = game.seats[seed % players]
        seats = {each: "greedy" if each == seat else "random" for each in game.seats}
        match = pp.Match(game, seed=seed, seats=seats)
        match.run()
        assert match.result is not None
        won += seat in match.result.winners
    assert won >= 3


def test_greedy_gobbles_most() -> None:
    match = table({"red": "a3", "white": "a4 a5 b5", "dice": [3, 1], "due": "pac ghost"})
    match.play(chosen(match))
    while match.state.phase == "move":
        match.play(chosen(match))
    assert match.state.players["red"].square == "b5"


def test_greedy_lands_a_ghost_on_a_player_with_marbles() -> None:
    match = table(
        {
            "red": "a3",
            "blue": "e4, 8 marbles",
            "ghosts": "e3 a6",
            "white": "d1",
            "dice": [2],
            "due": "ghost",
        }
    )
    assert chosen(match).move.path == ("e3", "e4")


def test_greedy_does_not_land_a_ghost_on_itself() -> None:
    match = table(
        {"red": "e4, 0 marbles", "ghosts": "e3 a6", "white": "f4 e6", "dice": [2], "due": "ghost"}
    )
    assert chosen(match).move.path[-1] != "e4"


def test_greedy_gobbles_a_ghost_for_two_marbles() -> None:
    match = table(
        {
            "red": "a3, 5 marbles, 1 yellow",
            "ghosts": "a5 g5",
            "white": "d1 i3",
            "dice": [5],
            "due": "pac",
        }
    )
    assert chosen(match).move.path == ("a3", "a4", "a5")


def test_greedy_moves_an_adjacent_ghost_away() -> None:
    match = table(
        {"red": "a3, 30 marbles", "ghosts": "a4 e5", "white": "d1", "dice": [6], "due": "ghost"}
    )
    assert chosen(match).move.piece == "ghost1"


def test_greedy_takes_marbles_from_the_richest_player() -> None:
    written = {
        "red": "a3, 1 yellow", "green": "9 marbles", "blue": "20 marbles", "ghosts": "a5 g5",
        "white": "a5 d1", "dice": [5, 1],
    }  # fmt: skip
    match = table(written, players=3)
    match.play("pac 5 a3-a4-a5")
    move, why = chosen(match)
    assert str(move) == "take blue"
    assert isinstance(why, BotReason)
    assert why.chosen.to_json()["terms"] == {"marbles taken": 28, "full tray": 10}


def test_greedy_puts_the_yellow_marble_near_itself() -> None:
    match = table({
        "red": "a3, 2 yellow", "blue": "h9", "ghosts": "a5 g5", "rings": "c7 g3", "dice": [5, 1],
        "white": "d1",
    })  # fmt: skip
    match.play("pac 5 a3-a4-a5")
    assert str(chosen(match).move) == "marble c3"


def test_greedy_gives_each_reason_with_its_points() -> None:
    match = table({"dice": [3, 5]})
    move, why = chosen(match)
    assert isinstance(why, BotReason)
    data = json.loads(json.dumps(why.to_json()))
    assert data["seat"] == "red"
    assert data["chosen"]["move"] == str(move)
    for each in (data["chosen"], *data["alternatives"]):
        assert sum(each["terms"].values()) == pytest.approx(each["points"], abs=0.05)
        assert each["points"] <= data["chosen"]["points"]
    assert len(data["alternatives"]) == 4
    assert why.text.startswith("Red weighs ")
    steps = match.play(BotMove(move, why))
    assert steps[0].event.why is why


@pytest.mark.parametrize(
    ("written", "options", "move", "counted"),
    [
        ({"red": "a3, 9 marbles", "white": "a4"}, {}, "pac 1 a3-a4", False),
        ({"red": "a3, 9 marbles", "white": "a4"}, {"last_turn": True}, "pac 1 a3-a4", True),
        ({"red": "a3, 9 marbles", "white": "a4 d1"}, {}, "pac 1 a3-a4", True),
        ({"red": "a4, 1 yellow", "white": "d1"}, {}, "pac 1 a4-a5", True),
        (
            {"red": "a4, 1 yellow", "white": "d1"}, {"gobbling_ends_turn": True},
            "pac 1 a4-a5", False,
        ),
    ],
)  # fmt: skip
def test_after_a_move_that_ends_the_turn_the_other_die_scores_nothing(
    written: Any, options: Any, move: str, counted: bool
) -> None:
    """The 6 lands ghost 2 on blue, which counts for much."""
    more = {"blue": "e4", "ghosts": "a5 e3", "dice": [1, 6]}
    match = table({**written, **more}, **options)
    found = {str(each.move): each for each in score_moves(match.game, match.state, "red")}
    assert ("other die" in {term.name for term in found[move].terms}) == counted


def test_every_move_is_scored_once() -> None:
    match = table({"dice": [3, 5]})
    found = score_moves(match.game, match.state, "red")
    assert sorted(str(each.move) for each in found) == sorted(map(str, match.moves()))
    assert found == sorted(found, key=lambda each: -each.points)


def test_other_weights_choose_other_moves() -> None:
    match = table({"red": "a3", "white": "a4 d1", "dice": [1], "due": "pac"})
    assert chosen(match).move.path == ("a3", "a4")
    shy = match.game.greedy(marble=-10)
    assert shy(match.game, match.state, "red", first).move.path != ("a3", "a4")
    assert shy.__name__ == "marble=-10"
    for weights, expected in (
        ({"blok": 1}, r"no weight 'blok'; .*did you mean 'block'"),
        ({"block": "much"}, "the weight block is 'much'; expected a number"),
        ({"block": float("nan")}, "the weight block is nan"),
    ):
        with pytest.raises(BadInput, match=expected):
            match.game.greedy(**weights)


def test_greedy_plays_under_any_rules() -> None:
    for rules in (
        {"board": "octagon", "players": 4, "ghosts": 3, "centre": "all"},
        {"privilege_kept": True, "marbles_won": 0, "last_turn": True, "players": 3},
        {"idle_die": False, "short_ghost": "goes as far", "homes_count": False},
    ):
        game = pp.game("pacman", **rules)
        match = pp.Match(game, seed=4, seats=dict.fromkeys(game.seats, "greedy"))
        match.run(60)
        assert match.turn > 5
