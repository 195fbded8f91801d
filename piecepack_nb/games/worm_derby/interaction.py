"""Playing by picks: a roll laid at once or disc by disc, tiles moved and turned, buttons, prompts.

The place where a whole roll ends can be picked, or a disc of the worm's end is dragged there: that
makes the move. Or discs are laid one by one: a place round an end is picked, or the disc at the
other end is dragged there. The last disc can be turned by single degrees; picked once more, it lays
the next one straight on, or confirms the turn when it is whole.

Vocabulary
    draft   () at first. A turn: ("steps", end, angle, angle ...), the end at which discs are laid
            and where each lies; without an angle the first one is in hand. A disc that comes back:
            ("adds", end, angle). A tile in hand: ("tile", number, x, y, angle)
    last    the disc that was laid last: it can still be turned
    place   an angle at which the next disc is offered: every 15 degrees where it may be, straight
            on, both ends of each arc, and the middle of each bite; a bead shows every other one
    whole   a place where all the steps still to make can end: a way of laying them all
    fine    an angle between them, every 5 degrees: a disc can be laid there just as well
    sign    a small cross on a forbidden arc, with the reason why it is forbidden
    barred  an angle at which no disc may lie; it gives its reason, too
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Chance
from piecepack_nb.core.steps import Refusal
from piecepack_nb.core.wording import capitalise, count_noun
from piecepack_nb.games.worm_derby.game import WormDerby, next_action
from piecepack_nb.games.worm_derby.geometry.plane import (
    Arcs,
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
    disc_refusal,
    find_eaten,
    ring,
    rings_of,
)
from piecepack_nb.games.worm_derby.moves import Build, Move, Put, Revive, Stay, Steps, sample_moves
from piecepack_nb.games.worm_derby.ruleset import Ruleset
from piecepack_nb.games.worm_derby.state import ENDS, State, Worm, other_end
from piecepack_nb.games.worm_derby.window import (
    DESK_WIDE,
    DISC,
    EDGE_GAP,
    FIRST_ROW,
    HIGH,
    RACE_LINE,
    RACE_SIGN,
    WIDE,
    ScenePoint,
    Window,
    on_table,
    race_row,
    race_size,
    standing,
    window,
    worm_window,
)
from piecepack_nb.scene import EMPTY_DRAFT, Draft, MakeMove, Mark, Piece, ShowMessage, Spot
from piecepack_nb.scene.numbers import ONLY

# --- Drafts ---------------------------------------------------------------------------------------

HAIR = 1e-5
"""Degrees: less is rounding."""


class TurnDraft(NamedTuple):
    """A turn as far as it was laid."""

    to: str
    angles: tuple[float, ...]
    adding: bool

    def to_draft(self) -> Draft:
        """Return its draft; the empty one when no disc is left of it."""
        if not self.angles:
            return EMPTY_DRAFT
        angles = (format_number(round_angle(angle)) for angle in self.angles)
        return ("adds" if self.adding else "steps", self.to, *angles)

    def back(self) -> TurnDraft:
        """Return it without its last disc."""
        return self._replace(angles=self.angles[:-1])


class LaidDraft(NamedTuple):
    """The table as a draft leaves it, and where the next disc may go."""

    state: State
    rings: dict[str, Ring]
    """The ring of each end at which a disc can be laid now; none when the turn is whole."""
    turn: TurnDraft | None
    eaten: bool = False
    home: bool = False


def turn_draft(draft: Draft) -> TurnDraft | None:
    """Return the turn that a draft holds, if it holds one."""
    if not draft or draft[0] not in ("steps", "adds"):
        return None
    return TurnDraft(draft[1], tuple(map(float, draft[2:])), draft[0] == "adds")


@lru_cache(maxsize=32)  # picture, spots, signs and words ask for the same draft
def lay_draft(ruleset: Ruleset, state: State, draft: Draft) -> LaidDraft:
    """Return the table with the discs that a draft lays."""
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
    """Return where the first disc may go: at either end (WD-2), or where one comes back (WD-43)."""
    seat = state.to_move
    if state.phase == "move":
        return rings_of(ruleset, state, seat)
    if state.phase == "ace" and ruleset.can_revive(state):
        return {end: ring(ruleset, state, seat, end, adding=True) for end in ENDS}
    return {}


def step_back(draft: Draft) -> Draft:
    """Return the draft without its last disc, or without its tile."""
    turn = turn_draft(draft)
    return EMPTY_DRAFT if turn is None else turn.back().to_draft()


def turn_within(allowed: Arcs, angle: float, by: float) -> float:
    """Return an angle turned as far as it may: to the end of its arc, then to the next arc.

    >>> allowed = Arcs.of((10, 50), (80, 120))
    >>> [turn_within(allowed, angle, 5) for angle in (20, 48, 50)]
    [25.0, 50.0, 80.0]
    """
    goal = normalize_angle(angle + by)
    sign = 1 if by > 0 else -1
    ends = [normalize_angle(end) for span in allowed for end in span]
    far = {end: (end - angle) * sign % 360 for end in ends}
    ahead = {end: left for end, left in far.items() if HAIR < left < 360 - HAIR}
    nearest = min(ahead, key=lambda end: ahead[end], default=goal)
    if goal in allowed and (not ahead or ahead[nearest] >= abs(by)):
        return goal
    return nearest if ahead else angle


def turn_last(ruleset: Ruleset, state: State, draft: Draft, by: float) -> Draft:
    """Return the draft with its last disc, or its tile, turned by some degrees."""
    turn = turn_draft(draft)
    if turn is None or not turn.angles:
        return move_held_tile(draft, turn_by=by) if held_tile(draft) else draft
    before = lay_draft(ruleset, state, turn.back().to_draft()).state
    found = ring(ruleset, before, state.to_move, turn.to, adding=turn.adding)
    angle = turn_within(found.open, turn.angles[-1], by)
    return turn._replace(angles=(*turn.angles[:-1], angle)).to_draft()


def hold_tile(number: int, tile: Tile) -> Draft:
    """Return the draft of a tile in hand."""
    return ("tile", str(number), *map(format_number, tile))


def held_tile(draft: Draft) -> Put | None:
    """Return the tile in hand, if there is one: its number, and where it is."""
    if draft[:1] != ("tile",):
        return None
    return Put(int(draft[1]), Tile.at(*map(float, draft[2:])))


def move_held_tile(
    draft: Draft, right: float = 0.0, up: float = 0.0, turn_by: float = 0.0
) -> Draft:
    """Return the draft with its tile moved by some inches, and turned."""
    held = held_tile(draft)
    assert held is not None
    number, tile = held
    x, y = round(tile.x + right, 4), round(tile.y + up, 4)
    return hold_tile(number, Tile.at(x, y, tile.angle + turn_by))


def draft_move(state: State, draft: Draft) -> Move:
    """Return the move of a draft."""
    held, turn = held_tile(draft), turn_draft(draft)
    if held is not None:
        return held
    assert turn is not None
    if turn.adding:
        return Revive(state.to_move, turn.to, turn.angles[0])
    return Steps(state.to_move, turn.to, turn.angles)


def draft_window(ruleset: Ruleset, state: State, draft: Draft) -> Window:
    """Return the window while a move is drafted: it stays as long as it shows enough."""
    held = held_tile(draft)
    if held is not None:
        was = [] if state.phase == "tiles" else [state.tiles[held.number - 1].middle]
        return window(ruleset, [*was, held.tile.middle])
    base = worm_window(ruleset, state)
    return worm_window(ruleset, lay_draft(ruleset, state, draft).state, base) if draft else base


# --- The places of the next disc ------------------------------------------------------------------

PLACE_EVERY = 15
"""Degrees between the places that are offered."""
FINE_EVERY = 5
"""Degrees between those that are offered besides, unmarked."""
BEAD_EVERY = 30
"""Degrees between the places that a bead marks."""
BARRED_EVERY = 10
"""Degrees between the angles on a forbidden arc that give their reason."""
CLOSE = 9.0
"""Degrees: a round angle that is nearer to another place is left out."""
ARC_BEND = 6.0
"""Degrees between the corners with which an arc is drawn."""
SMALL, TINY = 0.28, 0.1
"""The size of a place, in squares, and of a fine one."""
BARRED_ID = "not "
"""The beginning of the id of a spot on a forbidden arc."""


class RingPlace(NamedTuple):
    """A place where the next disc may be laid."""

    to: str
    angle: float
    whose: str = ""
    """The worm whose end it would eat (WD-40)."""


def place_of_spot(spot: str) -> RingPlace | None:
    """Return the place of a spot with this id; None for another spot."""
    to, _, angle = spot.partition(" ")
    if to not in ENDS:
        return None
    try:
        return RingPlace(to, round_angle(float(angle)))
    except ValueError:
        return None


def ring_places(state: State, found: Ring) -> list[RingPlace]:
    """Return the places round an end, by their angles."""
    ends = [round_angle(end) for span in found.allowed for end in span]
    kept = dict.fromkeys(ends if found.allowed.width < 360 else [])
    discs = state.worms[found.seat].discs
    offered = [float(angle) for angle in range(0, 360, PLACE_EVERY)]
    if len(discs) > 1:
        neighbour = discs[-2] if found.to == "head" else discs[1]
        offered.insert(0, round_angle(round(bearing(neighbour, found.centre), 2)))
    for angle in offered:
        if angle in found.allowed and _is_apart(angle, kept):
            kept[angle] = None
    places = [RingPlace(found.to, angle) for angle in kept]
    for bite in found.bites:
        middles = map(round_angle, bite.arcs.middles)
        places += (RingPlace(found.to, angle, bite.seat) for angle in middles)
    return sorted(places, key=lambda place: place.angle)


def _is_apart(angle: float, others: Iterable[float], close: float = CLOSE) -> bool:
    return all(abs((angle - other + 180) % 360 - 180) >= close for other in others)


def ring_marks(seen: Window, state: State, found: Ring) -> Iterator[Mark]:
    """Yield the arcs of a ring, its places, and the signs."""
    for span in found.open:
        yield Mark("open", points=_arc(seen, found, span))
    for each in found.forbidden:
        for span in each.arcs:
            yield Mark("barred", points=_arc(seen, found, span))
    for place in ring_places(state, found):
        if place.angle % PLACE_EVERY or not place.angle % BEAD_EVERY or place.whose:
            at = seen.at(beside(found.centre, place.angle, found.step))
            yield Mark("danger" if place.whose else "via", *at)
    for _, _, at in _signs(seen, found):
        yield Mark("failed", *at)


# --- The rest of a roll at once -------------------------------------------------------------------

WHOLE_ID = "all "
"""The beginning of the id of a spot where a whole roll ends; the end and the angles follow."""
MOST_WHOLE = 16
"""The most of them that are offered: those that leave least to go."""
WHOLE_APART = 0.8
"""The least distance between two of them, and from the places of the next disc, in squares."""


class WholeRoll(NamedTuple):
    """A way of laying all discs that are still to lay, and how the table is then."""

    to: str
    angles: tuple[float, ...]
    """Those of the draft, and the rest."""
    laid: LaidDraft

    @property
    def worm(self) -> Worm:
        """The worm as it is then."""
        return self.laid.state.worms[self.laid.state.to_move]

    @property
    def id(self) -> str:
        """The id of its spot."""
        angles = " ".join(format_number(round_angle(angle)) for angle in self.angles)
        return f"{WHOLE_ID}{self.to} {angles}"


@lru_cache(maxsize=32)
def whole_rolls(ruleset: Ruleset, state: State, draft: Draft) -> tuple[WholeRoll, ...]:
    """Return ways of laying the rest of the roll, each to another place, the shortest way first.

    They are those of the game's sample of moves that make all steps and don't end near another.
    """
    laid = lay_draft(ruleset, state, draft)
    done = laid.turn.angles if laid.turn is not None else ()
    if state.phase != "move" or not laid.rings or state.steps - len(done) < 2:
        return ()
    rest = laid.state._replace(steps=state.steps - len(done))
    found = []
    for move in sample_moves(ruleset, rest, lambda _: None):
        if isinstance(move, Steps) and move.to in laid.rings:
            turn = TurnDraft(move.to, (*done, *move.angles), False)
            each = WholeRoll(turn.to, turn.angles, lay_draft(ruleset, state, turn.to_draft()))
            if len(turn.angles) == state.steps or each.laid.home:
                found.append(each)
    apart = WHOLE_APART * ruleset.coin / DISC
    taken = {each.centre: 1.5 * ruleset.coin for each in laid.rings.values()}
    kept = []
    for each in sorted(found, key=lambda each: ruleset.steps_left(each.worm)):
        end = each.worm.end(each.to)
        if all(math.dist(end, other) >= far for other, far in taken.items()):
            taken[end] = apart
            kept.append(each)
    return tuple(kept)


def _whole_spots(ruleset: Ruleset, state: State, draft: Draft, seen: Window) -> Iterator[Spot]:
    """Yield the places where the rest of the roll can end, each with its path."""
    now = lay_draft(ruleset, state, draft)
    done = len(now.turn.angles) if now.turn is not None else 0
    number = 0
    for each in whole_rolls(ruleset, state, draft):
        along = each.worm.discs if each.to == "head" else each.worm.discs[::-1]
        line = [now.rings[each.to].centre, *along[done - len(each.angles) :]]
        if number == MOST_WHOLE or not seen.holds(line[-1], 0.2):
            continue
        number += 1
        steps = ruleset.steps_left(each.worm)
        left = "home" if each.laid.home else f"{count_noun(steps, 'step')} to go"
        name = f"lay all {len(line) - 1} discs at the {each.to}, to {line[-1]}: {left}"
        path = Mark("path", points=tuple(map(seen.at, line)), suit=state.to_move)
        yield Spot(each.id, *path.points[-1], w=SMALL, h=SMALL, role="select", drop=True,
                   name=name, tip=f"{capitalise(name)}.", preview=(path,),
                   clause="WD-2")  # fmt: skip


def _whole_move(state: State, spot: str) -> Steps | None:
    """Return the move of a spot where a whole roll ends; None for another spot."""
    if not spot.startswith(WHOLE_ID):
        return None
    to, *angles = spot.removeprefix(WHOLE_ID).split()
    return Steps(state.to_move, to, tuple(map(float, angles)))


def _arc(seen: Window, found: Ring, span: ScenePoint) -> tuple[ScenePoint, ...]:
    start, end = span
    parts = max(1, math.ceil((end - start) / ARC_BEND))
    angles = (start + (end - start) * part / parts for part in range(parts + 1))
    return tuple(seen.at(beside(found.centre, angle, found.step)) for angle in angles)


def _signs(seen: Window, found: Ring) -> Iterator[tuple[Forbidden, ScenePoint, ScenePoint]]:
    """Yield what forbids something, the span, and the place of its sign, apart from the others.

    The discs that a worm must not touch need none: they can be seen.
    """
    taken: list[ScenePoint] = []
    for each in found.forbidden:
        for start, end in each.arcs if each.how != "touches" else ():
            at = next(
                at
                for far in (1.0, 1.45, 1.9, 2.35, 2.8)
                for at in [seen.at(beside(found.centre, (start + end) / 2, far * found.step))]
                if far > 2.5 or all(math.dist(at, other) > SMALL for other in taken)
            )
            taken.append(at)
            yield each, (start, end), at


def _place_spots(
    ruleset: Ruleset, seen: Window, state: State, found: Ring, left: int
) -> Iterator[Spot]:
    """Yield the places that can be picked, and dropped on; the fine ones are below the others.

    ``left`` is the number of discs to lay, 0 for one that comes back.
    """
    adding = not left
    to, places = found.to, ring_places(state, found)
    for angle in map(float, range(0, 360, BARRED_EVERY)):
        why = _forbidden_at(found, angle)
        if why is not None:
            at = seen.at(beside(found.centre, angle, found.step))
            yield Spot(f"{BARRED_ID}{to} {angle:g}", *at, w=TINY, h=TINY, clause=why.clause,
                       name=f"{to}, {angle_text(angle)}: not here",
                       tip=f"Not at {angle_text(angle)}: {why.text}.")  # fmt: skip
    angles = [place.angle for place in places]
    fine = [
        RingPlace(to, float(angle))
        for angle in range(0, 360, FINE_EVERY)
        if angle in found.allowed and _is_apart(angle, angles, FINE_EVERY / 2)
    ]
    for number, (_, angle, whose) in enumerate((*fine, *places)):
        is_fine = number < len(fine)
        size = TINY if is_fine else SMALL
        lies, name = beside(found.centre, angle, found.step), f"{to}, {angle_text(angle)}"
        at = seen.at(lies)
        what = f"Eat the {whose} worm's end" if whose else "Lay a disc"
        lost = 0 if whose else _steps_lost(ruleset, state, found, angle, left)
        stuck = f" The worm is stuck then, and {count_noun(lost, 'step')} lost." if lost else ""
        yield Spot(
            f"{to} {format_number(angle)}", *at, w=size, h=size, drop=True,
            role="inert" if is_fine else "select",
            clause="WD-43" if adding else "WD-40" if whose else "WD-21" if lost else "WD-3",
            name=f"{name}, eats the {whose} worm's end" if whose else name,
            tip=f"{what} at the {to}, at {angle_text(angle)}: {lies}.{stuck}",
            preview=(Mark("here", *at, suit=found.seat),),
            risk="attack" if whose else "danger" if lost else "",
        )  # fmt: skip


def _steps_lost(ruleset: Ruleset, state: State, found: Ring, angle: float, left: int) -> int:
    """Return how many of the steps are lost after this one, since the worm can't go on (WD-21)."""
    if left < 2:
        return 0
    seat, to = found.seat, found.to
    after = after_step(ruleset, state, seat, to, angle)
    if ruleset.home_end(after.worms[seat]):
        return 0
    straight_on = disc_refusal(ruleset, after, seat, to, angle) is None  # mostly it can
    return 0 if straight_on or ring(ruleset, after, seat, to).open else left - 1


def _forbidden_at(found: Ring, angle: float) -> Forbidden | None:
    """Return what forbids a disc at an angle, if anything does."""
    if angle in found.open:
        return None
    return next((each for each in found.forbidden if angle in each.arcs), None)


def _barred_spot(spot: str, rings: dict[str, Ring]) -> Forbidden | None:
    """Return what forbids the angle of a spot on a forbidden arc; None for another spot."""
    to, _, angle = spot.removeprefix(BARRED_ID).partition(" ")
    if not spot.startswith(BARRED_ID) or to not in rings or not angle.isdecimal():
        return None
    return _forbidden_at(rings[to], float(angle))


def sign_spots(seen: Window, found: Ring) -> Iterator[Spot]:
    """Yield each sign, with what forbids the arc and which angles that are."""
    for number, (each, (start, end), at) in enumerate(_signs(seen, found), 1):
        angles = f"from {angle_text(start)} to {angle_text(end % 360)}"
        past = "not past " if each.clause == "WD-5" else ""
        yield Spot(f"why {found.to} {number}", *at, w=SMALL, h=SMALL, role="why",
                   clause=each.clause, name=f"{found.to}, {angles}: {past}{each.thing}",
                   tip=f"{capitalise(each.text)}: not {angles}.")  # fmt: skip


# --- Tiles by hand: placed at the start (WD-12), or moved by an ace (WD-20) -----------------------

TABLE_LATTICE = 3.0
"""Inches between the places that the whole table offers."""
LATTICE_PARTS = {"tiles": 1.0, "ace": 0.5}
"""Half tiles between those that the window offers, at the set-up and with an ace."""
CIRCLE_CORNERS = 48
OFF_TABLE = Tile.at(-99, -99, 0)
"""A tile that is not on the table yet."""
FROM_FAR, FROM_NEAR = "far at ", "at "


def tile_text(tile: Tile) -> str:
    """Return where a tile is, in words."""
    return f"{tile.middle}, turned by {tile.angle:g}°"


def _may_move_tile(game: WormDerby, state: State) -> bool:
    return state.phase == "ace" and game.ruleset.can_move_tile(state)


def _due_tile(state: State, draft: Draft) -> Put | None:
    """Return the tile in hand, or the one that must be placed next (WD-12)."""
    following = Put(len(state.tiles) + 1, OFF_TABLE) if state.phase == "tiles" else None
    return held_tile(draft) or following


def _tile_spots(game: WormDerby, state: State, draft: Draft, seen: Window) -> Iterator[Spot]:
    """Yield tiles that can be taken up; with one in hand, where it can go."""
    ruleset, held, due = game.ruleset, held_tile(draft), _due_tile(state, draft)
    if state.phase == "tiles":
        yield from _table_places(ruleset)
    if due is not None:
        yield from _window_places(game, state, due, seen)
    size = round(ruleset.rules.tile * seen.unit * 0.7, 3)
    if held is not None:
        yield Spot("held", *seen.at(held.tile), w=size, h=size, name=f"tile {held.number} in hand",
                   role="select", drag=True, clause="WD-12" if state.phase == "tiles" else "WD-20",
                   tip=f"Tile {held.number}, {tile_text(held.tile)}: drag it, or use the buttons.",
                   )  # fmt: skip
        return
    may = _may_move_tile(game, state) and not draft
    for name, tile in ruleset.all_tiles(state.tiles):
        takes = may and name not in ruleset.fixed
        where = f"{capitalise(name)} at {tile_text(tile)}."
        more: dict[str, Any] = {"name": name, "tip": where, "clause": "WD-4"}
        if takes:
            more = {"role": "select", "name": f"{name}: take it up", "clause": "WD-20",
                    "tip": f"{where} Take it up to move and turn it."}  # fmt: skip
        if seen.holds(tile, 0.4):
            yield Spot(name, *seen.at(tile), w=size, h=size, **more)
        if takes:
            wide = ruleset.rules.tile
            yield Spot(f"far {name}", *on_table(ruleset, tile), "table", w=wide, h=wide, **more)


def _table_places(ruleset: Ruleset) -> Iterator[Spot]:
    """Yield places for the next tile, all over the field (WD-12)."""
    wide = TABLE_LATTICE
    low = ruleset.start.x + ruleset.rules.clear_tiles * ruleset.rules.tile + ruleset.half
    for row in range(int((ruleset.size[1] - 2 * ruleset.half) / wide) + 1):
        for column in range(int((ruleset.pylon.x - low) / wide) + 1):
            x, y = low + column * wide, ruleset.size[1] - ruleset.half - row * wide
            place = f"{format_number(round(x, 4))},{format_number(round(y, 4))}"
            yield Spot(f"{FROM_FAR}{place}", *on_table(ruleset, (x, y)), "table", w=wide, h=wide,
                       role="select", name=f"look at {place}", clause="WD-12",
                       tip=f"Take the next tile to ({x:g}, {y:g}).")  # fmt: skip


def _window_places(game: WormDerby, state: State, due: Put, seen: Window) -> Iterator[Spot]:
    """Yield places for the tile in hand, each with what forbids it."""
    for x, y, _ in _lattice(game.ruleset, state, due, seen):
        refused = game.refusal(state, Put(due.number, Tile.at(x, y, due.tile.angle)))
        tip = f"Move it to ({x:g}, {y:g})." if not refused else f"Not here: {refused.text}."
        yield Spot(f"{FROM_NEAR}{format_number(x)},{format_number(y)}", *seen.at((x, y)),
                   w=0.3, h=0.3, role="inert" if refused else "select", drop=True, tip=tip,
                   name=f"({x:g}, {y:g}){': not here' if refused else ''}",
                   clause=refused.clause if refused else "")  # fmt: skip


def _lattice(
    ruleset: Ruleset, state: State, due: Put, seen: Window
) -> Iterator[tuple[float, float, bool]]:
    """Yield places near the tile in hand, without its own: within an ace's reach, or in sight.

    Those that are a half tile apart have a bead.
    """
    ace, reach = state.phase == "ace", ruleset.tile_reach
    part = ruleset.half * LATTICE_PARTS[state.phase]
    if ace:
        middle = state.tiles[due.number - 1].middle
    else:  # the point of the table's lattice that is nearest to the window's middle
        middle = Tile.at(round(seen.x / part) * part, round(seen.y / part) * part, 0).middle
    parts = int(min(reach if ace else 99, 6 / seen.unit) / part)
    for up in range(parts, -parts - 1, -1):
        for right in range(-parts, parts + 1):
            x, y = round(middle.x + right * part, 4), round(middle.y + up * part, 4)
            near = not ace or math.hypot(right, up) * part <= reach
            if near and seen.holds((x, y), 0.2) and (x, y) != due.tile[:2]:
                yield x, y, not ace or not (right % 2 or up % 2)


def _tile_marks(game: WormDerby, state: State, draft: Draft, seen: Window) -> Iterator[Mark]:
    """Yield where the tile in hand can go, that it can't stay where it is, and an ace's reach."""
    due = _due_tile(state, draft)
    if due is None:
        return
    number, tile = due
    for x, y, bead in _lattice(game.ruleset, state, due, seen):
        if bead and game.refusal(state, Put(number, Tile.at(x, y, tile.angle))) is None:
            yield Mark("via", *seen.at((x, y)))
    if tile != OFF_TABLE and not _is_unmoved(state, due) and game.refusal(state, due):
        yield Mark("danger", *seen.at(tile))
    if state.phase == "ace":  # a circle, as far as the window shows it (WD-20)
        middle, reach = state.tiles[number - 1].middle, game.ruleset.tile_reach
        turns = (360 * part / CIRCLE_CORNERS for part in range(CIRCLE_CORNERS + 1))
        circle = (seen.at(beside(middle, turn, reach)) for turn in turns)
        yield Mark("open", points=tuple(
            (min(max(x, EDGE_GAP), WIDE - EDGE_GAP), min(max(y, EDGE_GAP), HIGH - EDGE_GAP))
            for x, y in circle))  # fmt: skip


def _is_unmoved(state: State, held: Put) -> bool:
    """Return True for a tile that was taken up and is still where it was."""
    return state.phase == "ace" and state.tiles[held.number - 1] == held.tile


def _pick_tile(
    game: WormDerby, state: State, draft: Draft, target: str
) -> Draft | MakeMove | ShowMessage | None:
    """Return the outcome of picking a tile or a place for one; None for anything else."""
    due = _due_tile(state, draft)
    for prefix in (FROM_FAR, FROM_NEAR) if state.phase == "tiles" else (FROM_NEAR,):
        if due is not None and target.startswith(prefix):
            x, y = map(float, target.removeprefix(prefix).split(","))
            return hold_tile(due.number, Tile.at(x, y, due.tile.angle))
    if due is not None:
        return None
    name = target.removeprefix("far ")
    if _may_move_tile(game, state) and name.startswith("tile ") and not draft:
        return hold_tile(int(name[5:]), state.tiles[int(name[5:]) - 1])
    if name in game.ruleset.fixed and state.phase == "ace":
        return ShowMessage(Refusal("WD-11", f"{name} never moves", (name,)))
    return None


# --- Buttons --------------------------------------------------------------------------------------

TURN_BUTTONS = {
    "turn +5": (5.0, "↺ 5°", "["),
    "turn +1": (1.0, "↺ 1°", ","),
    "turn -1": (-1.0, "1° ↻", "."),
    "turn -5": (-5.0, "5° ↻", "]"),
}
"""Buttons that turn the last disc or the tile: degrees anticlockwise, name and key."""
SHIFT_BUTTONS = {"left": (-0.1, 0.0, "←", "a"), "up": (0.0, 0.1, "↑", "w"),
                 "down": (0.0, -0.1, "↓", "s"), "right": (0.1, 0.0, "→", "d")}  # fmt: skip
"""Buttons that move the tile in hand: inches to the right and up, name and key."""
BUTTON_ROWS = (FIRST_ROW, 1.66, 2.44, 3.22)
DONE, TAKE, STAY = "done", "take back", "stay"
WHOLE_ROW = round(DESK_WIDE / 2, 2), DESK_WIDE - 0.5


def _in_row(number: int, of: int) -> ScenePoint:
    """Return the x and the width of one of several buttons in a row."""
    wide = (DESK_WIDE - 0.3) / of
    return round(0.15 + wide * (number + 0.5), 2), round(wide - 0.1, 2)


def _button(
    id_: str, across: ScenePoint, row: int, name: str, role: str = "action", **more: Any
) -> Spot:
    return Spot(id_, across[0], BUTTON_ROWS[row], "desk", across[1], 0.66, name, role, **more)


def _buttons(game: WormDerby, state: State, draft: Draft, laid: LaidDraft) -> Iterator[Spot]:
    """Yield the buttons that can be pressed now."""
    actor = game.to_act(state)
    if isinstance(actor, Chance):
        name = f"Roll the {state.to_move} die" if actor.dice else "Lay out the tiles"
        yield _button("roll", WHOLE_ROW, 1, name, key="r", clause=actor.clause)
    elif held_tile(draft) or (laid.turn and laid.turn.angles):
        yield from _finish_buttons(game, state, draft)
        yield from _turn_buttons(bool(held_tile(draft)))
    elif draft:
        yield _button(TAKE, WHOLE_ROW, 1, "Put it back", key="b")
    elif state.phase in ("ace", "move", "worms") and not game.refusal(state, Stay(state.to_move)):
        ace = state.phase == "ace"
        yield _button(STAY, WHOLE_ROW, 1, "Leave the tiles alone" if ace else "Stay here", key="x",
                      clause="WD-20" if ace else "WD-21")  # fmt: skip


def _turn_buttons(tile: bool) -> Iterator[Spot]:
    """Yield four buttons that turn, and for a tile four that move it."""
    what = "the tile" if tile else "the last disc"
    for number, (id_, (by, name, key)) in enumerate(TURN_BUTTONS.items()):
        way = "anticlockwise" if by > 0 else "clockwise"
        tip = f"Turn {what} {abs(by):g}° {way}, or as far as possible. Key {key}."
        yield _button(id_, _in_row(number, 4), 2, name, key=key, tip=tip)
    for number, (id_, (right, up, name, key)) in enumerate(SHIFT_BUTTONS.items() if tile else ()):
        tip = f"Move the tile {abs(right + up):g} inches {id_}. Key {key}."
        yield _button(id_, _in_row(number, 4), 3, name, key=key, tip=tip)


def _finish_buttons(game: WormDerby, state: State, draft: Draft) -> Iterator[Spot]:
    """Yield a button that takes the last one back, and one that confirms, or says why it can't."""
    yield _button(TAKE, _in_row(0, 2), 1, "Take back", key="b", tip="Key b, or Escape.")
    refused = game.refusal(state, draft_move(state, draft))
    if refused is None:
        tip = "Play the whole move as it is. Key c."
        yield _button(DONE, _in_row(1, 2), 1, "Confirm move", key="c", tip=tip)
    else:
        yield _button(DONE, _in_row(1, 2), 1, "Not yet", "inert", key="c",
                      tip=f"{capitalise(refused.text)}.", clause=refused.clause)  # fmt: skip


def button_words(game: WormDerby, state: State, draft: Draft, laid: LaidDraft) -> Iterator[Piece]:
    """Yield the words in the place of a button that can't be pressed yet."""
    for spot in _buttons(game, state, draft, laid):
        if spot.role == "inert":
            yield Piece(spot.id, "words", spot.x, spot.y, spot.area, label=spot.name, faded=True)


def _press_button(
    game: WormDerby, state: State, draft: Draft, spot: str
) -> Draft | MakeMove | None:
    """Return the outcome of a button; None for another spot."""
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


# --- Spots and marks ------------------------------------------------------------------------------

DISC_SPOT = 0.62
"""The size of the spot of a disc, in squares."""


def spots(game: WormDerby, state: State, draft: Draft) -> tuple[Spot, ...]:
    """Return discs, the places round the ends, tiles, signs that give reasons, and buttons."""
    seen = draft_window(game.ruleset, state, draft)
    laid = lay_draft(game.ruleset, state, draft)
    rings = laid.rings.values()
    in_hand = {other_end(to): to for to in laid.rings} if state.phase == "move" else {}
    left = state.steps - len(laid.turn.angles if laid.turn else ()) if state.phase == "move" else 0
    places = (_place_spots(game.ruleset, seen, laid.state, found, left) for found in rings)
    return (
        *_whole_spots(game.ruleset, state, draft, seen),
        *_tile_spots(game, state, draft, seen),
        *(_last_disc(game, state, draft, spot) for spot in disc_spots(seen, laid.state, in_hand)),
        *(spot for each in places for spot in each),
        *(spot for found in rings for spot in sign_spots(seen, found)),
        *_lane_spots(game, state, seen),
        *_number_spots(game.ruleset, state),
        *_buttons(game, state, draft, laid),
    )


def number_spot(seat: str) -> str:
    """Return the spot of a worm's row in the list of the race."""
    return f"{ONLY}{seat}"


def _number_spots(ruleset: Ruleset, state: State) -> Iterator[Spot]:
    """Yield the rows of the worms that race or are home, whose picks explain their steps to go."""
    wide, _ = race_size(ruleset)
    for number, seat in enumerate(ruleset.seats):
        if seat in state.worms or seat in state.home:
            name = f"{seat.title()}: {standing(ruleset, state, seat)}"
            yield Spot(number_spot(seat), wide / 2, race_row(number), "race", wide - 0.3,
                       RACE_LINE - 0.1, name)  # fmt: skip


def disc_spots(seen: Window, state: State, ends: dict[str, str]) -> Iterator[Spot]:
    """Yield every disc in the window; those of ``ends`` can be picked up, to the end they name."""
    for disc in state.discs():
        seat, number, place, end = disc
        if not seen.holds(place, 0.3):
            continue
        at, name = seen.at(place), f"{seat} disc {number}{f', its {end}' if end else ''}"
        where = f"{capitalise(name)}, at {place}."
        if seat == state.to_move and end in ends:
            yield Spot(disc.name, *at, w=DISC_SPOT, h=DISC_SPOT, name=f"{name}: pick it up",
                       role="select", drag=True, clause="WD-2",
                       tip=f"{where} Pick it up, or drag it to the {ends[end]}.")  # fmt: skip
        else:
            yield Spot(disc.name, *at, w=DISC_SPOT, h=DISC_SPOT, name=name, tip=where,
                       clause="WD-1")  # fmt: skip


def _last_disc(game: WormDerby, state: State, draft: Draft, spot: Spot) -> Spot:
    """Return a disc's spot; the disc laid last lays the next one straight on, or confirms."""
    laid = lay_draft(game.ruleset, state, draft)
    if spot.id != _last_name(state, laid) or spot.role == "select":
        return spot
    if not laid.rings:
        refused = game.refusal(state, draft_move(state, draft))
        words = "Confirm the move: pick this disc again, or press Enter."
        return spot if refused else spot._replace(role="move", name="confirm the move", tip=words)
    assert laid.turn is not None
    if laid.turn.angles[-1] not in laid.rings[laid.turn.to].open:
        return spot
    words = f"Lay the next disc straight on, at {angle_text(laid.turn.angles[-1])}"
    return spot._replace(role="select", name=words.lower(), tip=f"{words}: Enter.")


def _last_name(state: State, laid: LaidDraft) -> str:
    """Return the name of the disc that was laid last, "" for none."""
    worm = laid.state.worms.get(state.to_move)
    if laid.turn is None or not laid.turn.angles or worm is None:
        return ""
    return f"{state.to_move} {1 if laid.turn.to == 'head' else len(worm.discs)}"


def _lane_spots(game: WormDerby, state: State, seen: Window) -> Iterator[Spot]:
    """Yield where a worm can be built (WD-13)."""
    for move in game.moves(state) if state.phase == "worms" else ():
        if isinstance(move, Build):
            discs = game.ruleset.built(move.y).discs
            what, body = f"build the worm here, its head at {discs[-1]}", tuple(map(seen.at, discs))
            yield Spot(f"lane {move.y}", *body[-1], w=DISC_SPOT, h=DISC_SPOT, role="select",
                       name=what, tip=f"{capitalise(what)}.", clause="WD-13",
                       preview=(Mark("lane", points=body, suit=state.to_move),))  # fmt: skip


def marks(game: WormDerby, state: State, draft: Draft) -> tuple[Mark, ...]:
    """Return the rings, whose turn it is, and what is in hand."""
    seen = draft_window(game.ruleset, state, draft)
    laid = lay_draft(game.ruleset, state, draft)
    shown = [mark for found in laid.rings.values() for mark in ring_marks(seen, laid.state, found)]
    shown += _tile_marks(game, state, draft, seen)
    whole = _whole_spots(game.ruleset, state, draft, seen)
    shown += [Mark("landing", spot.x, spot.y, suit=state.to_move) for spot in whole]
    shown += [Mark("via", lane.x, lane.y) for lane in _lane_spots(game, state, seen)]
    worm, turn = laid.state.worms.get(state.to_move), laid.turn
    if worm is not None and turn is not None and not turn.adding and laid.rings:
        shown.append(Mark("here", *seen.at(worm.end(other_end(turn.to))), suit=state.to_move))
    if state.phase != "over":
        shown.append(turn_mark(game.ruleset, state.to_move))
    return tuple(shown)


def turn_mark(ruleset: Ruleset, seat: str) -> Mark:
    """Return a ring round the sign of the seat that acts, in the list of the race."""
    return Mark("here", RACE_SIGN, race_row(ruleset.seats.index(seat)), "race", suit=seat)


# --- Picks ----------------------------------------------------------------------------------------


def pick(
    game: WormDerby, state: State, draft: Draft, spot: str, to: str | None, shift: bool
) -> Draft | MakeMove | ShowMessage:
    """Return a move, the draft with this pick, or a message."""
    actor = game.to_act(state)
    if actor is None or (isinstance(actor, Chance) and spot != "roll"):
        return _prompt_message(game, state, draft)
    button = _press_button(game, state, draft, spot)
    if button is not None:
        return button
    if spot.startswith("lane ") and state.phase == "worms":
        return MakeMove(Build(state.to_move, float(spot.removeprefix("lane "))))
    tile = _pick_tile(game, state, draft, to or spot)
    return _pick_disc(game, state, draft, spot, to) if tile is None else tile


def _pick_disc(
    game: WormDerby, state: State, draft: Draft, spot: str, to: str | None
) -> Draft | MakeMove | ShowMessage:
    """Return the draft with a disc picked up, or laid at a place picked or dropped on."""
    laid = lay_draft(game.ruleset, state, draft)
    whole = _whole_move(state, to or spot)
    if whole is not None:
        return MakeMove(whole)
    if to is None and spot == _last_name(state, laid):
        return _go_on(state, draft, laid)
    barred = _barred_spot(to or spot, laid.rings)
    if barred is not None:
        return ShowMessage(Refusal(barred.clause, barred.text, (barred.thing,)))
    ends = {disc.name: disc.end for disc in laid.state.discs()
            if disc.end and disc.seat == state.to_move}  # fmt: skip
    place, end = place_of_spot(to or spot), ends.get(spot)
    if place is not None and place.to in laid.rings:
        if to is not None and end == place.to:
            text = "a disc goes from one end to the other"
            text += f": drag the {other_end(end)} disc to the {end}"
            return ShowMessage(Refusal("WD-2", text, (f"{state.to_move} 1",)))
        turn = laid.turn or TurnDraft(place.to, (), state.phase == "ace")
        return turn._replace(angles=(*turn.angles, place.angle)).to_draft()
    if end is None or state.phase != "move" or (laid.turn and laid.turn.angles):
        return _describe(game, state, draft, laid, spot)
    if other_end(end) in laid.rings and to is None:
        return EMPTY_DRAFT if draft else ("steps", other_end(end))
    return MakeMove(Steps(state.to_move, other_end(end), (0.0,)))


def _go_on(state: State, draft: Draft, laid: LaidDraft) -> Draft | MakeMove:
    """Return the draft with a disc straight on from the last one, or the move if it is whole."""
    assert laid.turn is not None
    turn = laid.turn
    if turn.to in laid.rings and turn.angles[-1] in laid.rings[turn.to].open:
        return turn._replace(angles=(*turn.angles, turn.angles[-1])).to_draft()
    return MakeMove(draft_move(state, draft))


def _describe(
    game: WormDerby, state: State, draft: Draft, laid: LaidDraft, spot: str
) -> ShowMessage:
    """Return which disc or tile it is; for anything else the prompt."""
    seen = draft_window(game.ruleset, state, draft)
    there = (*disc_spots(seen, laid.state, {}), *_tile_spots(game, laid.state, (), seen))
    found = next((each for each in there if each.id == spot and each.role == "inert"), None)
    if found is None:
        return _prompt_message(game, state, draft)
    return ShowMessage(Refusal(found.clause, found.tip.rstrip("."), (spot,)), "info")


def _prompt_message(game: WormDerby, state: State, draft: Draft) -> ShowMessage:
    text, clause = prompt(game, state, draft)
    return ShowMessage(Refusal(clause, text.rstrip(".")), "info")


# --- Prompts --------------------------------------------------------------------------------------


def prompt(game: WormDerby, state: State, draft: Draft) -> tuple[str, str]:
    """Return what must be done now, and the clause for it."""
    result, actor = game.result(state), game.to_act(state)
    if result is not None:
        return f"The race is over. {result.text}", result.clause
    who = state.to_move.title()
    turn = f"Turn {state.turn}. " if state.turn else ""
    if isinstance(actor, Chance):
        what = f"{who}: roll the die" if actor.dice else "Lay out the tiles"
        return f"{turn}{what}.", next_action(game.ruleset, state).clause
    held = held_tile(draft)
    if held is not None:
        return _tile_prompt(game, state, held)
    match state.phase:
        case "tiles":
            what = f"{who}: place tile {len(state.tiles) + 1} of {game.rules.dealt}"
            return f"{what}. Choose a place in the window or on the whole table.", "WD-12"
        case "worms":
            return f"{turn}{who}: build a worm. Choose the place of its head.", "WD-13"
        case "ace" if draft:
            return f"{who}: the disc comes back here. Turn it or confirm.", "WD-43"
        case "ace":
            return _ace_prompt(game, state), "WD-20"
    return _steps_prompt(game, state, draft, turn)


def _tile_prompt(game: WormDerby, state: State, held: Put) -> tuple[str, str]:
    number, tile = held
    if _is_unmoved(state, held):
        text = (
            f"Tile {number} is in hand: move it up to {game.ruleset.tile_reach:g} inches, turn it"
        )
        return f"{text}. Drag it, choose a place, or use the buttons.", "WD-20"
    refused = game.refusal(state, held)
    if refused is not None:
        return f"Tile {number} at {tile_text(tile)}: {refused.text}.", refused.clause
    clause = "WD-12" if state.phase == "tiles" else "WD-20"
    return f"Tile {number} at {tile_text(tile)}: legal here. Move or turn it, or confirm.", clause


def _ace_prompt(game: WormDerby, state: State) -> str:
    options = []
    if game.ruleset.can_move_tile(state):
        inches = f"{game.ruleset.tile_reach:g} inches"
        options.append(f"take up a tile on the map, to move it up to {inches} and turn it")
    if game.ruleset.can_revive(state):
        options.append("bring an eaten disc back at an end of the worm")
    return f"{state.to_move.title()} rolled an ace: {', or '.join(options)}."


def _steps_prompt(game: WormDerby, state: State, draft: Draft, turn: str) -> tuple[str, str]:
    who = state.to_move.title()
    laid = lay_draft(game.ruleset, state, draft)
    if laid.turn is None:
        text = f"{turn}{who}: make {count_noun(state.steps, 'step')}"
        if state.steps > 1:
            return f"{text}. Choose where the worm ends, or lay disc by disc.", "WD-2"
        text += ". Choose a place round the worm's head or tail"
        return f"{text}, or drag the disc at the other end there.", "WD-2"
    done = len(laid.turn.angles)
    if not done:
        return f"{who}: lay the disc at the {laid.turn.to}. Choose the place.", "WD-3"
    last = f"{who}: disc {done} of {state.steps} at {angle_text(laid.turn.angles[-1])}"
    if laid.home:
        return f"{last}. It brings the worm home: confirm.", "WD-22"
    if laid.eaten:
        return f"{last}. It eats a disc, and the turn ends: confirm.", "WD-40"
    if not laid.rings:
        return f"{last}. Confirm with Enter or by choosing it again, or turn it.", "WD-2"
    return f"{last}. Choose the next place, or turn this disc.", "WD-2"
