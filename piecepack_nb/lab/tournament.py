"""Luck against skill: tournaments of bots, their ratings, and what these say about the game.

Source
    Duersch, Lambrecht and Oechssler (2020), Measuring skill and chance in games, Eur. Econ. Rev.
    127, 103472
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from math import log
from pathlib import Path
from statistics import fmean

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.game import AnyGame, Bot, Game
from piecepack_nb.core.match import MAX_MOVES
from piecepack_nb.core.progress import onward, progress
from piecepack_nb.core.validate import whole_number
from piecepack_nb.core.wording import fixed
from piecepack_nb.lab.chart import Chart
from piecepack_nb.lab.finding import Finding, Record
from piecepack_nb.lab.interval import Estimate
from piecepack_nb.lab.playing import GameSummary, Limits
from piecepack_nb.lab.ratings import Ratings
from piecepack_nb.lab.simulation import (
    INTERRUPTED,
    SimulationPlan,
    bot_of,
    check_limits,
    run_games,
    seeds_of,
    without_repeats,
)
from piecepack_nb.lab.store import Kept
from piecepack_nb.lab.workers import Workers

GAMES = 20
ELO = 400 / log(10)
"""The unit of strengths: with 400 more, a bot wins ten times as often."""

PlayedScore = tuple[str, str, float]
"""Two bots and the mean result of the first one in a pair of games with swapped seats: 0 to 1."""


class Tournament(Finding):
    """The results of every pairing of some bots, each with its seats swapped."""

    def __init__(self, title: str, names: Sequence[str], scores: Sequence[PlayedScore]) -> None:
        self.title = title
        self.names = tuple(names)
        self.scores = tuple(scores)

    @cached_property
    def ratings(self) -> dict[str, Estimate]:
        """The rating of each bot, 0 on average; the best first.

        A bot rated 400 higher wins ten times as often as it loses. Ratings fit the results by the
        Bradley-Terry model, with one more draw of each bot against an average one; the intervals
        are those of the profile likelihood. See ``Ratings``.
        """
        found = self._fit.strengths
        ratings = {}
        for bot in sorted(range(len(found)), key=lambda bot: -found[bot]):
            low, high = self._fit.bounds(bot)
            ratings[self.names[bot]] = Estimate(ELO * found[bot], ELO * low, ELO * high, "Elo")
        return ratings

    @cached_property
    def skill(self) -> Estimate:
        """How often a bot wins against one that is one standard deviation weaker than it is.

        50 % for a game of pure chance, near 100 % where skill decides. After Duersch, Lambrecht and
        Oechssler (2020), for people: 75 % and more for chess and Go. It depends on the bots. What
        chance adds to the differences of the ratings is taken off; see ``Ratings``.
        """
        return Estimate(*self._fit.skill, unit="%")

    @cached_property
    def _fit(self) -> Ratings:
        place = {name: number for number, name in enumerate(self.names)}
        met: dict[tuple[int, int], tuple[float, float]] = {}
        for one, other, score in self.scores:
            pair = place[one], place[other]
            won, lost = met.get(pair, (0.0, 0.0))
            met[pair] = won + 2 * score, lost + 2 * (1 - score)  # a score is that of two games
        return Ratings(len(self.names), met)

    def score(self, one: str, other: str) -> float:
        """Return the mean result of a bot against another: 1 for a win, 0.5 for a draw.

        Raises BadInput for a bot that is not in the tournament.
        """
        for name in (one, other):
            if name not in self.names:
                raise invalid("the bot", name, "one of " + ", ".join(self.names))
        found = [s for a, b, s in self.scores if (a, b) == (one, other)]
        found += [1 - s for a, b, s in self.scores if (a, b) == (other, one)]
        return fmean(found) if found else 0.5

    # --- output ---------------------------------------------------------------------------

    def rows(self) -> list[tuple[str, str]]:
        """Return a row for each bot, best first, then the skill of the game."""
        return [
            *((name, str(rating)) for name, rating in self.ratings.items()),
            ("skill", f"a bot one standard deviation better wins {self.skill}"),
        ]

    def records(self) -> list[Record]:
        """Return a row for each bot: its rating, and its results against each other one."""
        return [
            {
                "bot": name,
                **dict(zip(("rating", "low", "high"), rating, strict=False)),
                **{
                    f"against {each}": self.score(name, each) for each in self.names if each != name
                },
            }
            for name, rating in self.ratings.items()
        ]

    def drawing(self) -> Chart:
        """Return a dot for each rating, with its interval."""
        rows = tuple(
            {"name": name, "value": r.value, "low": r.low, "high": r.high, "text": str(r)}
            for name, r in self.ratings.items()
        )
        return Chart("dots", self.title, rows, "rating (Elo)")

    def __repr__(self) -> str:
        ratings = ", ".join(
            f"{name} {fixed(rating.value, 0)}" for name, rating in self.ratings.items()
        )
        return f"<{self.title}: {ratings}; skill {self.skill}{self._remarked()}>"


def tournament(
    game: AnyGame,
    bots: Mapping[str, str | Bot] | Sequence[str],
    games: int = GAMES,
    seed: int = 0,
    *,
    workers: Workers = 1,
    moves: int = MAX_MOVES,
    seconds: float | None = None,
    errors: str = "raise",
    keep: bool | str | Path = False,
) -> Tournament:
    """Play every pairing of bots with so many seeds (20), each twice, with the seats swapped.

    ``bots`` are names of the game's bots, or bots by names of your own. In a game of more than two
    seats, two bots take every other seat. The other arguments are those of ``simulate``. Raises
    BadInput for a wrong argument and for a game that its seats win together (use ``difference``),
    and GameFailed for a bot that fails.
    """
    named = _named(game, bots)
    seeds = seeds_of(games, seed, GAMES)
    check_limits(None, seconds, errors, keep)
    limits = Limits(whole_number("moves", moves, 1, MAX_MOVES), seconds)
    scores: list[PlayedScore] = []
    kept = Kept()
    plan = SimulationPlan(seeds, workers, keep, errors == "raise", limits, kept=kept)
    once = 0
    pairings = list(combinations(named, 2))
    title = f"{len(named)} bots at {game.name}, {2 * len(seeds)} games a pairing"
    with progress(2 * len(seeds) * len(pairings), "games", keeps=True) as show:
        for number, pair in enumerate(pairings):
            found, stopped = _met(game, named, pair, plan, onward(show, 2 * len(seeds) * number))
            scores += found
            if stopped:
                if not scores:
                    raise KeyboardInterrupt(stopped)
                title += f", {2 * len(scores)} games in all, {stopped}"
                break
            once += len(found) == 1 < len(seeds)
    if once:
        title += f"; {once} of {len(pairings)} pairings, without chance, count as 2 games each"
    played = Tournament(title, list(named), scores)
    played.remarks = kept.remarks()
    return played


def _met(
    game: AnyGame,
    bots: Mapping[str, str | Bot],
    pair: tuple[str, str],
    plan: SimulationPlan,
    show: Callable[[int], None],
) -> tuple[list[PlayedScore], str]:
    """Return the scores of two bots, and where an interrupt came or ""; show the games done."""
    results: list[Sequence[GameSummary]] = []
    stopped = ""
    for seated in (pair, pair[::-1]):
        plan = plan._replace(show=onward(show, len(plan.seeds) * len(results)))
        try:
            played, stopped = run_games(game, _seated(game, bots, seated), plan)
        except KeyboardInterrupt as stop:
            played, stopped = [], str(stop) or INTERRUPTED
        results.append(played)
        if stopped and len(results) == 1:  # a game counts only with the other, seats swapped
            return [], stopped
    scores = [
        (*pair, (_result(game, first, 0) + _result(game, second, 1)) / 2)
        for first, second in without_repeats(list(zip(*results, strict=False)))
    ]
    return scores, stopped


def _named(game: AnyGame, bots: Mapping[str, str | Bot] | Sequence[str]) -> dict[str, str | Bot]:
    """Return the bots by name; raise BadInput for a wrong one, or for a game without rivals."""
    if not isinstance(game, Game):
        raise invalid("game", game, "a game, as pp.game(name) returns it")
    if game.cooperative or len(game.seats) < 2:
        raise BadInput(
            f"the seats of {game.name} are no rivals; compare bots by pp.difference(…, bots=…)"
        )
    if isinstance(bots, str) or not isinstance(bots, Mapping | Sequence):
        raise invalid("bots", bots, "names of bots, or a mapping from names to bots")
    for name in bots:
        if not isinstance(name, str):
            raise invalid("the name of a bot", name, "a text")
    named: dict[str, str | Bot] = (
        dict(bots) if isinstance(bots, Mapping) else {name: name for name in bots}
    )
    if len(named) < 2:
        raise invalid("bots", bots, "two bots or more")
    for name, bot in named.items():
        bot_of(game, f"bots[{name!r}]", bot)
    return named


def _seated(
    game: AnyGame, bots: Mapping[str, str | Bot], pair: tuple[str, str]
) -> dict[str, str | Bot]:
    """Return the players of a game: the two bots in every other seat."""
    return {seat: bots[pair[number % 2]] for number, seat in enumerate(game.seats)}


def _result(game: AnyGame, played: GameSummary, side: int) -> float:
    """Return the result of the bot in the first seats (``side`` 0) or the second ones (1).

    1 if only its seats are among the winners, 0 if only the other's are, else 0.5.
    """
    winners = played.result.winners if played.result else ()
    sides = {number % 2 for number, seat in enumerate(game.seats) if seat in winners}
    return float(sides == {side}) if len(sides) == 1 else 0.5
