"""A thousand random games to the end, over mazes and modes; every table of each is a sound one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.actors import Chance
from piecepack_nb.core.dice import seeded_pick
from piecepack_nb.core.steps import Step
from piecepack_nb.games.piecepackman.maze import MAZE_NAMES
from piecepack_nb.games.piecepackman.state import State, ghost_cubes, his_cubes
from tests.conftest import sampled

MODES: dict[str, dict[str, Any]] = {
    "three players": {"players": 3, "left_out": "moons"},
    "Piece and Harmony": {"goal": "cubes", "extra_lives": 0},
    "hard coins": {"hard_coins": True, "scatter": "uniform"},
    "one by one": {"ghost_dice": "in turn", "tie_break": "random", "equal_cubes": "draw"},
    "hard walking": {
        "quarter_turn_cost": 3, "hunger_turn_cost": 1, "exhausted": "nearest",
        "ghost_backtrack": False, "portal_ends_move": False,
    },
    "powers": {"powers": "drawn"},
    "fierce ghosts": {
        "dangerous": "equal", "ghost_collects": "land", "eaten_waits": 2, "bonus_roll": False,
        "exhausted": "wait", "ghost_null": 6, "ace_lives": 0,
    },
}  # fmt: skip
"""Rules that a thousand games are spread over, besides the printed ones in each maze."""

CHUNK = 48
LONGEST = 300  # turns; the longest of some thousand games had under a hundred

PLAYED = [
    *(
        pytest.param({"maze": maze}, part, id=f"{maze} {part}")
        for maze in MAZE_NAMES
        for part in range(3)
    ),
    *(
        pytest.param(rules, part, id=f"{mode} {part}")
        for mode, rules in MODES.items()
        for part in range(2)
    ),
]
"""Each a chunk of games: 9 in the mazes as printed and 12 in other modes make 1,008 games."""


def test_a_thousand_random_games_are_played() -> None:
    assert len(PLAYED) * CHUNK >= 1000


@pytest.mark.clause("PM-68", "PM-69", "PM-71")
@pytest.mark.parametrize(("rules", "part"), PLAYED)
def test_random_games_end(rules: dict[str, Any], part: int) -> None:
    game = pp.game("piecepackman", **rules)
    for seed in sampled(range(part * CHUNK, (part + 1) * CHUNK), 24):
        state = game.initial_state()
        for number, steps in enumerate(random_play(game, state, seed)):
            for step in steps:
                state = step.state
                assert number == 0 or cubes_of(state) == 24, (seed, step)  # after the set-up
                if step is steps[-1] or "powers" not in rules:  # a power leads through others
                    assert apart(state), (seed, step)
            assert state.turn < LONGEST, (seed, state)
        ended_well(game, state)


def random_play(game: Any, state: State, seed: int) -> Iterator[list[Step]]:
    """Yield the steps of each move until the game is over."""
    for number in count():
        actor, pick = game.to_act(state), seeded_pick(seed, number)
        if actor is None:
            return
        if isinstance(actor, Chance):
            move = game.chance_move(state, pick)
        else:
            move = game.random_move(state, actor.seats[-1], pick)
        steps = list(game.play(state, move))
        yield steps
        state = steps[-1].state


def cubes_of(state: State) -> int:
    """Return the number of cubes on the board and in all stashes."""
    return len(state.cubes) + ghost_cubes(state) + his_cubes(state)


def apart(state: State) -> bool:
    """Return True if no pawns share a square."""
    ghosts = [ghost.square for ghost in state.ghosts.values()]
    return len(set(ghosts)) == len(ghosts)


def ended_well(game: Any, state: State) -> None:
    """Assert that the result agrees with the last state."""
    result = game.result(state)
    assert result is not None
    assert result.scores == {"ghosts": ghost_cubes(state), "piecepackman": his_cubes(state)}
    if state.extra_lives < 0:
        wins = () if game.rules.goal == "cubes" else game.seats
        assert result.winners == wins
        return
    assert not state.cubes
    assert not state.coins
    ghosts, his = result.scores["ghosts"], result.scores["piecepackman"]
    if ghosts == his:
        assert result.winners == (() if game.rules.equal_cubes == "draw" else ("piecepackman",))
    else:
        assert result.winners == (game.seats if ghosts > his else ("piecepackman",))
