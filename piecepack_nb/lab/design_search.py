"""A search for rules: which settings of a game meet the aims of its designer?

After each round the half of the settings that is likelier to meet the aims goes on, with twice as
many games, and so does the best of each cell of a map of two measures. Of more settings than can be
tried some are drawn, and after each round neighbours of the best join. In the rounds each setting
has seeds of its own: with the same seeds all would have the same luck, which moves all figures
alike, and the wrong settings to the aims (bench/bench_search_designs.py). See
Karnin, Koren and Somekh (2013), Almost optimal exploration in multi-armed bandits, ICML 28,
1238-1246, and Mouret and Clune (2015), Illuminating search spaces by mapping elites, arXiv
1504.04909.

The best of many look better than they are, since luck helped to choose them. So the best of six
cells, and today's rules, are measured again with seeds that chose nothing, the same for all, so
that each is compared with today's rules in pairs. Only these figures are believed: all their
intervals hold together 95 % of the time (Bonferroni), and nobody sees them before all their games
are played.

Vocabulary
    round    games that all settings that are left play
    cell     a part of the map: a third of the range of one measure, and of the other
    fresh    of seeds that chose nothing
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from math import ceil, inf, isfinite, log2
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

from piecepack_nb.core.dice import HIGHEST_SEED
from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.game import AnyGame, Bot, Game
from piecepack_nb.core.match import MAX_MOVES
from piecepack_nb.core.progress import progress
from piecepack_nb.core.validate import whole_number
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.lab.aims import MeasureAim, printed, read_aims
from piecepack_nb.lab.chart import Chart
from piecepack_nb.lab.design_space import MOST_SETTINGS, DesignSetting, Space, versions_of
from piecepack_nb.lab.finding import Finding, Record
from piecepack_nb.lab.fingerprint import renewed
from piecepack_nb.lab.interval import ERROR, Estimate
from piecepack_nb.lab.playing import GameSummary, Limits
from piecepack_nb.lab.simulation import (
    INTERRUPTED,
    MOST_GAMES,
    Column,
    Players,
    Simulation,
    bots_of,
    check_limits,
    check_measure,
    column,
    event_column,
    file_of,
    kept_or_played,
    limits_of,
    players_in_words,
    players_of,
    without_repeats,
)
from piecepack_nb.lab.store import Kept, Store
from piecepack_nb.lab.workers import Idle, Job, Task, Workers, play_tasks

SETTINGS, GAMES, CONFIRM = 500, 640, 500
"""The most settings that are tried, the games of the last round, and the fresh games of each."""
FIRST = 40
"""The games of a setting in the first round."""
SHOWN = 6
THIRDS = 3
"""The cells of the map in each direction."""
NEW = 4
"""One neighbour joins for so many settings that go on."""
BLOCK = 50
"""The fresh games that all play before the next ones, so that an interrupt costs none of them."""
AXES = ("length", "spread of the length", "drawn")
"""The measures of the map, unless others are named: the first that aren't the only aim."""


# --- What was measured ---------------------------------------------------------------------------


@dataclass(eq=False)
class Tried:
    """A setting with its games, and what they say about the aims."""

    setting: DesignSetting
    players: Mapping[str, str | Bot]
    first: int
    """The seed of the first game of the search."""
    games: list[GameSummary] = field(default_factory=list)
    """The games of the search."""
    fresh: list[GameSummary] = field(default_factory=list)
    """Games of seeds that chose nothing."""
    figures: dict[str, Estimate] = field(default_factory=dict)
    """The measures by the games of the search."""
    cell: tuple[int, int] = (0, 0)

    @property
    def label(self) -> str:
        """The setting in short."""
        return self.setting.label

    @property
    def game(self) -> AnyGame:
        """The game, to play it: ``pp.play(found.game(1))``."""
        return self.setting.game

    def simulation(self, games: Sequence[GameSummary]) -> Simulation:
        """Return games of the setting as a simulation."""
        game = self.game
        title = f"{len(games)} games of {game.name}, {self.label}"
        return Simulation(title, game.seats, games, game=game, players=(self.players,))

    def measured(self, measures: Sequence[str], games: Sequence[GameSummary]) -> dict[str, Column]:
        """Return the columns of measures; those that aren't defined for the games are left out."""
        played = self.simulation(games)
        found = {}
        for name in measures:
            try:
                found[name] = event_column(name, self.game) or column(name, [played])
            except BadInput:  # such as drama where all games are drawn
                continue
        return found

    def estimates(
        self, measures: Sequence[str], games: Sequence[GameSummary], error: float = ERROR
    ) -> dict[str, Estimate]:
        """Return the measures of games, with their intervals."""
        counted = [(game,) for game in self.simulation(games).counted]
        return {
            name: found.mean(counted, found.unit, any_time=False, error=error)
            for name, found in self.measured(measures, games).items()
        }

    def chance(self, aims: Sequence[MeasureAim]) -> float:
        """Return the logarithm of the chance that all aims are met, by the games of the search."""
        return chance_of(aims, self.figures)

    def miss(self, aims: Sequence[MeasureAim], figures: Mapping[str, Estimate]) -> float | None:
        """Return how far figures are from the aims, all added up; None without some of them."""
        found = [aim.miss(figures[aim.measure]) for aim in aims if aim.measure in figures]
        return sum(found) if len(found) == len(aims) else None


def chance_of(aims: Sequence[MeasureAim], figures: Mapping[str, Estimate]) -> float:
    """Return the logarithm of the chance that all aims are met; -inf without a figure of one."""
    if any(aim.measure not in figures for aim in aims):
        return -inf
    return sum(aim.chance(figures[aim.measure]) for aim in aims)


class DesignSearch(Finding):
    """The result of a search: the ``best`` settings, today's rules, and all that were tried.

    ``best`` are up to six, each from another cell of the map as far as there are so many. Their
    figures, and those of ``today``, are of fresh seeds; see ``figures``.
    """

    interactive: Callable[[DesignSearch], Any] | None = None
    """Makes the map on which a setting can be played, for a notebook's page."""

    def __init__(
        self,
        title: str,
        aims: Sequence[MeasureAim],
        axes: tuple[str, str],
        tried: Sequence[Tried],
        best: Sequence[Tried],
        *,
        stopped: str = "",
    ) -> None:
        self.title = title
        self.aims = tuple(aims)
        self.axes = axes
        self.tried = tuple(tried)
        self.today = tried[0]
        self.best = tuple(best)
        self.stopped = stopped
        """Where an interrupt came, or ""."""

    def __len__(self) -> int:
        return len(self.tried)

    @property
    def games(self) -> int:
        """The number of games that were played."""
        return sum(len(each.games) + len(each.fresh) for each in self.tried)

    @property
    def measures(self) -> list[str]:
        """The measures of the aims and of the map."""
        return list(dict.fromkeys([*(aim.measure for aim in self.aims), *self.axes]))

    @property
    def confirmed(self) -> bool:
        """True if the best were measured again, with fresh seeds."""
        return bool(self.today.fresh)

    @property
    def _compared(self) -> list[Tried]:
        return [self.today, *self.best]

    @cached_property
    def _figures(self) -> dict[Tried, dict[str, Estimate]]:
        error = ERROR / (len(self._compared) * len(self.measures))
        return {each: each.estimates(self.measures, each.fresh or each.games, error)
                for each in self._compared}  # fmt: skip

    def figures(self, tried: Tried) -> dict[str, Estimate]:
        """Return the measures of one of the best settings, or of today's rules.

        They are those of fresh seeds, or before these are played, of the search. All intervals of
        all of them hold together 95 % of the time if the seeds are fresh.
        """
        return self._figures[tried]

    # --- verdicts ---------------------------------------------------------------------------

    def verdicts(self, tried: Tried) -> dict[str, str]:
        """Return for each aim if it is "met", "missed" or "open", by the interval."""
        found = self.figures(tried)
        return {
            aim.measure: aim.verdict(found[aim.measure]) if aim.measure in found else "open"
            for aim in self.aims
        }

    def miss(self, tried: Tried) -> float:
        """Return how far a setting is from the aims: 1 is half an accepted range, inf unknown."""
        found = tried.miss(self.aims, self.figures(tried))
        return inf if found is None else found

    def is_better(self, tried: Tried) -> bool:
        """Return True if a setting is nearer to the aims than today's rules, all added up.

        Only fresh games count, in pairs of the same seed. Where no setting is better, one of the
        best is called better in at most 5 % of searches.
        """
        if not (tried.fresh and self.today.fresh) or tried is self.today:
            return False
        return sum(self._gain(aim, tried) for aim in self.aims) > 0

    def _gain(self, aim: MeasureAim, tried: Tried) -> float:
        """Return the least by which a setting is nearer to an aim than today's rules."""
        name, error = aim.measure, ERROR / (max(1, len(self.best)) * len(self.aims) * 3)
        here, there = (each.measured([name], each.fresh) for each in (self.today, tried))
        if name not in here or name not in there:
            return -inf
        one, other = (
            each.estimates([name], each.fresh, error)[name] for each in (self.today, tried)
        )
        change = _change(here[name], there[name], self.today.fresh, tried.fresh, error)
        return aim.gain(one, other, change)

    def verdict(self, tried: Tried) -> str:
        """Return what is known of one of the best settings in a sentence."""
        if not tried.fresh:
            return "not measured again: luck helped to choose these figures"
        by_aim = self.verdicts(tried)
        missed = [name for name, found in by_aim.items() if found == "missed"]
        unsettled = [name for name, found in by_aim.items() if found == "open"]
        said = "meets all aims"
        if missed:
            said = f"misses {join_list(missed)}"
        elif unsettled:
            said = f"may meet all aims: not settled for {join_list(unsettled)}"
        return said + ("; better than today's rules" if self.is_better(tried) else "")

    def curse(self) -> str:
        """Return how much of the winners' good figures was luck, in a sentence."""
        if not self.confirmed or not self.best:
            return ""
        pairs = [
            (before, after)
            for each in self.best
            if (before := each.miss(self.aims, each.figures)) is not None
            and (after := each.miss(self.aims, self.figures(each))) is not None
        ]
        if not pairs:
            return ""
        seemed, proved = (fmean(each) for each in zip(*pairs, strict=True))
        count = count_noun(len(self.tried), "setting")
        if proved <= seemed:
            return (
                f"In the fresh games the best are as near to the aims as in the search: luck has "
                f"not helped to choose them from {count}."
            )
        first = self.best[0]
        return (
            f"The best of {count} look better than they are, since luck helped to choose them (the "
            f"winner's curse): {self._example(first)}. On average the best are farther from the "
            f"aims than they seemed, by {proved - seemed:.2f} of half an accepted range. Believe "
            "the fresh games."
        )

    def _example(self, tried: Tried) -> str:
        """Return one aim's figure in the search and in fresh games, of the one that lost most."""
        found = self.figures(tried)
        lost = {
            aim.measure: aim.miss(found[aim.measure]) - aim.miss(tried.figures[aim.measure])
            for aim in self.aims
            if aim.measure in found and aim.measure in tried.figures
        }
        name = max(lost, key=lambda each: lost[each])
        seemed, proved = _plain(tried.figures[name]), _plain(found[name])
        return f"of {tried.label}, {name} was {seemed} and is {proved} in fresh games"

    # --- output -----------------------------------------------------------------------------

    def rows(self) -> list[tuple[str, str]]:
        """Return the aims, today's rules, the best settings, then what luck has done."""
        wishes = [_wish(aim, self.figures(self.today)) for aim in self.aims]
        found = [("aims", "; ".join(wishes)), ("today's rules", self._line(self.today))]
        found += [(f"{n}  {each.label}", self._line(each)) for n, each in enumerate(self.best, 1)]
        found.append(("tried", f"{count_noun(len(self.tried), 'setting')}, {self.games:,} games"))
        return found + ([("luck", curse)] if (curse := self.curse()) else [])

    def _line(self, tried: Tried) -> str:
        found = self.figures(tried)
        figures = [f"{name} {found[name]}" for name in self.measures if name in found]
        differs = [f"changes {'; '.join(tried.setting.differs)}"] if tried.setting.differs else []
        return " · ".join([self.verdict(tried), *figures, *differs])

    def records(self) -> list[Record]:
        """Return a row for each setting that was tried, the best first."""
        place = {each: number for number, each in enumerate(self.best, 1)}
        order = [*self.best, *(each for each in self.tried if each not in place)]
        return [self._record(each, place.get(each)) for each in order]

    def _record(self, tried: Tried, place: int | None) -> Record:
        shown = tried in self._compared
        figures = self.figures(tried) if shown else tried.figures
        found: dict[str, Any] = {"setting": tried.label, "place": place,
                                 "games": len(tried.games), "fresh": len(tried.fresh)}  # fmt: skip
        for name in self.measures:
            if name in figures:
                names = (name, f"{name} low", f"{name} high")
                found |= dict(zip(names, printed(figures[name]), strict=True))
        return {**found, "verdict": self.verdict(tried) if shown else ""}

    def drawing(self) -> Chart:
        """Return the map: all settings that were tried, and the best by their numbers."""
        place = {each: number for number, each in enumerate(self.best, 1)}
        rows = [self._mark(each, place.get(each)) for each in self.tried]
        rows.sort(key=lambda row: row["name"] != "tried")
        x, y = self.axes
        units = self._units()
        return Chart("map", self.title, tuple(rows), x=f"{x}{units[x]}", y=f"{y}{units[y]}")

    def _mark(self, tried: Tried, place: int | None) -> dict[str, Any]:
        figures = self.figures(tried) if tried in self._compared else tried.figures
        x, y = (printed(figures[a])[0] if a in figures else None for a in self.axes)
        name = "best" if place else "today" if tried is self.today else "tried"
        text = f"{tried.label}: {self.verdict(tried)}" if name != "tried" else ""
        where = {"name": name, "tried": tried.label, "x": x, "y": y}
        return {**where, "short": str(place or ""), "text": text}

    def _units(self) -> dict[str, str]:
        found = {name: each.unit for name, each in self.today.figures.items()}
        return {name: f" ({found[name]})" if found.get(name) else "" for name in self.axes}

    def cells(self) -> list[dict[str, Any]]:
        """Return the best settings as data for a page: place, label, cell, figures, verdict."""
        return [
            {
                "place": place,
                "label": each.label,
                "cell": list(each.cell),
                "verdict": self.verdict(each),
                "met": all(found == "met" for found in self.verdicts(each).values()),
                "better": self.is_better(each),
                "differs": list(each.setting.differs),
                "figures": [f"{name} {found}" for name, found in self.figures(each).items()],
            }
            for place, each in enumerate(self._compared)
        ]

    def game(self, place: int = 1) -> AnyGame:
        """Return the game of one of the best settings, or for 0 of today's rules, to play it.

        Raises BadInput for a place that isn't among them.
        """
        shown = self._compared
        return shown[whole_number("the place of the setting", place, 0, len(shown) - 1)].game

    def _repr_mimebundle_(self, **given: object) -> dict[str, Any]:
        shown = super()._repr_mimebundle_(**given)
        if self.interactive is None:
            return shown
        page = self.interactive(self)._repr_mimebundle_() or {}
        return {**(page[0] if isinstance(page, tuple) else page), **shown}

    def __repr__(self) -> str:
        found = "; ".join(f"{n} {each.label}: {self.verdict(each)}"
                          for n, each in enumerate(self.best, 1))  # fmt: skip
        return f"<{self.title}: {found or 'nothing was measured'}{self._remarked()}>"


def _change(
    here: Column,
    there: Column,
    today: Sequence[GameSummary],
    fresh: Sequence[GameSummary],
    error: float,
) -> Estimate:
    """Return the difference of a measure between pairs of games of the same seed."""
    pairs = without_repeats(list(zip(today, fresh, strict=False)))
    both = _both(here, there, today)
    unit = "points" if here.unit == "%" else here.unit
    return both.mean(pairs, unit, any_time=False, error=error)


def _both(here: Column, there: Column, today: Sequence[GameSummary]) -> Column:
    """Return one column for games of two simulations."""
    first = set(map(id, today))

    def of(number: int) -> Callable[[GameSummary], float]:
        one, other = (each.sets[number % len(each.sets)] if each.sets else each.of
                      for each in (here, there))  # fmt: skip
        return lambda game: (one if id(game) in first else other)(game)

    several = max(1, len(here.sets), len(there.sets))
    return Column(
        here.name,
        here.unit,
        lambda game: (here if id(game) in first else there).of(game),
        lambda game: (here if id(game) in first else there).has(game),
        tuple(map(of, range(several))) if several > 1 else (),
        here.noisy or there.noisy,
    )


def _wish(aim: MeasureAim, figures: Mapping[str, Estimate]) -> str:
    return aim.words(figures[aim.measure].unit if aim.measure in figures else "")


def _plain(found: Estimate) -> str:
    return str(found).partition(" (")[0]


# --- The search ----------------------------------------------------------------------------------


def search(
    game: AnyGame,
    aims: Mapping[str, Any],
    seats: Players | None = None,
    *,
    versions: object = None,
    axes: tuple[str, str] | None = None,
    settings: int = SETTINGS,
    games: int = GAMES,
    confirm: int = CONFIRM,
    seed: int = 0,
    workers: Workers = 1,
    moves: int = MAX_MOVES,
    seconds: float | None = None,
    errors: str = "raise",
    keep: bool | str | Path = False,
    playouts: int = 0,
    show: Callable[[DesignSearch], object] | None = None,
    **options: Any,
) -> DesignSearch:
    """Search the settings of a game for those that meet some aims; return the best.

    ``aims`` are measures with what they should be: ``{"starting": 0, "length": (20, 30), "drama":
    ">0.3"}``; a number is meant ± 5 hundredths or ± a tenth, ``"0 ± 2"`` says otherwise. A measure
    is one of ``pp.measures``, in small letters, or a column of ``simulate``.

    Tried are all values of the rule options or, with ``options``, the given ones of these; the
    ``versions`` of its class, by name or as a list; and the ``alternatives`` that the class lists.
    Of more than ``settings`` (500) some are drawn, and neighbours of the best are added.

    The last round has so many ``games`` (640) of a setting. Then the best of six cells of the map
    of two measures, ``axes``, and today's rules play ``confirm`` (500) games of fresh seeds.
    ``show`` is called with the results so far after each round; the other arguments are those of
    ``simulate``. An interrupt returns what was found; with ``keep=True`` the same call goes on from
    there, also after a restart, and opens a search that is over without playing. Raises BadInput
    for a wrong argument and for a game without settings, and GameFailed for a bot that fails.
    """
    if not isinstance(game, Game):
        raise invalid("game", game, "a game, as pp.game(name) returns it")
    check_limits(None, seconds, errors, keep)
    wishes = read_aims(aims)
    space = Space(game, options, versions_of(game, versions))
    plan = _Plan(
        space,
        wishes,
        _axes(axes, wishes),
        seats,
        whole_number("settings", settings, 2, MOST_SETTINGS),
        whole_number("games", games, FIRST, MOST_GAMES),
        whole_number("confirm", confirm, 0, MOST_GAMES),
        whole_number("seed", seed, 0, HIGHEST_SEED // 2),
        workers,
        errors == "raise",
        keep,
        limits_of(moves, seconds, playouts, *(aim.measure for aim in wishes), *(axes or ())),
        show,
    )
    return _Search(plan).found()


def _axes(given: object, aims: Sequence[MeasureAim]) -> tuple[str, str]:
    """Return the measures of the map; raise BadInput for anything but two names."""
    if given is not None:
        if not isinstance(given, tuple | list) or len(given) != 2:
            raise invalid("axes", given, 'two measures, such as ("length", "starting")')
        if not all(isinstance(each, str) for each in given):
            raise invalid("axes", given, 'two measures, such as ("length", "starting")')
        return given[0], given[1]
    aimed = [aim.measure for aim in aims]
    first = AXES[0]
    second = next((each for each in [*aimed, *AXES[1:]] if each not in (first, "turns")), AXES[1])
    return first, second


@dataclass(frozen=True)
class _Plan:
    """The designs that are searched, and how."""

    space: Space
    aims: Sequence[MeasureAim]
    axes: tuple[str, str]
    seats: Players | None
    settings: int
    games: int
    confirm: int
    seed: int
    workers: Workers
    strict: bool
    keep: bool | str | Path
    limits: Limits
    show: Callable[[DesignSearch], object] | None

    @property
    def measures(self) -> list[str]:
        return list(dict.fromkeys([*(aim.measure for aim in self.aims), *self.axes]))


class _Search:
    """A search that is under way."""

    def __init__(self, plan: _Plan) -> None:
        self.plan = plan
        self.random = Random(plan.seed)
        self.begun = 0
        self.tried: list[Tried] = []
        self.left: list[Tried] = []
        self.best: list[Tried] = []
        self.kept = Kept()
        self.stores: dict[Tried, Store] = {}
        self.stopped = ""
        self.where = ""

    def found(self) -> DesignSearch:
        """Search, measure the best again, and return what was found."""
        plan = self.plan
        self.tried = [self._begun(each) for each in plan.space.settings(plan.settings, plan.seed)]
        self.left = list(self.tried)
        try:
            self._rounds()
            self._measure_again()
        except KeyboardInterrupt as stop:
            if not self.best:
                raise
            self.stopped = str(stop) or INTERRUPTED
        return self._result()

    def _begun(self, setting: DesignSetting) -> Tried:
        self.begun += 1
        first = self.plan.seed + self.plan.confirm + (self.begun - 1) * self.plan.games
        return Tried(setting, players_of(setting.game, self.plan.seats), first)

    # --- rounds -----------------------------------------------------------------------------

    def _rounds(self) -> None:
        """Play rounds, and after each leave the better half, until all games are played."""
        plan = self.plan
        count = max(1, ceil(log2(plan.games / FIRST)) + 1)
        for number in range(1, count + 1):
            each = min(plan.games, FIRST * 2 ** (number - 1))
            self.where = f"round {number} of {count}"
            try:
                self._play(self._with_today(), each, self.where)
            finally:
                self._rank(each)
            if plan.show is not None:
                plan.show(self._result(f"after {self.where}"))
            if number < count:
                self._halve(grow=number < count - 1)

    def _with_today(self) -> list[Tried]:
        return list(dict.fromkeys([self.tried[0], *self.left]))

    def _play(self, tried: Sequence[Tried], games: int, what: str) -> None:
        """Play the games that settings have less than so many."""
        tasks: list[tuple[Tried, range]] = [
            (each, range(each.first + len(each.games), each.first + games)) for each in tried
        ]
        best = f"; best so far: {self.best[0].label}" if self.best else ""
        for each, summary in self._summaries(tasks, f"games, {what}{best}"):
            each.games.append(summary)
            if each is self.tried[0]:
                self._check_names(each)

    def _check_names(self, played: Tried) -> None:
        """Raise BadInput for a misspelt measure, as soon as the games played tell."""
        for name in self.plan.measures:
            if event_column(name, played.game) is None:
                check_measure(name, played.game.seats, played.games)

    def _summaries(
        self, tasks: Sequence[tuple[Tried, Sequence[int]]], what: str
    ) -> Iterator[tuple[Tried, GameSummary]]:
        """Yield the games of some settings, each with its setting, and show the progress."""
        owners = [each for each, seeds in tasks for _ in seeds]
        done = 0
        with (
            progress(len(owners), what, keeps=True) as show,
            closing(self._played(tasks, lambda: show(done))) as played,
        ):
            for owner, summary in zip(owners, played, strict=True):
                yield owner, summary
                done += 1
                show(done)

    def _played(
        self, tasks: Sequence[tuple[Tried, Sequence[int]]], idle: Idle
    ) -> Generator[GameSummary, None, None]:
        """Yield the games of some settings: played, or where results are kept, also read."""
        plan = self.plan
        if plan.keep is False:
            jobs: list[Task] = [(self._job(each), seeds) for each, seeds in tasks]
            yield from play_tasks(jobs, plan.workers, idle)
            return
        for each in dict.fromkeys(each for each, _ in tasks if each not in self.stores):
            path = file_of(plan.keep)
            self.stores[each] = Store(self._job(each), path, self.kept, far=plan.workers != 1)
        stored = [(self.stores[each], seeds) for each, seeds in tasks]
        yield from kept_or_played(stored, plan.workers, idle)

    def _job(self, tried: Tried) -> Job:
        game, plan = tried.game, self.plan
        return Job(renewed(game), bots_of(game, tried.players), plan.limits, plan.strict)

    def _rank(self, games: int) -> None:
        """Order the settings that are left by their chance to meet the aims, and choose the best.

        Those count that have played at least half of the round's games, and enough for the first.
        """
        plan = self.plan
        known = [each for each in self._with_today() if len(each.games) >= max(FIRST, games // 2)]
        for each in known:
            each.figures = each.estimates(plan.measures, each.games)
        if not known:
            return
        self._check_measures()
        ranked = sorted(known, key=lambda each: -each.chance(plan.aims))
        left = set(self.left)
        self.left = [each for each in ranked if each in left]
        self._place(ranked)
        changed = [each for each in ranked if each is not self.tried[0]]
        self.best = self._elites(changed)[:SHOWN]
        if len(self.best) < SHOWN:
            others = [each for each in changed if each not in self.best]
            self.best += others[: SHOWN - len(self.best)]
            self.best.sort(key=lambda each: -each.chance(plan.aims))

    def _check_measures(self) -> None:
        """Raise BadInput for a measure that no setting has."""
        for name in self.plan.measures:
            if not any(name in each.figures for each in self.tried):
                first = next(each for each in self.tried if each.games)
                column(name, [first.simulation(first.games)])

    def _halve(self, *, grow: bool) -> None:
        """Leave the better half, and the best of each cell; some neighbours of theirs join."""
        plan = self.plan
        half = max(SHOWN + 1, ceil(len(self.left) / 2))  # today's rules may be among them
        kept = dict.fromkeys([*self.left[:half], *self._elites(self.left)])
        self.left = [each for each in self.left if each in kept]
        if grow and plan.space.size > plan.settings:
            self.left += self._neighbours(len(self.left) // NEW)

    def _neighbours(self, count: int) -> list[Tried]:
        """Return new settings, each one change away from one of the best."""
        known = {each.setting.point for each in self.tried}
        good = self.left[: max(1, len(self.left) // NEW)]
        found: list[Tried] = []
        for _ in range(4 * count):
            if len(found) == count:
                break
            point = self.plan.space.neighbour(self.random.choice(good).setting.point, self.random)
            made = None if point in known else self.plan.space.at(point)
            known.add(point)
            if made is not None:
                found.append(self._begun(made))
        self.tried += found
        return found

    # --- the map ----------------------------------------------------------------------------

    def _place(self, ranked: Sequence[Tried]) -> None:
        """Put each setting in its cell: its third of the better half, by each of two measures."""
        better = ranked[: max(SHOWN, ceil(len(ranked) / 2))]
        ends = [_thirds([_at(each, axis) for each in better]) for axis in self.plan.axes]
        for each in ranked:
            x, y = (bisect_right(end, _at(each, axis)) for end, axis in
                    zip(ends, self.plan.axes, strict=True))  # fmt: skip
            each.cell = (x, y)

    def _elites(self, ranked: Sequence[Tried]) -> list[Tried]:
        """Return the best of each cell, the best of all first."""
        by_cell: dict[tuple[int, int], Tried] = {}
        for each in ranked:
            by_cell.setdefault(each.cell, each)
        return list(by_cell.values())

    # --- fresh games ------------------------------------------------------------------------

    def _measure_again(self) -> None:
        """Play fresh games of the best and of today's rules, in blocks that all have played."""
        plan = self.plan
        measured = [self.tried[0], *self.best]
        first = plan.seed
        self.where = "the fresh games"
        blocks = [range(first + n, first + min(n + BLOCK, plan.confirm))
                  for n in range(0, plan.confirm, BLOCK)]  # fmt: skip
        tasks = [(each, block) for block in blocks for each in measured]
        try:
            for each, summary in self._summaries(tasks, "fresh games of the best"):
                each.fresh.append(summary)
        finally:
            whole = min(len(each.fresh) for each in measured)
            for each in measured:
                del each.fresh[whole:]

    def _result(self, so_far: str = "") -> DesignSearch:
        plan, game = self.plan, self.plan.space.game
        players = players_in_words(game, self.tried[0].players)
        title = f"Search of {game.name}, played by {players}"
        stopped = so_far or (f"{self.stopped} in {self.where}" if self.stopped else "")
        title += f", {stopped}" if stopped else ""
        known = [each for each in self.tried if each.figures]
        best = sorted(self.best, key=lambda each: not each.fresh)
        found = DesignSearch(title, plan.aims, plan.axes, known, best, stopped=self.stopped)
        found.remarks = self.kept.remarks()
        if found.confirmed:  # what chose them may have been luck: the order is that of fresh games
            fresh = {each: each.estimates(plan.measures, each.fresh) for each in best}
            found.best = tuple(sorted(best, key=lambda each: -chance_of(plan.aims, fresh[each])))
        return found


def _at(tried: Tried, axis: str) -> float:
    """Return where a setting is on an axis of the map."""
    found = tried.figures.get(axis)
    return found.value if found is not None and isfinite(found.value) else 0.0


def _thirds(values: Sequence[float]) -> list[float]:
    """Return the values that divide a sorted list into thirds."""
    ordered = sorted(values)
    return [ordered[len(ordered) * n // THIRDS] for n in range(1, THIRDS)]
