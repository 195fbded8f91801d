"""Piecepackman, by Dan Burkey (2018): ghosts against a Piecepackman who plays himself.

What every game has stands at the top: ``rules``, ``state``, ``moves``, ``play``, ``view``. The rest
is in folders:

    mazes       the boards, and how they are read from drawings (``ways``: walking them)
    phases      what may be done in each phase of a turn, and what then happens
    deciding    what Piecepackman goes for, and why
    text        positions and moves in writing
    board       the table drawn, what can be picked on it, his decisions and searches on it
    bot         the ghosts' own bot
    lessons     questions before the reveal, and which rule a wrong answer overlooks
"""

from piecepack_nb.core.registry import register
from piecepack_nb.games.piecepackman.board import VIEW
from piecepack_nb.games.piecepackman.bots import greedy
from piecepack_nb.games.piecepackman.game import Piecepackman

register(Piecepackman, view=VIEW, bots={"greedy": greedy})
