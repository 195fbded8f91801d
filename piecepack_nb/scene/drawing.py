"""The shapes that sprites are made of, and the symbols of suits and seats."""

from __future__ import annotations

import math
from typing import Any

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.scene.model import Shape, shape, use


def gradient(kind: str, name: str, *stops: tuple[float, str], **attrs: Any) -> Shape:
    """Return the gradient for fills ``@name``; ``stops`` are offsets (0 to 1) and CSS classes."""
    parts = (shape("stop", offset=at, class_=f"ppnb-stop-{look}") for at, look in stops)
    return shape(kind, *parts, id=name, **attrs)


def shadow(x: float, y: float, rx: float, ry: float) -> Shape:
    """Return the soft ellipse under a piece."""
    return shape("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill="@shadow")


def disc(r: float, look: str) -> Shape:
    """Return a circle round the middle."""
    return shape("circle", r=r, class_=f"ppnb-{look}")


def shaded(drawn: Shape, gradient: str) -> tuple[Shape, Shape]:
    """Return a shape, and the same shape filled with a gradient of light and shadow."""
    plain = {name: value for name, value in drawn.attrs.items() if name != "class"}
    return drawn, Shape(drawn.tag, FrozenDict(plain).put("fill", f"@{gradient}"))


def lettering(text: str, size: float, look: str, x: float = 0, y: float = 0) -> Shape:
    """Return ``text`` with its capitals centred on x, y."""
    return shape("text", text=text, x=x, y=round(y + size * 0.35, 1), font_size=size,
                 text_anchor="middle", class_=f"ppnb-{look}")  # fmt: skip


def symbol(size: float, look: str, x: float = 0, y: float = 0) -> Shape:
    """Return the piece's suit symbol, ``size`` hundredths wide."""
    return shape("g", use("symbol-{suit}", x, y, scale=size / 100), class_=f"ppnb-{look}")


def value(size: float, look: str, x: float = 0, y: float = 0) -> Shape:
    """Return the piece's face ("null" to "5")."""
    return shape("g", use("face-{face}", x, y, scale=size / 100), class_=f"ppnb-{look}")


def grain(*paths: str) -> tuple[Shape, ...]:
    """Return lines of wood grain along some paths."""
    return tuple(shape("path", d=path, class_="ppnb-grain") for path in paths)


def ivory(r: float) -> Shape:
    """Return an ivory disc."""
    return shape("circle", r=r, fill="@ivory", class_="ppnb-edge")


def haloed(text: str, size: float, x: float = 0, y: float = 0) -> tuple[Shape, Shape]:
    """Return a text with a halo, readable on any ground."""
    return lettering(text, size, "halo", x, y), lettering(text, size, "f-ink ppnb-bold", x, y)


# --- Symbols of the suits ------------------------------------------------------------------------


def star(points: int, outer: float, inner: float) -> str:
    """Return a star's outline as a list of points, one of them at the top."""
    corners = []
    for i in range(2 * points):
        radius = inner if i % 2 else outer
        turn = math.pi * i / points
        corners.append(f"{radius * math.sin(turn):.1f},{-radius * math.cos(turn):.1f}")
    return " ".join(corners)


SUN = shape("polygon", points=star(8, 50, 29))
MOON = shape("path", d="M12-46A46 46 0 1 0 44 14A38 38 0 1 1 12-46Z")
CROWN = shape(
    "g",
    shape("path", d="M-36 24L-47-20L-21 0L0-36L21 0L47-20L36 24Z"),
    shape("rect", x=-36, y=29, width=72, height=13, rx=3),
    shape("circle", cx=-47, cy=-24, r=7),
    shape("circle", cy=-41, r=8),
    shape("circle", cx=47, cy=-24, r=7),
)
_PETAL = "M12 6C13-14 24-30 38-26C54-21 50 6 34 7C42-3 36-13 29-9C22-5 24 1 23 6Z"
_TAIL = "M10 21L22 21C22 29 28 33 35 31C30 43 13 41 10 21Z"
ARMS = shape(
    "g",
    shape("path", d="M0-50C16-32 19-14 9 6L-9 6C-19-14-16-32 0-50Z"),
    shape("path", d=_PETAL),
    shape("path", d=_PETAL, transform="scale(-1 1)"),
    shape("rect", x=-30, y=8, width=60, height=10, rx=4),
    shape("path", d="M-7 20L7 20C8 33 6 42 0 50C-6 42-8 33-7 20Z"),
    shape("path", d=_TAIL),
    shape("path", d=_TAIL, transform="scale(-1 1)"),
)
STAR = shape("polygon", points=star(5, 50, 20))
_FINGERS = ((-31, -30), (-15, -44), (1, -48), (17, -38))
HAND = shape(
    "g",
    *(shape("rect", x=x, y=y, width=13, height=52, rx=6.5) for x, y in _FINGERS),
    shape("path", d="M-31 4H30V24C30 40 18 50 2 50H-4C-20 50-31 40-31 24Z"),
    shape("path", d="M24 16L42-4C47-10 56-3 51 4L30 38Z"),
)
LEAF = shape("path", d="M0-50C34-30 42 2 6 26L10 48L-2 50L-6 26C-42 2-34-30 0-50Z")
BELL = shape(
    "g",
    shape("circle", cy=-41, r=8),
    shape("path", d="M-34 28C-24 18-28-34 0-34C28-34 24 18 34 28Z"),
    shape("circle", cy=37, r=10),
)
SYMBOLS: dict[str, Shape] = {
    "suns": SUN,
    "moons": MOON,
    "crowns": CROWN,
    "arms": ARMS,
    "stars": STAR,
    "hands": HAND,
    "leaves": LEAF,
    "bells": BELL,
    **{
        name: lettering(name[0].upper(), 110, "bold") for name in ("red", "green", "blue", "yellow")
    },
}
