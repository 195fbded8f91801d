"""The moves of Worm Derby as values, each with the short text that a person would write.

A turn is one move: all steps of a worm together. Angles are in degrees, anticlockwise, 0 to the
right; places in inches from the table's lower left corner.
"""

from __future__ import annotations

from typing import NamedTuple

from piecepack_nb.core.actors import Roll
from piecepack_nb.games.worm_derby.geometry.plane import Tile, clean, number
from piecepack_nb.games.worm_derby.state import other_end


class Steps(NamedTuple):
    """A worm's steps of a turn: discs go from one end ``to`` the other, each at an angle.

    >>> str(Steps("suns", "head", (45.2, 50.0)))
    'suns tail>head 45.2 50'
    """

    seat: str
    to: str
    """The end at which the discs are laid."""
    angles: tuple[float, ...]
    """For each disc the direction from the disc that it touches."""

    def __str__(self) -> str:
        angles = " ".join(number(clean(angle)) for angle in self.angles)
        return f"{self.seat} {other_end(self.to)}>{self.to} {angles}".rstrip()


class Stay(NamedTuple):
    """A worm makes no step, or an ace is not used.

    >>> str(Stay("suns"))
    'suns stays'
    """

    seat: str

    def __str__(self) -> str:
        return f"{self.seat} stays"


class Put(NamedTuple):
    """An obstacle goes somewhere: it is placed at the start, or moved by an ace.

    >>> str(Put(7, Tile.at(20.5, 12, 30)))
    'tile 7 to 20.5 12 30'
    """

    number: int
    tile: Tile

    def __str__(self) -> str:
        return f"tile {self.number} to {_written(self.tile)}"


class Revive(NamedTuple):
    """An ace brings an eaten disc back to an end of its worm.

    >>> str(Revive("suns", "head", 90.0))
    'suns adds head 90'
    """

    seat: str
    end: str
    angle: float

    def __str__(self) -> str:
        return f"{self.seat} adds {self.end} {number(clean(self.angle))}"


class Build(NamedTuple):
    """A worm is built straight behind the start line, ``y`` inches up the table.

    >>> str(Build("suns", 17.5))
    'suns at 17.5'
    """

    seat: str
    y: float

    def __str__(self) -> str:
        return f"{self.seat} at {number(self.y)}"


class SetUp(NamedTuple):
    """All obstacles at once, as chance lays them out.

    >>> str(SetUp((Tile.at(20, 12, 30), Tile.at(30, 16, 0)), ("red", "blue")))
    'set up red 20 12 30, blue 30 16 0'
    """

    tiles: tuple[Tile, ...]
    colours: tuple[str, ...] = ()

    def __str__(self) -> str:
        colours = [f"{colour} " for colour in self.colours] or [""] * len(self.tiles)
        pairs = zip(colours, self.tiles, strict=False)
        return "set up " + ", ".join(f"{colour}{_written(tile)}" for colour, tile in pairs)


def _written(tile: Tile) -> str:
    return " ".join(number(value) for value in tile)


Move = Steps | Stay | Put | Revive | Build | SetUp | Roll
