"""The measures of a design: each as numbers of games, with its definition, unit and source.

Most games have a number of their own, such as their turns. The course of the values of a game is
known only by random playouts: there a game has several plausible numbers, of which each is as good
as another; see ``plausible``.

Vocabulary
    values   the number of each game; of imputed measures, several sets of them
    imputed  drawn from what is plausible, since playouts add chance; see Rubin (1987)

Sources
    Browne and Maire (2010), Evolutionary game design, IEEE Trans. Comput. Intell. AI Games 2, 1-16
    Browne (2008), Automatic generation and evaluation of recombination games, PhD thesis, QUT
    Rubin (1987), Multiple imputation for nonresponse in surveys, Wiley
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot, inf, isfinite, sqrt
from statistics import fmean, variance
from typing import NamedTuple, Protocol

from piecepack_nb.core.game import AnyGame
from piecepack_nb.lab.interval import ERROR, FEWEST, Estimate, any_time_margin, estimator, t_point
from piecepack_nb.lab.plausible import ValueCourse, plausible
from piecepack_nb.lab.playing import GameSummary, Profile

MARGIN = 0.1
"""A side leads if its value is higher than every other's by so much."""
MISSED = 1 / 3
"""By how much, in parts of the value, a measure of plausible courses may miss the truth."""


class PlayedGames(Protocol):
    """The games that are measured; a ``Simulation`` is one."""

    game: AnyGame | None
    seats: tuple[str, ...]

    @property
    def counted(self) -> Sequence[GameSummary]:
        """The games that count: all but repeated ones."""

    def __hash__(self) -> int:
        """Return a hash; what was computed of the same games is kept."""


class Values(NamedTuple):
    """The numbers of the games that have one; several sets of them if they are imputed."""

    unit: str
    games: Sequence[GameSummary]
    sets: Sequence[Sequence[float]]
    low: float = -inf
    high: float = inf
    """The bounds of what the mean can be."""
    noisy: bool = False
    """True for numbers that playouts made."""


Definition = Callable[[PlayedGames], Values | None]
"""A measure: its values, or None where it isn't defined."""


# --- Who wins ------------------------------------------------------------------------------------


def starting(games: PlayedGames) -> Values | None:
    """How much more often the seat that moves first wins than by its fair share.

    The fair share of a win is 1 of the number of seats. A win that several seats share counts for
    each in part, a draw for all. Unit: percentage points. Source: the "advantage" of Browne (2008).
    In a game that pays points: how many more of them it gets than the mean of all seats.
    """
    game = games.game
    if _together(games):
        return None
    if game is not None and game.pays != "win":
        return _each(
            "points of the game",
            games,
            lambda each: _first_lead(game, each) if each.first else None,
        )
    if not all(each.first for each in games.counted):
        return None
    fair = 1 / len(games.seats)
    return _each(
        "points",
        games,
        lambda each: _won_share(each, games.seats) if each.result else None,
        -fair,
        1 - fair,
    )


def drawn(games: PlayedGames) -> Values | None:
    """How many games nobody wins, or all win.

    Unit: % of all games. Source: the "drawishness" of Browne (2008).
    """
    if _together(games):
        return None
    return _share(games, lambda game: game.result and _is_draw(game, games.seats))


def won_together(games: PlayedGames) -> Values | None:
    """How many games the players win against the game itself.

    Only where they win or lose together. Unit: % of all games.
    """
    if not _together(games):
        return None
    return _share(games, lambda game: game.result and set(game.result.winners) & set(games.seats))


# --- How long ------------------------------------------------------------------------------------


def turns(games: PlayedGames) -> Values | None:
    """How many turns a game has, those of games that were stopped included.

    Unit: turns. Source: the "duration" of Browne (2008).
    """
    return _each("turns", games, lambda game: game.turns, 0)


def length_spread(games: PlayedGames) -> Values | None:
    """How far the length of a game is from the mean length, on average.

    Unit: % of the mean length.
    """
    middle = fmean(game.turns for game in games.counted)
    if not middle:
        return None
    return _each("% of the mean", games, lambda game: 100 * abs(game.turns - middle) / middle, 0)


def dead_ends(games: PlayedGames) -> Values | None:
    """How many games don't end before the limit of moves or seconds.

    Unit: % of all games. Source: the "completion" and "timeouts" of Browne (2008).
    """
    return _share(games, lambda game: game.result is None)


# --- What there is to decide ---------------------------------------------------------------------


def branching(games: PlayedGames) -> Values | None:
    """How many legal moves a player has, on average over the decisions of a game.

    Unit: moves. Source: the branching factor of game trees (Allis, 1994).
    """
    return _profiled("moves", games, lambda p: fmean(p.options) if p.options else None)


def forced(games: PlayedGames) -> Values | None:
    """How many decisions leave only one legal move, on average over games.

    Unit: % of a game's decisions.
    """
    return _profiled("% of decisions", games, _forced_share, 100)


def choice(games: PlayedGames) -> Values | None:
    """How much the best move is better than the second best, if all then play at random.

    In each game, up to two decisions are drawn from those between several moves, all equally
    likely. All legal moves (eight at most) are followed by random playouts; half of these find the
    best two moves, the other half compare them. Now and then they find others than the best, so
    that the figure is a little too low: of tic-tac-toe by random players, 13.5 instead of 14.9.
    Unit: hundredths of a win. Source: the idea is that of "killer moves" of Browne (2008), for any
    decision. In a game that pays points the unit is points.
    """
    if games.game is not None and games.game.pays != "win":
        return _profiled("points of the game", games, lambda p: fmean(p.gaps) if p.gaps else None)
    return _profiled("% of a win", games, lambda p: 100 * fmean(p.gaps) if p.gaps else None, 100)


# --- How it feels --------------------------------------------------------------------------------


def lead_changes(games: PlayedGames) -> Values | None:
    """How often another side takes the lead in a game.

    A side leads if its value is higher than every other's by 0.1. Values from playouts are those of
    plausible courses. Unit: changes. Source: the "lead change" of Browne and Maire (2010), there as
    a share of the moves.
    """
    return _over_courses("changes", games, lambda course, _: _changes(course))


def drama(games: PlayedGames) -> Values | None:
    """How far the later winner is behind, on average over the turns in which it is behind.

    The mean square root of the difference to the leader's value, where that is more than 0.1; 0 for
    a game in which it never is behind. Values from playouts are those of plausible courses. Unit: 0
    to 1. Source: the "drama" of Browne and Maire (2010).
    """
    return _over_courses("", games, _drama, 1)


def decisiveness(games: PlayedGames) -> Values | None:
    """How much of a game is left when its winner takes the lead for good.

    A side leads if its value is higher than every other's by 0.1: an even game isn't decided.
    Values from playouts are those of plausible courses. Unit: % of the turns. Source: after the
    "decisiveness" of Browne and Maire (2010), who count the moves after a threshold of the lead.
    """
    return _over_courses("% of turns", games, _decided, 100)


MEASURES: Mapping[str, Definition] = {
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
SHORT = {"Starting is worth": "starting", "A choice is worth": "choice"}
"""The short names of measures, where they are other than their names in small letters."""
BY_NAME: Mapping[str, str] = {
    **{name.lower(): name for name in MEASURES},
    **{short: name for name, short in SHORT.items()},
}
"""The names of measures in tables, by those that are typed: "starting", "lead changes"."""
PROFILED = frozenset(
    ["Legal moves", "Forced moves", "A choice is worth", "Lead changes", "Drama", "Decided early"]
)
"""The measures for which a game is looked at while it is played."""


def definition_of(name: str) -> str:
    """Return the definition of a measure, with its unit and source."""
    return inspect.getdoc(MEASURES[name]) or ""


def measure_named(typed: str) -> str | None:
    """Return the measure of a name as it is typed, such as "drama"; None without one."""
    return BY_NAME.get(typed.replace("_", " ").lower())


def needs_profile(typed: Iterable[str | None]) -> bool:
    """Return True if one of the names is a measure for which games are looked at."""
    return any(each is not None and measure_named(each) in PROFILED for each in typed)


# --- Estimates -----------------------------------------------------------------------------------


def estimate(found: Values, *, any_time: bool = False, error: float = ERROR) -> Estimate:
    """Return the mean of a measure's values with its interval, within what it can be."""
    missed = may_miss(found.sets[0]) if found.noisy else 0.0
    mean = imputed(found.sets, found.unit, missed=missed, any_time=any_time, error=error)
    return within(mean, (found.low, found.high))


def measured(define: Definition, games: PlayedGames) -> Estimate | None:
    """Return a measure of games with its interval; None where it isn't defined."""
    values = define(games)
    return None if values is None else estimate(values)


def within(found: Estimate, bounds: tuple[float, float]) -> Estimate:
    """Return an estimate without what is below or above the bounds."""
    if not isfinite(found.half_width):  # it has no interval
        return found
    value, low, high = (min(bounds[1], max(bounds[0], each)) for each in found.figures)
    return Estimate(value, low, high, found.unit)


def may_miss(*sides: Sequence[float]) -> float:
    """Return by how much the mean of numbers that playouts made may miss the truth.

    A third of the mean; of the difference of two sides, as much as both misses together are likely
    to be: that the sides are of one game doesn't make them miss alike.
    """
    return MISSED * hypot(*map(fmean, sides))


def imputed(
    sets: Sequence[Sequence[float]],
    unit: str,
    *,
    missed: float = 0.0,
    any_time: bool = False,
    error: float = ERROR,
) -> Estimate:
    """Return the mean of numbers that were imputed several times, or of one set of them.

    The interval has the variance between the sets too, by Rubin's rules, and is wider on each side
    by what the mean may have ``missed``.
    """
    found = estimator(unit, any_time=any_time, error=error)(
        [fmean(each) for each in zip(*sets, strict=True)]
    )
    size = len(sets[0])
    if not (missed or len(sets) > 1) or size < (FEWEST if any_time else 2):
        return found
    times = any_time_margin(size, error) if any_time else t_point(size - 1, error) / sqrt(size)
    margin = times * sqrt(size * _variance(sets)) + missed
    return Estimate(found.value, found.value - margin, found.value + margin, unit)


def _variance(sets: Sequence[Sequence[float]]) -> float:
    """Return the variance of the mean of numbers that were imputed several times."""
    within = fmean(variance(each) / len(each) for each in sets)
    if len(sets) == 1:
        return within
    return within + (1 + 1 / len(sets)) * variance(map(fmean, sets))


# --- Parts of the definitions --------------------------------------------------------------------


def _together(games: PlayedGames) -> bool:
    assert games.game is not None
    return games.game.cooperative or len(games.seats) == 1


def _each(
    unit: str,
    games: PlayedGames,
    of: Callable[[GameSummary], float | None],
    low: float = -inf,
    high: float = inf,
) -> Values | None:
    """Return the number of each game that has one; None if none has."""
    found = [(game, float(each)) for game in games.counted if (each := of(game)) is not None]
    if not found:
        return None
    return Values(unit, [game for game, _ in found], [[each for _, each in found]], low, high)


def _share(games: PlayedGames, holds: Callable[[GameSummary], object]) -> Values | None:
    return _each("%", games, lambda game: float(bool(holds(game))), 0, 1)


def _profiled(
    unit: str, games: PlayedGames, of: Callable[[Profile], float | None], high: float = inf
) -> Values | None:
    """Return a number of the profiles of games."""
    return _each(unit, games, lambda game: of(game.profile) if game.profile else None, 0, high)


def _forced_share(profile: Profile) -> float | None:
    if not profile.options:
        return None
    return 100 * sum(each == 1 for each in profile.options) / len(profile.options)


Winners = Sequence[int]
"""The sides that win a game; none of a draw and of a game without result."""


def _over_courses(
    unit: str,
    games: PlayedGames,
    of: Callable[[ValueCourse, Winners], float | None],
    most: float = inf,
) -> Values | None:
    """Return a number that the course of a game has, or None where it isn't defined.

    The sets of plausible courses are imputations of the true ones.
    """
    played, sets, noisy = _courses(games)
    winners = [winning_sides(games, game) for game in played]
    whose = [of(*each) is not None for each in zip(sets[0] if sets else (), winners, strict=True)]
    kept = [game for game, has in zip(played, whose, strict=True) if has]
    if not kept:
        return None
    numbers = [
        [number for each in zip(courses, winners, strict=True) if (number := of(*each)) is not None]
        for courses in sets
    ]
    return Values(unit, kept, numbers, 0, most, noisy)


@lru_cache(maxsize=8)
def _courses(games: PlayedGames) -> tuple[list[GameSummary], list[Sequence[ValueCourse]], bool]:
    """Return the games that have a course, sets of plausible ones, and True if playouts made them.

    Only games with a turn before their end, and of more than one side, have a course.
    """
    played = [
        (game, game.profile)
        for game in games.counted
        if game.profile is not None and game.profile.leads
    ]
    turns = sum(len(profile.leads) for _, profile in played)
    noise = sum(profile.noise * len(profile.leads) for _, profile in played) / max(1, turns)
    sets = plausible([profile.leads for _, profile in played], noise)
    return [game for game, _ in played], sets, noise > 0


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


def winning_sides(games: PlayedGames, game: GameSummary) -> list[int]:
    """Return the numbers of the sides that win a game, as in its profile; [] for a draw."""
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
