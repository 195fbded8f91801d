"""Whether a maze can be played at all; what makes a good one is ``check`` (PM-80)."""

from __future__ import annotations

from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.lattice import BACK
from piecepack_nb.games.piecepackman.mazes.maze import Maze


def checked(maze: Maze) -> Maze:
    """The maze; BadInput where its portals, house or coins can't be played (PM-5, PM-22, PM-72)."""
    _check_portals(maze)
    _check_house(maze)
    _check_coins(maze)
    return maze


def _check_portals(maze: Maze) -> None:
    for square, heading in sorted(maze.portals):
        partner = maze.far_end(square, heading)
        line = f"rank {square[1:]}" if heading in "EW" else f"file {square[0]}"
        if square != maze.far_end(square, BACK[heading]):
            raise BadInput(
                f"the maze is open at the {heading} side of {square}, inside {line}; "
                "accepted: a wall, as only the ends of a rank or file have portals"
            )
        if square == partner or (partner, BACK[heading]) not in maze.portals:
            raise BadInput(
                f"the maze is open at the {heading} side of {square}; accepted: a wall, or an "
                f"opening at the other end of {line} too, on another square"
            )


def _check_house(maze: Maze) -> None:
    outside = frozenset(maze.squares) - maze.house
    first = maze.ghosts["suns"]
    for square in sorted(maze.house - maze.reach(first, outside)):
        raise BadInput(
            f"the house square {square} of the maze can't be reached from {first} within the "
            "house; accepted: a connected house"
        )
    area = maze.reach(maze.start, maze.house)
    if not any(square in area for _, square in maze.doors):
        raise BadInput(
            f"the house of the maze, {' '.join(sorted(maze.house))[:80]}, has no way out to "
            f"the start {maze.start}; accepted: a house with an exit"
        )


def _check_coins(maze: Maze) -> None:
    for suit, square in maze.coins.items():
        if square in maze.closed:
            raise BadInput(
                f"the power coin of {suit} on {square} of the maze can't be reached from the "
                f"start {maze.start}; accepted: a square that can, without the house"
            )
