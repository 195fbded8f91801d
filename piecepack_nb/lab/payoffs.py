"""Payoffs of secret choices: what each choice of one seat brings against each of another.

    pp.payoffs(RockPaperScissors)
    pp.payoffs(match, ("ann", "ben"), others={"cat": "3"})

The table itself is ``search.payoffs``; here is what its cells count, and how it is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from numbers import Real
from typing import Any

from piecepack_nb.core.actors import Actor, Chance, Rolls, Simultaneous
from piecepack_nb.core.dice import seeded_pick
from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.match import Match
from piecepack_nb.core.wording import capitalise, count_noun, join_list
from piecepack_nb.lab.chart import Chart
from piecepack_nb.lab.finding import Finding, Record
from piecepack_nb.scene.model import TextTable
from piecepack_nb.search.payoffs import (
    End,
    Pair,
    Payoffs,
    cells_of,
    figure,
    fixed_choices,
    in_order,
    two_of,
)
from piecepack_nb.search.uct import play_all

MOST_CHOICES = 40
MOST_OUTCOMES = 100
"""The most outcomes of dice or draws that are all counted; of more, so many are drawn."""
MOST_DRAWS = 4
"""The most times that chance decides between the choices and what they bring."""

Value = Callable[[Any, str], float]


def payoffs(
    what: AnyGame | Match,
    seats: Sequence[str] | None = None,
    *,
    others: Mapping[str, str] | None = None,
    value: Value | None = None,
    turns: int = 1,
) -> PayoffTable:
    """Return what each choice of one seat brings against each of another.

    ``what`` is a match in which seats choose in secret now, or a game that begins with such a
    choice. ``seats`` are the two, by default the only two that choose; ``others`` has the choices
    of all others. A cell counts the points won, or else who has won, or else what ``evaluate``
    says; ``value(state, seat)`` counts anything else. ``turns`` above 1 looks further, in
    P.A.C.O. Raises BadInput for a game without secret choices, and for other wrong arguments.
    """
    match = what if isinstance(what, Match) else Match(what, seed=0)
    actor = match.to_act
    if not isinstance(actor, Simultaneous):
        raise BadInput(_not_secret(match, actor))
    if value is None and hasattr(match.game, "payoff_cells"):
        return PayoffTable(*match.game.payoff_cells(match, seats, turns, others))
    if turns != 1:
        raise invalid("turns", turns, "1 in this game, or with value=")
    if value is None and not hasattr(match.state, "score"):
        raise invalid("the game", match.game.name, "a class of your own, or a value=")
    pair = two_of(actor.seats, seats)
    others_choose = {s: match.game.moves_for(match.state, s) for s in actor.seats if s not in pair}
    rest = fixed_choices(others_choose, others or {})
    choices = {seat: _choices(match, seat) for seat in pair}
    made = _Ends(match, pair, rest)
    for row, column in product(*choices.values()):
        made.after(row, column)
    worth, of = made.counted_by(value)
    cells = cells_of(choices, made.after, of)
    remarks = ("Chance was drawn at random in some cells.",) * made.sampled
    return PayoffTable(match, choices, rest, cells, worth, remarks)


def _choices(match: Match, seat: str) -> list[Any]:
    found = list(match.game.moves_for(match.state, seat))
    if not 0 < len(found) <= MOST_CHOICES:
        expected = f"1 to {MOST_CHOICES}, to have a table that can be read"
        raise invalid(f"the number of choices of {seat}", len(found), expected)
    return found


def _not_secret(match: Match, actor: Actor | None) -> str:
    """Return why a match has no table now, and what to do."""
    if actor is None:
        return "the game is over; expected a match in which two seats choose in secret"
    if match.game.secret:
        now = ", ".join(actor.seats) or "chance"
        return (
            f"it is the turn of {now}, and nobody chooses in secret; expected a match that has "
            "been played to a secret choice"
        )
    return (
        f"in {match.game.name} nobody chooses in secret; expected a class with secret = True and "
        "reveal(self, table, …), or with a phase in together = ('bid',)"
    )


class PayoffTable(Payoffs, Finding):
    """The table; ``table["rock", "paper"]`` is a cell, ``table.solve()`` how both should mix."""

    def rows(self) -> list[tuple[str, str]]:
        """Return how often each seat should make each choice, then what they may expect."""
        found = self.solve()
        rows = [
            (f"{capitalise(seat)}: {choice}", f"{100 * share:.0f} %")
            for seat, names, mix in zip(
                self.seats, (self.rows_of, self.columns_of), found[:2], strict=True
            )
            for choice, share in zip(names, mix, strict=True)
        ]
        return [*rows, (f"{capitalise(self.seats[0])} gains", figure(found.value))]

    def records(self) -> list[Record]:
        """Return a row for each cell."""
        return [
            {"row": cell.row, "column": cell.column}
            | dict(zip(self.seats, cell.values, strict=True))
            for line in self.cells
            for cell in line
        ]

    def drawing(self) -> Chart:
        """Return a field for each cell, coloured by what the row seat gains over the other."""
        rows = tuple(
            {"x": c.column, "y": c.row, "value": c.difference, "short": str(c), "text": str(c)}
            for line in self.cells
            for c in line
        )
        row, column = map(capitalise, self.seats)
        notes = (f"If only the difference counts: {self._advice()}",)
        return Chart("heat", self.title, rows, f"{row} gains", column, row, notes=notes)

    def _advice(self) -> str:
        """Return how both should mix in a sentence."""
        found = self.solve()
        mixes = [
            f"{capitalise(seat)} "
            + join_list(f"{name} {100 * p:.0f} %" for name, p in chosen if p >= 0.005)
            for seat, chosen in zip(
                self.seats,
                (
                    zip(self.rows_of, found.rows, strict=True),
                    zip(self.columns_of, found.columns, strict=True),
                ),
                strict=True,
            )
        ]
        return f"{'; '.join(mixes)}; {capitalise(self.seats[0])} gains {figure(found.value)}."

    def _grid(self) -> TextTable:
        head = (" \\ ".join(map(capitalise, self.seats)), *self.columns_of)
        return TextTable(self.title, head, self.grid())

    def table(self) -> str:
        """Return the table as text, with how both should mix."""
        return "\n".join([str(self._grid()), self._advice(), *self.remarks])

    def _html(self) -> str:
        return f"{self._grid()._repr_html_()}<p>{self._advice()}</p>"

    def __repr__(self) -> str:
        size = f"{len(self.rows_of)} by {count_noun(len(self.columns_of), 'choice')}"
        return f"<Payoffs of {self.seats[0]} and {self.seats[1]}, {size}>"


class _Ends:
    """The states after pairs of choices, and what can be counted of them."""

    def __init__(self, match: Match, seats: tuple[str, str], others: Mapping[str, Any]) -> None:
        self.game, self.before, self.seats, self.others = match.game, match.state, seats, others
        self.pick, self.sampled = seeded_pick("payoffs", match.seed), False
        self.known: dict[tuple[Any, Any], list[End]] = {}

    def after(self, row: Any, column: Any) -> list[End]:
        """Return what a choice of each seat leads to; asked again, the same."""
        if (row, column) not in self.known:
            made = {**dict(zip(self.seats, (row, column), strict=True)), **self.others}
            revealed = play_all(self.game, self.before, in_order(self.game.seats, made))
            self.known[row, column] = self._decided(End(Fraction(1), revealed))
        return self.known[row, column]

    def _decided(self, end: End) -> list[End]:
        """Return the states once chance has decided what the choices do."""
        actor, draws = self.game.to_act(end.state), len(end.chance)
        if not isinstance(actor, Chance) or actor.purpose == "roll" or draws == MOST_DRAWS:
            return [end]
        if 0 < len(rolls := Rolls(actor)) <= MOST_OUTCOMES and not draws:
            outcomes = list(rolls)
        else:
            self.sampled = True
            many = 1 if draws else MOST_OUTCOMES
            outcomes = [self.game.chance_move(end.state, self.pick) for _ in range(many)]
        return [
            each
            for move in outcomes
            for each in self._decided(
                End(
                    end.odds / len(outcomes),
                    self.game.next_state(end.state, move),
                    (*end.chance, move),
                )
            )
        ]

    def counted_by(self, value: Value | None) -> tuple[str, Callable[[Any], Pair]]:
        """Return what is counted, in words and as a function of a state."""
        worth, of = self._counted_by(value)
        return worth, lambda state: (of(state, self.seats[0]), of(state, self.seats[1]))

    def _counted_by(self, value: Value | None) -> tuple[str, Value]:
        states = [end.state for ends in self.known.values() for end in ends]
        game, before = self.game, self.before
        if value is not None:
            return "by your value", lambda state, seat: _number(value(state, seat))
        if any(state.score != before.score for state in states):
            return "points", lambda state, seat: state.score[seat] - before.score[seat]
        if any(game.result(state) is not None for state in states):
            return "1 for a win, -1 for a loss", self._result
        if len({game.evaluate(state, self.seats[0]) for state in states}) > 1:
            return "by its evaluate", game.evaluate
        raise BadInput(
            f"no choice changes table.score or ends {game.name}; expected points in reveal, "
            "an evaluate(self, table, seat), or value=, a function of a state and a seat"
        )

    def _result(self, state: Any, seat: str) -> float:
        result = self.game.result(state)
        return 0.0 if result is None else self.game.payoff(result, seat)


def _number(value: object) -> float:
    if not isinstance(value, Real):
        raise invalid("the result of value", value, "a number")
    return float(value)
