"""Mazes made by chance that keep the constraints of PM-80 and the sticks of one set (PM-72).

The maker starts from random walls and changes them one stick at a time. It keeps a change that
breaks fewer constraints, and now and then one that breaks more, the less often the longer it works
(simulated annealing).

Vocabulary
    bit     a square's place in a whole number that stands for a set of squares
    orbit   the edges that lie on each other under the symmetry: they are walls together, or none
    line    the edges in one straight line across the board; sticks lie along it
    loop    a way round: what is open beyond a tree that joins all squares
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import NamedTuple

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.lattice import Border, beyond, edge_between, file_of, rank_of, square_at
from piecepack_nb.games.piecepackman.maze import IN_A_SET, Maze, checked_maze, parse_maze
from piecepack_nb.mazes.checking import MOST_DOORS

BLANK = """
title: My maze
   +---+---+---+---+---+---+---+---+---+---+
10 | $C                                  $M|
   +   +   +   +   +   +   +   +   +   +   +
 9 |                                       |
   +   +   +   +   +   +   +   +   +   +   +
 8 |                                       |
   +   +   +   +   +   +   +   +   +   +   +
 7 |                                       |
   +---+   +   +   +---+---+   +   +   +---+
 6  ###            | M   C              ###
   +   +   +   +   +   +   +   +   +   +   +
 5  ###              A   S |            ###
   +---+   +   +   +---+---+   +   +   +---+
 4 |                     P                 |
   +   +   +   +   +   +   +   +   +   +   +
 3 |                                       |
   +   +   +   +   +   +   +   +   +   +   +
 2 |                                       |
   +   +   +   +   +   +   +   +   +   +   +
 1 | $A                                  $S|
   +---+---+---+---+---+---+---+---+---+---+
     a   b   c   d   e   f   g   h   i   j
"""
"""The board of 24 tiles, with no sticks but those of the house."""
SYMMETRIES = ("left-right", "top-bottom", "half-turn")
AMOUNTS = ("few", "many")
HIGHEST_SEED = 2**53 - 1
STEPS, TRIES = 12_000, 12
HOT, COLD = 1.6, 0.12
"""The first and the last temperature: a change that is worse by so much is kept one time in e."""
POLISH = 6_000
"""The further changes that a preference gets once the maze keeps every constraint."""
WALLED, ONE_DOOR = 0.36, 0.25
"""The share of edges that have walls at first, and of mazes whose house has one exit only."""


def generate(
    seed: int,
    *,
    symmetry: str | None = None,
    corners: str | None = None,
    loops: str | None = None,
) -> Maze:
    """Return a maze on the board of 24 tiles that keeps every constraint (PM-80).

    The same arguments return the same maze. ``symmetry`` is "left-right", "top-bottom" or
    "half-turn"; ``corners`` and ``loops`` are "few" or "many". None leaves each to chance. Raises
    BadInput for any other value.

    >>> maze = generate(7, symmetry="left-right")
    >>> maze.title, len(maze.doors), maze.closed
    ('Maze 7, left-right', 2, frozenset())
    """
    if type(seed) is not int or not 0 <= seed <= HIGHEST_SEED:
        raise invalid("seed", seed, f"a whole number from 0 to {HIGHEST_SEED}")
    for name, value, choices in (
        ("symmetry", symmetry, SYMMETRIES),
        ("corners", corners, AMOUNTS),
        ("loops", loops, AMOUNTS),
    ):
        if value is not None and value not in choices:
            raise invalid(name, value, f"{', '.join(choices)} or None")
    wishes = {"symmetry": symmetry, "corners": corners, "loops": loops}
    given = "".join(f", {name}={value!r}" for name, value in wishes.items() if value is not None)
    amounts = [f"{wishes[name]} {name}" for name in ("corners", "loops") if wishes[name]]
    title = ", ".join(filter(None, [f"Maze {seed}", symmetry, *amounts]))
    note = f"made by pp.mazes.generate({seed}{given})"
    blank = replace(blank_maze(), name=f"maze {seed}", title=title, note=note)
    chance = Random(f"maze {seed} {given}")
    for _ in range(TRIES):
        walls = _Maker(blank, chance, symmetry, corners, loops).walls()
        if walls is not None:
            return replace(blank, walls=walls)
    raise BadInput(f"seed is {seed}; expected one that gives a maze: {TRIES} tries gave none")


@cache
def blank_maze() -> Maze:
    """Return the board without sticks but those of the house, to lay one's own maze on."""
    return parse_maze(BLANK, "blank")


# --- Symmetry ------------------------------------------------------------------------------------


def mirrored(maze: Maze, square: str, symmetry: str) -> str:
    """Return the place that a square lies on after a mirroring or a half turn of the board."""
    file, rank = file_of(square), rank_of(square)
    if symmetry != "top-bottom":
        file = 1 + maze.files - file
    if symmetry != "left-right":
        rank = 1 + maze.ranks - rank
    return square_at(file, rank)


def mirrored_edge(maze: Maze, wall: Border, symmetry: str) -> Border:
    """Return the edge that an edge lies on after a mirroring or a half turn of the board."""
    one, two = (mirrored(maze, each, symmetry) for each in (wall[0], beyond(*wall)))
    return edge_between(one, two)


# --- The figures of a maze -----------------------------------------------------------------------


class Figures(NamedTuple):
    """The figures of a maze, without playing in it; the squares of the house don't count."""

    corners: int
    """The squares with two exits that aren't opposite each other."""
    junctions: int
    """The squares with three exits or four."""
    loops: int
    """The ways round: 0 if only one path leads from each square to each other."""
    longest: int
    """The squares of the longest corridor without a junction."""


def figures(maze: Maze) -> Figures:
    """Return the figures of a maze as Piecepackman walks it, portals included (PM-22, PM-23).

    Lengths are in squares. Raises BadInput for anything but a maze.
    """
    exits = checked_maze(maze).his_exits
    corridor = {square for square, ahead in exits.items() if len(ahead) <= 2}
    straight = ({"N", "S"}, {"E", "W"})
    corners = [s for s in corridor if len(exits[s]) == 2 and set(exits[s]) not in straight]
    parts = _parts(exits, frozenset(exits))
    edges = sum(map(len, exits.values())) // 2
    longest = max(map(len, _parts(exits, frozenset(corridor))), default=0)
    return Figures(
        len(corners), len(exits) - len(corridor), edges - len(exits) + len(parts), longest
    )


def _parts(exits: Mapping[str, Mapping[str, str]], squares: frozenset[str]) -> list[set[str]]:
    """Return the connected parts of some squares."""
    left, parts = set(squares), []
    while left:
        part, fringe = set(), [left.pop()]
        while fringe:
            here = fringe.pop()
            part.add(here)
            ahead = left.intersection(exits[here].values())
            left -= ahead
            fringe.extend(ahead)
        parts.append(part)
    return parts


# --- Making one ----------------------------------------------------------------------------------

RUNS = tuple(
    (sum(len(run) // 2 for run in runs), sum(len(run) % 2 for run in runs))
    for runs in (f"{line:b}".replace("0", " ").split() for line in range(1 << 10))
)
"""For the walls of a line as bits: the three-sticks that fit on them, and the edges left over."""


class _Maker:
    """The walls of one maze while they are made, as sets of squares in whole numbers.

    ``east`` and ``north`` are the squares open to the next square that way, the house left out.
    """

    def __init__(
        self,
        blank: Maze,
        chance: Random,
        symmetry: str | None,
        corners: str | None,
        loops: str | None,
    ) -> None:
        self.blank, self.random = blank, chance.random
        self.corners = {"few": 1, "many": -1}.get(corners or "", 0)
        self.loops = {"few": 1, "many": -1}.get(loops or "", 0)
        self.stride = blank.files + 2
        self.outside = self._bits(square for square in blank.squares if square not in blank.house)
        self.all_walls = frozenset(_inner_edges(blank))
        house = [each for each in self.all_walls if _touches(each, blank.house) == 1]
        self.doors = self._choose_doors(sorted(house), symmetry)
        self.fixed = frozenset(house) - self.doors
        free = [each for each in sorted(self.all_walls) if not _touches(each, blank.house)]
        self.orbits = _orbits(blank, free, symmetry)
        self.corner_points = self._corner_points(avoid=blank.house)
        self.crossings = self._corner_points(avoid=frozenset())
        self.portals = self._portals()
        self.east = self.north = 0
        self.lines = dict.fromkeys(((side, n) for side in "EN" for n in range(100)), 0)
        self.threes = self.odd = 0
        for wall in self.fixed:
            self._flip_line(wall)
        self.house_east = self._bits(square for square, side in self.fixed if side == "E")
        self.house_north = self._bits(square for square, side in self.fixed if side == "N")
        self.free_east = self._bits(square for square, side in free if side == "E")
        self.free_north = self._bits(square for square, side in free if side == "N")
        self.east, self.north = self.free_east, self.free_north

    # --- the parts of the board

    def _bit(self, square: str) -> int:
        return 1 << (rank_of(square) * self.stride + file_of(square))

    def _bits(self, squares: Iterator[str]) -> int:
        return sum(map(self._bit, squares))

    def _corner_points(self, avoid: frozenset[str]) -> int:
        """Return the squares at the south-west of a point where four squares meet."""
        squares = frozenset(self.blank.squares) - avoid
        around = (("N",), ("E",), ("N", "E"))
        return self._bits(
            square
            for square in squares
            if all(_follow(square, headings) in squares for headings in around)
        )

    def _portals(self) -> tuple[tuple[int, int], ...]:
        pairs = {
            tuple(sorted((square, self.blank.far_end(square, heading))))
            for square, heading in self.blank.portals
        }
        return tuple((self._bit(one), self._bit(two)) for one, two in sorted(pairs))

    def _choose_doors(self, house: list[Border], symmetry: str | None) -> frozenset[Border]:
        """Return the edges that are exits of the house: one or two, in symmetry (PM-80)."""
        orbits = [each for each in _orbits(self.blank, house, symmetry) if len(each) <= MOST_DOORS]
        first = orbits.pop(self._below(len(orbits)))
        if len(first) == MOST_DOORS or self.random() < ONE_DOOR:
            return frozenset(first)
        alone = [each for each in orbits if len(each) == 1]
        return frozenset((*first, *alone[self._below(len(alone))]))

    def _below(self, most: int) -> int:
        return int(self.random() * most)

    # --- annealing

    def walls(self) -> frozenset[Border] | None:
        """Return walls that keep every constraint, or None if none were found."""
        for orbit in self.orbits:
            if self.random() < WALLED:
                self._flip(orbit)
        broken, wish = self._badness()
        best: tuple[float, frozenset[Border]] | None = None
        for step in range(STEPS + POLISH):
            heat = HOT * (COLD / HOT) ** min(1, step / STEPS)
            changed = self._change()
            now_broken, now_wish = self._badness()
            worse = now_broken + now_wish - broken - wish
            if worse > 0 and self.random() >= math.exp(-worse / heat):
                for orbit in changed:
                    self._flip(orbit)
                continue
            broken, wish = now_broken, now_wish
            if not broken:
                if not (self.corners or self.loops):
                    return self._current()
                if best is None or wish < best[0]:
                    best = wish, self._current()
        return best[1] if best else None

    def _current(self) -> frozenset[Border]:
        return self.fixed | {wall for orbit in self.orbits for wall in orbit if self._walled(wall)}

    def _walled(self, wall: Border) -> bool:
        square, side = wall
        return not self._bit(square) & (self.east if side == "E" else self.north)

    def _change(self) -> list[tuple[Border, ...]]:
        """Flip one edge, or two at once so that a stick moves; return what was flipped."""
        changed = [self.orbits[self._below(len(self.orbits))]]
        if self.random() < 0.5:
            other = self.orbits[self._below(len(self.orbits))]
            if other is not changed[0]:
                changed.append(other)
        for orbit in changed:
            self._flip(orbit)
        return changed

    def _flip(self, orbit: tuple[Border, ...]) -> None:
        for wall in orbit:
            if wall[1] == "E":
                self.east ^= self._bit(wall[0])
            else:
                self.north ^= self._bit(wall[0])
            self._flip_line(wall)

    def _flip_line(self, wall: Border) -> None:
        """Lay or take away a wall in its line, and count the sticks again."""
        square, side = wall
        file, rank = file_of(square) - 1, rank_of(square) - 1
        line, place = ((side, file), rank) if side == "E" else ((side, rank), file)
        before = self.lines[line]
        after = self.lines[line] = before ^ (1 << place)
        self.threes += RUNS[after][0] - RUNS[before][0]
        self.odd += RUNS[after][1] - RUNS[before][1]

    def _badness(self) -> tuple[float, float]:
        """Return how much breaks a constraint, 0 for nothing, and how far the wishes are off."""
        stride, outside = self.stride, self.outside
        e, n = self.east, self.north
        w, s = e << 1, n << stride
        beyond_portal = 0
        for one, two in self.portals:
            beyond_portal |= one | two
        two_exits = (e & (w | n | s)) | (w & (n | s)) | (n & s) | (beyond_portal & (e | w | n | s))
        dead = (outside & ~two_exits).bit_count()
        blocks = (e & n & (e >> stride) & (n >> 1) & self.corner_points).bit_count()
        we = (self.free_east & ~e) | self.house_east
        wn = (self.free_north & ~n) | self.house_north
        crossed = (we & wn & (we >> stride) & (wn >> 1) & self.crossings).bit_count()
        aces = self.odd + 2 * max(0, self.threes - IN_A_SET)
        cut_off = (outside & ~self._reached()).bit_count()
        broken = 2 * dead + 2 * blocks + 2 * crossed + max(0, aces - IN_A_SET) + 0.5 * cut_off
        wish = 0.0
        if self.corners:
            more = (e & w & (n | s)) | (n & s & (e | w)) | (beyond_portal & two_exits)
            bends = ((e | w) & (n | s) & ~(e & w) & ~(n & s) & ~more & outside).bit_count()
            wish += 0.25 * self.corners * bends
        if self.loops:
            wish += 0.5 * self.loops * (e.bit_count() + n.bit_count())
        return broken, wish

    def _reached(self) -> int:
        """Return the squares that can be reached from the start (PM-80)."""
        stride, e, n = self.stride, self.east, self.north
        w, s = e << 1, n << stride
        found, before = self._bit(self.blank.start), 0
        while found != before:
            before = found
            found |= (
                ((found & e) << 1) | ((found & w) >> 1)
                | ((found & n) << stride) | ((found & s) >> stride)
            )  # fmt: skip
            for one, two in self.portals:
                if found & (one | two):
                    found |= one | two
        return found


def _inner_edges(maze: Maze) -> Iterator[Border]:
    squares = frozenset(maze.squares)
    return ((s, side) for s in maze.squares for side in "EN" if beyond(s, side) in squares)


def _touches(wall: Border, squares: frozenset[str]) -> int:
    return (wall[0] in squares) + (beyond(*wall) in squares)


def _follow(square: str, headings: tuple[str, ...]) -> str:
    for heading in headings:
        square = beyond(square, heading)
    return square


def _orbits(maze: Maze, edges: list[Border], symmetry: str | None) -> list[tuple[Border, ...]]:
    """Return the edges, each with its mirror image."""
    if symmetry is None:
        return [(each,) for each in edges]
    pairs = ((each, mirrored_edge(maze, each, symmetry)) for each in edges)
    return sorted({tuple(sorted({one, two})) for one, two in pairs})
