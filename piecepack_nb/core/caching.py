"""Methods that keep their results."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)


def cached_method(
    maxsize: int | None = None,
) -> Callable[[Callable[Concatenate[Any, P], R]], CachedMethod[P, R]]:
    """Return a decorator: each object keeps the method's ``maxsize`` latest results (None: all).

    They go with the object; those of ``lru_cache`` on a method would keep the object alive.
    """
    return lambda method: CachedMethod(method, maxsize)


class CachedFunction(Protocol[P, R_co]):
    """A method of one object that keeps its results."""

    def __call__(self, *args: P.args, **named: P.kwargs) -> R_co:
        """Return the result, computed or kept."""

    def cache_clear(self) -> None:
        """Forget all results."""


class CachedMethod(Generic[P, R]):
    """A method that gives each object a cache of its own on first use, as cached_property does."""

    def __init__(self, method: Callable[Concatenate[Any, P], R], maxsize: int | None) -> None:
        self.method, self.maxsize = method, maxsize
        self.__doc__ = method.__doc__

    def __set_name__(self, _owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: object, owner: type | None = None) -> CachedFunction[P, R]:
        kept = lru_cache(self.maxsize)(self.method.__get__(instance, owner))
        instance.__dict__[self.name] = kept  # found first from now on
        return cast(CachedFunction[P, R], kept)
