"""The table drawn: a window on it from near, all of it from far, its pieces, and it in words.

The table is some hundred discs long: a picture of all of it can't show where a disc touches. So
the scene shows a window on it, which follows the worm that moves, and the whole table small.

Vocabulary
    near    the window: the area "board"
    far     the whole table: the area "table", an inch to a square
    unit    how many of the board's squares are an inch: a disc is always as large in the window,
            unless more has to be seen than it has room for
    need    places on the table that have to be seen
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.steps import Event
from piecepack_nb.core.wording import capitalise, count_noun, join_list
from piecepack_nb.games.worm_derby.game import PLACES, WormDerby, next_action, race_result
from piecepack_nb.games.worm_derby.geometry.plane import (
    TOLERANCE,
    Point,
    Tile,
    bearing,
    clip,
    corners,
    distance,
    distance_to_tile,
    format_number,
)
from piecepack_nb.games.worm_derby.geometry.winding import winding_text
from piecepack_nb.games.worm_derby.ruleset import Ruleset
from piecepack_nb.games.worm_derby.state import ENDS, State
from piecepack_nb.scene import (
    Area,
    Layout,
    Piece,
    Scene,
    Shape,
    TextTable,
    keep_ids,
    mat,
    shape,
    text_shape,
    tray,
    use,
)

ScenePoint = tuple[float, float]
"""A point of an area, in squares; a Point is on the table, in inches."""
Line = tuple[tuple[float, ...], tuple[float, ...]]

# --- The window -----------------------------------------------------------------------------------

WIDE, HIGH = 8.0, 6.4
"""The window, in squares: a straight worm and the places round its ends fit in."""
DISC = 0.75
"""A disc, in squares."""
BESIDE_TABLE = 0.55
"""Inches of the floor that may be seen beside the table."""
ROOM = 1.7
"""The distance of what is needed from a new window's edge, in discs."""
KEEP = 1.2
"""Its distance from the edge of a window that is kept: places round it are still seen."""
WINDOW_STEP = 1.2
"""From one window to the next, in squares."""
WIDER = 0.75
"""The smallest a disc is drawn, of its usual size, so that what is ahead is seen, too."""
AHEAD = 2.0
"""The most that the window looks ahead of a worm, in squares."""
EDGE_GAP = 0.06
"""The distance of drawings from the window's edge, in squares."""
FRAME = "window"
"""The id of the piece that shows, on the whole table, where the window is."""


class Window(NamedTuple):
    """The part of the table that is seen from near."""

    x: float
    """The inches of its middle, from the table's left."""
    y: float
    """From the table's lower edge."""
    unit: float

    def at(self, place: tuple[float, ...]) -> ScenePoint:
        """Return where a place of the table lies on the area "board"."""
        x, y = place[0] - self.x, self.y - place[1]
        return round(x * self.unit + WIDE / 2, 3), round(y * self.unit + HIGH / 2, 3)

    def holds(self, place: tuple[float, ...], off: float = 0.0) -> bool:
        """Return True if it lies in the window, so many squares off its edge."""
        x, y = self.at(place)
        return off <= x <= WIDE - off and off <= y <= HIGH - off

    def clip(self, line: Line) -> tuple[ScenePoint, ScenePoint] | None:
        """Return the part of a straight line on the table that it shows, in its squares."""
        start, end = (x, y), (to_x, to_y) = self.at(line[0]), self.at(line[1])
        low, high = (EDGE_GAP, EDGE_GAP), (WIDE - EDGE_GAP, HIGH - EDGE_GAP)
        parts = clip(start, end, low, high) or ()
        ends = [(round(x + p * (to_x - x), 3), round(y + p * (to_y - y), 3)) for p in parts]
        return (ends[0], ends[1]) if ends else None


def on_table(ruleset: Ruleset, place: tuple[float, ...]) -> ScenePoint:
    """Return where a place of the table lies on the area "table"."""
    return round(place[0], 3), round(ruleset.size[1] - place[1], 3)


def window_of(ruleset: Ruleset, scene: Scene | None) -> Window | None:
    """Return the window of a scene, by the frame that stands for it on the whole table."""
    for piece in scene.pieces if scene is not None else ():
        if piece.id == FRAME:
            return Window(piece.x, round(ruleset.size[1] - piece.y, 3), round(1 / piece.scale, 6))
    return None


def window(
    ruleset: Ruleset,
    need: Iterable[tuple[float, ...]],
    old: Window | None = None,
    toward: Point | None = None,
    also: Iterable[Sequence[tuple[float, ...]]] = (),
) -> Window:
    """Return a window that shows all that is needed: the ``old`` one, if that will do.

    Another one shows the first of the groups ``also`` for which there is room, with discs a little
    smaller if need be. New ones look ahead ``toward`` a place as far as there is room, and are some
    way apart from each other, so that the picture doesn't move at every step.
    """
    places = list(need)
    unit = usual = round(DISC / ruleset.coin, 6)
    for needed, seen in zip(_axes(ruleset, places), (WIDE, HIGH), strict=True):
        far = max(needed) - min(needed)
        unit = min(unit, round((seen - 2 * ROOM * DISC) / far, 6)) if far else unit
    kept = old is not None and (old.unit <= unit or not places)
    if old is not None and kept and all(old.holds(place, KEEP * DISC) for place in places):
        return old
    sizes = unit, min(unit, round(WIDER * usual, 6))
    both = (([*places, *group], size) for group in also if group for size in sizes)
    places, unit = next((each for each in both if _fits(*each)), (places, unit))
    axes = _axes(ruleset, places)
    middle = Point(*((min(each) + max(each)) / 2 for each in axes))
    ahead = (0.0, 0.0)
    if toward:
        most = AHEAD / unit
        far = max(most, math.dist(middle, toward))
        ahead = most * (toward.x - middle.x) / far, most * (toward.y - middle.y) / far
    x, y = (
        _middle(needed, by, seen / unit, length, unit)
        for needed, by, seen, length in zip(axes, ahead, (WIDE, HIGH), ruleset.size, strict=True)
    )
    return Window(x, y, unit)


def _axes(ruleset: Ruleset, places: list[tuple[float, ...]]) -> list[list[float]]:
    """Return the xs and the ys of places; those of the start for none."""
    return [[place[axis] for place in places or [ruleset.start]] for axis in (0, 1)]


def _fits(places: list[tuple[float, ...]], unit: float) -> bool:
    """Return True if a window with this unit shows the places, with room to pick round them."""
    spans = (max(each) - min(each) for each in zip(*(place[:2] for place in places), strict=True))
    return all(
        span * unit + 2 * KEEP * DISC <= seen
        for span, seen in zip(spans, (WIDE, HIGH), strict=True)
    )


def _middle(needed: list[float], ahead: float, seen: float, length: float, unit: float) -> float:
    """Return the middle of what is seen along one axis, in inches; little beside the table is."""
    low, high = min(needed), max(needed)
    middle = round(((low + high) / 2 + ahead) * unit / WINDOW_STEP) * WINDOW_STEP / unit
    room = ROOM * DISC / unit
    middle = _clamp(middle, high + room - seen / 2, low - room + seen / 2, (low + high) / 2)
    off = seen / 2 - BESIDE_TABLE
    return round(_clamp(middle, off, length - off, length / 2), 2)


def _clamp(middle: float, low: float, high: float, otherwise: float) -> float:
    return otherwise if low > high else min(max(middle, low), high)


def place_ahead(ruleset: Ruleset, state: State) -> Point | None:
    """Return where the worm to move goes: to the pylon, or home (WD-22)."""
    worm = state.worms.get(state.to_move)
    if worm is None:
        return None
    return ruleset.start if ruleset.been_round(ruleset.wound(worm)) else ruleset.pylon


def places_to_show(ruleset: Ruleset, state: State) -> tuple[Point, ...]:
    """Return what has to be seen: the worm to move, the last tile, or where worms are built.

    At the end it is the worm that came closest behind the winner, which has left the table.
    """
    worm = state.worms.get(state.to_move)
    if worm is not None:
        return worm.discs
    if state.phase == "tiles":
        if state.tiles:
            return (state.tiles[-1].middle,)
        return (Point((ruleset.start.x + ruleset.pylon.x) / 2, ruleset.start.y),)
    if state.phase == "worms":
        ends = (ruleset.start.y - ruleset.gap / 2, ruleset.start.y + ruleset.gap / 2)
        return tuple(disc for y in ends for disc in ruleset.built(y).discs)
    if state.phase == "over" and state.worms:
        last = max(state.worms, key=lambda seat: race_share(ruleset, state, seat))
        return state.worms[last].discs
    return ()


def more_to_show(ruleset: Ruleset, state: State) -> Iterator[list[Point]]:
    """Yield what is shown too where there is room: how far the worm may get, and the others."""
    worm, goal = state.worms.get(state.to_move), place_ahead(ruleset, state)
    if worm is None or goal is None:
        if state.phase == "over":
            yield [ruleset.start]
        return
    nearer = min((worm.end(end) for end in ENDS), key=lambda place: distance(place, goal))
    part = min(1.0, max(ruleset.rolls) * ruleset.coin / max(distance(nearer, goal), TOLERANCE))
    ahead = [Point(*(a + part * (b - a) for a, b in zip(nearer, goal, strict=True)))]
    others = [disc.place for disc in state.discs() if disc.seat != state.to_move]
    yield from ([*ahead, *others], ahead, others)


def worm_window(ruleset: Ruleset, state: State, old: Window | None = None) -> Window:
    """Return the window for the seat to act: its worm and, if there is room, the others."""
    need, also = places_to_show(ruleset, state), more_to_show(ruleset, state)
    return window(ruleset, need, old, place_ahead(ruleset, state), also)


# --- Areas ----------------------------------------------------------------------------------------

DESK_WIDE, DESK_HIGH = 4.9, 3.92
"""The desk with the buttons, in squares."""
FIRST_ROW = 0.88
"""The y of its first row: the die and the steps."""
LIST_ZOOM = 0.75
"""The size of the squares of the list of the race."""
RACE_LINE = 1.12
"""From one worm to the next in it, in its squares."""
TRACK, TRACK_BELOW = (1.45, 6.05), 0.24
"""The ends of a worm's track in it, and how far below its middle it is drawn."""
RACE_SIGN = 0.62
"""The x of the worms' signs in that list."""
FIXED_SUITS = {"start tile 1": "crowns", "start tile 2": "arms", "pylon": "suns"}
"""The suits shown by the tiles that never move (WD-11)."""
COLOUR_SUITS = {"red": "suns", "blue": "arms"}
"""The suit that a slalom tile shows for each colour (WD-30)."""
SIGN_SIZE, FACE_SIZE = 0.26, 0.58
"""The width of the symbol on a tile that never moves, and on one of a slalom, in tile widths."""
LEAST_SYMBOL = 0.2
"""The smallest symbol of a suit that can be made out, in squares."""
LABEL_SIZE = 30
"""The height of the words beside a fixed tile, in hundredths of a square."""
TICK, TICK_NUMBER = 9, 20
"""The length of the marks of inches, and the height of their numbers, in hundredths of a square."""
NUMBER_ROOM = 0.14
"""The distance of a number's middle from the tiles, in squares."""


def race_row(number: int) -> float:
    """Return the y of a worm's row in the list of the race."""
    return round(1.1 + RACE_LINE * number, 2)


def race_size(ruleset: Ruleset) -> ScenePoint:
    """Return the size of the list of the race, in its own squares."""
    return round(DESK_WIDE / LIST_ZOOM, 2), round(0.68 + RACE_LINE * len(ruleset.seats), 2)


def areas(ruleset: Ruleset, state: State, seen: Window) -> tuple[Area, ...]:
    """Return the window, the whole table, the desk and the list of the race."""
    near = _near_area(ruleset, state.tiles, state.colours, seen)
    return (near, *_other_areas(ruleset, state.phase == "tiles"))


@lru_cache(maxsize=256)  # from step to step the window often stays, and so do the tiles
def _near_area(
    ruleset: Ruleset, tiles: tuple[Tile, ...], colours: tuple[str, ...], seen: Window
) -> Area:
    named = ruleset.all_tiles(tiles)
    return Area("board", WIDE, HIGH, "", tuple(_window_shapes(ruleset, named, colours, seen)))


@lru_cache(maxsize=64)
def _other_areas(ruleset: Ruleset, field: bool) -> tuple[Area, ...]:
    wide, high = ruleset.size
    size = race_size(ruleset)
    rows = (part for number, seat in enumerate(ruleset.seats)
            for part in _race_row_shapes(ruleset, number, seat))  # fmt: skip
    return (
        Area("table", wide, high, "", tuple(_table_shapes(ruleset, field))),
        tray("desk", DESK_WIDE, DESK_HIGH, "The turn"),
        tray("race", *size, "The race", *rows),
    )


def _race_row_shapes(ruleset: Ruleset, number: int, seat: str) -> Iterator[Shape]:
    """Yield a worm's name and its track: from the start to its end, the pylon on the way."""
    y, (left, right) = race_row(number), TRACK
    yield text_shape(seat.title(), RACE_SIGN + 0.6, round(y - TRACK_BELOW, 2), 32, "start")
    line = round((y + TRACK_BELOW) * 100)
    yield shape("line", x1=left * 100, y1=line, x2=right * 100, y2=line, class_="ppnb-worm-track")
    for at in (left, right):
        yield shape("line", x1=at * 100, y1=line - 12, x2=at * 100, y2=line + 12,
                    class_="ppnb-worm-track")  # fmt: skip
    middle = round(50 * (left + right))
    yield shape("rect", x=middle - 11, y=line - 11, width=22, height=22, rx=3, fill="@wood",
                class_="ppnb-wood")  # fmt: skip


def _table_shapes(ruleset: Ruleset, field: bool) -> Iterator[Shape]:
    """Yield the whole table, with the start line and the line on the pylon's far side (WD-22)."""
    wide, high = ruleset.size
    yield shape("rect", width=wide * 100, height=high * 100, rx=60, class_="ppnb-mat")
    if field:  # where tiles are placed (WD-12)
        left = ruleset.start.x + ruleset.rules.clear_tiles * ruleset.rules.tile
        yield shape("rect", x=left * 100, y=0, width=(ruleset.pylon.x - left) * 100,
                    height=high * 100, class_="ppnb-house")  # fmt: skip
    for (x0, y0), (x1, y1) in course_lines(ruleset):
        yield shape("line", x1=x0 * 100, y1=(high - y0) * 100, x2=x1 * 100, y2=(high - y1) * 100,
                    class_="ppnb-worm-line-far")  # fmt: skip
    if ruleset.rules.slalom == "no":
        yield shape("path", d=_route(ruleset), class_="ppnb-worm-route")
    size = round(wide * 3.4)
    for name, word in (("start tile 2", "start"), ("pylon", "pylon")):
        tile = ruleset.fixed[name]
        yield text_shape(word, tile.x, high - tile.y - ruleset.half - size / 150, size)


def _route(ruleset: Ruleset) -> str:
    """Return the route (WD-22) as an SVG path: out to the pylon, round it and back, either way."""
    near, far = ruleset.start.x * 100 + 120, ruleset.pylon.x * 100
    middle, up, tip = (ruleset.size[1] - ruleset.start.y) * 100, 480 * ruleset.half, 120
    low, high = middle + up, middle - up
    out = f"M{near:g} {(middle + low) / 2:g}Q{(near + far) / 2:g} {low:g} {far:g} {low:g}"
    back = f"Q{(near + far) / 2:g} {high:g} {near:g} {(middle + high) / 2:g}"
    return f"{out}A{up:g} {up:g} 0 0 0 {far:g} {high:g}{back}m{tip} {-tip}l{-tip} {tip}l{tip} {tip}"


def course_lines(ruleset: Ruleset) -> tuple[tuple[ScenePoint, ScenePoint], ...]:
    """Return the start line (WD-11), and the far line, behind the pylon."""
    start, pylon, half = ruleset.start, ruleset.pylon, ruleset.gap / 2
    return (
        ((start.x, start.y - half), (start.x, start.y + half)),
        ((pylon.x + ruleset.half, pylon.y), (ruleset.size[0], pylon.y)),
    )


def _window_shapes(
    ruleset: Ruleset, tiles: Iterable[tuple[str, Tile]], colours: tuple[str, ...], seen: Window
) -> Iterator[Shape]:
    """Yield the part of the table in the window, its lines, and the tiles that reach out of it."""
    yield mat(WIDE, HIGH, "tray")
    left, top = (max(4.0, each * 100) for each in seen.at((0, ruleset.size[1])))
    right, low = (
        min(size * 100 - 4, each * 100)
        for size, each in zip((WIDE, HIGH), seen.at((ruleset.size[0], 0)), strict=True)
    )
    yield shape("rect", x=left, y=top, width=right - left, height=low - top,
                rx=26, class_="ppnb-mat")  # fmt: skip
    named = tuple(tiles)
    yield from _inch_ticks(ruleset, [tile for _, tile in named], seen, left, top, right, low)
    for line in course_lines(ruleset):
        if inside := seen.clip(line):
            (x0, y0), (x1, y1) = inside
            yield shape("line", x1=x0 * 100, y1=y0 * 100, x2=x1 * 100, y2=y1 * 100,
                        class_="ppnb-worm-line")  # fmt: skip
    for name, tile in named:
        near = seen.holds(tile, -1.5 * ruleset.half * seen.unit)
        if near and not _shows_whole(ruleset, seen, tile):
            part = SIGN_SIZE if name in FIXED_SUITS else FACE_SIZE
            yield from _tile_part(ruleset, seen, tile, _tile_suit(name, colours), part)
        if name in FIXED_SUITS:
            yield from _tile_label(ruleset, seen, name, tile)


def _tile_suit(name: str, colours: tuple[str, ...]) -> str:
    """Return the suit that a tile shows; "" for one that lies face down, as obstacles do."""
    if name in FIXED_SUITS or not colours:
        return FIXED_SUITS.get(name, "")
    return COLOUR_SUITS[colours[int(name.rpartition(" ")[2]) - 1]]


def _tile_label(ruleset: Ruleset, seen: Window, name: str, tile: Tile) -> Iterator[Shape]:
    """Yield the name of a fixed tile, beside it."""
    above = name != "start tile 1"  # a start tile's word is on the side where no worm passes
    x, y = seen.at(tile)
    y += (ruleset.half * seen.unit + 0.24) * (-1 if above else 1)
    if 0.8 < x < WIDE - 0.8 and 0.3 < y < HIGH - 0.45:
        yield text_shape("pylon" if name == "pylon" else "start", x, y, LABEL_SIZE)


def _inch_ticks(
    ruleset: Ruleset,
    tiles: Iterable[Tile],
    seen: Window,
    left: float,
    top: float,
    right: float,
    low: float,
) -> Iterator[Shape]:
    """Yield a mark for every inch along two sides of the window, and each fifth inch's number.

    A number that a tile would cover, or a part of it, is left out.
    """

    def number(inch: int, x: float, y: float) -> Iterator[Shape]:
        there = Point(seen.x + (x - WIDE / 2) / seen.unit, seen.y - (y - HIGH / 2) / seen.unit)
        room = NUMBER_ROOM / seen.unit
        if all(distance_to_tile(there, tile, ruleset.half) > room for tile in tiles):
            yield text_shape(str(inch), x, y, TICK_NUMBER)

    wide, high = ruleset.size
    marks = []
    for inch in range(int(wide) + 1):
        x = seen.at((inch, 0))[0] * 100
        if left + 25 < x < right - 25:
            marks.append(f"M{x:g} {low:g}v{-TICK * (1 + (inch % 5 == 0))}")
            if inch % 5 == 0:
                yield from number(inch, x / 100, low / 100 - 0.3)
    for inch in range(int(high) + 1):
        y = seen.at((0, inch))[1] * 100
        if top + 25 < y < low - 25:
            marks.append(f"M{left:g} {y:g}h{TICK * (1 + (inch % 5 == 0))}")
            if inch % 5 == 0:
                yield from number(inch, left / 100 + 0.33, y / 100)
    if marks:
        yield shape("path", d="".join(marks), class_="ppnb-worm-tick")


def _shows_whole(ruleset: Ruleset, seen: Window, tile: Tile) -> bool:
    return all(seen.holds(corner, EDGE_GAP) for corner in corners(tile, ruleset.half))


def _tile_part(
    ruleset: Ruleset, seen: Window, tile: Tile, suit: str, part: float
) -> Iterator[Shape]:
    """Yield what is seen of a tile that reaches out of the window, its suit ``part`` as wide."""
    outline = [seen.at(corner) for corner in corners(tile, ruleset.half)]
    for axis, size in ((0, WIDE), (1, HIGH)):
        outline = list(_cut(outline, axis, 0.04, 1))
        outline = list(_cut(outline, axis, size - 0.04, -1))
    if len(outline) < 3:
        return
    points = " ".join(f"{format_number(x * 100)},{format_number(y * 100)}" for x, y in outline)
    yield shape("polygon", points=points, class_="ppnb-f-cast", transform="translate(2 3)")
    yield shape("polygon", points=points, fill="@wood", class_="ppnb-wood")
    size, (x, y) = part * ruleset.rules.tile * seen.unit, seen.at(tile)
    if not seen.holds(tile, size / 2):  # as large as what is seen of it has room for
        ends = [(min(each), max(each)) for each in zip(*outline, strict=True)]
        x, y = (round(sum(each) / 2, 3) for each in ends)
        size = round(min(size, *(0.7 * (high - low) for low, high in ends)), 3)
    if suit and size > LEAST_SYMBOL:
        sign = use(f"symbol-{suit}", x * 100, y * 100, angle=-tile.angle, scale=size)
        yield shape("g", sign, class_=f"ppnb-suit-{suit} ppnb-f-suit")


def _cut(outline: list[ScenePoint], axis: int, bound: float, sign: int) -> Iterator[ScenePoint]:
    """Yield the part of an outline on one side of a line (Sutherland and Hodgman)."""
    for point, following in zip(outline, outline[1:] + outline[:1], strict=True):
        here, there = ((each[axis] - bound) * sign for each in (point, following))
        if here >= 0:
            yield point
        if here * there < 0:
            part = here / (here - there)
            yield (
                point[0] + part * (following[0] - point[0]),
                point[1] + part * (following[1] - point[1]),
            )


# --- Layouts --------------------------------------------------------------------------------------

ZOOM = 1.25
"""The size of the window's squares: a disc is easily picked then."""
NEAR_WIDE, NEAR_HIGH = WIDE * ZOOM, HIGH * ZOOM
"""The window on the board, in squares."""
FAR_HIGH = 5.2
"""The greatest height of the whole table beside the window."""


@lru_cache(maxsize=64)
def layouts(ruleset: Ruleset) -> tuple[Layout, ...]:
    """Return layouts from a phone, one part below the other, to all beside the window."""
    race = _race_height(ruleset, LIST_ZOOM)
    return _phone(ruleset), _below(ruleset, race), _column(ruleset, race)


def _column(ruleset: Ruleset, race: float) -> Layout:
    """Return all beside the window, one below the other, for a screen that is not high."""
    small, right = _fit(ruleset, DESK_WIDE, FAR_HIGH), NEAR_WIDE + 0.15
    desk = round(small * ruleset.size[1] + 0.12, 2)
    low = round(desk + DESK_HIGH + 0.08, 2)
    places = {"board": (0, 0, ZOOM), "table": (right, 0, small), "desk": (right, desk),
              "race": (right, low, LIST_ZOOM)}  # fmt: skip
    tall = round(max(NEAR_HIGH, low + race), 2)
    return Layout(620, right + DESK_WIDE, tall, FrozenDict(places))


def _below(ruleset: Ruleset, race: float) -> Layout:
    """Return the whole table and the desk below the window."""
    room = NEAR_WIDE - DESK_WIDE - 0.12
    small = _fit(ruleset, room, 2 * FAR_HIGH)
    top = NEAR_HIGH + 0.12
    right = round(room + 0.12, 2)
    second = round(top + DESK_HIGH + 0.1, 2)
    low = round(top + small * ruleset.size[1] + 0.12, 2)
    aside = low <= second and room >= DESK_WIDE  # the list fits below the whole table
    places = {"board": (0, 0, ZOOM), "table": (0, top, small), "desk": (right, top),
              "race": (*((0, low) if aside else (right, second)), LIST_ZOOM)}  # fmt: skip
    tall = max(low, second, low + race if aside else second + race)
    return Layout(480, NEAR_WIDE, round(tall, 2), FrozenDict(places))


def _phone(ruleset: Ruleset) -> Layout:
    """Return everything below the window, as wide as it is."""
    small, zoom = _fit(ruleset, NEAR_WIDE, 2 * FAR_HIGH), round(NEAR_WIDE / DESK_WIDE, 3)
    larger = round(LIST_ZOOM * zoom, 3)
    desk = NEAR_HIGH + 0.15
    race = round(desk + DESK_HIGH * zoom + 0.15, 2)
    far = round(race + _race_height(ruleset, larger) + 0.15, 2)
    places = {"board": (0, 0, ZOOM), "race": (0, race, larger), "desk": (0, desk, zoom),
              "table": (0, far, small)}  # fmt: skip
    tall = round(far + small * ruleset.size[1], 2)
    return Layout(0, NEAR_WIDE, tall, FrozenDict(places))


def _fit(ruleset: Ruleset, wide: float, high: float) -> float:
    return math.floor(min(wide / ruleset.size[0], high / ruleset.size[1]) * 1000) / 1000


def _race_height(ruleset: Ruleset, zoom: float) -> float:
    return round(race_size(ruleset)[1] * zoom, 2)


# --- Pieces ---------------------------------------------------------------------------------------

TILE_Z = -1
"""Tiles are below all marks, so that what is forbidden can be drawn over them."""
EYES_LIFT = 0.01
"""The eyes lie on their disc, so that it is dragged with them."""
DOT_SCALE = 1.9
"""The factor by which discs are enlarged from far."""


def pieces(
    ruleset: Ruleset, state: State, seen: Window, event: Event | None, before: Scene | None
) -> Iterator[Piece]:
    """Yield everything on the board; what was there ``before`` keeps its id."""
    yield Piece(FRAME, "window", *on_table(ruleset, seen), "table", z=6,
                scale=round(1 / seen.unit, 9))  # fmt: skip
    yield from _tile_pieces(ruleset, state.tiles, state.colours, seen)
    yield from _worm_pieces(ruleset, state, seen, before)
    yield from _die_piece(state, event)
    yield from _winner_pieces(ruleset, state)
    yield from _signpost(ruleset, state, seen)
    yield from _race_pieces(ruleset, state)


@lru_cache(maxsize=256)  # from step to step they mostly lie still
def _tile_pieces(
    ruleset: Ruleset, tiles: tuple[Tile, ...], colours: tuple[str, ...], seen: Window
) -> tuple[Piece, ...]:
    """Return each tile from far, and from near where it is all in the window.

    They lie face down (WD-12), but for the three that never move and those of a slalom.
    """
    size, found = ruleset.rules.tile, []
    for name, tile in ruleset.all_tiles(tiles):
        suit = _tile_suit(name, colours)
        looks: dict[str, Any] = {"sprite": "slab", "angle": -tile.angle, "z": TILE_Z}
        if suit:
            fixed = name in FIXED_SUITS
            looks |= {"sprite": "slab-sign"} if fixed else {"sprite": "slab-face", "face": "2"}
            looks["suit"] = suit
        x, y = on_table(ruleset, tile)
        found.append(Piece(f"far {name}", x=x, y=y, area="table", scale=size, **looks))
        if _shows_whole(ruleset, seen, tile):
            x, y = seen.at(tile)
            found.append(Piece(name, x=x, y=y, scale=round(size * seen.unit, 4), **looks))
    return tuple(found)


def _worm_pieces(
    ruleset: Ruleset, state: State, seen: Window, before: Scene | None
) -> Iterator[Piece]:
    """Yield each disc twice; the one from far keeps them apart from scene to scene."""
    discs = list(state.discs())
    dots = keep_ids(
        (
            Piece("dot*", "disc-dot", *on_table(ruleset, disc.place), "table", suit=disc.seat, z=4,
                  scale=round(DOT_SCALE * ruleset.coin, 3))
            for disc in discs
        ),
        before.pieces if before is not None else (),
    )  # fmt: skip
    scale = round(ruleset.coin * seen.unit, 4)
    for dot, (seat, _, place, end) in zip(dots, discs, strict=True):
        yield dot
        if not seen.holds(place, 0.3):
            continue
        x, y = seen.at(place)
        yield Piece(f"disc{dot.id.removeprefix('dot')}", "disc", x, y, suit=seat,
                    scale=scale, angle=0, z=3)  # fmt: skip
        worm = state.worms[seat].discs
        if end and len(worm) > 1:  # eyes on the head, a bow on the tail, looking away from the worm
            angle = bearing(worm[-2 if end == "head" else 1], place)
            yield Piece(f"{end} of {seat}", "disc-eyes" if end == "head" else "disc-tail", x, y,
                        angle=round(-angle, 2), z=4, scale=scale, lift=EYES_LIFT)  # fmt: skip


ARROWS = "→↗↑↖←↙↓↘"


def _signpost(ruleset: Ruleset, state: State, seen: Window) -> Iterator[Piece]:
    """Yield a sign at the window's edge, to the pylon or home, while that is out of sight."""
    goal = place_ahead(ruleset, state)
    if goal is None or state.phase not in ("roll", "ace", "move") or seen.holds(goal, 0.5):
        return
    x, y = seen.at(goal)
    part = min(
        (0.5 * size - edge) / max(abs(each - 0.5 * size), 1e-9)
        for each, size, edge in ((x, WIDE, 0.75), (y, HIGH, 0.35))
    )
    right, down = (x - WIDE / 2) * part, (y - HIGH / 2) * part
    arrow = ARROWS[round(math.degrees(math.atan2(-down, right)) / 45) % 8]
    word = "home" if goal == ruleset.start else "pylon"
    yield Piece("signpost", "words", round(WIDE / 2 + right, 3), round(HIGH / 2 + down, 3),
                label=f"{arrow} {word}" if right < 0 else f"{word} {arrow}", z=7,
                scale=0.85)  # fmt: skip


def _die_piece(state: State, event: Event | None) -> Iterator[Piece]:
    """Yield the die of the seat to act; its face once it has fallen."""
    if state.phase in ("over", "set-up", "tiles", "worms"):
        return
    shown = str(event.data["face"]) if event is not None and event.kind == "roll" else ""
    if not shown and state.phase == "ace":
        shown = "ace"
    if not shown and state.phase == "move" and 2 <= state.steps <= 5:
        shown = str(state.steps)
    yield Piece(f"die {state.to_move}", "die" if shown else "die-suit", 0.62, FIRST_ROW, "desk",
                suit=state.to_move, face=shown)  # fmt: skip


def _winner_pieces(ruleset: Ruleset, state: State) -> Iterator[Piece]:
    """Yield who has won, in the place of the die (WD-22, WD-43)."""
    result = race_result(ruleset, state)
    if result is None:
        return
    for seat in result.winners:
        yield Piece(f"winner {seat}", "disc", 0.62, FIRST_ROW, "desk", scale=0.7, suit=seat)
    words = f"{capitalise(join_list(result.winners))} wins" if result.winners else "Nobody is left"
    yield Piece("result", "words", DESK_WIDE / 2, FIRST_ROW, "desk", label=words)


def _race_pieces(ruleset: Ruleset, state: State) -> Iterator[Piece]:
    """Yield each worm: how far it is from home, round the pylon (WD-22), or which place it has."""
    for number, seat in enumerate(ruleset.seats):
        y, gone = race_row(number), seat in state.gone
        yield Piece(f"sign {seat}", "disc", RACE_SIGN, y, "race", scale=0.75, suit=seat)
        yield Piece(f"standing {seat}", "words", 4.55, round(y - TRACK_BELOW, 2), "race", scale=1.0,
                    label=standing(ruleset, state, seat), faded=gone)  # fmt: skip
        along = TRACK[0] + (TRACK[1] - TRACK[0]) * race_share(ruleset, state, seat)
        yield Piece(f"runner {seat}", "runner", round(along, 3), round(y + TRACK_BELOW, 2),
                    "race", scale=0.34, suit=seat, faded=gone)  # fmt: skip


def standing(ruleset: Ruleset, state: State, seat: str) -> str:
    """Return how a worm stands in the race, in short."""
    if seat in state.home:
        return f"home: {PLACES[state.home.index(seat)]}"
    if seat in state.gone:
        return "eaten up"
    worm = state.worms.get(seat)
    if worm is None:
        return "not yet there"
    return f"{count_noun(ruleset.steps_left(worm), 'step')} to go"


def race_share(ruleset: Ruleset, state: State, seat: str) -> float:
    """Return the part of the race that a worm has run, from 0 to 1."""
    worm = state.worms.get(seat)
    if seat in state.home:
        return 1.0
    return min(1.0, max(0.0, 1 - ruleset.steps_left(worm) / ruleset.steps_in_all)) if worm else 0.0


# --- The table in words ---------------------------------------------------------------------------


def in_words(game: WormDerby, state: State) -> str:
    """Return the table in words, for those who do not see it."""
    ruleset = game.ruleset
    result = game.result(state)
    now = result.text if result else f"{capitalise(next_action(ruleset, state).text)}."
    lines = [f"Turn {state.turn}. {now}", *(_worm_words(ruleset, state, s) for s in ruleset.seats)]
    if state.tiles:
        lines.append(f"Tiles on the table: {len(state.tiles)}.")
    return " ".join(lines)


def _worm_words(ruleset: Ruleset, state: State, seat: str) -> str:
    who = f"The {seat} worm"
    if seat in state.home:
        return f"{who} is home, {PLACES[state.home.index(seat)]}."
    if seat not in state.worms:
        return f"{who} {'was eaten' if seat in state.gone else 'has not started'}."
    worm = state.worms[seat]
    places = f"its head at {worm.end('head')} and its tail at {worm.end('tail')}"
    wound, left = winding_text(ruleset.wound(worm)), standing(ruleset, state, seat)
    return f"{who} has {places}, has wound {wound} round the pylon, and has {left}."


def table_listing(ruleset: Ruleset, state: State) -> TextTable:
    """Return everything on the table with its place, as a table."""
    rows = [
        (f"{seat} worm", " ".join(str(disc) for disc in reversed(worm.discs)), "from its head on")
        for seat, worm in state.worms.items()
    ]
    rows += [(name, str(tile.middle), f"turned by {tile.angle:g}°")
             for name, tile in ruleset.all_tiles(state.tiles)]  # fmt: skip
    return TextTable("Places on the table, in inches", ("What", "Where", "How"), tuple(rows))
