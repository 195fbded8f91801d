"""How the board is set up (AC-1 to AC-3)."""

from __future__ import annotations

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.games.activator.phases.turn import settled
from piecepack_nb.games.activator.rules import ActivatorRules
from piecepack_nb.games.activator.state import HOMES, Stack, State, other

RED = FrozenDict(a1="FB", b1="EC", c1="D", a2="EC", b2="F", a3="D")
"""What Red has where; Blue has the same, seen from its own corner (AC-3)."""


def start(rules: ActivatorRules) -> State:
    """The table before the first move: each activator on the other's home stack (AC-3)."""
    squares = {square: Stack("red", letters) for square, letters in RED.items()}
    squares |= {across(square): Stack("blue", letters) for square, letters in RED.items()}
    activators = FrozenDict((seat, HOMES[other(seat)]) for seat in HOMES)
    return settled(rules, State(1, rules.first, FrozenDict(squares), activators), ())


def across(square: str) -> str:
    """The square opposite, through the middle of the board.

    >>> across("a1"), across("c1")
    ('d4', 'b4')
    """
    return chr(ord("a") + ord("d") - ord(square[0])) + str(5 - int(square[1]))
