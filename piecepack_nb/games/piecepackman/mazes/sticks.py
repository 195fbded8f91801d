"""Which matchsticks make a maze's walls: an ace-stick covers one edge, a three-stick two."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from piecepack_nb.core.lattice import Border, beyond, file_of, rank_of

IN_A_SET = 24
"""How many ace-sticks, and how many three-sticks, a set of matchsticks has (PM-80)."""


class Stick(NamedTuple):
    """One matchstick: an "ace" on one edge, or a "three" on two in line."""

    kind: str
    edges: tuple[Border, ...]


def laid(walls: frozenset[Border], aces: frozenset[Border] | None = None) -> tuple[Stick, ...]:
    """The sticks on the walls, three-sticks first (PM-6, PM-80).

    ``aces`` are the edges that have an ace-stick. Without them the long sticks are laid first, as
    many as a set has, and ace-sticks fill what is left. A three-stick can't lie on an odd edge
    out: where ``aces`` leave one, it gets an ace-stick.
    """
    threes: list[Stick] = []
    singles: list[Stick] = [Stick("ace", (wall,)) for wall in _in_order(aces or ())]
    for run in runs(walls - (aces or frozenset())):
        pairs = len(run) // 2 if aces is not None else min(len(run) // 2, IN_A_SET - len(threes))
        threes += [Stick("three", run[2 * i : 2 * i + 2]) for i in range(pairs)]
        singles += [Stick("ace", (wall,)) for wall in run[2 * pairs :]]
    return (*threes, *singles)


def runs(walls: frozenset[Border]) -> list[tuple[Border, ...]]:
    """The walls in straight lines without a gap, each from its south or west end on."""
    found = []
    for wall in _in_order(walls):
        if _before(wall) not in walls:
            line = [wall]
            while (following := _after(line[-1])) in walls:
                line.append(following)
            found.append(tuple(line))
    return found


def _after(wall: Border) -> Border:
    """The edge that continues ``wall`` in a straight line to the north or east."""
    square, side = wall
    return beyond(square, "N" if side == "E" else "E"), side


def _before(wall: Border) -> Border:
    """The edge that continues ``wall`` in a straight line to the south or west."""
    square, side = wall
    return beyond(square, "S" if side == "E" else "W"), side


def _in_order(walls: Iterable[Border]) -> list[Border]:
    return sorted(walls, key=lambda wall: (rank_of(wall[0]), file_of(wall[0]), wall[1]))
