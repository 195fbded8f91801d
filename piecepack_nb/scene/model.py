"""The parts of a scene: areas, pieces, marks and spots, all plain immutable values.

Places (pieces, marks, spots, layouts) are in board squares, y growing downward. Shapes, from which
sprites and backdrops are made, are in hundredths of a square: whole numbers are easier to read
there, and browsers draw text badly in units smaller than a pixel.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from html import escape
from typing import Any, NamedTuple

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.steps import Event
from piecepack_nb.core.wording import visible

Place = tuple[str, float, float]
"""An area of the board and x, y in it, in squares."""
Point = tuple[float, float]
"""x and y in one area, in squares."""
MARKS = {
    "heat": "a square tinted by its value from 0 to 1, its label on it",
    "here": "a ring round the piece that acts",
    "selected": "a frame round what was chosen",
    "path": "a line through its points, ending in an arrow",
    "trail": "a thin path: one of several",
    "lost": "a broken path: one that can't be taken",
    "target": "a place to choose",
    "via": "a place that a path can pass",
    "cost": "a small badge with its label",
    "votes": "a large badge with its label in a corner: how many chose the place",
    "turn-left": "a small bent arrow with its label: a quarter turn to the left",
    "turn-right": "a quarter turn to the right",
    "frontier": "a small dashed ring with its label: a node that a search reaches next",
    "blocked": "a cross: can't be entered",
    "danger": "a warning ring",
    "lane": "a broad soft line through its points, ending in its suit",
    "open": "a soft line through its points: a piece may be put anywhere on it",
    "barred": "a broken line in the colour of danger: no piece may be put on it",
    "guess": "a dashed frame with a question mark: the reader's guess",
    "answer": "a frame with a tick: the answer to a question",
    "done": "a small tick: the order was carried out",
    "failed": "a small cross: the order failed",
    "text": "its label alone",
    "last-start": "a dashed tint: where a piece of the last move came from",
    "last-end": "a solid tint: where it is now",
    "risk-danger": "a warning triangle in the corner of a spot: its risk",
    "risk-attack": "a burst there",
}
"""The kinds of mark, with the look of each."""
ROLES = {
    "move": "legal now, shown as a target",
    "via": "legal as a step of a path",
    "select": "chooses the piece to act with",
    "action": "a button labelled with its name",
    "choice": "a plainer one: one of several, or not the usual next",
    "unlit": "a button that is illegal now: picking it shows the reason",
    "inert": "illegal: picking it shows the reason",
    "why": "explains the mark or piece there; picking it moves nothing",
}
"""The roles of a spot."""
RISKS = {
    "danger": "the move gets a piece of the player eaten, taken or sent home, or wastes a roll",
    "attack": "the move attacks another player's piece",
}
"""The risks that a spot can warn of before it is picked; its tip says how."""


class Shape(NamedTuple):
    """An element of a drawing: one of a few SVG tags, or ``use`` of a sprite."""

    tag: str
    attrs: Mapping[str, str | float] = FrozenDict()
    children: tuple[Shape, ...] = ()
    text: str = ""


def shape(tag: str, *children: Shape, text: str = "", **attrs: Any) -> Shape:
    """Return a shape; the argument ``stroke_width`` sets stroke-width, ``class_`` sets class.

    >>> shape("circle", r=20, class_="ppnb-ink").attrs
    FrozenDict({'r': 20, 'class': 'ppnb-ink'})
    """
    named = {name.strip("_").replace("_", "-"): value for name, value in attrs.items()}
    return Shape(tag, FrozenDict(named), children, text)


def use(sprite: str, x: float = 0, y: float = 0, **attrs: Any) -> Shape:
    """Return a sprite inside a drawing, at ``x``, ``y`` (hundredths of a square).

    ``attrs`` can give its angle (degrees), scale, suit, face and label.
    """
    return shape("use", sprite=sprite, x=x, y=y, **attrs)


class Area(NamedTuple):
    """A part of the picture with its own coordinates: the board, a tray, the dice.

    An area with ``turns`` can be turned about its middle, with everything in it. Its content is
    neither clipped nor scaled to fit, so the area must have room for it at each angle: a square
    turned by 45° needs an area 1.42 times its side.
    """

    id: str
    width: float
    height: float
    title: str = ""
    """A title in the area's top half square; "" for none."""
    backdrop: tuple[Shape, ...] = ()
    """The drawing under everything, in hundredths of a square from the area's top left corner."""
    turns: tuple[float, ...] = ()
    """Angles in degrees clockwise: the first one, then each further one for the reader to choose.

    Backdrop and places turn; pieces (unless they have ``turns``) and all text stay upright.
    """


class Layout(NamedTuple):
    """The places of the areas in a picture at least ``min_width`` CSS pixels wide."""

    min_width: int
    width: float
    height: float
    places: Mapping[str, tuple[float, ...]]
    """Each shown area's top left corner x, y and, unless it is 1, its scale; others are hidden."""


class Piece(NamedTuple):
    """A component on the board. Its ``id`` lasts, so that it moves from frame to frame."""

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
    """A short text on the piece, if the sprite has room for one."""
    z: int = 3
    """The stacking order; below 0 a piece lies under the marks, too. Equal ones lie in the scene's
    order, or, in an area that can be turned, the lower on the page above the higher."""
    faded: bool = False
    turns: bool = False
    """The piece turns with its area instead of staying upright."""
    lift: float = 0.0
    """The height above its place, in squares; upward on the page at any angle of the area."""


class Mark(NamedTuple):
    """A sign on the board; ``kind`` is one of :data:`MARKS`."""

    kind: str
    x: float = 0.0
    y: float = 0.0
    area: str = "board"
    points: tuple[tuple[float, float], ...] = ()
    """The points of a line ("path", "trail", "lost", "lane", "open", "barred"); others use x, y."""
    label: str = ""
    value: float = 0.0
    """The strength of a "heat", from 0 to 1."""
    suit: str = ""
    """The suit whose colour the mark has, or "guess" for that of the reader's guess."""
    layer: str = ""
    """The mark's layer; "" is always shown."""


class Spot(NamedTuple):
    """A place that can be picked; x and y are its centre, w and h its size."""

    id: str
    x: float
    y: float
    area: str = "board"
    w: float = 1.0
    h: float = 1.0
    name: str = ""
    """The text for screen readers: a part of a sentence, such as "f5, blue ghost"."""
    role: str = "inert"
    drag: bool = False
    """The spot's top piece can be dragged."""
    drop: bool = False
    """A dragged piece can be dropped here; it snaps to a spot narrower than half a square."""
    key: str = ""
    """A character that picks the spot while the board has the focus."""
    tip: str = ""
    """A line shown while the spot is hovered or focused."""
    preview: tuple[Mark, ...] = ()
    """Marks shown while the spot is hovered or focused."""
    clause: str = ""
    """The clause of the tip."""
    risk: str = ""
    """The risk of the pick, one of :data:`RISKS`; "" for none."""


class Layer(NamedTuple):
    """A set of marks that the reader can show or hide."""

    id: str
    title: str
    on: bool = True
    """Layers that are on are shown at first."""


class TextTable(NamedTuple):
    """A table in text: the content of marks, or a result that a notebook shows."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...] = ()
    """The texts of each row; the first one names it."""

    @property
    def text(self) -> str:
        """The head and the rows in columns, without the title."""
        widths = [max(map(len, column)) for column in zip(self.head, *self.rows, strict=True)]
        return "\n".join(
            "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
            for row in (self.head, *self.rows)
        )

    def __str__(self) -> str:
        return f"{self.title}\n{self.text}"

    def _repr_html_(self) -> str:
        """The table for a notebook; plain, so that it reads in any theme."""

        def cell(tag: str, text: str, scope: str = "") -> str:
            return f"<{tag}{scope}>{escape(visible(text))}</{tag}>"

        by_row, by_column = ' scope="row"', ' scope="col"'
        head = "".join(cell("th", text, by_column) if text else "<td></td>" for text in self.head)
        rows = "".join(
            f"<tr>{cell('th', first, by_row)}{''.join(cell('td', text) for text in rest)}</tr>"
            for first, *rest in self.rows
        )
        return (
            f"<table><caption>{escape(visible(self.title))}</caption>"
            f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        )


class Scene(NamedTuple):
    """Everything that a board shows at one moment."""

    areas: tuple[Area, ...]
    layouts: tuple[Layout, ...]
    pieces: tuple[Piece, ...] = ()
    marks: tuple[Mark, ...] = ()
    spots: tuple[Spot, ...] = ()
    caption: str = ""
    clause: str = ""
    alt: str = ""
    """The whole position in text, for readers who can't see the picture."""
    linger: float = 0.0
    """The seconds that an animation rests on this frame, at speed 1; a frame with 0 is passed
    through, and at a table its caption isn't shown."""
    layers: tuple[Layer, ...] = ()
    """The layers that can be switched here."""
    listings: tuple[TextTable, ...] = ()

    def as_frame(self) -> Scene:
        """Return this scene as one of an animation: nothing can be picked, numbers say why."""
        return self._replace(spots=tuple(each for each in self.spots if each.role == "why"))


class Overlay(NamedTuple):
    """Marks, spots that explain them, layers and tables: an explanation drawn over a board."""

    marks: tuple[Mark, ...] = ()
    spots: tuple[Spot, ...] = ()
    layers: tuple[Layer, ...] = ()
    listings: tuple[TextTable, ...] = ()

    def plus(self, other: Overlay) -> Overlay:
        """Return the two together, this one's parts first."""
        return Overlay(
            self.marks + other.marks,
            self.spots + other.spots,
            self.layers + other.layers,
            self.listings + other.listings,
        )


def draw_scene(
    areas: tuple[Area, ...],
    layouts: tuple[Layout, ...],
    pieces: Iterable[Piece],
    overlay: Overlay,
    event: Event | None,
    before: Scene | None,
    *,
    alt: str,
    linger: float,
    caption: str | None = None,
) -> Scene:
    """Return the scene right after an event, with its text as the caption unless one is given.

    Pieces take their lasting ids, and marks their order, from ``before``, the previous scene.
    """
    pieces_before, marks_before = (before.pieces, before.marks) if before else ((), ())
    text, clause = (event.text, event.clause) if event else ("", "")
    return Scene(
        areas,
        layouts,
        keep_ids(pieces, pieces_before),
        keep_order(overlay.marks, marks_before),
        overlay.spots,
        text if caption is None else caption,
        clause,
        alt,
        linger,
        overlay.layers,
        overlay.listings,
    )


def choose_layout(scene: Scene, width: float) -> Layout:
    """Return the widest layout that fits into ``width`` CSS pixels, or else the narrowest."""
    fitting = [layout for layout in scene.layouts if layout.min_width <= width]
    if fitting:
        return max(fitting, key=lambda layout: layout.min_width)
    return min(scene.layouts, key=lambda layout: layout.min_width)


def is_board(area: str) -> bool:
    """Return True for the id of a board's area: "board", or that of a seat, such as "board ann"."""
    return area.partition(" ")[0] == "board"


def turned(area: Area, x: float, y: float, angle: float) -> tuple[float, float]:
    """Return the place of x, y in ``area`` after the area is turned by ``angle`` degrees.

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


# --- Lasting ids ---------------------------------------------------------------------------------


PieceKind = tuple[str, str]


def keep_ids(pieces: Iterable[Piece], before: Iterable[Piece] = ()) -> tuple[Piece, ...]:
    """Return the pieces with lasting ids: an id that ends in "*" takes one from ``before``.

    Pieces with the same starred id and suit are alike. Each takes the id of the one like it that
    was on the same place before; the rest take that of the nearest one that is left.

    >>> on_a2 = keep_ids([Piece("cube*", "cube", 1, 1, suit="suns")])
    >>> both = keep_ids([Piece("cube*", "cube", x, 1, suit="suns") for x in (1, 9)], on_a2)
    >>> keep_ids([Piece("cube*", "cube", 8, 1, suit="suns")], both)[0].id
    'cube-suns-2'
    """
    pieces = tuple(pieces)
    starred = tuple(piece for piece in pieces if piece.id.endswith("*"))
    named = iter(_named(starred, tuple(piece for piece in before if piece.id[-1:].isdecimal())))
    return tuple(next(named) if piece.id.endswith("*") else piece for piece in pieces)


@lru_cache(maxsize=1024)  # from step to step most of these pieces don't move
def _named(starred: tuple[Piece, ...], before: tuple[Piece, ...]) -> tuple[Piece, ...]:
    known: dict[PieceKind, dict[str, Piece]] = defaultdict(dict)
    for piece in before:
        stem, dash, number = piece.id.rpartition(f"-{piece.suit}-")
        if dash and number.isdecimal():
            known[stem, piece.suit][piece.id] = piece
    found: dict[int, str] = {}
    groups: dict[PieceKind, list[int]] = defaultdict(list)
    for index, piece in enumerate(starred):
        groups[piece.id[:-1], piece.suit].append(index)
    for kind, indexes in groups.items():
        found.update(_matched(kind, [(index, starred[index]) for index in indexes], known[kind]))
    return tuple(piece._replace(id=found[index]) for index, piece in enumerate(starred))


def _apart(one: Piece, other: Piece) -> float:
    """Return how far two pieces are from each other; infinity for those in two areas."""
    same = one.area == other.area
    return math.hypot(one.x - other.x, one.y - other.y) if same else math.inf


def keep_order(marks: Iterable[Mark], before: Iterable[Mark] = ()) -> tuple[Mark, ...]:
    """Return the marks, those of ``before`` first in their old order: less to send.

    >>> a, b, c = (Mark("via", x) for x in range(3))
    >>> [mark.x for mark in keep_order([c, a, b], [b, a])]
    [1, 0, 2]
    """
    marks = tuple(marks)
    old, new = dict.fromkeys(before), set(marks)
    return (*(mark for mark in old if mark in new), *(mark for mark in marks if mark not in old))


def _matched(
    kind: PieceKind, alike: list[tuple[int, Piece]], before: dict[str, Piece]
) -> dict[int, str]:
    """Return an id for each of the pieces that are alike."""
    places = {(piece.area, piece.x, piece.y): id for id, piece in before.items()}
    found: dict[int, str] = {}
    for index, piece in alike:
        same_place = places.pop((piece.area, piece.x, piece.y), None)
        if same_place is not None:
            found[index] = same_place
    stem, suit = kind
    free = [id for id in before if id not in found.values()]
    used = set(before)
    number = 0
    for index, piece in alike:
        if index in found:
            continue
        if free:
            found[index] = min(free, key=lambda id: _apart(before[id], piece))
            free.remove(found[index])
            continue
        while (id := f"{stem}-{suit}-{(number := number + 1)}") in used:
            pass
        used.add(id)
        found[index] = id
    return found
