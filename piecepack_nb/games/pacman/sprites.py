"""Sprites of a board of holes for marbles: holes, rings, homes, exits, marbles, what runs there.

A Pac-Man is two pieces: its body, which turns with its heading, and an upright letter, so that it
is known without its colour. Units and looks are those of :mod:`.drawing`.
"""

from __future__ import annotations

from typing import Any

from piecepack_nb.scene.drawing import disc, ivory, lettering, shaded, shadow, symbol
from piecepack_nb.scene.model import Shape, shape, use
from piecepack_nb.scene.sprites import SpriteSheet
from piecepack_nb.scene.style import Styles


def _circle(r: float, look: str, **attrs: Any) -> Shape:
    return shape("circle", r=r, class_=f"ppnb-{look}", **attrs)


def _path(d: str, look: str) -> Shape:
    return shape("path", d=d, class_=f"ppnb-{look}")


# --- the board ------------------------------------------------------------------------------------

HOLE = (
    _circle(29, "pit-rim"),
    shape("circle", r=26, fill="@pit"),
    _path("M-23 12A26 26 0 0 0 23 12A29 29 0 0 1-23 12Z", "pit-lit"),
)
_SPOKES = "".join(
    f"M{x}{y:+}L{round(x * 1.14, 1)}{round(y * 1.14, 1):+}"
    for x, y in ((42, 0), (0, 42), (-42, 0), (0, -42), (30, 30), (-30, 30), (-30, -30), (30, -30))
)
RINGED = (
    _circle(38, "hoop-edge"),
    _path(_SPOKES, "hoop-edge"),
    _circle(38, "hoop"),
    _path(_SPOKES, "hoop"),
    *HOLE,
)
HOME = (
    _path("M-45-8L0-47L45-8V45H-45Z", "haven"),
    symbol(34, "haven-sign", 0, 24),
)
_EYES = ((-13, -3), (13, -3))
DEN = (
    _circle(42, "den"),
    *(shape("ellipse", cx=x, cy=y, rx=9, ry=12, class_="ppnb-den-eye") for x, y in _EYES),
)
EXIT = (_path("M-20-11H2V-24L27 0L2 24V11H-20Z", "exit"),)


# --- what lies and runs on it ---------------------------------------------------------------------

WHITE = (
    shadow(2, 5, 24, 22),
    *shaded(_circle(20, "marble-white"), "dome"),
    shape("ellipse", cx=-6, cy=-8, rx=5, ry=4, class_="ppnb-f-glint"),
)
YELLOW = (
    shadow(2, 5, 27, 25),
    shape("circle", r=23, fill="@gold", class_="ppnb-marble-yellow"),
    shape("g", use("symbol-stars", 0, 0, scale=0.27), class_="ppnb-f-ink"),
)
_BODY = "M-6 0L32-22A39 39 0 1 0 32 22Z"
PAC = (
    shadow(0, 4, 44, 42),
    _path(_BODY, "figure-halo"),
    *shaded(_path(_BODY, "suit ppnb-figure-edge"), "dome"),
)
LETTER = (ivory(20), symbol(33, "f-ink"))
_CARRIED = (
    shape("circle", r=17, fill="@gold", class_="ppnb-marble-yellow"),
    shape("g", use("symbol-stars", 0, 0, scale=0.21), class_="ppnb-f-ink"),
)
_SHEET = "M-32 35V-8A32 32 0 0 1 32-8V35L21 25L10.5 35L0 25L-10.5 35L-21 25Z"
SPOOK = (
    shadow(2, 33, 38, 12),
    *shaded(_path(_SHEET, "spook"), "dome"),
    *(shape("ellipse", cx=x, cy=-13, rx=8, ry=10, class_="ppnb-spook-eye") for x in (-12, 12)),
    *(shape("circle", cx=x, cy=-11, r=4.5, class_="ppnb-f-ink") for x in (-10, 14)),
    lettering("{label}", 29, "f-ink ppnb-bold", 0, 13),
)
_PLACES = {"tl": "M-17-17h0", "tr": "M17-17h0", "l": "M-17 0h0", "c": "M0 0h0", "r": "M17 0h0",
           "bl": "M-17 17h0", "br": "M17 17h0"}  # fmt: skip
_PIPS = {
    "1": "c", "2": "tr bl", "3": "tr c bl", "4": "tl tr bl br", "5": "tl tr c bl br",
    "6": "tl tr l r bl br",
}  # fmt: skip
_CUBE = (
    shape("rect", x=-33, y=-29, width=68, height=68, rx=15, class_="ppnb-f-cast"),
    shape("rect", x=-34, y=-34, width=68, height=68, rx=14, fill="@ivory", class_="ppnb-edge"),
)

MARBLES: dict[str, tuple[Shape, ...]] = {
    "marble-hole": HOLE,
    "marble-ringed": RINGED,
    "marble-home": HOME,
    "marble-den": DEN,
    "marble-exit": EXIT,
    "marble-white": WHITE,
    "marble-yellow": YELLOW,
    "pac": PAC,
    "pac-gobbler": (disc(40, "hungry-glow"), *PAC),
    "pac-letter": LETTER,
    "pac-letter-gobbler": (*LETTER, shape("g", *_CARRIED, transform="translate(-25 26)")),
    "spook": SPOOK,
    "die-pips": (*_CUBE, use("pips-{face}")),
    **{
        f"pips-{face}": (_path("".join(_PLACES[each] for each in pips.split()), "pips"),)
        for face, pips in _PIPS.items()
    },
}

LIGHT = """
--ppnb-lemon:#d9a400;--ppnb-barrier:#1f4fa3;--ppnb-barrier-lit:#a9c8ff;--ppnb-track:#a8834d;
"""
DARK = """
--ppnb-lemon:#d9a60e;--ppnb-barrier:#2c62c4;--ppnb-barrier-lit:#cfe0ff;--ppnb-track:#4a3521;
"""
RULES = """
.ppnb-track{fill:none;stroke:var(--ppnb-track);stroke-width:20;stroke-opacity:.55;stroke-linecap:round}
.ppnb-barrier-cast{fill:none;stroke:var(--ppnb-cast);stroke-width:15;stroke-opacity:.35;stroke-linecap:round;stroke-linejoin:round}
.ppnb-barrier{fill:none;stroke:var(--ppnb-barrier);stroke-width:13;stroke-linecap:round;stroke-linejoin:round}
.ppnb-barrier-lit{fill:none;stroke:var(--ppnb-barrier-lit);stroke-width:3;stroke-opacity:.85;stroke-linecap:round;stroke-linejoin:round}
.ppnb-hoop{fill:none;stroke:#e8821a;stroke-width:6;stroke-linecap:round}
.ppnb-hoop-edge{fill:none;stroke:#4a2a05;stroke-width:9;stroke-linecap:round}
.ppnb-haven{fill:var(--ppnb-suit);fill-opacity:.55;stroke:var(--ppnb-ivory-1);stroke-width:4;stroke-linejoin:round}
.ppnb-haven-sign{fill:var(--ppnb-ivory-1);stroke:#15120d;stroke-width:9;paint-order:stroke;stroke-linejoin:round}
.ppnb-den{fill:#15120d;fill-opacity:.5;stroke:var(--ppnb-ivory-1);stroke-width:3;stroke-dasharray:7 6}
.ppnb-den-eye{fill:var(--ppnb-ivory-1);fill-opacity:.75}
.ppnb-exit{fill:#ffffff;stroke:#2b2722;stroke-width:3.5;stroke-linejoin:round}
.ppnb-marble-white{fill:#fbfaf6;stroke:#3c3833;stroke-width:1.8}
.ppnb-marble-yellow{stroke:#5c3a02;stroke-width:2.4}
.ppnb-spook{fill:#d9d3ee;stroke:#231d38;stroke-width:3.4;stroke-linejoin:round}
.ppnb-spook-eye{fill:#ffffff;stroke:#231d38;stroke-width:1.8}
.ppnb-pips{fill:none;stroke:var(--ppnb-ivory-ink);stroke-width:13;stroke-linecap:round}
"""  # noqa: E501

SHEET = SpriteSheet(
    MARBLES,
    styles=Styles(LIGHT, DARK, RULES),
    grow=("pac", "pac-gobbler", "pac-letter", "pac-letter-gobbler", "spook"),
)
