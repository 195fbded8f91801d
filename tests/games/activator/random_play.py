"""Matches that were played at random for a while, under any rules: where invariants are tested."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from hypothesis import strategies as st

import piecepack_nb as pp
from piecepack_nb.games.activator.game import Activator
from piecepack_nb.games.activator.rules import ActivatorRules
from tests.games.common import SEEDS, changes

RULES = changes(ActivatorRules)


@lru_cache(maxsize=64)
def _game(rules: tuple[tuple[str, Any], ...]) -> Activator:
    game = pp.game("activator", **dict(rules))
    assert isinstance(game, Activator)
    return game


def eager(game: Any, state: Any, seat: str, pick: Any) -> Any:
    """Choose a random move, a capture in half of the cases, so that games progress."""
    moves = game.moves(state)
    enemies = {square for square, stack in state.squares.items() if stack.owner != seat}
    captures = [move for move in moves if move.end in enemies]
    return pick("move", captures if captures and pick("eager", (0, 1)) else moves)


@st.composite
def matches(draw: st.DrawFn, longest: int = 60, rules: Any = RULES) -> pp.Match:
    """Return a match as far as some number of moves led."""
    game = _game(tuple(sorted(draw(rules).items())))
    match = pp.Match(game, seed=draw(SEEDS), seats=dict.fromkeys(game.seats, eager))
    match.run(draw(st.integers(0, longest)))
    return match
