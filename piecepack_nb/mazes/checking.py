"""A maze checked: the author's constraints on mazes, and the sticks that it needs (PM-80)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from piecepack_nb.core.lattice import Border, beyond, edge
from piecepack_nb.games.piecepackman.maze import (
    IN_A_SET,
    Maze,
    MazeFinding,
    Stick,
    checked_maze,
    faults,
    middle_of,
)

FEW_CLOSED = 4
"""The most closed-off squares that are few: those of one tile. The rules give no number."""
HOUSE_SQUARES, MOST_DOORS = 4, 2


class MazeReport(NamedTuple):
    """The findings of ``check_maze``; prints as one line a constraint."""

    findings: tuple[MazeFinding, ...]
    three_sticks: int
    """The number of three-sticks that the maze needs."""
    ace_sticks: int

    @property
    def problems(self) -> tuple[str, ...]:
        """A sentence for every constraint that the maze breaks."""
        return tuple(finding.text for finding in self.findings if not finding.ok)

    @property
    def ok(self) -> bool:
        """True if the maze keeps every constraint."""
        return not self.problems

    @property
    def playable(self) -> bool:
        """True if the maze can be played in, whether or not it keeps every constraint."""
        return not any(finding.fault for finding in self.findings)

    def __str__(self) -> str:
        marks = {True: "ok", False: "NO"}
        return "\n".join(f"{marks[finding.ok]}  {finding.text}" for finding in self.findings)


def check_maze(maze: Maze) -> MazeReport:
    """Return a report on the author's constraints on mazes, and the sticks that it needs (PM-80).

    Raises BadInput for anything but a maze.
    """
    checked_maze(maze)
    threes, aces = ([s for s in maze.sticks if s.kind == kind] for kind in ("three", "ace"))
    findings = (
        *faults(maze),
        *_corridor_findings(maze),
        *_house_findings(maze),
        _stick_finding("three-sticks", threes),
        _stick_finding("ace-sticks", aces),
    )
    return MazeReport(findings, len(threes), len(aces))


def _finding(
    name: str, where: Iterable[str], good: str, bad: str, edges: Iterable[Border] = ()
) -> MazeFinding:
    """Return a finding about the places that break a constraint."""
    squares = tuple(where)
    return MazeFinding(name, not squares, squares, bad if squares else good, edges=tuple(edges))


def _stick_finding(name: str, sticks: list[Stick]) -> MazeFinding:
    """Count one kind of stick, and point at those that a set doesn't have (PM-80)."""
    left_over = tuple(wall for stick in sticks[IN_A_SET:] for wall in stick.edges)
    text = f"The walls take {len(sticks)} {name}; a set of matchsticks has {IN_A_SET}."
    return MazeFinding(name, not left_over, (), text, edges=left_over)


def crossings(sticks: Iterable[Stick]) -> list[tuple[Stick, Stick]]:
    """Return the three-sticks that cross in their middles, where one lies on the other."""
    middles: dict[tuple[int, int], Stick] = {}
    crossed = []
    for stick in sticks:
        if stick.kind == "three":
            other = middles.setdefault(middle_of(stick), stick)
            if other is not stick:
                crossed.append((other, stick))
    return crossed


def _corridor_findings(maze: Maze) -> Iterator[MazeFinding]:
    """Find open blocks and dead ends; a house door is no exit for Piecepackman (PM-23)."""
    blocks = tuple(_open_blocks(maze))
    yield _finding(
        "narrow corridors",
        chain.from_iterable(blocks),
        "No four squares are open to each other, but for the house and its hallway.",
        f"Open blocks of two by two squares: {', '.join(map('-'.join, blocks))}.",
    )
    outside = set(maze.squares) - maze.house
    dead = [
        square
        for square in maze.squares
        if square in outside - maze.closed
        and len([to for to in maze.exits[square].values() if to in outside]) < 2
    ]
    text = f"Dead ends outside the house: {' '.join(dead)}."
    yield _finding("dead ends", dead, "There is no dead end.", text)


def _open_blocks(maze: Maze) -> Iterator[tuple[str, ...]]:
    """Yield blocks of two by two squares with no wall between them and no house square."""
    for square in maze.squares:
        east, north = beyond(square, "E"), beyond(square, "N")
        block = (square, east, north, beyond(north, "E"))
        inside = ((square, "E"), (square, "N"), (north, "E"), (east, "N"))
        if maze.house.isdisjoint(block) and all(
            maze.exits[here].get(heading) == beyond(here, heading)  # not by a portal
            for here, heading in inside
        ):
            yield block


def _house_findings(maze: Maze) -> Iterator[MazeFinding]:
    """Check the size of the house, its doors, and the squares that are closed off."""
    house, closed = (
        tuple(square for square in maze.squares if square in part)
        for part in (maze.house, maze.closed)
    )
    yield _finding(
        "house",
        house if len(house) != HOUSE_SQUARES else (),
        f"The house has {HOUSE_SQUARES} connected squares.",
        f"The house has {len(house)} squares, {' '.join(house)}; it must have {HOUSE_SQUARES}.",
    )
    doors = ", ".join(map("-".join, maze.doors))
    yield _finding(
        "house exits",
        [square for square, _ in maze.doors] if len(maze.doors) > MOST_DOORS else (),
        f"The house has {'one exit' if len(maze.doors) == 1 else 'two exits'}, {doors}.",
        f"The house has {len(maze.doors)} exits, {doors}; it must have one or two.",
        _door_edges(maze),
    )
    few = f"{len(closed)} closed off: {' '.join(closed)}" if closed else "none closed off"
    text = f"Of the squares outside the house, {few}; at most {FEW_CLOSED} should be."
    yield MazeFinding("closed-off squares", len(closed) <= FEW_CLOSED, closed, text)


def _door_edges(maze: Maze) -> list[Border]:
    """Return the edges that the doors of the house are on; a door by a portal is on its rim."""
    sides = ((s, heading, to) for s in maze.house for heading, to in maze.exits[s].items())
    return [
        (square, heading) if (square, heading) in maze.portals else edge(square, heading)
        for square, heading, to in sides
        if to not in maze.house
    ]
