"""Positions by hand, and moves as text: what is read, what is refused, and how that is said."""

from __future__ import annotations

import re
from itertools import permutations

import pytest

import piecepack_nb as pp
from piecepack_nb.core.actors import Roll
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.games.piecepackman.state import (
    Coin,
    Ghost,
    Objective,
    Order,
    SetUp,
    State,
    Walk,
    WorkingState,
)
from tests.games.piecepackman.helpers import SUITS, ghosts, refused, roll, table

PLAIN = "piecepackman: d4 N\ncubes: suns a2 b3, crowns c4"


def game(**options):
    return pp.game("piecepackman", **options)


# --- positions ------------------------------------------------------------------------------


def test_only_written_pieces_are_on_the_board():
    state = game().position(PLAIN)
    assert (state.square, state.heading, state.phase, state.turn) == ("d4", "N", "roll", 1)
    assert state.cubes == {"a2": "suns", "b3": "suns", "c4": "crowns"}
    assert state.coins == {}
    assert {suit: ghost.square for suit, ghost in state.ghosts.items()} == dict(
        game().ruleset.maze.ghosts
    )
    assert (state.extra_lives, state.objective, state.hunger) == (3, None, None)


def test_every_entry_can_be_written():
    state = game().position("""
        phase: ghosts
        turn: 7
        piecepackman: d4 north
        extra_lives: 1
        ghosts: suns g4 2 cubes, moons waits 1, crowns a4 2 cubes immune
        cubes: suns a2 b3, moons c4, suns i9
        coins: arms 5, suns ace
        stash: suns 1, moons 2
        objective: arms coin
        hunger: 2
        discarded: crowns 4
        dice: suns 5, crowns ace
        to_move: crowns, suns
    """)
    assert state.ghosts["suns"] == Ghost("g4", 2)
    assert state.ghosts["moons"] == Ghost("e6", 0, 1)
    assert state.ghosts["crowns"] == Ghost("a4", 2, 0, True)
    assert state.cubes == {"a2": "suns", "b3": "suns", "c4": "moons", "i9": "suns"}
    assert state.coins == {"a1": Coin("arms", "5"), "j1": Coin("suns", "ace")}
    assert state.stash == {"suns": 1, "moons": 2, "crowns": 0, "arms": 0}
    assert state.objective == Objective("arms", True)
    assert (state.hunger, state.extra_lives, state.turn) == (2, 1, 7)
    assert state.discarded == (Coin("crowns", "4"),)
    assert state.dice == {"suns": "5", "crowns": "ace"}
    assert (state.to_move, state.order) == (("crowns", "suns"), ("crowns", "suns"))


def test_a_mapping_is_a_position():
    written = {
        "piecepackman": "d4 N",
        "ghosts": {"suns": "g4 2 cubes", "moons": {"square": "b7", "cubes": 1}},
        "cubes": {"suns": ["a2", "b3"], "crowns": "c4"},
        "coins": {"arms": 5},
        "stash": {"suns": 2},
    }
    lines = """
        piecepackman: d4 N
        ghosts: suns g4 2 cubes, moons b7 1 cube
        cubes: suns a2 b3, crowns c4
        coins: arms 5
        stash: suns 2
    """
    assert game().position(written) == game().position(lines)


def test_suits_and_faces_can_be_abbreviated():
    assert game().position("piecepackman: d4 n\ncubes: s a2, red b3, Crown c4\ncoins: blue 5") == (
        game().position(PLAIN + "\ncoins: arms 5")
    )


@pytest.mark.parametrize("phase", ["order", "dice", "ghosts"])
def test_in_the_ghosts_phase_waiting_ghosts_are_omitted(phase):
    dice = "\ndice: suns 2, crowns 2, arms 2" if phase == "ghosts" else ""
    state = game().position(f"{PLAIN}\nphase: {phase}\nghosts: suns f7, moons waits 1{dice}")
    assert state.to_move == ("suns", "crowns", "arms")


@pytest.mark.parametrize(
    ("changed", "names", "accepted"),
    [
        ("piecepackman: e5 N", "piecepackman.square is 'e5'", "a square of the maze"),
        ("piecepackman: a5 N", "piecepackman.square is 'a5'", "a square of the maze"),
        ("piecepackman: z99 N", "piecepackman.square is 'z99'", "a square of the maze"),
        ("piecepackman: d4 X", "piecepackman.heading is 'X'", "N, E, S, W"),
        ("piecepackman: d4 nowhere", "piecepackman.heading is 'NOWHERE'", "N, E, S, W"),
        ("piecepackman: d4", "piecepackman is 'd4'", "a square and a heading"),
        ("ghosts: suns d4", "ghosts.suns.square is d4, where Piecepackman is", "PM-33"),
        ("ghosts: suns e6", "ghosts.moons.square is e6, where the suns ghost is", "PM-33"),
        ("ghosts: suns k4", "ghosts.suns.square is 'k4'", "a square of the maze"),
        ("ghosts: suns f7 g7", "ghosts.suns.square is 'f7 g7'", "a square of the maze"),
        ("ghosts: suns f7, suns g7", "ghosts names suns twice", "each suit once"),
        ("ghosts: hearts f7", "a ghost is 'hearts'", "suns, moons, crowns, arms"),
        ("ghosts: suns f7 waits 1", "ghosts.suns.waits is 1", "0 outside the ghost house"),
        ("ghosts: suns waits 2", "ghosts.suns.waits is 2", "a whole number from 0 to 1"),
        ("ghosts: suns f7 immune", "ghosts.suns.immune is True", "False outside Ghost Hunger"),
        ("ghosts: suns f7 5 cubes", "the number of suns cubes", "at most 6 (PM-2)"),
        ("cubes: suns d4", "cubes.d4 is under Piecepackman", "a free square"),
        ("cubes: suns a1\ncoins: arms 5", "cubes.a1 is under a power coin", "a free square"),
        ("cubes: suns e5", "a cube's square is 'e5'", "a square of the maze"),
        ("cubes: suns a2, moons a2", "cubes has two on a2", "one a square (PM-2)"),
        ("cubes: hearts a2", "a cube's square is 'hearts'", "a square of the maze"),
        ("cubes: suns a2 a3 a4 b1 b2 b3 b4", "the number of suns cubes", "at most 6 (PM-2)"),
        ("coins: arms 7", "coins.a1's face is '7'", "2, 3, 4, 5"),
        ("coins: arms ace", "coins.a1's face is 'ace'", "2, 3, 4, 5"),
        ("coins: arms 5, arms 4", "coins names arms twice", "each suit once"),
        ("coins: arms 5\ndiscarded: arms 5", "the number of arms power coins is 2", "one (PM-4)"),
        ("piecepackman: a1 N\ncoins: arms 5", "coins.a1 is under Piecepackman", "no coin there"),
        ("stash: suns 5", "the number of suns cubes", "at most 6 (PM-2)"),
        ("stash: suns many", "stash.suns is 'many'", "a whole number"),
        ("stash: hearts 1", "a suit of the stash is 'hearts'", "suns, moons, crowns, arms"),
        ("stash: suns 1, suns 2", "stash names suns twice", "each suit once"),
        ("objective: hearts", "objective's suit is 'hearts'", "suns, moons, crowns, arms"),
        ("hunger: -1", "hunger is -1", "a whole number from 0"),
        ("hunger: soon", "hunger is 'soon'", "a whole number from 0"),
        ("extra_lives: -1", "phase is 'roll'", "'over': nothing is left"),
        ("extra_lives: 1.5", "extra_lives is '1.5'", "a whole number from -1"),
        ("phase: lunch", "phase is 'lunch'", "setup, roll, bonus, order, dice, ghosts, over"),
        ("phase: setup", "phase is 'setup'", "another phase"),
        ("phase: over", "phase is 'over'", "not yet 'over'"),
        ("phase: bonus", "taken is []", "coins in phase 'bonus'"),
        (
            "phase: bonus\ntaken: arms 5\nhunger: none",
            "hunger is None",
            "a number in phase 'bonus'",
        ),
        ("taken: arms 5", "taken is [Coin(", "coins in phase 'bonus', and only there"),
        ("phase: ghosts", "dice.suns is None", "a face, as the suns ghost moves next"),
        ("phase: ghosts\ndice: suns 9", "dice.suns is '9'", "null, ace, 2, 3, 4, 5"),
        ("phase: ghosts\ndice: suns null", "to_move is", "a ghost that can step from f5"),
        ("phase: order\nto_move: suns", "to_move is ['suns']", "at least 2 ghosts"),
        ("phase: order\nto_move: suns suns", "to_move is ['suns', 'suns']", "each ghost once"),
        ("to_move: suns", "to_move is ['suns']", "nobody in phase 'roll'"),
        ("order: hearts", "a ghost in order is 'hearts'", "suns, moons, crowns, arms"),
        ("turn: 0.5", "turn is '0.5'", "a whole number from 0"),
        ("weather: fine", "an entry of the position is 'weather'", "phase, turn, piecepackman"),
        ("no colon here", "line 3 of the position is 'no colon here'", "each once"),
        ("turn: 2\nturn: 3", "line 4 of the position is 'turn: 3'", "each once"),
    ],
)
def test_an_impossible_position_is_refused_in_one_line(changed, names, accepted):
    own = [line for line in PLAIN.splitlines() if line.partition(":")[0] + ":" not in changed]
    message = refused_position("\n".join([*own, changed]))
    value, rest = re.split("; expected ", message)
    assert names in value
    assert accepted in rest


def refused_position(written: object) -> str:
    """Return the one-line refusal of a position."""
    with pytest.raises(BadInput) as caught:
        game().position(written)
    message = str(caught.value)
    assert "\n" not in message
    assert re.search("; expected ", message)
    return message


@pytest.mark.parametrize("written", [None, 7, [], ["piecepackman: d4 N"], b"piecepackman: d4 N"])
def test_values_other_than_lines_or_mappings_are_refused(written):
    assert "the position is" in refused_position(written)


@pytest.mark.parametrize(
    ("entry", "value"),
    [
        ("piecepackman", 5),
        ("ghosts", [1]),
        ("ghosts", {"suns": 7}),
        ("cubes", 3),
        ("cubes", {"suns": [["a2"]]}),
        ("cubes", {"suns": 2}),
        ("coins", {"a1": 4}),
        ("coins", {5: 5}),
        ("coins", {"f4": ["suns", "5"]}),
        ("turn", 10**30),
        ("stash", []),
        ("objective", {}),
        ("hunger", 1.0),
        ("taken", [[]]),
        ("dice", "suns"),
        ("order", [None]),
    ],
)
def test_values_of_the_wrong_kind_are_refused(entry, value):
    refused_position({"piecepackman": "d4 N", "cubes": "suns a2", entry: value})


def test_three_players_have_no_ghost_of_the_suit_left_out():
    three = game(players=3)
    with pytest.raises(BadInput, match=r"a ghost is 'arms'; expected suns, moons, crowns$"):
        three.position(PLAIN + "\nghosts: arms e5")
    with pytest.raises(BadInput, match=r"stash.arms is 1; expected 0: wild cubes"):
        three.position(PLAIN + "\nstash: arms 1")


def test_a_refused_position_makes_no_match():
    with pytest.raises(BadInput, match="heading"):
        table("piecepackman: d4 X\ncubes: suns a2")


# --- moves as text --------------------------------------------------------------------------


def walking():
    """Return a match in which the suns ghost on a9 moves next, three steps."""
    match = table("piecepackman: f4 W\nphase: order\nghosts: suns a9\ncubes: suns b10, moons j9")
    ghosts(match, suns=3)
    return match


def test_every_walk_is_read_as_it_is_written():
    match = walking()
    for move in match.moves():
        assert match.game.parse_move(match.state, str(move)) == move


def test_every_order_is_read_as_it_is_written():
    match = table("piecepackman: f4 W\nphase: order\ncubes: suns a2")
    for suits in permutations(SUITS):
        move = Order(suits)
        assert match.game.parse_move(match.state, str(move)) == move


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("roll 3 4 5 2", "3 4 5 2"),
        ("Roll A, N, 5, 2", "ace null 5 2"),
        ("a a n 0", "ace ace null null"),
        ("ROLL s 5, m a, c 0, a 2", "5 ace null 2"),
        ("roll 1 null Ace 5", "ace null ace 5"),
    ],
)
def test_faces_of_real_dice_are_read_in_the_order_of_the_dice(text, faces):
    match = table("piecepackman: f4 W\ncubes: suns a2")
    read = match.game.parse_move(match.state, text)
    assert read == Roll(FrozenDict(zip(SUITS, faces.split(), strict=True)))
    assert match.refusal(text) is None


def test_fewer_than_four_ghost_dice_can_be_due():
    match = table("piecepackman: f4 W\nghosts: moons waits 1\ncubes: suns a2")
    roll(match)
    match.play("order arms suns crowns")
    assert dict(match.game.parse_move(match.state, "a 2 n").faces) == {
        "suns": "ace", "crowns": "2", "arms": "null",
    }  # fmt: skip
    with pytest.raises(pp.BadInput, match="the faces of suns, crowns, arms"):
        match.play("roll 3 4")
    for text in ("roll 3 4 6", "3 4 6"):
        assert "no face '6'" in refused(match, text).text


@pytest.mark.parametrize(
    ("phase", "example"),
    [
        ("roll", "'roll 5 4 3 2', the faces of the dice (suns, moons, crowns, arms)"),
        ("order", "'order suns moons crowns arms', in the order that you agree on"),
        ("ghosts", "'suns g6', or its whole path: 'suns f5-f6-g6'"),
    ],
)
def test_only_the_forms_that_fit_the_phase_are_listed(phase, example):
    match = table(
        f"piecepackman: f4 W\nphase: {phase}\ncubes: suns a2\nghosts: crowns j4"
        "\ndice: suns 2, moons 2, crowns 2, arms 2"
    )
    with pytest.raises(pp.BadInput) as caught:
        match.play("hello")
    assert str(caught.value) == f"the move is 'hello'; expected {example}"
    if phase == "ghosts":
        assert match.refusal("suns g6") is None


def test_rolls_and_set_ups_are_read_as_they_are_written():
    match = pp.Match(game(tie_break="random"), seed=9)
    for _ in range(2):
        match.run(1)
        move = match.record[-1].move
        assert isinstance(move, SetUp | Roll)
        assert match.game.parse_move(match.state, str(move)) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("suns a9-a8-a7-b7", Walk("suns", ("a9", "a8", "a7", "b7"))),
        ("SUNS A9-A8-A7-B7", Walk("suns", ("a9", "a8", "a7", "b7"))),
        ("red a9-a8-a7-b7", Walk("suns", ("a9", "a8", "a7", "b7"))),
        ("s b7", Walk("suns", ("a9", "a8", "a7", "b7"))),
        ("suns c10", Walk("suns", ("a9", "a10", "b10", "c10"))),
        ("suns a10", Walk("suns", ("a9", "a10", "b10", "a10"))),  # by the cube on b10
        ("Suns A9 - A8 – a7, b7", Walk("suns", ("a9", "a8", "a7", "b7"))),
        ("suns a9 a8 a7 b7", Walk("suns", ("a9", "a8", "a7", "b7"))),
        (" b7", Walk("suns", ("a9", "a8", "a7", "b7"))),  # whose move it is is known
        ("suns j1", None),
        ("order suns moons crowns arms", Order(SUITS)),
        ("Order red, black, green, blue", Order(SUITS)),
        ("order s m c a", Order(SUITS)),
        (
            "roll suns 5 moons a crowns 0 arms null",
            Roll(FrozenDict(suns="5", moons="ace", crowns="null", arms="null")),
        ),
        (
            "ROLL blue 1 red 2 green 3 black 4",
            Roll(FrozenDict(arms="ace", suns="2", crowns="3", moons="4")),
        ),
    ],
)
def test_informal_moves_are_parsed(text, move):
    match = walking()
    read = match.game.parse_move(match.state, text)
    if move is None:  # too far: the shortest way, so that the refusal can tell what is wrong
        assert read.path[0] == "a9"
        assert read.path[-1] == "j1"
        assert match.refusal(text).clause == "PM-32"
    else:
        assert read == move


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", "the move is ''"),
        ("   ", "the move is"),
        ("hello", "the move is 'hello'"),
        ("suns", "the move is 'suns'"),
        ("suns f5 hut", "the square is 'hut'"),
        ("hearts f5-f6", "the move is 'hearts f5-f6'"),
        ("suns f5-z9", "the square is 'z9'"),
        ("suns - -", "the move is 'suns - -'"),
        ("suns a5", "the square is 'a5'"),
        ("order suns hearts", "'hearts' is no suit"),
        ("roll", "the move is 'roll'; expected 'suns "),
        ("roll suns", "the roll is 'roll suns'"),
        ("roll suns 5 suns 4", "the roll is 'roll suns 5 suns 4'"),
        ("setup hearts a2", "'hearts' is no suit"),
        ("setup suns a2 a2", "two cubes on a2"),
        ("setup suns a2; coins suns", "the coins is 'suns'"),
    ],
)
def test_unreadable_moves_are_refused_in_one_line(text, names):
    match = walking()
    before = match.cursor
    with pytest.raises(BadInput) as caught:
        match.play(text)
    message = str(caught.value)
    assert names in message
    assert "\n" not in message
    assert re.search("expected", message)
    assert match.cursor == before


def test_an_end_alone_means_the_walk_with_most_cubes():
    match = table("piecepackman: f4 W\nphase: order\nghosts: suns b9\ncubes: suns c9 b8, moons j9")
    ghosts(match, suns=4)
    before = match.state
    match.play("suns b9-b8-b9-c9-d9")
    assert match.state.ghosts["suns"].cubes == 2
    match.undo()
    assert match.state == before
    match.play("suns d9")
    assert match.state.ghosts["suns"].cubes == 2


def test_a_roll_is_played_as_text():
    match = table(PLAIN)
    match.play("roll suns 2 moons ace crowns null arms null")
    other = table(PLAIN)
    roll(other, suns=2, moons="ace")
    assert match.state == other.state
    assert match.state.dice == {"suns": "2", "moons": "ace", "crowns": "null", "arms": "null"}


def test_a_working_copy_has_the_value_of_each_field_under_its_name():
    names = State(*State._fields)
    copy = WorkingState(names)
    assert {name: getattr(copy, name) for name in State._fields} == names._asdict()
    assert copy.frozen() == names
