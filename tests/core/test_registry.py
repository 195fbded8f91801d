"""Games found by name in a new process, and games that are pickled."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.game import AnyGame, Bot
from piecepack_nb.design import Board
from tests.core.pig import Pig

ROOT = Path(__file__).parents[2]
EXAMPLES = "examples.games.tic_tac_toe"
SEVERAL = {
    "activator": {"immunity": False},
    "pacman": {"marbles_won": 1, "players": 2},
    "paco": {"players": 3, "seal_holes": False},
    "piecepackman": {"quarter_turn_cost": 0},
    "worm_derby": {"obstacles": 4, "players": 3},
}


def new_python(code: str) -> str:
    """Return the last line that a new Python prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()[-1]


@pytest.mark.parametrize("name", [*SEVERAL, "tic_tac_toe"])
def test_the_bots_for_any_game_play_the_first_match_of_a_process(name: str) -> None:
    own = f"import {EXAMPLES}\n" if name == "tic_tac_toe" else ""
    code = f"""from piecepack_nb import Match
{own}print(set(Match({name!r}, seats="random").seats.values()))"""
    assert new_python(code) == "{'random'}"


def eager(game: AnyGame, state: Any, seat: str, pick: Callable[..., Any]) -> Any:
    """Return any move: a bot that is a module's function."""
    return pick("move", list(game.moves_for(state, seat)))


def pickled(game: AnyGame) -> AnyGame:
    twin: AnyGame = pickle.loads(pickle.dumps(game))
    return twin


def random_moves(game: AnyGame, seats: str | Bot = "random") -> list[str]:
    match = pp.Match(game, seed=3, seats=seats)
    match.run(12)
    return [str(played.move) for played in match.record]


@pytest.mark.parametrize("name", SEVERAL)
@pytest.mark.parametrize("twin_of", [copy.copy, copy.deepcopy, pickled])
def test_a_game_is_pickled_and_copied_with_its_rules_and_bots(
    name: str, twin_of: Callable[[AnyGame], AnyGame]
) -> None:
    game = pp.game(name, **SEVERAL[name])
    twin = twin_of(game)
    assert twin is not game
    assert type(twin) is type(game)
    assert twin.rules == game.rules
    assert twin.bots == game.bots
    assert random_moves(twin) == random_moves(game)


def test_a_pickled_game_keeps_bots_of_its_own() -> None:
    game = Pig(bots={"eager": eager})
    twin = pickle.loads(pickle.dumps(game))
    assert twin.bots == game.bots
    assert "random" not in twin.bots


def test_a_pickled_game_with_a_bot_that_is_gone_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = pickle.dumps(Pig())
    name = next(iter(Pig.built_in_bots))
    monkeypatch.setattr(Pig, "built_in_bots", {})
    with pytest.raises(pp.BadInput, match=f"a bot of pig is '{name}'; expected one of random, "):
        pickle.loads(packed)


class Nim(Board):
    """A game of a student's own, which isn't registered."""

    seats = ("left", "right")
    places = Board.squares(1, 5)

    def move(self, table, place):
        table[place] = table.seat

    def why_not(self, table, place):
        return f"{place} is taken" if table[place] else None

    def bot_first(self, table, moves, pick):
        return moves[0]


def test_a_students_game_is_pickled() -> None:
    game = Nim.as_game()()
    twin = pickle.loads(pickle.dumps(game))
    assert twin.bots.keys() == {"first"}
    assert random_moves(twin, "first") == random_moves(game, "first")


def test_a_registered_students_game_is_pickled_with_its_bots(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("piecepack_nb.core.registry._registered", {})
    pp.register(Nim, bots={"eager": eager})
    game = pp.game(Nim)
    twin = pickle.loads(pickle.dumps(game))
    assert type(twin) is type(game)
    assert twin.bots == game.bots


def test_a_pickled_game_is_the_same_in_another_process() -> None:
    packed = pickle.dumps(pp.game("pacman", players=3))
    code = f"import pickle\ngame = pickle.loads({packed!r})\nprint(game, len(game.bots))"
    game = pickle.loads(packed)
    assert new_python(code) == f"{game} {len(game.bots)}"


def test_a_game_without_a_form_of_its_states_is_not_registered() -> None:
    class Formless(Pig):
        name = "formless"
        form = AnyGame.form

    with pytest.raises(pp.BadInput, match="the game Formless has no form"):
        pp.register(Formless)
