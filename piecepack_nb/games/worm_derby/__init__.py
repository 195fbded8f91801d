"""Worm Derby by Mark Biggar: worms of touching discs race on a table without squares.

Every game has ``rules``, ``state``, ``moves``, ``play`` and ``view``. The rest:

    geometry    where a disc may lie: arcs of angles, and what forbids the others
    table       the table under these rules: course, obstacles, what lies in a disc's way
    phases      setting the table; the die, an ace and a worm's steps
    text        positions and moves in writing
    board       the window and the whole table drawn, what can be picked on them
    bot         the racer, which plans its way home
    lessons     questions before the reveal; ``puzzles`` finds positions for them
    spreading   where a worm can be after some steps, to be watched
"""

from piecepack_nb.core.registry import register
from piecepack_nb.games.worm_derby.bot.racer import racer
from piecepack_nb.games.worm_derby.play import WormDerby
from piecepack_nb.games.worm_derby.view import VIEW

register(WormDerby, view=VIEW, bots={"racer": racer})
