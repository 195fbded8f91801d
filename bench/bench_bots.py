"""Strength and speed of the ghosts' bots: win rates with their counts, and time a decision.

``rows()`` returns a row for each measurement; as a script this prints a table. The argument is the
number of games (300).
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

if __name__ == "__main__":  # so that the script runs from a clone that is not installed
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import piecepack_nb as pp
from piecepack_nb.core.game import Bot
from piecepack_nb.games.piecepackman.bots import with_weights
from piecepack_nb.lab import Simulation, simulate

GAMES = 300
MAZES = ("roundabout", "slip", "winding")
WITHOUT = ("chase", "near", "risk", "pull")
"""Weights set to zero one by one, to measure the effect of each."""


class Timed:
    """A bot that records the time of each of its decisions, in microseconds."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.taken: dict[str, list[float]] = {"order": [], "ghosts": []}

    def __call__(self, game: Any, state: Any, seat: str, pick: Any) -> Any:
        begun = perf_counter()
        move = self.bot(game, state, seat, pick)
        self.taken[state.phase].append(1e6 * (perf_counter() - begun))
        return move


def rows(games: int = GAMES) -> list[dict[str, Any]]:
    """Return win rates of four equal ghosts, then the time of a decision by greedy."""
    found = [
        _row(f"{who} in {maze}", simulate(pp.game("piecepackman", maze=maze), games, seats=who))
        for maze in MAZES
        for who in ("random", "greedy")
    ]
    game = pp.game("piecepackman")
    few = max(1, games // 3)
    for name in WITHOUT:
        bot = with_weights(**{name: 0})
        found.append(_row(f"greedy without {name}", simulate(game, few, seats=bot)))
    return [*found, *_times(game, max(1, games // 10))]


def _row(what: str, results: Simulation) -> dict[str, Any]:
    rate = results.win_rate
    return {
        "what": what,
        "games": len(results),
        "won": results.wins,
        "percent": round(100 * rate.share, 1),
        "low_95": round(100 * rate.low, 1),
        "high_95": round(100 * rate.high, 1),
        "ghosts_cubes": round(results.scores["ghosts"], 2),
        "lives_taken": round(results.mean("attack"), 2),
        "turns": round(results.turns, 1),
    }


def _times(game: Any, games: int) -> list[dict[str, Any]]:
    timed = Timed(game.bots["greedy"])
    simulate(game, games, seed=10_000, seats=timed)
    return [
        {
            "what": f"greedy, a decision: {phase}",
            "decisions": len(taken),
            "median_us": round(statistics.median(taken)),
            "mean_us": round(statistics.fmean(taken)),
        }
        for phase, taken in timed.taken.items()
    ]


if __name__ == "__main__":
    for row in rows(*map(int, sys.argv[1:2])):
        print("   ".join(f"{name} {value}" for name, value in row.items()))
