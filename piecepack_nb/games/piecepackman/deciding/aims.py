"""What Piecepackman may go for, in the order in which he considers it.

Vocabulary
    aim      something to go for: the squares that would do, and the clause that has him do it
    tier     aims of equal standing: the cheapest of them wins; the next tier counts only when
             nothing of this one can be reached
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.games.piecepackman.deciding.corridor import middle_point
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.state import Objective, State


class Aim(NamedTuple):
    """Something to go for."""

    clause: str
    targets: frozenset[str]
    """The squares that would do."""
    first: frozenset[str] = frozenset()
    """Those of the targets that are preferred at equal cost (cubes before coins, PM-12)."""
    objective: Objective | None = None
    """The objective that it makes (hunger makes none)."""
    instead: frozenset[str] = frozenset()
    """More targets, that count once a Dangerous ghost is in the way (PM-16)."""


def tiers(ruleset: Ruleset, state: State, suit: str | None) -> Iterator[list[Aim]]:
    """His aims, tier by tier; ``suit`` is that of an objective just reached (PM-20)."""
    return _hunger_tiers(ruleset, state) if state.hungry else _tiers(ruleset, state, suit)


def _tiers(ruleset: Ruleset, state: State, suit: str | None) -> Iterator[list[Aim]]:
    """His aims outside hunger: the objective that he has (PM-21), the next of its suit (PM-20), or
    what the highest dice give him (PM-11, PM-12); if none can be reached, others (PM-24).
    """
    groups = _dice_groups(ruleset, state)
    if state.objective is not None:  # PM-21: he keeps it
        yield _aims(ruleset, state, "PM-21", [state.objective])
    elif suit is not None:  # PM-20: the next one of the suit
        yield _aims(ruleset, state, "PM-20", [Objective(suit)])
    elif groups:  # PM-11, PM-13, PM-14: the highest die, or dice
        yield _aims(ruleset, state, "PM-12", groups.pop(0))
    if ruleset.rules.exhausted == "next-die":  # PM-24, our reading
        for group in groups:
            yield _aims(ruleset, state, "PM-24", group)
    if ruleset.rules.exhausted != "wait":
        yield _aims(ruleset, state, "PM-24", [Objective(each) for each in SUITS])


def _dice_groups(ruleset: Ruleset, state: State) -> list[list[Objective]]:
    """The objectives that the dice stand for, the highest dice first (PM-11), equal ones together.

    An ace stands for the power coin of its suit while that is on the board (PM-13).
    """
    by_points: dict[int, list[Objective]] = {}
    for suit in SUITS:
        face = state.dice.get(suit)
        if face is not None:
            objective = Objective(suit, face == "ace" and _coin_of(state, suit) is not None)
            by_points.setdefault(ruleset.his_points[face], []).append(objective)
    return [by_points[points] for points in sorted(by_points, reverse=True)]


def _aims(ruleset: Ruleset, state: State, clause: str, objectives: list[Objective]) -> list[Aim]:
    return [_aim(ruleset, state, clause, objective) for objective in objectives]


def _aim(ruleset: Ruleset, state: State, clause: str, objective: Objective) -> Aim:
    """The nearest cube of the suit, or its coin if that is nearer (PM-12), or the coin (PM-13)."""
    suits = (objective.suit, ruleset.wild)  # PM-70: wild ones count as the objective's suit
    cubes = frozenset(square for square, suit in state.cubes.items() if suit in suits)
    valid = suits if ruleset.rules.wild_coin else suits[:1]
    coins = frozenset(square for square, coin in state.coins.items() if coin.suit in valid)
    own = _coin_of(state, objective.suit)
    if objective.coin and own is not None:
        return Aim(clause, frozenset((own,)), objective=objective, instead=cubes | coins)
    return Aim(clause, cubes | coins, cubes, objective._replace(coin=False))


def targets_of(ruleset: Ruleset, state: State, objective: Objective) -> frozenset[str]:
    """Every square with something of his objective: empty once nothing of it is left (PM-24)."""
    aim = _aim(ruleset, state, "PM-24", objective)
    return aim.targets | aim.instead


def _coin_of(state: State, suit: str) -> str | None:
    """The square of the suit's power coin, while it is on the board."""
    return next((square for square, coin in state.coins.items() if coin.suit == suit), None)


def _hunger_tiers(ruleset: Ruleset, state: State) -> Iterator[list[Aim]]:
    """His aims in hunger: Vulnerable ghosts (PM-60, PM-63), then what PM-65 names."""
    ghosts = frozenset(
        ghost.square
        for suit, ghost in state.ghosts.items()
        if ghost.square not in ruleset.house and not ruleset.dangerous(state, suit)
    )
    yield [Aim("PM-63", ghosts)]
    yield [Aim("PM-65", frozenset(state.coins))]
    middle = middle_point(ruleset, state)
    if middle is not None:
        yield [Aim("PM-65", frozenset((middle,)))]
    yield [Aim("PM-65", frozenset(state.cubes))]
