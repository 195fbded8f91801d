"""Helpers for the tests of the clauses: a table, a move, and its events."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import piecepack_nb as pp
from piecepack_nb.core.steps import Event, Refusal, Step

CORRIDORS = """
  +---+---+---+---+
4 | G           B |
  +   +   +   +   +
3 |       | O     |
  +   +---+---+   +
2 |     X |       |
  +   +   +   +   +
1 | R           Y |
  +---+---+---+---+
    a   b   c   d
"""
"""A board of eleven holes on one round, for positions in which little can be moved."""


POCKET = """
symmetry: left-right
  +---+---+ ^ +---+---+
4 | G               B |
  +   +   +---+   +   +
3 |     O   X   O     |
  +   +---+   +---+   +
2 <                   >
  +   +   +---+   +   +
1 | R               Y |
  +---+---+ v +---+---+
    a   b   c   d   e
"""
"""A board so small that a move may go off at two arrows one after the other."""


def table(written: object, **options: Any) -> pp.Match:
    """Return a match from a position, under the printed rules but for the options."""
    return pp.Match(pp.game("pacman", **options), seed=1, position=written)


def ways(match: pp.Match, piece: str = "", die: int = 0) -> set[str]:
    """Return the legal moves as texts, of a piece and a die if these are named."""
    return {
        str(move)
        for move in match.moves()
        if (not piece or move.piece == piece) and (not die or move.die == die)
    }


def ends(match: pp.Match, piece: str, die: int) -> set[str]:
    """Return the ends of a piece's paths by a die."""
    found = {move.path[-1] for move in match.moves() if (move.piece, move.die) == (piece, die)}
    assert found, (piece, die)
    return found


def events(steps: Iterable[Step], *kinds: str) -> list[tuple[str, str]]:
    """Return the clause and the kind of each event, of these kinds alone if any are named."""
    found = [step.event for step in steps]
    return [(event.clause, event.kind) for event in found if not kinds or event.kind in kinds]


def event(steps: Iterable[Step], kind: str) -> Event:
    """Return the only event of a kind."""
    found = [step.event for step in steps if step.event.kind == kind]
    assert len(found) == 1, [str(step.event) for step in steps]
    return found[0]


def refused(match: pp.Match, move: object) -> Refusal:
    """Return the refusal of a move."""
    refusal = match.refusal(move)
    assert refusal is not None, f"{move} is legal"
    return refusal


def trays(match: pp.Match) -> dict[str, int]:
    """Return the number of white marbles of each player."""
    return {seat: player.tray for seat, player in match.state.players.items()}
