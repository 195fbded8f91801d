"""The ring round an end of a worm: where the next disc may lie, and what forbids the rest.

Vocabulary
    ring       the places where a disc touches an end disc, by their angles round it
    forbidden  arcs of the ring where something is in the way, with what it is
    allowed    the rest: arcs, not samples
    bites      arcs where the disc would lie over another worm's end, and nothing else (WD-40)

The arcs are worked out with half the tolerance to spare, so that an angle taken from the very end
of an arc is still good after rounding, and a gap exactly as wide as a disc lets it through.
``obstruction`` asks the same of one place, by distances alone and with the whole tolerance: it is
what decides.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
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
    distance_to_tile,
    format_number,
    heights,
    slide_to_point,
    slide_to_tile,
    tile_overlap_arcs,
    tile_slide_arcs,
    wall_arcs,
)
from piecepack_nb.games.worm_derby.geometry.winding import extend_worm, shorten_worm, winding
from piecepack_nb.games.worm_derby.ruleset import Ruleset, Wall, disc_name, place_name
from piecepack_nb.games.worm_derby.state import ENDS, State, Worm, other_end

# --- The ring ------------------------------------------------------------------------------------


SPARE = TOLERANCE / 2


class Forbidden(NamedTuple):
    """What is in the way, and at which angles."""

    clause: str
    thing: str
    """Its name, such as "tile 7" (see ``table``)."""
    how: str
    """How it is in the way: the disc "lies over" it; "touches" it (a disc of the same worm);
    "doesn't fit past" it, though the place is free; "passes the wrong side of" it, in a slalom."""
    arcs: Arcs

    @property
    def text(self) -> str:
        """What is in the way, in words."""
        return f"the disc {self.how} {thing_text(self.thing)}"


def thing_text(thing: str) -> str:
    """A thing in a sentence."""
    head, _, rest = thing.rpartition(" ")
    if head and rest.isdecimal() and not head.endswith("tile"):
        return f"the {head} worm's disc {rest}"
    return thing if head.startswith("tile") or thing.startswith("tile") else f"the {thing}"


class Bite(NamedTuple):
    """Another worm's end that the disc would eat, and at which angles (WD-40)."""

    seat: str
    end: str
    thing: str
    """The name of the disc (see ``table``)."""
    arcs: Arcs


class Ring:
    """The ring round an end of a worm."""

    def __init__(
        self,
        seat: str,
        to: str,
        centre: Point,
        step: float,
        forbidden: tuple[Forbidden, ...],
        bites: tuple[Bite, ...] = (),
    ) -> None:
        self.seat = seat
        self.to = to
        self.centre = centre
        self.step = step
        self.forbidden = forbidden
        self.bites = bites

    @cached_property
    def allowed(self) -> Arcs:
        """The angles at which a disc may lie and eats nothing."""
        return ~reduce(Arcs.__or__, (each.arcs for each in self.forbidden), self._bitten)

    @cached_property
    def _bitten(self) -> Arcs:
        return reduce(Arcs.__or__, (each.arcs for each in self.bites), NONE)

    @property
    def open(self) -> Arcs:
        """The angles at which a disc may lie, eating or not."""
        return self.allowed | self._bitten

    @property
    def text(self) -> str:
        """What is in the way round this end, in a sentence."""
        things = list(dict.fromkeys(thing_text(each.thing) for each in self.forbidden if each.arcs))
        are = "are" if len(things) > 1 else "is"
        return f"at the {self.to} {join_list(things or ['nothing'])} {are} in the way"

    def to_json(self) -> dict[str, Any]:
        """The ring as plain data, angles in degrees."""
        return {
            "seat": self.seat, "to": self.to, "centre": list(self.centre), "step": self.step,
            "allowed": [list(span) for span in self.allowed],
            "forbidden": [
                [each.clause, each.thing, each.how, [list(span) for span in each.arcs]]
                for each in self.forbidden
            ],
            "bites": [[each.seat, each.end, [list(s) for s in each.arcs]] for each in self.bites],
        }  # fmt: skip


# --- the arcs -----------------------------------------------------------------------------------


def ring(
    ruleset: Ruleset,
    state: State,
    seat: str,
    to: str,
    adding: bool = False,
    step: float | None = None,
) -> Ring:
    """Where a disc may be laid at the end ``to`` of a worm, and what forbids the rest.

    It touches the end disc (WD-3), lies on no other thing (WD-4), touches no other disc of its
    worm (WD-3), and gets past what it has to pass (WD-5); where worms are cannibals it may lie over
    another's end (WD-40). ``step`` is how far it is laid from the end disc: a diameter, unless one
    cheats.
    """
    near = find_nearby(ruleset, state, seat, to, adding)
    step = ruleset.coin if step is None else step
    forbidden = [*_edge_arcs(ruleset, near, step), *_own_arcs(ruleset, state, near, step)]
    forbidden += _tile_arcs(ruleset, near, step)
    forbidden += (_wall_arcs(ruleset, wall, near.centre, step) for wall in near.walls)
    for disc in near.discs:
        forbidden += _disc_arcs(ruleset, state, disc, near.centre, step)
    bites: tuple[Bite, ...] = ()
    if ruleset.rules.cannibal and not adding:
        bites = tuple(_bites(ruleset, state, near, step, forbidden))
        forbidden = [_except_bites(each, bites) for each in forbidden]
    found = tuple(each for each in forbidden if each.arcs)
    return Ring(seat, to, near.centre, step, found, bites)


def _bites(
    ruleset: Ruleset, state: State, near: Nearby, step: float, forbidden: list[Forbidden]
) -> Iterator[Bite]:
    """Where the disc would lie far enough over another worm's end and nothing else (WD-40)."""
    for disc in near.discs:
        if disc.end:
            name = disc_name(state.worms[disc.seat], disc.seat, disc.at)
            arcs = _bite_arcs(ruleset, disc, near.centre, step)
            if arcs:
                others = (each.arcs for each in forbidden if each.thing != name)
                if free := arcs - reduce(Arcs.__or__, others, NONE):
                    yield Bite(disc.seat, disc.end, name, free)


def _except_bites(forbidden: Forbidden, bites: tuple[Bite, ...]) -> Forbidden:
    """What is forbidden by a disc but for where it is eaten."""
    for bite in bites:
        if bite.thing == forbidden.thing:
            return forbidden._replace(arcs=forbidden.arcs - bite.arcs)
    return forbidden


def _edge_arcs(ruleset: Ruleset, near: Nearby, step: float) -> Iterator[Forbidden]:
    """A disc stays wholly on the table (WD-4)."""
    x, y = near.centre
    wide, high = ruleset.size
    room = {"right edge": wide - x, "upper edge": high - y, "left edge": x, "lower edge": y}
    for turn, (name, far) in enumerate(room.items()):
        arcs = beyond_line_arcs(step, 90.0 * turn, far - ruleset.radius + SPARE)
        if arcs:
            yield Forbidden("WD-4", name, "lies over", arcs)


def _own_arcs(ruleset: Ruleset, state: State, near: Nearby, step: float) -> Iterator[Forbidden]:
    """It touches no other disc of its worm: there are no loops and no branches (WD-1, WD-3).

    A disc that forbids nothing that its neighbours don't is left out.
    """
    worm, before = state.worms[near.seat], NONE
    for disc in near.own:
        offset = (disc.place.x - near.centre.x, disc.place.y - near.centre.y)
        arcs = disc_overlap_arcs(step, offset, ruleset.coin + TOLERANCE + SPARE)
        if arcs and arcs - before:
            yield Forbidden("WD-3", disc_name(worm, disc.seat, disc.at), "touches", arcs)
            before |= arcs


def _disc_arcs(
    ruleset: Ruleset, state: State, disc: Disc, centre: Point, step: float
) -> list[Forbidden]:
    """It lies on no other worm (WD-4), and slides past none without room (WD-5)."""
    if dist(centre, disc.place) > step + ruleset.coin:
        return []
    name = disc_name(state.worms[disc.seat], disc.seat, disc.at)
    offset, reach = (disc.place.x - centre.x, disc.place.y - centre.y), ruleset.coin - SPARE
    lies = disc_overlap_arcs(step, offset, reach)
    found = [Forbidden("WD-4", name, "lies over", lies)]
    if ruleset.rules.squeeze == "slide":
        passes = disc_slide_arcs(step, offset, reach) - lies
        found.append(Forbidden("WD-5", name, "doesn't fit past", passes))
    return found


def _bite_arcs(ruleset: Ruleset, disc: Disc, centre: Point, step: float) -> Arcs:
    """Where it lies over another worm's end as far as it must to eat it (WD-40)."""
    offset = (disc.place.x - centre.x, disc.place.y - centre.y)
    reach = ruleset.coin if ruleset.rules.overlay == "overlap" else ruleset.radius
    return disc_overlap_arcs(step, offset, reach - TOLERANCE - SPARE)


def _tile_arcs(ruleset: Ruleset, near: Nearby, step: float) -> Iterator[Forbidden]:
    """It lies on no tile (WD-4), and slides past none without room (WD-5)."""
    reach = ruleset.radius - SPARE
    far = step + ruleset.radius + ruleset.half * sqrt(2)
    for name, tile in near.tiles:
        if dist(near.centre, tile[:2]) > far:
            continue
        lies = tile_overlap_arcs(step, near.centre, tile, ruleset.half, reach)
        yield Forbidden("WD-4", name, "lies over", lies)
        if ruleset.rules.squeeze == "slide":
            passes = tile_slide_arcs(step, near.centre, tile, ruleset.half, reach) - lies
            yield Forbidden("WD-5", name, "doesn't fit past", passes)


def _wall_arcs(ruleset: Ruleset, wall: Wall, centre: Point, step: float) -> Forbidden:
    """It doesn't go by on the wrong side of a slalom tile (WD-30)."""
    offset = (wall.start.x + TOLERANCE - centre.x, wall.start.y - centre.y)
    toward = 90.0 if wall.up else 270.0
    arcs = wall_arcs(step, offset, toward, ruleset.size[1], SPARE)
    return Forbidden("WD-30", f"tile {wall.tile}", "passes the wrong side of", arcs)


def rings_of(
    ruleset: Ruleset, state: State, seat: str, ends: Iterable[str] = ENDS
) -> dict[str, Ring]:
    """The rings at the ends of a worm to which it may go now (WD-2, WD-41).

    A worm that was eaten must pick up discs at that end.
    """
    eaten_at = state.worms[seat].eaten_at if ruleset.rules.flee else ""
    tos = [other_end(eaten_at)] if eaten_at else list(ends)
    return {to: ring(ruleset, state, seat, to) for to in tos}


def angle_text(angle: float) -> str:
    """An angle as a sentence has it."""
    return f"{format_number(round(angle, 1))} degrees"


# --- Things near an end --------------------------------------------------------------------------


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


def find_nearby(ruleset: Ruleset, state: State, seat: str, to: str, adding: bool = False) -> Nearby:
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
        tuple(disc for disc in own if _is_near(disc.place, centre, 2.5 * ruleset.coin)),
        tuple(_nearby_discs(ruleset, state, seat, centre)),
        tuple(_nearby_tiles(ruleset, state, centre)),
        tuple(wall for wall in walls if abs(wall.start.x - centre.x) < 2 * ruleset.coin),
    )


def _is_near(place: Point | Tile, centre: Point, reach: float) -> bool:
    reach += 2 * TOLERANCE
    return abs(place[0] - centre[0]) <= reach and abs(place[1] - centre[1]) <= reach


def _nearby_discs(ruleset: Ruleset, state: State, seat: str, centre: Point) -> Iterator[Disc]:
    reach = 2.5 * ruleset.coin  # a cheater's step may be longer than a coin
    for other, worm in state.worms.items():
        if other != seat:
            last = len(worm.discs) - 1
            for at, place in enumerate(worm.discs):
                if _is_near(place, centre, reach):
                    end = "head" if at == last else "" if at else "tail"
                    end = "" if other in state.home else end
                    yield Disc(other, at, place, end)


def _nearby_tiles(ruleset: Ruleset, state: State, centre: Point) -> Iterator[tuple[str, Tile]]:
    reach = 1.5 * ruleset.half + 2.5 * ruleset.coin
    for name, tile in ruleset.fixed.items():
        if _is_near(tile, centre, reach):
            yield name, tile
    for place, tile in enumerate(state.tiles, 1):
        if _is_near(tile, centre, reach):
            yield f"tile {place}", tile


# --- One place, by distances alone ---------------------------------------------------------------


class Eaten(NamedTuple):
    """A disc that a step eats: whose, and at which end."""

    seat: str
    end: str


def disc_refusal(
    ruleset: Ruleset, state: State, seat: str, to: str, angle: float, adding: bool = False
) -> Refusal | None:
    """Why a disc may not be laid at this angle at the end ``to`` of a worm; None if it may.

    It touches no other disc of its worm (WD-3), lies on nothing (WD-4) but perhaps an end that it
    eats (WD-40), gets past what it has to pass (WD-5), and on the right side in a slalom (WD-30).
    """
    near = find_nearby(ruleset, state, seat, to, adding)
    place = beside(near.centre, angle, ruleset.coin)
    if not adding and ruleset.rules.cannibal:
        near, refused = _bite_refusal(ruleset, state, near, place)
        if refused is not None:
            return refused
    return (
        _own_refusal(ruleset, state, near, place)
        or _overlap_refusal(ruleset, state, near, place)
        or (
            _slide_refusal(ruleset, state, near, place)
            if ruleset.rules.squeeze == "slide"
            else None
        )
        or _side_refusal(ruleset, state, near, place)
    )


def _own_refusal(ruleset: Ruleset, state: State, near: Nearby, place: Point) -> Refusal | None:
    """It touches no other disc of its own worm (WD-1, WD-3)."""
    for disc in near.own:
        between = distance(place, disc.place)
        if between < ruleset.coin + TOLERANCE:
            name = disc_name(state.worms[disc.seat], disc.seat, disc.at)
            how = "would lie over" if between < ruleset.coin - TOLERANCE else "would touch"
            text = f"the disc {how} {thing_text(name)}: a worm has no loops and no branches"
            return Refusal("WD-3", text, (place_name(place), name))
    return None


def _overlap_refusal(ruleset: Ruleset, state: State, near: Nearby, place: Point) -> Refusal | None:
    """It lies on the table, and on no tile and no other worm (WD-4)."""
    for thing, far, least in _distances(ruleset, state, near, place):
        if far < least - TOLERANCE:
            over = "reach over" if thing.endswith("edge") else "lie over"
            text = (
                f"the disc would {over} {thing_text(thing)} by {_length_text(least - far)} inches"
            )
            return Refusal("WD-4", text, (place_name(place), thing))
    return None


def _distances(
    ruleset: Ruleset, state: State, near: Nearby, place: Point
) -> Iterator[tuple[str, float, float]]:
    """Each thing near, how far its edge or middle is from a place, and how far it should be."""
    wide, high = ruleset.size
    yield "left edge", place.x, ruleset.radius
    yield "right edge", wide - place.x, ruleset.radius
    yield "lower edge", place.y, ruleset.radius
    yield "upper edge", high - place.y, ruleset.radius
    for name, tile in near.tiles:
        yield name, distance_to_tile(place, tile, ruleset.half), ruleset.radius
    for disc in near.discs:
        name = disc_name(state.worms[disc.seat], disc.seat, disc.at)
        yield name, distance(place, disc.place), ruleset.coin


def _slide_refusal(ruleset: Ruleset, state: State, near: Nearby, place: Point) -> Refusal | None:
    """On its straight way from the end disc it has to fit past everything (WD-5).

    It begins where a disc lies that may overlap by the tolerance itself, hence twice that.
    """
    narrow: list[tuple[str, float]] = []
    for name, tile in near.tiles:
        way = slide_to_tile(near.centre, place, tile, ruleset.half)
        narrow.append((name, ruleset.radius - way))
    for disc in near.discs:
        name = disc_name(state.worms[disc.seat], disc.seat, disc.at)
        narrow.append((name, ruleset.coin - slide_to_point(near.centre, place, disc.place)))
    narrow = [(name, much) for name, much in narrow if much > 2 * TOLERANCE]
    if not narrow:
        return None
    names = tuple(name for name, _ in narrow)
    text = f"the disc doesn't fit past {join_list(map(thing_text, names))}"
    return Refusal("WD-5", text + _gap_text(ruleset, near, narrow), (place_name(place), *names))


def _gap_text(ruleset: Ruleset, near: Nearby, narrow: list[tuple[str, float]]) -> str:
    """How wide the gap is between two tiles, or by how much else it doesn't fit."""
    tiles = dict(near.tiles)
    if len(narrow) == 2 and all(name in tiles for name, _ in narrow):
        one, other = (tiles[name] for name, _ in narrow)
        gap = distance_between_tiles(one, other, ruleset.half)
        if gap < ruleset.coin:
            left = _length_below(max(0.0, gap), ruleset.coin)
            return f": they leave {left} inches, and it is {ruleset.coin:g} wide"
    short = _length_text(narrow[0][1])
    return f" on the straight way there: it would have to be {short} inches smaller"


def _side_refusal(ruleset: Ruleset, state: State, near: Nearby, place: Point) -> Refusal | None:
    """In a slalom each tile is passed on its side (WD-30)."""
    for wall in near.walls:
        line = wall.start.x + TOLERANCE
        one, other = near.centre, place
        if (one.x <= line) == (other.x <= line):
            continue
        y = one.y + (other.y - one.y) * (line - one.x) / (other.x - one.x)
        if (y > wall.start.y) == wall.up:
            colour = state.colours[wall.tile - 1]
            side = "right" if colour == "red" else "left"
            way = "back" if wall.back else "out"
            text = f"tile {wall.tile} is {colour}: on the way {way} it is passed on the {side}"
            return Refusal("WD-30", text, (place_name(place), f"tile {wall.tile}"))
    return None


def _length_text(inches: float) -> str:
    """A length for a sentence: never 0 where it is more."""
    return f"{inches:.2f}" if inches >= 0.005 else f"{inches:.1g}"


def _length_below(inches: float, limit: float) -> str:
    """A length for a sentence that tells that it is less than a limit, however little."""
    return next(
        text for decimals in range(2, DECIMALS + 1)
        if float(text := f"{inches:.{decimals}f}") < limit or decimals == DECIMALS
    )  # fmt: skip


# --- cannibals ----------------------------------------------------------------------------------


def _discs_under(ruleset: Ruleset, near: Nearby, place: Point) -> list[Disc]:
    """The other worms' discs that a disc there would lie over."""
    return [d for d in near.discs if distance(place, d.place) < ruleset.coin - TOLERANCE]


def _bite_refusal(
    ruleset: Ruleset, state: State, near: Nearby, place: Point
) -> tuple[Nearby, Refusal | None]:
    """What is near but for the end that is eaten; why it can't be eaten (WD-40)."""
    ends = [disc for disc in _discs_under(ruleset, near, place) if disc.end]
    if not ends:
        return near, None
    names = [disc_name(state.worms[disc.seat], disc.seat, disc.at) for disc in ends]
    if len(ends) > 1:
        text = (
            f"the disc would lie over {join_list(map(thing_text, names))}: a step eats one end only"
        )
        return near, Refusal("WD-40", text, (place_name(place), *names))
    if (
        ruleset.rules.overlay == "middle"
        and distance(place, ends[0].place) >= ruleset.radius - TOLERANCE
    ):
        name = thing_text(names[0])
        text = f"the disc would lie over {name}, but not over its middle: it can't eat it"
        return near, Refusal("WD-40", text, (place_name(place), names[0]))
    return near._replace(discs=tuple(disc for disc in near.discs if disc != ends[0])), None


def find_eaten(ruleset: Ruleset, state: State, seat: str, to: str, angle: float) -> Eaten | None:
    """The end that a legal step at this angle eats; None for none (WD-40)."""
    if not ruleset.rules.cannibal:
        return None
    near = find_nearby(ruleset, state, seat, to)
    over = _discs_under(ruleset, near, beside(near.centre, angle, ruleset.coin))
    return Eaten(over[0].seat, over[0].end) if over else None


# --- what comes of it ---------------------------------------------------------------------------


def after_step(
    ruleset: Ruleset, state: State, seat: str, to: str, angle: float, adding: bool = False
) -> State:
    """The table when a disc was laid there, and what it eats is gone (WD-2, WD-40)."""
    eaten = find_eaten(ruleset, state, seat, to, angle)
    state = lay_disc(ruleset, state, seat, to, angle, adding)
    return state if eaten is None else remove_eaten(ruleset, state, eaten)


def lay_disc(
    ruleset: Ruleset, state: State, seat: str, to: str, angle: float, adding: bool = False
) -> State:
    """The table when a disc was laid there; a worm that has moved need not flee any more (WD-41).

    The disc at the other end was picked up for it (WD-2), unless it is ``adding`` to the worm
    (WD-43).
    """
    worm = state.worms[seat]
    place = beside(worm.end(to), angle, ruleset.coin)
    moved = extend_worm(ruleset.pylon, worm, to, place, pick_up=not adding)
    return state.put(seat, moved if adding else moved._replace(eaten_at=""))


def remove_eaten(ruleset: Ruleset, state: State, eaten: Eaten) -> State:
    """The table without an eaten disc; a worm that has too few left is gone for good (WD-43)."""
    worm: Worm = state.worms[eaten.seat]
    if len(worm.discs) <= ruleset.least:
        return state._replace(worms=state.worms.drop(eaten.seat), gone=(*state.gone, eaten.seat))
    return state.put(eaten.seat, shorten_worm(ruleset.pylon, worm, eaten.end))


# --- Tiles and worms at the start ----------------------------------------------------------------


OFF_LINE = 1.0
"""How far a slalom tile may lie off the straight line, in tile widths."""


def _squares(tile: Tile, *things: str) -> tuple[str, ...]:
    return (place_name(tile.middle), *things)


def _tile_refusal(
    ruleset: Ruleset, state: State, tile: Tile, but: int | None = None
) -> Refusal | None:
    """A tile lies on the table, and on no worm and no other tile; they may touch (WD-4, WD-12).

    ``but`` is the number of the tile itself, where it lies already.
    """
    clause = "WD-12" if but is None else "WD-20"
    if corner := ruleset.corner_off(tile):
        return Refusal(
            clause, f"a corner of it would be off the table, at {corner}", _squares(tile)
        )
    for name, other in ruleset.all_tiles(state):
        if name != f"tile {but}" and ruleset.overlap(tile, other):
            return Refusal(clause, f"it would overlap {thing_text(name)}", _squares(tile, name))
    for seat, worm in state.worms.items():
        for at, disc in enumerate(worm.discs):
            if ruleset.covers(tile, disc):
                name = disc_name(worm, seat, at)
                return Refusal(clause, f"it would lie on {thing_text(name)}", _squares(tile, name))
    return None


def obstacle_refusal(ruleset: Ruleset, state: State, tile: Tile) -> Refusal | None:
    """Why an obstacle may not be placed there at the start; None if it may (WD-12).

    It lies between the start line and the pylon, some tile widths clear of both.
    """
    xs = [corner.x for corner in corners(tile, ruleset.half)]
    clear = ruleset.rules.clear_tiles * ruleset.rules.tile
    if max(xs) > ruleset.pylon.x + TOLERANCE:
        return Refusal("WD-12", "it would lie beyond the pylon", _squares(tile, "pylon"))
    if (off := min(xs) - ruleset.start.x) < clear - TOLERANCE:
        text = (
            f"it would be {_inches_text(off)} inches from the start line; {clear:g} must stay clear"
        )
        return Refusal("WD-12", text, _squares(tile, "start tile 1", "start tile 2"))
    if (
        off := distance_between_tiles(tile, ruleset.fixed["pylon"], ruleset.half)
    ) < clear - TOLERANCE:
        text = f"it would be {_inches_text(off)} inches from the pylon; {clear:g} must stay clear"
        return Refusal("WD-12", text, _squares(tile, "pylon"))
    return _tile_refusal(ruleset, state, tile)


def _inches_text(inches: float) -> str:
    return format_number(round(max(0.0, inches), 2))


def tile_move_refusal(ruleset: Ruleset, state: State, place: int, tile: Tile) -> Refusal | None:
    """Why an ace may not move this obstacle there; None if it may (WD-20).

    What had to stay clear at the start need not do so any more.
    """
    before = state.tiles[place - 1]
    reach = ruleset.rules.tile_reach * ruleset.rules.tile
    if tile == before:
        return Refusal("WD-20", f"tile {place} lies so already", (f"tile {place}",))
    if (far := distance(before.middle, tile.middle)) > reach + TOLERANCE:
        inches = format_number(round(far, 3))
        text = f"tile {place} would go {inches} inches; an ace moves it {reach:g}"
        return Refusal("WD-20", text, _squares(tile, f"tile {place}"))
    return _tile_refusal(ruleset, state, tile, place)


def slalom_tile_refusal(ruleset: Ruleset, state: State, tile: Tile) -> Refusal | None:
    """Why a slalom tile may not lie there after those before it; None if it may (WD-30).

    They lie in a row toward the pylon, a tile's width or more between them.
    """
    width = ruleset.rules.tile
    if abs(tile.y - ruleset.start.y) > OFF_LINE * width + TOLERANCE:
        return Refusal("WD-30", "it would lie off the line from start to pylon", _squares(tile))
    for place, other in enumerate(state.tiles, 1):
        if (
            distance_between_tiles(tile, other, ruleset.half) < width - TOLERANCE
            or tile.x < other.x
        ):
            text = f"it would not be a tile's width further on than tile {place}"
            return Refusal("WD-30", text, _squares(tile, f"tile {place}"))
    return obstacle_refusal(ruleset, state, tile)


# --- the start ----------------------------------------------------------------------------------


def _taken_heights(ruleset: Ruleset, state: State) -> Iterator[tuple[float, float, str]]:
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
    for start, end, _ in sorted(_taken_heights(ruleset, state)):
        if start > low:
            free.append((low, min(start, top)))
        low = max(low, end)
    return [span for span in (*free, (low, top)) if span[0] <= span[1]]


def lane_refusal(ruleset: Ruleset, state: State, y: float) -> Refusal | None:
    """Why a worm may not be built there; None if it may (WD-13)."""
    there = place_name(ruleset.built(y).discs[-1])
    room = ruleset.gap / 2 - ruleset.radius
    if abs(y - ruleset.start.y) > room + TOLERANCE:
        low, high = (format_number(ruleset.start.y + by) for by in (-room, room))
        text = f"its head must lie between the start tiles: from {low} to {high}"
        return Refusal("WD-13", text, (there, "start tile 1", "start tile 2"))
    for start, end, name in _taken_heights(ruleset, state):
        if start + TOLERANCE < y < end - TOLERANCE:
            return Refusal("WD-13", f"it would lie on {thing_text(name)}", (there, name))
    return None


def further_step(ruleset: Ruleset, state: State, seat: str, to: str) -> float | None:
    """An angle at which one more step is possible that eats nothing; None where there is none.

    The arcs of the ring say whether there is one, exactly; the angle is tried by ``obstruction``
    before it is named, so that no turn is ever refused for a step that can't be made (WD-21).
    """
    found = ring(ruleset, state, seat, to).allowed
    if not found:
        return None
    start, end = max(found, key=lambda span: span[1] - span[0])
    angle = (start + end) / 2 % 360
    return angle if disc_refusal(ruleset, state, seat, to, angle) is None else None
