"""What stays put: the table from near and from far, the desk with the buttons, the race's list."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from piecepack_nb.games.worm_derby.board.window import HIGH, WIDE, Window
from piecepack_nb.games.worm_derby.geometry.plane import Tile, corners, number
from piecepack_nb.games.worm_derby.ruleset import Ruleset
from piecepack_nb.games.worm_derby.state import State
from piecepack_nb.scene import Area, Shape, mat, shape, text_shape, use

DESK_WIDE, DESK_HIGH = 4.9, 3.66
"""The desk, in squares."""
LIST_ZOOM = 0.75
"""How large the squares of the list of the race are."""
LINE = 0.98
"""From one worm to the next in it, in its squares."""
SIGN = 0.62
"""The x of the worms' signs in that list."""
FIXED = {"start tile 1": "crowns", "start tile 2": "arms", "pylon": "suns"}
"""The suits that the tiles show which never move (WD-11)."""
COLOURS = {"red": "suns", "blue": "arms"}
"""The suit that a slalom tile shows for each colour (WD-30)."""
LEAST = 0.2
"""The smallest sign of a suit that tells anything, in squares."""
LETTERS = 30
"""How high the words beside a fixed tile are in the window, in hundredths of a square."""
TICK = 9
"""How long the marks of inches are, in hundredths of a square."""


def row(number: int) -> float:
    """The y of a worm's row in the list of the race."""
    return round(1.1 + LINE * number, 2)


def race_size(ruleset: Ruleset) -> tuple[float, float]:
    """The list of the race, in its own squares."""
    return round(DESK_WIDE / LIST_ZOOM, 2), round(0.68 + LINE * len(ruleset.seats), 2)


def areas(ruleset: Ruleset, state: State, seen: Window) -> tuple[Area, ...]:
    """The window, the whole table, the desk and the list of the race."""
    tiles, colours = state.tiles, state.colours
    field = state.phase == "tiles"
    return (_near_area(ruleset, tiles, colours, seen), *_others(ruleset, field))


@lru_cache(maxsize=256)  # from step to step the window often stays, and so do the tiles
def _near_area(
    ruleset: Ruleset, tiles: tuple[Tile, ...], colours: tuple[str, ...], seen: Window
) -> Area:
    named = [*ruleset.fixed.items(), *((f"tile {at}", tile) for at, tile in enumerate(tiles, 1))]
    return Area("board", WIDE, HIGH, "", tuple(_near(ruleset, named, colours, seen)))


@lru_cache(maxsize=64)
def _others(ruleset: Ruleset, field: bool) -> tuple[Area, ...]:
    wide, high = ruleset.size
    race_wide, race_high = race_size(ruleset)
    names = (
        text_shape(seat.title(), SIGN + 0.6, row(number), 34, "start")
        for number, seat in enumerate(ruleset.seats)
    )
    return (
        Area("table", wide, high, "", tuple(_far(ruleset, field))),
        Area("desk", DESK_WIDE, DESK_HIGH, "", (mat(DESK_WIDE, DESK_HIGH, "tray"),)),
        Area("race", race_wide, race_high, "The race",
             (mat(race_wide, race_high, "tray"), *names)),
    )  # fmt: skip


# --- from far -----------------------------------------------------------------------------------


def _far(ruleset: Ruleset, field: bool) -> Iterator[Shape]:
    """The whole table, with the start line and the line on the pylon's far side (WD-22)."""
    wide, high = ruleset.size
    yield shape("rect", width=wide * 100, height=high * 100, rx=60, class_="ppnb-mat")
    if field:  # where tiles are placed (WD-12)
        left = ruleset.start.x + ruleset.rules.clear_tiles * ruleset.rules.tile
        yield shape("rect", x=left * 100, y=0, width=(ruleset.pylon.x - left) * 100,
                    height=high * 100, class_="ppnb-house")  # fmt: skip
    for (x0, y0), (x1, y1) in _lines(ruleset):
        yield shape("line", x1=x0 * 100, y1=(high - y0) * 100, x2=x1 * 100, y2=(high - y1) * 100,
                    class_="ppnb-worm-line-far")  # fmt: skip
    size = round(wide * 3.4)
    for name, word in (("start tile 2", "start"), ("pylon", "pylon")):
        tile = ruleset.fixed[name]
        yield text_shape(word, tile.x, high - tile.y - ruleset.half - size / 150, size)


def _lines(ruleset: Ruleset) -> tuple[tuple[tuple[float, float], tuple[float, float]], ...]:
    """The start line (WD-11), and the far line, behind the pylon."""
    start, pylon = ruleset.start, ruleset.pylon
    half = ruleset.gap / 2
    return (
        ((start.x, start.y - half), (start.x, start.y + half)),
        ((pylon.x + ruleset.half, pylon.y), (ruleset.size[0], pylon.y)),
    )


# --- from near ----------------------------------------------------------------------------------


def _near(
    ruleset: Ruleset, tiles: list[tuple[str, Tile]], colours: tuple[str, ...], seen: Window
) -> Iterator[Shape]:
    """The part of the table in the window, its lines, and the tiles that reach out of it."""
    yield mat(WIDE, HIGH, "tray")
    left, top = (max(4.0, each * 100) for each in seen.at((0, ruleset.size[1])))
    right, low = (
        min(size * 100 - 4, each * 100)
        for size, each in zip((WIDE, HIGH), seen.at((ruleset.size[0], 0)), strict=True)
    )
    yield shape("rect", x=left, y=top, width=right - left, height=low - top,
                rx=26, class_="ppnb-mat")  # fmt: skip
    yield from _ticks(ruleset, seen, (left, top, right, low))
    for line in _lines(ruleset):
        inside = clipped(seen, line)
        if inside:
            (x0, y0), (x1, y1) = inside
            yield shape("line", x1=x0 * 100, y1=y0 * 100, x2=x1 * 100, y2=y1 * 100,
                        class_="ppnb-worm-line")  # fmt: skip
    for name, tile in tiles:
        if _near_by(ruleset, seen, tile) and not whole(ruleset, seen, tile):
            yield from _part(ruleset, seen, tile, face(name, colours))
        if name in FIXED:
            yield from _label(ruleset, seen, name, tile)


def face(name: str, colours: tuple[str, ...]) -> str:
    """The suit that a tile shows; "" for one that lies face down, as obstacles do (WD-12)."""
    if name in FIXED or not colours:
        return FIXED.get(name, "")
    return COLOURS[colours[int(name.rpartition(" ")[2]) - 1]]


def _near_by(ruleset: Ruleset, seen: Window, tile: Tile) -> bool:
    """Can anything of a tile lie in the window?"""
    return seen.holds(tile, -1.5 * ruleset.half * seen.unit)


def _label(ruleset: Ruleset, seen: Window, name: str, tile: Tile) -> Iterator[Shape]:
    """What a fixed tile is, in words beside it."""
    above = name != "start tile 1"  # a start tile's word is on the side where no worm passes
    x, y = seen.at(tile)
    y += (ruleset.half * seen.unit + 0.24) * (-1 if above else 1)
    if 0.8 < x < WIDE - 0.8 and 0.3 < y < HIGH - 0.45:
        yield text_shape("pylon" if name == "pylon" else "start", x, y, LETTERS)


def _ticks(
    ruleset: Ruleset, seen: Window, edges: tuple[float, float, float, float]
) -> Iterator[Shape]:
    """A mark for every inch along two sides of the window, and each fifth inch's number."""
    left, top, right, low = edges
    wide, high = ruleset.size
    marks = []
    for inch in range(int(wide) + 1):
        x = seen.at((inch, 0))[0] * 100
        if left + 25 < x < right - 25:
            marks.append(f"M{x:g} {low:g}v{-TICK * (1 + (inch % 5 == 0))}")
            if inch % 5 == 0:
                yield text_shape(str(inch), x / 100, low / 100 - 0.3, 20)
    for inch in range(int(high) + 1):
        y = seen.at((0, inch))[1] * 100
        if top + 25 < y < low - 25:
            marks.append(f"M{left:g} {y:g}h{TICK * (1 + (inch % 5 == 0))}")
            if inch % 5 == 0:
                yield text_shape(str(inch), left / 100 + 0.33, y / 100, 20)
    if marks:
        yield shape("path", d="".join(marks), class_="ppnb-worm-tick")


def whole(ruleset: Ruleset, seen: Window, tile: Tile) -> bool:
    """Does all of a tile lie in the window?"""
    return all(seen.holds(corner, 0.06) for corner in corners(tile, ruleset.half))


def _part(ruleset: Ruleset, seen: Window, tile: Tile, suit: str) -> Iterator[Shape]:
    """What is seen of a tile that reaches out of the window, with its suit."""
    outline = [seen.at(corner) for corner in corners(tile, ruleset.half)]
    for axis, bound, sign in (
        (0, 0.04, 1),
        (0, WIDE - 0.04, -1),
        (1, 0.04, 1),
        (1, HIGH - 0.04, -1),
    ):
        outline = list(_cut(outline, axis, bound, sign))
    if len(outline) > 2:
        points = " ".join(f"{number(x * 100)},{number(y * 100)}" for x, y in outline)
        yield shape("polygon", points=points, class_="ppnb-f-cast",
                    transform=f"translate({number(2)} {number(3)})")  # fmt: skip
        yield shape("polygon", points=points, fill="@wood", class_="ppnb-wood")
        yield from _symbol(ruleset, seen, tile, suit, outline)


def _symbol(
    ruleset: Ruleset, seen: Window, tile: Tile, suit: str, outline: list[tuple[float, float]]
) -> Iterator[Shape]:
    """The suit of a tile: on the whole of it, or as large as what is seen of it has room for."""
    size, (x, y) = 0.58 * ruleset.rules.tile * seen.unit, seen.at(tile)
    if not seen.holds(tile, size / 2):
        ends = [(min(each), max(each)) for each in zip(*outline, strict=True)]
        x, y = (round(sum(each) / 2, 3) for each in ends)
        size = round(min(size, *(0.7 * (high - low) for low, high in ends)), 3)
    if suit and size > LEAST:
        sign = use(f"symbol-{suit}", x * 100, y * 100, angle=-tile.angle, scale=size)
        yield shape("g", sign, class_=f"ppnb-suit-{suit} ppnb-f-suit")


def _cut(
    outline: list[tuple[float, float]], axis: int, bound: float, sign: int
) -> Iterator[tuple[float, float]]:
    """The part of an outline on one side of a line (Sutherland and Hodgman)."""
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


def clipped(
    seen: Window, line: tuple[tuple[float, ...], tuple[float, ...]]
) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """The part of a straight line on the table that the window shows, in its squares."""
    (x0, y0), (x1, y1) = seen.at(line[0]), seen.at(line[1])
    enters, leaves = 0.0, 1.0
    for start, by, size in ((x0, x1 - x0, WIDE), (y0, y1 - y0, HIGH)):
        low, high = 0.06 - start, size - 0.06 - start
        if by:
            one, other = low / by, high / by
            enters, leaves = max(enters, min(one, other)), min(leaves, max(one, other))
        elif low > 0 or high < 0:
            return None
    if enters >= leaves:
        return None
    return (
        (round(x0 + enters * (x1 - x0), 3), round(y0 + enters * (y1 - y0), 3)),
        (round(x0 + leaves * (x1 - x0), 3), round(y0 + leaves * (y1 - y0), 3)),
    )
