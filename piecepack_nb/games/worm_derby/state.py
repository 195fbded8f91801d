"""The state of Worm Derby's table.

Vocabulary
    seat      a suit: the worm of its discs
    worm      its discs from the tail to the head, each touching the next; the head is the end that
              began between the start tiles. Worms go either way: head and tail are only names
    end       "head" or "tail"
    start     the two tiles at the start and finish, and the line from one to the other
    pylon     the tile at the far end
    far line  the straight line from the pylon's middle away from the start. A worm that crosses it
              goes round the far side
    laps      how often a worm has wound round the pylon so far: crossings of the far line, less
              those back again (see ``winding``)
    obstacle  a tile that lies face down; numbered from 1. In a slalom it shows "red" or "blue"
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from piecepack_nb.core.frozen import FrozenDict, quick_replace
from piecepack_nb.core.owner import state_picture
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.worm_derby.geometry.plane import (
    Point,
    Tile,
    bearing,
    format_number,
    round_angle,
)

ENDS = ("tail", "head")
PHASES = ("set-up", "tiles", "worms", "roll", "ace", "move", "over")
"""Due in each phase: chance lays the tiles out; a seat places a tile, builds its worm; its die
rolls; it uses an ace, moves its worm; nothing."""


def other_end(end: str) -> str:
    """Return the other end of a worm.

    >>> other_end("head")
    'tail'
    """
    return "tail" if end == "head" else "head"


def tile_numbers(tile: Tile) -> str:
    """Return a tile's place and angle as a move or a position has them: "20.5 12 30"."""
    return " ".join(map(format_number, tile))


@quick_replace
class Worm(NamedTuple):
    """A worm on the table."""

    discs: tuple[Point, ...]
    """The middles of its discs, from the tail to the head."""
    laps: int = 0
    """The crossings of the far line by its head, anticlockwise; clockwise ones count down."""
    eaten_at: str = ""
    """The end that was eaten: on its next move discs are picked up there (WD-41)."""

    def __str__(self) -> str:
        """Return it as in a position: its head's place, the angles from there, and its laps."""
        discs = self.discs[::-1]
        angles = (format_number(round_angle(bearing(one, other))) for one, other in pairwise(discs))
        head = f"{format_number(discs[0].x)} {format_number(discs[0].y)}: {' '.join(angles)}"
        laps = f" laps {self.laps}" if self.laps else ""
        return head.rstrip() + laps + (f" eaten at {self.eaten_at}" if self.eaten_at else "")

    def end(self, end: str) -> Point:
        """Return the place of the disc at an end."""
        return self.discs[-1 if end == "head" else 0]


class Disc(NamedTuple):
    """A disc of a worm."""

    seat: str
    number: int
    """Counted from the head, from 1."""
    place: Point
    end: str
    """"head" or "tail" where it is an end, "" else."""

    @property
    def name(self) -> str:
        """Its name, such as "suns 2"."""
        return f"{self.seat} {self.number}"


@quick_replace
class State(NamedTuple):
    """The table: everything that a photograph would show, whose turn it is, what was rolled."""

    turn: int
    phase: str
    to_move: str
    """The seat that acts, or whose die rolls."""
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
    """The steps that the die gives, in the phase "move"."""
    by_ace: bool = False
    """True where an ace gives the steps, after which the die may be rolled again (WD-20)."""

    def __str__(self) -> str:
        """Return the table as lines, to look at, to change and to read back with ``position``."""
        lines = [f"{seat} {worm}" for seat, worm in self.worms.items()]
        colours = self.colours or ("tile",) * len(self.tiles)
        lines += [f"{c} {tile_numbers(tile)}" for c, tile in zip(colours, self.tiles, strict=True)]
        notes = [f"turn {self.turn}", f"{self.to_move} to move"]
        if self.phase != "roll":
            notes.append(count_noun(self.steps, "step") if self.phase == "move" else self.phase)
        notes += ["by ace"] if self.by_ace else []
        notes += [f"{seat} home" for seat in self.home] + [f"{seat} gone" for seat in self.gone]
        return "\n".join([*lines, ", ".join(notes)])

    def discs(self) -> Iterator[Disc]:
        """Yield every disc, worm by worm, from the tail to the head."""
        for seat, worm in self.worms.items():
            count = len(worm.discs)
            for at, place in enumerate(worm.discs):
                end = "head" if at == count - 1 else "" if at else "tail"
                yield Disc(seat, count - at, place, end)

    def put(self, seat: str, worm: Worm) -> State:
        """Return the table with this worm."""
        return self._replace(worms=self.worms.put(seat, worm))

    def _repr_svg_(self) -> str | None:
        return state_picture(self)
