"""What lies on Piecepackman's table.

Vocabulary
    ghost      a pawn; ``cubes`` are those of its own suit that it holds, ``waits`` the ghost
               phases that it still sits in the house
    stash      the cubes that Piecepackman has taken, by suit
    objective  the suit that he is after, and whether it is the power coin that an ace sent him to
    hunger     how many turns of Ghost Hunger follow this one; None when he isn't hungry
    taken      power coins that he took and that were not turned over yet
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from piecepack_nb.core.frozen import FrozenDict

PHASES = ("setup", "roll", "bonus", "order", "dice", "ghosts", "over")


class Ghost(NamedTuple):
    """One ghost on the table."""

    square: str
    cubes: int = 0
    waits: int = 0
    immune: bool = False


class Coin(NamedTuple):
    """A power coin; nobody looks at ``face`` before it is turned over."""

    suit: str
    face: str


class Objective(NamedTuple):
    """What Piecepackman is after: the nearest of ``suit``, or its power ``coin``."""

    suit: str
    coin: bool = False


class State(NamedTuple):
    """The table: everything that a photograph would show, and whose turn it is."""

    phase: str
    turn: int
    square: str
    heading: str
    extra_lives: int
    """-1 once the life on the board is lost as well."""
    ghosts: FrozenDict[str, Ghost]
    cubes: FrozenDict[str, str]
    """The suit of the cube on each square that has one."""
    coins: FrozenDict[str, Coin]
    """The power coin on each square that has one."""
    stash: FrozenDict[str, int]
    points: int = 0
    objective: Objective | None = None
    hunger: int | None = None
    taken: tuple[Coin, ...] = ()
    discarded: tuple[Coin, ...] = ()
    dice: FrozenDict[str, str] = FrozenDict()
    """The faces of the dice that were rolled last."""
    order: tuple[str, ...] = ()
    """The order that the ghosts agreed on last."""
    to_move: tuple[str, ...] = ()
    """The ghosts that have not moved yet in this phase, in that order."""

    @property
    def hungry(self) -> bool:
        """Is it Ghost Hunger?"""
        return self.hunger is not None

    def put(self, suit: str, ghost: Ghost) -> State:
        """The table with this ghost changed."""
        return self._replace(ghosts=self.ghosts.put(suit, ghost))

    def ghost_on(self, square: str) -> str | None:
        """The suit of the ghost on a square."""
        for suit, ghost in self.ghosts.items():
            if ghost.square == square:
                return suit
        return None


def ghost_cubes(state: State) -> int:
    """How many cubes the ghosts hold together."""
    return sum(ghost.cubes for ghost in state.ghosts.values())


def his_cubes(state: State) -> int:
    """How many cubes Piecepackman has."""
    return sum(state.stash.values())


def counted(stash: Mapping[str, int], suit: str, number: int) -> FrozenDict[str, int]:
    """The stash with ``number`` cubes of a suit put in, or taken out where it is negative."""
    changed = dict(stash)
    changed[suit] = stash[suit] + number
    return FrozenDict(changed)
