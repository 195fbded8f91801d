"""Activator: the search of a bot, and a bot with your own evaluation.

python examples/think_ahead.py [GAMES]     the number of games your bot plays at the end (6)

A bot that looks ahead needs two things: the rules, and an evaluation, a number that is high when
its side does well. The package has the rules, and a search that skips moves that can't matter
(alpha-beta); you write the evaluation.
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
    """Return the value of a state for a seat: ten for each piece, six for each square it holds.

    Squares count because a side with pieces on one square only has lost (AC-31).
    """
    worth = 0
    for stack in state.squares.values():
        worth += (10 * len(stack.letters) + 6) * (1 if stack.owner == seat else -1)
    return worth


def main(games: int) -> None:
    """Search a trap, one move ahead and two; then play games with the evaluation."""
    game = pp.game("activator")
    state = game.position(BAIT)
    print(game.rulebook["AC-16"], end="\n\n")
    for depth in (1, 2):
        thought = game.think(state, depth=depth, evaluate=mine)
        line = ", ".join(f"{seat} {move}" for seat, move in thought.line)
        print(f"{depth} ahead ({thought.nodes} states): {line}; value {thought.value:+.0f} for Red")

    print("\nA game of the built-in bots; the first moves with their reasons:")
    match = pp.Match(game, seed=3, seats=dict.fromkeys(game.seats, "quick"))
    for step in match.run(4):
        if step.event.why is not None:
            print(" ", step.event.why.text)
    match.run(150)
    print(" ", match.result or "not finished after 150 moves", end="\n\n")

    won = sum(wins(game, seed) for seed in range(games))
    print(f"Your bot, one move ahead, won {won} of {games} games against random moves")


def wins(game: Any, seed: int) -> bool:
    """Return True if the bot wins the game with this seed; it changes sides from game to game."""
    own = game.seats[seed % 2]
    seats = dict.fromkeys(game.seats, "random") | {own: game.thinker(mine, depth=1)}
    match = pp.Match(game, seed=seed, seats=seats)
    match.run(200)
    return match.result is not None and match.result.winners == (own,)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2] or [6]))
