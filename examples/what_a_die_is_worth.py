"""PAC-MAN: the value of a die, of the choice between two dice, and the effect of a penalty.

python examples/what_a_die_is_worth.py [GAMES]     the number of games with each penalty (2; try 50)

You roll two dice, move your Pac-Man by one and a ghost by the other, and choose which is for which.
How many marbles does that choice bring? `game.expected` computes it exactly, over all paths and all
36 rolls.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # from a clone without installing

import piecepack_nb as pp


def main(games: int) -> None:
    """Print the values in one game, then the results of many games with other penalties."""
    game = pp.game("pacman")
    start = game.expected(game.initial_state())
    print("On a full board a die of n gobbles n marbles:")
    print(f"  one die {start.single}, the better of two {start.choice} = {float(start.choice):.2f}")

    match = played(game, seed=3)
    print(f"\nA game of {match.turn} turns, by the number of marbles left at a roll:")
    for most in (72, 54, 36, 18):
        states = [s for s in at("roll", match) if most - 18 < len(s.white) <= most]
        found = [game.expected(state) for state in states]
        single = sum(each.single for each in found) / len(found)
        choice = sum(each.choice for each in found) / len(found)
        words = f"one die {float(single):.2f}, the better of two {float(choice):.2f}"
        print(f"  {most - 17:2} to {most}: {words}, {float(choice / single - 1):+.0%}")

    print("\nThe die that gobbles most now is not always best, as later marbles count, too:")
    for found in filter(is_dilemma, map(game.expected, at("move", match))):
        print(*(f"  {line}" for line in str(found).splitlines()), sep="\n")

    print(f"\nThe same with another penalty for a landing than 2 marbles, in {games} games each:")
    for lost in (0, 2, 6):
        matches = [played(game.under(marbles_lost=lost), seed) for seed in range(games)]
        landings = [number for match in matches for number in given(match)]
        scores = [list(match.result.scores.values()) for match in matches if match.result]
        lead = sum(abs(one - other) for one, other in scores) / games
        turns = sum(match.turn for match in matches) / games
        words = f"{len(landings) / games:.1f} landings a game, {sum(landings) / games:.1f} marbles"
        print(f"  {lost}: {words}, {turns:.0f} turns, won by {lead:.1f}")


def played(game: Any, seed: int) -> pp.Match:
    """Return a game of two bots; they weigh danger by the cost of a landing."""
    match = pp.Match(game, seed=seed, seats=dict.fromkeys(game.seats, "greedy"))
    match.run()
    return match


def at(phase: str, match: pp.Match) -> list[Any]:
    """Return the states in which a player had to roll, or to move."""
    return [each.steps[-1].state for each in match.record if each.steps[-1].state.phase == phase]


def is_dilemma(found: Any) -> bool:
    """Return True if the best of two dice brings fewer marbles now."""
    best, least = (f(found.dice, key=lambda each: each.total) for f in (max, min))
    return len(found.dice) == 2 and best.total > least.total and best.now < least.now


def given(match: pp.Match) -> list[int]:
    """Return the marbles paid for each landing of a ghost (PC-13)."""
    events = (step.event for step in match.steps)
    return [each.data["number"] for each in events if (each.kind, each.clause) == ("paid", "PC-13")]


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2] or [2]))
