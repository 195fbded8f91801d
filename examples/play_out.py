"""Play a whole game: four bots against Piecepackman.

python examples/play_out.py [SEED]     the same seed gives the same game

This prints each move of the first turn with its clause, then a line for each turn. It saves the
game and loads it again; `pp.play` in a notebook can load such a file, too.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # from a clone without installing

import piecepack_nb as pp

EVENTS = {
    "cube taken": "a cube for him",
    "ghost takes cube": "a cube for a ghost",
    "attack": "an attack on him",
    "eat": "a ghost eaten",
    "coin taken": "a power coin",
}


def main(seed: int) -> None:
    """Play the game with this seed, print it, save it and load it again."""
    game = pp.game("piecepackman")  # rule options would go here, such as extra_lives=1
    match = pp.Match(game, seed=seed, seats=dict.fromkeys(game.seats, "greedy"))

    print("Turn 1, move by move")
    while match.turn < 2 and match.result is None:
        match.run(moves=1)  # one move: a roll, an order, a ghost's walk
    for _, sentence in match.sentences():
        print(f"  {sentence}")

    print("\nThe other turns")
    while match.result is None:
        turn, happened = match.turn, Counter()
        while match.turn == turn and match.result is None:
            happened.update(step.event.kind for step in match.run(moves=1))
        counted = [
            f"{happened[kind]} x {words}" for kind, words in EVENTS.items() if happened[kind]
        ]
        print(f"  {turn:2}: {', '.join(counted) or 'no gains or losses'}")

    print(f"\n{match.result}")
    for name, score in match.result.scores.items():
        print(f"  {name}: {score} cubes")

    with TemporaryDirectory() as folder:
        saved = match.save(Path(folder) / "game.json")
        again = pp.load(saved)  # replays every move and compares every state
        print(f"\nSaved in {saved.stat().st_size} bytes. The loaded game is equal: ", end="")
        print("yes" if again.state == match.state else "no")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2] or [7]))
