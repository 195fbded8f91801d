"""Ways as lines on a board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

__all__ = ["stretches"]

Stop = TypeVar("Stop")


def stretches(way: Iterable[Stop], apart: Callable[[Stop, Stop], bool]) -> Iterator[list[Stop]]:
    """The parts of a way that are one line each; two stops that lie ``apart`` part it.

    A stop alone is no line.

    >>> list(stretches([1, 2, 3, 7, 9, 10], lambda here, there: there - here > 1))
    [[1, 2, 3], [9, 10]]
    """
    line: list[Stop] = []
    for stop in way:
        if line and apart(line[-1], stop):
            if len(line) > 1:
                yield line
            line = []
        line.append(stop)
    if len(line) > 1:
        yield line
