"""The piecepack pyramids, A to F: seen from the front and a little from the right.

A pyramid stands with the middle of its foot ``FOOT`` below the middle of its square, so that a
stack of three still looks as if it stood on it. Lengths are hundredths of a square.

Vocabulary
    letter   the size: A is the smallest, F the largest
    rise     how much higher a pyramid stands that was put over another
"""

from __future__ import annotations

from typing import NamedTuple

from piecepack_nb.scene.drawing import disc, lettering, shadow, symbol
from piecepack_nb.scene.model import Shape, shape

__all__ = ["FOOT", "PYRAMIDS", "SIZES", "rise"]

FOOT = 34
BAND = 28  # as much of a pyramid is always seen below the next: its letter's line


class Size(NamedTuple):
    """How wide a pyramid is at its foot, and how high."""

    width: float
    height: float


SIZES = {
    "A": Size(40, 48),
    "B": Size(58, 60),
    "C": Size(67, 68),
    "D": Size(76, 76),
    "E": Size(85, 84),
    "F": Size(94, 92),
}


def rise(lower: str, upper: str) -> float:
    """How much higher ``upper`` stands when it is put over ``lower``, in squares.

    It sinks to where the lower one is as wide as itself, but never over the lower one's letter.

    >>> rise("F", "E"), rise("F", "B")
    (0.28, 0.37)
    """
    wide, high = SIZES[lower]
    return round(max(BAND, high * (1 - SIZES[upper].width / wide) + 2) / 100, 2)


def _faces(width: float, height: float, look: str = "") -> tuple[Shape, ...]:
    """The front face, and the right one in the shade."""
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
    """A piece: its letter at the foot, where it is seen in a stack too, its suit beside it."""
    width, height = SIZES[letter]
    middle, line = -width * 0.07, FOOT - 12.5
    return (
        *_faces(width, height),
        symbol(15, "f-ivory", middle - 10, line),
        lettering(letter, 25, "f-ivory ppnb-bold", middle + 8, line),
    )


def _activator() -> tuple[Shape, ...]:
    """The A pyramid: small, rimmed with gold, a golden ball on its point."""
    width, height = SIZES["A"]
    return (
        *_faces(width, height, " ppnb-gold-edge"),
        symbol(19, "f-ivory", -width * 0.06, FOOT - 12),
        shape("circle", cy=FOOT - height, r=7.5, fill="@gold", class_="ppnb-gold-edge"),
    )


HOME = (
    shape("rect", x=-46, y=-46, width=92, height=92, rx=8, class_="ppnb-home"),
    symbol(58, "home-sign"),
)
_FLAKE = "M0-11V11M-9.5-5.5L9.5 5.5M-9.5 5.5L9.5-5.5M-3-10L0-7L3-10M-3 10L0 7L3 10"
_SHIELD = "M0-13L11-9V0C11 7 5 11.5 0 14C-5 11.5-11 7-11 0V-9Z"
FROZEN = (
    shape("rect", x=-45, y=-45, width=90, height=90, rx=10, class_="ppnb-frost ppnb-flat"),
    shape(
        "g",
        disc(16, "frost-disc"),
        shape("path", d=_FLAKE, class_="ppnb-flake"),
        transform="translate(33 -33)",
    ),
)
IMMUNE = (
    shape(
        "g",
        shape("path", d=_SHIELD, class_="ppnb-shield"),
        shape("path", d="M-5-1L-1.5 3.5L5.5-4.5", class_="ppnb-shield-tick"),
        transform="translate(-33 -33)",
    ),
)

PYRAMIDS: dict[str, tuple[Shape, ...]] = {
    "activator": _activator(),
    **{f"pyramid-{letter}": _pyramid(letter) for letter in "BCDEF"},
    "home": HOME,
    "mark-frozen": FROZEN,
    "mark-immune": IMMUNE,
    "mark-lane-end": (disc(15, "lane-disc"), symbol(18, "f-suit")),
}
"""The sprites of this sheet, by name."""
