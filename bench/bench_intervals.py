"""How often the lab's intervals hold: 1,000 repeated experiments with a known answer.

Two players roll a die in turn; the first high roll wins. With p the probability of a high roll,
the first player wins 1 / (2 - p) of all games, and a game lasts 1 / p turns: with a 6 to win 6 / 11
and 6 turns, with a 5 or a 6 to win 3 / 5 and 3 turns. The same dice under both rules make pairs.

Then the best and the worst value are compared in sweeps over values that all play by the same rule,
and equal bots are rated: their skill, 50 %, must be within its interval.

``rows()`` returns a row for each kind of interval; as a script this prints a table. The arguments
are the number of experiments (1000) and of games in each (100).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

if __name__ == "__main__":  # so that the script runs from a clone that is not installed
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import piecepack_nb as pp
from piecepack_nb.design import Board, option
from piecepack_nb.lab import GameSummary, Simulation, Sweep, Tournament, simulate
from piecepack_nb.lab.interval import Estimate, estimator
from piecepack_nb.lab.simulation import column

EXPERIMENTS, GAMES, EVERY = 1000, 100, 10
"""The experiments, the games of each, and the games after which one looks again."""
SEED = 2026
VALUES = (3, 6, 10)
BOTS = (2, 3, 4, 6)
"""The numbers of values of sweeps, and of equal bots."""


@pp.register
class HighRoll(Board):
    """Roll in turn; the first high roll wins."""

    seats = ("ann", "ben")
    dice = Board.die("123456")
    least = option(6, "The lowest roll that wins.", low=2, high=6)

    def rolled(self, table: Any) -> None:
        """Note the roll."""
        table.last = table.points

    def winner(self, table: Any) -> str | None:
        """Return the seat that rolled high."""
        return table.seat if table.points and table.points >= self.least else None


def rows(experiments: int = EXPERIMENTS, games: int = GAMES) -> list[dict[str, Any]]:
    """Return how many of the experiments' intervals hold the true value."""
    game = pp.game("high_roll")
    many = experiments * games
    six, five = (simulate(game.under(least=each), many, SEED, keep=False) for each in (6, 5))
    wins, turns = (column(name, [six]) for name in ("won by ann", "turns"))
    found = []
    for of, unit, truth in ((wins, "%", 6 / 11), (turns, "turns", 6)):
        values = [of.of(each) for each in six]
        found += _row(f"{of.name}, one rule set", values, unit, truth, games)
    for of, unit, truth in ((wins, "points", 3 / 5 - 6 / 11), (turns, "turns", 3 - 6)):
        pairs = _differences(six.outcomes, five.outcomes, of.of)
        found += _row(f"{of.name}, difference of pairs", pairs, unit, truth, games)
    return found


def sweep_rows(experiments: int = EXPERIMENTS, games: int = GAMES) -> list[dict[str, Any]]:
    """Return how many sweeps without effect leave the best and the worst value unsettled."""
    game = pp.game("high_roll")
    played = simulate(game, experiments * games, SEED, keep=False).outcomes
    random = Random(SEED)

    def sweep_of(count: int) -> Sweep:
        drawn = (random.choices(played, k=games) for _ in range(count))
        cells = {(n,): Simulation("", game.seats, each, game=game) for n, each in enumerate(drawn)}
        return Sweep("", ("value",), cells, "won by ann")

    def is_unsettled(found: Sweep) -> bool:
        shares = found.estimates()
        worst, best = (choose(shares, key=lambda each: shares[each].value) for choose in (min, max))
        return not found.difference(worst, best).settled

    return [
        _share(
            f"best against worst of {count} equal values, after {games} games each",
            [sweep_of(count) for _ in range(experiments)],
            is_unsettled,
        )
        for count in VALUES
    ]


def skill_rows(experiments: int = EXPERIMENTS, games: int = GAMES) -> list[dict[str, Any]]:
    """Return how many tournaments of equal bots have a skill interval that holds 50 %."""
    random = Random(SEED)

    def tournament_of(count: int) -> Tournament:
        names = [str(bot) for bot in range(count)]
        scores = [
            (*pair, random.choice((0.0, 0.5, 0.5, 1.0)))
            for pair in combinations(names, 2)
            for _ in range(games // 2)
        ]
        return Tournament("", names, scores)

    return [
        _share(
            f"skill of {count} equal bots, {games} games a pairing",
            [tournament_of(count) for _ in range(experiments)],
            lambda found: found.skill.low <= 0.5,
        )
        for count in BOTS
    ]


def _differences(
    a: Sequence[GameSummary], b: Sequence[GameSummary], of: Callable[[GameSummary], float]
) -> list[float]:
    return [of(there) - of(here) for here, there in zip(a, b, strict=True)]


def _row(
    what: str, values: Sequence[float], unit: str, truth: float, games: int
) -> list[dict[str, Any]]:
    """Return a row for the interval of a fixed number of games, and one for that of any time."""
    parts = [values[start : start + games] for start in range(0, len(values), games)]
    fixed, any_time = (estimator(unit, any_time=each) for each in (False, True))
    looks = range(EVERY, games + 1, EVERY)
    return [
        _share(f"{what}: after {games} games", parts, lambda part: _holds(fixed(part), truth)),
        _share(
            f"{what}: that one, looked at every {EVERY}",
            parts,
            lambda part: all(_holds(fixed(part[:look]), truth) for look in looks),
        ),
        _share(
            f"{what}: any time, looked at every {EVERY}",
            parts,
            lambda part: all(_holds(any_time(part[:look]), truth) for look in looks),
        ),
    ]


def _holds(found: Estimate, truth: float) -> bool:
    return found.low <= truth <= found.high


def _share(what: str, parts: Sequence[Any], holds: Callable[[Any], bool]) -> dict[str, Any]:
    held = sum(map(holds, parts))
    return {"what": what, "of": len(parts), "held": held, "percent": 100 * held / len(parts)}


if __name__ == "__main__":
    for table in (rows, sweep_rows, skill_rows):
        for row in table(*map(int, sys.argv[1:3])):
            print("   ".join(f"{name} {value}" for name, value in row.items()), flush=True)
