"""Harm that befalls players: stunned, fallen, pushed off the board (PA-24, PA-34, PA-35)."""

from __future__ import annotations

from piecepack_nb.games.paco.phases.ledger import Harm, Ledger, Telling, tell
from piecepack_nb.games.paco.state import Player, State


def _out(state: State, seat: str) -> Player:
    """A player off the board keeps its points alone."""
    return Player(points=state.players[seat].points, out=state.turn)


def fall(
    state: State, ledger: Ledger, seat: str, why: str, by: tuple[str, ...], clause: str
) -> Telling:
    """A jumper that can't land (PA-24) or didn't write forward (PA-13) falls down the hole."""
    square = state.players[seat].square or ""
    by = tuple(other for other in by if other != seat)
    ledger.judge(seat, clause, why, square)
    ledger.harms.append(Harm(seat, "fell", square, by, False))
    state = state.put(seat, _out(state, seat))
    data = {"seat": seat, "square": square, "reason": why, "by": list(by)}
    yield tell(state, clause, "falls", "{seat} falls down the hole at {square}: {reason}.", data)
    return state


def stun(state: State, ledger: Ledger, seat: str, by: str, against: str) -> Telling:
    """A player pushed against ``against`` is stunned; over a hole it falls through (PA-34)."""
    player = state.players[seat]
    square = player.square or ""
    ledger.harms.append(Harm(seat, "stunned", square, (by,), True))
    state = state.put(seat, player._replace(stunned=ledger.rules.stun_turns, then=""))
    data = {"seat": seat, "square": square, "against": against, "by": [by]}
    text = "{seat} is pushed against {against} and stunned on {square}."
    yield tell(state, "PA-34", "stunned", text, data)
    return (yield from drop(state, ledger, seat, by, "PA-34"))


def drop(state: State, ledger: Ledger, seat: str, by: str, clause: str) -> Telling:
    """A pushed player that comes to rest over a hole falls through (PA-34)."""
    if not state.airborne(seat):
        return state
    square = state.players[seat].square or ""
    ledger.harms.append(Harm(seat, "fell", square, (by,), True))
    state = state.put(seat, _out(state, seat))
    data = {"seat": seat, "square": square, "by": [by]}
    yield tell(state, clause, "falls", "{seat} falls through the hole at {square}.", data)
    return state


def off(state: State, ledger: Ledger, seat: str, by: str) -> Telling:
    """A player that meets nothing is pushed off the board (PA-35)."""
    square = state.players[seat].square or ""
    ledger.harms.append(Harm(seat, "off", square, (by,), True))
    state = state.put(seat, _out(state, seat))
    data = {"seat": seat, "square": square, "by": [by]}
    yield tell(state, "PA-35", "pushed off", "{seat} is pushed off the board at {square}.", data)
    return state


def foiled(before: State, after: State, by: tuple[str, ...]) -> State:
    """Note on jumpers in the air who took their landing place away, or gave it back (PA-41)."""
    for seat, player in after.players.items():
        if not after.airborne(seat) or player.ahead is None:
            continue
        was, now = before.cells.get(player.ahead), after.cells.get(player.ahead)
        if now == "black" and player.foiled_by:
            after = after.put(seat, player._replace(foiled_by=()))
        elif was == "black" != now:
            after = after.put(seat, player._replace(foiled_by=by))
    return after
