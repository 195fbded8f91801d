"""A maze as a frozen value: its squares and walls, and all that follows from them.

Vocabulary
    square   "f4": file and rank; a place of the drawing where the board has no tile is none
    edge     the border between two squares (see :mod:`piecepack_nb.core.lattice`)
    wall     an edge with a matchstick on it; the board's own rim needs no stick
    portal   an opening in the rim: (square, heading) leads to the other end of its rank or file
    house    the squares where the ghosts live
    closed   squares, the house apart, that Piecepackman can't reach from his start
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.lattice import STEPS, Border, beyond, edge, file_of, rank_of

if TYPE_CHECKING:
    from piecepack_nb.games.piecepackman.mazes.sticks import Stick
    from piecepack_nb.search import Grid


@dataclass(frozen=True, eq=False)
class Maze:
    """A maze to play in; two mazes are equal when their drawings are (PM-6, PM-72).

    Made by ``parse``, which refuses what can't be played.
    """

    name: str
    title: str
    note: str
    squares: tuple[str, ...]
    """Rank by rank from the bottom: a1, b1, ..."""
    walls: frozenset[Border]
    """The edges that have a stick on them."""
    portals: frozenset[tuple[str, str]]
    house: frozenset[str]
    ghosts: Mapping[str, str]
    """The home square of each suit's ghost (PM-5)."""
    coins: Mapping[str, str]
    """The square of each suit's power coin."""
    start: str
    start_heading: str | None = None
    """Where Piecepackman looks at the start; None leaves it to the rule option (PM-5)."""
    aces: frozenset[Border] | None = None
    """The edges that have an ace-stick; None: long sticks first."""

    @cached_property
    def exits(self) -> FrozenDict[str, FrozenDict[str, str]]:
        """Where each heading leads from each square, portals included, walls left out (PM-22)."""
        return FrozenDict((square, FrozenDict(self._ways(square))) for square in self.squares)

    def _ways(self, square: str) -> Iterator[tuple[str, str]]:
        for heading in STEPS:
            ahead = beyond(square, heading)
            if (square, heading) in self.portals:
                yield heading, self.far_end(square, heading)
            elif ahead in self._known and edge(square, heading) not in self.walls:
                yield heading, ahead

    def far_end(self, square: str, heading: str) -> str:
        """The square farthest behind on the same rank or file: where a portal leads (PM-22)."""
        if heading in "EW":
            line = [other for other in self.squares if rank_of(other) == rank_of(square)]
            line.sort(key=file_of)
        else:
            line = [other for other in self.squares if other[0] == square[0]]
        return line[0] if heading in "EN" else line[-1]

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self.squares)

    def reach(self, start: str, without: Collection[str] = ()) -> frozenset[str]:
        """The squares that can be walked to from ``start``, never entering those ``without``."""
        found = {start}
        fringe = [start]
        while fringe:
            for ahead in self.exits[fringe.pop()].values():
                if ahead not in found and ahead not in without:
                    found.add(ahead)
                    fringe.append(ahead)
        return frozenset(found)

    @cached_property
    def closed(self) -> frozenset[str]:
        """The squares, the house apart, that can't be reached from the start (PM-23, PM-80)."""
        return self._known - self.house - self.reach(self.start, self.house)

    @cached_property
    def doors(self) -> tuple[tuple[str, str], ...]:
        """The ways out of the house: (house square, square outside)."""
        return tuple(
            (square, ahead)
            for square in self.squares
            if square in self.house
            for ahead in self.exits[square].values()
            if ahead not in self.house
        )

    @cached_property
    def tiles(self) -> tuple[tuple[str, ...], ...]:
        """The squares tile by tile: two ranks at a time, from their lowest file on (PM-1)."""
        bands: dict[int, list[str]] = {}
        for square in self.squares:
            bands.setdefault((rank_of(square) - 1) // 2, []).append(square)
        found: dict[tuple[int, int], list[str]] = {}
        for band, squares in bands.items():
            first = min(map(file_of, squares))
            for square in squares:
                found.setdefault((band, (file_of(square) - first) // 2), []).append(square)
        return tuple(tuple(found[place]) for place in sorted(found))

    @cached_property
    def sticks(self) -> tuple[Stick, ...]:
        """The matchsticks on the walls (PM-6)."""
        from piecepack_nb.games.piecepackman.mazes.sticks import laid

        return laid(self.walls, self.aces)

    @cached_property
    def grid(self) -> Grid:
        """All squares for ``piecepack_nb.search``; block the house where it is closed (PM-23)."""
        from piecepack_nb.search import Grid

        return Grid(self.exits)

    @cached_property
    def _text(self) -> str:
        from piecepack_nb.games.piecepackman.mazes.drawing import drawn

        return drawn(self)

    def text(self) -> str:
        """The maze as a drawing to type, paste and share; ``parse`` reads it (PM-81)."""
        return self._text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Maze) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __repr__(self) -> str:
        return f"<Maze {self.name!r}: {len(self.squares)} squares, {len(self.walls)} walls>"
