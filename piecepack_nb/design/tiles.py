"""Tiles with edges that turn: "road - road -" is a straight road.

Vocabulary
    side   an edge of a tile, clockwise: up, right, down, left; of a hexagon from the upper right
    kind   what is at a side: a word such as "road"; "" for nothing
    angle  how far a tile is turned clockwise, in degrees
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from piecepack_nb.core.errors import BadInput, did_you_mean, invalid
from piecepack_nb.core.wording import join_list

KIND = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,19}")
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,19}")
SIDES: Mapping[int, tuple[str, ...]] = {
    4: ("up", "right", "down", "left"),
    6: ("upper right", "right", "lower right", "lower left", "left", "upper left"),
}
"""The names of the sides of tiles, by their number."""
EDGES = "4 edges (up, right, down, left) or 6, such as 'road - road -'"


class Tile(str):
    """A tile, which is also its name as a piece: "bend", or "bend 90" after a quarter turn.

    ``tile.sides`` has the kind of each side, ``tile.angle`` how far it is turned. Raises BadInput
    for edges that aren't 4 or 6 words, with "-" for nothing.
    """

    name: str
    sides: tuple[str, ...]
    angle: int

    def __new__(cls, edges: str, name: str = "", angle: int = 0) -> Tile:
        """Return a tile with edges such as "road - road -", turned by an angle."""
        given: object = edges
        words = given.split() if isinstance(given, str) else []
        if len(words) not in SIDES or not all(w == "-" or KIND.fullmatch(w) for w in words):
            raise invalid("the edges of a tile", edges, EDGES)
        made = super().__new__(cls, f"{name or edges} {angle}" if angle else name or edges)
        made._unturned = tuple("" if word == "-" else word for word in words)
        steps = angle * len(words) // 360
        made.name, made.angle = name, angle
        made.sides = (*made._unturned[len(words) - steps :], *made._unturned[: len(words) - steps])
        return made

    _unturned: tuple[str, ...]

    def __reduce__(self) -> tuple[Any, ...]:
        return Tile, (self._edges, self.name, self.angle)

    @property
    def _edges(self) -> str:
        return " ".join(kind or "-" for kind in self._unturned)

    def turned(self, angle: int) -> Tile:
        """Return this tile turned further, clockwise by an angle.

        Of turns that look alike, such as 0 and 180 degrees of a straight road, it is the least.
        Raises BadInput for anything but quarter turns, or sixths of hexagons.
        """
        turn = 360 // len(self.sides)
        if type(angle) is not int or angle % turn:
            raise invalid("the angle of a tile", angle, f"a multiple of {turn} degrees")
        return _turned(self._edges, self.name, (self.angle + angle) % 360)

    @property
    def turns(self) -> tuple[int, ...]:
        """The angles at which the tile looks different each time."""
        angles = range(0, 360, 360 // len(self.sides))
        return tuple(dict.fromkeys(self.turned(angle - self.angle).angle for angle in angles))

    def at(self, kind: str) -> tuple[int, ...]:
        """Return the numbers of the sides that have a kind, from 0."""
        return tuple(number for number, each in enumerate(self.sides) if each == kind)

    @property
    def words(self) -> str:
        """The tile's edges in words: "road up and right"."""
        names = SIDES[len(self.sides)]
        kinds = dict.fromkeys(filter(None, self.sides))
        each = (f"{kind} {join_list([names[n] for n in self.at(kind)])}" for kind in kinds)
        return ", ".join(each) or "plain"


@lru_cache(maxsize=1024)
def _turned(edges: str, name: str, angle: int) -> Tile:
    """Return a tile at the least angle at which it looks as at this one."""
    tile = Tile(edges, name, angle)
    smaller = (Tile(edges, name, each) for each in range(0, angle, 360 // len(tile.sides)))
    return next((each for each in smaller if each.sides == tile.sides), tile)


def plain(piece: Any) -> Any:
    """Return a piece as a state keeps it: of a tile, its name."""
    return str.__str__(piece) if isinstance(piece, Tile) else piece


def known_tiles(tiles: object, sides: int) -> dict[str, Tile]:
    """Return the tiles of a class by name, in all their turns: "bend", "bend 90" and so on.

    Raises BadInput for anything but tiles with so many sides, by name.
    """
    if not isinstance(tiles, Mapping):
        raise invalid("tiles", tiles, "a tile for each name: {'bend': Tile('road road - -')}")
    found: dict[str, Tile] = {}
    for name, tile in tiles.items():
        if not isinstance(name, str) or not NAME.fullmatch(name):
            raise invalid("the name of a tile", name, "letters, digits and _")
        if not isinstance(tile, Tile) or len(tile.sides) != sides:
            raise invalid(f"the tile {name!r}", tile, f"Tile(…) with {sides} edges for this board")
        named = Tile(tile._edges, name)
        found |= {turned: turned for turned in map(named.turned, named.turns)}
    return found


def tile_in(tiles: Mapping[str, Tile], name: object, angle: int = 0) -> Tile:
    """Return the tile of a name, turned by an angle; raise BadInput for a name that no tile has."""
    if name not in tiles:
        names = list(dict.fromkeys(tile.name for tile in tiles.values()))
        if not names:
            raise BadInput(f"the class has no tiles; expected tiles = {{{name!r}: Tile(…)}}")
        raise invalid("the tile", name, "one of " + ", ".join(names) + did_you_mean(name, names))
    return tiles[str(name)].turned(angle)
