"""The set-up and who starts: PC-1, PC-2."""

from __future__ import annotations

import pytest

import piecepack_nb as pp
from piecepack_nb.core.actors import Chance, Seat
from tests.games.pacman.helpers import events, refused, table, ways


@pytest.mark.clause("PC-1")
def test_set_up_places_pac_men_ghosts_and_marbles() -> None:
    game = pp.game("pacman", players=4)
    state = game.initial_state()
    assert {seat: player.square for seat, player in state.players.items()} == {
        "red": "a1", "green": "a9", "blue": "i9", "yellow": "i1",
    }  # fmt: skip
    assert state.ghosts == {"ghost1": "e5", "ghost2": "e5"}
    assert len(state.white) == 72
    assert state.yellow == {"c3", "c7", "g3", "g7"}
    assert len(state.white | state.yellow | {"e5", "a1", "a9", "i9", "i1"}) == 81


@pytest.mark.clause("PC-1")
@pytest.mark.parametrize(
    ("players", "seats"),
    [
        (2, ("red", "blue")),
        (3, ("red", "green", "blue")),
        (4, ("red", "green", "blue", "yellow")),
    ],
)
def test_two_to_four_players(players: int, seats: tuple[str, ...]) -> None:
    game = pp.game("pacman", players=players)
    assert game.seats == seats
    assert tuple(game.initial_state().players) == seats


@pytest.mark.clause("PC-1", "PC-14")
@pytest.mark.parametrize("ghosts", [1, 2, 3])
def test_the_number_of_ghosts_is_an_option(ghosts: int) -> None:
    match = table({"dice": [1, 2]}, ghosts=ghosts)
    assert list(match.state.ghosts) == [f"ghost{n + 1}" for n in range(ghosts)]
    pieces = {move.piece for move in match.moves()}
    assert pieces == {"pac", *match.state.ghosts}


@pytest.mark.clause("PC-1", "PC-8")
def test_only_ghosts_enter_the_centre() -> None:
    written = {"red": "e6", "ghosts": "a3 a4", "dice": [1, 2]}
    match = table(written)
    refusal = refused(match, "pac 1 e6-e5")
    assert (refusal.clause, refusal.text) == ("PC-1", "e5 is the centre: only ghosts may enter it")
    assert refused(match, "pac 2 e6-e5-e4").clause == "PC-1"
    open_to_all = table(written, centre="all")
    assert open_to_all.refusal("pac 1 e6-e5") is None
    assert open_to_all.refusal("pac 2 e6-e5-e4") is None
    assert "pac 2 e6-e5-e4" in ways(open_to_all)


@pytest.mark.clause("PC-1", "PC-20")
def test_a_ghost_returns_to_an_occupied_centre() -> None:
    """With a centre for all, it shares the space and lands on nobody."""
    written = {
        "to_move": "red", "red": "c5, 1 yellow", "blue": "e5", "ghosts": "d5 a4", "dice": [1, 2],
    }  # fmt: skip
    match = table(written, centre="all")
    match.play("pac 1 c5-d5")
    state = match.state
    assert state.ghosts["ghost1"] == state.players["blue"].square == "e5"
    assert match.game.position(match.game.to_json(state)) == state
    # both may go away again; the other ghost can't come there, and neither can lands twice
    assert {"ghost1 2 e5-e6-d6", "ghost1 2 e5-f5-g5"} <= {str(move) for move in match.moves()}


@pytest.mark.clause("PC-2")
def test_the_highest_roll_starts_and_play_passes_to_the_left() -> None:
    match = pp.Match(pp.game("pacman", players=3), seed=1)
    assert match.turn == 0
    steps = match.play("roll 3 4 6 6 1 2")
    assert events(steps) == [("PC-2", "start")]
    assert str(steps[0].event.text) == (
        "Red rolls 7 (3 and 4), Green rolls 12 (6 and 6), Blue rolls 3 (1 and 2): Green starts."
    )
    order = []
    for _ in range(4):
        order.append(match.state.to_move)
        match.roll()
        while match.state.phase != "roll":
            match.play(next(iter(match.moves())))
    assert order == ["green", "blue", "red", "green"]
    assert match.turn == 5


@pytest.mark.clause("PC-2")
def test_tied_players_roll_again() -> None:
    match = pp.Match(pp.game("pacman", players=4), seed=1)
    steps = match.play("roll 6 4 5 5 1 2 4 6")
    assert events(steps) == [("PC-2", "start tied")]
    assert "Red, Green and Yellow roll again" in steps[0].event.text
    actor = match.to_act
    assert isinstance(actor, Chance)
    assert [die.name for die in actor.dice] == [
        "red1", "red2", "green1", "green2", "yellow1", "yellow2",
    ]  # fmt: skip
    match.play("roll 1 1 2 2 2 2")
    assert match.state.rolling == ("green", "yellow")
    match.play("roll 1 1 1 2")
    assert (match.state.phase, match.state.to_move, match.turn) == ("roll", "yellow", 1)


@pytest.mark.clause("PC-2")
def test_the_starting_roll_can_be_one_die_or_none() -> None:
    match = pp.Match(pp.game("pacman", start_dice=1), seed=1)
    match.play("roll red 2 blue 5")
    assert match.state.to_move == "blue"
    match = pp.Match(pp.game("pacman", first="red"), seed=1)
    assert isinstance(match.to_act, Chance)
    assert match.to_act.purpose == "roll"
    match.roll()
    assert match.to_act == Seat("red")


@pytest.mark.clause("PC-2")
def test_the_start_is_rolled_before_anything_else() -> None:
    match = pp.Match(pp.game("pacman"), seed=1)
    assert str(refused(match, "pac 1 a1-a2")) == (
        "pac 1 a1-a2 must wait: Red and Blue must roll to see who starts [PC-2]"
    )
    assert refused(match, "roll 1 2 3 7").text == (
        "the blue2 die has no face '7'; it shows one of 1, 2, 3, 4, 5, 6"
    )
