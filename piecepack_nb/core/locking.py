"""A lock around methods, because a notebook's kernel answers the page in several threads."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import Concatenate, ParamSpec, Protocol, TypeVar


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
