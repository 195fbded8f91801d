"""Positions written by hand: parsed, printed back, and checked entry by entry."""

from __future__ import annotations

import ast
import copy
import inspect
import textwrap
from typing import Any

import pytest
from hypothesis import given, settings

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from tests.core.damage import one_line
from tests.games.activator.random_play import matches

GAME = pp.game("activator")
WRITTEN: dict[str, Any] = {
    "a1": "red FB", "c3": "blue E", "d4": "blue D", "b2": "red C",
    "activators": {"red": "c3", "blue": "a1"}, "to_move": "blue",
}  # fmt: skip
DRAWN = """
4  .    .    .    d
3  .    .    eA   .
2  .    C    .    .
1  FBa  .    .    .
   a    b    c    d
blue to move
"""


def without(name: str) -> dict[str, Any]:
    return {each: value for each, value in WRITTEN.items() if each != name}


@pytest.mark.clause("AC-1", "AC-20")
def test_a_mapping_and_a_drawing_are_equivalent():
    state = GAME.position(WRITTEN)
    assert state == GAME.position(DRAWN)
    assert state.activators == {"red": "c3", "blue": "a1"}
    assert (state.turn, state.to_move) == (1, "blue")
    assert str(state.squares["a1"]) == "red FB"


def test_omitted_entries_have_their_defaults():
    assert GAME.position(without("to_move")).to_move == "red"
    assert GAME.position({**WRITTEN, "turn": 12}).turn == 12
    assert GAME.position(DRAWN + "turn 7").turn == 7
    assert pp.game("activator", first="blue").position(without("to_move")).to_move == "blue"


def test_a_drawing_prints_back():
    text = str(GAME.position(DRAWN))
    assert text == DRAWN.strip().replace("blue to move", "turn 1, blue to move")
    assert str(GAME.position(text)) == text


@settings(max_examples=60)
@given(matches())
def test_any_state_prints_and_reads_back(match):
    game, state = match.game, match.state
    again = game.position(str(state))
    assert str(again) == str(state)
    assert game.position(game.to_json(state)) == game.from_json(game.to_json(state)) == state
    if state.outcome is None or state.outcome.how != "repetition":
        assert again._replace(earlier=state.earlier) == state


@pytest.mark.clause("AC-30")
def test_the_occupier_of_a_home_is_derived():
    home = {**without("d4"), "d4": "red D", "b4": "blue D"}
    assert GAME.position(home).occupied == {"red": 1}
    over = GAME.position({**home, "to_move": "red"})
    assert over.occupied == {"red": 0}
    assert GAME.result(over).winners == ("red",)
    longer = pp.game("activator", turns_to_survive=3)
    assert longer.position(home).occupied == {"red": 3}
    assert longer.position({**home, "occupied": {"red": 2}}).occupied == {"red": 2}
    assert "red on d4: 2 turns" in str(longer.position({**home, "occupied": {"red": 2}}))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"a1": "red BF"}, "a1 is 'BF'; expected pieces from bottom to top; F can't be on B"),
        ({"a1": "red FEDC"}, "a1 is 'FEDC'; expected a stack of at most 3 pieces"),
        ({"b1": "red F", "b2": "red F"}, "the number of red's F pieces is 3; expected at most 2"),
        ({"a2": "red B"}, "the number of red's B pieces is 2; expected at most 1"),
        ({"a1": "green F"}, "a1 is 'green F'; expected a seat and its pieces"),
        ({"a1": "red G"}, "a1 is 'red G'; expected a seat and its pieces"),
        ({"a1": "red A"}, "a1 is 'red A'"),
        ({"a1": "red"}, "a1 is 'red'"),
        ({"a1": 5}, "a1 is 5"),
        ({"a5": "red F"}, "an entry of the position is 'a5'; expected a1 to d4, activators"),
        ({"to_move": "green"}, "to_move is 'green'; expected red, blue"),
        ({"to_move": ["red"]}, "to_move is ['red']; expected red, blue"),
        ({"turn": 0}, "turn is 0; expected a whole number from 1"),
        ({"turn": True}, "turn is True; expected"),
        ({"a1": "red fb"}, "a1 is 'red fb'; expected a seat and its pieces in capitals"),
        ({"c3": "blue e"}, "c3 is 'blue e'; expected a seat and its pieces in capitals"),
        ({"activators": {"red": "c3"}}, "activators.blue is None; expected a square"),
        ({"activators": {}}, "activators.red is None; expected a square with a piece of blue"),
        (
            {"activators": {"red": "c3", "blue": "a1", "green": "b2"}},
            "an entry of activators is 'green'; expected red, blue",
        ),
        ({"activators": {"red": "a1", "blue": "a1"}}, "activators.red is 'a1'; expected a square"),
        ({"activators": {"red": "b3", "blue": "a1"}}, "activators.red is 'b3'"),
        ({"activators": {"red": "c3", "blue": ["a1"]}}, "activators.blue is ['a1']"),
        ({"activators": "c3"}, "activators is 'c3'; expected a mapping"),
        ({"occupied": {"red": 1}}, "occupied is {'red': 1}; expected turns for each seat on"),
        ({"occupied": 3}, "occupied is 3"),
        ({"occupied": {"green": 1}}, "an entry of occupied is 'green'; expected red, blue"),
        ({"c3": "red E", "d4": "red D"}, "blue has no piece on the board"),
    ],
)
def test_an_impossible_mapping_is_refused_with_its_entry(change, message):
    with pytest.raises(BadInput) as caught:
        GAME.position({**WRITTEN, **change})
    assert str(caught.value).startswith(message)
    one_line(caught.value)


@pytest.mark.parametrize(
    ("drawing", "message"),
    [
        ("", "the drawing lacks ranks 4, 3, 2 and 1; expected each of 4, 3, 2 and 1"),
        (
            "4 . . . d\n2 . C . .\n1 FBa . . .",
            "the drawing lacks rank 3; expected each of 4, 3, 2 and 1",
        ),
        (DRAWN.replace("\n2", "\n3"), "rank 3 is"),
        (DRAWN.replace("FBa", "FB"), "blue's activator is missing; expected a"),
        (DRAWN.replace("eA", "eAA"), "c3 is 'eAA'"),
        (DRAWN.replace("eA", "ea"), "a1 is 'FBa'; expected one activator of blue"),
        (DRAWN.replace("eA", "Ea"), "a1 is 'FBa'; expected one activator of blue"),
        (DRAWN.replace("FBa", "Fb"), "a1 is 'Fb'; expected"),
        (DRAWN.replace("C    .    .", "C    ."), "rank 2 is '. C .'; expected 4 words"),
        (
            DRAWN.replace("blue to move", "green to move"),
            "a line of the drawing is 'green to move'",
        ),
        (DRAWN + "red on d4: 1 turn", "occupied is {'red': 1}"),
        ("x" * 5000, "the drawing has 5000 characters; expected at most 2000"),
    ],
)
def test_an_impossible_drawing_is_refused(drawing, message):
    with pytest.raises(BadInput) as caught:
        GAME.position(drawing)
    assert str(caught.value).startswith(message), str(caught.value)
    one_line(caught.value)


@pytest.mark.parametrize("thing", [None, 3, [], ["a1"], {1: 2}, {"squares": {}}, b"4 . . . ."])
def test_an_invalid_position_is_refused(thing):
    with pytest.raises(BadInput) as caught:
        GAME.position(thing)
    one_line(caught.value)


def test_rules_decide_which_positions_are_possible():
    tall = {**WRITTEN, "a1": "red FEDC", "b2": "red F"}
    assert pp.game("activator", stack_height=4).position(tall).squares["a1"].height == 4
    odd = {**WRITTEN, "a1": "red CB", "b2": "red CD"}
    with pytest.raises(BadInput, match="b2 is 'CD'"):
        GAME.position(odd)
    assert pp.game("activator", stacking="any").position(odd)


@pytest.mark.clause("AC-30")
def test_the_help_shows_forms_that_are_read():
    help_ = inspect.getdoc(type(GAME).position) or ""
    mapping, drawing = help_.split("::\n\n")[1:]
    read = GAME.position(ast.literal_eval(textwrap.dedent(mapping.split("\n\n")[0])))
    text = textwrap.dedent(drawing.split("\n\n")[0])
    assert GAME.position(text) == read
    assert str(read) == text
    assert (read.turn, read.to_move, read.occupied) == (12, "blue", {"red": 1})


# --- JSON from anywhere -------------------------------------------------------------------------


def test_json_has_every_entry_and_no_other():
    data = GAME.to_json(GAME.initial_state())
    assert GAME.from_json(copy.deepcopy(data)) == GAME.initial_state()
    for name in data:
        with pytest.raises(BadInput) as caught:
            GAME.from_json({each: data[each] for each in data if each != name})
        assert name in str(caught.value)
    with pytest.raises(BadInput):
        GAME.from_json({**data, "more": 1})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"squares": {"a5": "red F"}}, "a square is 'a5'; expected a1 to d4"),
        ({"squares": {"a1": "red"}}, "a1 is 'red'; expected a seat and its pieces in capitals"),
        ({"squares": []}, "squares is []; expected a mapping of its entries by name"),
        ({"activators": {"red": "d4"}}, "activators has no entry 'blue'"),
        ({"activators": {"red": "z9", "blue": "a1"}}, "activators.red is 'z9'; expected a square"),
        ({"occupied": {"red": -1}}, "occupied.red is -1; expected a whole number from 0 to 1"),
        ({"turn": 10**9}, "turn is 1000000000; expected a whole number from 1 to 1000000"),
    ],
)
def test_json_that_is_wrong_is_refused_with_its_entry(change: Any, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        GAME.from_json({**GAME.to_json(GAME.initial_state()), **change})
    assert str(caught.value).startswith(message), str(caught.value)


@pytest.mark.clause("AC-32")
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda earlier: [], "the last entry of earlier is None"),
        (lambda earlier: earlier[:2], "the last entry of earlier is"),
        (lambda earlier: [earlier[0], *earlier], "earlier[0] is no position"),
        (lambda earlier: ["no", *earlier[1:]], "earlier[0] is no position"),
        (lambda earlier: [5, *earlier[1:]], "earlier[0] is no position"),
        (lambda earlier: [earlier[0].replace("fbA", "f.A"), *earlier[1:]], "earlier[0] is no"),
        (lambda earlier: [earlier[0].replace("fbA", "fA"), *earlier[1:]], "earlier[0] is"),
        (lambda earlier: 99, "earlier is 99"),
        (lambda earlier: earlier * 9000, "earlier is"),
        (lambda earlier: [*(3 * earlier[:2]), *earlier], "earlier has one position 3 times"),
    ],
)
def test_the_positions_before_are_checked(change, message):
    match = pp.Match(GAME, seed=1)
    for move in ("c1-c2", "b4-b3", "c2-c1", "b3-b4"):
        match.play(move)
    data = GAME.to_json(match.state)
    assert len(data["earlier"]) == 5
    with pytest.raises(BadInput) as caught:
        GAME.from_json({**data, "earlier": change(data["earlier"])})
    assert str(caught.value).startswith(message), str(caught.value)
    one_line(caught.value)
