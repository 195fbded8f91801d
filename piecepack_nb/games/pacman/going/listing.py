"""What may be done with the dice: the ways of the Pac-Man and the ghosts, and when they stay.

Vocabulary
    full      ways by which the whole number is used, or that an encounter ends
    bound     a Pac-Man is bound to move where it has a way without using the privilege (PC-21)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from piecepack_nb.games.pacman.going.ways import longest, ways
from piecepack_nb.games.pacman.moves import Path, Stay, Way
from piecepack_nb.games.pacman.ruleset import Ruleset
from piecepack_nb.games.pacman.state import State


def pac_paths(ruleset: Ruleset, state: State, die: int, seat: str = "") -> list[Path]:
    """The ways of a Pac-Man, the seat's to move if no other is named, by one die (PC-5).

    Without any that takes the full number, it stays, but may still gobble a ghost (PC-20); or it
    goes as far as it can, if the rules say so.
    """
    lane = ruleset.pac_lane(state, seat or state.to_move)
    found = ways(lane, die)
    if ruleset.rules.short_pac_man == "stays" or bound(state, found):
        return found
    peaceful = lane._replace(closed=lane.closed | lane.stops, stops=frozenset())
    return [*found, *longest(peaceful, die)]


def bound(state: State, paths: list[Path]) -> bool:
    """Has a Pac-Man with these ways one that gobbles no ghost? Then it moves (PC-5, PC-21)."""
    ghosts = state.ghosts.values()
    return any(path[-1] not in ghosts for path in paths)


def ghost_paths(ruleset: Ruleset, state: State, die: int) -> Mapping[str, list[Path]]:
    """The ways of each ghost by one die (PC-12).

    Where no ghost has one for the full number they stay, or one goes as far as it can.
    """
    lanes = {ghost: ruleset.ghost_lane(state, ghost) for ghost in ruleset.ghosts}
    found = {ghost: ways(lane, die) for ghost, lane in lanes.items()}
    if any(found.values()) or ruleset.rules.short_ghost == "stays":
        return found
    return {ghost: longest(lane, die) for ghost, lane in lanes.items()}


def kept_for_pac(ruleset: Ruleset, state: State) -> frozenset[int]:
    """The dice that the Pac-Man must have, as it can't use the other one (PC-3).

    Only where the rules let no die be left to it that it can't use.
    """
    if ruleset.rules.idle_die or state.due != ("pac", "ghost"):
        return frozenset()
    usable = {die for die in state.dice if bound(state, pac_paths(ruleset, state, die))}
    return frozenset(usable) if len(usable) == 1 < len(set(state.dice)) else frozenset()


def each_move(ruleset: Ruleset, state: State) -> Iterator[Way | Stay]:
    """Every move with the dice that are left (PC-3), ways first the Pac-Man's, then the ghosts'."""
    kept = kept_for_pac(ruleset, state)
    for die in dict.fromkeys(state.dice):
        if "pac" in state.due:
            yield from _pac_moves(ruleset, state, die, kept)
    for die in dict.fromkeys(state.dice):
        if "ghost" in state.due and die not in kept:
            yield from _ghost_moves(ruleset, state, die)


def _pac_moves(
    ruleset: Ruleset, state: State, die: int, kept: frozenset[int]
) -> Iterator[Way | Stay]:
    paths = pac_paths(ruleset, state, die)
    for path in paths:
        yield Way("pac", die, path)
    if not kept and not bound(state, paths):
        yield Stay("pac", die)


def _ghost_moves(ruleset: Ruleset, state: State, die: int) -> Iterator[Way | Stay]:
    found = ghost_paths(ruleset, state, die)
    for ghost, paths in found.items():
        for path in paths:
            yield Way(ghost, die, path)
    if not any(found.values()):
        yield Stay("ghosts", die)


def stuck(ruleset: Ruleset, state: State) -> bool:
    """Can nothing that is due move with any die that is left?"""
    return all(isinstance(move, Stay) for move in each_move(ruleset, state))
