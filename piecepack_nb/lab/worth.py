"""The costs of restrictions: the same bot with a restriction and without, in pairs.

A rule matters if a player who can't use it loses; one that costs nothing is decoration, for this
bot. See Jaffe et al. (2012), Evaluating competitive game balance with restricted play, AIIDE 8.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.game import AnyGame, Bot
from piecepack_nb.lab.chart import Chart
from piecepack_nb.lab.difference import Difference, difference
from piecepack_nb.lab.finding import Finding, Record
from piecepack_nb.lab.interval import SCALES, Estimate
from piecepack_nb.lab.simulation import player_name

Restriction = tuple[str | Bot, str | Bot]
"""A player without restriction, and with it."""


class Worth(Finding):
    """The cost of each restriction; all intervals hold together 95 % of the time."""

    def __init__(self, title: str, found: Mapping[str, Difference]) -> None:
        self.title = title
        self.found = dict(found)

    def __getitem__(self, restriction: str) -> Estimate:
        """Return how much more often the restricted player wins than the other; below 0 less."""
        return self.found[restriction].estimate

    def verdict(self, restriction: str) -> str:
        """Return what a restriction costs, in words."""
        found = self[restriction]
        if not found.settled:
            return "not shown to matter"
        return "costs games" if found.value < 0 else "wins games"

    def rows(self) -> list[tuple[str, str]]:
        """Return a row for each restriction."""
        return [
            (name, f"{self.verdict(name)}: {self[name]}, {len(each)} pairs")
            for name, each in self.found.items()
        ]

    def records(self) -> list[Record]:
        """Return a row for each restriction."""
        return [
            {
                "restriction": name,
                "player": each.labels[0],
                **dict(zip(("value", "low", "high", "unit"), each.estimate, strict=True)),
                "verdict": self.verdict(name),
                "pairs": len(each),
            }
            for name, each in self.found.items()
        ]

    def drawing(self) -> Chart:
        """Return a dot with its interval for each restriction."""
        rows = tuple(self._dot(name) for name in self.found)
        return Chart("dots", self.title, rows, "games won more, percentage points")

    def _dot(self, name: str) -> dict[str, Any]:
        found = self[name]
        scale = SCALES.get(found.unit, 1)
        value, low, high = (scale * each for each in found.figures)
        return {"name": name, "value": value, "low": low, "high": high, "text": str(found)}

    def __repr__(self) -> str:
        rows = "; ".join(f"{name} {figure}" for name, figure in self.rows())
        return f"<{self.title}: {rows}{self._remarked()}>"


def worth(game: AnyGame, restrictions: Mapping[str, Restriction], **given: Any) -> Worth:
    """Play pairs of games of each restricted player and the same one unrestricted; return the cost.

    Both play one seat after another against the unrestricted player; in a cooperative game all
    seats. The other arguments are those of ``difference``. An interrupt returns the restrictions
    that are done.
    """
    if not restrictions:
        raise BadInput("there is no restriction; expected never=, greedy=, forgets= or ahead=")
    found: dict[str, Difference] = {}
    remarks: Sequence[str] = ()
    for name, (free, bound) in restrictions.items():
        try:
            each = difference(game, bots=(free, bound), seats=free, **given)
        except KeyboardInterrupt:
            if not found:
                raise
            break
        each.several = len(restrictions)
        found[name] = each
        remarks = [*remarks, *each.remarks]
    players = dict.fromkeys(player_name(free) for free, _ in restrictions.values())
    title = f"What restrictions cost at {game.name}, played by {', '.join(players)}"
    if len(found) < len(restrictions):
        title += f", {len(found)} of {len(restrictions)}, interrupted"
    made = Worth(title, found)
    made.remarks = tuple(dict.fromkeys(remarks))
    return made
