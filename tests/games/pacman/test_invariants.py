"""Invariants of every step of every game, under any rules."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import piecepack_nb as pp
from piecepack_nb.core.actors import Chance, Roll
from piecepack_nb.core.load import from_record
from piecepack_nb.core.record import to_record
from piecepack_nb.games.pacman.state import State
from tests.conftest import sampled
from tests.games.common import can_be_read
from tests.games.pacman.random_play import matches


def states(match: pp.Match) -> list[State]:
    return [match.initial_state, *(step.state for step in match.steps)]


@pytest.mark.clause("PC-1", "PC-10", "PC-11", "PC-13", "PC-20")
@given(matches(longest=150))
def test_every_marble_is_accounted_for_at_every_step(match: pp.Match) -> None:
    board = match.game.board
    for state in states(match):
        players = state.players.values()
        assert len(state.white) + sum(each.tray for each in players) == len(board.white)
        held = sum(each.yellow for each in players) + len(state.owed)
        assert len(state.yellow) + held == len(board.ringed)
        assert all(each.tray >= 0 and each.yellow >= 0 for each in players)
        assert state.white <= board.white
        assert state.yellow <= board.ringed


@pytest.mark.parametrize("players", sampled([2, 3, 4]))
def test_there_are_seventy_six_marbles_at_every_step(players: int) -> None:
    game = pp.game("pacman", players=players)
    match = pp.Match(game, seed=players, seats=dict.fromkeys(game.seats, "greedy"))
    match.run()
    assert match.result is not None
    assert sum(match.result.scores.values()) == 72
    for state in states(match):
        lying = len(state.white) + len(state.yellow) + len(state.owed)
        assert lying + sum(each.tray + each.yellow for each in state.players.values()) == 76


@pytest.mark.clause("PC-6", "PC-8", "PC-12", "PC-14")
@settings(max_examples=50)
@given(matches(longest=100))
def test_between_moves_pieces_are_on_legal_spaces(match: pp.Match) -> None:
    game = match.game
    homes, centre = game.board.homes, game.board.centre
    for played in match.record:
        state = played.steps[-1].state
        squares = [each.square for each in state.players.values()]
        assert len(set(squares)) == len(squares)
        for seat, player in state.players.items():
            assert homes[seat] == player.square or player.square not in homes.values()
        for ghost, square in state.ghosts.items():
            assert square not in homes.values()
            others = [there for other, there in state.ghosts.items() if other != ghost]
            assert square == centre or square not in (*others, *squares)


@pytest.mark.clause("PC-4", "PC-9", "PC-12")
@settings(max_examples=50)
@given(matches(longest=100))
def test_pieces_go_space_by_space(match: pp.Match) -> None:
    """A step moves one piece by one link; only a piece that is sent away moves as well."""
    board = match.game.board
    for before, after in pairwise(match.steps):
        data = after.event.data
        if after.event.kind in ("step", "on", "ghost step"):
            near = board.next_to[data["from"]].values()
            if after.event.kind == "on":
                near = board.beyond_arrow(data["from"])
            assert data["to"] in near
        else:
            moved = [
                seat
                for seat, player in after.state.players.items()
                if player.square != before.state.players[seat].square
            ]
            assert bool(moved) <= (after.event.kind == "gone home")
            ghosts = after.state.ghosts != before.state.ghosts
            assert ghosts <= (after.event.kind == "ghost back")


@settings(max_examples=50)
@given(matches())
def test_every_step_can_be_read(match: pp.Match) -> None:
    can_be_read(match)
    assert all(step.event.text[0].isupper() for step in match.steps)


@pytest.mark.clause("PC-5", "PC-12")
@settings(max_examples=50)
@given(matches(longest=100))
def test_a_staying_piece_is_stopped_on_every_possible_path(match: pp.Match) -> None:
    for step in match.steps:
        if step.event.kind in ("stays", "ghosts stay"):
            ways = step.event.why.to_json()["ways"]
            assert ways
            assert all(each["stops"] for each in ways)
            assert all(len(each["stops"]) == len(each["clauses"]) for each in ways)


@pytest.mark.clause("PC-3")
@settings(max_examples=50)
@given(matches(longest=100))
def test_the_actor_fits_the_phase(match: pp.Match) -> None:
    game = match.game
    for played in match.record:
        state = match.initial_state if played.first == 0 else match.steps[played.first - 1].state
        assert game.to_act(state) == played.actor
        assert set(played.actor.seats) <= set(game.seats)
        if isinstance(played.actor, Chance):
            assert {die.name for die in played.actor.dice} == set(played.move.faces)
    assert len({played.move_key for played in match.record}) == len(match.record)


# --- time -----------------------------------------------------------------------------------------


@settings(max_examples=30)
@given(matches(longest=60), st.integers(0, 20))
def test_undo_and_redo_restore(match: pp.Match, more: int) -> None:
    before = (match.state, match.cursor, match.to_act)
    match.run(more)
    later = (match.state, match.cursor, match.to_act)
    moves = len(match.undone)
    while match.cursor > before[1]:
        match.undo()
    assert (match.state, match.cursor, match.to_act) == before
    while len(match.undone) > moves:
        match.redo()
    assert (match.state, match.cursor, match.to_act) == later


@settings(max_examples=30)
@given(matches(longest=60))
def test_a_replayed_record_gives_equal_states(match: pp.Match) -> None:
    record = json.loads(json.dumps(to_record(match)))
    again = from_record(record)
    assert states(again) == states(match)
    assert [str(step.event) for step in again.steps] == [str(step.event) for step in match.steps]
    assert to_record(again) == to_record(match)


@settings(max_examples=30)
@given(matches(longest=60))
def test_a_replay_under_the_same_rules_equals_the_match(match: pp.Match) -> None:
    again = match.under()
    assert states(again) == states(match)
    assert again.divergence is None


@settings(max_examples=30)
@given(matches(longest=60), st.data())
def test_other_rules_diverge_where_the_states_first_differ(match: pp.Match, data: Any) -> None:
    change = data.draw(
        st.sampled_from([
            {"marbles_lost": 5}, {"off_board_cost": 2}, {"ghosts_turn_back": True},
            {"privilege_kept": True}, {"homes_count": False}, {"centre": "all"},
        ])
    )  # fmt: skip
    if match.game.rules.but(**change) == match.game.rules:
        return
    other = match.under(**change)
    ours, theirs = states(match), states(other)
    parting = other.divergence
    if parting is None:
        assert ours[1:] == theirs[1:]
        return
    assert ours[1 : parting.step] == theirs[1 : parting.step]
    assert parting.text
    assert match.game.rulebook[parting.clause]
    for played in other.record:  # the dice are those that were rolled at that place
        same = [each.move for each in match.record if each.move_key == played.move_key]
        if same and isinstance(played.move, Roll) and isinstance(same[0], Roll):
            for die, face in played.move.faces.items():
                assert same[0].faces.get(die, face) == face


@settings(max_examples=30)
@given(matches(longest=60))
def test_goto_returns_to_every_step(match: pp.Match) -> None:
    known = states(match)
    for step in range(0, len(known), 7):
        match.goto(step)
        assert match.state == known[step]
