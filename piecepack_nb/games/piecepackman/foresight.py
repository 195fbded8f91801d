"""What Piecepackman is likely to do in his next turn, as anybody at the table could work it out.

Nothing hidden is looked at: neither the faces of the power coins nor dice that are yet to be
rolled. Where the exact answer would be slow, a good guess is made and the docstring says so.

Vocabulary
    trip      the squares that he enters on the way to something, and what he has spent by then
    outlook   for each square how likely he is to enter it in his next turn, and to end there
    reach     how many steps a ghost needs to a square within one move
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from piecepack_nb.core.piecepack import FACES, SUITS
from piecepack_nb.games.piecepackman.state import Objective, State
from piecepack_nb.games.piecepackman.table import Table
from piecepack_nb.search import Path, cheapest

__all__ = [
    "Outlook",
    "calm",
    "distances",
    "ghost_odds",
    "his_distances",
    "his_odds",
    "hunts_next",
    "outlook",
    "reach",
]

Squares = frozenset[str]
Place = tuple[str, str, bool]
"""His square, his heading, and whether he is hungry."""


class Roll(NamedTuple):
    """One way his dice can fall, as far as it matters: which are the highest, and how high."""

    odds: float
    points: int
    ace: bool
    suits: tuple[str, ...]


class Trip(NamedTuple):
    """His way to something, and on to the next of it, for the highest roll that there is."""

    cost: int
    """To the first thing that he goes for."""
    turns: int
    entered: tuple[tuple[int, str], ...]
    """(points spent so far, square entered), in order."""
    start: str


Likely = tuple[float, int, Trip]
"""How likely, with how many points, on which trip."""


class Outlook(NamedTuple):
    """How likely he is to enter each square in his next turn, and to end on it."""

    enters: Mapping[str, float]
    ends: Mapping[str, float]


# --- the dice ---------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _rolls(table: Table) -> tuple[Roll, ...]:
    """The ways his dice can fall (PM-10, PM-11), with ties for the highest (PM-14)."""
    values = [table.his_points[face] for face in FACES]
    found = []
    for points in sorted(set(values)):
        equal, lower = values.count(points), sum(value < points for value in values)
        for size in range(1, len(table.suits) + 1):
            ways = equal**size * lower ** (len(table.suits) - size)
            odds = ways / len(FACES) ** len(table.suits)
            ace = points == table.his_points["ace"]
            if ways:
                found += [Roll(odds, points, ace, tied) for tied in combinations(table.suits, size)]
    return tuple(found)


@lru_cache(maxsize=64)
def _points(table: Table) -> tuple[tuple[int, float], ...]:
    """How likely his highest die gives each number of points."""
    odds: dict[int, float] = defaultdict(float)
    for roll in _rolls(table):
        odds[roll.points] += roll.odds
    return tuple(sorted(odds.items()))


@lru_cache(maxsize=1024)
def his_odds(table: Table, points: int) -> float:
    """How likely his highest die gives at least so many points."""
    return sum(odds for each, odds in _points(table) if each >= points)


@lru_cache(maxsize=1024)
def ghost_odds(table: Table, steps: int) -> float:
    """How likely a ghost's die gives at least so many steps (PM-31)."""
    return sum(table.ghost_points[face] >= steps for face in FACES) / len(FACES)


# --- ways, kept for each table ------------------------------------------------------------------


@lru_cache(maxsize=4096)
def distances(table: Table, start: str) -> Mapping[str, int]:
    """Steps from ``start`` to each square as ghosts walk, other ghosts not looked at."""
    return _steps(table, start, portals_end=False)


@lru_cache(maxsize=4096)
def reach(table: Table, start: str) -> Mapping[str, int]:
    """The same within one move, which a portal ends (PM-34)."""
    return _steps(table, start, portals_end=table.rules.portal_ends_move)


def _steps(table: Table, start: str, portals_end: bool) -> Mapping[str, int]:
    found, waiting = {start: 0}, deque([start])
    while waiting:
        here = waiting.popleft()
        for to in table.maze.exits[here].values():
            if to in found or (to in table.house and here not in table.house):  # PM-36
                continue
            found[to] = found[here] + 1
            if not (portals_end and table.ways.by_portal(here, to)):
                waiting.append(to)
    return found


@lru_cache(maxsize=4096)
def his_distances(table: Table, square: str, heading: str, hungry: bool) -> Mapping[str, int]:
    """What each square costs him, ghosts not looked at (PM-15, PM-61)."""
    costs = table.hunger_costs if hungry else table.costs
    search = table.free_search(square, heading, costs)
    found = ((to, search.cost_to(to)) for to in table.his_grid.squares)
    return {to: cost for to, cost in found if cost is not None}


@lru_cache(maxsize=8192)
def _path(
    table: Table, square: str, heading: str, targets: Squares, dangers: Squares, hungry: bool
) -> Path | None:
    """His cheapest way to the nearest of ``targets``, past Dangerous ghosts (PM-15, PM-16).

    Of targets equally near the first by name is taken, a guess.
    """
    known = his_distances(table, square, heading, hungry)
    near = min(((known[to], to) for to in targets if to in known), default=None)
    if near is None:
        return None
    costs = table.hunger_costs if hungry else table.costs
    path = table.free_path(square, heading, costs, near[1])
    if dangers.isdisjoint(path.squares):
        return path
    search = cheapest(table.his_grid, square, heading, targets, costs, dangers - {square})
    return search.path() if search.reached else None


@lru_cache(maxsize=8192)
def _trip(
    table: Table,
    place: Place,
    first: Squares,
    then: Squares,
    dangers: Squares,
) -> Trip | None:
    """His way to the nearest of ``first``, and with what is left to the nearest of ``then``."""
    square, heading, hungry = place
    path = _path(table, square, heading, first, dangers, hungry)
    if path is None:
        return None
    most, spent = _points(table)[-1][0], 0
    entered: list[tuple[int, str]] = []
    leg: Path | None = path
    while leg is not None and leg.actions and spent < most:
        way = zip(leg.actions, leg.running, leg.nodes[1:], strict=True)
        entered += [
            (spent + cost, node[0])
            for action, cost, node in way
            if action == "forward" and spent + cost <= most
        ]
        spent += leg.cost
        then -= set(leg.squares)
        leg = _path(table, *leg.nodes[-1], then, dangers, hungry)
    return Trip(path.cost, path.quarter_turns, tuple(entered), square)


# --- the outlook ------------------------------------------------------------------------------


def hunts_next(state: State) -> bool:
    """Will his next turn be one of Ghost Hunger? (PM-62, PM-67)"""
    return state.hunger is not None and state.hunger > 0


def outlook(table: Table, state: State, without: str) -> Outlook:
    """Where he is likely to go in his next turn, the ghost ``without`` not looked at.

    A guess in this: the other ghosts are taken to stay where they are.
    """
    hungry = hunts_next(state)
    ghosts = frozenset(
        (ghost.square, ghost.immune if hungry else table.dangerous(calm(state), suit))
        for suit, ghost in state.ghosts.items()
        if suit != without and ghost.square not in table.house
    )
    coins = frozenset((square, coin.suit) for square, coin in state.coins.items())
    cubes = frozenset(state.cubes.items())
    place = state.square, state.heading, hungry
    return _outlook(table, place, ghosts, cubes, coins, None if hungry else state.objective)


def calm(state: State) -> State:
    """The table as it will be once hunger is over."""
    return state if state.hunger is None else state._replace(hunger=None)


@lru_cache(maxsize=256)
def _outlook(
    table: Table,
    place: Place,
    ghosts: frozenset[tuple[str, bool]],
    cubes: frozenset[tuple[str, str]],
    coins: frozenset[tuple[str, str]],
    objective: Objective | None,
) -> Outlook:
    dangers = frozenset(square for square, dangerous in ghosts if dangerous)
    if place[2]:
        prey = frozenset(square for square, dangerous in ghosts if not dangerous)
        return _spread(_hunt(table, place, prey, dangers, cubes, coins))
    found = _trips(table, place, dangers, cubes, coins)
    if objective is not None and objective in found:
        return _spread(_at_all_points(table, found[objective]))
    return _spread(_chosen(table, found))


def _hunt(
    table: Table,
    place: Place,
    prey: Squares,
    dangers: Squares,
    cubes: frozenset[tuple[str, str]],
    coins: frozenset[tuple[str, str]],
) -> Iterator[Likely]:
    """In hunger he goes for Vulnerable ghosts, else for a coin, else for a cube (PM-63, PM-65)."""
    for wanted in (prey, frozenset(dict(coins)), frozenset(dict(cubes))):
        trip = _trip(table, place, wanted, wanted, dangers)
        if trip is not None:
            return _at_all_points(table, trip)
    return iter(())


def _at_all_points(table: Table, trip: Trip) -> Iterator[Likely]:
    return ((odds, points, trip) for points, odds in _points(table))


def _trips(
    table: Table,
    place: Place,
    dangers: Squares,
    cubes: frozenset[tuple[str, str]],
    coins: frozenset[tuple[str, str]],
) -> dict[Objective, Trip]:
    """His trip for each objective that he could have and reach (PM-12, PM-13)."""
    found: dict[Objective, Trip] = {}
    for suit in SUITS:
        own = frozenset(square for square, each in coins if each == suit)
        every = own | {square for square, each in cubes if each in (suit, table.wild)}
        nearest = _trip(table, place, every, every, dangers)
        coin = _trip(table, place, own, every, dangers) or nearest
        if nearest is not None and coin is not None:
            found[Objective(suit)], found[Objective(suit, coin=True)] = nearest, coin
    return found


def _chosen(table: Table, found: Mapping[Objective, Trip]) -> Iterator[Likely]:
    """The trip that each roll would have him make (PM-11, PM-14); any where none fits (PM-24)."""
    for roll in _rolls(table):
        wanted = [found.get(Objective(suit, roll.ace)) for suit in roll.suits]
        trips = [trip for trip in wanted if trip] or list(found.values())
        if trips:
            yield roll.odds, roll.points, min(trips, key=lambda trip: trip[:2])


def _spread(likely: Iterator[Likely]) -> Outlook:
    """The odds of each trip, laid out on the squares that its points lead to."""
    enters: dict[str, float] = defaultdict(float)
    ends: dict[str, float] = defaultdict(float)
    merged: dict[tuple[int, Trip], float] = defaultdict(float)
    for odds, points, trip in likely:
        merged[points, trip] += odds
    for (points, trip), odds in merged.items():
        squares = [square for spent, square in trip.entered if spent <= points]
        for square in set(squares):
            enters[square] += odds
        ends[squares[-1] if squares else trip.start] += odds
    return Outlook(enters, ends)
