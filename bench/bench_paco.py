"""Speed of P.A.C.O. and strength of its bot: turns and decisions a second, and wins over random.

``rows()`` returns a row for each measurement; as a script this prints them. The argument is the
number of games (30). In a game the bot has one seat, each in turn, and random bots have all others.
"random" writes any legal order, also second orders that make a jumper fall; "random, no drops" is
the same under the option ``second_order="forward"``, in which no order makes its own player fall.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

if __name__ == "__main__":  # so that the script runs from a clone that is not installed
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import piecepack_nb as pp
from piecepack_nb.lab import simulate, wilson

GAMES = 30
PLAYERS = (2, 4, 6)


class Timed:
    """A bot that records the time of each of its decisions, in milliseconds."""

    def __init__(self, bot: Any) -> None:
        self.bot = bot
        self.taken: list[float] = []

    def __call__(self, game: Any, state: Any, seat: str, pick: Any) -> Any:
        begun = perf_counter()
        chosen = self.bot(game, state, seat, pick)
        if state.phase == "orders":
            self.taken.append(1e3 * (perf_counter() - begun))
        return chosen


def turn_rows(games: int) -> list[dict[str, Any]]:
    """Return turns of random games a second, with all their steps, and payoff tables a second."""
    rows = []
    for players in PLAYERS:
        game = pp.game("paco", players=players, agreement=False)
        begun = process_time()
        turns = sum(outcome.turns for outcome in simulate(game, games, seats="random"))
        a_second = turns / (process_time() - begun)
        rows.append({"what": f"random games of {players}", "turns_a_second": round(a_second)})
    game = pp.game("paco", players=2)
    state = game.position({"suns": "c3 E", "moons": "d6 S"})
    begun, number = process_time(), 20
    for _ in range(number):
        table = game.payoffs(state)
    each = (process_time() - begun) / number
    cells = len(table.rows) * len(table.columns)
    return [*rows, {"what": f"payoffs of {cells} cells", "tables_a_second": round(1 / each, 1)}]


def bot_rows(games: int) -> list[dict[str, Any]]:
    """Return the share of sole wins by shrewd, with its interval, and the time of a decision."""
    rows = []
    for players in PLAYERS:
        game = pp.game("paco", players=players)
        what = f"shrewd against {players - 1} × random, who may agree to stop"
        rows.append({"what": what, **_played(game, games)})
        for second, name in (("any", "random"), ("forward", "random, no drops")):
            game = pp.game("paco", players=players, agreement=False, second_order=second)
            rows.append({"what": f"shrewd against {players - 1} × {name}", **_played(game, games)})
    return rows


def _played(game: Any, games: int) -> dict[str, Any]:
    timed = Timed(game.bots["shrewd"])
    leads = []
    for number in range(games):
        seat = game.seats[number % len(game.seats)]
        seats = {each: timed if each == seat else "random" for each in game.seats}
        (outcome,) = simulate(game, 1, seed=number, seats=seats)
        scores = outcome.result.scores  # type: ignore[union-attr]
        others = [points for each, points in scores.items() if each != seat]
        leads.append((scores[seat] - max(others), scores[seat] - statistics.fmean(others)))
    won = wilson(sum(lead > 0 for lead, _ in leads), games)
    means = [mean for _, mean in leads]
    spread = 1.96 * statistics.stdev(means) / games**0.5 if games > 1 else 0.0
    return {
        "games": games,
        "won_alone_percent": round(100 * won.share, 1),
        "low_95": round(100 * won.low, 1),
        "high_95": round(100 * won.high, 1),
        "by_chance_percent": round(100 / len(game.seats), 1),
        "lost_percent": round(100 * sum(lead < 0 for lead, _ in leads) / games, 1),
        "points_ahead_of_the_mean": f"{statistics.fmean(means):.1f} ± {spread:.1f}",
        "median_ms": round(statistics.median(timed.taken), 1),
        "moves_a_second": round(1e3 / statistics.fmean(timed.taken), 1),
    }


def rows(games: int = GAMES) -> list[dict[str, Any]]:
    """Return all measurements."""
    return [*turn_rows(games), *bot_rows(games)]


if __name__ == "__main__":
    for row in rows(*map(int, sys.argv[1:2])):
        print("   ".join(f"{name} {value}" for name, value in row.items()))
