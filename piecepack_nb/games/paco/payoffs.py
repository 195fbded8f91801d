"""The points of each order of one seat against each of another, made by carrying them all out.

Vocabulary
    shown    a state in which every order of the turn is open
    outcome  one result of the dice of its contests, with its probability
    cell     one order of each seat, and the points that both may expect of them
    others   the orders of all other seats, the same in every cell
    mix      how often each order should be written, so that the other can't take advantage
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from piecepack_nb.core.actors import Roll
from piecepack_nb.core.errors import invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import Game
from piecepack_nb.core.match import Match
from piecepack_nb.core.steps import EventCounts
from piecepack_nb.games.paco.orders import may_write, writable_orders, writers
from piecepack_nb.games.paco.resolution import contenders, is_over, next_turn, resolve, reveal
from piecepack_nb.games.paco.rules import PacoRules
from piecepack_nb.games.paco.state import Move, Order, State, names
from piecepack_nb.scene import TextTable
from piecepack_nb.search.payoffs import Cell, End, Payoffs, cells_of, fixed_choices, mean, two_of
from piecepack_nb.search.zerosum import solve

PacoGame = Game[PacoRules, State, Move]
Pair = tuple[Fraction, Fraction]
PIPS = 6
MOST_TURNS = 3
ROUNDS = 400  # of regret matching, where a later turn has to be solved many times


# --- One turn ------------------------------------------------------------------------------------


class DiceOutcome(NamedTuple):
    """Dice that stand for all with the same result."""

    odds: Fraction
    faces: FrozenDict[str, str]


def reveal_orders(state: State, orders: Iterable[Order]) -> State:
    """Return the state with these orders, and those written with a jump, open (PA-20)."""
    return reveal(state._replace(orders=FrozenDict((order.seat, order) for order in orders)))


def dice_outcomes(rules: PacoRules, shown: State) -> Iterator[DiceOutcome]:
    """Yield the results that a turn's dice can have; equal ones are taken together (PA-23)."""
    groups: dict[str | None, list[str]] = {}
    for seat in contenders(rules, shown):
        groups.setdefault(shown.players[seat].ahead, []).append(seat)
    for chosen in product(*(_contest_outcomes(tuple(seats)) for seats in groups.values())):
        odds, faces = Fraction(1), {}
        for part, dice in chosen:
            odds *= part
            faces.update(dice)
        yield DiceOutcome(odds, FrozenDict(faces))


@lru_cache(maxsize=256)
def _contest_outcomes(seats: Sequence[str]) -> tuple[tuple[Fraction, dict[str, str]], ...]:
    """Return who may share the highest die of a contest, and how likely that is."""
    found = []
    for size in range(1, len(seats) + 1):
        # `size` dice show the highest number, the others fewer
        count = sum((high - 1) ** (len(seats) - size) for high in range(1, PIPS + 1))
        for best in combinations(seats, size):
            faces = {seat: "6" if seat in best else "1" for seat in seats}
            found.append((Fraction(count, PIPS ** len(seats)), faces))
    return tuple(found)


def state_after(rules: PacoRules, shown: State, outcome: DiceOutcome) -> State:
    """Return the state after the orders were carried out and points given (PA-20, PA-42)."""
    return resolve(rules, shown, outcome.faces, EventCounts())


# --- Expected points -----------------------------------------------------------------------------


def _useful_orders(rules: PacoRules, state: State, seat: str) -> list[Order]:
    """Return the orders of a seat but for jumps that drop the jumper (PA-13)."""
    every = writable_orders(rules, state, seat)
    return [order for order in every if order.kind != "jump" or order.then == "forward"]


def _points_of(state: State, seats: Sequence[str]) -> Pair:
    one, two = (Fraction(state.players[seat].points) for seat in seats)
    return one, two


def _outcome_points(
    rules: PacoRules, shown: State, seats: tuple[str, str], turns: int
) -> list[tuple[Fraction, Pair]]:
    """Return for each outcome its probability, and the points both may expect later."""
    return [
        (each.odds, _expected_points(rules, state_after(rules, shown, each), seats, turns))
        for each in dice_outcomes(rules, shown)
    ]


def _expected_points(rules: PacoRules, state: State, seats: tuple[str, str], turns: int) -> Pair:
    """Return the points that both may expect to have after so many more turns."""
    if not turns or is_over(rules, state):
        return _points_of(state, seats)
    state = next_turn(state)
    rows, columns = (
        _useful_orders(rules, state, seat) if may_write(state, seat) else [None] for seat in seats
    )
    table = []
    for row in rows:
        joint = (reveal_orders(state, filter(None, (row, column))) for column in columns)
        table.append([mean(_outcome_points(rules, each, seats, turns - 1)) for each in joint])
    found = solve([[float(one - two) for one, two in row] for row in table], ROUNDS)
    return mean([
        (Fraction(p) * Fraction(q), pair)
        for p, row in zip(found.rows, table, strict=True)
        for q, pair in zip(found.columns, row, strict=True)
    ])  # fmt: skip


# --- The table -----------------------------------------------------------------------------------


class OrderPayoffs(Payoffs):
    """The table; ``table["forward", "lift"]`` is a cell, ``table.solve()`` how both should mix."""

    @property
    def rows(self) -> Sequence[Order]:
        """The orders of the first seat."""
        return self.choices[self.seats[0]]

    @property
    def columns(self) -> Sequence[Order]:
        """The orders of the second seat."""
        return self.choices[self.seats[1]]

    def _table(self, corner: str) -> TextTable:
        """Return the table in text, a row for each order of the first seat."""
        row, column = map(names, self.seats)
        title = f"Points of {row} (rows), then of {column} (columns)"
        return TextTable(title, (corner, *self.columns_of), self.grid())

    def __str__(self) -> str:
        return self._table(" \\ ".join(map(names, self.seats))).text

    def _repr_html_(self) -> str:
        return self._table("")._repr_html_()

    def __repr__(self) -> str:
        size = f"{len(self.rows)} by {len(self.columns)}"
        return f"<Payoffs of {self.seats[0]} and {self.seats[1]}, {size} orders>"


def payoffs(
    game: PacoGame,
    state: object,
    seats: Sequence[str] | None = None,
    turns: int = 1,
    others: Mapping[str, str] | None = None,
) -> OrderPayoffs:
    """Return the points of each order of one seat against each of another, exact over the dice.

    ``state`` is a match, or a position, in phase "orders". ``seats`` are the two whose orders are
    compared; left out, they are the only two that must write. ``others`` gives the order of
    everybody else who must write: ``{"crowns": "forward"}``. ``turns`` is how far to look, 1 to 3
    turns; above 1 the two must be alone on the board, a cell also counts the turns to come, both
    mixing as they should, and nobody comes back. The table prints, ``table["push", "left"]`` is one
    of its cells, ``table.solve()`` how both should mix. Raises BadInput for what doesn't fit.
    """
    return OrderPayoffs(*payoff_cells(game, state, seats, turns, others))


def payoff_cells(
    game: PacoGame,
    state: object,
    seats: Sequence[str] | None,
    turns: int,
    others: Mapping[str, str] | None,
) -> tuple[Match, dict[str, list[Order]], dict[str, Order], list[list[Cell]]]:
    """Return the match, both seats' orders, those of all others, and the cells; see ``payoffs``."""
    written = state.state if isinstance(state, Match) else state
    start: State = Match(game, seed=0, position=written).state._replace(orders=FrozenDict())
    if start.phase != "orders":
        raise invalid("the phase of the state", start.phase, "'orders'")
    able = writers(start)
    pair = two_of(able, seats)
    if type(turns) is not int or not 1 <= turns <= MOST_TURNS:
        raise invalid("turns", turns, f"a whole number from 1 to {MOST_TURNS}")
    on_board = [seat for seat, player in start.players.items() if player.square]
    if turns > 1 and set(on_board) != set(pair):
        raise invalid("turns", turns, f"1, for more than {pair[0]} and {pair[1]} are on the board")
    rest = {each: writable_orders(game.rules, start, each) for each in able if each not in pair}
    fixed = fixed_choices(rest, others or {})
    rules, before = game.rules, _points_of(start, pair)

    def ends(row: Order, column: Order) -> list[End]:
        shown = reveal_orders(start, (row, column, *fixed.values()))
        return [
            End(each.odds, state_after(rules, shown, each), (Roll(each.faces),) * bool(each.faces))
            for each in dice_outcomes(rules, shown)
        ]

    def worth(after: State) -> Pair:
        one, two = _expected_points(rules, after, pair, turns - 1)
        return one - before[0], two - before[1]

    choices = {seat: _useful_orders(rules, start, seat) for seat in pair}
    match = Match(game, seed=0, position=start)
    return match, choices, fixed, cells_of(choices, ends, worth)
