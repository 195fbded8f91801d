"""Speed of the search, beside networkx, scipy and rustworkx on the same Roundabout graph.

``rows()`` returns a row for each measurement; as a script this prints a table. Every library gets
the same graph, made from the same grid, in the same run, and the rounds of all are interleaved so
that a busy machine slows all of them equally.

Our traced search records waves and makes the events when they are read; the visitor of another
library makes its tuples during the search. So two figures are given for ours: the traced search,
and the same with every event made (with squares, results, walls and blocked squares).
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from time import perf_counter
from typing import Any

import networkx as nx
import numpy as np
import rustworkx as rx
from rustworkx.visit import DijkstraVisitor
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

if __name__ == "__main__":  # so that the script runs from a clone that is not installed
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from piecepack_nb.games.piecepackman.maze import read_maze
from piecepack_nb.search import HEADINGS, Costs, Grid, cheapest

ROUNDS = 300
COSTS = Costs(1, 1)
START = ("f4", "W")
CUBES = ("h7", "c9", "d8", "b2", "c1", "i9")  # the six cubes of a suit, somewhere
Arrow = tuple[int, int, int]  # from node, to node, cost


def arrows(grid: Grid, blocked: frozenset[str]) -> list[Arrow]:
    """Return every edge of the search's graph, without walls and blocked squares."""
    shut = {grid.index[square] for square in blocked}
    found = []
    for node, ahead in enumerate(grid.moves):
        for action, there in enumerate(ahead):
            if there != grid.wall and not {node >> 2, there >> 2} & shut:
                found.append((node, there, COSTS.quarter_turn if action else COSTS.step))
    return found


def others(found: list[Arrow], nodes: int) -> tuple[Any, Any, Any]:
    """Return the same graph for networkx, rustworkx and scipy."""
    plain = nx.DiGraph()
    plain.add_weighted_edges_from(found)
    rusty = rx.PyDiGraph()
    rusty.add_nodes_from(range(nodes))
    rusty.add_edges_from(found)
    sources, ends, costs = np.array(found).T
    return plain, rusty, csr_array((costs.astype(float), (sources, ends)), shape=(nodes, nodes))


class Recorder(DijkstraVisitor):  # type: ignore[misc]
    """A visitor that records what our trace records: settled costs and every edge."""

    def __init__(self) -> None:
        self.events: list[tuple[Any, ...]] = []

    def discover_vertex(self, v: int, score: float) -> None:
        self.events.append((v, score))

    def edge_relaxed(self, edge: tuple[int, int, int]) -> None:
        self.events.append(edge)

    def edge_not_relaxed(self, edge: tuple[int, int, int]) -> None:
        self.events.append(edge)


def runs() -> dict[str, Callable[[], object]]:
    """Return the functions to measure, by name."""
    maze = read_maze("roundabout")
    grid, house = maze.grid, maze.house
    found = arrows(grid, house)
    start = 4 * grid.index[START[0]] + HEADINGS.index(START[1])

    plain, rusty, sparse = others(found, len(grid.moves))

    def ours(**how: bool) -> Callable[[], object]:
        return lambda: cheapest(grid, *START, CUBES, COSTS, house, **how)

    def recorded() -> Recorder:
        visitor = Recorder()
        rx.dijkstra_search(rusty, [start], float, visitor)
        return visitor

    return {
        "ours, nearest target": ours(),
        "ours, nearest target and its path": lambda: cheapest(
            grid, *START, CUBES, COSTS, house
        ).path(),
        "ours, whole": ours(exhaustive=True),
        "ours, whole, traced": ours(exhaustive=True, trace=True),
        "ours, whole, traced, every event made": lambda: list(
            cheapest(grid, *START, CUBES, COSTS, house, exhaustive=True, trace=True).trace
        ),
        "rustworkx dijkstra_search, recording visitor": recorded,
        "rustworkx shortest path lengths": lambda: rx.dijkstra_shortest_path_lengths(
            rusty, start, float
        ),
        "networkx single_source_dijkstra": lambda: nx.single_source_dijkstra(plain, start),
        "scipy dijkstra": lambda: dijkstra(sparse, indices=start),
    }


def agree() -> None:
    """Raise AssertionError unless all libraries find the same costs."""
    maze = read_maze("roundabout")
    grid = maze.grid
    search = cheapest(grid, *START, CUBES, COSTS, maze.house, exhaustive=True, trace=True)
    ours = {4 * grid.index[s] + HEADINGS.index(h): c for (s, h), c in search.distances().items()}
    made = runs()
    nodes: Any = made["networkx single_source_dijkstra"]()
    assert ours == nodes[0]
    events = made["rustworkx dijkstra_search, recording visitor"]().events  # type: ignore[attr-defined]
    assert ours == {event[0]: event[1] for event in events if len(event) == 2}
    sparse: Any = made["scipy dijkstra"]()
    assert ours == {node: cost for node, cost in enumerate(sparse) if cost < np.inf}
    assert len(search.trace) >= len(events)


def rows(rounds: int = ROUNDS) -> list[dict[str, Any]]:
    """Return rows: the measurement, best and median in microseconds, and ratios."""
    agree()
    made = runs()
    times: dict[str, list[float]] = {name: [] for name in made}
    for _, (name, run) in product(range(rounds), made.items()):
        begun = perf_counter()
        run()
        times[name].append(1e6 * (perf_counter() - begun))
    table = [
        {
            "what": name,
            "best_us": round(min(taken), 1),
            "median_us": round(statistics.median(taken), 1),
        }
        for name, taken in times.items()
    ]
    return [*table, *_ratios(times)]


def _ratios(times: dict[str, list[float]]) -> list[dict[str, Any]]:
    """Return the speed of the search relative to each library: best and median."""
    pairs = {
        "traced: times as fast as rustworkx with a visitor (aim 2)": (
            "rustworkx dijkstra_search, recording visitor",
            "ours, whole, traced",
        ),
        "traced and every event made: times as fast as that": (
            "rustworkx dijkstra_search, recording visitor",
            "ours, whole, traced, every event made",
        ),
        "nearest target: times as fast as networkx": (
            "networkx single_source_dijkstra",
            "ours, nearest target",
        ),
    }
    return [
        {
            "what": what,
            "best_ratio": round(min(times[other]) / min(times[mine]), 2),
            "median_ratio": round(
                statistics.median(times[other]) / statistics.median(times[mine]), 2
            ),
        }
        for what, (other, mine) in pairs.items()
    ]


if __name__ == "__main__":
    for row in rows():
        name, best, median = row.values()
        print(f"{name:<58} best {best:>8}   median {median:>8}")
