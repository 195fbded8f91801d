"""The search that proves moves and learns from moves that are made later."""

from __future__ import annotations

from typing import Any

import pytest

from piecepack_nb.bots import mcts
from piecepack_nb.core.actors import Chance
from piecepack_nb.core.dice import seeded_pick
from piecepack_nb.core.game import AnyGame
from piecepack_nb.search.learning import LearningBandit, LearningUct
from piecepack_nb.search.uct import SeatValues, Uct, fast_pick, worlds_of
from tests.design.examples import example_class


def searched(game: AnyGame, state: Any, seat: str, playouts: int, worlds: int = 1) -> LearningUct:
    pick = fast_pick(seeded_pick(3))
    search = LearningUct(game, seat, pick, type(game).evaluate, 1_000)
    search.run(worlds_of(game, state, seat, pick, worlds), playouts)
    return search


def bandit(search: Uct) -> LearningBandit:
    found = search.choice(search.roots[0])
    assert isinstance(found, LearningBandit)
    return found


def test_a_move_that_wins_is_proven_and_chosen() -> None:
    game = example_class("tic_tac_toe")()
    state = game.initial_state()
    for square in ("a1", "b2", "a2", "c3"):
        state = game.next_state(state, game.parse_move(state, square))
    search = searched(game, state, game.seats[0], 60)
    assert str(search.arms()[0].move) == "a3"
    own = bandit(search)
    assert own.won is not None
    assert own.proven[own.won.move] == 1
    assert search.roots[0].proven == {game.seats[0]: 1.0, game.seats[1]: 0.0}


def test_a_small_game_is_proven_whole_and_its_value_is_right() -> None:
    game = example_class("nim")()
    lost = game.position({"pieces": {"a1": 1, "b1": 1}})
    won = game.position({"pieces": {"a1": 1, "b1": 2}})
    for state, value in ((lost, 0.0), (won, 1.0)):
        root = searched(game, state, "ann", 200).roots[0]
        assert root.proven is not None
        assert root.proven["ann"] == value


@pytest.mark.parametrize("name", ["connect_four", "hex"])
def test_proofs_agree_with_the_rules(name: str) -> None:
    """What is proven of a game that is over is its result."""
    game = example_class(name)()
    state = game.initial_state()
    for number in range(20):
        actor = game.to_act(state)
        if actor is None:
            return
        move = game.random_move(state, actor.seats[0], seeded_pick(number))
        state = game.next_state(state, move)
    actor = game.to_act(state)
    if actor is None:
        return
    search = searched(game, state, actor.seats[0], 60)
    for moves, child in search.roots[0].children.items():
        if child.proven is not None and child.actor is None:
            after = game.next_state(state, *moves)
            assert child.proven == search.values(after)


def test_moves_made_later_are_noted_only_where_there_are_many() -> None:
    many, few = example_class("hex")(), example_class("mancala")()
    assert len(bandit(searched(many, many.initial_state(), "suns", 3)).later) == 49
    assert not bandit(searched(few, few.initial_state(), "south", 3)).later


def test_nothing_is_proven_at_the_root_of_several_worlds() -> None:
    game = example_class("kuhn_poker")()
    state = game.set_up
    seat = game.to_act(state).seats[0]  # type: ignore[union-attr]
    search = searched(game, game.observation(state, seat), seat, 60, worlds=8)
    assert len(search.roots) > 1
    assert not bandit(search).proven
    assert all(root.proven is None for root in search.roots)


def test_the_same_seed_chooses_the_same_move() -> None:
    game = example_class("hex")()
    state = game.initial_state()
    moves = {mcts(playouts=20)(game, state, "suns", seeded_pick(5)).move for _ in range(3)}
    assert len(moves) == 1


@pytest.mark.parametrize(
    ("name", "evaluate", "stopped"),
    [("skirmish", None, range(35, 40)), ("skirmish", lambda *_: 0.0, range(25, 31))],
)  # fmt: skip
def test_playouts_stop_early_where_the_evaluation_says_something(
    name: str, evaluate: Any, stopped: range
) -> None:
    game = example_class(name)()
    limits: list[int | None] = []

    class Noted(LearningUct):
        def playout(self, state: Any, made: Any = None, most: int | None = None) -> SeatValues:
            limits.append(most)
            return super().playout(state, made, most)

    pick = fast_pick(seeded_pick(3))
    search = Noted(game, game.seats[0], pick, evaluate or type(game).evaluate, 1_000, short=4)
    state = game.initial_state()
    if isinstance(game.to_act(state), Chance):
        state = game.next_state(state, game.chance_move(state, pick))
    search.run([state], 40)
    assert limits.count(4) in stopped
    assert 0 < search.spread <= 1
