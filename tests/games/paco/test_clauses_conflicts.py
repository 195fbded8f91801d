"""P.A.C.O.: orders in each other's way, with two players and with three (PA-22 to PA-27)."""

from __future__ import annotations

from itertools import product

import pytest

from tests.games.paco.helpers import (
    carried,
    event,
    events,
    judged,
    points,
    result,
    row,
    table,
    turn,
    where,
)

# --- PA-22: occupied ------------------------------------------------------------------------------


@pytest.mark.clause("PA-22")
def test_nobody_moves_into_an_occupied_cell() -> None:
    match = table("suns c3 N", "moons c4 E")
    steps = turn(match, suns="forward")
    assert judged(steps) == {"suns": "PA-22!", "moons": "PA-10"}
    assert result(steps, "suns").text == "Suns's order, forward, fails: Moons is on c4"
    assert result(steps, "suns").squares == ("c4",)
    assert where(match) == {"suns": "c3", "moons": "c4"}


@pytest.mark.clause("PA-22")
def test_two_players_moving_to_an_occupied_cell_fail_without_dice() -> None:
    match = table("suns c3 N", "moons b4 E", "crowns c4 E")
    steps = turn(match, suns="forward", moons="forward")
    assert judged(steps) == {"suns": "PA-22!", "moons": "PA-22!", "crowns": "PA-10"}


@pytest.mark.clause("PA-22")
@pytest.mark.parametrize("follow", [False, True])
def test_followers_move_only_by_option(follow: bool) -> None:
    """Three in a row, all forward: only the first one moves, or all do."""
    match = table("suns c3 N", "moons c4 N", "crowns c5 N", rules={"follow": follow})
    steps = turn(match, suns="forward", moons="forward", crowns="forward")
    if follow:
        assert where(match) == {"suns": "c4", "moons": "c5", "crowns": "c6"}
        assert [step.event.data["seat"] for step in steps if step.event.kind == "moves"] == [
            "crowns", "moons", "suns",
        ]  # fmt: skip
    else:
        assert where(match) == {"suns": "c3", "moons": "c4", "crowns": "c6"}
        assert judged(steps) == {"suns": "PA-22!", "moons": "PA-22!", "crowns": "PA-12"}


@pytest.mark.clause("PA-22")
def test_followers_stay_behind_a_player_that_stays() -> None:
    lines = "suns c3 N", "moons c4 N", "crowns c5 N"
    match = table(*lines, c6="white", rules={"follow": True})
    steps = turn(match, suns="forward", moons="forward", crowns="left")
    assert judged(steps) == {"suns": "PA-22!", "moons": "PA-22!", "crowns": "PA-10"}
    assert result(steps, "suns").text.endswith("Moons stays on c4")


@pytest.mark.clause("PA-22", "PA-23")
def test_a_follower_stays_when_the_one_before_it_loses_its_roll() -> None:
    lines = "suns c3 N", "moons c4 N", "crowns d5 W"
    match = table(*lines, rules={"follow": True})
    orders = dict.fromkeys(("suns", "moons", "crowns"), "forward")
    steps = turn(match, **orders, die={"moons": 2, "crowns": 2})
    assert judged(steps) == {"suns": "PA-22!", "moons": "PA-23!", "crowns": "PA-23!"}
    match = table(*lines, rules={"follow": True})
    turn(match, **orders, die={"moons": 3, "crowns": 2})
    assert where(match) == {"suns": "c4", "moons": "c5", "crowns": "d5"}


@pytest.mark.clause("PA-22")
@pytest.mark.parametrize("follow", [False, True])
def test_two_never_swap(follow: bool) -> None:
    match = table("suns c3 N", "moons c4 S", rules={"follow": follow})
    steps = turn(match, suns="forward", moons="forward")
    assert judged(steps) == {"suns": "PA-22!", "moons": "PA-22!"}
    assert where(match) == {"suns": "c3", "moons": "c4"}


@pytest.mark.clause("PA-22")
@pytest.mark.parametrize("follow", [False, True])
def test_players_in_a_ring_move_only_by_option(follow: bool) -> None:
    lines = "suns c3 N", "moons c4 E", "crowns d4 S", "arms d3 W"
    match = table(*lines, rules={"follow": follow})
    turn(match, **dict.fromkeys(("suns", "moons", "crowns", "arms"), "forward"))
    ring = {"suns": "c4", "moons": "d4", "crowns": "d3", "arms": "c3"}
    still = {"suns": "c3", "moons": "c4", "crowns": "d4", "arms": "d3"}
    assert where(match) == (ring if follow else still)


# --- PA-23: two or more for one cell --------------------------------------------------------------


@pytest.mark.clause("PA-23")
@pytest.mark.parametrize(("suns", "moons"), list(product((1, 3, 6), repeat=2)))
def test_two_players_roll_for_one_cell(suns: int, moons: int) -> None:
    match = table("suns c3 N", "moons d4 W")
    steps = turn(match, suns="forward", moons="forward", die={"suns": suns, "moons": moons})
    won = "suns" if suns > moons else "moons" if moons > suns else None
    assert where(match) == {
        "suns": "c4" if won == "suns" else "c3", "moons": "c4" if won == "moons" else "d4",
    }  # fmt: skip
    assert judged(steps) == {
        seat: "PA-12" if seat == won else "PA-23!" for seat in ("suns", "moons")
    }
    assert events(steps, "die") == [("PA-23", "die")] * 2
    ending = f"{won.capitalize()} goes to c4" if won else "nobody goes to c4"
    for seat in ("suns", "moons"):
        if seat != won:
            assert result(steps, seat).text == (
                f"{seat.capitalize()}'s order, forward, fails: the dice show Suns {suns}, "
                f"Moons {moons}: {ending}"
            )
    assert points(match) == {"suns": 1, "moons": 1}


@pytest.mark.clause("PA-23")
@pytest.mark.parametrize(
    ("dice", "won"),
    [((6, 5, 5), "suns"), ((2, 2, 3), "crowns"), ((4, 4, 1), None), ((2, 5, 5), None),
     ((3, 3, 3), None), ((1, 6, 2), "moons")],
)  # fmt: skip
@pytest.mark.parametrize("option", ["highest", "none"])
def test_three_players_roll_for_one_cell(
    dice: tuple[int, int, int], won: str | None, option: str
) -> None:
    match = table("suns c3 N", "moons d4 W", "crowns c5 S", rules={"crowd_roll": option})
    seats = ("suns", "moons", "crowns")
    steps = turn(
        match, **dict.fromkeys(seats, "forward"), die=dict(zip(seats, dice, strict=True))
    )  # fmt: skip
    won = None if option == "none" else won
    assert [seat for seat, square in where(match).items() if square == "c4"] == (
        [won] if won else []
    )
    assert judged(steps) == {seat: "PA-12" if seat == won else "PA-23!" for seat in seats}
    if option == "none":
        assert "of three or more nobody moves" in result(steps, "suns").text


@pytest.mark.clause("PA-23")
def test_two_contests_in_one_turn_share_one_roll() -> None:
    match = table("suns c3 N", "moons d4 W", "crowns f3 N", "arms g4 W")
    steps = turn(
        match, **dict.fromkeys(("suns", "moons", "crowns", "arms"), "forward"),
        die={"suns": 5, "moons": 2, "crowns": 1, "arms": 4},
    )  # fmt: skip
    assert where(match) == {"suns": "c4", "moons": "d4", "crowns": "f3", "arms": "f4"}
    rolls = [played for played in match.record if str(played.move).startswith("roll")]
    assert len(rolls) == 1
    assert rolls[0].move_key == (1, "contest")
    assert [step.event.text for step in steps if step.event.kind == "die"] == [
        "Suns rolls 5 for c4.", "Moons rolls 2 for c4.",
        "Crowns rolls 1 for f4.", "Arms rolls 4 for f4.",
    ]  # fmt: skip
    assert match.state.dice == {}  # the next turn has begun


@pytest.mark.clause("PA-23")
def test_a_player_that_cannot_enter_the_cell_does_not_roll() -> None:
    match = table("suns c3 N", "moons d4 W", "crowns f6 N", c4="white")
    for seat in ("suns", "moons"):
        assert match.refusal(f"{seat} forward") is not None
    match = table("suns c3 N", "moons d4 W", "crowns c4 N")
    assert judged(turn(match, suns="forward", moons="forward"))["suns"] == "PA-22!"


@pytest.mark.clause("PA-13", "PA-23")
@pytest.mark.parametrize(("suns", "moons"), [(5, 2), (2, 5), (4, 4)])
def test_two_jumpers_roll_for_one_hole(suns: int, moons: int) -> None:
    match = table("suns c3 N", "moons d4 W", "crowns f6 N", c4="hole")
    steps = turn(match, suns="jump", moons="jump", die={"suns": suns, "moons": moons})
    won = "suns" if suns > moons else "moons" if moons > suns else None
    assert [seat for seat in ("suns", "moons") if match.state.airborne(seat)] == (
        [won] if won else []
    )
    for seat in ("suns", "moons"):
        assert judged(steps)[seat] == ("PA-13" if seat == won else "PA-23!")
        assert points(match)[seat] == 1


@pytest.mark.clause("PA-13", "PA-20")
def test_a_hole_that_a_jumper_leaves_is_free_for_the_next_one() -> None:
    match = table("suns c4 N, then forward", "moons d4 W", "crowns f6 N", c4="hole")
    steps = turn(match, moons="jump")
    assert carried(steps) == ["turns", "lands", "jumps"]
    assert where(match) == {"suns": "c5", "moons": "c4", "crowns": "f6"}


# --- PA-24: landing -------------------------------------------------------------------------------

JUMPER = "suns c4 N, then forward"


@pytest.mark.clause("PA-24")
@pytest.mark.parametrize(
    ("cell", "words"),
    [("hole", "c5 is a hole"), ("white", "on c5 is a white block"),
     ("stacked", "on c5 is a white block on a black counter")],
)  # fmt: skip
def test_a_jump_without_a_landing_place_fails(cell: str, words: str) -> None:
    match = table(JUMPER, "moons f6 N", c4="hole", c5=cell)
    steps = turn(match)
    assert events(steps, "falls") == [("PA-24", "falls")]
    assert event(steps, "falls").text == f"Suns falls down the hole at c4: {words}."
    assert judged(steps)["suns"] == "PA-24!"
    assert points(match) == {"suns": -1, "moons": 1}


@pytest.mark.clause("PA-24")
def test_a_jump_beyond_the_edge_fails() -> None:
    match = table("suns a4 W, then forward", "moons f6 N", a4="hole")
    assert event(turn(match), "falls").text.endswith("Suns faces off the board.")


@pytest.mark.clause("PA-24", "PA-41")
@pytest.mark.parametrize("moons", ["left", "forward"])
def test_a_player_on_the_landing_place_stops_the_jump(moons: str) -> None:
    """Judged before the moves: also one that leaves."""
    match = table(JUMPER, "moons c5 E", c4="hole")
    steps = turn(match, moons=moons)
    assert judged(steps)["suns"] == "PA-24!"
    assert event(steps, "falls").text == "Suns falls down the hole at c4: Moons is on c5."
    assert points(match) == {"suns": -1, "moons": 2}


@pytest.mark.clause("PA-22", "PA-24")
def test_a_player_that_leaves_frees_the_landing_place_with_follow() -> None:
    match = table(JUMPER, "moons c5 E", c4="hole", rules={"follow": True})
    turn(match, moons="forward")
    assert where(match) == {"suns": "c5", "moons": "d5"}


@pytest.mark.clause("PA-24", "PA-41")
@pytest.mark.parametrize(("suns", "moons"), list(product((1, 4), repeat=2)))
def test_a_jumper_and_a_mover_roll_for_a_landing_place(suns: int, moons: int) -> None:
    match = table(JUMPER, "moons d5 W", "crowns f2 N", c4="hole")
    steps = turn(match, moons="forward", die={"suns": suns, "moons": moons})
    lands, goes = suns > moons, moons > suns
    assert where(match)["suns"] == ("c5" if lands else None)
    assert where(match)["moons"] == ("c5" if goes else "d5")
    assert points(match) == {
        "suns": 1 if lands else -1, "moons": 1 if lands else 2, "crowns": 1,
    }  # fmt: skip
    assert events(steps, "die") == [("PA-24", "die"), ("PA-23", "die")]
    if not lands:
        assert judged(steps)["suns"] == "PA-24!"


@pytest.mark.clause("PA-23", "PA-24", "PA-41")
@pytest.mark.parametrize(
    ("dice", "landed", "gained"),
    [((6, 5, 5), "suns", []), ((5, 6, 1), "moons", ["moons"]), ((1, 4, 4), None,
     ["moons", "crowns"]), ((4, 4, 1), None, ["moons"]), ((3, 3, 3), None, ["moons", "crowns"])],
)  # fmt: skip
def test_three_players_roll_for_a_landing_place(
    dice: tuple[int, int, int], landed: str | None, gained: list[str]
) -> None:
    match = table(JUMPER, "moons d5 W", "crowns c6 S", c4="hole")
    seats = ("suns", "moons", "crowns")
    turn(match, moons="forward", crowns="forward", die=dict(zip(seats, dice, strict=True)))
    assert [seat for seat, square in where(match).items() if square == "c5"] == (
        [landed] if landed else []
    )
    assert (where(match)["suns"] is None) == (landed != "suns")
    assert points(match) == {
        seat: (1 if landed == "suns" else -1) if seat == "suns" else 1 + (seat in gained)
        for seat in seats
    }


@pytest.mark.clause("PA-23", "PA-24", "PA-41")
@pytest.mark.parametrize(("suns", "moons"), [(6, 1), (1, 6), (5, 5)])
def test_two_jumpers_roll_for_one_landing_place(suns: int, moons: int) -> None:
    lines = JUMPER, "moons d5 W, then forward", "crowns f2 N"
    match = table(*lines, c4="hole", d5="hole")
    turn(match, die={"suns": suns, "moons": moons})
    for seat, mine, other in (("suns", suns, moons), ("moons", moons, suns)):
        lands = mine > other
        assert where(match)[seat] == ("c5" if lands else None)
        # -1 for falling, and +1 from the other one if it fell to a die that was not lower
        assert points(match)[seat] == (2 if lands else -1 + (mine >= other))


# --- PA-25: lifts ---------------------------------------------------------------------------------


@pytest.mark.clause("PA-25")
def test_a_counter_with_a_player_on_it_is_not_lifted() -> None:
    match = table("suns c3 N", "moons c4 E")
    steps = turn(match, suns="lift")
    assert judged(steps)["suns"] == "PA-25!"
    assert result(steps, "suns").text.endswith("Moons is on c4")
    assert match.state.cells["c4"] == "black"


@pytest.mark.clause("PA-25", "PA-20")
def test_a_player_that_moved_away_does_not_prevent_a_lift() -> None:
    match = table("suns c3 N", "moons c4 E")
    steps = turn(match, suns="lift", moons="forward")
    assert judged(steps) == {"suns": "PA-14", "moons": "PA-12"}
    assert match.state.cells["c4"] == "white"


@pytest.mark.clause("PA-25")
@pytest.mark.parametrize(("moons", "crowns"), [(5, 2), (3, 3)])
def test_an_order_to_move_there_spoils_a_lift_even_where_the_move_fails(
    moons: int, crowns: int
) -> None:
    match = table("suns c3 N", "moons d4 W", "crowns c5 S")
    steps = turn(
        match, suns="lift", moons="forward", crowns="forward",
        die={"moons": moons, "crowns": crowns},
    )  # fmt: skip
    assert judged(steps)["suns"] == "PA-25!"
    assert match.state.cells["c4"] == "black"
    why = "Moons and Crowns were ordered to c4: the move takes precedence"
    assert result(steps, "suns").text.endswith(why if moons == crowns else "Moons is on c4")


@pytest.mark.clause("PA-24", "PA-25")
def test_a_jumper_that_lands_there_spoils_a_lift() -> None:
    match = table(JUMPER, "moons d5 W", c4="hole")
    steps = turn(match, moons="lift")
    assert judged(steps) == {"suns": "PA-13", "moons": "PA-25!"}
    assert where(match)["suns"] == "c5"


@pytest.mark.clause("PA-25")
def test_two_players_lift_one_counter() -> None:
    match = table("suns c3 N", "moons d4 W")
    steps = turn(match, suns="lift", moons="lift")
    assert judged(steps) == {"suns": "PA-14", "moons": "PA-25"}
    assert carried(steps) == ["lifts", "lifts too"]
    assert match.state.cells["c4"] == "white"


@pytest.mark.clause("PA-25")
def test_three_players_lift_one_counter() -> None:
    match = table("suns c3 N", "moons d4 W", "crowns c5 S")
    steps = turn(match, suns="lift", moons="lift", crowns="lift")
    assert judged(steps) == {"suns": "PA-14", "moons": "PA-25", "crowns": "PA-25"}
    assert match.state.cells["c4"] == "white"


# --- PA-26: pushes that cancel out ----------------------------------------------------------------


@pytest.mark.clause("PA-26")
@pytest.mark.parametrize("moons", ["c5 S", "d4 W"])
def test_two_pushes_of_one_block_cancel_out(moons: str) -> None:
    match = table("suns c3 N", f"moons {moons}", c4="white")
    steps = turn(match, suns="push", moons="push")
    assert judged(steps) == {"suns": "PA-26!", "moons": "PA-26!"}
    assert result(steps, "suns").text.endswith("Moons pushes the block on c4 too: they cancel out")
    assert match.state.cells["c4"] == "white"


@pytest.mark.clause("PA-26")
def test_three_pushes_of_one_block_cancel_out() -> None:
    match = table("suns c3 N", "moons d4 W", "crowns c5 S", c4="white")
    steps = turn(match, suns="push", moons="push", crowns="push")
    assert set(judged(steps).values()) == {"PA-26!"}
    assert result(steps, "suns").text.endswith(
        "Moons and Crowns push the block on c4 too: they cancel out"
    )
    assert row(match.state, "c3 c4 c5") == ".#."


@pytest.mark.clause("PA-26")
def test_a_push_against_the_lifter_fails() -> None:
    match = table("suns c3 N", "moons c5 S")
    steps = turn(match, suns="push", moons="lift")
    assert judged(steps) == {"suns": "PA-26!", "moons": "PA-14"}
    assert result(steps, "suns").text.endswith(
        "Moons has just lifted the block on c4 and is behind it"
    )
    assert where(match)["moons"] == "c5"


@pytest.mark.clause("PA-26")
def test_a_push_against_the_second_of_two_lifters_fails_too() -> None:
    match = table("suns c3 N", "moons d4 W", "crowns c5 S")
    steps = turn(match, suns="push", moons="lift", crowns="lift")
    assert judged(steps) == {"suns": "PA-26!", "moons": "PA-14", "crowns": "PA-25"}


@pytest.mark.clause("PA-26", "PA-33")
def test_a_player_that_lifted_nothing_is_pushed() -> None:
    match = table("suns c3 N", "moons c5 S", "crowns d4 W")
    steps = turn(match, suns="push", moons="left", crowns="lift")
    assert judged(steps) == {"suns": "PA-15", "moons": "PA-10", "crowns": "PA-14"}
    assert where(match)["moons"] == "c7"  # against the edge


@pytest.mark.clause("PA-26")
def test_the_block_that_was_lifted_in_an_earlier_turn_is_pushed_on_its_lifter() -> None:
    match = table("suns c3 N", "moons c5 S")
    turn(match, suns="left", moons="lift")
    turn(match, suns="right", moons="left")
    steps = turn(match, suns="push")
    assert judged(steps)["suns"] == "PA-15"
    assert where(match)["moons"] == "c7"


@pytest.mark.clause("PA-26")
@pytest.mark.parametrize("option", ["pushed", "met"])
def test_the_effect_of_hitting_a_lifted_block_is_an_option(option: str) -> None:
    """suns pushes c3, which runs into c6, just lifted by moons on c7."""
    match = table("suns c2 N", "moons c7 S", c3="white", rules={"held": option})
    steps = turn(match, suns="push", moons="lift")
    assert judged(steps) == {"suns": "PA-15", "moons": "PA-14"}
    if option == "met":
        assert events(steps, "held", "stunned") == [("PA-26", "held")]
        assert row(match.state, "c3 c4 c5 c6 c7 c8") == "_.%#.#"
    else:
        assert events(steps, "held", "stunned") == [("PA-34", "stunned")]
        assert row(match.state, "c3 c4 c5 c6 c7 c8") == "_.%#._"


# --- PA-27: one push after the other --------------------------------------------------------------


@pytest.mark.clause("PA-27")
@pytest.mark.parametrize(
    ("number", "option", "first"),
    [(1, "rotating", "moons"), (2, "rotating", "crowns"), (3, "rotating", "suns"),
     (4, "rotating", "moons"), (1, "fixed", "suns"), (2, "fixed", "suns")],
)  # fmt: skip
def test_pushes_are_carried_out_in_priority_order(number: int, option: str, first: str) -> None:
    match = table(
        "suns b3 W", "moons d7 N", "crowns g4 E", f"turn {number}", rules={"push_order": option}
    )
    steps = turn(match, suns="push", moons="push", crowns="push")
    pushing = [step.event.data["seat"] for step in steps if step.event.kind == "pushes"]
    seats = ["suns", "moons", "crowns"]
    at = seats.index(first)
    assert pushing == seats[at:] + seats[:at]


@pytest.mark.clause("PA-27", "PA-21")
def test_a_later_push_acts_on_the_result_of_an_earlier_one() -> None:
    """moons' push takes the block away that suns, on the other line, would push next."""
    lines = "suns b4 E", "moons c2 N"
    blocks = {"c3": "white", "c4": "white"}
    match = table(*lines, "turn 1", **blocks)  # moons first
    steps = turn(match, suns="push", moons="push")
    assert judged(steps) == {"suns": "PA-21!", "moons": "PA-15"}
    assert result(steps, "suns").text.endswith("in front, on c4, is a hole, no white block")
    match = table(*lines, "turn 2", **blocks)  # suns first
    steps = turn(match, suns="push", moons="push")
    assert judged(steps) == {"suns": "PA-15", "moons": "PA-15"}


@pytest.mark.clause("PA-27", "PA-21", "PA-35")
def test_a_player_pushed_off_the_board_does_not_push() -> None:
    match = table("suns c3 E", "moons e3 N", "turn 2", d3="white", h3="hole", e4="white")
    steps = turn(match, suns="push", moons="push")
    assert judged(steps) == {"suns": "PA-15", "moons": "PA-21!"}
    assert result(steps, "moons").text.endswith(
        "Moons was pushed off the board before their order was due"
    )
