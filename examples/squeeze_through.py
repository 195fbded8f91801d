"""Worm Derby: the legal places for a disc, the obstacles, and a race.

python examples/squeeze_through.py [SEED]

The board has no squares: a new disc must touch the end disc of its worm, and no other of its discs.
The engine computes all legal angles (0 is right, 90 is up), and the obstacle at each other angle.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # from a clone without installing

import piecepack_nb as pp


def before_a_gap(wide: float, back: float) -> dict[str, Any]:
    """Return a position: a gap between two tiles, so wide and so far ahead of the suns worm."""
    off = math.sqrt(2) + wide / 2
    suns, moons = f"{24 - back} 20:" + " 180" * 5, "22.6 20.9:" + " 170" * 5
    tiles = [[24, round(20 + side * off, 9), 45] for side in (1, -1)]
    return {"worms": {"suns": suns, "moons": moons}, "tiles": tiles, "steps": 3}


def spans(arcs: Any) -> str:
    """Return arcs as text; an arc through 0 has a negative start."""
    pairs = [(start - 360, end - 360) if end > 360 else (start, end) for start, end in arcs]
    return ", ".join(f"{start:.1f} to {end:.1f}" for start, end in pairs)


def print_ring(wide: float) -> None:
    """Print the legal angles round the head of the suns worm, and the obstacles at the others."""
    game = pp.game("worm_derby")
    ring = game.ring(game.position(before_a_gap(wide, 1.0)), "suns", "head")
    print(f"A gap of {wide} inches. Legal angles for the next disc at the head of the suns worm:")
    print(f"  {spans(ring.allowed)}")
    for each in ring.forbidden:
        print(f"  illegal, as {each.text}: {spans(each.arcs)} [{each.clause}]")


def print_squeeze(wide: float, squeeze: str) -> None:
    """Print whether discs get straight through a gap, if they slide or are just placed."""
    game = pp.game("worm_derby", squeeze=squeeze)
    state = game.position(before_a_gap(wide, game.rules.coin / 2))
    refusal = game.refusal(state, game.parse_move(state, "suns tail>head 0 0 0"))
    print(f"  {wide:<6} {squeeze}: {'through' if refusal is None else refusal}")


def race(seed: int) -> None:
    """Print a race of two bots: their planned paths, the far side of the pylon, and home."""
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
    """Print the angles round a head, gaps of several widths, and a race."""
    print_ring(0.6)
    print("\nThree steps straight ahead, through gaps of several widths:")
    for wide in (0.6, 0.7499, 0.75):
        for squeeze in ("slide", "place"):
            print_squeeze(wide, squeeze)
    print(f"\nA race round {pp.game('worm_derby').rules.dealt} obstacles, with seed {seed}:")
    race(seed)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2] or [7]))
