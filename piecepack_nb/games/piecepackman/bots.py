"""Bots."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, permutations
from typing import Any, NamedTuple

from piecepack_nb.core.game import Bot, Game, RandomChoice
from piecepack_nb.core.piecepack import FACES, SUITS
from piecepack_nb.core.steps import Term, Terms
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.state import Ghost, Objective, Order, State, Walk, Walks
from piecepack_nb.search import Path, cheapest

# --- Odds ----------------------------------------------------------------------------------------


class RollOdds(NamedTuple):
    """One way his dice can fall, as far as it matters: which are the highest, and how high."""

    odds: float
    points: int
    ace: bool
    suits: tuple[str, ...]


# --- the dice ---------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def roll_odds(ruleset: Ruleset) -> tuple[RollOdds, ...]:
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
                    RollOdds(odds, points, ace, tied) for tied in combinations(ruleset.suits, size)
                ]
    return tuple(found)


@lru_cache(maxsize=64)
def points_odds(ruleset: Ruleset) -> tuple[tuple[int, float], ...]:
    """How likely his highest die gives each number of points."""
    odds: dict[int, float] = defaultdict(float)
    for roll in roll_odds(ruleset):
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
    return _count_steps(ruleset, start, portals_end=False)


@lru_cache(maxsize=4096)
def reach(ruleset: Ruleset, start: str) -> Mapping[str, int]:
    """The same within one move, which a portal ends (PM-34)."""
    return _count_steps(ruleset, start, portals_end=ruleset.rules.portal_ends_move)


def _count_steps(ruleset: Ruleset, start: str, portals_end: bool) -> Mapping[str, int]:
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


# --- Outlook -------------------------------------------------------------------------------------


Squares = frozenset[str]
Pose = tuple[str, str, bool]
"""His square, his heading, and whether he is hungry."""


class Trip(NamedTuple):
    """His way to something, and on to the next of it, for the highest roll that there is."""

    cost: int
    """To the first thing that he goes for."""
    turns: int
    entered: tuple[tuple[int, str], ...]
    """(points spent so far, square entered), in order."""
    start: str


LikelyTrip = tuple[float, int, Trip]
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
    place: Pose,
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
    return ruleset.dangerous(state if hunts_next(state) else after_hunger(state), suit)


def after_hunger(state: State) -> State:
    """The table as it will be once hunger is over."""
    return state if state.hunger is None else state._replace(hunger=None)


@lru_cache(maxsize=256)
def _outlook(
    ruleset: Ruleset,
    place: Pose,
    ghosts: frozenset[tuple[str, bool]],
    cubes: frozenset[tuple[str, str]],
    coins: frozenset[tuple[str, str]],
    objective: Objective | None,
) -> Outlook:
    dangers = frozenset(square for square, dangerous in ghosts if dangerous)
    lying = frozenset(square for square, _ in coins)
    if place[2]:
        prey = frozenset(square for square, dangerous in ghosts if not dangerous)
        return _outlook_of(_hunt(ruleset, place, prey, dangers, cubes, coins), lying)
    found = _trips(ruleset, place, dangers, cubes, coins)
    if objective is not None and objective in found:
        return _outlook_of(_at_all_points(ruleset, found[objective]), lying)
    return _outlook_of(_chosen(ruleset, found), lying)


def _hunt(
    ruleset: Ruleset,
    place: Pose,
    prey: Squares,
    dangers: Squares,
    cubes: frozenset[tuple[str, str]],
    coins: frozenset[tuple[str, str]],
) -> Iterator[LikelyTrip]:
    """In hunger he goes for Vulnerable ghosts, else for a coin, else for a cube (PM-63, PM-65)."""
    for wanted in (prey, frozenset(dict(coins)), frozenset(dict(cubes))):
        trip = _trip(ruleset, place, wanted, wanted, dangers)
        if trip is not None:
            return _at_all_points(ruleset, trip)
    return iter(())


def _at_all_points(ruleset: Ruleset, trip: Trip) -> Iterator[LikelyTrip]:
    return ((odds, points, trip) for points, odds in points_odds(ruleset))


def _trips(
    ruleset: Ruleset,
    place: Pose,
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


def _chosen(ruleset: Ruleset, found: Mapping[Objective, Trip]) -> Iterator[LikelyTrip]:
    """The trip that each roll would have him make (PM-11, PM-14).

    A guess in this: where the highest dice give him nothing to go for, the next die is any of the
    other suits with something, each as likely (PM-24).
    """
    for roll in roll_odds(ruleset):
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


def _outlook_of(likely: Iterator[LikelyTrip], coins: Squares) -> Outlook:
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


# --- Weights -------------------------------------------------------------------------------------


GhostPath = tuple[str, ...]


class Weights(NamedTuple):
    """What counts for how much; each is multiplied with a likelihood or a number of cubes."""

    life: float = 80.0
    """A life taken."""
    cube: float = 10.0
    """A cube taken, got back, or lost."""
    tempo: float = 4.0
    """Being eaten, whatever it carries: it starts from the house and waits."""
    suicide: float = 8.0
    """Being eaten in hunger with empty hands, for then it is immune and may attack."""
    pull: float = 3.0
    """Being near cubes of its own suit that still lie about."""
    chase: float = 1.0
    """The likelihood that it can attack next turn, times what an attack is worth."""
    near: float = 0.3
    """Each step nearer to where he is likely to end, for a Dangerous ghost."""
    risk: float = 1.0
    """The likelihood that he eats it next turn, times what it loses."""
    coin: float = 0.5
    """The likelihood that a power coin lets him eat it, times what it loses."""
    block: float = 1.0
    """Standing in his way while Dangerous: what he would have taken, and now will not."""
    hunger: float = 15.0
    """A power coin taken, for him."""
    hinder: float = 3.0
    """In the order: having to wait behind a ghost that stands in the way."""


DECAY = 0.8  # how much less a cube pulls for each step that it is farther away
FAR = 20  # steps that count as out of reach
AT_MOST = 1000.0  # what a move costs that can lose the game at once


@dataclass(frozen=True)
class BotView:
    """What one ghost sees before it walks."""

    ruleset: Ruleset
    state: State
    suit: str
    weights: Weights

    @cached_property
    def ghost(self) -> Ghost:
        """The ghost as it stands."""
        return self.state.ghosts[self.suit]

    @cached_property
    def cubes(self) -> frozenset[str]:
        """The squares with cubes that it may take (PM-35, PM-70)."""
        own = (self.suit, self.ruleset.wild)
        return frozenset(square for square, each in self.state.cubes.items() if each in own)

    @cached_property
    def outlook(self) -> Outlook:
        """Where he is likely to go next turn."""
        return outlook(self.ruleset, self.state, self.suit)

    @cached_property
    def attack_worth(self) -> float:
        """A life and the cubes that come back (PM-41); not the last one in PM-71."""
        if self.ruleset.rules.goal == "cubes" and self.state.extra_lives == 0:
            return -AT_MOST
        return self.weights.life + self.weights.cube * self.state.stash[self.suit]

    def takes(self, path: GhostPath) -> frozenset[str]:
        """The squares on which it would take a cube."""
        passed = path[1:] if self.ruleset.rules.ghost_collects == "pass" else path[-1:]
        return self.cubes.intersection(passed) - {self.state.square}

    def terms(self, path: GhostPath) -> Terms:
        """Every reason for or against this walk."""
        taken = self.takes(path)
        carries = self.ghost.cubes + len(taken)
        end = path[-1]
        terms = [Term("cubes", self.weights.cube * len(taken))]
        if end == self.state.square:
            terms += self._meets_him(carries)
        else:
            terms.append(Term("near cubes", self._pull(end, self.cubes - taken)))
            terms += self._stands(end, carries)
        return tuple(term for term in terms if term.points)

    def _meets_him(self, carries: int) -> Iterator[Term]:
        """It attacks him, or is eaten (PM-40, PM-42)."""
        state, weights = self.state, self.weights
        if self.ruleset.dangerous(self._after(state.square, carries), self.suit):
            yield Term("attack", self.attack_worth)
        elif not carries and (state.hunger or 0) > self.ruleset.rules.eaten_waits:  # PM-64
            yield Term("eaten to be immune", weights.suicide)
        else:
            yield Term("eaten", -weights.tempo - weights.cube * carries)

    def _stands(self, end: str, carries: int) -> Iterator[Term]:
        """What he may do to it, and it to him, if it ends its walk here."""
        weights = self.weights
        loses = weights.tempo + weights.cube * carries
        after = self._after(end, carries)
        if dangerous_next(self.ruleset, after, self.suit):
            look = self.outlook
            # He will not walk into it, but go elsewhere: where, is worked out afresh.
            if end in look.enters:
                look = outlook(self.ruleset, after)
                yield Term("in his way", self._his_gain(self.outlook) - self._his_gain(look))
            odds = self._attack_odds(end, look)
            yield Term("chase", weights.chase * self.attack_worth * odds)
            yield Term("near him", -weights.near * self._away(end, look))
        elif hunts_next(self.state):
            yield Term("hunted", -weights.risk * loses * self._hunted(end))
        else:
            yield Term("risk", -weights.risk * loses * self.outlook.enters.get(end, 0.0))
        if not hunts_next(self.state):
            yield Term("coin", -weights.coin * loses * self._hunted_from_coins(end))

    def _his_gain(self, look: Outlook) -> float:
        """What he is likely to take next turn."""
        weights, state = self.weights, self.state
        cubes = sum(odds for square, odds in look.enters.items() if square in state.cubes)
        coins = sum(odds for square, odds in look.enters.items() if square in state.coins)
        return weights.block * (weights.cube * cubes + weights.hunger * coins)

    def _after(self, end: str, carries: int) -> State:
        """The table with the ghost where its walk ends, and so many cubes."""
        return self.state.put(self.suit, self.ghost._replace(square=end, cubes=carries))

    def _pull(self, end: str, left: frozenset[str]) -> float:
        """How near the cubes that are left are."""
        steps = distances(self.ruleset, end)
        return self.weights.pull * sum(DECAY ** steps[to] for to in left if to in steps)

    def _attack_odds(self, end: str, look: Outlook) -> float:
        """How likely it can attack in its next move: he ends there, and its die reaches him."""
        steps = reach(self.ruleset, end)
        return sum(
            odds * ghost_odds(self.ruleset, steps[to])
            for to, odds in look.ends.items()
            if to in steps
        )

    def _away(self, end: str, look: Outlook) -> float:
        """How many steps it is on average from where he ends."""
        steps = distances(self.ruleset, end)
        return sum(odds * steps.get(to, FAR) for to, odds in look.ends.items())

    @cached_property
    def _his_steps(self) -> Mapping[str, int]:
        """What each square costs him in hunger."""
        return his_distances(self.ruleset, self.state.square, self.state.heading, True)

    @cached_property
    def _prey(self) -> tuple[int, str] | None:
        """The other ghost that he would hunt: what it costs to reach it, and its square."""
        known = self._his_steps
        found = [
            (known[ghost.square], ghost.square)
            for suit, ghost in self.state.ghosts.items()
            if suit != self.suit and not ghost.immune and ghost.square in known
        ]
        return min(found, default=None)

    def _needs(self, end: str) -> int:
        """How many points he needs to eat it there; he eats a nearer ghost first (PM-63)."""
        needs = self._his_steps.get(end, FAR)
        if self._prey is None or needs <= self._prey[0]:
            return needs
        cost, square = self._prey
        return cost + his_distances(self.ruleset, square, "N", True).get(end, FAR)

    def _hunted(self, end: str) -> float:
        """How likely he eats it there in his next turn of hunger."""
        return his_odds(self.ruleset, self._needs(end))

    def _hunted_from_coins(self, end: str) -> float:
        """How likely he takes a coin and then reaches it with his bonus roll (PM-60)."""
        return sum(
            odds
            * his_odds(self.ruleset, his_distances(self.ruleset, square, "N", True).get(end, FAR))
            for square in self.state.coins
            if (odds := self.outlook.enters.get(square, 0.0))
        )


# --- The bot -------------------------------------------------------------------------------------


# --- what the bot does --------------------------------------------------------------------------


def greedy(game: Game[Any, Any, Any], state: Any, seat: str, pick: RandomChoice) -> Any:
    """The best walk, or the best order, by the weights as they stand."""
    return _best_move(game, state, pick, Weights())


def with_weights(**changes: float) -> Bot:
    """A bot like ``greedy`` with other weights; raises a TypeError for one that it doesn't have."""
    weights = Weights(**changes)

    def bot(game: Game[Any, Any, Any], state: Any, seat: str, pick: RandomChoice) -> Any:
        return _best_move(game, state, pick, weights)

    bot.__name__ = ", ".join(f"{name}={value}" for name, value in changes.items()) or "greedy"
    return bot


def score_moves(
    game: Game[Any, Any, Any], state: Any, weights: Weights | None = None
) -> list[tuple[Any, float, Terms]]:
    """Every move worth a look with its points and its terms, the best first.

    Of the walks that end on the same square with the same cubes only one is looked at.
    """
    weights = weights or Weights()
    ruleset: Ruleset = game.ruleset  # type: ignore[attr-defined]
    if state.phase == "order":
        looked_at: Iterable[tuple[Any, Terms]] = _score_orders(ruleset, state, weights)
    else:
        looked_at = _score_walks(ruleset, state, game.moves(state), weights)
    found = [(move, sum(term.points for term in terms), terms) for move, terms in looked_at]
    return sorted(found, key=lambda each: -each[1])


def explain_move(game: Game[Any, Any, Any], state: Any, move: Any) -> str:
    """The points of ``move``, reason by reason, such as "attack +40.0, cubes +10.0 = +50.0"."""
    ruleset: Ruleset = game.ruleset  # type: ignore[attr-defined]
    if isinstance(move, Walk):
        terms = BotView(ruleset, state, move.suit, Weights()).terms(move.path)
    else:
        terms = dict(_score_orders(ruleset, state, Weights()))[move]
    total = sum(term.points for term in terms)
    return f"{', '.join(map(str, terms)) or 'nothing for or against it'} = {total:+.1f}"


def _best_move(
    game: Game[Any, Any, Any], state: State, pick: RandomChoice, weights: Weights
) -> Any:
    """The move with the most points; between equal ones by a pick."""
    found = score_moves(game, state, weights)
    best = [move for move, points, _ in found if points > found[0][1] - 1e-9]
    return best[0] if len(best) == 1 else pick("best", best)


# --- walks --------------------------------------------------------------------------------------


def _score_walks(
    ruleset: Ruleset, state: State, moves: Any, weights: Weights
) -> Iterator[tuple[Walk, Terms]]:
    """One walk for each end and each lot of cubes on the way, with its terms."""
    assert isinstance(moves, Walks)
    view = BotView(ruleset, state, moves.suit, weights)
    paths: dict[tuple[str, frozenset[str]], GhostPath] = {}
    for path in moves.paths:
        key = path[-1], view.takes(path)
        if key not in paths or len(path) < len(paths[key]):
            paths[key] = path
    for path in paths.values():
        yield Walk(moves.suit, path), view.terms(path)


# --- the order ----------------------------------------------------------------------------------


class _Plan(NamedTuple):
    """What a ghost has in mind for this turn, before the dice are rolled."""

    suit: str
    attacks: float
    """How likely it attacks him."""
    attack_worth: float
    gathers: float
    """How likely it takes a cube."""
    behind: frozenset[str]
    """The ghosts that stand in its way."""


def _score_orders(
    ruleset: Ruleset, state: State, weights: Weights
) -> Iterator[tuple[Order, Terms]]:
    """Every order with its terms (PM-30)."""
    views = [BotView(ruleset, state, suit, weights) for suit in state.to_move]
    plans = {view.suit: _plan(view) for view in views}
    for suits in permutations(state.to_move):
        yield Order(suits), _order_terms([plans[suit] for suit in suits], weights)


def _order_terms(plans: Sequence[_Plan], weights: Weights) -> Terms:
    """An attack ends the turn (PM-41), so whoever can collect goes first.

    Who stands in another's way had better go before it.
    """
    going, attacks, gathers, hindered = 1.0, 0.0, 0.0, 0
    for place, plan in enumerate(plans):
        gathers += going * plan.gathers
        attacks += going * plan.attacks * plan.attack_worth
        going *= 1 - plan.attacks
        hindered += sum(later.suit in plan.behind for later in plans[place + 1 :])
    terms = (
        Term("attacks", attacks),
        Term("cubes before the turn ends", weights.cube * gathers),
        Term("in each other's way", -weights.hinder * hindered),
    )
    return tuple(term for term in terms if term.points)


def _plan(view: BotView) -> _Plan:
    return _Plan(
        view.suit, _attacks_now(view), view.attack_worth, _gathers_now(view), _behind(view)
    )


def _attacks_now(view: BotView) -> float:
    """How likely its die lets it attack him this turn, if it is Dangerous."""
    steps = reach(view.ruleset, view.ghost.square).get(view.state.square)
    if steps is None or not view.ruleset.dangerous(view.state, view.suit):
        return 0.0
    return ghost_odds(view.ruleset, steps)


def _gathers_now(view: BotView) -> float:
    """How likely its die lets it take a cube this turn."""
    steps = reach(view.ruleset, view.ghost.square)
    return max(
        (ghost_odds(view.ruleset, steps[to]) for to in view.cubes if to in steps), default=0.0
    )


def _behind(view: BotView) -> frozenset[str]:
    """The ghosts on its way to what it wants: him if it is Dangerous, else its nearest cube."""
    steps = distances(view.ruleset, view.ghost.square)
    wanted = [to for to in view.cubes if to in steps]
    goal = min(wanted, key=lambda to: (steps[to], to), default=view.state.square)
    if view.ruleset.dangerous(view.state, view.suit):
        goal = view.state.square
    squares = set(view.ruleset.ways.shortest(view.ghost.square, goal)[1:])
    return frozenset(suit for suit, ghost in view.state.ghosts.items() if ghost.square in squares)
