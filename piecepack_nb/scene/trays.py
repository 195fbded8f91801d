"""Where trays stand round a board: beside it, below it, or on a phone one below the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.scene.model import Layout

__all__ = ["layouts_with_trays"]

GAP = 0.05


def layouts_with_trays(
    board: tuple[float, float],
    tray: float,
    heights: Mapping[str, float],
    left: Sequence[str],
    widths: tuple[int, int] = (480, 640),
) -> tuple[Layout, Layout, Layout]:
    """Three layouts of the area "board", ``board`` squares large, and of trays ``tray`` wide.

    ``heights`` are the trays' in the order in which they stand. Those in ``left`` are the left
    column of two where they stand below the board. ``widths`` are the CSS pixels from which they
    do, and from which they stand beside it; on less they fill the width, one below the other.
    """
    below, beside = widths
    return (
        _phone(board, tray, heights),
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


def _phone(board: tuple[float, float], tray: float, heights: Mapping[str, float]) -> Layout:
    scale, low = round(board[0] / tray - 0.02, 2), board[1] + 0.2
    stacked = _stacked(heights, heights, low, scale)
    column = {name: (0.0, y, scale) for name, y in stacked.items()}
    tall = round(low + _tall(heights, heights, scale), 2)
    return Layout(0, board[0], tall, FrozenDict({"board": (0, 0), **column}))


def _stacked(
    heights: Mapping[str, float], names: Iterable[str], top: float, scale: float
) -> dict[str, float]:
    """The top of each tray, when they stand one below the other from ``top`` on."""
    tops = {}
    for name in names:
        tops[name] = round(top, 2)
        top += (heights[name] + GAP) * scale
    return tops


def _tall(heights: Mapping[str, float], names: Iterable[str], scale: float) -> float:
    return round(sum(heights[name] + GAP for name in names) * scale, 2)
