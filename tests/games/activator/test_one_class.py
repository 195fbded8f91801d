"""The package's Activator against the class of the same rules, which says them on a page.

The class asks ``why_not`` of every move along a clear path, and computes turns and ends from piles
on squares; the package lists moves and plays turns in numbers. Both play the same games, under each
value of each option and under pairs of them: moves, states, refusals' clauses and ends are equal.
"""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from piecepack_nb.design import BoardGame
from piecepack_nb.games.activator.game import Activator
from piecepack_nb.games.activator.geometry import SQUARES
from piecepack_nb.games.activator.rules import ActivatorRules
from piecepack_nb.games.activator.state import Move, State
from tests.conftest import sampled
from tests.design.examples import example_class

CLASS = example_class("activator_in_one_class")
TURNS = 24
TRIED = 5
"""The moves of each position, legal or not, whose refusals are compared."""
SINGLE = [{option.name: value} for option in ActivatorRules.options() for value in option.values]
PAIRS = [{**one, **other} for one, other in product(SINGLE, SINGLE) if [*one] != [*other]]


def in_class(game: BoardGame, state: Any, move: Move) -> Any:
    """Return the class's move; None for one whose words it hasn't."""
    picks: list[Any] = [move.start, move.end, move.part or None, move.activator or None]
    return game.move_from(state, [pick for pick in picks if pick])


def compare_position(
    package: Activator, state: State, game: BoardGame, other: Any, random: Random
) -> list[Move]:
    """Return the legal moves of both; compare the positions and some refusals."""
    moves = list(package.moves(state))
    assert sorted(str(in_class(game, other, move)) for move in moves) == sorted(
        map(str, game.moves(other))
    )
    stacks = {square: f"{pile[0].split()[0]} {''.join(each[-1] for each in pile)}"
              for square, pile in other.pieces.items()}  # fmt: skip
    assert {square: str(stack) for square, stack in state.squares.items()} == stacks
    activators = {top: square for square, tops in other.tops.items() for top in tops}
    assert activators == dict(state.activators)
    assert (state.to_move, dict(state.occupied)) == (other.seat, dict(other.notes["waits"]))
    for _ in range(TRIED):
        start, end = random.choice(state.held(state.to_move)), random.choice(SQUARES)
        tried = Move(start, end, random.choice((0, 0, 1, 2)), random.choice(("", *SQUARES)))
        mine, theirs = (
            package.refusal(state, tried),
            game.refusal(other, in_class(game, other, tried)),
        )
        assert (mine and mine.clause) == (theirs and theirs.clause) or start == end, tried
    return moves


def play_both(changes: dict[str, Any], seed: int) -> None:
    """Play a random game in both, and compare every position and the end."""
    package = Activator(ActivatorRules(**changes))
    game = CLASS(CLASS.rules_class(**changes))
    state, other, random = package.initial_state(), game.initial_state(), Random(seed)
    for _ in range(TURNS):
        mine, theirs = package.result(state), game.result(other)
        assert (mine and mine[:2]) == (theirs and theirs[:2])
        if mine:
            return
        move = random.choice(compare_position(package, state, game, other, random))
        played = in_class(game, other, move)
        state, other = package.next_state(state, move), game.next_state(other, played)


def test_a_carrier_captures_the_stack_under_the_other_activator() -> None:
    """For a moment, or at the end of the game, both activators are on one square."""
    changes = {"immunity": False, "freezing": False, "attack_line": "anywhere"}
    game = CLASS(CLASS.rules_class(**changes))
    pieces = {"a1": ["red F"], "a2": ["blue C"], "d4": ["blue F"], "c4": ["red E"]}
    state = game.position({"pieces": pieces, "tops": {"a1": "blue", "a2": "red"}, "seat": "red"})
    package = Activator(ActivatorRules(**changes))
    same = package.position({"a1": "red F", "a2": "blue C", "d4": "blue F", "c4": "red E",
                             "activators": {"red": "a2", "blue": "a1"}})  # fmt: skip
    move = Move("a1", "a2")
    assert package.refusal(same, move) is None
    assert game.refusal(state, in_class(game, state, move)) is None
    after = game.next_state(state, in_class(game, state, move))
    assert dict(after.tops) == {"a2": ("red", "blue")}
    assert dict(package.next_state(same, move).activators) == {"red": "a2", "blue": "a2"}


@pytest.mark.parametrize("changes", sampled([{}, *SINGLE], 4), ids=str)
def test_each_option_means_the_same_in_both(changes: dict[str, Any]) -> None:
    play_both(changes, 1)


@pytest.mark.parametrize("seed", sampled(range(60), 4))
def test_pairs_of_options_mean_the_same_in_both(seed: int) -> None:
    play_both(Random(seed).choice(PAIRS), seed)


def test_both_have_the_same_options() -> None:
    mine = [(each.name, each.default, each.low, each.high, each.choices) for each in
            ActivatorRules.options()]  # fmt: skip
    theirs = [(each.name, each.default, each.low, each.high, each.choices) for each in
              CLASS.rules_class.options()]  # fmt: skip
    assert mine == theirs


def test_a_variant_is_a_class_of_a_few_lines() -> None:
    """In the giveaway variant captures are a duty."""
    game = example_class("activator_in_one_class", "giveaway_activator")()
    pieces = {
        "a1": ["red F"],
        "d2": ["red D"],
        "c2": ["blue C"],
        "d4": ["blue F"],
        "b4": ["blue E"],
    }
    state = game.position({"pieces": pieces, "tops": {"d4": "red", "a1": "blue"}})
    refusal = game.refusal(state, game.parse_move(state, "a1-a2"))
    assert refusal is not None
    assert refusal.text == "you can capture, so you must"
    assert {str(move)[:5] for move in game.moves(state)} == {"d2-c2"}
