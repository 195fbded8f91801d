"""Payoffs of secret choices: what each choice of one seat brings against each of another.

    pp.payoffs(RockPaperScissors)
    pp.payoffs(match, ("ann", "ben"), others={"cat": "3"})

Vocabulary
    row, column  a choice of the first seat, of the second
    cell         one choice of each, carried out by the game itself
    worth        what a cell brings a seat: see ``worth`` of a table
    mix          how often to make each choice, so that the other can't take advantage
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from numbers import Real
from statistics import fmean
from typing import Any, NamedTuple

from piecepack_nb.core.actors import Chance, Rolls, Simultaneous
from piecepack_nb.core.dice import seeded_pick
from piecepack_nb.core.errors import BadInput, did_you_mean, invalid
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.match import Match
from piecepack_nb.core.wording import capitalise, count_noun, join_list
from piecepack_nb.lab.chart import Chart
from piecepack_nb.lab.finding import Finding, Record
from piecepack_nb.scene.model import TextTable
from piecepack_nb.search.uct import play_all
from piecepack_nb.search.zerosum import Equilibrium, solve

MOST_CHOICES = 40
MOST_OUTCOMES = 100
"""The most outcomes of dice or draws that are all counted; of more, so many are drawn."""
MOST_DRAWS = 4
"""The most times that chance decides between the choices and what they bring."""

Value = Callable[[Any, str], float]
Pair = tuple[float, float]


def payoffs(
    what: AnyGame | Match,
    seats: Sequence[str] | None = None,
    *,
    others: Mapping[str, str] | None = None,
    value: Value | None = None,
) -> PayoffTable:
    """Return what each choice of one seat brings against each of another.

    ``what`` is a match in which seats choose in secret now, or a game that begins with such a
    choice. ``seats`` are the two, by default the only two that choose; ``others`` has the choices
    of all others. A cell counts the points won, or else who has won, or else what ``evaluate``
    says; ``value(state, seat)`` counts anything else. Raises BadInput for a game without secret
    choices, and for other wrong arguments.
    """
    match = what if isinstance(what, Match) else Match(what, seed=0)
    actor = match.to_act
    if value is None and hasattr(match.game, "payoffs"):
        raise invalid("the game", match.game.name, "another one; write game.payoffs(match) for it")
    if not isinstance(actor, Simultaneous):
        raise BadInput(_not_secret(match, actor))
    if value is None and not hasattr(match.state, "score"):
        raise invalid("the game", match.game.name, "a class of your own, or a value=")
    pair = _pair(actor.seats, seats)
    rest = _others(match, [seat for seat in actor.seats if seat not in pair], others or {})
    return PayoffTable(match, pair, rest, value)


def _not_secret(match: Match, actor: object) -> str:
    """Return why a match has no table now, and what to do."""
    if actor is None:
        return "the game is over; expected a match in which two seats choose in secret"
    if match.game.secret:
        now = str(getattr(actor, "name", "") or getattr(actor, "purpose", "") or "chance")
        return (
            f"it is the turn of {now}, and nobody chooses in secret; expected a match that has "
            "been played to a secret choice"
        )
    return (
        f"in {match.game.name} nobody chooses in secret; expected a class with secret = True and "
        "reveal(self, table, …), or with a phase in together = ('bid',)"
    )


def _pair(able: Sequence[str], seats: object) -> tuple[str, str]:
    """Return the two seats to compare, of those that choose."""
    if seats is None and len(able) == 2:
        return able[0], able[1]
    example = f"two of {', '.join(able)} who choose now, such as seats={tuple(able[:2])}"
    given = tuple(seats) if isinstance(seats, list | tuple) else ()
    if len(given) != 2 or len({*given}) != 2 or not {*given} <= {*able}:
        raise invalid("seats", seats, example)
    return given[0], given[1]


def _others(match: Match, seats: list[str], given: Mapping[str, str]) -> dict[str, Any]:
    """Return the choices of all other seats; raise BadInput for a missing or an illegal one."""
    for seat in given:
        if seat not in seats:
            raise invalid("others", seat, ", ".join(seats) or "nobody: only two seats choose")
    found = {}
    for seat in seats:
        if seat not in given:
            raise BadInput(f"others has no choice of {seat}; expected one of each of {seats}")
        choices = {_label(move, seat): move for move in match.game.moves_for(match.state, seat)}
        word = str(given[seat])
        if word not in choices:
            expected = f"one of {', '.join(choices)}{did_you_mean(word, choices)}"
            raise invalid(f"others[{seat!r}]", given[seat], expected)
        found[seat] = choices[word]
    return found


def _label(move: Any, seat: str) -> str:
    """Return a choice in words, without its seat."""
    return str(move).removeprefix(f"{seat} ")


class Cell(NamedTuple):
    """A choice of each of two seats, and what it brings them."""

    row: str
    column: str
    values: Pair

    @property
    def difference(self) -> float:
        """What the row seat gains over the column seat."""
        return self.values[0] - self.values[1]

    def __str__(self) -> str:
        return " / ".join(map(_figure, self.values))


def _figure(value: float) -> str:
    return "0" if abs(value) < 0.005 else f"{value:+.2f}".rstrip("0").rstrip(".")


class PayoffTable(Finding):
    """The table; ``table["rock", "paper"]`` is a cell, ``table.solve()`` how both should mix."""

    def __init__(
        self, match: Match, seats: tuple[str, str], others: Mapping[str, Any], value: Value | None
    ) -> None:
        self.seats = seats
        self.game = match.game
        moves = [list(match.game.moves_for(match.state, seat)) for seat in seats]
        for seat, each in zip(seats, moves, strict=True):
            if not 0 < len(each) <= MOST_CHOICES:
                expected = f"1 to {MOST_CHOICES}, to have a table that can be read"
                raise invalid(f"the number of choices of {seat}", len(each), expected)
        self.rows_of, self.columns_of = (
            tuple(_label(move, seat) for move in each)
            for seat, each in zip(seats, moves, strict=True)
        )
        made = _Made(match, seats, others, moves)
        self.worth, of = made.counted_by(value)
        """What a cell counts, in words."""
        self.cells = tuple(
            tuple(
                Cell(row, column, (fmean(of(s, 0) for s in ends), fmean(of(s, 1) for s in ends)))
                for column, ends in zip(self.columns_of, line, strict=True)
            )
            for row, line in zip(self.rows_of, made.ends, strict=True)
        )
        row, column = map(capitalise, seats)
        self.title = f"{match.game.title}: {row} (rows) against {column} (columns), {self.worth}"
        self.remarks = ("Chance was drawn at random in some cells.",) * made.sampled

    def __getitem__(self, choices: tuple[str, str]) -> Cell:
        """Return the cell of two choices in words; raises BadInput for others."""
        given: object = choices
        if not isinstance(given, tuple) or len(given) != 2:
            example = f"table[{self.rows_of[0]!r}, {self.columns_of[0]!r}]"
            raise invalid("the cell", choices, f"a choice of each seat, as in {example}")
        at = []
        for name, word, known in zip(
            ("row", "column"), choices, (self.rows_of, self.columns_of), strict=True
        ):
            if str(word) not in known:
                expected = f"one of {', '.join(known)}{did_you_mean(str(word), known)}"
                raise invalid(f"the {name}", word, expected)
            at.append(known.index(str(word)))
        return self.cells[at[0]][at[1]]

    @property
    def matrix(self) -> list[list[float]]:
        """The differences alone, row by row: what the row seat gains over the column seat."""
        return [[cell.difference for cell in line] for line in self.cells]

    def solve(self, rounds: int = 2000) -> Equilibrium:
        """Return how both should mix their choices if only the difference between them counts."""
        return solve(self.matrix, rounds)

    def dominated(self) -> dict[str, list[str]]:
        """Return by seat the choices that another one beats, whatever the other seat does."""
        lines = [[[cell.values[0] for cell in line] for line in self.cells]]
        lines.append([[cell.values[1] for cell in line] for line in zip(*self.cells, strict=True)])
        return {
            seat: [
                name
                for name, line in zip(names, found, strict=True)
                if any(all(b > a for a, b in zip(line, other, strict=True)) for other in found)
            ]
            for seat, names, found in zip(
                self.seats, (self.rows_of, self.columns_of), lines, strict=True
            )
        }

    def stable(self) -> list[Cell]:
        """Return the cells that neither seat would leave alone, if each counts its own values."""
        best_row = [max(cell.values[0] for cell in line) for line in zip(*self.cells, strict=True)]
        best_column = [max(cell.values[1] for cell in line) for line in self.cells]
        return [
            cell
            for line, column in zip(self.cells, best_column, strict=True)
            for cell, row in zip(line, best_row, strict=True)
            if cell.values[0] >= row and cell.values[1] >= column
        ]

    # --- as a finding ----------------------------------------------------------------------------

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
        return [*rows, (f"{capitalise(self.seats[0])} gains", _figure(found.value))]

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
        return f"{'; '.join(mixes)}; {capitalise(self.seats[0])} gains {_figure(found.value)}."

    def _grid(self) -> TextTable:
        head = (" \\ ".join(map(capitalise, self.seats)), *self.columns_of)
        lines = zip(self.rows_of, self.cells, strict=True)
        return TextTable(self.title, head, tuple((row, *map(str, line)) for row, line in lines))

    def table(self) -> str:
        """Return the table as text, with how both should mix."""
        return "\n".join([str(self._grid()), self._advice(), *self.remarks])

    def _html(self) -> str:
        return f"{self._grid()._repr_html_()}<p>{self._advice()}</p>"

    def __repr__(self) -> str:
        size = f"{len(self.rows_of)} by {count_noun(len(self.columns_of), 'choice')}"
        return f"<Payoffs of {self.seats[0]} and {self.seats[1]}, {size}>"


class _Made:
    """The states after each pair of choices, and what can be counted of them."""

    def __init__(
        self,
        match: Match,
        seats: tuple[str, str],
        others: Mapping[str, Any],
        moves: Sequence[Sequence[Any]],
    ) -> None:
        self.game, self.before, self.seats = match.game, match.state, seats
        self.pick, self.sampled = seeded_pick("payoffs", match.seed), False
        self.ends = [
            [
                self._after(self._revealed({seats[0]: row, seats[1]: column, **others}))
                for column in moves[1]
            ]
            for row in moves[0]
        ]

    def _revealed(self, chosen: Mapping[str, Any]) -> Any:
        """Return the state after all choices, which are made in the order of the seats."""
        moves = [chosen[seat] for seat in self.game.seats if seat in chosen]
        return play_all(self.game, self.before, moves)

    def _after(self, state: Any, draws: int = 0) -> list[Any]:
        """Return the states once chance has decided what the choices do, each equally likely."""
        actor = self.game.to_act(state)
        if not isinstance(actor, Chance) or actor.purpose == "roll" or draws == MOST_DRAWS:
            return [state]
        if 0 < len(rolls := Rolls(actor)) <= MOST_OUTCOMES and not draws:
            outcomes = list(rolls)
        else:
            self.sampled = True
            many = 1 if draws else MOST_OUTCOMES
            outcomes = [self.game.chance_move(state, self.pick) for _ in range(many)]
        after = (self.game.next_state(state, each) for each in outcomes)
        return [end for each in after for end in self._after(each, draws + 1)]

    def counted_by(self, value: Value | None) -> tuple[str, Callable[[Any, int], float]]:
        """Return what is counted, in words and as a function of a state and a seat's number."""
        states = [state for line in self.ends for ends in line for state in ends]
        game, seats = self.game, self.seats
        if value is not None:
            return "by your value", lambda state, at: _number(value(state, seats[at]))
        before = self.before.score
        if any(state.score != before for state in states):
            return "points", lambda state, at: state.score[seats[at]] - before[seats[at]]
        if any(game.result(state) is not None for state in states):
            return "1 for a win, -1 for a loss", self._result
        if len({game.evaluate(state, seats[0]) for state in states}) > 1:
            return "by its evaluate", lambda state, at: game.evaluate(state, seats[at])
        raise BadInput(
            f"no choice changes table.score or ends {game.name}; expected points in reveal, "
            "an evaluate(self, table, seat), or value=, a function of a state and a seat"
        )

    def _result(self, state: Any, at: int) -> float:
        result = self.game.result(state)
        return 0.0 if result is None else self.game.payoff(result, self.seats[at])


def _number(value: object) -> float:
    if not isinstance(value, Real):
        raise invalid("the result of value", value, "a number")
    return float(value)
