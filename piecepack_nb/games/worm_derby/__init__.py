"""Worm Derby by Mark Biggar: worms of touching discs race on a table without squares.

Besides the modules of every game:

    geometry    where a disc may lie: arcs of angles, and the things that forbid the others
    ruleset     the table under given rules: course, obstacles, start and finish
    moves       the moves as values, and a sample of the legal ones
    race_plan   the racer's chart of distances and its planning
    window      the table drawn: a window from near, all of it from far
    interaction drafts, picks and buttons
    reach_map   where a worm can be after some steps, to be watched
"""

from piecepack_nb.core.registry import register
from piecepack_nb.games.worm_derby.board import VIEW
from piecepack_nb.games.worm_derby.bots import lead, racer
from piecepack_nb.games.worm_derby.game import WormDerby

register(WormDerby, view=VIEW, bots={"racer": racer}, evaluate=lead)
