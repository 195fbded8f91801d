"""What makes a good maze, and where one falls short (PM-80).

A maze that ``parse`` gives can be played; ``check`` says how well it keeps what the author asks
of a maze of one's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from piecepack_nb.core.lattice import beyond
from piecepack_nb.games.piecepackman.mazes.maze import Maze
from piecepack_nb.games.piecepackman.mazes.sticks import IN_A_SET

FEW_CLOSED = 4
"""How many closed-off squares are few: those of one tile. The rules give no number."""
HOUSE_SQUARES, MOST_DOORS = 4, 2


class Finding(NamedTuple):
    """One constraint, whether the maze keeps it, and if not, at which squares."""

    name: str
    ok: bool
    where: tuple[str, ...]
    text: str


class Report(NamedTuple):
    """What ``check`` found; prints as one line a constraint."""

    findings: tuple[Finding, ...]
    three_sticks: int
    """How many three-sticks the maze needs."""
    ace_sticks: int

    @property
    def problems(self) -> tuple[str, ...]:
        """A sentence for every constraint that the maze doesn't keep."""
        return tuple(finding.text for finding in self.findings if not finding.ok)

    @property
    def ok(self) -> bool:
        """Does the maze keep every constraint?"""
        return not self.problems

    def __str__(self) -> str:
        marks = {True: "ok", False: "NO"}
        return "\n".join(f"{marks[finding.ok]}  {finding.text}" for finding in self.findings)


def check(maze: Maze) -> Report:
    """Does the maze keep the constraints on mazes of one's own, and with which sticks (PM-80)?"""
    kinds = [stick.kind for stick in maze.sticks]
    threes, aces = kinds.count("three"), kinds.count("ace")
    findings = (
        _narrow(maze),
        _dead_ends(maze),
        _house(maze),
        _house_exits(maze),
        _closed_off(maze),
        _enough("three-sticks", threes),
        _enough("ace-sticks", aces),
    )
    return Report(findings, threes, aces)


def _narrow(maze: Maze) -> Finding:
    blocks = tuple(_open_blocks(maze))
    return _found(
        "narrow corridors",
        tuple(square for block in blocks for square in block),
        "No four squares are open to each other, but for the house and its hallway.",
        f"Open blocks of two by two squares: {', '.join('-'.join(block) for block in blocks)}.",
    )


def _open_blocks(maze: Maze) -> Iterator[tuple[str, ...]]:
    """Two by two squares with no wall between them; one with a house square may be so."""
    for square in maze.squares:
        east, north = beyond(square, "E"), beyond(square, "N")
        block = (square, east, north, beyond(north, "E"))
        if (
            _joined(maze, square, "E")
            and _joined(maze, square, "N")
            and _joined(maze, north, "E")
            and _joined(maze, east, "N")
            and maze.house.isdisjoint(block)
        ):
            yield block


def _joined(maze: Maze, square: str, heading: str) -> bool:
    """Does that way lead next door, and not through a portal?"""
    return maze.exits[square].get(heading) == beyond(square, heading)


def _dead_ends(maze: Maze) -> Finding:
    """For Piecepackman, a square beside the house door has one way less (PM-23)."""
    dead = tuple(
        square
        for square in maze.squares
        if square not in maze.house and square not in maze.closed
        if sum(ahead not in maze.house for ahead in maze.exits[square].values()) < 2
    )
    return _found(
        "dead ends",
        dead,
        "There is no dead end.",
        f"Dead ends outside the house: {' '.join(dead)}.",
    )


def _house(maze: Maze) -> Finding:
    house = _in_order(maze, maze.house)
    return _found(
        "house",
        house if len(house) != HOUSE_SQUARES else (),
        f"The house has {HOUSE_SQUARES} connected squares.",
        f"The house has {len(house)} squares, {' '.join(house)}; it takes {HOUSE_SQUARES}.",
    )


def _house_exits(maze: Maze) -> Finding:
    ways = ", ".join(map("-".join, maze.doors))
    return _found(
        "house exits",
        tuple(square for square, _ in maze.doors) if len(maze.doors) > MOST_DOORS else (),
        f"The house has {'one exit' if len(maze.doors) == 1 else 'two exits'}, {ways}.",
        f"The house has {len(maze.doors)} exits, {ways}; it takes one or two.",
    )


def _closed_off(maze: Maze) -> Finding:
    closed = _in_order(maze, maze.closed)
    few = f"{len(closed)} closed off: {' '.join(closed)}" if closed else "none closed off"
    return Finding(
        "closed-off squares",
        len(closed) <= FEW_CLOSED,
        closed,
        f"Of the squares outside the house, {few}; at most {FEW_CLOSED} should be.",
    )


def _enough(name: str, needed: int) -> Finding:
    text = f"The walls take {needed} {name}; a set of matchsticks has {IN_A_SET}."
    return Finding(name, needed <= IN_A_SET, (), text)


def _found(name: str, where: tuple[str, ...], good: str, bad: str) -> Finding:
    return Finding(name, not where, where, bad if where else good)


def _in_order(maze: Maze, squares: frozenset[str]) -> tuple[str, ...]:
    return tuple(square for square in maze.squares if square in squares)
