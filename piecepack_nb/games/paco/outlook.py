"""What orders lead to, without a match: the dice that may fall, and the table after the turn.

The engine itself carries the orders out (``phases.turn.resolved``); nothing is told to anybody.

Vocabulary
    shown   a table on which every order of the turn lies open
    way     one way the dice of its contests can come out, with its probability
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.steps import Step
from piecepack_nb.games.paco.moves import Order
from piecepack_nb.games.paco.phases.moving import contenders
from piecepack_nb.games.paco.phases.turn import resolved, with_bound
from piecepack_nb.games.paco.rules import PacoRules
from piecepack_nb.games.paco.state import State

PIPS = 6


class Way(NamedTuple):
    """Dice that stand for all that come out the same."""

    odds: Fraction
    faces: FrozenDict[str, str]


def shown_with(state: State, orders: Iterable[Order]) -> State:
    """The table when these orders, and those written with a jump, lie open (PA-20)."""
    return with_bound(state._replace(orders=FrozenDict((order.seat, order) for order in orders)))


def ways(rules: PacoRules, shown: State) -> Iterator[Way]:
    """How the dice of a turn can come out; equal outcomes are taken together (PA-23)."""
    groups: dict[str | None, list[str]] = {}
    for seat in contenders(rules, shown):
        groups.setdefault(shown.players[seat].ahead, []).append(seat)
    every = [list(_outcomes(tuple(seats))) for seats in groups.values()]
    for chosen in product(*every):
        odds, faces = Fraction(1), {}
        for part, dice in chosen:
            odds *= part
            faces.update(dice)
        yield Way(odds, FrozenDict(faces))


@lru_cache(maxsize=256)
def _outcomes(seats: Sequence[str]) -> tuple[tuple[Fraction, dict[str, str]], ...]:
    """Who has the highest die of a contest, alone or with others, and how likely that is."""
    found = []
    for size in range(1, len(seats) + 1):
        # so many show the highest number, the others fewer
        count = sum((high - 1) ** (len(seats) - size) for high in range(1, PIPS + 1))
        for best in combinations(seats, size):
            faces = {seat: "6" if seat in best else "1" for seat in seats}
            found.append((Fraction(count, PIPS ** len(seats)), faces))
    return tuple(found)


def after(rules: PacoRules, shown: State, way: Way) -> State:
    """The table when the orders were carried out and points given (PA-20, PA-42)."""
    telling = resolved(rules, shown, way.faces)
    while True:
        try:
            next(telling)
        except StopIteration as end:
            state: State = end.value
            return state


def told(rules: PacoRules, shown: State, way: Way) -> list[Step]:
    """The same, step by step as it is told in a match."""
    return list(resolved(rules, shown, way.faces))
