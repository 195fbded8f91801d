"""All equally cheap paths and the one that the tie rule picks, against brute force."""

from itertools import pairwise, product

import networkx as nx
import pytest
from hypothesis import given

from piecepack_nb.search import HEADINGS, TIE_RULE, Costs, Grid, cheapest
from tests.conftest import sampled
from tests.search.grounds import COSTS, GROUNDS, OPEN, PAID, all_paths, graph, search_inputs


def by_stages(paths):
    """Return the path by the tie rule read literally: each stage filters the paths left."""
    left = list(paths)
    decided = TIE_RULE[0]
    filters = (fewest_turns, straightest, left_first)
    for stage, keep in zip(TIE_RULE[1:], filters, strict=True):
        if len(left) > 1:
            left, decided = keep(left), stage
    assert len(left) == 1
    return left[0], decided


def turns(path):
    return len(path) - path.count("forward")


def fewest_turns(paths):
    return [path for path in paths if turns(path) == min(map(turns, paths))]


def straightest(paths):
    return [path for path in paths if not any(beats(other, path, "forward") for other in paths)]


def left_first(paths):
    return [path for path in paths if not any(beats(other, path, "left") for other in paths)]


def beats(one, other, by):
    """Return True if ``one`` wins by ``by`` at the first difference."""
    return next(
        (mine == by for mine, yours in zip(one, other, strict=False) if mine != yours), False
    )


def check(grid, made, start, heading, targets, costs, blocked=()):
    found = cheapest(grid, start, heading, targets, costs, blocked)
    expected = all_paths(made, (start, heading), found.nearest)
    assert found.graph().count == len(expected)
    walked = list(found.graph())
    assert sorted(path.actions for path in walked) == sorted(expected)
    if not expected:
        return
    path = found.path()
    assert (path.actions, path.decided_by) == by_stages(expected)
    assert path.cost == found.cost == sum(made.edges[way]["weight"] for way in pairwise(path.nodes))
    for way, action in zip(pairwise(path.nodes), path.actions, strict=True):
        assert made.edges[way]["action"] == action
    assert path.nodes in [each.nodes for each in walked]


@pytest.mark.parametrize("costs", sampled(COSTS, 3, 1), ids=str)
@pytest.mark.parametrize("name", GROUNDS)
def test_paths_from_every_start_state(name, costs):
    grid = Grid(GROUNDS[name])
    made, ends = graph(grid.exits, costs), [grid.squares[0], grid.squares[-2]]
    for start, heading in product(grid.squares, HEADINGS):
        for targets in ([ends[0]], ends):
            check(grid, made, start, heading, targets, costs)


@given(search_inputs(widest=3))
def test_paths_in_random_mazes(question):
    grid, start, heading, targets, blocked = question
    for costs in COSTS:
        check(grid, graph(grid.exits, costs, blocked), start, heading, targets, costs, blocked)


@pytest.mark.parametrize("costs", sampled(PAID, 3, 1), ids=str)
@pytest.mark.parametrize("name", GROUNDS)
def test_with_positive_costs_networkx_counts_as_many_paths(name, costs):
    grid = Grid(GROUNDS[name])
    made = graph(grid.exits, costs)
    for start in product(grid.squares, HEADINGS):
        found = cheapest(grid, *start, (), costs)
        distance = found.distances()
        for square in grid.squares:
            if square == start[0] or found.cost_to(square) is None:
                continue
            ends = [(square, heading) for heading in HEADINGS]
            near = [end for end in ends if distance.get(end) == found.cost_to(square)]
            ways = [
                tuple(way)
                for end in near
                for way in nx.all_shortest_paths(made, start, end, weight="weight")
            ]
            assert found.graph(square).count == len(ways)
            assert found.path(square).nodes in ways


@given(search_inputs())
def test_the_path_graph_is_acyclic_and_has_no_loose_end(question):
    grid, start, heading, targets, blocked = question
    for costs in COSTS:
        found = cheapest(grid, start, heading, targets, costs, blocked, exhaustive=True)
        for target in (None, *found.targets):
            made = found.graph(target)
            drawn = nx.DiGraph((edge.source, edge.target) for edge in made.edges)
            assert nx.is_directed_acyclic_graph(drawn)
            assert set(drawn) <= set(made.nodes)
            on_paths = {node for path in made for node in path.nodes}
            assert on_paths == set(made.nodes)


def test_a_path_names_its_squares_and_its_cost():
    path = cheapest(Grid(OPEN), "a1", "N", ["c2"], Costs(2, 1)).path()
    assert path.actions == ("forward", "right", "forward", "forward")
    assert path.squares == ("a1", "a2", "b2", "c2")
    assert path.nodes[-1] == ("c2", "E")
    assert path.running == (2, 3, 5, 7)
    assert (path.cost, path.quarter_turns, path.target, str(path)) == (7, 1, "c2", "a1-a2-b2-c2")


def test_a_single_path_is_decided_by_only_one():
    assert cheapest(Grid(OPEN), "a1", "N", ["a3"]).path().decided_by == "only one"


def test_ties_are_decided_by_fewer_quarter_turns():
    path = cheapest(Grid(OPEN), "a1", "E", ["c3"], Costs(1, 0)).path()
    assert (path.decided_by, path.squares) == (
        "fewer quarter turns",
        ("a1", "b1", "c1", "c2", "c3"),
    )


def test_ties_are_decided_by_straight_longest():
    found = cheapest(Grid(OPEN), "a1", "N", ["c3"], blocked=["a3"])
    assert [path.quarter_turns for path in found.graph()] == [2, 2]
    path = found.path()
    assert (path.decided_by, str(path)) == ("straight longest", "a1-a2-b2-c2-c3")


def test_ties_are_decided_by_left_before_right():
    path = cheapest(Grid(OPEN), "b1", "N", ["a2", "c2"]).path()
    assert (path.decided_by, path.target) == ("left before right", "a2")


def forks(number):
    """Return so many forks in a row, left and right equally far: 2 ** number paths."""
    exits = {}
    for n in range(number):
        exits |= {
            f"stem{n}": {"N": f"fork{n}"},
            f"fork{n}": {"W": f"left{n}", "E": f"right{n}"},
            f"left{n}": {"N": f"bend{n}"},
            f"right{n}": {"N": f"turn{n}"},
            f"bend{n}": {"E": f"stem{n + 1}"},
            f"turn{n}": {"W": f"stem{n + 1}"},
        }
    return exits | {f"stem{number}": {}}


def test_paths_are_counted_without_listing_them():
    found = cheapest(Grid(forks(40)), "stem0", "N", ["stem40"])
    assert found.graph().count == 2**40
    paths = iter(found.graph())
    assert next(paths) != next(paths)
    assert found.path().decided_by == "left before right"
    assert found.path().squares[:3] == ("stem0", "fork0", "left0")


def every_cheapest_walk(made, start, target, cost):
    """Yield the actions of all walks of that cost that visit no square twice."""
    todo = [((start,), 0, ())]
    while todo:
        nodes, spent, done = todo.pop()
        if nodes[-1][0] == target:
            if spent == cost:
                yield done
            continue
        for _, there, edge in made.out_edges(nodes[-1], data=True):
            if there not in nodes and spent + edge["weight"] <= cost:
                todo.append(((*nodes, there), spent + edge["weight"], (*done, edge["action"])))


@pytest.mark.parametrize("blocked", [[], ["b2"], ["a3"]], ids=str)
def test_with_free_turns_the_path_is_among_all_cheapest_walks(blocked):
    made = graph(OPEN, Costs(1, 0), blocked)
    for start in made:
        if start[0] != "c3":
            found = cheapest(Grid(OPEN), *start, ["c3"], Costs(1, 0), blocked)
            walks = list(every_cheapest_walk(made, start, "c3", found.cost))
            fewest = fewest_turns(walks)
            assert found.path().actions == by_stages(walks)[0]
            assert set(fewest) <= {path.actions for path in found.graph()} <= set(walks)


def test_free_turns_are_kept_only_where_no_path_has_fewer():
    found = cheapest(Grid(OPEN), "a1", "N", ["c3"], Costs(1, 0))
    assert [str(path) for path in found.graph()] == [
        "a1-a2-a3-b3-c3",
        "a1-a2-b2-c2-c3",
        "a1-b1-c1-c2-c3",
    ]  # a1-a2-b2-b3-c3 costs as much, but turns thrice to face E on b3, where a3 needs one turn
