"""The game's own bot, "shrewd": the best reply to the likely orders of the others.

It starts by thinking that everybody writes any useful order, finds each seat's best reply to
samples of that, thinks of everybody as leaning to such replies, and so on a few times; then it
takes its own best reply. The points of orders come from the engine, exact over the dice of
contests, together with the value of the position afterwards.

Vocabulary
    beliefs  for each seat the orders that it may write, those that it leans to several times
    profile  one order of every seat that has one
    worth    how much more a seat gains than the others on average, in points
    value    how good a seat's position is once a turn is over, in points that it may bring
    plan     the fewest turns in which a seat, if nobody else did anything, would push a block
             against somebody: turns, moves, perhaps a lift, and the push
    target   a player in the line of that push: a block that meets a block hands the push on, so
             only the edge of the board ends it
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from piecepack_nb.core.frozen import FrozenDict
from piecepack_nb.core.game import BotMove, Game, RandomChoice
from piecepack_nb.core.wording import count_noun, join_list
from piecepack_nb.games.paco.orders import may_write, writable_orders
from piecepack_nb.games.paco.payoffs import dice_outcomes, reveal_orders, state_after
from piecepack_nb.games.paco.rules import PacoRules
from piecepack_nb.games.paco.squares import AHEAD, HEADINGS, INNER, turned
from piecepack_nb.games.paco.state import BLOCKS, Face, Move, Order, Return, State, Stop, names

ROUNDS = 2
SAMPLES = 16
LAST_SAMPLES = 48
NEARLY = 0.03  # points; orders that are so near to the best are as good

HIT = 0.8  # how likely a push comes true at a target that can't step out of the line
HIT_WHO_MAY_GO = 0.35
LATER = 0.6  # the part of that left by each further turn of the plan
FEAR = 0.25  # a target has time to get out of the way of a plan that takes more than a turn
IDLE = 0.2
"""The cost of a turn on the spot that leads to no push, in points: else it waits for ever."""
LONGEST = 8
LEAD = 4.0  # points that are a clear lead, for bots that play any game
AWAY = 1.5  # the cost of being off the board, besides that of coming back

Beliefs = dict[str, list[Order]]
Numbers = tuple[tuple[str, float], ...]
"""Words, each with a number."""


class Weighed(NamedTuple):
    """The reason for an order: the average worth of each of the seat's orders."""

    seat: str
    order: str
    worth: Numbers
    """Each order and its worth, the best first."""
    points: Numbers
    """Each order and the seat's own points that it may expect of this turn."""
    likely: tuple[tuple[str, Numbers], ...]
    """For each other seat its orders and how likely each was taken to be, the likeliest first."""
    samples: int

    @property
    def text(self) -> str:
        """The decision in two sentences."""
        points = dict(self.points)
        each = ", ".join(f"{words} {worth:+.2f}" for words, worth in self.worth)
        text = (
            f"{names(self.seat)} writes {self.order}: they expect {points[self.order]:+.2f} points "
            f"of this turn. Against {self.samples} samples of the others' orders, with the value "
            f"of the position afterwards and less the others' gain: {each}."
        )
        guesses = [
            f"{names(seat)} {orders[0][0]} ({orders[0][1]:.0%})" for seat, orders in self.likely
        ]
        return f"{text} Likeliest: {join_list(guesses)}." if guesses else text

    def to_json(self) -> dict[str, Any]:
        """Return the decision as plain data."""
        return {**self._asdict(), "likely": dict(self.likely)}


class Decided(NamedTuple):
    """The reason for another decision: to come back, to stop, to choose a heading."""

    seat: str
    reason: str
    numbers: Numbers = ()

    @property
    def text(self) -> str:
        """The decision in a sentence."""
        return f"{names(self.seat)}: {self.reason}."

    def to_json(self) -> dict[str, Any]:
        """Return the decision as plain data."""
        return {**self._asdict(), "numbers": dict(self.numbers)}


def shrewd(
    game: Game[PacoRules, State, Move], state: State, seat: str, pick: RandomChoice
) -> BotMove:
    """Return the best reply to the likely orders of the others, or another good decision."""
    match state.phase:
        case "return":
            return _decide_return(game.rules, state, seat)
        case "stop":
            return _decide_stop(state, seat)
        case "headings":
            return _choose_heading(game.rules, state, seat)
    random = Random(pick("thought", range(2**32)))
    return _Deliberation(game.rules, state, seat, random).choose()


# --- The order -----------------------------------------------------------------------------------


class _Deliberation:
    """One decision: the orders that everybody may write, and their outcomes."""

    def __init__(self, rules: PacoRules, state: State, seat: str, random: Random) -> None:
        self.rules = rules
        # A bot knows only that another seat has written an order, not which.
        self.state = state._replace(orders=FrozenDict())
        self.seat = seat
        self.random = random
        self.useful: Beliefs = {
            each: _useful_orders(rules, state, each)
            for each in state.players
            if may_write(state, each)
        }
        self.beliefs: Beliefs = {each: list(orders) for each, orders in self.useful.items()}
        self.known: dict[tuple[Order, ...], tuple[Mapping[str, float], Mapping[str, float]]] = {}

    def choose(self) -> BotMove:
        """Return the seat's order, and why."""
        for _ in range(ROUNDS):
            best = {seat: self._best_reply(seat) for seat in self.useful}
            for seat, order in best.items():
                self.beliefs[seat] += [order] * len(self.useful[seat])
        worth, points = self._replies(self.seat, LAST_SAMPLES)
        worth = {order: each - IDLE * self._is_idle(order) for order, each in worth.items()}
        ranked = sorted(worth, key=lambda order: -worth[order])
        good = [order for order in ranked if worth[order] >= worth[ranked[0]] - NEARLY]
        order = good[0] if len(good) == 1 else self.random.choice(good)
        weighed = Weighed(
            self.seat,
            order.words,
            tuple((each.words, round(worth[each], 4)) for each in ranked),
            tuple((each.words, round(points[each], 4)) for each in ranked),
            tuple(
                (seat, _shares(each)) for seat, each in self.beliefs.items() if seat != self.seat
            ),
            LAST_SAMPLES,
        )
        return BotMove(order, weighed)

    def _is_idle(self, order: Order) -> bool:
        """Return True if it is a turn that brings the seat's next push no nearer."""
        if order.kind not in ("left", "right"):
            return False
        player = self.state.players[order.seat]
        heading = turned(player.heading, order.kind)
        then = self.state.put(order.seat, player._replace(heading=heading))
        before, after = (find_plan(each, order.seat) for each in (self.state, then))
        return after is None or (before is not None and after.turns >= before.turns)

    def _best_reply(self, seat: str) -> Order:
        worth, _ = self._replies(seat, SAMPLES)
        return max(worth, key=lambda order: worth[order])

    def _replies(self, seat: str, samples: int) -> tuple[dict[Order, float], dict[Order, float]]:
        """Return the average worth of each order of a seat, and its points, against samples."""
        worth = dict.fromkeys(self.useful[seat], 0.0)
        points = dict(worth)
        for profile in self._samples(seat, samples):
            for order in worth:
                joint = {**profile, seat: order}
                gains, values = self._outcome(tuple(joint[each] for each in self.useful))
                worth[order] += _advantage(gains, values, seat) / samples
                points[order] += gains[seat] / samples
        return worth, points

    def _samples(self, seat: str, number: int) -> list[dict[str, Order]]:
        """Return so many profiles of the others; every reply meets the same ones."""
        others = [each for each in self.useful if each != seat]
        return [
            {each: self.random.choice(self.beliefs[each]) for each in others} for _ in range(number)
        ]

    def _outcome(
        self, profile: tuple[Order, ...]
    ) -> tuple[Mapping[str, float], Mapping[str, float]]:
        """Return the change of everybody's points, and the values of their positions then."""
        if profile not in self.known:
            shown = reveal_orders(self.state, profile)
            gains = dict.fromkeys(self.state.players, 0.0)
            values = dict(gains)
            for outcome in dice_outcomes(self.rules, shown):
                end, odds = state_after(self.rules, shown, outcome), float(outcome.odds)
                for seat, value in position_values(self.rules, end).items():
                    change = end.players[seat].points - self.state.players[seat].points
                    gains[seat] += odds * change
                    values[seat] += odds * value
            self.known[profile] = gains, values
        return self.known[profile]


def _useful_orders(rules: PacoRules, state: State, seat: str) -> list[Order]:
    """Return the orders of a seat but for jumps that drop it or lead nowhere (PA-13, PA-24)."""
    every = writable_orders(rules, state, seat)
    return [order for order in every if order.kind != "jump" or _lands(state, order)]


def _lands(state: State, order: Order) -> bool:
    """Return True if a black counter is behind the hole now, and forward follows the jump."""
    player = state.players[order.seat]
    landing = player._replace(square=player.ahead).ahead
    return order.then == "forward" and state.cells.get(landing or "") == "black"


def _advantage(gains: Mapping[str, float], values: Mapping[str, float], seat: str) -> float:
    """Return how much more a seat gains than the others on average."""
    total = {each: gains[each] + values[each] for each in gains}
    others = (sum(total.values()) - total[seat]) / (len(total) - 1)
    return total[seat] - others


def _shares(orders: Sequence[Order]) -> Numbers:
    """Return the share of each order in a list, the largest first."""
    counted = Counter(order.words for order in orders).most_common()
    return tuple((words, round(number / len(orders), 4)) for words, number in counted)


# --- Other decisions -----------------------------------------------------------------------------


def _decide_return(rules: PacoRules, state: State, seat: str) -> BotMove:
    """Come back if the turns that are left bring more than it costs (PA-43)."""
    free = sum(state.cells.get(square) == "black" and not state.on(square) for square in INNER)
    holes = sum(square not in state.cells and not state.on(square) for square in INNER)
    turns = rules.turn_limit - state.turn
    gain = free / len(INNER) * (turns * rules.survive_points - rules.return_points)
    cost = holes / len(INNER) * rules.hole_points
    reason = (
        f"coming back brings about {gain:.2f} points in {count_noun(turns, 'turn')}, "
        f"holes cost {cost:.2f}"
    )
    numbers = (("brings", round(gain, 4)), ("costs", round(cost, 4)), ("turns", float(turns)))
    return BotMove(Return(seat, gain > cost), Decided(seat, reason, numbers))


def _decide_stop(state: State, seat: str) -> BotMove:
    """Agree to stop in order to win alone; a tie can still be won in another turn (PA-44)."""
    own = state.players[seat].points
    most = max(player.points for other, player in state.players.items() if other != seat)
    reason = f"they have {count_noun(own, 'point')} and the most of the others are {most}"
    numbers = (("own", float(own)), ("most", float(most)))
    return BotMove(Stop(seat, own > most), Decided(seat, reason, numbers))


def _choose_heading(rules: PacoRules, state: State, seat: str) -> BotMove:
    """Face the way with the best value of the position (PA-3)."""
    player = state.players[seat]
    worth = {}
    for heading in HEADINGS:
        facing = state.put(seat, player._replace(heading=heading))
        blocked = facing.cells.get(facing.players[seat].ahead or "") in (None, *BLOCKS)
        values = position_values(rules, facing)
        worth[heading] = _advantage(dict.fromkeys(values, 0.0), values, seat) - 0.1 * blocked
    best = max(worth, key=lambda heading: worth[heading])
    reason = f"facing {best} their position is worth most"
    numbers = tuple((heading, round(each, 4)) for heading, each in worth.items())
    return BotMove(Face(seat, best), Decided(seat, reason, numbers))


# --- The value of a position ---------------------------------------------------------------------


def lead(game: Game[PacoRules, State, Move], state: State, seat: str) -> float:
    """Return how many more points a seat has and expects than the others on average."""
    points = {each: float(player.points) for each, player in state.players.items()}
    return _advantage(points, position_values(game.rules, state), seat) / LEAD


class PushPlan(NamedTuple):
    """The number of turns until the push, the push among them, its heading and its targets."""

    turns: int
    heading: str
    targets: tuple[str, ...]


def position_values(rules: PacoRules, state: State) -> dict[str, float]:
    """Return the value of each seat's position."""
    values = dict.fromkeys(state.players, 0.0)
    if state.turn >= rules.turn_limit:
        return values
    for seat, player in state.players.items():
        if player.square is None:
            values[seat] -= AWAY * rules.survive_points
        elif player.stunned:
            values[seat] -= rules.survive_points
        elif state.airborne(seat):
            values[seat] -= 0.1 if _may_land(state, seat) else 2.0 * rules.fall_points
        elif player.heading and (plan := find_plan(state, seat)):
            for target in plan.targets:
                chance = _hit_chance(state, target, plan)
                values[seat] += chance * rules.cause_points
                fear = chance * (1.0 if plan.turns == 1 else FEAR)
                values[target] -= fear * (rules.stun_points + rules.survive_points)
    return values


def _may_land(state: State, seat: str) -> bool:
    """Return True if a free black counter is ahead, and forward was written (PA-24)."""
    ahead = state.players[seat].ahead
    free = ahead is not None and state.cells.get(ahead) == "black" and not state.on(ahead)
    return free and state.players[seat].then == "forward"


def find_plan(state: State, seat: str) -> PushPlan | None:
    """Return the quickest push against somebody, searched square by square and by heading."""
    player, players = state.players[seat], state.players.items()
    start = player.square or "", player.heading
    others = ((each.square, other) for other, each in players if each.square and other != seat)
    return _search_plan(state.cells, start, FrozenDict(others))


@lru_cache(maxsize=4096)  # most orders change nothing for most seats
def _search_plan(
    cells: FrozenDict[str, str], start: tuple[str, str], others: FrozenDict[str, str]
) -> PushPlan | None:
    here = [start]
    seen, best = set(here), None
    for turns in range(LONGEST):
        for square, heading in here:
            ahead = AHEAD[heading][square]
            cell = cells.get(ahead) if ahead else None
            if ahead is None or cell is None or ahead in others:
                continue
            needed = turns + (1 if cell in BLOCKS else 2)
            if best is None or needed < best.turns:
                targets = _targets(ahead, heading, others)
                best = PushPlan(needed, heading, targets) if targets else best
        if best and best.turns <= turns + 2:
            return best
        reached = {place: None for each in here for place in _next_places(cells, others, *each)}
        here = [place for place in reached if place not in seen]
        seen.update(here)
    return best


def _next_places(
    cells: Mapping[str, str], others: Collection[str], square: str, heading: str
) -> list[tuple[str, str]]:
    """Return the squares and headings that a seat may have a turn later."""
    found = [(square, turned(heading, side)) for side in ("left", "right")]
    ahead = AHEAD[heading][square]
    if ahead and cells.get(ahead) == "black" and ahead not in others:
        found.append((ahead, heading))
    return found


def _targets(square: str, heading: str, others: Mapping[str, str]) -> tuple[str, ...]:
    """Return the players beyond a square, in line to the edge of the board (PA-32, PA-33)."""
    found, to = [], AHEAD[heading][square]
    while to:
        if to in others:
            found.append(others[to])
        to = AHEAD[heading][to]
    return tuple(found)


def _hit_chance(state: State, target: str, plan: PushPlan) -> float:
    """Return how likely the plan comes true: less each turn, and if the target faces across."""
    player = state.players[target]
    across = (player.heading in "NS") != (plan.heading in "NS")
    free = state.cells.get(player.ahead or "") == "black" and not state.on(player.ahead)
    goes = across and free and not player.stunned
    return (HIT_WHO_MAY_GO if goes and plan.turns == 1 else HIT) * LATER ** (plan.turns - 1)
