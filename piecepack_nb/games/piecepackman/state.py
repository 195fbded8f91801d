"""The state of a game of Piecepackman, and its moves.

Vocabulary
    ghost      a pawn; ``cubes`` are those of its own suit that it holds, ``waits`` the ghost
               phases that it must still sit out in the house
    stash      the cubes that Piecepackman has taken, by suit
    objective  the suit that he is after, and whether it is the power coin that an ace sent him to
    hunger     the turns of Ghost Hunger after this one; None when he isn't hungry
    taken      power coins that he took and that were not turned over yet
    walk       a ghost's move: the squares, from the one it is on
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple, overload

from piecepack_nb.core.actors import Roll
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.owner import state_picture

PHASES = ("setup", "roll", "bonus", "order", "dice", "ghosts", "over")

GhostPath = tuple[str, ...]
"""The squares of a walk, from the one that the ghost is on."""


# --- The state -----------------------------------------------------------------------------------


class Ghost(NamedTuple):
    """A ghost."""

    square: str
    cubes: int = 0
    waits: int = 0
    immune: bool = False


class Coin(NamedTuple):
    """A power coin; nobody knows its ``face`` before it is turned over."""

    suit: str
    face: str


class Objective(NamedTuple):
    """Piecepackman's objective: the nearest of ``suit``, or its power ``coin``."""

    suit: str
    coin: bool = False


class State(NamedTuple):
    """All that a photograph of the table would show, and whose turn it is."""

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
        """True in Ghost Hunger."""
        return self.hunger is not None

    def put(self, suit: str, ghost: Ghost) -> State:
        """Return the state with this ghost changed."""
        return self._replace(ghosts=self.ghosts.put(suit, ghost))

    def ghost_on(self, square: str) -> str | None:
        """Return the suit of the ghost on a square."""
        for suit, ghost in self.ghosts.items():
            if ghost.square == square:
                return suit
        return None

    def _repr_svg_(self) -> str | None:
        return state_picture(self)


class WorkingState:
    """A copy of a state that a move changes."""

    __slots__ = State._fields

    def __init__(self, state: State) -> None:
        (self.phase, self.turn, self.square, self.heading, self.extra_lives, self.ghosts,
         self.cubes, self.coins, self.stash, self.points, self.objective, self.hunger, self.taken,
         self.discarded, self.dice, self.order, self.to_move) = state  # fmt: skip

    def frozen(self) -> State:
        """Return the state as it is now."""
        return State._make(_fields_of(self))

    @property
    def hungry(self) -> bool:
        """True in Ghost Hunger."""
        return self.hunger is not None


_fields_of = attrgetter(*State._fields)
AnyState = State | WorkingState


def ghost_cubes(state: State) -> int:
    """Return the number of cubes that the ghosts hold together."""
    return sum(ghost.cubes for ghost in state.ghosts.values())


def his_cubes(state: State) -> int:
    """Return the number of cubes that Piecepackman has."""
    return sum(state.stash.values())


# --- Moves ---------------------------------------------------------------------------------------


class SetUp(NamedTuple):
    """The suit of the cube on each square, and the hidden face of each suit's power coin."""

    cubes: FrozenDict[str, str]
    coins: FrozenDict[str, str]

    def __str__(self) -> str:
        by_suit: dict[str, list[str]] = {}
        for square, suit in sorted(self.cubes.items()):
            by_suit.setdefault(suit, []).append(square)
        cubes = "; ".join(f"{suit} {' '.join(squares)}" for suit, squares in by_suit.items())
        coins = " ".join(f"{suit} {face}" for suit, face in self.coins.items())
        return f"setup {cubes}; coins {coins}"


class Order(NamedTuple):
    """The order in which the ghosts agree to move."""

    suits: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(["order", *self.suits])


class Walk(NamedTuple):
    """A ghost's move, square by square from the one it is on."""

    suit: str
    path: GhostPath

    def __str__(self) -> str:
        return f"{self.suit} {'-'.join(self.path)}"


class Walks(Sequence[Walk]):
    """The walks of one ghost. There are hundreds, so each is made when it is used."""

    def __init__(self, suit: str, paths: Sequence[GhostPath]) -> None:
        self.suit = suit
        self.paths = paths

    def __len__(self) -> int:
        return len(self.paths)

    @overload
    def __getitem__(self, place: int) -> Walk: ...
    @overload
    def __getitem__(self, place: slice) -> list[Walk]: ...
    def __getitem__(self, place: int | slice) -> Walk | list[Walk]:
        if isinstance(place, slice):
            return [Walk(self.suit, path) for path in self.paths[place]]
        return Walk(self.suit, self.paths[place])

    def __repr__(self) -> str:
        return f"<{len(self)} walks of the {self.suit} ghost>"


Move = SetUp | Roll | Order | Walk
