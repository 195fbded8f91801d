"""What Piecepackman is likely to do in his next turn, as anybody at the table could work it out.

Nothing hidden is looked at: neither the faces of the power coins nor dice that are yet to be
rolled. Where the exact answer would be slow, a good guess is made and the docstring says so.

Vocabulary
    trip      the squares that he enters on the way to something, and what he has spent by then
    outlook   for each square how likely he is to enter it in his next turn, and to end there
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from piecepack_nb.core.piecepack import SUITS
from piecepack_nb.games.piecepackman.bot.chances import his_distances, points_odds, rolls
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.state import Objective, State
from piecepack_nb.search import Path, cheapest

Squares = frozenset[str]
Place = tuple[str, str, bool]
"""His square, his heading, and whether he is hungry."""


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
    """Only where he takes no power coin: after one there is a bonus roll, and no ghost that he
    would have to fear (PM-60, PM-66)."""


# --- his ways ---------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def _path(
    ruleset: Ruleset, square: str, heading: str, targets: Squares, dangers: Squares, hungry: bool
) -> Path | None:
    """His cheapest way to the nearest of ``targets``, past Dangerous ghosts (PM-15, PM-16).

    Of targets equally near the first by name is taken, a guess.
    """
    known = his_distances(ruleset, square, heading, hungry)
    near = min(((known[to], to) for to in targets if to in known), default=None)
    if near is None:
        return None
    costs = ruleset.hunger_costs if hungry else ruleset.costs
    path = ruleset.free_path(square, heading, costs, near[1])
    if dangers.isdisjoint(path.squares):
        return path
    search = cheapest(ruleset.his_grid, square, heading, targets, costs, dangers - {square})
    return search.path() if search.reached else None


@lru_cache(maxsize=8192)
def _trip(
    ruleset: Ruleset,
    place: Place,
    first: Squares,
    then: Squares,
    dangers: Squares,
) -> Trip | None:
    """His way to the nearest of ``first``, and with what is left to the nearest of ``then``."""
    square, heading, hungry = place
    path = _path(ruleset, square, heading, first, dangers, hungry)
    if path is None:
        return None
    most, spent = points_odds(ruleset)[-1][0], 0
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
        leg = _path(ruleset, *leg.nodes[-1], then, dangers, hungry)
    return Trip(path.cost, path.quarter_turns, tuple(entered), square)


# --- the outlook ------------------------------------------------------------------------------


def hunts_next(state: State) -> bool:
    """Will his next turn be one of Ghost Hunger? (PM-62, PM-67)"""
    return state.hunger is not None and state.hunger > 0


def outlook(ruleset: Ruleset, state: State, without: str | None = None) -> Outlook:
    """Where he is likely to go in his next turn, the ghost ``without`` not looked at.

    A guess in this: the ghosts are taken to stay where they are.
    """
    hungry = hunts_next(state)
    ghosts = frozenset(
        (ghost.square, dangerous_next(ruleset, state, suit))
        for suit, ghost in state.ghosts.items()
        if suit != without and ghost.square not in ruleset.house
    )
    coins = frozenset((square, coin.suit) for square, coin in state.coins.items())
    cubes = frozenset(state.cubes.items())
    place = state.square, state.heading, hungry
    return _outlook(ruleset, place, ghosts, cubes, coins, None if hungry else state.objective)


def dangerous_next(ruleset: Ruleset, state: State, suit: str) -> bool:
    """Will a ghost be Dangerous in his next turn, as things stand? (PM-50, PM-67)"""
    return ruleset.dangerous(state if hunts_next(state) else calm(state), suit)


def calm(state: State) -> State:
    """The table as it will be once hunger is over."""
    return state if state.hunger is None else state._replace(hunger=None)


@lru_cache(maxsize=256)
def _outlook(
    ruleset: Ruleset,
    place: Place,
    ghosts: frozenset[tuple[str, bool]],
    cubes: frozenset[tuple[str, str]],
    coins: frozenset[tuple[str, str]],
    objective: Objective | None,
) -> Outlook:
    dangers = frozenset(square for square, dangerous in ghosts if dangerous)
    lying = frozenset(square for square, _ in coins)
    if place[2]:
        prey = frozenset(square for square, dangerous in ghosts if not dangerous)
        return _spread(_hunt(ruleset, place, prey, dangers, cubes, coins), lying)
    found = _trips(ruleset, place, dangers, cubes, coins)
    if objective is not None and objective in found:
        return _spread(_at_all_points(ruleset, found[objective]), lying)
    return _spread(_chosen(ruleset, found), lying)


def _hunt(
    ruleset: Ruleset,
    place: Place,
    prey: Squares,
    dangers: Squares,
    cubes: frozenset[tuple[str, str]],
    coins: frozenset[tuple[str, str]],
) -> Iterator[Likely]:
    """In hunger he goes for Vulnerable ghosts, else for a coin, else for a cube (PM-63, PM-65)."""
    for wanted in (prey, frozenset(dict(coins)), frozenset(dict(cubes))):
        trip = _trip(ruleset, place, wanted, wanted, dangers)
        if trip is not None:
            return _at_all_points(ruleset, trip)
    return iter(())


def _at_all_points(ruleset: Ruleset, trip: Trip) -> Iterator[Likely]:
    return ((odds, points, trip) for points, odds in points_odds(ruleset))


def _trips(
    ruleset: Ruleset,
    place: Place,
    dangers: Squares,
    cubes: frozenset[tuple[str, str]],
    coins: frozenset[tuple[str, str]],
) -> dict[Objective, Trip]:
    """His trip for each objective that he could have and reach (PM-12, PM-13)."""
    found: dict[Objective, Trip] = {}
    for suit in SUITS:
        own = frozenset(square for square, each in coins if each == suit)
        every = own | {square for square, each in cubes if each in (suit, ruleset.wild)}
        nearest = _trip(ruleset, place, every, every, dangers)
        coin = _trip(ruleset, place, own, every, dangers) or nearest
        if nearest is not None and coin is not None:
            found[Objective(suit)], found[Objective(suit, coin=True)] = nearest, coin
    return found


def _chosen(ruleset: Ruleset, found: Mapping[Objective, Trip]) -> Iterator[Likely]:
    """The trip that each roll would have him make (PM-11, PM-14).

    A guess in this: where the highest dice give him nothing to go for, the next die is any of the
    other suits with something, each as likely (PM-24).
    """
    for roll in rolls(ruleset):
        wanted = [Objective(suit, roll.ace) for suit in roll.suits]
        trips = [found[each] for each in wanted if each in found]
        if trips:
            yield roll.odds, roll.points, _cheapest(trips)
            continue
        others = [trip for objective, trip in found.items() if not objective.coin]
        if ruleset.rules.exhausted == "nearest":
            others = [_cheapest(others)] if others else []
        for trip in others:
            yield roll.odds / len(others), roll.points, trip


def _cheapest(trips: list[Trip]) -> Trip:
    return min(trips, key=lambda trip: trip[:2])


def _spread(likely: Iterator[Likely], coins: Squares) -> Outlook:
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
        if coins.isdisjoint(squares):
            ends[squares[-1] if squares else trip.start] += odds
    return Outlook(dict(enters), dict(ends))
