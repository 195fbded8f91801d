"""The ghost gobbler privilege: PC-20, PC-21."""

from __future__ import annotations

import pytest

from piecepack_nb.core.actors import Seat
from tests.games.pacman.helpers import POCKET, event, events, refused, table, trays, ways

READY = {
    "red": "a3, 1 yellow",
    "blue": "h9, 9 marbles",
    "ghosts": "a5 g5",
    "white": "a5 d1",
    "dice": [5, 1],
}
"""Red's Pac-Man is two spaces from ghost 1, which stands on a white marble."""


@pytest.mark.clause("PC-20")
def test_a_gobbler_needs_no_exact_count() -> None:
    match = table(READY)
    assert "pac 5 a3-a4-a5" in ways(match, "pac", 5)
    assert "pac 1 a3-a4" in ways(match, "pac", 1)
    assert refused(match, "pac 5 a3-a4-a5-b5").text == (
        "gobbling ghost 1 on a5 ends the move there"
    )
    steps = match.play("pac 5 a3-a4-a5")
    assert [str(step.event) for step in steps] == [
        "Red's Pac-Man moves from a3 to a4. [PC-4]",
        "Red's Pac-Man moves from a4 to a5 and gobbles the white marble. [PC-10]",
        "Red uses the privilege: their Pac-Man gobbles ghost 1 on a5. [PC-20]",
        "Ghost 1 goes back to the centre, e5, and stays in play. [PC-20]",
        "Red puts the yellow marble back into the ringed hole c3. [PC-20]",
        "Red takes 2 marbles from Blue. [PC-20]",
    ]
    state = match.state
    assert state.players["red"].square == "a5"
    assert state.players["red"].yellow == 0
    assert state.ghosts == {"ghost1": "e5", "ghost2": "g5"}
    assert state.yellow == {"c3", "c7", "g3", "g7"}
    assert trays(match)["blue"] == 7
    assert state.due == ("ghost",)
    assert ways(match, "ghost1", 1)  # it stays in play


@pytest.mark.clause("PC-20")
def test_a_gobbler_cannot_jump_over_the_ghost() -> None:
    match = table({**READY, "dice": [3, 1]})
    assert refused(match, "pac 3 a3-a4-a5-b5").clause == "PC-20"


@pytest.mark.clause("PC-20")
def test_a_ghost_at_an_arrow_can_be_gobbled_from_off_the_board() -> None:
    match = table({**READY, "ghosts": "e9 g5", "white": "d1", "dice": [6, 1]})
    steps = match.play("pac 6 a3-a4-a5~e9")
    assert event(steps, "ghost gobbled").data["square"] == "e9"


@pytest.mark.clause("PC-20")
def test_the_player_chooses_the_empty_ringed_hole() -> None:
    match = table({**READY, "red": "a3, 2 yellow", "rings": "g3 g7"})
    match.play("pac 5 a3-a4-a5")
    assert (match.state.phase, match.to_act) == ("put", Seat("red"))
    assert ways(match) == {"marble c3", "marble c7"}
    assert refused(match, "marble g3").text == "the ringed hole g3 has a yellow marble in it"
    assert refused(match, "marble a3").text == "'a3' is no hole with an orange ring"
    assert refused(match, "ghost2 1 g5-f5").text == (
        "ghost2 1 g5-f5 must wait: Red must put a yellow marble back, on c3 or c7"
    )
    steps = match.play("marble c7")
    assert events(steps) == [("PC-20", "yellow back"), ("PC-20", "paid")]
    assert match.state.yellow == {"c7", "g3", "g7"}
    assert match.state.players["red"].yellow == 1
    assert match.state.phase == "move"


@pytest.mark.clause("PC-20")
def test_a_ringed_hole_with_a_piece_is_not_empty() -> None:
    written = {**READY, "rings": "c3 c7 g7", "ghosts": "a5 g3"}
    match = table(written)
    steps = match.play("pac 5 a3-a4-a5")
    assert events(steps, "yellow waits", "yellow back") == [("PC-20", "yellow waits")]
    assert match.state.owed == ("red",)
    # as soon as the ghost goes the marble goes back, whoever moves it
    steps = match.play("ghost2 1 g3-g2")
    assert events(steps) == [("PC-12", "ghost step"), ("PC-20", "yellow back")]
    assert (match.state.owed, match.state.yellow) == ((), {"c3", "c7", "g3", "g7"})


@pytest.mark.clause("PC-20")
def test_a_waiting_marble_goes_back_in_another_players_turn() -> None:
    written = {
        "to_move": "blue", "red": "a3", "ghosts": "a5 g3", "rings": "c3 c7 g7", "owed": "red",
        "dice": [1, 2],
    }  # fmt: skip
    match = table(written)
    steps = match.play("ghost2 1 g3-g2")
    assert steps[1].event.text == "Red puts the yellow marble back into the ringed hole g3."


@pytest.mark.clause("PC-20")
def test_marbles_of_several_players_wait_and_go_back_in_their_order() -> None:
    match = table({
        "to_move": "blue", "red": "c3", "blue": "c7", "ghosts": "g3 g7", "rings": "none",
        "owed": "red blue red blue", "dice": [1, 2],
    })  # fmt: skip
    assert event(match.play("pac 1 c7-d7"), "yellow back").data["who"] == "Red"
    assert match.state.owed == ("blue", "red", "blue")
    assert event(match.play("ghost1 2 g3-f3-f2"), "yellow back").data["who"] == "Blue"
    assert (match.state.owed, match.state.yellow) == (("red", "blue"), {"c7", "g3"})


@pytest.mark.clause("PC-20")
def test_the_owner_of_a_waiting_marble_chooses_the_hole() -> None:
    """Blue leaves one ringed hole and empties the other: there are two for red's marble."""
    match = table(
        {"to_move": "blue", "blue": "b3", "rings": "d3", "owed": "red", "dice": [5, 1]},
        board=POCKET,
    )
    match.play("pac 5 b3-b4-c4-d4-d3-e3")
    assert (match.state.phase, match.to_act) == ("put", Seat("red"))
    assert ways(match) == {"marble b3", "marble d3"}
    assert event(match.play("marble d3"), "yellow back").data["who"] == "Red"
    assert (match.state.phase, match.to_act, match.state.due) == ("move", Seat("blue"), ("ghost",))


@pytest.mark.clause("PC-3", "PC-20")
def test_the_ghost_is_still_moved_unless_the_option_ends_the_turn() -> None:
    match = table(READY)
    match.play("pac 5 a3-a4-a5")
    assert match.state.due == ("ghost",)
    ended = table(READY, gobbling_ends_turn=True)
    steps = ended.play("pac 5 a3-a4-a5")
    assert events(steps)[2:] == [
        ("PC-20", "ghost gobbled"), ("PC-20", "ghost back"), ("PC-20", "turn over"),
        ("PC-20", "yellow back"), ("PC-20", "paid"),
    ]  # fmt: skip
    assert event(steps, "turn over").text == "Red's turn ends: they move no ghost."
    assert (ended.state.to_move, ended.state.phase, ended.state.dice) == ("blue", "roll", ())
    other = table({**READY, "dice": [5, 1]}, gobbling_ends_turn=True)
    other.play("ghost2 1 g5-f5")
    assert events(other.play("pac 5 a3-a4-a5"), "turn over") == []


@pytest.mark.clause("PC-20")
def test_by_option_a_marble_may_go_back_under_a_piece() -> None:
    match = table({**READY, "rings": "c3 c7 g7", "ghosts": "a5 g3"}, ring_under_piece=True)
    steps = match.play("pac 5 a3-a4-a5")
    assert event(steps, "yellow back").data["square"] == "g3"


@pytest.mark.clause("PC-20")
def test_the_gobbler_takes_two_marbles_from_one_player() -> None:
    written = {
        "red": "a3, 1 yellow", "green": "0 marbles", "blue": "9 marbles", "yellow": "1 marble",
        "ghosts": "a5 g5", "white": "a5 d1", "dice": [5, 1],
    }  # fmt: skip
    match = table(written, players=4)
    match.play("pac 5 a3-a4-a5")
    assert (match.state.phase, match.to_act) == ("take", Seat("red"))
    assert ways(match) == {"take blue", "take yellow"}
    assert refused(match, "take green").text == (
        "Green has no marbles to take; Red must take marbles from Blue or Yellow"
    )
    assert refused(match, "take red").text == (
        "Red can't take marbles from themselves; Red must take marbles from Blue or Yellow"
    )
    before = trays(match)
    steps = match.play("take yellow")
    assert steps[0].event.text == "Red takes 1 marble from Yellow: all they have."
    assert trays(match) == {**before, "red": before["red"] + 1, "yellow": 0}
    match.undo()
    match.play("take blue")
    assert trays(match) == {**before, "red": before["red"] + 2, "blue": 7}
    assert match.state.due == ("ghost",)


@pytest.mark.clause("PC-20")
def test_when_nobody_has_marbles_there_is_no_reward() -> None:
    match = table({**READY, "red": "a3, 1 yellow", "blue": "h9, 0 marbles"})
    steps = match.play("pac 5 a3-a4-a5")
    assert events(steps)[-1] == ("PC-20", "no reward")
    assert steps[-1].event.text == "Nobody has marbles for Red to take."


@pytest.mark.clause("PC-20")
@pytest.mark.parametrize("won", [0, 1, 5])
def test_the_number_of_marbles_won_is_an_option(won: int) -> None:
    match = table(READY, marbles_won=won)
    match.play("pac 5 a3-a4-a5")
    assert trays(match)["blue"] == 9 - won


@pytest.mark.clause("PC-20", "PC-21")
def test_a_yellow_marble_gobbled_with_the_ghost_is_a_new_privilege() -> None:
    written = {**READY, "red": "b3, 1 yellow", "rings": "c3 c7 g7", "ghosts": "c3 e5"}
    match = table(written)
    steps = match.play("pac 5 b3-c3")
    assert events(steps)[:3] == [
        ("PC-10", "step"), ("PC-11", "privilege won"), ("PC-20", "ghost gobbled"),
    ]  # fmt: skip
    assert match.state.players["red"].yellow == 1


@pytest.mark.clause("PC-21")
def test_using_the_privilege_is_optional() -> None:
    """A Pac-Man that could only move by gobbling a ghost may stay."""
    match = table({
        "red": "a1, 1 yellow", "blue": "a3", "ghosts": "b2 b1", "dice": [4], "due": "pac",
    })  # fmt: skip
    assert ways(match) == {"pac 4 a1-b1", "pac 4 a1-a2-b2", "pac 4 stays"}
    assert match.state.phase == "move"  # it is asked, and does not stay at once
    steps = match.play("pac 4 stays")
    assert steps[0].event.text == (
        "Red does not use the privilege; without it their Pac-Man can't move 4 and stays: from "
        "a1, ghost 2 is on b1 and is not gobbled; after a1-a2, Blue's Pac-Man is on a3: a Pac-Man "
        "can't land on it or jump over it and ghost 1 is on b2 and is not gobbled."
    )
    assert steps[0].event.why.to_json()["ways"][0]["clauses"] == ["PC-21"]
    assert match.state.players["red"].yellow == 1


@pytest.mark.clause("PC-21")
def test_one_yellow_marble_allows_one_ghost() -> None:
    match = table({**READY, "ghosts": "a5 b5"})
    match.play("pac 5 a3-a4-a5")
    assert match.state.players["red"].yellow == 0


@pytest.mark.clause("PC-21")
def test_by_option_the_privilege_is_kept() -> None:
    match = table(READY, privilege_kept=True)
    steps = match.play("pac 5 a3-a4-a5")
    assert events(steps)[2:] == [
        ("PC-21", "ghost gobbled"), ("PC-20", "ghost back"), ("PC-20", "paid"),
    ]  # fmt: skip
    assert (match.state.players["red"].yellow, match.state.owed) == (1, ())
