"""What the racer's bites and tile moves bring, and how long worms need that go at random.

``rows()`` plays races of two, with sides changed: the racer against itself without bites, among
cannibals, and without tile moves. A share of wins has its 95 % interval, and the probability of so
many wins or more between equals (``p``). The argument is the number of races of each kind (60).
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path
from time import process_time
from typing import Any

if __name__ == "__main__":  # so that the script runs from a clone that is not installed
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import scipy.stats

import piecepack_nb as pp
from piecepack_nb.core.game import Bot
from piecepack_nb.games.worm_derby.bots import racer_with

RACES = 60
MOST_MOVES = 4000
CANNIBALS = {
    "cannibal": True, "length": 4, "obstacles": 0, "pylon_distance": 16, "table_length": 30,
    "table_width": 20, "start_gap": 2, "race_on": False,
}  # fmt: skip
AMONG_TILES = {"race_on": False}


def rows(races: int = RACES) -> list[dict[str, Any]]:
    """Return a row for each measurement."""
    return [
        _duel("bites, among cannibals", CANNIBALS, racer_with(bites=False), races),
        _duel("tile moves, among 21 tiles", AMONG_TILES, racer_with(tiles=False), races),
        *(_alone(name, max(2, races // 20)) for name in ("racer", "wanderer")),
    ]


def _duel(what: str, rules: dict[str, Any], without: Bot, races: int) -> dict[str, Any]:
    """Return the races that the racer wins against itself without something."""
    won, decided, chances, taken, slowest = 0, 0, 0, 0, 0.0
    for number in range(races):
        game = pp.game("worm_derby", **rules)
        seat, other = game.seats if number % 2 else game.seats[::-1]

        def timed(*asked: Any) -> Any:
            nonlocal chances, taken, slowest
            begun = process_time()
            move = asked[0].bots["racer"](*asked)
            slowest = max(slowest, process_time() - begun)
            chances += asked[1].phase == "ace"
            kind = type(move.move).__name__
            taken += kind == "Put" or bool(getattr(move.why, "bite", ""))
            return move

        match = pp.Match(game, seed=number // 2, seats={seat: timed, other: without})
        match.run(MOST_MOVES)
        if match.result is not None and len(match.result.winners) == 1:
            decided += 1
            won += match.result.winners == (seat,)
    test = scipy.stats.binomtest(won, decided, 0.5, alternative="greater")
    low, high = scipy.stats.binomtest(won, decided).proportion_ci()
    return {"what": what, "won": f"{won} of {decided}", "low": round(low, 2),
            "high": round(high, 2), "p": float(f"{test.pvalue:.2g}"), "aces": chances,
            "used": taken, "longest_s": round(slowest, 2)}  # fmt: skip


def _alone(name: str, races: int) -> dict[str, Any]:
    """Return the turns of a race of two such worms, among 21 tiles, and its time."""
    game = pp.game("worm_derby", **AMONG_TILES)
    turns, begun = [], process_time()
    for seed in range(races):
        match = pp.Match(game, seed=seed, seats=dict.fromkeys(game.seats, name))
        match.run(20 * MOST_MOVES)
        assert match.result is not None
        turns.append(match.turn)
    each = (process_time() - begun) / races
    return {"what": f"two like {name}", "turns": statistics.median(turns),
            "longest": max(turns), "seconds": round(each, 1)}  # fmt: skip


if __name__ == "__main__":
    for row in rows(*map(int, sys.argv[1:2])):
        print("   ".join(f"{name} {value}" for name, value in row.items()))
