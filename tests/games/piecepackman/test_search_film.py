"""The search behind a decision as a timeline: what it shows is what the search did."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings

import piecepack_nb as pp
from piecepack_nb.core.lattice import HEADING_NAMES
from piecepack_nb.games.piecepackman.areas import at
from piecepack_nb.games.piecepackman.decision import Decision
from piecepack_nb.scene import NestedFilm, Scene, check_scene, delta, film_match, pack
from piecepack_nb.scene.game_view import view_of
from tests.effort import at_most
from tests.games.piecepackman.helpers import roll, table
from tests.games.piecepackman.random_play import matches
from tests.games.piecepackman.test_decisions import distances
from tests.games.piecepackman.test_mazes import large

QUICK = 2_500_000  # calls; it makes 580,000

VIEW = view_of(pp.game("piecepackman"))


def searched(match: pp.Match) -> list[tuple[Decision, Scene, NestedFilm]]:
    """Return every decision of a match with its scene and the search inside it."""
    film = film_match(match, VIEW)
    found = []
    for frame, inner in film.nested.items():
        why = match.steps[frame - 1].event.why
        assert isinstance(why, Decision)
        found.append((why, film.frames[frame], inner))
    return found


def numbers(decision: Decision, scene: Scene, layer: str) -> dict[tuple[float, float], int]:
    return {(mark.x, mark.y): int(mark.label) for mark in scene.marks if mark.layer == layer}


@pytest.mark.parametrize(
    "options",
    [{}, {"quarter_turn_cost": 0}, {"step_cost": 2, "quarter_turn_cost": 3}, {"maze": "winding"}],
)
def test_a_search_has_a_scene_for_each_settled_node_and_one_for_the_path(options: dict[str, Any]):
    match = table("piecepackman: d4 N\ncubes: suns h8 a9 i2, moons c2", **options)
    roll(match, suns=4)
    decision, _, inner = searched(match)[0]
    events = list(decision.search(trace=True).trace)
    settled = [event for event in events if event.kind == "settled"]
    assert len(inner.frames) == len(settled) + 1
    for event, frame in zip(settled, inner.frames, strict=False):
        assert frame.caption.startswith(f"{event.square} facing ")
        assert f"is settled at cost {event.cost}; from here: " in frame.caption
    last = inner.frames[-1]
    assert decision.path is not None
    assert f"{decision.target} is reached at cost {decision.path.cost}" in last.caption
    assert [mark.kind for mark in last.marks if not mark.layer].count("path") >= 1


def test_the_text_table_lists_the_whole_search_in_every_scene():
    match = table("piecepackman: d4 N\ncubes: suns h8 a9 i2, moons c2")
    roll(match, suns=4)
    decision, _, inner = searched(match)[0]
    settled = [event for event in decision.search(trace=True).trace if event.kind == "settled"]
    (listing,) = inner.frames[0].listings
    assert all(frame.listings == (listing,) for frame in inner.frames)
    assert [row[:4] for row in listing.rows] == [
        (str(number), event.square, HEADING_NAMES[event.heading], str(event.cost))
        for number, event in enumerate(settled, start=1)
    ]
    for row, frame in zip(listing.rows, inner.frames, strict=False):
        assert frame.caption.endswith(f"from here: {row[4]}.")


def test_a_caption_describes_the_successors_of_a_node():
    match = table("piecepackman: f4 W\ncubes: suns i4")
    roll(match, suns=5)
    _, _, inner = searched(match)[0]
    assert inner.frames[0].caption == (
        "f4 facing west is settled at cost 0; from here: e4 for 1, facing south for 1, "
        "facing north for 1."
    )
    assert [layer.id for layer in inner.frames[0].layers] == ["cost", "frontier", "came from"]


@pytest.mark.clause("PM-16")
def test_a_blocked_path_is_searched_with_the_ghosts_barring_it():
    match = table("piecepackman: f4 W\nghosts: suns e4 3 cubes\ncubes: suns c4 j9")
    roll(match, suns=5)
    decision, _, inner = searched(match)[0]
    maze = decision.ruleset.maze
    first = inner.frames[0]
    assert "e4 is blocked" in first.caption
    assert at(maze, "e4") in {(mark.x, mark.y) for mark in first.marks if mark.kind == "blocked"}
    reached = numbers(decision, inner.frames[-1], "cost")
    assert at(maze, "e4") not in reached
    assert reached[at(maze, "j9")] == 14


def test_a_step_without_a_decision_has_no_search():
    match = table("piecepackman: f4 W\ncubes: suns i4")
    steps = roll(match, suns=5)
    scene = VIEW.scene(match.game, steps[0].state, steps[0].event)
    assert VIEW.nested_film(match.game, match.initial_state, steps[0], scene) is None


@settings(max_examples=12)
@given(matches(longest=40))
def test_the_cost_field_is_an_independent_librarys(match: pp.Match) -> None:
    for decision, _, inner in searched(match)[:6]:
        maze = decision.ruleset.maze
        barred = decision.dangers if decision.route and decision.route.cut_off else ()
        costs = distances(decision, barred)
        where = {at(maze, square): square for square in maze.squares}
        last = numbers(decision, inner.frames[-1], "cost")
        assert {where[place]: cost for place, cost in last.items()} == {
            where[place]: costs[where[place]] for place in last
        }
        assert decision.path is not None
        assert last[at(maze, decision.path.target)] == decision.path.cost
        highest = max(last.values())
        assert {where[place] for place in last} >= {
            square for square, cost in costs.items() if cost < highest
        }


@settings(max_examples=12)
@given(matches(longest=40))
def test_scene_by_scene_costs_only_grow_and_little_changes(match: pp.Match) -> None:
    for decision, scene, inner in searched(match)[:4]:
        check_scene(inner.frames[0])
        check_scene(inner.frames[-1])
        settled = 0
        for before, after in pairwise((scene, *inner.frames[:-1])):
            changes = delta(before, after)
            assert "set" not in changes
            assert "add" not in changes
            if before is not scene:
                assert isinstance(changes.get("marks", {}), dict), "most marks stay in their order"
            cost = int(after.caption.partition("at cost ")[2].partition(";")[0])
            assert cost >= settled
            settled = cost
            assert all(
                number >= settled for number in numbers(decision, after, "frontier").values()
            )


def test_a_search_takes_few_bytes():
    game = pp.game("piecepackman")
    match = pp.Match(game, seed=5, seats=dict.fromkeys(game.seats, "random"))
    match.run(60)
    whole = film_match(match, VIEW)
    plain = whole._replace(nested={})
    scenes = sum(len(inner.frames) for inner in whole.nested.values())
    assert scenes > 100
    assert (len(pack(whole)) - len(pack(plain))) / scenes < 80


def test_the_film_of_a_search_through_a_large_maze_is_bounded() -> None:
    cubes = "cubes: suns z50, moons z51, crowns z52, arms z53"
    match = table(f"piecepackman: a99 N\n{cubes}", maze=large(26, 99))
    with at_most(QUICK):
        roll(match, suns=4)
        decision, _, inner = searched(match)[0]
    settled = [event for event in decision.search(trace=True).trace if event.kind == "settled"]
    assert len(inner.frames) == 1001 < len(settled)
    says = f"ends with {len(settled)} nodes settled (the film shows the first 1000). Back along"
    assert says in inner.frames[-1].caption
