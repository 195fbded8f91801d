"""The corridor between two immune ghosts, in which Piecepackman can be shut (PM-65)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.state import State

Exits = Mapping[str, Mapping[str, str]]


def corridor(ruleset: Ruleset, state: State) -> tuple[str, ...]:
    """The squares from one immune ghost to another, his own among them; () if he isn't shut in.

    A corridor is one square wide: from each of its squares lead at most two ways.
    """
    dangers = ruleset.dangers(state)
    exits = ruleset.his_grid.exits
    here = state.square
    ways = sorted(set(exits[here].values()))
    if len(ways) > 2 or len(dangers) < 2:
        return ()
    arms = [_arm(exits, dangers, here, way) for way in ways]
    if len(arms) != 2 or not (arms[0] and arms[1]) or arms[0][-1] == arms[1][-1]:
        return ()
    return (*reversed(arms[0][:-1]), here, *arms[1][:-1])


def _arm(exits: Exits, dangers: Collection[str], here: str, way: str) -> tuple[str, ...]:
    """The squares from ``way`` on to the first immune ghost, its square included; () if open."""
    arm = [way]
    before = here
    while arm[-1] not in dangers:
        onward = {to for to in exits[arm[-1]].values() if to != before}
        if len(onward) != 1 or arm[-1] == here:
            return ()
        before, step = arm[-1], onward.pop()
        arm.append(step)
    return tuple(arm)


def middle_point(ruleset: Ruleset, state: State) -> str | None:
    """The middle of the corridor that he is shut in; None if he is not shut in (PM-65).

    Of two middle squares, the one that he is nearer to.
    """
    between = corridor(ruleset, state)
    if not between:
        return None
    low, high = (len(between) - 1) // 2, len(between) // 2
    here = between.index(state.square)
    return between[low if abs(here - low) <= abs(here - high) else high]
