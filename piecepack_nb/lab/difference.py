"""Comparisons with the same dice and seeds: two rule sets, two versions of the code, two bots.

Vocabulary
    pair        two games with the same seed, one on each side
    difference  the second side's value minus the first's, in a pair
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from functools import cached_property, partial
from itertools import product
from math import nan
from pathlib import Path
from statistics import fmean, pvariance
from typing import Any, NamedTuple

from piecepack_nb.core.errors import BadInput, did_you_mean, invalid
from piecepack_nb.core.game import AnyGame, Bot, Game
from piecepack_nb.core.match import MAX_MOVES
from piecepack_nb.core.progress import onward, progress
from piecepack_nb.core.wording import approximate, count_noun, fixed
from piecepack_nb.lab.chart import Chart
from piecepack_nb.lab.finding import Finding, Record
from piecepack_nb.lab.fingerprint import renewed
from piecepack_nb.lab.interval import ERROR, FEWEST, SCALES, Estimate, size_to_settle
from piecepack_nb.lab.playing import GameSummary, Limits
from piecepack_nb.lab.simulation import (
    FIRST_LOOK,
    INTERRUPTED,
    LOOKS,
    MOST_GAMES,
    Column,
    Players,
    Simulation,
    SimulationPlan,
    bot_of,
    bots_of,
    check_limits,
    check_measure,
    column,
    columns,
    limits_of,
    player_name,
    players_in_words,
    players_of,
    repeats_in_words,
    run_games,
    seeds_of,
    summaries,
    title_of_games,
    without_repeats,
)
from piecepack_nb.lab.store import Kept
from piecepack_nb.lab.workers import Job, Workers, background

PAIRS = 200
SETTLED = "settled"
MOST_CELLS = 400


class Side(NamedTuple):
    """One of two things that are compared: a game and who plays it."""

    label: str
    game: AnyGame
    players: tuple[Mapping[str, str | Bot], ...]
    """The players of the games with seeds 0, 1 and so on, again from the first after the last."""


class Difference(Finding):
    """The paired differences between two simulations with the same seeds.

    ``measure`` is the column that counts; ``str`` lists the others too. Each interval alone holds
    95 % of the time: of twenty columns that don't differ, about one seems to. Of ``several``
    differences, of which a reader may choose the greatest, all hold together 95 % of the time.
    """

    def __init__(
        self,
        title: str,
        a: Simulation,
        b: Simulation,
        labels: tuple[str, str],
        measure: Column,
        *,
        any_time: bool = False,
        followed: bool = False,
        several: int = 1,
    ) -> None:
        self.title = title
        self.a = a
        self.b = b
        self.labels = labels
        self.measure = measure
        self.any_time = any_time
        self.followed = followed
        """True if a bot is followed from seat to seat: only its own column of wins counts."""
        self.several = several

    @property
    def error(self) -> float:
        """The greatest probability that an interval is wrong, by Bonferroni's correction.

        See Dunn (1961), Multiple comparisons among means, J. Am. Stat. Assoc. 56, 52-64.
        """
        return ERROR / self.several

    @cached_property
    def counted(self) -> list[tuple[GameSummary, ...]]:
        """The pairs that count: all but repeated ones; see ``Simulation``."""
        players = max(len(self.a.players), len(self.b.players), 1)
        return without_repeats(list(zip(self.a, self.b, strict=True)), players)

    def __len__(self) -> int:
        return len(self.a)

    def of(self, measure: str | Column) -> Estimate:
        """Return the mean difference in a column, with its interval; see ``Simulation.estimate``.

        Raises BadInput for an unknown column.
        """
        found = self._column(measure) if isinstance(measure, str) else measure
        unit = "points" if found.unit == "%" else found.unit
        return found.mean(self.counted, unit, any_time=self.any_time, error=self.error)

    def differences(self, measure: Column) -> list[float]:
        """Return the difference of each pair that counts, and has the measure on both sides."""
        pairs = [(a, b) for a, b in self.counted if measure.has(a) and measure.has(b)]
        return [measure.of(b) - measure.of(a) for a, b in pairs]

    @cached_property
    def estimate(self) -> Estimate:
        """The mean difference in the measure that counts."""
        return self.of(self.measure)

    @property
    def settled(self) -> bool:
        """True if the interval excludes 0."""
        return self.estimate.settled

    @cached_property
    def more(self) -> int | None:
        """The number of further pairs that would probably settle it; 0 if it is settled.

        So many that a true difference as large as the one found would be settled 4 times in 5,
        with the variance found. None if no difference was found, or if all pairs are the same.
        """
        if self.settled:
            return 0
        if self.repeats:
            return None
        found = self.differences(self.measure)
        mean = fmean(found) if found else 0.0
        if mean == 0:
            return None
        deviation = pvariance(found, mean) ** 0.5
        needed = size_to_settle(mean, deviation, any_time=self.any_time, error=self.error)
        return max(1, needed - len(self))

    @cached_property
    def saved(self) -> float:
        """How many times as many games would do as well without the same seeds on both sides."""
        paired = pvariance(self.differences(self.measure))
        apart = sum(pvariance(self.measure.of_all(each)) for each in (self.a, self.b))
        return apart / paired if paired else float("inf")

    # --- output ---------------------------------------------------------------------------

    def verdict(self) -> str:
        """Return the result, and the pairs still needed to settle it, in one or two sentences."""
        found, (first, second), name = self.estimate, self.labels, self.measure.name
        among = f" All {self.several} differences of the sweep hold together 95 % of the time."
        several = among if self.several > 1 else ""
        if self.settled:
            return f"{name}: settled: {found}, {second} against {first}.{several}"
        if self.repeats:
            return f"{name}: not settled: {found}. More pairs would be the same."
        if self.more is None:
            return f"{name}: no pair differs, or the differences cancel out: {found}."
        return (
            f"{name}: not settled: {found}. If the true difference is as large as the one found, "
            f"about {approximate(self.more)} more pairs would probably settle it.{several}"
        )

    @property
    def repeats(self) -> bool:
        """True if more pairs would be those that were played already."""
        return len(self.counted) < len(self)

    def rows(self) -> list[tuple[str, str]]:
        """Return the verdict, then a row for each column."""
        found = [("verdict", self.verdict()), ("pairs", str(len(self)))]
        for each in self.shown():
            a, b = (_plain(_mean(each, side), each.unit) for side in (self.a, self.b))
            found.append((each.name, f"{a} → {b}, {self.of(each)}"))
        return found

    def records(self) -> list[Record]:
        """Return a row for each column: its mean on both sides, and the difference."""
        return [
            {
                "measure": each.name,
                "unit": each.unit,
                self.labels[0]: _mean(each, self.a),
                self.labels[1]: _mean(each, self.b),
                **dict(zip(("difference", "low", "high"), self.of(each), strict=False)),
                "pairs": len(self),
            }
            for each in self.shown()
        ]

    def drawing(self) -> Chart:
        """Return a dot for each difference of shares, or for the measure, with its interval."""
        shares = [each for each in self.shown() if each.unit == self.measure.unit]
        rows = tuple(_row(each.name, self.of(each)) for each in shares)
        unit = "percentage points" if self.measure.unit == "%" else self.measure.unit
        return Chart("dots", self.title, rows, f"difference in {unit}")

    def _column(self, name: str) -> Column:
        if name == self.measure.name:
            return self.measure
        return column(name, (self.a, self.b))

    def shown(self) -> list[Column]:
        """Return the column that counts, then the usual ones that have an interval."""
        too_few = self.any_time and len(self.counted) < FEWEST
        usual = columns((self.a, self.b)).values()
        wins = {f"won by {seat}" for seat in (*self.a.seats, *self.b.seats)}
        names = {"unfinished", "turns"} | (set() if self.followed else wins)
        if not _win_together(self.a.game):
            names.add("drawn")  # a game that all lose together is lost, not drawn
        shown = {tuple(self.measure.of_all((*self.a, *self.b))): self.measure}
        for each in usual:
            values = tuple(each.of_all((*self.a, *self.b)))
            if too_few and each.unit != "%":
                continue
            if (each.name in names or each.name.startswith("score ")) and any(values):
                shown.setdefault(values, each)  # where seats win together, one column says it
        return list(shown.values())

    def __repr__(self) -> str:
        return f"<{self.title}: {self.verdict()}{self._remarked()}>"


def _mean(column: Column, games: Sequence[GameSummary]) -> float:
    return fmean(column.of_all(games) or [nan])


def _row(name: str, found: Estimate) -> dict[str, Any]:
    scale = SCALES.get(found.unit, 1)
    value, low, high = (scale * each for each in found.figures)
    return {"name": name, "value": value, "low": low, "high": high, "text": str(found)}


def _plain(value: float, unit: str) -> str:
    return f"{fixed(100 * value, 1)} %" if unit == "%" else fixed(value, 2)


# --- difference ----------------------------------------------------------------------------------


def difference(
    a: AnyGame,
    b: AnyGame | None = None,
    games: int | None = None,
    seed: int = 0,
    seats: Players | None = None,
    *,
    bots: tuple[str | Bot, str | Bot] | None = None,
    measure: str | None = None,
    until: float | str | None = None,
    workers: Workers = 1,
    moves: int = MAX_MOVES,
    seconds: float | None = None,
    errors: str = "raise",
    keep: bool | str | Path = False,
    playouts: int = 0,
) -> Difference:
    """Play pairs of games (200) with the same dice and seeds; return the difference from a to b.

    ``a`` and ``b`` are a game under two rule sets, or two versions of its code. With ``bots``, two
    bots are compared instead: each plays one seat, the same in both games of a pair and another one
    from pair to pair, against ``seats``; in a cooperative game it plays all seats.

    ``measure`` is the column that counts (see ``simulation.column``), by default who wins: "won" in
    a cooperative game and between bots, else the share of the first seat. ``until`` plays until its
    interval is at most so much wide on each side, or "settled" until it excludes 0, with ``games``
    pairs at most (20,000). Those intervals hold at any time. All other arguments are those of
    ``simulate``. An interrupt returns the pairs played so far. Raises BadInput for a wrong argument
    and GameFailed for a bot that fails.
    """
    sides = _sides(a, b, seats, bots)
    seeds = seeds_of(games, seed, PAIRS if until is None else MOST_GAMES)
    check_limits(None if until == SETTLED else until, seconds, errors, keep, measure)
    limits = limits_of(moves, seconds, playouts, measure)
    kept = Kept()
    plan = SimulationPlan(seeds, workers, keep, errors == "raise", limits, kept=kept)
    followed = bots is not None and not a.cooperative and len(a.seats) > 1

    pairs = Pairs(sides, plan, measure, followed=followed, any_time=until is not None)
    stopped = _play_pairs(pairs, until)
    found = pairs.difference()
    count = f"{len(found)} of {len(seeds)} pairs, {stopped}" if stopped else f"{len(found)} pairs"
    found.title = found.title.replace(f"{len(found)} pairs", count, 1)
    found.remarks = kept.remarks()
    return found


def _sides(a: AnyGame, b: AnyGame | None, seats: Players | None, bots: object) -> tuple[Side, Side]:
    for name, game in (("a", a), ("b", a if b is None else b)):
        if not isinstance(game, Game):
            raise invalid(name, game, "a game, as pp.game(name) returns it")
    if bots is not None:
        if b is not None or not isinstance(bots, tuple | list) or len(bots) != 2:
            raise invalid("bots", bots, "two bots of one game, such as ('random', 'mcts')")
        return _side_of_bot(a, bots[0], seats), _side_of_bot(a, bots[1], seats)
    if b is None:
        raise BadInput(
            "there is nothing to compare; expected a second game, or bots=(one, another)"
        )
    if a.name != b.name and a.seats != b.seats:
        raise invalid("b", b.name, f"a version of {a.name}, or a game with its seats")
    players = players_in_words(a, players_of(a, seats))
    changed = ", ".join(b.rules.differences(a.rules).values())
    first, second = ("as it is", changed) if changed else ("the first version", "the other version")
    return (
        Side(f"{first} ({players})", a, (players_of(a, seats),)),
        Side(second, b, (players_of(b, seats),)),
    )


def _side_of_bot(game: AnyGame, bot: str | Bot, seats: Players | None) -> Side:
    """Return the side of a bot, which plays one seat after another, or all if they win together."""
    bot_of(game, "bots", bot)
    if game.cooperative or len(game.seats) == 1:
        return Side(player_name(bot), game, (dict.fromkeys(game.seats, bot),))
    others = players_of(game, seats)
    return Side(player_name(bot), game, tuple({**others, seat: bot} for seat in game.seats))


def _done(found: Difference, until: float | str) -> bool:
    if isinstance(until, str):
        return found.settled or found.repeats
    return found.estimate.half_width <= until or found.repeats


class Pairs:
    """Pairs of games that are played one after the other, and their difference so far.

    Whoever plays them may stop at any time, and continue.
    """

    def __init__(
        self,
        sides: tuple[Side, Side],
        plan: SimulationPlan,
        measure: str | None = None,
        *,
        followed: bool = False,
        any_time: bool = True,
    ) -> None:
        self.sides = sides
        self.plan = plan
        self.measure = measure
        self.followed = followed
        self.any_time = any_time
        self.played: tuple[list[GameSummary], list[GameSummary]] = ([], [])

    def __len__(self) -> int:
        return len(self.played[1])

    def play(self) -> Generator[int, None, None]:
        """Play the pairs that are left; yield the number of pairs after each."""
        left = self._left()
        with ExitStack() as stack:
            sides = [stack.enter_context(closing(_games(side, left))) for side in self.sides]
            for pair in zip(*sides, strict=True):
                yield self._add(pair)

    def play_in_slices(self, seconds: float) -> Iterator[int]:
        """Play the pairs here as ``play`` does, but yield after every so many seconds too."""
        for seed in self._left().seeds:
            pair: list[GameSummary] = []
            for side in self.sides:
                job = self._job(side, side.players[seed % len(side.players)])
                for summary in job.play_in_slices(seed, seconds):
                    if summary is not None:
                        pair.append(summary)
                    yield len(self)
            yield self._add(pair)

    def jobs(self) -> list[Job]:
        """Return what workers need to play the pairs."""
        return [self._job(side, players) for side in self.sides for players in side.players]

    def difference(self) -> Difference:
        """Return the difference so far; raise BadInput for an unknown measure."""
        played = self.played[0][: len(self)], self.played[1]
        a, b = (
            Simulation(
                f"{len(games)} games of {side.game.name}, {side.label}",
                side.game.seats,
                games,
                game=side.game,
                players=side.players,
                any_time=self.any_time,
            )
            for side, games in zip(self.sides, played, strict=True)
        )
        labels = (self.sides[0].label, self.sides[1].label)
        found = Difference(
            f"{len(b)} pairs of games of {self.sides[0].game.name}: {' → '.join(labels)}",
            a,
            b,
            labels,
            _measure(a, b, self.measure, self.followed),
            any_time=self.any_time,
            followed=self.followed,
        )
        found.title += repeats_in_words(len(found), len(found.counted), "pairs")
        return found

    def _left(self) -> SimulationPlan:
        return self.plan._replace(seeds=self.plan.seeds[len(self) :])

    def _job(self, side: Side, players: Mapping[str, str | Bot]) -> Job:
        return Job(side.game, bots_of(side.game, players), self.plan.limits, self.plan.strict)

    def _add(self, pair: Sequence[GameSummary]) -> int:
        for side, summary in zip(self.played, pair, strict=True):
            side.append(summary)
        return len(self)


def _play_pairs(pairs: Pairs, until: float | str | None) -> str:
    """Play pairs until they are done; return where an interrupt came, or ""."""
    look = float(FIRST_LOOK)
    try:
        with progress(len(pairs.plan.seeds), "pairs of games", keeps=until is None) as show:
            pairs.plan = pairs.plan._replace(idle=lambda: show(len(pairs)))
            with closing(pairs.play()) as counts:
                for count in counts:
                    show(count)
                    seats = (*pairs.sides[0].game.seats, *pairs.sides[1].game.seats)
                    check_measure(pairs.measure, seats, *pairs.played)
                    if until is not None and count >= look:
                        look = LOOKS * count
                        if _done(pairs.difference(), until):
                            break
    except KeyboardInterrupt as stop:
        if not len(pairs):
            raise
        return str(stop) or INTERRUPTED
    return ""


def changed_rules(a: AnyGame, b: AnyGame, bot: str, limits: Limits) -> Pairs:
    """Return pairs of games, of a game as it is and under other rules, to play by this bot.

    Workers in the background play them, or whoever calls ``play_in_slices``.
    """
    plan = SimulationPlan(range(MOST_GAMES), background, limits=limits)
    return Pairs(_sides(renewed(a), renewed(b), bot, None), plan)


def _games(side: Side, plan: SimulationPlan) -> Generator[GameSummary, None, None]:
    """Yield the summaries of a side in the order of the seeds."""
    count, first = len(side.players), plan.seeds[0]
    with ExitStack() as stack:
        streams = {}
        for turn in range(min(count, len(plan.seeds))):
            players = side.players[(first + turn) % count]
            part = plan._replace(seeds=plan.seeds[turn::count])
            stream = stack.enter_context(closing(summaries(side.game, players, part)))
            streams[(first + turn) % count] = stream
        for seed in plan.seeds:
            yield next(streams[seed % count])
        for stream in streams.values():  # each keeps its results at its end
            next(stream, None)


def _measure(a: Simulation, b: Simulation, name: str | None, followed: bool) -> Column:
    """Return the column that counts."""
    seats = a.seats
    if followed and name in (None, "won"):
        return Column("won", "%", lambda game: _own(game, seats))
    return column(name or _usual(a), (a, b))


def _own(game: GameSummary, seats: Sequence[str]) -> float:
    """Return 1 if the bot that is followed, whose seat changes with the seed, has won."""
    return float(game.result is not None and seats[game.seed % len(seats)] in game.result.winners)


# --- sweep ---------------------------------------------------------------------------------------


class Sweep(Finding):
    """Simulations of a game with the same seeds under several values of one or two options."""

    def __init__(
        self,
        title: str,
        names: tuple[str, ...],
        cells: Mapping[tuple[Any, ...], Simulation],
        measure: str | None,
    ) -> None:
        self.title = title
        self.names = names
        self.cells = dict(cells)
        self.measure = measure or _usual(next(iter(cells.values())))

    def __getitem__(self, values: Any) -> Simulation:
        """Return the simulation of a value, or of two; raise BadInput for other values."""
        found: Simulation | None = self.cells.get(
            values if isinstance(values, tuple) else (values,)
        )
        if found is None:
            expected = "; ".join(", ".join(map(str, each)) for each in self.cells)
            raise invalid(" and ".join(self.names), values, f"one of {expected}")
        return found

    def estimates(self) -> dict[tuple[Any, ...], Estimate]:
        """Return the mean of the measure, with its interval, for each value."""
        found = column(self.measure, list(self.cells.values()))
        return {
            values: found.mean(
                [(game,) for game in cell.counted], found.unit, any_time=cell.any_time
            )
            for values, cell in self.cells.items()
        }

    def difference(self, a: Any, b: Any) -> Difference:
        """Return the paired difference between the games of two values.

        All differences of the sweep hold together 95 % of the time, so that a reader may choose the
        best value and the worst: without effect, these seem to differ in a third of sweeps.
        """
        one, other = _as_many(self[a], self[b])
        labels = tuple(", ".join(map(str, v)) if isinstance(v, tuple) else str(v) for v in (a, b))
        title = f"{len(one)} pairs: {' and '.join(self.names)} {' → '.join(labels)}"
        measure = column(self.measure, (one, other))
        several = len(self.cells) * (len(self.cells) - 1) // 2
        return Difference(
            title,
            one,
            other,
            (labels[0], labels[1]),
            measure,
            any_time=one.any_time,
            several=max(1, several),
        )

    def rows(self) -> list[tuple[str, str]]:
        """Return a row for each value, or each two."""
        return [
            (self._named(values), f"{self.measure} {found}{self._repeats(values)}")
            for values, found in self.estimates().items()
        ]

    def records(self) -> list[Record]:
        """Return a row for each value, or each two."""
        return [
            {
                **dict(zip(self.names, values, strict=True)),
                "measure": self.measure,
                **dict(zip(("value", "low", "high"), found, strict=False)),
                "games": len(self.cells[values]),
            }
            for values, found in self.estimates().items()
        ]

    def drawing(self) -> Chart:
        """Return a curve with intervals; of two options, a heat map."""
        found = self.estimates()
        unit = next(iter(found.values())).unit
        share = unit == "%"
        rows = tuple(
            {
                "x": str(values[0]),
                **({"y": str(values[1])} if len(values) == 2 else {}),
                **dict(zip(("value", "low", "high"), each, strict=False)),
                "text": str(each),
                "short": _plain(each.value, unit),
            }
            for values, each in found.items()
        )
        kind = "heat" if len(self.names) == 2 else "curve"
        return Chart(kind, self.title, rows, self.measure, self.names[0], self.names[-1], share)

    def _repeats(self, values: tuple[Any, ...]) -> str:
        cell = self.cells[values]
        return repeats_in_words(len(cell), len(cell.counted))

    def _named(self, values: tuple[Any, ...]) -> str:
        return ", ".join(f"{n} {v}" for n, v in zip(self.names, values, strict=True))

    def __repr__(self) -> str:
        rows = "; ".join(f"{name}: {figure}" for name, figure in self.rows())
        return f"<{self.title}: {rows}{self._remarked()}>"


def _as_many(one: Simulation, other: Simulation) -> list[Simulation]:
    """Return two simulations with the seeds that both have."""
    return [
        Simulation(
            each.title,
            each.seats,
            each[: min(len(one), len(other))],
            game=each.game,
            players=each.players,
            any_time=each.any_time,
        )
        for each in (one, other)
    ]


def sweep(
    game: AnyGame,
    games: int | None = None,
    seed: int = 0,
    seats: Players | None = None,
    *,
    measure: str | None = None,
    until: float | None = None,
    workers: Workers = 1,
    moves: int = MAX_MOVES,
    seconds: float | None = None,
    errors: str = "raise",
    keep: bool | str | Path = False,
    playouts: int = 0,
    show: Callable[[Sweep], object] | None = None,
    **options: Any,
) -> Sweep:
    """Play games (200) under each value of one or two rule options, with the same dice and seeds.

    Each of the ``options`` has its values, such as ``quarter_turn_cost=range(4)``. ``until`` plays
    each value until the interval of the measure is at most so much wide on each side, with
    ``games`` at most (20,000); such intervals hold at any time. ``show`` is
    called with the results so far after each value; the other arguments are those of
    ``difference``. An interrupt returns the values and games that are done. Raises BadInput for a
    wrong argument, and GameFailed for a bot that fails.
    """
    if not isinstance(game, Game):
        raise invalid("game", game, "a game, as pp.game(name) returns it")
    lists = _values(game, options)
    seeds = seeds_of(games, seed, PAIRS if until is None else MOST_GAMES)
    check_limits(until, seconds, errors, keep, measure)
    if show is not None and not callable(show):
        raise invalid("show", show, "a function of the results so far, or None")
    limits = limits_of(moves, seconds, playouts, measure)
    cells: dict[tuple[Any, ...], Simulation] = {}
    kept = Kept()
    each = f"{len(seeds)} games" if until is None else f"At most {len(seeds)} games"
    title = f"{each} each of {title_of_games(game, players_of(game, seats))}"
    several = _combinations(lists)
    plan = SimulationPlan(seeds, workers, keep, errors == "raise", limits, until, kept=kept)
    with progress(several * len(seeds), "games", keeps=until is None) as shown:
        for number, values in enumerate(product(*lists)):
            changed = game.under(**dict(zip(options, values, strict=True)))
            players = players_of(changed, seats)
            width = partial(_half_width, changed, measure)
            part = plan._replace(show=onward(shown, number * len(seeds)))
            try:
                played, stopped = run_games(changed, players, part, width, measure)
            except KeyboardInterrupt as stop:
                played, stopped = [], str(stop) or INTERRUPTED
            if played:
                cells[values] = Simulation(
                    f"{title}, {values}",
                    changed.seats,
                    played,
                    game=changed,
                    players=(players,),
                    any_time=until is not None,
                )
            if stopped and not cells:
                raise KeyboardInterrupt(stopped)
            if stopped:
                last = f", the last with {count_noun(len(played), 'game')}" * bool(played)
                title += f", {len(cells)} of {several} values{last}, {stopped}"
                break
            if show is not None:
                show(Sweep(title, tuple(options), cells, measure))
    found = Sweep(title, tuple(options), cells, measure)
    found.remarks = kept.remarks()
    return found


def _half_width(game: AnyGame, measure: str | None, played: Sequence[GameSummary]) -> float:
    """Return half the width of the measure's interval so far."""
    so_far = Simulation("", game.seats, played, game=game, any_time=True)
    return so_far.estimate(measure or _usual(so_far)).half_width


def _combinations(lists: Sequence[Sequence[Any]]) -> int:
    """Return the number of combinations."""
    return len(list(product(*lists)))


def _values(game: AnyGame, options: Mapping[str, Any]) -> list[list[Any]]:
    """Return the values of each option; raise BadInput for wrong ones before a game is played."""
    known = {each.name: each for each in game.rules.options()}
    if not 1 <= len(options) <= 2:
        raise BadInput(f"{len(options)} rule options are given; expected one or two: "
                       + (", ".join(known) or f"{game.name} has none"))  # fmt: skip
    lists = []
    for name, values in options.items():
        if name not in known:
            hint = did_you_mean(name, known)
            raise BadInput(f"there is no rule option {name!r}{hint}; expected {', '.join(known)}")
        if isinstance(values, str) or not hasattr(values, "__iter__"):
            raise invalid(name, values, f"several values, each {known[name].accepted}")
        given = list(values)
        for value in given:
            known[name].refuse(value)
        lists.append(list(dict.fromkeys(given)))
    if not 1 <= _combinations(lists) <= MOST_CELLS:
        raise invalid("the number of values", _combinations(lists), f"1 to {MOST_CELLS}")
    return lists


def _usual(simulation: Simulation) -> str:
    """Return the column that counts if none is named."""
    together = _win_together(simulation.game)
    return "won" if together else f"won by {simulation.seats[0]}"


def _win_together(game: AnyGame | None) -> bool:
    """Return True for a game that all its seats win or lose together."""
    return game is not None and (game.cooperative or len(game.seats) == 1)
