"""The piecepack pyramids, A to F: seen from the front and a little from the right.

The middle of a pyramid's foot is ``FOOT`` below the middle of its square, so that a stack of three
still looks as if it were on it. Lengths are hundredths of a square.

Vocabulary
    letter   the size: A is the smallest, F the largest
    rise     how much higher a pyramid is when it is put over another
"""

from __future__ import annotations

from typing import NamedTuple

from piecepack_nb.scene.drawing import disc, lettering, shadow, symbol
from piecepack_nb.scene.model import Shape, shape
from piecepack_nb.scene.sprites import SpriteSheet
from piecepack_nb.scene.style import Styles

FOOT = 36
GOLDEN_FOOT = f"M-21 {FOOT}L12 {FOOT + 5}L21 {FOOT - 3}L19 {FOOT - 9}L11 {FOOT - 1}L-19 {FOOT - 6}Z"
BAND = 25.5  # as much of a pyramid is always seen below the next: its letter's line


class Size(NamedTuple):
    """The width of a pyramid at its foot, and its height."""

    width: float
    height: float


SIZES = {
    "A": Size(38, 44),
    "B": Size(54, 50),
    "C": Size(62, 57),
    "D": Size(70, 64),
    "E": Size(78, 71),
    "F": Size(86, 78),
}


def rise(lower: str, upper: str) -> float:
    """Return how much higher ``upper`` is when it is put over ``lower``, in squares.

    It sinks to where the lower one is as wide as itself, but never over the lower one's letter.

    >>> rise("F", "E"), rise("F", "B")
    (0.26, 0.31)
    """
    wide, high = SIZES[lower]
    return round(max(BAND, high * (1 - SIZES[upper].width / wide) + 2) / 100, 2)


def _faces(width: float, height: float, look: str = "") -> tuple[Shape, ...]:
    """Return the front face, and the right one in the shade."""
    left, corner, right = -width / 2, width * 0.31, width / 2
    front = f"M0 {FOOT - height:g}L{corner:.1f} {FOOT + 4}L{left:.1f} {FOOT - 1}Z"
    side = f"M0 {FOOT - height:g}L{right:.1f} {FOOT - 4}L{corner:.1f} {FOOT + 4}Z"
    return (
        shadow(4, FOOT + 1, width * 0.62, 11),
        shape("path", d=side, class_=f"ppnb-suit ppnb-edge{look}"),
        shape("path", d=side, class_="ppnb-f-dark"),
        shape("path", d=front, class_=f"ppnb-suit ppnb-edge{look}"),
        shape("path", d=front, fill="@shade"),
    )


def _pyramid(letter: str) -> tuple[Shape, ...]:
    """Return a piece, its letter and suit at the foot, where a stack shows them too."""
    width, height = SIZES[letter]
    middle, line = -width * 0.08, FOOT - 11
    return (
        *_faces(width, height),
        symbol(14, "f-ivory", middle - 9.5, line),
        lettering(letter, 24, "f-ivory ppnb-bold", middle + 7.5, line),
    )


def _activator() -> tuple[Shape, ...]:
    """Return the A pyramid: small, rimmed with gold, with a golden ball on its point."""
    width, height = SIZES["A"]
    return (
        *_faces(width, height, " ppnb-gold-edge"),
        symbol(19, "f-ivory", -width * 0.05, FOOT - 15),
        shape("path", d=GOLDEN_FOOT, fill="@gold", class_="ppnb-gold-edge"),
        shape("circle", cy=FOOT - height, r=8, fill="@gold", class_="ppnb-gold-edge"),
    )


_FLAKE = "M0-11V11M-9.5-5.5L9.5 5.5M-9.5 5.5L9.5-5.5M-3-10L0-7L3-10M-3 10L0 7L3 10"
_SHIELD = "M0-13L11-9V0C11 7 5 11.5 0 14C-5 11.5-11 7-11 0V-9Z"
FROST = (shape("rect", x=-46, y=-46, width=92, height=92, rx=9, class_="ppnb-frost ppnb-flat"),)
FROZEN = (
    shape(
        "g",
        disc(16, "frost-disc"),
        shape("path", d=_FLAKE, class_="ppnb-flake"),
        transform="translate(37 15) scale(.82)",
    ),
)
IMMUNE = (
    shape(
        "g",
        shape("path", d=_SHIELD, class_="ppnb-shield"),
        shape("path", d="M-5-1L-1.5 3.5L5.5-4.5", class_="ppnb-shield-tick"),
        transform="translate(-40 -17)",
    ),
)

MOVABLE = (
    shape("ellipse", cy=FOOT - 2, rx=45, ry=13, class_="ppnb-movable"),
)  # fmt: skip

PYRAMIDS: dict[str, tuple[Shape, ...]] = {
    "activator": _activator(),
    **{f"pyramid-{letter}": _pyramid(letter) for letter in "BCDEF"},
    "home": (shape("rect", x=-47, y=-47, width=94, height=94, rx=7, class_="ppnb-home"),),
    "home-sign": (symbol(62, "home-sign"),),
    "mark-frost": FROST,
    "mark-frozen": FROZEN,
    "mark-immune": IMMUNE,
    "mark-movable": MOVABLE,
}

LIGHT = """
--ppnb-frost:#dff5ff;--ppnb-frost-edge:#1b7c9e;
"""
DARK = """
--ppnb-frost:#a9e4fb;--ppnb-frost-edge:#8fdcf5;
"""
RULES = """
.ppnb-home-sign{fill:var(--ppnb-suit);fill-opacity:.45}
.ppnb-frost{fill:var(--ppnb-frost);fill-opacity:.38;stroke:var(--ppnb-frost-edge);stroke-width:3.5;stroke-dasharray:7 5}
.ppnb-frost-disc{fill:var(--ppnb-paper);stroke:var(--ppnb-frost-edge);stroke-width:2.6}
.ppnb-flake{fill:none;stroke:var(--ppnb-frost-edge);stroke-width:2.8;stroke-linecap:round}
.ppnb-movable{fill:var(--ppnb-accent);fill-opacity:.25;stroke:var(--ppnb-accent);stroke-width:5}
.ppnb-shield{fill:var(--ppnb-ivory-1);stroke:var(--ppnb-ivory-ink);stroke-width:2.4;stroke-linejoin:round}
.ppnb-shield-tick{fill:none;stroke:var(--ppnb-ivory-ink);stroke-width:3;stroke-linecap:round;stroke-linejoin:round}
"""  # noqa: E501

SHEET = SpriteSheet(
    PYRAMIDS,
    marks={
        "frost": "ice on a square",
        "frozen": "a snowflake: this piece can't move",
        "immune": "a small shield: this piece can't be captured",
        "movable": "a ring at its foot: this piece can move",
    },
    under=("frost", "movable"),
    styles=Styles(LIGHT, DARK, RULES),
    grow=[name for name in PYRAMIDS if name.startswith(("pyramid", "activator"))],
)
