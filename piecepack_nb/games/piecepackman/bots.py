"""The bots of the ghosts and of Piecepackman: odds of the dice, his next turn, each move's value.

Nothing hidden is used: neither the faces of the power coins nor dice that are yet to be rolled.
Where the exact answer would be slow, a good guess is made and the docstring says so.

Vocabulary
    reach     the steps a ghost needs to a square within one move
    trip      the squares that he enters on his path to something, and the points spent by then
    outlook   the probability of each square that he enters it in his next turn, and ends there
    term      one reason for or against a move, in points; a cube is worth about 10
    weights   the weight of each reason: change them, and see the result in the lab

To try other weights::

    simulate(game, seats=with_weights(chase=0))
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations, permutations
from math import fsum, prod
from operator import itemgetter
from typing import NamedTuple

from piecepack_nb.core.game import Bot, RandomChoice
from piecepack_nb.core.piecepack import FACES, SUITS
from piecepack_nb.core.steps import EventCounts, Term, Terms
from piecepack_nb.core.weights import best_of, bot_with
from piecepack_nb.games.piecepackman.game import Piecepackman
from piecepack_nb.games.piecepackman.powers import power_walks
from piecepack_nb.games.piecepackman.ruleset import Ruleset
from piecepack_nb.games.piecepackman.runs import his_runs
from piecepack_nb.games.piecepackman.state import (
    Agree,
    Drop,
    Ghost,
    GhostPath,
    Gift,
    Loot,
    Move,
    Objective,
    Order,
    PowerWalk,
    Run,
    State,
    Walk,
    ghost_cubes,
    his_cubes,
)
from piecepack_nb.games.piecepackman.walks import legal_walks
from piecepack_nb.search import Path

Scored = Order | Walk | PowerWalk | Run | Agree
"""A move that the bots score, or make without scoring."""
ScoredMove = tuple[Scored, float, Terms]
Squares = frozenset[str]
Pose = tuple[str, str, bool]
"""His square, his heading, and True if he is hungry."""


# --- Odds ----------------------------------------------------------------------------------------


class RollOdds(NamedTuple):
    """One way his dice can fall: how high, and what the highest dice make his objective."""

    odds: float
    points: int
    objectives: tuple[Objective, ...]
    """Those of the highest dice: in a tie, of several suits."""


@lru_cache(maxsize=64)
def roll_odds(ruleset: Ruleset) -> tuple[RollOdds, ...]:
    """Return the ways his dice can fall (PM-10, PM-11), with ties for the highest (PM-14)."""
    values = [ruleset.his_points[face] for face in FACES]
    found = []
    for points in sorted(set(values)):
        equal, lower = values.count(points), sum(value < points for value in values)
        for size in range(1, len(ruleset.suits) + 1):
            count = equal**size * lower ** (len(ruleset.suits) - size)
            odds = count / len(FACES) ** len(ruleset.suits)
            ace = points == ruleset.his_points["ace"]
            if count:
                objectives = [Objective(suit, ace) for suit in ruleset.suits]
                found += [RollOdds(odds, points, tied) for tied in combinations(objectives, size)]
    return tuple(found)


@lru_cache(maxsize=64)
def points_odds(ruleset: Ruleset) -> tuple[tuple[int, float], ...]:
    """Return the probability of each number of points of his highest die."""
    odds: dict[int, float] = defaultdict(float)
    for roll in roll_odds(ruleset):
        odds[roll.points] += roll.odds
    return tuple(sorted(odds.items()))


@lru_cache(maxsize=1024)
def his_odds(ruleset: Ruleset, points: int) -> float:
    """Return the probability that his highest die gives at least so many points."""
    return sum(odds for each, odds in points_odds(ruleset) if each >= points)


@lru_cache(maxsize=1024)
def ghost_odds(ruleset: Ruleset, steps: int) -> float:
    """Return the probability that a ghost's die gives at least so many steps (PM-31)."""
    return sum(ruleset.ghost_points[face] >= steps for face in FACES) / len(FACES)


# --- Distances -----------------------------------------------------------------------------------


def his_distances(ruleset: Ruleset, square: str, heading: str, hungry: bool) -> Mapping[str, int]:
    """Return the cost of each square for him, ignoring ghosts (PM-15, PM-61)."""
    return ruleset.free_costs(square, heading, ruleset.hunger_costs if hungry else ruleset.costs)


# --- Outlook -------------------------------------------------------------------------------------


class HisTrip(NamedTuple):
    """His path to something, and on to the next of it, for the highest roll there is."""

    cost: int
    """To the first thing that he heads for."""
    turns: int
    entered: tuple[tuple[int, str], ...]
    """(points spent so far, square entered), in order."""
    start: str


LikelyTrip = tuple[float, int, HisTrip]
"""A probability, the points, and the trip."""


class Outlook(NamedTuple):
    """The probability of each square that he enters it in his next turn, and ends on it."""

    enters: Mapping[str, float]
    ends: Mapping[str, float]
    """Without turns in which he takes a power coin: a bonus roll follows, and he has no ghost to
    fear (PM-60, PM-66)."""


# --- His paths -----------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def _path(
    ruleset: Ruleset, square: str, heading: str, targets: Squares, dangers: Squares, hungry: bool
) -> Path | None:
    """Return his cheapest path to the nearest of ``targets`` past Dangerous ghosts (PM-15, PM-16).

    Of targets equally near it takes the first by name, a guess.
    """
    known = his_distances(ruleset, square, heading, hungry)
    near = min(((known[to], to) for to in targets if to in known), default=None)
    if near is None:
        return None
    costs = ruleset.hunger_costs if hungry else ruleset.costs
    path = ruleset.free_path(square, heading, costs, near[1])
    if dangers.isdisjoint(path.squares):
        return path
    search = ruleset.barred_search(square, heading, costs, dangers - {square}).toward(targets)
    return search.path() if search.reached else None


@lru_cache(maxsize=8192)
def _trip(
    ruleset: Ruleset, place: Pose, first: Squares, then: Squares, dangers: Squares
) -> HisTrip | None:
    """Return his trip to the nearest of ``first``, and with points left to that of ``then``."""
    square, heading, hungry = place
    path = _path(ruleset, square, heading, first, dangers, hungry)
    if path is None:
        return None
    most, spent = points_odds(ruleset)[-1][0], 0
    entered: list[tuple[int, str]] = []
    leg: Path | None = path
    while leg is not None and leg.actions and spent < most:
        actions = zip(leg.actions, leg.running, leg.nodes[1:], strict=True)
        entered += [
            (spent + cost, node[0])
            for action, cost, node in actions
            if action == "forward" and spent + cost <= most
        ]
        spent += leg.cost
        then -= set(leg.squares)
        leg = _path(ruleset, *leg.nodes[-1], then, dangers, hungry)
    return HisTrip(path.cost, path.quarter_turns, tuple(entered), square)


# --- The next turn -------------------------------------------------------------------------------


def hunts_next(state: State) -> bool:
    """Return True if his next turn is one of Ghost Hunger (PM-62, PM-67)."""
    return state.hunger is not None and state.hunger > 0


def outlook(ruleset: Ruleset, state: State, without: str | None = None) -> Outlook:
    """Return his likely next turn, ignoring the ghost ``without``.

    One guess: the other ghosts stay where they are.
    """
    hungry = hunts_next(state)
    dangers, prey = set[str](), set[str]()
    for suit, ghost in state.ghosts.items():
        if suit != without and ghost.square not in ruleset.house:
            (dangers if dangerous_next(ruleset, state, suit) else prey).add(ghost.square)
    coins = frozenset([(square, coin.suit) for square, coin in state.coins.items()])
    cubes = frozenset(state.cubes.items())
    place = state.square, state.heading, hungry
    objective = None if hungry else state.objective
    return _outlook(
        HisNextTurn(ruleset, place, frozenset(dangers), frozenset(prey), cubes, coins, objective)
    )


def dangerous_next(ruleset: Ruleset, state: State, suit: str) -> bool:
    """Return True if a ghost will be Dangerous in his next turn, as things are (PM-50, PM-67)."""
    return ruleset.dangerous(state._replace(hunger=None) if state.hunger == 0 else state, suit)


class HisNextTurn(NamedTuple):
    """All that his next turn depends on."""

    ruleset: Ruleset
    place: Pose
    dangers: Squares
    """The squares outside the house with a ghost that will be Dangerous."""
    prey: Squares
    """Those with another ghost."""
    cubes: frozenset[tuple[str, str]]
    coins: frozenset[tuple[str, str]]
    objective: Objective | None

    def likely_trips(self) -> Iterator[LikelyTrip]:
        """Yield his trips: one at all points in hunger and with an objective, else by roll."""
        hungry, objective = self.place[2], self.objective
        sure = self._hunt() if hungry else None
        if objective is not None:
            sure = self._trips_of(objective.suit).get(objective)
        if sure is not None:
            yield from ((odds, points, sure) for points, odds in points_odds(self.ruleset))
        elif not hungry:
            yield from self._trips_by_roll()

    def _trip(self, first: Squares, then: Squares) -> HisTrip | None:
        return _trip(self.ruleset, self.place, first, then, self.dangers)

    def _hunt(self) -> HisTrip | None:
        """Return his trip in hunger: to Vulnerable ghosts, coins or cubes (PM-63, PM-65)."""
        for wanted in (self.prey, frozenset(dict(self.coins)), frozenset(dict(self.cubes))):
            trip = self._trip(wanted, wanted)
            if trip is not None:
                return trip
        return None

    def _trips_of(self, suit: str) -> dict[Objective, HisTrip]:
        """Return his trips for both objectives of a suit (PM-12, PM-13); {} if he reaches none."""
        own = frozenset([square for square, each in self.coins if each == suit])
        wild = (suit, self.ruleset.wild)
        every = own.union([square for square, each in self.cubes if each in wild])
        nearest = self._trip(every, every)
        if nearest is None:
            return {}
        coin = self._trip(own, every) or nearest
        return {Objective(suit): nearest, Objective(suit, coin=True): coin}

    def _trips_by_roll(self) -> Iterator[LikelyTrip]:
        """Yield the trip for each roll (PM-11, PM-14).

        One guess: if the highest dice give him nothing to head for, the next die is any of the
        other suits with something, each with equal probability (PM-24).
        """
        found = {
            objective: trip for suit in SUITS for objective, trip in self._trips_of(suit).items()
        }
        others = [trip for objective, trip in found.items() if not objective.coin]
        if not others:
            return
        if self.ruleset.rules.exhausted == "nearest":
            others = [_cheapest(others)]
        for roll in roll_odds(self.ruleset):
            trips = [found[each] for each in roll.objectives if each in found]
            if trips:
                yield roll.odds, roll.points, _cheapest(trips)
            else:
                yield from ((roll.odds / len(others), roll.points, trip) for trip in others)


def _cheapest(trips: list[HisTrip]) -> HisTrip:
    return min(trips, key=lambda trip: (trip.cost, trip.turns))


@lru_cache(maxsize=256)
def _outlook(turn: HisNextTurn) -> Outlook:
    """Return the probabilities of the trips as probabilities of squares."""
    coins = frozenset(dict(turn.coins))
    enters: dict[str, float] = defaultdict(float)
    ends: dict[str, float] = defaultdict(float)
    merged: dict[tuple[int, HisTrip], float] = defaultdict(float)
    for odds, points, trip in turn.likely_trips():
        merged[points, trip] += odds
    for (points, trip), odds in merged.items():
        squares = [square for spent, square in trip.entered if spent <= points]
        for square in set(squares):
            enters[square] += odds
        if coins.isdisjoint(squares):
            ends[squares[-1] if squares else trip.start] += odds
    return Outlook(dict(enters), dict(ends))


# --- Weights -------------------------------------------------------------------------------------


class Weights(NamedTuple):
    """The weight of each reason; it is multiplied by a probability or a number of cubes."""

    life: float = 80.0
    """A life taken."""
    cube: float = 10.0
    """A cube taken, got back, or lost."""
    tempo: float = 4.0
    """Being eaten, whatever it carries: it starts from the house and waits."""
    suicide: float = 8.0
    """Being eaten in hunger without cubes, as it is then immune and can attack."""
    pull: float = 3.0
    """Being near cubes of its own suit on the board."""
    chase: float = 1.0
    """The probability that it can attack next turn, times the value of an attack."""
    near: float = 0.3
    """Each step nearer to his likely end, for a Dangerous ghost."""
    risk: float = 1.0
    """The probability that he eats it next turn, times its loss."""
    coin: float = 0.5
    """The probability that a power coin lets him eat it, times its loss."""
    block: float = 1.0
    """Being in his way while Dangerous: the value of things he then doesn't take."""
    hunger: float = 15.0
    """A power coin taken, for him."""
    hinder: float = 3.0
    """In the order: having to wait behind a ghost that is in the way."""
    use: float = 5.0
    """A use of its power spent (PM-73)."""
    bank: float = 4.0
    """A cube banked in the house, where he can't take it (PM-73c)."""
    own_coin: float = 3.0
    """In a race: a power coin taken, which makes him hungry (PM-75)."""


class HisWeights(NamedTuple):
    """The weight of each reason where the bot plays Piecepackman (PM-74)."""

    cube: float = 10.0
    """A cube in his stash, or one less with the ghosts."""
    life: float = 60.0
    """One of his lives; the last one counts three times."""
    pull: float = 4.0
    """Being near a cube."""
    coin: float = 3.0
    """Being near a power coin."""
    prey: float = 10.0
    """Being near a ghost that he can eat, and more for each cube that it holds."""
    hunger: float = 4.0
    """Each turn of hunger that is left, or a coin that he has just taken."""
    fear: float = 10.0
    """Being near a Dangerous ghost, in steps of the ghost."""


DECAY = 0.8  # the pull of a cube shrinks by this factor with each step
FAR = 20  # steps that count as out of reach
AT_MOST = 1000.0  # the cost of a move that can lose the game at once


@dataclass(frozen=True)
class GhostView:
    """A ghost's view of the board before it walks."""

    ruleset: Ruleset
    state: State
    suit: str
    weights: Weights
    _dangerous: dict[int, bool] = field(default_factory=dict)
    """True if it will be Dangerous, by the number of cubes that it holds then."""

    @cached_property
    def ghost(self) -> Ghost:
        """The ghost before its walk."""
        return self.state.ghosts[self.suit]

    @cached_property
    def cubes(self) -> frozenset[str]:
        """The squares with cubes that it can take (PM-35, PM-70)."""
        own = (self.suit, self.ruleset.wild)
        return frozenset(square for square, each in self.state.cubes.items() if each in own)

    @cached_property
    def _free_cubes(self) -> frozenset[str]:
        """Those of the squares where Piecepackman isn't."""
        return self.cubes - {self.state.square}

    @cached_property
    def outlook(self) -> Outlook:
        """His likely next turn."""
        return outlook(self.ruleset, self.state, self.suit)

    @cached_property
    def attack_worth(self) -> float:
        """The value of a life and the cubes that come back (PM-41); negative for a loss (PM-71)."""
        if self.ruleset.rules.goal == "cubes" and self.state.extra_lives == 0:
            return -AT_MOST
        return self.weights.life + self.weights.cube * self.state.stash[self.suit]

    def takes(self, path: GhostPath) -> frozenset[str]:
        """Return the squares on which it would take a cube."""
        return self._free_cubes.intersection(self.ruleset.taken_on(path))

    def terms(self, path: GhostPath) -> Terms:
        """Return every reason for or against this walk."""
        taken = self.takes(path)
        carries = self.ghost.cubes + len(taken)
        end = path[-1]
        terms = [Term("cubes", self.weights.cube * len(taken))]
        if self.ruleset.race and self.ruleset.maze.coins[self.suit] in path[1:]:
            coins = self.ruleset.maze.coins[self.suit] in self.state.coins
            terms.append(Term("its coin", self.weights.own_coin * coins))
        if end == self.state.square:
            terms += self._meets_him(carries)
        else:
            terms.append(Term("near cubes", self._pull(end, self.cubes - taken)))
            terms += self._faces_him(end, carries)
        return tuple(term for term in terms if term.points)

    def power_terms(self, move: PowerWalk) -> Terms:
        """Return every reason for or against a move that uses its power (PM-73)."""
        weights, cubes = self.weights, self.state.cubes
        terms = [Term("use of its power", -weights.use)]
        held = self.ghost.cubes + len(self.takes(move.path))
        match self.ghost.power:
            case "attack":
                return (*terms, Term("attack", self.attack_worth))
            case "any-cube":
                other = {square for square in move.path[1:] if square in cubes} - self.cubes
                terms.append(Term("other cubes", weights.cube * len(other)))
            case "stockpile":
                terms.append(Term("cubes banked", weights.bank * held))
        if isinstance(move.deed, Loot):
            terms.append(Term("loot", weights.cube * self.state.stash[move.deed.suit]))
        return (*terms, *self.terms(move.path))

    def _meets_him(self, carries: int) -> Iterator[Term]:
        """Yield the term for meeting him: it attacks him, or is eaten (PM-40, PM-42)."""
        state, weights = self.state, self.weights
        if self.ruleset.dangerous(self._after(state.square, carries), self.suit):
            yield Term("attack", self.attack_worth)
        elif not carries and (state.hunger or 0) > self.ruleset.rules.eaten_waits:  # PM-64
            yield Term("eaten to be immune", weights.suicide)
        else:
            yield Term("eaten", -weights.tempo - weights.cube * carries)

    def _faces_him(self, end: str, carries: int) -> Iterator[Term]:
        """Yield the terms for ending its walk on a square: threats to him, and by him."""
        weights = self.weights
        loses = weights.tempo + weights.cube * carries
        if self.will_be_dangerous(carries):
            look = self.outlook
            # He won't walk into it but go elsewhere, so his outlook changes.
            if end in look.enters:
                look = outlook(self.ruleset, self._after(end, carries))
                yield Term("in his way", self._his_gain(self.outlook) - self._his_gain(look))
            odds = self._attack_odds(end, look)
            yield Term("chase", weights.chase * self.attack_worth * odds)
            yield Term("near him", -weights.near * self._away(end, look))
        elif hunts_next(self.state):
            odds = his_odds(self.ruleset, self._needs(end))
            yield Term("hunted", -weights.risk * loses * odds)
        else:
            yield Term("risk", -weights.risk * loses * self.outlook.enters.get(end, 0.0))
        if not hunts_next(self.state):
            yield Term("coin", -weights.coin * loses * self._hunted_from_coins(end))

    def will_be_dangerous(self, carries: int) -> bool:
        """Return True if it will be Dangerous in his next turn with so many cubes."""
        if carries not in self._dangerous:
            after = self._after(self.ghost.square, carries)
            self._dangerous[carries] = dangerous_next(self.ruleset, after, self.suit)
        return self._dangerous[carries]

    def _his_gain(self, look: Outlook) -> float:
        """Return the value of what he is likely to take next turn."""
        weights, state = self.weights, self.state
        cubes = fsum(odds for square, odds in look.enters.items() if square in state.cubes)
        coins = fsum(odds for square, odds in look.enters.items() if square in state.coins)
        return weights.block * (weights.cube * cubes + weights.hunger * coins)

    def _after(self, end: str, carries: int) -> State:
        """Return the state with the ghost at the end of its walk, with so many cubes."""
        return self.state.put(self.suit, self.ghost._replace(square=end, cubes=carries))

    def _pull(self, end: str, left: frozenset[str]) -> float:
        """Return the value of being near the cubes that are left."""
        steps = self.ruleset.walk_finder.distances(end)
        return self.weights.pull * fsum(DECAY ** steps[to] for to in left if to in steps)

    def _attack_odds(self, end: str, look: Outlook) -> float:
        """Return the probability of an attack in its next move, over his likely ends."""
        steps = self.ruleset.walk_finder.reach(end)
        return fsum(
            odds * ghost_odds(self.ruleset, steps[to])
            for to, odds in look.ends.items()
            if to in steps
        )

    def _away(self, end: str, look: Outlook) -> float:
        """Return the mean number of steps from his likely end."""
        steps = self.ruleset.walk_finder.distances(end)
        return fsum(odds * steps.get(to, FAR) for to, odds in look.ends.items())

    @cached_property
    def _his_steps(self) -> Mapping[str, int]:
        """The cost of each square for him in hunger."""
        return his_distances(self.ruleset, self.state.square, self.state.heading, True)

    @cached_property
    def _prey(self) -> tuple[int, str] | None:
        """The other ghost that he would hunt: the cost to reach it, and its square."""
        known = self._his_steps
        found = [
            (known[ghost.square], ghost.square)
            for suit, ghost in self.state.ghosts.items()
            if suit != self.suit and not ghost.immune and ghost.square in known
        ]
        return min(found, default=None)

    def _needs(self, end: str) -> int:
        """Return the points he needs to eat it there; he eats a nearer ghost first (PM-63)."""
        needs = self._his_steps.get(end, FAR)
        if self._prey is None or needs <= self._prey[0]:
            return needs
        cost, square = self._prey
        return cost + his_distances(self.ruleset, square, "N", True).get(end, FAR)

    def _hunted_from_coins(self, end: str) -> float:
        """Return the probability that he takes a coin and his bonus roll reaches it (PM-60)."""
        return fsum(
            odds
            * his_odds(self.ruleset, his_distances(self.ruleset, square, "N", True).get(end, FAR))
            for square in self.state.coins
            if (odds := self.outlook.enters.get(square, 0.0))
        )


# --- The bot -------------------------------------------------------------------------------------


def greedy(game: Piecepackman, state: State, seat: str, pick: RandomChoice) -> Move:
    """Return the best move of the ghosts or of Piecepackman, by the default weights."""
    return _best_move(game, state, seat, pick, Weights())


def with_weights(**changes: float) -> Bot:
    """Return a bot like ``greedy`` with other weights; raise BadInput for unknown ones."""
    return bot_with("greedy", _best_move, Weights, changes)


def _best_move(
    game: Piecepackman, state: State, _seat: str, pick: RandomChoice, weights: Weights
) -> Scored:
    """Return the move with the most points; between equal ones by a pick."""
    if state.phase == "adjust":
        return Agree()
    found = score_moves(game, state, weights)
    if game.ruleset.against and state.phase == "ghosts":
        found = _attack_last(found, state)
    return best_of(found, itemgetter(1), pick)[0]


def _attack_last(found: list[ScoredMove], state: State) -> list[ScoredMove]:
    """Return the moves without those of ghosts that would attack, while another one can move.

    An attack ends the turn (PM-41), so that the others could no longer move.
    """
    best: dict[str, Scored] = {}
    for move, _, _ in found:
        assert isinstance(move, Walk | PowerWalk)
        best.setdefault(move.suit, move)
    quiet = {suit for suit, move in best.items() if move.path[-1] != state.square}  # type: ignore[union-attr]
    return [each for each in found if each[0].suit in quiet] or found  # type: ignore[union-attr]


def score_moves(
    game: Piecepackman, state: State, weights: Weights | None = None
) -> list[ScoredMove]:
    """Return the moves with their points and terms, the best first.

    Of the walks that end on the same square with the same cubes only one is scored, and so it is
    with Piecepackman's paths.
    """
    scored: Iterator[tuple[Scored, Terms]]
    if state.phase in ("move", "bonus move"):
        scored = (
            (run, tuple(_his_terms(game.ruleset, state, after, HisWeights())))
            for run, after in run_outcomes(game, state)
        )
    elif state.phase == "order":
        scored = _score_orders(game.ruleset, state, weights or Weights())
    else:
        scored = _score_walks(game.ruleset, state, weights or Weights())
    found = [(move, fsum(term.points for term in terms), terms) for move, terms in scored]
    return sorted(found, key=lambda each: -each[1])


def _score_walks(
    ruleset: Ruleset, state: State, weights: Weights
) -> Iterator[tuple[Scored, Terms]]:
    """Yield one walk for each end and each set of cubes on the path, with its terms."""
    for suit in ruleset.movable(state):
        view = GhostView(ruleset, state, suit, weights)
        plain = legal_walks(ruleset, state, suit)
        for path in _distinct(view, plain):
            yield Walk(suit, path), view.terms(path)
        powered = [
            move
            for move in power_walks(ruleset, state, suit, plain)
            if not isinstance(move.deed, Gift | Drop)  # it keeps its cubes
        ]
        if powered and not plain:
            yield Walk(suit, (view.ghost.square,)), ()
        loot = {move.path[-1]: move for move in powered if move.deed}
        for path in _distinct(view, [move.path for move in powered if not move.deed]):
            yield PowerWalk(suit, path), view.power_terms(PowerWalk(suit, path))
        for move in loot.values():
            yield move, view.power_terms(move)


def _distinct(view: GhostView, walks: list[GhostPath]) -> Iterator[GhostPath]:
    """Yield the shortest walk for each end and each set of cubes on the path."""
    paths: dict[tuple[str, frozenset[str]], GhostPath] = {}
    for path in walks:
        key = path[-1], view.takes(path)
        if key not in paths or len(path) < len(paths[key]):
            paths[key] = path
    yield from paths.values()


# --- Piecepackman as a seat (PM-74) --------------------------------------------------------------


def with_middle_coins(game: Piecepackman, state: State) -> State:
    """Return the state with a middle face for each coin, whose faces he doesn't know (PM-4)."""
    return game.determinize(state, "piecepackman", lambda _, faces: faces[len(faces) // 2])


def run_outcomes(game: Piecepackman, state: State) -> Iterator[tuple[Run, State]]:
    """Yield his moves with the states: the shortest for each end, heading and things taken."""
    things, seen = frozenset((*state.cubes, *state.coins)), set[tuple[str, str, frozenset[str]]]()
    state = with_middle_coins(game, state)
    for path, heading in sorted(his_runs(game.ruleset, state), key=lambda run: len(run[0])):
        key = path[-1], heading, things.intersection(path)
        if key not in seen:
            seen.add(key)
            run = Run(path, heading)
            yield run, game.apply_move(state, run, EventCounts())


def _his_terms(
    ruleset: Ruleset, before: State, after: State, weights: HisWeights
) -> Iterator[Term]:
    """Yield every reason for or against the state after a move of his."""
    gained = his_cubes(after) - his_cubes(before)
    lost = ghost_cubes(after) - ghost_cubes(before)
    yield Term("cubes", weights.cube * (gained - lost))
    last = 3 if min(before.extra_lives, after.extra_lives) <= 0 else 1
    yield Term("lives", last * weights.life * (after.extra_lives - before.extra_lives))
    if after.phase == "over" or after.extra_lives < before.extra_lives:
        return
    yield Term("attacked", -last * weights.life * attack_odds(ruleset, after))
    yield Term("hunger", weights.hunger * ((after.hunger or 0) + 3 * len(after.taken)))
    hungry = after.hungry
    steps = his_distances(ruleset, after.square, after.heading, hungry)
    yield Term("near cubes", _nearness(weights.pull, steps, after.cubes))
    yield Term("near coins", _nearness(weights.coin, steps, after.coins))
    yield Term("near ghosts", fsum(_prey_terms(ruleset, after, steps, weights)))
    yield Term("near Dangerous ghosts", -weights.fear * fsum(_dangers_near(ruleset, after)))


def _dangers_near(ruleset: Ruleset, state: State) -> Iterator[float]:
    """Yield how near each Dangerous ghost is to him."""
    for suit, ghost in state.ghosts.items():
        if ruleset.dangerous(state, suit):
            steps = ruleset.walk_finder.distances(ghost.square).get(state.square)
            if steps is not None:
                yield DECAY**steps


def _nearness(weight: float, steps: Mapping[str, int], squares: Mapping[str, object]) -> float:
    return weight * fsum(DECAY ** steps[square] for square in squares if square in steps)


def _prey_terms(
    ruleset: Ruleset, state: State, steps: Mapping[str, int], weights: HisWeights
) -> Iterator[float]:
    """Yield the value of being near each ghost that he can eat; in hunger it counts in full."""
    share = 1.0 if state.hungry else 0.3
    for suit, ghost in state.ghosts.items():
        if ghost.square in steps and not ruleset.dangerous(state, suit):
            worth = weights.prey + weights.cube * (ghost.total - sum(ghost.banked.values()))
            yield share * worth * DECAY ** steps[ghost.square]


def attack_odds(ruleset: Ruleset, state: State) -> float:
    """Return the probability that a Dangerous ghost's die reaches him in the next ghosts' phase.

    One guess: no ghost is in another's way.
    """
    awake = (suit for suit, ghost in state.ghosts.items() if not ghost.waits)
    return 1 - prod(1 - odds_of_attack(ruleset, state, suit) for suit in awake)


def odds_of_attack(ruleset: Ruleset, state: State, suit: str) -> float:
    """Return the probability that a ghost's die lets it attack him, if it is Dangerous."""
    steps = ruleset.walk_finder.reach(state.ghosts[suit].square).get(state.square)
    if steps is None or not ruleset.dangerous(state, suit):
        return 0.0
    return ghost_odds(ruleset, steps)


# --- The order -----------------------------------------------------------------------------------


class _Plan(NamedTuple):
    """A ghost's plan for this turn, before the dice are rolled."""

    suit: str
    attacks: float
    """The probability that it attacks him."""
    attack_worth: float
    gathers: float
    """The probability that it takes a cube."""
    behind: frozenset[str]
    """The ghosts that are in its way."""


def _score_orders(
    ruleset: Ruleset, state: State, weights: Weights
) -> Iterator[tuple[Scored, Terms]]:
    """Yield every order with its terms (PM-30)."""
    views = [GhostView(ruleset, state, suit, weights) for suit in state.to_move]
    plans = {
        view.suit: _Plan(
            view.suit,
            odds_of_attack(ruleset, state, view.suit),
            view.attack_worth,
            _gathers_now(view),
            _behind(view),
        )
        for view in views
    }
    for suits in permutations(state.to_move):
        yield Order(suits), _order_terms([plans[suit] for suit in suits], weights)


def _order_terms(plans: Sequence[_Plan], weights: Weights) -> Terms:
    """Return the terms of an order: an attack ends the turn (PM-41), so collectors go first.

    A ghost in another's way should go before it.
    """
    going, attacks, gathers, hindered = 1.0, 0.0, 0.0, 0
    later = {plan.suit for plan in plans}
    for plan in plans:
        gathers += going * plan.gathers
        attacks += going * plan.attacks * plan.attack_worth
        going *= 1 - plan.attacks
        later.remove(plan.suit)
        hindered += len(plan.behind & later)
    terms = (
        Term("attacks", attacks),
        Term("cubes before the turn ends", weights.cube * gathers),
        Term("in each other's way", -weights.hinder * hindered),
    )
    return tuple(term for term in terms if term.points)


def _gathers_now(view: GhostView) -> float:
    """Return the probability that its die lets it take a cube this turn."""
    steps = view.ruleset.walk_finder.reach(view.ghost.square)
    return max(
        (ghost_odds(view.ruleset, steps[to]) for to in view.cubes if to in steps), default=0.0
    )


def _behind(view: GhostView) -> frozenset[str]:
    """Return the ghosts on its path to him if it is Dangerous, else to its nearest cube."""
    steps = view.ruleset.walk_finder.distances(view.ghost.square)
    wanted = [to for to in view.cubes if to in steps]
    goal = min(wanted, key=lambda to: (steps[to], to), default=view.state.square)
    if view.ruleset.dangerous(view.state, view.suit):
        goal = view.state.square
    squares = set(view.ruleset.walk_finder.direct(view.ghost.square, goal)[1:])
    return frozenset(suit for suit, ghost in view.state.ghosts.items() if ghost.square in squares)


# --- The evaluation for bots that play any game ---------------------------------------------------

LEAD = 6.0  # cubes that are a clear lead
LIFE = 2.0  # the cubes that one of his lives is worth


def lead(game: Piecepackman, state: State, seat: str) -> float:
    """Return how many more cubes a seat has than its rivals, with the lives that were taken.

    All ghosts are one side, unless they race (PM-75).
    """
    ruleset = game.ruleset
    if ruleset.race:
        held = ruleset.race_scores(state)
        best = max(cubes for each, cubes in held.items() if each != seat)
        return (held[seat] - best) / LEAD
    taken = ruleset.lives - state.extra_lives
    ahead = (ghost_cubes(state) - his_cubes(state) + LIFE * taken) / LEAD
    return -ahead if seat == "piecepackman" else ahead
