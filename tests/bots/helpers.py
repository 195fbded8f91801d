"""The bots under test, quick enough to play every game."""

import piecepack_nb as pp

FIVE = ("activator", "pacman", "paco", "piecepackman", "worm_derby")
BOTS = {"mcts": pp.bots.mcts(playouts=12), "look_ahead": pp.bots.look_ahead(depth=1)}
NAMES = tuple(BOTS)
