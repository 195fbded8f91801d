"""What is near enough to an end of a worm to be in the way of a disc laid there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from piecepack_nb.games.worm_derby.geometry.plane import TOLERANCE, Point, Tile
from piecepack_nb.games.worm_derby.geometry.winding import winding
from piecepack_nb.games.worm_derby.ruleset import Ruleset, Wall
from piecepack_nb.games.worm_derby.state import State


class Disc(NamedTuple):
    """A disc of some worm, as another one meets it."""

    seat: str
    at: int
    """Its place from the tail."""
    place: Point
    end: str
    """"head" or "tail" where it is an end that can be eaten, "" else."""


class Nearby(NamedTuple):
    """What is near an end of a worm, and where that is."""

    seat: str
    to: str
    centre: Point
    own: tuple[Disc, ...]
    """The worm's own discs that stay, from the neighbour of the one that is touched onward."""
    discs: tuple[Disc, ...]
    """The other worms'."""
    tiles: tuple[tuple[str, Tile], ...]
    walls: tuple[Wall, ...]


def look(ruleset: Ruleset, state: State, seat: str, to: str, adding: bool = False) -> Nearby:
    """What is near an end of a worm, whose disc at the other end is picked up (WD-2).

    Where a disc is ``adding`` to the worm, none is picked up (WD-43).
    """
    worm = state.worms[seat]
    centre = worm.end(to)
    last = len(worm.discs) - 1
    ends = {last if to == "head" else 0} | (set() if adding else {0 if to == "head" else last})
    own = [Disc(seat, at, place, "") for at, place in enumerate(worm.discs) if at not in ends]
    if to == "head":
        own.reverse()
    walls = ruleset.walls_for(state, winding(ruleset.pylon, worm, to)) if state.colours else ()
    return Nearby(
        seat,
        to,
        centre,
        tuple(disc for disc in own if _near(disc.place, centre, 2.5 * ruleset.coin)),
        tuple(_others(ruleset, state, seat, centre)),
        tuple(_tiles(ruleset, state, centre)),
        tuple(wall for wall in walls if abs(wall.start.x - centre.x) < 2 * ruleset.coin),
    )


def _near(place: Point | Tile, centre: Point, reach: float) -> bool:
    reach += 2 * TOLERANCE
    return abs(place[0] - centre[0]) <= reach and abs(place[1] - centre[1]) <= reach


def _others(ruleset: Ruleset, state: State, seat: str, centre: Point) -> Iterator[Disc]:
    reach = 2.5 * ruleset.coin  # a cheater's step may be longer than a coin
    for other, worm in state.worms.items():
        if other != seat:
            last = len(worm.discs) - 1
            for at, place in enumerate(worm.discs):
                if _near(place, centre, reach):
                    end = "head" if at == last else "" if at else "tail"
                    end = "" if other in state.home else end
                    yield Disc(other, at, place, end)


def _tiles(ruleset: Ruleset, state: State, centre: Point) -> Iterator[tuple[str, Tile]]:
    reach = 1.5 * ruleset.half + 2.5 * ruleset.coin
    for name, tile in ruleset.fixed.items():
        if _near(tile, centre, reach):
            yield name, tile
    for place, tile in enumerate(state.tiles, 1):
        if _near(tile, centre, reach):
            yield f"tile {place}", tile
