"""Movement: Piecepackman's turn, the ghosts' walks, Ghost Hunger, and the refusals of walks.

Vocabulary
    walk      a ghost's move: the squares, from the one it is on
    complete  a walk that uses the whole roll, or that ends earlier because a portal or
              Piecepackman's square ends it
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from itertools import pairwise
from typing import Any

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.core.steps import Event, Reason, Refusal, Step
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.piecepackman.decision import Decision, decide, targets_of, thing_on
from piecepack_nb.games.piecepackman.ruleset import NUMBER_FACES, Ruleset
from piecepack_nb.games.piecepackman.state import (
    Coin,
    Ghost,
    GhostPath,
    State,
    Walk,
    add_to_stash,
)
from piecepack_nb.search import Path

HEADING_NAMES = {"N": "north", "E": "east", "S": "south", "W": "west"}

StepGenerator = Generator[Step, None, State]
"""Yields the steps one by one, and returns the state after the last."""


def make_step(
    state: State,
    clause: str,
    kind: str,
    template: str,
    data: Mapping[str, Any],
    why: Reason | None = None,
) -> Step:
    """Return a step: the event and the state after it."""
    return Step(Event(clause, kind, template, data, why), state)


# --- Piecepackman's turn (PM-10 to PM-24) --------------------------------------------------------


def his_turn(ruleset: Ruleset, state: State, faces: Mapping[str, str]) -> StepGenerator:
    """Play his phase: the highest of all dice gives suit and points (PM-11), and he uses them.

    A power coin taken outside hunger starts Ghost Hunger once he has moved (PM-60).
    """
    state = yield from _roll_his_dice(ruleset, state, faces, "PM-63" if state.hungry else "PM-11")
    state = yield from move_him(ruleset, state)
    if state.phase == "over" or not state.taken:
        return state
    state = state._replace(phase="bonus", hunger=0)
    text = "He took a power coin: Ghost Hunger begins."
    if ruleset.rules.bonus_roll:
        yield make_step(state, "PM-60", "hunger", f"{text} He gets a bonus roll at once.", {})
        return state
    yield make_step(state, "PM-60", "hunger", text, {})
    return (yield from _show_coins(ruleset, state))


def bonus_turn(ruleset: Ruleset, state: State, faces: Mapping[str, str]) -> StepGenerator:
    """Play the bonus roll toward the nearest Vulnerable ghost (PM-60); show the coin (PM-62)."""
    state = yield from _roll_his_dice(ruleset, state, faces, "PM-60")
    state = yield from move_him(ruleset, state)
    if state.phase == "over":
        return state
    return (yield from _show_coins(ruleset, state))


def _roll_his_dice(
    ruleset: Ruleset, state: State, faces: Mapping[str, str], clause: str
) -> StepGenerator:
    """Roll his dice: the highest gives his points (PM-10, PM-11)."""
    points = {suit: ruleset.his_points[faces[suit]] for suit in SUITS if suit in faces}
    best = max(points.values())
    highest = [suit for suit, value in points.items() if value == best]
    state = state._replace(dice=FrozenDict(faces), points=best)
    shown = ", ".join(f"{suit} {faces[suit]}" for suit in points)
    data = {"shown": shown, "highest": join_list(highest), "points": best}
    text = (
        "Piecepackman rolls {shown}. The highest is {highest}: " + count_noun(best, "point") + "."
    )
    yield make_step(state, clause, "his roll", text, data)
    return state


def move_him(
    ruleset: Ruleset,
    state: State,
    suit: str | None = None,
    choose: Callable[[Ruleset, State, str | None], Decision] = decide,
) -> StepGenerator:
    """Use all his points (PM-17), from one objective to the next of its suit (PM-20).

    ``suit`` is that of an objective that he has just reached; ``choose`` makes his decisions.
    """
    while state.points > 0:
        decision = choose(ruleset, state, suit)
        path = decision.path
        if path is None or not path.actions:
            state = _drop_objective(ruleset, state)._replace(points=0)
            yield make_step(state, decision.clause, "he stays", "{why}", {}, decision)
            return state
        state = yield from _head_for(state, decision, suit)
        objective = decision.route.aim.objective if decision.route else None
        suit = objective.suit if objective else suit
        state = yield from _follow(ruleset, state, path, _suit_for_wild(ruleset, state, suit))
        if state.phase == "over" or state.square != path.target:
            break
        state = _reach_objective(state)
    return state._replace(points=0)


def _head_for(state: State, decision: Decision, suit: str | None) -> StepGenerator:
    """Put the objective marker on him; leftover points make no new objective (PM-20, PM-21)."""
    route = decision.route
    assert route is not None
    if suit is None and route.aim.objective is not None:
        state = state._replace(objective=route.aim.objective)
    data = {
        "target": route.path.target,
        "what": thing_on(decision.ruleset, state, route.path.target),
        "cost": route.path.cost,
        "turns": route.path.quarter_turns,
        "points": state.points,
    }
    text = "{why} He has {points} to spend."
    yield make_step(state, decision.clause, "he heads for", text, data, decision)
    return state


def _drop_objective(ruleset: Ruleset, state: State) -> State:
    """Return the state without an objective of which nothing is left; dice then give another."""
    gone = state.objective is not None and not targets_of(ruleset, state, state.objective)
    return state._replace(objective=None) if gone else state


def _reach_objective(state: State) -> State:
    """Return the state without a reached objective; a coin's ends with the coin alone (PM-13).

    In hunger he reaches ghosts, which are no objective: the objective is kept for later.
    """
    objective = state.objective
    if objective is None or objective.coin or state.hungry:
        return state
    return state._replace(objective=None)


def _follow(ruleset: Ruleset, state: State, path: Path, suit: str) -> StepGenerator:
    """Follow the path, a quarter turn or a step at a time, as far as the points go (PM-17)."""
    costs = ruleset.costs_for(state)
    for action, (square, heading) in zip(path.actions, path.nodes[1:], strict=True):
        cost = costs.of(action)
        if state.points < cost or (state.points == 0 and cost == 0):
            break
        if action == "forward":
            state = yield from _step(ruleset, state, square, cost)
            state = yield from _enter_square(ruleset, state, suit)
            if state.phase == "over":
                break
        else:
            state = state._replace(heading=heading, points=state.points - cost)
            name = HEADING_NAMES[heading]
            data = {"to": name, "side": action, "cost": cost, "left": state.points}
            clause = "PM-61" if state.hungry else "PM-15"
            text = "A quarter turn {side}, to the {to}: costs {cost}, {left} left."
            yield make_step(state, clause, "quarter turn", text, data)
    return state


def _step(ruleset: Ruleset, state: State, square: str, cost: int) -> StepGenerator:
    """Move him one square forward (PM-15), through a portal to the other side (PM-22)."""
    before, heading = state.square, state.heading
    portal = (before, heading) in ruleset.maze.portals
    state = state._replace(square=square, points=state.points - cost)
    data = {"from": before, "to": square, "cost": cost, "left": state.points, "portal": portal}
    if portal:
        text = "Through the portal, from {from} to {to}: costs {cost} like a step, {left} left."
        yield make_step(state, "PM-22", "portal", text, data)
    else:
        text = "A step, from {from} to {to}: costs {cost}, {left} left."
        yield make_step(state, "PM-15", "step", text, data)
    return state


def _enter_square(ruleset: Ruleset, state: State, suit: str) -> StepGenerator:
    """Take the cube and the coin on his square (PM-18), and eat a Vulnerable ghost (PM-19).

    ``suit`` is that of which a wild cube counts (PM-70). The level may end here (PM-68).
    """
    square = state.square
    if square in state.cubes:
        state = yield from _take_cube(ruleset, state, suit)
    if square in state.coins:
        state = yield from _take_coin(ruleset, state)
    ghost = state.ghost_on(square)
    if ghost is not None:
        state = yield from eat(ruleset, state, ghost)
    if ruleset.cleared(state):
        state = state._replace(phase="over", points=0)
    return state


def _take_cube(ruleset: Ruleset, state: State, suit: str) -> StepGenerator:
    """Put a cube of any suit in his stash (PM-18); a wild one as of ``suit`` (PM-70)."""
    square, cube = state.square, state.cubes[state.square]
    counts = ruleset.counts_as(cube, suit)
    stash = add_to_stash(state.stash, counts, 1)
    state = state._replace(cubes=state.cubes.drop(square), stash=stash)
    data = {"suit": cube, "as": counts, "square": square, "stash": stash[counts]}
    clause, text = "PM-18", "He takes the {suit} cube on {square}: his stash has {stash} of {suit}."
    if counts != cube:
        clause = "PM-70"
        text = (
            "He takes the wild {suit} cube on {square}; it counts as {as} ({stash} in his stash)."
        )
    yield make_step(state, clause, "cube taken", text, data)
    return state


def _take_coin(ruleset: Ruleset, state: State) -> StepGenerator:
    """Take a power coin off the board (PM-18); in hunger it counts at once (PM-66)."""
    square = state.square
    coin = state.coins[square]
    first = state.phase != "roll" or not state.hungry
    state = state._replace(coins=state.coins.drop(square), taken=(*state.taken, coin))
    if state.objective == (coin.suit, True):
        state = state._replace(objective=None)
    data = {"suit": coin.suit, "square": square}
    text = "He takes the {suit} power coin on {square}."
    yield make_step(state, "PM-18", "coin taken", text, data)
    if state.hungry:
        state = yield from _lose_immunity(state, "PM-66")
    if not first:
        state = yield from _show_coin(ruleset, state, coin, "PM-66")
    return state


def _suit_for_wild(ruleset: Ruleset, state: State, suit: str | None) -> str:
    """Return the suit of a wild cube for him (PM-70): his objective's, else the highest die's."""
    kept = suit or (state.objective.suit if state.objective else None)
    if kept is not None and kept != ruleset.wild:
        return kept
    points = {each: ruleset.his_points[state.dice[each]] for each in SUITS if each in state.dice}
    return max(points, key=lambda each: points[each]) if points else ruleset.suits[0]


def eat(ruleset: Ruleset, state: State, suit: str) -> StepGenerator:
    """Let him eat a Vulnerable ghost (PM-19); in hunger it becomes immune (PM-64)."""
    ghost = state.ghosts[suit]
    stash = add_to_stash(state.stash, suit, ghost.cubes)
    home = Ghost(ruleset.home(state, suit), 0, ruleset.rules.eaten_waits, state.hungry)
    state = state.put(suit, home)._replace(stash=stash)
    clause = "PM-64" if state.hungry else "PM-19"
    data = {"suit": suit, "square": ghost.square, "cubes": ghost.cubes, "home": home.square}
    immune = ", immune until this hunger ends" if state.hungry else ""
    taken = f" and takes its {count_noun(ghost.cubes, 'cube')}" if ghost.cubes else ""
    text = (
        "Piecepackman eats the {suit} ghost on {square}" + taken + "; "
        "it goes back to the ghost house" + immune + "."
    )
    yield make_step(state, clause, "eat", text, data)
    return state


# --- The ghosts' turn (PM-30 to PM-42) -----------------------------------------------------------


def begin_ghosts_phase(ruleset: Ruleset, state: State) -> StepGenerator:
    """Begin the ghosts' phase: those that were eaten wait in the house (PM-38).

    An order is agreed only if two or more can move (PM-30).
    """
    active = []
    for suit, ghost in state.ghosts.items():
        if ghost.waits == 0:
            active.append(suit)
            continue
        state = state.put(suit, ghost._replace(waits=ghost.waits - 1))
        text = "The {suit} ghost was eaten: it waits in the ghost house."
        yield make_step(state, "PM-38", "ghost waits", text, {"suit": suit})
    state = state._replace(to_move=tuple(active))
    if not active:
        return (yield from _next_turn(ruleset, state))
    if len(active) > 1:
        return state._replace(phase="order")
    return state._replace(phase="dice", order=tuple(active))


def roll_ghosts_dice(ruleset: Ruleset, state: State, faces: Mapping[str, str]) -> StepGenerator:
    """Roll the ghosts' dice (PM-31); the first ghost that can moves next."""
    shown = ", ".join(
        f"{suit} {face} ({ruleset.ghost_points[face]})" for suit, face in faces.items()
    )
    some_moved = len(state.to_move) < len(state.order)
    dice = {**state.dice, **faces} if some_moved else faces
    state = state._replace(phase="ghosts", dice=FrozenDict(dice))
    yield make_step(state, "PM-31", "ghosts roll", "The ghosts roll: {shown}.", {"shown": shown})
    return (yield from _next_ghost(ruleset, state))


def _next_ghost(ruleset: Ruleset, state: State) -> StepGenerator:
    """Let ghosts that can't move stay (PM-32, PM-37), up to one that can; else end the turn."""
    while state.to_move:
        suit = state.to_move[0]
        if suit not in state.dice:
            return state._replace(phase="dice")
        points = ruleset.ghost_points[state.dice[suit]]
        if points and legal_walks(ruleset, state, suit):
            return state
        clause, why = ("PM-37", "can't take a single step") if points else ("PM-32", "rolled 0")
        state = state._replace(to_move=state.to_move[1:])
        data = {"suit": suit, "why": why, "square": state.ghosts[suit].square}
        text = "The {suit} ghost {why}: it stays on {square}."
        yield make_step(state, clause, "ghost stays", text, data)
    return (yield from _next_turn(ruleset, state))


def legal_walks(ruleset: Ruleset, state: State, suit: str) -> list[GhostPath]:
    """Return every walk that the ghost can make with its roll.

    These are the complete walks that pass no other ghost (PM-33); if there is none, the longest
    (PM-37).
    """
    start = state.ghosts[suit].square
    points = ruleset.ghost_points[state.dice[suit]]
    others = [ghost.square for other, ghost in state.ghosts.items() if other != suit]
    return ruleset.walk_finder.legal(start, points, frozenset(others), state.square)


def walk_value(ruleset: Ruleset, state: State, suit: str, path: GhostPath) -> tuple[int, int]:
    """Return the number of cubes a walk takes (PM-35), and of different squares on it."""
    own = {suit, ruleset.wild} - {None}
    entered = path if ruleset.rules.ghost_collects == "pass" else path[-1:]
    cubes = sum(state.cubes.get(square) in own for square in set(entered))
    return cubes, len(set(path))


def dangerous_after(ruleset: Ruleset, state: State, suit: str, path: GhostPath) -> bool:
    """Return True if the ghost is Dangerous at the end of a path, with its new cubes (PM-50)."""
    ghost = state.ghosts[suit]
    cubes = ghost.cubes + walk_value(ruleset, state, suit, path)[0]
    return ruleset.dangerous(state.put(suit, ghost._replace(cubes=cubes)), suit)


def apply_walk(ruleset: Ruleset, state: State, walk: Walk) -> StepGenerator:
    """Walk a ghost square by square, taking its cubes; Piecepackman's square ends the walk."""
    suit, path = walk
    for before, square in pairwise(path):
        state = state.put(suit, state.ghosts[suit]._replace(square=square))
        clause, kind = "PM-32", "ghost steps"
        text = "The {suit} ghost steps from {from} to {to}."
        if ruleset.walk_finder.by_portal(before, square):
            clause, kind = "PM-34", "ghost portal"
            text = "The {suit} ghost goes through the portal from {from} to {to}."
        yield make_step(state, clause, kind, text, {"suit": suit, "from": before, "to": square})
        if square == state.square:
            if ruleset.dangerous(state, suit):
                return (yield from _attack(ruleset, state, suit))
            state = yield from _enter_his_square(ruleset, state, suit)
            break
        if ruleset.rules.ghost_collects == "pass" or square == path[-1]:
            state = yield from _collect(ruleset, state, suit)
            if state.phase == "over":
                return state
    state = state._replace(to_move=state.to_move[1:])
    return (yield from _next_ghost(ruleset, state))


def _collect(ruleset: Ruleset, state: State, suit: str) -> StepGenerator:
    """Let a ghost take a cube of its own suit (PM-35) or a wild one (PM-70)."""
    ghost = state.ghosts[suit]
    cube = state.cubes.get(ghost.square)
    if cube is None or cube not in (suit, ruleset.wild):
        return state
    ghost = ghost._replace(cubes=ghost.cubes + 1)
    state = state.put(suit, ghost)._replace(cubes=state.cubes.drop(ghost.square))
    if ruleset.cleared(state):
        state = state._replace(phase="over")
    data = {"suit": suit, "cube": cube, "square": ghost.square, "cubes": ghost.cubes}
    text = "The {suit} ghost takes the {cube} cube on {square}: it holds {cubes}."
    yield make_step(state, "PM-35" if cube == suit else "PM-70", "ghost takes cube", text, data)
    return state


def _enter_his_square(ruleset: Ruleset, state: State, suit: str) -> StepGenerator:
    """Let him eat a ghost that isn't Dangerous and enters his square, as it may (PM-42)."""
    text = "The {suit} ghost is Vulnerable and enters his square {square}: he eats it."
    data = {"suit": suit, "square": state.square}
    yield make_step(state, "PM-42", "ghost enters", text, data)
    return (yield from eat(ruleset, state, suit))


def _attack(ruleset: Ruleset, state: State, suit: str) -> StepGenerator:
    """Let a Dangerous ghost on his square take a life (PM-40); the turn ends at once (PM-41)."""
    where = {"suit": suit, "square": state.square}
    text = "The {suit} ghost is Dangerous and enters his square {square}: it attacks him."
    yield make_step(state, "PM-40", "attack", text, where)
    back = state.stash[suit]
    if back:
        ghost = state.ghosts[suit]
        state = state.put(suit, ghost._replace(cubes=ghost.cubes + back))
        state = state._replace(stash=add_to_stash(state.stash, suit, -back))
        text = "The {suit} ghost takes its cubes back from his stash: {back}."
        yield make_step(state, "PM-41", "cubes taken back", text, {"suit": suit, "back": back})
    state = state._replace(objective=None, hunger=None, taken=(), to_move=(), points=0)
    for each, ghost in state.ghosts.items():
        state = state.put(each, Ghost(ruleset.maze.ghosts[each], ghost.cubes, ghost.waits))
    text = "The turn ends; the ghosts go back to the house."
    yield make_step(state, "PM-41", "ghosts go home", text, {})
    state = state._replace(extra_lives=state.extra_lives - 1)
    if state.extra_lives < 0:
        state = state._replace(phase="over")
        yield make_step(state, "PM-41", "last life", "That was Piecepackman's last life.", {})
        return state
    state = state._replace(square=ruleset.maze.start, heading=ruleset.start_heading)
    lost = {"lives": state.extra_lives, "square": state.square}
    text = "Piecepackman loses a life; the next one starts on {square}. Extra lives left: {lives}."
    yield make_step(state, "PM-41", "life lost", text, lost)
    return (yield from _next_turn(ruleset, state))


# --- Ghost Hunger (PM-60 to PM-67) ---------------------------------------------------------------


def _next_turn(ruleset: Ruleset, state: State) -> StepGenerator:
    """End the turn; hunger ends after its last one (PM-67), or its marker counts down (PM-62)."""
    state = state._replace(phase="roll", turn=state.turn + 1, to_move=())
    if state.hunger == 0:
        return (yield from _end_hunger(state, "PM-67"))
    if state.hunger is not None:
        state = state._replace(hunger=state.hunger - 1)
        text = "Another turn of Ghost Hunger begins; {left} more after it."
        if state.hunger == 0:
            text = "The last turn of Ghost Hunger begins."
        yield make_step(state, "PM-62", "hunger counts down", text, {"left": state.hunger})
    return state


def _show_coins(ruleset: Ruleset, state: State) -> StepGenerator:
    """Turn over the coins that he took; without turns, hunger ends at once (PM-62).

    The turns of a second one are added to those of the first (PM-66).
    """
    for number, coin in enumerate(state.taken):
        state = yield from _show_coin(ruleset, state, coin, "PM-66" if number else "PM-62")
    if state.hunger == 0:
        state = yield from _end_hunger(state, "PM-62")
    return state


def _show_coin(ruleset: Ruleset, state: State, coin: Coin, clause: str) -> StepGenerator:
    """Turn over a coin that he took: an ace is a life, 2 to 5 are turns (PM-62, PM-66)."""
    taken = list(state.taken)
    taken.remove(coin)
    state = state._replace(taken=tuple(taken), discarded=(*state.discarded, coin))
    if coin.face == "ace":
        state = state._replace(extra_lives=state.extra_lives + ruleset.rules.ace_lives)
        text = "The {suit} coin shows an ace: no turns of hunger, but an extra life."
    else:
        before, more = state.hunger or 0, NUMBER_FACES[coin.face]
        state = state._replace(hunger=before + more)
        turns = count_noun(more, "more turn")
        text = "The {suit} coin shows a {face}: hunger lasts for " + turns
        text += f", {before + more} in all." if before else "."
    data = {"suit": coin.suit, "face": coin.face}
    yield make_step(state, clause, "coin shown", text, data)
    return state


def _end_hunger(state: State, clause: str) -> StepGenerator:
    """End hunger, and immunity with it (PM-67)."""
    state = _without_immunity(state)._replace(hunger=None)
    text = "Ghost Hunger is over; no ghost is immune any more."
    yield make_step(state, clause, "hunger ends", text, {})
    return state


def _lose_immunity(state: State, clause: str) -> StepGenerator:
    """End the immunity of ghosts after a second coin in hunger (PM-66)."""
    immune = [suit for suit, ghost in state.ghosts.items() if ghost.immune]
    if not immune:
        return state
    state = _without_immunity(state)
    verb = "loses" if len(immune) == 1 else "lose"
    text = "Another coin in hunger: {ghosts} " + verb + " immunity."
    yield make_step(state, clause, "immunity lost", text, {"ghosts": join_list(immune)})
    return state


def _without_immunity(state: State) -> State:
    ghosts = {suit: ghost._replace(immune=False) for suit, ghost in state.ghosts.items()}
    return state._replace(ghosts=FrozenDict(ghosts))


# --- Refusals of walks ---------------------------------------------------------------------------


def walk_refusal(ruleset: Ruleset, state: State, walk: Walk) -> Refusal | None:
    """Return the refusal of a walk by the first rule that it breaks on its path, or None."""
    suit, path = walk
    if state.to_move[:1] != (suit,):
        return _turn_refusal(state, suit)
    here = state.ghosts[suit].square
    if not path or path[0] != here:
        starts = path[0] if path else "no square"
        text = f"the {suit} ghost is on {here}, but this path starts on {starts}"
        return Refusal("PM-32", text, (here,))
    for number in range(1, len(path)):
        refused = _step_refusal(ruleset, state, walk, number)
        if refused is not None:
            return refused
    return _end_refusal(ruleset, state, suit, path)


def _turn_refusal(state: State, suit: str) -> Refusal:
    """Refuse a ghost out of the agreed order (PM-30), or one that waits in the house (PM-38)."""
    now, ghost = state.to_move[0], state.ghosts.get(suit)
    text = f"it is the {now} ghost's move: the agreed order is {', '.join(state.order)}"
    if ghost is None:
        return Refusal("PM-30", f"there is no {suit} ghost in this game; {text}")
    if suit not in state.order:
        text = f"the {suit} ghost was eaten and waits in the house; it is the {now} ghost's move"
        return Refusal("PM-38", text, (ghost.square,))
    if suit not in state.to_move:
        text = f"the {suit} ghost has already moved; {text}"
    return Refusal("PM-30", text, (ghost.square,))


def _step_refusal(ruleset: Ruleset, state: State, walk: Walk, number: int) -> Refusal | None:
    """Return the refusal of a walk's step with this number, from 1, or None."""
    suit, path = walk.suit, walk.path[: number + 1]
    here, to = path[-2:]
    exits, finder = ruleset.maze.exits, ruleset.walk_finder
    if len(path) > 2 and here == state.square:
        attacks = dangerous_after(ruleset, state, suit, path[:-1])
        clause, what = ("PM-40", "attacks him") if attacks else ("PM-42", "is eaten")
        text = f"entering {here}, Piecepackman's square, the ghost {what}: its move ends there"
        return Refusal(clause, text, (here,))
    if len(path) > 2 and ruleset.rules.portal_ends_move and finder.by_portal(path[-3], here):
        text = f"the portal from {path[-3]} to {here} ends the ghost's move"
        return Refusal("PM-34", text, (path[-3], here))
    if to not in exits:
        return Refusal("PM-1", f"there is no square {to} in this maze", (here,))
    if to not in exits[here].values():
        if finder.neighbours(here, to):
            text = f"there is a matchstick between {here} and {to}"
            return Refusal("PM-6", text, (here, to))
        text = f"from {here} to {to} is not one step{_suggestion(ruleset, state, walk)}"
        return Refusal("PM-32", text, (here, to))
    if to in ruleset.house and here not in ruleset.house:
        text = f"{to} is in the ghost house; a ghost that left it returns only by being eaten"
        return Refusal("PM-36", text, (to,))
    other = state.ghost_on(to)
    if other not in (None, suit):
        text = f"the {other} ghost is on {to}; ghosts can't pass through each other"
        return Refusal("PM-33", text, (to,))
    if not ruleset.rules.ghost_backtrack and len(path) > 2 and path[-3] == to:
        return Refusal("PM-32", f"the ghost can't turn back from {here} to {to}", (here, to))
    return None


def _suggestion(ruleset: Ruleset, state: State, walk: Walk) -> str:
    """Return how to write a legal walk to the same end, for a refusal; "" if there is none."""
    suit, end = walk.suit, walk.path[-1]
    meant = best_walk(ruleset, state, suit, end)
    legal = meant.path in legal_walks(ruleset, state, suit)
    return f"; write '{suit} {end}' or '{meant}'" if legal else ""


def _end_refusal(ruleset: Ruleset, state: State, suit: str, path: GhostPath) -> Refusal | None:
    """Return the refusal of a path whose every step is legal, because of its end; or None."""
    face = state.dice[suit]
    points, used = ruleset.ghost_points[face], len(path) - 1
    if used > points:
        rolled = face if face == str(points) else f"{face}, {count_noun(points, 'step')}"
        text = f"the {suit} ghost rolled {rolled}; this path takes {used}"
        return Refusal("PM-32", text, (path[-1],))
    if path[-1] == path[0]:
        text = f"the {suit} ghost must end on another square than {path[0]}, where it started"
        return Refusal("PM-32", text, (path[0],))
    if path in (allowed := legal_walks(ruleset, state, suit)):
        return None
    steps = count_noun(points, "step")
    most = max(map(len, allowed)) - 1
    if most < points and all(len(each) - 1 == most for each in allowed):
        text = f"the {suit} ghost can use only {most} of its {steps} and must use them"
        return Refusal("PM-37", f"{text}; this path takes {used}", (path[-1],))
    text = f"the {suit} ghost must use its whole roll, {steps}; this path takes {used}"
    return Refusal("PM-32", text, (path[-1],))


def best_walk(ruleset: Ruleset, state: State, suit: str, square: str) -> Walk:
    """Return the walk that a person means who names only the square to end on.

    Of the legal walks it is the one that takes the most cubes, then the one that visits the
    fewest squares twice. If no legal walk ends there, it is one whose refusal names the obstacle.
    """
    legal = [path for path in legal_walks(ruleset, state, suit) if path[-1] == square]
    if legal:
        return Walk(suit, max(legal, key=lambda path: walk_value(ruleset, state, suit, path)))
    return Walk(suit, _intended_path(ruleset, state, suit, square))


def _intended_path(ruleset: Ruleset, state: State, suit: str, square: str) -> GhostPath:
    """Return the path that a person sees who wants to go to a square, short enough if one is.

    A free path comes first; then one through a single obstacle: another ghost (PM-33), his square
    (PM-40, PM-42), the ghost house (PM-36), a matchstick (PM-6). So the first rule that it breaks
    is the one without which the ghost could go there.
    """
    finder, start = ruleset.walk_finder, state.ghosts[suit].square
    others = {ghost.square for each, ghost in state.ghosts.items() if each != suit}
    tried = (
        finder.shortest(start, square, others | {state.square}),
        finder.shortest(start, square, {state.square}),
        finder.shortest(start, square, others),
        finder.shortest(start, square),
        finder.shortest(start, square, others, house=True),
        finder.shortest(start, square, house=True),
        finder.shortest(start, square, others, sticks=True),
    )
    found = [path for path in tried if path]
    points = ruleset.ghost_points[state.dice[suit]]
    near = [path for path in found if len(path) - 1 <= points]
    return (near or found or [(start, square)])[0]
