"""The clauses on Ghost Hunger: PM-60 to PM-67."""

from __future__ import annotations

import pytest

from piecepack_nb.core.actors import Chance
from piecepack_nb.games.piecepackman.decision import corridor, middle_point
from tests.games.piecepackman.helpers import (
    POCKET,
    event,
    events,
    ghosts,
    him,
    path_of,
    rest,
    roll,
    table,
    turns,
)


def first_heading(steps):
    """Return the first thing that he heads for."""
    return next(step.event for step in steps if step.event.kind == "he heads for")


# --- PM-60: the bonus roll -----------------------------------------------------------------------


@pytest.mark.clause("PM-60")
def test_a_coin_brings_one_bonus_roll_for_the_nearest_ghost_of_any_kind():
    match = table("""
        piecepackman: c1 W
        ghosts: suns a3 6 cubes
        cubes: arms j9
        coins: arms 3
    """)
    steps = roll(match, arms=2)
    assert events(steps)[-2:] == [("PM-18", "coin taken"), ("PM-60", "hunger")]
    assert isinstance(match.to_act, Chance)
    assert match.to_act.purpose == "bonus"
    assert len(match.to_act.dice) == 4

    steps = roll(match, moons=2)
    assert events(steps)[0] == ("PM-60", "his roll")
    heads = event(steps, "he heads for")
    assert (heads.clause, heads.data["target"], heads.data["what"]) == ("PM-63", "a3", "suns ghost")
    assert match.state.stash["suns"] == 6
    assert match.state.phase == "order"  # one bonus roll, and no other


@pytest.mark.clause("PM-60", "PM-20")
def test_he_finishes_his_movement_before_hunger_begins():
    match = table("""
        piecepackman: c1 W
        ghosts: suns a4 1 cube
        cubes: arms a2, moons j9
        coins: arms 3
    """)
    steps = roll(match, arms=4)
    kinds = [
        kind for _, kind in events(steps, "coin taken", "cube taken", "quarter turn", "hunger")
    ]
    assert kinds == ["coin taken", "quarter turn", "cube taken", "hunger"]
    turn = event(steps, "quarter turn")
    assert (turn.clause, turn.data["cost"]) == ("PM-15", 1)  # turning isn't free yet


@pytest.mark.clause("PM-60")
def test_the_bonus_roll_can_be_left_out():
    match = table("piecepackman: b1 W\ncubes: arms j9\ncoins: arms 3", bonus_roll=False)
    steps = roll(match, arms="null")
    assert events(steps)[-2:] == [("PM-60", "hunger"), ("PM-62", "coin shown")]
    assert (match.state.phase, match.state.hunger) == ("order", 3)


@pytest.mark.clause("PM-60", "PM-65")
def test_with_every_ghost_in_the_house_the_bonus_roll_goes_to_the_nearest_coin_then_cube():
    match = table("piecepackman: b1 W\ncubes: arms b3, suns j9\ncoins: arms 3, crowns 4")
    roll(match, arms="null")
    heads = first_heading(roll(match, suns=2))
    assert (heads.clause, heads.data["target"]) == ("PM-65", "a10")
    match = table("piecepackman: b1 W\ncubes: arms b3, suns j9\ncoins: arms 3")
    roll(match, arms="null")
    heads = first_heading(roll(match, suns=2))
    assert (heads.clause, heads.data["target"]) == ("PM-65", "b3")


# --- PM-61: turning is free ----------------------------------------------------------------------


@pytest.mark.clause("PM-61")
def test_turning_is_free_in_hunger():
    match = table("piecepackman: f4 E\nhunger: 1\nghosts: suns d3\ncubes: moons j9")
    steps = roll(match, suns=3)
    assert path_of(steps) == "e4 e3 d3"
    assert events(steps, "quarter turn") == [("PM-61", "quarter turn")] * 4
    assert {step.event.data["cost"] for step in steps if step.event.kind == "quarter turn"} == {0}
    assert event(steps, "eat").data["suit"] == "suns"


@pytest.mark.clause("PM-61")
def test_the_turn_cost_in_hunger_is_an_option():
    match = table(
        "piecepackman: f4 E\nhunger: 1\nghosts: suns d3\ncubes: moons j9", hunger_turn_cost=1
    )
    steps = roll(match, suns=4)
    assert (path_of(steps), turns(steps)) == ("e4", ["left", "left", "left"])


@pytest.mark.clause("PM-61")
def test_of_two_equally_near_ghosts_the_one_with_fewer_turns_is_chosen():
    match = table("piecepackman: e7 N\nhunger: 1\nghosts: suns c7, moons e9\ncubes: moons j9")
    heads = event(roll(match, suns=2), "he heads for")
    assert {each.square: each.cost for each in heads.why.candidates} == {"c7": 2, "e9": 2}
    assert heads.data["target"] == "e9"


@pytest.mark.clause("PM-61")
def test_of_two_equally_short_paths_the_one_with_fewer_turns_is_chosen():
    match = table("piecepackman: a1 E\nhunger: 1\nghosts: suns b2\ncubes: moons j9")
    steps = roll(match, suns=2)
    assert (path_of(steps), turns(steps)) == ("b1 b2", ["left"])
    match = table("piecepackman: a10 S\nhunger: 1\nghosts: suns d7\ncubes: moons j9")
    heads = first_heading(roll(match, suns=2))
    assert heads.why.path.decided_by == "fewer quarter turns"
    assert str(heads.why.path) == "a10-a9-a8-a7-b7-c7-d7"


# --- PM-62: the coin is shown --------------------------------------------------------------------


@pytest.mark.clause("PM-62")
def test_an_ace_ends_hunger_after_the_bonus_roll_and_gives_a_life():
    match = table("piecepackman: b10 W\nghosts: suns a8\ncubes: arms j9\ncoins: crowns ace")
    roll(match, crowns="null")
    assert match.state.hungry
    steps = roll(match, suns=2)
    assert events(steps)[-3:] == [
        ("PM-62", "coin shown"),
        ("PM-62", "hunger ends"),
        ("PM-38", "ghost waits"),
    ]
    assert event(steps, "eat").clause == "PM-64"
    assert (match.state.hunger, match.state.extra_lives) == (None, 4)
    assert not match.state.ghosts["suns"].immune
    assert match.state.discarded == (("crowns", "ace"),)


@pytest.mark.clause("PM-62")
def test_the_number_of_lives_an_ace_gives_is_an_option():
    match = table("piecepackman: b10 W\ncubes: arms j9\ncoins: crowns ace", ace_lives=2)
    roll(match, crowns="null")
    roll(match)
    assert match.state.extra_lives == 5


@pytest.mark.clause("PM-62", "PM-67")
@pytest.mark.parametrize("face", [2, 3, 4, 5])
def test_a_coin_of_n_is_n_more_turns_of_hunger(face):
    match = table(f"piecepackman: b1 W\ncubes: suns j9, moons f9\ncoins: arms {face}")
    roll(match, arms="null")
    steps = roll(match)
    shown = event(steps, "coin shown")
    assert (shown.clause, shown.data) == ("PM-62", {"suit": "arms", "face": str(face)})
    assert match.state.hunger == face

    ended = None
    for turn in range(1, face + 1):
        down = event(rest(match), "hunger counts down")
        assert (down.clause, down.data["left"]) == ("PM-62", face - turn)
        assert events(roll(match))[0] == ("PM-63", "his roll")
        assert match.state.hungry  # the ghosts of this turn still meet a hungry one
    ended = event(rest(match), "hunger ends")
    assert ended.clause == "PM-67"
    assert not match.state.hungry
    assert match.turn == face + 2


@pytest.mark.clause("PM-61", "PM-63")
def test_when_his_points_are_spent_he_keeps_the_heading_of_his_last_step():
    match = table("piecepackman: e7 E\nhunger: 1\nghosts: suns g8\ncubes: arms j2")
    steps = roll(match, suns=2)
    assert path_of(steps) == "f7 g7"
    assert match.state.heading == "E"  # the ghost is to the north, and turning would be free


@pytest.mark.clause("PM-50", "PM-40", "PM-42")
@pytest.mark.parametrize(
    ("option", "his", "kind", "text"),
    [
        ("immune", 1, ("PM-42", "ghost enters"), "he eats it."),
        ("majority", 1, ("PM-40", "attack"), "has more cubes and enters"),
        ("majority", 2, ("PM-40", "attack"), "has as many cubes and enters"),
    ],
)
def test_in_hunger_an_option_lets_a_ghost_with_enough_cubes_attack(option, his, kind, text):
    match = table(
        "piecepackman: f4 W\nhunger: 2\nphase: order\nghosts: suns g4 2 cubes\n"
        f"stash: suns {his}\ncubes: arms j9",
        hunger_attack=option,
        dangerous="equal",
    )
    ghosts(match, suns=1)
    steps = match.play("suns f4")
    assert events(steps, "ghost enters", "attack") == [kind]
    assert text in event(steps, kind[1]).text
    assert match.state.hungry == (option == "immune")


@pytest.mark.clause("PM-50", "PM-63")
@pytest.mark.parametrize("option", ["immune", "majority"])
def test_in_hunger_he_eats_a_ghost_with_more_cubes_whoever_may_attack(option):
    match = table(
        "piecepackman: f4 W\nhunger: 2\nghosts: suns e4 2 cubes\ncubes: arms j9",
        hunger_attack=option,
    )
    steps = roll(match, suns="null")
    assert events(steps, "eat") == [("PM-64", "eat")]


@pytest.mark.clause("PM-66", "PM-64")
def test_of_a_coin_and_a_ghost_on_one_square_the_coin_comes_first():
    match = table("""
        piecepackman: b10 W
        hunger: 2
        ghosts: suns a10 1 cube, moons j9 immune
        cubes: arms j8
        coins: crowns ace
    """)
    steps = roll(match, suns="null")
    assert events(steps, "coin taken", "immunity lost", "coin shown", "eat") == [
        ("PM-18", "coin taken"),
        ("PM-66", "immunity lost"),
        ("PM-66", "coin shown"),
        ("PM-64", "eat"),
    ]
    assert match.state.ghosts["suns"].immune
    assert not match.state.ghosts["moons"].immune
    assert (match.state.hunger, match.state.extra_lives) == (2, 4)  # no turns, but a life


# --- PM-63: a hunger turn ------------------------------------------------------------------------


@pytest.mark.clause("PM-63")
def test_a_hunger_turn_is_the_highest_die_in_steps_toward_the_nearest_ghost():
    match = table("""
        piecepackman: e7 N
        hunger: 1
        objective: crowns coin
        ghosts: suns b7 6 cubes, moons g7
        cubes: crowns e8, arms j9
        coins: crowns 4
    """)
    steps = roll(match, arms=2, suns="null")
    assert events(steps)[:2] == [("PM-63", "his roll"), ("PM-63", "he heads for")]
    assert path_of(steps) == "f7 g7"
    assert match.state.objective == ("crowns", True)  # hunger only interrupts it


@pytest.mark.clause("PM-63", "PM-21")
def test_an_eaten_ghost_is_not_a_reached_objective():
    match = table("""
        piecepackman: e7 N
        hunger: 0
        objective: crowns
        ghosts: suns d7
        cubes: crowns g8, arms c7
    """)
    roll(match, suns="null")
    assert match.state.objective == ("crowns", False)
    rest(match)
    assert first_heading(roll(match, arms=2)).data["target"] == "g8"


@pytest.mark.clause("PM-63")
def test_points_left_take_him_to_the_next_ghost_and_he_takes_what_he_crosses():
    match = table("""
        piecepackman: c10 W
        hunger: 2
        ghosts: suns b10, moons a8 2 cubes
        cubes: arms a9, suns j9
        coins: crowns 4
    """)
    steps = roll(match, suns=4)
    assert path_of(steps) == "b10 a10 a9 a8"
    kinds = [kind for _, kind in events(steps, "eat", "coin taken", "cube taken")]
    assert kinds == ["eat", "coin taken", "cube taken", "eat"]
    assert match.state.stash == {"suns": 0, "moons": 2, "crowns": 0, "arms": 1}


@pytest.mark.clause("PM-63")
def test_he_heads_for_a_ghost_on_a_cube():
    match = table("piecepackman: e7 N\nhunger: 1\nghosts: suns d7\ncubes: crowns d7, arms j9")
    heads = first_heading(roll(match, suns="null"))
    assert heads.data["what"] == "suns ghost"
    assert heads.text.startswith("He heads for the suns ghost on d7")


@pytest.mark.clause("PM-63", "PM-16")
def test_a_ghost_cut_off_by_an_immune_one_is_left_for_the_next_that_is_clear():
    match = table("""
        piecepackman: e7 N
        hunger: 1
        ghosts: suns b7, moons c7 immune, crowns i7
        cubes: arms j2
    """)
    heads = event(roll(match, suns=4), "he heads for")
    assert (heads.clause, heads.data["target"]) == ("PM-63", "i7")
    assert heads.why.route.cut_off
    assert "is cut off by the Dangerous moons ghost on c7" in heads.why.text


@pytest.mark.clause("PM-63")
def test_he_takes_the_nearest_clear_path_round_an_immune_ghost():
    match = table("""
        piecepackman: e7 N
        hunger: 1
        ghosts: suns b7, moons c7 immune
        cubes: arms j2
    """)
    heads = event(roll(match, suns=4), "he heads for")
    assert (heads.clause, heads.data["target"], heads.data["cost"]) == ("PM-63", "b7", 11)
    assert str(heads.why.path) == "e7-e8-e9-d9-c9-b9-b10-a10-a9-a8-a7-b7"


# --- PM-64: eaten in hunger ----------------------------------------------------------------------


@pytest.mark.clause("PM-64", "PM-38")
def test_a_ghost_eaten_in_hunger_gives_up_its_cubes_waits_and_is_immune():
    match = table("piecepackman: e7 N\nhunger: 2\nghosts: suns d7 5 cubes\ncubes: arms j2")
    steps = roll(match, suns="null")
    eaten = event(steps, "eat")
    assert (eaten.clause, eaten.data["cubes"]) == ("PM-64", 5)
    assert match.state.stash["suns"] == 5
    assert match.state.ghosts["suns"][:4] == ("f5", 0, 0, True)
    assert match.state.to_move == ("moons", "crowns", "arms")
    rest(match)
    roll(match, suns="null")
    assert "suns" in match.state.to_move
    assert match.state.ghosts["suns"].immune


@pytest.mark.clause("PM-64", "PM-40", "PM-41")
def test_an_immune_ghost_attacks_without_any_cubes():
    match = table("""
        piecepackman: f4 W
        phase: order
        hunger: 2
        stash: suns 3
        ghosts: suns g4 immune, moons g7 immune
        cubes: arms j2
    """)
    ghosts(match, suns=1, moons=5)
    steps = match.play("suns g4-f4")
    assert events(steps)[1:] == [
        ("PM-40", "attack"),
        ("PM-41", "cubes taken back"),
        ("PM-41", "ghosts go home"),
        ("PM-41", "life lost"),
    ]
    assert match.state.hunger is None
    assert match.state.ghosts["suns"][:4] == ("f5", 3, 0, False)
    assert match.state.ghosts["moons"][:4] == ("e6", 0, 0, False)
    assert (match.state.phase, match.turn) == ("roll", 2)


@pytest.mark.clause("PM-64", "PM-16")
def test_he_keeps_clear_of_immune_ghosts():
    match = table("piecepackman: e7 W\nhunger: 1\nghosts: suns d7 immune\ncubes: arms c7 j7")
    heads = first_heading(roll(match, suns=2))
    assert heads.data["target"] == "j7"


# --- PM-65: nobody to eat ------------------------------------------------------------------------

ALL_IMMUNE = "moons immune, crowns immune, arms immune"


@pytest.mark.clause("PM-65")
def test_with_all_ghosts_immune_he_heads_for_the_nearest_coin():
    match = table(f"""
        piecepackman: e7 N
        hunger: 1
        ghosts: suns j4 immune, {ALL_IMMUNE}
        cubes: suns f7
        coins: crowns 4, suns 5
    """)
    heads = event(roll(match, suns=2), "he heads for")
    assert (heads.clause, heads.data["target"]) == ("PM-65", "a10")


@pytest.mark.clause("PM-65")
def test_with_all_ghosts_immune_and_no_coin_he_heads_for_the_nearest_cube():
    match = table(f"""
        piecepackman: e7 N
        hunger: 1
        ghosts: suns j4 immune, {ALL_IMMUNE}
        cubes: suns d7, arms j9
    """)
    heads = event(roll(match, suns="null"), "he heads for")
    assert (heads.clause, heads.data["target"]) == ("PM-65", "d7")


@pytest.mark.clause("PM-65")
def test_with_all_ghosts_immune_and_nothing_in_reach_he_stays():
    match = table(f"""
        piecepackman: e7 N
        hunger: 1
        ghosts: suns j4 immune, {ALL_IMMUNE}
        cubes: arms j4
    """)
    stays = event(roll(match, suns=5), "he stays")
    assert (stays.clause, him(match)) == ("PM-65", "e7 N")


@pytest.mark.clause("PM-65")
@pytest.mark.parametrize(
    ("here", "one", "other", "middle"),
    [
        ("a8 S", "a7", "b10", "a9"),  # a7 a8 [a9] a10 b10: an odd number, one middle
        ("a10 E", "a7", "b10", "a9"),
        ("a9 N", "a7", "b10", "a9"),
        ("a7 N", "b7", "b10", "a8"),  # b7 a7 [a8] [a9] a10 b10: an even one, the nearer middle
        ("a10 N", "b7", "b10", "a9"),
        ("a8 N", "b7", "b10", "a8"),
        ("a9 N", "b7", "b10", "a9"),
        ("a9 N", "a8", "a10", "a9"),  # no square but his own
    ],
)
def test_shut_in_a_corridor_he_goes_to_the_middle(here, one, other, middle):
    match = table(f"""
        piecepackman: {here}
        hunger: 1
        ghosts: suns {one} immune, moons {other} immune, crowns j4
        cubes: suns f7
        coins: suns 4
    """)
    assert middle_point(match.game.ruleset, match.state) == middle
    steps = roll(match, suns=5)
    assert {
        step.event.clause for step in steps if step.event.kind in ("he heads for", "he stays")
    } == {"PM-65"}
    assert match.state.square == middle


@pytest.mark.clause("PM-65")
@pytest.mark.parametrize(
    ("here", "places", "why"),
    [
        ("a8 N", "suns a7 immune, moons c10 immune", "b10 has a third way, to b9"),
        ("d7 N", "suns c7 immune, moons e7 immune", "his own square has a third way"),
        ("a8 N", "suns a7 immune, moons b10", "the ghost at the other end is not immune"),
    ],
)
def test_a_corridor_with_another_exit_does_not_shut_him_in(here, places, why):
    match = table(f"piecepackman: {here}\nhunger: 1\nghosts: {places}\ncubes: arms j2")
    assert corridor(match.game.ruleset, match.state) == (), why
    assert middle_point(match.game.ruleset, match.state) is None


@pytest.mark.clause("PM-65")
def test_a_coin_within_the_corridor_comes_first():
    match = table("""
        piecepackman: a8 N
        hunger: 1
        ghosts: suns a7 immune, moons b10 immune
        cubes: suns f7
        coins: crowns 4
    """)
    assert first_heading(roll(match, suns=2)).data["target"] == "a10"


# --- PM-66: another coin -------------------------------------------------------------------------


@pytest.mark.clause("PM-66", "PM-62")
@pytest.mark.parametrize(
    ("left", "face", "hunger", "lives"), [(1, "4", 5, 3), (0, "4", 4, 3), (2, "ace", 2, 4)]
)
def test_another_coin_in_hunger_has_its_effect(left, face, hunger, lives):
    match = table(f"""
        piecepackman: c10 W
        hunger: {left}
        ghosts: suns j4 immune, moons j2 immune
        cubes: arms j9
        coins: crowns {face}
    """)
    steps = roll(match, suns=2)
    assert events(steps)[-3:] == [
        ("PM-18", "coin taken"),
        ("PM-66", "immunity lost"),
        ("PM-66", "coin shown"),
    ]
    assert (match.state.hunger, match.state.extra_lives) == (hunger, lives)
    assert not any(ghost.immune for ghost in match.state.ghosts.values())
    assert match.state.phase == "order"  # no bonus roll


@pytest.mark.clause("PM-66", "PM-60", "PM-62")
@pytest.mark.parametrize(("face", "hunger", "lives"), [("4", 7, 3), ("ace", 3, 4)])
def test_a_coin_crossed_during_the_bonus_roll(face, hunger, lives):
    match = table(f"""
        piecepackman: c10 W
        phase: bonus
        hunger: 0
        taken: arms 3
        ghosts: suns b10
        cubes: arms j9
        coins: crowns {face}
    """)
    steps = roll(match, suns=2)
    assert path_of(steps) == "b10 a10"
    assert ("PM-66", "immunity lost") in events(steps)  # that of the ghost eaten on b10
    assert len(events(steps, "coin shown")) == 2
    assert (match.state.hunger, match.state.extra_lives) == (hunger, lives)
    assert match.state.phase == "order"  # no second bonus roll
    assert match.state.discarded == (("arms", "3"), ("crowns", face))


@pytest.mark.clause("PM-60", "PM-66")
@pytest.mark.parametrize(("face", "hunger", "lives"), [("4", 7, 3), ("ace", 3, 4)])
def test_two_coins_in_one_movement(face, hunger, lives):
    match = table(
        f"piecepackman: b1 W\ncubes: arms b4, moons c1\ncoins: arms 3, suns {face}",
        maze=POCKET,
        cubes_per_suit=1,
    )
    steps = roll(match, arms="ace")
    assert path_of(steps) == "a1 a2 a3 a4"
    assert events(steps, "coin taken", "hunger") == [
        ("PM-18", "coin taken"),
        ("PM-18", "coin taken"),
        ("PM-60", "hunger"),
    ]
    assert len(events(roll(match), "coin shown")) == 2  # one bonus roll for both
    assert (match.state.hunger, match.state.extra_lives) == (hunger, lives)
    assert match.state.phase == "order"


# --- PM-67: hunger ends --------------------------------------------------------------------------


@pytest.mark.clause("PM-67")
def test_immunity_ends_with_hunger_after_the_ghosts_of_its_last_turn():
    match = table("piecepackman: e7 N\nhunger: 0\nghosts: suns j4 immune\ncubes: arms j2 j1")
    roll(match, suns=2)
    ghosts(match, suns=1)
    assert match.state.ghosts["suns"].immune
    steps = match.play("suns j4-i4")
    assert events(steps)[-1] == ("PM-67", "hunger ends")
    assert not match.state.ghosts["suns"].immune
    assert match.state.hunger is None


@pytest.mark.clause("PM-67", "PM-64")
def test_in_the_last_ghosts_phase_an_immune_ghost_still_attacks():
    match = table("""
        piecepackman: f4 W
        phase: order
        hunger: 0
        ghosts: suns g4 immune
        cubes: arms j2
    """)
    ghosts(match, suns=1)
    assert ("PM-40", "attack") in events(match.play("suns f4"))


# --- The objective in hunger (PM-21) -------------------------------------------------------------


@pytest.mark.clause("PM-21", "PM-63")
@pytest.mark.parametrize(
    ("objective", "kept"),
    [("suns", None), ("suns coin", ("suns", True)), ("moons", ("moons", False)), ("none", None)],
)
def test_an_objective_that_he_crosses_in_hunger_is_reached(objective, kept):
    match = table("piecepackman: f4 W\nhunger: 2\nghosts: suns c4\n"
                  "cubes: suns e4 j9, moons j8\ncoins: suns 5\n"
                  f"objective: {objective}")  # fmt: skip
    steps = roll(match, suns=3)
    assert event(steps, "eat").data["suit"] == "suns"
    assert match.state.objective == kept


@pytest.mark.clause("PM-21", "PM-13", "PM-66")
@pytest.mark.parametrize("objective", ["crowns", "crowns coin"])
def test_a_coin_that_he_crosses_in_hunger_was_his_objective(objective):
    match = table("piecepackman: b10 W\nhunger: 2\nghosts: suns a8\n"
                  f"objective: {objective}\ncubes: crowns j9\ncoins: crowns 4")  # fmt: skip
    roll(match, suns=3)
    assert match.state.objective is None
