"""The search that evaluates every move of a node at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from piecepack_nb.bots import mcts
from piecepack_nb.core.actors import Chance
from piecepack_nb.core.dice import seeded_pick
from piecepack_nb.core.game import AnyGame
from piecepack_nb.search.evaluating import EvaluatingUct
from piecepack_nb.search.uct import UctNode, fast_pick
from tests.design.examples import example_class


def searched(game: AnyGame, state: Any, seat: str, playouts: int) -> EvaluatingUct:
    search = EvaluatingUct(game, seat, fast_pick(seeded_pick(3)), type(game).evaluate, 0)
    search.run([state], playouts)
    return search


def after(game: AnyGame, moves: str) -> Any:
    state = game.initial_state()
    for move in moves.split():
        state = game.next_state(state, game.parse_move(state, move))
    return state


def nodes(node: UctNode) -> Iterator[UctNode]:
    yield node
    for child in node.children.values():
        yield from nodes(child)


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("d1 a1 d2 a2 d3 a3", "d4"),  # suns win at once
        ("d1 a1 d2 b1 d3", "d4"),  # moons must not let them
    ],
)
def test_few_positions_show_a_win_and_a_threat(moves: str, expected: str) -> None:
    game = example_class("connect_four")()
    state = after(game, moves)
    actor = game.to_act(state)
    assert actor is not None
    chosen = mcts(playouts=60)(game, state, actor.seats[0], seeded_pick(1))
    assert str(chosen.move) == expected


@pytest.mark.parametrize(("name", "playouts"), [("connect_four", 300), ("pig", 200), ("ur", 200)])
def test_the_best_values_are_carried_up(name: str, playouts: int) -> None:
    """A node is worth what its best move is, after chance the mean; without dice by its rules."""
    game = example_class(name)()
    state, pick = game.initial_state(), fast_pick(seeded_pick(3))
    if isinstance(game.to_act(state), Chance):
        state = game.next_state(state, game.chance_move(state, pick))
    actor = game.to_act(state)
    assert actor is not None
    search = searched(game, state, actor.seats[0], playouts)
    assert playouts <= search.playouts < playouts + 10
    opened = [node for node in nodes(search.roots[0]) if node.children]
    assert len(opened) > 9
    for node in opened:
        known = [each for each in node.children.values() if each.worth is not None]
        assert node.worth is not None
        for seat, worth in node.worth.items():
            if isinstance(node.actor, Chance):
                mean = sum(each.worth[seat] * each.visits for each in known)  # type: ignore[index]
                assert worth == pytest.approx(mean / sum(each.visits for each in known))
            elif node.actor is not None and node.actor.seats == (seat,):
                assert len(known) == len(game.moves_for(node.state, seat))
                assert worth == max(each.worth[seat] for each in known)  # type: ignore[index]
        if len(game.seats) == 2:
            assert sum(node.worth.values()) == pytest.approx(1)


def test_a_game_is_proven_to_its_end_and_the_same_seed_chooses_the_same_move() -> None:
    game = example_class("hare_and_hounds")()
    pieces = {"e2": "hare", "d1": "hounds", "d3": "hounds", "c2": "hounds"}
    state = game.position({"pieces": pieces})
    search = searched(game, state, "hounds", 400)
    assert search.roots[0].proven == {"hounds": 1.0, "hare": 0.0}
    moves = {mcts(playouts=50)(game, state, "hounds", seeded_pick(5)).move for _ in range(3)}
    assert len(moves) == 1
