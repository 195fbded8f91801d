"""A move of Activator as a value, with the short text that a person would write.

A turn is one move: a piece or stack goes, and then, if its player wants, the activator (AC-4).
"""

from __future__ import annotations

from typing import NamedTuple


class Move(NamedTuple):
    """All that stands on ``start``, or the top ``part`` of it, goes to ``end``.

    >>> [str(Move("c1", "c3")), str(Move("b1", "b2", 1)), str(Move("c1", "c2", 0, "d3"))]
    ['c1-c3', 'b1:1-b2', 'c1-c2 A-d3']
    """

    start: str
    end: str
    part: int = 0
    """How many pieces off the top go; 0 for all that stands there."""
    activator: str = ""
    """Where the own activator goes afterwards; "" where it stays."""

    def __str__(self) -> str:
        part = f":{self.part}" if self.part else ""
        activator = f" A-{self.activator}" if self.activator else ""
        return f"{self.start}{part}-{self.end}{activator}"
