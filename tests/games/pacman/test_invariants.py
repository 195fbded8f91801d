"""Invariants of every step of every game, under any rules."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings

import piecepack_nb as pp
from piecepack_nb.games.pacman.state import State
from tests.games.pacman.random_play import matches


def states(match: pp.Match) -> list[State]:
    return [match.initial_state, *(step.state for step in match.steps)]


@pytest.mark.clause("PC-1", "PC-10", "PC-11", "PC-13", "PC-20")
@settings(max_examples=50)
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
