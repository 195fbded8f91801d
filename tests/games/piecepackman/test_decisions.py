"""His decisions, held against an independent library: none of his paths costs too much.

networkx searches a graph of (square, heading) that is built here from the maze and the rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Any

import networkx as nx
import pytest

import piecepack_nb as pp
from piecepack_nb.core.steps import Step
from piecepack_nb.games.piecepackman.decision import Decision
from tests.games.piecepackman.random_play import WANDERED, wandered

HEADINGS = "NESW"
EVERY_MATCH = pytest.mark.parametrize("match", range(0, WANDERED, 2), indirect=True)


@pytest.fixture
def match(request: pytest.FixtureRequest) -> pp.Match:
    return wandered()[request.param]


@lru_cache(maxsize=128)
def graph_of(maze: Any, step: int, turn: int) -> nx.DiGraph:
    """Return every (square, heading) he may have, with what each step and quarter turn costs."""
    graph = nx.DiGraph()
    for square, exits in maze.exits.items():
        if square in maze.house:
            continue
        for number, heading in enumerate(HEADINGS):
            for other in (HEADINGS[(number + 1) % 4], HEADINGS[(number - 1) % 4]):
                graph.add_edge((square, heading), (square, other), weight=turn)
            to = exits.get(heading)
            if to is not None and to not in maze.house:
                graph.add_edge((square, heading), (to, heading), weight=step)
    return graph


def distances(decision: Decision, barred: Collection[str] = ()) -> dict[str, int]:
    """Return the cost of each square from his, by networkx."""
    table, state = decision.ruleset, decision.state
    rules = table.rules
    turn = rules.hunger_turn_cost if state.hungry else rules.quarter_turn_cost
    start = (state.square, state.heading)
    return _distances(table.maze, rules.step_cost, turn, start, frozenset(barred))


@lru_cache(maxsize=4096)
def _distances(
    maze: Any, step: int, turn: int, start: tuple[str, str], barred: frozenset[str]
) -> dict[str, int]:
    def price(_: Any, to: tuple[str, str], edge: dict[str, int]) -> int | None:
        return None if to[0] in barred else edge["weight"]

    graph = graph_of(maze, step, turn)
    found: dict[str, int] = {}
    lengths = nx.single_source_dijkstra_path_length(graph, start, weight=price)
    for (square, _), cost in lengths.items():
        found[square] = min(cost, found.get(square, cost))
    return found


def decisions(match: pp.Match) -> Iterator[tuple[Step, Decision]]:
    for step in match.steps:
        if isinstance(step.event.why, Decision):
            yield step, step.event.why


def cheapest(costs: dict[str, int], squares: Collection[str]) -> int | None:
    return min((costs[square] for square in squares if square in costs), default=None)


@pytest.mark.clause("PM-12", "PM-15", "PM-16", "PM-22", "PM-23", "PM-61")
@EVERY_MATCH
def test_every_path_is_as_cheap_as_that_of_networkx(match: pp.Match) -> None:
    for _, decision in decisions(match):
        free = distances(decision)
        barred = distances(decision, decision.dangers)
        for route in decision.routes:
            targets = route.aim.targets
            assert route.free.cost == cheapest(free, targets)
            if route.path is route.free:
                assert decision.dangers.keys().isdisjoint(route.path.squares)
            else:
                assert not decision.dangers.keys().isdisjoint(route.free.squares)
                assert route.path.cost == cheapest(barred, targets | route.aim.instead)
        if decision.route is not None:
            best = min(route.path.cost for route in decision.routes)
            assert decision.route.path.cost == best


@pytest.mark.clause("PM-16", "PM-24", "PM-65")
@EVERY_MATCH
def test_he_stays_only_when_nothing_can_be_reached(match: pp.Match) -> None:
    for _, decision in decisions(match):
        if decision.route is not None or decision.ruleset.rules.exhausted == "wait":
            continue
        state = decision.state
        barred = distances(decision, decision.dangers)
        assert cheapest(barred, {*state.cubes, *state.coins} - {state.square}) is None


@EVERY_MATCH
def test_the_candidates_costs_are_right(match: pp.Match) -> None:
    for _, decision in list(decisions(match))[:20]:
        if decision.route is None:
            continue
        free = distances(decision)
        barred = distances(decision, decision.dangers)
        assert sum(each.chosen for each in decision.candidates) == 1
        for candidate in decision.candidates:
            assert candidate.cost == barred.get(candidate.square)
            assert candidate.free_cost == free.get(candidate.square)
            if candidate.chosen:
                assert candidate.cost == decision.route.path.cost


@pytest.mark.clause("PM-15", "PM-17", "PM-21", "PM-22")
@EVERY_MATCH
def test_he_walks_the_path_that_he_decided_on(match: pp.Match) -> None:
    """Step by step along the path, each at its cost, until the points or the path end."""
    if match.game.rules.mode == "against":
        return
    for played in match.record:
        nodes: list[Any] = []
        for step in played.steps:
            if isinstance(step.event.why, Decision) and step.event.why.route is not None:
                nodes = list(step.event.why.route.path.nodes[1:])
            if step.event.kind in ("step", "portal", "quarter turn"):
                assert (step.state.square, step.state.heading) == nodes.pop(0)
                if step is not played.steps[-1]:  # then what is left is given up
                    assert step.state.points == step.event.data["left"] >= 0


def test_the_match_has_the_last_decision_up_to_its_cursor():
    match = pp.Match("piecepackman", position={"piecepackman": "f4 W", "cubes": "suns d3"})
    assert match.decision is None
    steps = match.play("roll 5 3 null 2")
    assert match.decision is steps[1].event.why
    assert [match.decision.cost_to("e4", heading) for heading in "NESW"] == [2, 3, 2, 1]
    match.goto(1)
    assert match.decision is None


def test_a_decision_counts_the_equally_cheap_paths():
    match = pp.Match("piecepackman", position={"piecepackman": "a2 N", "cubes": "suns b2"})
    match.play("roll 5 3 null 2")
    assert match.decision.ties == len(list(match.decision.search().graph())) == 3


@pytest.mark.parametrize(("square", "heading"), [("z9", "N"), ("e4", "X"), ("e5", "N")])
def test_a_cost_is_refused_for_what_is_no_node(square, heading):
    match = pp.Match("piecepackman", position={"piecepackman": "f4 W", "cubes": "suns d3"})
    match.play("roll 5 3 null 2")
    with pytest.raises(pp.BadInput, match=r"the (square|heading) is .*; expected"):
        match.decision.cost_to(square, heading)
