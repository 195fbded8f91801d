"""Moves of every game: texts are parsed, anything else is refused in one line."""

from __future__ import annotations

from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core import registry
from piecepack_nb.core.game import Game
from tests.core import odds_and_evens, pig
from tests.core.damage import one_line

NAMES = (*registry.names(), pig.Pig.name, odds_and_evens.Fingers.name)


@pytest.mark.parametrize("move", [3, None, b"pass", 2.5, ["pass"]])
@pytest.mark.parametrize("name", dict.fromkeys(NAMES))
def test_a_move_that_is_not_text_is_bad_input(name: str, move: Any) -> None:
    game = pp.game(name)
    with pytest.raises(pp.BadInput, match=r"^the move is .*a text") as refused:
        game.parse_move(game.initial_state(), move)
    one_line(refused.value)


@pytest.mark.parametrize("agreement", [False, True])
def test_a_writer_of_paco_has_its_own_of_all_moves(agreement: bool) -> None:
    match = pp.Match(pp.game("paco", agreement=agreement), seats="random", seed=3)
    phases = set()
    for _ in range(60):
        game, state = match.game, match.state
        phases.add(state.phase)
        for seat in game.seats:
            everybodys = Game.moves_for(game, state, seat)
            assert list(game.moves_for(state, seat)) == list(everybodys)
        match.run(1)
    assert "orders" in phases
    assert len(phases) > 1


@pytest.mark.parametrize("name", registry.names())
def test_a_state_is_replaced_as_a_named_tuple_is(name: str) -> None:
    state = pp.game(name).initial_state()
    for place, field in enumerate(state._fields):
        changed = state._replace(**{field: "another"})
        assert type(changed) is type(state)
        assert changed == (*state[:place], "another", *state[place + 1 :])
    with pytest.raises((TypeError, ValueError), match="unknown"):  # TypeError from Python 3.13 on
        state._replace(unknown=1)
