"""The walks of the ghosts: the legal ones, those that people mean, and the refusals of others.

Vocabulary
    walk      a ghost's move: the squares, from the one it is on
    complete  a walk that uses the whole roll, or that ends earlier because a portal or
              Piecepackman's square ends it
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from piecepack_nb.core.actors import GroupedMoves
from piecepack_nb.core.lattice import adjacent
from piecepack_nb.core.steps import Refusal
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.piecepackman.powers import (
    ABILITIES,
    attacks_after,
    deed_refusal,
    finder_for,
    power_walks,
    use_refusal,
)
from piecepack_nb.games.piecepackman.rules import power_clause
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.state import AnyState, GhostPath, PowerWalk, State, Walk

OPENED = {"pass": ("PM-33",), "portal": ("PM-34",)}
"""The clauses of steps that a power allows; other powers open steps (PM-6, PM-32, PM-36)."""


def legal_walks(ruleset: Ruleset, state: AnyState, suit: str) -> list[GhostPath]:
    """Return every walk that the ghost can make with its roll.

    These are the complete walks that pass no other ghost (PM-33); if there is none, the longest
    (PM-37).
    """
    start = state.ghosts[suit].square
    points = ruleset.ghost_points[state.dice[suit]]
    others = [ghost.square for other, ghost in state.ghosts.items() if other != suit]
    found = ruleset.walk_finder.legal(start, points, others, state.square)
    if ruleset.race and start in ruleset.house:  # which a ghost must leave in a race (PM-75)
        return [path for path in found if path[-1] not in ruleset.house] or found
    return found


def can_move(ruleset: Ruleset, state: AnyState, suit: str) -> bool:
    """Return True if a ghost has a walk, with its power or without (PM-37, PM-73)."""
    plain = legal_walks(ruleset, state, suit)
    return bool(plain or power_walks(ruleset, state, suit, plain))


def choices(ruleset: Ruleset, state: AnyState) -> list[str]:
    """Return the ghosts that can move next (PM-32, PM-74)."""
    return [suit for suit in ruleset.movable(state) if can_move(ruleset, state, suit)]


def hindered(ruleset: Ruleset, state: AnyState, order: Sequence[str]) -> tuple[str, ...]:
    """Return the ghosts that can't move in this order, whatever they roll (PM-33, PM-37).

    One guess: a ghost that has moved is out of the others' way.
    """
    most, found = max(ruleset.ghost_points.values()), []
    waiting = [ghost.square for suit, ghost in state.ghosts.items() if suit not in order]
    for number, suit in enumerate(order):
        start = state.ghosts[suit].square
        others = [*waiting, *(state.ghosts[each].square for each in order[number + 1 :])]
        if not ruleset.walk_finder.legal(start, most, others, state.square):
            found.append(suit)
    return tuple(found)


def ghost_moves(ruleset: Ruleset, state: State) -> Sequence[Walk | PowerWalk]:
    """Return the moves of the ghosts that may move next (PM-32), with their powers (PM-73).

    A ghost that can only move by its power may stay.
    """
    if not (ruleset.against or state.ghosts[state.to_move[0]].uses):
        suit = state.to_move[0]
        return GroupedMoves(Walk, [((suit,), legal_walks(ruleset, state, suit))])
    found: list[Walk | PowerWalk] = []
    for suit in ruleset.movable(state):
        plain = legal_walks(ruleset, state, suit)
        powered = power_walks(ruleset, state, suit, plain)
        if powered and not plain:
            found.append(Walk(suit, (state.ghosts[suit].square,)))
        found += [*(Walk(suit, path) for path in plain), *powered]
    return found


def walk_value(ruleset: Ruleset, state: State, suit: str, path: GhostPath) -> tuple[int, int]:
    """Return the number of cubes a walk takes (PM-35), and of different squares on it."""
    return ruleset.gathers(state, suit, path), len(set(path))


# --- Refusals of walks ---------------------------------------------------------------------------


def walk_refusal(ruleset: Ruleset, state: State, walk: Walk) -> Refusal | None:
    """Return the refusal of a walk by the first rule that it breaks; None for a legal walk."""
    suit, path = walk
    if suit not in ruleset.movable(state):
        return _turn_refusal(ruleset, state, suit)
    if misplaced := _start_refusal(state, suit, path):
        return misplaced
    here = path[0]
    legal = legal_walks(ruleset, state, suit)
    if path in legal:
        return None
    only_power = not legal and bool(power_walks(ruleset, state, suit, legal))
    if len(path) == 1 and only_power:
        return None
    if far := _distance_refusal(ruleset, state, walk):
        return far
    for number in range(1, len(path)):
        refused = _step_refusal(ruleset, state, walk, number)
        if refused is not None:
            return refused
    if only_power:
        text = f"the {suit} ghost can move only by its power; without it, it stays on {here}"
        return Refusal("PM-73", text, (here,))
    if not legal:  # against him, its player may name any ghost (PM-74)
        rolled_0 = not ruleset.ghost_points[state.dice[suit]]
        why = "rolled 0" if rolled_0 else "can't take a single step"
        text = f"the {suit} ghost {why}: it stays on {here}"
        return Refusal("PM-32" if rolled_0 else "PM-37", text, (here,))
    if ruleset.race and path[0] in ruleset.house and path[-1] in ruleset.house:
        text = f"the {suit} ghost can leave the ghost house now, so it must; {path[-1]} is inside"
        return Refusal("PM-75", text, (path[-1],))
    return _end_refusal(ruleset, state, walk, legal)


def powered_refusal(ruleset: Ruleset, state: State, move: PowerWalk) -> Refusal | None:
    """Return the refusal of a powered walk by the first rule that it breaks (PM-73), or None."""
    suit, path, _ = move
    if suit not in ruleset.movable(state):
        return _turn_refusal(ruleset, state, suit)
    refused = use_refusal(ruleset, state, move) or _start_refusal(state, suit, path)
    if refused is not None:
        return refused
    plain = legal_walks(ruleset, state, suit)
    powered = power_walks(ruleset, state, suit, plain)
    if move in powered:
        return None
    if path in plain or any(path == each.path for each in powered):
        return deed_refusal(ruleset, state, move, plain)
    return _powered_path_refusal(ruleset, state, move, plain)


def _powered_path_refusal(
    ruleset: Ruleset, state: State, move: PowerWalk, plain: list[GhostPath]
) -> Refusal:
    """Refuse a path that is legal neither with the power nor without it (PM-73)."""
    suit, path, _ = move
    ghost, ahead = state.ghosts[suit], finder_for(ruleset, state, suit).ahead
    allowed = OPENED.get(ghost.power, ("PM-6", "PM-32", "PM-36"))
    for number in range(1, len(path)):
        opened = path[number] in ahead.get(path[number - 1], ())
        refused = _step_refusal(ruleset, state, Walk(suit, path), number)
        if refused is not None and not (opened and refused.clause in allowed):
            return _house_refusal(ruleset, path[number - 1], path[number]) or refused
        other = state.ghost_on(path[number])
        if other not in (None, suit) and ghost.power != "pass":
            text = f"the {other} ghost is on {path[number]}; ghosts can't pass through each other"
            return Refusal("PM-33", text, (path[number],))
    points = ruleset.ghost_points[state.dice[suit]]
    text = (
        f"the {suit} ghost rolled {count_noun(points, 'step')}, and its power lets it "
        f"{ABILITIES[ghost.power]} ({count_noun(ghost.uses, 'use')} left): "
        f"{'-'.join(path)}, {count_noun(len(path) - 1, 'step')}, is no such walk"
    )
    return Refusal(power_clause(ghost.power), text, (path[-1],))


def _house_refusal(ruleset: Ruleset, here: str, to: str) -> Refusal | None:
    """Return the refusal of a step into the house from beside it, or None (PM-36)."""
    near = to in ruleset.maze.exits and adjacent(here, to)
    if not near or to not in ruleset.house or here in ruleset.house:
        return None
    return Refusal("PM-36", f"{to} is in the ghost house; its power doesn't lead there", (to,))


def _start_refusal(state: State, suit: str, path: GhostPath) -> Refusal | None:
    """Return the refusal of a path that doesn't begin on the ghost's square, or None (PM-32)."""
    here, starts = state.ghosts[suit].square, path[0] if path else "no square"
    if starts == here:
        return None
    text = f"the {suit} ghost is on {here}, but this path starts on {starts}"
    return Refusal("PM-32", text, (here,))


def _turn_refusal(ruleset: Ruleset, state: State, suit: str) -> Refusal:
    """Refuse a ghost that isn't to move (PM-30, PM-74, PM-75), or waits in the house (PM-38)."""
    clause = {"together": "PM-30", "against": "PM-74", "race": "PM-75"}[ruleset.rules.mode]
    ghost, now = state.ghosts.get(suit), join_list(ruleset.movable(state), "or")
    text = order = f"the {now} ghost moves next"
    if ruleset.rules.mode == "together":
        text = f"it is the {now} ghost's move"
        order = f"{text}: the agreed order is {', '.join(state.order)}"
    if ghost is None:
        return Refusal(clause, f"there is no {suit} ghost in this game; {order}")
    if suit not in state.order:
        text = f"the {suit} ghost was eaten and waits in the house; {text}"
        return Refusal("PM-38", text, (ghost.square,))
    if suit not in state.to_move:
        order = f"the {suit} ghost has had its move; {order}"
    return Refusal(clause, order, (ghost.square,))


def _distance_refusal(ruleset: Ruleset, state: State, walk: Walk) -> Refusal | None:
    """Return the refusal of a walk longer than the roll to a square farther away, or None."""
    suit, path = walk
    points = ruleset.ghost_points[state.dice[suit]]
    away = ruleset.walk_finder.distances(path[0]).get(path[-1], 0)
    if len(path) - 1 <= points or away <= points:
        return None
    text = f"the {suit} ghost rolled {_rolled_text(ruleset, state, suit)}; "
    return Refusal("PM-32", f"{text}{path[-1]} is {count_noun(away, 'step')} away", (path[-1],))


def _rolled_text(ruleset: Ruleset, state: State, suit: str) -> str:
    """Return what a ghost rolled, with its steps where the face doesn't show them."""
    face = state.dice[suit]
    points = ruleset.ghost_points[face]
    return face if face == str(points) else f"{face}, {count_noun(points, 'step')}"


def _step_refusal(ruleset: Ruleset, state: State, walk: Walk, number: int) -> Refusal | None:
    """Return the refusal of a walk's step with this number, from 1, or None."""
    suit, path = walk.suit, walk.path[: number + 1]
    here, to = path[-2:]
    exits, finder = ruleset.maze.exits, ruleset.walk_finder
    if len(path) > 2 and here == state.square:
        attacks = attacks_after(ruleset, state, suit, path[:-1])
        clause, what = ("PM-40", "attacks him") if attacks else ("PM-42", "is eaten")
        text = f"entering {here}, Piecepackman's square, the ghost {what}: its move ends there"
        return Refusal(clause, text, walk.path[-1:])
    if len(path) > 2 and ruleset.rules.portal_ends_move and finder.by_portal(path[-3], here):
        text = f"the portal from {path[-3]} to {here} ends the ghost's move"
        return Refusal("PM-34", text, walk.path[-1:])
    if to not in exits:
        return Refusal("PM-1", f"there is no square {to} in this maze", (here,))
    if to not in exits[here].values():
        if adjacent(here, to):
            text = f"there is a matchstick between {here} and {to}"
            return Refusal("PM-6", text, (here, to))
        text = f"from {here} to {to} is not one step{_suggestion(ruleset, state, walk)}"
        return Refusal("PM-32", text, (here, to))
    if to in ruleset.house and here not in ruleset.house:
        text = (
            f"{to} is in the ghost house; a ghost that left it returns only by being eaten or "
            "after an attack"
        )
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


def _end_refusal(ruleset: Ruleset, state: State, walk: Walk, legal: list[GhostPath]) -> Refusal:
    """Return the refusal of a walk whose every step is legal; others are ``legal`` walks."""
    suit, path = walk
    most = max(map(len, legal)) - 1
    points, used = ruleset.ghost_points[state.dice[suit]], len(path) - 1
    if used > points:
        text = f"the {suit} ghost rolled {_rolled_text(ruleset, state, suit)}"
        text += f"; this path takes {used}"
        return Refusal("PM-32", text, (path[-1],))
    if path[-1] == path[0]:
        text = f"the {suit} ghost must end on another square than {path[0]}, where it started"
        return Refusal("PM-32", text, (path[0],))
    steps = count_noun(points, "step")
    if most < points and legal[0][-1] == state.square:
        text = f"the {suit} ghost can complete its move only by entering his square {state.square}"
        return Refusal("PM-32", f"{text}; this path takes {used} of {steps}", (state.square,))
    if most < points:
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
    is the one without which the ghost could go there. A square behind several matchsticks is just
    far away.
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
    )
    through = finder.shortest(start, square, others | {state.square}, sticks=True)
    obstacles = [
        to not in finder.exits[here].values() or finder.by_portal(here, to)
        for here, to in pairwise(through)
    ]
    found = [path for path in (*tried, through if sum(obstacles) == 1 else ()) if path]
    points = ruleset.ghost_points[state.dice[suit]]
    near = [path for path in found if len(path) - 1 <= points]
    return (near or found or [(start, square)])[0]
