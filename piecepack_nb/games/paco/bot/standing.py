"""How good a seat's position is once a turn is over, in points that it may bring.

Vocabulary
    plan    the fewest turns in which a seat, if nobody else did anything, would push a block
            against somebody: turns, moves, perhaps a lift, and the push
    target  who stands in the line of that push: a block that meets a block hands the push on, so
            only the edge of the board ends it
"""

from __future__ import annotations

from typing import NamedTuple

from piecepack_nb.games.paco.rules import PacoRules
from piecepack_nb.games.paco.squares import AHEAD, left, right
from piecepack_nb.games.paco.state import BLOCKS, State

HIT = 0.8  # how likely a push comes true at a target that can't step out of the line
HIT_WHO_MAY_GO = 0.35
LATER = 0.6  # what each further turn of the plan leaves of that
FEAR = 0.25  # a target has time to get out of the way of a plan that takes more than a turn
LONGEST = 8
AWAY = 1.5  # what it costs to be off the board, besides what coming back costs


class Plan(NamedTuple):
    """How many turns until the push, the push among them, which way, and whom it hits."""

    turns: int
    heading: str
    targets: tuple[str, ...]


def standing(rules: PacoRules, state: State) -> dict[str, float]:
    """What each seat's position is worth."""
    worth = dict.fromkeys(state.players, 0.0)
    if state.turn >= rules.turn_limit:
        return worth
    occupied = {player.square: seat for seat, player in state.players.items() if player.square}
    for seat, player in state.players.items():
        if player.square is None:
            worth[seat] -= AWAY * rules.survive_points
        elif player.stunned:
            worth[seat] -= rules.survive_points
        elif state.airborne(seat):
            worth[seat] -= 0.1 if _may_land(state, seat) else 2.0 * rules.fall_points
        elif player.heading and (found := plan(state, seat, occupied)):
            for target in found.targets:
                chance = _chance(state, target, found)
                worth[seat] += chance * rules.cause_points
                fear = chance * (1.0 if found.turns == 1 else FEAR)
                worth[target] -= fear * (rules.stun_points + rules.survive_points)
    return worth


def _may_land(state: State, seat: str) -> bool:
    """Is there a free black counter in front of the jumper, and the right order written? (PA-24)"""
    ahead = state.players[seat].ahead
    free = ahead is not None and state.cells.get(ahead) == "black" and not state.on(ahead)
    return free and state.players[seat].then == "forward"


def plan(state: State, seat: str, occupied: dict[str, str]) -> Plan | None:
    """The quickest push against somebody, found cell by cell and heading by heading."""
    player = state.players[seat]
    others = {square for square, other in occupied.items() if other != seat}
    here = [(player.square or "", player.heading)]
    seen, best = set(here), None
    for turns in range(LONGEST):
        for square, heading in here:
            ahead = AHEAD[heading][square]
            cell = state.cells.get(ahead) if ahead else None
            if ahead is None or cell is None or ahead in others:
                continue
            needed = turns + (1 if cell in BLOCKS else 2)
            if best is None or needed < best.turns:
                targets = _line(ahead, heading, occupied, seat)
                best = Plan(needed, heading, targets) if targets else best
        if best and best.turns <= turns + 2:
            return best
        reached = {place: None for each in here for place in _next(state, others, *each)}
        here = [place for place in reached if place not in seen]
        seen.update(here)
    return best


def _next(state: State, others: set[str], square: str, heading: str) -> list[tuple[str, str]]:
    """Where a seat may be, and look, a turn later."""
    found = [(square, left(heading)), (square, right(heading))]
    ahead = AHEAD[heading][square]
    if ahead and state.cells.get(ahead) == "black" and ahead not in others:
        found.append((ahead, heading))
    return found


def _line(square: str, heading: str, occupied: dict[str, str], seat: str) -> tuple[str, ...]:
    """Who stands beyond a cell, in a line to the edge of the board (PA-32, PA-33)."""
    found, to = [], AHEAD[heading][square]
    while to:
        if to in occupied and occupied[to] != seat:
            found.append(occupied[to])
        to = AHEAD[heading][to]
    return tuple(found)


def _chance(state: State, target: str, found: Plan) -> float:
    """How likely the plan comes true: less each turn, and less if the target looks across."""
    player = state.players[target]
    across = (player.heading in "NS") != (found.heading in "NS")
    free = state.cells.get(player.ahead or "") == "black" and not state.on(player.ahead)
    goes = across and free and not player.stunned
    return (HIT_WHO_MAY_GO if goes and found.turns == 1 else HIT) * LATER ** (found.turns - 1)
