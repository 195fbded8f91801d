"""A search run node by node: the engine's, or a reader's function, within limits."""

from __future__ import annotations

import sys

import pytest

from piecepack_nb.core.errors import BadInput
from piecepack_nb.search import Costs, Grid, cheapest
from piecepack_nb.search.problem import SearchProblem
from piecepack_nb.search.run import Endless, SearchRun
from tests.search import students
from tests.search.grounds import COSTS, GROUNDS, KNOT, OPEN


def ask(targets=("c3",), ground=OPEN, **more) -> SearchProblem:
    return SearchProblem(cheapest(Grid(ground), "a1", "N", targets, **more))


@pytest.mark.parametrize("costs", COSTS, ids=str)
@pytest.mark.parametrize("name", GROUNDS)
def test_the_engines_own_run_is_the_search(name, costs):
    ground = Grid(GROUNDS[name])
    square, *_, goal = ground.squares
    search = cheapest(ground, square, "N", [goal], costs)
    attempt = SearchRun(SearchProblem(search)).finish()
    assert dict(attempt) == search.distances()
    assert attempt.ended
    if search.reached:
        assert attempt.lowest(goal) == search.cost
        assert attempt.path[0] == search.start
        assert attempt.path[-1][0] == goal


def test_successors_follow_the_grid_and_the_costs():
    problem = ask(costs=Costs(2, 3), blocked=["a2"])
    assert problem.successors(("a1", "N")) == [(("a1", "W"), 3), (("a1", "E"), 3)]  # a2 is blocked
    assert problem.successors(("a1", "E")) == [(("b1", "E"), 2), (("a1", "N"), 3), (("a1", "S"), 3)]
    assert problem.successors(("a1", "W")) == [(("a1", "S"), 3), (("a1", "N"), 3)]  # a wall


@pytest.mark.parametrize("node", ["a1", ("z9", "N"), ("a1", "north"), ("a1",), None, (1, "N")])
def test_successors_of_an_invalid_node_are_refused_in_one_line(node):
    with pytest.raises(BadInput, match=r"^node is .*; expected one of the 9 squares with N, E"):
        ask().successors(node)


@pytest.mark.parametrize("search", [None, students.right, students.in_a_dictionary])
def test_each_step_reports_the_progress(search):
    attempt = SearchRun(ask(), search)
    assert (len(attempt), attempt.goal, attempt.path) == (0, None, ())
    assert attempt.step() == ("a1", "N")
    assert attempt.frontier == {("a2", "N"): 1, ("a1", "W"): 1, ("a1", "E"): 1}
    while (node := attempt.step()) is not None:
        assert node in attempt
        assert node not in attempt.frontier
        before = attempt.came_from[node]
        assert before is not None
        assert attempt[node] == attempt[before] + dict(ask().successors(before))[node]
    assert attempt.step() is None  # and again
    assert attempt.goal is not None
    assert attempt.text == f"{len(attempt)} nodes settled, c3 at cost 5"
    assert [attempt[node] for node in attempt.path] == [0, 1, 2, 3, 4, 5]


def test_a_cost_without_a_matching_step_has_no_predecessor():
    attempt = SearchRun(ask(), lambda start, ways, goals: iter([(start, 0), (("b2", "S"), 7)]))
    attempt.finish()
    assert attempt.came_from == {("a1", "N"): None, ("b2", "S"): None}


def test_successors_use_portals_and_respect_walls():
    attempt = SearchRun(
        SearchProblem(cheapest(Grid(KNOT), "a3", "W", ["f3"])), students.right
    ).finish()
    assert attempt.path == (("a3", "W"), ("f3", "W"))


YIELDED = {
    "no pair": (7, "what f settled is 7; expected a node and its cost, the node first"),
    "a node alone": (("a1", "N"), "a node that f settled is 'a1'; expected one of the 9 squares"),
    "cost first": ((3, ("a1", "N")), r"what f settled is \(3, \('a1', 'N'\)\); expected a node"),
    "a square": (("a1", 3), "a node that f settled is 'a1'; expected one of the 9 squares with N"),
    "not there": ((("z9", "N"), 3), r"a node that f settled is \('z9', 'N'\); expected one of"),
    "negative": (
        (("a1", "N"), -1),
        "the cost of a1 facing N that f settled is -1; expected",
    ),
    "endless": ((("a1", "N"), 10**9999), "the cost of a1 facing N that f settled is a whole numb"),
    "no cost": ((("a1", "N"), None), "the cost of a1 facing N that f settled is None; expected"),
    "a truth": ((("a1", "N"), True), "the cost of a1 facing N that f settled is True; expected"),
    "a half": ((("a1", "N"), 0.5), "the cost of a1 facing N that f settled is 0.5; expected"),
}


@pytest.mark.parametrize(("pair", "message"), YIELDED.values(), ids=YIELDED)
def test_an_invalid_node_or_cost_is_refused_when_yielded(pair, message):
    def f(start, ways, goals):
        yield start, 0
        yield pair

    attempt = SearchRun(ask(), f)
    with pytest.raises(BadInput, match=f"^{message}") as caught:
        attempt.finish()
    assert caught.traceback[-1].name == "f"  # the line that yielded it is shown
    assert "\n" not in str(caught.value)
    assert dict(attempt) == {("a1", "N"): 0}
    assert attempt.ended


def test_a_dictionary_is_checked_as_a_whole():
    attempt = SearchRun(ask(), lambda start, ways, goals: {start: 0, ("b1", "N"): -1})
    with pytest.raises(BadInput, match="the cost of b1 facing N"):
        attempt.finish()
    assert not attempt


@pytest.mark.parametrize("back", [None, 5, [(("a1", "N"), 0)]])
def test_a_function_without_yield_or_result_is_refused_with_both_forms(back):
    def f(start, ways, goals):
        return back

    with pytest.raises(BadInput, match=r"^the result of f is .*; expected yield node, cost"):
        SearchRun(ask(), f).step()


def test_a_search_must_be_a_function():
    with pytest.raises(BadInput, match=r"^the search is 'dijkstra'; expected a function of"):
        SearchRun(ask(), "dijkstra")  # type: ignore[arg-type]


def test_exceptions_propagate_and_settled_nodes_stay():
    def f(start, ways, goals):
        yield start, 0
        raise ZeroDivisionError("mine")

    attempt = SearchRun(ask(), f)
    with pytest.raises(ZeroDivisionError, match="mine"):
        attempt.finish()
    assert dict(attempt) == {("a1", "N"): 0}
    assert attempt.step() is None


@pytest.mark.parametrize(
    ("search", "message"),
    [
        (
            students.never_takes_anything_out,
            "a1 facing N settled 12 times; expected",
        ),
        (students.asks_for_ever, "0 nodes settled, 217 calls of successors; expected"),
        (students.only_counts, "0 nodes settled, 0 calls of successors; expected"),
    ],
)
def test_an_endless_search_is_stopped(search, message):
    attempt = SearchRun(ask(targets=()), search)
    with pytest.raises(Endless, match=message):
        attempt.finish()
    assert attempt.ended
    assert sys.gettrace() is None


def test_a_debuggers_trace_function_is_kept():
    seen = []

    def debugger(_frame, event, _value):
        seen.append(event)

    sys.settrace(debugger)
    try:
        SearchRun(ask(), students.right).step()
        assert sys.gettrace() is debugger
    finally:
        sys.settrace(None)
    assert seen
