"""The moves of P.A.C.O. as values, each with the short text that a person would write.

suns forward              an order (also left, right, lift, push)
suns jump then forward    a jump, with the order of the turn after it
suns agrees to stop       a seat asks whether all would stop, or agrees when it is asked
suns plays on             it does not agree
suns returns              off the board: it tries to come back
suns stays off            or not, this time
suns faces N              the heading, where it is chosen and not rolled
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from piecepack_nb.core.actors import Roll

KINDS = ("left", "right", "forward", "jump", "lift", "push")
"""The six orders, PA-10 to PA-15."""
THEN = ("forward", "left", "right", "lift", "push")
"""What may be written as the second order of a jump; only the first keeps the jumper up (PA-13)."""
HIDDEN = "hidden"
"""The kind of an order that another seat wrote, as a seat sees it before all are in."""


class Order(NamedTuple):
    """What a seat writes for this turn, and for a jump also for the next one (``then``)."""

    seat: str
    kind: str
    then: str = ""

    @property
    def words(self) -> str:
        """The order without its seat, such as "jump then forward"."""
        return f"{self.kind} then {self.then}" if self.then else self.kind

    def __str__(self) -> str:
        return f"{self.seat} {self.words}"


@dataclass(frozen=True)  # equal to no other kind of move, as two tuples could be
class Stop:
    """A seat agrees to stop, or not (PA-44)."""

    seat: str
    agrees: bool = True

    def __str__(self) -> str:
        return f"{self.seat} {'agrees to stop' if self.agrees else 'plays on'}"


@dataclass(frozen=True)
class Return:
    """A seat off the board tries to come back, or not (PA-43)."""

    seat: str
    returns: bool = True

    def __str__(self) -> str:
        return f"{self.seat} {'returns' if self.returns else 'stays off'}"


class Face(NamedTuple):
    """A seat chooses its heading (PA-3)."""

    seat: str
    heading: str

    def __str__(self) -> str:
        return f"{self.seat} faces {self.heading}"


Move = Order | Stop | Return | Face | Roll
