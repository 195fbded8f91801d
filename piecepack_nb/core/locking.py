"""One change at a time: a notebook's kernel answers a page in several threads."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import Concatenate, ParamSpec, Protocol, TypeVar


class Locked(Protocol):
    """Something that one thread at a time may change."""

    _lock: RLock


L = TypeVar("L", bound=Locked)
P = ParamSpec("P")
R = TypeVar("R")


def synchronized(method: Callable[Concatenate[L, P], R]) -> Callable[Concatenate[L, P], R]:
    """The method, waiting until no other such method of the same object is under way."""

    @wraps(method)
    def waiting(self: L, /, *args: P.args, **named: P.kwargs) -> R:
        with self._lock:
            return method(self, *args, **named)

    return waiting
