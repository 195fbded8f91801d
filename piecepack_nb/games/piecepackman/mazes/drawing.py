"""A maze as its drawing, the very one that ``text.parse`` reads (PM-81)."""

from __future__ import annotations

from collections.abc import Iterator

from piecepack_nb.games.piecepackman.mazes import text as form
from piecepack_nb.games.piecepackman.mazes.maze import (
    BACK,
    Maze,
    beyond,
    edge,
    file_of,
    rank_of,
    square_at,
)

__all__ = ["drawn"]


def drawn(maze: Maze) -> str:
    """The maze's text, in the one way that the package writes it."""
    ranks = max(map(rank_of, maze.squares))
    files = range(1, max(map(file_of, maze.squares)) + 1)
    margin = len(str(ranks)) + 1
    lines = list(_headers(maze))
    for rank in range(ranks, -1, -1):
        walls = ("+" + _side(maze, file, rank, "N") for file in files)
        lines.append(" " * margin + "".join(walls) + "+")
        if rank:
            squares = (_side(maze, file - 1, rank, "E") + _cell(maze, file, rank) for file in files)
            lines.append(
                f"{rank:>{margin - 1}} {''.join(squares)}{_side(maze, files[-1], rank, 'E')}"
            )
    lines.append(" " * margin + "".join(f"  {square_at(file, 1)[0]} " for file in files))
    return "".join(line.rstrip() + "\n" for line in lines)


def _headers(maze: Maze) -> Iterator[str]:
    yield f"title: {maze.title}"
    if maze.note:
        yield f"note: {maze.note}"
    if maze.aces is not None:
        aces = (stick.edges[0] for stick in maze.sticks if stick.kind == "ace")
        yield f"ace-sticks: {' '.join(map(''.join, aces))}"


def _side(maze: Maze, file: int, rank: int, heading: str) -> str:
    """The wall on the north or east side of a place, or the blanks where there is none."""
    here, squares = square_at(file, rank), maze.exits
    there = beyond(here, heading)
    if here in squares and there in squares:
        walled = edge(here, heading) in maze.walls
    elif here in squares:
        walled = (here, heading) not in maze.portals
    else:
        walled = there in squares and (there, BACK[heading]) not in maze.portals
    wall = {"N": form.WALL, "E": "|"}[heading]
    return wall if walled else " " * len(wall)


def _cell(maze: Maze, file: int, rank: int) -> str:
    square = square_at(file, rank)
    token = "" if square in maze.exits else form.NOWHERE
    if square in maze.house:
        token = form.HOUSE
    if square == maze.start:
        token = "P" + (form.ARROWS[maze.start_heading] if maze.start_heading else "")
    for tokens, places in ((form.GHOSTS, maze.ghosts), (form.COINS, maze.coins)):
        for letter, suit in tokens.items():
            if places[suit] == square:
                token = letter
    return f" {token}".ljust(3) if len(token) < 3 else token
