"""Paths in words: where they begin, turn and end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from piecepack_nb.core.lattice import adjacent, file_of, rank_of
from piecepack_nb.core.wording import join_list


def route(path: Sequence[str], by: str) -> str:
    """Return a path of squares in words; ``by`` is what a hop, to no square beside it, goes over.

    The squares between those that are named are in a straight line.

    >>> route(("b5", "b4", "b3", "c3"), "over the edge")
    'from b5 via b3 to c3'
    >>> route(("b5", "a5", "i5", "h5"), "over the edge")
    'from b5 via a5, over the edge to i5, to h5'
    """
    first, *runs = _runs(path)
    text = f"from {first[0]}"
    for run in (first, *runs):
        if run is not first:
            text += f", {by} to {run[0]}{',' if len(run) > 1 else ''}"
        last = run is (runs[-1] if runs else first)
        named = [*_corners(run), *([] if last or len(run) == 1 else [run[-1]])]
        text += f" via {join_list(named)}" if named else ""
        text += f" to {run[-1]}" if last and len(run) > 1 else ""
    return text


def _runs(path: Sequence[str]) -> Iterator[list[str]]:
    """Yield the parts of a path between its hops."""
    run = [path[0]]
    for square in path[1:]:
        if not adjacent(run[-1], square):
            yield run
            run = []
        run.append(square)
    yield run


def _corners(run: Sequence[str]) -> Iterator[str]:
    """Yield the squares where a path turns."""
    for here, middle, to in zip(run, run[1:], run[2:], strict=False):
        if _heading(here, middle) != _heading(middle, to):
            yield middle


def _heading(here: str, to: str) -> tuple[int, int]:
    return file_of(to) - file_of(here), rank_of(to) - rank_of(here)
