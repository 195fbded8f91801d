"""The trace: the events of the search that decides."""

import json
from itertools import product

import pytest
from hypothesis import given

from piecepack_nb.core.errors import BadInput
from piecepack_nb.search import HEADINGS, KINDS, Costs, Grid, cheapest
from tests.search.grounds import COSTS, GROUNDS, KNOT, OPEN, actions, search_inputs


def replay(trace, start):
    """Return the settled costs that follow from the events of a trace alone."""
    best, settled = {start: 0}, {}
    for event in trace:
        node = (event.square, event.heading)
        if event.kind == "settled":
            assert node not in settled
            assert event.cost == best[node]
            settled[node] = event.cost
        elif event.kind == "improved":
            assert event.cost <= best.get(node, event.cost)
            best[node] = event.cost
        elif event.kind == "not better":
            assert best[node] <= event.cost
        elif event.kind == "passed over":
            assert settled[node] <= event.cost
    return settled, best


@given(search_inputs())
def test_replaying_the_trace_gives_the_distances(question):
    grid, start, heading, targets, blocked = question
    for costs, exhaustive in product(COSTS, (True, False)):
        found = cheapest(
            grid, start, heading, targets, costs, blocked, trace=True, exhaustive=exhaustive
        )
        settled, best = replay(found.trace, (start, heading))
        assert settled == found.distances()
        if exhaustive:
            assert best == settled
        assert len(found.trace) == len(list(found.trace))


@given(search_inputs())
def test_the_trace_changes_nothing(question):
    grid, start, heading, targets, blocked = question
    for costs, exhaustive in product(COSTS, (True, False)):
        traced, untraced = (
            cheapest(
                grid, start, heading, targets, costs, blocked, trace=trace, exhaustive=exhaustive
            )
            for trace in (True, False)
        )
        assert traced.distances() == untraced.distances()
        assert (traced.cost, traced.nearest) == (untraced.cost, untraced.nearest)
        assert traced.graph().edges == untraced.graph().edges
        if traced.reached:
            assert traced.path() == untraced.path()


@given(search_inputs())
def test_each_trace_event_reports_the_costs_known_then(question):
    """Every settled node looks ahead, left and right, and each look is judged by what was known."""
    grid, start, heading, targets, blocked = question
    for costs in COSTS:
        found = cheapest(grid, start, heading, targets, costs, blocked, trace=True)
        known = {(start, heading): (0, 0)}
        events = iter(found.trace)
        for event in events:
            if event.kind == "passed over":
                continue
            assert event.kind == "settled"
            node = (event.square, event.heading)
            assert known[node] == (event.cost, event.quarter_turns)
            ahead = dict(actions(grid.exits, node))
            for action in ("forward", "left", "right"):
                look = next(events)
                assert (look.action, look.origin) == (action, node)
                assert look.cost == event.cost + costs.of(action)
                there = ahead.get(action)
                if there is None:
                    assert look.kind == "wall"
                elif there[0] in blocked:
                    assert look.kind == "blocked"
                else:
                    assert (look.square, look.heading) == there
                    way = (look.cost, look.quarter_turns)
                    if look.kind == "improved":
                        assert way <= known.get(there, way)
                        known[there] = way
                    else:
                        assert (look.kind, known[there] <= way) == ("not better", True)


@pytest.mark.parametrize("costs", COSTS, ids=str)
@pytest.mark.parametrize("name", GROUNDS)
def test_nodes_are_settled_in_the_order_of_cost_and_turns(name, costs):
    grid = Grid(GROUNDS[name])
    for start in product(grid.squares, HEADINGS):
        trace = cheapest(grid, *start, (), costs, trace=True).trace
        order = [(event.cost, event.quarter_turns) for event in trace if event.kind == "settled"]
        assert order == sorted(order)


def test_the_first_events_in_words():
    trace = cheapest(Grid(OPEN), "a1", "N", ["a3"], blocked=["a2"], trace=True).trace
    assert [event.text for event in list(trace)[:7]] == [
        "a1 facing N is settled at cost 0.",
        "Forward from a1 facing N: a2 is blocked.",
        "Left from a1 facing N: a1 facing W at cost 1, the best path to it so far.",
        "Right from a1 facing N: a1 facing E at cost 1, the best path to it so far.",
        "a1 facing W is settled at cost 1.",
        "Forward from a1 facing W: a wall.",
        "Left from a1 facing W: a1 facing S at cost 2, the best path to it so far.",
    ]


def test_every_kind_of_event_occurs_and_prints():
    seen = {}
    for costs in COSTS:
        grid = Grid(KNOT)
        for start in product(grid.squares[1:], HEADINGS):
            blocked = [grid.squares[0]]
            for event in cheapest(grid, *start, (), costs, blocked, trace=True).trace:
                seen.setdefault(event.kind, event)
    assert set(seen) == set(KINDS)
    for event in seen.values():
        assert str(event) == event.text
        assert event.text[0].isalpha()
        assert event.text.endswith(".")
        assert "\n" not in event.text
        assert "{" not in event.text


def test_a_trace_can_be_iterated_again_and_saved():
    trace = cheapest(Grid(KNOT), "a1", "N", ["f5"], Costs(2, 1), ["c3"], trace=True).trace
    assert list(trace) == list(trace)
    saved = json.loads(json.dumps(trace.to_json()))
    assert saved["start"] == ["a1", "N"]
    assert saved["costs"] == {"step": 2, "quarter_turn": 1}
    assert saved["blocked"] == ["c3"]
    assert len(saved["events"]) == len(trace)
    first, second = saved["events"][:2]
    assert (first["kind"], first["square"], first["heading"], first["cost"]) == (
        "settled",
        "a1",
        "N",
        0,
    )
    assert (second["action"], second["origin"]) == ("forward", ["a1", "N"])


def test_a_search_without_trace_names_the_argument():
    with pytest.raises(BadInput, match=r"^trace is False; expected True"):
        _ = cheapest(Grid(OPEN), "a1", "N", ["a3"]).trace
