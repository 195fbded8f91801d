"""Costs, against networkx, from every start state."""

from itertools import product

import networkx as nx
import pytest
from hypothesis import given

from piecepack_nb.search import HEADINGS, Costs, Distances, Grid, cheapest
from tests.search.grounds import COSTS, GROUNDS, KNOT, OPEN, graph, search_inputs

BLOCKED = {"open": ["b2"], "ring": ["a3"], "eight": ["c2", "d1"], "gates": ["d2"], "knot": ["c4"]}


@pytest.mark.parametrize("costs", COSTS, ids=str)
@pytest.mark.parametrize("name", GROUNDS)
@pytest.mark.parametrize("shut", [False, True], ids=["clear", "blocked"])
def test_every_start_state_has_the_distances_of_networkx(name, costs, shut):
    grid = Grid(GROUNDS[name])
    blocked = BLOCKED.get(name, []) if shut else []
    made = graph(grid.exits, costs, blocked)
    for start in made:
        expected = nx.single_source_dijkstra_path_length(made, start)
        assert cheapest(grid, *start, (), costs, blocked).distances() == expected


@given(search_inputs(widest=5))
def test_random_mazes_have_the_distances_of_networkx(question):
    grid, start, heading, targets, blocked = question
    for costs in COSTS:
        expected = nx.single_source_dijkstra_path_length(
            graph(grid.exits, costs, blocked), (start, heading)
        )
        found = cheapest(grid, start, heading, targets, costs, blocked, exhaustive=True)
        assert found.distances() == expected
        for square in grid.squares:
            ways = [expected[node] for node in product([square], HEADINGS) if node in expected]
            assert found.cost_to(square) == min(ways, default=None)


@given(search_inputs(widest=5))
def test_a_search_that_stops_knows_all_that_is_as_near_as_the_nearest(question):
    grid, start, heading, targets, blocked = question
    for costs in COSTS:
        short = cheapest(grid, start, heading, targets, costs, blocked)
        long = cheapest(grid, start, heading, targets, costs, blocked, exhaustive=True)
        assert (short.cost, short.nearest, short.reached) == (long.cost, long.nearest, long.reached)
        known = long.distances()
        if short.cost is not None:
            known = {node: cost for node, cost in known.items() if cost <= short.cost}
            assert short.path() == long.path()
            assert short.graph().edges == long.graph().edges
        assert short.distances() == known


def test_quarter_turns_are_counted_along_the_path():
    found = cheapest(Grid(OPEN), "a1", "W", ["c3"], Costs(1, 0))
    assert (found.cost, found.turns_to("c3"), found.turns_to("b1")) == (4, 2, 2)


def test_a_target_is_reached_as_it_is_entered():
    found = cheapest(Grid(OPEN), "a1", "N", ["a2", "b1"])
    assert (found.cost, found.nearest) == (1, ("a2",))
    assert found.path().nodes == (("a1", "N"), ("a2", "N"))


def test_a_portal_is_one_step_and_keeps_the_heading():
    found = cheapest(Grid(KNOT), "a3", "W", ["e3"])
    assert found.path().nodes == (("a3", "W"), ("f3", "W"), ("e3", "W"))


def test_equally_near_targets_are_listed_in_grid_order():
    found = cheapest(Grid(OPEN), "b2", "N", {"c2", "a2"})
    assert (found.cost, found.nearest, found.targets) == (2, ("a2", "c2"), ("a2", "c2"))


def test_a_start_on_a_target_needs_no_step():
    for costs in COSTS:
        found = cheapest(Grid(OPEN), "b2", "N", ["b2", "b3"], costs)
        assert found.cost == 0
        assert found.path().actions == ()
        assert found.graph().count == 1


@pytest.mark.parametrize("costs", COSTS, ids=str)
def test_zero_costs_add_nothing(costs):
    found = cheapest(Grid(OPEN), "a1", "N", ["c1"], costs)
    assert found.cost == 2 * costs.step + costs.quarter_turn


def test_without_targets_nothing_is_reached():
    found = cheapest(Grid(OPEN), "a1", "N", [])
    assert (found.cost, found.nearest, found.reached) == (None, (), False)
    assert len(found.distances()) == 36
    assert (found.graph().count, list(found.graph()), bool(found.graph())) == (0, [], False)


def test_an_enclosed_target_is_not_reached():
    found = cheapest(Grid(OPEN), "a1", "N", ["c3"], blocked=["c2", "b3"])
    assert (found.cost, found.cost_to("c3"), found.turns_to("c3")) == (None, None, None)
    assert (found.cost_to("c2"), found.graph("c3").count) == (None, 0)


def test_a_blocked_target_is_not_reached():
    assert not cheapest(Grid(OPEN), "a1", "N", ["a2"], blocked=["a2"]).reached


def test_a_blocked_square_ahead_of_the_start_adds_no_path():
    found = cheapest(Grid(OPEN), "b1", "N", ["b3"], blocked=["a1", "c1"])
    assert found.graph().count == 1
    assert found.graph("b1").nodes == (("b1", "N"),)


def test_huge_costs_are_exact():
    huge = 10**400
    found = cheapest(Grid(OPEN), "a1", "N", ["c1"], Costs(huge, 1))
    assert found.cost == 2 * huge + 1


@given(search_inputs())
def test_distances_find_the_costs_and_the_path_of_a_search(question):
    grid, start, heading, targets, _ = question
    for costs in (costs for costs in COSTS if costs.step):
        known, every = Distances(grid, costs), cheapest(grid, start, heading, targets, costs)
        whole = cheapest(grid, start, heading, targets, costs, exhaustive=True)
        expected = {to: whole.cost_to(to) for to in grid.squares}
        assert known.costs_from(start, heading) == {
            to: cost for to, cost in expected.items() if cost is not None
        }
        if every.reached:
            path = known.path(start, heading, *every.nearest)
            assert path == every.path()
            assert path.decided_by == every.path().decided_by
