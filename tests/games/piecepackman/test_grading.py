"""Guesses at what he will do: right for the engine's answer alone, and else the rule overlooked."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

import piecepack_nb as pp
from piecepack_nb.games.piecepackman.decision import Decision
from piecepack_nb.games.piecepackman.lessons import Grade, grade_guess
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.what_if import WhatIf
from piecepack_nb.search import cheapest
from tests.games.piecepackman.helpers import roll, table
from tests.games.piecepackman.random_play import matches_of
from tests.games.piecepackman.test_decisions import distances


def guessed(
    written: str, square: str, question: str = "objective", *, rules: Any = None, **faces: object
) -> Grade:
    """Return the verdict on a guess in a position after a roll."""
    match = table(written, **(rules or {}))
    steps = roll(match, **faces)
    return grade_guess(match.game, steps[0].state, square, question)


def overlooked(graded: Grade) -> list[str]:
    return [why.clause for why in graded.overlooked]


# --- the grid of a reader who overlooks a rule --------------------------------------------------


@pytest.mark.parametrize("grid", ["walls", "house", "portals"])
def test_kept_costs_are_those_of_the_wrong_grid_itself(grid: str) -> None:
    rules = pp.game("piecepackman").rules
    misread = WhatIf(Ruleset(rules), None).under(grid=grid).ruleset  # type: ignore[arg-type]
    searched = cheapest(misread.his_grid, "f4", "N", (), misread.costs, exhaustive=True)
    found = {square: searched.cost_to(square) for square in misread.his_grid.squares}
    kept = misread.free_costs("f4", "N", misread.costs)
    assert kept == {square: cost for square, cost in found.items() if cost is not None}


# --- a right one, and a wrong one in full -------------------------------------------------------

BEHIND = "piecepackman: f4 W\ncubes: crowns d4 g4, moons a3"


def test_a_right_guess_is_confirmed_with_the_reason():
    graded = guessed(BEHIND, "d4", crowns=2)
    assert graded.right
    assert (graded.answer, graded.cost, graded.overlooked) == ("d4", 2, ())
    assert graded.text.startswith("Right. He heads for the crowns cube on d4, at cost 2")
    assert graded.clause == "PM-12"


@pytest.mark.clause("PM-15")
def test_a_wrong_guess_is_explained_with_its_cost_and_the_overlooked_rule():
    graded = guessed(BEHIND, "g4", crowns=2)
    assert not graded.right
    assert (graded.answer, graded.cost) == ("d4", 3)
    assert str(graded.path) == "f4-g4"
    assert graded.text == (
        "No: he heads for the crowns cube on d4, at cost 2. g4 would cost 3 points: "
        "2 × left turn 1, forward 1. Overlooked: each quarter turn costs 1 (PM-15)."
    )
    assert graded.clause == "PM-15"


@pytest.mark.clause("PM-15")
@pytest.mark.parametrize(
    ("cost", "answer", "text"),
    [(0, "g4", "a quarter turn costs nothing here"), (3, "d4", "each quarter turn costs 3")],
)
def test_under_other_rules_the_same_guesses_overlook_other_rules(cost, answer, text):
    rules = {"quarter_turn_cost": cost}
    other = {"g4": "d4", "d4": "g4"}[answer]
    assert guessed(BEHIND, answer, rules=rules, crowns=2).right
    graded = guessed(BEHIND, other, rules=rules, crowns=2)
    assert [tuple(why) for why in graded.overlooked] == [(text, "PM-15")]


# --- which rule is overlooked ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clause", "written", "faces", "answer", "wrong"),
    [
        ("PM-11", "piecepackman: f4 W\ncubes: suns c4, moons e4", {"suns": 5}, "c4", "e4"),
        (
            "PM-21",
            "piecepackman: f4 W\nobjective: suns\ncubes: suns a4, moons e4",
            {"moons": 5},
            "a4",
            "e4",
        ),
        (
            "PM-16",
            "piecepackman: f4 W\nghosts: suns e4 3 cubes\ncubes: suns c4 j9",
            {"suns": 5},
            "j9",
            "c4",
        ),
        (
            "PM-14",
            "piecepackman: f4 W\ncubes: moons i4, crowns h3",
            {"moons": 5, "crowns": 5},
            "i4",
            "h3",
        ),
        (
            "PM-13",
            "piecepackman: f4 W\ncubes: suns e4\ncoins: suns 5",
            {"suns": "ace"},
            "j1",
            "e4",
        ),
        (
            "PM-10",
            "piecepackman: f4 W\ncubes: suns e4, moons a4",
            {"suns": "ace", "moons": 5},
            "e4",
            "a4",
        ),
        ("PM-23", "piecepackman: d5 E\ncubes: suns g6 g7", {"suns": 5}, "g7", "g6"),
        ("PM-22", "piecepackman: c5 W\ncubes: suns i5 c4", {"suns": 5}, "i5", "c4"),
        ("PM-6", "piecepackman: c4 N\ncubes: suns c5 b4", {"suns": 5}, "b4", "c5"),
        (
            "PM-19",
            "piecepackman: f4 W\nghosts: moons d4\ncubes: suns j9",
            {"suns": 5},
            "j9",
            "d4",
        ),
        (
            "PM-63",
            "piecepackman: f4 W\nhunger: 2\nghosts: moons j4\ncubes: suns e4",
            {"suns": 5},
            "j4",
            "e4",
        ),
        (
            "PM-61",
            "piecepackman: f4 W\nhunger: 2\nghosts: moons g4, crowns d4\ncubes: arms a1",
            {"suns": 5},
            "g4",
            "d4",
        ),
    ],
)
def test_a_wrong_objective_names_the_overlooked_rule(clause, written, faces, answer, wrong):
    assert guessed(written, answer, **faces).right
    graded = guessed(written, wrong, **faces)
    assert graded.answer == answer
    assert overlooked(graded) == [clause], graded.text
    assert f"({clause})" in graded.text


@pytest.mark.clause("PM-12")
def test_a_coin_as_near_as_a_cube_is_explained():
    written = "piecepackman: b1 W\ncubes: arms c1\ncoins: arms 5"
    graded = guessed(written, "a1", rules={"quarter_turn_cost": 0}, arms=2)
    assert overlooked(graded) == ["PM-12"]
    assert "a1 is as cheap, but cubes come before coins (PM-12)" in graded.text


def test_two_rules_can_be_overlooked_at_once():
    written = "piecepackman: f4 W\ncubes: suns d4, crowns g4"
    graded = guessed(written, "g4", suns=3)
    assert sorted(overlooked(graded)) == ["PM-11", "PM-15"]
    assert "; and " in graded.text


@pytest.mark.clause("PM-50", "PM-16")
def test_dangerous_ghosts_depend_on_the_rules():
    written = "piecepackman: f4 W\nghosts: suns e4 0 cubes\ncubes: suns c4 j9"
    assert guessed(written, "c4", suns=5).right
    equal = {"dangerous": "equal"}
    assert guessed(written, "j9", rules=equal, suns=5).right
    assert overlooked(guessed(written, "c4", rules=equal, suns=5)) == ["PM-16"]


@pytest.mark.clause("PM-14")
def test_a_tie_left_to_chance_is_explained():
    match = table("piecepackman: f4 W\ncubes: moons i4, crowns h3", tie_break="random")
    steps = match.play("roll suns null moons 5 crowns 5 arms null tie crowns-moons-suns-arms")
    graded = grade_guess(match.game, steps[0].state, "i4")
    assert graded.answer == "h3"
    assert graded.text.endswith("Overlooked: i4 is as cheap, but chance decides (PM-14).")


def test_the_answer_depends_on_the_maze():
    written = "piecepackman: f4 W\ncubes: crowns d4 g4"
    for maze in ("slip", "winding"):
        match = table(written, maze=maze)
        steps = roll(match, crowns=5)
        heads = next(step.event for step in steps if step.event.kind == "he heads for")
        answer = heads.data["target"]
        [other] = {"d4", "g4"} - {answer}
        assert grade_guess(match.game, steps[0].state, answer).right
        graded = grade_guess(match.game, steps[0].state, other)
        assert graded.cost is not None
        assert graded.cost >= heads.data["cost"]
        assert not graded.right


# --- where he ends ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clause", "written", "faces", "answer", "wrong"),
    [
        ("PM-17", "piecepackman: f4 W\ncubes: suns a4", {"suns": 2}, "d4", "a4"),
        ("PM-20", "piecepackman: f4 W\ncubes: suns e4 a4", {"suns": 3}, "c4", "e4"),
        ("PM-15", "piecepackman: f4 S\ncubes: suns a4", {"suns": 3}, "d4", "c4"),
        ("PM-10", "piecepackman: f4 W\ncubes: suns a3", {"suns": "ace"}, "a4", "e4"),
    ],
)
def test_a_wrong_end_names_the_overlooked_rule(clause, written, faces, answer, wrong):
    assert guessed(written, answer, "end", **faces).right
    graded = guessed(written, wrong, "end", **faces)
    assert overlooked(graded) == [clause], graded.text


@pytest.mark.clause("PM-17")
def test_a_square_that_he_passes_or_cannot_reach_is_explained():
    written = "piecepackman: f4 W\ncubes: suns a4"
    passed = guessed(written, "d4", "end", suns=4)
    assert passed.text.endswith("He passes d4 and uses all his 4 points (PM-17).")
    far = guessed(written, "j10", "end", suns=4)
    assert far.text.endswith("He has only 4 points (PM-17).")
    assert far.clause == "PM-17"


def test_a_guess_that_he_stays_is_graded():
    assert guessed("piecepackman: f4 W\ncubes: suns a4", "f4", suns=4).answer == "a4"
    bars = ", ".join(f"{suit} {square} 1 cubes" for suit, square in
                     (("suns", "e4"), ("moons", "g4"), ("crowns", "f3")))  # fmt: skip
    graded = guessed(f"piecepackman: f4 W\nghosts: {bars}\ncubes: suns c4, arms a1", "f4", suns=5)
    assert graded.right
    assert graded.decision.route is None


# --- any position ----------------------------------------------------------------------------


def after_rolls(match: pp.Match) -> list[int]:
    """Return the states after his rolls, before he moves."""
    return [
        at
        for at, step in enumerate(match.steps)
        if step.event.kind == "his roll" and step.state.points
    ]


def ends(match: pp.Match, at: int) -> str:
    """Return the square where the movement after a roll ended."""
    square = match.steps[at].state.square
    for step in match.steps[at + 1 :]:
        if step.event.kind not in (
            "he heads for", "he stays", "step", "portal", "quarter turn", "cube taken",
            "coin taken", "eat", "immunity lost", "coin shown",
        ):  # fmt: skip
            break
        square = step.state.square
    return square


@settings(max_examples=12)
@given(matches_of("together", longest=60))
def test_a_guess_is_right_only_for_his_decision(match: pp.Match) -> None:
    for at in after_rolls(match)[-1:]:
        state = match.steps[at].state
        decision = match.steps[at + 1].event.why
        assert isinstance(decision, Decision)
        answers = {"objective": decision.target or state.square, "end": ends(match, at)}
        barred = distances(decision, decision.dangers)
        for question, answer in answers.items():
            for square in match.game.ruleset.maze.squares:
                graded = grade_guess(match.game, state, square, question)
                assert graded.right == (square == answer)
                assert graded.answer == answer
                assert graded.clause in match.game.rulebook.to_json()
                assert graded.text.startswith("Right" if graded.right else "No: he ")
                assert graded.cost == barred.get(square)
                if graded.path is not None and square != state.square:
                    assert graded.path.target == square
                    if graded.cost is not None:
                        assert graded.path.cost == graded.cost


def test_a_reached_objective_is_followed_by_another_question():
    match = table("piecepackman: f4 W\ncubes: suns e4 a4, moons d4")
    roll(match, suns=3)
    decision = [step.event.why for step in match.steps if step.event.why][1]
    assert isinstance(decision, Decision)
    assert decision.suit == "suns"
    assert grade_guess(match.game, decision.state, "a4", suit="suns").right
    graded = grade_guess(match.game, decision.state, "d4", suit="suns")
    assert overlooked(graded) == ["PM-20"]


@pytest.mark.parametrize(
    ("square", "question", "names"),
    [("z9", "objective", "the guess"), (["a1"], "end", "the guess"), ("a1", "why", "question")],
)
def test_invalid_guesses_are_refused_in_one_line(square, question, names):
    match = table("piecepackman: f4 W\ncubes: suns a4")
    steps = roll(match, suns=3)
    with pytest.raises(pp.BadInput, match=f"^{names} is ") as caught:
        grade_guess(match.game, steps[0].state, square, question)
    assert "\n" not in str(caught.value)


def test_before_his_roll_there_is_nothing_to_guess():
    match = table("piecepackman: f4 W\ncubes: suns a4")
    with pytest.raises(pp.BadInput, match="right after his roll"):
        grade_guess(match.game, match.state, "a4")
