"""Small positions to look at: a game and a table drawn by hand."""

from __future__ import annotations

from typing import Any

import piecepack_nb as pp
from piecepack_nb.core.steps import Event, Refusal


def table(drawing: str, **rules: Any) -> pp.Match:
    """Return a match that begins on the table drawn, with persons on both seats."""
    return pp.Match(pp.game("activator", **rules), seed=1, position=drawing)


def refused(match: pp.Match, move: Any) -> Refusal:
    """Return the refusal of a move, which must not be listed either."""
    if isinstance(move, str):
        move = match.game.parse_move(match.state, move)
    refusal = match.refusal(move)
    assert refusal is not None, str(move)
    assert move not in match.moves()
    return refusal


def allowed(match: pp.Match, *moves: str) -> None:
    """Assert that these moves are legal, and listed."""
    for move in moves:
        assert match.refusal(move) is None, match.refusal(move)
        assert match.game.parse_move(match.state, move) in match.moves(), move


def events(match: pp.Match, move: str) -> list[Event]:
    """Return the events of a move."""
    return [step.event for step in match.play(move)]


def texts(match: pp.Match, move: str) -> list[str]:
    """Return the texts of the events of a move."""
    return [str(event) for event in events(match, move)]
