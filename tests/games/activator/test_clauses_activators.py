"""Activators: their squares and moves, and their effect on pieces (AC-20 to AC-27)."""

from __future__ import annotations

import pytest

from piecepack_nb.core.errors import BadInput
from piecepack_nb.games.activator.geometry import SQUARES
from piecepack_nb.games.activator.movement import attack_squares, frozen_squares, immune_squares
from tests.games.activator.helpers import allowed, refused, table, texts

SCENE = """
4  .    .    .    dA
3  F    .    .    f
2  .    Ea   .    .
1  D    .    .    c
red to move
"""


def spots(match, piece: str) -> set[str]:
    """Return the squares of the activator with this move of a piece."""
    move = match.game.parse_move(match.state, piece)
    return {each.activator for each in match.moves() if each[:3] == move[:3]} - {""}


# --- where they stand and go (AC-20 to AC-22) ---------------------------------------------------


@pytest.mark.clause("AC-20")
def test_an_activator_ends_on_an_enemy():
    match = table(SCENE)
    assert spots(match, "a1-b1") == {"d3", "d1"}
    refusal = refused(match, "a1-b1 A-c4")
    assert (refusal.clause, refusal.squares) == ("AC-20", ("c4",))
    assert refusal.text == "Red's activator must be on an enemy piece: c4 is empty"
    assert refused(match, "a1-b1 A-a3").text == (
        "Red's activator must be on an enemy piece: Red's single F on a3 is their own"
    )
    assert refused(match, "a1-b1 A-b1").text.endswith("Red's single D on b1 is their own")
    assert refused(match, "a1-b1 A-a1").text.endswith("a1 is empty")


@pytest.mark.clause("AC-20", "AC-21")
def test_an_activator_cannot_move_onto_a_just_captured_piece():
    match = table("""
        4  .    .    .    dA
        3  .    .    C    f
        2  .    Ea   .    .
        1  D    .    .    c
        red to move
        """, attack_line="anywhere")  # fmt: skip
    refusal = refused(match, "c3-d3 A-d3")
    assert refusal.clause == "AC-20"
    assert refusal.text.endswith("the pieces on d3 have just been captured")
    assert spots(match, "c3-d3") == {"d1"}


@pytest.mark.clause("AC-20")
def test_an_activator_is_not_a_piece_and_never_captured():
    match = table(SCENE)
    assert str(match.state.squares["d4"]) == "blue D"
    assert match.state.squares["d4"].height == 1
    assert refused(
        table(SCENE.replace("F    .    .    f", "F    .    .    C")), "d3-d4"
    ).clause == ("AC-25")


@pytest.mark.clause("AC-20", "AC-25")
def test_without_immunity_an_activator_leaves_its_captured_carrier():
    board = """
        4  .    .    C    dA
        3  F    .    .    f
        2  .    Ea   .    .
        1  .    .    .    {}
        red to move
        """
    match = table(board.format("c"), immunity=False)
    assert spots(match, "c4-d4") == {"d3", "d1"}
    refusal = refused(match, "c4-d4")
    assert (refusal.clause, refusal.squares) == ("AC-20", ("d4",))
    assert "must move to" in refusal.text
    assert texts(match, "c4-d4 A-d3")[2] == (
        "Red's activator goes from d4 to d3, onto Blue's single F. [AC-21]"
    )
    board = board.replace("f\n", ".\n").replace("1  .    .    .", "1  .    .    e")
    far = table(board.format("c"), immunity=False, activator_reach=2)
    assert refused(far, "c4-d4").clause == "AC-20"
    assert refused(far, "c4-d4 A-d1").clause == "AC-21"


@pytest.mark.clause("AC-20", "AC-25", "AC-31")
def test_a_capture_of_a_carrier_that_wins_at_once_needs_no_activator_move():
    """Blue has two stacks; the one under Red's activator is taken. Nothing is left to move to."""
    match = table(
        """
        4  .    .    C    dA
        3  F    .    .    .
        2  .    Ea   .    .
        1  .    .    .    c
        red to move
        """,
        immunity=False,
    )
    assert not spots(match, "c4-d4")
    assert "c4-d4" in map(str, match.moves())
    refusal = refused(match, "c4-d4 A-d1")
    assert (refusal.clause, refusal.squares) == ("AC-31", ("d4",))
    assert refusal.text == "c4-d4 ends the game at once: the activator stays"
    assert match.play("c4-d4")[-1].event.clause == "AC-31"
    assert match.result.winners == ("red",)
    over = match.state
    assert "CA" in str(over)
    game = match.game
    assert game.from_json(game.to_json(over)) == over
    assert game.position(str(over)).squares == over.squares


@pytest.mark.clause("AC-20", "AC-25", "AC-30")
def test_a_capture_of_a_carrier_at_home_that_wins_at_once_needs_no_activator_move():
    """Blue's activator rides onto the same square, which has both at the end."""
    match = table(
        """
        4  .    .    Ca   dA
        3  F    .    .    d
        2  .    E    .    .
        1  .    .    c    c
        red to move
        """,
        immunity=False,
        freezing=False,
        turns_to_survive=0,
    )
    assert not spots(match, "c4-d4")
    assert "c4-d4" in map(str, match.moves())
    match.play("c4-d4")
    assert (match.result.winners, match.result.clause) == (("red",), "AC-30")
    over = match.state
    assert "CAa" in str(over)
    assert match.game.position(str(over)).activators == over.activators
    assert match.game.from_json(match.game.to_json(over)) == over


@pytest.mark.clause("AC-25", "AC-31")
def test_the_last_stack_of_a_side_can_be_captured():
    """Though nobody loses by having few left, who has nothing does."""
    match = table(
        """
        4  .    .    C    dA
        3  F    .    .    .
        2  .    Ea   .    .
        1  .    .    .    .
        red to move
        """,
        immunity=False,
        reduced_to=0,
    )
    match.play("c4-d4")
    assert match.result.text == "Red wins: Blue has no piece left."
    assert match.game.from_json(match.game.to_json(match.state)) == match.state
    assert match.game.position(str(match.state)).squares == match.state.squares


@pytest.mark.clause("AC-20")
@pytest.mark.parametrize("rules", [{}, {"immunity": False}])
@pytest.mark.parametrize("mover", ["red", "blue"])
def test_an_activator_is_on_its_own_piece_only_after_such_a_capture(rules, mover):
    board = f"""
        4  .    .    .    CA
        3  F    .    .    .
        2  .    Ea   .    .
        1  .    .    .    c
        {mover} to move
        """
    if rules and mover == "blue":
        assert table(board, **rules).result.winners == ("red",)
    else:
        with pytest.raises(BadInput, match=r"activators\.red is 'd4'; expected a square with"):
            table(board, **rules)


@pytest.mark.clause("AC-21")
def test_an_activator_moves_up_to_four_squares_and_is_never_blocked():
    match = table("""
        4  .    .    D    fA
        3  .    d    .    C
        2  e    .    .    .
        1  c    e    Fa   .
        red to move
        """)  # fmt: skip
    assert spots(match, "d3-c3") == {"b3"}
    refusal = refused(match, "d3-c3 A-a2")
    assert (refusal.clause, refusal.squares) == ("AC-21", ("d4", "a2"))
    assert refusal.text == ("Red's activator moves up to 4 orthogonally, but from d4 to a2 it is 5")
    assert refused(match, "d3-c3 A-d4").text == "Red's activator is already on d4"
    wide = table(str(match.state), activator_reach=6)
    assert spots(wide, "d3-c3") == {"a2", "b3", "a1", "b1"}


@pytest.mark.clause("AC-21")
def test_turning_paths_of_an_activator_are_an_option():
    straight = table(
        SCENE.replace("F    .    .    f", "F    .    d    f"), activator_may_turn=False
    )
    assert spots(straight, "a1-b1") == {"d3", "d1"}
    refusal = refused(straight, "a1-b1 A-c3")
    assert refusal.clause == "AC-21"
    assert refusal.text.endswith("moves in a straight line, and c3 is not on its rank or file")
    turning = table(SCENE.replace("F    .    .    f", "F    .    d    f"))
    assert spots(turning, "a1-b1") == {"d3", "d1", "c3"}


@pytest.mark.clause("AC-21")
def test_the_activator_moves_after_the_piece():
    steps = texts(table(SCENE), "a1-b1 A-d3")
    assert [step[-7:] for step in steps] == ["[AC-10]", "[AC-21]"]


@pytest.mark.clause("AC-22")
def test_an_activator_never_moves_onto_the_other():
    refusal = refused(table(SCENE), "a1-b1 A-b2")
    assert (refusal.clause, refusal.squares) == ("AC-22", ("b2",))
    assert refusal.text == "Blue's activator is on b2: Red's activator can't go on top of it"
    riding = refused(table(SCENE.replace("dA", "d").replace(".    f", ".    fA")), "b2-c2 A-c2")
    assert riding.clause == "AC-22"  # it has come along


# --- what they do (AC-23 to AC-25) --------------------------------------------------------------

ATTACK = """
4  F    .    .    dA
3  .    .    .    .
2  .    f    C    .
1  .    .    Da   e
red to move
"""


@pytest.mark.clause("AC-23")
def test_attacks_start_only_in_line_with_the_own_activator():
    match = table(ATTACK)
    assert set(attack_squares(match.game.rules, match.state, "red")) == {
        "a4", "b4", "c4", "d4", "d3", "d2", "d1",
    }  # fmt: skip
    refusal = refused(match, "c2-b2")
    assert (refusal.clause, refusal.squares) == ("AC-23", ("c2", "d4", "b2"))
    assert refusal.text == (
        "c2 is neither on the rank nor on the file of Red's activator on d4, "
        "so pieces there can't attack b2"
    )
    allowed(table(ATTACK.replace("f    C    .", ".    f    C")), "d2-c2")


@pytest.mark.clause("AC-23")
def test_by_option_attacks_start_anywhere():
    match = table(ATTACK, attack_line="anywhere")
    assert set(attack_squares(match.game.rules, match.state, "red")) == set(SQUARES)
    allowed(match, "c2-b2")
    assert texts(match, "c2-b2")[0] == (
        "Red attacks from c2: Blue's single F on b2 is captured. [AC-16]"
    )


@pytest.mark.clause("AC-23")
def test_the_start_of_an_attack_must_be_in_line_and_not_its_end():
    match = table("""
        4  F    .    .    dA
        3  .    .    .    .
        2  Da   .    C    f
        1  .    .    c    E
        red to move
        """)  # fmt: skip
    assert refused(match, "c2-d2").clause == "AC-23"
    allowed(match, "d1-c1")


FROZEN = """
4  f    .    .    dA
3  F    .    .    .
2  .    .    .    .
1  .    .    Da   e
{} to move
"""


@pytest.mark.clause("AC-24")
def test_pieces_where_the_activators_lines_cross_cannot_move():
    match = table(FROZEN.replace("1  .    .    Da   e", "1  .    .    Da   E").format("red"))
    assert set(frozen_squares(match.game.rules, match.state)) == {"d1", "c4"}
    refusal = refused(match, "d1-d2")
    assert (refusal.clause, refusal.squares) == ("AC-24", ("d1", "d4", "c1"))
    assert refusal.text == (
        "d1 is frozen: the rank and the file of Red's activator on d4 and Blue's on c1 cross there"
    )
    assert not [move for move in match.moves() if move.start == "d1"]
    assert refused(table(FROZEN.format("blue")), "d1-d2").clause == "AC-24"


@pytest.mark.clause("AC-24")
def test_activators_on_one_line_freeze_their_own_squares():
    board = """
        4  f    .    .    .
        3  F    .    .    dA
        2  .    .    .    .
        1  .    e    .    Da
        {} to move
        """
    for seat, move in (("red", "d1-d2"), ("blue", "d3-d2")):
        match = table(board.format(seat))
        assert set(frozen_squares(match.game.rules, match.state)) == {"d1", "d3"}
        assert refused(match, move).clause == "AC-24"
    match = table(board.format("red"))
    allowed(match, "a3-b3 A-b1")  # the activator on a frozen piece isn't frozen itself


@pytest.mark.clause("AC-24")
def test_a_frozen_square_can_be_entered_and_its_pieces_captured():
    board = FROZEN.format("red").replace("3  F    .    .    .", "3  F    .    C    .")
    match = table(board)
    assert "c4" in frozen_squares(match.game.rules, match.state)
    allowed(match, "c3-c4")
    match.play("c3-c4")
    match = table("""
        4  .    F    c    dA
        3  .    .    .    .
        2  .    .    .    .
        1  D    .    Ea   f
        red to move
        """)  # fmt: skip
    assert "c4" in frozen_squares(match.game.rules, match.state)
    allowed(match, "b4-c4")


@pytest.mark.clause("AC-24")
def test_freezing_is_an_option():
    board = FROZEN.replace("1  .    .    Da   e", "1  .    .    Da   E").format("red")
    match = table(board, freezing=False)
    assert frozen_squares(match.game.rules, match.state) == ()
    allowed(match, "d1-d2")


@pytest.mark.clause("AC-25")
def test_a_carrier_of_an_activator_is_immune():
    match = table("""
        4  .    .    .    ecA
        3  F    .    .    CB
        2  .    f    .    .
        1  .    Da   .    e
        red to move
        """)  # fmt: skip
    assert set(immune_squares(match.game.rules, match.state)) == {"d4", "b1"}
    refusal = refused(match, "d3-d4")
    assert (refusal.clause, refusal.squares) == ("AC-25", ("d4",))
    assert refusal.text == ("Blue's double EC on d4 carries Red's activator and can't be captured")
    blue = table("""
        4  .    .    .    ecA
        3  F    .    .    CB
        2  .    f    .    .
        1  .    Da   .    e
        blue to move
        """, attack_line="anywhere")  # fmt: skip
    assert refused(blue, "b2-b1").clause == "AC-25"
    assert table(str(match.state), immunity=False).refusal("d3-d4 A-d1") is None


# --- riding along (AC-26, AC-27) ----------------------------------------------------------------


@pytest.mark.clause("AC-26")
def test_an_activator_moves_with_its_carrier():
    match = table(SCENE)
    assert texts(match, "b2-b3") == [
        "Red's single E goes from b2 to b3. [AC-10]",
        "Blue's activator rides along from b2 to b3. [AC-26]",
    ]
    assert match.state.activators["blue"] == "b3"


@pytest.mark.clause("AC-26")
def test_an_activator_moves_with_the_moving_part_even_onto_a_friend():
    match = table("""
        4  .    .    .    dA
        3  F    .    .    f
        2  ED   CBa  .    .
        1  .    .    .    c
        red to move
        """)  # fmt: skip
    assert texts(match, "b2:1-a2") == [
        "Red takes the single B off b2 and moves it to a2; the single C stays. [AC-15]",
        "Blue's activator rides along from b2 to a2. [AC-26]",
        "On a2 it joins the double ED: a triple EDB. [AC-14]",
    ]
    assert match.state.activators["blue"] == "a2"
    assert str(match.state.squares["b2"]) == "red C"


@pytest.mark.clause("AC-26")
def test_a_carrier_may_attack_if_its_own_activator_is_in_line():
    match = table("""
        4  .    .    .    dA
        3  F    .    .    .
        2  .    .    f    Ea
        1  .    .    .    .
        red to move
        """)  # fmt: skip
    assert refused(match, "d2-c2").clause == "AC-24"  # one file: both carriers are frozen
    match = table("""
        4  .    .    .    .
        3  F    c    .    dA
        2  .    e    .    .
        1  .    Ea   .    .
        red to move
        """)  # fmt: skip
    assert refused(match, "b1-b2").clause == "AC-23"
    free = table(str(match.state), attack_line="anywhere")
    assert texts(free, "b1-b2") == [
        "Red attacks from b1: Blue's single E on b2 is captured. [AC-16]",
        "Red's single E goes from b1 to b2. [AC-10]",
        "Blue's activator rides along from b1 to b2. [AC-26]",
    ]


@pytest.mark.clause("AC-27")
def test_pieces_that_join_a_carrier_slide_in_under_the_activator():
    board = SCENE.replace("2  .    Ea   .    .", "2  .    Ea   C    .")
    match = table(board)
    assert texts(match, "c2-b2") == [
        "Red's single C goes from c2 to b2. [AC-10]",
        "On b2 it slides onto the single E, under Blue's activator: a double EC. [AC-27]",
    ]
    assert match.state.activators["blue"] == "b2"
    assert "ECa" in str(match.state)
    closed = refused(table(board, join_under=False), "c2-b2")
    assert (closed.clause, closed.squares) == ("AC-27", ("b2",))
    assert closed.text == "Blue's activator is on b2: pieces can't join the stack under it"


def test_a_wrong_square_of_an_activator_is_unreadable():
    match = table(SCENE)
    assert match.game.parse_move(match.state, "a1-b1 A d4-d3").activator == "d3"
    with pytest.raises(BadInput, match="the activator is on c4; expected d4, the square of Red's"):
        match.refusal("a1-b1 A c4-d3")
