"""The places for a disc, a tile or a starting worm, and what forbids the others.

Vocabulary
    ring       the places where a disc touches an end disc, by their angles round it
    forbidden  arcs of the ring where something is in the way, with what it is
    allowed    the rest: arcs, not samples
    bites      arcs where the disc would be over another worm's end, and nothing else (WD-40)

The arcs are computed with half the tolerance to spare, so that an angle taken from the very end of
an arc is still good after rounding, and a gap exactly as wide as a disc lets it through.
``disc_refusal`` asks the same of one place, by distances alone and with the whole tolerance: it is
what decides. A test holds the two against each other.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property, reduce
from math import dist, sqrt
from typing import Any, NamedTuple

from piecepack_nb.core.steps import Refusal
from piecepack_nb.core.wording import join_list
from piecepack_nb.games.worm_derby.geometry.plane import (
    DECIMALS,
    NONE,
    TOLERANCE,
    Arcs,
    Point,
    Tile,
    beside,
    beyond_line_arcs,
    corners,
    disc_overlap_arcs,
    disc_slide_arcs,
    distance,
    distance_between_tiles,
    format_number,
    heights,
    tile_overlap_arcs,
    tile_slide_arcs,
    wall_arcs,
)
from piecepack_nb.games.worm_derby.geometry.winding import extend_worm, shorten_worm, winding
from piecepack_nb.games.worm_derby.ruleset import Ruleset, Wall, place_name
from piecepack_nb.games.worm_derby.state import ENDS, Disc, State, other_end

SPARE = TOLERANCE / 2


def thing_text(thing: str) -> str:
    """Return a thing's name as a sentence has it.

    >>> thing_text("suns 3"), thing_text("tile 7"), thing_text("pylon")
    ("the suns worm's disc 3", 'tile 7', 'the pylon')
    """
    head, _, rest = thing.rpartition(" ")
    if head and rest.isdecimal() and not head.endswith("tile"):
        return f"the {head} worm's disc {rest}"
    return thing if thing.startswith("tile") else f"the {thing}"


def angle_text(angle: float) -> str:
    """Return an angle as every sentence has it, from 0 up to 360: "45.2°"."""
    return f"{format_number(round(angle, 1) % 360)}°"


# --- Things near an end ---------------------------------------------------------------------------


class Nearby(NamedTuple):
    """The things near an end of a worm, and where that is."""

    seat: str
    to: str
    centre: Point
    own: tuple[Disc, ...]
    """The worm's own discs that stay, from the neighbour of the one that is touched onward."""
    discs: tuple[Disc, ...]
    """The other worms' discs; only an end that can be eaten has its ``end``."""
    tiles: tuple[tuple[str, Tile], ...]
    walls: tuple[Wall, ...]

    @property
    def places(self) -> tuple[tuple[str, Point], ...]:
        """The other worms' discs by name."""
        return tuple((disc.name, disc.place) for disc in self.discs)

    @property
    def things(self) -> tuple[tuple[str, Tile | Point], ...]:
        """The tiles and the other worms' discs by name."""
        return (*self.tiles, *self.places)


def find_nearby(ruleset: Ruleset, state: State, seat: str, to: str, adding: bool = False) -> Nearby:
    """Return what is near an end of a worm, whose disc at the other end is picked up (WD-2).

    Where a disc is ``adding`` to the worm, none is picked up (WD-43).
    """
    worm = state.worms[seat]
    centre = worm.end(to)
    far = 2.5 * ruleset.coin  # a cheater's step may be longer than a coin
    own, discs = [], []
    for disc in state.discs():
        if not _is_near(disc.place, centre, far):
            continue
        if disc.seat != seat:
            discs.append(disc._replace(end="") if disc.seat in state.home else disc)
        elif disc.place != centre and (adding or not disc.end):
            own.append(disc)
    if to == "head":
        own.reverse()
    far += 1.5 * ruleset.half
    tiles = tuple(each for each in ruleset.all_tiles(state.tiles) if _is_near(each[1], centre, far))
    walls = ruleset.walls_for(state, winding(ruleset.pylon, worm, to)) if state.colours else ()
    near_walls = tuple(w for w in walls if abs(w.start.x - centre.x) < 2 * ruleset.coin)
    return Nearby(seat, to, centre, tuple(own), tuple(discs), tiles, near_walls)


def _is_near(place: Point | Tile, centre: Point, reach: float) -> bool:
    reach += 2 * TOLERANCE
    return abs(place[0] - centre[0]) <= reach and abs(place[1] - centre[1]) <= reach


# --- The ring -------------------------------------------------------------------------------------


class Forbidden(NamedTuple):
    """A thing that is in the way, and at which angles."""

    clause: str
    thing: str
    """Its name, such as "tile 7" (see ``ruleset``)."""
    how: str
    """The disc "is over" it; "touches" it (a disc of the same worm); "doesn't fit past" it,
    where only the place is free; "passes the wrong side of" it, in a slalom."""
    arcs: Arcs

    @property
    def text(self) -> str:
        """The obstacle, in words."""
        return f"the disc {self.how} {thing_text(self.thing)}"


class Bite(NamedTuple):
    """Another worm's end that the disc would eat, and at which angles (WD-40)."""

    seat: str
    end: str
    thing: str
    """The name of the disc."""
    arcs: Arcs


class Ring:
    """The ring round an end of a worm."""

    def __init__(
        self, near: Nearby, step: float, forbidden: tuple[Forbidden, ...], bites: tuple[Bite, ...]
    ) -> None:
        self.seat, self.to, self.centre = near.seat, near.to, near.centre
        self.step = step
        self.forbidden = forbidden
        self.bites = bites

    @cached_property
    def allowed(self) -> Arcs:
        """The angles at which a disc may lie and eats nothing."""
        return ~_union(self.forbidden, self._bitten)

    @cached_property
    def _bitten(self) -> Arcs:
        return _union(self.bites)

    @property
    def open(self) -> Arcs:
        """The angles at which a disc may lie, eating or not."""
        return self.allowed | self._bitten

    @property
    def text(self) -> str:
        """The obstacles round this end, in a sentence."""
        things = list(dict.fromkeys(thing_text(each.thing) for each in self.forbidden if each.arcs))
        are = "are" if len(things) > 1 else "is"
        return f"at the {self.to} {join_list(things or ['nothing'])} {are} in the way"

    def to_json(self) -> dict[str, Any]:
        """Return the ring as plain data, angles in degrees."""
        return {
            "seat": self.seat, "to": self.to, "centre": list(self.centre), "step": self.step,
            "allowed": [list(span) for span in self.allowed],
            "forbidden": [
                [each.clause, each.thing, each.how, [list(span) for span in each.arcs]]
                for each in self.forbidden
            ],
            "bites": [[each.seat, each.end, [list(s) for s in each.arcs]] for each in self.bites],
        }  # fmt: skip


def _union(each_with_arcs: tuple[Any, ...] | list[Any], arcs: Arcs = NONE) -> Arcs:
    return reduce(Arcs.__or__, (each.arcs for each in each_with_arcs), arcs)


def ring(
    ruleset: Ruleset,
    state: State,
    seat: str,
    to: str,
    adding: bool = False,
    step: float | None = None,
) -> Ring:
    """Return where a disc may be laid at the end ``to`` of a worm, and what forbids the rest.

    It touches the end disc (WD-3), lies on no other thing (WD-4), touches no other disc of its
    worm (WD-3), and gets past what it has to pass (WD-5); where worms are cannibals it may lie over
    another's end (WD-40). ``step`` is how far it is laid from the end disc: a diameter, unless one
    cheats.
    """
    near = find_nearby(ruleset, state, seat, to, adding)
    step = ruleset.coin if step is None else step
    forbidden = [*_edge_arcs(ruleset, near, step), *_own_arcs(ruleset, near, step)]
    forbidden += _thing_arcs(ruleset, near.centre, step, near.tiles)
    forbidden += _wall_arcs(ruleset, near, step)
    forbidden += _thing_arcs(ruleset, near.centre, step, near.places)
    bites: tuple[Bite, ...] = ()
    if ruleset.rules.cannibal and not adding:
        bites = tuple(_bites(ruleset, near, step, forbidden))
        eaten = {bite.thing: bite.arcs for bite in bites}
        forbidden = [
            each._replace(arcs=each.arcs - eaten.get(each.thing, NONE)) for each in forbidden
        ]
    return Ring(near, step, tuple(each for each in forbidden if each.arcs), bites)


def rings_of(ruleset: Ruleset, state: State, seat: str) -> dict[str, Ring]:
    """Return the rings at the ends of a worm to which it may go now (WD-2, WD-41).

    A worm that was eaten must pick up discs at that end.
    """
    eaten_at = state.worms[seat].eaten_at if ruleset.rules.flee else ""
    ends = [other_end(eaten_at)] if eaten_at else ENDS
    return {to: ring(ruleset, state, seat, to) for to in ends}


def _offset(place: Point, centre: Point) -> tuple[float, float]:
    return place.x - centre.x, place.y - centre.y


def _edge_arcs(ruleset: Ruleset, near: Nearby, step: float) -> Iterator[Forbidden]:
    """Yield where the disc would reach over the table's edge (WD-4)."""
    edges = ruleset.edges(near.centre)
    for normal, name in ((0.0, "right"), (90.0, "upper"), (180.0, "left"), (270.0, "lower")):
        far = edges[f"{name} edge"] - ruleset.radius + SPARE
        if arcs := beyond_line_arcs(step, normal, far):
            yield Forbidden("WD-4", f"{name} edge", "is over", arcs)


def _own_arcs(ruleset: Ruleset, near: Nearby, step: float) -> Iterator[Forbidden]:
    """Yield where it would touch another disc of its worm: no loops, no branches (WD-1, WD-3).

    A disc that forbids nothing that its neighbours don't is left out.
    """
    before = NONE
    for disc in near.own:
        offset = _offset(disc.place, near.centre)
        arcs = disc_overlap_arcs(step, offset, ruleset.coin + TOLERANCE + SPARE)
        if arcs and arcs - before:
            yield Forbidden("WD-3", disc.name, "touches", arcs)
            before |= arcs


def _thing_arcs(
    ruleset: Ruleset, centre: Point, step: float, things: Sequence[tuple[str, Tile | Point]]
) -> Iterator[Forbidden]:
    """Yield where it would be on a tile or another worm (WD-4), or not fit past it (WD-5)."""
    far = step + ruleset.radius + max(ruleset.half * sqrt(2), ruleset.radius)
    for name, thing in things:
        if dist(centre, thing[:2]) > far:
            continue
        lies = _overlap_arcs(ruleset, centre, step, thing)
        yield Forbidden("WD-4", name, "is over", lies)
        if ruleset.slides:
            passes = _slide_arcs(ruleset, centre, step, thing) - lies
            yield Forbidden("WD-5", name, "doesn't fit past", passes)


def _overlap_arcs(ruleset: Ruleset, centre: Point, step: float, thing: Tile | Point) -> Arcs:
    if isinstance(thing, Tile):
        return tile_overlap_arcs(step, centre, thing, ruleset.half, ruleset.radius - SPARE)
    return disc_overlap_arcs(step, _offset(thing, centre), ruleset.coin - SPARE)


def _slide_arcs(ruleset: Ruleset, centre: Point, step: float, thing: Tile | Point) -> Arcs:
    if isinstance(thing, Tile):
        return tile_slide_arcs(step, centre, thing, ruleset.half, ruleset.radius - SPARE)
    return disc_slide_arcs(step, _offset(thing, centre), ruleset.coin - SPARE)


def _wall_arcs(ruleset: Ruleset, near: Nearby, step: float) -> Iterator[Forbidden]:
    """Yield where it would go by on the wrong side of a slalom tile (WD-30)."""
    x, y = near.centre
    for wall in near.walls:
        offset = (wall.start.x + TOLERANCE - x, wall.start.y - y)
        arcs = wall_arcs(step, offset, 90.0 if wall.up else 270.0, ruleset.size[1], SPARE)
        yield Forbidden("WD-30", f"tile {wall.tile}", "passes the wrong side of", arcs)


def _bites(
    ruleset: Ruleset, near: Nearby, step: float, forbidden: list[Forbidden]
) -> Iterator[Bite]:
    """Yield where it would lie far enough over another worm's end and nothing else (WD-40)."""
    reach = ruleset.coin if ruleset.rules.overlay == "overlap" else ruleset.radius
    for disc in near.discs:
        offset = _offset(disc.place, near.centre)
        arcs = disc_overlap_arcs(step, offset, reach - TOLERANCE - SPARE) if disc.end else NONE
        if free := arcs - _union([each for each in forbidden if each.thing != disc.name]):
            yield Bite(disc.seat, disc.end, disc.name, free)


def further_step(ruleset: Ruleset, state: State, seat: str, to: str) -> float | None:
    """Return an angle at which one more step is possible that eats nothing; None for none.

    The arcs of the ring say exactly if there is one; ``disc_refusal`` tries the angle before it is
    named, so that no turn is ever refused for a step that can't be made (WD-21).
    """
    found = ring(ruleset, state, seat, to).allowed
    if not found:
        return None
    start, end = max(found, key=lambda span: span[1] - span[0])
    angle = (start + end) / 2 % 360
    return angle if disc_refusal(ruleset, state, seat, to, angle) is None else None


# --- One place, by distances alone ----------------------------------------------------------------


class Eaten(NamedTuple):
    """A disc that a step eats: whose, and at which end."""

    seat: str
    end: str


def disc_refusal(
    ruleset: Ruleset, state: State, seat: str, to: str, angle: float, adding: bool = False
) -> Refusal | None:
    """Return why a disc may not be laid at this angle at the end ``to``; None if it may.

    It touches no other disc of its worm (WD-3), lies on nothing (WD-4) but perhaps an end that it
    eats (WD-40), gets past what it has to pass (WD-5), and on the right side in a slalom (WD-30).
    """
    near = find_nearby(ruleset, state, seat, to, adding)
    place = beside(near.centre, angle, ruleset.coin)
    if not adding and ruleset.rules.cannibal:
        near, refused = _bite_refusal(ruleset, near, place)
        if refused is not None:
            return refused
    return (
        _own_refusal(ruleset, near, place)
        or _overlap_refusal(ruleset, near, place)
        or _way_refusal(ruleset, near, place)
        or _side_refusal(state, near, place)
    )


def _own_refusal(ruleset: Ruleset, near: Nearby, place: Point) -> Refusal | None:
    """Return which disc of its own worm it would touch (WD-1, WD-3)."""
    for disc in near.own:
        between = distance(place, disc.place)
        if between < ruleset.coin + TOLERANCE:
            how = "would be over" if between < ruleset.coin - TOLERANCE else "would touch"
            text = f"the disc {how} {thing_text(disc.name)}: a worm has no loops and no branches"
            return Refusal("WD-3", text, (place_name(place), disc.name))
    return None


def _overlap_refusal(ruleset: Ruleset, near: Nearby, place: Point) -> Refusal | None:
    """Return which edge, tile or other worm it would be over (WD-4)."""
    for thing, room in _rooms(ruleset, near, place):
        if room < -TOLERANCE:
            over = "reach over" if thing.endswith("edge") else "be over"
            inches = _length_text(-room)
            text = f"the disc would {over} {thing_text(thing)} by {inches} inches"
            return Refusal("WD-4", text, (place_name(place), thing))
    return None


def _rooms(ruleset: Ruleset, near: Nearby, place: Point) -> Iterator[tuple[str, float]]:
    """Yield each thing near, and the inches between it and a disc there."""
    for name, far in ruleset.edges(place).items():
        yield name, far - ruleset.radius
    for name, thing in near.things:
        yield name, ruleset.room_beside(thing, place)


def _way_refusal(ruleset: Ruleset, near: Nearby, place: Point) -> Refusal | None:
    """Return what it doesn't fit past on its straight slide from the end disc (WD-5).

    It begins where a disc lies that may overlap by the tolerance itself, hence twice that.
    """
    start, half = near.centre, ruleset.half
    rooms = {name: ruleset.step_room(thing, start, place) for name, thing in near.things}
    lacking = {name: -room for name, room in rooms.items() if room < -2 * TOLERANCE}
    if not lacking:
        return None
    text = f"the disc doesn't fit past {join_list(map(thing_text, lacking))}"
    tiles = [tile for name, tile in near.tiles if name in lacking]
    gap = distance_between_tiles(tiles[0], tiles[1], half) if len(tiles) == 2 else ruleset.coin
    if len(lacking) == 2 and gap < ruleset.coin:
        left = _length_beside(max(0.0, gap), ruleset.coin)
        text += f": they leave {left} inches, and it is {ruleset.coin:g} wide"
    else:
        short = _length_text(2 * max(lacking.values()))  # of its width, not of its radius
        text += f" on the straight way there: it would have to be {short} inches smaller"
    return Refusal("WD-5", text, (place_name(place), *lacking))


def _side_refusal(state: State, near: Nearby, place: Point) -> Refusal | None:
    """Return which slalom tile it would pass on the wrong side (WD-30)."""
    for wall in near.walls:
        if wall.bars(near.centre, place, TOLERANCE):
            colour = state.colours[wall.tile - 1]
            side = "right" if colour == "red" else "left"
            way = "back" if wall.back else "out"
            text = f"tile {wall.tile} is {colour}: on the way {way} you must pass it on the {side}"
            return Refusal("WD-30", text, (place_name(place), f"tile {wall.tile}"))
    return None


def _length_text(inches: float) -> str:
    """Return a length for a sentence: never 0 where it is more.

    >>> [_length_text(each) for each in (0.75, 0.004, 0.00005)]
    ['0.75', '0.004', '0.00005']
    """
    return f"{inches:.2f}" if inches >= 0.005 else format_number(float(f"{inches:.1g}"))


def _length_beside(inches: float, limit: float, decimals: int = 2) -> str:
    """Return a length for a sentence that shows it is not the limit, however near it is.

    >>> _length_beside(0.6, 0.75), _length_beside(0.74999, 0.75), _length_beside(2.00004, 2, 3)
    ('0.60', '0.74999', '2.00004')
    """
    return next(
        text for more in range(decimals, DECIMALS + 1)
        if float(text := f"{inches:.{more}f}") != limit or more == DECIMALS
    )  # fmt: skip


# --- A disc that is laid, and what it eats --------------------------------------------------------


def _discs_under(ruleset: Ruleset, near: Nearby, place: Point) -> list[Disc]:
    """Return the other worms' discs that a disc there would be over."""
    return [d for d in near.discs if ruleset.room_beside(d.place, place) < -TOLERANCE]


def _bite_refusal(ruleset: Ruleset, near: Nearby, place: Point) -> tuple[Nearby, Refusal | None]:
    """Return what is near but for the end that is eaten; why it can't be eaten (WD-40)."""
    ends = [disc for disc in _discs_under(ruleset, near, place) if disc.end]
    if not ends:
        return near, None
    names = [disc.name for disc in ends]
    text = f"the disc would be over {join_list(map(thing_text, names))}"
    if len(ends) > 1:
        text += ": a step eats one end only"
        return near, Refusal("WD-40", text, (place_name(place), *names))
    far = distance(place, ends[0].place)
    if ruleset.rules.overlay == "middle" and far >= ruleset.radius - TOLERANCE:
        text += ", but not over its middle: it can't eat it"
        return near, Refusal("WD-40", text, (place_name(place), names[0]))
    return near._replace(discs=tuple(disc for disc in near.discs if disc != ends[0])), None


def find_eaten(ruleset: Ruleset, state: State, seat: str, to: str, angle: float) -> Eaten | None:
    """Return the end that a legal step at this angle eats; None for none (WD-40)."""
    if not ruleset.rules.cannibal:
        return None
    near = find_nearby(ruleset, state, seat, to)
    under = _discs_under(ruleset, near, beside(near.centre, angle, ruleset.coin))
    return Eaten(under[0].seat, under[0].end) if under else None


def after_step(
    ruleset: Ruleset, state: State, seat: str, to: str, angle: float, adding: bool = False
) -> State:
    """Return the table once a disc was laid there, and what it eats is gone (WD-2, WD-40)."""
    eaten = find_eaten(ruleset, state, seat, to, angle)
    state = lay_disc(ruleset, state, seat, to, angle, adding)
    return state if eaten is None else remove_eaten(ruleset, state, eaten)


def lay_disc(
    ruleset: Ruleset, state: State, seat: str, to: str, angle: float, adding: bool = False
) -> State:
    """Return the table once a disc was laid there; a worm that moved has fled (WD-41).

    The disc at the other end was picked up for it (WD-2), unless it is ``adding`` to the worm
    (WD-43).
    """
    worm = state.worms[seat]
    place = beside(worm.end(to), angle, ruleset.coin)
    moved = extend_worm(ruleset.pylon, worm, to, place, pick_up=not adding)
    return state.put(seat, moved if adding else moved._replace(eaten_at=""))


def remove_eaten(ruleset: Ruleset, state: State, eaten: Eaten) -> State:
    """Return the table without an eaten disc; a worm with too few left is gone (WD-43)."""
    worm = state.worms[eaten.seat]
    if len(worm.discs) <= ruleset.least:
        return state._replace(worms=state.worms.drop(eaten.seat), gone=(*state.gone, eaten.seat))
    return state.put(eaten.seat, shorten_worm(ruleset.pylon, worm, eaten.end))


# --- Tiles ----------------------------------------------------------------------------------------

OFF_LINE = 1.0
"""The most that a slalom tile may lie off the straight line, in tile widths."""


def _at(tile: Tile, *things: str) -> tuple[str, ...]:
    return (place_name(tile.middle), *things)


def _tile_refusal(
    ruleset: Ruleset, state: State, tile: Tile, but: int | None = None
) -> Refusal | None:
    """Return why a tile can't lie there: off the table, on a worm or a tile (WD-4, WD-12).

    They may touch. ``but`` is the number of the tile itself, where it is on the table already.
    """
    clause = "WD-12" if but is None else "WD-20"
    if corner := ruleset.corner_off(tile):
        return Refusal(clause, f"a corner of it would be off the table, at {corner}", _at(tile))
    for name, other in ruleset.all_tiles(state.tiles):
        if name != f"tile {but}" and ruleset.overlap(tile, other):
            return Refusal(clause, f"it would overlap {thing_text(name)}", _at(tile, name))
    for disc in state.discs():
        if ruleset.covers(tile, disc.place):
            text = f"it would be on {thing_text(disc.name)}"
            return Refusal(clause, text, _at(tile, disc.name))
    return None


def obstacle_refusal(ruleset: Ruleset, state: State, tile: Tile) -> Refusal | None:
    """Return why an obstacle may not be placed there at the start; None if it may (WD-12).

    It lies between the start line and the pylon, some tile widths clear of both.
    """
    xs = [corner.x for corner in corners(tile, ruleset.half)]
    clear = ruleset.rules.clear_tiles * ruleset.rules.tile
    if max(xs) > ruleset.pylon.x + TOLERANCE:
        return Refusal("WD-12", "it would be beyond the pylon", _at(tile, "pylon"))
    gaps = (
        (min(xs) - ruleset.start.x, "start line", ("start tile 1", "start tile 2")),
        (distance_between_tiles(tile, ruleset.fixed["pylon"], ruleset.half), "pylon", ("pylon",)),
    )
    for gap, what, things in gaps:
        if gap < clear - TOLERANCE:
            inches = format_number(float(_length_beside(max(0.0, gap), clear)))
            text = f"it would be {inches} inches from the {what}; {clear:g} must stay clear"
            return Refusal("WD-12", text, _at(tile, *things))
    return _tile_refusal(ruleset, state, tile)


def tile_move_refusal(ruleset: Ruleset, state: State, place: int, tile: Tile) -> Refusal | None:
    """Return why an ace may not move this obstacle there; None if it may (WD-20).

    What had to stay clear at the start need not do so any more.
    """
    before, reach = state.tiles[place - 1], ruleset.tile_reach
    if tile == before:
        return Refusal("WD-20", f"tile {place} is already there", (f"tile {place}",))
    if (far := distance(before, tile)) > reach + TOLERANCE:
        inches = format_number(float(_length_beside(far, reach, 3)))
        text = f"tile {place} would go {inches} inches; an ace moves it {reach:g}"
        return Refusal("WD-20", text, _at(tile, f"tile {place}"))
    return _tile_refusal(ruleset, state, tile, place)


def slalom_tile_refusal(ruleset: Ruleset, state: State, tile: Tile) -> Refusal | None:
    """Return why a slalom tile may not lie there after those before it; None if it may (WD-30).

    They lie in a row toward the pylon, a tile's width or more between them.
    """
    width = ruleset.rules.tile
    if abs(tile.y - ruleset.start.y) > OFF_LINE * width + TOLERANCE:
        return Refusal("WD-30", "it would be off the line from start to pylon", _at(tile))
    for place, other in enumerate(state.tiles, 1):
        gap = distance_between_tiles(tile, other, ruleset.half)
        if gap < width - TOLERANCE or tile.x < other.x:
            text = f"it would not be a tile's width further on than tile {place}"
            return Refusal("WD-30", text, _at(tile, f"tile {place}"))
    return obstacle_refusal(ruleset, state, tile)


# --- Worms at the start ---------------------------------------------------------------------------


def _taken_heights(ruleset: Ruleset, state: State) -> Iterator[tuple[float, float, str]]:
    """Yield where other things leave no room for a worm: from, to, and which thing it is.

    An ace may have moved an obstacle there before the last worm has come.
    """
    xs = [disc.x for disc in ruleset.built(ruleset.start.y).discs]
    for disc in state.discs():
        near = min(abs(disc.place.x - x) for x in xs)
        if near < ruleset.coin:
            half = math.sqrt(ruleset.coin**2 - near**2)
            yield disc.place.y - half, disc.place.y + half, disc.name
    for place, tile in enumerate(state.tiles, 1):
        for x in xs:
            if taken := heights(x, tile, ruleset.half, ruleset.radius):
                yield *taken, f"tile {place}"


def free_lanes(ruleset: Ruleset, state: State) -> list[tuple[float, float]]:
    """Return the heights at which a worm can be built now, as intervals (WD-13)."""
    room = ruleset.gap / 2 - ruleset.radius
    free, low = [], ruleset.start.y - room
    top = ruleset.start.y + room
    for start, end, _ in sorted(_taken_heights(ruleset, state)):
        if start > low:
            free.append((low, min(start, top)))
        low = max(low, end)
    return [span for span in (*free, (low, top)) if span[0] <= span[1]]


def lane_refusal(ruleset: Ruleset, state: State, y: float) -> Refusal | None:
    """Return why a worm may not be built there; None if it may (WD-13)."""
    there = place_name(ruleset.built(y).discs[-1])
    room = ruleset.gap / 2 - ruleset.radius
    if abs(y - ruleset.start.y) > room + TOLERANCE:
        low, high = (format_number(ruleset.start.y + by) for by in (-room, room))
        text = f"its head must be between the start tiles: from {low} to {high}"
        return Refusal("WD-13", text, (there, "start tile 1", "start tile 2"))
    for start, end, name in _taken_heights(ruleset, state):
        if start + TOLERANCE < y < end - TOLERANCE:
            return Refusal("WD-13", f"it would be on {thing_text(name)}", (there, name))
    return None
