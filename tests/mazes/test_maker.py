"""Mazes made by chance: every constraint, the stick budget, wishes, and their figures."""

from __future__ import annotations

from pathlib import Path

import networkx
import pytest

from piecepack_nb import mazes
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.lattice import beyond, edge
from piecepack_nb.games.piecepackman.maze import MAZE_NAMES, Maze, parse_maze, read_maze
from piecepack_nb.mazes.checking import check_maze, crossings
from piecepack_nb.mazes.maker import (
    RUNS,
    SYMMETRIES,
    blank_maze,
    figures,
    generate,
    mirrored,
    mirrored_edge,
)
from tests.conftest import PROFILE

SEEDS = 6 if PROFILE == "quick" else 100
"""bench/bench_mazes.py makes and checks 1,000."""


def walk(maze: Maze) -> networkx.Graph[str]:
    """Return the squares outside the house, joined where he can step: read off the drawing."""
    graph: networkx.Graph[str] = networkx.Graph()
    outside = set(maze.squares) - maze.house
    graph.add_nodes_from(outside)
    for square in outside:
        for heading in "NESW":
            to = beyond(square, heading)
            if to in outside and edge(square, heading) not in maze.walls:
                graph.add_edge(square, to)
    graph.add_edges_from([("b5", "i5"), ("b6", "i6")])
    return graph


def assert_good(maze: Maze) -> None:
    """Check PM-80 without the checker: by graph theory, on the walls alone."""
    graph = walk(maze)
    assert networkx.is_connected(graph)
    assert min(degree for _, degree in graph.degree) >= 2
    for square in maze.squares:
        east, north = beyond(square, "E"), beyond(square, "N")
        block = (square, east, beyond(east, "N"), north)
        ring = [(block[n], block[n - 1]) for n in range(4)]
        assert not all(graph.has_edge(*pair) for pair in ring), block
    assert 1 <= len(maze.doors) <= 2
    kinds = [stick.kind for stick in maze.sticks]
    assert max(kinds.count("three"), kinds.count("ace")) <= 24
    covered = [wall for stick in maze.sticks for wall in stick.edges]
    assert len(covered) == len(set(covered))
    assert set(covered) == maze.walls
    assert not crossings(maze.sticks)


@pytest.mark.clause("PM-80")
def test_many_seeds_give_mazes_that_keep_every_constraint() -> None:
    made = [generate(seed) for seed in range(SEEDS)]
    for maze in made:
        assert_good(maze)
        assert check_maze(maze).ok
        assert parse_maze(maze.text()) == maze
    assert len({maze.walls for maze in made}) == SEEDS


@pytest.mark.clause("PM-80")
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_a_symmetric_maze_equals_its_image(symmetry: str) -> None:
    for seed in range(3):
        maze = generate(seed, symmetry=symmetry)
        assert {mirrored_edge(maze, wall, symmetry) for wall in maze.walls} == maze.walls
        doors = {mirrored(maze, square, symmetry) for square, _ in maze.doors}
        assert doors == {square for square, _ in maze.doors}
        assert_good(maze)


@pytest.mark.clause("PM-80")
def test_wishes_for_corners_and_loops_are_followed() -> None:
    def figure(name: str, **wishes: str) -> int:
        maze = generate(0, **wishes)
        assert_good(maze)
        found: int = getattr(figures(maze), name)
        return found

    corners, loops = figure("corners"), figure("loops")
    assert figure("corners", corners="few") + 15 < corners
    assert corners + 15 < figure("corners", corners="many")
    assert figure("loops", loops="few") + 5 < loops
    assert loops + 5 < figure("loops", loops="many")


def test_a_seed_repeats_its_maze_and_names_itself() -> None:
    maze = generate(7, symmetry="half-turn", loops="few")
    assert maze == generate(7, symmetry="half-turn", loops="few")
    assert maze.title == "Maze 7, half-turn, few loops"
    assert maze.note == "made by pp.mazes.generate(7, symmetry='half-turn', loops='few')"
    assert maze.walls != generate(8, symmetry="half-turn", loops="few").walls


@pytest.mark.parametrize(
    "wrong", [{"seed": -1}, {"seed": "7"}, {"seed": 2**60}, {"symmetry": "both"}, {"corners": 3}]
)
def test_a_wrong_wish_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadInput, match="expected"):
        generate(**({"seed": 1} | wrong))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", MAZE_NAMES)
def test_the_figures_are_those_of_the_graph(name: str) -> None:
    maze = read_maze(name)
    graph, found = walk(maze), figures(maze)
    degrees = dict(graph.degree)
    assert found.junctions == sum(degree > 2 for degree in degrees.values())
    assert found.loops == graph.number_of_edges() - graph.number_of_nodes() + 1
    corridors = graph.subgraph(square for square, degree in degrees.items() if degree == 2)
    assert found.longest == max(map(len, networkx.connected_components(corridors)))


def test_a_line_s_sticks_are_counted() -> None:
    assert RUNS[0b1110110001] == (2, 2)
    assert len(RUNS) == 1024


@pytest.mark.clause("PM-80")
def test_the_blank_board_has_only_the_house() -> None:
    blank = blank_maze()
    assert [stick.place for stick in blank.sticks] == [
        "above e4 f4", "above e6 f6", "right of f5", "right of d6",
    ]  # fmt: skip
    assert not check_maze(blank).ok
    assert check_maze(blank).playable


@pytest.mark.clause("PM-81")
def test_a_maze_is_saved_and_loaded(tmp_path: object) -> None:
    path = f"{tmp_path}/seven.txt"
    maze = generate(7)
    mazes.save(maze, path)
    assert mazes.load(path) == maze
    assert mazes.load(path).name == "seven"
    for wrong in (f"{tmp_path}/none.txt", f"{tmp_path}", "\0"):
        with pytest.raises(BadInput, match="can't be read"):
            mazes.load(wrong)
    by_a_windows_editor = maze.text().replace("\n", "\r\n")
    Path(path).write_bytes(by_a_windows_editor.encode("utf-8-sig"))
    assert mazes.load(path) == maze
