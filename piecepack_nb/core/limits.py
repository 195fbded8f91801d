"""A limit on the work of a reader's function, which needs no thread and no signal."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

PACKAGE = str(Path(__file__).parents[1])


@contextmanager
def at_most(
    operations: int,
    error: Callable[[], BaseException],
    entered: Callable[[FrameType], object] | None = None,
) -> Iterator[None]:
    """Raise ``error`` in the body after so many operations of Python, unless a debugger is tracing.

    The operations of this package don't count: a line of the reader's has about ten. ``entered`` is
    called with the frame of each function that begins, in any thread that the body starts, and may
    raise. Raises RuntimeError if the body turns the limit off.
    """
    left = operations

    def count(_frame: FrameType, _event: str, _value: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise error()
        return count

    def begin(frame: FrameType, _event: str, _value: Any) -> Any:
        if entered is not None:
            entered(frame)
        if frame.f_code.co_filename.startswith(PACKAGE):
            return None
        frame.f_trace_opcodes = True  # a loop in one line has no events of lines
        return count

    if sys.gettrace() is not None:
        yield
        return
    threading.settrace(begin)
    sys.settrace(begin)
    try:
        yield
        if sys.gettrace() is not begin:
            raise RuntimeError("sys.settrace was called, which turns the limit of time off")
    finally:
        sys.settrace(None)
        threading.settrace(None)
