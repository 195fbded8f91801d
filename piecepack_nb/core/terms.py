"""What a bot weighs, in words: the reasons for or against a move or a position, in points."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Term", "Terms"]


class Term(NamedTuple):
    """One reason, and what it counts.

    >>> str(Term("near cubes", 1.5))
    'near cubes +1.5'
    """

    name: str
    points: float

    def __str__(self) -> str:
        return f"{self.name} {self.points:+.1f}"


Terms = tuple[Term, ...]
