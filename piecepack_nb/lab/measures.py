"""Measures of a design: numbers that any game has, each with its definition, unit and source.

They come from games between equal bots, so they say how the game is played by these bots. The value
of a state to each side, from 0 (lost) over 0.5 (even) to 1 (won), is the game's own evaluation or,
without one, the mean result of random playouts. What is counted in the course of such values is
counted in plausible courses, so that the playouts' chance doesn't count; see ``plausible``. Of six
games with known values it was within a third of the truth (bench/bench_measures.py), and intervals
are wider by so much.

Sources
    Browne and Maire (2010), Evolutionary game design, IEEE Trans. Comput. Intell. AI Games 2, 1-16
    Browne (2008), Automatic generation and evaluation of recombination games, PhD thesis, QUT
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from math import inf, isfinite, sqrt
from pathlib import Path
from statistics import fmean, variance
from typing import NamedTuple

from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.match import MAX_MOVES
from piecepack_nb.core.validate import whole_number
from piecepack_nb.lab.chart import Chart
from piecepack_nb.lab.finding import Finding, Record
from piecepack_nb.lab.interval import SCALES, Estimate, estimator, t_point, wilson
from piecepack_nb.lab.plausible import ValueCourse, plausible
from piecepack_nb.lab.playing import GameSummary, Profile
from piecepack_nb.lab.simulation import MAX_PLAYOUTS, Players, Simulation, simulate
from piecepack_nb.lab.workers import Workers

GAMES = 100
PLAYOUTS = 32
MARGIN = 0.1
"""A side leads if its value is higher than every other's by so much."""
MISSED = 1 / 3
"""By how much, in parts of the value, a measure of plausible courses may miss the truth."""
TENTHS = 10
MOST_SHOWN = 8

Rule = Callable[[Simulation], Estimate | None]
"""A measure: its estimate, or None where it isn't defined."""


class Measure(NamedTuple):
    """A measure of a game, with its definition."""

    name: str
    estimate: Estimate
    definition: str

    def __str__(self) -> str:
        return f"{self.name}: {self.estimate}"


# --- Who wins ------------------------------------------------------------------------------------


def starting(games: Simulation) -> Estimate | None:
    """How much more often the seat that moves first wins than by its fair share.

    The fair share of a win is 1 of the number of seats. A win that several seats share counts for
    each in part, a draw for all. Unit: percentage points. Source: the "advantage" of Browne (2008).
    In a game that pays points: how many more of them it gets than the mean of all seats.
    """
    game = games.game
    if game is not None and game.pays != "win" and not _together(games):
        return _mean(
            "points of the game", (_first_lead(game, each) for each in games if each.first)
        )
    if _together(games) or not all(game.first for game in games):
        return None
    shares = (_won_share(game, games.seats) for game in games if game.result)
    fair = 1 / len(games.seats)
    return _mean("points", shares, -fair, 1 - fair)


def drawn(games: Simulation) -> Estimate | None:
    """How many games nobody wins, or all win.

    Unit: % of all games. Source: the "drawishness" of Browne (2008).
    """
    if _together(games):
        return None
    return _share(games, lambda game: game.result and _is_draw(game, games.seats))


def won_together(games: Simulation) -> Estimate | None:
    """How many games the players win against the game itself.

    Only where they win or lose together. Unit: % of all games.
    """
    if not _together(games):
        return None
    return _share(games, lambda game: game.result and set(game.result.winners) & set(games.seats))


# --- How long ------------------------------------------------------------------------------------


def turns(games: Simulation) -> Estimate | None:
    """How many turns a game has, those of games that were stopped included.

    Unit: turns. Source: the "duration" of Browne (2008).
    """
    return _mean("turns", (game.turns for game in games), 0)


def length_spread(games: Simulation) -> Estimate | None:
    """How far the length of a game is from the mean length, on average.

    Unit: % of the mean length.
    """
    middle = games.turns
    spread = (100 * abs(game.turns - middle) / middle for game in games)
    return _mean("% of the mean", spread, 0)


def dead_ends(games: Simulation) -> Estimate | None:
    """How many games don't end before the limit of moves or seconds.

    Unit: % of all games. Source: the "completion" and "timeouts" of Browne (2008).
    """
    return _share(games, lambda game: game.result is None)


# --- What there is to decide ---------------------------------------------------------------------


def branching(games: Simulation) -> Estimate | None:
    """How many legal moves a player has, on average over the decisions of a game.

    Unit: moves. Source: the branching factor of game trees (Allis, 1994).
    """
    return _mean("moves", (fmean(p.options) for p in _profiles(games) if p.options), 0)


def forced(games: Simulation) -> Estimate | None:
    """How many decisions leave only one legal move, on average over games.

    Unit: % of a game's decisions.
    """
    found = (
        100 * sum(each == 1 for each in p.options) / len(p.options)
        for p in _profiles(games)
        if p.options
    )
    return _mean("% of decisions", found, 0, 100)


def choice(games: Simulation) -> Estimate | None:
    """How much the best move is better than the second best, if all then play at random.

    In each game, up to two decisions are drawn from those between several moves, all equally
    likely. All legal moves (eight at most) are followed by random playouts; half of these find the
    best two moves, the other half compare them. Now and then they find others than the best, so
    that the figure is a little too low: of tic-tac-toe by random players, 13.5 instead of 14.9.
    Unit: hundredths of a win. Source: the idea is that of "killer moves" of Browne (2008), for any
    decision. In a game that pays points the unit is points.
    """
    if games.game is not None and games.game.pays != "win":
        return _mean("points of the game", (fmean(p.gaps) for p in _profiles(games) if p.gaps), 0)
    gaps = (100 * fmean(p.gaps) for p in _profiles(games) if p.gaps)
    return _mean("% of a win", gaps, 0, 100)


# --- How it feels --------------------------------------------------------------------------------


def lead_changes(games: Simulation) -> Estimate | None:
    """How often another side takes the lead in a game.

    A side leads if its value is higher than every other's by 0.1. Values from playouts are those of
    plausible courses. Unit: changes. Source: the "lead change" of Browne and Maire (2010), there as
    a share of the moves.
    """
    return _over_courses("changes", games, lambda course, _: _changes(course))


def drama(games: Simulation) -> Estimate | None:
    """How far the later winner is behind, on average over the turns in which it is behind.

    The mean square root of the difference to the leader's value, where that is more than 0.1; 0 for
    a game in which it never is behind. Values from playouts are those of plausible courses. Unit: 0
    to 1. Source: the "drama" of Browne and Maire (2010).
    """
    return _over_courses("", games, _drama, 1)


def decisiveness(games: Simulation) -> Estimate | None:
    """How much of a game is left when its winner takes the lead for good.

    A side leads if its value is higher than every other's by 0.1: an even game isn't decided.
    Values from playouts are those of plausible courses. Unit: % of the turns. Source: after the
    "decisiveness" of Browne and Maire (2010), who count the moves after a threshold of the lead.
    """
    return _over_courses("% of turns", games, _decided, 100)


MEASURES: Mapping[str, Rule] = {
    "Starting is worth": starting,
    "Draws": drawn,
    "Won together": won_together,
    "Length": turns,
    "Spread of the length": length_spread,
    "Dead ends": dead_ends,
    "Legal moves": branching,
    "Forced moves": forced,
    "A choice is worth": choice,
    "Lead changes": lead_changes,
    "Drama": drama,
    "Decided early": decisiveness,
}
"""All measures, by the names that tables show."""


# --- Parts of the definitions --------------------------------------------------------------------


def _together(games: Simulation) -> bool:
    assert games.game is not None
    return games.game.cooperative or len(games.seats) == 1


def _profiles(games: Simulation) -> Iterator[Profile]:
    return (game.profile for game in games if game.profile is not None)


def _mean(
    unit: str, values: Iterator[float], low: float = -inf, high: float = inf
) -> Estimate | None:
    """Return the mean with its interval, within the bounds of what it can be; None of no value."""
    found = list(values)
    return _within(estimator(unit, any_time=False)(found), low, high) if found else None


def _within(found: Estimate, low: float, high: float) -> Estimate:
    """Return the estimate without what is below ``low`` or above ``high``."""
    if not isfinite(found.half_width):  # it has no interval
        return found
    value, least, most = (min(high, max(low, each)) for each in found.figures)
    return Estimate(value, least, most, found.unit)


Winners = Sequence[int]
"""The sides that win a game; none of a draw and of a game without result."""


def _over_courses(
    unit: str,
    games: Simulation,
    of: Callable[[ValueCourse, Winners], float | None],
    most: float = inf,
) -> Estimate | None:
    """Return the mean of a number that the course of a game has, or None where it isn't defined.

    The sets of plausible courses are imputations of the true ones; the interval has the variance
    between them too. See Rubin (1987), Multiple imputation for nonresponse in surveys, Wiley.
    """
    winners, sets, noisy = _courses(games)
    numbers = [
        [number for each in zip(courses, winners, strict=True) if (number := of(*each)) is not None]
        for courses in sets
    ]
    if not numbers or not numbers[0]:
        return None
    found = estimator(unit, any_time=False)([fmean(each) for each in zip(*numbers, strict=True)])
    if len(numbers[0]) > 1:
        margin = t_point(len(numbers[0]) - 1) * sqrt(_variance(numbers))
        margin += MISSED * found.value * noisy
        found = Estimate(found.value, found.value - margin, found.value + margin, unit)
    return _within(found, 0, most)


def _variance(numbers: Sequence[Sequence[float]]) -> float:
    """Return the variance of the mean of numbers that were imputed several times."""
    within = fmean(variance(each) / len(each) for each in numbers)
    if len(numbers) == 1:
        return within
    return within + (1 + 1 / len(numbers)) * variance(map(fmean, numbers))


@lru_cache(maxsize=1)
def _courses(games: Simulation) -> tuple[list[Winners], list[Sequence[ValueCourse]], bool]:
    """Return the winners of the games, sets of plausible courses, and True if playouts made them.

    Only games with a turn before their end, and of more than one side, have a course.
    """
    played = [
        (game, game.profile) for game in games if game.profile is not None and game.profile.leads
    ]
    turns = sum(len(profile.leads) for _, profile in played)
    noise = sum(profile.noise * len(profile.leads) for _, profile in played) / max(1, turns)
    sets = plausible([profile.leads for _, profile in played], noise)
    return [_winning_sides(games, game) for game, _ in played], sets, noise > 0


def _share(games: Simulation, holds: Callable[[GameSummary], object]) -> Estimate:
    return Estimate(*wilson(sum(bool(holds(game)) for game in games), len(games)), "%")


def _is_draw(game: GameSummary, seats: Sequence[str]) -> bool:
    assert game.result is not None
    return not game.result.winners or set(game.result.winners) >= set(seats)


def _first_lead(game: AnyGame, played: GameSummary) -> float:
    """Return how many points the first mover has more than the mean of all seats."""
    if played.result is None:
        return 0.0
    payoffs = {seat: game.payoff(played.result, seat) for seat in game.seats}
    return payoffs[played.first] - fmean(payoffs.values())


def _won_share(game: GameSummary, seats: Sequence[str]) -> float:
    """Return the first mover's part of the win, minus its fair share."""
    assert game.result is not None
    winners = [seat for seat in game.result.winners if seat in seats] or list(seats)
    return (game.first in winners) / len(winners) - 1 / len(seats)


def _leader(values: Sequence[float]) -> int | None:
    """Return the side that leads; None if none leads clearly."""
    best, second = sorted(values, reverse=True)[:2]
    return list(values).index(best) if best - second > MARGIN else None


def _changes(course: ValueCourse) -> int:
    found = [leader for values in course if (leader := _leader(values)) is not None]
    return sum(one != other for one, other in pairwise(found))


def _ahead(course: ValueCourse, winners: Winners) -> list[float]:
    """Return how far the winner is ahead of the best other side, after each turn."""
    return [
        max(values[side] for side in winners)
        - max(value for side, value in enumerate(values) if side not in winners)
        for values in course
    ]


def _winning_sides(games: Simulation, game: GameSummary) -> list[int]:
    if game.result is None:
        return []
    if _together(games):
        return [0 if set(game.result.winners) & set(games.seats) else 1]
    if _is_draw(game, games.seats):
        return []
    return [number for number, seat in enumerate(games.seats) if seat in game.result.winners]


def _drama(course: ValueCourse, winners: Winners) -> float | None:
    if not winners:
        return None
    behind = [sqrt(-ahead) for ahead in _ahead(course, winners) if -ahead > MARGIN]
    return fmean(behind) if behind else 0.0


def _decided(course: ValueCourse, winners: Winners) -> float | None:
    """Return the share of the turns in which the winner leads to the end, in per cent."""
    if not winners:
        return None
    ahead = _ahead(course, winners)
    left = next((n for n, each in enumerate(reversed(ahead)) if each <= MARGIN), len(ahead))
    return 100 * left / len(ahead)


# --- All measures of a game ----------------------------------------------------------------------


class Measures(Finding):
    """The measures of a game, from ``games`` between equal bots."""

    def __init__(self, games: Simulation) -> None:
        self.games = games
        self.remarks = games.remarks
        self.title = f"Measures of {games.title.partition(' of ')[2]}, {len(games)} games"

    @cached_property
    def found(self) -> list[Measure]:
        """The measures that are defined for this game."""
        estimates = ((name, rule, rule(self.games)) for name, rule in MEASURES.items())
        return [
            Measure(name, estimate, inspect.getdoc(rule) or "")
            for name, rule, estimate in estimates
            if estimate is not None
        ]

    def __getitem__(self, name: str) -> Estimate:
        """Return the estimate of a measure by its name, such as "Draws"; KeyError without one."""
        return {each.name: each.estimate for each in self.found}[name]

    @cached_property
    def places(self) -> dict[str, float]:
        """The events at each place of the board, in an average game; for ``pp.show(heat=…)``."""
        total = self._total(lambda profile: profile.places)
        return {place: number / len(self.games) for place, number in total.most_common()}

    @cached_property
    def clauses(self) -> dict[str, float]:
        """The events under each clause in an average game, most frequent first."""
        total = self._total(lambda profile: profile.clauses)
        return {clause: number / len(self.games) for clause, number in total.most_common()}

    @cached_property
    def refused(self) -> dict[str, float]:
        """The share of refused tries that each clause refused, most first.

        A try is a move that was legal earlier in the same game.
        """
        total = self._total(lambda profile: profile.refused)
        return {clause: number / total.total() for clause, number in total.most_common()}

    @property
    def never_used(self) -> list[str]:
        """The clauses that nothing happened under and that refused nothing."""
        assert self.games.game is not None
        known = self.games.game.rulebook
        used = {*self.clauses, *self.refused, *self.games.ended_by()}
        return [clause.id for clause in known if clause.id not in used]

    def lead(self) -> list[float]:
        """Return the mean value of the later winner in each tenth of its game."""
        found: list[list[float]] = [[] for _ in range(TENTHS)]
        for game in self.games:
            sides = _winning_sides(self.games, game)
            leads = game.profile.leads if game.profile and sides else ()
            for number, values in enumerate(leads):
                found[TENTHS * number // len(leads)].append(max(values[s] for s in sides))
        return [fmean(each) if each else 0.5 for each in found]

    def _total(self, of: Callable[[Profile], Mapping[str, int]]) -> Counter[str]:
        total: Counter[str] = Counter()
        for profile in _profiles(self.games):
            total.update(of(profile))
        return total

    # --- output -----------------------------------------------------------------------------------

    def rows(self) -> list[tuple[str, str]]:
        """Return a row for each measure, then the clauses and the places that stand out."""
        found = [(each.name, str(each.estimate)) for each in self.found]
        refused = [f"{clause} {100 * n:.0f} %" for clause, n in self.refused.items()]
        places = [f"{place} {n:.1f} a game" for place, n in self.places.items()]
        return [
            *found,
            ("Refused most", ", ".join(refused[:MOST_SHOWN]) or "nothing"),
            ("Clauses not used", ", ".join(self.never_used) or "none"),
            ("Busiest places", ", ".join(places[:MOST_SHOWN]) or "none"),
        ]

    def records(self) -> list[Record]:
        """Return a row for each measure, with its definition."""
        return [
            {
                "measure": each.name,
                "value": each.estimate.value,
                "low": each.estimate.low,
                "high": each.estimate.high,
                "unit": each.estimate.unit,
                "definition": " ".join(each.definition.split()),
            }
            for each in self.found
        ]

    def drawing(self) -> Chart:
        """Return a dot with its interval for each measure in hundredths."""
        rows = [
            (each, SCALES.get(each.estimate.unit, 1))
            for each in self.found
            if each.estimate.unit.startswith(("%", "points"))
        ]
        shown = tuple(
            {
                "name": each.name,
                "value": scale * each.estimate.value,
                "low": scale * each.estimate.low,
                "high": scale * each.estimate.high,
                "text": str(each.estimate),
            }
            for each, scale in rows
        )
        return Chart("dots", self.title, shown, "per cent, or percentage points")

    def lead_drawing(self) -> Chart:
        """Return the later winner's value over time, as a curve."""
        rows = tuple(
            {
                "name": "the later winner",
                "x": 100 * n // TENTHS,
                "value": value,
                "text": f"{value:.2f}",
            }
            for n, value in enumerate(self.lead())
        )
        title = "How early a winner leads"
        return Chart("lines", title, rows, "value to the later winner", "% of the game's turns")

    def __repr__(self) -> str:
        return f"<{self.title}: {'; '.join(map(str, self.found))}{self._remarked()}>"


def measures(
    game: AnyGame,
    games: int = GAMES,
    seed: int = 0,
    seats: Players | None = None,
    *,
    playouts: int = PLAYOUTS,
    workers: Workers = 1,
    moves: int = MAX_MOVES,
    seconds: float | None = None,
    errors: str = "raise",
    keep: bool | str | Path = False,
) -> Measures:
    """Play games (100) between equal bots and return the measures of the game.

    ``playouts`` are those of each estimate of a state or a move; the other arguments are those of
    ``simulate``. Raises BadInput for a wrong argument, and GameFailed for a bot that fails.
    """
    return Measures(
        simulate(
            game,
            games,
            seed,
            seats,
            workers=workers,
            moves=moves,
            seconds=seconds,
            errors=errors,
            keep=keep,
            playouts=whole_number("playouts", playouts, 1, MAX_PLAYOUTS),
        )
    )
