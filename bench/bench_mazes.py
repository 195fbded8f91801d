"""The maze maker: seconds a maze, constraints kept, sticks, and the range of corners and loops.

python bench/bench_mazes.py          100 seeds, and a fiftieth of them for each wish
python bench/bench_mazes.py 1000     as many seeds as you like
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import process_time

if __name__ == "__main__":  # so that the script runs from a clone that is not installed
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from piecepack_nb import mazes
from piecepack_nb.games.piecepackman.maze import parse_maze
from piecepack_nb.mazes.checking import crossings
from piecepack_nb.mazes.maker import AMOUNTS, SYMMETRIES

HEAD = ("wish", "mazes", "good", "seconds", "three-sticks", "ace-sticks", "corners", "loops")


def spread(values: list[int]) -> str:
    """Return the least, the middle and the greatest of some numbers."""
    values = sorted(values)
    return f"{values[0]} to {values[-1]} ({values[len(values) // 2]})"


def row(name: str, seeds: int, **wishes: str) -> tuple[str, ...]:
    """Make and check the mazes of some seeds."""
    good, seconds, reports, figures = 0, [], [], []
    for seed in range(seeds):
        before = process_time()
        maze = mazes.generate(seed, **wishes)
        seconds.append(process_time() - before)
        reports.append(mazes.check(maze))
        figures.append(mazes.figures(maze))
        whole = parse_maze(maze.text()) == maze and not maze.closed
        good += reports[-1].ok and whole and not crossings(maze.sticks)
    return (
        name,
        str(seeds),
        str(good),
        f"{sum(seconds) / seeds:.2f}, at most {max(seconds):.2f}",
        spread([report.three_sticks for report in reports]),
        spread([report.ace_sticks for report in reports]),
        spread([figure.corners for figure in figures]),
        spread([figure.loops for figure in figures]),
    )


def main(seeds: int) -> None:
    """Print the table."""
    some = max(1, seeds // 50)
    rows = [HEAD, row("none", seeds)]
    rows += [row(symmetry, some, symmetry=symmetry) for symmetry in SYMMETRIES]
    for wish in ("corners", "loops"):
        rows += [row(f"{amount} {wish}", some, **{wish: amount}) for amount in AMOUNTS]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for cells in rows:
        print("  ".join(map(str.ljust, cells, widths)).rstrip())


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
