"""Pieces and stacks: moving, joining, parting and capturing (AC-10 to AC-16)."""

from __future__ import annotations

import pytest

from tests.games.activator.helpers import allowed, events, refused, table, texts

PLAIN = """
4  .    .    .    f
3  .    D    .    eA
2  .    .    EC   .
1  FDBa .    .    .
red to move
"""


def ends(match, start: str, part: int = 0) -> set[str]:
    return {move.end for move in match.moves() if (move.start, move.part) == (start, part)}


@pytest.mark.clause("AC-10")
def test_singles_doubles_and_triples_move_one_two_and_three_squares():
    match = table("""
        4  .    .    .    dA
        3  .    D    .    .
        2  .    .    .    e
        1  FDBa .    .    .
        red to move
        """)  # fmt: skip
    assert ends(match, "b3") == {"b4", "c3", "b2", "a3"}
    assert ends(match, "a1") == {"a2", "a3", "a4", "b1", "c1", "d1", "b2", "c3"}
    assert ends(match, "a1", 2) == {"a2", "a3", "b1", "c1"}
    assert ends(match, "a1", 1) == {"a2", "b1"}


@pytest.mark.clause("AC-10")
def test_a_refused_distance_names_the_number_of_pieces():
    match = table(PLAIN)
    refusal = refused(match, "b3-b1")
    assert (refusal.clause, refusal.squares) == ("AC-10", ("b3", "b1"))
    assert refusal.text == "a single such as D moves 1 square; from b3 to b1 it is 2"
    text = "a double such as DB moves up to 2 squares; from a1 to a4 it is 3"
    assert refused(match, "a1:2-a4").text == text
    assert refused(match, "c2-d1").text == "a double can't move diagonally, as from c2 to d1"
    assert refused(match, "c2-a3").text == "c2 and a3 are in no straight line"
    assert refused(match, "c2-c2").text == "the double EC on c2 must move to another square"


@pytest.mark.clause("AC-10")
@pytest.mark.parametrize(
    ("rules", "move"),
    [
        ({"single_reach": 2}, "b3-b1"),
        ({"double_reach": 1}, "c2-c4"),
        ({"triple_reach": 2}, "a1-d1"),
        ({"triple_diagonal": False}, "a1-b2"),
        ({"may_turn_corners": True}, "c2-d1"),
        ({"may_turn_corners": True}, "a1-d2"),
    ],
)
def test_reaches_and_directions_are_options(rules, move):
    printed, changed = table(PLAIN), table(PLAIN, **rules)
    assert (printed.refusal(move) is None) != (changed.refusal(move) is None)
    for match in (printed, changed):
        if match.refusal(move) is not None:
            assert refused(match, move).clause == "AC-10"


@pytest.mark.clause("AC-10", "AC-12")
def test_a_turning_path_is_reported_and_one_must_be_clear():
    match = table(PLAIN, may_turn_corners=True)
    (move,) = events(match, "c2-d1")
    assert move.data["way"] in (["d2", "d1"], ["c1", "d1"])
    match = table("""
        4  .    .    .    f
        3  .    D    .    eA
        2  .    .    EC   d
        1  FBa  .    c    .
        red to move
        """, may_turn_corners=True)  # fmt: skip
    refusal = refused(match, "c2-d1")
    assert refusal.clause == "AC-12"
    assert set(refusal.squares) == {"d2", "c1"}
    assert refusal.text.endswith("block every path to d1")
    assert refused(match, "c2-a1").clause == "AC-10"


@pytest.mark.clause("AC-10", "AC-25")
def test_an_activator_on_top_does_not_count_as_a_piece():
    match = table("""
        4  .    .    .    dA
        3  .    .    .    .
        2  .    Ea   .    e
        1  F    .    .    .
        red to move
        """)  # fmt: skip
    assert ends(match, "b2") == {"b3", "c2", "b1", "a2"}


@pytest.mark.clause("AC-11")
def test_no_stack_is_taller_than_three():
    match = table("""
        4  .    .    .    dA
        3  .    .    .    .
        2  .    EC   .    e
        1  FDBa FE   .    .
        red to move
        """)  # fmt: skip
    refusal = refused(match, "b2-b1")
    assert (refusal.clause, refusal.squares) == ("AC-11", ("b1",))
    assert refusal.text == (
        "the double EC on the double FE on b1 would be 4 pieces; a stack has at most 3"
    )
    allowed(match, "b2:1-b1")
    low = table("""
        4  .    .    .    dA
        3  .    .    .    .
        2  .    EC   .    e
        1  DBa  FE   .    .
        red to move
        """, stack_height=2)  # fmt: skip
    assert refused(low, "b2:1-b1").clause == "AC-11"


@pytest.mark.clause("AC-11")
def test_by_option_taller_stacks_move_as_triples():
    match = table("""
        4  .    .    .    dA
        3  .    .    .    .
        2  .    EC   .    e
        1  FDBa F    .    .
        red to move
        """, stack_height=5)  # fmt: skip
    allowed(match, "b2:1-b1")
    tall = table("""
        4  .    .    .    d
        3  .    .    .    .
        2  .    .    .    eA
        1  FEDCa .    .    F
        red to move
        """, stack_height=4)  # fmt: skip
    assert ends(tall, "a1") == {"a2", "a3", "a4", "b1", "c1", "b2", "c3"}
    assert ends(tall, "a1", 3) == {*ends(tall, "a1"), "d1"}


@pytest.mark.clause("AC-10", "AC-11")
def test_a_stack_of_four_is_refused_by_its_height():
    drawing = """
        4  .    .    .    dA
        3  .    .    .    e
        2  C    .    .    .
        1  FEDCa .   .    .
        red to move
        """
    match = table(drawing, stack_height=4, triple_reach=2, triple_diagonal=False)
    text = "a stack of 4 such as FEDC moves up to 2 squares; from a1 to d1 it is 3"
    assert refused(match, "a1-d1").text == text
    assert refused(match, "a1-b2").text == "a stack of 4 can't move diagonally, as from a1 to b2"


@pytest.mark.clause("AC-12")
def test_nothing_is_jumped():
    match = table("""
        4  .    .    .    f
        3  D    .    .    eA
        2  .    .    .    .
        1  FDBa .    c    .
        red to move
        """)  # fmt: skip
    refusal = refused(match, "a1-d1")
    assert (refusal.clause, refusal.squares) == ("AC-12", ("c1",))
    assert refusal.text == "Blue's single C on c1 blocks the path to d1"
    assert refused(match, "a1-a4").text == "Red's single D on a3 blocks the path to a4"
    assert "a2" in ends(match, "a1")


@pytest.mark.clause("AC-13")
def test_a_piece_is_smaller_than_the_one_under_it():
    match = table("""
        4  .    .    .    f
        3  .    .    .    eA
        2  D    E    D    .
        1  Fa   FB   .    .
        red to move
        """)  # fmt: skip
    refusal = refused(match, "b2-a2")
    assert (refusal.clause, refusal.squares) == ("AC-13", ("a2",))
    assert refusal.text == "E is larger than D, the top of a2, and can't be put on it"
    assert (
        refused(match, "b2-b1").text == "E is larger than B, the top of b1, and can't be put on it"
    )
    allowed(match, "c2-b2", "b1:1-b2", "a2-a1")  # letters may be left out


@pytest.mark.clause("AC-13", "AC-14")
@pytest.mark.parametrize(("stacking", "same", "larger"), [
    ("smaller", False, False), ("same", True, False), ("any", True, True),
])  # fmt: skip
def test_stacking_by_size_is_an_option(stacking, same, larger):
    match = table("""
        4  .    .    .    f
        3  .    .    .    eA
        2  D    E    .    .
        1  Fa   E    .    .
        red to move
        """, stacking=stacking)  # fmt: skip
    assert (match.refusal("b2-b1") is None) == same
    assert (match.refusal("b2-a2") is None) == larger
    if not same:
        assert refused(match, "b2-b1").text.startswith("E is as large as E")


@pytest.mark.clause("AC-14")
def test_friends_make_doubles_and_triples():
    board = """
        4  .    .    .    f
        3  .    .    .    eA
        2  .    EC   B    .
        1  Fa   F    .    .
        red to move
        """
    match = table(board)
    assert texts(match, "b2-b1") == [
        "Red's double EC goes from b2 to b1. [AC-10]",
        "On b1 it joins the single F: a triple FEC. [AC-14]",
    ]
    assert match.state.squares["b1"].letters == "FEC"
    assert "b2" not in match.state.squares
    match = table(board)
    match.play("c2-b2")
    assert match.state.squares["b2"].letters == "ECB"


@pytest.mark.clause("AC-15")
def test_the_top_one_or_two_pieces_move_with_their_own_reach():
    board = """
        4  .    .    .    f
        3  .    .    .    eA
        2  .    E    .    .
        1  FDBa .    .    .
        red to move
        """
    match = table(board)
    assert texts(match, "a1:2-c1") == [
        "Red takes the double DB off a1 and moves it to c1; the single F stays. [AC-15]",
        "Blue's activator rides along from a1 to c1. [AC-26]",
    ]
    assert match.state.squares["a1"].letters == "F"
    assert match.state.squares["c1"].letters == "DB"
    match = table(board)
    refusal = refused(match, "a1:1-c1")
    assert refusal.text == "a single such as B moves 1 square; from a1 to c1 it is 2"


@pytest.mark.clause("AC-15")
def test_a_part_of_a_stack_can_move_onto_a_friend():
    match = table("""
        4  .    .    .    f
        3  .    .    .    eA
        2  FDB  .    .    .
        1  Fa   E    .    .
        red to move
        """)  # fmt: skip
    allowed(match, "a2:2-a1", "a2:1-a1")
    assert refused(match, "a2-a1").clause == "AC-11"
    match.play("a2:2-a1")
    assert str(match.state.squares["a1"]) == "red FDB"
    assert str(match.state.squares["a2"]) == "red F"


@pytest.mark.clause("AC-15")
def test_the_moving_part_must_be_some_of_the_stack():
    from piecepack_nb.games.activator.state import Move

    match = table(PLAIN)
    assert refused(match, Move("a1", "a2", 3)).text == (
        "3 is all of the triple FDB on a1: write a1-a2"
    )
    for part in (4, -1, 99):
        refusal = refused(match, Move("a1", "a2", part))
        assert refusal.clause == "AC-15"
        pieces = "-1 piece" if part == -1 else f"{part} pieces"
        assert refusal.text.startswith(f"{pieces} can't be taken off the triple FDB on a1")


@pytest.mark.clause("AC-16")
def test_a_capture_takes_the_whole_stack_of_any_height():
    match = table("""
        4  e    .    .    dA
        3  .    .    .    .
        2  .    .    .    C
        1  Fa   .    .    fdb
        red to move
        """)  # fmt: skip
    assert texts(match, "d2-d1") == [
        (
            "Red attacks from d2, on the file of their activator on d4: "
            "Blue's triple FDB on d1 is captured. [AC-16]"
        ),
        "Red's single C goes from d2 to d1. [AC-10]",
    ]
    assert str(match.state.squares["d1"]) == "red C"
    assert sorted(match.state.held("blue")) == ["a4", "d4"]


@pytest.mark.clause("AC-16")
def test_captured_pieces_leave_before_the_captor_arrives():
    match = table("""
        4  e    .    .    dA
        3  .    .    .    .
        2  .    .    .    C
        1  Fa   .    .    fdb
        red to move
        """)  # fmt: skip
    taken, gone = match.play("d2-d1")
    assert "d1" not in taken.state.squares
    assert str(taken.state.squares["d2"]) == "red C"
    assert str(gone.state.squares["d1"]) == "red C"
