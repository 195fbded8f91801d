"""Play out a game: four bots against Piecepackman, and what became of it.

python examples/play_out.py [SEED]     another seed is another game, the same seed the same game

The first turn is told step by step, each step with the clause of the rules that it follows; then a
line a turn. What is saved at the end can be loaded again, here or at the table in a notebook.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # from a clone without installing

import piecepack_nb as pp

TOLD = {
    "cube taken": "a cube for him",
    "ghost takes cube": "a cube for a ghost",
    "attack": "an attack on him",
    "eat": "a ghost eaten",
    "coin taken": "a power coin",
}


def main(seed: int) -> None:
    """Play the game with this seed, tell it, save it, and load it again."""
    game = pp.game("piecepackman")  # rule options would go here, such as extra_lives=1
    match = pp.Match(game, seed=seed, seats=dict.fromkeys(game.seats, "greedy"))

    print("Turn 1, step by step")
    while match.turn < 2 and match.result is None:
        for step in match.run(moves=1):  # one move: a roll, an order, a ghost's walk
            print(f"  {step}")

    print("\nThe rest, a line a turn")
    while match.result is None:
        turn, happened = match.turn, Counter()
        while match.turn == turn and match.result is None:
            happened.update(step.event.kind for step in match.run(moves=1))
        counted = [f"{happened[kind]} x {words}" for kind, words in TOLD.items() if happened[kind]]
        print(f"  {turn:2}: {', '.join(counted) or 'nothing was won or lost'}")

    print(f"\n{match.result}")
    for name, score in match.result.scores.items():
        print(f"  {name}: {score} cubes")

    with TemporaryDirectory() as folder:
        saved = match.save(Path(folder) / "game.json")
        again = pp.load(saved)  # plays every move again and compares every table
        print(f"\nSaved in {saved.stat().st_size} bytes; loaded, it is the same game: ", end="")
        print("yes" if again.state == match.state else "no")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2] or [7]))
