"""The clauses on the end and on other ways to play: PM-68 to PM-72."""

from __future__ import annotations

import pytest

import piecepack_nb as pp
from tests.games.piecepackman.helpers import (
    POCKET,
    SUITS,
    event,
    events,
    ghosts,
    path_of,
    refused,
    roll,
    table,
)


@pytest.mark.clause("PM-68")
def test_the_level_ends_when_he_takes_the_last_cube():
    match = table("piecepackman: f4 W\ncubes: suns e4")
    steps = roll(match, suns=5)
    assert events(steps)[-1] == ("PM-18", "cube taken")
    assert (match.state.phase, match.to_act) == ("over", None)
    assert match.result.winners == ("piecepackman",)


@pytest.mark.clause("PM-68")
def test_the_level_ends_when_a_ghost_takes_the_last_cube():
    match = table("piecepackman: f4 W\nphase: order\nghosts: suns j4\ncubes: suns j3")
    ghosts(match, suns=3, moons=5)
    match.play("suns j4-j3-j2-j1")
    assert match.to_act is None
    assert match.result.winners == SUITS
    assert match.state.ghosts["suns"][:4] == ("j3", 1, 0, False)


@pytest.mark.clause("PM-68")
def test_the_level_continues_while_a_coin_is_on_the_board():
    match = table("piecepackman: f4 W\ncubes: suns e4\ncoins: arms 4")
    roll(match, suns="null")
    assert match.to_act is not None
    match = table("piecepackman: b1 W\nstash: suns 1\ncoins: arms 4")
    roll(match, arms="null")
    assert match.to_act is None  # the last coin ends the level: no bonus roll
    assert match.result.clause == "PM-69"


@pytest.mark.clause("PM-68")
def test_after_the_end_every_move_is_refused():
    match = table("piecepackman: f4 W\ncubes: suns e4")
    roll(match, suns=5)
    for move in (
        "roll suns 5 moons 5 crowns 5 arms 5",
        "order suns moons crowns arms",
        "suns f5-e5",
    ):
        refusal = refused(match, move)
        assert refusal.clause == "PM-68"
        assert refusal.text.startswith("the game is over: ")
    assert list(match.moves()) == []


@pytest.mark.clause("PM-69")
@pytest.mark.parametrize(
    ("his", "equal_cubes", "winners", "text"),
    [
        (2, "loss", SUITS, "The ghosts win: 4 cubes with the ghosts, 3 with Piecepackman."),
        (4, "loss", ("piecepackman",), "Piecepackman wins: 4 cubes with the ghosts, 5 with"),
        (3, "loss", ("piecepackman",), "Piecepackman wins, for equal cubes are no majority: 4"),
        (3, "draw", (), "A draw: 4 cubes with the ghosts, 4 with Piecepackman."),
    ],
)
def test_the_side_with_more_cubes_at_the_end_wins(his, equal_cubes, winners, text):
    match = table(
        f"""
        piecepackman: f4 W
        stash: moons {his}
        ghosts: suns 3 cubes, arms 1 cube
        cubes: suns e4
        """,
        equal_cubes=equal_cubes,
    )
    roll(match, suns="null")
    assert (match.result.winners, match.result.clause) == (winners, "PM-69")
    assert match.result.text.startswith(text)
    assert match.result.scores == {"ghosts": 4, "piecepackman": his + 1}


LAST_LIFE = """
    piecepackman: f4 W
    phase: order
    extra_lives: 0
    stash: moons 5
    ghosts: suns h4 1 cube
    cubes: moons j9
"""


@pytest.mark.clause("PM-69", "PM-71")
@pytest.mark.parametrize(
    ("goal", "winners", "clause"), [("any", SUITS, "PM-69"), ("cubes", (), "PM-71")]
)
def test_taking_his_last_life_wins_but_not_in_piece_and_harmony(goal, winners, clause):
    match = table(LAST_LIFE, goal=goal)
    ghosts(match, suns=2)
    match.play("suns f4")
    assert (match.result.winners, match.result.clause) == (winners, clause)


@pytest.mark.clause("PM-71")
def test_in_piece_and_harmony_more_cubes_win():
    match = table("piecepackman: f4 W\nghosts: suns 3 cubes\ncubes: suns e4", goal="cubes")
    roll(match, suns="null")
    assert (match.result.winners, match.result.clause) == (SUITS, "PM-69")


# --- PM-70: three players -------------------------------------------------------------------


@pytest.mark.clause("PM-70", "PM-7")
def test_three_players_leave_out_one_ghost_and_its_die():
    match = table("piecepackman: f4 W\ncubes: suns a4", players=3)
    assert match.game.seats == ("suns", "moons", "crowns")
    assert [die.name for die in match.to_act.dice] == ["suns", "moons", "crowns"]
    assert "arms" not in match.state.ghosts
    refusal = refused(match, "roll suns 5 moons 2 crowns 3 arms 4")
    assert refusal.text == "there is no arms die in this roll; its dice are suns, moons, crowns"
    other = pp.game("piecepackman", players=3, left_out="suns")
    assert other.seats == ("moons", "crowns", "arms")


@pytest.mark.clause("PM-70", "PM-12")
def test_a_wild_cube_takes_his_objectives_suit_and_keeps_it():
    match = table("piecepackman: f4 W\ncubes: suns a4, arms e4, moons j9", players=3)
    steps = roll(match, suns=2)
    assert event(steps[:2], "he heads for").data["target"] == "e4"
    taken = event(steps, "cube taken")
    assert (taken.clause, taken.data["suit"], taken.data["as"]) == ("PM-70", "arms", "suns")
    assert match.state.stash == {"suns": 1, "moons": 0, "crowns": 0, "arms": 0}


@pytest.mark.clause("PM-70", "PM-18")
def test_a_wild_cube_crossed_counts_as_his_objective_s_suit():
    match = table(
        "piecepackman: f1 W\nobjective: crowns coin\ncubes: arms e1, moons j9\ncoins: crowns 4",
        players=3,
    )
    roll(match, suns=2)
    assert match.state.stash["crowns"] == 1


@pytest.mark.clause("PM-70", "PM-41")
def test_a_wild_cube_that_he_took_goes_back_to_the_ghost_whose_suit_it_has():
    match = table(
        """
        piecepackman: f4 W
        phase: order
        stash: suns 1
        ghosts: suns h4 2 cubes
        cubes: arms j9, moons j8
        """,
        players=3,
    )
    ghosts(match, suns=2)
    match.play("suns f4")
    assert match.state.ghosts["suns"].cubes == 3


@pytest.mark.clause("PM-70", "PM-35")
def test_a_wild_cube_takes_the_suit_of_the_ghost_that_takes_it():
    match = table(
        "piecepackman: f4 W\nphase: order\nghosts: suns j4, moons a4\ncubes: arms j3 a3, moons j2",
        players=3,
    )
    ghosts(match, suns=2, moons=1)
    steps = match.play("suns j4-j3-j2") + match.play("moons a4-a3")
    assert events(steps, "ghost takes cube") == [("PM-70", "ghost takes cube")] * 2
    assert match.state.ghosts["suns"].cubes == 1
    assert match.state.ghosts["moons"].cubes == 1
    assert match.state.cubes == {"j2": "moons"}
    assert match.game.ruleset.dangerous(match.state, "suns")


@pytest.mark.clause("PM-70", "PM-63")
def test_a_wild_cube_taken_in_hunger_counts_as_his_highest_die():
    match = table(
        "piecepackman: f4 W\nhunger: 1\nghosts: suns c4\ncubes: arms d4, moons j9", players=3
    )
    roll(match, moons=3, suns=2)
    assert match.state.stash["moons"] == 1


@pytest.mark.clause("PM-70", "PM-63")
def test_a_wild_cube_taken_in_hunger_counts_as_the_objective_that_he_keeps():
    match = table(
        "piecepackman: f4 W\nhunger: 1\nobjective: crowns\nghosts: suns c4\n"
        "cubes: arms d4, crowns j9",
        players=3,
    )
    roll(match, moons=3, suns=2)
    assert match.state.stash["crowns"] == 1


# --- PM-72: your own maze -------------------------------------------------------------


@pytest.mark.clause("PM-72", "PM-81")
def test_a_custom_maze_is_played_to_the_end():
    game = pp.game("piecepackman", maze=POCKET, cubes_per_suit=1)
    match = pp.Match(game, seed=11, seats=dict.fromkeys(SUITS, "random"))
    match.run()
    assert match.result is not None


@pytest.mark.clause("PM-72", "PM-22")
def test_portals_are_where_the_custom_maze_has_them():
    match = table("piecepackman: a2 W\ncubes: suns d3", maze=POCKET, cubes_per_suit=1)
    assert path_of(roll(match, suns=3)) == "d2 d3"
