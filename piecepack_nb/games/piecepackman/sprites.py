"""Sprites of Piecepackman: himself, and as he is in Ghost Hunger."""

from __future__ import annotations

from piecepack_nb.scene.drawing import disc
from piecepack_nb.scene.model import Shape, shape
from piecepack_nb.scene.sprites import SpriteSheet


def _packman(half_gape: float, radius: float = 38) -> str:
    """A coin with a mouth, opening east; ``half_gape`` is its height at the rim."""
    x = (radius**2 - half_gape**2) ** 0.5
    far = f"{x:.1f} {half_gape}"
    return f"M-7 0L{x:.1f}-{half_gape}A{radius} {radius} 0 1 0 {far}Z"


def _piecepackman(gape: float) -> tuple[Shape, ...]:
    return (
        shape("path", d=_packman(gape), class_="ppnb-f-cast", transform="scale(1.1)"),
        shape("path", d=_packman(gape), fill="@gold", class_="ppnb-gold-edge"),
        shape("path", d=_packman(gape - 4, 31), class_="ppnb-gold-rim"),
    )


PIECEPACKMAN = _piecepackman(23)
HUNGRY = (
    disc(47, "hungry-glow"),
    *_piecepackman(31),
    shape("path", d="M20.5-28.5L16-19.5L11-21ZM20.5 28.5L16 19.5L11 21Z", class_="ppnb-f-ivory"),
)

SHEET = SpriteSheet({"piecepackman": PIECEPACKMAN, "piecepackman-hungry": HUNGRY})
