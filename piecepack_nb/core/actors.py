"""Who acts next: a seat, several seats that agree on one move, or chance."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Actor", "Chance", "Die", "Seat", "Together"]


class Die(NamedTuple):
    """A die by name; its faces are equally likely."""

    name: str
    faces: tuple[str, ...]


class Seat(NamedTuple):
    """One seat makes the next move."""

    name: str

    @property
    def place(self) -> str:
        """What names this actor in a turn, whatever the rules."""
        return self.name

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that may enter the move."""
        return (self.name,)


class Together(NamedTuple):
    """Several seats agree on the next move; any of them may enter it."""

    purpose: str
    seats: tuple[str, ...]

    @property
    def place(self) -> str:
        """What names this actor in a turn, whatever the rules."""
        return self.purpose


class Chance(NamedTuple):
    """Chance makes the next move: a roll of ``dice``, or a shuffle where there are none.

    Every way the dice can fall is equally likely, so that a roll's probability is one over the
    product of their numbers of faces.
    """

    purpose: str
    turn: int
    dice: tuple[Die, ...] = ()

    @property
    def place(self) -> str:
        """What names this actor in a turn, whatever the rules."""
        return self.purpose

    @property
    def seats(self) -> tuple[str, ...]:
        """No seat rolls fate."""
        return ()

    @property
    def ways(self) -> int:
        """How many equally likely ways the dice can fall (1 for a shuffle, which has no dice)."""
        total = 1
        for die in self.dice:
            total *= len(die.faces)
        return total


Actor = Seat | Together | Chance
