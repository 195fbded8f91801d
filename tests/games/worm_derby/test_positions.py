"""Tables written by hand, and what may not be on one."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from piecepack_nb.core.errors import BadInput
from tests.core.damage import one_line
from tests.games.worm_derby.helpers import derby, straight

GAME = derby(players=3)
WORMS = {"suns": straight(20, 20), "moons": straight(20, 22), "crowns": straight(20, 24)}


def whole(**entries: Any) -> dict[str, Any]:
    """Return a table as JSON, with some entries otherwise."""
    state = GAME.position({"worms": WORMS, "tiles": ["30 20 30", "33 20 0"], "steps": 3})
    return {**copy.deepcopy(GAME.to_json(state)), **entries}


@pytest.mark.clause("WD-1")
def test_short_positions_are_parsed():
    state = GAME.position({"worms": WORMS})
    assert (state.phase, state.turn, state.to_move) == ("roll", 1, "suns")
    assert state.worms["suns"].end("head") == (20, 20)
    assert state.worms["suns"].end("tail") == (16.25, 20)
    state = GAME.position({"worms": {**WORMS, "suns": straight(20, 20) + " laps -1"}, "steps": 2,
                           "to_move": "crowns", "turn": 9})  # fmt: skip
    assert (state.phase, state.steps, state.to_move, state.turn) == ("move", 2, "crowns", 9)
    assert state.worms["suns"].laps == -1


def test_positions_as_lines_are_parsed():
    text = """
    suns 20 20: 180 180 170 160 160 laps 1
    moons 20 24: 180 180 180 180 180
    crowns 20 28: 90 90 90 90 90
    tile 30 20 30
    tile 33 20
    turn 7, moons to move, 4 steps
    """
    state = GAME.position(text)
    assert len(state.tiles) == 2
    assert (state.turn, state.to_move, state.steps) == (7, "moons", 4)
    again = GAME.position(str(state))
    assert again.tiles == state.tiles
    for seat, worm in state.worms.items():
        for one, other in zip(worm.discs, again.worms[seat].discs, strict=True):
            assert one == pytest.approx(other, abs=1e-6)


def test_lines_can_name_worms_that_are_home():
    text = "suns 20 20: 180 180 180 180 180\ncrowns 20 24: 180 180 180 180 180\n"
    state = GAME.position(text + "turn 90, crowns to move, moons home")
    assert (state.home, state.to_move, state.phase) == (("moons",), "crowns", "roll")
    assert str(state).splitlines()[-1] == "turn 90, crowns to move, moons home"
    over = GAME.position("suns 20 20: 180 180 180 180 180\nover, crowns home, moons home")
    assert over.home == ("crowns", "moons")
    assert GAME.result(over).winners == ("crowns",)


def test_lines_can_place_slalom_tiles():
    game = derby(slalom="both")
    text = (
        "suns 20 20: 180 180 180 180 180\nmoons 20 24: 180 180 180 180 180\nred 30 18\nblue 36 18"
    )
    state = game.position(text)
    assert state.colours == ("red", "blue")
    assert str(state).splitlines()[2:] == [
        "red 30 18 0",
        "blue 36 18 0",
        "turn 1, suns to move",
    ]


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        (3, "the position is 3; expected a mapping"),
        ({"worm": {}}, "an entry of the position is 'worm'; expected one of"),
        ({"worms": {"suns": "20"}}, "worms.suns is '20'; expected a head and angles"),
        ({"worms": {"hearts": straight(20, 20)}}, "a worm is 'hearts'; expected suns"),
        ({"worms": {"suns": straight(20, 20)}}, "worms has no entry 'moons', who still races"),
        ({"worms": {**WORMS, "suns": "20 20: 180"}}, "expected a list of 6 discs"),
        ({"worms": {**WORMS, "suns": "0.3 20: 90 90 90 90 90"}}, "expected a place on the table"),
        ({"worms": {**WORMS, "suns": "20 20: 180 0 180 180 180"}}, "they don't touch"),
        ({"worms": {**WORMS, "suns": "20 20: 180 0 0 180 180"}}, "discs 1 and 3 of the suns worm"),
        ({"worms": {**WORMS, "suns": "20 20: 180 120 60 0 300"}}, "they don't touch"),
        (
            {"worms": {**WORMS, "moons": straight(20, 20.7)}},
            "not on the moons worm's disc",
        ),
        ({"worms": WORMS, "tiles": ["19 20 0"]}, "a place that is not on tile 1"),
        ({"worms": WORMS, "tiles": ["30 20", "31 20"]}, "tile 2 is [31.0, 20.0, 0.0]"),
        ({"worms": WORMS, "tiles": ["30 0.5"]}, "tile 1 is [30.0, 0.5, 0.0]; expected a place on"),
        ({"worms": WORMS, "tiles": ["48 19"]}, "a place that is not on pylon"),
        ({"worms": WORMS, "tiles": ["x"]}, "tiles[0] is 'x'"),
        ({"worms": WORMS, "tiles": 5}, "tiles is 5; expected a list"),
        ({"worms": WORMS, "steps": 7}, "steps is 7; expected a whole number from 0 to 6"),
        ({"worms": WORMS, "phase": "ace"}, "phase is 'ace'; expected roll"),
        ({"worms": WORMS, "phase": "worms"}, "phase is 'worms'"),
        ({"worms": WORMS, "phase": "over"}, "phase is 'over'; expected one that fits"),
        ({"worms": WORMS, "colours": ["red"]}, "colours is ['red']; expected none"),
        ({"worms": WORMS, "home": ["suns"]}, "suns not on the table any more"),
        ({"worms": WORMS, "gone": ["suns"]}, "gone is ['suns']; expected none"),
        ({"worms": {**WORMS, "suns": straight(12, 18, 180) + " laps 1"}}, "it would be home"),
        ({"worms": {**WORMS, "suns": straight(20, 20) + " eaten at head"}}, "no cannibals"),
        ("suns 20 20: 180\nsuns 20 20: 180", "expected one line, not a second"),
        ("suns 20 20: 180\nhello", "a line of the position is 'hello'"),
        ("x" * 5000, "the position has 5000 characters"),
    ],
)
def test_invalid_positions_are_refused(position, expected):
    with pytest.raises(BadInput) as error:
        GAME.position(position)
    one_line(error.value)
    assert expected in str(error.value), str(error.value)


def test_positions_take_any_number_of_decimals():
    third = "20.3333333333333333333 18.66666666666666666666"
    others = "".join(
        f"{seat} 10 {y}: 180 180 180 180 180\n" for seat, y in (("moons", 5), ("crowns", 8))
    )
    tile = "tile 30.123456789012 9 10.5"
    state = GAME.position(f"suns {third}: 180 180 180 180 180\n{others}{tile}")
    assert state.worms["suns"].end("head") == pytest.approx((20 + 1 / 3, 18 + 2 / 3), abs=1e-9)
    assert GAME.position(str(state)) == state
    assert GAME.from_json(whole(tiles=[[30.00000000001, 5, 0]])).tiles[0][:2] == (30, 5)
    assert GAME.from_json(whole(tiles=[[30, 5, 89.9999999999]])).tiles[0].angle == 0


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ({"turn": True}, "turn is True"),
        ({"turn": 10**40}, "turn is 1000"),
        ({"turn": 0}, "turn is 0; expected 0 during the set-up"),
        ({"to_move": "arms"}, "to_move is 'arms'"),
        ({"tiles": [[1e308, 5, 0]]}, "tiles[0][0] is 1e+308"),
        ({"tiles": [[float("nan"), 5, 0]]}, "tiles[0][0] is nan"),
        ({"tiles": [[30, 5, 90]]}, "tiles[0][2] is 90.0; expected an angle from 0 up to 90"),
        ({"tiles": [[30, 5]]}, "tiles[0] is [30, 5]; expected a list of 3 numbers"),
        ({"tiles": [[1e5, 5, 0]]}, "tiles[0][0] is 100000.0; expected a number from -9999 to 9999"),
        ({"tiles": [[float("nan"), 5, 0]]}, "expected a number from -9999 to 9999"),
        ({"tiles": [[30, 5, 0]] * 22}, "tiles is"),
        ({"steps": 0}, "steps is 0; expected 0, or the steps to make"),
        ({"phase": "set-up"}, "is"),
        ({"more": 1}, "an entry of the position is 'more'"),
        ({"colours": "red"}, "colours is 'red'"),
    ],
)
def test_invalid_json_states_are_refused(entries, expected):
    with pytest.raises(BadInput) as error:
        GAME.from_json(whole(**entries))
    one_line(error.value)
    assert expected in str(error.value), str(error.value)


def test_a_broken_chain_is_refused():
    data = whole()
    data["worms"]["suns"]["discs"][3][0] += 0.001
    with pytest.raises(BadInput, match=r"the distance of discs 2 and 3 of the suns worm is 0.749"):
        GAME.from_json(data)


def test_a_position_during_set_up():
    game = derby(set_up="by hand", obstacles=2)
    assert game.position({}) == game.initial_state()
    state = game.position({"tiles": ["25 18 0"]})
    assert (state.phase, state.to_move) == ("tiles", "moons")
    with pytest.raises(BadInput, match="to_move is 'suns'"):
        game.position({"tiles": ["25 18 0"], "to_move": "suns"})
    with pytest.raises(BadInput, match="fewer than 2"):
        game.position({"tiles": ["25 18 0", "29 18 0"]})


def test_discs_and_tiles_have_the_names_used_by_refusals():
    state = GAME.position({"worms": WORMS, "tiles": ["30 20 30"]})
    discs = {disc.name: (disc.place, disc.end) for disc in state.discs()}
    assert discs["suns 1"] == ((20, 20), "head")
    assert discs["suns 5"] == ((17, 20), "")
    assert discs["suns 6"] == ((16.25, 20), "tail")
    assert {"suns 0", "suns 7"}.isdisjoint(discs)
    tiles = {name: tile.middle for name, tile in GAME.ruleset.all_tiles(state.tiles)}
    assert tiles == {"tile 1": (30, 20), "pylon": (48, 18),
                     "start tile 1": (12, 13), "start tile 2": (12, 23)}  # fmt: skip


# --- moves as texts -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("suns tail>head 45.2 50.1", "suns tail>head 45.2 50.1"),
        ("Suns  TAIL > HEAD 45.20 410", "suns tail>head 45.2 50"),
        ("red head>tail -45", "suns head>tail 315"),
        ("s tail>head 30°", "suns tail>head 30"),
        ("sun stay", "suns stays"),
        ("tile 7 at 20.5, 12.0, 120", "tile 7 to 20.5 12 30"),
        ("tile to 20.5 12", "tile 1 to 20.5 12 0"),
        ("moons adds tail 90.0", "moons adds tail 90"),
        ("moons at 17.50", "moons at 17.5"),
        ("set up 20 18 0, 24 18 45", "set up 20 18 0, 24 18 45"),
        ("set up red 20 18, blue 24 18 45", "set up red 20 18 0, blue 24 18 45"),
    ],
)
def test_moves_are_parsed_as_people_write_them(text, same):
    state = GAME.initial_state()
    move = GAME.parse_move(state, text)
    assert str(move) == same
    assert GAME.parse_move(state, str(move)) == move


@pytest.mark.parametrize(
    "text",
    ["", "suns", "suns tail>head forty", "suns tail>head nan", "suns tail>head 1e5", "hearts stays",
     "tile 7 to 1", "tile 7 to 1 2 3 4", "suns tail>head 99999999999", "set up x", "suns at",
     "x" * 5000, "suns tail>head " + "1 " * 2000, "tile 7 to inf 3 4"],
)  # fmt: skip
def test_invalid_moves_are_refused(text):
    with pytest.raises(BadInput) as error:
        GAME.parse_move(GAME.initial_state(), text)
    one_line(error.value)


WORDS = ("suns", "tail>head", "head", "45", "-1e9", "tile", "to", "at", "adds", "set up", "roll")


@settings(max_examples=100)
@given(st.text(max_size=40) | st.lists(st.sampled_from(WORDS)).map(" ".join))
def test_any_text_is_a_move_or_a_one_line_error(text):
    state = GAME.position({"worms": WORMS, "steps": 2})
    try:
        move = GAME.parse_move(state, text)
    except BadInput as error:
        one_line(error)
        return
    refusal = GAME.refusal(state, move)
    if refusal is not None:
        assert len(refusal.text) < 400
