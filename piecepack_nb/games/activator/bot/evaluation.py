"""What a position seems worth without looking ahead, in a few terms that can be read one by one.

Vocabulary
    term     a difference between the sides, and the points that it gives to the one to move
    weights  the points for each unit of a difference: change them, and see what the lab says
"""

from __future__ import annotations

from operator import mul, sub
from typing import NamedTuple

from piecepack_nb.core.steps import Term, Terms
from piecepack_nb.games.activator.bot.boards import CROSSINGS, HOME, IN_LINE, PLACES, Board
from piecepack_nb.games.activator.bot.fast import Fast

STEPS = tuple(
    tuple(abs((one & 3) - (other & 3)) + abs((one >> 2) - (other >> 2)) for other in PLACES)
    for one in PLACES
)
FARTHEST = 6  # steps from corner to corner
EVERYWHERE = (True,) * len(PLACES)


class Weights(NamedTuple):
    """What one more than the other side has is worth."""

    pieces: float = 10.0
    """For each piece."""
    stacks: float = 5.0
    """For each square that a side stands on: with one it has lost (AC-31)."""
    free: float = 1.0
    """For each square of it that isn't frozen (AC-24)."""
    line: float = 1.0
    """For each stack that may attack from where it stands (AC-23)."""
    near: float = 0.3
    """For each step that a stack is nearer to the other's home than its own home is (AC-30)."""
    attacks: float = 4.0
    """For each enemy stack that can be captured now by the one to move, half for the other."""


def terms(fast: Fast, board: Board, weights: Weights | None = None) -> Terms:
    """Each term with its points for the one to move; their sum is what ``worth`` gives."""
    weights = weights or Weights()
    found = zip(Weights._fields, weights, _differences(fast, board), strict=True)
    return tuple(Term(name, weight * number) for name, weight, number in found)


def worth(fast: Fast, board: Board, weights: Weights) -> float:
    """The sum of all terms."""
    return float(sum(map(mul, weights, _differences(fast, board))))


def _differences(fast: Fast, board: Board) -> tuple[float, ...]:
    """What the one to move has more than the other, in the order of the weights."""
    own, other = _counts(fast, board, board.side), _counts(fast, board, 1 - board.side)
    return (*map(sub, own[:-1], other), own[-1] - other[-1] / 2)


def _counts(fast: Fast, board: Board, side: int) -> tuple[float, ...]:
    """Pieces, stacks, those free to move and in line, steps gained, and enemies under attack."""
    words, activators, _, _, stacks, _, _ = board
    frozen = CROSSINGS[activators[0]][activators[1]] if fast.freezing else ()
    steps = STEPS[HOME[1 - side]]
    in_line = EVERYWHERE if fast.anywhere else IN_LINE[activators[side]]
    pieces = free = line = near = 0
    attacked: set[int] = set()
    for place, word in enumerate(words):
        if word and (word > "Z") == side:
            pieces += len(word)
            near += FARTHEST - steps[place]
            if place not in frozen:
                free += 1
                if in_line[place]:
                    line += 1
                    _attack(fast, board, place, side, attacked)
    return pieces, stacks[side], free, line, near, len(attacked)


def _attack(fast: Fast, board: Board, place: int, side: int, attacked: set[int]) -> None:
    """Add what can be captured from a place, if it can be (AC-16, AC-25)."""
    words = board.words
    for ray in fast.rays[len(words[place]) - 1][place]:
        for end in ray:
            there = words[end]
            if there:
                if (there > "Z") != side and not (fast.immunity and end in board.activators):
                    attacked.add(end)
                break
