"""A whole match as text: sentence by sentence for readers, or one line a move for comparing.

Equal matches have equal texts, on every machine and in every version of Python.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import groupby

from piecepack_nb.core.match import Match
from piecepack_nb.core.match_base import PERSON, PlayedMove
from piecepack_nb.core.steps import Result, Step


def transcript(match: Match) -> str:
    """Return the match up to its position: each turn, each move, each step, and
    each sentence of a move of several steps."""
    return "\n".join([*_head(match), *_turns(match), "", *_end(match)]) + "\n"


def digest(match: Match) -> str:
    """Return the match up to its position as one line a move, without any sentence.

    A line has turn, actor and move, kind and clause of each step, and a hash of their states.
    """
    return "\n".join([*_head(match), "", *_digested(match), "", *_digested_end(match)]) + "\n"


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
        for step in _steps(match, played):
            yield f"    {step.event}"
            if len(played.steps) > 1 and step.sentence:
                yield f"    = {step.sentence}"


def _digested(match: Match) -> Iterator[str]:
    for played in _moves(match):
        steps = _steps(match, played)
        states = "".join(match.game.checksum(step.state) for step in steps)
        short = hashlib.blake2b(states.encode(), digest_size=4).hexdigest()
        yield f"{played.turn} {played.move_key[1]}: {played.move} | {_kinds(steps)} | {short}"


def _moves(match: Match) -> Iterator[PlayedMove]:
    """Return the moves, and the one during which the position occurs."""
    yield from match.record
    if not match.between_moves:
        yield match.undone[0]


def _steps(match: Match, played: PlayedMove) -> tuple[Step, ...]:
    """Return the steps of a move up to the match's position."""
    return played.steps[: match.cursor - played.first]


def _kinds(steps: tuple[Step, ...]) -> str:
    """Return the kind and clause of each step, such as "step[PM-32] x3, take[PM-35]"."""
    kinds = groupby(f"{step.event.kind}[{step.event.clause}]" for step in steps)
    counted = [(kind, len(list(same))) for kind, same in kinds]
    return ", ".join(kind if count == 1 else f"{kind} x{count}" for kind, count in counted)


def _end(match: Match) -> Iterator[str]:
    result = match.result
    if result is None:
        yield "The game goes on."
        return
    yield str(result)
    yield from _scores(result)


def _digested_end(match: Match) -> Iterator[str]:
    result = match.result
    if result is None:
        yield "unfinished"
        return
    yield f"winners: {', '.join(result.winners) or 'none'} [{result.clause}]"
    yield from _scores(result)


def _scores(result: Result) -> Iterator[str]:
    yield "scores: " + ", ".join(f"{name} {score}" for name, score in result.scores.items())
