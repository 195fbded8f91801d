"""Measure the five games and write docs/measures.md.

python -m tools.measures                10,000 random games of each game at most, in 300 s each
python -m tools.measures 500 60         fewer games, or less time for each game

The games are doubled until half of the time is over.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import piecepack_nb as pp
from piecepack_nb.lab.measures import Measures, measures

PAGE = Path(__file__).resolve().parents[1] / "docs" / "measures.md"
TRIAL, PLAYOUTS, WORKERS = 8, 2, 2
HEAD = """# What the measures say about the five games

Random players, printed rules. Each figure has its 95 % interval in brackets; a dash stands for what
a game hasn't: a cooperative game has no first player's advantage. Random games say what the rules
alone do, not how people play: they last longer, and a good move is worth less. "A choice is worth"
compares the best move with the second best by {playouts} playouts each;
`pp.measures(game).to_frame()` has the definition of every measure.

"""
FOOT = """
`python -m tools.measures {most} {seconds}` made this page, with {workers} worker processes. Games a
second, with the playouts of the measures: {pace}.{missing}
"""


def measure(name: str, most: int, seconds: float) -> tuple[Measures, float]:
    """Return the measures of as many games as the time allows, and the seconds of one game."""
    game = pp.game(name)
    play = partial(measures, game, seats="random", playouts=PLAYOUTS, workers=WORKERS)
    games, begun = TRIAL, monotonic()
    with TemporaryDirectory() as folder:
        while True:
            found = play(min(games, most), keep=Path(folder) / "kept.sqlite")
            spent = monotonic() - begun
            if games >= most or 2 * spent > seconds:
                return found, spent / len(found.games)
            games *= 2  # the games so far are kept


def short(measured: Measures, name: str) -> str:
    """Return a measure as a cell of the table."""
    each = next((each for each in measured.found if each.name == name), None)
    if each is None:
        return "–"
    value, _, interval = str(each.estimate).partition(" (95 %: ")
    return f"{value} ({interval}"


def table(found: dict[str, Measures]) -> str:
    """Return a row for each measure and a column for each game, as Markdown."""
    titles = [pp.game(name).title for name in found]
    names = dict.fromkeys(each.name for measured in found.values() for each in measured.found)
    rows = [
        ["", *titles],
        ["---"] * (len(found) + 1),
        ["Games", *(f"{len(measured.games):,}" for measured in found.values())],
        *([name, *(short(measured, name) for measured in found.values())] for name in names),
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows) + "\n"


def main(most: int = 10_000, seconds: float = 300) -> None:
    """Write the page, and print the time and the load of each game."""
    found, paces = {}, []
    left = ["piecepackman", "activator", "paco", "pacman", "worm_derby"]
    while left:
        name = left.pop(0)
        found[name], pace = measure(name, most, seconds)
        paces.append(f"{pp.game(name).title} {1 / pace:.2g}")
        print(f"{name}: {len(found[name].games)} games, {pace:.3f} s a game,", end=" ", flush=True)
        print(f"load {os.getloadavg()[0]:.1f}", flush=True)
        foot = FOOT.format(
            most=most,
            seconds=seconds,
            workers=WORKERS,
            pace=", ".join(paces),
            missing="".join(f" {pp.game(each).title} is not measured yet." for each in left),
        )
        head = HEAD.format(playouts=PLAYOUTS)
        PAGE.write_text(head + table(found) + foot, encoding="utf-8")  # with what is done so far


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
