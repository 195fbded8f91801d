"""A move that is being put together: the discs laid so far, or a tile in hand.

Vocabulary
    draft   () at first. A turn: ("steps", end, angle, angle ...), the end at which discs are laid
            and where each lies; without an angle the first one is in hand. A disc that comes back:
            ("adds", end, angle). A tile: ("tile", number, x, y, angle)
    last    the disc that was laid last: it can still be turned
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from piecepack_nb.games.worm_derby.geometry.circle import Arcs, turned
from piecepack_nb.games.worm_derby.geometry.placing import after, eats
from piecepack_nb.games.worm_derby.geometry.plane import Tile, clean, number
from piecepack_nb.games.worm_derby.geometry.ring import Ring, both, ring
from piecepack_nb.games.worm_derby.moves import Put, Revive, Steps
from piecepack_nb.games.worm_derby.phases.turn import can_revive
from piecepack_nb.games.worm_derby.ruleset import Ruleset
from piecepack_nb.games.worm_derby.state import ENDS, State
from piecepack_nb.scene import EMPTY_DRAFT, Draft

HAIR = 1e-5
"""Degrees: less is rounding."""


class Turn(NamedTuple):
    """A turn as far as it was laid."""

    to: str
    angles: tuple[float, ...]
    adding: bool


class Laying(NamedTuple):
    """The table as a draft leaves it, and where the next disc may go."""

    state: State
    rings: dict[str, Ring]
    """The ring of each end at which a disc can be laid now; none when the turn is whole."""
    turn: Turn | None
    eaten: bool = False
    home: bool = False


def turn_of(draft: Draft) -> Turn | None:
    """The turn that a draft holds, if it holds one."""
    if not draft or draft[0] not in ("steps", "adds"):
        return None
    return Turn(draft[1], tuple(map(float, draft[2:])), draft[0] == "adds")


def written(turn: Turn) -> Draft:
    """The draft of a turn; nothing, when no disc is left of it."""
    if not turn.angles:
        return EMPTY_DRAFT
    angles = (number(clean(angle)) for angle in turn.angles)
    return ("adds" if turn.adding else "steps", turn.to, *angles)


@lru_cache(maxsize=32)  # what is asked of one draft: picture, spots, signs, words
def laying(ruleset: Ruleset, state: State, draft: Draft) -> Laying:
    """The table with the discs that a draft lays."""
    turn, seat = turn_of(draft), state.to_move
    if turn is None:
        return Laying(state, _first_rings(ruleset, state), None)
    ate = home = False
    for angle in turn.angles:
        ate = not turn.adding and eats(ruleset, state, seat, turn.to, angle) is not None
        state = after(ruleset, state, seat, turn.to, angle, turn.adding)
        home = not turn.adding and bool(ruleset.home_end(state.worms[seat]))
    left = state.steps - len(turn.angles)
    more = not turn.angles if turn.adding else not (ate or home) and left > 0
    rings = {turn.to: ring(ruleset, state, seat, turn.to, turn.adding)} if more else {}
    return Laying(state, rings, turn, ate, home)


def _first_rings(ruleset: Ruleset, state: State) -> dict[str, Ring]:
    """Where the first disc may go: at either end (WD-2), or where one comes back (WD-43)."""
    seat = state.to_move
    if state.phase == "move":
        return both(ruleset, state, seat)
    if state.phase == "ace" and can_revive(ruleset, state):
        return {end: ring(ruleset, state, seat, end, adding=True) for end in ENDS}
    return {}


def laid_on(draft: Draft, to: str, angle: float, adding: bool) -> Draft:
    """The draft with one more disc."""
    turn = turn_of(draft) or Turn(to, (), adding)
    return written(turn._replace(angles=(*turn.angles, angle)))


def back(draft: Draft) -> Draft:
    """The draft without what was done last."""
    turn = turn_of(draft)
    if turn is None or not turn.angles:
        return EMPTY_DRAFT
    return written(turn._replace(angles=turn.angles[:-1]))


def turned_on(allowed: Arcs, angle: float, by: float) -> float:
    """An angle turned by some degrees as far as it may: to the end of its arc, then to the next.

    >>> allowed = Arcs.of((10, 50), (80, 120))
    >>> [turned_on(allowed, angle, 5) for angle in (20, 48, 50)]
    [25.0, 50.0, 80.0]
    """
    goal = turned(angle + by)
    way = 1 if by > 0 else -1
    ends = [turned(end) for span in allowed for end in span]
    far = {end: (end - angle) * way % 360 for end in ends}
    ahead = {end: left for end, left in far.items() if HAIR < left < 360 - HAIR}
    nearest = min(ahead, key=lambda end: ahead[end], default=goal)
    if goal in allowed and (not ahead or ahead[nearest] >= abs(by)):
        return goal
    return nearest if ahead else angle


def turned_last(ruleset: Ruleset, state: State, draft: Draft, by: float) -> Draft:
    """The draft with its last disc, or its tile, turned by some degrees."""
    turn = turn_of(draft)
    if turn is None or not turn.angles:
        return moved_tile(draft, turn_by=by) if held(draft) else draft
    before = laying(ruleset, state, written(turn._replace(angles=turn.angles[:-1]))).state
    found = ring(ruleset, before, state.to_move, turn.to, adding=turn.adding)
    angle = turned_on(found.open, turn.angles[-1], by)
    return written(turn._replace(angles=(*turn.angles[:-1], angle)))


# --- tiles --------------------------------------------------------------------------------------


def with_tile(place: int, tile: Tile) -> Draft:
    """The draft of a tile in hand."""
    return ("tile", str(place), *(number(value) for value in tile))


def held(draft: Draft) -> tuple[int, Tile] | None:
    """The tile in hand, if there is one: its number, and where it lies."""
    if draft[:1] != ("tile",):
        return None
    return int(draft[1]), Tile.at(*map(float, draft[2:]))


def moved_tile(draft: Draft, right: float = 0.0, up: float = 0.0, turn_by: float = 0.0) -> Draft:
    """The draft with its tile moved by some inches, and turned."""
    found = held(draft)
    assert found is not None
    place, tile = found
    x, y = round(tile.x + right, 4), round(tile.y + up, 4)
    return with_tile(place, Tile.at(x, y, tile.angle + turn_by))


# --- what it comes to ---------------------------------------------------------------------------


def made(state: State, draft: Draft) -> Any:
    """The move that a draft comes to."""
    found, turn = held(draft), turn_of(draft)
    if found is not None:
        return Put(*found)
    assert turn is not None
    if turn.adding:
        return Revive(state.to_move, turn.to, turn.angles[0])
    return Steps(state.to_move, turn.to, turn.angles)
