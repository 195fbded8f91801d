"""The game that a state belongs to, so that a state at a cell's end shows its board.

A state is a plain value that doesn't know its game. Matches and positions written by hand are
registered here, and a state is looked up by identity among theirs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any, Protocol, TypeVar
from weakref import WeakSet

S = TypeVar("S")


class Owner(Protocol):
    """The part of a match that this module uses."""

    game: Any
    initial_state: Any

    @property
    def steps(self) -> Sequence[Any]:
        """All steps of the match."""


_matches: WeakSet[Owner] = WeakSet()
_positions: deque[tuple[object, Any]] = deque(maxlen=50)


def register_match(match: Owner) -> None:
    """Let the states of a match be found while the match exists."""
    _matches.add(match)


def register_position(game: Any, state: S) -> S:
    """Let the state of a position be found; return it. The last 50 positions are kept."""
    _positions.append((state, game))
    return state


def game_of(state: object) -> Any | None:
    """Return the game of a state; None for a state that no match or position has."""
    for written, game in _positions:
        if written is state:
            return game
    for match in list(_matches):
        if match.initial_state is state or any(step.state is state for step in match.steps):
            return match.game
    return None


def state_picture(state: object) -> str | None:
    """Return the board of a state as SVG text; None where its game or board is unknown."""
    game = game_of(state)
    return None if game is None else game.picture(state)
