"""A whole match as text that a person can read, and that a test can compare line by line."""

from __future__ import annotations

from collections.abc import Iterator

from piecepack_nb.core.match import Match
from piecepack_nb.core.match_base import PERSON, PlayedMove


def transcript(match: Match) -> str:
    """The match up to its position: each turn, each move, each step with its clause.

    Equal matches have equal transcripts, on every machine and in every version of Python.
    """
    return "\n".join([*_head(match), *_turns(match), "", *_end(match)]) + "\n"


def _head(match: Match) -> Iterator[str]:
    yield match.game.title
    changes = match.game.rules.changed()
    rules = ", ".join(f"{name}={value!r}" for name, value in changes.items())
    yield f"rules: {rules or 'as printed'}"
    yield f"seed: {match.seed}"
    players = {
        seat: player if isinstance(player, str) else f"{PERSON} or function"
        for seat, player in match.seats.items()
    }
    yield "seats: " + ", ".join(f"{seat} {player}" for seat, player in players.items())
    if match.from_position:
        yield "from a position written by hand"


def _turns(match: Match) -> Iterator[str]:
    turn = None
    for played in _moves(match):
        if played.turn != turn:
            turn = played.turn
            yield ""
            yield f"Turn {turn}" if turn else "Set-up"
        yield f"  {played.move_key[1]}: {played.move}"
        for step in played.steps[: match.cursor - played.first]:
            yield f"    {step}"


def _moves(match: Match) -> Iterator[PlayedMove]:
    """The moves, and the one in the middle of which the position lies."""
    yield from match.record
    if not match.between_moves:
        yield match.undone[0]


def _end(match: Match) -> Iterator[str]:
    result = match.result
    if result is None:
        yield "The game goes on."
        return
    yield str(result)
    yield "scores: " + ", ".join(f"{name} {score}" for name, score in result.scores.items())
