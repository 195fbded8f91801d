"""Activator, by Michael Schoessow (2003-2004): stacks of pyramids on sixteen squares.

What every game has stands at the top: ``rules``, ``state``, ``moves``, ``play``, ``view``. The rest
is in folders (``geometry``: the squares):

    phases      what may be done in a turn, and what then happens
    text        positions and moves in writing
    board       the table drawn, and what can be picked on it
    bot         players that look ahead, and say why they choose a move
    lessons     questions before the reveal, and which rule a wrong answer overlooks
"""

from piecepack_nb.core.registry import register
from piecepack_nb.games.activator.bot.players import quick, thinker
from piecepack_nb.games.activator.play import Activator
from piecepack_nb.games.activator.view import VIEW

register(Activator, view=VIEW, bots={"quick": quick, "thinker": thinker()})
