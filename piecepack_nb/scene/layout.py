"""Layouts and backdrops that boards share: trays, mats, coordinates, lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.scene.model import Area, Layout, Shape, shape

GAP = 0.05


def layouts_with_trays(
    board: tuple[float, float],
    tray: float,
    heights: Mapping[str, float],
    left: Sequence[str],
    widths: tuple[int, int] = (480, 620),
    next_to_board: str = "",
) -> tuple[Layout, Layout, Layout]:
    """Return three layouts of the area "board", ``board`` squares large, and trays ``tray`` wide.

    ``heights`` maps each tray to its height, in order. From the first of ``widths`` (CSS pixels)
    the trays form two columns below the board, those in ``left`` the left one; from the second
    they stand beside it. On a narrower page they fill the width, one below the other, the one
    ``next_to_board`` first: what must be in sight there with the board, such as buttons.
    """
    below, beside = widths
    return (
        _phone(board, tray, heights, next_to_board),
        _below(board, tray, heights, left, below),
        _beside(board, tray, heights, beside),
    )


def _beside(
    board: tuple[float, float], tray: float, heights: Mapping[str, float], min_width: int
) -> Layout:
    x = round(board[0] + 0.2, 2)
    column = {name: (x, y) for name, y in _stacked(heights, heights, 0, 1).items()}
    tall = max(board[1], _tall(heights, heights, 1))
    places: dict[str, tuple[float, ...]] = {"board": (0, 0), **column}
    return Layout(min_width, round(x + tray, 2), tall, FrozenDict(places))


def _below(
    board: tuple[float, float],
    tray: float,
    heights: Mapping[str, float],
    left: Sequence[str],
    min_width: int,
) -> Layout:
    right = [name for name in heights if name not in left]
    wide, low = max(board[0], 2 * tray + 0.1), board[1] + 0.15
    columns = {name: (0.0, y) for name, y in _stacked(heights, left, low, 1).items()}
    x = round(tray + 0.1, 2)
    columns |= {name: (x, y) for name, y in _stacked(heights, right, low, 1).items()}
    tall = round(low + max(_tall(heights, left, 1), _tall(heights, right, 1)), 2)
    middle = (round((wide - board[0]) / 2, 2), 0.0)
    return Layout(min_width, wide, tall, FrozenDict({"board": middle, **columns}))


def _phone(
    board: tuple[float, float], tray: float, heights: Mapping[str, float], first: str
) -> Layout:
    scale, low = round(board[0] / tray - 0.02, 2), board[1] + 0.2
    stacked = _stacked(heights, sorted(heights, key=lambda name: name != first), low, scale)
    column = {name: (0.0, y, scale) for name, y in stacked.items()}
    tall = round(low + _tall(heights, heights, scale), 2)
    return Layout(0, board[0], tall, FrozenDict({"board": (0, 0), **column}))


def _stacked(
    heights: Mapping[str, float], names: Iterable[str], top: float, scale: float
) -> dict[str, float]:
    """Return the top of each tray when they stand one below the other from ``top`` on."""
    tops = {}
    for name in names:
        tops[name] = round(top, 2)
        top += (heights[name] + GAP) * scale
    return tops


def _tall(heights: Mapping[str, float], names: Iterable[str], scale: float) -> float:
    return round(sum(heights[name] + GAP for name in names) * scale, 2)


# --- Drawings for backdrops ----------------------------------------------------------------------


def mat(width: float, height: float, kind: str = "mat") -> Shape:
    """Return a soft sheet ``width`` by ``height`` squares; ``kind`` is "mat" or "tray"."""
    return shape(
        "rect",
        x=4,
        y=4,
        width=width * 100 - 8,
        height=height * 100 - 8,
        rx=26,
        class_=f"ppnb-{kind}",
    )


def tray(id_: str, width: float, height: float, title: str = "", *drawn: Shape) -> Area:
    """Return an area beside the board, for components or buttons."""
    return Area(id_, width, height, title, (mat(width, height, "tray"), *drawn))


def text_shape(text: str, x: float, y: float, size: float = 30, anchor: str = "middle") -> Shape:
    """Return ``text`` centred vertically on ``y``; x and y in squares, size in hundredths."""
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
    """Return file letters below a grid and rank names at its left.

    ``files`` run left to right, ``ranks`` from the top down; the grid's top left corner is at
    ``left``, ``top`` (squares), and ``margin`` is the distance of the text from its edge.
    """
    bottom = top + len(ranks) + margin
    below = (text_shape(name, left + i + 0.5, bottom) for i, name in enumerate(files))
    beside = (text_shape(name, left - margin, top + i + 0.5) for i, name in enumerate(ranks))
    return (*below, *beside)


# --- Paths as lines ------------------------------------------------------------------------------


T = TypeVar("T")


def segments(path: Iterable[T], apart: Callable[[T, T], bool]) -> Iterator[list[T]]:
    """Yield the parts of a path that can be drawn as one line; it breaks between stops ``apart``.

    A single stop makes no line.

    >>> list(segments([1, 2, 3, 7, 9, 10], lambda here, there: there - here > 1))
    [[1, 2, 3], [9, 10]]
    """
    line: list[T] = []
    for stop in path:
        if line and apart(line[-1], stop):
            if len(line) > 1:
                yield line
            line = []
        line.append(stop)
    if len(line) > 1:
        yield line
