"""Mazes for Piecepackman: make, read, check, measure, print and save them (PM-72, PM-80, PM-81).

>>> from piecepack_nb import mazes
>>> maze = mazes.generate(7)
>>> mazes.check(maze).ok
True

checking   the constraints on good mazes, and the sticks that a maze needs
files      mazes in text files
maker      mazes made by chance, and the figures of a maze
workshop   a maze while somebody builds it, and its scene
printing   a sheet that shows which stick goes where on a real table
measuring  measures by play and by shape, in a table beside the mazes of the package
"""

from piecepack_nb.games.piecepackman.maze import read_maze as read
from piecepack_nb.mazes.checking import check_maze as check
from piecepack_nb.mazes.files import load_maze_file as load
from piecepack_nb.mazes.files import save_maze as save
from piecepack_nb.mazes.maker import figures, generate
from piecepack_nb.mazes.measuring import measure
from piecepack_nb.mazes.printing import sheet

__all__ = ["check", "figures", "generate", "load", "measure", "read", "save", "sheet"]
