"""OpenSpiel's own test of our games, and what it doesn't ask."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import piecepack_nb as pp
from piecepack_nb.design import Board
from tests.conftest import sampled
from tests.design.hidden_games import Kuhn
from tests.interop.games import FINITE, HIDDEN, registered

if sys.platform == "win32":
    pytest.skip("there is no open_spiel for Windows", allow_module_level=True)

import pyspiel
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability
from open_spiel.python.algorithms.minimax import alpha_beta_search

from piecepack_nb.interop.encoding import EncodedPosition
from piecepack_nb.interop.open_spiel_game import game_type

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", sampled([*FINITE, *HIDDEN], 4))
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
            state.position = EncodedPosition(encoding, game.position({"pieces": pieces}))
            assert alpha_beta_search(state.get_game(), state=state)[0] == value


@pytest.mark.thorough
@pytest.mark.parametrize("payoff", ["score", "lead"])
def test_open_spiel_solves_kuhn_poker(payoff: str) -> None:
    """Its CFR finds the value of the game, -1/18 for who begins, and no reply gains much."""
    with registered("kuhn_poker"):
        made = type("KuhnPoker", (Kuhn,), {"payoff": payoff, "__module__": __name__})
        spiel = pp.open_spiel_game(pp.register(made), features=8, rounds=1)
        solver = cfr.CFRPlusSolver(spiel)
        for _ in range(40):
            solver.evaluate_and_update_policy()
        found = solver.average_policy()
        start = spiel.new_initial_state()
        values = expected_game_score.policy_value(start, [found, found])
    assert values == pytest.approx([-1 / 18, 1 / 18], abs=0.002)
    assert exploitability.nash_conv(spiel, found) < 0.02
    assert len(found.states_per_player[0]) == len(found.states_per_player[1]) == 6
    zero_sum = pyspiel.GameType.Utility.ZERO_SUM
    assert (spiel.get_type().utility == zero_sum) == (payoff == "lead")


def test_cards_are_chance_nodes_of_what_is_left() -> None:
    with registered("tricks") as game:
        state = pp.open_spiel_game(game, features=8).new_initial_state()
        for left in range(10, 1, -1):
            assert state.is_chance_node()
            outcomes = state.chance_outcomes()
            assert [p for _, p in outcomes] == pytest.approx([1 / left] * left)
            state.apply_action(outcomes[-1][0])
        assert state.current_player() == 0
        assert {len(cards) for cards in state.position.state.piles.values()} == {0, 1, 3}


def test_equal_cards_are_one_outcome_with_their_weight() -> None:
    class Odd(Kuhn):
        name = "kuhn_poker"
        deck = Board.deck(jack=3, king=1)

    with registered("kuhn_poker"):
        state = pp.open_spiel_game(pp.register(Odd), features=8, rounds=1).new_initial_state()
        assert state.chance_outcomes() == [(0, 0.75), (1, 0.25)]
        state.apply_action(0)
        assert [p for _, p in state.chance_outcomes()] == pytest.approx([2 / 3, 1 / 3])
        assert state.action_to_string(-1, 1) == "king"


def test_information_is_what_a_player_has_learned() -> None:
    """It remembers the cards of earlier rounds, and never has the other hand."""
    with registered("kuhn_poker"):
        spiel = pp.open_spiel_game("kuhn_poker", features=8, rounds=2)
        states = []
        for hands in ((2, 0), (1, 0)):  # king or queen for ann, jack for ben
            state = spiel.new_initial_state()
            for action in hands:
                state.apply_action(action)
            for word in ("bet", "fold"):
                state.apply_action(state.string_to_action(word))
            for action in (0, 0):  # jack for ann, queen for ben
                state.apply_action(action)
            states.append(state)
        one, other = states
        assert one.information_state_string(1) == other.information_state_string(1)
        assert one.information_state_tensor(1) == other.information_state_tensor(1)
        assert one.observation_string(0) == other.observation_string(0)
        assert one.information_state_string(0) != other.information_state_string(0)
        assert one.information_state_tensor(0) != other.information_state_tensor(0)


DRAWS = ("roads", "kuhn_poker", "tricks", "swap", "hamlet", "memory", "oh_hell", "picnic",
         "sealed_bids", "stolen_jewel")  # fmt: skip
"""Games in which cards or tiles are drawn."""


@pytest.mark.parametrize("name", [*FINITE, *HIDDEN])
def test_open_spiel_is_told_what_kind_of_game_it_is(name: str) -> None:
    with registered(name) as game:
        kind, told = pyspiel.GameType, game_type(game, "ppnb_test")
        chance = name in DRAWS or game.rolls
    secret = game.secret
    known = kind.Information
    expected = known.IMPERFECT_INFORMATION if secret else known.PERFECT_INFORMATION
    assert told.information == expected
    if name in ("paco", "piecepackman", "rock_paper_scissors", "kuhn_poker", *HIDDEN):
        assert secret
    if name in ("activator", "pacman", "tic_tac_toe", "pig", "ur", "roads", "mancala"):
        assert not secret
    assert told.provides_information_state_string == secret
    assert (told.chance_mode == kind.ChanceMode.EXPLICIT_STOCHASTIC) == chance


def test_python_ends_cleanly_with_a_game_of_ours() -> None:
    """OpenSpiel keeps a registered game until after Python's end."""
    code = "import piecepack_nb as pp; print(pp.open_spiel_game('activator').num_players())"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "2\n", "")
