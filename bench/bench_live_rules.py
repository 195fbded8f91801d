"""Time of a rule change in Python: from the page's message to the film in reply.

One game of about 500 steps, at a decision in its middle; processor time, best and median.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path
from time import process_time

if __name__ == "__main__":  # so that the script runs from a clone that is not installed
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import piecepack_nb as pp
from piecepack_nb.widgets.explore import Explore

ROUNDS = 5
STEPS = 500
CHANGES = ({"dangerous": "equal"}, {"quarter_turn_cost": 0}, {"equal_cubes": "draw"})


def opened() -> Explore:
    """Return a game to explore, at a decision in its middle."""
    game = pp.game("piecepackman")
    match = pp.Match(game, seed=3, seats=dict.fromkeys(game.seats, "random"))
    while len(match.steps) < STEPS and match.result is None:
        match.run(1)
    steps = [n for n, step in enumerate(match.steps, 1) if step.event.kind == "he heads for"]
    match.goto(steps[len(steps) // 2])
    return pp.explore(match)


def rows() -> list[str]:
    """Return a row for each scope and change."""
    explore, lines = opened(), []
    lines.append(f"{explore.played.last} steps, {len(explore.played.moves)} moves")
    for board, scopes in (("one", ("move", "onward", "start")), ("both", ("move", "start"))):
        explore.panel.choose("board", board)
        for scope in scopes:
            explore.panel.choose("scope", scope)
            for changes in CHANGES:
                times = []
                for _ in range(ROUNDS):
                    explore.panel.reset()
                    begun = process_time()
                    explore.panel.set(**changes)
                    times.append(1000 * (process_time() - begun))
                line = (
                    f"{board:5} {scope:7} {next(iter(changes)):18} {explore.current.last:4} steps"
                )
                lines.append(f"{line} {min(times):6.0f} {statistics.median(times):6.0f} ms")
    return lines


if __name__ == "__main__":
    print("\n".join(rows()))
