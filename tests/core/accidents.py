"""Accidents for tests: an interrupt at any place of the code, a full disk, a read-only drive."""

from __future__ import annotations

import errno
import gc
import io
import os
import signal
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch


def interrupted(act: Callable[[], object], at: int, files: Collection[str]) -> bool:
    """Call ``act`` with a SIGINT before the line of this number in the code of these files.

    Lines are counted as they run. Returns False if there were fewer, and so no interrupt.
    """
    left = at

    def trace(frame: Any, event: str, _argument: object) -> Any:
        nonlocal left
        if frame.f_code.co_filename.rpartition(os.sep)[2] not in files:
            return None
        if event == "line":
            left -= 1
            if left == -1:
                signal.raise_signal(signal.SIGINT)
        return trace

    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    before = sys.gettrace()
    gc.disable()  # an interrupt in a finaliser would only be a warning
    sys.settrace(trace)
    try:
        act()
    except KeyboardInterrupt:
        pass
    finally:
        sys.settrace(before)
        gc.enable()
        signal.signal(signal.SIGINT, handler)
    return left < 0


@contextmanager
def full_disk() -> Iterator[None]:
    """A disk on which nothing more can be written, though files can be made and renamed."""
    with patch.object(os, "fsync", _raising(errno.ENOSPC)):
        yield


@contextmanager
def read_only() -> Iterator[None]:
    """A drive that can be read only, even by root."""
    refuse, opened, low_level = _raising(errno.EROFS), io.open, os.open

    def high(file: Any, mode: str = "r", *args: Any, **named: Any) -> Any:
        return opened(file, mode, *args, **named) if set(mode) <= set("rbt") else refuse()

    def low(path: Any, flags: int, *args: Any, **named: Any) -> Any:
        writes = flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        return refuse() if writes else low_level(path, flags, *args, **named)

    with ExitStack() as patches:
        patches.enter_context(patch.object(io, "open", high))
        patches.enter_context(patch.object(os, "open", low))
        for name in ("replace", "rename", "unlink", "remove", "truncate", "mkdir"):
            patches.enter_context(patch.object(os, name, refuse))
        yield


@contextmanager
def no_locks(number: int = errno.ENOLCK) -> Iterator[None]:
    """A network drive whose file locks fail, as some home folders of a class do."""
    import fcntl

    with patch.object(fcntl, "flock", _raising(number)):
        yield


def _raising(number: int) -> Callable[..., Any]:
    def fail(*_args: object, **_named: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail
