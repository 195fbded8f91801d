"""The golden playthroughs of Activator, and their players."""

from __future__ import annotations

from typing import Any

PLAYTHROUGHS: dict[str, tuple[int, dict[str, Any]]] = {
    "plain": (11, {}),
    "corners": (13, {"turns_to_survive": 2, "may_turn_corners": True}),
    "carriers_taken": (10, {"immunity": False, "stack_height": 4}),
    "to_the_last": (9, {"reduced_to": 0, "turns_to_survive": 3}),
}
"""The seed and the rules of each playthrough."""

READABLE = ["plain", "to_the_last"]
"""They are kept in sentences; the others as one line a move."""

CLAUSES = [10, 14, 15, 16, 21, 26, 27, 30, 31, 32]
"""They are worth comparing: parts, rides, captures, homes, the ends (AC-…)."""

HOMES = {"red": "d4", "blue": "a1"}


def player(game: Any, state: Any, seat: str, pick: Any) -> Any:
    """Choose a move by rules of the tests' own, so that no bot's change affects golden games.

    He captures as much as he can, else goes to the other's home, else anywhere.
    """
    moves = list(game.moves(state))

    def worth(move: Any) -> int:
        there = state.squares.get(move.end)
        taken = there.height if there is not None and there.owner != seat else 0
        return 10 * taken + (move.end == HOMES[seat] and there is None)

    best = max(map(worth, moves))
    return pick("move", [move for move in moves if worth(move) == best])
