"""Positions that mislead: found by playing, each misleading in the way that it says."""

from __future__ import annotations

from dataclasses import replace

import pytest

import piecepack_nb as pp
from piecepack_nb.games.piecepackman.decision import Decision
from piecepack_nb.games.piecepackman.lessons import KINDS, grade_guess, puzzles
from piecepack_nb.scene.quiz import Puzzle
from tests.conftest import sampled

RULES = [{}, {"maze": "slip"}, {"maze": "winding", "quarter_turn_cost": 2}, {"dangerous": "equal"}]
NAMED = {
    "tie": {"PM-12", "PM-14", "PM-15", "PM-61"},
    "turns": {"PM-15", "PM-61"},
    "blocked": {"PM-16"},
    "suit": {"PM-11", "PM-21"},
}


def decision_of(puzzle: Puzzle) -> Decision:
    match = puzzle.match
    why = match.steps[match.cursor].event.why
    assert isinstance(why, Decision)
    return why


@pytest.mark.parametrize("rules", sampled(RULES, 2), ids=str)
@pytest.mark.parametrize("kind", KINDS)
def test_every_puzzle_has_a_wrong_guess_that_overlooks_its_rule(kind, rules):
    game = pp.game("piecepackman", **rules)
    for puzzle in pp.puzzles(game, kind, count=len(sampled(range(2)))):
        assert puzzle.kind == kind
        decision = decision_of(puzzle)
        state = puzzle.match.state
        assert puzzle.match.steps[puzzle.match.cursor - 1].event.kind == "his roll"
        grades = [grade_guess(game, state, square) for square in game.ruleset.maze.squares]
        misled = {why.clause for grade in grades for why in grade.overlooked}
        assert misled & NAMED[kind], (puzzle, misled)
        if kind == "tie":
            cheap = [each for each in decision.candidates if each.cost == decision.path.cost]
            assert len(cheap) > 1


def test_puzzles_about_the_end_overlook_turn_costs():
    game = pp.game("piecepackman")
    for puzzle in pp.puzzles(game, "turns", 2, question="end"):
        assert puzzle.text.endswith("where does he end?")
        state = puzzle.match.state
        grades = [grade_guess(game, state, square, "end") for square in game.ruleset.maze.squares]
        assert {"PM-15", "PM-61"} & {why.clause for each in grades for why in each.overlooked}


def test_puzzles_are_of_each_kind_in_turn_and_repeatable():
    found = pp.puzzles(count=4, seed=3)
    assert [puzzle.kind for puzzle in found] == list(KINDS)
    again = pp.puzzles(count=4, seed=3)
    assert [puzzle.match.state for puzzle in again] == [puzzle.match.state for puzzle in found]
    other = pp.puzzles(count=4, seed=40)
    assert [puzzle.match.state for puzzle in other] != [puzzle.match.state for puzzle in found]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ({"kind": "trick"}, "kind is 'trick'; expected 'tie' or 'turns' or 'blocked' or 'suit'"),
        ({"question": "how"}, "question is 'how'; expected 'objective' or 'end'"),
        ({"count": 0}, "count is 0; expected a whole number from 1 to 100"),
        ({"seed": -1}, "seed is -1; expected a whole number"),
        ({"what": 7}, "the game is 7; expected a game's name, or a game"),
    ],
)
def test_invalid_arguments_are_refused_in_one_line(arguments, line):
    with pytest.raises(pp.BadInput) as caught:
        pp.puzzles(**arguments)
    assert str(caught.value).startswith(line)
    assert "\n" not in str(caught.value)


def test_a_kind_without_puzzles_is_refused():
    search = replace(puzzles, games=1, moves=12)  # the set-up and the first turn alone
    with pytest.raises(pp.BadInput) as caught:
        search(pp.game("piecepackman"), "blocked")
    assert str(caught.value) == (
        "no position of the kind 'blocked' came up in 1 game under these rules"
    )


def test_a_puzzle_can_be_shown_replayed_and_saved(tmp_path):
    [puzzle] = pp.puzzles("piecepackman", "turns", 1)
    board = pp.show(puzzle)
    assert board.scene.alt.startswith(f"Turn {puzzle.match.turn}.")
    puzzle.match.save(tmp_path / "puzzle.json")
    assert pp.load(tmp_path / "puzzle.json").state == puzzle.match.state
