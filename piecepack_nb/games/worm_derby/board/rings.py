"""Round the ends of the worm to move: where the next disc may lie, and what forbids the rest.

Vocabulary
    place   an angle at which the next disc is offered: every 15 degrees where it may lie, straight
            on, both ends of each arc, and the middle of each bite; a bead shows every other one
    fine    an angle between them, every 5 degrees: a disc can be laid there just as well
    sign    a small cross on a forbidden arc, which tells what forbids it
    barred  an angle at which no disc may lie; it can be asked, too
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from piecepack_nb.core.wording import capitalise
from piecepack_nb.games.worm_derby.board.window import Window
from piecepack_nb.games.worm_derby.geometry.plane import Point, bearing, beside, clean, number
from piecepack_nb.games.worm_derby.geometry.ring import Forbidden, Ring, shown
from piecepack_nb.games.worm_derby.state import State
from piecepack_nb.scene import Mark, Spot

EVERY = 15
"""Degrees between the places that are offered."""
FINE = 5
"""Degrees between those that are offered besides, unmarked."""
BEADS = 30
"""Degrees between the places that a bead marks."""
ASKED = 10
"""Degrees between angles on a forbidden arc that can be asked."""
CLOSE = 9.0
"""Degrees: a round angle that is nearer to another place is left out."""
BEND = 6.0
"""Degrees between the corners with which an arc is drawn."""
SMALL, TINY = 0.28, 0.1
"""How large a place is, in squares, and one of the fine ones."""


BARRED = "not "
"""What the id of a spot on a forbidden arc begins with."""


class Place(NamedTuple):
    """Where the next disc may be laid."""

    to: str
    angle: float
    whose: str = ""
    """The worm whose end it would eat (WD-40)."""

    @property
    def id(self) -> str:
        """The spot's id."""
        return f"{self.to} {number(self.angle)}"


def named(spot: str) -> Place | None:
    """The place of a spot with this id; None for another spot."""
    to, _, angle = spot.partition(" ")
    if to not in ("head", "tail"):
        return None
    try:
        return Place(to, clean(float(angle)))
    except ValueError:
        return None


def places(state: State, found: Ring) -> list[Place]:
    """The places round an end, by their angles."""
    ends = [clean(end) for span in found.allowed for end in span]
    kept = dict.fromkeys(ends if found.allowed.width < 360 else [])
    discs = state.worms[found.seat].discs
    if len(discs) > 1:
        neighbour = discs[-2] if found.to == "head" else discs[1]
        straight = clean(round(bearing(neighbour, found.centre), 2))
        if straight in found.allowed and _far(straight, kept):
            kept[straight] = None
    for angle in range(0, 360, EVERY):
        if angle in found.allowed and _far(angle, kept):
            kept[float(angle)] = None
    offered = [Place(found.to, angle) for angle in kept]
    for bite in found.bites:
        offered += (Place(found.to, clean(angle), bite.seat) for angle in bite.arcs.middles)
    return sorted(offered, key=lambda place: place.angle)


def fine(state: State, found: Ring) -> list[float]:
    """Angles between the places."""
    there = [place.angle for place in places(state, found)]
    return [
        float(angle)
        for angle in range(0, 360, FINE)
        if angle in found.allowed and _far(angle, there, FINE / 2)
    ]


def _far(angle: float, others: Iterable[float], close: float = CLOSE) -> bool:
    return all(abs((angle - other + 180) % 360 - 180) >= close for other in others)


# --- as marks -----------------------------------------------------------------------------------


def marks(seen: Window, state: State, found: Ring) -> Iterator[Mark]:
    """The arcs of a ring, its places, and the signs."""
    for span in found.open:
        yield Mark("open", points=_arc(seen, found, span))
    for each in found.forbidden:
        for span in each.arcs:
            yield Mark("barred", points=_arc(seen, found, span))
    for place in places(state, found):
        lies = beside(found.centre, place.angle, found.step)
        if place.angle % EVERY or not place.angle % BEADS or place.whose:
            yield Mark("danger" if place.whose else "via", *seen.at(lies))
    for _, at in _signs(seen, found):
        yield Mark("failed", *at)


def _arc(seen: Window, found: Ring, span: tuple[float, float]) -> tuple[tuple[float, float], ...]:
    start, end = span
    parts = max(1, math.ceil((end - start) / BEND))
    angles = (start + (end - start) * part / parts for part in range(parts + 1))
    return tuple(seen.at(_off(found.centre, angle, found.step)) for angle in angles)


def _off(centre: Point, angle: float, far: float) -> tuple[float, float]:
    turn = math.radians(angle)
    return centre.x + far * math.cos(turn), centre.y + far * math.sin(turn)


def _signs(
    seen: Window, found: Ring
) -> Iterator[tuple[tuple[Forbidden, tuple[float, float]], tuple[float, float]]]:
    """What forbids something, with the span and where its sign lies; a sign apart from the others.

    The discs that a worm must not touch need none: they can be seen.
    """
    taken: list[tuple[float, float]] = []
    for each in found.forbidden:
        if each.how == "touches":
            continue
        for start, end in each.arcs:
            at = next(
                at
                for far in (1.0, 1.45, 1.9, 2.35, 2.8)
                for at in [seen.at(_off(found.centre, (start + end) / 2, far * found.step))]
                if far > 2.5 or all(math.dist(at, other) > SMALL for other in taken)
            )
            taken.append(at)
            yield (each, (start, end)), at


# --- as spots -----------------------------------------------------------------------------------


def spots(seen: Window, state: State, found: Ring, adding: bool) -> Iterator[Spot]:
    """The places that can be picked, and dropped on; the fine ones lie below the others."""
    yield from _barred(seen, found)
    clause = "WD-43" if adding else "WD-3"
    for angle in fine(state, found):
        lies = beside(found.centre, angle, found.step)
        yield Spot(
            Place(found.to, angle).id, *seen.at(lies), w=TINY, h=TINY, drop=True, clause=clause,
            name=f"{found.to}, {shown(angle)}", preview=(_there(seen, lies, found.seat),),
            tip=f"Lays a disc at the {found.to}, at {shown(angle)}: {lies}.",
        )  # fmt: skip
    for place in places(state, found):
        lies = beside(found.centre, place.angle, found.step)
        what = f"eats the {place.whose} worm's end" if place.whose else "lays a disc"
        clause = "WD-43" if adding else "WD-40" if place.whose else "WD-3"
        yield Spot(
            place.id, *seen.at(lies), w=SMALL, h=SMALL, drop=True, role="select", clause=clause,
            name=f"{place.to}, {shown(place.angle)}{', ' + what if place.whose else ''}",
            tip=f"{capitalise(what)} at the {place.to}, at {shown(place.angle)}: {lies}.",
            preview=(_there(seen, lies, found.seat),),
        )  # fmt: skip


def _there(seen: Window, lies: Point, seat: str) -> Mark:
    """How a disc would lie there."""
    return Mark("here", *seen.at(lies), suit=seat)


def _barred(seen: Window, found: Ring) -> Iterator[Spot]:
    """Angles on the forbidden arcs, each with what forbids it."""
    for angle in range(0, 360, ASKED):
        why = forbids(found, angle)
        if why is not None:
            at = seen.at(beside(found.centre, angle, found.step))
            yield Spot(f"{BARRED}{found.to} {angle}", *at, w=TINY, h=TINY, clause=why.clause,
                       name=f"{found.to}, {shown(angle)}: not here",
                       tip=f"Not at {shown(angle)}: {why.text}.")  # fmt: skip


def forbids(found: Ring, angle: float) -> Forbidden | None:
    """What forbids to lay a disc at an angle, if anything does."""
    if angle in found.open:
        return None
    return next((each for each in found.forbidden if angle in each.arcs), None)


def asked(spot: str, found: dict[str, Ring]) -> Forbidden | None:
    """What forbids the angle of a spot on a forbidden arc; None for another spot."""
    to, _, angle = spot.removeprefix(BARRED).partition(" ")
    if not spot.startswith(BARRED) or to not in found or not angle.isdecimal():
        return None
    return forbids(found[to], float(angle))


def why_spots(seen: Window, found: Ring) -> Iterator[Spot]:
    """Each sign, with what forbids the arc and which angles that are."""
    for number_, ((each, (start, end)), at) in enumerate(_signs(seen, found), 1):
        angles = f"from {shown(start)} to {shown(end % 360)}"
        yield Spot(
            f"why {found.to} {number_}", *at, w=SMALL, h=SMALL, role="why", clause=each.clause,
            name=f"{found.to}, {angles}: not past {each.thing}" if each.clause == "WD-5" else
            f"{found.to}, {angles}: {each.thing}",
            tip=f"{capitalise(each.text)}: not {angles}.",
        )  # fmt: skip
