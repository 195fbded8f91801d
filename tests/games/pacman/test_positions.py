"""Positions by hand, drawings and JSON: there and back, and what is wrong is named."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from tests.core.damage import one_line
from tests.games.pacman.helpers import CORRIDORS
from tests.games.pacman.random_play import matches

GAME = pp.game("pacman")
LINES = """
to_move: blue
red: c4, 20 marbles, 1 yellow
ghosts: e5 d6
white: a2 a3 a4
rings: g3 c7 g7
dice: 3 5
"""


def complaint(written: object, **options: Any) -> str:
    with pytest.raises(BadInput) as caught:
        pp.game("pacman", **options).position(written)
    one_line(caught.value)
    return str(caught.value)


# --- what is written ------------------------------------------------------------------------------


def test_lines_list_differences_from_the_start() -> None:
    state = GAME.position(LINES)
    assert state.players["red"] == ("c4", 20, 1)
    assert state.players["blue"] == ("i9", 49, 0)
    assert state.ghosts == {"ghost1": "e5", "ghost2": "d6"}
    assert state.white == {"a2", "a3", "a4"}
    assert state.yellow == {"g3", "c7", "g7"}
    assert (state.phase, state.turn, state.to_move) == ("move", 1, "blue")
    assert (state.dice, state.due) == ((3, 5), ("pac", "ghost"))


@pytest.mark.parametrize(
    "written",
    [
        {"to_move": "blue", "red": "c4, 20 marbles, 1 yellow", "ghosts": "e5, d6",
         "white": "a2 a3 a4", "rings": ["g3", "c7", "g7"], "dice": [3, 5]},
        {"to_move": "blue", "red": {"square": "c4", "tray": 20, "yellow": 1},
         "ghosts": ["e5", "d6"], "white": ["a2", "a3", "a4"], "rings": "all but c3", "dice": "3 5"},
        {"to_move": "blue", "red": "c4, 1 yellow, 20 marbles", "ghosts": {"ghost2": "d6"},
         "blue": "49 marbles", "white": "a2,a3,a4", "dice": (3, 5), "due": "pac ghost"},
    ],
)  # fmt: skip
def test_mappings_and_lines_are_equivalent(written: object) -> None:
    assert GAME.position(written) == GAME.position(LINES)


def test_a_state_and_its_json_are_positions_too() -> None:
    state = GAME.position(LINES)
    assert GAME.position(GAME.to_json(state)) == state
    assert pp.Match(GAME, position=state).state == state


def test_an_empty_position_is_the_first_turn() -> None:
    state = GAME.position("")
    assert state == GAME.initial_state()._replace(phase="roll", turn=1, rolling=())


def test_omitted_entries_are_derived() -> None:
    state = GAME.position({"red": "c4, 2 yellow", "blue": "g3"})
    assert len(state.white) == 71  # not where a Pac-Man stands
    assert state.yellow == {"c7", "g7"}  # nor on the first ring, for red holds two
    state = GAME.position({"white": "all but a2 a3 b2"})
    assert [player.tray for player in state.players.values()] == [2, 1]
    state = GAME.position({"white": "none", "phase": "over", "red": "40 marbles"})
    assert state.players["blue"].tray == 32


def test_a_drawing_prints_and_reads_back() -> None:
    state = GAME.position(LINES)
    drawn = GAME.drawing(state)
    assert GAME.position(drawn) == state
    assert drawn.splitlines()[:7] == [
        "phase: move",
        "turn: 1",
        "to_move: blue",
        "dice: 3 5",
        "due: pac ghost",
        "red: 20 marbles, 1 yellow",
        "blue: 49 marbles",
    ]
    assert drawn.splitlines()[8] == "9 | g                 |             B |"
    moved = drawn.replace("dice: 3 5", "dice: 1 1").replace("| .         2 |", "| .2          |")
    assert GAME.position(moved).dice == (1, 1)


@settings(max_examples=25)
@given(matches())
def test_every_state_of_a_game_prints_and_reads_back(match: pp.Match) -> None:
    game = match.game
    for state in [match.initial_state, *(played.steps[-1].state for played in match.record)][::3]:
        assert game.position(game.drawing(state)) == state


@pytest.mark.clause("PC-1", "PC-11")
def test_no_marble_may_be_written_as_an_empty_line() -> None:
    game = pp.game("pacman")
    written = "red: {yellow} yellow\nrings:{rings}"
    empty = game.position(written.format(yellow=4, rings=""))
    assert empty == game.position(written.format(yellow=4, rings=" none"))
    assert not empty.yellow
    with pytest.raises(ValueError, match="ghosts in line 1 of the position is ''; expected 1 to"):
        game.position("ghosts:")


def test_ghosts_that_share_the_centre_with_a_pac_man() -> None:
    game = pp.game("pacman", ghosts=3, centre="all")
    state = game.position({"red": "e5"})
    assert "R*" in game.drawing(state)
    assert game.position(game.drawing(state)) == state
    assert "123" in pp.game("pacman", ghosts=3).drawing(pp.game("pacman", ghosts=3).initial_state())


# --- what is wrong --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "words"),
    [
        (3, "the position is 3; expected a mapping of its entries by name"),
        ({"rde": "c3"}, "an entry of the position is 'rde'; expected one of phase, turn, to_move"),
        ({"green": "c3"}, "an entry of the position is 'green'; expected one of"),
        ({"green": "c3"}, "rolling, red, blue, ghosts, white, rings"),
        ("red c3", "the position's drawing ends"),
        ("red: c4\nred: c5", "line 2 of the position is 'red: c5'; expected phase: turn:"),
        ({"red": "z9"}, "players.red.square is 'z9'; expected a space of the board, such as a2"),
        ({"red": "c4 7"}, "red is 'c4 7'; expected a space and marbles, such as 'c3, 20 marbles"),
        ({"red": 3}, "red is 3; expected a space and marbles"),
        ({"red": {"square": []}}, "players.red.square is []; expected a space of the board"),
        ({"white": [[]]}, "a hole of white is []; expected a hole without a ring"),
        ({"red": "c4", "blue": "c4"}, "players.blue.square is 'c4'; expected another space"),
        ({"red": "a9"}, "players.red.square is 'a9'; expected no home but its own (PC-6)"),
        ({"red": "e5"}, "players.red.square is 'e5'; expected a space outside the centre"),
        ({"red": "c4", "white": ["c4"]}, "players.red.square is 'c4'; expected a hole without a"),
        ({"red": "c3", "rings": "c3 c7 g3 g7"}, "a hole without a yellow one"),
        ({"red": "100 marbles"}, "players.red.tray is 100; expected a whole number from 0 to 72"),
        ({"red": "20 marbles"}, "white has 72 marbles and the trays 20; expected 72 in all (PC-1"),
        ({"red": "5 yellow"}, "players.red.yellow is 5; expected a whole number from 0 to 4"),
        ({"rings": "c3"}, "yellow has 1 marbles, the players 0, and 0 wait to be put back; expect"),
        ({"white": "a2 a2"}, "white is ['a2', 'a2']; expected each hole once"),
        ({"white": "c3"}, "a hole of white is 'c3'; expected a hole without a ring on this board"),
        ({"white": "all but c3"}, "a hole of white is 'c3'; expected one that can have such a ma"),
        ({"rings": "a2"}, "a hole of yellow is 'a2'; expected a ringed hole on this board"),
        ({"ghosts": "e5"}, "ghosts is 'e5'; expected a space for each of ghost1, ghost2"),
        ({"ghosts": "a1 e5"}, "ghosts.ghost1 is 'a1'; expected a space that is no home (PC-14)"),
        ({"ghosts": "a2 a2"}, "ghosts.ghost2 is 'a2'; expected another space, for ghost 1 is the"),
        ({"red": "a2", "ghosts": "a2 a3"}, "ghosts.ghost1 is 'a2'; expected another space, for R"),
        ({"ghosts": {"ghost3": "a2"}}, "an entry of ghosts is 'ghost3'; expected one of ghost1,"),
        ({"to_move": "green"}, "to_move is 'green'; expected red, blue"),
        ({"turn": 0}, "turn is 0; expected 1 or more in phase 'roll'"),
        ({"turn": "two"}, "turn is 'two'; expected a whole number from 0 to 1000000"),
        ({"dice": [7, 1]}, "a die of dice is 7; expected a whole number from 1 to 6"),
        ({"dice": [3]}, "due is missing; expected, with one die, pac or ghost"),
        ({"dice": [3, 4], "due": "pac"}, "a die for each that has to move: pac (PC-3)"),
        ({"dice": [3, 4], "due": "none"}, "a die for each that has to move: nothing (PC-3)"),
        ({"due": "pony", "dice": [1]}, "an entry of due is 'pony'; expected pac, ghost"),
        ({"phase": "move"}, "phase is 'move'; expected another phase, for nothing that is due ca"),
        ({"phase": "rest"}, "phase is 'rest'; expected start, roll, move, put, take, over"),
        ({"phase": "over"}, "phase is 'over'; expected roll or move or put or take, for a white"),
        ({"white": "none"}, "phase is 'roll'; expected over or take, for no white marble is left"),
        ({"phase": "start", "red": "a2"}, "phase is 'start'; expected another phase, for somethi"),
        ({"phase": "start", "rolling": "red"}, "rolling is ['red']; expected two seats or more"),
        ({"rolling": "red blue"}, "rolling is ['red', 'blue']; expected nobody in phase 'roll'"),
        ({"owed": "red", "rings": "c3 c7 g3"}, "owed is ['red']; expected nobody, for the ringed"),
        ({"phase": "put", "owed": "red", "rings": "c3 c7 g3"}, "for there is no choice of ringed"),
        ({"phase": "take"}, "phase is 'take'; expected another phase, for there is no choice of"),
        ({"reward": "yes"}, "reward is True; expected False, but in the phases 'put' and 'take'"),
        ({"reward": "perhaps"}, "reward is 'perhaps'; expected True or False"),
    ],
)  # fmt: skip
def test_wrong_entries_are_named(written: object, words: str) -> None:
    error = complaint(written)
    assert words in error, error


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("| g  ", "| R  ", "a9 (line 7 of the position) is 'R'; expected once, and it is on a1"),
        (" 1  ", " 1. ", "a hole of white is 'e5'; expected a hole without a ring"),
        ("| .   .   o", "| .   . | o", "between b3 and c3 the position is 'a barrier'; expected"),
        (" y |", "   |", ""),
        (" 1 ", " 7 ", "is '7'; expected a Pac-Man R G B Y, ghosts 1 2 3"),
        (" 1 ", "   ", "the position's drawing has no 1; expected one, ghost1"),
        (" 2. ", " 1. ", "is '1'; expected each ghost once"),
        ("B |", "  |", "the position's drawing has no B; expected one, blue's"),
        ("| g  ", "| y  ", "a9 (line 7 of the position) is 'y'; expected g, this home"),
        ("red: 0 marbles", "red: a2, 0 marbles", "red is 'a2'; expected marbles, such as"),
        ("turn: 1", "turn: 1\nwhite: all", "expected no such entry, for the drawing has the"),
    ],
)
def test_wrong_entries_of_a_drawing_are_named(old: str, new: str, words: str) -> None:
    drawn = GAME.drawing(GAME.position({"ghosts": "e5 d5"}))
    assert old in drawn, drawn
    if words:
        error = complaint(drawn.replace(old, new, 1))
        assert words in error, error
    else:  # the small letters of empty homes may be left out
        assert GAME.position(drawn.replace(old, new, 1)) == GAME.position(drawn)


def test_a_drawing_of_another_board_is_refused() -> None:
    octagon = pp.game("pacman", board="octagon")
    assert "expected the spaces of the board" in complaint(octagon.drawing(octagon.initial_state()))
    assert complaint(GAME.drawing(GAME.initial_state()), board="octagon")


@pytest.mark.parametrize(
    ("options", "written", "words"),
    [
        ({"first": "red"}, {"phase": "start"}, "for nobody rolls to see who starts (PC-2)"),
        ({"privilege_kept": True}, {"owed": "red"}, "nobody, as privileges are kept (PC-21)"),
        ({"board": CORRIDORS, "ghosts": 3},
         {"phase": "move", "ghosts": "b1 a2 c3", "dice": [5, 6]}, "for nothing that is due can mo"),
    ],
)  # fmt: skip
def test_positions_impossible_under_the_rules_are_refused(
    options: Any, written: Any, words: str
) -> None:
    assert words in complaint(written, **options)


# --- JSON -----------------------------------------------------------------------------------------


def test_missing_and_unknown_entries_are_refused() -> None:
    whole = GAME.to_json(GAME.initial_state())
    for name in whole:
        with pytest.raises(BadInput, match=f"the position has no entry '{name}'"):
            GAME.from_json({key: value for key, value in whole.items() if key != name})
    with pytest.raises(BadInput, match="an entry of the position is 'ghost'"):
        GAME.from_json({**whole, "ghost": 1})
