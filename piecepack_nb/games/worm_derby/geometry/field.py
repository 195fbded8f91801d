"""Where obstacles and worms may be put: set-up, the moves of an ace, and the start."""

from __future__ import annotations

import math
from collections.abc import Iterator

from piecepack_nb.core.steps import Refusal
from piecepack_nb.games.worm_derby.geometry.plane import (
    TOLERANCE,
    Tile,
    apart,
    corners,
    heights,
    number,
    tiles_apart,
)
from piecepack_nb.games.worm_derby.geometry.ring import said
from piecepack_nb.games.worm_derby.ruleset import Ruleset, disc_name, place_name
from piecepack_nb.games.worm_derby.state import State

OFF_LINE = 1.0
"""How far a slalom tile may lie off the straight line, in tile widths."""


def _there(tile: Tile, *things: str) -> tuple[str, ...]:
    return (place_name(tile.middle), *things)


def _free(ruleset: Ruleset, state: State, tile: Tile, but: int | None = None) -> Refusal | None:
    """A tile lies on the table, and on no worm and no other tile; they may touch (WD-4, WD-12).

    ``but`` is the number of the tile itself, where it lies already.
    """
    clause = "WD-12" if but is None else "WD-20"
    if corner := ruleset.corner_off(tile):
        return Refusal(clause, f"a corner of it would be off the table, at {corner}", _there(tile))
    for name, other in ruleset.all_tiles(state):
        if name != f"tile {but}" and ruleset.overlap(tile, other):
            return Refusal(clause, f"it would overlap {said(name)}", _there(tile, name))
    for seat, worm in state.worms.items():
        for at, disc in enumerate(worm.discs):
            if ruleset.covers(tile, disc):
                name = disc_name(worm, seat, at)
                return Refusal(clause, f"it would lie on {said(name)}", _there(tile, name))
    return None


def placed_refusal(ruleset: Ruleset, state: State, tile: Tile) -> Refusal | None:
    """Why an obstacle may not be placed there at the start; None if it may (WD-12).

    It lies between the start line and the pylon, some tile widths clear of both.
    """
    xs = [corner.x for corner in corners(tile, ruleset.half)]
    clear = ruleset.rules.clear_tiles * ruleset.rules.tile
    if max(xs) > ruleset.pylon.x + TOLERANCE:
        return Refusal("WD-12", "it would lie beyond the pylon", _there(tile, "pylon"))
    if (off := min(xs) - ruleset.start.x) < clear - TOLERANCE:
        text = f"it would be {_off(off)} inches from the start line; {clear:g} must stay clear"
        return Refusal("WD-12", text, _there(tile, "start tile 1", "start tile 2"))
    if (off := tiles_apart(tile, ruleset.fixed["pylon"], ruleset.half)) < clear - TOLERANCE:
        text = f"it would be {_off(off)} inches from the pylon; {clear:g} must stay clear"
        return Refusal("WD-12", text, _there(tile, "pylon"))
    return _free(ruleset, state, tile)


def _off(inches: float) -> str:
    return number(round(max(0.0, inches), 2))


def moved_refusal(ruleset: Ruleset, state: State, place: int, tile: Tile) -> Refusal | None:
    """Why an ace may not move this obstacle there; None if it may (WD-20).

    What had to stay clear at the start need not do so any more.
    """
    before = state.tiles[place - 1]
    reach = ruleset.rules.tile_reach * ruleset.rules.tile
    if tile == before:
        return Refusal("WD-20", f"tile {place} lies so already", (f"tile {place}",))
    if (far := apart(before.middle, tile.middle)) > reach + TOLERANCE:
        text = f"tile {place} would go {number(round(far, 3))} inches; an ace moves it {reach:g}"
        return Refusal("WD-20", text, _there(tile, f"tile {place}"))
    return _free(ruleset, state, tile, place)


def slalom_refusal(ruleset: Ruleset, state: State, tile: Tile) -> Refusal | None:
    """Why a slalom tile may not lie there after those before it; None if it may (WD-30).

    They lie in a row toward the pylon, a tile's width or more between them.
    """
    width = ruleset.rules.tile
    if abs(tile.y - ruleset.start.y) > OFF_LINE * width + TOLERANCE:
        return Refusal("WD-30", "it would lie off the line from start to pylon", _there(tile))
    for place, other in enumerate(state.tiles, 1):
        if tiles_apart(tile, other, ruleset.half) < width - TOLERANCE or tile.x < other.x:
            text = f"it would not be a tile's width further on than tile {place}"
            return Refusal("WD-30", text, _there(tile, f"tile {place}"))
    return placed_refusal(ruleset, state, tile)


# --- the start ----------------------------------------------------------------------------------


def _taken(ruleset: Ruleset, state: State) -> Iterator[tuple[float, float, str]]:
    """Where other worms' discs and obstacles leave no room for a worm: from, to, and which it is.

    An ace may have moved an obstacle there before the last worm has come.
    """
    xs = [disc.x for disc in ruleset.built(ruleset.start.y).discs]
    for seat, worm in state.worms.items():
        for at, disc in enumerate(worm.discs):
            near = min(abs(disc.x - x) for x in xs)
            if near < ruleset.coin:
                half = math.sqrt(ruleset.coin**2 - near**2)
                yield disc.y - half, disc.y + half, disc_name(worm, seat, at)
    for place, tile in enumerate(state.tiles, 1):
        for x in xs:
            if taken := heights(x, tile, ruleset.half, ruleset.radius):
                yield *taken, f"tile {place}"


def free_lanes(ruleset: Ruleset, state: State) -> list[tuple[float, float]]:
    """Where up the table a worm can be built now, as intervals (WD-13)."""
    room = ruleset.gap / 2 - ruleset.radius
    free, low = [], ruleset.start.y - room
    top = ruleset.start.y + room
    for start, end, _ in sorted(_taken(ruleset, state)):
        if start > low:
            free.append((low, min(start, top)))
        low = max(low, end)
    return [span for span in (*free, (low, top)) if span[0] <= span[1]]


def lane_refusal(ruleset: Ruleset, state: State, y: float) -> Refusal | None:
    """Why a worm may not be built there; None if it may (WD-13)."""
    there = place_name(ruleset.built(y).discs[-1])
    room = ruleset.gap / 2 - ruleset.radius
    if abs(y - ruleset.start.y) > room + TOLERANCE:
        low, high = ruleset.start.y - room, ruleset.start.y + room
        text = f"its head must lie between the start tiles: from {number(low)} to {number(high)}"
        return Refusal("WD-13", text, (there, "start tile 1", "start tile 2"))
    for start, end, name in _taken(ruleset, state):
        if start + TOLERANCE < y < end - TOLERANCE:
            return Refusal("WD-13", f"it would lie on {said(name)}", (there, name))
    return None
