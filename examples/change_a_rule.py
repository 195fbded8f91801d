"""Change a rule: the same dice and moves under another one, and then many games under each.

python examples/change_a_rule.py [GAMES]     how many games under each rule (12)

A quarter turn costs Piecepackman a point, as printed. What if it cost nothing, or two? Any other
option will do as well: `python -m piecepack_nb options piecepackman` lists them all.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # from a clone without installing

import piecepack_nb as pp
from piecepack_nb.lab import simulate


def main(games: int) -> None:
    """Change the rule in one game, then in many."""
    game = pp.game("piecepackman")
    match = pp.Match(game, seed=7, seats=dict.fromkeys(game.seats, "greedy"))
    match.run()
    print(f"As printed, {match.turn} turns: {match.result}")

    other = match.under(quarter_turn_cost=0)  # replays the dice and moves for as long as they fit
    print(f"With free quarter turns it parts from that at step {other.divergence.step}:")
    print(f"  {other.divergence.text}")
    other.run()  # where the moves fit no more, the bots go on
    print(f"Played on, {other.turn} turns: {other.result}\n")

    print(f"Won by the ghosts, of {games} games each, and where the truth likely lies (95 %):")
    for cost in (0, 1, 2):
        results = simulate(game.under(quarter_turn_cost=cost), games, seats="greedy")
        print(f"  quarter_turn_cost={cost}: {results.win_rate}, {results.turns:.0f} turns a game")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2] or [12]))
