"""The golden playthroughs: whole games as text, compared line by line.

``python -m tests.golden`` writes them anew, after a change that is meant; read the difference
before it is committed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import piecepack_nb as pp
from piecepack_nb.core.transcript import transcript

FOLDER = Path(__file__).parent / "games" / "piecepackman" / "golden"

GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "plain": (26, {}),
    "three_players": (0, {"players": 3}),
    "piece_and_harmony": (2, {"goal": "cubes", "extra_lives": 0}),
    "winding": (32, {"maze": "winding"}),
}
"""The seed and the rules of each playthrough."""


def collector(game: Any, state: Any, seat: str, pick: Any) -> Any:
    """A ghost of these tests' own, so that no change of a real bot changes the golden games.

    It attacks when it can, else takes as many cubes as it can, else goes anywhere.
    """
    moves = list(game.moves(state))
    if state.phase == "order":
        return pick("order", moves)
    dangerous = game.table.dangerous(state, seat)
    wanted = {seat, game.table.wild} - {None}

    def worth(walk: Any) -> int:
        if walk.path[-1] == state.square:
            return 9 if dangerous else -9
        return sum(state.cubes.get(square) in wanted for square in set(walk.path))

    best = max(map(worth, moves))
    return pick("walk", [walk for walk in moves if worth(walk) == best])


def played(name: str) -> pp.Match:
    """The match of a playthrough."""
    seed, rules = GAMES[name]
    game = pp.game("piecepackman", **rules)
    match = pp.Match(game, seed=seed, seats=dict.fromkeys(game.seats, collector))
    match.run()
    return match


def path(name: str) -> Path:
    """Where the text of a playthrough stands."""
    return FOLDER / f"{name}.txt"


def main() -> None:
    """Write every playthrough anew, and say which have changed."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in GAMES:
        text = transcript(played(name))
        same = path(name).exists() and path(name).read_text("utf-8") == text
        path(name).write_text(text, "utf-8", newline="\n")
        print(f"{path(name).name}: {'unchanged' if same else 'written'}")


if __name__ == "__main__":
    main()
