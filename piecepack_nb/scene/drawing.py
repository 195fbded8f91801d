"""The strokes that sprites are drawn with: discs, shadows, words, the symbols of suits and faces.

Lengths are hundredths of a square; a ``look`` is a class of looks.css without its prefix.
"""

from __future__ import annotations

from typing import Any

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.scene.model import Shape, shape, use

__all__ = [
    "disc",
    "gradient",
    "grain",
    "haloed",
    "ivory",
    "lettering",
    "shaded",
    "shadow",
    "symbol",
    "value",
]


def gradient(kind: str, name: str, *stops: tuple[float, str], **attrs: Any) -> Shape:
    """A gradient that fills call ``@name``; ``stops`` are places from 0 to 1 and looks."""
    parts = (shape("stop", offset=at, class_=f"ppnb-stop-{look}") for at, look in stops)
    return shape(kind, *parts, id=name, **attrs)


def shadow(x: float, y: float, rx: float, ry: float) -> Shape:
    """A soft ellipse that lies under a piece."""
    return shape("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill="@shadow")


def disc(r: float, look: str) -> Shape:
    """A circle in the middle."""
    return shape("circle", r=r, class_=f"ppnb-{look}")


def shaded(drawn: Shape, gradient: str) -> tuple[Shape, Shape]:
    """A shape, and light and shadow on it."""
    plain = {name: value for name, value in drawn.attrs.items() if name != "class"}
    return drawn, Shape(drawn.tag, FrozenDict(plain).put("fill", f"@{gradient}"))


def lettering(text: str, size: float, look: str, x: float = 0, y: float = 0) -> Shape:
    """``text`` with its capitals centred on x, y."""
    return shape("text", text=text, x=x, y=round(y + size * 0.35, 1), font_size=size,
                 text_anchor="middle", class_=f"ppnb-{look}")  # fmt: skip


def symbol(size: float, look: str, x: float = 0, y: float = 0) -> Shape:
    """The piece's suit symbol, ``size`` hundredths wide."""
    return shape("g", use("symbol-{suit}", x, y, scale=size / 100), class_=f"ppnb-{look}")


def value(size: float, look: str, x: float = 0, y: float = 0) -> Shape:
    """The piece's face ("null" to "5")."""
    return shape("g", use("face-{face}", x, y, scale=size / 100), class_=f"ppnb-{look}")


def grain(*paths: str) -> tuple[Shape, ...]:
    """The grain of wood along some paths."""
    return tuple(shape("path", d=path, class_="ppnb-grain") for path in paths)


def ivory(r: float) -> Shape:
    """A disc of ivory."""
    return shape("circle", r=r, fill="@ivory", class_="ppnb-edge")


def haloed(text: str, size: float, x: float = 0, y: float = 0) -> tuple[Shape, Shape]:
    """A text that can be read whatever lies under it."""
    return lettering(text, size, "halo", x, y), lettering(text, size, "f-ink ppnb-bold", x, y)
