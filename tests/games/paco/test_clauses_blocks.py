"""P.A.C.O.: blocks that slide, what they meet, and whom they push (PA-30 to PA-35)."""

from __future__ import annotations

import pytest

from tests.games.paco.helpers import carried, event, events, points, row, table, turn, where

RANK = "a3 b3 c3 d3 e3 f3 g3 h3"
"""The third rank: suns pushes along it from c3 or so, to the east."""


# --- PA-30: how a block slides --------------------------------------------------------------------


@pytest.mark.clause("PA-30")
def test_a_block_leaves_the_board_and_a_hole_behind() -> None:
    match = table("suns c3 E", "moons f6 N", d3="white", h3="hole")
    steps = turn(match, suns="push")
    assert carried(steps) == ["turns", "pushes", "slides", "leaves"]
    assert row(match.state, RANK) == "#.._..._"
    assert match.state.beside == 1
    slide = event(steps, "slides").data
    assert slide["path"] == ["d3", "e3", "f3", "g3", "h3"]


@pytest.mark.clause("PA-30")
def test_a_block_at_the_edge_leaves_at_once() -> None:
    match = table("suns g3 E", "moons f6 N")
    assert carried(turn(match, suns="push")) == ["turns", "pushes", "leaves"]
    assert row(match.state, RANK) == "#......_"


@pytest.mark.clause("PA-30")
@pytest.mark.parametrize(
    ("heading", "start", "way"),
    [("N", "d3", ["d4", "d5", "d6", "d7"]), ("E", "c4", ["d4", "e4", "f4", "g4"]),
     ("S", "d5", ["d4", "d3", "d2"]), ("W", "e4", ["d4", "c4", "b4"])],
)  # fmt: skip
def test_a_block_slides_in_the_pushers_heading(heading: str, start: str, way: list[str]) -> None:
    match = table(f"suns {start} {heading}", "moons g7 N", d4="white")
    steps = turn(match, suns="push")
    assert event(steps, "slides").data["path"] == way
    assert match.state.cells[way[-1]] == "stacked"
    assert "d4" not in match.state.cells


@pytest.mark.clause("PA-30")
@pytest.mark.parametrize(("option", "left", "beside"), [("stack", "%", 1), ("replace", "#", 2)])
def test_stopping_on_a_black_counter_is_an_option(option: str, left: str, beside: int) -> None:
    match = table("suns c3 E", "moons f6 N", d3="white", rules={"stop_on_floor": option})
    steps = turn(match, suns="push")
    assert events(steps, "stops") == [("PA-30", "stops")]
    assert row(match.state, RANK) == f"#.._..{left}_"
    assert match.state.beside == beside  # the edge's block, and perhaps the black counter


@pytest.mark.clause("PA-30")
@pytest.mark.parametrize(("cell", "left"), [("stacked", "."), ("white", "_")])
def test_a_block_leaves_its_counter_or_a_hole(cell: str, left: str) -> None:
    """A block on a counter leaves the counter; one that is its own floor leaves a hole."""
    match = table("suns c3 E", "moons f6 N", d3=cell, h3="hole")
    turn(match, suns="push")
    assert row(match.state, RANK) == f"#..{left}..._"


# --- PA-31: meeting a block, holes ----------------------------------------------------------------


@pytest.mark.clause("PA-31")
def test_a_block_slides_over_holes() -> None:
    match = table("suns b3 E", "moons f6 N", c3="white", d3="hole", f3="hole")
    steps = turn(match, suns="push")
    assert event(steps, "slides").text == (
        "The block slides from c3 to g3, over the holes at d3 and f3."
    )
    assert row(match.state, RANK) == "#.__._%_"


@pytest.mark.clause("PA-31")
@pytest.mark.parametrize(("seal", "left", "beside"), [(True, ".", 1), (False, "_", 2)])
def test_a_block_over_a_hole_seals_it_or_falls_through(seal: bool, left: str, beside: int) -> None:
    match = table("suns c3 E", "moons f6 N", d3="white", g3="hole", rules={"seal_holes": seal})
    steps = turn(match, suns="push")
    assert events(steps, "seals", "falls through") == [
        ("PA-31", "seals" if seal else "falls through")
    ]
    assert row(match.state, RANK) == f"#.._..{left}_"
    assert match.state.beside == beside


@pytest.mark.clause("PA-31", "PA-12")
def test_a_sealed_hole_can_be_walked_on() -> None:
    match = table("suns c3 E", "moons f3 N", d3="white", g3="hole", h3="white")
    turn(match, suns="push", moons="forward")
    assert match.state.cells["g3"] == "black"
    match.play("moons right")
    match.play("suns left")
    assert match.refusal("moons forward") is None


@pytest.mark.clause("PA-31", "PA-32")
@pytest.mark.parametrize("cell", ["white", "stacked"])
def test_a_block_without_room_stays_as_it_is(cell: str) -> None:
    match = table("suns c3 E", "moons f6 N", d3=cell, e3="white")
    steps = turn(match, suns="push")
    assert events(steps, "stays", "goes on") == [
        ("PA-31", "stays"), ("PA-32", "goes on"), ("PA-32", "goes on"),
    ]  # fmt: skip
    assert match.state.cells["d3"] == cell
    assert row(match.state, RANK) == f"#..{'#' if cell == 'white' else '%'}_.%_"


# --- PA-32: chains --------------------------------------------------------------------------------


@pytest.mark.clause("PA-32")
def test_only_the_last_block_of_a_row_slides() -> None:
    """Five blocks in a row stay but for the last one, which slides into the edge's block."""
    match = table("suns b3 E", "moons f6 N", c3="white", d3="white", e3="stacked", f3="white",
                  g3="white")  # fmt: skip
    steps = turn(match, suns="push")
    assert carried(steps) == ["turns", "pushes", *(["stays", "goes on"] * 5), "leaves"]
    assert row(match.state, RANK) == "#.##%##_"


@pytest.mark.clause("PA-31", "PA-32")
def test_a_chain_passes_over_holes() -> None:
    """Each block goes up to the next one, sealing a hole or standing on a counter there."""
    match = table("suns a3 E", "moons f6 N", a3="black", b3="white", c3="hole", d3="white",
                  e3="hole", f3="hole", g3="white")  # fmt: skip
    steps = turn(match, suns="push")
    assert [step.event.data["square"] for step in steps if step.event.kind == "seals"] == [
        "c3", "f3",
    ]  # fmt: skip
    assert row(match.state, RANK) == "._.__.#_"
    assert events(steps, "goes on") == [("PA-32", "goes on")] * 3


@pytest.mark.clause("PA-32")
def test_a_chain_ends_when_a_block_has_left_the_board() -> None:
    match = table("suns b3 E", "moons f6 N", c3="white", e3="white", h3="hole")
    steps = turn(match, suns="push")
    assert carried(steps)[-1] == "leaves"
    assert row(match.state, RANK) == "#._%_.._"
    assert match.state.beside == 1


# --- PA-33: players in the way --------------------------------------------------------------------


@pytest.mark.clause("PA-33", "PA-35")
def test_a_player_is_pushed_along_cell_by_cell_and_off_the_board() -> None:
    match = table("suns b3 E", "moons e3 N", c3="white", h3="black")
    steps = turn(match, suns="push")
    assert carried(steps) == [
        "turns", "pushes", "slides", "shoves", "shoves", "shoves", "pushed off", "slides", "leaves",
    ]  # fmt: skip
    assert [step.event.data["moved"][0]["to"] for step in steps if step.event.kind == "shoves"] == [
        "f3", "g3", "h3",
    ]  # fmt: skip
    assert where(match) == {"suns": "b3", "moons": None}
    assert events(steps, "pushed off") == [("PA-35", "pushed off")]
    assert row(match.state, RANK) == "#._....."
    assert points(match) == {"suns": 2, "moons": -1}


@pytest.mark.clause("PA-33", "PA-35")
def test_a_player_adjacent_to_the_block_is_pushed_at_once() -> None:
    match = table("suns b3 E", "moons d3 N", c3="white", h3="hole")
    steps = turn(match, suns="push")
    assert carried(steps)[2] == "shoves"
    assert where(match)["moons"] is None


@pytest.mark.clause("PA-33", "PA-34")
def test_a_second_player_is_pushed_along_too() -> None:
    match = table("suns b3 E", "moons d3 N", "crowns e3 S", c3="white")
    steps = turn(match, suns="push")
    assert event(steps, "stunned").data["seat"] == "crowns"
    assert where(match) == {"suns": "b3", "moons": "f3", "crowns": "g3"}
    assert match.state.players["moons"].stunned == 0
    assert match.state.players["crowns"].stunned == 1
    assert row(match.state, RANK) == "#._.%.._"
    assert points(match) == {"suns": 2, "moons": 1, "crowns": -1}


@pytest.mark.clause("PA-33", "PA-34")
def test_two_players_with_a_gap_between_them() -> None:
    match = table("suns b3 E", "moons d3 N", "crowns f3 S", c3="white")
    turn(match, suns="push")
    assert where(match) == {"suns": "b3", "moons": "f3", "crowns": "g3"}


@pytest.mark.clause("PA-33", "PA-35")
def test_two_and_three_players_are_pushed_off_the_board() -> None:
    match = table("suns b3 E", "moons d3 N", "crowns f3 S", c3="white", h3="black")
    steps = turn(match, suns="push")
    assert [step.event.data["seat"] for step in steps if step.event.kind == "pushed off"] == [
        "crowns", "moons",
    ]  # fmt: skip
    assert points(match) == {"suns": 3, "moons": -1, "crowns": -1}
    match = table("suns b3 E", "moons d3 N", "crowns f3 S", "arms e3 N", c3="white", h3="hole")
    turn(match, suns="push")
    assert where(match) == {"suns": "b3", "moons": None, "crowns": None, "arms": None}
    assert points(match)["suns"] == 4


@pytest.mark.clause("PA-33")
def test_another_player_of_the_row_that_stops_over_a_hole_falls() -> None:
    match = table("suns b3 E", "moons d3 N", "crowns e3 S", c3="white", f3="hole")
    steps = turn(match, suns="push")
    assert events(steps, "stunned", "falls") == [("PA-34", "stunned"), ("PA-33", "falls")]
    assert where(match) == {"suns": "b3", "moons": None, "crowns": "g3"}
    assert points(match) == {"suns": 3, "moons": -1, "crowns": -1}


@pytest.mark.clause("PA-33", "PA-13")
def test_a_jumper_that_the_block_does_not_move_stays_in_the_air() -> None:
    match = table("suns c4 E", "moons e3 N", "crowns f4 S", "turn 3",
                  d4="white", e4="hole", g4="white")  # fmt: skip
    steps = turn(match, suns="push", moons="jump then forward", crowns="left")
    assert events(steps, "stunned", "falls") == [("PA-34", "stunned")]
    assert event(steps, "stunned").data["seat"] == "crowns"
    moons = match.state.players["moons"]
    assert (moons.square, moons.then) == ("e4", "forward")
    assert points(match) == {"suns": 2, "moons": 1, "crowns": -1}


@pytest.mark.clause("PA-33", "PA-34")
def test_with_the_option_a_second_player_stops_the_first() -> None:
    match = table("suns b3 E", "moons d3 N", "crowns f3 S", c3="white", rules={"in_a_row": "stops"})
    steps = turn(match, suns="push")
    assert event(steps, "stunned").text == "Moons is pushed against Crowns on f3 and stunned on e3."
    assert where(match) == {"suns": "b3", "moons": "e3", "crowns": "f3"}
    assert row(match.state, RANK) == "#._%...#"
    assert points(match) == {"suns": 2, "moons": -1, "crowns": 1}


@pytest.mark.clause("PA-33", "PA-13")
def test_a_jumper_pushed_away_from_its_hole_is_on_the_board() -> None:
    """suns jumps over c4 and is pushed east by moons in the same turn, off to f4."""
    match = table("suns c3 N", "moons a4 E", "crowns f6 N", a4="black", b4="white", c4="hole",
                  g4="white")  # fmt: skip
    steps = turn(match, suns="jump", moons="push")
    assert events(steps, "jumps", "stunned") == [("PA-13", "jumps"), ("PA-34", "stunned")]
    suns = match.state.players["suns"]
    assert (suns.square, suns.then, suns.stunned) == ("f4", "", 1)


@pytest.mark.clause("PA-13", "PA-33")
@pytest.mark.parametrize(("option", "then"), [("void", ""), ("kept", "forward")])
def test_the_second_order_of_a_jumper_that_is_pushed_away_unharmed(option: str, then: str) -> None:
    """It is the second of a row, so that it isn't stunned."""
    match = table("suns c3 N", "moons a4 E", "crowns e4 N", a4="black", b4="white", c4="hole",
                  rules={"spoilt_jump": option})  # fmt: skip
    turn(match, suns="jump", moons="push")
    suns = match.state.players["suns"]
    assert (suns.square, suns.then, suns.stunned) == ("f4", then, 0)
    assert where(match)["crowns"] == "g4"


# --- PA-34: stunned -------------------------------------------------------------------------------


@pytest.mark.clause("PA-34", "PA-32")
def test_a_player_pushed_against_a_block_is_stunned_and_the_block_goes_on() -> None:
    match = table("suns b3 E", "moons d3 N", c3="white", f3="white")
    steps = turn(match, suns="push")
    assert carried(steps) == [
        "turns", "pushes", "shoves", "stunned", "stops", "goes on", "slides", "stops", "goes on",
        "leaves",
    ]  # fmt: skip
    assert event(steps, "stunned").text == (
        "Moons is pushed against the block on f3 and stunned on e3."
    )
    assert events(steps, "goes on") == [("PA-34", "goes on"), ("PA-32", "goes on")]
    assert row(match.state, RANK) == "#._%._%_"
    assert where(match)["moons"] == "e3"


@pytest.mark.clause("PA-34")
def test_a_player_between_two_blocks_is_stunned_in_place() -> None:
    match = table("suns b3 E", "moons d3 N", c3="white", e3="white")
    steps = turn(match, suns="push")
    assert carried(steps)[1:5] == ["pushes", "stunned", "stays", "goes on"]
    assert row(match.state, RANK) == "#.#._.%_"


@pytest.mark.clause("PA-34", "PA-20")
@pytest.mark.parametrize("lost", [0, 1, 2, 3])
def test_a_stunned_player_loses_the_next_turn(lost: int) -> None:
    match = table("suns b3 E", "moons d3 N", "crowns f6 N", c3="white", e3="white",
                  rules={"stun_turns": lost})  # fmt: skip
    turn(match, suns="push")
    for _ in range(lost):
        assert "moons" not in match.to_act.seats
        steps = turn(match)
    assert "moons" in match.to_act.seats
    if lost:
        assert events(steps, "recovers") == [("PA-34", "recovers")]


@pytest.mark.clause("PA-34")
def test_stunned_again_while_stunned_it_loses_another_turn() -> None:
    match = table("suns b3 E", "moons d3 N, stunned", "crowns f6 N", c3="white", e3="white")
    steps = turn(match, suns="push")
    assert events(steps, "recovers") == []
    assert "moons" not in match.to_act.seats
    assert points(match) == {"suns": 2, "moons": -1, "crowns": 1}


@pytest.mark.clause("PA-34", "PA-40", "PA-41")
def test_stunned_over_a_hole_it_falls_through() -> None:
    match = table("suns b3 E", "moons d3 N", c3="white", f3="hole", g3="white")
    steps = turn(match, suns="push")
    assert events(steps, "stunned", "falls") == [("PA-34", "stunned"), ("PA-34", "falls")]
    assert where(match)["moons"] is None
    assert points(match) == {"suns": 3, "moons": -2}
    assert row(match.state, RANK) == "#._.%_#_"


@pytest.mark.clause("PA-34", "PA-31")
def test_the_block_behind_a_stunned_player_seals_a_hole() -> None:
    match = table("suns b3 E", "moons d3 N", c3="white", e3="hole", f3="black", g3="white")
    turn(match, suns="push")
    assert where(match)["moons"] == "f3"
    assert row(match.state, RANK) == "#._...#_"


@pytest.mark.clause("PA-34", "PA-13")
def test_a_jumper_stunned_in_the_air_falls() -> None:
    match = table("suns c3 N", "moons a4 E", "crowns f6 N", a4="black", b4="white", c4="hole",
                  d4="white")  # fmt: skip
    steps = turn(match, suns="jump", moons="push")
    assert events(steps, "jumps", "stunned", "falls") == [
        ("PA-13", "jumps"), ("PA-34", "stunned"), ("PA-34", "falls"),
    ]  # fmt: skip
    assert points(match) == {"suns": -2, "moons": 3, "crowns": 1}


@pytest.mark.clause("PA-34")
def test_a_chain_can_stun_one_player_after_the_other() -> None:
    match = table("suns a3 E", "moons c3 N", "crowns e3 N", a3="black", b3="white", d3="white",
                  f3="white")  # fmt: skip
    steps = turn(match, suns="push")
    assert [step.event.data["seat"] for step in steps if step.event.kind == "stunned"] == [
        "moons", "crowns",
    ]  # fmt: skip
    assert points(match) == {"suns": 3, "moons": -1, "crowns": -1}
