"""Ways as lines on a board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

__all__ = ["led_on", "stretches"]

Stop = TypeVar("Stop")


def led_on(ways: Iterable[Sequence[Stop]], size: int, stop: Stop) -> Sequence[Stop] | None:
    """The shortest beginning of a way that leads to ``stop`` before the way's end.

    ``size`` is how much of each way is settled, from its start on; None where no way goes by there.

    >>> led_on(["abcd", "aefcd"], 1, "c"), led_on(["abcd"], 1, "d")
    ('abc', None)
    """
    found = [way[: way.index(stop, size) + 1] for way in ways if stop in way[size:-1]]
    return min(found, key=len, default=None)


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
