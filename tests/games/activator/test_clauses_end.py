"""The end of the game: a home held (AC-30), a side reduced (AC-31), a standstill (AC-32)."""

from __future__ import annotations

import pytest

import piecepack_nb as pp
from tests.games.activator.helpers import allowed, refused, table, texts

DOOR = """
4  .    .    C    .
3  .    e    .    fA
2  D    .    .    e
1  Fa   .    .    d
red to move
"""
"""Red goes to d4 from c4; only f on d3 stands beside it, and Red's activator is on it."""


@pytest.mark.clause("AC-30")
def test_a_piece_on_the_other_home_after_a_full_turn_wins():
    match = table(DOOR)
    assert texts(match, "c4-d4") == [
        "Red's single C goes from c4 to d4. [AC-10]",
        "Red is on Blue's home d4: Blue has 1 turn to capture it there. [AC-30]",
    ]
    assert match.state.occupied == {"red": 1}
    assert match.result is None
    assert texts(match, "d2-c2")[-1] == "Red is still on Blue's home d4 and wins. [AC-30]"
    assert str(match.result) == "Red wins: they hold Blue's home d4. [AC-30]"
    assert match.result.winners == ("red",)
    assert match.result.scores == {"red": 3, "blue": 4}
    assert match.to_act is None
    assert list(match.game.moves(match.state)) == []


@pytest.mark.clause("AC-30", "AC-16")
def test_the_other_has_one_turn_to_capture_the_occupier():
    match = table("""
        4  .    .    C    .
        3  .    e    .    fA
        2  .    .    .    e
        1  F    .    .    Da
        red to move
        """)  # fmt: skip
    match.play("c4-d4 A-d2")
    attack, freed, _ = texts(match, "d3-d4")
    assert attack == (
        "Blue attacks from d3, on the file of their activator on d1: "
        "Red's single C on d4 is captured. [AC-16]"
    )
    assert freed == "Red is no longer on Blue's home d4: the game goes on. [AC-30]"
    assert match.state.occupied == {}
    assert match.result is None


@pytest.mark.clause("AC-30")
def test_the_occupier_wins_even_if_its_own_home_is_entered_meanwhile():
    match = table("""
        4  .    .    C    .
        3  .    e    .    fA
        2  Da   .    .    .
        1  .    d    .    F
        red to move
        """)  # fmt: skip
    match.play("c4-d4")
    assert texts(match, "b1-a1") == [
        "Blue's single D goes from b1 to a1. [AC-10]",
        "Red is still on Blue's home d4 and wins. [AC-30]",
    ]
    assert match.result.winners == ("red",)


@pytest.mark.clause("AC-30")
def test_with_more_turns_to_survive_both_homes_can_be_occupied():
    match = table("""
        4  .    .    C    .
        3  .    e    .    fA
        2  Da   .    .    .
        1  .    d    .    F
        red to move
        """, turns_to_survive=2)  # fmt: skip
    match.play("c4-d4")
    assert texts(match, "b1-a1")[-2:] == [
        "Red is still on Blue's home d4: Blue has 1 turn left. [AC-30]",
        "Blue is on Red's home a1: Red has 2 turns to capture it there. [AC-30]",
    ]
    assert match.state.occupied == {"red": 1, "blue": 2}
    assert texts(match, "d1-d2")[-1] == (
        "Blue is still on Red's home a1: Red has 1 turn left. [AC-30]"
    )
    match.play("b3-c3")
    assert match.result.winners == ("red",)


@pytest.mark.clause("AC-30")
def test_a_claim_ends_when_the_occupier_leaves():
    match = table(DOOR, turns_to_survive=3)
    for move, occupied in [
        ("c4-d4", {"red": 3}), ("d2-c2", {"red": 2}), ("d4-c4", {}), ("c2-d2", {}),
        ("c4-d4", {"red": 3}),
    ]:  # fmt: skip
        match.play(move)
        assert match.state.occupied == occupied


@pytest.mark.clause("AC-30")
def test_with_no_turns_to_survive_the_home_wins_at_once():
    match = table(DOOR, turns_to_survive=0)
    refusal = refused(match, "c4-d4 A-d2")
    assert (refusal.clause, refusal.squares) == ("AC-30", ("d4",))
    assert refusal.text == "c4-d4 ends the game at once: the activator stays"
    assert texts(match, "c4-d4")[-1] == "Red is on Blue's home d4 and wins. [AC-30]"
    assert match.result.winners == ("red",)


@pytest.mark.clause("AC-31")
def test_a_player_with_one_stack_left_loses_at_once():
    board = """
        4  .    .    .    fdA
        3  .    .    c    CB
        2  .    .    .    .
        1  Da   .    .    .
        red to move
        """
    match = table(board)
    refusal = refused(match, "d3-c3 A-d4")
    assert (refusal.clause, refusal.squares) == ("AC-31", ("c3",))
    assert texts(match, "d3-c3")[-1] == "Red wins: Blue has only the pieces on d4 left. [AC-31]"
    assert str(match.result) == "Red wins: Blue has only the pieces on d4 left. [AC-31]"
    assert match.result.scores == {"red": 3, "blue": 2}
    assert refused(match, "d4-c4").clause == "AC-31"
    assert refused(match, "d4-c4").text.startswith("the game is over: Red wins")


@pytest.mark.clause("AC-31")
def test_a_player_who_joins_their_last_two_stacks_loses():
    match = table("""
        4  .    .    .    fA
        3  .    c    .    .
        2  D    .    .    .
        1  Fa   .    .    .
        red to move
        """)  # fmt: skip
    allowed(match, "a2-b2", "a2-a1")
    assert texts(match, "a2-a1")[-1] == "Blue wins: Red has only the pieces on a1 left. [AC-31]"
    assert match.result.winners == ("blue",)


@pytest.mark.clause("AC-31", "AC-30")
def test_a_reducing_capture_wins_even_with_the_home_occupied():
    match = table("""
        4  .    .    .    Da
        3  .    eA   .    .
        2  .    .    C    f
        1  .    .    .    .
        blue to move
        """)  # fmt: skip
    assert match.state.occupied == {"red": 1}
    match.play("d2-c2")
    assert match.result.winners == ("blue",)
    assert match.result.clause == "AC-31"


@pytest.mark.clause("AC-31")
@pytest.mark.parametrize(
    ("least", "others", "over"),
    [
        (0, ".    .", False),
        (1, ".    .", True),
        (1, "e    .", False),
        (2, "e    e", False),
        (3, "e    e", True),
    ],
)
def test_the_number_of_stacks_that_loses_is_an_option(least, others, over):
    match = table(f"""
        4  {others}    .    fdA
        3  .    .    .    CB
        2  .    E    .    c
        1  Da   .    F    D
        red to move
        """, reduced_to=least)  # fmt: skip
    match.play("d3-d2")
    assert (match.result is not None) == over


@pytest.mark.clause("AC-32", "AC-24")
@pytest.mark.parametrize(("no_move", "winners"), [("lose", ("red",)), ("draw", ())])
def test_a_player_without_a_legal_move_loses_or_draws(no_move, winners):
    match = table("""
        4  .    .    .    .
        3  dA   Ea   .    .
        2  .    .    F    F
        1  .    .    .    c
        red to move
        """, no_move=no_move)  # fmt: skip
    lines = texts(match, "c2-c1")  # a3 is frozen, and d1 shut in
    assert match.result.clause == "AC-32"
    assert match.result.winners == winners
    assert lines[-1].endswith("Blue can't move. [AC-32]")
    assert match.steps[-1].event.kind == "no move"


ROUND = ("c1-c2", "b4-b3", "c2-c1", "b3-b4")


@pytest.mark.clause("AC-32")
@pytest.mark.parametrize("times", [2, 3, 4, 5])
def test_a_repeated_position_is_a_draw(times):
    match = pp.Match(pp.game("activator", repetition=times), seed=1)
    for _ in range(times - 1):
        assert match.result is None
        for move in ROUND:
            match.play(move)
    assert match.result.winners == ()
    assert str(match.result) == "A draw: the position was repeated. [AC-32]"
    assert match.steps[-1].event.kind == "repetition"


@pytest.mark.clause("AC-32")
def test_by_option_repetitions_are_not_counted():
    match = pp.Match(pp.game("activator", repetition=0), seed=1)
    for move in 6 * ROUND:
        match.play(move)
    assert match.result is None
    assert match.state.earlier == ()


@pytest.mark.clause("AC-32")
def test_positions_differ_by_the_player_to_move_and_the_activators():
    match = pp.Match(pp.game("activator", repetition=2), seed=1)
    for move in ("c1-c2 A-d3", "b4-b3", "c2-c1", "b3-b4"):
        match.play(move)
    assert match.result is None  # the same pieces, but Red's activator is elsewhere
    match.play("c1-c2 A-d4")
    assert match.result is None
    match.play("b4-b3")
    assert match.result is None


@pytest.mark.clause("AC-32", "AC-16")
def test_positions_before_a_capture_are_forgotten():
    match = table("""
        4  e    .    .    dA
        3  .    .    .    .
        2  .    .    .    C
        1  Fa   .    .    fdb
        red to move
        """)  # fmt: skip
    match.play("d2-d1")
    assert len(match.state.earlier) == 1
