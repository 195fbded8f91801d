"""The golden playthroughs of Piecepackman, and their players."""

from __future__ import annotations

from typing import Any

PLAYTHROUGHS: dict[str, tuple[int, dict[str, Any]]] = {
    "plain": (26, {}),
    "three_players": (0, {"players": 3}),
    "piece_and_harmony": (2, {"goal": "cubes", "extra_lives": 0}),
    "winding": (32, {"maze": "winding"}),
}
"""The seed and the rules of each playthrough."""

READABLE = ["three_players", "piece_and_harmony"]
"""They are kept in sentences; the others as one line a move."""

CLAUSES = [
    *(2, 4, 11, 12, 13, 14, 15, 16, 18, 19, 20, 21, 22, 24, 30, 31, 32, 34, 35, 37, 38, 40),
    *(41, 42, 60, 61, 62, 63, 64, 65, 66, 67, 69, 70, 71),
]
"""They are worth comparing: hunger, attacks, portals, immunity, wild cubes, the ends (PM-…)."""


def player(game: Any, state: Any, seat: str, pick: Any) -> Any:
    """Choose a move by rules of the tests' own, so that no bot's change affects golden games.

    It attacks when it can, else takes as many cubes as it can, else goes anywhere.
    """
    moves = list(game.moves(state))
    if state.phase == "order":
        return pick("order", moves)
    dangerous = game.ruleset.dangerous(state, seat)
    wanted = {seat, game.ruleset.wild} - {None}

    def worth(walk: Any) -> int:
        if walk.path[-1] == state.square:
            return 9 if dangerous else -9
        return sum(state.cubes.get(square) in wanted for square in set(walk.path))

    best = max(map(worth, moves))
    return pick("walk", [walk for walk in moves if worth(walk) == best])
