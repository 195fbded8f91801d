"""P.A.C.O.: points, coming back, and the end (PA-40 to PA-44)."""

from __future__ import annotations

import pytest

import piecepack_nb as pp
from piecepack_nb.core.actors import Chance, Seat, Simultaneous
from piecepack_nb.games.paco.resolution import Harm, _harms_text
from tests.games.paco.helpers import (
    event,
    events,
    points,
    refused,
    stay_off,
    table,
    turn,
    where,
)

# --- PA-40 to PA-42 -------------------------------------------------------------------------------


@pytest.mark.clause("PA-40", "PA-41", "PA-42")
def test_points_with_their_reasons() -> None:
    """moons is stunned over the hole at f3 and falls; suns did it; crowns looks on."""
    match = table("suns b3 E", "moons d3 N", "crowns f6 N", c3="white", f3="hole", g3="white")
    steps = turn(match, suns="push")
    texts = [str(step.event) for step in steps if step.event.kind.startswith("points")]
    assert texts == [
        "Moons loses 2 points: they were stunned and fell down a hole. [PA-40]",
        "Suns gains 2 points: Moons was stunned and fell down a hole. [PA-41]",
        "Suns and Crowns are on the board at the end of the turn and gain 1 point each. [PA-42]",
    ]
    lost = event(steps, "points lost").data
    assert (lost["seat"], lost["change"], lost["total"]) == ("moons", -2, -2)
    assert points(match) == {"suns": 3, "moons": -2, "crowns": 1}


@pytest.mark.clause("PA-40", "PA-41", "PA-42")
@pytest.mark.parametrize(
    ("option", "expected"),
    [({}, {"suns": 3, "moons": -2, "crowns": 1}),
     ({"stun_points": 4}, {"suns": 3, "moons": -5, "crowns": 1}),
     ({"fall_points": 0}, {"suns": 3, "moons": -1, "crowns": 1}),
     ({"cause_points": 3}, {"suns": 7, "moons": -2, "crowns": 1}),
     ({"survive_points": 2}, {"suns": 4, "moons": -2, "crowns": 2}),
     ({"survive_points": 0, "cause_points": 0}, {"suns": 0, "moons": -2, "crowns": 0})],
)  # fmt: skip
def test_points_lost_and_gained_are_options(
    option: dict[str, int], expected: dict[str, int]
) -> None:
    match = table("suns b3 E", "moons d3 N", "crowns f6 N", c3="white", f3="hole", g3="white",
                  rules=option)  # fmt: skip
    turn(match, suns="push")
    assert points(match) == expected


@pytest.mark.clause("PA-40")
@pytest.mark.parametrize("cost", [0, 1, 5])
def test_being_pushed_off_the_board_costs(cost: int) -> None:
    match = table("suns b3 E", "moons e3 N", c3="white", h3="hole", rules={"off_points": cost})
    turn(match, suns="push")
    assert points(match) == {"suns": 2, "moons": -cost}


@pytest.mark.clause("PA-41")
@pytest.mark.parametrize("causes", ["any", "push"])
@pytest.mark.parametrize("lifters", [("moons",), ("moons", "crowns")])
def test_a_lift_of_the_landing_place_causes_the_fall(causes: str, lifters: tuple[str]) -> None:
    match = table("suns c3 N", "moons d5 W", "crowns b5 E", c4="hole", rules={"causes": causes})
    turn(match, suns="jump", **dict.fromkeys(lifters, "lift"))
    assert match.state.players["suns"].foiled_by == lifters
    before = points(match)
    steps = turn(match)
    gained = {seat: points(match)[seat] - before[seat] for seat in before}
    brings = 2 if causes == "any" else 1
    assert gained == {
        "suns": -1, "moons": brings if "moons" in lifters else 1,
        "crowns": brings if "crowns" in lifters else 1,
    }  # fmt: skip
    assert len(events(steps, "points gained")) == (len(lifters) if causes == "any" else 0)


@pytest.mark.clause("PA-41", "PA-24")
@pytest.mark.parametrize(
    ("cells", "found"),
    [({"d5": "white", "b5": "white"}, "on c5 is a white block on a black counter"),
     ({"c5": "stacked", "d5": "white"}, "")],
)  # fmt: skip
def test_a_block_on_the_landing_place_causes_the_fall(cells: dict[str, str], found: str) -> None:
    """A block that moons pushes west from d5 stops on c5, before the block on b5."""
    match = table("suns c3 N", "moons e5 W", "crowns f2 N", c4="hole", **cells)
    turn(match, suns="jump", moons="push")
    assert match.state.players["suns"].foiled_by == (("moons",) if found else ())
    before = points(match)
    steps = turn(match)
    if found:
        assert event(steps, "falls").data["reason"] == found
        assert points(match)["moons"] - before["moons"] == 2


@pytest.mark.clause("PA-41")
def test_only_the_lifter_of_a_landing_place_is_credited() -> None:
    """crowns lifts c5, and moons pushes that block away along the fifth rank: c5 is a hole."""
    match = table("suns c3 N", "moons d5 W", "crowns c6 S", c4="hole")
    turn(match, suns="jump", crowns="lift", moons="push")
    assert match.state.players["suns"].foiled_by == ("crowns",)
    assert "c5" not in match.state.cells


@pytest.mark.clause("PA-41")
@pytest.mark.parametrize("cell", ["white", "hole"])
def test_nobody_gains_from_a_jumper_without_a_landing_place(cell: str) -> None:
    match = table("suns c3 N", "moons f6 N", c4="hole", c5=cell)
    turn(match, suns="jump")
    before = points(match)
    steps = turn(match)
    assert events(steps, "points gained") == []
    assert points(match)["suns"] - before["suns"] == -1


@pytest.mark.clause("PA-41", "PA-24")
def test_who_hovers_over_the_landing_place_gains_nothing() -> None:
    match = table("suns c3 N", "moons b5 E", "crowns f2 N", c4="hole", c5="hole")
    turn(match, suns="jump then forward", moons="jump then forward")
    assert match.state.on("c5") == "moons"
    before = points(match)
    steps = turn(match)
    assert event(steps, "falls").data["reason"] == "c5 is a hole"
    assert events(steps, "points gained") == []
    assert points(match)["moons"] - before["moons"] == 1  # for being on the board


@pytest.mark.clause("PA-34", "PA-40", "PA-41")
def test_two_stuns_in_a_turn_cost_two_points_and_one_turn() -> None:
    match = table("suns b3 E", "moons d3 N", "crowns d6 S",
                  c3="white", e3="white", d5="white", d2="white")  # fmt: skip
    steps = turn(match, suns="push", crowns="push")
    assert events(steps, "stunned") == [("PA-34", "stunned")] * 2
    assert match.state.players["moons"].stunned == 1
    assert points(match) == {"suns": 2, "moons": -2, "crowns": 2}
    turn(match)
    assert "moons" in match.to_act.seats


@pytest.mark.clause("PA-42", "PA-34")
@pytest.mark.parametrize(("option", "gain"), [(False, 0), (True, 1)])
def test_a_turn_lost_to_a_stun_scores_nothing(option: bool, gain: int) -> None:
    match = table("suns b3 E", "moons f3 N, stunned", rules={"lost_turn_scores": option})
    turn(match)
    assert points(match) == {"suns": 1, "moons": gain}
    turn(match)
    assert points(match) == {"suns": 2, "moons": gain + 1}


# --- PA-43: coming back ---------------------------------------------------------------------------


def off(*more: str, **named: object) -> pp.Match:
    """Return a match in which suns pushes moons off the board in turn 1."""
    match = table("suns b3 E", "moons e3 N", *more, c3="white", h3="hole", **named)  # type: ignore[arg-type]
    steps = turn(match, suns="push")
    assert events(steps, "pushed off")
    assert isinstance(match.to_act, Simultaneous), "not in the same turn"
    return match


@pytest.mark.clause("PA-43")
def test_a_player_off_the_board_can_return_after_the_next_orders() -> None:
    match = off()
    steps = turn(match)
    assert steps[-1].event.kind == "points survived"
    assert match.to_act == Seat("moons")
    assert [str(move) for move in match.moves()] == ["moons returns", "moons stays off"]
    assert refused(match, "suns left").text == (
        "suns left must wait: Moons must say whether they try to come back"
    )
    match.play("moons returns")
    assert match.to_act == Chance(
        "return moons", 2, match.to_act.dice, "PA-43"
    )  # fmt: skip
    assert [die.name for die in match.to_act.dice] == ["row", "column", "heading"]
    steps = match.play("roll 4 5 W")
    assert str(steps[0]) == "Moons comes back on f5 and pays 1 point, facing west. [PA-43]"
    assert match.state.players["moons"][:3] == ("f5", "W", -2)
    assert match.to_act == Simultaneous("orders", ("suns", "moons"), "PA-20")


@pytest.mark.clause("PA-43")
def test_a_player_can_stay_off_and_return_later() -> None:
    match = off()
    for _ in range(3):
        turn(match)
        match.play("moons stays off")
    turn(match)
    match.play("moons returns")
    match.play("roll 4 5 W")
    assert where(match)["moons"] == "f5"


@pytest.mark.clause("PA-43", "PA-13")
def test_a_hole_that_somebody_hovers_over_costs_nothing_to_roll() -> None:
    match = off()
    turn(match, suns="jump then forward")
    match.play("moons returns")
    steps = match.play("roll 2 2 W")
    assert str(steps[0]).startswith("Moons rolls c3, where Suns is")
    assert steps[0].event.data["change"] == 0


@pytest.mark.clause("PA-43")
@pytest.mark.parametrize(
    ("cells", "roll", "change", "words"),
    [({"f5": "white"}, "4 5 W", 0, "Moons rolls f5, a white block"),
     ({"f5": "stacked"}, "4 5 W", 0, "Moons rolls f5, a white block"),
     ({}, "2 1 W", 0, "Moons rolls b3, where Suns is"),
     ({"f5": "hole"}, "4 5 W", -1, "Moons rolls f5, a hole")],
)  # fmt: skip
def test_a_return_to_an_unusable_cell_fails(
    cells: dict[str, str], roll: str, change: int, words: str
) -> None:
    match = off(**cells)
    turn(match)
    match.play("moons returns")
    before = points(match)["moons"]
    steps = match.play(f"roll {roll}")
    assert events(steps, "return fails") == [("PA-43", "return fails")]
    assert steps[0].event.text.startswith(words)
    assert where(match)["moons"] is None
    assert points(match)["moons"] - before == change
    assert match.state.turn == 3
    turn(match)
    assert match.to_act == Seat("moons")  # it may try again


@pytest.mark.clause("PA-43", "PA-13")
def test_a_jumper_over_a_hole_is_a_player_first() -> None:
    match = off("crowns c4 E", c5="hole")
    turn(match, crowns="jump")
    match.play("moons returns")
    before = points(match)["moons"]
    steps = match.play("roll 4 2 N")
    assert "where Crowns is" in steps[0].event.text
    assert points(match)["moons"] == before


@pytest.mark.clause("PA-43")
@pytest.mark.parametrize(
    ("option", "roll", "change"),
    [({"return_points": 3}, "4 5 W", -3), ({"return_points": 0}, "4 5 W", 0),
     ({"hole_points": 4}, "1 1 W", -4), ({"return_scores": True}, "4 5 W", 0)],
)  # fmt: skip
@pytest.mark.clause("PA-42")
def test_the_cost_of_returning_is_an_option(option: dict[str, int], roll: str, change: int) -> None:
    match = off(rules=option, b2="hole")
    turn(match)
    match.play("moons returns")
    before = points(match)["moons"]
    match.play(f"roll {roll}")
    assert points(match)["moons"] - before == change


@pytest.mark.clause("PA-42", "PA-43")
@pytest.mark.parametrize(
    ("option", "roll", "texts"),
    [
        (
            {"return_scores": True},
            "4 5 W",
            [
                "Moons comes back on f5 and pays 1 point. [PA-43]",
                "Moons is on the board at the end of the turn and gains 1 point. [PA-42]",
            ],
        ),
        (
            {"return_scores": True, "survive_points": 0},
            "4 5 W",
            ["Moons comes back on f5 and pays 1 point. [PA-43]"],
        ),
        ({"return_points": 0}, "4 5 W", ["Moons comes back on f5, at no cost. [PA-43]"]),
        (
            {"hole_points": 0},
            "1 1 W",
            ["Moons rolls b2, a hole: they don't come back, at no cost. [PA-43]"],
        ),
        (
            {"hole_points": 2, "return_scores": True},
            "1 1 W",
            ["Moons rolls b2, a hole: they don't come back and lose 2 points. [PA-43]"],
        ),
    ],
)
def test_a_return_tells_what_is_paid_and_what_is_given(
    option: dict[str, int], roll: str, texts: list[str]
) -> None:
    """Each sentence is true of the points in the state of its step."""
    match = off(rules=option, b2="hole")
    turn(match)
    match.play("moons returns")
    before = points(match)["moons"]
    steps = match.play(f"roll {roll}")
    assert [str(step.event) for step in steps] == texts
    for step in steps:
        before += step.event.data["change"]
        assert step.state.players["moons"].points == before


@pytest.mark.clause("PA-40", "PA-41")
def test_a_player_who_is_stunned_twice_in_a_turn_was_stunned_twice() -> None:
    match = table("suns b3 E", "moons e3 N", "crowns e5 S", c3="white", f3="white", e4="white",
                  e2="white")  # fmt: skip
    steps = turn(match, suns="push", crowns="push")
    texts = [str(step.event) for step in steps if step.event.kind == "points lost"]
    assert texts == ["Moons loses 2 points: they were stunned twice. [PA-40]"]
    assert points(match)["moons"] == -2


def test_harms_are_told_with_their_number() -> None:
    harms = [Harm("moons", kind, "e3", ("suns",), True) for kind in
             ("stunned", "stunned", "stunned", "fell")]  # fmt: skip
    assert _harms_text(harms, "was") == "was stunned 3 times and fell down a hole"


@pytest.mark.clause("PA-43", "PA-3")
def test_with_chosen_headings_a_returning_player_chooses_one() -> None:
    match = off(rules={"headings": "chosen"})
    turn(match)
    match.play("moons returns")
    assert [die.name for die in match.to_act.dice] == ["row", "column"]
    match.play("roll 4 5")
    assert match.to_act == Seat("moons")
    assert [str(move) for move in match.moves()] == [
        "moons faces N", "moons faces E", "moons faces S", "moons faces W",
    ]  # fmt: skip
    match.play("moons faces S")
    assert match.state.players["moons"][:2] == ("f5", "S")
    assert match.state.turn == 3


@pytest.mark.clause("PA-43")
def test_several_players_return_in_the_order_of_pushes() -> None:
    lines = "suns off, out 1", "moons off, out 1", "crowns b2 N", "arms off, out 1"
    for number, order in ((2, ["arms", "suns", "moons"]), (5, ["moons", "arms", "suns"])):
        match = table(*lines, f"turn {number}")
        turn(match)
        returned = []
        while match.state.phase == "return":
            returned.append(match.to_act.name)
            match.play(f"{returned[-1]} returns")
            match.play(f"roll 5 {len(returned) + 1} N")
        assert returned == order
        assert where(match)[order[0]] == "c6"


@pytest.mark.clause("PA-43")
def test_points_may_go_below_zero() -> None:
    match = table("suns b2 N", "moons off, -3 points", b3="hole")
    turn(match)
    match.play("moons returns")
    match.play("roll 2 1 N")
    assert points(match)["moons"] == -4


@pytest.mark.clause("PA-43", "PA-44")
def test_without_coming_back_the_game_ends_when_nobody_is_left() -> None:
    match = off(rules={"respawn": False})
    turn(match)
    assert isinstance(match.to_act, Simultaneous)
    match = table("suns c4 N, then left", "moons g3 N", c4="hole", g4="hole",
                  rules={"respawn": False})  # fmt: skip
    turn(match, moons="jump then left")
    assert where(match) == {"suns": None, "moons": None}
    assert match.result is not None
    assert match.result.text == "No order is left: Moons wins with 0 points."


# --- PA-44: the end -------------------------------------------------------------------------------


@pytest.mark.clause("PA-44")
def test_the_game_ends_when_nobody_is_there_and_nobody_tries_to_come_back() -> None:
    match = table("suns c4 N", "moons off, 4 points, out 1", "turn 3", c5="hole")
    turn(match, suns="jump then left")
    match.play("moons stays off")
    # Nobody can write in turn 4, in which suns falls; it may still try in turn 5.
    match.play("moons stays off")
    assert match.state.turn == 5
    assert match.to_act == Seat("moons")
    match.play("moons stays off")
    assert match.to_act == Seat("suns")
    assert match.result is None
    match.play("suns returns")
    match.play("roll 4 2 N")  # the hole at c5
    assert match.result is None, "somebody tried"
    stay_off(match)
    assert match.to_act is None
    assert match.result.clause == "PA-44"
    assert match.result.winners == ("moons",)
    assert match.result.text == "No order is left: Moons wins with 4 points."
    assert refused(match, "suns left").text.startswith("the game is over: No order is left")


@pytest.mark.clause("PA-44")
def test_all_agree_to_stop() -> None:
    match = table("suns c3 N, 3 points", "moons e4 W, 3 points", "crowns f6 N, 1 point")
    match.play("crowns left")
    steps = match.play("moons agrees to stop")
    assert str(steps[0]) == "Moons agrees to stop, and asks whether all do. [PA-44]"
    assert match.to_act == Seat("suns")
    assert refused(match, "crowns agrees to stop").text == (
        "crowns agrees to stop must wait: Suns must say whether they agree to stop"
    )
    match.play("suns agrees to stop")
    match.play("agrees to stop")
    assert match.result.winners == ("suns", "moons")
    assert match.result.text == "All agreed to stop: Suns and Moons share the win with 3 points."
    assert dict(match.result.scores) == {"suns": 3, "moons": 3, "crowns": 1}
    assert match.state.orders == {}


@pytest.mark.clause("PA-44")
def test_one_no_ends_the_vote_for_the_turn() -> None:
    match = table("suns c3 N", "moons e4 W", "crowns f6 N")
    match.play("moons agrees to stop")
    match.play("suns agrees to stop")
    steps = match.play("crowns plays on")
    assert str(steps[0]) == "Crowns plays on, so the game goes on. [PA-44]"
    assert match.to_act == Simultaneous("orders", ("suns", "moons", "crowns"), "PA-20")
    assert refused(match, "suns agrees to stop").text == (
        "Crowns plays on, so nobody may ask again before the next turn"
    )
    turn(match)
    assert match.refusal("suns agrees to stop") is None


@pytest.mark.clause("PA-44")
def test_players_off_the_board_or_stunned_vote_too() -> None:
    match = table("suns c3 N", "moons off", "crowns f6 N, stunned")
    assert "only players who must write may ask" in refused(match, "moons agrees to stop").text
    match.play("suns agrees to stop")
    assert match.to_act == Seat("moons")
    match.play("moons agrees to stop")
    assert match.to_act == Seat("crowns")


@pytest.mark.clause("PA-44")
def test_without_the_option_no_vote_can_be_called() -> None:
    match = table("suns c3 N", "moons e4 W", rules={"agreement": False})
    assert (
        refused(match, "suns agrees to stop").text
        == "under these rules the players can't agree to stop"
    )
    assert not any("agrees" in str(move) for move in match.moves())


@pytest.mark.clause("PA-44")
@pytest.mark.parametrize("limit", [1, 4])
def test_the_game_ends_at_the_turn_limit(limit: int) -> None:
    match = table("suns c3 N", "moons e4 W", rules={"turn_limit": limit})
    for _ in range(limit):
        assert match.result is None
        turn(match)
    assert match.result.text == (
        f"Turn {limit} was the last: Suns and Moons share the win with {limit} "
        f"point{'s' if limit > 1 else ''}."
    )


@pytest.mark.clause("PA-44", "PA-43")
def test_in_the_last_turn_a_player_can_still_return() -> None:
    match = table("suns c3 N", "moons off, 4 points", rules={"turn_limit": 1})
    turn(match)
    assert match.to_act == Seat("moons")
    match.play("moons stays off")
    assert match.result.winners == ("moons",)


@pytest.mark.clause("PA-44")
def test_the_fewest_points_below_zero_win() -> None:
    match = table("suns off, -3 points", "moons c3 N, -7 points", rules={"turn_limit": 1})
    turn(match)
    stay_off(match)
    assert match.result.text == "Turn 1 was the last: Suns wins with -3 points."
