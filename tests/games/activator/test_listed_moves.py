"""Every move that is listed is accepted and played; every other one is refused with a reason."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.steps import IllegalMove
from piecepack_nb.games.activator.geometry import SQUARES
from piecepack_nb.games.activator.state import Move
from tests.core.damage import one_line
from tests.games.activator.random_play import matches

PARTS = (0, 1, 2, 3, 4)
NAMES_SOMETHING = re.compile(r"\b[a-d][1-4]\b|over|no move of this game")
EVERYTHING = [
    Move(start, end, part, activator)
    for start, end, part in product(SQUARES, SQUARES, PARTS)
    for activator in ("", *SQUARES)
]
"""The universe of moves: every start, end, part and place for the activator."""


def universe(state: Any) -> list[Move]:
    """Return every move from a square that the mover holds, and one from every other square."""
    own = set(state.held(state.to_move))
    return [move for move in EVERYTHING if move.start in own or move[1:] == ("a1", 0, "")]


@pytest.mark.clause("AC-4", "AC-10", "AC-11", "AC-12", "AC-13", "AC-15", "AC-20", "AC-21", "AC-22")
@settings(max_examples=25)
@given(matches())
def test_a_move_is_listed_or_refused_with_a_reason(match: pp.Match) -> None:
    game, state = match.game, match.state
    listed = list(match.moves())
    assert len(set(listed)) == len(listed)
    left = set(listed)
    for move in universe(state):
        refusal = game.refusal(state, move)
        assert (refusal is None) == (move in left), (move, refusal)
        left.discard(move)
        if refusal is not None:
            assert refusal.clause in game.rulebook.clauses
            assert NAMES_SOMETHING.search(refusal.text), refusal.text
            assert "\n" not in refusal.text
            assert not refusal.text.endswith(".")
            assert set(refusal.squares) <= set(SQUARES)
    assert not left


def test_the_activator_in_a_move_text_is_the_movers() -> None:
    match = pp.Match(pp.game("activator"), seed=1)
    for text in ("c1-c2 a-d3", "C1-C2 a D4-D3"):
        with pytest.raises(BadInput, match="a is Blue's activator; expected A, Red's") as caught:
            match.game.parse_move(match.state, text)
        one_line(caught.value)
    assert match.game.parse_move(match.state, "C1-C2 A-D3") == Move("c1", "c2", 0, "d3")
    match.play("c1-c2 A-d3")
    for text in ("c4-c3 A-a2", "c4-c3 a-a2"):
        assert match.game.parse_move(match.state, text) == Move("c4", "c3", 0, "a2")


@settings(max_examples=40)
@given(matches(), st.sampled_from(EVERYTHING))
def test_a_refused_move_changes_nothing(match: pp.Match, move: Move) -> None:
    refusal = match.refusal(move)
    if refusal is None:
        return
    before = match.state, match.cursor, match.steps
    if match.result is None:
        with pytest.raises(IllegalMove) as caught:
            match.play(move)
        assert caught.value.refusal == refusal
        one_line(caught.value)
    assert (match.state, match.cursor, match.steps) == before


@pytest.mark.parametrize(
    "thing",
    [
        None, 7, "a1-a2", ("a1", "a2"), Move(1, 2), Move("a1", None), Move("a1", "a2", "1"),
        Move("a1", "a2", True), Move("a1", "a2", 0, None), object(),
    ],
)  # fmt: skip
def test_an_invalid_move_is_refused(thing: Any) -> None:
    game = pp.game("activator")
    refusal = game.refusal(game.initial_state(), thing)
    assert refusal is not None
    assert refusal.clause == "AC-4"
    assert "no move of this game" in refusal.text


@pytest.mark.parametrize("square", ["e1", "a5", "", "A1", "\n", "a" * 999])
def test_missing_squares_are_refused(square: str) -> None:
    game = pp.game("activator")
    for move in (Move(square, "a2"), Move("a2", square)):
        refusal = game.refusal(game.initial_state(), move)
        assert refusal is not None
        assert refusal.clause in ("AC-1", "AC-4")
        assert "\n" not in refusal.text
        assert len(refusal.text) < 200


@settings(max_examples=60)
@given(matches())
def test_the_pieces_that_left_were_captured(match: pp.Match) -> None:
    pieces = 18
    for step in match.steps:
        assert sum(stack.height for stack in step.state.squares.values()) <= pieces
        if step.event.kind == "capture":
            pieces -= len(step.event.data["what"].split()[-1])
            assert sum(stack.height for stack in step.state.squares.values()) == pieces
    for stack in match.state.squares.values():
        assert stack.height <= match.game.rules.stack_height
    # Without immunity the capture of a carrier may end the game.
    if match.result is None or match.game.rules.immunity:
        for seat, square in match.state.activators.items():
            assert match.state.squares[square].owner != seat


@pytest.mark.clause("AC-10", "AC-11")
def test_a_stack_that_is_taller_than_the_rules_allow_moves_as_a_triple_does() -> None:
    """Such a position comes from other rules, as where a match goes on under changed ones."""
    written = {"a1": "red FDCB", "c2": "red E", "d4": "blue F", "b4": "blue D",
               "activators": {"red": "d4", "blue": "c2"}}  # fmt: skip
    state = pp.game("activator", stack_height=4).position(written)
    game = pp.game("activator")
    ends = {move.end for move in game.moves(state) if move.start == "a1" and move.part == 0}
    assert {"a4", "b2", "b1", "d1"} <= ends
    assert game.think(state, depth=1).move in game.moves(state)
