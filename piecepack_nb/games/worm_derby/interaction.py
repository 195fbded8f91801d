"""A move that is being put together: the discs laid so far, or a tile in hand.

Vocabulary
    draft   () at first. A turn: ("steps", end, angle, angle ...), the end at which discs are laid
            and where each lies; without an angle the first one is in hand. A disc that comes back:
            ("adds", end, angle). A tile: ("tile", number, x, y, angle)
    last    the disc that was laid last: it can still be turned
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from piecepack_nb.core.actors import Chance
from piecepack_nb.core.steps import Refusal
from piecepack_nb.core.wording import capitalise, count_noun
from piecepack_nb.games.worm_derby.game import next_action
from piecepack_nb.games.worm_derby.geometry.plane import (
    Arcs,
    Point,
    Tile,
    bearing,
    beside,
    format_number,
    normalize_angle,
    round_angle,
)
from piecepack_nb.games.worm_derby.geometry.ring import (
    Forbidden,
    Ring,
    after_step,
    angle_text,
    find_eaten,
    ring,
    rings_of,
)
from piecepack_nb.games.worm_derby.moves import Build, Put, Revive, Stay, Steps
from piecepack_nb.games.worm_derby.ruleset import Ruleset, can_revive, disc_name
from piecepack_nb.games.worm_derby.state import ENDS, State, other_end
from piecepack_nb.games.worm_derby.window import (
    DESK_WIDE,
    RACE_SIGN,
    Window,
    on_table,
    place_ahead,
    places_to_show,
    pull_inside,
    race_row,
    window,
)
from piecepack_nb.scene import EMPTY_DRAFT, Draft, MakeMove, Mark, ShowMessage, Spot

if TYPE_CHECKING:
    from piecepack_nb.games.worm_derby.game import WormDerby


# --- Drafts --------------------------------------------------------------------------------------


TURN_HAIR = 1e-5
"""Degrees: less is rounding."""


class TurnDraft(NamedTuple):
    """A turn as far as it was laid."""

    to: str
    angles: tuple[float, ...]
    adding: bool


class LaidDraft(NamedTuple):
    """The table as a draft leaves it, and where the next disc may go."""

    state: State
    rings: dict[str, Ring]
    """The ring of each end at which a disc can be laid now; none when the turn is whole."""
    turn: TurnDraft | None
    eaten: bool = False
    home: bool = False


def turn_draft(draft: Draft) -> TurnDraft | None:
    """The turn that a draft holds, if it holds one."""
    if not draft or draft[0] not in ("steps", "adds"):
        return None
    return TurnDraft(draft[1], tuple(map(float, draft[2:])), draft[0] == "adds")


def to_draft(turn: TurnDraft) -> Draft:
    """The draft of a turn; nothing, when no disc is left of it."""
    if not turn.angles:
        return EMPTY_DRAFT
    angles = (format_number(round_angle(angle)) for angle in turn.angles)
    return ("adds" if turn.adding else "steps", turn.to, *angles)


@lru_cache(maxsize=32)  # what is asked of one draft: picture, spots, signs, words
def lay_draft(ruleset: Ruleset, state: State, draft: Draft) -> LaidDraft:
    """The table with the discs that a draft lays."""
    turn, seat = turn_draft(draft), state.to_move
    if turn is None:
        return LaidDraft(state, _first_rings(ruleset, state), None)
    ate = home = False
    for angle in turn.angles:
        ate = not turn.adding and find_eaten(ruleset, state, seat, turn.to, angle) is not None
        state = after_step(ruleset, state, seat, turn.to, angle, turn.adding)
        home = not turn.adding and bool(ruleset.home_end(state.worms[seat]))
    left = state.steps - len(turn.angles)
    more = not turn.angles if turn.adding else not (ate or home) and left > 0
    rings = {turn.to: ring(ruleset, state, seat, turn.to, turn.adding)} if more else {}
    return LaidDraft(state, rings, turn, ate, home)


def _first_rings(ruleset: Ruleset, state: State) -> dict[str, Ring]:
    """Where the first disc may go: at either end (WD-2), or where one comes back (WD-43)."""
    seat = state.to_move
    if state.phase == "move":
        return rings_of(ruleset, state, seat)
    if state.phase == "ace" and can_revive(ruleset, state):
        return {end: ring(ruleset, state, seat, end, adding=True) for end in ENDS}
    return {}


def add_disc(draft: Draft, to: str, angle: float, adding: bool) -> Draft:
    """The draft with one more disc."""
    turn = turn_draft(draft) or TurnDraft(to, (), adding)
    return to_draft(turn._replace(angles=(*turn.angles, angle)))


def step_back(draft: Draft) -> Draft:
    """The draft without what was done last."""
    turn = turn_draft(draft)
    if turn is None or not turn.angles:
        return EMPTY_DRAFT
    return to_draft(turn._replace(angles=turn.angles[:-1]))


def turn_within(allowed: Arcs, angle: float, by: float) -> float:
    """An angle turned by some degrees as far as it may: to the end of its arc, then to the next.

    >>> allowed = Arcs.of((10, 50), (80, 120))
    >>> [turned_on(allowed, angle, 5) for angle in (20, 48, 50)]
    [25.0, 50.0, 80.0]
    """
    goal = normalize_angle(angle + by)
    way = 1 if by > 0 else -1
    ends = [normalize_angle(end) for span in allowed for end in span]
    far = {end: (end - angle) * way % 360 for end in ends}
    ahead = {end: left for end, left in far.items() if TURN_HAIR < left < 360 - TURN_HAIR}
    nearest = min(ahead, key=lambda end: ahead[end], default=goal)
    if goal in allowed and (not ahead or ahead[nearest] >= abs(by)):
        return goal
    return nearest if ahead else angle


def turn_last(ruleset: Ruleset, state: State, draft: Draft, by: float) -> Draft:
    """The draft with its last disc, or its tile, turned by some degrees."""
    turn = turn_draft(draft)
    if turn is None or not turn.angles:
        return move_held_tile(draft, turn_by=by) if held_tile(draft) else draft
    before = lay_draft(ruleset, state, to_draft(turn._replace(angles=turn.angles[:-1]))).state
    found = ring(ruleset, before, state.to_move, turn.to, adding=turn.adding)
    angle = turn_within(found.open, turn.angles[-1], by)
    return to_draft(turn._replace(angles=(*turn.angles[:-1], angle)))


# --- tiles --------------------------------------------------------------------------------------


def hold_tile(place: int, tile: Tile) -> Draft:
    """The draft of a tile in hand."""
    return ("tile", str(place), *(format_number(value) for value in tile))


def held_tile(draft: Draft) -> tuple[int, Tile] | None:
    """The tile in hand, if there is one: its number, and where it lies."""
    if draft[:1] != ("tile",):
        return None
    return int(draft[1]), Tile.at(*map(float, draft[2:]))


def move_held_tile(
    draft: Draft, right: float = 0.0, up: float = 0.0, turn_by: float = 0.0
) -> Draft:
    """The draft with its tile moved by some inches, and turned."""
    found = held_tile(draft)
    assert found is not None
    place, tile = found
    x, y = round(tile.x + right, 4), round(tile.y + up, 4)
    return hold_tile(place, Tile.at(x, y, tile.angle + turn_by))


# --- what it comes to ---------------------------------------------------------------------------


def draft_move(state: State, draft: Draft) -> Any:
    """The move that a draft comes to."""
    found, turn = held_tile(draft), turn_draft(draft)
    if found is not None:
        return Put(*found)
    assert turn is not None
    if turn.adding:
        return Revive(state.to_move, turn.to, turn.angles[0])
    return Steps(state.to_move, turn.to, turn.angles)


# --- The ring ------------------------------------------------------------------------------------


PLACE_EVERY = 15
"""Degrees between the places that are offered."""
FINE_EVERY = 5
"""Degrees between those that are offered besides, unmarked."""
BEAD_EVERY = 30
"""Degrees between the places that a bead marks."""
BARRED_EVERY = 10
"""Degrees between angles on a forbidden arc that can be asked."""
CLOSE = 9.0
"""Degrees: a round angle that is nearer to another place is left out."""
ARC_BEND = 6.0
"""Degrees between the corners with which an arc is drawn."""
SMALL, TINY = 0.28, 0.1
"""How large a place is, in squares, and one of the fine ones."""


BARRED_ID = "not "
"""What the id of a spot on a forbidden arc begins with."""


class RingPlace(NamedTuple):
    """Where the next disc may be laid."""

    to: str
    angle: float
    whose: str = ""
    """The worm whose end it would eat (WD-40)."""

    @property
    def id(self) -> str:
        """The spot's id."""
        return f"{self.to} {format_number(self.angle)}"


def place_of_spot(spot: str) -> RingPlace | None:
    """The place of a spot with this id; None for another spot."""
    to, _, angle = spot.partition(" ")
    if to not in ("head", "tail"):
        return None
    try:
        return RingPlace(to, round_angle(float(angle)))
    except ValueError:
        return None


def ring_places(state: State, found: Ring) -> list[RingPlace]:
    """The places round an end, by their angles."""
    ends = [round_angle(end) for span in found.allowed for end in span]
    kept = dict.fromkeys(ends if found.allowed.width < 360 else [])
    discs = state.worms[found.seat].discs
    if len(discs) > 1:
        neighbour = discs[-2] if found.to == "head" else discs[1]
        straight = round_angle(round(bearing(neighbour, found.centre), 2))
        if straight in found.allowed and _keeps_off(straight, kept):
            kept[straight] = None
    for angle in range(0, 360, PLACE_EVERY):
        if angle in found.allowed and _keeps_off(angle, kept):
            kept[float(angle)] = None
    offered = [RingPlace(found.to, angle) for angle in kept]
    for bite in found.bites:
        offered += (
            RingPlace(found.to, round_angle(angle), bite.seat) for angle in bite.arcs.middles
        )
    return sorted(offered, key=lambda place: place.angle)


def fine_angles(state: State, found: Ring) -> list[float]:
    """Angles between the places."""
    there = [place.angle for place in ring_places(state, found)]
    return [
        float(angle)
        for angle in range(0, 360, FINE_EVERY)
        if angle in found.allowed and _keeps_off(angle, there, FINE_EVERY / 2)
    ]


def _keeps_off(angle: float, others: Iterable[float], close: float = CLOSE) -> bool:
    return all(abs((angle - other + 180) % 360 - 180) >= close for other in others)


# --- as marks -----------------------------------------------------------------------------------


def ring_marks(seen: Window, state: State, found: Ring) -> Iterator[Mark]:
    """The arcs of a ring, its places, and the signs."""
    for span in found.open:
        yield Mark("open", points=_arc_points(seen, found, span))
    for each in found.forbidden:
        for span in each.arcs:
            yield Mark("barred", points=_arc_points(seen, found, span))
    for place in ring_places(state, found):
        lies = beside(found.centre, place.angle, found.step)
        if place.angle % PLACE_EVERY or not place.angle % BEAD_EVERY or place.whose:
            yield Mark("danger" if place.whose else "via", *seen.at(lies))
    for _, at in _signs(seen, found):
        yield Mark("failed", *at)


def _arc_points(
    seen: Window, found: Ring, span: tuple[float, float]
) -> tuple[tuple[float, float], ...]:
    start, end = span
    parts = max(1, math.ceil((end - start) / ARC_BEND))
    angles = (start + (end - start) * part / parts for part in range(parts + 1))
    return tuple(seen.at(_off_centre(found.centre, angle, found.step)) for angle in angles)


def _off_centre(centre: Point, angle: float, far: float) -> tuple[float, float]:
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
                for at in [seen.at(_off_centre(found.centre, (start + end) / 2, far * found.step))]
                if far > 2.5 or all(math.dist(at, other) > SMALL for other in taken)
            )
            taken.append(at)
            yield (each, (start, end)), at


# --- as spots -----------------------------------------------------------------------------------


def ring_spots(seen: Window, state: State, found: Ring, adding: bool) -> Iterator[Spot]:
    """The places that can be picked, and dropped on; the fine ones lie below the others."""
    yield from _barred_spots(seen, found)
    clause = "WD-43" if adding else "WD-3"
    for angle in fine_angles(state, found):
        lies = beside(found.centre, angle, found.step)
        yield Spot(
            RingPlace(found.to, angle).id, *seen.at(lies), w=TINY, h=TINY, drop=True, clause=clause,
            name=f"{found.to}, {angle_text(angle)}", preview=(_disc_mark(seen, lies, found.seat),),
            tip=f"Lays a disc at the {found.to}, at {angle_text(angle)}: {lies}.",
        )  # fmt: skip
    for place in ring_places(state, found):
        lies = beside(found.centre, place.angle, found.step)
        what = f"eats the {place.whose} worm's end" if place.whose else "lays a disc"
        clause = "WD-43" if adding else "WD-40" if place.whose else "WD-3"
        yield Spot(
            place.id, *seen.at(lies), w=SMALL, h=SMALL, drop=True, role="select", clause=clause,
            name=f"{place.to}, {angle_text(place.angle)}{', ' + what if place.whose else ''}",
            tip=f"{capitalise(what)} at the {place.to}, at {angle_text(place.angle)}: {lies}.",
            preview=(_disc_mark(seen, lies, found.seat),),
        )  # fmt: skip


def _disc_mark(seen: Window, lies: Point, seat: str) -> Mark:
    """How a disc would lie there."""
    return Mark("here", *seen.at(lies), suit=seat)


def _barred_spots(seen: Window, found: Ring) -> Iterator[Spot]:
    """Angles on the forbidden arcs, each with what forbids it."""
    for angle in range(0, 360, BARRED_EVERY):
        why = forbidden_at(found, angle)
        if why is not None:
            at = seen.at(beside(found.centre, angle, found.step))
            yield Spot(f"{BARRED_ID}{found.to} {angle}", *at, w=TINY, h=TINY, clause=why.clause,
                       name=f"{found.to}, {angle_text(angle)}: not here",
                       tip=f"Not at {angle_text(angle)}: {why.text}.")  # fmt: skip


def forbidden_at(found: Ring, angle: float) -> Forbidden | None:
    """What forbids to lay a disc at an angle, if anything does."""
    if angle in found.open:
        return None
    return next((each for each in found.forbidden if angle in each.arcs), None)


def barred_spot(spot: str, found: dict[str, Ring]) -> Forbidden | None:
    """What forbids the angle of a spot on a forbidden arc; None for another spot."""
    to, _, angle = spot.removeprefix(BARRED_ID).partition(" ")
    if not spot.startswith(BARRED_ID) or to not in found or not angle.isdecimal():
        return None
    return forbidden_at(found[to], float(angle))


def sign_spots(seen: Window, found: Ring) -> Iterator[Spot]:
    """Each sign, with what forbids the arc and which angles that are."""
    for number_, ((each, (start, end)), at) in enumerate(_signs(seen, found), 1):
        angles = f"from {angle_text(start)} to {angle_text(end % 360)}"
        yield Spot(
            f"why {found.to} {number_}", *at, w=SMALL, h=SMALL, role="why", clause=each.clause,
            name=f"{found.to}, {angles}: not past {each.thing}" if each.clause == "WD-5" else
            f"{found.to}, {angles}: {each.thing}",
            tip=f"{capitalise(each.text)}: not {angles}.",
        )  # fmt: skip


# --- Tiles ---------------------------------------------------------------------------------------


TABLE_LATTICE = 3.0
"""Inches between the places that the whole table offers."""
LATTICE_PARTS = {"tiles": 1.0, "ace": 0.5}
"""Half tiles between those that the window offers, at the set-up and with an ace."""
CIRCLE_CORNERS = 48
"""How many corners a drawn circle has."""
OFF_TABLE = Tile.at(-99, -99, 0)
"""A tile that is not on the table yet."""
FROM_FAR, FROM_NEAR = "far at ", "at "


def may_move_tile(game: WormDerby, state: State) -> bool:
    """May an ace move a tile now? (WD-20, WD-30)"""
    return bool(
        state.phase == "ace" and game.rules.ace == "tile" and state.tiles and not state.colours
    )


def held_in_hand(draft: Draft) -> Tile | None:
    """The tile in hand."""
    found = held_tile(draft)
    return found[1] if found else None


def tile_surroundings(
    game: WormDerby, state: State, tile: tuple[int, Tile]
) -> tuple[tuple[float, float], ...]:
    """What has to be seen with a tile in hand: it, and as far as an ace moves it."""
    place, now = tile
    if state.phase == "tiles":
        return ((now.x, now.y),)
    was = state.tiles[place - 1]
    return (was.x, was.y), (now.x, now.y)


def tile_spots(game: WormDerby, state: State, draft: Draft, seen: Window) -> Iterator[Spot]:
    """Tiles that can be taken up; with one in hand, where it can go."""
    ruleset: Ruleset = game.ruleset
    tile = held_tile(draft)
    if state.phase == "tiles":
        yield from _table_spots(ruleset, state)
        yield from _window_spots(game, state, tile or next_tile(state), seen)
    elif tile is not None:
        yield from _window_spots(game, state, tile, seen)
    if tile is not None:
        x, y = seen.at(tile[1])
        size = round(ruleset.rules.tile * seen.unit * 0.7, 3)
        yield Spot("held", x, y, w=size, h=size, name=f"tile {tile[0]} in hand", role="select",
                   drag=True, clause="WD-12" if state.phase == "tiles" else "WD-20",
                   tip=f"Tile {tile[0]}, {tile_text(tile[1])}: drag it, or use the buttons.",
                   )  # fmt: skip
        return
    may = may_move_tile(game, state) and not draft
    for name, each in ruleset.all_tiles(state):
        yield from _resting_tile_spots(ruleset, name, each, seen, may)


def next_tile(state: State) -> tuple[int, Tile]:
    """The tile that is to be placed next (WD-12)."""
    return len(state.tiles) + 1, OFF_TABLE


def _resting_tile_spots(
    ruleset: Ruleset, name: str, tile: Tile, seen: Window, may: bool
) -> Iterator[Spot]:
    """A tile, from near and from far: it can be taken up, or says what it is."""
    takes = may and name not in ruleset.fixed
    where = f"{name[:1].upper()}{name[1:]} at {tile_text(tile)}"
    more: dict[str, Any] = {"name": name, "tip": f"{where}.", "clause": "WD-4"}
    if takes:
        tip = f"{where}. Take it up, to move and turn it."
        more = {"role": "select", "name": f"{name}: take it up", "tip": tip, "clause": "WD-20"}
    size = round(ruleset.rules.tile * seen.unit * 0.7, 3)
    if seen.holds(tile, 0.4):
        yield Spot(name, *seen.at(tile), w=size, h=size, **more)
    if takes:
        wide = ruleset.rules.tile
        yield Spot(f"far {name}", *on_table(ruleset, tile), "table", w=wide, h=wide, **more)


def _table_spots(ruleset: Ruleset, state: State) -> Iterator[Spot]:
    """Places for the next tile, all over the field (WD-12)."""
    clear = ruleset.rules.clear_tiles * ruleset.rules.tile + ruleset.half
    low, high = ruleset.start.x + clear, ruleset.pylon.x
    columns = int((high - low) / TABLE_LATTICE) + 1
    rows = int((ruleset.size[1] - 2 * ruleset.half) / TABLE_LATTICE) + 1
    for row in range(rows):
        for column in range(columns):
            x, y = (
                low + column * TABLE_LATTICE,
                ruleset.size[1] - ruleset.half - row * TABLE_LATTICE,
            )
            place = f"{format_number(round(x, 4))},{format_number(round(y, 4))}"
            yield Spot(f"{FROM_FAR}{place}", *on_table(ruleset, (x, y)), "table",
                       w=TABLE_LATTICE, h=TABLE_LATTICE, role="select", clause="WD-12",
                       name=f"look at {place}",
                       tip=f"Take the next tile to ({x:g}, {y:g}).")  # fmt: skip


def _window_spots(
    game: WormDerby, state: State, tile: tuple[int, Tile], seen: Window
) -> Iterator[Spot]:
    """Places for the tile in hand, each with what forbids it."""
    place, now = tile
    for x, y, _ in _lattice(game, state, tile, seen):
        goal = Tile.at(x, y, now.angle)
        refused = game.refusal(state, Put(place, goal))
        tip = f"To ({x:g}, {y:g})." if refused is None else f"Not here: {refused.text}."
        yield Spot(f"{FROM_NEAR}{format_number(x)},{format_number(y)}", *seen.at((x, y)),
                   w=0.3, h=0.3, role="inert" if refused else "select", drop=True, tip=tip,
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
    part = ruleset.half * LATTICE_PARTS[state.phase]
    middle = state.tiles[place - 1] if state.phase == "ace" else _lattice_middle(seen, part)
    reach = ruleset.rules.tile_reach * ruleset.rules.tile
    parts = int(min(reach if state.phase == "ace" else 99, 6 / seen.unit) / part)
    for up in range(parts, -parts - 1, -1):
        for right in range(-parts, parts + 1):
            x, y = round(middle.x + right * part, 4), round(middle.y + up * part, 4)
            near = state.phase != "ace" or math.hypot(right, up) * part <= reach
            if near and seen.holds((x, y), 0.2) and (x, y) != (now.x, now.y):
                yield x, y, state.phase != "ace" or not (right % 2 or up % 2)


def _lattice_middle(seen: Window, part: float) -> Tile:
    """The point of the table's lattice that is nearest to the window's middle."""
    return Tile.at(round(seen.x / part) * part, round(seen.y / part) * part, 0)


def tile_marks(game: WormDerby, state: State, draft: Draft, seen: Window) -> list[Mark]:
    """Where the tile in hand can go, and that it can't stay where it is."""
    tile = held_tile(draft) or (next_tile(state) if state.phase == "tiles" else None)
    if tile is None:
        return []
    place, now = tile
    shown = [
        Mark("via", *seen.at((x, y)))
        for x, y, bead in _lattice(game, state, tile, seen)
        if bead and game.refusal(state, Put(place, Tile.at(x, y, now.angle))) is None
    ]
    if now != OFF_TABLE and not is_unmoved(state, tile) and game.refusal(state, Put(place, now)):
        shown.append(Mark("danger", *seen.at(now)))
    if state.phase == "ace":
        shown.append(_reach_mark(game.ruleset, state.tiles[place - 1], seen))
    return shown


def is_unmoved(state: State, tile: tuple[int, Tile]) -> bool:
    """Does a tile that was taken up lie as it did?"""
    return state.phase == "ace" and state.tiles[tile[0] - 1] == tile[1]


def _reach_mark(ruleset: Ruleset, tile: Tile, seen: Window) -> Mark:
    """How far an ace moves a tile's middle: a circle, as far as the window shows it (WD-20)."""
    reach = ruleset.rules.tile_reach * ruleset.rules.tile
    turns = (2 * math.pi * part / CIRCLE_CORNERS for part in range(CIRCLE_CORNERS + 1))
    line = (seen.at((tile.x + reach * math.cos(t), tile.y + reach * math.sin(t))) for t in turns)
    return Mark("open", points=tuple(map(pull_inside, line)))


def pick_tile(
    game: WormDerby, state: State, draft: Draft, spot: str, to: str | None
) -> Draft | MakeMove | ShowMessage | None:
    """What picking a tile or a place for one comes to; None for anything else."""
    target = to or spot
    if state.phase == "tiles" and target.startswith(FROM_FAR):
        x, y = _parse_spot_place(target.removeprefix(FROM_FAR))
        tile = held_in_hand(draft) or Tile.at(0, 0, 0)
        return hold_tile(len(state.tiles) + 1, Tile.at(x, y, tile.angle))
    found = held_tile(draft) or (next_tile(state) if state.phase == "tiles" else None)
    if found is not None:
        if target.startswith(FROM_NEAR):
            x, y = _parse_spot_place(target.removeprefix(FROM_NEAR))
            return hold_tile(found[0], Tile.at(x, y, found[1].angle))
        return None
    name = target.removeprefix("far ")
    if may_move_tile(game, state) and name.startswith("tile ") and not draft:
        return hold_tile(int(name[5:]), state.tiles[int(name[5:]) - 1])
    if name in game.ruleset.fixed and state.phase == "ace":
        return ShowMessage(Refusal("WD-11", f"{name} never moves", (name,)))
    return None


def _parse_spot_place(place: str) -> tuple[float, float]:
    x, _, y = place.partition(",")
    return float(x), float(y)


def tile_text(tile: Tile) -> str:
    """Where a tile lies, in words."""
    return f"({tile.x:.2f}, {tile.y:.2f}), turned by {tile.angle:g} degrees"


# --- Buttons -------------------------------------------------------------------------------------


DESK_MIDDLE = round(DESK_WIDE / 2, 2)
TURN_BUTTONS = {
    "turn +5": (5.0, "\u21ba 5\u00b0", "["),
    "turn +1": (1.0, "\u21ba 1\u00b0", ","),
    "turn -1": (-1.0, "1\u00b0 \u21bb", "."),
    "turn -5": (-5.0, "5\u00b0 \u21bb", "]"),
}
"""Buttons that turn what was laid last: degrees, words and key; anticlockwise is positive."""
SHIFT_BUTTONS = {"left": (-0.1, 0.0, "\u2190", "a"), "up": (0.0, 0.1, "\u2191", "w"),
          "down": (0.0, -0.1, "\u2193", "s"), "right": (0.1, 0.0, "\u2192", "d")}  # fmt: skip
"""Buttons that move the tile in hand: inches to the right and up, words and key."""
BUTTON_ROWS = (0.6, 1.42, 2.22, 3.02)
DONE, TAKE, STAY = "done", "take back", "stay"


def _quarter(number: int) -> tuple[float, float]:
    """The x and the width of one of four buttons in a row."""
    wide = (DESK_WIDE - 0.3) / 4
    return round(0.15 + wide * (number + 0.5), 2), round(wide - 0.1, 2)


def _half(right: bool) -> tuple[float, float]:
    wide = (DESK_WIDE - 0.3) / 2
    return round(0.15 + wide * (1.5 if right else 0.5), 2), round(wide - 0.1, 2)


def _button(id_: str, across: tuple[float, float], line: int, name: str, **more: Any) -> Spot:
    return Spot(id_, across[0], BUTTON_ROWS[line], "desk", across[1], 0.66, name, "action", **more)


def buttons(game: WormDerby, state: State, draft: Draft, laid: LaidDraft) -> Iterator[Spot]:
    """What can be pressed now."""
    actor = game.to_act(state)
    if isinstance(actor, Chance):
        name = f"Roll the {state.to_move} die" if actor.dice else "Lay the tiles out"
        yield _button("roll", (DESK_MIDDLE, DESK_WIDE - 0.5), 2, name, key="r",
                      clause=actor.clause)  # fmt: skip
        return
    tile = held_tile(draft)
    if tile is not None or (laid.turn and laid.turn.angles):
        yield from _turn_buttons(bool(tile))
        yield from _finish_buttons(game, state, draft)
    elif draft:
        yield _button(TAKE, (DESK_MIDDLE, DESK_WIDE - 0.5), 3, "Put it back", key="b")
    elif _may_stay(game, state):
        name = "Leave the tiles alone" if state.phase == "ace" else "Stay here"
        yield _button(STAY, (DESK_MIDDLE, DESK_WIDE - 0.5), 3, name, key="x",
                      clause="WD-20" if state.phase == "ace" else "WD-21")  # fmt: skip


def _may_stay(game: WormDerby, state: State) -> bool:
    stays = state.phase in ("ace", "move", "worms")
    return stays and game.refusal(state, Stay(state.to_move)) is None


def _turn_buttons(tile: bool) -> Iterator[Spot]:
    """Four buttons that turn it, and for a tile four that move it."""
    what = "the tile" if tile else "the disc laid last"
    for number, (id_, (by, name, key)) in enumerate(TURN_BUTTONS.items()):
        way = "anticlockwise" if by > 0 else "clockwise"
        tip = f"Key {key}: turns {what} {abs(by):g} degrees {way}, or as far as it may go."
        yield _button(id_, _quarter(number), 1, name, key=key, tip=tip)
    for number, (id_, (right, up, name, key)) in enumerate(SHIFT_BUTTONS.items() if tile else ()):
        tip = f"Key {key}: moves the tile {abs(right + up):g} inches {id_}."
        yield _button(id_, _quarter(number), 2, name, key=key, tip=tip)


def _finish_buttons(game: WormDerby, state: State, draft: Draft) -> Iterator[Spot]:
    """Take the last one back, or let it count; where it can't, why."""
    yield _button(TAKE, _half(False), 3, "Take back", key="b", tip="Key b, or Escape.")
    refused = game.refusal(state, draft_move(state, draft))
    if refused is None:
        yield _button(DONE, _half(True), 3, "Lay it so", key="c",
                      tip="Key c: the whole move counts as it lies.")  # fmt: skip
    else:
        x, wide = _half(True)
        yield Spot(DONE, x, BUTTON_ROWS[3], "desk", wide, 0.66, "Not yet", "inert", key="c",
                   tip=f"{capitalise(refused.text)}.", clause=refused.clause)  # fmt: skip


def press_button(
    game: WormDerby, state: State, draft: Draft, spot: str
) -> Draft | MakeMove | ShowMessage | None:
    """What a button comes to; None for what is none."""
    if spot == "roll":
        return MakeMove(None)
    if spot == STAY and not draft:
        return MakeMove(Stay(state.to_move))
    if not draft:
        return None
    if spot in TURN_BUTTONS:
        return turn_last(game.ruleset, state, draft, TURN_BUTTONS[spot][0])
    if spot in SHIFT_BUTTONS and held_tile(draft):
        right, up, _, _ = SHIFT_BUTTONS[spot]
        return move_held_tile(draft, right, up)
    if spot == TAKE:
        return step_back(draft)
    return MakeMove(draft_move(state, draft)) if spot == DONE else None


# --- Picks ---------------------------------------------------------------------------------------


DISC_SPOT = 0.62
"""How large the place of a disc is, in squares."""


def draft_window(game: WormDerby, state: State, draft: Draft) -> Window:
    """The window on a table while a move is put together: it stays as long as it shows enough."""
    tile = held_tile(draft)
    if tile is not None:
        return window(game.ruleset, tile_surroundings(game, state, tile))
    base = window(game.ruleset, places_to_show(game, state), toward=place_ahead(game, state))
    if not draft:
        return base
    laid = lay_draft(game.ruleset, state, draft).state
    return window(game.ruleset, places_to_show(game, laid), base, place_ahead(game, laid))


# --- what can be picked --------------------------------------------------------------------------


def spots(game: WormDerby, state: State, draft: Draft) -> tuple[Spot, ...]:
    """Discs, the places round the ends, tiles, signs that can be asked why, and the buttons."""
    seen = draft_window(game, state, draft)
    laid = lay_draft(game.ruleset, state, draft)
    found = [
        *tile_spots(game, state, draft, seen),
        *disc_spots(seen, laid.state, _discs_to_pick_up(state, laid)),
        *_ring_spots(seen, laid, state),
        *_lane_spots(game, state, seen),
        *buttons(game, state, draft, laid),
    ]
    return tuple(found)


def _ring_spots(seen: Window, laid: LaidDraft, state: State) -> Iterator[Spot]:
    for found in laid.rings.values():
        yield from ring_spots(seen, laid.state, found, state.phase == "ace")
    for found in laid.rings.values():
        yield from sign_spots(seen, found)


def _discs_to_pick_up(state: State, laid: LaidDraft) -> dict[str, str]:
    """The discs that can be picked up, by their end, each with the end at which they go down."""
    if state.phase != "move":
        return {}
    return {other_end(to): to for to in laid.rings}


def disc_spots(seen: Window, state: State, ends: dict[str, str]) -> Iterator[Spot]:
    """Every disc in the window; those of ``ends`` can be picked up, the others say who they are."""
    for seat, worm in state.worms.items():
        last = len(worm.discs) - 1
        for at, place in enumerate(worm.discs):
            if not seen.holds(place, 0.3):
                continue
            name = disc_name(worm, seat, at)
            end = "head" if at == last else "tail" if not at else ""
            told = f"{seat} disc {name.rpartition(' ')[2]}{f', its {end}' if end else ''}"
            where = f"{told[:1].upper()}{told[1:]}, at {place}"
            if seat == state.to_move and end in ends:
                yield Spot(
                    name, *seen.at(place), w=DISC_SPOT, h=DISC_SPOT, name=f"{told}: pick it up",
                    role="select", drag=True, clause="WD-2",
                    tip=f"{where}. It goes to the {ends[end]}: pick it up, or drag it there.",
                )  # fmt: skip
            else:
                yield Spot(name, *seen.at(place), w=DISC_SPOT, h=DISC_SPOT, name=told,
                           tip=f"{where}.", clause="WD-1")  # fmt: skip


def _lane_spots(game: WormDerby, state: State, seen: Window) -> Iterator[Spot]:
    """Where a worm can be built (WD-13)."""
    for move in game.moves(state) if state.phase == "worms" else ():
        if isinstance(move, Build):
            discs = game.ruleset.built(move.y).discs
            at, body = seen.at(discs[-1]), tuple(map(seen.at, discs))
            yield Spot(f"lane {move.y}", *at, w=DISC_SPOT, h=DISC_SPOT, role="select",
                       name=f"build the worm here, its head at {discs[-1]}", clause="WD-13",
                       tip=f"The worm begins here, its head at {discs[-1]}.",
                       preview=(Mark("lane", points=body, suit=state.to_move),))  # fmt: skip


def marks(game: WormDerby, state: State, draft: Draft) -> tuple[Mark, ...]:
    """The rings, whose turn it is, and what is in hand."""
    seen = draft_window(game, state, draft)
    laid = lay_draft(game.ruleset, state, draft)
    shown = [mark for found in laid.rings.values() for mark in ring_marks(seen, laid.state, found)]
    shown += tile_marks(game, state, draft, seen)
    shown += [Mark("via", lane.x, lane.y) for lane in _lane_spots(game, state, seen)]
    worm = laid.state.worms.get(state.to_move)
    turn = laid.turn
    if worm is not None and turn is not None and not turn.adding and laid.rings:
        shown.append(Mark("here", *seen.at(worm.end(other_end(turn.to))), suit=state.to_move))
    if state.phase != "over":
        shown.append(turn_mark(game.ruleset, state.to_move))
    return tuple(shown)


def turn_mark(ruleset: Ruleset, seat: str) -> Mark:
    """A ring round the sign of the seat that acts, in the list of the race."""
    return Mark("here", RACE_SIGN, race_row(ruleset.seats.index(seat)), "race", suit=seat)


# --- what a pick comes to ------------------------------------------------------------------------


def pick(
    game: WormDerby, state: State, draft: Draft, spot: str, to: str | None, shift: bool
) -> Draft | MakeMove | ShowMessage:
    """A move, the draft with this pick, or what is due instead."""
    actor = game.to_act(state)
    if actor is None or (isinstance(actor, Chance) and spot != "roll"):
        return _prompt_message(game, state, draft)
    button = press_button(game, state, draft, spot)
    if button is not None:
        return button
    if spot.startswith("lane ") and state.phase == "worms":
        return MakeMove(Build(state.to_move, float(spot.removeprefix("lane "))))
    tile = pick_tile(game, state, draft, spot, to)
    if tile is not None:
        return tile
    return _pick_disc(game, state, draft, spot, to)


def _pick_disc(
    game: WormDerby, state: State, draft: Draft, spot: str, to: str | None
) -> Draft | MakeMove | ShowMessage:
    """A disc is picked up, or laid: at a place that was picked, or dropped on."""
    laid = lay_draft(game.ruleset, state, draft)
    barred = barred_spot(to or spot, laid.rings)
    if barred is not None:
        return ShowMessage(Refusal(barred.clause, barred.text, (barred.thing,)))
    place = place_of_spot(to or spot)
    if place is not None and place.to in laid.rings:
        source = _disc_ends(laid.state).get(spot)
        if to is not None and source == place.to:
            return ShowMessage(_wrong_end(state, place.to))
        return add_disc(draft, place.to, place.angle, state.phase == "ace")
    end = _disc_ends(laid.state).get(spot)
    if end is None or state.phase != "move" or (laid.turn and laid.turn.angles):
        return _describe_spot(game, state, draft, laid, spot)
    if other_end(end) in laid.rings and to is None:
        return ("steps", other_end(end)) if not draft else ()
    return MakeMove(Steps(state.to_move, other_end(end), (0.0,)))


def _disc_ends(state: State) -> dict[str, str]:
    """The end of the worm to move that each disc is."""
    worm = state.worms.get(state.to_move)
    if worm is None:
        return {}
    return {
        disc_name(worm, state.to_move, -1 % len(worm.discs) if end == "head" else 0): end
        for end in ENDS
    }


def _wrong_end(state: State, end: str) -> Refusal:
    text = f"a disc goes from one end to the other: drag the {other_end(end)} disc to the {end}"
    return Refusal("WD-2", text, (f"{state.to_move} 1",))


def _describe_spot(
    game: WormDerby, state: State, draft: Draft, laid: LaidDraft, spot: str
) -> ShowMessage:
    """What lies there, a disc or a tile; else what is due."""
    seen = draft_window(game, state, draft)
    there = (*disc_spots(seen, laid.state, {}), *tile_spots(game, laid.state, (), seen))
    found = next((each for each in there if each.id == spot and each.role == "inert"), None)
    if found is None:
        return _prompt_message(game, state, draft)
    return ShowMessage(Refusal(found.clause, found.tip.rstrip("."), (spot,)), "info")


def _prompt_message(game: WormDerby, state: State, draft: Draft) -> ShowMessage:
    text, clause = prompt(game, state, draft)
    return ShowMessage(Refusal(clause, text.rstrip(".")), "info")


# --- Captions ------------------------------------------------------------------------------------


def prompt(game: WormDerby, state: State, draft: Draft) -> tuple[str, str]:
    """What is to be done now, and by which clause."""
    result = game.result(state)
    if result is not None:
        return f"The race is over. {result.text}", result.clause
    who = state.to_move.title()
    turn = f"Turn {state.turn}. " if state.turn else ""
    if isinstance(game.to_act(state), Chance):
        now = next_action(game.ruleset, state)
        return f"{turn}{capitalise(now.text)}.", now.clause
    if held_tile(draft):
        return _tile_prompt(game, state, draft)
    match state.phase:
        case "tiles":
            number = len(state.tiles) + 1
            where = "pick about where, in the window or on the whole table"
            return f"{who} places tile {number} of {game.rules.dealt}: {where}.", "WD-12"
        case "worms":
            return f"{turn}{who} builds its worm: pick where its head lies.", "WD-13"
        case "ace":
            return _ace_prompt(game, state, draft)
    return _steps_prompt(game, state, draft, turn)


def _tile_prompt(game: WormDerby, state: State, draft: Draft) -> tuple[str, str]:
    found = held_tile(draft)
    assert found is not None
    number, tile = found
    if is_unmoved(state, found):
        inches = game.rules.tile_reach * game.rules.tile
        text = f"Tile {number} is in hand: move it up to {inches:g} inches, and turn it"
        return f"{text}. Drag it, pick a place, or use the buttons.", "WD-20"
    refused = game.refusal(state, draft_move(state, draft))
    if refused is not None:
        return f"Tile {number} at {tile_text(tile)}: {refused.text}.", refused.clause
    clause = "WD-12" if state.phase == "tiles" else "WD-20"
    return (
        f"Tile {number} at {tile_text(tile)}: it may lie so. Move it, turn it, or lay it.",
        clause,
    )


def _ace_prompt(game: WormDerby, state: State, draft: Draft) -> tuple[str, str]:
    who = state.to_move.title()
    if draft:
        return f"{who}: the disc comes back here. Turn it, or lay it so.", "WD-43"
    ways = []
    if may_move_tile(game, state):
        inches = game.rules.tile_reach * game.rules.tile
        ways.append(f"take up a tile, to move it up to {inches:g} inches and turn it")
    if can_revive(game.ruleset, state):
        ways.append("bring an eaten disc back at an end of the worm")
    return f"{who} rolled an ace: {', or '.join(ways)}.", "WD-20"


def _steps_prompt(game: WormDerby, state: State, draft: Draft, turn: str) -> tuple[str, str]:
    who = state.to_move.title()
    laid = lay_draft(game.ruleset, state, draft)
    if laid.turn is None:
        steps = count_noun(state.steps, "step")
        text = f"{turn}{who} makes {steps}: pick a place round its head or tail"
        return f"{text}, or drag the disc at the other end there.", "WD-2"
    done = len(laid.turn.angles)
    if not done:
        return f"{who} lays a disc at the {laid.turn.to}: pick the place.", "WD-3"
    last = f"disc {done} of {state.steps} at {angle_text(laid.turn.angles[-1])}"
    if laid.home:
        return f"{who}: {last}. That brings the worm home: lay it so.", "WD-22"
    if laid.eaten:
        return f"{who}: {last}. It eats a disc, and the turn ends.", "WD-40"
    if not laid.rings:
        return f"{who}: {last}. Turn it by single degrees, take back, or lay it so.", "WD-2"
    return f"{who}: {last}. Pick the next place, or turn this one.", "WD-2"
