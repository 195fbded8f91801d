"""The check of a student's search: the first wrong cost, and the mistake behind it."""

from __future__ import annotations

from heapq import heappop, heappush

import pytest

import piecepack_nb as pp
from piecepack_nb.games.piecepackman.layers import search_problem
from piecepack_nb.search import Grid, cheapest
from piecepack_nb.search.checking import KINDS, check, dijkstra
from piecepack_nb.search.problem import SearchProblem
from tests.search import students
from tests.search.grounds import COSTS, GROUNDS, OPEN

AT_F4 = "piecepackman: f4 W\ncubes: suns a10"


def ask(written=AT_F4, targets=("i4",), **options) -> SearchProblem:
    """Return Piecepackman's problem: from his node to these squares."""
    game = pp.game("piecepackman", **options)
    return search_problem(game, game.position(written), targets=targets)[1]


@pytest.mark.parametrize(
    "search", [students.right, students.in_a_dictionary, students.all_that_was_seen]
)
@pytest.mark.parametrize("turn", [0, 1, 2])
def test_a_right_search_is_confirmed_with_figures(search, turn):
    problem = ask(quarter_turn_cost=turn)
    verdict = check(problem, search)
    assert verdict
    assert verdict.kind == "right"
    assert verdict.text.startswith(f"Right: {verdict.settled} nodes settled")
    assert f"i4 is reached at cost {problem.search.cost}." in verdict.text


def test_right_costs_are_refused_if_a_cheaper_node_never_came():
    verdict = check(ask(), students.straight_to_it)
    assert (verdict.kind, verdict.settled, bool(verdict)) == ("skipped", 6, False)
    assert "cheaper nodes are never settled, such as" in verdict.text


def test_right_costs_in_the_wrong_order_are_refused():
    def goal_first(start, ways, goals):
        yield from reversed(list(students.right(start, ways, goals)))

    verdict = check(ask(), goal_first)
    assert verdict.kind == "order"
    assert verdict.text.startswith("Every cost is right, but ")


@pytest.mark.parametrize(("targets", "why"), [((), "no goal to find"), (("e5",), "can be reached")])
def test_without_a_reachable_goal_every_node_must_be_settled(targets, why):
    ground = Grid({**OPEN, "e5": {}})
    problem = SearchProblem(cheapest(ground, "a1", "N", targets))
    verdict = check(problem, students.right)
    assert verdict.kind == "right"
    assert verdict.settled == 4 * len(OPEN) == len(problem.cheapest)
    assert why in verdict.text
    assert check(problem, students.gives_up).kind == "too early"


def test_a_search_that_continues_after_the_goal_is_right_and_noted():
    verdict = check(ask(), students.goes_on)
    assert verdict
    assert verdict.kind == "too late"
    more = sum(cost > 5 for cost in ask().cheapest.values())
    assert f"continues after that: {more} of the nodes cost more than 5" in verdict.text


WRONG = [
    ("free turns", students.turns_are_free, {}),
    ("free steps", students.steps_are_free, {}),
    ("no price", students.leaves_out_the_price, {}),
    ("one price", students.each_action_is_one, {"quarter_turn_cost": 2}),
    ("one price", students.each_action_is_one, {"quarter_turn_cost": 0}),
    ("u-turn", students.turns_right_round, {}),
    ("start cost", students.start_costs_one, {}),
    ("headings", students.forgets_headings, {}),
    ("first way kept", students.keeps_the_first_way, {"quarter_turn_cost": 3}),
    ("not added", students.adds_nothing_up, {"quarter_turn_cost": 2}),
    ("order", students.from_a_stack, {}),
    ("order", students.from_a_queue, {"quarter_turn_cost": 3}),
    ("twice", students.forgets_to_skip, {"quarter_turn_cost": 3}),
    ("too early", students.ends_when_it_sees_a_goal, {}),
    ("too early", students.gives_up, {}),
    ("unknown", students.adds_a_bit_now_and_then, {}),
    ("endless", students.never_takes_anything_out, {}),
    ("endless", students.asks_for_ever, {}),
    ("endless", students.only_counts, {}),
]


@pytest.mark.parametrize(("kind", "search", "options"), WRONG)
def test_every_mistake_is_named(kind, search, options):
    verdict = check(ask(**options), search)
    assert verdict.kind == kind, verdict.text
    assert not verdict
    assert "\n" not in verdict.text


def test_every_kind_is_tested():
    elsewhere = {"right", "too late", "blocked", "skipped"}
    assert {kind for kind, _, _ in WRONG} | elsewhere == set(KINDS)


def test_the_first_difference_is_reported_with_both_costs():
    verdict = check(ask(), students.turns_are_free)
    assert verdict.node is not None
    assert (verdict.yours, verdict.cheapest) == (0, 1)
    square, heading = verdict.node
    assert verdict.text.startswith(f"{square} facing {heading}: yours 0, cheapest 1. ")
    assert "a quarter turn costs nothing; here it costs 1" in verdict.text


def test_a_misread_grid_is_named():
    problem = ask(targets=["a1"])
    walls = students.own(problem.misreadings["walls"].grid.exits)
    verdict = check(problem, walls)
    assert verdict.kind == "walls"
    assert "steps lead through walls" in verdict.text
    house = students.own(problem.misreadings["house"].grid.exits)
    assert check(problem, house).kind == "house"
    portals = students.own(problem.misreadings["portals"].grid.exits)
    assert check(ask("piecepackman: b6 W\ncubes: suns a10", ["j9"]), portals).kind == "portals"


def test_a_dangerous_ghosts_square_is_named():
    problem = ask(f"{AT_F4}\nghosts: suns d4 3 cubes", ["a4"])
    assert problem.search.blocked == {"d4"}
    verdict = check(problem, students.own(problem.search.grid.exits))
    assert verdict.kind == "blocked"
    assert verdict.text.startswith("d4 facing W: yours 2, but it can't be reached. ")
    assert "blocked squares are entered, such as d4" in verdict.text


def test_a_mostly_explained_search_is_reported_with_its_share():
    def nearly(start, ways, goals):
        for number, (node, cost) in enumerate(students.turns_are_free(start, ways, ())):
            yield node, cost + (number > 300)

    verdict = check(ask(), nearly)
    assert verdict.kind == "free turns"
    assert "301 of your 368 costs are those you get if" in verdict.text


def test_exceptions_of_the_function_propagate():
    def broken(start, ways, goals):
        yield start, 0
        yield {}["costs"]

    with pytest.raises(KeyError, match="costs"):
        check(ask(), broken)


@pytest.mark.parametrize("costs", COSTS, ids=str)
@pytest.mark.parametrize("name", GROUNDS)
def test_the_plain_search_agrees_with_the_engine(name, costs):
    ground = Grid(GROUNDS[name])
    for square in ground.squares:
        found = cheapest(ground, square, "S", (), costs, exhaustive=True)
        assert dijkstra(SearchProblem(found)) == found.distances()
        assert check(found, students.right).kind == "right"


def test_the_search_of_the_notebook_gap_by_gap():
    """The ten lines that notebook 02 leaves two gaps in."""

    def with_gaps(take, price_of, known=lambda node: node, end=False):
        def my_search(start, ways, goals):
            frontier, done = [(0, start)], set()
            while frontier:
                cost, node = take(frontier)
                if known(node) not in done:
                    done.add(known(node))
                    yield node, cost
                    if end and node[0] in goals:
                        return
                    for there, price in ways(node):
                        heappush(frontier, (cost + price_of(price), there))

        return my_search

    problem = ask("piecepackman: c10 E\ncubes: suns f7", ["f7"])
    found = {
        check(problem, with_gaps(list.pop, int)).kind,
        check(problem, with_gaps(heappop, lambda price: 0)).kind,
        check(problem, with_gaps(heappop, int, lambda node: node[0])).kind,
        check(problem, with_gaps(heappop, int)).kind,
        check(problem, with_gaps(heappop, int, end=True)).kind,
    }
    assert found == {"order", "no price", "headings", "too late", "right"}
    assert check(problem, lambda start, ways, goals: {}).kind == "too early"
