"""What a region looks like: its tints, the key to them, and the static picture.

Vocabulary
    heat    how hot a cell is, from 0 to 1; None for what only earlier steps reached
    row     cells side by side: the first, and how many they are
    key     what tells which tint means how many ways, below the board
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from piecepack_nb.core.wording import many
from piecepack_nb.scene.model import Area, Layout, Mark, Scene, Shape, shape
from piecepack_nb.scene.parts import words
from piecepack_nb.scene.spreading import Cell, Region

__all__ = ["KEY_HIGH", "Swatch", "key", "spread_scene", "tint", "tinted"]

LEVELS = 9
"""How many tints of heat there are."""
FEW = 120  # rows of cells a path: a scene takes no endless texts
KEY_HIGH = 0.8
"""How high the key is, in squares."""


class Swatch(NamedTuple):
    """A part of the key: a tinted square or words, with its middle at x."""

    x: float
    heat: float | None = None
    """How hot the square is, from 0 to 1; None for what only earlier steps reached."""
    text: str = ""
    """Words instead of a square."""


def key(region: Region) -> Iterator[Swatch]:
    """What the tints mean, from left to right; nothing where nothing was reached."""
    if not region.top:
        return
    if region.step > 1:
        yield Swatch(0.35)
        yield Swatch(1.62, text="by fewer steps")
    left = 3.9
    yield Swatch(left - 0.62, text="1 way")
    for at in range(6):
        yield Swatch(left + 0.34 * at, (at + 1) / 6)
    yield Swatch(left + 2.68, text=many(region.top, "way"))


def tint(heat: float | None) -> tuple[float, float]:
    """How much of the hot colour lies on the mat, and how much ink on that: 0 to 1 each.

    So a hotter cell is always darker too (on a dark mat, brighter), whatever colours one sees.
    """
    if heat is None:
        return 0.13, 0.0
    return round(0.26 + 0.74 * min(1.0, heat / 0.6), 3), round(max(0.0, heat - 0.6) * 1.05, 3)


def spread_scene(region: Region, asked: Cell | None = None) -> Scene:
    """The board with the region on it and its key below; a way to the cell that is ``asked``."""
    spreading = region.spreading
    board = spreading.board
    cells = tuple(_tints(region))
    listing = region.listing()
    way = () if asked is None else region.way(asked)
    told = f"{region.text}." if asked is None else region.about(asked)
    top = round(board.height + 0.06, 2)
    areas = (
        board._replace(backdrop=(*board.backdrop, *cells, *_laid(region, way))),
        Area("key", board.width, KEY_HIGH, "", tuple(_key(region))),
    )
    return Scene(
        areas,
        (Layout(0, board.width, top + KEY_HIGH, {"board": (0, 0), "key": (0, top)}),),
        tuple(piece for piece in spreading.scene.pieces if piece.area == "board"),
        tuple(Mark("text", x, y, label=str(at)) for at, (x, y) in enumerate(way) if at),
        caption=f"{spreading.title}. {told}",
        alt=spreading.scene.alt,
        listings=(listing,) if listing.rows else (),
    )


def _laid(region: Region, way: tuple[tuple[float, float], ...]) -> Iterator[Shape]:
    """What a way lays, one thing after the other."""
    radius = round(100 * region.spreading.radius - 3, 1)
    for x, y in way[1:]:
        yield shape("circle", cx=round(100 * x, 1), cy=round(100 * y, 1), r=radius,
                    class_="ppnb-laid")  # fmt: skip


def _key(region: Region) -> Iterator[Shape]:
    middle = KEY_HIGH / 2
    for each in key(region):
        if each.text:
            yield words(each.text, each.x, middle, 27)
        else:
            x, y = (each.x - 0.17) * 100, middle * 100 - 17
            yield from _tinted(f"M{x:.1f} {y:.1f}h34v34h-34Z", each.heat)


def _tinted(path: str, heat: float | None) -> Iterator[Shape]:
    hot, dark = tint(heat)
    yield shape("path", d=path, class_="ppnb-heat", fill_opacity=hot)
    if dark:
        yield shape("path", d=path, class_="ppnb-hotter", fill_opacity=dark)


def _tints(region: Region) -> Iterator[Shape]:
    """The cells, those of one tint together."""
    for heat, rows in tinted(region, region.steps.get(region.step, {}), region.paler()):
        for first in range(0, len(rows), FEW):
            path = "".join(_row(region, *row) for row in rows[first : first + FEW])
            yield from _tinted(path, heat)


def tinted(
    region: Region, cells: Iterable[Cell], paler: Iterable[Cell] = ()
) -> Iterator[tuple[float | None, list[tuple[Cell, int]]]]:
    """Cells of the last step, and ``paler`` ones: for each tint the rows of cells that have it.

    A row is its first cell and how many there are.
    """
    levels: dict[int, list[Cell]] = {0: list(paler)}
    for cell in cells:
        levels.setdefault(max(1, round(region.heat(cell) * LEVELS)), []).append(cell)
    for level, alike in sorted(levels.items()):
        yield level / LEVELS if level else None, list(_rows(alike))


def _rows(cells: list[Cell]) -> Iterator[tuple[Cell, int]]:
    there = set(cells)
    for column, row in sorted(there):
        if (column - 1, row) not in there:
            wide = 1
            while (column + wide, row) in there:
                wide += 1
            yield (column, row), wide


def _row(region: Region, cell: Cell, wide: int) -> str:
    grain = region.spreading.grain * 100
    left, top = cell[0] * grain, cell[1] * grain
    return f"M{left:.1f} {top:.1f}h{wide * grain:.1f}v{grain:.1f}h{-wide * grain:.1f}Z"
