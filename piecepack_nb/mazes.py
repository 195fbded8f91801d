"""Mazes for Piecepackman: make, read, check, measure, print and save them (PM-72, PM-80, PM-81).

>>> from piecepack_nb import mazes
>>> maze = mazes.generate(7)
>>> mazes.check(maze).ok
True
"""

from piecepack_nb.games.piecepackman.maze import MAZE_NAMES as NAMES
from piecepack_nb.games.piecepackman.maze import check_maze as check
from piecepack_nb.games.piecepackman.maze import load_maze_file as load
from piecepack_nb.games.piecepackman.maze import read_maze as read
from piecepack_nb.games.piecepackman.maze import save_maze as save
from piecepack_nb.games.piecepackman.maze_maker import figures, generate
from piecepack_nb.games.piecepackman.maze_sheet import sheet
from piecepack_nb.lab.maze_measures import measure

__all__ = ["NAMES", "check", "figures", "generate", "load", "measure", "read", "save", "sheet"]
