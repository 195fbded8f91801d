"""Worm Derby: the words of hints, compared with what the move then does."""

from __future__ import annotations

import math
from random import Random

import pytest

import piecepack_nb as pp
from piecepack_nb.core.actors import Seat
from piecepack_nb.games.worm_derby.bots import racer
from piecepack_nb.games.worm_derby.hints import hint
from piecepack_nb.games.worm_derby.moves import Build, Put, Stay
from piecepack_nb.games.worm_derby.state import Tile
from tests.games.worm_derby.helpers import SHORT, derby


@pytest.mark.clause("WD-2", "WD-22", "WD-40")
def test_hints_of_steps_say_what_is_eaten_and_who_comes_home() -> None:
    random = Random(7)
    game = derby(**SHORT, players=4, length=4, cannibal=True)
    match = pp.Match(game, seed=3, seats=dict.fromkeys(game.seats, "racer"))
    seen = set[str]()
    for _ in range(60):
        state = match.state
        if isinstance(match.to_act, Seat) and state.phase == "move":
            chosen = racer(game, state, state.to_move, lambda _name, moves: moves[0])
            any_move = random.choice(list(game.moves(state)))
            for move, why in ((chosen.move, chosen.why), (any_move, None)):
                kinds = {step.event.kind for step in game.play(state, move)}
                said = hint(game, state, (), move, why).why
                assert ("t eats" in said) == ("eaten" in kinds), said
                assert ("brings your worm home" in said) == ("home" in kinds), said
                seen |= kinds
        match.run(1)
    assert "eaten" in seen


@pytest.mark.clause("WD-12", "WD-13", "WD-21")
def test_hints_of_other_moves_promise_nothing() -> None:
    game = derby(**SHORT, starts="one by one")
    state = game.initial_state()._replace(to_move="suns")
    building, moving = state._replace(phase="worms"), state._replace(phase="move")
    tiles = state._replace(phase="tiles")

    def words(state: object, move: object) -> str:
        return hint(game, state, (), move, None).text  # type: ignore[arg-type]

    assert words(building, Stay("suns")) == "Wait. There is no room to build your worm now."
    assert words(moving, Stay("suns")) == "Stay here. No better move was found."
    head = game.ruleset.built(9.0).end("head")
    away = f"{math.dist(head, game.ruleset.pylon):.0f}"
    assert words(building, Build("suns", 9.0)) == (
        f"Build your worm where the line is. Its head is then about {away} inches from the pylon."
    )
    assert words(tiles, Put(1, Tile.at(5.0, 5.0, 0))) == (
        "Put tile 1 where the ring is. It is in the way of every worm that comes there."
    )
