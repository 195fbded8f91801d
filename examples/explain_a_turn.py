"""Explain a turn: Piecepackman's decision, the alternatives, and the search for his path.

python examples/explain_a_turn.py [SEED]

A step in which somebody decides has its reasons. This prints those of his first decision: each
candidate with its cost, the rule that decided, then the search, square by square.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # from a clone without installing

import piecepack_nb as pp


def main(seed: int) -> None:
    """Play until he has moved; then explain his decision."""
    match = pp.Match(pp.game("piecepackman"), seed=seed)
    step = next(step for step in match.run() if step.event.why)
    decision, rulebook = step.event.why, match.game.rulebook

    print("The steps")
    for each in match.steps:
        print(f"  {each}")

    print("\nThe rule that decided")
    print(f"  {rulebook[decision.clause]}")

    print("\nThe candidates")
    for candidate in decision.candidates:
        mark = "->" if candidate.chosen else "  "
        cost = "no path" if candidate.cost is None else f"{candidate.cost} points"
        turns = f"{candidate.quarter_turns or 0} of them for quarter turns"
        print(f"  {mark} {candidate.what} on {candidate.square}: {cost}, {turns}")

    path = decision.path
    if path is None:
        print("\nHe stays.")
        return
    print(f"\nHis path, {path}: {path.cost} points")
    print(f"  {', '.join(path.actions)}")
    paths = decision.search().graph().count
    print(f"  one of {paths} equally cheap paths, chosen by: {path.decided_by}")

    trace = decision.search(trace=True).trace  # the same search, recorded
    counts = Counter(event.kind for event in trace)
    print(f"\nThe search: {len(trace)} events, in order of cost")
    for event in islice(trace, 8):
        print(f"  {event}")
    print(f"  … and so on. In all: {counts['settled']} costs settled,")
    print(f"  {counts['improved']} better paths found, {counts['wall']} walls met.")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2] or [7]))
