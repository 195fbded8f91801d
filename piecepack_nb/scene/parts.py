"""Drawings that many backdrops need: a mat, coordinates round a board, words."""

from __future__ import annotations

from collections.abc import Sequence

from piecepack_nb.scene.model import Shape, shape

__all__ = ["coordinates", "mat", "words"]


def mat(width: float, height: float, kind: str = "mat") -> Shape:
    """A soft sheet ``width`` by ``height`` squares; ``kind`` "mat" or "tray"."""
    return shape(
        "rect",
        x=4,
        y=4,
        width=width * 100 - 8,
        height=height * 100 - 8,
        rx=26,
        class_=f"ppnb-{kind}",
    )


def words(text: str, x: float, y: float, size: float = 30, anchor: str = "middle") -> Shape:
    """``text`` centred vertically on ``y``; x and y in squares, size in hundredths."""
    return shape(
        "text",
        text=text,
        x=round(x * 100, 2),
        y=round(y * 100 + size * 0.35, 2),
        font_size=size,
        text_anchor=anchor,
        class_="ppnb-coord",
    )


def coordinates(
    files: Sequence[str], ranks: Sequence[str], left: float, top: float, margin: float = 0.3
) -> tuple[Shape, ...]:
    """File letters below and rank names at the left of a grid.

    ``files`` left to right, ``ranks`` from the top down; the grid's top left corner is at
    ``left``, ``top`` (squares) and ``margin`` is the distance of the words from its edge.
    """
    bottom = top + len(ranks) + margin
    below = (words(name, left + i + 0.5, bottom) for i, name in enumerate(files))
    beside = (words(name, left - margin, top + i + 0.5) for i, name in enumerate(ranks))
    return (*below, *beside)
