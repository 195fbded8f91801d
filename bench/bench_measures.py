"""How near the measures of plausible courses come to the truth, where it is known.

Six kinds of games, in which the chances of each side after each turn are known exactly: tic-tac-toe
at random, and by a bot that wins and blocks where it can; 30 empty turns and a coin; a race over
60 squares with a die; a match of 31 tosses; and one of three players, who win points at random. The
true measures are those of the exact values in many games. Then few games are measured, by the
results of a few drawn playouts after each turn, as the lab does for a game without an evaluation.

``rows()`` returns a row for each game and measure: the truth, the mean of the estimates, and how
many of the intervals hold the truth. As a script this prints a table. The arguments are the number
of experiments (20), of games in each (100), and of playouts (32).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from statistics import fmean, variance
from typing import Any

if __name__ == "__main__":  # so that the script runs from a clone that is not installed
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import piecepack_nb as pp
from bench.bench_intervals import HighRoll
from piecepack_nb.core.steps import Result
from piecepack_nb.lab import GameSummary, Profile, Simulation
from piecepack_nb.lab.definitions import decisiveness, drama, lead_changes, measured

EXPERIMENTS, GAMES, PLAYOUTS, MANY = 20, 100, 32, 3000
SEED = 2026
SEATS = ("ann", "ben", "cat")
MEASURES = {"Lead changes": lead_changes, "Drama": drama, "Decided early": decisiveness}

Odds = tuple[float, ...]
"""The chance of each side to win, then that of a draw."""
Game = tuple[list[Odds], int | None]
"""The odds after each turn but the last, and the winner."""


# --- Games ---------------------------------------------------------------------------------------

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def _won(squares: str, mark: str) -> bool:
    return any(all(squares[each] == mark for each in line) for line in LINES)


def next_squares(squares: str) -> list[str]:
    """Return the positions of tic-tac-toe after each move; none if the game is over."""
    free = squares.count(".")
    mark, other = "xo" if free % 2 else "ox"
    if _won(squares, other):
        return []
    return [f"{squares[:n]}{mark}{squares[n + 1 :]}" for n, at in enumerate(squares) if at == "."]


@cache
def tic_tac_toe_odds(squares: str) -> Odds:
    """Return the odds of a position of tic-tac-toe, if both sides play at random."""
    after = next_squares(squares)
    if after:
        return tuple(fmean(each) for each in zip(*map(tic_tac_toe_odds, after), strict=True))
    won = [float(_won(squares, mark)) for mark in "xo"]
    return *won, 1 - sum(won)


def tic_tac_toe(random: Random, clever: bool = False) -> Game:
    """Return a game at random, or by a bot that wins and blocks where it can."""
    squares, odds = "." * 9, list[Odds]()
    while after := next_squares(squares):
        mark, other = "xo" if squares.count(".") % 2 else "ox"
        wins = [each for each in after if clever and _won(each, mark)]
        blocks = [each for each in after if clever and _won(_taken(squares, each, other), other)]
        squares = random.choice(wins or blocks or after)
        odds.append(tic_tac_toe_odds(squares))
    return odds[:-1], next((side for side, won in enumerate(odds[-1][:2]) if won), None)


def _taken(before: str, after: str, mark: str) -> str:
    """Return the position before a move, with this mark where the move is made."""
    return "".join(old if old == new else mark for old, new in zip(before, after, strict=True))


def coin(random: Random) -> Game:
    """Return a game of 30 empty turns and a coin."""
    return [(0.5, 0.5, 0.0)] * 30, random.randrange(2)


@cache
def _race_odds(own: int, others: int) -> float:
    """Return the chance of the side that moves, if it has so many squares to go."""
    return fmean(1.0 if own <= die else 1 - _race_odds(others, own - die) for die in range(1, 7))


def race(random: Random, length: int = 60) -> Game:
    """Return a race with a die."""
    left, side, odds = [length, length], 0, list[Odds]()
    while True:
        left[side] -= random.randint(1, 6)
        if left[side] <= 0:
            return odds, side
        side = 1 - side
        chance = _race_odds(left[side], left[1 - side])
        odds.append((chance, 1 - chance, 0.0) if side == 0 else (1 - chance, chance, 0.0))


@cache
def _points_odds(left: tuple[int, ...]) -> Odds:
    """Return the odds if each side has so many points to win, each by chance."""
    if 0 in left:
        return *(float(each == 0) for each in left), 0.0
    after = [_points_odds((*left[:n], left[n] - 1, *left[n + 1 :])) for n in range(len(left))]
    return tuple(fmean(each) for each in zip(*after, strict=True))


def points(random: Random, sides: int, goal: int) -> Game:
    """Return a game in which each turn gives a point by chance."""
    left, odds = [goal] * sides, list[Odds]()
    while 0 not in left:
        left[random.randrange(sides)] -= 1
        odds.append(_points_odds(tuple(left)))
    return odds[:-1], left.index(0)


GENERATORS: dict[str, Callable[[Random], Game]] = {
    "tic-tac-toe at random": tic_tac_toe,
    "tic-tac-toe, wins and blocks": lambda random: tic_tac_toe(random, True),
    "30 empty turns and a coin": coin,
    "a race of dice": race,
    "a match of 31 tosses": lambda random: points(random, 2, 16),
    "three players to 6 points": lambda random: points(random, 3, 6),
}


# --- Measures ------------------------------------------------------------------------------------


def exact(game: Game) -> GameSummary:
    """Return a game's summary with the exact values after each turn."""
    return _summary(game, [_value(odds, odds) for odds in game[0]], 0.0)


def sampled(game: Game, playouts: int, random: Random) -> GameSummary:
    """Return a game's summary with values that are the mean results of drawn playouts."""
    leads, noise = [], []
    for odds in game[0]:
        outcomes = random.choices(range(len(odds)), odds, k=playouts)
        results = [_value([float(n == each) for n in range(len(odds))], odds) for each in outcomes]
        leads.append(tuple(map(fmean, zip(*results, strict=True))))
        noise.append(fmean(map(variance, zip(*results, strict=True))) / playouts)
    return _summary(game, leads, fmean(noise))


def _value(chances: Sequence[float], odds: Odds) -> tuple[float, ...]:
    sides = len(odds) - 1
    return tuple(chance + chances[-1] / sides for chance in chances[:sides])


def _summary(game: Game, leads: Sequence[tuple[float, ...]], noise: float) -> GameSummary:
    winners = () if game[1] is None else (SEATS[game[1]],)
    profile = Profile((), tuple(leads), (), {}, {}, {}, noise)
    return GameSummary(0, Result(winners, "", "", {}), len(leads), 0, {}, profile=profile)


def simulation(games: Sequence[GameSummary]) -> Simulation:
    """Return the games as a simulation, to be measured."""
    profile = games[0].profile
    assert profile is not None
    return Simulation("", SEATS[: len(profile.leads[0])], games, game=pp.game(HighRoll))


def rows(
    experiments: int = EXPERIMENTS, games: int = GAMES, playouts: int = PLAYOUTS
) -> Iterator[dict[str, Any]]:
    """Yield the truth, the mean estimate and how many intervals hold, for each game and measure."""
    for name, generate in GENERATORS.items():
        random = Random(SEED)
        truth = simulation([exact(generate(random)) for _ in range(MANY)])
        drawn = [
            simulation([sampled(generate(random), playouts, random) for _ in range(games)])
            for _ in range(experiments)
        ]
        found = [[measured(of, each) for of in MEASURES.values()] for each in drawn]
        for number, (measure, of) in enumerate(MEASURES.items()):
            true = measured(of, truth)
            estimates = [estimate for each in found if (estimate := each[number])]
            assert true is not None
            yield {
                "game": name,
                "measure": measure,
                "truth": round(true.value, 2),
                "mean": round(fmean(each.value for each in estimates), 2),
                "held": sum(each.low <= true.value <= each.high for each in estimates),
                "of": experiments,
            }


if __name__ == "__main__":
    for row in rows(*map(int, sys.argv[1:4])):
        print("   ".join(f"{name} {value}" for name, value in row.items()), flush=True)
