"""Moves counted by the engine, by its search, and by a slow reference of the rules."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import piecepack_nb as pp
from piecepack_nb.games.activator.thinking import SearchTree
from tests.games.activator import reference
from tests.games.activator.random_play import matches

OPEN = """
4  .    d    e    fA
3  D    .    f    ec
2  EC   FDB  .    d
1  FEa  .    .    .
red to move
"""
ON_A_RANK = """
4  .    dcA  .    f
3  .    Da   .    .
2  EC   .    f    e
1  F    FD   .    .
blue to move
"""
BESIEGED = """
4  .    dc   e    FB
3  .    .    f    .
2  E    fdA  .    .
1  F    .    Da   .
blue to move
"""
FEW = """
4  .    .    .    dA
3  .    fb   .    .
2  .    .    FDa  .
1  E    .    .    .
red to move
"""
COUNTS = [
    ("the start", "", (84, 6456, 506314)),
    ("open", OPEN, (108, 6107, 515349)),
    ("on a rank", ON_A_RANK, (32, 1448, 66779)),
    ("besieged", BESIEGED, (71, 56, 2771)),
    ("few", FEW, (24, 501, 8429)),
]
"""Positions with the number of games of one turn, two turns and so on that go on from there."""


def state_of(drawing: str) -> tuple[Any, Any]:
    game = pp.game("activator")
    return game, game.position(drawing) if drawing else game.initial_state()


def perft(game: Any, state: Any, depth: int) -> int:
    moves = game.moves(state)
    if depth == 1:
        return len(moves)
    return sum(perft(game, list(game.play(state, move))[-1].state, depth - 1) for move in moves)


def quick_perft(tree: SearchTree, node: Any, depth: int) -> int:
    if tree.final(node) is not None:
        return 0
    moves = tree.moves(node)
    if depth == 1:
        return len(moves)
    return sum(quick_perft(tree, tree.after(node, move), depth - 1) for move in moves)


@pytest.mark.clause("AC-3", "AC-10", "AC-12", "AC-15", "AC-21")
@pytest.mark.parametrize(("name", "drawing", "counts"), COUNTS)
def test_perft_agrees_with_the_reference(name, drawing, counts):
    game, state = state_of(drawing)
    slow = reference.read(game.to_json(state))
    for depth, count in enumerate(counts[:2], 1):
        assert reference.perft(slow, depth) == count, (name, depth)
        assert perft(game, state, depth) == count, (name, depth)


@pytest.mark.parametrize(("name", "drawing", "counts"), COUNTS)
def test_perft_of_the_search_agrees_and_goes_deeper(name, drawing, counts):
    game, state = state_of(drawing)
    tree = SearchTree(game)
    for depth, count in enumerate(counts, 1):
        assert quick_perft(tree, tree.of(state), depth) == count, (name, depth)


def test_perft_of_three_turns_agrees_with_the_reference():
    game, state = state_of("")
    assert reference.perft(reference.read(game.to_json(state)), 3) == COUNTS[0][2][2]


@pytest.mark.clause("AC-14", "AC-16", "AC-20", "AC-22", "AC-23", "AC-24", "AC-25", "AC-26")
@settings(max_examples=60)
@given(matches(rules=st.just({})))
def test_in_every_reached_position_the_moves_agree_with_the_reference(match):
    listed = {str(move) for move in match.moves()}
    if match.result is None:
        assert listed == reference.texts(reference.read(match.game.to_json(match.state)))
