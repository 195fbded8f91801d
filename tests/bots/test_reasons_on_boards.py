"""The reasons of the bots that play any game, drawn on the boards."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import piecepack_nb as pp
from piecepack_nb.core.move_reason import Candidate, MoveReason
from piecepack_nb.core.steps import Event, Step
from piecepack_nb.scene.game_view import view_of
from piecepack_nb.scene.match_film import match_film
from piecepack_nb.scene.model import MARKS, Scene
from piecepack_nb.scene.reasons import EXPECTED, WEIGHED, open_reasons, squares_of
from tests.bots.helpers import BOTS, FIVE, NAMES
from tests.design.examples import example_class


def reasoned(game: Any, bot: str, seed: int = 8) -> tuple[MoveReason, Scene]:
    """The first reason with several candidates in a match of bots, and its scene in the film."""
    match = pp.Match(game, seed=seed, seats=dict.fromkeys(game.seats, BOTS[bot]))
    view = view_of(game)
    for _ in range(40):
        steps = match.run(1)
        why = steps[0].event.why
        if isinstance(why, MoveReason) and len(why.candidates) > 1:
            frames = match_film(match).frames(view)
            return why, frames[len(match.steps) - len(steps) + 1]
    raise AssertionError("no bot had a choice")


@pytest.mark.parametrize("bot", NAMES)
@pytest.mark.parametrize("name", [*FIVE, "tic_tac_toe", "connect_four", "mancala"])
def test_the_reason_is_drawn_where_the_board_knows_the_squares(name: str, bot: str) -> None:
    game: Any = pp.game(name) if name in FIVE else example_class(name)()
    why, scene = reasoned(game, bot)
    titles = [table.title for table in scene.listings]
    assert any(title.endswith(why.effort) for title in titles) == (not why.secret)
    view = view_of(game)
    ends: set[Any] = {
        tuple(squares[-1])
        for each in why.candidates
        if (squares := squares_of(each.move, lambda names: view.locate(game, names)))
    }
    drawn = [mark for mark in scene.marks if mark.layer == WEIGHED.id]
    values = {(mark.area, mark.x, round(mark.y + 0.3, 1)) for mark in drawn if mark.kind == "text"}
    assert values == (set() if why.secret else {(area, x, round(y, 1)) for area, x, y in ends})
    assert {mark.kind for mark in scene.marks} <= set(MARKS)
    if name in ("activator", "pacman", "tic_tac_toe", "mancala"):
        assert ends
        assert WEIGHED in scene.layers
        assert why.choice in scene.caption
    if bot == "mcts" and ends and not why.secret:
        heat = [mark for mark in drawn if mark.kind == "heat"]
        assert max(mark.value for mark in heat) == 1
        assert str(why.candidates[0].visits) in {mark.label for mark in heat}
    json.dumps(why.to_json())


def test_the_expected_line_is_numbered() -> None:
    game: Any = example_class("tic_tac_toe")()
    match = pp.Match(game, seed=1, seats={"suns": pp.bots.mcts(playouts=200)})
    match.run(1)
    why: Any = match.steps[0].event.why
    assert [seat for seat, _ in why.line][:2] == ["suns", "moons"]
    scene = view_of(game).draw(game, match.state, match.steps[0].event)
    numbers = [mark for mark in scene.marks if mark.layer == EXPECTED.id and mark.kind == "cost"]
    assert [mark.label for mark in numbers] == [str(n + 1) for n in range(len(why.line))]
    assert f"Expected: Suns {why.move}, Moons " in why.text
    assert pp.replay(match) is not None


def test_a_secret_reason_is_not_drawn_and_names_its_mix() -> None:
    game: Any = example_class("rock_paper_scissors")()
    match = pp.Match(game, seed=1, seats={"ann": BOTS["mcts"]})
    match.run(1)
    event = match.steps[0].event
    view = view_of(game)
    assert view.draw(game, match.state, event) == view.scene(game, match.state, event)
    why: Any = event.why
    mix = r"(ann \w+ \d+ %(, | and |\.)){2,3}"
    assert re.fullmatch(rf"Ann chooses ann \w+, at random: {mix}", why.text)


def test_the_reasons_of_secret_moves_are_in_tables_once_these_are_open() -> None:
    game: Any = example_class("rock_paper_scissors")()
    match = pp.Match(game, seed=1, seats=dict.fromkeys(game.seats, BOTS["mcts"]))
    match.run(2)
    frames = match_film(match).frames(view_of(game))
    kinds = [step.event.kind for step in match.steps]
    assert kinds[:2] == ["chosen", "chosen"]
    titles = [[table.title.partition(":")[0] for table in frame.listings] for frame in frames]
    assert titles[1] == titles[2] == []
    assert titles[3] == ["What Ann weighed", "What Ben weighed"]


@pytest.mark.parametrize("shown", ["", "shown"])
def test_reasons_wait_for_the_event_that_shows_the_moves(shown: str) -> None:
    def step(kind: str, words: str = "") -> Step:
        why = MoveReason("ann", (Candidate(words, 0.5, "50 %"),), "", True) if words else None
        return Step(Event("RPS-1", kind, "", {}, why), None)

    steps = [step("made", "rock"), step("made"), step("made", "paper"), step("shown"), step("over")]
    found = [each.event.why for each in open_reasons(steps, "made", shown)]
    assert found == [None, None, None, found[3], None]
    assert [why.move for why in found[3].each] == ["rock", "paper"]  # type: ignore[union-attr]
    assert open_reasons(steps[:3], "made", shown)[-1].event.why is None


def test_the_words_of_a_reason() -> None:
    after = (("ben", "c3"), ("ann", "a3"))
    best = Candidate("b2", 0.64, "64 %", 120, 0.6, after)
    other = Candidate("a1", 0.5, "50 %", 1, 0.01)
    assert MoveReason("ann", (best, other), "200 playouts").text == (
        "Ann chooses b2 (64 %, 120 of 200 playouts). Next best: a1 (50 %, 1 playout). "
        "Expected: Ann b2, Ben c3, Ann a3."
    )
    won = Candidate("b2", 9e5, "won after 3 moves")
    assert MoveReason(
        "ann", (won, other._replace(visits=0)), "2 moves ahead, 9 positions"
    ).text == (
        "Ann chooses b2 (won after 3 moves). Next best: a1 (50 %). "
        "It looked 2 moves ahead, 9 positions."
    )
    assert MoveReason("ann", (other,), "").text == "Ann chooses a1, the only move."
