"""Speed of simulated games: every game with its bots, in games a second and in networkx Dijkstras.

A row gives a game's time on one core beside one ``single_source_dijkstra`` of networkx over the 384
nodes of Roundabout, measured in the same rounds, so that the ratio holds on a busy machine too.
OpenSpiel's tic-tac-toe in Python is played at random in the same rounds, if it is installed
(``pip install open_spiel``). The first round warms up and doesn't count: games keep what they have
computed about their board. Arguments: the number of rounds (5), and words of rows (all), such as
"piecepackman".
"""

from __future__ import annotations

import importlib
import importlib.util
import random
import statistics
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, NamedTuple

import networkx as nx

if __name__ == "__main__":  # so that the script runs from a clone that is not installed
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import piecepack_nb as pp
from bench.bench_search import arrows, others
from piecepack_nb.games.piecepackman.maze import read_maze
from piecepack_nb.lab import simulate
from piecepack_nb.lab.playing import Limits, simulate_one

ROUNDS = 5
DIJKSTRAS = 40
DUELS = 20
SEVERAL = 10_000
"""The random games of Piecepackman that two processes play."""
WORKERS = 2


class Row(NamedTuple):
    """Something to time: ``run(seed)`` does it once and returns its number of turns."""

    what: str
    run: Callable[[int], int]
    number: int
    """How often it is done in a round."""
    aim: str = ""


def game_row(
    name: str, bot: str, number: int, aim: str = "", moves: int | None = None, **options: Any
) -> Row:
    """Return the row of a game whose seats a bot plays, or of its first moves."""
    game = pp.game(name, **options)
    bots = dict.fromkeys(game.seats, game.bots[bot])
    limits = Limits() if moves is None else Limits(moves)
    what = f"{name}, {bot}" + (f", {moves} moves" if moves else "")
    return Row(what, lambda seed: simulate_one(game, seed, bots, limits).turns, number, aim)


def dijkstra() -> Row:
    """Return the row of one Dijkstra over the squares and headings of Roundabout."""
    maze = read_maze("roundabout")
    plain, _, _ = others(arrows(maze.grid, frozenset()), len(maze.grid.moves))
    nodes = list(plain)

    def run(seed: int) -> int:
        nx.single_source_dijkstra(plain, nodes[seed % len(nodes)])
        return 1

    return Row(f"networkx single_source_dijkstra, {len(nodes)} nodes", run, DIJKSTRAS)


def tic_tac_toe() -> Iterator[Row]:
    """Yield the row of OpenSpiel's tic-tac-toe in Python, or print why there is none."""
    if importlib.util.find_spec("pyspiel") is None:
        print("open_spiel is not installed: its tic-tac-toe is left out (pip install open_spiel)")
        return
    pyspiel = importlib.import_module("pyspiel")
    importlib.import_module("open_spiel.python.games.tic_tac_toe")  # registers the game
    game = pyspiel.load_game("python_tic_tac_toe")

    def run(seed: int) -> int:
        pick, state, turns = random.Random(seed), game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(pick.choice(state.legal_actions()))
            turns += 1
        return turns

    yield Row("open_spiel, tic-tac-toe in Python, random", run, DUELS)


def rows() -> list[Row]:
    """Return all rows, the one that the others are compared with first."""
    return [
        dijkstra(),
        *tic_tac_toe(),
        game_row("piecepackman", "random", 30, "at most 10 Dijkstras, 250 a second"),
        game_row("piecepackman", "greedy", 10, "60 a second"),
        game_row("activator", "random", 6),
        game_row("activator", "quick", 2),
        game_row("pacman", "random", 4),
        game_row("pacman", "greedy", 2),
        game_row("paco", "random", 10, agreement=False),
        game_row("paco", "shrewd", 1, moves=40, agreement=False),
        game_row("worm_derby", "random", 2, "2 ms a turn", moves=300),
        game_row("worm_derby", "wanderer", 1, moves=60),
        game_row("worm_derby", "racer", 1, moves=100),
    ]


def measure(made: list[Row], rounds: int) -> Iterator[str]:
    """Yield a line for each row, from rounds in which every row has its turn, after a warm-up."""
    times: dict[str, list[float]] = {row.what: [] for row in made}
    turns = dict.fromkeys(times, 0)
    for each in range(rounds + 1):
        for row in made:
            begun = process_time()
            done = sum(row.run(row.number * each + seed) for seed in range(row.number))
            if each:
                times[row.what].append((process_time() - begun) / row.number)
                turns[row.what] += done
    unit = times[made[0].what]
    yield f"{'':<44}{'a second':>10}{'Dijkstras':>11}{'ms a turn':>11}   aim"
    for row in made:
        taken = times[row.what]
        ratio = statistics.median(a / b for a, b in zip(taken, unit, strict=True))
        each_turn = 1e3 * row.number * sum(taken) / turns[row.what]
        speed = 1 / statistics.median(taken)
        yield f"{row.what:<44}{speed:>10.1f}{ratio:>11.2f}{each_turn:>11.3f}   {row.aim}".rstrip()


def several(games: int = SEVERAL) -> str:
    """Return a line with the time of many random games of Piecepackman by two processes."""
    game = pp.game("piecepackman")
    simulate(game, 50, seats="random", workers=WORKERS)  # the processes start
    begun = perf_counter()
    simulate(game, games, seats="random", workers=WORKERS)
    return f"{games:,} random games by {WORKERS} processes: {perf_counter() - begun:.1f} s (aim 30)"


def main(rounds: str = str(ROUNDS), *names: str) -> None:
    """Print the table of all rows, or of those that contain one of the names."""
    first, *rest = rows()
    chosen = [row for row in rest if not names or any(name in row.what for name in names)]
    for line in measure([first, *chosen], int(rounds)):
        print(line, flush=True)
    if not names:
        print(several())


if __name__ == "__main__":
    main(*sys.argv[1:])
