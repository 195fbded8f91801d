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

from collections.abc import Iterable, Iterator
from functools import cached_property, reduce
from math import dist, sqrt
from typing import Any, NamedTuple

from piecepack_nb.core.wording import join_list
from piecepack_nb.games.worm_derby.geometry.blocking import (
    beyond_line,
    crosses_wall,
    lies_at_disc,
    lies_at_tile,
    passes_disc,
    passes_tile,
)
from piecepack_nb.games.worm_derby.geometry.circle import NONE, Arcs
from piecepack_nb.games.worm_derby.geometry.nearby import Disc, Nearby, look
from piecepack_nb.games.worm_derby.geometry.plane import TOLERANCE, Point, number
from piecepack_nb.games.worm_derby.ruleset import Ruleset, Wall, disc_name
from piecepack_nb.games.worm_derby.state import ENDS, State, other_end

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
        return f"the disc {self.how} {said(self.thing)}"


def said(thing: str) -> str:
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
        things = list(dict.fromkeys(said(each.thing) for each in self.forbidden if each.arcs))
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
    near = look(ruleset, state, seat, to, adding)
    step = ruleset.coin if step is None else step
    forbidden = [*_edges(ruleset, near, step), *_own(ruleset, state, near, step)]
    forbidden += _tile_arcs(ruleset, near, step)
    forbidden += (_wall_arcs(ruleset, wall, near.centre, step) for wall in near.walls)
    for disc in near.discs:
        forbidden += _disc_arcs(ruleset, state, disc, near.centre, step)
    bites: tuple[Bite, ...] = ()
    if ruleset.rules.cannibal and not adding:
        bites = tuple(_bites(ruleset, state, near, step, forbidden))
        forbidden = [_but(each, bites) for each in forbidden]
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


def _but(forbidden: Forbidden, bites: tuple[Bite, ...]) -> Forbidden:
    """What is forbidden by a disc but for where it is eaten."""
    for bite in bites:
        if bite.thing == forbidden.thing:
            return forbidden._replace(arcs=forbidden.arcs - bite.arcs)
    return forbidden


def _edges(ruleset: Ruleset, near: Nearby, step: float) -> Iterator[Forbidden]:
    """A disc stays wholly on the table (WD-4)."""
    x, y = near.centre
    wide, high = ruleset.size
    room = {"right edge": wide - x, "upper edge": high - y, "left edge": x, "lower edge": y}
    for turn, (name, far) in enumerate(room.items()):
        arcs = beyond_line(step, 90.0 * turn, far - ruleset.radius + SPARE)
        if arcs:
            yield Forbidden("WD-4", name, "lies over", arcs)


def _own(ruleset: Ruleset, state: State, near: Nearby, step: float) -> Iterator[Forbidden]:
    """It touches no other disc of its worm: there are no loops and no branches (WD-1, WD-3).

    A disc that forbids nothing that its neighbours don't is left out.
    """
    worm, before = state.worms[near.seat], NONE
    for disc in near.own:
        offset = (disc.place.x - near.centre.x, disc.place.y - near.centre.y)
        arcs = lies_at_disc(step, offset, ruleset.coin + TOLERANCE + SPARE)
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
    lies = lies_at_disc(step, offset, reach)
    found = [Forbidden("WD-4", name, "lies over", lies)]
    if ruleset.rules.squeeze == "slide":
        passes = passes_disc(step, offset, reach) - lies
        found.append(Forbidden("WD-5", name, "doesn't fit past", passes))
    return found


def _bite_arcs(ruleset: Ruleset, disc: Disc, centre: Point, step: float) -> Arcs:
    """Where it lies over another worm's end as far as it must to eat it (WD-40)."""
    offset = (disc.place.x - centre.x, disc.place.y - centre.y)
    reach = ruleset.coin if ruleset.rules.overlay == "overlap" else ruleset.radius
    return lies_at_disc(step, offset, reach - TOLERANCE - SPARE)


def _tile_arcs(ruleset: Ruleset, near: Nearby, step: float) -> Iterator[Forbidden]:
    """It lies on no tile (WD-4), and slides past none without room (WD-5)."""
    reach = ruleset.radius - SPARE
    far = step + ruleset.radius + ruleset.half * sqrt(2)
    for name, tile in near.tiles:
        if dist(near.centre, tile[:2]) > far:
            continue
        lies = lies_at_tile(step, near.centre, tile, ruleset.half, reach)
        yield Forbidden("WD-4", name, "lies over", lies)
        if ruleset.rules.squeeze == "slide":
            passes = passes_tile(step, near.centre, tile, ruleset.half, reach) - lies
            yield Forbidden("WD-5", name, "doesn't fit past", passes)


def _wall_arcs(ruleset: Ruleset, wall: Wall, centre: Point, step: float) -> Forbidden:
    """It doesn't go by on the wrong side of a slalom tile (WD-30)."""
    offset = (wall.start.x + TOLERANCE - centre.x, wall.start.y - centre.y)
    toward = 90.0 if wall.up else 270.0
    arcs = crosses_wall(step, offset, toward, ruleset.size[1], SPARE)
    return Forbidden("WD-30", f"tile {wall.tile}", "passes the wrong side of", arcs)


def both(ruleset: Ruleset, state: State, seat: str, ends: Iterable[str] = ENDS) -> dict[str, Ring]:
    """The rings at the ends of a worm to which it may go now (WD-2, WD-41).

    A worm that was eaten must pick up discs at that end.
    """
    eaten_at = state.worms[seat].eaten_at if ruleset.rules.flee else ""
    tos = [other_end(eaten_at)] if eaten_at else list(ends)
    return {to: ring(ruleset, state, seat, to) for to in tos}


def shown(angle: float) -> str:
    """An angle as a sentence has it."""
    return f"{number(round(angle, 1))} degrees"
