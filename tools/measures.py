"""Measure the five games and write docs/measures.md.

python -m tools.measures                       10,000 games of each at most, in 300 s each
python -m tools.measures 500 60                fewer games, or less time for each
python -m tools.measures 500 60 worm_derby     some games; the page keeps the figures of the others
python -m tools.measures restricted 60         what restrictions cost, in so many pairs of games
python -m tools.measures across 60             what starting is worth to several players

The page keeps what is written above and below its tables.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import piecepack_nb as pp
from piecepack_nb.lab.definitions import MEASURES
from piecepack_nb.lab.interval import Estimate
from piecepack_nb.lab.measures import Measures, measures

PAGE = Path(__file__).resolve().parents[1] / "docs" / "measures.md"
TRIAL, PLAYOUTS, WORKERS = 8, 8, 2
GAMES = {
    "piecepackman": "random",
    "activator": "random",
    "paco": "random",
    "pacman": "random",
    "worm_derby": "wanderer",
}
"""The games and their players; random worms need tens of thousands of turns."""
ROWS = ["Players", "Games", *MEASURES]
TABLE = "|  |"
"""The first characters of the page's table."""
RESTRICTED: dict[str, dict[str, Any]] = {
    "activator": {"never": ("capture", "ride"), "greedy": "capture", "forgets": 0.5},
    "paco": {"never": "PA-44", "forgets": 0.5},
}
"""The restrictions of random players that the page has, by game."""
HEAD = "| Game | Restriction of a random player | Games won more, in points |"
"""The first line of that table."""
DUELS = ("activator", "pacman")
"""The games of which several players are asked what starting is worth."""
DUELS_HEAD = "| Game | Player | Starting is worth, in points |"
"""The first line of that table."""

Column = dict[str, str]
"""The figures of a game by the names of their rows."""


def measure(name: str, most: int, seconds: float) -> tuple[Measures, float]:
    """Return the measures of as many games as the time allows, and the seconds of one game."""
    play = partial(measures, pp.game(name), seats=GAMES[name], playouts=PLAYOUTS, workers=WORKERS)
    games, begun = min(TRIAL, most), monotonic()
    with TemporaryDirectory() as folder:
        while True:
            found = play(games, keep=Path(folder) / "kept.sqlite")
            spent = monotonic() - begun
            left = int((seconds - spent) * games / spent)
            if left < 1 or games == most:
                return found, spent / games
            games = min(2 * games, games + left, most)  # the games so far are kept


def column(name: str, measured: Measures) -> Column:
    """Return the figures of a game as cells of the table."""
    cells = {"Players": GAMES[name], "Games": f"{len(measured.games):,}"}
    for each in measured.found:
        value, _, interval = str(each.estimate).partition(" (95 %: ")
        cells[each.name] = f"{value} ({interval}"
    return cells


def read(page: str) -> tuple[str, dict[str, Column], str]:
    """Return the text above a page's table, its columns by their titles, and the text below it."""
    above, _, rest = page.partition(TABLE)
    lines, _, below = (TABLE + rest).partition("\n\n")
    (_, *titles), _, *rows = (
        [c.strip() for c in row.split("|")[1:-1]] for row in lines.split("\n")
    )
    found: dict[str, Column] = {title: {} for title in titles}
    for name, *cells in rows:
        for title, cell in zip(titles, cells, strict=True):
            found[title][name] = cell
    return above, found, below


def table(found: dict[str, Column]) -> str:
    """Return a row for each figure and a column for each game, as Markdown."""
    rows = [
        ["", *found],
        ["---"] * (len(found) + 1),
        *([name, *(cells.get(name, "–") for cells in found.values())] for name in ROWS),
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def restricted(pairs: int) -> None:
    """Measure what restrictions cost, and write that table of the page."""
    lines = [HEAD, "| --- | --- | --- |"]
    for name, given in RESTRICTED.items():
        game = pp.game(name)
        found = pp.restricted(game, "random", games=pairs, workers=WORKERS, keep=False, **given)
        lines += [f"| {game.title} | {row} | {figure(found[row])} |" for row in found.found]
        print(found, flush=True)
    replace_table(lines)


def across(games: int) -> None:
    """Ask several players what starting is worth, and write that table of the page."""
    lines = [DUELS_HEAD, "| --- | --- | --- |"]
    players = {
        "random": "random",
        "one move ahead": pp.bots.restricted(ahead=1),
        '"mcts", 20 playouts': pp.bots.mcts(playouts=20),
    }
    for name in DUELS:
        game = pp.game(name, **({} if name == "activator" else {"players": 2}))
        found = pp.across(game, players=players, games=games, workers=WORKERS, keep=False)
        lines += [f"| {game.title} | {who} | {figure(found[who])} |" for who in found.answers]
        print(found, flush=True)
    replace_table(lines)


def figure(found: Estimate) -> str:
    """Return an estimate in points as a cell, bold if it leaves out 0."""
    value, _, interval = str(found).partition(" points (95 %: ")
    return f"**{value} ({interval}**" if found.settled else f"{value} ({interval}"


def replace_table(lines: list[str]) -> None:
    """Write lines in place of the page's table that begins with the first of them."""
    page = PAGE.read_text(encoding="utf-8")
    above, _, rest = page.partition(lines[0])
    _, _, below = rest.partition("\n\n")
    PAGE.write_text("\n".join([above + lines[0], *lines[1:], "", below]), encoding="utf-8")


def main(most: str = "10000", seconds: str = "300", *names: str) -> None:
    """Write the page after each game, and print the time and the load of each."""
    if most == "restricted":
        restricted(int(seconds))
        return
    if most == "across":
        across(int(seconds))
        return
    for name in names or GAMES:
        measured, pace = measure(name, int(most), float(seconds))
        above, found, below = read(PAGE.read_text(encoding="utf-8"))
        found[pp.game(name).title] = column(name, measured)
        found = {title: found[title] for each in GAMES if (title := pp.game(each).title) in found}
        PAGE.write_text(f"{above}{table(found)}\n\n{below}", encoding="utf-8")
        print(f"{name}: {len(measured.games)} games, {pace:.3f} s a game,", end=" ", flush=True)
        print(f"load {os.getloadavg()[0]:.1f}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
