"""A turn, and how a Pac-Man moves: PC-3 to PC-11."""

from __future__ import annotations

import pytest

from piecepack_nb.core.actors import Chance, Seat
from tests.games.pacman.helpers import (
    CORRIDORS,
    POCKET,
    ends,
    event,
    events,
    refused,
    table,
    trays,
    ways,
)

# --- PC-3: two dice, two pieces -------------------------------------------------------------------


@pytest.mark.clause("PC-3")
def test_the_player_chooses_the_dice_and_the_order() -> None:
    match = table("")
    assert isinstance(match.to_act, Chance)
    assert match.to_act.outcomes == 36
    steps = match.play("roll 3 5")
    assert str(steps[0]) == "Red rolls 3 and 5. [PC-3]"
    assert match.to_act == Seat("red")
    for piece in ("pac", "ghost1", "ghost2"):
        for die in (3, 5):
            assert ways(match, piece, die), (piece, die)
    match.play("pac 5 a1-a2-a3-a4-a5-b5")
    assert {move.piece for move in match.moves()} == {"ghost1", "ghost2"}
    assert {move.die for move in match.moves()} == {3}
    match.undo()
    match.play("ghost2 5 e5-e6-d6-d7-c7-c8")
    assert {(move.piece, move.die) for move in match.moves()} == {("pac", 3)}


@pytest.mark.clause("PC-3")
def test_a_turn_is_two_moves_then_the_next_player_rolls() -> None:
    match = table({"dice": [1, 2]})
    match.play("ghost1 2 e5-e6-d6")
    match.play("pac 1 a1-a2")
    assert len(match.record) == 2
    assert (match.state.to_move, match.state.phase, match.turn) == ("blue", "roll", 2)
    assert (match.state.dice, match.state.due) == ((), ())


@pytest.mark.clause("PC-3")
def test_equal_dice_are_one_for_each() -> None:
    match = table({"dice": [2, 2]})
    match.play("pac 2 a1-a2-a3")
    assert match.state.dice == (2,)
    assert refused(match, "pac 2 a3-a4-a5").text == (
        "Red has moved their Pac-Man; Red must move a ghost, with 2"
    )


@pytest.mark.clause("PC-3")
def test_unrolled_dice_and_missing_pieces_are_refused() -> None:
    match = table({"dice": [1, 2]})
    assert str(refused(match, "pac 3 a1-a2-a3-a4")) == (
        "no die shows 3: Red must move their Pac-Man and a ghost, with 1 and 2 [PC-3]"
    )
    assert "there is no piece 'ghost3'" in refused(match, "ghost3 1 e5-e6").text
    assert refused(match, "roll 1 1").clause == "PC-3"


@pytest.mark.clause("PC-3", "PC-5")
def test_a_die_that_the_pac_man_cannot_use_can_be_assigned_to_it() -> None:
    """Unless the rules say that it has the die that it can use."""
    walled_in = {**SHUT_IN, "dice": [1, 6], "due": "pac ghost"}
    free = table(walled_in)
    assert {move.die for move in free.moves() if move.piece == "pac"} == {1, 6}
    assert "pac 6 stays" in ways(free, "pac", 6)
    assert ways(free, "ghost1", 1)
    bound = table(walled_in, idle_die=False)
    assert "pac 6 stays" not in ways(bound)
    assert ways(bound, "pac", 1)
    assert not [way for way in ways(bound) if way.startswith("ghost") and " 1 " in way]
    assert str(refused(bound, "ghost1 1 b2-c2")) == (
        "Red's Pac-Man can't move 6, so it must take the 1 [PC-3]"
    )
    assert str(refused(bound, "pac 6 stays")) == (
        "Red's Pac-Man can't move 6, but it can move 1, and must take that die [PC-3]"
    )


@pytest.mark.clause("PC-3", "PC-5")
def test_a_ghost_may_take_the_pac_mans_die_to_free_it() -> None:
    """Ghost 1 leaves b2, and the Pac-Man can go there by the 2 that was of no use before."""
    bound = table({**SHUT_IN, "dice": [1, 2], "due": "pac ghost"}, idle_die=False)
    assert ways(bound, "pac") == {"pac 1 a1-a2"}
    assert {way for way in ways(bound, die=1) if way.startswith("ghost")} == {"ghost1 1 b2-c2"}
    assert str(refused(bound, "ghost2 1 b1-c1")) == (
        "Red's Pac-Man can't move 2, so it must take the 1 [PC-3]"
    )
    bound.play("ghost1 1 b2-c2")
    assert ways(bound) == {"pac 2 a1-a2-b2"}


@pytest.mark.clause("PC-3", "PC-13")
def test_a_ghost_that_sends_the_pac_man_home_frees_it_too() -> None:
    """On a3 it can only step to a4; from its home a1 it can go on."""
    shut_in = {"red": "a3", "blue": "a5", "ghosts": "a2 b3", "dice": [1, 3], "due": "pac ghost"}
    bound = table(shut_in, idle_die=False)
    assert ways(bound, "pac") == {"pac 1 a3-a4"}
    assert "ghost1 1 a2-a3" in ways(bound)
    bound.play("ghost1 1 a2-a3")
    assert "pac 3 a1-a2-b2-c2" in ways(bound, "pac", 3)


@pytest.mark.clause("PC-3", "PC-20", "PC-21")
def test_a_die_by_which_a_ghost_can_be_gobbled_is_not_called_unusable() -> None:
    armed = {**SHUT_IN, "red": "a1, 1 yellow", "dice": [1, 6], "due": "pac ghost"}
    bound = table(armed, idle_die=False)
    assert ways(bound, "pac") == {"pac 1 a1-a2", "pac 1 a1-b1", "pac 6 a1-b1", "pac 6 a1-a2-b2"}
    assert str(refused(bound, "ghost1 1 b2-c2")) == (
        "Red's Pac-Man can move 6 only onto a ghost, so the 1 must be left for it [PC-3]"
    )
    assert str(refused(bound, "pac 6 stays")) == (
        "Red's Pac-Man can move 6 onto a ghost, or 1, and must do one of them [PC-3]"
    )
    assert [each.die for each in bound.game.expected(bound.state).dice] == [1, 6]


# --- PC-4: spaces ---------------------------------------------------------------------------------


@pytest.mark.clause("PC-4")
def test_a_hole_counts_with_a_marble_or_without() -> None:
    full = table({"red": "a3", "dice": [3, 1]})
    bare = table({"red": "a3", "white": "d1", "dice": [3, 1]})
    assert ways(full, "pac", 3) == ways(bare, "pac", 3)
    steps = bare.play("pac 3 a3-a4-a5-b5")
    assert events(steps) == [("PC-4", "step")] * 3
    assert str(steps[0]) == "Red's Pac-Man moves from a3 to a4. [PC-4]"


@pytest.mark.clause("PC-4", "PC-6")
def test_a_home_counts_as_a_space_or_by_option_as_none() -> None:
    written = {"red": "a8", "dice": [2, 1]}
    assert "pac 2 a8-a9-b9" in ways(table(written), "pac", 2)
    free = table(written, homes_count=False)
    assert "pac 2 a8-a9-b9" not in ways(free)
    assert "pac 1 a8-a9-b9" in ways(free)
    assert refused(free, "pac 2 a8-a9-b9").text == (
        "you must move the full 2; this path takes 1, and a8-a9-b9-c9 would do"
    )
    assert refused(free, "pac 1 a8-a9").clause in ("PC-5", "PC-6")


# --- PC-5: the full number, one way ---------------------------------------------------------------


@pytest.mark.clause("PC-5")
def test_a_pac_man_moves_the_full_number_round_corners() -> None:
    match = table({"red": "a3", "dice": [4, 1]})
    assert ways(match, "pac", 4) == {
        "pac 4 a3-a4-a5-b5-b4",
        "pac 4 a3-a4-a5~e1-f1",
        "pac 4 a3-a4-a5~e1-e2",
        "pac 4 a3-a4-a5~e9-d9",
        "pac 4 a3-a4-a5~e9-e8",
        "pac 4 a3-a4-a5~i5-i6",
        "pac 4 a3-a4-a5~i5-h5",
        "pac 4 a3-b3-c3-c4-b4",
        "pac 4 a3-b3-c3-c4-d4",
        "pac 4 a3-a2-b2-c2-d2",
        "pac 4 a3-a2-b2-b1-c1",
        "pac 4 a3-a2-b2-b1-a1",
        "pac 4 a3-a2-a1-b1-b2",
        "pac 4 a3-a2-a1-b1-c1",
    }


@pytest.mark.clause("PC-5")
def test_a_pac_man_never_turns_back_but_can_circle_to_its_start() -> None:
    match = table({"red": "a2", "dice": [4, 2]})
    assert "pac 4 a2-b2-b1-a1-a2" in ways(match, "pac", 4)
    assert str(refused(match, "pac 2 a2-a3-a2")) == (
        "Red's Pac-Man came to a3 from a2: it can't turn back within a move [PC-5]"
    )
    assert refused(match, "pac 2 a2-a3-a2").squares == ("a3", "a2")
    turning = table({"red": "a2", "dice": [4, 2]}, pac_men_turn_back=True)
    assert turning.refusal("pac 2 a2-a3-a2") is None


@pytest.mark.clause("PC-5")
@pytest.mark.parametrize(
    ("way", "text"),
    [
        (
            "pac 3 a1-a2-a3",
            "you must move the full 3; this path takes 2, and a1-a2-a3-a4 would do",
        ),
        ("pac 3 a1-a2-a3-a4-a5", "the die shows 3; this path takes 4"),
        ("pac 3 a1-a2-a3-a4-b4-z9-a1", "the die shows 3; this path takes 6"),
        ("pac 3 a1-a2-c2-d2", "from a2 to c2 is not one step"),
        ("pac 3 a2-a3-a4-a5", "Red's Pac-Man is on a1, but this path starts on a2"),
    ],
)
def test_wrong_counts_and_invalid_paths_are_refused(way: str, text: str) -> None:
    refusal = refused(table({"dice": [3, 1]}), way)
    assert (refusal.clause, refusal.text) == ("PC-5", text)


@pytest.mark.clause("PC-4")
def test_missing_spaces_are_refused() -> None:
    assert str(refused(table({"dice": [1, 2]}), "pac 2 a1-a2-j2")) == (
        "there is no space j2 on this board [PC-4]"
    )
    assert refused(table({"dice": [1, 2]}), "pac 2 a1-a2-j2").squares == ("a2",)


SHUT_IN = {"red": "a1", "blue": "a3", "ghosts": "b2 b1", "due": "pac"}
"""It can go to a2, and no further."""


@pytest.mark.clause("PC-5", "PC-8")
def test_without_a_full_path_it_stays_and_a_ghost_still_moves() -> None:
    match = table({**SHUT_IN, "dice": [2, 4], "due": "pac ghost"})
    assert ways(match, "pac") == {"pac 2 stays", "pac 4 stays"}
    steps = match.play("pac 4 stays")
    assert events(steps) == [("PC-5", "stays")]
    assert steps[0].event.text == (
        "Red's Pac-Man can't move 4 and stays: from a1, ghost 2 is on b1, and Red has no ghost "
        "gobbler privilege; after a1-a2, Blue's Pac-Man is on a3: a Pac-Man can't land on it or "
        "jump over it and ghost 1 is on b2, and Red has no ghost gobbler privilege."
    )
    assert {move.piece for move in match.moves()} <= {"ghost1", "ghost2"}
    assert match.moves()


@pytest.mark.clause("PC-5")
@pytest.mark.parametrize("ghost", ["ghost1 2 b2-c2-d2", "ghost2 2 b1-c1-d1"])
def test_a_piece_without_a_legal_move_stays_automatically(ghost: str) -> None:
    """The ghost that moved first still blocks it further on."""
    match = table({**SHUT_IN, "dice": [2, 4], "due": "pac ghost"})
    steps = match.play(ghost)
    assert events(steps) == [("PC-12", "ghost step"), ("PC-12", "ghost step"), ("PC-5", "stays")]
    assert (match.state.to_move, match.state.phase, match.turn) == ("blue", "roll", 2)


@pytest.mark.clause("PC-5")
def test_a_path_freed_by_the_ghost_must_be_used() -> None:
    match = table({**SHUT_IN, "dice": [2, 4], "due": "pac ghost"})
    match.play("ghost1 4 b2-c2-d2-d1-c1")
    assert ways(match) == {"pac 2 a1-a2-b2"}
    assert refused(match, "pac 2 stays").clause == "PC-5"


@pytest.mark.clause("PC-5", "PC-12")
def test_when_nothing_can_move_both_stay_with_the_roll() -> None:
    match = table({"ghosts": "b1 a2 c3"}, board=CORRIDORS, ghosts=3)
    steps = match.play("roll 5 6")
    assert events(steps) == [("PC-3", "roll"), ("PC-5", "stays"), ("PC-12", "ghosts stay")]
    assert (match.state.to_move, match.state.phase, match.turn) == ("blue", "roll", 2)


@pytest.mark.clause("PC-5")
def test_a_piece_that_can_move_must_move() -> None:
    match = table({"dice": [3, 1]})
    assert str(refused(match, "pac 3 stays")).startswith("Red's Pac-Man can move 3, e.g. a1-")
    assert refused(match, "ghosts 1 stay").clause == "PC-12"


@pytest.mark.clause("PC-5")
def test_by_option_a_pac_man_moves_as_far_as_it_can() -> None:
    match = table({**SHUT_IN, "dice": [4]}, short_pac_man="goes as far")
    assert ways(match) == {"pac 4 a1-a2"}
    assert refused(match, "pac 4 stays").clause == "PC-5"
    match.play("pac 4 a1-a2")
    assert match.state.players["red"].square == "a2"


# --- PC-6: homes of others ------------------------------------------------------------------------


@pytest.mark.clause("PC-6")
def test_a_pac_man_can_pass_another_home_but_not_end_there() -> None:
    match = table({"red": "b9", "dice": [1, 2]})
    assert "pac 2 b9-a9-a8" in ways(match)
    assert str(refused(match, "pac 1 b9-a9")) == (
        "a9 is Green's home: others may pass it, but can't end there [PC-6]"
    )
    assert refused(match, "pac 1 b9-a9").squares == ("a9",)


@pytest.mark.clause("PC-6", "PC-8")
def test_a_home_with_a_pac_man_in_it_blocks() -> None:
    match = table({"red": "h9", "dice": [1, 2]})
    assert refused(match, "pac 2 h9-i9-i8").clause == "PC-8"


@pytest.mark.clause("PC-6")
def test_ending_on_its_own_home_is_an_option() -> None:
    assert table({"red": "a2", "dice": [1, 2]}).refusal("pac 1 a2-a1") is None
    match = table({"red": "a2", "dice": [1, 2]}, own_home=False)
    assert refused(match, "pac 1 a2-a1").text == (
        "a1 is Red's own home: they may pass it, but can't end there"
    )
    assert match.refusal("pac 2 a2-a1-b1") is None


# --- PC-7, PC-8: barriers and blocking ------------------------------------------------------------


@pytest.mark.clause("PC-7")
def test_a_barrier_is_never_crossed() -> None:
    match = table({"red": "d2", "ghosts": "d1 e2", "dice": [1, 2]})
    for way in ("pac 1 d2-e2", "ghost1 1 d1-e1", "ghost2 1 e2-d2"):
        refusal = refused(match, way)
        assert refusal.clause == "PC-7"
        assert refusal.text == f"a blue barrier is between {' and '.join(refusal.squares)}"
    assert refused(match, "pac 1 d2-e2").squares == ("d2", "e2")


@pytest.mark.clause("PC-8")
def test_a_pac_man_neither_jumps_over_nor_lands_on_pieces() -> None:
    match = table({"red": "a2", "blue": "a4", "ghosts": "c2 e5", "dice": [2, 3]})
    over_blue = "Blue's Pac-Man is on a4: a Pac-Man can't land on it or jump over it"
    for way, text in (
        ("pac 2 a2-a3-a4", over_blue),
        ("pac 3 a2-a3-a4-a5", over_blue),
        ("pac 2 a2-b2-c2", "ghost 1 is on c2, and Red has no ghost gobbler privilege"),
        ("pac 3 a2-b2-c2-d2", "ghost 1 is on c2, and Red has no ghost gobbler privilege"),
    ):
        refusal = refused(match, way)
        assert (refusal.clause, refusal.text) == ("PC-8", text)
    assert not {"a4", "a5", "c2", "d2"} & ends(match, "pac", 3)


# --- PC-9: off the board and on again -------------------------------------------------------------


@pytest.mark.clause("PC-9")
def test_the_documents_own_example() -> None:
    """A 3: one space, off at A, on at B, and two more spaces, of which B's hole is the first."""
    match = table({"red": "b5", "dice": [3, 1]})
    assert "pac 3 b5-a5~e9-d9" in ways(match, "pac", 3)
    steps = match.play("pac 3 b5-a5~e9-d9")
    assert [str(step.event) for step in steps] == [
        "Red's Pac-Man moves from b5 to a5 and gobbles the white marble. [PC-10]",
        "Red's Pac-Man goes off the board at a5. [PC-9]",
        "Red's Pac-Man comes on the board at e9 and gobbles the white marble. [PC-9]",
        "Red's Pac-Man moves from e9 to d9 and gobbles the white marble. [PC-10]",
    ]
    assert [step.state.players["red"].square for step in steps] == ["a5", "a5", "e9", "d9"]


@pytest.mark.clause("PC-9")
def test_a_pac_man_returns_at_any_other_arrow() -> None:
    match = table({"red": "b5", "dice": [2, 1]})
    assert {"a5~e1", "a5~e9", "a5~i5"} == {
        way.partition("b5-")[2] for way in ways(match, "pac", 2) if "~" in way
    }
    assert refused(match, "pac 2 b5-a5~h5").text == (
        "h5 has no arrow: whoever goes off the board at a5 must come on at e1, i5 or e9"
    )
    assert refused(match, "pac 2 b5-a5~h5").clause == "PC-9"
    assert refused(match, "pac 2 b5-a5~a5").text == (
        "from a5 to a5 is not one step, and whoever goes off the board at a5 must come on at "
        "e1, i5 or e9"
    )


@pytest.mark.clause("PC-9")
@pytest.mark.parametrize("move", ["pac 2 b5~a5-a4", "pac 2 b5-a5~a4", "pac b5 -~ a5 a4"])
def test_a_wave_between_neighbours_is_no_step(move: str) -> None:
    match = table({"red": "b5", "dice": [2, 1]})
    with pytest.raises(ValueError, match=r"a wave leads off the board at an arrow and on at anoth"):
        match.play(move)
    assert match.play(move.replace("~", "-"))


@pytest.mark.clause("PC-5", "PC-9")
def test_a_pac_man_does_not_leave_by_the_arrow_it_returned_at() -> None:
    match = table({"red": "b5", "dice": [3, 1]})
    refusal = refused(match, "pac 3 b5-a5~e9~e1")
    assert (refusal.clause, refusal.squares) == ("PC-5", ("e9",))
    assert "it can't go off by the same arrow" in refusal.text
    assert refused(match, "pac 3 b5-a5~e9~a5").clause == "PC-5"


@pytest.mark.clause("PC-8", "PC-9")
def test_a_piece_at_an_arrow_blocks_it() -> None:
    match = table({"red": "b5", "blue": "e9", "ghosts": "e1 e5", "dice": [2, 1]})
    assert {way for way in ways(match, "pac", 2) if "~" in way} == {"pac 2 b5-a5~i5"}
    assert refused(match, "pac 2 b5-a5~e9").clause == "PC-8"


@pytest.mark.clause("PC-5", "PC-9")
def test_a_pac_man_can_leave_more_than_once_in_a_move() -> None:
    """It can also leave by its arrow of return, after a walk round a block."""
    match = table({"red": "b2", "dice": [6, 1]}, board=POCKET)
    assert {way for way in ways(match, "pac", 6) if way.endswith("~c4")} >= {
        "pac 6 b2-a2~e2-d2-d1-c1~c4", "pac 6 b2-a2~c1-b1-b2-a2~c4",
    }  # fmt: skip
    steps = match.play("pac 6 b2-a2~e2-d2-d1-c1~c4")
    assert events(steps, "off", "on") == [("PC-9", "off"), ("PC-9", "on")] * 2
    assert trays(match) == {"red": 7, "blue": 0}


@pytest.mark.clause("PC-9")
def test_by_option_leaving_the_board_costs_a_space() -> None:
    match = table({"red": "b5", "dice": [3, 1]}, off_board_cost=1)
    assert {way for way in ways(match, "pac", 3) if "~" in way} == {
        "pac 3 b5-a5~e1", "pac 3 b5-a5~e9", "pac 3 b5-a5~i5",
    }  # fmt: skip
    assert refused(match, "pac 3 b5-a5~e9-d9").text == (
        "the die shows 3; this path takes 4, 1 of them for going off the board"
    )


# --- PC-10, PC-11: marbles ------------------------------------------------------------------------


@pytest.mark.clause("PC-10")
def test_a_pac_man_gobbles_every_marble_on_its_path() -> None:
    match = table({"white": "a2 a4 c2", "red": "0 marbles", "dice": [4, 1]})
    steps = match.play("pac 4 a1-a2-a3-a4-a5")
    assert events(steps) == [
        ("PC-10", "step"), ("PC-4", "step"), ("PC-10", "step"), ("PC-4", "step"),
    ]  # fmt: skip
    assert [step.event.data["tray"] for step in steps] == [1, 1, 2, 2]
    assert match.state.white == {"c2"}
    assert trays(match) == {"red": 2, "blue": 69}


@pytest.mark.clause("PC-11")
def test_a_yellow_marble_is_a_privilege_and_no_score() -> None:
    match = table({"red": "b3, 0 marbles", "blue": "1 marble", "dice": [1, 1]})
    steps = match.play("pac 1 b3-c3")
    assert events(steps) == [("PC-10", "step"), ("PC-11", "privilege won")]
    assert str(steps[1].event) == "Red has the ghost gobbler privilege. [PC-11]"
    assert match.state.yellow == {"c7", "g3", "g7"}
    assert (match.state.players["red"].yellow, match.state.players["red"].tray) == (1, 0)
    match.play("ghost1 1 e5-e6")
    match.play("roll 1 1")
    assert match.state.players["red"].yellow == 1  # kept until it is used


@pytest.mark.clause("PC-11", "PC-20")
def test_the_privilege_can_be_used_in_the_move_that_wins_it() -> None:
    written = {"red": "b3", "ghosts": "c4 e5", "dice": [2, 1]}
    match = table(written)
    assert "pac 2 b3-c3-c4" in ways(match, "pac", 2)
    later = table(written, privilege_at_once=False)
    assert "pac 2 b3-c3-c4" not in ways(later, "pac", 2)
    refusal = refused(later, "pac 2 b3-c3-c4")
    assert refusal.clause == "PC-8"
    assert (
        refusal.text == "ghost 1 is on c4, and a privilege can't be used in the move that wins it"
    )
    assert event(match.play("pac 2 b3-c3-c4"), "ghost gobbled")
    ready = table({**written, "red": "b3, 1 yellow"}, privilege_at_once=False)
    assert ready.refusal("pac 2 b3-c3-c4") is None
