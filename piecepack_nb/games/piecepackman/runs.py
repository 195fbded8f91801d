"""Piecepackman's moves where somebody plays him (PM-74): the legal ones, refusals, short forms.

Vocabulary
    run    a path of squares from his own one, and his heading at its end
"""

from __future__ import annotations

from itertools import pairwise

from piecepack_nb.core.lattice import HEADING_NAMES, adjacent
from piecepack_nb.core.steps import Refusal
from piecepack_nb.core.wording import count_noun
from piecepack_nb.games.piecepackman.ruleset import Ruleset, turn_costs
from piecepack_nb.games.piecepackman.state import AnyState, GhostPath, Run, State
from piecepack_nb.search import Costs


def his_runs(ruleset: Ruleset, state: AnyState) -> list[tuple[GhostPath, str]]:
    """Return every path, and heading at its end, that his player can choose (PM-74)."""
    squares = frozenset(ghost.square for ghost in state.ghosts.values())
    costs = ruleset.costs_for(state)
    return ruleset.runs(state.square, state.heading, state.points, costs, squares)


def run_refusal(ruleset: Ruleset, state: State, run: Run) -> Refusal | None:
    """Return the refusal of his player's move by the first rule that it breaks (PM-74), or None."""
    path, heading = run
    if not path or path[0] != state.square:
        starts = path[0] if path else "no square"
        text = f"Piecepackman is on {state.square}, but this path starts on {starts}"
        return Refusal("PM-74", text, (state.square,))
    if (path, heading) in his_runs(ruleset, state):
        return None
    costs, facing, left = ruleset.costs_for(state), state.heading, state.points
    for here, to in pairwise(path):
        way, cost = ruleset.his_steps(here, facing, costs).get(to, ("", 0))
        refused = _his_step_refusal(ruleset, state, here, to, way, cost, left)
        if refused is not None:
            return refused
        facing, left = way, left - cost
        if state.ghost_on(to) and to != path[-1]:
            text = f"a ghost is on {to}: his turn ends there, as he eats it or is attacked"
            return Refusal("PM-74", text, (to,))
    return _his_end_refusal(ruleset, state, run, facing, left)


def _his_step_refusal(
    ruleset: Ruleset, state: State, here: str, to: str, way: str, cost: int, left: int
) -> Refusal | None:
    """Return the refusal of a step of his: no way there (PM-6, PM-23), or too expensive."""
    if to not in ruleset.maze.exits:
        return Refusal("PM-1", f"there is no square {to} in this maze", (here,))
    if to in ruleset.house:
        return Refusal("PM-23", f"{to} is in the ghost house, which he never enters", (to,))
    if not way:
        if adjacent(here, to):
            return Refusal("PM-6", f"there is a matchstick between {here} and {to}", (here, to))
        return Refusal("PM-15", f"from {here} to {to} is not one step for him", (here, to))
    if cost > left:
        costs = ruleset.costs_for(state)
        turns = "" if cost == costs.step else " with its quarter turn"
        turns = turns if cost <= costs.step + costs.quarter_turn else " with its two quarter turns"
        text = f"the step from {here} to {to}{turns} costs {cost}, and he has {left} left"
        return Refusal("PM-61" if state.hungry else "PM-15", text, (to,))
    return None


def _his_end_refusal(ruleset: Ruleset, state: State, run: Run, facing: str, left: int) -> Refusal:
    """Refuse a path whose every step is legal, for where it ends or how he faces there."""
    here, costs = run.path[-1], ruleset.costs_for(state)
    if state.ghost_on(here):
        return Refusal("PM-74", f"his turn ends on {here}: he can't turn there", (here,))
    steps = ruleset.his_steps(here, facing, costs)
    for to, (_, cost) in steps.items():
        if cost <= left and not state.ghost_on(to):
            text = (
                f"he has {count_noun(left, 'point')} left on {here} and must use them: "
                f"the step to {to} costs {cost}"
            )
            return Refusal("PM-17", text, (here,))
    turning = dict(turn_costs(facing, costs))
    if run.heading not in turning:
        return Refusal("PM-15", f"there is no heading {run.heading!r} on {here}, only N, E, S, W")
    price = f"{HEADING_NAMES[run.heading]} on {here} costs {turning[run.heading]}"
    text = f"turning to the {price}, and he has {left} left"
    return Refusal("PM-61" if state.hungry else "PM-15", text, (here,))


def best_run(ruleset: Ruleset, state: State, square: str) -> Run:
    """Return the move that his player means who names only the square to end on (PM-74).

    Of the paths there it is the shortest, then the one that takes the most, then without turning at
    the end. If none ends there, it is one whose refusal says why.
    """
    runs = [run for run in his_runs(ruleset, state) if run[0][-1] == square]
    if runs:
        return Run(*min(runs, key=lambda run: run_value(ruleset, state, *run)))
    return _intended_run(ruleset, state, square)


def run_value(
    ruleset: Ruleset, state: State, path: GhostPath, heading: str
) -> tuple[int, int, int]:
    """Return a rank of his moves to a square: things taken (negative), squares, and turns after."""
    things = sum(square in state.cubes or square in state.coins for square in set(path))
    turns = dict(turn_costs(arrival(ruleset, state, path), Costs()))[heading]
    return -things, len(path), turns


def arrival(ruleset: Ruleset, state: State, path: GhostPath) -> str:
    """Return his heading when he arrives at the end of a path."""
    facing, costs = state.heading, ruleset.costs_for(state)
    for here, to in pairwise(path):
        facing = ruleset.his_steps(here, facing, costs)[to][0]
    return facing


def _intended_run(ruleset: Ruleset, state: State, square: str) -> Run:
    """Return his cheapest path to a square he can't end on; straight there if there is none."""
    free = ruleset.free_search(state.square, state.heading, ruleset.costs_for(state))
    if square not in ruleset.his_grid.exits or free.cost_to(square) is None:
        return Run((state.square, square), state.heading)
    path = free.path(square)
    return Run(path.squares, path.nodes[-1][1])
