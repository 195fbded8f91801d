"""Mazes in text files (PM-81)."""

from __future__ import annotations

from pathlib import Path

from piecepack_nb.core import ascii_map
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.record import os_reason, write
from piecepack_nb.games.piecepackman.maze import Maze, checked_maze, parse_draft


def load_maze_file(path: str | Path) -> Maze:
    """Return the maze saved in a text file (PM-81), named after it, also one that isn't finished.

    Raises BadInput for a file that can't be read or is no maze.
    """
    try:
        with Path(path).open(encoding="utf-8-sig") as file:  # editors on Windows mark UTF-8
            text = file.read(ascii_map.LONGEST + 1)
    except (OSError, ValueError) as error:  # ValueError: no UTF-8, or a null character in the path
        raise BadInput(f"{path!s} can't be read: {os_reason(error)}") from None
    return parse_draft(text, Path(path).stem)


def save_maze(maze: Maze, path: str | Path) -> Path:
    """Write the maze's drawing to a text file (PM-81), whole or not at all; return its path.

    Raises BadInput for anything but a maze, and if the file can't be written.
    """
    return write(path, checked_maze(maze).text())
