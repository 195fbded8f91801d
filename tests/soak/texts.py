"""Moves and positions as damaged text: refused in one line, or read as what they say."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import piecepack_nb as pp
from tests.soak.campaigns import Different, Row, campaign
from tests.soak.mutations import matches, mutated_json, mutated_text


@campaign("texts of moves")
def damaged_moves(size: int, row: Row, random: Random) -> None:
    """Play a damaged text where a move of the match was made."""
    for number in range(size):
        match = random.choice(matches())
        played = random.choice(match.record)
        text = mutated_text(str(played.move), random)
        with row.attempt(f"move {number} of {match.game.name}: {text!r}"):
            _play(match.branch(played.first), text)


def _play(match: pp.Match, text: str) -> None:
    before = match.state, match.cursor
    try:
        steps = match.play(text)
    except ValueError:
        if (match.state, match.cursor) != before:
            raise Different("a refused move changed the match") from None
        raise
    (played,) = match.record[-1:]
    again = match.game.parse_move(before[0], str(played.move))
    if again != played.move or not steps:
        raise Different(f"played {played.move}, which is read as {again}")


@campaign("texts of positions")
def damaged_positions(size: int, row: Row, random: Random) -> None:
    """Read a damaged position: its JSON, its entries as text, and its drawing."""
    for number in range(size):
        match = random.choice(matches())
        state = random.choice([match.initial_state, *(step.state for step in match.steps)])
        data: Any = match.game.to_json(state)
        kind = random.randrange(3)
        if kind == 0:
            written: Any = mutated_json(data, random)
        elif kind == 1:
            entries = random.sample(sorted(data), min(4, len(data)))
            written = mutated_text("\n".join(f"{n}: {data[n]}" for n in entries), random)
        else:
            written = mutated_text(str(state), random)
        with row.attempt(f"position {number} of {match.game.name}: {written!r:.100}"):
            _read(match.game, written)


def _read(game: Any, written: Any) -> None:
    state = game.position(written)
    once = game.to_json(state)
    if json.loads(json.dumps(once)) != once or game.from_json(once) != state:
        raise Different("a position that its own JSON doesn't give again")
    actor = game.to_act(state)
    for move in list(game.moves(state))[:5] if actor and actor.seats else ():
        if game.refusal(state, move) is not None:
            raise Different(f"the listed move {move} is refused")
