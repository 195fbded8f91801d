"""General bots in games with cards and secrets: they play legally, well, and by their own view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

import piecepack_nb as pp
from piecepack_nb.core import registry
from piecepack_nb.core.dice import seeded_pick
from piecepack_nb.core.match import Match
from piecepack_nb.design import Board
from tests.design.hidden_games import GAMES, Fleet, Kuhn

BOTS = {"mcts": pp.bots.mcts(playouts=24), "look_ahead": pp.bots.look_ahead(nodes=160)}


@pytest.fixture(autouse=True)
def own_registry() -> Iterator[None]:
    """Games registered by a test are gone after it."""
    before = dict(registry._registered)
    yield
    registry._registered.clear()
    registry._registered.update(before)


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("made", GAMES)
def test_games_are_played_legally(made: type[Board], name: str) -> None:
    game = pp.game(pp.register(made))
    quick = {"mcts": pp.bots.mcts(playouts=4), "look_ahead": pp.bots.look_ahead(nodes=8)}[name]
    match = Match(game, seed=1, seats={game.seats[0]: quick, game.seats[1]: "random",
                                       **dict.fromkeys(game.seats[2:], "random")})  # fmt: skip
    match.run(6 if made is Fleet else 200)  # its worlds take long to find
    assert match.result is not None or made is Fleet


@pytest.mark.thorough
@pytest.mark.parametrize("name", BOTS)
def test_poker_is_won_against_a_random_player(name: str) -> None:
    """The chips of 16 games of 6 rounds, from either seat."""
    game, chips = pp.game(pp.register(Kuhn)), 0
    for seed in range(16):
        seat = game.seats[seed % 2]
        match = Match(game, seed=seed, seats={**dict.fromkeys(game.seats, "random"),
                                              seat: BOTS[name]})  # fmt: skip
        match.run()
        chips += match.state.score[seat]
    assert chips > 0


@pytest.mark.parametrize("name", BOTS)
def test_a_bet_is_called_as_often_whatever_is_behind_it(name: str) -> None:
    """A bot with a queen calls a jack's bet and a king's equally often, and folds with a jack."""
    calls: Counter[str] = Counter()
    for hands in ("jack, queen", "king, queen", "queen, jack", "king, jack"):
        match = Match(pp.game(pp.register(Kuhn), rounds=1), seed=1, dice=[f"draw {hands}"])
        match.roll()
        match.play("bet")
        view = match.game.observation(match.state, "ben")
        for seed in range(20):
            move = BOTS[name](match.game, view, "ben", seeded_pick(seed)).move
            calls[hands] += str(move) == "call"
    assert calls["jack, queen"] == calls["king, queen"] > 0
    assert calls["queen, jack"] == calls["king, jack"] == 0
