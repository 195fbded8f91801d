"""Tables of what each secret choice of one seat brings against each of another.

Vocabulary
    row, column  a choice of the first seat, of the second
    end          a state that a pair of choices may lead to, with its probability
    cell         one choice of each seat, and what both may expect of them
    others       the choices of all other seats, the same in every cell
    mix          how often to make each choice, so that the other can't take advantage
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, did_you_mean, invalid
from piecepack_nb.core.match import Match
from piecepack_nb.core.steps import Step
from piecepack_nb.core.wording import capitalise
from piecepack_nb.search.zerosum import Equilibrium, solve

Pair = tuple[Any, Any]
"""A number of each of the two seats."""


class End(NamedTuple):
    """A state that choices may lead to."""

    odds: Fraction
    state: Any
    chance: tuple[Any, ...] = ()
    """The rolls, draws and shuffles that come after the choices."""


def mean(found: Sequence[tuple[Fraction, Pair]]) -> Pair:
    """Return the average of pairs by their probability; of whole numbers it is exact."""
    one, two = (sum((odds * pair[i] for odds, pair in found), Fraction(0)) for i in (0, 1))
    return one, two


class Cell(NamedTuple):
    """A choice of each of two seats, and what both may expect of them."""

    row: str
    column: str
    values: tuple[float, float]
    """The gain of the row seat and of the column seat: the ``mean`` of the outcomes."""
    outcomes: tuple[tuple[Fraction, Pair], ...]
    """The same for each way that chance may decide, with its probability; of points, exact."""
    chance: tuple[tuple[Any, ...], ...]
    """The moves of chance of each outcome."""

    @property
    def difference(self) -> float:
        """The gain of the row seat over the column seat."""
        return self.values[0] - self.values[1]

    def __str__(self) -> str:
        return " / ".join(map(figure, self.values))


def figure(value: float) -> str:
    """Return a gain as text.

    >>> figure(2), figure(-0.25), figure(0.001)
    ('+2', '-0.25', '0')
    """
    return "0" if abs(value) < 0.005 else f"{value:+.2f}".rstrip("0").rstrip(".")


def cells_of(
    choices: Mapping[str, Sequence[Any]],
    ends: Callable[[Any, Any], Sequence[End]],
    worth: Callable[[Any], Pair],
) -> list[list[Cell]]:
    """Return the cells of two seats' choices, row by row.

    ``ends`` returns what a choice of each leads to, ``worth`` what a state is worth to both.
    """
    (one, rows), (two, columns) = choices.items()

    def cell(row: Any, column: Any) -> Cell:
        found = ends(row, column)
        outcomes = tuple((end.odds, worth(end.state)) for end in found)
        gain, other = map(float, mean(outcomes))
        chance = tuple(end.chance for end in found)
        return Cell(label(row, one), label(column, two), (gain, other), outcomes, chance)

    return [[cell(row, column) for column in columns] for row in rows]


class Payoffs:
    """The table; ``table["rock", "paper"]`` is a cell, ``table.solve()`` how both should mix."""

    def __init__(
        self,
        start: Match,
        choices: Mapping[str, Sequence[Any]],
        others: Mapping[str, Any],
        cells: Sequence[Sequence[Cell]],
        worth: str = "points",
        remarks: Sequence[str] = (),
    ) -> None:
        self.game, self.start = start.game, start.branch(start.cursor)
        one, two = choices
        self.seats = (one, two)
        self.worth = worth
        """The meaning of a cell, in words."""
        self.remarks = remarks
        row, column = map(capitalise, self.seats)
        self.title = f"{self.game.title}: {row} (rows) against {column} (columns), {worth}"
        self.choices, self.fixed = choices, others
        self.cells = cells
        self.rows_of, self.columns_of = (
            tuple(label(move, seat) for move in each) for seat, each in choices.items()
        )

    def __getitem__(self, choices: tuple[str, str]) -> Cell:
        """Return the cell of two choices in words; raises BadInput for others."""
        row, column = self._at(choices)
        return self.cells[row][column]

    def _at(self, choices: object) -> tuple[int, int]:
        if not isinstance(choices, tuple) or len(choices) != 2:
            example = f"table[{self.rows_of[0]!r}, {self.columns_of[0]!r}]"
            raise invalid("the cell", choices, f"a choice of each seat, as in {example}")
        row, column = (
            _index(name, str(word), known)
            for name, word, known in zip(
                ("row", "column"), choices, (self.rows_of, self.columns_of), strict=True
            )
        )
        return row, column

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

    def match(self, row: str, column: str, outcome: int = 0) -> Match:
        """Return a match in which these choices were made: to show, and to play on.

        ``outcome`` numbers the ways that chance may decide from 0. Raises BadInput for a choice or
        an outcome that the table doesn't have.
        """
        at = self._at((row, column))
        ways = self.cells[at[0]][at[1]].chance
        if type(outcome) is not int or not 0 <= outcome < len(ways):
            raise invalid("outcome", outcome, f"a whole number from 0 to {len(ways) - 1}")
        made = {seat: self.choices[seat][n] for seat, n in zip(self.seats, at, strict=True)}
        match = self.start.branch(self.start.cursor)
        for move in in_order(self.game.seats, {**made, **self.fixed}):
            match.play(move)
        for move in ways[outcome]:
            match.play(move)
        return match

    def steps(self, row: str, column: str, outcome: int = 0) -> Sequence[Step]:
        """Return how two choices are made and carried out; arguments as for ``match``."""
        return self.match(row, column, outcome).steps[len(self.start.steps) :]

    def grid(self) -> tuple[tuple[str, ...], ...]:
        """Return the text of each cell, after that of its row."""
        lines = zip(self.rows_of, self.cells, strict=True)
        return tuple((row, *map(str, line)) for row, line in lines)


def _index(name: str, word: str, known: Sequence[str]) -> int:
    """Return the place of a choice; the first word does, where no other choice has it."""
    found = [each for each in known if each.split(" ")[0] == word]
    if word not in known and len(found) != 1:
        raise invalid(f"the {name}", word, f"one of {', '.join(known)}{did_you_mean(word, known)}")
    return known.index(word if word in known else found[0])


def label(move: Any, seat: str) -> str:
    """Return a choice in words, without its seat."""
    return str(move).removeprefix(f"{seat} ")


def in_order(seats: Sequence[str], chosen: Mapping[str, Any]) -> list[Any]:
    """Return the choices in the order of the seats."""
    return [chosen[seat] for seat in seats if seat in chosen]


def two_of(able: Sequence[str], seats: object) -> tuple[str, str]:
    """Return the two seats to compare, of those that choose; raise BadInput for any others."""
    if seats is None and len(able) == 2:
        return able[0], able[1]
    example = f"two of {', '.join(able)} who choose now, such as seats={tuple(able[:2])}"
    if len(able) < 2:
        who = f"only {able[0]} chooses" if able else "nobody chooses"
        raise BadInput(f"{who} in secret now; expected a match in which two seats do")
    given = tuple(seats) if isinstance(seats, list | tuple) else ()
    if len(given) != 2 or len({*given}) != 2 or not {*given} <= {*able}:
        raise invalid("seats", seats, example)
    return given[0], given[1]


def fixed_choices(choices: Mapping[str, Iterable[Any]], given: Mapping[str, str]) -> dict[str, Any]:
    """Return the choice of each seat, of those that it has; raise BadInput for a wrong one."""
    for seat in given:
        if seat not in choices:
            raise invalid("others", seat, ", ".join(choices) or "nobody: only two seats choose")
    found = {}
    for seat, moves in choices.items():
        named = {label(move, seat): move for move in moves}
        expected = f"one of {', '.join(named)}"
        if seat not in given:
            raise BadInput(f"others has no choice of {seat}; expected {expected}")
        word = str(given[seat])
        if word not in named:
            raise invalid(f"others[{seat!r}]", word, expected + did_you_mean(word, named))
        found[seat] = named[word]
    return found
