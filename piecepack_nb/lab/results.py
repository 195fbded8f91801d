"""What many games came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from statistics import fmean
from typing import NamedTuple

from piecepack_nb.core.steps import Result
from piecepack_nb.lab.chart import Row, bars
from piecepack_nb.lab.interval import Interval, wilson

__all__ = ["Outcome", "Results"]


class Outcome(NamedTuple):
    """One game: the seed that plays it again, how it ended, and how often each thing happened."""

    seed: int
    result: Result | None
    """None where the game was not over after the most moves that were allowed."""
    turns: int
    moves: int
    events: Mapping[str, int]
    """How many events there were of each kind, such as ``{"attack": 3}``."""


class Results(Sequence[Outcome]):
    """Many games under the same rules, played by the same players; ``results[0]`` is the first.

    A game counts as won when one of the ``seats`` is among its winners.
    """

    def __init__(self, title: str, seats: tuple[str, ...], outcomes: Sequence[Outcome]) -> None:
        self.title = title
        self.seats = seats
        self.outcomes = tuple(outcomes)

    def __len__(self) -> int:
        return len(self.outcomes)

    def __getitem__(self, place):  # type: ignore[no-untyped-def]
        return self.outcomes[place]

    # --- shares ---------------------------------------------------------------------------

    @property
    def wins(self) -> int:
        """How many games any of the seats won."""
        return sum(self._won(outcome, self.seats) for outcome in self)

    @property
    def win_rate(self) -> Interval:
        """The share of games that any of the seats won."""
        return wilson(self.wins, len(self))

    def won_by(self, winner: str) -> Interval:
        """The share of games with this one among the winners (a seat, or who else can win)."""
        return wilson(sum(self._won(outcome, (winner,)) for outcome in self), len(self))

    @cached_property
    def won(self) -> dict[str, Interval]:
        """The share of games that were won: "won" where the seats win together, else by seat."""
        if all(self._won(o, self.seats) == self._won_by_all(o) for o in self):
            return {"won": self.win_rate}
        return {f"won by {seat}": self.won_by(seat) for seat in self.seats}

    def _won_by_all(self, outcome: Outcome) -> bool:
        return all(self._won(outcome, (seat,)) for seat in self.seats)

    def ended_by(self) -> dict[str, int]:
        """How many games ended by each clause, the most frequent first."""
        counts = Counter(outcome.result.clause for outcome in self if outcome.result)
        return dict(counts.most_common())

    @property
    def unfinished(self) -> int:
        """How many games were not over after the most moves that were allowed."""
        return sum(outcome.result is None for outcome in self)

    @staticmethod
    def _won(outcome: Outcome, names: tuple[str, ...]) -> bool:
        return outcome.result is not None and not set(names).isdisjoint(outcome.result.winners)

    # --- means ----------------------------------------------------------------------------

    @property
    def turns(self) -> float:
        """The mean number of turns of a game."""
        return fmean(outcome.turns for outcome in self)

    @cached_property
    def scores(self) -> dict[str, float]:
        """The mean score of each who scored, over the games that were over."""
        scores = [outcome.result.scores for outcome in self if outcome.result]
        names = dict.fromkeys(name for each in scores for name in each)
        return {name: fmean(each.get(name, 0) for each in scores) for name in names}

    @cached_property
    def events(self) -> dict[str, float]:
        """How many events of each kind a game has on average, the most frequent first."""
        total: Counter[str] = Counter()
        for outcome in self:
            total.update(outcome.events)
        return {kind: number / len(self) for kind, number in total.most_common()}

    def mean(self, kind: str) -> float:
        """How many events of a kind a game has on average; 0 for what never happened."""
        return self.events.get(kind, 0.0)

    # --- to read --------------------------------------------------------------------------

    def rows(self) -> list[tuple[str, str]]:
        """The table that is printed: a name and a figure a row."""
        scores = ", ".join(f"{name} {score:.1f}" for name, score in self.scores.items())
        found = [
            *(
                (who, f"{share}: {round(share.share * len(self))} of {len(self)}")
                for who, share in self.won.items()
            ),
            ("turns", f"{self.turns:.1f}"),
            ("scores", scores or "none"),
            *((f"{kind} a game", f"{number:.1f}") for kind, number in self.events.items()),
        ]
        return [*found, ("unfinished", str(self.unfinished))] if self.unfinished else found

    def table(self) -> str:
        """All figures, those of every kind of event included."""
        rows = self.rows()
        width = max(len(name) for name, _ in rows)
        return "\n".join([self.title, *(f"  {name:<{width}}  {figure}" for name, figure in rows)])

    def shares(self) -> list[Row]:
        """What share of the games was won, and ended by which clause; each with its interval."""
        found = list(self.won.items())
        found += [(f"ended by {id}", wilson(n, len(self))) for id, n in self.ended_by().items()]
        left = [("unfinished", wilson(self.unfinished, len(self)))] if self.unfinished else []
        return found + left

    def _repr_svg_(self) -> str:
        return bars(self.title, self.shares())

    def __repr__(self) -> str:
        scores = ", ".join(f"{name} {score:.1f}" for name, score in self.scores.items())
        won = ", ".join(f"{who} {share}" for who, share in self.won.items())
        return f"<{self.title}: {won}, {self.turns:.1f} turns; {scores or 'no score'}>"
