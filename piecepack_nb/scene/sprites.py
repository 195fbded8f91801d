"""The sprite sheet: every piece and mark as data, for the SVG writer and the page.

A sprite's middle is 0,0; units are hundredths of a square; it faces east. In a used sprite's name,
``{suit}`` and ``{face}`` stand for the piece's own; the text ``{label}`` stands for its label. A
fill ``@wood`` is the gradient of that name. Other colours are classes (``ppnb-…``, see looks.css),
so that a theme can change them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache
from typing import Any, NamedTuple

from piecepack_nb.core.errors import invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.piecepack import FACES
from piecepack_nb.scene.drawing import (
    SYMBOLS,
    disc,
    gradient,
    grain,
    haloed,
    ivory,
    lettering,
    shaded,
    shadow,
    star,
    symbol,
    value,
)
from piecepack_nb.scene.model import MARKS, Shape, shape, use
from piecepack_nb.scene.style import Styles, add_styles

UNDER = [
    "last-start", "last-end", "lane", "open", "barred", "heat", "target", "here", "selected",
    "trail", "lost", "path"
]  # fmt: skip
"""The kinds of mark that lie under the pieces."""
LINES = ("lane", "open", "barred", "trail", "lost", "path")
"""The kinds of mark that are lines through their points; the last three end in an arrow."""


DEFS: list[Shape] = [
    gradient("linearGradient", "wood", (0, "wood-1"), (0.5, "wood-2"), (1, "wood-3"), x2=1, y2=1),
    gradient("linearGradient", "shade", (0, "lit"), (0.5, "clear"), (1, "dim"), x2=0, y2=1),
    gradient("radialGradient", "dome", (0, "lit"), (0.55, "clear"), (1, "dim"),
              cx=0.38, cy=0.3, r=0.8),
    gradient("radialGradient", "shadow", (0, "dark"), (0.6, "dark-2"), (1, "none")),
    gradient("linearGradient", "gold", (0, "gold-1"), (1, "gold-2"), x2=0.6, y2=1),
    gradient("linearGradient", "ivory", (0, "ivory-1"), (1, "ivory-2"), x2=0.6, y2=1),
    gradient("linearGradient", "pit", (0, "pit-1"), (0.7, "pit-2"), x2=0, y2=1),
]  # fmt: skip


_WOOD = (
    shape("rect", x=-101, y=-101, width=202, height=202, rx=10, class_="ppnb-f-cast"),
    shape("rect", x=-98.5, y=-98.5, width=197, height=197, rx=8, fill="@wood", class_="ppnb-wood"),
    *grain(
        "M-97-66C-40-78 20-52 97-70M-97-52C-30-60 30-36 97-58",
        "M-97 22C-60 12-20 34 20 28S70 10 97 20M-97 36C-50 30-10 46 30 42S80 26 97 34",
        "M-97 74C-30 66 30 88 97 70M-97 88C-40 82 40 98 97 84",
        "M-97-20C-50-12 10-30 97-14",
    ),
)
TILE = (use("tile-wood"),)
"""The wood of a tile; what is on it follows."""
GRID_SIDE = (
    *TILE,
    shape("path", d="M0-97V97M-97 0H97", class_="ppnb-groove"),
    shape("path", d="M1.6-97V97M-97 1.6H97", class_="ppnb-groove-lit"),
)
FACE_SIDE = (*TILE, symbol(96, "f-suit"), value(34, "f-ink", -72, -72))


def _stick(half: float, thick: float) -> tuple[Shape, ...]:
    """Return a matchstick with its head at the east end."""
    box: dict[str, Any] = {"x": -half, "width": 2 * half, "height": thick, "rx": thick * 0.35}
    return (
        shape("rect", y=-thick / 2 + 3.5, class_="ppnb-f-cast", **box),
        shape("rect", y=-thick / 2, class_="ppnb-stick", **box),
        shape("path", d=f"M{3 - half}{-thick / 4:+}H{half - 4}", class_="ppnb-stick-lit"),
        shape("rect", x=half - 17, y=-thick / 2 - 0.6, width=18, height=thick + 1.2,
              rx=thick * 0.5, class_="ppnb-stick-head"),
    )  # fmt: skip


def _coin(*inside: Shape) -> tuple[Shape, ...]:
    """Return an ivory disc with a raised rim."""
    return shadow(2, 7, 41, 38), ivory(35), disc(29, "coin-rim"), *inside


NOTCH = shape("path", d="M35-7L24 0L35 7Z", class_="ppnb-f-ink")
COIN_SUIT = _coin(NOTCH, symbol(40, "f-suit"))
COIN_VALUE = _coin(NOTCH, value(40, "f-ink"))
COIN_HIDDEN = _coin(symbol(42, "f-suit"))
MARKER = (
    shadow(2, 7, 41, 38),
    ivory(35),
    disc(30, "marker-ring"),
    lettering("{label}", 38, "f-ink ppnb-bold"),
)

CUBE = (
    shadow(3, 20, 33, 14),
    shape("path", d="M-25-15L-15-27H30L20-15Z", class_="ppnb-suit ppnb-edge"),
    shape("path", d="M-25-15L-15-27H30L20-15Z", class_="ppnb-f-light"),
    shape("path", d="M20-15L30-27V15L20 28Z", class_="ppnb-suit ppnb-edge"),
    shape("path", d="M20-15L30-27V15L20 28Z", class_="ppnb-f-dark"),
    *shaded(
        shape("rect", x=-25, y=-15, width=45, height=43, rx=2, class_="ppnb-suit ppnb-edge"),
        "shade",
    ),
    symbol(34, "f-ivory", -2.5, 6.5),
)

_BODY = "M-27 30C-27 20-19 14-15-4C-19-8-18-13-12-15A17 17 0 1 1 12-15C18-13 19-8 15-4C19 14 27 20 27 30A27 9 0 0 1-27 30Z"  # noqa: E501
_PAWN = (
    shadow(3, 33, 34, 13),
    *shaded(shape("path", d=_BODY, class_="ppnb-suit ppnb-edge"), "dome"),
    shape("path", d="M-15-4Q0 3 15-4", class_="ppnb-fold"),
    symbol(27, "f-ivory", 0, 17),
    shape("ellipse", cx=-6, cy=-33, rx=5, ry=4, class_="ppnb-f-glint"),
)
PAWN = (shape("g", *_PAWN, transform="translate(0 5)"),)
SAUCER = (
    shadow(2, 6, 46, 42),
    ivory(43),
    disc(37, "saucer-ring"),
)
DIE = (
    shape("rect", x=-33, y=-29, width=68, height=68, rx=15, class_="ppnb-f-cast"),
    *shaded(
        shape("rect", x=-34, y=-34, width=68, height=68, rx=14, class_="ppnb-suit ppnb-edge"),
        "shade",
    ),
    disc(28, "die-well"),
)
DIE_FACE = (*DIE, value(50, "f-ivory", 3, 3), symbol(19, "f-ivory", -21, -21))
DIE_BLANK = (*DIE, symbol(40, "f-ivory"))


def _bent(side: int) -> tuple[Shape, ...]:
    """Return an arrow that turns right (1) or left (-1), with room for a label beside it."""
    foot, tip = -12 - 6 * side, -12 + 11 * side
    bow = f"M{foot} 13V1Q{foot}-7 {-12 + 2 * side}-7"
    head = f"M{tip}-7L{tip - 10 * side}-15V1Z"
    looks = ((bow + head, "bent-halo"), (bow, "bent"), (head, "bent-tip"))
    return tuple(shape("path", d=drawn, class_=f"ppnb-{look}") for drawn, look in looks)


MARK_SPRITES: dict[str, tuple[Shape, ...]] = {
    "mark-lane-end": (disc(15, "lane-disc"), symbol(18, "f-suit")),
    "mark-heat": (
        shape("rect", x=-44, y=-44, width=88, height=88, rx=8, class_="ppnb-heat ppnb-flat"),
        *haloed("{label}", 24, -32, 33),  # in a corner: it lies under the pieces
    ),
    "mark-here": (disc(46, "here-halo"), disc(46, "here")),
    "mark-focus": (  # the ring of the focus on a turned board, where pieces are higher than squares
        shape("rect", x=-46, y=-46, width=92, height=92, rx=14, class_="ppnb-answer ppnb-flat"),
    ),
    "mark-selected": (
        shape("rect", x=-46, y=-46, width=92, height=92, rx=16, class_="ppnb-chosen ppnb-flat"),
    ),
    "mark-target": (
        shape("rect", x=-43, y=-43, width=86, height=86, rx=14,
              class_="ppnb-target-square ppnb-flat"),
        disc(11, "target"),
    ),
    "mark-via": (disc(8, "via"),),
    "mark-cost": (
        shape("rect", x=-22, y=-18, width=44, height=36, rx=18, class_="ppnb-badge"),
        lettering("{label}", 25, "f-badge ppnb-bold"),
    ),
    "mark-votes": (
        shape("rect", x=-12, y=-52, width=64, height=52, rx=26, class_="ppnb-badge"),
        lettering("{label}", 40, "f-badge ppnb-bold", 20, -25),
    ),
    "mark-blocked": (
        shape("rect", x=-45, y=-45, width=90, height=90, rx=14,
              class_="ppnb-cross-square ppnb-flat"),
        shape(
            "g",
            disc(19, "cross-disc"),
            shape("path", d="M-8-8L8 8M-8 8L8-8", class_="ppnb-cross"),
            transform="translate(33 -33)",
        ),
    ),
    "mark-guess": (
        shape("rect", x=-45, y=-45, width=90, height=90, rx=16, class_="ppnb-guess ppnb-flat"),
        shape("circle", cx=-34, cy=34, r=15, class_="ppnb-guess-disc"),
        lettering("?", 24, "f-guess-sign ppnb-bold", -34, 35),
    ),
    "mark-answer": (
        shape("rect", x=-45, y=-45, width=90, height=90, rx=16, class_="ppnb-answer ppnb-flat"),
        shape(
            "g",
            disc(15, "done-disc"),
            shape("path", d="M-7 0L-2 6L7-6", class_="ppnb-done"),
            transform="translate(34 34)",
        ),
    ),
    "mark-done": (
        disc(15, "done-disc"),
        shape("path", d="M-7 0L-2 6L7-6", class_="ppnb-done"),
    ),
    "mark-failed": (
        disc(15, "cross-disc"),
        shape("path", d="M-6-6L6 6M-6 6L6-6", class_="ppnb-cross"),
    ),
    "mark-danger": (
        disc(46, "danger"),
        shape("path", d="M34-48L47-25H21Z", class_="ppnb-danger-sign"),
        lettering("!", 18, "f-badge ppnb-bold", 34, -32),
    ),
    **{
        f"mark-last-{end}": (
            shape("rect", x=-47, y=-47, width=94, height=94, rx=12,
                  class_=f"ppnb-last ppnb-last-{end} ppnb-flat"),
        )
        for end in ("start", "end")
    },
    "mark-risk-danger": (
        shape("path", d="M0-22L23 17H-23Z", class_="ppnb-risk ppnb-danger-sign"),
        lettering("!", 28, "f-badge ppnb-bold", 0, 4),
    ),
    "mark-risk-attack": (
        shape("polygon", points=star(9, 24, 16), class_="ppnb-risk ppnb-attack-sign"),
        lettering("!", 27, "f-on-accent ppnb-bold"),
    ),
    "mark-turn-left": (*_bent(-1), *haloed("{label}", 24, 13, 0)),
    "mark-turn-right": (*_bent(1), *haloed("{label}", 24, 13, 0)),
    "mark-frontier": (disc(15, "frontier"), *haloed("{label}", 21)),
    "mark-text": haloed("{label}", 24),
    "mark-arrow": (shape("path", d="M18 0L-12-17L-5 0L-12 17Z", class_="ppnb-arrow"),),
}  # fmt: skip

SPRITES: dict[str, tuple[Shape, ...]] = {
    "tile-wood": _WOOD,
    "tile": GRID_SIDE,
    "tile-face": FACE_SIDE,
    "stick-ace": _stick(49, 13),
    "stick-three": _stick(99, 13),
    "coin-suit": COIN_SUIT,
    "coin-value": COIN_VALUE,
    "coin-hidden": COIN_HIDDEN,
    "marker": MARKER,
    "cube": CUBE,
    "pawn": PAWN,
    "saucer": SAUCER,
    "die": DIE_FACE,
    "die-suit": DIE_BLANK,
    "symbol": (symbol(60, "f-suit"),),
    "words": (lettering("{label}", 30, "f-words"),),
    "portal": (
        shape("path", d="M-13-15L0 0L-13 15M3-15L16 0L3 15", class_="ppnb-portal-halo"),
        shape("path", d="M-13-15L0 0L-13 15M3-15L16 0L3 15", class_="ppnb-portal"),
    ),
    **{f"symbol-{suit}": (drawn,) for suit, drawn in SYMBOLS.items()},
    **{
        f"face-{face}": (lettering({"ace": "A"}.get(face, face), 100, "bold"),)
        for face in (*FACES, "1", "6")
    },
    "face-null": (shape("circle", r=24, class_="ppnb-null"),),
    **MARK_SPRITES,
}


def grows(*drawn: Shape) -> tuple[Shape, ...]:
    """Return the sprite of a piece that is larger where the reader wants large pieces."""
    return (shape("g", *drawn, class_="ppnb-grows"),)


for _name in ("coin-suit", "coin-value", "coin-hidden", "marker", "cube", "pawn"):
    SPRITES[_name] = grows(*SPRITES[_name])


class SpriteSheet(NamedTuple):
    """A game's own sprites, marks and styles; those that ``grow`` are pieces of no fixed size."""

    sprites: Mapping[str, tuple[Shape, ...]]
    marks: Mapping[str, str] = FrozenDict()
    """The game's kinds of mark, each with its look; the sprite is "mark-KIND"."""
    under: tuple[str, ...] = ()
    """The kinds that lie under the pieces."""
    gradients: tuple[Shape, ...] = ()
    styles: Styles = Styles()
    grow: Collection[str] = ()


_BUILT_IN = frozenset(SPRITES)


def add_sheet(sheet: SpriteSheet) -> None:
    """Add a game's sprites and styles to every later picture and board.

    A sprite replaces an added one of the same name. Raises BadInput for the name of a built-in
    sprite.
    """
    for name in sheet.sprites:
        if name in _BUILT_IN:
            raise invalid("the sprite", name, "a name that is free")
    SPRITES.update(
        {name: grows(*drawn) if name in sheet.grow else drawn
         for name, drawn in sheet.sprites.items()}
    )  # fmt: skip
    MARKS.update(sheet.marks)
    UNDER.extend(each for each in sheet.under if each not in UNDER)
    DEFS.extend(each for each in sheet.gradients if each not in DEFS)
    add_styles(sheet.styles)
    used_fields.cache_clear()


def fill_in(template: str, values: Mapping[str, str]) -> str:
    """Return ``template`` with {suit}, {face} and {label} replaced; other braces stay."""
    for name in FIELDS:
        if "{" + name + "}" == template:  # only whole texts: a label can't bring in another field
            return values.get(name, "")
    for name in ("suit", "face"):
        template = template.replace("{" + name + "}", values.get(name, ""))
    return template


FIELDS = ("suit", "face", "label")
"""The parts of a piece that its drawing may use."""
_NESTED = re.compile(r"'sprite': '([\w-]+)'")


@cache
def used_fields(name: str) -> tuple[str, ...]:
    """Return which of suit, face and label a sprite uses, also by the sprites in it."""
    text = repr(SPRITES[name])
    inside = [used_fields(each) for each in _NESTED.findall(text)]
    return tuple(
        field
        for field in FIELDS
        if "{" + field + "}" in text or any(field in each for each in inside)
    )


def field_values(piece: Any) -> dict[str, str]:
    """Return the suit, face and label of a piece or mark."""
    return {name: str(getattr(piece, name, "")) for name in FIELDS}
