"""Change a rule: replay a game under another rule, then play many games under each.

python examples/change_a_rule.py [GAMES]     the number of games under each rule (12)

Under the printed rules, a quarter turn costs Piecepackman one point. This compares no cost and two
points. Every other option works too: `python -m piecepack_nb options piecepackman` lists them.
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
    print(f"Under the printed rules, {match.turn} turns: {match.result}")

    other = match.under(quarter_turn_cost=0)  # replays the dice and moves for as long as they fit
    print(f"With free quarter turns, the first difference is at step {other.divergence.step}:")
    print(f"  {other.divergence.text}")
    other.run()  # the bots continue where the moves no longer fit
    print(f"Played to the end, {other.turn} turns: {other.result}\n")

    print(f"Games won by the ghosts, of {games} each, with the 95 % confidence interval:")
    for cost in (0, 1, 2):
        results = simulate(game.under(quarter_turn_cost=cost), games, seats="greedy")
        print(f"  quarter_turn_cost={cost}: {results.win_rate}, {results.turns:.0f} turns a game")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2] or [12]))
