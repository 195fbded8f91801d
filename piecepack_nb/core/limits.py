"""Limits on the work of a reader's function: in operations, and in seconds."""

from __future__ import annotations

import _weakrefset
import ctypes
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Any

PACKAGE = str(Path(__file__).parents[1])
SUGGESTIONS = str(Path(threading.__file__).with_name("difflib.py"))
"""The module by which errors of this package say what may be meant."""
NOT_COUNTED = (PACKAGE, threading.__file__, _weakrefset.__file__, SUGGESTIONS)
"""Files whose operations don't count: an error raised in a timer's thread would reach nobody."""


@contextmanager
def at_most(
    operations: int,
    error: Callable[[], BaseException],
    entered: Callable[[FrameType], object] | None = None,
) -> Iterator[None]:
    """Raise ``error`` in the body after so many operations of Python, unless a debugger is tracing.

    It needs no thread and no signal, and makes the body many times slower.
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
        if frame.f_code.co_filename.startswith(NOT_COUNTED):
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


@contextmanager
def within(seconds: float | None, error: type[BaseException]) -> Iterator[None]:
    """Raise ``error`` in the block after some seconds, also inside a loop that never ends.

    Where there are no threads, as in a browser's kernel, the limit is not watched.
    """
    if seconds is None or sys.platform == "emscripten":
        yield
        return
    guard, over, thread = threading.Lock(), threading.Event(), threading.get_ident()

    def stop() -> None:
        with guard:
            if not over.is_set():
                over.set()
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(thread), ctypes.py_object(error)
                )

    timer = threading.Timer(min(seconds, threading.TIMEOUT_MAX), stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        with guard:
            late = over.is_set()
            over.set()
        if late:  # the error may still be on its way to this thread
            end = monotonic() + 1
            while sys.exc_info()[0] is not error and monotonic() < end:
                pass
