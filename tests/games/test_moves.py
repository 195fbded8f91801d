"""Moves of every game: texts are parsed, anything else is refused in one line."""

from __future__ import annotations

from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core import registry
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
