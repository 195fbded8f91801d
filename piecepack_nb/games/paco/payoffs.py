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
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import Game
from piecepack_nb.core.match import Match
from piecepack_nb.core.steps import EventCounts, Step, StepLog
from piecepack_nb.games.paco.notation import parse_move
from piecepack_nb.games.paco.orders import may_write, writable_orders
from piecepack_nb.games.paco.resolution import contenders, is_over, next_turn, resolve, reveal
from piecepack_nb.games.paco.rules import PacoRules
from piecepack_nb.games.paco.state import Move, Order, State, names
from piecepack_nb.scene import TextTable
from piecepack_nb.search.zerosum import Equilibrium, solve

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


def _mean(found: Sequence[tuple[Fraction, Pair]]) -> Pair:
    """Return the average of pairs by their probability."""
    one, two = (sum((odds * pair[i] for odds, pair in found), Fraction(0)) for i in (0, 1))
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
        table.append([_mean(_outcome_points(rules, each, seats, turns - 1)) for each in joint])
    found = solve([[float(one - two) for one, two in row] for row in table], ROUNDS)
    return _mean([
        (Fraction(p) * Fraction(q), pair)
        for p, row in zip(found.rows, table, strict=True)
        for q, pair in zip(found.columns, row, strict=True)
    ])  # fmt: skip


# --- The table -----------------------------------------------------------------------------------


class Cell(NamedTuple):
    """Two orders, and the points that both seats may expect of them, exact over the dice."""

    row: Order
    column: Order
    points: Pair
    """The change of the row seat's and of the column seat's points."""
    outcomes: tuple[tuple[Fraction, Pair], ...]
    """The same for each outcome of the dice, with its probability."""

    @property
    def difference(self) -> float:
        """The gain of the row seat over the column seat."""
        return float(self.points[0] - self.points[1])

    def __str__(self) -> str:
        return " / ".join(f"{float(points):+.2f}".replace(".00", "") for points in self.points)


class Payoffs:
    """The table; ``table["forward", "lift"]`` is a cell, ``table.solve()`` how both should mix."""

    def __init__(
        self,
        game: PacoGame,
        state: State,
        seats: tuple[str, str],
        turns: int,
        others: Sequence[Order],
    ) -> None:
        self.game = game
        self.state = state
        """The state before any order was written."""
        self.seats = seats
        self.turns = turns
        self.others = tuple(others)
        self.rows, self.columns = (_useful_orders(game.rules, state, seat) for seat in seats)
        self.cells = tuple(
            tuple(self._cell(row, column) for column in self.columns) for row in self.rows
        )

    def _cell(self, row: Order, column: Order) -> Cell:
        start = _points_of(self.state, self.seats)
        shown = reveal_orders(self.state, (row, column, *self.others))
        found = [
            (odds, (one - start[0], two - start[1]))
            for odds, (one, two) in _outcome_points(
                self.game.rules, shown, self.seats, self.turns - 1
            )
        ]
        return Cell(row, column, _mean(found), tuple(found))

    def __getitem__(self, orders: tuple[str, str]) -> Cell:
        """Return the cell of two orders in words; raises BadInput for an order not in the table."""
        given: object = orders  # whatever a caller wrote
        if not isinstance(given, tuple) or len(given) != 2:
            one, two = self.rows[0].words, self.columns[0].words
            raise invalid(
                "the cell", orders, f"an order of each seat, as in table[{one!r}, {two!r}]"
            )
        row, column = orders
        return self.cells[_index("row", row, self.rows)][_index("column", column, self.columns)]

    @property
    def matrix(self) -> list[list[float]]:
        """The differences alone, row by row: the row seat's win and the column seat's loss."""
        return [[cell.difference for cell in row] for row in self.cells]

    def solve(self, rounds: int = 2000) -> Equilibrium:
        """Return how both should mix their orders if only the difference between them counts."""
        return solve(self.matrix, rounds)

    # --- Behind a cell ---------------------------------------------------------------------------

    def steps(self, row: str, column: str, outcome: int = 0) -> list[Step]:
        """Return how the two orders are carried out; outcomes of the dice count from 0."""
        _, shown, dice = self._played(row, column, outcome)
        log = StepLog()
        resolve(self.game.rules, shown, dice.faces, log)
        return log

    def match(self, row: str, column: str, outcome: int = 0) -> Match:
        """Return a match in which these orders were written: to show, and to play on."""
        orders, _, dice = self._played(row, column, outcome)
        match = Match(self.game, seed=0, position=self.state)
        for order in orders:
            match.play(order)
        if dice.faces:
            match.play(" ".join(["roll", *(f"{seat} {face}" for seat, face in dice.faces.items())]))
        return match

    def _played(
        self, row: str, column: str, outcome: int
    ) -> tuple[tuple[Order, ...], State, DiceOutcome]:
        """Return the orders of a cell, the state that shows them, and an outcome of the dice."""
        cell = self[row, column]
        orders = (cell.row, cell.column, *self.others)
        shown = reveal_orders(self.state, orders)
        found = list(dice_outcomes(self.game.rules, shown))
        if type(outcome) is not int or not 0 <= outcome < len(found):
            raise invalid("outcome", outcome, f"a whole number from 0 to {len(found) - 1}")
        return orders, shown, found[outcome]

    # --- As text ---------------------------------------------------------------------------------

    def _table(self, corner: str) -> TextTable:
        """Return the table in text, a row for each order of the first seat."""
        row, column = map(names, self.seats)
        head = (corner, *(each.words for each in self.columns))
        lines = zip(self.rows, self.cells, strict=True)
        rows = tuple((order.words, *map(str, line)) for order, line in lines)
        return TextTable(f"Points of {row} (rows), then of {column} (columns)", head, rows)

    def __str__(self) -> str:
        return self._table(" \\ ".join(map(names, self.seats))).text

    def _repr_html_(self) -> str:
        return self._table("")._repr_html_()

    def __repr__(self) -> str:
        size = f"{len(self.rows)} by {len(self.columns)}"
        return f"<Payoffs of {self.seats[0]} and {self.seats[1]}, {size} orders>"

    def to_json(self) -> dict[str, Any]:
        """Return the table as plain data."""
        return {
            "seats": list(self.seats),
            "turns": self.turns,
            "others": [str(order) for order in self.others],
            "rows": [order.words for order in self.rows],
            "columns": [order.words for order in self.columns],
            "points": [[list(map(float, cell.points)) for cell in row] for row in self.cells],
        }


def _index(what: str, words: str, orders: Sequence[Order]) -> int:
    listed = [order.words for order in orders]
    wanted = "jump then forward" if words == "jump" else words
    if wanted not in listed:
        raise invalid(f"the {what}", words, ", ".join(listed))
    return listed.index(wanted)


# --- Making a table ------------------------------------------------------------------------------


def payoffs(
    game: PacoGame,
    state: State | Match,
    seats: Sequence[str] | None = None,
    turns: int = 1,
    others: Mapping[str, str] | None = None,
) -> Payoffs:
    """Return the points of each order of one seat against each of another, exact over the dice.

    ``state`` is a state in phase "orders", or a match that is in it. ``seats`` are the two whose
    orders are compared; left out, they are the only two that must write. ``others`` gives the order
    of everybody else who must write: ``{"crowns": "forward"}``. ``turns`` is how far to look, 1 to
    3 turns; above 1 the two must be alone on the board, a cell also counts the turns to come, both
    mixing as they should, and nobody comes back. The table prints, ``table["push", "left"]`` is one
    of its cells, ``table.solve()`` how both should mix. Raises BadInput for what doesn't fit.
    """
    state = _state_of(game, state)
    if state.phase != "orders":
        raise invalid("the phase of the state", state.phase, "'orders'")
    state = state._replace(orders=FrozenDict())
    able = [seat for seat in state.players if may_write(state, seat)]
    pair = _pair(able, seats)
    if type(turns) is not int or not 1 <= turns <= MOST_TURNS:
        raise invalid("turns", turns, f"a whole number from 1 to {MOST_TURNS}")
    on_board = [seat for seat, player in state.players.items() if player.square]
    if turns > 1 and set(on_board) != set(pair):
        raise invalid("turns", turns, f"1, for more than {pair[0]} and {pair[1]} are on the board")
    rest = [seat for seat in able if seat not in pair]
    return Payoffs(game, state, pair, turns, _other_orders(game, state, rest, others or {}))


def _state_of(game: PacoGame, state: object) -> State:
    """Return the state, or that of a match."""
    found = state.state if isinstance(state, Match) else state
    if not isinstance(found, State):
        expected = "a match of P.A.C.O., or a state as game.position(…) gives"
        raise invalid("the state", state, expected)
    if tuple(found.players) != game.seats:
        raise invalid("the players of the state", list(found.players), f"{', '.join(game.seats)}")
    return found


def _pair(able: list[str], seats: Sequence[str] | None) -> tuple[str, str]:
    """Return the two seats to compare, of those that may write."""
    if seats is None and len(able) < 2:
        who = f"only {names(*able)} writes" if able else "nobody writes"
        raise BadInput(f"{who} an order in this turn; expected a state in which two do")
    if seats is None and len(able) > 2:
        text = f"{names(*able)} must write; say which two, such as seats={tuple(able[:2])}"
        raise BadInput(text)
    example = f", such as {tuple(able[:2])}" if len(able) > 1 else ""
    two = f"two of {', '.join(able) or 'nobody'}, who may write an order{example}"
    if seats is not None and not isinstance(seats, list | tuple):
        raise invalid("seats", seats, two)
    pair = tuple(able if seats is None else seats)
    if len(pair) != 2 or len(set(pair)) != 2 or not set(pair) <= set(able):
        raise invalid("seats", pair, two)
    return pair[0], pair[1]


def _other_orders(
    game: PacoGame, state: State, seats: list[str], others: Mapping[str, str]
) -> list[Order]:
    """Return the orders of everybody else who may write one."""
    for seat in others:
        if seat not in seats:
            raise invalid("others", seat, ", ".join(seats) or "nobody: all others have no order")
    found = []
    for seat in seats:
        if seat not in others:
            each = ", ".join(seats)
            raise BadInput(f"others has no order for {seat}; expected an order for each of {each}")
        order = parse_move(state, f"{seat} {others[seat]}")
        refusal = game.refusal(state, order)
        if refusal or not isinstance(order, Order):
            reason = refusal.text if refusal else "that is no order"
            expected = f"an order that may be written: {reason}"
            raise invalid(f"others[{seat!r}]", others[seat], expected)
        found.append(order)
    return found
