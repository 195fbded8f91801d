"""The work of a piece of code, counted: the same number on a busy machine as on a quiet one.

A clock tells how busy the machine is; a count of calls tells whether code became slower.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from types import FrameType
from typing import Any

import pytest


@contextmanager
def at_most(calls: int) -> Iterator[None]:
    """Fail if the block calls more functions than that, of Python's or C's.

    A million calls are about half a second of a slow machine.
    """
    made = 0

    def watch(_frame: FrameType, event: str, _arg: Any) -> None:
        nonlocal made
        if event in ("call", "c_call"):
            made += 1
            if made > calls:
                sys.setprofile(before)
                pytest.fail(f"more than {calls} calls")

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        yield
    finally:
        sys.setprofile(before)


def ticking(seconds: float) -> Callable[[], float]:
    """Return a clock that goes on by so many seconds each time that it is read."""
    number = count()
    return lambda: next(number) * seconds
