"""The problem of his search, for those who watch it or write their own."""

from __future__ import annotations

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.games.piecepackman.decision import Decision
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.search import SearchRun
from tests.games.piecepackman.helpers import roll, table

ask = view_of(pp.game("piecepackman")).watch


def test_the_problem_is_that_of_his_last_decision() -> None:
    match = pp.Match(pp.game("piecepackman"), seed=7)
    match.run()
    decision = [s.event.why for s in match.steps if isinstance(s.event.why, Decision)][-1]
    state, problem = ask(match.game, match.state, match.steps)
    assert state is decision.state
    assert problem.goals == set(decision.search().targets)
    assert problem.path is decision.path
    assert SearchRun(problem).finish().lowest(decision.target or "") == decision.path.cost
    assert set(problem.places) == set(match.game.ruleset.maze.squares)


def test_before_a_roll_the_targets_must_be_given() -> None:
    match = table("piecepackman: f4 W\ncubes: suns c4")
    with pytest.raises(BadInput, match=r"^he has nothing to decide here, without dice .* targets="):
        ask(match.game, match.state, match.steps)
    state, problem = ask(match.game, match.state, match.steps, ["c4", "j1"])
    assert (state, problem.start, problem.goals) == (match.state, ("f4", "W"), {"c4", "j1"})
    assert problem.path is None
    with pytest.raises(BadInput, match="a target is 'z9'"):
        ask(match.game, match.state, (), ["z9"])


@pytest.mark.clause("PM-12")
def test_a_state_uses_the_dice_on_the_board() -> None:
    match = table("piecepackman: f4 W\ncubes: suns c4, moons i8")
    before = match.state
    roll(match, suns=5, moons=2)
    state = before._replace(dice={**before.dice, "suns": "5", "moons": "2"})
    assert ask(match.game, state)[1].goals == {"c4"}


@pytest.mark.clause("PM-16", "PM-22", "PM-23", "PM-61")
def test_the_problem_has_the_grid_and_its_misreadings() -> None:
    match = table("piecepackman: b6 W\nghosts: suns b5 3 cubes\ncubes: suns c4")
    problem = ask(match.game, match.state, (), ["c4"])[1]
    assert problem.search.blocked == {"b5"}
    assert (("i6", "W"), 1) in problem.successors(("b6", "W"))  # the portal
    assert problem.successors(("d6", "E")) == [(("d6", "N"), 1), (("d6", "S"), 1)]  # the house
    assert problem.successors(("e5", "E")) == []
    wrong = problem.misreadings
    walls, house, portals = (wrong[name].grid for name in ("walls", "house", "portals"))
    maze = match.game.ruleset.maze
    for square, heading in [("b4", "N"), ("c9", "N")]:
        assert heading not in maze.exits[square]
        assert heading in walls.exits[square]
    assert "e6" in house.squares
    assert "W" not in portals.exits["b6"]
    hungry = table("piecepackman: f4 W\nhunger: 2\ncubes: suns c4")
    assert ask(hungry.game, hungry.state, (), ["c4"])[1].search.costs.quarter_turn == 0


def test_a_game_without_a_search_is_refused() -> None:
    with pytest.raises(BadInput, match=r"^the game is .chess.; expected "):
        pp.game("chess")
