"""May a disc be laid at this place? What decides is measured here, by distances alone.

``ring`` works the same out for all angles at once; a test holds the two against each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from piecepack_nb.core.steps import Refusal
from piecepack_nb.core.wording import join_list
from piecepack_nb.games.worm_derby.geometry.nearby import Disc, Nearby, look
from piecepack_nb.games.worm_derby.geometry.plane import (
    DECIMALS,
    TOLERANCE,
    Point,
    apart,
    beside,
    tiles_apart,
    to_tile,
    way_to_point,
    way_to_tile,
)
from piecepack_nb.games.worm_derby.geometry.ring import said
from piecepack_nb.games.worm_derby.geometry.winding import bitten, laid
from piecepack_nb.games.worm_derby.ruleset import Ruleset, disc_name, place_name
from piecepack_nb.games.worm_derby.state import State, Worm


class Eaten(NamedTuple):
    """A disc that a step eats: whose, and at which end."""

    seat: str
    end: str


def obstruction(
    ruleset: Ruleset, state: State, seat: str, to: str, angle: float, adding: bool = False
) -> Refusal | None:
    """Why a disc may not be laid at this angle at the end ``to`` of a worm; None if it may.

    It touches no other disc of its worm (WD-3), lies on nothing (WD-4) but perhaps an end that it
    eats (WD-40), gets past what it has to pass (WD-5), and on the right side in a slalom (WD-30).
    """
    near = look(ruleset, state, seat, to, adding)
    place = beside(near.centre, angle, ruleset.coin)
    if not adding and ruleset.rules.cannibal:
        near, refused = _but_eaten(ruleset, state, near, place)
        if refused is not None:
            return refused
    return (
        _own(ruleset, state, near, place)
        or _lies(ruleset, state, near, place)
        or (_passes(ruleset, state, near, place) if ruleset.rules.squeeze == "slide" else None)
        or _wrong_side(ruleset, state, near, place)
    )


def _own(ruleset: Ruleset, state: State, near: Nearby, place: Point) -> Refusal | None:
    """It touches no other disc of its own worm (WD-1, WD-3)."""
    for disc in near.own:
        between = apart(place, disc.place)
        if between < ruleset.coin + TOLERANCE:
            name = disc_name(state.worms[disc.seat], disc.seat, disc.at)
            how = "would lie over" if between < ruleset.coin - TOLERANCE else "would touch"
            text = f"the disc {how} {said(name)}: a worm has no loops and no branches"
            return Refusal("WD-3", text, (place_name(place), name))
    return None


def _lies(ruleset: Ruleset, state: State, near: Nearby, place: Point) -> Refusal | None:
    """It lies on the table, and on no tile and no other worm (WD-4)."""
    for thing, far, least in _distances(ruleset, state, near, place):
        if far < least - TOLERANCE:
            over = "reach over" if thing.endswith("edge") else "lie over"
            text = f"the disc would {over} {said(thing)} by {_short(least - far)} inches"
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
        yield name, to_tile(place, tile, ruleset.half), ruleset.radius
    for disc in near.discs:
        name = disc_name(state.worms[disc.seat], disc.seat, disc.at)
        yield name, apart(place, disc.place), ruleset.coin


def _passes(ruleset: Ruleset, state: State, near: Nearby, place: Point) -> Refusal | None:
    """On its straight way from the end disc it has to fit past everything (WD-5).

    It begins where a disc lies that may overlap by the tolerance itself, hence twice that.
    """
    narrow: list[tuple[str, float]] = []
    for name, tile in near.tiles:
        way = way_to_tile(near.centre, place, tile, ruleset.half)
        narrow.append((name, ruleset.radius - way))
    for disc in near.discs:
        name = disc_name(state.worms[disc.seat], disc.seat, disc.at)
        narrow.append((name, ruleset.coin - way_to_point(near.centre, place, disc.place)))
    narrow = [(name, much) for name, much in narrow if much > 2 * TOLERANCE]
    if not narrow:
        return None
    names = tuple(name for name, _ in narrow)
    text = f"the disc doesn't fit past {join_list(map(said, names))}"
    return Refusal("WD-5", text + _measured(ruleset, near, narrow), (place_name(place), *names))


def _measured(ruleset: Ruleset, near: Nearby, narrow: list[tuple[str, float]]) -> str:
    """How wide the gap is between two tiles, or by how much else it doesn't fit."""
    tiles = dict(near.tiles)
    if len(narrow) == 2 and all(name in tiles for name, _ in narrow):
        one, other = (tiles[name] for name, _ in narrow)
        gap = tiles_apart(one, other, ruleset.half)
        if gap < ruleset.coin:
            left = _below(max(0.0, gap), ruleset.coin)
            return f": they leave {left} inches, and it is {ruleset.coin:g} wide"
    return f" on the straight way there: it would have to be {_short(narrow[0][1])} inches smaller"


def _wrong_side(ruleset: Ruleset, state: State, near: Nearby, place: Point) -> Refusal | None:
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


def _short(inches: float) -> str:
    """A length for a sentence: never 0 where it is more."""
    return f"{inches:.2f}" if inches >= 0.005 else f"{inches:.1g}"


def _below(inches: float, limit: float) -> str:
    """A length for a sentence that tells that it is less than a limit, however little."""
    return next(
        text for decimals in range(2, DECIMALS + 1)
        if float(text := f"{inches:.{decimals}f}") < limit or decimals == DECIMALS
    )  # fmt: skip


# --- cannibals ----------------------------------------------------------------------------------


def _over(ruleset: Ruleset, near: Nearby, place: Point) -> list[Disc]:
    """The other worms' discs that a disc there would lie over."""
    return [d for d in near.discs if apart(place, d.place) < ruleset.coin - TOLERANCE]


def _but_eaten(
    ruleset: Ruleset, state: State, near: Nearby, place: Point
) -> tuple[Nearby, Refusal | None]:
    """What is near but for the end that is eaten; why it can't be eaten (WD-40)."""
    ends = [disc for disc in _over(ruleset, near, place) if disc.end]
    if not ends:
        return near, None
    names = [disc_name(state.worms[disc.seat], disc.seat, disc.at) for disc in ends]
    if len(ends) > 1:
        text = f"the disc would lie over {join_list(map(said, names))}: a step eats one end only"
        return near, Refusal("WD-40", text, (place_name(place), *names))
    if (
        ruleset.rules.overlay == "middle"
        and apart(place, ends[0].place) >= ruleset.radius - TOLERANCE
    ):
        text = f"the disc would lie over {said(names[0])}, but not over its middle: it can't eat it"
        return near, Refusal("WD-40", text, (place_name(place), names[0]))
    return near._replace(discs=tuple(disc for disc in near.discs if disc != ends[0])), None


def eats(ruleset: Ruleset, state: State, seat: str, to: str, angle: float) -> Eaten | None:
    """The end that a legal step at this angle eats; None for none (WD-40)."""
    if not ruleset.rules.cannibal:
        return None
    near = look(ruleset, state, seat, to)
    over = _over(ruleset, near, beside(near.centre, angle, ruleset.coin))
    return Eaten(over[0].seat, over[0].end) if over else None


# --- what comes of it ---------------------------------------------------------------------------


def after(
    ruleset: Ruleset, state: State, seat: str, to: str, angle: float, adding: bool = False
) -> State:
    """The table when a disc was laid there, and what it eats is gone (WD-2, WD-40)."""
    eaten = eats(ruleset, state, seat, to, angle)
    state = lay(ruleset, state, seat, to, angle, adding)
    return state if eaten is None else without(ruleset, state, eaten)


def lay(
    ruleset: Ruleset, state: State, seat: str, to: str, angle: float, adding: bool = False
) -> State:
    """The table when a disc was laid there; a worm that has moved need not flee any more (WD-41).

    The disc at the other end was picked up for it (WD-2), unless it is ``adding`` to the worm
    (WD-43).
    """
    worm = state.worms[seat]
    place = beside(worm.end(to), angle, ruleset.coin)
    moved = laid(ruleset.pylon, worm, to, place, pick_up=not adding)
    return state.put(seat, moved if adding else moved._replace(eaten_at=""))


def without(ruleset: Ruleset, state: State, eaten: Eaten) -> State:
    """The table without an eaten disc; a worm that has too few left is gone for good (WD-43)."""
    worm: Worm = state.worms[eaten.seat]
    if len(worm.discs) <= ruleset.least:
        return state._replace(worms=state.worms.drop(eaten.seat), gone=(*state.gone, eaten.seat))
    return state.put(eaten.seat, bitten(ruleset.pylon, worm, eaten.end))
