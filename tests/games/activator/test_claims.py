"""What tips, prompts and hints of Activator say, compared with what the game then does."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.games.activator.game import Activator
from piecepack_nb.games.activator.hints import hint
from piecepack_nb.games.activator.state import Move, State, other
from piecepack_nb.games.activator.thinking import think

GAMES = (
    {}, {"immunity": False, "reduced_to": 2}, {"turns_to_survive": 0, "immunity": False},
    {"stack_height": 5, "turns_to_survive": 2}, {"attack_line": "anywhere", "reduced_to": 3},
)  # fmt: skip


def capturable(game: Activator, state: State, seat: str) -> set[str]:
    """Return the squares where the other may capture a piece of the seat's next."""
    return {move.end for move in game.moves(state) if move.end in state.held(seat)}


def check_move(game: Activator, state: State, move: Move) -> None:
    """Compare the tips and the hint of a move with the state after it."""
    after, seat = game.next_state(state, move), state.to_move
    over, end = game.result(after), move.end
    danger = capturable(game, after, seat) if over is None else set()
    said = hint(game, state, (), move, None).why
    rival = other(seat).title()
    listed = "" if f"{rival} may capture" not in said else said.partition(f"{rival} may capture")[2]
    assert {square for square in after.squares if square in listed} == danger, said
    assert (over is not None) == ("That ends the game" in said), said
    part = move.start, str(move.part)
    follows = [each for each in game.moves(state) if each[:3] == move[:3]]
    if move == Move(*part[:1], end, move.part):  # the activator may stay
        spot = {each.id: each for each in game.view.spots(game, state, part)}[end]
        assert ("can capture it there" in spot.tip) == (end in danger), spot.tip
    if len(follows) > 1:
        spots = {each.id: each for each in game.view.spots(game, state, (*part, end))}
        spot = spots[move.activator or "leave"]
        if move.activator:
            assert (f"can capture your piece on {end}" in spot.tip) == (end in danger), spot.tip
        assert over is None or over.text in spot.tip


@pytest.mark.clause("AC-16", "AC-20", "AC-25", "AC-30", "AC-31")
@pytest.mark.parametrize("options", GAMES)
def test_tips_and_hints_say_what_can_be_captured_after_a_move(options: dict[str, Any]) -> None:
    random = Random(str(options))
    game = pp.game("activator", **options)
    assert isinstance(game, Activator)
    for _ in range(2):
        state = game.initial_state()
        for turn in range(40):
            moves = list(game.moves(state))
            if not moves:
                break
            if turn > 10:
                check_move(game, state, random.choice(moves))
            captures = [move for move in moves if move.end in state.held(other(state.to_move))]
            state = game.next_state(state, random.choice(captures or moves))


@pytest.mark.clause("AC-20", "AC-31")
def test_a_square_whose_only_move_leaves_the_activator_nowhere_is_not_marked() -> None:
    game = pp.game("activator", immunity=False, activator_reach=1)
    state = game.position({
        "b2": "red F", "a4": "red E", "b3": "blue F", "d4": "blue F", "a3": "blue C",
        "activators": {"red": "b3", "blue": "b2"}, "to_move": "red",
    })  # fmt: skip
    legal = {move.start for move in game.moves(state)}
    shown = {mark[1:3] for mark in game.view.marks(game, state, ()) if mark.kind == "movable"}
    assert len(shown) == len(legal)


@pytest.mark.clause("AC-30", "AC-31")
@pytest.mark.parametrize(("square", "end"), [("d3", ""), ("b3", ", unless they win first")])
def test_the_prompt_says_where_another_capture_wins(square: str, end: str) -> None:
    game = pp.game("activator", immunity=False, attack_line="anywhere", freezing=False)
    state = game.position({
        "a1": "blue F", "b2": "red F", "c4": "red D", square: "blue E",
        "activators": {"red": "a1", "blue": "b2"}, "to_move": "red", "occupied": {"blue": 1},
    })  # fmt: skip
    text, _ = game.view.prompt(game, state, ())
    assert text == f"Turn 1. Blue is on Red's home a1: capture it now, or Red loses{end}."


@pytest.mark.clause("AC-30")
def test_a_bot_takes_off_its_home_only_whom_it_captures_there() -> None:
    game = pp.game("activator", turns_to_survive=3)
    state = game.position({
        "a1": "blue F", "c4": "blue E", "b2": "red F", "d3": "red ED", "a3": "red C",
        "activators": {"red": "c4", "blue": "b2"}, "to_move": "red", "occupied": {"blue": 3},
    })  # fmt: skip
    thought = think(game, state, nodes=300)
    assert ("would have won" in thought.text) == (thought.move.end == "a1")
