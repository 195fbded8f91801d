"""Invariants of every step of every game, under any rules."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import piecepack_nb as pp
from piecepack_nb.core.steps import EventCounts
from piecepack_nb.games.piecepackman.state import State, ghost_cubes, his_cubes
from tests.games.piecepackman.random_play import WANDERED, matches, wandered

EVERY_MATCH = pytest.mark.parametrize("match", range(WANDERED), indirect=True)


@pytest.fixture
def match(request: pytest.FixtureRequest) -> pp.Match:
    return wandered()[request.param]


def states(match: pp.Match) -> list[State]:
    return [match.initial_state, *(step.state for step in match.steps)]


@pytest.mark.clause("PM-2", "PM-18", "PM-19", "PM-35", "PM-41", "PM-70")
@EVERY_MATCH
def test_every_cube_is_accounted_for_at_every_step(match: pp.Match) -> None:
    everything = 4 * match.game.rules.cubes_per_suit
    for state in states(match):
        if state.phase == "setup" and not state.cubes:
            continue
        assert len(state.cubes) + ghost_cubes(state) + his_cubes(state) == everything


@EVERY_MATCH
def test_simulations_reach_the_states_and_count_the_events_of_the_explained_game(
    match: pp.Match,
) -> None:
    counts, state = EventCounts(), match.initial_state
    for played in match.record:
        state = match.game.apply_move(state, played.move, counts)
        assert state == played.steps[-1].state
    assert counts == Counter(step.event.kind for step in match.steps)


@pytest.mark.clause("PM-4", "PM-18", "PM-36", "PM-60")
@EVERY_MATCH
def test_every_power_coin_is_accounted_for(match: pp.Match) -> None:
    """On the board, taken and not shown yet, or discarded; ghosts never take one."""
    for state in states(match):
        if state.phase != "setup":
            coins = [*state.coins.values(), *state.taken, *state.discarded]
            assert sorted(coin.suit for coin in coins) == ["arms", "crowns", "moons", "suns"]
    for step in match.steps:
        for square, coin in step.state.coins.items():
            assert match.game.ruleset.maze.coins[coin.suit] == square


@pytest.mark.clause("PM-33", "PM-40", "PM-42")
@EVERY_MATCH
def test_no_two_pieces_share_a_square(match: pp.Match) -> None:
    """Ghosts never do; he and a ghost only for the moment in which one of them pays for it."""
    for step, later in pairwise([*match.steps, None]):
        assert step is not None
        squares = [ghost.square for ghost in step.state.ghosts.values()]
        if match.game.rules.powers == "none":  # a power lets a ghost walk through others
            assert len(set(squares)) == len(squares)
        if step.state.square in squares and later is not None:
            kinds = {"eat", "attack", "ghost enters", "cubes taken back", "ghosts go home"}
            assert later.event.kind in kinds | {"cube taken", "coin taken", "immunity lost"} | {
                "coin shown", "last life", "cubes looted",
            }  # fmt: skip
    for played in match.record:
        after = played.steps[-1].state
        squares = [ghost.square for ghost in after.ghosts.values()]
        if after.phase != "over":
            assert after.square not in squares


@pytest.mark.clause("PM-23", "PM-36", "PM-38")
@EVERY_MATCH
def test_pieces_are_on_legal_squares(match: pp.Match) -> None:
    table = match.game.ruleset
    for before, after in pairwise(states(match)):
        assert after.square in table.maze.exits
        assert after.square not in table.house
        for suit, ghost in after.ghosts.items():
            if ghost.waits:
                assert ghost.square in table.house
            came_home = ghost.square in table.house and (
                before.ghosts[suit].square not in table.house
            )
            if (
                came_home and table.rules.powers == "none"
            ):  # only by being eaten, or when all go home
                assert ghost.waits == table.rules.eaten_waits or not after.hungry


@pytest.mark.clause("PM-60", "PM-64", "PM-67")
@EVERY_MATCH
def test_only_hunger_makes_ghosts_immune(match: pp.Match) -> None:
    for state in states(match):
        if not state.hungry:
            assert not any(ghost.immune for ghost in state.ghosts.values())


# --- time -----------------------------------------------------------------------------------------


@given(matches(longest=80), st.sampled_from(["suns", "crowns"]))
def test_undo_with_a_person_goes_back_to_the_persons_move(match: pp.Match, seat: str) -> None:
    if seat not in match.seats:
        return
    match.seats[seat] = "person"
    own = [played.first for played in match.record if seat in played.actor.seats]
    while own:
        match.undo()
        assert match.cursor == own.pop()
        assert seat in match.to_act.seats if match.to_act else False
