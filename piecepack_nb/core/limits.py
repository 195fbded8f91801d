"""Limits on the work of a reader's function: in operations, and in seconds."""

from __future__ import annotations

import _weakrefset
import ctypes
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from types import FrameType
from typing import Any

PACKAGE = str(Path(__file__).parents[1])
SUGGESTIONS = str(Path(threading.__file__).with_name("difflib.py"))
"""The module by which errors of this package say what may be meant."""
NOT_COUNTED = (PACKAGE, threading.__file__, _weakrefset.__file__, SUGGESTIONS)
"""Files whose operations don't count: an error raised where a thread starts would reach nobody."""


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
    watch = _watch()
    end = monotonic() + min(seconds, threading.TIMEOUT_MAX)
    block = _Block(end, threading.get_ident(), error)
    watch.add(block)
    try:
        yield
    finally:
        if not watch.take(block):  # the error may still be on its way to this thread
            end = monotonic() + 1
            while sys.exc_info()[0] is not error and monotonic() < end:
                pass


@dataclass(eq=False, slots=True)
class _Block:
    """A block under a limit: when its time is over, its thread, and the error to raise there."""

    end: float
    thread: int
    error: type[BaseException]

    def stop(self) -> None:
        """Raise the error in the block's thread."""
        raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
        raise_in(ctypes.c_ulong(self.thread), ctypes.py_object(self.error))


class _Watch:
    """A thread that stops blocks: one for all, since to start one takes longer than most blocks.

    It has no locks of Python's, which an error between two operations could leave locked. To add
    to a set, or take from it, is one operation.
    """

    def __init__(self) -> None:
        self.blocks: set[_Block] = set()
        self.wakes = inf
        self.calls: SimpleQueue[None] = SimpleQueue()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def add(self, block: _Block) -> None:
        """Watch a block; wake the thread if it would wake too late."""
        self.blocks.add(block)
        if block.end < self.wakes:
            self.calls.put(None)

    def take(self, block: _Block) -> bool:
        """Watch a block no longer; return False if it has been stopped."""
        try:
            self.blocks.remove(block)
        except KeyError:
            return False
        return True

    def _run(self) -> None:
        sys.settrace(None)  # of a block under ``at_most`` that was the first to be watched
        while True:
            self.wakes = inf  # so that a block that is added from here on calls
            for each in list(self.blocks):
                if each.end <= monotonic() and self.take(each):
                    each.stop()
            self.wakes = min((each.end for each in list(self.blocks)), default=inf)
            wait = None if self.wakes == inf else max(0.0, self.wakes - monotonic())
            with suppress(Empty):
                self.calls.get(timeout=wait)


_watching: list[_Watch] = []


def _watch() -> _Watch:
    """Return the watch of this process; a forked one has lost its parent's thread."""
    if not _watching or not _watching[-1].thread.is_alive():
        _watching[:] = [_Watch()]
    return _watching[-1]
