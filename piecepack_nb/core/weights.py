"""Bots that weigh the reasons for and against a move, by numbers that anybody may change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import Any, TypeVar

from piecepack_nb.core.errors import BadInput, did_you_mean, invalid, shorten
from piecepack_nb.core.game import Bot, RandomChoice

T = TypeVar("T")
W = TypeVar("W", bound=tuple[float, ...])
EQUAL = 1e-9
"""Points that are rounding: sums of the same terms in another order differ by them."""


def best_of(found: Sequence[T], points: Callable[[T], float], pick: RandomChoice) -> T:
    """Return what has the most points; of equally good ones, in their order, one by a pick."""
    most = max(map(points, found)) - EQUAL
    best = [each for each in found if points(each) > most]
    chosen: T = best[0] if len(best) == 1 else pick("best", best)
    return chosen


def bot_with(
    name: str,
    choose: Callable[[Any, Any, str, RandomChoice, W], Any],
    kind: type[W],
    changes: Mapping[str, float],
) -> Bot:
    """Return a bot that chooses by the weights of a named tuple ``kind`` with some changes.

    ``choose(game, state, seat, pick, weights)`` returns its move; ``name`` is the bot's without
    changes, else it is named after them. Raises BadInput for an unknown weight, and for a value
    that is no number.
    """
    known: tuple[str, ...] = kind._fields  # type: ignore[attr-defined]
    for each, value in changes.items():
        if each not in known:
            expected = ", ".join(known) + did_you_mean(each, known)
            raise BadInput(f"there is no weight {shorten(each)!r}; expected {expected}")
        if type(value) not in (int, float) or not isfinite(value):
            raise invalid(f"the weight {each}", value, "a number")
    weights = kind(**changes)

    def bot(game: Any, state: Any, seat: str, pick: RandomChoice) -> Any:
        return choose(game, state, seat, pick, weights)

    bot.__name__ = ", ".join(f"{each}={value}" for each, value in changes.items()) or name
    return bot
