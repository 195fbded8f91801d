"""Sprites of a board of two-sided counters: floor, raised blocks, holes, figures, order cards.

A figure is two pieces: its body, which turns with its heading, and its head, which stays upright
so that the symbol on it can be read. Units and looks are those of :mod:`.drawing`.
"""

from __future__ import annotations

from typing import Any

from piecepack_nb.scene.drawing import disc, gradient, ivory, shaded, shadow, symbol, value
from piecepack_nb.scene.model import Shape, shape
from piecepack_nb.scene.sprites import SpriteSheet
from piecepack_nb.scene.style import Styles

GRADIENTS = (
    gradient("radialGradient", "slate", (0, "slate-1"), (1, "slate-2"), cx=0.4, cy=0.34, r=0.75),
)
R = 43  # of a counter
TALL = 17  # the height of a raised block


def _circle(r: float, y: float, **attrs: Any) -> Shape:
    return shape("circle", r=r, cy=y, **attrs)


HOLE = (
    disc(47, "pit-rim"),
    _circle(44, 0, fill="@pit"),
    shape("path", d="M-39 20A44 44 0 0 0 39 20A48 48 0 0 1-39 20Z", class_="ppnb-pit-lit"),
)
FLOOR = (
    _circle(R, 4, class_="ppnb-slate-side"),
    _circle(R, 0, fill="@slate", class_="ppnb-slate-edge"),
    _circle(33, 0, class_="ppnb-slate-rim"),
)


def _side(r: float, top: float, bottom: float) -> Shape:
    """The wall of a round block between two heights."""
    d = f"M{-r} {top}A{r} {r} 0 0 0 {r} {top}V{bottom}A{r} {r} 0 0 1 {-r} {bottom}Z"
    return shape("path", d=d, class_="ppnb-ivory-side")


BLOCK = (
    shadow(4, 14, 52, 46),
    _side(R, 8 - TALL, 8),
    shape("path", d=f"M{-R} 2A{R} {R} 0 0 0 {R} 2", class_="ppnb-block-line"),
    _circle(R, 8 - TALL, fill="@ivory", class_="ppnb-block-edge"),
    _circle(34, 8 - TALL, class_="ppnb-block-rim"),
    _circle(27, 8 - TALL, class_="ppnb-block-rim"),
)

_BODY = "M47 0L17-28A33 33 0 1 0 17 28Z"
FIGURE = (
    shadow(0, 4, 42, 40),
    shape("path", d=_BODY, class_="ppnb-figure-halo"),
    *shaded(shape("path", d=_BODY, class_="ppnb-suit ppnb-figure-edge"), "dome"),
    shape("path", d="M29-10L40 0L29 10", class_="ppnb-figure-nose"),
)
HEAD = (ivory(22), symbol(31, "f-suit"))
_WING = "M20-2C30-24 46-26 55-16C50-15 49-12 52-8C46-8 44-4 46 1C39-1 34 4 26 6Z"
WINGS = tuple(
    shape("path", d=_WING, class_="ppnb-wing", transform=f"scale({side} 1)") for side in (1, -1)
)
AIRBORNE = (shape("ellipse", cy=26, rx=24, ry=9, class_="ppnb-air-ring"), *WINGS)
_STAR = "M0-11L3-3L11-3L5 2L7 10L0 6L-7 10L-5 2L-11-3L-3-3Z"
STUNNED = (
    shape("ellipse", cy=-29, rx=33, ry=11, class_="ppnb-dizzy-halo"),
    shape("ellipse", cy=-29, rx=33, ry=11, class_="ppnb-dizzy"),
    *(
        shape("path", d=_STAR, class_="ppnb-dizzy-star", transform=f"translate({x} {y})")
        for x, y in ((-30, -27), (4, -19), (29, -32))
    ),
)  # fmt: skip


DIE = (
    shape("rect", x=-33, y=-29, width=68, height=68, rx=15, class_="ppnb-f-cast"),
    shape("rect", x=-34, y=-34, width=68, height=68, rx=14, fill="@ivory", class_="ppnb-edge"),
    value(50, "f-ink"),
)


# --- cards ---------------------------------------------------------------------------------------

_SHEET: dict[str, Any] = {"x": -27, "y": -36, "width": 54, "height": 72, "rx": 7}


def _card(look: str, *inside: Shape) -> tuple[Shape, ...]:
    below = {**_SHEET, "y": -33, "x": -25}
    return (
        shape("rect", class_="ppnb-f-cast", **below),
        shape("rect", class_=look, **_SHEET),
        *inside,
    )


def _line(d: str, look: str = "slip-line") -> Shape:
    return shape("path", d=d, class_=f"ppnb-{look}")


def _bend(side: int) -> tuple[Shape, ...]:
    """An arrow that starts upward and turns to a side: 1 right, -1 left."""
    bow = f"M{-11 * side} 18V2Q{-11 * side}-9 0-9H{5 * side}"
    head = f"M{17 * side}-9L{3 * side}-20V2Z"
    return _line(bow), _line(head, "slip-tip")


_PLATE = shape("ellipse", cy=17, rx=17, ry=6, class_="ppnb-slip-plate")
_TOP = shape("ellipse", cy=3, rx=17, ry=6, class_="ppnb-slip-block")
SIGNS: dict[str, tuple[Shape, ...]] = {
    "left": _bend(-1),
    "right": _bend(1),
    "forward": (_line("M0 20V-8"), _line("M0-22L12-4H-12Z", "slip-tip")),
    "jump": (
        shape("ellipse", cy=16, rx=14, ry=5, class_="ppnb-slip-pit"),
        _line("M-18 14C-16-16 10-20 15-2"),
        _line("M17 12L6-3L23-5Z", "slip-tip"),
    ),
    "lift": (
        _PLATE,
        shape("path", d="M-17 3V14A17 6 0 0 0 17 14V3Z", class_="ppnb-slip-block"),
        _TOP,
        _line("M0-4V-10"),
        _line("M0-24L10-9H-10Z", "slip-tip"),
    ),
    "push": (
        _line("M-20 8H-8"),
        _line("M4 8L-10-2V18Z", "slip-tip"),
        shape("path", d="M6-4V18A9 4 0 0 0 24 18V-4Z", class_="ppnb-slip-block"),
        shape("ellipse", cx=15, cy=-4, rx=9, ry=4, class_="ppnb-slip-block"),
    ),
    "wait": (
        _line("M-12-14H12M-12 14H12M-9-14Q-9-4 0 0Q9 4 9 14M9-14Q9-4 0 0Q-9 4-9 14", "slip-fine"),
    ),
}  # fmt: skip
"""The drawing on the card of each order."""
_BACK = "M-16-22L0-34L16-22M-16-2L0-14L16-2M-16 18L0 6L16 18M-16 32L0 26L16 32"


def _face(sign: tuple[Shape, ...]) -> tuple[Shape, ...]:
    lifted = shape("g", *sign, transform="translate(0 5)")
    return _card("ppnb-slip", lifted, symbol(13, "f-suit", -17, -26))


COUNTERS: dict[str, tuple[Shape, ...]] = {
    "hole": HOLE,
    "counter-floor": FLOOR,
    "counter-block": BLOCK,
    "figure": FIGURE,
    "figure-head": HEAD,
    "die-plain": DIE,
    "airborne": AIRBORNE,
    "stunned": STUNNED,
    "card-back": _card("ppnb-slip-back", _line(_BACK, "slip-pattern"), disc(13, "slip-seal"),
                       symbol(16, "f-suit")),
    **{f"card-{name}": _face(sign) for name, sign in SIGNS.items()},
}  # fmt: skip

LIGHT = """
--ppnb-slate-1:#54535b;--ppnb-slate-2:#37363d;--ppnb-slate-side:#201f24;
--ppnb-slate-rim:#77757f;--ppnb-ivory-side:#cdb98f;
"""
DARK = """
--ppnb-slate-1:#4c4b54;--ppnb-slate-2:#333239;--ppnb-slate-side:#17161a;
--ppnb-slate-rim:#7b7984;--ppnb-ivory-side:#b09a70;
"""
RULES = """
.ppnb-stop-slate-1{stop-color:var(--ppnb-slate-1)}
.ppnb-stop-slate-2{stop-color:var(--ppnb-slate-2)}
.ppnb-slate-side{fill:var(--ppnb-slate-side)}
.ppnb-slate-edge{stroke:var(--ppnb-slate-side);stroke-width:1.6}
.ppnb-slate-rim{fill:none;stroke:var(--ppnb-slate-rim);stroke-width:2;stroke-opacity:.75}
.ppnb-ivory-side{fill:var(--ppnb-ivory-side);stroke:#6b5a38;stroke-width:1.6;stroke-linejoin:round}
.ppnb-block-edge{stroke:#6b5a38;stroke-width:1.6}
.ppnb-block-rim{fill:none;stroke:#7c6742;stroke-width:1.6;stroke-opacity:.4}
.ppnb-block-line{fill:none;stroke:#6b5a38;stroke-width:1.6;stroke-opacity:.35}
.ppnb-figure-nose{fill:none;stroke:var(--ppnb-ivory-1);stroke-width:5;stroke-linecap:round;stroke-linejoin:round}
.ppnb-wing{fill:var(--ppnb-ivory-1);stroke:#15120d;stroke-width:2.4;stroke-linejoin:round}
.ppnb-air-ring{fill:none;stroke:var(--ppnb-ivory-1);stroke-width:3;stroke-dasharray:5 4}
.ppnb-dizzy-halo{fill:none;stroke:#15120d;stroke-width:6;stroke-opacity:.7}
.ppnb-dizzy{fill:none;stroke:var(--ppnb-gold-1);stroke-width:2.6}
.ppnb-dizzy-star{fill:var(--ppnb-gold-1);stroke:#15120d;stroke-width:1.8;stroke-linejoin:round}
.ppnb-slip{fill:var(--ppnb-ivory-1);stroke:#6b5a38;stroke-width:1.8}
.ppnb-slip-back{fill:var(--ppnb-suit,var(--ppnb-soft));stroke:var(--ppnb-ivory-1);stroke-width:4}
.ppnb-slip-pattern{fill:none;stroke:var(--ppnb-ivory-1);stroke-width:2.4;stroke-opacity:.55;stroke-linejoin:round}
.ppnb-slip-seal{fill:var(--ppnb-ivory-1)}
.ppnb-slip-line{fill:none;stroke:var(--ppnb-ivory-ink);stroke-width:6;stroke-linecap:butt;stroke-linejoin:round}
.ppnb-slip-fine{fill:none;stroke:var(--ppnb-ivory-ink);stroke-width:3;stroke-linecap:round;stroke-linejoin:round}
.ppnb-slip-tip{fill:var(--ppnb-ivory-ink)}
.ppnb-slip-plate{fill:#37363d}
.ppnb-slip-block{fill:#f2e8d0;stroke:#2b2722;stroke-width:2.6;stroke-linejoin:round}
.ppnb-slip-pit{fill:#15120d}
.ppnb-slip-slot{fill:none;stroke:var(--ppnb-soft);stroke-width:2;stroke-dasharray:5 4}
"""

SHEET = SpriteSheet(
    COUNTERS,
    gradients=GRADIENTS,
    styles=Styles(LIGHT, DARK, RULES),
    grow=("figure", "figure-head"),
)
