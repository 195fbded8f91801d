"""Coming back on the board (PA-43)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.paco.moves import Return
from piecepack_nb.games.paco.phases.ledger import Telling, tell
from piecepack_nb.games.paco.phases.pushing import in_turn
from piecepack_nb.games.paco.phases.scoring import scored
from piecepack_nb.games.paco.rules import PacoRules
from piecepack_nb.games.paco.squares import inner
from piecepack_nb.games.paco.state import BLOCKS, State


def asked(rules: PacoRules, state: State) -> State:
    """Who left the board in an earlier turn may try now, in the order of the pushes (PA-43)."""
    if not rules.respawn:
        return state
    off = tuple(
        seat
        for seat in in_turn(rules, state)
        if state.players[seat].square is None and state.players[seat].out < state.turn
    )
    return state._replace(phase="return" if off else state.phase, returning=off)


def decided(rules: PacoRules, state: State, move: Return) -> Telling:
    """The next seat tries to come back, or stays off this time (PA-43)."""
    data = {"seat": move.seat}
    if move.returns:
        state = state._replace(phase="landing")
        yield tell(state, "PA-43", "tries to return", "{seat} tries to come back.", data)
        return state
    state = state._replace(returning=state.returning[1:])
    yield tell(state, "PA-43", "stays off", "{seat} stays off the board.", data)
    return state


def landed(rules: PacoRules, state: State, faces: Mapping[str, str]) -> Telling:
    """The dice name the cell: taken or white costs nothing, a hole does, on black it is (PA-43)."""
    seat = state.returning[0]
    square = inner(int(faces["column"]), int(faces["row"]))
    player = state.players[seat]._replace(out=state.turn)
    state = state.put(seat, player)._replace(phase="return", returning=state.returning[1:])
    occupant, cell = state.on(square), state.cells.get(square)
    data: dict[str, Any] = {
        "seat": seat,
        "square": square,
        "row": faces["row"],
        "column": faces["column"],
    }
    if occupant or cell in BLOCKS:
        found = f"where {occupant} is" if occupant else "a white block"
        data |= {"reason": found, "change": 0}
        text = "{seat} rolls {square}, {reason}: it doesn't come back, at no cost."
        yield tell(state, "PA-43", "return fails", text, data)
        return state
    if cell is None:
        state = scored(state, seat, -rules.hole_points)
        data |= {"reason": "a hole", "change": -rules.hole_points,
                 "points": count_noun(rules.hole_points, "point")}  # fmt: skip
        text = "{seat} rolls {square}, a hole: it doesn't come back and loses {points}."
        yield tell(state, "PA-43", "return fails", text, data)
        return state
    state = state.put(seat, player._replace(square=square, heading=faces.get("heading", ""), out=0))
    change = (rules.survive_points if rules.return_scores else 0) - rules.return_points
    state = scored(state, seat, change)
    if not state.players[seat].heading:
        state = state._replace(phase="headings")
    data |= {"heading": faces.get("heading", ""), "change": change, "to": square,
             "points": count_noun(rules.return_points, "point")}  # fmt: skip
    text = "{seat} comes back on {square} and pays {points}."
    yield tell(state, "PA-43", "returns", text, data)
    return state
