"""OpenSpiel's own test of our games, and what it doesn't ask."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import piecepack_nb as pp
from tests.interop.games import FINITE, registered

if sys.platform == "win32":
    pytest.skip("there is no open_spiel for Windows", allow_module_level=True)

import pyspiel
from open_spiel.python.algorithms.minimax import alpha_beta_search

from piecepack_nb.interop.encoding import Position

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", FINITE)
def test_open_spiels_own_test_passes(name: str) -> None:
    with registered(name) as game:
        spiel = pp.open_spiel_game(game, features=64, most_moves=15)
        pyspiel.random_sim_test(spiel, num_sims=1, serialize=True, verbose=False)


def test_a_line_of_three_wins() -> None:
    with registered("tic_tac_toe") as game:
        state = pp.open_spiel_game(game).new_initial_state()
        for square in ("a1", "b1", "a2", "b2", "a3"):
            state.apply_action(state.string_to_action(square))
    assert state.is_terminal()
    assert state.returns() == [1.0, -1.0]


def test_dice_are_chance_nodes_with_their_probabilities() -> None:
    state = pp.open_spiel_game("pacman", first="red").new_initial_state()
    for _ in range(2):
        assert state.is_chance_node()
        outcomes = state.chance_outcomes()
        assert [p for _, p in outcomes] == pytest.approx([1 / 6] * 6)
        state.apply_action(outcomes[4][0])
    assert state.current_player() == 0
    assert "pac" in {state.action_to_string(action) for action in state.legal_actions()}


def test_open_spiel_solves_our_nim() -> None:
    """Its alpha-beta search agrees with the nim-sum: 2 and 2 is lost, 1 and 2 is won."""
    with registered("nim") as game:
        for heaps, value in (((2, 2), -1.0), ((1, 2), 1.0)):
            pieces = dict(zip(("a1", "b1"), heaps, strict=True))
            state = pp.open_spiel_game(game, features=8).new_initial_state()
            encoding = state.position.encoding
            state.position = Position(encoding, game.position({"pieces": pieces}))
            assert alpha_beta_search(state.get_game(), state=state)[0] == value


def test_python_ends_cleanly_with_a_game_of_ours() -> None:
    """OpenSpiel keeps a registered game until after Python's end."""
    code = "import piecepack_nb as pp; print(pp.open_spiel_game('activator').num_players())"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "2\n", "")
