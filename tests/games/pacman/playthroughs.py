"""The golden playthroughs of the PAC-MAN board game, and their players."""

from __future__ import annotations

from typing import Any

from tests.games.pacman.helpers import CORRIDORS

PLAYTHROUGHS: dict[str, tuple[int, dict[str, Any]]] = {
    "two_players": (2, {}),
    "three_players": (3, {"players": 3}),
    "four_players": (4, {"players": 4}),
    "corridors": (36, {"board": CORRIDORS, "players": 3, "ghosts": 3}),
    "octagon": (1, {"board": "octagon", "players": 3, "first": "red", "marbles_lost": 3}),
}
"""The seed and the rules of each playthrough."""

READABLE = ["two_players", "corridors"]
"""They are kept in sentences; the others as one line a move."""

CLAUSES = [2, 3, 4, 5, 9, 10, 11, 12, 13, 20, 30]
"""They are worth comparing: off and on, stays, landings, ghosts gobbled, the end (PC-…)."""


def player(game: Any, state: Any, seat: str, pick: Any) -> Any:
    """Choose a move by rules of the tests' own, so that no bot's change affects golden games.

    It lands ghosts on opponents and gobbles ghosts when it can, else as many marbles as it can,
    and goes towards what is left.
    """
    moves = list(game.moves(state))
    steps = game.ruleset.pac_steps

    def worth(move: Any) -> float:
        path = getattr(move, "path", ())
        if not path:
            return 0
        if move.piece != "pac":
            hit = state.pac_on(path[-1])
            return (30 if hit != seat else -30) if hit else 0
        taken = len(state.white.intersection(path[1:]))
        gobbles = state.ghost_on(path[-1]) is not None
        left = state.white.difference(path)
        away = min((steps[path[-1]].get(square, 20) for square in left), default=0)
        return 10 * taken + 15 * gobbles - away

    best = max(map(worth, moves))
    return pick("move", [move for move in moves if worth(move) == best])
