"""Legal moves are those of a second implementation that tries every row of steps.

The campaign "moves by brute force" of ``tests/soak`` compares many more.
"""

from __future__ import annotations

from random import Random

import pytest

import piecepack_nb as pp
from piecepack_nb.games.piecepackman.rules import PiecepackmanRules
from piecepack_nb.games.piecepackman.ruleset import GhostWalks, Ruleset
from piecepack_nb.search import Costs
from tests.conftest import sampled
from tests.games.piecepackman.comparison import differences
from tests.games.piecepackman.helpers import POCKET, refused, table
from tests.games.piecepackman.reference import Drawing
from tests.games.piecepackman.small_mazes import small_maze

MODES = ("together", "against", "race")


@pytest.mark.clause("PM-22", "PM-32", "PM-33", "PM-34", "PM-36", "PM-37", "PM-40", "PM-73", "PM-74")
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("first", range(0, 60, 10))
def test_moves_in_small_mazes_with_every_kind_of_portal(first: int, mode: str) -> None:
    for seed in sampled(range(first, first + 10), 3):
        random = Random(f"{mode} {seed}")
        found = differences(random, small_maze(random), 12, mode)
        assert not found, found[0]


@pytest.mark.clause("PM-32", "PM-34", "PM-75", "PM-80")
@pytest.mark.parametrize("seed", [46, 80, 7, 1])
def test_moves_in_generated_mazes(seed: int) -> None:
    random, maze = Random(seed), pp.mazes.generate(seed).text()
    for mode in MODES:
        found = differences(random, maze, 12, mode)
        assert not found, found[0]


@pytest.mark.clause("PM-32", "PM-34")
@pytest.mark.parametrize("seed", [46, 80, 7, 1])
def test_the_squares_within_a_roll_are_those_that_a_walk_can_enter(seed: int) -> None:
    maze = pp.mazes.generate(seed)
    finder, drawing = GhostWalks(maze, PiecepackmanRules()), Drawing(maze.text())
    for start in maze.squares:
        on = entered = {start}
        for steps in range(1, 6):
            ways = [
                way for here in on for way in drawing.sides[here].values()
                if here in drawing.house or way.to not in drawing.house
            ]  # fmt: skip
            on = {way.to for way in ways if not way.portal}
            entered = entered | {way.to for way in ways}
            assert finder.within(start, steps) == entered


@pytest.mark.parametrize("maze", ["roundabout", "slip", "winding"])
def test_moves_in_the_mazes_of_the_package(maze: str) -> None:
    random, text = Random(maze), pp.game("piecepackman", maze=maze).ruleset.maze.text()
    found = differences(random, text, 30, *MODES)
    assert not found, found[0]


@pytest.mark.clause("PM-15", "PM-22", "PM-23", "PM-61")
@pytest.mark.parametrize("turn", [0, 1, 2])
def test_his_costs_in_small_mazes_with_every_kind_of_portal(turn: int) -> None:
    for seed in range(12):
        random = Random(f"costs {turn} {seed}")
        maze = small_maze(random)
        ruleset = Ruleset(PiecepackmanRules(maze=maze, cubes_per_suit=1))
        for square in random.sample(ruleset.his_grid.squares, 4):
            heading = random.choice("NESW")
            found = ruleset.free_costs(square, heading, Costs(1, turn))
            assert dict(found) == Drawing(maze).costs(square, heading, 1, turn), maze


@pytest.mark.clause("PM-33", "PM-34")
def test_a_ghost_does_not_end_on_another_one_behind_a_portal():
    match = table("piecepackman: a3 N\nphase: ghosts\nghosts: suns a1, crowns d3\ndice: suns 5\n"
                  "to_move: suns\ncubes: moons b4", maze=POCKET, cubes_per_suit=1)  # fmt: skip
    assert refused(match, "suns a1-b1-c1-d1-d2-d3").clause == "PM-33"


@pytest.mark.clause("PM-40", "PM-42", "PM-34")
def test_a_ghost_does_not_walk_through_him_behind_a_portal():
    match = table("piecepackman: a3 N\nphase: ghosts\nghosts: suns c1\ndice: suns 5\n"
                  "to_move: suns\ncubes: moons b4", maze=POCKET, cubes_per_suit=1)  # fmt: skip
    assert refused(match, "suns c1-b1-a1-a2-a3-a4").clause == "PM-42"
    match.play("suns c1-b1-a1-a2-a3")
    assert match.state.ghosts["suns"].waits == 1
    assert match.state.phase == "roll"


@pytest.mark.clause("PM-33", "PM-34")
@pytest.mark.parametrize("seed", [46, 80])
def test_a_ghost_does_not_end_on_another_one_in_a_generated_maze(seed):
    match = table("piecepackman: j1 N\nphase: ghosts\nghosts: suns f5, crowns b4, arms a1\n"
                  "dice: suns 5\nto_move: suns\ncubes: moons b1",
                  maze=pp.mazes.generate(seed).text())  # fmt: skip
    assert refused(match, "suns f5-e5-d5-c5-b5-b4").clause == "PM-33"


def test_the_comparison_finds_squares_hidden_behind_a_portal(monkeypatch):
    """A square that a portal reaches first, counted as the end of every walk there."""

    def count(finder, start, ending):
        found, waiting = {start: 0}, [start]
        for here in waiting:
            for to in finder.ahead[here]:
                if to not in found:
                    found[to] = found[here] + 1
                    waiting += [] if (here, to) in ending else [to]
        return found

    monkeypatch.setattr(GhostWalks, "_count_steps", count)
    mazes = ((random := Random(f"against {seed}"), small_maze(random)) for seed in range(60))
    assert any(differences(random, maze, 12, "against") for random, maze in mazes)
