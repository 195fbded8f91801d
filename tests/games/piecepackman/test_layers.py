"""His decision on the board: every number is right, and every number can be asked why."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings

import piecepack_nb as pp
from piecepack_nb.core.steps import Step
from piecepack_nb.games.piecepackman.areas import at
from piecepack_nb.games.piecepackman.decision import Decision
from piecepack_nb.scene import Mark, Scene, Spot, check_scene
from piecepack_nb.scene.game_view import view_of
from tests.games.piecepackman.helpers import roll, table
from tests.games.piecepackman.random_play import matches
from tests.games.piecepackman.test_decisions import distances

VIEW = view_of(pp.game("piecepackman"))


def filmed(match: pp.Match) -> Iterator[tuple[Step, Scene]]:
    """Yield every step with its scene."""
    before = None
    for step in match.steps:
        before = VIEW.scene(match.game, step.state, step.event, before)
        yield step, before


def decided(match: pp.Match, number: int = 0) -> tuple[Decision, Scene]:
    """Return the so manyth decision of a match, and its scene."""
    found = [(step.event.why, scene) for step, scene in filmed(match) if step.event.why]
    decision, scene = found[number]
    assert isinstance(decision, Decision)
    return decision, scene


def marks(scene: Scene, layer: str, *kinds: str) -> list[Mark]:
    return [mark for mark in scene.marks if mark.layer == layer and mark.kind in kinds]


def labels(scene: Scene, layer: str, *kinds: str) -> list[str]:
    return [mark.label for mark in marks(scene, layer, *kinds)]


def spot(scene: Scene, square: str) -> Spot:
    return next(spot for spot in scene.spots if spot.id.split()[-1] == square)


def round_a_corner(**options: Any) -> pp.Match:
    match = table("piecepackman: f4 W\ncubes: moons h3 c2, suns e4, crowns a8", **options)
    roll(match, moons=5)
    return match


# --- his path -----------------------------------------------------------------------------------


def test_the_path_shows_its_running_cost_and_the_cost_of_turns():
    decision, scene = decided(round_a_corner())
    path = decision.path
    assert path is not None
    shown = marks(scene, "way", "text", "turn-left", "turn-right")
    assert [(mark.kind, mark.label) for mark in shown] == [
        ("turn-left", "1"), ("text", "2"), ("turn-left", "3"), ("text", "4"),
    ]  # fmt: skip
    assert str(path) == "f4-f3-g3-h3"
    assert path.running == (1, 2, 3, 4, 5)
    assert labels(scene, "way", "cost") == ["5"], "the last number is on the target's badge"
    [line] = marks(scene, "way", "path")
    assert line.points == tuple(at(decision.ruleset.maze, square) for square in path.squares)


def test_a_turn_without_cost_is_marked():
    decision, scene = decided(round_a_corner(quarter_turn_cost=0))
    assert labels(scene, "way", "turn-left") == ["0", "1"]
    assert labels(scene, "way", "cost") == ["3"] == [str(decision.path.cost)]


def test_turning_round_shows_both_turns_on_his_square():
    match = table("piecepackman: f4 W\ncubes: crowns g4")
    roll(match, crowns=2)
    _, scene = decided(match)
    first, second = marks(scene, "way", "turn-left")
    assert (first.label, second.label) == ("1", "2")
    assert (first.x, first.y) != (second.x, second.y)


@pytest.mark.clause("PM-22")
def test_a_path_through_a_portal_is_two_lines():
    match = table("piecepackman: c5 W\ncubes: suns g5")
    roll(match, suns=5)
    decision, scene = decided(match)
    assert str(decision.path) == "c5-b5-i5-h5-g5"
    assert [len(mark.points) for mark in marks(scene, "way", "path")] == [2, 3]


def test_the_path_is_shown_until_he_has_walked_it():
    match = round_a_corner()
    shown = [(step.event.kind, bool(marks(scene, "way", "path"))) for step, scene in filmed(match)]
    assert shown[0] == ("his roll", False)
    on_the_way = [kind for kind, drawn in shown if drawn]
    assert on_the_way == ["he heads for", "quarter turn", "step", "quarter turn", "step", "step",
                          "cube taken"]  # fmt: skip
    match.play("order suns moons crowns arms")
    *_, (_, scene) = filmed(match)
    assert scene.layers == ()
    assert not [mark for mark in scene.marks if mark.layer]


def test_a_new_objective_shows_a_new_path():
    match = table("piecepackman: f4 W\ncubes: suns e4 c4 a9")
    roll(match, suns=4)
    decision, scene = decided(match, 1)
    assert decision.target == "c4"
    assert labels(scene, "way", "cost") == ["2"]


# --- the candidates -----------------------------------------------------------------------------


def test_each_candidate_has_its_cost_and_its_reason():
    match = table("piecepackman: f4 W\ncubes: crowns e4 g4, moons a3")
    roll(match, crowns=2)
    decision, scene = decided(match)
    assert labels(scene, "candidates", "cost") == ["3"]
    assert [mark.suit for mark in marks(scene, "candidates", "cost")] == ["crowns"]
    explained = spot(scene, "g4")
    assert explained.name == "g4, crowns cube, costs 3"
    assert explained.tip == "3 points: 2 × left turn 1, forward 1. 2 points more than e4."
    assert (explained.clause, explained.role) == ("PM-12", "why")
    assert [mark.kind for mark in explained.preview] == ["path", "turn-left", "turn-left"]
    assert spot(scene, "e4").name == "e4, crowns cube, costs 1, chosen"
    listing = scene.listings[0]
    assert listing.title == "Everything he could head for"
    assert listing.rows == (
        ("e4", "crowns cube", "1", "1", "0", "1", "he heads for it (PM-12)"),
        ("g4", "crowns cube", "3", "1", "2", "3", "2 points more than e4 (PM-12)"),
    )
    assert decision.target == "e4"


@pytest.mark.clause("PM-14")
def test_a_tie_between_suits_is_explained_at_the_loser():
    match = table("piecepackman: d4 W\ncubes: suns c4, moons d3")
    roll(match, suns=3, moons=3)
    _, scene = decided(match)
    assert spot(scene, "c4").tip.startswith("1 point: forward 1.")
    match = table("piecepackman: f4 W\ncubes: moons i4, crowns h3")
    roll(match, moons=5, crowns=5)
    _, scene = decided(match)
    assert spot(scene, "h3").clause == "PM-14"
    assert spot(scene, "h3").tip.endswith("As cheap, but suit order decides.")


@pytest.mark.clause("PM-12")
def test_a_coin_as_near_as_a_cube_explains_that_cubes_come_first():
    match = table("piecepackman: b1 W\ncubes: arms c1\ncoins: arms 5", quarter_turn_cost=0)
    roll(match, arms=2)
    decision, scene = decided(match)
    assert decision.target == "c1"
    assert spot(scene, "a1").tip == "1 point: forward 1. As cheap, but cubes come before coins."
    assert spot(scene, "a1").clause == "PM-12"


# --- Dangerous ghosts ---------------------------------------------------------------------------

BARRED = "piecepackman: f4 W\nghosts: suns e4 3 cubes\ncubes: suns c4 j9, crowns a3"


@pytest.mark.clause("PM-16")
def test_a_blocked_path_is_drawn_with_its_cost():
    match = table(BARRED)
    roll(match, suns=5)
    decision, scene = decided(match)
    assert decision.target == "j9"
    [lost] = marks(scene, "cut off", "lost")
    maze = decision.ruleset.maze
    assert lost.points == tuple(at(maze, square) for square in ("f4", "e4", "d4", "c4"))
    assert [(mark.x, mark.y) for mark in marks(scene, "cut off", "blocked")] == [at(maze, "e4")]
    assert labels(scene, "cut off", "text") == ["3 if clear"]
    ghost = spot(scene, "e4")
    assert ghost.clause == "PM-16"
    assert ghost.tip == ("It cuts off the cheapest path, to c4: 3 points: 3 × forward 1.")
    assert "3 without the Dangerous suns ghost on e4" in spot(scene, "c4").tip
    assert [layer.id for layer in scene.layers] == ["way", "candidates", "cut off"]


@pytest.mark.clause("PM-16", "PM-24")
@pytest.mark.parametrize("dangerous", ["more", "equal"])
def test_a_candidate_out_of_reach_names_the_ghosts_that_bar_it(dangerous):
    cubes = {"more": 1, "equal": 0}[dangerous]
    match = table(
        f"piecepackman: f4 W\nghosts: suns e4 {cubes} cubes, moons g4 {cubes} cubes, "
        f"crowns f3 {cubes} cubes\ncubes: suns c4, moons c7",
        dangerous=dangerous,
    )
    roll(match, suns=5)
    decision, scene = decided(match)
    assert decision.route is None
    assert [step.event.kind for step in match.steps[:2]] == ["his roll", "he stays"]
    blocked = {(mark.x, mark.y) for mark in marks(scene, "candidates", "blocked")}
    assert blocked == {at(decision.ruleset.maze, square) for square in ("c4", "c7")}
    explained = spot(scene, "c4")
    assert explained.name == "c4, suns cube, out of reach"
    assert explained.tip == (
        "The Dangerous suns ghost on e4 cuts it off; if it were clear, 3 points: 3 × forward 1."
    )
    assert explained.clause == "PM-16"
    assert [mark.kind for mark in explained.preview] == ["lost", "blocked", "text"]


# --- equal paths ----------------------------------------------------------------------------------


@pytest.mark.clause("PM-15", "PM-61")
def test_equally_cheap_paths_are_counted_and_explained():
    match = table("piecepackman: d5 N\nhunger: 2\nghosts: moons g6, crowns f9\ncubes: arms a1")
    roll(match, crowns=5)
    decision, scene = decided(match)
    assert decision.path is not None
    count = decision.search().graph().count
    assert count == 6
    [layer] = [layer for layer in scene.layers if layer.id == "ties"]
    assert layer.title == "Equally cheap paths (5 more)"
    assert 1 <= len({mark.points for mark in marks(scene, "ties", "trail")}) <= 6
    rows = scene.listings[1].rows
    assert rows[0] == (str(decision.path), "6", "1", "taken")
    assert len(rows) == count
    assert {row[1] for row in rows} == {"6"}
    assert {row[3] for row in rows[1:]} == {"with 1 more quarter turn", "with 3 more quarter turns"}


# --- any game -----------------------------------------------------------------------------------


def squares_of(decision: Decision, mark: Mark) -> str:
    """Return the square of a mark."""
    maze = decision.ruleset.maze
    return min(
        maze.squares,
        key=lambda square: (
            (at(maze, square)[0] - mark.x) ** 2 + (at(maze, square)[1] - mark.y) ** 2
        ),
    )


@settings(max_examples=30)
@given(matches(longest=120))
def test_every_number_is_the_librarys_and_explains_itself(match: pp.Match) -> None:
    for step, scene in filmed(match):
        decision = step.event.why
        if not isinstance(decision, Decision):
            continue
        check_scene(scene)
        costs = distances(decision, decision.dangers)
        explained = {spot.id.split()[-1]: spot for spot in scene.spots}
        assert {spot.role for spot in scene.spots} <= {"why"}
        for mark in scene.marks:
            if not mark.layer or not mark.label:
                continue
            square = squares_of(decision, mark)
            assert square in explained, mark
            if mark.kind == "cost":
                assert int(mark.label) == costs[square]
        for spot in scene.spots:
            assert re.fullmatch(r"PM-\d+", spot.clause), spot
            found = re.search(r"(\d+) points?: ([a-z 0-9,×]+)", spot.tip)
            if found:
                runs = re.findall(r"(?:(\d+) × )?[a-z ]+ (\d+)", found[2])
                assert int(found[1]) == sum(int(times or 1) * int(cost) for times, cost in runs)


@settings(max_examples=30)
@given(matches(longest=120))
def test_the_text_table_lists_everything_the_marks_show(match: pp.Match) -> None:
    for step, scene in filmed(match):
        decision = step.event.why
        if not isinstance(decision, Decision):
            continue
        rows = {row[0]: row for row in scene.listings[0].rows}
        assert set(rows) == {candidate.square for candidate in decision.candidates}
        free = distances(decision)
        barred = distances(decision, decision.dangers)
        for square, row in rows.items():
            assert row[2] == (str(barred[square]) if square in barred else "cut off")
            assert row[5] == (str(free[square]) if square in free else "no path")
        if decision.path is not None:
            assert scene.listings[0].rows.count(rows[decision.path.target]) == 1
            assert rows[decision.path.target][6].startswith("he heads for it")


# --- in words -----------------------------------------------------------------------------------


def heads(match: pp.Match) -> list[str]:
    return [step.event.text for step in match.steps if step.event.kind == "he heads for"]


def test_quarter_turns_are_counted_in_words():
    match = table("piecepackman: f4 W\ncubes: suns e4")
    roll(match, suns=2)
    assert "without a quarter turn" in heads(match)[0]
    match = table("piecepackman: f4 S\ncubes: suns e4")
    roll(match, suns=2)
    assert "with 1 quarter turn." in heads(match)[0]
    match = table("piecepackman: f4 E\ncubes: suns e4")
    roll(match, suns=2)
    assert "with 2 quarter turns." in heads(match)[0]


@pytest.mark.clause("PM-21", "PM-16")
def test_a_kept_objective_is_named_even_behind_a_ghost():
    match = table("piecepackman: f4 W\nobjective: suns\ncubes: suns a4, moons e4")
    roll(match, moons=2)
    [text] = heads(match)
    assert text.startswith("He keeps his objective (PM-21) and heads for the suns cube")
    match = table(BARRED + "\nobjective: suns")
    roll(match, moons=2)
    step = next(step for step in match.steps if step.event.kind == "he heads for")
    assert step.event.clause == "PM-16"
    assert step.event.text.startswith("He keeps his objective (PM-21) and heads for")


@pytest.mark.clause("PM-24")
def test_a_suit_that_is_out_of_reach_is_named():
    match = table("piecepackman: f4 W\ncubes: moons e4")
    roll(match, suns=5, moons=3)
    assert heads(match)[0].startswith("Nothing of suns can be reached (PM-24). He heads for")


def test_one_point_is_singular():
    match = table("piecepackman: f4 W\ncubes: suns a4")
    steps = roll(match)
    assert steps[0].event.text.endswith("The highest is suns, moons, crowns and arms: 1 point.")


@pytest.mark.clause("PM-50")
def test_every_dangerous_ghost_is_ringed_where_it_is_in_the_house_too():
    match = table(
        "piecepackman: f4 W\nstash: suns 1\nghosts: suns e6 2 cubes, moons e5, arms e4 1 cubes\n"
        "cubes: crowns a3"
    )
    scene = VIEW.scene(match.game, match.state)
    rings = {(mark.suit, mark.x, mark.y) for mark in scene.marks if mark.kind == "danger"}
    maze = match.game.ruleset.maze
    assert rings == {("suns", *at(maze, "e6")), ("arms", *at(maze, "e4"))}
    assert scene.alt.count("(Dangerous)") == len(rings)
