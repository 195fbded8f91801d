"""A maze as its drawing, the very one that ``text.parse`` reads (PM-81)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from piecepack_nb.core import ascii_map
from piecepack_nb.core.lattice import BACK, beyond, edge, file_of, rank_of
from piecepack_nb.games.piecepackman.mazes import text as form
from piecepack_nb.games.piecepackman.mazes.maze import Maze


def drawn(maze: Maze) -> str:
    """The maze's text, in the one way that the package writes it."""
    ranks = max(map(rank_of, maze.squares))
    files = max(map(file_of, maze.squares))
    lines = ascii_map.render(files, ranks, partial(_cell, maze), partial(_side, maze))
    return "".join(f"{line}\n" for line in (*_headers(maze), *lines))


def _headers(maze: Maze) -> Iterator[str]:
    yield f"title: {maze.title}"
    if maze.note:
        yield f"note: {maze.note}"
    if maze.aces is not None:
        aces = (stick.edges[0] for stick in maze.sticks if stick.kind == "ace")
        yield f"ace-sticks: {' '.join(map(''.join, aces))}"


def _side(maze: Maze, here: str, heading: str) -> str:
    """The wall on the north or east side of a place, or the blanks where there is none."""
    squares = maze.exits
    there = beyond(here, heading)
    if here in squares and there in squares:
        walled = edge(here, heading) in maze.walls
    elif here in squares:
        walled = (here, heading) not in maze.portals
    else:
        walled = there in squares and (there, BACK[heading]) not in maze.portals
    wall = {"N": ascii_map.WALL, "E": ascii_map.UPRIGHT}[heading]
    return wall if walled else " " * len(wall)


def _cell(maze: Maze, square: str) -> str:
    token = "" if square in maze.exits else ascii_map.NOWHERE
    if square in maze.house:
        token = form.HOUSE
    if square == maze.start:
        token = "P" + (form.ARROWS[maze.start_heading] if maze.start_heading else "")
    for tokens, places in ((form.GHOSTS, maze.ghosts), (form.COINS, maze.coins)):
        for letter, suit in tokens.items():
            if places[suit] == square:
                token = letter
    return token
