"""Movement."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.core.steps import Refusal
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.piecepackman.decision import Decision, decide, targets_of, thing_on
from piecepack_nb.games.piecepackman.ruleset import Ruleset, StepGenerator, make_step
from piecepack_nb.games.piecepackman.state import Ghost, State, Walk, add_to_stash
from piecepack_nb.search import HEADINGS, Path

# --- His movement --------------------------------------------------------------------------------


HEADING_NAMES = {"N": "north", "E": "east", "S": "south", "W": "west"}


def his_turn(ruleset: Ruleset, state: State, faces: Mapping[str, str]) -> StepGenerator:
    """His phase: the highest of all dice gives suit and points (PM-11), and he uses them.

    A power coin taken outside hunger brings on Ghost Hunger once he has moved (PM-60).
    """
    state = yield from _apply_his_roll(ruleset, state, faces, "PM-63" if state.hungry else "PM-11")
    state = yield from move_him(ruleset, state)
    if state.phase == "over" or not state.taken:
        return state
    state = state._replace(phase="bonus", hunger=0)
    text = "He took a power coin: Ghost Hunger begins. He gets a bonus roll at once."
    if ruleset.rules.bonus_roll:
        yield make_step(state, "PM-60", "hunger", text, {})
        return state
    yield make_step(state, "PM-60", "hunger", "He took a power coin: Ghost Hunger begins.", {})
    return (yield from _show_coins(ruleset, state))


def bonus_turn(ruleset: Ruleset, state: State, faces: Mapping[str, str]) -> StepGenerator:
    """The bonus roll toward the nearest Vulnerable ghost (PM-60), then the coin shows (PM-62)."""
    state = yield from _apply_his_roll(ruleset, state, faces, "PM-60")
    state = yield from move_him(ruleset, state)
    if state.phase == "over":
        return state
    return (yield from _show_coins(ruleset, state))


def next_turn(ruleset: Ruleset, state: State) -> StepGenerator:
    """The turn ends; hunger runs out after its last one (PM-67), or its marker counts down."""
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


def _apply_his_roll(
    ruleset: Ruleset, state: State, faces: Mapping[str, str], clause: str
) -> StepGenerator:
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
    yield make_step(state, clause, "his roll", text, data)
    return state


# --- his way ----------------------------------------------------------------------------------


def move_him(
    ruleset: Ruleset,
    state: State,
    suit: str | None = None,
    choose: Callable[[Ruleset, State, str | None], Decision] = decide,
) -> StepGenerator:
    """He uses all his points (PM-17), from one objective to the next of its suit (PM-20).

    ``suit`` is that of an objective that he has just reached; ``choose`` is how he decides.
    """
    while state.points > 0:
        decision = choose(ruleset, state, suit)
        path = decision.path
        if path is None or not path.actions:
            state = _drop_objective(ruleset, state)._replace(points=0)
            yield make_step(state, decision.clause, "he stays", "{why}", {}, decision)
            return state
        state = yield from _head_for(state, decision, suit)
        suit = _objective_suit(decision) or suit
        state = yield from _follow(ruleset, state, path, _suit_for_wild(ruleset, state, suit))
        if state.phase == "over" or state.square != path.target:
            break
        state = _reach_objective(state)
    return state._replace(points=0)


def _objective_suit(decision: Decision) -> str | None:
    objective = decision.way.aim.objective if decision.way else None
    return objective.suit if objective else None


def _head_for(state: State, decision: Decision, suit: str | None) -> StepGenerator:
    """The objective marker goes on him; leftover points make no new objective (PM-20, PM-21)."""
    way = decision.way
    assert way is not None
    if suit is None and way.aim.objective is not None:
        state = state._replace(objective=way.aim.objective)
    data = {
        "target": way.path.target,
        "what": thing_on(decision.ruleset, state, way.path.target),
        "cost": way.path.cost,
        "turns": way.path.quarter_turns,
        "points": state.points,
    }
    text = "{why} He has {points} to spend."
    yield make_step(state, decision.clause, "he heads for", text, data, decision)
    return state


def _drop_objective(ruleset: Ruleset, state: State) -> State:
    """The marker comes off an objective of which nothing is left, so that dice give another."""
    gone = state.objective is not None and not targets_of(ruleset, state, state.objective)
    return state._replace(objective=None) if gone else state


def _reach_objective(state: State) -> State:
    """The marker comes off once the objective is reached; a coin's with the coin alone (PM-13).

    In hunger he reaches ghosts, which are no objective: that is kept for after it.
    """
    objective = state.objective
    if objective is None or objective.coin or state.hungry:
        return state
    return state._replace(objective=None)


def _follow(ruleset: Ruleset, state: State, path: Path, suit: str) -> StepGenerator:
    """Along the path, a quarter turn or a step at a time, as far as the points go (PM-17)."""
    rules = ruleset.rules
    turn_cost = rules.hunger_turn_cost if state.hungry else rules.quarter_turn_cost
    for action, (square, heading) in zip(path.actions, path.nodes[1:], strict=True):
        cost = rules.step_cost if action == "forward" else turn_cost
        if state.points < cost or (state.points == 0 and cost == 0):
            break
        if action == "forward":
            state = yield from _step(ruleset, state, square, cost)
            state = yield from _cross_square(ruleset, state, suit)
            if state.phase == "over":
                break
        else:
            state = state._replace(heading=heading, points=state.points - cost)
            data = {
                "to": HEADING_NAMES[heading],
                "side": action,
                "cost": cost,
                "left": state.points,
            }
            clause = "PM-61" if state.hungry else "PM-15"
            text = "A quarter turn {side}, to the {to}: costs {cost}, {left} left."
            yield make_step(state, clause, "quarter turn", text, data)
    return state


def _step(ruleset: Ruleset, state: State, square: str, cost: int) -> StepGenerator:
    """One square forward (PM-15), through a portal to the other side (PM-22)."""
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


# --- what he crosses --------------------------------------------------------------------------


def _cross_square(ruleset: Ruleset, state: State, suit: str) -> StepGenerator:
    """He takes the cube and the coin on his square (PM-18) and eats a Vulnerable ghost (PM-19).

    ``suit`` is what a wild cube counts as (PM-70). The level may end here (PM-68).
    """
    square = state.square
    if square in state.cubes:
        state = yield from _take_cube(ruleset, state, suit)
    if square in state.coins:
        state = yield from _take_coin(ruleset, state)
    ghost = state.ghost_on(square)
    if ghost is not None:
        state = yield from ruleset.eat(state, ghost)
    if ruleset.cleared(state):
        state = state._replace(phase="over", points=0)
    return state


def _take_cube(ruleset: Ruleset, state: State, suit: str) -> StepGenerator:
    """A cube of any suit goes to his stash (PM-18); a wild one as the objective's suit (PM-70)."""
    square, lying = state.square, state.cubes[state.square]
    counts = ruleset.counts_as(lying, suit)
    state = state._replace(
        cubes=state.cubes.drop(square), stash=add_to_stash(state.stash, counts, 1)
    )
    data = {"suit": lying, "as": counts, "square": square, "stash": state.stash[counts]}
    if counts == lying:
        text = "He takes the {suit} cube on {square}: his stash has {stash} of {suit}."
        yield make_step(state, "PM-18", "cube taken", text, data)
    else:
        text = (
            "He takes the wild {suit} cube on {square}; it counts as {as} ({stash} in his stash)."
        )
        yield make_step(state, "PM-70", "cube taken", text, data)
    return state


def _take_coin(ruleset: Ruleset, state: State) -> StepGenerator:
    """A power coin leaves the board (PM-18); in hunger it counts at once (PM-66)."""
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


def _show_coins(ruleset: Ruleset, state: State) -> StepGenerator:
    """The coins that he took are turned over; without turns, hunger ends at once (PM-62).

    The turns of a second one are added to those of the first (PM-66).
    """
    for number, coin in enumerate(state.taken):
        state = yield from ruleset.coin_shown(state, coin, "PM-66" if number else "PM-62")
    if state.hunger == 0:
        state = yield from _end_hunger(state, "PM-62")
    return state


def _end_hunger(state: State, clause: str) -> StepGenerator:
    """Hunger is over, and immunity with it (PM-67)."""
    ghosts = {suit: ghost._replace(immune=False) for suit, ghost in state.ghosts.items()}
    state = state._replace(hunger=None, ghosts=FrozenDict(ghosts))
    yield make_step(
        state, clause, "hunger ends", "Ghost Hunger is over; no ghost is immune any more.", {}
    )
    return state


def _lose_immunity(state: State, clause: str) -> StepGenerator:
    """A second coin in hunger: immune ghosts lose their immunity (PM-66)."""
    immune = [suit for suit, ghost in state.ghosts.items() if ghost.immune]
    if not immune:
        return state
    ghosts = {suit: ghost._replace(immune=False) for suit, ghost in state.ghosts.items()}
    state = state._replace(ghosts=FrozenDict(ghosts))
    text = "Another coin in hunger: {ghosts} " + ("loses" if len(immune) == 1 else "lose")
    yield make_step(
        state, clause, "immunity lost", text + " immunity.", {"ghosts": join_list(immune)}
    )
    return state


assert set(HEADING_NAMES) == set(HEADINGS)


# --- The ghosts' movement ------------------------------------------------------------------------


def begin_ghosts_phase(ruleset: Ruleset, state: State) -> StepGenerator:
    """The ghosts' phase begins: those that were eaten wait in the house (PM-38).

    An order is agreed only where two or more can move (PM-30).
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
        return (yield from next_turn(ruleset, state))
    if len(active) > 1:
        return state._replace(phase="order")
    return state._replace(phase="dice", order=tuple(active))


def apply_ghosts_roll(ruleset: Ruleset, state: State, faces: Mapping[str, str]) -> StepGenerator:
    """What the ghosts rolled (PM-31), and whose move it is now."""
    shown = ", ".join(
        f"{suit} {face} ({ruleset.ghost_points[face]})" for suit, face in faces.items()
    )
    some_moved = len(state.to_move) < len(state.order)
    dice = {**state.dice, **faces} if some_moved else faces
    state = state._replace(phase="ghosts", dice=FrozenDict(dice))
    yield make_step(state, "PM-31", "ghosts roll", "The ghosts roll: {shown}.", {"shown": shown})
    return (yield from next_ghost(ruleset, state))


def next_ghost(ruleset: Ruleset, state: State) -> StepGenerator:
    """Ghosts that can't move stay; then the next one that can is to move, or the turn ends."""
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
        yield make_step(
            state, clause, "ghost stays", "The {suit} ghost {why}: it stays on {square}.", data
        )
    return (yield from next_turn(ruleset, state))


# --- where a ghost may walk --------------------------------------------------------------------


def legal_walks(ruleset: Ruleset, state: State, suit: str) -> list[GhostPath]:
    """Every walk that the ghost may make with its roll.

    Those that are complete and pass no other ghost (PM-33); where there is none, the longest
    that there are (PM-37).
    """
    start = state.ghosts[suit].square
    points = ruleset.ghost_points[state.dice[suit]]
    others = [ghost.square for other, ghost in state.ghosts.items() if other != suit]
    return ruleset.ways.legal(start, points, frozenset(others), state.square)


def walk_value(ruleset: Ruleset, state: State, suit: str, path: GhostPath) -> tuple[int, int]:
    """What a walk brings: the cubes it takes (PM-35), and how many squares it sees."""
    own = {suit, ruleset.wild} - {None}
    taken = path if ruleset.rules.ghost_collects == "pass" else path[-1:]
    cubes = sum(state.cubes.get(square) in own for square in set(taken))
    return cubes, len(set(path))


def dangerous_after(ruleset: Ruleset, state: State, suit: str, path: GhostPath) -> bool:
    """Is the ghost Dangerous at the end of a way, with the cubes that it takes on it? (PM-50)"""
    ghost = state.ghosts[suit]
    cubes = ghost.cubes + walk_value(ruleset, state, suit, path)[0]
    return ruleset.dangerous(state.put(suit, ghost._replace(cubes=cubes)), suit)


# --- what it does there --------------------------------------------------------------------------


def apply_walk(ruleset: Ruleset, state: State, walk: Walk) -> StepGenerator:
    """The ghost walks, square by square, taking its cubes; Piecepackman's square ends it."""
    suit, path = walk
    for before, square in pairwise(path):
        state = state.put(suit, state.ghosts[suit]._replace(square=square))
        clause, kind = "PM-32", "ghost steps"
        text = "The {suit} ghost steps from {from} to {to}."
        if ruleset.ways.by_portal(before, square):
            clause, kind = "PM-34", "ghost portal"
            text = "The {suit} ghost goes through the portal from {from} to {to}."
        yield make_step(state, clause, kind, text, {"suit": suit, "from": before, "to": square})
        if square == state.square:
            if ruleset.dangerous(state, suit):
                return (yield from _attack(ruleset, state, suit))
            state = yield from _walks_into_him(ruleset, state, suit)
            break
        if ruleset.rules.ghost_collects == "pass" or square == path[-1]:
            state = yield from _collect(ruleset, state, suit)
            if state.phase == "over":
                return state
    state = state._replace(to_move=state.to_move[1:])
    return (yield from next_ghost(ruleset, state))


def _collect(ruleset: Ruleset, state: State, suit: str) -> StepGenerator:
    """A ghost takes cubes of its own suit only (PM-35), and wild ones (PM-70)."""
    ghost = state.ghosts[suit]
    lying = state.cubes.get(ghost.square)
    if lying is None or lying not in (suit, ruleset.wild):
        return state
    ghost = ghost._replace(cubes=ghost.cubes + 1)
    state = state.put(suit, ghost)._replace(cubes=state.cubes.drop(ghost.square))
    if ruleset.cleared(state):
        state = state._replace(phase="over")
    data: dict[str, Any] = {
        "suit": suit,
        "cube": lying,
        "square": ghost.square,
        "cubes": ghost.cubes,
    }
    text = "The {suit} ghost takes the {cube} cube on {square}: it holds {cubes}."
    clause = "PM-35" if lying == suit else "PM-70"
    yield make_step(state, clause, "ghost takes cube", text, data)
    return state


def _walks_into_him(ruleset: Ruleset, state: State, suit: str) -> StepGenerator:
    """A ghost that is not Dangerous and enters his square is eaten; that is allowed (PM-42)."""
    text = "The {suit} ghost is Vulnerable and enters his square {square}: he eats it."
    data = {"suit": suit, "square": state.square}
    yield make_step(state, "PM-42", "ghost enters", text, data)
    return (yield from ruleset.eat(state, suit))


def _attack(ruleset: Ruleset, state: State, suit: str) -> StepGenerator:
    """A Dangerous ghost on his square takes a life, and the turn ends at once (PM-40, PM-41)."""
    data = {"suit": suit, "square": state.square}
    text = "The {suit} ghost is Dangerous and enters his square {square}: it attacks him."
    yield make_step(state, "PM-40", "attack", text, data)
    state = yield from _takes_back(state, suit)
    state = state._replace(objective=None, hunger=None, taken=(), to_move=(), points=0)
    for each, ghost in state.ghosts.items():
        home = Ghost(ruleset.maze.ghosts[each], ghost.cubes, ghost.waits)
        state = state.put(each, home)
    yield make_step(
        state, "PM-41", "ghosts go home", "The turn ends; the ghosts go back to the house.", {}
    )
    state = state._replace(extra_lives=state.extra_lives - 1)
    if state.extra_lives < 0:
        state = state._replace(phase="over")
        yield make_step(state, "PM-41", "last life", "That was Piecepackman's last life.", {})
        return state
    state = state._replace(square=ruleset.maze.start, heading=ruleset.start_heading)
    lost: dict[str, Any] = {"lives": state.extra_lives, "square": state.square}
    text = "Piecepackman loses a life; the next one starts on {square}. Extra lives left: {lives}."
    yield make_step(state, "PM-41", "life lost", text, lost)
    return (yield from next_turn(ruleset, state))


def _takes_back(state: State, suit: str) -> StepGenerator:
    """The attacker takes back the cubes of its own suit from his stash (PM-41)."""
    back = state.stash[suit]
    if not back:
        return state
    ghost = state.ghosts[suit]
    state = state.put(suit, ghost._replace(cubes=ghost.cubes + back))
    state = state._replace(stash=add_to_stash(state.stash, suit, -back))
    text = "The {suit} ghost takes its cubes back from his stash: {back}."
    data: dict[str, Any] = {"suit": suit, "back": back}
    yield make_step(state, "PM-41", "cubes taken back", text, data)
    return state


# --- Refusals of walks ---------------------------------------------------------------------------


GhostPath = tuple[str, ...]


def walk_refusal(ruleset: Ruleset, state: State, walk: Walk) -> Refusal | None:
    """Why a ghost may not walk this way: the first rule that it breaks, along the way."""
    suit, path = walk
    if state.to_move[:1] != (suit,):
        return _turn_refusal(ruleset, state, suit)
    here = state.ghosts[suit].square
    if not path or path[0] != here:
        begins = path[0] if path else "nowhere"
        text = f"the {suit} ghost stands on {here}, but the way begins on {begins}"
        return Refusal("PM-32", text, (here,))
    for number in range(1, len(path)):
        refused = _step_refusal(ruleset, state, suit, path[: number + 1])
        if refused is not None:
            return _suggest_walk(ruleset, state, walk, refused)
    return _end_refusal(ruleset, state, suit, path)


def _turn_refusal(ruleset: Ruleset, state: State, suit: str) -> Refusal:
    """The order that was agreed binds (PM-30); a ghost that was eaten sits out (PM-38)."""
    now, ghost = state.to_move[0], state.ghosts.get(suit)
    text = f"it is the {now} ghost's move: the order agreed is {', '.join(state.order)}"
    if ghost is None:
        return Refusal("PM-30", f"there is no {suit} ghost in this game; {text}")
    if suit not in state.order:
        text = f"the {suit} ghost was eaten and waits in the house; it is the {now} ghost's move"
        return Refusal("PM-38", text, (ghost.square,))
    if suit not in state.to_move:
        text = f"the {suit} ghost has had its move; {text}"
    return Refusal("PM-30", text, (ghost.square,))


def _suggest_walk(ruleset: Ruleset, state: State, walk: Walk, refused: Refusal) -> Refusal:
    """To a leap, "e5-d8", the written way that was meant is added, where there is one (PM-32)."""
    suit, path = walk
    if not refused.text.endswith("is not one step"):
        return refused
    meant = best_walk(ruleset, state, suit, path[-1])
    if meant.path not in legal_walks(ruleset, state, suit):
        return refused
    return refused._replace(text=f"{refused.text}; write '{suit} {path[-1]}' or '{meant}'")


def _step_refusal(ruleset: Ruleset, state: State, suit: str, path: GhostPath) -> Refusal | None:
    """Why the last step of ``path`` can't be made."""
    here, to = path[-2:]
    exits = ruleset.maze.exits
    if len(path) > 2 and here == state.square:
        attacks = dangerous_after(ruleset, state, suit, path[:-1])
        clause, what = ("PM-40", "attacks him") if attacks else ("PM-42", "is eaten")
        text = f"entering {here}, Piecepackman's square, the ghost {what}: its move ends there"
        return Refusal(clause, text, (here,))
    if len(path) > 2 and ruleset.rules.portal_ends_move and ruleset.ways.by_portal(path[-3], here):
        text = f"the portal from {path[-3]} to {here} ends the ghost's move"
        return Refusal("PM-34", text, (path[-3], here))
    if to not in exits:
        return Refusal("PM-1", f"there is no square {to} in this maze", (here,))
    if to not in exits[here].values():
        if ruleset.ways.neighbours(here, to):
            text = f"a matchstick stands between {here} and {to}"
            return Refusal("PM-6", text, (here, to))
        return Refusal("PM-32", f"from {here} to {to} is not one step", (here, to))
    if to in ruleset.house and here not in ruleset.house:
        text = f"{to} is in the ghost house: a ghost that left it comes back only by being eaten"
        return Refusal("PM-36", text, (to,))
    other = state.ghost_on(to)
    if other not in (None, suit):
        text = f"the {other} ghost stands on {to}: ghosts do not pass through each other"
        return Refusal("PM-33", text, (to,))
    if not ruleset.rules.ghost_backtrack and len(path) > 2 and path[-3] == to:
        return Refusal("PM-32", f"the ghost may not turn back from {here} to {to}", (here, to))
    return None


def _end_refusal(ruleset: Ruleset, state: State, suit: str, path: GhostPath) -> Refusal | None:
    """Why a way along which every step can be made may not end where it does."""
    face = state.dice[suit]
    points, taken = ruleset.ghost_points[face], len(path) - 1
    if taken > points:
        rolled = face if face == str(points) else f"{face}, {count_noun(points, 'step')}"
        text = f"the {suit} ghost rolled {rolled}; this way takes {taken}"
        return Refusal("PM-32", text, (path[-1],))
    if path[-1] == path[0]:
        text = f"the {suit} ghost must end on another square than {path[0]}, where it started"
        return Refusal("PM-32", text, (path[0],))
    if path in (allowed := legal_walks(ruleset, state, suit)):
        return None
    most = max(len(way) for way in allowed) - 1
    if most < points and all(len(way) - 1 == most for way in allowed):
        text = (
            f"of its {count_noun(points, 'step')} the {suit} ghost can use {most}, and must; "
            f"this way takes {taken}"
        )
        return Refusal("PM-37", text, (path[-1],))
    roll = f"{count_noun(points, 'step')} for the {suit} ghost"
    return Refusal("PM-32", f"the whole roll is used: {roll}; this way takes {taken}", (path[-1],))


# --- the way that is meant -----------------------------------------------------------------------


def best_walk(ruleset: Ruleset, state: State, suit: str, square: str) -> Walk:
    """The walk that a person means who names only the square to end on.

    Of the legal walks the one that brings the most cubes, and of those the one that visits the
    fewest squares twice. Where no legal walk ends there, one whose refusal tells what is wrong.
    """
    legal = [path for path in legal_walks(ruleset, state, suit) if path[-1] == square]
    if legal:
        return Walk(suit, max(legal, key=lambda path: walk_value(ruleset, state, suit, path)))
    return Walk(suit, _intended_path(ruleset, state, suit, square))


def _intended_path(ruleset: Ruleset, state: State, suit: str, square: str) -> GhostPath:
    """The way that somebody sees who wants to go there, short enough for the roll if one is.

    A free way first; then one through what bars it: another ghost (PM-33), his square (PM-40,
    PM-42), the ghost house (PM-36), a matchstick (PM-6). So the first rule that it breaks is the
    one without which the ghost could go there.
    """
    ways, start = ruleset.ways, state.ghosts[suit].square
    others = {ghost.square for each, ghost in state.ghosts.items() if each != suit}
    tried = (
        ways.shortest(start, square, others | {state.square}),
        ways.shortest(start, square, {state.square}),
        ways.shortest(start, square, others),
        ways.shortest(start, square),
        ways.shortest(start, square, others, house=True),
        ways.shortest(start, square, house=True),
        ways.shortest(start, square, others, sticks=True),
    )
    found = [path for path in tried if path]
    points = ruleset.ghost_points[state.dice[suit]]
    near = [path for path in found if len(path) - 1 <= points]
    return (near or found or [(start, square)])[0]
