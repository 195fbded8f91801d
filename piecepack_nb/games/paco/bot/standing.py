"""How good a seat's position is once a turn is over, in points that it may bring.

Vocabulary
    threat   a player in line with another can be hit by a block that is pushed along the line: a
             block that meets a block hands the push on, so only the edge of the board ends it
    delay    the turns that it takes before the push: to turn there, and to lift a block first
"""

from __future__ import annotations

from piecepack_nb.games.paco.rules import PacoRules
from piecepack_nb.games.paco.squares import AHEAD, HEADINGS
from piecepack_nb.games.paco.state import BLOCKS, State

__all__ = ["standing"]

HIT = 0.8  # how likely a threat comes true if the player it is aimed at can't step aside
HIT_WHO_MAY_GO = 0.35
LATER = 0.5  # what each turn of delay leaves of that
AWAY = 1.5  # what it costs to be off the board, besides what coming back costs
ROOM = 0.02  # a black counter in front


def standing(rules: PacoRules, state: State) -> dict[str, float]:
    """What each seat's position is worth."""
    worth = dict.fromkeys(state.players, 0.0)
    if state.turn >= rules.turn_limit:
        return worth
    gain, loss = rules.cause_points, rules.stun_points + rules.survive_points
    for seat, player in state.players.items():
        if player.square is None:
            worth[seat] -= AWAY * rules.survive_points
            continue
        if player.stunned:
            worth[seat] -= rules.survive_points
            continue
        if state.airborne(seat):
            worth[seat] -= 0.1 if _may_land(state, seat) else 2.0 * rules.fall_points
            continue
        worth[seat] += ROOM * (state.cells.get(player.ahead or "") == "black")
        threats = max(
            (_threats(state, seat, each) for each in HEADINGS), key=lambda t: sum(t.values())
        )
        for victim, chance in threats.items():
            worth[seat] += chance * gain
            worth[victim] -= chance * loss
    return worth


def _may_land(state: State, seat: str) -> bool:
    """Is there a free black counter in front of the jumper, and the right order written? (PA-24)"""
    ahead = state.players[seat].ahead
    free = ahead is not None and state.cells.get(ahead) == "black" and not state.on(ahead)
    return free and state.players[seat].then == "forward"


def _threats(state: State, seat: str, heading: str) -> dict[str, float]:
    """Whom a push of this seat that way would hit, and how likely that is (PA-33)."""
    player = state.players[seat]
    square = AHEAD[heading][player.square or ""]
    cell = state.cells.get(square) if square else None
    if square is None or cell is None or state.on(square):
        return {}
    delay = _quarter_turns(player.heading, heading) + (cell not in BLOCKS)
    found, to = {}, AHEAD[heading][square]
    while to:
        victim = state.on(to)
        if victim:
            found[victim] = _chance(state, victim, heading) * LATER**delay
        to = AHEAD[heading][to]
    return found


def _quarter_turns(one: str, other: str) -> int:
    """How many quarter turns lie between two headings.

    >>> _quarter_turns("N", "W"), _quarter_turns("E", "W")
    (1, 2)
    """
    turns = (HEADINGS.index(one) - HEADINGS.index(other)) % 4
    return min(turns, 4 - turns)


def _chance(state: State, victim: str, heading: str) -> float:
    """Will the player still be there? It can only step aside if it looks across the line."""
    player = state.players[victim]
    across = (player.heading in "NS") != (heading in "NS")
    free = state.cells.get(player.ahead or "") == "black" and not state.on(player.ahead)
    return HIT_WHO_MAY_GO if across and free and not player.stunned else HIT
