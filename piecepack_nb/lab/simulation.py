"""Simulations: many games under the same rules with the same bots, and their averages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from difflib import get_close_matches
from functools import cached_property, partial
from math import inf, nan
from pathlib import Path
from statistics import fmean
from time import monotonic
from typing import NamedTuple

from piecepack_nb.core.dice import HIGHEST_SEED
from piecepack_nb.core.errors import BadInput, did_you_mean, invalid
from piecepack_nb.core.game import AnyGame, Bot, Game
from piecepack_nb.core.match import MAX_MOVES, Match
from piecepack_nb.core.match_base import BOT_FUNCTION
from piecepack_nb.core.progress import progress
from piecepack_nb.core.validate import takes, whole_number
from piecepack_nb.core.wording import fixed
from piecepack_nb.lab.chart import Chart
from piecepack_nb.lab.definitions import (
    BY_NAME,
    MEASURES,
    imputed,
    may_miss,
    measure_named,
    needs_profile,
    within,
)
from piecepack_nb.lab.finding import Finding, Record
from piecepack_nb.lab.fingerprint import renewed
from piecepack_nb.lab.interval import ERROR, Estimate, Interval, any_time_share, wilson
from piecepack_nb.lab.playing import GameSummary, Limits
from piecepack_nb.lab.store import FILE, Kept, Store
from piecepack_nb.lab.workers import Idle, Job, Workers, WorkerSource, play_tasks

GAMES = 200
MOST_GAMES = 20_000
"""The most games of a simulation that plays until an interval is short enough."""
MAX_PLAYOUTS = 10_000
PLAYOUTS = 32
"""The playouts of each estimate of a state or a move, for the measures that need them."""
KEPT_EVERY = 20.0
"""The seconds after which new results are kept: so many are lost if the kernel is killed."""
INTERRUPTED = "interrupted"
NEARLY = 0.8
"""The likeness to a column's name, from 0 to 1, of a name that must be a misspelling of it."""
FIRST_LOOK, LOOKS = 30, 1.1
"""The games before an interval is looked at, and how many times as many before the next look."""


class Column(NamedTuple):
    """A number of games; ``unit`` is "%" for one that is 0 or 1."""

    name: str
    unit: str
    of: Callable[[GameSummary], float]
    """The number of a game; of several plausible ones their mean."""
    has: Callable[[GameSummary], bool] = lambda _game: True
    """False for a game that doesn't have it, such as the drama of a draw."""
    sets: tuple[Callable[[GameSummary], float], ...] = ()
    """The plausible numbers of a game, if it has several; see ``definitions.imputed``."""
    noisy: bool = False
    bounds: tuple[float, float] = (-inf, inf)
    """The range of the mean."""

    def of_all(self, games: Iterable[GameSummary]) -> list[float]:
        """Return the numbers of the games that have one."""
        return [self.of(game) for game in games if self.has(game)]

    def mean(
        self,
        values: Sequence[tuple[GameSummary, ...]],
        unit: str,
        *,
        any_time: bool,
        error: float = ERROR,
    ) -> Estimate:
        """Return the mean, with its interval, of the games or of the differences in pairs.

        Those count that have the number in each game. Without any it is not a number.
        """
        counted = [games for games in values if all(map(self.has, games))]
        if not counted:
            return Estimate(nan, -inf, inf, unit)
        sets = [
            [_last_less_first(of, games) for games in counted] for of in self.sets or (self.of,)
        ]
        missed = 0.0
        if self.noisy:
            missed = may_miss(*(self.of_all(side) for side in zip(*counted, strict=True)))
        found = imputed(sets, unit, missed=missed, any_time=any_time, error=error)
        return within(found, self.bounds) if len(counted[0]) == 1 else found


def _last_less_first(of: Callable[[GameSummary], float], games: Sequence[GameSummary]) -> float:
    """Return the number of a game, or that of the second less that of the first."""
    return of(games[-1]) - (of(games[0]) if len(games) > 1 else 0.0)


class Simulation(Sequence[GameSummary], Finding):
    """The summaries of many games under the same rules by the same bots, as a sequence.

    A game counts as won if one of the ``seats`` is among its winners. With ``any_time``, all
    intervals hold however often you look and whenever you stop. The ``players`` take turns: the
    remainder of the seed chooses who plays a game.

    If neither dice nor bots choose at random, all seeds give the same game. Intervals count it
    once, since the same game again is no evidence.
    """

    def __init__(
        self,
        title: str,
        seats: tuple[str, ...],
        outcomes: Sequence[GameSummary],
        *,
        game: AnyGame | None = None,
        players: Sequence[Mapping[str, str | Bot]] = (),
        any_time: bool = False,
    ) -> None:
        self.title = title
        self.seats = seats
        self.outcomes = tuple(outcomes)
        self.game = game
        self.players = players
        self.any_time = any_time

    def __len__(self) -> int:
        return len(self.outcomes)

    @cached_property
    def counted(self) -> tuple[GameSummary, ...]:
        """The games that count: all but repeated ones."""
        games = without_repeats([(game,) for game in self], len(self.players) or 1)
        return tuple(game for (game,) in games)

    def __getitem__(self, place):  # type: ignore[no-untyped-def]
        return self.outcomes[place]

    def match(self, place: int = 0) -> Match:
        """Return the game at a ``place``, from 0, as a match to show, replay and explore.

        Raises BadInput for a place that it doesn't have, and for a simulation without its game.
        """
        if self.game is None or not self.players:
            raise BadInput("this simulation doesn't know its game; expected one from simulate")
        last = len(self) - 1
        played: GameSummary = self[whole_number("the place of the game", place, -last - 1, last)]
        seats = self.players[played.seed % len(self.players)]
        match = Match(self.game, seed=played.seed, seats=seats)
        match.run(max(1, played.moves))
        return match

    # --- shares ---------------------------------------------------------------------------

    @property
    def wins(self) -> int:
        """The number of games won by any of the seats."""
        return sum(self._won(outcome, self.seats) for outcome in self)

    @property
    def win_rate(self) -> Interval:
        """The share of games won by any of the seats."""
        return self._share(lambda game: self._won(game, self.seats))

    def won_by(self, winner: str) -> Interval:
        """Return the share of games won by ``winner``: a seat, or the game's own side.

        Raises BadInput for a misspelt seat.
        """
        seats = self.seats if self.game is None else self.game.seats
        if winner not in seats and (hint := did_you_mean(winner, seats)):
            raise invalid("the winner", winner, f"one of {', '.join(seats)}{hint}")
        return self._share(lambda game: self._won(game, (winner,)))

    @cached_property
    def won(self) -> dict[str, Interval]:
        """The shares of games won: "won" if the seats win together, otherwise one for each seat."""
        if self._together():
            return {"won": self.win_rate}
        return {f"won by {seat}": self.won_by(seat) for seat in self.seats}

    def _together(self) -> bool:
        if self.game is not None:
            return self.game.cooperative or len(self.seats) == 1
        return all(self._won(o, self.seats) == self._won_by_all(o) for o in self)

    def _won_by_all(self, outcome: GameSummary) -> bool:
        return all(self._won(outcome, (seat,)) for seat in self.seats)

    @cached_property
    def drawn(self) -> Interval:
        """The share of games that ended without a winner."""
        return self._share(lambda game: game.result is not None and not game.result.winners)

    def ended_by(self) -> dict[str, int]:
        """Return the number of games ended by each clause, most frequent first."""
        counts = Counter(outcome.result.clause for outcome in self if outcome.result)
        return dict(counts.most_common())

    @property
    def unfinished(self) -> int:
        """The number of games that were not over when they were stopped."""
        return sum(outcome.result is None for outcome in self)

    @property
    def problems(self) -> list[str]:
        """The reasons why games were stopped before they were over, each with its seed."""
        return [outcome.problem for outcome in self if outcome.problem]

    @staticmethod
    def _won(outcome: GameSummary, names: tuple[str, ...]) -> bool:
        return outcome.result is not None and not set(names).isdisjoint(outcome.result.winners)

    def _share(self, holds: Callable[[GameSummary], bool]) -> Interval:
        hits, of = sum(map(holds, self.counted)), len(self.counted)
        if not self.any_time:
            return wilson(hits, of)
        found = any_time_share(Counter({1.0: hits, 0.0: of - hits}))
        return Interval(found.value, found.low, found.high)

    # --- means ----------------------------------------------------------------------------

    @property
    def turns(self) -> float:
        """The mean number of turns of a game."""
        return fmean(outcome.turns for outcome in self)

    @cached_property
    def scores(self) -> dict[str, float]:
        """The mean score of each side, over the games that were over."""
        scores = [outcome.result.scores for outcome in self if outcome.result]
        names = dict.fromkeys(name for each in scores for name in each)
        return {name: fmean(each.get(name, 0) for each in scores) for name in names}

    @cached_property
    def events(self) -> dict[str, float]:
        """The mean number of events of each kind in a game, most frequent first."""
        total: Counter[str] = Counter()
        for outcome in self:
            total.update(outcome.events)
        return {kind: number / len(self) for kind, number in total.most_common()}

    def mean(self, kind: str) -> float:
        """Return the mean number of events of a kind in a game; 0 for a kind that never occurs."""
        return self.events.get(kind, 0.0)

    def estimate(self, measure: str) -> Estimate:
        """Return the mean of a column over the games, with its interval.

        ``measure`` names it: "won", "won by suns", "turns", a kind of event, or a measure of the
        design such as "drama". Raises BadInput for another name, and for a measure that the games
        don't have.
        """
        found = column(measure, [self])
        return found.mean([(game,) for game in self.counted], found.unit, any_time=self.any_time)

    # --- output ---------------------------------------------------------------------------

    def rows(self) -> list[tuple[str, str]]:
        """Return the rows of the table: a name and a figure each."""
        scores = ", ".join(f"{name} {fixed(score, 1)}" for name, score in self.scores.items())
        count = len(self.counted)
        found = [
            *(
                (who, f"{share}: {round(share.share * count)} of {count}")
                for who, share in self._ends()
            ),
            ("turns", f"{self.turns:.1f}"),
            ("scores", scores or "none"),
            *((f"{kind} a game", f"{number:.1f}") for kind, number in self.events.items()),
        ]
        if not self.unfinished:
            return found
        why = f"; the first: {self.problems[0]}" if self.problems else ""
        return [*found, ("unfinished", f"{self.unfinished}{why}")]

    def records(self) -> list[Record]:
        """Return a row for each game: its seed, result, length, scores and events."""
        return [
            {
                "seed": each.seed,
                "winners": " ".join(each.result.winners) if each.result else "",
                "clause": each.result.clause if each.result else "",
                "first": each.first,
                "turns": each.turns,
                "moves": each.moves,
                "problem": each.problem,
                **{
                    f"score {name}": n
                    for name, n in (each.result.scores if each.result else {}).items()
                },
                **{kind: each.events.get(kind, 0) for kind in self.events},
            }
            for each in self
        ]

    def shares(self) -> list[tuple[str, Interval]]:
        """Return the shares of games won, drawn, and ended by each clause, with their intervals."""
        found = self._ends()
        found += [(f"ended by {id}", self._share(_ended_by(id))) for id in self.ended_by()]
        stopped = self._share(_ended_by(None))
        return found + ([("unfinished", stopped)] if self.unfinished else [])

    def _ends(self) -> list[tuple[str, Interval]]:
        """Return the shares of games won and, if there are any, of drawn ones."""
        found = list(self.won.items())
        return found + (
            [("drawn", self.drawn)] if self.drawn.share and "won" not in self.won else []
        )

    def drawing(self) -> Chart:
        """Return a bar for each share, with its interval."""
        rows = tuple(
            {"name": name, "value": s.share, "low": s.low, "high": s.high, "text": str(s)}
            for name, s in self.shares()
        )
        return Chart("bars", self.title, rows, "share of games", share=True)

    def __repr__(self) -> str:
        scores = ", ".join(f"{name} {fixed(score, 1)}" for name, score in self.scores.items())
        won = ", ".join(f"{who} {share}" for who, share in self._ends())
        found = f"{won}, {self.turns:.1f} turns; {scores or 'no score'}"
        return f"<{self.title}: {found}{self._remarked()}>"


def _ended_by(clause: str | None) -> Callable[[GameSummary], bool]:
    return lambda game: (game.result.clause if game.result else None) == clause


def without_repeats(
    played: Sequence[tuple[GameSummary, ...]], players: int = 1
) -> list[tuple[GameSummary, ...]]:
    """Return games, or pairs of games, without those that repeat an earlier one.

    The number of ``players`` is that of the sets of players who take turns by the seed. Equal games
    of dice or random choices are no repeats: each might have been another.
    """
    kept = []
    for turn in range(players):
        same = [games for games in played if games[0].seed % players == turn]
        kept += same[:1] if _is_repeated(same) else same
    return sorted(kept, key=lambda games: games[0].seed)


def _is_repeated(played: Sequence[tuple[GameSummary, ...]]) -> bool:
    """Return True if all are the same; a bot may have chance of its own, which nobody notes."""
    if any(game.by_chance for games in played for game in games):
        return False
    first, *others = ([g._replace(seed=0, profile=None) for g in games] for games in played or [()])
    return all(each == first for each in others)


def repeats_in_words(played: int, counted: int, what: str = "games") -> str:
    """Return the part of a title on repeated games; "" if there are none."""
    if played == counted:
        return ""
    same = f"{counted} {what} again and again" if counted > 1 else "the same again and again"
    return f", without dice or random choices: {same}, counted once"


# --- Columns -------------------------------------------------------------------------------------


def column(name: str, simulations: Sequence[Simulation]) -> Column:
    """Return the column of this name.

    "won" is 1 for a game won by any seat, "won by suns" by one, "drawn" for one without a winner,
    "unfinished" for one that was stopped. "turns" and "moves" are its length, "score suns" a side's
    score, and any kind of event its number. The measures of a design have their names in small
    letters: "starting", "drama", "lead changes", "decided early". Raises BadInput for another name,
    and for a measure that the games don't have.
    """
    found = columns(simulations)
    if name not in found and (measure := measure_named(name)) is not None:
        return _measured(name, measure, simulations)
    if name not in found:
        known = [*found, *BY_NAME]
        raise invalid("measure", name, f"one of {', '.join(known)}{did_you_mean(name, known)}")
    return found[name]


OF_EVERY_GAME = ("won", "drawn", "unfinished", "turns", "moves")
"""Names of columns that no kind of event takes: a clause may have the title "Turns"."""


def event_column(name: str, game: AnyGame) -> Column | None:
    """Return the column of a kind of event that a game may have, even if it never occurs."""
    known = name in game.event_kinds and name not in OF_EVERY_GAME
    return Column(name, "events", _count(name)) if known else None


def _measured(name: str, measure: str, simulations: Sequence[Simulation]) -> Column:
    """Return the column of a measure of the design; raise BadInput where it isn't defined."""
    found = [values for each in simulations if (values := MEASURES[measure](each)) is not None]
    if not found:
        expected = f"a measure that these games have; {measure!r} isn't defined for them"
        raise invalid("measure", name, expected)
    several = max(len(values.sets) for values in found)
    numbers: list[dict[int, float]] = [
        {
            id(game): number
            for values in found
            for game, number in zip(values.games, values.sets[n % len(values.sets)], strict=True)
        }
        for n in range(several)
    ]
    sets = tuple(partial(_number_in, each) for each in numbers)
    return Column(
        name,
        found[0].unit,
        lambda game: fmean(of(game) for of in sets),
        lambda game: id(game) in numbers[0],
        sets,
        any(values.noisy for values in found),
        (found[0].low, found[0].high),
    )


def _number_in(numbers: Mapping[int, float], game: GameSummary) -> float:
    return numbers[id(game)]


def check_measure(name: str | None, seats: tuple[str, ...], *played: Sequence[GameSummary]) -> None:
    """Raise BadInput for a name that no column of the games so far has, as soon as that tells.

    After the first game, a name that is nearly a column's or a measure's is a misspelling. Rare
    kinds of events come later: any other name is refused after as many games as there are before
    the first look.
    """
    count = len(played[0])
    if name is None or count not in (1, FIRST_LOOK) or measure_named(name) is not None:
        return
    games = [Simulation("", seats, each) for each in played]
    if count == FIRST_LOOK or get_close_matches(name, [*columns(games), *BY_NAME], 1, NEARLY):
        column(name, games)


def columns(simulations: Sequence[Simulation]) -> dict[str, Column]:
    """Return all columns that the games of the simulations have, by name."""
    seats = dict.fromkeys(seat for each in simulations for seat in each.seats)
    scores = dict.fromkeys(name for each in simulations for name in each.scores)
    kinds = dict.fromkeys(kind for each in simulations for kind in each.events)
    found = [
        Column("won", "%", lambda game: float(_has_won(game, seats))),
        *(Column(f"won by {seat}", "%", _wins(seat)) for seat in seats),
        Column(
            "drawn", "%", lambda game: float(game.result is not None and not game.result.winners)
        ),
        Column("unfinished", "%", lambda game: float(game.result is None)),
        Column("turns", "turns", lambda game: game.turns),
        Column("moves", "moves", lambda game: game.moves),
        *(Column(f"score {side}", "points of score", _score(side)) for side in scores),
        *(Column(kind, "events", _count(kind)) for kind in kinds if kind not in OF_EVERY_GAME),
    ]
    return {each.name: each for each in found}


def _has_won(game: GameSummary, names: Mapping[str, None]) -> bool:
    return game.result is not None and not names.keys().isdisjoint(game.result.winners)


def _wins(seat: str) -> Callable[[GameSummary], float]:
    return lambda game: float(_has_won(game, {seat: None}))


def _score(side: str) -> Callable[[GameSummary], float]:
    return lambda game: game.result.scores.get(side, 0) if game.result else 0


def _count(kind: str) -> Callable[[GameSummary], float]:
    return lambda game: game.events.get(kind, 0)


# --- Playing the games ---------------------------------------------------------------------------


Players = str | Bot | Mapping[str, str | Bot]


class SimulationPlan(NamedTuple):
    """The way the games of a simulation are played, whatever game it is."""

    seeds: range
    workers: WorkerSource = 1
    keep: bool | str | Path = False
    strict: bool = True
    limits: Limits = Limits()
    until: float | None = None
    idle: Idle = int
    """Called every second of a long game."""
    kept: Kept | None = None
    """Notes what was read from a store, and what can't be kept."""
    show: Callable[[int], None] | None = None
    """Shows the number of games done, of a caller who plays more than these."""


def simulate(
    game: AnyGame,
    games: int | None = None,
    seed: int = 0,
    seats: Players | None = None,
    *,
    until: float | None = None,
    measure: str | None = None,
    workers: Workers = 1,
    moves: int = MAX_MOVES,
    seconds: float | None = None,
    errors: str = "raise",
    keep: bool | str | Path = False,
    playouts: int = 0,
) -> Simulation:
    """Play ``games`` games (200) between bots and return their results.

    ``seats`` is the bot of every seat (a name or a bot function), or a mapping from each seat to
    its bot; the default is the game's first bot. The games have the seeds ``seed``, ``seed + 1``,
    ...: a Match with that seed and those bots plays the same game.

    ``until`` plays until the 95 % interval is at most so much wide on each side of the value, with
    ``games`` at most (20,000); its intervals hold at any time, so that looking at them doesn't make
    them wrong. It is that of a ``measure`` (see ``column``), by default of all shares won.

    ``workers`` is a number of processes, which live on for the next call, or any executor of
    ``concurrent.futures``, such as Dask's. A game is stopped after ``moves`` moves or ``seconds``.
    ``errors="keep"`` counts a game as unfinished in which a bot or a rule fails, and continues;
    "raise" stops. ``keep`` keeps the results in ``.piecepack_nb``, or in a file, and looks there
    first. ``playouts`` adds a ``profile`` to each summary; a measure such as "drama" has 32.

    An interrupt returns the games played so far, and the title says so. Raises BadInput for a wrong
    argument, and GameFailed for a bot that fails or makes an illegal move.
    """
    if not isinstance(game, Game):
        raise invalid("game", game, "a game, as pp.game(name) returns it")
    seeds = seeds_of(games, seed, MOST_GAMES if until is not None else GAMES)
    most = len(seeds)
    players = players_of(game, seats)
    check_limits(until, seconds, errors, keep, measure)
    limits = limits_of(moves, seconds, playouts, measure)
    kept = Kept()
    plan = SimulationPlan(seeds, workers, keep, errors == "raise", limits, until, kept=kept)

    def done(played: Sequence[GameSummary]) -> float:
        """Return the half-width of the widest interval."""
        so_far = Simulation("", game.seats, played, game=game, any_time=True)
        if measure:
            return so_far.estimate(measure).half_width
        return max((share.high - share.low) / 2 for share in so_far.won.values())

    played, stopped = run_games(game, players, plan, done, measure)
    title = f"{most} games of {title_of_games(game, players)}"
    if stopped:
        title = f"{len(played)} of {title}, {stopped}"
    elif until is not None:
        title = title.replace(str(most), str(len(played)), 1)
    found = Simulation(
        title, game.seats, played, game=game, players=(players,), any_time=until is not None
    )
    found.remarks = kept.remarks()
    found.title += repeats_in_words(len(found), len(found.counted))
    if measure is not None:
        column(measure, [found])
    return found


def seeds_of(games: int | None, seed: int, default: int) -> range:
    """Return the seeds of the games; raise BadInput for a wrong number."""
    most = default if games is None else games
    if type(most) is not int or most < 1:
        raise invalid("games", games, "a whole number, at least 1")
    if type(seed) is not int or not 0 <= seed <= HIGHEST_SEED - most:
        raise invalid("seed", seed, f"a whole number from 0 to {HIGHEST_SEED - most}")
    return range(seed, seed + most)


def check_limits(
    until: object, seconds: object, errors: object, keep: object, measure: object = None
) -> None:
    """Raise BadInput for a wrong limit, and for what can't be a file or the name of a column."""
    for name, value in (("until", until), ("seconds", seconds)):
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if value is not None and not (number and value > 0):  # type: ignore[operator]
            raise invalid(name, value, "a number above 0, or None")
    if errors not in ("raise", "keep"):
        raise invalid("errors", errors, "'raise' or 'keep'")
    if not isinstance(keep, bool | str | Path):
        raise invalid("keep", keep, "True, False or the path of a file")
    if not isinstance(measure, str | None):
        raise invalid("measure", measure, "the name of a column, such as 'turns'")


def limits_of(moves: object, seconds: float | None, playouts: object, *names: str | None) -> Limits:
    """Return the limits of games, with playouts if a measure needs them; raise BadInput if wrong.

    ``names`` are those of the measures that count.
    """
    given = whole_number("playouts", playouts, 0, MAX_PLAYOUTS)
    needed = PLAYOUTS if not given and needs_profile(names) else given
    return Limits(whole_number("moves", moves, 1, MAX_MOVES), seconds, needed)


def run_games(
    game: AnyGame,
    players: Mapping[str, str | Bot],
    plan: SimulationPlan,
    half_width: Callable[[Sequence[GameSummary]], float] | None = None,
    measure: str | None = None,
) -> tuple[list[GameSummary], str]:
    """Play or find the games of a plan; return their summaries, and where an interrupt came or "".

    The summaries are those of the first seeds, without a gap: short games, which are over first,
    must not count more than long ones. Raises BadInput for a ``measure`` that they don't have.
    """
    played: list[GameSummary] = []
    look = float(FIRST_LOOK)
    try:
        with shown(plan) as show:
            plan = plan._replace(idle=lambda: show(len(played)))
            with closing(summaries(game, players, plan)) as found:
                for summary in found:
                    played.append(summary)
                    show(len(played))
                    check_measure(measure, game.seats, played)
                    if plan.until and half_width and len(played) >= look:
                        look = LOOKS * len(played)
                        narrow = half_width(played) <= plan.until
                        if narrow or not any(game.by_chance for game in played):
                            break
    except KeyboardInterrupt as stop:
        if not played:
            raise
        return played, str(stop) or INTERRUPTED
    return played, ""


def shown(plan: SimulationPlan) -> AbstractContextManager[Callable[[int], None]]:
    """Return what shows the progress of a plan's games: the caller's, or one of their own."""
    if plan.show is not None:
        return nullcontext(plan.show)
    return progress(len(plan.seeds), "games", keeps=plan.until is None)


def summaries(
    game: AnyGame, players: Mapping[str, str | Bot], plan: SimulationPlan
) -> Generator[GameSummary, None, None]:
    """Yield the summaries of a plan in the order of its seeds, kept ones or new ones."""
    job = Job(renewed(game), bots_of(game, players), plan.limits, plan.strict)
    if plan.keep is False:
        yield from play_tasks([(job, plan.seeds)], plan.workers, plan.idle)
        return
    store = Store(job, file_of(plan.keep), plan.kept, far=plan.workers != 1)
    yield from kept_or_played([(store, plan.seeds)], plan.workers, plan.idle)


def file_of(keep: bool | str | Path) -> Path:
    """Return the file that results are kept in, by the argument ``keep``."""
    return FILE if isinstance(keep, bool) else Path(keep)


def kept_or_played(
    tasks: Sequence[tuple[Store, Sequence[int]]], workers: WorkerSource, idle: Idle = int
) -> Generator[GameSummary, None, None]:
    """Yield summaries task by task in the order of their seeds: kept ones, or new ones to keep."""
    known = [store.known(seeds) for store, seeds in tasks]
    left = [[seed for seed in seeds if seed not in found]
            for (_, seeds), found in zip(tasks, known, strict=True)]  # fmt: skip
    jobs = [(store.job, seeds) for (store, _), seeds in zip(tasks, left, strict=True)]
    new = play_tasks(jobs, workers, idle)
    due = monotonic() + KEPT_EVERY
    for (store, seeds), found in zip(tasks, known, strict=True):
        fresh: list[GameSummary] = []
        try:
            for seed in seeds:
                if seed not in found:
                    fresh.append(next(new))
                yield found.get(seed) or fresh[-1]
                if monotonic() >= due:
                    store.keep(fresh)
                    fresh.clear()
                    due = monotonic() + KEPT_EVERY
        finally:
            store.keep(fresh)


# --- who plays -----------------------------------------------------------------------------


def players_of(game: AnyGame, seats: Players | None) -> dict[str, str | Bot]:
    """Return the player of every seat; raise BadInput for one that isn't a bot."""
    if seats is None:
        seats = next(iter(game.built_in_bots), "random")
    if not isinstance(seats, Mapping):
        bot_of(game, "seats", seats)
        return dict.fromkeys(game.seats, seats)
    for seat in (*game.seats, *seats):
        if seat not in seats or seat not in game.seats:
            raise invalid("seats", seats, "a bot for each of " + ", ".join(game.seats))
    for seat in game.seats:
        bot_of(game, f"seats[{seat!r}]", seats[seat])
    return {seat: seats[seat] for seat in game.seats}


def bots_of(game: AnyGame, players: Mapping[str, str | Bot]) -> dict[str, Bot]:
    """Return the bot of each seat; raise BadInput for a player that is none."""
    return {seat: bot_of(game, f"seats[{seat!r}]", players[seat]) for seat in game.seats}


def bot_of(game: AnyGame, where: str, player: object) -> Bot:
    """Return the bot of a player; raise BadInput, naming ``where``, for anything else."""
    found = game.bots.get(player) if isinstance(player, str) else player
    if not takes(found, 4):
        known = f"one of {', '.join(map(repr, game.bots))}, or " if game.bots else ""
        raise invalid(where, player, f"{known}{BOT_FUNCTION}")
    bot: Bot = found
    return bot


def title_of_games(game: AnyGame, players: Mapping[str, str | Bot]) -> str:
    """Return a game with its changed options, and its players."""
    changed = [line.partition(" (")[0] for line in game.rules.differences().values()]
    rules = f" ({', '.join(changed)})" if changed else ""
    return f"{game.name}{rules}, {players_in_words(game, players)}"


def players_in_words(game: AnyGame, players: Mapping[str, str | Bot]) -> str:
    """Return the players in words: "greedy", or "suns greedy, moons random"."""
    names = {seat: player_name(players[seat]) for seat in game.seats}
    if len({id(player) for player in players.values()}) == 1:
        return names[game.seats[0]]
    return ", ".join(f"{seat} {name}" for seat, name in names.items())


def player_name(player: object) -> str:
    """Return the name of a bot or of a bot function."""
    return player if isinstance(player, str) else getattr(player, "__name__", "a bot")
