"""What lies on Worm Derby's table.

Vocabulary
    seat      a suit: the worm of its discs
    worm      its discs from the tail to the head, each touching the next; the head is the end that
              stood between the start tiles. Worms go either way: head and tail are only names
    end       "head" or "tail"
    start     the two tiles at the start and finish, and the line from one to the other
    pylon     the tile at the far end
    far line  the straight line from the pylon's middle away from the start. Who crosses it goes
              round the far side
    laps      how often a worm has wound round the pylon so far: crossings of the far line, those
              back again taken off (see ``winding``)
    obstacle  a tile that lies face down; numbered from 1. In a slalom it shows "red" or "blue"
"""

from __future__ import annotations

from typing import NamedTuple

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.games.worm_derby.geometry.plane import Point, Tile

ENDS = ("tail", "head")
PHASES = ("set-up", "tiles", "worms", "roll", "ace", "move", "over")
"""In each phase it is for chance to lay the tiles out, for a seat to place a tile, for a seat to
build its worm, for its die to roll, for it to use an ace, for it to move its worm, for nobody."""


def other_end(end: str) -> str:
    """The other end of a worm.

    >>> other_end("head")
    'tail'
    """
    return "tail" if end == "head" else "head"


class Worm(NamedTuple):
    """A worm on the table."""

    discs: tuple[Point, ...]
    """The middles of its discs, from the tail to the head."""
    laps: int = 0
    """How often its head has crossed the far line, anticlockwise; clockwise ones count down."""
    eaten_at: str = ""
    """The end that was eaten: on its next move discs are picked up there (WD-41)."""

    def end(self, end: str) -> Point:
        """Where the disc at an end lies."""
        return self.discs[-1 if end == "head" else 0]


class State(NamedTuple):
    """The table: everything that a photograph would show, whose turn it is, what was rolled."""

    turn: int
    phase: str
    to_move: str
    """The seat that is to act, or whose die is to be rolled."""
    worms: FrozenDict[str, Worm]
    """The worms on the table; a seat that isn't there has not started, is home, or was eaten."""
    tiles: tuple[Tile, ...] = ()
    """The obstacles; number 1 is ``tiles[0]``."""
    colours: tuple[str, ...] = ()
    """In a slalom the colour that each of the ``tiles`` shows."""
    home: tuple[str, ...] = ()
    """The seats that have finished, the winner first."""
    gone: tuple[str, ...] = ()
    """The seats whose last disc was eaten."""
    steps: int = 0
    """How many steps the die gives, in the phase "move"."""

    def put(self, seat: str, worm: Worm) -> State:
        """The table with this worm."""
        return self._replace(worms=self.worms.put(seat, worm))
