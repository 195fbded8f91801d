"""Bots that play every game; a game's own bots are in its folder.

``mcts()`` and ``look_ahead()`` return such bots with your limits or your evaluation, and
``restricted(…)`` one that avoids some moves::

    match = pp.Match(game, seats={"suns": pp.bots.mcts(playouts=1000), "moons": "look_ahead"})

"easy", "medium" and "strong" are levels for people, in every game.
"""

from __future__ import annotations

from typing import Any

from piecepack_nb.bots.levels import LEVELS
from piecepack_nb.bots.looking_ahead import look_ahead
from piecepack_nb.bots.monte_carlo import mcts
from piecepack_nb.bots.restricted import restricted
from piecepack_nb.core.game import AnyGame, Bot, RandomChoice, register_bot

__all__ = ["GENERAL", "LEVELS", "look_ahead", "mcts", "random", "restricted"]


def random(game: AnyGame, state: Any, seat: str, pick: RandomChoice) -> Any:
    """Return one of the seat's legal moves, each equally likely."""
    return game.random_move(state, seat, pick)


GENERAL: dict[str, Bot] = {"random": random, "look_ahead": look_ahead(), "mcts": mcts()}
"""The bots that play every game, by name."""

for _name, _bot in {**GENERAL, **LEVELS}.items():
    register_bot(_name, _bot)
