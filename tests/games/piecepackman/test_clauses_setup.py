"""The clauses on setting up: PM-1 to PM-7."""

from __future__ import annotations

from collections import Counter

import pytest

import piecepack_nb as pp
from piecepack_nb.core.dice import seeded_pick
from piecepack_nb.core.errors import BadInput
from piecepack_nb.games.piecepackman.maze import parse_maze
from tests.games.piecepackman.helpers import SUITS, events, refused

POCKET = """\
  +---+---+---+---+---+
4 | $S          $M|   |
  +   +---+---+   +---+
3 |   | S   M     |###
  +   +   +   +   +   +
2 |   | A   C |   |###
  +   +---+---+   +   +
1 | $A  P>      $C|###
  +---+---+---+---+   +
    a   b   c   d   e
"""
"""A ring around the house; e4 is closed off, and he starts looking east."""


def setups(number: int = 40, **options: object):
    """Set-ups as that many seeds deal them, with the game."""
    game = pp.game("piecepackman", **options)
    for seed in range(number):
        yield game, game.chance_move(game.initial_state(), seeded_pick(seed))


def cubes_moved(old: str, new: str) -> str:
    """Return a fair set-up as text, with one word of it changed."""
    _, setup = next(setups(1))
    words = str(setup).replace(";", " ;").split(" ")
    assert old in words, str(setup)
    words[words.index(old)] = new
    return " ".join(words).replace(" ;", ";")


def a_cube(suit: str = "suns") -> str:
    """Return a square on which the fair set-up has a cube of the suit."""
    _, setup = next(setups(1))
    return next(square for square, lying in setup.cubes.items() if lying == suit)


@pytest.mark.clause("PM-2")
def test_six_cubes_of_each_suit_are_on_legal_squares_one_a_square():
    for game, setup in setups():
        assert Counter(setup.cubes.values()) == dict.fromkeys(SUITS, 6)
        maze = game.ruleset.maze
        assert not {*maze.house, *maze.coins.values(), maze.start} & set(setup.cubes)


@pytest.mark.clause("PM-2")
def test_an_even_scatter_puts_one_cube_on_each_tile():
    for game, setup in setups():
        for tile in game.ruleset.maze.tiles:
            assert len(set(tile) & set(setup.cubes)) == 1


@pytest.mark.clause("PM-2")
def test_a_uniform_scatter_crowds_some_tiles():
    def most(game, setup):
        return max(len(set(tile) & set(setup.cubes)) for tile in game.ruleset.maze.tiles)

    assert all(most(*dealt) > 1 for dealt in setups(scatter="uniform"))


@pytest.mark.clause("PM-2")
def test_no_cube_is_on_a_closed_off_square():
    assert parse_maze(POCKET).closed == {"e4"}
    for _, setup in setups(maze=POCKET, cubes_per_suit=1):
        assert len(setup.cubes) == 4
        assert "e4" not in setup.cubes


@pytest.mark.clause("PM-2")
def test_a_set_up_by_hand_is_an_event_and_begins_the_first_turn():
    match = pp.Match(pp.game("piecepackman"), seed=3)
    steps = match.play(str(next(setups(1))[1]))
    assert events(steps) == [("PM-2", "cubes scattered"), ("PM-4", "coins laid")]
    assert (match.state.phase, match.turn, len(match.state.cubes)) == ("roll", 1, 24)


@pytest.mark.clause("PM-2")
@pytest.mark.parametrize(
    ("square", "why"), [("e5", "house"), ("a1", "power coin"), ("f4", "start"), ("a5", "maze")]
)
def test_a_cube_on_a_forbidden_square_is_refused(square, why):
    match = pp.Match(pp.game("piecepackman"), seed=3)
    refusal = refused(match, cubes_moved(a_cube(), square))
    assert refusal.clause == "PM-2"
    assert refusal.text.startswith(f"no cube can be on {square}")
    assert why in refusal.text
    assert refusal.squares == (() if square == "a5" else (square,))


@pytest.mark.clause("PM-2")
def test_a_set_up_with_a_cube_too_few_or_two_on_a_square_is_refused():
    match = pp.Match(pp.game("piecepackman"), seed=3)
    refusal = refused(match, cubes_moved(a_cube(), "").replace("  ", " "))
    assert refusal.clause == "PM-2"
    assert refusal.text == "the set-up has 5 suns cubes; it must have 6 of each suit"
    with pytest.raises(BadInput, match=f"two cubes on {a_cube('moons')}"):
        match.refusal(cubes_moved(a_cube(), a_cube("moons")))
    assert match.cursor == 0


@pytest.mark.clause("PM-3")
def test_he_has_three_lives_beside_the_one_on_the_board():
    assert pp.game("piecepackman").initial_state().extra_lives == 3
    assert pp.game("piecepackman", extra_lives=0).initial_state().extra_lives == 0


@pytest.mark.clause("PM-4")
def test_power_coins_are_drawn_from_coins_that_mark_nothing():
    seen = {suit: {setup.coins[suit] for _, setup in setups(120)} for suit in SUITS}
    assert seen == {
        "suns": {"ace", "3", "4", "5"},
        "moons": {"ace", "2", "3", "5"},
        "crowns": {"ace", "2", "4", "5"},
        "arms": {"2", "3", "4", "5"},
    }


@pytest.mark.clause("PM-4")
def test_hard_coins_leave_out_the_twos_and_threes():
    dealt = [setup.coins for _, setup in setups(120, hard_coins=True)]
    assert {coins["suns"] for coins in dealt} == {"ace", "4", "5"}
    assert {coins["arms"] for coins in dealt} == {"4", "5"}


@pytest.mark.clause("PM-5")
def test_ghosts_start_in_the_house_and_he_on_his_start():
    game = pp.game("piecepackman")
    state = game.initial_state()
    places = {suit: ghost.square for suit, ghost in state.ghosts.items()}
    assert places == {"suns": "f5", "moons": "e6", "crowns": "f6", "arms": "e5"}
    assert set(places.values()) == game.ruleset.house
    assert (state.square, state.heading) == ("f4", "W")


@pytest.mark.clause("PM-5")
def test_his_first_heading_is_an_option_unless_the_maze_sets_it():
    assert pp.game("piecepackman", start_heading="E").initial_state().heading == "E"
    own = pp.game("piecepackman", maze=POCKET, cubes_per_suit=1, start_heading="S")
    assert own.initial_state().heading == "E"
