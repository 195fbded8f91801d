"""Speed of Piecepackman: a decision, random games, the import, and the size of the page's bundle.

His decision is measured at the states of a random game in Roundabout, without any cache ("afresh")
and as in play, where searches of the empty maze are cached. Each other library does one search of
the same graph, from the same square, in the same rounds.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import networkx as nx
import rustworkx as rx
from scipy.sparse.csgraph import dijkstra

if __name__ == "__main__":  # so that the script runs from a clone that is not installed
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import piecepack_nb as pp
from bench.bench_search import Recorder, arrows, others
from piecepack_nb.games.piecepackman.decision import decide
from piecepack_nb.search import HEADINGS

ROOT = Path(__file__).resolve().parents[1]
GAMES = 40
Run = Callable[[Any], object]


def decisions() -> tuple[Any, list[Any]]:
    """Return the game, and the states of his decisions in one random game."""
    game = pp.game("piecepackman")
    match = pp.Match(game, seed=7, seats=dict.fromkeys(game.seats, "random"))
    match.run()
    return game, [step.event.why.state for step in match.steps if step.event.why is not None]


def runs(game: Any) -> dict[str, Run]:
    """Return the functions to measure at each state, by name."""
    table = game.ruleset
    grid = table.his_grid
    plain, rusty, sparse = others(arrows(grid, frozenset()), len(grid.moves))

    def node(state: Any) -> int:
        return 4 * grid.index[state.square] + HEADINGS.index(state.heading)

    def afresh(state: Any) -> object:
        table.free_search.cache_clear()
        table.free_path.cache_clear()
        return decide(table, state).path

    def traced(state: Any) -> object:
        table.free_search.cache_clear()
        table.free_path.cache_clear()
        decision = decide(table, state)
        return decision.search(trace=True) if decision.route else decision

    def visited(state: Any) -> object:
        visitor = Recorder()
        rx.dijkstra_search(rusty, [node(state)], float, visitor)
        return visitor

    return {
        "his decision, afresh": afresh,
        "his decision, afresh, and traced": traced,
        "his decision in play": lambda state: decide(table, state).path,
        "networkx single_source_dijkstra": lambda s: nx.single_source_dijkstra(plain, node(s)),
        "rustworkx dijkstra_search, recording visitor": visited,
        "rustworkx shortest path lengths": lambda s: rx.dijkstra_shortest_path_lengths(
            rusty, node(s), float
        ),
        "scipy dijkstra": lambda s: dijkstra(sparse, indices=node(s)),
    }


def decision_rows(rounds: int = 5) -> list[dict[str, Any]]:
    """Return best and median over all states and rounds, and the ratios with their aims."""
    game, states = decisions()
    made = runs(game)
    times: dict[str, list[float]] = {name: [] for name in made}
    for _ in range(rounds):
        for state in states:
            for name, run in made.items():
                begun = perf_counter()
                run(state)
                times[name].append(1e6 * (perf_counter() - begun))
    rows = [
        {"what": name, "best": f"{min(t):.0f} µs", "median": f"{statistics.median(t):.0f} µs"}
        for name, t in times.items()
    ]
    for mine in ("his decision, afresh", "his decision, afresh, and traced"):
        ours, theirs = times[mine], times["networkx single_source_dijkstra"]
        median = statistics.median(theirs) / statistics.median(ours)
        rows.append({
            "what": f"{mine}: times as fast as one networkx Dijkstra (aim 1)",
            "best": f"{min(theirs) / min(ours):.2f}",
            "median": f"{median:.2f}",
        })  # fmt: skip
    return rows


def game_rows() -> list[dict[str, Any]]:
    """Return random games a second on one core, by processor time."""
    game = pp.game("piecepackman")
    seats = dict.fromkeys(game.seats, "random")
    times, steps = [], 0
    for seed in range(GAMES):
        begun = process_time()
        match = pp.Match(game, seed=seed, seats=seats)
        match.run()
        times.append(process_time() - begun)
        steps += len(match.steps)
    a_second, median = 1 / min(times), 1 / statistics.median(times)
    return [
        {"what": "random games a second (aim 300)", "best": f"{a_second:.0f}",
         "median": f"{median:.0f}"},
        {"what": "their steps a second", "best": f"{steps / sum(times):.0f}", "median": ""},
    ]  # fmt: skip


def import_rows() -> list[dict[str, Any]]:
    """Return the time of ``import piecepack_nb`` beyond Python's start, and with the game."""
    rows = []
    for what, code in (
        ("import piecepack_nb (aim 0.15 s)", "import piecepack_nb"),
        ("… and make the game", "import piecepack_nb as pp; pp.game('piecepackman')"),
    ):
        took = []
        for _ in range(7):
            program = (
                f"import time; t = time.perf_counter(); {code}; print(time.perf_counter() - t)"
            )
            done = subprocess.run(
                [sys.executable, "-c", program],
                capture_output=True,
                text=True,
                check=True,
                cwd=ROOT,
            )
            took.append(float(done.stdout))
        best, median = f"{min(took):.3f} s", f"{statistics.median(took):.3f} s"
        rows.append({"what": what, "best": best, "median": median})
    return rows


def bundle_rows() -> list[dict[str, Any]]:
    """Return the sizes of the files that the page loads."""
    folder = ROOT / "piecepack_nb" / "widgets" / "static"
    return [
        {"what": f"{file.name} (aim: page.js below 40 kB)", "best": f"{file.stat().st_size} bytes",
         "median": ""}
        for file in sorted(folder.iterdir())
    ]  # fmt: skip


def rows() -> list[dict[str, Any]]:
    """Return all measurements: name, best, median."""
    return [*decision_rows(), *game_rows(), *import_rows(), *bundle_rows()]


if __name__ == "__main__":
    for row in rows():
        print(f"{row['what']:<72} best {row['best']:>12}   median {row['median']:>10}")
