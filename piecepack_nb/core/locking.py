"""Methods that other threads wait for, and blocks that no interrupt splits.

A notebook's kernel answers the page in several threads; its Stop button interrupts the main one.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from threading import RLock, current_thread, main_thread
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar


class Locked(Protocol):
    """An object that one thread at a time may change."""

    _lock: RLock


L = TypeVar("L", bound=Locked)
P = ParamSpec("P")
R = TypeVar("R")


def synchronized(method: Callable[Concatenate[L, P], R]) -> Callable[Concatenate[L, P], R]:
    """Hold the object's lock while the method runs."""

    @wraps(method)
    def locked(self: L, /, *args: P.args, **named: P.kwargs) -> R:
        with self._lock:
            return method(self, *args, **named)

    return locked


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Hold back an interrupt (SIGINT, which raises KeyboardInterrupt) until the block is done."""
    handler = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or not callable(handler):
        yield  # interrupts come to the main thread only
        return
    held: list[tuple[Any, ...]] = []
    signal.signal(signal.SIGINT, lambda *interrupt: held.append(interrupt))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if held:
            handler(*held[0])
