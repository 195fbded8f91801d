"""Speed of the PAC-MAN board game and strength of its bot: turns, lists of moves, win rates.

As a script this prints a row for each measurement. The argument is the number of games for a win
rate (60); the measured bot changes its seat from game to game.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

if __name__ == "__main__":  # so that the script runs from a clone that is not installed
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import piecepack_nb as pp
from piecepack_nb.core.game import Bot
from piecepack_nb.games.pacman.bots import greedy, with_weights
from piecepack_nb.lab.interval import wilson

GAMES = 60
WITHOUT = ("pull", "risk", "block", "threat")
"""Weights set to zero one by one, to measure the effect of each against the whole bot."""


def speed_rows(games: int = 10) -> list[dict[str, Any]]:
    """Return random turns a second, and the time of listings, refusals and forecasts."""
    game = pp.game("pacman", players=4)
    turns, taken, states = 0, 0.0, []
    for seed in range(games):
        begun = process_time()
        match = pp.Match(game, seed=seed, seats=dict.fromkeys(game.seats, "random"))
        match.run()
        taken += process_time() - begun
        turns += match.turn
        ends = [played.steps[-1].state for played in match.record]
        states += [state for state in ends if state.phase == "move" and len(state.due) == 2]
    moves = [list(game.moves(state)) for state in states]
    middle = statistics.median(map(len, moves))
    some = list(zip(states, moves, strict=True))[::10]
    return [
        {"what": "turns of random games a second", "median": f"{turns / taken:.0f}"},
        _timed(f"moves() with both dice, {middle:.0f} moves in the middle",
               [(game.moves, (state,)) for state in states]),
        _timed("refusal() of a legal move",
               [(game.refusal, (state, each)) for state, all_ in some for each in all_[::9]]),
        _timed("expected() after a roll", [(game.expected, (state,)) for state, _ in some]),
        _timed("greedy, a decision", [
            (greedy, (game, state, state.to_move, lambda _, all_: all_[0])) for state, _ in some
        ]),
    ]  # fmt: skip


def _timed(what: str, calls: list[tuple[Any, tuple[Any, ...]]]) -> dict[str, Any]:
    """Return the median and the best time of a call, in microseconds of processor time."""
    times = []
    for function, arguments in calls:
        begun = process_time()
        function(*arguments)
        times.append(1e6 * (process_time() - begun))
    return {"what": what, "median": f"{statistics.median(times):.0f} µs",
            "best": f"{min(times):.0f} µs"}  # fmt: skip


def bot_rows(games: int = GAMES) -> Iterator[dict[str, Any]]:
    """Return results of greedy among random players, and against bots without one weight."""
    for n in (2, 3, 4):
        yield _against(f"greedy, {n} players, the others random", n, greedy, "random", games)
    for name in WITHOUT:
        other = with_weights(**{name: 0})
        yield _against(f"greedy against itself without {name}", 2, greedy, other, games)


def _against(what: str, players: int, bot: Bot, others: str | Bot, games: int) -> dict[str, Any]:
    """Return the bot's wins, alone or shared; a shared win counts for every winner."""
    game = pp.game("pacman", players=players)
    won, marbles, turns = 0, 0, 0
    for seed in range(games):
        seat = game.seats[seed % players]
        seats = {each: bot if each == seat else others for each in game.seats}
        match = pp.Match(game, seed=seed, seats=seats)
        match.run()
        assert match.result is not None
        won += seat in match.result.winners
        marbles += match.result.scores[seat]
        turns += match.turn
    return {
        "what": what, "games": games, "won": str(wilson(won, games)),
        "by chance": f"1 of {players}", "marbles": f"{marbles / games:.1f} of 72",
        "turns": f"{turns / games:.0f}",
    }  # fmt: skip


def rows(games: int = GAMES) -> Iterator[dict[str, Any]]:
    """Return all measurements, speeds first."""
    yield from speed_rows()
    yield from bot_rows(games)


if __name__ == "__main__":
    for row in rows(*map(int, sys.argv[1:2])):
        print("   ".join(f"{name} {value}" for name, value in row.items()), flush=True)
