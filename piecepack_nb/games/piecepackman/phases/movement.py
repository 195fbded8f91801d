"""Piecepackman's turn: his roll, his way over the board, and Ghost Hunger."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.piecepackman.deciding.aims import targets_of
from piecepack_nb.games.piecepackman.deciding.decision import Decision, what_lies_on
from piecepack_nb.games.piecepackman.deciding.hunt import decide
from piecepack_nb.games.piecepackman.ruleset import Ruleset, Telling, tell
from piecepack_nb.games.piecepackman.state import State, counted
from piecepack_nb.search import HEADINGS, Path

NAMES = {"N": "north", "E": "east", "S": "south", "W": "west"}


def his_turn(ruleset: Ruleset, state: State, faces: Mapping[str, str]) -> Telling:
    """His phase: the highest of all dice gives suit and points (PM-11), and he uses them.

    A power coin taken outside hunger brings on Ghost Hunger once he has moved (PM-60).
    """
    state = yield from _rolled(ruleset, state, faces, "PM-63" if state.hungry else "PM-11")
    state = yield from go(ruleset, state)
    if state.phase == "over" or not state.taken:
        return state
    state = state._replace(phase="bonus", hunger=0)
    text = "He took a power coin: Ghost Hunger begins. He gets a bonus roll at once."
    if ruleset.rules.bonus_roll:
        yield tell(state, "PM-60", "hunger", text, {})
        return state
    yield tell(state, "PM-60", "hunger", "He took a power coin: Ghost Hunger begins.", {})
    return (yield from _coins_shown(ruleset, state))


def bonus_turn(ruleset: Ruleset, state: State, faces: Mapping[str, str]) -> Telling:
    """The bonus roll toward the nearest Vulnerable ghost (PM-60), then the coin shows (PM-62)."""
    state = yield from _rolled(ruleset, state, faces, "PM-60")
    state = yield from go(ruleset, state)
    if state.phase == "over":
        return state
    return (yield from _coins_shown(ruleset, state))


def next_turn(ruleset: Ruleset, state: State) -> Telling:
    """The turn ends; hunger runs out after its last one (PM-67), or its marker counts down."""
    state = state._replace(phase="roll", turn=state.turn + 1, to_move=())
    if state.hunger == 0:
        return (yield from _hunger_ends(state, "PM-67"))
    if state.hunger is not None:
        state = state._replace(hunger=state.hunger - 1)
        text = "Another turn of Ghost Hunger begins; {left} more after it."
        if state.hunger == 0:
            text = "The last turn of Ghost Hunger begins."
        yield tell(state, "PM-62", "hunger counts down", text, {"left": state.hunger})
    return state


def _rolled(ruleset: Ruleset, state: State, faces: Mapping[str, str], clause: str) -> Telling:
    """The dice on the table, and the points of the highest one (PM-10, PM-11)."""
    points = {suit: ruleset.his_points[faces[suit]] for suit in SUITS if suit in faces}
    best = max(points.values())
    highest = [suit for suit, value in points.items() if value == best]
    state = state._replace(dice=FrozenDict(faces), points=best)
    shown = ", ".join(f"{suit} {faces[suit]}" for suit in points)
    data = {"shown": shown, "highest": join_list(highest), "points": best}
    text = (
        "Piecepackman rolls {shown}. The highest is {highest}: " + count_noun(best, "point") + "."
    )
    yield tell(state, clause, "his roll", text, data)
    return state


# --- his way ----------------------------------------------------------------------------------


def go(
    ruleset: Ruleset,
    state: State,
    suit: str | None = None,
    choose: Callable[[Ruleset, State, str | None], Decision] = decide,
) -> Telling:
    """He uses all his points (PM-17), from one objective to the next of its suit (PM-20).

    ``suit`` is that of an objective that he has just reached; ``choose`` is how he decides.
    """
    while state.points > 0:
        decision = choose(ruleset, state, suit)
        path = decision.path
        if path is None or not path.actions:
            state = _given_up(ruleset, state)._replace(points=0)
            yield tell(state, decision.clause, "he stays", "{why}", {}, decision)
            return state
        state = yield from _heads_for(state, decision, suit)
        suit = _suit_of(decision) or suit
        state = yield from _follow(ruleset, state, path, _suit_for_wild(ruleset, state, suit))
        if state.phase == "over" or state.square != path.target:
            break
        state = _reached(state)
    return state._replace(points=0)


def _suit_of(decision: Decision) -> str | None:
    objective = decision.way.aim.objective if decision.way else None
    return objective.suit if objective else None


def _heads_for(state: State, decision: Decision, suit: str | None) -> Telling:
    """The objective marker goes on him; leftover points make no new objective (PM-20, PM-21)."""
    way = decision.way
    assert way is not None
    if suit is None and way.aim.objective is not None:
        state = state._replace(objective=way.aim.objective)
    data = {
        "target": way.path.target,
        "what": what_lies_on(decision.ruleset, state, way.path.target),
        "cost": way.path.cost,
        "turns": way.path.quarter_turns,
        "points": state.points,
    }
    text = "{why} He has {points} to spend."
    yield tell(state, decision.clause, "he heads for", text, data, decision)
    return state


def _given_up(ruleset: Ruleset, state: State) -> State:
    """The marker comes off an objective of which nothing is left, so that dice give another."""
    gone = state.objective is not None and not targets_of(ruleset, state, state.objective)
    return state._replace(objective=None) if gone else state


def _reached(state: State) -> State:
    """The marker comes off once the objective is reached; a coin's with the coin alone (PM-13).

    In hunger he reaches ghosts, which are no objective: that is kept for after it.
    """
    objective = state.objective
    if objective is None or objective.coin or state.hungry:
        return state
    return state._replace(objective=None)


def _follow(ruleset: Ruleset, state: State, path: Path, suit: str) -> Telling:
    """Along the path, a quarter turn or a step at a time, as far as the points go (PM-17)."""
    rules = ruleset.rules
    turn_cost = rules.hunger_turn_cost if state.hungry else rules.quarter_turn_cost
    for action, (square, heading) in zip(path.actions, path.nodes[1:], strict=True):
        cost = rules.step_cost if action == "forward" else turn_cost
        if state.points < cost or (state.points == 0 and cost == 0):
            break
        if action == "forward":
            state = yield from _step(ruleset, state, square, cost)
            state = yield from _crossed(ruleset, state, suit)
            if state.phase == "over":
                break
        else:
            state = state._replace(heading=heading, points=state.points - cost)
            data = {"to": NAMES[heading], "side": action, "cost": cost, "left": state.points}
            clause = "PM-61" if state.hungry else "PM-15"
            text = "A quarter turn {side}, to the {to}: costs {cost}, {left} left."
            yield tell(state, clause, "quarter turn", text, data)
    return state


def _step(ruleset: Ruleset, state: State, square: str, cost: int) -> Telling:
    """One square forward (PM-15), through a portal to the other side (PM-22)."""
    before, heading = state.square, state.heading
    portal = (before, heading) in ruleset.maze.portals
    state = state._replace(square=square, points=state.points - cost)
    data = {"from": before, "to": square, "cost": cost, "left": state.points, "portal": portal}
    if portal:
        text = "Through the portal, from {from} to {to}: costs {cost} like a step, {left} left."
        yield tell(state, "PM-22", "portal", text, data)
    else:
        text = "A step, from {from} to {to}: costs {cost}, {left} left."
        yield tell(state, "PM-15", "step", text, data)
    return state


# --- what he crosses --------------------------------------------------------------------------


def _crossed(ruleset: Ruleset, state: State, suit: str) -> Telling:
    """He takes the cube and the coin on his square (PM-18) and eats a Vulnerable ghost (PM-19).

    ``suit`` is what a wild cube counts as (PM-70). The level may end here (PM-68).
    """
    square = state.square
    if square in state.cubes:
        state = yield from _takes_cube(ruleset, state, suit)
    if square in state.coins:
        state = yield from _takes_coin(ruleset, state)
    ghost = state.ghost_on(square)
    if ghost is not None:
        state = yield from ruleset.eat(state, ghost)
    if ruleset.cleared(state):
        state = state._replace(phase="over", points=0)
    return state


def _takes_cube(ruleset: Ruleset, state: State, suit: str) -> Telling:
    """A cube of any suit goes to his stash (PM-18); a wild one as the objective's suit (PM-70)."""
    square, lying = state.square, state.cubes[state.square]
    counts = ruleset.counts_as(lying, suit)
    state = state._replace(cubes=state.cubes.drop(square), stash=counted(state.stash, counts, 1))
    data = {"suit": lying, "as": counts, "square": square, "stash": state.stash[counts]}
    if counts == lying:
        text = "He takes the {suit} cube on {square}: his stash has {stash} of {suit}."
        yield tell(state, "PM-18", "cube taken", text, data)
    else:
        text = (
            "He takes the wild {suit} cube on {square}; it counts as {as} ({stash} in his stash)."
        )
        yield tell(state, "PM-70", "cube taken", text, data)
    return state


def _takes_coin(ruleset: Ruleset, state: State) -> Telling:
    """A power coin leaves the board (PM-18); in hunger it counts at once (PM-66)."""
    square = state.square
    coin = state.coins[square]
    first = state.phase != "roll" or not state.hungry
    state = state._replace(coins=state.coins.drop(square), taken=(*state.taken, coin))
    if state.objective == (coin.suit, True):
        state = state._replace(objective=None)
    data = {"suit": coin.suit, "square": square}
    text = "He takes the {suit} power coin on {square}."
    yield tell(state, "PM-18", "coin taken", text, data)
    if state.hungry:
        state = yield from _immunity_lost(state, "PM-66")
    if not first:
        state = yield from ruleset.coin_shown(state, coin, "PM-66")
    return state


def _suit_for_wild(ruleset: Ruleset, state: State, suit: str | None) -> str:
    """What a wild cube counts as for him (PM-70): his objective's suit, else the highest die's."""
    kept = suit or (state.objective.suit if state.objective else None)
    if kept is not None and kept != ruleset.wild:
        return kept
    points = {each: ruleset.his_points[state.dice[each]] for each in SUITS if each in state.dice}
    return max(points, key=lambda each: points[each]) if points else ruleset.suits[0]


# --- hunger -----------------------------------------------------------------------------------


def _coins_shown(ruleset: Ruleset, state: State) -> Telling:
    """The coins that he took are turned over; without turns, hunger ends at once (PM-62).

    The turns of a second one are added to those of the first (PM-66).
    """
    for number, coin in enumerate(state.taken):
        state = yield from ruleset.coin_shown(state, coin, "PM-66" if number else "PM-62")
    if state.hunger == 0:
        state = yield from _hunger_ends(state, "PM-62")
    return state


def _hunger_ends(state: State, clause: str) -> Telling:
    """Hunger is over, and immunity with it (PM-67)."""
    ghosts = {suit: ghost._replace(immune=False) for suit, ghost in state.ghosts.items()}
    state = state._replace(hunger=None, ghosts=FrozenDict(ghosts))
    yield tell(
        state, clause, "hunger ends", "Ghost Hunger is over; no ghost is immune any more.", {}
    )
    return state


def _immunity_lost(state: State, clause: str) -> Telling:
    """A second coin in hunger: immune ghosts lose their immunity (PM-66)."""
    immune = [suit for suit, ghost in state.ghosts.items() if ghost.immune]
    if not immune:
        return state
    ghosts = {suit: ghost._replace(immune=False) for suit, ghost in state.ghosts.items()}
    state = state._replace(ghosts=FrozenDict(ghosts))
    text = "Another coin in hunger: {ghosts} " + ("loses" if len(immune) == 1 else "lose")
    yield tell(state, clause, "immunity lost", text + " immunity.", {"ghosts": join_list(immune)})
    return state


assert set(NAMES) == set(HEADINGS)
