"""How far the dice carry: the odds of both sides' rolls, and the distances that they have to cover.

Nothing here depends on what lies on the board, so everything is kept once it was worked out.

Vocabulary
    reach     how many steps a ghost needs to a square within one move
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from piecepack_nb.core.piecepack import FACES
from piecepack_nb.games.piecepackman.ruleset import Ruleset


class Roll(NamedTuple):
    """One way his dice can fall, as far as it matters: which are the highest, and how high."""

    odds: float
    points: int
    ace: bool
    suits: tuple[str, ...]


# --- the dice ---------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def rolls(ruleset: Ruleset) -> tuple[Roll, ...]:
    """The ways his dice can fall (PM-10, PM-11), with ties for the highest (PM-14)."""
    values = [ruleset.his_points[face] for face in FACES]
    found = []
    for points in sorted(set(values)):
        equal, lower = values.count(points), sum(value < points for value in values)
        for size in range(1, len(ruleset.suits) + 1):
            ways = equal**size * lower ** (len(ruleset.suits) - size)
            odds = ways / len(FACES) ** len(ruleset.suits)
            ace = points == ruleset.his_points["ace"]
            if ways:
                found += [
                    Roll(odds, points, ace, tied) for tied in combinations(ruleset.suits, size)
                ]
    return tuple(found)


@lru_cache(maxsize=64)
def points_odds(ruleset: Ruleset) -> tuple[tuple[int, float], ...]:
    """How likely his highest die gives each number of points."""
    odds: dict[int, float] = defaultdict(float)
    for roll in rolls(ruleset):
        odds[roll.points] += roll.odds
    return tuple(sorted(odds.items()))


@lru_cache(maxsize=1024)
def his_odds(ruleset: Ruleset, points: int) -> float:
    """How likely his highest die gives at least so many points."""
    return sum(odds for each, odds in points_odds(ruleset) if each >= points)


@lru_cache(maxsize=1024)
def ghost_odds(ruleset: Ruleset, steps: int) -> float:
    """How likely a ghost's die gives at least so many steps (PM-31)."""
    return sum(ruleset.ghost_points[face] >= steps for face in FACES) / len(FACES)


# --- ways, kept for each table ------------------------------------------------------------------


@lru_cache(maxsize=4096)
def distances(ruleset: Ruleset, start: str) -> Mapping[str, int]:
    """Steps from ``start`` to each square as ghosts walk, other ghosts not looked at."""
    return _steps(ruleset, start, portals_end=False)


@lru_cache(maxsize=4096)
def reach(ruleset: Ruleset, start: str) -> Mapping[str, int]:
    """The same within one move, which a portal ends (PM-34)."""
    return _steps(ruleset, start, portals_end=ruleset.rules.portal_ends_move)


def _steps(ruleset: Ruleset, start: str, portals_end: bool) -> Mapping[str, int]:
    found, waiting = {start: 0}, deque([start])
    while waiting:
        here = waiting.popleft()
        for to in ruleset.maze.exits[here].values():
            if to in found or (to in ruleset.house and here not in ruleset.house):  # PM-36
                continue
            found[to] = found[here] + 1
            if not (portals_end and ruleset.ways.by_portal(here, to)):
                waiting.append(to)
    return found


@lru_cache(maxsize=4096)
def his_distances(ruleset: Ruleset, square: str, heading: str, hungry: bool) -> Mapping[str, int]:
    """What each square costs him, ghosts not looked at (PM-15, PM-61)."""
    costs = ruleset.hunger_costs if hungry else ruleset.costs
    search = ruleset.free_search(square, heading, costs)
    found = ((to, search.cost_to(to)) for to in ruleset.his_grid.squares)
    return {to: cost for to, cost in found if cost is not None}
