"""The clauses on the ghosts' turn: PM-30 to PM-42, and what Dangerous means: PM-50, PM-51."""

from __future__ import annotations

from itertools import permutations

import pytest

from piecepack_nb.core.actors import Chance, Seat, Team
from tests.games.piecepackman.helpers import (
    SUITS,
    event,
    events,
    ghosts,
    him,
    refused,
    rest,
    roll,
    table,
)

FAR = "cubes: moons j9, arms j8"
"""Cubes that are in nobody's way."""


def paths(match) -> set[str]:
    """Return the squares on which the ghost to move may end."""
    return {walk.path[-1] for walk in match.moves()}


def ghosts_at(places: str, him: str = "a1 N", **options):
    """Return the ghosts' phase, before they agree on an order."""
    return table(f"piecepackman: {him}\nphase: order\nghosts: {places}\n{FAR}", **options)


@pytest.mark.clause("PM-30")
def test_the_ghosts_agree_on_an_order_before_they_roll():
    match = table(f"piecepackman: f4 W\n{FAR}")
    roll(match, moons=5)
    assert match.to_act == Team("order", SUITS)
    assert {move.suits for move in match.moves()} == set(permutations(SUITS))
    steps = match.play("order crowns arms moons suns")
    assert events(steps) == [("PM-30", "order agreed")]
    assert isinstance(match.to_act, Chance)


@pytest.mark.clause("PM-30")
def test_the_order_is_binding_and_the_path_is_free():
    match = ghosts_at("suns b7, moons d7, crowns f7, arms h7")
    ghosts(match, crowns=1, arms=1, moons=1, suns=1)
    assert match.to_act == Seat("crowns")
    refusal = refused(match, "suns b7-a7")
    assert refusal.clause == "PM-30"
    assert refusal.text == (
        "it is the crowns ghost's move: the agreed order is crowns, arms, moons, suns"
    )
    assert paths(match) == {"e7", "g7", "f8"}
    for move in ("crowns f7-e7", "arms h7-g7", "moons d7-d6", "suns b7-a7"):
        match.play(move)
    assert match.turn == 2


@pytest.mark.clause("PM-30")
def test_one_ghost_alone_needs_no_order():
    match = table(f"piecepackman: f4 W\nghosts: suns waits 1, moons waits 1, arms waits 1\n{FAR}")
    roll(match, moons="null")
    assert [die.name for die in match.to_act.dice] == ["crowns"]


@pytest.mark.clause("PM-31")
@pytest.mark.parametrize(
    ("face", "steps"), [("null", 0), ("ace", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5)]
)
def test_each_face_has_its_value_for_a_ghost(face, steps):
    match = ghosts_at("suns j10")
    ghosts(match, suns=face)
    if not steps:
        assert match.turn == 2
    else:
        assert {len(walk.path) - 1 for walk in match.moves()} == {steps}


@pytest.mark.clause("PM-31")
def test_each_ghost_uses_the_die_of_its_colour():
    match = ghosts_at("suns b7, moons j10")
    dice = ghosts(match, suns=1, moons=2)
    assert event(dice, "ghosts roll").text == (
        "The ghosts roll: suns ace (1), moons 2 (2), crowns null (0), arms null (0)."
    )
    match.play("suns a7")
    match.play("moons j8")
    assert match.state.ghosts["moons"].square == "j8"


@pytest.mark.clause("PM-31")
def test_the_ghosts_may_roll_one_by_one():
    match = ghosts_at("suns b7, moons j10", ghost_dice="in turn")
    match.play("order suns moons crowns arms")
    assert [die.name for die in match.to_act.dice] == ["suns"]
    roll(match, suns=1)
    assert match.to_act == Seat("suns")
    match.play("suns a7")
    assert [die.name for die in match.to_act.dice] == ["moons"]


@pytest.mark.clause("PM-32")
def test_the_whole_roll_is_used():
    match = ghosts_at("suns a9")
    ghosts(match, suns=3)
    assert paths(match) == {"c10", "b9", "b7", "a8", "a10"}
    refusal = refused(match, "suns a9-a8")
    assert refusal == (
        "PM-32",
        "the suns ghost must use its whole roll, 3 steps; this path takes 1",
        ("a8",),
    )
    refusal = refused(match, "suns a9-a8-a7-b7-c7")
    assert refusal.clause == "PM-32"
    assert refusal.text == "the suns ghost rolled 3; c7 is 4 steps away"


@pytest.mark.clause("PM-32")
def test_a_ghost_may_turn_back_but_not_end_where_it_started():
    match = ghosts_at("suns a9")
    ghosts(match, suns=2)
    refusal = refused(match, "suns a9-a8-a9")
    assert refusal.clause == "PM-32"
    assert refusal.text == "the suns ghost must end on another square than a9, where it started"
    match = ghosts_at("suns a9")
    ghosts(match, suns=3)
    match.play("suns a9-a8-a9-a8")
    assert match.state.ghosts["suns"].square == "a8"


@pytest.mark.clause("PM-32")
def test_turning_back_can_be_forbidden():
    match = ghosts_at("suns a9", ghost_backtrack=False)
    ghosts(match, suns=3)
    assert paths(match) == {"c10", "b9", "b7"}
    refusal = refused(match, "suns a9-a8-a9-a8")
    assert refusal.clause == "PM-32"
    assert refusal.text == "the ghost can't turn back from a8 to a9"


@pytest.mark.clause("PM-32")
def test_a_null_stays():
    match = ghosts_at("suns a9")
    steps = ghosts(match)
    assert events(steps, "ghost stays") == [("PM-32", "ghost stays")] * 4
    assert "The suns ghost rolled 0: it stays on a9." in [step.event.text for step in steps]


@pytest.mark.clause("PM-33")
def test_ghosts_neither_pass_nor_join_each_other():
    match = ghosts_at("suns a8, moons a10")
    ghosts(match, suns=3)
    assert paths(match) == {"c7", "a7", "a9"}
    for move in ("suns a8-a9-a10", "suns a8-a9-a10-b10"):
        refusal = refused(match, move)
        assert refusal.clause == "PM-33"
        assert refusal.text == "the moons ghost is on a10; ghosts can't pass through each other"
        assert refusal.squares == ("a10",)


@pytest.mark.clause("PM-33", "PM-30")
def test_a_ghost_that_moved_away_blocks_nobody():
    match = ghosts_at("suns a8, moons a9")
    ghosts(match, moons=2, suns=2)
    match.play("moons b10")
    assert "a10" in paths(match)


@pytest.mark.clause("PM-34", "PM-22")
@pytest.mark.parametrize(
    ("here", "there"), [("b5", "i5"), ("b6", "i6"), ("i5", "b5"), ("i6", "b6")]
)
def test_a_portal_ends_a_ghost_s_move(here, there):
    match = ghosts_at(f"suns {here}")
    ghosts(match, suns=4)
    assert there in paths(match)
    beyond = {"b": "c", "i": "h"}[there[0]] + there[1]
    refusal = refused(match, f"suns {here}-{there}-{beyond}")
    assert refusal.clause == "PM-34"
    assert refusal.text == f"the portal from {here} to {there} ends the ghost's move"
    steps = match.play(f"suns {here}-{there}")
    assert events(steps)[0] == ("PM-34", "ghost portal")
    assert match.state.ghosts["suns"].square == there


@pytest.mark.clause("PM-34")
def test_a_portal_need_not_end_a_ghost_s_move():
    match = ghosts_at("suns b5", portal_ends_move=False)
    ghosts(match, suns=3)
    match.play("suns b5-i5-h5-g5")
    assert match.state.ghosts["suns"].square == "g5"


@pytest.mark.clause("PM-35")
def test_a_ghost_takes_cubes_of_its_own_suit_only_where_it_passes_too():
    match = table("piecepackman: a1 N\nphase: order\nghosts: suns j10\ncubes: suns j9 j7, moons j8")
    ghosts(match, suns=3)
    steps = match.play("suns j10-j9-j8-j7")
    assert events(steps, "ghost takes cube") == [("PM-35", "ghost takes cube")] * 2
    assert match.state.ghosts["suns"].cubes == 2
    assert match.state.cubes == {"j8": "moons"}


@pytest.mark.clause("PM-35")
def test_by_option_a_ghost_takes_cubes_only_where_it_lands():
    match = table(
        "piecepackman: a1 N\nphase: order\nghosts: suns j10\ncubes: suns j9 j7, moons j8",
        ghost_collects="land",
    )
    ghosts(match, suns=3)
    match.play("suns j10-j9-j8-j7")
    assert match.state.cubes == {"j9": "suns", "j8": "moons"}


@pytest.mark.clause("PM-36")
def test_ghosts_cannot_return_into_the_house():
    match = ghosts_at("suns d5")
    ghosts(match, suns=1, arms=2)
    assert paths(match) == {"c5", "d4", "d6"}
    refusal = refused(match, "suns d5-e5")
    assert refusal.clause == "PM-36"
    assert refusal.text == (
        "e5 is in the ghost house; a ghost that left it returns only by being eaten or after "
        "an attack"
    )
    match.play("suns d6")
    assert refused(match, "arms e5-d5-e5").clause == "PM-36"  # not even within a move


@pytest.mark.clause("PM-36")
def test_within_the_house_a_ghost_walks_freely():
    match = ghosts_at("suns j1, crowns j4")
    ghosts(match, arms=2)
    assert paths(match) == {"f6", "c5", "d4", "d6"}


@pytest.mark.clause("PM-36")
def test_ghosts_never_take_power_coins():
    match = table("piecepackman: a1 N\nphase: order\nghosts: suns j2\ncoins: suns 4")
    ghosts(match, suns=2)
    match.play("suns j2-j1-i1")
    assert match.state.coins == {"j1": ("suns", "4")}


@pytest.mark.clause("PM-37")
def test_a_roll_without_room_is_used_as_far_as_it_goes():
    match = ghosts_at("suns a9, moons a8, crowns b10")
    ghosts(match, suns=2)
    refusal = refused(match, "suns a9-a10-b10")
    assert refusal.clause == "PM-33"
    assert {str(walk) for walk in match.moves()} == {"suns a9-a10"}
    match.play("suns a9-a10")


@pytest.mark.clause("PM-37")
def test_a_roll_must_be_used_as_far_as_possible():
    match = ghosts_at("suns a9, moons a7, crowns b10")
    ghosts(match, suns=4)  # a8 and a10 are free: four steps lead back to a9
    assert {len(walk.path) - 1 for walk in match.moves()} == {3}
    refusal = refused(match, "suns a9-a8")
    assert refusal.clause == "PM-37"
    text = "the suns ghost can use only 3 of its 4 steps and must use them; this path takes 1"
    assert refusal.text == text


@pytest.mark.clause("PM-37")
def test_a_ghost_without_a_single_step_stays():
    match = ghosts_at("suns a9, moons a8, crowns a10")
    steps = ghosts(match, suns=4)
    stays = next(step.event for step in steps if step.event.kind == "ghost stays")
    assert stays.clause == "PM-37"
    assert stays.text == "The suns ghost can't take a single step: it stays on a9."


@pytest.mark.clause("PM-38", "PM-19")
def test_an_eaten_ghost_waits_one_phase_in_the_house():
    match = table(f"piecepackman: f4 W\nghosts: suns e4\n{FAR}, crowns c4")
    steps = roll(match, crowns=2)
    waits = event(steps, "ghost waits")
    assert (waits.clause, waits.data["suit"]) == ("PM-38", "suns")
    assert match.state.to_move == ("moons", "crowns", "arms")
    rest(match)
    roll(match, crowns="null")
    assert "suns" in match.state.to_move


@pytest.mark.clause("PM-38")
@pytest.mark.parametrize(("phases", "moves"), [(0, [True, True]), (2, [False, False])])
def test_the_wait_of_an_eaten_ghost_is_an_option(phases, moves):
    match = table(f"piecepackman: f4 W\nghosts: suns e4\n{FAR}, crowns c4", eaten_waits=phases)
    found = []
    for _ in range(2):
        roll(match, crowns=2)
        found.append("suns" in match.state.to_move)
        rest(match)
    assert found == moves


@pytest.mark.clause("PM-40", "PM-50")
@pytest.mark.parametrize("points", [2, 4])
def test_a_dangerous_ghost_attacks_by_landing_or_by_passing(points):
    match = ghosts_at("suns h4 1 cube", him="f4 W")
    ghosts(match, suns=points)
    steps = match.play("suns h4-g4-f4")  # with four points as well: its move ends there
    attack = event(steps, "attack")
    assert attack.clause == "PM-40"
    assert attack.data == {"suit": "suns", "square": "f4", "many": "more"}
    assert match.state.extra_lives == 2


@pytest.mark.clause("PM-40")
def test_a_ghost_cannot_pass_him_without_the_attack():
    match = ghosts_at("suns h4 1 cube", him="f4 W")
    ghosts(match, suns=4)
    refusal = refused(match, "suns h4-g4-f4-e4-d4")
    assert refusal.clause == "PM-40"
    assert refusal.text == (
        "entering f4, Piecepackman's square, the ghost attacks him: its move ends there"
    )
    assert all("f4" not in walk.path[:-1] for walk in match.moves())


@pytest.mark.clause("PM-41")
def test_after_an_attack_the_turn_ends_at_once():
    match = table("""
        piecepackman: c1 N
        phase: order
        objective: crowns coin
        stash: suns 2, moons 3
        ghosts: suns e1 3 cubes, moons j4 2 cubes, crowns b7 1 cube, arms d9
        cubes: arms j8
        coins: crowns 5
    """)
    ghosts(match, suns=2, moons=5, crowns=5)
    steps = match.play("suns e1-d1-c1")
    assert events(steps)[2:] == [
        ("PM-40", "attack"),
        ("PM-41", "cubes taken back"),
        ("PM-41", "ghosts go home"),
        ("PM-41", "life lost"),
    ]
    state = match.state
    assert {suit: (ghost.square, ghost.cubes) for suit, ghost in state.ghosts.items()} == {
        "suns": ("f5", 5),  # its own two cubes came back from his stash
        "moons": ("e6", 2),  # and these three did not
        "crowns": ("f6", 1),
        "arms": ("e5", 0),
    }
    assert state.stash == {"suns": 0, "moons": 3, "crowns": 0, "arms": 0}
    assert (state.objective, state.extra_lives, him(match)) == (None, 2, "f4 W")
    assert (state.phase, state.turn, state.to_move) == ("roll", 2, ())


@pytest.mark.clause("PM-41")
def test_a_ghost_eaten_in_the_same_phase_still_waits_after_an_attack():
    match = ghosts_at("suns e4, moons g4 1 cube", him="f4 W")
    ghosts(match, suns=1, moons=1)
    match.play("suns e4-f4")
    match.play("moons g4-f4")
    roll(match, moons="null")
    assert match.state.to_move == ("moons", "crowns", "arms")


@pytest.mark.clause("PM-41", "PM-68", "PM-69")
def test_without_a_life_left_the_ghosts_have_won():
    match = table(
        f"piecepackman: f4 W\nphase: order\nextra_lives: 0\nghosts: suns h4 1 cube\n{FAR}"
    )
    ghosts(match, suns=2)
    steps = match.play("suns f4")
    assert events(steps)[-1] == ("PM-41", "last life")
    assert match.to_act is None
    assert match.result.winners == SUITS
    assert match.result.clause == "PM-69"
    assert match.game.refusal(match.state, match.record[0].move).clause == "PM-68"


@pytest.mark.clause("PM-42")
def test_a_vulnerable_ghost_can_enter_his_square_and_be_eaten():
    match = table(f"""
        piecepackman: f4 W
        phase: order
        ghosts: suns h4 2 cubes
        stash: suns 2
        {FAR}
    """)
    ghosts(match, suns=5)
    refusal = refused(match, "suns h4-g4-f4-e4-d4-c4")
    assert refusal.clause == "PM-42"
    assert "the ghost is eaten: its move ends there" in refusal.text
    steps = match.play("suns h4-g4-f4")
    assert events(steps)[2:4] == [("PM-42", "ghost enters"), ("PM-19", "eat")]
    assert match.state.stash["suns"] == 4
    assert match.state.ghosts["suns"][:4] == ("f5", 0, 1, False)
    assert match.state.extra_lives == 3
    roll(match, moons="null")
    assert "suns" not in match.state.to_move  # PM-38


@pytest.mark.clause("PM-42", "PM-64", "PM-40")
def test_in_hunger_a_ghost_that_is_eaten_on_its_own_move_is_immune():
    match = table(f"piecepackman: f4 W\nphase: order\nhunger: 2\nghosts: suns h4 6 cubes\n{FAR}")
    ghosts(match, suns=2)
    steps = match.play("suns f4")
    assert events(steps, "ghost enters", "eat") == [("PM-42", "ghost enters"), ("PM-64", "eat")]
    assert match.state.ghosts["suns"][:4] == ("f5", 0, 1, True)
    assert match.state.stash["suns"] == 6


@pytest.mark.clause("PM-42", "PM-35")
def test_cubes_taken_on_the_path_can_make_a_ghost_dangerous():
    match = table("piecepackman: f4 W\nphase: order\nghosts: suns h4\ncubes: suns g4, moons j9")
    ghosts(match, suns=2)
    assert events(match.play("suns h4-g4-f4"), "attack", "ghost enters") == [("PM-40", "attack")]


@pytest.mark.clause("PM-40", "PM-42", "PM-35")
@pytest.mark.parametrize(("collects", "clause"), [("pass", "PM-40"), ("land", "PM-42")])
def test_a_path_past_him_is_refused_by_the_ghosts_status_on_reaching_him(collects, clause):
    match = table(
        "piecepackman: f4 W\nphase: order\nghosts: suns h4\ncubes: suns g4, moons j9",
        ghost_collects=collects,
    )
    ghosts(match, suns=4)
    assert refused(match, "suns h4-g4-f4-e4-d4").clause == clause


@pytest.mark.clause("PM-50", "PM-51")
@pytest.mark.parametrize(
    ("held", "his", "rule", "dangerous"),
    [
        (3, 2, "more", True),
        (2, 2, "more", False),
        (1, 2, "more", False),
        (0, 0, "more", False),
        (2, 2, "equal", True),
        (1, 2, "equal", False),
    ],
)
def test_a_ghost_with_more_cubes_of_its_suit_than_he_is_dangerous(held, his, rule, dangerous):
    match = table(
        f"piecepackman: f4 W\nstash: suns {his}\nghosts: suns j4 {held} cubes\n{FAR}",
        dangerous=rule,
    )
    assert match.game.ruleset.dangerous(match.state, "suns") is dangerous
    assert (match.game.ruleset.dangers(match.state) == {"j4": "suns"}) is dangerous


@pytest.mark.clause("PM-50", "PM-60")
def test_in_hunger_only_the_immune_are_dangerous():
    match = table(f"piecepackman: f4 W\nhunger: 1\nghosts: suns j4 6 cubes, moons a4 immune\n{FAR}")
    assert match.game.ruleset.dangers(match.state) == {"a4": "moons"}
