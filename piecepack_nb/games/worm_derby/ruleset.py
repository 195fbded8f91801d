"""The table under given rules: the course, and questions to a state that the rules alone answer.

Vocabulary
    course   the start tiles, the pylon and the table's edge: what never moves
    thing    what a disc may not overlap, with the name by which refusals point at it: "tile 7",
             "pylon", "start tile 1" and "2", "suns 3" (that worm's third disc from its head), "left
             edge" …, or in a slalom "tile 7's wrong side"
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.piecepack import FACES, SUITS
from piecepack_nb.games.worm_derby.geometry.plane import (
    DECIMALS,
    TOLERANCE,
    Point,
    Tile,
    corners,
    distance,
    distance_between_tiles,
    distance_to_tile,
    format_number,
    slide_to_point,
    slide_to_tile,
)
from piecepack_nb.games.worm_derby.geometry.winding import (
    direction,
    winding,
    winding_needed,
    windings,
)
from piecepack_nb.games.worm_derby.rules import WormDerbyRules
from piecepack_nb.games.worm_derby.state import ENDS, State, Worm


class Wall(NamedTuple):
    """The line beside a slalom tile that a worm may not cross (WD-30)."""

    tile: int
    """The number of the tile."""
    start: Point
    """The tile's middle, where it begins."""
    up: bool
    """True if it leads up to the table's upper edge, not down to the lower one."""
    back: bool
    """True if it holds on the way back, not on the way out."""

    def bars(self, one: Point, other: Point, slack: float = 0.0) -> bool:
        """Return True if the straight way between two places crosses it."""
        line = self.start.x + slack
        if (one.x <= line) == (other.x <= line):
            return False
        y = one.y + (other.y - one.y) * (line - one.x) / (other.x - one.x)
        return (y > self.start.y) == self.up


class Ruleset:
    """The table under given rules."""

    def __init__(self, rules: WormDerbyRules) -> None:
        self.rules = rules
        self.coin = rules.coin
        self.radius = rules.coin / 2
        self.half = rules.tile / 2
        self.size = float(rules.full_length), float(rules.table_width)
        middle = rules.table_width / 2
        self.start = Point((rules.full_length - rules.course_length) / 2, middle)
        """The middle of the start line (WD-11)."""
        self.pylon = Point(self.start.x + rules.course_length, middle)
        """The pylon's middle, on the perpendicular bisector of the start line (WD-11)."""

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The worms in playing order (WD-10)."""
        begin = SUITS.index(self.rules.first)
        return (*SUITS[begin:], *SUITS[:begin])[: self.rules.players]

    @cached_property
    def gap(self) -> float:
        """The width of the start, in inches (WD-11)."""
        return self.rules.start_gap * self.rules.tile

    @cached_property
    def tile_reach(self) -> float:
        """The most that an ace moves a tile, in inches (WD-20)."""
        return self.rules.tile_reach * self.rules.tile

    @cached_property
    def fixed(self) -> dict[str, Tile]:
        """The three tiles that never move, by name (WD-11)."""
        x, y = self.start
        off = self.gap / 2 + self.half
        return {
            "start tile 1": Tile.at(x, y - off, 0),
            "start tile 2": Tile.at(x, y + off, 0),
            "pylon": Tile.at(self.pylon.x, self.pylon.y, 0),
        }

    # --- places ----------------------------------------------------------------------------------

    def all_tiles(self, tiles: Sequence[Tile]) -> Iterator[tuple[str, Tile]]:
        """Yield every tile on the table with its name, those that never move first (WD-4)."""
        yield from self.fixed.items()
        for place, tile in enumerate(tiles, 1):
            yield f"tile {place}", tile

    def edges(self, place: Point) -> dict[str, float]:
        """Return how far a place is from each of the table's edges; below 0 beyond it (WD-4)."""
        wide, high = self.size
        x, y = place
        return {"left edge": x, "right edge": wide - x, "lower edge": y, "upper edge": high - y}

    def room(self, place: Point) -> float:
        """Return how far a place is from the table's nearest edge; below 0 off the table (WD-4)."""
        return min(self.edges(place).values())

    def corner_off(self, tile: Tile) -> Point | None:
        """Return a corner of a tile that is off the table, if one is (WD-12)."""
        around = corners(tile, self.half)
        return next((corner for corner in around if self.room(corner) < -TOLERANCE), None)

    def overlap(self, tile: Tile, other: Tile) -> bool:
        """Return True if two tiles overlap; they may touch (WD-12)."""
        if distance(tile, other) > 3 * self.half:
            return False  # their corners don't reach each other
        return distance_between_tiles(tile, other, self.half) < -TOLERANCE

    def room_beside(self, thing: Tile | Point, disc: Point) -> float:
        """Return the inches between a disc and a tile or another disc; below 0 if they overlap.

        Discs lie on nothing, and may touch (WD-4).
        """
        if isinstance(thing, Tile):
            return distance_to_tile(disc, thing, self.half) - self.radius
        return distance(disc, thing) - self.coin

    def slide_room(self, thing: Tile | Point, start: Point, end: Point) -> float:
        """Return the least such room while a disc slides straight from one place to another."""
        if isinstance(thing, Tile):
            return slide_to_tile(start, end, thing, self.half) - self.radius
        return slide_to_point(start, end, thing) - self.coin

    @property
    def slides(self) -> bool:
        """True if a disc slides to its place; if it is placed, only its place counts (WD-5)."""
        return self.rules.squeeze == "slide"

    def step_room(self, thing: Tile | Point, start: Point, end: Point) -> float:
        """Return the room that a disc has on its way from the end disc to its place (WD-5)."""
        return self.slide_room(thing, start, end) if self.slides else self.room_beside(thing, end)

    def covers(self, tile: Tile, disc: Point) -> bool:
        """Return True if a tile lies on a disc; it may touch it (WD-4)."""
        if distance(tile, disc) > 2 * self.half + self.radius:
            return False
        return self.room_beside(tile, disc) < -TOLERANCE

    def lane(self, seat: str) -> float:
        """Return the height of a worm's start when all start side by side (WD-13)."""
        at = self.seats.index(seat)
        low = self.start.y - self.gap / 2
        return round(low + self.gap * (at + 0.5) / len(self.seats), DECIMALS)

    def built(self, y: float) -> Worm:
        """Return a worm at its start: straight, perpendicular to the start line, behind it (WD-13).

        Its head lies just wholly between the two tiles, so that no other disc does.
        """
        head = self.start.x - self.half + self.radius
        xs = [head - at * self.coin for at in range(self.rules.length - 1, -1, -1)]
        return Worm(tuple(Point(round(x, DECIMALS), round(y, DECIMALS)) for x in xs))

    # --- the race --------------------------------------------------------------------------------

    def initial_state(self) -> State:
        """Return the table with start tiles and pylon, and nothing else (WD-11)."""
        state = State(0, "set-up", self.seats[0], FrozenDict())
        if self.rules.slalom != "no":
            return state
        if not self.rules.dealt:
            return self.after_obstacles(state)
        return state._replace(phase="tiles") if self.rules.set_up == "by hand" else state

    def after_obstacles(self, state: State) -> State:
        """Return the table once the obstacles lie: worms are built (WD-13), or the race begins."""
        first = self.seats[0]
        match self.rules.starts:
            case "side by side":
                worms = FrozenDict((seat, self.built(self.lane(seat))) for seat in self.seats)
                return state._replace(turn=1, phase="roll", to_move=first, worms=worms)
            case "chooses":
                return state._replace(phase="worms", to_move=first)
        return state._replace(turn=1, phase="worms", to_move=first)

    def steps_of(self, face: str) -> int:
        """Return the steps that a face of the die gives; perhaps none for an ace (WD-20)."""
        if face == "ace":
            return int(self.rules.ace == "step")
        return self.rules.null_steps if face == "null" else int(face)

    @cached_property
    def rolls(self) -> tuple[int, ...]:
        """The steps that each face of the die gives, without those that give none (WD-20)."""
        return tuple(filter(None, map(self.steps_of, FACES)))

    def limited(self, steps: int, discs: int) -> int:
        """Return how many of so many steps a worm of so many discs makes (WD-42)."""
        return min(steps, discs) if self.rules.step_limit else steps

    def racing(self, state: State) -> tuple[str, ...]:
        """Return the seats that are neither home nor gone."""
        return tuple(seat for seat in self.seats if seat not in (*state.home, *state.gone))

    def is_over(self, state: State) -> bool:
        """Return True once a worm has won, if only that counts, or one at most is left (WD-22)."""
        return len(self.racing(state)) <= 1 or bool(state.home and not self.rules.race_on)

    def between_tiles(self, place: Point) -> bool:
        """Return True if a disc there lies between the start tiles (WD-22)."""
        inside = self.radius if self.rules.finish == "all" else 0.0
        return (
            abs(place.x - self.start.x) <= self.half - inside + TOLERANCE
            and abs(place.y - self.start.y) <= self.gap / 2 - inside + TOLERANCE
        )

    def wound(self, worm: Worm) -> float:
        """Return how far a worm has wound round the pylon: its further end, in degrees (WD-22)."""
        along = windings(self.pylon, worm)
        return max(along[-1], along[0], key=abs)

    def been_round(self, wound: float) -> bool:
        """Return True if a disc so wound has been round the far side as often as due (WD-22)."""
        return abs(wound) >= winding_needed(self.rules.laps)

    def home_end(self, worm: Worm) -> str:
        """Return the end between the start tiles after the way round, "" for none (WD-22)."""
        for end in ("head", "tail"):
            there = self.between_tiles(worm.end(end))
            if there and self.been_round(winding(self.pylon, worm, end)):
                return end
        return ""

    def inches_left(self, worm: Worm) -> float:
        """Return how far it is home for a worm's nearer end, if nothing is in its way (WD-22)."""
        return min(
            self._inches_left(worm.end(end), sign * winding(self.pylon, worm, end), sign)
            for end in ENDS
            for sign in (1, -1)
        )

    def steps_left(self, worm: Worm) -> int:
        """Return the fewest steps in which a worm is home, if nothing is in its way (WD-22)."""
        return math.ceil(self.inches_left(worm) / self.coin - TOLERANCE)

    @cached_property
    def steps_in_all(self) -> int:
        """The steps left to a worm at the start."""
        return self.steps_left(self.built(self.start.y))

    def _inches_left(self, place: Point, wound: float, sign: int) -> float:
        """Return how far it is home round the corners of the pylon that are still ahead.

        ``sign`` is the way round, 1 anticlockwise, and ``wound`` is counted that way.
        """
        path = [place]
        for point in self._points_ahead(place, wound, sign):
            while len(path) > 1 and sign * _bend(path[-2], path[-1], point) <= 0:
                path.pop()  # pulled straight, the path leaves this corner aside
            path.append(point)
        return sum(distance(one, other) for one, other in pairwise(path))

    def _points_ahead(self, place: Point, wound: float, sign: int) -> Iterator[Point]:
        """Yield where a disc touches the pylon's corners on its way, and then the finish."""
        off, (x, y) = self.half + self.radius, self.pylon
        last = place
        for lap in range(-self.rules.laps, self.rules.laps):
            for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                corner = Point(x + i * off, y + sign * j * off)
                at = sign * direction(self.pylon, corner) % 360 + 360 * lap
                if wound < at < 360 * self.rules.laps:
                    yield (last := corner)
        low, high = self.start.y - self.gap / 2, self.start.y + self.gap / 2
        yield Point(self.start.x + self.half, min(max(last.y, low), high))

    # --- an ace ----------------------------------------------------------------------------------

    @cached_property
    def revives(self) -> bool:
        """True if an ace can bring an eaten disc back (WD-43)."""
        return self.rules.cannibal and self.rules.revive and self.rules.ace != "step"

    @cached_property
    def least(self) -> int:
        """The fewest discs of a worm that is still in the race: one, where an ace helps (WD-43)."""
        return 1 if self.revives else 2

    def can_revive(self, state: State) -> bool:
        """Return True if the seat to move has an eaten disc that can come back (WD-43)."""
        worm = state.worms.get(state.to_move)
        return self.revives and worm is not None and len(worm.discs) < self.rules.length

    def can_move_tile(self, state: State) -> bool:
        """Return True if there is a tile that an ace may move (WD-20); none in a slalom (WD-30)."""
        return self.rules.ace == "tile" and bool(state.tiles) and not state.colours

    # --- slalom ----------------------------------------------------------------------------------

    def walls(self, state: State) -> Iterator[Wall]:
        """Yield what a slalom may not cross: the wrong side of each tile (WD-30).

        Red is passed on its right: a worm on the way out, to the right, has the tile on its left,
        and so must not go by above. On the way back the same holds the other way round.
        """
        for place, (tile, colour) in enumerate(zip(state.tiles, state.colours, strict=True), 1):
            yield Wall(place, tile.middle, colour == "red", False)
            if self.rules.slalom == "both":
                yield Wall(place, tile.middle, colour != "red", True)

    def walls_for(self, state: State, wound: float) -> Iterator[Wall]:
        """Return those that hold for a disc with this winding: on its way out, or back (WD-30)."""
        back = self.been_round(wound)
        return (wall for wall in self.walls(state) if wall.back == back)


def _bend(one: Point, corner: Point, other: Point) -> float:
    """Return a positive number for a path that turns left at the corner, negative for right."""
    right, up = corner.x - one.x, corner.y - one.y
    return right * (other.y - corner.y) - up * (other.x - corner.x)


def place_name(place: Point) -> str:
    """Return a place as refusals name it: "20.5,12"."""
    return f"{format_number(place.x)},{format_number(place.y)}"
