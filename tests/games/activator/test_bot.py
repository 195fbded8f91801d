"""Bots that look ahead: what they find, their reasons, their limits, and how well they play."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.game import BotMove
from piecepack_nb.games.activator.movement import move_of
from piecepack_nb.games.activator.state import State
from piecepack_nb.games.activator.thinking import WIN, SearchTree, Weights, think
from piecepack_nb.search import alphabeta
from tests.core.damage import one_line
from tests.effort import ticking
from tests.games.activator.random_play import matches

GAME = pp.game("activator")
HOME_IN_ONE = """
4  .    .    C    .
3  .    e    .    fA
2  D    .    .    e
1  Fa   .    .    d
red to move
"""
TAKE = """
4  .    .    e    dA
3  .    .    .    .
2  Fa   D    .    f
1  .    .    .    EB
red to move
"""


def minimax(game: Any, state: State, depth: int, evaluate: Any, ply: int = 0) -> float:
    """Return the value by the plain game and plain minimax, for the one to move."""
    if state.outcome is not None:
        if not state.outcome.winner:
            return 0
        return WIN - ply if state.outcome.winner == state.to_move else ply - WIN
    if depth == 0:
        return evaluate(game, state, state.to_move)
    after = (list(game.play(state, move))[-1].state for move in game.moves(state))
    return max(-minimax(game, each, depth - 1, evaluate, ply + 1) for each in after)


def held(game: Any, state: State, seat: str) -> float:
    """Return the evaluation of a state, in a student's style."""
    mine = sum(state.squares[square].height for square in state.held(seat))
    return 2 * mine - sum(stack.height for stack in state.squares.values())


# --- what it finds ------------------------------------------------------------------------------


@settings(max_examples=12)
@given(matches(longest=50), st.sampled_from([1, 1, 2]))
def test_the_bots_value_equals_that_of_plain_minimax(match, depth):
    if match.result is None and len(match.moves()) < 60:
        thought = think(match.game, match.state, depth=depth, evaluate=held)
        assert thought.value == minimax(match.game, match.state, depth, held)
        assert thought.move in match.moves()


@settings(max_examples=15)
@given(matches(longest=50))
def test_without_a_custom_evaluation_the_bot_uses_the_terms(match):
    if match.result is None:
        thought = match.game.think(match.state, depth=2, rivals=0)
        plain = SearchTree(match.game)
        assert thought.value == alphabeta(plain, plain.of(match.state), 2, prune=False).value
        if thought.terms:
            total = sum(term.points for term in thought.terms)
            assert abs(total - thought.value) < 1e-6


@pytest.mark.clause("AC-30")
def test_the_bot_finds_a_winning_path_home():
    thought = GAME.think(GAME.position(HOME_IN_ONE))
    assert str(thought.move).startswith("c4-d4")
    assert thought.value == WIN - 2
    assert thought.reasons[0] == "it wins in 2 moves: Red holds Blue's home d4"
    assert [seat for seat, _ in thought.line] == ["red", "blue"]


@pytest.mark.clause("AC-16", "AC-23")
def test_the_bot_captures_and_gives_the_reason():
    thought = GAME.think(GAME.position(TAKE), depth=3)
    assert "it captures Blue's single F on d2" in thought.reasons
    assert thought.move.end == "d2"


@pytest.mark.clause("AC-30")
def test_the_bot_captures_the_occupier_of_its_home():
    game = pp.game("activator", activator_reach=1)
    state = game.position("""
        4  .    .    eA   D
        3  .    .    .    f
        2  .    F    .    .
        1  .    .    d    Ea
        blue to move
        """)  # fmt: skip
    thought = game.think(state, depth=2)
    assert thought.move.end == "d4"
    assert "it takes Red off d4, where Red would have won" in thought.reasons
    assert any(reason.startswith("every other move loses") for reason in thought.reasons)


def test_in_a_lost_position_the_bot_says_that_every_move_loses():
    lost = GAME.position(HOME_IN_ONE)
    lost = list(GAME.play(lost, GAME.parse_move(lost, "c4-d4")))[-1].state
    thought = GAME.think(lost)
    assert thought.value == 1 - WIN
    assert thought.reasons == ("every move loses: Red holds Blue's home d4 at once",)


@settings(max_examples=25)
@given(matches(longest=40))
def test_every_thought_has_text_and_is_plain_data(match):
    import json

    if match.result is not None:
        return
    thought = match.game.think(match.state, depth=2)
    assert thought.reasons
    assert thought.text.endswith(".")
    assert "\n" not in thought.text
    data = json.loads(json.dumps(thought.to_json()))
    assert data["move"] == str(thought.move) == data["lines"][0]["moves"][0][1]
    assert data["seat"] == match.state.to_move
    assert repr(thought).startswith("<Thought: ")
    assert len(thought.rivals) <= 2
    assert all(line.value <= thought.value for line in thought.rivals)


def test_the_threat_that_a_move_parries_is_named():
    state = GAME.initial_state()
    for move in ("b2-b3 A-d3", "d4:1-d3 A-b3", "b1:1-b2", "d2-d1", "a2:1-a3", "c4-c3"):
        assert GAME.refusal(state, GAME.parse_move(state, move)) is None
        state = list(GAME.play(state, GAME.parse_move(state, move)))[-1].state
    text = GAME.think(state, depth=3).text
    assert "otherwise Blue would capture Red's" in text


# --- seats, limits and bad input ----------------------------------------------------------------


def test_a_bot_brings_its_reason_to_the_first_step():
    match = pp.Match(GAME, seed=1, seats={"red": "quick"})
    step, *_ = match.run()
    assert step.event.why.move == match.record[0].move
    assert step.event.why.depth == 2
    assert step.event.why.text.startswith("Red chooses ")
    assert match.to_act.name == "blue"


def test_a_bot_repeats_its_moves_for_a_seed_and_varies_for_others():
    def moves(seed: int) -> list[str]:
        match = pp.Match(GAME, seed=seed, seats=dict.fromkeys(GAME.seats, "quick"))
        match.run(6)
        return [str(played.move) for played in match.record]

    assert moves(5) == moves(5)
    assert len({tuple(moves(seed)) for seed in range(4)}) > 1


def test_a_bot_with_a_custom_evaluation_can_play():
    match = pp.Match(GAME, seed=1, seats={"red": GAME.thinker(held, depth=1), "blue": "random"})
    match.run(40)
    assert match.record
    assert GAME.thinker(held).__name__ == "held"
    chosen = GAME.thinker(held, depth=1)(GAME, GAME.initial_state(), "red", lambda _, many: many[0])
    assert isinstance(chosen, BotMove)


@pytest.mark.parametrize("value", [None, "good", float("nan"), float("inf"), WIN, [1]])
def test_an_evaluation_that_gives_no_number_is_refused(value):
    with pytest.raises(BadInput, match="the value of evaluate is"):
        GAME.think(GAME.initial_state(), evaluate=lambda *_: value)


@pytest.mark.parametrize("limits", [{"depth": 0}, {"nodes": -1}, {"seconds": 0}, {"depth": "x"}])
def test_limits_below_one_are_refused(limits):
    with pytest.raises(BadInput, match="; expected "):
        GAME.think(GAME.initial_state(), **limits)


@pytest.mark.parametrize("limits", [{"depth": 0}, {"nodes": -1}, {"seconds": 0}, {"depth": "x"}])
def test_a_thinker_refuses_its_limits_at_once(limits):
    with pytest.raises(BadInput, match="; expected ") as caught:
        GAME.thinker(held, **limits)
    one_line(caught.value)


def test_an_evaluation_is_a_function():
    few: Any = lambda state: 0  # noqa: E731
    for call in (
        lambda: GAME.thinker(5),
        lambda: GAME.think(GAME.initial_state(), evaluate=5),
        lambda: GAME.think(GAME.initial_state(), evaluate=few),
    ):
        with pytest.raises(BadInput, match=r"evaluate is .*; expected a function of") as caught:
            call()
        one_line(caught.value)


@pytest.mark.parametrize("rivals", [-1, "a", None, 1.5, True])
def test_the_number_of_alternatives_is_checked(rivals):
    with pytest.raises(BadInput, match=r"rivals is .*; expected a whole number from 0") as caught:
        GAME.think(GAME.initial_state(), rivals=rivals)
    one_line(caught.value)


def test_think_uses_the_current_state_of_a_match():
    match = pp.Match(GAME, seed=1)
    match.play("c1-c2 A-d3")
    assert GAME.think(match, depth=1).to_json() == GAME.think(match.state, depth=1).to_json()


@pytest.mark.parametrize("thing", [None, "4 . . . d", 7, pp.Match(pp.game("paco"), seed=1)])
def test_think_refuses_values_that_are_not_states(thing):
    with pytest.raises(
        BadInput, match=r"the state to think about is .*; expected a match"
    ) as caught:
        GAME.think(thing)
    one_line(caught.value)


def test_an_evaluation_is_called_for_the_seat_to_move():
    calls = []

    def noted(game: Any, state: State, seat: str) -> float:
        calls.append((state.to_move, seat))
        return held(game, state, seat)

    for depth in (1, 2):
        GAME.think(GAME.initial_state(), depth=depth, evaluate=noted, rivals=0)
    assert {seat for _, seat in calls} == {"red", "blue"}
    assert all(mover == seat for mover, seat in calls)


def test_think_refuses_a_finished_game():
    state = GAME.position({
        "a1": "red F", "d4": "blue D", "b4": "blue C",
        "activators": {"red": "d4", "blue": "a1"},
    })  # fmt: skip
    with pytest.raises(BadInput, match="there is no move to choose: Blue wins"):
        GAME.think(state)


def test_search_limits_are_kept(monkeypatch):
    assert GAME.think(GAME.initial_state(), depth=2).depth == 2
    few = GAME.think(GAME.initial_state(), nodes=2000)
    assert few.nodes <= 2000
    assert few.depth >= 1
    clock = sys.modules["piecepack_nb.search.alphabeta"]  # which reads it once in 128 nodes
    monkeypatch.setattr(clock, "perf_counter", ticking(0.1))
    assert 128 <= GAME.think(GAME.initial_state(), seconds=0.2).nodes <= 3 * 128


# --- how well it plays --------------------------------------------------------------------------


@pytest.mark.thorough
def test_searching_ahead_beats_random_play():
    wins = 0
    for seed in range(20):
        seat = GAME.seats[seed % 2]
        match = pp.Match(
            GAME, seed=seed, seats={**dict.fromkeys(GAME.seats, "random"), seat: "quick"}
        )
        match.run(300)
        wins += match.result is not None and match.result.winners == (seat,)
    assert wins >= 19


def test_weights_can_be_changed():
    tree = SearchTree(GAME, weights=Weights(pieces=0, stacks=1, free=0, line=0, near=0, attacks=0))
    found = alphabeta(tree, tree.of(GAME.initial_state()), 3)
    moves = [move_of(leap) for leap in found.lines[0].moves]
    assert found.value == 1  # each takes a stack apart, Red first
    assert moves[0].part
