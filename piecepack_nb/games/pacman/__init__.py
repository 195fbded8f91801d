"""The PAC-MAN board game (Milton Bradley, 1982): marbles to gobble, and ghosts that all may move.

Every game has ``rules``, ``state``, ``moves``, ``play`` and ``view``. The rest:

    mazes       the boards, and how they are read from drawings
    table       the board under these rules: who may go where
    going       the ways of the pieces, and why they may not go, or stay
    refusals    why a move may not be made
    phases      what may be done in each phase of a turn, and what then happens
    text        positions and moves in writing
    board       the table drawn, what can be picked on it, bots' reasons and dice's worth on it
    bot         the game's own bot
    lessons     questions before the reveal; ``puzzles`` finds positions for them
    prospects   what a die is worth: the marbles to be expected, exactly
"""

from piecepack_nb.core.registry import register
from piecepack_nb.games.pacman.bot.greedy import greedy
from piecepack_nb.games.pacman.play import PacMan
from piecepack_nb.games.pacman.view import VIEW

register(PacMan, view=VIEW, bots={"greedy": greedy})
