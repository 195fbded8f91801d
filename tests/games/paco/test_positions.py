"""Positions of P.A.C.O. by hand: lines, mappings, the figure; what is wrong is named."""

from __future__ import annotations

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.games.paco.state import Player
from tests.core.damage import one_line

GAME = pp.game("paco")
DRAWN = """
8 # # # # _ # # #
7 # . . . . . . #
6 # . _ . . . . #
5 # . . . % . . #
4 # . . . . . . #
3 # . . # . . . #
2 # . . . . . . #
1 # # # # # # # #
  a b c d e f g h
suns c3 N, 2 points
moons d5 W, -1 point, stunned
crowns off, -3 points, out 2
arms c6 E, then forward, foiled by moons suns
turn 4
beside 2
"""


# --- lines ----------------------------------------------------------------------------------------


@pytest.mark.clause("PA-1")
def test_a_drawing_is_read_and_prints_back() -> None:
    state = GAME.position(DRAWN)
    assert state.cells["e5"] == "stacked"
    assert state.cells["d3"] == "white"
    assert "c6" not in state.cells
    assert "e8" not in state.cells
    assert state.players["suns"] == Player("c3", "N", 2)
    assert state.players["moons"] == Player("d5", "W", -1, 1)
    assert state.players["crowns"] == Player(points=-3, out=2)
    assert state.players["arms"] == Player("c6", "E", then="forward", foiled_by=("moons", "suns"))
    assert (state.phase, state.turn, state.beside) == ("orders", 4, 2)
    assert str(state) == DRAWN.strip()
    assert GAME.position(str(state)) == state


def test_the_board_may_be_left_out_and_players_written_in_short() -> None:
    state = GAME.position("S c3 n\nmoons: d5 W")
    assert state.cells == GAME.initial_state().cells
    assert state.players["suns"] == Player("c3", "N")
    assert state.players["crowns"] == Player()
    assert state.turn == 1


def test_ranks_can_be_written_without_spaces() -> None:
    text = "\n".join(line.replace(" ", "").replace("8", "8 ", 1) if line[:1] == "8" else line
                     for line in DRAWN.strip().splitlines())  # fmt: skip
    assert GAME.position(text) == GAME.position(DRAWN)


def test_points_can_come_before_or_after_the_rest() -> None:
    game = pp.game("paco", players=2)
    one, two = "c4 E, stunned, 1 point", "c4 E, 1 point, stunned"
    assert game.position({"suns": one, "moons": "f4 W"}) == game.position(
        {"suns": two, "moons": "f4 W"}
    )


def test_a_mapping_and_a_drawing_are_equivalent() -> None:
    board = {"e8": "hole", "c6": "hole", "e5": "stacked", "d3": "white"}
    written = {
        "board": board, "suns": "c3 N 2 points", "moons": "d5 W, stunned, -1 point",
        "crowns": "off, out 2, -3 points", "arms": "c6 E, then forward, foiled by moons and suns",
        "turn": 4, "beside": 2,
    }  # fmt: skip
    assert GAME.position(written) == GAME.position(DRAWN)
    drawn = "\n".join(DRAWN.strip().splitlines()[:9])
    assert GAME.position({**written, "board": drawn}) == GAME.position(DRAWN)


@pytest.mark.clause("PA-4")
def test_the_figure_is_read_by_name() -> None:
    state = GAME.position("figure N E S W")
    assert {seat: tuple(player[:2]) for seat, player in state.players.items()} == {
        "suns": ("c3", "N"), "moons": ("f3", "E"), "crowns": ("b7", "S"), "arms": ("e6", "W"),
    }  # fmt: skip
    assert len(state.cells) == 61
    match = pp.Match(GAME, seed=1, position="figure")
    assert match.to_act.purpose == "headings"
    chosen = pp.game("paco", headings="chosen")
    assert chosen.to_act(chosen.position("figure")).name == "suns"
    two = pp.game("paco", players=2).position("figure S S")
    assert len(two.players) == 2


@pytest.mark.parametrize(
    ("written", "message"),
    [
        (
            "figure N E S",
            "expected 'figure', alone or with 4 of N, E, S, W: 'figure N E S W'",
        ),
        ("suns c3", "the heading of suns is ''; expected N, E, S, W"),
        ("suns z9 N", "the square of suns is 'z9'"),
        ("suns", "the square of suns is ''"),
        ("suns c3 N, dizzy", "a note on suns is 'dizzy'; expected '2 points', 'stunned'"),
        ("suns c3 N, then jump", "the second order of suns is 'jump'"),
        ("suns c3 N\nsuns c4 N", "the position has two lines for suns"),
        ("stars c3 N", "a line of the position is 'stars c3 N'"),
        ("suns c3 N\nturn soon", "turn is 'soon'; expected a whole number from 1 to 20"),
        ("suns c3 N\nturn 21", "turn is 21; expected a whole number from 1 to 20"),
        ("8 # # #", "rank 8 of the board is '# # #'; expected eight of # (white)"),
        ("8 # # # # # # # x", "rank 8 of the board"),
        ("8 # # # # # # # #", "the board is 'without rank 7'"),
        ("suns a3 N", "players.suns.square is 'a3'; expected a black counter"),
        ("suns c3 N\nmoons c3 E", "players.moons.square is 'c3'; expected a cell without suns"),
        ("suns c3 N, then forward", "players.suns.then is 'forward'; expected '' unless over a"),
        ("suns c3 N, stunned 2", "players.suns.stunned is 2; expected at most 1 (PA-34)"),
        ("suns off, stunned\nmoons c3 N", "expected points and out alone, off the board"),
        ("suns c3 N, out 1", "players.suns.out is 1; expected 0 on the board"),
        ("moons c3 N\nsuns off, out 5", "players.suns.out is 5; expected a turn up to now, 1"),
        ("suns c3 N, foiled by moons", "players.suns.foiled_by is ['moons']"),
        ("", "the position names no player; expected a line for each, such as 'suns c3 N'"),
        ({"board": {"d4": "hole"}}, "the position names no player"),
        ({"suns": 3}, "suns is 3; expected a text such as 'c3 N, 2 points', or 'off'"),
        ({"suns": "c3 N", "board": {"c9": "white"}}, "a square of board is 'c9'"),
        ({"suns": "c3 N", "board": {"c4": "grey"}}, "board.c4 is 'grey'; expected black, white,"),
        ({"suns": "c3 N", "hearts": "c4 N"}, "an entry of the position is 'hearts'; expected b"),
        ({"suns": "c3 N", "board": {"c3": "hole"}}, "over a hole: the order written with the jump"),
        ({"suns": "c3 N", "beside": -1}, "beside is -1; expected a whole number from 0"),
        (3, "the position is 3; expected a mapping of its entries by name"),
        (None, "the position is None"),
    ],
)
def test_wrong_entries_are_named(written: object, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        GAME.position(written)
    assert message in str(caught.value)
    one_line(caught.value)


@pytest.mark.clause("PA-43")
def test_without_writers_players_off_the_board_can_return() -> None:
    """Such tables come up in play, and are read as they print."""
    game = pp.game("paco", players=2)
    for text in ("suns off\nmoons off", "suns c3 N, stunned\nmoons off"):
        state = game.position(text)
        assert (state.phase, game.to_act(state).name) == ("return", "moons")
    match = pp.Match(game, position={"suns": "c4 E", "moons": "off", "board": {"d4": "hole"}})
    for move in ("suns jump then left", "moons stays off", "moons stays off"):
        match.play(move)
        again = game.position(str(match.state))
        assert (again.phase, again.returning) == (match.state.phase, match.state.returning)
        assert again.players == match.state.players
    with pytest.raises(BadInput, match="nobody in the position writes an order"):
        pp.game("paco", players=2, respawn=False).position("suns off\nmoons off")


def test_help_is_complete_without_other_modules() -> None:
    """No reader of ``help(game.position)`` is sent to a module of the package."""
    for method in (GAME.position, GAME.payoffs, GAME.observation):
        text = method.__doc__ or ""
        assert "see ``" not in text
        assert "Raises BadInput" in text


def test_a_position_of_fewer_players_is_refused() -> None:
    two = pp.Match(pp.game("paco", players=2), position="suns c3 N\nmoons d5 W")
    with pytest.raises(BadInput, match="the position has 2 players; expected 3, for the option"):
        two.under(players=3)


@pytest.mark.clause("PA-20")
def test_a_drawing_shows_no_secrets() -> None:
    match = pp.Match(pp.game("paco", players=2), position="suns c3 N\nmoons d5 W")
    drawn = str(match.state)
    match.play("suns forward")
    assert str(match.state) == drawn
    assert match.game.to_json(match.state)["orders"] == {"suns": "forward"}


@pytest.mark.clause("PA-4")
def test_the_figure_has_four_players() -> None:
    with pytest.raises(BadInput, match="players is 5; expected at most 4 in the document's figu"):
        pp.game("paco", players=5).position("figure N E S W N")


@settings(max_examples=150, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(st.text(max_size=60) | st.lists(
    st.sampled_from([*DRAWN.strip().splitlines(), "figure", "turn x", "moons c3 N, foiled by",
                     "8", "9 #", "crowns"]), max_size=17).map("\n".join))  # fmt: skip
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    try:
        state = GAME.position(text)
    except BadInput as error:
        one_line(error)
        return
    assert GAME.position(GAME.to_json(state)) == state


# --- JSON -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "value", "message"),
    [
        ("phase", "later", "phase is 'later'"),
        ("turn", -1, "turn is -1; expected a whole number from 0"),
        ("turn", True, "turn is True"),
        ("cells", {"a9": "white"}, "a square of cells is 'a9'"),
        ("cells", {"a1": "pink"}, "cells.a1 is 'pink'; expected black, white, stacked"),
        ("orders", {"suns": "dance"}, "orders.suns is 'dance'"),
        ("orders", {"suns": "left then forward"}, "orders.suns is 'left then forward'"),
        ("orders", {"suns": 3}, "orders.suns is 3"),
        ("orders", {"suns": "jump then forward"}, "an order that may be written: in front of Suns"),
        ("orders", {"hands": "left"}, "a seat in orders is 'hands'"),
        ("answers", ["suns"], "answers is ['suns']; expected none in phase 'orders' (PA-44)"),
        ("returning", ["suns"], "returning is ['suns']; expected none in phase 'orders'"),
        ("dice", {"suns": "7"}, "dice.suns is '7'"),
        ("declined", "hearts", "declined is 'hearts'"),
        ("beside", 1.5, "beside is 1.5"),
    ],
)
def test_a_wrong_entry_is_named(entry: str, value: object, message: str) -> None:
    table = GAME.to_json(GAME.position("figure N E S W"))
    with pytest.raises(BadInput) as caught:
        GAME.from_json({**table, entry: value})
    assert message in str(caught.value)


def test_a_missing_or_unknown_entry_is_named() -> None:
    table = GAME.to_json(GAME.position("figure N E S W"))
    with pytest.raises(BadInput, match="an entry of the position is 'winner'"):
        GAME.from_json({**table, "winner": "suns"})
    del table["beside"]
    with pytest.raises(BadInput, match="the position has no entry 'beside'"):
        GAME.from_json(table)


@pytest.mark.parametrize(
    ("phase", "message"),
    [
        ("setup", "phase is 'setup'; expected another phase"),
        ("headings", "another phase, for every player has a heading"),
        ("dice", "expected an order of suns too (PA-20)"),
        ("return", "seats that left the board before this turn, in phase 'return'"),
        ("landing", "seats that left the board before this turn, in phase 'landing'"),
        ("stop", "some seats, not all, in phase 'stop'"),
        ("over", "another phase, for an order is left (PA-44)"),
    ],
)
def test_a_phase_that_does_not_fit_is_refused(phase: str, message: str) -> None:
    table = GAME.to_json(GAME.position("figure N E S W"))
    with pytest.raises(BadInput) as caught:
        GAME.from_json({**table, "phase": phase})
    assert message in str(caught.value)
