"""What two seats may expect of their orders, exact over the dice, for as many turns as wanted."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from piecepack_nb.games.paco.moves import Order
from piecepack_nb.games.paco.orders import listing, may_write
from piecepack_nb.games.paco.outlook import after, shown_with, ways
from piecepack_nb.games.paco.phases import ending, turn
from piecepack_nb.games.paco.rules import PacoRules
from piecepack_nb.games.paco.state import State
from piecepack_nb.search.zerosum import solve

Pair = tuple[Fraction, Fraction]
ROUNDS = 400  # of regret matching, where a later turn has to be solved many times


def choices(rules: PacoRules, state: State, seat: str) -> list[Order]:
    """The orders of a seat that are worth a row: those after which no jumper drops by itself."""
    every = listing(rules, state, seat)
    return [order for order in every if order.kind != "jump" or order.then == "forward"]


def points(state: State, seats: Sequence[str]) -> Pair:
    """What both seats have."""
    one, two = (Fraction(state.players[seat].points) for seat in seats)
    return one, two


def mean(found: Sequence[tuple[Fraction, Pair]]) -> Pair:
    """The pairs by their probability, in one."""
    return (
        sum((odds * pair[0] for odds, pair in found), Fraction(0)),
        sum((odds * pair[1] for odds, pair in found), Fraction(0)),
    )


def total(rules: PacoRules, state: State, seats: tuple[str, str], turns: int) -> Pair:
    """The points that both may expect to have after so many more turns."""
    if not turns or ending.is_over(rules, state):
        return points(state, seats)
    state = turn.following(state)
    written = [choices(rules, state, seat) if may_write(state, seat) else [None] for seat in seats]
    table = [
        [_expected(rules, state, (a, b), seats, turns) for b in written[1]] for a in written[0]
    ]
    found = solve([[float(a - b) for a, b in row] for row in table], ROUNDS)
    weighed = [
        (Fraction(p) * Fraction(q), pair)
        for p, row in zip(found.rows, table, strict=True)
        for q, pair in zip(found.columns, row, strict=True)
    ]
    return mean(weighed)


def _expected(
    rules: PacoRules,
    state: State,
    orders: tuple[Order | None, Order | None],
    seats: tuple[str, str],
    turns: int,
) -> Pair:
    """What both may expect to have if they write these orders now."""
    shown = shown_with(state, [order for order in orders if order])
    return mean(
        [
            (way.odds, total(rules, after(rules, shown, way), seats, turns - 1))
            for way in ways(rules, shown)
        ]
    )
