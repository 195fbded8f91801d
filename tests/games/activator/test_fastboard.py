"""The quick form of the game is the game: the same moves, tables and ends, under any rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given, settings

import piecepack_nb as pp
from piecepack_nb.games.activator.fastboard import FastGame
from piecepack_nb.games.activator.geometry import in_line, steps_between
from piecepack_nb.games.activator.movement import frozen_squares
from piecepack_nb.games.activator.state import HOMES, State, other
from piecepack_nb.games.activator.thinking import Weights, terms, worth
from tests.games.activator.random_play import matches


def ended(state: State) -> int | None:
    """Return the fast board's code for a result of the game."""
    if state.outcome is None:
        return None
    winner = state.outcome.winner
    return 0 if not winner else 1 if winner == state.to_move else -1


@settings(max_examples=60)
@given(matches(longest=80))
def test_the_fast_board_follows_the_game(match: pp.Match) -> None:
    game = match.game
    fast = FastGame(game.rules)
    board, state = fast.board(match.initial_state), match.initial_state
    for played in match.record:
        assert fast.ended(board) is None
        leap = fast.leap(played.move)
        assert leap in fast.moves(board)
        assert fast.move(leap) == played.move
        board, state = fast.after(board, leap), played.steps[-1].state
        assert board.key == fast.board(state).key
        assert (
            board.repeated == max(1, state.earlier.count(state.earlier[-1]))
            if (game.rules.repetition)
            else True
        )
    assert fast.ended(board) == fast.ended(fast.board(state)) == ended(state)
    if state.outcome is None:
        assert {fast.move(leap) for leap in fast.moves(board)} == set(game.moves(state))
        assert len(fast.moves(board)) == len(game.moves(state))
        for leap in fast.moves(board)[:: max(1, len(fast.moves(board)) // 8)]:
            after = list(game.play(state, fast.move(leap)))[-1].state
            quick = fast.after(fast.board(state), leap)
            assert quick.key == fast.board(after).key
            assert fast.ended(quick) == ended(after)


@settings(max_examples=40)
@given(matches())
def test_a_fast_board_converts_back_to_the_state(match: pp.Match) -> None:
    fast = FastGame(match.game.rules)
    state = match.state
    assert fast.state(fast.board(state)) == state._replace(turn=1, earlier=(), outcome=None)


@settings(max_examples=60)
@given(matches())
def test_the_terms_of_the_evaluation_have_their_values(match: pp.Match) -> None:
    game, state = match.game, match.state
    fast, weights = FastGame(game.rules), Weights(1, 1, 1, 1, 1, 1)
    found = {term.name: term.points for term in terms(fast, fast.board(state), weights)}
    assert worth(fast, fast.board(state), weights) == sum(found.values())
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
    if rules.may_turn_corners or not rules.single_reach <= rules.double_reach <= rules.triple_reach:
        return  # the evaluation looks along straight ways of whole stacks
    state, fast = match.state, FastGame(rules)
    mine = attacked(match.game, state)
    if state.outcome is None and rules.immunity:
        board = fast.board(state)
        weights = Weights(0, 0, 0, 0, 0, 1)
        theirs = attacked(match.game, state._replace(to_move=other(state.to_move)))
        assert worth(fast, board, weights) == len(mine) - len(theirs) / 2


def attacked(game: Any, state: State) -> set[str]:
    """Return the enemy squares that can be captured."""
    enemies = set(state.held(other(state.to_move)))
    return {move.end for move in game.moves(state) if move.end in enemies}


def test_weights_name_their_terms() -> None:
    game = pp.game("activator")
    fast = FastGame(game.rules)
    shown = terms(fast, fast.board(game.initial_state()))
    assert [term.name for term in shown] == list(Weights._fields)
    assert Counter(term.points for term in shown) == {0.0: 6}  # the start is the same for both
    assert str(shown[0]._replace(points=2.5)) == "pieces +2.5"
