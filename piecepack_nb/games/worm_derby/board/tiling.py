"""Tiles by hand: an obstacle is placed at the start (WD-12), or moved by an ace (WD-20).

Vocabulary
    held   the tile in hand: it can be moved and turned until it is put down
    place  where it can go at once: somewhere on a lattice that is finer the nearer one looks
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from piecepack_nb.core.steps import Refusal
from piecepack_nb.games.worm_derby.board.drafts import held, with_tile
from piecepack_nb.games.worm_derby.board.window import Window, far, inside
from piecepack_nb.games.worm_derby.geometry.plane import Tile, number
from piecepack_nb.games.worm_derby.moves import Put
from piecepack_nb.games.worm_derby.ruleset import Ruleset
from piecepack_nb.games.worm_derby.state import State
from piecepack_nb.scene import Draft, MakeMove, Mark, ShowMessage, Spot

if TYPE_CHECKING:
    from piecepack_nb.games.worm_derby.play import WormDerby

COARSE = 3.0
"""Inches between the places that the whole table offers."""
FINE = {"tiles": 1.0, "ace": 0.5}
"""Half tiles between those that the window offers, at the set-up and with an ace."""
ROUND = 48
"""How many corners a drawn circle has."""
OFF = Tile.at(-99, -99, 0)
"""A tile that is not on the table yet."""
FROM_FAR, FROM_NEAR = "far at ", "at "


def may_move(game: WormDerby, state: State) -> bool:
    """May an ace move a tile now? (WD-20, WD-30)"""
    return bool(
        state.phase == "ace" and game.rules.ace == "tile" and state.tiles and not state.colours
    )


def in_hand(draft: Draft) -> Tile | None:
    """The tile in hand."""
    found = held(draft)
    return found[1] if found else None


def around(
    game: WormDerby, state: State, tile: tuple[int, Tile]
) -> tuple[tuple[float, float], ...]:
    """What has to be seen with a tile in hand: it, and as far as an ace moves it."""
    place, now = tile
    if state.phase == "tiles":
        return ((now.x, now.y),)
    was = state.tiles[place - 1]
    return (was.x, was.y), (now.x, now.y)


def spots(game: WormDerby, state: State, draft: Draft, seen: Window) -> Iterator[Spot]:
    """Tiles that can be taken up; with one in hand, where it can go."""
    ruleset: Ruleset = game.ruleset
    tile = held(draft)
    if state.phase == "tiles":
        yield from _from_far(ruleset, state)
        yield from _from_near(game, state, tile or next_tile(state), seen)
    elif tile is not None:
        yield from _from_near(game, state, tile, seen)
    if tile is not None:
        x, y = seen.at(tile[1])
        size = round(ruleset.rules.tile * seen.unit * 0.7, 3)
        yield Spot("held", x, y, w=size, h=size, name=f"tile {tile[0]} in hand", role="select",
                   drag=True, tip=f"Tile {tile[0]}, {told(tile[1])}: drag it, or use the buttons.",
                   clause="WD-12" if state.phase == "tiles" else "WD-20")  # fmt: skip
        return
    may = may_move(game, state) and not draft
    for name, each in ruleset.all_tiles(state):
        yield from _tile(ruleset, name, each, seen, may)


def next_tile(state: State) -> tuple[int, Tile]:
    """The tile that is to be placed next (WD-12)."""
    return len(state.tiles) + 1, OFF


def _tile(ruleset: Ruleset, name: str, tile: Tile, seen: Window, may: bool) -> Iterator[Spot]:
    """A tile, from near and from far: it can be taken up, or says what it is."""
    takes = may and name not in ruleset.fixed
    where = f"{name[:1].upper()}{name[1:]} at {told(tile)}"
    more: dict[str, Any] = {"name": name, "tip": f"{where}.", "clause": "WD-4"}
    if takes:
        tip = f"{where}. Take it up, to move and turn it."
        more = {"role": "select", "name": f"{name}: take it up", "tip": tip, "clause": "WD-20"}
    size = round(ruleset.rules.tile * seen.unit * 0.7, 3)
    if seen.holds(tile, 0.4):
        yield Spot(name, *seen.at(tile), w=size, h=size, **more)
    if takes:
        wide = ruleset.rules.tile
        yield Spot(f"far {name}", *far(ruleset, tile), "table", w=wide, h=wide, **more)


def _from_far(ruleset: Ruleset, state: State) -> Iterator[Spot]:
    """Places for the next tile, all over the field (WD-12)."""
    clear = ruleset.rules.clear_tiles * ruleset.rules.tile + ruleset.half
    low, high = ruleset.start.x + clear, ruleset.pylon.x
    columns = int((high - low) / COARSE) + 1
    rows = int((ruleset.size[1] - 2 * ruleset.half) / COARSE) + 1
    for row in range(rows):
        for column in range(columns):
            x, y = low + column * COARSE, ruleset.size[1] - ruleset.half - row * COARSE
            place = f"{number(round(x, 4))},{number(round(y, 4))}"
            yield Spot(f"{FROM_FAR}{place}", *far(ruleset, (x, y)), "table", w=COARSE, h=COARSE,
                       role="select", name=f"look at {place}", clause="WD-12",
                       tip=f"Take the next tile to ({x:g}, {y:g}).")  # fmt: skip


def _from_near(
    game: WormDerby, state: State, tile: tuple[int, Tile], seen: Window
) -> Iterator[Spot]:
    """Places for the tile in hand, each with what forbids it."""
    place, now = tile
    for x, y, _ in _lattice(game, state, tile, seen):
        goal = Tile.at(x, y, now.angle)
        refused = game.refusal(state, Put(place, goal))
        tip = f"To ({x:g}, {y:g})." if refused is None else f"Not here: {refused.text}."
        yield Spot(f"{FROM_NEAR}{number(x)},{number(y)}", *seen.at((x, y)), w=0.3, h=0.3,
                   role="inert" if refused else "select", drop=True, tip=tip,
                   name=f"({x:g}, {y:g}){': not here' if refused else ''}",
                   clause=refused.clause if refused else "")  # fmt: skip


def _lattice(
    game: WormDerby, state: State, tile: tuple[int, Tile], seen: Window
) -> Iterator[tuple[float, float, bool]]:
    """The places near the tile in hand, but where it lies: within an ace's reach, or in sight.

    Those that are a half tile apart have a bead.
    """
    ruleset: Ruleset = game.ruleset
    place, now = tile
    part = ruleset.half * FINE[state.phase]
    middle = state.tiles[place - 1] if state.phase == "ace" else _whole(seen, part)
    reach = ruleset.rules.tile_reach * ruleset.rules.tile
    parts = int(min(reach if state.phase == "ace" else 99, 6 / seen.unit) / part)
    for up in range(parts, -parts - 1, -1):
        for right in range(-parts, parts + 1):
            x, y = round(middle.x + right * part, 4), round(middle.y + up * part, 4)
            near = state.phase != "ace" or math.hypot(right, up) * part <= reach
            if near and seen.holds((x, y), 0.2) and (x, y) != (now.x, now.y):
                yield x, y, state.phase != "ace" or not (right % 2 or up % 2)


def _whole(seen: Window, part: float) -> Tile:
    """The point of the table's lattice that is nearest to the window's middle."""
    return Tile.at(round(seen.x / part) * part, round(seen.y / part) * part, 0)


def marks(game: WormDerby, state: State, draft: Draft, seen: Window) -> list[Mark]:
    """Where the tile in hand can go, and that it can't stay where it is."""
    tile = held(draft) or (next_tile(state) if state.phase == "tiles" else None)
    if tile is None:
        return []
    place, now = tile
    shown = [
        Mark("via", *seen.at((x, y)))
        for x, y, bead in _lattice(game, state, tile, seen)
        if bead and game.refusal(state, Put(place, Tile.at(x, y, now.angle))) is None
    ]
    if now != OFF and not lies_still(state, tile) and game.refusal(state, Put(place, now)):
        shown.append(Mark("danger", *seen.at(now)))
    if state.phase == "ace":
        shown.append(_reach(game.ruleset, state.tiles[place - 1], seen))
    return shown


def lies_still(state: State, tile: tuple[int, Tile]) -> bool:
    """Does a tile that was taken up lie as it did?"""
    return state.phase == "ace" and state.tiles[tile[0] - 1] == tile[1]


def _reach(ruleset: Ruleset, tile: Tile, seen: Window) -> Mark:
    """How far an ace moves a tile's middle: a circle, as far as the window shows it (WD-20)."""
    reach = ruleset.rules.tile_reach * ruleset.rules.tile
    turns = (2 * math.pi * part / ROUND for part in range(ROUND + 1))
    line = (seen.at((tile.x + reach * math.cos(t), tile.y + reach * math.sin(t))) for t in turns)
    return Mark("open", points=tuple(map(inside, line)))


def pick(
    game: WormDerby, state: State, draft: Draft, spot: str, to: str | None
) -> Draft | MakeMove | ShowMessage | None:
    """What picking a tile or a place for one comes to; None for anything else."""
    target = to or spot
    if state.phase == "tiles" and target.startswith(FROM_FAR):
        x, y = _read(target.removeprefix(FROM_FAR))
        tile = in_hand(draft) or Tile.at(0, 0, 0)
        return with_tile(len(state.tiles) + 1, Tile.at(x, y, tile.angle))
    found = held(draft) or (next_tile(state) if state.phase == "tiles" else None)
    if found is not None:
        if target.startswith(FROM_NEAR):
            x, y = _read(target.removeprefix(FROM_NEAR))
            return with_tile(found[0], Tile.at(x, y, found[1].angle))
        return None
    name = target.removeprefix("far ")
    if may_move(game, state) and name.startswith("tile ") and not draft:
        return with_tile(int(name[5:]), state.tiles[int(name[5:]) - 1])
    if name in game.ruleset.fixed and state.phase == "ace":
        return ShowMessage(Refusal("WD-11", f"{name} never moves", (name,)))
    return None


def _read(place: str) -> tuple[float, float]:
    x, _, y = place.partition(",")
    return float(x), float(y)


def told(tile: Tile) -> str:
    """Where a tile lies, in words."""
    return f"({tile.x:.2f}, {tile.y:.2f}), turned by {tile.angle:g} degrees"
