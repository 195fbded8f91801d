"""The state of a game of Piecepackman, and its moves.

Vocabulary
    ghost      a pawn; ``cubes`` are those of its own suit that it holds, ``waits`` the ghost
               phases that it must still sit out in the house
    stash      the cubes that Piecepackman has taken, by suit
    objective  the suit that he is after, and whether it is the power coin that an ace sent him to
    hunger     the turns of Ghost Hunger after this one; None when he isn't hungry
    taken      power coins that he took and that were not turned over yet
    walk       a ghost's move: the squares, from the one it is on
    run        Piecepackman's move where somebody plays him: squares, and his heading at the end
    power      what a ghost may do a few times in a level; a powered walk uses it, and a deed says
               how: a gift, loot, or a cube that is dropped
"""

from __future__ import annotations

from operator import attrgetter
from typing import NamedTuple

from piecepack_nb.core.actors import Roll
from piecepack_nb.core.frozen import FrozenDict, quick_replace
from piecepack_nb.core.owner import state_picture
from piecepack_nb.core.steps import WorkingCopy

PHASES = (
    "setup", "adjust", "uses", "roll", "move", "bonus", "bonus move", "order", "dice", "ghosts",
    "over",
)  # fmt: skip

HIS_PHASES = ("move", "bonus move")
"""The phases in which his player moves him (PM-74)."""
GhostPath = tuple[str, ...]
"""The squares of a walk, from the one that the ghost is on."""


# --- The state -----------------------------------------------------------------------------------


@quick_replace
class Ghost(NamedTuple):
    """A ghost."""

    square: str
    cubes: int = 0
    waits: int = 0
    immune: bool = False
    others: FrozenDict[str, int] = FrozenDict()
    """The cubes of other suits that it holds, which its power or a gift brought it (PM-73)."""
    banked: FrozenDict[str, int] = FrozenDict()
    """The cubes that it stockpiled in the house, by suit (PM-73c)."""
    power: str = ""
    uses: int = 0
    """The uses of its power that are left."""

    @property
    def total(self) -> int:
        """The number of cubes that it holds, of any suit, and has banked."""
        more = self.others or self.banked
        return self.cubes + (sum((*self.others.values(), *self.banked.values())) if more else 0)


class Coin(NamedTuple):
    """A power coin; nobody knows its ``face`` before it is turned over."""

    suit: str
    face: str


class Objective(NamedTuple):
    """Piecepackman's objective: the nearest of ``suit``, or its power ``coin``."""

    suit: str
    coin: bool = False


@quick_replace
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
    adjusts: int = 0
    """The cubes that the players may still move before a race (PM-75)."""

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


class WorkingState(WorkingCopy):
    """A copy of a state that a move changes."""

    __slots__ = State._fields

    def __init__(self, state: State) -> None:
        (self.phase, self.turn, self.square, self.heading, self.extra_lives, self.ghosts,
         self.cubes, self.coins, self.stash, self.points, self.objective, self.hunger, self.taken,
         self.discarded, self.dice, self.order, self.to_move, self.adjusts) = state  # fmt: skip

    def frozen(self) -> State:
        """Return the state as it is now."""
        return tuple.__new__(State, _fields_of(self))  # half the time of _make

    @property
    def hungry(self) -> bool:
        """True in Ghost Hunger."""
        return self.hunger is not None


_fields_of = attrgetter(*State._fields)
AnyState = State | WorkingState


def ghost_cubes(state: State) -> int:
    """Return the number of cubes that the ghosts hold together."""
    return sum(ghost.total for ghost in state.ghosts.values())


def his_cubes(state: State) -> int:
    """Return the number of cubes that Piecepackman has."""
    return sum(state.stash.values())


def race_cubes(state: AnyState, suit: str) -> int:
    """Return the cubes that count for a ghost's player in a race: those of its suit (PM-75)."""
    ghost = state.ghosts[suit]
    return ghost.cubes + ghost.banked.get(suit, 0)


# --- Moves ---------------------------------------------------------------------------------------


class SetUp(NamedTuple):
    """The suit of the cube on each square, and the hidden face of each suit's power coin."""

    cubes: FrozenDict[str, str]
    coins: FrozenDict[str, str]
    powers: FrozenDict[str, str] = FrozenDict()
    """The power of each ghost, where powers are drawn (PM-73)."""

    def __str__(self) -> str:
        by_suit: dict[str, list[str]] = {}
        for square, suit in sorted(self.cubes.items()):
            by_suit.setdefault(suit, []).append(square)
        cubes = "; ".join(f"{suit} {' '.join(squares)}" for suit, squares in by_suit.items())
        coins = " ".join(f"{suit} {face}" for suit, face in self.coins.items())
        text = f"setup {cubes}; coins {coins}"
        powers = " ".join(f"{suit} {power}" for suit, power in self.powers.items())
        return f"{text}; powers {powers}" if powers else text


class Adjust(NamedTuple):
    """A cube moved before a race begins (PM-75)."""

    square: str
    to: str

    def __str__(self) -> str:
        return f"cube {self.square}-{self.to}"


class Agree(NamedTuple):
    """The players agree that the cubes are well distributed (PM-75)."""

    text: str = "agree"

    def __str__(self) -> str:
        return self.text


class Run(NamedTuple):
    """Piecepackman's move where somebody plays him: his path, and his heading at the end."""

    path: GhostPath
    heading: str

    def __str__(self) -> str:
        return f"piecepackman {'-'.join(self.path)} {self.heading}"


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


class Gift(NamedTuple):
    """Cubes that a ghost gives to another one, before or after its walk (PM-73d)."""

    to: str
    cubes: FrozenDict[str, int]
    first: bool = False
    """True before the walk."""

    def __str__(self) -> str:
        return f"give {self.to} {' '.join(f'{n} {suit}' for suit, n in self.cubes.items())}"


class Loot(NamedTuple):
    """The suit that a ghost takes besides its own when it attacks him (PM-73g)."""

    suit: str

    def __str__(self) -> str:
        return f"take {self.suit}"


class Drop(NamedTuple):
    """A cube that a ghost puts on the board after its walk (PM-73m)."""

    suit: str
    square: str

    def __str__(self) -> str:
        return f"drop {self.suit} {self.square}"


Deed = Gift | Loot | Drop


class PowerWalk(NamedTuple):
    """A ghost's move with a use of its power."""

    suit: str
    path: GhostPath
    deed: Deed | None = None

    def __str__(self) -> str:
        walk = "-".join(self.path)
        if isinstance(self.deed, Gift) and self.deed.first:
            return f"{self.suit}! {self.deed} {walk}"
        return " ".join([f"{self.suit}!", walk, *([str(self.deed)] if self.deed else [])])


Move = SetUp | Adjust | Agree | Roll | Run | Order | Walk | PowerWalk
