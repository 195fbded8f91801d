"""Measures of mazes: by play, by shape, and the detours that turn costs cause."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import networkx
import pytest

from piecepack_nb import mazes
from piecepack_nb.core.errors import BadInput
from piecepack_nb.games.piecepackman.maze import Maze, parse_maze, read_maze
from piecepack_nb.lab import simulate
from piecepack_nb.mazes.maker import figures
from piecepack_nb.mazes.measuring import HEAD, detours
from tests.games.piecepackman.helpers import POCKET


def detours_by_graph(maze: Maze) -> float:
    """Return the share of detours by networkx, over nodes of square and heading (PM-15)."""
    turns: networkx.DiGraph[tuple[str, str]] = networkx.DiGraph()
    steps: networkx.DiGraph[str] = networkx.DiGraph()
    right = {"N": "E", "E": "S", "S": "W", "W": "N"}
    starts = set()
    for square, exits in maze.his_exits.items():
        for heading, other in right.items():
            turns.add_edge((square, heading), (square, other), weight=1000)
            turns.add_edge((square, other), (square, heading), weight=1000)
        for heading, to in exits.items():  # a cost of 1, and among equals the most steps
            turns.add_edge((square, heading), (to, heading), weight=999)
            steps.add_edge(square, to)
            starts.add((to, heading))
    trips = long = 0
    for start in starts:
        costs = networkx.single_source_dijkstra_path_length(turns, start)
        fewest = networkx.single_source_shortest_path_length(steps, start[0])
        for target, least in fewest.items():
            if target != start[0]:
                best = min(costs[target, heading] for heading in right)
                trips += 1
                long += -best % 1000 > least
    return long / trips


@pytest.mark.clause("PM-15", "PM-80")
@pytest.mark.parametrize("generated", [False, True])
def test_detours_are_those_of_an_independent_search(generated: bool) -> None:
    maze = mazes.generate(3, loops="many") if generated else parse_maze(POCKET)
    assert detours(maze) == detours_by_graph(maze) > 0


@pytest.mark.clause("PM-80")
def test_the_table_has_the_maze_beside_those_of_the_package() -> None:
    maze = mazes.generate(7)
    table = mazes.measure(maze, games=3, seed=5)
    titles = [measure.maze.title for measure in table]
    assert titles == ["Maze 7", "Roundabout", "Slip Around the Corner", "The Long and Winding Road"]
    first = table[0]
    assert first.figures == figures(maze)
    assert (first.three_sticks, first.ace_sticks) == (17, 24)
    game = simulate(_game(maze), 3, 5)
    assert first.wins == game.win_rate
    assert [each.turns for each in first.simulation] == [each.turns for each in game]
    lines = repr(table).splitlines()
    assert len(lines) == 5
    assert lines[1].startswith("Maze 7")
    assert f"{100 * first.wins.share:.0f} %" in lines[1]
    shown = table._repr_mimebundle_()
    assert shown["text/plain"] == repr(table)
    assert f"Maze 7: {first.wins}" in shown["image/svg+xml"]
    assert table.to_csv().splitlines()[0] == "maze," + ",".join(HEAD[1:])


def _game(maze: Maze):  # type: ignore[no-untyped-def]
    import piecepack_nb as pp

    return pp.game("piecepackman", maze=maze.text())


def test_only_mazes_are_measured_checked_printed_and_saved(tmp_path: Path) -> None:
    save: Any = lambda maze: mazes.save(maze, tmp_path / "maze.txt")  # noqa: E731
    for function in (mazes.measure, mazes.check, mazes.figures, mazes.sheet, save):
        with pytest.raises(BadInput, match="the maze is 'slip'; expected a maze, such as"):
            function("slip")
    assert len(mazes.measure(read_maze("slip"), games=1, beside=())) == 1
