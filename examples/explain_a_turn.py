"""Explain a turn: what Piecepackman does, what he might have done, and how he found his way.

python examples/explain_a_turn.py [SEED]

Every step of a match carries its reason. Here that of his first decision is taken apart: what he
could head for with their costs, the rule that chose, then the very search, square by square.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # from a clone without installing

import piecepack_nb as pp


def main(seed: int) -> None:
    """Play until he has moved; then explain it."""
    match = pp.Match(pp.game("piecepackman"), seed=seed)
    step = next(step for step in match.run() if step.event.why)
    decision, rulebook = step.event.why, match.game.rulebook

    print("What happened")
    for each in match.steps:
        print(f"  {each}")

    print("\nThe rule that chose")
    print(f"  {rulebook[decision.clause]}")

    print("\nEverything he could head for")
    for candidate in decision.candidates:
        mark = "->" if candidate.chosen else "  "
        cost = "no way" if candidate.cost is None else f"{candidate.cost} points"
        turns = f"{candidate.quarter_turns or 0} of them for quarter turns"
        print(f"  {mark} {candidate.what} on {candidate.square}: {cost}, {turns}")

    path = decision.path
    if path is None:
        print("\nHe stays.")
        return
    print(f"\nHis path, {path}: {path.cost} points")
    print(f"  {', '.join(path.actions)}")
    ways = decision.search().graph().count
    print(f"  of {ways} equally cheap ways; what decided: {path.decided_by}")

    trace = decision.search(trace=True).trace  # the search that he decided by, once more
    counts = Counter(event.kind for event in trace)
    print(f"\nHow he found it: {len(trace)} looks, from the cheapest square to the dearest")
    for event in islice(trace, 8):
        print(f"  {event}")
    print(f"  … and so on; {counts['settled']} times it settled what a square costs,")
    print(f"  {counts['improved']} times it found a better way, {counts['wall']} times a wall.")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2] or [7]))
