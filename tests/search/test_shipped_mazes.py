"""Every start state of every shipped maze, against networkx and by replaying the trace."""

import networkx as nx
import pytest

from piecepack_nb.games.piecepackman.maze import MAZE_NAMES, read_maze
from piecepack_nb.search import cheapest
from tests.conftest import sampled
from tests.search.grounds import COSTS, graph
from tests.search.test_trace import replay

NEAR_CHECKED = 29  # every so many start states the paths are compared too: networkx is slow there


@pytest.mark.parametrize("costs", sampled(COSTS, 3, 1), ids=str)
@pytest.mark.parametrize("name", MAZE_NAMES)
def test_every_start_state_has_the_distances_of_networkx(name, costs):
    maze = read_maze(name)
    made = graph(maze.exits, costs, maze.house)
    for start in made:
        expected = nx.single_source_dijkstra_path_length(made, start)
        found = cheapest(maze.grid, *start, (), costs, maze.house)
        assert found.distances() == expected


@pytest.mark.parametrize("name", MAZE_NAMES)
def test_the_nearest_coin_and_its_cheapest_paths(name):
    maze = read_maze(name)
    coins = set(maze.coins.values())
    made = graph(maze.exits, COSTS[0], maze.house)
    for start in list(made)[::NEAR_CHECKED]:
        found = cheapest(maze.grid, *start, coins, blocked=maze.house)
        lengths = nx.single_source_dijkstra_path_length(made, start)
        assert found.cost == min(lengths[node] for node in made if node[0] in coins)
        if start[0] in coins:
            continue
        ends = [node for node in made if node[0] in coins and lengths[node] == found.cost]
        ways = {
            tuple(way)
            for end in ends
            for way in nx.all_shortest_paths(made, start, end, weight="weight")
        }
        assert {path.nodes for path in found.graph()} == ways
        assert found.path().nodes in ways


@pytest.mark.parametrize("costs", COSTS, ids=str)
@pytest.mark.parametrize("name", MAZE_NAMES)
def test_the_trace_of_a_shipped_maze_replays(name, costs):
    maze = read_maze(name)
    for start in list(graph(maze.exits, costs, maze.house))[::NEAR_CHECKED]:
        found = cheapest(maze.grid, *start, (), costs, maze.house, trace=True)
        settled, _ = replay(found.trace, start)
        assert settled == found.distances()
