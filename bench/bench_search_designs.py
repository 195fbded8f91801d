"""How well a search for rules finds a fair setting, and how seldom it finds what isn't there.

The game is one throw of three dice of ten faces, so that the chances of each of its 500 settings
are known: ann wins if the throw is below a number. Of a planted game one setting is fair, and all
others favour a side by 8 to 40 points; a run counts if the fair one is the first of the best. In an
equal game all settings favour ann by as much as today's rules, 12 points: a run in which one of the
best is called better than today's rules is a false alarm.

``planted_row()`` and ``equal_row()`` return the figures; as a script this prints them. The
arguments are the planted runs (1), the equal runs (10), and the worker processes (1).
``python bench/bench_search_designs.py 10 200 2`` has the figures to reach: 9 of 10 found, each
within 10 minutes on two cores, and at most 5 % false alarms.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic
from typing import Any

if __name__ == "__main__":  # so that the script runs from a clone that is not installed
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import piecepack_nb as pp
from piecepack_nb.design import Board, option
from piecepack_nb.lab.design_search import DesignSearch, search
from piecepack_nb.lab.interval import wilson

PLANTED, EQUAL, WORKERS = 1, 10, 1
ROWS, COLUMNS, WORLDS = 25, 20, 1000
LEAST, MOST, UNFAIR = 8, 40, 12
"""By how many points planted settings favour a side, at least and at most, and equal ones."""
WORLDS_APART = 1_000_000
"""The seeds between runs, so that none shares a game with another."""
FAIR = 50
THROWS = 1000


@pp.register
class OneThrow(Board):
    """One throw of three dice; ann wins below a number."""

    seats = ("ann", "ben")
    dice = Board.die("0123456789", 3)
    row = option(0, "The first part of the setting.", low=0, high=ROWS - 1)
    column = option(0, "The second part of the setting.", low=0, high=COLUMNS - 1)
    world = option(0, "The game: 0 for one of equal settings.", low=0, high=WORLDS)

    def setup(self, table: Any) -> None:
        """Begin without a throw."""
        table.thrown = -1

    def rolled(self, table: Any) -> None:
        """Note the throw."""
        hundreds, tens, ones = table.dice
        table.thrown = 100 * hundreds + 10 * tens + ones

    def winner(self, table: Any) -> str | None:
        """Return who wins by the throw."""
        if table.thrown < 0:
            return None
        below = THROWS * chance(self.world, self.row, self.column) / 100
        return "ann" if table.thrown < below else "ben"


@cache
def fair_setting(world: int) -> tuple[int, int]:
    """Return the row and the column of a world's fair setting, which isn't today's."""
    place = Random(f"fair {world}").randrange(1, ROWS * COLUMNS)
    return divmod(place, COLUMNS)


@cache
def chance(world: int, row: int, column: int) -> float:
    """Return how often ann wins under a setting, in per cent."""
    if world == 0:
        return FAIR + UNFAIR
    if (row, column) == fair_setting(world):
        return FAIR
    random = Random(f"{world} {row} {column}")
    return FAIR + random.choice((-1, 1)) * random.uniform(LEAST, MOST)


def planted(world: int, workers: int = WORKERS) -> DesignSearch:
    """Return the search of a planted game."""
    game = pp.game("one_throw", world=world)
    return search(
        game,
        {"starting": 0},
        "random",
        row=range(ROWS),
        column=range(COLUMNS),
        axes=("length", "starting"),
        seed=WORLDS_APART * world,
        workers=workers,
    )


def planted_row(runs: int = PLANTED, workers: int = WORKERS) -> dict[str, Any]:
    """Return in how many runs the planted setting was the first of the best."""
    found, seconds, games = 0, [], []
    for world in range(1, runs + 1):
        begun = monotonic()
        searched = planted(world, workers)
        seconds.append(monotonic() - begun)
        games.append(searched.games)
        rules = searched.best[0].game.rules
        found += (rules.row, rules.column) == fair_setting(world)
    return {
        "what": f"a fair setting among {ROWS * COLUMNS}",
        "runs": runs,
        "found first": found,
        "games a run": round(median(games)),
        "seconds a run": round(median(seconds)),
        "at most": round(max(seconds)),
    }


def equal_row(runs: int = EQUAL, workers: int = WORKERS) -> dict[str, Any]:
    """Return in how many runs a setting was called better than equal ones."""
    game = pp.game("one_throw")
    false = 0
    for run in range(runs):
        searched = search(
            game,
            {"starting": 0},
            "random",
            row=range(ROWS),
            games=80,
            confirm=200,
            axes=("length", "starting"),
            seed=WORLDS_APART * run,
            workers=workers,
        )
        false += any(map(searched.is_better, searched.best))
    interval = wilson(false, runs)
    return {
        "what": f"{ROWS} settings equal to today's",
        "runs": runs,
        "false alarms": false,
        "percent": str(interval),
    }


if __name__ == "__main__":
    given = [*map(int, sys.argv[1:4]), *(PLANTED, EQUAL, WORKERS)[len(sys.argv) - 1 :]]
    for row, runs in ((planted_row, given[0]), (equal_row, given[1])):
        found = row(runs, given[2])
        print("   ".join(f"{name} {value}" for name, value in found.items()), flush=True)
