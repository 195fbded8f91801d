"""Every legal move, listed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from piecepack_nb.games.activator.moves import Move
from piecepack_nb.games.activator.phases.lines import activator_targets, frozen_squares
from piecepack_nb.games.activator.phases.movement import end_refusal, landings, put
from piecepack_nb.games.activator.rules import ActivatorRules
from piecepack_nb.games.activator.state import HOMES, Stack, State, other


def each_move(rules: ActivatorRules, state: State) -> Iterator[Move]:
    """Every move: first what a piece or stack does, then what the activator may do after it."""
    seat = state.to_move
    own = state.activators[seat]
    targets = tuple(activator_targets(rules, state.squares, seat, own))
    for move in piece_moves(rules, state):
        if own != move.end:
            yield move
            if decided(rules, put(state.squares, move), seat, move.end):
                continue
        for to in targets:
            if to != move.end:  # what stood there has just been captured
                yield Move(move.start, move.end, move.part, to)


def piece_moves(rules: ActivatorRules, state: State) -> Iterator[Move]:
    """What the pieces and stacks may do, parts of stacks included (AC-10 to AC-16, AC-24)."""
    frozen = frozen_squares(rules, state)
    for start in state.held(state.to_move):
        if start in frozen:
            continue
        letters = state.squares[start].letters
        for number in range(1, len(letters) + 1):
            part = number if number < len(letters) else 0
            for end in landings(rules, state.squares, start, number):
                if end_refusal(rules, state, start, letters[-number:], end) is None:
                    yield Move(start, end, part)


def decided(rules: ActivatorRules, squares: Mapping[str, Stack], seat: str, end: str) -> str:
    """The clause by which the piece's move has ended the game at once; "" where it goes on.

    Someone is left with too little (AC-31), or an occupier has nothing to outlast (AC-30). Then
    there is no turn left in which an activator could go.
    """
    own = sum(stack.owner == seat for stack in squares.values())
    if min(own, len(squares) - own) <= rules.reduced_to:
        return "AC-31"
    return "AC-30" if not rules.turns_to_survive and end == HOMES[other(seat)] else ""
