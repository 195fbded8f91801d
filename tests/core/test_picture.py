"""A match in a cell shows its table, where its game has one to show."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import piecepack_nb as pp
from piecepack_nb.core.match import Match
from tests.core.pig import Pig


def title(match: Match) -> str:
    root = ET.fromstring(match._repr_svg_() or "")
    return root.findtext("{http://www.w3.org/2000/svg}title") or ""


def test_a_match_shows_its_table_and_what_happened_last() -> None:
    match = pp.Match(pp.game("piecepackman"), seed=7)
    assert title(match) == "The maze is built. Scatter the cubes and draw the power coins."
    match.run()
    for step in range(1, len(match.steps) + 1):  # in the middle of a move too
        match.goto(step)
        assert title(match) == match.steps[step - 1].event.text


def test_a_position_written_by_hand_is_shown_with_what_is_to_be_done() -> None:
    match = pp.Match(pp.game("piecepackman"), seed=1, position="piecepackman: d4 N\ncubes: suns h4")
    assert "roll" in title(match).lower()


def test_a_game_without_a_board_stays_text() -> None:
    match = Match(Pig(), seed=1)
    match.run()
    assert match._repr_svg_() is None
