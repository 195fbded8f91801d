"""A game that has a board: its pictures are those of its own ``view.py``."""

from __future__ import annotations

from typing import Generic, TypeVar

from piecepack_nb.core.game import Game
from piecepack_nb.core.rules import Rules
from piecepack_nb.core.steps import Event

R = TypeVar("R", bound=Rules)
S = TypeVar("S")
M = TypeVar("M")


class Boarded(Game[R, S, M], Generic[R, S, M]):
    """What every game of this package is."""

    def picture(self, state: S, event: Event | None = None) -> str:
        """The table, and what happened last or, at the start, is to be done first."""
        from piecepack_nb.games import view
        from piecepack_nb.scene import svg

        seen = view(self.name)
        return svg(seen.scene(self, state, event) if event else seen.idle_scene(self, state))
