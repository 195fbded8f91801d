"""The golden playthroughs of P.A.C.O., and their players."""

from __future__ import annotations

from typing import Any

PLAYTHROUGHS: dict[str, tuple[int, dict[str, Any]]] = {
    "two": (25, {"players": 2, "turn_limit": 30}),
    "figure": (5, {"start": "figure"}),
    "six": (8, {"players": 6, "holes": 6, "headings": "chosen", "turn_limit": 25}),
}
"""The seed and the rules of each playthrough."""

READABLE = ["figure", "six"]
"""They are kept in sentences; the others as one line a move."""

CLAUSES = [
    *(2, 3, 10, 11, 12, 13, 14, 15, 20, 21, 22, 23, 24, 25, 26, 30, 31, 32, 33, 34, 35),
    *(40, 41, 42, 43, 44),
]
"""They are worth comparing: contests, falls, chains, seals, stunned players, returns (PA-…)."""


def player(game: Any, state: Any, seat: str, pick: Any) -> Any:
    """Choose a move by rules of the tests' own, so that no bot's change affects golden games.

    It pushes when it can, else mostly lifts, moves or jumps, and turns now and then.
    """
    moves = [move for move in game.moves(state) if move.seat == seat]
    if state.phase != "orders":
        return pick("choice", moves)
    orders = [move for move in moves if hasattr(move, "kind") and move.then in ("", "forward")]
    bold = [move for move in orders if move.kind in ("push", "jump")]
    doing = [move for move in orders if move.kind not in ("left", "right")]
    chosen = bold if pick("bold", range(4)) else doing if pick("do", range(3)) else orders
    if len(moves) > len(orders) and pick("stop", range(200)) == 0:
        return moves[-1]
    return pick("order", chosen or doing or orders)
