"""Invariants of every step of every game, under any rules."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import piecepack_nb as pp
from piecepack_nb.core.actors import Chance, Roll, Team
from piecepack_nb.core.load import from_record
from piecepack_nb.core.record import to_record
from piecepack_nb.core.steps import EventCounts
from piecepack_nb.games.piecepackman.state import State, ghost_cubes, his_cubes
from tests.games.common import can_be_read
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


@EVERY_MATCH
def test_events_can_be_read(match: pp.Match) -> None:
    can_be_read(match)


# --- JSON -----------------------------------------------------------------------------------------


@EVERY_MATCH
def test_states_go_to_json_and_back(match: pp.Match) -> None:
    """At the end of every move; a table in the middle of a move is shown, but not played from."""
    game = match.game
    for state in (match.initial_state, *(played.steps[-1].state for played in match.record)):
        data = json.loads(json.dumps(game.to_json(state)))
        read = game.from_json(data)
        assert read == state
        assert hash(read) == hash(state)
        assert game.position(data) == state


@EVERY_MATCH
def test_only_equal_states_have_equal_json(match: pp.Match) -> None:
    seen: dict[str, State] = {}
    for state in states(match):
        text = json.dumps(match.game.to_json(state), sort_keys=True)
        assert seen.setdefault(text, state) == state
    assert len(seen) == len(set(states(match)))


# --- time -----------------------------------------------------------------------------------------


@given(matches(), st.data())
def test_undo_and_redo_restore(match: pp.Match, data: st.DataObject) -> None:
    before = (match.state, match.cursor, match.to_act, match.steps)
    played = data.draw(st.integers(0, 20))
    match.run(played)
    later = (match.state, match.cursor, match.to_act, match.steps)
    moves = len(match.undone)
    while match.cursor > before[1]:
        match.undo()
    assert (match.state, match.cursor, match.to_act) == before[:3]
    assert match.steps[: before[1]] == before[3]
    while len(match.undone) > moves:
        match.redo()
    assert (match.state, match.cursor, match.to_act, match.steps) == later


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


@given(matches())
def test_goto_returns_to_every_step(match: pp.Match) -> None:
    found = states(match)
    for step in range(0, len(found), 7):
        match.goto(step)
        assert match.state == found[step]
        ends = {0, *(played.end for played in match.record)}
        assert match.between_moves == (step in ends)


@given(matches(longest=100))
def test_a_replayed_record_gives_equal_states(match: pp.Match) -> None:
    record = json.loads(json.dumps(to_record(match)))
    again = from_record(record)
    assert states(again) == states(match)
    assert [str(step.event) for step in again.steps] == [str(step.event) for step in match.steps]
    assert to_record(again) == to_record(match)
    match.run(5)
    again.run(5)
    assert states(again) == states(match)


@given(matches(longest=100))
def test_a_replay_under_the_same_rules_equals_the_match(match: pp.Match) -> None:
    again = match.under()
    assert states(again) == states(match)
    assert again.divergence is None


@given(matches(longest=60), st.data())
def test_other_rules_diverge_where_an_event_or_a_state_first_differs(
    match: pp.Match, data: Any
) -> None:
    option = data.draw(st.sampled_from(["quarter_turn_cost", "extra_lives", "ace_points"]))
    other = match.under(**{option: data.draw(st.integers(1, 6))})
    ours, theirs = (
        [(each.initial_state, ""), *((step.state, step.event.text) for step in each.steps)]
        for each in (match, other)
    )
    parting = other.divergence
    if parting is None:
        assert ours[1:] == theirs[1:]
        return
    step = parting.step
    assert ours[1:step] == theirs[1:step]
    assert ours[step : step + 1] != theirs[step : step + 1]
    assert parting.text
    assert match.game.rulebook[parting.clause]
    for played in other.record:  # the dice are those that were rolled at that place
        same = [each.move for each in match.record if each.move_key == played.move_key]
        if same and isinstance(played.move, Roll) and isinstance(same[0], Roll):
            for die, face in played.move.faces.items():
                assert same[0].faces.get(die, face) == face


@EVERY_MATCH
def test_the_actor_fits_the_phase(match: pp.Match) -> None:
    game = match.game
    for played in match.record:
        state = match.initial_state if played.first == 0 else match.steps[played.first - 1].state
        assert game.to_act(state) == played.actor
        assert set(played.actor.seats) <= set(game.seats)
        if isinstance(played.actor, Team):
            assert len(played.actor.seats) >= 2
        if isinstance(played.actor, Chance) and played.actor.dice:
            assert {die.name for die in played.actor.dice} == set(played.move.faces)
            assert played.actor.outcomes >= 6
    assert len({played.move_key for played in match.record}) == len(match.record)
