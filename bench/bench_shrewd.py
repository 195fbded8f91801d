"""How often bots win as Piecepackman against greedy ghosts (PM-74), in pairs of the same seed.

``rows()`` gives a row a bot; run as a script it prints them. Arguments: the number of games (40),
and of the first seed. ``p`` is the probability of so many pairs that shrewd alone wins, if both
bots were equally good. Two rows more say how often he wins by his own rules, in the cooperative
game.

``fit`` as the first argument plays games by shrewd, a few moves of them at random, and prints the
weights that fit their results best.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import comb
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

if __name__ == "__main__":  # so that the script runs from a clone that is not installed
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import piecepack_nb as pp
from piecepack_nb.core.game import Bot
from piecepack_nb.core.steps import EventCounts
from piecepack_nb.games.piecepackman.shrewd import WEIGHTS, Features, features, weigh
from piecepack_nb.lab import simulate
from piecepack_nb.lab.interval import wilson
from piecepack_nb.lab.playing import simulate_one

GAMES = 40
ODD = 0.03
"""The share of moves at random while games are played to fit the weights."""
PRIOR = 10.0
"""How strongly the weights are pulled towards 0, in games."""


def rows(games: int = GAMES, first: int = 0) -> Iterator[dict[str, Any]]:
    """Yield the wins of each bot as him, then the pairs, then the wins by his own rules."""
    game = pp.game("piecepackman", mode="against")
    won = {}
    for name in ("greedy", "shrewd"):
        begun = perf_counter()
        seats = {"piecepackman": name, "ghosts": "greedy"}
        found = simulate(game, games, seed=first, seats=seats)
        won[name] = {each.seed for each in found if _he_won(each)}
        lives = found.mean("life lost") + found.mean("last life")
        yield {
            "who": f"{name} as him", "won": len(won[name]), "games": games,
            "share": str(wilson(len(won[name]), games)), "turns": round(found.turns, 1),
            "lives lost": round(lives, 2),
            "seconds a turn": round((perf_counter() - begun) / games / found.turns, 3),
        }  # fmt: skip
    better, worse = len(won["shrewd"] - won["greedy"]), len(won["greedy"] - won["shrewd"])
    p = at_least(better, better + worse, 0.5)
    yield {"who": "pairs", "shrewd alone": better, "greedy alone": worse, "p": p}
    for ghosts in ("greedy", "random"):
        played = simulate(pp.game("piecepackman"), games, seed=first, seats=ghosts)
        lost = games - played.wins
        yield {"who": f"his own rules, {ghosts} ghosts", "won": lost, "games": games,
               "share": str(wilson(lost, games))}  # fmt: skip


def at_least(wins: int, games: int, share: float) -> float:
    """Return the probability of so many wins or more, by chance: each game with this share."""
    odds = (comb(games, k) * share**k * (1 - share) ** (games - k) for k in range(wins, games + 1))
    return float(f"{sum(odds):.2g}")


def _he_won(played: Any) -> bool:
    return played.result is not None and "piecepackman" in played.result.winners


def fit(games: int = GAMES, first: int = 1_000_000) -> Features:
    """Return the weights that best explain the results of games played by shrewd.

    This is a logistic regression of the result on the features of each state after his moves.
    """
    import numpy as np

    seen: list[tuple[Features, bool]] = []
    for seed in range(first, first + games):
        states: list[Features] = []
        won = _he_won(_watched(seed, states))
        seen += [(each, won) for each in states]
    found = np.array([each for each, _ in seen])
    scale = np.maximum(found.std(axis=0), 1e-9)
    scale[0] = 1
    found, wins = found / scale, np.array([won for _, won in seen], float)
    pull = np.full(len(scale), PRIOR)
    pull[0] = 0
    weights = np.zeros(len(scale))
    for _ in range(30):  # Newton's method
        chances = 1 / (1 + np.exp(-found @ weights))
        slope = found.T @ (wins - chances) - pull * weights
        bend = (found.T * (chances * (1 - chances))) @ found + np.diag(pull)
        weights += np.linalg.solve(bend, slope)
    return Features(*(weights / scale).round(2).tolist())


def _watched(seed: int, states: list[Features]) -> Any:
    """Return a game by shrewd, which adds the features after each of his moves."""
    game: Any = pp.game("piecepackman", mode="against")
    random = Random(seed)

    def bot(_game: Any, state: Any, _seat: str, _pick: Any) -> Any:
        moves = sorted(weigh(game, state, WEIGHTS), key=lambda each: -each[0])
        run = random.choice(moves)[1] if random.random() < ODD else moves[0][1]
        after = game.apply_move(state, run, EventCounts())
        if game.result(after) is None:
            states.append(features(game.ruleset, after))
        return run

    bots: dict[str, Bot] = {"piecepackman": bot, "ghosts": game.bots["greedy"]}
    return simulate_one(game, seed, bots)


def main(*arguments: str) -> None:
    """Print the rows, or the weights."""
    if arguments[:1] == ("fit",):
        print(fit(*map(int, arguments[1:])))
        return
    for row in rows(*map(int, arguments)):
        print("   ".join(f"{name} {value}" for name, value in row.items()), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
