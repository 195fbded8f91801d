"""P.A.C.O. (Push Avoid Combat Oppose), by Mike Reddy (2012): orders written in secret.

What every game has stands at the top: ``rules``, ``state``, ``moves``, ``play``, ``view``. Beside
it ``squares`` (the board's geometry), ``orders`` (what may be written), ``verdicts`` (what became
of every order) and ``payoffs`` (what each order earns against each). The rest is in folders:

    phases      what may be done in each phase of a turn, and what then happens
    text        positions and moves in writing
    bot         the game's own bot
"""

from piecepack_nb.core.registry import register
from piecepack_nb.games.paco.bot.shrewd import shrewd
from piecepack_nb.games.paco.play import Paco
from piecepack_nb.games.paco.view import VIEW

register(Paco, view=VIEW, bots={"shrewd": shrewd})
