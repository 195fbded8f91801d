"""The clauses on Piecepackman's turn: PM-10 to PM-24. The maze is Roundabout."""

from __future__ import annotations

import pytest

import piecepack_nb as pp
from tests.games.piecepackman.helpers import event, events, him, path_of, rest, roll, table, turns

CORRIDOR = """
    piecepackman: f4 W
    cubes: suns a3, moons j9
"""


@pytest.mark.clause("PM-10")
@pytest.mark.parametrize(
    ("face", "where"),
    [("null", "e4 W"), ("2", "d4 W"), ("3", "c4 W"), ("4", "b4 W"), ("5", "a4 W"), ("ace", "a4 S")],
)
def test_each_face_has_its_value_for_him(face, where):
    match = table(CORRIDOR)
    steps = roll(match, suns=face)
    points = {"null": 1, "ace": 6}.get(face) or int(face)
    assert event(steps, "his roll").data["points"] == points
    assert him(match) == where


@pytest.mark.clause("PM-11")
def test_the_highest_of_four_dice_gives_suit_and_points():
    match = table("piecepackman: f4 W\ncubes: suns e4, moons g4, crowns f3, arms a4")
    steps = roll(match, suns=2, moons=3, crowns="null", arms=4)
    assert events(steps, "his roll", "he heads for") == [
        ("PM-11", "his roll"),
        ("PM-12", "he heads for"),
    ]
    assert event(steps, "his roll").data["highest"] == "arms"
    assert event(steps, "he heads for").data["target"] == "a4"
    assert him(match) == "b4 W"


@pytest.mark.clause("PM-12", "PM-15")
def test_the_author_s_green_cubes_ahead_for_1_and_behind_for_3():
    match = table("piecepackman: f4 W\ncubes: crowns e4 g4")
    steps = roll(match, crowns="2")
    decision = next(step.event.why for step in steps if step.event.kind == "he heads for")
    assert {each.square: each.cost for each in decision.candidates} == {"e4": 1, "g4": 3}
    assert {each.square: each.quarter_turns for each in decision.candidates} == {"e4": 0, "g4": 2}
    assert (decision.target, decision.clause) == ("e4", "PM-12")


@pytest.mark.clause("PM-12", "PM-15")
def test_a_cube_behind_costs_two_quarter_turns_and_a_step():
    match = table("piecepackman: f4 W\ncubes: crowns g4, suns a9")
    steps = roll(match, crowns=3)
    assert [(step.event.kind, step.event.data["cost"]) for step in steps[2:5]] == [
        ("quarter turn", 1),
        ("quarter turn", 1),
        ("step", 1),
    ]
    assert him(match) == "g4 E"
    assert match.state.stash["crowns"] == 1


@pytest.mark.clause("PM-12")
def test_nearest_is_by_cost_and_not_by_squares():
    match = table("piecepackman: f4 W\ncubes: crowns d4 g4")  # 2 squares for 2, 1 square for 3
    assert event(roll(match, crowns=2), "he heads for").data["target"] == "d4"


@pytest.mark.clause("PM-12")
def test_a_coin_nearer_than_the_nearest_cube_is_the_objective():
    match = table("piecepackman: c1 W\ncubes: arms b3\ncoins: arms 5")
    steps = roll(match, arms=2)
    heads = event(steps, "he heads for")
    assert (heads.clause, heads.data["target"], heads.data["cost"]) == ("PM-12", "a1", 2)
    assert match.state.coins == {}


@pytest.mark.clause("PM-12")
def test_a_coin_as_near_as_the_nearest_cube_is_not():
    match = table("piecepackman: e1 W\ncubes: arms d2\ncoins: arms 5")
    steps = roll(match, arms=4)
    heads = event(steps, "he heads for")
    assert {each.square: each.cost for each in heads.why.candidates} == {"a1": 4, "d2": 4}
    assert heads.data["target"] == "d2"


@pytest.mark.clause("PM-13")
def test_the_highest_ace_sends_him_to_the_coin_past_a_nearer_cube():
    match = table("piecepackman: h1 W\ncubes: arms g2 f1, suns j9\ncoins: arms 5")
    steps = roll(match, arms="ace", suns=5)
    heads = event(steps, "he heads for")
    assert (heads.clause, heads.data["target"]) == ("PM-13", "a1")
    assert event(steps, "cube taken").data["square"] == "f1"  # and he keeps going
    assert him(match) == "b1 W"
    assert match.state.objective == ("arms", True)

    rest(match)
    steps = roll(match, suns="null")
    assert event(steps, "he heads for").clause == "PM-21"
    assert event(steps, "coin taken").data["square"] == "a1"
    assert match.state.objective is None


@pytest.mark.clause("PM-12", "PM-16")
def test_past_a_dangerous_ghost_an_equally_near_cube_precedes_the_coin():
    match = table("""
        piecepackman: e1 W
        ghosts: suns f1 1 cube
        cubes: arms f1 d2
        coins: arms 5
    """)
    heads = event(roll(match, arms=4), "he heads for")
    assert {each.square: each.cost for each in heads.why.candidates} == {
        "a1": 4,
        "d2": 4,
        "f1": None,
    }
    assert (heads.clause, heads.data["target"], heads.data["cost"]) == ("PM-16", "d2", 4)


@pytest.mark.clause("PM-13")
def test_an_ace_without_its_coin_is_a_plain_six():
    match = table("piecepackman: h1 W\ncubes: arms g1\ncoins: suns 5")
    heads = [step.event for step in roll(match, arms="ace") if step.event.kind == "he heads for"]
    assert (heads[0].clause, heads[0].data["target"]) == ("PM-12", "g1")


@pytest.mark.clause("PM-13")
def test_an_ace_that_is_not_highest_has_no_effect():
    match = table("piecepackman: h1 W\ncubes: arms g1\ncoins: arms 5", ace_points=1)
    steps = roll(match, arms=2, suns="ace")
    assert event(steps, "his roll").data["highest"] == "arms"


@pytest.mark.clause("PM-14")
def test_tied_dice_go_to_the_suit_with_the_cheapest_objective():
    match = table("piecepackman: f4 W\ncubes: suns c4, moons e4, crowns g4")
    steps = roll(match, suns=4, moons=4, crowns=4)
    heads = next(step.event for step in steps if step.event.kind == "he heads for")
    assert (heads.clause, heads.data["target"]) == ("PM-14", "e4")
    assert heads.why.settled_by == "cost"
    assert [route.path.cost for route in heads.why.routes] == [3, 1, 3]
    assert "The suns cube on c4 would cost 3." in heads.why.text
    saved = heads.why.to_json()
    assert (saved["squares"], saved["actions"]) == (["f4", "e4"], ["forward"])


@pytest.mark.clause("PM-14")
def test_a_tie_in_cost_goes_to_fewer_quarter_turns():
    match = table("piecepackman: f4 W\ncubes: suns f3, moons d4")
    heads = event(roll(match, suns=2, moons=2), "he heads for")
    assert heads.data["target"] == "d4"
    assert heads.why.settled_by == "quarter turns"


@pytest.mark.clause("PM-14")
def test_a_tie_that_remains_goes_by_suit_order():
    match = table("piecepackman: e7 N\ncubes: moons d7, suns f7")
    heads = event(roll(match, suns=2, moons=2), "he heads for")
    assert heads.data["target"] == "f7"
    assert heads.why.settled_by == "suit order"


@pytest.mark.clause("PM-14")
def test_by_option_a_remaining_tie_goes_by_lot():
    match = table("piecepackman: e7 N\ncubes: moons d7, suns f7", tie_break="random")
    heads = event(roll(match, suns=2, moons=2, tie="arms-moons-crowns-suns"), "he heads for")
    assert heads.data["target"] == "d7"
    assert heads.why.settled_by == "chance"


@pytest.mark.clause("PM-14")
def test_a_tied_die_of_an_empty_suit_does_not_count():
    match = table("piecepackman: f4 W\ncubes: moons a4")
    assert event(roll(match, suns=2, moons=2), "he heads for").data["target"] == "a4"


@pytest.mark.clause("PM-15")
def test_a_step_and_a_quarter_turn_each_cost_a_point():
    match = table("piecepackman: f4 N\ncubes: suns e3")
    steps = roll(match, suns=5)
    costs = [
        step.event.data["cost"] for step in steps if step.event.kind in ("step", "quarter turn")
    ]
    assert costs == [1, 1, 1, 1]
    assert events(steps, "step", "quarter turn") == [
        ("PM-15", "quarter turn"),
        ("PM-15", "step"),
        ("PM-15", "quarter turn"),
        ("PM-15", "step"),
    ]


@pytest.mark.clause("PM-15")
@pytest.mark.parametrize(
    ("start", "target", "taken", "rule"),
    [
        ("a2 N", "b2", "a3 a4 b4 b3 b2", "fewer quarter turns"),
        ("e1 N", "b3", "e2 d2 c2 b2 b3", "straight longest"),
        ("a4 N", "a3", "a3", "left before right"),
    ],
)
def test_equally_cheap_paths(start, target, taken, rule):
    match = table(f"piecepackman: {start}\ncubes: suns {target}, arms j9", ace_points=9)
    steps = roll(match, suns="ace")
    assert event(steps[:2], "he heads for").why.path.decided_by == rule
    assert path_of(steps).startswith(taken)


@pytest.mark.clause("PM-15")
def test_left_before_right_where_both_are_equal():
    match = table("piecepackman: e7 N\ncubes: suns d7 f7")
    steps = roll(match, suns=2)
    assert (path_of(steps), turns(steps)) == ("d7", ["left"])
    assert event(steps, "he heads for").why.path.decided_by == "left before right"
    match = table("piecepackman: e7 N\nghosts: moons e8 1 cube\ncubes: suns d7 f7 e9")
    heads = event(roll(match, suns=2), "he heads for")
    assert (heads.data["target"], heads.why.path.decided_by) == ("d7", "left before right")


@pytest.mark.clause("PM-16")
def test_he_goes_round_a_dangerous_ghost_on_the_path():
    match = table("piecepackman: f4 W\nghosts: suns e4 1 cube\ncubes: crowns d4")
    heads = event(roll(match, crowns=5), "he heads for")
    assert (heads.clause, heads.data["target"], heads.data["cost"]) == ("PM-16", "d4", 13)
    assert "e4" not in heads.why.path.squares
    assert heads.why.dangers == {"e4": "suns"}
    assert "cut off by the Dangerous suns ghost on e4" in heads.why.text


@pytest.mark.clause("PM-16")
def test_he_takes_another_target_of_the_suit_when_cheaper():
    match = table("piecepackman: f4 W\nghosts: suns e4 1 cube\ncubes: crowns d4 h4")
    steps = roll(match, crowns=4)
    heads = event(steps, "he heads for")
    assert (heads.clause, heads.data["target"], heads.data["cost"]) == ("PM-16", "h4", 4)
    assert {each.square: each.free_cost for each in heads.why.candidates} == {"d4": 2, "h4": 4}
    assert match.state.stash["crowns"] == 1


@pytest.mark.clause("PM-16", "PM-13")
def test_cut_off_from_an_ace_s_coin_he_takes_a_cheaper_cube_and_still_wants_the_coin():
    match = table("""
        piecepackman: f1 W
        ghosts: suns b1 1 cube
        cubes: arms f2, moons j9
        coins: arms 5
    """)
    steps = roll(match, arms="ace")
    heads = next(step.event for step in steps if step.event.kind == "he heads for")
    assert (heads.clause, heads.data["target"]) == ("PM-16", "f2")
    assert match.state.stash["arms"] == 1
    assert match.state.objective == ("arms", True)


@pytest.mark.clause("PM-13", "PM-24")
def test_a_cube_of_another_suit_does_not_replace_the_ace_s_coin():
    match = table("""
        piecepackman: f1 W
        ghosts: suns b1 1 cube, moons a2 1 cube
        cubes: arms f2, crowns g2, suns j9
        coins: arms 5
    """)
    steps = roll(match, arms="ace", crowns=2)
    assert events(steps, "he heads for")[1] == ("PM-24", "he heads for")
    assert match.state.stash == {"suns": 0, "moons": 0, "crowns": 1, "arms": 1}
    assert match.state.objective == ("arms", True)


@pytest.mark.clause("PM-16")
def test_a_dangerous_ghost_beside_his_path_does_not_matter():
    match = table("piecepackman: f4 W\nghosts: suns e3 6 cubes, moons g4 3 cubes\ncubes: crowns d4")
    heads = event(roll(match, crowns=2), "he heads for")
    assert (heads.clause, heads.data["cost"]) == ("PM-12", 2)


@pytest.mark.clause("PM-17")
def test_he_uses_all_his_points_and_may_stop_in_the_middle_of_a_turn():
    match = table("piecepackman: f4 W\ncubes: crowns g4")
    roll(match, crowns="null")
    assert him(match) == "f4 S"
    rest(match)
    roll(match, suns=2)
    assert him(match) == "g4 E"


@pytest.mark.clause("PM-18")
def test_he_takes_every_cube_and_coin_that_he_enters():
    match = table("piecepackman: d1 W\ncubes: suns c1, arms b1 b2, moons a2\ncoins: arms 4")
    steps = roll(match, moons=5)
    assert path_of(steps) == "c1 b1 a1 a2"
    assert events(steps, "cube taken", "coin taken") == [
        ("PM-18", "cube taken"),
        ("PM-18", "cube taken"),
        ("PM-18", "coin taken"),
        ("PM-18", "cube taken"),
    ]
    assert match.state.stash == {"suns": 1, "moons": 1, "crowns": 0, "arms": 1}
    assert match.state.cubes == {"b2": "arms"}
    assert match.state.taken == (("arms", "4"),)


@pytest.mark.clause("PM-19", "PM-51")
def test_a_vulnerable_ghost_that_he_crosses_loses_its_cubes_and_its_turn():
    match = table("""
        piecepackman: f4 W
        ghosts: suns e4 2 cubes
        stash: suns 2
        cubes: crowns c4, moons j9
    """)
    steps = roll(match, crowns=3)
    eaten = event(steps, "eat")
    assert (eaten.clause, eaten.data["suit"], eaten.data["cubes"]) == ("PM-19", "suns", 2)
    assert path_of(steps) == "e4 d4 c4"  # and he goes on
    assert match.state.stash["suns"] == 4
    assert match.state.ghosts["suns"][:4] == ("f5", 0, 0, False)
    assert "suns" not in match.state.to_move


@pytest.mark.clause("PM-19")
def test_outside_hunger_he_does_not_go_after_ghosts():
    match = table("piecepackman: f4 W\nghosts: crowns e3\ncubes: crowns b4")
    assert path_of(roll(match, crowns=3)) == "e4 d4 c4"


@pytest.mark.clause("PM-20")
def test_points_left_over_go_toward_the_next_objective_of_the_suit():
    match = table("piecepackman: f4 W\ncubes: crowns e4 b4, suns d3")
    steps = roll(match, crowns=3)
    assert events(steps, "he heads for") == [("PM-12", "he heads for"), ("PM-20", "he heads for")]
    assert him(match) == "c4 W"
    assert match.state.objective is None  # the dice give the suit again

    rest(match)
    steps = roll(match, suns=5)
    heads = next(step.event for step in steps if step.event.kind == "he heads for")
    assert (heads.clause, heads.data["target"]) == ("PM-12", "d3")


@pytest.mark.clause("PM-21")
def test_an_objective_not_reached_is_kept_while_the_highest_die_gives_the_points():
    match = table("piecepackman: f4 W\ncubes: crowns a4, suns c3")
    roll(match, crowns=2)
    assert match.state.objective == ("crowns", False)

    rest(match)
    steps = roll(match, suns=5)
    heads = next(step.event for step in steps if step.event.kind == "he heads for")
    assert (heads.clause, heads.data["target"], heads.data["points"]) == ("PM-21", "a4", 5)
    assert match.state.stash["crowns"] == 1
    assert match.state.objective is None


@pytest.mark.clause("PM-21")
def test_a_kept_objective_is_the_nearest_of_its_suit():
    match = table("piecepackman: f4 W\nobjective: crowns\ncubes: crowns e4, suns a4")
    assert event(roll(match, suns="null"), "he heads for").data["target"] == "e4"


@pytest.mark.clause("PM-22")
@pytest.mark.parametrize(
    ("start", "entered"),
    [("c5 W", "b5 i5 h5"), ("c6 W", "b6 i6 h6"), ("h5 E", "i5 b5 c5"), ("h6 E", "i6 b6 c6")],
)
def test_a_portal_costs_a_step_and_keeps_his_heading(start, entered):
    target = entered.split()[-1]
    match = table(f"piecepackman: {start}\ncubes: suns {target}, moons j9")
    steps = roll(match, suns=3)
    assert path_of(steps) == entered
    assert event(steps, "portal").clause == "PM-22"
    assert event(steps, "portal").data["cost"] == 1
    assert match.state.heading == start[-1]


@pytest.mark.clause("PM-23")
def test_he_goes_round_the_ghost_house():
    match = table("piecepackman: d5 E\ncubes: suns g6")
    heads = event(roll(match, suns=5), "he heads for")
    assert heads.data["cost"] == 8  # through the house it would be 6
    assert match.game.ruleset.house.isdisjoint(heads.why.path.squares)
    assert not match.game.ruleset.house & set(match.game.ruleset.his_grid.squares)


@pytest.mark.clause("PM-24")
@pytest.mark.parametrize(
    ("exhausted", "target"), [("next-die", "a4"), ("nearest", "e4"), ("wait", None)]
)
def test_when_nothing_of_the_highest_suit_is_left_an_option_decides(exhausted, target):
    match = table("piecepackman: f4 W\ncubes: moons a4, arms e4", exhausted=exhausted)
    steps = roll(match, suns=5, moons=3)
    kind = "he stays" if target is None else "he heads for"
    first = next(step.event for step in steps if step.event.kind in ("he heads for", "he stays"))
    assert (first.clause, first.kind, first.data.get("target")) == ("PM-24", kind, target)


@pytest.mark.clause("PM-24")
def test_a_suit_with_every_path_barred_counts_as_empty():
    match = table("piecepackman: f4 W\nghosts: suns a4 1 cube\ncubes: crowns a4, arms g4")
    heads = event(roll(match, crowns=3), "he heads for")
    assert (heads.clause, heads.data["target"]) == ("PM-24", "g4")


@pytest.mark.clause("PM-24")
def test_with_nothing_in_reach_he_stays():
    match = table("piecepackman: f4 W\nghosts: suns a4 1 cube\ncubes: crowns a4")
    stays = event(roll(match, crowns=5), "he stays")
    assert (stays.clause, him(match)) == ("PM-24", "f4 W")
    assert stays.text == (
        "Nothing can be reached (PM-24). His objective is still crowns (PM-21). He stays."
    )


CUT_OFF = "piecepackman: f4 W\nghosts: suns a4 1 cube\ncubes: crowns a4, arms g4 i4"


@pytest.mark.clause("PM-21", "PM-24")
@pytest.mark.parametrize("before", ["", "\nobjective: crowns"])
@pytest.mark.parametrize("exhausted", ["next-die", "nearest", "wait"])
def test_an_objective_that_is_cut_off_stays_his_rolled_now_or_kept(before, exhausted):
    match = table(CUT_OFF + before, exhausted=exhausted)
    steps = roll(match, crowns=5)
    first = next(step.event for step in steps if step.event.kind in ("he heads for", "he stays"))
    stays = exhausted == "wait"
    assert (first.clause, first.data.get("target")) == ("PM-24", None if stays else "g4")
    assert first.text.startswith("Nothing of crowns")
    assert "can be reached (PM-24)." in first.text
    assert "His objective is still crowns (PM-21)." in first.text
    assert match.state.objective == ("crowns", False)
    assert match.state.stash["arms"] == (0 if stays else 2)  # taken meanwhile

    match.play("order suns moons crowns arms")
    roll(match, suns=2)
    match.play("suns a2")  # which frees the path
    assert event(roll(match, moons=2), "he heads for").clause == "PM-21"


@pytest.mark.clause("PM-24", "PM-20")
def test_points_left_over_with_his_suit_cut_off_say_which_suit_and_set_no_objective():
    match = table(CUT_OFF.replace("crowns a4", "crowns a4 e4"), exhausted="wait")
    steps = roll(match, crowns=5)
    stays = event(steps, "he stays")
    assert stays.text == "Nothing of crowns can be reached (PM-24). He stays."
    assert match.state.objective is None


@pytest.mark.clause("PM-16")
def test_an_equally_cheap_free_path_comes_before_a_cut_off_one():
    match = table("""
        piecepackman: f4 E
        ghosts: crowns g7 1 cube
        cubes: crowns g3, arms j9
        coins: crowns 4
    """)
    heads = event(roll(match, crowns="ace"), "he heads for")
    assert (heads.clause, heads.data["target"], heads.data["cost"]) == ("PM-13", "a10", 16)
    assert not heads.why.route.cut_off
    assert "g7" not in heads.why.path.squares
    assert "is blocked by the Dangerous crowns ghost on g7 (PM-16)" in heads.text


@pytest.mark.clause("PM-17", "PM-10")
def test_without_points_he_says_that_he_stays():
    match = table("piecepackman: f4 W\ncubes: suns a4", null_points=0)
    stays = event(roll(match), "he stays")
    assert (stays.clause, stays.text) == ("PM-17", "He has no points to spend: he stays.")
    assert him(match) == "f4 W"


@pytest.mark.clause("PM-15", "PM-10")
@pytest.mark.parametrize("points", [{"ace_points": 5}, {"ace_points": 0, "null_points": 5}])
def test_a_step_that_no_die_pays_for_is_refused(points):
    with pytest.raises(ValueError, match=r"step_cost is 6; expected at most 5, the most points"):
        pp.game("piecepackman", step_cost=6, **points)
    match = table("piecepackman: f4 W\ncubes: suns e4, arms j9", step_cost=6)
    roll(match, suns="ace")
    assert him(match) == "e4 W"


@pytest.mark.clause("PM-21", "PM-68")
@pytest.mark.parametrize("objective", ["suns", "moons", "suns coin"])
def test_a_cleared_level_leaves_no_objective(objective):
    match = table(f"piecepackman: f4 W\nobjective: {objective}\ncubes: suns e4")
    roll(match, suns=3)
    assert match.result is not None
    assert match.state.objective is None


@pytest.mark.clause("PM-24", "PM-21")
def test_an_objective_of_which_nothing_is_left_is_given_up():
    match = table("piecepackman: f4 W\nobjective: suns\ncubes: moons e4", exhausted="wait")
    assert event(roll(match, moons=5), "he stays").clause == "PM-24"
    rest(match)
    assert event(roll(match, moons="null"), "he heads for").data["target"] == "e4"


@pytest.mark.clause("PM-10")
def test_his_roll_is_a_chance_move_with_known_probabilities():
    match = table("piecepackman: f4 W\ncubes: suns a4")
    assert len(match.moves()) == 6**4
    assert (
        match.game.parse_move(match.state, "roll suns 5 moons ace crowns null arms 2")
        in match.moves()
    )


# --- The objective that he keeps (PM-21, PM-24) --------------------------------------------------

BARRED = "ghosts: arms a9 1 cube\n"
"""A Dangerous ghost on a square cuts off what is there."""


@pytest.mark.clause("PM-24", "PM-21")
@pytest.mark.parametrize("exhausted", ["next-die", "nearest"])
def test_a_lower_dies_suit_that_is_cut_off_is_no_objective(exhausted):
    """Nothing of suns is left, and moons is cut off: he heads for crowns, his objective now."""
    match = table(f"piecepackman: f4 W\n{BARRED}cubes: moons a9, crowns j9", exhausted=exhausted)
    roll(match, suns=5, moons=4, crowns=3)
    assert match.decision.target == "j9"
    assert match.state.objective == ("crowns", False)


@pytest.mark.clause("PM-24", "PM-21")
def test_with_nothing_in_reach_a_lower_dies_suit_is_no_objective():
    match = table(f"piecepackman: f4 W\n{BARRED}cubes: moons a9")
    steps = roll(match, suns=5, moons=4)
    assert event(steps, "he stays").clause == "PM-24"
    assert match.state.objective is None


@pytest.mark.clause("PM-24", "PM-14")
@pytest.mark.parametrize(
    ("tie", "suit"), [("suns-moons-crowns-arms", "suns"), ("arms-moons-suns-crowns", "moons")]
)
def test_of_tied_suits_that_are_cut_off_he_keeps_the_first_by_lot(tie, suit):
    match = table("piecepackman: f4 W\nghosts: arms a9 1 cube, crowns a7 1 cube\n"
                  "cubes: suns a9, moons a7, crowns j9", tie_break="random")  # fmt: skip
    roll(match, suns=5, moons=5, tie=tie)
    assert match.state.objective == (suit, False)
