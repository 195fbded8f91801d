"""The measures of a game: all that are defined for it, from games between equal bots.

They say how the game is played by these bots. The value of a state to each side, from 0 (lost) over
0.5 (even) to 1 (won), is the game's own evaluation or, without one, the mean result of random
playouts. What is counted in the course of such values is counted in plausible courses, so that the
playouts' chance doesn't count; see ``plausible``. Of six games with known values it was within a
third of the truth (bench/bench_measures.py), and intervals are wider by so much.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.match import MAX_MOVES
from piecepack_nb.core.validate import whole_number
from piecepack_nb.core.wording import count_noun
from piecepack_nb.lab.chart import Chart
from piecepack_nb.lab.definitions import MEASURES, definition_of, measured, winning_sides
from piecepack_nb.lab.finding import Finding, Record
from piecepack_nb.lab.interval import SCALES, Estimate, Interval, wilson
from piecepack_nb.lab.playing import Profile
from piecepack_nb.lab.simulation import MAX_PLAYOUTS, PLAYOUTS, Players, Simulation, simulate
from piecepack_nb.lab.workers import Workers

GAMES = 100
TENTHS = 10
MOST_SHOWN = 8


class Measure(NamedTuple):
    """A measure of a game, with its definition."""

    name: str
    estimate: Estimate
    definition: str

    def __str__(self) -> str:
        return f"{self.name}: {self.estimate}"


class Measures(Finding):
    """The measures of a game, from ``games`` between equal bots."""

    def __init__(self, games: Simulation) -> None:
        self.games = games
        self.remarks = games.remarks
        of = games.title.partition(" games of ")[2]
        self.title = f"Measures of {of}, {count_noun(len(games), 'game')}"

    @cached_property
    def found(self) -> list[Measure]:
        """The measures that are defined for this game."""
        found = ((name, measured(define, self.games)) for name, define in MEASURES.items())
        return [
            Measure(name, each, definition_of(name)) for name, each in found if each is not None
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

        A try is a move that was legal for the same seat earlier in the same game or, where moves
        pick cards, any with the cards that the seat has.
        """
        total = self._total(lambda profile: profile.refused)
        return {clause: number / total.total() for clause, number in total.most_common()}

    @property
    def never_used(self) -> list[str]:
        """The clauses that nothing happened under and that refused nothing.

        Those of own games on set-up and turns count as used, since each game follows them.
        """
        game = self.games.game
        assert game is not None
        used = {*self.clauses, *self.refused, *self.games.ended_by()} | game.clauses_always_used
        return [clause.id for clause in game.rulebook if clause.id not in used]

    def lead(self) -> list[float]:
        """Return the mean value of the later winner in each tenth of its game."""
        found: list[list[float]] = [[] for _ in range(TENTHS)]
        for game in self.games:
            sides = winning_sides(self.games, game)
            leads = game.profile.leads if game.profile and sides else ()
            for number, values in enumerate(leads):
                found[TENTHS * number // len(leads)].append(max(values[s] for s in sides))
        return [fmean(each) if each else 0.5 for each in found]

    def win_by_lead(self, every: int = 1) -> WinByLead:
        """Return how often the leading side wins, by turn and by the size of its lead.

        Every such turn has a column, or only each ``every`` th. Raises BadInput for less than 1.
        """
        whole_number("every", every, 1, MAX_MOVES)
        counts: dict[tuple[int, str], list[int]] = {}
        for game in self.games:
            sides = winning_sides(self.games, game)
            for turn, values in enumerate(game.profile.leads if game.profile else (), 1):
                first, second = sorted(range(len(values)), key=lambda at: -values[at])[:2]
                name = _band(values[first] - values[second])
                if turn % every == 0 and name:
                    count = counts.setdefault((turn, name), [0, 0])
                    count[0] += first in sides
                    count[1] += 1
        return WinByLead(self.title.partition(", ")[0].replace("Measures", "Leaders", 1), counts)

    def _profiles(self) -> Iterator[Profile]:
        return (game.profile for game in self.games if game.profile is not None)

    def _total(self, of: Callable[[Profile], Mapping[str, int]]) -> Counter[str]:
        total: Counter[str] = Counter()
        for profile in self._profiles():
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


LEADS = {"0.5 or more": 0.5, "0.3 to 0.5": 0.3, "0.1 to 0.3": 0.1}
"""The size of a lead, in words and at least: the difference of the values to the best two."""


def _band(lead: float) -> str:
    """Return how far a lead is in words; "" for none that counts."""
    return next((name for name, least in LEADS.items() if lead >= least), "")


class WinByLead(Finding):
    """The share of games that the leading side wins, by turn; ``Measures.win_by_lead`` makes it."""

    def __init__(self, title: str, counts: Mapping[tuple[int, str], Sequence[int]]) -> None:
        self.title = f"{title}: how often the leader wins"
        order = list(LEADS)
        self.shares: dict[tuple[int, str], Interval] = {
            key: wilson(*counts[key])
            for key in sorted(counts, key=lambda key: (key[0], order.index(key[1])))
        }
        """The share of games won, by turn and lead."""
        self.games = {key: counts[key][1] for key in self.shares}
        """In how many games a side led so far after the turn."""

    def rows(self) -> list[tuple[str, str]]:
        """Return a row for each turn and lead."""
        return [
            (f"turn {key[0]}, lead {key[1]}", f"{share}, of {count_noun(self.games[key], 'game')}")
            for key, share in self.shares.items()
        ]

    def records(self) -> list[Record]:
        """Return a row for each turn and lead."""
        return [
            {"turn": turn, "lead": lead, "games": self.games[turn, lead], **share._asdict()}
            for (turn, lead), share in self.shares.items()
        ]

    def drawing(self) -> Chart:
        """Return a field for each turn and lead."""
        rows = tuple(
            {"x": turn, "y": lead, "value": share.share, "short": f"{100 * share.share:.0f}",
             "text": str(share)}
            for lead in LEADS for (turn, of), share in self.shares.items() if of == lead
        )  # fmt: skip
        notes = ("The share of games won, in per cent. A lead is that of the values, 0 to 1.",)
        return Chart("heat", self.title, rows, "wins", "turn", "lead", notes=notes)

    def __repr__(self) -> str:
        return f"<{self.title}: {len(self.shares)} turns and leads>"


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
