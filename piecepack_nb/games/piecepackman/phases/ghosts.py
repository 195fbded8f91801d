"""The ghosts' turn: the order they agree on, their dice, and where each may walk.

Vocabulary
    walk      the squares that a ghost passes, from the one it stands on
    complete  a walk that uses the whole roll, or that ends earlier because a portal or
              Piecepackman's square ends it
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.games.piecepackman.moves import Walk
from piecepack_nb.games.piecepackman.phases.movement import next_turn
from piecepack_nb.games.piecepackman.ruleset import Ruleset, Telling, tell
from piecepack_nb.games.piecepackman.state import Ghost, State, counted

Path = tuple[str, ...]


def begin(ruleset: Ruleset, state: State) -> Telling:
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
        yield tell(state, "PM-38", "ghost waits", text, {"suit": suit})
    state = state._replace(to_move=tuple(active))
    if not active:
        return (yield from next_turn(ruleset, state))
    if len(active) > 1:
        return state._replace(phase="order")
    return state._replace(phase="dice", order=tuple(active))


def rolled(ruleset: Ruleset, state: State, faces: Mapping[str, str]) -> Telling:
    """What the ghosts rolled (PM-31), and whose move it is now."""
    shown = ", ".join(
        f"{suit} {face} ({ruleset.ghost_points[face]})" for suit, face in faces.items()
    )
    some_moved = len(state.to_move) < len(state.order)
    dice = {**state.dice, **faces} if some_moved else faces
    state = state._replace(phase="ghosts", dice=FrozenDict(dice))
    yield tell(state, "PM-31", "ghosts roll", "The ghosts roll: {shown}.", {"shown": shown})
    return (yield from on_to_the_next(ruleset, state))


def on_to_the_next(ruleset: Ruleset, state: State) -> Telling:
    """Ghosts that can't move stay; then the next one that can is to move, or the turn ends."""
    while state.to_move:
        suit = state.to_move[0]
        if suit not in state.dice:
            return state._replace(phase="dice")
        points = ruleset.ghost_points[state.dice[suit]]
        if points and walks(ruleset, state, suit):
            return state
        clause, why = ("PM-37", "can't take a single step") if points else ("PM-32", "rolled 0")
        state = state._replace(to_move=state.to_move[1:])
        data = {"suit": suit, "why": why, "square": state.ghosts[suit].square}
        yield tell(
            state, clause, "ghost stays", "The {suit} ghost {why}: it stays on {square}.", data
        )
    return (yield from next_turn(ruleset, state))


# --- where a ghost may walk --------------------------------------------------------------------


def walks(ruleset: Ruleset, state: State, suit: str) -> list[Path]:
    """Every walk that the ghost may make with its roll.

    Those that are complete and pass no other ghost (PM-33); where there is none, the longest
    that there are (PM-37).
    """
    start = state.ghosts[suit].square
    points = ruleset.ghost_points[state.dice[suit]]
    others = [ghost.square for other, ghost in state.ghosts.items() if other != suit]
    return ruleset.ways.legal(start, points, frozenset(others), state.square)


def worth(ruleset: Ruleset, state: State, suit: str, path: Path) -> tuple[int, int]:
    """What a walk brings: the cubes it takes (PM-35), and how many squares it sees."""
    own = {suit, ruleset.wild} - {None}
    taken = path if ruleset.rules.ghost_collects == "pass" else path[-1:]
    cubes = sum(state.cubes.get(square) in own for square in set(taken))
    return cubes, len(set(path))


def dangerous_after(ruleset: Ruleset, state: State, suit: str, path: Path) -> bool:
    """Is the ghost Dangerous at the end of a way, with the cubes that it takes on it? (PM-50)"""
    ghost = state.ghosts[suit]
    cubes = ghost.cubes + worth(ruleset, state, suit, path)[0]
    return ruleset.dangerous(state.put(suit, ghost._replace(cubes=cubes)), suit)


# --- what it does there --------------------------------------------------------------------------


def apply_move(ruleset: Ruleset, state: State, walk: Walk) -> Telling:
    """The ghost walks, square by square, taking its cubes; Piecepackman's square ends it."""
    suit, path = walk
    for before, square in pairwise(path):
        state = state.put(suit, state.ghosts[suit]._replace(square=square))
        clause, kind = "PM-32", "ghost steps"
        text = "The {suit} ghost steps from {from} to {to}."
        if ruleset.ways.by_portal(before, square):
            clause, kind = "PM-34", "ghost portal"
            text = "The {suit} ghost goes through the portal from {from} to {to}."
        yield tell(state, clause, kind, text, {"suit": suit, "from": before, "to": square})
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
    return (yield from on_to_the_next(ruleset, state))


def _collect(ruleset: Ruleset, state: State, suit: str) -> Telling:
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
    yield tell(state, clause, "ghost takes cube", text, data)
    return state


def _walks_into_him(ruleset: Ruleset, state: State, suit: str) -> Telling:
    """A ghost that is not Dangerous and enters his square is eaten; that is allowed (PM-42)."""
    text = "The {suit} ghost is Vulnerable and enters his square {square}: he eats it."
    data = {"suit": suit, "square": state.square}
    yield tell(state, "PM-42", "ghost enters", text, data)
    return (yield from ruleset.eat(state, suit))


def _attack(ruleset: Ruleset, state: State, suit: str) -> Telling:
    """A Dangerous ghost on his square takes a life, and the turn ends at once (PM-40, PM-41)."""
    data = {"suit": suit, "square": state.square}
    text = "The {suit} ghost is Dangerous and enters his square {square}: it attacks him."
    yield tell(state, "PM-40", "attack", text, data)
    state = yield from _takes_back(state, suit)
    state = state._replace(objective=None, hunger=None, taken=(), to_move=(), points=0)
    for each, ghost in state.ghosts.items():
        home = Ghost(ruleset.maze.ghosts[each], ghost.cubes, ghost.waits)
        state = state.put(each, home)
    yield tell(
        state, "PM-41", "ghosts go home", "The turn ends; the ghosts go back to the house.", {}
    )
    state = state._replace(extra_lives=state.extra_lives - 1)
    if state.extra_lives < 0:
        state = state._replace(phase="over")
        yield tell(state, "PM-41", "last life", "That was Piecepackman's last life.", {})
        return state
    state = state._replace(square=ruleset.maze.start, heading=ruleset.start_heading)
    lost: dict[str, Any] = {"lives": state.extra_lives, "square": state.square}
    text = "Piecepackman loses a life; the next one starts on {square}. Extra lives left: {lives}."
    yield tell(state, "PM-41", "life lost", text, lost)
    return (yield from next_turn(ruleset, state))


def _takes_back(state: State, suit: str) -> Telling:
    """The attacker takes back the cubes of its own suit from his stash (PM-41)."""
    back = state.stash[suit]
    if not back:
        return state
    ghost = state.ghosts[suit]
    state = state.put(suit, ghost._replace(cubes=ghost.cubes + back))
    state = state._replace(stash=counted(state.stash, suit, -back))
    text = "The {suit} ghost takes its cubes back from his stash: {back}."
    data: dict[str, Any] = {"suit": suit, "back": back}
    yield tell(state, "PM-41", "cubes taken back", text, data)
    return state
