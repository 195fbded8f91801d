"""Predict before reveal: where the next disc can be laid, and at which end a racer lays its own."""

from __future__ import annotations

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.games.worm_derby.geometry.ring import disc_refusal
from piecepack_nb.games.worm_derby.lessons import PUZZLE_KINDS, allowed_angles, asked_angles
from piecepack_nb.scene import check_scene
from tests.games.worm_derby.board_helpers import TIGHT, kinds
from tests.games.worm_derby.helpers import SHORT, derby


def tight(now="3 steps"):
    game = derby()
    return game, game.position(TIGHT.format(now=now))


def ask(question="place"):
    game, state = tight()
    return game, state, pp.predict(state, question, of=game, keep=False)


@pytest.mark.clause("WD-3")
def test_a_legal_place_is_right():
    game, state, quiz = ask()
    there = allowed_angles(game, state)
    assert there
    found = quiz.guess(f"head {there[0]}")
    assert found.right
    assert found.text.startswith("Right: at ")


@pytest.mark.clause("WD-4")
@pytest.mark.clause("WD-5")
def test_an_illegal_place_is_wrong_and_names_the_obstacle():
    game, state, quiz = ask()
    for angle in set(asked_angles(game, state)) - set(allowed_angles(game, state)):
        _, _, quiz = ask()
        found = quiz.guess(f"head {angle}")
        assert not found.right
        refused = disc_refusal(game.ruleset, state, "suns", "head", angle)
        assert found.clause == refused.clause
        assert refused.text in found.text


def test_nowhere_is_wrong_when_a_place_exists():
    game, state, quiz = ask()
    found = quiz.guess("none")
    assert not found.right
    assert f"{allowed_angles(game, state)[0]}°" in found.text


def test_the_ring_is_shown_only_after_the_guess():
    _, _, quiz = ask()
    assert not kinds(quiz.scene, "open")
    assert not quiz.scene.layers
    quiz.guess("none")
    assert kinds(quiz.scene, "open")
    assert {layer.id for layer in quiz.scene.layers} >= {"guess", "ring"}
    check_scene(quiz.scene)


def test_the_quiz_asks_at_which_end_a_racer_places_discs():
    ask("end")
    verdicts = {guess: ask("end")[2].guess(guess) for guess in ("head", "tail")}
    assert sorted(each.right for each in verdicts.values()) == [False, True]
    assert all("path home" in each.text for each in verdicts.values())


@pytest.mark.parametrize("kind", ["narrow", "gap"])
def test_puzzles_are_found_and_have_questions(kind):
    game = derby(**SHORT | {"obstacles": 4, "clear_tiles": 0})
    found = pp.puzzles(game, kind, count=1, seed=3)
    assert [each.kind for each in found] == [kind]
    state = found[0].match.state
    assert 0 < len(allowed_angles(game, state)) < len(asked_angles(game, state))
    assert "Where can it be laid?" in pp.predict(found[0].match, "place").scene.caption


def test_an_unknown_kind_is_refused():
    assert set(PUZZLE_KINDS) == {"narrow", "gap", "worm"}
    with pytest.raises(BadInput, match="kind is 'holes'"):
        pp.puzzles(derby(), "holes")
