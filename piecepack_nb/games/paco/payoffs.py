"""What orders lead to, without a match: the dice that may fall, and the table after the turn.

The engine itself carries the orders out (``phases.turn.resolved``); nothing is told to anybody.

Vocabulary
    shown   a table on which every order of the turn lies open
    way     one way the dice of its contests can come out, with its probability
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from html import escape
from itertools import combinations, product
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import Game
from piecepack_nb.core.match import Match
from piecepack_nb.core.steps import Step
from piecepack_nb.core.wording import join_list
from piecepack_nb.games.paco.notation import parse_move
from piecepack_nb.games.paco.orders import may_write, writable_orders
from piecepack_nb.games.paco.resolution import contenders, is_over, next_turn, resolve, reveal
from piecepack_nb.games.paco.rules import PacoRules
from piecepack_nb.games.paco.state import Move, Order, State
from piecepack_nb.search.zerosum import Equilibrium, solve

PacoGame = Game[PacoRules, State, Move]
PIPS = 6


class DiceOutcome(NamedTuple):
    """Dice that stand for all that come out the same."""

    odds: Fraction
    faces: FrozenDict[str, str]


def reveal_orders(state: State, orders: Iterable[Order]) -> State:
    """The table when these orders, and those written with a jump, lie open (PA-20)."""
    return reveal(state._replace(orders=FrozenDict((order.seat, order) for order in orders)))


def dice_outcomes(rules: PacoRules, shown: State) -> Iterator[DiceOutcome]:
    """How the dice of a turn can come out; equal outcomes are taken together (PA-23)."""
    groups: dict[str | None, list[str]] = {}
    for seat in contenders(rules, shown):
        groups.setdefault(shown.players[seat].ahead, []).append(seat)
    every = [list(_contest_outcomes(tuple(seats))) for seats in groups.values()]
    for chosen in product(*every):
        odds, faces = Fraction(1), {}
        for part, dice in chosen:
            odds *= part
            faces.update(dice)
        yield DiceOutcome(odds, FrozenDict(faces))


@lru_cache(maxsize=256)
def _contest_outcomes(seats: Sequence[str]) -> tuple[tuple[Fraction, dict[str, str]], ...]:
    """Who has the highest die of a contest, alone or with others, and how likely that is."""
    found = []
    for size in range(1, len(seats) + 1):
        # so many show the highest number, the others fewer
        count = sum((high - 1) ** (len(seats) - size) for high in range(1, PIPS + 1))
        for best in combinations(seats, size):
            faces = {seat: "6" if seat in best else "1" for seat in seats}
            found.append((Fraction(count, PIPS ** len(seats)), faces))
    return tuple(found)


def state_after(rules: PacoRules, shown: State, way: DiceOutcome) -> State:
    """The table when the orders were carried out and points given (PA-20, PA-42)."""
    telling = resolve(rules, shown, way.faces)
    while True:
        try:
            next(telling)
        except StopIteration as end:
            state: State = end.value
            return state


def steps_of(rules: PacoRules, shown: State, way: DiceOutcome) -> list[Step]:
    """The same, step by step as it is told in a match."""
    return list(resolve(rules, shown, way.faces))


Pair = tuple[Fraction, Fraction]
ROUNDS = 400  # of regret matching, where a later turn has to be solved many times


def sensible_orders(rules: PacoRules, state: State, seat: str) -> list[Order]:
    """The orders of a seat that are worth a row: those after which no jumper drops by itself."""
    every = writable_orders(rules, state, seat)
    return [order for order in every if order.kind != "jump" or order.then == "forward"]


def points_of(state: State, seats: Sequence[str]) -> Pair:
    """What both seats have."""
    one, two = (Fraction(state.players[seat].points) for seat in seats)
    return one, two


def mean(found: Sequence[tuple[Fraction, Pair]]) -> Pair:
    """The pairs by their probability, in one."""
    return (
        sum((odds * pair[0] for odds, pair in found), Fraction(0)),
        sum((odds * pair[1] for odds, pair in found), Fraction(0)),
    )


def expected_points(rules: PacoRules, state: State, seats: tuple[str, str], turns: int) -> Pair:
    """The points that both may expect to have after so many more turns."""
    if not turns or is_over(rules, state):
        return points_of(state, seats)
    state = next_turn(state)
    written = [
        sensible_orders(rules, state, seat) if may_write(state, seat) else [None] for seat in seats
    ]
    table = [
        [_expected_with(rules, state, (a, b), seats, turns) for b in written[1]] for a in written[0]
    ]
    found = solve([[float(a - b) for a, b in row] for row in table], ROUNDS)
    weighed = [
        (Fraction(p) * Fraction(q), pair)
        for p, row in zip(found.rows, table, strict=True)
        for q, pair in zip(found.columns, row, strict=True)
    ]
    return mean(weighed)


def _expected_with(
    rules: PacoRules,
    state: State,
    orders: tuple[Order | None, Order | None],
    seats: tuple[str, str],
    turns: int,
) -> Pair:
    """What both may expect to have if they write these orders now."""
    shown = reveal_orders(state, [order for order in orders if order])
    return mean(
        [
            (way.odds, expected_points(rules, state_after(rules, shown, way), seats, turns - 1))
            for way in dice_outcomes(rules, shown)
        ]
    )


MOST_TURNS = 3


class Cell(NamedTuple):
    """Two orders, and what both seats may expect of them, exact over the dice."""

    row: Order
    column: Order
    points: Pair
    """The change of the row seat's and of the column seat's points."""
    ways: tuple[tuple[Fraction, Pair], ...]
    """The same for each way the dice can come out, with its probability."""

    @property
    def difference(self) -> float:
        """What the row seat gains more than the column seat."""
        return float(self.points[0] - self.points[1])


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
        """The table before any order was written."""
        self.seats = seats
        self.turns = turns
        self.others = tuple(others)
        self.rows, self.columns = (sensible_orders(game.rules, state, seat) for seat in seats)
        self.cells = tuple(
            tuple(self._cell(row, column) for column in self.columns) for row in self.rows
        )

    def _cell(self, row: Order, column: Order) -> Cell:
        rules, start = self.game.rules, points_of(self.state, self.seats)
        shown = reveal_orders(self.state, (row, column, *self.others))
        found = []
        for way in dice_outcomes(rules, shown):
            end = expected_points(rules, state_after(rules, shown, way), self.seats, self.turns - 1)
            found.append((way.odds, (end[0] - start[0], end[1] - start[1])))
        return Cell(row, column, mean(found), tuple(found))

    def __getitem__(self, orders: tuple[str, str]) -> Cell:
        """The cell of two orders in words; raises BadInput for an order that isn't in the table."""
        given: object = orders  # whatever a caller wrote
        if not isinstance(given, tuple) or len(given) != 2:
            one, two = self.rows[0].words, self.columns[0].words
            accepted = f"an order of each seat, such as table[{one!r}, {two!r}]"
            raise invalid("the cell", orders, accepted)
        row, column = orders
        return self.cells[_index("row", row, self.rows)][_index("column", column, self.columns)]

    @property
    def matrix(self) -> list[list[float]]:
        """The differences alone, row by row: what one seat wins and the other loses."""
        return [[cell.difference for cell in row] for row in self.cells]

    def solve(self, rounds: int = 2000) -> Equilibrium:
        """How both should mix their orders if all that counts is the difference between them."""
        return solve(self.matrix, rounds)

    # --- what is behind a cell -------------------------------------------------------------------

    def steps(self, row: str, column: str, way: int = 0) -> list[Step]:
        """How the two orders are carried out; ``way`` counts the ways of the dice, from 0."""
        cell = self[row, column]
        shown = reveal_orders(self.state, (cell.row, cell.column, *self.others))
        return steps_of(self.game.rules, shown, self._way(shown, way))

    def match(self, row: str, column: str, way: int = 0) -> Match:
        """A match in which these orders were written: to show, and to play on."""
        cell = self[row, column]
        match = Match(self.game, seed=0, position=self.state)
        for order in (cell.row, cell.column, *self.others):
            match.play(order)
        shown = reveal_orders(self.state, (cell.row, cell.column, *self.others))
        faces = self._way(shown, way).faces
        if faces:
            match.play(" ".join(["roll", *(f"{seat} {face}" for seat, face in faces.items())]))
        return match

    def _way(self, shown: State, number: int) -> DiceOutcome:
        found = list(dice_outcomes(self.game.rules, shown))
        if type(number) is not int or not 0 <= number < len(found):
            raise invalid("way", number, f"a whole number from 0 to {len(found) - 1}")
        return found[number]

    # --- in writing ------------------------------------------------------------------------------

    def __str__(self) -> str:
        """The table as text: a row for each order of the first seat."""
        head = [f"{self.seats[0]} \\ {self.seats[1]}", *(each.words for each in self.columns)]
        lines = [head, *([row.words, *map(_cell_text, line)] for row, line in self._lines())]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join(
            "  ".join(word.ljust(width) for word, width in zip(line, widths, strict=True)).rstrip()
            for line in lines
        )

    def __repr__(self) -> str:
        size = f"{len(self.rows)} by {len(self.columns)}"
        return f"<Payoffs of {self.seats[0]} and {self.seats[1]}, {size} orders>"

    def _lines(self) -> list[tuple[Order, tuple[Cell, ...]]]:
        return list(zip(self.rows, self.cells, strict=True))

    def _repr_html_(self) -> str:
        """The table for a notebook; plain, so that it reads in any theme."""
        row, column = map(escape, self.seats)
        head = "".join(f'<th scope="col">{escape(each.words)}</th>' for each in self.columns)
        body = "".join(
            f'<tr><th scope="row">{escape(order.words)}</th>'
            + "".join(f"<td>{_cell_text(cell)}</td>" for cell in line)
            + "</tr>"
            for order, line in self._lines()
        )
        caption = f"Points of {row} (rows), then of {column} (columns)"
        return (
            f"<table><caption>{caption}</caption>"
            f"<thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table>"
        )

    def to_json(self) -> dict[str, Any]:
        """The table as plain data."""
        return {
            "seats": list(self.seats),
            "turns": self.turns,
            "others": [str(order) for order in self.others],
            "rows": [order.words for order in self.rows],
            "columns": [order.words for order in self.columns],
            "points": [[list(map(float, cell.points)) for cell in row] for row in self.cells],
        }


def payoffs(
    game: PacoGame,
    state: State | Match,
    seats: Sequence[str] | None = None,
    turns: int = 1,
    others: Mapping[str, str] | None = None,
) -> Payoffs:
    """The payoffs of two seats' orders, which are by default the only two that are to write.

    ``state`` may be a match: its table as it is now. ``others`` says what every other seat that
    is to write does, such as ``{"crowns": "forward", "arms": "jump then left"}``. With
    ``turns`` above 1 a cell also counts what both may expect of the turns after it, both mixing
    then as they should; nobody else may be on the board, and nobody comes back. Raises BadInput
    for what doesn't fit.
    """
    state = _state_of(game, state)
    if state.phase != "orders":
        raise invalid("the phase of the state", state.phase, "'orders'")
    state = state._replace(orders=FrozenDict())
    pair = _pair(state, seats)
    if type(turns) is not int or not 1 <= turns <= MOST_TURNS:
        raise invalid("turns", turns, f"a whole number from 1 to {MOST_TURNS}")
    on_board = [seat for seat, player in state.players.items() if player.square]
    if turns > 1 and set(on_board) != set(pair):
        raise invalid("turns", turns, f"1, for more than {pair[0]} and {pair[1]} are on the board")
    return Payoffs(game, state, pair, turns, _others(game, state, pair, others or {}))


def _state_of(game: PacoGame, state: object) -> State:
    """The state, or that of a match."""
    found = state.state if isinstance(state, Match) else state
    if not isinstance(found, State):
        raise invalid(
            "the state", state, "a match of P.A.C.O., or a state as game.position(…) gives"
        )
    if tuple(found.players) != game.seats:
        raise invalid("the players of the state", list(found.players), f"{', '.join(game.seats)}")
    return found


def _pair(state: State, seats: Sequence[str] | None) -> tuple[str, str]:
    able = [seat for seat in state.players if may_write(state, seat)]
    if seats is None and len(able) < 2:
        raise BadInput(f"only {able[0]} writes an order in this turn; accepted: a table where two "
                       "do" if able else "nobody writes an order in this turn")  # fmt: skip
    if seats is None and len(able) > 2:
        text = f"{join_list(able)} are to write; say which two, such as seats={tuple(able[:2])}"
        raise BadInput(text)
    if seats is not None and not isinstance(seats, list | tuple):
        raise invalid("seats", seats, f"two of {', '.join(able)}, such as {tuple(able[:2])}")
    pair = tuple(able if seats is None else seats)
    if len(pair) != 2 or len(set(pair)) != 2 or not set(pair) <= set(able):
        raise invalid(
            "seats", pair, f"two of {', '.join(able) or 'nobody'}, who may write an order"
        )
    return pair[0], pair[1]


def _others(
    game: PacoGame, state: State, pair: tuple[str, str], others: Mapping[str, str]
) -> list[Order]:
    """The orders of everybody else who may write one."""
    able = [seat for seat in state.players if may_write(state, seat) and seat not in pair]
    for seat in others:
        if seat not in able:
            raise invalid("others", seat, ", ".join(able) or "nobody: all others have no order")
    found = []
    for seat in able:
        if seat not in others:
            raise BadInput(f"others has no order for {seat}; accepted: an order for each of "
                           f"{', '.join(able)}")  # fmt: skip
        order = parse_move(state, f"{seat} {others[seat]}")
        refusal = game.refusal(state, order)
        if refusal or not isinstance(order, Order):
            reason = refusal.text if refusal else "that is no order"
            raise invalid(
                f"others[{seat!r}]", others[seat], f"an order that may be written: {reason}"
            )
        found.append(order)
    return found


def _index(what: str, words: str, orders: Sequence[Order]) -> int:
    said = [order.words for order in orders]
    wanted = "jump then forward" if words == "jump" else words
    if wanted not in said:
        raise invalid(f"the {what}", words, ", ".join(said))
    return said.index(wanted)


def _cell_text(cell: Cell) -> str:
    return " / ".join(f"{float(points):+.2f}".replace(".00", "") for points in cell.points)
