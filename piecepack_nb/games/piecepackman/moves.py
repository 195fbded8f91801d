"""The moves of Piecepackman as values, each with the short text that a person would write."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, overload

from piecepack_nb.core.actors import Roll
from piecepack_nb.core.frozen import FrozenDict


class SetUp(NamedTuple):
    """How the cubes fell, and the hidden face of each suit's power coin."""

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
    """A ghost's way, from the square it stands on, square by square."""

    suit: str
    path: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.suit} {'-'.join(self.path)}"


class Walks(Sequence[Walk]):
    """The walks of one ghost; each is made when it is asked for, for there are hundreds."""

    def __init__(self, suit: str, paths: Sequence[tuple[str, ...]]) -> None:
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
