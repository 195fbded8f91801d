"""Points at the end of a turn, and who recovers (PA-34, PA-40 to PA-42)."""

from __future__ import annotations

from piecepack_nb.core.steps import Step
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.paco.phases.ledger import Harm, Ledger, Telling, tell
from piecepack_nb.games.paco.rules import PacoRules
from piecepack_nb.games.paco.state import State

DID = {
    "stunned": "was stunned",
    "fell": "fell down a hole",
    "off": "was pushed off the board",
}


def scored(state: State, seat: str, points: int) -> State:
    """The table with points added to a player's; they may go below zero (PA-43)."""
    player = state.players[seat]
    return state.put(seat, player._replace(points=player.points + points))


def end_of_turn(rules: PacoRules, state: State, ledger: Ledger) -> Telling:
    """Points for harm, for causing it, and for being on the board; then the stunned recover."""
    state = yield from _losses(rules, state, ledger)
    state = yield from _gains(rules, state, ledger)
    state = yield from _survivors(rules, state, ledger)
    state = yield from _recover(state, ledger)
    for seat, player in state.players.items():
        if player.then and rules.spoilt_jump == "void" and not state.airborne(seat):
            state = state.put(seat, player._replace(then="", foiled_by=()))
    return state


def _losses(rules: PacoRules, state: State, ledger: Ledger) -> Telling:
    """A player loses for being stunned, for falling and for being pushed off (PA-40)."""
    costs = {"stunned": rules.stun_points, "fell": rules.fall_points, "off": rules.off_points}
    for seat in state.players:
        harms = [harm for harm in ledger.harms if harm.seat == seat]
        points = sum(costs[harm.kind] for harm in harms)
        if points:
            state = scored(state, seat, -points)
            text = "{seat} loses {points}: it {reason}."
            yield _points(state, "PA-40", "points lost", text, seat, -points, _reason(harms), [])
    return state


def _reason(harms: list[Harm]) -> str:
    return join_list(DID[harm.kind] for harm in harms)


def _points(
    state: State,
    clause: str,
    kind: str,
    text: str,
    seat: str,
    points: int,
    reason: str,
    others: list[str],
) -> Step:
    data = {"seat": seat, "points": count_noun(abs(points), "point"), "change": points,
            "reason": reason, "total": state.players[seat].points, "others": others}  # fmt: skip
    return tell(state, clause, kind, text, data)


def _gains(rules: PacoRules, state: State, ledger: Ledger) -> Telling:
    """Who causes it gains for each harm done to another player (PA-41)."""
    for by in state.players:
        for seat in state.players:
            harms = [
                harm
                for harm in ledger.harms
                if harm.seat == seat != by and by in harm.by
                if harm.pushed or rules.causes == "any"
            ]
            points = rules.cause_points * len(harms)
            if points:
                state = scored(state, by, points)
                reason = f"{seat} {_reason(harms)}"
                yield _points(state, "PA-41", "points gained", "{seat} gains {points}: {reason}.",
                              by, points, reason, [seat])  # fmt: skip
    return state


def _survivors(rules: PacoRules, state: State, ledger: Ledger) -> Telling:
    """Who is on the board and not stunned gains (PA-42)."""
    stunned = {harm.seat for harm in ledger.harms if harm.kind == "stunned"}
    if not rules.lost_turn_scores:
        stunned.update(ledger.lost)
    seats = [
        seat for seat, player in state.players.items() if player.square and seat not in stunned
    ]
    if not seats or not rules.survive_points:
        return state
    for seat in seats:
        state = scored(state, seat, rules.survive_points)
    data = {"seats": seats, "names": join_list(seats), "each": " each" if len(seats) > 1 else "",
            "points": count_noun(rules.survive_points, "point"), "change": rules.survive_points,
            "verb": "are" if len(seats) > 1 else "is",
            "gain": "gain" if len(seats) > 1 else "gains"}  # fmt: skip
    text = "{names} {verb} on the board at the end of the turn and {gain} {points}{each}."
    yield tell(state, "PA-42", "points survived", text, data)
    return state


def _recover(state: State, ledger: Ledger) -> Telling:
    """A stunned player has lost a turn (PA-34), unless it was stunned only now."""
    now = {harm.seat for harm in ledger.harms}
    for seat in ledger.lost:
        player = state.players[seat]
        if seat in now:
            continue
        state = state.put(seat, player._replace(stunned=player.stunned - 1))
        if player.stunned == 1:
            data = {"seat": seat, "square": player.square}
            text = "{seat} on {square} is no longer stunned."
            yield tell(state, "PA-34", "recovers", text, data)
    return state
