"""The search plays the game itself: its nodes reach the states of the game, under any rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given, settings

import piecepack_nb as pp
from piecepack_nb.games.activator.geometry import in_line, steps_between
from piecepack_nb.games.activator.movement import (
    frozen_squares,
    leap_of,
    move_of,
    movement,
    waits_after,
)
from piecepack_nb.games.activator.state import HOMES, State, other
from piecepack_nb.games.activator.thinking import WIN, SearchTree, Weights, terms, worth
from tests.games.activator.random_play import matches


def value_of(state: State) -> float | None:
    """Return the value of a finished game for the seat to move; None while it goes on."""
    if state.outcome is None:
        return None
    winner = state.outcome.winner
    return 0 if not winner else WIN if winner == state.to_move else -WIN


@settings(max_examples=60)
@given(matches(longest=80))
def test_its_nodes_follow_the_game(match: pp.Match) -> None:
    tree = SearchTree(match.game)
    node, state = tree.of(match.initial_state), match.initial_state
    for played in match.record:
        assert tree.final(node) is None
        leap = leap_of(played.move)
        assert leap in tree.moves(node)
        assert move_of(leap) == played.move
        node, state = tree.after(node, leap), played.steps[-1].state
        assert node.position == state.position
        if match.game.rules.repetition:
            assert node.times == max(1, state.earlier.count(state.position))
    assert tree.final(node) == tree.final(tree.of(state)) == value_of(state)
    if state.outcome is None:
        assert Counter(map(move_of, tree.moves(node))) == Counter(match.game.moves(state))


@settings(max_examples=60)
@given(matches())
def test_captures_come_first(match: pp.Match) -> None:
    tree, state = SearchTree(match.game), match.state
    enemies = state.held(other(state.to_move))
    takes = [move_of(leap).end in enemies for leap in tree.moves(tree.of(state))]
    assert takes == sorted(takes, reverse=True)


@settings(max_examples=60)
@given(matches())
def test_a_state_after_a_move_is_that_of_its_last_step(match: pp.Match) -> None:
    game, state = match.game, match.state
    moves = list(game.moves(state))
    for move in moves[:: max(1, len(moves) // 8)]:
        assert game.next_state(state, move) == list(game.play(state, move))[-1].state


def test_an_occupier_waits_from_its_arrival_to_the_end_of_the_others_turns() -> None:
    rules = pp.game("activator", turns_to_survive=2).rules
    words = ("", *[""] * 14, "F")  # Red's F on d4
    assert waits_after(rules, words, 0, (-1, -1)) == (2, -1)
    assert waits_after(rules, words, 1, (2, -1)) == (1, -1)
    assert waits_after(rules, words, 0, (1, -1)) == (1, -1)
    assert waits_after(rules, words, 1, (0, -1)) == (0, -1)


@settings(max_examples=60)
@given(matches())
def test_the_terms_of_the_evaluation_have_their_values(match: pp.Match) -> None:
    game, state = match.game, match.state
    moving, weights = movement(game.rules), Weights(1, 1, 1, 1, 1, 1)
    found = {term.name: term.points for term in terms(moving, state.position, weights)}
    assert worth(moving, state.position, weights) == sum(found.values())
    me, you = state.to_move, other(state.to_move)

    def difference(count: Any) -> float:
        return sum(map(count, state.held(me))) - sum(map(count, state.held(you)))

    def in_reach_to_attack(square: str) -> bool:
        owner = state.squares[square].owner
        return square not in frozen_squares(game.rules, state) and (
            game.rules.attack_line == "anywhere" or in_line(square, state.activators[owner])
        )

    assert found["pieces"] == difference(lambda square: state.squares[square].height)
    assert found["stacks"] == difference(lambda square: 1)
    assert found["free"] == difference(lambda each: each not in frozen_squares(game.rules, state))
    assert found["line"] == difference(in_reach_to_attack)
    assert found["near"] == difference(
        lambda each: 6 - steps_between(each, HOMES[other(state.squares[each].owner)])
    )


@settings(max_examples=60)
@given(matches())
def test_counted_attacks_are_legal_captures(match: pp.Match) -> None:
    rules = match.game.rules
    if not rules.single_reach <= rules.double_reach <= rules.triple_reach:
        return  # the evaluation looks at whole stacks
    state = match.state
    mine = attacked(match.game, state)
    if state.outcome is None and rules.immunity:
        weights = Weights(0, 0, 0, 0, 0, 1)
        theirs = attacked(match.game, state.with_turn_of(other(state.to_move)))
        found = worth(movement(rules), state.position, weights)
        assert found == len(mine) - len(theirs) / 2


def attacked(game: Any, state: State) -> set[str]:
    """Return the enemy squares that can be captured."""
    enemies = set(state.held(other(state.to_move)))
    return {move.end for move in game.moves(state) if move.end in enemies}


def test_weights_name_their_terms() -> None:
    game = pp.game("activator")
    shown = terms(movement(game.rules), game.initial_state().position)
    assert [term.name for term in shown] == list(Weights._fields)
    assert Counter(term.points for term in shown) == {0.0: 6}  # the start is the same for both
    assert str(shown[0]._replace(points=2.5)) == "pieces +2.5"
