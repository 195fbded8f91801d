"""The measures of mazes, by play and by shape, in a table (PM-80).

Vocabulary
    detour   a trip on which turn costs mislead: the path that he takes, the cheapest (PM-15), has
             more steps than the shortest
    trip     from a square, with a heading that he can have there, to another square
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from piecepack_nb.core.registry import make_game
from piecepack_nb.games.piecepackman.maze import MAZE_NAMES, Maze, checked_maze, read_maze
from piecepack_nb.lab.chart import Chart
from piecepack_nb.lab.finding import Finding, Record
from piecepack_nb.lab.interval import Interval
from piecepack_nb.lab.simulation import Players, Simulation, simulate
from piecepack_nb.mazes.checking import check_maze
from piecepack_nb.mazes.maker import Figures, figures
from piecepack_nb.search import cheapest


class MazeMeasure(NamedTuple):
    """The measures of one maze."""

    maze: Maze
    figures: Figures
    three_sticks: int
    ace_sticks: int
    detours: float
    """The share of all trips that are detours."""
    simulation: Simulation

    @property
    def wins(self) -> Interval:
        """The share of games won by the ghosts: the lower, the harder the maze is."""
        return self.simulation.win_rate

    @property
    def turns(self) -> tuple[int, float, int]:
        """The turns of a game: the number that a tenth of the games stay below, mean, top tenth."""
        lengths = sorted(game.turns for game in self.simulation)
        tenth = len(lengths) // 10
        return lengths[tenth], self.simulation.turns, lengths[-1 - tenth]

    @property
    def lives(self) -> float:
        """The mean number of lives that he loses in a game."""
        return self.simulation.mean("attack")


HEAD = (
    "maze", "sticks", "corners", "junctions", "loops", "longest", "detours",
    "ghosts win (95 %)", "turns (80 %)", "lives",
)  # fmt: skip


class MazeTable(Sequence[MazeMeasure], Finding):
    """The measures of several mazes: a line of a table for each, and a picture of the wins."""

    def __init__(self, measures: Sequence[MazeMeasure]) -> None:
        self.measures = tuple(measures)
        games = len(self.measures[0].simulation) if measures else 0
        self.title = f"Won by the ghosts, {games} games in each maze"

    def __len__(self) -> int:
        return len(self.measures)

    def __getitem__(self, place):  # type: ignore[no-untyped-def]
        return self.measures[place]

    def rows(self) -> list[tuple[str, str]]:
        """Return each maze's title and the share of games that the ghosts won."""
        return [(each.maze.title, str(each.wins)) for each in self.measures]

    def records(self) -> list[Record]:
        """Return each maze's line of the table, by the table's head."""
        return [dict(zip(HEAD, _row(each), strict=True)) for each in self.measures]

    def drawing(self) -> Chart:
        """Return a bar for the ghosts' share of wins in each maze, with its interval."""
        rows = tuple(
            {"name": each.maze.title, **each.wins._asdict(), "text": str(each.wins)}
            for each in self.measures
        )
        named = tuple({**row, "value": row["share"]} for row in rows)
        return Chart("bars", self.title, named, "share of games", share=True)

    def table(self) -> str:
        """Return the table as text, a line for each maze."""
        rows = [HEAD, *map(_row, self.measures)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
        return "\n".join(lines)

    def __repr__(self) -> str:
        return self.table()


def _row(measure: MazeMeasure) -> tuple[str, ...]:
    shape, wins, (low, mean, high) = measure.figures, measure.wins, measure.turns
    return (
        measure.maze.title,
        f"{measure.three_sticks} + {measure.ace_sticks}",
        str(shape.corners),
        str(shape.junctions),
        str(shape.loops),
        str(shape.longest),
        f"{100 * measure.detours:.1f} %",
        f"{100 * wins.share:.0f} % ({100 * wins.low:.0f} to {100 * wins.high:.0f})",
        f"{mean:.1f} ({low} to {high})",
        f"{measure.lives:.1f}",
    )


def measure(
    *mazes: Maze,
    games: int = 100,
    seed: int = 0,
    seats: Players = "greedy",
    beside: Sequence[str] = MAZE_NAMES,
) -> MazeTable:
    """Return the measures of mazes, and of the mazes of the package ``beside`` them (PM-80).

    The bots ``seats`` play ``games`` games in each, seeded ``seed``, ``seed + 1``, ... The table
    has the three-sticks and ace-sticks; corners, junctions, loops, and the squares of the longest
    corridor; the share of trips on which turn costs mislead him; the games that the ghosts win; the
    turns of a game, the mean and the range of the middle 80 %; and the lives that he loses. Raises
    BadInput for anything but mazes, and a wrong number of games.
    """
    for maze in mazes:
        checked_maze(maze)
    known = [read_maze(name) for name in beside]
    return MazeTable([_measure(maze, games, seed, seats) for maze in (*mazes, *known)])


def _measure(maze: Maze, games: int, seed: int, seats: Players) -> MazeMeasure:
    report = check_maze(maze)
    return MazeMeasure(
        maze,
        figures(maze),
        report.three_sticks,
        report.ace_sticks,
        detours(maze),
        _played(maze, games, seed, seats) if isinstance(seats, str)
        else _played.__wrapped__(maze, games, seed, seats),
    )  # fmt: skip


@lru_cache(maxsize=32)
def _played(maze: Maze, games: int, seed: int, seats: Players) -> Simulation:
    game = make_game("piecepackman", {"maze": maze.text()})
    return simulate(game, games, seed, seats)


# --- Detours -------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def detours(maze: Maze) -> float:
    """Return the share of trips on which the path that he takes isn't a shortest one (PM-15)."""
    exits, grid = maze.his_exits, maze.his_grid
    trips = long = 0
    for square in exits:
        if square in maze.closed:
            continue
        steps = _steps(exits, square)
        for heading in sorted(
            {h for ahead in exits.values() for h, to in ahead.items() if to == square}
        ):
            found = cheapest(grid, square, heading, (), exhaustive=True)
            for target, fewest in steps.items():
                cost, turns = found.cost_to(target), found.turns_to(target)
                if target != square and cost is not None and turns is not None:
                    trips += 1
                    long += cost - turns > fewest  # a step and a quarter turn cost 1 each
    return long / trips if trips else 0.0


def _steps(exits: Mapping[str, Mapping[str, str]], start: str) -> dict[str, int]:
    """Return the fewest steps from a square to each that can be reached."""
    found, waiting = {start: 0}, deque([start])
    while waiting:
        here = waiting.popleft()
        for to in exits[here].values():
            if to not in found:
                found[to] = found[here] + 1
                waiting.append(to)
    return found
