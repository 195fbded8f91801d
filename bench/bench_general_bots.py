"""How much better than random the bots are that play any game: own ones, examples and the shelf.

A round is one seed, played once for each seat that the bot takes while random plays the others: so
no bot gains from the better seat, and random against itself gains exactly 0. In a cooperative game
the bot has all seats, and random has all in the other game of the round. What the bot gains is its
share of the games won, less that of random, in points of a hundred; in a game that pays points, its
lead over the mean of all seats. A draw is shared out.

One looks twice: after the first rounds, where many a row is clear, and after the last one or the
seconds. Each look has half of the error, so that the intervals hold with 95 %.

``rows()`` yields a row a game and bot; run as a script this prints them as a table, as soon as they
are there. Arguments: the rounds (20) and the seconds (120) for each row, the playouts for a move of
mcts (50), and names of games (all). Where moves take long, both bots think less.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from time import perf_counter
from typing import Any

if __name__ == "__main__":  # so that the script runs from a clone that is not installed
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import piecepack_nb as pp
from piecepack_nb.core import registry
from piecepack_nb.core.game import AnyGame, Bot
from piecepack_nb.lab.interval import ERROR, Estimate, mean_interval, paired_shares
from piecepack_nb.lab.playing import Limits, simulate_one

EXAMPLES = Path(__file__).resolve().parents[1] / "examples" / "games"
ROUNDS, SECONDS, PLAYOUTS = 20, 120.0, 50
FIRST_LOOK, MOST_MOVES = 6, 3_000
OPTIONS: dict[str, dict[str, Any]] = {
    "paco": {"players": 2, "agreement": False},
    "paco:4": {"players": 4, "agreement": False},
}
"""Options by game, or by "game:variant". Random players agree to stop at once, which leaves nothing
to play for."""
SLOW, SHORT = 10, {"depth": 2, "nodes": 100}
"""The playouts of mcts and the limits of look_ahead in the games below, which take long."""
LONG = {
    "activator_in_one_class", "american_checkers", "backgammon", "dodgem", "four_field_kono",
    "battleship", "giveaway_activator", "steep", "tablut", "twelve_mens_morris",
}  # fmt: skip
CHANCE = {"snakes_and_ladders"}
"""Games without decisions, in which no bot can be better."""


def rows(
    rounds: int = ROUNDS,
    seconds: float = SECONDS,
    playouts: int = PLAYOUTS,
    names: Sequence[str] = (),
) -> Iterator[dict[str, Any]]:
    """Yield for each game what each bot gains over random."""
    for file in sorted(EXAMPLES.glob("*.py")):
        runpy.run_path(str(file))
    for name in names or every_game():
        game = pp.game(name.partition(":")[0], **OPTIONS.get(name, {}))
        tried = min(playouts, SLOW) if name in LONG else playouts
        looks: dict[str, Any] = SHORT if name in LONG else {}
        bots = {"mcts": pp.bots.mcts(playouts=tried), "look_ahead": pp.bots.look_ahead(**looks)}
        for bot_name, bot in bots.items():
            yield {"game": name, "bot": bot_name, **record(game, bot, rounds, seconds)}


def every_game() -> list[str]:
    """Return the names of the games and variants in which somebody decides something."""
    names = [*registry.names(), *registry.shelf(), *(name for name in OPTIONS if ":" in name)]
    return [name for name in names if name not in CHANCE]


def record(game: AnyGame, bot: Bot, rounds: int, seconds: float) -> dict[str, Any]:
    """Return the games, wins, draws and losses of a bot against random, and what it gains."""
    begun, values, count = perf_counter(), list[float](), {"won": 0, "drawn": 0, "lost": 0}
    while len(values) < rounds:
        values.append(_round(game, bot, len(values), count))
        if len(values) == FIRST_LOOK and gained(game, values).settled:
            break
        if len(values) >= FIRST_LOOK and perf_counter() - begun > seconds:
            break
    taken = (perf_counter() - begun) / sum(count.values())
    gain = gained(game, values)
    verdict = "better" if gain.low > 0 else "worse" if gain.high < 0 else "not shown"
    return {**count, "gain": gain, "verdict": verdict, "seconds_a_game": round(taken, 2)}


def gained(game: AnyGame, values: Sequence[float]) -> Estimate:
    """Return the mean gain with its interval, of one look of two."""
    if game.pays != "win":
        return mean_interval(values, "points of the game", ERROR / 2)
    found = paired_shares(values, ERROR / 2)
    even = 1.0 if game.cooperative else 1 / len(game.seats)
    return found._replace(low=max(-even, found.low), high=min(1 - even % 1, found.high))


def _round(game: AnyGame, bot: Bot, seed: int, count: dict[str, int]) -> float:
    """Return the mean gain of the games of a seed, and count how they ended."""
    if game.cooperative:
        own, random = (_played(game, each, seed, game.seats) for each in (bot, pp.bots.random))
        count["won" if own else "lost"] += 1
        return own - random
    found = []
    for seat in game.seats:
        found.append(_played(game, bot, seed, game.side_of(seat)))
        even = abs(found[-1]) < 1e-9
        count["drawn" if even else "won" if found[-1] > 0 else "lost"] += 1
    return fmean(found)


def _played(game: AnyGame, bot: Bot, seed: int, own: Sequence[str]) -> float:
    """Return what the seats of a bot gain in a game: 1 or 0 in a cooperative one."""
    bots = {each: bot if each in own else pp.bots.random for each in game.seats}
    result = simulate_one(game, seed, bots, Limits(MOST_MOVES)).result
    if game.cooperative:
        return float(result is not None and bool(result.winners))
    if result is None:
        return 0.0
    if game.pays != "win":
        paid = [game.payoff(result, each) for each in game.seats]
        return game.payoff(result, own[0]) - fmean(paid)
    winners = result.winners or game.seats
    return (own[0] in winners) / len(winners) - 1 / len(game.seats)


def main(
    rounds: str = str(ROUNDS),
    seconds: str = str(SECONDS),
    playouts: str = str(PLAYOUTS),
    *names: str,
) -> None:
    """Print the rows as a table in Markdown."""
    print("| Game | Bot | Won | Drawn | Lost | Gain | Verdict | s a game |\n|" + " --- |" * 8)
    for row in rows(int(rounds), float(seconds), int(playouts), names):
        print("| {game} | {bot} | {won} | {drawn} | {lost} | {gain} | {verdict} | "
              "{seconds_a_game} |".format_map(row), flush=True)  # fmt: skip


if __name__ == "__main__":
    main(*sys.argv[1:])
