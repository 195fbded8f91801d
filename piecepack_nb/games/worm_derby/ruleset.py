"""The table under given rules: where start and pylon lie, and what lies in a disc's way.

Vocabulary
    course   the start tiles, the pylon and the table's edge: what never moves
    thing    what a disc may not overlap, with the name by which refusals point at it: "tile 7",
             "pylon", "start tile 1" and "2", "suns 3" (that worm's third disc from its head), "left
             edge" …, or in a slalom "tile 7's wrong side"
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.core.steps import Event, Step
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
)
from piecepack_nb.games.worm_derby.geometry.winding import winding, winding_needed
from piecepack_nb.games.worm_derby.rules import WormDerbyRules
from piecepack_nb.games.worm_derby.state import State, Worm

StepGenerator = Generator[Step, None, State]


def make_step(state: State, clause: str, kind: str, template: str, data: dict[str, Any]) -> Step:
    """The step of an event of this kind."""
    return Step(Event(clause, kind, template, data), state)


def disc_name(worm: Worm, seat: str, at: int) -> str:
    """The name of the disc that is ``at`` that place from the tail: counted from the head, from 1.

    >>> disc_name(Worm((Point(0, 0), Point(1, 0))), "suns", 0)
    'suns 2'
    """
    return f"{seat} {len(worm.discs) - at}"


class Wall(NamedTuple):
    """The line beside a slalom tile that a worm may not cross (WD-30)."""

    tile: int
    """The number of the tile."""
    start: Point
    """The tile's middle, where it begins."""
    up: bool
    """Does it lead up to the table's upper edge, or down to the lower one?"""
    back: bool
    """Does it hold on the way back, rather than on the way out?"""


class Ruleset:
    """Everything about the table that the rules alone decide, and questions to a state of it."""

    def __init__(self, rules: WormDerbyRules) -> None:
        self.rules = rules
        self.coin = rules.coin
        self.radius = rules.coin / 2
        self.half = rules.tile / 2
        self.size = float(rules.table_length), float(rules.table_width)
        middle = rules.table_width / 2
        self.start = Point((rules.table_length - rules.pylon_distance) / 2, middle)
        """The middle of the start line (WD-11)."""
        self.pylon = Point(self.start.x + rules.pylon_distance, middle)
        """The pylon's middle, on the perpendicular bisector of the start line (WD-11)."""

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The worms in playing order (WD-10)."""
        begin = SUITS.index(self.rules.first)
        return (*SUITS[begin:], *SUITS[:begin])[: self.rules.players]

    @cached_property
    def gap(self) -> float:
        """How wide the start is (WD-11)."""
        return self.rules.start_gap * self.rules.tile

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

    def all_tiles(self, state: State) -> Iterator[tuple[str, Tile]]:
        """Every tile on the table with its name (WD-4)."""
        yield from self.fixed.items()
        for place, tile in enumerate(state.tiles, 1):
            yield f"tile {place}", tile

    def room(self, place: Point) -> float:
        """How far a place is from the table's nearest edge; below 0 off the table (WD-4)."""
        wide, high = self.size
        return min(place.x, place.y, wide - place.x, high - place.y)

    def corner_off(self, tile: Tile) -> Point | None:
        """A corner of a tile that is off the table, if one is (WD-12)."""
        around = corners(tile, self.half)
        return next((corner for corner in around if self.room(corner) < -TOLERANCE), None)

    def overlap(self, tile: Tile, other: Tile) -> bool:
        """Do two tiles overlap? They may touch (WD-12)."""
        if distance(tile.middle, other.middle) > 3 * self.half:
            return False  # their corners don't reach each other
        return distance_between_tiles(tile, other, self.half) < -TOLERANCE

    def covers(self, tile: Tile, disc: Point) -> bool:
        """Does a tile lie on a disc? It may touch it (WD-4)."""
        if distance(tile.middle, disc) > 2 * self.half + self.radius:
            return False
        return distance_to_tile(disc, tile, self.half) < self.radius - TOLERANCE

    def where(self, state: State, name: str) -> tuple[float, float] | None:
        """The place of a thing that a refusal or an event names; None for what isn't there.

        A name may also be a place itself: "20.5,12".
        """
        head, _, rest = name.rpartition(" ")
        if name in self.fixed:
            return self.fixed[name][:2]
        if head == "tile" and rest.isdecimal() and 0 < int(rest) <= len(state.tiles):
            return state.tiles[int(rest) - 1][:2]
        if head in state.worms and rest.isdecimal():
            discs = state.worms[head].discs
            return discs[-int(rest)] if 0 < int(rest) <= len(discs) else None
        wide, high = self.size
        middle = {"left": (0.0, high / 2), "right": (wide, high / 2),
                  "lower": (wide / 2, 0.0), "upper": (wide / 2, high)}  # fmt: skip
        if rest == "edge" and head in middle:
            return middle[head]
        return _parse_place(name)

    @cached_property
    def revives(self) -> bool:
        """Can an ace bring an eaten disc back? (WD-43)"""
        return self.rules.cannibal and self.rules.revive and self.rules.ace != "step"

    @cached_property
    def least(self) -> int:
        """With how few discs a worm is still in the race: one, where an ace helps (WD-43)."""
        return 1 if self.revives else 2

    # --- start and finish ------------------------------------------------------------------------

    def lane(self, seat: str) -> float:
        """Where a worm starts when all start side by side, evenly between the tiles (WD-13)."""
        at = self.seats.index(seat)
        low = self.start.y - self.gap / 2
        return round(low + self.gap * (at + 0.5) / len(self.seats), DECIMALS)

    def built(self, y: float) -> Worm:
        """A worm as it starts: straight, perpendicular to the start line and behind it (WD-13).

        Its head lies just wholly between the two tiles, so that no other disc does.
        """
        head = self.start.x - self.half + self.radius
        xs = [head - at * self.coin for at in range(self.rules.length - 1, -1, -1)]
        return Worm(tuple(Point(round(x, DECIMALS), round(y, DECIMALS)) for x in xs))

    def between_tiles(self, place: Point) -> bool:
        """Does a disc there lie between the start tiles? (WD-22)"""
        inside = self.radius if self.rules.finish == "all" else 0.0
        return (
            abs(place.x - self.start.x) <= self.half - inside + TOLERANCE
            and abs(place.y - self.start.y) <= self.gap / 2 - inside + TOLERANCE
        )

    def wound(self, worm: Worm) -> float:
        """How far a worm has wound round the pylon: the end that has wound further (WD-22)."""
        return max((winding(self.pylon, worm, end) for end in ("head", "tail")), key=abs)

    def been_round(self, wound: float) -> bool:
        """Has a disc with this winding been round the far side, as often as it must? (WD-22)"""
        return abs(wound) >= winding_needed(self.rules.laps)

    def home_end(self, worm: Worm) -> str:
        """The end that lies between the start tiles after the way round, "" for none (WD-22)."""
        for end in ("head", "tail"):
            there = self.between_tiles(worm.end(end))
            if there and self.been_round(winding(self.pylon, worm, end)):
                return end
        return ""

    # --- slalom ----------------------------------------------------------------------------------

    def walls(self, state: State) -> Iterator[Wall]:
        """Where a slalom may not be crossed: on the wrong side of each tile (WD-30).

        Red is passed on its right: a worm on the way out, to the right, has the tile on its left,
        and so must not go by above. On the way back the same holds the other way round.
        """
        for place, (tile, colour) in enumerate(zip(state.tiles, state.colours, strict=True), 1):
            yield Wall(place, tile.middle, colour == "red", False)
            if self.rules.slalom == "both":
                yield Wall(place, tile.middle, colour != "red", True)

    def walls_for(self, state: State, wound: float) -> Iterator[Wall]:
        """Those that hold for a disc with this winding: on its way out, or back (WD-30)."""
        back = self.been_round(wound)
        return (wall for wall in self.walls(state) if wall.back == back)


def _parse_place(name: str) -> tuple[float, float] | None:
    x, _, y = name.partition(",")
    try:
        return float(x), float(y)
    except ValueError:
        return None


def place_name(place: Point) -> str:
    """A place as refusals name it: "20.5,12"."""
    return f"{format_number(place.x)},{format_number(place.y)}"


def initial_state(ruleset: Ruleset) -> State:
    """The table with start tiles and pylon, before anything else lies on it (WD-11)."""
    state = State(0, "set-up", ruleset.seats[0], FrozenDict())
    if ruleset.rules.slalom != "no":
        return state
    if not ruleset.rules.dealt:
        return after_obstacles(ruleset, state)
    return state._replace(phase="tiles") if ruleset.rules.set_up == "by hand" else state


def after_obstacles(ruleset: Ruleset, state: State) -> State:
    """The table as soon as the obstacles lie: the worms come (WD-13), or the race begins."""
    first = ruleset.seats[0]
    match ruleset.rules.starts:
        case "side by side":
            worms = FrozenDict((seat, ruleset.built(ruleset.lane(seat))) for seat in ruleset.seats)
            return state._replace(turn=1, phase="roll", to_move=first, worms=worms)
        case "chooses":
            return state._replace(phase="worms", to_move=first)
    return state._replace(turn=1, phase="worms", to_move=first)


def can_revive(ruleset: Ruleset, state: State) -> bool:
    """Has the seat to move a disc that was eaten and can come back? (WD-43)"""
    worm = state.worms.get(state.to_move)
    return ruleset.revives and worm is not None and len(worm.discs) < ruleset.rules.length


# --- who is next, and the end -------------------------------------------------------------------


def racing(ruleset: Ruleset, state: State) -> tuple[str, ...]:
    """The seats that are neither home nor gone."""
    return tuple(seat for seat in ruleset.seats if seat not in (*state.home, *state.gone))


def is_over(ruleset: Ruleset, state: State) -> bool:
    """Is the race over: a winner, if only that counts, or one worm at most is left? (WD-22)"""
    return len(racing(ruleset, state)) <= 1 or bool(state.home and not ruleset.rules.race_on)
