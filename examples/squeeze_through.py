"""Worm Derby: where a disc may lie, what is in its way, and a race in a few lines.

python examples/squeeze_through.py [SEED]

There are no squares: a disc may lie wherever it touches the end of its worm and nothing else. The
engine works out all such angles (0 is to the right, 90 up) at once, and what forbids the others.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # from a clone without installing

import piecepack_nb as pp


def before_a_gap(wide: float, back: float) -> dict[str, Any]:
    """Two tiles on their corners, so far apart, and the suns worm's head so far before them."""
    off = math.sqrt(2) + wide / 2
    suns, moons = f"{24 - back} 20:" + " 180" * 5, "22.6 20.9:" + " 170" * 5
    tiles = [[24, round(20 + side * off, 9), 45] for side in (1, -1)]
    return {"worms": {"suns": suns, "moons": moons}, "tiles": tiles, "steps": 3}


def spans(arcs: Any) -> str:
    """Arcs in words; one that goes through 0 begins below it."""
    pairs = [(start - 360, end - 360) if end > 360 else (start, end) for start, end in arcs]
    return ", ".join(f"{start:.1f} to {end:.1f}" for start, end in pairs)


def ring_told(wide: float) -> None:
    """All angles round the head of the suns worm: the free ones, and why not the others."""
    game = pp.game("worm_derby")
    ring = game.ring(game.position(before_a_gap(wide, 1.0)), "suns", "head")
    print(f"A gap of {wide} inches. The next disc at the head of the suns worm may lie at")
    print(f"  {spans(ring.allowed)}")
    for each in ring.forbidden:
        print(f"  else {each.text}: {spans(each.arcs)} [{each.clause}]")


def squeezed(wide: float, squeeze: str) -> None:
    """Straight through such a gap: may a disc slide there, or only be placed beyond it?"""
    game = pp.game("worm_derby", squeeze=squeeze)
    state = game.position(before_a_gap(wide, game.rules.coin / 2))
    refusal = game.refusal(state, game.parse_move(state, "suns tail>head 0 0 0"))
    print(f"  {wide:<6} {squeeze}: {'through' if refusal is None else refusal}")


def race(seed: int) -> None:
    """Two racers, who plan their paths: the path at the start, the far side, and home."""
    game = pp.game("worm_derby")
    match = pp.Match(game, seed=seed, seats=dict.fromkeys(game.seats, "racer"))
    planned, steps = set(), 0
    for event in (step.event for step in match.run()):
        seat, steps = event.data.get("seat"), steps + (event.kind == "step")
        if event.why is not None and seat not in planned:
            print(f"  {seat}: {event.why.text}")
            planned.add(seat)
        elif event.kind in ("round", "turned back", "home"):
            print(f"  after {steps} steps: {event.text}")
    print(f"  {match.result}")


def main(seed: int) -> None:
    """The ring round a head, gaps of several widths, and a race."""
    ring_told(0.6)
    print("\nThree steps straight ahead, through gaps of several widths:")
    for wide in (0.6, 0.7499, 0.75):
        for squeeze in ("slide", "place"):
            squeezed(wide, squeeze)
    print(f"\nA race round {pp.game('worm_derby').rules.dealt} obstacles, from seed {seed}:")
    race(seed)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2] or [7]))
