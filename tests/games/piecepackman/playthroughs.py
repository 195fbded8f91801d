"""The golden playthroughs of Piecepackman, and their players."""

from __future__ import annotations

from typing import Any

PLAYTHROUGHS: dict[str, tuple[int, dict[str, Any]]] = {
    "plain": (26, {}),
    "three_players": (0, {"players": 3}),
    "piece_and_harmony": (2, {"goal": "cubes", "extra_lives": 0}),
    "winding": (32, {"maze": "winding"}),
    "against": (6, {"mode": "against"}),
    "race": (3, {"mode": "race", "players": 2}),
    "powers": (4, {"powers": "drawn"}),
    "chosen_powers": (
        9,
        {
            "powers": "chosen",
            "suns_power": "give",
            "moons_power": "drop",
            "crowns_power": "plunder",
            "arms_power": "stockpile",
        },
    ),
}
"""The seed and the rules of each playthrough."""

READABLE = ["three_players", "piece_and_harmony", "against", "race", "powers"]
"""They are kept in sentences; the others as one line a move."""

CLAUSES = [
    *(2, 4, 11, 12, 13, 14, 15, 16, 18, 19, 20, 21, 22, 24, 30, 31, 32, 34, 35, 37, 38, 40),
    *(41, 42, 60, 61, 62, 63, 64, 65, 66, 67, 69, 70, 71, 73, 74, 75),
]
"""They are worth comparing: hunger, attacks, portals, immunity, wild cubes, the ends (PM-…)."""


def player(game: Any, state: Any, seat: str, pick: Any) -> Any:
    """Choose a move by rules of the tests' own, so that no bot's change affects golden games.

    It attacks when it can, else takes as many cubes as it can, else goes anywhere.
    """
    moves = list(game.moves(state))
    if state.phase in ("order", "adjust"):
        return pick(state.phase, moves)
    if state.phase in ("move", "bonus move"):
        return pick("run", _best_runs(state, moves))

    def worth(walk: Any) -> int:
        if walk.path[-1] == state.square:
            return 9 if game.ruleset.dangerous(state, walk.suit) else -9
        wanted = {walk.suit, game.ruleset.wild} - {None}
        power = 1 if len(walk) > 2 else 0
        return power + sum(state.cubes.get(square) in wanted for square in set(walk.path))

    best = max(map(worth, moves))
    return pick("walk", [walk for walk in moves if worth(walk) == best])


def _best_runs(state: Any, runs: list[Any]) -> list[Any]:
    """Return the moves of his that take the most and don't end on a ghost, or all of them."""

    def worth(run: Any) -> int:
        taken = sum(square in state.cubes or square in state.coins for square in set(run.path))
        return -9 if state.ghost_on(run.path[-1]) else taken

    best = max(map(worth, runs))
    return [run for run in runs if worth(run) == best]
