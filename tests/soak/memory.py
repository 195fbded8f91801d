"""Boards, tables and replays that were closed, and games: little of them is left."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from random import Random
from typing import Any

import ipywidgets

import piecepack_nb as pp
from tests.conftest import GAMES
from tests.soak.campaigns import Row, campaign
from tests.soak.mutations import RULES, matches

MOST_LEFT = 20_000
"""Bytes that one closed output may leave, when many are closed."""
FLOOR = 2_000_000
"""Bytes that caches may take."""

MOVES = 400
"""The moves of each game; of the only one of a small run, a tenth."""
MOST_CACHED = 40_000_000
"""Bytes that the games of one kind may leave in caches, however many were played."""
WIDE: dict[str, dict[str, Any]] = {
    **RULES,
    "pacman": {"players": 4, "pac_men_turn_back": True, "ghosts_turn_back": True},
}
"""Rules of a game with many moves."""


@campaign("memory after outputs", share=0.01)
def closed_outputs(size: int, row: Row, random: Random) -> None:
    """Open and close ``size`` boards, tables, replays and quizzes, and measure what is left."""
    kinds: list[Callable[[pp.Match], Any]] = [
        pp.show, pp.replay, lambda match: pp.play(match.branch(-1), journal=False),
    ]  # fmt: skip
    drawn = [(random.choice(kinds), random.choice(matches())) for _ in range(size)]
    for make, match in set(drawn):  # what is made once
        make(match).close()
    gc.collect()
    comms = len(ipywidgets.widgets.widget._instances)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for number, (make, match) in enumerate(drawn):
        with row.attempt(f"output {number} of {match.game.name}", limit=30):
            made = make(match)
            made.close()
            if len(ipywidgets.widgets.widget._instances) != comms:
                raise RuntimeError(f"{type(made).__name__} leaves open comms")
            del made
    gc.collect()
    with row.attempt("the memory at the end"):
        left = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
        if left > FLOOR + MOST_LEFT * size:
            raise RuntimeError(f"{size} closed outputs left {left // 1000} kB")


@campaign("memory after games", share=0.01)
def games_over(size: int, row: Row, random: Random) -> None:
    """Play ``size`` games of each kind, half of them under rules with many moves."""
    moves = MOVES if size > 1 else MOVES // 10
    for name in GAMES:
        gc.collect()
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        for number in range(size):
            with row.attempt(f"{name} {number}", limit=120):
                game = pp.game(name, **WIDE[name] if number % 2 else {})
                match = pp.Match(game, seed=number, seats=dict.fromkeys(game.seats, "random"))
                match.run(moves)
                del match, game
        gc.collect()
        with row.attempt(f"the memory after {name}", limit=120):
            left = tracemalloc.get_traced_memory()[0] - before
            tracemalloc.stop()
            if left > MOST_CACHED:
                raise RuntimeError(f"{size} games left {left // 1000} kB")
