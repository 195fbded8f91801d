"""Sprites of a table without squares: discs that touch, tiles of any size, the ends of a worm.

They are a whole square wide: a piece's ``scale`` is its size on the table. Units and looks are
those of :mod:`.drawing`.
"""

from __future__ import annotations

from piecepack_nb.scene.drawing import disc, grain, ivory, shadow, symbol, value
from piecepack_nb.scene.model import Shape, shape
from piecepack_nb.scene.sprites import SpriteSheet
from piecepack_nb.scene.style import Styles

DISC = (
    shadow(2, 6, 53, 50),
    ivory(50),
    shape("circle", r=43, class_="ppnb-f-suit"),
    shape("circle", r=43, fill="@dome"),
    symbol(50, "f-ivory"),
)
SLAB = (
    shape("rect", x=-50, y=-49, width=102, height=102, rx=4, class_="ppnb-f-cast"),
    shape("rect", x=-50, y=-50, width=100, height=100, rx=3, fill="@wood", class_="ppnb-wood"),
    *grain(
        "M-48-33C-20-39 10-26 48-35M-48-24C-15-30 10-18 48-28",
        "M-48 11C-30 6-10 17 10 14S35 5 48 10M-48 19C-25 15-5 23 15 21S40 13 48 17",
        "M-48 37C-15 33 15 44 48 35M-48-10C-25-6 5-15 48-7",
    ),
)
SLAB_FACE = (*SLAB, symbol(58, "f-suit"), value(18, "f-ink", -36, -36))
SLAB_SIGN = (*SLAB, symbol(26, "f-suit"))
SLAB_HELD = (
    *SLAB,
    shape("rect", x=-47, y=-47, width=94, height=94, rx=3, class_="ppnb-chosen"),
)
EYES = tuple(
    part
    for y in (-17, 17)
    for part in (
        shape("circle", cx=31, cy=y, r=11, class_="ppnb-worm-eye"),
        shape("circle", cx=34, cy=y, r=5, class_="ppnb-f-ink"),
    )
)
TAIL = (shape("path", d="M30-22Q44 0 30 22", class_="ppnb-worm-tail"),)
DOT = (
    disc(58, "worm-dot-halo"),
    disc(50, "f-suit"),
)
GHOST = (disc(47, "worm-ghost"),)
LANDING = (disc(17, "worm-landing"), disc(5, "worm-landing-dot"))
FRAME = (
    shape("rect", x=-400, y=-320, width=800, height=640, rx=26, class_="ppnb-worm-frame"),
)  # fmt: skip

WORMS: dict[str, tuple[Shape, ...]] = {
    "disc": DISC,
    "disc-eyes": EYES,
    "disc-tail": TAIL,
    "disc-dot": DOT,
    "runner": DOT,
    "disc-ghost": GHOST,
    "slab": SLAB,
    "slab-face": SLAB_FACE,
    "slab-sign": SLAB_SIGN,
    "slab-held": SLAB_HELD,
    "window": FRAME,
    "mark-landing": LANDING,
}

RULES = """
.ppnb-worm-eye{fill:var(--ppnb-ivory-1);stroke:var(--ppnb-ivory-ink);stroke-width:2.4}
.ppnb-worm-tail{fill:none;stroke:var(--ppnb-ivory-1);stroke-width:6;stroke-linecap:round}
.ppnb-worm-dot-halo{fill:var(--ppnb-ivory-1)}
.ppnb-worm-ghost{fill:none;stroke:var(--ppnb-soft);stroke-width:4;stroke-dasharray:9 7;stroke-opacity:.8}
.ppnb-worm-frame{fill:var(--ppnb-accent);fill-opacity:.07;stroke:var(--ppnb-accent);stroke-width:22;stroke-opacity:.8}
.ppnb-worm-line{fill:none;stroke:var(--ppnb-soft);stroke-width:3;stroke-dasharray:14 9}
.ppnb-worm-line-far{fill:none;stroke:var(--ppnb-soft);stroke-width:16;stroke-dasharray:70 45}
.ppnb-worm-route{fill:none;stroke:var(--ppnb-accent);stroke-width:34;stroke-linejoin:round;stroke-dasharray:120 80;stroke-opacity:.45}
.ppnb-worm-landing{fill:var(--ppnb-paper);fill-opacity:.75;stroke:var(--ppnb-accent);stroke-width:3;stroke-dasharray:6 4}
.ppnb-worm-landing-dot{fill:var(--ppnb-accent)}
.ppnb-worm-track{fill:none;stroke:var(--ppnb-soft);stroke-width:4;stroke-opacity:.6}
.ppnb-worm-tick{fill:none;stroke:var(--ppnb-soft);stroke-width:1.6;stroke-opacity:.7}
"""  # noqa: E501

SHEET = SpriteSheet(
    WORMS,
    marks={"landing": "a small ring: a whole roll can end there"},
    styles=Styles(rules=RULES),
)
