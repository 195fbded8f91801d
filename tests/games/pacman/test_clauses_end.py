"""The end: PC-30."""

from __future__ import annotations

import pytest

from tests.games.pacman.helpers import event, events, refused, table

LAST = {"red": "a3, 30 marbles", "white": "a4", "ghosts": "a6 g5", "dice": [1, 2]}


@pytest.mark.clause("PC-30")
def test_the_game_ends_with_the_last_white_marble() -> None:
    match = table(LAST)
    steps = match.play("pac 1 a3-a4")
    assert events(steps) == [("PC-10", "step"), ("PC-30", "end")]
    assert steps[1].event.text == (
        "All white marbles are off the board. Blue wins with 41 marbles."
    )
    assert match.to_act is None
    assert match.moves() == ()
    result = match.result
    assert result is not None
    assert (result.winners, result.scores) == (("blue",), {"red": 31, "blue": 41})
    assert match.game.refusal(match.state, match.record[-1].move).text == (
        "pac 1 a3-a4 must wait: the game is over: Blue wins with 41 marbles"
    )


@pytest.mark.clause("PC-30")
def test_yellow_marbles_can_remain_and_ties_share_the_win() -> None:
    match = table({**LAST, "red": "a3, 35 marbles"})
    assert match.state.yellow
    match.play("pac 1 a3-a4")
    assert match.result is not None
    assert match.result.winners == ("red", "blue")
    assert match.result.text == "Red and Blue share the win with 36 marbles each."


@pytest.mark.clause("PC-11", "PC-30")
def test_yellow_marbles_do_not_count() -> None:
    match = table({**LAST, "red": "a3, 35 marbles, 2 yellow"})
    match.play("pac 1 a3-a4")
    assert match.result is not None
    assert match.result.scores == {"red": 36, "blue": 36}


@pytest.mark.clause("PC-20", "PC-30")
def test_the_move_that_ends_it_is_played_whole_with_its_reward() -> None:
    match = table({**LAST, "red": "a3, 30 marbles, 1 yellow", "ghosts": "a5 g5", "dice": [3, 2]})
    steps = match.play("pac 3 a3-a4-a5")
    assert [kind for _, kind in events(steps)] == [
        "step", "step", "ghost gobbled", "ghost back", "paid", "end",
    ]  # fmt: skip
    assert match.result is not None
    assert match.result.scores == {"red": 33, "blue": 39}


@pytest.mark.clause("PC-20", "PC-30")
def test_the_payer_is_a_choice_at_the_end_too() -> None:
    written = {
        **LAST, "red": "a3, 30 marbles, 1 yellow", "green": "11 marbles", "ghosts": "a5 g5",
        "dice": [3, 2],
    }  # fmt: skip
    match = table(written, players=3)
    match.play("pac 3 a3-a4-a5")
    assert match.state.phase == "take"
    assert match.result is None
    assert match.game.from_json(match.game.to_json(match.state)) == match.state
    steps = match.play("take green")
    assert events(steps) == [("PC-20", "paid"), ("PC-30", "end")]
    assert event(steps, "end").data["scores"] == {"red": 33, "green": 9, "blue": 30}


@pytest.mark.clause("PC-30")
def test_by_option_the_turn_is_played_to_its_end() -> None:
    match = table({**LAST, "blue": "a8, 41 marbles"}, last_turn=True)
    match.play("pac 1 a3-a4")
    assert match.state.due == ("ghost",)
    steps = match.play("ghost1 2 a6-a7-a8")
    assert [kind for _, kind in events(steps)][-2:] == ["paid", "end"]
    assert match.result is not None
    assert match.result.scores == {"red": 33, "blue": 39}


@pytest.mark.clause("PC-30")
def test_after_the_end_every_move_is_refused() -> None:
    match = table(LAST)
    match.play("pac 1 a3-a4")
    with pytest.raises(ValueError, match="the game is over"):
        match.play("ghost1 2 a6-a7-a8")
    with pytest.raises(ValueError, match="none, for the game is over"):
        match.game.parse_move(match.state, "anything")


def test_moving_the_ghost_first_does_not_end_the_game() -> None:
    match = table(LAST)
    match.play("ghost2 2 g5-g4-h4")
    assert refused(match, "ghost1 1 a6-a7").clause == "PC-3"
    match.play("pac 1 a3-a4")
    assert match.result is not None
