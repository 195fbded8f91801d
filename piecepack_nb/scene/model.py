"""The vocabulary of a scene: areas, pieces, marks and spots, all plain immutable values.

Places (pieces, marks, spots, layouts) are counted in board squares, y growing downward. Shapes,
which sprites and backdrops are drawn with, are counted in hundredths of a square: whole numbers
read better there, and browsers draw text badly in units smaller than a pixel.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from piecepack_nb.core.frozen import FrozenDict

MARKS = {
    "heat": "a square tinted by its value from 0 to 1, its label on it",
    "here": "a ring round whoever acts",
    "selected": "a frame round what was chosen",
    "path": "a line through its points, ending in an arrow",
    "trail": "the same, but thin: one way of several",
    "lost": "the same, but broken: a way that can't be gone",
    "target": "a place that may be chosen",
    "via": "a place that a chosen way may pass",
    "cost": "a small badge with its label",
    "turn-left": "a small bent arrow with its label: a quarter turn",
    "turn-right": "the same, the other way round",
    "frontier": "a small dashed ring with its label: where a search goes on next",
    "blocked": "a cross: no way here",
    "danger": "a warning ring",
    "lane": "a broad soft line through its points, with its suit at the last",
    "open": "a soft line through its points: anywhere along it something may be put",
    "barred": "a broken line in the colour of danger: nothing may be put there",
    "done": "a small tick: what was ordered was carried out",
    "failed": "a small cross: it was not",
    "text": "its label alone",
}
"""The kinds of mark, and what each looks like."""
ROLES = {
    "move": "legal now, and shown so",
    "via": "legal as a place to pass",
    "select": "chooses what to act with",
    "action": "a button with its name on it",
    "inert": "can be tried; the game says why not",
    "why": "tells more about what is shown there; picking it moves nothing",
}
"""The roles of a spot."""


class Shape(NamedTuple):
    """One element of a drawing: an SVG tag of a short list, or ``use`` of a sprite."""

    tag: str
    attrs: Mapping[str, str | float] = FrozenDict()
    children: tuple[Shape, ...] = ()
    text: str = ""


def shape(tag: str, *children: Shape, text: str = "", **attrs: Any) -> Shape:
    """A shape; an attribute ``stroke_width`` is written stroke-width, ``class_`` class.

    >>> shape("circle", r=20, class_="ppnb-ink").attrs
    FrozenDict({'r': 20, 'class': 'ppnb-ink'})
    """
    named = {name.strip("_").replace("_", "-"): value for name, value in attrs.items()}
    return Shape(tag, FrozenDict(named), children, text)


def use(sprite: str, x: float = 0, y: float = 0, **attrs: Any) -> Shape:
    """A sprite inside a drawing, at ``x``, ``y`` (hundredths of a square).

    Of ``attrs``, suit, face and label go to the sprite; angle (degrees) and scale place it.
    """
    return shape("use", sprite=sprite, x=x, y=y, **attrs)


class Area(NamedTuple):
    """A part of the table with coordinates of its own: the board, a tray, the dice.

    An area with ``turns`` turns about its middle, with all that lies in it. Nothing is cut off or
    made smaller to fit: make the area as wide and high as what it holds is at each angle, with
    that in its middle. A square that may lie on its corner needs an area 1.42 times its side.
    """

    id: str
    width: float
    height: float
    title: str = ""
    """Drawn in the area's top half square; "" draws none and takes no room."""
    backdrop: tuple[Shape, ...] = ()
    """Drawn under everything, in hundredths of a square from the area's top left corner."""
    turns: tuple[float, ...] = ()
    """Degrees clockwise: how it lies at first, then each further way that a reader may turn it.

    Backdrop and places turn; pieces (unless they have ``turns``) and all words stay upright.
    """


class Layout(NamedTuple):
    """Where the areas go on a table that is at least ``min_width`` CSS pixels wide."""

    min_width: int
    width: float
    height: float
    places: Mapping[str, tuple[float, ...]]
    """Each shown area's top left corner x, y and, where it isn't 1, its scale.

    An area that is missing here isn't shown.
    """


class Piece(NamedTuple):
    """A thing on the table. Its ``id`` lasts, so that it moves from frame to frame."""

    id: str
    sprite: str
    x: float
    y: float
    area: str = "board"
    angle: float = 0.0
    """Degrees clockwise; sprites with a direction (Piecepackman, coins) face east at 0."""
    scale: float = 1.0
    suit: str = ""
    face: str = ""
    """"null", "ace", "2" to "5" on dice and coins; "1" to "6" on a die with pips."""
    label: str = ""
    """A short text on it, where the sprite has room for one."""
    z: int = 3
    """What lies above what; equal ones in the scene's order, but where their area can be turned
    the nearer to the reader (lower on the page) above the farther. Below 0 it lies under the
    marks, too."""
    faded: bool = False
    turns: bool = False
    """It turns with its area; else it stays upright."""
    lift: float = 0.0
    """How high it stands above its place, in squares: upward however the area is turned."""


class Mark(NamedTuple):
    """A sign on the board that is no piece; ``kind`` is one of :data:`MARKS`."""

    kind: str
    x: float = 0.0
    y: float = 0.0
    area: str = "board"
    points: tuple[tuple[float, float], ...] = ()
    """The places that a line ("path", "trail", "lost", "lane", "open", "barred") goes through;
    others use x, y."""
    label: str = ""
    value: float = 0.0
    """How hot a "heat" is, from 0 to 1."""
    suit: str = ""
    """Tints the mark in the suit's colour."""
    layer: str = ""
    """The layer that it belongs to; "" is always shown."""


class Spot(NamedTuple):
    """A place that can be picked; x and y are its centre, w and h its size."""

    id: str
    x: float
    y: float
    area: str = "board"
    w: float = 1.0
    h: float = 1.0
    name: str = ""
    """What a screen reader says: a part of a sentence, such as "f5, blue ghost"."""
    role: str = "inert"
    drag: bool = False
    """Its top piece can be dragged away."""
    drop: bool = False
    """A dragged piece can be dropped on it. To a place that is narrower than half a square it snaps
    while it is dragged near."""
    key: str = ""
    """A single character that picks it while the board has the focus."""
    tip: str = ""
    """A line shown while it is pointed at or has the focus."""
    preview: tuple[Mark, ...] = ()
    """Marks shown while it is pointed at or has the focus."""
    clause: str = ""
    """The clause that the tip goes by."""


class Layer(NamedTuple):
    """Marks that the reader can show and hide together."""

    id: str
    title: str
    on: bool = True
    """Shown until the reader says otherwise."""


class TextTable(NamedTuple):
    """A table in words: what marks show, for those who would rather read it."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...] = ()


class Scene(NamedTuple):
    """All that a board shows at one moment."""

    areas: tuple[Area, ...]
    layouts: tuple[Layout, ...]
    pieces: tuple[Piece, ...] = ()
    marks: tuple[Mark, ...] = ()
    spots: tuple[Spot, ...] = ()
    caption: str = ""
    clause: str = ""
    alt: str = ""
    """The whole position in words, for those who do not see the picture."""
    linger: float = 0.0
    """Seconds that an animation rests on this frame, at speed 1."""
    layers: tuple[Layer, ...] = ()
    """What of the marks can be switched here."""
    listings: tuple[TextTable, ...] = ()


def choose_layout(scene: Scene, width: float) -> Layout:
    """The scene's layout for a table ``width`` CSS pixels wide: the widest one that fits."""
    fitting = [layout for layout in scene.layouts if layout.min_width <= width]
    if fitting:
        return max(fitting, key=lambda layout: layout.min_width)
    return min(scene.layouts, key=lambda layout: layout.min_width)


def turned(area: Area, x: float, y: float, angle: float) -> tuple[float, float]:
    """Where a place of ``area`` lies in it when the area is turned by ``angle`` degrees.

    >>> turned(Area("board", 4, 4), 1, 1, 90)
    (3.0, 1.0)
    """
    if not angle:
        return x, y
    middle_x, middle_y = area.width / 2, area.height / 2
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    right, down = x - middle_x, y - middle_y
    return (
        round(middle_x + right * cos - down * sin, 6),
        round(middle_y + right * sin + down * cos, 6),
    )


# --- The same piece from one scene to the next ---------------------------------------------------


Kind = tuple[str, str]


def keep_ids(pieces: Iterable[Piece], before: Iterable[Piece] = ()) -> tuple[Piece, ...]:
    """The pieces with ids that last: those whose id ends in "*" are matched with those ``before``.

    Pieces of one starred id and one suit are alike. Each keeps its id where one of its kind lay on
    that very place before; the others take over the ids of those that lie there no more.

    >>> on_a2 = keep_ids([Piece("cube*", "cube", 1, 1, suit="suns")])
    >>> keep_ids([Piece("cube*", "cube", 9, 1, suit="suns")], on_a2)[0].id
    'cube-suns-1'
    """
    pieces = tuple(pieces)
    starred = tuple(piece for piece in pieces if piece.id.endswith("*"))
    named = iter(_named(starred, tuple(piece for piece in before if piece.id[-1:].isdecimal())))
    return tuple(next(named) if piece.id.endswith("*") else piece for piece in pieces)


@lru_cache(maxsize=1024)  # from step to step most of what looks alike lies still
def _named(starred: tuple[Piece, ...], before: tuple[Piece, ...]) -> tuple[Piece, ...]:
    known: dict[Kind, dict[str, Piece]] = defaultdict(dict)
    for piece in before:
        stem, dash, number = piece.id.rpartition(f"-{piece.suit}-")
        if dash and number.isdecimal():
            known[stem, piece.suit][piece.id] = piece
    found: dict[int, str] = {}
    groups: dict[Kind, list[int]] = defaultdict(list)
    for index, piece in enumerate(starred):
        groups[piece.id[:-1], piece.suit].append(index)
    for kind, indexes in groups.items():
        found.update(_matched(kind, [(index, starred[index]) for index in indexes], known[kind]))
    return tuple(piece._replace(id=found[index]) for index, piece in enumerate(starred))


def keep_order(marks: Iterable[Mark], before: Iterable[Mark] = ()) -> tuple[Mark, ...]:
    """The marks, those that were there ``before`` first and in their old order: less to send.

    >>> a, b, c = (Mark("via", x) for x in range(3))
    >>> [mark.x for mark in keep_order([c, a, b], [b, a])]
    [1, 0, 2]
    """
    marks = tuple(marks)
    old, new = dict.fromkeys(before), set(marks)
    return (*(mark for mark in old if mark in new), *(mark for mark in marks if mark not in old))


def _matched(
    kind: Kind, alike: list[tuple[int, Piece]], before: dict[str, Piece]
) -> dict[int, str]:
    """An id for each of the pieces that are alike."""
    places = {(piece.area, piece.x, piece.y): id for id, piece in before.items()}
    found: dict[int, str] = {}
    for index, piece in alike:
        lay_there = places.pop((piece.area, piece.x, piece.y), None)
        if lay_there is not None:
            found[index] = lay_there
    stem, suit = kind
    free = [id for id in before if id not in found.values()]
    used = set(before)
    number = 0
    for index, _piece in alike:
        if index in found:
            continue
        if free:
            found[index] = free.pop(0)
            continue
        while (id := f"{stem}-{suit}-{(number := number + 1)}") in used:
            pass
        used.add(id)
        found[index] = id
    return found
