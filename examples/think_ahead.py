"""Activator: what a bot thinks before it moves, and a bot that thinks with numbers of your own.

python examples/think_ahead.py [GAMES]     how many games yours plays at the end (6)

A bot that looks ahead needs two things: the rules, and a number for every table, high where its
side stands well. The game brings the first, and a search that leaves out what can't matter
(alpha-beta); the number is yours.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # from a clone without installing

import piecepack_nb as pp

BAIT = """
    4  .   .   Ca  e
    3  c   .   d   EDB
    2  F   dA  .   .
    1  .   .   .   ."""


def mine(game: Any, state: Any, seat: str) -> int:
    """What a table is worth to a seat: ten for each piece, six for each square that it holds.

    Squares count, for a side that is left on one has lost (AC-31).
    """
    worth = 0
    for stack in state.squares.values():
        worth += (10 * len(stack.letters) + 6) * (1 if stack.owner == seat else -1)
    return worth


def main(games: int) -> None:
    """Look at a bait, one move ahead and two; then let the evaluation play."""
    game = pp.game("activator")
    state = game.position(BAIT)
    print(game.rulebook["AC-16"], end="\n\n")
    for depth in (1, 2):
        thought = game.think(state, depth=depth, evaluate=mine)
        line = ", ".join(f"{seat} {move}" for seat, move in thought.line)
        print(f"{depth} ahead ({thought.nodes} tables): {line}; worth {thought.value:+.0f} to Red")

    print("\nA game of the bots that come with it; the first moves, and why:")
    match = pp.Match(game, seed=3, seats=dict.fromkeys(game.seats, "quick"))
    for step in match.run(4):
        if step.event.why is not None:
            print(" ", step.event.why.text)
    match.run(150)
    print(" ", match.result or "not over after 150 moves", end="\n\n")

    won = sum(wins(game, seed) for seed in range(games))
    print(f"Yours, one move ahead, against a player who plays anything: {won} of {games} won")


def wins(game: Any, seed: int) -> bool:
    """Does it win the game with this seed? Each side is its own in turn."""
    own = game.seats[seed % 2]
    seats = dict.fromkeys(game.seats, "random") | {own: game.thinker(mine, depth=1)}
    match = pp.Match(game, seed=seed, seats=seats)
    match.run(200)
    return match.result is not None and match.result.winners == (own,)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2] or [6]))
