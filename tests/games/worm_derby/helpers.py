"""Helpers for the tests of Worm Derby: positions, random or written, and scans of angles."""

from __future__ import annotations

import math
import random
from typing import Any

import piecepack_nb as pp
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.games.worm_derby.game import WormDerby
from piecepack_nb.games.worm_derby.geometry.plane import Point, Tile, distance
from piecepack_nb.games.worm_derby.geometry.reach import GRAIN, Cell, cell_of
from piecepack_nb.games.worm_derby.state import State, Worm

SHORT: dict[str, Any] = {
    "pylon_distance": 12, "table_length": 24, "table_width": 18, "obstacles": 0,
}  # fmt: skip
"""A small table without obstacles, for short games."""
TIGHT = {**SHORT, "coin": 0.5, "tile": 1.5, "length": 4, "players": 4}


def derby(**rules: Any) -> WormDerby:
    """Return the game under these rules."""
    game = pp.game("worm_derby", **rules)
    assert isinstance(game, WormDerby)
    return game


def due(
    worm: str, steps: int = 1, *, tiles: Any = (), game: WormDerby | None = None, **others: Any
) -> tuple[WormDerby, State]:
    """Return a state in which the suns worm is as written and has so many steps to make.

    Other worms lie as written, or out of the way in the upper corner on the left.
    """
    game = game or derby()
    worms: dict[str, Any] = {"suns": worm, **{each: others.pop(each) for each in game.seats[1:]
                                              if each in others}}  # fmt: skip
    for at, seat in enumerate(game.seats):
        if seat not in worms and seat not in others.get("gone", ()):
            y = game.ruleset.size[1] - 1 - at
            length = game.rules.length
            x = 1 + game.ruleset.coin * (length - 1)
            worms[seat] = f"{x} {y}:" + " 180" * (length - 1)
    position = {"worms": worms, "tiles": list(tiles), "steps": steps, "to_move": "suns", **others}
    return game, game.position(position)


def straight(x: float, y: float, toward: float = 0, discs: int = 6) -> str:
    """Return a straight worm with its head there, looking ``toward`` an angle."""
    return f"{x} {y}:" + f" {(toward + 180) % 360}" * (discs - 1)


def refused(game: WormDerby, state: State, move: str) -> Any:
    """Return the refusal of a move's text."""
    return game.refusal(state, game.parse_move(state, move))


def played(game: WormDerby, state: State, move: str) -> tuple[list[Any], State]:
    """Return the steps of a move's text, and the table after it."""
    steps = list(game.play(state, game.parse_move(state, move)))
    return steps, steps[-1].state


# --- distances, worked out in another way -------------------------------------------------------


def crowded(seed: int, game: WormDerby) -> State | None:
    """A table at random: tiles and worms wherever they fell, but a few near the suns worm's head.

    None where too little of it would be clear.
    """
    choose = random.Random(seed)
    table = game.ruleset
    wide, high = table.size
    near = Point(choose.uniform(1, wide - 1), choose.uniform(1, high - 1))
    if choose.random() < 0.3:  # close to a thing that never moves
        corner = choose.choice([*table.fixed.values()])
        near = Point(corner.x + choose.uniform(-2, 2), corner.y + choose.uniform(-2, 2))
    worms: dict[str, tuple[Point, ...]] = {}
    for seat in game.seats:
        for _ in range(20):
            chain = _chain(choose, near, table.coin, game.rules.length, seat == "suns")
            if _fits(table, worms, chain):
                worms[seat] = chain
                break
        else:
            if seat == "suns":
                return None
    tiles: list[Tile] = []
    for _ in range(8):
        tile = Tile.at(near.x + choose.gauss(0, 1.6), near.y + choose.gauss(0, 1.6),
                       choose.uniform(0, 90))  # fmt: skip
        others = [*table.fixed.values(), *tiles]
        clear = all(_squares_apart(tile, each, table.half) for each in others)
        if clear and all(_off(table, chain, tile) for chain in worms.values()):
            tiles.append(tile)
    lying = FrozenDict((seat, Worm(chain)) for seat, chain in worms.items())
    there = tuple(tile for tile in tiles if _on_table(tile, table))
    return State(1, "move", "suns", lying, there, steps=1)


def _on_table(tile: Tile, table: Any) -> bool:
    wide, high = table.size
    return all(0 <= x <= wide and 0 <= y <= high for x, y in square(tile, table.half))


def _chain(
    choose: random.Random, near: Point, coin: float, length: int, centre: bool
) -> tuple[Point, ...]:
    """Return a worm with random bends; the head of the first is at the place itself."""
    spread = 0.0 if centre else 1.2
    discs = [
        Point(
            round(near.x + choose.gauss(0, spread), 9), round(near.y + choose.gauss(0, spread), 9)
        )
    ]
    heading = choose.uniform(0, 360)
    while len(discs) < length:
        heading += choose.uniform(-70, 70)
        x = discs[-1].x + coin * math.cos(math.radians(heading))
        y = discs[-1].y + coin * math.sin(math.radians(heading))
        discs.append(Point(round(x, 9), round(y, 9)))
    return tuple(reversed(discs))


def _fits(table: Any, worms: Any, chain: tuple[Point, ...]) -> bool:
    """Return True if a worm is on the table, over nothing else, and doesn't touch itself."""
    wide, high = table.size
    radius, coin = table.radius, table.coin
    return (
        all(radius <= x <= wide - radius and radius <= y <= high - radius for x, y in chain)
        and all(
            math.dist(one, other) > coin + 1e-5
            for at, one in enumerate(chain)
            for other in chain[at + 2 :]
        )
        and all(math.dist(a, b) >= coin for other in worms.values() for b in other for a in chain)
        and all(_off(table, chain, tile) for tile in table.fixed.values())
    )


def _off(table: Any, chain: tuple[Point, ...], tile: Tile) -> bool:
    """Return True if a tile is off a worm."""
    return all(
        math.dist(disc, tile[:2]) > 3 * table.half
        or from_square(disc, tile, table.half) >= table.radius
        for disc in chain
    )


def _squares_apart(one: Tile, other: Tile, half: float) -> bool:
    """Return True if two squares don't overlap: no sides cross, and neither is inside the other."""
    if math.dist(one[:2], other[:2]) > 3 * half:
        return True
    first, second = square(one, half), square(other, half)
    crossing = any(_cross(*a, *b) for a in _sides(first) for b in _sides(second))
    inside = from_square(one[:2], other, half) == 0 or from_square(other[:2], one, half) == 0
    return not crossing and not inside


def square(tile: Tile, half: float) -> list[tuple[float, float]]:
    """Return the corners of a tile."""
    diagonal = half * math.sqrt(2)
    turns = (math.radians(tile.angle + 45 + 90 * at) for at in range(4))
    return [(tile.x + diagonal * math.cos(t), tile.y + diagonal * math.sin(t)) for t in turns]


def _sides(corners: list[Any]) -> list[tuple[Any, Any]]:
    return [(corners[at - 1], corners[at]) for at in range(4)]


def from_segment(point: Any, one: Any, other: Any) -> float:
    """Return the distance of a point from a segment, by complex numbers, unlike the engine."""
    p, a, b = (complex(*each[:2]) for each in (point, one, other))
    if a == b:
        return abs(p - a)
    along = ((p - a) * (b - a).conjugate()).real / abs(b - a) ** 2
    return abs(p - (a + min(1.0, max(0.0, along)) * (b - a)))


def from_square(point: Any, tile: Tile, half: float) -> float:
    """Return the distance of a point from a tile: 0 inside, else to its nearest side.

    Where it is plainly too far to matter, a distance that is too short, but still far.
    """
    if (far := math.dist(point[:2], tile[:2])) > 3 * half + 2:
        return far - 1.5 * half
    corners = square(tile, half)
    turns = [_turn(corners[at - 1], corners[at], point) for at in range(4)]
    if all(turn >= 0 for turn in turns):
        return 0.0
    return min(from_segment(point, *side) for side in _sides(corners))


def _turn(a: Any, b: Any, c: Any) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _cross(a: Any, b: Any, c: Any, d: Any) -> bool:
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def segments_apart(a: Any, b: Any, c: Any, d: Any) -> float:
    """Return the distance of two segments."""
    if _cross(a, b, c, d):
        return 0.0
    return min(from_segment(a, c, d), from_segment(b, c, d), from_segment(c, a, b),
               from_segment(d, a, b))  # fmt: skip


def slide_from_square(start: Any, end: Any, tile: Tile, half: float) -> float:
    """Return the least distance of a slide to a tile."""
    near = from_square(end, tile, half)
    if near == 0 or near > 2:
        return near
    return min(segments_apart(start, end, *side) for side in _sides(square(tile, half)))


def room(game: WormDerby, state: State, angle: float) -> float:
    """Return the clearance of a disc at this angle at the head of the suns worm.

    Below 0 it does not: worked out by distances, with none of the engine's functions.
    """
    table, rules = game.ruleset, game.rules
    worm = state.worms["suns"]
    centre = worm.discs[-1]
    turn = math.radians(angle)
    place = (centre.x + table.coin * math.cos(turn), centre.y + table.coin * math.sin(turn))
    wide, high = table.size
    rooms = [min(place[0], place[1], wide - place[0], high - place[1]) - table.radius]
    rooms += [math.dist(place, disc) - table.coin for disc in worm.discs[1:-1]]
    slides = rules.squeeze == "slide"
    for tile in (*table.fixed.values(), *state.tiles):
        if math.dist(centre, tile[:2]) > 1.5 * table.half + 3 * table.coin:
            continue  # too far for its corners to matter
        far = from_square(place, tile, table.half)
        if slides:
            far = min(far, slide_from_square(centre, place, tile, table.half))
        rooms.append(far - table.radius)
    for seat, other in state.worms.items():
        for disc in other.discs if seat != "suns" else ():
            if math.dist(centre, disc) > 3 * table.coin:
                continue
            far = from_segment(disc, centre, place) if slides else math.dist(disc, place)
            rooms.append(far - table.coin)
    return min(rooms)


def region(steps: Any, grain: float = GRAIN) -> dict[int, dict[Cell, int]]:
    """Return, for each step, the cells reached and the number of turns to each."""
    found: dict[int, dict[Cell, int]] = {}
    for each in steps:
        cells = found.setdefault(each.step, {})
        for cell in (cell_of(place, grain) for place in each.places):
            cells[cell] = cells.get(cell, 0) + each.turns
    return found


def furthest(steps: Any, start: Point) -> dict[int, float]:
    """Return, for each step, the largest distance from ``start``, in inches."""
    found: dict[int, float] = {}
    for each in steps:
        far = max((distance(start, place) for place in each.places), default=0.0)
        found[each.step] = max(found.get(each.step, 0.0), far)
    return found
