"""How often the bots that play any game beat random, in the five games and in the examples.

The seats are swapped from game to game; in a cooperative game the bot has all seats, and the row
of random itself is what to compare with. ``rows()`` gives one row a game and bot; run as a script
it prints them as a table, as soon as they are there. Arguments: the seconds for each row (5), the
playouts for a move (50), and names of games (all). ``p`` is the probability of so many wins by
chance; where two play, among the games that somebody won.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Iterator
from math import comb
from pathlib import Path
from time import perf_counter
from typing import Any

if __name__ == "__main__":  # so that the script runs from a clone that is not installed
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import piecepack_nb as pp
from piecepack_nb.core import registry
from piecepack_nb.core.game import AnyGame, Bot
from piecepack_nb.core.steps import Result
from piecepack_nb.lab.interval import wilson
from piecepack_nb.lab.playing import Limits, simulate_one

EXAMPLES = Path(__file__).resolve().parents[1] / "examples" / "games"
SECONDS, PLAYOUTS = 5.0, 50
MOST_GAMES, MOST_MOVES = 400, 3_000
OPTIONS: dict[str, dict[str, Any]] = {
    "paco": {"players": 2, "agreement": False},
    "paco:4": {"players": 4, "agreement": False},
}
"""Options by game, or by "game:variant". Random players agree to stop at once, which leaves nothing
to play for."""
CHANCE = {"snakes_and_ladders"}
"""Games without decisions."""


def rows(
    seconds: float = SECONDS, playouts: int = PLAYOUTS, names: tuple[str, ...] = ()
) -> Iterator[dict[str, Any]]:
    """Yield for each game the record of each bot against random."""
    for file in sorted(EXAMPLES.glob("*.py")):
        runpy.run_path(str(file))
    variants = [name for name in OPTIONS if ":" in name]
    for name in names or [*(n for n in registry.names() if n not in CHANCE), *variants]:
        game = pp.game(name.partition(":")[0], **OPTIONS.get(name, {}))
        bots = {"mcts": pp.bots.mcts(playouts=playouts), "look_ahead": pp.bots.look_ahead()}
        if game.cooperative:
            bots["random"] = pp.bots.random
        for bot_name, bot in bots.items():
            yield {"game": name, "bot": bot_name, **record(game, bot, seconds)}


def record(game: AnyGame, bot: Bot, seconds: float) -> dict[str, Any]:
    """Return the wins, draws and losses of a bot against random, as many as fit into the time."""
    begun, count = perf_counter(), {1.0: 0, 0.0: 0, -1.0: 0}
    games = 0
    while games < MOST_GAMES and (games < 2 or perf_counter() - begun < seconds):
        seat = game.seats[games % len(game.seats)]
        own = game.seats if game.cooperative else (seat,)
        bots = {each: bot if each in own else pp.bots.random for each in game.seats}
        result: Result | None = simulate_one(game, games, bots, Limits(MOST_MOVES)).result
        count[game.payoff(result, seat) if result else 0.0] += 1
        games += 1
    even = 1.0 if game.cooperative else 1 / len(game.seats)
    decided = games - count[0.0] if len(game.seats) == 2 else games
    return {
        "p": 1.0 if game.cooperative else at_least(count[1.0], decided, even),
        "games": games, "won": count[1.0], "drawn": count[0.0], "lost": count[-1.0],
        "share": str(wilson(count[1.0], games)),
        "even": round(100 * even),
        "seconds_a_game": round((perf_counter() - begun) / games, 2),
    }  # fmt: skip


def at_least(wins: int, games: int, share: float) -> float:
    """Return the probability of so many wins or more, by chance: each game with this share."""
    odds = (comb(games, k) * share**k * (1 - share) ** (games - k) for k in range(wins, games + 1))
    return float(f"{sum(odds):.2g}")


def main(seconds: str = str(SECONDS), playouts: str = str(PLAYOUTS), *names: str) -> None:
    """Print the rows."""
    print(f"{'game':<20}{'bot':<12}{'games':>6}{'won':>5}{'drawn':>6}{'lost':>5}  share won")
    for row in rows(float(seconds), int(playouts), names):
        print("{game:<20}{bot:<12}{games:>6}{won:>5}{drawn:>6}{lost:>5}  {share}, p {p}, "
              "{seconds_a_game} s a game".format_map(row), flush=True)  # fmt: skip


if __name__ == "__main__":
    main(*sys.argv[1:])
