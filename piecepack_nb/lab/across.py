"""One question asked of several players at once: do they agree?

What random players show may not hold for players who look ahead, or for people. All intervals hold
together 95 % of the time (Bonferroni), however many players are asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

from piecepack_nb.core.errors import BadInput, invalid
from piecepack_nb.core.game import AnyGame
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.lab.chart import Chart
from piecepack_nb.lab.definitions import measure_named
from piecepack_nb.lab.difference import Difference, difference
from piecepack_nb.lab.finding import Finding, Record
from piecepack_nb.lab.interval import ERROR, SCALES, Estimate
from piecepack_nb.lab.simulation import Players, Simulation, column, simulate

PEOPLE = "people"
FEWEST = 30
"""The games of people below which a remark says that they are few."""


class Across(Finding):
    """One measure for each player, and where they agree."""

    def __init__(
        self, title: str, question: str, answers: Mapping[str, Estimate], games: Mapping[str, int],
        *, signed: bool,
    ) -> None:  # fmt: skip
        self.title = title
        self.question = question
        self.answers = dict(answers)
        self.games = dict(games)
        self.signed = signed
        """True for a question of more or less, whose answer has a sign."""

    def __getitem__(self, player: str) -> Estimate:
        """Return the answer of a player; all of them hold together 95 % of the time."""
        return self.answers[player]

    @property
    def agree(self) -> bool | None:
        """True if all players settle the same sign; False if two contradict each other; else None.

        Of a figure without a sign, None unless two intervals leave each other out, then False.
        """
        if not self.signed:
            return False if self._apart() else None
        more, less, open_ = self._signs()
        if more and less:
            return False
        return True if not open_ else None

    def verdict(self) -> str:
        """Return where the players agree, in a sentence."""
        if not self.signed:
            return self._range()
        more, less, unsettled = self._signs()
        if more and less:
            return (
                f"It depends on the player: more for {join_list(more)}, less for {join_list(less)}."
            )
        if not more and not less:
            return "Not settled for any player."
        said = "more" if more else "less"
        if not unsettled:
            return f"All {count_noun(len(self.answers), 'player')} agree: {said}."
        return (
            f"{said.capitalize()} for {join_list(more or less)}; not settled for "
            f"{join_list(unsettled)}, and no player contradicts it."
        )

    def _signs(self) -> tuple[list[str], list[str], list[str]]:
        settled = {name: each for name, each in self.answers.items() if each.settled}
        return (
            [name for name, each in settled.items() if each.value > 0],
            [name for name, each in settled.items() if each.value < 0],
            [name for name in self.answers if name not in settled],
        )

    def _apart(self) -> list[tuple[str, str]]:
        """Return the pairs of players whose intervals leave each other out."""
        return [
            (a, b)
            for a, b in combinations(self.answers, 2)
            if self[a].high < self[b].low or self[b].high < self[a].low
        ]

    def _range(self) -> str:
        if not self._apart():
            return "No difference between the players is settled."
        low, high = (
            choose(self.answers, key=lambda name: self[name].value) for choose in (min, max)
        )
        least, most = (str(self[each]).partition(" (")[0] for each in (low, high))
        return f"It depends on the player: from {least} ({low}) to {most} ({high})."

    # --- output -----------------------------------------------------------------------------

    def rows(self) -> list[tuple[str, str]]:
        """Return the verdict, then a row for each player."""
        return [
            ("verdict", self.verdict()),
            *((name, f"{found}, {self._counted(name)}") for name, found in self.answers.items()),
        ]

    def _counted(self, name: str) -> str:
        what = "pair" if self.question.startswith("difference") else "game"
        return count_noun(self.games[name], what)

    def records(self) -> list[Record]:
        """Return a row for each player."""
        return [
            {
                "question": self.question,
                "player": name,
                **dict(zip(("value", "low", "high", "unit"), found, strict=True)),
                "settled": found.settled if self.signed else None,
                "games": self.games[name],
            }
            for name, found in self.answers.items()
        ]

    def drawing(self) -> Chart:
        """Return a dot with its interval for each player."""
        rows = tuple(_dot(name, each) for name, each in self.answers.items())
        return Chart("dots", self.title, rows, self.question, notes=(self.verdict(),))

    def _noted(self) -> Chart:
        chart = self.drawing()
        return Chart(
            chart.kind, chart.title, chart.rows, chart.value,
            notes=(*chart.notes, *self.remarks),
        )  # fmt: skip

    def __repr__(self) -> str:
        rows = "; ".join(f"{name} {found}" for name, found in self.answers.items())
        return f"<{self.title}: {self.verdict()} {rows}{self._remarked()}>"


def _dot(name: str, found: Estimate) -> dict[str, Any]:
    scale = SCALES.get(found.unit, 1)
    value, low, high = (scale * each for each in found.figures)
    return {"name": name, "value": value, "low": low, "high": high, "text": str(found)}


def across(
    game: AnyGame,
    other: AnyGame | None = None,
    *,
    measure: str,
    players: Mapping[str, Players],
    recorded: Simulation | None = None,
    **given: Any,
) -> Across:
    """Ask one question of several players, and of people's ``recorded`` games.

    The question is a ``measure`` of the game or, with an ``other`` game, the difference that it
    makes in pairs. ``players`` are bots by a name. The other arguments are those of ``simulate`` or
    ``difference``. An interrupt returns the players that have answered. Raises BadInput for a wrong
    argument, and for recorded games and a difference: people haven't played both.
    """
    if not players or not all(isinstance(name, str) for name in players):
        raise invalid("players", players, "a mapping from names to bots")
    if other is not None and recorded is not None:
        raise BadInput("recorded games are of one rule set; expected a measure, and no second game")
    several = len(players) + (recorded is not None)
    found: dict[str, Estimate] = {}
    counts: dict[str, int] = {}
    remarks: dict[str, None] = {}
    for name, seats in players.items():
        try:
            played = _asked(game, other, measure, seats, given)
        except KeyboardInterrupt:
            if not found:
                raise
            remarks[f"Interrupted: {count_noun(several - len(found), 'player')} not asked."] = None
            recorded = None
            break
        found[name], counts[name] = _answer(played, measure, several), len(played)
        remarks |= dict.fromkeys(played.remarks)
    if recorded is not None:
        found[PEOPLE], counts[PEOPLE] = _answer(recorded, measure, several), len(recorded)
        remarks |= dict.fromkeys([*_few(len(recorded)), *recorded.remarks])
    what = f"difference in {measure}" if other is not None else measure
    made = Across(
        f"{game.name}: {what} by {count_noun(len(found), 'player')}", what, found, counts,
        signed=other is not None or measure_named(measure) == "Starting is worth",
    )  # fmt: skip
    made.remarks = tuple(remarks)
    return made


def _asked(
    game: AnyGame, other: AnyGame | None, measure: str, seats: Players, given: Mapping[str, Any]
) -> Simulation | Difference:
    if other is None:
        return simulate(game, seats=seats, measure=measure, **given)
    return difference(game, other, seats=seats, measure=measure, **given)


def _answer(played: Simulation | Difference, measure: str, several: int) -> Estimate:
    """Return the figure with an interval that holds together with the others."""
    if isinstance(played, Difference):
        played.several = several
        return played.of(played.measure)
    asked = column(measure, [played])
    games = [(game,) for game in played.counted]
    return asked.mean(games, asked.unit, any_time=played.any_time, error=ERROR / several)


def _few(games: int) -> list[str]:
    if games >= FEWEST:
        return []
    return [f"People have played only {count_noun(games, 'game')}: their interval is wide."]
