"""A match or a state at a cell's end shows its board, where its game has one."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

import piecepack_nb as pp
from piecepack_nb.core.errors import BadInput
from piecepack_nb.core.match import Match
from piecepack_nb.scene.game_view import view_of
from tests.conftest import GAMES
from tests.core.pig import Pig


def title(match: Match) -> str:
    root = ET.fromstring(match._repr_svg_() or "")
    return root.findtext("{http://www.w3.org/2000/svg}title") or ""


def test_a_match_shows_its_board_and_its_last_step() -> None:
    match = pp.Match(pp.game("piecepackman"), seed=7)
    assert title(match) == "The maze is built. Scatter the cubes and draw the power coins."
    match.run()
    for step in range(1, len(match.steps) + 1):  # in the middle of a move too
        match.goto(step)
        assert title(match) == match.steps[step - 1].event.text


def test_a_written_position_is_shown_with_the_next_action() -> None:
    match = pp.Match(pp.game("piecepackman"), seed=1, position="piecepackman: d4 N\ncubes: suns h4")
    assert "roll" in title(match).lower()


def test_a_game_without_a_board_stays_text() -> None:
    match = Match(Pig(), seed=1)
    match.run()
    assert match._repr_svg_() is None


@pytest.mark.parametrize("name", GAMES)
def test_a_state_without_a_match_shows_its_board(name: str) -> None:
    match = pp.Match(pp.game(name), seed=7)
    match.run()
    assert match.state._repr_svg_() == match.game.picture(match.state)
    early = match.steps[0].state if match.steps else match.initial_state
    assert pp.show(early).scene.pieces == view_of(match.game).scene(match.game, early).pieces


def test_a_position_shows_its_board_without_a_match() -> None:
    state = pp.game("piecepackman", maze="slip").position("piecepackman: d4 N\ncubes: suns h4")
    picture = state._repr_svg_()
    assert picture == pp.game("piecepackman", maze="slip").picture(state)
    assert picture != pp.game("piecepackman").picture(state)


def test_a_state_of_no_known_match_stays_text() -> None:
    match = pp.Match(pp.game("activator"), seed=1)
    copy = match.game.from_json(match.game.to_json(match.state))
    assert copy == match.state
    assert copy._repr_svg_() is None
    with pytest.raises(BadInput, match="expected a match, a board, or a state with of= its game"):
        pp.show(copy)
